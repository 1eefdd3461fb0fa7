/* Lines in the world, and the light of levels. */
#include "tools/play/world_lines.h"

#include <stdlib.h>

#include "fixedmath/fixedmath.h"
#include "rom/level.h"
#include "rom/rom.h"

enum { LINE_BIAS = 200, LINE_MOST = 60000, ROUND = 24 };

void world_line(world_lines *l, vec3 a, vec3 b) {
    if (l->count + 2 > l->room) {
        uint32_t room = l->room * 2 + 256;
        vec3 *grown = realloc(l->points, room * sizeof *grown);
        if (grown == NULL) l->failed = true;
        if (grown == NULL) return;
        l->points = grown;
        l->room = room;
    }
    l->points[l->count++] = a;
    l->points[l->count++] = b;
}

bool world_lines_record(world_lines *l, rs_frame *frame, const ox_resources *r, const mat34 *place,
                        uint32_t rgb) {
    static const rs_look plain = {.cull = RS_CULL_NONE};
    const rs_pixel_state state = {
        .depth = {.function = RS_LEQUAL, .bias = l->bias != 0 ? -l->bias : -LINE_BIAS}};
    rs_material material = r->magenta;
    material.rgb = rgb;
    material.index = (uint8_t)ox_resource_native(r, rgb);
    material.shading = RS_UNLIT;
    material.texture = NULL;
    material.look = &plain;
    material.state = &state;
    for (uint32_t first = 0; first < l->count; first += LINE_MOST) {
        uint32_t count = l->count - first < LINE_MOST ? l->count - first : LINE_MOST;
        rs_batch batch = {.vertex_count = count,
                          .count = count,
                          .primitive = RS_LINES,
                          .place = place,
                          .material = &material};
        batch.streams[RS_POSITION] = (rs_stream){l->points + first, 0, RS_FX_3};
        (void)rs_frame_batch(frame, &batch);
    }
    bool ok = !l->failed;
    free(l->points);
    *l = (world_lines){.bias = l->bias};
    return ok;
}

void world_box(world_lines *l, vec3 centre, vec3 half, const rot33 *turn) {
    vec3 corners[8];
    for (int i = 0; i < 8; i++) {
        vec3 corner = {(i & 1) != 0 ? half.x : -half.x, (i & 2) != 0 ? half.y : -half.y,
                       (i & 4) != 0 ? half.z : -half.z};
        corners[i] = v3_adds(centre, rot33_apply(turn, corner));
    }
    for (int i = 0; i < 8; i++)
        for (int bit = 1; bit < 8; bit *= 2)
            if ((i & bit) == 0) world_line(l, corners[i], corners[i | bit]);
}

/* Adds three circles of a ball. */
void world_ball(world_lines *l, vec3 centre, fx radius) {
    for (int axis = 0; axis < 3; axis++) {
        for (int i = 0; i < ROUND; i++) {
            vec3 ends[2];
            for (int end = 0; end < 2; end++) {
                ang16 angle = (ang16)((uint32_t)(i + end) * 65536u / ROUND);
                fx a = fx_mul(radius, fx_cos(angle)), b = fx_mul(radius, fx_sin(angle));
                vec3 offset = axis == 0 ? (vec3){0, a, b} : axis == 1 ? (vec3){a, 0, b} : (vec3){a, b, 0};
                ends[end] = v3_adds(centre, offset);
            }
            world_line(l, ends[0], ends[1]);
        }
    }
}

/* ---- light ---- */

static vec3 read_vector(const uint8_t *at) { return (vec3){rom_i32(at), rom_i32(at + 4), rom_i32(at + 8)}; }

void world_lights(rs_frame *frame, const uint8_t *level) {
    rs_light lights[RS_LIGHTS] = {{.kind = RS_LIGHT_DIRECTIONAL, .intensity = 200}};
    int count = 0;
    rom_view section;
    vec3 sun = {-FX_ONE, -2 * FX_ONE, -FX_ONE / 2};
    if (level != NULL && rom_level_section(level, ROM_TAG_LIGHTS, 0, &section)) {
        for (uint32_t i = 0; i < rom_u32(section.data + ROM_LIGHTS_COUNT) && count < RS_LIGHTS; i++) {
            const uint8_t *w =
                section.data + rom_u32(section.data + ROM_LIGHTS_AT) + (size_t)i * ROM_WORLD_LIGHT_SIZE;
            vec3 vector = read_vector(w + ROM_WORLD_LIGHT_VECTOR);
            if (w[ROM_WORLD_LIGHT_KIND] > 1 ||
                (w[ROM_WORLD_LIGHT_KIND] == 0 && !v3_normalize(vector, &vector)))
                continue;
            rs_light light = {.kind = w[ROM_WORLD_LIGHT_KIND] == 0 ? RS_LIGHT_DIRECTIONAL : RS_LIGHT_POINT,
                              .intensity = w[ROM_WORLD_LIGHT_INTENSITY],
                              .vector = vector,
                              .range = rom_i32(w + ROM_WORLD_LIGHT_RANGE),
                              .rgb = rom_u32(w + ROM_WORLD_LIGHT_COLOUR) & 0xFFFFFFu};
            lights[count++] = light;
        }
    }
    if (count == 0 && v3_normalize(sun, &sun)) lights[count++].vector = sun;
    (void)rs_frame_lights(frame, 80, lights, count);
}

bool world_camera(rs_frame *frame, vec3 eye, vec3 target, fx least, fx reach) {
    rig34 view;
    if (!view_look_at(eye, target, V3_Y, &view)) return false;
    fx far_plane = fx_adds(fx_muls(reach, 2 * FX_ONE), 64 * FX_ONE);
    const rs_camera camera = {.world_to_view = m34_from_rig34(&view),
                              .focal = fov_focal(60 * 65536 / 360),
                              .near_plane = fx_max(least, far_plane >> 14),
                              .far_plane = far_plane};
    return rs_frame_camera(frame, &camera) == RS_OK;
}
