/* What moves a character besides its clips: joints that turn, sway and shy, numbers that aim, layers that wander, feet that stand. */
#define _XOPEN_SOURCE 700
#include "kernel/motion/after.h"
#include "kernel/motion/turn.h"
#include "tests/host/kernel/motion/motion_scene.h"
#include "tools/convert/pack_companion.h"
#include "tools/convert/pack_kinds.h"

static const sqt *local_of(const played *p, const char *who) {
    const sqt *local = NULL;
    (void)ox_motion_global(motions_of(p), object_called(p, who), &local);
    return local;
}
static uint32_t joint_number(const played *p, const char *joint) {
    return ox_pose_find(set_of(p)->skeleton, rom_id(joint));
}
static double degrees_between(quat a, quat b) { return (double)q4_angle(a, b) * 360 / 4294967296.0; }
static double turned_by(const played *p, const sqt *local, const char *joint) {
    sqt bound[64];
    ox_pose_bind(set_of(p)->skeleton, bound);
    const uint32_t number = joint_number(p, joint);
    return degrees_between(local[number].q, bound[number].q);
}

/* ANI-081: a joint turns as a number says, to a unit of an angle of 16 bits; what sways stays within its degrees, two ways of one joint within their sum, and two characters do not swing as one. */
TEST(motion_joints_turn_besides_their_clips) {
    static const char turns[] =
        "skeleton robot\nnumber steer low=-2 high=2\nnumber wind 1\nstate rest rest\n"
        "turn neck by=steer axis=0,1,0 degrees=30\nsway spine by=wind axis=0,0,1 degrees=4 seconds=2\n"
        "sway spine by=wind axis=0,0,1 degrees=2 seconds=0.7 phase=0.3\n";
    played p;
    double most = 0, apart_most = 0;
    if (!play_motion(&p, turns, "free", "object robot name=other\n with motion=free of=hero\n")) return;
    steps(&p, 2);
    for (int i = -8; i <= 8; i++) {
        put(&p, "steer", i / 4.0);
        steps(&p, 1);
        const double degrees = turned_by(&p, local_of(&p, "hero"), "neck");
        CHECK(fabs(degrees - fabs(i * 7.5)) <= 360.0 / 65536);
    }
    for (int i = 0; i < 600; i++) {
        steps(&p, 1);
        const double own = turned_by(&p, local_of(&p, "hero"), "spine"),
                     other = turned_by(&p, local_of(&p, "other"), "spine");
        CHECK(own <= 6.01 && other <= 6.01);
        most = fmax(most, own);
        apart_most = fmax(apart_most, fabs(own - other));
    }
    TEST_INFO("two sways of 4 and 2 degrees come to %.2f, two characters are %.2f apart", most, apart_most);
    CHECK(most > 4.5 && apart_most > 1);
    put(&p, "wind", 0);
    steps(&p, 1);
    CHECK(turned_by(&p, local_of(&p, "hero"), "spine") < 0.02);
    end(&p);
}

/* ANI-081: what is shy leans away from who comes near, the more the nearer, to any side; beyond the radius nothing changes, bit for bit. */
TEST(motion_joints_shy_away) {
    static const char text[] = "skeleton robot\nstate rest rest\nshy spine from=cat radius=1.5 degrees=40\n";
    played p;
    sqt plain[64];
    double before = 0;
    if (!play_motion(&p, text, "free", "object ground name=cat at=5,0,0\n")) return;
    steps(&p, 2);
    const uint32_t joints = ox_pose_joints(set_of(&p)->skeleton);
    memcpy(plain, local_of(&p, "hero"), joints * sizeof *plain);
    const vec3 head = joint_of(&p, "head");
    for (int i = 0; i <= 20; i++) {
        const double distance = 1.6 - i * 0.07, a = i * 0.9;
        (void)ox_place_set(&p.console->world, object_called(&p, "cat"),
                           (vec3){FX(distance * sin(a)), 0, FX(distance * cos(a))});
        const sqt *local = local_of(&p, "hero");
        const double lean = turned_by(&p, local, "spine");
        if (distance > 1.5) CHECK_EQ(memcmp(local, plain, joints * sizeof *plain), 0);
        if (distance > 1.5) continue;
        const vec3 now = joint_of(&p, "head");
        CHECK(metres(now.x - head.x) * sin(a) + metres(now.z - head.z) * cos(a) < 0);
        CHECK(lean > before && lean <= 40.01);
        before = lean;
    }
    CHECK(before > 35);
    end(&p);
}

