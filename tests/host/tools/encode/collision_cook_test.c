/* Soups and hulls out of meshes: what is closed, what is convex, which edges stick out, what a hull holds. */
#include <math.h>

#include "tests/host/kernel/collision/cooked.h"

static const double square[][2] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}},
                    pentagon[][2] = {{1, 0},
                                     {0.309, 0.951},
                                     {-0.809, 0.588},
                                     {-0.809, -0.588},
                                     {0.309, -0.951}},
                    ell[][2] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}},
                    mouth[][2] = {{2, -1}, {0, 0}, {2, 1}, {-2, 2}, {-2, -2}},
                    arrow[][2] = {{0, 2}, {-1, 0}, {0, 0.5}, {1, 0}};
static const uint32_t fan[][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}},
                      of_ell[][3] = {{0, 1, 3}, {1, 2, 3}, {0, 3, 5}, {3, 4, 5}},
                      of_mouth[][3] = {{0, 1, 4}, {1, 2, 3}, {1, 3, 4}},
                      of_arrow[][3] = {{0, 1, 2}, {0, 2, 3}};

typedef struct form {
    const double (*polygon)[2];
    uint32_t count;
    const uint32_t (*caps)[3];
    bool convex;
} form;

static const form forms[] = {{square, 4, fan, true},
                             {pentagon, 5, fan, true},
                             {ell, 6, of_ell, false},
                             {mouth, 5, of_mouth, false},
                             {arrow, 4, of_arrow, false}};

static void cook_form(cooked *c, const form *f) {
    cook_begin(c);
    cook_prism(c, f->polygon, f->count, f->caps, 1);
}

static void cook_tetrahedron(cooked *c) {
    uint32_t p[4];
    cook_begin(c);
    p[0] = cook_place(c, 0, 0, 0);
    p[1] = cook_place(c, 1, 0, 0);
    p[2] = cook_place(c, 0, 1, 0);
    p[3] = cook_place(c, 0, 0, 1);
    cook_triangle(c, p[0], p[2], p[1]);
    cook_triangle(c, p[0], p[1], p[3]);
    cook_triangle(c, p[0], p[3], p[2]);
    cook_triangle(c, p[1], p[2], p[3]);
}

static double flat(int x, int z) {
    (void)x;
    (void)z;
    return 0;
}

TEST(collision_cook_tells_closed_and_convex) {
    cooked c;
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        ox_soup soup;
        cook_form(&c, &forms[i]);
        const uint8_t *chunk = cook_end(&c, false, 0);
        CHECK(c.good && ox_soup_open(&soup, chunk) == NULL);
        CHECK(c.report.closed && ox_soup_is_closed(&soup));
        CHECK_EQ(c.report.convex, forms[i].convex);
        cook_free(&c);
    }
    cook_tetrahedron(&c);
    (void)cook_end(&c, false, 0);
    CHECK(c.report.closed && c.report.convex);
    cook_free(&c);
    cook_begin(&c);
    cook_ground(&c, 4, flat);
    ox_soup soup;
    const uint8_t *chunk = cook_end(&c, false, 0);
    CHECK(c.good && ox_soup_open(&soup, chunk) == NULL);
    CHECK(!c.report.closed && !ox_soup_is_closed(&soup) && !c.report.convex);
    cook_free(&c);
}

/* A box whose lid is dented by so much in its middle. */
static bool dented_is_convex(double dent) {
    cooked c;
    uint32_t low[4], high[4];
    cook_begin(&c);
    for (uint32_t i = 0; i < 4; i++) {
        low[i] = cook_place(&c, square[i][0], square[i][1], 0);
        high[i] = cook_place(&c, square[i][0], square[i][1], 1);
    }
    const uint32_t middle = cook_place(&c, 1, 1, 1 - dent);
    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t next = (i + 1) % 4, side[4] = {low[i], low[next], high[next], high[i]};
        cook_face(&c, side, 4);
        cook_triangle(&c, high[i], high[next], middle);
    }
    cook_triangle(&c, low[0], low[2], low[1]);
    cook_triangle(&c, low[0], low[3], low[2]);
    (void)cook_end(&c, false, 0);
    const bool convex = c.report.convex;
    CHECK(c.good && c.report.closed);
    cook_free(&c);
    return convex;
}

