/* Tests of the display on a port whose clock the test sets and whose beam really reads the memory that is
 * shown: modes, blanks, tearing, two and three pictures, strips. */
#include <stdlib.h>
#include <string.h>

#include "kernel/display/display.h"
#include "kernel/display/fit.h"
#include "kernel/loop/machine.h"
#include "kernel/loop/pipeline.h"
#include "platform/host/host.h"
#include "raster/flat.h"
#include "tests/port.h"
#include "tests/test.h"
#include "tests/unit/kernel/memory/life.h"

enum { WIDTH = 32, HEIGHT = 160, FRAME = 16667 };

/* What the beam showed on the screen. */
typedef struct screen {
    uint32_t refreshes, torn, empty; /* torn: two stamps in one picture */
    uint32_t stamp, changes, skipped, late;
    uint32_t drawn_at[64]; /* refresh at which a stamp was drawn, by its low bits */
    uint32_t latency, latency_count;
} screen;

static uint32_t stamp_of(const uint8_t *row) {
    uint32_t stamp;
    memcpy(&stamp, row, 4);
    return stamp;
}

static void on_scan(void *argument, const host_frame *frame) {
    screen *s = argument;
    const uint8_t *pixels = frame->pixels;
    uint32_t stamp = stamp_of(pixels);
    bool torn = false;
    for (int y = 1; y < frame->height; y++) torn = torn || stamp_of(pixels + y * frame->stride) != stamp;
    s->refreshes++;
    s->torn += torn;
    s->empty += stamp == 0;
    if (torn || stamp == s->stamp) return;
    if (stamp > s->stamp + 1) s->skipped++;
    if (stamp < s->stamp) s->late++;
    s->stamp = stamp;
    s->changes++;
    s->latency += s->refreshes - s->drawn_at[stamp & 63u];
    s->latency_count++;
}

static plat *machine(screen *s, uint32_t refresh, void (*scan)(void *, const host_frame *)) {
    char error[200] = "";
    host_options options = {.quiet = true,
                            .memory = 1 << 16,
                            .threads = 1,
                            .refresh = refresh,
                            .fake_clock = true,
                            .on_scan = scan,
                            .on_scan_argument = s};
    plat *p = test_port_open(&options, error, sizeof error);
    if (p == NULL) test_fail(__FILE__, __LINE__, error, 0, 1);
    return p;
}

static _Alignas(16) uint8_t block[400000];
static ox_arena arena;

static ox_display_config config_of(ox_buffering buffering) {
    return (ox_display_config){.width = WIDTH, .height = HEIGHT, .format = PLAT_PAL8, .buffering = buffering};
}

/* Draws a frame whose every line has its number, in `work` microseconds from top to bottom. */
static void draw(plat *p, screen *s, const rs_surface *to, uint32_t number, uint32_t work) {
    uint32_t spent = 0;
    s->drawn_at[number & 63u] = s->refreshes;
    for (int y = 0; y < to->lines; y++) {
        uint32_t due = (uint32_t)((uint64_t)work * (uint64_t)(y + 1) / (uint64_t)to->lines);
        memcpy(to->pixels + y * to->stride, &number, 4);
        host_advance(p, due - spent);
        spent = due;
    }
}

/* Plays `frames` frames of `work` microseconds; gives the microseconds that they took. */
static uint64_t play(plat *p, screen *s, ox_display *d, uint32_t frames, uint32_t work) {
    uint64_t begun = plat_ticks(p);
    for (uint32_t i = 0; i < frames; i++) {
        rs_surface to = ox_display_draw(d, NULL);
        draw(p, s, &to, d->stats.frames + 1, work);
        ox_display_present(d);
    }
    return plat_ticks(p) - begun;
}

/* ---- the beam ---- */

TEST(display_beam_has_lines_and_a_blank) {
    screen s = {0};
    plat *p = machine(&s, 59727, NULL);
    plat_machine m;
    plat_describe(p, &m);
    CHECK(m.lines == 228 && m.visible == 160 && m.refresh == 59727); /* a Game Boy Advance's */
    int last = -1, seen = 0, blank = 0;
    uint32_t blanks = plat_blanks(p);
    for (uint32_t t = 0; t < 16743; t++, host_advance(p, 1)) {
        int line = plat_line(p);
        CHECK(line == last || line == last + 1);
        if (line != last) line < 160 ? seen++ : blank++;
        last = line;
        CHECK_EQ(plat_blanks(p) - blanks, line >= 160 ? 1 : 0);
    }
    CHECK_EQ(seen, 160);
    CHECK_EQ(blank, 68);
    for (uint32_t i = 0; i < 100; i++) { /* a waiter wakes once a refresh, at the blank's first line */
        uint32_t before = plat_blanks(p);
        CHECK_EQ(plat_wait_blank(p), before + 1);
        CHECK_EQ(plat_line(p), 160);
    }
    CHECK(plat_video_open(p, 300, 200, PLAT_PAL8));
    plat_describe(p, &m);
    CHECK_EQ(m.visible, 200);
    CHECK_EQ(300 * m.visible, 60000);
    host_close(p);
}

