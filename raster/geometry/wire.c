/* Wireframes, smooth lines and smooth outlines. */
#include "raster/wire.h"

#include <string.h>

#include "fixedmath/scalar.h"
#include "raster/list/list.h"
#include "raster/sort.h"
#include "raster/spans/spans.h"

/* ---- edges of a mesh ---- */

size_t rs_wire_bytes(const rs_mesh *mesh) {
    size_t most = 0;
    for (uint32_t i = 0; i < mesh->part_count; i++) {
        size_t corners = (size_t)mesh->parts[i].triangle_count * 3u, vertices = mesh->parts[i].vertex_count;
        size_t sorted = corners > vertices ? corners : vertices,
               bytes = 2 * sorted * sizeof(rs_sort_entry) + 2 * vertices + 4 * corners;
        if (bytes > most) most = bytes;
    }
    return (most + 23u) & ~(size_t)7;
}

/* Finds for each vertex the lowest vertex at the same place. */
static void join_vertices(const rs_mesh *mesh, const rs_submesh *part, rs_sort_entry *entries,
                          rs_sort_entry *other, uint16_t *same) {
    const int16_t *positions = mesh->positions + 3 * (size_t)part->first_vertex;
    const uint32_t n = part->vertex_count;
    const rs_sort_entry *sorted;
    for (uint32_t v = 0; v < n; v++) {
        uint32_t hash = 2166136261u;
        for (int k = 0; k < 3; k++) hash = (hash ^ (uint16_t)positions[3 * v + (uint32_t)k]) * 16777619u;
        entries[v] = (rs_sort_entry){hash, v};
    }
    sorted = rs_sort(entries, other, n);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t v = sorted[i].index;
        same[v] = (uint16_t)v;
        for (uint32_t k = i; k-- > 0 && sorted[k].key == sorted[i].key;) {
            if (memcmp(positions + 3 * (size_t)sorted[k].index, positions + 3 * (size_t)v, 6) == 0) {
                same[v] = same[sorted[k].index];
                break;
            }
        }
    }
}

static bool one_plane(const rs_mesh *mesh, uint32_t a, uint32_t b) {
    for (uint32_t k = 0; k < 3; k++) {
        int off = mesh->faces[4 * a + k] - mesh->faces[4 * b + k];
        if (off > 1 || off < -1) return false;
    }
    return true;
}

/* Writes the edges as pairs of vertices; returns how many indices. */
static uint32_t find_edges(const rs_mesh *mesh, const rs_submesh *part, bool hide_diagonals, rs_block scratch,
                           uint16_t **pairs) {
    const uint32_t corners = part->triangle_count * 3u, vertices = part->vertex_count;
    const uint32_t most = corners > vertices ? corners : vertices;
    rs_sort_entry *entries = scratch.base, *other = entries + most;
    uint16_t *same = (uint16_t *)(void *)(other + most), *out = same + vertices;
    const uint16_t *indices = mesh->indices + 3 * (size_t)part->first_triangle;
    const rs_sort_entry *sorted;
    uint32_t count = 0;
    join_vertices(mesh, part, entries, other, same);
    for (uint32_t i = 0; i < corners; i++) {
        uint32_t a = same[indices[i]], b = same[indices[i % 3 == 2 ? i - 2 : i + 1]];
        entries[i] = (rs_sort_entry){a < b ? a << 16 | b : b << 16 | a, part->first_triangle + i / 3};
    }
    sorted = rs_sort(entries, other, corners);
    for (uint32_t i = 0, end; i < corners; i = end) {
        bool inner;
        for (end = i + 1; end < corners && sorted[end].key == sorted[i].key; end++) continue;
        inner = end - i > 1 && hide_diagonals;
        for (uint32_t k = i + 1; k < end && inner; k++)
            inner = one_plane(mesh, sorted[i].index, sorted[k].index);
        if (inner) continue;
        out[count++] = (uint16_t)(sorted[i].key >> 16);
        out[count++] = (uint16_t)(sorted[i].key & 0xFFFFu);
    }
    *pairs = out;
    return count;
}

