/* The events of a console: one queue, one router, one bus.
 *
 *     ox_events_config config = {.types = 40, .waiting = 128, .extensions = 16, .listeners = 64,
 *                                .resolver = {world_resolve, world}, .deliver = object_handle, .log = log};
 *     ox_events_init(&events, &config, arena);
 *     ox_events_add_type(&events, SID("damaged"), NULL, &EVENT_DAMAGED);         or ox_events_add_types
 *
 *     ox_events_post(&events, &hit, 0);                   soon, to the knight and to all who listen
 *     ox_events_post(&events, &timeout, 180);             in 180 ticks: also a timer, also a reaction time
 *     ox_events_listen(&events, (ox_interest){.type = EVENT_DAMAGED}, count_damage, trophies);
 *
 *     each tick:   ox_events_begin(&events, tick);   ...input, AI, physics...   ox_events_drain(&events);
 *
 * THE WAY OF AN EVENT. Post copies it and returns; there is no reply. Drain delivers what is due, in one
 * order: earlier tick first, then higher priority, then earlier post. What is posted without delay during a
 * drain comes in its next round; there are OX_EVENT_ROUNDS, and what is left then waits for the next tick and
 * is reported as a loop that is suspected, with type, sender and receiver. So is what exceeds the cap of
 * deliveries a tick. Delivery: 1. the receiver's handle is resolved: gone, and the event is dropped and
 * counted (a slot that was reused has another handle). 2. Those who listen to any type with that receiver,
 * the eavesdroppers, get a copy. 3. The receiver's own handler, `deliver`: for objects with machines
 * ox_machines_handle (kernel/state/machine.h), which looks at the scope, asks states, their parents and the
 * global section, and changes states afterwards. 4. Those who listen to the type. Only who subscribed is
 * visited. Sender and receiver have the object at hand as handles; nobody needs a stub for what it ignores.
 *
 * GUARDS. An event may be sent at once (ox_events_send, which calls the receiver on the sender's stack), but
 * handlers should not without need: A that sends B that sends A ends at OX_EVENT_DEPTH, asserted in debug
 * builds and queued instead. Nothing here ends in a crash: a full queue drops the event of the lowest
 * priority, the latest of these, and counts it.
 *
 * STATE. Everything that waits is part of the simulation: ox_events_hash, ox_events_save, ox_events_restore give
 * and take it in the order of delivery, in little-endian bytes. Listeners are not: whoever is loaded
 * subscribes.
 *
 * MEMORY, on 32-bit machines: 46 bytes an event that waits, 32 an extension, 50 a listener, 24 a type, 20 a
 * line of the trace.
 *
 * COST, executed Cortex-M3 instructions, handlers that do nothing (tests/bench/kernel_events.sh): post 53,
 * the first use of a slot 140; post and delivery to a receiver or to one listener 110; send to a receiver 64;
 * a delayed post 240 and its way from a heap of 200 to its listener 840; state hash 1,400 an event. Posts out
 * of the order of priority, merging and cancelling walk over what waits, some 10 an event. */
#ifndef OXCART_KERNEL_EVENT_EVENTS_H
#define OXCART_KERNEL_EVENT_EVENTS_H

#include "kernel/bytes/stream.h"
#include "kernel/containers/heap.h"
#include "kernel/event/subject.h"

enum {
    OX_EVENT_ROUNDS = 4,   /* of delivery in one drain */
    OX_EVENT_DEPTH = 8,    /* sends within sends */
    OX_EVENT_ANY = 0xFFFF, /* of an interest: all types */
    OX_EVENT_WAITING_MAX = 65534
};

/* Merges a new event into one that waits for the same receiver, tick and type: changes *waiting and says
 * true, and the new one is not queued; or false, and it is. It may change priority, scope, flags and
 * arguments. */
typedef bool ox_event_merge(ox_event *waiting, const ox_event *fresh);

/* Ready ones: the new one's arguments replace the old; the larger first argument (as a signed number) wins,
 * as of sounds the louder; the first argument counts, it is the sum of both. */
bool ox_event_merge_last(ox_event *waiting, const ox_event *fresh);
bool ox_event_merge_larger(ox_event *waiting, const ox_event *fresh);
bool ox_event_merge_sum(ox_event *waiting, const ox_event *fresh);

