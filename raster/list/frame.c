/* The display list: memory, items, bands, and drawing a band. */
#include <string.h>

#include "fixedmath/scalar.h"
#include "raster/arm/arm.h"
#include "raster/list/list.h"
#include "raster/wide/wide.h"

const rs_span_set *rs_spans_of(rs_format format) {
#ifdef RS_ARM_SPANS
#if RS_FRAGMENT_LINKED
    if (rs_arm_flat_in_place && format == RS_PAL8) return &rs_spans_pal8_far;
#endif
    if (!rs_arm_textures_in_place && format == RS_PAL8) return &rs_spans_pal8_twins;
#endif
#if RS_FORMATS_LINKED & 1
    if (format == RS_PAL8) return &rs_spans_pal8;
#endif
#if RS_FORMATS_LINKED & 2
    if (format == RS_RGB565) return &rs_spans_rgb565;
#endif
#if RS_FORMATS_LINKED & 4
    if (format == RS_BGR555) return &rs_spans_bgr555;
#endif
#if RS_FORMATS_LINKED & 8
#if RS_WIDE
    if (format == RS_XRGB8888 && rs_wide_usable()) return &rs_wide_xrgb8888;
#endif
    if (format == RS_XRGB8888) return &rs_spans_xrgb8888;
#endif
#if RS_FORMATS_LINKED & 16
    if (format == RS_GREY4) return &rs_spans_grey4;
#endif
    return NULL;
}

const rs_span_set *rs_spans_for(const rs_frame *frame) {
#ifdef RS_ARM_SPANS
    if (!frame->whole && !rs_arm_flat_in_place && frame->target.format == RS_PAL8)
        return &rs_spans_pal8_twins;
#endif
    return rs_spans_of(frame->target.format);
}

void rs_part_item(const rs_draw *draw, const rs_item *item, const rs_band *band) {
    const rs_view *view = &draw->flat.part.view;
    rs_band part = *band;
    if (band->format != RS_GREY4) part.pixels += view->x * rs_format_bytes((rs_format)band->format);
    part.left = view->x;
    if (part.depth != NULL) part.depth += view->x;
    part.width = view->width;
    if (part.top < view->y) {
        part.pixels += (view->y - part.top) * band->stride;
        if (part.depth != NULL) part.depth += (view->y - part.top) * band->pitch;
        part.top = view->y;
    }
    if (part.end > view->y + view->height) part.end = (int16_t)(view->y + view->height);
    if (part.top < part.end) draw->flat.part.function(draw, item, &part);
}

#ifdef RS_ARM_SPANS
enum { RESUME_HEAD = 16, RESUME_ENTRY = 124 }; /* bytes; the longest entry with the 0 after it */
#endif

size_t rs_frame_size(void) { return (sizeof(rs_frame) + 7u) & ~(size_t)7; }

static void *store_take(rs_store *store, size_t size) {
    return store->base == NULL ? NULL : rs_take(store->base, &store->used, store->size, size, 8);
}

#ifdef RS_ARM_SPANS
enum { NEAR_LEAST = 8192 }; /* bytes of the block for vertices that items go into */

void rs_items_to_list(rs_frame *frame) {
    rs_item *end = (rs_item *)(void *)(frame->list + frame->list_size);
    if (!frame->near_items) return;
    if (frame->item_count > 0)
        memcpy(end - frame->item_count, rs_item_at(frame, frame->item_count - 1),
               frame->item_count * sizeof *end);
    frame->items = end;
    frame->near_items = false;
}
#endif

void *rs_vertices_take(rs_frame *frame, size_t size) {
#ifdef RS_ARM_SPANS
    rs_store left = {frame->vertices.base, rs_vertices_end(frame), frame->vertices.used};
    void *memory = store_take(&left, size);
    frame->vertices.used = left.used;
#else
    void *memory = store_take(&frame->vertices, size);
#endif
    if (memory == NULL) memory = store_take(&frame->fast, size);
    return memory != NULL ? memory : rs_list_take(frame, size, 8);
}

void *rs_fast_take(rs_frame *frame, size_t size) {
    void *memory = store_take(&frame->fast, size);
    return memory != NULL ? memory : rs_list_take(frame, size, 8);
}

