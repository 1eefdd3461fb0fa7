/* Packets over a line of bytes: UART, USB serial, a pipe.
 *
 *     static uint8_t room[OX_SERIAL_ROOM];
 *     ox_serial line;
 *     status = ox_serial_init(&line, room, sizeof room, &(ox_serial_config){.put = uart_put, .take = uart_take, .context = uart});
 *     ox_transport wire = ox_serial_transport(&line);
 *
 * Each packet is written by consistent overhead byte stuffing, which leaves no zero in it, and a zero ends it: this
 * takes one byte more for each 254 bytes, and one for the zero. After any damage the reader is in step again at the
 * next zero. A damaged packet shows by its checksum (packet.h), or by a code that points behind its end. A packet
 * that goes out is written whole or not at all; the line below takes what it can at each flush and tick. The address
 * is `serial:N` with the number of the line.
 *
 * Cost, Cortex-M3: about 12 instructions a byte. (Cheshire, Baker, "Consistent Overhead Byte Stuffing", 1999.) */
#ifndef OXCART_KERNEL_NETWORK_SERIAL_H
#define OXCART_KERNEL_NETWORK_SERIAL_H

#include "kernel/network/transport.h"

enum {
    OX_SERIAL_MOST = 253,                 /* bytes of a packet */
    OX_SERIAL_FRAME = OX_SERIAL_MOST + 2, /* bytes of a packet's frame, the zero included */
    OX_SERIAL_ROOM = OX_SERIAL_FRAME * 6  /* bytes of memory: one frame that comes in, five that go out */
};

/* The line: put and take pass as many bytes as they can at once, without waiting, and return their number. */
typedef struct ox_serial_config {
    uint32_t (*put)(void *context, const uint8_t *bytes, uint32_t size);
    uint32_t (*take)(void *context, uint8_t *bytes, uint32_t capacity);
    void *context;
    uint16_t number;  /* number of the line, in its address */
    uint32_t payload; /* most bytes of a packet, up to OX_SERIAL_MOST; 0: OX_TRANSPORT_PAYLOAD_SERIAL */
    uint32_t rate;    /* bits a second; 0: 115,200 */
} ox_serial_config;

typedef struct ox_serial {
    ox_serial_config config;
    uint8_t *in, *out;
    uint32_t in_used, out_used, out_room;
    bool overlong;               /* the frame that comes in does not fit: skipped up to its zero */
    uint32_t damaged, delivered; /* frames */
} ox_serial;

/* Begins a line. OX_BAD_ARGUMENT: no functions, or a payload out of range; OX_OUT_OF_MEMORY: less memory than two
 * frames. */
FX_MUST_CHECK ox_status ox_serial_init(ox_serial *serial, void *memory, size_t size,
                                       const ox_serial_config *config);

/* The line as a transport; it is trusted. Before ox_serial_init: the absent network. */
ox_transport ox_serial_transport(ox_serial *serial);

/* ---- byte stuffing ---- */

/* Encodes `size` bytes into up to size + 1 + size / 254 bytes without a zero, and returns their number. `to` has room
 * for them, and is not `from`. */
uint32_t ox_cobs_encode(const uint8_t *from, uint32_t size, uint8_t *to);

/* Decodes bytes of ox_cobs_encode in place; returns their number, UINT32_MAX for bytes that no encoder writes. */
uint32_t ox_cobs_decode(uint8_t *bytes, uint32_t size);

#endif
