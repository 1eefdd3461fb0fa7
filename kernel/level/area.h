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
 * The bytes are used in place and must stay where they are in between. Opening checks all bytes once
 * (rom_check_chunk): a damaged section is refused with its name and the offset, and nothing of the area is used. The
 * memory taken from `arena` is given back by the arena's owner.
 *
 * SECTIONS. An area uses spawners (SPWN), volumes (VOLU) and locators (LOCA) itself. All other sections that this
 * console knows (geometry: geometry.h, collision, navigation, lights, splines, elements ...) are handed to `section`,
 * in the order of the file when the area begins and in the opposite order when it ends: raster, physics and the like
 * use them in place. Sections of an unknown type are passed over with one warning.
 *
 * VOLUMES become regions of the same name, with their kind as payload. The host's table says for a kind which tags
 * count, and how its regions behave. A kind without an entry counts all tags that the regions look at, with enter and
 * leave alone.
 *
 * LAYERS (LAYR) decide which objects of their spawners exist and are drawn. ox_area_layer_show and ox_area_layer_use
 * change a layer.
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

/* The behaviour of volumes of a kind. */
typedef struct ox_area_volume {
    ox_id kind;
    uint16_t tags;
    uint16_t cooldown;
    uint8_t flags; /* OX_REGION_... */
} ox_area_volume;

struct ox_area;

/* Called for a section that comes with its area, or goes with it. */
typedef void ox_area_section(void *context, struct ox_area *area, uint32_t type, rom_view section,
                             bool comes);

typedef struct ox_area_host {
    ox_world *world;
    ox_regions *regions;           /* NULL: volumes are passed over */
    ox_spawners *spawners;         /* NULL: spawners are passed over */
    const ox_area_volume *volumes; /* table of kinds of volumes */
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
    int first_region; /* negative: the area is not in play */
    const uint8_t *locators;
    const uint8_t *layer_rows; /* rows of the LAYR section, NULL: none */
    uint8_t *layers;           /* OX_LAYER_... of each layer: a part of the state */
    uint32_t layer_count;
    bool begun;
    bool resting; /* set before the area's begin: it begins without objects, its regions switched off */
} ox_area;

typedef struct ox_area_source {
    const void *data; /* a LEVL chunk */
    uint32_t size;
    uint16_t number;      /* number of the area: ox_object.chunk of its objects */
    ox_spawn_mode policy; /* counts unless the level itself says that it is prepared (ROM_LEVEL_PREPARED) */
} ox_area_source;

/* Opens an area. OX_BAD_DATA with the reason in *error, OX_OUT_OF_MEMORY, OX_FULL (spawner sets): nothing is in use
 * after an error. */
FX_MUST_CHECK ox_status ox_area_open(ox_area *area, const ox_area_host *host, ox_arena *arena,
                                     const ox_area_source *source, rom_error *error);

/* Begins an area. OX_FULL when the regions have no room: the area is then in play without its volumes. OX_BAD_STATE
 * (asserts) when it has begun before. */
ox_status ox_area_begin(ox_area *area);

/* ox_area_rest puts an area to rest, as one that is far away: its objects are destroyed, and its regions switched
 * off, so that everybody inside leaves. Regions keep their numbers, and sections stay. ox_area_return makes the
 * objects anew and switches the regions on. Both functions do nothing when the area is in that state already. */
void ox_area_rest(ox_area *area);
void ox_area_return(ox_area *area);

/* A layer is a group of a level's objects that come and go together. ox_area_layer gives the number of a layer by
 * name, or OX_NOT_FOUND. Objects of a layer that is not shown are not drawn; a layer that is not active has no
 * objects, and its spawners make none. The state of a layer survives a rest of the area. */
int ox_area_layer(const ox_area *area, ox_id name);
void ox_area_layer_show(ox_area *area, uint32_t layer, bool shown);
void ox_area_layer_use(ox_area *area, uint32_t layer, bool active);

/* Resets the area's layers to what its level's text says; for areas that rest. */
void ox_area_renew_layers(ox_area *area);

/* Destroys the area's objects, takes its regions and sections back and clears it. Harmless for an area that was not
 * opened. */
void ox_area_end(ox_area *area);

/* Reads the versions of all elements of a checked ELEM section into `arena`: set i for element i, with its health
 * (for ox_elements.sets). Returns the number of sets, or OX_OUT_OF_MEMORY; *sets are the sets. */
FX_MUST_CHECK int ox_area_versions(const uint8_t *elements, ox_arena *arena, const ox_version_set **sets);

/* ---- facts of an open area ---- */

box3 ox_area_bounds(const uint8_t *level);
bool ox_area_has_tag(const uint8_t *level, ox_id tag);
/* returns the number of neighbours */
uint32_t ox_area_neighbours(const uint8_t *level, ox_id *out, uint32_t room);
static inline uint32_t ox_area_package(const uint8_t *level) { return rom_u32(level + ROM_LEVEL_PACKAGE); }
FX_MUST_CHECK ox_status ox_area_locator(const ox_area *area, ox_id name, ox_locator *out); /* OX_NOT_FOUND */

#endif
