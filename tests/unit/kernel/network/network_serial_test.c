/* Tests of packets over a line of bytes: byte stuffing, damage, and secured connections over it. */
#include <string.h>

#include "fixedmath/random.h"
#include "kernel/network/secure.h"
#include "kernel/network/serial.h"
#include "tests/test.h"

TEST(network_serial_stuffing_worked_examples) {
    static const struct {
        uint8_t plain[4], size, stuffed[6], stuffed_size;
    } rows[] = {{{0}, 0, {1}, 1},
                {{0}, 1, {1, 1}, 2},
                {{0x11, 0}, 2, {2, 0x11, 1}, 3},
                {{0x11, 0x22, 0, 0x33}, 4, {3, 0x11, 0x22, 2, 0x33}, 5},
                {{0x11, 0x22, 0x33, 0x44}, 4, {5, 0x11, 0x22, 0x33, 0x44}, 5},
                {{0, 0}, 2, {1, 1, 1}, 3}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint8_t bytes[8];
        CHECK_EQ(ox_cobs_encode(rows[i].plain, rows[i].size, bytes), rows[i].stuffed_size);
        CHECK(memcmp(bytes, rows[i].stuffed, rows[i].stuffed_size) == 0);
        CHECK_EQ(ox_cobs_decode(bytes, rows[i].stuffed_size), rows[i].size);
        CHECK(memcmp(bytes, rows[i].plain, rows[i].size) == 0);
    }
    static uint8_t plain[600], stuffed[610];
    rng32 random = rng32_seed(90, 0);
    for (uint32_t round = 0; round < 1500; round++) {
        uint32_t size = rng_below(&random, sizeof plain), zeros = rng_below(&random, 3) * 20000, wrong = 0;
        for (uint32_t i = 0; i < size; i++)
            plain[i] = rng_chance(&random, zeros) ? 0 : (uint8_t)(1 + rng_below(&random, 255));
        uint32_t got = ox_cobs_encode(plain, size, stuffed);
        CHECK(got >= size + 1 && got <= size + 1 + size / 254);
        for (uint32_t i = 0; i < got; i++) wrong += stuffed[i] == 0;
        CHECK_EQ(wrong, 0);
        CHECK_EQ(ox_cobs_decode(stuffed, got), size);
        CHECK(memcmp(stuffed, plain, size) == 0);
    }
    uint8_t bad[][3] = {{3, 1, 0}, {4, 1, 1}, {1, 0, 1}};
    for (int i = 0; i < 3; i++) CHECK_EQ(ox_cobs_decode(bad[i], 3), UINT32_MAX);
    CHECK_EQ(ox_cobs_decode(bad[0], 0), UINT32_MAX);
}

/* ---- two ends of a cable ---- */

enum { CABLE = 4096, PAYLOAD = 200 };

typedef struct cable {
    uint8_t bytes[CABLE];
    uint32_t first, used;
    uint32_t per_call; /* bytes that the line takes at once */
    uint32_t damage;   /* chance that a byte is damaged, in 1/65,536 */
    bool pulled;
    rng32 random;
} cable;

static cable cables[2]; /* cables[i] leads away from end i */

static uint32_t cable_put(void *context, const uint8_t *bytes, uint32_t size) {
    cable *c = context;
    uint32_t put = 0;
    for (; put < size && put < c->per_call && c->used < CABLE; put++) {
        uint8_t byte = bytes[put];
        if (c->pulled) continue;
        if (rng_chance(&c->random, c->damage)) byte ^= (uint8_t)(1u << rng_below(&c->random, 8));
        c->bytes[(c->first + c->used++) % CABLE] = byte;
    }
    return put;
}
static uint32_t cable_take(void *context, uint8_t *bytes, uint32_t capacity) {
    cable *c = &cables[1 - (int)((cable *)context - cables)];
    uint32_t got = 0;
    for (; got < capacity && c->used > 0; got++, c->used--) {
        bytes[got] = c->bytes[c->first];
        c->first = (c->first + 1) % CABLE;
    }
    return got;
}

static uint8_t rooms[2][OX_SERIAL_ROOM], safe_rooms[2][PAYLOAD];
static ox_serial lines[2];
static const ox_address there = {.family = OX_ADDRESS_SERIAL, .port = 1};