void rs_frame_vertices(rs_frame *frame, rs_block block, bool kept) {
    frame->vertices.base = block.base;
    frame->vertices.size = block.size;
#ifndef RS_ARM_SPANS
    (void)kept;
#else
    if (block.size < RESUME_HEAD) frame->vertices.base = NULL;
    if (frame->vertices.base == NULL) return;
    frame->vertices.used = RESUME_HEAD;
    if (!kept || frame->flat) *(uint32_t *)block.base = 0;
    frame->vertices.size &= ~(size_t)(sizeof(rs_item) - 1u);
    frame->near_items = frame->bands > 1 && frame->item_count == 0 && frame->vertices.size >= NEAR_LEAST;
    if (frame->near_items) frame->items = (rs_item *)(void *)((uint8_t *)block.base + frame->vertices.size);
#endif
}

void rs_frame_clear(const rs_frame *frame, const rs_surface *surface, uint16_t *depth) {
    if (surface->top < frame->cover_top || surface->top + surface->lines > frame->cover_end)
        rs_clear(surface, frame->target.background);
    if (depth != NULL && frame->deep) rs_clear_depth(depth, (size_t)surface->width * (size_t)surface->lines);
}

#ifdef RS_ARM_SPANS
/* The port's memory for the state of triangles that go on in the next band: free while palette pixels are shown,
 * written by 16 and 32 bits only. */
extern uint32_t rs_arm_carry[], rs_arm_carry_end[];

/* The rest of the block for vertices and the port's memory hold, in turn, the state of triangles that go on in the next
 * band. The block's first words are the band that the triangles wait for, where the band before was drawn, and the
 * columns there. Bands drawn in another order start all their triangles anew. */
enum { HEAD_NEXT, HEAD_PIXELS, HEAD_DEPTH, HEAD_COLUMNS };

/* The value of HEAD_NEXT once band index - 1 of a frame like this was drawn; above 0 for index > 0. */
static uint32_t mark_before(const rs_frame *frame, int index) {
    return (uint32_t)index | (uint32_t)frame->target.band_lines << 12 |
           (frame->target.background & 255u) << 24;
}

/* The columns that a band was drawn to, left | right << 16, from the corners' least x and their extent, 28.4 << 16. */
static uint32_t columns_of(const rs_band *band) {
    uint32_t right = ((band->columns[0] + band->columns[1]) >> 20) + 1u;
    /* Where lines are not packed, band_constants of raster/arm/plain.inc gives all triangles to the C functions, which keep no count. */
    if (band->stride != band->width) return (uint32_t)band->width << 16;
    if (band->columns[0] >> 31 != 0) return 0;
    if (right > (uint32_t)band->width) right = (uint32_t)band->width;
    return band->columns[0] >> 20 | right << 16;
}

static void resume_open(const rs_frame *frame, int index, rs_band *band) {
    static const uint32_t nothing = 0;
    const uint32_t *head = (const uint32_t *)(const void *)frame->vertices.base;
    size_t start, end;
    uint32_t *near;
    band->resume = &nothing;
    band->save = band->save_end = NULL;
    band->columns[0] = 1u << 31;
    band->columns[1] = 0;
    if (head == NULL || band->format != RS_PAL8 || rs_arm_flat_in_place) return; /* no code saves them */
    start = (frame->vertices.used + 7u) & ~(size_t)7;
    end = rs_vertices_end(frame);
    near = (uint32_t *)(void *)(frame->vertices.base + start);
    if (index > 0 && head[HEAD_NEXT] == mark_before(frame, index))
        band->resume = (index & 1) != 0 ? rs_arm_carry : near;
    if (*band->resume != 0) {
        band->columns[0] = (head[HEAD_COLUMNS] & 0xFFFFu) << 20;
        band->columns[1] = (head[HEAD_COLUMNS] >> 16 << 20) - 1u - band->columns[0];
    }
    if ((index & 1) == 0) {
        band->save = rs_arm_carry;
        band->save_end = rs_arm_carry + (rs_arm_carry_end - rs_arm_carry - RESUME_ENTRY / 4);
    } else if (start + 2 * RESUME_ENTRY <= end) {
        band->save = near;
        band->save_end = near + (end - start - RESUME_ENTRY) / 4;
    }
}

