/* Vertices of the three usual layouts fetched at once, and the light of motifs. */
#include <string.h>

#include "fixedmath/scalar.h"
#include "fixedmath/vector.h"
#include "raster/submit.h"

static bool same_format(const rs_stream streams[RS_ATTRIBUTES], const rs_vertex_format *format) {
    const uint8_t *base = streams[RS_POSITION].data;
    for (int i = 0; i < RS_ATTRIBUTES; i++) {
        if (streams[i].form != format->at[i].form) return false;
        if (streams[i].form == RS_NOTHING) continue;
        if (streams[i].stride != format->stride || streams[i].data != base + format->at[i].offset)
            return false;
    }
    return true;
}

rs_layout rs_layout_of(const rs_stream streams[RS_ATTRIBUTES]) {
    if (streams[RS_POSITION].form != RS_INT16_3 || streams[RS_POSITION].data == NULL) return RS_LAYOUT_ANY;
    if (same_format(streams, &rs_format_lit)) return RS_LAYOUT_LIT;
    if (same_format(streams, &rs_format_skinned)) return RS_LAYOUT_SKINNED;
    return same_format(streams, &rs_format_position) ? RS_LAYOUT_POSITION : RS_LAYOUT_ANY;
}

static inline fx placed(int16_t half, int exponent, fx offset) {
    return fx_sat64((int64_t)half * ((int64_t)1 << exponent) + offset);
}

static inline void coordinate(const uint8_t *at, fx out[3]) {
    int16_t half[2];
    memcpy(half, at, sizeof half);
    out[0] = half[0] * 16;
    out[1] = half[1] * 16;
    out[2] = FX_ONE;
}

void rs_fetch_layout(rs_layout layout, const void *record, vec3 offset, int exponent,
                     const rs_attributes *current, rs_attributes *out) {
    const uint8_t *at = record;
    int16_t half[3];
    *out = current == NULL ? rs_attributes_plain : *current;
    memcpy(half, at, sizeof half);
    out->position.x = placed(half[0], exponent, offset.x);
    out->position.y = placed(half[1], exponent, offset.y);
    out->position.z = placed(half[2], exponent, offset.z);
    if (layout == RS_LAYOUT_LIT) {
        out->normal =
            v3((int8_t)at[8] * 65536 / 127, (int8_t)at[9] * 65536 / 127, (int8_t)at[10] * 65536 / 127);
        coordinate(at + 12, out->texcoord[0]);
    } else if (layout == RS_LAYOUT_SKINNED) {
        memcpy(out->weights, at + 6, 3);
        out->weights[3] = (uint8_t)(255 - at[6] - at[7] - at[8]);
        memcpy(out->colour, at + 12, 4);
        memcpy(out->specular, at + 16, 4);
        coordinate(at + 20, out->texcoord[0]);
        coordinate(at + 24, out->texcoord[1]);
        memcpy(out->joints, at + 28, 4);
    }
}

vec3 rs_bitangent(const rs_attributes *vertex) {
    vec3 across = v3_cross(vertex->normal, vertex->tangent);
    return vertex->handedness < 0 ? v3_neg(across) : across;
}

/* ---- motifs ---- */

void rs_stage_motif(const void *constants, uint32_t index, rs_attributes *vertex) {
    const rs_motif_light *light = constants;
    const uint8_t *pair = &vertex->motifs[0][0];
    uint32_t pairs = 8, sum[3] = {0, 0, 0};
    if (light->pairs != NULL) {
        pairs = 0;
        if (index < light->vertices && light->starts[index + 1] >= light->starts[index]) {
            pair = light->pairs + 2 * (size_t)light->starts[index];
            pairs = light->starts[index + 1] - light->starts[index];
        }
    }
    for (; pairs > 0; pairs--, pair += 2) {
        uint32_t rgb;
        if (pair[1] == 0 || pair[0] >= light->count) continue;
        rgb = light->rgb[pair[0]];
        for (int i = 0; i < 3; i++) {
            sum[i] += rs_product(rgb >> (16 - 8 * i) & 255u, pair[1]);
            if (sum[i] > 255u) sum[i] = 255u;
        }
    }
    for (int i = 0; i < 3; i++) vertex->colour[i] = (uint8_t)sum[i];
}
