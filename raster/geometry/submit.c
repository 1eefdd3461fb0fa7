/* Batches: vertices through fetch, stage, transform and light, primitives through clipping and culling, into
 * draws of the fragment pipeline. */
#include "raster/submit.h"

#include <string.h>

#include "fixedmath/assert.h"
#include "fixedmath/matrix.h"
#include "fixedmath/scalar.h"
#include "fixedmath/vector.h"
#include "raster/fragment/fragment.h"
#include "raster/geometry/submit_work.h"

/* ---- what a batch needs ---- */

static bool batch_sound(const rs_batch *batch) {
    if (batch->material == NULL || batch->primitive >= RS_PRIMITIVES ||
        batch->streams[RS_POSITION].form == RS_NOTHING)
        return false;
    if (batch->exponent < 0 || batch->exponent > 16 || batch->cache > RS_CACHE ||
        (batch->cache & (batch->cache - 1u)) != 0)
        return false;
    for (int i = 0; i < RS_ATTRIBUTES; i++) {
        const rs_stream *s = &batch->streams[i];
        uintptr_t least;
        if (s->form == RS_NOTHING) continue;
        if (s->form >= RS_FORMS || s->data == NULL) return false;
        least = (uintptr_t)rs_form_alignment((rs_form)s->form) - 1u;
        if (((uintptr_t)s->data & least) != 0 || (s->stride & least) != 0) return false;
    }
    if (batch->indices == NULL) {
        return batch->first <= batch->vertex_count && batch->count <= batch->vertex_count - batch->first;
    }
    if (batch->index_bytes != 1 && batch->index_bytes != 2) return false;
    if (batch->index_bytes == 2 && ((uintptr_t)batch->indices & 1u) != 0) return false;
    for (uint32_t i = 0; i < batch->count; i++) {
        uint32_t index = rs_batch_index(batch, i);
        if (index != RS_RESTART && index >= batch->vertex_count) return false;
    }
    return true;
}

/* Prepares how normals are turned by the place: its rotation, or the inverse transpose. False for a place without
 * volume. */
static bool prepare_normals(rs_submission *s) {
    mat34 place = *s->place;
    uint32_t most = 0;
    vec3 column[3];
    int up;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) most |= fx_magnitude(place.m[i][k]);
    }
    if (most == 0) return false;
    up = fx_clz32(most) - 15; /* the largest element to 1.0 .. 2.0 */
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            place.m[i][k] = up >= 0 ? fx_shl32(place.m[i][k], up) : fx_sra32(place.m[i][k], -up);
    }
    for (int i = 0; i < 3; i++) {
        column[i] = m34_column(&place, i);
        if (v3_is_zero(column[i]) || !v3_normalize(column[i], &column[i])) return false;
    }
    s->mirrored = v3_triple(column[0], column[1], column[2]) < 0;
    s->normals = m34_linear(s->place);
    s->rigid = m3_is_rotation(&s->normals, 64);
    if (!s->rigid) s->normals = m34_normal_matrix(&place);
    return true;
}

static bool use_place(rs_submission *s, const mat34 *place) {
    static const mat34 world = {{{FX_ONE, 0, 0, 0}, {0, FX_ONE, 0, 0}, {0, 0, FX_ONE, 0}}};
    s->place = place == NULL ? &world : place;
    s->to_view = s->frame->camera.world_to_view;
    if (place != NULL) {
        s->to_view = m34_mul(&s->frame->camera.world_to_view, place);
        s->frame->stats.products++;
    }
    s->in_world = place == NULL;
    return prepare_normals(s);
}

