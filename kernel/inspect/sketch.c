/* Shapes over the picture: the ring, the categories, and how they are drawn. */
#include "kernel/inspect/sketch.h"

#include <string.h>

#include "fixedmath/angle.h"
#include "fixedmath/matrix.h"
#include "fixedmath/view.h"
#include "kernel/collision/show.h"
#include "kernel/console/console.h"
#include "kernel/debug/format.h"
#include "kernel/world/place.h"
#include "raster/flat.h"
#include "raster/submit.h"

enum { ROUND = 12, ENDS = 2 * 3 * ROUND, SQUARES = ENDS / 8 };

/* ---- categories and the ring ---- */

uint32_t ox_sketch_category(ox_sketch *s, const char *name, ox_sketch_source *draw, void *context) {
    if (s->category_count == OX_SKETCH_CATEGORIES) return OX_SKETCH_CATEGORIES;
    const uint32_t number = s->category_count++;
    s->categories[number].name = name;
    s->categories[number].draw = draw;
    s->categories[number].context = context;
    return number;
}

bool ox_sketch_switch(ox_sketch *s, const char *name, bool on) {
    for (uint32_t i = 0; i < s->category_count; i++) {
        if (!ox_text_equal(ox_text_of(s->categories[i].name), ox_text_of(name))) continue;
        s->on = on ? s->on | 1u << i : s->on & ~(1u << i);
        return true;
    }
    return false;
}

void ox_sketch_keep(ox_sketch *s, const ox_sketch_shape *shape) {
    if (s->count == OX_SKETCH_SHAPES) {
        s->first = (s->first + 1) % OX_SKETCH_SHAPES;
        s->count--;
        s->dropped++;
    }
    ox_sketch_shape *kept = &s->shapes[(s->first + s->count++) % OX_SKETCH_SHAPES];
    *kept = *shape;
    if (kept->lasts == 0) kept->lasts = 1;
}

/* Takes a picture, or a step, off the time of the shapes that count them. Those whose time is over go. */
static void pass_time(ox_sketch *s, bool is_step) {
    uint32_t left = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        ox_sketch_shape shape = s->shapes[(s->first + i) % OX_SKETCH_SHAPES];
        if (((shape.flags & OX_SKETCH_STEPS) != 0) == is_step && --shape.lasts == 0) continue;
        s->shapes[(s->first + left++) % OX_SKETCH_SHAPES] = shape;
    }
    s->count = left;
}

void ox_sketch_step(ox_sketch *s) { pass_time(s, true); }

/* ---- the view's own categories ---- */

static void each_object(const ox_module_host *host,
                        void (*add)(const ox_module_host *host, ox_sketch *s, const ox_object *object,
                                    ox_sketch_shape *shape),
                        ox_sketch *s, uint32_t category) {
    const ox_world *w = host->world;
    for (uint32_t slot = 0; slot < ox_pool_peak(&w->objects); slot++) {
        const ox_object *object = ox_world_get(w, ox_world_slot(w, slot)->handle);
        const ox_object_place *place = object == NULL ? NULL : ox_object_place_of(w, object);
        if (place == NULL) continue;
        ox_sketch_shape shape = {.category = (uint8_t)category, .rgb = 0xFFE040, .a = place->pos};
        add(host, s, object, &shape);
    }
}

static void add_name(const ox_module_host *host, ox_sketch *s, const ox_object *object,
                     ox_sketch_shape *shape) {
    const ox_log *log = host->log;
    uint32_t length = 0;
    char words[OX_SKETCH_LETTERS + 1];
    const char *name =
        object->name == 0 || log->name_of == NULL ? NULL : log->name_of(log->names, object->name, &length);
    ox_text out = ox_text_begin_plain(words, sizeof words);
    if (name != NULL)
        ox_text_put(&out, name, length);
    else
        ox_text_add(&out, "@%u", (unsigned)(object->handle.bits & 0xFFFFu));
    shape->kind = OX_SKETCH_WORDS;
    ox_sketch_words(s, shape, words);
}

static void add_place(const ox_module_host *host, ox_sketch *s, const ox_object *object,
                      ox_sketch_shape *shape) {
    (void)host, (void)object;
    shape->kind = OX_SKETCH_AXES;
    shape->b = v3(FX_ONE / 2, 0, 0);
    ox_sketch_add(s, shape);
}

static void add_bounds(const ox_module_host *host, ox_sketch *s, const ox_object *object,
                       ox_sketch_shape *shape) {
    sphere3 sphere;
    if (!ox_scene_sphere(host->scene, object, &sphere)) return;
    shape->kind = OX_SKETCH_SPHERE;
    shape->a = sphere.centre;
    shape->b = v3(sphere.radius, 0, 0);
    ox_sketch_add(s, shape);
}

