/* Zones of cameras. */
#include "kernel/camera/zone.h"

#include "fixedmath/line.h"

static vec2 seen_from_above(vec3 place) { return (vec2){place.x, place.z}; }

static bool is_near_side(vec2 p, vec2 a, vec2 b, fx margin) {
    const segment3 side = {{a.x, a.y, 0}, {b.x, b.y, 0}};
    return segment_distance2(&side, (vec3){p.x, p.y, 0}) <= (uint64_t)((int64_t)margin * margin);
}

bool ox_zone_holds(const ox_level_path *zone, vec3 place, fx margin) {
    const vec2 p = seen_from_above(place);
    vec3 last = ox_level_path_corner(zone, zone->count - 1);
    fx low = last.y, high = last.y;
    bool is_inside = false, is_near = false;
    for (uint32_t i = 0; i < zone->count; i++) {
        const vec3 corner = ox_level_path_corner(zone, i);
        const vec2 a = seen_from_above(last), b = seen_from_above(corner);
        low = fx_min(low, corner.y);
        high = fx_max(high, corner.y);
        /* A line from the place along +X crosses the side beyond it: a side has its lower end, not its upper one. */
        const int side = orient2d(a, b, p);
        if ((a.y <= p.y) != (b.y <= p.y) && (b.y > a.y ? side > 0 : side < 0)) is_inside = !is_inside;
        is_near = is_near || (margin > 0 && is_near_side(p, a, b, margin));
        last = corner;
    }
    if (!is_inside && !is_near) return false;
    return low == high || (place.y >= fx_subs(low, margin) && place.y <= fx_adds(high, margin));
}