static void connect_ends(ox_transport wires[2]) {
    for (int i = 0; i < 2; i++) {
        cables[i] = (cable){.per_call = 23, .random = rng32_seed(91, (uint32_t)i)};
        CHECK_EQ(ox_serial_init(&lines[i], rooms[i], OX_SERIAL_ROOM,
                                &(ox_serial_config){.put = cable_put,
                                                    .take = cable_take,
                                                    .context = &cables[i],
                                                    .number = 1,
                                                    .payload = PAYLOAD}),
                 OX_OK);
        wires[i] = ox_serial_transport(&lines[i]);
    }
}

TEST(network_serial_damage_and_a_pulled_cable) {
    ox_transport wires[2];
    rng32 random = rng32_seed(92, 0);
    uint32_t sent = 0, came = 0, wrong = 0, expected = 0, gaps = 0, late_gaps = 0;
    connect_ends(wires);
    cables[0].damage = 65; /* one byte of a thousand */
    for (uint32_t tick = 0; tick < 2600; tick++) {
        uint8_t bytes[PAYLOAD];
        ox_address from;
        cables[0].pulled = tick >= 1000 && tick < 1060;
        if (tick >= 2000) cables[0].damage = 0;
        if (tick < 2500 && tick % 2 == 0) {
            ox_packet_writer w;
            uint8_t text[60];
            uint32_t length = 4 + rng_below(&random, 28);
            for (uint32_t k = 0; k < length; k++)
                text[k] = (uint8_t)(k < 4 ? sent >> 8 * k : (sent + k) * (k % 3 == 0));
            ox_packet_begin(&w, bytes, sizeof bytes, &(ox_packet){.protocol = 5, .kind = OX_PACKET_DATA});
            CHECK_EQ(ox_packet_add(&w, &(ox_message){.type = 1, .bytes = text, .length = length}), OX_OK);
            if (ox_transport_send(&wires[0], &there, bytes, ox_packet_end(&w, &wires[0])) == OX_OK) sent++;
        }
        ox_transport_flush(&wires[0]);
        for (uint32_t size; (size = ox_transport_receive(&wires[1], bytes, sizeof bytes, &from)) > 0;) {
            ox_packet p;
            ox_message m = {0};
            if (ox_packet_read(&p, bytes, size, 5, &wires[1]) != OX_PACKET_GOOD) continue;
            uint32_t number = 0;
            if (!ox_packet_next(&p, &m) || m.length < 4)
                wrong++;
            else
                for (uint32_t k = 0; k < 4; k++) number |= (uint32_t)m.bytes[k] << 8 * k;
            for (uint32_t k = 4; k < m.length; k++)
                wrong += m.bytes[k] != (uint8_t)((number + k) * (k % 3 == 0));
            wrong += number < expected;
            gaps += number != expected;
            if (tick > 2010) late_gaps += number != expected;
            expected = number + 1;
            came++;
        }
    }
    CHECK_EQ(wrong, 0);
    CHECK(sent == 1250 && expected == sent); /* the last packets have come */
    CHECK(came > 1100 && came < sent && gaps > 5 && lines[1].damaged > 3);
    CHECK_EQ(late_gaps, 0); /* once the line is good again, no packet is missing */
}

