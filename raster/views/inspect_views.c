/* Pictures of what shading hides, and the price of a frame: both are made from the finished display list. */
#include <string.h>

#include "fixedmath/scalar.h"
#include "fixedmath/vector.h"
#include "raster/flat/flat_work.h"
#include "raster/fragment/fragment.h"
#include "raster/views/inspect_work.h"
#include "raster/wide/wide.h"

/* ---- walking the list ---- */

typedef struct walk {
    const rs_frame *frame;
    void (*item)(struct walk *walk, const rs_draw *draw, const rs_item *item, const rs_band *band);
    rs_view_mode mode;
    rs_census *census;
    const rs_surface *surface;
    uint32_t index;   /* of the item */
    uint32_t over;    /* the first item behind the last triangle */
    int x, y;         /* of a pixel that is asked about */
    uint16_t nearest; /* the code in front there */
    uint64_t density; /* of what is in front there */
} walk;

static const rs_draw *draw_of(const rs_frame *frame, const rs_item *item) {
    return (const rs_draw *)(const void *)(frame->list + (size_t)item->draw * RS_DRAW_ALIGN);
}

/* Stands in for a draw's function where rs_part_item brings the band into the viewport. */
static void into_view(const rs_draw *draw, const rs_item *item, const rs_band *band) {
    walk *w = (walk *)(uintptr_t)draw->palette;
    w->item(w, draw, item, band);
}

static void visit(walk *w, uint32_t index, const rs_band *band) {
    const rs_item *item = rs_item_at(w->frame, index);
    const rs_draw *draw = draw_of(w->frame, item);
    w->index = index;
    if (draw->function == rs_part_item) {
        rs_draw copy = *draw;
        copy.function = draw->flat.part.function; /* the function behind rs_part_item */
        copy.flat.part.function = into_view;
        copy.palette = w;
        rs_part_item(&copy, item, band);
    } else {
        w->item(w, draw, item, band);
    }
}

static void walk_band(walk *w, int index, const rs_band *band) {
    uint32_t link;
    if (w->frame->bands == 1) {
        for (uint32_t i = 0; i < w->frame->item_count; i++) visit(w, i, band);
        return;
    }
    if (w->frame->bins == NULL) {
        for (uint32_t i = 0; i < w->frame->item_count; i++) {
            if (rs_item_in_rows(rs_item_at(w->frame, i), band->top, band->end)) visit(w, i, band);
        }
        return;
    }
    for (link = w->frame->bins[index].head; link != 0;) {
        if ((link & 1u) != 0) {
            uint32_t item = link >> 1;
            link = rs_item_at(w->frame, item)->next;
            visit(w, item, band);
        } else {
            const rs_again *again = (const rs_again *)(const void *)(w->frame->list + link);
            link = again->next;
            visit(w, again->item, band);
        }
    }
}

static bool is_triangle(const rs_draw *draw, const rs_item *item) {
    return draw->vertices != NULL && item->b != item->c && item->a != item->b;
}

/* ---- colours ---- */

static uint32_t native_of(const walk *w, uint32_t rgb) {
    const rs_format format = (rs_format)w->surface->format;
    return format == RS_PAL8 ? (uint32_t)rs_nearest(w->frame->target.palette->rgb, rgb)
                             : rs_native_from_rgb(format, rgb);
}

/* A corner in view space from its place on the screen and its depth code. */
static vec3 view_place(const rs_frame *frame, const rs_vertex *v) {
    const rs_camera *camera = &frame->camera;
    int64_t span = camera->depth_high == 0 ? RS_DEPTH_FAR : camera->depth_high - camera->depth_low;
    int64_t code = (int64_t)v->z - ((int64_t)camera->depth_low << RS_DEPTH_SHIFT),
            range = (int64_t)camera->far_plane - camera->near_plane;
    int64_t w, d, q;
    span = (span < 1 ? 1 : span) << RS_DEPTH_SHIFT;
    if (frame->flat_w != 0) {
        d = camera->near_plane + code * (range >> 8) / (span >> 8);
        w = frame->flat_w;
    } else { /* near / d = 1 - code (far - near) / far */
        q = ((int64_t)1 << 29) - code * 32768 / span * ((range << 14) / camera->far_plane);
        d = w = ((int64_t)camera->near_plane << 29) / (q < 1 ? 1 : q);
        if (d > camera->far_plane) d = w = camera->far_plane;
    }
    return v3((fx)((v->x - frame->centre_x) * w * 256 / frame->scale_x),
              (fx)((frame->centre_y - v->y) * w * 256 / frame->scale), (fx)-d);
}

