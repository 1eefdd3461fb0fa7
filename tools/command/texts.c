/* oxcart texts: reports mistakes in a cart's texts and fonts, in all languages. */
#include <stdio.h>

#include "tools/command/command.h"
#include "tools/convert/text_report.h"
#include "tools/play/screen_room.h"
#include "tools/report/arguments.h"

static int command_texts(int argc, char **argv) {
    const char *folder = NULL;
    bool glyphs = false;
    const argument_option options[] = {{"--glyphs", ARGUMENT_FLAG, &glyphs, 0, 0, NULL},
                                       COMMAND_STRICT,
                                       COMMAND_JSON,
                                       {NULL, ARGUMENT_END, NULL, 0, 0, NULL}};
    tool_error error;
    if (!arguments_parse(argc, argv, options, &folder, 1, "the cart's folder")) return EXIT_USAGE;
    tool_report *report = command_report();
    json_writer *json = command_json();
    if (!text_report_cart(folder, glyphs, json == NULL ? stdout : NULL, report, &error) ||
        !screen_room_report(folder, report, &error))
        return command_failed(&error);
    if (json != NULL)
        json_text(json, "folder", folder);
    else
        printf("%s: %u errors, %u warnings\n", folder, (unsigned)report->errors, (unsigned)report->warnings);
    return report->errors == 0 ? EXIT_GOOD : EXIT_BAD;
}

const command_verb verb_texts = {
    {"texts", "check a cart's texts in all languages",
     "usage: oxcart texts DIR [--glyphs]\n"
     "Tells what is wrong with the tables of texts and the fonts of the cart: no UTF-8, keys twice or "
     "missing in a language, other\n"
     "placeholders, more characters than `limit`, more pixels than `width` in a font whose texts= name the "
     "table, characters without\n"
     "a glyph, assets that lack a language, words of screens that have no room in a language; keys that "
     "nothing names are warnings. --glyphs lists the code "
     "points each font needs.\n"
     "Exit code 1 when there is an error.\n"
     "example: oxcart texts mygame\n"},
    command_texts,
};
