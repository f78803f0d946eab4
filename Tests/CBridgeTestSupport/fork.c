// SPDX-License-Identifier: MIT
// What a test of the bridge needs and Swift cannot say: fork().
#include "bridge_test_support.h"
#include "prism_camera.h"

#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

int bridge_test_in_fork(int (*body)(void *context), void *context) {
    const pid_t child = fork();
    if (child == 0)
        _exit(body(context));
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void see_camera(void *context, const char *id, const char *model) {
    (void)context;
    (void)id;
    (void)model;
}

int bridge_test_misuse_after_fork(void *context) {
    const struct bridge_test_handles *handles = context;
    prism_manager *second = 0;
    prism_configuration configuration = {.size = sizeof configuration, .stream_count = 1};
    int wrong = 0;
    wrong += prism_session_stop(handles->session) != -ECHILD;
    wrong += prism_session_start(handles->session) != -ECHILD;
    wrong += prism_session_requeue(handles->session, 1) != -ECHILD;
    wrong += prism_session_configure(handles->session, &configuration, 1) != -ECHILD;
    wrong += prism_session_set_controls(handles->session, 0, 0, 0, 0) != -ECHILD;
    wrong += prism_session_close(handles->session) != -ECHILD;
    wrong += prism_manager_cameras(handles->manager, see_camera, 0) != -ECHILD;
    wrong += prism_manager_close(handles->manager) != -ECHILD;
    wrong += prism_manager_open(0, 0, 0, &second, 0, 0) != -ECHILD;
    prism_session_destroy(handles->session);
    return wrong;
}