static void prepare_light(rs_submission *s) {
    const rs_frame *frame = s->frame;
    const mat34 *view = &frame->camera.world_to_view;
    bool far_eye = s->look->far_eye || frame->flat_w != 0;
    vec3 axis = v3(view->m[2][0], view->m[2][1], view->m[2][2]), eye;
    vec3 t = v3(view->m[0][3], view->m[1][3], view->m[2][3]);
    uint8_t shading = s->material.shading;
    int count = frame->light_count;
    uint32_t ambient = frame->ambient_rgb;
    s->prelit = shading == RS_UNLIT;
    s->lit = !s->prelit || s->look->add_ambient || s->look->add_lights;
    s->flat = s->look->flat || shading == RS_FLAT;
    if (s->prelit && !s->look->add_ambient) ambient = 0;
    if (s->prelit && !s->look->add_lights) count = 0;
    s->reflecting = s->look->reflecting;
    if (s->reflecting.ambient == 0 && s->reflecting.diffuse == 0)
        s->reflecting.ambient = s->reflecting.diffuse = 0xFFFFFFu;
    if (s->reflecting.function == NULL && s->reflecting.specular == 0)
        s->reflecting.function = rs_reflect_lambert;
    eye = v3(-v3_dot(v3(view->m[0][0], view->m[1][0], view->m[2][0]), t),
             -v3_dot(v3(view->m[0][1], view->m[1][1], view->m[2][1]), t),
             -v3_dot(v3(view->m[0][2], view->m[1][2], view->m[2][2]), t));
    s->work->eye = eye;
    rs_lighting_make(&s->work->lighting, frame->lights, count, ambient, far_eye ? axis : eye, far_eye);
}

static bool is_textured(const rs_material *material) {
    return material->texture != NULL || (material->state != NULL && material->state->unit[0].texture != NULL);
}

rs_work *rs_submit_work(rs_frame *frame) {
    if (frame->work == NULL) frame->work = rs_fast_take(frame, sizeof *frame->work);
    return frame->work;
}

static bool begin_submission(rs_submission *s, rs_frame *frame, const rs_batch *batch) {
    static const rs_look plain_look;
    static const rs_pixel_state plain_state;
    const rs_pixel_state *state;
    memset(s, 0, sizeof *s);
    s->frame = frame;
    s->batch = batch;
    s->result = RS_BAD_ARGUMENT;
    if (!frame->camera_set || !batch_sound(batch)) return false;
    s->result = RS_LIST_FULL;
    if (rs_submit_work(frame) == NULL) {
        frame->stats.lost++;
        return false;
    }
    s->result = RS_OK;
    s->work = frame->work;
    s->material = *batch->material;
    if (s->material.state == NULL) s->material.state = &plain_state;
    s->look = s->material.look == NULL ? &plain_look : s->material.look;
    state = s->material.state;
    s->textured = is_textured(&s->material);
    s->second = state->unit[1].texture != NULL;
    if (s->look->pixel_light >= RS_PIXEL_LIGHTS ||
        (s->look->light_every != 0 && s->look->light_every != 4 && s->look->light_every != 8) ||
        (s->look->pixel_light == RS_STAGE && s->look->shade == NULL) ||
        (s->look->pixel_light == RS_PER_TABLE && s->look->table == NULL)) {
        s->result = RS_BAD_ARGUMENT;
        return false;
    }
    s->projective[0] = state->unit[0].projective;
    s->projective[1] = state->unit[1].projective;
    s->set[0] = state->unit[0].second_set;
    s->set[1] = state->unit[1].second_set;
    s->sphere[0] = state->unit[0].sphere;
    s->sphere[1] = state->unit[1].sphere;
    s->fog = state->fog.fog != NULL && !state->fog.per_pixel ? state->fog.fog : NULL;
    s->cull = s->material.two_sided ? RS_CULL_NONE : s->look->cull;
    s->layout = (uint8_t)rs_layout_of(batch->streams);
    s->cache_mask = (batch->cache == 0 ? 64u : batch->cache) - 1u;
    s->depth = rs_depth_scale_make(&frame->camera, 16);
    prepare_light(s);
    s->speculars = s->fog != NULL || batch->streams[RS_SPECULAR].form != RS_NOTHING ||
                   s->reflecting.emissive != 0 || (s->reflecting.specular != 0 && s->lit) ||
                   s->look->stage != NULL;
    frame->stats.setups++;
    return true;
}

/* ---- sinks: draws with arrays that fill up ---- */

static void forget_cache(rs_submission *s) { memset(s->work->keys, 0xFF, sizeof s->work->keys); }

static const void *shade_constants(rs_submission *s) {
    rs_pixel_constants *c;
    if (s->pixel_constants != NULL) return s->pixel_constants;
    c = rs_list_take(s->frame, sizeof *c, 8);
    if (c == NULL) return NULL;
    c->lighting = s->work->lighting;
    c->reflecting = s->reflecting;
    rs_lighting_flatten(&c->lighting, v3(s->place->m[0][3], s->place->m[1][3], s->place->m[2][3]));
    if (s->look->table != NULL) c->table = *s->look->table;
    s->pixel_constants = c;
    return c;
}

