/* Tests of lines, polygons, planes, boxes and the other volumes, against brute force and exact integers. */
#include "fixedmath/quaternion.h"
#include "fixedmath/view.h"
#include "fixedmath/volume.h"
#include "tests/test.h"
#include "tests/unit/fixedmath/fx_check.h"

static vec3 ints(int x, int y, int z) { return v3(x * 65536, y * 65536, z * 65536); }
static vec2 plane2(int x, int y) { return v2(x * 65536, y * 65536); }

TEST(fx_line_parameters) {
    segment3 s = {ints(0, 0, 0), ints(4, 0, 0)}, other = {ints(1, 3, -2), ints(1, 3, 5)},
             point = {ints(2, 2, 2), ints(2, 2, 2)};
    segment3_unit unit;
    ray3 ray, across = {ints(1, 5, -9), {0, 0, Q30_ONE}};
    vec3 p;
    fx a, b;
    q30 x, y;
    rng128 r = rng128_seed(71);

    CHECK(v3_equal(segment_at(&s, 0), s.from) && v3_equal(segment_at(&s, Q30_ONE), s.to) &&
          v3_equal(segment_at(&s, Q30_ONE / 4), V3_X));
    CHECK(ray_through(V3_ZERO, ints(9, 0, 0), &ray) && ray_at(&ray, FX(2), &p) &&
          v3_near(p, ints(2, 0, 0), 1));
    CHECK(!ray_at(&ray, -1, &p) && v3_equal(p, V3_ZERO));
    CHECK(!ray_through(V3_X, V3_X, &ray));
    CHECK(segment_to_unit(&s, &unit) && unit.length == FX(4));
    CHECK(!segment_to_unit(&point, &unit));
    CHECK_EQ(segment_closest(&point, ints(9, 9, 9)), 0);
    CHECK_EQ(segment_distance2(&point, ints(2, 2, 5)), (uint64_t)9 << 32);
    CHECK_EQ(segment_uf16(Q30_HALF), 32768);
    ray = (ray3){V3_ZERO, {Q30_ONE, 0, 0}};
    CHECK(lines_closest(&ray, &across, &a, &b) && a == FX(1) && b == FX(9));
    CHECK(!lines_closest(&ray, &ray, &a, &b) && a == 0);
    CHECK_EQ(ray_closest(&ray, ints(-5, 1, 1)), 0);
    CHECK_EQ(line_distance2(&ray, ints(77, 3, 4)), (uint64_t)25 << 32);
    segments_closest(&s, &other, &x, &y);
    CHECK_NEAR(x, Q30_ONE / 4, 65536);
    CHECK_NEAR(y, (int64_t)Q30_ONE * 2 / 7, 65536);
    for (int i = 0; i < 3000; i++) {
        vec3 q = fx_check_vec3(&r, FX(2000)), near;
        uint64_t best;

        s = (segment3){fx_check_vec3(&r, FX(2000)), fx_check_vec3(&r, FX(2000))};
        other = (segment3){fx_check_vec3(&r, FX(2000)), fx_check_vec3(&r, FX(2000))};
        near = segment_at(&s, segment_closest(&s, q));
        best = v3_distance2(near, q);
        segments_closest(&s, &other, &x, &y);
        for (int k = 0; k <= 32; k++) { /* no sample of a segment is closer, up to the rounding of points */
            vec3 at = segment_at(&s, (q30)((int64_t)Q30_ONE * k / 32));

            CHECK(fx_isqrt64(v3_distance2(at, q)) + 4 >= fx_isqrt64(best));
            CHECK(fx_isqrt64(segment_distance2(&other, at)) + (1 << 12) >=
                  fx_isqrt64(v3_distance2(segment_at(&s, x), segment_at(&other, y))));
        }
    }
}

