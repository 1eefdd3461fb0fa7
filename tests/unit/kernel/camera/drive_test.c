/* Rigs on tours: variants of following, vehicles and roofs, rides that look at places, and views from above that zoom and go. */
#include "fixedmath/angle.h"
#include "fixedmath/random.h"
#include "kernel/camera/rig.h"
#include "tests/test.h"

static bool near3(vec3 a, vec3 b, fx tolerance) {
    return fx_abs(a.x - b.x) <= tolerance && fx_abs(a.y - b.y) <= tolerance && fx_abs(a.z - b.z) <= tolerance;
}

static ox_rig rig_of(ox_id kind) {
    ox_rig r;
    ox_type_reset(&ox_rig_type, &r);
    r.kind = kind;
    return r;
}

static vec3 ahead_of(const ox_rig_out *out) { return q4_rotate(out->pose.turn, (vec3){0, 0, -FX_ONE}); }

/* ---- a tour ---- */

enum { TOUR = 900 };

/* Someone who walks, stops, turns and climbs: at most 0.1 m and 2 degrees in a step. */
static ox_rig_target tour_at(int step) {
    static vec3 at;
    static ang16 yaw;
    if (step == 0) at = V3_ZERO, yaw = 0;
    const int part = step / 90 % 5;
    if (part == 1 || part == 4) yaw = (ang16)(yaw + ANG16_DEGREES(2));
    if (part == 3) yaw = (ang16)(yaw - ANG16_DEGREES(1));
    if (part != 2)
        at = v3_adds(at, v3_scales(ox_camera_ahead((ang32)yaw << 16, 0), part == 0 ? FX(0.1) : FX(0.06)));
    at.y = part == 3 ? at.y + FX(0.02) : at.y;
    return (ox_rig_target){at, yaw, 0, 0, false};
}

/* CAM-017: each variant goes on the tour, and no step of its eye is longer than what its target does in a step, at the arm's length: a spring moves no faster than what it hangs on. Who takes the next of several
 * presets in the middle sees each from where it wants to be. */
TEST(camera_variants_go_on_tour) {
    for (uint32_t bits = 0; bits < 32; bits++)
        for (int chases = 0; chases < 2; chases++) {
            ox_rig r = rig_of(chases ? OX_NAME("chase") : OX_NAME("follow"));
            ox_rig_out out;
            r.fixed = (bits & 1) != 0; /* its yaw stays, as set */
            r.yaw = (bits & 1) != 0 ? 30 * FX_ONE : 0;
            r.stiff = (bits & 2) != 0 ? 80 * FX_ONE : 0;
            r.lead = (bits & 4) != 0;
            r.grow = (bits & 8) != 0 ? FX(1.5) : FX_ONE;
            r.share = (bits & 16) != 0 ? FX_ONE : 0;
            const fx arm = fx_adds(fx_muls(r.distance, r.grow), r.height);
            /* The way of the target, 2 degrees of the arm, what it climbs; and a distance that grows with speed. */
            fx bound = FX(0.1) + FX(0.02) + fx_muls(arm, FX(0.035));
            if ((bits & 8) != 0) bound += fx_muldiv(r.distance / 2, 6 * FX_ONE, r.top);
            if (r.lead) bound += bound / 2; /* what leads swings */
            vec3 last = V3_ZERO;
            for (int i = 0; i < TOUR; i++) {
                ox_rig_target t = tour_at(i);
                const ox_rig_world w = {.target = &t};
                ox_rig_step(&r, &w, &out);
                if (i > 0 && v3_distance(out.pose.eye, last) > bound)
                    TEST_INFO("variant %u step %d: %d of %d", (unsigned)bits, i,
                              (int)v3_distance(out.pose.eye, last), (int)bound);
                if (i > 0) CHECK(v3_distance(out.pose.eye, last) <= bound);
                last = out.pose.eye;
                const fx aside = out.pose.eye.x - t.at.x;
                if (r.fixed && !chases && r.stiff == 0) /* whoever turns, it stays on the same side */
                    CHECK(aside > r.distance / 2 - 64 && aside <= fx_muls(r.distance, r.grow) / 2);
            }
        }
}

