/* Frames within frames, surfaces as textures, masks. */
#include "raster/target.h"

#include <string.h>

#include "fixedmath/assert.h"
#include "fixedmath/matrix.h"
#include "fixedmath/scalar.h"
#include "fixedmath/vector.h"
#include "raster/fragment/fragment.h"

void rs_targets_begin(rs_targets *targets, rs_frame *screen) {
    memset(targets, 0, sizeof *targets);
    targets->level[0].frame = screen;
}

rs_result rs_target_push(rs_targets *targets, const rs_target *target, const rs_surface *surface,
                         uint16_t *depth, rs_frame *frame) {
    rs_frame *outer = rs_targets_frame(targets);
    rs_target_level *level;
    rs_target whole = *target;
    rs_block list = {NULL, 0}, fast = {NULL, 0};
    size_t from, end;
    FX_ASSERT_MSG(targets->depth < RS_TARGETS, "too many render targets are pushed one in the other");
    if (targets->depth >= RS_TARGETS || surface->pixels == NULL || frame == NULL) return RS_BAD_ARGUMENT;
    if (surface->width < 8 || surface->height < 8 || surface->top != 0 || surface->lines != surface->height)
        return RS_BAD_ARGUMENT;
    whole.width = surface->width;
    whole.height = whole.band_lines = surface->height;
    whole.format = (rs_format)surface->format;
    from = (outer->list_used + RS_DRAW_ALIGN - 1u) & ~(size_t)(RS_DRAW_ALIGN - 1);
    end = outer->list_size - outer->item_count * sizeof(rs_item);
    if (from + 256 > end) return RS_LIST_FULL;
    list.base = outer->list + from;
    list.size = end - from;
    if (!rs_frame_begin(frame, &whole, list, fast)) return RS_BAD_ARGUMENT;
    level = &targets->level[++targets->depth];
    level->frame = frame;
    level->surface = *surface;
    level->depth = depth;
    level->mark = outer->list_used;
    outer->list_used =
        outer->list_size - outer->item_count * sizeof(rs_item); /* the outer list is closed meanwhile */
    return RS_OK;
}

/* Whether texels lie in the surface's memory. */
static bool reads_itself(const rs_surface *surface, const uint8_t *texels) {
    const size_t size = (size_t)surface->stride * (size_t)surface->lines;
    return texels != NULL && (uintptr_t)texels >= (uintptr_t)surface->pixels &&
           (uintptr_t)texels < (uintptr_t)surface->pixels + size;
}

static void draw_nothing(const rs_draw *draw, const rs_item *item, const rs_band *band) {
    (void)draw;
    (void)item;
    (void)band;
}

static void draw_mask(const rs_draw *draw, const rs_item *item, const rs_band *band);

/* Whether a draw may go into a level: it must not read the surface that it writes, nor depth codes where there is no
 * depth. */
static bool allowed(const rs_target_level *level, const rs_draw *draw) {
    const rs_fragment_set *set = rs_fragment_functions((rs_format)level->surface.format);
    const rs_item_function function =
        draw->function == rs_part_item ? draw->flat.part.function : draw->function;
    const rs_prepared *p;
    if (draw->vertices == NULL || function == draw_mask) return true;
    if (reads_itself(&level->surface, draw->texels)) return false;
    if (set == NULL || (function != set->triangle && function != set->line && function != set->point))
        return level->depth != NULL;
    p = draw->flat.part.fragment->prepared;
    for (int k = 0; k < 2; k++) {
        if (p->unit_on[k] && reads_itself(&level->surface, p->sampler[k].pixels)) return false;
    }
    return level->depth != NULL || (p->depth_mask == 7 && p->state.depth.no_write);
}

