/* oxcart strokes: samples of strokes are drawn, looked at and dropped, and what a game would take them for is told. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/gesture/touch.h"
#include "tools/command/command.h"
#include "tools/import/base/file.h"
#include "tools/play/play.h"
#include "tools/report/arguments.h"
#include "tools/stroke/stroke_set.h"

enum { ART_WIDTH = 48, ART_HEIGHT = 24, BOARD_WIDTH = 160, BOARD_HEIGHT = 120 };

static bool save_set(const char *path, const stroke_set *set, tool_error *error) {
    writer out = {0};
    const bool is_saved = stroke_set_write(set, &out) && import_file_write(path, out.data, out.size, error);
    writer_free(&out);
    return is_saved;
}

/* ---- the report ---- */

/* What becomes of the samples: a row a kind, a column for each kind and one for none. */
static void tell_confusion(const stroke_set *set, const uint8_t *chunk) {
    uint32_t told[STROKE_KINDS][STROKE_KINDS + 1] = {{0}}, right = 0, none = 0;
    for (size_t i = 0; i < set->count; i++) {
        const int kind = stroke_classify(set, chunk, &set->samples[i].stroke);
        told[set->samples[i].kind][kind < 0 ? STROKE_KINDS : kind]++;
        right += kind == (int)set->samples[i].kind;
        none += kind < 0;
    }
    for (uint32_t row = 0; row < set->kind_count; row++) {
        printf("%-16s", set->kinds[row]);
        for (uint32_t k = 0; k < set->kind_count; k++) printf(" %5u", (unsigned)told[row][k]);
        printf("  none %u\n", (unsigned)told[row][STROKE_KINDS]);
    }
    printf("%u samples: %u right, %u of another kind, %u of none\n", (unsigned)set->count, (unsigned)right,
           (unsigned)(set->count - right - none), (unsigned)none);
}

static int report(const char *path, const stroke_set *set) {
    stroke_library library;
    tool_error error;
    if (!stroke_train(set, path, &library, &error)) return command_failed(&error);
    writer out = {0};
    const uint8_t head[ROM_STROKES_SIZE] = {0};
    writer_bytes(&out, head, sizeof head);
    stroke_library_put(set, &library, &out);
    if (!out.failed) {
        tell_confusion(set, out.data);
        printf("a library of %u bytes; %u multiplications a stroke\n", (unsigned)out.size,
               (unsigned)ox_stroke_products(out.data));
        for (uint32_t i = 0; i < OX_STROKE_FEATURES; i++)
            if ((library.dropped >> i & 1u) != 0)
                printf("left out: %s, which says nothing that the others do not say\n",
                       stroke_feature_name(i));
    }
    const bool has_room = !out.failed;
    writer_free(&out);
    return has_room ? EXIT_GOOD : EXIT_INTERNAL;
}

/* ---- one sample ---- */

/* Marks a line of the picture in letters between two points. */
static void mark(char art[ART_HEIGHT][ART_WIDTH + 1], const int from[2], const int to[2]) {
    enum { PARTS = 64 };
    for (int i = 0; i <= PARTS; i++) {
        const int x = from[0] + (to[0] - from[0]) * i / PARTS, y = from[1] + (to[1] - from[1]) * i / PARTS;
        art[y][x] = '#';
    }
}

/* Shows a sample as letters: `o` is where it begins. */
static void show_sample(const ox_stroke *stroke) {
    char art[ART_HEIGHT][ART_WIDTH + 1];
    int32_t f[OX_STROKE_FEATURES];
    int left = INT16_MAX, top = INT16_MAX, right = INT16_MIN, bottom = INT16_MIN;
    for (uint32_t i = 0; i < stroke->count; i++) {
        const ox_stroke_point *p = &stroke->points[i];
        left = p->x < left ? p->x : left;
        right = p->x > right ? p->x : right;
        top = p->y < top ? p->y : top;
        bottom = p->y > bottom ? p->y : bottom;
    }
    const int side = right - left > 2 * (bottom - top) ? right - left + 1 : 2 * (bottom - top) + 1;
    int last[2] = {0, 0};
    memset(art, ' ', sizeof art);
    for (uint32_t i = 0; i < stroke->count; i++) {
        const ox_stroke_point *p = &stroke->points[i];
        const int at[2] = {(p->x - left) * (ART_WIDTH - 1) / side, (p->y - top) * (ART_WIDTH - 1) / side / 2};
        if (i > 0) mark(art, last, at);
        last[0] = at[0];
        last[1] = at[1];
    }
    art[(stroke->points[0].y - top) * (ART_WIDTH - 1) / side / 2]
       [(stroke->points[0].x - left) * (ART_WIDTH - 1) / side] = 'o';
    for (int y = 0; y < ART_HEIGHT; y++) {
        art[y][ART_WIDTH] = 0;
        if (strspn(art[y], " ") < ART_WIDTH) printf("%s\n", art[y]);
    }
    ox_stroke_features(stroke, f);
    for (uint32_t i = 0; i < OX_STROKE_FEATURES; i++) printf("%-24s %d\n", stroke_feature_name(i), (int)f[i]);
}

