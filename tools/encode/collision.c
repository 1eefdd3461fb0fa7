/* Soups: triangles, their edges, and the tree of boxes over them. */
#include "tools/encode/collision.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "rom/types.h"
#include "tools/import/base/intern.h"
#include "tools/record_writer.h"

/* ---- triangles of a chunk ---- */

/* Takes a place; places that are equal become one. */
static bool add_corner(collision_source *s, import_record_set *places, uint32_t corner,
                       const int32_t place[3]) {
    s->corners[corner] = import_record_set_add(places, place);
    return s->corners[corner] != IMPORT_INTERN_FAILED;
}

static bool begin_source(collision_source *s, const char *name, uint32_t triangles) {
    memset(s, 0, sizeof *s);
    s->name = name;
    s->triangle_count = triangles;
    s->corners = malloc(((size_t)triangles * 3 + 1) * sizeof *s->corners);
    s->parts = malloc((size_t)triangles + 1);
    return s->corners != NULL && s->parts != NULL;
}

static bool end_source(collision_source *s, import_record_set *places, bool ok) {
    s->places = (int32_t(*)[3])(void *)places->records;
    s->place_count = places->count;
    places->records = NULL;
    import_record_set_free(places);
    if (!ok) collision_free(s);
    return ok;
}

bool collision_from_mesh(collision_source *s, const char *name, const uint8_t *mesh) {
    import_record_set places = {.record_size = sizeof(int32_t[3])};
    bool ok = begin_source(s, name, rom_u32(mesh + ROM_MESH_TRIANGLES));
    const uint8_t *part = mesh + rom_u32(mesh + ROM_MESH_PART_AT),
                  *index = mesh + rom_u32(mesh + ROM_MESH_INDEX_AT);
    s->exponent = rom_u32(mesh + ROM_MESH_EXPONENT);
    for (uint32_t k = 0; k < 3; k++) s->offset[k] = rom_i32(mesh + ROM_MESH_OFFSET + 4 * k);
    for (uint32_t p = 0; p < rom_u32(mesh + ROM_MESH_PARTS); p++, part += ROM_PART_SIZE) {
        const uint32_t first = rom_u32(part + ROM_PART_FIRST_TRIANGLE),
                       count = rom_u32(part + ROM_PART_TRIANGLES),
                       vertex = rom_u32(part + ROM_PART_FIRST_VERTEX);
        for (uint32_t t = first; ok && t < first + count; t++) {
            s->parts[t] = (uint8_t)(p < 255 ? p : 255);
            for (uint32_t c = 0; ok && c < 3; c++) {
                const uint8_t *at = mesh + rom_u32(mesh + ROM_MESH_POSITION_AT) +
                                    ((size_t)vertex + rom_u16(index + ((size_t)t * 3 + c) * 2)) * 6;
                int32_t place[3];
                for (uint32_t k = 0; k < 3; k++)
                    place[k] = (int32_t)(s->offset[k] + rom_i16(at + 2 * k) * ((int64_t)1 << s->exponent));
                ok = add_corner(s, &places, t * 3 + c, place);
            }
        }
    }
    return end_source(s, &places, ok);
}

/* Chooses the steps of places between two corners: as fine as 16 bits allow. */
static void choose_steps(collision_source *s, const int32_t low[3], const int32_t high[3]) {
    for (int k = 0; k < 3; k++) {
        s->offset[k] = (int32_t)(((int64_t)low[k] + high[k]) / 2);
        while ((((int64_t)high[k] - low[k]) / 2 + 1) >> s->exponent > 32766) s->exponent++;
    }
}

