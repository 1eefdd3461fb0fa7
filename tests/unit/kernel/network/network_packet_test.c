/* Tests of addresses and of the form of packets. */
#include <string.h>

#include "fixedmath/random.h"
#include "kernel/network/loopback.h"
#include "kernel/network/packet.h"
#include "rom/rom.h"
#include "tests/test.h"

/* ---- addresses ---- */

TEST(network_address_worked_examples) {
    static const char *const good[][2] = {
        {"192.168.1.1", "192.168.1.1"},
        {"0.0.0.0:1", "0.0.0.0:1"},
        {"255.255.255.255:65535", "255.255.255.255:65535"},
        {"2001:0db8:85a3:0000:0000:8a2e:0370:7334", "2001:db8:85a3::8a2e:370:7334"},
        {"::1", "::1"},
        {"::", "::"},
        {"1::", "1::"},
        {"[::1]:40000", "[::1]:40000"},
        {"[FE80::ABCD]", "fe80::abcd"},
        {"1:0:0:2:0:0:0:3", "1:0:0:2::3"},
        {"1:0:0:2:3:0:0:4", "1::2:3:0:0:4"},    /* the first of two equal runs of zeros */
        {"1:0:2:3:4:5:6:7", "1:0:2:3:4:5:6:7"}, /* a single zero group is written */
        {"::ffff:1.2.3.4", "::ffff:102:304"},
        {"1:2:3:4:5:6:7.8.9.10", "1:2:3:4:5:6:708:90a"},
        {"1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"},
        {"serial:3", "serial:3"},
        {"loopback:65535", "loopback:65535"},
        {"ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"},
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        char line[OX_ADDRESS_TEXT];
        ox_text text = ox_text_begin(line, sizeof line);
        ox_address address;
        CHECK_EQ(ox_address_parse(ox_text_of(good[i][0]), &address, NULL), OX_OK);
        ox_address_print(&address, &text);
        CHECK(ox_text_equal(ox_text_seen(&text), ox_text_of(good[i][1])));
    }
    ox_address a = ox_address_of(OX_ADDRESS_LOOPBACK, 2), b = a, none = {0};
    char line[OX_ADDRESS_TEXT];
    ox_text text = ox_text_begin(line, sizeof line);
    ox_address_print(&none, &text);
    CHECK(ox_text_equal(ox_text_seen(&text), OX_TEXT("none")));
    CHECK(ox_address_equal(&a, &b) && !ox_address_equal(&a, &none) && ox_address_compare(&none, &a) < 0);
    b.port = 258; /* 258 is above 2 as a number, whatever the order of bytes */
    CHECK(ox_address_compare(&a, &b) < 0 && ox_address_compare(&b, &a) > 0);
}

TEST(network_address_malformed_ones_are_refused) {
    static const struct {
        const char *text;
        size_t at;
    } bad[] = {{"", 0},
               {"1.2.3", 5},
               {"256.1.1.1", 2},
               {"1.2.3.4.5", 7},
               {"1::2::3", 5},
               {"01.2.3.4", 1},
               {"1.2.3.04", 7},
               {"1.2.3.4:", 8},
               {"1.2.3.4:0", 9},
               {"1.2.3.4:65536", 12},
               {"1.2.3.4 ", 7},
               {" 1.2.3.4", 0},
               {":1", 0},
               {"1:2:3", 5},
               {"12345::", 4},
               {"::12g", 4},
               {"[::1", 4},
               {"[::1]:", 6},
               {"[1.2.3.4]", 8},
               {"::1]", 3},
               {"1:2:3:4:5:6:7:8:9", 15},
               {"::1.2.3", 7},
               {"serial:", 7},
               {"serial:70000", 11},
               {"loopback:x", 9},
               {":::", 2},
               {"1:2:3:4:5:6:7:", 14},
               {"a.b.c.d", 1},
               {"-1.2.3.4", 0}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        size_t at = 99;
        ox_address address = ox_address_of(OX_ADDRESS_SERIAL, 77);
        CHECK_EQ(ox_address_parse(ox_text_of(bad[i].text), &address, &at), OX_BAD_DATA);
        CHECK_EQ(at, bad[i].at);
        if (at != bad[i].at) TEST_INFO("\"%s\"", bad[i].text);
        CHECK(address.family == OX_ADDRESS_SERIAL && address.port == 77);
    }
}