static uint32_t facing_colour(const rs_frame *frame, const rs_vertex *a, const rs_vertex *b,
                              const rs_vertex *c) {
    vec3 p = view_place(frame, a), u = v3_sub(view_place(frame, b), p), v = v3_sub(view_place(frame, c), p),
         n = V3_Z;
    uint32_t rgb = 0;
    if (!v3_is_zero(u) && !v3_is_zero(v) && v3_normalize(u, &u) && v3_normalize(v, &v)) {
        vec3 across = v3_cross(u, v);
        if (!v3_is_zero(across)) (void)v3_normalize(across, &n);
    }
    for (int k = 0; k < 3; k++) rgb = rgb << 8 | (uint32_t)(128 + fx_sra32(v3_get(n, k) * 127, 16));
    return rgb;
}

/* Texture coordinates of a corner in 1/4096 repeats. */
static bool coordinates_of(const rs_draw *draw, bool fragments, uint32_t vertex, int64_t out[2]) {
    const rs_fragment *g = fragments ? draw->flat.part.fragment : NULL;
    for (uint32_t k = 0; k < 2; k++) {
        if (g != NULL && g->coordinates[0] != NULL) {
            out[k] = fx_sra32(g->coordinates[0][2 * vertex + k], 4);
        } else if (draw->uvs != NULL) {
            out[k] = draw->uvs[2 * vertex + k];
        } else {
            return false;
        }
    }
    return true;
}

/* Texels squared in a pixel squared, Q32.16; 0: no texture. */
static uint64_t density_of(const rs_draw *draw, bool fragments, const rs_item *item) {
    const uint32_t corner[3] = {item->a, item->b, item->c};
    const rs_vertex *a = &draw->vertices[item->a], *b = &draw->vertices[item->b],
                    *c = &draw->vertices[item->c];
    int64_t uv[3][2], texels,
        pixels = (int64_t)(c->x - a->x) * (b->y - a->y) - (int64_t)(b->x - a->x) * (c->y - a->y);
    if (draw->texels == NULL || pixels <= 0) return 0;
    for (int i = 0; i < 3; i++) {
        if (!coordinates_of(draw, fragments, corner[i], uv[i])) return 0;
    }
    texels = (uv[1][0] - uv[0][0]) * (uv[2][1] - uv[0][1]) - (uv[2][0] - uv[0][0]) * (uv[1][1] - uv[0][1]);
    if (texels < 0) texels = -texels;
    if (texels >> 40 != 0) texels = (int64_t)1 << 40;
    /* 2^24 units a square repeat against 2^8 a pixel: times texture area, over 2^16, in Q16 */
    texels = draw->log2_width + draw->log2_height > 20 ? texels << 20
                                                       : texels << (draw->log2_width + draw->log2_height);
    return (uint64_t)texels / (uint64_t)pixels + 1u;
}

static uint32_t level_colour(const rs_draw *draw, bool fragments, uint64_t density) {
    static const uint32_t colours[8] = {0xFFFFFF, 0x40E040, 0xE0E040, 0xE09030,
                                        0xE04030, 0xC030C0, 0x6040E0, 0x202020};
    int level = rs_level_of_area(density, 65536) >> 4;
    const rs_prepared *p = fragments ? draw->flat.part.fragment->prepared : NULL;
    int most = p != NULL ? p->sampler[0].levels - 1 : 7;
    if (density == 0) return 0x606060;
    if (level > most) level = most;
    return colours[level < 0 ? 0 : level > 7 ? 7 : level];
}

