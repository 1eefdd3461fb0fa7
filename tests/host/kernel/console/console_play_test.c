/* Tests of the console while it plays: buttons from a script, figures on screen, the turntable, a command
 * list that is full. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernel/console/console.h"
#include "kernel/console/start_screen.h"
#include "platform/host/host.h"
#include "raster/font.h"
#include "tests/port.h"
#include "tests/test.h"
#include "tests/unit/kernel/console/console_rom.h"

static _Alignas(16) uint8_t image[65536];

enum { WIDTH = 64, HEIGHT = 48, FRAMES = 140 };

/* Results of a run. */
typedef struct run {
    uint32_t hashes[FRAMES];
    uint8_t rgba[WIDTH * HEIGHT * 4]; /* the last frame */
    int lines;                        /* of a band, at the end */
    char log[160];                    /* the newest line that is no frame= */
} run;

static uint32_t start_screen_time; /* of the start screen */

/* Writes the script to a file of its own; the caller removes it. */
static bool write_script(char path[64], const char *script) {
    strcpy(path, "/tmp/oxcart_console_XXXXXX");
    int file = mkstemp(path);
    if (file < 0) return false;
    size_t length = strlen(script);
    bool ok = write(file, script, length) == (ssize_t)length;
    close(file);
    return ok;
}

static void find_log(ox_console *console, char text[160]) {
    const char *line;
    for (uint32_t age = 0; (line = ox_console_log_line(console, age)) != NULL; age++) {
        if (strncmp(line, "frame=", 6) == 0) continue;
        snprintf(text, 160, "%s", line);
        return;
    }
}

/* Plays `frames` frames of the cart in `image`. */
static bool play(uint32_t size, const char *script, bool deterministic, uint32_t frames, run *result) {
    char path[64] = "", error[200];
    memset(result, 0, sizeof *result);
    if (!write_script(path, script)) return false;
    host_options options = {.quiet = true,
                            .threads = 1,
                            .pace = deterministic ? HOST_PACE_OFF : HOST_PACE_ON,
                            .frame_limit = frames,
                            .input_script = path};
    plat *p = test_port_open(&options, error, sizeof error);
    remove(path);
    if (p == NULL) test_fail(__FILE__, __LINE__, error, 0, 1);
    if (p == NULL) return false;
    ox_boot_options boot = ox_boot_defaults(p, image, size);
    ox_error refusal;
    ox_frame_stats stats;
    boot.deterministic = deterministic;
    boot.log_hashes = true;
    boot.start_screen = start_screen_time;
    ox_console *console = ox_console_boot(&boot, &refusal);
    if (console == NULL) test_fail(__FILE__, __LINE__, refusal.text, 0, 1);
    for (uint32_t i = 0; console != NULL && ox_console_frame(console); i++) {
        ox_console_stats(console, &stats);
        if (i < FRAMES) result->hashes[i] = stats.hash;
    }
    if (console != NULL) {
        host_frame_rgba(p, result->rgba);
        result->lines = ox_console_band_lines(console);
        find_log(console, result->log);
    }
    host_close(p);
    return console != NULL;
}

static uint32_t cart(uint32_t flags) {
    build_rom rom;
    return build_small_cart(&rom, image, sizeof image, 192 * 1024, PLAT_XRGB8888, 0, flags);
}

static run one, two;

TEST(console_figures_show_only_outside_deterministic_runs) {
    if (!play(cart(0), "", true, 3, &one) || !play(cart(ROM_SCENE_HUD), "", true, 3, &two)) return;
    CHECK(memcmp(one.hashes, two.hashes, sizeof one.hashes) == 0);
    CHECK(memcmp(one.rgba, two.rgba, sizeof one.rgba) == 0);
    if (!play(cart(ROM_SCENE_HUD), "", false, 3, &two)) return;
    int white = 0, black = 0;
    for (int y = 4; y < 40; y++) {
        for (int x = 4; x < 60; x++) {
            const uint8_t *pixel = two.rgba + (y * WIDTH + x) * 4;
            white += pixel[0] == 255 && pixel[1] == 255 && pixel[2] == 255;
            black += (pixel[0] | pixel[1] | pixel[2]) == 0;
        }
    }
    CHECK(white > 200 && black > 600);
    if (!play(cart(ROM_SCENE_HUD), "0 hold SELECT 1\n", false, 10, &two)) return;
    CHECK(two.rgba[(3 * WIDTH + 3) * 4] == 0x20); /* figures are switched off: the background is back */
}

/* Whether the lines of the start screen stand in a picture, pixel for pixel. */
static bool start_screen_is_there(const run *shown, uint32_t size) {
    rom_image cart_image;
    ox_start_screen screen;
    int wrong = 0, bits = 0;
    if (rom_open(image, size, &cart_image, NULL) != ROM_OK) return false;
    ox_start_screen_make(&screen, &cart_image, WIDTH, HEIGHT);
    for (int line = 0; line < screen.count; line++) {
        int top = ox_start_screen_top(&screen, HEIGHT) + line * OX_START_SCREEN_LINE_HEIGHT;
        for (int i = 0; screen.lines[line][i] != 0; i++) {
            const uint8_t *glyph = rs_font_glyph((uint8_t)screen.lines[line][i]);
            for (int k = 0; k < 64; k++) {
                const uint8_t *pixel =
                    shown->rgba + ((top + k / 8) * WIDTH + OX_START_SCREEN_LEFT + i * 8 + k % 8) * 4;
                bool set = (glyph[k / 8] & 0x80u >> k % 8) != 0;
                wrong += pixel[0] != (set ? 255 : 0);
                bits += set;
            }
        }
    }
    return screen.count > 0 && bits > 20 && wrong == 0;
}