bool collision_from_nodes(collision_source *s, const char *name, const uint8_t *c) {
    import_record_set places = {.record_size = sizeof(int32_t[3])};
    const uint8_t *row = c + rom_u32(c + ROM_COLLISION_TRIANGLES_AT),
                  *vertices = c + rom_u32(c + ROM_COLLISION_VERTICES_AT);
    int32_t low[3], high[3];
    bool ok = begin_source(s, name, rom_u32(c + ROM_COLLISION_TRIANGLE_COUNT));
    for (uint32_t k = 0; k < 3; k++) {
        low[k] = rom_i32(c + ROM_COLLISION_LOW + 4 * k);
        high[k] = rom_i32(c + ROM_COLLISION_HIGH + 4 * k);
    }
    choose_steps(s, low, high);
    for (uint32_t t = 0; ok && t < s->triangle_count; t++, row += ROM_COLLISION_TRIANGLE_SIZE) {
        const uint32_t material = rom_u16(row + ROM_COLLISION_TRIANGLE_MATERIAL);
        s->parts[t] = (uint8_t)(material < 255 ? material : 255);
        for (uint32_t i = 0; ok && i < 3; i++) {
            const uint8_t *at =
                vertices + (size_t)rom_u16(row + ROM_COLLISION_TRIANGLE_CORNER + 2 * i) * ROM_VECTOR_SIZE;
            const double step = (double)(1 << s->exponent);
            int32_t place[3];
            for (uint32_t k = 0; k < 3; k++)
                place[k] =
                    (int32_t)(s->offset[k] +
                              writer_round(((double)rom_i32(at + 4 * k) - s->offset[k]) / step) * step);
            ok = add_corner(s, &places, t * 3 + i, place);
        }
    }
    return end_source(s, &places, ok);
}

void collision_free(collision_source *s) {
    free(s->places);
    free(s->corners);
    free(s->parts);
    memset(s, 0, sizeof *s);
}

collision_plane collision_plane_of(const int32_t a[3], const int32_t b[3], const int32_t c[3]) {
    double u[3], v[3];
    collision_plane p = {{0, 0, 0}, 0};
    for (int k = 0; k < 3; k++) {
        u[k] = (double)b[k] - a[k];
        v[k] = (double)c[k] - a[k];
    }
    const double n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]},
                 length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int k = 0; k < 3 && length > 0; k++) {
        p.normal[k] = n[k] / length;
        p.distance -= p.normal[k] * (((double)a[k] + b[k] + c[k]) / 3);
    }
    return p;
}

/* ---- edges ---- */

/* A side of a triangle, from corner `side` to the next. */
typedef struct half_edge {
    uint32_t from, to, triangle, side;
} half_edge;

/* What a soup is made of: triangles with area. */
typedef struct soup {
    const collision_source *s;
    uint32_t *kept; /* numbers of triangles of the source, in the order of the chunk */
    uint32_t count;
    collision_plane *planes; /* by the number of the source's triangle, as the two below */
    uint8_t *active;
    half_edge *edges; /* sorted */
    writer nodes;
    uint32_t node_count;
} soup;

static int by_ends(const void *x, const void *y) {
    const half_edge *a = x, *b = y;
    if (a->from != b->from) return a->from < b->from ? -1 : 1;
    if (a->to != b->to) return a->to < b->to ? -1 : 1;
    return a->triangle < b->triangle ? -1 : a->triangle > b->triangle;
}

/* The half-edges from one place to another: how many, and the first of them. */
static uint32_t find_edges(const soup *g, uint32_t from, uint32_t to, const half_edge **first) {
    uint32_t low = 0, high = g->count * 3, count = 0;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        const half_edge *e = &g->edges[middle];
        if (e->from < from || (e->from == from && e->to < to))
            low = middle + 1;
        else
            high = middle;
    }
    *first = &g->edges[low];
    while (low + count < g->count * 3 && g->edges[low + count].from == from && g->edges[low + count].to == to)
        count++;
    return count;
}

/* How a surface bends at an edge between two triangles: the other's far corner is above the plane, or far below. */
enum { BENT_FLAT, BENT_BACK, BENT_FORTH };

