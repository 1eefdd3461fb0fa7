/* A race of two consoles over a bad line: each console sends the inputs of its player and nothing else, and both
 * compute the same game. */
#include "fixedmath/scalar.h"
#include "kernel/bytes/fnv.h"
#include "kernel/network/conditions.h"
#include "kernel/network/loopback.h"
#include "kernel/network/secure.h"
#include "kernel/network/wire.h"
#include "rom/carts/examples/example.h"

enum { PLAYERS = 2, TICKS = 600, DELAY = 6, HISTORY = 64, PAYLOAD = 160, BUFFERS = 32, TICK_MS = 16 };
enum { INPUTS = 1 };          /* the one type of message */
enum { LEFT = 1, RIGHT = 2 }; /* buttons of a player */

/* 1. The game: two runners, and a step that turns their buttons into movement. The game is fixed-point arithmetic
 * alone, so two machines with the same inputs stay equal to the bit. */
typedef struct race {
    fx place[PLAYERS], speed[PLAYERS];
    uint32_t tick;
} race;

static void step_race(race *r, const uint8_t buttons[PLAYERS]) {
    for (int i = 0; i < PLAYERS; i++) {
        if (buttons[i] & RIGHT) r->speed[i] += 900;
        if (buttons[i] & LEFT) r->speed[i] -= 700;
        r->speed[i] -= fx_mul(r->speed[i], 2000); /* the wind */
        r->place[i] += r->speed[i];
    }
    if (fx_abs(r->place[0] - r->place[1]) < 6000) r->speed[0] = r->speed[1]; /* they push each other */
    r->tick++;
}

static uint32_t hash_of(const race *r) {
    uint32_t hash = ox_fnv_u32(OX_FNV_START, r->tick);
    for (int i = 0; i < PLAYERS; i++)
        hash = ox_fnv_u32(ox_fnv_u32(hash, (uint32_t)r->place[i]), (uint32_t)r->speed[i]);
    return hash;
}

/* 2. A console: its game, the inputs of everybody that it knows, and its end of the line. From bottom to top that is
 * a transport (here memory; over a network it would be the host's), a simulator that spoils it, and the protection. */
typedef struct console {
    race game;
    uint8_t inputs[PLAYERS][HISTORY];
    uint32_t known[PLAYERS]; /* inputs of ticks below this one are here */
    uint32_t told;           /* the other side has mine below this one */
    int me;
    ox_transport wire, line, link;
    ox_conditions conditions;
    ox_secure secure;
    uint32_t memory[OX_CONDITIONS_WORDS(BUFFERS, PAYLOAD)];
    uint8_t room[PAYLOAD];
    uint32_t hashes[TICKS + 1];
} console;

static ox_status plug_in(console *c, int me, ox_loopback *net, uint16_t protocol) {
    c->me = me;
    c->wire = ox_loopback_endpoint(net, (uint32_t)me);
    ox_status status = ox_conditions_init(
        &c->conditions, c->memory, sizeof c->memory,
        &(ox_conditions_config){.below = &c->wire, .packets = BUFFERS, .seed = (uint32_t)me});
    if (ox_failed(status)) return status;
    /* 20 % lost, some doubled, swapped and damaged, and 40 to 60 ms late. */
    c->conditions.out = (ox_line_condition){.loss = 2000,
                                            .duplicates = 300,
                                            .swaps = 500,
                                            .distance = 4,
                                            .damage = 300,
                                            .delay = 40,
                                            .jitter = 20};
    c->line = ox_conditions_transport(&c->conditions);
    /* A game takes these bytes from its machine, new ones for every connection. An example says the same every time. */
    uint8_t entropy[OX_SECURE_RANDOM] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, (uint8_t)me};
    status = ox_secure_begin(
        &c->secure, &(ox_secure_config){.below = &c->line,
                                        .buffer = c->room,
                                        .peer = ox_address_of(OX_ADDRESS_LOOPBACK, (uint16_t)(1 - me)),
                                        .protocol = protocol,
                                        .role = me == 0 ? OX_SECURE_SERVER : OX_SECURE_CLIENT,
                                        .random = entropy});
    if (!ox_failed(status)) c->link = ox_secure_transport(&c->secure);
    for (int i = 0; i < PLAYERS; i++) c->known[i] = DELAY; /* no player does anything in the first ticks */
    c->told = DELAY;
    return status;
}

