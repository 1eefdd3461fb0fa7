/* Dirty rectangles against whole pictures, in displays that swap and in displays that copy; and the background under
 * sprites. */
#include <string.h>

#include "kernel/display/dirty.h"
#include "tests/test.h"

enum { WIDTH = 96, HEIGHT = 64, PARTS = 12 };

static uint32_t seed;

static int between(int low, int high) {
    seed = seed * 1664525u + 1013904223u;
    return low + (int)(((uint64_t)seed * (uint32_t)(high - low + 1)) >> 32);
}

/* ---- a screen of parts that change ---- */

typedef struct part_box {
    rs_view view;
    uint8_t colour;
} part_box;

typedef struct game {
    part_box parts[PARTS];
    uint8_t painted[HEIGHT][WIDTH]; /* times that a pixel was painted in this pass */
} game;

static void draw_parts(void *context, const rs_surface *part, const rs_view *where) {
    game *g = context;
    rs_clear(part, 1);
    for (int i = 0; i < PARTS; i++) {
        const rs_view *v = &g->parts[i].view;
        rs_fill(part, v->x - where->x, v->y - where->y, v->width, v->height, g->parts[i].colour);
    }
    for (int y = where->y; y < where->y + where->height; y++)
        for (int x = where->x; x < where->x + where->width; x++) g->painted[y][x]++;
}

static void change_part(game *g, ox_dirty *dirty) {
    part_box *p = &g->parts[between(0, PARTS - 1)];
    ox_dirty_add(dirty, &p->view);
    p->view = (rs_view){(int16_t)between(-9, WIDTH), (int16_t)between(-9, HEIGHT), (int16_t)between(1, 20),
                        (int16_t)between(1, 14)};
    p->colour = (uint8_t)between(2, 255);
    ox_dirty_add(dirty, &p->view);
}

TEST(dirty_changes_equal_whole_pictures) {
    static uint32_t memory[3][WIDTH * HEIGHT / 4], whole[WIDTH * HEIGHT / 4];
    static const rs_surface_shape shape = {WIDTH, HEIGHT, RS_PAL8, 0};
    /* a display that copies, one that swaps, three buffers in turn */
    for (uint32_t pictures = 1; pictures <= 3; pictures++) {
        static game g;
        ox_dirty dirty;
        rs_surface to[3], all;
        uint64_t drawn = 0;
        seed = 11;
        memset(&g, 0, sizeof g);
        memset(memory, 0, sizeof memory);
        for (int i = 0; i < 3; i++)
            CHECK_EQ(rs_surface_make(&to[i], &shape, memory[i], sizeof memory[i]), RS_SURFACE_OK);
        CHECK_EQ(rs_surface_make(&all, &shape, whole, sizeof whole), RS_SURFACE_OK);
        ox_dirty_init(&dirty, WIDTH, HEIGHT);
        for (uint32_t frame = 0; frame < 1000; frame++) {
            const rs_view everything = {0, 0, WIDTH, HEIGHT};
            const uint32_t now = frame % pictures, age = frame < pictures ? 0 : pictures;
            int twice = 0;
            for (int k = between(0, 3); k > 0; k--) change_part(&g, &dirty);
            memset(g.painted, 0, sizeof g.painted);
            ox_dirty_draw(&dirty, &to[now], age, draw_parts, &g);
            for (int i = 0; i < WIDTH * HEIGHT; i++) twice += ((uint8_t *)g.painted)[i] > 1;
            CHECK_EQ(twice, 0);
            drawn += dirty.drawn;
            draw_parts(&g, &all, &everything);
            CHECK(memcmp(memory[now], whole, sizeof whole) == 0);
        }
        TEST_INFO("%u pictures: %u of 100 pixels drawn", (unsigned)pictures,
                  (unsigned)(drawn * 100 / (1000u * WIDTH * HEIGHT)));
        CHECK(drawn < 1000u * WIDTH * HEIGHT / 2u);
    }
}

static void count_part(void *context, const rs_surface *part, const rs_view *where) {
    uint32_t *counts = context;
    CHECK(part->width == where->width && part->height == where->height);
    counts[0]++;
    counts[1] += (uint32_t)where->width * (uint32_t)where->height;
}

