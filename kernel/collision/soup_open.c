/* Chunks of shapes made ready. The reader of images has seen to it that their arrays lie inside of them; what else a soup or a hull counts on is looked at here. */
#include "kernel/collision/soup.h"
#include "rom/rom.h"

enum { REACH = 2048 * 65536, EXPONENT = 12, THICK = 256 * 65536, MOST = 65535 };

static int32_t axis_at(const uint8_t *at, uint32_t axis) { return rom_i32(at + 4 * axis); }

/* ---- what both kinds have ---- */

static const char *check_head(const uint8_t *c, uint32_t kind) {
    if (c[ROM_SHAPE_KIND] != kind)
        return kind == ROM_SHAPE_HULL ? "it is a soup of triangles, and a hull is asked for; write kind=hull"
                                      : "it is a hull, and a soup of triangles is asked for; write kind=soup";
    if (c[ROM_SHAPE_EXPONENT] > EXPONENT) return "steps of places are longer than 2^12";
    for (uint32_t k = 0; k < 3; k++)
        if (axis_at(c + ROM_SHAPE_LOW, k) < -REACH || axis_at(c + ROM_SHAPE_HIGH, k) > REACH ||
            axis_at(c + ROM_SHAPE_LOW, k) > axis_at(c + ROM_SHAPE_HIGH, k) ||
            axis_at(c + ROM_SHAPE_OFFSET, k) < -2 * REACH || axis_at(c + ROM_SHAPE_OFFSET, k) > 2 * REACH)
            return "its bounds are inside out, or beyond 2,048 m";
    if (rom_i32(c + ROM_SHAPE_THICKNESS) < 0 || rom_i32(c + ROM_SHAPE_THICKNESS) > THICK)
        return "a thickness below 0 or above 256 m";
    return NULL;
}

static int64_t coordinate(const uint8_t *c, const uint8_t *steps, uint32_t axis) {
    return axis_at(c + ROM_SHAPE_OFFSET, axis) +
           rom_i16(steps + 2 * axis) * ((int64_t)1 << c[ROM_SHAPE_EXPONENT]);
}

static const char *check_places(const uint8_t *c) {
    const uint8_t *steps = c + rom_u32(c + ROM_SHAPE_VERTICES_AT);
    for (uint32_t i = 0; i < rom_u32(c + ROM_SHAPE_VERTEX_COUNT); i++, steps += 6)
        for (uint32_t k = 0; k < 3; k++) {
            const int64_t at = coordinate(c, steps, k);
            if (at < axis_at(c + ROM_SHAPE_LOW, k) || at > axis_at(c + ROM_SHAPE_HIGH, k))
                return "a corner lies outside of its bounds";
        }
    return NULL;
}

/* Whether a stored normal has the length 1, within 2^-20. */
static bool is_unit(const uint8_t *normal) {
    int64_t square = 0;
    for (uint32_t k = 0; k < 3; k++) {
        const int64_t n = axis_at(normal, k);
        if (n < -Q30_ONE || n > Q30_ONE) return false;
        square += n * n;
    }
    const int64_t apart = square - ((int64_t)1 << 60);
    return apart < (int64_t)1 << 41 && apart > -((int64_t)1 << 41);
}

/* How far in front of a stored plane (normal, then distance) a place lies, in LSB. */
static int64_t in_front(const uint8_t *c, const uint8_t *plane, uint32_t vertex) {
    const uint8_t *steps = c + rom_u32(c + ROM_SHAPE_VERTICES_AT) + (size_t)vertex * 6;
    int64_t sum = 0;
    for (uint32_t k = 0; k < 3; k++) sum += axis_at(plane, k) * coordinate(c, steps, k);
    return fx_rshr64(sum, 30) + axis_at(plane, 3);
}

/* ---- soups ---- */

/* Twice the area seen along an axis, in steps: exact. */
static int64_t area_along(const uint8_t *const corner[3], uint32_t axis) {
    const uint32_t u = (axis + 1) % 3, v = (axis + 2) % 3;
    int64_t side[2][2];
    for (uint32_t i = 0; i < 2; i++) {
        side[i][0] = (int64_t)rom_i16(corner[i + 1] + 2 * u) - rom_i16(corner[0] + 2 * u);
        side[i][1] = (int64_t)rom_i16(corner[i + 1] + 2 * v) - rom_i16(corner[0] + 2 * v);
    }
    return side[0][0] * side[1][1] - side[0][1] * side[1][0];
}