static uint32_t triangle_colour(const walk *w, const rs_draw *draw, const rs_item *item, bool fragments) {
    uint64_t density;
    switch (w->mode) {
    case RS_VIEW_NORMALS:
        return facing_colour(w->frame, &draw->vertices[item->a], &draw->vertices[item->b],
                             &draw->vertices[item->c]);
    case RS_VIEW_LEVELS:
        return level_colour(draw, fragments, density_of(draw, fragments, item));
    case RS_VIEW_DENSITY:
        density = density_of(draw, fragments, item);
        return density == 0        ? 0x606060u
               : density < 36864u  ? 0x4060F0u
               : density > 116508u ? 0xF04030u
                                   : 0x30C040u;
    case RS_VIEW_TRIANGLES: {
        uint32_t id = (w->index + 1u) * 2654435761u;
        return (id >> 8 & 0xFFFFFFu) | 0x101010u;
    }
    default:
        return 0xC0C0C0u;
    }
}

/* ---- drawing ---- */

static void put_pixel(const walk *w, const rs_band *band, int32_t x, int32_t y, uint32_t native) {
    rs_plot(w->surface, x + band->left, y, native);
}

static void wire_edge(const walk *w, const rs_band *band, const rs_vertex *a, const rs_vertex *b,
                      uint32_t native) {
    int32_t x0 = fx_sra32(a->x, 4), y0 = fx_sra32(a->y, 4), dx = fx_sra32(b->x, 4) - x0,
            dy = fx_sra32(b->y, 4) - y0;
    int32_t length = dx < 0 ? -dx : dx;
    if ((dy < 0 ? -dy : dy) > length) length = dy < 0 ? -dy : dy;
    for (int32_t k = 0; k <= length; k++) {
        int32_t x = length == 0 ? x0 : x0 + (2 * k * dx + (dx < 0 ? -length : length)) / (2 * length);
        int32_t y = length == 0 ? y0 : y0 + (2 * k * dy + (dy < 0 ? -length : length)) / (2 * length);
        if (x >= 0 && x < band->width && y >= band->top && y < band->end) put_pixel(w, band, x, y, native);
    }
}

static bool is_fragment_draw(const rs_draw *draw) {
    const rs_fragment_set *set = rs_fragment_functions((rs_format)draw->format);
    return set != NULL &&
           (draw->function == set->triangle || draw->function == set->line || draw->function == set->point);
}

static bool passes(int function, uint32_t code, uint32_t stored) {
    uint32_t is = code < stored ? 1u : code == stored ? 2u : 4u;
    static const uint8_t masks[RS_COMPARES] = {1, 3, 2, 5, 6, 4, 7, 0};
    return (masks[function] & is) != 0;
}

