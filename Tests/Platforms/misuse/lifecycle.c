// SPDX-License-Identifier: MIT
// Opening twice, closing in the wrong order, calling before there is anything to call.
#include "cases.h"

#include <errno.h>

static void ignore_camera(void *context, const char *id, const char *model) {
    (void)context, (void)id, (void)model;
}

static void second_manager(client *client) {
    open_manager(client);
    prism_manager *second = NULL;
    EXPECT(prism_manager_open(plugin_path, NULL, NULL, &second, NULL, 0), -EALREADY);
    EXPECT_TRUE(second == NULL);
}

static void plugin_that_is_none(client *client) {
    (void)client;
    prism_manager *manager = NULL;
    char message[256] = "";
    EXPECT(prism_manager_open("/nonexistent.so", NULL, NULL, &manager, message, sizeof(message)),
           -ENOENT);
    EXPECT_TRUE(message[0] != 0);
    EXPECT(prism_manager_open("/etc/hostname", NULL, NULL, &manager, NULL, 0), -ELIBBAD);
    EXPECT(prism_manager_open("/proc/self/exe", NULL, NULL, &manager, NULL, 0), -ELIBBAD);
}

static void unknown_camera(client *client) {
    open_manager(client);
    EXPECT(try_open(client, "no such camera", &client->session), -ENODEV);
    EXPECT_TRUE(client->session == NULL);
}

static void camera_opened_twice(client *client) {
    open_session(client);
    prism_session *second = NULL;
    EXPECT(try_open(client, camera_id, &second), -EBUSY);
    EXPECT_TRUE(second == NULL);
}

static void manager_closed_first(client *client) {
    run(client);
    static const char *const none[] = {NULL};
    EXPECT(prism_manager_close(client->manager), -EBUSY);
    EXPECT(prism_manager_restart(client->manager, none), -EBUSY);
    wait_seen(client, 4);
}

static void nothing_configured(client *client) {
    open_session(client);
    EXPECT(prism_session_start(client->session), -EINVAL);
    EXPECT(prism_session_stop(client->session), 0);
    EXPECT(prism_session_requeue(client->session, 1), -EINVAL);
    void *planes[PRISM_MAX_PLANES];
    EXPECT(prism_session_map(client->session, 1, 0, planes), -EINVAL);
}

static void impossible_configurations(client *client) {
    open_session(client);
    EXPECT(configure(client, 0, 0), -EINVAL);
    EXPECT(configure(client, PRISM_MAX_STREAMS + 1, 0), -EINVAL);
    prism_configuration wish = {.size = sizeof(wish), .stream_count = 1};
    wish.streams[0].role = 77;
    EXPECT(prism_session_configure(client->session, &wish, 1), -EINVAL);
    // The virtual pipeline has no raw stream.
    wish.streams[0].role = PRISM_ROLE_RAW;
    EXPECT(prism_session_configure(client->session, &wish, 1), -EINVAL);
    EXPECT(prism_session_start(client->session), -EINVAL);
    EXPECT_TRUE(configure(client, 1, 4) >= 0);
    EXPECT(prism_session_start(client->session), 0);
    wait_seen(client, 4);
}

static void configured_while_running(client *client) {
    run(client);
    EXPECT(configure(client, 1, 4), -EBUSY);
    EXPECT(prism_session_start(client->session), -EALREADY);
    wait_seen(client, 4);
}

static void closed_while_running(client *client) {
    client->give_back = true;
    run(client);
    wait_seen(client, 20);
    EXPECT(prism_session_close(client->session), 0);
    EXPECT(prism_session_close(client->session), 0);
    EXPECT_TRUE(prism_session_start(client->session) < 0);
    prism_session_destroy(NULL);
}

static void closed_and_opened_again(client *client) {
    client->give_back = true;
    for (int i = 0; i < 3; i++) {
        client->seen = 0;
        run(client);
        wait_seen(client, 8);
        close_all(client);
    }
}

static void restarted(client *client) {
    static const char *const environment[] = {"PRISM_MISUSE=1", NULL};
    open_manager(client);
    const int cameras = prism_manager_cameras(client->manager, ignore_camera, NULL);
    EXPECT(prism_manager_restart(client->manager, environment), 0);
    EXPECT(prism_manager_cameras(client->manager, ignore_camera, NULL), cameras);
    run(client);
    wait_seen(client, 4);
}

const misuse lifecycle_cases[] = {
    {"a second manager is refused", second_manager},
    {"a file that is no plug-in is refused with a message", plugin_that_is_none},
    {"an unknown camera is refused", unknown_camera},
    {"a camera is opened once", camera_opened_twice},
    {"the manager does not close under a session", manager_closed_first},
    {"calls before configure are refused", nothing_configured},
    {"an impossible configuration is refused and the next one works", impossible_configurations},
    {"a running session is neither configured nor started", configured_while_running},
    {"a running session closes, twice too", closed_while_running},
    {"manager and session can be opened again and again", closed_and_opened_again},
    {"the manager restarts with a changed environment", restarted},
    {NULL, NULL},
};
