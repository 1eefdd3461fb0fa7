/* Drawable resources: the meshes, textures, materials and palettes of a cart, ready to be drawn, one copy per
 * id.
 *
 *     ox_resources_init(&resources, &stock.manager, &resident, &convert, RS_BGR555, log);
 *     const ox_mesh *ship = ox_resource_mesh(&resources, rom_id("mesh/ship"));
 *     rs_frame_mesh(frame, &ship->mesh, &place, ship->materials);
 *
 * These are views over chunks, which come from the resource manager (manager.h) and from nowhere else: it
 * finds them in the mounted images, in the language that is chosen, checks and unpacks them, and copies those
 * that name a memory class to it. A view counts and locks its chunk, so that it stays where it is until the
 * view is forgotten.
 *
 * The arrays of meshes, textures and palettes are used where the chunk lies: mostly in the image. Resident
 * memory only gets the views (about 100 bytes and 20 per part for a mesh), the light ramps that direct pixel
 * formats need, and pictures whose format is neither PAL8 nor the surface's. On big-endian machines, arrays
 * of numbers wider than a byte are turned once into `convert`.
 *
 * A resource that is missing, damaged or does not fit is never NULL: a loud placeholder stands in (a box of 1
 * m, a checker in magenta and black, a material of that checker), one log line names the id and the reason, and the
 * game goes on. Looking up walks a short list: do it when a level begins and keep the pointer, which holds
 * until ox_resources_return. What the manager requests in play (OX_MISS_REQUEST) has its placeholder for so
 * long: look it up again. */
#ifndef OXCART_KERNEL_RESOURCE_H
#define OXCART_KERNEL_RESOURCE_H

#include "kernel/debug/log.h"
#include "kernel/memory/arena.h"
#include "kernel/resource/manager.h"
#include "raster/material.h"

/* A mesh with the materials that its parts name. */
typedef struct ox_mesh {
    rs_mesh mesh;
    const rs_material *materials; /* material_count entries, as mesh.parts[].material counts */
    const uint32_t *material_ids; /* what these materials are called in the image; NULL: by no id */
    uint32_t material_count;
    bool placeholder;
} ox_mesh;

#define OX_RESOURCE_LISTS 16

typedef struct ox_resource_record ox_resource_record;
typedef struct ox_resource_wave ox_resource_wave;

typedef struct ox_resources {
    ox_manager *manager;       /* whence chunks come */
    ox_arena *resident;        /* low end */
    ox_arena *convert;         /* big-endian machines: where turned arrays go; may be `resident` */
    ox_log *log;               /* or NULL */
    rs_format format;          /* of the surface */
    const rs_palette *palette; /* the screen's: chunk "palette", or a made-up one */
    bool palette_made_up;
    ox_resource_record *lists[OX_RESOURCE_LISTS]; /* what was asked for so far, by the id's low bits */
    uint32_t placeholders;                        /* ids that had to be replaced */
    bool coming;                                  /* something was asked for that is on its way */
    ox_arena *classes[OX_CLASSES];                /* offered, NULL: none; MAIN is `resident` */
    ox_resource_wave *waves;                      /* of the materials, newest first */
    const rs_vertex_entry *vertex_stages;         /* what materials may name, see ox_resources_stages */
    const rs_stage_entry *pixel_stages;
    uint32_t vertex_stage_count, pixel_stage_count;
    rs_texture checker; /* the placeholders */
    rs_material magenta;
    ox_mesh box;
} ox_resources;

/* Prepares the tables, the screen's palette and the placeholders. `convert` may be NULL: then `resident`
 * serves. OX_OUT_OF_MEMORY when resident memory cannot hold them (256 bytes to 4 KB; 17 KB more for PAL8
 * without a palette). */
FX_MUST_CHECK ox_status ox_resources_init(ox_resources *resources, ox_manager *manager, ox_arena *resident,
                                          ox_arena *convert, rs_format format, ox_log *log);