/* ---- vehicles ---- */

static const fx tunnel_from = -30 * FX_ONE, tunnel_to = -70 * FX_ONE, tunnel_high = 3 * FX_ONE;

/* A mountain with a tunnel of 3 m along -Z: all above it, and all between its ends, is rock. */
static bool is_rock(vec3 at) { return at.z < tunnel_from && at.z > tunnel_to && at.y > tunnel_high; }

static bool mountain_sweep(void *context, vec3 from, vec3 way, fx radius, q30 *part) {
    ++*(uint32_t *)context;
    (void)radius;
    for (int32_t i = 0; i <= 256; i++) {
        if (!is_rock(v3_adds(from, v3_scale_q30(way, i * (Q30_ONE / 256))))) continue;
        *part = i == 0 ? 0 : (i - 1) * (Q30_ONE / 256);
        return true;
    }
    return false;
}

/* CAM-018: through a tunnel that is lower than the camera, at three speeds: never in the roof, and never more than 0.3 m up or down in a step. Into corners, wider when it is fast; what is in the vehicle stays there. */
TEST(camera_drives_below_roofs) {
    uint32_t casts_made = 0;
    const ox_camera_casts casts = {mountain_sweep, NULL, &casts_made};
    for (int speed = 5; speed <= 25; speed += 10) {
        ox_rig r = rig_of(OX_NAME("follow"));
        ox_rig_out out;
        fx last = 0, lowest = FX_MAX;
        r.distance = 6 * FX_ONE;
        r.height = 5 * FX_ONE;
        r.lift = FX_ONE;
        r.roof = 12 * FX_ONE;
        for (int i = 0; i < 120 * 60 / speed; i++) {
            ox_rig_target t = {{0, FX(0.5), -i * speed * FX_ONE / 60}, 0, 0, 0, false};
            const ox_rig_world w = {.target = &t, .casts = &casts, .aspect = FX(1.5)};
            casts_made = 0;
            ox_rig_step(&r, &w, &out);
            CHECK(!is_rock(out.pose.eye) && casts_made <= 2);
            CHECK(i == 0 || fx_abs(out.pose.eye.y - last) < FX(0.3));
            last = out.pose.eye.y;
            lowest = fx_min(lowest, last);
        }
        CHECK(lowest < tunnel_high && lowest > 2 * FX_ONE);
        CHECK_NEAR(last, FX(5.5), FX(0.05)); /* up again */
    }
    ox_rig r = rig_of(OX_NAME("seat"));
    ox_rig_out out;
    r.corner = FX(0.5);
    r.widen = FX(1.5);
    r.top = 10 * FX_ONE;
    const fx narrow = fov_focal(ang16_from_degrees_fx(r.fov));
    for (int i = 0; i < 200; i++) { /* 30 degrees a second to the left, 10 m/s */
        ox_rig_target t = {{0, 0, -i * FX_ONE / 6}, (ang16)(i * 91), 0, 0, false};
        const ox_rig_world w = {.target = &t};
        ox_rig_step(&r, &w, &out);
        if (i == 0) CHECK_EQ(out.pose.focal, narrow);
        const vec3 own = q4_rotate_inverse(q4_from_euler((euler16){t.yaw, 0, 0}), ahead_of(&out));
        if (i == 199) /* where it heads half a second later */
            CHECK_NEAR(own.x, -fx_sin((ang16)(91 * 30)), FX(0.01));
        CHECK(i < 2 || own.x < 0);
    }
    CHECK_NEAR(out.pose.focal, fx_muldiv(narrow, 2, 3), FX(0.01));
    const ang16 straight = (ang16)(199 * 91);
    for (int i = 0; i < 120; i++) {
        ox_rig_target t = {{0, 0, 0}, straight, 0, 0, false};
        const ox_rig_world w = {.target = &t};
        ox_rig_step(&r, &w, &out);
    }
    CHECK_EQ(r.state.lean / 16, 0);
    CHECK_EQ(out.pose.focal, narrow);
}

