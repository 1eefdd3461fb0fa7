/* Transports: ways of packets from one console to another, and nothing more: no connection, no promise.
 *
 *     ox_transport wire = ox_loopback_endpoint(&net, 0);            or a link simulator over it, a secured one, a host's UDP
 *     each tick:  ox_transport_tick(&wire, now);                    input phase: milliseconds of any clock
 *                 while ((size = ox_transport_receive(&wire, bytes, sizeof bytes, &from)) > 0) ...
 *                 ...
 *                 status = ox_transport_send(&wire, &to, bytes, size);
 *                 ox_transport_flush(&wire);                        output phase
 *
 * Every transport is a table of five functions over a record of its own, so a filter (conditions.h, secure.h) is a
 * transport, too, and senders do not see the difference. No transport waits or calls back; packets that come in stay
 * there until they are asked for. Packets arrive whole or not at all, and may be lost, doubled or late where `lossy`
 * says so. A cleared transport is the absent network: it refuses all packets and receives none, so a cart that can
 * play without a network needs no test for it.
 *
 * The rules that hold for all transports are written in tests/unit/kernel/network/network_transport_test.c. (Madhav
 * 1, 12.) */
#ifndef OXCART_KERNEL_NETWORK_TRANSPORT_H
#define OXCART_KERNEL_NETWORK_TRANSPORT_H

#include <stddef.h>
#include <stdint.h>

#include "kernel/memory/life.h"
#include "kernel/memory/status.h"
#include "kernel/network/address.h"

enum {
    OX_TRANSPORT_PAYLOAD = 1200,      /* bytes of a packet over a network with large packets */
    OX_TRANSPORT_PAYLOAD_SERIAL = 64, /* bytes of a packet over a serial line */
    OX_TRANSPORT_BUFFERS = 16,        /* packets that wait, unless the cart says otherwise */
    OX_TRANSPORT_TRIES =
        1000, /* packets that one call drops before it gives up, so that a flood of bad packets blocks no caller */
    OX_TRANSPORT_VERDICTS = 8
};

typedef struct ox_transport_properties {
    uint32_t payload; /* most bytes of a packet */
    uint32_t rate;    /* bits a second, 0: not known */
    bool lossy, ordered;
    bool trusted; /* nobody else can write to the medium: memory of this process, a cable */
    bool secured; /* the transport checks and hides its packets (secure.h) */
    bool open;    /* neither trusted nor protected: accepted by programs with assertions alone (packet.h) */
} ox_transport_properties;

typedef struct ox_transport_table {
    ox_status (*send)(void *self, const ox_address *to, const uint8_t *bytes, uint32_t size);
    uint32_t (*receive)(void *self, uint8_t *bytes, uint32_t capacity, ox_address *from);
    void (*tick)(void *self, uint32_t now); /* NULL: nothing to do */
    void (*flush)(void *self);              /* NULL: nothing to do */
    void (*close)(void *self);              /* NULL: nothing to do */
} ox_transport_table;

typedef struct ox_transport {
    const ox_transport_table *table; /* NULL: no network */
    void *self;
    ox_transport_properties properties;
    uint32_t sent, received, refused; /* counts of packets; refused: by send */
    uint32_t sent_bytes, received_bytes;
    uint32_t verdicts
        [OX_TRANSPORT_VERDICTS]; /* verdicts of ox_packet_read (packet.h) on packets, by ox_packet_verdict */
} ox_transport;

/* Sends a packet. OX_OK when the transport took it, which does not promise that it arrives. OX_BAD_ARGUMENT: no
 * bytes, or more than the payload. OX_FULL: the transport has no room now. OX_NOT_FOUND: no peer can have that
 * address. OX_UNSUPPORTED: no network. OX_BAD_STATE: not connected yet. OX_IO_ERROR: the system refuses. All results
 * but OX_OK are counted as refused. */
FX_MUST_CHECK ox_status ox_transport_send(ox_transport *transport, const ox_address *to, const void *bytes,
                                          uint32_t size);

/* Receives the next packet and returns its bytes, 0 when there is none. A packet that does not fit, or is longer than
 * the payload, is lost. Behind a flood of packets that are dropped (OX_TRANSPORT_TRIES) the result may be 0 although
 * a packet waits: it comes with the next tick. */
uint32_t ox_transport_receive(ox_transport *transport, void *bytes, uint32_t capacity, ox_address *from);

/* ox_transport_tick tells the time; `now` may wrap. ox_transport_flush sends packets that wait. */
void ox_transport_tick(ox_transport *transport, uint32_t now);
void ox_transport_flush(ox_transport *transport);

/* Ends a transport and clears the handle; a transport below a filter stays open. */
void ox_transport_close(ox_transport *transport);

#endif
