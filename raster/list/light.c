/* Light values at vertices and faces: the lights are brought into the mesh's space once, so that a normal costs one product
 * of three terms a light. Right for rotation and uniform scale (the idea of Gems 1, section 4.2, applied to lights). */
#include <string.h>

#include "fixedmath/root.h"
#include "fixedmath/vector.h"
#include "raster/list/list.h"

static vec3 matrix_row(const mat34 *m, int i) { return v3(m->m[i][0], m->m[i][1], m->m[i][2]); }

/* Transposed rotation of m applied to v, brought to unit length: a direction of the outer space in the inner one. */
static vec3 direction_inwards(const mat34 *m, vec3 v) {
    vec3 inner, unit;
    int64_t sum[3];
    uint64_t high = 0;
    int shift;
    for (int i = 0; i < 3; i++) {
        sum[i] = (int64_t)m->m[0][i] * v.x + (int64_t)m->m[1][i] * v.y + (int64_t)m->m[2][i] * v.z;
        high |= fx_magnitude64(sum[i]);
    }
    shift = 34 - fx_clz64(high); /* the largest component to bit 29 */
    for (int i = 0; i < 3; i++) sum[i] = shift > 0 ? fx_sra64(sum[i], shift) : fx_shl64(sum[i], -shift);
    inner = v3((fx)sum[0], (fx)sum[1], (fx)sum[2]);
    return v3_normalize(inner, &unit) ? unit : v3(0, 0, FX_ONE);
}

static int32_t intensity_256(int intensity) { return intensity + (intensity >> 7); }

/* Intensity of a light in 256ths; a coloured light counts by its brightness (luma). */
static int32_t intensity_of(const rs_light *light) {
    if (light->rgb == 0) return intensity_256(light->intensity);
    return intensity_256((int)rs_product(light->intensity, rs_luma(light->rgb)));
}

uint32_t rs_falloff_reference(fx reference, fx range) {
    uint64_t quotient;
    if (reference >= range) return (uint32_t)1 << 31;
    quotient = ((uint64_t)(uint32_t)reference << 31) / (uint32_t)range;
    return (uint32_t)((quotient * quotient) >> 31);
}

uint32_t rs_falloff_at(int falloff, uint32_t s, uint32_t reference2) {
    uint32_t near, window;
    switch (falloff) {
    case RS_FALLOFF_LINEAR:
        return 65536u - fx_isqrt64((uint64_t)s << 1);
    case RS_FALLOFF_CONSTANT:
        return 65536u;
    case RS_FALLOFF_INVERSE_SQUARE:
        near = reference2 >= s ? 65536u : (uint32_t)(((uint64_t)reference2 << 16) / s);
        window = 65536u - (uint32_t)(((uint64_t)s * s) >> 46);
        return (uint32_t)((uint64_t)near * ((uint64_t)window * window >> 16) >> 16);
    default:
        return 65536u - (s >> 15);
    }
}

/* How a spot light's cone takes part, 0..65536, at a difference (x, y, z) to the light. */
static uint32_t cone_at(const rs_model_light *light, int which, int32_t x, int32_t y, int32_t z,
                        uint32_t distance2) {
    const int32_t *axis = light->point[which].axis;
    int shift;
    uint32_t root = fx_rsqrt_norm(distance2, &shift), f;
    int64_t along = -((int64_t)axis[0] * x + (int64_t)axis[1] * y + (int64_t)axis[2] * z);
    int64_t inside =
        fx_sra64(along * (int64_t)root, shift - 2) - light->point[which].outer * 4; /* of the cosine, Q16 */
    if (inside < 0) return 0;
    inside =
        light->point[which].cone_scale == 0 ? 65536 : inside * (int64_t)light->point[which].cone_scale >> 14;
    f = inside > 65536 ? 65536u : (uint32_t)inside;
    if (light->point[which].smooth) f = (uint32_t)(((uint64_t)f * f >> 16) * (3u * 65536u - 2u * f) >> 16);
    return f;
}

/* Falloff and cone of a light that is no plain point light, 0..65536. */
static RS_HOT_RARE uint32_t special_falloff(const rs_model_light *light, int which, int32_t x, int32_t y,
                                            int32_t z, uint32_t distance2) {
    uint32_t s = (uint32_t)(((uint64_t)distance2 * light->point[which].range_mantissa) >>
                            (light->point[which].range_shift - 31));
    uint32_t falloff = rs_falloff_at(light->point[which].falloff, s, light->point[which].reference2);
    if (!light->point[which].cone) return falloff;
    return (uint32_t)((uint64_t)falloff * cone_at(light, which, x, y, z, distance2) >> 16);
}

