/* Characters that play clips of a bundle by their names. */
#define _XOPEN_SOURCE 700
#include "kernel/bundle/module.h"

#include "kernel/animation/pose.h"
#include "rom/records.h"
#include "tests/host/kernel/motion/motion_scene.h"
#include "tools/record_writer.h"

static const char script[] =
    "behaviour Robot {\n"
    "    var ended = 0\n    var waves = 0\n"
    "    on BundleEnds(what) {\n        ended += 1\n        if what == 'wave' { waves += 1 }\n    }\n"
    "    on tick {\n"
    "        if pressed(Button.A) { log(\"{ended} {waves}\") }\n"
    "        if pressed(Button.B) { log(\"wave {bundle_play(self, 'wave')}\") }\n"
    "        if pressed(Button.UP) { bundle_play(self, 'limp') }\n"
    "        if pressed(Button.DOWN) { bundle_stop(self, 'walk', 0) }\n"
    "    }\n}\n";
static const char list[] =
    "stand stand core\nwalk walk core fade-in=0.25 fade-out=0.25\nbrisk walk core speed=2 "
    "fade-in=0.25 fade-out=0.25\nrun run core\nback back core\nhop jump core fade-in=0.1 "
    "fade-out=0.1\nwave wave fetched fade-in=0.2 fade-out=0.3\nbow bow fetched\n";

/* Plays two robots, `hero` and `twin`; `head` stands before the scene. */
static bool play_bundle(played *p, const char *head, const char *bundle) {
    static char text[8192];
    const int size = snprintf(
        text, sizeof text,
        "title \"Bundle\"\nsize 64x48\nformat pal8\nbudget 900K\nframe 96K\nstart one\nscript game "
        "game.goad\n"
        "%scapacity bundles 3\nskeleton robot robot.oxs\nmesh robot robot.oxs skeleton=robot\n" CLIP("stand")
            CLIP("walk") CLIP("run")
                CLIP("back") "clip jump robot.oxs animation=jump skeleton=robot\n"
                             "clip wave robot.oxs animation=wave skeleton=robot\nclip bow "
                             "robot.oxs animation=bow skeleton=robot\nskeleton arm "
                             "arm.oxs\nclip bend arm.oxs animation=bend skeleton=arm\n"
                             "bundle hero hero.bundle skeleton=robot idle=stand\ntype twin "
                             "mesh=robot behaviour=Robot\n with bundle=free of=hero\n"
                             "scene one\n camera at=0,1,4 target=0,1,0\n object robot "
                             "name=hero behaviour=Robot\n with bundle=free of=hero\n object "
                             "twin name=twin at=1,0,0\nend\n",
        head);
    CHECK(size > 0 && (size_t)size < sizeof text);
    memset(p, 0, sizeof *p);
    write_texts(&p->folder, &(played_texts){text, script, NULL});
    folder_write(&p->folder, "robot.oxs", robot_text());
    FILE *f = fopen("rom/carts/examples/motion/arm.oxs", "rb");
    static char arm[40000];
    CHECK(f != NULL && fread(arm, 1, sizeof arm - 1, f) > 0);
    if (f != NULL) fclose(f);
    folder_write(&p->folder, "arm.oxs", arm);
    folder_write(&p->folder, "hero.bundle", bundle);
    if (!folder_pack(&p->folder, &p->image)) return false;
    boot_with(p, NULL, 0);
    return p->console != NULL;
}

static ox_bundle_run *run_of(const played *p) {
    return ox_bundle_of(ox_console_bundles(p->console), object_called(p, "hero"));
}
static ox_status play(const played *p, const char *what, uint16_t rounds) {
    return ox_bundle_begin(ox_console_bundles(p->console), run_of(p), rom_id(what), rounds);
}
static ox_bundle_play *playing(const played *p, const char *what) {
    return ox_bundle_playing(run_of(p), rom_id(what));
}
static const sqt *local_of(const played *p) {
    const sqt *local = NULL;
    CHECK(ox_bundle_global(ox_console_bundles(p->console), object_called(p, "hero"), &local) != NULL);
    return local;
}
static uint32_t joints_of(const played *p) {
    return ox_pose_joints(ox_bundle_set_of(ox_console_bundles(p->console), run_of(p))->skeleton);
}
/* The pose of a clip that plays, alone. */
static void sample(const played *p, const char *what, sqt *to) {
    const ox_bundles *b = ox_console_bundles(p->console);
    const uint8_t *clip = ox_bundle_chunk(b, run_of(p), rom_id(what));
    const ox_clip_moment now =
        ox_clip_clock_at(&playing(p, what)->clock, clip, p->console->scene.steps, 0, 60);
    ox_pose_bind(ox_bundle_set_of(b, run_of(p))->skeleton, to);
    ox_pose_sample(clip, now.time, to, joints_of(p));
}
static sqt a[64], c[64], wanted[64];

