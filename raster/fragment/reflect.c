/* Coloured light at a point: the reflectance functions, and lights made ready for them. */
#include "raster/reflect.h"

#include <string.h>

#include "fixedmath/angle.h"
#include "fixedmath/root.h"
#include "fixedmath/scalar.h"
#include "fixedmath/vector.h"
#include "raster/list/list.h"

/* ---- reflectance ---- */

/* A cosine (fx, any) to the power 2^log2_exponent, Q16. Squaring in Q30 keeps the error of x^128 below 1/512.
 */
static uint32_t power(int64_t cosine, int log2_exponent) {
    uint64_t p;
    if (cosine <= 0) return 0;
    p = (uint64_t)cosine << 14;
    if (p > (uint64_t)1 << 30) p = (uint64_t)1 << 30;
    for (int i = 0; i < log2_exponent; i++) p = (p * p + (1u << 29)) >> 30;
    return (uint32_t)((p + (1u << 13)) >> 14);
}

static int64_t cosine_of(vec3 a, vec3 b) { return (v3_dot_wide(a, b) + 0x8000) >> 16; }

static uint32_t weight(int64_t cosine) {
    return cosine <= 0 ? 0u : cosine > 65536 ? 65536u : (uint32_t)cosine;
}

rs_weights rs_reflect_lambert(vec3 normal, vec3 light, vec3 eye, const rs_reflecting *surface) {
    (void)eye;
    (void)surface;
    return (rs_weights){weight(cosine_of(normal, light)), 0};
}

rs_weights rs_reflect_phong(vec3 normal, vec3 light, vec3 eye, const rs_reflecting *surface) {
    int64_t facing = cosine_of(normal, light);
    rs_weights out = {weight(facing), 0};
    /* R.V = 2 (N.L) (N.V) - L.V */
    if (facing > 0) {
        int64_t mirrored = ((2 * facing * cosine_of(normal, eye) + 0x8000) >> 16) - cosine_of(light, eye);
        out.specular = power(mirrored, surface->log2_exponent);
    }
    return out;
}

rs_weights rs_reflect_blinn(vec3 normal, vec3 light, vec3 eye, const rs_reflecting *surface) {
    int64_t facing = cosine_of(normal, light);
    rs_weights out = {weight(facing), 0};
    vec3 half, sum = v3_add(light, eye);
    if (facing > 0 && !v3_is_zero(sum) && v3_normalize(sum, &half)) {
        out.specular = power(cosine_of(normal, half), surface->log2_exponent);
    }
    return out;
}

static uint32_t wrapped(int64_t facing, uint32_t k) {
    return weight((facing + k) * 65536 / (65536 + (int64_t)k));
}

rs_weights rs_reflect_wrap(vec3 normal, vec3 light, vec3 eye, const rs_reflecting *surface) {
    (void)eye;
    return (rs_weights){wrapped(cosine_of(normal, light), surface->wrap * 257u + (surface->wrap >> 7)), 0};
}

rs_weights rs_reflect_toon(vec3 normal, vec3 light, vec3 eye, const rs_reflecting *surface) {
    uint32_t facing = weight(cosine_of(normal, light)), entry = facing * 255u >> 16, tone;
    (void)eye;
    if (surface->toon == NULL) return (rs_weights){facing, 0};
    tone = surface->toon[entry];
    return (rs_weights){tone * 257u + (tone >> 7), 0};
}

/* ---- lights ---- */

/* A byte 0..255 as 0..65536. */
static uint32_t full(uint32_t byte) { return byte * 257u + (byte >> 7); }

vec3 rs_area_sample(const rs_light *light, int which, int count) {
    vec3 axis, u, v, helper = V3_X;
    fx radius, x, y;
    ang16 angle = (ang16)(which * 25033); /* the golden angle */
    if (count <= 1 || light->size <= 0) return light->vector;
    if (v3_is_zero(light->axis) || !v3_normalize(light->axis, &axis)) axis = V3_Y;
    if (fx_magnitude(axis.x) > (uint32_t)FX(0.7)) helper = V3_Z;
    u = v3_cross(axis, helper);
    if (!v3_normalize(u, &u)) u = V3_X;
    v = v3_cross(axis, u);
    radius = (fx)(((uint64_t)fx_isqrt64((((uint64_t)(2 * which + 1)) << 32) / (uint64_t)(2 * count)) *
                   (uint64_t)light->size) >>
                  16);
    x = fx_mul(radius, fx_cos(angle));
    y = fx_mul(radius, fx_sin(angle));
    return v3_add(light->vector, v3_add(v3_scale(u, x), v3_scale(v, y)));
}

