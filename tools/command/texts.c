/* oxcart texts: what is wrong with a cart's texts and fonts, in all languages. */
#include <stdio.h>

#include "tools/command/arguments.h"
#include "tools/command/command.h"
#include "tools/data/text_report.h"

int command_texts(int argc, char **argv) {
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
    if (!text_report_cart(folder, glyphs, json == NULL ? stdout : NULL, report, &error))
        return command_failed(&error);
    if (json != NULL)
        json_text(json, "folder", folder);
    else
        printf("%s: %u errors, %u warnings\n", folder, (unsigned)report->errors, (unsigned)report->warnings);
    return report->errors == 0 ? EXIT_GOOD : EXIT_BAD;
}
