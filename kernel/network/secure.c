/* Connections whose packets are numbered, filled, whitened and tagged. */
#include "kernel/network/secure.h"

#include "kernel/network/protect_internal.h"

enum {
    KEYS = 0x80, /* flag in byte 2: the packet agrees on keys */
    FIELD = 2,   /* bytes of the length field in front */
    NUMBER = OX_PACKET_HEAD + 2,
    SEEDS = 32, /* bytes of eight start values */
    GIVEN = SEEDS + OX_MD5_BYTES,
    BLOCKS = GIVEN / OX_MD5_BYTES,
    FILLED_FROM = 8 /* payloads of so many bytes and more get junk */
};

enum { FOR_START, FOR_SESSION, FOR_JUNK }; /* purposes of derived numbers */

_Static_assert((int)OX_MD5_BYTES == (int)OX_SECURE_RANDOM && (int)OX_MD5_BYTES == (int)OX_SECURE_TAG,
               "one size of all secrets");
_Static_assert(FIELD + OX_SECURE_HEAD + OX_SECURE_JUNK + OX_SECURE_RANDOM + GIVEN + OX_SECURE_TAG <=
                   OX_SECURE_LEAST,
               "the longest greeting fits the least payload");

/* The keys with which packets are sealed and unsealed: those of the connection, or those of its beginning. */
typedef struct keys {
    protect_key key;
    protect_step step;
} keys;

PROTECT_INLINE keys keys_of(const ox_secure *s) {
    keys k = {.step = {s->a, s->b}};
    memcpy(k.key.inner, s->inner, sizeof s->inner);
    memcpy(k.key.outer, s->outer, sizeof s->outer);
    return k;
}

/* Takes over eight start values and a key in the order of the wire: client to server, server to client, key. */
PROTECT_INLINE void take_values(const uint8_t given[GIVEN], uint32_t direction, keys *k, ox_secure_way *way) {
    const uint8_t *at = given + direction * (SEEDS / 2);
    way->states = (ox_secure_states){rom_u32(at), rom_u32(at + 4), rom_u32(at + 8), rom_u32(at + 12)};
    way->newest = UINT16_MAX; /* the first packet is 0, and no packet came before it */
    way->seen = UINT32_MAX;
    k->key = protect_key_of(given + SEEDS);
}

/* The starting keys of a connection that has no session keys yet. */
PROTECT_INLINE keys starting_keys(const ox_secure *s, uint32_t direction, ox_secure_way *way) {
    uint8_t text[OX_MD5_BYTES] = {0}, given[GIVEN];
    keys k = {.step = {s->a, s->b}};
    put_u32(text, s->a);
    put_u32(text + 4, s->b);
    put_u16(text + 8, s->config.protocol);
    k.key = protect_key_of(text);
    protect_derive(&k.key, FOR_START, text, given, BLOCKS);
    take_values(given, direction, &k, way);
    return k;
}

PROTECT_INLINE ox_secure_states stepped(const ox_secure_states *from, protect_step step, uint32_t steps) {
    protect_map map = protect_steps(step, steps);
    return (ox_secure_states){protect_apply(map, from->length), protect_apply(map, from->number),
                              protect_apply(map, from->junk), protect_apply(map, from->whitening)};
}

PROTECT_INLINE bool is_readable(const ox_secure *s) { return OX_DEBUG && s->config.readable; }

PROTECT_INLINE uint32_t junk_of(const ox_secure_states *states, uint32_t payload) {
    return payload < FILLED_FROM ? 0 : states->junk >> 29;
}

/* ---- sealing ---- */

/* A packet to be sealed, and the keys for it. */
typedef struct sealed_packet {
    const keys *keys;
    const ox_secure_way *way;
    rng32 *filler;
    const uint8_t *bytes;
    uint32_t size, flags;
} sealed_packet;

PROTECT_INLINE uint32_t seal_packet(const ox_secure *s, const sealed_packet *p, uint8_t *wire,
                                    uint32_t capacity) {
    const ox_secure_states *states = &p->way->states;
    uint32_t field = s->config.lengths ? FIELD : 0, payload = p->size - OX_PACKET_HEAD,
             junk = junk_of(states, payload);
    uint32_t body = field + OX_SECURE_HEAD, tagged = body + junk + payload, whole = tagged + s->config.tag;
    uint8_t tag[OX_MD5_BYTES];
    if (whole > capacity || whole > UINT16_MAX) return 0;
    if (field > 0) put_u16(wire, whole ^ states->length >> 16);
    memcpy(wire + field, p->bytes, OX_PACKET_HEAD);
    wire[field + 2] |= (uint8_t)(OX_PACKET_SECURED | p->flags);
    put_u16(wire + field + OX_PACKET_HEAD, p->way->newest);
    put_u32(wire + field + NUMBER, states->number);
    for (uint32_t i = 0; i < junk; i++)
        wire[body + i] = is_readable(s) ? 0xA5 : (uint8_t)(rng32_next(p->filler) >> 24);
    if (payload > 0) memcpy(wire + body + junk, p->bytes + OX_PACKET_HEAD, payload);
    if (!is_readable(s)) protect_whiten(states->whitening, p->keys->step, wire + body, junk + payload);
    protect_tag(&p->keys->key, wire, tagged, tag);
    memcpy(wire + tagged, tag, s->config.tag);
    return whole;
}

