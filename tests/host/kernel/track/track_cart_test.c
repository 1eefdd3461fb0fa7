/* Laps on roads of carts: who goes forward, back, aside, and what scripts hear of it. */
#define _XOPEN_SOURCE 700
#include "kernel/track/module.h"
#include "tests/host/kernel/physics/physics_scene.h"

/* A square road about the middle, counter-clockwise, ten metres wide: its gates stand on the diagonals and between them. */
static const char ring[] = "key,order:i32,left_x:fx,left_z:fx,right_x:fx,right_z:fx,speed:fx,steps:i32\n"
                           "start,0,20,0,30,0,10,1\n"
                           "a,1,20,-20,30,-30,20,2\n"
                           "b,2,0,-20,0,-30,20,2\n"
                           "c,3,-20,-20,-30,-30,20,2\n"
                           "d,4,-20,0,-30,0,20,2\n"
                           "e,5,-20,20,-30,30,20,2\n"
                           "f,6,0,20,0,30,20,2\n"
                           "g,7,20,20,30,30,20,2\n";
static const char script[] = "behaviour Runner {\n"
                             "    on tick {\n"
                             "        if pressed(Button.A) {\n"
                             "            log(\"{track_value(self, 'speed'):.1} {track_side(self):.1} "
                             "{track_rank(self)} {track_off(self)}\")\n"
                             "            log(\"ahead {track_point(self, 20.0, 0.0).z:.1} "
                             "{track_progress(self):.2} {track_sector(self)}\")\n"
                             "        }\n"
                             "    }\n"
                             "    on Lap(lap) { log(\"lap {lap} {track_lap(self)}\") }\n"
                             "    on WrongWay(back) { log(\"wrong {back}\") }\n"
                             "}\n";

static void play_road(played *p, const char *gates, const char *objects) {
    static char text[4096];
    const int size = snprintf(text, sizeof text,
                              "title \"Road\"\nsize 64x48\nformat pal8\nbudget 400K\nframe 16K\nstart one\n"
                              "script game game.goad\ndata ring ring.csv\ntype runner scale=1\nscene one\n"
                              " camera at=0,2,10 target=0,0,0\n%send\n",
                              objects);
    CHECK(size > 0 && (size_t)size < sizeof text);
    memset(p, 0, sizeof *p);
    write_texts(&p->folder, &(played_texts){text, script, NULL});
    folder_write(&p->folder, "ring.csv", gates);
    CHECK(folder_pack(&p->folder, &p->image));
    boot_with(p, NULL, 0);
    TEST_INFO("%s", p->console == NULL ? p->error.text : "it plays");
}

static ox_racer *racer_called(const played *p, const char *name) {
    return ox_racer_of(ox_console_tracks(p->console), object_called(p, name));
}

/* Puts an object so far round the square, 0..8 gates. */
static void put(const played *p, const char *name, double gates, double radius) {
    static const int8_t corner[8][2] = {{1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}, {0, 1}, {1, 1}};
    const int number = (int)floor(gates), from = ((number % 8) + 8) % 8, to = (from + 1) % 8;
    const double part = gates - number;
    const double x = corner[from][0] + part * (corner[to][0] - corner[from][0]),
                 z = corner[from][1] + part * (corner[to][1] - corner[from][1]);
    (void)ox_place_set(&p->console->world, object_called(p, name), (vec3){FX(x * radius), 0, FX(z * radius)});
    steps(p, 1);
}

/* What the script of the last runner says of itself now. */
static bool says(const played *p, const char *words) {
    frame(p->console, PLAT_A);
    frame(p->console, 0);
    const bool is_so = logged(p->console, words);
    for (uint32_t age = 0; !is_so && age < 6; age++) TEST_INFO("%s", ox_console_log_line(p->console, age));
    return is_so;
}