/* ANI-015: a thousand clips of a bundle are found in ten comparisons at most, and what it has not is not found. */
TEST(bundle_finds_one_of_a_thousand) {
    enum { COUNT = 1000 };
    static uint32_t names[COUNT];
    writer out = {0};
    writer_zeros(&out, ROM_BUNDLE_SIZE);
    for (uint32_t i = 0; i < COUNT; i++) {
        names[i] = 7 + i * 4100003u;
        record_add_bundle_entry(&out,
                                &(rom_bundle_entry_record){.name = names[i], .clip = i, .speed = 65536});
    }
    record_put_bundle(&out, 0, &(rom_bundle_record){.count = COUNT, .at = ROM_BUNDLE_SIZE});
    for (uint32_t i = 0; i < COUNT; i++) {
        uint32_t steps = 0, none = 0;
        CHECK_EQ(ox_bundle_find(out.data, names[i], &steps), i);
        CHECK(steps <= 10);
        CHECK_EQ(ox_bundle_find(out.data, names[i] + 1, &none), UINT32_MAX);
        CHECK(none <= 10);
    }
    writer_free(&out);
}

/* ANI-015: a clip that loops goes on, one that does not ends once and says so; the same clip under two names goes at two speeds. A clip of another skeleton refuses the cart. */
TEST(bundle_plays_clips_to_their_ends) {
    played p;
    if (!play_bundle(&p, "", list)) return;
    steps(&p, 2);
    CHECK(play(&p, "walk", 0) == OX_OK && play(&p, "hop", 0) == OX_OK);
    steps(&p, 300); /* the hop has 27 frames of 1/30 s */
    CHECK(playing(&p, "walk") != NULL && playing(&p, "hop") == NULL);
    CHECK(says(&p, "1 0"));
    CHECK_EQ(play(&p, "brisk", 0), OX_OK);
    steps(&p, 1);
    const ox_clip_clock slow = {.start = 0, .rate = FX_ONE}, quick = playing(&p, "brisk")->clock;
    CHECK(quick.rate == 2 * slow.rate);
    CHECK_EQ(play(&p, "no-such", 0), OX_NOT_FOUND);
    end(&p);
    played wrong;
    CHECK(!play_bundle(&wrong, "", "stand stand core\nbend bend core\n"));
    CHECK(strstr(wrong.error.text, "made for another skeleton") != NULL);
    host_close(wrong.port);
    writer_free(&wrong.image);
    folder_remove(&wrong.folder);
}

/* ANI-069: two names that play are seen by their weights; one that is stopped is gone in the same step; a script moves the time itself where the rate is 0. */
TEST(bundle_weighs_what_plays) {
    played p;
    if (!play_bundle(&p, "", list)) return;
    steps(&p, 2);
    CHECK(play(&p, "walk", 0) == OX_OK && play(&p, "run", 0) == OX_OK);
    steps(&p, 30);
    playing(&p, "run")->weight = FX(3);
    sample(&p, "walk", a);
    sample(&p, "run", c);
    ox_pose_blend(a, c, 49152, joints_of(&p), wanted);
    CHECK_EQ(memcmp(local_of(&p), wanted, joints_of(&p) * sizeof *wanted), 0);
    frame(p.console, PLAT_DOWN); /* the script stops the walk */
    sample(&p, "run", c);
    CHECK(playing(&p, "walk") == NULL);
    CHECK_EQ(memcmp(local_of(&p), c, joints_of(&p) * sizeof *c), 0);
    /* half of one leaves half to the idle motion */
    playing(&p, "run")->weight = FX(0.5);
    sample(&p, "run", c);
    CHECK(memcmp(local_of(&p), c, joints_of(&p) * sizeof *c) != 0);
    /* held, and moved by hand */
    playing(&p, "run")->weight = FX_ONE;
    const uint8_t *clip = ox_bundle_chunk(ox_console_bundles(p.console), run_of(&p), rom_id("run"));
    ox_clip_clock_rate(&playing(&p, "run")->clock, clip, p.console->scene.steps, 60, 0);
    ox_clip_clock_seek(&playing(&p, "run")->clock, clip, p.console->scene.steps, FX(7));
    steps(&p, 40);
    ox_pose_bind(ox_bundle_set_of(ox_console_bundles(p.console), run_of(&p))->skeleton, c);
    ox_pose_sample(clip, FX(7), c, joints_of(&p));
    CHECK_EQ(memcmp(local_of(&p), c, joints_of(&p) * sizeof *c), 0);
    frame(p.console, PLAT_UP); /* of a name that it has not got the script is told */
    CHECK(logged(p.console, "bundle_play is given"));
    end(&p);
}

