/* Draw calls: adding, sorting, drawing, and lists of recorded commands. */
#include "raster/draw_call.h"

#include <string.h>

#include "fixedmath/vector.h"
#include "raster/list/list.h"

bool rs_draw_calls_add(rs_draw_calls *list, const rs_draw_call *call) {
    if (list->count >= list->capacity) {
        list->dropped++;
        return false;
    }
    list->calls[list->count++] = *call;
    return true;
}

static const rs_material *material_of(const rs_tables *tables, uint32_t number) {
    return number < tables->material_count ? &tables->materials[number] : tables->missing;
}

uint32_t rs_draw_calls_add_mesh(rs_draw_calls *list, const rs_tables *tables, uint32_t mesh, uint32_t matrix,
                                uint32_t lights, rs_pass pass, uint32_t depth) {
    const rs_draw_call_mesh *m;
    uint32_t added = 0;
    if (mesh >= tables->mesh_count) return 0;
    m = &tables->meshes[mesh];
    for (uint32_t i = 0; i < m->mesh->part_count && i < RS_NO_NUMBER; i++) {
        rs_draw_call call;
        rs_pass to = pass;
        uint8_t sort = pass == RS_PASS_TRANSLUCENT ? RS_FARTHEST_FIRST : RS_AS_THEY_COME;
        memset(&call, 0, sizeof call);
        call.kind = RS_DRAW_CALL_MESH;
        call.resource = (uint16_t)mesh;
        call.part = (uint16_t)i;
        call.material = m->materials == NULL ? RS_NO_NUMBER : m->materials[m->mesh->parts[i].material];
        call.matrix = (uint16_t)matrix;
        call.lights = (uint16_t)lights;
        if (pass == RS_PASSES) {
            const rs_material *material = material_of(tables, call.material);
            to = material == NULL ? RS_PASS_OPAQUE : rs_material_pass(material);
            sort = to == RS_PASS_TRANSLUCENT ? RS_FARTHEST_FIRST
                   : material == NULL        ? RS_AS_THEY_COME
                                             : material->sort;
        }
        call.key = sort == RS_FARTHEST_FIRST
                       ? rs_key_translucent((uint32_t)to, depth, list->count)
                       : rs_key_opaque((uint32_t)to, call.material, depth,
                                       sort == RS_NEAREST_FIRST ? RS_NEAR_FIRST : RS_BY_MATERIAL);
        added += rs_draw_calls_add(list, &call) ? 1u : 0u;
    }
    return added;
}

const rs_sort_entry *rs_draw_calls_sort(const rs_draw_calls *list, rs_sort_entry *entries,
                                        rs_sort_entry *other) {
    for (uint32_t i = 0; i < list->count; i++) entries[i] = (rs_sort_entry){list->calls[i].key, i};
    return rs_sort(entries, other, list->count);
}

/* ---- drawing ---- */

static rs_result draw_batch(rs_frame *frame, const rs_draw_call *call, const rs_tables *tables,
                            const mat34 *place) {
    rs_batch batch;
    if (call->resource >= tables->batch_count) return RS_BAD_ARGUMENT;
    batch = tables->batches[call->resource];
    batch.place = place;
    if (call->material != RS_NO_NUMBER) batch.material = material_of(tables, call->material);
    if (call->tint != 0) batch.tint = call->tint;
    return rs_frame_batch(frame, &batch);
}

rs_result rs_frame_mesh_pass(rs_frame *frame, const rs_mesh *mesh, const mat34 *model_to_world,
                             const rs_material *materials, rs_pass pass) {
    rs_result result = RS_OK;
    for (uint32_t i = 0; i < mesh->part_count; i++) {
        if (rs_material_pass(&materials[mesh->parts[i].material]) != pass) continue;
        frame->only_pass = (uint8_t)(pass + 1);
        result = rs_frame_mesh(frame, mesh, model_to_world, materials);
        frame->only_pass = 0;
        break;
    }
    return result;
}

static rs_result draw_mesh(rs_frame *frame, const rs_draw_call *call, const rs_tables *tables,
                           const mat34 *place) {
    const rs_draw_call_mesh *m;
    rs_mesh one;
    rs_submesh part;
    uint32_t number = call->material;
    const rs_material *material;
    if (call->resource >= tables->mesh_count) return RS_BAD_ARGUMENT;
    m = &tables->meshes[call->resource];
    if (call->part >= m->mesh->part_count) return RS_BAD_ARGUMENT;
    part = m->mesh->parts[call->part];
    if (number == RS_NO_NUMBER && m->materials != NULL) number = m->materials[part.material];
    material = material_of(tables, number);
    if (material == NULL) return RS_BAD_ARGUMENT;
    one = *m->mesh;
    part.material = 0;
    one.parts = &part;
    one.part_count = 1;
    return rs_frame_mesh(frame, &one, place, material);
}

static rs_result draw_text(rs_frame *frame, const rs_draw_call *call, const rs_tables *tables) {
    if (call->resource >= tables->text_count) return RS_BAD_ARGUMENT;
    return rs_frame_text(frame, (int16_t)(call->argument & 0xFFFFu), (int16_t)(call->argument >> 16),
                         tables->texts[call->resource], call->tint & 0xFFFFFFu);
}