/* ANI-060: four difference clips aim by two numbers: all of one is the extreme, half of it half the angle, both together one after the other; what is behind is aimed at on the nearer side without flipping. */
TEST(motion_numbers_aim_by_differences) {
    static const char text[] =
        "skeleton robot\nnumber side aims=yaw\nnumber up aims=pitch\nstate rest rest\n"
        "look head:0 yaw=60 pitch=40 speed=720\nlayer sides adds\nstate side over=side none@0 "
        "lean@1\nlayer ups adds\nstate up over=up tired@-1 none@0\n";
    played p;
    if (!play_motion(&p, text, "free", "")) return;
    steps(&p, 2);
    sqt at[4][64];
    const uint32_t joints = ox_pose_joints(set_of(&p)->skeleton), chest = joint_number(&p, "chest");
    const vec3 eye = joint_of(&p, "head");
    static const double aims[4][2] = {{0, 0}, {60, 0}, {30, 0}, {60, -20}};
    for (int i = 0; i < 4; i++) {
        ox_motion_run *run = hero(&p);
        const double yaw = aims[i][0] * 3.14159265 / 180, pitch = aims[i][1] * 3.14159265 / 180;
        run->flags |= OX_MOTION_LOOKS;
        run->target[0] = FX(-8 * sin(yaw) * cos(pitch));
        run->target[1] = eye.y + FX(8 * sin(pitch));
        run->target[2] = FX(-8 * cos(yaw) * cos(pitch));
        steps(&p, 40);
        fx side, up;
        CHECK(ox_motion_get(set_of(&p), run, rom_id("side"), &side) &&
              ox_motion_get(set_of(&p), run, rom_id("up"), &up));
        CHECK(fabs(metres(side) - aims[i][0] / 60) < 0.01 && fabs(metres(up) - aims[i][1] / 40) < 0.02);
        memcpy(at[i], local_of(&p, "hero"), joints * sizeof **at);
    }
    /* lean-left turns the chest by 10 degrees and rolls it by 6 */
    const double whole = degrees_between(at[0][chest].q, at[1][chest].q),
                 half = degrees_between(at[0][chest].q, at[2][chest].q);
    CHECK_NEAR(whole * 100, 1166, 30);
    CHECK_NEAR(half * 100, whole * 50, 100);
    CHECK(degrees_between(at[3][chest].q, at[1][chest].q) > 4);
    int flips = 0;
    fx before = 0;
    for (int i = 0; i < 200; i++) {
        ox_motion_run *run = hero(&p);
        run->target[0] = FX(i % 2 == 0 ? 0.3 : -0.3); /* behind, to and fro */
        run->target[2] = FX(8);
        steps(&p, 1);
        fx side;
        CHECK(ox_motion_get(set_of(&p), run, rom_id("side"), &side) && side <= FX_ONE && side >= -FX_ONE);
        flips += i > 40 && (side < 0) != (before < 0);
        before = side;
    }
    CHECK(flips == 0 && (before == FX_ONE || before == -FX_ONE));
    end(&p);
}

