/* Which clips a state plays at a moment, and how much of each. */
#include "kernel/motion/machine.h"

#include "fixedmath/scalar.h"
#include "rom/chunks.h"

/* part / whole of 65536, to the nearest. */
static uf16 share_of(uint64_t part, uint64_t whole) {
    while (whole >= (uint64_t)1 << 46) {
        whole >>= 1;
        part >>= 1;
    }
    return whole == 0 ? 0 : (uf16)(((part << 16) + whole / 2) / whole);
}

fx ox_motion_number(const ox_motion_set *set, uint32_t parameter, const ox_motion_run *run) {
    const uint32_t count = OX_MOTION_COUNT(set, PARAMETER);
    return parameter < count && parameter < OX_MOTION_PARAMETERS ? run->value[parameter] : 0;
}

static void mix_line(const ox_motion_set *set, const uint8_t *state, fx at, ox_motion_mix *mix) {
    const uint32_t first = rom_u16(state + ROM_MOTION_STATE_POINT_FIRST),
                   count = rom_u16(state + ROM_MOTION_STATE_POINT_COUNT);
    uint32_t i = 0;
    fx low = 0, high = 0;
    for (; i < count; i++, low = high) {
        high = (fx)rom_u32(OX_MOTION_ROW(set, POINTS, POINT, first + i) + ROM_MOTION_POINT_X);
        if (at <= high) break;
    }
    mix->count = 1;
    mix->weight[0] = UF16_ONE;
    mix->point[0] = (uint16_t)(first + (i == count ? count - 1 : i));
    if (i == 0 || i == count || at == high) return;
    const uf16 part = share_of((uint64_t)((int64_t)at - low), (uint64_t)((int64_t)high - low));
    mix->count = 2;
    mix->point[0]--;
    mix->point[1] = (uint16_t)(first + i);
    mix->weight[0] = UF16_ONE - part;
    mix->weight[1] = part;
}

static vec2 corner_at(const ox_motion_set *set, uint32_t point) {
    const uint8_t *row = OX_MOTION_ROW(set, POINTS, POINT, point);
    return (vec2){(fx)rom_u32(row + ROM_MOTION_POINT_X), (fx)rom_u32(row + ROM_MOTION_POINT_Y)};
}

/* Twice the area of a triangle, above 0 counter-clockwise: coordinates are below 2^31 in size, and halved so that the sum is below 2^62. */
static int64_t area_of(vec2 a, vec2 b, vec2 c) {
    const int64_t ux = ((int64_t)b.x - a.x) / 2, uy = ((int64_t)b.y - a.y) / 2, vx = ((int64_t)c.x - a.x) / 2,
                  vy = ((int64_t)c.y - a.y) / 2;
    return ux * vy - uy * vx;
}

/* Whether a triangle holds a place, and the weights of its corners. */
static bool mix_triangle(const ox_motion_set *set, const uint8_t *row, uint32_t first, vec2 at,
                         ox_motion_mix *mix) {
    vec2 corner[3];
    int64_t area[3];
    for (uint32_t k = 0; k < 3; k++) corner[k] = corner_at(set, first + row[ROM_MOTION_TRIANGLE_POINT + k]);
    for (uint32_t k = 0; k < 3; k++) {
        area[k] = area_of(at, corner[(k + 1) % 3], corner[(k + 2) % 3]);
        if (area[k] < 0) return false;
    }
    const uint64_t whole = (uint64_t)area[0] + (uint64_t)area[1] + (uint64_t)area[2];
    if (whole == 0) return false;
    mix->count = 3;
    for (uint32_t k = 0; k < 3; k++) mix->point[k] = (uint16_t)(first + row[ROM_MOTION_TRIANGLE_POINT + k]);
    mix->weight[0] = share_of((uint64_t)area[0], whole);
    mix->weight[1] = share_of((uint64_t)area[1], whole);
    if (mix->weight[0] + mix->weight[1] > UF16_ONE) mix->weight[1] = UF16_ONE - mix->weight[0];
    mix->weight[2] = UF16_ONE - mix->weight[0] - mix->weight[1];
    return true;
}

/* The nearest place on a side: how far along, 0..65536, and the square of the distance. Ways are cut to 30 bits, so that sums of squares have room. */
static uf16 along_side(vec2 a, vec2 b, vec2 at, uint64_t *distance) {
    const int64_t ux = ((int64_t)b.x - a.x) >> 2, uy = ((int64_t)b.y - a.y) >> 2,
                  px = ((int64_t)at.x - a.x) >> 2, py = ((int64_t)at.y - a.y) >> 2;
    const int64_t dot = ux * px + uy * py, square = ux * ux + uy * uy;
    const uf16 part = dot <= 0 || square == 0 ? 0
                      : dot >= square         ? UF16_ONE
                                              : share_of((uint64_t)dot, (uint64_t)square);
    const int64_t dx = px - ((ux * (int64_t)part) >> 16), dy = py - ((uy * (int64_t)part) >> 16);
    *distance = (uint64_t)(dx * dx + dy * dy);
    return part;
}

