/* Cameras: orientation, lenses, and the way from places to pixels and back. */
#include "kernel/camera/camera.h"

#include "fixedmath/angle.h"
#include "fixedmath/random.h"
#include "tests/test.h"

static ang32 degrees(int32_t d) { return ang32_from_degrees_fx(d * FX_ONE); }

static bool near3(vec3 a, vec3 b, fx tolerance) {
    return fx_abs(a.x - b.x) <= tolerance && fx_abs(a.y - b.y) <= tolerance && fx_abs(a.z - b.z) <= tolerance;
}

static const ox_camera_part part240 = {0, 0, 240, 160, FX_ONE};

static ox_camera_view view_of(const ox_camera *camera, const ox_camera_part *part) {
    ox_camera_view view;
    CHECK(ox_camera_look(camera, part, UF16_ONE, &view));
    return view;
}

/* CAM-005: the angles of the table, and 1,000 others. */
TEST(camera_orientation_from_angles) {
    static const struct {
        int32_t yaw, pitch, roll;
        vec3 ahead, up, side;
    } rows[] = {{0, 0, 0, {FX(0), FX(0), FX(-1)}, {FX(0), FX(1), FX(0)}, {FX(1), FX(0), FX(0)}},
                {90, 0, 0, {FX(-1), FX(0), FX(0)}, {FX(0), FX(1), FX(0)}, {FX(0), FX(0), FX(-1)}},
                {0,
                 45,
                 0,
                 {FX(0), FX(.707107), FX(-.707107)},
                 {FX(0), FX(.707107), FX(.707107)},
                 {FX(1), FX(0), FX(0)}},
                {0, 0, 90, {FX(0), FX(0), FX(-1)}, {FX(-1), FX(0), FX(0)}, {FX(0), FX(1), FX(0)}},
                {30,
                 20,
                 10,
                 {FX(-.469846), FX(.342020), FX(-.813798)},
                 {FX(.018028), FX(.925417), FX(.378522)},
                 {FX(.882564), FX(.163176), FX(-.440970)}}};
    ox_camera_basis b;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ox_camera_basis_of(degrees(rows[i].yaw), degrees(rows[i].pitch), degrees(rows[i].roll), &b);
        CHECK(near3(v3_from_dir30(b.ahead), rows[i].ahead, 1) && near3(v3_from_dir30(b.up), rows[i].up, 1) &&
              near3(v3_from_dir30(b.side), rows[i].side, 1));
    }
    const quat q = ox_camera_turn(ang32_from_radians(FX(0.7)), ang32_from_radians(FX(0.3)),
                                  ang32_from_radians(FX(-0.4)));
    CHECK_NEAR(q.x, (q30)(.070222 * Q30_ONE), 20000);
    CHECK_NEAR(q.y, (q30)(.360178 * Q30_ONE), 20000);
    CHECK_NEAR(q.z, (q30)(-.234750 * Q30_ONE), 20000);
    CHECK_NEAR(q.w, (q30)(.900130 * Q30_ONE), 20000);
    rng32 random = rng32_seed(5, 1);
    for (int i = 0; i < 1000; i++) {
        const ang32 yaw = rng32_next(&random), pitch = rng32_next(&random), roll = rng32_next(&random);
        ox_camera_basis_of(yaw, pitch, roll, &b);
        CHECK(fx_abs(dir30_dot(b.ahead, b.up)) <= 8 && fx_abs(dir30_dot(b.up, b.side)) <= 8);
        CHECK_NEAR(dir30_dot(b.side, b.side), Q30_ONE, 12);
        const rot33 m = q4_to_rot33(ox_camera_turn(yaw, pitch, roll));
        CHECK_NEAR(m.m[0][0], b.side.x, 16);
        CHECK_NEAR(m.m[1][1], b.up.y, 16);
        CHECK_NEAR(m.m[2][2], -b.ahead.z, 16);
    }
    const quat left = ox_camera_turn(degrees(60), 0, 0),
               right = ox_camera_turn(degrees(120), 0, 0); /* past 90 degrees */
    for (uint32_t t = 0; t <= 16; t++) {
        const vec3 side = q4_rotate(q4_nlerp(left, right, (uf16)(t << 12)), V3_X);
        CHECK(fx_abs(side.y) <= 2);
    }
}