static void view_item(walk *w, const rs_draw *draw, const rs_item *item, const rs_band *band) {
    const bool fragments = draw->vertices != NULL && is_fragment_draw(draw);
    const rs_depth_state *state = fragments ? &draw->flat.part.fragment->prepared->state.depth : NULL;
    const int function = state == NULL ? RS_LESS : state->function;
    const bool is_unseen = fragments && (draw->flat.part.fragment->prepared->state.blend.keep &
                                         RS_KEEP_COLOUR) == RS_KEEP_COLOUR; /* depth alone */
    const rs_vertex *v = draw->vertices;
    rs_scan scan;
    rs_plane z;
    uint32_t native;
    if (v == NULL) {
        if (w->mode != RS_VIEW_OVERDRAW && (w->mode != RS_VIEW_OVER || w->index >= w->over))
            draw->function(draw, item, band);
        return;
    }
    if (w->mode == RS_VIEW_OVER || !is_triangle(draw, item)) return;
    native = native_of(w, triangle_colour(w, draw, item, fragments));
    if (w->mode == RS_VIEW_WIREFRAME) {
        wire_edge(w, band, &v[item->a], &v[item->b], native);
        wire_edge(w, band, &v[item->b], &v[item->c], native);
        wire_edge(w, band, &v[item->c], &v[item->a], native);
        return;
    }
    if (!rs_scan_begin(&scan, v, item, band)) return;
    z = rs_plane_through(&scan, (int32_t)v[scan.order[0]].z, (int32_t)v[scan.order[1]].z,
                         (int32_t)v[scan.order[2]].z);
    while (rs_scan_rows(&scan, band)) {
        for (int row = 0; row < scan.rows; row++) {
            int32_t y = scan.row + row, end = scan.spans[row].x + scan.spans[row].count;
            for (int32_t x = scan.spans[row].x; x < end; x++) {
                uint16_t *stored = &band->depth[(ptrdiff_t)(y - band->top) * band->pitch + x];
                int32_t code = fx_sra32(
                    (int32_t)(z.origin + (uint32_t)z.dx * (uint32_t)x + (uint32_t)z.dy * (uint32_t)y),
                    RS_DEPTH_SHIFT);
                if (state != NULL && state->bias != 0) code += state->bias;
                code = code < 0 ? 0 : code > RS_DEPTH_FAR ? RS_DEPTH_FAR : code;
                if (!passes(function, (uint32_t)code, *stored)) continue;
                if (state == NULL || !state->no_write) *stored = (uint16_t)code;
                if (is_unseen) continue;
                if (w->mode == RS_VIEW_OVERDRAW) native = rs_pixel(w->surface, x + band->left, y) + 1u;
                if (w->mode == RS_VIEW_DEPTH)
                    native = native_of(w, (uint32_t)(255 - (code >> 8)) * 0x010101u);
                put_pixel(w, band, x, y, native);
            }
        }
    }
}

void rs_frame_band_view(const rs_frame *frame, int index, const rs_surface *surface, uint16_t *depth,
                        rs_view_mode mode) {
    rs_band band;
    walk w = {.frame = frame, .item = view_item, .mode = mode, .surface = surface};
    memset(&band, 0, sizeof band);
    band.pixels = surface->pixels;
    band.depth = depth;
    band.stride = surface->stride;
    band.width = band.pitch = surface->width;
    band.top = surface->top;
    band.end = (int16_t)(surface->top + surface->lines);
    band.format = surface->format;
    if (mode == RS_VIEW_OVER) {
        w.over = frame->item_count;
        while (w.over > 0 && draw_of(frame, rs_item_at(frame, w.over - 1))->vertices == NULL) w.over--;
    } else {
        rs_clear(surface, mode == RS_VIEW_OVERDRAW ? 0 : native_of(&w, 0));
        rs_clear_depth(depth, (size_t)surface->width * (size_t)surface->lines);
    }
    walk_band(&w, index, &band);
}

/* ---- one pixel ---- */

static void probe_item(walk *w, const rs_draw *draw, const rs_item *item, const rs_band *band) {
    const bool fragments = draw->vertices != NULL && is_fragment_draw(draw);
    const int32_t x = w->x - band->left;
    rs_scan scan;
    if (draw->vertices == NULL || !is_triangle(draw, item) ||
        !rs_scan_begin(&scan, draw->vertices, item, band))
        return;
    const rs_plane z =
        rs_plane_through(&scan, (int32_t)draw->vertices[scan.order[0]].z,
                         (int32_t)draw->vertices[scan.order[1]].z, (int32_t)draw->vertices[scan.order[2]].z);
    while (rs_scan_rows(&scan, band)) {
        for (int row = 0; row < scan.rows; row++) {
            const int32_t y = scan.row + row, begin = scan.spans[row].x;
            if (y != w->y || x < begin || x >= begin + scan.spans[row].count) continue;
            int32_t code =
                fx_sra32((int32_t)(z.origin + (uint32_t)z.dx * (uint32_t)x + (uint32_t)z.dy * (uint32_t)y),
                         RS_DEPTH_SHIFT);
            code = code < 0 ? 0 : code > RS_DEPTH_FAR ? RS_DEPTH_FAR : code;
            if (code > w->nearest) continue;
            w->nearest = (uint16_t)code;
            w->density = density_of(draw, fragments, item);
        }
    }
}

