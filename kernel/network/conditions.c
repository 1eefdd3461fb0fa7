/* Effects of a bad line on packets. */
#include "kernel/network/conditions.h"

typedef struct held {
    uint32_t size; /* 0: the place is free */
    uint32_t line; /* 0 out, 1 in */
    uint32_t number;
    uint32_t due;
    uint32_t passes;   /* packets that must be sent before this one comes */
    uint32_t patience; /* time from which on `passes` does not count */
    ox_address address;
} held;

_Static_assert(sizeof(held) <= 12 * sizeof(uint32_t), "as OX_CONDITIONS_WORDS reckons");

enum { HELD_WORDS = 12 };

static bool before(uint32_t a, uint32_t b) { return (int32_t)(a - b) < 0; }

static uint32_t *words_at(const ox_conditions *c, uint32_t index) {
    return c->memory + (size_t)index * (HELD_WORDS + (c->config.below->properties.payload + 3u) / 4u);
}
static held *held_at(const ox_conditions *c, uint32_t index) { return (held *)(void *)words_at(c, index); }
static uint8_t *bytes_of(held *h) { return (uint8_t *)h + HELD_WORDS * sizeof(uint32_t); }

ox_status ox_conditions_init(ox_conditions *c, void *memory, size_t size,
                             const ox_conditions_config *config) {
    if (config->below == NULL || config->packets < 1 || config->packets > 4096 ||
        config->below->properties.payload > 65535 || (uintptr_t)memory % sizeof(uint32_t) != 0)
        return OX_BAD_ARGUMENT;
    if (size / sizeof(uint32_t) < OX_CONDITIONS_WORDS(config->packets, config->below->properties.payload))
        return OX_OUT_OF_MEMORY;
    OX_CLEAR(c);
    c->config = *config;
    c->memory = memory;
    for (uint32_t i = 0; i < config->packets; i++) held_at(c, i)->size = 0;
    for (uint32_t i = 0; i < 2; i++) c->lines[i].random = rng32_seed(config->seed, i);
    return OX_OK;
}

/* ---- one packet ---- */

static bool happens(ox_line_state *line, uint32_t chance) {
    return chance > 0 && rng_below(&line->random, OX_CONDITIONS_CERTAIN) < chance;
}

static bool lost(ox_line_state *line, const ox_line_condition *condition) {
    bool gone = happens(line, condition->loss);
    if (line->burst > 0) {
        line->burst--;
        return true;
    }
    if (happens(line, condition->burst)) {
        line->burst = condition->burst_length > 1 ? condition->burst_length - 1u : 0u;
        return true;
    }
    return gone;
}

/* The time at which the last byte of a packet has gone through. */
static uint32_t through(ox_line_state *line, uint32_t rate, uint32_t now, uint32_t size) {
    if (rate == 0) return now;
    if (before(line->busy, now)) line->busy = now, line->fraction = 0;
    uint64_t work = (uint64_t)size * 1000u + line->fraction;
    line->busy += (uint32_t)(work / rate);
    line->fraction = (uint32_t)(work % rate);
    return line->busy + (line->fraction > 0 ? 1u : 0u);
}

/* Holds a copy of a packet with one bit inverted (no bit, when `bit` lies behind the end). */
static void hold_copy(ox_conditions *c, const held *what, const uint8_t *bytes, uint32_t bit) {
    for (uint32_t i = 0; i < c->config.packets; i++) {
        held *h = held_at(c, i);
        if (h->size != 0) continue;
        *h = *what;
        memcpy(bytes_of(h), bytes, what->size);
        if (bit < what->size * 8) bytes_of(h)[bit / 8] ^= (uint8_t)(1u << bit % 8);
        return;
    }
    c->lines[what->line].counts.overflowed++;
}

/* Counts a packet that comes at `due` for the swapped packets that wait for it. A packet that has waited for enough
 * others takes its place behind the last of them. */
static void pass(ox_conditions *c, uint32_t index, uint32_t due) {
    for (uint32_t i = 0; i < c->config.packets; i++) {
        held *h = held_at(c, i);
        if (h->size == 0 || h->line != index || h->passes == 0 || --h->passes > 0) continue;
        if (before(h->due, due)) h->due = due;
        h->number = c->lines[index].number++;
    }
}