rs_result rs_frame_wireframe(rs_frame *frame, const rs_mesh *mesh, const mat34 *place,
                             const rs_material *material, rs_wire_options *options, rs_block scratch) {
    static const rs_look plain = {.cull = RS_CULL_NONE};
    static const rs_pixel_state fill = {.blend = {.keep = RS_KEEP_COLOUR | RS_KEEP_ALPHA}};
    rs_pixel_state state;
    rs_material lines = *material;
    rs_result result = RS_OK;
    options->edges = 0;
    if (scratch.base == NULL || scratch.size < rs_wire_bytes(mesh)) return RS_BAD_ARGUMENT;
    memset(&state, 0, sizeof state);
    state.depth.function = RS_LEQUAL;
    if (options->hidden_line) state.depth.bias = -(options->bias == 0 ? 200 : options->bias);
    lines.look = &plain, lines.state = &state;
    lines.shading = RS_UNLIT, lines.texture = NULL;
    for (uint32_t i = 0; i < mesh->part_count; i++) {
        const rs_submesh *part = &mesh->parts[i];
        rs_batch batch;
        uint16_t *pairs;
        rs_result one = RS_OK;
        if (part->primitive != RS_TRIANGLES) continue;
        if (options->hidden_line) {
            rs_material solid = lines;
            solid.state = &fill;
            one = rs_frame_part(frame, mesh, part, place, &solid);
        }
        memset(&batch, 0, sizeof batch);
        batch.streams[RS_POSITION] =
            (rs_stream){mesh->positions + 3 * (size_t)part->first_vertex, 0, RS_INT16_3};
        batch.vertex_count = part->vertex_count;
        batch.count = find_edges(mesh, part, options->hide_diagonals, scratch, &pairs);
        batch.indices = pairs, batch.index_bytes = 2;
        batch.primitive = RS_LINES;
        batch.offset = mesh->offset, batch.exponent = mesh->exponent;
        batch.place = mesh->world ? NULL : place;
        batch.material = &lines;
        options->edges += batch.count / 2;
        if (one == RS_OK) one = rs_frame_batch(frame, &batch);
        if (one != RS_OK) result = one;
    }
    return result;
}

/* ---- coverage ---- */

static uint32_t mixed(uint32_t over, uint32_t below, int32_t coverage) {
    uint32_t out = 0;
    for (int at = 0; at < 24; at += 8) {
        int32_t d = (int32_t)(below >> at & 255u), s = (int32_t)(over >> at & 255u);
        out |= (uint32_t)(d + fx_sra32((s - d) * coverage + 8, 4)) << at;
    }
    return out;
}

/* Blends a colour into a pixel by its coverage. `palette`: of PAL8 surfaces. */
static void cover(const rs_surface *surface, const rs_palette *palette, int32_t x, int32_t y, uint32_t rgb,
                  int32_t coverage) {
    const rs_format format = (rs_format)surface->format;
    uint32_t stored;
    if (coverage <= 0) return;
    stored = rs_pixel(surface, x, y);
    if (format != RS_PAL8) {
        rs_plot(surface, x, y,
                rs_native_from_rgb(format, mixed(rgb, rs_rgb_from_native(format, stored), coverage)));
    } else if (palette->inverse != NULL) {
        rgb = mixed(rgb, palette->rgb[stored & 255u], coverage);
        rs_plot(surface, x, y,
                palette->inverse[(rgb >> 19 & 31u) << 10 | (rgb >> 11 & 31u) << 5 | (rgb >> 3 & 31u)]);
    } else if (coverage >= 8) {
        rs_plot(surface, x, y, (uint32_t)rs_nearest(palette->rgb, rgb));
    }
}

/* ---- smooth lines ---- */

static rs_surface surface_of(const rs_band *band) {
    rs_surface s = {band->pixels, band->stride, band->width,
                    band->end,    band->top,    (int16_t)(band->end - band->top),
                    band->format};
    return s;
}

