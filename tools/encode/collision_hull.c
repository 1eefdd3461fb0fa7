/* Convex hulls: points that are added one by one, sides that are merged. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/collision/shape.h"
#include "rom/rom.h"
#include "tools/encode/collision.h"
#include "tools/record_writer.h"

/* While the hull grows, its sides are triangles: twice the points less four, and as many again under way. */
enum { SIDES = 4 * OX_HULL_POINTS, NO_SIDE = -1 };

typedef struct hull_side {
    uint32_t corner[3];
    collision_plane plane;
    bool gone, seen;
    int group;
} hull_side;

typedef struct hull {
    const collision_source *s;
    hull_side sides[SIDES];
    int side_count;
    double room; /* so far above a plane a place counts as on it */
    double centre[3];
    uint32_t points[OX_HULL_POINTS]; /* numbers of places */
    uint32_t point_count;
    uint8_t corners[OX_HULL_CORNERS], first[OX_HULL_FACES + 1];
    collision_plane planes[OX_HULL_FACES];
    uint32_t face_count, corner_count;
} hull;

static double distance2(const double a[3], const int32_t b[3]) {
    double sum = 0;
    for (int k = 0; k < 3; k++) sum += (a[k] - b[k]) * (a[k] - b[k]);
    return sum;
}

static void place_as_double(const hull *h, uint32_t place, double out[3]) {
    for (int k = 0; k < 3; k++) out[k] = h->s->places[place][k];
}

/* ---- growing ---- */

static void add_side(hull *h, uint32_t a, uint32_t b, uint32_t c) {
    hull_side *side = &h->sides[h->side_count];
    for (int i = 0; i < h->side_count; i++) /* sides that are gone make room */
        if (h->sides[i].gone) {
            side = &h->sides[i];
            break;
        }
    if (side == &h->sides[h->side_count]) h->side_count++;
    *side = (hull_side){.corner = {a, b, c},
                        .plane = collision_plane_of(h->s->places[a], h->s->places[b], h->s->places[c])};
}

/* The place that is farthest by a measure; of those the farthest from a place that all hulls have, so that it is a corner and not a place
 * on a side. */
typedef double measure(const hull *h, const uint32_t *chosen, uint32_t place);

static uint32_t farthest(const hull *h, measure *how, const uint32_t *chosen, double *by) {
    uint32_t best = 0;
    double best_tie = -1;
    *by = -1;
    for (uint32_t i = 0; i < h->s->place_count; i++) {
        const double value = how(h, chosen, i), tie = distance2(h->centre, h->s->places[i]);
        if (value < *by - h->room || (value <= *by + h->room && tie <= best_tie)) continue;
        *by = value > *by ? value : *by;
        best = i;
        best_tie = tie;
    }
    return best;
}

static double from_middle(const hull *h, const uint32_t *chosen, uint32_t place) {
    (void)chosen;
    return sqrt(distance2(h->centre, h->s->places[place]));
}

static double from_first(const hull *h, const uint32_t *chosen, uint32_t place) {
    double first[3];
    place_as_double(h, chosen[0], first);
    return sqrt(distance2(first, h->s->places[place]));
}

static double from_line(const hull *h, const uint32_t *chosen, uint32_t place) {
    double a[3], b[3], p[3], along = 0, length = 0, whole = 0;
    place_as_double(h, chosen[0], a);
    place_as_double(h, chosen[1], b);
    place_as_double(h, place, p);
    for (int k = 0; k < 3; k++) {
        along += (p[k] - a[k]) * (b[k] - a[k]);
        length += (b[k] - a[k]) * (b[k] - a[k]);
        whole += (p[k] - a[k]) * (p[k] - a[k]);
    }
    return sqrt(fmax(0, whole - along * along / length));
}

static double from_plane(const hull *h, const uint32_t *chosen, uint32_t place) {
    const collision_plane plane =
        collision_plane_of(h->s->places[chosen[0]], h->s->places[chosen[1]], h->s->places[chosen[2]]);
    return fabs(collision_above(&plane, h->s->places[place]));
}

