// SPDX-License-Identifier: MIT
// libseat behind functions that a Swift thread can poll.
#include "prism_seat.h"

#include <errno.h>
#include <libseat.h>
#include <stdlib.h>

/// A card and as many inputs as anybody plugs in.
#define MAX_DEVICES 64

struct prism_seat {
    struct libseat *libseat;
    int is_active;
    /// What libseat calls each descriptor that is open.
    struct {
        int fd;
        int id;
    } devices[MAX_DEVICES];
    int count;
};

static void on_enable(struct libseat *libseat, void *data) {
    (void)libseat;
    prism_seat *seat = data;
    seat->is_active = 1;
}

static void on_disable(struct libseat *libseat, void *data) {
    (void)libseat;
    prism_seat *seat = data;
    seat->is_active = 0;
}

static const struct libseat_seat_listener listener = {on_enable, on_disable};

int prism_seat_open(prism_seat **out) {
    prism_seat *seat = calloc(1, sizeof *seat);
    if (!seat)
        return -ENOMEM;
    libseat_set_log_level(LIBSEAT_LOG_LEVEL_SILENT);
    seat->libseat = libseat_open_seat(&listener, seat);
    if (!seat->libseat) {
        int error = errno ? -errno : -ENOENT;
        free(seat);
        return error;
    }
    *out = seat;
    return 0;
}

void prism_seat_close(prism_seat *seat) {
    while (seat->count > 0)
        prism_seat_release(seat, seat->devices[seat->count - 1].fd);
    libseat_close_seat(seat->libseat);
    free(seat);
}

const char *prism_seat_name(prism_seat *seat) {
    return libseat_seat_name(seat->libseat);
}

int prism_seat_fd(prism_seat *seat) {
    int fd = libseat_get_fd(seat->libseat);
    return fd >= 0 ? fd : -errno;
}

int prism_seat_dispatch(prism_seat *seat, int timeout_ms) {
    return libseat_dispatch(seat->libseat, timeout_ms) >= 0 ? 0 : -errno;
}

int prism_seat_is_active(const prism_seat *seat) {
    return seat->is_active;
}

int prism_seat_let_go(prism_seat *seat) {
    return libseat_disable_seat(seat->libseat) == 0 ? 0 : -errno;
}

int prism_seat_open_device(prism_seat *seat, const char *path) {
    if (seat->count == MAX_DEVICES)
        return -EMFILE;
    int fd = -1;
    int id = libseat_open_device(seat->libseat, path, &fd);
    if (id < 0)
        return errno ? -errno : -EIO;
    seat->devices[seat->count].fd = fd;
    seat->devices[seat->count].id = id;
    seat->count += 1;
    return fd;
}

void prism_seat_release(prism_seat *seat, int fd) {
    for (int i = 0; i < seat->count; i++) {
        if (seat->devices[i].fd != fd)
            continue;
        libseat_close_device(seat->libseat, seat->devices[i].id);
        seat->devices[i] = seat->devices[seat->count - 1];
        seat->count -= 1;
        return;
    }
}

int prism_seat_switch(prism_seat *seat, int console) {
    return libseat_switch_session(seat->libseat, console) == 0 ? 0 : -errno;
}