static void draw_names(void *context, const ox_module_host *host, ox_sketch *s, uint32_t category) {
    (void)context;
    each_object(host, add_name, s, category);
}

static void draw_places(void *context, const ox_module_host *host, ox_sketch *s, uint32_t category) {
    (void)context;
    each_object(host, add_place, s, category);
}

static void draw_bounds(void *context, const ox_module_host *host, ox_sketch *s, uint32_t category) {
    (void)context;
    each_object(host, add_bounds, s, category);
}

void ox_sketch_init(ox_sketch *s) {
    s->on = 1;
    s->count = s->first = s->dropped = s->category_count = 0;
    (void)ox_sketch_category(s, "marks", NULL, NULL);
    (void)ox_sketch_category(s, "names", draw_names, NULL);
    (void)ox_sketch_category(s, "places", draw_places, NULL);
    (void)ox_sketch_category(s, "bounds", draw_bounds, NULL);
}

/* ---- lines ---- */

/* What a shape is drawn with. */
typedef struct pen {
    const ox_module_host *host;
    rs_frame *frame;
    rs_camera camera;
    bool has_camera;
    const ox_sketch_shape *shape;
    vec3 ends[ENDS];
    uint32_t count;
} pen;

static void add_line(pen *p, vec3 a, vec3 b) {
    if (p->count + 2 > ENDS) return;
    p->ends[p->count++] = a;
    p->ends[p->count++] = b;
}

/* Lines that what stands before them hides; they go the way of meshes. */
static void draw_hidden_lines(const pen *p, uint32_t count, uint32_t rgb, uint32_t native) {
    static const rs_look plain = {.cull = RS_CULL_NONE};
    static const rs_pixel_state state = {.depth = {.function = RS_LEQUAL, .no_write = true}};
    const rs_material material = {
        .rgb = rgb, .index = (uint8_t)native, .shading = RS_UNLIT, .look = &plain, .state = &state};
    const rs_batch batch = {.streams = {[RS_POSITION] = {p->ends, 0, RS_FX_3}},
                            .vertex_count = count,
                            .count = count,
                            .primitive = RS_LINES,
                            .material = &material};
    (void)rs_frame_batch(p->frame, &batch);
}

/* Draws the lines so far in a colour. */
static void draw_lines(pen *p, uint32_t rgb) {
    const uint32_t native = ox_resource_native(p->host->resources, rgb), count = p->count;
    const bool on_screen = (p->shape->flags & OX_SKETCH_ON_SCREEN) != 0;
    const ox_show_pen over = {p->host, p->frame, p->camera, native};
    p->count = 0;
    if (count == 0 || (!on_screen && !p->has_camera)) return;
    if (!on_screen && (p->shape->flags & OX_SKETCH_HIDES) != 0) {
        draw_hidden_lines(p, count, rgb, native);
        return;
    }
    for (uint32_t i = 0; i < count; i += 2) {
        if (on_screen)
            (void)rs_frame_line(p->frame, fx_sra32(p->ends[i].x, 16), fx_sra32(p->ends[i].y, 16),
                                fx_sra32(p->ends[i + 1].x, 16), fx_sra32(p->ends[i + 1].y, 16), native,
                                false);
        else
            ox_show_line(&over, p->ends[i], p->ends[i + 1]);
    }
}

static void add_circle(pen *p, int across, int up) {
    const fx radius = p->shape->b.x;
    vec3 last = p->shape->a;
    for (uint32_t i = 0; i <= ROUND; i++) {
        const ang16 turn = (ang16)(65536u * i / ROUND);
        vec3 to = p->shape->a;
        to = v3_adds(to, v3_with(V3_ZERO, across, fx_muls(radius, fx_cos(turn))));
        to = v3_adds(to, v3_with(V3_ZERO, up, fx_muls(radius, fx_sin(turn))));
        if (i > 0) add_line(p, last, to);
        last = to;
    }
}

static void add_box(pen *p) {
    const vec3 a = p->shape->a, b = p->shape->b;
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++) {
            const vec3 from = {(i & 1) != 0 ? b.x : a.x, (i & 2) != 0 ? b.y : a.y, (i & 4) != 0 ? b.z : a.z};
            if ((i >> k & 1) == 0) add_line(p, from, v3_with(from, k, v3_get(b, k)));
        }
}

static void add_arrow(pen *p) {
    const vec3 a = p->shape->a, b = p->shape->b, back = v3_scale_q30(v3_subs(a, b), Q30_ONE / 6);
    const vec3 aside = v3_adds(b, back);
    const vec3 half = {back.z / 2, 0, -(back.x / 2)};
    add_line(p, a, b);
    add_line(p, b, v3_adds(aside, half));
    add_line(p, b, v3_subs(aside, half));
}