/* CAM-006: places of the table; straight down and straight up through the pole. */
TEST(camera_looks_at_what_it_is_told_to) {
    quat turn = Q4_IDENTITY;
    CHECK(ox_camera_look_at((vec3){0, 0, 5 * FX_ONE}, V3_ZERO, V3_Y, &turn));
    CHECK(near3(q4_rotate(turn, V3_X), V3_X, 1) && near3(q4_rotate(turn, V3_Y), V3_Y, 1));
    CHECK(ox_camera_look_at((vec3){5 * FX_ONE, 10 * FX_ONE, -15 * FX_ONE}, (vec3){5 * FX_ONE, 10 * FX_ONE, 0},
                            V3_Y, &turn));
    CHECK(near3(q4_rotate(turn, V3_X), (vec3){-FX_ONE, 0, 0}, 1) && near3(q4_rotate(turn, V3_Y), V3_Y, 1));
    const quat before = turn;
    CHECK(!ox_camera_look_at(V3_X, V3_X, V3_Y, &turn));
    CHECK(q4_equal(turn, before));
    for (int side = -1; side <= 1; side += 2) {
        CHECK(ox_camera_look_at((vec3){0, side * 5 * FX_ONE, 2 * FX_ONE}, V3_ZERO, V3_Y, &turn));
        vec3 last = q4_rotate(turn, V3_X);
        for (int i = 0; i <= 1000; i++) { /* from in front to beyond, right above the target in the middle */
            const vec3 eye = {0, side * 5 * FX_ONE, FX_ONE / 64 - FX_ONE / 64 * i / 500};
            CHECK(ox_camera_look_at(eye, V3_ZERO, (vec3){0, 0, -FX_ONE}, &turn));
            const vec3 right = q4_rotate(turn, V3_X), up = q4_rotate(turn, V3_Y);
            CHECK(fx_abs(v3_dot(right, up)) <= 3 && fx_abs(v3_length(right) - FX_ONE) <= 3);
            if (i > 0) CHECK(v3_angle(right, last) < 910); /* 5 degrees */
            last = right;
        }
        CHECK(ox_camera_look_at((vec3){0, side * 5 * FX_ONE, FX(0.03)}, V3_ZERO, V3_Y, &turn));
        last = q4_rotate(turn, V3_X);
        for (int i = 0; i < 1000; i++) { /* about the pole itself, where up says nothing */
            const vec3 eye = {FX_ONE / 512 * (i % 3 - 1), side * 5 * FX_ONE, FX_ONE / 512 * (i % 5 - 2)};
            CHECK(ox_camera_look_at(eye, V3_ZERO, V3_Y, &turn));
            const vec3 right = q4_rotate(turn, V3_X);
            CHECK(v3_angle(right, last) < 910);
            last = right;
        }
    }
}

