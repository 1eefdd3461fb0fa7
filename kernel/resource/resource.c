/* Looks resources up, builds them at the first call, and hands out placeholders with one log line where that
 * fails. */
#include "kernel/resource/resource.h"

#include <string.h>

#include "kernel/debug/format.h"
#include "kernel/memory/life.h"
#include "kernel/resource/internal.h"
#include "raster/flat.h"
#include "rom/check.h"
#include "rom/codec.h"

FX_STATIC_ASSERT((OX_RESOURCE_LISTS & (OX_RESOURCE_LISTS - 1)) == 0, "lists are chosen by the id's low bits");

/* ---- memory classes ---- */

void ox_resources_offer(ox_resources *r, ox_class class, ox_arena *arena) {
    FX_ASSERT_MSG(class == OX_CLASS_FAST || class == OX_CLASS_VIDEO, "only fast and video memory is offered");
    if (class == OX_CLASS_FAST || class == OX_CLASS_VIDEO) r->classes[class] = arena;
}

ox_class ox_resource_class_of(const ox_resources *r, uint32_t id, uint32_t type) {
    ox_found found;
    if (!ox_images_find(r->manager->images, id, type, &found)) return OX_CLASSES;
    uint32_t class = found.chunk.flags & ROM_ENTRY_CLASS;
    return class == ROM_CLASS_VIDEO ? OX_CLASS_VIDEO : class == ROM_CLASS_FAST ? OX_CLASS_FAST : OX_CLASSES;
}

static ox_arena *arena_of(const ox_resources *r, ox_class class) {
    return (unsigned)class < OX_CLASSES ? r->classes[class] : NULL;
}

void *ox_resource_class_room(ox_resources *r, ox_class class, size_t bytes, ox_resource_fault *fault) {
    ox_arena *arena = arena_of(r, class);
    void *room = arena == NULL ? NULL : ox_arena_push_high(arena, bytes, OX_ALIGNMENT);
    return room != NULL ? room : ox_resource_room(r, bytes, fault);
}

ox_resource_marks ox_resource_begin(const ox_resources *r, ox_class class) {
    ox_resource_marks marks = {.resident = ox_arena_mark(r->resident, OX_ARENA_LOW),
                               .convert = ox_arena_mark(r->convert, OX_ARENA_LOW),
                               .arena = arena_of(r, class)};
    if (marks.arena != NULL) marks.placed = ox_arena_mark(marks.arena, OX_ARENA_HIGH);
    return marks;
}

void ox_resource_give_back(ox_resources *r, const ox_resource_marks *marks) {
    if (marks->arena != NULL) ox_arena_rollback(marks->arena, marks->placed);
    ox_arena_rollback(r->convert, marks->convert);
    ox_arena_rollback(r->resident, marks->resident);
}

void ox_resources_stages(ox_resources *r, const rs_vertex_entry *vertex, uint32_t vertex_count,
                         const rs_stage_entry *pixel, uint32_t pixel_count) {
    r->vertex_stages = vertex;
    r->vertex_stage_count = vertex_count;
    r->pixel_stages = pixel;
    r->pixel_stage_count = pixel_count;
}

/* ---- chunks ---- */

/* Writes into *fault why a chunk cannot be had. */
static void explain(const ox_resources *r, uint32_t id, uint32_t type, ox_status status,
                    ox_resource_fault *fault) {
    rom_error error = {ROM_OK, 0, ""};
    ox_found found;
    bool there = ox_images_find(r->manager->images, id, type, &found);
    if (!there) {
        ox_format(fault->why, sizeof fault->why, "is not in the image");
    } else if (status == OX_OUT_OF_MEMORY || status == OX_OVER_BUDGET || status == OX_FULL) {
        ox_format(fault->why, sizeof fault->why,
                  "needs %u bytes when it is unpacked, and there is no room: %s", (unsigned)found.chunk.size,
                  ox_status_name(status));
    } else if (status == OX_BAD_STATE) {
        ox_format(fault->why, sizeof fault->why, "is not in memory, and play is no time to load it");
    } else {
        bool told =
            found.mapped && rom_check_entry(&found.chunk, false, &error) != ROM_OK && error.text[0] != 0;
        ox_format(fault->why, sizeof fault->why, "is damaged (%s)",
                  told ? error.text : ox_status_name(status));
    }
}

const uint8_t *ox_resource_chunk(ox_resources *r, uint32_t id, uint32_t type, ox_held *held,
                                 ox_resource_fault *fault) {
    ox_status status = ox_manager_hold(r->manager, id, type, held);
    fault->coming = status == OX_EMPTY;
    if (ox_failed(status) && !fault->coming) explain(r, id, type, status, fault);
    return held->data;
}