/* Work of 17 ms at 60 Hz gives 30 frames a second, 34 ms 20; 21 ms at 50 Hz 25. */
TEST(display_pace_by_the_blank) {
    static const struct {
        uint32_t refresh, work, frames;
    } cases[] = {
        {60000, 16000, 60}, {60000, 17000, 30}, {60000, 34000, 20}, {50000, 19000, 50}, {50000, 21000, 25}};
    for (int i = 0; i < 5; i++) {
        screen s = {0};
        plat *p = machine(&s, cases[i].refresh, on_scan);
        ox_display d = {0};
        ox_pace pace;
        ox_display_config c = config_of(OX_BUFFER_SWAP);
        ox_arena_init(&arena, block, sizeof block);
        CHECK_EQ(ox_display_open(&d, p, &arena, &c), OX_OK);
        plat_wait_blank(p);
        uint64_t took = play(p, &s, &d, cases[i].frames, cases[i].work);
        CHECK_NEAR(took, 1000000, 1000);
        CHECK_EQ(s.torn, 0);
        ox_display_close(&d);
        /* The pace of loop/pace.h keeps the same rate on the same machine. */
        ox_pace_init(&pace, OX_PACE_VBLANK, 0, &ox_pace_platform, p);
        CHECK_EQ(pace.rate, cases[i].refresh);
        uint64_t begun = plat_ticks(p);
        for (uint32_t k = 0; k < cases[i].frames; k++) {
            host_advance(p, cases[i].work);
            ox_pace_wait(&pace);
        }
        CHECK_NEAR(plat_ticks(p) - begun, 1000000, 1000);
        host_close(p);
    }
}

/* Waiting and halting really take the time, and idle is counted. */
TEST(display_pace_saves_power_on_the_port) {
    screen s = {0};
    plat *p = machine(&s, 60000, NULL);
    ox_pace pace;
    ox_pace_init(&pace, OX_PACE_SAVE, 30000, &ox_pace_platform, p);
    uint64_t begun = plat_ticks(p);
    for (int i = 0; i < 30; i++) {
        host_advance(p, 5000);
        ox_pace_wait(&pace);
    }
    CHECK_NEAR(plat_ticks(p) - begun, 1000000, 600);
    CHECK(ox_pace_idle(&pace) > 500);
    ox_pace_init(&pace, OX_PACE_GOVERN, 30000, &ox_pace_platform, p);
    begun = plat_ticks(p);
    for (int i = 0; i < 30; i++) {
        host_advance(p, 30000);
        ox_pace_wait(&pace);
    }
    CHECK_NEAR(plat_ticks(p) - begun, 1000000, 600);
    host_close(p);
    char error[100];
    host_options real = {.quiet = true, .threads = 1};
    p = test_port_open(&real, error,
                       sizeof error); /* waiting and halting take their time by the real clock, too */
    if (p == NULL) return;
    uint64_t before = plat_ticks(p);
    plat_wait(p, 20000);
    plat_halt(p);
    uint32_t blanks = plat_blanks(p);
    for (int i = 0; i < 3; i++) CHECK(plat_wait_blank(p) > blanks);
    CHECK(plat_ticks(p) - before >= 20000 + 2 * 16666);
    host_close(p);
}

/* ---- pictures ---- */