TEST(fx_plane_predicates) {
    rng128 r = rng128_seed(72);
    segment_crossing cross = segments_relate(plane2(0, 0), plane2(4, 4), plane2(0, 4), plane2(4, 0));
    line2 line;

    CHECK(cross.relation == SEGMENTS_CROSS && v2_equal(cross.point, plane2(2, 2)) && cross.s == FX_HALF &&
          cross.t == FX_HALF);
    CHECK_EQ(segments_relate(plane2(0, 0), plane2(1, 0), plane2(5, -1), plane2(5, 1)).relation,
             SEGMENTS_A_SPLITS_B);
    CHECK_EQ(segments_relate(plane2(5, -1), plane2(5, 1), plane2(0, 0), plane2(1, 0)).relation,
             SEGMENTS_B_SPLITS_A);
    CHECK_EQ(segments_relate(plane2(0, 0), plane2(1, 0), plane2(5, 1), plane2(5, 3)).relation,
             SEGMENTS_APART);
    CHECK_EQ(segments_relate(plane2(0, 0), plane2(1, 0), plane2(0, 1), plane2(1, 1)).relation,
             SEGMENTS_PARALLEL);
    CHECK_EQ(segments_relate(plane2(0, 0), plane2(1, 0), plane2(0, 0), plane2(1, 0)).relation,
             SEGMENTS_COLLINEAR);
    CHECK(line2_make(plane2(0, 0), plane2(10, 0), &line) && line2_distance(&line, plane2(3, 2)) == FX(2));
    CHECK(line2_classify(&line, v2(0, 1), 2) == SIDE_ON && line2_classify(&line, v2(0, 1), 0) == SIDE_LEFT &&
          line2_classify(&line, v2(0, -5), 2) == SIDE_RIGHT);
    CHECK(!line2_make(plane2(1, 1), plane2(1, 1), &line));
    CHECK_EQ(orient2d(v2(FX_MIN, FX_MIN), v2(FX_MAX, FX_MAX), v2(FX_MAX - 1, FX_MAX)), 1);
    CHECK_EQ(orient2d(v2(FX_MIN, FX_MIN), v2(FX_MAX, FX_MAX), v2(0, 0)), 0);
    CHECK_EQ(orient2d(v2(FX_MIN, FX_MIN), v2(FX_MAX, FX_MAX), v2(0, -1)), -1);
    for (int i = 0; i < 20000; i++) {
        vec2 a = {fx_check_any(&r) / 2, fx_check_any(&r) / 2},
             b = {fx_check_any(&r) / 2, fx_check_any(&r) / 2},
             c = {fx_check_any(&r) / 2, fx_check_any(&r) / 2};
        int64_t area = (int64_t)(b.x - (int64_t)a.x) / 1 * 0;
        int16_t p[2] = {(int16_t)a.x, (int16_t)a.y}, q[2] = {(int16_t)b.x, (int16_t)b.y},
                s[2] = {(int16_t)c.x, (int16_t)c.y};

        /* exact: both 64-bit products fit, their difference in halves */
        area = fx_sra64(((int64_t)b.x - a.x) * ((int64_t)c.y - a.y), 1) -
               fx_sra64(((int64_t)b.y - a.y) * ((int64_t)c.x - a.x), 1);
        if (area > 1 || area < -1) CHECK_EQ(orient2d(a, b, c), area > 0 ? 1 : -1);
        CHECK_EQ(orient2d(a, b, c), orient2d(b, c, a));
        CHECK_EQ(orient2d(a, b, c), -orient2d(b, a, c));
        CHECK_EQ(orient2d_i16(p, q, s), orient2d(v2(p[0], p[1]), v2(q[0], q[1]), v2(s[0], s[1])));
    }
}

