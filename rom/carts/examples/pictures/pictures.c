/* Pictures without a console: a game that opens the display itself, works out the next state while the last one is
 * drawn, and measures how late its player sees the effect of a button. Then a picture that stands still but for a
 * figure in it: only the changed parts are drawn. */
#include "kernel/display/dirty.h"
#include "kernel/display/display.h"
#include "kernel/loop/estimate.h"
#include "kernel/loop/latency.h"
#include "kernel/loop/machine.h"
#include "kernel/loop/pipeline.h"
#include "kernel/memory/arena.h"
#include "raster/surface.h"
#include "rom/carts/examples/example.h"

enum { WIDTH = 64, HEIGHT = 48, PRESSED_AT = 3, FRAMES = 12 };

/* 1. A command of the draw list, which stands between a state and its picture: plain values, none of which points
 * into the living game. */
typedef struct block {
    int16_t x, y, size;
    uint8_t colour;
} block;

typedef struct game {
    ox_display display;
    ox_latency meter;
    ox_estimate times;
    uint32_t frame, jumped; /* the frame in which the player jumped, 0: not yet */
    int height;
    uint32_t hash;
} game;

/* 2. The next state, and the list of its visible parts. */
static void update(void *context, ox_draw_list *list) {
    game *g = context;
    g->frame++;
    if (g->frame == PRESSED_AT) ox_latency_press(&g->meter, g->frame);
    if (g->frame == PRESSED_AT + 1) {
        g->jumped = g->frame;
        ox_latency_effect(&g->meter, g->frame);
    }
    g->height = g->jumped == 0 ? 0 : (int)(g->frame - g->jumped + 1) * 3;
    const block floor = {0, HEIGHT - 8, WIDTH, 3}, hero = {8, (int16_t)(HEIGHT - 16 - g->height), 8, 7};
    (void)ox_draw_put(list, 10, &floor, sizeof floor);
    (void)ox_draw_put(list, 200, &hero, sizeof hero);
    for (int i = 0; i < 40; i++) { /* more than the list holds: the least important are left out */
        const block snow = {(int16_t)(i * 5 % WIDTH), (int16_t)(i * 7 % HEIGHT), 1, 15};
        (void)ox_draw_put(list, 1, &snow, sizeof snow);
    }
}

static void fill_block(const rs_surface *to, const block *b) {
    for (int y = b->y; y < b->y + b->size && y < to->height; y++)
        for (int x = b->x; x < b->x + b->size && x < to->width; x++)
            if (y >= 0) ((uint8_t *)to->pixels)[y * to->stride + x] = b->colour;
}

/* 3. The picture of the state before; on two processors it is drawn while the next state is worked out. */
static void draw_state(void *context, const ox_draw_list *list) {
    game *g = context;
    uint32_t age;
    const rs_surface to = ox_display_draw(&g->display, &age);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) ((uint8_t *)to.pixels)[y * to.stride + x] = 0;
    for (const ox_draw_command *c = NULL; (c = ox_draw_next(list, c)) != NULL;)
        fill_block(&to, ox_draw_data(c));
    g->hash = g->hash * 31u + (uint32_t)((uint8_t *)to.pixels)[(HEIGHT - 16) * to.stride + 8];
    ox_display_present(&g->display);
}

static bool play_pictures(plat *platform, ox_arena *arena, bool serial, ox_log *out) {
    static game g;
    static _Alignas(8) uint8_t lists[2 * 512];
    const ox_display_config config = {
        .width = WIDTH, .height = HEIGHT, .format = PLAT_PAL8, .buffering = OX_BUFFER_SWAP};
    ox_latency_record report;
    ox_pipeline pipe;
    ox_pace pace;
    g = (game){0};
    ox_latency_init(&g.meter, 1);
    ox_estimate_init(&g.times, 4);
    if (ox_display_open(&g.display, platform, arena, &config) != OX_OK) return false;
    if (ox_pipeline_init(&pipe, lists, sizeof lists, update, draw_state, &g) != OX_OK) return false;
    pipe.serial = serial;
    ox_pace_init(&pace, OX_PACE_FREE, 0, &ox_pace_platform, platform);
    for (uint32_t i = 0; i < FRAMES; i++) {
        ox_pipeline_frame(&pipe);
        const uint32_t state = serial ? g.frame : g.frame - 1u; /* the state of the picture */
        if (state > 0) {
            ox_latency_drawn(&g.meter, state, g.frame);
            ox_latency_shown(&g.meter, state, g.frame + 1u); /* shown from the next blank on */
        }
        ox_pace_wait(&pace);
        ox_estimate_add(&g.times, i == 5 ? 40000 : 16000);
    }
    if (ox_latency_report(&g.meter, &report))
        SAY("%s: pressed in frame %u, seen in frame %u: %u for the game, %u for the pipeline, %u for the "
            "pictures, %u for the screen",
            serial ? "serial" : "pipelined", (unsigned)report.press, (unsigned)report.shown,
            (unsigned)report.simulation, (unsigned)report.pipelining, (unsigned)report.buffering,
            (unsigned)report.display);
    SAY("%u commands found no room; %u pictures were handed over, %u KB of them copied",
        (unsigned)pipe.dropped, (unsigned)g.display.stats.frames, (unsigned)(g.display.stats.copied / 1024u));
    SAY("%u frames, the last 4 took %u us on average; sum of the pictures %08x", (unsigned)pace.frames,
        (unsigned)(ox_estimate_mean(&g.times) >> OX_ESTIMATE_BITS), (unsigned)g.hash);
    ox_display_close(&g.display);
    return true;
}

