/* Drawing of the viewer over a scene, and flights over levels. */
#include <stdlib.h>
#include <string.h>

#include "fixedmath/matrix.h"
#include "fixedmath/quaternion.h"
#include "fixedmath/view.h"
#include "kernel/scene/scene.h"
#include "raster/wire.h"
#include "rom/level.h"
#include "rom/rom.h"
#include "tools/image/chunk.h"
#include "tools/play/world_lines.h"
#include "tools/view/viewer.h"

enum { EDGE_INK = 0xFFFFFF, NEEDLE_INK = 0x60E0FF, SOLID_INK = 0xFFC040 };
enum { FLIGHT_FRAMES = 900, FLIGHT_SPEED = 4 /* metres a second along a path */ };

/* Records lines, and frees them. */
static bool draw_lines(viewer *v, rs_frame *frame, world_lines *l, const mat34 *place, uint32_t rgb) {
    return world_lines_record(l, frame, ox_console_played_scene(v->console)->resources, place, rgb) ||
           import_error_memory(&v->error, v->file);
}

/* ---- meshes ---- */

static vec3 vertex(const rs_mesh *mesh, uint32_t i) {
    const int16_t *p = mesh->positions + 3 * (size_t)i;
    return (vec3){mesh->offset.x + p[0] * (1 << mesh->exponent),
                  mesh->offset.y + p[1] * (1 << mesh->exponent),
                  mesh->offset.z + p[2] * (1 << mesh->exponent)};
}

/* Records a needle for each normal, a fifteenth of the radius long. */
static bool record_needles(viewer *v, rs_frame *frame, const rs_mesh *mesh, const mat34 *place) {
    world_lines l = {.points = NULL};
    for (uint32_t i = 0; mesh->normals != NULL && i < mesh->vertex_count; i++) {
        const int8_t *n = mesh->normals + 4 * (size_t)i;
        vec3 at = vertex(mesh, i), to = {at.x + (fx)((int64_t)mesh->radius * n[0] / 1905),
                                         at.y + (fx)((int64_t)mesh->radius * n[1] / 1905),
                                         at.z + (fx)((int64_t)mesh->radius * n[2] / 1905)};
        world_line(&l, at, to);
    }
    return draw_lines(v, frame, &l, place, NEEDLE_INK);
}

static bool record_edges(viewer *v, rs_frame *frame, const rs_mesh *mesh, const mat34 *place) {
    size_t wanted = rs_wire_bytes(mesh);
    const ox_resources *r = ox_console_played_scene(v->console)->resources;
    rs_wire_options options = {.hide_diagonals = true, .hidden_line = true};
    rs_material material = r->magenta;
    material.rgb = EDGE_INK;
    material.index = (uint8_t)ox_resource_native(r, EDGE_INK);
    if (wanted > v->scratch_bytes) {
        void *grown = realloc(v->scratch, wanted);
        if (grown == NULL) return import_error_memory(&v->error, v->file);
        v->scratch = grown;
        v->scratch_bytes = wanted;
    }
    (void)rs_frame_wireframe(frame, mesh, place, &material, &options,
                             (rs_block){v->scratch, v->scratch_bytes});
    return true;
}

/* ---- collision ---- */

static vec3 read_vector(const uint8_t *at) { return (vec3){rom_i32(at), rom_i32(at + 4), rom_i32(at + 8)}; }

static quat read_rotation(const uint8_t *at) {
    const quat16 packed = {rom_i16(at), rom_i16(at + 2), rom_i16(at + 4), rom_i16(at + 6)};
    return q4_unpack16(packed);
}

static const uint8_t *scene_row(const uint8_t *d, uint32_t at, uint32_t i, uint32_t size) {
    return d + rom_u32(d + at) + (size_t)i * size;
}

/* Adds lines for a COLL chunk or section. Convex sets, which are planes alone, are shown by their bounding sphere;
 * walls, which have no end, are left out. */
