// SPDX-License-Identifier: MIT
// The bridge driven through its C header alone, so that what it allocates is not mixed up with Swift.
#include "include/prism_bench.h"
#include "prism_camera.h"
#include "prism_mock.h"

#include <errno.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

static const char cameraName[] = "bench-bridge";
static const int64_t frameMicroseconds = 8333;

typedef struct run {
    prism_session *session;
    uint32_t warm_up, frames;
    uint32_t seen;              // handler's thread only
    uint64_t allocations_at[2]; // written before `done` is posted
    sem_t done;
} run;

/// Thread: the handler's.
static void completed(void *context, const prism_completion *completion) {
    run *self = context;
    prism_session_requeue(self->session, completion->token);
    ++self->seen;
    if (self->seen == self->warm_up)
        self->allocations_at[0] = prism_bench_allocations();
    if (self->seen == self->warm_up + self->frames) {
        self->allocations_at[1] = prism_bench_allocations();
        sem_post(&self->done);
    }
}

/// Thread: the handler's. The mock of this run is never unplugged.
static void disconnected(void *context) {
    (void)context;
}

static int configure(prism_session *session) {
    prism_configuration wish = {.size = sizeof wish, .stream_count = 1, .buffer_count = 4};
    wish.streams[0].role = PRISM_ROLE_VIEWFINDER;
    wish.streams[0].width = 640;
    wish.streams[0].height = 480;
    const int adjusted = prism_session_configure(session, &wish, 1);
    if (adjusted < 0)
        return adjusted;
    const int64_t limits[2] = {frameMicroseconds, frameMicroseconds};
    const prism_control_request rate = {
        .name = "FrameDurationLimits",
        .value = {.type = PRISM_TYPE_I64, .is_array = 1, .count = 2, .data = limits},
    };
    return prism_session_set_controls(session, &rate, 1, NULL, NULL);
}

/// 0 once all frames came; -ETIME where they take 5 s longer than they should.
static int await_frames(run *self) {
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += 5 + (int64_t)(self->warm_up + self->frames) * frameMicroseconds / 1000000;
    while (sem_timedwait(&self->done, &deadline) != 0) {
        if (errno != EINTR)
            return -ETIME;
    }
    return 0;
}

static int run_session(prism_manager *manager, run *self) {
    int error =
        prism_session_open(manager, cameraName, completed, disconnected, self, &self->session);
    if (error < 0)
        return error;
    error = configure(self->session);
    if (error >= 0)
        error = prism_session_start(self->session);
    if (error >= 0)
        error = await_frames(self);
    prism_session_stop(self->session);
    prism_session_destroy(self->session);
    return error;
}

static int run_manager(run *self) {
    prism_manager *manager = NULL;
    int error = prism_manager_open(NULL, NULL, NULL, &manager, NULL, 0);
    if (error < 0)
        return error;
    error = run_session(manager, self);
    prism_manager_close(manager);
    return error;
}

int prism_bench_bridge(uint32_t warm_up, uint32_t frames, prism_bench_bridge_result *out) {
    const prism_mock_options options = {.size = sizeof options, .sensor = "imx219"};
    int error = prism_mock_define(cameraName, &options, NULL, 0);
    if (error < 0)
        return error;
    run self = {.warm_up = warm_up, .frames = frames};
    sem_init(&self.done, 0, 0);
    error = run_manager(&self);
    sem_destroy(&self.done);
    prism_mock_undefine(cameraName);
    if (error < 0)
        return error;
    out->frames = frames;
    out->allocations = self.allocations_at[1] - self.allocations_at[0];
    return 0;
}
