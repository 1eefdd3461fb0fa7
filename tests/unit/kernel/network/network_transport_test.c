/* Tests of transports: properties of all of them, loopback, the link simulator, secured transports. */
#include <string.h>

#include "kernel/network/conditions.h"
#include "kernel/network/loopback.h"
#include "kernel/network/secure.h"
#include "tests/test.h"
#include "tests/unit/kernel/network/network_line.h"

enum { PAYLOAD = 160, SLOTS = 64 };

static uint32_t net_memory[OX_LOOPBACK_WORDS(2, 20, PAYLOAD)],
    line_memory[2][OX_CONDITIONS_WORDS(SLOTS, PAYLOAD)];
static uint8_t bytes[2048];

static ox_loopback net;
static ox_conditions line;

static void open_net(uint32_t endpoints, uint32_t packets, uint32_t payload, uint32_t delay) {
    const ox_loopback_config config = {endpoints, packets, payload, delay};
    CHECK_EQ(ox_loopback_init(&net, net_memory, sizeof net_memory, &config), OX_OK);
}

static ox_address end_at(uint32_t index) { return ox_address_of(OX_ADDRESS_LOOPBACK, (uint16_t)index); }

/* ---- what holds of all ---- */

/* Two ends of any transport: packets that arrive are whole, packets that cannot be sent are refused and counted, and
 * no call waits. */
static void contract(ox_transport *a, ox_transport *b, const ox_address *to_b) {
    static uint8_t packet[PAYLOAD] = {1, 2, 5, 4};
    uint32_t now = 0, came = 0, sent = 0, refused = a->refused, sent_bytes = a->sent_bytes,
             came_bytes = b->received_bytes;
    ox_address from;
    CHECK_EQ(ox_transport_receive(b, bytes, sizeof bytes, &from), 0);
    for (uint32_t i = 4; i < sizeof packet; i++) packet[i] = (uint8_t)i;
    CHECK_EQ(ox_transport_send(a, to_b, packet, 0), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_transport_send(a, to_b, packet, a->properties.payload + 1), OX_BAD_ARGUMENT);
    CHECK_EQ(a->refused, refused + 2);
    for (uint32_t size = 4; size <= a->properties.payload; size += 3) {
        if (ox_transport_send(a, to_b, packet, size) == OX_OK) sent++, sent_bytes += size;
        ox_transport_flush(a);
        for (int k = 0; k < 10; k++) {
            now += 10;
            ox_transport_tick(a, now);
            ox_transport_tick(b, now);
            for (uint32_t got; (got = ox_transport_receive(b, bytes, sizeof bytes, &from)) > 0; came++) {
                CHECK(got <= a->properties.payload && memcmp(bytes, packet, got) == 0);
                came_bytes += got;
                CHECK(from.family == OX_ADDRESS_LOOPBACK && from.port == 0);
            }
        }
    }
    CHECK(sent > 20 && (a->properties.lossy ? came > 10 : came == sent));
    CHECK(came <= sent && a->sent == sent);
    CHECK(a->sent_bytes == sent_bytes && b->received_bytes == came_bytes);
    ox_address nobody = end_at(60000);
    ox_status status = ox_transport_send(a, &nobody, packet, 8);
    CHECK(status == OX_NOT_FOUND || (a->properties.lossy && status == OX_OK));
    /* the packet is too long for the receiver's buffer: it is lost */
    CHECK_EQ(ox_transport_send(a, to_b, packet, 10), OX_OK);
    for (int k = 0; k < 30; k++) ox_transport_tick(a, now += 10), ox_transport_tick(b, now);
    CHECK_EQ(ox_transport_receive(b, bytes, 9, &from), 0);
    CHECK_EQ(ox_transport_receive(b, bytes, sizeof bytes, &from), 0);
}

