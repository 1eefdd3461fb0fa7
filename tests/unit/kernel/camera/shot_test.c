/* Blends, moves, zooms, shakes, the director, fading. */
#include "kernel/camera/shot.h"

#include "fixedmath/angle.h"
#include "fixedmath/random.h"
#include "kernel/camera/fade.h"
#include "kernel/camera/rig.h"
#include "kernel/type/name.h"
#include "tests/test.h"

static bool same(const ox_camera_pose *a, const ox_camera_pose *b) {
    return v3_equal(a->eye, b->eye) && q4_equal(a->turn, b->turn) && a->focal == b->focal &&
           a->height == b->height;
}

static ox_camera_pose pose_at(fx x, int32_t yaw, fx focal) {
    return (ox_camera_pose){
        {x, FX_ONE, -x}, ox_camera_turn(ang32_from_degrees_fx(yaw * FX_ONE), 0, 0), focal, 10 * FX_ONE};
}

/* CAM-035: live rigs switched at random; the ends are the cameras themselves, and no step is larger than the curve's. */
TEST(camera_blends_between_live_rigs) {
    static const ox_id kinds[] = {OX_NAME("fly"), OX_NAME("ride"), OX_NAME("chase"), OX_NAME("first")};
    static const vec3 points[] = {{0, 3 * FX_ONE, 0},
                                  {9 * FX_ONE, 3 * FX_ONE, 0},
                                  {9 * FX_ONE, 4 * FX_ONE, 9 * FX_ONE},
                                  {0, 3 * FX_ONE, 9 * FX_ONE}};
    fx lengths[OX_PATH_LENGTHS(4, 16)];
    ox_camera_path path;
    ox_rig rigs[4];
    ox_rig_target t = {V3_ZERO, 0, 0, 0, false};
    ox_rig_world w = {.target = &t, .path = &path};
    ox_rig_out out[4];
    rng32 random = rng32_seed(31, 1);
    CHECK(ox_camera_path_make(&path, &(path3){points, 4, PATH_CATMULL_ROM, true, 0}, 16, lengths));
    for (int i = 0; i < 4; i++) {
        ox_type_reset(&ox_rig_type, &rigs[i]);
        rigs[i].kind = kinds[i];
        ox_rig_step(&rigs[i], &w, &out[i]);
    }
    uint32_t from = 0, to = 0;
    ox_blend blend = {0};
    ox_camera_pose seen = out[0].pose, before = seen;
    for (int i = 0; i < 4000; i++) {
        t.yaw = (ang16)(i * 40);
        t.at = v3_adds(t.at, v3_scales(ox_camera_ahead((ang32)t.yaw << 16, 0), FX(0.03)));
        for (int k = 0; k < 4; k++) ox_rig_step(&rigs[k], &w, &out[k]);
        bool is_begin = false;
        if (rng32_next(&random) % 50 == 0) {
            const bool was_on = ox_blend_is_on(&blend);
            const uint32_t next = (to + 1 + rng32_next(&random) % 3) % 4;
            CHECK_EQ(ox_blend_begin(&blend, 40, EASE_SMOOTHSTEP, &seen, false), OX_OK);
            blend.live = !was_on;
            from = to;
            to = next;
            is_begin = true;
        }
        const bool was_on = ox_blend_is_on(&blend);
        const ox_camera_pose start = blend.live ? out[from].pose : blend.from;
        seen = ox_blend_step(&blend, &out[from].pose, &out[to].pose);
        if (is_begin) CHECK(same(&seen, &start)); /* the old view, bit for bit */
        if (!was_on) CHECK(same(&seen, &out[to].pose));
        if (i > 0) { /* the steepest place of the curve is 1.5 times its mean; and both ends move */
            const fx far = fx_max(v3_distance(start.eye, out[to].pose.eye), FX_ONE);
            CHECK(v3_distance(seen.eye, before.eye) < far * 2 / 40 + FX(0.4));
            CHECK(q4_angle(seen.turn, before.turn) < ang32_from_degrees_fx(20 * FX_ONE));
        }
        before = seen;
    }
    const ox_camera_pose a = pose_at(0, 350, FX_ONE), b = pose_at(FX_ONE, 10, 2 * FX_ONE);
    const ox_camera_pose middle = ox_pose_between(&a, &b, UF16_ONE / 2);
    CHECK_NEAR(q4_rotate(middle.turn, (vec3){0, 0, -FX_ONE}).z, -FX_ONE, 4); /* over 0: 20 degrees in all */
    CHECK_EQ(middle.focal, FX(1.5));
    CHECK_EQ(ox_blend_begin(&blend, 10, EASE_LINEAR, &a, true), OX_BAD_ARGUMENT);
    const ox_camera_pose cut = ox_blend_step(&blend, NULL, &b);
    CHECK(same(&cut, &b));
    const ox_camera_pose north = {{0, 0, -4 * FX_ONE}, Q4_IDENTITY, FX_ONE, FX_ONE},
                         east = {{4 * FX_ONE, 0, 0}, Q4_IDENTITY, FX_ONE, FX_ONE};
    CHECK_EQ(ox_blend_begin(&blend, 20, EASE_LINEAR, &north, false), OX_OK);
    blend.arc = true;
    for (int i = 0; i <= 20; i++) { /* about a common target the distance stays */
        const ox_camera_pose p = ox_blend_step(&blend, NULL, &east);
        CHECK_NEAR(v3_length(p.eye), 4 * FX_ONE, 64);
    }
}