/* ANI-059: a stance is a difference held over all of a clip; a layer with noise makes two rounds differ, without it they are the same, and a scene that is played again is the same. */
TEST(motion_stances_hold_and_noise_wanders) {
    static const char stance[] = "skeleton robot\nstate go walk\nlayer mood adds\nstate lean lean\n",
                      noise[] =
                          "skeleton robot\nstate go walk\nlayer mood adds noise=1,0.8\nstate lean lean\n",
                      plain[] = "skeleton robot\nstate go walk\n";
    static sqt seen[3][120][64];
    const char *const texts[] = {plain, stance, noise};
    played p;
    for (int t = 0; t < 3; t++) {
        if (!play_motion(&p, texts[t], "free", "")) return;
        steps(&p, 1);
        for (int i = 0; i < 120; i++) { /* two rounds */
            steps(&p, 1);
            memcpy(seen[t][i], local_of(&p, "hero"), ox_pose_joints(set_of(&p)->skeleton) * sizeof(sqt));
        }
        end(&p);
    }
    if (!play_motion(&p, noise, "free", "")) return;
    steps(&p, 61);
    const uint32_t chest = joint_number(&p, "chest"), joints = ox_pose_joints(set_of(&p)->skeleton);
    CHECK_EQ(memcmp(local_of(&p, "hero"), seen[2][59], joints * sizeof(sqt)), 0);
    const quat held = q4_mul(q4_conjugate(seen[0][0][chest].q), seen[1][0][chest].q);
    double least = 360, most = 0;
    bool differs = false;
    for (int i = 0; i < 120; i++) {
        const quat by = q4_mul(q4_conjugate(seen[0][i][chest].q), seen[1][i][chest].q);
        CHECK(degrees_between(held, by) < 0.02);
        const double lean = degrees_between(seen[0][i][chest].q, seen[2][i][chest].q);
        least = fmin(least, lean);
        most = fmax(most, lean);
        if (i < 60) CHECK(degrees_between(seen[1][i][chest].q, seen[1][i + 60][chest].q) < 0.1);
        if (i < 60) differs = differs || degrees_between(seen[2][i][chest].q, seen[2][i + 60][chest].q) > 1;
    }
    TEST_INFO("the lean wanders from %.2f to %.2f degrees", least, most);
    CHECK(differs && most - least > 2 && most < 11.8);
    end(&p);
}

/* ANI-062: a curve leans by three clips along how fast it turns, and both feet stay on the floor; a model that is tilted as a whole has one in it. */
TEST(motion_curves_lean_and_keep_their_feet) {
    static const char text[] = "skeleton robot\nnumber turn low=-1 high=1\n"
                               "state go over=turn curve-right@-1 walk@0 curve-left@1\n";
    played p;
    double sunk = 0, tilted = 0;
    ox_motion_mix mix;
    if (!play_motion(&p, text, "free", "")) return;
    steps(&p, 1);
    put(&p, "turn", 0.5);
    ox_motion_mix_of(set_of(&p), 0, hero(&p), &mix);
    CHECK(mix.count == 2 && mix.point[0] == 1 && mix.weight[0] == 32768 && mix.point[1] == 2);
    put(&p, "turn", -1);
    ox_motion_mix_of(set_of(&p), 0, hero(&p), &mix);
    CHECK(mix.count == 1 && mix.point[0] == 0);
    for (int k = -8; k <= 8; k++) {
        put(&p, "turn", k / 8.0);
        steps(&p, 2);
        double lean = 0;
        for (int i = 0; i < 60; i++) {
            steps(&p, 1);
            const double phase = hero(&p)->layer[0].phase / 4294967296.0;
            const bool is_down[2] = {phase > 0.08 && phase<0.4, phase> 0.58 && phase < 0.9};
            const vec3 head = joint_of(&p, "head");
            lean += -metres(head.x) / 60;
            for (int side = 0; side < 2; side++) {
                if (!is_down[side]) continue;
                const vec3 toe = joint_of(&p, side == 0 ? "toe.R" : "toe.L");
                sunk = fmax(sunk, fabs(metres(toe.y) - 0.02));
                tilted = fmax(tilted, fabs(metres(toe.y) * cos(0.157) + metres(toe.x) * sin(0.157) - 0.02));
            }
        }
        CHECK(k == 0 || (lean > 0) == (k > 0));
    }
    TEST_INFO("feet are off by %.1f mm, tilted by %.1f", sunk * 1000, tilted * 1000);
    CHECK(sunk < 0.01 && tilted > 0.01);
    end(&p);
}

