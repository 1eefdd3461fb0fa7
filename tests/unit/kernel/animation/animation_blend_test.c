/* Means, parts and differences of poses, and limbs of two bones, against their vectors. */
#include "fixedmath/random.h"
#include "kernel/animation/blend.h"
#include "kernel/animation/limb.h"
#include "tests/test.h"
#include "tests/unit/kernel/animation/animation_chunks.h"

#define Q(v) ((q30)((v)*1073741824.0))

static double root_of(double v) { /* without a library: Newton's steps */
    double x = v > 1 ? v : 1;
    for (int i = 0; i < 60; i++) x = (x + v / x) / 2;
    return x;
}

static sqt at_turn(quat q) { return (sqt){V3_ZERO, q, FX_ONE}; }
static const quat none = {0, 0, 0, Q30_ONE};

static void check_quat(quat q, double x, double y, double z, double w, q30 tolerance) {
    const quat wanted = q4_near((quat){Q(x), Q(y), Q(z), Q(w)}, q);
    CHECK_NEAR(q.x, wanted.x, tolerance);
    CHECK_NEAR(q.y, wanted.y, tolerance);
    CHECK_NEAR(q.z, wanted.z, tolerance);
    CHECK_NEAR(q.w, wanted.w, tolerance);
}

/* ANI-057, V10: yaw 10 and 30 degrees give a difference of 20; added to pitch 40. */
TEST(animation_differences_are_taken_and_added) {
    const dir30 up = {0, Q30_ONE, 0}, right = {Q30_ONE, 0, 0};
    const sqt r = at_turn(q4_from_axis_angle(up, ang32_from_ang16(ang16_from_degrees(10)))),
              s = at_turn(q4_from_axis_angle(up, ang32_from_ang16(ang16_from_degrees(30)))),
              t = at_turn(q4_from_axis_angle(right, ang32_from_ang16(ang16_from_degrees(40))));
    sqt d, a;
    ox_pose_differ(&s, &r, 1, &d);
    check_quat(d.q, 0, .173648, 0, .984808, Q(0.0001));
    ox_pose_add(&t, &d, UF16_ONE, NULL, 1, &a);
    check_quat(a.q, .336824, .163176, .059391, .925417, Q(0.0001));
    /* with translation and scale: R D is S again */
    const sqt r2 = {{FX_ONE, 0, 0}, q4_from_axis_angle(up, 0x40000000u), 2 * FX_ONE},
              s2 = {{FX_ONE, 2 * FX_ONE, 0}, none, FX_ONE};
    ox_pose_differ(&s2, &r2, 1, &d);
    CHECK(d.t.x == 0 && d.t.y == FX_ONE && d.t.z == 0 && d.s == FX_HALF);
    check_quat(d.q, 0, -.7071068, 0, .7071068, 64);
    ox_pose_add(&r2, &d, UF16_ONE, NULL, 1, &a);
    CHECK_NEAR(a.t.x, s2.t.x, 2);
    CHECK_NEAR(a.t.y, s2.t.y, 2);
    CHECK_NEAR(a.t.z, s2.t.z, 2);
    CHECK_EQ(a.s, s2.s);
    check_quat(a.q, 0, 0, 0, 1, 64);
    const sqt t2 = {{0, 0, 3 * FX_ONE}, q4_from_axis_angle(right, 0x40000000u), FX_ONE};
    ox_pose_add(&t2, &d, UF16_ONE, NULL, 1, &a);
    CHECK_NEAR(a.t.z, 4 * FX_ONE, 2);
    CHECK_NEAR(a.t.y, 0, 2);
    check_quat(a.q, .5, -.5, -.5, .5, 64);
    /* no strength and no difference change nothing */
    ox_pose_add(&t, &d, 0, NULL, 1, &a);
    CHECK_EQ(memcmp(&a, &t, sizeof a), 0);
}