TEST(fx_polygons) {
    const vec2 pentagon[5] = {plane2(0, 0), plane2(4, 0), plane2(5, 3), plane2(2, 5), plane2(-1, 3)};
    const vec2 arrow[4] = {plane2(0, 0), plane2(2, 1), plane2(4, 0), plane2(2, 4)},
               ell[6] = {plane2(0, 0), plane2(4, 0), plane2(4, 1), plane2(1, 1), plane2(1, 4), plane2(0, 4)};
    const vec2 mouth[5] = {plane2(0, 0), plane2(4, 0), plane2(2, 2), plane2(4, 4), plane2(0, 4)};
    const vec2 square[5] = {plane2(0, 0), plane2(2, 0), plane2(4, 0), plane2(4, 4), plane2(0, 4)};
    const vec2 quad[4] = {plane2(0, 0), plane2(4, 0), plane2(4, 8), plane2(0, 4)};
    vec2 run[9], centre;
    quad_axis axis;
    fx distance;

    CHECK(polygon_is_convex(pentagon, 5, false) && !polygon_is_convex(arrow, 4, true) &&
          !polygon_is_convex(ell, 6, true) && !polygon_is_convex(mouth, 5, true));
    CHECK(!polygon_is_convex(square, 5, false) && polygon_is_convex(square, 5, true));
    CHECK(point_in_convex2(plane2(4, 2), square, 5) && point_in_convex2(plane2(1, 1), square, 5) &&
          !point_in_convex2(v2(FX(4) + 1, FX(2)), square, 5));
    CHECK(point_in_triangle2(plane2(1, 0), plane2(0, 0), plane2(0, 3), plane2(3, 0)) &&
          !point_in_triangle2(plane2(3, 3), plane2(0, 0), plane2(0, 3), plane2(3, 0)));
    CHECK_EQ(polygon_area2(square, 5), (int64_t)32 << 32);
    CHECK_EQ(polygon_winding(arrow, 4), 1);
    CHECK(polygon_centroid(square, 5, &centre) && v2_near(centre, plane2(2, 2), 2));
    CHECK(polygon_centroid(ell, 6, &centre) && v2_near(centre, v2(FX(19.0 / 14), FX(19.0 / 14)), 2));
    CHECK(!polygon_centroid(ell, 2, &centre));
    for (int i = 0; i < 9; i++) run[i] = plane2(i, 2 * i);
    CHECK_EQ(polyline_simplify(run, 9, false, 0), 2);
    CHECK(v2_equal(run[0], plane2(0, 0)) && v2_equal(run[1], plane2(8, 16)));
    /* The distance runs from the edge z = 0 to the slanted edge, in (x, z). */
    CHECK(quad_axis_make(quad, 0, &axis));
    CHECK(quad_distance(&axis, plane2(2, 3), &distance));
    CHECK_NEAR(distance, FX(0.585786), 8);
    CHECK(quad_distance(&axis, plane2(2, 0), &distance) && distance <= 1);
    CHECK(quad_distance(&axis, plane2(2, 6), &distance));
    CHECK_NEAR(distance, FX_ONE, 1);
    CHECK(
        quad_axis_make((const vec2[4]){plane2(0, 0), plane2(5, 0), plane2(5, 10), plane2(0, 10)}, 0, &axis));
    CHECK(quad_distance(&axis, v2(FX(2), FX(2.5)), &distance) && distance == FX(0.25));
    CHECK(
        !quad_axis_make((const vec2[4]){plane2(0, 0), plane2(0, 0), plane2(5, 10), plane2(0, 10)}, 0, &axis));
}

