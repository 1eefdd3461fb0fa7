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
 *     OX_DELIVERY_UNRELIABLE   sent once; comes once, late, or not at all
 *     OX_DELIVERY_NEWEST       sent once; one that is older than what has come does not come any more: positions
 *     OX_DELIVERY_RELIABLE     comes once, in any order
 *     OX_DELIVERY_ORDERED      comes once, in the order of sending: held until the gap before it closes
 *
 * Packets are never sent again, messages are. Every packet has a number and says which the other side's newest is, and which of the 32
 * before that have come, so one packet acknowledges up to 33 and a lost one costs nothing. A packet that is not acknowledged when one
 * three later is, or in the time of ox_round_trip_timeout (ping.h), counts as lost, and its reliable messages go into the next one. What has nobody
 * to ride on goes alone after two flushes. At most 32 messages of a channel are under way; more wait here. Packets older than the 64
 * newest, and seen ones, are dropped.
 *
 * Whatever comes is hostile: messages that are not of their channel's kind, or beyond its window, are dropped and counted, and nobody can
 * make this side hold more than it has room for. Round trips are measured by the packets that carry messages (trip). Nothing is
 * allocated: OX_CHANNELS_WORDS. Cost: a walk over the 64 packets that are remembered and the messages that wait, for each packet that comes and
 * each tick; a walk over the messages for each packet that goes.
 * (Fiedler, "Reliability and Congestion Avoidance over UDP"; Frohnmayer, Gift, "The TRIBES Engine Networking Model"; Madhav 12.) */
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
    OX_CHANNELS_PACKETS = 64, /* that are remembered, and may be late */
    OX_CHANNELS_BURST = 8,    /* packets of one flush */
    OX_CHANNELS_MOST = 4096   /* messages */
};

typedef struct ox_channels_config {
    ox_transport *transport; /* stays the caller's, and stays where it is */
    ox_address peer;
    uint16_t protocol;
    uint8_t slot;                          /* as in packet.h */
    uint8_t delivery[OX_MESSAGE_CHANNELS]; /* ox_delivery */
    uint8_t *buffer;                       /* as many bytes as the transport's payload */
    uint32_t messages; /* that may wait to be sent or acknowledged: 1 to OX_CHANNELS_MOST */
    uint32_t bytes;    /* most of one */
} ox_channels_config;

/* Words of memory, with so many ordered channels. */
#define OX_CHANNELS_SLOT_WORDS(bytes) (4u + ((bytes) + 3u) / 4u)
#define OX_CHANNELS_WORDS(messages, ordered, bytes)                                                          \
    (((size_t)(messages) + (size_t)(ordered)*OX_CHANNELS_WINDOW) * OX_CHANNELS_SLOT_WORDS(bytes))

/* What has come of a channel. */
typedef struct ox_channel_in {
    uint16_t next;  /* the first id that has not come; of newest-only: one behind the newest */
    uint32_t ahead; /* bit i: id next + i is here (ordered: held; reliable: delivered) */
    uint16_t hold;  /* of an ordered channel: the first of its 32 places */
} ox_channel_in;

typedef struct ox_sent_packet {
    uint32_t at; /* milliseconds */
    uint16_t sequence;
    bool waits; /* for its acknowledgement; one without messages never does */
    bool lost;  /* given up; it may have come all the same, and tells how long that takes */
} ox_sent_packet;

typedef struct ox_channels_counts {
    uint32_t packets, bare, lost; /* of this side: sent, of them without messages, given up */
    uint32_t again;               /* messages that went into a packet once more */
    uint32_t taken, old, doubled; /* packets of the other side: taken; too old, or seen */
    uint32_t repeated, late,
        bad; /* messages: come before; newest-only ones that are not; not of their channel */
} ox_channels_counts;

typedef struct ox_channels {
    ox_channels_config config;
    uint32_t *memory;
    uint16_t first, last, free;        /* lists of slots: under way in the order of sending; free */
    uint32_t waiting;                  /* slots that are not free */
    uint16_t ids[OX_MESSAGE_CHANNELS]; /* the next one of each */
    ox_channel_in in[OX_MESSAGE_CHANNELS];
    ox_sent_packet sent[OX_CHANNELS_PACKETS];
    uint16_t sequence; /* of the next packet */
    uint16_t newest;   /* packet that came */
    uint64_t seen;     /* bit i: packet newest - i has come */
    bool heard;        /* any packet */
    bool owes;         /* an acknowledgement, since so many flushes */
    uint32_t flushes;
    uint32_t now;
    ox_packet packet;   /* whose messages are being given out */
    ox_message message; /* the last of them */
    ox_round_trip trip;
    ox_channels_counts counts;
} ox_channels;

/* OX_BAD_ARGUMENT: no transport or buffer, a config out of range, or a message of `bytes` that does not fit a packet; OX_OUT_OF_MEMORY. */
FX_MUST_CHECK ox_status ox_channels_init(ox_channels *c, void *memory, size_t size,
                                         const ox_channels_config *config);

/* Queues a copy, to go with the next flush. OX_FULL: as many wait as there is room for; OX_BAD_ARGUMENT: too long, or no such channel. */
FX_MUST_CHECK ox_status ox_channels_send(ox_channels *c, uint32_t channel, uint8_t type, const void *bytes,
                                         uint32_t length);

/* Input phase: milliseconds of any clock; gives up packets that are overdue. */
void ox_channels_tick(ox_channels *c, uint32_t now);

/* A packet of the peer, which must stay until all its messages are taken. Whether it is a new one. */
bool ox_channels_take(ox_channels *c, const ox_packet *packet);

/* The next message, of the packet or held ones that it freed; its bytes are there until the next call. To be called until it is false: what
 * is left is acknowledged, and does not come again. */
bool ox_channels_next(ox_channels *c, ox_message *message);

/* Output phase: sends what waits, or the acknowledgement that is due. Does not flush the transport. */
void ox_channels_flush(ox_channels *c);

/* Whether a is newer than b, of numbers that wrap: 0 < (a - b) mod 65536 < 32768. */
static inline bool ox_sequence_newer(uint16_t a, uint16_t b) {
    uint16_t ahead = (uint16_t)(a - b);
    return ahead != 0 && ahead < 32768;
}

/* The 32 packets before the newest, as in a packet's head. */
static inline uint32_t ox_channels_mask(const ox_channels *c) { return (uint32_t)(c->seen >> 1); }

#endif
