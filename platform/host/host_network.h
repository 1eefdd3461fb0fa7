/* Datagrams between desktops: UDP over IPv4 and IPv6 by the C library's sockets, as a transport
 * (kernel/network/transport.h).
 *
 *     host_network *net = host_network_open(
 *         &(host_network_options){.family = OX_ADDRESS_IPV4, .port = host_network_port(cart)}, error, sizeof error);
 *     if (net == NULL) fail(error);                         "port 40123 is in use, and so are the next 0"
 *     ox_transport udp = host_network_transport(net);       to be secured (kernel/network/secure.h): an unsecured
 *                                                           transport carries no packet
 *     ...
 *     host_network_close(net);
 *
 * No call waits but host_network_find. Datagrams may be lost, doubled and swapped. Everything is sent by datagrams: a
 * stream of the system's own (TCP) between the same hosts would raise the loss, so there is none. Answers of send:
 * OX_FULL, the system's queue is full (try next tick); OX_BAD_ARGUMENT, the datagram is longer than the way allows;
 * OX_NOT_FOUND, nobody can be reached at that address, or the address is of the other family; OX_IO_ERROR, any other
 * failure. That nobody listens at a port may be told by a later send, or never. (Madhav 12; POSIX.1-2008.) */
#ifndef OXCART_PLATFORM_HOST_HOST_NETWORK_H
#define OXCART_PLATFORM_HOST_HOST_NETWORK_H

#include "kernel/network/transport.h"

enum { HOST_NETWORK_PORT = 40000, HOST_NETWORK_PORTS = 10000, HOST_NETWORK_WELL_KNOWN = 1024 };

typedef struct host_network host_network;

typedef struct host_network_options {
    ox_address_family family; /* OX_ADDRESS_IPV4 or OX_ADDRESS_IPV6 */
    bool local;               /* reachable from this machine alone */
    uint16_t port;            /* 0: any that is free */
    uint16_t others;          /* how many of the next ports to try when `port` is in use */
    bool well_known;          /* allows ports below 1,024 */
    bool broadcast;           /* may send to everybody on the local net (IPv4), to find games */
} host_network_options;

/* The port of a cart, where its user says nothing: 40,000 and the remainder of its id by 10,000. */
static inline uint16_t host_network_port(uint32_t cart) {
    return (uint16_t)(HOST_NETWORK_PORT + cart % HOST_NETWORK_PORTS);
}

/* Opens a socket. NULL, with one sentence in error: wrong options, a port in use, a family that the system lacks. */
host_network *host_network_open(const host_network_options *options, char *error, size_t error_size);
void host_network_close(host_network *net); /* NULL is legal */

/* The port that the socket is bound to. */
uint16_t host_network_bound(const host_network *net);

ox_transport host_network_transport(host_network *net);

/* The address of a machine by its name or number, with a port; only hosts look names up. False, with a sentence in
 * error, on failure. The look-up may take seconds. */
bool host_network_find(const char *name, ox_address_family family, uint16_t port, ox_address *address,
                       char *error, size_t error_size);

#endif
