/* Tests of echoes and round trips. */
#include <string.h>

#include "kernel/network/conditions.h"
#include "kernel/network/loopback.h"
#include "kernel/network/ping.h"
#include "tests/test.h"

enum { PAYLOAD = 64, SERVERS = 3, PROTOCOL = 9 };

TEST(network_ping_round_trip_worked_example) {
    static const uint32_t samples[] = {40, 40, 40, 60, 40, 40, 200, 40},
                          times[] = {40, 40, 40, 42, 42, 42, 61, 59},
                          deviations[] = {20, 15, 11, 13, 10, 8, 46, 40},
                          timeouts[] = {120, 100, 85, 96, 85, 77, 246, 219};
    ox_round_trip r = {0};
    CHECK_EQ(ox_round_trip_timeout(&r), OX_ROUND_TRIP_MOST);
    for (int i = 0; i < 8; i++) {
        ox_round_trip_take(&r, samples[i]);
        CHECK_EQ(ox_round_trip_time(&r), times[i]);
        CHECK_EQ(ox_round_trip_deviation(&r), deviations[i]);
        CHECK_EQ(ox_round_trip_timeout(&r), timeouts[i]);
    }
    for (int i = 0; i < 100; i++) ox_round_trip_take(&r, 1);
    CHECK_EQ(ox_round_trip_timeout(&r), OX_ROUND_TRIP_LEAST);
    for (int i = 0; i < 100; i++) ox_round_trip_take(&r, UINT32_MAX);
    CHECK_EQ(ox_round_trip_timeout(&r), OX_ROUND_TRIP_MOST);
    CHECK_NEAR(ox_round_trip_time(&r), 60000, 8);
}

/* A console [0] and three servers that answer, each at the end of a line of its own. */
static uint32_t net_memory[OX_LOOPBACK_WORDS(SERVERS + 1, 64, PAYLOAD)],
    line_memory[SERVERS][OX_CONDITIONS_WORDS(64, PAYLOAD)];
static ox_loopback net;
static ox_conditions lines[SERVERS];
static ox_transport console, servers[SERVERS];

static void open_servers(const uint16_t *delays, uint16_t loss) {
    const ox_loopback_config config = {SERVERS + 1, 64, PAYLOAD, 0};
    static ox_transport wires[SERVERS];
    CHECK_EQ(ox_loopback_init(&net, net_memory, sizeof net_memory, &config), OX_OK);
    console = ox_loopback_endpoint(&net, 0);
    for (uint32_t i = 0; i < SERVERS; i++) {
        wires[i] = ox_loopback_endpoint(&net, i + 1);
        CHECK_EQ(ox_conditions_init(&lines[i], line_memory[i], sizeof line_memory[i],
                                    &(ox_conditions_config){&wires[i], 64, i}),
                 OX_OK);
        lines[i].out = lines[i].in = (ox_line_condition){.delay = delays[i]};
        lines[i].in.loss = loss;
        servers[i] = ox_conditions_transport(&lines[i]);
    }
}

static void answer_all(uint32_t now) {
    for (uint32_t i = 0; i < SERVERS; i++) {
        uint8_t bytes[PAYLOAD], reply[PAYLOAD];
        ox_address from;
        ox_packet p;
        ox_transport_tick(&servers[i], now);
        for (uint32_t size; (size = ox_transport_receive(&servers[i], bytes, sizeof bytes, &from)) > 0;) {
            if (ox_packet_read(&p, bytes, size, PROTOCOL, &servers[i]) != OX_PACKET_GOOD) continue;
            size = ox_ping_answer(&p, reply, sizeof reply, &servers[i]);
            CHECK(size > 0);
            CHECK_EQ(ox_transport_send(&servers[i], &from, reply, size), OX_OK);
        }
    }
}

static void ask_all(ox_ping *pings, uint32_t begin, uint32_t milliseconds) {
    for (uint32_t now = begin; now != begin + milliseconds; now++) {
        uint8_t bytes[PAYLOAD];
        ox_address from;
        ox_packet p;
        for (uint32_t i = 0; i < SERVERS; i++) ox_ping_tick(&pings[i], now);
        answer_all(now);
        for (uint32_t size; (size = ox_transport_receive(&console, bytes, sizeof bytes, &from)) > 0;) {
            uint32_t takers = 0;
            CHECK_EQ(ox_packet_read(&p, bytes, size, PROTOCOL, &console), OX_PACKET_GOOD);
            for (uint32_t i = 0; i < SERVERS; i++) takers += ox_ping_hear(&pings[i], &p, now);
            CHECK_EQ(takers, 1);
            for (uint32_t i = 0; i < SERVERS; i++)
                CHECK(!ox_ping_hear(&pings[i], &p, now)); /* an answer counts once */
        }
    }
}

static void start_all(ox_ping *pings) {
    for (uint32_t i = 0; i < SERVERS; i++)
        ox_ping_start(&pings[i],
                      &(ox_ping_config){.transport = &console,
                                        .peer = ox_address_of(OX_ADDRESS_LOOPBACK, (uint16_t)(i + 1)),
                                        .protocol = PROTOCOL,
                                        .id = (uint16_t)(100 + i)});
}

