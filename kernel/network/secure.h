/* Secured connections: a transport over another one. Whoever does not know a connection's key cannot change, forge or play again its packets
 * without being found out, and they do not look alike. It is no encryption: see what the first two packets tell.
 *
 *     ox_secure link;
 *     status = ox_secure_begin(&link, &(ox_secure_config){.below = &wire, .buffer = room, .peer = host, .protocol = protocol,
 *                                                         .role = OX_SECURE_CLIENT, .random = entropy});
 *     ox_transport safe = ox_secure_transport(&link);
 *     each tick:  ox_transport_tick(&safe, now);                       agrees on keys by itself
 *                 if (ox_secure_connected(&link)) ...send and receive as on any transport
 *
 * One record for each peer. Everything that is on the wire depends on a key of 16 bytes and eight start values, which the server draws
 * anew for each connection and tells in its first packet; the client's first packet holds 16 bytes that are nobody else's, and the
 * answer must repeat them. So neither side of a session that somebody has kept can be played to a new one. These two packets are
 * protected by values that follow from the protocol alone: whoever has read the program and sees them has the key, can read all that follows and
 * speak for either side; and anybody who has read it can be a client or a server. Whitening is an exclusive or with a generator
 * of 32 bits of state, which hides nothing from somebody who sets his mind to it. A login that must stay secret, and peers that must
 * be who they say, need an exchange of keys besides. The aim is that cheating costs more than it gains, not that it cannot be done.
 *
 * A PACKET of packet.h without its sum becomes
 *
 *     0   the head of 4 bytes, with bit 6 of byte 2 (and bit 7 in the two packets of the beginning)
 *     4   u16 sequence of this direction
 *     6   u32 number: the state of a generator that both sides step once a packet; tells packets that are played again after
 *         the sequence has wrapped
 *     10  whitened: 0 to 7 bytes of junk (none before fewer than 8 bytes), then what was behind the head
 *     ..  the tag: HMAC-MD5 of all bytes before it, 16 bytes or the first 8
 *
 * and on a line that does not keep packets apart, a u16 length stands in front, hidden by one more generator. Whitening, junk and length
 * have generators of their own, so a lost packet costs nothing: the receiver knows by the sequence how far to step, forward or back; behind
 * 32,767 lost in a row it does not, and the connection is dead. It looks at the tag, then at sequence, number and length; the last 32
 * packets may come late, each once. Nothing changes and nothing is answered when a packet is refused; `refused` counts why. A side
 * that begins anew is a stranger to the other one: a game ends a connection that has been silent for too long, on both.
 *
 * Programs with assertions may ask for `readable` packets: no whitening, junk of A5. Others refuse that: whatever is released is
 * protected alike, betas included (tests/scripts/builds/network_release.sh).
 *
 * 16 bytes of entropy come from the caller, and must never be the same for two connections; a machine without a source may not host. Memory:
 * 64 bytes of keys and states, 12 of windows, in a record of about 250, and the buffer. Cost, Cortex-M3: a packet of 64 bytes about
 * 12,000 instructions, nearly all of it MD5 (45,000 cycles on a Game Boy Advance); 11 KB of Thumb-2 code, since all of it is inline. (Game
 * Programming Gems 1.11, "Network protocols against cheating"; RFC 2104, RFC 1321; sliding window: RFC 4302.) */
#ifndef OXCART_KERNEL_NETWORK_SECURE_H
#define OXCART_KERNEL_NETWORK_SECURE_H

#include "fixedmath/random.h"
#include "kernel/network/packet.h"

enum {
    OX_SECURE_RANDOM = 16,   /* bytes of entropy */
    OX_SECURE_TAG = 16,      /* bytes, or */
    OX_SECURE_SHORT_TAG = 8, /* where bandwidth is short */
    OX_SECURE_JUNK = 7,      /* bytes at most */
    OX_SECURE_WINDOW = 32,   /* packets that may be late */
    OX_SECURE_HEAD = 10,     /* bytes before the junk, the head of the packet included */
    OX_SECURE_LEAST = 100,   /* bytes that a transport below must carry */
    OX_SECURE_PATIENCE = 250 /* milliseconds between two attempts to connect */
};

typedef enum ox_secure_role { OX_SECURE_CLIENT, OX_SECURE_SERVER } ox_secure_role;

