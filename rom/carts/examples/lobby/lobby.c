/* A lobby: two consoles at both ends of a cable find out how far apart they are, then talk, each kind of message in a
 * channel of its own. */
#include "fixedmath/scalar.h"
#include "kernel/containers/ring.h"
#include "kernel/network/channels.h"
#include "kernel/network/serial.h"
#include "kernel/network/wire.h"
#include "rom/carts/examples/example.h"

enum { ENDS = 2, TICK_MS = 16, MESSAGES = 16, BYTES = 24, CABLE = 4096 };
enum { PLACES, SAYINGS };     /* channels */
enum { PLACE = 1, TEXT = 2 }; /* types of messages */

/* 1. The part of a player that everybody sees: a record, whose descriptor says which fields are sent, and in how many
 * bits. */
typedef struct player {
    fx height;
    ang16 turned;
    int16_t health;
} player;

static const ox_field fields[] = {
    OX_FIELD(player, height, OX_FX, OX_SIM | OX_NETWORK, .low = -8 * FX_ONE, .high = 8 * FX_ONE),
    OX_FIELD(player, turned, OX_ANGLE, OX_SIM | OX_NETWORK),
    OX_FIELD(player, health, OX_I16, OX_SIM | OX_NETWORK, .low = 0, .high = 100),
};
static const ox_type player_type = OX_TYPE(player, fields, 1);
static const uint8_t bits[] = {10, 8, 0};
static const ox_wire_form player_form = {&player_type, bits, NULL};

/* 2. The cable: bytes one way and the other. A machine has its UART here. */
OX_DEFINE_RING(cable, uint8_t)

typedef struct end {
    const char *name;
    cable *in, *out;
    ox_serial line;
    ox_transport wire;
    ox_channels talk;
    ox_ping ping;
    player me, sent, other;
    uint8_t memory[OX_SERIAL_ROOM];
    uint32_t words[OX_CHANNELS_WORDS(MESSAGES, 1, BYTES)];
    uint8_t buffer[OX_TRANSPORT_PAYLOAD_SERIAL];
} end;

static uint32_t put_bytes(void *context, const uint8_t *bytes, uint32_t size) {
    end *e = context;
    uint32_t count = 0;
    while (count < size && cable_push_back(e->out, bytes[count]) == OX_OK) count++;
    return count;
}

/* Ten bytes a tick: 9600 bits a second. */
static uint32_t take_bytes(void *context, uint8_t *bytes, uint32_t capacity) {
    end *e = context;
    uint32_t count = 0;
    while (count < 10 && count < capacity && !cable_empty(e->in) &&
           cable_pop_front(e->in, &bytes[count]) == OX_OK)
        count++;
    return count;
}

static ox_status plug_in(end *e, const char *peer, uint16_t number, uint16_t protocol) {
    ox_address address;
    size_t wrong;
    const ox_serial_config line = {
        .put = put_bytes, .take = take_bytes, .context = e, .number = number, .rate = 9600};
    if (ox_failed(ox_serial_init(&e->line, e->memory, sizeof e->memory, &line))) return OX_BAD_ARGUMENT;
    e->wire = ox_serial_transport(&e->line);
    if (ox_failed(ox_address_parse(ox_text_of(peer), &address, &wrong))) return OX_BAD_DATA;
    ox_ping_start(
        &e->ping,
        &(ox_ping_config){
            .transport = &e->wire, .peer = address, .protocol = protocol, .id = number, .count = 5});
    return ox_channels_init(
        &e->talk, e->words, sizeof e->words,
        &(ox_channels_config){.transport = &e->wire,
                              .peer = address,
                              .protocol = protocol,
                              .buffer = e->buffer,
                              .messages = MESSAGES,
                              .bytes = BYTES,
                              .delivery = {[PLACES] = OX_DELIVERY_NEWEST, [SAYINGS] = OX_DELIVERY_ORDERED}});
}