static int bend_of(const soup *g, const half_edge *e, const half_edge *twin) {
    static const double cosine_of_a_degree = 0.99984769515639;
    const collision_plane *a = &g->planes[e->triangle], *b = &g->planes[twin->triangle];
    const uint32_t far = g->s->corners[twin->triangle * 3 + (twin->side + 2) % 3];
    const double above = collision_above(a, g->s->places[far]),
                 cosine =
                     a->normal[0] * b->normal[0] + a->normal[1] * b->normal[1] + a->normal[2] * b->normal[2];
    if (above > 1 + 4 * (double)(1u << g->s->exponent)) return BENT_FORTH; /* places are rounded */
    return above < 0 && cosine < cosine_of_a_degree ? BENT_BACK : BENT_FLAT;
}

static void mark_edges(soup *g, collision_report *report) {
    report->closed = report->convex = true;
    for (uint32_t i = 0; i < g->count * 3; i++) {
        const half_edge *e = &g->edges[i], *own, *twin;
        const bool paired =
            find_edges(g, e->from, e->to, &own) == 1 && find_edges(g, e->to, e->from, &twin) == 1;
        const int bend = paired ? bend_of(g, e, twin) : BENT_BACK;
        if (bend == BENT_BACK) g->active[e->triangle] |= (uint8_t)(1u << e->side);
        report->closed = report->closed && paired;
        report->convex = report->convex && bend != BENT_FORTH;
    }
    report->convex = report->convex && report->closed;
}

/* A closed surface that never bends forth is convex where it is one piece: then corners are behind all planes, but for what the rounding of places turns those of
 * narrow triangles by. */
static bool is_convex(const soup *g) {
    double size = 0, room;
    for (uint32_t p = 0; p < g->s->place_count; p++)
        for (int k = 0; k < 3; k++) size = fmax(size, fabs((double)g->s->places[p][k] - g->s->places[0][k]));
    room = size / 256 + 4 * (double)(1u << g->s->exponent);
    for (uint32_t i = 0; i < g->count; i++)
        for (uint32_t p = 0; p < g->s->place_count; p++)
            if (collision_above(&g->planes[g->kept[i]], g->s->places[p]) > room) return false;
    return true;
}

static void free_soup(soup *g) {
    free(g->kept);
    free(g->planes);
    free(g->active);
    free(g->edges);
    writer_free(&g->nodes);
}

/* Takes the triangles that have an area, and finds out about their edges. */
static bool make_soup(const collision_source *s, soup *g, collision_report *report) {
    const size_t room = (size_t)s->triangle_count + 1;
    *report = (collision_report){.vertices = s->place_count};
    *g = (soup){.s = s,
                .kept = malloc(room * sizeof *g->kept),
                .planes = malloc(room * sizeof *g->planes),
                .active = calloc(room, 1),
                .edges = malloc(room * 3 * sizeof *g->edges)};
    if (g->kept == NULL || g->planes == NULL || g->active == NULL || g->edges == NULL) return false;
    for (uint32_t t = 0; t < s->triangle_count; t++) {
        const uint32_t *c = &s->corners[t * 3];
        g->planes[t] = collision_plane_of(s->places[c[0]], s->places[c[1]], s->places[c[2]]);
        const double *n = g->planes[t].normal;
        if (n[0] * n[0] + n[1] * n[1] + n[2] * n[2] < 0.5) continue;
        for (uint32_t k = 0; k < 3; k++) g->edges[g->count * 3 + k] = (half_edge){c[k], c[(k + 1) % 3], t, k};
        g->kept[g->count++] = t;
    }
    report->triangles = g->count;
    report->flat = s->triangle_count - g->count;
    qsort(g->edges, (size_t)g->count * 3, sizeof *g->edges, by_ends);
    mark_edges(g, report);
    report->convex = report->convex && g->count > 3 && is_convex(g);
    return true;
}