/* How far a place lies outside: above the side that it is highest above. */
static double from_hull(const hull *h, const uint32_t *chosen, uint32_t place) {
    double most = 0;
    (void)chosen;
    for (int i = 0; i < h->side_count; i++) {
        const double above = h->sides[i].gone ? 0 : collision_above(&h->sides[i].plane, h->s->places[place]);
        most = above > most ? above : most;
    }
    return most;
}

/* Four places that span a volume; false: there are none. */
static bool begin_hull(hull *h) {
    static measure *const measures[] = {from_middle, from_first, from_line, from_plane};
    uint32_t c[4];
    double by;
    for (uint32_t i = 0; i < h->s->place_count; i++)
        for (int k = 0; k < 3; k++) h->centre[k] += (double)h->s->places[i][k] / h->s->place_count;
    for (int i = 0; i < 4; i++) {
        c[i] = farthest(h, measures[i], c, &by);
        if (by <= 2 * h->room) return false;
    }
    const collision_plane base =
        collision_plane_of(h->s->places[c[0]], h->s->places[c[1]], h->s->places[c[2]]);
    if (collision_above(&base, h->s->places[c[3]]) > 0) {
        const uint32_t swapped = c[1];
        c[1] = c[2];
        c[2] = swapped;
    }
    add_side(h, c[0], c[1], c[2]);
    for (int k = 0; k < 3; k++) add_side(h, c[(k + 1) % 3], c[k], c[3]);
    h->point_count = 4;
    return true;
}

static int side_of_edge(const hull *h, uint32_t from, uint32_t to) {
    for (int i = 0; i < h->side_count; i++)
        for (int k = 0; k < 3 && !h->sides[i].gone; k++)
            if (h->sides[i].corner[k] == from && h->sides[i].corner[(k + 1) % 3] == to) return i;
    return NO_SIDE;
}

/* Marks the sides that a place sees, one piece that begins with the side it is highest above. */
static void mark_seen(hull *h, uint32_t place) {
    int best = NO_SIDE;
    double most = 0;
    for (int i = 0; i < h->side_count; i++) {
        h->sides[i].seen = false;
        const double above = h->sides[i].gone ? 0 : collision_above(&h->sides[i].plane, h->s->places[place]);
        if (above <= most) continue;
        most = above;
        best = i;
    }
    h->sides[best].seen = true;
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < h->side_count; i++) {
            if (h->sides[i].gone || h->sides[i].seen ||
                collision_above(&h->sides[i].plane, h->s->places[place]) <= h->room)
                continue;
            for (int k = 0; k < 3 && !h->sides[i].seen; k++) {
                const int other = side_of_edge(h, h->sides[i].corner[(k + 1) % 3], h->sides[i].corner[k]);
                h->sides[i].seen = other != NO_SIDE && h->sides[other].seen;
            }
            more = more || h->sides[i].seen;
        }
    }
}

/* Adds a place: the sides that it sees give way to sides between it and their rim. */
static void add_place(hull *h, uint32_t place) {
    uint32_t rim[SIDES * 3][2];
    int count = 0;
    mark_seen(h, place);
    for (int i = 0; i < h->side_count; i++)
        for (int k = 0; k < 3 && !h->sides[i].gone && h->sides[i].seen; k++) {
            const uint32_t from = h->sides[i].corner[k], to = h->sides[i].corner[(k + 1) % 3];
            const int other = side_of_edge(h, to, from);
            if (other != NO_SIDE && h->sides[other].seen) continue;
            rim[count][0] = from;
            rim[count++][1] = to;
        }
    for (int i = 0; i < h->side_count; i++) h->sides[i].gone = h->sides[i].gone || h->sides[i].seen;
    for (int i = 0; i < count; i++) add_side(h, rim[i][0], rim[i][1], place);
    h->point_count++;
}

/* ---- merging ---- */

static void join(hull *h, int from, int into) {
    for (int i = 0; i < h->side_count; i++)
        if (h->sides[i].group == from) h->sides[i].group = into;
}

/* Whether all corners of a group lie in the plane of a side. */
static bool lies_in(const hull *h, const collision_plane *plane, int group) {
    for (int i = 0; i < h->side_count; i++)
        for (int k = 0; k < 3 && !h->sides[i].gone && h->sides[i].group == group; k++)
            if (fabs(collision_above(plane, h->s->places[h->sides[i].corner[k]])) > h->room) return false;
    return true;
}

