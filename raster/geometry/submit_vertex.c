/* One vertex or triangle of a batch: transform, light, clipping, and the functions that light single pixels.
 */
#include <string.h>

#include "fixedmath/angle.h"
#include "fixedmath/linear.h"
#include "fixedmath/matrix.h"
#include "fixedmath/root.h"
#include "fixedmath/scalar.h"
#include "fixedmath/vector.h"
#include "raster/generate.h"
#include "raster/geometry/submit_work.h"

void rs_submit_turn(ang16 yaw, fx scale, fx *sine, fx *cosine) {
    *sine = fx_mul(fx_sin(yaw), scale);
    *cosine = fx_mul(fx_cos(yaw), scale);
}

void rs_submit_fetch(const rs_submission *s, uint32_t index, rs_attributes *vertex) {
    const rs_batch *b = s->batch;
    if (s->layout != RS_LAYOUT_ANY) {
        const rs_stream *p = &b->streams[RS_POSITION];
        rs_fetch_layout((rs_layout)s->layout, (const uint8_t *)p->data + (size_t)index * p->stride, b->offset,
                        b->exponent, b->current, vertex);
    } else {
        rs_fetch(b->streams, b->offset, b->exponent, b->current, index, vertex);
    }
    if (b->streams[RS_COLOUR].form == RS_NOTHING && b->current == NULL && !s->textured) {
        for (int i = 0; i < 3; i++) vertex->colour[i] = (uint8_t)(s->material.rgb >> (16 - 8 * i));
    }
    if (s->look->stage != NULL) s->look->stage(s->look->constants, index, vertex);
}

/* ---- transform ---- */

enum { VIEW_LIMIT = (1 << 30) - 1 }; /* 16384 m: coordinates beyond are brought back to it and clipped */

static int32_t limited(int64_t value) {
    return (int32_t)(value > VIEW_LIMIT ? VIEW_LIMIT : value < -VIEW_LIMIT ? -VIEW_LIMIT : value);
}

static void view_of(const rs_submission *s, const rs_attributes *v, int32_t view[3]) {
    int64_t p[3];
    for (int i = 0; i < 3; i++) p[i] = limited(v3_get(v->position, i));
    for (int i = 0; i < 3; i++) {
        const fx *m = s->to_view.m[i];
        int64_t sum = (int64_t)m[0] * p[0] + (int64_t)m[1] * p[1] + (int64_t)m[2] * p[2];
        view[i] = v->in_view ? (int32_t)p[i] : limited(m[3] + fx_rshr64(sum, 16));
    }
}

static uint32_t outcode_of(const rs_submission *s, const rs_corner *c) {
    rs_clip_vertex v;
    v.x = c->x, v.y = c->y, v.w = c->w;
    return (uint32_t)rs_outcode(s->frame, &v);
}

static vec3 world_of(const rs_submission *s, vec3 position) {
    return s->in_world ? position : m34_point(s->place, position);
}

/* Unit normal in the world; a vertex without a normal faces the eye. */
static vec3 normal_of(const rs_submission *s, vec3 normal, vec3 world) {
    const rs_lighting *l = &s->work->lighting;
    vec3 unit;
    if (v3_is_zero(normal)) {
        vec3 away = l->far_eye ? l->eye : v3_sub(s->work->eye, world);
        return !v3_is_zero(away) && v3_normalize(away, &unit) ? unit : V3_Z;
    }
    if (s->in_world) return normal;
    unit = m3_apply(&s->normals, normal);
    if (s->rigid) return unit;
    return !v3_is_zero(unit) && v3_normalize(unit, &unit) ? unit : V3_Z;
}

/* ---- colour ---- */

static uint32_t surface_colour(const rs_submission *s, const rs_attributes *v, uint32_t *alpha) {
    uint32_t c[4];
    for (int i = 0; i < 4; i++) c[i] = v->colour[i];
    if (s->tint != 0) {
        for (int i = 0; i < 4; i++) c[i] = rs_product(c[i], s->tint >> (i == 3 ? 24 : 16 - 8 * i) & 255u);
    }
    *alpha = c[3];
    return c[0] << 16 | c[1] << 8 | c[2];
}

static int32_t limit_q8(uint32_t value) { return (int32_t)(value > 65280u ? 65280u : value); }