TEST(network_address_random_ones_come_back) {
    rng32 random = rng32_seed(40, 0);
    uint32_t refused = 0;
    for (int round = 0; round < 10000; round++) {
        ox_address address = ox_address_of((ox_address_family)(1 + rng_below(&random, 4)),
                                           (uint16_t)rng_below(&random, 65536)),
                   back;
        uint32_t size = address.family == OX_ADDRESS_IPV4 ? 4 : address.family == OX_ADDRESS_IPV6 ? 16 : 0;
        for (uint32_t i = 0; i < size; i++)
            address.bytes[i] = rng_chance(&random, 30000) ? 0 : (uint8_t)rng32_next(&random);
        char line[OX_ADDRESS_TEXT];
        ox_text text = ox_text_begin(line, sizeof line);
        ox_address_print(&address, &text);
        CHECK(!ox_text_cut(&text));
        CHECK_EQ(ox_address_parse(ox_text_seen(&text), &back, NULL), OX_OK);
        CHECK(ox_address_equal(&address, &back));
        size_t at = rng_below(&random, (uint32_t)text.length), place = 0;
        line[at] = "x!?.:[]/g "[rng_below(&random, 10)]; /* with one letter wrong the parser breaks nothing */
        if (ox_failed(ox_address_parse(ox_text_seen(&text), &back, &place))) refused++;
        CHECK(place <= text.length);
        line[at] = 'x'; /* a letter that no address has is found where it is */
        if (size == 0) continue;
        CHECK_EQ(ox_address_parse(ox_text_seen(&text), &back, &place), OX_BAD_DATA);
        CHECK(place == at || (line[place] == ':' && place + 1 == at)); /* or at the front half of a `::` */
    }
    CHECK(refused > 9000);
}

/* ---- packets ---- */

static uint32_t memory[OX_LOOPBACK_WORDS(1, 1, 64)];
static uint8_t bytes[256];

static ox_transport trusted(ox_loopback *net) {
    const ox_loopback_config config = {1, 1, 64, 0};
    CHECK_EQ(ox_loopback_init(net, memory, sizeof memory, &config), OX_OK);
    return ox_loopback_endpoint(net, 0);
}

