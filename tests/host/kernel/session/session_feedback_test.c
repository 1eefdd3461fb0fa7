/* What pads give back: patterns of rumble, wheels, lights, memories, microphones. */
#define _XOPEN_SOURCE 700
#include "kernel/game/counter.h"
#include "kernel/game/module.h"
#include "kernel/input_map/module.h"
#include "kernel/session/module.h"
#include "kernel/type/name.h"
#include "tests/host/rom/carts/played_cart.h"

#define HEAD                                                                                                 \
    "title \"Pads\"\nsize 64x48\nformat rgb565\nbudget 256K\nframe 16K\nstart yard\ncapacity players 2\n"    \
    "mesh sign square.obj\nscript game game.goad\nrumble blow blow.rumble\nrumble hum hum.rumble\n"
#define SCENE "scene yard\n camera at=0,0,6 target=0,0,0\n behaviour Rules\nend\n"

enum { FRAMES = 400 };

/* Motors, forces and lights of pad 1 and 2, by frames. */
typedef struct felt {
    uint32_t frame;
    uint32_t motors[2][2], log[FRAMES][2]; /* log: of pad 1, whether its motors are on */
    uint32_t told;
    int16_t force, forces[FRAMES];
    uint8_t lights[PLAT_DEVICES];
    uint32_t lit;
} felt;

static void note_motor(void *of, int pad, int motor, uint32_t strength, uint32_t milliseconds) {
    felt *f = of;
    (void)milliseconds;
    for (int p = 0; p < 2; p++)
        for (int m = 0; m < 2; m++)
            if (pad < 0 || (pad == p && motor == m)) f->motors[p][m] = strength;
    f->told++;
}

static void note_endpoint(void *of, int place, plat_endpoint endpoint, const void *bytes, uint32_t count) {
    felt *f = of;
    if (endpoint == PLAT_FORCE) memcpy(&f->force, bytes, count);
    if (endpoint == PLAT_LIGHTS) {
        f->lights[place] = *(const uint8_t *)bytes;
        f->lit++;
    }
}

static void play_text(played *p, const char *text, const char *script, const char *input, felt *f) {
    char said[200] = "";
    memset(p, 0, sizeof *p);
    memset(f, 0, sizeof *f);
    write_texts(&p->folder, &(played_texts){text, script, NULL});
    folder_write(&p->folder, "blow.rumble", "on Hurt\npriority 5\nboth 1.0 0.1\nrest 0.05\nlight 0.5 0.2\n");
    folder_write(&p->folder, "hum.rumble", "strong 0.4 2\n");
    CHECK(folder_pack(&p->folder, &p->image));
    const host_options options = {.driver = HOST_DRIVER_HEADLESS,
                                  .quiet = true,
                                  .memory = 1 << 20,
                                  .threads = 1,
                                  .input_text = input,
                                  .fake_clock = true,
                                  .on_rumble = note_motor,
                                  .on_rumble_argument = f,
                                  .on_endpoint = note_endpoint,
                                  .on_endpoint_argument = f};
    p->port = host_open(&options, said, sizeof said);
    if (p->port == NULL) TEST_INFO("%s", said);
    CHECK(p->port != NULL);
    if (p->port == NULL) return;
    ox_boot_options boot = quiet_options(p->port, &p->image);
    boot.modules = ox_preset_silent;
    boot.deterministic = false;
    p->console = ox_console_boot(&boot, &p->error);
    if (p->console == NULL) TEST_INFO("%s", p->error.text);
    CHECK(p->console != NULL);
}

static void play_pads(played *p, const char *script, const char *input, felt *f) {
    play_text(p, HEAD SCENE, script, input, f);
}

static void play(const played *p, felt *f, int count) {
    for (int i = 0; i < count; i++) {
        host_advance(p->port, 16667);
        CHECK(ox_console_frame(p->console));
        if (f->frame == FRAMES) continue;
        f->log[f->frame][0] = f->motors[0][0];
        f->log[f->frame][1] = f->motors[0][1];
        f->forces[f->frame++] = f->force;
    }
}

/* Frames of the log in which a motor of pad 1 has a strength. */
static uint32_t frames_at(const felt *f, int motor, uint32_t strength) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < f->frame; i++) count += f->log[i][motor] == strength;
    return count;
}

static const char hurt[] = "event Hurt(player: int)\nbehaviour Rules {\n"
                           "    on Press(b) {\n        if b == Button.A { emit Hurt(1) }\n"
                           "        if b == Button.B { rumble_play('hum') }\n"
                           "        if b == Button.X { controls_mask('') }\n"
                           "        if b == Button.Y { pause(Button.START) }\n    }\n}\n";