TEST(fx_planes) {
    plane30 p, q = plane_from_normal((dir30){Q30_ONE, 0, 0}, ints(2, 0, 0)),
               s = plane_from_normal((dir30){0, Q30_ONE, 0}, ints(0, 3, 0)), back;
    plane30 t = plane_from_normal((dir30){0, 0, Q30_ONE}, ints(0, 0, -4));
    plane14 stored;
    plane_at at = {ints(1, 2, 3), {0, Q30_ONE, 0}};
    vec3 point;
    fx y;
    rng128 r = rng128_seed(73);

    CHECK(plane_from_points(V3_ZERO, V3_X, V3_Y, &p) && p.n.z > Q30_ONE - 4 && p.d == 0);
    CHECK(plane_from_points(ints(0, 5, 0), ints(1, 5, 0), ints(0, 5, 1), &p) &&
          q30_abs(p.n.y) > Q30_ONE - 4 && fx_abs(p.d) == FX(5));
    CHECK(!plane_from_points(V3_X, V3_X, V3_Y, &p));
    CHECK(plane_at_distance(&at, ints(5, 7, 1)) == FX(5));
    back = plane_from_at(&at);
    CHECK_EQ(plane_distance(&back, ints(5, 7, 1)), FX(5));
    CHECK_EQ(plane_distance(&back, V3_ZERO), FX(-2));
    CHECK(plane_intersect3(&q, &s, &t, &point) && v3_near(point, ints(2, 3, -4), 1));
    CHECK(!plane_intersect3(&q, &q, &t, &point));
    CHECK(plane_y_at(&back, FX(9), FX(9), &y) && y == FX(2) && !plane_y_at(&q, 0, 0, &y));
    CHECK(plane_drop_axis((dir30){3, 1, 1}) == 0 && plane_drop_axis((dir30){1, 3, 1}) == 1 &&
          plane_drop_axis((dir30){1, 1, -3}) == 2);
    CHECK(plane_normalize(ints(0, 2, 0), FX(-6), &p) && plane_distance(&p, ints(0, 3, 0)) == 0);
    back = plane_flip(&p);
    CHECK_EQ(plane_distance(&back, ints(0, 5, 0)), FX(-2));
    CHECK(orient3d(V3_ZERO, V3_X, V3_Y, V3_Z) == 1 && orient3d(V3_ZERO, V3_X, V3_Y, V3_NEG_Z) == -1 &&
          orient3d(V3_ZERO, V3_X, V3_Y, ints(3, 4, 0)) == 0);
    for (int i = 0; i < 5000; i++) {
        vec3 a = fx_check_vec3(&r, FX(250)), b = fx_check_vec3(&r, FX(250)), c = fx_check_vec3(&r, FX(250)),
             v = fx_check_vec3(&r, FX(250));
        int drop;

        if (!plane_from_points(a, b, c, &p)) continue;
        CHECK_NEAR(plane_distance(&p, a), 0, 1);
        CHECK_NEAR(plane_distance(&p, b), 0, 1);
        CHECK_NEAR(plane_distance(&p, c), 0, 1);
        stored = plane_pack(&p);
        CHECK_NEAR(plane14_distance_from(&stored, a, v), plane_distance(&p, v), v3_distance(v, a) >> 13);
        back = plane_unpack(&stored);
        CHECK_NEAR(plane_distance(&back, v), plane_distance(&p, v), 2 * FX(250) >> 13);
        CHECK_NEAR(plane_distance(&p, plane_project(&p, v)), 0, 3);
        CHECK(plane_classify_point(&p, a, 2) == PLANE_ON);
        if (fx_abs(plane_distance(&p, v)) > 3)
            CHECK_EQ(orient3d(a, b, c, v), plane_distance(&p, v) > 0 ? 1 : -1);
        drop = plane_drop_axis(p.n);
        CHECK(orient2d(plane_drop(a, drop), plane_drop(b, drop), plane_drop(c, drop)) != 0);
    }
}

