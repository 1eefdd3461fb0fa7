/* Messages of channels, put into packets and acknowledged with them. */
#include "kernel/network/channels.h"

#include <string.h>

/* A slot of a message: one that waits or is under way, or (only type and length) one that is held. The message's
 * bytes follow. */
typedef struct slot {
    uint16_t next, id, packet, length;
    uint8_t type, channel, tries;
    bool flies; /* the message is under way in `packet` */
} slot;

enum { SLOT_WORDS = 4, NONE = 0xFFFF, BARE_AFTER = 2, LOST_BEHIND = 3, MESSAGE_HEAD = 7 };
_Static_assert(sizeof(slot) <= SLOT_WORDS * sizeof(uint32_t), "as OX_CHANNELS_WORDS reckons");

static slot *slot_at(const ox_channels *c, uint32_t index) {
    return (slot *)(void *)(c->memory + (size_t)index * OX_CHANNELS_SLOT_WORDS(c->config.bytes));
}
static uint8_t *bytes_of(slot *s) { return (uint8_t *)s + SLOT_WORDS * sizeof(uint32_t); }

static bool is_reliable(const ox_channels *c, uint32_t channel) {
    return c->config.delivery[channel] >= OX_DELIVERY_RELIABLE;
}
static bool has_order(const ox_channels *c, uint32_t channel) {
    return c->config.delivery[channel] == OX_DELIVERY_NEWEST ||
           c->config.delivery[channel] == OX_DELIVERY_ORDERED;
}

ox_status ox_channels_init(ox_channels *c, void *memory, size_t size, const ox_channels_config *config) {
    uint32_t ordered = 0;
    for (uint32_t i = 0; i < OX_MESSAGE_CHANNELS; i++) {
        if (config->delivery[i] >= OX_DELIVERIES) return OX_BAD_ARGUMENT;
        ordered += config->delivery[i] == OX_DELIVERY_ORDERED;
    }
    if (config->transport == NULL || config->buffer == NULL || config->messages < 1 ||
        config->messages > OX_CHANNELS_MOST || (uintptr_t)memory % sizeof(uint32_t) != 0)
        return OX_BAD_ARGUMENT;
    uint32_t around = OX_PACKET_RELIABLE_HEAD + OX_PACKET_SUM + MESSAGE_HEAD,
             payload = config->transport->properties.payload;
    if (payload > UINT16_MAX || payload < around || config->bytes > payload - around) return OX_BAD_ARGUMENT;
    if (size / sizeof(uint32_t) < OX_CHANNELS_WORDS(config->messages, ordered, config->bytes))
        return OX_OUT_OF_MEMORY;
    OX_CLEAR(c);
    c->config = *config;
    c->memory = memory;
    c->first = c->last = NONE;
    for (uint32_t i = 0; i < config->messages; i++)
        slot_at(c, i)->next = (uint16_t)(i + 1 < config->messages ? i + 1 : NONE);
    for (uint32_t i = 0, hold = config->messages; i < OX_MESSAGE_CHANNELS; i++) {
        if (config->delivery[i] != OX_DELIVERY_ORDERED) continue;
        c->in[i].hold = (uint16_t)hold;
        hold += OX_CHANNELS_WINDOW;
    }
    c->newest = UINT16_MAX; /* no packet has come before packet 0 */
    return OX_OK;
}

/* ---- messages that wait ---- */

ox_status ox_channels_send(ox_channels *c, uint32_t channel, uint8_t type, const void *bytes,
                           uint32_t length) {
    OX_CREATED(c->config.transport);
    if (c->config.transport == NULL) return OX_BAD_STATE;
    if (channel >= OX_MESSAGE_CHANNELS || length > c->config.bytes) return OX_BAD_ARGUMENT;
    if (c->free == NONE) return OX_FULL;
    uint16_t index = c->free;
    slot *s = slot_at(c, index);
    c->free = s->next;
    *s = (slot){.next = NONE,
                .id = c->ids[channel]++,
                .length = (uint16_t)length,
                .type = type,
                .channel = (uint8_t)channel};
    if (length > 0) memcpy(bytes_of(s), bytes, length);
    if (c->last == NONE)
        c->first = index;
    else
        slot_at(c, c->last)->next = index;
    c->last = index;
    c->waiting++;
    return OX_OK;
}

/* Takes a slot out of the list and returns the slot behind it; `before` is the slot in front of it, NONE for the
 * first. */
static uint16_t remove_slot(ox_channels *c, uint16_t index, uint16_t before) {
    slot *s = slot_at(c, index);
    uint16_t next = s->next;
    if (before == NONE)
        c->first = next;
    else
        slot_at(c, before)->next = next;
    if (c->last == index) c->last = before;
    s->next = c->free;
    c->free = index;
    c->waiting--;
    return next;
}

/* ---- packets that were sent ---- */

