/* Draws the place that is edited, and finds what is under a pixel. */
#include "tools/edit/edit_view.h"

#include <math.h>
#include <string.h>

#include "kernel/scene/scene.h"
#include "rom/rom.h"
#include "tools/import/base/angle.h"

enum { GRID_INK = 0x405068, AXIS_INK = 0x8090A8, MARK_INK = 0xFFE040, ICON_INK = 0x60E0FF, GRID_LINES = 20 };
enum {
    LINE_BIAS =
        20 /* a hundredth of the distance to the point the camera looks at: enough for lines on the ground */
};

static const double icon_radius = 0.3;

static ox_resources *resources_of(const edit_view *v) {
    return ox_console_played_scene(v->console)->resources;
}

/* ---- places ---- */

static ang16 angle(double degrees) {
    return (ang16)((uint32_t)(int64_t)llround(degrees * 65536 / 360) & 0xFFFFu);
}

static rot33 turn_of(const edit_object *o) {
    const euler16 angles = {angle(o->turn[0]), angle(o->turn[1]), angle(o->turn[2])};
    return rot33_from_euler(angles);
}

static mat34 place_of(const edit_object *o) {
    rot33 turn = turn_of(o);
    fx scale = (fx)writer_fx(o->scale);
    return m34_from_trs(edit_fixed(o->at), &turn, v3(scale, scale, scale));
}

static const ox_mesh *mesh_of(const edit_view *v, const edit_object *o) {
    return o->mesh[0] == 0 ? NULL : ox_resource_mesh(resources_of(v), pack_chunk_id("mesh", o->mesh));
}

