/* Tests of the protection of packets: digests, generators, whitening; secured connections under bad conditions and attacks. */
#include <string.h>

#include "kernel/network/protect_internal.h"
#include "tests/ports/instructions.h"
#include "tests/test.h"
#include "tests/unit/kernel/network/network_soak.h"

static int hex(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }
static void check_digest(const uint8_t *digest, const char *expected) {
    for (int i = 0; i < 16; i++) CHECK_EQ(digest[i], hex(expected[2 * i]) * 16 + hex(expected[2 * i + 1]));
}

TEST(network_protect_digests_worked_examples) {
    uint8_t digest[16], key[16];
    memset(key, 0x0b, sizeof key);
    protect_key k = protect_key_of(key);
    protect_tag(&k, (const uint8_t *)"Hi There", 8, digest);
    check_digest(digest, "9294727a3638bb1c13f48ef8158bfc9d");
    for (int i = 0; i < 16; i++) key[i] = (uint8_t)i;
    k = protect_key_of(key);
    protect_tag(&k, (const uint8_t *)"oxcart", 6, digest);
    check_digest(digest, "184da987be59c32b8991b4f46c49fd97");
    /* RFC 2202, cases 2 and 3; and messages over the ends of a block. */
    memset(key, 0, sizeof key);
    memcpy(key, "Jefe", 4);
    k = protect_key_of(key);
    protect_tag(&k, (const uint8_t *)"what do ya want for nothing?", 28, digest);
    check_digest(digest, "750c783e6ab0b503eaa86e310a5db738");
    uint8_t text[120];
    memset(key, 0xaa, sizeof key);
    memset(text, 0xdd, sizeof text);
    k = protect_key_of(key);
    protect_tag(&k, text, 50, digest);
    check_digest(digest, "56be34521d144c88dbb8c733f0e8b3f6");
    static const struct {
        uint32_t size;
        const char *digest;
    } ends[] = {{0, "68333b4b8fcbad8d64d914430788e601"},  {55, "74590bffc5389439cc70944d123adfdf"},
                {56, "cbf0ac0dcc1f0c8222d9f4ae1c789012"}, {63, "9ca4ddfaf365ad86bf019569ed30527a"},
                {64, "4acaf72bef8705dc28391af23e41e38d"}, {120, "499ce9930f190668a59f322fc40b1984"}};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        protect_tag(&k, text, ends[i].size, digest);
        check_digest(digest, ends[i].digest);
    }
    ox_md5_of("", 0, digest);
    check_digest(digest, "d41d8cd98f00b204e9800998ecf8427e");
    ox_md5_of("abc", 3, digest);
    check_digest(digest, "900150983cd24fb0d6963f7d28e17f72");
    CHECK(protect_same(key, key, 16));
    for (int i = 0; i < 16; i++) {
        memcpy(digest, key, 16);
        digest[i] ^= 0x10;
        CHECK(!protect_same(digest, key, 16));
    }
}

TEST(network_protect_generator_worked_examples) {
    protect_step step = {3, 5}, usual = protect_constants();
    static const uint32_t small[] = {20, 115, 590, 2965},
                          large[] = {0x3F36187D, 0x2E17F0BE, 0x6A12D20B, 0x6C19F0F4};
    CHECK_EQ(usual.a, 0x9E3779B9u);
    CHECK_EQ(usual.b, 1664525);
    CHECK(usual.a % 2 == 1 && usual.b % 4 == 1); /* the generator passes every state once in 2^32 steps */
    uint32_t x = 1, y = 0x12345678;
    for (int i = 0; i < 4; i++) {
        x = protect_apply(protect_steps(step, 1), x);
        y = protect_apply(protect_steps(usual, 1), y);
        CHECK_EQ(x, small[i]);
        CHECK_EQ(y, large[i]);
    }
    for (int i = 4; i < 1000; i++) y = protect_apply(protect_steps(usual, 1), y);
    CHECK_EQ(y, 0x737DC050);
    CHECK_EQ(protect_apply(protect_steps(usual, 1000), 0x12345678), y);
    CHECK_EQ(protect_apply(protect_steps(usual, 0u - 1000u), y), 0x12345678);
    CHECK_EQ(protect_apply(protect_steps(usual, 0), y), y);
}