TEST(display_two_pictures_never_tear) {
    screen s = {0};
    plat *p = machine(&s, 60000, on_scan);
    ox_display d = {0};
    ox_display_config c = config_of(OX_BUFFER_SWAP);
    ox_arena_init(&arena, block, sizeof block);
    CHECK_EQ(ox_display_open(&d, p, &arena, &c), OX_OK);
    CHECK_EQ(ox_display_bytes(&c), 2 * WIDTH * HEIGHT);
    uint8_t *place[3];
    for (uint32_t frame = 1; frame <= 3; frame++) { /* A, B, A */
        uint32_t age;
        rs_surface to = ox_display_draw(&d, &age);
        place[frame - 1] = to.pixels;
        CHECK_EQ(age, frame == 3 ? 2 : 0);
        if (frame == 3) CHECK_EQ(stamp_of(to.pixels), 1); /* the picture that frame 1 drew */
        draw(p, &s, &to, frame, 3000);
        ox_display_present(&d);
    }
    CHECK(place[0] == place[2] && place[0] != place[1]);
    for (uint32_t i = 0; i < 10000; i++) play(p, &s, &d, 1, 1000 + i * 7919 % 23000);
    plat_wait_blank(p);
    CHECK_EQ(s.torn, 0);
    CHECK_EQ(s.late + s.skipped, 0);
    CHECK_EQ(d.stats.copied, 0);
    CHECK_EQ(d.stats.swaps, 10003);
    CHECK_EQ(s.changes, 10003);
    ox_display_close(&d);
    host_close(p);
}

/* Frames are drawn as fast as they go. With two pictures each shows at the next refresh; with three pictures
 * more are drawn and each shows one refresh later. Without waiting still more are drawn, and they tear. */
TEST(display_three_pictures_wait_less_and_show_later) {
    uint32_t latency[2];
    for (int k = 0; k < 2; k++) {
        screen s = {0};
        plat *p = machine(&s, 60000, on_scan);
        ox_display d = {0};
        ox_display_config c = config_of(k == 0 ? OX_BUFFER_SWAP : OX_BUFFER_TRIPLE);
        ox_arena_init(&arena, block, sizeof block);
        CHECK_EQ(ox_display_open(&d, p, &arena, &c), OX_OK);
        uint64_t took = play(p, &s, &d, 600, 2000);
        CHECK_NEAR(took, 600 * FRAME, 3 * FRAME); /* the refresh is the limit */
        latency[k] = s.latency * 100 / s.latency_count;
        CHECK_EQ(s.torn + s.late, 0);
        uint32_t age;
        (void)ox_display_draw(&d, &age);
        CHECK_EQ(age, k == 0 ? 2 : 3);
        /* Uneven frames: 10 and 22 ms in turn. */
        uint64_t begun = plat_ticks(p);
        for (int i = 0; i < 300; i++) play(p, &s, &d, 1, i % 2 == 0 ? 10000 : 22000);
        took = plat_ticks(p) - begun;
        if (k == 0)
            CHECK(took > 300u * 24000u);
        else
            CHECK_NEAR(took, 300 * FRAME, 4 * FRAME);
        CHECK_EQ(s.torn + s.late, 0);
        ox_display_close(&d);
        c.at_once = true;
        ox_arena_init(&arena, block, sizeof block);
        CHECK_EQ(ox_display_open(&d, p, &arena, &c), OX_OK);
        took = play(p, &s, &d, 600, 2000);
        CHECK_EQ(took, 600 * 2000);
        CHECK(s.torn > 10);
        ox_display_close(&d);
        host_close(p);
    }
    TEST_INFO("refreshes from drawing to screen, in 1/100: two pictures %u, three %u", (unsigned)latency[0],
              (unsigned)latency[1]);
    CHECK(latency[1] >= latency[0] + 90);
}

TEST(display_one_picture_is_drawn_in_the_blank_or_behind_the_beam) {
    for (int way = 0; way < 3; way++) {
        screen s = {0};
        plat *p = machine(&s, 60000, on_scan);
        ox_display d = {0};
        ox_display_config c = config_of(OX_BUFFER_SINGLE);
        c.at_once = way != 0;
        ox_arena_init(&arena, block, sizeof block);
        CHECK_EQ(ox_display_open(&d, p, &arena, &c), OX_OK);
        for (uint32_t frame = 1; frame <= 100; frame++) {
            rs_surface to = ox_display_draw(&d, NULL);
            if (way == 0) draw(p, &s, &to, frame, 4000); /* drawing fits into the blank of 4,970 us */
            if (way == 1) host_advance(p, 5000), draw(p, &s, &to, frame, 8000);
            /* each line is drawn when the beam has left it */
            for (int y = 0; way == 2 && y < HEIGHT; y++) {
                while (!ox_display_passed(&d, y)) host_advance(p, 10);
                memcpy(to.pixels + y * to.stride, &frame, 4);
            }
            ox_display_present(&d);
            if (way == 2) plat_wait_blank(p), host_advance(p, 5000);
        }
        plat_wait_blank(p);
        if (way == 1)
            CHECK(s.torn > 15);
        else
            CHECK_EQ(s.torn, 0);
        CHECK(s.changes > 20);
        ox_display_close(&d);
        host_close(p);
    }
}

