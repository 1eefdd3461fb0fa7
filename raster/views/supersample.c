/* Supersampling: a section of the list is drawn at twice the pixels, strip by strip, and filtered down into the band. */
#include <string.h>

#include "fixedmath/assert.h"
#include "raster/list/list.h"
#include "raster/reduce.h"
#include "raster/viewport.h"

enum { AWAY = 2 * RS_SIZE_MAX + 1, SIDE_MOST = 2 * (RS_GUARD_BAND / 16) };
FX_STATIC_ASSERT(AWAY + 2 * RS_SIZE_MAX <= INT16_MAX, "rows of a section are 15 bits");

/* Items first .. end - 1 of a frame, which were recorded for a view of `across` times the width and `down` times the height. */
struct rs_section {
    const rs_frame *frame;
    rs_supersample how;
    rs_view view, fine; /* in the picture, and as it was recorded */
    rs_bin *bins;       /* of the frame, meanwhile */
    uint32_t first, end;
    uint16_t draw;  /* the section's own */
    uint16_t lines; /* of the picture, a strip */
    bool whole;
};
typedef struct rs_section rs_section;

static size_t line_bytes(int width, rs_format format) {
    return (size_t)width * 2u * ((size_t)rs_format_bytes(format) + sizeof(uint16_t));
}

size_t rs_supersample_bytes(int width, rs_format format, int lines) {
    return 2u * (size_t)lines * line_bytes(width, format);
}

bool rs_frame_is_serial(const rs_frame *frame) { return frame->is_serial; }

/* ---- drawing ---- */

/* A strip: lines top .. end - 1 of the band, in the part of the picture that the section's view has. */
typedef struct strip {
    const rs_section *section;
    const rs_band *band;
    int top, end, left, right;
    rs_band fine; /* of all samples of the lines */
} strip;

static uint8_t *fine_pixels(const strip *s, int line) {
    return s->fine.pixels + (size_t)(line - s->top) * s->section->how.down * (size_t)s->fine.stride;
}

static uint16_t *fine_depth(const strip *s, int line) {
    return s->fine.depth + (size_t)(line - s->top) * s->section->how.down * (size_t)s->fine.pitch;
}

static uint8_t *band_pixels(const strip *s, int line) {
    return s->band->pixels + (int32_t)(line - s->band->top) * s->band->stride;
}

static uint16_t *band_depth(const strip *s, int line) {
    return s->band->depth + (int32_t)(line - s->band->top) * s->band->pitch;
}

/* Every pixel of a line and its depth become those of all its samples. */
static void expand_line(const strip *s, int line) {
    const int across = s->section->how.across, bytes = rs_format_bytes((rs_format)s->band->format);
    const uint8_t *from = band_pixels(s, line);
    const uint16_t *codes = band_depth(s, line);
    uint8_t *to = fine_pixels(s, line);
    uint16_t *depth = fine_depth(s, line);
    for (int x = s->left; x < s->right; x++)
        for (int k = across * x; k < across * (x + 1); k++) {
            memcpy(to + k * bytes, from + x * bytes, (size_t)bytes);
            depth[k] = codes[x];
        }
    if (s->section->how.down == 1) return;
    const int first = across * s->left;
    const size_t count = (size_t)(across * (s->right - s->left));
    memcpy(to + s->fine.stride + first * bytes, to + first * bytes, count * (size_t)bytes);
    memcpy(depth + s->fine.pitch + first, depth + first, count * sizeof *depth);
}

/* A pixel's depth becomes the nearest of its samples. */
static void resolve_depth(const strip *s, int line) {
    const int across = s->section->how.across, down = s->section->how.down;
    const uint16_t *codes = fine_depth(s, line);
    uint16_t *depth = band_depth(s, line);
    for (int x = s->left; x < s->right; x++) {
        uint16_t nearest = UINT16_MAX;
        for (int k = 0; k < across * down; k++) {
            const uint16_t code = codes[k / across * s->fine.pitch + across * x + k % across];
            if (code < nearest) nearest = code;
        }
        depth[x] = nearest;
    }
}

static void resolve_colours(const strip *s) {
    const int across = s->section->how.across, bytes = rs_format_bytes((rs_format)s->band->format),
              width = s->right - s->left, lines = s->end - s->top;
    const rs_surface fine = {.pixels = s->fine.pixels + across * s->left * bytes,
                             .stride = s->fine.stride,
                             .width = (int16_t)(across * width),
                             .top = s->fine.top,
                             .lines = (int16_t)(s->fine.end - s->fine.top),
                             .format = s->band->format},
                     out = {.pixels = band_pixels(s, s->top) + s->left * bytes,
                            .stride = s->band->stride,
                            .width = (int16_t)width,
                            .top = (int16_t)s->top,
                            .lines = (int16_t)lines,
                            .format = s->band->format};
    (void)rs_reduce(&fine, across, s->section->how.down, &out);
}

static bool is_in_strip(const strip *s, uint32_t i) {
    return rs_item_in_rows(rs_item_at(s->section->frame, i), s->fine.top + AWAY, s->fine.end + AWAY);
}

static void draw_strip(const strip *s) {
    const rs_section *section = s->section;
    uint32_t i = section->first;
    while (i < section->end && !is_in_strip(s, i)) i++;
    if (i == section->end) return;
    for (int line = s->top; line < s->end; line++) expand_line(s, line);
    for (; i < section->end; i++) {
        const rs_item *item = rs_item_at(section->frame, i);
        const rs_draw *draw = rs_draw_at(section->frame, item->draw);
        if (is_in_strip(s, i)) draw->function(draw, item, &s->fine);
    }
    for (int line = s->top; line < s->end; line++) resolve_depth(s, line);
    resolve_colours(s);
}