uint32_t ox_secure_seal(ox_secure *s, const uint8_t *packet, uint32_t size, uint8_t *wire,
                        uint32_t capacity) {
    if (!s->keyed || size < OX_PACKET_HEAD || size > UINT16_MAX ||
        (packet[2] & (OX_PACKET_SECURED | KEYS)) != 0)
        return 0;
    keys k = keys_of(s);
    ox_secure_way next = s->out;
    next.states = stepped(&s->out.states, k.step, 1);
    next.newest++;
    uint32_t whole = seal_packet(s, &(sealed_packet){&k, &next, &s->junk, packet, size, 0}, wire, capacity);
    if (whole > 0) s->out = next;
    return whole;
}

PROTECT_INLINE void session_values(const ox_secure *s, uint8_t given[GIVEN]) {
    protect_key key = protect_key_of(s->random);
    protect_derive(&key, FOR_SESSION, s->nonce, given, BLOCKS);
}

uint32_t ox_secure_greeting(const ox_secure *s, uint8_t *wire, uint32_t capacity) {
    bool server = s->config.role == OX_SECURE_SERVER;
    uint8_t packet[OX_PACKET_HEAD + OX_SECURE_RANDOM + GIVEN];
    uint32_t size = OX_PACKET_HEAD + OX_SECURE_RANDOM + (server ? GIVEN : 0u);
    ox_secure_way way;
    rng32 filler = s->junk; /* a copy: when the greeting is sent again it is the same */
    if (server && !s->keyed) return 0;
    keys k = starting_keys(s, server, &way);
    way.states = stepped(&way.states, k.step, 1);
    way.newest = 0;
    put_u16(packet, s->config.protocol);
    packet[2] = server ? OX_PACKET_ACCEPT : OX_PACKET_CONNECT;
    packet[3] = 0;
    memcpy(packet + OX_PACKET_HEAD, s->nonce, OX_SECURE_RANDOM);
    if (server) session_values(s, packet + OX_PACKET_HEAD + OX_SECURE_RANDOM);
    size = seal_packet(s, &(sealed_packet){&k, &way, &filler, packet, size, KEYS}, wire, capacity);
    protect_forget(packet, sizeof packet);
    return size;
}

/* ---- unsealing ---- */

/* Computes the generator states for a packet's sequence into `states`. Returns a refusal, or OX_SECURE_REFUSALS when
 * nothing is against the packet. */
PROTECT_INLINE ox_secure_refusal placed(const ox_secure_way *way, protect_step step, uint16_t sequence,
                                        ox_secure_states *states) {
    uint32_t ahead = (uint16_t)(sequence - way->newest), behind = (uint16_t)(way->newest - sequence);
    bool newer = ahead != 0 && ahead < 32768;
    if (!newer && behind >= OX_SECURE_WINDOW) return OX_SECURE_OLD;
    if (!newer && (way->seen >> behind & 1u) != 0) return OX_SECURE_REPLAYED;
    *states = stepped(&way->states, step, newer ? ahead : 0u - behind);
    return OX_SECURE_REFUSALS;
}

PROTECT_INLINE void arrived(ox_secure_way *way, uint16_t sequence, const ox_secure_states *states) {
    uint32_t ahead = (uint16_t)(sequence - way->newest), behind = (uint16_t)(way->newest - sequence);
    if (ahead != 0 && ahead < 32768) {
        way->seen = (ahead < 32 ? way->seen << ahead : 0) | 1u;
        way->newest = sequence;
        way->states = *states;
    } else {
        way->seen |= 1u << behind;
    }
}

/* Checks a packet against `way`, makes it plain and moves it to the front. Returns its bytes; 0: *why is the refusal.
 */
