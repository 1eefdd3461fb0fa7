/* Issues draw calls pass by pass. */
#include "raster/passes.h"

#include <string.h>

#include "fixedmath/vector.h"
#include "raster/list/list.h"
#include "raster/painter.h"
#include "raster/views/inspect_work.h"

/* ---- effects over the picture ---- */

static void draw_post(const rs_draw *draw, const rs_item *item, const rs_band *band) {
    const rs_surface surface = {band->pixels, band->stride,
                                band->width,  draw->flat.post.height,
                                band->top,    (int16_t)(band->end - band->top),
                                band->format};
    (void)item;
    if (draw->flat.post.waits) return;
    draw->flat.post.effect(draw->flat.post.constants, &surface, band->depth);
}

static rs_draw *record_post(rs_frame *frame, rs_post_effect *effect, const void *constants, uint16_t *at) {
    uint16_t offset = 0;
    rs_draw *draw;
    rs_item item;
    rs_section_end(frame);
    draw = rs_draw_take(frame, &offset);
    memset(&item, 0, sizeof item);
    item.draw = offset;
    if (draw != NULL) {
        draw->function = draw_post;
        draw->format = (uint8_t)frame->target.format;
        draw->flat.post.effect = effect;
        draw->flat.post.constants = constants;
        draw->flat.post.height = (int16_t)frame->target.height;
    }
    *at = offset;
    frame->live = true;
    if (draw != NULL && rs_item_add(frame, &item, 0, frame->target.height - 1)) return draw;
    frame->stats.lost++;
    return NULL;
}

rs_result rs_frame_post(rs_frame *frame, rs_post_effect *effect, const void *constants) {
    uint16_t offset;
    return record_post(frame, effect, constants, &offset) != NULL ? RS_OK : RS_LIST_FULL;
}

/* ---- stages ---- */

#if RS_STAGES_LINKED
static int count_stages(const rs_frame *frame) {
    int stages = 1;
    for (uint32_t at = frame->ordered; at != 0; at = rs_draw_at(frame, at - 1u)->flat.post.before) stages++;
    return stages;
}

/* The ordered effect that ends a stage; NULL for the last stage. */
static const rs_draw *end_of_stage(const rs_frame *frame, int stage) {
    const rs_draw *draw = NULL;
    uint32_t at = frame->ordered;
    for (int left = count_stages(frame) - 1 - stage; left > 0; left--) {
        draw = rs_draw_at(frame, at - 1u);
        at = draw->flat.post.before;
    }
    return draw;
}

static void draw_item(const rs_frame *frame, uint32_t index, const rs_band *band) {
    const rs_item *item = rs_item_at(frame, index);
    const rs_draw *draw = rs_draw_at(frame, item->draw);
    draw->function(draw, item, band);
}

/* Draws items first..end-1 as far as they touch a band. */
static void draw_items(const rs_frame *frame, int index, uint32_t first, uint32_t end, const rs_band *band) {
    if (frame->bins == NULL) {
        for (uint32_t i = first; i < end; i++)
            if (rs_item_in_rows(rs_item_at(frame, i), band->top, band->end)) draw_item(frame, i, band);
        return;
    }
    for (uint32_t link = frame->bins[index].head; link != 0;) {
        const rs_again *again = (const rs_again *)(const void *)(frame->list + (link & 1u ? 0 : link));
        const uint32_t at = link & 1u ? link >> 1 : again->item;
        link = link & 1u ? rs_item_at(frame, at)->next : again->next;
        if (at >= first && at < end) draw_item(frame, at, band);
    }
}

static void draw_stage(const rs_frame *frame, int stage, int index, const rs_surface *surface,
                       uint16_t *depth) {
    const rs_draw *from = stage == 0 ? NULL : end_of_stage(frame, stage - 1),
                  *to = end_of_stage(frame, stage);
    rs_band band;
    if (surface->pixels == NULL) return;
    rs_band_set(&band, surface, depth);
    if (from == NULL) rs_frame_clear(frame, surface, depth);
    draw_items(frame, index, from == NULL ? 0 : from->flat.post.item + 1u,
               to == NULL ? frame->item_count : to->flat.post.item, &band);
}

static void end_stage(const rs_frame *frame, int stage, const rs_surface *picture, uint16_t *depth) {
    const rs_draw *draw = end_of_stage(frame, stage);
    if (draw != NULL) draw->flat.post.effect(draw->flat.post.constants, picture, depth);
}

static const rs_stages stages = {count_stages, draw_stage, end_stage};
#endif