/* Colours of a corner: the lit colour, and the colour that is added after texturing. */
static void light_corner(const rs_submission *s, const rs_attributes *v, vec3 world, vec3 normal,
                         rs_corner *c) {
    static const rs_reflecting plain;
    uint32_t alpha, rgb = surface_colour(s, v, &alpha);
    uint16_t out[3];
    rs_lit lit;
    bool specular_apart = s->speculars;
    for (int i = 0; i < 3; i++) {
        c->a[RS_A_RED + i] = (int32_t)(rgb >> (16 - 8 * i) & 255u) << 8;
        c->a[RS_A_SPECULAR + i] = (int32_t)v->specular[i] << 8;
    }
    c->a[RS_A_RED + 3] = (int32_t)(alpha << 8);
    c->a[RS_A_SPECULAR + 3] = 65280;
    for (int i = 0; i < 3 && specular_apart; i++) {
        c->a[RS_A_SPECULAR + i] = limit_q8((uint32_t)c->a[RS_A_SPECULAR + i] +
                                           ((s->reflecting.emissive >> (16 - 8 * i) & 255u) << 8));
    }
    if (!s->lit || v->lit || s->look->pixel_light == RS_PER_PIXEL || s->look->pixel_light == RS_PER_TABLE)
        return;
    rs_lighting_at(&s->work->lighting, &s->reflecting, world, normal, &lit);
    for (int i = 0; i < 3 && specular_apart; i++) {
        uint32_t shine =
            lit.specular[i] > 65536u ? 65280u : (uint32_t)((uint64_t)lit.specular[i] * 65280u >> 16);
        c->a[RS_A_SPECULAR + i] = limit_q8((uint32_t)c->a[RS_A_SPECULAR + i] + shine);
        lit.specular[i] = 0;
    }
    rs_lit_colour(&lit, &plain, s->prelit ? (s->textured ? 0xFFFFFFu : s->material.rgb) : rgb, out);
    for (int i = 0; i < 3; i++)
        c->a[RS_A_RED + i] = limit_q8((s->prelit ? (uint32_t)c->a[RS_A_RED + i] : 0u) + out[i]);
}

static void vector_of(const rs_submission *s, vec3 world, vec3 normal, rs_corner *c) {
    const mat34 *view = &s->frame->camera.world_to_view;
    vec3 out = normal;
    if (s->look->pixel_light == RS_PER_TABLE) out = m34_direction(view, normal);
    for (int i = 0; i < 3; i++) {
        int64_t value = v3_get(out, i);
        if (s->look->pixel_light == RS_STAGE && s->look->vector == RS_VECTOR_COORDINATE) {
            value = i < 2 ? c->a[RS_A_COORDINATE + i] : 0;
        } else if (s->look->pixel_light == RS_ATTENUATION ||
                   (s->look->pixel_light == RS_STAGE && s->look->vector == RS_VECTOR_CENTRE)) {
            value = s->look->range <= 0
                        ? 0
                        : ((int64_t)v3_get(world, i) - v3_get(s->look->centre, i)) * 65536 / s->look->range;
        }
        value = fx_rshr64(value, 2);
        c->a[RS_A_VECTOR + i] = (int32_t)(value > 32767 ? 32767 : value < -32767 ? -32767 : value);
    }
}

static void place_corner(const rs_submission *s, const rs_attributes *v, rs_corner *c) {
    int32_t view[3];
    s->frame->stats.vertices++;
    view_of(s, v, view);
    c->x = view[0];
    c->y = -view[1];
    c->w = -view[2];
    c->outcode = outcode_of(s, c);
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < 3; i++) c->a[RS_A_COORDINATE + 3 * k + i] = v->texcoord[s->set[k] ? 1 : 0][i];
    }
    for (int i = 0; i < 3; i++) c->a[RS_A_VECTOR + i] = 0;
    c->a[RS_A_SIZE] = v->size;
    if (s->look->size_by_distance && c->w > 0 && s->frame->flat_w == 0) {
        int64_t size = ((int64_t)v->size << 16) / c->w;
        c->a[RS_A_SIZE] = size > 256 ? 256 : size < 16 ? 16 : (int32_t)size;
    }
}

