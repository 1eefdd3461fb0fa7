/* The streaming manager: decides which areas of a large world are in memory, and which areas in memory are alive.
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
 * STATES. absent > queued > loading > resident (the area's bytes are there) > active (its objects live) > leaving >
 * resident. One area is loading at a time, at most `quota` bytes a tick; one area is brought to life in a tick; so no
 * tick pays for much.
 *
 * WANTED areas are near: the place is within `load` metres of the area's bounds (by the longest of the three axes),
 * or within `unload` metres if the area is in memory already, so that walking to and fro over a border loads nothing.
 * Or lists count instead of distances: load volumes, each with the areas that are wanted while the place is inside of
 * it. In either case pinned areas are wanted, too (cut-scenes, teleports to come). Of the wanted areas the nearest to
 * where the player will be in `lookahead` ticks comes first.
 *
 * NEEDED areas are within `need` metres, or pinned as needed. While a needed area is not active the manager is
 * stalled: a state to be asked for, never a wait.
 *
 * MEMORY: `slots` blocks of equal size, and `small_slots` smaller ones for areas marked small: an air lock, in which
 * the player is held while the large area behind goes and the large area ahead comes, takes one large and one small
 * block. An area that is no longer wanted ends its life at once, and loses its slot when another area wants it: the
 * area that was wanted longest ago goes first. When all slots hold wanted areas and a needed area is missing, the
 * farthest area that is not needed gives way. Large and small areas wait for slots of their kind alone. In a slot the area's bytes come first; the rest of the slot is an arena
 * for the host that brings the area to life.
 *
 * The SOURCE loads, as a rule by the requests of kernel/file. It must be ready at the same tick on every machine,
 * since living areas are part of the simulation. A load that fails is tried again after a second.
 *
 * Strips that scroll one way have an easier means: kernel/residency/window.h. (GEA 14.4; Madhav 2.)
 *
 * Cost, Cortex-M3 instructions: a tick 45 an area, and what the source copies. Bytes: 12 an area, 72 a slot besides
 * its memory. */
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

/* An area: const data, known by its number. */
typedef struct ox_stream_area {
    ox_id id;
    box3 bounds;
    uint32_t bytes; /* bytes of its data */
    uint32_t flags; /* OX_STREAM_SMALL */
} ox_stream_area;

/* A load volume: while the place is in the box, these areas are wanted. */
typedef struct ox_stream_volume {
    box3 where;
    const uint16_t *areas;
    uint32_t count;
} ox_stream_volume;

/* The functions that load areas. */
typedef struct ox_stream_source {
    /* Begins to load an area's bytes to `to` (a multiple of 8). OX_OK, or a failure. */
    ox_status (*begin)(void *context, const ox_stream_area *area, void *to);
    /* Goes on loading by at most `quota` bytes. OX_EMPTY: under way; OX_OK: all is there; or a failure. */
    ox_status (*step)(void *context, uint32_t quota, uint32_t *moved);
    void (*cancel)(void *context);
    void *context;
} ox_stream_source;

/* The functions that bring areas to life: as a rule ox_area_open and ox_area_begin. */
typedef struct ox_stream_host {
    ox_status (*enter)(void *context, uint32_t area, void *data, uint32_t bytes, ox_arena *rest);
    void (*leave)(void *context,
                  uint32_t area); /* the area's memory stays for this tick, so that the world may sweep */
    void *context;
} ox_stream_host;

typedef struct ox_stream_config {
    const ox_stream_area *areas;
    const ox_stream_volume *volumes; /* NULL: distances count */
    uint16_t area_count, volume_count;
    uint16_t slots, small_slots;
    uint32_t slot_bytes, small_bytes;
    uint32_t quota; /* bytes loaded in a tick */
    fx load, unload, need;
    uint32_t lookahead; /* ticks */
    const ox_stream_source *source;
    const ox_stream_host *host;
} ox_stream_config;

typedef struct ox_stream_entry {
    uint32_t wanted; /* tick in which the area was wanted last */
    uint16_t slot;   /* number of the slot + 1 */
    uint8_t state;   /* ox_stream_state */
    uint8_t pins, needs;
    uint8_t flags; /* flags of stream.c */
    uint16_t wait; /* ticks until an area that failed is tried again */
} ox_stream_entry;

typedef struct ox_stream_slot {
    uint8_t *memory;
    uint32_t bytes;
    uint16_t area; /* number of the area + 1 */
    bool small;
    ox_arena rest;
} ox_stream_slot;

typedef struct ox_stream {
    ox_stream_config config;
    ox_stream_entry *entries;
    ox_stream_slot *slots;
    uint32_t slot_count;
    uint32_t tick;
    uint16_t loading; /* number of the area + 1 */
    bool stalled;
    uint32_t loads, bytes, evictions, failures, cancels;
    uint32_t stalls; /* ticks in which a needed area was missing */
    uint32_t full;   /* ticks in which the first of the wanted areas found every slot of its kind in use */
    uint32_t most_moved; /* most bytes in one tick */
} ox_stream;

/* Begins a stream, with slots and tables from the low end of the arena. OX_BAD_ARGUMENT (no area or slot, radii that
 * do not grow from need over load to unload, a quota of 0), OX_BAD_DATA (an area larger than its kind of slot, a
 * volume that names no area), OX_OUT_OF_MEMORY. */
FX_MUST_CHECK ox_status ox_stream_init(ox_stream *stream, ox_arena *arena, const ox_stream_config *config);

void ox_stream_tick(ox_stream *stream, vec3 place, vec3 velocity);

/* Pins an area: it is wanted whatever its distance, and with `needed` the stream stalls until it lives. Pins are
 * counted. */
void ox_stream_pin(ox_stream *stream, uint32_t area, bool needed);
void ox_stream_unpin(ox_stream *stream, uint32_t area, bool needed);

/* Ends the life of all areas and gives their slots back: for the end of a level. */
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
