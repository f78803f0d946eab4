// SPDX-License-Identifier: MIT
// The shims of prism_linux.h; each says why Swift cannot do it by itself.
#define _GNU_SOURCE
#include "prism_linux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/timex.h>
#include <unistd.h>

// pthread_setname_np is behind _GNU_SOURCE, which Swift's Glibc module does not set.
void prism_linux_name_thread(const char *name) {
    char shortened[16];
    snprintf(shortened, sizeof shortened, "%s", name);
    pthread_setname_np(pthread_self(), shortened);
}

// <sys/eventfd.h> is not part of Swift's Glibc module.
int prism_linux_eventfd(void) {
    int fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return fd < 0 ? -errno : fd;
}

// The request number is a function-like macro, which Swift cannot import.
int prism_linux_dmabuf_sync(int fd, int access, int begin) {
    struct dma_buf_sync sync = {0};
    if (access & PRISM_LINUX_READ)
        sync.flags |= DMA_BUF_SYNC_READ;
    if (access & PRISM_LINUX_WRITE)
        sync.flags |= DMA_BUF_SYNC_WRITE;
    sync.flags |= begin ? DMA_BUF_SYNC_START : DMA_BUF_SYNC_END;
    while (ioctl(fd, DMA_BUF_IOCTL_SYNC, &sync) != 0) {
        if (errno == ENOTTY)
            return 0;
        if (errno != EINTR && errno != EAGAIN)
            return -errno;
    }
    return 0;
}

// O_TMPFILE is behind _GNU_SOURCE.
int prism_linux_open_unnamed(const char *directory, unsigned mode) {
    int fd = open(directory, O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
    if (fd >= 0)
        return fd;
    // Kernels or file systems without O_TMPFILE see an attempt to open a directory for writing.
    return errno == EISDIR || errno == ENOENT ? -EOPNOTSUPP : -errno;
}

// AT_EMPTY_PATH needs a capability; /proc/self/fd with AT_SYMLINK_FOLLOW does not.
int prism_linux_link_unnamed(int fd, const char *path) {
    char source[32];
    snprintf(source, sizeof source, "/proc/self/fd/%d", fd);
    return linkat(AT_FDCWD, source, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 ? 0 : -errno;
}

// renameat2 and RENAME_NOREPLACE are behind _GNU_SOURCE.
int prism_linux_rename_exclusive(const char *from, const char *to) {
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0 ? 0 : -errno;
}

// <sys/timex.h> is not part of Swift's Glibc module.
int prism_linux_clock_synchronised(void) {
    struct timex state = {0};
    int result = adjtimex(&state);
    if (result < 0)
        return -errno;
    return (state.status & STA_UNSYNC) == 0 && result != TIME_ERROR;
}