TEST(network_serial_carries_secured_connections) {
    ox_transport wires[2], safe[2];
    ox_secure ends[2];
    rng32 random = rng32_seed(93, 0);
    uint32_t sent[2] = {0, 0}, came[2] = {0, 0}, wrong = 0;
    connect_ends(wires);
    for (int i = 0; i < 2; i++) {
        const uint8_t entropy[OX_SECURE_RANDOM] = {(uint8_t)(i + 1)};
        cables[i].damage = 30;
        cables[i].per_call = 120;
        CHECK_EQ(ox_secure_begin(&ends[i], &(ox_secure_config){.below = &wires[i],
                                                               .buffer = safe_rooms[i],
                                                               .protocol = 5,
                                                               .random = entropy,
                                                               .peer = there,
                                                               .role = (ox_secure_role)i,
                                                               .tag = OX_SECURE_SHORT_TAG,
                                                               .lengths = true}),
                 OX_OK);
        safe[i] = ox_secure_transport(&ends[i]);
    }
    for (uint32_t tick = 0; tick < 1500; tick++) {
        for (int i = 0; i < 2; i++) {
            uint8_t bytes[PAYLOAD];
            ox_address from;
            ox_transport_tick(&safe[i], tick * 16);
            for (uint32_t size; (size = ox_transport_receive(&safe[i], bytes, sizeof bytes, &from)) > 0;
                 came[i]++)
                for (uint32_t k = OX_PACKET_HEAD; k < size; k++)
                    wrong += bytes[k] != (uint8_t)(bytes[4] + (k - 4) * 3);
            if (!ox_secure_connected(&ends[i]) || tick > 1450) continue;
            uint8_t packet[40] = {5, 0, OX_PACKET_DATA, 0};
            uint32_t size = 6 + rng_below(&random, 30), first = rng_below(&random, 256);
            for (uint32_t k = OX_PACKET_HEAD; k < size; k++) packet[k] = (uint8_t)(first + (k - 4) * 3);
            if (ox_transport_send(&safe[i], &there, packet, size) == OX_OK) sent[i]++;
            ox_transport_flush(&safe[i]);
        }
    }
    CHECK_EQ(wrong, 0);
    for (int i = 0; i < 2; i++) {
        CHECK(sent[i] > 1400 && came[1 - i] > sent[i] * 9 / 10 && came[1 - i] < sent[i]);
        CHECK(lines[i].damaged + ends[i].refused[OX_SECURE_FORGED] > 5);
    }
}

TEST(network_serial_refusals) {
    ox_transport wires[2];
    ox_serial line;
    ox_serial_config config = {.put = cable_put, .take = cable_take, .context = &cables[0]};
    uint8_t bytes[OX_SERIAL_MOST];
    ox_address from;
    CHECK_EQ(ox_serial_init(&line, rooms[0], 2 * OX_SERIAL_FRAME - 1, &config), OX_OUT_OF_MEMORY);
    config.payload = OX_SERIAL_MOST + 1;
    CHECK_EQ(ox_serial_init(&line, rooms[0], OX_SERIAL_ROOM, &config), OX_BAD_ARGUMENT);
    config = (ox_serial_config){.put = cable_put};
    CHECK_EQ(ox_serial_init(&line, rooms[0], OX_SERIAL_ROOM, &config), OX_BAD_ARGUMENT);
    connect_ends(wires);
    memset(bytes, 7, sizeof bytes);
    cables[0].per_call = 0; /* a line that takes no bytes: the queue fills, and the sender does not wait */
    uint32_t taken = 0;
    while (taken < 20 && ox_transport_send(&wires[0], &there, bytes, PAYLOAD) == OX_OK) taken++;
    CHECK_EQ(taken, (OX_SERIAL_ROOM - OX_SERIAL_FRAME) / (PAYLOAD + 2));
    CHECK_EQ(wires[0].refused, 1);
    ox_transport_flush(&wires[0]);
    CHECK_EQ(ox_transport_receive(&wires[1], bytes, sizeof bytes, &from), 0);
    cables[0].per_call = CABLE;
    ox_transport_flush(&wires[0]);
    for (uint32_t i = 0; i < taken; i++)
        CHECK_EQ(ox_transport_receive(&wires[1], bytes, sizeof bytes, &from), PAYLOAD);
    CHECK_EQ(ox_transport_receive(&wires[1], bytes, sizeof bytes, &from), 0);
    /* The line sends endless bytes without a zero, then a packet. */
    memset(bytes, 9, sizeof bytes);
    for (int i = 0; i < 5; i++) (void)cable_put(&cables[0], bytes, sizeof bytes);
    /* the packet is lost together with the bytes before it */
    CHECK_EQ(ox_transport_send(&wires[0], &there, "never", 5), OX_OK);
    CHECK_EQ(ox_transport_send(&wires[0], &there, "again", 5), OX_OK);
    ox_transport_flush(&wires[0]);
    CHECK_EQ(ox_transport_receive(&wires[1], bytes, sizeof bytes, &from), 5);
    CHECK(memcmp(bytes, "again", 5) == 0 && lines[1].damaged == 1);
}
