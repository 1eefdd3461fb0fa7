/* Tests of channels: sequences, acknowledgements, the promises of each delivery, hostile packets. */
#include <string.h>

#include "tests/test.h"
#include "tests/unit/kernel/network/network_channels.h"

static ox_loopback net;
static uint32_t net_memory[OX_LOOPBACK_WORDS(2, TALK_SLOTS, TALK_PAYLOAD)];
static talk_end ends[2];

static void quiet(void) { talk_open(ends, &net, net_memory, sizeof net_memory, &(ox_line_condition){0}, 0); }

/* Hands over a packet without messages from the other side. */
static bool plain_packet(ox_channels *c, uint16_t sequence, uint16_t acknowledged, uint32_t mask) {
    static const uint8_t nothing[1];
    ox_message m;
    bool taken = ox_channels_take(c, &(ox_packet){.protocol = 7,
                                                  .kind = OX_PACKET_DATA,
                                                  .reliable = true,
                                                  .sequence = sequence,
                                                  .acknowledged = acknowledged,
                                                  .acknowledged_mask = mask,
                                                  .messages = nothing});
    CHECK(!ox_channels_next(c, &m));
    return taken;
}

TEST(network_channels_sequences_worked_examples) {
    CHECK(ox_sequence_newer(1, 0) && ox_sequence_newer(0, 65535) && !ox_sequence_newer(65535, 0));
    CHECK(ox_sequence_newer(32767, 0) && !ox_sequence_newer(32768, 0) && !ox_sequence_newer(5, 5));
    static const uint16_t received[] = {65534, 65535, 0, 1, 3, 4};
    talk_open(ends, &net, net_memory, sizeof net_memory, &(ox_line_condition){0}, 65534);
    for (int i = 0; i < 6; i++) CHECK(plain_packet(&ends[0].c, received[i], 65533, 0));
    CHECK_EQ(ends[0].c.newest, 4);
    CHECK_EQ(ox_channels_mask(&ends[0].c), 0x3D);
    CHECK(!plain_packet(&ends[0].c, 1, 65533, 0) && ends[0].c.counts.doubled == 1);
    CHECK(plain_packet(&ends[0].c, 2, 65533, 0)); /* the packet is late, and new */
    CHECK(plain_packet(&ends[0].c, 100, 65533, 0));
    CHECK(plain_packet(&ends[0].c, 37, 65533, 0) &&
          !plain_packet(&ends[0].c, 36, 65533, 0)); /* the packet lies behind the 64 newest */
    CHECK_EQ(ends[0].c.counts.old, 1);
    CHECK(!ox_channels_take(&ends[0].c, &(ox_packet){.protocol = 7, .kind = OX_PACKET_PING}) &&
          !ox_channels_take(&ends[0].c, &(ox_packet){.protocol = 8, .kind = OX_PACKET_DATA}));
}

/* Sends three messages of one channel, each in a packet of its own that is kept. */
static void three(uint32_t channel, uint8_t packets[3][TALK_PAYLOAD], uint32_t sizes[3]) {
    ox_address from;
    quiet();
    for (int i = 0; i < 3; i++) {
        CHECK(talk_say(&ends[0], channel));
        ox_channels_flush(&ends[0].c);
        sizes[i] = ox_transport_receive(&ends[1].bad, packets[i], TALK_PAYLOAD, &from);
        CHECK(sizes[i] > 0);
    }
}

static uint32_t give(const uint8_t *packet, uint32_t size) {
    ox_packet p;
    ox_message m;
    uint32_t count = 0;
    CHECK_EQ(ox_packet_read(&p, packet, size, 7, &ends[1].bad), OX_PACKET_GOOD);
    if (!ox_channels_take(&ends[1].c, &p)) return 99;
    for (; ox_channels_next(&ends[1].c, &m); count++) talk_heard(&ends[1], &m);
    return count;
}

TEST(network_channels_hold_what_is_before_its_turn) {
    uint8_t packets[3][TALK_PAYLOAD];
    uint32_t sizes[3];
    three(OX_DELIVERY_ORDERED, packets, sizes);
    CHECK_EQ(give(packets[0], sizes[0]), 1);
    CHECK_EQ(give(packets[2], sizes[2]), 0); /* the message is held back */
    CHECK_EQ(give(packets[1], sizes[1]), 2); /* both messages come, in order */
    CHECK_EQ(give(packets[1], sizes[1]), 99);
    CHECK_EQ(ends[1].wrong, 0);
    three(OX_DELIVERY_NEWEST, packets, sizes);
    CHECK_EQ(give(packets[0], sizes[0]), 1);
    CHECK_EQ(give(packets[2], sizes[2]), 1);
    CHECK_EQ(give(packets[1], sizes[1]), 0); /* the message is older than one that has come */
    CHECK(ends[1].wrong == 0 && ends[1].c.counts.late == 1);
    three(OX_DELIVERY_RELIABLE, packets, sizes);
    for (int i = 2; i >= 0; i--) CHECK_EQ(give(packets[i], sizes[i]), 1);
    CHECK(ends[1].wrong == 0 && ends[1].c.in[OX_DELIVERY_RELIABLE].next == 3);
    three(OX_DELIVERY_UNRELIABLE, packets, sizes);
    for (int i = 2; i >= 0; i--) CHECK_EQ(give(packets[i], sizes[i]), 1);
}

