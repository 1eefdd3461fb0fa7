/* Messages over packets that may be lost, doubled and swapped: eight channels, each with its own promise.
 *
 *     ox_channels c;
 *     status = ox_channels_init(&c, memory, sizeof memory, &(ox_channels_config){.transport = &link, .peer = host, .protocol = protocol,
 *                                  .buffer = room, .messages = 64, .bytes = 48, .delivery = {[1] = OX_DELIVERY_NEWEST, [2] = OX_DELIVERY_ORDERED}});
 *     each tick:  ox_channels_tick(&c, now);
 *                 for each packet of kind OX_PACKET_DATA that came from the peer (packet.h):
 *                     if (ox_channels_take(&c, &packet)) for (ox_message m; ox_channels_next(&c, &m);) ...
 *                 status = ox_channels_send(&c, 2, CHAT, text, length);
 *                 ox_channels_flush(&c);
 *
 *     OX_DELIVERY_UNRELIABLE   a message is sent once; it comes once, late, or not at all
 *     OX_DELIVERY_NEWEST       a message is sent once; one older than the newest that came is dropped: for positions
 *     OX_DELIVERY_RELIABLE     a message comes once, in any order
 *     OX_DELIVERY_ORDERED      a message comes once, in the order of sending: held until the gap before it closes
 *
 * Packets are never sent again, messages are. Every packet has a number. It also has the number of the newest packet
 * from the other side, and bits for the 32 before that, so one packet acknowledges up to 33 and a lost
 * acknowledgement costs nothing. A packet counts as lost when a packet three later is acknowledged before it, or
 * after the time of ox_round_trip_timeout (ping.h); its reliable messages go into the next packet. An acknowledgement
 * without a packet to ride on goes alone after two flushes. At most 32 messages of a channel are under way; more wait
 * in the queue. Packets older than the 64 newest, and packets seen already, are dropped.
 *
 * All input counts as hostile: messages that are not of their channel's kind, or beyond its window, are dropped and
 * counted, and no sender can make this side hold more than it has room for. Round trips are measured by the packets
 * that carry messages (trip). No memory is allocated: OX_CHANNELS_WORDS gives the size of the caller's memory. Cost:
 * a walk over the 64 packets that are remembered and the messages that wait, for each packet that comes and each
 * tick; a walk over the messages for each packet that goes. (Fiedler, "Reliability and Congestion Avoidance over
 * UDP"; Frohnmayer, Gift, "The TRIBES Engine Networking Model"; Madhav 12.) */
#ifndef OXCART_KERNEL_NETWORK_CHANNELS_H
#define OXCART_KERNEL_NETWORK_CHANNELS_H

#include "kernel/network/packet.h"
#include "kernel/network/ping.h"

typedef enum ox_delivery {
    OX_DELIVERY_UNRELIABLE,
    OX_DELIVERY_NEWEST,
    OX_DELIVERY_RELIABLE,
    OX_DELIVERY_ORDERED,
    OX_DELIVERIES
} ox_delivery;

enum {
    OX_CHANNELS_WINDOW = 32,  /* messages of a channel that are under way */
    OX_CHANNELS_PACKETS = 64, /* packets that are remembered, and may be late */
    OX_CHANNELS_BURST = 8,    /* most packets of one flush */
    OX_CHANNELS_MOST = 4096   /* most messages */
};

typedef struct ox_channels_config {
    ox_transport *transport; /* the transport; stays the caller's, and in its place */
    ox_address peer;
    uint16_t protocol;
    uint8_t slot;                          /* slot of the connection, as in packet.h */
    uint8_t delivery[OX_MESSAGE_CHANNELS]; /* ox_delivery */
    uint8_t *buffer;                       /* as many bytes as the transport's payload */
    uint32_t messages; /* messages that may wait to be sent or acknowledged: 1 to OX_CHANNELS_MOST */
    uint32_t bytes;    /* most bytes of a message */
} ox_channels_config;

