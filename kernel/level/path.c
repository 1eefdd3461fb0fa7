/* Paths: splines of a level by their names and lengths. */
#include "kernel/level/path.h"

#include "fixedmath/spline.h"
#include "kernel/level/internal.h"

enum { STRAIGHT, CARDINAL, BEZIER, B_SPLINE };

static const uint8_t *point_row(const ox_level_path *path, uint32_t number) {
    return path->points + (size_t)number * ROM_SPLINE_POINT_SIZE;
}

/* A point by its number. Beyond the ends a closed path goes round; an open path repeats its last point. */
static vec3 point_at(const ox_level_path *path, int64_t number) {
    const int64_t count = (int64_t)path->count;
    int64_t at = number;
    if (path->closed)
        at = ((number % count) + count) % count;
    else if (at >= count)
        at = count - 1;
    return ox_level_vector(point_row(path, at < 0 ? 0 : (uint32_t)at) + ROM_SPLINE_POINT_POSITION);
}

static fx length_to(const ox_level_path *path, uint32_t number) {
    return number >= path->count ? path->length : rom_i32(point_row(path, number) + ROM_SPLINE_POINT_ALONG);
}

ox_status ox_level_path_find(const uint8_t *section, ox_id name, ox_level_path *path) {
    const uint8_t *row = section + rom_u32(section + ROM_PATH_SPLINES_AT);
    for (uint32_t i = 0; i < rom_u32(section + ROM_PATH_SPLINE_COUNT); i++, row += ROM_SPLINE_SIZE) {
        if (rom_u32(row + ROM_SPLINE_NAME) != name) continue;
        *path =
            (ox_level_path){.points = section + rom_u32(section + ROM_PATH_POINTS_AT) +
                                      (size_t)rom_u32(row + ROM_SPLINE_FIRST_POINT) * ROM_SPLINE_POINT_SIZE,
                            .count = rom_u16(row + ROM_SPLINE_POINT_COUNT),
                            .length = rom_i32(row + ROM_SPLINE_LENGTH),
                            .form = rom_u8(row + ROM_SPLINE_FORM),
                            .closed = (rom_u8(row + ROM_SPLINE_FLAGS) & 1u) != 0};
        if (path->closed)
            path->length =
                fx_adds(path->length, v3_distance(point_at(path, path->count - 1), point_at(path, 0)));
        return OX_OK;
    }
    return OX_NOT_FOUND;
}

/* One component of the piece of curve that begins at a point. */
static cubic1 piece_of(uint8_t form, fx before, fx from, fx to, fx behind) {
    return form == BEZIER     ? cubic_bezier(before, from, to, behind)
           : form == B_SPLINE ? cubic_bspline(before, from, to, behind)
                              : cubic_catmull_rom(before, from, to, behind);
}

vec3 ox_level_path_point(const ox_level_path *path, fx metres) {
    const uint32_t step = path->form == BEZIER ? 3 : 1, ends = path->count - (path->closed ? 0 : 1),
                   last = ends / step * step;
    if (path->closed && path->length > 0)
        metres = (fx)((((int64_t)metres % path->length) + path->length) % path->length);
    if (last == 0) return point_at(path, 0);
    metres = fx_clamp(metres, 0, length_to(path, last));
    uint32_t from = 0;
    while (from + step < last && length_to(path, from + step) <= metres) from += step;
    const fx begin = length_to(path, from), span = fx_subs(length_to(path, from + step), begin);
    const uf16 t = span <= 0 ? 0 : (uf16)(((int64_t)(metres - begin) << 16) / span);
    vec3 p[4];
    for (int i = 0; i < 4; i++) p[i] = point_at(path, (int64_t)from + i - (path->form == BEZIER ? 0 : 1));
    if (path->form == STRAIGHT) return v3_lerp(p[1], p[2], t);
    const cubic3 piece = {piece_of(path->form, p[0].x, p[1].x, p[2].x, p[3].x),
                          piece_of(path->form, p[0].y, p[1].y, p[2].y, p[3].y),
                          piece_of(path->form, p[0].z, p[1].z, p[2].z, p[3].z)};
    return cubic3_value(&piece, t);
}

vec3 ox_level_path_corner(const ox_level_path *path, uint32_t number) {
    FX_CHECK_OR(number < path->count, "path: no such point", number = path->count - 1);
    return point_at(path, number);
}

/* ---- the nearest place ---- */

/* The square of a distance, exact: the root would be too flat near the minimum. Components are below 2^31, so three
 * squares fit. */
static uint64_t square_at(const ox_level_path *path, fx metres, vec3 to) {
    const vec3 away = v3_subs(ox_level_path_point(path, metres), to);
    const int64_t x = away.x, y = away.y, z = away.z;
    return (uint64_t)(x * x) + (uint64_t)(y * y) + (uint64_t)(z * z);
}

fx ox_level_path_nearest(const ox_level_path *path, vec3 to) {
    enum { PARTS = 8, NEAR_ENOUGH = FX_ONE / 1024 };
    const uint32_t step = path->form == BEZIER ? 3 : 1, ends = path->count - (path->closed ? 0 : 1);
    uint64_t least = square_at(path, 0, to);
    fx best = 0, low = 0, high = 0, before = 0, last = 0;
    for (uint32_t from = 0; from + step <= ends; from += step) {
        const fx begin = length_to(path, from), span = fx_subs(length_to(path, from + step), begin);
        for (uint32_t part = 1; part <= PARTS; part++) {
            const fx at = fx_adds(begin, (fx)((int64_t)span * part / PARTS));
            const uint64_t square = square_at(path, at, to);
            if (best == before) high = at;
            if (square < least) {
                least = square;
                low = before;
                best = high = at;
            }
            last = fx_subs(at, before);
            before = at;
        }
    }
    if (best == 0 && path->closed) low = -last; /* the minimum may lie on the way back to the first point */
    while (fx_subs(high, low) > NEAR_ENOUGH) {
        const fx third = (high - low) / 3, left = low + third, right = high - third;
        if (square_at(path, left, to) <= square_at(path, right, to))
            high = right;
        else
            low = left;
    }
    const fx middle = low + (high - low) / 2;
    if (square_at(path, middle, to) >= least) return best;
    return middle < 0 ? middle + path->length : middle;
}
