/* The streaming manager: decides which areas of a large world are in memory, and which of those are alive.
 *
 *     static const ox_stream_area areas[] = {{ID_ROAD_1, {...bounds...}, 6000, 0}, ...};
 *     ox_stream_config config = {.areas = areas, .area_count = 16, .slots = 4, .slot_bytes = 8192,
 *                                .quota = 1024, .load = FX(24), .unload = FX(40), .need = FX(2), .lookahead = 60,
 *                                .source = &source, .host = &host};
 *     ox_stream stream;
 *     status = ox_stream_init(&stream, &arena, &config);
 *     each tick, before the world's:  ox_stream_tick(&stream, player_place, metres_a_tick);
 *     if (ox_stream_stalled(&stream)) hold the player (a door, the edge of a lift ...)
 *
 * STATES. absent > queued > loading > resident (its bytes are there) > active (its objects live) > leaving >
 * resident. One area is loading at a time, at most `quota` bytes a tick; one is brought to life in a tick;
 * so no tick pays for much.
 *
 * WANTED is what is near: within `load` metres of the place (of the area's bounds, by the longest of the
 * three axes), and until it is farther than `unload` if it is there already: walking to and fro over a
 * border loads nothing. Or, instead of distances, what lists say: load volumes, each with the areas that are
 * wanted while the place is inside of it. In either case also what is pinned (cut-scenes, teleports to
 * come). Of those that are wanted the nearest to where the player will be in `lookahead` ticks comes first.
 *
 * NEEDED is what is within `need` metres, or pinned as needed. While one of them is not active the manager
 * is stalled: a state to be asked for, never a wait.
 *
 * MEMORY: `slots` blocks of equal size, and `small_slots` smaller ones for areas marked small: an air lock,
 * in which the player is held while the large area behind goes and the one ahead comes, takes one large and
 * one small block. What is no longer wanted leaves its life at once, and its slot when somebody else wants
 * it: that which was wanted longest ago goes first. When all slots hold wanted areas and a needed one is
 * missing, the farthest of those not needed gives way. In a slot the area's bytes come first; what is left
 * of it is an arena for whoever brings it to life.
 *
 * SOURCE is who loads, as a rule by the requests of kernel/file. It must be ready at the same tick on every machine, since what lives is part of the
 * simulation. A load that fails is tried again after a second.
 *
 * Strips that scroll one way have an easier means: kernel/residency/window.h. (GEA 14.4; Madhav 2.)
 *
 * Cost, Cortex-M3 instructions: a tick 45 an area, and what the source copies. Bytes: 12 an area, 72 a slot
 * and its memory. */
#ifndef OXCART_KERNEL_LEVEL_STREAM_H
#define OXCART_KERNEL_LEVEL_STREAM_H

#include "fixedmath/volume.h"
#include "kernel/memory/arena.h"
#include "kernel/names/id.h"
#include "rom/codec.h"

typedef enum ox_stream_state {
    OX_AREA_ABSENT,
    OX_AREA_QUEUED,
    OX_AREA_LOADING,
    OX_AREA_RESIDENT,
    OX_AREA_ACTIVE,
    OX_AREA_LEAVING
} ox_stream_state;

enum { OX_STREAM_SMALL = 1 };

/* Const, by number. */
typedef struct ox_stream_area {
    ox_id id;
    box3 bounds;
    uint32_t bytes; /* of its data */
    uint32_t flags; /* OX_STREAM_SMALL */
} ox_stream_area;

/* While the place is in the box, these areas are wanted. */
typedef struct ox_stream_volume {
    box3 where;
    const uint16_t *areas;
    uint32_t count;
} ox_stream_volume;

/* Who loads. */
typedef struct ox_stream_source {
    /* Begins to bring an area's bytes to `to` (a multiple of 8). OX_OK, or a failure. */
    ox_status (*begin)(void *context, const ox_stream_area *area, void *to);
    /* Goes on with it by at most `quota` bytes. OX_EMPTY: under way; OX_OK: all is there; or a failure. */
    ox_status (*step)(void *context, uint32_t quota, uint32_t *moved);
    void (*cancel)(void *context);
    void *context;
} ox_stream_source;

/* Who brings to life: ox_area_open and ox_area_begin, as a rule. */
typedef struct ox_stream_host {
    ox_status (*enter)(void *context, uint32_t area, void *data, uint32_t bytes, ox_arena *rest);
    void (*leave)(void *context,
                  uint32_t area); /* its memory stays for this tick, so that the world may sweep */
    void *context;
} ox_stream_host;

typedef struct ox_stream_config {
    const ox_stream_area *areas;
    const ox_stream_volume *volumes; /* NULL: by distance */
    uint16_t area_count, volume_count;
    uint16_t slots, small_slots;
    uint32_t slot_bytes, small_bytes;
    uint32_t quota; /* bytes a tick */
    fx load, unload, need;
    uint32_t lookahead; /* ticks */
    const ox_stream_source *source;
    const ox_stream_host *host;
} ox_stream_config;

typedef struct ox_stream_entry {
    uint32_t wanted; /* tick of the last time */
    uint16_t slot;   /* + 1 */
    uint8_t state;   /* ox_stream_state */
    uint8_t pins, needs;
    uint8_t flags; /* of stream.c */
    uint16_t wait; /* ticks until a failed one is tried again */
} ox_stream_entry;

typedef struct ox_stream_slot {
    uint8_t *memory;
    uint32_t bytes;
    uint16_t area; /* + 1 */
    bool small;
    ox_arena rest;
} ox_stream_slot;

typedef struct ox_stream {
    ox_stream_config config;
    ox_stream_entry *entries;
    ox_stream_slot *slots;
    uint32_t slot_count;
    uint32_t tick;
    uint16_t loading; /* area + 1 */
    bool stalled;
    uint32_t loads, bytes, evictions, failures, cancels;
    uint32_t stalls;     /* ticks in which something needed was missing */
    uint32_t full;       /* ticks in which something wanted found every slot in use */
    uint32_t most_moved; /* bytes in one tick */
} ox_stream;

/* Takes slots and tables from the low end of the arena. OX_BAD_ARGUMENT (no area or slot, radii that do not
 * grow from need over load to unload, a quota of 0), OX_BAD_DATA (an area larger than its kind of slot, a
 * volume that names no area), OX_OUT_OF_MEMORY. */
FX_MUST_CHECK ox_status ox_stream_init(ox_stream *stream, ox_arena *arena, const ox_stream_config *config);

void ox_stream_tick(ox_stream *stream, vec3 place, vec3 velocity);

/* Wants an area whatever the distance, or, with `needed`, also stalls until it lives. Pins are counted. */
void ox_stream_pin(ox_stream *stream, uint32_t area, bool needed);
void ox_stream_unpin(ox_stream *stream, uint32_t area, bool needed);

/* Ends the life of all areas and gives the slots back: for the end of a level. */
void ox_stream_clear(ox_stream *stream);

/* Ends the life of all areas and clears the stream: it has no areas. */
void ox_stream_end(ox_stream *stream);

static inline bool ox_stream_stalled(const ox_stream *stream) { return stream->stalled; }
ox_stream_state ox_stream_state_of(const ox_stream *stream, uint32_t area);
static inline bool ox_stream_is_active(const ox_stream *stream, uint32_t area) {
    return ox_stream_state_of(stream, area) == OX_AREA_ACTIVE;
}
uint32_t ox_stream_resident(const ox_stream *stream); /* slots in use */

#endif