/* Why a packet was refused. */
typedef enum ox_secure_refusal {
    OX_SECURE_STRANGER, /* from another address than the peer's */
    OX_SECURE_SHORT,
    OX_SECURE_LENGTH,   /* not the one that stands in front */
    OX_SECURE_EARLY,    /* no keys yet */
    OX_SECURE_FORGED,   /* the tag */
    OX_SECURE_REPLAYED, /* seen before */
    OX_SECURE_OLD,      /* older than the window */
    OX_SECURE_NUMBER,   /* the generator's number: an old packet behind a wrapped sequence */
    OX_SECURE_BAD,      /* tagged as it should be, but nothing that this code sends */
    OX_SECURE_REFUSALS
} ox_secure_refusal;

typedef struct ox_secure_config {
    ox_transport *below; /* stays the caller's, and stays where it is */
    uint8_t *buffer;     /* as many bytes as the payload below */
    ox_address peer;     /* OX_ADDRESS_NONE for a server: whoever connects first */
    uint16_t protocol;   /* as in packet.h */
    ox_secure_role role;
    const uint8_t *random; /* OX_SECURE_RANDOM bytes, copied */
    uint32_t tag;          /* OX_SECURE_TAG (0 counts as it) or OX_SECURE_SHORT_TAG */
    bool lengths;          /* a length stands in front: for streams */
    bool readable;         /* for looking at packets; OX_DEBUG alone */
} ox_secure_config;

/* What both sides step once a packet of one direction. */
typedef struct ox_secure_states {
    uint32_t length, number, junk, whitening;
} ox_secure_states;

typedef struct ox_secure_way {
    ox_secure_states states; /* of packet `newest` */
    uint16_t newest;
    uint32_t seen; /* bit i: packet newest - i has come */
} ox_secure_way;

typedef struct ox_secure {
    ox_secure_config config;
    uint32_t a, b;               /* of the generators */
    uint32_t inner[4], outer[4]; /* the key */
    ox_secure_way out, in;
    rng32 junk; /* the bytes that fill */
    uint8_t random[OX_SECURE_RANDOM], nonce[OX_SECURE_RANDOM];
    bool keyed;          /* has the keys of a connection */
    bool proved;         /* a packet under these keys has come */
    bool asking;         /* has sent a greeting, at */
    uint32_t asked, now; /* milliseconds */
    uint32_t accepted;
    uint32_t refused[OX_SECURE_REFUSALS];
} ox_secure;

/* OX_BAD_ARGUMENT: no transport, buffer or entropy, another length of the tag, a client without a peer, or too small a payload
 * below (OX_SECURE_LEAST). OX_UNSUPPORTED: `readable` without OX_DEBUG. */
FX_MUST_CHECK ox_status ox_secure_begin(ox_secure *secure, const ox_secure_config *config);

/* The transport: carries packets of packet.h without a sum; its payload is smaller by what is added. Sending before there are keys is
 * OX_BAD_STATE; its peer is the only one that it sends to. */
ox_transport ox_secure_transport(ox_secure *secure);

static inline bool ox_secure_connected(const ox_secure *secure) { return secure->keyed; }

/* ---- without a transport below: a host with many peers hands each what comes from its address ---- */

/* Makes the packet that goes on the wire, and steps; its bytes. 0: no keys, less than a head, or it does not fit. */
uint32_t ox_secure_seal(ox_secure *secure, const uint8_t *packet, uint32_t size, uint8_t *wire,
                        uint32_t capacity);

/* Looks at a packet that came, in place: the bytes of the packet that stands there then; 0 when it is refused, and also for those
 * that agree on keys, which may have an answer (ox_secure_greeting). Any bytes may come. */
uint32_t ox_secure_unseal(ox_secure *secure, uint8_t *wire, uint32_t size);

/* What this side says to agree on keys, the same each time: the client's request, and the server's answer to it. Its bytes; 0 when it
 * does not fit, or no client has asked. */
uint32_t ox_secure_greeting(const ox_secure *secure, uint8_t *wire, uint32_t capacity);

/* With `lengths`: how many bytes the next packet has on a stream that loses nothing, these two included. Any number may come out of bytes
 * that somebody has changed: less than there is room for, or the stream is lost. On a stream each side greets once (the transport above
 * greets again after OX_SECURE_PATIENCE, which is for frames that get lost). */
uint32_t ox_secure_length(const ox_secure *secure, const uint8_t front[2]);

#endif
