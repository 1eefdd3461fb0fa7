/* The router and the bus: the receivers of an event, their order, and the guards against loops. */
#include "kernel/event/events.h"

#include "kernel/debug/format.h"
#include "kernel/event/internal.h"

#define NONE OX_EVENT_NONE

static bool is_sound(const ox_events_config *config) {
    return config->types >= 1 && config->types <= 65535u && config->waiting >= 1 &&
           config->waiting <= OX_EVENT_WAITING_MAX && config->extensions <= OX_EVENT_WAITING_MAX &&
           config->listeners <= OX_POOL_CAPACITY_MAX && (config->trace & (config->trace - 1u)) == 0 &&
           config->trace <= 65536u;
}

static bool take_memory(ox_events *events, ox_arena *arena) {
    const ox_events_config *config = &events->config;
    events->slots = OX_PUSH(arena, ox_event_slot, config->waiting);
    events->future = OX_PUSH(arena, uint16_t, config->waiting);
    events->types = OX_PUSH(arena, ox_event_type, config->types);
    if (events->slots == NULL || events->future == NULL || events->types == NULL) return false;
    if (config->extensions > 0) {
        events->extensions = OX_PUSH(arena, ox_event_extension, config->extensions);
        if (events->extensions == NULL) return false;
    }
    if (config->trace > 0) {
        events->trace = OX_PUSH(arena, ox_event_trace, config->trace);
        if (events->trace == NULL) return false;
    }
    return config->listeners == 0 || ox_pool_init(&events->listeners, arena, sizeof(ox_listener),
                                                  _Alignof(ox_listener), config->listeners) == OX_OK;
}

/* Stands in for the resolver of a bus without one: no handle has an object. */
static void *find_nobody(void *world, ox_handle handle) {
    (void)world, (void)handle;
    return NULL;
}
static ox_answer pass(void *object, const ox_event *event) {
    (void)object, (void)event;
    return OX_PASSED;
}

ox_status ox_events_init(ox_events *events, const ox_events_config *config, ox_arena *arena) {
    *events = (ox_events){.config = *config};
    if (!is_sound(config)) return OX_BAD_ARGUMENT;
    if (config->resolver.resolve == NULL) events->config.resolver.resolve = find_nobody;
    if (config->deliver == NULL) events->config.deliver = pass;
    if (config->deliveries == 0) events->config.deliveries = 8 * config->waiting;
    ox_mark mark = ox_arena_mark(arena, OX_ARENA_LOW);
    if (!take_memory(events, arena)) {
        ox_arena_rollback(arena, mark);
        return OX_OUT_OF_MEMORY;
    }
    events->left = events->config.deliveries;
    ox_event_queue_init(events);
    ox_subject_init(&events->eavesdroppers);
    return OX_OK;
}

/* ---- types ---- */

uint16_t ox_events_type(const ox_events *events, ox_id name) {
    for (uint32_t i = 0; i < events->type_count; i++) {
        if (events->types[i].name == name) return (uint16_t)i;
    }
    return OX_EVENT_ANY;
}

ox_status ox_events_add_type(ox_events *events, ox_id name, ox_event_merge *merge, uint16_t *type) {
    if (name == OX_ID_NONE) return OX_BAD_ARGUMENT;
    if (ox_events_type(events, name) != OX_EVENT_ANY) return OX_ALREADY_THERE;
    if (events->type_count >= events->config.types) return OX_FULL;
    ox_event_type *fresh = &events->types[events->type_count];
    fresh->name = name;
    fresh->merge = merge;
    ox_subject_init(&fresh->listeners);
    if (type != NULL) *type = events->type_count;
    events->type_count++;
    bool plain = merge == NULL && events->plain_types + 1u == events->type_count;
    events->plain_types = plain ? events->type_count : 0;
    return OX_OK;
}