static const char stander[] =
    "skeleton robot\nnumber speed low=0 high=3\nstate stand stand\nstate go over=speed "
    "walk@1.2 run@3 travels\nstand -> go when speed > 0.2 fade=0.2\ngo -> stand when speed < 0.2 "
    "fade=0.2\nleg left thigh.L shin.L foot.L\nleg right thigh.R shin.R foot.R\n"
    "plant right walk 0,0.58\nplant left walk 0.5,0.08\nplant left stand 0,1\nplant right stand 0,1\n"
    "feet drop=0.35 settle=0.08\n";

/* ANI-089: on a flat floor a pose is that of the clips; a foot that is down does not drift while the body goes on, and comes up again. */
TEST(motion_feet_stand_where_they_came_down) {
    played p;
    if (!play_motion(&p, stander, "rooted", "object ground\n with shape=box size=60,2,60 offset=0,-1,0\n"))
        return;
    steps(&p, 20);
    const sqt *global = ox_motion_global(motions_of(&p), object_called(&p, "hero"), NULL);
    const uint32_t foot = joint_number(&p, "foot.R");
    CHECK(hero(&p)->weight[0] == 255 && hero(&p)->weight[1] == 255);
    CHECK_NEAR(global[foot].t.y, FX(0.06), 66);
    put(&p, "speed", 1.2);
    steps(&p, 60);
    double drift = 0, swing = 0;
    vec3 first = V3_ZERO;
    bool was = false;
    for (int i = 0; i < 300; i++) {
        steps(&p, 1);
        const bool down = (hero(&p)->flags & 2) != 0 && hero(&p)->weight[1] == 255;
        const mat34 place = ox_motion_place(motions_of(&p), object_called(&p, "hero"));
        const vec3 at = m34_point(&place, joint_of(&p, "foot.R"));
        if (down && was) drift = fmax(drift, apart(first, at));
        if (down && !was) first = at;
        if (!down) swing = fmax(swing, metres(at.y));
        was = down;
    }
    TEST_INFO("a foot drifts %.2f mm and lifts to %.0f mm", drift * 1000, swing * 1000);
    CHECK(drift < 0.01 && swing > 0.1);
    end(&p);
}

/* ANI-089: on a slope and on stairs no foot that stands is in the ground or above it, and it lies as the ground does; where nothing is below, it goes as the clip has it. */
TEST(motion_feet_stand_on_uneven_ground) {
    static const struct {
        const char *objects;
        double slope;
    } grounds[] = {{"object ground pitch=12 at=0,-1,0\n with shape=box size=60,2,60 offset=0,0,0\n", 12},
                   {"object ground\n with shape=box size=60,2,60 offset=0,-1,0\nobject ground at=0.11,0,0\n "
                    "with shape=box "
                    "size=0.2,0.24,2\n",
                    0}};
    for (int k = 0; k < 2; k++) {
        played p;
        if (!play_motion(&p, stander, "free", grounds[k].objects)) return;
        if (k == 0) /* the slope goes through its feet */
            (void)ox_place_set(&p.console->world, object_called(&p, "hero"),
                               (vec3){0, FX(-1 + 1 / cos(12 * 3.14159265 / 180)), 0});
        steps(&p, 40);
        const mat34 place = ox_motion_place(motions_of(&p), object_called(&p, "hero"));
        for (int side = 0; side < 2; side++) {
            const vec3 at = m34_point(&place, joint_of(&p, side == 0 ? "foot.R" : "foot.L"));
            const double x = metres(at.x), z = metres(at.z),
                         ground = k == 0 ? -1 + 1 / cos(0.2094395) + z * tan(-0.2094395)
                                         : (fabs(x - 0.11) < 0.1 ? 0.12 : 0);
            const double over = metres(at.y) - 0.06 - ground;
            TEST_INFO("ground %d, side %d: the foot at %.3f, %.3f is %.1f mm above its place", k, side, x, z,
                      over * 1000);
            CHECK(hero(&p)->weight[1 - side] == 255);
            CHECK(over > -0.01 && over < 0.02);
        }
        const sqt *global = ox_motion_global(motions_of(&p), object_called(&p, "hero"), NULL);
        const vec3 up = q4_rotate(global[joint_number(&p, "foot.R")].q, V3_Y);
        CHECK(fabs(acos(fmin(1, metres(up.y))) * 180 / 3.14159265 - grounds[k].slope) < 2);
        end(&p);
    }
    played p;
    if (!play_motion(&p, stander, "free", "object ground at=0,-9,0\n with shape=box size=60,2,60\n")) return;
    steps(&p, 30);
    CHECK(hero(&p)->weight[0] == 0 && hero(&p)->weight[1] == 0);
    end(&p);
}

