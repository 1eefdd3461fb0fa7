/* The robot of the motion examples in carts that tests spell out: states, ways, marks, blends, roots, limbs. */
#define _XOPEN_SOURCE 700
#include "tests/host/kernel/motion/motion_scene.h"

static const char walker[] =
    "skeleton robot\nnumber speed low=0 high=3\ntrigger hop\n"
    "state stand stand\nstate go over=speed walk@1.2 run@3 travels\nstate jump jump once\n"
    "stand -> go when speed > 0.2 fade=0.25\ngo -> stand when speed < 0.2 fade=0.3\n"
    "* -> jump when hop fade=0.1 snapshot\njump -> stand end fade=0.2\n"
    "mark walk 0.02 Step right\nmark walk 0.52 Step left\nmark run 0.02 Step right\nmark run 0.52 Step "
    "left\n";

/* ANI-071: the log of states of a script of wishes; exit before enter, once each. */
TEST(motion_states_follow_their_ways) {
    played p;
    if (!play_motion(&p, walker, "free", "")) return;
    steps(&p, 3);
    CHECK(is_in(&p, "stand"));
    put(&p, "speed", 1.2);
    steps(&p, 1);
    CHECK(is_in(&p, "go"));
    CHECK_EQ(hero(&p)->layer[0].fade, 15);
    steps(&p, 20);
    CHECK_EQ(hero(&p)->layer[0].fade, 0);
    put(&p, "hop", 1);
    steps(&p, 1);
    CHECK(is_in(&p, "jump"));
    put(&p, "hop", 1); /* from jump to jump no way leads: the trigger is gone with the step */
    steps(&p, 1);
    fx value = 1;
    CHECK(ox_motion_get(set_of(&p), hero(&p), rom_id("hop"), &value));
    CHECK_EQ(value, 0);
    steps(&p, 60);
    CHECK(is_in(&p, "stand") || is_in(&p, "go"));
    CHECK_EQ(ox_motion_ask(set_of(&p), hero(&p), rom_id("fly")), OX_MOTION_NO_STATE);
    CHECK(says(&p, " 1 4")); /* one end; stand, go, jump, stand, go */
    end(&p);
}

/* ANI-075: no way, no step; ANI-074: a window waits for its phase, and a wish has its time. */
TEST(motion_wishes_wait_for_their_window) {
    static const char text[] =
        "skeleton robot\nstate go walk\nstate left left\nstate run run\n"
        "go -> left window=0.5,0.6 fade=0.1\ngo -> run window=0.9,0.95 hold=0.1 fade=0.1\n";
    played p;
    if (!play_motion(&p, text, "free", "")) return;
    steps(&p, 18); /* phase 0.3 */
    CHECK_EQ(ox_motion_ask(set_of(&p), hero(&p), rom_id("left")), OX_MOTION_ASKED);
    uint32_t before = 0;
    for (int i = 0; i < 40 && is_in(&p, "go"); i++) {
        before = hero(&p)->layer[0].phase;
        steps(&p, 1);
    }
    CHECK(is_in(&p, "left"));
    CHECK(before < 0x80000000u &&
          before >= 0x7B000000u); /* taken in the first step with a phase of a half or more */
    CHECK_EQ(ox_motion_ask(set_of(&p), hero(&p), rom_id("run")), OX_MOTION_NO_WAY);
    end(&p);
    if (!play_motion(&p, text, "free", "")) return;
    steps(&p, 3);
    CHECK_EQ(ox_motion_ask(set_of(&p), hero(&p), rom_id("run")), OX_MOTION_ASKED);
    steps(&p, 70);
    CHECK(is_in(&p, "go")); /* the wish was over before the window opened */
    end(&p);
}

static void mix_at(const played *p, double x, double y, ox_motion_mix *mix) {
    put(p, "x", x);
    put(p, "y", y);
    ox_motion_mix_of(set_of(p), hero(p)->layer[0].state, hero(p), mix);
}