static bool open_shade(rs_submission *s, rs_fragment *fragment) {
    static const rs_shade_function functions[RS_PIXEL_LIGHTS] = {NULL, rs_shade_exact, rs_shade_table,
                                                                 rs_shade_attenuation, NULL};
    uint8_t kind = s->look->pixel_light;
    if (!rs_submit_per_pixel(s)) return true;
    fragment->shade_step = s->look->light_every;
    if (kind == RS_STAGE) {
        fragment->shade = s->look->shade;
        fragment->shade_constants = s->look->shade_constants;
        return true;
    }
    fragment->shade = functions[kind];
    fragment->shade_constants = kind == RS_ATTENUATION ? (const void *)s->look : shade_constants(s);
    return fragment->shade_constants != NULL;
}

static void *room(rs_submission *s, size_t size, size_t align, bool *ok) {
    void *memory = *ok ? rs_list_take(s->frame, size, align) : NULL;
    if (memory == NULL) *ok = false;
    return memory;
}

static bool take_arrays(rs_submission *s, rs_sink *sink, uint32_t n) {
    bool ok = true;
    sink->vertices = room(s, n * sizeof *sink->vertices, 8, &ok);
    sink->inverse_w = room(s, n * sizeof *sink->inverse_w, 4, &ok);
    sink->colours = room(s, n * 4u, 4, &ok);
    sink->outcodes = room(s, n, 4, &ok);
    if (s->speculars) sink->speculars = room(s, n * 4u, 4, &ok);
    for (int k = 0; k < 2; k++) {
        if (k == 0 ? !s->textured : !s->second) continue;
        sink->coordinates[k] = room(s, n * 2u * sizeof *sink->coordinates[k], 4, &ok);
        if (s->projective[k]) sink->q[k] = room(s, n * sizeof *sink->q[k], 4, &ok);
    }
    if (rs_submit_per_pixel(s)) sink->vectors = room(s, n * 4u * sizeof *sink->vectors, 4, &ok);
    if (s->batch->primitive == RS_POINTS) sink->sizes = room(s, n * sizeof *sink->sizes, 4, &ok);
    return ok;
}

/* Fills in the members that span functions of quick paths would find in a draw. */
static void fill_draw(rs_submission *s, rs_draw *draw) {
    const rs_target *target = &s->frame->target;
    const rs_texture *texture = s->material.texture;
    draw->format = (uint8_t)target->format;
    draw->index = s->material.index;
    draw->colours = target->format == RS_PAL8 ? (const void *)target->palette->shades : s->material.ramp;
    if (target->palette != NULL) {
        draw->palette = target->format == RS_XRGB8888 ? (const void *)target->palette->rgb
                                                      : (const void *)target->palette->native;
    }
    draw->span = s->material.mapping == RS_PIXEL ? 1 : 8;
    if (texture == NULL) return;
    draw->texels = texture->pixels;
    draw->log2_width = texture->log2_width;
    draw->log2_height = texture->log2_height;
}

static bool open_draw(rs_submission *s, rs_sink *sink) {
    rs_frame *frame = s->frame;
    const rs_fragment_set *set = rs_fragment_functions(frame->target.format);
    rs_item_function function;
    rs_fragment *fragment;
    sink->draw = rs_draw_take(frame, &sink->offset);
    if (sink->draw == NULL) return false;
    fill_draw(s, sink->draw);
    sink->draw->vertices = sink->vertices;
    sink->draw->inverse_w = sink->inverse_w;
    if (!rs_fragment_open(frame, sink->draw, &s->material, RS_SPAN_CONSTANT, s->textured, &s->result))
        return false;
    fragment = rs_fragment_of(sink->draw);
    fragment->colours = sink->colours;
    fragment->speculars = sink->speculars;
    for (int k = 0; k < 2; k++) {
        fragment->coordinates[k] = sink->coordinates[k];
        fragment->q[k] = sink->q[k];
    }
    fragment->vectors = sink->vectors;
    fragment->sizes = sink->sizes;
    if (!open_shade(s, fragment)) {
        s->result = RS_LIST_FULL;
        return false;
    }
    if (s->batch->primitive == RS_LINES || s->batch->primitive == RS_LINE_STRIP ||
        s->batch->primitive == RS_POINTS) {
        if (s->batch->primitive_stage == NULL) {
            function = s->batch->primitive == RS_POINTS ? set->point : set->line;
            if (frame->whole) {
                sink->draw->function = function;
            } else {
                sink->draw->flat.part.function = function;
            }
        }
    }
    frame->stats.flushes++;
    return true;
}