/* Texture coordinates out of the normal. */
static void sphere_corner(const rs_submission *s, vec3 normal, rs_corner *c) {
    vec3 seen = m34_direction(&s->frame->camera.world_to_view, normal);
    for (int k = 0; k < 2; k++) {
        if (!s->sphere[k]) continue;
        rs_generate_sphere(seen, &c->a[RS_A_COORDINATE + 3 * k]);
        c->a[RS_A_COORDINATE + 3 * k + 2] = FX_ONE;
    }
}

static void fog_corner(const rs_submission *s, const rs_attributes *v, rs_corner *c) {
    if (s->fog != NULL) c->a[RS_A_SPECULAR + 3] = (int32_t)rs_fog_at(s->fog, c->w) << 8;
    if (v->has_fog) c->a[RS_A_SPECULAR + 3] = (int32_t)v->fog << 8;
}

void rs_submit_corner(const rs_submission *s, const rs_attributes *v, rs_corner *c) {
    vec3 world = V3_ZERO, normal = V3_Z;
    place_corner(s, v, c);
    if (s->lit || rs_submit_per_pixel(s) || s->sphere[0] || s->sphere[1]) {
        world = world_of(s, v->position);
        normal = normal_of(s, v->normal, world);
    }
    light_corner(s, v, world, normal, c);
    sphere_corner(s, normal, c);
    if (rs_submit_per_pixel(s)) vector_of(s, world, normal, c);
    fog_corner(s, v, c);
}

void rs_submit_flat(rs_submission *s, const rs_attributes *vertices, int provoking) {
    rs_corner *corners = s->work->polygon, *one = &s->work->corner;
    vec3 world[3], centre = V3_ZERO, u, v, normal = V3_Z;
    for (int i = 0; i < 3; i++) {
        world[i] = world_of(s, vertices[i].position);
        place_corner(s, &vertices[i], &corners[i]);
    }
    for (int i = 0; i < 3; i++) {
        int64_t sum = (int64_t)v3_get(world[0], i) + v3_get(world[1], i) + v3_get(world[2], i);
        centre = v3_with(centre, i, (fx)(sum / 3));
    }
    u = v3_sub(world[1], world[0]);
    v = v3_sub(world[2], world[0]);
    if (!v3_is_zero(u) && !v3_is_zero(v) && v3_normalize(u, &u) && v3_normalize(v, &v)) {
        vec3 across = v3_cross(u, v);
        if (!v3_is_zero(across)) (void)v3_normalize(across, &normal);
    }
    if (s->mirrored) normal = v3_neg(normal);
    *one = corners[provoking];
    light_corner(s, &vertices[provoking], centre, normal, one);
    for (int i = 0; i < 3; i++) {
        memcpy(corners[i].a, one->a, RS_A_COORDINATE * sizeof one->a[0]);
        sphere_corner(s, normal_of(s, vertices[i].normal, world[i]), &corners[i]);
        if (rs_submit_per_pixel(s)) vector_of(s, centre, normal, &corners[i]);
        fog_corner(s, &vertices[i], &corners[i]);
    }
}

/* ---- clipping ---- */

static int32_t mix_value(int32_t inside, int32_t outside, uint32_t t) {
    return (int32_t)(inside + fx_rshr64(((int64_t)outside - inside) * t, 30));
}

/* Cuts an edge, from its inside to its outside end, so that neighbours get one and the same corner (as clip.c does). */
static void cross_plane(const rs_corner *inside, const rs_corner *outside, int64_t d_in, int64_t d_out,
                        rs_corner *out) {
    uint64_t whole = (uint64_t)(d_in - d_out);
    int shift = fx_clz64(whole) < 32 ? 32 - fx_clz64(whole) : 0;
    uint32_t t = (uint32_t)((((uint64_t)d_in >> shift) << 30) / (whole >> shift));
    out->x = mix_value(inside->x, outside->x, t);
    out->y = mix_value(inside->y, outside->y, t);
    out->w = mix_value(inside->w, outside->w, t);
    out->outcode = 0;
    for (int i = 0; i < RS_A_COUNT; i++) out->a[i] = mix_value(inside->a[i], outside->a[i], t);
}

static int64_t plane_distance(const rs_submission *s, const rs_corner *c, int plane) {
    rs_clip_vertex v;
    v.x = c->x, v.y = c->y, v.w = c->w;
    return rs_plane_distance(s->frame, &v, plane);
}

