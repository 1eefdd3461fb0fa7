/* What a paint makes of a mesh and its materials in one picture. */
#include <string.h>

#include "kernel/shading/module.h"
#include "raster/material.h"
#include "raster/pixel_state.h"
#include "raster/submit.h"
#include "raster/surface.h"

enum { WHITE = 0xFFFFFF, REPEAT = 4096 /* of Q4.12 */ };

/* ---- texture ---- */

/* How far coordinates move along one side: of a repeat what is over whole ones, and whole pictures of a row of them. */
static int32_t moved_by(fx by, uint32_t picture, uint32_t pictures) {
    const uint32_t part = ((uint32_t)by & 0xFFFFu) / (FX_ONE / REPEAT);
    return (int32_t)((part + picture * REPEAT / pictures) % REPEAT);
}

static bool move_texture(const ox_paint *paint, const ox_paint_room *room, const rs_mesh *mesh) {
    const uint32_t columns = paint->columns < 1 ? 1u : paint->columns,
                   rows = paint->rows < 1 ? 1u : paint->rows, frame = paint->frame % (columns * rows);
    const int32_t by[2] = {moved_by(paint->u, frame % columns, columns),
                           moved_by(paint->v, frame / columns, rows)};
    if (mesh->uvs == NULL || (by[0] == 0 && by[1] == 0)) return false;
    int16_t *uvs = rs_frame_take(room->frame, (size_t)mesh->vertex_count * 2 * sizeof *uvs);
    if (uvs == NULL) return false;
    for (uint32_t i = 0; i < 2 * mesh->vertex_count; i++)
        uvs[i] = (int16_t)int_clamp(mesh->uvs[i] + by[i & 1u], INT16_MIN, INT16_MAX);
    *room->copy = *mesh;
    room->copy->uvs = uvs;
    return true;
}

/* ---- materials ---- */

/* The stage of a material whose texture is tinted: its own, then the colour. */
typedef struct tint {
    rs_vertex_stage *stage;
    const void *constants;
    uint8_t rgb[3];
} tint;

static uint32_t product_of(uint32_t a, uint32_t b) { return (a * b + 127) / 255; }

static void tint_vertex(const void *constants, uint32_t index, rs_attributes *vertex) {
    const tint *t = constants;
    if (t->stage != NULL) t->stage(t->constants, index, vertex);
    for (uint32_t i = 0; i < 3; i++) vertex->colour[i] = (uint8_t)product_of(vertex->colour[i], t->rgb[i]);
}

/* Texture and coloured light take their colour a vertex. */
static bool tint_look(const ox_paint_room *room, uint32_t colour, rs_material *material) {
    if (!rs_fragment_linked()) return true;
    rs_look *look = rs_frame_take(room->frame, sizeof *look);
    tint *t = rs_frame_take(room->frame, sizeof *t);
    if (look == NULL || t == NULL) return false;
    if (material->look != NULL)
        *look = *material->look;
    else
        memset(look, 0, sizeof *look);
    *t = (tint){.stage = look->stage, .constants = look->constants};
    for (uint32_t i = 0; i < 3; i++) t->rgb[i] = (uint8_t)(colour >> (16 - 8 * i));
    look->stage = tint_vertex;
    look->constants = t;
    material->look = look;
    return true;
}

static bool tint_plain(const ox_paint_room *room, uint32_t colour, rs_material *material) {
    uint32_t rgb = 0;
    for (int shift = 0; shift <= 16; shift += 8)
        rgb |= product_of(material->rgb >> shift & 255u, colour >> shift & 255u) << shift;
    material->rgb = rgb;
    if (room->resources->format == RS_PAL8) {
        material->index = (uint8_t)rs_frame_native(room->frame, rgb);
        return true;
    }
    void *ramp =
        rs_frame_take(room->frame, (size_t)(RS_RAMP_ENTRIES * rs_format_bytes(room->resources->format)));
    if (ramp == NULL) return false;
    rs_ramp_build(room->resources->format, rgb, ramp);
    material->ramp = ramp;
    return true;
}

static bool is_mixed(const ox_resources *resources) {
    return rs_fragment_linked() && (resources->format != RS_PAL8 ||
                                    (resources->palette != NULL && resources->palette->inverse != NULL));
}