/* ANI-052: clips at 27, 60 and 136. */
TEST(motion_blends_along_a_number) {
    static const char text[] = "skeleton robot\nnumber x 27\nstate go over=x walk@27 run@60 back@136\n";
    played p;
    ox_motion_mix mix;
    if (!play_motion(&p, text, "free", "")) return;
    steps(&p, 1);
    put(&p, "x", 60);
    ox_motion_mix_of(set_of(&p), 0, hero(&p), &mix);
    CHECK(mix.count == 1 && mix.point[0] == 1 && mix.weight[0] == UF16_ONE);
    put(&p, "x", 98);
    ox_motion_mix_of(set_of(&p), 0, hero(&p), &mix);
    CHECK(mix.count == 2 && mix.weight[0] == 32768 && mix.weight[1] == 32768 && mix.point[0] == 1);
    put(&p, "x", 10);
    ox_motion_mix_of(set_of(&p), 0, hero(&p), &mix);
    CHECK(mix.count == 1 && mix.point[0] == 0);
    put(&p, "x", 500);
    ox_motion_mix_of(set_of(&p), 0, hero(&p), &mix);
    CHECK(mix.count == 1 && mix.point[0] == 2);
    end(&p);
}

/* ANI-054, ANI-055: the vectors of the square of clips with a triangulation; weights at corners, inside, outside. */
TEST(motion_blends_over_a_plane) {
    static const char text[] = "skeleton robot\nnumber x\nnumber y\n"
                               "state go over=x,y walk@0,0 walk@4,0 walk@0,4 walk@4,5 walk@2,1 walk@6,2\n";
    static const uint8_t triangles[5][3] = {{0, 1, 4}, {0, 4, 2}, {1, 5, 4}, {2, 4, 3}, {3, 4, 5}};
    static const struct {
        double x, y;
        uint32_t point[3], weight[3];
    } wanted[] = {{3, 2, {3, 4, 5}, {14043, 42130, 9363}},
                  {1, 2, {0, 4, 2}, {8192, 32768, 24576}},
                  {4, 2, {3, 4, 5}, {9362, 28087, 28087}},
                  {5, 3, {3, 4, 5}, {23406, 4681, 37449}}};
    played p;
    ox_motion_mix mix;
    if (!play_motion(&p, text, "free", "")) return;
    steps(&p, 1);
    const ox_motion_set *set = set_of(&p);
    CHECK_EQ(OX_MOTION_COUNT(set, TRIANGLE), 5);
    for (uint32_t t = 0; t < 5; t++)
        CHECK_EQ(
            memcmp(OX_MOTION_ROW(set, TRIANGLES, TRIANGLE, t) + ROM_MOTION_TRIANGLE_POINT, triangles[t], 3),
            0);
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        mix_at(&p, wanted[i].x, wanted[i].y, &mix);
        for (uint32_t k = 0; k < 3; k++) CHECK_EQ(weight_of(&mix, wanted[i].point[k]), wanted[i].weight[k]);
    }
    static const double corner[6][2] = {{0, 0}, {4, 0}, {0, 4}, {4, 5}, {2, 1}, {6, 2}};
    for (uint32_t k = 0; k < 6; k++) {
        mix_at(&p, corner[k][0], corner[k][1], &mix);
        CHECK(mix.count == 1 && mix.point[0] == k);
    }
    mix_at(&p, 2, -3, &mix); /* outside: the nearest side */
    CHECK(weight_of(&mix, 0) == 32768 && weight_of(&mix, 1) == 32768 && mix.count == 2);
    /* no jump where triangles meet, nor at the edge of all */
    for (int i = 0; i < 2000; i++) {
        ox_motion_mix next;
        const double a = i * 0.00314159, x = 3 + 4 * cos(a), y = 2 + 4 * sin(a) * cos(a * 3);
        mix_at(&p, x, y, &mix);
        mix_at(&p, x + 0.001, y, &next);
        uint32_t sum = 0;
        for (uint32_t k = 0; k < 6; k++) {
            CHECK_NEAR((int64_t)weight_of(&mix, k), (int64_t)weight_of(&next, k), 400);
            sum += weight_of(&mix, k);
        }
        CHECK_EQ(sum, UF16_ONE);
    }
    end(&p);
}

/* ANI-020: clips of a blend share their phase; each alone runs as it was made. */
TEST(motion_feet_of_blends_keep_time) {
    played p;
    if (!play_motion(&p, walker, "free", "")) return;
    steps(&p, 1);
    put(&p, "speed", 1.2);
    steps(&p, 30);
    uint32_t start = hero(&p)->layer[0].phase;
    steps(&p, 60);
    CHECK_NEAR((int64_t)(int32_t)(hero(&p)->layer[0].phase - start), 0, 64);
    put(&p, "speed", 3);
    start = hero(&p)->layer[0].phase;
    steps(&p, 38); /* 19 frames at 30 a second */
    CHECK_NEAR((int64_t)(int32_t)(hero(&p)->layer[0].phase - start), 0, 64);
    end(&p);
}

