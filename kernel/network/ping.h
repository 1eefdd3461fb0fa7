/* Round trips: the time to a peer and back, asked before a game (by a series of echoes) and measured within a
 * connection (by the acknowledgements of its packets).
 *
 *     ox_ping servers[3];
 *     ox_ping_start(&servers[0], &(ox_ping_config){.transport = &link, .peer = host, .protocol = protocol, .id = 7});
 *     each tick:  ox_ping_tick(&servers[0], now);                                     asks, 20 times, every 100 ms
 *                 packets of kind OX_PACKET_PONG: ox_ping_hear(&servers[0], &packet, now);
 *     the peer, packets of kind OX_PACKET_PING: size = ox_ping_answer(&packet, bytes, sizeof bytes, &link), and send it
 *     int best = ox_ping_nearest(servers, 3);
 *
 * An echo holds an id, a number and the asker's own time, and comes back unchanged; the time that counts is the
 * asker's record of the echo. Answers without a question, and second answers, are ignored. An echo that has not come
 * after two seconds is lost.
 *
 * Within a connection (channels.h): ox_round_trip_take for every acknowledged packet that was sent once (a packet
 * that was sent again tells nothing). Smoothed time s += (m - s) / 8, deviation d += (|m - s| - d) / 4, first s = m
 * and d = m / 2; a packet is due again after s + 4 d, at least two ticks and at most two seconds. (Jacobson, Karels,
 * "Congestion Avoidance and Control", 1988; RFC 6298; Madhav 12.) */
#ifndef OXCART_KERNEL_NETWORK_PING_H
#define OXCART_KERNEL_NETWORK_PING_H

#include "kernel/network/packet.h"

/* ---- within a connection ---- */

enum { OX_ROUND_TRIP_LEAST = 33, OX_ROUND_TRIP_MOST = 2000 }; /* milliseconds: two ticks, two seconds */

typedef struct ox_round_trip {
    uint32_t time8, deviation4; /* milliseconds, times 8 and times 4 */
    bool known;
} ox_round_trip;

/* times above a minute count as one minute */
void ox_round_trip_take(ox_round_trip *r, uint32_t milliseconds);
static inline uint32_t ox_round_trip_time(const ox_round_trip *r) { return r->time8 >> 3; }
static inline uint32_t ox_round_trip_deviation(const ox_round_trip *r) { return r->deviation4 >> 2; }
uint32_t ox_round_trip_timeout(const ox_round_trip *r); /* OX_ROUND_TRIP_MOST as long as nothing is known */

/* ---- before a connection ---- */

enum { OX_PING_MOST = 64, OX_PING_USUAL = 20, OX_PING_INTERVAL = 100, OX_PING_PATIENCE = 2000 };

typedef struct ox_ping_config {
    ox_transport *transport;
    ox_address peer;
    uint16_t protocol;
    uint16_t id;       /* id of this series: another id for every peer */
    uint32_t count;    /* echoes, up to OX_PING_MOST; 0: OX_PING_USUAL */
    uint32_t interval; /* milliseconds; 0: OX_PING_INTERVAL */
} ox_ping_config;

typedef struct ox_ping {
    ox_ping_config config;
    uint32_t asked, answered, lost;
    uint32_t least, most, sum; /* milliseconds, of answered echoes */
    uint64_t squares;
    uint64_t waiting; /* bit i: echo i has no answer yet */
    uint32_t stamps[OX_PING_MOST];
    uint32_t due;
    bool begun;
} ox_ping;

/* Begins a series; a count above OX_PING_MOST counts as OX_PING_MOST. */
void ox_ping_start(ox_ping *ping, const ox_ping_config *config);

/* Sends the next echo when it is time, and gives up echoes that are too old. */
void ox_ping_tick(ox_ping *ping, uint32_t now);

/* Whether a packet is an answer to an echo of this series; the answer is then counted. */
bool ox_ping_hear(ox_ping *ping, const ox_packet *packet, uint32_t now);

/* Whether all echoes are answered or lost. */
bool ox_ping_done(const ox_ping *ping);

/* Milliseconds: the average, rounded to nearest, UINT32_MAX without an answer; and the standard deviation. */
uint32_t ox_ping_average(const ox_ping *ping);
uint32_t ox_ping_deviation(const ox_ping *ping);

/* The index of the peer with the lowest average, the first of equals; -1: no peer has answered. */
int ox_ping_nearest(const ox_ping *pings, uint32_t count);

/* Orders the indices of all peers, nearest first; equal peers stay in order, peers without an answer come last.
 * `order` has room for `count`. */
void ox_ping_order(const ox_ping *pings, uint32_t count, uint16_t *order);

/* Writes the answer to a packet of kind OX_PACKET_PING and returns its bytes; 0 when the packet is no question, or
 * the answer does not fit. */
uint32_t ox_ping_answer(const ox_packet *question, void *bytes, uint32_t size, const ox_transport *transport);

#endif
