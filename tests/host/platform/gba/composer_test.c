/* Pictures that the Game Boy Advance's display composes, against the rasterizer's, pixel by pixel: the display's memory is an array here, and a model
 * of the display makes the picture of it. */
#include "platform/gba/composer.h"

#include <string.h>

#include "raster/font.h"
#include "raster/list/list.h"
#include "tests/test.h"

enum {
    WIDE = GBA_COMPOSED_WIDTH,
    HIGH = GBA_COMPOSED_HEIGHT,
    VIDEO = 96 * 1024,
    SPARE = 201,
    LIST = 1 << 16
};
enum { SHEET = 128, SETS = 5, MAPS = 4, MAP_CELLS = 40 * 30 };

/* What never changes, as in a cartridge. */
typedef struct cartridge_data {
    uint8_t sets[SETS][SHEET * SHEET], sprites[SHEET * SHEET];
    uint16_t maps[MAPS][MAP_CELLS];
    uint8_t letters[64];
} cartridge_data;

static struct {
    cartridge_data fixed;
    uint64_t frame[160], list[LIST / 8];
    uint8_t shades[64 * 256];
    uint32_t colours[256];
    rs_palette palette;
    uint8_t video[VIDEO] __attribute__((aligned(16)));
    uint16_t objects[GBA_SPRITES * 4];
    uint8_t wanted[WIDE * HIGH], shown[WIDE * HIGH];
    uint8_t row[2 * WIDE * RS_COMPOSE_LINES] __attribute__((aligned(16)));
    uint8_t inverse[32768];
    uint16_t substitutes[8], own_map[MAP_CELLS];
    gba_composer composer;
    gba_composed registers;
    uint32_t seed;
} t;

static uint32_t below(uint32_t bound) {
    t.seed = t.seed * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)t.seed * bound) >> 32);
}

static int between(int low, int high) { return low + (int)below((uint32_t)(high - low + 1)); }

static void make(uint32_t seed) {
    memset(&t, 0, sizeof t);
    t.seed = seed;
    for (uint32_t i = 0; i < 256; i++) t.colours[i] = i * 0x010203u;
    t.palette.rgb = t.colours;
    t.palette.shades = t.shades;
    t.palette.inverse = seed % 2 == 0 ? t.inverse : NULL;
    for (int i = 0; i < 32768; i++) t.inverse[i] = (uint8_t)(below(8) == 0 ? 0 : below(200));
    for (int i = 0; i < SETS; i++)
        for (int k = 0; k < SHEET * SHEET; k++)
            t.fixed.sets[i][k] = (uint8_t)(below(3) == 0 ? 0 : 1 + below(200));
    for (int k = 0; k < SHEET * SHEET; k++)
        t.fixed.sprites[k] = (uint8_t)(below(4) == 0 ? 0 : 1 + below(200));
    for (int i = 0; i < MAPS; i++)
        for (int k = 0; k < MAP_CELLS; k++)
            t.fixed.maps[i][k] = (uint16_t)(below(64) | (below(4) == 0 ? below(4) << 10 : 0));
    for (int k = 0; k < 64; k++) t.fixed.letters[k] = (uint8_t)below(256);
    gba_composer_start(&t.composer, t.video, t.objects);
}

static rs_frame *begin(uint32_t background) {
    const rs_target target = {WIDE, HIGH, RS_PAL8, 40, &t.palette, background};
    rs_frame *frame = (rs_frame *)(void *)t.frame;
    CHECK(rs_frame_size() <= sizeof t.frame);
    CHECK(rs_frame_begin(frame, &target, (rs_block){t.list, sizeof t.list}, (rs_block){NULL, 0}));
    rs_frame_flat(frame);
    return frame;
}

/* ---- what the display would show ---- */

static uint32_t half_at(uint32_t at) { return t.video[at] | (uint32_t)t.video[at + 1] << 8; }