/* 3. A message: how many inputs of the other console are here, and all of this console's inputs that the other does
 * not know. A packet that is lost costs nothing, because the next packet has its inputs, too. Two bits an input. */
static void tell_inputs(console *c, uint16_t protocol) {
    uint8_t text[64], bytes[PAYLOAD];
    ox_wire_writer to = ox_wire_writer_over(text, sizeof text);
    uint32_t count = c->known[c->me] - c->told;
    ox_wire_put_varint(&to, c->known[1 - c->me]);
    ox_wire_put_varint(&to, c->told);
    ox_wire_put_ranged(&to, (int32_t)count, 0, HISTORY);
    for (uint32_t tick = c->told; tick < c->known[c->me]; tick++)
        ox_wire_put_bits(&to, c->inputs[c->me][tick % HISTORY], 2);

    ox_packet_writer packet;
    ox_packet_begin(&packet, bytes, sizeof bytes, &(ox_packet){.protocol = protocol, .kind = OX_PACKET_DATA});
    if (ox_failed(ox_packet_add(
            &packet, &(ox_message){.type = INPUTS, .bytes = text, .length = (uint32_t)ox_wire_written(&to)})))
        return;
    uint32_t size = ox_packet_end(&packet, &c->link);
    if (ox_failed(ox_transport_send(&c->link, &c->secure.config.peer, bytes, size)))
        return; /* as good as lost */
}

/* 4. A packet is hostile until it was checked: a reader never passes the end of a message, and gives numbers that
 * are in range. */
static void hear_packets(console *c, uint16_t protocol) {
    uint8_t bytes[PAYLOAD];
    ox_address from;
    for (uint32_t size; (size = ox_transport_receive(&c->link, bytes, sizeof bytes, &from)) > 0;) {
        ox_packet packet;
        ox_message message = {0};
        if (ox_packet_read(&packet, bytes, size, protocol, &c->link) != OX_PACKET_GOOD ||
            !ox_packet_next(&packet, &message))
            continue;
        ox_wire_reader in = ox_wire_reader_over(message.bytes, message.length);
        uint32_t mine = ox_wire_get_varint(&in), first = ox_wire_get_varint(&in), known = c->known[1 - c->me];
        uint32_t count = (uint32_t)ox_wire_get_ranged(&in, 0, HISTORY);
        if (in.bad || mine > c->known[c->me] || first > known || first + count > c->game.tick + HISTORY)
            continue;
        for (uint32_t tick = first; tick < first + count; tick++) {
            uint8_t buttons = (uint8_t)ox_wire_get_bits(&in, 2);
            if (tick == c->known[1 - c->me] && !in.bad) {
                c->inputs[1 - c->me][tick % HISTORY] = buttons;
                c->known[1 - c->me]++;
            }
        }
        if (mine > c->told) c->told = mine;
    }
}

/* 5. A frame of a console: hear, press, step as far as the inputs of both are known, tell. An input of a player
 * counts DELAY ticks later, so that it is there when it is due. */
static void frame(console *c, uint32_t now, uint16_t protocol) {
    ox_transport_tick(&c->link, now);
    hear_packets(c, protocol);
    if (!ox_secure_connected(&c->secure)) return;
    if (c->known[c->me] < c->game.tick + DELAY + 1 && c->known[c->me] - c->told < HISTORY) {
        uint32_t tick = c->known[c->me]++;
        c->inputs[c->me][tick % HISTORY] = (tick / (20 + 13 * (uint32_t)c->me)) % 3 == 2 ? LEFT : RIGHT;
    }
    if (c->game.tick < c->known[0] && c->game.tick < c->known[1] && c->game.tick < TICKS) {
        uint32_t at = c->game.tick % HISTORY;
        const uint8_t buttons[PLAYERS] = {c->inputs[0][at], c->inputs[1][at]};
        step_race(&c->game, buttons);
        c->hashes[c->game.tick] = hash_of(&c->game);
    }
    tell_inputs(c, protocol);
    ox_transport_flush(&c->link);
}