/* ---- drawing ---- */

/* The board: what is drawn, one stroke at a time. */
typedef struct board {
    plat *port;
    ox_input input;
    ox_fingers touches;
    ox_stroke stroke;
    bool is_drawn; /* a stroke waits for a word on it */
    uint32_t pixels[BOARD_WIDTH * BOARD_HEIGHT];
} board;

static void paint(board *b) {
    for (int i = 0; i < BOARD_WIDTH * BOARD_HEIGHT; i++) b->pixels[i] = 0x101828;
    for (uint32_t i = 1; i < b->stroke.count; i++) {
        const ox_stroke_point *p = &b->stroke.points[i - 1], *q = &b->stroke.points[i];
        for (int k = 0; k <= 32; k++) {
            const int x = p->x + (q->x - p->x) * k / 32, y = p->y + (q->y - p->y) * k / 32;
            if (x < 0 || y < 0 || x >= BOARD_WIDTH || y >= BOARD_HEIGHT) continue;
            b->pixels[y * BOARD_WIDTH + x] = b->is_drawn ? 0xFFE060 : 0x60C0FF;
        }
    }
    plat_band(b->port, 0, BOARD_HEIGHT, b->pixels, BOARD_WIDTH * 4);
    plat_present(b->port);
}

/* One frame of drawing; A keeps the stroke, B and the next stroke throw it away. False at the end. */
static bool draw_frame(board *b, stroke_set *set, const char *kind, uint32_t *kept) {
    plat_input polled;
    plat_poll(b->port, &polled);
    ox_input_feed(&b->input, &polled);
    ox_input_step(&b->input);
    ox_fingers_step(&b->touches, &b->input);
    const ox_finger *finger = &b->touches.list[0];
    if (finger->phase == OX_TOUCH_BEGAN) {
        ox_stroke_begin(&b->stroke);
        b->is_drawn = false;
    }
    if (ox_finger_is_down(finger)) ox_stroke_add(&b->stroke, finger->x, finger->y);
    if (finger->phase == OX_TOUCH_ENDED) b->is_drawn = b->stroke.count >= OX_STROKE_LEAST;
    if (b->is_drawn && (b->input.pressed & (PLAT_A | PLAT_START)) != 0)
        *kept += stroke_set_add(set, kind, &b->stroke);
    if (b->is_drawn && (b->input.pressed & (PLAT_A | PLAT_START | PLAT_B)) != 0) {
        ox_stroke_begin(&b->stroke);
        b->is_drawn = false;
    }
    paint(b);
    return !polled.quit;
}

static int draw_samples(const char *path, stroke_set *set, const char *kind, const play_settings *play) {
    char text[200];
    tool_error error;
    uint32_t kept = 0;
    const host_options options = {.driver = (host_driver)play->driver,
                                  .title = "Strokes: A keeps, B drops, Esc ends",
                                  .frame_limit = (uint32_t)play->frames,
                                  .input_script = play->input};
    board *b = calloc(1, sizeof *b);
    if (b == NULL) return EXIT_INTERNAL;
    b->port = host_open(&options, text, sizeof text);
    if (b->port == NULL || !plat_video_open(b->port, BOARD_WIDTH, BOARD_HEIGHT, PLAT_XRGB8888)) {
        fprintf(stderr, "oxcart strokes: %s\n", b->port == NULL ? text : host_video_error(b->port));
        if (b->port != NULL) host_close(b->port);
        free(b);
        return EXIT_BAD;
    }
    ox_input_init(&b->input);
    while (draw_frame(b, set, kind, &kept)) continue;
    host_close(b->port);
    free(b);
    if (kept > 0 && !save_set(path, set, &error)) return command_failed(&error);
    printf("%u samples of %s kept\n", (unsigned)kept, kind);
    return EXIT_GOOD;
}

