/* Secured connections: a transport over another one. An attacker who does not know a connection's key cannot change,
 * forge or replay its packets without being found out, and no two packets look alike. This is no encryption: see
 * below what the first two packets reveal.
 *
 *     ox_secure link;
 *     status = ox_secure_begin(&link, &(ox_secure_config){.below = &wire, .buffer = room, .peer = host, .protocol = protocol,
 *                                                         .role = OX_SECURE_CLIENT, .random = entropy});
 *     ox_transport safe = ox_secure_transport(&link);
 *     each tick:  ox_transport_tick(&safe, now);                       agrees on keys by itself
 *                 if (ox_secure_connected(&link)) ...send and receive as on any transport
 *
 * One record for each peer. All bytes on the wire depend on a key of 16 bytes and eight start values, which the
 * server draws anew for each connection and sends in its first packet. The client's first packet holds a nonce of 16
 * bytes, which the answer must repeat. So neither side of a recorded session can be replayed to a new connection.
 * These two packets are protected by values that follow from the protocol alone: an attacker who has read the program
 * and sees both packets has the key, can read all that follows and speak for either side; and anybody who has read
 * the program can be a client or a server. Whitening is an xor with a generator of 32 bits of state, which does not
 * stop a determined attacker. A login that must stay secret, and peers that must prove who they are, need a real key
 * exchange. The aim is that cheating costs more than it gains, not that it is impossible.
 *
 * A PACKET of packet.h without its checksum becomes
 *
 *     0   the head of 4 bytes, with bit 6 of byte 2 (and bit 7 in the two packets of the beginning)
 *     4   u16 sequence of this direction
 *     6   u32 number: the state of a generator that both sides step once a packet; reveals packets replayed after
 *         the sequence has wrapped
 *     10  whitened: 0 to 7 bytes of junk (none before fewer than 8 bytes), then the bytes behind the head
 *     ..  the tag: HMAC-MD5 of all bytes before it, 16 bytes or the first 8
 *
 * and on a line that does not keep packets apart, a u16 length stands in front, hidden by one more generator.
 * Whitening, junk and length have generators of their own, so a lost packet costs nothing: the receiver knows by the
 * sequence how far to step, forward or back; after 32,767 packets lost in a row it does not, and the connection is
 * dead. The receiver checks the tag, then sequence, number and length; the last 32 packets may come late, each once.
 * A refused packet changes nothing and gets no answer; `refused` counts the reasons. A side that begins anew is a
 * stranger to the other side: a game must end a connection that has been silent for too long, on both sides.
 *
 * Programs with assertions may ask for `readable` packets: no whitening, junk of A5. Other programs refuse that: all
 * released programs are protected alike, betas included (tests/scripts/builds/network_release.sh).
 *
 * 16 bytes of entropy come from the caller, and must never be the same for two connections; a machine without a
 * source of entropy must not host. Memory: 64 bytes of keys and states, 12 of windows, in a record of about 250, and
 * the buffer. Cost, Cortex-M3: a packet of 64 bytes about 12,000 instructions, nearly all of it MD5 (45,000 cycles on
 * a Game Boy Advance); 11 KB of Thumb-2 code, since all of it is inline. (Game Programming Gems 1.11, "Network
 * protocols against cheating"; RFC 2104, RFC 1321; sliding window: RFC 4302.) */
#ifndef OXCART_KERNEL_NETWORK_SECURE_H
#define OXCART_KERNEL_NETWORK_SECURE_H

#include "fixedmath/random.h"
#include "kernel/network/packet.h"

enum {
    OX_SECURE_RANDOM = 16,   /* bytes of entropy */
    OX_SECURE_TAG = 16,      /* bytes of a tag */
    OX_SECURE_SHORT_TAG = 8, /* bytes of a tag where bandwidth is short */
    OX_SECURE_JUNK = 7,      /* most bytes of junk */
    OX_SECURE_WINDOW = 32,   /* packets that may be late */
    OX_SECURE_HEAD = 10,     /* bytes before the junk, the head of the packet included */
    OX_SECURE_LEAST = 100,   /* bytes that a transport below must carry */
    OX_SECURE_PATIENCE = 250 /* milliseconds between two attempts to connect */
};

typedef enum ox_secure_role { OX_SECURE_CLIENT, OX_SECURE_SERVER } ox_secure_role;