TEST(network_channels_acknowledge_alone_after_two_flushes) {
    quiet();
    CHECK(talk_say(&ends[0], OX_DELIVERY_RELIABLE));
    ox_channels_flush(&ends[0].c);
    CHECK_EQ(ends[0].c.waiting, 1); /* the message is kept until it is acknowledged */
    talk_hear(&ends[1], 10);
    ox_channels_flush(&ends[1].c);
    CHECK_EQ(ends[1].c.counts.packets, 0);
    ox_channels_flush(&ends[1].c);
    CHECK(ends[1].c.counts.packets == 1 && ends[1].c.counts.bare == 1);
    for (int i = 0; i < 10; i++) ox_channels_flush(&ends[1].c);
    talk_hear(&ends[0], 50);
    CHECK(ends[0].c.waiting == 0 && ends[1].c.counts.packets == 1);
    CHECK(ends[0].c.trip.known && ox_round_trip_time(&ends[0].c.trip) == 50);
    /* a packet without messages is not acknowledged by a packet of its own */
    for (int i = 0; i < 10; i++) ox_channels_flush(&ends[0].c);
    CHECK_EQ(ends[0].c.counts.packets, 1);
    /* With a message to send the acknowledgement rides on its packet. */
    CHECK(talk_say(&ends[0], OX_DELIVERY_UNRELIABLE));
    ox_channels_flush(&ends[0].c);
    CHECK_EQ(ends[0].c.waiting, 0);
    talk_hear(&ends[1], 60);
    CHECK(talk_say(&ends[1], OX_DELIVERY_UNRELIABLE));
    ox_channels_flush(&ends[1].c);
    CHECK(ends[1].c.counts.packets == 2 && ends[1].c.counts.bare == 1);
}

TEST(network_channels_lost_packets) {
    quiet();
    ox_channels *c = &ends[0].c;
    for (int i = 0; i < 4; i++) {
        CHECK(talk_say(&ends[0], OX_DELIVERY_ORDERED));
        ox_channels_flush(c);
    }
    CHECK(c->waiting == 4 && c->counts.packets == 4 && c->sequence == 4);
    /* packets 1 and 2 have come: packet 0 is two before the newest, and may still come */
    CHECK(plain_packet(c, 0, 2, 1));
    CHECK(c->waiting == 2 && c->counts.lost == 0);
    CHECK(plain_packet(c, 1, 3, 3)); /* packet 3 has come, too: packet 0 is lost */
    CHECK(c->waiting == 1 && c->counts.lost == 1);
    ox_channels_flush(c);
    CHECK(c->counts.again == 1 && c->sequence == 5);
    CHECK(plain_packet(c, 2, 4, 7));
    CHECK_EQ(c->waiting, 0);
    /* A packet counts as lost after a time that follows from the round trip. */
    uint32_t patience = ox_round_trip_timeout(&c->trip);
    CHECK(talk_say(&ends[0], OX_DELIVERY_RELIABLE));
    ox_channels_flush(c);
    ox_channels_tick(c, patience - 1);
    ox_channels_flush(c);
    CHECK_EQ(c->counts.again, 1);
    ox_channels_tick(c, patience);
    ox_channels_flush(c);
    CHECK(c->counts.again == 2 && c->counts.lost == 2 && c->sequence == 7);
    CHECK(plain_packet(c, 3, 5, 0) &&
          c->waiting ==
              1); /* the first packet came after all: its message is under way in another, and comes twice */
    CHECK(plain_packet(c, 4, 6, 1) && c->waiting == 0);
}

TEST(network_channels_over_a_bad_line) {
    const ox_line_condition bad = {
        .loss = 2000, .duplicates = 500, .swaps = 1000, .distance = 6, .delay = 40, .jitter = 20};
    talk_open(ends, &net, net_memory, sizeof net_memory, &bad, 65400); /* sequence numbers wrap on the way */
    uint32_t ticks = talk_run(ends, 2500);
    const ox_channels_counts *k = &ends[0].c.counts;
    CHECK(ends[0].c.sequence < 65400 && k->again > 100 && k->lost > 100 && k->doubled > 10 &&
          k->repeated > 0 && k->late > 0);
    CHECK(ends[0].came[OX_DELIVERY_UNRELIABLE] > 2500 * 7 / 10 &&
          ends[0].came[OX_DELIVERY_NEWEST] > 2500 * 6 / 10);
    CHECK(ox_round_trip_time(&ends[0].c.trip) > 80 && ox_round_trip_time(&ends[0].c.trip) < 250);
    TEST_INFO("2,500 messages of each kind each way in %u ticks: %u packets, %u of them lost, %u messages "
              "again; round trip %u ms",
              (unsigned)ticks, (unsigned)k->packets, (unsigned)k->lost, (unsigned)k->again,
              (unsigned)ox_round_trip_time(&ends[0].c.trip));
}