PROTECT_INLINE uint32_t unseal(const ox_secure *s, const keys *k, ox_secure_way *way, uint8_t *wire,
                               uint32_t size, ox_secure_refusal *why) {
    uint32_t field = s->config.lengths ? FIELD : 0, body = field + OX_SECURE_HEAD;
    uint8_t tag[OX_MD5_BYTES];
    ox_secure_states states;
    uint32_t tagged = size - s->config.tag, left = tagged - body;
    protect_tag(&k->key, wire, tagged, tag);
    if (!protect_same(tag, wire + tagged, s->config.tag)) return *why = OX_SECURE_FORGED, 0;
    uint16_t sequence = rom_u16(wire + field + OX_PACKET_HEAD);
    *why = placed(way, k->step, sequence, &states);
    if (*why != OX_SECURE_REFUSALS) return 0;
    if (rom_u32(wire + field + NUMBER) != states.number) return *why = OX_SECURE_NUMBER, 0;
    if (field > 0 && (rom_u16(wire) ^ states.length >> 16) != size) return *why = OX_SECURE_LENGTH, 0;
    uint32_t junk = junk_of(&states, left);
    if (junk > 0 && left - junk < FILLED_FROM) return *why = OX_SECURE_BAD, 0;
    if (!is_readable(s)) protect_whiten(states.whitening, k->step, wire + body, left);
    arrived(way, sequence, &states);
    memmove(wire, wire + field, OX_PACKET_HEAD);
    wire[2] &= (uint8_t) ~(OX_PACKET_SECURED | KEYS);
    memmove(wire + OX_PACKET_HEAD, wire + body + junk, left - junk);
    return OX_PACKET_HEAD + left - junk;
}

PROTECT_INLINE void take_session(ox_secure *s, const uint8_t given[GIVEN]) {
    keys k = keys_of(s);
    bool server = s->config.role == OX_SECURE_SERVER;
    take_values(given, server, &k, &s->out);
    take_values(given, !server, &k, &s->in);
    memcpy(s->inner, k.key.inner, sizeof s->inner);
    memcpy(s->outer, k.key.outer, sizeof s->outer);
    s->keyed = true;
    s->proved = false;
}

/* Takes a packet that agrees on keys; true when it is one. */
PROTECT_INLINE bool greeted(ox_secure *s, uint8_t *wire, uint32_t size, ox_secure_refusal *why) {
    bool server = s->config.role == OX_SECURE_SERVER;
    ox_secure_way way;
    keys k = starting_keys(s, !server, &way);
    uint32_t length = unseal(s, &k, &way, wire, size, why);
    if (length == 0) return false;
    const uint8_t *nonce = wire + OX_PACKET_HEAD;
    bool known =
        length >= OX_PACKET_HEAD + OX_SECURE_RANDOM && protect_same(nonce, s->nonce, OX_SECURE_RANDOM);
    *why = OX_SECURE_BAD;
    if (server) {
        if (wire[2] != OX_PACKET_CONNECT || length != OX_PACKET_HEAD + OX_SECURE_RANDOM ||
            (s->proved && !known))
            return false;
        if (s->keyed && known) return true; /* the answer was lost, and is sent again */
        uint8_t given[GIVEN];
        memcpy(s->nonce, nonce, OX_SECURE_RANDOM);
        session_values(s, given);
        take_session(s, given);
        protect_forget(given, sizeof given);
        return true;
    }
    if (wire[2] != OX_PACKET_ACCEPT || length != OX_PACKET_HEAD + OX_SECURE_RANDOM + GIVEN || !known ||
        s->keyed)
        return false;
    take_session(s, nonce + OX_SECURE_RANDOM);
    protect_forget(wire, length);
    return true;
}

/* Unseals a packet and returns its bytes. `greeting`: the packet agrees on keys, and was taken. */
PROTECT_INLINE uint32_t examine(ox_secure *s, uint8_t *wire, uint32_t size, bool *greeting) {
    uint32_t field = s->config.lengths ? FIELD : 0, length = 0;
    ox_secure_refusal why = OX_SECURE_SHORT;
    *greeting = false;
    if (size >= field + OX_SECURE_HEAD + s->config.tag) {
        uint32_t flags = wire[field + 2];
        why = OX_SECURE_BAD;
        if ((flags & OX_PACKET_SECURED) != 0 && (flags & KEYS) != 0) {
            *greeting = greeted(s, wire, size, &why);
            if (*greeting) return 0;
        } else if ((flags & OX_PACKET_SECURED) != 0) {
            why = OX_SECURE_EARLY;
            if (s->keyed) {
                keys k = keys_of(s);
                length = unseal(s, &k, &s->in, wire, size, &why);
            }
        }
    }
    if (length == 0) {
        s->refused[why]++;
        return 0;
    }
    s->proved = true;
    s->accepted++;
    return length;
}

uint32_t ox_secure_unseal(ox_secure *s, uint8_t *wire, uint32_t size) {
    bool greeting;
    return examine(s, wire, size, &greeting);
}

