/* A bomb with a fuse: events that wait, listeners, an area broadcast, and a fact that outlives its sender. */
#include "kernel/event/events.h"
#include "fixedmath/scalar.h"
#include "kernel/event/area.h"
#include "kernel/type/name.h"
#include "rom/carts/examples/example.h"

enum { EVENT_FUSE, EVENT_HURT, EVENT_DIED, EVENT_TYPES };
enum { THINGS = 5 };

/* 1. The things of this little world, and how a handle becomes one. A slot that is used again has another
 * handle, so an event never finds the wrong one. */
typedef struct thing {
    const char *name;
    ox_handle handle; /* none: gone */
    vec3 place;
    int32_t health;
} thing;
typedef struct room {
    thing things[THINGS];
    ox_events events;
    ox_log *out;
} room;

static void *find_object(void *world, ox_handle handle) {
    room *r = world;
    uint32_t slot = handle.bits & 0xFFFFu;
    return slot < THINGS && r->things[slot].handle.bits == handle.bits && handle.bits != 0 ? &r->things[slot]
                                                                                           : NULL;
}

/* 2. The function of the receivers of an event. The event carries all that a receiver needs. */
static ox_answer handle_event(void *object, const ox_event *event) {
    thing *t = object;
    if (event->type != EVENT_HURT) return OX_PASSED;
    t->health -= ox_event_int(event, OX_KEY("amount"), 1);
    return OX_HANDLED;
}

/* 3. Others listen, too. A listener is a function and a context; here the context is the room itself. */
static ox_answer score(void *context, const ox_event *event) {
    room *r = context;
    ox_log_write(r->out, PLAT_LOG_INFO, "tick %u: somebody died, %d points", (unsigned)event->tick,
                 (int)ox_event_int(event, OX_KEY("points"), 0));
    return OX_PASSED;
}

static ox_answer log_hurt(void *context, const ox_event *event) {
    room *r = context;
    const thing *t = find_object(r, event->receiver);
    ox_log_write(r->out, PLAT_LOG_INFO, "tick %u: %s is hurt, health %d", (unsigned)event->tick, t->name,
                 (int)t->health);
    if (t->health > 0) return OX_PASSED;
    /* The thing dies, but posts an event first: when the event is heard the thing is gone. */
    ox_event died;
    ox_event_begin(&died, EVENT_DIED, event->receiver, OX_HANDLE_NONE);
    ox_event_add_int(&died, OX_KEY("points"), 50);
    ox_events_post(&r->events, &died, 1);
    r->things[event->receiver.bits & 0xFFFFu].handle = OX_HANDLE_NONE;
    return OX_PASSED;
}

/* 4. For an explosion the world says which things may be near; the exact distance is tested by ox_area_broadcast. */
static uint32_t candidates(void *world, const ox_event_area *area, ox_handle *found, uint32_t most) {
    room *r = world;
    uint32_t count = 0;
    (void)area;
    for (uint32_t i = 0; i < THINGS; i++) {
        if (r->things[i].handle.bits != 0 && count < most) found[count++] = r->things[i].handle;
    }
    return count;
}
static bool place_of(void *world, ox_handle object, ox_area_place *place) {
    const thing *t = find_object(world, object);
    if (t == NULL) return false;
    *place = (ox_area_place){t->place, 1};
    return true;
}

static ox_answer explode(void *context, const ox_event *event) {
    room *r = context;
    ox_handle found[THINGS];
    ox_event hurt;
    ox_event_area blast = {
        .centre = ox_event_vec3(event, OX_KEY("place"), (vec3){0, 0, 0}), .radius = FX(5), .mask = 1};
    ox_area_space space = {candidates, place_of, r, .found = found, .most = THINGS};
    ox_event_begin(&hurt, EVENT_HURT, event->sender, OX_HANDLE_NONE);
    ox_event_add_int(&hurt, OX_KEY("amount"), 30);
    uint32_t told = ox_area_broadcast(&r->events, &space, &blast, &hurt, NULL);
    ox_log_write(r->out, PLAT_LOG_INFO, "tick %u: boom, %u in range", (unsigned)event->tick, (unsigned)told);
    return OX_HANDLED;
}

/* 5. A subject belongs to one thing, and tells the observers on its list; an observer that goes is on no list any
 * more. */
static ox_answer count_call(void *context, const ox_event *event) {
    (void)event;
    ++*(uint32_t *)context;
    return OX_PASSED;
}

