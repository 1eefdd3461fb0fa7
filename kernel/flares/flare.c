/* Where elements of lens flares lie, and how large and bright they are. */
#include "kernel/flares/flare.h"

#include "fixedmath/bits.h"
#include "fixedmath/matrix.h"
#include "fixedmath/random.h"
#include "fixedmath/root.h"
#include "fixedmath/scalar.h"
#include "fixedmath/vector.h"

enum { FAR = 16000, WHITE = 0xFFFFFF, PIXELS = 4096 };

static const ox_field fields[] = {
    OX_FIELD(ox_flare, image, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_flare, distance, OX_FX, OX_SIM, .low = -4 * FX_ONE, .high = 4 * FX_ONE),
    OX_FIELD(ox_flare, size, OX_FX, OX_SIM, .initial = 32 * FX_ONE, .high = PIXELS * FX_ONE),
    OX_FIELD(ox_flare, most, OX_FX, OX_SIM, .high = PIXELS * FX_ONE),
    OX_FIELD(ox_flare, alpha, OX_FX, OX_SIM, .initial = FX_ONE, .high = FX_ONE),
    OX_FIELD(ox_flare, colour, OX_U32, OX_SIM, .initial = WHITE, .high = WHITE),
    OX_FIELD(ox_flare, seed, OX_U32, OX_SIM),
    OX_FIELD(ox_flare, count, OX_U8, OX_SIM, .high = OX_FLARE_COUNT),
    OX_FIELD(ox_flare, mode, OX_U8, OX_SIM, .high = OX_FLARE_MODES - 1)};
const ox_type ox_flare_type = OX_TYPE(ox_flare, fields, 1);

/* Pixels in 256ths, held where a picture ends long before. */
static fx pixels_of(int64_t parts) {
    const int64_t far = (int64_t)FAR * 256;
    return (fx)((parts > far ? far : parts < -far ? -far : parts) * 256);
}

bool ox_flare_point(const rs_camera *camera, int width, int height, vec3 place, fx point[2]) {
    const vec3 seen = m34_point(&camera->world_to_view, place);
    const bool is_flat = camera->flat_height > 0;
    const int64_t depth = is_flat ? camera->flat_height : -(int64_t)seen.z;
    if (depth <= 0) return false;
    /* Pixels of the picture's height for a metre at that depth are height / flat_height, or height / 2 * focal / depth. */
    const int64_t lens = is_flat ? 2 * (int64_t)FX_ONE : camera->focal;
    int64_t across = fx_rshr64(seen.x * lens, 16) * height * 128 / depth;
    const int64_t up = fx_rshr64(seen.y * lens, 16) * height * 128 / depth;
    if (camera->aspect > 0) across = pixels_of(across) / 256 * (int64_t)FX_ONE / camera->aspect;
    point[0] = pixels_of(width * INT64_C(128) + across);
    point[1] = pixels_of(height * INT64_C(128) - up);
    return true;
}

fx ox_flare_near(const ox_flare_lens *lens) {
    const int64_t middle[2] = {(int64_t)lens->width * FX_HALF, (int64_t)lens->height * FX_HALF};
    const int64_t x = lens->light[0] - middle[0], y = lens->light[1] - middle[1];
    const int64_t most = fx_isqrt64((uint64_t)(middle[0] * middle[0] + middle[1] * middle[1])),
                  away = fx_isqrt64((uint64_t)(x * x) + (uint64_t)(y * y));
    return away >= most ? 0 : (fx)(((most - away) * FX_ONE + most / 2) / most);
}

static fx along(fx light, int length, fx distance) {
    const int64_t whole = (int64_t)length * FX_ONE - 2 * (int64_t)light; /* 2 (C - L) */
    return fx_sat64(light + fx_rshr64(whole * distance, 16));
}

ox_flare_spot ox_flare_spot_of(const ox_flare_lens *lens, const ox_flare *flare) {
    const fx near = ox_flare_near(lens), width = fx_muls(fx_muls(flare->size, near), lens->scale);
    return (ox_flare_spot){.x = along(lens->light[0], lens->width, flare->distance),
                           .y = along(lens->light[1], lens->height, flare->distance),
                           .width = flare->most > 0 && width > flare->most ? flare->most : width,
                           .alpha = fx_muls(flare->alpha, near)};
}

/* A number from `least` to the whole of `value`, both 65536ths of it. */
static uint32_t part_of(rng32 *random, uint32_t value, uint32_t least) {
    const uint32_t share = least + (uint32_t)(((uint64_t)rng_uf16(random) * (FX_ONE - least)) >> 16);
    return (uint32_t)((uint64_t)value * share >> 16);
}

ox_flare ox_flare_random(const ox_flare *flare, uint32_t number) {
    rng32 random = rng32_seed(flare->seed, number);
    ox_flare element = *flare;
    element.count = 0;
    element.distance = (fx)(rng_uf16(&random) * 3 / 2) - FX_ONE / 4;
    element.size = (fx)part_of(&random, (uint32_t)flare->size, FX_ONE / 4);
    element.alpha = (fx)part_of(&random, (uint32_t)flare->alpha, FX_HALF);
    element.colour = 0;
    for (uint32_t shift = 0; shift < 24; shift += 8)
        element.colour |= part_of(&random, flare->colour >> shift & 0xFFu, FX_HALF) << shift;
    return element;
}

/* 4096ths of a metre, so that no sum of products leaves 64 bits. */
static vec3 coarse(vec3 v) { return (vec3){fx_sra32(v.x, 4), fx_sra32(v.y, 4), fx_sra32(v.z, 4)}; }

bool ox_flare_hides(const sphere3 *ball, vec3 eye, vec3 point) {
    const vec3 way = coarse(v3_subs(point, eye)), to = coarse(v3_subs(ball->centre, eye)),
               rest = v3_subs(way, to);
    const int64_t radius = fx_sra32(ball->radius, 4), reach = radius * radius;
    if (v3_dot_wide(to, to) <= reach || v3_dot_wide(rest, rest) <= reach) return false;
    const int64_t ahead = v3_dot_wide(to, way), length = v3_dot_wide(way, way);
    if (ahead <= 0 || ahead >= length) return false;
    const int64_t step = length >> 16;
    const fx part = step == 0 ? 0 : fx_sat64(ahead / step); /* of the way, where the ball is passed */
    const vec3 off = v3_subs(to, v3_scales(way, part));
    return v3_dot_wide(off, off) < reach;
}