uint64_t rs_frame_density(const rs_frame *frame, int x, int y) {
    rs_band band;
    walk w = {.frame = frame, .item = probe_item, .mode = RS_VIEWS, .x = x, .y = y, .nearest = UINT16_MAX};
    if (x < 0 || y < 0 || x >= frame->target.width || y >= frame->target.height) return 0;
    memset(&band, 0, sizeof band);
    band.width = band.pitch = (int16_t)frame->target.width;
    band.top = (int16_t)y;
    band.end = (int16_t)(y + 1);
    band.format = (uint8_t)frame->target.format;
    walk_band(&w, y / frame->target.band_lines, &band);
    return w.density;
}

/* ---- census ---- */

static int class_in(const rs_span_set *set, const rs_draw *draw) {
    for (int t = 0; set != NULL && t < RS_SPAN_TEXTURES; t++) {
        for (int l = 0; l < RS_SPAN_LIGHTS; l++) {
            if (draw->function == set->own[t][l] || draw->function == set->indexed[t][l])
                return t * RS_SPAN_LIGHTS + l;
        }
    }
    return -1;
}

static void census_item(walk *w, const rs_draw *draw, const rs_item *item, const rs_band *band) {
    rs_scan scan;
    int kind;
    if (draw->vertices == NULL && rs_flat_census(draw, item, band, w->census)) return;
    if (!is_triangle(draw, item) || !rs_scan_begin(&scan, draw->vertices, item, band)) return;
    kind = is_fragment_draw(draw) ? RS_COST_FRAGMENTS : class_in(rs_spans_for(w->frame), draw);
    if (kind < 0) return;
    w->census->triangles[kind]++;
    while (rs_scan_rows(&scan, band)) {
        for (int row = 0; row < scan.rows; row++) {
            int32_t count = scan.spans[row].count;
            if (count <= 0) continue;
            w->census->rows[kind]++;
            w->census->pixels[kind] += (uint32_t)count;
        }
    }
}

void rs_frame_census(const rs_frame *frame, rs_census *census) {
    walk w = {.frame = frame, .item = census_item, .mode = RS_VIEWS, .census = census};
    memset(census, 0, sizeof *census);
    census->vertices = frame->stats.vertices;
    census->submitted = frame->stats.submitted;
    census->picture = (uint32_t)(frame->target.width * frame->target.height);
    if (!frame->deep) census->picture = census->picture / 3u * 2u;
    for (uint32_t i = 0; i < frame->item_count; i++)
        census->triangles[RS_COST_COMMANDS] += draw_of(frame, rs_item_at(frame, i))->vertices == NULL;
    for (int i = 0; i < frame->bands; i++) {
        int top = i * frame->target.band_lines, end = top + frame->target.band_lines;
        rs_band band;
        memset(&band, 0, sizeof band);
        band.width = band.pitch = (int16_t)frame->target.width;
        band.top = (int16_t)top;
        band.end = (int16_t)(end > frame->target.height ? frame->target.height : end);
        band.format = (uint8_t)frame->target.format;
        walk_band(&w, i, &band);
    }
}

/* In the order plain, affine, perspective; constant, Gouraud, Phong; then fragments, then the classes of two dimensions
 * (tests/bench/flat.sh). Rows, pixels and vertices of hand-written loops as stated beside them in raster/arm; set-up,
 * and loops that run as C there, are estimated. */