/* Closes the state for the next band. `clear`: the result of clear_band. */
static void resume_close(const rs_frame *frame, int index, rs_band *band, bool clear) {
    uint32_t *head = (uint32_t *)(void *)frame->vertices.base;
    if (head == NULL) return;
    head[HEAD_NEXT] = 0; /* a band without depth does not leave depth clear, either */
    if (band->save == NULL || !frame->deep) return;
    *band->save = 0;
    head[HEAD_NEXT] = mark_before(frame, index + 1);
    head[HEAD_PIXELS] = clear ? (uint32_t)(uintptr_t)band->pixels : 0;
    head[HEAD_DEPTH] = (uint32_t)(uintptr_t)band->depth;
    head[HEAD_COLUMNS] = columns_of(band);
}

/* A band drawn where the one before was drawn finds everything clear but the columns that the one before drew into.
 * Before the first band comes the last band of the frame before. As many lines are cleared as the tallest band has, so
 * that all lines are clear after a last band with fewer. Returns whether all lines are clear: a last band that was
 * drawn by itself has cleared its own lines alone. */
static bool clear_band(const rs_frame *frame, int index, const rs_surface *surface, uint16_t *depth) {
    const uint32_t *head = (const uint32_t *)(const void *)frame->vertices.base;
    uint32_t left, right;
    bool follows = head != NULL && head[HEAD_NEXT] == mark_before(frame, index > 0 ? index : frame->bands) &&
                   surface->format == RS_PAL8 && head[HEAD_PIXELS] == (uint32_t)(uintptr_t)surface->pixels &&
                   head[HEAD_DEPTH] == (uint32_t)(uintptr_t)depth && surface->stride == surface->width &&
                   surface->width <= 240 && (surface->width & 7) == 0;
    if (!follows) {
        rs_clear(surface, frame->target.background);
        rs_clear_depth(depth, (size_t)surface->width * (size_t)surface->lines);
        return surface->lines >= frame->target.band_lines;
    }
    left = head[HEAD_COLUMNS] & 0xFFF8u;
    right = (head[HEAD_COLUMNS] >> 16) + 7u;
    if (left < (right & ~7u)) {
        rs_arm_clear_columns(surface->pixels + left, depth + left, (uint32_t)frame->target.band_lines,
                             (right - left) / 8, (uint32_t)surface->width,
                             (frame->target.background & 255u) * 0x1010101u);
    }
    return true;
}
#endif

rs_columns rs_frame_columns(const rs_frame *frame, int band) {
    rs_columns columns = {0, frame->target.width, frame->target.background};
#ifdef RS_ARM_SPANS
    const uint32_t *head = (const uint32_t *)(const void *)frame->vertices.base;
    if (head == NULL || frame->bands == 1 || head[HEAD_NEXT] != mark_before(frame, band + 1)) return columns;
    columns.left = (int)(head[HEAD_COLUMNS] & 0xFFFFu);
    columns.right = (int)(head[HEAD_COLUMNS] >> 16);
#else
    (void)band;
#endif
    return columns;
}

rs_draw *rs_draw_take(rs_frame *frame, uint16_t *offset) {
    frame->deep = true;
    if (frame->flat) return NULL;
    return rs_draw_take_part(frame, sizeof(rs_draw), offset);
}

rs_draw *rs_draw_take_part(rs_frame *frame, size_t size, uint16_t *offset) {
    size_t start = (frame->list_used + RS_DRAW_ALIGN - 1u) & ~(size_t)(RS_DRAW_ALIGN - 1);
    rs_draw *draw;
    if (start / RS_DRAW_ALIGN > UINT16_MAX) return NULL;
    draw = rs_list_take(frame, size, RS_DRAW_ALIGN);
    if (draw == NULL) return NULL;
    memset(draw, 0, size);
    *offset = (uint16_t)(start / RS_DRAW_ALIGN);
    return draw;
}

/* Where triangles are recorded eight at a time, chains cost more than a few bands take to look through all items. */
static bool bands_without_chains(const rs_frame *frame) {
    enum { MOST = 32 };
    return rs_wide_usable() && frame->target.format == RS_XRGB8888 && frame->bands <= MOST;
}

