// SPDX-License-Identifier: MIT
// LD_PRELOAD: a user-space /dev/udmabuf, so that libcamera's virtual pipeline works without the kernel's.
//
// A "dma-buf" made here is the memfd itself. It answers DMA_BUF_IOCTL_SYNC and DMA_BUF_SET_NAME as
// the kernel does, bad flags included, so code that brackets CPU access wrongly fails here too.
//
// The virtual pipeline renders as fast as it can and ignores FrameDurationLimits. It alone maps
// buffers write-only, once per frame and on its own thread: PRISM_UDMABUF_FPS=n makes that map wait.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <linux/udmabuf.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define DEVICE "/dev/udmabuf"
#define MOST_BUFFERS 65536

static int (*next_openat)(int, const char *, int, ...);
static int (*next_ioctl)(int, unsigned long, ...);
static void *(*next_mmap)(void *, size_t, int, int, int, off_t);

// A memfd's inode number is not used again, and it is the same for every descriptor of the buffer.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static ino_t device;
static ino_t buffers[MOST_BUFFERS];
static size_t buffer_count;
static int64_t period_ns;

__attribute__((constructor)) static void prepare(void) {
    next_openat = (int (*)(int, const char *, int, ...))dlsym(RTLD_NEXT, "openat");
    next_ioctl = (int (*)(int, unsigned long, ...))dlsym(RTLD_NEXT, "ioctl");
    next_mmap = (void *(*)(void *, size_t, int, int, int, off_t))dlsym(RTLD_NEXT, "mmap");
    const char *fps = getenv("PRISM_UDMABUF_FPS");
    if (fps && atof(fps) > 0)
        period_ns = (int64_t)(1e9 / atof(fps));
}

static ino_t inode(int fd) {
    struct stat status;
    return fd >= 0 && fstat(fd, &status) == 0 ? status.st_ino : 0;
}

static bool is_device(int fd) {
    const ino_t number = inode(fd);
    pthread_mutex_lock(&lock);
    const bool found = number != 0 && number == device;
    pthread_mutex_unlock(&lock);
    return found;
}

static bool is_buffer(int fd) {
    const ino_t number = inode(fd);
    bool found = false;
    pthread_mutex_lock(&lock);
    for (size_t i = buffer_count; i > 0 && !found && number != 0; i--)
        found = buffers[i - 1] == number;
    pthread_mutex_unlock(&lock);
    return found;
}

// --- The device ----------------------------------------------------------------------------------

// All descriptors of the device are copies of one memfd, so that one inode tells them.
static int open_device(int flags) {
    static int master = -1;
    pthread_mutex_lock(&lock);
    if (master < 0)
        master = (int)syscall(SYS_memfd_create, "udmabuf", MFD_CLOEXEC);
    device = inode(master);
    const int fd = fcntl(master, flags & O_CLOEXEC ? F_DUPFD_CLOEXEC : F_DUPFD, 0);
    pthread_mutex_unlock(&lock);
    return fd;
}

static int fail(int error) {
    errno = error;
    return -1;
}

static int create(int memfd, uint64_t offset, uint64_t size, uint32_t flags) {
    struct stat status;
    const int seals = fcntl(memfd, F_GET_SEALS);
    const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    if (seals < 0 || !(seals & F_SEAL_SHRINK) || (seals & F_SEAL_WRITE))
        return fail(EINVAL);
    if (offset != 0 || size == 0 || size % page != 0)
        return fail(EINVAL);
    if (fstat(memfd, &status) != 0 || (uint64_t)status.st_size < size)
        return fail(EINVAL);
    const int command = flags & UDMABUF_FLAGS_CLOEXEC ? F_DUPFD_CLOEXEC : F_DUPFD;
    const int fd = fcntl(memfd, command, 0);
    if (fd < 0)
        return -1;
    pthread_mutex_lock(&lock);
    const bool full = buffer_count == MOST_BUFFERS;
    if (!full)
        buffers[buffer_count++] = status.st_ino;
    pthread_mutex_unlock(&lock);
    if (!full)
        return fd;
    close(fd);
    return fail(ENOMEM);
}

