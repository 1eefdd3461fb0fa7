/* Two ends that send each other any number of messages over a line that loses, doubles and swaps packets. The
 * messages that come through a channel are those that its delivery promises. */
#ifndef OXCART_TESTS_UNIT_NETWORK_CHANNELS_H
#define OXCART_TESTS_UNIT_NETWORK_CHANNELS_H

#include <string.h>

#include "kernel/network/channels.h"
#include "kernel/network/conditions.h"
#include "kernel/network/loopback.h"
#include "rom/rom.h"
#include "tests/test.h"

enum { TALK_PAYLOAD = 160, TALK_SLOTS = 64, TALK_MESSAGES = 96, TALK_BYTES = 24, TALK_KINDS = OX_DELIVERIES };

typedef struct talk_end {
    ox_transport wire, bad;
    ox_conditions line;
    ox_channels c;
    uint32_t line_memory[OX_CONDITIONS_WORDS(TALK_SLOTS, TALK_PAYLOAD)];
    uint32_t memory[OX_CHANNELS_WORDS(TALK_MESSAGES, 1, TALK_BYTES)];
    uint8_t room[TALK_PAYLOAD];
    uint32_t told[TALK_KINDS]; /* numbers sent in each channel */
    uint32_t came[TALK_KINDS],
        /* the number that an ordered message must have, and that a newest-only message reaches */
        due[TALK_KINDS];
    uint32_t window[TALK_KINDS];    /* first number whose arrival is not settled */
    uint8_t seen[TALK_KINDS][1024]; /* numbers behind the window that have come, by the low 10 bits */
    uint32_t wrong;
} talk_end;

static inline void talk_open(talk_end ends[2], ox_loopback *net, uint32_t *net_memory, size_t size,
                             const ox_line_condition *condition, uint16_t sequence) {
    const ox_loopback_config config = {2, TALK_SLOTS, TALK_PAYLOAD, 0};
    CHECK_EQ(ox_loopback_init(net, net_memory, size, &config), OX_OK);
    for (uint32_t i = 0; i < 2; i++) {
        talk_end *t = &ends[i];
        memset(t, 0, sizeof *t);
        t->wire = ox_loopback_endpoint(net, i);
        CHECK_EQ(ox_conditions_init(&t->line, t->line_memory, sizeof t->line_memory,
                                    &(ox_conditions_config){&t->wire, TALK_SLOTS, 90 + i}),
                 OX_OK);
        t->line.out = *condition;
        t->bad = ox_conditions_transport(&t->line);
        CHECK_EQ(ox_channels_init(
                     &t->c, t->memory, sizeof t->memory,
                     &(ox_channels_config){.transport = &t->bad,
                                           .peer = ox_address_of(OX_ADDRESS_LOOPBACK, (uint16_t)(1 - i)),
                                           .protocol = 7,
                                           .buffer = t->room,
                                           .messages = TALK_MESSAGES,
                                           .bytes = TALK_BYTES,
                                           .delivery = {OX_DELIVERY_UNRELIABLE, OX_DELIVERY_NEWEST,
                                                        OX_DELIVERY_RELIABLE, OX_DELIVERY_ORDERED}}),
                 OX_OK);
        t->c.sequence = sequence;
        t->c.newest = (uint16_t)(sequence - 1);
    }
}

/* Sends a message that has its number, and bytes that follow from the number. */
static inline bool talk_say(talk_end *t, uint32_t channel) {
    uint8_t text[TALK_BYTES];
    uint32_t number = t->told[channel], length = 4 + (number * 7 + channel) % (TALK_BYTES - 3);
    for (uint32_t k = 0; k < length; k++) text[k] = (uint8_t)(k < 4 ? number >> 8 * k : number + k + channel);
    if (ox_channels_send(&t->c, channel, (uint8_t)(channel + 10), text, length) != OX_OK) return false;
    t->told[channel]++;
    return true;
}

static inline void talk_heard(talk_end *t, const ox_message *m) {
    uint32_t channel = m->channel, number = m->length < 4 ? 0 : rom_u32(m->bytes);
    bool good = channel < TALK_KINDS && m->type == channel + 10 &&
                m->length == 4 + (number * 7 + channel) % (TALK_BYTES - 3);
    for (uint32_t k = 4; good && k < m->length; k++) good = m->bytes[k] == (uint8_t)(number + k + channel);
    if (!good) {
        t->wrong++;
        return;
    }
    t->came[channel]++;
    if (channel == OX_DELIVERY_ORDERED) t->wrong += number != t->due[channel];
    if (channel == OX_DELIVERY_NEWEST) t->wrong += number < t->due[channel];
    if (channel != OX_DELIVERY_UNRELIABLE || number >= t->due[channel]) t->due[channel] = number + 1;
    if (channel != OX_DELIVERY_RELIABLE) return;
    /* Each message comes once: those below the window have come. */
    t->wrong += number < t->window[channel] || number >= t->window[channel] + 1024 ||
                t->seen[channel][number % 1024] != 0;
    t->seen[channel][number % 1024] = 1;
    for (; t->seen[channel][t->window[channel] % 1024] != 0; t->window[channel]++)
        t->seen[channel][t->window[channel] % 1024] = 0;
}

static inline void talk_hear(talk_end *t, uint32_t now) {
    uint8_t bytes[TALK_PAYLOAD];
    ox_address from;
    ox_transport_tick(&t->bad, now);
    ox_channels_tick(&t->c, now);
    for (uint32_t size; (size = ox_transport_receive(&t->bad, bytes, sizeof bytes, &from)) > 0;) {
        ox_packet p;
        if (ox_packet_read(&p, bytes, size, 7, &t->bad) != OX_PACKET_GOOD || !ox_channels_take(&t->c, &p))
            continue;
        for (ox_message m; ox_channels_next(&t->c, &m);) talk_heard(t, &m);
    }
}

/* Sends `count` messages of each channel each way; returns the ticks that it took. */
static inline uint32_t talk_run(talk_end ends[2], uint32_t count) {
    uint32_t tick = 0;
    for (; tick < 100000 + count; tick++) {
        bool over = true;
        for (uint32_t i = 0; i < 2; i++) {
            talk_end *t = &ends[i];
            talk_hear(t, tick * 16);
            for (uint32_t k = 0; k < 8; k++)
                if (t->told[k % TALK_KINDS] < count) (void)talk_say(t, k % TALK_KINDS);
            ox_channels_flush(&t->c);
            over = over && t->c.waiting == 0 && t->told[0] == count && t->told[1] == count &&
                   t->told[2] == count && t->told[3] == count;
        }
        if (over) break;
    }
    for (uint32_t i = 0; i < 2; i++) { /* messages under way arrive */
        for (uint32_t k = 1; k < 40; k++) talk_hear(&ends[i], (tick + k) * 16);
        CHECK_EQ(ends[i].wrong, 0);
        CHECK_EQ(ends[i].c.counts.bad, 0);
        CHECK_EQ(ends[i].came[OX_DELIVERY_RELIABLE], count);
        CHECK_EQ(ends[i].came[OX_DELIVERY_ORDERED], count);
        CHECK_EQ(ends[i].window[OX_DELIVERY_RELIABLE], count);
        CHECK(ends[i].came[OX_DELIVERY_UNRELIABLE] <= count && ends[i].came[OX_DELIVERY_NEWEST] <= count);
    }
    return tick;
}

#endif