/* CAM-036: an exact end for both, in the same step; input ends it where it may. */
TEST(camera_moves_in_time) {
    ox_camera_move m = {
        {{1, 2, 3}, {70000, -9, 123457}}, {{0, 0, 0}, {5, 600001, -7}}, 37, 0, EASE_CUBIC_IN_OUT, true};
    vec3 eye = V3_ZERO, look = V3_ZERO;
    int steps = 0;
    while (ox_camera_move_step(&m, false, &eye, &look)) {
        steps++;
        if (steps < 37) CHECK(!v3_equal(eye, m.eye[1]) && !v3_equal(look, m.look[1]));
    }
    CHECK_EQ(steps, 37);
    CHECK(v3_equal(eye, m.eye[1]) && v3_equal(look, m.look[1]));
    m.at = 0;
    CHECK(ox_camera_move_step(&m, false, &eye, &look));
    CHECK(!ox_camera_move_step(&m, true, &eye, &look));
    m = (ox_camera_move){{V3_ZERO, V3_ZERO}, {V3_ZERO, V3_ZERO}, 0, 0, 200, false};
    CHECK(!ox_camera_move_step(&m, false, &eye, &look));
}

/* CAM-009: the test zoom of the text, a zoom by steps, a dolly that keeps the size, and slower looks. */
TEST(camera_zooms) {
    ang32 phase = 0;
    fx least = 1000 * FX_ONE, at209 = 0;
    for (int n = 0; n <= 210; n++) {
        const fx field = fx_adds(33 * FX_ONE, fx_muls(10 * FX_ONE, fx_cos_lerp(phase)));
        if (n == 0) CHECK_EQ(field, 43 * FX_ONE);
        if (n == 52) CHECK_NEAR(field, FX(33.107961), 60);
        if (n == 209) at209 = field;
        least = fx_min(least, field);
        phase += 20506958u;
    }
    CHECK_NEAR(least, FX(23.000353), 60);
    CHECK_NEAR(at209, FX(42.999131), 60);
    ox_zoom zoom;
    ox_zoom_begin(&zoom, FX_ONE, 4 * FX_ONE, 30, EASE_SMOOTHSTEP);
    fx last = FX_ONE;
    for (int i = 0; i < 30; i++) {
        const fx now = ox_zoom_step(&zoom);
        CHECK(now > last && now - last < FX(0.2));
        last = now;
    }
    CHECK_EQ(last, 4 * FX_ONE);
    CHECK_EQ(ox_zoom_step(&zoom), 4 * FX_ONE);
    CHECK_EQ(ox_zoom_sensitivity(4 * FX_ONE, FX_ONE), FX(0.25));
    static const ox_camera_part part = {0, 0, 240, 160, FX_ONE};
    int32_t size = 0;
    for (int i = 0; i <= 20; i++) { /* 2 metres are as tall through each lens */
        ox_camera c = ox_camera_usual();
        ox_camera_view v;
        ox_camera_spot top, foot;
        c.now.focal = FX_ONE + i * FX_ONE / 8;
        c.now.eye.z = ox_camera_dolly(6 * FX_ONE, FX_ONE, c.now.focal);
        CHECK(ox_camera_look(&c, &part, UF16_ONE, &v));
        ox_camera_project(&v, (vec3){0, FX_ONE, 0}, &top);
        ox_camera_project(&v, (vec3){0, -FX_ONE, 0}, &foot);
        if (i == 0) size = foot.y - top.y;
        CHECK_NEAR(foot.y - top.y, size, 16);
    }
}