/* Clips a line, which keeps its direction. */
static int clip_line(const rs_submission *s, rs_corner *ends, int planes) {
    for (int plane = 0; plane < RS_PLANES; plane++) {
        int64_t d0, d1;
        if ((planes & 1 << plane) == 0) continue;
        d0 = plane_distance(s, &ends[0], plane);
        d1 = plane_distance(s, &ends[1], plane);
        if (d0 < 0 && d1 < 0) return 0;
        if (d0 < 0) {
            cross_plane(&ends[1], &ends[0], d1, d0, &ends[2]);
            ends[0] = ends[2];
        } else if (d1 < 0) {
            cross_plane(&ends[0], &ends[1], d0, d1, &ends[2]);
            ends[1] = ends[2];
        }
    }
    return 2;
}

int rs_submit_clip(rs_submission *s, int corners, int planes) {
    rs_corner *polygon = s->work->polygon, *cut = s->work->cut;
    int count = corners;
    if (corners == 2) return clip_line(s, polygon, planes);
    for (int plane = 0; plane < RS_PLANES && count > 0; plane++) {
        const rs_corner *previous = &polygon[count - 1];
        int64_t before, now;
        int out = 0;
        if ((planes & 1 << plane) == 0) continue;
        before = plane_distance(s, previous, plane);
        for (int i = 0; i < count; i++, before = now, previous = &polygon[i - 1]) {
            now = plane_distance(s, &polygon[i], plane);
            if (out < 9 && (now < 0) != (before < 0)) {
                if (now < 0) {
                    cross_plane(previous, &polygon[i], before, now, &cut[out++]);
                } else {
                    cross_plane(&polygon[i], previous, now, before, &cut[out++]);
                }
            }
            if (out < 9 && now >= 0) cut[out++] = polygon[i];
        }
        count = out;
        memcpy(polygon, cut, (size_t)count * sizeof *cut);
    }
    return count < 3 ? 0 : count;
}

/* ---- back faces in model space ---- */

bool rs_submit_eye(rs_submission *s) {
    const rs_stream *p = &s->batch->streams[RS_POSITION];
    mat34 inverse;
    int64_t unit[3], most = 0;
    if (p->form != RS_INT16_3 || s->look->stage != NULL || s->frame->flat_w != 0) return false;
    if (!m34_inverse(&s->to_view, &inverse)) return false;
    s->eye_shift = 0;
    for (int i = 0; i < 3; i++) {
        unit[i] = fx_sra64(fx_shl64((int64_t)inverse.m[i][3] - v3_get(s->batch->offset, i), 4),
                           s->batch->exponent); /* 1/16 units */
        if ((unit[i] < 0 ? -unit[i] : unit[i]) > most) most = unit[i] < 0 ? -unit[i] : unit[i];
    }
    if (most >> 26 != 0) return false; /* too far for 64-bit products */
    for (int i = 0; i < 3; i++) s->eye[i] = unit[i];
    return true;
}

bool rs_submit_faces_away(const rs_submission *s, const uint32_t index[3]) {
    const rs_stream *stream = &s->batch->streams[RS_POSITION];
    const size_t stride = stream->stride != 0 ? stream->stride : 6;
    int16_t p[3][3];
    int64_t u[3], v[3], facing = 0;
    for (int i = 0; i < 3; i++) memcpy(p[i], (const uint8_t *)stream->data + index[i] * stride, sizeof p[i]);
    for (int i = 0; i < 3; i++) {
        u[i] = p[1][i] - p[0][i];
        v[i] = p[2][i] - p[0][i];
    }
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        facing += (u[j] * v[k] - u[k] * v[j]) * (s->eye[i] - 16 * p[0][i]);
    }
    return (s->mirrored ? -facing : facing) <= 0;
}

/* ---- light of single pixels ---- */

uint32_t rs_shade_exact(const void *constants, const int32_t vector[3], uint32_t primary) {
    const rs_pixel_constants *c = constants;
    vec3 normal = v3(fx_sra32(vector[0], 8), fx_sra32(vector[1], 8),
                     fx_sra32(vector[2], 8)); /* Q30 >> 8 keeps the ratio */
    uint16_t out[3];
    rs_lit lit;
    if (v3_is_zero(normal) || !v3_normalize(normal, &normal)) normal = V3_Z;
    rs_lighting_at(&c->lighting, &c->reflecting, V3_ZERO, normal, &lit);
    rs_lit_colour(&lit, &c->reflecting, primary & 0xFFFFFFu, out);
    return (primary & 0xFF000000u) | (uint32_t)(out[0] + 128) >> 8 << 16 |
           (uint32_t)(out[1] + 128) >> 8 << 8 | (uint32_t)(out[2] + 128) >> 8;
}