/* 4. A still picture, kept in a surface of its own, and a figure that walks through it. */
typedef struct walk {
    rs_surface still;
    rs_view hero;
} walk;

static void draw_walk(void *context, const rs_surface *part, const rs_view *where) {
    const walk *w = context;
    (void)rs_copy(part, 0, 0, &w->still, where);
    rs_fill(part, w->hero.x - where->x, w->hero.y - where->y, w->hero.width, w->hero.height, 7);
}

/* Two pictures change places, so each lacks the changes of two frames. */
static bool play_walk(plat *platform, ox_arena *arena, ox_log *out) {
    static uint32_t still[WIDTH * HEIGHT / 4], kept[64];
    static const rs_surface_shape shape = {WIDTH, HEIGHT, RS_PAL8, 0};
    const ox_display_config config = {
        .width = WIDTH, .height = HEIGHT, .format = PLAT_PAL8, .buffering = OX_BUFFER_SWAP};
    walk w = {.hero = {4, 20, 8, 8}};
    ox_display display;
    ox_dirty dirty;
    ox_under under;
    uint32_t drawn = 0;
    if (rs_surface_make(&w.still, &shape, still, sizeof still) != RS_SURFACE_OK ||
        ox_display_open(&display, platform, arena, &config) != OX_OK)
        return false;
    for (int y = 0; y < HEIGHT; y++) rs_fill(&w.still, 0, y, WIDTH, 1, (uint32_t)y % 5u);
    ox_dirty_init(&dirty, WIDTH, HEIGHT);
    for (int frame = 0; frame < FRAMES; frame++) {
        uint32_t age;
        ox_dirty_add(&dirty, &w.hero);
        w.hero.x = (int16_t)(4 + frame * 2);
        ox_dirty_add(&dirty, &w.hero);
        const rs_surface to = ox_display_draw(&display, &age);
        ox_dirty_draw(&dirty, &to, age, draw_walk, &w);
        drawn += dirty.drawn;
        ox_display_present(&display);
    }
    SAY("%u of %u pixels were drawn", (unsigned)drawn, FRAMES * WIDTH * HEIGHT);
    /* 5. Another way to move a figure: the pixels below it are kept, and put back. */
    ox_under_init(&under, kept, sizeof kept);
    if (ox_under_keep(&under, &w.still, &w.hero) != OX_OK) return false;
    rs_fill(&w.still, w.hero.x, w.hero.y, w.hero.width, w.hero.height, 9);
    const uint32_t covered = rs_pixel(&w.still, w.hero.x, w.hero.y);
    ox_under_restore(&under, &w.still);
    SAY("the figure had the colour %u, below it is %u", (unsigned)covered,
        (unsigned)rs_pixel(&w.still, w.hero.x, w.hero.y));
    ox_display_close(&display);
    return true;
}

void example(plat *platform, ox_log *out) {
    static _Alignas(16) uint8_t block_of_memory[32 * 1024];
    ox_arena arena;
    ox_arena_init(&arena, block_of_memory, sizeof block_of_memory);
    for (int serial = 1; serial >= 0; serial--)
        if (!play_pictures(platform, &arena, serial != 0, out)) SAY("no display");
    if (!play_walk(platform, &arena, out)) SAY("no display");
    SAY("%u bytes are left of the display", (unsigned)ox_arena_used(&arena));
}
