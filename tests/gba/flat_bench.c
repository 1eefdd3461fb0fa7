/* A cartridge that counts what pictures of two dimensions cost, with clearing, bands and handing over: `NAME N` cycles a picture, the mean of
 * eight. Behind `effects N` follow effects of N sprites: hundredths of a cycle for each pixel of their boxes, without what an empty picture takes.
 * tests/bench/flat.sh prints them. */
#include "tests/bench/flat_scene.h"

#include "platform/gba/gba.h"

enum { WIDTH = GBA_SCREEN_WIDTH, HEIGHT = GBA_SCREEN_HEIGHT, PICTURES = 8, BAND_LINES = 40, HEADS = 112 };

/* The sheets lie behind the program at a fixed place, as a cart's pictures do; tests/bench/flat.sh puts them there. */
enum { PLACE = 0x08040000 };

/* Kinds of pictures; from EFFECTS on a kind is an effect of sprites. */
typedef enum flat_kind { NOTHING, TILES_8, TILES_16, LAYERS, LETTERS, SPRITES, EFFECTS } flat_kind;

static plat port;

static void say(const char *word, uint32_t value) {
    char line[48], digits[12], *at = digits + sizeof digits - 1;
    size_t length = 0;
    *at = '\0';
    do {
        *--at = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    while (*word != '\0') line[length++] = *word++;
    line[length++] = ' ';
    do {
        line[length++] = *at;
    } while (*at++ != '\0');
    plat_log(&port, PLAT_LOG_INFO, line);
}

/* Records one picture; returns the pixels of its effects. */
static int record(rs_frame *frame, const flat_scene *scene, flat_kind kind, int step) {
    const rs_image tiles = flat_image(scene->tiles, false), sprites = flat_image(scene->sprites, true);
    const int x = -step * 3 - 1, y = -step * 2 - 1;
    switch (kind) {
    case TILES_8:
        flat_layer(frame, &tiles, scene->cells, 8, x, y, NULL, false);
        flat_sprites(frame, &sprites, 64, step, WIDTH, HEIGHT, NULL);
        break;
    case TILES_16:
        flat_layer(frame, &tiles, scene->cells, 16, x, y, NULL, false);
        flat_sprites(frame, &sprites, 64, step, WIDTH, HEIGHT, NULL);
        break;
    case LAYERS:
        flat_layer(frame, &tiles, scene->cells, 16, x / 4, y / 4, NULL, false);
        flat_layer(frame, &sprites, scene->gaps, 16, x / 2, y / 2, scene->kinds, true);
        flat_layer(frame, &sprites, scene->gaps + 700, 16, x, y, scene->kinds, true);
        flat_sprites(frame, &sprites, 32, step, WIDTH, HEIGHT, NULL);
        break;
    case LETTERS:
        flat_letters(frame, scene->sprites + FLAT_SHEET * FLAT_SHEET);
        break;
    case SPRITES:
        flat_sprites(frame, &sprites, 64, step, WIDTH, HEIGHT, NULL);
        break;
    default:
        if (kind < EFFECTS) break;
        return flat_effect_sprites(frame, &sprites, (flat_effect)(kind - EFFECTS), scene->tiles);
    }
    return 0;
}

typedef struct flat_cost {
    uint32_t cycles, recording; /* of one picture */
    int pixels;                 /* of the effects */
} flat_cost;

static uint32_t picture(const plat_memory_map *map, const flat_scene *scene, const rs_palette *palette,
                        flat_kind kind, int step, flat_cost *cost) {
    /* Bands, the frame and the heads of bands lie where the console puts them (kernel/console/draw.c). */
    uint8_t *fast = map->fast.base, *pixels = fast, *list = (uint8_t *)map->main.base + 0x20000;
    rs_target target = {WIDTH, HEIGHT, RS_PAL8, BAND_LINES, palette, 0};
    const size_t lines_end = (size_t)target.band_lines * WIDTH;
    rs_frame *frame = (rs_frame *)(void *)(fast + lines_end);
    const rs_block block = {list, 0x8000}, near = {fast + lines_end + rs_frame_size(), HEADS},
                   vertices = {map->vertices.base, map->vertices.size};
    const uint32_t before = plat_cycles(&port);
    if (lines_end + rs_frame_size() + HEADS > map->fast.size) return 0;
    if (!rs_frame_begin(frame, &target, block, near)) return 0;
    rs_frame_flat(frame);
    rs_frame_vertices(frame, vertices, true);
    cost->pixels = record(frame, scene, kind, step);
    cost->recording += plat_cycles(&port) - before;
    for (int band = 0, top = 0; top < HEIGHT; band++, top += target.band_lines) {
        const int lines = target.band_lines > HEIGHT - top ? HEIGHT - top : target.band_lines;
        const rs_surface surface = {pixels, WIDTH, WIDTH, HEIGHT, (int16_t)top, (int16_t)lines, RS_PAL8};
        rs_columns columns;
        rs_frame_band(frame, band, &surface, NULL);
        columns = rs_frame_columns(frame, band);
        plat_band_columns(&port, top, lines, surface.pixels, WIDTH, columns.left, columns.right,
                          columns.background);
    }
    plat_present(&port);
    return plat_cycles(&port) - before;
}

static flat_cost measure(const plat_memory_map *map, const flat_scene *scene, const rs_palette *palette,
                         flat_kind kind) {
    flat_cost cost = {0, 0, 0};
    for (int step = 0; step < PICTURES; step++)
        cost.cycles += picture(map, scene, palette, kind, step, &cost);
    cost.cycles /= PICTURES, cost.recording /= PICTURES;
    return cost;
}

int main(void) {
    static const char *const names[EFFECTS] = {"nothing", "tiles8",  "tiles16",
                                               "layers",  "letters", "sprites"};
    plat_memory_map map;
    rs_palette palette, mixing;
    flat_scene *scene;
    uint32_t nothing = 0;
    gba_open(&port, false);
    port.flat = true;
    (void)plat_video_open(&port, WIDTH, HEIGHT, PLAT_PAL8);
    plat_memory(&port, &map);
    scene = map.main.base;
    flat_cells(scene);
    memset(&palette, 0, sizeof palette);
    scene->tiles = (const uint8_t *)PLACE, scene->sprites = (const uint8_t *)PLACE + FLAT_SHEET * FLAT_SHEET;
    palette.shades = scene->tiles;
    /* The sheets serve as a table of mixes: each has its 32 KB. */
    mixing = palette, mixing.inverse = scene->tiles,
    mixing.rgb = (const uint32_t *)(const void *)scene->tiles;
    const rs_image sprites = flat_image(scene->sprites, true);
    rs_tiles_examine(&sprites, 16, 16, scene->kinds, FLAT_TILES);
    for (int kind = 0; kind < EFFECTS; kind++) {
        const flat_cost cost = measure(&map, scene, &palette, (flat_kind)kind);
        if (kind == NOTHING) nothing = cost.cycles;
        say(names[kind], cost.cycles);
        say("  recording", cost.recording);
    }
    say("bands", (uint32_t)map.fast.size);
    say("effects", FLAT_EFFECT_SPRITES);
    for (int effect = 0; effect < FLAT_EFFECTS; effect++) {
        const flat_cost cost =
            measure(&map, scene, effect == FLAT_MIXED ? &mixing : &palette, (flat_kind)(EFFECTS + effect));
        say(flat_effect_names[effect], (cost.cycles - nothing) * 100u / (uint32_t)cost.pixels);
    }
    plat_log(&port, PLAT_LOG_INFO, "quit");
    for (;;) gba_wait_blank();
}