/* Copied pictures: the picture that is drawn on is one frame old. */
TEST(display_copies_where_the_display_has_its_own_memory) {
    screen s = {0};
    plat *p = machine(&s, 60000, NULL);
    ox_display d = {0};
    ox_display_config c = config_of(OX_BUFFER_SWAP);
    ox_arena_init(&arena, block, sizeof block);
    CHECK_EQ(ox_display_open(&d, p, &arena, &c), OX_OK);
    CHECK_EQ(d.config.buffering, OX_BUFFER_COPY);
    for (uint32_t frame = 1; frame <= 4; frame++) {
        uint32_t age;
        host_frame shown;
        rs_surface to = ox_display_draw(&d, &age);
        CHECK_EQ(age, frame == 1 ? 0 : 1);
        draw(p, &s, &to, frame, 1000);
        ox_display_present(&d);
        CHECK(host_last_frame(p, &shown));
        CHECK_EQ(stamp_of(shown.pixels), frame);
        CHECK_EQ(d.stats.copied, frame * WIDTH * HEIGHT);
    }
    ox_display_close(&d);
    host_close(p);
}

/* ---- strips ---- */

static void pattern(const rs_surface *to, uint32_t frame) {
    for (int i = 0; i < 40; i++)
        rs_fill(to, (int)(frame + (uint32_t)i * 5) % 30 - 3, i * 7 - 10, 9, 13,
                (uint32_t)(i * 37 + 11) & 0xFFu);
}

TEST(display_strips_of_any_height_give_the_same_picture) {
    static const int heights[] = {1, 8, 16, 23, 160};
    static uint8_t whole[WIDTH * HEIGHT];
    for (int i = -1; i < 10; i++) {
        screen s = {0};
        plat *p = machine(&s, 60000, NULL);
        ox_display d = {0};
        host_frame shown;
        ox_display_config c = config_of(i < 0 ? OX_BUFFER_COPY : OX_BUFFER_BAND);
        c.band_lines = i < 0 ? 0 : heights[i % 5];
        c.two_strips = i >= 5;
        c.depth = true;
        ox_arena_init(&arena, block, sizeof block);
        CHECK_EQ(ox_display_open(&d, p, &arena, &c), OX_OK);
        size_t strips = c.two_strips ? 2 : 1, lines = (size_t)(i < 0 ? HEIGHT : c.band_lines);
        CHECK_EQ(ox_arena_used(&arena), strips * lines * WIDTH + lines * WIDTH * 2);
        rs_surface to;
        if (i < 0) to = ox_display_draw(&d, NULL), rs_fill(&to, 0, 0, WIDTH, HEIGHT, 3), pattern(&to, 5);
        while (i >= 0 && ox_display_band(&d, &to)) {
            rs_fill(&to, 0, 0, WIDTH, HEIGHT, 3);
            pattern(&to, 5);
            ox_display_band_done(&d, &to);
        }
        ox_display_present(&d);
        CHECK(host_last_frame(p, &shown));
        if (i < 0) memcpy(whole, shown.pixels, sizeof whole);
        CHECK(memcmp(whole, shown.pixels, sizeof whole) == 0);
        ox_display_close(&d);
        host_close(p);
    }
    ox_display_config c = {
        .width = 240, .height = 160, .format = PLAT_PAL8, .buffering = OX_BUFFER_BAND, .band_lines = 16};
    CHECK_EQ(ox_display_bytes(&c), 3840);
    c.format = PLAT_BGR555, c.depth = true;
    CHECK_EQ(ox_display_bytes(&c), 7680 + 7680);
}

/* ---- lists of commands ---- */

enum { WIDE = 240, HIGH = 160, COMMANDS = 200 };

static struct {
    _Alignas(8) uint8_t list[160000];
    _Alignas(8) uint8_t frame[2048];
    uint16_t picture[WIDE * HIGH], native[256];
    uint32_t colours[256];
    uint8_t image[32 * 32];
    _Alignas(16) uint8_t memory[3 * WIDE * HIGH * 2];
} flat;