/* flat.line in 28.4: from (x, y), `length` along the longer side, `rise` along the other; steps never depend on the band. */
static void draw_smooth(const rs_draw *draw, const rs_item *item, const rs_band *band) {
    const rs_surface surface = surface_of(band);
    const bool steep = draw->flat.line.steep;
    const int32_t length = draw->flat.line.length, rise = draw->flat.line.rise;
    const int32_t major = steep ? draw->flat.line.y : draw->flat.line.x,
                  minor = steep ? draw->flat.line.x : draw->flat.line.y;
    int32_t first = fx_sra32(major, 4), last = fx_sra32(major + length - 1, 4);
    const int32_t low = steep ? band->top : 0, high = steep ? band->end : band->width;
    (void)item;
    if (first < low) first = low;
    if (last >= high) last = high - 1;
    for (int32_t i = first; i <= last; i++) {
        int32_t from = 16 * i > major ? 16 * i : major,
                to = 16 * i + 16 < major + length ? 16 * i + 16 : major + length;
        int32_t middle = from + to - 2 * major; /* in 1/32 from the beginning */
        int32_t at =
            minor - 8 +
            (int32_t)(((int64_t)middle * rise + (rise < 0 ? -length : length)) / (2 * (int64_t)length));
        int32_t row = fx_sra32(at, 4), wide = to - from;
        for (int k = 0; k < 2; k++) {
            int32_t coverage = ((k == 0 ? 16 - (at & 15) : at & 15) * wide + 8) >> 4;
            cover(&surface, draw->palette, steep ? row + k : i, steep ? i : row + k, draw->flat.line.native,
                  coverage);
        }
    }
}

rs_result rs_frame_line_smooth(rs_frame *frame, int32_t x0, int32_t y0, int32_t x1, int32_t y1,
                               uint32_t rgb) {
    enum { FAR = 1 << 20 };
    const int32_t all[4] = {x0, y0, x1, y1};
    int32_t dx = 0, dy = 0, low, high;
    uint16_t offset = 0;
    rs_draw *draw;
    rs_item item;
    bool steep;
    for (int i = 0; i < 4; i++) {
        if (all[i] < -FAR || all[i] > FAR) return RS_OUT_OF_RANGE;
    }
    dx = x1 - x0, dy = y1 - y0;
    steep = (dy < 0 ? -dy : dy) > (dx < 0 ? -dx : dx);
    if (dx == 0 && dy == 0) return RS_OK;
    if (steep ? dy < 0 : dx < 0) x0 = x1, y0 = y1, dx = -dx, dy = -dy;
    low = fx_sra32((dy < 0 ? y0 + dy : y0) - 8, 4);
    high = fx_sra32((dy < 0 ? y0 : y0 + dy) + 8, 4) + 1;
    if (low < 0) low = 0;
    if (high >= frame->target.height) high = frame->target.height - 1;
    if (low > high) return RS_OK;
    rs_section_end(frame);
    draw = rs_draw_take(frame, &offset);
    memset(&item, 0, sizeof item);
    item.draw = offset;
    if (draw != NULL) {
        draw->function = draw_smooth;
        draw->palette = frame->target.palette;
        draw->flat.line.steep = steep;
        draw->flat.line.x = x0, draw->flat.line.y = y0;
        draw->flat.line.length = steep ? dy : dx;
        draw->flat.line.rise = steep ? dx : dy;
        draw->flat.line.native = rgb & 0xFFFFFFu;
    }
    if (draw == NULL || !rs_item_add(frame, &item, low, high)) {
        frame->stats.lost++;
        return RS_LIST_FULL;
    }
    return RS_OK;
}

/* ---- smooth outlines ---- */

typedef struct outline {
    const rs_frame *frame;
    const rs_surface *surface;
    const uint16_t *depth;
    rs_plane z;
    int32_t margin; /* codes that a neighbour on the same surface may differ by */
} outline;

static bool inside(const outline *o, int32_t x, int32_t y) {
    return x >= 0 && x < o->surface->width && y >= o->surface->top && y < o->surface->top + o->surface->lines;
}

static int32_t stored(const outline *o, int32_t x, int32_t y) {
    return o->depth[(y - o->surface->top) * o->surface->width + x];
}

/* The depth code of the triangle itself at a pixel. */
static int32_t own(const outline *o, int32_t x, int32_t y) {
    return fx_sra32(
        (int32_t)(o->z.origin + (uint32_t)o->z.dx * (uint32_t)x + (uint32_t)o->z.dy * (uint32_t)y),
        RS_DEPTH_SHIFT);
}

static uint32_t rgb_at(const outline *o, int32_t x, int32_t y) {
    uint32_t native = rs_pixel(o->surface, x, y);
    return o->surface->format == RS_PAL8 ? o->frame->target.palette->rgb[native & 255u]
                                         : rs_rgb_from_native((rs_format)o->surface->format, native);
}

/* Whether the pixel shows this triangle. */
static bool drawn(const outline *o, int32_t x, int32_t y) {
    int32_t off = inside(o, x, y) ? stored(o, x, y) - own(o, x, y) : 2;
    return off >= -1 && off <= 1;
}