ox_status ox_events_add_types(ox_events *events, const ox_id *names, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        ox_status status = ox_events_add_type(events, names[i], NULL, NULL);
        if (ox_failed(status)) return status;
    }
    return OX_OK;
}

/* ---- delivery ---- */

OX_EVENT_SELDOM static void trace(ox_events *events, const ox_event *event, uint32_t answer) {
    ox_event_trace *line = &events->trace[events->traced++ & (events->config.trace - 1u)];
    *line = (ox_event_trace){.tick = events->tick,
                             .type = event->type,
                             .answer = (uint8_t)answer,
                             .depth = events->depth,
                             .sender = event->sender,
                             .receiver = event->receiver,
                             .sequence = event->sequence};
}

const ox_event_trace *ox_events_trace(const ox_events *events, uint32_t age) {
    if (age >= events->traced || age >= events->config.trace) return NULL;
    return &events->trace[(events->traced - 1u - age) & (events->config.trace - 1u)];
}

/* Notifies a subject. A single listener needs no walk: changes that it makes to the list matter to nobody afterwards.
 */
OX_EVENT_INLINE_HERE ox_answer notify(ox_subject *subject, const ox_event *event) {
    ox_link *root = &subject->listeners.root;
    ox_listener *listener =
        (ox_listener *)(void *)((uint8_t *)(void *)root->next - offsetof(ox_listener, link));
    bool plain = root->next->next == root &&
                 (listener->object.bits | listener->sender.bits | listener->receiver.bits) == 0;
#if OX_DEBUG
    plain = plain && subject->limit == NULL;
#endif
    return plain ? listener->call(listener->context, event) : ox_subject_notify(subject, event);
}

/* Delivers one event. The caller has counted the event as delivered already; an event whose receiver is gone is taken
 * off that count. */
OX_EVENT_INLINE_HERE ox_answer deliver(ox_events *events, const ox_event *event) {
    ox_answer answer = OX_PASSED;
    if (event->receiver.bits != 0) {
        const ox_resolver *resolver = &events->config.resolver;
        void *object = resolver->resolve(resolver->world, event->receiver);
        if (object == NULL) {
            events->counts.gone++;
            events->counts.delivered--;
            if (events->trace != NULL) trace(events, event, OX_TRACE_GONE);
            return OX_PASSED;
        }
        if (events->overheard) (void)ox_subject_notify(&events->eavesdroppers, event);
        answer = events->config.deliver(object, event);
    } else if (events->overheard) {
        (void)ox_subject_notify(&events->eavesdroppers, event);
    }
    ox_subject *listeners = &events->types[event->type].listeners;
    if (answer != OX_STOP && ox_subject_is_heard(listeners)) {
        ox_answer heard = notify(listeners, event);
        if (heard > answer) answer = heard;
    }
    if (events->trace != NULL) trace(events, event, answer);
    return answer;
}

void ox_events_begin(ox_events *events, uint32_t tick) {
    events->tick = tick;
    events->left = events->config.deliveries;
    ox_event_queue_ripen(events);
}

#if OX_PROFILED
/* Tells the last deliveries of the tick back to where type and receiver were those of the last one: a chain that comes back to its beginning. */
static void tell_cycle(const ox_events *events) {
    enum { MOST = 8 };
    char line[OX_LOG_LINE];
    uint32_t length = 1;
    const ox_event_trace *last = ox_events_trace(events, 0), *at;
    if (last == NULL || last->tick != events->tick) return;
    while ((at = ox_events_trace(events, length)) != NULL && at->tick == events->tick && length <= MOST &&
           (at->type != last->type || at->receiver.bits != last->receiver.bits))
        length++;
    if (at == NULL || at->tick != events->tick || length > MOST) return;
    ox_text out = ox_text_begin(line, sizeof line);
    for (uint32_t i = length; i-- > 0;) {
        at = ox_events_trace(events, i);
        ox_text_add(&out, "%s#%08x from %08x to %08x", i + 1 == length ? "" : ", ",
                    (unsigned)events->types[at->type].name, (unsigned)at->sender.bits,
                    (unsigned)at->receiver.bits);
    }
    ox_log_write(events->config.log, PLAT_LOG_WARNING, "events: a cycle of %u: %s", (unsigned)length, line);
}
#endif

