/* The events of a console: one queue, one router, one bus.
 *
 *     ox_events_config config = {.types = 40, .waiting = 128, .extensions = 16, .listeners = 64,
 *                                .resolver = {world_resolve, world}, .deliver = object_handle, .log = log};
 *     ox_events_init(&events, &config, arena);
 *     ox_events_add_type(&events, SID("damaged"), NULL, &EVENT_DAMAGED);         or ox_events_add_types
 *
 *     ox_events_post(&events, &hit, 0);                   soon, to the knight and to all listeners
 *     ox_events_post(&events, &timeout, 180);             in 180 ticks: also a timer, also a reaction time
 *     ox_events_listen(&events, (ox_interest){.type = EVENT_DAMAGED}, count_damage, trophies);
 *
 *     each tick:   ox_events_begin(&events, tick);   ...input, AI, physics...   ox_events_drain(&events);
 *
 * THE WAY OF AN EVENT. Post copies the event and returns; there is no reply. Drain delivers the events that are due,
 * in one order: earlier tick first, then higher priority, then earlier post. An event that is posted without delay
 * during a drain comes in the drain's next round. After OX_EVENT_ROUNDS rounds the events that are left wait for the
 * next tick, and are reported as a suspected loop, with type, sender and receiver. The same happens to events beyond
 * the cap of deliveries a tick. Delivery: 1. The receiver's handle is resolved. When the receiver is gone the event
 * is dropped and counted (a slot that was reused has another handle). 2. Listeners to any type with that receiver,
 * the eavesdroppers, get a copy. 3. The receiver's own handler, `deliver`: for objects with machines
 * ox_machines_handle (kernel/state/machine.h), which looks at the scope, asks states, their parents and the global
 * section, and changes states afterwards. 4. Listeners to the type. Only subscribers are visited. Sender and receiver
 * are at hand as handles; nobody needs a stub for events that it ignores.
 *
 * GUARDS. An event may be sent at once (ox_events_send, which calls the receiver on the sender's stack), but handlers
 * should not do so without need: A that sends B that sends A ends at OX_EVENT_DEPTH, asserted in debug builds and
 * queued instead. No overflow ends in a crash: a full queue drops the latest event of the lowest priority, and counts
 * it.
 *
 * STATE. All waiting events are part of the simulation: ox_events_hash, ox_events_save, ox_events_restore give and
 * take them in the order of delivery, in little-endian bytes. Listeners are no part of it: an object that is loaded
 * subscribes anew.
 *
 * MEMORY, on 32-bit machines: 46 bytes an event that waits, 32 an extension, 50 a listener, 24 a type, 20 a
 * line of the trace.
 *
 * COST, executed Cortex-M3 instructions, handlers that do nothing (tests/bench/kernel_events.sh): post 53, the first
 * use of a slot 140; post and delivery to a receiver or to one listener 110; send to a receiver 64; a delayed post
 * 240 and its way from a heap of 200 to its listener 840; state hash 1,400 an event. Posts out of the order of
 * priority, merging and cancelling walk over the waiting events, some 10 an event. */
#ifndef OXCART_KERNEL_EVENT_EVENTS_H
#define OXCART_KERNEL_EVENT_EVENTS_H

#include "kernel/bytes/stream.h"
#include "kernel/containers/heap.h"
#include "kernel/event/subject.h"

enum {
    OX_EVENT_ROUNDS = 4,   /* rounds of delivery in one drain */
    OX_EVENT_DEPTH = 8,    /* sends within sends */
    OX_EVENT_ANY = 0xFFFF, /* type of an interest: all types */
    OX_EVENT_WAITING_MAX = 65534
};

/* Merges a new event into a waiting one with the same receiver, tick and type. True: *waiting was changed, and the
 * new event is not queued. False: the new event is queued. The function may change priority, scope, flags and
 * arguments. */
typedef bool ox_event_merge(ox_event *waiting, const ox_event *fresh);

/* Ready merge functions. _last: the new event's arguments replace the old ones. _larger: the event with the larger
 * first argument (as a signed number) wins, as the louder of two sounds. _sum: the first argument becomes the sum of
 * both. */
bool ox_event_merge_last(ox_event *waiting, const ox_event *fresh);
bool ox_event_merge_larger(ox_event *waiting, const ox_event *fresh);
bool ox_event_merge_sum(ox_event *waiting, const ox_event *fresh);

typedef struct ox_events_config {
    uint32_t types;       /* event types, 1..65,535 */
    uint32_t waiting;     /* events that wait at once, now and for later, 1..65,534 */
    uint32_t extensions;  /* waiting events that have more than two arguments, 0..65,534 */
    uint32_t listeners;   /* listeners of the bus, 0..65,535 */
    uint32_t deliveries;  /* cap a tick, sends included; 0: 8 times `waiting` */
    uint32_t trace;       /* lines of the delivery trace, a power of two, or 0 */
    ox_resolver resolver; /* resolves receivers and listening objects; may be zero when there are none */
    ox_handler *deliver;  /* handler of all receivers, given the object; NULL: receivers do not handle */
    ox_log *log;          /* suspected loops, missing arguments; may be NULL */
} ox_events_config;

