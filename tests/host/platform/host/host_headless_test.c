/* The desktop port, without output or behind the window that tests/port.h names: frames, pixel formats,
 * palettes, input scripts, shots, limits and refusals. The tests of the window driver alone open it by
 * name. */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fixedmath/assert.h"
#include "platform/host/host.h"
#include "platform/host/host_script.h"
#include "tests/port.h"
#include "tests/test.h"

static plat *open_port(host_options options) {
    char error[200] = "";
    options.threads = 1;
    options.memory = 4096;
    plat *p = test_port_open(&options, error, sizeof error);
    CHECK(p != NULL);
    return p;
}

static void rgba_of(const plat *p, int index, uint8_t out[4]) {
    uint8_t all[64 * 4] = {0};
    CHECK(host_frame_rgba(p, all));
    memcpy(out, all + 4 * index, 4);
}

TEST(host_headless_memory_is_aligned_zeroed_and_of_the_asked_size) {
    plat *p = open_port((host_options){.fast_memory = 100});
    plat_memory_map map;
    plat_memory(p, &map);
    CHECK_EQ(map.main.size, 4096);
    CHECK_EQ(map.fast.size, 100);
    CHECK_EQ((uintptr_t)map.main.base % 16, 0);
    CHECK_EQ((uintptr_t)map.fast.base % 16, 0);
    const uint16_t probe = 1;
    uint8_t first;
    memcpy(&first, &probe, 1);
    CHECK_EQ(map.convert.size, first == 1 ? 0 : 4096);
    uint8_t *bytes = map.main.base;
    int used = 0;
    for (int i = 0; i < 4096; i++) used += bytes[i] != 0;
    CHECK_EQ(used, 0);
    memset(map.main.base, 255, map.main.size);
    memset(map.fast.base, 255, map.fast.size);
    CHECK(host_close(p));
}

TEST(host_headless_every_format_becomes_the_same_colours) {
    static const uint8_t red[4] = {255, 0, 0, 255}, blue[4] = {0, 0, 255, 255};
    const uint8_t pal8[2] = {7, 9};
    const uint16_t rgb565[2] = {0xf800, 0x001f}, bgr555[2] = {0x001f, 0x7c00};
    const uint32_t xrgb[2] = {0xff0000, 0x0000ff}, colours[3] = {0xff0000, 0x123456, 0x0000ff};
    const void *pixels[PLAT_FORMATS] = {pal8, rgb565, bgr555, xrgb};
    const int stride[PLAT_FORMATS] = {2, 4, 4, 8};
    for (int format = 0; format < PLAT_FORMATS; format++) {
        plat *p = open_port((host_options){0});
        uint8_t got[4];
        CHECK(plat_video_open(p, 2, 1, (plat_format)format));
        plat_palette(p, colours, 7, 3);
        plat_band(p, 0, 1, pixels[format], stride[format]);
        plat_present(p);
        rgba_of(p, 0, got);
        CHECK_EQ(memcmp(got, red, 4), 0);
        rgba_of(p, 1, got);
        CHECK_EQ(memcmp(got, blue, 4), 0);
        CHECK(host_close(p));
    }
}

TEST(host_headless_palette_shows_from_the_next_present_on) {
    plat *p = open_port((host_options){0});
    const uint32_t white = 0xffffff, green = 0x00ff00;
    const uint8_t pixel = 255;
    uint8_t got[4];
    CHECK(plat_video_open(p, 1, 1, PLAT_PAL8));
    plat_palette(p, &white, 255, 1);
    plat_palette(p, &white, 256, 1); /* an entry beyond the end changes nothing */
    plat_band(p, 0, 1, &pixel, 1);
    plat_present(p);
    plat_palette(p, &green, 255, 1);
    rgba_of(p, 0, got);
    CHECK_EQ(got[0], 255);
    plat_band(p, 0, 1, &pixel, 1);
    plat_present(p);
    rgba_of(p, 0, got);
    CHECK_EQ(got[0], 0);
    CHECK_EQ(got[1], 255);
    CHECK(host_close(p));
}

