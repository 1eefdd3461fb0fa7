/* Drawable resources: the meshes, textures, materials and palettes of a cart, ready to be drawn, one copy per
 * id.
 *
 *     ox_resources_init(&resources, &stock.manager, &resident, &convert, RS_BGR555, log);
 *     const ox_mesh *ship = ox_resource_mesh(&resources, rom_id("mesh/ship"));
 *     rs_frame_mesh(frame, &ship->mesh, &place, ship->materials);
 *
 * Drawable resources are views over chunks, which come from the resource manager (manager.h) alone: the manager finds
 * chunks in the mounted images, in the chosen language, checks and unpacks them, and copies chunks that name a memory
 * class to memory of that class. A view counts and locks its chunk, so that the chunk does not move until the view is
 * forgotten.
 *
 * The arrays of meshes, textures and palettes are used where the chunk lies: mostly in the image. Resident
 * memory only gets the views (about 100 bytes and 20 per part for a mesh), the light ramps that direct pixel
 * formats need, and pictures whose format is neither PAL8 nor the surface's. On big-endian machines, arrays of numbers
 * wider than a byte are byte-swapped once into `convert`.
 *
 * A resource that is missing, damaged or does not fit is never NULL: a loud placeholder stands in (a box of 1
 * m, a checker in magenta and black, a material of that checker), one log line names the id and the reason, and the
 * game goes on. Looking up walks a short list: do it when a level begins and keep the pointer, which is valid until
 * ox_resources_return. A resource that the manager requests in play (OX_MISS_REQUEST) has its placeholder until it is
 * loaded: look it up again. */
#ifndef OXCART_KERNEL_RESOURCE_H
#define OXCART_KERNEL_RESOURCE_H

#include "kernel/debug/log.h"
#include "kernel/memory/arena.h"
#include "kernel/resource/manager.h"
#include "raster/material.h"

/* A mesh with the materials that its parts name. */
typedef struct ox_mesh {
    rs_mesh mesh;
    const rs_material *materials; /* material_count entries, indexed by mesh.parts[].material */
    const uint32_t *material_ids; /* ids of these materials in the image; NULL: no ids */
    uint32_t material_count;
    bool placeholder;
} ox_mesh;

#define OX_RESOURCE_LISTS 16

typedef struct ox_resource_record ox_resource_record;
typedef struct ox_resource_wave ox_resource_wave;

typedef struct ox_resources {
    ox_manager *manager;       /* gives the chunks */
    ox_arena *resident;        /* low end */
    ox_arena *convert;         /* big-endian machines: for byte-swapped arrays; may be `resident` */
    ox_log *log;               /* or NULL */
    rs_format format;          /* of the surface */
    const rs_palette *palette; /* the screen's: chunk "palette", or a made-up one */
    bool palette_made_up;
    ox_resource_record *lists[OX_RESOURCE_LISTS]; /* views and placeholders so far, by the id's low bits */
    uint32_t placeholders;                        /* ids that had to be replaced */
    bool coming;                                  /* a chunk that was asked for is being loaded */
    ox_arena *classes[OX_CLASSES];                /* memory offered, NULL: none; MAIN is `resident` */
    ox_resource_wave *waves;                      /* of the materials, newest first */
    const rs_vertex_entry *vertex_stages;         /* see ox_resources_stages */
    const rs_stage_entry *pixel_stages;
    uint32_t vertex_stage_count, pixel_stage_count;
    rs_texture checker; /* the placeholders */
    rs_material magenta;
    ox_mesh box;
} ox_resources;

/* Prepares the tables, the screen's palette and the placeholders. `convert` may be NULL: then `resident` serves.
 * OX_OUT_OF_MEMORY when resident memory cannot hold all that (256 bytes to 4 KB; 17 KB more for PAL8 without a
 * palette). */
FX_MUST_CHECK ox_status ox_resources_init(ox_resources *resources, ox_manager *manager, ox_arena *resident,
                                          ox_arena *convert, rs_format format, ox_log *log);

/* Offers memory of a class (FAST or VIDEO; its high end is used) to pictures that are translated and whose
 * entry names it; NULL takes the offer back. Chunks themselves go where the manager was offered memory. */
void ox_resources_offer(ox_resources *resources, ox_class class, ox_arena *arena);

/* Sets the stages in C that materials name by the id of stage/NAME, before materials are looked up. The tables stay
 * with the caller. A stage is given an rs_stage_constants (raster/program.h). Without a table there is the vertex stage
 * stage/wave, whose constants are up to four times amplitude, turns a metre along x and z, and turns a tick. */
