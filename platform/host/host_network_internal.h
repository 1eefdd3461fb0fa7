/* Declarations that the files of the desktop's network share. */
#ifndef OXCART_PLATFORM_HOST_HOST_NETWORK_INTERNAL_H
#define OXCART_PLATFORM_HOST_HOST_NETWORK_INTERNAL_H

#include <sys/socket.h>

#include "platform/host/host_network.h"

/* An address of the system as an address of the kernel; no address for families but IPv4 and IPv6. */
ox_address host_network_address(const struct sockaddr_storage *any);

#endif