uint32_t ox_secure_length(const ox_secure *s, const uint8_t front[2]) {
    ox_secure_states next;
    if (s->keyed) {
        next = stepped(&s->in.states, (protect_step){s->a, s->b}, 1);
    } else {
        ox_secure_way way;
        keys k = starting_keys(s, s->config.role != OX_SECURE_SERVER, &way);
        next = stepped(&way.states, k.step, 1);
    }
    return rom_u16(front) ^ next.length >> 16;
}

/* ---- the transport ---- */

static ox_status secure_send(void *self, const ox_address *to, const uint8_t *bytes, uint32_t size) {
    ox_secure *s = self;
    if (!s->keyed) return OX_BAD_STATE;
    if (!ox_address_equal(to, &s->config.peer)) return OX_NOT_FOUND;
    uint32_t whole = ox_secure_seal(s, bytes, size, s->config.buffer, s->config.below->properties.payload);
    return whole == 0 ? OX_BAD_ARGUMENT : ox_transport_send(s->config.below, to, s->config.buffer, whole);
}

static void greet(ox_secure *s) {
    uint32_t size = ox_secure_greeting(s, s->config.buffer, s->config.below->properties.payload);
    s->asked = s->now;
    s->asking = true;
    if (size > 0 && ox_failed(ox_transport_send(s->config.below, &s->config.peer, s->config.buffer, size)))
        return; /* the greeting counts as lost: the next one is due soon */
}

static uint32_t secure_receive(void *self, uint8_t *bytes, uint32_t capacity, ox_address *from) {
    ox_secure *s = self;
    uint8_t *room = s->config.buffer;
    for (uint32_t tries = 0; tries < OX_TRANSPORT_TRIES; tries++) {
        uint32_t size =
            ox_transport_receive(s->config.below, room, s->config.below->properties.payload, from);
        if (size == 0) return 0;
        bool greeting, anybody = s->config.peer.family == OX_ADDRESS_NONE;
        if (!anybody && !ox_address_equal(from, &s->config.peer)) {
            s->refused[OX_SECURE_STRANGER]++;
            continue;
        }
        uint32_t length = examine(s, room, size, &greeting);
        if (greeting) {
            s->config.peer = *from;
            if (s->config.role == OX_SECURE_SERVER) greet(s);
        }
        if (length == 0 || length > capacity) continue;
        memcpy(bytes, room, length);
        return length;
    }
    return 0;
}

static void secure_tick(void *self, uint32_t now) {
    ox_secure *s = self;
    ox_transport_tick(s->config.below, now);
    bool due = !s->asking || now - s->asked >= OX_SECURE_PATIENCE;
    s->now = now;
    if (s->config.role == OX_SECURE_CLIENT && !s->keyed && due) greet(s);
}

static void secure_flush(void *self) { ox_transport_flush(((ox_secure *)self)->config.below); }

static void secure_close(void *self) { OX_CLEAR((ox_secure *)self); } /* also clears the keys */

ox_transport ox_secure_transport(ox_secure *s) {
    static const ox_transport_table table = {secure_send, secure_receive, secure_tick, secure_flush,
                                             secure_close};
    OX_CREATED(s->config.below);
    if (s->config.below == NULL) return (ox_transport){0};
    ox_transport transport = {.table = &table, .self = s, .properties = s->config.below->properties};
    transport.properties.secured = true;
    transport.properties.payload -=
        OX_SECURE_HEAD - OX_PACKET_HEAD + OX_SECURE_JUNK + s->config.tag + (s->config.lengths ? FIELD : 0u);
    return transport;
}

ox_status ox_secure_begin(ox_secure *s, const ox_secure_config *config) {
    uint32_t tag = config->tag == 0 ? OX_SECURE_TAG : config->tag;
    if (config->below == NULL || config->buffer == NULL || config->random == NULL ||
        (tag != OX_SECURE_TAG && tag != OX_SECURE_SHORT_TAG) ||
        config->below->properties.payload < OX_SECURE_LEAST ||
        (config->role == OX_SECURE_CLIENT && config->peer.family == OX_ADDRESS_NONE))
        return OX_BAD_ARGUMENT;
    if (config->readable && !OX_DEBUG) return OX_UNSUPPORTED;
    protect_step step = protect_constants();
    OX_CLEAR(s);
    s->config = *config;
    s->config.tag = tag;
    s->a = step.a;
    s->b = step.b;
    memcpy(s->random, config->random, OX_SECURE_RANDOM);
    s->config.random = NULL;
    /* sent random bytes are derived from the entropy, and do not reveal it */
    uint8_t drawn[OX_MD5_BYTES];
    protect_key key = protect_key_of(s->random);
    protect_derive(&key, FOR_JUNK, s->random, drawn, 1);
    s->junk = (rng32){rom_u32(drawn) | 1u};
    if (config->role == OX_SECURE_CLIENT) protect_derive(&key, FOR_START, s->random, s->nonce, 1);
    return OX_OK;
}