static sqt any_pose(rng32 *random) {
    quat q = {(q30)rng32_next(random), (q30)rng32_next(random), (q30)rng32_next(random),
              (q30)rng32_next(random)};
    sqt pose = {
        {(fx)(rng32_next(random) >> 14), (fx)(rng32_next(random) >> 14), (fx)(rng32_next(random) >> 14)},
        none,
        FX_ONE};
    q = (quat){q.x / 4, q.y / 4, q.z / 4, q.w / 4};
    if (!q4_normalize(q, &pose.q)) pose.q = none;
    return pose;
}

/* ANI-051: the mean of three is the cascade of two blends with an unnormalised middle, and of one alone that one. */
TEST(animation_means_of_three) {
    rng32 random = rng32_seed(7, 0);
    for (int i = 0; i < 200; i++) {
        const sqt a = any_pose(&random), b = any_pose(&random);
        sqt sum, two;
        ox_pose_weigh(&a, 16384, true, 1, &sum);
        ox_pose_weigh(&b, 32768, false, 1, &sum);
        ox_pose_weigh(&a, 16384, false, 1, &sum);
        ox_pose_settle(1, &sum);
        two = sqt_lerp(&a, &b, 32768);
        CHECK_NEAR(sum.t.x, two.t.x, 2);
        CHECK_NEAR(sum.t.y, two.t.y, 2);
        const quat q = q4_near(two.q, sum.q);
        if (q4_dot(a.q, b.q) > Q(0.05) || q4_dot(a.q, b.q) < -Q(0.05)) {
            CHECK_NEAR(sum.q.x, q.x, Q(0.00002));
            CHECK_NEAR(sum.q.w, q.w, Q(0.00002));
        }
    }
}

/* ANI-056: a mask of 255 is the blend, of 0 nothing, bit for bit. */
TEST(animation_masks_choose_joints) {
    rng32 random = rng32_seed(9, 0);
    sqt a[3], b[3], to[3];
    const uint8_t mask[3] = {0, 255, 128};
    for (int i = 0; i < 3; i++) {
        a[i] = any_pose(&random);
        b[i] = any_pose(&random);
    }
    ox_pose_blend_part(a, b, UF16_ONE, mask, 3, to);
    CHECK(memcmp(&to[0], &a[0], sizeof *a) == 0 && memcmp(&to[1], &b[1], sizeof *b) == 0);
    const sqt half = sqt_lerp(&a[2], &b[2], 32897);
    CHECK_EQ(memcmp(&to[2], &half, sizeof half), 0);
}

/* Sixteen bytes a joint hold a pose within a quarter of a millimetre. */
TEST(animation_kept_poses_are_the_poses) {
    rng32 random = rng32_seed(11, 0);
    for (int i = 0; i < 100; i++) {
        const sqt a = any_pose(&random);
        ox_pose_packed packed;
        sqt b;
        ox_pose_pack(&a, 1, &packed);
        ox_pose_unpack(&packed, 1, &b);
        CHECK_NEAR(a.t.x, b.t.x, 8);
        CHECK_NEAR(a.t.z, b.t.z, 8);
        CHECK(q4_angle(a.q, b.q) < ang32_from_ang16(4));
        CHECK_EQ(b.s, FX_ONE);
    }
}

/* ANI-050: ends bit for bit; a quarter turn is halved exactly, and at other parts is off by less than the table of rotations allows; the nearer way. */
TEST(animation_blends_of_two_poses) {
    const dir30 up = {0, Q30_ONE, 0};
    const sqt still = at_turn(none), turned = at_turn(q4_from_axis_angle(up, 0x40000000u));
    sqt to;
    ox_pose_blend(&still, &turned, 0, 1, &to);
    CHECK_EQ(memcmp(&to, &still, sizeof to), 0);
    ox_pose_blend(&still, &turned, UF16_ONE, 1, &to);
    CHECK_EQ(memcmp(&to, &turned, sizeof to), 0);
    ox_pose_blend(&still, &turned, 32768, 1, &to);
    CHECK_NEAR(q4_angle(still.q, to.q), 0x20000000, 119304); /* 0.01 degree */
    ang32 worst = 0;
    for (uint32_t t = 0; t <= UF16_ONE; t += 256) {
        ox_pose_blend(&still, &turned, t, 1, &to);
        const int64_t off = (int64_t)q4_angle(still.q, to.q) - ((int64_t)t << 14);
        if ((off < 0 ? -off : off) > worst) worst = (ang32)(off < 0 ? -off : off);
    }
    CHECK_NEAR(worst, 10964000, 120000); /* 0.919 degrees between keys of 90 */
    rng32 random = rng32_seed(21, 0);
    for (int i = 0; i < 1000; i++) {
        sqt a = any_pose(&random), b = any_pose(&random);
        if (q4_dot(a.q, b.q) > 0) b.q = (quat){-b.q.x, -b.q.y, -b.q.z, -b.q.w};
        const ang32 whole = q4_angle(a.q, b.q);
        ox_pose_blend(&a, &b, 32768, 1, &to);
        CHECK(whole <= 0x80000000u && q4_angle(a.q, to.q) <= whole / 2 + 65536);
    }
}