static void add_cone(rs_model_light *light, int which, const mat34 *model_to_world, const rs_light *source) {
    vec3 axis;
    light->point[which].falloff = source->falloff;
    light->point[which].cone = source->axis.x != 0 || source->axis.y != 0 || source->axis.z != 0;
    light->point[which].special = light->point[which].cone || source->falloff != RS_FALLOFF_QUADRATIC;
    if (source->falloff == RS_FALLOFF_INVERSE_SQUARE) {
        light->point[which].reference2 = rs_falloff_reference(source->reference, source->range);
    }
    if (!light->point[which].cone) return;
    axis = direction_inwards(model_to_world, source->axis);
    for (int k = 0; k < 3; k++) light->point[which].axis[k] = (v3_get(axis, k) + 2) >> 2;
    light->point[which].smooth = source->smooth;
    light->point[which].outer = source->cos_outer;
    light->point[which].cone_scale = 0;
    if (source->cos_inner > source->cos_outer) {
        light->point[which].cone_scale = (1u << 28) / (uint32_t)(source->cos_inner - source->cos_outer);
    }
}

/* Adds one point light in mesh units, shifted down until the largest difference to a vertex fits 15 bits. */
static void add_point(rs_model_light *light, const rs_mesh *mesh, const mat34 *model_to_world,
                      const rs_light *source, uint64_t scale2) {
    vec3 offset =
        v3_sub(source->vector, v3(model_to_world->m[0][3], model_to_world->m[1][3], model_to_world->m[2][3]));
    uint64_t range2 = (uint64_t)((int64_t)source->range * source->range),
             farthest = 32768; /* Q32 of the world */
    int64_t unit[3];
    int shift = 1, up = 16 - 2 * mesh->exponent, which = light->points;
    if ((scale2 >> 16) == 0) return;
    for (int i = 0; i < 3; i++) {
        int64_t sum = (int64_t)model_to_world->m[0][i] * offset.x +
                      (int64_t)model_to_world->m[1][i] * offset.y +
                      (int64_t)model_to_world->m[2][i] * offset.z;
        /* sum and scale2 are both Q32: their quotient is metres of the model, wanted in fx. */
        unit[i] = fx_sra64(sum / (int64_t)(scale2 >> 16) - v3_get(mesh->offset, i), mesh->exponent);
        farthest |= fx_magnitude64(unit[i]);
    }
    while (farthest >> shift >= 1u << 14) shift++;
    range2 /= scale2 >> 16; /* Q16 square metres of the model */
    up -= 2 * shift;
    if (up < 0) {
        range2 = -up < 64 ? range2 >> -up : 0;
    } else {
        range2 = range2 >> (31 - up) != 0 ? 0x7FFFFFFFu : range2 << up;
    }
    if (range2 == 0) return;
    if (range2 > 0x7FFFFFFFu) range2 = 0x7FFFFFFFu;
    for (int i = 0; i < 3; i++) light->point[which].position[i] = (int32_t)fx_sra64(unit[i], shift);
    light->point[which].shift = shift;
    light->point[which].range2 = (uint32_t)range2;
    light->point[which].range_mantissa = fx_recip_norm((uint32_t)range2, &light->point[which].range_shift);
    light->point[which].intensity = (uint32_t)intensity_of(source);
    add_cone(light, which, model_to_world, source);
    light->points++;
}

static void add_direction(rs_model_light *light, vec3 towards, int32_t intensity) {
    int32_t *to = light->direction[light->directions++];
    to[0] = towards.x * intensity /
            254; /* unit fx times 256, over the length 127 of normals: 127 * to >> 8 is Q9.7 */
    to[1] = towards.y * intensity / 254;
    to[2] = towards.z * intensity / 254;
}