bool rs_frame_begin(rs_frame *frame, const rs_target *target, rs_block list, rs_block fast) {
    memset(frame, 0, sizeof *frame);
    if (target->width < 1 || target->height < 1 || target->width > RS_SIZE_MAX ||
        target->height > RS_SIZE_MAX)
        return false;
    if (target->band_lines < 1) return false;
    if (rs_spans_of(target->format) == NULL || list.base == NULL) return false;
    if (target->format == RS_PAL8 && (target->palette == NULL || target->palette->shades == NULL))
        return false;
    frame->target = *target;
    frame->list = list.base;
    frame->list_size = list.size & ~(size_t)(sizeof(rs_item) - 1u);
    frame->items = (rs_item *)(void *)(frame->list + frame->list_size);
    frame->fast.base = fast.base;
    frame->fast.size = fast.size;
    frame->bands = (target->height + target->band_lines - 1) / target->band_lines;
    frame->centre_x = frame->reach_x = target->width * 8;
    frame->centre_y = frame->reach_y = target->height * 8;
    frame->view = (rs_view){0, 0, (int16_t)target->width, (int16_t)target->height};
    frame->clip = frame->view;
    frame->whole = true;
    frame->ambient = 255;
    frame->ambient_rgb = 0xFFFFFFu;
    frame->per_band = ((1u << 20) + (uint32_t)target->band_lines - 1u) / (uint32_t)target->band_lines;
    if (frame->bands == 1 || bands_without_chains(frame)) return true;
    frame->bins = rs_fast_take(frame, (size_t)frame->bands * sizeof(rs_bin));
    if (frame->bins == NULL) return false;
    memset(frame->bins, 0, (size_t)frame->bands * sizeof(rs_bin));
    return true;
}

void rs_frame_processors(rs_frame *frame, rs_parallel *parallel, void *machine, int processors) {
    frame->parallel = processors > 1 ? parallel : NULL;
    frame->machine = machine;
    frame->processors = processors;
}

RS_HOT_RARE bool rs_item_add(rs_frame *frame, const rs_item *item, int first, int last) {
    return rs_item_append(frame, item, first, last);
}

#ifndef RS_ARM_SPANS
bool rs_items_link(rs_frame *frame, uint32_t first) {
    const uint32_t count = frame->item_count;
    for (uint32_t i = first; i < frame->item_count; i++) {
        rs_item *item = rs_item_at(frame, i);
        const uint32_t rows = item->next;
        item->next = 0;
        while (i < frame->item_count && !rs_link_item(frame, i, (int)(rows & 0xFFFFu), (int)(rows >> 16) - 1))
            frame->item_count--;
    }
    frame->stats.drawn -= count - frame->item_count;
    frame->stats.lost += count - frame->item_count;
    return frame->item_count == count;
}

void rs_frame_compact(rs_frame *frame) { frame->compact = true; }
#else
void rs_frame_compact(rs_frame *frame) { (void)frame; }
#endif

int rs_frame_bands(const rs_frame *frame) { return frame->bands; }

void rs_frame_flat(rs_frame *frame) {
    frame->flat = true;
    frame->bins = NULL;
}

bool rs_frame_is_flat(const rs_frame *frame) { return frame->flat && !frame->deep; }

void rs_frame_stats(const rs_frame *frame, rs_stats *stats) {
    *stats = frame->stats;
    stats->list_bytes = frame->list_used + frame->item_count * sizeof(rs_item);
    stats->fast_bytes = frame->fast.used + frame->vertices.used;
}

static inline void draw_item(const rs_frame *frame, const rs_item *item, const rs_band *band) {
    const rs_draw *draw = rs_draw_at(frame, item->draw);
    draw->function(draw, item, band);
}

RS_TWIN static void draw_chain(const rs_frame *frame, uint32_t link, const rs_band *band) {
    while (link != 0) {
        if (link & 1u) {
            const rs_item *item = rs_item_at(frame, link >> 1);
            link = item->next;
            draw_item(frame, item, band);
        } else {
            const rs_again *again = (const rs_again *)(const void *)(frame->list + link);
            link = again->next;
            draw_item(frame, rs_item_at(frame, again->item), band);
        }
    }
}

#ifndef RS_ARM_SPANS
#if RS_WIDE
/* Draws whole groups of eight items; returns how many items that were. */
static uint32_t draw_rows_in_lanes(const rs_frame *frame, const rs_band *band) {
    enum { GROUPS = 64 };
    uint32_t done = 0;
    while (frame->item_count - done >= 8) {
        const rs_item *first = rs_item_at(frame, done);
        uint8_t found[GROUPS];
        uint32_t groups = (frame->item_count - done) / 8;
        if (groups > GROUPS) groups = GROUPS;
        rs_wide_in_rows(first, groups, band->top, band->end, found);
        for (uint32_t i = 0; i < groups; i++) {
            for (uint32_t left = found[i]; left != 0; left &= left - 1u) {
                draw_item(frame, first - 8 * i - __builtin_ctz(left), band);
            }
        }
        done += 8 * groups;
    }
    return done;
}
#endif

