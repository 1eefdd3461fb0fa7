/* Reads tables of techniques: checks them once, chooses. */
#include "raster/technique.h"

#include <string.h>

static uint32_t half_at(const uint8_t *at) { return (uint32_t)at[0] | (uint32_t)at[1] << 8; }
static uint32_t word_at(const uint8_t *at) { return half_at(at) | half_at(at + 2) << 16; }

static const uint8_t *parameter_at(const rs_techniques *e, uint32_t i) {
    return e->data + RS_TECHNIQUES_HEADER + i * RS_TECHNIQUES_PARAMETER;
}
static const uint8_t *technique_at(const rs_techniques *e, uint32_t i) {
    return parameter_at(e, e->parameters) + i * RS_TECHNIQUES_TECHNIQUE;
}
static const uint8_t *pass_at(const rs_techniques *e, uint32_t i) {
    return technique_at(e, e->techniques) + i * RS_TECHNIQUES_PASS;
}

bool rs_techniques_open(rs_techniques *table, const uint8_t *data, size_t size) {
    rs_techniques e;
    if (size < RS_TECHNIQUES_HEADER) return false;
    e.data = data;
    e.parameters = half_at(data + 4);
    e.techniques = half_at(data + 6);
    e.passes = half_at(data + 8);
    if (size < (size_t)RS_TECHNIQUES_HEADER + (size_t)e.parameters * RS_TECHNIQUES_PARAMETER +
                   (size_t)e.techniques * RS_TECHNIQUES_TECHNIQUE + (size_t)e.passes * RS_TECHNIQUES_PASS) {
        return false;
    }
    for (uint32_t i = 0; i < e.techniques; i++) {
        uint32_t first = half_at(technique_at(&e, i) + 8), count = half_at(technique_at(&e, i) + 10);
        if (count == 0 || first > e.passes || count > e.passes - first) return false;
    }
    for (uint32_t i = 0; i < e.passes; i++) {
        const uint8_t *at = pass_at(&e, i) + 8;
        if (at[0] >= RS_BLEND_FACTORS || at[1] >= RS_COMPARES || at[4] >= RS_DITHERS ||
            at[6] >= RS_SHADINGS || at[7] >= RS_MAPPINGS || at[8] >= RS_COMPARES)
            return false;
        for (int k = 12; k < 15; k++) {
            if (at[k] >= RS_STENCIL_OPERATIONS) return false;
        }
        if (at[16] >= RS_COMBINES || at[17] >= RS_COMBINES || at[18] >= RS_BLEND_BYS) return false;
    }
    *table = e;
    return true;
}

int rs_techniques_choose(const rs_techniques *table, const rs_capabilities *machine) {
    for (uint32_t i = 0; i < table->techniques; i++) {
        const uint8_t *at = technique_at(table, i);
        uint32_t needs = word_at(at + 4), formats = needs & RS_NEEDS_FORMATS;
        if (formats != 0 && (formats & machine->has) == 0) continue;
        if ((needs & ~(uint32_t)RS_NEEDS_FORMATS & ~machine->has) != 0 || at[12] > machine->profile) continue;
        return (int)i;
    }
    return -1;
}

static void stencil_of(const uint8_t *at, rs_stencil_state *out) {
    rs_stencil_face *face = &out->front;
    out->on = true;
    face->function = at[0];
    face->reference = at[1];
    face->mask = at[2];
    face->write_mask = at[3];
    face->fail = at[4];
    face->depth_fail = at[5];
    face->pass = at[6];
}

bool rs_techniques_pass(const rs_techniques *table, int technique, uint32_t index, rs_technique_pass *out) {
    const uint8_t *at;
    if (technique < 0 || (uint32_t)technique >= table->techniques) return false;
    at = technique_at(table, (uint32_t)technique);
    if (index >= half_at(at + 10)) return false;
    at = pass_at(table, half_at(at + 8) + index);
    memset(out, 0, sizeof *out);
    out->vertex_stage = word_at(at);
    out->pixel_stage = word_at(at + 4);
    out->state.blend.mode = at[8];
    out->state.depth.function = at[9];
    out->state.depth.no_write = (at[10] & 1) != 0;
    out->state.alpha_test.on = (at[10] & 2) != 0;
    out->state.alpha_test.function = RS_GEQUAL;
    out->state.alpha_test.reference = at[11];
    out->state.alpha_test.colour_key = (at[10] & 4) != 0;
    out->two_sided = (at[10] & 8) != 0;
    out->state.output.dither = at[12];
    out->state.blend.transparency = at[13];
    out->shading = at[14];
    out->mapping = at[15];
    if ((at[10] & 16) != 0) stencil_of(at + 16, &out->state.stencil);
    out->second_unit = (at[10] & 32) != 0;
    out->state.unit[1].second_set = (at[10] & 64) != 0;
    out->state.unit[1].projective = (at[10] & 128) != 0;
    out->state.unit[1].colour = at[24];
    out->state.unit[1].alpha = at[25];
    out->state.unit[1].blend_by = at[26];
    out->state.unit[1].constant = at[27];
    return true;
}

bool rs_techniques_parameter(const rs_techniques *table, uint32_t id, uint32_t *value) {
    for (uint32_t i = 0; i < table->parameters; i++) {
        if (word_at(parameter_at(table, i)) != id) continue;
        *value = word_at(parameter_at(table, i) + 8);
        return true;
    }
    return false;
}
