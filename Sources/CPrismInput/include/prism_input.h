// SPDX-License-Identifier: MIT
// Touch screens, keyboards and remotes of a seat, through libinput; devices that are plugged in later too.
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct prism_input prism_input;

/// What happened.
enum prism_input_kind {
    PRISM_INPUT_KEY = 1,    ///< `code` (linux/input-event-codes.h) went down (`value` 1) or up (0)
    PRISM_INPUT_TOUCH_DOWN, ///< finger `code` at `x`, `y`
    PRISM_INPUT_TOUCH_MOVE, ///< as above
    PRISM_INPUT_TOUCH_UP,   ///< finger `code`
    PRISM_INPUT_TOUCH_CANCEL, ///< the touches are no touches
    PRISM_INPUT_POINTER_MOVE, ///< a mouse moved by `x`, `y` in units of its own
    PRISM_INPUT_BUTTON,       ///< a mouse's button `code` went down (1) or up (0)
    PRISM_INPUT_WHEEL,        ///< the wheel turned by `y` clicks, downwards above 0
    PRISM_INPUT_ADDED,        ///< a device is there; `name` until the next call
    PRISM_INPUT_REMOVED       ///< it is gone
};

/// One event.
typedef struct prism_input_event {
    int32_t kind; ///< prism_input_kind
    uint32_t code;
    int32_t value;
    int64_t time_ns;  ///< CLOCK_MONOTONIC; 0 for devices that come and go
    double x;         ///< touches: 0 at the left edge of the screen, 1 at the right one
    double y;         ///< touches: 0 at the upper edge, 1 at the lower one
    const char *name; ///< of a device; the library's, until the next call
} prism_input_event;

/// Who opens device files: a seat, where there is one.
typedef struct prism_input_opener {
    /// Opens `path` for reading and writing without blocking. Returns a descriptor or -errno.
    int (*open)(void *context, const char *path);
    /// Closes what `open` returned.
    void (*close)(void *context, int fd);
    void *context;
} prism_input_opener;

/// Watches the devices of a seat ("seat0") that udev knows.
///
/// `opener` is copied; NULL opens the files directly. Its functions are called on the thread that calls this,
/// prism_input_dispatch(), prism_input_resume() and prism_input_close().
/// `*out` is the caller's, to be closed with prism_input_close().
/// Thread: any.  Errors: -errno (-ENODEV: no udev here; -ENOMEM).
int prism_input_open(const char *seat, const prism_input_opener *opener, prism_input **out);

/// Closes every device. Thread: the input's.  Errors: none.
void prism_input_close(prism_input *input);

/// The descriptor to be polled for reading; it stays the input's. Thread: any.  Errors: none.
int prism_input_fd(prism_input *input);

/// Reads what waits on the descriptor; then prism_input_next() has events. Never blocks.
/// Thread: the input's.  Errors: -errno.
int prism_input_dispatch(prism_input *input);

/// The next event. Thread: the input's.
/// Returns 1 with `*event`, 0 where none waits.  Errors: none.
int prism_input_next(prism_input *input, prism_input_event *event);

/// Closes the devices while another console has the screen. Thread: the input's.  Errors: none.
void prism_input_suspend(prism_input *input);

/// Opens them again. Thread: the input's.  Errors: -errno.
int prism_input_resume(prism_input *input);