/* Counts of what has happened since the start; plain numbers. */
typedef struct ox_events_counts {
    uint32_t delivered;
    uint32_t gone;    /* events whose receiver was gone */
    uint32_t dropped; /* events dropped for want of room: a new one, or a waiting one of lower priority */
    uint32_t merged, cancelled;
    uint32_t loops;    /* drains that left events for the next tick */
    uint32_t too_deep; /* sends that were queued instead */
    uint32_t deafened; /* listens that found no room */
    uint32_t most;     /* most events that waited at once */
    uint16_t unwanted; /* type of the event that was posted when an event was dropped last */
} ox_events_counts;

typedef struct ox_event_trace {
    uint32_t tick;
    uint16_t type;
    uint8_t answer; /* ox_answer; OX_TRACE_GONE: the receiver was gone */
    uint8_t depth;  /* sends within sends; 0: from the queue */
    ox_handle sender, receiver;
    uint16_t sequence;
    uint16_t spare;
} ox_event_trace;

enum { OX_TRACE_GONE = 255 };

/* The stored form of an event: the first 36 bytes of an ox_event. */
typedef struct ox_event_record {
    uint16_t type;
    uint8_t priority, scope;
    uint32_t tick;
    ox_handle sender, receiver;
    uint16_t sequence;
    uint8_t count, flags;
    ox_argument arguments[OX_EVENT_INLINE];
} ox_event_record;

typedef struct ox_event_slot {
    ox_event_record record;
    uint32_t serial;    /* serial number of the post */
    uint16_t next;      /* next slot in its list, or next idle slot */
    uint16_t extension; /* number of the extension, or OX_EVENT_NONE */
} ox_event_slot;

typedef struct ox_event_extension {
    ox_argument arguments[OX_EVENT_ARGUMENTS - OX_EVENT_INLINE];
} ox_event_extension;

enum { OX_EVENT_NONE = 0xFFFF };

typedef struct ox_event_list {
    uint16_t first, last;
} ox_event_list;

typedef struct ox_event_type {
    ox_subject listeners;
    ox_id name;
    ox_event_merge *merge; /* merges events of the type, or NULL */
} ox_event_type;

/* The event system. Read only; the functions below change it. */
typedef struct ox_events {
    ox_event_slot *slots;
    ox_event_extension *extensions;
    ox_event_type *types;
    uint16_t *future; /* storage of the heap `later` */
    ox_event_trace *trace;
    ox_binary_heap later;  /* events of ticks to come */
    ox_event_list ready;   /* events for the next round, in order */
    ox_event_list current; /* events of this round */
    uint16_t idle, idle_extension, type_count;
    uint8_t depth; /* depth of sends within sends */
    bool draining;
    bool overheard;         /* somebody has listened to all types */
    uint8_t ready_priority; /* priority of the last ready event; 255: no event is ready */
    uint16_t *ready_end;    /* where the slot number of the next ready event goes */
    uint32_t tick, serial;
    uint32_t taken; /* posted events that wait no more; `serial` events were posted in all */
    uint32_t left;  /* deliveries until the cap of this tick */
    uint32_t fresh; /* slots that were ever in use; idle slots are reused first, so this is the peak of use */
    uint32_t
        plain_types; /* type_count, or 0 as soon as a type merges events: then every post takes the slow way */
    uint32_t traced;          /* deliveries that went into the trace */
    ox_subject eavesdroppers; /* listeners to any type */
    ox_pool listeners;
    ox_events_config config;
    ox_events_counts counts;
} ox_events;

/* Begins an event system, with memory from the low end of the arena. OX_BAD_ARGUMENT, or OX_OUT_OF_MEMORY and no
 * memory is taken. The ox_events must not be moved afterwards. */
FX_MUST_CHECK ox_status ox_events_init(ox_events *events, const ox_events_config *config, ox_arena *arena);

/* ---- types ---- */

/* Declares an event type by the id of its name and gives its index, the types being numbered 0, 1, 2... in the order
 * of these calls; carts declare their types behind the program's. merge may be NULL. OX_ALREADY_THERE for an id that
 * has a type (two names with one id are refused by `oxcart ids` when the program is built), OX_FULL, OX_BAD_ARGUMENT
 * for id 0. */
FX_MUST_CHECK ox_status ox_events_add_type(ox_events *events, ox_id name, ox_event_merge *merge,
                                           uint16_t *type);
