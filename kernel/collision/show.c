/* What collision knows, drawn as lines over the picture. */
#include "kernel/collision/show.h"

#include "fixedmath/angle.h"
#include "fixedmath/scalar.h"
#include "kernel/collision/soup.h"
#include "kernel/console/console.h"
#include "kernel/debug/format.h"
#include "kernel/type/name.h"
#include "raster/flat.h"

void ox_collisions_show(ox_collisions *c, ox_show *show) {
    if (c != NULL) c->show = show;
}

void ox_collisions_note_way(ox_collisions *c, vec3 from, vec3 way, const box3 *box) {
    ox_show *show = c->show;
    const box3 point = {from, from};
    if ((show->what & OX_SHOW_CASTS) == 0 || show->way_count == OX_SHOW_WAYS) return;
    show->ways[show->way_count++] = (ox_show_way){from, way, box == NULL ? point : *box};
}

#ifndef OX_RETAIL

enum { ROUND = 12, TRIANGLES = 1024 };

/* ---- lines ---- */

bool ox_show_open(ox_show_pen *pen, const ox_collisions *c, rs_frame *frame, uint32_t what) {
    if (c == NULL || c->show == NULL || (c->show->what & what) == 0) return false;
    pen->host = c->host;
    pen->frame = frame;
    return ox_scene_camera_of(c->host->scene, &pen->camera);
}

void ox_show_colour(ox_show_pen *pen, uint32_t rgb) {
    pen->native = ox_resource_native(pen->host->resources, rgb);
}

/* The pixel of a place in the camera's frame, before the eye. */
static void pixel_of(const ox_show_pen *pen, vec3 seen, int out[2]) {
    const rs_camera *camera = &pen->camera;
    const bool is_flat = camera->flat_height > 0;
    const int64_t depth = is_flat ? camera->flat_height : -(int64_t)seen.z,
                  lens = is_flat ? 2 * (int64_t)FX_ONE : camera->focal;
    const int64_t width = pen->host->options->width, height = pen->host->options->height, far = 1 << 20;
    int64_t across = fx_rshr64(seen.x * lens, 16) * height / (2 * depth);
    const int64_t up = fx_rshr64(seen.y * lens, 16) * height / (2 * depth);
    if (camera->aspect > 0) across = across * FX_ONE / camera->aspect;
    out[0] = (int)(width / 2 + (across > far ? far : across < -far ? -far : across));
    out[1] = (int)(height / 2 - (up > far ? far : up < -far ? -far : up));
}

void ox_show_line(const ox_show_pen *pen, vec3 a, vec3 b) {
    const fx near = -fx_max(pen->camera.near_plane, FX_ONE / 64);
    vec3 from = m34_point(&pen->camera.world_to_view, a), to = m34_point(&pen->camera.world_to_view, b);
    if (pen->camera.flat_height == 0) {
        if (from.z > near && to.z > near) return;
        if (from.z > near || to.z > near) {
            const int64_t span = fx_sra64((int64_t)to.z - from.z, 4),
                          reach = fx_sra64((int64_t)near - from.z, 4);
            const q30 part = span == 0 ? 0 : (q30)(reach * Q30_ONE / span);
            const vec3 cut = v3_adds(from, v3_scale_q30(v3_subs(to, from), part));
            *(from.z > near ? &from : &to) = (vec3){cut.x, cut.y, near};
        }
    }
    int p[2], q[2];
    pixel_of(pen, from, p);
    pixel_of(pen, to, q);
    const int right = pen->host->options->width, below = pen->host->options->height;
    if ((p[0] < 0 && q[0] < 0) || (p[1] < 0 && q[1] < 0) || (p[0] >= right && q[0] >= right) ||
        (p[1] >= below && q[1] >= below))
        return;
    (void)rs_frame_line(pen->frame, p[0], p[1], q[0], q[1], pen->native, false);
}

void ox_show_cross(const ox_show_pen *pen, vec3 at, fx half) {
    for (int k = 0; k < 3; k++) {
        const vec3 arm = v3_with(V3_ZERO, k, half);
        ox_show_line(pen, v3_subs(at, arm), v3_adds(at, arm));
    }
}