/* 3. Messages: a place has the fields that have changed since the place before, a saying is a text. */
static void tell_place(end *e) {
    uint8_t bytes[BYTES];
    ox_wire_writer to = ox_wire_writer_over(bytes, sizeof bytes);
    ox_wire_put_record(&to, &player_form, &e->me, NULL);
    if (ox_channels_send(&e->talk, PLACES, PLACE, bytes, (uint32_t)ox_wire_written(&to)) == OX_OK)
        e->sent = e->me;
}

static void say_text(end *e, const char *text) {
    uint8_t bytes[BYTES];
    ox_wire_writer to = ox_wire_writer_over(bytes, sizeof bytes);
    ox_wire_put_text(&to, ox_text_of(text));
    (void)!ox_channels_send(&e->talk, SAYINGS, TEXT, bytes, (uint32_t)ox_wire_written(&to));
}

static void hear_message(end *e, const ox_message *m, ox_log *out) {
    ox_wire_reader from = ox_wire_reader_over(m->bytes, m->length);
    char words[OX_WIRE_TEXT_MOST + 1];
    ox_text text = ox_text_begin(words, sizeof words);
    player read = e->other;
    if (m->type == PLACE) ox_wire_get_record(&from, &player_form, &read, NULL);
    if (m->type == TEXT) ox_wire_get_text(&from, &text);
    if (from.bad || !ox_wire_ended(&from)) return; /* a message is checked once, when all of it is read */
    e->other = read;
    if (m->type == TEXT) SAY("%s hears: %s", e->name, words);
}

/* 4. A tick of an end: hear, answer an end that asks for the distance, send. */
static void tick(end *e, uint32_t now, uint16_t protocol, ox_log *out) {
    uint8_t bytes[OX_TRANSPORT_PAYLOAD_SERIAL], answer[OX_TRANSPORT_PAYLOAD_SERIAL];
    ox_address from;
    ox_transport_tick(&e->wire, now);
    ox_channels_tick(&e->talk, now);
    for (uint32_t size; (size = ox_transport_receive(&e->wire, bytes, sizeof bytes, &from)) > 0;) {
        ox_packet packet;
        if (ox_packet_read(&packet, bytes, size, protocol, &e->wire) != OX_PACKET_GOOD) continue;
        if (packet.kind == OX_PACKET_PING) {
            uint32_t length = ox_ping_answer(&packet, answer, sizeof answer, &e->wire);
            if (length > 0) (void)!ox_transport_send(&e->wire, &from, answer, length);
        } else if (packet.kind == OX_PACKET_PONG) {
            (void)ox_ping_hear(&e->ping, &packet, now);
        } else if (ox_channels_take(&e->talk, &packet)) {
            for (ox_message m; ox_channels_next(&e->talk, &m);) hear_message(e, &m, out);
        }
    }
    ox_ping_tick(&e->ping, now);
    ox_channels_flush(&e->talk);
    ox_transport_flush(&e->wire);
}