rs_result rs_frame_post_ordered(rs_frame *frame, rs_post_effect *effect, const void *constants) {
    uint16_t offset;
    rs_draw *draw = record_post(frame, effect, constants, &offset);
    if (draw == NULL) return RS_LIST_FULL;
    draw->flat.post.item = frame->item_count - 1u;
    draw->flat.post.before = frame->ordered;
    draw->flat.post.waits = frame->is_kept;
    frame->ordered = (uint16_t)(offset + 1u);
#if RS_STAGES_LINKED
    if (frame->is_kept) frame->stages = &stages;
#endif
    return RS_OK;
}

/* ---- states ---- */

void rs_pass_state(rs_pass pass, const rs_pass_options *options, bool prepass, rs_pixel_state *state) {
    rs_depth_state *depth = &state->depth;
    switch (pass) {
    case RS_PASS_BACKGROUND:
    case RS_PASS_OVERLAY:
        depth->function = RS_ALWAYS;
        depth->no_write = true;
        break;
    case RS_PASS_PREPASS:
        state->blend.keep = RS_KEEP_COLOUR | RS_KEEP_ALPHA;
        break;
    case RS_PASS_OPAQUE:
        if (prepass && depth->function == RS_LESS) depth->function = RS_LEQUAL;
        break;
    case RS_PASS_DECAL:
        depth->function = RS_LEQUAL;
        depth->no_write = true;
        depth->bias -= options->decal_bias == 0 ? RS_DECAL_BIAS : options->decal_bias;
        break;
    case RS_PASS_TRANSLUCENT:
        depth->no_write = true;
        break;
    case RS_PASS_FOREGROUND:
        if (options->painter_memory.base != NULL) {
            depth->function = RS_ALWAYS;
            depth->no_write = true;
        }
        break;
    default:
        break;
    }
}

/* ---- passes ---- */

typedef struct pass_run {
    rs_frame *frame;
    const rs_draw_calls *list;
    const rs_sort_entry *order;
    const rs_tables *tables;
    const rs_pass_options *options;
    rs_draw_call_counts *counts;
    uint32_t lights, material; /* of the draw call before */
    bool prepass;
} pass_run;

static const rs_draw_call *call_at(const pass_run *r, uint32_t i) {
    return &r->list->calls[r->order == NULL ? i : r->order[i].index];
}

static uint32_t calls_in(const pass_run *r, rs_pass pass) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->list->count; i++) count += r->list->calls[i].key >> 29 == (uint32_t)pass;
    return count;
}

/* The number of the material that a draw call is drawn with. */
static uint32_t material_of(const pass_run *r, const rs_draw_call *call) {
    const rs_tables *t = r->tables;
    const rs_draw_call_mesh *m;
    if (call->material != RS_NO_NUMBER || call->kind != RS_DRAW_CALL_MESH || call->resource >= t->mesh_count)
        return call->material;
    m = &t->meshes[call->resource];
    if (m->materials == NULL || call->part >= m->mesh->part_count) return call->material;
    return m->materials[m->mesh->parts[call->part].material];
}

/* Draws one draw call with the pass's state in its material. */
static rs_result draw_one(pass_run *r, const rs_draw_call *call, rs_pass pass, const mat34 *at_eye) {
    rs_draw_call one = *call;
    rs_tables tables = *r->tables;
    rs_draw_calls list = {&one, 1, 1, 0};
    rs_draw_call_counts counts;
    rs_pixel_state state;
    rs_material material;
    rs_result result;
    const uint32_t number = material_of(r, call);
    const rs_material *own = number < tables.material_count ? &tables.materials[number] : tables.missing;
    const bool known = own != NULL && number != RS_NO_NUMBER;
    if (known) {
        memset(&state, 0, sizeof state);
        if (own->state != NULL) state = *own->state;
        material = *own;
        rs_pass_state(pass, r->options, r->prepass, &state);
        /* An opaque material keeps its quick way where the pass asks for nothing. */
        if (own->state != NULL || (pass != RS_PASS_OPAQUE && pass != RS_PASS_FOREGROUND) ||
            state.depth.function != RS_LESS)
            material.state = &state;
        tables.materials = &material;
        tables.material_count = 1;
        one.material = 0;
    }
    if (at_eye != NULL && call->matrix == RS_NO_NUMBER) {
        tables.matrices = at_eye;
        tables.matrix_count = 1;
        one.matrix = 0;
    }
    if (call->lights == r->lights) one.lights = RS_NO_NUMBER;
    result = rs_draw_calls_draw(r->frame, &list, NULL, &tables, ~0u, &counts);
    if (call->lights != RS_NO_NUMBER) r->lights = call->lights;
    r->counts->drawn += counts.drawn;
    r->counts->passed_over += counts.passed_over;
    r->counts->light_changes += counts.light_changes;
    r->counts->missing += number != RS_NO_NUMBER && number >= r->tables->material_count;
    r->counts->material_changes += number != r->material;
    r->material = number;
    return result;
}

