/* Attract mode: the demo that plays itself, coins, start, and the way back. */
#include <string.h>

#include "fixedmath/random.h"
#include "kernel/game/attract.h"
#include "kernel/memory/fnv.h"
#include "tests/test.h"

enum { IDLE = 50, DEMO = 200, COIN = PLAT_SELECT, START = PLAT_START, ROUNDS = 16 };

/* A little game whose state depends on its input and its seed. */
typedef struct game {
    ox_input_player player;
    ox_input_sources sources;
    ox_attract attract;
    rng32 random;
    int32_t x, y;
    uint32_t hash;
    uint32_t tick;
    ox_attract_mode begun;
    uint32_t rounds, hashes[ROUNDS];
} game;

static const ox_demo_run runs[] = {
    {30, PLAT_RIGHT}, {5, PLAT_RIGHT | PLAT_A}, {60, PLAT_UP}, {40, PLAT_LEFT | PLAT_B}};
static ox_demo demo = {runs, sizeof runs / sizeof runs[0]};

static void begin(void *context, ox_attract_mode mode, uint32_t seed) {
    game *g = context;
    if (g->begun == OX_ATTRACT_DEMO && g->rounds < ROUNDS) g->hashes[g->rounds++] = g->hash;
    g->begun = mode;
    g->random = rng32_seed(seed == 0 ? 12345u + g->tick : seed, 0);
    g->x = g->y = 0;
    g->hash = OX_FNV_START;
}

static void open_game(game *g, ox_input_source source, uint32_t coin) {
    ox_attract_config config = {.idle = IDLE,
                                .demo = source,
                                .demo_ticks = DEMO,
                                .seed = 7,
                                .coin = coin,
                                .start = START,
                                .begin = begin,
                                .context = g};
    memset(g, 0, sizeof *g);
    CHECK_EQ(ox_input_sources_init(&g->sources, &g->player, 1), OX_OK);
    CHECK_EQ(ox_attract_init(&g->attract, &config, &g->sources, 0), OX_OK);
}

static ox_attract_mode step(game *g, uint32_t held) {
    plat_input polled = {.buttons = held};
    ox_input_sources_feed(&g->sources, 0, &polled);
    ox_attract_mode mode = ox_attract_step(&g->attract, held);
    ox_input_sources_step(&g->sources, g->tick++);
    uint32_t keys = g->player.input.held;
    g->x += (keys & PLAT_RIGHT) != 0 ? 3 : (keys & PLAT_LEFT) != 0 ? -2 : 0;
    g->y += (keys & PLAT_UP) != 0 ? 1 : 0;
    if ((g->player.input.pressed & (PLAT_A | PLAT_B)) != 0) g->x += (int32_t)rng_below(&g->random, 100);
    g->hash = ox_fnv_u32(ox_fnv_u32(g->hash, (uint32_t)g->x), (uint32_t)g->y);
    return mode;
}

static ox_attract_mode steps(game *g, uint32_t held, uint32_t count) {
    ox_attract_mode mode = g->attract.mode;
    while (count-- > 0) mode = step(g, held);
    return mode;
}

TEST(game_attract_demo_loops_with_one_checksum) {
    static game g;
    open_game(&g, (ox_input_source){"demo", ox_demo_fill, &demo}, COIN);
    CHECK_EQ(steps(&g, 0, IDLE - 1), OX_ATTRACT_TITLE);
    CHECK_EQ(step(&g, 0), OX_ATTRACT_DEMO);
    CHECK_EQ(g.player.input.held, PLAT_RIGHT); /* the game hears the demo */
    CHECK_EQ(steps(&g, 0, DEMO * 10), OX_ATTRACT_DEMO);
    CHECK_EQ(g.rounds, 10);
    CHECK(g.hashes[0] != OX_FNV_START);
    for (uint32_t i = 1; i < 10; i++) CHECK_EQ(g.hashes[i], g.hashes[0]);
    /* The same again after somebody looked in, at another moment. */
    CHECK_EQ(steps(&g, PLAT_B, 3), OX_ATTRACT_TITLE);
    CHECK_EQ(steps(&g, 0, IDLE + 17 + DEMO), OX_ATTRACT_DEMO);
    CHECK_EQ(g.hashes[g.rounds - 1], g.hashes[0]);
}

static void wander(void *context, uint32_t tick, ox_input_record *record) { /* an AI looks at the game */
    const game *g = context;
    record->held = g->x < 40 ? PLAT_RIGHT : PLAT_UP | (tick % 16 == 0 ? PLAT_A : 0u);
}