/* Records rectangles, lines, circles, words and pictures at random places. */
static rs_frame *record_commands(uint32_t state, int lines) {
    static rs_palette palette;
    static const rs_image image = {flat.image, 32, 32, RS_PAL8, true, 0};
    rs_frame *frame = (rs_frame *)(void *)flat.frame;
    palette = (rs_palette){.rgb = flat.colours, .native = flat.native};
    const rs_target target = {WIDE, HIGH, RS_BGR555, lines, &palette, 0x1234};
    CHECK(rs_frame_size() <= sizeof flat.frame);
    for (uint32_t i = 0; i < 256; i++)
        flat.native[i] = (uint16_t)rs_native_from_rgb(RS_BGR555, flat.colours[i] = i * 0x010307u);
    for (uint32_t i = 0; i < sizeof flat.image; i++) flat.image[i] = (uint8_t)(i % 5 == 0 ? 0 : i * 7);
    CHECK(rs_frame_begin(frame, &target, (rs_block){flat.list, sizeof flat.list}, (rs_block){NULL, 0}));
    for (int i = 0; i < COMMANDS; i++) {
        int at[4];
        for (int k = 0; k < 4; k++) at[k] = (int)((state = state * 1664525u + 1013904223u) >> 24);
        const rs_turn turn = {FX_ONE, FX_ONE * 3 / 2, (ang16)(at[3] * 256), NULL, false};
        const rs_blit blit = {
            .image = &image, .x = at[0] * FX_ONE, .y = at[1] * FX_ONE, .turn = i % 2 == 0 ? &turn : NULL};
        rs_result result = RS_OK;
        switch (i % 5) {
        case 0:
            result = rs_frame_rectangle(frame, at[0], at[1], at[2] / 4, at[3] / 4, (uint32_t)i * 77u);
            break;
        case 1:
            result = rs_frame_line(frame, at[0], at[1], at[2], at[3], (uint32_t)i * 91u, false);
            break;
        case 2:
            result = rs_frame_circle(frame, at[0], at[1], at[2] / 8, (uint32_t)i * 51u, i % 2 == 0);
            break;
        case 3:
            result = rs_frame_text(frame, at[0], at[1], "band", (uint32_t)i * 33u);
            break;
        default:
            result = rs_frame_blit(frame, &blit);
            break;
        }
        CHECK_EQ(result, RS_OK);
    }
    return frame;
}

/* 200 commands in strips of every height, and in one, two and three whole pictures, give one picture. */
TEST(display_commands_show_the_same_whatever_the_memory) {
    static const int heights[] = {160, 16, 8, 7, 1};
    screen s = {0};
    for (int i = 0; i < 5; i++) {
        plat *p = machine(&s, 60000, NULL);
        ox_display d = {0};
        const ox_display_config c = {.width = WIDE,
                                     .height = HIGH,
                                     .format = PLAT_BGR555,
                                     .buffering = OX_BUFFER_BAND,
                                     .band_lines = heights[i]};
        const rs_frame *frame = record_commands(9, heights[i]);
        rs_surface strip;
        host_frame shown;
        ox_arena_init(&arena, block, sizeof block);
        CHECK_EQ(ox_display_bytes(&c), OX_ALIGN_UP((size_t)heights[i] * WIDE * 2, (size_t)OX_ALIGNMENT));
        CHECK_EQ(ox_display_open(&d, p, &arena, &c), OX_OK);
        for (int band = 0; ox_display_band(&d, &strip); band++) {
            rs_frame_band(frame, band, &strip, NULL);
            ox_display_band_done(&d, &strip);
        }
        ox_display_present(&d);
        CHECK(host_last_frame(p, &shown));
        if (i == 0) memcpy(flat.picture, shown.pixels, sizeof flat.picture);
        CHECK(memcmp(flat.picture, shown.pixels, sizeof flat.picture) == 0);
        ox_display_close(&d);
        host_close(p);
    }
    CHECK_EQ(240 * 16 * 2, 7680);
    for (int i = 0; i < 3; i++) {
        static const ox_buffering counts[3] = {OX_BUFFER_SINGLE, OX_BUFFER_SWAP, OX_BUFFER_TRIPLE};
        plat *p = machine(&s, 60000, on_scan);
        ox_display d = {0};
        const ox_display_config c = {
            .width = WIDE, .height = HIGH, .format = PLAT_BGR555, .buffering = counts[i]};
        ox_arena_init(&arena, flat.memory, sizeof flat.memory);
        CHECK_EQ(ox_display_bytes(&c), (size_t)(i + 1) * WIDE * HIGH * 2);
        CHECK_EQ(ox_display_open(&d, p, &arena, &c), OX_OK);
        /* frame 9 is the frame that was drawn in strips */
        for (uint32_t frame = 1; frame <= 9; frame++) {
            const rs_surface to = ox_display_draw(&d, NULL);
            rs_frame_band(record_commands(frame, HIGH), 0, &to, NULL);
            ox_display_present(&d);
        }
        CHECK(memcmp(flat.picture, d.pictures[counts[i] == OX_BUFFER_SINGLE ? 0 : d.shown],
                     sizeof flat.picture) == 0);
        ox_display_close(&d);
        /* With one line less of memory the display is refused. */
        ox_arena_init(&arena, flat.memory, (size_t)(i + 1) * WIDE * HIGH * 2 - WIDE * 2);
        CHECK_EQ(ox_display_open(&d, p, &arena, &c), OX_OUT_OF_MEMORY);
        host_close(p);
    }
}