TEST(collision_cook_notices_a_dent) {
    CHECK(dented_is_convex(0) && dented_is_convex(-0.5) && !dented_is_convex(0.003));
}

/* Of the twelve edges of a cube each has two triangles, and each side one edge across, which is flat. */
TEST(collision_cook_marks_edges_that_stick_out) {
    cooked c;
    ox_soup soup;
    ox_triangle t;
    uint32_t active = 0;
    cook_form(&c, &forms[0]);
    const uint8_t *chunk = cook_end(&c, false, 0);
    CHECK(ox_soup_open(&soup, chunk) == NULL);
    for (uint32_t i = 0; i < 12; i++) {
        ox_soup_triangle(&soup, i, &t);
        for (int k = 0; k < 3; k++) active += t.active >> k & 1u;
    }
    CHECK_EQ(active, 24);
    cook_free(&c);
    cook_form(&c, &forms[2]);
    chunk = cook_end(&c, false, 0);
    CHECK(ox_soup_open(&soup, chunk) == NULL);
    active = 0;
    for (uint32_t i = 0; i < ox_soup_triangles(&soup); i++) {
        ox_soup_triangle(&soup, i, &t);
        for (int k = 0; k < 3; k++) active += t.active >> k & 1u;
    }
    CHECK_EQ(active, 2 * 17); /* of 18 edges one is a corner that bends inward */
    cook_free(&c);
}

/* A roof of two slopes that fall by so many degrees together. */
static uint32_t ridge_marks(double degrees) {
    cooked c;
    ox_soup soup;
    uint32_t active = 0;
    const double fall = tan(degrees / 2 * 3.14159265358979 / 180) * 10;
    cook_begin(&c);
    c.s.exponent = 5;
    const uint32_t a = cook_place(&c, 0, 0, -5), b = cook_place(&c, 0, 0, 5),
                   l = cook_place(&c, -10, -fall, 0), r = cook_place(&c, 10, -fall, 0);
    cook_triangle(&c, a, l, b);
    cook_triangle(&c, a, b, r);
    const uint8_t *chunk = cook_end(&c, false, 0);
    CHECK(ox_soup_open(&soup, chunk) == NULL);
    for (uint32_t i = 0; i < 2; i++) {
        ox_triangle t;
        ox_soup_triangle(&soup, i, &t);
        for (int k = 0; k < 3; k++) active += t.active >> k & 1u;
    }
    cook_free(&c);
    return active;
}

TEST(collision_cook_degree_of_edges) {
    CHECK_EQ(ridge_marks(0.9), 4); /* the rim alone */
    CHECK_EQ(ridge_marks(1.1), 6);
    CHECK_EQ(ridge_marks(-20), 4); /* a valley */
}

static double random_part(uint32_t *seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 8) / 16777216.0;
}

/* Whether a place is inside of a closed mesh: how often a line out of it goes through triangles. */
static bool mesh_holds(const collision_source *s, const double at[3]) {
    const double way[3] = {0.5713, 0.6127, 0.5461};
    bool inside = false;
    for (uint32_t t = 0; t < s->triangle_count; t++) {
        const int32_t *a = s->places[s->corners[3 * t]], *b = s->places[s->corners[3 * t + 1]],
                      *c = s->places[s->corners[3 * t + 2]];
        double u[3], v[3], w[3];
        for (int k = 0; k < 3; k++) {
            u[k] = b[k] - a[k];
            v[k] = c[k] - a[k];
            w[k] = at[k] - a[k];
        }
        const double p[3] = {way[1] * v[2] - way[2] * v[1], way[2] * v[0] - way[0] * v[2],
                             way[0] * v[1] - way[1] * v[0]},
                     det = u[0] * p[0] + u[1] * p[1] + u[2] * p[2],
                     x = (w[0] * p[0] + w[1] * p[1] + w[2] * p[2]) / det,
                     q[3] = {w[1] * u[2] - w[2] * u[1], w[2] * u[0] - w[0] * u[2], w[0] * u[1] - w[1] * u[0]},
                     y = (way[0] * q[0] + way[1] * q[1] + way[2] * q[2]) / det,
                     z = (v[0] * q[0] + v[1] * q[1] + v[2] * q[2]) / det;
        if (x >= 0 && y >= 0 && x + y <= 1 && z > 0) inside = !inside;
    }
    return inside;
}

