/* Listeners and the subjects they listen to: one list mechanism for observers, the bus and eavesdroppers.
 *
 *     typedef struct body { ox_subject fell; ... } body;             one subject for each thing that happens
 *     ox_subject_init(&b->fell);
 *     ox_status s = ox_subject_add(&b->fell, &trophies->listener, trophy_heard, trophies, OX_LISTEN_LAST);
 *     ...
 *     ox_event_begin(&event, EVENT_FELL, b->handle, OX_HANDLE_NONE);
 *     ox_subject_notify(&b->fell, &event);                           every listener is called, now
 *
 * A listener is a record that lies where its owner wants it:
 *     in the observer itself         it is in one subject at a time; no memory besides
 *     in a fixed array of its owner  ox_subject_add_in finds an idle listener
 *     in a pool                      ox_subject_add_from; one observer may listen to many subjects
 * Wherever it lies, adding and removing take constant time, nothing is allocated, and the call is a function and a
 * context, so that one observer may have another handler for each subject.
 *
 * ORDER: OX_LISTEN_LAST behind the others, OX_LISTEN_FIRST in front of them (A, B, C are called C, B, A).
 * OX_STOP ends the walk.
 *
 * CHANGES DURING A NOTIFY are safe, whoever makes them: a listener that was removed is not called any more, from that
 * moment on (its owner may be gone in the next line); a listener that was added is first called with the next event;
 * a subject that ended calls nobody any more.
 *
 * LIFE TIME. Subject and listener know each other. The end of a subject unlinks its listeners, after telling them
 * when wanted; a listener is unlinked by ox_listener_remove; an observer with several puts them into an ox_observer,
 * and ox_observer_end unlinks all. A listener that is an object (a handle) is removed by itself when its object is
 * found gone. Screens that are only hidden must remove their listeners: ox_subject_report tells at the end of a level
 * which listeners are left.
 *
 * Handlers run within the notify, on the caller's time and in its thread: a notify never crosses into another thread
 * or an interrupt (inbox.h does). Slow work belongs in the queue (events.h); ox_subject_limit asserts in debug builds
 * when a notify takes too long.
 *
 * Cost, Cortex-M3: notify of one listener 55 instructions, and 32 for each further listener, a handler that does
 * nothing included; a compare for a subject without listeners that is asked by ox_subject_is_heard; remove and add 63
 * together. 36 bytes a listener besides its filter of 12, 16 a subject. (Game Programming Patterns, Observer.) */
#ifndef OXCART_KERNEL_EVENT_SUBJECT_H
#define OXCART_KERNEL_EVENT_SUBJECT_H

#include "kernel/containers/intrusive.h"
#include "kernel/event/event.h"

/* Turns handles into objects: NULL for an object that is gone. */
typedef struct ox_resolver {
    void *(*resolve)(void *world, ox_handle handle);
    void *world;
} ox_resolver;

struct ox_listener_walk; /* a notify under way */

/* Measures a quantity that a notify may use only so much of: microseconds, cycles, calls. */
typedef struct ox_notify_limit {
    uint32_t (*count)(void *context);
    void *context;
    uint32_t most;
} ox_notify_limit;

typedef struct ox_subject {
    ox_intrusive listeners;
    struct ox_listener_walk *walks;
    uint32_t added; /* listeners added so far: tells which came during a walk */
#if OX_DEBUG
    const ox_notify_limit *limit;
#endif
} ox_subject;

/* A listener, all zero before its first use. */
typedef struct ox_listener {
    ox_link link;  /* link in the subject's list */
    ox_link owned; /* link in the observer's list */
    ox_handler *call;
    void *context;       /* given to call; when the listener is an object, the ox_resolver */
    ox_handle object;    /* the listener is an object, given to call when it is there; none: no object */
    ox_handle sender;    /* only events from this sender; none: from all */
    ox_handle receiver;  /* only events to this receiver; none: to any */
    ox_subject *subject; /* the subject listened to; NULL: idle */
    ox_pool *pool;       /* pool to which the listener goes back when it is removed, or NULL */
    uint32_t number;     /* ox_subject.added when this listener was added */
} ox_listener;

typedef struct ox_observer {
    ox_intrusive listeners;
} ox_observer;

typedef enum ox_listen_place { OX_LISTEN_LAST, OX_LISTEN_FIRST } ox_listen_place;

/* Begins a subject, which must not be moved or copied while it has listeners. */
void ox_subject_init(ox_subject *subject);

/* Ends a subject: its listeners hear `dying` (NULL: nothing) and are unlinked; this is legal in the midst of a
 * notify, from a handler too, and ends that notify as well. The subject is clear then, and may be initialised again. */
void ox_subject_end(ox_subject *subject, const ox_event *dying);

/* Links a listener, which must be idle: OX_ALREADY_THERE, and an assertion, when it listens somewhere. */
FX_MUST_CHECK ox_status ox_subject_add(ox_subject *subject, ox_listener *listener, ox_handler *call,
                                       void *context, ox_listen_place place);

/* Links an idle listener of an array of `count`, all zero at first; NULL when none is idle. */
ox_listener *ox_subject_add_in(ox_subject *subject, ox_listener *array, uint32_t count, ox_handler *call,
                               void *context, ox_listen_place place);

/* Links a listener from a pool of ox_listener; NULL, which the pool counts, when the pool is empty. */
ox_listener *ox_subject_add_from(ox_subject *subject, ox_pool *pool, ox_handler *call, void *context,
                                 ox_listen_place place);

/* Ends the listening; a listener from a pool goes back to the pool. False for an idle listener, which is no mistake. */
bool ox_listener_remove(ox_listener *listener);
static inline bool ox_listener_is_linked(const ox_listener *listener) { return listener->subject != NULL; }

/* Removes the first listener with that call and context; false when there is none. O(n). */
bool ox_subject_remove(ox_subject *subject, ox_handler *call, const void *context);

/* Calls all listeners, in order, until one answers OX_STOP; the strongest answer is returned. */
ox_answer ox_subject_notify(ox_subject *subject, const ox_event *event);
static inline bool ox_subject_is_heard(const ox_subject *subject) {
    return subject->listeners.root.next != &subject->listeners.root;
}

uint32_t ox_subject_count(const ox_subject *subject);

/* Calls `tell` (may be NULL) for every listener, in order, and returns their number. For the end of a level. */
uint32_t ox_subject_report(const ox_subject *subject,
                           void (*tell)(void *context, const ox_listener *listener), void *context);

/* Sets a limit, in debug builds: a notify that takes more than limit->most asserts. NULL: no limit. The limit must
 * outlive the subject. */
void ox_subject_limit(ox_subject *subject, const ox_notify_limit *limit);

/* Begins an observer's list of its own listeners: ox_observer_end unlinks them all. */
static inline void ox_observer_init(ox_observer *observer) { ox_intrusive_init(&observer->listeners); }
void ox_observer_own(ox_observer *observer, ox_listener *listener);
void ox_observer_end(ox_observer *observer);

#endif