rs_pass ox_paint_pass(const ox_paint *paint, const ox_resources *resources, const rs_material *material) {
    const rs_pass own = rs_material_pass(material);
    return paint->alpha < FX_ONE && own < RS_PASS_TRANSLUCENT && is_mixed(resources) ? RS_PASS_TRANSLUCENT
                                                                                     : own;
}

/* Where nothing can be mixed, pixels are left out by a pattern. */
static bool make_clear(const ox_paint_room *room, const ox_paint *paint, rs_material *material) {
    const fx alpha = paint->alpha;
    const rs_pass pass = ox_paint_pass(paint, room->resources, material);
    if (!rs_fragment_linked()) return true;
    rs_pixel_state *state = rs_frame_take(room->frame, sizeof *state);
    if (state == NULL) return false;
    if (material->state != NULL)
        *state = *material->state;
    else
        memset(state, 0, sizeof *state);
    const uint32_t solid = (uint32_t)fx_mul(alpha, (255 - state->blend.transparency) * FX_ONE) + FX_HALF;
    if (is_mixed(room->resources)) {
        if (state->blend.mode == RS_BLEND_REPLACE) state->blend.mode = RS_BLEND_ALPHA;
        state->blend.transparency = (uint8_t)(255 - (solid >> 16));
    } else {
        const int32_t hidden = fx_to_int_nearest(16 * (FX_ONE - alpha));
        if (hidden > state->output.hidden) state->output.hidden = (uint8_t)hidden;
    }
    material->state = state;
    material->pass = (uint8_t)(pass + 1);
    return true;
}

static bool polish(const ox_paint_room *room, const ox_paint *paint, rs_material *material) {
    const rs_reflecting *own = material->look == NULL ? NULL : &material->look->reflecting;
    const uint8_t made = material->highlight == NULL ? 0 : material->highlight[255];
    const int strength = paint->gloss < 0 ? made : fx_to_int_nearest(paint->gloss * 255);
    const int exponent = paint->shine >= 0 ? paint->shine : own != NULL ? own->log2_exponent : 4;
    uint8_t *table = rs_frame_take(room->frame, 256);
    if (table == NULL) return false;
    material->dark = rs_highlight_build(strength, exponent, table);
    material->highlight = strength == 0 ? NULL : table;
    if (own == NULL) return true;
    rs_look *look = rs_frame_take(room->frame, sizeof *look);
    if (look == NULL) return false;
    *look = *material->look;
    look->reflecting.log2_exponent = (uint8_t)exponent;
    if (paint->gloss >= 0) look->reflecting.specular = (uint32_t)strength * 0x010101u;
    material->look = look;
    return true;
}

static bool change_material(const ox_paint *paint, const ox_paint_room *room, rs_material *material) {
    const bool is_deep = material->texture != NULL || material->look != NULL;
    if ((paint->gloss >= 0 || paint->shine >= 0) && !polish(room, paint, material)) return false;
    if (paint->colour != WHITE &&
        !(is_deep ? tint_look(room, paint->colour, material) : tint_plain(room, paint->colour, material)))
        return false;
    return paint->alpha >= FX_ONE || make_clear(room, paint, material);
}

static const rs_material *change_materials(const ox_paint *paint, const ox_paint_room *room,
                                           const rs_material *made) {
    if (paint->colour == WHITE && paint->alpha >= FX_ONE && paint->gloss < 0 && paint->shine < 0) return NULL;
    rs_material *materials = rs_frame_take(room->frame, room->materials * sizeof *materials);
    for (uint32_t i = 0; materials != NULL && i < room->materials; i++) {
        materials[i] = made[i];
        if (!change_material(paint, room, &materials[i])) return NULL;
    }
    return materials;
}

bool ox_paint_dress(const ox_paint *paint, const ox_paint_room *room, ox_dressed *dressed) {
    const bool is_moved = move_texture(paint, room, dressed->mesh);
    const rs_material *materials = change_materials(paint, room, dressed->materials);
    if (is_moved) dressed->mesh = room->copy;
    if (materials != NULL) dressed->materials = materials;
    return is_moved || materials != NULL;
}