static const char *check_triangle(const uint8_t *c, const uint8_t *row, uint32_t vertices) {
    const uint8_t *corner[3], *normal = row + ROM_SOUP_TRIANGLE_NORMAL;
    const uint32_t marks = row[ROM_SOUP_TRIANGLE_MARKS], axis = marks >> ROM_SOUP_TRIANGLE_AXIS;
    for (uint32_t k = 0; k < 3; k++) {
        const uint32_t number = rom_u16(row + ROM_SOUP_TRIANGLE_CORNER + 2 * k);
        if (number >= vertices) return "a triangle names a corner that is not there";
        corner[k] = c + rom_u32(c + ROM_SHAPE_VERTICES_AT) + (size_t)number * 6;
    }
    if (axis > 2 || !is_unit(normal)) return "a triangle's axis or normal is none";
    for (uint32_t k = 0; k < 3; k++) {
        const int64_t away = in_front(c, normal, rom_u16(row + ROM_SOUP_TRIANGLE_CORNER + 2 * k));
        if (away < -4 || away > 4) return "a triangle's plane does not hold its corners";
        if ((int64_t)axis_at(normal, k) * axis_at(normal, k) >
            (int64_t)axis_at(normal, axis) * axis_at(normal, axis))
            return "a triangle's normal is longer along another axis";
    }
    const int64_t area = area_along(corner, axis);
    if (area == 0 || (area > 0) != (axis_at(normal, axis) > 0))
        return "a triangle has no area, or its normal points back";
    return NULL;
}

/* Nodes lead forth alone, so every walk ends; leaves take triangles one after the other, and hold what they take. */
static const char *check_nodes(const uint8_t *c) {
    const uint8_t *node = c + rom_u32(c + ROM_SHAPE_NODES_AT);
    const uint32_t count = rom_u32(c + ROM_SHAPE_NODE_COUNT),
                   triangles = rom_u32(c + ROM_SHAPE_TRIANGLE_COUNT);
    uint32_t taken = 0;
    for (uint32_t i = 0; i < count; i++, node += ROM_SOUP_NODE_SIZE) {
        const uint32_t next = rom_u32(node + ROM_SOUP_NODE_NEXT), own = rom_u16(node + ROM_SOUP_NODE_COUNT);
        if (next <= i || next > count) return "a box leads back";
        if (rom_u16(node + ROM_SOUP_NODE_FIRST) != taken || own > triangles - taken)
            return "boxes do not take the triangles one after the other";
        for (uint32_t k = 0; k < 3; k++)
            if (coordinate(c, node + ROM_SOUP_NODE_LOW, k) < axis_at(c + ROM_SHAPE_LOW, k) ||
                coordinate(c, node + ROM_SOUP_NODE_HIGH, k) > axis_at(c + ROM_SHAPE_HIGH, k) ||
                rom_i16(node + ROM_SOUP_NODE_LOW + 2 * k) > rom_i16(node + ROM_SOUP_NODE_HIGH + 2 * k))
                return "a box reaches out of the bounds";
        for (uint32_t t = taken; t < taken + own; t++) {
            const uint8_t *row = c + rom_u32(c + ROM_SHAPE_TRIANGLES_AT) + (size_t)t * ROM_SOUP_TRIANGLE_SIZE;
            for (uint32_t k = 0; k < 9; k++) {
                const int16_t at =
                    rom_i16(c + rom_u32(c + ROM_SHAPE_VERTICES_AT) +
                            (size_t)rom_u16(row + ROM_SOUP_TRIANGLE_CORNER + k / 3 * 2) * 6 + k % 3 * 2);
                if (at < rom_i16(node + ROM_SOUP_NODE_LOW + k % 3 * 2) ||
                    at > rom_i16(node + ROM_SOUP_NODE_HIGH + k % 3 * 2))
                    return "a box does not hold its triangles";
            }
        }
        taken += own;
    }
    return taken == triangles ? NULL : "triangles that no box holds";
}

const char *ox_soup_open(ox_soup *soup, const uint8_t *chunk) {
    const uint32_t vertices = rom_u32(chunk + ROM_SHAPE_VERTEX_COUNT),
                   triangles = rom_u32(chunk + ROM_SHAPE_TRIANGLE_COUNT);
    const uint8_t *row = chunk + rom_u32(chunk + ROM_SHAPE_TRIANGLES_AT);
    const char *wrong = check_head(chunk, ROM_SHAPE_SOUP);
    soup->chunk = chunk;
    if (wrong == NULL && (vertices < 3 || vertices > MOST || triangles == 0 || triangles > MOST))
        wrong = "a soup of no triangles, or of more than 65,535 triangles or corners";
    if (wrong == NULL) wrong = check_places(chunk);
    for (uint32_t i = 0; wrong == NULL && i < triangles; i++, row += ROM_SOUP_TRIANGLE_SIZE)
        wrong = check_triangle(chunk, row, vertices);
    return wrong != NULL ? wrong : check_nodes(chunk);
}

/* ---- hulls ---- */

static const char *check_face(const uint8_t *c, const uint8_t *row, uint32_t taken) {
    const uint32_t points = rom_u32(c + ROM_SHAPE_VERTEX_COUNT), first = rom_u16(row + ROM_HULL_FACE_FIRST),
                   count = rom_u16(row + ROM_HULL_FACE_COUNT);
    const uint8_t *corners = c + rom_u32(c + ROM_SHAPE_CORNERS_AT) + first;
    const int64_t room = 8 + ((int64_t)4 << c[ROM_SHAPE_EXPONENT]);
    if (first != taken || count < 3 || count > rom_u32(c + ROM_SHAPE_CORNER_COUNT) - taken)
        return "faces do not take the corners one after the other";
    if (!is_unit(row + ROM_HULL_FACE_NORMAL)) return "a face's normal is none";
    for (uint32_t i = 0; i < points; i++)
        if (in_front(c, row + ROM_HULL_FACE_NORMAL, i) > 1) return "a point lies in front of a face";
    for (uint32_t i = 0; i < count; i++) {
        if (corners[i] >= points) return "a face names a point that is not there";
        if (in_front(c, row + ROM_HULL_FACE_NORMAL, corners[i]) < -room)
            return "a face does not hold its corners";
    }
    return NULL;
}

