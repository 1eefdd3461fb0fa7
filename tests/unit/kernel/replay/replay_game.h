/* A small game for the tests of recordings and rewinding, the same on every machine: two players push balls
 * about, which bounce, age, and now and then get a kick from a random stream; a timer and a clock are part
 * of its state. */
#ifndef OXCART_TESTS_UNIT_REPLAY_GAME_H
#define OXCART_TESTS_UNIT_REPLAY_GAME_H

#include <string.h>

#include "kernel/replay/playback.h"
#include "kernel/replay/rewind.h"
#include "kernel/time/clock.h"
#include "kernel/time/random.h"
#include "kernel/time/timer.h"

enum { GAME_BALLS = 6, GAME_PLAYERS = 2, GAME_TIMERS = 4, GAME_PARTS = 5 };

typedef struct game_ball {
    fx x, y, dx, dy;
    uint16_t age;
    uint8_t colour, spare; /* colour is cosmetic */
} game_ball;

static const ox_field game_ball_fields[] = {
    OX_FIELD(game_ball, x, OX_FX, OX_SIM),    OX_FIELD(game_ball, y, OX_FX, OX_SIM),
    OX_FIELD(game_ball, dx, OX_FX, OX_SIM),   OX_FIELD(game_ball, dy, OX_FX, OX_SIM),
    OX_FIELD(game_ball, age, OX_U16, OX_SIM), OX_FIELD(game_ball, colour, OX_U8, OX_SAVE)};
static const char *const game_ball_names[] = {"x", "y", "dx", "dy", "age", "colour"};
static const ox_type game_ball_type = OX_TYPE(game_ball, game_ball_fields, 1);

typedef struct game {
    game_ball balls[GAME_BALLS];
    uint32_t tick;
    uint32_t kicks;
    ox_clock clock;
    ox_timers timers;
    ox_timer_queue_slot slots[GAME_TIMERS];
    ox_random random;
    ox_random_stream streams[2];
    rng32 *luck, *sparks;
    ox_input_player players[GAME_PLAYERS];
    ox_input_sources sources;
    ox_sim_part parts[GAME_PARTS];
    ox_sim state;
    uint32_t spoil_tick, spoil_ball; /* a mistake is made there; 0: none */
} game;

/* ---- state ---- */

static inline bool game_next_ball(void *of, uint32_t *cursor, ox_sim_item *item) {
    game *g = of;
    if (*cursor == GAME_BALLS) return false;
    *item = (ox_sim_item){*cursor, &game_ball_type, &g->balls[*cursor], "ball", game_ball_names};
    ++*cursor;
    return true;
}

static inline void game_save_balls(const void *of, ox_writer *to) {
    const game *g = of;
    for (int i = 0; i < GAME_BALLS; i++) {
        const game_ball *b = &g->balls[i];
        ox_write_i32(to, b->x), ox_write_i32(to, b->y), ox_write_i32(to, b->dx), ox_write_i32(to, b->dy);
        ox_write_u16(to, b->age), ox_write_u8(to, b->colour);
    }
}

static inline ox_status game_restore_balls(void *of, ox_reader *from) {
    game *g = of;
    for (int i = 0; i < GAME_BALLS; i++) {
        game_ball *b = &g->balls[i];
        b->x = ox_read_i32(from), b->y = ox_read_i32(from), b->dx = ox_read_i32(from),
        b->dy = ox_read_i32(from);
        b->age = (uint16_t)ox_read_u16(from), b->colour = (uint8_t)ox_read_u8(from);
    }
    return ox_reader_status(from);
}

static inline void game_save_counts(const void *of, ox_writer *to) {
    const game *g = of;
    ox_write_u32(to, g->tick), ox_write_u32(to, g->kicks);
    ox_clock_save(&g->clock, to);
}
static inline ox_status game_restore_counts(void *of, ox_reader *from) {
    game *g = of;
    g->tick = ox_read_u32(from), g->kicks = ox_read_u32(from);
    return ox_clock_restore(&g->clock, from);
}
static inline void game_save_timers(const void *of, ox_writer *to) {
    ox_timers_save(&((const game *)of)->timers, to);
}
static inline ox_status game_restore_timers(void *of, ox_reader *from) {
    return ox_timers_restore(&((game *)of)->timers, from);
}
static inline void game_save_luck(const void *of, ox_writer *to) {
    ox_random_save(&((const game *)of)->random, to);
}
static inline ox_status game_restore_luck(void *of, ox_reader *from) {
    return ox_random_restore(&((game *)of)->random, from);
}
static inline void game_save_input(const void *of, ox_writer *to) {
    for (int i = 0; i < GAME_PLAYERS; i++) ox_input_save(&((const game *)of)->players[i].input, to);
}
static inline ox_status game_restore_input(void *of, ox_reader *from) {
    for (int i = 0; i < GAME_PLAYERS; i++) {
        ox_status status = ox_input_restore(&((game *)of)->players[i].input, from);
        if (ox_failed(status)) return status;
    }
    return OX_OK;
}

/* ---- rules ---- */

static inline void game_kick(void *of, const ox_timer *timer) {
    game *g = of;
    game_ball *b = &g->balls[timer->argument % GAME_BALLS];
    b->dx += (fx)(rng32_next(g->luck) & 0xFFFu) - 2048;
    b->dy += (fx)(rng32_next(g->luck) & 0xFFFu) - 2048;
    g->kicks++;
}
static ox_timer_call *const game_calls[] = {game_kick};

