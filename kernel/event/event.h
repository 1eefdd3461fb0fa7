/* The event: a fact of the game as a small value, with named arguments, that can be posted, stored,
 * forwarded, saved and replayed by code that does not know what it means.
 *
 *     ox_event hit;
 *     ox_event_begin(&hit, EVENT_DAMAGED, dragon, knight);
 *     ox_event_add_int(&hit, OX_KEY("amount"), 10);
 *     ox_event_add_vec3(&hit, OX_KEY("place"), where);
 *     ox_events_post(&events, &hit, 0);                                      (events.h)
 *
 *     static ox_answer knight_handle(void *object, const ox_event *event) {
 *         knight *k = object;
 *         if (event->type != EVENT_DAMAGED) return OX_PASSED;
 *         k->health -= ox_event_int(event, OX_KEY("amount"), 1);
 *         return OX_HANDLED;
 *     }
 *
 * THE FOUR IDEAS of this part, of kernel/state and of kernel/command: an EVENT tells what happened; a
 * LISTENER (subject.h) wants to hear of it; a MACHINE (kernel/state/machine.h) decides what it means now; a
 * COMMAND (kernel/command/command.h) tells an actor what to do. All handlers have the one signature above.
 *
 * An event carries the facts that its handlers need (the amount, the place, the difficulty), because sender
 * and subject may be gone when it arrives. Sender and receiver are handles, never pointers.
 *
 * Sizes: 36 bytes where it waits, with two arguments; one extension of 32 bytes from a pool holds four more.
 * Bytes of the encoded form: the same, little-endian. (GEA 14.7; Game Programming Patterns, Event Queue.) */
#ifndef OXCART_KERNEL_EVENT_EVENT_H
#define OXCART_KERNEL_EVENT_EVENT_H

#include "fixedmath/types.h"
#include "kernel/debug/log.h"
#include "kernel/memory/pool.h"
#include "kernel/names/id.h"

/* The answer of a handler. An event is offered on until a handler answers with more than OX_PASSED: */
typedef enum ox_answer { OX_PASSED, OX_HANDLED, OX_STOP } ox_answer;

typedef struct ox_event ox_event;
typedef ox_answer ox_handler(void *object, const ox_event *event);

typedef enum ox_argument_type {
    OX_ARGUMENT_INT = 1, /* int32_t */
    OX_ARGUMENT_FX,      /* Q16.16 */
    OX_ARGUMENT_HANDLE,
    OX_ARGUMENT_ID, /* a hashed name */
    OX_ARGUMENT_BOOL,
    OX_ARGUMENT_VEC3, /* three arguments with one key: x, y, z */
    OX_ARGUMENT_ROM   /* offset into the ROM image */
} ox_argument_type;

typedef struct ox_argument {
    uint16_t key;  /* OX_KEY, or a number of your own */
    uint8_t type;  /* OX_KEY, or a number of the cart's own */
    uint8_t spare; /* 0 */
    uint32_t value;
} ox_argument;

enum {
    OX_EVENT_ARGUMENTS = 6,
    OX_EVENT_INLINE = 2,                      /* arguments in the record itself */
    OX_EVENT_BYTES = 36,                      /* bytes of the encoded form with up to two arguments */
    OX_EVENT_BYTES_MAX = OX_EVENT_BYTES + 32, /* bytes of the encoded form with more arguments */
    OX_EVENT_LOW = 64,
    OX_EVENT_NORMAL = 128,
    OX_EVENT_HIGH = 192,
    /* flag: the event could not be delivered in its tick; flags 16..128 are the cart's */
    OX_EVENT_CARRIED = 1,
    OX_SCOPE_ANY = 0,
    OX_SCOPE_STATES = 62 /* states that a scope can name */
};

struct ox_event {
    uint16_t type;    /* index of the event type, see ox_events_add_type */
    uint8_t priority; /* high first; OX_EVENT_NORMAL */
    /* OX_SCOPE_ANY, ox_scope_state or ox_scope_slot: outside of its scope the event is dropped at delivery */
    uint8_t scope;
    uint32_t tick; /* tick of delivery; set by post */
    /* sender none: nobody; receiver none: the event is for listeners to its type */
    ox_handle sender, receiver;
    uint16_t sequence; /* low bits of the number of the post; set by post */
    uint8_t count;     /* number of arguments */
    uint8_t flags;
    ox_argument arguments[OX_EVENT_ARGUMENTS]; /* only the first `count` are defined */
    ox_log *log; /* log for reads of missing arguments, or NULL; set at delivery, not encoded */
};

/* Scopes: "only while machine slot 0..3 of the receiver is in state `state` (0..61)", and "only for that slot". */
static inline uint8_t ox_scope_state(uint32_t slot, uint32_t state) {
    FX_ASSERT_MSG(slot < 4 && state < OX_SCOPE_STATES, "scope: slot %u, state %u", (unsigned)slot,
                  (unsigned)state);
    return (uint8_t)(slot << 6 | ((state + 1u) & 63u));
}
static inline uint8_t ox_scope_slot(uint32_t slot) { return (uint8_t)(slot << 6 | 63u); }