/* ANI-025: twice a round, whatever the speed; a fade of two gaits does not double the steps. */
TEST(motion_marks_are_told_once) {
    played p;
    if (!play_motion(&p, walker, "free", "")) return;
    put(&p, "speed", 1.2);
    uint64_t rounds = 0;
    uint32_t last = 0;
    steps(&p, 1);
    while (rounds < 100) {
        put(&p, "speed", 1.2 + 1.8 * (double)(rounds % 7) / 6);
        steps(&p, 1);
        if (hero(&p)->layer[0].phase < last) rounds++;
        last = hero(&p)->layer[0].phase;
    }
    CHECK(
        says(&p, "99 100 0 1")); /* the first step to the right falls into the light half of the first fade */
    end(&p);
}

/* ANI-088: 100 rounds of the walk's 1.2 m, whatever the rates: the way does not depend on them. */
TEST(motion_roots_travel_exactly) {
    played p;
    if (!play_motion(&p, walker, "rooted", "")) return;
    steps(&p, 1);
    put(&p, "speed", 1.2);
    steps(&p, 31);
    const vec3 from = place_called(&p, "hero");
    const fx before = ox_motion_time(set_of(&p)->clips[1].clip, hero(&p)->layer[0].phase);
    steps(&p, 6000);
    const vec3 to = place_called(&p, "hero");
    const fx after = ox_motion_time(set_of(&p)->clips[1].clip, hero(&p)->layer[0].phase);
    CHECK_NEAR(before, after, 4);
    CHECK_NEAR((int64_t)from.z - to.z, (int64_t)(120 * 65536), 400);
    CHECK_EQ(from.x - to.x, 0);
    end(&p);
}

/* A foot that bears the robot stands: its toe moves at most 5 mm while it is down. */
TEST(motion_feet_do_not_slide) {
    played p;
    if (!play_motion(&p, walker, "rooted", "")) return;
    static const double speeds[] = {1.2, 3};
    for (int k = 0; k < 2; k++) {
        put(&p, "speed", speeds[k]);
        steps(&p, 60);
        vec3 first = V3_ZERO;
        double worst = 0;
        bool down = false;
        for (int i = 0; i < 240; i++) {
            steps(&p, 1);
            const double phase = hero(&p)->layer[0].phase / 4294967296.0, end_of = k == 0 ? 0.58 : 0.34;
            const vec3 toe = v3_adds(joint_of(&p, "toe.R"), place_called(&p, "hero"));
            if (phase < 0.02 || phase > end_of) {
                down = false;
                continue;
            }
            if (!down) first = toe;
            down = true;
            worst = fmax(worst, apart(first, toe));
        }
        TEST_INFO("at %g m/s a toe slides %.2f mm", speeds[k], worst * 1000);
        CHECK(worst > 0 && worst < (k == 0 ? 0.005 : 0.012));
    }
    end(&p);
}

/* The largest way of a joint in a step, over all joints. */
static double largest_step(const sqt *before, const sqt *now, uint32_t joints) {
    double worst = 0;
    for (uint32_t i = 0; i < joints; i++) worst = fmax(worst, apart(before[i].t, now[i].t));
    return worst;
}

/* ANI-063: breaking a fade in any of its steps moves no joint further than the clips and fades do by themselves. */
TEST(motion_broken_fades_do_not_pop) {
    static const char text[] =
        "skeleton robot\nstate stand stand\nstate run run\nstate left left\n"
        "stand -> run fade=1\nrun -> left fade=0.5\nleft -> stand fade=0.5\nstand -> left fade=0.5\n";
    static sqt before[64];
    played p;
    double broken = 0, usual = 0;
    for (int at = 1; at < 60; at += OX_DEBUG ? 10 : 2) {
        if (!play_motion(&p, text, "free", "")) return;
        steps(&p, 10);
        (void)ox_motion_ask(set_of(&p), hero(&p), rom_id("run"));
        const uint32_t joints = ox_pose_joints(set_of(&p)->skeleton);
        for (int i = 0; i < at + 40; i++) {
            memcpy(before, ox_motion_global(motions_of(&p), object_called(&p, "hero"), NULL),
                   joints * sizeof *before);
            if (i == at) CHECK_EQ(ox_motion_ask(set_of(&p), hero(&p), rom_id("left")), OX_MOTION_ASKED);
            steps(&p, 1);
            const double step = largest_step(
                before, ox_motion_global(motions_of(&p), object_called(&p, "hero"), NULL), joints);
            if (i == at)
                broken = fmax(broken, step);
            else
                usual = fmax(usual, step);
        }
        CHECK(is_in(&p, "left"));
        end(&p);
    }
    TEST_INFO("largest step of a joint %.1f mm where a fade is broken, %.1f mm otherwise", broken * 1000,
              usual * 1000);
    CHECK(broken > 0 && broken <= usual);
}