/* Gives back what the list holds from `used` on, and forgets the states that lie there. */
static void give_back(rs_frame *frame, size_t used, rs_state_log *states, const rs_prepared *last) {
    frame->list_used = used;
    frame->states = states;
    if (states != NULL) states->last = last;
}

/* Opens a draw with room for `least` vertices or more, as much as the list allows. */
static bool open_sink(rs_submission *s, rs_sink *sink, uint32_t least) {
    uint32_t most = s->batch->count < RS_SINK ? s->batch->count : RS_SINK;
    size_t used = s->frame->list_used;
    rs_state_log *states = s->frame->states;
    const rs_prepared *last = states == NULL ? NULL : states->last;
    if (most < least) most = least;
    s->result = RS_LIST_FULL;
    memset(sink, 0, sizeof *sink);
    while (!take_arrays(s, sink, most)) {
        give_back(s->frame, used, states, last);
        memset(sink, 0, sizeof *sink);
        if (most == least) return false;
        most = most / 2 < least ? least : most / 2;
    }
    if (!open_draw(s, sink)) {
        give_back(s->frame, used, states, last);
        memset(sink, 0, sizeof *sink);
        return false;
    }
    sink->capacity = most;
    s->result = RS_OK;
    return true;
}

/* Room for `count` more vertices; when the draw is full, a new draw begins with these vertices. */
static bool sink_room(rs_submission *s, uint32_t count) {
    if (s->sink.capacity - s->sink.used >= count && s->sink.capacity != 0) return true;
    forget_cache(s);
    return open_sink(s, &s->sink, count < 12 ? 12 : count);
}

static uint8_t byte_of(int32_t q8) { return (uint8_t)(q8 <= 0 ? 0 : q8 >= 65280 ? 255 : (q8 + 128) >> 8); }

static void sink_write(const rs_submission *s, rs_sink *sink, uint32_t i, const rs_corner *c) {
    rs_clip_vertex v;
    v.x = c->x, v.y = c->y, v.w = c->w;
    sink->outcodes[i] = (uint8_t)c->outcode;
    if (c->outcode == 0) sink->vertices[i] = rs_project(s->frame, &s->depth, &v, &sink->inverse_w[i]);
    for (uint32_t k = 0; k < 4; k++) {
        sink->colours[4 * i + k] = byte_of(c->a[RS_A_RED + k]);
        if (sink->speculars != NULL) sink->speculars[4 * i + k] = byte_of(c->a[RS_A_SPECULAR + k]);
    }
    for (uint32_t k = 0; k < 2; k++) {
        if (sink->coordinates[k] == NULL) continue;
        sink->coordinates[k][2 * i] = c->a[RS_A_COORDINATE + 3 * k];
        sink->coordinates[k][2 * i + 1] = c->a[RS_A_COORDINATE + 3 * k + 1];
        if (sink->q[k] != NULL) sink->q[k][i] = c->a[RS_A_COORDINATE + 3 * k + 2];
    }
    if (sink->vectors != NULL) {
        for (uint32_t k = 0; k < 3; k++) sink->vectors[4 * i + k] = (int16_t)c->a[RS_A_VECTOR + k];
        sink->vectors[4 * i + 3] = 0;
    }
    if (sink->sizes != NULL) sink->sizes[i] = (uint16_t)c->a[RS_A_SIZE];
}

static uint32_t sink_put(rs_submission *s, const rs_corner *c) {
    sink_write(s, &s->sink, s->sink.used, c);
    return s->sink.used++;
}

/* ---- vertices ---- */

static void corner_of_index(const rs_submission *s, uint32_t index, rs_corner *c) {
    rs_attributes v;
    rs_submit_fetch(s, index, &v);
    rs_submit_corner(s, &v, c);
}