/* ANI-051: a mean does not depend on the size of weights, on the order of clips that weigh the same, and of two it is the blend; ANI-054: it is the cascade whose
 * middle stays unnormalised. */
TEST(animation_means_by_shares) {
    static const uint32_t twice[3] = {2, 1, 1}, whole[3] = {32768, 16384, 16384}, nothing[3] = {0, 0, 0};
    rng32 random = rng32_seed(31, 0);
    uf16 a[3], b[3];
    CHECK(ox_pose_shares(twice, 3, a) && ox_pose_shares(whole, 3, b));
    CHECK_EQ(memcmp(a, b, sizeof a), 0);
    CHECK(a[0] == 32768 && a[1] == 16384 && a[2] == 16384);
    CHECK(!ox_pose_shares(nothing, 3, b));
    for (int i = 0; i < 1000; i++) {
        const uint32_t any[3] = {rng32_next(&random) >> 8, rng32_next(&random) >> 8,
                                 rng32_next(&random) >> 8};
        CHECK(ox_pose_shares(any, 3, b));
        CHECK_EQ(b[0] + b[1] + b[2], UF16_ONE);
        sqt pose[3], sum, swapped, two, blend;
        for (int k = 0; k < 3; k++) {
            pose[k] = any_pose(&random);
            if (k > 0 && (q4_dot(pose[k].q, pose[0].q) < Q(0.3))) pose[k].q = pose[0].q;
        }
        for (uint32_t k = 0; k < 3; k++) ox_pose_weigh(&pose[k], a[k], k == 0, 1, &sum);
        ox_pose_weigh(&pose[0], a[0], true, 1, &swapped);
        ox_pose_weigh(&pose[2], a[2], false, 1, &swapped);
        ox_pose_weigh(&pose[1], a[1], false, 1, &swapped);
        /* the cascade: half of the first two, whose length is not brought back, and the third one */
        double middle[4], x[4];
        const quat q0 = pose[0].q, q1 = q4_near(pose[1].q, q0), q2 = q4_near(pose[2].q, q0);
        const q30 parts[3][4] = {
            {q0.x, q0.y, q0.z, q0.w}, {q1.x, q1.y, q1.z, q1.w}, {q2.x, q2.y, q2.z, q2.w}};
        double length = 0;
        for (int k = 0; k < 4; k++) {
            middle[k] = parts[0][k] + (parts[1][k] - (double)parts[0][k]) * 16384 / 49152;
            x[k] = middle[k] + (parts[2][k] - middle[k]) * 16384 / 65536;
            length += x[k] * x[k] / 1073741824.0 / 1073741824.0;
        }
        ox_pose_settle(1, &sum);
        ox_pose_settle(1, &swapped);
        length = root_of(length);
        check_quat(sum.q, x[0] / length / 1073741824.0, x[1] / length / 1073741824.0,
                   x[2] / length / 1073741824.0, x[3] / length / 1073741824.0, 1 << 8);
        CHECK_NEAR(sum.t.x, ((int64_t)pose[0].t.x * 2 + pose[1].t.x + pose[2].t.x) / 4, 2);
        CHECK_NEAR(sum.t.y, swapped.t.y, 2);
        CHECK_NEAR(sum.q.y, swapped.q.y, 2);
        ox_pose_weigh(&pose[0], 40000, true, 1, &two);
        ox_pose_weigh(&pose[1], 25536, false, 1, &two);
        ox_pose_settle(1, &two);
        ox_pose_blend(&pose[0], &pose[1], 25536, 1, &blend);
        CHECK_NEAR(two.t.z, blend.t.z, 2);
        CHECK_NEAR(two.q.z, q4_near(blend.q, two.q).z, 1 << 10);
    }
}