/* CAM-001: two cameras, their views, what is refused, and lines that stay parallel only in a flat one. */
TEST(camera_object_and_its_views) {
    ox_camera one = ox_camera_usual(), two = ox_camera_usual();
    one.now.eye = (vec3){3 * FX_ONE, 2 * FX_ONE, -7 * FX_ONE};
    one.now.turn = ox_camera_turn(degrees(40), degrees(-20), degrees(5));
    two.now.eye = (vec3){-30 * FX_ONE, FX(0.5), 12 * FX_ONE};
    two.kind = OX_CAMERA_FLAT;
    CHECK_EQ(ox_camera_check(&one), OX_OK);
    CHECK_EQ(ox_camera_check(&two), OX_OK);
    const ox_camera_view a = view_of(&one, &part240), b = view_of(&two, &part240);
    CHECK(near3(rig34_point(&a.view, one.now.eye), V3_ZERO, 2) &&
          near3(rig34_point(&b.view, two.now.eye), V3_ZERO, 2));
    for (int i = 0; i < 3; i++) {
        const vec3 axis = {i == 0 ? FX_ONE : 0, i == 1 ? FX_ONE : 0, i == 2 ? FX_ONE : 0};
        CHECK(near3(rig34_point(&a.view, rig34_point(&a.stand, axis)), axis, 2));
    }
    for (fx y = FX_HALF; y < 160 * FX_ONE; y += 13 * FX_ONE)
        for (fx x = FX_HALF; x < 240 * FX_ONE; x += 17 * FX_ONE) { /* the middle of a pixel is seen in it */
            ox_camera_spot spot;
            ox_camera_project(&a, ox_camera_unproject(&a, x, y, 20 * FX_ONE), &spot);
            CHECK_NEAR(spot.x, x / 4096, 1);
            CHECK_NEAR(spot.y, y / 4096, 1);
            CHECK_EQ(spot.where, OX_SEEN);
        }
    for (int k = 0; k < 2; k++) { /* two lines along the direction of view, one beside the other */
        const ox_camera_view *v = k == 0 ? &a : &b;
        ox_camera_spot l[2], r[2];
        for (int i = 0; i < 2; i++) {
            const fx deep = (5 + 20 * i) * FX_ONE;
            ox_camera_project(v, rig34_point(&v->stand, (vec3){-FX_ONE, 0, -deep}), &l[i]);
            ox_camera_project(v, rig34_point(&v->stand, (vec3){FX_ONE, 0, -deep}), &r[i]);
        }
        if (k == 0)
            CHECK(r[1].x - l[1].x < (r[0].x - l[0].x) / 2);
        else
            CHECK_EQ(r[1].x - l[1].x, r[0].x - l[0].x);
    }
    const struct {
        fx near, far, focal;
        int status;
    } bad[] = {{0, FX_ONE, FX_ONE, OX_BAD_ARGUMENT},
               {FX_ONE, FX_ONE, FX_ONE, OX_BAD_ARGUMENT},
               {FX(0.01), 400 * FX_ONE, FX_ONE, OX_BAD_ARGUMENT},
               {FX_ONE, 100 * FX_ONE, FX(0.01), OX_BAD_ARGUMENT},
               {FX_ONE, 100 * FX_ONE, 0, OX_BAD_ARGUMENT},
               {FX_ONE, 100 * FX_ONE, FX_ONE, OX_OK}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ox_camera c = ox_camera_usual();
        c.near_plane = bad[i].near;
        c.far_plane = bad[i].far;
        c.now.focal = bad[i].focal;
        CHECK_EQ(ox_camera_check(&c), bad[i].status);
    }
    one.now.turn = (quat){Q30_ONE / 2, 0, 0, Q30_ONE};
    CHECK(ox_camera_check(&one) == OX_OK && one.mended);
    CHECK_NEAR(q4_dot(one.now.turn, one.now.turn), Q30_ONE, 64);
    one.now.turn = (quat){0, 0, 0, 0};
    CHECK(ox_camera_check(&one) == OX_OK && q4_equal(one.now.turn, Q4_IDENTITY));
}