/* The sink's number of a vertex; the sink has room. */
static uint32_t slot_of(rs_submission *s, uint32_t index) {
    uint32_t at = index & s->cache_mask;
    if (s->work->keys[at] != index) {
        corner_of_index(s, index, &s->work->corner);
        s->work->keys[at] = index;
        s->work->slots[at] = (uint8_t)sink_put(s, &s->work->corner);
    }
    return s->work->slots[at];
}

/* ---- primitives ---- */

static bool add_item(rs_submission *s, rs_sink *sink, rs_item *item, int low, int high, bool triangle) {
    rs_frame *frame = s->frame;
    int first = fx_sra32(low + 7, 4), last = fx_sra32(high + 7, 4) - 1,
        end = frame->view.y + frame->view.height;
    if (first < frame->view.y) first = frame->view.y;
    if (last >= end) last = end - 1;
    if (first > last) {
        frame->stats.rejected++;
        return true;
    }
    item->draw = sink->offset;
    if (!(triangle && frame->painter != NULL ? rs_painter_keep(frame->painter, item, first, last)
                                             : rs_item_add(frame, item, first, last))) {
        s->result = RS_LIST_FULL;
        return false;
    }
    frame->stats.drawn++;
    return true;
}

static bool put_triangle(rs_submission *s, rs_sink *sink, uint32_t i0, uint32_t i1, uint32_t i2) {
    const rs_vertex *a = &sink->vertices[i0], *b = &sink->vertices[i1], *c = &sink->vertices[i2];
    int area = (c->x - a->x) * (b->y - a->y) - (b->x - a->x) * (c->y - a->y), low, high;
    bool back = (area < 0) != s->mirrored;
    rs_item item = {(uint16_t)i0, (uint16_t)i1, (uint16_t)i2, 0, RS_LIGHT_FULL, 0};
    if (area == 0 || (s->cull == RS_CULL_BACK && back) || (s->cull == RS_CULL_FRONT && !back)) {
        s->frame->stats.culled++;
        return true;
    }
    if (area < 0) {
        item.b = (uint16_t)i2;
        item.c = (uint16_t)i1;
    }
    if (back) item.colour |= RS_ITEM_BACK;
    low = a->y < b->y ? a->y : b->y, high = a->y < b->y ? b->y : a->y;
    if (c->y < low) low = c->y;
    if (c->y > high) high = c->y;
    return add_item(s, sink, &item, low, high, true);
}

static bool put_line(rs_submission *s, rs_sink *sink, uint32_t i0, uint32_t i1) {
    const rs_vertex *a = &sink->vertices[i0], *b = &sink->vertices[i1];
    rs_item item = {(uint16_t)i0,
                    (uint16_t)i1,
                    (uint16_t)i1,
                    0,
                    RS_LIGHT_FULL | (s->look->open_lines ? RS_ITEM_OPEN : 0),
                    0};
    return add_item(s, sink, &item, (a->y < b->y ? a->y : b->y) - 16, (a->y < b->y ? b->y : a->y) + 16,
                    false);
}

static bool put_point(rs_submission *s, rs_sink *sink, uint32_t i) {
    int half = (sink->sizes[i] + 1) / 2 + 16;
    rs_item item = {(uint16_t)i, (uint16_t)i, (uint16_t)i, 0, RS_LIGHT_FULL, 0};
    return add_item(s, sink, &item, sink->vertices[i].y - half, sink->vertices[i].y + half, false);
}

/* Clips corners 0 .. count - 1 of the work's polygon and puts the polygon that is left. */
static bool put_clipped(rs_submission *s, int corners, int planes) {
    rs_corner *polygon = s->work->polygon;
    int count = rs_submit_clip(s, corners, planes);
    uint32_t first;
    s->frame->stats.clipped++;
    if (count == 0) return true;
    if (!sink_room(s, (uint32_t)count)) return false;
    first = s->sink.used;
    for (int i = 0; i < count; i++) {
        polygon[i].outcode = 0;
        (void)sink_put(s, &polygon[i]);
    }
    if (corners == 2) return put_line(s, &s->sink, first, first + 1);
    for (int i = 1; i + 1 < count; i++) {
        if (!put_triangle(s, &s->sink, first, first + (uint32_t)i, first + (uint32_t)i + 1)) return false;
    }
    return true;
}

