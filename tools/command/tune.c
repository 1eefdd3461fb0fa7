/* oxcart tune: prints and changes the numbers in a cart's texts. */
#include <stdio.h>
#include <string.h>

#include "tools/command/command.h"
#include "tools/report/arguments.h"
#include "tools/tune/tune.h"

static void tell_number(json_writer *json, const tune_number *n) {
    if (json == NULL) {
        printf("%s = %s\n", n->label, n->word);
        return;
    }
    json_begin_object(json, NULL);
    json_text(json, "label", n->label);
    json_text(json, "value", n->word);
    json_text(json, "file", n->path);
    json_number(json, "line", n->line);
    json_end_object(json);
}

static int list_numbers(const tune *t, const char *filter) {
    json_writer *json = command_json();
    uint32_t count = 0;
    tool_error error;
    if (json != NULL) json_begin_array(json, "numbers");
    for (uint32_t i = 0; i < t->numbers.count; i++) {
        if (!tune_fits(&t->numbers.list[i], filter)) continue;
        tell_number(json, &t->numbers.list[i]);
        count++;
    }
    if (json != NULL) json_end_array(json);
    if (count > 0 || filter[0] == 0) return EXIT_GOOD;
    if (t->left_out.text[0] != 0) return command_failed(&t->left_out);
    import_error_file(&error, t->path, "no number has `%.80s`", filter);
    return command_failed(&error);
}

static int change_number(tune *t, const char *label, const char *word) {
    char path[CART_PATH_MAX];
    tool_error error = {.text = ""};
    json_writer *json = command_json();
    uint32_t number = tune_find(t, label);
    if (number == TUNE_NONE) {
        if (t->left_out.text[0] != 0) return command_failed(&t->left_out);
        import_error_file(&error, t->path, "no number `%.100s`; oxcart tune without it lists all", label);
        return command_failed(&error);
    }
    snprintf(path, sizeof path, "%s", t->numbers.list[number].path);
    if (!tune_set(t, number, word, &error)) return command_failed(&error);
    if (json == NULL) {
        printf("%s: %s = %s\n", path, label, word);
    } else {
        json_text(json, "label", label);
        json_text(json, "value", word);
        json_text(json, "file", path);
    }
    return EXIT_GOOD;
}

/* oxcart tune. A negative value would look like an option, so the words are counted here. */
static int command_tune(int argc, char **argv) {
    const argument_option options[] = {COMMAND_JSON, {NULL, ARGUMENT_END, NULL, 0, 0, NULL}};
    const char *words[3] = {NULL, "", NULL};
    char *others[3] = {argv[0], NULL, NULL};
    int count = 0, kept = 1;
    tune t;
    tool_error error = {.text = ""};
    for (int i = 1; i < argc; i++) {
        bool number = argv[i][0] != '-' || (argv[i][1] >= '0' && argv[i][1] <= '9');
        if (number && count < 3)
            words[count++] = argv[i];
        else if (!number && kept < 2)
            others[kept++] = argv[i];
        else
            return arguments_wrong("tune", "at most a folder, a label and a number");
    }
    if (!arguments_parse(kept, others, options, NULL, 0, "")) return EXIT_USAGE;
    if (count == 0) return arguments_wrong("tune", "the folder of a cart is missing");
    if (!tune_open(words[0], &t, &error)) return command_failed(&error);
    int code = count < 3 ? list_numbers(&t, words[1]) : change_number(&t, words[1], words[2]);
    tune_close(&t);
    return code;
}

const command_verb verb_tune = {
    {"tune", "tell and change the numbers of a cart",
     "usage: oxcart tune DIR [WORDS] [--json]\n"
     "       oxcart tune DIR LABEL NUMBER [--json]\n"
     "Lists the numbers of a cart, each with its label (all, or those whose labels have the words); or "
     "writes one in its place: nothing\n"
     "else of the text changes, comments stay, and a number that cannot stand there is refused, with file "
     "and line. A game that oxcart run\n"
     "plays from the folder has it in a moment; oxcart run DIR --tune changes numbers by buttons. Labels of\n"
     "  cart.txt           scene main/camera.fov, scene main/object crate#2.at.3 (the second crate, its "
     "third number)\n"
     "  levels, particles  level town/spawn orc.at.1, particles smoke/life.2\n"
     "  cues, banks        cues main/cues/explosion.volume, bank steps/sand.volume\n"
     "  tables             data units/orc.health (row and column), table power/2.3\n"
     "  scripts            script game/camera.stiffness (`tune` and `const`), script game/Hero.speed "
     "(`prop`: what objects begin with)\n"
     "example: oxcart tune mygame camera\n"
     "example: oxcart tune mygame \"scene main/camera.fov\" 60\n"},
    command_tune,
};