void ox_show_box(const ox_show_pen *pen, const box3 *box) {
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++)
            if ((i >> k & 1) == 0) ox_show_line(pen, box_corner(box, i), box_corner(box, i | 1 << k));
}

/* ---- shapes ---- */

/* A circle, or the half of it that begins at x, about a place of a shape's own axes; axes x and y are 0, 1 or 2. */
static void show_arc(const ox_show_pen *pen, const rig34 *pose, vec3 middle, fx radius, const int axes[2],
                     uint32_t turn) {
    vec3 last = V3_ZERO;
    for (uint32_t i = 0; i <= ROUND; i++) {
        const ang16 a = (ang16)(turn * i / ROUND);
        const vec3 to = rig34_point(
            pose, v3_adds(middle, v3_adds(v3_with(V3_ZERO, axes[0], fx_muls(radius, fx_cos(a))),
                                          v3_with(V3_ZERO, axes[1], fx_muls(radius, fx_sin(a))))));
        if (i > 0) ox_show_line(pen, last, to);
        last = to;
    }
}

static void show_round(const ox_show_pen *pen, const ox_collider *s) {
    static const int planes[3][2] = {{0, 1}, {0, 2}, {2, 1}};
    const fx half = s->shape.kind == OX_SHAPE_CAPSULE ? s->shape.half.y : 0, r = s->shape.radius;
    const vec3 top = {0, half, 0}, low = {0, -half, 0};
    for (uint32_t k = 0; k < (ox_collider_is_flat(s) ? 1u : 3u); k++) {
        const bool is_level = planes[k][1] == 2;
        if (is_level || half == 0) {
            show_arc(pen, &s->pose, top, r, planes[k], 65536);
            if (half > 0) show_arc(pen, &s->pose, low, r, planes[k], 65536);
            continue;
        }
        show_arc(pen, &s->pose, top, r, planes[k], 32768);
        show_arc(pen, &s->pose, low, fx_negs(r), planes[k], 32768);
        for (int side = -1; side <= 1; side += 2) {
            const vec3 aside = v3_with(V3_ZERO, planes[k][0], side * r);
            ox_show_line(pen, rig34_point(&s->pose, v3_adds(top, aside)),
                         rig34_point(&s->pose, v3_adds(low, aside)));
        }
    }
    if (ox_collider_is_flat(s)) ox_show_line(pen, s->pose.t, rig34_point(&s->pose, (vec3){r, 0, 0}));
}

static void show_sides(const ox_show_pen *pen, const ox_collider *s) {
    const bool is_flat = ox_collider_is_flat(s);
    const vec3 h = is_flat ? (vec3){s->shape.half.x, s->shape.half.y, 0} : s->shape.half;
    const box3 box = {v3_neg(h), h};
    for (int i = 0; i < (is_flat ? 4 : 8); i++)
        for (int k = 0; k < (is_flat ? 2 : 3); k++)
            if ((i >> k & 1) == 0)
                ox_show_line(pen, rig34_point(&s->pose, box_corner(&box, i)),
                             rig34_point(&s->pose, box_corner(&box, i | 1 << k)));
}

/* An edge between two triangles is drawn once, where it leads upward in x, z or y. */
static bool leads_up(vec3 a, vec3 b) { return a.x != b.x ? a.x < b.x : a.z != b.z ? a.z < b.z : a.y < b.y; }

static void show_soup(const ox_show_pen *pen, const ox_collider *s) {
    const uint32_t count = ox_soup_triangles(s->shape.data.soup);
    for (uint32_t i = 0; i < count && i < TRIANGLES; i++) {
        ox_triangle t;
        ox_soup_triangle(s->shape.data.soup, i, &t);
        for (int k = 0; k < 3; k++) {
            const vec3 from = t.corner[k], to = t.corner[(k + 1) % 3];
            if (leads_up(from, to)) ox_show_line(pen, rig34_point(&s->pose, from), rig34_point(&s->pose, to));
        }
    }
}

