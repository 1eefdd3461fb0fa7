/* Writes MODL, COLL and OCCL chunks. */
#include "tools/pack/pack_family.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "rom/types.h"
#include "tools/import/base/intern.h"
#include "tools/record_writer.h"

enum { VERTICES_MOST = 65536, SHAPES_MOST = 65535, REACH = 16384 };

/* A chunk FOLDER/NAME, or FOLDER/NAME.lodLEVEL; its header is zeros but for version and size. */
static writer *add_level(pack_family *family, const char *folder, const cart_mesh *source, uint32_t level,
                         uint32_t tag, uint32_t header) {
    struct pack_family_chunk *chunk = &family->chunks[family->count];
    char number[16] = "";
    if (family->count == PACK_FAMILY) return NULL;
    if (level > 0) snprintf(number, sizeof number, ".lod%u", (unsigned)level);
    snprintf(chunk->name, sizeof chunk->name, "%s/%s%s", folder, source->name, number);
    chunk->tag = tag;
    chunk->level = level;
    family->count++;
    if (header == 0) return &chunk->bytes;
    const rom_type *known = rom_type_of(tag);
    writer_zeros(&chunk->bytes, header);
    writer_put_u16(&chunk->bytes, ROM_CHUNK_VERSION,
                   known == NULL ? (uint32_t)ROM_CHUNK_VERSION_NOW : known->version);
    writer_put_u16(&chunk->bytes, ROM_CHUNK_HEADER, header);
    return &chunk->bytes;
}

writer *pack_family_detail(pack_family *family, const cart_mesh *source, uint32_t level) {
    return add_level(family, "mesh", source, level, ROM_TAG_MESH, 0);
}

writer *pack_family_skin(pack_family *family, const cart_mesh *source, uint32_t level) {
    return add_level(family, "mesh", source, level, ROM_TAG_SKIN, ROM_SKIN_SIZE);
}

writer *pack_family_morph(pack_family *family, const cart_mesh *source) {
    return add_level(family, "mesh", source, 0, ROM_TAG_MORPH, ROM_MORPH_SIZE);
}

/* ---- shapes: places and triangles ---- */

typedef struct shape {
    import_record_set places; /* records of int32_t[3] */
    uint32_t *corners;        /* three for each triangle */
    int32_t low[3], high[3];
} shape;

/* Takes the places of a model's vertices; vertices at one place become one. */
static bool take_places(const cart_mesh *source, const import_model *model, const char *what, shape *s,
                        tool_error *error) {
    s->corners = malloc(((size_t)model->triangle_count * 3 + 1) * sizeof *s->corners);
    s->places.record_size = sizeof(int32_t[3]);
    if (s->corners == NULL) return import_error_memory(error, source->name);
    for (uint32_t i = 0; i < model->triangle_count * 3; i++) {
        int32_t place[3];
        for (int k = 0; k < 3; k++) {
            double value = (double)model->vertices[model->indices[i]].position[k];
            if (!(fabs(value) < REACH))
                return import_error_file(error, source->name, "its %s reaches beyond %d m; scale it down",
                                         what, (int)REACH);
            place[k] = (int32_t)writer_fx(value);
            if (i == 0 || place[k] < s->low[k]) s->low[k] = place[k];
            if (i == 0 || place[k] > s->high[k]) s->high[k] = place[k];
        }
        s->corners[i] = import_record_set_add(&s->places, place);
        if (s->corners[i] == IMPORT_INTERN_FAILED) return import_error_memory(error, source->name);
    }
    return s->places.count <= VERTICES_MOST ||
           import_error_file(error, source->name,
                             "its %s has %u corners, at most %d are possible; simplify it", what,
                             (unsigned)s->places.count, (int)VERTICES_MOST);
}

static void put_bounds(writer *out, uint32_t low, uint32_t high, const shape *s) {
    for (uint32_t k = 0; k < 3; k++) {
        writer_put_u32(out, low + 4 * k, (uint32_t)s->low[k]);
        writer_put_u32(out, high + 4 * k, (uint32_t)s->high[k]);
    }
}

static void put_places(writer *out, const shape *s) {
    const int32_t *places = (const int32_t *)(const void *)s->places.records;
    for (uint32_t i = 0; i < s->places.count * 3; i++) writer_u32(out, (uint32_t)places[i]);
}

static void free_shape(shape *s) {
    import_record_set_free(&s->places);
    free(s->corners);
}

/* The part of the model that a triangle belongs to: a node. */
static uint32_t part_of(const import_model *model, uint32_t triangle) {
    uint32_t part = 0;
    while (part + 1 < model->part_count &&
           triangle >= model->parts[part].first_triangle + model->parts[part].triangle_count)
        part++;
    return part;
}

