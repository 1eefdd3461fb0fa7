/* The long runs of the network's tests: as many packets as its features promise. */
#include <stdlib.h>

#include "tests/unit/kernel/network/network_channels.h"
#include "tests/unit/kernel/network/network_line.h"
#include "tests/unit/kernel/network/network_soak.h"

TEST(network_soak_hundred_thousand_packets_each_way) {
    enum { COUNT = 100000 };
    static uint8_t one[COUNT / 8 + 1], other[COUNT / 8 + 1];
    uint8_t *seen[2] = {one, other};
    soak_result r;
    soak_run(COUNT, seen, &r);
    CHECK_EQ(r.wrong, 0);
    for (int i = 0; i < 2; i++) {
        CHECK_EQ(r.sent[i], COUNT);
        CHECK(r.came[i] > COUNT * 3 / 4);
    }
    TEST_INFO("sent %u and %u, came %u and %u; lost %u and %u, doubled %u and %u, swapped %u and %u, damaged "
              "%u and %u; %u attacks",
              (unsigned)r.sent[0], (unsigned)r.sent[1], (unsigned)r.came[1], (unsigned)r.came[0],
              (unsigned)r.lost[0], (unsigned)r.lost[1], (unsigned)r.doubled[0], (unsigned)r.doubled[1],
              (unsigned)r.swapped[0], (unsigned)r.swapped[1], (unsigned)r.damaged[0], (unsigned)r.damaged[1],
              (unsigned)r.attacks);
}

TEST(network_soak_loopback_a_million_packets) { loopback_exchange(1000000); }

/* A million messages of four kinds both ways, over a line that loses a fifth, doubles and swaps. */
TEST(network_soak_a_million_messages) {
    static uint32_t memory[OX_LOOPBACK_WORDS(2, TALK_SLOTS, TALK_PAYLOAD)];
    static ox_loopback net;
    static talk_end ends[2];
    talk_open(ends, &net, memory, sizeof memory,
              &(ox_line_condition){
                  .loss = 2000, .duplicates = 500, .swaps = 1000, .distance = 6, .delay = 20, .jitter = 10},
              0);
    (void)talk_run(ends, 125000);
    const ox_channels_counts *k = &ends[0].c.counts;
    CHECK(k->packets > 65536); /* the sequence has wrapped */
    TEST_INFO("%u packets, %u of them lost, %u messages again", (unsigned)k->packets, (unsigned)k->lost,
              (unsigned)k->again);
}

TEST(network_soak_rates_of_a_line) { line_rates(TEST_ROUNDS(100000), 50); }

/* Single bits of sealed packets, 10^5 of them, none of which may pass or change anything but the count of refusals. */
TEST(network_soak_hundred_thousand_flipped_bits) {
    enum { COUNT = 100000 };
    static uint32_t memory[OX_LOOPBACK_WORDS(2, 4, 256)];
    static uint8_t rooms[2][256];
    static ox_loopback net;
    const ox_loopback_config config = {2, 4, 256, 0};
    ox_transport below[2];
    ox_secure ends[2];
    uint8_t wire[256], packet[40] = {0x42, 0x42, OX_PACKET_DATA, 1};
    rng32 random = rng32_seed(80, 0);
    uint32_t found = 0, changed = 0;
    CHECK_EQ(ox_loopback_init(&net, memory, sizeof memory, &config), OX_OK);
    for (uint32_t i = 0; i < 2; i++) {
        const uint8_t entropy[OX_SECURE_RANDOM] = {(uint8_t)(i + 3)};
        below[i] = ox_loopback_endpoint(&net, i);
        CHECK_EQ(
            ox_secure_begin(&ends[i],
                            &(ox_secure_config){.below = &below[i],
                                                .buffer = rooms[i],
                                                .protocol = 0x4242,
                                                .random = entropy,
                                                .peer = ox_address_of(OX_ADDRESS_LOOPBACK, (uint16_t)(1 - i)),
                                                .role = i == 0 ? OX_SECURE_CLIENT : OX_SECURE_SERVER}),
            OX_OK);
    }
    uint32_t size = ox_secure_greeting(&ends[0], wire, sizeof wire);
    CHECK_EQ(ox_secure_unseal(&ends[1], wire, size), 0);
    size = ox_secure_greeting(&ends[1], wire, sizeof wire);
    CHECK_EQ(ox_secure_unseal(&ends[0], wire, size), 0);
    for (uint32_t i = 0; i < COUNT; i++) {
        if (i % 16 == 0)
            size = ox_secure_seal(&ends[0], packet, 12 + rng_below(&random, 28), wire, sizeof wire);
        uint8_t copy[256];
        uint32_t bit = rng_below(&random, size * 8);
        memcpy(copy, wire, size);
        copy[bit / 8] ^= (uint8_t)(1u << bit % 8);
        ox_secure before = ends[1];
        found += ox_secure_unseal(&ends[1], copy, size) == 0;
        memcpy(before.refused, ends[1].refused, sizeof before.refused);
        changed += memcmp(&before, &ends[1], sizeof before) != 0;
    }
    CHECK_EQ(found, COUNT);
    CHECK_EQ(changed, 0);
    CHECK_EQ(ox_secure_unseal(&ends[1], wire, size) > 0, 1);
}