static double area_of(const hull *h, const hull_side *side) {
    double u[3], v[3], a[3];
    place_as_double(h, side->corner[0], a);
    for (int k = 0; k < 3; k++) {
        u[k] = h->s->places[side->corner[1]][k] - a[k];
        v[k] = h->s->places[side->corner[2]][k] - a[k];
    }
    return hypot(hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2]), u[0] * v[1] - u[1] * v[0]);
}

/* Puts sides in one plane into one group, the largest first, whose planes are the surest. */
static void group_sides(hull *h) {
    bool done[SIDES] = {false};
    for (int i = 0; i < h->side_count; i++) h->sides[i].group = i;
    for (;;) {
        int largest = NO_SIDE;
        for (int i = 0; i < h->side_count; i++)
            if (!h->sides[i].gone && !done[i] &&
                (largest == NO_SIDE || area_of(h, &h->sides[i]) > area_of(h, &h->sides[largest])))
                largest = i;
        if (largest == NO_SIDE) return;
        const int group = h->sides[largest].group;
        for (bool more = true; more;) {
            more = false;
            for (int i = 0; i < h->side_count; i++)
                for (int k = 0; k < 3 && !h->sides[i].gone && h->sides[i].group == group; k++) {
                    const int other = side_of_edge(h, h->sides[i].corner[(k + 1) % 3], h->sides[i].corner[k]);
                    if (other == NO_SIDE || h->sides[other].group == group || done[other] ||
                        !lies_in(h, &h->sides[largest].plane, h->sides[other].group))
                        continue;
                    join(h, h->sides[other].group, group);
                    more = true;
                }
        }
        for (int i = 0; i < h->side_count; i++) done[i] = done[i] || h->sides[i].group == group;
    }
}

static uint8_t number_of_point(hull *h, uint32_t place) {
    uint32_t i = 0;
    while (i < h->point_count && h->points[i] != place) i++;
    if (i == h->point_count) h->points[h->point_count++] = place;
    return (uint8_t)i;
}

/* The edge of a group that begins at a place: where it leads, or UINT32_MAX. */
static uint32_t rim_from(const hull *h, int group, uint32_t from) {
    for (int i = 0; i < h->side_count; i++)
        for (int k = 0; k < 3 && !h->sides[i].gone && h->sides[i].group == group; k++) {
            const uint32_t to = h->sides[i].corner[(k + 1) % 3];
            const int other = side_of_edge(h, to, h->sides[i].corner[k]);
            if (h->sides[i].corner[k] == from && (other == NO_SIDE || h->sides[other].group != group))
                return to;
        }
    return UINT32_MAX;
}

/* How many groups meet at a place: two where it lies on an edge and is no corner. */
static int groups_at(const hull *h, uint32_t place) {
    int groups[SIDES], count = 0;
    for (int i = 0; i < h->side_count; i++)
        for (int k = 0; k < 3 && !h->sides[i].gone; k++) {
            int g = 0;
            if (h->sides[i].corner[k] != place) continue;
            while (g < count && groups[g] != h->sides[i].group) g++;
            if (g == count) groups[count++] = h->sides[i].group;
        }
    return count;
}

/* Writes the loop of a group of sides. */
static bool take_face(hull *h, int group, const collision_plane *plane) {
    uint32_t start = UINT32_MAX, at;
    for (int i = 0; i < h->side_count && start == UINT32_MAX; i++)
        for (int k = 0; k < 3 && !h->sides[i].gone && h->sides[i].group == group; k++)
            if (rim_from(h, group, h->sides[i].corner[k]) != UINT32_MAX) start = h->sides[i].corner[k];
    at = start;
    h->planes[h->face_count] = *plane;
    h->first[h->face_count++] = (uint8_t)h->corner_count;
    const uint32_t first = h->corner_count;
    for (uint32_t steps = 0; at != UINT32_MAX && steps <= OX_HULL_CORNERS; steps++) {
        if (groups_at(h, at) > 2) {
            if (h->corner_count == OX_HULL_CORNERS) return false;
            h->corners[h->corner_count++] = number_of_point(h, at);
        }
        at = rim_from(h, group, at);
        if (at == start) return h->corner_count >= first + 3;
    }
    return false;
}