/* ---- rides ---- */

static const vec3 ring[7] = {{FX(48), FX(2), FX(48)},  {FX(48), FX(2), FX(-48)}, {FX(-48), FX(2), FX(-48)},
                             {FX(-48), FX(2), FX(48)}, {FX(48), FX(2), FX(48)},  {FX(48), FX(2), FX(-48)},
                             {FX(-48), FX(2), FX(-48)}};
static const vec3 sights[4] = {{0, 0, 0}, {FX(20), 0, 0}, {0, FX(9), FX(-20)}, {FX(-12), 0, FX(5)}};

/* Three rounds of a ring: the longest step, and the widest turn of the view. */
static void go_round(const ox_camera_path *path, const ox_camera_path *look, fx *way, ang16 *turn) {
    ox_rig r = rig_of(OX_NAME("ride"));
    const ox_rig_world w = {.path = path, .look = look};
    ox_rig_out out;
    vec3 eye = V3_ZERO, ahead = V3_ZERO;
    const int steps = (int)((int64_t)ox_camera_path_length(path) * 3 * 60 / (24 * FX_ONE));
    r.speed = 24 * FX_ONE;
    r.smooth = 40;
    r.height = 0;
    *way = 0;
    *turn = 0;
    for (int i = 0; i < steps; i++) {
        ox_rig_step(&r, &w, &out);
        CHECK(!out.done);
        if (i > 0) {
            const ang16 now = v3_angle(ahead, ahead_of(&out));
            *way = fx_max(*way, v3_distance(eye, out.pose.eye));
            if (now > *turn) *turn = now;
        }
        eye = out.pose.eye;
        ahead = ahead_of(&out);
    }
}

/* CAM-025: a ring of a B-spline without end, of seven points that repeat the first three, and closed: no jump of the place or the view, with a curve of places to look at and with a place for each point, whose change takes its steps. Weights of a
 * B-spline are 1 together, exactly. */
TEST(camera_rides_look_at_places) {
    fx round[OX_PATH_LENGTHS(4, 16)], other[OX_PATH_LENGTHS(4, 16)], third[OX_PATH_LENGTHS(4, 16)];
    fx open[OX_PATH_LENGTHS(7, 16)];
    ox_camera_path path, curve, places, long_one;
    CHECK(ox_camera_path_make(&path, &(path3){ring, 4, PATH_BSPLINE, true, 0}, 16, round));
    CHECK(ox_camera_path_make(&curve, &(path3){sights, 4, PATH_BSPLINE, true, 0}, 16, other));
    CHECK(ox_camera_path_make(&places, &(path3){sights, 4, PATH_CARDINAL, true, FX_ONE}, 16, third));
    CHECK(ox_camera_path_make(&long_one, &(path3){ring, 7, PATH_BSPLINE, false, 0}, 16, open));
    CHECK_NEAR(ox_camera_path_length(&long_one), ox_camera_path_length(&path), 64);
    fx way;
    ang16 turn;
    go_round(&path, &curve, &way, &turn);
    CHECK(way < FX(0.42) && turn < ANG16_DEGREES(2));
    go_round(&path, &places, &way, &turn);
    TEST_INFO("a view turns by %d/65536 in a step at most", turn);
    CHECK(way < FX(0.42) && turn < ANG16_DEGREES(3));
    ox_rig r = rig_of(OX_NAME("ride"));
    const ox_rig_world w = {.path = &path, .look = &places};
    ox_rig_out out;
    r.smooth = 40;
    r.speed = 24 * FX_ONE;
    int settled = 0;
    for (int i = 0; i < 600;
         i++) { /* once a change is over it looks at the place of the point behind it, exactly */
        int segment;
        uf16 t;
        ox_rig_step(&r, &w, &out);
        ox_camera_path_locate(&path, r.state.along, &segment, &t);
        if (r.state.count < 40) continue;
        settled++;
        CHECK(v3_equal(r.state.moved, sights[segment]));
        const vec3 to = v3_normalize_or(v3_subs(sights[segment], out.pose.eye), V3_Z, NULL);
        CHECK(near3(ahead_of(&out), to, 4));
    }
    CHECK(settled > 200);
    rng32 random = rng32_seed(25, 1);
    for (int i = 0; i < 1000; i++) { /* four equal points */
        const fx p = (fx)(rng32_next(&random) % 2000000) - 1000000;
        const vec3 same[4] = {{p, -p, p / 3}, {p, -p, p / 3}, {p, -p, p / 3}, {p, -p, p / 3}};
        cubic3 piece;
        CHECK(path3_segment(&(path3){same, 4, PATH_BSPLINE, false, 0}, 0, &piece));
        CHECK(v3_equal(cubic3_value(&piece, (uf16)(rng32_next(&random) & 0xFFFF)), same[0]));
    }
}