typedef struct ox_events_config {
    uint32_t types;       /* event types, 1..65,535 */
    uint32_t waiting;     /* events that wait at once, now and for later, 1..65,534 */
    uint32_t extensions;  /* of these with more than two arguments, 0..65,534 */
    uint32_t listeners;   /* of the bus, 0..65,535 */
    uint32_t deliveries;  /* cap a tick, sends included; 0: 8 times `waiting` */
    uint32_t trace;       /* lines of the delivery trace, a power of two, or 0 */
    ox_resolver resolver; /* of receivers and listening objects; may be zero when there are none */
    ox_handler *deliver;  /* handler of all receivers, given the object; NULL: receivers do not handle */
    ox_log *log;          /* suspected loops, missing arguments; may be NULL */
} ox_events_config;

/* What has happened since the start; plain numbers. */
typedef struct ox_events_counts {
    uint32_t delivered;
    uint32_t gone;    /* the receiver was no more */
    uint32_t dropped; /* no room: this one or one of lower priority */
    uint32_t merged, cancelled;
    uint32_t loops;    /* drains that left something for the next tick */
    uint32_t too_deep; /* sends that were queued instead */
    uint32_t deafened; /* listens that found no room */
    uint32_t most;     /* events that waited at once */
    uint16_t unwanted; /* type of the event that was posted when one was dropped last */
} ox_events_counts;

typedef struct ox_event_trace {
    uint32_t tick;
    uint16_t type;
    uint8_t answer; /* ox_answer; OX_TRACE_GONE: the receiver was no more */
    uint8_t depth;  /* 0: from the queue */
    ox_handle sender, receiver;
    uint16_t sequence;
    uint16_t spare;
} ox_event_trace;

enum { OX_TRACE_GONE = 255 };

/* Stored form: the first 36 bytes of an ox_event. */
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
    uint32_t serial;    /* of the post */
    uint16_t next;      /* in its list, or of the idle ones */
    uint16_t extension; /* or OX_EVENT_NONE */
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
    ox_event_merge *merge; /* or NULL */
} ox_event_type;

/* Read only; the functions below change it. */
typedef struct ox_events {
    ox_event_slot *slots;
    ox_event_extension *extensions;
    ox_event_type *types;
    uint16_t *future; /* the heap's storage */
    ox_event_trace *trace;
    ox_binary_heap later;  /* events of ticks to come */
    ox_event_list ready;   /* for the next round, in order */
    ox_event_list current; /* of this round */
    uint16_t idle, idle_extension, type_count;
    uint8_t depth; /* of sends */
    bool draining;
    bool overheard;         /* somebody has listened to all types */
    uint8_t ready_priority; /* of the last that is ready; 255: none is */
    uint16_t *ready_end;    /* where the number of the next one goes */
    uint32_t tick, serial;
    uint32_t taken; /* events that wait no more, of `serial` that were posted */
    uint32_t left;  /* deliveries until the cap of this tick */
    uint32_t fresh; /* slots that were ever in use: idle ones go first, so this is their peak */
    uint32_t
        plain_types; /* type_count, or 0 as soon as a type merges: then every post is looked at closely */
    uint32_t traced; /* deliveries that went into the trace */
    ox_subject eavesdroppers; /* listen to any type */
    ox_pool listeners;
    ox_events_config config;
    ox_events_counts counts;
} ox_events;

/* Takes its memory from the low end of the arena. OX_BAD_ARGUMENT, or OX_OUT_OF_MEMORY and nothing is taken.
 * It must not be moved afterwards. */
FX_MUST_CHECK ox_status ox_events_init(ox_events *events, const ox_events_config *config, ox_arena *arena);

/* ---- types ---- */

/* Declares an event type by the id of its name and gives its index, the types being numbered 0, 1, 2... in
 * the order of these calls; carts declare theirs behind the program's. merge may be NULL. OX_ALREADY_THERE
 * for an id that has a type (two names with one id are refused by `oxcart ids` when the program is built),
 * OX_FULL, OX_BAD_ARGUMENT for id 0. */
FX_MUST_CHECK ox_status ox_events_add_type(ox_events *events, ox_id name, ox_event_merge *merge,
                                           uint16_t *type);
FX_MUST_CHECK ox_status ox_events_add_types(ox_events *events, const ox_id *names, uint32_t count);