/* 5. Other things that a packet can hold: each number in as few bits as it needs, and as inexact as those bits. */
static void show_fields(ox_log *out) {
    uint8_t bytes[40];
    const vec3 corner = {-64 * FX_ONE, 0, -64 * FX_ONE}, at = {3 * FX_ONE, FX_ONE / 3, -7 * FX_ONE};
    const quat turned = {0, Q30_ONE, 0, 0};
    const dir30 up = {0, Q30_ONE, 0};
    ox_wire_writer to = ox_wire_writer_over(bytes, sizeof bytes);
    ox_wire_put_place(&to, at, corner, 128 * FX_ONE, 16);
    ox_wire_put_quat(&to, turned, 9);
    ox_wire_put_unit(&to, up, 8);
    ox_wire_put_symmetric(&to, -FX_ONE, 2 * FX_ONE, 7);
    ox_wire_put_delta(&to, 1003, 1000);
    ox_wire_put_signed(&to, -5);
    ox_wire_put_bool(&to, true);
    ox_wire_reader from = ox_wire_reader_over(bytes, ox_wire_written(&to));
    const vec3 place = ox_wire_get_place(&from, corner, 128 * FX_ONE, 16);
    const quat q = ox_wire_get_quat(&from, 9);
    const dir30 unit = ox_wire_get_unit(&from, 8);
    const fx half = ox_wire_get_symmetric(&from, 2 * FX_ONE, 7);
    const int32_t score = ox_wire_get_delta(&from, 1000), less = ox_wire_get_signed(&from);
    const bool ready = ox_wire_get_bool(&from);
    SAY("%u bytes hold a place %d/65536 off, a turn (y %d/256), a way up (%d/256), %d/256, %d, %d and %s",
        (unsigned)ox_wire_written(&to), (int)(fx_abs(place.y - at.y)), (int)(q.y / (Q30_ONE / 256)),
        (int)(unit.y / (Q30_ONE / 256)), (int)(half / 256), (int)score, (int)less,
        ready && !from.bad ? "yes" : "no");
}

void example(plat *platform, ox_log *out) {
    static uint8_t bytes[ENDS][CABLE];
    static cable cables[ENDS];
    static end ends[ENDS];
    const uint16_t protocol = ox_packet_protocol(1, 0x10bb1, 1);
    char words[OX_ADDRESS_TEXT];
    ox_text text = ox_text_begin(words, sizeof words);
    uint32_t now = 0;
    (void)platform;
    for (int i = 0; i < ENDS; i++) cable_init(&cables[i], bytes[i], CABLE, OX_RING_REJECT);
    for (int i = 0; i < ENDS; i++) {
        ends[i] = (end){.name = i == 0 ? "Ada" : "Ben", .in = &cables[i], .out = &cables[1 - i]};
        if (ox_failed(plug_in(&ends[i], i == 0 ? "serial:0" : "serial:1", (uint16_t)i, protocol))) return;
    }
    ox_address_print(&ends[0].ping.config.peer, &text);
    SAY("Ada speaks over %s", words);

    /* 6. Distances: before a game a console asks all hosts, and joins the nearest. */
    for (; !ox_ping_done(&ends[0].ping) || !ox_ping_done(&ends[1].ping); now += TICK_MS)
        for (int i = 0; i < ENDS; i++) tick(&ends[i], now, protocol, out);
    SAY("%u of %u echoes, %u ms on average, nearest of both: %d", (unsigned)ends[0].ping.answered,
        (unsigned)ends[0].ping.asked, (unsigned)ox_ping_average(&ends[0].ping),
        ox_ping_nearest(&ends[0].ping, 1));

    /* 7. Talk: sayings come once and in order; of places only the newest matters. */
    say_text(&ends[0], "Ready?");
    say_text(&ends[1], "Nearly.");
    say_text(&ends[1], "Now I am.");
    ends[0].me = (player){.health = 100};
    for (int n = 0; n < 120; n++, now += TICK_MS) {
        ends[0].me.height += FX_ONE / 32;
        ends[0].me.turned = (ang16)(ends[0].me.turned + 512);
        if (n % 40 == 39) ends[0].me.health = (int16_t)(ends[0].me.health - 7);
        if (n % 10 == 0) tell_place(&ends[0]);
        for (int i = 0; i < ENDS; i++) tick(&ends[i], now, protocol, out);
    }
    SAY("Ada is %d/256 high, Ben sees %d/256; health %d, turned by %d of 256", (int)(ends[0].me.height / 256),
        (int)(ends[1].other.height / 256), ends[1].other.health, ends[1].other.turned / 256);
    SAY("packets of Ada: %u, lost %u; round trip within the game %u ms",
        (unsigned)ends[0].talk.counts.packets, (unsigned)ends[0].talk.counts.lost,
        (unsigned)ox_round_trip_time(&ends[0].talk.trip));
    show_fields(out);
}