static void enter_packet(ox_conditions *c, uint32_t index, const ox_address *address, const uint8_t *bytes,
                         uint32_t size) {
    const ox_line_condition *condition = index == 0 ? &c->out : &c->in;
    ox_line_state *line = &c->lines[index];
    line->counts.packets++;
    if (lost(line, condition)) {
        line->counts.lost++;
        pass(c, index, c->now);
        return;
    }
    held h = {.size = size, .line = index, .number = line->number++, .address = *address};
    h.due = through(line, condition->rate, c->now, size) + condition->delay;
    if (condition->jitter > 0) h.due += rng_below(&line->random, condition->jitter + 1u);
    if (before(h.due, line->last)) h.due = line->last;
    line->last = h.due;
    pass(c, index, h.due);
    if (happens(line, condition->swaps)) {
        h.passes = 1 + (condition->distance > 1 ? rng_below(&line->random, condition->distance) : 0);
        h.patience = h.due + OX_CONDITIONS_PATIENCE;
        line->counts.swapped++;
    }
    bool twice = happens(line, condition->duplicates), damaged = happens(line, condition->damage);
    hold_copy(c, &h, bytes, damaged ? rng_below(&line->random, size * 8) : UINT32_MAX);
    if (twice) hold_copy(c, &h, bytes, UINT32_MAX);
    line->counts.damaged += damaged;
    line->counts.doubled += twice;
}

/* The held packet of a direction that comes next, NULL when none is due. */
static held *next_due(const ox_conditions *c, uint32_t index) {
    held *best = NULL;
    for (uint32_t i = 0; i < c->config.packets; i++) {
        held *h = held_at(c, i);
        if (h->size == 0 || h->line != index || before(c->now, h->due)) continue;
        if (h->passes > 0 && before(c->now, h->patience)) continue;
        if (best == NULL || before(h->due, best->due) ||
            (h->due == best->due && before(h->number, best->number)))
            best = h;
    }
    return best;
}

static void deliver(ox_conditions *c, held *h) {
    c->lines[h->line].counts.delivered++;
    c->lines[h->line].counts.bytes += h->size;
    h->size = 0;
}

/* ---- the transport ---- */

static void send_due(ox_conditions *c) {
    for (held *h; (h = next_due(c, 0)) != NULL;) {
        uint32_t size = h->size;
        if (ox_failed(ox_transport_send(c->config.below, &h->address, bytes_of(h), size))) {
            c->lines[0].counts.overflowed++;
            h->size = 0;
        } else {
            deliver(c, h);
        }
    }
}

static ox_status conditions_send(void *self, const ox_address *to, const uint8_t *bytes, uint32_t size) {
    ox_conditions *c = self;
    uint32_t free_places = 0;
    for (uint32_t i = 0; i < c->config.packets; i++) free_places += held_at(c, i)->size == 0;
    if (free_places == 0) return OX_FULL;
    enter_packet(c, 0, to, bytes, size);
    send_due(c);
    return OX_OK;
}

static uint32_t conditions_receive(void *self, uint8_t *bytes, uint32_t capacity, ox_address *from) {
    ox_conditions *c = self;
    for (uint32_t tries = 0, size; tries < OX_TRANSPORT_TRIES &&
                                   (size = ox_transport_receive(c->config.below, bytes, capacity, from)) > 0;
         tries++)
        enter_packet(c, 1, from, bytes, size);
    for (held *h; (h = next_due(c, 1)) != NULL;) {
        uint32_t size = h->size;
        *from = h->address;
        if (size <= capacity) memcpy(bytes, bytes_of(h), size);
        deliver(c, h);
        if (size <= capacity) return size;
    }
    return 0;
}

static void conditions_tick(void *self, uint32_t now) {
    ox_conditions *c = self;
    if (!c->ticked)
        c->lines[0].last = c->lines[0].busy = c->lines[1].last = c->lines[1].busy =
            now; /* the clock may begin at any number */
    c->ticked = true;
    c->now = now;
    ox_transport_tick(c->config.below, now);
    send_due(c);
}

static void conditions_flush(void *self) { ox_transport_flush(((ox_conditions *)self)->config.below); }

ox_transport ox_conditions_transport(ox_conditions *c) {
    static const ox_transport_table table = {conditions_send, conditions_receive, conditions_tick,
                                             conditions_flush, NULL};
    OX_CREATED(c->config.below);
    if (c->config.below == NULL) return (ox_transport){0};
    ox_transport transport = {.table = &table, .self = c, .properties = c->config.below->properties};
    transport.properties.lossy = true;
    transport.properties.ordered = false;
    return transport;
}