/* ---- two ends, without transports between ---- */

static ox_loopback net;
static uint32_t net_memory[OX_LOOPBACK_WORDS(2, 4, 1200)];
static uint8_t rooms[2][1200];

/* Makes a client [0] and a server [1] that have agreed on keys. */
static void pair(ox_secure ends[2], ox_transport below[2], uint32_t tag, bool lengths, uint8_t seed) {
    const ox_loopback_config config = {2, 4, 1200, 0};
    uint8_t random[OX_SECURE_RANDOM], wire[200];
    CHECK_EQ(ox_loopback_init(&net, net_memory, sizeof net_memory, &config), OX_OK);
    for (int i = 0; i < 2; i++) {
        below[i] = ox_loopback_endpoint(&net, (uint32_t)i);
        memset(random, seed + i, sizeof random);
        CHECK_EQ(
            ox_secure_begin(&ends[i],
                            &(ox_secure_config){.below = &below[i],
                                                .buffer = rooms[i],
                                                .protocol = 0x4242,
                                                .peer = ox_address_of(OX_ADDRESS_LOOPBACK, (uint16_t)(1 - i)),
                                                .role = i == 0 ? OX_SECURE_CLIENT : OX_SECURE_SERVER,
                                                .random = random,
                                                .tag = tag,
                                                .lengths = lengths}),
            OX_OK);
    }
    CHECK(!ox_secure_connected(&ends[0]));
    CHECK_EQ(ox_secure_greeting(&ends[1], wire, sizeof wire), 0); /* no client has asked */
    uint32_t size = ox_secure_greeting(&ends[0], wire, sizeof wire);
    CHECK(size > 0);
    CHECK_EQ(ox_secure_unseal(&ends[1], wire, size), 0);
    CHECK(ox_secure_connected(&ends[1]));
    size = ox_secure_greeting(&ends[1], wire, sizeof wire);
    CHECK_EQ(ox_secure_unseal(&ends[0], wire, size), 0);
    CHECK(ox_secure_connected(&ends[0]));
    for (uint32_t i = 0, sum = 0; i < 68; i++) CHECK_EQ(sum |= wire[i], 0); /* the key's memory is cleared */
}

static const uint8_t plain[12] = {0x42, 0x42, OX_PACKET_DATA, 1, 'h', 'e', 'l', 'l', 'o', ' ', 'o', 'x'};

static uint32_t sealed(ox_secure *end, uint8_t *wire) {
    return ox_secure_seal(end, plain, sizeof plain, wire, 200);
}

/* Returns 1 when the packet is unsealed as it was sent. */
static uint32_t comes(ox_secure *end, const uint8_t *wire, uint32_t size) {
    uint8_t copy[200];
    memcpy(copy, wire, size);
    uint32_t length = ox_secure_unseal(end, copy, size);
    return length == sizeof plain && memcmp(copy, plain, sizeof plain) == 0;
}

TEST(network_secure_flipped_bits_are_refused) {
    ox_secure ends[2];
    ox_transport below[2];
    uint8_t wire[200], copy[200];
    for (uint32_t tag = 8; tag <= 16; tag += 8) {
        uint32_t found = 0;
        pair(ends, below, tag, false, 1);
        for (int packet = 0; packet < 4; packet++) {
            uint32_t size = sealed(&ends[packet % 2], wire);
            ox_secure *to = &ends[1 - packet % 2];
            for (uint32_t bit = 0; bit < size * 8; bit++) {
                memcpy(copy, wire, size);
                copy[bit / 8] ^= (uint8_t)(1u << bit % 8);
                found += ox_secure_unseal(to, copy, size) != 0;
            }
            for (uint32_t less = 0; less < size; less++) { /* cut packets */
                memcpy(copy, wire, size);
                found += ox_secure_unseal(to, copy, less) != 0;
            }
            CHECK_EQ(comes(to, wire, size), 1);
        }
        CHECK_EQ(found, 0);
        CHECK_EQ(ends[0].accepted + ends[1].accepted, 4);
    }
}