/* ---- the verb ---- */

static int work(const char *path, stroke_set *set, const char *const words[3], const play_settings *play) {
    const char *what = words[0], *kind = words[1];
    const uint32_t number = words[2] == NULL ? 0 : (uint32_t)strtoul(words[2], NULL, 10);
    tool_error error;
    if (what == NULL) return report(path, set);
    if (strcmp(what, "draw") == 0 && kind != NULL && words[2] == NULL)
        return strlen(kind) < STROKE_NAME
                   ? draw_samples(path, set, kind, play)
                   : arguments_wrong("strokes", "a name of at most 63 letters is wanted");
    if (kind == NULL || (strcmp(what, "show") != 0 && strcmp(what, "drop") != 0))
        return arguments_wrong("strokes", "`%s` is no work; write draw NAME, show NAME N or drop NAME N",
                               what);
    const ox_stroke *stroke = stroke_set_find(set, kind, number);
    if (stroke == NULL) {
        import_error_file(&error, path, "no sample %u of `%.60s`; oxcart strokes FILE counts them",
                          (unsigned)number, kind);
        return command_failed(&error);
    }
    if (strcmp(what, "show") == 0) {
        show_sample(stroke);
        return EXIT_GOOD;
    }
    return stroke_set_drop(set, kind, number) && save_set(path, set, &error) ? EXIT_GOOD
                                                                             : command_failed(&error);
}

static int command_strokes(int argc, char **argv) {
    const char *path = NULL, *words[3] = {NULL, NULL, NULL};
    char *others[32] = {argv[0], NULL};
    play_settings play = {.title = NULL};
    argument_option options[PLAY_OPTIONS + 1];
    int count = play_options(&play, options), kept = 1, taken = 0;
    stroke_set set;
    uint8_t *data = NULL;
    size_t size = 0;
    tool_error error;
    options[count] = (argument_option){NULL, ARGUMENT_END, NULL, 0, 0, NULL};
    for (int i = 1; i < argc && argv[i][0] != '-' && taken < 4; i++, taken++) {
        if (taken == 0)
            path = argv[i];
        else
            words[taken - 1] = argv[i];
    }
    for (int i = 1 + taken; i < argc && kept < 31; i++) others[kept++] = argv[i];
    if (!arguments_parse(kept, others, options, NULL, 0, "") || !play_settle("strokes", &play))
        return EXIT_USAGE;
    if (path == NULL) return arguments_wrong("strokes", "a file of strokes is missing");
    const bool is_new = words[0] != NULL && strcmp(words[0], "draw") == 0 && !import_file_exists(path);
    if (!is_new && !import_file_read(path, &data, &size, &error)) return command_failed(&error);
    const bool is_read = stroke_set_read(path, is_new ? (const uint8_t *)"" : data, size, &set, &error);
    free(data);
    if (!is_read) return command_failed(&error);
    const int code = work(path, &set, words, &play);
    stroke_set_free(&set);
    return code;
}

const command_verb verb_strokes = {
    {"strokes", "draw samples of strokes, and tell how well games know them apart",
     "usage: oxcart strokes FILE\n"
     "       oxcart strokes FILE draw NAME [--headless --input SCRIPT --frames N | --terminal]\n"
     "       oxcart strokes FILE show NAME N\n"
     "       oxcart strokes FILE drop NAME N\n"
     "FILE is what `strokes` of cart.txt names. Alone it is told how many samples of each kind a game would "
     "take for "
     "which kind, and which\n"
     "numbers of a stroke are left out. `draw` opens a board: each stroke that is drawn with the mouse or a "
     "finger is "
     "kept by A (Z on a\n"
     "keyboard), dropped by B or the next one; Esc ends. `show` tells a sample as letters and numbers, "
     "`drop` takes it "
     "away; N counts from 0.\n"
     "example: oxcart strokes mygame/spells.strokes draw circle\n"
     "example: oxcart strokes mygame/spells.strokes\n"},
    command_strokes,
};
