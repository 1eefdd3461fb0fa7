/* Addresses of consoles: of the internet (IPv4, IPv6), of a serial line, of an endpoint in this process; written as
 * text and parsed, in one order.
 *
 *     ox_address host;
 *     size_t at;
 *     if (ox_failed(ox_address_parse(OX_TEXT("192.168.1.7:40001"), &host, &at))) say where: at
 *     ox_address_print(&host, &text);                     "192.168.1.7:40001"
 *
 * Texts: IPv4 has four decimal numbers up to 255 without leading zeros. IPv6 has eight groups of up to four
 * hexadecimal digits, one run of zero groups may be `::`, and the last two groups may be written as IPv4; an address
 * is printed in lower case, with the longest run of two and more zero groups as `::`, the first of equal runs (RFC
 * 5952). A port follows a colon, for IPv6 behind brackets: `[::1]:40000`. `serial:N` and `loopback:N` name an
 * endpoint by its number. Names of machines are no addresses: programs on a system that can look them up must do so.
 * An address is data: bytes in the order of the wire, the same on every machine.
 *
 * (RFC 791, RFC 4291, RFC 5952; Madhav 12.) */
#ifndef OXCART_KERNEL_NETWORK_ADDRESS_H
#define OXCART_KERNEL_NETWORK_ADDRESS_H

#include "kernel/text/buffer.h"
#include "kernel/text/view.h"

typedef enum ox_address_family {
    OX_ADDRESS_NONE,
    OX_ADDRESS_IPV4,     /* 4 bytes */
    OX_ADDRESS_IPV6,     /* 16 bytes */
    OX_ADDRESS_SERIAL,   /* no bytes: the port is the number of the line, or of the slot on it */
    OX_ADDRESS_LOOPBACK, /* no bytes: the port is the number of the endpoint */
    OX_ADDRESS_FAMILIES
} ox_address_family;

enum { OX_ADDRESS_BYTES = 16, OX_ADDRESS_TEXT = 48 }; /* the longest text is 47 letters */

typedef struct ox_address {
    uint8_t family;
    uint8_t bytes
        [OX_ADDRESS_BYTES]; /* the first byte of the wire first; bytes that the family does not use are 0 */
    uint16_t port;          /* 0: no port was given */
} ox_address;

static inline ox_address ox_address_of(ox_address_family family, uint16_t port) {
    return (ox_address){.family = (uint8_t)family, .port = port};
}

/* Parses a text. OX_BAD_DATA for a text that is no address: *at (may be NULL) is the first character that does not
 * belong, and *address stays as it was. */
FX_MUST_CHECK ox_status ox_address_parse(ox_text_view text, ox_address *address, size_t *at);

/* Appends an address as text: the port when it is not 0, "none" for no address. */
void ox_address_print(const ox_address *address, ox_text *text);

/* Compares by family, bytes, port: below 0, 0 or above 0. */
int ox_address_compare(const ox_address *a, const ox_address *b);
static inline bool ox_address_equal(const ox_address *a, const ox_address *b) {
    return ox_address_compare(a, b) == 0;
}

#endif