TEST(fx_spheres_and_boxes) {
    vec3 cube[8], cloud[24];
    box3 box = {ints(-1, -1, -1), ints(1, 1, 1)}, empty = box_empty(), fit, joined;
    rig34 turn = {rot33_about_y(0x20000000u), {0, 0, 0}};
    mat34 stretch = m34_scaling(ints(2, 3, 1));
    sphere3 s, tight, both;
    rng128 r = rng128_seed(74);

    for (int i = 0; i < 8; i++) cube[i] = box_corner(&box, i);
    s = sphere_from_points(cube, 8);
    CHECK(s.radius == 113512 + 0 || s.radius == 113513);
    fit = box_from_points(cube, 8);
    CHECK(v3_equal(fit.lo, ints(-1, -1, -1)) && v3_equal(fit.hi, ints(1, 1, 1)) &&
          v3_is_zero(box_centre(&fit)));
    CHECK(box_is_empty(&empty) && !box_is_empty(&fit));
    s = (sphere3){V3_ZERO, FX(5)};
    CHECK(sphere_contains(&s, ints(3, 4, 0)) && !sphere_contains(&s, v3(FX(3), FX(4), 400)));
    fit = box_transform_rigid(&turn, &(box3){{-FX_HALF, -FX_HALF, -FX_HALF}, {FX_HALF, FX_HALF, FX_HALF}});
    CHECK_NEAR(fit.hi.x - fit.lo.x, FX(1.41421), 64);
    CHECK_NEAR(fit.hi.y, FX_HALF, 2);
    CHECK(box_overlap(&(box3){ints(0, 0, 0), ints(1, 1, 1)}, &(box3){ints(1, 1, 1), ints(2, 2, 2)}));
    CHECK(!box_overlap(&(box3){ints(0, 0, 0), ints(1, 1, 1)}, &(box3){v3(FX(1) + 1, 0, 0), ints(2, 2, 2)}));
    for (int i = 0; i < 1000; i++) {
        rig34 move;
        quat q;
        box3_packed packed;
        vec3 shift = fx_check_vec3(&r, FX(100));

        for (int k = 0; k < 24; k++) cloud[k] = v3_add(shift, fx_check_vec3(&r, FX(20)));
        (void)q4_normalize((quat){fx_check_any(&r), fx_check_any(&r), fx_check_any(&r), 99999}, &q);
        move = (rig34){q4_to_rot33(q), shift};
        s = sphere_from_points(cloud, 24);
        tight = sphere_from_points_tight(cloud, 24, 24);
        CHECK(tight.radius <= s.radius);
        fit = box_from_points(cloud, 24);
        joined = box_merge(&fit, &box);
        both = sphere_merge(&s, &(sphere3){V3_ZERO, FX(3)});
        CHECK(sphere_contains(&both, ints(2, -2, 1)));
        for (int k = 0; k < 24; k++) {
            sphere3 image = sphere_transform(&stretch, &s);
            box3 turned = box_transform_rigid(&move, &fit), stretched = box_transform(&stretch, &fit);

            CHECK(sphere_contains(&s, cloud[k]) && sphere_contains(&tight, cloud[k]) &&
                  sphere_contains(&both, cloud[k]));
            CHECK(box_contains(&fit, cloud[k]) && box_contains(&joined, cloud[k]));
            CHECK(sphere_contains(&image, m34_point(&stretch, cloud[k])));
            CHECK(box_contains(&turned, rig34_point(&move, cloud[k])));
            CHECK(box_contains(&stretched, m34_point(&stretch, cloud[k])));
        }
        packed = box_pack(&joined, &fit);
        empty = box_unpack(&joined, &packed);
        CHECK(empty.lo.x <= fit.lo.x && empty.hi.y >= fit.hi.y && empty.lo.z <= fit.lo.z &&
              empty.hi.x - fit.hi.x < FX(0.01));
    }
}