/* The band of a strip's samples, in the section's memory. */
static void open_fine(strip *s) {
    const rs_section *section = s->section;
    const rs_supersample *how = &section->how;
    const int width = how->across * s->band->width, lines = how->down * (s->end - s->top);
    const rs_surface surface = {
        .pixels = how->memory.base,
        .stride = (width * rs_format_bytes((rs_format)s->band->format) + 3) & ~3,
        .width = (int16_t)width,
        .top = (int16_t)(how->down * s->top),
        .lines = (int16_t)lines,
        .format = s->band->format,
    };
    const size_t bytes = (size_t)surface.stride * (size_t)lines;
    s->fine = *s->band;
    rs_band_set(&s->fine, &surface, (uint16_t *)(void *)(surface.pixels + bytes));
}

static void draw_section(const rs_draw *draw, const rs_item *item, const rs_band *band) {
    const rs_section *section = draw->flat.post.constants;
    const rs_view *view = &section->view;
    const int first = view->y > band->top ? view->y : band->top,
              end = view->y + view->height < band->end ? view->y + view->height : band->end;
    (void)item;
    if (band->depth == NULL) return;
    for (int top = first; top < end; top += section->lines) {
        strip s = {.section = section,
                   .band = band,
                   .top = top,
                   .end = top + section->lines < end ? top + section->lines : end,
                   .left = view->x,
                   .right = view->x + view->width};
        open_fine(&s);
        draw_strip(&s);
    }
}

/* ---- recording ---- */

rs_camera rs_section_camera(const rs_frame *frame, const rs_camera *camera) {
    const rs_supersample *how = &frame->section->how;
    rs_camera finer = *camera;
    if (how->across == how->down) return finer;
    if (finer.aspect == 0) finer.aspect = FX_ONE;
    finer.aspect = how->across == 2 ? finer.aspect / 2 : finer.aspect * 2;
    return finer;
}

static bool can_sample(const rs_frame *frame, const rs_supersample *how) {
    const rs_format format = frame->target.format;
    const bool has_colours = format == RS_RGB565 || format == RS_BGR555 || format == RS_XRGB8888;
    if (!has_colours || how->across < 1 || how->across > 2 || how->down < 1 || how->down > 2) return false;
    if (!frame->camera_set || frame->painter != NULL || frame->flat) return false;
    if (how->across * frame->view.width > SIDE_MOST || how->down * frame->view.height > SIDE_MOST)
        return false;
    return how->memory.base != NULL &&
           how->memory.size >= rs_supersample_bytes(frame->target.width, format, 1);
}

/* Makes the frame record for the section's samples. */
static void enter(rs_frame *frame, rs_section *section) {
    frame->section = section;
    frame->view = section->fine;
    frame->whole = false;
    frame->bins = NULL;
    memset(frame->puts, 0, sizeof frame->puts); /* a 2D command makes its draw anew, which ends the section */
    frame->stamp++;
}

void rs_section_close(rs_frame *frame) {
    rs_section *section = frame->section;
    rs_item item;
    frame->section = NULL;
    frame->view = section->view;
    frame->whole = section->whole;
    frame->bins = section->bins;
    frame->stamp++;
    (void)rs_frame_map(frame, &frame->camera);
    section->end = frame->item_count;
    if (section->end == section->first) return;
    frame->is_serial = true;
    for (uint32_t i = section->first; i < section->end; i++) /* no band has such rows */
        rs_item_at(frame, i)->next += (uint32_t)AWAY << 16 | AWAY;
    memset(&item, 0, sizeof item);
    item.draw = section->draw;
    if (!rs_item_add(frame, &item, section->view.y, section->view.y + section->view.height - 1))
        frame->stats.lost++;
}

rs_result rs_frame_supersample(rs_frame *frame, const rs_supersample *how) {
    uint16_t offset;
    rs_section_end(frame);
    if (how == NULL || (how->across == 1 && how->down == 1)) return RS_OK;
    if (!RS_SECTIONS_LINKED || !can_sample(frame, how)) return RS_BAD_ARGUMENT;
    rs_section *section = rs_list_take(frame, sizeof *section, 8);
    rs_draw *draw = section == NULL ? NULL : rs_draw_take_part(frame, sizeof *draw, &offset);
    if (draw == NULL) {
        frame->stats.lost++;
        return RS_LIST_FULL;
    }
    const rs_view *view = &frame->view;
    const size_t line = rs_supersample_bytes(frame->target.width, frame->target.format, 1);
    const size_t lines = how->memory.size / line;
    *section =
        (rs_section){.frame = frame,
                     .how = *how,
                     .view = *view,
                     .fine = {(int16_t)(how->across * view->x), (int16_t)(how->down * view->y),
                              (int16_t)(how->across * view->width), (int16_t)(how->down * view->height)},
                     .bins = frame->bins,
                     .first = frame->item_count,
                     .draw = offset,
                     .lines = (uint16_t)(lines > RS_SIZE_MAX ? RS_SIZE_MAX : lines),
                     .whole = frame->whole};
    draw->function = draw_section;
    draw->format = (uint8_t)frame->target.format;
    draw->flat.post.constants = section;
    enter(frame, section);
    const rs_camera finer = rs_section_camera(frame, &frame->camera);
    if (rs_frame_map(frame, &finer)) return RS_OK;
    rs_section_close(frame);
    return RS_BAD_ARGUMENT;
}