/* Words of memory for channels, of which `ordered` are ordered. */
#define OX_CHANNELS_SLOT_WORDS(bytes) (4u + ((bytes) + 3u) / 4u)
#define OX_CHANNELS_WORDS(messages, ordered, bytes)                                                          \
    (((size_t)(messages) + (size_t)(ordered)*OX_CHANNELS_WINDOW) * OX_CHANNELS_SLOT_WORDS(bytes))

/* The receiving state of a channel. */
typedef struct ox_channel_in {
    uint16_t next;  /* the first id that has not come; newest-only: the id behind the newest */
    uint32_t ahead; /* bit i: id next + i has come (ordered: is held; reliable: was delivered) */
    uint16_t hold;  /* ordered channels: the first of its 32 slots */
} ox_channel_in;

typedef struct ox_sent_packet {
    uint32_t at; /* milliseconds */
    uint16_t sequence;
    bool waits; /* waits for its acknowledgement; a packet without messages never does */
    /* given up; the packet may have come all the same, and its acknowledgement still measures the round trip */
    bool lost;
} ox_sent_packet;

typedef struct ox_channels_counts {
    uint32_t packets, bare, lost; /* packets of this side: sent, sent without messages, given up */
    uint32_t again;               /* messages that went into a packet once more */
    uint32_t taken, old, doubled; /* packets of the other side: taken; too old, or seen */
    uint32_t repeated, late,
        bad; /* messages: that came before; newest-only but older; not of their channel */
} ox_channels_counts;

typedef struct ox_channels {
    ox_channels_config config;
    uint32_t *memory;
    uint16_t first, last, free;        /* lists of slots: messages in the order of sending; free slots */
    uint32_t waiting;                  /* slots that are not free */
    uint16_t ids[OX_MESSAGE_CHANNELS]; /* next id of each channel */
    ox_channel_in in[OX_MESSAGE_CHANNELS];
    ox_sent_packet sent[OX_CHANNELS_PACKETS];
    uint16_t sequence; /* number of the next packet */
    uint16_t newest;   /* number of the newest packet that came */
    uint64_t seen;     /* bit i: packet newest - i has come */
    bool heard;        /* a packet has come */
    bool owes;         /* an acknowledgement is owed, for so many flushes */
    uint32_t flushes;
    uint32_t now;
    ox_packet packet;   /* the packet whose messages are being given out */
    ox_message message; /* the last message that was given out */
    ox_round_trip trip;
    ox_channels_counts counts;
} ox_channels;

/* Begins channels. OX_BAD_ARGUMENT: no transport or buffer, a config out of range, or a message of `bytes` that does
 * not fit a packet; OX_OUT_OF_MEMORY. */
FX_MUST_CHECK ox_status ox_channels_init(ox_channels *c, void *memory, size_t size,
                                         const ox_channels_config *config);

/* Queues a copy of a message, to go with the next flush. OX_FULL: as many messages wait as there is room for;
 * OX_BAD_ARGUMENT: the message is too long, or there is no such channel. */
FX_MUST_CHECK ox_status ox_channels_send(ox_channels *c, uint32_t channel, uint8_t type, const void *bytes,
                                         uint32_t length);

/* The input phase: `now` is milliseconds of any clock; packets that are overdue are given up. */
void ox_channels_tick(ox_channels *c, uint32_t now);

/* Takes a packet of the peer, which must stay until all its messages are taken. True when the packet is new. */
bool ox_channels_take(ox_channels *c, const ox_packet *packet);

/* The next message, from the packet or from held messages that it released; its bytes are there until the next call.
 * Must be called until it is false: a message that is left is acknowledged, and does not come again. */
bool ox_channels_next(ox_channels *c, ox_message *message);

/* The output phase: sends messages that wait, or the acknowledgement that is due. Does not flush the transport. */
void ox_channels_flush(ox_channels *c);

/* Whether a is newer than b, for numbers that wrap: 0 < (a - b) mod 65536 < 32768. */
static inline bool ox_sequence_newer(uint16_t a, uint16_t b) {
    uint16_t ahead = (uint16_t)(a - b);
    return ahead != 0 && ahead < 32768;
}

/* Bits of the 32 packets before the newest, as in a packet's head. */
static inline uint32_t ox_channels_mask(const ox_channels *c) { return (uint32_t)(c->seen >> 1); }

#endif
