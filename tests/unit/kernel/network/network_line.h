/* Transports tested with any number of packets: loopback among many endpoints, the rates of the link simulator. */
#ifndef OXCART_TESTS_UNIT_NETWORK_LINE_H
#define OXCART_TESTS_UNIT_NETWORK_LINE_H

#include <string.h>

#include "kernel/bytes/fnv.h"
#include "kernel/network/conditions.h"
#include "kernel/network/loopback.h"
#include "tests/test.h"

/* Every endpoint sends to every other one at random; all packets of a pair come, and in order. */
static inline void loopback_exchange(uint32_t packets) {
    static uint32_t net_memory[OX_LOOPBACK_WORDS(OX_LOOPBACK_MOST, 16, 16)];
    static uint32_t told[OX_LOOPBACK_MOST][OX_LOOPBACK_MOST], heard[OX_LOOPBACK_MOST][OX_LOOPBACK_MOST];
    static ox_loopback net;
    const ox_loopback_config config = {OX_LOOPBACK_MOST, 16, 16, 0};
    ox_transport ends[OX_LOOPBACK_MOST];
    rng32 random = rng32_seed(61, 0);
    uint32_t sent = 0, came = 0, wrong = 0, full = 0;
    memset(told, 0, sizeof told);
    memset(heard, 0, sizeof heard);
    CHECK_EQ(ox_loopback_init(&net, net_memory, sizeof net_memory, &config), OX_OK);
    for (uint32_t i = 0; i < OX_LOOPBACK_MOST; i++) ends[i] = ox_loopback_endpoint(&net, i);
    while (came < packets) {
        uint32_t a = rng_below(&random, OX_LOOPBACK_MOST), b = rng_below(&random, OX_LOOPBACK_MOST);
        ox_address to = ox_address_of(OX_ADDRESS_LOOPBACK, (uint16_t)b), from;
        uint8_t bytes[16] = {(uint8_t)told[a][b], (uint8_t)(told[a][b] >> 8), (uint8_t)b};
        if (sent < packets) {
            if (ox_transport_send(&ends[a], &to, bytes, 3) == OX_OK)
                sent++, told[a][b]++;
            else
                full++;
        }
        if (sent < packets && rng_chance(&random, 30000)) continue;
        while (ox_transport_receive(&ends[a], bytes, sizeof bytes, &from) > 0) {
            wrong += bytes[0] + bytes[1] * 256u != (heard[from.port][a] & 0xFFFFu) || bytes[2] != a;
            heard[from.port][a]++;
            came++;
        }
    }
    CHECK_EQ(wrong, 0);
    CHECK_EQ(sent, packets);
    CHECK(full == net.refused && full > 0);
    CHECK(memcmp(told, heard, sizeof told) == 0);
    CHECK(ox_loopback_endpoint(&net, OX_LOOPBACK_MOST).table == NULL);
}

/* ---- the link simulator ---- */

typedef struct line_run {
    uint32_t came, twice, late, damaged, hash, first, last; /* late: behind a packet that was sent after it */
} line_run;

