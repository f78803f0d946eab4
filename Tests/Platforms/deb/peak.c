// SPDX-License-Identifier: MIT
// peak FILE PROGRAM ARGUMENT...: runs a program and writes its largest resident memory, in KiB, into FILE.
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
    if (argc < 3)
        return 2;
    pid_t child = fork();
    if (child == 0) {
        execv(argv[2], argv + 2);
        _exit(127);
    }
    int status = 0;
    struct rusage usage = {0};
    if (child < 0 || wait4(child, &status, 0, &usage) != child)
        return 1;
    FILE *file = fopen(argv[1], "w");
    if (!file)
        return 1;
    fprintf(file, "%ld\n", usage.ru_maxrss);
    return fclose(file) != 0 || !WIFEXITED(status) ? 1 : WEXITSTATUS(status);
}