void *ox_resource_room(ox_resources *r, size_t bytes, ox_resource_fault *fault) {
    void *room = ox_arena_push_low(r->resident, bytes, OX_ALIGNMENT);
    if (room == NULL) {
        ox_format(fault->why, sizeof fault->why, "needs %u bytes, resident memory has %u left",
                  (unsigned)bytes, (unsigned)ox_arena_free(r->resident));
    }
    return room;
}

/* Room for a byte-swapped array. */
static void *convert_room(ox_resources *r, size_t bytes, ox_resource_fault *fault) {
    void *room = ox_arena_push_low(r->convert, bytes == 0 ? 4 : bytes, 4);
    if (room == NULL) {
        ox_format(fault->why, sizeof fault->why, "needs %u bytes to turn its numbers round, %u are left",
                  (unsigned)bytes, (unsigned)ox_arena_free(r->convert));
    }
    return room;
}

const void *ox_resource_halves(ox_resources *r, const uint8_t *at, size_t count, ox_resource_fault *fault) {
    if (!OX_BIG_ENDIAN) return at;
    uint16_t *turned = convert_room(r, count * 2, fault);
    for (size_t i = 0; turned != NULL && i < count; i++) turned[i] = rom_u16(at + i * 2);
    return turned;
}

const void *ox_resource_words(ox_resources *r, const uint8_t *at, size_t count, ox_resource_fault *fault) {
    if (!OX_BIG_ENDIAN) return at;
    uint32_t *turned = convert_room(r, count * 4, fault);
    for (size_t i = 0; turned != NULL && i < count; i++) turned[i] = rom_u32(at + i * 4);
    return turned;
}

ox_status ox_resources_init(ox_resources *r, ox_manager *manager, ox_arena *resident, ox_arena *convert,
                            rs_format format, ox_log *log) {
    ox_resource_fault fault = {.what = "palette", .stand_in = "one of 3, 3 and 2 bits"};
    ox_found found;
    if (convert == NULL || convert->size == 0) convert = resident;
    const ox_mark before = ox_arena_mark(resident, OX_ARENA_LOW),
                  turned = ox_arena_mark(convert, OX_ARENA_LOW);
    OX_CLEAR(r);
    r->manager = manager;
    r->resident = resident;
    r->convert = convert;
    r->log = log;
    r->format = format;
    if (ox_images_find(manager->images, rom_id("palette"), ROM_TAG_PALETTE, &found)) {
        r->palette = ox_resource_palette(r, rom_id("palette"));
    } else if (format == RS_PAL8) {
        r->palette = ox_resource_default_palette(r, &fault);
    }
    bool good = (format != RS_PAL8 || r->palette != NULL) && ox_resource_make_placeholders(r);
    if (good) return OX_OK;
    ox_resources_forget(r);
    ox_arena_rollback(convert, turned);
    ox_arena_rollback(resident, before);
    return OX_OUT_OF_MEMORY;
}

/* ---- points to return to ---- */

void ox_resources_note(const ox_resources *r, ox_resources_point *point) {
    memcpy(point->lists, r->lists, sizeof point->lists);
    point->placeholders = r->placeholders;
    point->waves = r->waves;
    point->convert = ox_arena_mark(r->convert, OX_ARENA_LOW);
    for (int i = 0; i < OX_CLASSES; i++) {
        point->classes[i] = r->classes[i];
        if (r->classes[i] != NULL) point->marks[i] = ox_arena_mark(r->classes[i], OX_ARENA_HIGH);
    }
}

/* Lets the chunks of views go that were built after `kept`. */
static void let_go(ox_resources *r, uint32_t list, const ox_resource_record *kept) {
    for (; r->lists[list] != kept; r->lists[list] = r->lists[list]->next)
        ox_manager_let_go(r->manager, r->lists[list]->chunk);
}

void ox_resources_return(ox_resources *r, const ox_resources_point *point) {
    for (uint32_t i = 0; i < OX_RESOURCE_LISTS; i++) let_go(r, i, point->lists[i]);
    r->placeholders = point->placeholders;
    r->waves = point->waves;
    if (r->convert != r->resident) ox_arena_rollback(r->convert, point->convert);
    for (int i = 0; i < OX_CLASSES; i++) {
        if (point->classes[i] != NULL) ox_arena_rollback(point->classes[i], point->marks[i]);
    }
}