TEST(host_headless_bands_fill_the_frame_and_are_clipped) {
    plat *p = open_port((host_options){0});
    uint8_t rows[8][4], frame[4][3];
    host_frame shown;
    for (int i = 0; i < 8; i++) memset(rows[i], i + 1, 4);
    CHECK(plat_video_open(p, 3, 4, PLAT_PAL8));
    CHECK(!host_last_frame(p, &shown));
    plat_band(p, 0, 1, rows[0], 4);
    plat_band(p, 1, 2, rows[1], 4);
    /* the first line is in the picture, four are below it */
    plat_band(p, 3, 5, rows[3], 4);
    plat_band(p, -2, 2, rows[6], 4);                /* both lines are above the picture */
    plat_band(p, INT32_MAX, INT32_MAX, rows[6], 4); /* the band is far below the picture */
    plat_present(p);
    CHECK(host_last_frame(p, &shown));
    memcpy(frame, shown.pixels, sizeof frame);
    for (int y = 0; y < 4; y++) {
        for (int x = 0; x < 3; x++) CHECK_EQ(frame[y][x], y + 1);
    }
    CHECK_EQ(shown.number, 0);
    CHECK_EQ(shown.stride, 3);
    CHECK(host_close(p));
}

TEST(host_headless_refused_video_leaves_the_old_one) {
    plat *p = open_port((host_options){0});
    host_frame shown;
    CHECK(plat_video_open(p, 5, 6, PLAT_RGB565));
    CHECK(!plat_video_open(p, 0, 6, PLAT_RGB565));
    CHECK(!plat_video_open(p, 5, 100000, PLAT_RGB565));
    CHECK(!plat_video_open(p, 5, 6, PLAT_FORMATS));
    CHECK(strstr(host_video_error(p), "5x6") != NULL);
    plat_present(p);
    CHECK(host_last_frame(p, &shown));
    CHECK_EQ(shown.width, 5);
    CHECK_EQ(shown.height, 6);
    CHECK(plat_video_open(p, 2, 2, PLAT_PAL8));
    CHECK(!host_last_frame(p, &shown));
    CHECK(host_close(p));
}

TEST(host_headless_frame_limit_quits_after_exactly_so_many_frames) {
    plat *p = open_port((host_options){.frame_limit = 3});
    plat_input in;
    int frames = 0;
    CHECK(plat_video_open(p, 1, 1, PLAT_PAL8));
    for (plat_poll(p, &in); !in.quit && frames < 100; plat_poll(p, &in)) {
        plat_present(p);
        frames++;
    }
    CHECK_EQ(frames, 3);
    CHECK(host_close(p));
}

TEST(host_headless_time_goes_on_and_pace_holds_sixty_frames) {
    plat *p = open_port((host_options){.pace = HOST_PACE_ON});
    CHECK(plat_video_open(p, 1, 1, PLAT_PAL8));
    uint64_t before = plat_ticks(p);
    /* the first frame sets the pace, twelve follow it: 200000 us */
    for (int i = 0; i < 13; i++) plat_present(p);
    uint64_t passed = plat_ticks(p) - before;
    TEST_INFO("12 paced frames took %lu us", (unsigned long)passed);
    CHECK(passed >= 199000);
    CHECK_EQ(plat_cycles(p), 0);
    CHECK(host_close(p));
}

/* ---- shots ---- */

static struct {
    int calls, width, height;
    uint32_t first;
    char path[100];
} saved;

static bool keep(const char *path, int width, int height, const uint32_t *pixels, char *error,
                 size_t error_size) {
    saved.calls++;
    saved.width = width;
    saved.height = height;
    saved.first = pixels[0];
    snprintf(saved.path, sizeof saved.path, "%s", path);
    if (strcmp(path, "bad.png") != 0) return true;
    snprintf(error, error_size, "cannot write bad.png: this is a test of the message");
    return false;
}

static void show_numbers(plat *p, int frames) {
    CHECK(plat_video_open(p, 2, 1, PLAT_XRGB8888));
    for (int i = 0; i < frames; i++) {
        const uint32_t pixels[2] = {0xff000000U | (uint32_t)i, 0};
        plat_input in;
        plat_poll(p, &in);
        plat_band(p, 0, 1, pixels, 8);
        plat_present(p);
    }
}

