/* Areas: a part of the world that is loaded and dropped as a whole (a LEVL chunk: level, map, stage, room),
 * brought to life.
 *
 *     ox_area_host host = {.world = &world, .regions = &triggers, .spawners = &spawners,
 *                          .section = take_section, .context = game};
 *     ox_area cave;
 *     ox_area_source source = {.data = bytes, .size = size, .number = 7, .policy = OX_SPAWN_POOLED};
 *     status = ox_area_open(&cave, &host, &arena, &source, &error);                               checked
 *     ox_area_begin(&cave);        its regions notice, its spawners have spawned, its sections are handed out
 *     ...
 *     ox_area_end(&cave);          its objects go; the bytes may be dropped after the next sweep of the world
 *
 * The bytes are used in place and must stay where they are in between. Opening checks all of them once
 * (rom_check_chunk): a damaged section is refused with its name and the offset, and nothing of the area is
 * used. What it takes from `arena` is given back by whoever owns the arena.
 *
 * SECTIONS. Spawners (SPWN), volumes (VOLU) and locators (LOCA) are used here. All others that this console
 * knows (geometry: geometry.h, collision, navigation, lights, splines, elements ...) are handed to `section`,
 * in the order of the file when the area begins and in the opposite one when it ends: raster, physics and the
 * like take them as they lie. Sections of an unknown type are passed over with one warning.
 *
 * VOLUMES become regions: named as they are, with their kind as payload. The host's table says for a kind
 * which tags count, and how it behaves; without an entry all tags that the regions look at, with enter and
 * leave alone.
 *
 * LAYERS (LAYR) say at first what of their spawners' objects is there and drawn, and are then changed by ox_area_layer_show and ox_area_layer_use.
 *
 * The objects of an area have its number in ox_object.chunk. (GEA 13.1, 14.3.)
 *
 * Bytes: 104 a volume, 12 a spawner, 1 a layer. */
#ifndef OXCART_KERNEL_LEVEL_AREA_H
#define OXCART_KERNEL_LEVEL_AREA_H

#include "kernel/level/spawner.h"
#include "kernel/scene/region.h"
#include "kernel/world/element.h"
#include "rom/level.h"
#include "rom/rom.h"

/* How volumes of a kind behave. */
typedef struct ox_area_volume {
    ox_id kind;
    uint16_t tags;
    uint16_t cooldown;
    uint8_t flags; /* OX_REGION_... */
} ox_area_volume;

struct ox_area;

/* A section comes with its area, or goes with it. */
typedef void ox_area_section(void *context, struct ox_area *area, uint32_t type, rom_view section,
                             bool comes);

typedef struct ox_area_host {
    ox_world *world;
    ox_regions *regions;           /* NULL: volumes are passed over */
    ox_spawners *spawners;         /* NULL: spawners are passed over */
    const ox_area_volume *volumes; /* kinds */
    uint32_t volume_count;
    ox_area_section *section; /* may be NULL */
    void *context;
} ox_area_host;

typedef struct ox_area {
    const ox_area_host *host;
    const uint8_t *data;
    uint32_t size;
    uint16_t number;
    ox_spawner_set spawners;
    ox_region *regions;
    uint32_t region_count;
    int first_region; /* negative: not in play */
    const uint8_t *locators;
    const uint8_t *layer_rows; /* LAYR, NULL: none */
    uint8_t *layers;           /* OX_LAYER_... of each: a part of the state */
    uint32_t layer_count;
    bool begun;
    bool resting; /* set before its begin: it begins without objects, its regions switched off */
} ox_area;

typedef struct ox_area_source {
    const void *data; /* a LEVL chunk */
    uint32_t size;
    uint16_t number;      /* the area's: ox_object.chunk of its objects */
    ox_spawn_mode policy; /* counts unless the level says itself that it is prepared (ROM_LEVEL_PREPARED) */
} ox_area_source;

/* OX_BAD_DATA with the reason in *error, OX_OUT_OF_MEMORY, OX_FULL (spawner sets). Nothing is then in use. */
FX_MUST_CHECK ox_status ox_area_open(ox_area *area, const ox_area_host *host, ox_arena *arena,
                                     const ox_area_source *source, rom_error *error);

/* OX_FULL when the regions have no room: the area is then in play without its volumes. OX_BAD_STATE
 * (asserts) when it has begun before. */
ox_status ox_area_begin(ox_area *area);

/* An area that is far away rests: its objects are destroyed, and its regions switched off, so whoever is inside leaves. They keep their numbers,
 * and its sections stay. Returning makes the objects anew and switches the regions on. Both do nothing when it is so already. */
void ox_area_rest(ox_area *area);
void ox_area_return(ox_area *area);

/* Layers are what a level's text says that comes and goes together. The number of one by name, OX_NOT_FOUND. One that is not shown has objects
 * that are not drawn; one that is not active has none, and its spawners make none. Both stay as they are while the area rests. */
int ox_area_layer(const ox_area *area, ox_id name);
void ox_area_layer_show(ox_area *area, uint32_t layer, bool shown);
void ox_area_layer_use(ox_area *area, uint32_t layer, bool active);

/* Shows and uses the area's layers as its text says; for areas that rest. */
void ox_area_renew_layers(ox_area *area);

/* Destroys the area's objects, takes its regions and sections back and clears it. Harmless when it was not opened. */
void ox_area_end(ox_area *area);

/* Reads the versions of all elements of a checked ELEM section into `arena`: set i for element i, with its
 * health (for ox_elements.sets). Returns how many there are, or OX_OUT_OF_MEMORY; *sets is what was made. */
FX_MUST_CHECK int ox_area_versions(const uint8_t *elements, ox_arena *arena, const ox_version_set **sets);

/* ---- what an open area says ---- */

box3 ox_area_bounds(const uint8_t *level);
bool ox_area_has_tag(const uint8_t *level, ox_id tag);
uint32_t ox_area_neighbours(const uint8_t *level, ox_id *out, uint32_t room); /* how many there are */
static inline uint32_t ox_area_package(const uint8_t *level) { return rom_u32(level + ROM_LEVEL_PACKAGE); }
FX_MUST_CHECK ox_status ox_area_locator(const ox_area *area, ox_id name, ox_locator *out); /* OX_NOT_FOUND */

#endif