/* CAM-007: the camera as vectors projects what the matrix projects; four vectors for any number of points. */
TEST(camera_vectors_project_alike) {
    ox_camera c = ox_camera_usual();
    const ox_camera_part part = {0, 0, 320, 240, FX_ONE};
    c.now.focal = FX(1.333333);
    const ox_camera_view v = view_of(&c, &part);
    ox_camera_vectors vectors;
    rs_vector_camera quick;
    const mat34 still = m34_identity();
    ox_camera_vectors_of(&v, &vectors);
    CHECK_NEAR(vectors.across, FX_ONE, 2);
    CHECK_NEAR(vectors.down, FX(0.75), 2);
    CHECK(near3(vectors.corner, (vec3){-FX_ONE, FX(0.75), -FX_ONE}, 3));
    CHECK(near3(vectors.width, (vec3){2 * FX_ONE, 0, 0}, 3) &&
          near3(vectors.height, (vec3){0, FX(-1.5), 0}, 3));
    CHECK(rs_vector_camera_make(&quick, &v.stand, &still, vectors.across, vectors.down));
    static const struct {
        vec3 at;
        int x, y;
    } rows[] = {{{0, 0, -5 * FX_ONE}, 160, 120},
                {{-FX_ONE, FX(0.75), -FX_ONE}, 0, 0},
                {{FX_ONE, FX(-0.75), -FX_ONE}, 320, 240},
                {{2 * FX_ONE, -FX_ONE, -4 * FX_ONE}, 240, 160}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int32_t screen[2];
        ox_camera_spot spot;
        CHECK(rs_vector_camera_project(&quick, rows[i].at, 320, 240, screen));
        ox_camera_project(&v, rows[i].at, &spot);
        CHECK_NEAR(screen[0], rows[i].x * 16, 1);
        CHECK_NEAR(screen[1], rows[i].y * 16, 1);
        CHECK_NEAR(spot.x, rows[i].x * 16, 1);
        CHECK_NEAR(spot.y, rows[i].y * 16, 1);
    }
    CHECK_EQ(quick.transforms, 4);
    const rs_frustum projector = {vectors.eye, vectors.corner, vectors.width, vectors.height, 320,
                                  240,         c.near_plane,   c.far_plane};
    rs_camera as_projector, plain;
    CHECK(rs_camera_frustum(&as_projector, &projector));
    CHECK(ox_camera_to_raster(&v, &plain));
    CHECK_NEAR(as_projector.focal, plain.focal, 8);
    CHECK(as_projector.shift_x >= -8 && as_projector.shift_x <= 8);
}

/* CAM-008: the table of lenses; what is refused and what is told. */
TEST(camera_fields_of_view) {
    static const struct {
        int across, w, h;
        fx field, focal;
    } rows[] = {{40, 3, 2, FX(27.278), FX(4.121216)},   {40, 4, 3, FX(30.537), FX(3.663303)},
                {40, 16, 9, FX(23.141), FX(4.884404)},  {65, 3, 2, FX(46.023), FX(2.354528)},
                {65, 4, 3, FX(51.077), FX(2.092914)},   {65, 16, 10, FX(43.422), FX(2.511497)},
                {65, 16, 9, FX(39.431), FX(2.790552)},  {90, 3, 2, FX(67.380), FX(1.5)},
                {90, 4, 3, FX(73.740), FX(1.333333)},   {90, 16, 9, FX(58.716), FX(1.777778)},
                {120, 3, 2, FX(98.213), FX(0.866025)},  {120, 16, 10, FX(94.539), FX(0.923760)},
                {120, 16, 9, FX(88.507), FX(1.026400)}, {120, 4, 3, FX(104.822), FX(0.769800)}};
    fx focal;
    ang16 field;
    bool wide;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        CHECK_EQ(ox_camera_field(rows[i].across * FX_ONE, rows[i].w, rows[i].h, &focal, &field, &wide),
                 OX_OK);
        CHECK_NEAR(focal, rows[i].focal, 3);
        CHECK_NEAR(field, ang16_from_degrees_fx(rows[i].field), 2);
        CHECK_EQ(wide, rows[i].across >= 110);
    }
    CHECK_EQ(ox_camera_field(121 * FX_ONE, 3, 2, &focal, &field, NULL), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_camera_field(39 * FX_ONE, 3, 2, &focal, &field, NULL), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_camera_field(INT32_MIN, 3, 2, &focal, &field, NULL), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_camera_field(90 * FX_ONE, 0, 2, &focal, &field, NULL), OX_BAD_ARGUMENT);
    ox_camera c = ox_camera_usual();
    CHECK_EQ(ox_camera_field(90 * FX_ONE, 240, 160, &c.now.focal, &field, NULL), OX_OK);
    const ox_camera_view v = view_of(&c, &part240);
    ox_camera_spot spot;
    ox_camera_project(&v, (vec3){10 * FX_ONE, 0, -10 * FX_ONE}, &spot); /* 45 degrees aside */
    CHECK_NEAR(spot.x, 240 * 16, 1);
    CHECK_EQ(spot.y, 80 * 16);
}

