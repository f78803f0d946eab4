// SPDX-License-Identifier: MIT
// Events of libinput, flattened into one plain structure.
#include "prism_input.h"

#include <errno.h>
#include <fcntl.h>
#include <libinput.h>
#include <libudev.h>
#include <stdlib.h>
#include <unistd.h>

struct prism_input {
    struct udev *udev;
    struct libinput *libinput;
    prism_input_opener opener;
    /// The event whose device's name was handed out last.
    struct libinput_event *named;
};

static int open_file(void *context, const char *path) {
    (void)context;
    int fd = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
    return fd >= 0 ? fd : -errno;
}

static void close_file(void *context, int fd) {
    (void)context;
    close(fd);
}

static int open_restricted(const char *path, int flags, void *data) {
    (void)flags;
    const prism_input *input = data;
    return input->opener.open(input->opener.context, path);
}

static void close_restricted(int fd, void *data) {
    const prism_input *input = data;
    input->opener.close(input->opener.context, fd);
}

static const struct libinput_interface restricted = {open_restricted, close_restricted};

int prism_input_open(const char *seat, const prism_input_opener *opener, prism_input **out) {
    prism_input *input = calloc(1, sizeof *input);
    if (!input)
        return -ENOMEM;
    input->opener = opener ? *opener : (prism_input_opener){open_file, close_file, NULL};
    input->udev = udev_new();
    if (input->udev)
        input->libinput = libinput_udev_create_context(&restricted, input, input->udev);
    if (!input->libinput || libinput_udev_assign_seat(input->libinput, seat) != 0) {
        prism_input_close(input);
        return -ENODEV;
    }
    *out = input;
    return 0;
}

static void forget_name(prism_input *input) {
    if (input->named)
        libinput_event_destroy(input->named);
    input->named = NULL;
}

void prism_input_close(prism_input *input) {
    forget_name(input);
    if (input->libinput)
        libinput_unref(input->libinput);
    if (input->udev)
        udev_unref(input->udev);
    free(input);
}

int prism_input_fd(prism_input *input) {
    return libinput_get_fd(input->libinput);
}

int prism_input_dispatch(prism_input *input) {
    return libinput_dispatch(input->libinput);
}

void prism_input_suspend(prism_input *input) {
    libinput_suspend(input->libinput);
}

int prism_input_resume(prism_input *input) {
    return libinput_resume(input->libinput) == 0 ? 0 : -EIO;
}

static int64_t nanoseconds(uint64_t microseconds) {
    return (int64_t)microseconds * 1000;
}

static int read_key(struct libinput_event *event, prism_input_event *out) {
    struct libinput_event_keyboard *key = libinput_event_get_keyboard_event(event);
    out->kind = PRISM_INPUT_KEY;
    out->code = libinput_event_keyboard_get_key(key);
    out->value = libinput_event_keyboard_get_key_state(key) == LIBINPUT_KEY_STATE_PRESSED;
    out->time_ns = nanoseconds(libinput_event_keyboard_get_time_usec(key));
    return 1;
}

static int read_touch(struct libinput_event *event, int32_t kind, prism_input_event *out) {
    struct libinput_event_touch *touch = libinput_event_get_touch_event(event);
    out->kind = kind;
    out->time_ns = nanoseconds(libinput_event_touch_get_time_usec(touch));
    if (kind == PRISM_INPUT_TOUCH_CANCEL)
        return 1;
    out->code = (uint32_t)libinput_event_touch_get_seat_slot(touch);
    if (kind == PRISM_INPUT_TOUCH_UP)
        return 1;
    // Asked for a screen one wide and one high, libinput answers in parts of it.
    out->x = libinput_event_touch_get_x_transformed(touch, 1);
    out->y = libinput_event_touch_get_y_transformed(touch, 1);
    return 1;
}

static int read_motion(struct libinput_event *event, prism_input_event *out) {
    struct libinput_event_pointer *pointer = libinput_event_get_pointer_event(event);
    out->kind = PRISM_INPUT_POINTER_MOVE;
    out->time_ns = nanoseconds(libinput_event_pointer_get_time_usec(pointer));
    out->x = libinput_event_pointer_get_dx(pointer);
    out->y = libinput_event_pointer_get_dy(pointer);
    return 1;
}

static int read_button(struct libinput_event *event, prism_input_event *out) {
    struct libinput_event_pointer *pointer = libinput_event_get_pointer_event(event);
    out->kind = PRISM_INPUT_BUTTON;
    out->time_ns = nanoseconds(libinput_event_pointer_get_time_usec(pointer));
    out->code = libinput_event_pointer_get_button(pointer);
    out->value = libinput_event_pointer_get_button_state(pointer) == LIBINPUT_BUTTON_STATE_PRESSED;
    return 1;
}

static int read_wheel(struct libinput_event *event, prism_input_event *out) {
    struct libinput_event_pointer *pointer = libinput_event_get_pointer_event(event);
    if (!libinput_event_pointer_has_axis(pointer, LIBINPUT_POINTER_AXIS_SCROLL_VERTICAL))
        return 0;
    out->kind = PRISM_INPUT_WHEEL;
    out->time_ns = nanoseconds(libinput_event_pointer_get_time_usec(pointer));
    // 120 units are one click (libinput's documentation of high-resolution wheels).
    out->y = libinput_event_pointer_get_scroll_value_v120(pointer,
                                                          LIBINPUT_POINTER_AXIS_SCROLL_VERTICAL) /
             120;
    return 1;
}

static int read_device(struct libinput_event *event, int32_t kind, prism_input_event *out) {
    out->kind = kind;
    out->name = libinput_device_get_name(libinput_event_get_device(event));
    return 1;
}

/// 1 where the event is one that we pass on.
static int flatten(struct libinput_event *event, prism_input_event *out) {
    switch (libinput_event_get_type(event)) {
    case LIBINPUT_EVENT_KEYBOARD_KEY:
        return read_key(event, out);
    case LIBINPUT_EVENT_TOUCH_DOWN:
        return read_touch(event, PRISM_INPUT_TOUCH_DOWN, out);
    case LIBINPUT_EVENT_TOUCH_MOTION:
        return read_touch(event, PRISM_INPUT_TOUCH_MOVE, out);
    case LIBINPUT_EVENT_TOUCH_UP:
        return read_touch(event, PRISM_INPUT_TOUCH_UP, out);
    case LIBINPUT_EVENT_TOUCH_CANCEL:
        return read_touch(event, PRISM_INPUT_TOUCH_CANCEL, out);
    case LIBINPUT_EVENT_POINTER_MOTION:
        return read_motion(event, out);
    case LIBINPUT_EVENT_POINTER_BUTTON:
        return read_button(event, out);
    case LIBINPUT_EVENT_POINTER_SCROLL_WHEEL:
        return read_wheel(event, out);
    case LIBINPUT_EVENT_DEVICE_ADDED:
        return read_device(event, PRISM_INPUT_ADDED, out);
    case LIBINPUT_EVENT_DEVICE_REMOVED:
        return read_device(event, PRISM_INPUT_REMOVED, out);
    default:
        return 0;
    }
}

int prism_input_next(prism_input *input, prism_input_event *event) {
    forget_name(input);
    struct libinput_event *next;
    while ((next = libinput_get_event(input->libinput))) {
        *event = (prism_input_event){0};
        int is_ours = flatten(next, event);
        if (event->name)
            input->named = next;
        else
            libinput_event_destroy(next);
        if (is_ours)
            return 1;
    }
    return 0;
}
