/* Looks up names of machines. The C library does so by shared libraries, so static programs leave this file out. */
#define _POSIX_C_SOURCE 200809L

#include <netdb.h>
#include <stdio.h>
#include <string.h>

#include "platform/host/host_network_internal.h"

bool host_network_find(const char *name, ox_address_family family, uint16_t port, ox_address *address,
                       char *error, size_t error_size) {
    struct addrinfo wanted = {.ai_family = family == OX_ADDRESS_IPV6 ? AF_INET6 : AF_INET,
                              .ai_socktype = SOCK_DGRAM},
                    *found = NULL;
    int code = getaddrinfo(name, NULL, &wanted, &found);
    if (code != 0 || found == NULL) {
        snprintf(error, error_size, "%s cannot be found: %s", name,
                 code != 0 ? gai_strerror(code) : "no address");
        return false;
    }
    struct sockaddr_storage any = {0};
    memcpy(&any, found->ai_addr, found->ai_addrlen <= sizeof any ? found->ai_addrlen : sizeof any);
    freeaddrinfo(found);
    *address = host_network_address(&any);
    address->port = port;
    return true;
}
