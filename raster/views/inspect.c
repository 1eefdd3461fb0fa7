/* Stage times, counters of meshes, the trace of a triangle, the log of draw calls. */
#include <string.h>

#include "fixedmath/matrix.h"
#include "fixedmath/scalar.h"
#include "fixedmath/vector.h"
#include "raster/fragment/fragment_work.h"
#include "raster/views/inspect_work.h"

/* ---- stages ---- */

static const struct {
    const char *name, *form;
} stages[RS_STAGES] = {{"tools", "source mesh"},
                       {"conditioning", "packed mesh"},
                       {"application", "visible draw calls"},
                       {"geometry", "vertices on the screen"},
                       {"rasterization", "fragments and pixels"}};

const char *rs_stage_name(int stage) { return stage >= 0 && stage < RS_STAGES ? stages[stage].name : "?"; }
const char *rs_stage_form(int stage) { return stage >= 0 && stage < RS_STAGES ? stages[stage].form : "?"; }

void rs_stage_begin(rs_stage_times *times, uint32_t (*now)(void *context), void *context) {
    memset(times, 0, sizeof *times);
    times->now = now;
    times->context = context;
    times->running = -1;
}

void rs_stage_enter(rs_stage_times *times, int stage) {
    uint32_t now = times->now(times->context);
    if (times->running >= 0) times->spent[times->running] += now - times->since;
    times->running = stage >= 0 && stage < RS_STAGES ? stage : -1;
    times->since = now;
}

int rs_stage_slowest(const rs_stage_times *times) {
    int slowest = 0;
    for (int i = 1; i < RS_STAGES; i++) {
        if (times->spent[i] > times->spent[slowest]) slowest = i;
    }
    return slowest;
}

void rs_stage_table(const rs_stage_times *times, rs_write_line *write, void *context) {
    for (int i = 0; i < RS_STAGES; i++) {
        rs_line line;
        rs_line_begin(&line, stages[i].name);
        rs_line_text(&line, " (");
        rs_line_text(&line, stages[i].form);
        rs_line_text(&line, "): ");
        rs_line_number(&line, times->spent[i]);
        if (i == rs_stage_slowest(times)) rs_line_text(&line, ", the slowest");
        write(context, line.text);
    }
}

/* ---- counters ---- */

void rs_stats_between(const rs_stats *before, const rs_stats *after, rs_stats *out) {
    memset(out, 0, sizeof *out);
    out->vertices = after->vertices - before->vertices;
    out->submitted = after->submitted - before->submitted;
    out->culled = after->culled - before->culled;
    out->rejected = after->rejected - before->rejected;
    out->clipped = after->clipped - before->clipped;
    out->drawn = after->drawn - before->drawn;
    out->lost = after->lost - before->lost;
    out->setups = after->setups - before->setups;
    out->products = after->products - before->products;
    out->copied = after->copied - before->copied;
    out->flushes = after->flushes - before->flushes;
    out->list_bytes = after->list_bytes - before->list_bytes;
    out->fast_bytes = after->fast_bytes - before->fast_bytes;
}

static rs_clip_vertex corner_of(const rs_mesh *mesh, const mat34 *to_view, uint32_t vertex) {
    const int16_t *p = mesh->positions + 3 * (size_t)vertex;
    rs_clip_vertex v;
    vec3 at = v3(fx_sat64((int64_t)p[0] * ((int64_t)1 << mesh->exponent) + mesh->offset.x),
                 fx_sat64((int64_t)p[1] * ((int64_t)1 << mesh->exponent) + mesh->offset.y),
                 fx_sat64((int64_t)p[2] * ((int64_t)1 << mesh->exponent) + mesh->offset.z));
    at = m34_point(to_view, at);
    memset(&v, 0, sizeof v);
    v.x = at.x, v.y = -at.y, v.w = -at.z;
    return v;
}

static int64_t area_of(const rs_vertex *a, const rs_vertex *b, const rs_vertex *c) {
    return (int64_t)(c->x - a->x) * (b->y - a->y) - (int64_t)(b->x - a->x) * (c->y - a->y);
}