TEST(network_secure_window_of_late_packets) {
    enum { MANY = 40 };
    static uint8_t wires[MANY][200];
    static uint32_t sizes[MANY];
    ox_secure ends[2];
    ox_transport below[2];
    pair(ends, below, 16, false, 1);
    for (int i = 0; i < MANY; i++) sizes[i] = sealed(&ends[0], wires[i]);
    CHECK_EQ(comes(&ends[1], wires[0], sizes[0]), 1);
    CHECK_EQ(comes(&ends[1], wires[33], sizes[33]), 1); /* 32 packets were lost */
    /* packet 1 is 32 before the newest: out of the window */
    CHECK_EQ(comes(&ends[1], wires[1], sizes[1]), 0);
    CHECK_EQ(ends[1].refused[OX_SECURE_OLD], 1);
    for (int i = 2; i < 33; i++) CHECK_EQ(comes(&ends[1], wires[i], sizes[i]), 1);
    CHECK_EQ(ends[1].refused[OX_SECURE_REPLAYED], 0);
    for (int i = 2; i <= 33; i++) CHECK_EQ(comes(&ends[1], wires[i], sizes[i]), 0);
    CHECK_EQ(ends[1].refused[OX_SECURE_REPLAYED], 32);
    for (int i = MANY - 1; i > 33; i--) CHECK_EQ(comes(&ends[1], wires[i], sizes[i]), 1);
    CHECK_EQ(comes(&ends[0], wires[35], sizes[35]), 0); /* an end refuses its own packet */
    CHECK_EQ(ends[0].refused[OX_SECURE_FORGED] + ends[0].refused[OX_SECURE_NUMBER], 1);
}

TEST(network_secure_sequence_wraps) {
    ox_secure ends[2];
    ox_transport below[2];
    uint8_t first[200], wire[200];
    pair(ends, below, 16, false, 1);
    uint32_t first_size = sealed(&ends[0], first), size;
    CHECK_EQ(comes(&ends[1], first, first_size), 1);
    /* The ends step as if 65,531 more packets had come, most of them lost on the way. */
    protect_step step = {ends[0].a, ends[0].b};
    protect_map far = protect_steps(step, 32765);
    for (int jump = 0; jump < 2; jump++) {
        ox_secure_states *s = &ends[0].out.states;
        s->number = protect_apply(far, s->number), s->junk = protect_apply(far, s->junk);
        s->whitening = protect_apply(far, s->whitening), s->length = protect_apply(far, s->length);
        ends[0].out.newest = (uint16_t)(ends[0].out.newest + 32765);
        size = sealed(&ends[0], wire);
        CHECK_EQ(comes(&ends[1], wire, size), 1);
    }
    CHECK_EQ(ends[0].out.newest, 65532);
    for (int i = 0; i < 3; i++) { /* up to sequence 65,535 */
        size = sealed(&ends[0], wire);
        CHECK_EQ(comes(&ends[1], wire, size), 1);
    }
    /* sequence 0 would be the next one, but the packet's number is another */
    CHECK_EQ(comes(&ends[1], first, first_size), 0);
    CHECK_EQ(ends[1].refused[OX_SECURE_NUMBER], 1);
    for (int i = 0; i < 40; i++) {
        size = sealed(&ends[0], wire);
        CHECK_EQ(comes(&ends[1], wire, size), 1);
    }
    CHECK_EQ(ends[0].out.newest, 39);
}