static rs_result draw_call(rs_frame *frame, const rs_draw_call *call, const rs_tables *tables) {
    static const mat34 world = {{{FX_ONE, 0, 0, 0}, {0, FX_ONE, 0, 0}, {0, 0, FX_ONE, 0}}};
    const mat34 *place = &world;
    if (call->matrix != RS_NO_NUMBER) {
        if (call->matrix >= tables->matrix_count) return RS_BAD_ARGUMENT;
        place = &tables->matrices[call->matrix];
    }
    switch (call->kind) {
    case RS_DRAW_CALL_MESH:
        return draw_mesh(frame, call, tables, place);
    case RS_DRAW_CALL_BATCH:
        return draw_batch(frame, call, tables, call->matrix == RS_NO_NUMBER ? NULL : place);
    case RS_DRAW_CALL_TEXT:
        return draw_text(frame, call, tables);
    default:
        if (call->kind < RS_DRAW_CALL_EXTENSION || call->kind >= RS_DRAW_CALL_KINDS) return RS_BAD_ARGUMENT;
        if (tables->extensions[call->kind - RS_DRAW_CALL_EXTENSION] == NULL) return RS_BAD_ARGUMENT;
        return tables->extensions[call->kind - RS_DRAW_CALL_EXTENSION](frame, call, tables);
    }
}

/* Sets a draw call's lights, if they are others than before. */
static rs_result use_lights(rs_frame *frame, uint32_t number, const rs_tables *tables) {
    const rs_light_set *set;
    rs_result result;
    if (number >= tables->light_set_count) return RS_BAD_ARGUMENT;
    set = &tables->light_sets[number];
    result = rs_frame_lights(frame, 0, set->lights, set->count);
    if (result == RS_OK) rs_frame_ambient(frame, set->ambient);
    return result;
}

rs_result rs_draw_calls_draw(rs_frame *frame, const rs_draw_calls *list, const rs_sort_entry *order,
                             const rs_tables *tables, uint32_t passes, rs_draw_call_counts *counts) {
    uint32_t lights = RS_NO_NUMBER, material = 0x10000u;
    rs_result first = RS_OK;
    memset(counts, 0, sizeof *counts);
    for (uint32_t i = 0; i < list->count; i++) {
        const rs_draw_call *call = &list->calls[order == NULL ? i : order[i].index];
        rs_result result = RS_OK;
        if ((passes & 1u << (call->key >> 29)) == 0) continue;
        if (call->lights != RS_NO_NUMBER && call->lights != lights) {
            result = use_lights(frame, call->lights, tables);
            lights = call->lights;
            counts->light_changes++;
        }
        if (call->material != RS_NO_NUMBER && call->material >= tables->material_count) counts->missing++;
        if (call->material != material) {
            material = call->material;
            counts->material_changes++;
        }
        if (result == RS_OK) result = draw_call(frame, call, tables);
        if (result == RS_BAD_ARGUMENT) {
            counts->passed_over++;
        } else {
            counts->drawn++;
        }
        if (result != RS_OK && first == RS_OK) first = result;
    }
    return first;
}

/* ---- recorded lists: a word {command, words of it}, then the words ---- */

enum { COMMAND_DRAW_CALL = 1, COMMAND_LIGHTS, COMMAND_VIEWPORT, COMMAND_IMMEDIATE, COMMAND_CALL };
enum { DRAW_CALL_WORDS = sizeof(rs_draw_call) / 4, IMMEDIATE_MOST = 64 };

static uint32_t *take_words(rs_commands *c, uint32_t command, uint32_t words) {
    uint32_t *at = c->words + c->count;
    if (c->overflowed || c->capacity - c->count < words + 1) {
        c->overflowed = true;
        c->dropped++;
        return NULL;
    }
    *at = command << 16 | words;
    c->count += words + 1;
    return at + 1;
}

static bool put_one(rs_commands *c, uint32_t command, uint32_t value) {
    uint32_t *at = take_words(c, command, 1);
    if (at != NULL) *at = value;
    return at != NULL;
}

/* Draw calls as words, field by field, so that a list means the same on every machine. */
bool rs_commands_draw_call(rs_commands *c, const rs_draw_call *p) {
    uint32_t *at = take_words(c, COMMAND_DRAW_CALL, DRAW_CALL_WORDS);
    if (at == NULL) return false;
    at[0] = p->key;
    at[1] = p->kind | (uint32_t)p->flags << 8 | (uint32_t)p->resource << 16;
    at[2] = p->part | (uint32_t)p->material << 16;
    at[3] = p->matrix | (uint32_t)p->lights << 16;
    at[4] = p->tint;
    at[5] = (uint16_t)p->first_row | (uint32_t)(uint16_t)p->end_row << 16;
    at[6] = p->argument;
    return true;
}