/* Puts a primitive of corners that are not shared. */
static bool put_corners(rs_submission *s, int corners) {
    rs_corner *c = s->work->polygon;
    uint32_t all = c[0].outcode, any = c[0].outcode, slot[3] = {0, 0, 0};
    for (int i = 1; i < corners; i++) {
        all &= c[i].outcode;
        any |= c[i].outcode;
    }
    if (all != 0 || (corners == 1 && any != 0)) {
        s->frame->stats.rejected++;
        return true;
    }
    if (any != 0) return put_clipped(s, corners, (int)any);
    if (!sink_room(s, 3)) return false;
    for (int i = 0; i < corners; i++) slot[i] = sink_put(s, &c[i]);
    if (corners == 1) return put_point(s, &s->sink, slot[0]);
    return corners == 2 ? put_line(s, &s->sink, slot[0], slot[1])
                        : put_triangle(s, &s->sink, slot[0], slot[1], slot[2]);
}

/* Puts a primitive of vertices as a stage left them. */
static bool put_attributes(rs_submission *s, const rs_attributes *vertices, int corners, int provoking) {
    if (s->flat && corners == 3) {
        rs_submit_flat(s, vertices, provoking);
    } else {
        for (int i = 0; i < corners; i++) rs_submit_corner(s, &vertices[i], &s->work->polygon[i]);
    }
    return put_corners(s, corners);
}

static bool put_staged(rs_submission *s, int corners) {
    rs_attributes *out = s->work->emitted;
    int count =
        s->batch->primitive_stage(s->batch->primitive_constants, s->work->in, corners, out, RS_EMITTED);
    for (int i = 0; i < count && i < RS_EMITTED; i++) {
        if (!put_attributes(s, out + 3 * i, 3, 0)) return false;
    }
    return true;
}

/* Puts one primitive by its vertices' numbers; `provoking` is the corner whose colour flat shading takes. False: the
 * list is full. */
static bool put_primitive(rs_submission *s, const uint32_t *index, int corners, int provoking) {
    rs_sink *sink = &s->sink;
    uint32_t slot[3] = {0, 0, 0}, any = 0, all = 255;
    s->frame->stats.submitted++;
    if (corners == 3 && s->early && rs_submit_faces_away(s, index)) {
        s->frame->stats.culled++;
        return true;
    }
    if (s->batch->primitive_stage != NULL || (s->flat && corners == 3)) {
        for (int i = 0; i < corners; i++) rs_submit_fetch(s, index[i], &s->work->in[i]);
        return s->batch->primitive_stage != NULL ? put_staged(s, corners)
                                                 : put_attributes(s, s->work->in, corners, provoking);
    }
    if (s->locked != NULL) {
        sink = &s->work->locked;
        for (int i = 0; i < corners; i++) slot[i] = index[i] - s->locked->first;
        for (int i = 0; i < corners && sink != &s->sink; i++) {
            if (slot[i] >= s->locked->count) sink = &s->sink;
        }
    }
    if (sink == &s->sink) {
        if (!sink_room(s, 3)) return false;
        for (int i = 0; i < corners; i++) slot[i] = slot_of(s, index[i]);
    }
    for (int i = 0; i < corners; i++) {
        any |= sink->outcodes[slot[i]];
        all &= sink->outcodes[slot[i]];
    }
    if (all != 0) {
        s->frame->stats.rejected++;
        return true;
    }
    if (any != 0) {
        if (corners == 1) {
            s->frame->stats.rejected++;
            return true;
        }
        for (int i = 0; i < corners; i++) corner_of_index(s, index[i], &s->work->polygon[i]);
        return put_clipped(s, corners, (int)any);
    }
    if (corners == 1) return put_point(s, sink, slot[0]);
    return corners == 2 ? put_line(s, sink, slot[0], slot[1])
                        : put_triangle(s, sink, slot[0], slot[1], slot[2]);
}