/* Sends `count` packets of 8 bytes, one a millisecond, through a line of `condition`. */
static inline line_run line_send(const ox_line_condition *condition, uint32_t count, uint32_t seed,
                                 bool incoming, ox_line_counts *counts) {
    static uint32_t net_memory[OX_LOOPBACK_WORDS(2, 20, 16)], line_memory[OX_CONDITIONS_WORDS(120, 16)];
    static uint8_t seen[100000];
    static ox_loopback net;
    static ox_conditions line;
    const ox_loopback_config config = {2, 20, 16, 0};
    line_run r = {.hash = OX_FNV_START};
    ox_transport ends[2], bad;
    uint32_t newest = 0;
    CHECK_EQ(ox_loopback_init(&net, net_memory, sizeof net_memory, &config), OX_OK);
    for (uint32_t i = 0; i < 2; i++) ends[i] = ox_loopback_endpoint(&net, i);
    CHECK_EQ(ox_conditions_init(&line, line_memory, sizeof line_memory,
                                &(ox_conditions_config){&ends[incoming], 120, seed}),
             OX_OK);
    if (incoming)
        line.in = *condition;
    else
        line.out = *condition;
    bad = ox_conditions_transport(&line);
    memset(seen, 0, sizeof seen);
    for (uint32_t now = 1; now <= count + 400; now++) {
        ox_address to = ox_address_of(OX_ADDRESS_LOOPBACK, 1), from;
        uint8_t bytes[16],
            packet[8] = {(uint8_t)now, (uint8_t)(now >> 8), (uint8_t)(now >> 16), 0, 0x5A, 0x5A, 0x5A, 0x5A};
        ox_transport_tick(&bad, now);
        if (now <= count) CHECK_EQ(ox_transport_send(incoming ? &ends[0] : &bad, &to, packet, 8), OX_OK);
        while (ox_transport_receive(incoming ? &bad : &ends[1], bytes, sizeof bytes, &from) > 0) {
            uint32_t number = bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16, bits = 0;
            for (int i = 4; i < 8; i++) bits += bytes[i] != 0x5A;
            r.hash = ox_fnv_u32(ox_fnv_bytes(r.hash, bytes, 8), now);
            if (r.came++ == 0) r.first = now;
            r.last = now;
            r.damaged += bits;
            if (number > count || bits > 0 || bytes[3] != 0) continue;
            r.twice += seen[number - (number > 0)]++ > 0;
            r.late += number < newest;
            newest = number > newest ? number : newest;
        }
    }
    *counts = incoming ? *ox_conditions_received(&line) : *ox_conditions_sent(&line);
    return r;
}

static inline void line_near(uint32_t actual, uint32_t count, uint32_t chance, uint32_t part) {
    CHECK_NEAR(actual, (uint64_t)count * chance / 10000, count / part);
}

/* Tests every rate of a line with `count` packets (up to 100,000), within one `part` of them. */
static inline void line_rates(uint32_t count, uint32_t part) {
    ox_line_counts c;
    line_run r = line_send(&(ox_line_condition){0}, count, 1, false, &c);
    CHECK(r.came == count && r.twice == 0 && r.late == 0 && r.damaged == 0 && r.first == 1 &&
          r.last == count);
    for (int incoming = 0; incoming < 2; incoming++) {
        r = line_send(&(ox_line_condition){.loss = 2500}, count, 2, incoming, &c);
        line_near(count - r.came, count, 2500, part);
        CHECK(c.lost == count - r.came && c.packets == count && c.delivered == r.came &&
              c.bytes == 8 * r.came);
        r = line_send(&(ox_line_condition){.duplicates = 1500}, count, 3, incoming, &c);
        line_near(r.came - count, count, 1500, part);
        CHECK(r.twice == r.came - count && r.twice == c.doubled && r.late == 0);
        r = line_send(&(ox_line_condition){.swaps = 1000, .distance = 5}, count, 4, incoming, &c);
        line_near(r.late, count, 1000, part);
        CHECK(r.came == count && c.swapped >= r.late && r.twice == 0);
        r = line_send(&(ox_line_condition){.damage = 2000}, count, 5, incoming, &c);
        line_near(c.damaged, count, 2000, part);
        line_near(2 * r.damaged, count, 2000, part); /* half of the bits are compared */
        CHECK(r.came == count && c.overflowed == 0);
        r = line_send(&(ox_line_condition){.burst = 100, .burst_length = 10}, count, 6, incoming, &c);
        line_near(count - r.came, count, 917, part); /* 10 of 109 packets */
        r = line_send(&(ox_line_condition){.delay = 40, .jitter = 20}, count, 7, incoming, &c);
        CHECK(r.came == count && r.late == 0 && r.first >= 41 && r.first <= 61 && r.last >= count + 40 &&
              r.last <= count + 60);
    }
}

#endif