/* An event begins the pattern: both motors for six steps, three of rest, the light one at a half for twelve. */
TEST(session_feedback_patterns_shake_as_they_are_written) {
    played p;
    felt f;
    play_pads(&p, hurt, "0 pad 1 plug\n0 pad 1 has MOTORS\n10 pad 1 hold A 2\n", &f);
    if (p.console == NULL) return;
    play(&p, &f, 60);
    CHECK_NEAR(frames_at(&f, 0, 65535), 6, 1);
    CHECK_NEAR(frames_at(&f, 1, 65535), 6, 1);
    uint32_t half = 0;
    for (uint32_t i = 0; i < f.frame; i++) half += f.log[i][1] > 30000 && f.log[i][1] < 35000;
    CHECK_NEAR(half, 12, 1);
    CHECK(f.motors[0][0] == 0 && f.motors[0][1] == 0 && f.motors[1][0] == 0);
    end(&p);
}

/* A pattern of a lower priority does not come in between; a pause and a pulled plug end it within a frame. */
TEST(session_feedback_patterns_end_with_pause_and_plug) {
    played p;
    felt f;
    play_pads(
        &p, hurt,
        "0 pad 1 plug\n0 pad 1 has MOTORS\n10 pad 1 hold A 2\n12 pad 1 hold B 2\n60 pad 1 hold B 2\n"
        "80 pad 1 hold Y 2\n100 pad 1 hold START 2\n130 pad 1 hold B 2\n150 pad 1 unplug\n170 pad 2 plug\n",
        &f);
    if (p.console == NULL) return;
    play(&p, &f, 58);
    CHECK_EQ(f.motors[0][0], 0); /* `hum` was refused: it would shake still */
    play(&p, &f, 12);
    CHECK(f.motors[0][0] > 25000 && f.motors[0][0] < 27000);
    play(&p, &f, 13);
    CHECK_EQ(f.motors[0][0], 0);
    play(&p, &f, 57);
    CHECK(f.motors[0][0] > 25000);
    play(&p, &f, 12);
    CHECK_EQ(f.motors[0][0], 0);
    const uint32_t told = f.told;
    play(&p, &f, 40);
    CHECK(f.motors[0][0] == 0 && f.motors[1][0] == 0 && f.told <= told + 2);
    end(&p);
}

/* While all actions of the player rest, nothing shakes; a cart without a mask shakes on. */
TEST(session_feedback_masks_end_patterns) {
    static const char *const inputs[2] = {
        "0 pad 1 plug\n0 pad 1 has MOTORS\n10 pad 1 hold B 2\n30 pad 1 hold X 2\n",
        "0 pad 1 plug\n0 pad 1 has MOTORS\n10 pad 1 hold B 2\n"};
    for (int i = 0; i < 2; i++) {
        played p;
        felt f;
        play_text(&p, HEAD "action fire A\naction wait X\n" SCENE, hurt, inputs[i], &f);
        if (p.console == NULL) return;
        CHECK(ox_console_input_map(p.console) != NULL);
        play(&p, &f, 28);
        CHECK(f.motors[0][0] > 25000);
        play(&p, &f, 8);
        CHECK((f.motors[0][0] == 0) == (i == 0));
        end(&p);
    }
}

/* A spring of 1 draws a wheel back by as much as it is turned; off, nothing turns it. */
TEST(session_feedback_wheels_are_springs) {
    static const char script[] = "behaviour Rules {\n    var on_at = 0\n    on tick {\n        on_at += 1\n"
                                 "        if on_at == 5 { wheel_spring(0.0, 1.0) }\n"
                                 "        if on_at == 60 { wheel_spring(0.0, 0.0) }\n"
                                 "        if on_at == 70 { wheel_force(-0.5) }\n    }\n}\n";
    played p;
    felt f;
    play_pads(&p, script,
              "0 pad 1 plug\n0 pad 1 has FORCE\n10 pad 1 stick 32767 0\n30 pad 1 stick -32767 0\n"
              "50 pad 1 stick 0 0\n",
              &f);
    if (p.console == NULL) return;
    play(&p, &f, 100);
    CHECK_EQ(f.forces[8], 0);
    CHECK_NEAR(f.forces[25], -32767, 4);
    CHECK_NEAR(f.forces[45], 32767, 4);
    CHECK_NEAR(f.forces[66], 0, 4);
    CHECK_NEAR(f.forces[90], -16383, 4);
    end(&p);
}