uint32_t rs_shade_table(const void *constants, const int32_t vector[3], uint32_t primary) {
    const rs_normal_table *t = &((const rs_pixel_constants *)constants)->table;
    const int32_t side = 1 << t->bits;
    /* Q30 -1 .. 1 to 0 .. side - 1, the middle of an entry is its normal */
    int32_t x = fx_sra32(vector[0], 31 - t->bits) + side / 2,
            y = fx_sra32(vector[1], 31 - t->bits) + side / 2;
    uint32_t diffuse, specular, result = primary & 0xFF000000u;
    x = x < 0 ? 0 : x >= side ? side - 1 : x;
    y = y < 0 ? 0 : y >= side ? side - 1 : y;
    diffuse = t->diffuse[y * side + x];
    specular = t->specular[y * side + x];
    for (int at = 0; at < 24; at += 8) {
        uint32_t channel = rs_product(primary >> at & 255u, diffuse) + specular;
        result |= (channel > 255u ? 255u : channel) << at;
    }
    return result;
}

rs_result rs_normal_table_build(rs_frame *frame, const rs_reflecting *reflecting, rs_normal_table *table) {
    const mat34 *view = &frame->camera.world_to_view;
    const int side = 1 << table->bits;
    rs_work *work = rs_submit_work(frame);
    rs_reflecting r = *reflecting;
    if (work == NULL || table->bits < 6 || table->bits > 7)
        return work == NULL ? RS_LIST_FULL : RS_BAD_ARGUMENT;
    if (r.ambient == 0 && r.diffuse == 0) r.ambient = r.diffuse = 0xFFFFFFu;
    rs_lighting_make(&work->lighting, frame->lights, frame->light_count, frame->ambient_rgb,
                     v3(view->m[2][0], view->m[2][1], view->m[2][2]), true);
    for (int i = 0; i < side * side; i++) {
        fx x = (2 * (i % side) + 1 - side) * (FX_ONE / side),
           y = (2 * (i / side) + 1 - side) * (FX_ONE / side), z;
        int64_t rest = (int64_t)FX_ONE * FX_ONE - (int64_t)x * x - (int64_t)y * y;
        vec3 n, world;
        rs_lit lit;
        uint32_t d, s;
        z = rest > 0 ? (fx)fx_isqrt64((uint64_t)rest) : 0;
        if (!v3_normalize(v3(x, y, z), &n)) n = V3_Z;
        world = v3(fx_mul(view->m[0][0], n.x) + fx_mul(view->m[1][0], n.y) + fx_mul(view->m[2][0], n.z),
                   fx_mul(view->m[0][1], n.x) + fx_mul(view->m[1][1], n.y) + fx_mul(view->m[2][1], n.z),
                   fx_mul(view->m[0][2], n.x) + fx_mul(view->m[1][2], n.y) + fx_mul(view->m[2][2], n.z));
        rs_lighting_at(&work->lighting, &r, V3_ZERO, world, &lit);
        d = (77u * lit.diffuse[0] + 150u * lit.diffuse[1] + 29u * lit.diffuse[2]) >> 8;
        s = (77u * lit.specular[0] + 150u * lit.specular[1] + 29u * lit.specular[2]) >> 8;
        table->diffuse[i] = (uint8_t)((d > 65536u ? 65536u : d) * 255u >> 16);
        table->specular[i] = (uint8_t)((s > 65536u ? 65536u : s) * 255u >> 16);
    }
    return RS_OK;
}

uint32_t rs_shade_attenuation(const void *constants, const int32_t vector[3], uint32_t primary) {
    uint64_t sum = 0;
    uint32_t alpha;
    (void)constants;
    for (int i = 0; i < 3; i++) {
        int64_t v = fx_sra32(vector[i], 15); /* Q15 */
        sum += (uint64_t)(v * v);            /* Q30 */
    }
    alpha = sum >= (uint64_t)1 << 30 ? 255u : (uint32_t)((sum * 255u + (1u << 29)) >> 30);
    return (primary & 0xFFFFFFu) | alpha << 24;
}