/* Ten thousand places: the planes of the hull say what the mesh says, but within 3 steps of the surface. */
static void check_inside(cooked *c) {
    ox_hull hull;
    uint32_t memory[OX_HULL_BYTES / 4 + 1], seed = 5, inside = 0, unsure = 0;
    const char *wrong = ox_hull_read(&hull, c->out.data, memory);
    if (wrong != NULL) TEST_INFO("%s", wrong);
    CHECK(wrong == NULL);
    for (int i = 0; wrong == NULL && i < 10000; i++) {
        double at[3];
        for (int k = 0; k < 3; k++) at[k] = floor((random_part(&seed) * 3.2 - 1) * 65536);
        double most = -1e9;
        for (uint32_t f = 0; f < hull.face_count; f++)
            most = fmax(
                most, (hull.planes[f].n.x * at[0] + hull.planes[f].n.y * at[1] + hull.planes[f].n.z * at[2]) /
                              1073741824.0 +
                          hull.planes[f].d);
        if (fabs(most) < 24) {
            unsure++;
            continue;
        }
        inside += most < 0;
        CHECK_EQ(most < 0, mesh_holds(&c->s, at));
    }
    CHECK(inside > 30 && unsure < 100);
}

TEST(collision_cook_hull_holds_what_its_mesh_holds) {
    cooked c;
    for (int i = 0; i < 2; i++) {
        cook_form(&c, &forms[i]);
        (void)cook_end(&c, true, 0);
        CHECK(c.good && c.report.convex);
        CHECK_EQ(c.report.vertices, 2 * forms[i].count);
        CHECK_EQ(c.report.faces, 2 + forms[i].count);
        check_inside(&c);
        cook_free(&c);
    }
    cook_tetrahedron(&c);
    (void)cook_end(&c, true, 0);
    CHECK(c.good && c.report.faces == 4);
    check_inside(&c);
    cook_free(&c);
}

/* A ball of many corners: those of the hull lie on it, and what is left out is told. */
TEST(collision_cook_hull_of_too_many_points) {
    cooked c;
    ox_hull hull;
    uint32_t memory[OX_HULL_BYTES / 4 + 1], seed = 9;
    cook_begin(&c);
    for (int i = 0; i < 400; i++) {
        const double z = random_part(&seed) * 2 - 1, turn = random_part(&seed) * 6.2832, r = sqrt(1 - z * z);
        (void)cook_place(&c, r * cos(turn), r * sin(turn), z);
    }
    for (uint32_t i = 2; i < c.s.place_count; i++) cook_triangle(&c, 0, i - 1, i);
    (void)cook_end(&c, true, 0);
    CHECK(c.good && !c.report.convex && c.report.vertices <= OX_HULL_POINTS && c.report.vertices > 28);
    CHECK(ox_hull_read(&hull, c.out.data, memory) == NULL);
    CHECK_EQ(hull.edge_count, hull.point_count + hull.face_count - 2);
    double most = 0;
    for (uint32_t i = 0; i < c.s.place_count; i++)
        for (uint32_t f = 0; f < hull.face_count; f++) {
            const vec3 at = {c.s.places[i][0], c.s.places[i][1], c.s.places[i][2]};
            most = fmax(most, plane_distance(&hull.planes[f], at) / 65536.0);
        }
    CHECK(fabs(most - c.report.left_out) < 0.0005 && most > 0.01 && most < 0.2);
    cook_free(&c);
}

