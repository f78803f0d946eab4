// SPDX-License-Identifier: MIT
// A display card: opening it, what it has, atomic commits, flip events, master and leases.
#pragma once

#include "prism_framebuffer.h"
#include "prism_topology.h"

#include <stddef.h>
#include <stdint.h>

/// Opens a card and asks for universal planes, atomic commits and writeback connectors.
///
/// `*out` is the caller's, to be closed with prism_display_close(). Opening makes the caller master where nobody is.
/// Thread: any.  Errors: -errno (-EACCES; -EOPNOTSUPP: no mode setting, or no atomic one).
int prism_display_open(const char *path, prism_display **out);

/// Takes over an open descriptor of a card, from a seat or a lease; it is closed with the display.
/// Thread: any.  Errors: -errno; then the descriptor is still the caller's.
int prism_display_adopt(int fd, prism_display **out);

/// Frees framebuffers, handles and the descriptor. Thread: the display's.  Errors: none.
void prism_display_close(prism_display *display);

/// The descriptor, to be polled; it stays the display's. Thread: any.  Errors: none.
int prism_display_fd(const prism_display *display);

/// A descriptor that can be read when a flip event or news of a connector waits; it stays the display's.
/// Made on first call. Thread: the display's.  Errors: -errno.
int prism_display_watch(prism_display *display);

/// 1 where the kernel told of a change of connectors since the last call, on whatever card; 0 where not.
/// Thread: the display's; never blocks.  Errors: none.
int prism_display_take_hotplug(prism_display *display);

/// 1 where this descriptor is DRM master, 0 where another is. Thread: any.  Errors: none.
int prism_display_is_master(const prism_display *display);

/// Becomes master (`wanted` 1) or lets go of it (0). Thread: any.  Errors: -errno (-EACCES, -EBUSY).
int prism_display_set_master(prism_display *display, int wanted);

/// Leases objects (connector, CRTC, planes) to another client.
/// `*lessee` identifies the lease for prism_display_revoke(). Thread: any.
/// Returns a descriptor that is the caller's.  Errors: -errno.
int prism_display_lease(prism_display *display, const uint32_t *objects, size_t count,
                        uint32_t *lessee);

/// Takes a lease back. Thread: any.  Errors: -errno.
int prism_display_revoke(prism_display *display, uint32_t lessee);

/// One property of one object, to be set.
typedef struct prism_assignment {
    uint32_t object;
    uint32_t property;
    uint64_t value;
} prism_assignment;

/// Most assignments of one commit.
#define PRISM_MAX_ASSIGNMENTS 512

/// How a commit is done.
enum prism_commit_flag {
    PRISM_COMMIT_TEST = 1,        ///< only say whether it would do
    PRISM_COMMIT_NONBLOCKING = 2, ///< return at once; -EBUSY while another is under way
    PRISM_COMMIT_EVENT = 4,       ///< a flip event when it is on the screen
    PRISM_COMMIT_MODESET = 8      ///< may light up or reconfigure connectors
};

/// Where the kernel puts the fence of a writeback; `property` 0: there is none.
typedef struct prism_fence {
    uint32_t object;
    uint32_t property;
    int32_t fd; ///< out: the caller's, readable once the picture is written; -1 none
} prism_fence;

/// Sets all properties or none; assignments of one object stand together. Allocates nothing.
/// `fence` may be NULL. `tag` comes back with the flip event. Thread: the display's.
/// Errors: -errno (-EINVAL, -ERANGE, -ENOSPC: the hardware cannot; -EBUSY; -EACCES: not master).
int prism_display_commit(prism_display *display, const prism_assignment *assignments, size_t count,
                         uint32_t flags, uint64_t tag, prism_fence *fence);

/// A commit that is on the screen now.
typedef struct prism_flip {
    uint32_t crtc;
    uint32_t sequence; ///< vertical blanks counted by the kernel; 0 where it counts none
    int64_t time_ns;   ///< CLOCK_MONOTONIC
    uint64_t tag;
} prism_flip;

/// Reads the flip events that wait, without blocking; at most `capacity`, the rest stays.
/// Thread: the display's.  Returns their number.  Errors: -errno (-ENODEV: the card is gone).
int prism_display_read_flips(prism_display *display, prism_flip *flips, size_t capacity);

/// Makes a property blob, for a mode or a colour table. Thread: any.  Errors: -errno.
int prism_display_create_blob(prism_display *display, const void *data, size_t size, uint32_t *id);

/// Makes the blob of a mode. Thread: any.  Errors: -errno.
int prism_display_create_mode(prism_display *display, const prism_mode *mode, uint32_t *id);

/// Frees a blob; what a commit uses of it stays. Thread: any.  Errors: -errno.
int prism_display_destroy_blob(prism_display *display, uint32_t id);

/// Waits until a fence is signalled, then closes it. Thread: any; blocks.
/// Errors: -errno (-ETIMEDOUT).
int prism_display_wait_fence(int fd, int timeout_ms);