/* The camera's place in the world. */
static mat34 eye_of(const rs_camera *camera) {
    const mat34 *v = &camera->world_to_view;
    mat34 m;
    vec3 t = v3(v->m[0][3], v->m[1][3], v->m[2][3]);
    memset(&m, 0, sizeof m);
    for (int i = 0; i < 3; i++) {
        m.m[i][i] = FX_ONE;
        m.m[i][3] = -v3_dot(v3(v->m[0][i], v->m[1][i], v->m[2][i]), t);
    }
    return m;
}

static rs_result draw_pass(pass_run *r, rs_pass pass) {
    const mat34 at_eye = eye_of(&r->frame->camera);
    rs_result first = RS_OK;
    for (uint32_t i = 0; i < r->list->count; i++) {
        const rs_draw_call *call = call_at(r, i);
        rs_result one;
        if (call->key >> 29 != (uint32_t)pass) continue;
        one = draw_one(r, call, pass, pass == RS_PASS_BACKGROUND ? &at_eye : NULL);
        if (one != RS_OK && first == RS_OK) first = one;
    }
    return first;
}

/* Draws the foreground: sorted, or with depth codes of its own. */
static rs_result draw_foreground(pass_run *r, const rs_camera *camera) {
    static const rs_painter_options by_distance = {.by = RS_BY_FARTHEST};
    rs_result result, end = RS_OK;
    rs_camera near_camera = *camera;
    rs_painter painter;
    if (r->options->painter_memory.base != NULL) {
        bool sorted = rs_painter_begin(&painter, r->frame, r->options->painter_memory, &by_distance);
        result = draw_pass(r, RS_PASS_FOREGROUND);
        if (sorted) end = rs_painter_end(&painter);
        return result != RS_OK ? result : sorted ? end : RS_LIST_FULL;
    }
    near_camera.depth_low = 0;
    near_camera.depth_high = RS_FOREGROUND_CODES - 1;
    result = rs_frame_camera(r->frame, &near_camera);
    return result == RS_OK ? draw_pass(r, RS_PASS_FOREGROUND) : result;
}

static void log_pass(const pass_run *r, rs_pass pass, uint32_t count) {
    static const char *const names[RS_PASSES] = {
        "background:", "prepass:", "opaque:", "decal:", "translucent:", "foreground:", "post:", "overlay:"};
    rs_line line;
    if (r->options->log == NULL || count == 0) return;
    rs_line_begin(&line, names[pass]);
    rs_line_text(&line, " ");
    rs_line_number(&line, count);
    r->options->log(r->options->log_context, line.text);
}

rs_result rs_passes_draw(rs_frame *frame, const rs_draw_calls *list, const rs_sort_entry *order,
                         const rs_tables *tables, const rs_pass_options *options,
                         rs_draw_call_counts *counts) {
    pass_run r = {frame, list, order, tables, options, counts, RS_NO_NUMBER, 0x10000u, false};
    const rs_camera camera = frame->camera;
    const bool ranges = options->painter_memory.base == NULL && calls_in(&r, RS_PASS_FOREGROUND) > 0 &&
                        camera.depth_high == 0;
    rs_result first = RS_OK;
    memset(counts, 0, sizeof *counts);
    if (!frame->camera_set) return RS_BAD_ARGUMENT;
    if (ranges) {
        rs_camera far_camera = camera;
        far_camera.depth_low = RS_FOREGROUND_CODES;
        far_camera.depth_high = RS_DEPTH_FAR;
        first = rs_frame_camera(frame, &far_camera);
    }
    for (int pass = 0; pass < RS_PASSES; pass++) {
        uint32_t count = calls_in(&r, (rs_pass)pass);
        rs_result one = RS_OK;
        if (options->passes != 0 && (options->passes >> pass & 1u) == 0) continue;
        log_pass(&r, (rs_pass)pass, pass == RS_PASS_POST ? (options->post != NULL ? 1u : 0u) : count);
        if (pass == RS_PASS_PREPASS) r.prepass = count > 0;
        if (pass == RS_PASS_POST) {
            if (options->post != NULL) one = rs_frame_post(frame, options->post, options->post_constants);
        } else if (pass == RS_PASS_FOREGROUND && count > 0) {
            one = draw_foreground(&r, &camera);
        } else if (count > 0) {
            one = draw_pass(&r, (rs_pass)pass);
        }
        if (one != RS_OK && first == RS_OK) first = one;
    }
    if (ranges && rs_frame_camera(frame, &camera) != RS_OK && first == RS_OK) first = RS_BAD_ARGUMENT;
    return first;
}
