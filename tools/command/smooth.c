/* oxcart smooth: how smoothly a character of a game moves: jumps and jolts of its joints, fades that show, feet that slide. */
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/console/console.h"
#include "kernel/motion/module.h"
#include "kernel/world/place.h"
#include "kernel/world/query.h"
#include "rom/chunks.h"
#include "tools/command/command.h"
#include "tools/import/base/file.h"
#include "tools/play/play.h"

enum {
    CHANGES = 256,
    WORST = 10,
    NAMES = 512,
    LONGEST = 64,
    CONTACT = 328 /* of 65536 m: 5 mm over where it stands */
};

typedef struct change {
    uint32_t step, fade; /* steps */
    ox_id from, to;
} change;

typedef struct watching {
    argument_list feet;
    const char *who, *csv;
    int32_t from, steps, jump, jolt; /* of the game; what may be, in millimetres */
    vec3 *seen;                      /* of each step, each joint as the model sees it */
    vec3 *stands;                    /* and in the world */
    ox_id joints[OX_JOINTS_MOST], names[NAMES];
    char words[NAMES][LONGEST];
    uint32_t count, joint_count, name_count, change_count;
    change changes[CHANGES];
    ox_id state;
    const char *missing;
} watching;

/* ---- what is seen ---- */

static void see_skeleton(watching *w, const uint8_t *skeleton) {
    const uint8_t *row = skeleton + rom_u32(skeleton + ROM_SKELETON_NAMES_AT);
    w->joint_count = ox_pose_joints(skeleton);
    for (uint32_t i = 0; i < w->joint_count; i++, row += ROM_JOINT_NAME_SIZE)
        w->joints[rom_u32(row + ROM_JOINT_NAME_JOINT)] = rom_u32(row + ROM_JOINT_NAME_NAME);
    w->seen = calloc((size_t)(w->steps + 1) * w->joint_count, sizeof *w->seen);
    w->stands = calloc((size_t)(w->steps + 1) * w->joint_count, sizeof *w->stands);
}

static void see_state(watching *w, const ox_motion_set *set, const ox_motion_run *run) {
    const ox_id state = ox_motion_state(set, run, 0);
    if (w->count > 0 && state != w->state && w->change_count < CHANGES)
        w->changes[w->change_count++] = (change){w->count, run->layer[0].fade, w->state, state};
    w->state = state;
}

static bool see_step(void *context, ox_console *console) {
    watching *w = context;
    ox_motions *m = ox_console_motions(console);
    const ox_world *world = ox_console_world(console);
    if (world == NULL || world->tick < 2u + (uint32_t)w->from) return true; /* it begins in its first step */
    const ox_object *object = ox_world_called(world, rom_id(w->who));
    const ox_motion_run *run = object == NULL || m == NULL ? NULL : ox_motion_of(m, object);
    const ox_motion_set *set = run == NULL ? NULL : ox_motion_set_of(m, run);
    const sqt *global = set == NULL ? NULL : ox_motion_global(m, object, NULL);
    if (global == NULL) {
        w->missing = w->count == 0 ? w->who : NULL;
        return false;
    }
    if (w->count == 0) see_skeleton(w, set->skeleton);
    if (w->seen == NULL || w->stands == NULL) return false;
    const mat34 place = ox_motion_place(m, object);
    for (uint32_t i = 0; i < w->joint_count; i++) {
        w->seen[w->count * w->joint_count + i] = global[i].t;
        w->stands[w->count * w->joint_count + i] = m34_point(&place, global[i].t);
    }
    see_state(w, set, run);
    return ++w->count <= (uint32_t)w->steps;
}

/* ---- what it comes to ---- */

static double millimetres(vec3 v) {
    const double x = v.x, y = v.y, z = v.z;
    return sqrt(x * x + y * y + z * z) * 1000 / 65536;
}
static vec3 joint_at(const watching *w, uint32_t step, uint32_t joint) {
    return w->seen[step * w->joint_count + joint];
}
static double jump_of(const watching *w, uint32_t step, uint32_t joint) {
    return step == 0 ? 0 : millimetres(v3_subs(joint_at(w, step, joint), joint_at(w, step - 1, joint)));
}
static double jolt_of(const watching *w, uint32_t step, uint32_t joint) {
    if (step < 2) return 0;
    const vec3 now = v3_subs(joint_at(w, step, joint), joint_at(w, step - 1, joint)),
               was = v3_subs(joint_at(w, step - 1, joint), joint_at(w, step - 2, joint));
    return millimetres(v3_subs(now, was));
}