RS_HOT_RARE void rs_light_prepare(rs_model_light *light, const rs_frame *frame, const rs_mesh *mesh,
                                  const mat34 *model_to_view, const mat34 *model_to_world,
                                  const rs_material *material) {
    vec3 column = v3(model_to_world->m[0][0], model_to_world->m[1][0], model_to_world->m[2][0]);
    uint64_t scale2 = v3_len2(column);
    light->base = intensity_256(frame->ambient) << RS_VERTEX_LIGHT;
    light->directions = light->points = 0;
    light->highlight = material->highlight;
    light->dim = rs_highlight_dim(material->dark);
    light->first_intensity = 0;
    for (int i = 0; i < frame->light_count; i++) {
        const rs_light *source = &frame->lights[i];
        int32_t intensity = intensity_of(source);
        if (source->kind == RS_LIGHT_DIRECTIONAL) {
            vec3 towards = direction_inwards(model_to_world, v3_neg(source->vector));
            if (light->directions == 0) {
                const mat34 *camera = &frame->camera.world_to_view;
                vec3 centre = v3(model_to_view->m[0][3], model_to_view->m[1][3], model_to_view->m[2][3]);
                vec3 view, eye, half;
                for (int k = 0; k < 3; k++) light->towards[k] = (v3_get(towards, k) + 2) >> 2;
                light->first_intensity = intensity;
                view = v3(-v3_dot(matrix_row(camera, 0), source->vector),
                          -v3_dot(matrix_row(camera, 1), source->vector),
                          -v3_dot(matrix_row(camera, 2), source->vector));
                if (frame->flat_w != 0 || !v3_normalize(v3_neg(centre), &eye)) eye = v3(0, 0, FX_ONE);
                half = direction_inwards(model_to_view, v3_add(view, eye));
                for (int k = 0; k < 3; k++) light->half[k] = (v3_get(half, k) + 2) >> 2;
            }
            add_direction(light, towards, intensity);
        } else if (source->range > 0) {
            add_point(light, mesh, model_to_world, source, scale2);
        }
    }
    if (light->directions == 0) memset(light->direction[0], 0, sizeof light->direction[0]);
    light->quick = light->points == 0 && light->directions <= 1;
}

#define IN_LINE static inline __attribute__((always_inline)) /* into either copy of rs_light_at */

/* One point light: N.L / |L| * (1 - d^2 / range^2), in Q9.7. 32-bit products only; 1/|L| from a table of 384 entries. */
IN_LINE int32_t point_light(const rs_model_light *light, int which, const int16_t *position,
                            const int8_t *normal) {
    int32_t x = light->point[which].position[0] - fx_sra32(position[0], light->point[which].shift);
    int32_t y = light->point[which].position[1] - fx_sra32(position[1], light->point[which].shift);
    int32_t z = light->point[which].position[2] - fx_sra32(position[2], light->point[which].shift);
    int32_t facing = x * normal[0] + y * normal[1] + z * normal[2];
    uint32_t distance2, cosine, falloff;
    int lift;
    if (facing <= 0) return 0;
    distance2 = (uint32_t)(x * x) + (uint32_t)(y * y) + (uint32_t)(z * z);
    if (distance2 >= light->point[which].range2) return 0;
    if (light->point[which].special) {
        falloff = special_falloff(light, which, x, y, z, distance2);
    } else {
        falloff = 65536u - (uint32_t)(((uint64_t)distance2 * light->point[which].range_mantissa) >>
                                      (light->point[which].range_shift - 16));
    }
    /* distance2 < 2^31 brought to 2^28 .. 2^30 by even steps: 1/sqrt = entry / 2^30 * 2^(lift/2) */
    lift = fx_clz32(distance2) - 2;
    lift = lift < 0 ? -2 : lift & ~1;
    distance2 = lift < 0 ? distance2 >> 2 : distance2 << lift;
    /* facing < 127 * 2^16: over 127 and the length it is the cosine */
    cosine =
        (uint32_t)(((uint64_t)(uint32_t)facing * (fx_table_rsqrt[(distance2 >> 21) - 128u] * 33026u >> 10)) >>
                   (26 - lift / 2));
    if (cosine > 65536u) cosine = 65536u;
    return (int32_t)(((cosine >> 1) * (falloff >> 1) >> 15) * light->point[which].intensity >> 8);
}

IN_LINE int32_t light_at(const rs_model_light *light, const int16_t *position, const int8_t *normal,
                         bool skip_first) {
    int32_t sum = light->base;
    for (int i = skip_first ? 1 : 0; i < light->directions; i++) {
        const int32_t *to = light->direction[i];
        int32_t facing = to[0] * normal[0] + to[1] * normal[1] + to[2] * normal[2];
        if (facing > 0) {
            sum += facing >> 8;
            if (i == 0 && light->highlight != NULL) sum += rs_highlight_at(light, normal);
        }
    }
    for (int i = 0; i < light->points; i++) sum += point_light(light, i, position, normal);
    return rs_light_clamp(sum);
}

#ifdef RS_ARM_SPANS
__attribute__((section(".lights"), target("arm"), noinline)) int32_t
rs_light_at_near(const rs_model_light *light, const int16_t *position, const int8_t *normal,
                 bool skip_first) {
    return light_at(light, position, normal, skip_first);
}

#ifndef RS_RARE_IS_SMALL
RS_HOT_RARE int32_t rs_light_at_far(const rs_model_light *light, const int16_t *position,
                                    const int8_t *normal, bool skip_first) {
    return light_at(light, position, normal, skip_first);
}
#endif
#else
RS_HOT int32_t rs_light_at(const rs_model_light *light, const int16_t *position, const int8_t *normal,
                           bool skip_first) {
    return light_at(light, position, normal, skip_first);
}
#endif
