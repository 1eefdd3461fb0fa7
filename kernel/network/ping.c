/* Echoes and round trips. */
#include "kernel/network/ping.h"

#include "fixedmath/root.h"
#include "kernel/network/bytes_internal.h"
#include "rom/rom.h"

enum { ECHO = 1, ECHO_BYTES = 8, MINUTE = 60000 };

/* ---- within a connection ---- */

void ox_round_trip_take(ox_round_trip *r, uint32_t milliseconds) {
    uint32_t m = milliseconds < MINUTE ? milliseconds : MINUTE, time = r->time8 >> 3;
    if (!r->known) {
        *r = (ox_round_trip){.time8 = m * 8, .deviation4 = m * 2, .known = true};
        return;
    }
    uint32_t off = m > time ? m - time : time - m;
    r->time8 = r->time8 + m - time;
    r->deviation4 = r->deviation4 + off - (r->deviation4 >> 2);
}

uint32_t ox_round_trip_timeout(const ox_round_trip *r) {
    uint32_t time = (r->time8 >> 3) + r->deviation4;
    if (!r->known || time > OX_ROUND_TRIP_MOST) return OX_ROUND_TRIP_MOST;
    return time < OX_ROUND_TRIP_LEAST ? OX_ROUND_TRIP_LEAST : time;
}

/* ---- before a connection ---- */

void ox_ping_start(ox_ping *ping, const ox_ping_config *config) {
    OX_CLEAR(ping);
    ping->config = *config;
    if (config->count == 0) ping->config.count = OX_PING_USUAL;
    if (config->count > OX_PING_MOST) ping->config.count = OX_PING_MOST;
    if (config->interval == 0) ping->config.interval = OX_PING_INTERVAL;
    ping->least = UINT32_MAX;
}

static void ask_other(ox_ping *ping, uint32_t now) {
    uint8_t bytes[OX_PACKET_HEAD + 3 + ECHO_BYTES + OX_PACKET_SUM], echo[ECHO_BYTES];
    ox_packet_writer w;
    put_u16(echo, ping->config.id);
    put_u16(echo + 2, ping->asked);
    put_u32(echo + 4, now);
    ox_packet_begin(&w, bytes, sizeof bytes,
                    &(ox_packet){.protocol = ping->config.protocol, .kind = OX_PACKET_PING});
    ox_status status = ox_packet_add(&w, &(ox_message){.type = ECHO, .bytes = echo, .length = ECHO_BYTES});
    uint32_t size = ox_failed(status) ? 0 : ox_packet_end(&w, ping->config.transport);
    ping->stamps[ping->asked] = now;
    ping->waiting |= (uint64_t)1 << ping->asked;
    ping->asked++;
    if (size > 0 && ox_failed(ox_transport_send(ping->config.transport, &ping->config.peer, bytes, size)))
        return; /* this echo will count as lost */
}

void ox_ping_tick(ox_ping *ping, uint32_t now) {
    OX_CREATED(ping->config.transport);
    if (ping->config.transport == NULL) return;
    for (uint32_t i = 0; i < ping->asked; i++) {
        if ((ping->waiting >> i & 1u) == 0 || now - ping->stamps[i] < OX_PING_PATIENCE) continue;
        ping->waiting &= ~((uint64_t)1 << i);
        ping->lost++;
    }
    if (ping->asked >= ping->config.count || (ping->begun && (int32_t)(now - ping->due) < 0)) return;
    ask_other(ping, now);
    ping->due = (ping->begun ? ping->due : now) + ping->config.interval;
    if ((int32_t)(ping->due - now) < 0) ping->due = now; /* ticks were late: no burst of echoes */
    ping->begun = true;
}

/* The bytes of a packet's echo, NULL when it has none. */
static const uint8_t *echo_of(const ox_packet *packet, uint8_t kind) {
    ox_message m = {0};
    bool echo =
        packet->kind == kind && ox_packet_next(packet, &m) && m.type == ECHO && m.length == ECHO_BYTES;
    return echo ? m.bytes : NULL;
}

bool ox_ping_hear(ox_ping *ping, const ox_packet *packet, uint32_t now) {
    const uint8_t *echo = echo_of(packet, OX_PACKET_PONG);
    if (echo == NULL || rom_u16(echo) != ping->config.id) return false;
    uint32_t number = rom_u16(echo + 2);
    if (number >= ping->asked || (ping->waiting >> number & 1u) == 0 ||
        rom_u32(echo + 4) != ping->stamps[number])
        return false;
    uint32_t took = now - ping->stamps[number];
    if (took >= OX_PING_PATIENCE) return false; /* too late: the next tick counts the echo as lost */
    ping->waiting &= ~((uint64_t)1 << number);
    ping->answered++;
    ping->sum += took;
    ping->squares += (uint64_t)took * took;
    if (took < ping->least) ping->least = took;
    if (took > ping->most) ping->most = took;
    return true;
}

bool ox_ping_done(const ox_ping *ping) {
    return ping->config.count > 0 && ping->answered + ping->lost == ping->config.count;
}

uint32_t ox_ping_average(const ox_ping *ping) {
    return ping->answered == 0 ? UINT32_MAX : (ping->sum + ping->answered / 2) / ping->answered;
}

uint32_t ox_ping_deviation(const ox_ping *ping) {
    uint64_t n = ping->answered, sum = ping->sum;
    return n == 0 ? 0 : fx_isqrt64((ping->squares * n - sum * sum) / (n * n));
}

int ox_ping_nearest(const ox_ping *pings, uint32_t count) {
    int best = -1;
    for (uint32_t i = 0; i < count; i++) {
        if (pings[i].answered == 0) continue;
        if (best < 0 || ox_ping_average(&pings[i]) < ox_ping_average(&pings[best])) best = (int)i;
    }
    return best;
}

void ox_ping_order(const ox_ping *pings, uint32_t count, uint16_t *order) {
    for (uint32_t i = 0; i < count; i++) {
        /* the average is UINT32_MAX without an answer */
        uint32_t at = i, average = ox_ping_average(&pings[i]);
        for (; at > 0 && ox_ping_average(&pings[order[at - 1]]) > average; at--) order[at] = order[at - 1];
        order[at] = (uint16_t)i;
    }
}

uint32_t ox_ping_answer(const ox_packet *question, void *bytes, uint32_t size,
                        const ox_transport *transport) {
    const uint8_t *echo = echo_of(question, OX_PACKET_PING);
    ox_packet_writer w;
    if (echo == NULL) return 0;
    ox_packet_begin(
        &w, bytes, size,
        &(ox_packet){.protocol = question->protocol, .kind = OX_PACKET_PONG, .slot = question->slot});
    if (ox_failed(ox_packet_add(&w, &(ox_message){.type = ECHO, .bytes = echo, .length = ECHO_BYTES})))
        return 0;
    return ox_packet_end(&w, transport);
}
