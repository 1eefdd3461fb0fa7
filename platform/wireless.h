/* Wireless pads: what a port needs for devices that send packets when they can, some of which are lost, late or doubled. Games see an ordinary device.
 *
 *     plat_wireless_begin(&w, 0);
 *     for each packet that has come: plat_wireless_take(&w, bytes, count);               in plat_poll
 *     there = plat_wireless_poll(&w, &device, &in);                                       once a poll; then plat_device_at tells it
 *     if (plat_wireless_answer(&w, packet)) send(packet, PLAT_WIRELESS_ANSWER);           motors and lights
 *
 *     plat_wireless_say(&sender, &in, battery, abilities, packet);                        in the pad: PLAT_WIRELESS_BYTES to send, 60 times a second
 *     plat_wireless_hear(&sender, bytes, count, &felt);                                   in the pad: what it is to do
 *
 * The state of the last packet stands until a newer one comes; a packet that is older than that is forgotten. Each packet has the last four words of its
 * buttons, too, and how often they have changed, so that taps of packets that were lost are there, once and in their order (plat_input.changes), and
 * none is there that was not pressed. After PLAT_WIRELESS_PATIENCE polls without a packet the device is gone, once; the next packet brings it back.
 * Motors and lights are asked for again and again until a packet says that the pad has them.
 *
 * PACKETS, little-endian. State, 32 bytes: "OP", u8 1, u8 battery, u16 number, u16 buttons (PLAT_UP ...), i16 stick x, y, right stick x, y, u8 left and right trigger, u8
 * changes so far, u8 number of the last answer that it has, u16 buttons before the last change, before the one before ... (4), u16 abilities (PLAT_HAS_...), u16 sum.
 * Answer, 16 bytes: "OA", u8 1, u8 number, two motors (u16 strength, u16 1/1000 s), u8 lights, u8 0, u16 sum. A sum is that of Fletcher (RFC 1146: 8 bits) over all before it.
 * (GEA 8.2.3; Fiedler, Deterministic Lockstep, 2014.) */
#ifndef OXCART_PLATFORM_WIRELESS_H
#define OXCART_PLATFORM_WIRELESS_H

#include <string.h>

#include "platform/changes.h"

enum {
    PLAT_WIRELESS_BYTES = 32,
    PLAT_WIRELESS_ANSWER = 16,
    PLAT_WIRELESS_PATIENCE = 30, /* polls: half a second */
    PLAT_WIRELESS_PAST = 4
};

/* Motors and lights of a pad as they were asked for last. */
typedef struct plat_wireless_felt {
    uint16_t strength[2], milliseconds[2];
    uint8_t lights;
} plat_wireless_felt;

/* The end in the console. */
typedef struct plat_wireless {
    plat_input in; /* of the newest packet */
    plat_changes changes;
    uint32_t age, patience; /* polls */
    uint16_t number;
    uint8_t battery, edges;
    uint16_t abilities;
    bool is_there, is_new; /* is_new: a packet has come since the last poll */
    uint8_t asked, done;   /* numbers of the last answer, and of the last that the pad has */
    plat_wireless_felt felt;
    uint32_t taken, late, bad; /* packets */
} plat_wireless;

/* The end in the pad. */
typedef struct plat_wireless_pad {
    uint16_t number, buttons, past[PLAT_WIRELESS_PAST];
    uint8_t edges, done;
} plat_wireless_pad;

static inline void plat_wireless_put16(uint8_t *at, uint32_t value) {
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
}

static inline uint16_t plat_wireless_get16(const uint8_t *at) { return (uint16_t)(at[0] | at[1] << 8); }

static inline uint16_t plat_wireless_sum(const uint8_t *bytes, uint32_t count) {
    uint32_t a = 0, b = 0;
    for (uint32_t i = 0; i < count; i++) {
        a = (a + bytes[i]) % 255u;
        b = (b + a) % 255u;
    }
    return (uint16_t)(b << 8 | a);
}

