/* UDP by the C library's sockets. */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE

#include "platform/host/host_network_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

struct host_network {
    int socket;
    ox_address_family family;
    uint16_t port;
};

/* ---- addresses of the system ---- */

typedef struct system_address {
    struct sockaddr_storage any;
    socklen_t size;
} system_address;

static system_address to_system(const ox_address *address) {
    system_address s = {.size = 0};
    if (address->family == OX_ADDRESS_IPV4) {
        struct sockaddr_in in = {.sin_family = AF_INET, .sin_port = htons(address->port)};
        memcpy(&in.sin_addr, address->bytes, 4);
        memcpy(&s.any, &in, s.size = sizeof in);
    } else if (address->family == OX_ADDRESS_IPV6) {
        struct sockaddr_in6 in = {.sin6_family = AF_INET6, .sin6_port = htons(address->port)};
        memcpy(&in.sin6_addr, address->bytes, 16);
        memcpy(&s.any, &in, s.size = sizeof in);
    }
    return s;
}

ox_address host_network_address(const struct sockaddr_storage *any) {
    ox_address address = {0};
    if (any->ss_family == AF_INET) {
        struct sockaddr_in in;
        memcpy(&in, any, sizeof in);
        address = ox_address_of(OX_ADDRESS_IPV4, ntohs(in.sin_port));
        memcpy(address.bytes, &in.sin_addr, 4);
    } else if (any->ss_family == AF_INET6) {
        struct sockaddr_in6 in;
        memcpy(&in, any, sizeof in);
        address = ox_address_of(OX_ADDRESS_IPV6, ntohs(in.sin6_port));
        memcpy(address.bytes, &in.sin6_addr, 16);
    }
    return address;
}

/* ---- opening ---- */

static int socket_of(const host_network_options *options) {
    int on = 1, family = options->family == OX_ADDRESS_IPV6 ? AF_INET6 : AF_INET,
        s = socket(family, SOCK_DGRAM, 0);
    if (s < 0) return -1;
    bool good = fcntl(s, F_SETFL, O_NONBLOCK) == 0 && fcntl(s, F_SETFD, FD_CLOEXEC) == 0;
    if (family == AF_INET6) good = good && setsockopt(s, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on) == 0;
    if (options->broadcast) good = good && setsockopt(s, SOL_SOCKET, SO_BROADCAST, &on, sizeof on) == 0;
    if (good) return s;
    close(s);
    return -1;
}

/* Binds to the port or one of the next `others` ports; 0, or the system's error. */
static int take_port(int s, const host_network_options *options) {
    ox_address here = ox_address_of(options->family, options->port);
    if (options->local && options->family == OX_ADDRESS_IPV4) here.bytes[0] = 127, here.bytes[3] = 1;
    if (options->local && options->family == OX_ADDRESS_IPV6) here.bytes[15] = 1;
    for (uint32_t next = 0; next <= options->others; next++) {
        if (options->port + next > UINT16_MAX) break;
        here.port = (uint16_t)(options->port + next);
        system_address to = to_system(&here);
        if (bind(s, (const struct sockaddr *)&to.any, to.size) == 0) return 0;
        if (errno != EADDRINUSE) return errno;
    }
    return EADDRINUSE;
}

static uint16_t port_of(int s) {
    struct sockaddr_storage any;
    socklen_t size = sizeof any;
    memset(&any, 0, sizeof any);
    if (getsockname(s, (struct sockaddr *)&any, &size) != 0) return 0;
    return host_network_address(&any).port;
}

host_network *host_network_open(const host_network_options *options, char *error, size_t error_size) {
    const char *name = options->family == OX_ADDRESS_IPV6 ? "IPv6" : "IPv4";
    if (options->family != OX_ADDRESS_IPV4 && options->family != OX_ADDRESS_IPV6) {
        snprintf(error, error_size, "a network of this machine is of IPv4 or IPv6");
        return NULL;
    }
    if (options->port > 0 && options->port < HOST_NETWORK_WELL_KNOWN && !options->well_known) {
        snprintf(error, error_size, "port %u is one of the well-known ones (below %d); take another",
                 (unsigned)options->port, HOST_NETWORK_WELL_KNOWN);
        return NULL;
    }
    host_network *net = calloc(1, sizeof *net);
    int s = net == NULL ? -1 : socket_of(options), code = s < 0 ? errno : take_port(s, options);
    if (code == 0) {
        *net = (host_network){.socket = s, .family = options->family, .port = port_of(s)};
        return net;
    }
    if (code == EADDRINUSE && options->others > 0)
        snprintf(error, error_size, "port %u is in use, and so are the next %u", (unsigned)options->port,
                 (unsigned)options->others);
    else if (code == EADDRINUSE)
        snprintf(error, error_size, "port %u is in use; try %u", (unsigned)options->port,
                 options->port < UINT16_MAX ? options->port + 1u : (unsigned)HOST_NETWORK_PORT);
    else if (s >= 0)
        snprintf(error, error_size, "port %u of %s cannot be had: %s", (unsigned)options->port, name,
                 strerror(code));
    else
        snprintf(error, error_size, "no %s here: %s", name, strerror(code));
    if (s >= 0) close(s);
    free(net);
    return NULL;
}

void host_network_close(host_network *net) {
    if (net != NULL) close(net->socket);
    free(net);
}

uint16_t host_network_bound(const host_network *net) { return net->port; }

/* ---- the transport ---- */

static ox_status status_of(int code) {
    switch (code) {
    case EAGAIN:
    case ENOBUFS:
        return OX_FULL;
    case EMSGSIZE:
        return OX_BAD_ARGUMENT;
    case ECONNREFUSED:
    case ENETUNREACH:
    case EHOSTUNREACH:
    case EADDRNOTAVAIL:
        return OX_NOT_FOUND;
    default:
        return OX_IO_ERROR;
    }
}

static ox_status network_send(void *self, const ox_address *to, const uint8_t *bytes, uint32_t size) {
    const host_network *net = self;
    if (to->family != net->family) return OX_NOT_FOUND;
    system_address s = to_system(to);
    for (;;) {
        if (sendto(net->socket, bytes, size, 0, (const struct sockaddr *)&s.any, s.size) == (ssize_t)size)
            return OX_OK;
        if (errno != EINTR) return status_of(errno);
    }
}

static uint32_t network_receive(void *self, uint8_t *bytes, uint32_t capacity, ox_address *from) {
    const host_network *net = self;
    uint8_t more;
    for (int tries = 0; tries < OX_TRANSPORT_TRIES; tries++) {
        struct sockaddr_storage any;
        struct iovec parts[2] = {{.iov_base = bytes, .iov_len = capacity}, {.iov_base = &more, .iov_len = 1}};
        struct msghdr message = {
            .msg_name = &any, .msg_namelen = sizeof any, .msg_iov = parts, .msg_iovlen = 2};
        memset(&any, 0, sizeof any);
        ssize_t size = recvmsg(net->socket, &message, 0);
        if (size < 0 && (errno == EAGAIN || errno == EBADF)) return 0;
        if (size <= 0 || (uint32_t)size > capacity)
            continue; /* a report of an earlier send, an empty datagram, or one too long */
        *from = host_network_address(&any);
        return (uint32_t)size;
    }
    return 0;
}

ox_transport host_network_transport(host_network *net) {
    static const ox_transport_table table = {network_send, network_receive, NULL, NULL, NULL};
    return (ox_transport){
        .table = &table, .self = net, .properties = {.payload = OX_TRANSPORT_PAYLOAD, .lossy = true}};
}