static uint32_t layer_pixel(uint32_t number, int x, int y) {
    const uint32_t control = t.registers.control[number], u = ((uint32_t)x + t.registers.x[number]) & 255u,
                   v = ((uint32_t)y + t.registers.y[number]) & 255u;
    const uint32_t cell = half_at((control >> 8 & 31u) * 0x800 + 2 * ((v / 8) * 32 + u / 8));
    const uint32_t i = (cell & 1u << 10) != 0 ? 7 - u % 8 : u % 8,
                   j = (cell & 1u << 11) != 0 ? 7 - v % 8 : v % 8;
    return t.video[(cell & 1023u) * 64 + j * 8 + i];
}

static uint32_t object_pixel(const uint16_t *o, int x, int y) {
    static const uint8_t sizes[3][4][2] = {{{8, 8}, {16, 16}, {32, 32}, {64, 64}},
                                           {{16, 8}, {32, 8}, {32, 16}, {64, 32}},
                                           {{8, 16}, {8, 32}, {16, 32}, {32, 64}}};
    const uint8_t *size = sizes[o[0] >> 14][o[1] >> 14];
    uint32_t u = ((uint32_t)x - (o[1] & 511u)) & 511u, v = ((uint32_t)y - (o[0] & 255u)) & 255u;
    if ((o[0] & 3u << 8) == 2u << 8 || u >= size[0] || v >= size[1]) return 0;
    if ((o[1] & 1u << 12) != 0) u = size[0] - 1u - u;
    if ((o[1] & 1u << 13) != 0) v = size[1] - 1u - v;
    return t
        .video[0x10000 + (o[2] & 1023u) * 32 + ((v / 8) * (size[0] / 8u) + u / 8) * 64 + v % 8 * 8 + u % 8];
}

static uint32_t shown_pixel(int x, int y) {
    for (uint32_t priority = 0; priority < 4; priority++) {
        for (int i = 0; i < GBA_SPRITES; i++) {
            const uint16_t *o = &t.objects[4 * i];
            const uint32_t pixel = (o[2] >> 10 & 3u) == priority ? object_pixel(o, x, y) : 0;
            if (pixel != 0) return pixel;
        }
        for (uint32_t i = 0; i < RS_COMPOSE_LAYERS; i++) {
            if ((t.registers.display >> (8 + i) & 1u) == 0 || (t.registers.control[i] & 3u) != priority)
                continue;
            if (layer_pixel(i, x, y) != 0) return layer_pixel(i, x, y);
        }
    }
    return t.registers.background;
}

/* ---- comparing ---- */

/* Lets the display compose a frame; false where it cannot. */
static bool compose(rs_frame *frame) {
    const rs_block fixed = {&t.fixed, sizeof t.fixed};
    const rs_composition *picture = rs_frame_compose(frame, fixed, SPARE);
    uint32_t rows = 0;
    if (picture == NULL || !gba_compose(&t.composer, picture, &rows)) return false;
    for (int row = 0; row < GBA_COMPOSED_ROWS; row++) {
        if ((rows >> row & 1u) == 0) continue;
        rs_frame_compose_row(frame, picture, row, t.row, WIDE);
        if (!gba_compose_row(&t.composer, row, t.row, WIDE)) return false;
    }
    return gba_compose_end(&t.composer);
}

static void draw_wanted(const rs_frame *frame) {
    for (int band = 0; band < HIGH / 40; band++) {
        const rs_surface surface = {t.wanted + band * 40 * WIDE, WIDE, WIDE,   HIGH,
                                    (int16_t)(band * 40),        40,   RS_PAL8};
        rs_frame_band(frame, band, &surface, NULL);
    }
}

/* Pixels that differ; the spare index is as good as 0. */
static int differences(void) {
    int count = 0;
    for (int y = 0; y < HIGH; y++) {
        for (int x = 0; x < WIDE; x++) {
            const uint32_t shown = shown_pixel(x, y), wanted = t.wanted[y * WIDE + x];
            count += (shown == SPARE ? 0 : shown) != (wanted == SPARE ? 0 : wanted);
        }
    }
    return count;
}

/* ---- frames ---- */

static rs_image image_of(const uint8_t *pixels) {
    return (rs_image){.pixels = pixels, .width = SHEET, .height = SHEET, .format = RS_PAL8, .keyed = true};
}

