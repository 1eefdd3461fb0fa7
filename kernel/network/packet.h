/* The form of packets: a head of 4 or 12 bytes, messages, and a checksum over both.
 *
 *     ox_packet_writer w;
 *     ox_packet_begin(&w, bytes, sizeof bytes, &(ox_packet){.protocol = protocol, .kind = OX_PACKET_DATA, .slot = 1});
 *     ox_packet_add(&w, &(ox_message){.type = MOVE, .channel = 2, .bytes = move, .length = 5});
 *     uint32_t size = ox_packet_end(&w, transport);                    0: no room for the checksum, or no protection
 *
 *     ox_packet p;
 *     if (ox_packet_read(&p, bytes, size, protocol, transport) != OX_PACKET_GOOD) ...drop it: it is counted by reason
 *     for (ox_message m = {0}; ox_packet_next(&p, &m);) ...
 *
 * All numbers are little-endian, written and read byte by byte.
 *
 *     0   u16   protocol: what both sides must have in common (ox_packet_protocol)
 *     2   u8    bits 0..3 kind; bit 4: bytes 4 to 11 are there; bit 5: fragment; bit 6: secured (secure.h); bit 7: 0
 *     3   u8    slot of the connection
 *     4   u16   sequence of this packet          \
 *     6   u16   newest sequence received          } only with bit 4
 *     8   u32   the 32 received before it         /
 *     then messages: u8 type; u8 channel (bits 0..2), reliable (bit 3), ordered (bit 4), 0; u16 id if either bit; varint
 *               length (wire.h); the bytes
 *     last      u32 CRC-32 of all before (rom/rom.h). A secured transport brings a tag of its own instead; then it is missing
 *
 * THE CHECKSUM of a packet depends on the transport, not on the game: packets of a trusted transport (this process, a
 * cable) have the CRC, a transport that secures its packets (secure.h) needs none. On any other transport neither
 * writer nor reader works: no game can be played over an open network without protection, in no release build and in
 * no beta. Only programs with assertions (OX_DEBUG) may set `open` in the transport's properties to look at packets
 * with the CRC alone.
 *
 * Invalid packets are dropped and counted, never answered. The one exception is a connect of another protocol, which
 * the reader reports by itself so that the host can say why it refuses. No memory is allocated; messages point into
 * the packet. Cost, Cortex-M3: reading about 5 instructions a byte for the checksum, 60 a message. (Madhav 12; Gems1
 * 1.11.1.) */
#ifndef OXCART_KERNEL_NETWORK_PACKET_H
#define OXCART_KERNEL_NETWORK_PACKET_H

#include "kernel/network/transport.h"

typedef enum ox_packet_kind {
    OX_PACKET_CONNECT,
    OX_PACKET_CHALLENGE,
    OX_PACKET_RESPONSE,
    OX_PACKET_ACCEPT,
    OX_PACKET_DENY,
    OX_PACKET_DATA,
    OX_PACKET_PING,
    OX_PACKET_PONG,
    OX_PACKET_CLOSE,
    OX_PACKET_DISCOVER,
    OX_PACKET_OFFER,
    OX_PACKET_KINDS
} ox_packet_kind;

enum {
    OX_PACKET_HEAD = 4, /* bytes of a head without acknowledgements */
    OX_PACKET_RELIABLE_HEAD = 12,
    OX_PACKET_SUM = 4,
    OX_PACKET_RELIABLE = 0x10, /* flag in byte 2 */
    OX_PACKET_FRAGMENT = 0x20,
    OX_PACKET_SECURED = 0x40,
    OX_MESSAGE_CHANNELS = 8,
    OX_MESSAGE_RELIABLE = 8, /* flag in the byte of the channel */
    OX_MESSAGE_ORDERED = 16
};

typedef struct ox_packet {
    uint16_t protocol;
    uint8_t kind;
    uint8_t slot;
    bool reliable; /* the next three members are valid */
    bool fragment;
    uint16_t sequence, acknowledged;
    uint32_t acknowledged_mask; /* bit i: packet `acknowledged` - i - 1 has come */
    const uint8_t *messages;    /* messages of a packet that was read */
    uint32_t size;              /* bytes of the messages */
} ox_packet;

typedef struct ox_message {
    uint8_t type;
    uint8_t channel; /* 0 to 7 */
    bool reliable, ordered;
    uint16_t id; /* valid only with reliable or ordered */
    const uint8_t *bytes;
    uint32_t length;
} ox_message;

/* The verdict of a reader on a packet. Numbers are stable: they index counters. */
typedef enum ox_packet_verdict {
    OX_PACKET_GOOD,
    OX_PACKET_SHORT,          /* fewer bytes than a head and a checksum */
    OX_PACKET_DAMAGED,        /* the checksum does not match */
    OX_PACKET_OTHER_PROTOCOL, /* another protocol: nothing more is known of the packet */
    OX_PACKET_OTHER_CONNECT,  /* another protocol, but a connect: may be answered by OX_PACKET_DENY */
    OX_PACKET_BAD_KIND,
    OX_PACKET_BAD_LENGTH,  /* the lengths of messages do not add up */
    OX_PACKET_UNPROTECTED, /* the transport is neither trusted nor secured */
    OX_PACKET_VERDICTS
} ox_packet_verdict;

/* The protocol number: the low 16 bits of the CRC-32 of three little-endian u32. */
uint16_t ox_packet_protocol(uint32_t version, uint32_t cart, uint32_t interface_hash);

typedef struct ox_packet_writer {
    uint8_t *bytes;
    uint32_t size, used;
    bool full;
} ox_packet_writer;

/* Begins a packet in `bytes`; a kind out of range asserts and gives a writer that is full. */
void ox_packet_begin(ox_packet_writer *w, void *bytes, uint32_t size, const ox_packet *head);

/* Appends a message. OX_FULL when the message does not fit: nothing is changed, so a smaller message may fit;
 * OX_BAD_ARGUMENT for a channel above 7. */
FX_MUST_CHECK ox_status ox_packet_add(ox_packet_writer *w, const ox_message *message);

/* Appends the checksum that the transport asks for, and returns the bytes of the packet. 0: head or checksum do not
 * fit, or the transport is not protected. Messages that did not fit were refused by ox_packet_add, and are not in the
 * packet. */
uint32_t ox_packet_end(ox_packet_writer *w, const ox_transport *transport);

/* Checks a whole packet, its messages included, fills *packet when it is good, and counts the verdict
 * (transport->verdicts). Any bytes may come. */
ox_packet_verdict ox_packet_read(ox_packet *packet, const uint8_t *bytes, uint32_t size, uint16_t protocol,
                                 ox_transport *transport);

/* The message behind *message, the first one when its `bytes` are NULL; false behind the last. */
bool ox_packet_next(const ox_packet *packet, ox_message *message);

/* The words of a verdict, such as "damaged", for a line of a log. */
const char *ox_packet_verdict_name(ox_packet_verdict verdict);

#endif
