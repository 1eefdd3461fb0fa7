/* Save anywhere at length: a hundred random ticks, six hundred ticks each; and how much faster bytes are than
 * text. */
#include <stdio.h>
#include <time.h>

#include "fixedmath/random.h"
#include "tests/unit/kernel/save/save_game.h"

static save_game g, h;

TEST(save_anywhere_hundred_times) {
    enum { ROOM = 16000 };
    static uint8_t parts[GAME_PARTS][ROOM];
    size_t sizes[GAME_PARTS];
    rng32 r = rng32_seed(8800, 0);
    save_game_open(&g, false);
    save_game_begin(&g);
    for (int point = 0; point < 100; point++) {
        for (uint32_t ticks = rng_below(&r, 100); ticks > 0; ticks--) save_game_tick(&g);
        uint32_t here = save_game_hash(&g);
        for (int i = 0; i < GAME_PARTS; i++) {
            ox_writer w = ox_writer_bytes(parts[i], ROOM);
            g.parts[i].save(g.parts[i].context, &w);
            CHECK(!w.full);
            sizes[i] = w.used;
        }
        for (int i = 0; i < 600; i++) save_game_tick(&g);
        uint32_t later = save_game_hash(&g);
        save_game *to = point % 2 == 0 ? &h : &g;
        if (point % 2 == 0) save_game_open(&h, false);
        for (int i = 0; i < GAME_PARTS; i++) {
            ox_reader from = ox_reader_bytes(parts[i], sizes[i]);
            CHECK_EQ(to->parts[i].restore(to->parts[i].context, &from), OX_OK);
        }
        CHECK_EQ(save_game_hash(to), here);
        for (int i = 0; i < 600; i++) save_game_tick(to);
        CHECK_EQ(save_game_hash(to), later);
    }
}

static double seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

TEST(save_world_bytes_faster_than_text) {
    static uint8_t image[16384];
    static char text[60000];
    save_game_open(&g, false);
    save_game_begin(&g);
    save_game_open(&h, false);
    for (int i = 0; i < 130; i++) save_game_tick(&g);
    ox_writer w = ox_writer_bytes(image, sizeof image);
    ox_world_save_image(&g.world, &w);
    ox_text out = ox_text_begin(text, sizeof text);
    ox_world_write_text(&g.world, &out);
    double best = 0;
    for (int attempt = 0; attempt < 20 && best < 5.2; attempt++) {
        double begin = seconds();
        for (int i = 0; i < 2000; i++) {
            ox_reader from = ox_reader_bytes(image, w.used);
            CHECK_EQ(ox_world_restore_image(&h.world, &from, NULL), OX_OK);
        }
        double bytes = seconds() - begin;
        begin = seconds();
        for (int i = 0; i < 2000; i++) CHECK_EQ(ox_world_read_text(&h.world, text, out.length, NULL), OX_OK);
        double words = seconds() - begin;
        if (bytes > 0 && words / bytes > best) best = words / bytes;
    }
    TEST_INFO("loading text takes %.1f times as long as bytes", best);
    CHECK(best >= (OX_DEBUG ? 1.0 : 5.0)); /* checks of the debug build cost both forms alike */
}
