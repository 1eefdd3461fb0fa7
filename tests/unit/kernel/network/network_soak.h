/* Two secured ends over a line that disturbs packets in every way, with an attacker who tampers, cuts and repeats
 * the packets he sees, and counts of what came: every genuine packet that reached its end in the window comes once,
 * and nothing else ever comes. */
#ifndef OXCART_TESTS_UNIT_NETWORK_SOAK_H
#define OXCART_TESTS_UNIT_NETWORK_SOAK_H

#include <string.h>

#include "fixedmath/bits.h"
#include "kernel/network/conditions.h"
#include "kernel/network/loopback.h"
#include "kernel/network/secure.h"
#include "rom/rom.h"
#include "tests/test.h"

typedef struct soak_result {
    uint32_t sent[2], came[2], lost[2], doubled[2], swapped[2], damaged[2];
    uint32_t attacks; /* packets of the attacker */
    uint32_t wrong;   /* packets that came twice or changed, and genuine packets that were refused */
} soak_result;

enum { SOAK_SLOTS = 64, SOAK_KEPT = 16, SOAK_PAYLOAD = 160 };

/* Puts the attacker's packets on the wire beside the packets that he sees. */
static inline void soak_attack(rng32 *random, ox_transport *wire, const ox_address *to,
                               uint8_t kept[SOAK_KEPT][SOAK_PAYLOAD], const uint32_t *sizes) {
    uint8_t bytes[SOAK_PAYLOAD];
    uint32_t which = rng_below(random, SOAK_KEPT), size = sizes[which], way = rng_below(random, 4);
    if (size == 0) return;
    memcpy(bytes, kept[which], size);
    uint32_t bit = rng_below(random, size * 8);
    if (way == 0) bytes[bit / 8] ^= (uint8_t)(1u << bit % 8); /* a tampered packet */
    if (way == 1) size = 1 + rng_below(random, size - 1);     /* a cut packet; way 2 repeats it unchanged */
    if (way == 3)
        for (uint32_t i = 0; i < size; i++) bytes[i] = (uint8_t)rng32_next(random); /* an invented packet */
    (void)!ox_transport_send(wire, to, bytes, size);
}