static void show_bell(ox_log *out) {
    ox_subject bell;
    ox_observer cat;
    ox_listener listeners[2] = {{.call = NULL}}, mine = {.call = NULL};
    ox_event rung;
    uint32_t heard = 0, by_cat = 0;
    ox_event_begin(&rung, EVENT_FUSE, OX_HANDLE_NONE, OX_HANDLE_NONE);
    ox_subject_init(&bell);
    ox_observer_init(&cat);
    if (ox_subject_add(&bell, &mine, count_call, &by_cat, OX_LISTEN_FIRST) != OX_OK ||
        ox_subject_add_in(&bell, listeners, 2, count_call, &heard, OX_LISTEN_LAST) == NULL)
        return;
    ox_observer_own(&cat, &mine);
    (void)ox_subject_notify(&bell, &rung);
    const uint32_t before = ox_subject_count(&bell);
    ox_observer_end(&cat);
    (void)ox_subject_notify(&bell, &rung);
    SAY("the bell had %u listeners, and %u when the cat was gone; it heard %u of 2, the other %u",
        (unsigned)before, (unsigned)ox_subject_report(&bell, NULL, NULL), (unsigned)by_cat, (unsigned)heard);
    (void)ox_subject_remove(&bell, count_call, &heard);
    SAY("the bell is %s", ox_subject_is_heard(&bell) ? "heard" : "not heard any more");
    ox_subject_end(&bell, &rung);
}

void example(plat *platform, ox_log *out) {
    static _Alignas(8) uint8_t memory[8192];
    static const ox_id names[EVENT_TYPES] = {OX_NAME("fuse"), OX_NAME("hurt"), OX_NAME("died")};
    static room r = {
        .things = {{"ox", {0x10000u}, {FX(1), 0, 0}, 40},
                   {"goose", {0x10001u}, {FX(3), 0, FX(4)}, 20}, /* exactly 5 away: within reach */
                   {"cat", {0x10002u}, {FX(6), 0, 0}, 9},
                   {"dog", {0x10003u}, {0, FX(2), 0}, 80}}};
    ox_arena arena;
    (void)platform;
    r.out = out;
    ox_arena_init(&arena, memory, sizeof memory);
    ox_events_config config = {.types = EVENT_TYPES,
                               .waiting = 32,
                               .extensions = 8,
                               .listeners = 4,
                               .resolver = {find_object, &r},
                               .deliver = handle_event,
                               .log = out};
    if (ox_failed(ox_events_init(&r.events, &config, &arena)) ||
        ox_failed(ox_events_add_types(&r.events, names, EVENT_TYPES)))
        return;
    ox_events_listen(&r.events, (ox_interest){.type = EVENT_FUSE}, explode, &r);
    ox_events_listen(&r.events, (ox_interest){.type = EVENT_HURT}, log_hurt, &r);
    ox_events_listen(&r.events, (ox_interest){.type = EVENT_DIED}, score, &r);

    /* 6. The fuse is an event to nobody that comes in four ticks. The event tells where the bomb lay. */
    ox_event fuse;
    ox_event_begin(&fuse, EVENT_FUSE, OX_HANDLE_NONE, OX_HANDLE_NONE);
    ox_event_add_vec3(&fuse, OX_KEY("place"), (vec3){0, 0, 0});
    ox_events_post(&r.events, &fuse, 4);
    SAY("a bomb lies there; %u event waits", (unsigned)ox_events_waiting(&r.events));
    for (uint32_t tick = 1; tick <= 6; tick++) {
        ox_events_begin(&r.events, tick);
        ox_events_drain(&r.events);
    }
    SAY("the cat has %d lives left", (int)r.things[2].health);

    /* 7. An event is sent at once, on the sender's stack; or taken back before it is due; or ended with all that
     * concerns a thing. */
    ox_event hurt;
    ox_event_begin(&hurt, EVENT_HURT, OX_HANDLE_NONE, r.things[3].handle);
    ox_event_add_int(&hurt, OX_KEY("amount"), 5);
    (void)ox_events_send(&r.events, &hurt);
    ox_handle listening = ox_events_listen_object(&r.events, (ox_interest){.type = EVENT_DIED}, handle_event,
                                                  r.things[3].handle);
    const uint32_t listens = ox_events_report(&r.events, NULL, NULL);
    ox_events_post(&r.events, &hurt, 9);
    ox_events_post(&r.events, &hurt, 10);
    const uint32_t back = ox_events_cancel(&r.events, OX_HANDLE_NONE, EVENT_HURT);
    ox_events_post(&r.events, &hurt, 9);
    SAY("the dog has %d left; %u listened; %u taken back, %u ended with the dog", (int)r.things[3].health,
        (unsigned)listens, (unsigned)back, (unsigned)ox_events_forget(&r.events, r.things[3].handle));
    SAY("its listening %s", ox_events_unlisten(&r.events, listening) == OX_OK ? "goes on" : "has ended, too");
    show_bell(out);
}