typedef double measure_function(const watching *w, uint32_t step, uint32_t joint);
typedef struct worst {
    double most;
    uint32_t step, joint;
} worst;

/* The most of a joint, or of all (OX_JOINT_NONE), from a step up to another one. */
static worst most_of(const watching *w, measure_function *measure, uint32_t joint, uint32_t from,
                     uint32_t to) {
    worst found = {0, from, joint == OX_JOINT_NONE ? 0 : joint};
    for (uint32_t step = from; step < to && step < w->count; step++)
        for (uint32_t i = 0; i < w->joint_count; i++) {
            const double value = joint != OX_JOINT_NONE && i != joint ? 0 : measure(w, step, i);
            if (value > found.most) found = (worst){value, step, i};
        }
    return found;
}

static int by_height(const void *a, const void *b) {
    const fx x = *(const fx *)a, y = *(const fx *)b;
    return (x > y) - (x < y);
}

/* The height at which a foot stands: but for a tenth of all steps, in which it may be below that in a fade, its lowest. */
static fx ground_of(const watching *w, uint32_t joint) {
    fx *heights = malloc(w->count * sizeof *heights), ground = 0;
    for (uint32_t i = 0; heights != NULL && i < w->count; i++)
        heights[i] = w->stands[i * w->joint_count + joint].y;
    if (heights != NULL) qsort(heights, w->count, sizeof *heights, by_height);
    if (heights != NULL) ground = heights[w->count / 10];
    free(heights);
    return ground;
}

/* How far a foot goes along the ground in one of its stands, at most. */
static double slide_of(const watching *w, uint32_t joint, uint32_t *stands) {
    const fx ground = ground_of(w, joint);
    const vec3 *from = NULL;
    double most = 0;
    *stands = 0;
    for (uint32_t i = 0; i < w->count; i++) {
        const vec3 *now = &w->stands[i * w->joint_count + joint];
        const bool is_down = now->y <= ground + CONTACT;
        if (is_down && from == NULL) {
            from = now;
            ++*stands;
        }
        if (!is_down) from = NULL;
        if (from != NULL) most = fmax(most, millimetres((vec3){now->x - from->x, 0, now->z - from->z}));
    }
    return most;
}

/* ---- names ---- */

static void want_name(watching *w, ox_id id) {
    for (uint32_t i = 0; i < w->name_count; i++)
        if (w->names[i] == id) return;
    if (w->name_count < NAMES) w->names[w->name_count++] = id;
}

static void take_word(watching *w, const char *word, size_t length) {
    char text[LONGEST];
    if (length == 0 || length >= LONGEST) return;
    memcpy(text, word, length);
    text[length] = 0;
    const ox_id id = rom_id(text);
    for (uint32_t i = 0; i < w->name_count; i++)
        if (w->names[i] == id) memcpy(w->words[i], text, length + 1);
}

static bool is_letter(uint8_t c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           strchr("_.-:", c) != NULL;
}

/* Images have ids; the cart's own texts have the words of which they are made. */
static void find_names(watching *w, const char *folder) {
    DIR *entries = opendir(folder);
    for (uint32_t i = 0; i < w->joint_count; i++) want_name(w, w->joints[i]);
    for (uint32_t i = 0; i < w->change_count; i++) {
        want_name(w, w->changes[i].from);
        want_name(w, w->changes[i].to);
    }
    for (const struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;) {
        char path[1200];
        uint8_t *data;
        size_t size, from = 0;
        tool_error error;
        snprintf(path, sizeof path, "%.900s/%.250s", folder, entry->d_name);
        if (entry->d_name[0] == '.' || !import_file_read(path, &data, &size, &error)) continue;
        for (size_t i = 0; i <= size; i++) {
            if (i < size && data[i] != 0 && is_letter(data[i])) continue;
            take_word(w, (const char *)data + from, i - from);
            from = i + 1;
        }
        free(data);
    }
    if (entries != NULL) closedir(entries);
}