TEST(network_transport_contract) {
    ox_transport ends[2], bad[2], safe[2];
    ox_conditions lines[2];
    ox_secure secure[2];
    static uint8_t rooms[2][PAYLOAD];
    ox_address to = end_at(1), from;
    open_net(2, 20, PAYLOAD, 0);
    for (uint32_t i = 0; i < 2; i++) ends[i] = ox_loopback_endpoint(&net, i);
    contract(&ends[0], &ends[1], &to);
    open_net(2, 20, PAYLOAD, 25);
    for (uint32_t i = 0; i < 2; i++) {
        ends[i] = ox_loopback_endpoint(&net, i);
        CHECK_EQ(ox_conditions_init(&lines[i], line_memory[i], sizeof line_memory[i],
                                    &(ox_conditions_config){&ends[i], SLOTS, 5}),
                 OX_OK);
        bad[i] = ox_conditions_transport(&lines[i]);
    }
    lines[0].out = lines[1].in = (ox_line_condition){.loss = 2000, .delay = 15};
    contract(&bad[0], &bad[1], &to);
    open_net(2, 20, PAYLOAD, 0);
    for (uint32_t i = 0; i < 2; i++) {
        uint8_t random[OX_SECURE_RANDOM] = {(uint8_t)(i + 1)};
        ends[i] = ox_loopback_endpoint(&net, i);
        CHECK_EQ(ox_secure_begin(&secure[i],
                                 &(ox_secure_config){.below = &ends[i],
                                                     .buffer = rooms[i],
                                                     .protocol = 1,
                                                     .random = random,
                                                     .peer = i == 0 ? to : (ox_address){0},
                                                     .role = i == 0 ? OX_SECURE_CLIENT : OX_SECURE_SERVER}),
                 OX_OK);
        safe[i] = ox_secure_transport(&secure[i]);
        CHECK_EQ(safe[i].properties.payload, PAYLOAD - 6 - 7 - 16);
        CHECK_EQ(ox_transport_send(&safe[i], &to, bytes, 8), OX_BAD_STATE);
    }
    for (uint32_t i = 0; i < 4; i++)
        ox_transport_tick(&safe[i % 2], i),
            (void)ox_transport_receive(&safe[i % 2], bytes, sizeof bytes, &from);
    CHECK(ox_secure_connected(&secure[0]) && ox_secure_connected(&secure[1]));
    safe[0].refused = 0;
    contract(&safe[0], &safe[1], &to);
    ox_transport_close(&safe[0]); /* no key is left in memory */
    static const ox_secure zeros;
    CHECK(memcmp(&secure[0], &zeros, sizeof zeros) == 0 && safe[0].table == NULL);
    /* Sending over an absent network. */
    CHECK_EQ(ox_transport_send(&safe[0], &to, bytes, 8), OX_UNSUPPORTED);
    CHECK_EQ(ox_transport_receive(&safe[0], bytes, sizeof bytes, &from), 0);
    ox_transport_tick(&safe[0], 1);
    ox_transport_flush(&safe[0]);
    CHECK_EQ(safe[0].refused, 1);
    ox_transport_close(&safe[0]);
}

/* ---- loopback ---- */

TEST(network_loopback_many_endpoints) { loopback_exchange(40000); }