/* Offers memory of a class (FAST or VIDEO; its high end is used) to pictures that are translated and whose
 * entry names it; NULL takes the offer back. Chunks themselves go where the manager was offered memory. */
void ox_resources_offer(ox_resources *resources, ox_class class, ox_arena *arena);

/* Stages in C that materials name by the id of stage/NAME; to be given before materials are looked up. The tables stay with the caller. A
 * stage is given an rs_stage_constants (raster/program.h). Without a table there is the vertex stage stage/wave, whose constants are up
 * to four times amplitude, turns a metre along x and z, and turns a tick. */
void ox_resources_stages(ox_resources *resources, const rs_vertex_entry *vertex, uint32_t vertex_count,
                         const rs_stage_entry *pixel, uint32_t pixel_count);

/* The tick that waves of materials stand at. */
void ox_resources_tick(ox_resources *resources, uint32_t tick);

/* What is there now; and back to it: the views that came since are forgotten, their chunks let go, and what
 * they took of `convert` and of the offered classes is given back. Resident memory is the caller's to roll
 * back. */
typedef struct ox_resources_point {
    ox_resource_record *lists[OX_RESOURCE_LISTS];
    uint32_t placeholders;
    ox_resource_wave *waves;
    ox_mark convert, marks[OX_CLASSES];
    ox_arena *classes[OX_CLASSES];
} ox_resources_point;
void ox_resources_note(const ox_resources *resources, ox_resources_point *point);
void ox_resources_return(ox_resources *resources, const ox_resources_point *point);

/* Each gives the resource with this id, built at the first call. Never NULL. */
const ox_mesh *ox_resource_mesh(ox_resources *resources, uint32_t id);
const rs_texture *ox_resource_texture(ox_resources *resources, uint32_t id);
const rs_material *ox_resource_material(ox_resources *resources, uint32_t id);
const rs_palette *ox_resource_palette(ox_resources *resources, uint32_t id);

/* A picture of any size, for raster/flat.h, in a format that it draws quickly on the surface; NULL, and one log line, when it cannot be had. */
const struct rs_image *ox_resource_image(ox_resources *resources, uint32_t id);

/* The screen's palette is let go of before chunks are replaced (live.h, ox_manager_choose), and taken out of those that are there after it; views
 * of it and of the placeholders stay where they are. OX_BAD_VERSION when that wants more memory than the palette before: restart. */
void ox_resources_leave_palette(ox_resources *resources);
FX_MUST_CHECK ox_status ox_resources_enter_palette(ox_resources *resources);

/* A checked SCEN chunk, held until ox_manager_let_go; or NULL and a log line: a scene has no placeholder. */
const uint8_t *ox_resource_scene(ox_resources *resources, uint32_t id, ox_held *held);

/* What belongs to the mesh with this id, a checked MODL chunk, held likewise; NULL where it has nothing, and nothing is said. */
const uint8_t *ox_resource_model(ox_resources *resources, uint32_t id, ox_held *held);

/* A checked chunk of a type that is used as it lies (a skin, a skeleton, a clip), kept until ox_resources_return; NULL, and one log
 * line that calls it `what`, when it cannot be had. */
const uint8_t *ox_resource_data(ox_resources *resources, uint32_t id, uint32_t type, const char *what);

/* How the mesh with this id hangs on a skeleton, a checked SKIN chunk, likewise; NULL where it does not, and nothing is said. */
const uint8_t *ox_resource_skin(ox_resources *resources, uint32_t id);

/* Whether the pointer is one of the placeholders. */
bool ox_resource_is_placeholder(const ox_resources *resources, const void *resource);

/* Native pixel of a colour on this surface: for PAL8 the nearest entry of the screen's palette (256 steps).
 */
uint32_t ox_resource_native(const ox_resources *resources, uint32_t rgb);

/* Lets all chunks go, and is clear; to be called before resident memory is rolled back. Legal always. */
void ox_resources_forget(ox_resources *resources);

#endif