/* CAM-038: never beyond the profile, gone after its time, the same for the same seed, none for who wants none. */
TEST(camera_shakes) {
    ox_shake s = {0}, again = {0};
    const ox_camera_pose still = pose_at(FX_ONE, 30, FX_ONE);
    ox_shake_profile none = ox_shake_usual, other = ox_shake_usual;
    none.scale = 0;
    other.seed = 9;
    ox_shake_add(&s, FX(0.7), 40);
    ox_shake_add(&s, FX(0.7), 40); /* adds up to 1 */
    ox_shake_add(&again, FX_ONE, 40);
    CHECK_EQ(ox_shake_strength(&s), FX_ONE);
    int moved = 0, differs = 0;
    for (uint32_t i = 0; i < 40; i++) {
        const ox_camera_pose p = ox_shaken(&s, &ox_shake_usual, &still, i),
                             q = ox_shaken(&again, &ox_shake_usual, &still, i),
                             r = ox_shaken(&s, &other, &still, i), n = ox_shaken(&s, &none, &still, i);
        CHECK(same(&p, &q) && same(&n, &still));
        moved += !same(&p, &still);
        differs += !same(&p, &r);
        CHECK(v3_distance(p.eye, still.eye) <= FX(0.15 * 1.42));
        CHECK(q4_angle(p.turn, still.turn) <= (364u + 364u + 546u) << 16);
        ox_shake_step(&s);
        ox_shake_step(&again);
    }
    CHECK(moved > 30 && differs > 30);
    const ox_camera_pose after = ox_shaken(&s, &ox_shake_usual, &still, 41);
    CHECK(same(&after, &still));
    ox_shake_kick(&s, 1 << 26, INT32_MIN, 10);
    CHECK(q4_angle(ox_shaken(&s, &ox_shake_usual, &still, 1).turn, still.turn) > 1u << 25);
    for (int i = 0; i < 10; i++) ox_shake_step(&s);
    const ox_camera_pose back = ox_shaken(&s, &ox_shake_usual, &still, 1);
    CHECK(same(&back, &still));
    CHECK_EQ(ox_shake_heard(FX_ONE, V3_ZERO, (vec3){5 * FX_ONE, 0, 0}, 2 * FX_ONE, 8 * FX_ONE), FX_HALF);
    CHECK_EQ(ox_shake_heard(FX_ONE, V3_ZERO, (vec3){9 * FX_ONE, 0, 0}, 2 * FX_ONE, 8 * FX_ONE), 0);
    ox_shake_add(&s, INT32_MIN, 0);
    ox_shake_add(&s, INT32_MAX, UINT32_MAX);
    CHECK_EQ(ox_shake_strength(&s), FX_ONE);
}