static void draw_rows(const rs_frame *frame, const rs_band *band) {
    uint32_t i = 0;
#if RS_WIDE
    i = draw_rows_in_lanes(frame, band);
#endif
    for (; i < frame->item_count; i++) {
        const rs_item *item = rs_item_at(frame, i);
        if (rs_item_in_rows(item, band->top, band->end)) draw_item(frame, item, band);
    }
}
#endif

void rs_frame_band(const rs_frame *frame, int index, const rs_surface *surface, uint16_t *depth) {
    rs_frame_band_planes(frame, index, surface, depth, NULL);
}

void rs_frame_band_planes(const rs_frame *frame, int index, const rs_surface *surface, uint16_t *depth,
                          const rs_planes *planes) {
    rs_band band;
    if (surface->pixels == NULL) return;
    rs_band_set(&band, surface, depth);
    band.planes = planes;
#ifdef RS_ARM_SPANS
    const bool clear = frame->deep && clear_band(frame, index, surface, depth);
    if (!frame->deep) rs_frame_clear(frame, surface, depth);
#else
    rs_frame_clear(frame, surface, depth);
#endif
    if (planes != NULL) rs_planes_clear(planes, surface);
#ifdef RS_ARM_SPANS
    if (frame->flat) {
        if (frame->flat_items != NULL) frame->flat_items(frame, &band);
        return;
    }
#endif
    if (frame->bands == 1) {
#ifdef RS_ARM_SPANS
        resume_open(frame, 0, &band);
        band.save = band.save_end = NULL;
#endif
        for (uint32_t i = 0; i < frame->item_count; i++) {
            const rs_item *item = rs_item_at(frame, i);
            if (!frame->is_serial || rs_item_in_rows(item, band.top, band.end)) draw_item(frame, item, &band);
        }
        return;
    }
#ifdef RS_ARM_SPANS
    resume_open(frame, index, &band);
    if (surface->format == RS_PAL8 && !rs_arm_flat_in_place) {
        rs_arm_chain_pal8(frame->list, rs_item_at(frame, 0), frame->bins[index].head, &band);
    } else {
        draw_chain(frame, frame->bins[index].head, &band);
    }
    resume_close(frame, index, &band, clear);
#else
    if (frame->bins != NULL) {
        draw_chain(frame, frame->bins[index].head, &band);
    } else {
        draw_rows(frame, &band);
    }
#endif
}

/* ---- stages ---- */

#if RS_STAGES_LINKED
/* A build with assembly draws a chain as a whole: effects are called for bands from the top down, as of a picture that is not kept. */
void rs_frame_keep(rs_frame *frame) {
#ifndef RS_ARM_SPANS
    frame->is_kept = true;
#else
    (void)frame;
#endif
}

int rs_frame_stages(const rs_frame *frame) { return frame->stages == NULL ? 1 : frame->stages->count(frame); }

void rs_frame_band_stage(const rs_frame *frame, int stage, int index, const rs_surface *surface,
                         uint16_t *depth) {
    if (frame->stages == NULL)
        rs_frame_band(frame, index, surface, depth);
    else
        frame->stages->band(frame, stage, index, surface, depth);
}

void rs_frame_stage_end(const rs_frame *frame, int stage, const rs_surface *picture, uint16_t *depth) {
    if (frame->stages != NULL) frame->stages->end(frame, stage, picture, depth);
}
#endif

bool rs_frame_is_kept(const rs_frame *frame) { return frame->is_kept || frame->bands == 1; }

void *rs_frame_take(rs_frame *frame, size_t bytes) {
    void *memory = rs_list_take(frame, bytes, 8);
    if (memory == NULL) frame->stats.lost++;
    return memory;
}

/* ---- the camera ---- */

