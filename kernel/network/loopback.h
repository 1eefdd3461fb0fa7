/* Loopback: packets between endpoints of one process, in memory: consoles in a test, client and server in one console.
 *
 *     static uint32_t memory[OX_LOOPBACK_WORDS(2, 16, OX_TRANSPORT_PAYLOAD)];
 *     ox_loopback net;
 *     status = ox_loopback_init(&net, memory, sizeof memory,
 *                               &(ox_loopback_config){.endpoints = 2, .packets = 16, .payload = OX_TRANSPORT_PAYLOAD});
 *     ox_transport a = ox_loopback_endpoint(&net, 0), b = ox_loopback_endpoint(&net, 1);
 *
 * Endpoint i has the address `loopback:i`. Each endpoint has a queue of `packets`; a full queue refuses (OX_FULL). A
 * packet that was sent arrives at once, or `delay` milliseconds later by the clock of the ticks. No packet is lost,
 * and order is kept. Packets have the form that they have on any transport, sums included. Cost, Cortex-M3: a packet
 * about 120 instructions and two copies of its bytes. */
#ifndef OXCART_KERNEL_NETWORK_LOOPBACK_H
#define OXCART_KERNEL_NETWORK_LOOPBACK_H

#include "kernel/network/transport.h"

enum { OX_LOOPBACK_MOST = 64 };

typedef struct ox_loopback_config {
    uint32_t endpoints; /* 1 to OX_LOOPBACK_MOST */
    uint32_t packets;   /* packets that may wait for each endpoint */
    uint32_t payload;   /* most bytes of a packet, up to 65,535 */
    uint32_t delay;     /* milliseconds */
} ox_loopback_config;

/* Words of memory for a configuration. */
#define OX_LOOPBACK_SLOT_WORDS(payload) (3u + ((payload) + 3u) / 4u)
#define OX_LOOPBACK_WORDS(endpoints, packets, payload)                                                       \
    ((size_t)(endpoints) * ((size_t)(packets)*OX_LOOPBACK_SLOT_WORDS(payload)))

typedef struct ox_loopback ox_loopback;

typedef struct ox_loopback_end {
    ox_loopback *net;
    uint32_t first, waiting; /* first packet and number of packets of the endpoint's ring */
} ox_loopback_end;

struct ox_loopback {
    ox_loopback_config config;
    uint32_t *memory;
    uint32_t now;
    uint32_t refused; /* packets refused by full queues */
    ox_loopback_end ends[OX_LOOPBACK_MOST];
};

/* Begins a loopback. OX_BAD_ARGUMENT for a config out of range, OX_OUT_OF_MEMORY for too little memory. */
FX_MUST_CHECK ox_status ox_loopback_init(ox_loopback *net, void *memory, size_t size,
                                         const ox_loopback_config *config);

/* An endpoint as a transport; beyond the last endpoint the absent network. Ticks of one endpoint move the clock of
 * all. */
ox_transport ox_loopback_endpoint(ox_loopback *net, uint32_t index);

#endif