/* ANI-086: two characters from anywhere stand so that a joint of both is at one place when both begin, keep in step for ten rounds, and stay where they are when something is in the way or no way leads there. */
TEST(motion_two_meet_at_a_joint) {
    static const char text[] =
        "skeleton robot\nstate stand stand\nstate left left\nstate wave walk\nstand -> wave "
        "fade=0\nstand -> left fade=0\nwave -> stand fade=0\nleft -> stand fade=0\n";
    played p;
    if (!play_motion(
            &p, text, "free",
            "object robot name=other at=3,0.5,-2 yaw=77\n with motion=free of=hero\n with shape=capsule "
            "radius=0.3 height=1.6 offset=0,0.8,0\nobject ground name=wall at=9,0,0\n with shape=box "
            "size=1,1,1\n"))
        return;
    ox_motion_meeting meeting = {.who = object_called(&p, "hero"),
                                 .other = object_called(&p, "other"),
                                 .state = rom_id("wave"),
                                 .answer = rom_id("left"),
                                 .joint = rom_id("hand.R"),
                                 .turn = 20000};
    ox_object *other = object_called(&p, "other");
    ox_object_place_of(&p.console->world, object_called(&p, "hero"))->angle = 9000;
    steps(&p, 5);
    const uint32_t hand = joint_number(&p, "hand.R");
    const vec3 before = place_called(&p, "other");
    (void)ox_place_set(&p.console->world, object_called(&p, "wall"), (vec3){FX(0.3), FX(0.8), 0});
    steps(&p, 1);
    CHECK_EQ(ox_motion_meet(motions_of(&p), &meeting), OX_BAD_STATE);
    CHECK(v3_equal(before, place_called(&p, "other")) && is_in(&p, "stand"));
    (void)ox_place_set(&p.console->world, object_called(&p, "wall"), (vec3){FX(9), 0, 0});
    steps(&p, 1);
    meeting.joint = rom_id("tail");
    CHECK_EQ(ox_motion_meet(motions_of(&p), &meeting), OX_NOT_FOUND);
    meeting.joint = rom_id("hand.R");
    meeting.answer = rom_id("fly");
    CHECK_EQ(ox_motion_meet(motions_of(&p), &meeting), OX_NOT_FOUND);
    meeting.answer = rom_id("left");
    CHECK_EQ(ox_motion_meet(motions_of(&p), &meeting), OX_OK);
    steps(&p, 1);
    const ox_motion_run *a = hero(&p), *b = ox_motion_of(motions_of(&p), other);
    CHECK(is_in(&p, "wave") && ox_motion_is(set_of(&p), b, rom_id("left")));
    const mat34 places[2] = {ox_motion_place(motions_of(&p), object_called(&p, "hero")),
                             ox_motion_place(motions_of(&p), other)};
    ox_motion_run *both[2] = {hero(&p), ox_motion_of(motions_of(&p), other)};
    vec3 at[2];
    for (int i = 0; i < 2; i++) {
        both[i]->layer[0].phase = 0; /* where both begin */
        const sqt *global =
            ox_motion_global(motions_of(&p), i == 0 ? object_called(&p, "hero") : other, NULL);
        at[i] = m34_point(&places[i], global[hand].t);
    }
    TEST_INFO("hands are %.5f mm apart", apart(at[0], at[1]) * 1000);
    CHECK(apart(at[0], at[1]) < 0.0002);
    const uint32_t first = a->layer[0].age;
    steps(&p, 480);
    CHECK_EQ(a->layer[0].age - first, 480);
    CHECK_EQ(a->layer[0].age, b->layer[0].age);
    /* 8 seconds: 8 rounds of a second, 10 of 0.8 */
    CHECK_NEAR((int32_t)a->layer[0].phase, 0, 4000);
    CHECK_NEAR((int32_t)b->layer[0].phase, 0, 4000);
    end(&p);
}