uint32_t rs_area_seen(const rs_light *light, int count, vec3 point,
                      bool (*blocked)(void *context, vec3 from, vec3 to), void *context) {
    uint32_t seen = 0;
    if (count < 1) count = 1;
    if (count > 256) count = 256;
    for (int i = 0; i < count; i++) seen += blocked(context, point, rs_area_sample(light, i, count)) ? 0 : 1;
    return (seen << 16) / (uint32_t)count;
}

static void make_falloff(rs_source *s, const rs_light *light) {
    uint64_t range2 = (uint64_t)((int64_t)light->range * light->range);
    int bits = 64 - fx_clz64(range2);
    s->range = light->range;
    s->range_lost = bits > 32 ? bits - 32 : 0;
    s->range_mantissa = fx_recip_norm((uint32_t)(range2 >> s->range_lost), &s->range_shift);
    s->falloff = light->falloff;
    if (light->falloff == RS_FALLOFF_INVERSE_SQUARE)
        s->reference2 = rs_falloff_reference(light->reference, light->range);
    s->cone = light->samples <= 1 && !v3_is_zero(light->axis) && v3_normalize(light->axis, &s->axis);
    s->smooth = light->smooth;
    s->outer = light->cos_outer;
    if (light->cos_inner > light->cos_outer)
        s->cone_scale = (1u << 28) / (uint32_t)(light->cos_inner - light->cos_outer);
}

static bool make_source(rs_source *s, const rs_light *light, uint32_t share, vec3 eye, bool far_eye) {
    uint32_t rgb = light->rgb == 0 ? 0xFFFFFFu : light->rgb, intensity = full(light->intensity) / share;
    memset(s, 0, sizeof *s);
    s->kind = light->kind;
    s->wrap = full(light->wrap);
    for (int i = 0; i < 3; i++) {
        s->colour[i] = (uint32_t)(((uint64_t)full(rgb >> (16 - 8 * i) & 255u) * intensity + 0x8000u) >> 16);
    }
    if (light->kind == RS_LIGHT_DIRECTIONAL) {
        vec3 sum;
        if (v3_is_zero(light->vector) || !v3_normalize(v3_neg(light->vector), &s->place)) return false;
        sum = v3_add(s->place, eye);
        if (far_eye && (v3_is_zero(sum) || !v3_normalize(sum, &s->half))) s->half = s->place;
        return true;
    }
    if (light->range <= 0) return false;
    s->place = light->vector;
    make_falloff(s, light);
    return true;
}

void rs_lighting_make(rs_lighting *lighting, const rs_light *lights, int count, uint32_t ambient_rgb,
                      vec3 eye, bool far_eye) {
    lighting->count = 0;
    lighting->eye = eye;
    lighting->far_eye = far_eye;
    for (int i = 0; i < 3; i++) lighting->ambient[i] = full(ambient_rgb >> (16 - 8 * i) & 255u);
    for (int i = 0; i < count && i < RS_LIGHTS; i++) {
        int samples = lights[i].kind == RS_LIGHT_POINT ? lights[i].samples : 1;
        if (samples < 1) samples = 1;
        if (samples > RS_AREA_SAMPLES) samples = RS_AREA_SAMPLES;
        for (int k = 0; k < samples; k++) {
            rs_source *s = &lighting->sources[lighting->count];
            if (!make_source(s, &lights[i], (uint32_t)samples, eye, far_eye)) break;
            if (samples > 1) s->place = rs_area_sample(&lights[i], k, samples);
            lighting->count++;
        }
    }
}

static uint32_t cone_of(const rs_source *s, vec3 towards) {
    int64_t inside = -cosine_of(s->axis, towards) - (int64_t)s->outer * 4;
    uint32_t f;
    if (inside < 0) return 0;
    inside = s->cone_scale == 0 ? 65536 : inside * (int64_t)s->cone_scale >> 14;
    f = inside > 65536 ? 65536u : (uint32_t)inside;
    if (s->smooth) f = (uint32_t)(((uint64_t)f * f >> 16) * (3u * 65536u - 2u * f) >> 16);
    return f;
}

/* How strongly a point light reaches a position, Q16, and the unit vector towards it. */
static uint32_t reach_of(const rs_source *s, vec3 position, vec3 *towards) {
    uint64_t distance2 = 0;
    uint32_t falloff;
    vec3 offset;
    for (int i = 0; i < 3; i++) {
        int64_t away = (int64_t)v3_get(s->place, i) - v3_get(position, i);
        if (away >= s->range || away <= -(int64_t)s->range) return 0;
        distance2 += (uint64_t)(away * away);
    }
    if (distance2 >= (uint64_t)((int64_t)s->range * s->range)) return 0;
    offset = v3_sub(s->place, position);
    if (v3_is_zero(offset) || !v3_normalize(offset, towards)) *towards = V3_Y;
    falloff = (uint32_t)(((distance2 >> s->range_lost) * s->range_mantissa) >> (s->range_shift - 31));
    falloff = rs_falloff_at(s->falloff, falloff > 0x7FFFFFFFu ? 0x7FFFFFFFu : falloff, s->reference2);
    return s->cone ? (uint32_t)((uint64_t)falloff * cone_of(s, *towards) >> 16) : falloff;
}