void ox_show_shape(const ox_show_pen *pen, const ox_collider *s) {
    if (!s->is_placed) return;
    if (s->shape.kind <= OX_SHAPE_CAPSULE)
        show_round(pen, s);
    else if (s->shape.kind == OX_SHAPE_BOX)
        show_sides(pen, s);
    else if (s->shape.kind == OX_SHAPE_SOUP)
        show_soup(pen, s);
    else if (s->shape.kind == OX_SHAPE_HULL)
        for (uint32_t i = 0; i < s->shape.data.hull->edge_count; i++) {
            const uint8_t *edge = s->shape.data.hull->edges + 4 * i;
            ox_show_line(pen, rig34_point(&s->pose, s->shape.data.hull->points[edge[0]]),
                         rig34_point(&s->pose, s->shape.data.hull->points[edge[1]]));
        }
}

void ox_show_text(const ox_show_pen *pen, int row, const char *text) {
    (void)rs_frame_text(pen->frame, 4, 16 + row * 9, text, pen->native);
}

/* ---- what collision knows ---- */

/* Shapes of objects with bodies are drawn by physics, which knows more of them. */
static void draw_shapes(const ox_collisions *c, ox_show_pen *pen) {
    const int bodies = ox_world_component(c->world, OX_NAME("body"));
    ox_object *object;
    void *data;
    for (uint32_t at = 0; (at = ox_component_each(c->world, c->type, at, &object, &data)) != 0;) {
        const ox_collider *s = data;
        if ((object->flags & OX_OBJECT_DEAD) != 0 ||
            (bodies >= 0 && ox_component_has(c->world, object, (uint32_t)bodies)))
            continue;
        const bool holds = s->sensor && ox_collision_sensed(c, object->handle, (ox_handle){0}) != NULL;
        ox_show_colour(pen, holds ? 0xFF9830u : s->sensor ? 0xF0E050u : 0xB0B0B0u);
        ox_show_shape(pen, s);
    }
}

static void draw_boxes(const ox_collisions *c, ox_show_pen *pen) {
    for (uint16_t n = OX_BOX_TREE_NONE; (n = ox_box_tree_next(&c->tree, n)) != OX_BOX_TREE_NONE;) {
        ox_show_colour(pen, c->tree.nodes[n].height == 0 ? 0x5080E0u : 0x304878u);
        ox_show_box(pen, &c->tree.nodes[n].box);
    }
}

static void draw_ways(const ox_collisions *c, ox_show_pen *pen) {
    ox_show_colour(pen, 0xFF4040u);
    for (uint32_t i = 0; i < c->show->way_count; i++) {
        const ox_show_way *w = &c->show->ways[i];
        ox_show_line(pen, w->from, v3_adds(w->from, w->way));
        if (v3_equal(w->box.lo, w->box.hi)) continue;
        const box3 there = box_translate(&w->box, w->way);
        ox_show_box(pen, &w->box);
        ox_show_box(pen, &there);
    }
}

static void draw_counts(const ox_collisions *c, ox_show_pen *pen) {
    char text[64];
    ox_show_colour(pen, 0xFFFFFFu);
    ox_format(text, sizeof text, "shapes %u asked %u", (unsigned)c->tree.count, (unsigned)c->costs.questions);
    ox_show_text(pen, 0, text);
    ox_format(text, sizeof text, "broad %u mid %u met %u", (unsigned)c->costs.broad, (unsigned)c->costs.mid,
              (unsigned)c->costs.narrow);
    ox_show_text(pen, 1, text);
}

void ox_collisions_draw(const ox_module_host *host, void *state, ox_module_pass pass, rs_frame *frame,
                        uf16 fraction) {
    const ox_collisions *c = state;
    ox_show_pen pen;
    (void)host, (void)fraction;
    if (pass != OX_PASS_OVER || c->show == NULL) return;
    if (ox_show_open(&pen, c, frame, OX_SHOW_BOXES)) draw_boxes(c, &pen);
    if (ox_show_open(&pen, c, frame, OX_SHOW_SHAPES)) draw_shapes(c, &pen);
    if (ox_show_open(&pen, c, frame, OX_SHOW_CASTS)) draw_ways(c, &pen);
    if (ox_show_open(&pen, c, frame, OX_SHOW_COUNTS)) draw_counts(c, &pen);
}

#endif