TEST(network_packet_bytes_are_as_written_down) {
    ox_loopback net;
    ox_transport t = trusted(&net);
    ox_packet_writer w;
    uint16_t protocol = ox_packet_protocol(1, 0x11223344, 0x55667788);
    static const uint8_t three[] = {1, 0, 0, 0, 0x44, 0x33, 0x22, 0x11, 0x88, 0x77, 0x66, 0x55};
    CHECK_EQ(protocol, rom_crc32(0, three, 12) & 0xFFFF);
    ox_packet_begin(&w, bytes, sizeof bytes,
                    &(ox_packet){.protocol = 0xBEEF,
                                 .kind = OX_PACKET_DATA,
                                 .slot = 3,
                                 .reliable = true,
                                 .sequence = 0x0102,
                                 .acknowledged = 0x0304,
                                 .acknowledged_mask = 0x05060708});
    CHECK_EQ(ox_packet_add(
                 &w, &(ox_message){.type = 9, .channel = 2, .bytes = (const uint8_t *)"abc", .length = 3}),
             OX_OK);
    CHECK_EQ(ox_packet_add(
                 &w, &(ox_message){.type = 7, .channel = 1, .reliable = true, .id = 0x1234, .length = 0}),
             OX_OK);
    CHECK_EQ(ox_packet_add(&w, &(ox_message){.type = 1, .channel = 8}), OX_BAD_ARGUMENT);
    uint32_t size = ox_packet_end(&w, &t);
    static const uint8_t expected[] = {0xEF, 0xBE, 0x15, 3,   2,   1,   4, 3, 8,    7,    6, 5,
                                       9,    2,    3,    'a', 'b', 'c', 7, 9, 0x34, 0x12, 0};
    CHECK_EQ(size, sizeof expected + 4);
    CHECK(memcmp(bytes, expected, sizeof expected) == 0);
    CHECK_EQ(rom_u32(bytes + sizeof expected), rom_crc32(0, expected, sizeof expected));

    ox_packet p;
    CHECK_EQ(ox_packet_read(&p, bytes, size, 0xBEEF, &t), OX_PACKET_GOOD);
    CHECK(p.kind == OX_PACKET_DATA && p.slot == 3 && p.reliable && !p.fragment && p.sequence == 0x0102 &&
          p.acknowledged == 0x0304);
    CHECK_EQ(p.acknowledged_mask, 0x05060708);
    ox_message m = {0};
    CHECK(ox_packet_next(&p, &m) && m.type == 9 && m.channel == 2 && m.length == 3 &&
          memcmp(m.bytes, "abc", 3) == 0);
    CHECK(ox_packet_next(&p, &m) && m.type == 7 && m.reliable && !m.ordered && m.id == 0x1234 &&
          m.length == 0);
    CHECK(!ox_packet_next(&p, &m));
    /* A packet without messages has 4 + 4 bytes. */
    ox_packet_begin(&w, bytes, 8, &(ox_packet){.protocol = 1, .kind = OX_PACKET_PING});
    CHECK_EQ(ox_packet_add(&w, &(ox_message){.type = 1, .length = 2, .bytes = bytes}), OX_FULL);
    CHECK_EQ(ox_packet_end(&w, &t), 8);
    CHECK_EQ(ox_packet_read(&p, bytes, 8, 1, &t), OX_PACKET_GOOD);
    m = (ox_message){0};
    CHECK(!ox_packet_next(&p, &m));
    ox_packet_begin(&w, bytes, 7, &(ox_packet){.protocol = 1, .kind = OX_PACKET_PING});
    CHECK_EQ(ox_packet_end(&w, &t), 0);
    ox_packet_begin(&w, bytes, 3, &(ox_packet){.protocol = 1, .kind = OX_PACKET_PING});
    CHECK(w.full);
    CHECK_EQ(ox_packet_add(&w, &(ox_message){.type = 1}), OX_FULL);
    ox_packet_begin(&w, bytes, 8, &(ox_packet){.protocol = 1, .kind = OX_PACKET_KINDS});
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK(w.full);
}

static uint32_t random_packet(rng32 *random, const ox_transport *t) {
    ox_packet_writer w;
    uint8_t text[20];
    ox_packet_begin(&w, bytes, sizeof bytes,
                    &(ox_packet){.protocol = 0x4242,
                                 .kind = (uint8_t)rng_below(random, OX_PACKET_KINDS),
                                 .slot = (uint8_t)rng32_next(random),
                                 .reliable = rng_chance(random, 32768),
                                 .sequence = (uint16_t)rng32_next(random)});
    for (uint32_t i = rng_below(random, 4); i > 0; i--) {
        ox_message m = {.type = (uint8_t)rng32_next(random),
                        .channel = (uint8_t)rng_below(random, 8),
                        .ordered = rng_chance(random, 20000),
                        .bytes = text,
                        .length = rng_below(random, sizeof text)};
        for (uint32_t k = 0; k < m.length; k++) text[k] = (uint8_t)rng32_next(random);
        CHECK_EQ(ox_packet_add(&w, &m), OX_OK);
    }
    return ox_packet_end(&w, t);
}

TEST(network_packet_flipped_bits_are_refused) {
    ox_loopback net;
    ox_transport t = trusted(&net);
    rng32 random = rng32_seed(41, 0);
    uint32_t good = 0, damaged = 0;
    for (int round = 0; round < 10000; round++) {
        ox_packet p;
        uint32_t size = random_packet(&random, &t), bit = rng_below(&random, size * 8);
        good += ox_packet_read(&p, bytes, size, 0x4242, &t) == OX_PACKET_GOOD;
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        damaged += ox_packet_read(&p, bytes, size, 0x4242, &t) == OX_PACKET_DAMAGED;
    }
    CHECK_EQ(good, 10000);
    CHECK_EQ(damaged, 10000);
}

static void sum_again(uint32_t size) {
    uint32_t sum = rom_crc32(0, bytes, size - 4);
    for (int i = 0; i < 4; i++) bytes[size - 4 + (uint32_t)i] = (uint8_t)(sum >> 8 * i);
}