static inline bool plat_wireless_is_good(const uint8_t *bytes, uint32_t count, uint32_t wanted, char kind) {
    return count == wanted && bytes[0] == 'O' && bytes[1] == (uint8_t)kind && bytes[2] == 1 &&
           plat_wireless_get16(bytes + wanted - 2) == plat_wireless_sum(bytes, wanted - 2);
}

/* Patience in polls; 0: PLAT_WIRELESS_PATIENCE. */
static inline void plat_wireless_begin(plat_wireless *w, uint32_t patience) {
    memset(w, 0, sizeof *w);
    w->patience = patience == 0 ? PLAT_WIRELESS_PATIENCE : patience;
}

/* Puts the words that lie between the newest state and the one before it, oldest first. */
static inline void plat_wireless_put_past(plat_wireless *w, const uint8_t *packet) {
    uint32_t count = (uint8_t)(packet[18] - w->edges);
    if (count == 0) return;
    for (count = count > PLAT_WIRELESS_PAST ? PLAT_WIRELESS_PAST : count - 1; count > 0; count--)
        plat_changes_put(&w->changes, plat_wireless_get16(packet + 18 + 2 * count));
    plat_changes_put(&w->changes, w->in.buttons);
}

/* Takes a packet that has come; false: it is none, or an older one. */
static inline bool plat_wireless_take(plat_wireless *w, const uint8_t *bytes, uint32_t count) {
    if (!plat_wireless_is_good(bytes, count, PLAT_WIRELESS_BYTES, 'P')) {
        w->bad++;
        return false;
    }
    const uint16_t number = plat_wireless_get16(bytes + 4);
    if (w->is_there && (int16_t)(uint16_t)(number - w->number) <= 0) {
        w->late++;
        return false;
    }
    w->in.buttons = plat_wireless_get16(bytes + 6);
    w->in.stick_x = (int16_t)plat_wireless_get16(bytes + 8);
    w->in.stick_y = (int16_t)plat_wireless_get16(bytes + 10);
    w->in.senses.right_x = (int16_t)plat_wireless_get16(bytes + 12);
    w->in.senses.right_y = (int16_t)plat_wireless_get16(bytes + 14);
    w->in.senses.left_trigger = bytes[16];
    w->in.senses.right_trigger = bytes[17];
    if (w->is_there)
        plat_wireless_put_past(w, bytes);
    else
        w->changes.tail = w->changes.head, w->changes.last = w->in.buttons, w->done = 0,
        w->asked = 1; /* a pad that comes hears all anew */
    w->edges = bytes[18];
    if (bytes[19] == w->asked) w->done = w->asked;
    w->abilities = plat_wireless_get16(bytes + 28);
    w->battery = bytes[3];
    w->number = number;
    w->age = 0;
    w->is_there = w->is_new = true;
    w->taken++;
    return true;
}

/* The device as this poll finds it; false: there is none. The name is the caller's. */
static inline bool plat_wireless_poll(plat_wireless *w, plat_device *device, plat_input *in) {
    if (!w->is_there) return false;
    w->age = w->is_new ? 0 : w->age + 1;
    w->is_new = false;
    if (w->age >= w->patience) {
        w->is_there = false;
        return false;
    }
    memset(device, 0, sizeof *device);
    device->kind = PLAT_DEVICE_PAD;
    device->battery = w->battery;
    device->abilities = (uint16_t)(w->abilities & (PLAT_HAS_STICK | PLAT_HAS_RIGHT_STICK | PLAT_HAS_TRIGGERS |
                                                   PLAT_HAS_MOTORS | PLAT_HAS_LIGHTS | PLAT_HAS_SWITCHED));
    *in = w->in;
    plat_changes_take(&w->changes, in);
    return true;
}