/* Whether any row of pixels lies between three y coordinates. */
static bool has_rows(const rs_frame *frame, const rs_vertex *a, const rs_vertex *b, const rs_vertex *c) {
    int low = a->y < b->y ? a->y : b->y, high = a->y < b->y ? b->y : a->y, first, last;
    if (c->y < low) low = c->y;
    if (c->y > high) high = c->y;
    first = fx_sra32(low + 7, 4), last = fx_sra32(high + 7, 4) - 1;
    if (first < frame->view.y) first = frame->view.y;
    if (last >= frame->view.y + frame->view.height) last = frame->view.y + frame->view.height - 1;
    return first <= last;
}

/* A triangle of a mesh on its way; polygon[] is clipped, screen[] projected. */
typedef struct journey {
    rs_clip_vertex polygon[9];
    rs_vertex screen[9];
    int outcodes[3], count; /* corners after clipping */
} journey;

static void travel(const rs_frame *frame, const rs_mesh *mesh, const mat34 *to_view, const uint32_t vertex[3],
                   journey *j) {
    const rs_depth_scale depth = rs_depth_scale_make(&frame->camera, 16);
    int any;
    for (int i = 0; i < 3; i++) {
        j->polygon[i] = corner_of(mesh, to_view, vertex[i]);
        j->outcodes[i] = rs_outcode(frame, &j->polygon[i]);
    }
    j->count = 3;
    any = j->outcodes[0] | j->outcodes[1] | j->outcodes[2];
    if ((j->outcodes[0] & j->outcodes[1] & j->outcodes[2]) != 0) {
        j->count = 0;
        return;
    }
    if (any != 0) j->count = rs_clip(frame, j->polygon, any);
    for (int i = 0; i < j->count; i++) {
        uint32_t inverse_w;
        j->screen[i] = rs_project(frame, &depth, &j->polygon[i], &inverse_w);
    }
}

static mat34 view_of(const rs_frame *frame, const rs_mesh *mesh, const mat34 *place) {
    return mesh->world || place == NULL ? frame->camera.world_to_view
                                        : m34_mul(&frame->camera.world_to_view, place);
}

static void corners_of(const rs_mesh *mesh, const rs_submesh *part, uint32_t triangle, uint32_t vertex[3]) {
    for (uint32_t k = 0; k < 3; k++) vertex[k] = part->first_vertex + mesh->indices[3 * (size_t)triangle + k];
}

static void count_one(const rs_frame *frame, const journey *j, bool two_sided, rs_mesh_counts *counts) {
    uint32_t pieces = 0, culled = 0, degenerate = 0;
    counts->submitted++;
    if (j->count > 0 && (j->outcodes[0] | j->outcodes[1] | j->outcodes[2]) != 0) counts->clipped++;
    for (int i = 1; i + 1 < j->count; i++) {
        int64_t area = area_of(&j->screen[0], &j->screen[i], &j->screen[i + 1]);
        if (area == 0) {
            degenerate++;
        } else if (area < 0 && !two_sided) {
            culled++;
        } else if (has_rows(frame, &j->screen[0], &j->screen[i], &j->screen[i + 1])) {
            pieces++;
        }
    }
    counts->produced += pieces;
    if (pieces > 0) {
        counts->sources++;
    } else if (culled > 0) {
        counts->culled++;
    } else if (degenerate > 0) {
        counts->degenerate++;
    } else {
        counts->rejected++;
    }
}

void rs_count_mesh(const rs_frame *frame, const rs_mesh *mesh, const mat34 *place, bool two_sided,
                   rs_mesh_counts *counts) {
    const mat34 to_view = view_of(frame, mesh, place);
    for (uint32_t i = 0; i < mesh->part_count; i++) {
        const rs_submesh *part = &mesh->parts[i];
        if (part->primitive != RS_TRIANGLES) continue;
        counts->vertices += part->vertex_count;
        for (uint32_t t = 0; t < part->triangle_count; t++) {
            uint32_t vertex[3];
            journey j;
            corners_of(mesh, part, part->first_triangle + t, vertex);
            travel(frame, mesh, &to_view, vertex, &j);
            count_one(frame, &j, two_sided, counts);
        }
    }
}

