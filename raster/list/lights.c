/* Which lights reach a mesh most strongly, and the ambient light of a place. */
#include "raster/lights.h"

#include "fixedmath/vector.h"
#include "raster/list/list.h"

/* A light's strength at a sphere: intensity times falloff at the centre, 0 .. 256 * 65536; false when the light does
 * not reach the sphere. */
static bool strength_at(const rs_light *light, vec3 centre, fx radius, uint32_t *strength) {
    uint64_t distance2 = 0, reach, range2;
    uint32_t intensity = light->intensity + (light->intensity >> 7);
    *strength = intensity << 16;
    if (light->kind == RS_LIGHT_DIRECTIONAL) return true;
    if (light->range <= 0) return false;
    reach = (uint64_t)((int64_t)light->range + (radius > 0 ? radius : 0));
    for (int i = 0; i < 3; i++) {
        int64_t away = (int64_t)v3_get(light->vector, i) - v3_get(centre, i);
        uint64_t size = (uint64_t)(away < 0 ? -away : away);
        if (size >= reach) return false;
        if (size >= (uint64_t)1 << 31) size = ((uint64_t)1 << 31) - 1u;
        distance2 += size * size;
    }
    if (reach < (uint64_t)1 << 32 && distance2 >= reach * reach) return false;
    range2 = (uint64_t)((int64_t)light->range * light->range);
    if (distance2 >= range2) {
        *strength = 0; /* the light reaches the sphere but not its centre */
        return true;
    }
    while (range2 >> 32 != 0) range2 >>= 1, distance2 >>= 1;
    *strength = intensity *
                rs_falloff_at(
                    light->falloff, (uint32_t)((distance2 << 31) / (range2 == 0 ? 1u : range2)) & 0x7FFFFFFFu,
                    rs_falloff_reference(light->reference > 0 ? light->reference : 1, light->range));
    return true;
}

int rs_lights_choose(const rs_light *lights, int count, vec3 centre, fx radius, int most,
                     uint8_t chosen[RS_LIGHTS], int *passed_over) {
    uint32_t strengths[RS_LIGHTS];
    int found = 0, missed = 0;
    if (most > RS_LIGHTS) most = RS_LIGHTS;
    for (int i = 0; i < count && i < 256; i++) {
        uint32_t strength;
        int at;
        if (!strength_at(&lights[i], centre, radius, &strength)) {
            missed++;
            continue;
        }
        for (at = found; at > 0 && strengths[at - 1] < strength; at--) {
            if (at < most) strengths[at] = strengths[at - 1], chosen[at] = chosen[at - 1];
        }
        if (at >= most) continue;
        strengths[at] = strength;
        chosen[at] = (uint8_t)i;
        if (found < most) found++;
    }
    if (passed_over != NULL) *passed_over = missed;
    return found;
}

int rs_ambient_at(int level, const rs_ambient_region *regions, int count, vec3 point) {
    for (int i = 0; i < count; i++) {
        const rs_ambient_region *r = &regions[i];
        if (point.x >= r->low.x && point.x < r->high.x && point.y >= r->low.y && point.y < r->high.y &&
            point.z >= r->low.z && point.z < r->high.z) {
            return r->ambient;
        }
    }
    return level;
}