void ox_resources_forget(ox_resources *r) {
    for (uint32_t i = 0; i < OX_RESOURCE_LISTS; i++) let_go(r, i, NULL);
    OX_CLEAR(r);
}

const void *ox_resource_known(const ox_resources *r, uint32_t id, uint32_t type) {
    const ox_resource_record *record = r->lists[id % OX_RESOURCE_LISTS];
    while (record != NULL && (record->id != id || record->type != type)) record = record->next;
    return record == NULL ? NULL : record->resource;
}

static void complain(ox_resources *r, uint32_t id, const ox_resource_fault *fault) {
    ox_log_write(r->log, PLAT_LOG_ERROR, "%s #%08x %s: %s stands in", fault->what, (unsigned)id, fault->why,
                 fault->stand_in);
    r->placeholders++;
}

/* Records what was built, or the placeholder, with the chunk that it holds. */
static const void *remember(ox_resources *r, ox_resource_record made, const void *stand_in,
                            ox_resource_fault *fault) {
    ox_resource_record *record = ox_resource_room(r, sizeof *record, fault);
    if (made.resource == NULL || record == NULL) { /* without a record the chunk could not be let go */
        ox_manager_let_go(r->manager, made.chunk);
        made.chunk.bits = 0;
        complain(r, made.id, fault);
        made.resource = stand_in;
    }
    if (record == NULL) return made.resource;
    made.next = r->lists[made.id % OX_RESOURCE_LISTS];
    *record = made;
    r->lists[made.id % OX_RESOURCE_LISTS] = record;
    return made.resource;
}

/* The common course of every look-up: the known resource, else a built one, else the placeholder. A resource whose
 * chunk is being loaded is asked for again at the next call. */
static const void *look_up(ox_resources *r, uint32_t id, uint32_t type, ox_resource_builder *build,
                           const void *placeholder, ox_resource_fault *fault) {
    ox_held held = {NULL, 0, {0}};
    const void *built = ox_resource_known(r, id, type);
    if (built != NULL) return built;
    built = build(r, id, &held, fault);
    if (built == NULL && fault->coming) {
        ox_manager_let_go(r->manager, held.handle);
        r->coming = true;
        return placeholder != NULL ? placeholder : r->palette;
    }
    return remember(r, (ox_resource_record){NULL, id, type, held.handle, built},
                    placeholder != NULL ? placeholder : r->palette, fault);
}

const ox_mesh *ox_resource_mesh(ox_resources *r, uint32_t id) {
    ox_resource_fault fault = {.what = "mesh", .stand_in = "a box"};
    return look_up(r, id, ROM_TAG_MESH, ox_resource_build_mesh, &r->box, &fault);
}

const rs_texture *ox_resource_texture(ox_resources *r, uint32_t id) {
    ox_resource_fault fault = {.what = "texture", .stand_in = "a checker"};
    const rs_texture *known = ox_resource_known(r, id, ROM_TAG_IMAGE);
    if (known != NULL) return known;
    return look_up(r, id, ROM_TAG_IMAGE,
                   ox_resource_is_pyramid(r, id) ? ox_resource_build_pyramid_texture
                                                 : ox_resource_build_texture,
                   &r->checker, &fault);
}

/* The type of a picture's view: a chunk of pixels may have two views, a texture and a picture. */
#define PICTURE (ROM_TAG_IMAGE + 1u)

/* The type of the view of a pyramid's level 0, 1 ...: beside the tags of chunks. */
#define LEVEL(level) (ROM_TAG_HAAR + (level))

/* A level of a pyramid, NULL where it cannot be had. */
static const ox_picture_level *level_of(ox_resources *r, uint32_t id, uint32_t level) {
    static const ox_picture_level none;
    const ox_picture_level *known = ox_resource_known(r, id, LEVEL(level));
    if (known == NULL) {
        ox_resource_fault fault = {.what = "picture", .stand_in = "a checker"};
        ox_held held = {NULL, 0, {0}};
        known = ox_resource_build_level(r, id, level, &held, &fault);
        ox_manager_let_go(r->manager, held.handle); /* all of it was unpacked */
        if (known == NULL && fault.coming) {
            r->coming = true;
            return NULL;
        }
        const ox_resource_record made = {.id = id, .type = LEVEL(level), .resource = known};
        known = remember(r, made, &none, &fault);
    }
    return known == &none ? NULL : known;
}