static double length(const double v[3]) { return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

/* ---- drawing ---- */

static void put_grid(edit_view *v, rs_frame *frame) {
    double side = v->e->snap > 0 ? v->e->snap : 1;
    for (int i = -GRID_LINES; i <= GRID_LINES; i++) {
        fx at = (fx)writer_fx(i * side), end = (fx)writer_fx(GRID_LINES * side);
        if (i == 0) continue;
        world_line(&v->lines, (vec3){at, 0, -end}, (vec3){at, 0, end});
        world_line(&v->lines, (vec3){-end, 0, at}, (vec3){end, 0, at});
    }
    v->failed = !world_lines_record(&v->lines, frame, resources_of(v), NULL, GRID_INK) || v->failed;
    fx end = (fx)writer_fx(GRID_LINES * side);
    world_line(&v->lines, (vec3){0, 0, -end}, (vec3){0, 0, end});
    world_line(&v->lines, (vec3){-end, 0, 0}, (vec3){end, 0, 0});
    v->failed = !world_lines_record(&v->lines, frame, resources_of(v), NULL, AXIS_INK) || v->failed;
}

static void put_icon(edit_view *v, const edit_object *o) {
    fx radius = (fx)writer_fx(icon_radius);
    vec3 at = edit_fixed(o->at);
    rot33 turn = turn_of(o);
    if (strcmp(o->kind, "light") == 0)
        world_ball(&v->lines, at, radius);
    else
        world_box(&v->lines, at, v3(radius, radius, radius), &turn);
    world_line(&v->lines, at, (vec3){at.x, 0, at.z}); /* from the object down to the ground */
}

/* The bounds of a mesh in its own frame. */
static void bounds_of(const rs_mesh *mesh, double low[3], double high[3]) {
    const double offset[3] = {mesh->offset.x, mesh->offset.y, mesh->offset.z};
    for (int i = 0; i < 3; i++) {
        int32_t least = INT16_MAX, most = INT16_MIN;
        for (uint32_t k = 0; k < mesh->vertex_count; k++) {
            const int16_t p = mesh->positions[3 * (size_t)k + (size_t)i];
            if (p < least) least = p;
            if (p > most) most = p;
        }
        if (least > most) least = most = 0;
        low[i] = (offset[i] + (double)least * (1 << mesh->exponent)) / 65536.0;
        high[i] = (offset[i] + (double)most * (1 << mesh->exponent)) / 65536.0;
    }
}

/* Draws a box a little larger than the object's mesh or icon. */
static void put_mark(edit_view *v, const edit_object *o) {
    const ox_mesh *mesh = mesh_of(v, o);
    const double away = 0.02, icon = icon_radius * 1.3;
    double low[3] = {-icon, -icon, -icon}, high[3] = {icon, icon, icon}, middle[3], half[3];
    mat34 place = place_of(o);
    rot33 turn = turn_of(o);
    if (mesh != NULL) bounds_of(&mesh->mesh, low, high);
    for (int i = 0; i < 3; i++) {
        const double size =
            (high[i] - low[i]) / 2 * (mesh != NULL ? o->scale : 1) + (mesh != NULL ? away : 0);
        middle[i] = (low[i] + high[i]) / 2;
        half[i] = size > 16000 ? 16000 : size;
    }
    const vec3 centre = edit_fixed(middle);
    world_box(&v->lines, m34_point(&place, centre), edit_fixed(half), &turn);
}

void edit_view_record(edit_view *v, rs_frame *frame) {
    const edit *e = v->e;
    double across[3];
    for (int i = 0; i < 3; i++) across[i] = e->camera.at[i] - e->camera.target[i];
    const double distance = length(across), least = distance / 32;
    if (!world_camera(frame, edit_fixed(e->camera.at), edit_fixed(e->camera.target),
                      (fx)writer_fx(least < 1.0 / 16 ? 1.0 / 16 : least), (fx)writer_fx(distance * 2 + 200)))
        return;
    v->lines.bias = LINE_BIAS;
    world_lights(frame, e->place == EDIT_LEVEL && e->level.size > 0 ? e->level.data : NULL);
    for (uint32_t i = 0; i < e->object_count; i++) {
        const edit_object *o = &e->objects[i];
        const ox_mesh *mesh = o->placed ? mesh_of(v, o) : NULL;
        mat34 place = place_of(o);
        if (mesh != NULL) (void)rs_frame_mesh(frame, &mesh->mesh, &place, mesh->materials);
    }
    if (v->grid) put_grid(v, frame);
    for (uint32_t i = 0; i < e->object_count; i++) {
        if (e->objects[i].placed && e->objects[i].mesh[0] == 0) put_icon(v, &e->objects[i]);
    }
    v->failed = !world_lines_record(&v->lines, frame, resources_of(v), NULL, ICON_INK) || v->failed;
    for (uint32_t i = 0; i < e->object_count; i++) {
        if (e->objects[i].selected && e->objects[i].placed) put_mark(v, &e->objects[i]);
    }
    v->failed = !world_lines_record(&v->lines, frame, resources_of(v), NULL, MARK_INK) || v->failed;
}

/* ---- rays ---- */

typedef struct ray {
    double from[3], to[3]; /* to: unit length */
} ray;

static void cross(const double a[3], const double b[3], double out[3]) {
    for (int i = 0; i < 3; i++) out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static bool unit(double v[3]) {
    double size = length(v);
    for (int i = 0; i < 3 && size > 1e-9; i++) v[i] /= size;
    return size > 1e-9;
}

/* The line of sight of the middle of a pixel, as world_camera looks: 60 degrees from top to bottom. */
static bool sight(const edit_view *v, int x, int y, ray *r) {
    const edit_camera *c = &v->e->camera;
    double ahead[3], right[3], up[3], sky[3] = {0, 1, 0};
    double reach = 0.57735026918962576; /* tan 30 degrees */
    for (int i = 0; i < 3; i++) ahead[i] = c->target[i] - c->at[i];
    if (!unit(ahead)) return false;
    cross(ahead, sky, right);
    if (!unit(right)) return false;
    cross(right, ahead, up);
    double across = (2 * (x + 0.5) - v->width) / v->height * reach,
           above = (v->height - 2 * (y + 0.5)) / v->height * reach;
    for (int i = 0; i < 3; i++) {
        r->from[i] = c->at[i];
        r->to[i] = ahead[i] + right[i] * across + up[i] * above;
    }
    return unit(r->to);
}

/* The distance at which the ray first meets the ball; negative: it does not. */
static double hit_ball(const ray *r, const double centre[3], double radius) {
    double away[3];
    for (int i = 0; i < 3; i++) away[i] = centre[i] - r->from[i];
    double along = dot(away, r->to), square = dot(away, away) - along * along;
    if (along < 0 || square > radius * radius) return -1;
    double near = along - sqrt(radius * radius - square);
    return near < 0 ? 0 : near;
}

/* The distance at which the ray meets the triangle, from both sides (Tomas Moeller, Ben Trumbore, "Fast, Minimum
 * Storage Ray/Triangle Intersection", 1997). */
static double hit_triangle(const ray *r, const double corner[3][3]) {
    double a[3], b[3], from[3], p[3], q[3];
    for (int i = 0; i < 3; i++) {
        a[i] = corner[1][i] - corner[0][i];
        b[i] = corner[2][i] - corner[0][i];
        from[i] = r->from[i] - corner[0][i];
    }
    cross(r->to, b, p);
    double volume = dot(a, p);
    if (fabs(volume) < 1e-12) return -1;
    cross(from, a, q);
    double u = dot(from, p) / volume, w = dot(r->to, q) / volume;
    return u < 0 || w < 0 || u + w > 1 ? -1 : dot(b, q) / volume;
}

static void vertex(const rs_mesh *mesh, uint32_t number, const mat34 *place, double out[3]) {
    const int16_t *p = mesh->positions + 3 * (size_t)number;
    vec3 at = m34_point(place, (vec3){mesh->offset.x + p[0] * (1 << mesh->exponent),
                                      mesh->offset.y + p[1] * (1 << mesh->exponent),
                                      mesh->offset.z + p[2] * (1 << mesh->exponent)});
    out[0] = at.x / 65536.0;
    out[1] = at.y / 65536.0;
    out[2] = at.z / 65536.0;
}

static double hit_mesh(const ray *r, const rs_mesh *mesh, const mat34 *place) {
    double best = -1, corner[3][3];
    for (uint32_t p = 0; p < mesh->part_count; p++) {
        const rs_submesh *part = &mesh->parts[p];
        for (uint32_t t = 0; t < part->triangle_count && part->primitive == 0; t++) {
            const uint16_t *index = mesh->indices + 3 * (size_t)(part->first_triangle + t);
            for (int k = 0; k < 3; k++) vertex(mesh, part->first_vertex + index[k], place, corner[k]);
            double far = hit_triangle(r, (const double(*)[3])corner);
            if (far >= 0 && (best < 0 || far < best)) best = far;
        }
    }
    return best;
}

static double hit_object(const edit_view *v, const ray *r, const edit_object *o) {
    const ox_mesh *mesh = mesh_of(v, o);
    if (mesh == NULL) return hit_ball(r, o->at, icon_radius * 1.3);
    mat34 place = place_of(o);
    vec3 middle = m34_point(&place, mesh->mesh.centre);
    const double centre[3] = {middle.x / 65536.0, middle.y / 65536.0, middle.z / 65536.0};
    if (hit_ball(r, centre, mesh->mesh.radius / 65536.0 * o->scale) < 0) return -1;
    return hit_mesh(r, &mesh->mesh, &place);
}

int edit_view_pick(const edit_view *v, int x, int y) {
    ray r;
    double best = -1;
    int found = EDIT_NONE;
    if (!sight(v, x, y, &r)) return EDIT_NONE;
    for (uint32_t i = 0; i < v->e->object_count; i++) {
        double far = v->e->objects[i].placed ? hit_object(v, &r, &v->e->objects[i]) : -1;
        if (far < 0 || (found != EDIT_NONE && far >= best)) continue;
        best = far;
        found = (int)i;
    }
    return found;
}

bool edit_view_is_around(const edit_view *v, int object) {
    const edit_object *o = &v->e->objects[object];
    const ox_mesh *mesh = mesh_of(v, o);
    if (mesh == NULL) return false;
    mat34 place = place_of(o);
    vec3 middle = m34_point(&place, mesh->mesh.centre);
    const double away[3] = {middle.x / 65536.0 - v->e->camera.at[0], middle.y / 65536.0 - v->e->camera.at[1],
                            middle.z / 65536.0 - v->e->camera.at[2]};
    return length(away) < mesh->mesh.radius / 65536.0 * o->scale;
}

bool edit_view_is_flat(const edit_view *v, int object) {
    const ox_mesh *mesh = mesh_of(v, &v->e->objects[object]);
    double low[3], high[3];
    if (mesh == NULL) return false;
    bounds_of(&mesh->mesh, low, high);
    const double height = (high[1] - low[1]) * 20;
    return high[0] - low[0] >= height && high[2] - low[2] >= height;
}

bool edit_view_ground(const edit_view *v, int x, int y, double height, double at[3]) {
    ray r;
    if (!sight(v, x, y, &r) || fabs(r.to[1]) < 1e-6) return false;
    double far = (height - r.from[1]) / r.to[1];
    if (far <= 0 || far > 1000) return false;
    for (int i = 0; i < 3; i++) at[i] = i == 1 ? height : r.from[i] + r.to[i] * far;
    return true;
}