/* The index of a type by its name, OX_EVENT_ANY when there is none. O(n): for load time. */
uint16_t ox_events_type(const ox_events *events, ox_id name);

/* Posts an event to all who listen by the name of its type, with whole numbers as arguments 1, 2, ...; nothing happens when nobody has such a
 * type. */
void ox_events_post_named(ox_events *events, ox_id name, const int32_t *arguments, uint32_t count);

/* ---- post, send, drain ---- */

/* Begins a tick: delays count from here, and what is due by now comes in the next drain. */
void ox_events_begin(ox_events *events, uint32_t tick);

/* Queues a copy for delivery `delay` (up to 2^31 - 1) ticks from this tick on. The result may be ignored:
 * OX_FULL is counted, and this event was dropped, being the least important; when another was dropped for it,
 * that is OX_OK and counted. OX_BAD_ARGUMENT, and an assertion, for a type that was never declared. */
ox_status ox_events_post(ox_events *events, const ox_event *event, uint32_t delay);

/* Posts an event of a type, by its name, to all who listen, with one argument OX_KEY("what"). Nothing for a name that nobody added, and without a
 * bus (NULL). */
void ox_events_tell(ox_events *events, ox_id name, ox_id what);

/* Delivers now, before it returns; sets the event's tick. Its handlers may send again OX_EVENT_DEPTH deep;
 * deeper asserts, and the event is posted instead: OX_PASSED. So is one beyond the cap of deliveries, without
 * assertion. State changes of machines are deferred all the same. */
ox_answer ox_events_send(ox_events *events, ox_event *event);

/* Delivers what is due; how many. There may be several a tick, at points that the program chooses. From
 * within a handler it asserts and does nothing. */
uint32_t ox_events_drain(ox_events *events);

/* Takes back all that wait with that sender and type (OX_EVENT_ANY: of all types); how many. O(n). */
uint32_t ox_events_cancel(ox_events *events, ox_handle sender, uint16_t type);

static inline uint32_t ox_events_waiting(const ox_events *events) { return events->serial - events->taken; }

/* ---- listening ---- */

/* All that match: type or OX_EVENT_ANY, sender and receiver or none for whichever. */
typedef struct ox_interest {
    uint16_t type;
    ox_handle sender, receiver;
} ox_interest;

/* Calls `call` with `context`, or with the object while it is there (never again once it is gone), for every
 * event of interest. The handle is the listening itself, for unlisten; none, and counted, when there is no
 * room; a type that was never declared asserts. */
ox_handle ox_events_listen(ox_events *events, ox_interest interest, ox_handler *call, void *context);
ox_handle ox_events_listen_object(ox_events *events, ox_interest interest, ox_handler *call,
                                  ox_handle object);

/* Ends it, at once: OX_STALE_HANDLE, which is no mistake, when it has ended before. */
ox_status ox_events_unlisten(ox_events *events, ox_handle listening);

/* Ends every listening of an object and takes back every event that waits for it; how many in all. For the
 * end of an object's life; O(n), and optional, because neither does harm. */
uint32_t ox_events_forget(ox_events *events, ox_handle object);

/* The listener record, to put it into an ox_observer or look at it; NULL when it has ended. */
static inline ox_listener *ox_events_listener(const ox_events *events, ox_handle listening) {
    return ox_pool_get(&events->listeners, listening);
}

/* Tells of every listening of the bus; how many. For the end of a level. tell may be NULL. */
uint32_t ox_events_report(const ox_events *events, void (*tell)(void *context, const ox_listener *listener),
                          void *context);

/* ---- state ---- */

/* Writes tick, number of the next post and all that waits, sorted where it lies; continues a state hash with the same. Not during a drain. */
void ox_events_save(const ox_events *events, ox_writer *to);
uint32_t ox_events_hash(const ox_events *events, uint32_t hash);

/* Replaces all that waits. Any bytes may come: OX_BAD_DATA, OX_FULL when they need more room than there is,
 * and nothing has changed then. */
FX_MUST_CHECK ox_status ox_events_restore(ox_events *events, ox_reader *from);

/* Nothing waits, it is this tick, and posts are numbered anew. */
void ox_events_clear(ox_events *events, uint32_t tick);

/* The delivery `age` deliveries ago, 0 = the last; NULL when the trace does not hold it. */
const ox_event_trace *ox_events_trace(const ox_events *events, uint32_t age);

#endif