static rs_draw_call unpack_call(const uint32_t *at) {
    rs_draw_call p;
    memset(&p, 0, sizeof p);
    p.key = at[0];
    p.kind = (uint8_t)at[1];
    p.flags = (uint8_t)(at[1] >> 8);
    p.resource = (uint16_t)(at[1] >> 16);
    p.part = (uint16_t)at[2];
    p.material = (uint16_t)(at[2] >> 16);
    p.matrix = (uint16_t)at[3];
    p.lights = (uint16_t)(at[3] >> 16);
    p.tint = at[4];
    p.first_row = (int16_t)(uint16_t)at[5];
    p.end_row = (int16_t)(uint16_t)(at[5] >> 16);
    p.argument = at[6];
    return p;
}

bool rs_commands_lights(rs_commands *c, uint32_t light_set) { return put_one(c, COMMAND_LIGHTS, light_set); }
bool rs_commands_viewport(rs_commands *c, uint32_t viewport) {
    return put_one(c, COMMAND_VIEWPORT, viewport);
}
bool rs_commands_call(rs_commands *c, uint32_t list) { return put_one(c, COMMAND_CALL, list); }

bool rs_commands_immediate(rs_commands *c, rs_primitive primitive, uint32_t material, uint32_t argb,
                           const vec3 *points, uint32_t count) {
    uint32_t *at;
    if (count > IMMEDIATE_MOST || (unsigned)primitive >= RS_PRIMITIVES) {
        c->dropped++;
        return false;
    }
    at = take_words(c, COMMAND_IMMEDIATE, 3 + 3 * count);
    if (at == NULL) return false;
    at[0] = (uint32_t)primitive;
    at[1] = material;
    at[2] = argb;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < 3; k++) at[3 + 3 * i + k] = (uint32_t)v3_get(points[i], (int)k);
    }
    return true;
}

typedef struct replay {
    rs_frame *frame;
    const rs_command_lists *all;
} replay;

static rs_result draw_immediate(const replay *r, const uint32_t *at, uint32_t words) {
    rs_attributes current = rs_attributes_plain;
    rs_batch batch;
    if (words < 3 || (words - 3) % 3 != 0 || at[0] >= RS_PRIMITIVES) return RS_BAD_ARGUMENT;
    memset(&batch, 0, sizeof batch);
    for (int i = 0; i < 3; i++) current.colour[i] = (uint8_t)(at[2] >> (16 - 8 * i));
    current.colour[3] = (uint8_t)(at[2] >> 24);
    batch.streams[RS_POSITION] = (rs_stream){at + 3, 12, RS_FX_3};
    batch.vertex_count = batch.count = (words - 3) / 3;
    batch.primitive = (uint8_t)at[0];
    batch.current = &current;
    batch.material = material_of(r->all->tables, at[1]);
    return rs_frame_batch(r->frame, &batch);
}

static rs_result draw_list(const replay *r, uint32_t which, int depth);

static rs_result draw_command(const replay *r, const uint32_t *at, uint32_t command, uint32_t words,
                              int depth) {
    switch (command) {
    case COMMAND_DRAW_CALL: {
        rs_draw_call call;
        if (words != DRAW_CALL_WORDS) return RS_BAD_ARGUMENT;
        call = unpack_call(at);
        if (call.lights != RS_NO_NUMBER && use_lights(r->frame, call.lights, r->all->tables) != RS_OK)
            return RS_BAD_ARGUMENT;
        return draw_call(r->frame, &call, r->all->tables);
    }
    case COMMAND_LIGHTS:
        return words == 1 ? use_lights(r->frame, at[0], r->all->tables) : RS_BAD_ARGUMENT;
    case COMMAND_VIEWPORT:
        if (words != 1 || r->all->viewports == NULL || at[0] >= r->all->viewport_count)
            return RS_BAD_ARGUMENT;
        return rs_frame_viewport(r->frame, &r->all->viewports[at[0]]);
    case COMMAND_IMMEDIATE:
        return draw_immediate(r, at, words);
    case COMMAND_CALL:
        return words == 1 ? draw_list(r, at[0], depth + 1) : RS_BAD_ARGUMENT;
    default:
        return RS_BAD_ARGUMENT;
    }
}

static rs_result draw_list(const replay *r, uint32_t which, int depth) {
    const rs_command_list *list;
    rs_result first = RS_OK;
    if (which >= r->all->list_count || depth > RS_CALL_DEPTH) return RS_BAD_ARGUMENT;
    list = &r->all->lists[which];
    for (uint32_t at = 0; at < list->count;) {
        uint32_t command = list->words[at] >> 16, words = list->words[at] & 0xFFFFu;
        rs_result result;
        if (words > list->count - at - 1 || command < COMMAND_DRAW_CALL || command > COMMAND_CALL)
            return RS_BAD_ARGUMENT;
        result = draw_command(r, list->words + at + 1, command, words, depth);
        if (result != RS_OK && first == RS_OK) first = result;
        at += words + 1;
    }
    return first;
}

rs_result rs_commands_draw(rs_frame *frame, const rs_command_lists *lists, uint32_t which) {
    const replay r = {frame, lists};
    return draw_list(&r, which, 1);
}