TEST(network_packet_what_does_not_add_up_is_refused) {
    ox_loopback net;
    ox_transport t = trusted(&net), nobody = {0};
    ox_packet p = {.slot = 99};
    ox_packet_writer w;
    memset(bytes, 0, sizeof bytes);
    for (uint32_t size = 0; size < 8; size++)
        CHECK_EQ(ox_packet_read(&p, bytes, size, 0, &t), OX_PACKET_SHORT);
    struct {
        uint8_t bytes[12];
        uint32_t size;
        ox_packet_verdict verdict;
    } rows[] = {
        {{1, 0, OX_PACKET_DATA, 0}, 4, OX_PACKET_OTHER_PROTOCOL},
        {{1, 0, OX_PACKET_CONNECT, 0}, 4, OX_PACKET_OTHER_CONNECT},
        {{0, 0, OX_PACKET_KINDS, 0}, 4, OX_PACKET_BAD_KIND},
        {{0, 0, 0x80 | OX_PACKET_DATA, 0}, 4, OX_PACKET_BAD_KIND},
        {{0, 0, OX_PACKET_SECURED | OX_PACKET_DATA, 0}, 4, OX_PACKET_BAD_KIND},
        {{0, 0, OX_PACKET_RELIABLE | OX_PACKET_DATA, 0, 1, 2, 3}, 7, OX_PACKET_SHORT},
        {{0, 0, OX_PACKET_DATA, 0, 1, 0, 1}, 7, OX_PACKET_BAD_LENGTH},    /* the message's byte is missing */
        {{0, 0, OX_PACKET_DATA, 0, 1, 0}, 6, OX_PACKET_BAD_LENGTH},       /* the length is missing */
        {{0, 0, OX_PACKET_DATA, 0, 1, 0x20, 0}, 7, OX_PACKET_BAD_LENGTH}, /* unknown bits are set */
        {{0, 0, OX_PACKET_DATA, 0, 1, 8, 0, 0}, 8, OX_PACKET_BAD_LENGTH}, /* half of an id */
        {{0, 0, OX_PACKET_DATA, 0, 1, 0, 0x80, 0}, 8, OX_PACKET_BAD_LENGTH}, /* a length in too long a form */
        {{0, 0, OX_PACKET_DATA, 0, 1, 0, 0, 5}, 8, OX_PACKET_BAD_LENGTH}}; /* bytes behind the last message */
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        memcpy(bytes, rows[i].bytes, rows[i].size);
        sum_again(rows[i].size + 4);
        CHECK_EQ(ox_packet_read(&p, bytes, rows[i].size + 4, 0, &t), rows[i].verdict);
        CHECK(ox_packet_verdict_name(rows[i].verdict)[0] != 0);
    }
    CHECK_EQ(p.slot, 99); /* no field was filled in */
    CHECK(t.verdicts[OX_PACKET_SHORT] == 9 && t.verdicts[OX_PACKET_BAD_KIND] == 3 &&
          t.verdicts[OX_PACKET_BAD_LENGTH] == 6);
    CHECK(t.verdicts[OX_PACKET_OTHER_PROTOCOL] == 1 && t.verdicts[OX_PACKET_OTHER_CONNECT] == 1 &&
          t.verdicts[OX_PACKET_GOOD] == 0);
    /* A network that is neither trusted nor secured carries no packets; programs with assertions may ask for one. */
    for (int open = 0; open < 2; open++) {
        nobody.properties.open = open != 0;
        ox_packet_begin(&w, bytes, sizeof bytes, &(ox_packet){.kind = OX_PACKET_DATA});
        uint32_t size = ox_packet_end(&w, &nobody);
        CHECK_EQ(size, open && OX_DEBUG ? 8 : 0);
        ox_packet_begin(&w, bytes, sizeof bytes, &(ox_packet){.kind = OX_PACKET_DATA});
        size = ox_packet_end(&w, &t);
        CHECK_EQ(ox_packet_read(&p, bytes, size, 0, &nobody),
                 open && OX_DEBUG ? OX_PACKET_GOOD : OX_PACKET_UNPROTECTED);
    }
    CHECK_EQ(strcmp(ox_packet_verdict_name(OX_PACKET_VERDICTS), "unknown"), 0);
}