/* Asks for a motor, 0 or 1, or for lights. */
static inline void plat_wireless_shake(plat_wireless *w, int motor, uint32_t strength,
                                       uint32_t milliseconds) {
    w->felt.strength[motor & 1] = (uint16_t)(strength > 65535 ? 65535 : strength);
    w->felt.milliseconds[motor & 1] = (uint16_t)(milliseconds > 65535 ? 65535 : milliseconds);
    w->asked = (uint8_t)(w->asked == 255 ? 1 : w->asked + 1);
}

static inline void plat_wireless_light(plat_wireless *w, uint8_t lights) {
    w->felt.lights = lights;
    w->asked = (uint8_t)(w->asked == 255 ? 1 : w->asked + 1);
}

/* The answer to send now; false: the pad has all that was asked for. */
static inline bool plat_wireless_answer(const plat_wireless *w, uint8_t packet[PLAT_WIRELESS_ANSWER]) {
    if (!w->is_there || w->asked == w->done) return false;
    memset(packet, 0, PLAT_WIRELESS_ANSWER);
    packet[0] = 'O', packet[1] = 'A', packet[2] = 1, packet[3] = w->asked;
    for (uint32_t i = 0; i < 2; i++) {
        plat_wireless_put16(packet + 4 + 4 * i, w->felt.strength[i]);
        plat_wireless_put16(packet + 6 + 4 * i, w->felt.milliseconds[i]);
    }
    packet[12] = w->felt.lights;
    plat_wireless_put16(packet + 14, plat_wireless_sum(packet, PLAT_WIRELESS_ANSWER - 2));
    return true;
}

/* ---- in the pad ---- */

static inline void plat_wireless_say(plat_wireless_pad *p, const plat_input *in, uint8_t battery,
                                     uint16_t abilities, uint8_t packet[PLAT_WIRELESS_BYTES]) {
    const uint16_t buttons = (uint16_t)in->buttons;
    if (buttons != p->buttons) {
        memmove(p->past + 1, p->past, sizeof p->past - sizeof p->past[0]);
        p->past[0] = p->buttons;
        p->buttons = buttons;
        p->edges++;
    }
    memset(packet, 0, PLAT_WIRELESS_BYTES);
    packet[0] = 'O', packet[1] = 'P', packet[2] = 1, packet[3] = battery;
    plat_wireless_put16(packet + 4, ++p->number);
    plat_wireless_put16(packet + 6, buttons);
    plat_wireless_put16(packet + 8, (uint16_t)in->stick_x);
    plat_wireless_put16(packet + 10, (uint16_t)in->stick_y);
    plat_wireless_put16(packet + 12, (uint16_t)in->senses.right_x);
    plat_wireless_put16(packet + 14, (uint16_t)in->senses.right_y);
    packet[16] = (uint8_t)in->senses.left_trigger, packet[17] = (uint8_t)in->senses.right_trigger;
    packet[18] = p->edges, packet[19] = p->done;
    for (uint32_t i = 0; i < PLAT_WIRELESS_PAST; i++) plat_wireless_put16(packet + 20 + 2 * i, p->past[i]);
    plat_wireless_put16(packet + 28, abilities);
    plat_wireless_put16(packet + 30, plat_wireless_sum(packet, PLAT_WIRELESS_BYTES - 2));
}

/* Takes an answer of the console; false: it is none, or the pad has it. */
static inline bool plat_wireless_hear(plat_wireless_pad *p, const uint8_t *bytes, uint32_t count,
                                      plat_wireless_felt *felt) {
    if (!plat_wireless_is_good(bytes, count, PLAT_WIRELESS_ANSWER, 'A') || bytes[3] == p->done) return false;
    p->done = bytes[3];
    for (uint32_t i = 0; i < 2; i++) {
        felt->strength[i] = plat_wireless_get16(bytes + 4 + 4 * i);
        felt->milliseconds[i] = plat_wireless_get16(bytes + 6 + 4 * i);
    }
    felt->lights = bytes[12];
    return true;
}

#endif