static void put_collision(world_lines *l, const uint8_t *d) {
    for (uint32_t i = 0; i < rom_u32(d + ROM_COLLISION_TRIANGLE_COUNT); i++) {
        const uint8_t *t = scene_row(d, ROM_COLLISION_TRIANGLES_AT, i, ROM_COLLISION_TRIANGLE_SIZE);
        vec3 corner[3];
        for (uint32_t k = 0; k < 3; k++)
            corner[k] = read_vector(scene_row(d, ROM_COLLISION_VERTICES_AT,
                                              rom_u16(t + ROM_COLLISION_TRIANGLE_CORNER + 2 * k), 12));
        for (int k = 0; k < 3; k++) world_line(l, corner[k], corner[(k + 1) % 3]);
    }
    for (uint32_t i = 0; i < rom_u32(d + ROM_COLLISION_CONVEX_COUNT); i++) {
        const uint8_t *c = scene_row(d, ROM_COLLISION_CONVEXES_AT, i, ROM_CONVEX_SIZE);
        world_ball(l, read_vector(c + ROM_CONVEX_CENTRE), rom_i32(c + ROM_CONVEX_RADIUS));
    }
    for (uint32_t i = 0; i < rom_u32(d + ROM_COLLISION_BOX_COUNT); i++) {
        const uint8_t *b = scene_row(d, ROM_COLLISION_BOXES_AT, i, ROM_COLLISION_BOX_SIZE);
        rot33 turn = q4_to_rot33(read_rotation(b + ROM_COLLISION_BOX_ROTATION));
        world_box(l, read_vector(b + ROM_COLLISION_BOX_CENTRE), read_vector(b + ROM_COLLISION_BOX_HALF),
                  &turn);
    }
    for (uint32_t i = 0; i < rom_u32(d + ROM_COLLISION_CAPSULE_COUNT); i++) {
        const uint8_t *c = scene_row(d, ROM_COLLISION_CAPSULES_AT, i, ROM_CAPSULE_SIZE);
        vec3 from = read_vector(c + ROM_CAPSULE_FROM), to = read_vector(c + ROM_CAPSULE_TO);
        world_ball(l, from, rom_i32(c + ROM_CAPSULE_RADIUS));
        world_ball(l, to, rom_i32(c + ROM_CAPSULE_RADIUS));
        world_line(l, from, to);
    }
    for (uint32_t i = 0; i < rom_u32(d + ROM_COLLISION_SPHERE_COUNT); i++) {
        const uint8_t *s = scene_row(d, ROM_COLLISION_SPHERES_AT, i, ROM_SPHERE_SIZE);
        world_ball(l, read_vector(s + ROM_SPHERE_CENTRE), rom_i32(s + ROM_SPHERE_RADIUS));
    }
}

/* Records edges, needles or collision of one mesh at a place. */
static bool record_over(viewer *v, rs_frame *frame, const rs_mesh *mesh, const mat34 *place) {
    if (v->look.mode == PREVIEW_EDGES) return record_edges(v, frame, mesh, place);
    return v->look.mode != PREVIEW_NORMALS || record_needles(v, frame, mesh, place);
}

/* ---- flights ---- */

/* The camera's place after `along` metres of the level's first path, and where it looks: a little ahead. */
static vec3 on_path(const uint8_t *d, const uint8_t *spline, fx along) {
    uint32_t count = rom_u16(spline + ROM_SPLINE_POINT_COUNT),
             first = rom_u32(spline + ROM_SPLINE_FIRST_POINT), i = 0;
    while (i + 2 < count && rom_i32(scene_row(d, ROM_PATH_POINTS_AT, first + i + 1, ROM_SPLINE_POINT_SIZE) +
                                    ROM_SPLINE_POINT_ALONG) <= along)
        i++;
    const uint8_t *a = scene_row(d, ROM_PATH_POINTS_AT, first + i, ROM_SPLINE_POINT_SIZE);
    vec3 from = read_vector(a + ROM_SPLINE_POINT_POSITION);
    if (count < 2) return from;
    const uint8_t *b = a + ROM_SPLINE_POINT_SIZE;
    fx begin = rom_i32(a + ROM_SPLINE_POINT_ALONG),
       length = fx_subs(rom_i32(b + ROM_SPLINE_POINT_ALONG), begin), part = fx_subs(along, begin);
    if (length <= 0) return from;
    int64_t t = ((int64_t)part << 16) / length;
    return v3_lerp(from, read_vector(b + ROM_SPLINE_POINT_POSITION),
                   (uf16)(t < 0       ? 0
                          : t > 65536 ? 65536
                                      : t));
}

/* The camera of a flight along the first path, again and again; without a path, once round the level in a quarter of
 * a minute. */
static void flight(const viewer *v, const uint8_t *level, vec3 *eye, vec3 *target, fx *size) {
    rom_view path;
    vec3 low = read_vector(level + ROM_LEVEL_LOW), high = read_vector(level + ROM_LEVEL_HIGH);
    vec3 half = v3_scales(v3_subs(high, low), FX_HALF), centre = v3_adds(low, half);
    fx wide = fx_max(half.x, half.z);
    *size = fx_max(v3_length(half), FX_ONE / 4);
    if (rom_level_section(level, ROM_TAG_PATH, 0, &path) && rom_u32(path.data + ROM_PATH_SPLINE_COUNT) > 0) {
        const uint8_t *spline = scene_row(path.data, ROM_PATH_SPLINES_AT, 0, ROM_SPLINE_SIZE);
        fx length = rom_i32(spline + ROM_SPLINE_LENGTH);
        fx along =
            length <= 0 ? 0 : (fx)((uint64_t)v->look.frame * FLIGHT_SPEED * 65536u / 60u % (uint32_t)length);
        *eye = on_path(path.data, spline, along);
        *target = on_path(path.data, spline, along + FX_ONE);
        if (v3_equal(*eye, *target))
            *eye = on_path(path.data, spline, along - FX_ONE), *target = on_path(path.data, spline, along);
        if (!v3_equal(*eye, *target)) return;
    }
    ang16 angle = (ang16)((uint64_t)(v->look.frame % FLIGHT_FRAMES) * 65536u / FLIGHT_FRAMES);
    fx away = fx_adds(fx_muls(wide, FX_ONE / 2 * 3), FX_ONE);
    *eye = v3_adds(centre, (vec3){fx_mul(away, fx_sin(angle)), fx_adds(half.y, fx_adds(away / 2, FX_ONE)),
                                  fx_mul(away, fx_cos(angle))});
    *target = centre;
}