/* Random packets of which one byte, length or bit is changed, with the right checksum again: OXCART_PACKETS
 * of them, or a million. A refused packet leaves everything as it was; an accepted packet is one that the
 * writer writes. */
TEST(network_soak_mutated_packets) {
    static uint32_t memory[OX_LOOPBACK_WORDS(1, 1, 256)];
    static ox_loopback net;
    const ox_loopback_config config = {1, 1, 256, 0};
    const char *wish = getenv("OXCART_PACKETS");
    uint32_t count = wish != NULL ? (uint32_t)strtoul(wish, NULL, 10) : 1000000u, taken = 0, wrong = 0,
             size = 0;
    uint8_t bytes[256], good[256], text[40] = {0};
    rng32 random = rng32_seed(81, 0);
    CHECK_EQ(ox_loopback_init(&net, memory, sizeof memory, &config), OX_OK);
    ox_transport t = ox_loopback_endpoint(&net, 0);
    for (uint32_t i = 0; i < count; i++) {
        ox_packet_writer w;
        ox_packet p, before;
        if (i % 32 == 0) {
            ox_packet_begin(&w, good, sizeof good,
                            &(ox_packet){.protocol = 0x4242,
                                         .kind = (uint8_t)rng_below(&random, OX_PACKET_KINDS),
                                         .reliable = rng_chance(&random, 32768),
                                         .sequence = (uint16_t)i});
            for (uint32_t k = rng_below(&random, 5); k > 0; k--) {
                ox_message m = {.type = (uint8_t)k,
                                .channel = (uint8_t)rng_below(&random, 8),
                                .reliable = k % 2 == 0,
                                .bytes = text,
                                .length = rng_below(&random, sizeof text)};
                CHECK_EQ(ox_packet_add(&w, &m), OX_OK);
            }
            size = ox_packet_end(&w, &t) - OX_PACKET_SUM;
        }
        uint32_t length = rng_chance(&random, 8000) ? rng_below(&random, size + 1) : size,
                 at = rng_below(&random, size);
        memcpy(bytes, good, size);
        bytes[at] = rng_chance(&random, 32768) ? (uint8_t)rng32_next(&random)
                                               : (uint8_t)(bytes[at] ^ 1u << rng_below(&random, 8));
        for (uint32_t k = 0, sum = rom_crc32(0, bytes, length); k < 4; k++)
            bytes[length + k] = (uint8_t)(sum >> 8 * k);
        memset(&p, 0xA5, sizeof p);
        before = p;
        if (ox_packet_read(&p, bytes, length + OX_PACKET_SUM, 0x4242, &t) != OX_PACKET_GOOD) {
            wrong += memcmp(&p, &before, sizeof p) != 0;
            continue;
        }
        uint8_t again[256];
        taken++;
        ox_packet_begin(&w, again, sizeof again, &p);
        for (ox_message m = {0}; ox_packet_next(&p, &m);) wrong += ox_packet_add(&w, &m) != OX_OK;
        wrong += ox_packet_end(&w, &t) != length + OX_PACKET_SUM ||
                 memcmp(again, bytes, length + OX_PACKET_SUM) != 0;
    }
    CHECK_EQ(wrong, 0);
    uint32_t judged = 0;
    for (uint32_t v = 0; v < OX_PACKET_VERDICTS; v++) judged += t.verdicts[v];
    CHECK(judged == count && taken > count / 10 && taken < count && t.verdicts[OX_PACKET_BAD_LENGTH] > 0 &&
          t.verdicts[OX_PACKET_SHORT] > 0);
    TEST_INFO("%u packets, %u of them taken", (unsigned)count, (unsigned)taken);
}