TEST(network_channels_refusals) {
    quiet();
    ox_channels c, *to = &ends[1].c;
    ox_channels_config config = ends[0].c.config;
    uint8_t text[TALK_BYTES + 1] = {0}, bytes[TALK_PAYLOAD];
    config.messages = 0;
    CHECK_EQ(ox_channels_init(&c, ends[0].memory, sizeof ends[0].memory, &config), OX_BAD_ARGUMENT);
    config.messages = TALK_MESSAGES;
    CHECK_EQ(ox_channels_init(&c, ends[0].memory, sizeof ends[0].memory - 4, &config), OX_OUT_OF_MEMORY);
    config.bytes = TALK_PAYLOAD - 22;
    CHECK_EQ(ox_channels_init(&c, ends[0].memory, sizeof ends[0].memory, &config), OX_BAD_ARGUMENT);
    config.delivery[7] = OX_DELIVERIES;
    CHECK_EQ(ox_channels_init(&c, ends[0].memory, sizeof ends[0].memory, &config), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_channels_send(&ends[0].c, 8, 1, text, 1), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_channels_send(&ends[0].c, 0, 1, text, sizeof text), OX_BAD_ARGUMENT);
    for (int i = 0; i < TALK_MESSAGES; i++)
        CHECK_EQ(ox_channels_send(&ends[0].c, OX_DELIVERY_RELIABLE, 1, text, 1), OX_OK);
    CHECK_EQ(ox_channels_send(&ends[0].c, 0, 1, text, 1), OX_FULL);
    for (int i = 0; i < 10; i++) ox_channels_flush(&ends[0].c);
    ox_address from; /* a message beyond the window waits at the sender */
    uint32_t messages = 0;
    for (uint32_t size; (size = ox_transport_receive(&ends[1].bad, bytes, sizeof bytes, &from)) > 0;) {
        ox_packet p;
        ox_message m = {0};
        CHECK_EQ(ox_packet_read(&p, bytes, size, 7, &ends[1].bad), OX_PACKET_GOOD);
        while (ox_packet_next(&p, &m)) messages++;
    }
    CHECK_EQ(messages, OX_CHANNELS_WINDOW);
    /* Packets that no end sends: flags that are not the channel's, ids beyond the window, reliable messages without
     * a number of the packet. */
    const struct {
        ox_message m;
        bool numbered;
        uint32_t bad;
    } rows[] = {
        {{.channel = OX_DELIVERY_UNRELIABLE, .reliable = true}, true, 1},
        {{.channel = OX_DELIVERY_RELIABLE}, true, 2},
        {{.channel = OX_DELIVERY_ORDERED, .reliable = true}, true, 3},
        {{.channel = OX_DELIVERY_NEWEST}, true, 4},
        {{.channel = OX_DELIVERY_ORDERED, .reliable = true, .ordered = true, .id = 32}, true, 5},
        {{.channel = OX_DELIVERY_RELIABLE, .reliable = true, .id = 32767}, true, 6},
        {{.channel = OX_DELIVERY_RELIABLE, .reliable = true}, false, 7},
        {{.channel = OX_DELIVERY_ORDERED, .reliable = true, .ordered = true, .length = TALK_BYTES + 1},
         true,
         8},
        {{.channel = OX_DELIVERY_RELIABLE, .reliable = true, .id = 32768},
         true,
         8}}; /* counted as if it had come before */
    for (uint16_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ox_packet_writer w;
        ox_packet p;
        ox_message m = rows[i].m;
        m.bytes = text;
        ox_packet_begin(
            &w, bytes, sizeof bytes,
            &(ox_packet){.protocol = 7, .kind = OX_PACKET_DATA, .reliable = rows[i].numbered, .sequence = i});
        CHECK_EQ(ox_packet_add(&w, &m), OX_OK);
        uint32_t size = ox_packet_end(&w, &ends[1].bad);
        CHECK_EQ(ox_packet_read(&p, bytes, size, 7, &ends[1].bad), OX_PACKET_GOOD);
        CHECK(ox_channels_take(to, &p));
        CHECK(!ox_channels_next(to, &m));
        CHECK_EQ(to->counts.bad, rows[i].bad);
    }
    CHECK_EQ(to->counts.repeated, 1);
}
