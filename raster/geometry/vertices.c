/* Vertices of every form: fetching them from streams, and the stages that change them. */
#include <string.h>

#include "fixedmath/angle.h"
#include "fixedmath/matrix.h"
#include "fixedmath/scalar.h"
#include "fixedmath/vector.h"
#include "raster/submit.h"

const rs_attributes rs_attributes_plain = {.colour = {255, 255, 255, 255},
                                           .handedness = 1,
                                           .texcoord = {{0, 0, FX_ONE}, {0, 0, FX_ONE}},
                                           .weights = {255, 0, 0, 0},
                                           .size = 16};

const rs_vertex_format rs_format_position = {.stride = 8, .at = {[RS_POSITION] = {RS_INT16_3, 0}}};

const rs_vertex_format rs_format_lit = {
    .stride = 16,
    .at = {[RS_POSITION] = {RS_INT16_3, 0}, [RS_NORMAL] = {RS_INT8_4, 8}, [RS_TEXCOORD] = {RS_Q12_2, 12}}};

const rs_vertex_format rs_format_skinned = {.stride = 32,
                                            .at = {[RS_POSITION] = {RS_INT16_3, 0},
                                                   [RS_WEIGHTS] = {RS_UINT8_3, 6},
                                                   [RS_COLOUR] = {RS_UINT8_4, 12},
                                                   [RS_SPECULAR] = {RS_UINT8_4, 16},
                                                   [RS_TEXCOORD] = {RS_Q12_2, 20},
                                                   [RS_TEXCOORD_2] = {RS_Q12_2, 24},
                                                   [RS_JOINTS] = {RS_UINT8_4, 28}}};

static const struct {
    uint8_t bytes, alignment;
} forms[RS_FORMS] = {
    [RS_NOTHING] = {0, 1}, [RS_INT16_3] = {6, 2}, [RS_FX_3] = {12, 4},    [RS_FX_2] = {8, 4},
    [RS_Q14_3] = {6, 2},   [RS_INT8_3] = {3, 1},  [RS_INT8_4] = {4, 1},   [RS_OCTAHEDRAL] = {2, 1},
    [RS_Q12_2] = {4, 2},   [RS_UINT8_4] = {4, 1}, [RS_UINT8_3] = {3, 1},  [RS_UINT16_1] = {2, 2},
    [RS_UINT8_2] = {2, 1}, [RS_UINT8_8] = {8, 1}, [RS_UINT8_16] = {16, 1}};

int rs_form_bytes(rs_form form) { return (unsigned)form < RS_FORMS ? forms[form].bytes : 0; }
int rs_form_alignment(rs_form form) { return (unsigned)form < RS_FORMS ? forms[form].alignment : 1; }

void rs_streams_from(const rs_vertex_format *format, const void *base, rs_stream streams[RS_ATTRIBUTES]) {
    for (int i = 0; i < RS_ATTRIBUTES; i++) {
        streams[i] = (rs_stream){NULL, 0, RS_NOTHING};
        if (format->at[i].form == RS_NOTHING) continue;
        streams[i] =
            (rs_stream){(const uint8_t *)base + format->at[i].offset, format->stride, format->at[i].form};
    }
}

void rs_streams_of_attributes(const rs_attributes *vertices, rs_stream streams[RS_ATTRIBUTES]) {
    const uint8_t *base = (const uint8_t *)vertices;
    const uint16_t stride = sizeof(rs_attributes);
    memset(streams, 0, RS_ATTRIBUTES * sizeof streams[0]);
    streams[RS_POSITION] = (rs_stream){base + offsetof(rs_attributes, position), stride, RS_FX_3};
    streams[RS_NORMAL] = (rs_stream){base + offsetof(rs_attributes, normal), stride, RS_FX_3};
    streams[RS_COLOUR] = (rs_stream){base + offsetof(rs_attributes, colour), stride, RS_UINT8_4};
    streams[RS_SPECULAR] = (rs_stream){base + offsetof(rs_attributes, specular), stride, RS_UINT8_4};
    streams[RS_TEXCOORD] = (rs_stream){base + offsetof(rs_attributes, texcoord), stride, RS_FX_3};
    streams[RS_TEXCOORD_2] =
        (rs_stream){base + offsetof(rs_attributes, texcoord) + 3 * sizeof(fx), stride, RS_FX_3};
    streams[RS_SIZE] = (rs_stream){base + offsetof(rs_attributes, size), stride, RS_UINT16_1};
}

