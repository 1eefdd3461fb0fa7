/* The devices of /dev/input: found, opened and read. */
#define _DEFAULT_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/host/host_fb.h"

#if defined(HOST_HAS_FB)

#include <linux/input.h>

enum { DEVICES = 32, NUMBERS = 256, SCAN_EVERY = 60 /* reads */, READS = 8 /* of a device at a time */ };

typedef struct entry {
    int number; /* of eventN; -1: the place is free */
    int file;
    int place; /* of a pad, 1 .. PLAT_DEVICES - 1; else 0 */
    host_evdev device;
} entry;

struct host_fb_input {
    const host_fb_calls *calls;
    char folder[HOST_FB_PATH];
    uint32_t reads;
    uint8_t useless[NUMBERS / 8], there[NUMBERS / 8]; /* bits: no device for a game; seen by the last scan */
    entry entries[DEVICES];
};

static bool bit_of(const uint8_t *bits, int at) { return (bits[at / 8] >> at % 8 & 1U) != 0; }

static bool ask_device(const host_fb_input *input, int file, unsigned long request, void *argument) {
    return input->calls->control(file, request, argument) >= 0;
}

/* ---- finding them ---- */

/* What the kernel says of a device; bits and ranges that it does not tell stay 0. */
static void describe(const host_fb_input *input, int file, host_evdev_about *about) {
    uint8_t properties[4] = {0};
    memset(about, 0, sizeof *about);
    if (!ask_device(input, file, EVIOCGNAME(sizeof about->name - 1), about->name))
        strcpy(about->name, "a device");
    (void)ask_device(input, file, EVIOCGBIT(0, sizeof about->types), about->types);
    (void)ask_device(input, file, EVIOCGBIT(EV_KEY, sizeof about->keys), about->keys);
    (void)ask_device(input, file, EVIOCGBIT(EV_REL, sizeof about->moves), about->moves);
    (void)ask_device(input, file, EVIOCGBIT(EV_ABS, sizeof about->axes), about->axes);
    if (ask_device(input, file, EVIOCGPROP(sizeof properties), properties))
        about->is_pad_of_touch = bit_of(properties, INPUT_PROP_POINTER);
    for (int axis = 0; axis < HOST_EVDEV_AXES; axis++) {
        struct input_absinfo range = {0};
        if (!bit_of(about->axes, axis) || !ask_device(input, file, EVIOCGABS((uint32_t)axis), &range))
            continue;
        about->ranges[axis] = (host_evdev_range){range.minimum, range.maximum};
    }
}

/* Brings what is held to what the kernel says is held. */
static void catch_up(const host_fb_input *input, entry *e, host_evdev_desk *desk) {
    uint8_t keys[HOST_EVDEV_KEYS / 8] = {0};
    if (ask_device(input, e->file, EVIOCGKEY(sizeof keys), keys)) {
        for (int key = 0; key < HOST_EVDEV_KEYS; key++)
            if (bit_of(keys, key) != bit_of(e->device.held, key))
                host_evdev_event(&e->device, desk, EV_KEY, (uint32_t)key, bit_of(keys, key) ? 1 : 0);
    }
    for (int axis = 0; axis < HOST_EVDEV_AXES; axis++) {
        struct input_absinfo now = {0};
        if (bit_of(e->device.about.axes, axis) && ask_device(input, e->file, EVIOCGABS((uint32_t)axis), &now))
            host_evdev_axis_set(&e->device, (uint32_t)axis, now.value);
    }
    e->device.behind = false;
}

/* The first place that no pad has; 0: all are taken. */
static int free_place(const host_fb_input *input) {
    for (int place = 1; place < PLAT_DEVICES; place++) {
        bool taken = false;
        for (int i = 0; i < DEVICES; i++)
            taken = taken || (input->entries[i].number >= 0 && input->entries[i].place == place);
        if (!taken) return place;
    }
    return 0;
}

static entry *entry_of(host_fb_input *input, int number) {
    for (int i = 0; i < DEVICES; i++)
        if (input->entries[i].number == number) return &input->entries[i];
    return NULL;
}

/* Opens eventN. False: it may not be read, and errno says why. */
static bool open_device(host_fb_input *input, int number) {
    char path[HOST_FB_PATH + 24];
    host_evdev_about about;
    entry *e = entry_of(input, -1);
    if (e == NULL) return true;
    snprintf(path, sizeof path, "%s/event%d", input->folder, number);
    const int file = input->calls->open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return errno != EACCES && errno != EPERM;
    describe(input, file, &about);
    host_evdev_begin(&e->device, &about);
    e->place = (e->device.kinds & HOST_EVDEV_PAD) != 0 ? free_place(input) : 0;
    const bool wanted = e->device.kinds != 0 && (e->device.kinds != HOST_EVDEV_PAD || e->place != 0);
    if (!wanted) {
        input->useless[number / 8] |= (uint8_t)(1U << number % 8);
        input->calls->close(file);
        return true;
    }
    e->file = file;
    e->number = number;
    e->device.behind = true; /* what is held already */
    return true;
}