/* CAM-010: what stays of a field in pictures of other shapes; a sphere is round in all. */
TEST(camera_aspect_policies) {
    static const ox_camera_part shapes[] = {
        {0, 0, 320, 240, 0}, {0, 0, 240, 160, 0}, {0, 0, 320, 200, 0}, {0, 0, 320, 180, 0}};
    static const fx across[] = {FX(75.18), FX(81.79), FX(85.46), FX(91.49)};
    ox_camera c = ox_camera_usual();
    c.now.focal = fov_focal(ANG16_DEGREES(60));
    c.reference = fx_ratio(4, 3);
    fx tall[3][4], wide[3][4];
    for (uint32_t keep = 0; keep < 3; keep++) {
        c.keep = (uint8_t)keep;
        for (int i = 0; i < 4; i++) {
            const ox_camera_view v = view_of(&c, &shapes[i]);
            ox_camera_vectors vectors;
            ox_camera_spot left, right, top, bottom;
            ox_camera_vectors_of(&v, &vectors);
            tall[keep][i] = vectors.down;
            wide[keep][i] = vectors.across;
            if (keep == OX_KEEP_HEIGHT)
                CHECK_NEAR(2 * ang16_to_degrees(atan_fx(vectors.across)), across[i], FX(0.02));
            ox_camera_project(&v, (vec3){-FX_ONE, 0, -8 * FX_ONE}, &left);
            ox_camera_project(&v, (vec3){FX_ONE, 0, -8 * FX_ONE}, &right);
            ox_camera_project(&v, (vec3){0, FX_ONE, -8 * FX_ONE}, &top);
            ox_camera_project(&v, (vec3){0, -FX_ONE, -8 * FX_ONE}, &bottom);
            CHECK_NEAR(right.x - left.x, bottom.y - top.y, 16);
        }
    }
    CHECK(wide[OX_KEEP_HEIGHT][3] > wide[OX_KEEP_HEIGHT][0] &&
          tall[OX_KEEP_HEIGHT][3] == tall[OX_KEEP_HEIGHT][0]);
    CHECK(tall[OX_KEEP_WIDTH][3] < tall[OX_KEEP_WIDTH][0]);
    CHECK_NEAR(wide[OX_KEEP_WIDTH][3], wide[OX_KEEP_WIDTH][0], 8);
    for (int i = 0; i < 4; i++) /* never less than the shape that was meant shows */
        CHECK(tall[OX_KEEP_BOTH][i] >= tall[OX_KEEP_BOTH][0] - 8 &&
              wide[OX_KEEP_BOTH][i] >= wide[OX_KEEP_BOTH][0] - 8);
    c.keep = OX_KEEP_BOTH; /* in a tall picture, too */
    const ox_camera_view upright = view_of(&c, &(ox_camera_part){0, 0, 100, 200, 0});
    ox_camera_vectors vectors;
    ox_camera_vectors_of(&upright, &vectors);
    CHECK(vectors.across >= wide[OX_KEEP_BOTH][0] - 8 && vectors.down > tall[OX_KEEP_BOTH][0]);
}