/* Keys: 16 bits of a name's id, worked out by the compiler. */
#define OX_KEY(literal) ox_key_of_id(SID(literal))
static inline uint16_t ox_key_of_id(ox_id id) { return (uint16_t)(id ^ id >> 16); }

/* Begins an event without arguments, of normal priority, for any state of its receiver. */
static inline void ox_event_begin(ox_event *event, uint16_t type, ox_handle sender, ox_handle receiver) {
    event->type = type;
    event->priority = OX_EVENT_NORMAL;
    event->scope = OX_SCOPE_ANY;
    event->tick = 0;
    event->sender = sender;
    event->receiver = receiver;
    event->sequence = 0;
    event->count = 0;
    event->flags = 0;
    event->log = NULL;
}

/* Adds an argument. False, and an assertion, when the event has six arguments already, or one with that key. */
bool ox_event_add(ox_event *event, uint16_t key, ox_argument_type type, uint32_t value);
bool ox_event_add_vec3(ox_event *event, uint16_t key, vec3 value);
static inline bool ox_event_add_int(ox_event *event, uint16_t key, int32_t value) {
    return ox_event_add(event, key, OX_ARGUMENT_INT, (uint32_t)value);
}
static inline bool ox_event_add_fx(ox_event *event, uint16_t key, fx value) {
    return ox_event_add(event, key, OX_ARGUMENT_FX, (uint32_t)value);
}
static inline bool ox_event_add_handle(ox_event *event, uint16_t key, ox_handle value) {
    return ox_event_add(event, key, OX_ARGUMENT_HANDLE, value.bits);
}
static inline bool ox_event_add_id(ox_event *event, uint16_t key, ox_id value) {
    return ox_event_add(event, key, OX_ARGUMENT_ID, value);
}
static inline bool ox_event_add_bool(ox_event *event, uint16_t key, bool value) {
    return ox_event_add(event, key, OX_ARGUMENT_BOOL, value);
}
static inline bool ox_event_add_rom(ox_event *event, uint16_t key, uint32_t offset) {
    return ox_event_add(event, key, OX_ARGUMENT_ROM, offset);
}

/* Reads an argument by key, in any order. A missing key gives `fallback` and a warning in the log; an argument of
 * another type asserts in debug builds and gives `fallback`. Cost, Cortex-M3: 28 instructions, and 5 for each
 * argument in front. */
uint32_t ox_event_get(const ox_event *event, uint16_t key, ox_argument_type type, uint32_t fallback);
vec3 ox_event_vec3(const ox_event *event, uint16_t key, vec3 fallback);
static inline int32_t ox_event_int(const ox_event *event, uint16_t key, int32_t fallback) {
    return (int32_t)ox_event_get(event, key, OX_ARGUMENT_INT, (uint32_t)fallback);
}
static inline fx ox_event_fx(const ox_event *event, uint16_t key, fx fallback) {
    return (fx)ox_event_get(event, key, OX_ARGUMENT_FX, (uint32_t)fallback);
}
static inline ox_handle ox_event_handle(const ox_event *event, uint16_t key) {
    return (ox_handle){ox_event_get(event, key, OX_ARGUMENT_HANDLE, 0)};
}
static inline ox_id ox_event_id(const ox_event *event, uint16_t key, ox_id fallback) {
    return ox_event_get(event, key, OX_ARGUMENT_ID, fallback);
}
static inline bool ox_event_bool(const ox_event *event, uint16_t key, bool fallback) {
    return ox_event_get(event, key, OX_ARGUMENT_BOOL, fallback) != 0;
}
static inline uint32_t ox_event_rom(const ox_event *event, uint16_t key, uint32_t fallback) {
    return ox_event_get(event, key, OX_ARGUMENT_ROM, fallback);
}

/* The argument with a key, or NULL: for arguments that need not be there. */
const ox_argument *ox_event_find(const ox_event *event, uint16_t key);

/* Writes OX_EVENT_BYTES or, with more than two arguments, OX_EVENT_BYTES_MAX bytes, and returns the number of bytes;
 * equal events give equal bytes on every machine. */
size_t ox_event_encode(const ox_event *event, uint8_t bytes[OX_EVENT_BYTES_MAX]);

/* Reads an encoded event; *used (may be NULL) is the number of its bytes. Any bytes may come: OX_BAD_DATA, and *event
 * is unchanged, for too few bytes, too many arguments, unknown types or spare bytes that are not 0. */
FX_MUST_CHECK ox_status ox_event_decode(ox_event *event, const uint8_t *bytes, size_t size, size_t *used);

#endif
