/* oxcart test: plays a cart by playthroughs and says whether their expectations hold. */
#define _XOPEN_SOURCE 700
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/command/command.h"
#include "tools/play/play.h"
#include "tools/play/playthrough.h"

enum { FILES_MOST = 256 };

typedef struct file_list {
    char *paths[FILES_MOST];
    int count;
} file_list;

static void free_list(file_list *list) {
    for (int i = 0; i < list->count; i++) free(list->paths[i]);
}

static bool is_playthrough(const char *name) {
    const char *ending = strrchr(name, '.');
    return ending != NULL && strcmp(ending, ".play") == 0;
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* Lists all playthroughs of a cart's folder tests/, by name. */
static void find_files(const char *home, file_list *list) {
    char folder[CART_PATH_MAX], path[2 * CART_PATH_MAX];
    snprintf(folder, sizeof folder, "%.900s/tests", home);
    DIR *entries = opendir(folder);
    for (const struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;) {
        if (!is_playthrough(entry->d_name) || list->count == FILES_MOST) continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        list->paths[list->count] = strdup(path);
        if (list->paths[list->count] != NULL) list->count++;
    }
    if (entries != NULL) closedir(entries);
    qsort(list->paths, (size_t)list->count, sizeof list->paths[0], by_name);
}

/* How a suite plays, beside the first time, all in one band: in bands of eight lines on two processors, since a game must not depend on bands and
 * processors; and more. */
static bool play_all(const char *name, const writer *image, const char *file, playthrough *p, bool suite) {
    play_settings settings = {.headless = true,
                              .format = -1,
                              .shot_frame = -1,
                              .input = file,
                              .quiet = true,
                              .frames = (int32_t)playthrough_frames(p),
                              .listen = -1,
                              .each = playthrough_frame,
                              .before = playthrough_before,
                              .context = p};
    if (!play_settle("test", &settings)) return false;
    for (int way = 0; way < (suite ? PLAYTHROUGH_WAYS : PLAYTHROUGH_RETURNS); way++) {
        writer next = {0};
        settings.bands = way == PLAYTHROUGH_BANDS ? 8 : 0;
        settings.threads = way == PLAYTHROUGH_BANDS ? 2 : 1;
        player *on = play_open(&settings);
        if (on == NULL) return false;
        playthrough_begin(p, (playthrough_way)way);
        const play_end end = play_image(on, name, image->data, image->size, NULL, &next);
        writer_free(&next);
        if (play_close(on, end) != EXIT_GOOD) return false;
        (void)playthrough_end(p);
    }
    return true;
}

static void tell_playthrough(const char *file, const playthrough *p, bool good) {
    json_writer *json = command_json();
    const char *failure;
    if (json != NULL) {
        json_begin_object(json, NULL);
        json_text(json, "file", file);
        json_number(json, "frames", playthrough_frames(p));
        json_number(json, "checks", playthrough_checks(p));
        json_switch(json, "good", good);
        json_begin_array(json, "failures");
        for (uint32_t i = 0; (failure = playthrough_failure(p, i)) != NULL; i++)
            json_text(json, NULL, failure);
        json_end_array(json);
        json_end_object(json);
        return;
    }
    for (uint32_t i = 0; (failure = playthrough_failure(p, i)) != NULL; i++) printf("%s\n", failure);
    printf("%s %s: %u frames, %u checks\n", good ? "ok  " : "FAIL", file, (unsigned)playthrough_frames(p),
           (unsigned)playthrough_checks(p));
}

typedef struct test_wish {
    bool update, suite;
} test_wish;

/* Tests one playthrough. False: the playthrough failed, or could not be played. */
static bool test_file(const char *name, const writer *image, const char *file, const test_wish *wish) {
    tool_error error = {.text = ""};
    playthrough *p = playthrough_open(file, &error);
    bool good = p != NULL && playthrough_frames(p) > 0;
    if (p == NULL) (void)command_failed(&error);
    if (p != NULL && !good) {
        import_error_file(&error, file, "nothing in it is played");
        (void)command_failed(&error);
    }
    if (good) {
        good = play_all(name, image, file, p, wish->suite);
        if (good && wish->update && !playthrough_update(p, &error)) {
            (void)command_failed(&error);
            good = false;
        }
        good = good && (playthrough_failure(p, 0) == NULL);
        tell_playthrough(file, p, good);
    }
    playthrough_close(p);
    return good;
}

static int test_files(const char *name, const file_list *list, const test_wish *wish) {
    writer image = {0};
    tool_error error = {.text = ""};
    int failed = 0;
    if (!command_make_image(name, true, &image, &error)) return command_failed(&error);
    if (command_json() != NULL) json_begin_array(command_json(), "playthroughs");
    for (int i = 0; i < list->count; i++) failed += !test_file(name, &image, list->paths[i], wish);
    if (command_json() != NULL) json_end_array(command_json());
    writer_free(&image);
    return failed > 0 ? EXIT_BAD : EXIT_GOOD;
}

static int command_test(int argc, char **argv) {
    test_wish wish = {false, false};
    file_list list = {.count = 0};
    const argument_option options[] = {{"--update", ARGUMENT_FLAG, &wish.update, 0, 0, NULL},
                                       {"--suite", ARGUMENT_FLAG, &wish.suite, 0, 0, NULL},
                                       COMMAND_JSON,
                                       {NULL, ARGUMENT_END, NULL, 0, 0, NULL}};
    char **words = calloc((size_t)argc + 1, sizeof *words);
    if (words == NULL) return command_no_memory();
    const int count = command_sort_words(argc, argv, options, words);
    int kept = 0;
    while (words[kept] != NULL) kept++;
    const bool parsed = arguments_parse(kept, words, options, NULL, 0, "a cart");
    free(words);
    if (!parsed) return EXIT_USAGE;
    if (count == 0) return arguments_wrong("test", "which cart? a folder or a ROM image");
    if (count > FILES_MOST) return arguments_wrong("test", "more than %d playthroughs", FILES_MOST - 1);
    for (int i = 2; i <= count; i++) {
        list.paths[list.count] = strdup(argv[i]);
        if (list.paths[list.count] != NULL) list.count++;
    }
    if (list.count == 0) find_files(argv[1], &list);
    const int code =
        list.count == 0
            ? arguments_wrong("test", "no playthroughs; write one into %s/tests/NAME.play, or name it",
                              argv[1])
            : test_files(argv[1], &list, &wish);
    free_list(&list);
    return code;
}

const command_verb verb_test = {
    {"test", "play a cart by playthroughs and check what comes of them",
     "usage: oxcart test CART|FILE.rom [FILE.play ...] [--suite] [--update] [--json]\n"
     "Plays the cart by each file (those of its folder tests/ when none is named) and ends with 1 when "
     "anything is not as it says.\n"
     "A playthrough is an input script (oxcart help run) with lines that are checked when their frame is "
     "over:\n"
     "  156 expect score >= 10        a variable of the scripts; == != < <= > >=\n"
     "  156 expect points[1] == 1     of a list or an array; ball.x of a vector; seen.count of a list\n"
     "  156 expect Rules.lives == 3   a variable of a behaviour that belongs to no object\n"
     "  156 expect hero.speed > 0.5   of an object's behaviour; hero.pos.x, hero.angle in degrees; "
     "coin.count, how many there are\n"
     "  156 expect scene == court     where the game is\n"
     "  156 expect log Gate opens     a line of the log\n"
     "  200 label second serve        stands in what is said of the lines behind it\n"
     "  600 hash 8a3b12cd             of the state; `hash` alone is filled in by --update, which also mends "
     "those that changed\n"
     "  600 picture 1f2e3d4c          of the pixels\n"
     "  60 states                     every 60 frames the hash of each object is that of NAME.states beside "
     "NAME.play\n"
     "  300 steady                    from here on no part of memory takes more, and none refuses anything\n"
     "Each is played twice, the second time in other bands and on two processors: state and picture of every "
     "frame have to be the same.\n"
     "--suite plays twice more: once the game goes to a state that was kept and back at twenty frames, once "
     "the language changes "
     "three times.\n"
     "example: oxcart test mygame\n"
     "example: oxcart test mygame mygame/tests/first.play --update\n"},
    command_test,
};