TEST(dirty_rectangles_join_where_little_is_added) {
    static uint32_t memory[WIDTH * HEIGHT / 4];
    static const rs_surface_shape shape = {WIDTH, HEIGHT, RS_PAL8, 0};
    rs_surface to;
    ox_dirty dirty;
    uint32_t counts[2];
    CHECK_EQ(rs_surface_make(&to, &shape, memory, sizeof memory), RS_SURFACE_OK);
    ox_dirty_init(&dirty, WIDTH, HEIGHT);
    memset(counts, 0, sizeof counts);
    ox_dirty_draw(&dirty, &to, 1, count_part, counts);
    CHECK(counts[0] == 1 && counts[1] == WIDTH * HEIGHT); /* the first picture is dirty as a whole */
    /* Two rectangles of 10 x 10 with a gap of 5 join: 250 = 5/4 of 200; with a gap of 6 they stay apart. */
    for (int gap = 5; gap <= 6; gap++) {
        memset(counts, 0, sizeof counts);
        ox_dirty_add(&dirty, &(rs_view){0, 0, 10, 10});
        ox_dirty_add(&dirty, &(rs_view){(int16_t)(10 + gap), 0, 10, 10});
        ox_dirty_draw(&dirty, &to, 1, count_part, counts);
        CHECK(counts[0] == (gap == 5 ? 1 : 2) && counts[1] == (gap == 5 ? 250 : 200));
    }
    /* A cross stays two rectangles, drawn in three pieces and no pixel twice. */
    memset(counts, 0, sizeof counts);
    ox_dirty_add(&dirty, &(rs_view){0, 20, 60, 4});
    ox_dirty_add(&dirty, &(rs_view){30, 0, 4, 60});
    ox_dirty_draw(&dirty, &to, 1, count_part, counts);
    CHECK(counts[0] == 3 && counts[1] == 60 * 4 + 60 * 4 - 16);
    /* A rectangle outside the picture is dropped; the seventeenth rectangle joins the two that lie nearest. */
    ox_dirty_add(&dirty, &(rs_view){-20, 0, 20, 5});
    ox_dirty_add(&dirty, &(rs_view){WIDTH, 0, 20, 5});
    CHECK_EQ(dirty.frames[dirty.now].count, 0);
    for (int i = 0; i < OX_DIRTY_MOST + 1; i++)
        ox_dirty_add(&dirty,
                     &(rs_view){(int16_t)(i % 4 * 24 + (i == 16 ? 4 : 0)), (int16_t)(i / 4 * 12), 2, 2});
    CHECK_EQ(dirty.frames[dirty.now].count, OX_DIRTY_MOST);
    memset(counts, 0, sizeof counts);
    ox_dirty_draw(&dirty, &to, 1, count_part, counts);
    /* 2 x 12 of the last two rows, or 6 x 2: the join that grows least */
    CHECK_EQ(counts[1], 16 * 4 + 4 + 20);
}

TEST(dirty_sprites_give_back_what_they_cover) {
    static uint32_t memory[WIDTH * HEIGHT], before[WIDTH * HEIGHT], kept[8 * 16 * 16];
    for (int format = 0; format <= RS_GREY4; format++) {
        const rs_surface_shape shape = {WIDTH, HEIGHT, (rs_format)format, 0};
        rs_surface surface;
        ox_under under;
        seed = 3;
        for (int i = 0; i < WIDTH * HEIGHT; i++) memory[i] = before[i] = (uint32_t)between(0, INT32_MAX - 1);
        CHECK_EQ(rs_surface_make(&surface, &shape, memory, sizeof memory), RS_SURFACE_OK);
        ox_under_init(&under, kept, sizeof kept);
        for (int frame = 0; frame < 100; frame++) {
            for (int i = 0; i < 8; i++) { /* the sprites overlap, and reach beyond every side */
                const rs_view at = {(int16_t)between(-20, WIDTH), (int16_t)between(-20, HEIGHT), 16, 16};
                CHECK_EQ(ox_under_keep(&under, &surface, &at), OX_OK);
                rs_fill(&surface, at.x, at.y, at.width, at.height, (uint32_t)between(0, 65535));
            }
            ox_under_restore(&under, &surface);
            CHECK(memcmp(memory, before, sizeof memory) == 0);
        }
        ox_under_init(&under, kept, 64);
        CHECK_EQ(ox_under_keep(&under, &surface, &(rs_view){0, 0, 80, 60}), OX_OUT_OF_MEMORY);
        CHECK_EQ(under.count, 0);
    }
}
