// SPDX-License-Identifier: MIT
// A small client of the camera bridge for the misuse table: opens, waits, counts what differs.
#pragma once

#include "prism_camera.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MOST_HELD 1024

typedef struct client {
    prism_manager *manager;
    prism_session *session;
    pthread_mutex_t lock;
    pthread_cond_t arrived;
    const prism_completion *held[MOST_HELD]; ///< in order of arrival, not given back
    size_t held_count;
    uint64_t seen;
    atomic_bool stopped; ///< a completion that comes now is a failure
    bool give_back;      ///< each completion goes back inside its callback
    /// Called inside the first completion's callback (may be NULL).
    void (*once)(struct client *client, const prism_completion *completion);
} client;

/// Counts and prints a result that is not the expected one.
#define EXPECT(expression, wanted) expect(#expression, __LINE__, (long)(expression), (long)(wanted))
#define EXPECT_TRUE(expression) expect(#expression, __LINE__, !!(expression), 1)
void expect(const char *what, int line, long got, long wanted);
extern int failures;

/// The plug-in and the camera under test, from the command line.
extern const char *plugin_path;
extern const char *camera_id;

/// Opens the manager, and the session too; a failure ends the process, since the case cannot go on.
void open_manager(client *client);
void open_session(client *client);
/// Configures `streams` viewfinder streams; returns what prism_session_configure returned.
int configure(client *client, uint32_t streams, uint32_t buffers);
/// open_session, configure and start in one.
void run(client *client);
/// prism_session_open with the client's callbacks.
int try_open(client *client, const char *id, prism_session **out);
/// Waits until `count` completions have been seen in all. Ten seconds without end the process.
void wait_seen(client *client, uint64_t count);
/// Completions seen so far.
uint64_t seen(client *client);
/// Takes the oldest completion held; NULL when there is none.
const prism_completion *take(client *client);
void close_all(client *client);

prism_session_counters counters(client *client);
int open_descriptors(void);
int threads(void);