void ox_resources_stages(ox_resources *resources, const rs_vertex_entry *vertex, uint32_t vertex_count,
                         const rs_stage_entry *pixel, uint32_t pixel_count);

/* Sets the tick of the materials' waves. */
void ox_resources_tick(ox_resources *resources, uint32_t tick);

/* Note the present views, and return to them: later views are forgotten, their chunks let go, and memory that they took
 * of `convert` and of the offered classes is given back. The caller rolls resident memory back. */
typedef struct ox_resources_point {
    ox_resource_record *lists[OX_RESOURCE_LISTS];
    uint32_t placeholders;
    ox_resource_wave *waves;
    ox_mark convert, marks[OX_CLASSES];
    ox_arena *classes[OX_CLASSES];
} ox_resources_point;
void ox_resources_note(const ox_resources *resources, ox_resources_point *point);
void ox_resources_return(ox_resources *resources, const ox_resources_point *point);

/* The resource with this id, built at the first call; never NULL. */
const ox_mesh *ox_resource_mesh(ox_resources *resources, uint32_t id);
const rs_texture *ox_resource_texture(ox_resources *resources, uint32_t id);
const rs_material *ox_resource_material(ox_resources *resources, uint32_t id);
const rs_palette *ox_resource_palette(ox_resources *resources, uint32_t id);

/* A picture of any size, for raster/flat.h, in a format that it draws quickly on the surface; NULL, and one log line, when it cannot be had. */
const struct rs_image *ox_resource_image(ox_resources *resources, uint32_t id);

/* A picture that is drawn at `scale`. Of a picture that the image holds as a pyramid (`texture NAME FILE pyramid`) only the level is unpacked that is at least
 * as large: half of its sides from 0.5 on, a quarter from 0.25 on ... Each level that is asked for has its own memory, and a picture of `ox_resource_image`,
 * too. *scale becomes what is left to scale. NULL as of ox_resource_image. */
const struct rs_image *ox_resource_image_at(ox_resources *resources, uint32_t id, fx *scale);

/* Memory for all levels of some pyramids, and to unpack the largest: what the console leaves free beside the bands of the picture, as far as it has so much. Of
 * pyramids that lie packed or in files nothing is known, and they do not count. */
size_t ox_resources_pyramid_bytes(const ox_resources *resources, const uint32_t *ids, uint32_t count);

/* Let the chunk of the screen's palette go before chunks are replaced (live.h, ox_manager_choose), and take the palette
 * out of the new chunk afterwards. Views of the palette and of the placeholders stay valid. OX_BAD_VERSION when the new
 * palette needs more memory than the one before: restart. */
void ox_resources_leave_palette(ox_resources *resources);
FX_MUST_CHECK ox_status ox_resources_enter_palette(ox_resources *resources);

/* A checked SCEN chunk, held until ox_manager_let_go; or NULL and a log line: a scene has no placeholder. */
const uint8_t *ox_resource_scene(ox_resources *resources, uint32_t id, ox_held *held);

/* The checked MODL chunk of the mesh with this id, held until ox_manager_let_go; NULL, without a log line, where the
 * mesh has none. */
const uint8_t *ox_resource_model(ox_resources *resources, uint32_t id, ox_held *held);

/* A checked chunk of a type that is used as it lies (a skin, a skeleton, a clip), kept until ox_resources_return; NULL, and one log
 * line that calls it `what`, when it cannot be had. */
const uint8_t *ox_resource_data(ox_resources *resources, uint32_t id, uint32_t type, const char *what);

/* The checked chunk of a type that stands beside the mesh with this id: SKIN, by which it hangs on a skeleton, or MORF, other places of its vertices. Kept until
 * ox_resources_return; NULL, without a log line, where the mesh has none. */
const uint8_t *ox_resource_beside(ox_resources *resources, uint32_t id, uint32_t type, const char *what);

/* Whether the pointer is one of the placeholders. */
bool ox_resource_is_placeholder(const ox_resources *resources, const void *resource);

/* Native pixel of a colour on this surface: for PAL8 the nearest entry of the screen's palette (256 steps).
 */
uint32_t ox_resource_native(const ox_resources *resources, uint32_t rgb);

/* Lets all chunks go and clears the record; called before resident memory is rolled back. The call is always legal. */
void ox_resources_forget(ox_resources *resources);

#endif