TEST(host_headless_shot_saves_the_frame_it_names) {
    const host_shot shot = {"at-5.png", 5};
    plat *p = open_port((host_options){.save_picture = keep, .shots = &shot, .shot_count = 1});
    saved.calls = 0;
    show_numbers(p, 10);
    CHECK_EQ(saved.calls, 1);
    CHECK_EQ(saved.first, 5);
    CHECK_EQ(saved.width, 2);
    CHECK_EQ(saved.height, 1);
    CHECK_EQ(strcmp(saved.path, "at-5.png"), 0);
    CHECK(host_close(p));
}

TEST(host_headless_shot_that_fails_or_never_comes_is_told) {
    const host_shot bad = {"bad.png", 1}, late = {"late.png", 99};
    plat *p = open_port((host_options){.save_picture = keep, .shots = &bad, .shot_count = 1, .quiet = true});
    show_numbers(p, 3);
    CHECK(!host_close(p));
    p = open_port((host_options){.save_picture = keep, .shots = &late, .shot_count = 1});
    show_numbers(p, 3);
    CHECK(!host_close(p));
    p = open_port((host_options){.shots = &bad, .shot_count = 1}); /* no picture writer is set */
    show_numbers(p, 3);
    CHECK(!host_close(p));
}

TEST(host_headless_screenshot_takes_a_free_name_in_its_folder) {
    char folder[] = "/tmp/oxcart-test-XXXXXX", first[100];
    CHECK(mkdtemp(folder) != NULL);
    plat *p = open_port((host_options){.save_picture = keep, .screenshot_folder = folder, .quiet = true});
    CHECK(!plat_screenshot(p)); /* no frame was presented yet */
    show_numbers(p, 1);
    CHECK(plat_screenshot(p));
    CHECK_EQ(strncmp(saved.path, folder, strlen(folder)), 0);
    CHECK(strstr(saved.path, "/oxcart-20") != NULL);
    CHECK(strstr(saved.path, ".png") != NULL);
    for (int i = 0; i < 3;
         i++) { /* occupied names are passed over; the second may change between the two calls */
        snprintf(first, sizeof first, "%s", saved.path);
        FILE *file = fopen(first, "wb");
        CHECK(file != NULL);
        if (file != NULL) fclose(file);
        CHECK(plat_screenshot(p));
        CHECK(strcmp(saved.path, first) != 0);
        unlink(first);
    }
    CHECK(host_close(p));
    CHECK_EQ(rmdir(folder), 0);
}

static void count_frame(void *argument, const host_frame *frame) {
    uint32_t *next = argument;
    CHECK_EQ(frame->number, *next);
    (*next)++;
}

TEST(host_headless_on_frame_sees_every_frame_in_order) {
    uint32_t next = 0;
    plat *p = open_port((host_options){.on_frame = count_frame, .on_frame_argument = &next});
    show_numbers(p, 7);
    CHECK_EQ(next, 7);
    CHECK(host_close(p));
}

/* ---- scripts ---- */

TEST(host_script_plays_buttons_pointer_wheel_stick_and_quit) {
    static const char text[] = "# a comment\n"
                               "0 press right\n"
                               "2 hold A+b 3 # until 4\r\n"
                               "3\trelease RIGHT\n"
                               "4 pointer 10 20\n"
                               "5 pointer 13 16\n5 wheel 2\n5 wheel -1\n"
                               "6 hold POINTER 1\n6 stick -32767 5\n"
                               "7 screenshot\n"
                               "8 quit";
    static const uint32_t buttons[9] = {
        PLAT_RIGHT, PLAT_RIGHT, PLAT_RIGHT | PLAT_A | PLAT_B, PLAT_A | PLAT_B, PLAT_A | PLAT_B, 0, 0, 0, 0};
    char error[200] = "";
    host_script *script = host_script_parse("test", text, error, sizeof error);
    CHECK(script != NULL);
    if (script == NULL) return;
    for (uint32_t frame = 0; frame < 9; frame++) {
        plat_input in = {0};
        bool shot = host_script_apply(script, frame, &in);
        CHECK_EQ(in.buttons, buttons[frame]);
        CHECK_EQ(shot, frame == 7);
        CHECK_EQ(in.quit, frame == 8);
        CHECK_EQ(in.pointer_held, frame == 6);
        CHECK_EQ(in.pointer_x, frame < 4 ? 0 : frame == 4 ? 10 : 13);
        CHECK_EQ(in.pointer_dx, frame == 5 ? 3 : 0);
        CHECK_EQ(in.pointer_dy, frame == 5 ? -4 : 0);
        CHECK_EQ(in.wheel, frame == 5 ? 1 : 0);
        CHECK_EQ(in.stick_x, frame >= 6 ? -32767 : 0);
    }
    host_script_free(script);
}