/* Postpones the events that are left to the next tick. They are most likely a loop, and the first of them shows
 * which. */
OX_EVENT_SELDOM static void put_off(ox_events *events, const char *why) {
    uint32_t first = events->current.first != NONE ? events->current.first : events->ready.first;
    const ox_event_record *record = &events->slots[first].record;
    events->counts.loops++;
    ox_log_write(events->config.log, PLAT_LOG_WARNING,
                 "events: %s in tick %u: a loop? type %u (#%08x) from %08x to %08x waits for the next tick",
                 why, (unsigned)events->tick, (unsigned)record->type,
                 (unsigned)events->types[record->type].name, (unsigned)record->sender.bits,
                 (unsigned)record->receiver.bits);
#if OX_PROFILED
    tell_cycle(events);
#endif
    ox_event_queue_postpone(events, &events->current);
    ox_event_queue_postpone(events, &events->ready);
    ox_event_queue_note_end(events);
}

/* Delivers at most `most` events of this round's list and returns how many; the caller took `most` off the cap
 * before. From the beginning these events no longer count as waiting. Handlers may take events out of the list: such
 * events were counted by the call that took them out. */
static uint32_t drain_round(ox_events *events, uint32_t most) {
    ox_event event;
    uint32_t number, left = most;
    event.log = events->config.log;
    events->taken += most;
    for (; left > 0 && (number = events->current.first) != NONE; left--) {
        ox_event_slot *slot = &events->slots[number];
        ox_event_queue_read(events, slot, &event);
        events->current.first = slot->next;
        ox_event_queue_give(events, number);
        (void)deliver(events, &event);
    }
    events->taken -= left;
    return most - left;
}

uint32_t ox_events_drain(ox_events *events) {
    FX_CHECK_OR(!events->draining && events->depth == 0, "events: drained from within a handler", return 0);
    uint32_t count = 0;
    const char *why = "too many rounds";
    events->draining = true;
    for (uint32_t round = 0; round < OX_EVENT_ROUNDS && events->ready.first != NONE; round++) {
        uint32_t most = ox_events_waiting(events) - events->later.count;
        if (most > events->left) most = events->left;
        events->current = events->ready;
        events->ready = (ox_event_list){NONE, NONE};
        ox_event_queue_note_end(events);
        events->left -= most;
        uint32_t done = drain_round(events, most);
        events->left += most - done;
        events->counts.delivered += done;
        count += done;
        if (events->current.first != NONE) {
            why = "too many deliveries";
            break;
        }
    }
    if (events->current.first != NONE || events->ready.first != NONE) put_off(events, why);
    events->draining = false;
    return count;
}

ox_answer ox_events_send(ox_events *events, ox_event *event) {
    FX_CHECK_OR(event->type < events->type_count, "events: send of a type that was never declared",
                return OX_PASSED);
    event->tick = events->tick;
    event->log = events->config.log;
    bool deep = events->depth >= OX_EVENT_DEPTH;
    FX_ASSERT_MSG(!deep, "events: sends within sends, %u deep, type %u from %x to %x",
                  (unsigned)events->depth, (unsigned)event->type, (unsigned)event->sender.bits,
                  (unsigned)event->receiver.bits);
    if (deep || events->left == 0) {
        if (deep) events->counts.too_deep++;
        (void)ox_events_post(events, event, 0);
        return OX_PASSED;
    }
    events->depth++;
    events->left--;
    events->counts.delivered++;
    ox_answer answer = deliver(events, event);
    events->depth--;
    return answer;
}