static inline bool game_start(game *g, uint32_t seed) {
    memset(g, 0, sizeof *g);
    ox_random_init(&g->random, g->streams, 2, seed);
    g->luck = ox_random_add(&g->random, 1, OX_RANDOM_SIMULATION);
    g->sparks = ox_random_add(&g->random, 2, OX_RANDOM_COSMETIC);
    ox_clock_init(&g->clock, 0);
    ox_timers_init(&g->timers, g->slots, GAME_TIMERS, game_calls, 1, g);
    bool ok = g->luck != NULL && g->sparks != NULL;
    for (uint32_t i = 0; i < GAME_TIMERS && ok; i++) {
        ox_timer timer = {.name = i + 1, .period = 31 + 7 * i, .argument = i};
        ok = ox_timers_add(&g->timers, timer, 5 + i) == OX_OK;
    }
    for (int i = 0; i < GAME_BALLS && ok; i++) {
        g->balls[i].x = (fx)((i + 1) * 0x10000), g->balls[i].y = (fx)((i + 2) * 0x8000);
        g->balls[i].dx = (fx)(500 * (i + 1)), g->balls[i].dy = (fx)(-300 * i);
    }
    g->parts[0] = (ox_sim_part){.name = "balls",
                                .context = g,
                                .next = game_next_ball,
                                .save = game_save_balls,
                                .restore = game_restore_balls};
    g->parts[1] = (ox_sim_part){
        .name = "counts", .context = g, .save = game_save_counts, .restore = game_restore_counts};
    g->parts[2] = (ox_sim_part){
        .name = "timers", .context = g, .save = game_save_timers, .restore = game_restore_timers};
    g->parts[3] =
        (ox_sim_part){.name = "luck", .context = g, .save = game_save_luck, .restore = game_restore_luck};
    g->parts[4] =
        (ox_sim_part){.name = "input", .context = g, .save = game_save_input, .restore = game_restore_input};
    g->state = (ox_sim){g->parts, GAME_PARTS};
    return ok && ox_input_sources_init(&g->sources, g->players, GAME_PLAYERS) == OX_OK;
}

static inline void game_bounce(fx *at, fx *speed) {
    if (*at < 0 || *at > 20 * 65536) *speed = -*speed;
    *at = *at < 0 ? -*at : *at > 20 * 65536 ? 40 * 65536 - *at : *at;
    *speed = *speed > 40000 ? 40000 : *speed < -40000 ? -40000 : *speed;
}

/* The rules of one tick; the players' input stands in g->players. */
static inline void game_rules(game *g) {
    for (int p = 0; p < GAME_PLAYERS; p++) {
        const ox_input *in = &g->players[p].input;
        game_ball *b = &g->balls[p];
        if ((in->held & PLAT_RIGHT) != 0) b->dx += 100;
        if ((in->held & PLAT_LEFT) != 0) b->dx -= 100;
        if ((in->held & PLAT_UP) != 0) b->dy += 100;
        if ((in->pressed & PLAT_A) != 0) b->dy = -b->dy;
        if ((in->repeat & PLAT_B) != 0) g->balls[p + 2].dx = b->dx;
        b->dx += in->stick_x >> 8;
        b->x += in->pointer_dx * 64 + in->drag_y * 16 + in->wheel * 1000;
    }
    for (int i = 0; i < GAME_BALLS; i++) {
        game_ball *b = &g->balls[i];
        b->x += b->dx, b->y += b->dy;
        game_bounce(&b->x, &b->dx), game_bounce(&b->y, &b->dy);
        b->age++;
        b->colour = (uint8_t)rng32_next(g->sparks);
    }
    ox_clock_update(&g->clock, 16667);
    ox_timers_update(&g->timers, g->tick);
    if (g->spoil_tick != 0 && g->tick == g->spoil_tick) g->balls[g->spoil_ball].dy += 1;
    g->tick++;
}

/* Plays a tick with the records of the sources; game_tick_with plays given records. */
static inline void game_tick(game *g) {
    ox_input_sources_step(&g->sources, g->tick);
    game_rules(g);
}
static inline void game_step(void *of, const ox_input_record *records, uint32_t players) {
    game *g = of;
    for (uint32_t p = 0; p < players; p++) ox_input_play(&g->players[p].input, &records[p]);
    game_rules(g);
}

static inline uint32_t game_hash(const game *g) { return ox_sim_hash(&g->state, OX_FNV_START); }

/* ---- a player who makes about ten changes of buttons a second ---- */

static inline void game_poll(uint32_t *noise, plat_input *in) {
    uint32_t n = *noise = *noise * 1664525u + 1013904223u;
    in->pointer_dx = in->pointer_dy = in->wheel = 0;
    if ((n >> 24) % 6 == 0) in->buttons ^= 1u << (n >> 16 & 7u);
    if ((n >> 8 & 255u) == 7) {
        in->pointer_dx = (int16_t)(n >> 20 & 15u), in->pointer_dy = -3, in->wheel = 1;
        in->pointer_x = (int16_t)(n >> 4 & 127u);
        in->pointer_held = !in->pointer_held;
    }
    if ((n >> 8 & 1023u) == 9) in->stick_x = (int16_t)(n >> 16);
}

#endif