TEST(host_script_mistakes_name_file_line_and_remedy) {
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"0 press A\nx press A", "s:2: expected a whole number"},
        {"0", "s:1: nothing follows"},
        {"0 jump", "s:1: no such action: 'jump'"},
        {"0 press Q", "s:1: no such button: 'Q'"},
        {"0 press A+", "s:1: no such button: ''"},
        {"\n\n0 hold A", "s:3: too few words"},
        {"0 hold A 0", "s:1: the number is out of range: '0'; it must be 1 to"},
        {"-1 quit", "s:1: the number is out of range"},
        {"99999999999999999999 quit", "s:1: the number is out of range"},
        {"5 quit\n4 quit", "s:2: this frame comes before"},
        {"0 quit now", "s:1: one word too many: 'now'"},
        {"0 pointer 1 40000", "s:1: the number is out of range"},
        {"0 \x1b[2J", "s:1: no such action: '?[2J'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char error[200] = "";
        host_script *script = host_script_parse("s", cases[i].text, error, sizeof error);
        CHECK(script == NULL);
        if (strncmp(error, cases[i].message, strlen(cases[i].message)) != 0)
            TEST_INFO("case %d: %s", (int)i, error);
        CHECK_EQ(strncmp(error, cases[i].message, strlen(cases[i].message)), 0);
        CHECK(strchr(error, ';') != NULL);
        host_script_free(script);
    }
}

TEST(host_script_from_a_file_drives_the_port) {
    char path[] = "/tmp/oxcart-test-XXXXXX", error[200] = "";
    int file = mkstemp(path);
    static const char text[] = "1 hold START 2\n3 quit\n";
    CHECK(file >= 0);
    CHECK_EQ(write(file, text, sizeof text - 1), (long)sizeof text - 1);
    close(file);
    plat *p = open_port((host_options){.input_script = path});
    plat_input in;
    CHECK(plat_video_open(p, 1, 1, PLAT_PAL8));
    for (int frame = 0; frame < 4; frame++) {
        plat_poll(p, &in);
        CHECK_EQ(in.buttons, frame == 1 || frame == 2 ? PLAT_START : 0);
        CHECK_EQ(in.quit, frame == 3);
        plat_present(p);
    }
    CHECK(host_close(p));
    unlink(path);
    host_options gone = {.input_script = path, .threads = 1, .memory = 64};
    CHECK(test_port_open(&gone, error, sizeof error) == NULL);
    CHECK(strstr(error, "cannot read the input script") != NULL);
    gone.input_script = "/tmp";
    CHECK(test_port_open(&gone, error, sizeof error) == NULL);
    CHECK(strstr(error, "directory") != NULL);
}

TEST(host_tests_have_the_driver_they_are_run_with) {
    plat *p = open_port((host_options){0});
    if (p == NULL) return;
    CHECK_EQ(strcmp(host_driver_name(p), host_driver_label(test_driver())), 0);
    CHECK(plat_video_open(p, 40, 30, PLAT_PAL8));
    plat_present(p);
    CHECK(host_close(p));
}

TEST(host_driver_names_go_both_ways) {
    for (int i = 0; i < HOST_DRIVERS; i++) {
        host_driver driver = HOST_DRIVERS;
        CHECK(host_driver_parse(host_driver_label((host_driver)i), &driver));
        CHECK_EQ(driver, i);
    }
    host_driver driver;
    CHECK(!host_driver_parse("vulkan", &driver));
    CHECK_EQ(strcmp(host_driver_label(HOST_DRIVERS), "unknown"), 0);
}