/* Colours that change while a picture is made are seen with the next one that is presented, and no picture has two palettes. */
TEST(display_palettes_change_with_the_picture) {
    screen s = {0};
    plat *p = machine(&s, 60000, NULL);
    ox_display d = {0};
    const ox_display_config c = config_of(OX_BUFFER_COPY);
    ox_arena_init(&arena, block, sizeof block);
    CHECK_EQ(ox_display_open(&d, p, &arena, &c), OX_OK);
    for (uint32_t frame = 1; frame <= 50; frame++) {
        host_frame shown;
        uint32_t colours[256];
        const rs_surface to = ox_display_draw(&d, NULL);
        rs_clear(&to, frame);
        for (int i = 0; i < 256; i++) colours[i] = frame * 0x010101u;
        plat_palette(p, colours, 0, 256); /* in the middle of the picture before */
        if (frame > 1) {
            CHECK(host_last_frame(p, &shown));
            CHECK_EQ(shown.palette[7], (frame - 1) * 0x010101u);
            CHECK_EQ(*(const uint8_t *)shown.pixels, frame - 1);
        }
        ox_display_present(&d);
        CHECK(host_last_frame(p, &shown));
        CHECK_EQ(shown.palette[7], frame * 0x010101u);
    }
    ox_display_close(&d);
    host_close(p);
}

/* Debug builds notice whoever draws into the picture that is shown, by whatever way. */
TEST(display_shown_pictures_are_left_alone) {
    screen s = {0};
    plat *p = machine(&s, 60000, on_scan);
    for (int count = 2; count <= 3; count++) {
        ox_display d = {0};
        const ox_display_config c = config_of(count == 2 ? OX_BUFFER_SWAP : OX_BUFFER_TRIPLE);
        ox_arena_init(&arena, block, sizeof block);
        CHECK_EQ(ox_display_open(&d, p, &arena, &c), OX_OK);
        for (int frame = 0; frame < 6; frame++) {
            const rs_surface to = ox_display_draw(&d, NULL);
            rs_clear(&to, (uint32_t)frame);
            ox_display_present(&d);
            CHECK_EQ(test_assertions(), 0);
            if (frame == 4) { /* the test writes into a surface that it kept */
                rs_plot(&to, 5, 5, 99);
                (void)ox_display_draw(&d, NULL);
                CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
                rs_plot(&to, 5, 5, (uint32_t)frame);
            }
        }
        ox_display_close(&d);
    }
    host_close(p);
}

/* ---- set-up ---- */

TEST(display_memory_of_the_usual_sizes) {
    static const struct {
        int width, height;
        plat_format format;
        ox_buffering buffering;
        bool depth;
        size_t bytes;
    } cases[] = {{160, 120, PLAT_PAL8, OX_BUFFER_SINGLE, false, 19200},
                 {160, 120, PLAT_PAL8, OX_BUFFER_SWAP, false, 38400},
                 {240, 160, PLAT_PAL8, OX_BUFFER_SWAP, false, 76800},
                 {240, 160, PLAT_PAL8, OX_BUFFER_TRIPLE, false, 115200},
                 {240, 160, PLAT_BGR555, OX_BUFFER_SWAP, false, 153600},
                 {240, 160, PLAT_PAL8, OX_BUFFER_SWAP, true, 153600},
                 {240, 160, PLAT_BGR555, OX_BUFFER_SWAP, true, 230400}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ox_display_config c = {.width = cases[i].width,
                               .height = cases[i].height,
                               .format = cases[i].format,
                               .buffering = cases[i].buffering,
                               .depth = cases[i].depth};
        CHECK_EQ(ox_display_bytes(&c), cases[i].bytes);
    }
    CHECK_EQ(262144 - 230400, 31744);
}