/* The command log of a wheel, by its own arithmetic. */
TEST(session_feedback_wheel_forces) {
    static const struct {
        ox_wheel wheel;
        fx at, speed, force;
    } cases[] = {{{false, FX_ONE, 0, FX_ONE, FX_ONE}, FX_ONE, FX_ONE, 0},
                 {{true, FX_HALF, 0, 0, 0}, FX_ONE, 0, FX_HALF},
                 {{true, 0, 0, FX_HALF, 0}, FX_ONE, 0, -FX_HALF},
                 {{true, 0, FX_HALF, FX_ONE, 0}, 0, 0, FX_HALF},
                 {{true, 0, 0, 0, FX_ONE / 4}, 0, 2 * FX_ONE, -FX_HALF},
                 {{true, FX_ONE, 0, FX_ONE * 4, 0}, -FX_ONE, 0, FX_ONE}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        CHECK_EQ(ox_wheel_force(&cases[i].wheel, cases[i].at, cases[i].speed), cases[i].force);
}

/* Motors that are on or off are on for three steps of ten at a strength of 0.3. */
TEST(session_feedback_motors_that_are_on_or_off) {
    static const ox_output_sinks none = {.rumble = NULL};
    ox_outputs out;
    uint32_t on = 0;
    ox_outputs_init(&out, &none, NULL);
    out.switched = 1;
    CHECK(ox_outputs_shake(&out, 0, 0, FX(0.3), 100) == OX_OK);
    for (int i = 0; i < 90; i++) {
        ox_outputs_step(&out);
        on += out.motors[0][0].is_on;
    }
    CHECK_NEAR(on, 27, 1);
}

/* The pad of player 2 lights its second light, and what a script says otherwise. */
TEST(session_feedback_lights_tell_whose_a_pad_is) {
    played p;
    felt f;
    play_pads(&p, "behaviour Rules {\n    on Press(b) when b == Button.A { pad_lights(9, 2) }\n}\n",
              "0 pad 1 plug\n0 pad 1 has LIGHTS\n0 pad 2 plug\n0 pad 2 has LIGHTS\n20 pad 1 hold A 2\n", &f);
    if (p.console == NULL) return;
    play(&p, &f, 10);
    CHECK(f.lights[1] == 1 && f.lights[2] == 2 && f.lit == 2);
    play(&p, &f, 20);
    CHECK(f.lights[1] == 1 && f.lights[2] == 9 && f.lit == 3);
    end(&p);
}

/* Memory and microphone of a pad; what it has not got answers so. */
TEST(session_feedback_memories_and_microphones_of_pads) {
    played p;
    felt f;
    uint8_t out[256], back[256];
    int16_t heard[64];
    play_pads(&p, "behaviour Rules { on tick { count('steps', 1) } }\n",
              "0 pad 1 plug\n0 pad 2 plug\n0 pad 2 has SLOT+MICROPHONE\n", &f);
    if (p.console == NULL) return;
    play(&p, &f, 3);
    for (int i = 0; i < 256; i++) out[i] = (uint8_t)(i * 7);
    const int place = ox_console_pad(p.console, 1);
    CHECK_EQ(place, 2);
    CHECK(plat_device_write(p.port, place, PLAT_SLOT, 512, out, 256));
    CHECK_EQ(plat_device_read(p.port, place, PLAT_SLOT, 512, back, 256), 256);
    CHECK(memcmp(out, back, 256) == 0);
    CHECK(!plat_device_write(p.port, place, PLAT_SLOT, 1000, out, 256));
    CHECK_EQ(plat_device_read(p.port, place, PLAT_MICROPHONE, 0, heard, sizeof heard), sizeof heard);
    CHECK(heard[1] > heard[0]);
    CHECK(!plat_device_write(p.port, 1, PLAT_SLOT, 0, out, 4) &&
          !plat_device_write(p.port, place, PLAT_FORCE, 0, out, 2));
    CHECK_EQ(plat_device_read(p.port, 1, PLAT_SLOT, 0, back, 4), 0);
    CHECK_EQ(ox_console_pad(p.console, 0), 1);
    end(&p);
}

/* A script keeps numbers in the memory of a pad, and draws them and how loud its microphone is; a pad without them answers 0. */
TEST(session_feedback_scripts_have_memories_and_microphones) {
    static const char script[] =
        "behaviour Rules {\n    var steps = 0\n    on tick {\n        steps += 1\n"
        "        if steps == 5 { pad_keep(3, -70000, 2)  ; pad_keep(3, 9, 1) }\n    }\n    on draw {\n"
        "        if pad_kept(3, 2) == -70000 and pad_kept(3, 1) == 0 and pad_heard(1) == 0.0 {\n"
        "            rectangle_fill(0, 0, int(pad_heard(2) * 64.0), 4, #FFFFFF)\n        }\n    }\n}\n";
    played p;
    felt f;
    uint8_t back[4];
    uint32_t hashes[2];
    ox_frame_stats stats;
    play_pads(&p, script, "0 pad 1 plug\n0 pad 2 plug\n0 pad 2 has SLOT+MICROPHONE\n", &f);
    if (p.console == NULL) return;
    for (int i = 0; i < 2; i++) {
        play(&p, &f, i == 0 ? 3 : 10);
        ox_console_stats(p.console, &stats);
        hashes[i] = stats.hash;
    }
    CHECK(hashes[0] != hashes[1]); /* a bar is drawn */
    CHECK_EQ(plat_device_read(p.port, 2, PLAT_SLOT, 12, back, 4), 4);
    CHECK_EQ((int32_t)rom_u32(back), -70000);
    CHECK(ox_console_pad_kept(p.console, 1, 3) == -70000 && ox_console_pad_kept(p.console, 0, 3) == 0);
    CHECK(ox_console_pad_kept(p.console, 1, UINT32_MAX) == 0 && !ox_console_pad_keep(p.console, 1, 256, 1));
    CHECK_NEAR(ox_console_pad_heard(p.console, 1), FX_ONE / 4, 2);
    CHECK(ox_console_pad_heard(p.console, 0) == 0 && ox_console_pad_heard(p.console, 7) == 0);
    end(&p);
}