static void add_grid(pen *p) {
    const int64_t asked = p->shape->b.y / FX_ONE;
    const int squares = asked < 1 ? 1 : asked > SQUARES - 1 ? SQUARES - 1 : (int)asked;
    const fx wide = p->shape->b.x, half = (fx)((int64_t)wide * squares / 2);
    for (int i = 0; i <= squares; i++) {
        const fx at = (fx)((int64_t)wide * i) - half;
        add_line(p, v3_adds(p->shape->a, v3(at, 0, -half)), v3_adds(p->shape->a, v3(at, 0, half)));
        add_line(p, v3_adds(p->shape->a, v3(-half, 0, at)), v3_adds(p->shape->a, v3(half, 0, at)));
    }
}

static void draw_axes(pen *p) {
    static const uint32_t colours[3] = {0xFF4040, 0x40E040, 0x4080FF};
    for (int k = 0; k < 3; k++) {
        add_line(p, p->shape->a, v3_adds(p->shape->a, v3_with(V3_ZERO, k, p->shape->b.x)));
        draw_lines(p, colours[k]);
    }
}

/* ---- words ---- */

/* The pixel of a place; false: it is not before the eye. */
static bool pixel_of(const pen *p, vec3 place, int *x, int *y) {
    const rs_camera *c = &p->camera;
    const view_window window = {0,
                                0,
                                p->host->options->width,
                                p->host->options->height,
                                c->aspect > 0 ? c->aspect : FX_ONE,
                                c->near_plane,
                                c->far_plane};
    view_lens lens;
    view_pixel pixel;
    if (!(c->flat_height > 0 ? view_lens_orthographic(c->flat_height, &window, &lens)
                             : view_lens_perspective(c->focal, &window, &lens)) ||
        !view_project(&lens, m34_point(&c->world_to_view, place), &pixel))
        return false;
    *x = fx_sra32(pixel.x, 4);
    *y = fx_sra32(pixel.y, 4);
    return *x > -1000 && *y > -1000 && *x < 10000 && *y < 10000;
}

static void draw_words(const pen *p) {
    int x = fx_sra32(p->shape->a.x, 16), y = fx_sra32(p->shape->a.y, 16);
    if ((p->shape->flags & OX_SKETCH_ON_SCREEN) == 0 && (!p->has_camera || !pixel_of(p, p->shape->a, &x, &y)))
        return;
    (void)rs_frame_text(p->frame, x, y, p->shape->words,
                        ox_resource_native(p->host->resources, p->shape->rgb));
}

/* ---- all of it ---- */

static void draw_shape(pen *p) {
    const ox_sketch_shape *shape = p->shape;
    switch (shape->kind) {
    case OX_SKETCH_LINE:
        add_line(p, shape->a, shape->b);
        break;
    case OX_SKETCH_ARROW:
        add_arrow(p);
        break;
    case OX_SKETCH_CROSS:
        for (int k = 0; k < 3; k++) {
            const vec3 arm = v3_with(V3_ZERO, k, shape->b.x);
            add_line(p, v3_subs(shape->a, arm), v3_adds(shape->a, arm));
        }
        break;
    case OX_SKETCH_AXES:
        draw_axes(p);
        return;
    case OX_SKETCH_SPHERE:
        add_circle(p, 0, 1);
        add_circle(p, 2, 1);
        add_circle(p, 0, 2);
        break;
    case OX_SKETCH_CIRCLE:
        add_circle(p, 0, (shape->flags & OX_SKETCH_ON_SCREEN) != 0 ? 1 : 2);
        break;
    case OX_SKETCH_BOX:
        add_box(p);
        break;
    case OX_SKETCH_GRID:
        add_grid(p);
        break;
    default:
        draw_words(p);
        return;
    }
    draw_lines(p, shape->rgb);
}

void ox_sketch_draw(ox_sketch *s, const ox_module_host *host, rs_frame *frame) {
    for (uint32_t i = 0; i < s->category_count; i++)
        if ((s->on >> i & 1u) != 0 && s->categories[i].draw != NULL)
            s->categories[i].draw(s->categories[i].context, host, s, i);
    if (s->count == 0) return;
    pen p = {.host = host, .frame = frame};
    p.has_camera = ox_scene_camera_of(host->scene, &p.camera);
    if (p.has_camera) p.has_camera = rs_frame_camera(frame, &p.camera) == RS_OK;
    (void)rs_frame_ink(frame, RS_FLAT_OPAQUE, 255);
    for (uint32_t i = 0; i < s->count; i++) {
        p.shape = &s->shapes[(s->first + i) % OX_SKETCH_SHAPES];
        draw_shape(&p);
    }
    pass_time(s, false);
}