static void give_up(ox_channels *c, ox_sent_packet *p) {
    if (!p->waits || p->lost) return;
    p->lost = true;
    c->counts.lost++;
    for (uint16_t i = c->first; i != NONE; i = slot_at(c, i)->next) {
        slot *s = slot_at(c, i);
        if (s->flies && s->packet == p->sequence) s->flies = false;
    }
}

static bool acknowledges(const ox_packet *packet, uint16_t sequence) {
    uint16_t behind = (uint16_t)(packet->acknowledged - sequence);
    return behind == 0 || (behind <= 32 && (packet->acknowledged_mask >> (behind - 1) & 1u) != 0);
}

static void hear_acknowledgements(ox_channels *c, const ox_packet *packet) {
    bool any = false;
    for (uint32_t i = 0; i < OX_CHANNELS_PACKETS; i++) {
        ox_sent_packet *p = &c->sent[i];
        if (!p->waits || !acknowledges(packet, p->sequence)) continue;
        p->waits = false;
        any = true;
        /* the other packets may have been acknowledged before, by a packet that was lost */
        if (p->sequence == packet->acknowledged) ox_round_trip_take(&c->trip, c->now - p->at);
    }
    for (uint16_t i = c->first, before = NONE; any && i != NONE;) {
        const slot *s = slot_at(c, i);
        bool gone = s->flies && acknowledges(packet, s->packet);
        if (!gone) before = i;
        i = gone ? remove_slot(c, i, before) : s->next;
    }
    for (uint32_t i = 0; i < OX_CHANNELS_PACKETS; i++) {
        uint16_t behind = (uint16_t)(packet->acknowledged - c->sent[i].sequence);
        if (behind >= LOST_BEHIND && behind < 32768) give_up(c, &c->sent[i]);
    }
}

void ox_channels_tick(ox_channels *c, uint32_t now) {
    uint32_t patience = ox_round_trip_timeout(&c->trip);
    c->now = now;
    for (uint32_t i = 0; i < OX_CHANNELS_PACKETS; i++)
        if (c->sent[i].waits && now - c->sent[i].at >= patience) give_up(c, &c->sent[i]);
}

/* ---- packets that came ---- */

/* Notes the number of a packet that came; true when the packet is new. */
static bool note_sequence(ox_channels *c, uint16_t sequence) {
    uint32_t ahead = (uint16_t)(sequence - c->newest), behind = (uint16_t)(c->newest - sequence);
    if (ahead != 0 && ahead < 32768) {
        c->seen = (ahead < 64 ? c->seen << ahead : 0) | 1u;
        c->newest = sequence;
        return true;
    }
    if (behind >= OX_CHANNELS_PACKETS) {
        c->counts.old++;
        return false;
    }
    if ((c->seen >> behind & 1u) != 0) {
        c->counts.doubled++;
        return false;
    }
    c->seen |= (uint64_t)1 << behind;
    return true;
}

bool ox_channels_take(ox_channels *c, const ox_packet *packet) {
    c->message = (ox_message){0};
    c->packet = (ox_packet){.messages = packet->messages};
    if (packet->kind != OX_PACKET_DATA || packet->protocol != c->config.protocol) return false;
    if (packet->reliable) {
        if (!note_sequence(c, packet->sequence)) return false;
        c->heard = true;
        hear_acknowledgements(c, packet);
        if (packet->size > 0 && !c->owes) {
            c->owes = true;
            c->flushes = 0;
        }
    }
    c->counts.taken++;
    c->packet = *packet;
    return true;
}

/* Holds a message until its turn. */
static void hold_message(ox_channels *c, const ox_message *m) {
    slot *s = slot_at(c, (uint32_t)c->in[m->channel].hold + m->id % OX_CHANNELS_WINDOW);
    s->type = m->type;
    s->length = (uint16_t)m->length;
    if (m->length > 0) memcpy(bytes_of(s), m->bytes, m->length);
}

/* Whether a message may be given out now; an early one of an ordered channel is held. */
static bool admit(ox_channels *c, const ox_message *m) {
    ox_channel_in *in = &c->in[m->channel];
    bool reliable = is_reliable(c, m->channel);
    if (m->reliable != reliable || m->ordered != has_order(c, m->channel) ||
        (reliable && (!c->packet.reliable || m->length > c->config.bytes))) {
        c->counts.bad++;
        return false;
    }
    uint32_t ahead = (uint16_t)(m->id - in->next);
    if (c->config.delivery[m->channel] == OX_DELIVERY_UNRELIABLE) return true;
    if (!reliable) {
        bool newer = ahead < 32768;
        if (newer) in->next = (uint16_t)(m->id + 1);
        c->counts.late += !newer;
        return newer;
    }
    if (ahead >= OX_CHANNELS_WINDOW || (in->ahead >> ahead & 1u) != 0) {
        if (ahead >= OX_CHANNELS_WINDOW && ahead < 32768)
            c->counts.bad++; /* no sender goes so far ahead of its window */
        else
            c->counts.repeated++;
        return false;
    }
    in->ahead |= 1u << ahead;
    if (m->ordered && ahead > 0) {
        hold_message(c, m);
        return false;
    }
    if (m->ordered) {
        in->ahead >>= 1;
        in->next++;
    }
    for (; !m->ordered && (in->ahead & 1u) != 0; in->ahead >>= 1) in->next++;
    return true;
}