TEST(display_opens_and_closes_a_hundred_times) {
    screen s = {0};
    plat *p = machine(&s, 60000, on_scan);
    plat_machine m;
    ox_display d = {0};
    ox_arena_init(&arena, block, sizeof block);
    for (int i = 0; i < 100; i++) {
        ox_display_config c = {.width = 8 + i * 2,
                               .height = 8 + i,
                               .format = (plat_format)(i % PLAT_FORMATS),
                               .buffering = (ox_buffering)(i % OX_BUFFERINGS),
                               .band_lines = 8,
                               .depth = i % 3 == 0,
                               .stencil_bits = i % 2 == 0 ? 1 : 8,
                               .alpha = i % 5 == 0};
        CHECK_EQ(ox_display_open(&d, p, &arena, &c), OX_OK);
        CHECK_EQ(ox_arena_used(&arena), ox_display_bytes(&c));
        rs_surface to = ox_display_draw(&d, NULL);
        CHECK(to.width == c.width && to.height == c.height &&
              to.stride >= c.width * rs_format_bytes((rs_format)c.format));
        plat_describe(p, &m);
        CHECK_EQ(m.visible, c.height);
        /* A mode that cannot be had leaves the display as it is. */
        ox_display before = d;
        ox_display_config bad = c;
        bad.width = 0;
        CHECK_EQ(ox_display_open(&d, p, &arena, &bad), OX_BAD_ARGUMENT);
        bad = c, bad.stencil_bits = 3;
        CHECK_EQ(ox_display_open(&d, p, &arena, &bad), OX_BAD_ARGUMENT);
        bad = c, bad.width = bad.height = 1024, bad.format = PLAT_XRGB8888, bad.half = false,
        bad.buffering = OX_BUFFER_SWAP;
        CHECK_EQ(ox_display_open(&d, p, &arena, &bad), OX_OUT_OF_MEMORY);
        CHECK(memcmp(&before, &d, sizeof d) == 0);
        CHECK_EQ(ox_arena_used(&arena), ox_display_bytes(&c));
        ox_display_close(&d);
        ox_display_close(&d);
        CHECK_EQ(ox_arena_used(&arena), 0);
    }
    host_close(p);
}

TEST(display_half_size_shows_each_pixel_as_four) {
    screen s = {0};
    plat *p = machine(&s, 60000, NULL);
    ox_display d = {0};
    host_frame shown;
    ox_display_config c = {.width = 120,
                           .height = 80,
                           .format = PLAT_BGR555,
                           .buffering = OX_BUFFER_BAND,
                           .band_lines = 16,
                           .half = true};
    ox_arena_init(&arena, block, sizeof block);
    CHECK_EQ(ox_display_open(&d, p, &arena, &c), OX_OK);
    rs_surface to;
    while (ox_display_band(&d, &to)) {
        for (int y = 0; y < to.lines; y++) {
            for (int x = 0; x < 120; x++) {
                uint16_t pixel = (uint16_t)(x * 256 + to.top + y);
                memcpy(to.pixels + y * to.stride + x * 2, &pixel, 2);
            }
        }
        ox_display_band_done(&d, &to);
    }
    ox_display_present(&d);
    CHECK(host_last_frame(p, &shown));
    CHECK(shown.width == 240 && shown.height == 160);
    for (int y = 0; y < 160; y++) {
        for (int x = 0; x < 240; x++) {
            uint16_t pixel;
            memcpy(&pixel, (const uint8_t *)shown.pixels + y * shown.stride + x * 2, 2);
            if (pixel != (uint16_t)(x / 2 * 256 + y / 2)) CHECK_EQ(pixel, x / 2 * 256 + y / 2);
        }
    }
    ox_display_close(&d);
    host_close(p);
}

TEST(display_pairs_of_pixels_equal_single_ones) {
    static uint16_t pairs[40];
    uint8_t bytes[80], from[80];
    for (int i = 0; i < 80; i++) from[i] = (uint8_t)(i * 31 + 7);
    for (int x = 0; x < 20; x++) {
        for (int count = 0; count <= 40; count++) {
            memset(bytes, 0xEE, sizeof bytes);
            memset(pairs, 0xEE, sizeof pairs);
            memcpy(bytes + x, from, (size_t)count);
            ox_display_copy_pairs(pairs, x, from, count);
            CHECK(memcmp(pairs, bytes, sizeof bytes) == 0);
        }
    }
}