static void add_source(const rs_source *s, const rs_reflecting *surface, uint32_t reach, rs_weights w,
                       rs_lit *lit) {
    uint32_t diffuse = (uint32_t)((uint64_t)reach * w.diffuse >> 16),
             specular = (uint32_t)((uint64_t)reach * w.specular >> 16);
    for (int i = 0; i < 3; i++) {
        int at = 16 - 8 * i;
        uint64_t colour = s->colour[i];
        lit->diffuse[i] += (uint32_t)((colour * diffuse >> 16) * full(surface->diffuse >> at & 255u) >> 16);
        if (specular != 0)
            lit->specular[i] +=
                (uint32_t)((colour * specular >> 16) * full(surface->specular >> at & 255u) >> 16);
    }
}

int rs_lighting_at(const rs_lighting *lighting, const rs_reflecting *surface, vec3 position, vec3 normal,
                   rs_lit *lit) {
    rs_reflectance *function = surface->function == NULL ? rs_reflect_blinn : surface->function;
    vec3 eye = lighting->eye;
    int missed = 0;
    if (!lighting->far_eye) {
        vec3 away = v3_sub(lighting->eye, position);
        if (v3_is_zero(away) || !v3_normalize(away, &eye)) eye = normal;
    }
    if (surface->two_sided && v3_dot_wide(normal, eye) < 0) normal = v3_neg(normal);
    for (int i = 0; i < 3; i++) {
        lit->diffuse[i] =
            (uint32_t)(((uint64_t)lighting->ambient[i] * full(surface->ambient >> (16 - 8 * i) & 255u)) >>
                       16);
        lit->specular[i] = 0;
    }
    for (int i = 0; i < lighting->count; i++) {
        const rs_source *s = &lighting->sources[i];
        vec3 towards = s->place;
        uint32_t reach = 65536u;
        rs_weights w;
        if (s->kind != RS_LIGHT_DIRECTIONAL) reach = reach_of(s, position, &towards);
        if (reach == 0) {
            missed++;
            continue;
        }
        if (function == rs_reflect_blinn && lighting->far_eye && s->kind == RS_LIGHT_DIRECTIONAL) {
            int64_t facing = cosine_of(normal, towards);
            w = (rs_weights){weight(facing),
                             facing > 0 ? power(cosine_of(normal, s->half), surface->log2_exponent) : 0};
        } else {
            w = function(normal, towards, eye, surface);
        }
        if (s->wrap != 0) w.diffuse = wrapped(cosine_of(normal, towards), s->wrap);
        add_source(s, surface, reach, w, lit);
    }
    return missed;
}

void rs_lighting_flatten(rs_lighting *lighting, vec3 position) {
    vec3 eye = lighting->eye;
    int kept = 0;
    if (!lighting->far_eye) {
        vec3 away = v3_sub(lighting->eye, position);
        if (v3_is_zero(away) || !v3_normalize(away, &eye)) eye = V3_Z;
    }
    lighting->eye = eye;
    lighting->far_eye = true;
    for (int i = 0; i < lighting->count; i++) {
        rs_source s = lighting->sources[i];
        vec3 sum;
        if (s.kind != RS_LIGHT_DIRECTIONAL) {
            vec3 towards = V3_Y;
            uint32_t reach = reach_of(&s, position, &towards);
            if (reach == 0) continue;
            for (int k = 0; k < 3; k++) s.colour[k] = (uint32_t)((uint64_t)s.colour[k] * reach >> 16);
            s.kind = RS_LIGHT_DIRECTIONAL;
            s.place = towards;
        }
        sum = v3_add(s.place, eye);
        if (v3_is_zero(sum) || !v3_normalize(sum, &s.half)) s.half = s.place;
        lighting->sources[kept++] = s;
    }
    lighting->count = kept;
}

void rs_lit_colour(const rs_lit *lit, const rs_reflecting *surface, uint32_t rgb, uint16_t out[3]) {
    for (int i = 0; i < 3; i++) {
        int at = 16 - 8 * i;
        uint32_t diffuse = lit->diffuse[i] > 65536u ? 65536u : lit->diffuse[i];
        uint32_t specular = lit->specular[i] > 65536u ? 65536u : lit->specular[i];
        uint64_t sum = (((uint64_t)diffuse * (rgb >> at & 255u) << 8) >> 16) +
                       (((uint64_t)specular * 65280u) >> 16) + ((surface->emissive >> at & 255u) << 8);
        out[i] = (uint16_t)(sum > 65280u ? 65280u : sum);
    }
}
