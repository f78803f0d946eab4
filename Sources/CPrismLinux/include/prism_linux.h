// SPDX-License-Identifier: MIT
// What Swift's Glibc module hides: thread names, eventfd, dma-buf synchronisation, file durability.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Names the calling thread (at most 15 bytes are kept). Thread: the one to be named.
void prism_linux_name_thread(const char *name);

/// A close-on-exec, non-blocking eventfd owned by the caller. Thread: any.  Errors: -errno.
int prism_linux_eventfd(void);

/// CPU access to a dma-buf, to be bracketed by begin and end.
enum prism_linux_access {
    PRISM_LINUX_READ = 1,
    PRISM_LINUX_WRITE = 2,
};

/// Begins (`begin` 1) or ends (0) CPU access. A descriptor that is no dma-buf (a memfd) needs none: returns 0.
/// Thread: any.  Errors: -errno.
int prism_linux_dmabuf_sync(int fd, int access, int begin);

/// Opens an unnamed file in `directory` (O_TMPFILE), or returns -EOPNOTSUPP where the file system has none.
/// The descriptor is the caller's. Thread: any.  Errors: -errno.
int prism_linux_open_unnamed(const char *directory, unsigned mode);

/// Gives an unnamed file a name that must not exist yet. Thread: any.  Errors: -errno (-EEXIST).
int prism_linux_link_unnamed(int fd, const char *path);

/// Renames without replacing. Thread: any.  Errors: -errno (-EEXIST; -EINVAL: file system cannot).
int prism_linux_rename_exclusive(const char *from, const char *to);

/// CRC-32C (Castagnoli) of `size` bytes, continuing from `crc` (0 to begin). Thread: any.
uint32_t prism_linux_crc32c(uint32_t crc, const void *data, size_t size);

/// The same without the CPU's CRC instruction: what CPUs without one run. Thread: any.
uint32_t prism_linux_crc32c_portable(uint32_t crc, const void *data, size_t size);

/// 1 when the kernel says that the wall clock is synchronised (adjtimex), 0 not, -errno. Thread: any.
int prism_linux_clock_synchronised(void);

/// Sends one datagram to a Unix socket: a path, or an abstract name that begins with '@'. Never blocks.
/// Thread: any.  Errors: -errno (-ENOENT: there is no such socket, -EMSGSIZE, -EAGAIN).
int prism_linux_datagram_send(const char *name, const void *data, size_t size);

/// Reads a V4L2 control of an open device. Thread: any.  Errors: -errno (-EINVAL, -ENOTTY: it has none such).
int prism_linux_v4l2_get(int fd, uint32_t control, int32_t *value);

/// Writes a V4L2 control of an open device. Thread: any.  Errors: -errno (-EBUSY: it is streaming).
int prism_linux_v4l2_set(int fd, uint32_t control, int32_t value);

/// V4L2_CID_WIDE_DYNAMIC_RANGE. Thread: any.
uint32_t prism_linux_v4l2_wide_dynamic_range(void);
