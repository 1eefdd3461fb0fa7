/* A cartridge that draws random triangles through the hand-written span functions and through the C functions that define
 * them, band after band, and compares colours and depths byte for byte.
 *
 * It logs `ok NAME` or `FAIL NAME` and says `quit`. tests/scripts/ports/gba_spans.sh runs it. */
#include <string.h>

#include "platform/gba/gba.h"
#include "raster/list/list.h"
#include "tests/gba/pages.h"
#include "tests/gba/twins.h"

enum {
    WIDTH = 240,
    HEIGHT = 64,
    LINES = 16,
    TRIANGLES = 48,
    BATCHES = 50,
    STATE_WORDS = 1024,
    TEXELS_LOG2 = 14
};

#define PAIR(name)                                                                                           \
    void rs_arm_##name(const rs_draw *draw, const rs_item *item, const rs_band *band);                       \
    void rs_twin_##name(const rs_draw *draw, const rs_item *item, const rs_band *band);
PAIR(plain_constant)
PAIR(plain_gouraud)
PAIR(affine_constant)
PAIR(affine_gouraud)
PAIR(perspective_constant)
PAIR(perspective_gouraud)
PAIR(plain_phong)

typedef struct pair {
    const char *name;
    rs_item_function arm, twin;
} pair;

enum {
    PLAIN = 2,
    RESUMED = 4,
    PAIRS = 7
}; /* the first PLAIN pairs are untextured; the first RESUMED pairs and the last go on in the next band */
static const pair pairs[PAIRS] = {
    {"constant_", rs_arm_plain_constant, rs_twin_plain_constant},
    {"linear_", rs_arm_plain_gouraud, rs_twin_plain_gouraud},
    {"affine_constant_", rs_arm_affine_constant, rs_twin_affine_constant},
    {"affine_linear_", rs_arm_affine_gouraud, rs_twin_affine_gouraud},
    {"perspective_constant_", rs_arm_perspective_constant, rs_twin_perspective_constant},
    {"perspective_linear_", rs_arm_perspective_gouraud, rs_twin_perspective_gouraud},
    {"phong_", rs_arm_plain_phong, rs_twin_plain_phong},
};

/* Everything large, in the console's memory. */
typedef struct field {
    uint8_t pixels[2][WIDTH * LINES];
    uint16_t depth[2][WIDTH * LINES];
    rs_vertex vertices[3 * TRIANGLES];
    uint16_t lights[3 * TRIANGLES];
    rs_item items[TRIANGLES];
    uint32_t inverse_w[3 * TRIANGLES];
    int16_t uvs[6 * TRIANGLES] __attribute__((aligned(4)));
    int8_t normals[12 * TRIANGLES] __attribute__((aligned(4)));
    uint8_t highlight[256];
    uint8_t column[64], shades[64 * 256], texels[1 << TEXELS_LOG2];
    uint32_t state[2][STATE_WORDS]; /* of triangles that go on in the next band */
    rs_draw draw;                   /* the list of the chain begins here */
    rs_again again[TRIANGLES];
} field;

void rs_arm_chain_pal8(const uint8_t *list, const rs_item *first, uint32_t link, const rs_band *band);

static plat port;
static uint32_t seed = 12345;
static uint32_t drawn, resumed; /* pixels, triangles */

static uint32_t random_below(uint32_t bound) {
    seed = seed * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)seed * bound) >> 32);
}

static int random_between(int low, int high) { return low + (int)random_below((uint32_t)(high - low + 1)); }

static void say(const char *a, const char *b, const char *c) {
    char line[160];
    size_t n = 0;
    const char *parts[3] = {a, b, c};
    for (int i = 0; i < 3; i++) {
        for (const char *s = parts[i]; *s != '\0' && n < sizeof line - 1; s++) line[n++] = *s;
    }
    line[n] = '\0';
    plat_log(&port, PLAT_LOG_INFO, line);
}

