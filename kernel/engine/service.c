/* The types of services and the null services. */
#include "kernel/engine/service.h"

const ox_service_type ox_sound_type = {"sound", 1, NULL}, ox_network_type = {"network", 1, NULL},
                      ox_rumble_type = {"rumble", 1, NULL}, ox_debug_type = {"debug", 1, NULL},
                      ox_event_service_type = {"events", 1, NULL};

/* ---- operations that do nothing ---- */

static uint32_t no_play(void *state, uint32_t sound, fx volume) {
    (void)state, (void)sound, (void)volume;
    return 0;
}

static void no_stop(void *state, uint32_t voice) { (void)state, (void)voice; }

static bool no_playing(void *state, uint32_t voice) {
    (void)state, (void)voice;
    return false;
}

static uint32_t no_peers(void *state) {
    (void)state;
    return 0;
}

static bool no_send(void *state, uint32_t peer, const void *bytes, size_t count) {
    (void)state, (void)peer, (void)bytes, (void)count;
    return false;
}

static size_t no_receive(void *state, uint32_t *peer, void *bytes, size_t room) {
    (void)state, (void)bytes, (void)room;
    *peer = 0;
    return 0;
}

static void no_shake(void *state, fx strength, uint32_t steps) { (void)state, (void)strength, (void)steps; }

static void no_frame(void *state, uint32_t number, uint32_t draw_microseconds) {
    (void)state, (void)number, (void)draw_microseconds;
}

static void no_post(void *state, uint32_t name, const int32_t *arguments, uint32_t count) {
    (void)state, (void)name, (void)arguments, (void)count;
}

static const ox_sound_operations no_sound = {
    {&ox_sound_type}, no_play, no_stop, no_playing, NULL, NULL, NULL, NULL};
static const ox_network_operations no_network = {{&ox_network_type}, no_peers, no_send, no_receive};
static const ox_rumble_operations no_rumble = {{&ox_rumble_type}, no_shake};
static const ox_debug_operations no_debug = {{&ox_debug_type}, no_frame};
static struct ox_events *no_bus(void *state) {
    (void)state;
    return NULL;
}

static const ox_event_operations no_events = {{&ox_event_service_type}, no_post, no_bus};

ox_service ox_service_null(ox_service_kind kind) {
    static const ox_service_operations *const none[OX_SERVICES] = {
        &no_sound.head, &no_network.head, &no_rumble.head, &no_debug.head, &no_events.head};
    return (ox_service){(unsigned)kind < OX_SERVICES ? none[kind] : NULL, NULL};
}

bool ox_service_is(const ox_service_type *type, const ox_service_type *ancestor) {
    while (type != NULL && type != ancestor) type = type->base;
    return type != NULL;
}