/* The pixel that an edge passes and its neighbours along the minor axis: (ix, iy) lies towards the inside, (ox, oy) outside. */
static void blend_pixel(const outline *o, int32_t x, int32_t y, int32_t step_x, int32_t step_y,
                        int32_t coverage) {
    const bool mine = coverage > 8 || (coverage == 8 && drawn(o, x, y)); /* the pixel's centre is inside */
    const int32_t ix = mine ? x : x + step_x, iy = mine ? y : y + step_y, ox = mine ? x - step_x : x,
                  oy = mine ? y - step_y : y;
    if (coverage <= 0 || coverage >= 16 || !inside(o, ox, oy)) return;
    if (!drawn(o, ix, iy)) return;                               /* another surface is in front */
    if (stored(o, ox, oy) - own(o, ox, oy) <= o->margin) return; /* the surface goes on, or is hidden */
    if (mine) {
        cover(o->surface, o->frame->target.palette, x, y, rgb_at(o, ox, oy), 16 - coverage);
    } else {
        cover(o->surface, o->frame->target.palette, x, y, rgb_at(o, ix, iy), coverage);
    }
}

/* Blends the edge from a to b with the inside on its left as seen (counter-clockwise, y down). */
static void blend_edge(const outline *o, const rs_vertex *a, const rs_vertex *b) {
    const int32_t dx = b->x - a->x, dy = b->y - a->y;
    const bool steep = (dy < 0 ? -dy : dy) > (dx < 0 ? -dx : dx);
    const rs_vertex *from = (steep ? dy < 0 : dx < 0) ? b : a, *to = from == a ? b : a;
    const int32_t begin = steep ? from->y : from->x, end = steep ? to->y : to->x, length = end - begin;
    const int32_t minor = steep ? from->x : from->y, rise = steep ? to->x - from->x : to->y - from->y;
    /* Whether the inside lies towards growing minor coordinates: beside an edge that goes down it is on the right,
     * beside one that goes right it is above. */
    const bool grows = steep ? dy > 0 : dx < 0;
    if (length <= 0) return;
    for (int32_t i = fx_sra32(begin + 7, 4); 16 * i + 8 < end; i++) {
        int32_t at = minor + (int32_t)(((int64_t)(16 * i + 8 - begin) * rise) / length),
                row = fx_sra32(at, 4);
        int32_t coverage = grows ? 16 - (at & 15) : at & 15, step = grows ? 1 : -1;
        blend_pixel(o, steep ? row : i, steep ? i : row, steep ? step : 0, steep ? 0 : step, coverage);
    }
}

bool rs_smooth_edges(const rs_frame *frame, const rs_surface *surface, const uint16_t *depth) {
    const rs_band band = {.width = surface->width,
                          .pitch = surface->width,
                          .top = surface->top,
                          .end = (int16_t)(surface->top + surface->lines)};
    if (frame->bands != 1 || depth == NULL || !frame->whole) return false;
    if (surface->format == RS_PAL8 &&
        (frame->target.palette == NULL || frame->target.palette->inverse == NULL))
        return false;
    for (uint32_t i = 0; i < frame->item_count; i++) {
        const rs_item *item = rs_item_at(frame, i);
        const rs_draw *draw =
            (const rs_draw *)(const void *)(frame->list + (size_t)item->draw * RS_DRAW_ALIGN);
        const rs_vertex *v = draw->vertices;
        outline o = {frame, surface, depth, {0, 0, 0}, 0};
        rs_scan scan;
        uint32_t slope;
        if (v == NULL || item->c == item->b || !rs_scan_begin(&scan, v, item, &band)) continue;
        o.z = rs_plane_gentle(&scan, (int32_t)v[scan.order[0]].z, (int32_t)v[scan.order[1]].z,
                              (int32_t)v[scan.order[2]].z);
        slope = fx_magnitude(o.z.dx) > fx_magnitude(o.z.dy) ? fx_magnitude(o.z.dx) : fx_magnitude(o.z.dy);
        o.margin =
            16 + (int32_t)(slope >> (RS_DEPTH_SHIFT - 3)); /* eight pixels' worth: the surface may bend */
        blend_edge(&o, &v[item->a], &v[item->b]);
        blend_edge(&o, &v[item->b], &v[item->c]);
        blend_edge(&o, &v[item->c], &v[item->a]);
    }
    return true;
}