/* ANI-056, ANI-076: an arm waves over a walk, and the legs do not know of it; without weight the layers change nothing, bit for bit. */
TEST(motion_layers_lie_over_one_another) {
    static const char text[] =
        "skeleton robot\nnumber sag high=1 low=0\nstate go walk\nlayer arm mask=arm.R\nstate idle "
        "none\nstate wave wave once\n"
        "idle -> wave fade=0\nwave -> idle end fade=0\nlayer mood adds weight=sag\nstate tired tired\n";
    static sqt plain[64], with[64];
    played p;
    const sqt *local;
    if (!play_motion(&p, text, "free", "")) return;
    steps(&p, 20);
    const uint32_t joints = ox_pose_joints(set_of(&p)->skeleton);
    (void)ox_motion_ask(set_of(&p), hero(&p), rom_id("wave"));
    steps(&p, 30);
    CHECK(is_in(&p, "wave"));
    (void)ox_motion_global(motions_of(&p), object_called(&p, "hero"), &local);
    memcpy(with, local, joints * sizeof *with);
    ox_motion_run bare = *hero(&p);
    bare.layer[1].state = bare.layer[1].old = (uint8_t)(bare.layer[1].state - 1);
    const ox_pose_packed *const kept[OX_MOTION_LAYERS] = {NULL};
    static sqt room[4 * 64];
    ox_motion_pose(set_of(&p), &bare, &(ox_motion_when){.steps = 0}, kept, room);
    memcpy(plain, room, sizeof plain);
    const uint32_t arm = ox_pose_find(set_of(&p)->skeleton, rom_id("arm.R"));
    for (uint32_t i = 0; i < joints; i++) {
        const bool is_of_arm =
            i == arm || ox_pose_parent(set_of(&p)->skeleton, i) == arm ||
            ox_pose_parent(set_of(&p)->skeleton, ox_pose_parent(set_of(&p)->skeleton, i)) == arm;
        if (!is_of_arm) CHECK_EQ(memcmp(&with[i], &plain[i], sizeof *plain), 0);
    }
    CHECK(memcmp(&with[arm], &plain[arm], sizeof *plain) != 0);
    put(&p, "sag", 1);
    (void)ox_motion_global(motions_of(&p), object_called(&p, "hero"), &local);
    const uint32_t spine = ox_pose_find(set_of(&p)->skeleton, rom_id("spine"));
    CHECK(memcmp(&local[spine], &with[spine], sizeof *local) != 0);
    end(&p);
}

/* ANI-084: the head follows a target round, within its limits and its speed, and gives up where it is behind. */
TEST(motion_looks_keep_their_limits) {
    static const char text[] =
        "skeleton robot\nstate stand stand\nlook neck:0.4 head:0.6 yaw=70 pitch=30 speed=180\n";
    played p;
    if (!play_motion(&p, text, "free", "")) return;
    steps(&p, 2);
    const int32_t most = 70 * 65536 / 360, speed = 180 * 65536 / 360 / 60;
    bool gave_up = false, turned = false;
    for (int i = 0; i < 720; i++) {
        const double a = i * 3.14159265 / 180;
        ox_motion_run *run = hero(&p);
        run->flags |= OX_MOTION_LOOKS;
        run->target[0] = FX(-3 * sin(a));
        run->target[1] = FX(1.4);
        run->target[2] = FX(-3 * cos(a));
        const int16_t before = run->yaw;
        steps(&p, 1);
        CHECK(run->yaw <= most && run->yaw >= -most);
        CHECK(run->yaw - before <= speed && before - run->yaw <= speed);
        if (i % 360 == 60) turned = turned || run->yaw > most * 3 / 4;
        if (i % 360 == 200) gave_up = gave_up || (run->yaw == 0);
    }
    CHECK(turned && gave_up);
    end(&p);
}