/* The number of a name eventN, -1 for others. */
static int number_of(const char *name) {
    char *end;
    if (strncmp(name, "event", 5) != 0 || name[5] < '0' || name[5] > '9') return -1;
    const long number = strtol(name + 5, &end, 10);
    return *end == 0 && number < NUMBERS ? (int)number : -1;
}

/* Looks for devices that are new. Returns how many may not be read. */
static int scan(host_fb_input *input) {
    DIR *folder = opendir(input->folder);
    const struct dirent *file;
    int refused = 0;
    memset(input->there, 0, sizeof input->there);
    while (folder != NULL && (file = readdir(folder)) != NULL) {
        const int number = number_of(file->d_name);
        if (number < 0) continue;
        input->there[number / 8] |= (uint8_t)(1U << number % 8);
        if (entry_of(input, number) != NULL || bit_of(input->useless, number)) continue;
        if (!open_device(input, number)) refused++;
    }
    if (folder != NULL) closedir(folder);
    for (size_t i = 0; i < sizeof input->useless; i++) input->useless[i] &= input->there[i];
    return refused;
}

static int count_devices(const host_fb_input *input) {
    int count = 0;
    for (int i = 0; i < DEVICES; i++) count += input->entries[i].number >= 0;
    return count;
}

host_fb_input *host_fb_input_open(const host_fb_calls *calls, const char *folder, char *error,
                                  size_t error_size) {
    host_fb_input *input = calloc(1, sizeof *input);
    if (input == NULL) {
        snprintf(error, error_size, "no memory for keyboards and pads; close other programs");
        return NULL;
    }
    input->calls = calls;
    snprintf(input->folder, sizeof input->folder, "%s", folder);
    for (int i = 0; i < DEVICES; i++) input->entries[i].number = -1;
    if (scan(input) == 0 || count_devices(input) > 0) return input;
    errno = EACCES;
    snprintf(input->folder, sizeof input->folder, "%s/event*", folder);
    host_fb_explain(input->folder, "no keyboard and no pad may be read", error, error_size);
    free(input);
    return NULL;
}

void host_fb_input_close(host_fb_input *input) {
    if (input == NULL) return;
    for (int i = 0; i < DEVICES; i++)
        if (input->entries[i].number >= 0) input->calls->close(input->entries[i].file);
    free(input);
}

/* ---- reading ---- */

/* A device that is gone lets go of all it holds. */
static void drop_device(host_fb_input *input, entry *e, host_evdev_desk *desk) {
    host_evdev_release(&e->device, desk);
    input->calls->close(e->file);
    e->number = -1;
}

static void read_device(host_fb_input *input, entry *e, host_evdev_desk *desk) {
    uint8_t bytes[64 * sizeof(struct input_event)];
    for (int i = 0; i < READS; i++) { /* a device that never ends does not hold up the game */
        const ssize_t count = input->calls->read(e->file, bytes, sizeof bytes);
        if (count < 0 && errno == ENODEV) drop_device(input, e, desk);
        if (count <= 0) return;
        host_evdev_feed(&e->device, desk, bytes, (size_t)count);
        if (e->device.behind) catch_up(input, e, desk);
        if ((size_t)count < sizeof bytes) return;
    }
}

void host_fb_input_read(host_fb_input *input, host_evdev_desk *desk) {
    if (++input->reads % SCAN_EVERY == 0) (void)scan(input);
    for (int i = 0; i < DEVICES; i++) {
        entry *e = &input->entries[i];
        if (e->number >= 0 && e->device.behind) catch_up(input, e, desk);
        if (e->number >= 0) read_device(input, e, desk);
    }
}

void host_fb_input_forget(host_fb_input *input, host_evdev_desk *desk) {
    for (int i = 0; i < DEVICES; i++) {
        entry *e = &input->entries[i];
        if (e->number < 0) continue;
        read_device(input, e, desk);
        if (e->number < 0) continue;
        host_evdev_release(&e->device, desk);
        memset(&e->device.changes, 0, sizeof e->device.changes);
    }
    memset(&desk->changes, 0, sizeof desk->changes);
    desk->pointer.moved_x = desk->pointer.moved_y = desk->pointer.wheel = 0;
    desk->quit = desk->screenshot = desk->inside = false;
    memset(desk->fresh_keys, 0, sizeof desk->fresh_keys);
    desk->typed = 0;
    desk->written_count = 0;
}

void host_fb_input_pads(host_fb_input *input, host_device devices[PLAT_DEVICES]) {
    for (int i = 0; i < DEVICES; i++) {
        entry *e = &input->entries[i];
        if (e->number < 0 || e->place == 0) continue;
        devices[e->place].is_there = true;
        host_evdev_pad_poll(&e->device, &devices[e->place].about, &devices[e->place].in);
    }
}

#else

typedef int host_fb_input_left_out; /* a C file must hold a declaration */

#endif