/* ANI-056: a ramp of three joints gives what lies between, and a mask of ones is the blend, bit for bit. */
TEST(animation_masks_may_begin_softly) {
    static const uint8_t ramp[5] = {0, 64, 128, 191, 255}, ones[5] = {255, 255, 255, 255, 255};
    rng32 random = rng32_seed(41, 0);
    sqt a[5], b[5], to[5], plain[5];
    for (int i = 0; i < 5; i++) {
        a[i] = any_pose(&random);
        b[i] = any_pose(&random);
        b[i].t = (vec3){a[i].t.x + 51000, a[i].t.y, a[i].t.z};
    }
    ox_pose_blend_part(a, b, UF16_ONE, ramp, 5, to);
    for (int i = 0; i < 5; i++) CHECK_NEAR(to[i].t.x - a[i].t.x, 51000 * ramp[i] / 255, 1);
    ox_pose_blend_part(a, b, 23456, ones, 5, to);
    ox_pose_blend(a, b, 23456, 5, plain);
    CHECK_EQ(memcmp(to, plain, sizeof to), 0);
}

/* ANI-057: a difference leads from the reference to the source in each joint, none changes nothing, and all of one is the target times it. */
TEST(animation_differences_lead_to_their_source) {
    rng32 random = rng32_seed(51, 0);
    for (int i = 0; i < 1000; i++) {
        sqt r = any_pose(&random), s = any_pose(&random), t = any_pose(&random), d, a, nothing, product;
        r.s = FX_ONE / 2 + (fx)(rng32_next(&random) % 32769);
        s.s = FX_ONE / 2 + (fx)(rng32_next(&random) % 65536);
        ox_pose_differ(&s, &r, 1, &d);
        ox_pose_add(&r, &d, UF16_ONE, NULL, 1, &a);
        CHECK_NEAR(a.t.x, s.t.x, 2);
        CHECK_NEAR(a.t.y, s.t.y, 2);
        CHECK_NEAR(a.t.z, s.t.z, 2);
        CHECK_NEAR(a.s, s.s, 2);
        CHECK(q4_angle(a.q, s.q) < 2048); /* 2 / 65536 of a turn's 1/65536 */
        ox_pose_none(1, &nothing);
        ox_pose_add(&t, &nothing, UF16_ONE, NULL, 1, &a);
        CHECK(a.t.x == t.t.x && a.t.y == t.t.y && a.t.z == t.t.z && a.s == t.s && q4_same(a.q, t.q, 8));
        ox_pose_add(&t, &d, UF16_ONE, NULL, 1, &a);
        product = sqt_mul(&t, &d);
        CHECK_NEAR(a.t.x, product.t.x, 2);
        CHECK_NEAR(a.t.z, product.t.z, 2);
        CHECK(q4_angle(a.q, product.q) < 2048);
        ox_pose_add(&t, &d, 0, NULL, 1, &a);
        CHECK_EQ(memcmp(&a, &t, sizeof a), 0);
    }
}

/* ANI-082, V11. */
TEST(animation_limbs_bend_as_triangles_do) {
    static const struct {
        double a, b, d, along, aside, missing;
    } wanted[] = {{1, 1, 1.414214, 0.707107, 0.707107, 0},
                  {5, 4, 6, 3.75, 3.307189, 0},
                  {3, 4, 5, 1.8, 2.4, 0},
                  {5, 4, 9, 5, 0, 0},
                  {5, 4, 10, 5, 0, 1},
                  {5, 4, 1, 5, 0, 0}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        const ox_limb_bend bend = ox_limb_solve(FX(wanted[i].a), FX(wanted[i].b), FX(wanted[i].d));
        CHECK_NEAR(bend.along, FX(wanted[i].along), 4);
        CHECK_NEAR(bend.aside, FX(wanted[i].aside), wanted[i].aside == 0 ? 400 : 6);
        CHECK_NEAR(bend.missing, FX(wanted[i].missing), 1);
    }
}