/* Notes of the converter about a text; false where it is refused. */
static bool notes_of(const char *text, char *notes, size_t room) {
    static const char robot_cart[] = "title \"Notes\"\nsize 64x48\nstart one\nskeleton robot robot.oxs\nclip "
                                     "stand robot.oxs animation=stand "
                                     "skeleton=robot\nclip walk robot.oxs animation=walk "
                                     "skeleton=robot\nclip jump robot.oxs animation=jump "
                                     "skeleton=robot\nclip lean robot.oxs animation=lean-left skeleton=robot "
                                     "minus=rest\nclip bent robot.oxs "
                                     "animation=tired skeleton=robot minus=jump frames=0,1\nmotion hero "
                                     "hero.motion\nscene one\n camera at=0,1,4 "
                                     "target=0,1,0\nend\n";
    packed_folder f;
    cart c;
    tool_error error = {.text = ""};
    pack_companions companions = {.chunks = NULL};
    writer out = {0};
    char path[300];
    notes[0] = 0;
    CHECK(folder_make(&f));
    folder_write(&f, "cart.txt", robot_cart);
    folder_write(&f, "robot.oxs", robot_text());
    folder_write(&f, "hero.motion", text);
    CHECK(cart_load(f.path, &c, &error));
    snprintf(path, sizeof path, "%s/hero.motion", f.path);
    const pack_source source = {.c = &c,
                                .asset = &c.assets[c.asset_count - 1],
                                .path = path,
                                .data = (const uint8_t *)text,
                                .size = strlen(text),
                                .companions = &companions,
                                .error = &error};
    writer_zeros(&out, pack_kind_find("motion")->header);
    const bool ok =
        strcmp(source.asset->kind, "motion") == 0 && pack_kind_find("motion")->convert(&source, &out);
    if (!ok) TEST_INFO("%s", error.text);
    for (const pack_companion_text *note = companions.notes; note != NULL; note = note->next)
        snprintf(notes + strlen(notes), room - strlen(notes), "%s\n", note->text);
    pack_companion_free(&companions);
    writer_free(&out);
    cart_free(&c);
    folder_remove(&f);
    return ok;
}

/* ANI-058: a difference that bends a joint beyond its limit on top of a clip is told with joint and time, one whose reference stands crooked too; ANI-064: clips that chain pass, a pose that no clip leads to is told. */
TEST(motion_texts_are_looked_over) {
    static char notes[4000];
    CHECK(notes_of("skeleton robot\nstate walk walk\nlimit spine 25\nlayer more adds\nstate lean lean\n",
                   notes, sizeof notes));
    CHECK(strstr(notes, "limit") == NULL && strstr(notes, "reference") == NULL);
    CHECK(notes_of("skeleton robot\nstate walk walk\nlimit spine 5\nlimit foot.L 170\nlayer more adds\nstate "
                   "lean lean\n",
                   notes, sizeof notes));
    CHECK(strstr(notes, "lean added to walk turns joint `spine` by") != NULL &&
          strstr(notes, "its limit is 5") != NULL);
    CHECK(strstr(notes, "foot.L") == NULL);
    CHECK(notes_of(
        "skeleton robot\nstate walk walk\npose up walk\npose down walk\nlayer more adds\nstate bent bent\n",
        notes, sizeof notes));
    CHECK(strstr(notes, "one difference serves all of its 2 poses") != NULL);
    CHECK(strstr(notes, "no clip leads from pose `up` to pose `down`") != NULL);
    CHECK(notes_of(
        "skeleton robot\nstate jump jump\nstate stand stand\npose low jump\npose high stand\ncore jump low "
        "low degrees=2 mm=5\ncore jump low high degrees=20 mm=30\n",
        notes, sizeof notes));
    CHECK(strstr(notes, "no clip leads") == NULL);
    CHECK(!notes_of("skeleton robot\nstate jump jump\nstate walk walk\npose low jump\ncore walk low low\n",
                    notes, sizeof notes));
}

