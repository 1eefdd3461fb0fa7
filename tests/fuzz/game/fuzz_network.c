/* Fuzz target: everything that comes from a network: packets as they are, packets with right sums and tags around
 * wrong insides, fields, addresses, lines of bytes. A packet that is refused changes nothing of the receiver but its
 * counters; values that are read are in range. */
#include <stdlib.h>
#include <string.h>

#include "kernel/network/channels.h"
#include "kernel/network/loopback.h"
#include "kernel/network/packet.h"
#include "kernel/network/secure.h"
#include "kernel/network/serial.h"
#include "kernel/network/wire.h"
#include "rom/rom.h"

enum { ROOM = 1400 };

typedef struct ghost {
    fx place[3];
    ang16 heading;
    int16_t health;
    bool hidden;
} ghost;
static const ox_field ghost_fields[] = {OX_FIELD(ghost, place, OX_FX, OX_SIM, .low = -65536, .high = 65536),
                                        OX_FIELD(ghost, heading, OX_ANGLE, OX_SIM),
                                        OX_FIELD(ghost, health, OX_I16, OX_SIM, .low = -1, .high = 100),
                                        OX_FIELD(ghost, hidden, OX_BOOL, OX_SIM)};
static const ox_type ghost_type = OX_TYPE(ghost, ghost_fields, 1);
static const uint8_t ghost_bits[] = {11, 7, 0, 0};

static void fields(const uint8_t *data, size_t size) {
    const ox_wire_form form = {&ghost_type, ghost_bits, NULL};
    ox_wire_reader from = ox_wire_reader_over(data, size);
    ghost g = {0}, base = {.health = 5};
    char line[80];
    ox_text text = ox_text_begin(line, sizeof line);
    while (!from.bad && !ox_wire_ended(&from)) {
        size_t before = from.bits;
        ox_wire_get_record(&from, &form, &g, ox_wire_get_bool(&from) ? &base : NULL);
        if (g.health < -1 || g.health > 100 || g.place[1] < -65536 || g.place[1] > 65536) abort();
        ox_wire_get_text(&from, &text);
        uint32_t bits = ox_wire_get_bits(&from, 6);
        (void)ox_wire_get_varint(&from);
        (void)ox_wire_get_delta(&from, 7);
        (void)ox_wire_get_fx(&from, -FX_ONE, FX_ONE, bits);
        (void)ox_wire_get_symmetric(&from, FX_ONE, bits);
        (void)ox_wire_get_unit(&from, bits);
        (void)ox_wire_get_quat(&from, bits);
        (void)ox_wire_get_angle(&from, bits);
        if (from.bits <= before || from.bits > size * 8) break;
    }
    if (from.bits > size * 8) abort();
}

static void packet(const uint8_t *data, uint32_t size, ox_transport *transport) {
    static uint8_t again[ROOM + 64];
    ox_packet p;
    ox_packet_writer w;
    if (ox_packet_read(&p, data, size, 0x4242, transport) != OX_PACKET_GOOD) return;
    ox_packet_begin(&w, again, sizeof again, &p);
    for (ox_message m = {0}; ox_packet_next(&p, &m);)
        if (ox_packet_add(&w, &m) != OX_OK) abort();
    /* A packet can be written in one way only, so the copy has the same bytes. */
    if (ox_packet_end(&w, transport) != size || memcmp(again, data, size) != 0) abort();
}

/* Channels that hear messages from anybody: the messages that they give out are of their kind, and in order. */
static void channels(const uint8_t *data, uint32_t size, ox_transport *transport) {
    enum { MESSAGES = 4, BYTES = 20 };
    static uint32_t memory[OX_CHANNELS_WORDS(MESSAGES, 2, BYTES)];
    static uint8_t room[ROOM];
    ox_channels c;
    uint16_t next[OX_MESSAGE_CHANNELS] = {0};
    const ox_channels_config config = {
        .transport = transport,
        .peer = ox_address_of(OX_ADDRESS_LOOPBACK, 0),
        .protocol = 0x4242,
        .buffer = room,
        .messages = MESSAGES,
        .bytes = BYTES,
        .delivery = {0, OX_DELIVERY_NEWEST, OX_DELIVERY_RELIABLE, OX_DELIVERY_ORDERED, OX_DELIVERY_ORDERED}};
    if (ox_channels_init(&c, memory, sizeof memory, &config) != OX_OK) abort();
    for (uint32_t i = 0; i < MESSAGES; i++)
        if (ox_channels_send(&c, i, 1, "twenty bytes of text", BYTES) != OX_OK) abort();
    while (size > 4) {
        uint32_t length = OX_PACKET_RELIABLE_HEAD + data[0] % 64u, sequence = data[1];
        ox_packet p = {.protocol = 0x4242,
                       .kind = OX_PACKET_DATA,
                       .reliable = data[2] % 8 != 0,
                       .sequence = (uint16_t)(c.newest + sequence - 64),
                       .acknowledged = data[3],
                       .acknowledged_mask = data[4] * 0x01010101u,
                       .messages = data + 5,
                       .size = 0};
        if (length > size - 5) length = size - 5;
        /* The packet ends behind the last byte that belongs to a whole message. */
        p.size = length;
        ox_message m = {0};
        while (ox_packet_next(&p, &m)) {
        }
        p.size = m.bytes == NULL || m.bytes + m.length > p.messages + length
                     ? 0
                     : (uint32_t)(m.bytes + m.length - p.messages);
        if (ox_channels_take(&c, &p)) {
            for (ox_message got; ox_channels_next(&c, &got);) {
                bool ordered = config.delivery[got.channel] == OX_DELIVERY_ORDERED;
                if (ordered && got.id != next[got.channel]++) abort();
                if (got.reliable && got.length > BYTES) abort();
                for (uint32_t i = 0; i < got.length; i++) room[0] ^= got.bytes[i];
            }
        }
        ox_channels_flush(&c);
        data += 5 + length;
        size -= 5 + length;
    }
    if (c.waiting > MESSAGES) abort();
}