TEST(fx_solid_shapes) {
    rng128 r = rng128_seed(75);
    capsule3 ball = {ints(1, 2, 3), ints(1, 2, 3), FX(2)}, pill = {ints(0, 0, 0), ints(10, 0, 0), FX(2)};
    cylinder3 pipe = {ints(0, 0, 0), ints(10, 0, 0), FX(2)};
    cone3 cone = {V3_ZERO, {0, 0, -Q30_ONE}, q30_cos(0x10000000u), FX(10)};

    CHECK(capsule_contains(&pill, v3(FX(12), 0, 0)) && !capsule_contains(&pill, v3(FX(12) + 2, 0, 0)) &&
          capsule_contains(&pill, ints(5, -2, 0)));
    CHECK(cylinder_contains(&pipe, ints(10, 2, 0)) && !cylinder_contains(&pipe, v3(FX(10) + 2, 0, 0)) &&
          !cylinder_contains(&pipe, v3(FX(5), FX(2) + 2, 0)));
    CHECK(cone_contains(&cone, ints(0, 0, -9)) && !cone_contains(&cone, ints(0, 0, -11)) &&
          !cone_contains(&cone, ints(5, 0, -9)) && !cone_contains(&cone, ints(0, 0, 1)));
    CHECK_EQ(cylinder_reach(FX(2), (dir30){Q30_ONE, 0, 0}, (dir30){Q30_ONE, 0, 0}), 0);
    CHECK_EQ(cylinder_reach(FX(2), (dir30){Q30_ONE, 0, 0}, (dir30){0, Q30_ONE, 0}), FX(2));
    for (int i = 0; i < 4000; i++) {
        vec3 p = fx_check_vec3(&r, FX(13)), local, near;
        obb3 b = {{rot33_about_z(rng128_next(&r)), fx_check_vec3(&r, FX(5))},
                  {FX(3), i % 5 == 0 ? 0 : FX(2), FX(1)}};
        box3 box = obb_to_box(&b), round;
        sphere3 s = obb_to_sphere(&b), other = {ints(1, 2, 3), FX(2)};
        bool inside;

        local = rot33_apply_inverse(&b.frame.r, v3_sub(p, b.frame.t));
        inside = v3_equal(v3_clamp(local, v3_neg(b.half), b.half), local);
        CHECK_EQ(obb_contains(&b, p), inside);
        near = obb_closest(&b, p);
        CHECK(box_contains(&box, near) || !inside);
        for (int f = 0; f < 6; f++) {
            plane30 face = obb_plane(&b, f);

            CHECK(plane_distance(&face, near) <= 4);
        }
        for (int c = 0; c < 8; c++)
            CHECK(box_contains(&box, obb_corner(&b, c)) &&
                  v3_distance(s.centre, obb_corner(&b, c)) <= s.radius + 2);
        CHECK_EQ(capsule_contains(&ball, p), sphere_contains(&other, p));
        if (capsule_contains(&pill, p)) {
            round = capsule_box(&pill);
            s = capsule_sphere(&pill);
            CHECK(box_contains(&round, p) && sphere_contains(&s, p));
        }
        if (cylinder_contains(&pipe, p)) {
            round = cylinder_box(&pipe);
            s = cylinder_sphere(&pipe);
            CHECK(box_contains(&round, p) && sphere_contains(&s, p));
        }
        if (cone_contains(&cone, p)) {
            round = cone_box(&cone);
            s = cone_sphere(&cone);
            CHECK(box_contains(&round, p) && sphere_contains(&s, p));
        }
    }
}

TEST(fx_convex_sets) {
    static const int sizes[4] = {6, 14, 18, 26};
    box3 cube = {ints(-2, -2, -2), ints(2, 2, 2)};
    obb3 b = {{rot33_identity(), {0, 0, 0}}, {FX(2), FX(2), FX(2)}};
    plane30 planes[7];
    convex3 set = {planes, 6, false};
    vec3 cloud[40],
        face[4] = {{FX(-4), 0, FX(-4)}, {FX(4), 0, FX(-4)}, {FX(4), 0, FX(4)}, {FX(-4), 0, FX(4)}},
        clipped[5];
    kdop3 dop, other;
    rng128 r = rng128_seed(76);
    fx lo, hi;
    int inside[4];

    for (int f = 0; f < 6; f++) planes[f] = obb_plane(&b, f);
    planes[6] = plane_from_normal((dir30){619925131, 619925131, 619925131}, ints(1, 1, 1));
    for (int i = 0; i < 5000; i++) {
        vec3 p = fx_check_vec3(&r, FX(3));
        bool seven = box_contains(&cube, p) && plane_distance(&planes[6], p) <= 0;

        set.count = 6;
        CHECK_EQ(convex_contains(&set, p, 0), box_contains(&cube, p));
        set.count = 7;
        CHECK_EQ(convex_contains(&set, p, 0), seven);
    }
    for (int pass = 0; pass < 50; pass++) {
        for (int k = 0; k < 40; k++) cloud[k] = fx_check_vec3(&r, FX(30));
        for (int s = 0; s < 4; s++) {
            inside[s] = 0;
            CHECK(kdop_from_points(sizes[s], cloud, 40, &dop) &&
                  kdop_from_points(sizes[s], cloud + 20, 20, &other));
            for (int k = 0; k < 40; k++) CHECK(kdop_contains(&dop, cloud[k]));
            for (int k = 0; k < 200; k++)
                inside[s] += kdop_contains(
                    &dop, v3(FX(k % 20) * 3 - FX(30), FX(k / 20) * 6 - FX(30), FX(k * 7 % 60) - FX(30)));
            CHECK(kdop_overlap(&dop, &other));
            other = kdop_merge(&other, &dop);
            CHECK_EQ(other.lo[2], dop.lo[2]);
        }
        CHECK(inside[0] >= inside[1] && inside[0] >= inside[2] && inside[1] >= inside[3] &&
              inside[2] >= inside[3]);
    }
    CHECK(!kdop_from_points(8, cloud, 40, &dop));
    convex_interval(face, 4, (dir30){Q30_ONE, 0, 0}, &lo, &hi);
    CHECK(lo == FX(-4) && hi == FX(4));
    CHECK_EQ(polygon_clip(face, 4, &planes[0], clipped), 4); /* the plane x <= 2 cuts the face */
    for (int i = 0; i < 4; i++) CHECK(clipped[i].x <= FX(2));
}

