/* The long runs of the network's tests: as many packets as its features promise. */
#include "tests/unit/network_line.h"
#include "tests/unit/network_soak.h"

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
    TEST_INFO("sent %u and %u, came %u and %u; lost %u and %u, doubled %u and %u, swapped %u and %u, damaged %u and %u; %u attacks",
              (unsigned)r.sent[0], (unsigned)r.sent[1], (unsigned)r.came[1], (unsigned)r.came[0], (unsigned)r.lost[0], (unsigned)r.lost[1],
              (unsigned)r.doubled[0], (unsigned)r.doubled[1], (unsigned)r.swapped[0], (unsigned)r.swapped[1], (unsigned)r.damaged[0],
              (unsigned)r.damaged[1], (unsigned)r.attacks);
}

TEST(network_soak_loopback_a_million_packets) { loopback_exchange(1000000); }

TEST(network_soak_rates_of_a_line) { line_rates(100000, 50); }

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
        CHECK_EQ(ox_secure_begin(&ends[i], &(ox_secure_config){.below = &below[i], .buffer = rooms[i], .protocol = 0x4242, .random = entropy,
                                                               .peer = ox_address_of(OX_ADDRESS_LOOPBACK, (uint16_t)(1 - i)),
                                                               .role = i == 0 ? OX_SECURE_CLIENT : OX_SECURE_SERVER}),
                 OX_OK);
    }
    uint32_t size = ox_secure_greeting(&ends[0], wire, sizeof wire);
    CHECK_EQ(ox_secure_unseal(&ends[1], wire, size), 0);
    size = ox_secure_greeting(&ends[1], wire, sizeof wire);
    CHECK_EQ(ox_secure_unseal(&ends[0], wire, size), 0);
    for (uint32_t i = 0; i < COUNT; i++) {
        if (i % 16 == 0) size = ox_secure_seal(&ends[0], packet, 12 + rng_below(&random, 28), wire, sizeof wire);
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