/* A layer of a picture, which goes on from picture to picture. */
typedef struct layer_plan {
    int set, map, wide, high, x, y, dx, dy;
    uint8_t outside;
    bool turns, own_cells;
} layer_plan;

static void record_layer(rs_frame *frame, const layer_plan *plan) {
    const rs_image image = image_of(t.fixed.sets[plan->set]);
    const uint16_t *cells = plan->own_cells ? t.own_map : t.fixed.maps[plan->map];
    rs_tiles tiles = {.image = &image,
                      .cells = cells,
                      .columns = 40,
                      .rows = 30,
                      .cell_bytes = 2,
                      .turns = plan->turns,
                      .has_empty = true,
                      .empty = 7,
                      .tile_width = (int16_t)plan->wide,
                      .tile_height = (int16_t)plan->high,
                      .x = plan->x,
                      .y = plan->y,
                      .outside = plan->outside,
                      .fill = 3,
                      .substitutes = t.substitutes,
                      .substitute_count = 8};
    CHECK_EQ(rs_frame_tiles(frame, &tiles), RS_OK);
}

static void record_block(rs_frame *frame, uint32_t kind) {
    const rs_image image = image_of(t.fixed.sprites);
    static const rs_turn turn = {FX_ONE, FX_ONE / 2, 9000, NULL, false};
    const int width = 1 + (int)below(kind == 1 ? 100 : 20), height = 1 + (int)below(kind == 1 ? 70 : 30);
    rs_blit blit = {
        .image = &image,
        .part = {(int16_t)(8 * below(3)), (int16_t)(8 * below(5)), (int16_t)width, (int16_t)height},
        .x = between(-30, WIDE) * FX_ONE,
        .y = between(-30, HIGH) * FX_ONE,
        .flip_x = below(2) == 0,
        .flip_y = below(2) == 0,
        .turned = below(4) == 0};
    if (kind == 2) blit.turn = &turn;
    if (kind == 3) blit.ink.flat = true, blit.ink.native = 1 + below(200);
    if (kind == 4) blit.ink.mode = (uint8_t)below(RS_FLAT_MODES), blit.ink.alpha = (uint8_t)below(256);
    CHECK_EQ(rs_frame_blit(frame, &blit), RS_OK);
}

static void record_shape(rs_frame *frame) {
    const int x = between(-20, WIDE), y = between(-20, HIGH);
    const uint32_t native = below(5) == 0 ? 0 : below(200);
    const rs_glyph glyphs[2] = {{t.fixed.letters, (int16_t)x, (int16_t)y, 7, 9},
                                {t.fixed.letters + 9, (int16_t)(x + 9), (int16_t)(y + 1), 5, 7}};
    switch (below(5)) {
    case 0:
        (void)rs_frame_rectangle(frame, x, y, 1 + (int)below(90), 1 + (int)below(20), native);
        break;
    case 1:
        (void)rs_frame_text(frame, x, y, "LIVES 3", native);
        break;
    case 2:
        (void)rs_frame_glyphs(frame, glyphs, 2, 1, native);
        break;
    case 3:
        (void)rs_frame_line(frame, x, y, x + between(-40, 40), y + between(-20, 20), native, false);
        break;
    default:
        (void)rs_frame_circle(frame, x, y, (int)below(12), native, below(2) == 0);
        break;
    }
}

/* A picture: layers with sprites between them, and shapes over some. The same seed records the same things. */
static void record(rs_frame *frame, layer_plan *plans, int layers, uint32_t seed, int shapes) {
    const uint32_t before = t.seed;
    t.seed = seed;
    for (int i = 0; i <= layers; i++) {
        const int blocks = (int)below(6);
        for (int k = 0; k < blocks && (i > 0 || layers < 4); k++) record_block(frame, below(8) == 0);
        if (i < layers) record_layer(frame, &plans[i]);
    }
    for (int i = 0; i < shapes; i++) {
        record_shape(frame);
        if (below(3) == 0) record_block(frame, below(4) == 0 ? 2 + below(3) : 0);
    }
    t.seed = before;
}