TEST(game_attract_demo_by_ai) {
    static game g;
    open_game(&g, (ox_input_source){"ai", wander, &g}, COIN);
    (void)steps(&g, 0, IDLE + DEMO * 3);
    CHECK_EQ(g.rounds, 3);
    CHECK(g.hashes[1] == g.hashes[0] && g.hashes[2] == g.hashes[0]);
}

TEST(game_attract_any_key_leaves_the_demo) {
    static game g;
    for (uint32_t key = 0; key < 12; key++) {
        open_game(&g, (ox_input_source){"demo", ox_demo_fill, &demo}, COIN);
        (void)steps(&g, 0, IDLE + 20 + key);
        CHECK_EQ(g.attract.mode, OX_ATTRACT_DEMO);
        ox_attract_mode mode = step(&g, 1u << key);
        CHECK_EQ(mode, 1u << key == COIN ? OX_ATTRACT_CREDIT : OX_ATTRACT_TITLE);
        /* Held on, it does nothing in the title: not even start. */
        (void)steps(&g, 1u << key, 5);
        CHECK_EQ(g.attract.mode, mode);
    }
}

TEST(game_attract_coin_then_start) {
    static game g;
    open_game(&g, (ox_input_source){"demo", ox_demo_fill, &demo}, COIN);
    CHECK_EQ(steps(&g, START, 2), OX_ATTRACT_TITLE); /* no coin yet */
    (void)steps(&g, 0, 1);
    CHECK_EQ(step(&g, COIN), OX_ATTRACT_CREDIT);
    CHECK_EQ(steps(&g, COIN, 10), OX_ATTRACT_CREDIT); /* one coin, held down */
    CHECK_EQ(g.attract.credits, 1);
    (void)step(&g, 0);
    CHECK_EQ(step(&g, COIN), OX_ATTRACT_CREDIT);
    CHECK_EQ(g.attract.credits, 2);
    CHECK_EQ(steps(&g, 0, IDLE * 3), OX_ATTRACT_CREDIT); /* no demo for who has paid */
    CHECK_EQ(step(&g, START), OX_ATTRACT_PLAY);
    CHECK_EQ(g.begun, OX_ATTRACT_PLAY);
    CHECK_EQ(g.attract.credits, 1);
    CHECK_EQ(steps(&g, PLAT_RIGHT, IDLE * 3), OX_ATTRACT_PLAY); /* the devices are heard */
    CHECK_EQ(g.x, IDLE * 9);
    (void)step(&g, COIN); /* a coin while playing is kept */
    CHECK_EQ(g.attract.credits, 2);
    ox_attract_over(&g.attract);
    CHECK_EQ(g.attract.mode, OX_ATTRACT_CREDIT);
    (void)step(&g, 0);
    CHECK_EQ(step(&g, START), OX_ATTRACT_PLAY);
    (void)step(&g, 0);
    ox_attract_over(&g.attract);
    (void)step(&g, 0);
    CHECK_EQ(step(&g, START), OX_ATTRACT_PLAY);
    ox_attract_over(&g.attract);
    CHECK_EQ(g.attract.mode, OX_ATTRACT_TITLE);
    ox_attract_over(&g.attract); /* nothing to end */
    CHECK_EQ(g.attract.mode, OX_ATTRACT_TITLE);
}

TEST(game_attract_free_play_and_refusals) {
    static game g;
    ox_attract_config config = {.start = START};
    open_game(&g, (ox_input_source){0}, 0);
    CHECK_EQ(steps(&g, 0, IDLE * 4), OX_ATTRACT_TITLE); /* no demo at all */
    CHECK_EQ(step(&g, START), OX_ATTRACT_PLAY);
    CHECK_EQ(ox_attract_init(&g.attract, &config, &g.sources, 1), OX_BAD_ARGUMENT);
    config.start = 0;
    CHECK_EQ(ox_attract_init(&g.attract, &config, &g.sources, 0), OX_BAD_ARGUMENT);
    config = (ox_attract_config){.start = START, .demo = {"demo", ox_demo_fill, &demo}};
    CHECK_EQ(ox_attract_init(&g.attract, &config, &g.sources, 0), OX_BAD_ARGUMENT);
    config.demo_ticks = 1;
    CHECK_EQ(ox_attract_init(&g.attract, &config, &g.sources, 0), OX_OK);
    CHECK_EQ(g.attract.config.idle, 900);
}
