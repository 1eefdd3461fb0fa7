/* oxcart bake: how objects move in a game that plays, as a text of tracks. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixedmath/quaternion.h"
#include "kernel/console/console.h"
#include "kernel/engine/engine.h"
#include "kernel/loop/rate.h"
#include "kernel/world/place.h"
#include "kernel/world/query.h"
#include "kernel/world/world.h"
#include "tools/command/command.h"
#include "tools/convert/clip_tracks.h"
#include "tools/import/base/file.h"
#include "tools/play/play.h"

/* Where an object stood at a frame of the clip. */
typedef struct baked_frame {
    vec3 pos;
    euler16 angles;
    quat turn;
} baked_frame;

typedef struct baking {
    argument_list objects;
    int32_t steps, from, every;       /* of the game */
    int32_t within_mm, within_tenths; /* what ways between keys may be off: millimetres, tenths of a degree */
    const char *output;
    baked_frame *frames[ARGUMENT_LIST_MOST]; /* of each object */
    uint32_t count, rate;                    /* frames so far; steps a second */
    const char *missing;                     /* an object that was not there */
    uint32_t missing_at;                     /* the step */
    writer text;
} baking;

/* ---- what is seen ---- */

static void see_object(baking *b, int number, ox_world *world) {
    baked_frame *frame = &b->frames[number][b->count];
    const ox_object *object = ox_world_called(world, rom_id(b->objects.items[number]));
    const ox_object_place *at = object == NULL ? NULL : ox_object_place_of(world, object);
    if (at == NULL) { /* what is gone stays where it was */
        if (b->count == 0) b->missing = b->objects.items[number];
        if (b->count > 0) *frame = frame[-1];
        return;
    }
    frame->pos = at->pos;
    frame->angles = (euler16){at->angle, at->pitch, at->roll};
    frame->turn = q4_from_euler(frame->angles);
}

static bool see_step(void *context, ox_console *console) {
    baking *b = context;
    ox_world *world = ox_console_world(console);
    const ox_loop *loop = ox_engine_get(ox_console_engine(console), OX_SLOT_LOOP);
    if (world == NULL || loop == NULL) return false;
    if (world->tick < (uint32_t)b->from) return true;
    const uint32_t step = world->tick - (uint32_t)b->from;
    if (step != b->count * (uint32_t)b->every) return step <= (uint32_t)b->steps;
    b->rate = ox_loop_rate(loop);
    for (int i = 0; i < b->objects.count; i++) see_object(b, i, world);
    b->count++;
    return b->missing == NULL && step + (uint32_t)b->every <= (uint32_t)b->steps;
}

/* ---- keys ---- */

static double off_way(const baking *b, const baked_frame *f, uint32_t from, uint32_t at, uint32_t to) {
    const double part = (double)(at - from) / (to - from), limit = b->within_mm * 65.536;
    const vec3 p = f[from].pos, q = f[to].pos, r = f[at].pos;
    const double x = p.x + ((double)q.x - p.x) * part - r.x, y = p.y + ((double)q.y - p.y) * part - r.y,
                 z = p.z + ((double)q.z - p.z) * part - r.z;
    return sqrt(x * x + y * y + z * z) - limit;
}

/* The angle between where a turn is and where an even way from key to key has it, above what is allowed; in degrees. */
static double off_turn(const baking *b, const baked_frame *f, uint32_t from, uint32_t at, uint32_t to) {
    const quat q = q4_slerp(f[from].turn, f[to].turn, (uf16)((at - from) * UF16_ONE / (to - from)));
    return q4_angle(q, f[at].turn) * 360.0 / 4294967296.0 - b->within_tenths / 10.0;
}

typedef double off_function(const baking *b, const baked_frame *f, uint32_t from, uint32_t at, uint32_t to);

/* The farthest frame to which a straight way passes all between within what is allowed. */
static uint32_t next_key(const baking *b, const baked_frame *f, uint32_t from, off_function *off) {
    enum { LONGEST = 600 };
    uint32_t best = from + 1;
    for (uint32_t to = from + 2; to < b->count && to - from <= LONGEST; to++) {
        for (uint32_t at = from + 1; at < to; at++)
            if (off(b, f, from, at, to) > 0) return best;
        best = to;
    }
    return best;
}