static bool record_instances(viewer *v, rs_frame *frame, const uint8_t *d) {
    ox_resources *r = ox_console_played_scene(v->console)->resources;
    for (uint32_t i = 0; i < rom_u32(d + ROM_GEOMETRY_INSTANCE_COUNT); i++) {
        const uint8_t *at = scene_row(d, ROM_GEOMETRY_INSTANCES_AT, i, ROM_INSTANCE_SIZE);
        const ox_mesh *mesh = ox_resource_mesh(
            r, rom_u32(scene_row(d, ROM_GEOMETRY_MESHES_AT, rom_u16(at + ROM_INSTANCE_MESH), 4)));
        uint32_t other = rom_u16(at + ROM_INSTANCE_MATERIAL);
        rot33 turn = q4_to_rot33(read_rotation(at + ROM_INSTANCE_ROTATION));
        fx scale = rom_i32(at + ROM_INSTANCE_SCALE);
        mat34 place = m34_from_trs(read_vector(at + ROM_INSTANCE_POSITION), &turn, v3(scale, scale, scale));
        const rs_material *materials = mesh->materials;
        rs_material *own = NULL;
        if (other != ROM_INSTANCE_OWN_MATERIAL && mesh->material_count > 0) {
            const rs_material *material =
                ox_resource_material(r, rom_u32(scene_row(d, ROM_GEOMETRY_MATERIALS_AT, other, 4)));
            own = malloc(mesh->material_count * sizeof *own);
            if (own == NULL) return import_error_memory(&v->error, v->file);
            for (uint32_t k = 0; k < mesh->material_count; k++) own[k] = *material;
            materials = own;
        }
        (void)rs_frame_mesh(frame, &mesh->mesh, &place, materials);
        free(own);
        if (!record_over(v, frame, &mesh->mesh, &place)) return false;
    }
    return true;
}

static bool record_level(viewer *v, rs_frame *frame) {
    const uint8_t *level = v->chunk.data;
    vec3 eye, target;
    fx size;
    rig34 view;
    rom_view section;
    world_lines l = {.points = NULL};
    flight(v, level, &eye, &target, &size);
    if (!view_look_at(eye, target, V3_Y, &view)) return true;
    fx far_plane = fx_adds(fx_muls(size, 8 * FX_ONE), 16 * FX_ONE);
    const rs_camera camera = {.world_to_view = m34_from_rig34(&view),
                              .focal = fov_focal(60 * 65536 / 360),
                              .near_plane = fx_max(FX_ONE / 8, far_plane >> 14),
                              .far_plane = far_plane};
    (void)rs_frame_camera(frame, &camera);
    world_lights(frame, level);
    for (uint32_t i = 0; rom_level_section(level, ROM_TAG_GEOMETRY, i, &section); i++)
        if (!record_instances(v, frame, section.data)) return false;
    for (uint32_t i = 0;
         v->look.mode == PREVIEW_COLLISION && rom_level_section(level, ROM_TAG_COLLISION, i, &section); i++)
        put_collision(&l, section.data);
    return draw_lines(v, frame, &l, NULL, SOLID_INK);
}

/* ---- a scene ---- */

/* Records the collision of a mesh, which its MODL chunk names. */
static bool record_solid(viewer *v, rs_frame *frame, uint32_t mesh, const mat34 *place) {
    rom_chunk model, solid;
    uint8_t *model_owned = NULL, *owned = NULL;
    world_lines l = {.points = NULL};
    bool there = rom_find(v->image, mesh, ROM_TAG_MODEL, &model) &&
                 chunk_unpack(&model, &model_owned, NULL) == ROM_OK &&
                 rom_find(v->image, rom_u32(model.data + ROM_MODEL_COLLISION), ROM_TAG_COLLISION, &solid) &&
                 chunk_unpack(&solid, &owned, NULL) == ROM_OK;
    if (there) put_collision(&l, solid.data);
    free(model_owned);
    free(owned);
    return draw_lines(v, frame, &l, place, SOLID_INK);
}

bool viewer_record(viewer *v, rs_frame *frame) {
    const ox_scene *scene = ox_console_played_scene(v->console);
    if (v->chunk.type == ROM_TAG_LEVEL) return record_level(v, frame);
    ox_object *object;
    ox_model *model;
    for (uint32_t at = 0; (at = ox_scene_each(scene, at, &object, &model)) != 0;) {
        const mat34 place = ox_scene_drawn(scene, object);
        const ox_form *form = ox_scene_form(scene, scene->forms[model->form], &place,
                                            ox_object_place_of(scene->world, object)->size);
        if (!record_over(v, frame, ox_scene_mesh(scene, object, form), &place)) return false;
        if (v->look.mode == PREVIEW_COLLISION && !record_solid(v, frame, form->id, &place)) return false;
    }
    return true;
}