static ox_loopback net;
static ox_transport below[2];
static ox_secure ends[2];
static uint8_t rooms[2][ROOM];

static void meet(void) {
    static uint32_t memory[OX_LOOPBACK_WORDS(2, 2, ROOM)];
    static const ox_loopback_config config = {2, 2, ROOM, 0};
    uint8_t wire[200];
    if (ox_loopback_init(&net, memory, sizeof memory, &config) != OX_OK) abort();
    for (uint32_t i = 0; i < 2; i++) {
        const uint8_t entropy[OX_SECURE_RANDOM] = {(uint8_t)(i + 1)};
        below[i] = ox_loopback_endpoint(&net, i);
        ox_secure_config c = {.below = &below[i],
                              .buffer = rooms[i],
                              .peer = ox_address_of(OX_ADDRESS_LOOPBACK, (uint16_t)(1 - i)),
                              .protocol = 0x4242,
                              .role = i == 0 ? OX_SECURE_CLIENT : OX_SECURE_SERVER,
                              .random = entropy};
        if (ox_secure_begin(&ends[i], &c) != OX_OK) abort();
    }
    (void)ox_secure_unseal(&ends[1], wire, ox_secure_greeting(&ends[0], wire, sizeof wire));
    (void)ox_secure_unseal(&ends[0], wire, ox_secure_greeting(&ends[1], wire, sizeof wire));
    if (!ends[0].keyed || !ends[1].keyed) abort();
}

/* Foreign bytes for one end of a secure connection: they are refused, and nothing of the end changes. */
static void stranger(const uint8_t *data, uint32_t size, uint32_t end) {
    uint8_t *copy = malloc(size + 1u);
    ox_secure before = ends[end];
    if (copy == NULL) abort();
    memcpy(copy, data, size);
    if (ox_secure_unseal(&ends[end], copy, size) != 0) abort();
    memcpy(before.refused, ends[end].refused, sizeof before.refused);
    if (memcmp(&before, &ends[end], sizeof before) != 0) abort();
    free(copy);
}

/* The fuzzer's input as the bytes that come from a line. */
typedef struct source {
    const uint8_t *at;
    size_t left;
} source;
static uint32_t line_put(void *context, const uint8_t *from, uint32_t size) {
    return (void)context, (void)from, size;
}
static uint32_t line_take(void *context, uint8_t *to, uint32_t capacity) {
    source *s = context;
    if (s->left == 0 || capacity == 0) return 0;
    *to = *s->at++;
    s->left--;
    return 1;
}

static void serial(const uint8_t *data, size_t size) {
    static uint8_t room[OX_SERIAL_ROOM];
    source s = {data, size};
    ox_serial line;
    ox_address from;
    uint8_t got[OX_SERIAL_MOST], again[OX_SERIAL_FRAME];
    ox_serial_config config = {.put = line_put, .take = line_take, .context = &s, .payload = OX_SERIAL_MOST};
    if (ox_serial_init(&line, room, sizeof room, &config) != OX_OK) abort();
    ox_transport wire = ox_serial_transport(&line);
    for (uint32_t length; (length = ox_transport_receive(&wire, got, sizeof got, &from)) > 0;) {
        if (length > OX_SERIAL_MOST) abort();
        uint32_t stuffed = ox_cobs_encode(got, length, again);
        if (ox_cobs_decode(again, stuffed) != length || memcmp(again, got, length) != 0) abort();
        packet(got, length, &wire);
    }
    if (s.left != 0) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint8_t bytes[ROOM];
    if (size < 2 || size > 1200) return 0;
    uint32_t kind = data[0] % 8, length = (uint32_t)size - 1;
    data++;
    if (!ends[0].keyed) meet();
    ox_transport safe = ox_secure_transport(&ends[0]);
    memcpy(bytes, data, length);
    switch (kind) {
    case 0:
        fields(data, length);
        break;
    case 1:
        packet(data, length, &below[0]);
        break;
    case 2: /* a packet with the right sum and protocol */
        if (length < 4) break;
        bytes[0] = bytes[1] = 0x42;
        for (uint32_t i = 0, sum = rom_crc32(0, bytes, length); i < 4; i++)
            bytes[length + i] = (uint8_t)(sum >> 8 * i);
        packet(bytes, length + 4, &below[0]);
        break;
    case 3:
        stranger(data, length, data[0] & 1u);
        break;
    case 4: { /* a sealed packet comes back whatever its bytes are */
        uint8_t wire[ROOM];
        uint32_t whole = ox_secure_seal(&ends[0], data, length, wire, sizeof wire);
        if (whole == 0) break;
        uint32_t got = ox_secure_unseal(&ends[1], wire, whole);
        if (got != length || memcmp(wire, data, length) != 0) abort();
        packet(wire, got, &safe);
        break;
    }
    case 5:
        serial(data, length);
        break;
    case 6:
        channels(data, length, &below[0]);
        break;
    default: {
        ox_address address = {0}, back;
        char line[OX_ADDRESS_TEXT];
        ox_text text = ox_text_begin(line, sizeof line);
        size_t at = 0;
        if (ox_address_parse((ox_text_view){(const char *)data, length}, &address, &at) != OX_OK) {
            if (at > length) abort();
            break;
        }
        ox_address_print(&address, &text);
        if (ox_text_cut(&text) || ox_address_parse(ox_text_seen(&text), &back, NULL) != OX_OK ||
            !ox_address_equal(&address, &back))
            abort();
    }
    }
    return 0;
}
