/* Listeners and subjects: the walk over listeners, and how it survives every change on the way. */
#include "kernel/event/subject.h"

#include "kernel/memory/life.h"

/* A walk over listeners; it lies on the stack of its notify. Code that unlinks the listener that comes next moves
 * `next` on. */
typedef struct ox_listener_walk {
    ox_link *next;
    ox_subject *subject; /* NULL: the subject ended meanwhile */
    struct ox_listener_walk *outer;
} ox_listener_walk;

static inline ox_listener *of_link(ox_link *link) {
    return (ox_listener *)(void *)((uint8_t *)(void *)link - offsetof(ox_listener, link));
}

void ox_subject_init(ox_subject *subject) {
    *subject = (ox_subject){0};
    ox_intrusive_init(&subject->listeners);
}

/* Takes a listener out of every list; it may be reused at once. */
static void let_go(ox_listener *listener) {
    for (ox_listener_walk *walk = listener->subject->walks; walk != NULL; walk = walk->outer) {
        if (walk->next == &listener->link) walk->next = listener->link.next;
    }
    ox_link_remove(&listener->link);
    if (ox_link_is_linked(&listener->owned)) ox_link_remove(&listener->owned);
    listener->subject = NULL;
    if (listener->pool != NULL) (void)ox_pool_give(listener->pool, listener);
}

void ox_subject_end(ox_subject *subject, const ox_event *dying) {
    if (subject->listeners.root.next == NULL) return;
    if (dying != NULL) {
        /* a handler may end the subject itself */
        ox_listener_walk guard = {&subject->listeners.root, subject, subject->walks};
        subject->walks = &guard;
        (void)ox_subject_notify(subject, dying);
        if (guard.subject == NULL) return;
        subject->walks = guard.outer;
    }
    while (ox_subject_is_heard(subject)) let_go(of_link(subject->listeners.root.next));
    for (ox_listener_walk *walk = subject->walks; walk != NULL; walk = walk->outer) walk->subject = NULL;
    OX_CLEAR(subject);
}

static void link_in(ox_subject *subject, ox_listener *listener, ox_handler *call, void *context,
                    ox_pool *pool, ox_listen_place place) {
    OX_CREATED(subject->listeners.root.next);
    /* members are set one by one, since an initialiser would be a call of memset */
    listener->link.next = listener->link.prev = listener->owned.next = listener->owned.prev = NULL;
    listener->call = call;
    listener->context = context;
    listener->object = listener->sender = listener->receiver = OX_HANDLE_NONE;
    listener->subject = subject;
    listener->pool = pool;
    listener->number = subject->added++;
    ox_link *root = &subject->listeners.root;
    ox_link_insert(place == OX_LISTEN_FIRST ? root->next : root, &listener->link);
}

ox_status ox_subject_add(ox_subject *subject, ox_listener *listener, ox_handler *call, void *context,
                         ox_listen_place place) {
    FX_CHECK_OR(listener->subject == NULL, "subject: the listener listens already", return OX_ALREADY_THERE);
    link_in(subject, listener, call, context, NULL, place);
    return OX_OK;
}

ox_listener *ox_subject_add_in(ox_subject *subject, ox_listener *array, uint32_t count, ox_handler *call,
                               void *context, ox_listen_place place) {
    for (uint32_t i = 0; i < count; i++) {
        if (array[i].subject != NULL) continue;
        link_in(subject, &array[i], call, context, NULL, place);
        return &array[i];
    }
    return NULL;
}

ox_listener *ox_subject_add_from(ox_subject *subject, ox_pool *pool, ox_handler *call, void *context,
                                 ox_listen_place place) {
    ox_listener *listener = ox_pool_take(pool, NULL);
    if (listener != NULL) link_in(subject, listener, call, context, pool, place);
    return listener;
}

bool ox_listener_remove(ox_listener *listener) {
    if (listener->subject == NULL) return false;
    let_go(listener);
    return true;
}

bool ox_subject_remove(ox_subject *subject, ox_handler *call, const void *context) {
    ox_link *root = &subject->listeners.root;
    for (ox_link *link = root->next; link != root; link = link->next) {
        ox_listener *listener = of_link(link);
        if (listener->call == call && listener->context == context) return ox_listener_remove(listener);
    }
    return false;
}

static inline bool is_wanted(ox_handle only, ox_handle actual) {
    return only.bits == 0 || only.bits == actual.bits;
}

ox_answer ox_subject_notify(ox_subject *subject, const ox_event *event) {
    ox_link *root = &subject->listeners.root;
    ox_listener_walk walk = {root->next, subject, subject->walks};
    ox_answer strongest = OX_PASSED;
    uint32_t added = subject->added;
#if OX_DEBUG
    const ox_notify_limit *limit = subject->limit;
    uint32_t begin = limit == NULL ? 0 : limit->count(limit->context);
#endif
    subject->walks = &walk;
    while (walk.next != root) {
        ox_listener *listener = of_link(walk.next);
        walk.next = walk.next->next;
        if ((int32_t)(listener->number - added) >= 0) continue;
        if (!is_wanted(listener->sender, event->sender) || !is_wanted(listener->receiver, event->receiver))
            continue;
        void *context = listener->context;
        if (listener->object.bits != 0) {
            const ox_resolver *resolver = context;
            context = resolver->resolve(resolver->world, listener->object);
            if (context == NULL) {
                let_go(listener);
                continue;
            }
        }
        ox_answer answer = listener->call(context, event);
        if (answer > strongest) strongest = answer;
        if (walk.subject == NULL) return strongest;
        if (answer == OX_STOP) break;
    }
    subject->walks = walk.outer;
#if OX_DEBUG
    FX_ASSERT_MSG(limit == NULL || limit->count(limit->context) - begin <= limit->most,
                  "subject: notifying of event %u took more than %u", (unsigned)event->type,
                  (unsigned)limit->most);
#endif
    return strongest;
}

uint32_t ox_subject_count(const ox_subject *subject) { return ox_intrusive_count(&subject->listeners); }

uint32_t ox_subject_report(const ox_subject *subject,
                           void (*tell)(void *context, const ox_listener *listener), void *context) {
    uint32_t count = 0;
    const ox_link *root = &subject->listeners.root;
    for (ox_link *link = root->next; link != root; link = link->next, count++) {
        if (tell != NULL) tell(context, of_link(link));
    }
    return count;
}

void ox_subject_limit(ox_subject *subject, const ox_notify_limit *limit) {
#if OX_DEBUG
    subject->limit = limit;
#else
    (void)subject;
    (void)limit;
#endif
}

void ox_observer_own(ox_observer *observer, ox_listener *listener) {
    FX_CHECK_OR(listener->subject != NULL, "observer: the listener is idle", return );
    if (ox_link_is_linked(&listener->owned)) ox_link_remove(&listener->owned);
    ox_link_insert(&observer->listeners.root, &listener->owned);
}

void ox_observer_end(ox_observer *observer) {
    ox_link *root = &observer->listeners.root;
    while (root->next != NULL && root->next != root) {
        uint8_t *link = (uint8_t *)(void *)root->next;
        let_go((ox_listener *)(void *)(link - offsetof(ox_listener, owned)));
    }
    OX_CLEAR(observer);
}