rs_result rs_target_pop(rs_targets *targets) {
    rs_target_level *level = &targets->level[targets->depth];
    rs_frame *frame = level->frame;
    rs_result result = RS_OK;
    FX_ASSERT_MSG(targets->depth > 0, "a render target is popped that was not pushed");
    if (targets->depth <= 0) return RS_BAD_ARGUMENT;
    for (uint32_t i = 0; i < frame->item_count; i++) {
        rs_draw *draw = (rs_draw *)(void *)(frame->list + (size_t)rs_item_at(frame, i)->draw * RS_DRAW_ALIGN);
        if (draw->function == draw_nothing || allowed(level, draw)) continue;
        draw->function = draw->affine = draw_nothing;
        result = RS_BAD_ARGUMENT;
    }
    FX_ASSERT_MSG(result == RS_OK,
                  "a surface is its own texture while it is drawn into, or depth is asked for and not there");
    rs_frame_band(frame, 0, &level->surface, level->depth);
    targets->depth--;
    rs_targets_frame(targets)->list_used = level->mark;
    return result;
}

/* ---- surfaces as textures ---- */

static int log2_of(int size) {
    int log = 0;
    while (1 << log < size) log++;
    return 1 << log == size ? log : -1;
}

bool rs_texture_of_surface(const rs_surface *surface, const uint32_t *palette, rs_texture *texture) {
    const int width = log2_of(surface->width), height = log2_of(surface->height);
    if (width < 0 || height < 0 || surface->top != 0 || surface->lines != surface->height) return false;
    if ((size_t)surface->stride != rs_row_bytes((rs_format)surface->format, surface->width)) return false;
    memset(texture, 0, sizeof *texture);
    texture->pixels = surface->pixels;
    texture->format = surface->format;
    texture->log2_width = (uint8_t)width;
    texture->log2_height = (uint8_t)height;
    texture->levels = 1;
    texture->palette = palette;
    return rs_texture_valid(texture);
}

uint32_t rs_texture_copy(const rs_surface *from, int x, int y, int width, int height,
                         const rs_texture *texture, uint8_t *texels) {
    const rs_surface to = {.pixels = texels,
                           .stride =
                               (int32_t)rs_row_bytes((rs_format)texture->format, 1 << texture->log2_width),
                           .width = (int16_t)(1 << texture->log2_width),
                           .height = (int16_t)(1 << texture->log2_height),
                           .lines = (int16_t)(1 << texture->log2_height),
                           .format = texture->format};
    /* A copy that begins outside of a surface leaves as many texels as they were. */
    const int64_t right = (int64_t)x + int_min(width, to.width),
                  below = (int64_t)y + int_min(height, to.height);
    if (from->format == RS_GREY4 || width <= 0 || height <= 0 || right <= 0 || below <= 0 ||
        x >= RS_SIZE_MAX || y >= RS_SIZE_MAX)
        return 0;
    const rs_view part = {(int16_t)x, (int16_t)y, (int16_t)(right - x), (int16_t)(below - y)};
    return rs_copy(&to, 0, 0, from, &part);
}

/* ---- masks ---- */

/* Fills a triangle's pixels, with or without a depth buffer. */
static void draw_mask(const rs_draw *draw, const rs_item *item, const rs_band *band) {
    const int left = band->format == RS_GREY4
                         ? band->left
                         : 0; /* half bytes: rs_part_item leaves the pixels where they are */
    const rs_surface surface = {band->pixels, band->stride, (int16_t)(left + band->width),
                                band->end,    band->top,    (int16_t)(band->end - band->top),
                                band->format};
    const uint32_t native = item->colour;
    rs_scan scan;
    if (!rs_scan_begin(&scan, draw->vertices, item, band)) return;
    while (rs_scan_rows(&scan, band)) {
        for (int row = 0; row < scan.rows; row++) {
            if (scan.spans[row].count > 0)
                rs_fill(&surface, left + scan.spans[row].x, scan.row + row, scan.spans[row].count, 1, native);
        }
    }
}

