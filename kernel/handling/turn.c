/* Objects that turn to a place, or to where they fly. */
#include "fixedmath/quaternion.h"
#include "fixedmath/root.h"
#include "kernel/handling/module.h"
#include "kernel/world/place.h"

enum { NEAR = 8 }; /* 65,536 to the turn: what rounding of angles in the steps before may have left */

static vec3 nose_of(const ox_object_place *place) {
    fx sine, cosine, up, level;
    fx_sincos(place->angle, &sine, &cosine);
    fx_sincos(place->pitch, &up, &level);
    return (vec3){-fx_muls(sine, level), up, -fx_muls(cosine, level)};
}

/* Angle and pitch of a direction; straight up or down the angle stays. */
static void point_to(ox_object_place *place, vec3 way) {
    const fx level = fx_hypot2(way.x, way.z);
    if (level != 0) place->angle = atan2_16(fx_negs(way.x), fx_negs(way.z));
    place->pitch = atan2_16(way.y, level);
}

bool ox_handling_turn_to(ox_world *world, ox_object *object, vec3 at, ang16 rate) {
    ox_object_place *place = ox_object_place_of(world, object);
    if (place == NULL) return true;
    const vec3 nose = nose_of(place);
    dir30 want;
    if (!v3_normalize_dir30(v3_subs(at, place->pos), &want)) return true;
    const vec3 way = {want.x / 16384, want.y / 16384, want.z / 16384};
    if (v3_angle(nose, way) <= rate + NEAR) {
        point_to(place, v3_subs(at, place->pos));
        return true;
    }
    quat arc;
    if (!q4_shortest_arc(nose, way, &arc)) return true;
    const quat part = q4_approach(Q4_IDENTITY, arc, (ang32)rate << 16);
    dir30 from;
    if (!v3_normalize_dir30(nose, &from)) return true;
    const dir30 to = q4_rotate_dir30(part, from);
    point_to(place, (vec3){to.x / 2, to.y / 2, to.z / 2});
    return false;
}

void ox_handling_face(ox_world *world, ox_object *object, vec3 velocity, fx bank, ang16 most, uint32_t rate) {
    ox_object_place *place = ox_object_place_of(world, object);
    if (place == NULL || v3_is_zero(velocity)) return;
    const ang16 before = place->angle;
    point_to(place, velocity);
    /* Speed times how fast it turns, in radians a second, is what draws it sideways; positive to its left, where it banks. */
    const int64_t turned = (int16_t)(ang16)(place->angle - before),
                  turning = turned * (int64_t)rate * FX_TAU / 65536,
                  aside = fx_muls(fx_hypot2(velocity.x, velocity.z), fx_sat64(turning)),
                  degrees = fx_sat64(aside * bank / FX_ONE), units = degrees * 65536 / 360 / FX_ONE;
    const int64_t limit = most > 0x8000 ? 0x7FFF : most, want = units > limit    ? limit
                                                                : units < -limit ? -limit
                                                                                 : units;
    const int64_t missing = want - (int16_t)place->roll;
    if (bank != 0) place->roll = (ang16)(place->roll + (missing / 8 != 0 ? missing / 8 : missing));
}