/* The faces out of the sides. */
static bool take_faces(hull *h) {
    bool taken[SIDES] = {false};
    h->point_count = h->face_count = h->corner_count = 0;
    for (int i = 0; i < h->side_count; i++) {
        const int group = h->sides[i].group;
        if (h->sides[i].gone || taken[group]) continue;
        taken[group] = true;
        if (h->face_count == OX_HULL_FACES || !take_face(h, group, &h->sides[group].plane)) return false;
    }
    h->first[h->face_count] = (uint8_t)h->corner_count;
    return true;
}

/* ---- the chunk ---- */

/* Moves a plane out until no point is in front of it, and writes the face. */
static void put_face(const hull *h, uint32_t face, writer *out) {
    rom_hull_face_record row = {.first = h->first[face],
                                .count = (uint16_t)(h->first[face + 1] - h->first[face])};
    int64_t most = INT64_MIN;
    for (int k = 0; k < 3; k++)
        row.normal[k] = (int32_t)writer_round(h->planes[face].normal[k] * 1073741824.0);
    for (uint32_t i = 0; i < h->point_count; i++) {
        int64_t along = 0;
        for (int k = 0; k < 3; k++) along += (int64_t)row.normal[k] * h->s->places[h->points[i]][k];
        most = along > most ? along : most;
    }
    row.distance = (int32_t) - (int64_t)ceil((double)most / 1073741824.0);
    record_add_hull_face(out, &row);
}

static bool put_hull(const hull *h, writer *out, tool_error *error) {
    int32_t places[OX_HULL_POINTS][3];
    collision_source own = *h->s;
    rom_shape_record r = {.kind = ROM_SHAPE_HULL, .flags = ROM_SHAPE_CLOSED};
    for (uint32_t i = 0; i < h->point_count; i++)
        memcpy(places[i], h->s->places[h->points[i]], sizeof places[i]);
    own.places = places;
    own.place_count = h->point_count;
    if (!collision_head(&own, &r, error)) return false;
    r.vertex_count = h->point_count;
    r.vertices_at = (uint32_t)out->size;
    collision_put_places(&own, out);
    r.face_count = h->face_count;
    r.faces_at = (uint32_t)out->size;
    for (uint32_t i = 0; i < h->face_count; i++) put_face(h, i, out);
    r.corner_count = h->corner_count;
    r.corners_at = (uint32_t)out->size;
    writer_bytes(out, h->corners, h->corner_count);
    writer_align(out, 4);
    record_put_shape(out, 0, &r);
    return !out->failed || import_error_memory(error, h->s->name);
}

bool collision_hull(const collision_source *s, writer *out, collision_report *report, tool_error *error) {
    hull *h = calloc(1, sizeof *h);
    rom_shape_record unused;
    bool ok = h != NULL && collision_judge(s, report);
    if (!ok) {
        free(h);
        return import_error_memory(error, s->name);
    }
    h->s = s;
    h->room = 1 + 1.5 * (double)(1u << s->exponent);
    ok = collision_head(s, &unused, error) &&
         (begin_hull(h) ||
          import_error_file(error, s->name, "it is flat, a hull needs a volume; write kind=soup"));
    double outside = 0;
    while (ok) {
        const uint32_t place = farthest(h, from_hull, NULL, &outside);
        if (outside <= h->room || h->point_count == OX_HULL_POINTS) break;
        add_place(h, place);
    }
    if (ok) {
        group_sides(h);
        if (!take_faces(h)) { /* sides that do not merge into loops stay triangles */
            for (int i = 0; i < h->side_count; i++) h->sides[i].group = i;
            ok = take_faces(h) ||
                 import_error_file(error, s->name, "no hull of at most %d faces goes about it; simplify it",
                                   (int)OX_HULL_FACES);
        }
    }
    if (ok) {
        report->vertices = h->point_count;
        report->faces = h->face_count;
        report->left_out = outside > h->room ? outside / 65536 : 0;
        ok = put_hull(h, out, error);
    }
    free(h);
    return ok;
}