bool rs_frame_map(rs_frame *frame, const rs_camera *camera) {
    const rs_view *view = &frame->view;
    int32_t half_x = view->width * 8, half_y = view->height * 8;
    int32_t shift_x = fx_mul(half_x, camera->shift_x), shift_y = fx_mul(half_y, camera->shift_y);
    int32_t reach_x = half_x + (shift_x < 0 ? -shift_x : shift_x),
            reach_y = half_y + (shift_y < 0 ? -shift_y : shift_y);
    fx focal = camera->flat_height > 0 ? FX_ONE : camera->focal;
    uint32_t scale = (uint32_t)(((int64_t)view->height * focal + 16) >> 5), scale_x = scale;
    if ((shift_x != 0 || shift_y != 0) && (reach_x > RS_GUARD_BAND || reach_y > RS_GUARD_BAND)) return false;
    if (camera->aspect != 0) scale_x = (uint32_t)(((uint64_t)scale << 16) / (uint32_t)camera->aspect);
    if (scale_x >> 28 != 0) return false;
    frame->scale = scale;
    frame->scale_x = scale_x;
    frame->centre_x = half_x - shift_x;
    frame->centre_y = view->y * 16 + half_y + shift_y;
    frame->reach_x = reach_x;
    frame->reach_y = reach_y;
    frame->flat_w = camera->flat_height > 0 ? camera->flat_height / 2 : 0;
    return true;
}

static bool camera_usable(const rs_camera *camera) {
    if (camera->aspect < 0 || camera->depth_low > camera->depth_high || camera->depth_high > RS_DEPTH_FAR)
        return false;
    if (camera->shift_x > FX_ONE || camera->shift_x < -FX_ONE || camera->shift_y > FX_ONE ||
        camera->shift_y < -FX_ONE)
        return false;
    if (camera->flat_height != 0) return camera->flat_height >= 2 && camera->far_plane > camera->near_plane;
    if (camera->near_plane <= 0 || camera->focal <= 0 || camera->focal > 115 * FX_ONE) return false;
    return camera->far_plane / 2 >= camera->near_plane && camera->far_plane / 32768 < camera->near_plane;
}

rs_result rs_frame_camera(rs_frame *frame, const rs_camera *camera) {
    if (!camera_usable(camera)) return RS_BAD_ARGUMENT;
    if (RS_SECTIONS_LINKED && frame->section != NULL) {
        const rs_camera finer = rs_section_camera(frame, camera);
        if (!rs_frame_map(frame, &finer)) return RS_BAD_ARGUMENT;
    } else if (!rs_frame_map(frame, camera)) {
        return RS_BAD_ARGUMENT;
    }
    frame->camera = *camera;
    frame->camera_set = true;
    frame->stamp++;
    return RS_OK;
}

/* Whether a vector reaches beyond 16384 m: then it is no place, and no direction. */
static bool too_long(vec3 v) {
    return (fx_magnitude(v.x) | fx_magnitude(v.y) | fx_magnitude(v.z)) >> 30 != 0;
}

rs_result rs_frame_lights(rs_frame *frame, int ambient, const rs_light *lights, int count) {
    if (count < 0 || count > RS_LIGHTS || ambient < 0 || ambient > 255) return RS_BAD_ARGUMENT;
    for (int i = 0; i < count; i++) {
        const rs_light *light = &lights[i];
        if (light->kind >= RS_LIGHT_KINDS || light->falloff >= RS_FALLOFFS) return RS_BAD_ARGUMENT;
        if (light->falloff == RS_FALLOFF_INVERSE_SQUARE && light->reference <= 0) return RS_BAD_ARGUMENT;
        if (light->cos_inner < light->cos_outer || light->range < 0) return RS_BAD_ARGUMENT;
        if (too_long(light->vector) || too_long(light->axis)) return RS_BAD_ARGUMENT;
    }
    frame->ambient = ambient;
    frame->ambient_rgb = (uint32_t)ambient * 0x010101u;
    frame->stamp++;
    frame->light_count = count;
    if (count > 0) memcpy(frame->lights, lights, (size_t)count * sizeof *lights);
    return RS_OK;
}

void rs_frame_ambient(rs_frame *frame, uint32_t rgb) {
    frame->ambient_rgb = rgb & 0xFFFFFFu;
    frame->stamp++;
    frame->ambient = (int32_t)rs_luma(rgb);
}

uint32_t rs_frame_native(const rs_frame *frame, uint32_t rgb) {
    const rs_target *target = &frame->target;
    if (target->format != RS_PAL8) return rs_native_from_rgb(target->format, rgb);
    return target->palette == NULL ? 0u : (uint32_t)rs_nearest(target->palette->rgb, rgb);
}

