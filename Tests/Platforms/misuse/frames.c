// SPDX-License-Identifier: MIT
// Frames given back twice, too late, or never; buffers that must neither leak nor vanish.
#include "cases.h"

#include <errno.h>
#include <linux/dma-buf.h>
#include <string.h>
#include <sys/ioctl.h>

static int sync_access(int fd, uint64_t flags) {
    struct dma_buf_sync sync = {.flags = flags};
    return ioctl(fd, DMA_BUF_IOCTL_SYNC, &sync);
}

static void check_frame(client *client, const prism_completion *frame, int64_t *last) {
    void *planes[PRISM_MAX_PLANES] = {0};
    const prism_image *image = &frame->images[0];
    EXPECT(frame->status, PRISM_COMPLETION_OK);
    EXPECT_TRUE(frame->metadata.valid & PRISM_HAS_TIMESTAMP);
    EXPECT_TRUE(frame->metadata.timestamp_ns > *last);
    *last = frame->metadata.timestamp_ns;
    EXPECT(image->plane_count, 2); // NV12
    EXPECT(image->planes[0].bytes_used, image->planes[0].length);
    EXPECT_TRUE(frame->blob_size > 0 && frame->blob_size % 8 == 0);
    EXPECT(prism_session_map(client->session, frame->token, 0, planes), 0);
    EXPECT(prism_session_map(client->session, frame->token, 7, planes), -EINVAL);
    EXPECT(sync_access(image->planes[0].fd, DMA_BUF_SYNC_START | DMA_BUF_SYNC_READ), 0);
    const uint8_t *luma = planes[0];
    bool flat = true;
    for (uint32_t i = 1; i < image->planes[0].length && flat; i++)
        flat = luma[i] == luma[0];
    EXPECT_TRUE(!flat);
    EXPECT(sync_access(image->planes[0].fd, DMA_BUF_SYNC_END | DMA_BUF_SYNC_READ), 0);
}

static void frames_are_sound(client *client) {
    run(client);
    int64_t last = 0;
    for (uint64_t i = 1; i <= 30; i++) {
        wait_seen(client, i);
        const prism_completion *frame = take(client);
        if (!frame)
            return;
        check_frame(client, frame, &last);
        EXPECT(prism_session_requeue(client->session, frame->token), 0);
    }
    uint32_t clock = PRISM_CLOCK_UNKNOWN;
    EXPECT_TRUE(prism_session_now(client->session, &clock) > last);
    EXPECT(clock, PRISM_CLOCK_MONOTONIC);
}

static void given_back_twice(client *client) {
    run(client);
    wait_seen(client, 1);
    const uint64_t token = take(client)->token;
    EXPECT(prism_session_requeue(client->session, token), 0);
    EXPECT(prism_session_requeue(client->session, token), -EINVAL);
    EXPECT(prism_session_requeue(client->session, 0), -EINVAL);
    EXPECT(prism_session_requeue(client->session, UINT64_MAX), -EINVAL);
    wait_seen(client, 4);
}

static void held_over_stop(client *client) {
    run(client);
    wait_seen(client, 4);
    EXPECT(prism_session_stop(client->session), 0);
    const prism_completion *old = take(client);
    EXPECT(prism_session_start(client->session), 0);
    void *planes[PRISM_MAX_PLANES];
    EXPECT(prism_session_map(client->session, old->token, 0, planes), 0);
    const uint64_t token = old->token;
    EXPECT(prism_session_requeue(client->session, token), 0);
    EXPECT(prism_session_requeue(client->session, token), -EINVAL);
    wait_seen(client, 5);
}

static void held_over_configure(client *client) {
    run(client);
    wait_seen(client, 1);
    const prism_completion *old = take(client);
    const uint32_t length = old->images[0].planes[0].length;
    void *planes[PRISM_MAX_PLANES];
    EXPECT(prism_session_map(client->session, old->token, 0, planes), 0);
    EXPECT(prism_session_stop(client->session), 0);
    EXPECT_TRUE(configure(client, 2, 4) >= 0);
    // The memory is still there to be written: a fault would end this process.
    memset(planes[0], 0x55, length);
    EXPECT(prism_session_requeue(client->session, old->token), 0);
    EXPECT(prism_session_start(client->session), 0);
    wait_seen(client, 5);
}

static void every_frame_held(client *client) {
    run(client);
    const uint32_t slots = counters(client).slots;
    wait_seen(client, slots);
    EXPECT(counters(client).in_flight, 0);
    EXPECT(counters(client).out, slots);
    EXPECT(prism_session_stop(client->session), 0);
    EXPECT(prism_session_start(client->session), 0);
    const prism_completion *frame;
    while ((frame = take(client)))
        EXPECT(prism_session_requeue(client->session, frame->token), 0);
    wait_seen(client, 2 * slots);
}

static void two_streams(client *client) {
    open_session(client);
    EXPECT_TRUE(configure(client, 2, 4) >= 0);
    EXPECT(prism_session_start(client->session), 0);
    wait_seen(client, 1);
    const prism_completion *frame = take(client);
    EXPECT(frame->image_count, 2);
    EXPECT_TRUE(frame->images[0].planes[0].fd != frame->images[1].planes[0].fd);
    EXPECT(prism_session_requeue(client->session, frame->token), 0);
}

static void twenty_runs(client *client) {
    client->give_back = true;
    open_session(client);
    int descriptors = 0, tasks = 0;
    for (int i = 0; i < 20; i++) {
        EXPECT_TRUE(configure(client, 1, 4) >= 0);
        EXPECT(prism_session_start(client->session), 0);
        wait_seen(client, seen(client) + 4);
        EXPECT(prism_session_stop(client->session), 0);
        if (i == 0) {
            descriptors = open_descriptors();
            tasks = threads();
        }
    }
    EXPECT(open_descriptors(), descriptors);
    EXPECT(threads(), tasks);
    EXPECT(counters(client).in_flight, 0);
}

const misuse frame_cases[] = {
    {"thirty frames carry pixels, rising timestamps and metadata", frames_are_sound},
    {"a frame is given back once", given_back_twice},
    {"a frame held over stop goes back to the next run", held_over_stop},
    {"a frame held over configure keeps its memory", held_over_configure},
    {"a session whose frames are all held stops and starts", every_frame_held},
    {"two streams fill two buffers", two_streams},
    {"twenty runs leave no descriptor and no thread behind", twenty_runs},
    {NULL, NULL},
};
