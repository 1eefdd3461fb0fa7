/* Keyboards, mice, touch panels and pads of Linux (evdev): events of the kernel into what plat_poll tells. Needs no device: events may come from
 * anywhere, and none of them is believed.
 *
 *     host_evdev_begin(&device, &about);                what the device says of itself
 *     host_evdev_feed(&device, &desk, bytes, count);    what was read of it
 *
 * Keyboards, mice and touch panels work on one desk, pads each for itself. */
#ifndef OXCART_PLATFORM_HOST_HOST_EVDEV_H
#define OXCART_PLATFORM_HOST_HOST_EVDEV_H

#include "platform/host/host_screen.h"

enum {
    HOST_EVDEV_TYPES = 32,
    HOST_EVDEV_KEYS = 768,
    HOST_EVDEV_AXES = 64,
    HOST_EVDEV_CODES = 128, /* of keys that a console knows */
    HOST_EVDEV_FINGERS = 10
};

/* What a device is; it may be several. */
enum {
    HOST_EVDEV_KEYBOARD = 1,
    HOST_EVDEV_MOUSE = 2, /* also a tablet, which tells places */
    HOST_EVDEV_PANEL = 4, /* for fingers */
    HOST_EVDEV_PAD = 8
};

typedef struct host_evdev_range {
    int32_t least, most;
} host_evdev_range;

/* What the kernel says of a device. */
typedef struct host_evdev_about {
    char name[PLAT_DEVICE_NAME];
    uint8_t types[HOST_EVDEV_TYPES / 8], keys[HOST_EVDEV_KEYS / 8]; /* bits */
    uint8_t moves[2], axes[HOST_EVDEV_AXES / 8];                    /* of what is relative, and absolute */
    bool is_pad_of_touch; /* a touchpad, which lies beside the screen */
    host_evdev_range ranges[HOST_EVDEV_AXES];
} host_evdev_about;

/* What stands on the keys: characters below 256 by the kernel's codes, 0 for none. */
typedef struct host_evdev_letters {
    uint8_t plain[HOST_EVDEV_CODES], shifted[HOST_EVDEV_CODES];
} host_evdev_letters;

typedef struct host_evdev_finger {
    int16_t id; /* 0: it is up */
    int32_t x, y;
} host_evdev_finger;

/* Keyboard, mouse and panel of the machine, however many devices they are. */
typedef struct host_evdev_desk {
    host_evdev_letters letters;
    int width, height; /* of the screen */
    host_pointer pointer;
    uint32_t button_keys[12]; /* how many keys hold each button */
    plat_changes changes;
    uint8_t keys[PLAT_KEYS]; /* how many keys have each code */
    uint16_t fresh_keys[PLAT_KEY_WORDS];
    uint16_t typed;
    bool writes;      /* letters are text and no buttons */
    char written[16]; /* the oldest first; the reader clears them */
    uint32_t written_count;
    bool shift, lock, control, alt;
    bool quit, screenshot, inside; /* asked for; the reader clears them */
    plat_touch touches[PLAT_TOUCHES];
    int16_t last_touch;
    bool cancelled;
} host_evdev_desk;

typedef struct host_evdev {
    host_evdev_about about;
    uint32_t kinds;
    uint8_t held[HOST_EVDEV_KEYS / 8]; /* bits */
    int32_t axes[HOST_EVDEV_AXES];
    uint8_t button[HOST_EVDEV_CODES]; /* 1 + the number of the button that a held key stands for, 0: none */
    uint8_t code[HOST_EVDEV_CODES];   /* PLAT_KEY_A ... of a held key */
    uint8_t pending[32];              /* the beginning of an event */
    size_t pending_count;
    bool lost;   /* the kernel dropped events: all up to the next report count for nothing */
    bool behind; /* and then the state is to be asked for; the reader clears it */
    host_evdev_finger fingers[HOST_EVDEV_FINGERS];
    int slot;
    plat_changes changes; /* of a pad's buttons */
} host_evdev;

/* The kinds that a device is, 0 for one that is of no use to a game. */
uint32_t host_evdev_kinds(const host_evdev_about *about);

void host_evdev_begin(host_evdev *device, const host_evdev_about *about);

/* Takes bytes of a device: records `struct input_event`, cut anywhere. */
void host_evdev_feed(host_evdev *device, host_evdev_desk *desk, const uint8_t *bytes, size_t count);

/* Takes one event. */
void host_evdev_event(host_evdev *device, host_evdev_desk *desk, uint32_t type, uint32_t code, int32_t value);

/* Releases all that the device holds. */
void host_evdev_release(host_evdev *device, host_evdev_desk *desk);

/* Sets an absolute axis by the kernel's word, where events were lost. */
void host_evdev_axis_set(host_evdev *device, uint32_t axis, int32_t value);

/* Keys of a keyboard of the United States. */
void host_evdev_us_letters(host_evdev_letters *letters);

/* What the desk tells a poll; what was pressed since the last one is taken. Pointer and fingers are those of `area`. */
void host_evdev_desk_poll(host_evdev_desk *desk, const host_area *area, const plat *p, plat_input *in);

/* What a pad tells. */
void host_evdev_pad_poll(host_evdev *device, plat_device *about, plat_input *in);

#endif
