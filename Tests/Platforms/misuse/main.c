// SPDX-License-Identifier: MIT
// misuse PLUGIN CAMERA-ID [[-]WORD]: what a client may do wrong, each case in a process of its own.
//
// WORD picks the cases whose claim contains it, -WORD those whose claim does not. The exit status is 0 when every case held.
#include "cases.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void run_child(const misuse *entry) {
    client client = {0};
    alarm(60);
    entry->check(&client);
    close_all(&client);
    _exit(failures ? 1 : 0);
}

/// True when the case held.
static bool run_case(const misuse *entry) {
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    const pid_t child = fork();
    if (child == 0)
        run_child(entry);
    int status = 0;
    waitpid(child, &status, 0);
    clock_gettime(CLOCK_MONOTONIC, &end);
    const double seconds =
        (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9;
    const bool held = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    printf("%s %s (%.2f s)\n", held ? "ok  " : "FAIL", entry->claim, seconds);
    if (WIFSIGNALED(status))
        printf("    ended by signal %d (%s)\n", WTERMSIG(status), strsignal(WTERMSIG(status)));
    return held;
}

static bool is_wanted(const misuse *entry, const char *word) {
    if (!word)
        return true;
    return *word == '-' ? !strstr(entry->claim, word + 1) : strstr(entry->claim, word) != NULL;
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fprintf(stderr, "usage: misuse PLUGIN CAMERA-ID [[-]WORD]\n");
        return 2;
    }
    // The children inherit the buffer: it must be empty when they are made.
    setvbuf(stdout, NULL, _IOLBF, 0);
    plugin_path = argv[1];
    camera_id = argv[2];
    const misuse *const groups[] = {lifecycle_cases, frame_cases, control_cases, thread_cases,
                                    handler_cases};
    int held = 0, broken = 0;
    for (size_t group = 0; group < sizeof(groups) / sizeof(groups[0]); group++)
        for (const misuse *entry = groups[group]; entry->claim; entry++)
            if (is_wanted(entry, argv[3]))
                *(run_case(entry) ? &held : &broken) += 1;
    printf("%d passed, %d failed\n", held, broken);
    return broken || !held;
}