static bool walk_triangles(rs_submission *s) {
    const rs_batch *b = s->batch;
    uint32_t held[3] = {0, 0, 0}, count = 0, turn = 0;
    for (uint32_t i = 0; i < b->count; i++) {
        uint32_t index = rs_batch_index(b, i), corner[3];
        if (index == RS_RESTART) {
            count = turn = 0;
            continue;
        }
        if (count < 3) held[count++] = index;
        if (b->primitive == RS_TRIANGLES) {
            if (count < 3) continue;
            count = 0;
            if (!put_primitive(s, held, 3, 0)) return false;
            continue;
        }
        if (count < 3) continue;
        held[2] = index;
        memcpy(corner, held, sizeof corner);
        if (b->primitive == RS_TRIANGLE_STRIP && (turn & 1u) != 0) corner[0] = held[1], corner[1] = held[0];
        if (!put_primitive(s, corner, 3, (int)(b->primitive == RS_TRIANGLE_STRIP ? turn & 1u : 0u)))
            return false;
        if (b->primitive == RS_TRIANGLE_STRIP) held[0] = held[1];
        held[1] = held[2];
        turn++;
    }
    return true;
}

static bool walk_lines(rs_submission *s) {
    const rs_batch *b = s->batch;
    uint32_t held[2] = {0, 0}, count = 0;
    for (uint32_t i = 0; i < b->count; i++) {
        uint32_t index = rs_batch_index(b, i);
        if (index == RS_RESTART) {
            count = 0;
            continue;
        }
        if (b->primitive == RS_POINTS) {
            if (!put_primitive(s, &index, 1, 0)) return false;
            continue;
        }
        held[count++] = index;
        if (count < 2) continue;
        if (!put_primitive(s, held, 2, 0)) return false;
        count = b->primitive == RS_LINE_STRIP ? 1 : 0;
        held[0] = held[1];
    }
    return true;
}

static void draw_submission(rs_submission *s) {
    bool triangles = s->batch->primitive <= RS_TRIANGLE_FAN, room_left;
    forget_cache(s);
    s->early = s->batch->cull_early && s->cull == RS_CULL_BACK && rs_submit_eye(s);
    room_left = triangles ? walk_triangles(s) : walk_lines(s);
    if (!room_left) s->frame->stats.lost++;
}

rs_result rs_frame_batch(rs_frame *frame, const rs_batch *batch) {
    rs_submission s;
    if (!begin_submission(&s, frame, batch)) return s.result;
    if (!use_place(&s, batch->place)) return RS_BAD_ARGUMENT;
    s.tint = batch->tint;
    if (batch->locked != NULL && rs_submit_locked(&s)) {
        s.locked = batch->locked;
        s.work->locked = batch->locked->sink;
        if (!open_draw(&s, &s.work->locked)) {
            frame->stats.lost++;
            return s.result == RS_OK ? RS_LIST_FULL : s.result;
        }
    }
    draw_submission(&s);
    return s.result;
}

rs_result rs_frame_instances(rs_frame *frame, const rs_batch *batch, const rs_instance *records,
                             uint32_t count, size_t stride) {
    rs_submission s;
    if (stride < sizeof *records) stride = sizeof *records;
    if (!begin_submission(&s, frame, batch)) return s.result;
    for (uint32_t i = 0; i < count; i++) {
        rs_instance one;
        mat34 place = m34_identity();
        fx scale, sine, cosine;
        memcpy(&one, (const uint8_t *)records + i * stride, sizeof one);
        scale = one.scale == 0 ? FX_ONE : one.scale;
        rs_submit_turn(one.yaw, scale, &sine, &cosine);
        place.m[0][0] = place.m[2][2] = cosine;
        place.m[1][1] = scale;
        place.m[0][2] = sine;
        place.m[2][0] = -sine;
        for (int k = 0; k < 3; k++) place.m[k][3] = v3_get(one.position, k);
        if (!use_place(&s, &place)) return RS_BAD_ARGUMENT;
        s.tint = one.tint;
        s.pixel_constants = NULL;
        if (rs_submit_per_pixel(&s)) memset(&s.sink, 0, sizeof s.sink); /* constants hold the place */
        draw_submission(&s);
        if (s.result != RS_OK) return s.result;
    }
    return s.result;
}

