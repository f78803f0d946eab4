// SPDX-License-Identifier: MIT
// Hands that nobody has: a touch screen and a keyboard through uinput, moved by words on the command line.
//
//     uinput COMMAND...   tap X Y | press X Y MS | drag X Y X Y | pinch FROM TO | key CODE MS | sleep MS
//
// X, Y and the pinch's distances are in thousandths of the screen.
#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static void fail(const char *what) {
    fprintf(stderr, "uinput: %s: %s\n", what, strerror(errno));
    exit(1);
}

static void sleep_ms(long ms) {
    struct timespec time = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&time, NULL);
}

static void emit(int fd, int type, int code, int value) {
    struct input_event event = {.type = (__u16)type, .code = (__u16)code, .value = value};
    if (write(fd, &event, sizeof event) != sizeof event)
        fail("write");
}

static void sync_events(int fd) {
    emit(fd, EV_SYN, SYN_REPORT, 0);
}

static void axis(int fd, int code, int maximum) {
    struct uinput_abs_setup setup = {.code = (__u16)code,
                                     .absinfo = {.maximum = maximum, .resolution = 10}};
    if (ioctl(fd, UI_ABS_SETUP, &setup) != 0)
        fail("axis");
}

static void create(int fd, const char *name) {
    struct uinput_setup setup = {.id = {.bustype = BUS_USB, .vendor = 1, .product = 1}};
    snprintf(setup.name, sizeof setup.name, "%s", name);
    if (ioctl(fd, UI_DEV_SETUP, &setup) != 0 || ioctl(fd, UI_DEV_CREATE) != 0)
        fail("create");
}

static int open_uinput(void) {
    int fd = open("/dev/uinput", O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        fail("/dev/uinput");
    return fd;
}

static int make_touch_screen(void) {
    int fd = open_uinput();
    ioctl(fd, UI_SET_EVBIT, EV_KEY);
    ioctl(fd, UI_SET_KEYBIT, BTN_TOUCH);
    ioctl(fd, UI_SET_EVBIT, EV_ABS);
    ioctl(fd, UI_SET_PROPBIT, INPUT_PROP_DIRECT);
    axis(fd, ABS_X, 1000);
    axis(fd, ABS_Y, 1000);
    axis(fd, ABS_MT_SLOT, 9);
    axis(fd, ABS_MT_TRACKING_ID, 65535);
    axis(fd, ABS_MT_POSITION_X, 1000);
    axis(fd, ABS_MT_POSITION_Y, 1000);
    create(fd, "test touch screen");
    return fd;
}

static int make_keyboard(void) {
    int fd = open_uinput();
    ioctl(fd, UI_SET_EVBIT, EV_KEY);
    for (int key = KEY_ESC; key <= KEY_CAMERA_FOCUS; key++)
        if (key < BTN_MISC || key >= KEY_OK)
            ioctl(fd, UI_SET_KEYBIT, key);
    create(fd, "test keyboard");
    return fd;
}

static void place(int fd, int finger, int x, int y) {
    emit(fd, EV_ABS, ABS_MT_SLOT, finger);
    emit(fd, EV_ABS, ABS_MT_POSITION_X, x);
    emit(fd, EV_ABS, ABS_MT_POSITION_Y, y);
}

static void put_down(int fd, int finger, int x, int y) {
    static int touches = 100;
    emit(fd, EV_ABS, ABS_MT_SLOT, finger);
    emit(fd, EV_ABS, ABS_MT_TRACKING_ID, touches++);
    place(fd, finger, x, y);
    emit(fd, EV_KEY, BTN_TOUCH, 1);
    sync_events(fd);
}

static void lift(int fd, int finger, int is_last) {
    emit(fd, EV_ABS, ABS_MT_SLOT, finger);
    emit(fd, EV_ABS, ABS_MT_TRACKING_ID, -1);
    if (is_last)
        emit(fd, EV_KEY, BTN_TOUCH, 0);
    sync_events(fd);
}

static void press(int fd, int x, int y, long ms) {
    put_down(fd, 0, x, y);
    sleep_ms(ms);
    lift(fd, 0, 1);
}

static void drag(int fd, int x, int y, int to_x, int to_y) {
    put_down(fd, 0, x, y);
    for (int step = 1; step <= 20; step++) {
        sleep_ms(20);
        place(fd, 0, x + (to_x - x) * step / 20, y + (to_y - y) * step / 20);
        sync_events(fd);
    }
    lift(fd, 0, 1);
}

static void pinch(int fd, int from, int to) {
    put_down(fd, 0, 500 - from / 2, 500);
    put_down(fd, 1, 500 + from / 2, 500);
    for (int step = 1; step <= 20; step++) {
        int distance = from + (to - from) * step / 20;
        sleep_ms(20);
        place(fd, 0, 500 - distance / 2, 500);
        place(fd, 1, 500 + distance / 2, 500);
        sync_events(fd);
    }
    lift(fd, 0, 0);
    lift(fd, 1, 1);
}

static void key(int fd, int code, long ms) {
    emit(fd, EV_KEY, code, 1);
    sync_events(fd);
    sleep_ms(ms);
    emit(fd, EV_KEY, code, 0);
    sync_events(fd);
}

/// The number of arguments that were used, the word included.
static int obey(char **words, int count, int screen, int keyboard) {
    int number[4] = {0};
    for (int i = 0; i < 4 && i + 1 < count; i++)
        number[i] = atoi(words[i + 1]);
    if (strcmp(words[0], "tap") == 0)
        return press(screen, number[0], number[1], 60), 3;
    if (strcmp(words[0], "press") == 0)
        return press(screen, number[0], number[1], number[2]), 4;
    if (strcmp(words[0], "drag") == 0)
        return drag(screen, number[0], number[1], number[2], number[3]), 5;
    if (strcmp(words[0], "pinch") == 0)
        return pinch(screen, number[0], number[1]), 3;
    if (strcmp(words[0], "key") == 0)
        return key(keyboard, number[0], number[1]), 3;
    if (strcmp(words[0], "sleep") == 0)
        return sleep_ms(number[0]), 2;
    fprintf(stderr, "uinput: no word %s\n", words[0]);
    exit(2);
}

int main(int argc, char **argv) {
    int screen = make_touch_screen();
    int keyboard = make_keyboard();
    // udev tells of them, and whoever listens opens them.
    sleep_ms(2000);
    for (int at = 1; at < argc;)
        at += obey(argv + at, argc - at, screen, keyboard);
    sleep_ms(500);
    return 0;
}
