// SPDX-License-Identifier: MIT
// A seat: screens and inputs without being root, given and taken by seatd or logind as consoles are switched.
#pragma once

typedef struct prism_seat prism_seat;

/// Opens the seat of the session that this process is in.
///
/// Fails at once where neither seatd nor logind answers. `*out` is the caller's, to be closed with prism_seat_close().
/// Thread: any; may block for the answer.  Errors: -errno (-ENOENT: no seat here).
int prism_seat_open(prism_seat **out);

/// Gives every device and the seat back; descriptors stay the callers'. Thread: the seat's.  Errors: none.
void prism_seat_close(prism_seat *seat);

/// Its name ("seat0"); the seat's. Thread: the seat's.  Errors: none.
const char *prism_seat_name(prism_seat *seat);

/// The descriptor to be polled for reading; it stays the seat's. Thread: the seat's.  Errors: -errno.
int prism_seat_fd(prism_seat *seat);

/// Handles what waits, at most for `timeout_ms` (0: does not block).
/// Thread: the seat's.  Errors: -errno (the seat is gone).
int prism_seat_dispatch(prism_seat *seat, int timeout_ms);

/// 1 while the screen and the inputs are ours, 0 while another console has them. Thread: the seat's.  Errors: none.
int prism_seat_is_active(const prism_seat *seat);

/// Says that nothing of the seat is used any more, after it became inactive; the console is switched then.
/// Thread: the seat's.  Errors: -errno.
int prism_seat_let_go(prism_seat *seat);

/// Opens a device of the seat. Returns a descriptor that is the caller's, who gives it back to the seat by
/// prism_seat_release() before closing it.
/// Thread: the seat's; may block.  Errors: -errno.
int prism_seat_open_device(prism_seat *seat, const char *path);

/// Tells the seat that a descriptor is about to be closed; one that is not the seat's is let be.
/// Thread: the seat's.  Errors: none.
void prism_seat_release(prism_seat *seat, int fd);

/// Asks for another console. Thread: the seat's.  Errors: -errno.
int prism_seat_switch(prism_seat *seat, int console);