TEST(network_secure_kept_sessions_cannot_be_played_again) {
    ox_secure ends[2], others[2];
    ox_transport below[2];
    uint8_t hello[200], answer[200], up[200], down[200], copy[200];
    pair(ends, below, 16, false, 1);
    uint32_t hello_size = ox_secure_greeting(&ends[0], hello, sizeof hello),
             answer_size = ox_secure_greeting(&ends[1], answer, sizeof answer);
    uint32_t up_size = sealed(&ends[0], up), down_size = sealed(&ends[1], down);
    pair(others, below, 16, false, 50);
    CHECK_EQ(comes(&others[1], up, up_size) + comes(&others[0], down, down_size), 0);
    CHECK_EQ(others[0].refused[OX_SECURE_FORGED] + others[1].refused[OX_SECURE_FORGED], 2);
    /* The whole session is replayed to a new server, from its first packet on, and the server's part to a new
     * client. */
    uint8_t random[OX_SECURE_RANDOM];
    memset(random, 70, sizeof random);
    ox_secure server, client;
    ox_secure_config config = ends[1].config;
    config.random = random;
    CHECK_EQ(ox_secure_begin(&server, &config), OX_OK);
    memcpy(copy, hello, hello_size);
    CHECK_EQ(ox_secure_unseal(&server, copy, hello_size), 0);
    CHECK(ox_secure_connected(&server) && !server.proved);
    CHECK_EQ(comes(&server, up, up_size), 0);
    CHECK_EQ(server.refused[OX_SECURE_FORGED], 1);
    /* The server still takes one new client, and then no other. */
    config = ends[0].config;
    config.random = random;
    CHECK_EQ(ox_secure_begin(&client, &config), OX_OK);
    memcpy(copy, answer, answer_size);
    CHECK_EQ(ox_secure_unseal(&client, copy, answer_size), 0);
    CHECK(!ox_secure_connected(&client));
    CHECK_EQ(client.refused[OX_SECURE_BAD], 1);
    CHECK_EQ(comes(&client, down, down_size), 0);
    CHECK_EQ(client.refused[OX_SECURE_EARLY], 1);
    uint32_t size = ox_secure_greeting(&client, copy, sizeof copy);
    CHECK_EQ(ox_secure_unseal(&server, copy, size), 0);
    size = ox_secure_greeting(&server, copy, sizeof copy);
    CHECK_EQ(ox_secure_unseal(&client, copy, size), 0);
    CHECK(ox_secure_connected(&client));
    size = sealed(&client, up);
    CHECK_EQ(comes(&server, up, size), 1);
    memcpy(copy, hello, hello_size);
    CHECK_EQ(ox_secure_unseal(&server, copy, hello_size), 0);
    CHECK_EQ(server.refused[OX_SECURE_BAD], 1);
    size = sealed(&client, up);
    CHECK_EQ(comes(&server, up, size), 1);
}