TEST(network_loopback_refusals_and_delay) {
    ox_loopback_config config = {2, 16, 16, 0};
    CHECK_EQ(ox_loopback_init(&net, net_memory, sizeof(uint32_t) * OX_LOOPBACK_WORDS(2, 16, 16) - 1, &config),
             OX_OUT_OF_MEMORY);
    CHECK_EQ(ox_loopback_init(&net, (uint8_t *)net_memory + 1, sizeof net_memory - 4, &config),
             OX_BAD_ARGUMENT);
    config.endpoints = OX_LOOPBACK_MOST + 1;
    CHECK_EQ(ox_loopback_init(&net, net_memory, sizeof net_memory, &config), OX_BAD_ARGUMENT);
    config = (ox_loopback_config){1, 0, 16, 0};
    CHECK_EQ(ox_loopback_init(&net, net_memory, sizeof net_memory, &config), OX_BAD_ARGUMENT);
    config = (ox_loopback_config){1, 16, 65536, 0};
    CHECK_EQ(ox_loopback_init(&net, net_memory, sizeof net_memory, &config), OX_BAD_ARGUMENT);
    open_net(1, 2, 16, 40);
    ox_transport end = ox_loopback_endpoint(&net, 0);
    ox_address self = end_at(0), from;
    ox_transport_tick(&end, 4294967290u); /* the time wraps */
    CHECK_EQ(ox_transport_send(&end, &self, "one", 3), OX_OK);
    CHECK_EQ(ox_transport_send(&end, &self, "two", 3), OX_OK);
    CHECK_EQ(ox_transport_send(&end, &self, "three", 5), OX_FULL);
    ox_transport_tick(&end, 33);
    CHECK_EQ(ox_transport_receive(&end, bytes, 16, &from), 0);
    ox_transport_tick(&end, 34);
    CHECK_EQ(ox_transport_receive(&end, bytes, 16, &from), 3);
    CHECK(memcmp(bytes, "one", 3) == 0);
}

/* ---- the link simulator ---- */

TEST(network_conditions_rates_are_as_told) { line_rates(6000, 25); }

TEST(network_conditions_same_seed_same_pattern) {
    const ox_line_condition everything = {.loss = 500,
                                          .burst = 50,
                                          .burst_length = 4,
                                          .duplicates = 500,
                                          .swaps = 500,
                                          .distance = 8,
                                          .damage = 500,
                                          .delay = 10,
                                          .jitter = 30};
    ox_line_counts counts;
    line_run one = line_send(&everything, 3000, 9, false, &counts),
             same = line_send(&everything, 3000, 9, false, &counts);
    line_run other = line_send(&everything, 3000, 10, false, &counts);
    CHECK(one.hash == same.hash && one.came == same.came && one.hash != other.hash);
    CHECK_EQ(one.hash, 351320870); /* the hash of every machine */
}

TEST(network_conditions_rate_is_exact) {
    enum { RATE = 1000, SECONDS = 5 };
    ox_transport ends[2];
    uint32_t by_second = 0;
    open_net(2, 20, 16, 0);
    for (uint32_t i = 0; i < 2; i++) ends[i] = ox_loopback_endpoint(&net, i);
    CHECK_EQ(ox_conditions_init(&line, line_memory[0], sizeof line_memory[0],
                                &(ox_conditions_config){&ends[0], SLOTS, 1}),
             OX_OK);
    ox_transport slow = ox_conditions_transport(&line);
    line.out.rate = RATE;
    for (uint32_t now = 0, arrived = 0; now <= SECONDS * 1000;
         now++) { /* ten times as many packets as go through */
        ox_address to = end_at(1), from;
        ox_transport_tick(&slow, now);
        if (line.lines[0].counts.packets - line.lines[0].counts.delivered < 20)
            (void)!ox_transport_send(&slow, &to, "12345678901", 11);
        for (uint32_t size; (size = ox_transport_receive(&ends[1], bytes, 16, &from)) > 0;) arrived += size;
        if (now > 0 && now % 1000 == 0) {
            CHECK(arrived <= RATE * (now / 1000) && arrived + 11 > RATE * (now / 1000));
            by_second++;
        }
    }
    CHECK_EQ(by_second, SECONDS);
    CHECK_EQ(line.lines[0].counts.overflowed, 0);
}

/* A network that gives packets of any length, without end. */
static uint32_t flood_size = 1500, flood_given;
static uint32_t flood_receive(void *self, uint8_t *to, uint32_t capacity, ox_address *from) {
    (void)self;
    flood_given++;
    *from = end_at(1);
    memset(to, 3, flood_size < capacity ? flood_size : capacity);
    return flood_size < capacity ? flood_size : capacity;
}
static ox_status flood_send(void *self, const ox_address *to, const uint8_t *from, uint32_t size) {
    return (void)self, (void)to, (void)from, (void)size, OX_OK;
}