static const char *decimal(uint32_t value) {
    static char text[12];
    char *at = text + sizeof text - 1;
    *at = '\0';
    do {
        *--at = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    return at;
}

static void append(char *text, const char *more) {
    while (*text != '\0') text++;
    while (*more != '\0') *text++ = *more++;
    *text = '\0';
}

/* ---- triangles ---- */

typedef enum shape { SMALL, TINY, SLIVER, FLAT, EDGE, LARGE, MIXED_DEPTH, SHAPES } shape;

static const char *const shape_names[SHAPES] = {"small", "tiny", "sliver", "flat", "edge", "large", "depth"};

static void corners(shape kind, int x[3], int y[3]) {
    int reach = kind == TINY ? 24 : kind == LARGE ? 4000 : kind == SMALL ? 320 : 512;
    int left = kind == EDGE ? (random_below(2) != 0 ? -200 : WIDTH * 16 - 300) : 0;
    int right = kind == EDGE ? left + 500 : WIDTH * 16;
    int centre_x = random_between(left, right), centre_y = random_between(-64, HEIGHT * 16 + 64);
    for (int i = 0; i < 3; i++) {
        x[i] = centre_x + random_between(-reach / 2, reach / 2);
        y[i] = centre_y + random_between(-reach / 2, reach / 2);
    }
    if (kind == SLIVER) {
        int dx = random_between(-250, 250), dy = random_between(-250, 250), at = random_between(0, 16);
        x[1] = x[0] + dx, y[1] = y[0] + dy;
        x[2] = x[0] + dx * at / 16 + random_between(-4, 4),
        y[2] = y[0] + dy * at / 16 + random_between(-4, 4);
    }
    if (kind == FLAT) {
        int i = random_between(0, 2), j = random_between(0, 2);
        y[i] = y[j];
        if (random_below(3) == 0) x[i] = x[(j + 1) % 3];
        if (random_below(4) == 0) y[i] &= ~15;
    }
}

static uint32_t random_depth(shape kind) {
    uint32_t near = 20000u << RS_DEPTH_SHIFT;
    if (kind != MIXED_DEPTH) return near + random_below(1u << 24);
    switch (random_below(4)) {
    case 0:
        return RS_DEPTH_LEAST;
    case 1:
        return RS_DEPTH_MOST;
    default:
        return RS_DEPTH_LEAST + random_below(RS_DEPTH_MOST - RS_DEPTH_LEAST);
    }
}

/* Textures of all proportions; coordinates from less than a texel to many times the picture, near / depth from all alike to
 * all different. */
static void make_texture(field *f) {
    int range = 1 << random_between(3, 15);
    uint32_t nearest = 1u << random_between(16, 29), spread = random_below(4) == 0 ? 2 : nearest;
    f->draw.log2_width = (uint8_t)random_below(11);
    f->draw.log2_height =
        (uint8_t)random_below(f->draw.log2_width > 4 ? TEXELS_LOG2 - f->draw.log2_width + 1u : 11u);
    f->draw.span = 8; /* other spans go to the C functions */
    for (int i = 0; i < 3 * TRIANGLES; i++) {
        f->uvs[2 * i] = (int16_t)random_between(-range, range - 1);
        f->uvs[2 * i + 1] = (int16_t)random_between(-range, range - 1);
        f->inverse_w[i] = nearest - random_below(spread);
    }
}

/* Makes normals of about unit length, as meshes have them, and now and then of any length. */
static void make_normals(field *f) {
    int spread = random_below(3) == 0 ? 127 : random_between(1, 60);
    f->draw.normals = f->normals;
    f->draw.highlight = random_below(4) == 0 ? NULL : f->highlight;
    f->draw.intensity = (uint16_t)random_below(257);
    for (int i = 0; i < 3; i++) {
        f->draw.light[i] = (int16_t)random_between(-9400, 9400); /* Q2.14, at most 1 long */
        f->draw.half[i] = (int16_t)random_between(-9400, 9400);
    }
    for (int i = 0; i < 3 * TRIANGLES; i += 3) {
        int centre[3] = {random_between(-70, 70), random_between(-70, 70), random_between(-70, 70)};
        for (int k = 0; k < 12; k++) {
            int n = centre[k & 3 ? (k & 3) - 1 : 2] + random_between(-spread, spread);
            f->normals[4 * i + k] = (int8_t)(n < -73 ? -73 : n > 73 ? 73 : n);
        }
    }
}

static void make_triangles(field *f, shape kind) {
    make_texture(f);
    make_normals(f);
    for (int i = 0; i < TRIANGLES; i++) {
        shape one = kind == MIXED_DEPTH ? (shape)random_below(MIXED_DEPTH) : kind;
        int x[3], y[3];
        corners(one, x, y);
        for (int k = 0; k < 3; k++) {
            f->vertices[3 * i + k] = (rs_vertex){(int16_t)x[k], (int16_t)y[k], random_depth(kind)};
            f->lights[3 * i + k] = (uint16_t)random_between(1, 65534);
        }
        f->items[i] = (rs_item){
            (uint16_t)(3 * i), (uint16_t)(3 * i + 1), (uint16_t)(3 * i + 2), 0, random_below(512), 0};
    }
}

/* Whether the item touches the rows by the display list's rule. */
static bool touches(const field *f, const rs_item *item, int top, int end) {
    int low = f->vertices[item->a].y, high = low;
    for (int k = 1; k < 3; k++) {
        int y = f->vertices[k == 1 ? item->b : item->c].y;
        if (y < low) low = y;
        if (y > high) high = y;
    }
    low = fx_sra32(low + 7, 4);
    high = fx_sra32(high + 7, 4) - 1;
    return low <= high && low < end && high >= top;
}

/* ---- the comparison ---- */

static rs_band band_of(field *f, int which, int width, int stride, int top) {
    static const uint32_t nothing = 0;
    rs_band band;
    memset(&band, 0, sizeof band);
    band.pixels = f->pixels[which];
    band.depth = f->depth[which];
    band.stride = stride;
    band.width = band.pitch = (int16_t)width;
    band.top = (int16_t)top;
    band.end = (int16_t)(top + LINES);
    band.resume = &nothing;
    return band;
}

/* How the hand-written function gets its triangles: one by one, with the state that the band above left, or as a
 * band's chain. */
typedef enum way { ALONE, IN_TURN, CHAINED } way;

/* The last triangle is the list's first item, since items grow downwards. */
static void arm_chain(field *f, const pair *both, const rs_band *band) {
    uint32_t head = 0, *tail = &head, count = 0;
    f->draw.function = both->arm;
    for (uint32_t i = 0; i < TRIANGLES; i++) {
        rs_item *item = &f->items[TRIANGLES - 1 - i];
        if (!touches(f, item, band->top, band->end)) continue;
        if (touches(f, item, 0, band->top)) {
            f->again[count].item = i;
            *tail = (uint32_t)((uint8_t *)&f->again[count] - (uint8_t *)&f->draw);
            tail = &f->again[count++].next;
        } else {
            *tail = i << 1 | 1u;
            tail = &item->next;
        }
    }
    *tail = 0;
    rs_arm_chain_pal8((const uint8_t *)&f->draw, &f->items[TRIANGLES - 1], head, band);
}

static void arm_each(field *f, const pair *both, rs_band *band) {
    for (int i = TRIANGLES - 1; i >= 0; i--) {
        const uint32_t *before = band->resume;
        if (touches(f, &f->items[i], band->top, band->end)) both->arm(&f->draw, &f->items[i], band);
        if (band->resume != before) resumed++;
    }
}

static bool same_batch(field *f, const pair *both, int width, int stride, way how) {
    for (int top = 0, index = 0; top < HEIGHT; top += LINES, index++) {
        rs_band ours = band_of(f, 0, width, stride, top), theirs = band_of(f, 1, width, stride, top);
        memset(f->pixels, 7, sizeof f->pixels);
        memset(f->depth, 0xFF, sizeof f->depth);
        if (how != ALONE && index > 0) ours.resume = f->state[index & 1];
        if (how != ALONE) {
            ours.save = f->state[(index & 1) ^ 1];
            ours.save_end = ours.save + STATE_WORDS - 31;
        }
        if (how == CHAINED) {
            arm_chain(f, both, &ours);
        } else {
            arm_each(f, both, &ours);
        }
        for (int i = TRIANGLES - 1; i >= 0; i--) {
            if (touches(f, &f->items[i], top, top + LINES)) both->twin(&f->draw, &f->items[i], &theirs);
        }
        if (how != ALONE) *ours.save = 0;
        if (memcmp(f->pixels[0], f->pixels[1], sizeof f->pixels[0]) != 0) return false;
        if (memcmp(f->depth[0], f->depth[1], sizeof f->depth[0]) != 0) return false;
        for (int i = 0; i < WIDTH * LINES; i += 5) drawn += f->depth[0][i] != 0xFFFF;
    }
    return true;
}

static void test(field *f, const pair *both, shape kind) {
    char name[64] = "gba_arm_spans_equal_twin_";
    bool good = true;
    int batches = both < pairs + PLAIN || kind == TINY
                      ? BATCHES
                      : BATCHES / 2; /* textured twins take long: they run in the cartridge */
    drawn = resumed = 0;
    memset(&f->draw, 0, sizeof f->draw);
    f->draw.vertices = f->vertices;
    f->draw.lights = f->lights;
    f->draw.column = f->column;
    f->draw.uvs = f->uvs;
    f->draw.inverse_w = f->inverse_w;
    f->draw.colours = f->shades;
    f->draw.texels = f->texels;
    f->draw.affine =
        both->twin == rs_twin_perspective_gouraud ? rs_twin_affine_gouraud : rs_twin_affine_constant;
    for (int i = 0; i < 64 * 256; i++)
        f->shades[i] =
            (uint8_t)((i >> 8 & 1) != 0 ? random_below(256) : (uint32_t)i); /* half the levels: identity */
    for (int i = 0; i < 1 << TEXELS_LOG2; i++) f->texels[i] = (uint8_t)random_below(256);
    for (int i = 0; i < 64; i++) f->column[i] = (uint8_t)(i * 3 + 5);
    for (int i = 0; i < 256; i++) f->highlight[i] = (uint8_t)(i * i / 256);
    for (int batch = 0; batch < batches && good; batch++) {
        make_triangles(f, kind);
        if (batch == 1) {
            good = same_batch(f, both, 46, 48, IN_TURN); /* rows with a stride beyond the width */
        } else if (batch % 4 == 2) {
            for (int i = 0; i < TRIANGLES; i += 2)
                f->items[i].colour = f->items[0].colour; /* half of the items have one light */
            good = same_batch(f, both, WIDTH, WIDTH, CHAINED);
        } else {
            good = same_batch(f, both, WIDTH, WIDTH, batch % 4 == 0 ? ALONE : IN_TURN);
        }
    }
    append(name, both->name);
    append(name, shape_names[kind]);
    bool resumes = kind != TINY && kind != LARGE && (both < pairs + RESUMED || both == pairs + PAIRS - 1);
    bool enough = drawn > 60 && (resumed > 100 || !resumes);
    say(good && enough ? "ok " : "FAIL ", name,
        good ? enough ? "" : " hardly anything was drawn or resumed" : " bytes differ");
    say("# every fifth pixel drawn: ", decimal(drawn), "");
    say("# triangles resumed: ", decimal(resumed), "");
}

static void test_twin(const char *name, bool (*twins)(void *memory, uint32_t *count), void *memory) {
    uint32_t count = 0;
    bool good = twins(memory, &count);
    say(good && count > 0 ? "ok gba_arm_equals_twin_" : "FAIL gba_arm_equals_twin_", name,
        good ? "" : " results differ");
    say("# compared: ", decimal(count), "");
}

int main(void) {
    plat_memory_map map;
    memset(&map, 0, sizeof map);
    gba_open(&port, false);
    plat_memory(&port, &map);
    plat_video_open(&port, WIDTH, 160, PLAT_PAL8);
    field *f = map.main.base;
    test_twin("transform", twins_transform, f);
    test_twin("light", twins_light, f);
    test_twin("record", twins_record, f);
    test_twin("clear", twins_clear, f);
    uint32_t narrow = 0;
    bool pages = pages_hold_the_picture(&port, f, &narrow);
    say(pages && narrow > 100 ? "ok gba_pages_hold_the_picture" : "FAIL gba_pages_hold_the_picture",
        pages ? "" : " pixels differ", "");
    say("# bands drawn in part: ", decimal(narrow), "");
    for (int i = 0; i < PAIRS; i++) {
        for (int kind = 0; kind < SHAPES; kind++) test(f, &pairs[i], (shape)kind);
    }
    port.flat = true; /* flat code takes the place of textured code, so its test comes late */
    plat_video_open(&port, WIDTH, 160, PLAT_PAL8);
    test_twin("flat", twins_flat, f);
    gba_sound.form = GBA_SOUND_CLOSED; /* sound code takes the place of the code for point lights */
    plat_memory(&port, &map);
    test_twin("sound", twins_sound, f);
    port.one_light = true; /* and then that for pairs of voices */
    plat_memory(&port, &map);
    test_twin("sound_pairs", twins_sound, f);
    say("quit", "", "");
    for (;;) gba_wait_blank();
}