FX_MUST_CHECK ox_status ox_events_add_types(ox_events *events, const ox_id *names, uint32_t count);

/* The index of a type by its name, OX_EVENT_ANY when there is none. O(n): for load time. */
uint16_t ox_events_type(const ox_events *events, ox_id name);

/* Posts an event to all listeners by the name of its type, with whole numbers as arguments 1, 2, ... A name without a
 * type posts nothing. */
void ox_events_post_named(ox_events *events, ox_id name, const int32_t *arguments, uint32_t count);
void ox_events_post_to(ox_events *events, ox_id name, ox_handle receiver, const int32_t *arguments,
                       uint32_t count);

/* ---- post, send, drain ---- */

/* Begins a tick: delays count from this tick, and events that are due by now come in the next drain. */
void ox_events_begin(ox_events *events, uint32_t tick);

/* Queues a copy of an event for delivery `delay` (up to 2^31 - 1) ticks from this tick on. The result may be ignored.
 * OX_FULL is counted: this event was dropped, being the least important. When another event was dropped for it the
 * result is OX_OK, and the drop is counted. OX_BAD_ARGUMENT, and an assertion, for a type that was never declared. */
ox_status ox_events_post(ox_events *events, const ox_event *event, uint32_t delay);

/* Posts an event to all listeners, by the name of its type, with one argument OX_KEY("what"). Posts nothing for a
 * name that nobody added, or without a bus (NULL). */
void ox_events_tell(ox_events *events, ox_id name, ox_id what);

/* Delivers an event at once, before the call returns; sets the event's tick. Its handlers may send again,
 * OX_EVENT_DEPTH deep. A deeper send asserts, and the event is posted instead: OX_PASSED. A send beyond the cap of
 * deliveries is posted, too, without an assertion. State changes of machines are deferred all the same. */
ox_answer ox_events_send(ox_events *events, ox_event *event);

/* Delivers the events that are due and returns their number. A tick may have several drains, at points that the
 * program chooses. A drain from within a handler asserts and does nothing. */
uint32_t ox_events_drain(ox_events *events);

/* Removes all waiting events of a sender and type (OX_EVENT_ANY: of all types) and returns their number. O(n). */
uint32_t ox_events_cancel(ox_events *events, ox_handle sender, uint16_t type);

static inline uint32_t ox_events_waiting(const ox_events *events) { return events->serial - events->taken; }

/* ---- listening ---- */

/* An interest in events: of `type` or OX_EVENT_ANY, of one sender and receiver, or none for any. */
typedef struct ox_interest {
    uint16_t type;
    ox_handle sender, receiver;
} ox_interest;

/* Calls `call` for every event of interest, with `context`, or with the object while it is there (never again once it
 * is gone). The handle returned is that of the listening itself, for unlisten; it is none, which is counted, when
 * there is no room. A type that was never declared asserts. */
ox_handle ox_events_listen(ox_events *events, ox_interest interest, ox_handler *call, void *context);
ox_handle ox_events_listen_object(ox_events *events, ox_interest interest, ox_handler *call,
                                  ox_handle object);

/* Ends a listening at once. OX_STALE_HANDLE, which is no mistake, when it has ended before. */
ox_status ox_events_unlisten(ox_events *events, ox_handle listening);

/* Ends every listening of an object and removes every event that waits for it; returns the number of both. For the
 * end of an object's life; O(n), and optional, because neither does harm. */
uint32_t ox_events_forget(ox_events *events, ox_handle object);

/* The record of a listening, to put it into an ox_observer or look at it; NULL when the listening has ended. */
static inline ox_listener *ox_events_listener(const ox_events *events, ox_handle listening) {
    return (ox_listener *)ox_pool_get(&events->listeners, listening);
}

/* Calls `tell` (may be NULL) for every listening of the bus and returns their number. For the end of a level. */
uint32_t ox_events_report(const ox_events *events, void (*tell)(void *context, const ox_listener *listener),
                          void *context);

/* ---- state ---- */

/* ox_events_save writes tick, number of the next post and all waiting events, sorted in place; ox_events_hash
 * continues a state hash with the same bytes. Not during a drain. */
void ox_events_save(const ox_events *events, ox_writer *to);
uint32_t ox_events_hash(const ox_events *events, uint32_t hash);

/* Replaces all waiting events. Any bytes may come: OX_BAD_DATA, OX_FULL when the events need more room than there is;
 * after an error the queue is unchanged. */
FX_MUST_CHECK ox_status ox_events_restore(ox_events *events, ox_reader *from);

/* Empties the queue, sets its tick, and numbers posts anew. */
void ox_events_clear(ox_events *events, uint32_t tick);

/* The delivery `age` deliveries ago, 0 = the last; NULL when the trace does not hold it. */
const ox_event_trace *ox_events_trace(const ox_events *events, uint32_t age);

#endif
