/* Looks resources up, builds them at the first call, and hands out placeholders with one log line where that
 * fails. */
#include "kernel/resource/resource.h"

#include <string.h>

#include "kernel/debug/format.h"
#include "kernel/resource/internal.h"
#include "rom/check.h"
#include "rom/codec.h"

/* ---- memory classes ---- */

void ox_resources_offer(ox_resources *r, ox_class class, ox_arena *arena) {
    FX_ASSERT_MSG(class == OX_CLASS_FAST || class == OX_CLASS_VIDEO, "only fast and video memory is offered");
    if (class == OX_CLASS_FAST || class == OX_CLASS_VIDEO) r->classes[class] = arena;
}

/* The arena that a chunk's entry asks for, NULL: any place will do. */
static ox_arena *arena_of(const ox_resources *r, const rom_chunk *chunk) {
    switch (chunk->flags & ROM_ENTRY_CLASS) {
    case ROM_CLASS_MAIN: return r->resident;
    case ROM_CLASS_VIDEO: return r->classes[OX_CLASS_VIDEO];
    case ROM_CLASS_FAST: return r->classes[OX_CLASS_FAST];
    default: return NULL;
    }
}

/* Room in the chunk's class; NULL without a class, and without room, which is told. */
static void *try_class(ox_resources *r, const rom_chunk *chunk, size_t bytes) {
    ox_arena *arena = arena_of(r, chunk);
    void *room = arena == NULL ? NULL : ox_arena_push_low(arena, bytes, OX_ALIGNMENT);
    if (room != NULL) {
        r->copies++;
        r->copied_bytes += (uint32_t)bytes;
    } else if (arena != NULL) {
        r->misplaced++;
        ox_log_write(r->log, PLAT_LOG_WARNING, "chunk %08x needs %u bytes of its memory class, %u are left",
                     (unsigned)chunk->id, (unsigned)bytes, (unsigned)ox_arena_free(arena));
    }
    return room;
}

void *ox_resource_class_room(ox_resources *r, const rom_chunk *chunk, size_t bytes, ox_resource_fault *fault) {
    void *room = try_class(r, chunk, bytes);
    return room != NULL ? room : ox_resource_room(r, bytes, fault);
}

void ox_resource_place(ox_resources *r, rom_chunk *chunk) {
    if (chunk->data != r->image->base + chunk->offset) return; /* unpacked to its place */
    void *room = try_class(r, chunk, chunk->size);
    if (room == NULL) return;
    memcpy(room, chunk->data, chunk->size);
    chunk->data = room;
}

ox_resource_marks ox_resource_begin(const ox_resources *r, const rom_chunk *chunk) {
    ox_arena *arena = arena_of(r, chunk);
    ox_resource_marks marks = {.resident = ox_arena_mark(r->resident, OX_ARENA_LOW),
                               .convert = ox_arena_mark(r->convert, OX_ARENA_LOW),
                               .arena = arena == r->resident ? NULL : arena};
    if (marks.arena != NULL) marks.placed = ox_arena_mark(arena, OX_ARENA_LOW);
    return marks;
}

void ox_resource_give_back(ox_resources *r, const ox_resource_marks *marks) {
    if (marks->arena != NULL) ox_arena_rollback(marks->arena, marks->placed);
    ox_arena_rollback(r->convert, marks->convert);
    ox_arena_rollback(r->resident, marks->resident);
}

/* ---- chunks ---- */

/* Unpacks a chunk to its place; all of it is given back when the chunk is damaged. */
static bool unpack(ox_resources *r, rom_chunk *chunk, ox_resource_fault *fault) {
    rom_error error;
    ox_resource_marks marks = ox_resource_begin(r, chunk);
    void *room = ox_resource_class_room(r, chunk, chunk->size, fault);
    if (room == NULL) return false;
    if (rom_decode(chunk->codec, chunk->data, chunk->stored, room, chunk->size, &error) != ROM_OK ||
        rom_check_chunk(chunk->type, room, chunk->size, &error) != ROM_OK) {
        ox_format(fault->why, sizeof fault->why, "is damaged (%s)", error.text);
        ox_resource_give_back(r, &marks);
        return false;
    }
    chunk->data = room;
    chunk->stored = chunk->size;
    return true;
}

bool ox_resource_chunk(ox_resources *r, uint32_t id, uint32_t type, rom_chunk *chunk,
                       ox_resource_fault *fault) {
    rom_error error;
    if (!rom_find(r->image, id, type, chunk)) {
        ox_format(fault->why, sizeof fault->why, "is not in the image");
        return false;
    }
    if (chunk->codec != ROM_CODEC_STORED) return unpack(r, chunk, fault);
    if (rom_check_entry(chunk, false, &error) == ROM_OK) return true;
    ox_format(fault->why, sizeof fault->why, "is damaged (%s)", error.text);
    return false;
}

void *ox_resource_room(ox_resources *r, size_t bytes, ox_resource_fault *fault) {
    void *room = ox_arena_push_low(r->resident, bytes, OX_ALIGNMENT);
    if (room == NULL) {
        ox_format(fault->why, sizeof fault->why, "needs %u bytes, resident memory has %u left",
                  (unsigned)bytes, (unsigned)ox_arena_free(r->resident));
    }
    return room;
}

/* Room for a turned array. */
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