/* A number to so many places, without zeros at its end. */
static void put_number(baking *b, double value, int places) {
    char digits[32];
    int length = snprintf(digits, sizeof digits, "%.*f", places, value);
    while (digits[length - 1] == '0') length--;
    if (digits[length - 1] == '.') length--;
    const bool is_minus_zero = length == 2 && digits[0] == '-' && digits[1] == '0';
    writer_bytes(&b->text, digits + is_minus_zero, (size_t)(length - is_minus_zero));
}

static void put_key(baking *b, const baked_frame *f, uint32_t at, bool is_turn) {
    const double degrees = 360.0 / 65536, metres = 1.0 / 65536;
    const euler16 t = f[at].angles;
    const double values[3] = {is_turn ? t.yaw * degrees : f[at].pos.x * metres,
                              is_turn ? t.pitch * degrees : f[at].pos.y * metres,
                              is_turn ? t.roll * degrees : f[at].pos.z * metres};
    char frame[16];
    snprintf(frame, sizeof frame, " %u", (unsigned)at);
    writer_bytes(&b->text, frame, strlen(frame));
    for (int i = 0; i < 3; i++) {
        writer_bytes(&b->text, i == 0 ? ":" : ",", 1);
        put_number(b, values[i], is_turn ? 3 : 4);
    }
}

static void put_text(baking *b, const char *text) { writer_bytes(&b->text, text, strlen(text)); }

static bool is_still(const baking *b, const baked_frame *f, bool is_turn) {
    for (uint32_t i = 1; i < b->count; i++)
        if (is_turn ? memcmp(&f[0].angles, &f[i].angles, sizeof f->angles) != 0
                    : !v3_equal(f[0].pos, f[i].pos))
            return false;
    return true;
}

/* One track, with as few keys as do, and how many they are. What does not change has none. */
static uint32_t put_track(baking *b, const baked_frame *f, bool is_turn) {
    enum { ON_A_LINE = 8 };
    uint32_t at = 0, keys = 0;
    if (is_still(b, f, is_turn)) return 0;
    put_text(b, is_turn ? "track turn" : "track pos");
    while (at < b->count) {
        if (keys > 0 && keys % ON_A_LINE == 0) put_text(b, "\nkeys");
        put_key(b, f, at, is_turn);
        keys++;
        at = next_key(b, f, at, is_turn ? off_turn : off_way);
    }
    put_text(b, "\n");
    return keys;
}

/* ---- the verb ---- */

static bool is_word(const char *name) {
    return strlen(name) < CART_NAME_MAX && strcspn(name, " \t#\"") == strlen(name) && name[0] != 0;
}

static bool write_clip(baking *b, const char *path) {
    char line[200];
    uint32_t keys = 0;
    tool_error error;
    snprintf(line, sizeof line, "# What oxcart bake saw of %u steps.\nrate %u\nframes %u\n",
             (unsigned)((b->count - 1) * (uint32_t)b->every), (unsigned)(b->rate / (uint32_t)b->every),
             (unsigned)(b->count - 1));
    put_text(b, line);
    for (int i = 0; i < b->objects.count; i++) {
        snprintf(line, sizeof line, "\nobject %s\n", b->objects.items[i]);
        put_text(b, line);
        const uint32_t own = put_track(b, b->frames[i], false) + put_track(b, b->frames[i], true);
        if (own == 0) fprintf(stderr, "oxcart: note: `%s` does not move in %s\n", b->objects.items[i], path);
        keys += own;
    }
    if (b->text.failed) return command_no_memory() == EXIT_GOOD;
    if (!import_file_write(b->output, b->text.data, b->text.size, &error))
        return command_failed(&error) == EXIT_GOOD;
    printf("%s: %d objects, %u frames, %u keys\n", b->output, b->objects.count, (unsigned)(b->count - 1),
           (unsigned)keys);
    return true;
}

static bool tell_missing(const baking *b, const char *path) {
    tool_error error;
    if (b->missing != NULL)
        import_error_file(
            &error, path,
            "no object `%.40s` with a place at step %d; names are those of objects, types and tags",
            b->missing, (int)b->from);
    else
        import_error_file(&error, path, "the game ended before step %d", (int)(b->from + b->every));
    return command_failed(&error) == EXIT_GOOD;
}