/* The reasons for which a packet is refused. */
typedef enum ox_secure_refusal {
    OX_SECURE_STRANGER, /* the packet comes from another address than the peer's */
    OX_SECURE_SHORT,
    OX_SECURE_LENGTH,   /* the length in front is wrong */
    OX_SECURE_EARLY,    /* there are no keys yet */
    OX_SECURE_FORGED,   /* the tag does not match */
    OX_SECURE_REPLAYED, /* the packet was seen before */
    OX_SECURE_OLD,      /* the packet is older than the window */
    OX_SECURE_NUMBER,   /* the generator's number is wrong: an old packet behind a wrapped sequence */
    OX_SECURE_BAD,      /* the tag is right, but this code sends no such packet */
    OX_SECURE_REFUSALS
} ox_secure_refusal;

typedef struct ox_secure_config {
    ox_transport *below; /* the transport below; stays the caller's, and in its place */
    uint8_t *buffer;     /* as many bytes as the payload of the transport below */
    ox_address peer;     /* OX_ADDRESS_NONE for a server: the peer is the first that connects */
    uint16_t protocol;   /* protocol number, as in packet.h */
    ox_secure_role role;
    const uint8_t *random; /* OX_SECURE_RANDOM bytes, copied */
    uint32_t tag;          /* OX_SECURE_TAG or OX_SECURE_SHORT_TAG; 0: OX_SECURE_TAG */
    bool lengths;          /* packets begin with their length: for streams */
    bool readable;         /* packets can be read: with OX_DEBUG alone */
} ox_secure_config;

/* The generator states that both sides step once for each packet of a direction. */
typedef struct ox_secure_states {
    uint32_t length, number, junk, whitening;
} ox_secure_states;

typedef struct ox_secure_way {
    ox_secure_states states; /* states of packet `newest` */
    uint16_t newest;
    uint32_t seen; /* bit i: packet newest - i has come */
} ox_secure_way;

typedef struct ox_secure {
    ox_secure_config config;
    uint32_t a, b;               /* constants of the generators */
    uint32_t inner[4], outer[4]; /* the key */
    ox_secure_way out, in;
    rng32 junk; /* generator of junk */
    uint8_t random[OX_SECURE_RANDOM], nonce[OX_SECURE_RANDOM];
    bool keyed;          /* the session keys are known */
    bool proved;         /* a packet under the session keys has come */
    bool asking;         /* a greeting was sent, at the time `asked` */
    uint32_t asked, now; /* milliseconds */
    uint32_t accepted;
    uint32_t refused[OX_SECURE_REFUSALS];
} ox_secure;

/* Begins a secured connection. OX_BAD_ARGUMENT: no transport, buffer or entropy, another length of the tag, a client
 * without a peer, or too small a payload below (OX_SECURE_LEAST). OX_UNSUPPORTED: `readable` without OX_DEBUG. */
FX_MUST_CHECK ox_status ox_secure_begin(ox_secure *secure, const ox_secure_config *config);

/* The connection as a transport: carries packets of packet.h without a checksum; its payload is smaller by the bytes
 * that are added. Sending before there are keys is OX_BAD_STATE; packets go to the peer alone. */
ox_transport ox_secure_transport(ox_secure *secure);

static inline bool ox_secure_connected(const ox_secure *secure) { return secure->keyed; }

/* ---- without a transport below: a host with many peers gives each record the packets of its address ---- */

/* Makes the packet that goes on the wire, steps the generators, and returns the packet's bytes. 0: no keys, less than
 * a head, or the packet does not fit. */
uint32_t ox_secure_seal(ox_secure *secure, const uint8_t *packet, uint32_t size, uint8_t *wire,
                        uint32_t capacity);

/* Checks and unpacks a packet that came, in place, and returns the bytes of the plain packet. 0 when the packet is
 * refused, and also for packets that agree on keys, which may have an answer (ox_secure_greeting). Any bytes may
 * come. */
uint32_t ox_secure_unseal(ox_secure *secure, uint8_t *wire, uint32_t size);

/* Writes the packet by which this side agrees on keys, the same each time: the client's request, or the server's
 * answer to it. Returns its bytes; 0 when it does not fit, or no client has asked. */
uint32_t ox_secure_greeting(const ox_secure *secure, uint8_t *wire, uint32_t capacity);

/* With `lengths`: the bytes of the next packet on a stream that loses no bytes, these two included. Bytes that
 * somebody has changed may give any number: a number above the room there is means that the stream is lost. On a
 * stream each side greets once (the transport above greets again after OX_SECURE_PATIENCE, which is for frames that
 * get lost). */
uint32_t ox_secure_length(const ox_secure *secure, const uint8_t front[2]);

#endif