void rs_streams_of_mesh(const rs_mesh *mesh, uint32_t first_vertex, rs_stream streams[RS_ATTRIBUTES]) {
    const size_t v = first_vertex;
    const rs_mesh_attributes *own = mesh->attributes;
    memset(streams, 0, RS_ATTRIBUTES * sizeof streams[0]);
    streams[RS_POSITION] = (rs_stream){mesh->positions + 3 * v, 0, RS_INT16_3};
    if (mesh->normals != NULL) streams[RS_NORMAL] = (rs_stream){mesh->normals + 4 * v, 0, RS_INT8_4};
    if (mesh->uvs != NULL) streams[RS_TEXCOORD] = (rs_stream){mesh->uvs + 2 * v, 0, RS_Q12_2};
    if (own == NULL) return;
    if (own->colours != NULL) streams[RS_COLOUR] = (rs_stream){own->colours + 4 * v, 0, RS_UINT8_4};
    if (own->speculars != NULL) streams[RS_SPECULAR] = (rs_stream){own->speculars + 4 * v, 0, RS_UINT8_4};
    if (own->uvs2 != NULL) streams[RS_TEXCOORD_2] = (rs_stream){own->uvs2 + 2 * v, 0, RS_Q12_2};
    if (own->tangents != NULL) streams[RS_TANGENT] = (rs_stream){own->tangents + 4 * v, 0, RS_INT8_4};
    if (own->joints != NULL) streams[RS_JOINTS] = (rs_stream){own->joints + 4 * v, 0, RS_UINT8_4};
    if (own->weights != NULL) streams[RS_WEIGHTS] = (rs_stream){own->weights + 3 * v, 0, RS_UINT8_3};
}

/* ---- unit vectors ---- */

void rs_octahedral_encode(vec3 unit, int8_t out[2]) {
    int64_t sum = (int64_t)fx_magnitude(unit.x) + fx_magnitude(unit.y) + fx_magnitude(unit.z), x, y;
    if (sum == 0) sum = 1;
    x = (int64_t)unit.x * 65536 / sum;
    y = (int64_t)unit.y * 65536 / sum;
    if (unit.z < 0) {
        int64_t turned = (65536 - (y < 0 ? -y : y)) * (x < 0 ? -1 : 1);
        y = (65536 - (x < 0 ? -x : x)) * (y < 0 ? -1 : 1);
        x = turned;
    }
    out[0] = (int8_t)fx_rshr32((int32_t)x * 127, 16);
    out[1] = (int8_t)fx_rshr32((int32_t)y * 127, 16);
}

vec3 rs_octahedral_decode(const int8_t in[2]) {
    int32_t x = in[0], y = in[1], z = 127 - (x < 0 ? -x : x) - (y < 0 ? -y : y);
    vec3 unit;
    if (z < 0) {
        int32_t turned = (127 - (y < 0 ? -y : y)) * (x < 0 ? -1 : 1);
        y = (127 - (x < 0 ? -x : x)) * (y < 0 ? -1 : 1);
        x = turned;
    }
    if (!v3_normalize(v3(x * 65536, y * 65536, z * 65536), &unit)) return V3_Z;
    return unit;
}

/* ---- fetching ---- */

static vec3 fetch_bytes(const uint8_t *at) {
    return v3((int8_t)at[0] * 65536 / 127, (int8_t)at[1] * 65536 / 127, (int8_t)at[2] * 65536 / 127);
}

static void fetch_vector(const uint8_t *at, int form, vec3 *out, int32_t *handedness) {
    int16_t half[3];
    switch (form) {
    case RS_FX_3:
        memcpy(out, at, sizeof *out);
        break;
    case RS_Q14_3:
        memcpy(half, at, sizeof half);
        *out = v3(half[0] * 4, half[1] * 4, half[2] * 4);
        break;
    case RS_INT8_4:
        if (handedness != NULL) *handedness = (int8_t)at[3] < 0 ? -1 : 1;
        *out = fetch_bytes(at);
        break;
    case RS_INT8_3:
        *out = fetch_bytes(at);
        break;
    case RS_OCTAHEDRAL: {
        const int8_t two[2] = {(int8_t)at[0], (int8_t)at[1]};
        *out = rs_octahedral_decode(two);
        break;
    }
    default:
        break;
    }
}