bool collision_judge(const collision_source *s, collision_report *report) {
    soup g;
    const bool ok = make_soup(s, &g, report);
    free_soup(&g);
    return ok;
}

/* ---- the tree ---- */

typedef struct sorted {
    int64_t middle; /* three times */
    uint32_t triangle;
} sorted;

static int by_middle(const void *x, const void *y) {
    const sorted *a = x, *b = y;
    if (a->middle != b->middle) return a->middle < b->middle ? -1 : 1;
    return a->triangle < b->triangle ? -1 : a->triangle > b->triangle;
}

static int64_t middle_of(const collision_source *s, uint32_t triangle, int axis) {
    const uint32_t *c = &s->corners[triangle * 3];
    return (int64_t)s->places[c[0]][axis] + s->places[c[1]][axis] + s->places[c[2]][axis];
}

/* Sorts triangles along the axis in which their middles lie farthest apart. */
static bool sort_along(const soup *g, uint32_t first, uint32_t count) {
    int64_t widest = -1;
    int axis = 0;
    sorted *list = malloc(count * sizeof *list);
    if (list == NULL) return false;
    for (int k = 0; k < 3; k++) {
        int64_t low = INT64_MAX, high = INT64_MIN;
        for (uint32_t i = 0; i < count; i++) {
            const int64_t m = middle_of(g->s, g->kept[first + i], k);
            low = m < low ? m : low;
            high = m > high ? m : high;
        }
        if (high - low <= widest) continue;
        widest = high - low;
        axis = k;
    }
    for (uint32_t i = 0; i < count; i++)
        list[i] = (sorted){middle_of(g->s, g->kept[first + i], axis), g->kept[first + i]};
    qsort(list, count, sizeof *list, by_middle);
    for (uint32_t i = 0; i < count; i++) g->kept[first + i] = list[i].triangle;
    free(list);
    return true;
}

static int16_t step_of(const collision_source *s, uint32_t place, int axis) {
    return (int16_t)(((int64_t)s->places[place][axis] - s->offset[axis]) / ((int64_t)1 << s->exponent));
}

/* Adds the node of a range of triangles and those behind it. Halves are as large as one another, so it is never deep. */
static bool add_nodes(soup *g, uint32_t first, uint32_t count) {
    const bool leaf = count <= COLLISION_LEAF;
    const uint32_t half = (count / 2 + COLLISION_LEAF - 1) / COLLISION_LEAF * COLLISION_LEAF;
    rom_soup_node_record node = {.low = {INT16_MAX, INT16_MAX, INT16_MAX},
                                 .high = {INT16_MIN, INT16_MIN, INT16_MIN},
                                 .first = (uint16_t)first,
                                 .count = (uint16_t)(leaf ? count : 0)};
    for (uint32_t i = first * 3; i < (first + count) * 3; i++) {
        for (int k = 0; k < 3; k++) {
            const int16_t at = step_of(g->s, g->s->corners[g->kept[i / 3] * 3 + i % 3], k);
            node.low[k] = at < node.low[k] ? at : node.low[k];
            node.high[k] = at > node.high[k] ? at : node.high[k];
        }
    }
    const size_t place = record_add_soup_node(&g->nodes, &node);
    g->node_count++;
    if (!leaf && !(sort_along(g, first, count) && add_nodes(g, first, half) &&
                   add_nodes(g, first + half, count - half)))
        return false;
    writer_put_u32(&g->nodes, place + ROM_SOUP_NODE_NEXT, g->node_count);
    return true;
}

/* ---- the chunk ---- */