void rs_frame_save(const rs_frame *frame, rs_state *state) {
    state->camera = frame->camera;
    memcpy(state->lights, frame->lights, sizeof state->lights);
    state->light_count = frame->light_count;
    state->ambient = frame->ambient;
    state->ambient_rgb = frame->ambient_rgb;
    state->camera_set = frame->camera_set;
    state->clip = frame->clip;
    state->ink_mode = frame->ink_mode;
    state->ink_alpha = frame->ink_alpha;
}

void rs_frame_restore(rs_frame *frame, const rs_state *state) {
    frame->camera_set = false;
    frame->camera = state->camera;
    if (state->camera_set) frame->camera_set = rs_frame_camera(frame, &state->camera) == RS_OK;
    memcpy(frame->lights, state->lights, sizeof state->lights);
    frame->light_count = state->light_count;
    frame->ambient = state->ambient;
    frame->ambient_rgb = state->ambient_rgb;
    frame->clip = state->clip;
    frame->ink_mode = state->ink_mode;
    frame->ink_alpha = state->ink_alpha;
    frame->stamp++;
}

fx rs_depth_separation(const rs_camera *camera, fx d) {
    uint64_t range = (uint64_t)((int64_t)camera->far_plane - camera->near_plane), k, rest, result;
    if (d <= 0 || camera->near_plane <= 0 || camera->far_plane <= camera->near_plane) return INT32_MAX;
    k = (uint64_t)camera->far_plane * (uint64_t)camera->near_plane / range; /* fx, below near * 2 or far */
    if (k > UINT64_MAX / RS_DEPTH_FAR) return INT32_MAX;
    k *= RS_DEPTH_FAR;
    if (k <= (uint64_t)d) return INT32_MAX;
    rest = k - (uint64_t)d;
    result = ((uint64_t)d * (uint64_t)d + rest - 1u) /
             rest; /* d^2 < 2^62; rest below 2^62 too, or the quotient is 1 */
    return result > INT32_MAX ? INT32_MAX : (fx)result;
}

fx rs_depth_distance(const rs_camera *camera, uint16_t code) {
    const int64_t near = camera->near_plane, far = camera->far_plane, range = far - near;
    const uint32_t low = camera->depth_low,
                   codes = (camera->depth_high == 0 ? RS_DEPTH_FAR : camera->depth_high) - low;
    if (code > RS_DEPTH_FAR || range <= 0) return INT32_MAX;
    if (codes == 0 || code <= low) return camera->near_plane;
    const uint32_t part = code - low > codes ? codes : code - low;
    if (camera->flat_height > 0) return (fx)(near + (int64_t)part * range / codes);
    /* d = near * codes far / (codes far - part (far - near)); the quotient is far / near at most, 15 bits. */
    const uint64_t whole = (uint64_t)codes * (uint64_t)far, rest = whole - part * (uint64_t)range;
    const uint64_t distance = ((whole << 16) / rest * (uint64_t)near + (1u << 15)) >> 16;
    return distance > (uint64_t)far ? camera->far_plane : (fx)distance;
}

int32_t rs_depth_bias(const rs_camera *camera, fx d, fx delta) {
    uint64_t range, k, codes;
    int more;
    if (delta <= 0 || camera->near_plane <= 0 || camera->far_plane <= camera->near_plane) return 0;
    if (d <= delta) return RS_DEPTH_FAR;
    range = (uint64_t)((int64_t)camera->far_plane - camera->near_plane);
    k = (uint64_t)camera->far_plane * (uint64_t)camera->near_plane / range; /* fx, below near * 2 or far */
    codes = k * (uint64_t)delta;                                            /* below 2^63 */
    more = fx_clz64(codes | 1u) > 32 ? 15 : 0;
    codes = (codes << more) / (uint64_t)d; /* fx and `more` bits, times 65534 over d - delta */
    if (codes >> 47 != 0) return RS_DEPTH_FAR;
    codes = ((codes * RS_DEPTH_FAR / (uint64_t)(d - delta)) + ((1u << more) >> 1)) >> more;
    return codes > RS_DEPTH_FAR ? RS_DEPTH_FAR : (int32_t)codes;
}

rs_depth_report rs_depth_check(const rs_camera *camera, fx least) {
    rs_depth_report report;
    report.at_far = rs_depth_separation(camera, camera->far_plane);
    report.at_half = rs_depth_separation(camera, camera->far_plane / 2);
    report.at_tenth = rs_depth_separation(camera, camera->far_plane / 10);
    report.enough = least >= report.at_far;
    return report;
}