bool pack_family_collision(pack_family *family, const cart_mesh *source, const import_model *model,
                           tool_error *error) {
    shape s = {.corners = NULL};
    writer *out = add_level(family, "collision", source, 0, ROM_TAG_COLLISION, ROM_COLLISION_SIZE);
    bool ok = out != NULL && take_places(source, model, "collision", &s, error);
    if (ok) {
        put_bounds(out, ROM_COLLISION_LOW, ROM_COLLISION_HIGH, &s);
        writer_put_u32(out, ROM_COLLISION_MATERIAL_COUNT, model->material_count);
        writer_put_u32(out, ROM_COLLISION_MATERIALS_AT, (uint32_t)out->size);
        for (uint32_t i = 0; i < model->material_count; i++)
            writer_u32(out, rom_id(model->materials[i].name[0] == 0 ? "default" : model->materials[i].name));
        writer_put_u32(out, ROM_COLLISION_VERTEX_COUNT, s.places.count);
        writer_put_u32(out, ROM_COLLISION_VERTICES_AT, (uint32_t)out->size);
        put_places(out, &s);
        writer_put_u32(out, ROM_COLLISION_TRIANGLE_COUNT, model->triangle_count);
        writer_put_u32(out, ROM_COLLISION_TRIANGLES_AT, (uint32_t)out->size);
        for (uint32_t t = 0; t < model->triangle_count; t++) {
            for (uint32_t k = 0; k < 3; k++) writer_u16(out, s.corners[3 * t + k]);
            writer_u16(out, model->parts[part_of(model, t)].material);
        }
        writer_align(out, 4);
    }
    free_shape(&s);
    return ok && (!out->failed || import_error_memory(error, source->name));
}

/* The number of a part's shape: nodes are numbered as they come, and parts of one node are one shape. */
static uint32_t shape_number(const import_model *model, uint32_t part) {
    uint32_t number = 0;
    for (uint32_t i = 0; i <= part; i++) {
        bool again = false;
        for (uint32_t k = 0; k < i && !again; k++)
            again = strcmp(model->parts[k].object, model->parts[i].object) == 0;
        if (strcmp(model->parts[i].object, model->parts[part].object) == 0) return number;
        number += !again;
    }
    return number;
}

bool pack_family_occluder(pack_family *family, const cart_mesh *source, const import_model *model,
                          tool_error *error) {
    shape s = {.corners = NULL};
    writer *out = add_level(family, "occluder", source, 0, ROM_TAG_OCCLUDER, ROM_OCCLUDER_SIZE);
    bool ok = out != NULL && take_places(source, model, "occluder", &s, error);
    if (ok && model->part_count > SHAPES_MOST)
        ok = import_error_file(error, source->name, "more than %d occluders", (int)SHAPES_MOST);
    if (ok) {
        put_bounds(out, ROM_OCCLUDER_LOW, ROM_OCCLUDER_HIGH, &s);
        writer_put_u32(out, ROM_OCCLUDER_VERTEX_COUNT, s.places.count);
        writer_put_u32(out, ROM_OCCLUDER_VERTICES_AT, (uint32_t)out->size);
        put_places(out, &s);
        writer_put_u32(out, ROM_OCCLUDER_TRIANGLE_COUNT, model->triangle_count);
        writer_put_u32(out, ROM_OCCLUDER_TRIANGLES_AT, (uint32_t)out->size);
        uint32_t last = UINT32_MAX, number = 0;
        for (uint32_t t = 0; t < model->triangle_count; t++) {
            uint32_t part = part_of(model, t);
            if (part != last) number = shape_number(model, part);
            last = part;
            for (uint32_t k = 0; k < 3; k++) writer_u16(out, s.corners[3 * t + k]);
            writer_u16(out, number);
        }
        writer_align(out, 4);
    }
    free_shape(&s);
    return ok && (!out->failed || import_error_memory(error, source->name));
}

/* ---- the MODL chunk, which names the others ---- */

bool pack_family_finish(pack_family *family, const cart_mesh *source) {
    uint32_t details = 0, others = family->count, named = 0;
    double below = source->details > 0 ? source->details : PACK_FAMILY_DETAILS;
    for (uint32_t i = 0; i < others; i++)
        named += family->chunks[i].tag != ROM_TAG_SKIN && family->chunks[i].tag != ROM_TAG_MORPH;
    if (named == 0) return true;
    writer *out = add_level(family, "mesh", source, 0, ROM_TAG_MODEL, ROM_MODEL_SIZE);
    if (out == NULL) return false;
    for (uint32_t i = 0; i < others; i++) {
        const struct pack_family_chunk *chunk = &family->chunks[i];
        if (chunk->tag == ROM_TAG_COLLISION) writer_put_u32(out, ROM_MODEL_COLLISION, rom_id(chunk->name));
        if (chunk->tag == ROM_TAG_OCCLUDER) writer_put_u32(out, ROM_MODEL_OCCLUDER, rom_id(chunk->name));
        if (chunk->tag != ROM_TAG_MESH) continue;
        if (details++ == 0) writer_put_u32(out, ROM_MODEL_DETAILS_AT, (uint32_t)out->size);
        writer_u32(out, rom_id(chunk->name));
        writer_u32(out, writer_fx(below / (double)(1u << (chunk->level - 1))));
    }
    writer_put_u32(out, ROM_MODEL_DETAIL_COUNT, details);
    return !out->failed;
}

bool pack_family_give(pack_family *family, step_result *r) {
    writer *list = step_output(r);
    if (list == NULL) return false;
    for (uint32_t i = 0; i < family->count; i++) {
        writer_u32(list, (uint32_t)strlen(family->chunks[i].name));
        writer_bytes(list, family->chunks[i].name, strlen(family->chunks[i].name));
        writer_u32(list, family->chunks[i].tag);
        writer_u32(list, 0);
    }
    for (uint32_t i = 0; i < family->count; i++) {
        writer *out = step_output(r);
        if (out == NULL || family->chunks[i].bytes.failed) return false;
        *out = family->chunks[i].bytes;
        memset(&family->chunks[i].bytes, 0, sizeof family->chunks[i].bytes);
    }
    return true;
}

void pack_family_free(pack_family *family) {
    for (uint32_t i = 0; i < family->count; i++) writer_free(&family->chunks[i].bytes);
    memset(family, 0, sizeof *family);
}