static void mix_side(const ox_motion_set *set, const uint8_t *state, vec2 at, ox_motion_mix *mix) {
    const uint32_t first = rom_u16(state + ROM_MOTION_STATE_POINT_FIRST),
                   triangles = rom_u16(state + ROM_MOTION_STATE_TRIANGLE_COUNT);
    const uint8_t *row =
        OX_MOTION_ROW(set, TRIANGLES, TRIANGLE, rom_u16(state + ROM_MOTION_STATE_TRIANGLE_FIRST));
    uint64_t least = UINT64_MAX, distance;
    mix->count = 1;
    mix->point[0] = (uint16_t)first;
    mix->weight[0] = UF16_ONE;
    for (uint32_t i = 0; i < triangles; i++, row += ROM_MOTION_TRIANGLE_SIZE) {
        for (uint32_t k = 0; k < 3; k++) {
            if (row[ROM_MOTION_TRIANGLE_BESIDE + k] != OX_MOTION_NONE) continue;
            const uint32_t a = first + row[ROM_MOTION_TRIANGLE_POINT + k],
                           b = first + row[ROM_MOTION_TRIANGLE_POINT + (k + 1) % 3];
            const uf16 part = along_side(corner_at(set, a), corner_at(set, b), at, &distance);
            if (distance >= least) continue;
            least = distance;
            mix->count = 2;
            mix->point[0] = (uint16_t)a;
            mix->point[1] = (uint16_t)b;
            mix->weight[0] = UF16_ONE - part;
            mix->weight[1] = part;
        }
    }
}

/* Between four corners: low-low, high-low, low-high, high-high. Beyond them it is as at the sides. */
static void mix_square(const ox_motion_set *set, const uint8_t *state, vec2 at, ox_motion_mix *mix) {
    const uint32_t first = rom_u16(state + ROM_MOTION_STATE_POINT_FIRST);
    const vec2 low = corner_at(set, first), high = corner_at(set, first + 3);
    const uint64_t x = (uint64_t)((int64_t)fx_clamp(at.x, low.x, high.x) - low.x),
                   y = (uint64_t)((int64_t)fx_clamp(at.y, low.y, high.y) - low.y);
    const uf16 across = share_of(x, (uint64_t)((int64_t)high.x - low.x)),
               up = share_of(y, (uint64_t)((int64_t)high.y - low.y)),
               both = (uf16)((uint64_t)across * up >> 16);
    mix->count = 4;
    for (uint32_t k = 0; k < 4; k++) mix->point[k] = (uint16_t)(first + k);
    mix->weight[0] = UF16_ONE - across - up + both;
    mix->weight[1] = across - both;
    mix->weight[2] = up - both;
    mix->weight[3] = both;
}

static void mix_plane(const ox_motion_set *set, const uint8_t *state, vec2 at, ox_motion_mix *mix) {
    const uint32_t triangles = rom_u16(state + ROM_MOTION_STATE_TRIANGLE_COUNT);
    const uint8_t *row =
        OX_MOTION_ROW(set, TRIANGLES, TRIANGLE, rom_u16(state + ROM_MOTION_STATE_TRIANGLE_FIRST));
    for (uint32_t i = 0; i < triangles; i++, row += ROM_MOTION_TRIANGLE_SIZE)
        if (mix_triangle(set, row, rom_u16(state + ROM_MOTION_STATE_POINT_FIRST), at, mix)) return;
    mix_side(set, state, at, mix);
}

/* Clips without a weight are left out. */
static void drop_light(ox_motion_mix *mix) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < mix->count; i++) {
        if (mix->weight[i] == 0) continue;
        mix->point[kept] = mix->point[i];
        mix->weight[kept++] = mix->weight[i];
    }
    mix->count = kept;
}

void ox_motion_mix_of(const ox_motion_set *set, uint32_t number, const ox_motion_run *run,
                      ox_motion_mix *mix) {
    const uint8_t *state = OX_MOTION_ROW(set, STATES, STATE, number);
    const fx x = ox_motion_number(set, state[ROM_MOTION_STATE_X], run),
             y = ox_motion_number(set, state[ROM_MOTION_STATE_Y], run);
    const uint32_t worn = run->worn & OX_MOTION_WORN;
    mix->clips = set->clips + (worn < set->sets ? worn : 0u) * OX_MOTION_COUNT(set, POINT);
    switch (state[ROM_MOTION_STATE_BLEND]) {
    case ROM_MOTION_STATE_CLIP:
    case ROM_MOTION_STATE_MOMENT:
        mix->count = 1;
        mix->point[0] = rom_u16(state + ROM_MOTION_STATE_POINT_FIRST);
        mix->weight[0] = UF16_ONE;
        break;
    case ROM_MOTION_STATE_LINE:
        mix_line(set, state, x, mix);
        break;
    case ROM_MOTION_STATE_PLANE:
        mix_plane(set, state, (vec2){x, y}, mix);
        break;
    case ROM_MOTION_STATE_SQUARE:
        mix_square(set, state, (vec2){x, y}, mix);
        break;
    default:
        mix->count = 0;
        break;
    }
    drop_light(mix);
}

/* The share of the way from the first number to the second one of a point, as a phase. */
bool ox_motion_moment(const ox_motion_set *set, uint32_t number, const ox_motion_run *run, uint32_t *phase) {
    const uint8_t *state = OX_MOTION_ROW(set, STATES, STATE, number);
    if (state[ROM_MOTION_STATE_BLEND] != ROM_MOTION_STATE_MOMENT) return false;
    const vec2 span = corner_at(set, rom_u16(state + ROM_MOTION_STATE_POINT_FIRST));
    const int64_t whole = (int64_t)span.y - span.x,
                  part = (int64_t)ox_motion_number(set, state[ROM_MOTION_STATE_X], run) - span.x;
    if (whole <= 0 || part <= 0)
        *phase = 0;
    else
        *phase = part >= whole ? UINT32_MAX : (uint32_t)(((uint64_t)part << 32) / (uint64_t)whole);
    return true;
}