static const char *name_of(const watching *w, ox_id id) {
    static char number[2][16];
    static int turn;
    for (uint32_t i = 0; i < w->name_count; i++)
        if (w->names[i] == id && w->words[i][0] != 0) return w->words[i];
    turn = 1 - turn;
    snprintf(number[turn], sizeof number[turn], "#%08x", (unsigned)id);
    return number[turn];
}

/* ---- the report ---- */

static int by_jolt(const void *a, const void *b) {
    const worst *x = a, *y = b;
    return x->most < y->most ? 1 : x->most > y->most ? -1 : (x->joint > y->joint) - (x->joint < y->joint);
}

static void tell_joints(const watching *w, FILE *csv) {
    worst list[OX_JOINTS_MOST];
    for (uint32_t i = 0; i < w->joint_count; i++) list[i] = most_of(w, jolt_of, i, 2, w->count);
    qsort(list, w->joint_count, sizeof *list, by_jolt);
    printf("joint                 jump mm  at step  jolt mm  at step\n");
    for (uint32_t i = 0; i < w->joint_count; i++) {
        const worst jump = most_of(w, jump_of, list[i].joint, 1, w->count);
        const char *name = name_of(w, w->joints[list[i].joint]);
        if (i < WORST)
            printf("%-20.20s %8.1f %8u %8.1f %8u\n", name, jump.most, (unsigned)jump.step, list[i].most,
                   (unsigned)list[i].step);
        if (csv != NULL)
            fprintf(csv, "joint,%s,%.2f,%u,%.2f,%u\n", name, jump.most, (unsigned)jump.step, list[i].most,
                    (unsigned)list[i].step);
    }
}

/* Returns how many are broken. */
static int tell_changes(const watching *w, FILE *csv) {
    int broken = 0;
    for (uint32_t i = 0; i < w->change_count; i++) {
        const change *c = &w->changes[i];
        const uint32_t end = c->step + c->fade + 2;
        const worst jump = most_of(w, jump_of, OX_JOINT_NONE, c->step, end),
                    jolt = most_of(w, jolt_of, OX_JOINT_NONE, c->step, end);
        const char *verdict = jump.most > w->jump ? "jumps" : jolt.most > w->jolt ? "jolts" : "passes";
        broken += verdict[0] == 'p' ? 0 : 1;
        printf("step %u: %s -> %s %s: jump %.1f mm (%s), jolt %.1f mm (%s)\n", (unsigned)c->step,
               name_of(w, c->from), name_of(w, c->to), verdict, jump.most, name_of(w, w->joints[jump.joint]),
               jolt.most, name_of(w, w->joints[jolt.joint]));
        if (csv != NULL)
            fprintf(csv, "change,%s,%s,%u,%s,%.2f,%.2f\n", name_of(w, c->from), name_of(w, c->to),
                    (unsigned)c->step, verdict, jump.most, jolt.most);
    }
    return broken;
}

static bool tell_feet(const watching *w, FILE *csv) {
    for (int i = 0; i < w->feet.count; i++) {
        uint32_t joint = 0, stands;
        while (joint < w->joint_count && w->joints[joint] != rom_id(w->feet.items[i])) joint++;
        if (joint == w->joint_count) return false;
        const double slide = slide_of(w, joint, &stands);
        printf("%s slides by %.1f mm at most in %u stands\n", w->feet.items[i], slide, (unsigned)stands);
        if (csv != NULL) fprintf(csv, "foot,%s,%.2f,%u\n", w->feet.items[i], slide, (unsigned)stands);
    }
    return true;
}