TEST(network_floods_hold_nobody_and_pass_no_end) {
    static const ox_transport_table table = {flood_send, flood_receive, NULL, NULL, NULL};
    ox_transport wire = {.table = &table, .properties = {.payload = PAYLOAD, .lossy = true}};
    uint32_t *memory = line_memory[0], words = OX_CONDITIONS_WORDS(1, PAYLOAD);
    ox_address from;
    memset(memory, 0xEE, sizeof line_memory[0]);
    CHECK_EQ(ox_conditions_init(&line, memory, words * 4, &(ox_conditions_config){&wire, 1, 1}), OX_OK);
    ox_transport bad = ox_conditions_transport(&line);
    line.in.delay = 5;
    ox_transport_tick(&bad, 0);
    CHECK_EQ(ox_transport_receive(&bad, bytes, sizeof bytes, &from), 0);
    CHECK_EQ(memory[words], 0xEEEEEEEE); /* there is room for the payload, and no byte more was written */
    CHECK_EQ(flood_given, OX_TRANSPORT_TRIES);
    ox_transport_tick(&bad, 5);
    /* the packet does not fit, and is lost */
    CHECK_EQ(ox_transport_receive(&bad, bytes, PAYLOAD - 1, &from), 0);
    CHECK_EQ(ox_transport_receive(&bad, bytes, sizeof bytes, &from), 0);

    const uint8_t entropy[OX_SECURE_RANDOM] = {1};
    static uint8_t room[PAYLOAD];
    ox_secure secure;
    CHECK_EQ(
        ox_secure_begin(
            &secure,
            &(ox_secure_config){.below = &wire, .buffer = room, .role = OX_SECURE_SERVER, .random = entropy}),
        OX_OK);
    ox_transport safe = ox_secure_transport(&secure);
    flood_size = 10;
    flood_given = 0;
    CHECK_EQ(ox_transport_receive(&safe, bytes, sizeof bytes, &from), 0);
    CHECK_EQ(flood_given, OX_TRANSPORT_TRIES);
    CHECK_EQ(secure.refused[OX_SECURE_SHORT], OX_TRANSPORT_TRIES);
    flood_size = 1500;
    flood_given = 0;
}

TEST(network_loopback_counts_memory_in_wide_numbers) {
    ox_loopback big;
    /* A size whose number of words overflows 32 bits. */
    const ox_loopback_config config = {64, 32768, 8177, 0};
    CHECK_EQ(ox_loopback_init(&big, net_memory, sizeof net_memory, &config), OX_OUT_OF_MEMORY);
}

TEST(network_conditions_refusals) {
    ox_conditions c;
    open_net(2, 20, 16, 0);
    ox_transport end = ox_loopback_endpoint(&net, 0);
    ox_conditions_config config = {NULL, 4, 1};
    CHECK_EQ(ox_conditions_init(&c, line_memory[0], sizeof line_memory[0], &config), OX_BAD_ARGUMENT);
    config.below = &end;
    CHECK_EQ(ox_conditions_init(&c, line_memory[0], 4 * OX_CONDITIONS_WORDS(4, 16) - 1, &config),
             OX_OUT_OF_MEMORY);
    CHECK_EQ(ox_conditions_init(&c, line_memory[0], 4 * OX_CONDITIONS_WORDS(4, 16), &config), OX_OK);
    config.packets = 4097;
    CHECK_EQ(ox_conditions_init(&c, line_memory[0], sizeof line_memory[0], &config), OX_BAD_ARGUMENT);
    ox_transport t = ox_conditions_transport(&c);
    ox_address to = end_at(1);
    c.out.delay = 100;
    for (int i = 0; i < 4; i++) CHECK_EQ(ox_transport_send(&t, &to, "x", 1), OX_OK);
    CHECK_EQ(ox_transport_send(&t, &to, "x", 1), OX_FULL); /* there is no room to hold the packet back */
    CHECK_EQ(t.refused, 1);
}