/* Lines that are wrong are told with their place and what is wanted. */
TEST(motion_moves_have_their_lines) {
    static const char *const rows[][2] = {
        {"turn nose by=speed\n", "hero.motion:4: the skeleton has no joint `nose`"},
        {"turn head\n", "by=NUMBER is wanted"},
        {"turn head by=speed axis=0,0,0\n", "an axis leads somewhere"},
        {"sway head degrees=400\n", "`400` is out of range"},
        {"sway head seconds=0\n", "`0` is out of range"},
        {"shy head\n", "from=NAME is wanted"},
        {"plant left rest 0,0.5\n", "no `leg left` stands above"},
        {"leg left thigh.L shin.L foot.L\nplant left walk 0,0.5\n", "no state above plays `walk`"},
        {"leg left thigh.L shin.L foot.L\nplant left rest 0.5,0.5\n",
         "a foot stands from one part to another"},
        {"feet drop=-1\n", "`-1` is out of range"},
        {"layer more adds noise=0.5\nstate tired tired\n", "noise=MOST,SECONDS is wanted"},
        {"pose up walk\n", "no state above plays `walk`"},
        {"core rest up up\n", "no `pose up` stands above"},
        {"state wave wave\npose up rest\npose waving wave\ncore wave up up\n", "the clip begins"},
        {"limit nose 20\n", "the skeleton has no joint `nose`"},
        {"limit head 200\n", "`200` is out of range"},
        {"number aim aims=up\n", "aims=yaw or aims=pitch is wanted"},
        {"number aim aims=yaw\n", "a number aims, and there is no `look`"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[400], cart_text[800];
        packed_folder f;
        writer image;
        tool_error error = {.text = ""};
        snprintf(text, sizeof text, "skeleton robot\nnumber speed\nstate rest rest\n%s", rows[i][0]);
        snprintf(cart_text, sizeof cart_text,
                 "title \"Moves\"\nsize 64x48\nstart one\nskeleton robot robot.oxs\nclip rest robot.oxs "
                 "animation=rest "
                 "skeleton=robot\nclip walk robot.oxs animation=walk skeleton=robot\nclip tired robot.oxs "
                 "animation=tired "
                 "skeleton=robot minus=rest\nclip wave robot.oxs animation=wave skeleton=robot\nmotion hero "
                 "hero.motion\nscene one\n camera at=0,1,4 "
                 "target=0,1,0\nend\n");
        CHECK(folder_make(&f));
        folder_write(&f, "cart.txt", cart_text);
        folder_write(&f, "robot.oxs", robot_text());
        folder_write(&f, "hero.motion", text);
        CHECK(!folder_pack_told(&f, &image, &error));
        if (strstr(error.text, rows[i][1]) == NULL) TEST_INFO("%s", error.text);
        CHECK(strstr(error.text, rows[i][1]) != NULL);
        folder_remove(&f);
    }
}

/* ANI-087: a hand takes what lies at any height from near the ground to over the head, from ground that is higher or lower: it is there when it takes it, what it takes does not jump, and the other hand comes along.
 * What is too far is told as a gap. */
TEST(motion_hands_take_what_lies_anywhere) {
    static const char text[] =
        "skeleton robot\nnumber low low=0 high=1\nstate bow bow at=low\narm right arm.R fore.R "
        "hand.R pole=0.4,0,1\narm left arm.L fore.L hand.L pole=-0.4,0,1\n";
    static const double grounds[] = {0, 0.1, -0.12};
    played p;
    if (!play_motion(&p, text, "free", " object robot name=ball\n")) return;
    ox_motions *m = motions_of(&p);
    ox_object *man = object_called(&p, "hero"), *ball = object_called(&p, "ball");
    ox_world *world = &p.console->world;
    double off = 0, jump = 0, other = 0;
    int both = 0;
    steps(&p, 2);
    for (int i = 0; i < 3 * 16; i++) {
        const double height = 0.3 + 0.1 * (i % 16), ground = grounds[i / 16], high = height - ground;
        const double ahead = high > 1.55 ? 0.05 : high < 0.5 ? 0.35 : 0.3;
        if (high > 1.82) continue; /* of the lower ground: beyond the arm */
        const vec3 grip = {FX(0.22), FX(height), FX(-ahead)}, centre = v3_adds(grip, (vec3){0, FX(-0.1), 0});
        CHECK_EQ(ox_place_set(world, man, (vec3){0, FX(ground), 0}), OX_OK);
        CHECK_EQ(ox_place_set(world, ball, centre), OX_OK);
        put(&p, "low", high < 1 ? fmin(1, (1 - high) / 0.7) : 0);
        hero(&p)->place[0][0] = grip.x;
        hero(&p)->place[0][1] = grip.y;
        hero(&p)->place[0][2] = grip.z;
        hero(&p)->flags |= 1;
        steps(&p, OX_MOTION_RAMP + 3);
        CHECK_EQ(hero(&p)->weight[0], 255);
        const vec3 hand = v3_adds(joint_of(&p, "hand.R"), place_called(&p, "hero"));
        off = fmax(off, apart(hand, grip));
        CHECK_EQ(ox_motion_held_take(m, ball, man, rom_id("hand.R")), OX_OK);
        const vec3 was = place_called(&p, "ball");
        steps(&p, 1);
        jump = fmax(jump, apart(was, place_called(&p, "ball")));
        hero(&p)->flags |= 3; /* before the chest, and the left hand follows the ball there */
        hero(&p)->place[0][0] = FX(0.05);
        hero(&p)->place[0][1] = FX(ground + 1.15);
        hero(&p)->place[0][2] = FX(-0.26);
        put(&p, "low", 0);
        for (int k = 0; k < OX_MOTION_RAMP + 3; k++) {
            const vec3 now_at = v3_adds(place_called(&p, "ball"), (vec3){FX(-0.1), 0, 0});
            hero(&p)->place[1][0] = now_at.x;
            hero(&p)->place[1][1] = now_at.y;
            hero(&p)->place[1][2] = now_at.z;
            steps(&p, 1);
            const double left = apart(v3_adds(joint_of(&p, "hand.L"), place_called(&p, "hero")), now_at);
            if (k < OX_MOTION_RAMP + 2 || m->gap[1] > FX(0.001)) continue; /* on its way, or beyond the arm */
            other = fmax(other, left);
            both++;
        }
        vec3 velocity;
        CHECK(ox_motion_held_drop(m, ball, &velocity));
        hero(&p)->flags = (uint8_t)(hero(&p)->flags & ~3);
        steps(&p, OX_MOTION_RAMP + 3);
    }
    TEST_INFO("a hand is off by %.2f mm, the other one by %.2f mm; what is taken jumps by %.3f mm",
              off * 1000, other * 1000, jump * 1000);
    CHECK(off <= 0.005 && jump < 0.001 && other < 0.005 && both > 20);
    hero(&p)->place[0][2] = FX(-2);
    hero(&p)->flags |= 1;
    steps(&p, OX_MOTION_RAMP + 3);
    (void)ox_motion_global(m, man, NULL);
    CHECK(m->gap[0] > FX(1));
    end(&p);
}