/* Boxes turned anyhow, whose corners are rounded: six faces again. */
TEST(collision_cook_hull_of_turned_boxes) {
    uint32_t seed = 77;
    for (int i = 0; i < 300; i++) {
        cooked c;
        ox_hull hull;
        uint32_t memory[OX_HULL_BYTES / 4 + 1], p[8];
        const double a = random_part(&seed) * 6.28, b = random_part(&seed) * 6.28,
                     w = 0.1 + random_part(&seed) * 3, h = 0.1 + random_part(&seed) * 3,
                     d = 0.1 + random_part(&seed) * 3;
        static const uint32_t faces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                             {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
        cook_begin(&c);
        c.s.exponent = 4 + (uint32_t)i % 3;
        for (int k = 0; k < 8; k++) {
            const double x = (k & 1) != 0 ? w : -w, y = (k & 2) != 0 ? h : -h, z = (k & 4) != 0 ? d : -d,
                         x1 = x * cos(a) - y * sin(a), y1 = x * sin(a) + y * cos(a);
            p[k] = cook_place(&c, x1 * cos(b) - z * sin(b), y1, x1 * sin(b) + z * cos(b));
        }
        for (int f = 0; f < 6; f++) {
            uint32_t corner[4];
            for (int k = 0; k < 4; k++) corner[k] = p[faces[f][k]];
            cook_face(&c, corner, 4);
        }
        (void)cook_end(&c, true, 0);
        CHECK(c.good && c.report.closed && c.report.convex);
        CHECK(c.report.vertices == 8 && c.report.faces == 6);
        CHECK(ox_hull_read(&hull, c.out.data, memory) == NULL && hull.edge_count == 12);
        cook_free(&c);
    }
}

/* A side gone round the other way has edges that no other side has. */
TEST(collision_cook_hull_with_a_turned_face_is_refused) {
    cooked c;
    ox_hull hull;
    uint32_t memory[OX_HULL_BYTES / 4 + 1];
    cook_form(&c, &forms[0]);
    (void)cook_end(&c, true, 0);
    uint8_t *corners = c.out.data + rom_u32(c.out.data + ROM_SHAPE_CORNERS_AT), first = corners[0];
    CHECK(c.good && ox_hull_read(&hull, c.out.data, memory) == NULL);
    corners[0] = corners[2];
    corners[2] = first;
    CHECK(ox_hull_read(&hull, c.out.data, memory) != NULL);
    cook_free(&c);
}

TEST(collision_cook_refuses_with_a_reason) {
    cooked c;
    cook_begin(&c);
    cook_ground(&c, 2, flat);
    (void)cook_end(&c, true, 0);
    CHECK(!c.good && strstr(c.error.text, "a hull needs a volume") != NULL);
    cook_free(&c);
    cook_begin(&c);
    (void)cook_end(&c, false, 0);
    CHECK(!c.good && strstr(c.error.text, "no triangles") != NULL);
    cook_free(&c);
    cook_begin(&c);
    c.s.exponent = 13;
    cook_triangle(&c, cook_place(&c, -3000, 0, 0), cook_place(&c, 3000, 0, 0), cook_place(&c, 0, 0, 10));
    (void)cook_end(&c, false, 0);
    CHECK(!c.good && strstr(c.error.text, "scale it down") != NULL);
    cook_free(&c);
    cook_begin(&c);
    cook_triangle(&c, cook_place(&c, 0, 0, 0), cook_place(&c, 1, 0, 0), cook_place(&c, 2, 0, 0));
    (void)cook_end(&c, false, 0);
    CHECK(!c.good && strstr(c.error.text, "an area") != NULL);
    cook_free(&c);
}