TEST(network_secure_whitening_and_junk) {
    enum { PACKETS = 1000, PAYLOAD = 64, PAIRS = 4000 };
    static uint8_t wires[PACKETS][PAYLOAD];
    ox_secure ends[2];
    ox_transport below[2];
    uint8_t packet[OX_PACKET_HEAD + PAYLOAD] = {0x42, 0x42, OX_PACKET_DATA, 1}, wire[200];
    uint32_t junk = 0, lengths[8] = {0}, agree = 0, counted = 0, least = 1000, most = 0, wrong = 0;
    rng32 random = rng32_seed(51, 0);
    pair(ends, below, 16, false, 1);
    for (int i = 0; i < PACKETS; i++) {
        uint32_t size = ox_secure_seal(&ends[0], packet, sizeof packet, wire, sizeof wire);
        uint32_t added = size - OX_SECURE_HEAD - OX_SECURE_TAG - PAYLOAD;
        CHECK(added <= OX_SECURE_JUNK);
        junk += added;
        lengths[added & 7]++;
        memcpy(wires[i], wire + OX_SECURE_HEAD + added, PAYLOAD);
        if (i % 5 == 3) continue; /* the packet is lost */
        wrong += ox_secure_unseal(&ends[1], wire, size) != sizeof packet ||
                 memcmp(wire, packet, sizeof packet) != 0;
    }
    CHECK_EQ(wrong, 0);
    for (int i = 0; i < 8; i++) CHECK(lengths[i] > 60);
    CHECK(junk > 3200 && junk < 3800 && junk / PACKETS < PAYLOAD / 2);
    for (int i = 0; i < PAIRS; i++) {
        uint32_t one = rng_below(&random, PACKETS), other = rng_below(&random, PACKETS), same = 0;
        if (one == other) continue;
        for (int k = 0; k < PAYLOAD; k++)
            same += 8u - (uint32_t)fx_popcount32(wires[one][k] ^ wires[other][k]);
        least = same < least ? same : least;
        most = same > most ? same : most;
        agree += same;
        counted++;
    }
    agree = agree / (counted * 512 / 10000); /* in 1/10,000 */
    CHECK(agree > 4800 && agree < 5200);
    CHECK(least > 512 * 35 / 100 && most < 512 * 65 / 100);
    TEST_INFO("bits that two packets share: %u of 10,000 on average, %u to %u of 512; junk: %u bytes of "
              "1,000 packets",
              (unsigned)agree, (unsigned)least, (unsigned)most, (unsigned)junk);
    /* Few bytes have no hidden length, and come back, too. */
    for (uint32_t payload = 0; payload < 12; payload++) {
        for (int i = 0; i < 20; i++) {
            uint32_t size = ox_secure_seal(&ends[0], packet, OX_PACKET_HEAD + payload, wire, sizeof wire);
            if (payload < 8) CHECK_EQ(size, OX_SECURE_HEAD + payload + OX_SECURE_TAG);
            CHECK_EQ(ox_secure_unseal(&ends[1], wire, size), OX_PACKET_HEAD + payload);
        }
    }
}

TEST(network_secure_readable_only_with_assertions) {
    ox_secure end;
    ox_loopback one;
    const ox_loopback_config config = {2, 4, 1200, 0};
    CHECK_EQ(ox_loopback_init(&one, net_memory, sizeof net_memory, &config), OX_OK);
    ox_transport below = ox_loopback_endpoint(&one, 0);
    uint8_t random[OX_SECURE_RANDOM] = {1}, wire[200];
    ox_secure_config c = {.below = &below,
                          .buffer = rooms[0],
                          .peer = ox_address_of(OX_ADDRESS_LOOPBACK, 1),
                          .random = random,
                          .readable = true};
    CHECK_EQ(ox_secure_begin(&end, &c), OX_DEBUG ? OX_OK : OX_UNSUPPORTED);
#if OX_DEBUG
    uint32_t size = ox_secure_greeting(&end, wire, sizeof wire),
             junk = size - OX_SECURE_HEAD - OX_SECURE_RANDOM - OX_SECURE_TAG;
    CHECK(junk <= OX_SECURE_JUNK);
    for (uint32_t i = 0; i < junk; i++) CHECK_EQ(wire[OX_SECURE_HEAD + i], 0xA5);
    CHECK(memcmp(wire + OX_SECURE_HEAD + junk, end.nonce, OX_SECURE_RANDOM) == 0);
#else
    (void)wire;
#endif
    c.readable = false;
    CHECK_EQ(ox_secure_begin(&end, &c), OX_OK);
    ox_secure_config bad = c;
    bad.below = NULL;
    CHECK_EQ(ox_secure_begin(&end, &bad), OX_BAD_ARGUMENT);
    bad = c, bad.random = NULL;
    CHECK_EQ(ox_secure_begin(&end, &bad), OX_BAD_ARGUMENT);
    bad = c, bad.tag = 12;
    CHECK_EQ(ox_secure_begin(&end, &bad), OX_BAD_ARGUMENT);
    bad = c, bad.peer = (ox_address){0};
    CHECK_EQ(ox_secure_begin(&end, &bad), OX_BAD_ARGUMENT);
    below.properties.payload = OX_SECURE_LEAST - 1;
    CHECK_EQ(ox_secure_begin(&end, &c), OX_BAD_ARGUMENT);
}