static void fetch_position(const uint8_t *at, int form, vec3 offset, int exponent, vec3 *out) {
    int16_t half[3];
    if (form == RS_FX_3) {
        memcpy(out, at, sizeof *out);
    } else if (form == RS_INT16_3) {
        memcpy(half, at, sizeof half);
        out->x = fx_sat64((int64_t)half[0] * ((int64_t)1 << exponent) + offset.x);
        out->y = fx_sat64((int64_t)half[1] * ((int64_t)1 << exponent) + offset.y);
        out->z = fx_sat64((int64_t)half[2] * ((int64_t)1 << exponent) + offset.z);
    }
}

static void fetch_coordinate(const uint8_t *at, int form, fx out[3]) {
    int16_t half[2];
    switch (form) {
    case RS_Q12_2:
        memcpy(half, at, sizeof half);
        out[0] = half[0] * 16;
        out[1] = half[1] * 16;
        out[2] = FX_ONE;
        break;
    case RS_FX_2:
        memcpy(out, at, 2 * sizeof(fx));
        out[2] = FX_ONE;
        break;
    case RS_FX_3:
        memcpy(out, at, 3 * sizeof(fx));
        break;
    default:
        break;
    }
}

static void fetch_four(const uint8_t *at, int form, uint8_t out[4], bool weights) {
    if (form != RS_UINT8_4 && form != RS_UINT8_3) return;
    memcpy(out, at, form == RS_UINT8_4 ? 4 : 3);
    if (form == RS_UINT8_3) out[3] = weights ? (uint8_t)(255 - at[0] - at[1] - at[2]) : 255;
}

void rs_fetch(const rs_stream streams[RS_ATTRIBUTES], vec3 offset, int exponent, const rs_attributes *current,
              uint32_t index, rs_attributes *out) {
    *out = current == NULL ? rs_attributes_plain : *current;
    for (int i = 0; i < RS_ATTRIBUTES; i++) {
        const rs_stream *s = &streams[i];
        size_t stride = s->stride != 0 ? s->stride : forms[s->form].bytes;
        const uint8_t *at;
        if (s->form == RS_NOTHING) continue;
        at = (const uint8_t *)s->data + (size_t)index * stride;
        switch (i) {
        case RS_POSITION:
            fetch_position(at, s->form, offset, exponent, &out->position);
            break;
        case RS_NORMAL:
            fetch_vector(at, s->form, &out->normal, NULL);
            break;
        case RS_TANGENT:
            fetch_vector(at, s->form, &out->tangent, &out->handedness);
            break;
        case RS_COLOUR:
            fetch_four(at, s->form, out->colour, false);
            break;
        case RS_SPECULAR:
            fetch_four(at, s->form, out->specular, false);
            break;
        case RS_TEXCOORD:
            fetch_coordinate(at, s->form, out->texcoord[0]);
            break;
        case RS_TEXCOORD_2:
            fetch_coordinate(at, s->form, out->texcoord[1]);
            break;
        case RS_JOINTS:
            fetch_four(at, s->form, out->joints, false);
            break;
        case RS_WEIGHTS:
            fetch_four(at, s->form, out->weights, true);
            break;
        case RS_MOTIFS:
            if (s->form == RS_UINT8_4 || s->form >= RS_UINT8_2) memcpy(out->motifs, at, forms[s->form].bytes);
            break;
        default:
            if (s->form == RS_UINT16_1) memcpy(&out->size, at, sizeof out->size);
            break;
        }
    }
}

/* ---- vertex stages ---- */

void rs_stage_skin(const void *constants, uint32_t index, rs_attributes *vertex) {
    const rs_skin *skin = constants;
    int64_t p[3] = {0, 0, 0}, n[3] = {0, 0, 0};
    int32_t whole = 0;
    (void)index;
    if (skin->count == 0) return;
    for (int k = 0; k < 4; k++) whole += vertex->weights[k];
    for (int k = 0; k < 4 && whole > 0; k++) {
        uint32_t joint = vertex->joints[k];
        const mat34 *m = &skin->joints[joint < skin->count ? joint : 0];
        vec3 position, normal;
        if (vertex->weights[k] == 0) continue;
        position = m34_point(m, vertex->position);
        normal = m34_direction(m, vertex->normal);
        for (int i = 0; i < 3; i++) {
            p[i] += (int64_t)vertex->weights[k] * v3_get(position, i);
            n[i] += (int64_t)vertex->weights[k] * v3_get(normal, i);
        }
    }
    if (whole == 0) return;
    for (int i = 0; i < 3; i++) {
        int64_t half = p[i] < 0 ? -whole / 2 : whole / 2;
        vertex->position = v3_with(vertex->position, i, (fx)((p[i] + half) / whole));
        vertex->normal = v3_with(vertex->normal, i, (fx)(n[i] / whole));
    }
    if (!v3_is_zero(vertex->normal)) (void)v3_normalize(vertex->normal, &vertex->normal);
}