/* ---- trace ---- */

static void write_outcodes(rs_line *line, int code) {
    static const char *const names[RS_PLANES] = {" near", " far", " left", " right", " top", " bottom"};
    if (code == 0) rs_line_text(line, " inside");
    for (int i = 0; i < RS_PLANES; i++) {
        if ((code >> i & 1) != 0) rs_line_text(line, names[i]);
    }
}

RS_APART static void trace_setup(const rs_frame *frame, const rs_vertex v[3], bool turned,
                                 rs_write_line *write, void *context) {
    const rs_band band = {.width = frame->view.width,
                          .pitch = frame->view.width,
                          .top = frame->view.y,
                          .end = (int16_t)(frame->view.y + frame->view.height)};
    rs_item item = {0, turned ? 2 : 1, turned ? 1 : 2, 0, 0, 0};
    rs_scan scan;
    rs_fine_plane z;
    rs_line line;
    int64_t pixels = 0, rows = 0;
    int32_t first = 0, last = -1;
    if (!rs_scan_begin(&scan, v, &item, &band)) {
        write(context, "  rows: none");
        return;
    }
    z = rs_plane_fine(&scan, (int32_t)v[scan.order[0]].z, (int32_t)v[scan.order[1]].z,
                      (int32_t)v[scan.order[2]].z, 0);
    rs_line_begin(&line, "  set-up:");
    rs_line_text(&line, scan.small ? " small," : " large,");
    rs_line_named(&line, "depth a column", fx_sra64(z.dx, RS_DEPTH_SHIFT));
    rs_line_named(&line, "a row", fx_sra64(z.dy, RS_DEPTH_SHIFT));
    write(context, line.text);
    while (rs_scan_rows(&scan, &band)) {
        for (int i = 0; i < scan.rows; i++) {
            if (scan.spans[i].count <= 0) continue;
            if (rows++ == 0) first = scan.row + i;
            last = scan.row + i;
            pixels += scan.spans[i].count;
        }
    }
    rs_line_begin(&line, "  rows:");
    rs_line_named(&line, "from", first);
    rs_line_named(&line, "to", last);
    rs_line_named(&line, "pixels", pixels);
    write(context, line.text);
}

static void write_corner(const char *name, const int64_t at[3], int code, rs_write_line *write,
                         void *context) {
    rs_line line;
    rs_line_begin(&line, name);
    rs_line_named(&line, "x", at[0]);
    rs_line_named(&line, "y", at[1]);
    rs_line_named(&line, "z", at[2]);
    if (code >= 0) write_outcodes(&line, code);
    write(context, line.text);
}

RS_APART static void trace_pieces(const rs_frame *frame, const journey *j, bool two_sided,
                                  rs_write_line *write, void *context) {
    for (int i = 1; i + 1 < j->count; i++) {
        const rs_vertex piece[3] = {j->screen[0], j->screen[i], j->screen[i + 1]};
        int64_t area = area_of(&piece[0], &piece[1], &piece[2]);
        rs_line line;
        rs_line_begin(&line, "piece:");
        rs_line_named(&line, "area", area);
        rs_line_text(&line, area == 0   ? " degenerate"
                            : area > 0  ? " front"
                            : two_sided ? " back, drawn"
                                        : " back, culled");
        write(context, line.text);
        if (area != 0 && (area > 0 || two_sided)) trace_setup(frame, piece, area < 0, write, context);
    }
}