/* CAM-011: rays of the table, there and back on a grid, markers at the edge, boxes on the glass. */
TEST(camera_projects_unprojects_and_picks) {
    ox_camera c = ox_camera_usual();
    c.near_plane = FX_ONE;
    static const struct {
        int field;
        fx x, y, ray[2];
    } rows[] = {{90, FX(120), FX(80), {FX(0), FX(0)}},
                {90, FX(0.5), FX(0.5), {FX(-1.49375), FX(0.99375)}},
                {90, FX(239.5), FX(159.5), {FX(1.49375), FX(-0.99375)}},
                {90, FX(240), FX(80), {FX(1.5), FX(0)}},
                {90, FX(120), FX(0), {FX(0), FX(1)}},
                {60, FX(0), FX(0), {FX(-.866025), FX(.577350)}},
                {60, FX(180), FX(40), {FX(.433013), FX(.288675)}}};
    vec3 from, to;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        c.now.focal = fov_focal(ang16_from_degrees(rows[i].field));
        const ox_camera_view v = view_of(&c, &part240);
        ox_camera_pick(&v, rows[i].x, rows[i].y, &from, &to);
        CHECK(near3(from, (vec3){rows[i].ray[0], rows[i].ray[1], -FX_ONE}, 12));
        CHECK_NEAR(to.z, -c.far_plane, 64);
    }
    for (int kind = 0; kind < 2; kind++) {
        c = ox_camera_usual();
        c.kind = (uint8_t)kind;
        c.now.eye = (vec3){5 * FX_ONE, -3 * FX_ONE, 2 * FX_ONE};
        c.now.turn = ox_camera_turn(degrees(130), degrees(25), 0);
        const ox_camera_view v = view_of(&c, &part240);
        for (int y = 0; y < 9; y++)
            for (int x = 0; x < 9; x++)
                for (int d = 1; d <= 5; d++) {
                    ox_camera_spot spot;
                    ox_camera_project(
                        &v, ox_camera_unproject(&v, x * 30 * FX_ONE, y * 20 * FX_ONE, d * 8 * FX_ONE), &spot);
                    CHECK_NEAR(spot.x, x * 480, 1);
                    CHECK_NEAR(spot.y, y * 320, 1);
                    CHECK_NEAR(spot.depth, d * 8 * FX_ONE, 64);
                }
    }
    const ox_camera front = ox_camera_usual();
    const ox_camera_view v = view_of(&front, &part240);
    ox_camera_spot spot;
    ox_camera_project(&v, (vec3){3 * FX_ONE, 0, 10 * FX_ONE},
                      &spot); /* behind, to the right: one turns right */
    CHECK_EQ(spot.where, OX_BEHIND);
    ox_camera_clamp(&part240, 8, &spot);
    CHECK(spot.x == (240 - 8) * 16 && spot.y > 8 * 16 - 1 && spot.y < 152 * 16 + 1);
    ox_camera_project(&v, (vec3){0, 40 * FX_ONE, -10 * FX_ONE}, &spot);
    CHECK_EQ(spot.where, OX_BESIDE);
    ox_camera_clamp(&part240, 8, &spot);
    CHECK(spot.x == 120 * 16 && spot.y == 8 * 16);
    ox_camera_project(&v, (vec3){0, 0, 0}, &spot); /* the eye itself: no pixel, no fault */
    ox_camera_clamp(&part240, 8, &spot);
    rng32 random = rng32_seed(3, 1);
    const fx box[4] = {60 * FX_ONE, 40 * FX_ONE, 150 * FX_ONE, 110 * FX_ONE},
             turned[4] = {box[2], box[3], box[0], box[1]};
    for (int i = 0; i < 500; i++) {
        const vec3 at = {(fx)(rng32_next(&random) % (20 * 65536)) - 10 * FX_ONE,
                         (fx)(rng32_next(&random) % (20 * 65536)) - 10 * FX_ONE,
                         -(fx)(rng32_next(&random) % (40 * 65536)) + 10 * FX_ONE};
        ox_camera_project(&v, at, &spot);
        const bool inside = spot.where != OX_BEHIND && spot.x >= 60 * 16 && spot.x <= 150 * 16 &&
                            spot.y >= 40 * 16 && spot.y <= 110 * 16;
        CHECK_EQ(ox_camera_in_box(&v, box, at), inside);
        CHECK_EQ(ox_camera_in_box(&v, turned, at), inside);
    }
}

/* CAM-004: between two steps a pose lies on the way; after a cut there is none. */
TEST(camera_between_steps_and_after_a_cut) {
    ox_camera c = ox_camera_usual();
    c.now.eye = (vec3){4 * FX_ONE, 0, 0};
    ox_camera_view v;
    CHECK(ox_camera_look(&c, &part240, UF16_ONE / 4, &v));
    CHECK(near3(v.stand.t, V3_X, 1));
    ox_camera_cut(&c);
    CHECK(ox_camera_look(&c, &part240, UF16_ONE / 4, &v));
    CHECK(near3(v.stand.t, (vec3){4 * FX_ONE, 0, 0}, 0));
    CHECK(!ox_camera_look(&c, &(ox_camera_part){0, 0, 0, 10, 0}, UF16_ONE, &v));
}
