// SPDX-License-Identifier: MIT
// Controls of the wrong name, type or number: libcamera would abort, so the bridge must refuse.
#include "cases.h"

#include <errno.h>
#include <string.h>

static int set(client *client, const char *name, const char *vendor, uint32_t type, size_t count,
               const void *data) {
    const prism_control_request request = {
        name, vendor, {.type = type, .is_array = count > 1, .count = count, .data = data}};
    return prism_session_set_controls(client->session, &request, 1, NULL, NULL);
}

static void refused_controls(client *client) {
    run(client);
    const int64_t limits[3] = {33333, 33333, 33333};
    const float real = 1.0f;
    const char text[] = "x";
    EXPECT(set(client, "NoSuchControl", NULL, PRISM_TYPE_I32, 1, limits), -ENOENT);
    EXPECT(set(client, "FrameDurationLimits", "rpi", PRISM_TYPE_I64, 2, limits), -ENOENT);
    EXPECT(set(client, "FrameDurationLimits", NULL, PRISM_TYPE_I64, 1, limits), -ERANGE);
    EXPECT(set(client, "FrameDurationLimits", NULL, PRISM_TYPE_I64, 3, limits), -ERANGE);
    EXPECT(set(client, "FrameDurationLimits", NULL, PRISM_TYPE_STRING, 1, text), -EINVAL);
    EXPECT(set(client, "FaceDetectMode", NULL, PRISM_TYPE_RECTANGLE, 1, limits), -EINVAL);
    EXPECT(set(client, "FaceDetectMode", NULL, 4711, 1, &real), -EINVAL);
    wait_seen(client, 4);
}

static void all_or_none(client *client) {
    run(client);
    const int64_t limits[2] = {33333, 33333};
    const prism_control_request requests[2] = {
        {"FrameDurationLimits", NULL, {PRISM_TYPE_I64, 1, 2, limits}},
        {"NoSuchControl", NULL, {PRISM_TYPE_I64, 1, 2, limits}},
    };
    size_t failed = 99;
    uint64_t serial = 0;
    EXPECT(prism_session_set_controls(client->session, requests, 2, &failed, &serial), -ENOENT);
    EXPECT(failed, 1);
    EXPECT(serial, 0);
    EXPECT(prism_session_set_controls(client->session, requests, 1, &failed, &serial), 0);
    EXPECT(serial, 1);
}

static void controls_reach_requests(client *client) {
    client->give_back = false;
    run(client);
    const int64_t limits[2] = {33333, 33333};
    for (uint64_t i = 1; i <= 12; i++) {
        EXPECT(set(client, "FrameDurationLimits", "libcamera", PRISM_TYPE_I64, 2, limits), 0);
        wait_seen(client, i);
        const prism_completion *frame = take(client);
        if (i > 8)
            EXPECT_TRUE(frame->control_serial > 0);
        EXPECT(prism_session_requeue(client->session, frame->token), 0);
    }
}

static void controls_before_start(client *client) {
    open_session(client);
    const int64_t limits[2] = {33333, 33333};
    EXPECT_TRUE(configure(client, 1, 4) >= 0);
    EXPECT(set(client, "FrameDurationLimits", NULL, PRISM_TYPE_I64, 2, limits), 0);
    EXPECT(prism_session_start(client->session), 0);
    wait_seen(client, 4);
}

static void note(void *context, int32_t value, const char *name) {
    if (value == 0 && strcmp(name, "FaceDetectModeOff") == 0)
        *(int *)context += 1;
}

static void enumerators(client *client) {
    open_session(client);
    int found = 0;
    EXPECT(prism_session_enumerators(client->session, "NoSuchControl", note, &found), -ENOENT);
    EXPECT(prism_session_enumerators(client->session, "FaceDetectMode", note, &found), 1);
    EXPECT(found, 1);
}

const misuse control_cases[] = {
    {"a control of the wrong name, type or number is refused", refused_controls},
    {"controls are taken all or none", all_or_none},
    {"controls travel with requests", controls_reach_requests},
    {"controls set before start are taken by start", controls_before_start},
    {"enumerators are those that the camera allows", enumerators},
    {NULL, NULL},
};
