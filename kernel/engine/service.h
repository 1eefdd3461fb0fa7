/* Services: what a game asks of devices that may be absent or replaced, as tables of functions with a state.
 *
 *     static const ox_rumble_operations motor = {{&ox_rumble_type}, motor_shake};
 *     status = ox_engine_serve(engine, OX_SERVICE_RUMBLE, (ox_service){&motor.head, &my_motor});
 *
 * A game may put its own service in the place of any other, also a service that keeps the old one inside and passes
 * calls on. Callers go on through the base type and reach the new service; code that knows the derived type asks for
 * the service by that type. A replacement must behave as its base says. To derive, begin the new table with the
 * base's table and name the base's type in the new type:
 *
 *     const ox_service_type echo_type = {"echo", 1, &ox_sound_type};
 *     typedef struct { ox_sound_operations sound; void (*depth)(void *state, fx depth); } echo_operations;
 *     static const echo_operations echo = {{{&echo_type}, ...}, echo_depth};
 *
 * The null services do nothing and answer "none". */
#ifndef OXCART_KERNEL_ENGINE_SERVICE_H
#define OXCART_KERNEL_ENGINE_SERVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fixedmath/types.h"

typedef enum ox_service_kind {
    OX_SERVICE_SOUND,
    OX_SERVICE_NETWORK,
    OX_SERVICE_RUMBLE,
    OX_SERVICE_DEBUG,
    OX_SERVICE_EVENTS,
    OX_SERVICES
} ox_service_kind;

typedef struct ox_service_type {
    const char *name;
    uint16_t version; /* version of the base's table that the type is made for: grows when a table changes */
    const struct ox_service_type *base; /* the type that this type extends, NULL for the five types below */
} ox_service_type;

/* The head of every table of operations. */
typedef struct ox_service_operations {
    const ox_service_type *type;
} ox_service_operations;

/* A service of any type. */
typedef struct ox_service {
    const ox_service_operations *operations;
    void *state; /* state of the service, handed to every operation */
} ox_service;

/* Sound: starts and stops sounds of the ROM by id. */
struct ox_audio_track;

typedef struct ox_sound_operations {
    ox_service_operations head;
    uint32_t (*play)(void *state, uint32_t sound, fx volume); /* gives a voice, 0 = none; volume 0..1 */
    void (*stop)(void *state, uint32_t voice);                /* any number of a voice is allowed */
    bool (*playing)(void *state, uint32_t voice);
    /* The next two may be NULL. How loud the player wants a bus of kernel/audio/audio.h, 0..100; and the id of the
     * sound that began last of those that a bus plays, 0: it is silent. */
    void (*loudness)(void *state, uint32_t bus, uint32_t percent);
    uint32_t (*heard)(void *state, uint32_t bus);
    void (*pause)(void *state, uint32_t voice, bool paused); /* stands still at its sample; may be NULL */
    /* Plays a track (kernel/audio/track.h) from one of its frames on, on the bus of music; `name` is what watchers are
     * told. Gives a voice, 0 = none; may be NULL. */
    uint32_t (*track)(void *state, struct ox_audio_track *track, uint32_t name, uint32_t from);
} ox_sound_operations;

/* Network: datagrams to and from peers by number. */
typedef struct ox_network_operations {
    ox_service_operations head;
    /* number of peers connected now */
    uint32_t (*peers)(void *state);
    /* false: the datagram was not sent */
    bool (*send)(void *state, uint32_t peer, const void *bytes, size_t count);
    size_t (*receive)(void *state, uint32_t *peer, void *bytes, size_t room); /* 0: no datagram came */
} ox_network_operations;

/* Rumble: shakes the pad. */
typedef struct ox_rumble_operations {
    ox_service_operations head;
    void (*shake)(void *state, fx strength, uint32_t steps); /* strength 0..1 */
} ox_rumble_operations;

/* Debug: the console calls it for every frame. */
typedef struct ox_debug_operations {
    ox_service_operations head;
    void (*frame)(void *state, uint32_t number, uint32_t draw_microseconds);
} ox_debug_operations;

/* Events: tells all listeners that something happened, when the events of the next step are due. Arguments are those
 * of the event's declaration, a word each. An event that nobody names has no listeners and is dropped. */
typedef struct ox_event_operations {
    ox_service_operations head;
    /* at most 6 arguments */
    void (*post)(void *state, uint32_t name, const int32_t *arguments, uint32_t count);
    /* The queue in which all events wait, for code in C that posts and listens (kernel/event/events.h). What `on
     * Name` of a script hears, a listener of that name's type hears, too, and the other way round. Arguments have the
     * keys 1, 2, ... where a script or `post` gave them. The queue is made with the scene. NULL where there is none. */
    struct ox_events *(*bus)(void *state);
} ox_event_operations;

typedef struct ox_sound_service {
    const ox_sound_operations *operations;
    void *state;
} ox_sound_service;
typedef struct ox_network_service {
    const ox_network_operations *operations;
    void *state;
} ox_network_service;
typedef struct ox_rumble_service {
    const ox_rumble_operations *operations;
    void *state;
} ox_rumble_service;
typedef struct ox_debug_service {
    const ox_debug_operations *operations;
    void *state;
} ox_debug_service;

typedef struct ox_event_service {
    const ox_event_operations *operations;
    void *state;
} ox_event_service;

extern const ox_service_type ox_sound_type, ox_network_type, ox_rumble_type, ox_debug_type,
    ox_event_service_type;

/* The null service of a kind. */
ox_service ox_service_null(ox_service_kind kind);

/* Whether a type is `ancestor` or derived from it. */
bool ox_service_is(const ox_service_type *type, const ox_service_type *ancestor);

#endif