/* The next message of an ordered channel, if it is held. */
static bool next_held(ox_channels *c, uint32_t channel, ox_message *m) {
    ox_channel_in *in = &c->in[channel];
    if (c->config.delivery[channel] != OX_DELIVERY_ORDERED || (in->ahead & 1u) == 0) return false;
    slot *s = slot_at(c, (uint32_t)in->hold + in->next % OX_CHANNELS_WINDOW);
    *m = (ox_message){.type = s->type,
                      .channel = (uint8_t)channel,
                      .reliable = true,
                      .ordered = true,
                      .id = in->next,
                      .bytes = bytes_of(s),
                      .length = s->length};
    in->ahead >>= 1;
    in->next++;
    return true;
}

bool ox_channels_next(ox_channels *c, ox_message *m) {
    for (uint32_t i = 0; i < OX_MESSAGE_CHANNELS; i++)
        if (next_held(c, i, m)) return true;
    while (ox_packet_next(&c->packet, &c->message)) {
        if (!admit(c, &c->message)) continue;
        *m = c->message;
        return true;
    }
    c->packet.size = 0;
    c->message = (ox_message){0};
    return false;
}

/* ---- sending ---- */

/* Whether a message may go into this packet: it is not under way, and lies in its channel's window, which begins with
 * the oldest id of the channel that waits here. */
static bool may_go(const ox_channels *c, const slot *s, uint16_t oldest[OX_MESSAGE_CHANNELS],
                   uint32_t *known) {
    if (is_reliable(c, s->channel) && (*known >> s->channel & 1u) == 0) {
        *known |= 1u << s->channel;
        oldest[s->channel] = s->id;
    }
    return !s->flies &&
           (!is_reliable(c, s->channel) || (uint16_t)(s->id - oldest[s->channel]) < OX_CHANNELS_WINDOW);
}

/* Puts as many messages into the packet as fit; returns their number. */
static uint32_t fill_packet(ox_channels *c, ox_packet_writer *w) {
    uint16_t oldest[OX_MESSAGE_CHANNELS] = {0}, before = NONE;
    uint32_t known = 0, count = 0;
    for (uint16_t i = c->first; i != NONE;) {
        slot *s = slot_at(c, i);
        bool reliable = is_reliable(c, s->channel), gone = false;
        const ox_message m = {.type = s->type,
                              .channel = s->channel,
                              .reliable = reliable,
                              .ordered = has_order(c, s->channel),
                              .id = s->id,
                              .bytes = bytes_of(s),
                              .length = s->length};
        if (may_go(c, s, oldest, &known) && ox_packet_add(w, &m) == OX_OK) {
            count++;
            gone = !reliable;
            s->flies = true;
            s->packet = c->sequence;
            c->counts.again += s->tries > 0;
            s->tries = 1;
        }
        if (!gone) before = i;
        i = gone ? remove_slot(c, i, before) : s->next;
    }
    return count;
}

/* Sends one packet; false when nothing more must be sent now. */
static bool send_packet(ox_channels *c) {
    ox_transport *transport = c->config.transport;
    ox_sent_packet *p = &c->sent[c->sequence % OX_CHANNELS_PACKETS];
    ox_packet_writer w;
    give_up(c, p); /* the packet of 64 ago is not acknowledged yet */
    uint32_t sum = transport->properties.secured ? 0 : OX_PACKET_SUM;
    ox_packet_begin(&w, c->config.buffer, transport->properties.payload - sum,
                    &(ox_packet){.protocol = c->config.protocol,
                                 .kind = OX_PACKET_DATA,
                                 .slot = c->config.slot,
                                 .reliable = true,
                                 .sequence = c->sequence,
                                 .acknowledged = c->newest,
                                 .acknowledged_mask = ox_channels_mask(c)});
    uint32_t count = fill_packet(c, &w);
    if (count == 0 && (!c->owes || c->flushes < BARE_AFTER)) return false;
    w.size += sum;
    uint32_t size = ox_packet_end(&w, transport);
    *p = (ox_sent_packet){.at = c->now, .sequence = c->sequence++, .waits = count > 0};
    c->counts.packets++;
    c->counts.bare += count == 0;
    if (size == 0 || ox_failed(ox_transport_send(transport, &c->config.peer, c->config.buffer, size))) {
        give_up(c, p);
        return false;
    }
    c->owes = false;
    return count > 0;
}

void ox_channels_flush(ox_channels *c) {
    OX_CREATED(c->config.transport);
    if (c->config.transport == NULL) return;
    c->flushes++;
    for (uint32_t i = 0; i < OX_CHANNELS_BURST && send_packet(c); i++) {
    }
}