static uint8_t skeleton[2048];

/* ANI-082: thousands of places within reach are met within 2^-12 m; what is beyond is told. */
TEST(animation_limbs_reach_or_say_so) {
    static const int8_t parents[4] = {-1, 0, 1, 2};
    rng32 random = rng32_seed(3, 0);
    fx worst = 0;
    for (int i = 0; i < 11200; i++) {
        const fx a = (fx)(13107 + rng32_next(&random) % 117965),
                 b = (fx)(13107 + rng32_next(&random) % 117965);
        const vec3 places[4] = {{0, FX_ONE, 0}, {0, 0, 0}, {0, -a, 0}, {0, -b, 0}};
        sqt local[4], global[4];
        (void)make_skeleton(skeleton, parents, places, 4);
        ox_pose_bind(skeleton, local);
        local[2].q = q4_from_axis_angle((dir30){Q30_ONE, 0, 0}, 0x08000000u); /* a little bent */
        ox_pose_global(skeleton, local, global);
        const fx least = a > b ? a - b : b - a, room = a + b - least;
        const vec3 way = {(fx)rng32_next(&random) >> 12, (fx)rng32_next(&random) >> 12,
                          (fx)rng32_next(&random) >> 12};
        const fx length = v3_length(way);
        if (length < FX_ONE) continue;
        const bool is_far = i % 10 == 0;
        const fx d =
            is_far ? a + b + FX_ONE : least + 64 + (fx)(rng32_next(&random) % (uint32_t)(room - 128));
        const vec3 target = {fx_muls(fx_div(way.x, length), d), FX_ONE + fx_muls(fx_div(way.y, length), d),
                             fx_muls(fx_div(way.z, length), d)};
        const ox_limb limb = {1, 2, 3, {FX(0.3), 0, -FX_ONE}};
        const fx missing = ox_limb_reach(&limb, skeleton, target, UF16_ONE, local, global);
        sqt again[4];
        ox_pose_global(skeleton, local, again);
        const fx off = v3_length(v3_subs(again[3].t, target));
        CHECK_NEAR(off, missing, 3);
        if (is_far)
            CHECK_NEAR(off, v3_length(v3_subs(target, again[1].t)) - a - b, 16);
        else if (off > worst)
            worst = off;
    }
    TEST_INFO("a limb is off by %d/65536 m at most", (int)worst);
    CHECK(worst <= 16);
}

/* ANI-082: a target that goes through full reach straightens the limb without a jump of its middle, on the side of its pole all the time. */
TEST(animation_limbs_straighten_without_a_jump) {
    static const int8_t parents[4] = {-1, 0, 1, 2};
    const vec3 places[4] = {{0, FX_ONE, 0}, {0, 0, 0}, {0, -FX(0.2), 0}, {0, -FX(0.2), 0}};
    const ox_limb limb = {1, 2, 3, {0, FX(-0.939693), FX(-0.342020)}}; /* 20 degrees off the way */
    sqt local[4], global[4];
    vec3 last = V3_ZERO;
    (void)make_skeleton(skeleton, parents, places, 4);
    for (int i = 0; i <= 60; i++) {
        const vec3 target = {0, FX_ONE - FX(0.1) - FX(0.01) * i, 0};
        ox_pose_bind(skeleton, local);
        ox_pose_global(skeleton, local, global);
        const fx missing = ox_limb_reach(&limb, skeleton, target, UF16_ONE, local, global);
        const vec3 middle = global[2].t;
        CHECK(middle.z <= 3); /* bent to the pole's side, or straight */
        CHECK_NEAR(middle.x, 0, 3);
        if (i > 31) CHECK_NEAR(missing, FX(0.01) * i - FX(0.3), 48);
        if (i > 0) CHECK(v3_distance(middle, last) < FX(0.05));
        last = middle;
    }
    CHECK_NEAR(last.z, 0, 300);
}