static bool mask_vertices(const rs_frame *frame, const rs_mesh *mesh, const mat34 *to_view, rs_vertex *out) {
    const rs_depth_scale depth = rs_depth_scale_make(&frame->camera, 16);
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        const int16_t *p = mesh->positions + 3 * (size_t)i;
        vec3 at = v3(fx_sat64((int64_t)p[0] * ((int64_t)1 << mesh->exponent) + mesh->offset.x),
                     fx_sat64((int64_t)p[1] * ((int64_t)1 << mesh->exponent) + mesh->offset.y),
                     fx_sat64((int64_t)p[2] * ((int64_t)1 << mesh->exponent) + mesh->offset.z));
        rs_clip_vertex v;
        uint32_t inverse_w;
        at = m34_point(to_view, at);
        memset(&v, 0, sizeof v);
        v.x = at.x, v.y = -at.y, v.w = -at.z;
        if (rs_outcode(frame, &v) != 0) return false;
        out[i] = rs_project(frame, &depth, &v, &inverse_w);
    }
    return true;
}

/* Records one triangle of a mask, either way round; false when the list is full. */
static bool put_mask(rs_frame *frame, const rs_vertex *vertices, rs_item *item) {
    const rs_vertex *a = &vertices[item->a], *b = &vertices[item->b], *c = &vertices[item->c];
    int area = (c->x - a->x) * (b->y - a->y) - (b->x - a->x) * (c->y - a->y),
        end = frame->view.y + frame->view.height;
    int low = a->y < b->y ? a->y : b->y, high = a->y < b->y ? b->y : a->y, first, last;
    if (area < 0) {
        uint16_t swap = item->b;
        item->b = item->c, item->c = swap;
    }
    low = c->y < low ? c->y : low, high = c->y > high ? c->y : high;
    first = fx_sra32(low + 7, 4), last = fx_sra32(high + 7, 4) - 1;
    first = first < frame->view.y ? frame->view.y : first;
    last = last >= end ? end - 1 : last;
    if (area == 0 || first > last) {
        frame->stats.rejected++;
        return true;
    }
    if (!rs_item_add(frame, item, first, last)) return false;
    frame->stats.drawn++;
    return true;
}

rs_result rs_mask_mesh(rs_frame *frame, const rs_mesh *mesh, const mat34 *model_to_world, uint32_t native) {
    const mat34 to_view =
        mesh->world ? frame->camera.world_to_view : m34_mul(&frame->camera.world_to_view, model_to_world);
    const size_t used = frame->list_used;
    uint16_t offset = 0;
    rs_vertex *vertices;
    rs_draw *draw;
    if (!frame->camera_set || mesh->vertex_count > 65535) return RS_BAD_ARGUMENT;
    vertices = rs_list_take(frame, mesh->vertex_count * sizeof *vertices, 8);
    draw = vertices == NULL ? NULL : rs_draw_take(frame, &offset);
    if (draw == NULL) {
        frame->list_used = used;
        frame->stats.lost++;
        return RS_LIST_FULL;
    }
    if (!mask_vertices(frame, mesh, &to_view, vertices)) {
        frame->list_used = used;
        return RS_OUT_OF_RANGE;
    }
    draw->function = draw_mask;
    draw->vertices = vertices;
    draw->format = (uint8_t)frame->target.format;
    rs_draw_into_view(frame, draw);
    for (uint32_t i = 0; i < mesh->part_count; i++) {
        const rs_submesh *part = &mesh->parts[i];
        for (uint32_t t = 0; t < part->triangle_count && part->primitive == 0; t++) {
            const uint16_t *index = mesh->indices + 3 * ((size_t)part->first_triangle + t);
            rs_item item = {(uint16_t)(part->first_vertex + index[0]),
                            (uint16_t)(part->first_vertex + index[1]),
                            (uint16_t)(part->first_vertex + index[2]),
                            offset,
                            native,
                            0};
            frame->stats.submitted++;
            if (!put_mask(frame, vertices, &item)) {
                frame->stats.lost++;
                return RS_LIST_FULL;
            }
        }
    }
    return RS_OK;
}