TEST(display_fits_a_screen_by_whole_factors) {
    ox_fit fit = ox_fit_screen(1920, 1080, 240, 160);
    CHECK(fit.factor == 6 && fit.width == 1440 && fit.height == 960 && fit.left == 240 && fit.top == 60);
    fit = ox_fit_screen(239, 160, 240, 160);
    CHECK_EQ(fit.factor, 0);
    fit = ox_fit_screen(640, 480, 240, 160);
    CHECK(fit.factor == 2 && fit.left == 80 && fit.top == 80);
    CHECK_EQ(ox_fit_screen(640, 480, 0, 160).factor, 0);
}

/* ---- the pipelined frame on two processors ---- */

static void on_port(void *machine, void (*job)(void *argument, int index), void *argument, int count) {
    plat_parallel(machine, job, argument, count);
}

static void update_20_ms(void *port, ox_draw_list *list) {
    uint32_t frame = list->frame;
    CHECK(ox_draw_put(list, 0, &frame, sizeof frame));
    plat_wait(port, 20000);
}
static void draw_30_ms(void *port, const ox_draw_list *list) {
    CHECK_EQ(list->commands, 1);
    plat_wait(port, 30000);
}

/* Updating takes 20 ms and drawing 30: 50 a frame one after the other, 30 side by side. */
TEST(loop_pipeline_takes_the_longer_of_both) {
    static _Alignas(8) uint8_t lists[256];
    char error[200] = "";
    host_options options = {.quiet = true, .threads = 2};
    plat *p = test_port_open(&options, error, sizeof error);
    CHECK(p != NULL);
    if (p == NULL) return;
    uint64_t took[2];
    for (int serial = 0; serial < 2; serial++) {
        ox_pipeline pipe;
        CHECK_EQ(ox_pipeline_init(&pipe, lists, sizeof lists, update_20_ms, draw_30_ms, p), OX_OK);
        pipe.serial = serial != 0;
        pipe.machine = p;
        pipe.parallel = on_port;
        ox_pipeline_frame(&pipe); /* fills the pipeline */
        uint64_t begun = plat_ticks(p);
        for (int i = 0; i < 10; i++) ox_pipeline_frame(&pipe);
        took[serial] = plat_ticks(p) - begun;
    }
    TEST_INFO("10 frames: %u ms in turn, %u ms side by side", (unsigned)(took[1] / 1000),
              (unsigned)(took[0] / 1000));
    CHECK(took[1] >= 500000);
    CHECK(took[0] >= 300000 && took[0] < 440000);
    host_close(p);
}

static plat *lived_port;
static ox_arena lived_arena;
static ox_status display_of_a_port(ox_display *it) {
    const ox_display_config config = {
        .width = 64, .height = 48, .format = PLAT_PAL8, .buffering = OX_BUFFER_COPY, .at_once = true};
    return ox_display_open(it, lived_port, &lived_arena, &config);
}
LIFE_ROW(ox_display, open, display_of_a_port(it), ox_display_close(it), (void)ox_display_draw(it, NULL))

/* One display a port: a second display is refused by name, and the first one stays as it is. */
TEST(display_is_alone_on_its_port) {
    static _Alignas(16) uint8_t room[16384];
    char error[200];
    const host_options options = {.driver = HOST_DRIVER_HEADLESS, .memory = 65536};
    const life_bench bench = {&lived_arena, NULL};
    ox_display first, second;
    lived_port = host_open(&options, error, sizeof error);
    CHECK(lived_port != NULL);
    if (lived_port == NULL) return;
    ox_arena_init(&lived_arena, room, sizeof room);
    CHECK(life_is_led(&LIFE_OF(ox_display), &bench));
    CHECK_EQ(display_of_a_port(&first), OX_OK);
    size_t used = ox_arena_used(&lived_arena);
    OX_CLEAR(&second);
    CHECK_EQ(display_of_a_port(&second), OX_BAD_STATE);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK_EQ(ox_arena_used(&lived_arena), used);
    ox_display_close(&second); /* the second display was never open */
    CHECK(!plat_claim(lived_port, PLAT_DISPLAY, true));
    ox_display_close(&first);
    CHECK_EQ(display_of_a_port(&second), OX_OK);
    ox_display_close(&second);
    CHECK(host_close(lived_port));
}