/* The start screen shows for a moment, until a button is held, and not where runs are measured. */
TEST(console_start_screen_shows_what_the_image_says_of_itself) {
    uint32_t size = cart(0);
    start_screen_time = 60000000;
    if (!play(size, "", false, 3, &one)) return;
    CHECK(start_screen_is_there(&one, size));
    if (!play(size, "1 hold B 1\n", false, 10, &one)) return;
    CHECK(!start_screen_is_there(&one, size));
    if (!play(size, "", true, 3, &one)) return;
    CHECK(!start_screen_is_there(&one, size));
    start_screen_time = 20000;
    if (!play(size, "", false, 20, &one)) return; /* 20 frames are a third of a second */
    CHECK(!start_screen_is_there(&one, size));
    start_screen_time = 0;
}

TEST(console_image_is_as_before_after_600_frames) {
    uint32_t size = cart(ROM_SCENE_TURNTABLE), before = rom_crc32(0, image, size);
    if (!play(size, "10 hold RIGHT 20\n100 hold A 2\n200 hold B 2\n300 hold SELECT 1\n", true, 600, &one))
        return;
    CHECK(one.hashes[0] != one.hashes[FRAMES - 1]);
    CHECK_EQ(rom_crc32(0, image, size), before);
}

TEST(console_turntable_comes_round) {
    if (!play(cart(ROM_SCENE_TURNTABLE), "", true, FRAMES, &one)) return;
    CHECK(one.hashes[0] != one.hashes[1]);
    build_rom rom;
    uint32_t size;
    /* Without motions of their own the objects stand as before after N = 64 frames. */
    build_begin(&rom, image, sizeof image);
    build_budget(&rom, 192 * 1024, 16384, WIDTH, HEIGHT, PLAT_RGB565, 0);
    build_info(&rom, "Table", "scene/main");
    build_material(&rom, "material/red", 0xE02020u, 1, NULL);
    build_pyramid(&rom, "mesh/pyramid", "material/red", "material/red");
    build_scene scene = build_scene_begin(&rom, "scene/main", ROM_SCENE_TURNTABLE, 1, 1, 1);
    build_camera(&scene, 0, 98304, 4 * 65536);
    build_light(&scene, 0, -65536, -65536, -32768);
    build_object(&scene, "mesh/pyramid", 20000, 0, 0);
    size = build_finish(&rom);
    if (!play(size, "", true, FRAMES, &one)) return;
    for (int i = 0; i < FRAMES - 64; i++) CHECK_EQ(one.hashes[i], one.hashes[i + 64]);
    for (int i = 1; i < 64; i++) CHECK(one.hashes[i] != one.hashes[0]);
    if (!play(size, "10 press RIGHT\n20 release RIGHT\n", true, FRAMES, &two)) return;
    CHECK_EQ(two.hashes[9], one.hashes[9]);
    CHECK(two.hashes[10] != one.hashes[10]);
    CHECK_EQ(two.hashes[30], two.hashes[130]); /* an object that is turned by hand stands still */
    if (!play(size, "10 press POINTER\n11 pointer 30 20\n12 pointer 40 30\n13 release POINTER\n", true, 40,
              &two))
        return;
    CHECK(two.hashes[20] != one.hashes[20]);
    CHECK_EQ(two.hashes[20], two.hashes[30]);
    if (!play(size, "10 wheel 2\n", true, 40, &two)) return;
    CHECK_EQ(two.hashes[9], one.hashes[9]);
    CHECK(two.hashes[10] != one.hashes[10] && two.hashes[11] != two.hashes[10]);
}

TEST(console_buttons_change_looks_and_bands) {
    if (!play(cart(0), "", true, 40, &one)) return;
    if (!play(cart(0), "5 hold L 1\n7 hold L 1\n", true, 40, &two)) return;
    CHECK_EQ(one.lines, 48);
    CHECK_EQ(two.lines, 16); /* bands of 48, 32 and 16 lines in turn */
    CHECK(memcmp(one.hashes, two.hashes, sizeof one.hashes) == 0);
    if (!play(cart(0), "5 hold L 1\n7 hold L 1\n9 hold L 1\n11 hold L 1\n13 hold R 1\n", true, 40, &two))
        return;
    CHECK_EQ(two.lines, 16); /* height falls to 8, the least, and rises again */
    if (!play(cart(0), "5 hold A 1\n20 hold X 1\n", true, 40, &two)) return;
    CHECK_EQ(two.hashes[4], one.hashes[4]);
    CHECK(two.hashes[5] != one.hashes[5]);
    CHECK(two.hashes[39] != one.hashes[39]);
    if (!play(cart(0), "5 hold START 1\n", true, 40, &two)) return;
    CHECK_EQ(two.hashes[4], two.hashes[30]); /* the console is paused */
}

TEST(console_goes_on_when_the_list_is_full) {
    build_rom rom;
    build_begin(&rom, image, sizeof image);
    build_budget(&rom, 192 * 1024, 1024, WIDTH, HEIGHT, PLAT_RGB565, 0);
    build_info(&rom, "Too much", "scene/main");
    build_material(&rom, "material/red", 0xE02020u, 2, NULL);
    build_pyramid(&rom, "mesh/pyramid", "material/red", "material/red");
    build_scene scene = build_scene_begin(&rom, "scene/main", 0, 1, 1, 12);
    build_camera(&scene, 0, 98304, 6 * 65536);
    build_light(&scene, 0, -65536, -65536, -32768);
    for (int i = 0; i < 12; i++) build_object(&scene, "mesh/pyramid", (i - 6) * 20000, 0, i * 1000);
    if (!play(build_finish(&rom), "", true, 5, &one)) return;
    CHECK(strstr(one.log, "the display list of 1024 bytes is full") != NULL);
    CHECK(one.hashes[0] != 0);
}