static int axis_of(const double normal[3]) {
    const double x = fabs(normal[0]), y = fabs(normal[1]), z = fabs(normal[2]);
    return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

static void put_triangle(const soup *g, uint32_t triangle, writer *out) {
    const collision_plane *plane = &g->planes[triangle];
    rom_soup_triangle_record row = {
        .marks = (uint8_t)(g->active[triangle] | axis_of(plane->normal) << ROM_SOUP_TRIANGLE_AXIS),
        .material = g->s->parts[triangle],
        .distance = (int32_t)writer_round(plane->distance)};
    for (int k = 0; k < 3; k++) {
        row.corner[k] = (uint16_t)g->s->corners[triangle * 3 + (uint32_t)k];
        row.normal[k] = (int32_t)writer_round(plane->normal[k] * 1073741824.0);
    }
    record_add_soup_triangle(out, &row);
}

static bool put_bounds(const collision_source *s, rom_shape_record *r, tool_error *error) {
    for (int k = 0; k < 3; k++) {
        r->offset[k] = s->offset[k];
        r->low[k] = INT32_MAX;
        r->high[k] = INT32_MIN;
        for (uint32_t i = 0; i < s->place_count; i++) {
            r->low[k] = s->places[i][k] < r->low[k] ? s->places[i][k] : r->low[k];
            r->high[k] = s->places[i][k] > r->high[k] ? s->places[i][k] : r->high[k];
        }
        if (r->low[k] < -COLLISION_REACH * 65536 || r->high[k] > COLLISION_REACH * 65536)
            return import_error_file(error, s->name, "it reaches beyond %d m; scale it down or divide it",
                                     (int)COLLISION_REACH);
    }
    return true;
}

bool collision_head(const collision_source *s, rom_shape_record *r, tool_error *error) {
    if (s->triangle_count == 0) return import_error_file(error, s->name, "it has no triangles");
    if (s->place_count > COLLISION_MOST || s->triangle_count > COLLISION_MOST)
        return import_error_file(error, s->name,
                                 "%u corners and %u triangles, at most %d are possible; divide it",
                                 (unsigned)s->place_count, (unsigned)s->triangle_count, (int)COLLISION_MOST);
    if (s->exponent > 12)
        return import_error_file(error, s->name, "it is larger than %d m; scale it down or divide it",
                                 2 * (int)COLLISION_REACH);
    r->exponent = (uint8_t)s->exponent;
    return put_bounds(s, r, error);
}

void collision_put_places(const collision_source *s, writer *out) {
    for (uint32_t i = 0; i < s->place_count; i++)
        for (int k = 0; k < 3; k++) writer_u16(out, (uint16_t)step_of(s, i, k));
    writer_align(out, 4);
}

bool collision_soup(const collision_source *s, double thickness, writer *out, collision_report *report,
                    tool_error *error) {
    soup g;
    rom_shape_record r = {.kind = ROM_SHAPE_SOUP, .thickness = (int32_t)writer_fx(thickness)};
    if (!collision_head(s, &r, error)) return false;
    bool ok = make_soup(s, &g, report);
    if (ok && g.count == 0) {
        free_soup(&g);
        return import_error_file(error, s->name, "none of its triangles has an area");
    }
    ok = ok && add_nodes(&g, 0, g.count);
    if (ok) {
        report->nodes = g.node_count;
        r.flags = report->closed ? ROM_SHAPE_CLOSED : 0;
        r.vertex_count = s->place_count;
        r.vertices_at = (uint32_t)out->size;
        collision_put_places(s, out);
        r.triangle_count = g.count;
        r.triangles_at = (uint32_t)out->size;
        for (uint32_t i = 0; i < g.count; i++) put_triangle(&g, g.kept[i], out);
        r.node_count = g.node_count;
        r.nodes_at = (uint32_t)out->size;
        writer_bytes(out, g.nodes.data, g.nodes.size);
        r.corner_count = s->surface_count * 4;
        r.corners_at = s->surface_count == 0 ? 0 : (uint32_t)out->size;
        for (uint32_t i = 0; i < s->surface_count; i++) writer_u32(out, s->surfaces[i]);
        record_put_shape(out, 0, &r);
        ok = !out->failed && !g.nodes.failed;
    }
    free_soup(&g);
    return ok || import_error_memory(error, s->name);
}