static int tell_all(watching *w, const char *path) {
    tool_error error;
    FILE *csv = NULL;
    if (w->missing != NULL || w->count < 3) {
        import_error_file(
            &error, path,
            w->missing != NULL
                ? "no object `%.40s` with a motion of joints; names are those of objects, types and tags"
                : "the game ended before `%.40s` had moved",
            w->who);
        return command_failed(&error);
    }
    if (w->csv != NULL && (csv = fopen(w->csv, "w")) == NULL) {
        import_error_file(&error, w->csv, "cannot write it");
        return command_failed(&error);
    }
    find_names(w, path);
    tell_joints(w, csv);
    const int broken = tell_changes(w, csv);
    const bool good = tell_feet(w, csv);
    const bool failed = csv != NULL && ferror(csv) != 0;
    const bool written = csv == NULL || (fclose(csv) == 0 && !failed);
    if (!good) {
        import_error_file(&error, path, "`%.40s` has no joint of that name: --foot", w->who);
        return command_failed(&error);
    }
    if (!written) {
        import_error_file(&error, w->csv, "cannot write it");
        return command_failed(&error);
    }
    printf("%u steps, %u changes, %d of them broken\n", (unsigned)w->count, (unsigned)w->change_count,
           broken);
    return broken == 0 ? EXIT_GOOD : EXIT_BAD;
}

static int command_smooth(int argc, char **argv) {
    static watching w;
    w = (watching){.steps = 300, .jump = 150, .jolt = 60};
    play_settings settings = {
        .driver = HOST_DRIVER_HEADLESS, .quiet = true, .format = -1, .shot_frame = -1, .before = see_step};
    const argument_option options[] = {{"--of", ARGUMENT_TEXT, &w.who, 0, 0, NULL},
                                       {"--foot", ARGUMENT_LIST, &w.feet, 0, 0, NULL},
                                       {"--steps", ARGUMENT_NUMBER, &w.steps, 3, 100000, NULL},
                                       {"--from", ARGUMENT_NUMBER, &w.from, 0, 100000, NULL},
                                       {"--jump", ARGUMENT_NUMBER, &w.jump, 0, 100000, NULL},
                                       {"--jolt", ARGUMENT_NUMBER, &w.jolt, 0, 100000, NULL},
                                       {"--level", ARGUMENT_TEXT, &settings.level, 0, 0, NULL},
                                       {"--input", ARGUMENT_TEXT, &settings.input, 0, 0, NULL},
                                       {"--csv", ARGUMENT_TEXT, &w.csv, 0, 0, NULL},
                                       {NULL, ARGUMENT_END, NULL, 0, 0, NULL}};
    const char *path = NULL;
    writer image = {0};
    tool_error error = {.text = ""};
    if (!arguments_parse(argc, argv, options, &path, 1, "a ROM image or the folder of a cart"))
        return EXIT_USAGE;
    if (w.who == NULL) return arguments_wrong("smooth", "--of NAME is wanted: whose joints");
    settings.context = &w;
    settings.title = path;
    settings.frames = w.from + w.steps + 4;
    if (!command_make_image(path, true, &image, &error)) return command_failed(&error);
    int code = EXIT_BAD;
    player *game = play_open(&settings);
    if (game != NULL) code = play_close(game, play_image(game, path, image.data, image.size, NULL, NULL));
    writer_free(&image);
    if (code == EXIT_GOOD) code = tell_all(&w, path);
    free(w.seen);
    free(w.stands);
    return code;
}

const command_verb verb_smooth = {
    {"smooth", "how smoothly a character moves",
     "usage: oxcart smooth FILE.rom|DIR --of NAME [--foot JOINT ...] [--from N] [--steps N] [--level NAME] "
     "[--input "
     "SCRIPT]\n"
     "  [--jump MM] [--jolt MM] [--csv FILE]\n"
     "Plays N steps (300), behind --from, without showing them and tells of the character of that name (or "
     "the first of a "
     "type or tag) how far its joints\n"
     "go in a step at most (jump: places are continuous), and how much that changes from step to step (jolt: "
     "speeds are), as the model\n"
     "sees them: the ten worst. Every change of state passes, or jumps by more than --jump (150) or jolts by "
     "more than --jolt (60) while it\n"
     "fades, with the joint. --foot NAME tells how far a foot goes while it is within 15 mm of its lowest "
     "place. --csv has all joints.\n"
     "A change that does not pass ends with code 1.\n"
     "example: oxcart smooth mygame --of hero --input keys.txt --foot toe.L --foot toe.R\n"},
    command_smooth,
};