/* CAM-034: shots in order with exact steps, the same end wherever it is skipped, two lists at once, requests by priority. */
TEST(camera_director) {
    static const ox_shot one[] = {{.camera = 11, .steps = 5},
                                  {.camera = 12, .steps = 1},
                                  {.camera = 13, .steps = 7}},
                         two[] = {{.camera = 21, .steps = 0}, {.camera = 22, .steps = 3}};
    ox_director d = {.base = 1}, e = {.base = 2};
    CHECK(ox_director_ask(&d, 5, 3) && ox_director_ask(&d, 6, 9) && ox_director_ask(&d, 7, 3));
    CHECK_EQ(ox_director_seen(&d), 6);
    CHECK(ox_director_drop(&d, 6) && !ox_director_drop(&d, 6));
    CHECK_EQ(ox_director_seen(&d), 7); /* of equal ones the later */
    CHECK(ox_director_ask(&d, 8, 1) && ox_director_ask(&d, 9, 1) && !ox_director_ask(&d, 10, 1));
    CHECK_EQ(d.count, OX_REQUESTS);
    for (ox_id i = 5; i < 11; i++) (void)ox_director_drop(&d, i);
    CHECK(!ox_director_drop(&d, 1) && ox_director_seen(&d) == 1 && d.count == 0);
    const ox_director rest = d;
    ox_director_play(&d, 100, one, 3);
    ox_director_play(&e, 200, two, 2);
    for (int i = 1; i <= 13; i++) {
        CHECK_EQ(d.shot, i <= 5 ? 0 : i <= 6 ? 1 : 2);
        const bool is_new = ox_director_step(&d, one, 3);
        CHECK_EQ(is_new, i == 5 || i == 6 || i == 13);
        (void)ox_director_step(&e, two, 2);
        CHECK_EQ(e.shot, 0); /* it waits */
    }
    CHECK_EQ(d.list, 0);
    CHECK_EQ(ox_director_seen(&d), ox_director_seen(&rest));
    ox_director_next(&e);
    CHECK(ox_director_step(&e, two, 2) && e.shot == 1 && e.list == 200);
    for (int at = 0; at < 13; at++) { /* skipped in each step of each shot */
        ox_director s = rest;
        ox_director_play(&s, 100, one, 3);
        for (int i = 0; i < at; i++) (void)ox_director_step(&s, one, 3);
        ox_director_skip(&s);
        CHECK(s.list == rest.list && s.shot == rest.shot && s.left == rest.left && s.shots == rest.shots &&
              s.base == rest.base && s.count == rest.count);
        CHECK(!ox_director_step(&s, one, 3));
    }
    ox_director_play(&d, 100, one, 0);
    CHECK_EQ(d.list, 0);
}

/* CAM-033: opacity by distance; blockers ease out and in, and leave no trace; of too many the nearest stay. */
TEST(camera_fades_what_is_in_the_way) {
    uint8_t last = 0;
    for (fx d = 0; d < 4 * FX_ONE; d += FX_ONE / 64) {
        const uint8_t now = ox_fade_near(d, FX_ONE, 3 * FX_ONE);
        CHECK(now >= last && now <= OX_OPAQUE);
        if (d <= FX_ONE) CHECK_EQ(now, 0);
        if (d >= 3 * FX_ONE) CHECK_EQ(now, OX_OPAQUE);
        last = now;
    }
    ox_fades f = {0};
    const ox_handle tree = {7};
    for (int i = 1; i <= 20; i++) {
        ox_fades_begin(&f);
        ox_fades_block(&f, tree, FX_ONE);
        ox_fades_step(&f, 2);
        CHECK_EQ(ox_fades_of(&f, tree), i >= 8 ? 0 : 16 - 2 * i);
    }
    for (int i = 1; i <= 8; i++) {
        ox_fades_begin(&f);
        ox_fades_step(&f, 2);
        CHECK_EQ(ox_fades_of(&f, tree), 2 * i);
    }
    CHECK_EQ(f.count, 0);
    ox_fades_begin(&f);
    for (uint32_t i = 0; i < 20; i++) ox_fades_block(&f, (ox_handle){i + 1}, (fx)(20 - i) * FX_ONE);
    ox_fades_step(&f, 4);
    CHECK_EQ(f.count, OX_FADES);
    for (uint32_t i = 0; i < 20; i++) CHECK_EQ(ox_fades_of(&f, (ox_handle){i + 1}) < OX_OPAQUE, i >= 12);
}