void rs_stage_morph(const void *constants, uint32_t index, rs_attributes *vertex) {
    const rs_morph *morph = constants;
    for (int i = 0; i < 3; i++) {
        int64_t sum = 0;
        for (uint32_t k = 0; k < morph->count; k++) {
            sum += (int64_t)morph->differences[k][3 * (size_t)index + (size_t)i] *
                   ((int64_t)1 << morph->exponent) * morph->weights[k];
        }
        vertex->position =
            v3_with(vertex->position, i, fx_sat64(v3_get(vertex->position, i) + fx_rshr64(sum, 16)));
    }
}

void rs_stage_wave(const void *constants, uint32_t index, rs_attributes *vertex) {
    const rs_wave *wave = constants;
    int64_t y = vertex->position.y;
    (void)index;
    for (uint32_t k = 0; k < wave->count && k < 4; k++) {
        int64_t angle = ((int64_t)wave->part[k].along * vertex->position.x +
                         (int64_t)wave->part[k].across * vertex->position.z) >>
                        16;
        ang16 at = (ang16)(uint32_t)((uint64_t)angle + (uint32_t)wave->part[k].speed * wave->tick);
        y += fx_mul(wave->part[k].amplitude, fx_sin(at));
    }
    vertex->position.y = fx_sat64(y);
}

void rs_stage_colours(const void *constants, uint32_t index, rs_attributes *vertex) {
    const rs_colour_list *list = constants;
    if (index < list->count) memcpy(vertex->colour, list->rgb + 4 * (size_t)index, 3);
}

/* ---- primitive stages ---- */

int rs_stage_point_to_square(const void *constants, const rs_attributes *in, int corners, rs_attributes *out,
                             int most) {
    static const int8_t side[6][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, -1}, {1, 1}, {-1, 1}};
    const rs_facing *facing = constants;
    if (corners != 1 || most < 2) return 0;
    for (int i = 0; i < 6; i++) {
        out[i] = in[0];
        out[i].position = v3_mad(v3_mad(in->position, facing->right, side[i][0] * facing->half), facing->up,
                                 side[i][1] * facing->half);
        out[i].texcoord[0][0] = side[i][0] > 0 ? FX_ONE : 0;
        out[i].texcoord[0][1] = side[i][1] > 0 ? 0 : FX_ONE;
    }
    return 2;
}

int rs_stage_line_to_ribbon(const void *constants, const rs_attributes *in, int corners, rs_attributes *out,
                            int most) {
    static const int8_t corner[6][2] = {{0, -1}, {0, 1}, {1, 1}, {0, -1}, {1, 1}, {1, -1}};
    const rs_facing *facing = constants;
    if (corners != 2 || most < 2) return 0;
    for (int i = 0; i < 6; i++) {
        out[i] = in[corner[i][0]];
        out[i].position = v3_mad(out[i].position, facing->right, corner[i][1] * facing->half);
    }
    return 2;
}

int rs_stage_extrude(const void *constants, const rs_attributes *in, int corners, rs_attributes *out,
                     int most) {
    /* corners: near a b c (0..2), far a b c (3..5) */
    static const uint8_t faces[24] = {0, 1, 2, 3, 5, 4, 0, 3, 1, 1, 3, 4, 1, 4, 2, 2, 4, 5, 2, 5, 0, 0, 5, 3};
    const rs_facing *facing = constants;
    int64_t against = 0;
    if (corners != 3 || most < 8) return 0;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        int64_t n = (int64_t)fx_mul(v3_get(in[1].position, j) - v3_get(in[0].position, j),
                                    v3_get(in[2].position, k) - v3_get(in[0].position, k)) -
                    fx_mul(v3_get(in[1].position, k) - v3_get(in[0].position, k),
                           v3_get(in[2].position, j) - v3_get(in[0].position, j));
        against += n * v3_get(facing->right, i);
    }
    if (against >= 0) return 0; /* the triangle faces away from the sweep's origin */
    for (int i = 0; i < 24; i++) {
        out[i] = in[faces[i] % 3];
        if (faces[i] >= 3) out[i].position = v3_add(out[i].position, facing->right);
    }
    return 8;
}