/* ANI-070: three rounds end with the third, faded out by then, and the name says no more; a fifth clip is refused, and changes nothing. No step of the way jumps. */
TEST(bundle_rounds_fade_in_and_out) {
    played p;
    if (!play_bundle(&p, "", list)) return;
    steps(&p, 2);
    CHECK_EQ(play(&p, "walk", 3), OX_OK); /* a second a round, fades of a quarter */
    uint32_t lasted = 0, whole = 0;
    uint16_t level = 0;
    double most = 0;
    for (int i = 0; i < 240; i++) {
        const vec3 was =
            ox_bundle_global(ox_console_bundles(p.console), object_called(&p, "hero"), NULL)[8].t;
        steps(&p, 1);
        const vec3 now =
            ox_bundle_global(ox_console_bundles(p.console), object_called(&p, "hero"), NULL)[8].t;
        most = fmax(most, apart(was, now));
        const ox_bundle_play *walk = playing(&p, "walk");
        lasted += walk != NULL ? 1 : 0;
        whole += walk != NULL && walk->level == 65535 ? 1 : 0;
        if (walk != NULL && i < 14) CHECK(walk->level > level);
        level = walk == NULL ? 0 : walk->level;
    }
    TEST_INFO("three rounds took %u steps, %u of them whole; a hand went %.1f mm in a step at most",
              (unsigned)lasted, (unsigned)whole, most * 1000);
    CHECK(lasted >= 178 && lasted <= 181 && whole >= 148 && whole <= 152 && most < 0.05);
    CHECK(playing(&p, "walk") == NULL);
    CHECK(play(&p, "walk", 0) == OX_OK && play(&p, "run", 0) == OX_OK && play(&p, "back", 0) == OX_OK &&
          play(&p, "brisk", 0) == OX_OK);
    const ox_bundle_run before = *run_of(&p);
    CHECK_EQ(play(&p, "hop", 0), OX_FULL);
    CHECK_EQ(memcmp(&before, run_of(&p), sizeof before), 0);
    ox_bundle_leave(playing(&p, "run"), 10);
    steps(&p, 12);
    CHECK(playing(&p, "run") == NULL);
    CHECK_EQ(play(&p, "hop", 0), OX_OK);
    end(&p);
}

/* ANI-069: what a state brings back plays on as it was. */
TEST(bundle_state_comes_back) {
    static uint8_t kept[65536];
    played p;
    if (!play_bundle(&p, "", list)) return;
    steps(&p, 2);
    CHECK(play(&p, "walk", 0) == OX_OK && play(&p, "wave", 0) == OX_OK);
    steps(&p, 20);
    ox_sim_part parts[OX_STATE_PARTS];
    const ox_sim sim = {parts, ox_console_list_state(p.console, parts)};
    ox_writer to = ox_writer_bytes(kept, sizeof kept);
    ox_sim_save(&sim, &to);
    CHECK(!to.full);
    steps(&p, 10);
    memcpy(a, local_of(&p), joints_of(&p) * sizeof *a);
    steps(&p, 50);
    CHECK(memcmp(local_of(&p), a, joints_of(&p) * sizeof *a) != 0);
    ox_reader from = ox_reader_bytes(kept, to.used);
    CHECK_EQ(ox_sim_restore(&sim, &from), OX_OK);
    steps(&p, 10);
    CHECK_EQ(memcmp(local_of(&p), a, joints_of(&p) * sizeof *a), 0);
    end(&p);
}
