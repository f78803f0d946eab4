// SPDX-License-Identifier: MIT
// Calls from inside callbacks, from several threads at once and from a forked child.
#include "cases.h"

#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

static void call_everything(client *client, const prism_completion *completion) {
    (void)completion;
    EXPECT(prism_session_stop(client->session), -EDEADLK);
    EXPECT(prism_session_close(client->session), -EDEADLK);
    EXPECT(prism_session_start(client->session), -EDEADLK);
}

static void calls_in_a_callback(client *client) {
    client->give_back = true;
    client->once = call_everything;
    run(client);
    wait_seen(client, 20);
}

static void stopped_at_once(client *client) {
    client->give_back = true;
    run(client);
    for (int i = 0; i < 50; i++) {
        EXPECT(prism_session_stop(client->session), 0);
        EXPECT(prism_session_stop(client->session), 0);
        EXPECT(counters(client).in_flight, 0);
        EXPECT(prism_session_start(client->session), 0);
    }
    wait_seen(client, seen(client) + 4);
}

static void no_callback_after_stop(client *client) {
    client->give_back = true;
    run(client);
    for (int i = 0; i < 50; i++) {
        wait_seen(client, seen(client) + 1);
        EXPECT(prism_session_stop(client->session), 0);
        client->stopped = true; // from here on each completion counts as a failure
        EXPECT(configure(client, 1, 4), 0);
        client->stopped = false;
        EXPECT(prism_session_start(client->session), 0);
    }
}

typedef struct hammer {
    client *client;
    atomic_bool done;
} hammer;

static void *give_back(void *context) {
    hammer *self = context;
    while (!self->done) {
        const prism_completion *frame = take(self->client);
        if (frame)
            EXPECT(prism_session_requeue(self->client->session, frame->token), 0);
    }
    return NULL;
}

static void given_back_during_stop(client *client) {
    hammer hammer = {.client = client};
    pthread_t thread;
    run(client);
    pthread_create(&thread, NULL, give_back, &hammer);
    for (int i = 0; i < 50; i++) {
        wait_seen(client, seen(client) + 2);
        EXPECT(prism_session_stop(client->session), 0);
        EXPECT(prism_session_start(client->session), 0);
    }
    hammer.done = true;
    pthread_join(thread, NULL);
}

static void *stop_many(void *context) {
    client *self = context;
    for (int i = 0; i < 50; i++)
        EXPECT(prism_session_stop(self->session), 0);
    return NULL;
}

static void stopped_by_two(client *client) {
    client->give_back = true;
    run(client);
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, stop_many, client);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    EXPECT(counters(client).in_flight, 0);
}

static int in_child(client *client) {
    EXPECT(prism_session_stop(client->session), -ECHILD);
    EXPECT(prism_session_start(client->session), -ECHILD);
    EXPECT(prism_session_close(client->session), -ECHILD);
    EXPECT(prism_manager_close(client->manager), -ECHILD);
    EXPECT(prism_session_requeue(client->session, 1), -ECHILD);
    return failures;
}

static void forked_while_running(client *client) {
    client->give_back = true;
    run(client);
    wait_seen(client, 4);
    const pid_t child = fork();
    if (child == 0) {
        alarm(5);
        _exit(in_child(client));
    }
    int status = -1;
    waitpid(child, &status, 0);
    EXPECT(status, 0);
    wait_seen(client, seen(client) + 4);
}

const misuse thread_cases[] = {
    {"stop, close and start inside a callback are refused", calls_in_a_callback},
    {"stop right after start leaves nothing in flight", stopped_at_once},
    {"no callback runs after stop returned", no_callback_after_stop},
    {"frames may go back while the session stops", given_back_during_stop},
    {"two threads may stop at once", stopped_by_two},
    {"a forked child is refused and the parent runs on", forked_while_running},
    {NULL, NULL},
};