const rs_image *ox_resource_image_at(ox_resources *r, uint32_t id, fx *scale) {
    enum { LEVELS = 10 };
    uint32_t level = 0;
    if (!ox_resource_is_pyramid(r, id)) return ox_resource_image(r, id);
    for (fx seen = *scale; level < LEVELS && seen > 0 && seen <= FX_HALF; seen *= 2) level++;
    const ox_picture_level *picture = level_of(r, id, level);
    if (picture == NULL) return NULL;
    *scale = (fx)((uint32_t)*scale << picture->level);
    return &picture->image;
}

const rs_image *ox_resource_image(ox_resources *r, uint32_t id) {
    static const rs_image none;
    const rs_image *image = ox_resource_known(r, id, PICTURE);
    if (image == NULL && !ROM_SMALL_PLAYER &&
        (ox_resource_known(r, id, LEVEL(0)) != NULL || ox_resource_is_pyramid(r, id))) {
        const ox_picture_level *whole = level_of(r, id, 0);
        return whole == NULL ? NULL : &whole->image;
    }
    if (image == NULL) {
        ox_resource_fault fault = {.what = "picture", .stand_in = "a checker"};
        image = look_up(r, id, PICTURE, ox_resource_build_image, &none, &fault);
    }
    return image == &none ? NULL : image;
}

const rs_material *ox_resource_material(ox_resources *r, uint32_t id) {
    ox_resource_fault fault = {.what = "material", .stand_in = "a magenta checker"};
    return look_up(r, id, ROM_TAG_MATERIAL, ox_resource_build_material, &r->magenta, &fault);
}

/* Builds a palette; its stand-in, the default palette, is made only when it is needed. */
static const void *build_some_palette(ox_resources *r, uint32_t id, ox_held *held, ox_resource_fault *fault) {
    ox_resource_fault none = *fault;
    const rs_palette *built = ox_resource_build_palette(r, id, held, fault);
    if (built == NULL && r->palette == NULL) r->palette = ox_resource_default_palette(r, &none);
    return built;
}

const rs_palette *ox_resource_palette(ox_resources *r, uint32_t id) {
    ox_resource_fault fault = {.what = "palette", .stand_in = "another palette"};
    return look_up(r, id, ROM_TAG_PALETTE, build_some_palette, NULL, &fault);
}

const uint8_t *ox_resource_scene(ox_resources *r, uint32_t id, ox_held *held) {
    ox_resource_fault fault = {.what = "scene", .stand_in = "nothing"};
    const uint8_t *data = ox_resource_chunk(r, id, ROM_TAG_SCENE, held, &fault);
    if (data == NULL) ox_log_write(r->log, PLAT_LOG_ERROR, "scene #%08x %s", (unsigned)id, fault.why);
    return data;
}

const uint8_t *ox_resource_model(ox_resources *r, uint32_t id, ox_held *held) {
    ox_found found;
    if (!ox_images_find(r->manager->images, id, ROM_TAG_MODEL, &found)) return NULL;
    ox_resource_fault fault = {.what = "model", .stand_in = "the mesh alone"};
    const uint8_t *data = ox_resource_chunk(r, id, ROM_TAG_MODEL, held, &fault);
    if (data == NULL) ox_log_write(r->log, PLAT_LOG_WARNING, "model #%08x %s", (unsigned)id, fault.why);
    return data;
}

static const uint8_t nothing;

const uint8_t *ox_resource_data(ox_resources *r, uint32_t id, uint32_t type, const char *what) {
    const uint8_t *known = ox_resource_known(r, id, type);
    if (known == NULL) {
        ox_resource_fault fault = {.what = what, .stand_in = "nothing"};
        ox_held held = {NULL, 0, {0}};
        known = ox_resource_chunk(r, id, type, &held, &fault);
        if (known == NULL && fault.coming) {
            ox_manager_let_go(r->manager, held.handle);
            r->coming = true;
            return NULL;
        }
        known = remember(r, (ox_resource_record){NULL, id, type, held.handle, known}, &nothing, &fault);
    }
    return known == &nothing ? NULL : known;
}

const uint8_t *ox_resource_beside(ox_resources *r, uint32_t id, uint32_t tag, const char *what) {
    ox_found found;
    return ox_images_find(r->manager->images, id, tag, &found) ? ox_resource_data(r, id, tag, what) : NULL;
}

bool ox_resource_is_placeholder(const ox_resources *r, const void *resource) {
    return resource == &r->box || resource == &r->checker || resource == &r->magenta;
}

uint32_t ox_resource_native(const ox_resources *r, uint32_t rgb) {
    if (r->format != RS_PAL8) return rs_native_from_rgb(r->format, rgb);
    return r->palette == NULL ? 0u : (uint32_t)rs_nearest(r->palette->rgb, rgb);
}