rs_result rs_frame_part(rs_frame *frame, const rs_mesh *mesh, const rs_submesh *part, const mat34 *place,
                        const rs_material *material) {
    rs_batch batch;
    bool triangles = part->primitive == RS_TRIANGLES;
    memset(&batch, 0, sizeof batch);
    rs_streams_of_mesh(mesh, part->first_vertex, batch.streams);
    batch.vertex_count = part->vertex_count;
    batch.indices = mesh->indices;
    batch.index_bytes = 2;
    batch.primitive = (uint8_t)part->primitive;
    batch.restart = !triangles;
    batch.first = part->first_triangle * (triangles ? 3u : 1u);
    batch.count = part->triangle_count * (triangles ? 3u : 1u);
    batch.offset = mesh->offset;
    batch.exponent = mesh->exponent;
    batch.place = mesh->world ? NULL : place;
    batch.material = material;
    if (mesh->attributes != NULL && mesh->attributes->tinted && !is_textured(material))
        batch.tint = 0xFF000000u | material->rgb;
    return rs_frame_batch(frame, &batch);
}

/* ---- locked vertices ---- */

static uint32_t sum_of(const rs_batch *batch, uint32_t first, uint32_t count) {
    const rs_stream *p = &batch->streams[RS_POSITION];
    size_t bytes = (size_t)rs_form_bytes((rs_form)p->form), stride = p->stride != 0 ? p->stride : bytes;
    uint32_t hash = 2166136261u;
    for (uint32_t i = first; i < first + count; i++) {
        const uint8_t *at = (const uint8_t *)p->data + i * stride;
        for (size_t k = 0; k < bytes; k++) hash = (hash ^ at[k]) * 16777619u;
    }
    return hash;
}

bool rs_submit_locked(const rs_submission *s) {
    const rs_locked *l = s->batch->locked;
    if (l->stamp != s->frame->stamp || l->look != s->batch->material->look || l->tint != s->tint || s->flat)
        return false;
    if (memcmp(&l->place, s->place, sizeof l->place) != 0 || l->data != s->batch->streams[RS_POSITION].data)
        return false;
    FX_ASSERT_MSG(l->sum == sum_of(s->batch, l->first, l->count),
                  "vertices were written while they are locked");
    return true;
}

const rs_locked *rs_frame_lock(rs_frame *frame, const rs_batch *batch, uint32_t first, uint32_t count) {
    rs_submission s;
    rs_locked *locked;
    rs_batch whole = *batch;
    whole.indices = NULL;
    whole.first = first;
    whole.count = count;
    if (count == 0 || count > 65536 || !begin_submission(&s, frame, &whole) || !use_place(&s, batch->place))
        return NULL;
    s.tint = batch->tint;
    locked = rs_list_take(frame, sizeof *locked, 8);
    if (locked == NULL) return NULL;
    memset(locked, 0, sizeof *locked);
    if (!take_arrays(&s, &locked->sink, count)) return NULL;
    for (uint32_t i = 0; i < count; i++) {
        corner_of_index(&s, first + i, &s.work->corner);
        sink_write(&s, &locked->sink, i, &s.work->corner);
    }
    locked->sink.used = locked->sink.capacity = count;
    locked->stamp = frame->stamp;
    locked->first = first;
    locked->count = count;
    locked->place = *s.place;
    locked->look = batch->material->look;
    locked->tint = batch->tint;
    locked->data = batch->streams[RS_POSITION].data;
    locked->sum = OX_DEBUG ? sum_of(batch, first, count) : 0;
    return locked;
}

/* ---- vertices in the list, and captured ones ---- */

void *rs_frame_reserve(rs_frame *frame, const rs_vertex_format *format, uint32_t count) {
    void *memory = count > 65535 ? NULL : rs_list_take(frame, (size_t)format->stride * count, 8);
    if (memory == NULL) frame->stats.lost++;
    return memory;
}

uint32_t rs_capture(const rs_batch *batch, uint32_t first, uint32_t count, rs_attributes *out) {
    static const rs_look plain_look;
    rs_submission s;
    if (!batch_sound(batch) || first > batch->vertex_count || count > batch->vertex_count - first) return 0;
    memset(&s, 0, sizeof s);
    s.batch = batch;
    s.material = *batch->material;
    s.textured = is_textured(&s.material);
    s.look = s.material.look == NULL ? &plain_look : s.material.look;
    for (uint32_t i = 0; i < count; i++) rs_submit_fetch(&s, first + i, &out[i]);
    return count;
}