/* Sends `count` packets each way. `seen` has a bit for each number, count / 8 + 1 bytes each way. */
static inline void soak_run(uint32_t count, uint8_t *seen[2], soak_result *result) {
    static uint32_t net_memory[OX_LOOPBACK_WORDS(3, SOAK_SLOTS, SOAK_PAYLOAD)],
        line_memory[2][OX_CONDITIONS_WORDS(SOAK_SLOTS, SOAK_PAYLOAD)];
    static uint8_t rooms[2][SOAK_PAYLOAD], kept[2][SOAK_KEPT][SOAK_PAYLOAD];
    static uint32_t kept_sizes[2][SOAK_KEPT];
    static ox_loopback net;
    static ox_conditions lines[2];
    static ox_secure ends[2];
    ox_transport wires[2], bad[2], safe[2];
    rng32 random = rng32_seed(60, 0);
    uint32_t now = 0, next[2] = {0, 0};
    const ox_loopback_config config = {2, SOAK_SLOTS, SOAK_PAYLOAD, 0};
    memset(result, 0, sizeof *result);
    memset(kept_sizes, 0, sizeof kept_sizes);
    CHECK_EQ(ox_loopback_init(&net, net_memory, sizeof net_memory, &config), OX_OK);
    for (uint32_t i = 0; i < 2; i++) {
        uint8_t entropy[OX_SECURE_RANDOM];
        memset(entropy, (int)(17 + i), sizeof entropy);
        wires[i] = ox_loopback_endpoint(&net, i);
        CHECK_EQ(ox_conditions_init(&lines[i], line_memory[i], sizeof line_memory[i],
                                    &(ox_conditions_config){&wires[i], SOAK_SLOTS, 70 + i}),
                 OX_OK);
        bad[i] = ox_conditions_transport(&lines[i]);
        bad[i].properties.trusted = false;
        lines[i].out = (ox_line_condition){.loss = 2000,
                                           .duplicates = 500,
                                           .swaps = 1000,
                                           .distance = 8,
                                           .damage = 200,
                                           .delay = 20,
                                           .jitter = 10};
        CHECK_EQ(
            ox_secure_begin(&ends[i],
                            &(ox_secure_config){.below = &bad[i],
                                                .buffer = rooms[i],
                                                .protocol = 0x4242,
                                                .peer = ox_address_of(OX_ADDRESS_LOOPBACK, (uint16_t)(1 - i)),
                                                .role = i == 0 ? OX_SECURE_CLIENT : OX_SECURE_SERVER,
                                                .random = entropy,
                                                .tag = count % 2 == 1 ? OX_SECURE_SHORT_TAG : OX_SECURE_TAG}),
            OX_OK);
        safe[i] = ox_secure_transport(&ends[i]);
    }
    for (uint32_t rest = 0; rest < 200 && now < 4 * count + 60000; now += 3) {
        if (next[0] == count && next[1] == count) rest++; /* packets under way arrive */
        for (uint32_t i = 0; i < 2; i++) {
            uint8_t bytes[SOAK_PAYLOAD];
            ox_address peer = ox_address_of(OX_ADDRESS_LOOPBACK, (uint16_t)(1 - i)), from;
            ox_transport_tick(&safe[i], now);
            for (uint32_t size; (size = ox_transport_receive(&safe[i], bytes, sizeof bytes, &from)) > 0;) {
                ox_packet p;
                ox_message m = {0};
                bool good = ox_packet_read(&p, bytes, size, 0x4242, &safe[i]) == OX_PACKET_GOOD &&
                            ox_packet_next(&p, &m) && m.length >= 4;
                uint32_t number = good ? rom_u32(m.bytes) : count;
                for (uint32_t k = 4; good && k < m.length; k++) good = m.bytes[k] == (uint8_t)(number + k);
                if (!good || number >= count || (seen[i][number / 8] >> number % 8 & 1u) != 0) {
                    result->wrong++;
                    continue;
                }
                seen[i][number / 8] |= (uint8_t)(1u << number % 8);
                result->came[i]++;
            }
            if (ox_secure_connected(&ends[i]) && next[i] < count) {
                ox_packet_writer w;
                uint8_t text[40];
                uint32_t number = next[i]++, length = 4 + rng_below(&random, 36);
                for (uint32_t k = 0; k < length; k++)
                    text[k] = (uint8_t)(k < 4 ? number >> 8 * k : number + k);
                ox_packet_begin(&w, bytes, sizeof bytes,
                                &(ox_packet){.protocol = 0x4242, .kind = OX_PACKET_DATA});
                CHECK_EQ(ox_packet_add(&w, &(ox_message){.type = 1, .bytes = text, .length = length}), OX_OK);
                uint32_t size = ox_packet_end(&w, &safe[i]);
                CHECK(size > 0);
                CHECK_EQ(ox_transport_send(&safe[i], &peer, bytes, size), OX_OK);
                result->sent[i]++;
                /* The packet that the end put on the wire lies in its room. */
                memcpy(kept[i][number % SOAK_KEPT], rooms[i], SOAK_PAYLOAD);
                uint32_t junk = ends[i].out.states.junk >> 29, body = size - OX_PACKET_HEAD;
                kept_sizes[i][number % SOAK_KEPT] =
                    OX_SECURE_HEAD + body + (body < 8 ? 0 : junk) + ends[i].config.tag;
            }
            if (rng_chance(&random, 20000)) {
                soak_attack(&random, &wires[i], &peer, kept[i], kept_sizes[i]);
                result->attacks++;
            }
        }
    }
    for (uint32_t i = 0; i < 2; i++) {
        const ox_line_counts *c = ox_conditions_sent(&lines[i]);
        const uint32_t *refused = ends[1 - i].refused;
        /* Packets that were neither lost nor damaged came, and no genuine packet was refused. */
        if (result->came[1 - i] + c->lost + c->damaged < result->sent[i]) result->wrong++;
        result->wrong += refused[OX_SECURE_OLD] + refused[OX_SECURE_NUMBER] + refused[OX_SECURE_LENGTH] +
                         c->overflowed + net.refused;
        result->lost[i] = c->lost, result->doubled[i] = c->doubled, result->swapped[i] = c->swapped,
        result->damaged[i] = c->damaged;
    }
}

#endif