/* ---- from above ---- */

static const ox_camera_part part240 = {0, 0, 240, 160, FX_ONE};

static ox_camera_view view_from(const ox_rig_out *out) {
    ox_camera c = ox_camera_usual();
    ox_camera_view view;
    c.kind = OX_CAMERA_FLAT;
    c.now = out->pose;
    CHECK(ox_camera_look(&c, &part240, UF16_ONE, &view));
    return view;
}

/* The place of the ground under a pixel. */
static vec3 ground_at(const ox_camera_view *view, fx x, fx y) {
    vec3 from, to;
    ox_camera_pick(view, x, y, &from, &to);
    const vec3 way = v3_subs(to, from);
    return v3_adds(from, v3_scales(way, fx_div(fx_negs(from.y), way.y)));
}

/* CAM-030: a pan by a tile moves the tile under a pixel by one; a zoom about a pixel leaves what is under it within a pixel, straight and oblique, at any yaw; limits hold, and eye and focus keep their distance. */
TEST(camera_from_above_zooms_about_a_pixel) {
    rng32 random = rng32_seed(30, 1);
    const box3 bounds = {{-50 * FX_ONE, 0, -50 * FX_ONE}, {50 * FX_ONE, 0, 50 * FX_ONE}};
    for (int round = 0; round < 40; round++) {
        ox_rig r = rig_of(OX_NAME("top"));
        ox_rig_world w = {.bounds = &bounds, .aspect = FX(1.5)};
        ox_rig_out out;
        r.pitch = (round % 2 != 0 ? 30 : 89) * FX_ONE;
        r.yaw = (int32_t)(rng32_next(&random) % 360) * FX_ONE;
        r.view = 16 * FX_ONE;
        r.distance = 40 * FX_ONE;
        r.speed = 60 * FX_ONE; /* a metre in a step */
        ox_rig_step(&r, &w, &out);
        const vec3 arm = v3_subs(out.pose.eye, r.state.at);
        for (int i = 0; i < 10; i++) {
            const fx x = (fx)(rng32_next(&random) % 240) * FX_ONE,
                     y = (fx)(rng32_next(&random) % 160) * FX_ONE;
            const ox_camera_view before = view_from(&out);
            const vec3 place = ground_at(&before, x, y);
            w.wish = (ox_rig_wish){
                .reach = i % 2 == 0 ? FX_HALF : 2 * FX_ONE,
                .about = {fx_div(x - 120 * FX_ONE, 160 * FX_ONE), fx_div(80 * FX_ONE - y, 160 * FX_ONE)}};
            ox_rig_step(&r, &w, &out);
            const ox_camera_view after = view_from(&out);
            ox_camera_spot spot;
            ox_camera_project(&after, place, &spot);
            CHECK_NEAR(spot.x, x / 4096, 16);
            CHECK_NEAR(spot.y, y / 4096, 16);
            CHECK(near3(v3_subs(out.pose.eye, r.state.at), arm, 2));
        }
        const ox_camera_view before = view_from(&out);
        const vec3 tile = ground_at(&before, 77 * FX_ONE, 31 * FX_ONE);
        w.wish = (ox_rig_wish){.way = {FX_ONE, 0, 0}};
        ox_rig_step(&r, &w, &out);
        const ox_camera_view after = view_from(&out);
        CHECK_NEAR(v3_distance(ground_at(&after, 77 * FX_ONE, 31 * FX_ONE), tile), FX_ONE, FX(0.02));
        const vec3 goal = {FX(3.25), 0, FX(-7.125)};
        w.wish = (ox_rig_wish){.go = &goal};
        ox_rig_step(&r, &w, &out);
        CHECK(v3_equal(r.state.at, goal) && near3(v3_subs(out.pose.eye, goal), arm, 2));
    }
    ox_rig r = rig_of(OX_NAME("top"));
    ox_rig_world w = {.bounds = &bounds, .aspect = FX(1.5)};
    ox_rig_out out;
    r.distance = 20 * FX_ONE;
    r.view = 10 * FX_ONE;
    r.least = 5 * FX_ONE;
    r.most = 80 * FX_ONE;
    for (int i = 0; i < 400;
         i++) { /* at the limits nothing is left to zoom: the picture stays, and within the map */
        w.wish = (ox_rig_wish){.reach = i / 100 % 2 == 0 ? FX(0.9) : FX(1.1), .about = {FX_HALF, FX_HALF}};
        const vec3 before = r.state.at;
        const fx tall = out.pose.height;
        ox_rig_step(&r, &w, &out);
        CHECK(out.pose.height >= FX(2.5) - 64 && out.pose.height <= 40 * FX_ONE + 64);
        if (i > 0 && out.pose.height == tall) CHECK(v3_equal(before, r.state.at));
        CHECK(fx_abs(r.state.at.x) <= 50 * FX_ONE && fx_abs(r.state.at.z) <= 50 * FX_ONE);
    }
}