bool rs_trace_triangle(const rs_frame *frame, const rs_mesh *mesh, const mat34 *place, uint32_t triangle,
                       bool two_sided, rs_write_line *write, void *context) {
    const mat34 to_view = view_of(frame, mesh, place);
    const rs_submesh *part = NULL;
    uint32_t vertex[3];
    rs_line line;
    journey j;
    for (uint32_t i = 0; i < mesh->part_count && part == NULL; i++) {
        const rs_submesh *p = &mesh->parts[i];
        if (p->primitive == RS_TRIANGLES && triangle >= p->first_triangle &&
            triangle - p->first_triangle < p->triangle_count)
            part = p;
    }
    if (part == NULL) return false;
    corners_of(mesh, part, triangle, vertex);
    travel(frame, mesh, &to_view, vertex, &j);
    rs_line_begin(&line, "triangle");
    rs_line_named(&line, "number", triangle);
    rs_line_named(&line, "material", part->material);
    write(context, line.text);
    for (int i = 0; i < 3; i++) {
        const int16_t *p = mesh->positions + 3 * (size_t)vertex[i];
        const int64_t at[3] = {p[0], p[1], p[2]};
        write_corner("model, in mesh units:", at, -1, write, context);
    }
    for (int i = 0; i < 3; i++) {
        rs_clip_vertex v = corner_of(mesh, &to_view, vertex[i]);
        const int64_t at[3] = {v.x, -(int64_t)v.y, -(int64_t)v.w};
        write_corner("view, in 1/65536 m:", at, j.outcodes[i], write, context);
    }
    rs_line_begin(&line, j.count == 0 ? "clipping: nothing is left" : "clipping:");
    if (j.count > 0) rs_line_named(&line, "corners", j.count);
    write(context, line.text);
    for (int i = 0; i < j.count; i++) {
        const int64_t at[3] = {j.screen[i].x, j.screen[i].y, j.screen[i].z >> RS_DEPTH_SHIFT};
        write_corner("screen, in 1/16 pixels and depth codes:", at, -1, write, context);
    }
    trace_pieces(frame, &j, two_sided, write, context);
    return true;
}

/* ---- draw calls ---- */

static void log_material(rs_line *line, const rs_tables *tables, uint32_t number) {
    static const char *const shadings[RS_SHADINGS] = {"unlit", "flat", "Gouraud", "Phong"};
    const rs_material *m = number < tables->material_count ? &tables->materials[number] : tables->missing;
    if (number == RS_NO_NUMBER) {
        rs_line_text(line, " material own");
        return;
    }
    rs_line_named(line, "material", number);
    if (m == NULL) return;
    rs_line_text(line, " ");
    rs_line_text(line, m->shading < RS_SHADINGS ? shadings[m->shading] : "?");
    if (m->texture != NULL) rs_line_text(line, " textured");
    if (m->state == NULL) return;
    rs_line_named(line, "blend", m->state->blend.mode);
    rs_line_named(line, "depth", m->state->depth.function);
    if (m->state->depth.no_write) rs_line_text(line, " no write");
}

void rs_draw_calls_log(const rs_draw_calls *list, const rs_sort_entry *order, const rs_tables *tables,
                       rs_write_line *write, void *context) {
    static const char *const passes[RS_PASSES] = {"background",  "prepass",    "opaque", "decal",
                                                  "translucent", "foreground", "post",   "overlay"};
    static const char *const kinds[3] = {"mesh", "batch", "text"};
    for (uint32_t i = 0; i < list->count; i++) {
        const rs_draw_call *p = &list->calls[order == NULL ? i : order[i].index];
        rs_line line;
        rs_line_begin(&line, passes[p->key >> 29]);
        rs_line_named(&line, p->kind < 3 ? kinds[p->kind] : "extension",
                      p->kind < 3 ? p->resource : p->kind - RS_DRAW_CALL_EXTENSION);
        if (p->kind == RS_DRAW_CALL_MESH) rs_line_named(&line, "part", p->part);
        if (p->kind != RS_DRAW_CALL_TEXT) log_material(&line, tables, p->material);
        if (p->matrix != RS_NO_NUMBER) rs_line_named(&line, "matrix", p->matrix);
        if (p->lights != RS_NO_NUMBER) rs_line_named(&line, "lights", p->lights);
        if ((p->key >> 29) == RS_PASS_TRANSLUCENT)
            rs_line_named(&line, "depth", 65535 - (int64_t)(p->key >> 13 & 0xFFFFu));
        write(context, line.text);
    }
}