const rs_costs rs_costs_gba = {
    .name = "Game Boy Advance",
    .budget = 561792,
    .frame = 20000,
    .vertex = 180 * 16,
    .light = 60 * 16,
    .submitted = 60 * 16,
    .clear = 28,
    .triangle = {300 * 16, 380 * 16, 1500 * 16, 600 * 16, 700 * 16, 2500 * 16, 900 * 16, 1000 * 16, 3000 * 16,
                 9000 * 16, 150 * 16, 300 * 16, 3000 * 16, 190 * 16, 400 * 16, 1100 * 16},
    .row = {22 * 16, 36 * 16, 120 * 16, 64 * 16, 76 * 16, 160 * 16, 90 * 16, 110 * 16, 200 * 16, 500 * 16,
            14 * 16, 10 * 16, 60 * 16, 16 * 16, 40 * 16},
    .pixel = {10 * 16, 14 * 16, 120 * 16, 22 * 16, 26 * 16, 140 * 16, 26 * 16, 30 * 16, 150 * 16, 400 * 16,
              36, 70, 44 * 16, 4, 8}};

/* The law of tests/bench/raster_growth.sh for flat, Gouraud and textured triangles, in which a triangle drawn pays for
 * the vertices and the culled triangles that come with it; other classes are estimated from these. */
const rs_costs rs_costs_desktop = {
    .name = "x86-64 with AVX2",
    .budget = 100000000,
    .frame = 0,
    .triangle = {414 * 16, 444 * 16, 700 * 16, 550 * 16, 580 * 16, 850 * 16, 590 * 16, 603 * 16, 900 * 16,
                 1500 * 16, 200 * 16, 250 * 16, 400 * 16, 60 * 16, 80 * 16, 150 * 16},
    .row = {30 * 16, 36 * 16, 60 * 16, 50 * 16, 55 * 16, 80 * 16, 65 * 16, 69 * 16, 100 * 16, 200 * 16,
            20 * 16, 20 * 16, 40 * 16, 20 * 16, 20 * 16},
    .pixel = {83, 91, 224, 112, 120, 320, 136, 144, 384, 150 * 16, 34, 34, 60 * 16, 48, 16}};

typedef struct price {
    uint64_t vertices, triangles, rows, pixels;
} price;

static price price_of(const rs_census *census, const rs_costs *costs, uint32_t lights) {
    price p = {(uint64_t)census->vertices * (costs->vertex + (uint64_t)lights * costs->light),
               (uint64_t)census->submitted * costs->submitted, 0, (uint64_t)census->picture * costs->clear};
    for (int i = 0; i < RS_COST_CLASSES; i++) {
        p.triangles += (uint64_t)census->triangles[i] * costs->triangle[i];
        p.rows += (uint64_t)census->rows[i] * costs->row[i];
        p.pixels += (uint64_t)census->pixels[i] * costs->pixel[i];
    }
    return p;
}

uint64_t rs_census_cost(const rs_census *census, const rs_costs *costs, uint32_t lights) {
    price p = price_of(census, costs, lights);
    return ((p.vertices + p.triangles + p.rows + p.pixels) >> 4) + costs->frame;
}

static uint32_t sum_of(const uint32_t counts[RS_COST_CLASSES]) {
    uint32_t sum = 0;
    for (int i = 0; i < RS_COST_CLASSES; i++) sum += counts[i];
    return sum;
}

void rs_census_table(const rs_census *census, const rs_costs *costs, uint32_t lights, rs_write_line *write,
                     void *context) {
    const price p = price_of(census, costs, lights);
    const uint64_t all = rs_census_cost(census, costs, lights);
    const struct {
        const char *name;
        uint32_t count;
        uint64_t sum;
    } lines[4] = {{"vertices", census->vertices, p.vertices},
                  {"triangles", sum_of(census->triangles), p.triangles},
                  {"rows", sum_of(census->rows), p.rows},
                  {"pixels", sum_of(census->pixels), p.pixels}};
    rs_line line;
    for (int i = 0; i < 4; i++) {
        rs_line_begin(&line, lines[i].name);
        rs_line_named(&line, "", lines[i].count);
        rs_line_named(&line, "cost", (int64_t)(lines[i].sum >> 4));
        write(context, line.text);
    }
    rs_line_begin(&line, costs->name);
    rs_line_named(&line, "sum", (int64_t)all);
    rs_line_named(&line, "of", costs->budget);
    rs_line_named(&line, "percent", (int64_t)(all * 100u / costs->budget));
    write(context, line.text);
}