/* ANI-082 through the whole: a hand stands within a millimetre of where it reaches, or the gap says how far it is. */
TEST(motion_hands_reach_or_say_so) {
    static const char text[] = "skeleton robot\nstate go walk\narm right arm.R fore.R hand.R pole=0.3,0,1\n";
    played p;
    if (!play_motion(&p, text, "free", "")) return;
    steps(&p, 2);
    double worst = 0;
    for (int i = 0; i < 200; i++) {
        ox_motion_run *run = hero(&p);
        const double a = i * 0.1,
                     goal[3] = {0.25 + 0.15 * sin(a), 1.25 + 0.2 * cos(a * 0.7), -0.3 + 0.1 * sin(a * 1.3)};
        run->flags |= 1;
        for (int k = 0; k < 3; k++) run->place[0][k] = FX(goal[k]);
        steps(&p, 1);
        if (i < 30) continue;
        const vec3 hand = joint_of(&p, "hand.R"), at = {run->place[0][0], run->place[0][1], run->place[0][2]};
        CHECK_NEAR(apart(hand, at) * 65536, (double)motions_of(&p)->gap[0], 3);
        worst = fmax(worst, apart(hand, at));
    }
    TEST_INFO("a hand is off by %.3f mm at most", worst * 1000);
    CHECK(worst < 0.001);
    hero(&p)->place[0][2] = FX(-3);
    steps(&p, 1);
    (void)joint_of(&p, "hand.R");
    CHECK(motions_of(&p)->gap[0] > FX(1.5));
    end(&p);
}

/* ANI-083 through the whole: a hand reaches with all joints from the chest on, no joint is bent beyond what its text says, and the gap says how far it is. A chain whose ends do not hang together is told with its line. */
TEST(motion_chains_reach_within_their_bends) {
    static const char text[] = "skeleton robot\nstate stand stand\nchain stretch chest hand.R bend=60\n";
    played p;
    if (!play_motion(&p, text, "free", "")) return;
    steps(&p, 2);
    int reached = 0;
    sqt bound[64];
    ox_pose_bind(set_of(&p)->skeleton, bound);
    for (int i = 0; i < 120; i++) {
        ox_motion_run *run = hero(&p);
        const double a = i * 0.1,
                     goal[3] = {0.3 + 0.25 * sin(a), 1.1 + 0.3 * cos(a * 0.7), -0.3 + 0.2 * sin(a * 1.3)};
        run->flags |= 1;
        for (int k = 0; k < 3; k++) run->place[0][k] = FX(goal[k]);
        steps(&p, 1);
        if (i < 30) continue;
        const vec3 hand = joint_of(&p, "hand.R"), at = {run->place[0][0], run->place[0][1], run->place[0][2]};
        CHECK_NEAR(apart(hand, at) * 65536, (double)motions_of(&p)->gap[0], 6);
        reached += apart(hand, at) < 0.012;
        static const char *const bent[] = {"chest", "arm.R", "fore.R"};
        const sqt *local = NULL;
        (void)ox_motion_global(motions_of(&p), object_called(&p, "hero"), &local);
        for (int k = 0; k < 3; k++) {
            const uint32_t joint = ox_pose_find(set_of(&p)->skeleton, rom_id(bent[k]));
            const quat rest = bound[joint].q;
            CHECK(q4_angle(rest, local[joint].q) <= ang32_from_ang16(ANG16_DEGREES(60)) + (1u << 20));
        }
    }
    TEST_INFO("a hand is there in %d steps of 90", reached);
    CHECK(reached > 45);
    end(&p);
    static const char *const wrong[2][2] = {
        {"chain stretch hand.R chest\n", "hero.motion:3: `chest` does not hang on"},
        {"chain stretch chest nose\n", "hero.motion:3: the skeleton has no joint `nose`"}};
    for (int i = 0; i < 2; i++) {
        packed_folder f;
        writer image;
        tool_error error = {.text = ""};
        char motion[200];
        snprintf(motion, sizeof motion, "skeleton robot\nstate stand stand\n%s", wrong[i][0]);
        write_texts(
            &f, &(played_texts){
                    "title \"Chain\"\nsize 64x48\nstart one\nskeleton robot robot.oxs\nclip stand robot.oxs "
                    "animation=stand skeleton=robot\nmotion hero hero.motion\nscene one\n camera at=0,1,4 "
                    "target=0,1,0\nend\n",
                    physics_no_script, NULL});
        folder_write(&f, "robot.oxs", robot_text());
        folder_write(&f, "hero.motion", motion);
        CHECK(!folder_pack_told(&f, &image, &error));
        CHECK(strstr(error.text, wrong[i][1]) != NULL);
        folder_remove(&f);
    }
}