/* Packets over a byte stream, whose ends only their hidden lengths tell. */
TEST(network_secure_lengths_over_a_stream) {
    static uint8_t stream[20000];
    ox_secure ends[2];
    ox_transport below[2];
    rng32 random = rng32_seed(52, 0);
    uint32_t used = 0, at = 0, came = 0, alike = 0;
    pair(ends, below, 8, true, 1);
    for (int i = 0; i < 200; i++) {
        uint8_t packet[60] = {0x42, 0x42, OX_PACKET_DATA, 1};
        uint32_t size = OX_PACKET_HEAD + rng_below(&random, 50);
        uint32_t whole =
            ox_secure_seal(&ends[0], packet, size, stream + used, (uint32_t)sizeof stream - used);
        alike += rom_u16(stream + used) == whole; /* the length is hidden */
        used += whole;
    }
    CHECK(alike < 3);
    while (at < used) {
        uint32_t size = ox_secure_length(&ends[1], stream + at);
        CHECK(size > 0 && size <= used - at);
        if (size == 0 || size > used - at) return;
        came += ox_secure_unseal(&ends[1], stream + at, size) > 0;
        at += size;
    }
    CHECK_EQ(came, 200);
    ox_secure fresh = ends[1];
    uint8_t hello[200];
    fresh.keyed = false; /* a server without a client yet */
    uint32_t size = ox_secure_greeting(&ends[0], hello, sizeof hello);
    CHECK_EQ(ox_secure_length(&fresh, hello), size);
}

TEST(network_secure_two_ways_under_bad_conditions) {
    enum { COUNT = 2001 };
    static uint8_t one[COUNT / 8 + 1], other[COUNT / 8 + 1];
    uint8_t *seen[2] = {one, other};
    soak_result result;
    soak_run(COUNT, seen, &result);
    CHECK_EQ(result.wrong, 0);
    CHECK(result.attacks > COUNT / 4);
    for (int i = 0; i < 2; i++) {
        CHECK_EQ(result.sent[i], COUNT);
        CHECK(result.came[i] > COUNT * 7 / 10 && result.doubled[i] > 50 && result.swapped[i] > 100 &&
              result.damaged[i] > 15);
    }
}

TEST(network_secure_cost_of_a_packet) {
    ox_secure ends[2];
    ox_transport below[2];
    uint8_t packet[OX_PACKET_HEAD + 64] = {0x42, 0x42, OX_PACKET_DATA, 1}, wire[200];
    pair(ends, below, 16, false, 1);
    (void)ox_secure_seal(&ends[0], packet, sizeof packet, wire, sizeof wire);
    uint32_t before = test_instructions();
    uint32_t size = ox_secure_seal(&ends[0], packet, sizeof packet, wire, sizeof wire);
    uint32_t seal = test_instructions() - before;
    before = test_instructions();
    CHECK_EQ(ox_secure_unseal(&ends[1], wire, size), sizeof packet);
    uint32_t unseal = test_instructions() - before;
    if (seal > 0) {
        TEST_INFO("64 bytes: %u instructions to seal, %u to unseal", (unsigned)seal, (unsigned)unseal);
        CHECK(seal < 20000 && unseal < 20000);
    }
}

TEST(network_secure_sizes_that_wrap_do_not_fit) {
    ox_secure ends[2];
    ox_transport below[2];
    uint8_t wire[200];
    pair(ends, below, 8, false, 1);
    uint16_t before = ends[0].out.newest;
    for (uint32_t less = 0; less < 16; less++)
        CHECK_EQ(ox_secure_seal(&ends[0], plain, UINT32_MAX - less, wire, sizeof wire), 0);
    CHECK_EQ(ends[0].out.newest, before); /* the sequence did not step */
}
