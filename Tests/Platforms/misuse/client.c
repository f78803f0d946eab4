// SPDX-License-Identifier: MIT
// What every case of the misuse table needs around the one call that it is about.
#include "client.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int failures;
const char *plugin_path;
const char *camera_id;

void expect(const char *what, int line, long got, long wanted) {
    if (got == wanted)
        return;
    failures++;
    printf("    line %d: %s is %ld, expected %ld\n", line, what, got, wanted);
}

static void completed(void *context, const prism_completion *completion) {
    client *self = context;
    EXPECT(self->stopped, false);
    pthread_mutex_lock(&self->lock);
    void (*once)(client *, const prism_completion *) = self->once;
    self->once = NULL;
    const bool hold = !self->give_back && self->held_count < MOST_HELD;
    if (hold)
        self->held[self->held_count++] = completion;
    pthread_mutex_unlock(&self->lock);
    if (once)
        once(self, completion);
    if (!hold && completion->status != PRISM_COMPLETION_CANCELLED)
        prism_session_requeue(self->session, completion->token);
    pthread_mutex_lock(&self->lock);
    self->seen++;
    pthread_cond_broadcast(&self->arrived);
    pthread_mutex_unlock(&self->lock);
}

static void disconnected(void *context) {
    (void)context;
}

static void require(const char *what, int result) {
    if (result >= 0)
        return;
    printf("    %s: %s\n", what, strerror(-result));
    exit(1);
}

void open_manager(client *client) {
    char message[256] = "";
    pthread_mutex_init(&client->lock, NULL);
    pthread_cond_init(&client->arrived, NULL);
    const int result =
        prism_manager_open(plugin_path, NULL, NULL, &client->manager, message, sizeof(message));
    require(message[0] ? message : "prism_manager_open", result);
}

int try_open(client *client, const char *id, prism_session **out) {
    return prism_session_open(client->manager, id, completed, disconnected, client, out);
}

void open_session(client *client) {
    if (!client->manager)
        open_manager(client);
    require("prism_session_open", try_open(client, camera_id, &client->session));
}

int configure(client *client, uint32_t streams, uint32_t buffers) {
    prism_configuration wish = {.size = sizeof(wish), .stream_count = streams};
    wish.buffer_count = buffers;
    for (uint32_t i = 0; i < streams && i < PRISM_MAX_STREAMS; i++)
        wish.streams[i].role = PRISM_ROLE_VIEWFINDER;
    return prism_session_configure(client->session, &wish, 1);
}

void run(client *client) {
    open_session(client);
    require("prism_session_configure", configure(client, 1, 4));
    require("prism_session_start", prism_session_start(client->session));
}

void wait_seen(client *client, uint64_t count) {
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += 10;
    pthread_mutex_lock(&client->lock);
    int result = 0;
    while (client->seen < count && result == 0)
        result = pthread_cond_timedwait(&client->arrived, &client->lock, &deadline);
    pthread_mutex_unlock(&client->lock);
    require("waiting for completions", -result);
}

uint64_t seen(client *client) {
    pthread_mutex_lock(&client->lock);
    const uint64_t count = client->seen;
    pthread_mutex_unlock(&client->lock);
    return count;
}

const prism_completion *take(client *client) {
    pthread_mutex_lock(&client->lock);
    const prism_completion *oldest = client->held_count ? client->held[0] : NULL;
    if (oldest) {
        client->held_count--;
        memmove(client->held, client->held + 1, client->held_count * sizeof(client->held[0]));
    }
    pthread_mutex_unlock(&client->lock);
    return oldest;
}

void close_all(client *client) {
    if (client->session) {
        EXPECT(prism_session_close(client->session), 0);
        const prism_completion *left;
        while ((left = take(client)))
            EXPECT(prism_session_requeue(client->session, left->token), 0);
        prism_session_destroy(client->session);
        client->session = NULL;
    }
    if (client->manager)
        EXPECT(prism_manager_close(client->manager), 0);
    client->manager = NULL;
}

prism_session_counters counters(client *client) {
    prism_session_counters out = {.size = sizeof(out)};
    prism_session_read_counters(client->session, &out);
    return out;
}

static int entries(const char *path) {
    int count = 0;
    DIR *directory = opendir(path);
    while (directory && readdir(directory))
        count++;
    if (directory)
        closedir(directory);
    return count;
}

int open_descriptors(void) {
    return entries("/proc/self/fd");
}
int threads(void) {
    return entries("/proc/self/task");
}