TEST(fx_view_frusta) {
    frustum_eye eye;
    frustum3 f, g, part;
    mat44 projection;
    rng128 r = rng128_seed(77);
    rig34 camera = {rot33_about_y(0x12345678u), {FX(10), FX(20), FX(-30)}};
    vec3 corner;

    CHECK(frustum_eye_make(FX(1), FX(0.75), FX(1), FX(100), &eye));
    f = frustum_from_eye(&eye);
    CHECK_NEAR(f.plane[FRUSTUM_LEFT].n.x, Q30(0.7071068), 200);
    CHECK_NEAR(f.plane[FRUSTUM_LEFT].n.z, Q30(-0.7071068), 200);
    CHECK_NEAR(f.plane[FRUSTUM_TOP].n.y, Q30(-0.8), 200);
    CHECK_NEAR(f.plane[FRUSTUM_TOP].n.z, Q30(-0.6), 200);
    CHECK(!frustum_eye_make(FX(1), FX(0.75), FX(1), FX(1), &eye));
    CHECK(view_perspective(fx_div(FX(1), FX(0.75)), fx_div(FX(1), FX(0.75)), FX(1), FX(100),
                           &projection)); /* arguments: focal_y, aspect */
    CHECK(frustum_from_m4(&projection, &g));
    for (int i = 0; i < 10000; i++) {
        vec3 p = fx_check_vec3(&r, FX(120));
        bool clear = true, inside = view_outcode(m4_apply(&projection, v4_point(p))) == 0;

        for (int k = 0; k < 6; k++) clear = clear && fx_abs(plane_distance(&f.plane[k], p)) > 32;
        if (!clear) continue;
        CHECK_EQ(frustum_contains(&f, p, 0), inside);
        CHECK_EQ(frustum_contains(&g, p, 0), inside);
        CHECK_EQ(frustum_eye_contains(&eye, p), inside);
        part = frustum_transform(&camera, &f);
        CHECK_EQ(frustum_contains(&part, rig34_point(&camera, p), 0), inside);
    }
    for (int i = 0; i < 8; i++) {
        CHECK(frustum_corner(&f, i, &corner));
        CHECK_NEAR(plane_distance(&f.plane[(i & 1) != 0 ? FRUSTUM_RIGHT : FRUSTUM_LEFT], corner), 0, 3);
        CHECK_NEAR(plane_distance(&f.plane[(i & 2) != 0 ? FRUSTUM_TOP : FRUSTUM_BOTTOM], corner), 0, 3);
        CHECK_NEAR(plane_distance(&f.plane[(i & 4) != 0 ? FRUSTUM_FAR : FRUSTUM_NEAR], corner), 0, 3);
        CHECK_NEAR(corner.z, (i & 4) != 0 ? FX(-100) : FX(-1), 3);
    }
    CHECK(frustum_part(FX(1), FX(0.75), FX(1), FX(100), &(frustum_window){.right = FX(0.5), .top = FX(1)},
                       &part));
    CHECK(frustum_contains(&part, v3(FX(2), FX(2), FX(-10)), 0) &&
          !frustum_contains(&part, v3(FX(-1), FX(2), FX(-10)), 0) &&
          !frustum_contains(&part, v3(FX(6), FX(2), FX(-10)), 0));
    g = frustum_orthographic(FX(4), FX(2), 0, FX(10));
    CHECK(frustum_contains(&g, v3(FX(2), FX(1), FX(-10)), 0) &&
          !frustum_contains(&g, v3(FX(2) + 1, 0, FX(-5)), 0));
}