ox_status ox_resources_init(ox_resources *r, const rom_image *image, ox_arena *resident, ox_arena *convert,
                            rs_format format, ox_log *log) {
    ox_resource_fault fault = {"palette", "one of 3, 3 and 2 bits", ""};
    rom_chunk chunk;
    memset(r, 0, sizeof *r);
    r->image = image;
    r->resident = resident;
    r->convert = convert != NULL && convert->size > 0 ? convert : resident;
    r->log = log;
    r->format = format;
    if (rom_find(image, rom_id("palette"), ROM_TAG_PALETTE, &chunk)) {
        r->palette = ox_resource_palette(r, rom_id("palette"));
    } else if (format == RS_PAL8) {
        r->palette = ox_resource_default_palette(r, &fault);
    }
    if (format == RS_PAL8 && r->palette == NULL) return OX_OUT_OF_MEMORY;
    return ox_resource_make_placeholders(r) ? OX_OK : OX_OUT_OF_MEMORY;
}

void ox_resources_forget(ox_resources *r) {
    memset(r->lists, 0, sizeof r->lists);
    r->palette = NULL;
    r->placeholders = 0;
}

const void *ox_resource_known(const ox_resources *r, uint32_t id, uint32_t type) {
    const ox_resource_record *record = r->lists[id % OX_RESOURCE_LISTS];
    while (record != NULL && (record->id != id || record->type != type)) record = record->next;
    return record == NULL ? NULL : record->resource;
}

/* Keeps the resource under its id. Without room it is built again at the next call, which is wasteful and
 * right. */
static void keep(ox_resources *r, uint32_t id, uint32_t type, const void *resource) {
    ox_resource_record *record = OX_PUSH(r->resident, ox_resource_record, 1);
    if (record == NULL) return;
    *record = (ox_resource_record){r->lists[id % OX_RESOURCE_LISTS], id, type, resource};
    r->lists[id % OX_RESOURCE_LISTS] = record;
}

/* Logs why the resource cannot be had; with its name, where the image carries names. */
static void complain(ox_resources *r, uint32_t id, const ox_resource_fault *fault) {
    char name[48] = "";
    uint32_t length = 0;
    const char *stored = rom_name(r->image, id, &length);
    if (stored != NULL) {
        size_t count = length < sizeof name - 4 ? length : sizeof name - 4;
        memcpy(name + 2, stored, count);
        name[0] = ' ';
        name[1] = '(';
        name[count + 2] = ')';
        name[count + 3] = 0;
    }
    ox_log_write(r->log, PLAT_LOG_ERROR, "%s %08x%s %s: %s stands in", fault->what, (unsigned)id, name,
                 fault->why, fault->stand_in);
    r->placeholders++;
}

/* The common course of every look-up. */
static const void *look_up(ox_resources *r, uint32_t id, uint32_t type, const void *built,
                           const void *placeholder, const ox_resource_fault *fault) {
    if (built == NULL) {
        complain(r, id, fault);
        built = placeholder;
    }
    keep(r, id, type, built);
    return built;
}

const ox_mesh *ox_resource_mesh(ox_resources *r, uint32_t id) {
    ox_resource_fault fault = {"mesh", "a box", ""};
    const void *known = ox_resource_known(r, id, ROM_TAG_MESH);
    if (known != NULL) return known;
    return look_up(r, id, ROM_TAG_MESH, ox_resource_build_mesh(r, id, &fault), &r->box, &fault);
}

const rs_texture *ox_resource_texture(ox_resources *r, uint32_t id) {
    ox_resource_fault fault = {"texture", "a checker", ""};
    const void *known = ox_resource_known(r, id, ROM_TAG_IMAGE);
    if (known != NULL) return known;
    return look_up(r, id, ROM_TAG_IMAGE, ox_resource_build_texture(r, id, &fault), &r->checker, &fault);
}

const rs_material *ox_resource_material(ox_resources *r, uint32_t id) {
    ox_resource_fault fault = {"material", "magenta", ""};
    const void *known = ox_resource_known(r, id, ROM_TAG_MATERIAL);
    if (known != NULL) return known;
    return look_up(r, id, ROM_TAG_MATERIAL, ox_resource_build_material(r, id, &fault), &r->magenta, &fault);
}

const rs_palette *ox_resource_palette(ox_resources *r, uint32_t id) {
    ox_resource_fault fault = {"palette", "another palette", ""}, none = fault;
    const void *known = ox_resource_known(r, id, ROM_TAG_PALETTE);
    if (known != NULL) return known;
    const rs_palette *built = ox_resource_build_palette(r, id, &fault);
    const rs_palette *other = built != NULL ? NULL : r->palette;
    if (built == NULL && other == NULL) other = ox_resource_default_palette(r, &none);
    return look_up(r, id, ROM_TAG_PALETTE, built, other, &fault);
}

const uint8_t *ox_resource_scene(ox_resources *r, uint32_t id) {
    ox_resource_fault fault = {"scene", "nothing", ""};
    rom_chunk chunk;
    if (ox_resource_chunk(r, id, ROM_TAG_SCENE, &chunk, &fault)) return chunk.data;
    ox_log_write(r->log, PLAT_LOG_ERROR, "scene %08x %s", (unsigned)id, fault.why);
    return NULL;
}

bool ox_resource_is_placeholder(const ox_resources *r, const void *resource) {
    return resource == &r->box || resource == &r->checker || resource == &r->magenta ||
           resource == &r->checkered;
}

uint32_t ox_resource_native(const ox_resources *r, uint32_t rgb) {
    if (r->format != RS_PAL8) return rs_native_from_rgb(r->format, rgb);
    return r->palette == NULL ? 0u : (uint32_t)rs_nearest(r->palette->rgb, rgb);
}