static int bake_game(const char *path, baking *b, play_settings *settings) {
    writer image = {0};
    tool_error error = {.text = ""};
    if (!command_make_image(path, true, &image, &error)) return command_failed(&error);
    int code = EXIT_BAD;
    player *game = play_open(settings);
    if (game != NULL) {
        const play_end end = play_image(game, path, image.data, image.size, NULL, NULL);
        code = play_close(game, end);
    }
    writer_free(&image);
    if (code != EXIT_GOOD) return code;
    return b->missing != NULL || b->count < 2 ? (tell_missing(b, path) ? EXIT_GOOD : EXIT_BAD)
           : write_clip(b, path)              ? EXIT_GOOD
                                              : EXIT_BAD;
}

static int check_wishes(baking *b) {
    if (b->output == NULL) return arguments_wrong("bake", "-o FILE.clip is wanted");
    if (b->objects.count == 0) return arguments_wrong("bake", "--of NAME is wanted, for each object once");
    for (int i = 0; i < b->objects.count; i++)
        if (!is_word(b->objects.items[i]))
            return arguments_wrong("bake", "`%.40s` is no name", b->objects.items[i]);
    if (b->every > b->steps)
        return arguments_wrong("bake", "--every %d is more than --steps %d", (int)b->every, (int)b->steps);
    if (b->steps / b->every > CLIP_FRAMES)
        return arguments_wrong("bake", "more than %d frames; try --every %d", CLIP_FRAMES,
                               (int)(b->steps / CLIP_FRAMES + 1));
    return EXIT_GOOD;
}

static int command_bake(int argc, char **argv) {
    baking b = {.steps = 120, .every = 1, .within_mm = 2, .within_tenths = 3};
    play_settings settings = {
        .driver = HOST_DRIVER_HEADLESS, .quiet = true, .format = -1, .shot_frame = -1, .before = see_step};
    const argument_option options[] = {{"--of", ARGUMENT_LIST, &b.objects, 0, 0, NULL},
                                       {"--steps", ARGUMENT_NUMBER, &b.steps, 1, 1000000, NULL},
                                       {"--from", ARGUMENT_NUMBER, &b.from, 0, 1000000, NULL},
                                       {"--every", ARGUMENT_NUMBER, &b.every, 1, 60, NULL},
                                       {"--within", ARGUMENT_NUMBER, &b.within_mm, 0, 10000, NULL},
                                       {"--within-turn", ARGUMENT_NUMBER, &b.within_tenths, 0, 900, NULL},
                                       {"--level", ARGUMENT_TEXT, &settings.level, 0, 0, NULL},
                                       {"--input", ARGUMENT_TEXT, &settings.input, 0, 0, NULL},
                                       {"-o", ARGUMENT_TEXT, &b.output, 0, 0, NULL},
                                       {NULL, ARGUMENT_END, NULL, 0, 0, NULL}};
    const char *path = NULL;
    if (!arguments_parse(argc, argv, options, &path, 1, "a ROM image or the folder of a cart"))
        return EXIT_USAGE;
    int code = check_wishes(&b);
    settings.context = &b;
    settings.title = path;
    settings.frames = b.from + b.steps + 2;
    const size_t room = (size_t)(b.steps / b.every) + 2;
    for (int i = 0; code == EXIT_GOOD && i < b.objects.count; i++)
        if ((b.frames[i] = calloc(room, sizeof *b.frames[i])) == NULL) code = command_no_memory();
    if (code == EXIT_GOOD) code = bake_game(path, &b, &settings);
    for (int i = 0; i < b.objects.count; i++) free(b.frames[i]);
    writer_free(&b.text);
    return code;
}

const command_verb verb_bake = {
    {"bake", "how objects move in a game, as a clip of tracks",
     "usage: oxcart bake FILE.rom|DIR --of NAME ... -o FILE.clip [--steps N] [--from N] [--every N] [--level "
     "NAME]\n"
     "  [--input SCRIPT] [--within MM] [--within-turn TENTHS]\n"
     "Plays N steps (120) without showing them and writes how the objects of these names (or the first of a "
     "type or tag) move and turn, as a "
     "text "
     "of\n"
     "tracks (tools/CLIPS.md): `clip` in cart.txt packs it and `with sequence` plays it, so a wall falls, or "
     "a crate "
     "rolls\n"
     "down the stairs, where nothing but the clip is worked out. --from leaves out the steps before; --every "
     "has a "
     "frame for so\n"
     "many steps (1). Keys are left out where a straight way between others is within MM millimetres (2) and "
     "TENTHS of "
     "a degree (3).\n"
     "example: oxcart bake mygame --level quarry --of stone --of cart --steps 240 -o quarry.clip\n"},
    command_bake,
};