TEST(host_sdl_window_without_a_screen_runs_frames) {
    if (!host_has_sdl()) {
        test_skip("built without SDL2");
        return;
    }
    char error[200] = "";
    host_options options = {
        .driver = HOST_DRIVER_SDL, .threads = 1, .memory = 4096, .frame_limit = 5, .pace = HOST_PACE_OFF};
    setenv("SDL_VIDEODRIVER", "dummy", 1);
    plat *p = host_open(&options, error, sizeof error);
    plat *second = host_open(&options, error, sizeof error);
    unsetenv("SDL_VIDEODRIVER");
    if (p == NULL || second == NULL) {
        host_close(p);
        host_close(second);
        test_skip("this SDL2 has no dummy video driver");
        return;
    }
    uint32_t pixels[6] = {1, 2, 3, 4, 5, 6};
    plat_input in;
    int frames = 0;
    CHECK(plat_video_open(p, 3, 2, PLAT_XRGB8888));
    CHECK(plat_video_open(second, 1, 1, PLAT_PAL8));
    CHECK(host_close(second)); /* the other window goes on */
    for (plat_poll(p, &in); !in.quit && frames < 100; plat_poll(p, &in)) {
        plat_band(p, 0, 2, pixels, 12);
        plat_present(p);
        frames++;
    }
    CHECK_EQ(frames, 5);
    CHECK(plat_video_open(p, 200, 100, PLAT_RGB565));
    plat_present(p);
    CHECK(host_close(p));
}

/* A signal that asks the program to end closes every window: as a notice, and in the input from then on. */
TEST(host_sdl_asked_to_end_tells_both_ways) {
    char error[200] = "";
    host_options options = {.driver = HOST_DRIVER_SDL, .threads = 1, .memory = 4096, .pace = HOST_PACE_OFF};
    setenv("SDL_VIDEODRIVER", "dummy", 1);
    plat *p = host_has_sdl() ? host_open(&options, error, sizeof error) : NULL;
    unsetenv("SDL_VIDEODRIVER");
    struct sigaction action;
    sigaction(SIGTERM, NULL, &action);
    if (p == NULL || action.sa_handler == SIG_DFL) {
        host_close(p);
        test_skip("no SDL2 here with a dummy video driver and its handler of signals");
        return;
    }
    plat_input in;
    int quits = 0;
    CHECK(plat_video_open(p, 3, 2, PLAT_XRGB8888));
    plat_poll(p, &in);
    CHECK(!in.quit);
    raise(SIGTERM);
    for (int i = 0; i < 3; i++) {
        plat_poll(p, &in);
        CHECK(in.quit);
        for (plat_notice_kind kind = plat_notice(p); kind != PLAT_NOTHING; kind = plat_notice(p))
            quits += kind == PLAT_QUIT;
    }
    CHECK_EQ(quits, 1);
    CHECK(host_close(p));
}

static void hear(void *argument, const plat_audio *form, const void *frames, uint32_t count) {
    (void)form, (void)frames;
    *(uint32_t *)argument += count;
}

/* The speaker is opened once, and each claim has one owner. Both are there for the next owner when they are
 * given free. */
TEST(host_headless_speaker_and_claims_are_single) {
    uint32_t heard = 0;
    plat_audio given;
    char error[200];
    host_options options = {
        .driver = HOST_DRIVER_HEADLESS, .memory = 4096, .on_audio = hear, .on_audio_argument = &heard};
    plat *p = host_open(&options, error, sizeof error);
    CHECK(p != NULL);
    if (p == NULL) return;
    static const plat_audio wanted = {.rate = 18157, .channels = 1};
    static const int16_t silence[100];
    CHECK(plat_audio_open(p, &wanted, &given, NULL, NULL));
    CHECK(given.rate == 18157 && given.channels == 1 && given.bits == 16);
    CHECK(!plat_audio_open(p, &wanted, &given, NULL, NULL));
    plat_audio_write(p, silence, 100);
    CHECK_EQ(heard, 100);
    plat_audio_close(p);
    plat_audio_close(p);
    plat_audio_write(p, silence, 100);
    CHECK_EQ(heard, 100);
    CHECK(plat_audio_open(p, &(plat_audio){.rate = 0}, &given, NULL, NULL));
    CHECK(given.rate != 0 && given.channels == 2);
    for (int what = 0; what < (int)PLAT_SINGLES; what++) {
        CHECK(plat_claim(p, (plat_single)what, true));
        CHECK(!plat_claim(p, (plat_single)what, true));
    }
    CHECK(plat_claim(p, PLAT_DISPLAY, false) && plat_claim(p, PLAT_DISPLAY, false));
    CHECK(plat_claim(p, PLAT_DISPLAY, true) && !plat_claim(p, PLAT_STORAGE, true));
    CHECK(host_close(p));
}