static const char *check_hull(const uint8_t *c) {
    const uint32_t points = rom_u32(c + ROM_SHAPE_VERTEX_COUNT), faces = rom_u32(c + ROM_SHAPE_FACE_COUNT),
                   corners = rom_u32(c + ROM_SHAPE_CORNER_COUNT);
    const uint8_t *row = c + rom_u32(c + ROM_SHAPE_FACES_AT);
    uint32_t taken = 0;
    const char *wrong = check_head(c, ROM_SHAPE_HULL);
    if (wrong == NULL && (points < 4 || points > OX_HULL_POINTS || faces < 4 || faces > OX_HULL_FACES ||
                          corners > OX_HULL_CORNERS))
        wrong = "a hull of less than 4 or more than 32 points, or 60 faces, or 180 corners";
    if (wrong == NULL) wrong = check_places(c);
    for (uint32_t f = 0; wrong == NULL && f < faces; f++, row += ROM_HULL_FACE_SIZE) {
        wrong = check_face(c, row, taken);
        taken += rom_u16(row + ROM_HULL_FACE_COUNT);
    }
    return wrong != NULL || taken == corners ? wrong : "corners that no face takes";
}

/* The edges of loops: each is gone along once in each way, by two faces. False where one is not. */
static bool find_edges(ox_hull *hull, uint8_t *edges) {
    uint32_t count = 0, corners = hull->first[hull->face_count];
    for (uint32_t f = 0; f < hull->face_count; f++)
        for (uint32_t i = hull->first[f]; i < hull->first[f + 1]; i++) {
            const uint8_t from = hull->loops[i],
                          to = hull->loops[i + 1u < hull->first[f + 1] ? i + 1u : hull->first[f]];
            uint32_t met = 0;
            for (uint32_t g = 0; g < hull->face_count; g++)
                for (uint32_t k = hull->first[g]; k < hull->first[g + 1]; k++) {
                    const uint8_t next = hull->loops[k + 1u < hull->first[g + 1] ? k + 1u : hull->first[g]];
                    if (hull->loops[k] != to || next != from) continue;
                    met++;
                    if (from > to) continue;
                    if (count == corners / 2) return false;
                    edges[4 * count] = from;
                    edges[4 * count + 1] = to;
                    edges[4 * count + 2] = (uint8_t)f;
                    edges[4 * count++ + 3] = (uint8_t)g;
                }
            if (met != 1) return false;
        }
    hull->edges = edges;
    hull->edge_count = (uint8_t)count;
    return count * 2 == corners;
}

const char *ox_hull_read(ox_hull *hull, const uint8_t *c, void *memory) {
    const char *wrong = check_hull(c);
    if (wrong != NULL) return wrong;
    const uint32_t points = rom_u32(c + ROM_SHAPE_VERTEX_COUNT), faces = rom_u32(c + ROM_SHAPE_FACE_COUNT),
                   corners = rom_u32(c + ROM_SHAPE_CORNER_COUNT);
    plane30 *planes = memory;
    vec3 *places = (vec3 *)(void *)(planes + faces);
    uint8_t *edges = (uint8_t *)(places + points), *first = edges + corners / 2 * 4,
            *loops = first + faces + 1;
    const uint8_t *steps = c + rom_u32(c + ROM_SHAPE_VERTICES_AT), *row = c + rom_u32(c + ROM_SHAPE_FACES_AT);
    for (uint32_t i = 0; i < points; i++, steps += 6)
        places[i] =
            (vec3){(fx)coordinate(c, steps, 0), (fx)coordinate(c, steps, 1), (fx)coordinate(c, steps, 2)};
    for (uint32_t f = 0; f < faces; f++, row += ROM_HULL_FACE_SIZE) {
        const uint8_t *n = row + ROM_HULL_FACE_NORMAL;
        planes[f] = (plane30){{axis_at(n, 0), axis_at(n, 1), axis_at(n, 2)}, axis_at(n, 3)};
        first[f] = (uint8_t)rom_u16(row + ROM_HULL_FACE_FIRST);
    }
    first[faces] = (uint8_t)corners;
    for (uint32_t i = 0; i < corners; i++) loops[i] = c[rom_u32(c + ROM_SHAPE_CORNERS_AT) + i];
    *hull = (ox_hull){.points = places,
                      .planes = planes,
                      .first = first,
                      .loops = loops,
                      .point_count = (uint8_t)points,
                      .face_count = (uint8_t)faces};
    return find_edges(hull, edges) ? NULL : "an edge of a hull that not just two faces have";
}