void example(plat *platform, ox_log *out) {
    static uint32_t memory[OX_LOOPBACK_WORDS(PLAYERS, BUFFERS, PAYLOAD)];
    static ox_loopback net;
    static console consoles[PLAYERS];
    /* 6. Both sides must agree on the protocol before they speak: the version, the cart, its messages. */
    const uint16_t protocol = ox_packet_protocol(1, 0x12345678, 1);
    uint32_t now = 0, connected = 0, differences = 0;
    (void)platform;
    if (ox_failed(ox_loopback_init(
            &net, memory, sizeof memory,
            &(ox_loopback_config){.endpoints = PLAYERS, .packets = BUFFERS, .payload = PAYLOAD})))
        return;
    for (int i = 0; i < PLAYERS; i++)
        if (ox_failed(plug_in(&consoles[i], i, &net, protocol))) return;

    while ((consoles[0].game.tick < TICKS || consoles[1].game.tick < TICKS) && now < 60000) {
        now += TICK_MS;
        for (int i = 0; i < PLAYERS; i++) frame(&consoles[i], now, protocol);
        if (connected == 0 && ox_secure_connected(&consoles[1].secure)) connected = now;
    }
    SAY("connected after %u ms; %u ticks took %u ms", (unsigned)connected, (unsigned)consoles[0].game.tick,
        (unsigned)now);

    /* 7. The game is the same on both, tick by tick, although many of their packets were lost. */
    for (uint32_t tick = 1; tick <= TICKS; tick++)
        differences += consoles[0].hashes[tick] != consoles[1].hashes[tick];
    SAY("ticks that differ: %u; hash of the last: %08x and %08x", (unsigned)differences,
        (unsigned)consoles[0].hashes[TICKS], (unsigned)consoles[1].hashes[TICKS]);
    for (int i = 0; i < PLAYERS; i++) {
        const ox_line_counts *line = ox_conditions_sent(&consoles[i].conditions);
        SAY("console %d sent %u packets: %u lost, %u doubled, %u swapped, %u damaged", i,
            (unsigned)line->packets, (unsigned)line->lost, (unsigned)line->doubled, (unsigned)line->swapped,
            (unsigned)line->damaged);
    }
    for (int i = 0; i < PLAYERS; i++) {
        const uint32_t *refused = consoles[i].secure.refused;
        SAY("console %d took %u packets, refused %u that had been damaged and %u that came twice", i,
            (unsigned)consoles[i].secure.accepted, (unsigned)refused[OX_SECURE_FORGED],
            (unsigned)refused[OX_SECURE_REPLAYED]);
    }

    /* 8. A stranger cannot take part, even from the same address: packets made up, or kept and sent again, are
     * refused. */
    ox_transport stranger = ox_loopback_endpoint(&net, 1);
    hear_packets(&consoles[0], protocol);
    uint32_t before = consoles[0].secure.accepted, sent = 0;
    for (uint32_t i = 0; i < 10; i++) {
        uint8_t bytes[PAYLOAD];
        for (uint32_t k = 0; k < sizeof bytes; k++)
            bytes[k] = i < 5 ? (uint8_t)(i * k + 3) : consoles[1].room[k];
        if (!ox_failed(ox_transport_send(&stranger, &consoles[1].secure.config.peer, bytes, 38 + i))) sent++;
    }
    hear_packets(&consoles[0], protocol);
    SAY("of %u packets of a stranger %u were taken", (unsigned)sent,
        (unsigned)(consoles[0].secure.accepted - before));
}
