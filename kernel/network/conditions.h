/* A link simulator: a transport over another one that loses, doubles, delays, swaps and damages packets as it is told to.
 *
 *     static uint32_t memory[OX_CONDITIONS_WORDS(64, OX_TRANSPORT_PAYLOAD)];
 *     ox_conditions bad;
 *     status = ox_conditions_init(&bad, memory, sizeof memory,
 *                                 &(ox_conditions_config){.below = &wire, .packets = 64, .seed = 7});
 *     bad.out = bad.in = (ox_line_condition){.loss = 500, .delay = 40, .jitter = 10};        5 % lost each way, 40 to 50 ms late
 *     ox_transport link = ox_conditions_transport(&bad);
 *
 * Both directions have conditions of their own, and they may change at any time (a debug page does it). Chances are
 * in 1/10,000. With the same seed, packets and times the same happens again, on any machine. Sends always succeed
 * while there is room to hold the packet; lost packets are counted. Held packets share `packets` places; without a
 * free place a packet is lost and counted as `overflowed`.
 *
 *     loss        a packet is gone
 *     burst       a packet is gone, and so are the `burst_length` - 1 packets after it
 *     duplicates  a packet comes twice
 *     swaps       a packet comes after 1 to `distance` packets that were sent after it, or 250 ms later without these
 *     damage      one bit of a packet is inverted
 *     delay, jitter   a packet comes so many milliseconds later, and 0 to `jitter` more; only `swaps` changes the order
 *     rate        bytes a second: a packet ends when all bytes before it and its own have gone through; 0: no limit
 *
 * Cost, Cortex-M3: about 200 instructions a packet and 10 for each packet that is held. */
#ifndef OXCART_KERNEL_NETWORK_CONDITIONS_H
#define OXCART_KERNEL_NETWORK_CONDITIONS_H

#include "fixedmath/random.h"
#include "kernel/network/transport.h"

enum { OX_CONDITIONS_CERTAIN = 10000, OX_CONDITIONS_PATIENCE = 250 };

typedef struct ox_line_condition {
    uint16_t loss, burst, duplicates, swaps, damage; /* chances in 1/10,000 */
    uint16_t burst_length, distance;                 /* packets; 0 counts as 1 */
    uint16_t delay, jitter;                          /* milliseconds */
    uint32_t rate;                                   /* bytes a second */
} ox_line_condition;

typedef struct ox_line_counts {
    uint32_t packets, lost, doubled, swapped, damaged, overflowed, delivered;
    uint32_t bytes; /* bytes delivered */
} ox_line_counts;

typedef struct ox_conditions_config {
    ox_transport *below; /* the transport below; stays the caller's, and in its place */
    uint32_t packets;    /* packets that can be held, both directions together: 1 to 4,096 */
    uint32_t seed;
} ox_conditions_config;

#define OX_CONDITIONS_WORDS(packets, payload) ((size_t)(packets) * (12u + ((payload) + 3u) / 4u))

/* State of one direction. */
typedef struct ox_line_state {
    rng32 random;
    uint32_t burst;    /* packets that this burst still loses */
    uint32_t number;   /* number of the next packet */
    uint32_t last;     /* time at which the packet before comes */
    uint32_t busy;     /* milliseconds: the line is busy until then */
    uint32_t fraction; /* remainder of bytes x 1000 / rate that `busy` leaves out */
    ox_line_counts counts;
} ox_line_state;

typedef struct ox_conditions {
    ox_line_condition out, in; /* conditions of packets that are sent, and received */
    ox_conditions_config config;
    uint32_t *memory;
    uint32_t now;
    bool ticked;            /* a tick has come; before the first tick `now` is 0 */
    ox_line_state lines[2]; /* state of out, in */
} ox_conditions;

/* Begins a simulator. OX_BAD_ARGUMENT for a config out of range or a payload below of more than 65,535,
 * OX_OUT_OF_MEMORY for less memory than OX_CONDITIONS_WORDS of the payload below. */
FX_MUST_CHECK ox_status ox_conditions_init(ox_conditions *conditions, void *memory, size_t size,
                                           const ox_conditions_config *config);

/* The simulator as a transport: lossy, else with the properties of the transport below. Ticks are passed on to the
 * transport below. */
ox_transport ox_conditions_transport(ox_conditions *conditions);

static inline const ox_line_counts *ox_conditions_sent(const ox_conditions *c) { return &c->lines[0].counts; }
static inline const ox_line_counts *ox_conditions_received(const ox_conditions *c) {
    return &c->lines[1].counts;
}

#endif