static void plan_layers(layer_plan *plans) {
    for (int i = 0; i < RS_COMPOSE_LAYERS; i++) {
        plans[i] = (layer_plan){.set = (int)below(SETS),
                                .map = (int)below(MAPS),
                                .wide = 8 << below(2),
                                .high = 8 << below(2),
                                .x = between(-300, 100),
                                .y = between(-200, 60),
                                .dx = between(-9, 9),
                                .dy = between(-5, 5),
                                .outside = (uint8_t)below(RS_OUTSIDES),
                                .turns = true,
                                .own_cells = below(4) == 0};
    }
}

/* The display composes pictures of every kind that follow one another: what lies in its memory from pictures before may stay, and must not show where it
 * is no longer right. A picture that takes more than it has is drawn, and its memory begins anew. */
static int composed_of(uint32_t seed, int pictures) {
    layer_plan plans[RS_COMPOSE_LAYERS] = {0};
    int composed = 0, layers = 0, shapes = 0;
    uint32_t things = 0, background = 0;
    make(seed);
    for (int i = 0; i < pictures; i++) {
        if (i % 12 == 0)
            plan_layers(plans), layers = (int)below(5), shapes = (int)below(12), background = below(200);
        if (i % 12 > 8) layers = (int)below(5); /* of the same plans */
        if (below(3) != 0) things = below(1000000);
        for (int k = 0; k < 8 && i % 4 == 0; k++)
            t.substitutes[k] = (uint16_t)(below(4) == 0 ? below(64) : (uint32_t)k);
        if (i % 5 == 0)
            for (int k = 0; k < MAP_CELLS; k++) t.own_map[k] = (uint16_t)(below(64) | below(4) << 10);
        for (int k = 0; k < layers; k++) plans[k].x += plans[k].dx, plans[k].y += plans[k].dy;
        rs_frame *frame = begin(background);
        record(frame, plans, layers, things, shapes);
        draw_wanted(frame);
        if (!compose(frame)) {
            gba_composer_start(&t.composer, t.video, t.objects);
            continue;
        }
        gba_compose_show(&t.composer, &t.registers);
        const int wrong = differences();
        if (wrong != 0)
            TEST_INFO("seed %u picture %d: %d pixels, %d layers", (unsigned)seed, i, wrong, layers);
        CHECK_EQ(wrong, 0);
        if (wrong != 0) return composed;
        composed++;
    }
    return composed;
}

TEST(gba_composed_pictures_are_those_of_the_rasterizer) {
    int composed = 0;
    for (uint32_t seed = 1; seed <= 6; seed++) composed += composed_of(seed, TEST_ROUNDS(100));
    TEST_INFO("%d of %d pictures composed", composed, 6 * TEST_ROUNDS(100));
    CHECK(composed >= 2 * TEST_ROUNDS(100));
}

/* The display draws 1,210 pixels of sprites in a line: 75 sprites of 16x16 side by side are composed, 76 are not; in two rows 76 are. */
static bool composes_sprites(int count, int rows) {
    const rs_image image = image_of(t.fixed.sprites);
    rs_frame *frame = begin(0);
    for (int i = 0; i < count; i++) {
        const rs_blit blit = {.image = &image,
                              .part = {0, 0, 16, 16},
                              .x = i * 2 % 220 * FX_ONE,
                              .y = (i % rows * 16) * FX_ONE};
        CHECK_EQ(rs_frame_blit(frame, &blit), RS_OK);
    }
    draw_wanted(frame);
    gba_composer_start(&t.composer, t.video, t.objects);
    if (!compose(frame)) return false;
    gba_compose_show(&t.composer, &t.registers);
    CHECK_EQ(differences(), 0);
    return true;
}

TEST(gba_composed_lines_have_no_more_sprites_than_the_display_draws) {
    make(1);
    CHECK(composes_sprites(75, 1));
    CHECK(!composes_sprites(76, 1));
    CHECK(composes_sprites(100, 2));
    CHECK(!composes_sprites(129, 9)); /* nor has it more than 128 */
}