uint32_t ox_events_cancel(ox_events *events, ox_handle sender, uint16_t type) {
    uint32_t removed = ox_event_queue_remove(events, sender, OX_HANDLE_NONE, type);
    events->counts.cancelled += removed;
    return removed;
}

/* ---- listening ---- */

static ox_handle listen(ox_events *events, const ox_interest *interest, ox_handler *call, void *context,
                        ox_handle object) {
    FX_CHECK_OR(interest->type < events->type_count || interest->type == OX_EVENT_ANY,
                "events: nothing of that type was declared", return OX_HANDLE_NONE);
    ox_subject *subject =
        interest->type == OX_EVENT_ANY ? &events->eavesdroppers : &events->types[interest->type].listeners;
    ox_listener *listener =
        events->config.listeners == 0
            ? NULL
            : ox_subject_add_from(subject, &events->listeners, call, context, OX_LISTEN_LAST);
    if (listener == NULL) {
        events->counts.deafened++;
        return OX_HANDLE_NONE;
    }
    events->overheard |= interest->type == OX_EVENT_ANY;
    listener->object = object;
    listener->sender = interest->sender;
    listener->receiver = interest->receiver;
    return ox_pool_handle(&events->listeners, listener);
}

ox_handle ox_events_listen(ox_events *events, ox_interest interest, ox_handler *call, void *context) {
    return listen(events, &interest, call, context, OX_HANDLE_NONE);
}

ox_handle ox_events_listen_object(ox_events *events, ox_interest interest, ox_handler *call,
                                  ox_handle object) {
    FX_CHECK_OR(object.bits != 0 && events->config.resolver.resolve != find_nobody,
                "events: a listening object needs a handle and a resolver", return OX_HANDLE_NONE);
    return listen(events, &interest, call, &events->config.resolver, object);
}

ox_status ox_events_unlisten(ox_events *events, ox_handle listening) {
    ox_listener *listener = events->config.listeners == 0 ? NULL : ox_pool_get(&events->listeners, listening);
    return listener != NULL && ox_listener_remove(listener) ? OX_OK : OX_STALE_HANDLE;
}

uint32_t ox_events_forget(ox_events *events, ox_handle object) {
    FX_CHECK_OR(object.bits != 0, "events: forget whom?", return 0);
    uint32_t removed = 0, used = events->config.listeners == 0 ? 0 : events->listeners.fresh;
    for (uint32_t i = 0; i < used; i++) {
        ox_listener *listener = ox_pool_at(&events->listeners, i);
        if (listener == NULL || listener->object.bits != object.bits) continue;
        removed += ox_listener_remove(listener);
    }
    uint32_t cancelled = ox_event_queue_remove(events, OX_HANDLE_NONE, object, OX_EVENT_ANY);
    events->counts.cancelled += cancelled;
    return removed + cancelled;
}

uint32_t ox_events_report(const ox_events *events, void (*tell)(void *context, const ox_listener *listener),
                          void *context) {
    uint32_t count = ox_subject_report(&events->eavesdroppers, tell, context);
    for (uint32_t i = 0; i < events->type_count; i++) {
        count += ox_subject_report(&events->types[i].listeners, tell, context);
    }
    return count;
}

void ox_events_post_to(ox_events *events, ox_id name, ox_handle receiver, const int32_t *arguments,
                       uint32_t count) {
    ox_event event;
    const uint16_t type = ox_events_type(events, name);
    if (type == OX_EVENT_ANY) return;
    ox_event_begin(&event, type, OX_HANDLE_NONE, receiver);
    for (uint32_t i = 0; i < count; i++) (void)ox_event_add_int(&event, (uint16_t)(i + 1), arguments[i]);
    (void)ox_events_post(events, &event, 0);
}

void ox_events_post_named(ox_events *events, ox_id name, const int32_t *arguments, uint32_t count) {
    ox_events_post_to(events, name, OX_HANDLE_NONE, arguments, count);
}