/* ---- zooms ---- */

/* CAM-009: whoever sees less turns more slowly by as much; a dolly keeps a target of 2 m within a pixel of its height; the field swings as a game says in each step. */
TEST(camera_zooms_steer_and_dolly) {
    ox_rig r = rig_of(OX_NAME("first"));
    ox_rig_target t = {V3_ZERO, 0, 0, 0, false};
    ox_rig_world w = {.target = &t, .aspect = FX(1.5)};
    ox_rig_out out;
    ox_rig_step(&r, &w, &out);
    const fx own = out.pose.focal;
    w.wish = (ox_rig_wish){.yaw = 1 << 26, .focal = 4 * own};
    const ang32 before = r.state.yaw;
    ox_rig_step(&r, &w, &out);
    CHECK_EQ(out.pose.focal, 4 * own);
    CHECK_EQ(r.state.yaw - before, 1 << 24);
    r = rig_of(OX_NAME("orbit"));
    r.distance = 6 * FX_ONE;
    int32_t size = 0;
    for (int i = 0; i <= 20; i++) {
        ox_camera c = ox_camera_usual();
        ox_camera_view v;
        ox_camera_spot top, foot;
        w.wish = (ox_rig_wish){.focal = own + i * FX_ONE / 8, .dolly = true};
        ox_rig_step(&r, &w, &out);
        c.now = out.pose;
        CHECK(ox_camera_look(&c, &part240, UF16_ONE, &v));
        ox_camera_project(&v, (vec3){0, FX_ONE, 0}, &top);
        ox_camera_project(&v, (vec3){0, -FX_ONE, 0}, &foot);
        if (i == 0) size = foot.y - top.y;
        CHECK_NEAR(foot.y - top.y, size, 16);
    }
    CHECK(v3_length(out.pose.eye) > 10 * FX_ONE);
}