TEST(network_ping_measures_and_chooses_the_nearest) {
    ox_ping pings[SERVERS];
    open_servers((const uint16_t[]){45, 20, 60}, 0);
    start_all(pings);
    CHECK_EQ(ox_ping_nearest(pings, SERVERS), -1);
    CHECK_EQ(ox_ping_average(&pings[0]), UINT32_MAX);
    ask_all(pings, UINT32_MAX - 700, 2100); /* the clock wraps on the way */
    for (uint32_t i = 0; i < SERVERS; i++) {
        CHECK(ox_ping_done(&pings[i]) && pings[i].answered == 20 && pings[i].lost == 0 &&
              ox_ping_deviation(&pings[i]) <= 1);
        CHECK(pings[i].least <= ox_ping_average(&pings[i]) && ox_ping_average(&pings[i]) <= pings[i].most);
    }
    CHECK_NEAR(ox_ping_average(&pings[1]), 40, 1);
    CHECK_NEAR(ox_ping_average(&pings[2]), 120, 1);
    CHECK_EQ(ox_ping_nearest(pings, SERVERS), 1);
    uint16_t order[SERVERS];
    ox_ping_order(pings, SERVERS, order);
    CHECK(order[0] == 1 && order[1] == 0 && order[2] == 2);
    pings[1].answered = 0; /* the server has not answered yet */
    pings[2].sum = pings[0].sum;
    ox_ping_order(pings, SERVERS, order);
    CHECK(order[0] == 0 && order[1] == 2 && order[2] == 1);
}

TEST(network_ping_counts_what_is_lost) {
    ox_ping pings[SERVERS];
    open_servers((const uint16_t[]){20, 20, 20}, 2000);
    start_all(pings);
    ask_all(pings, 5, 1950 + OX_PING_PATIENCE);
    for (uint32_t i = 0; i < SERVERS; i++) {
        CHECK(ox_ping_done(&pings[i]));
        CHECK_NEAR(pings[i].lost, 4, 3);
        CHECK_EQ(pings[i].answered + pings[i].lost, 20);
        CHECK_NEAR(ox_ping_average(&pings[i]), 40, 1);
    }
}

TEST(network_ping_forged_answers_are_ignored) {
    ox_ping ping;
    uint8_t bytes[PAYLOAD], echo[8] = {0};
    open_servers((const uint16_t[]){0, 0, 0}, 0);
    ox_ping_start(&ping, &(ox_ping_config){.transport = &console,
                                           .peer = ox_address_of(OX_ADDRESS_LOOPBACK, 1),
                                           .protocol = PROTOCOL,
                                           .id = 0x0201,
                                           .count = 1000});
    CHECK_EQ(ping.config.count, OX_PING_MOST);
    ox_ping_tick(&ping, 77);
    ox_ping_tick(&ping, 78); /* it is too early for a question */
    CHECK_EQ(ping.asked, 1);
    static const uint8_t rows[][9] = {
        {1, 1, 2, 0, 0, 77, 0, 0, 0}, /* the forms: number of right fields, id, number, stamp */
        {0, 2, 2, 0, 0, 77, 0, 0, 0},
        {0, 1, 2, 1, 0, 77, 0, 0, 0},
        {0, 1, 2, 64, 0, 77, 0, 0, 0},
        {0, 1, 2, 0, 0, 76, 0, 0, 0}};
    for (int i = 4; i >= 0; i--) {
        ox_packet_writer w;
        ox_packet p;
        memcpy(echo, rows[i] + 1, 8);
        ox_packet_begin(&w, bytes, sizeof bytes, &(ox_packet){.protocol = PROTOCOL, .kind = OX_PACKET_PONG});
        CHECK_EQ(ox_packet_add(&w, &(ox_message){.type = 1, .bytes = echo, .length = 8}), OX_OK);
        uint32_t size = ox_packet_end(&w, &console);
        CHECK_EQ(ox_packet_read(&p, bytes, size, PROTOCOL, &console), OX_PACKET_GOOD);
        CHECK_EQ(ox_ping_answer(&p, bytes, sizeof bytes, &console), 0); /* the packet is no question */
        CHECK_EQ(ox_ping_hear(&ping, &p, 100), rows[i][0]);
    }
    CHECK(ping.answered == 1 && ox_ping_average(&ping) == 23);
    /* an answer after two seconds is lost, whether a tick has noticed that or not */
    ox_ping_tick(&ping, 177);
    CHECK_EQ(ping.asked, 2);
    ox_packet late = {
        .kind = OX_PACKET_PONG, .messages = (const uint8_t[]){1, 0, 8, 1, 2, 1, 0, 177, 0, 0, 0}, .size = 11};
    CHECK(!ox_ping_hear(&ping, &late, 177 + OX_PING_PATIENCE));
    CHECK(ox_ping_hear(&ping, &late, 176 + OX_PING_PATIENCE));
    ox_packet p = {.kind = OX_PACKET_PONG, .messages = bytes, .size = 0};
    CHECK(!ox_ping_hear(&ping, &p, 100));
}