static int sync_buffer(const struct dma_buf_sync *sync) {
    const bool unknown = sync->flags & ~(uint64_t)DMA_BUF_SYNC_VALID_FLAGS_MASK;
    return unknown || !(sync->flags & DMA_BUF_SYNC_RW) ? fail(EINVAL) : 0;
}

static void wait_for_turn(void) {
    static int64_t due;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    const int64_t now_ns = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
    pthread_mutex_lock(&lock);
    // After an idle time the pace starts anew, without a burst to catch up.
    due = (due + period_ns > now_ns ? due : now_ns) + period_ns;
    const int64_t until = due;
    pthread_mutex_unlock(&lock);
    const struct timespec wake = {.tv_sec = until / 1000000000, .tv_nsec = until % 1000000000};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &wake, NULL) == EINTR)
        continue;
}

// --- What is interposed --------------------------------------------------------------------------

static int open_any(int directory, const char *path, int flags, mode_t mode) {
    if (path && strcmp(path, DEVICE) == 0)
        return open_device(flags);
    if (!next_openat) // another library's constructor, before ours
        return (int)syscall(SYS_openat, directory, path, flags, mode);
    return next_openat(directory, path, flags, mode);
}

static mode_t mode_of(int flags, va_list list) {
    const bool creates = (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE;
    return creates ? va_arg(list, mode_t) : 0;
}

#define OPEN_WITH_MODE(directory, path, flags)                                                     \
    va_list list;                                                                                  \
    va_start(list, flags);                                                                         \
    const mode_t mode = mode_of(flags, list);                                                      \
    va_end(list);                                                                                  \
    return open_any(directory, path, flags, mode)

int open(const char *path, int flags, ...) {
    OPEN_WITH_MODE(AT_FDCWD, path, flags);
}
int open64(const char *path, int flags, ...) {
    OPEN_WITH_MODE(AT_FDCWD, path, flags);
}
int openat(int dir, const char *path, int flags, ...) {
    OPEN_WITH_MODE(dir, path, flags);
}
int openat64(int dir, const char *path, int flags, ...) {
    OPEN_WITH_MODE(dir, path, flags);
}
int __open_2(const char *path, int flags) {
    return open_any(AT_FDCWD, path, flags, 0);
}
int __open64_2(const char *path, int flags) {
    return open_any(AT_FDCWD, path, flags, 0);
}

int ioctl(int fd, unsigned long request, ...) {
    va_list list;
    va_start(list, request);
    void *argument = va_arg(list, void *);
    va_end(list);

    if (request == UDMABUF_CREATE && is_device(fd)) {
        const struct udmabuf_create *wish = argument;
        return create((int)wish->memfd, wish->offset, wish->size, wish->flags);
    }
    if (request == DMA_BUF_IOCTL_SYNC && is_buffer(fd))
        return sync_buffer(argument);
    if ((request == DMA_BUF_SET_NAME_A || request == DMA_BUF_SET_NAME_B) && is_buffer(fd))
        return 0;
    if (!next_ioctl)
        return (int)syscall(SYS_ioctl, fd, request, argument);
    return next_ioctl(fd, request, argument);
}

static void *map_any(void *address, size_t size, int protection, int flags, int fd, off_t offset) {
    if (period_ns > 0 && protection == PROT_WRITE && is_buffer(fd))
        wait_for_turn();
    if (!next_mmap)
        return (void *)syscall(SYS_mmap, address, size, protection, flags, fd, offset);
    return next_mmap(address, size, protection, flags, fd, offset);
}

void *mmap(void *address, size_t size, int protection, int flags, int fd, off_t offset) {
    return map_any(address, size, protection, flags, fd, offset);
}
void *mmap64(void *address, size_t size, int protection, int flags, int fd, off64_t offset) {
    return map_any(address, size, protection, flags, fd, offset);
}