/* From behind the line over it, back and forth, and round: one lap for one round. */
TEST(track_counts_laps_once) {
    played p;
    play_road(&p, ring,
              " object runner name=one at=25,0,4 behaviour=Runner\n  with track=free of=ring\n"
              " object runner name=two at=25,0,8 behaviour=Runner\n  with track=free of=ring\n");
    CHECK(p.console != NULL);
    steps(&p, 2);
    CHECK_EQ(racer_called(&p, "one")->gone, -1);
    for (int i = 0; i < 5; i++) {
        put(&p, "one", 0.1, 25);
        put(&p, "one", -0.1, 25);
    }
    CHECK_EQ(racer_called(&p, "one")->laps, 0);
    for (double at = 0; at < 8.2; at += 0.05) put(&p, "one", at, 25);
    CHECK(logged(p.console, "lap 1 1"));
    CHECK_EQ(racer_called(&p, "one")->laps, 1);
    for (int i = 0; i < 5; i++) {
        put(&p, "one", -0.1, 25);
        put(&p, "one", 0.1, 25);
    }
    steps(&p, 2);
    CHECK_EQ(racer_called(&p, "one")->laps, 1);
    CHECK(!logged(p.console, "lap 1 1") && !logged(p.console, "lap 2 2"));
    CHECK_EQ(ox_track_rank(ox_console_tracks(p.console), object_called(&p, "one")), 1);
    CHECK_EQ(ox_track_rank(ox_console_tracks(p.console), object_called(&p, "two")), 2);
    end(&p);
}

/* Values go from gate to gate; places aside; the wrong way is told once each way. */
TEST(track_tells_scripts) {
    played p;
    play_road(&p, ring, " object runner name=one at=25,0,-10 behaviour=Runner\n  with track=free of=ring\n");
    CHECK(p.console != NULL);
    steps(&p, 3);
    CHECK(says(&p, "14.9 0.0 1 false") && logged(p.console, "ahead -25.0 0.06 0"));
    CHECK_NEAR(ox_track_value_of(ox_console_tracks(p.console), racer_called(&p, "one"), OX_NAME("steps")),
               FX(1.485), FX(0.01));
    CHECK_EQ(ox_track_value_of(ox_console_tracks(p.console), racer_called(&p, "one"), OX_NAME("none")), 0);
    put(&p, "one", 0.5, 29);
    CHECK(says(&p, "15.9 0.8 1 false"));
    for (double at = 0.5; at < 3.5; at += 0.05) put(&p, "one", at, 40);
    CHECK(says(&p, "1 true"));
    CHECK_EQ(racer_called(&p, "one")->sector, 3);
    for (double at = 3.5; at > 1.95; at -= 0.05) put(&p, "one", at, 25);
    steps(&p, 2);
    CHECK(logged(p.console, "wrong true") && !logged(p.console, "wrong false"));
    for (double at = 1.95; at < 3.5; at += 0.05) put(&p, "one", at, 25);
    steps(&p, 2);
    CHECK(logged(p.console, "wrong false"));
    end(&p);
}

/* Walls keep a body on the road, and leave it the speed along them. */
TEST(track_walls_stop_bodies) {
    played p;
    play_road(&p, ring,
              " object runner name=one at=25,0,0 behaviour=Runner\n  with shape=sphere radius=0.5\n"
              "  with body=free gravity=0 velocity=6,0,-4\n  with track=walled of=ring margin=0.5\n");
    CHECK(p.console != NULL);
    double worst = 0;
    for (int i = 0; i < 240; i++) {
        steps(&p, 1);
        worst = fmax(worst, metres(place_called(&p, "one").x));
    }
    TEST_INFO("%.4f m out", worst);
    CHECK(worst < 29.52 && metres(place_called(&p, "one").z) < -14);
    CHECK_NEAR(body_called(&p, "one")->velocity[2], -4 * FX_ONE, FX(0.5));
    end(&p);
}

/* What is no road is refused, with the gate. */
TEST(track_refuses_data_that_is_no_road) {
    static const char object[] = " object runner name=one at=25,0,-10\n  with track=free of=ring\n";
    static const struct {
        const char *gates, *says;
    } bad[] = {{"key,order:i32,left_x:fx\nstart,0,20\n", "needs columns"},
               {"key,order:i32,left_x:fx,left_z:fx,right_x:fx,right_z:fx\ns,0,20,0,30,0\na,1,20,-20,30,-"
                "30\nb,2,30,-20,0,-30\n",
                "gate 2 of its order"},
               {"key,order:i32,left_x:fx,left_z:fx,right_x:fx,right_z:fx\ns,0,20,0,30,0\na,1,20,-20,30,-30\n",
                "no chain of convex quads"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        played p;
        play_road(&p, bad[i].gates, object);
        TEST_INFO("%s", p.error.text);
        CHECK(p.console == NULL && strstr(p.error.text, bad[i].says) != NULL);
        writer_free(&p.image);
        folder_remove(&p.folder);
        host_close(p.port);
    }
}
