/* oxcart merge, and oxcart diff of texts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/cart/merge.h"
#include "tools/command/command.h"
#include "tools/import/base/file.h"
#include "tools/import/text/text_difference.h"
#include "tools/report/arguments.h"

/* Writes to a file, or to standard output. */
static bool write_out(const char *path, const writer *out, tool_error *error) {
    if (path != NULL)
        return import_file_write(path, out->data == NULL ? "" : (const char *)out->data, out->size, error);
    return out->size == 0 || fwrite(out->data, 1, out->size, stdout) == out->size ||
           import_error_file(error, NULL, "standard output cannot be written to");
}

static bool read_text(const char *path, merge_text *text, tool_error *error) {
    uint8_t *data;
    size_t size;
    if (!import_file_read(path, &data, &size, error)) return false;
    *text = (merge_text){path, (const char *)data, size};
    if (size == 0 || memchr(data, 0, size) == NULL) return true;
    return import_error_file(
        error, path, "is no text; binary files are compared with oxcart diff and made from their sources");
}

static int command_merge(int argc, char **argv) {
    static const char *const forms[] = {"cart", "level", "keys", "table", "tiles", "lines", NULL};
    const char *paths[3] = {NULL, NULL, NULL}, *output = NULL;
    int form = -1;
    const argument_option options[] = {{"-o", ARGUMENT_TEXT, &output, 0, 0, NULL},
                                       {"--as", ARGUMENT_CHOICE, &form, 0, 0, forms},
                                       COMMAND_JSON,
                                       {NULL, ARGUMENT_END, NULL, 0, 0, NULL}};
    merge_input in = {.said = command_report()};
    merge_text *texts[3] = {&in.base, &in.mine, &in.theirs};
    writer out = {0};
    uint32_t conflicts = 0;
    tool_error error;
    bool ok = true, guessed;
    if (!arguments_parse(argc, argv, options, paths, 3, "the base, mine and theirs")) return EXIT_USAGE;
    for (int i = 0; i < 3 && ok; i++) ok = read_text(paths[i], texts[i], &error);
    guessed = form < 0;
    if (ok && guessed) {
        const char *name =
            output == NULL ? paths[1] : output; /* version control passes the name of a temporary file */
        form = (int)statements_guess(name, in.mine.text, in.mine.size);
    }
    if (ok && form != (int)STATEMENTS_FORMS) {
        ok = merge_by_statements(&in, (statements_form)form, &out, &conflicts, &error);
        if (!ok && guessed) { /* the guessed form does not fit */
            writer_free(&out);
            form = (int)STATEMENTS_FORMS;
            ok = true;
        }
    }
    if (ok && form == (int)STATEMENTS_FORMS) ok = merge_by_lines(&in, &out, &conflicts, &error);
    json_writer *json = command_json();
    if (ok && json != NULL) {
        json_text(json, "form", forms[form]);
        json_number(json, "conflicts", conflicts);
        if (output != NULL)
            json_text(json, "output", output);
        else
            json_text_part(json, "text", out.data == NULL ? "" : (const char *)out.data, out.size);
    }
    ok = ok && ((json != NULL && output == NULL) || write_out(output, &out, &error));
    for (int i = 0; i < 3; i++) free((void *)(uintptr_t)texts[i]->text);
    writer_free(&out);
    if (!ok) return command_failed(&error);
    return conflicts == 0 ? EXIT_GOOD : EXIT_BAD;
}

int command_diff_texts(const char *const paths[2], bool words, int32_t context) {
    merge_text a = {NULL, NULL, 0}, b = {NULL, NULL, 0};
    text_edits edits;
    writer out = {0};
    tool_error error;
    bool ok = read_text(paths[0], &a, &error) && read_text(paths[1], &b, &error) &&
              text_compare(a.text, a.size, b.text, b.size, words ? TEXT_WORDS : TEXT_LINES, &edits, &error);
    size_t different = 0;
    if (ok) {
        different = edits.count;
        if (words) {
            text_write_words(&edits, (size_t)context, &out);
        } else {
            text_write_unified(&edits, paths[0], paths[1], (size_t)context, &out);
        }
        text_edits_free(&edits);
        json_writer *json = command_json();
        writer_u8(&out, 0);
        if (json == NULL) {
            out.size -= out.failed ? 0u : 1u;
            ok = write_out(NULL, &out, &error);
        } else {
            json_number(json, "different", different);
            command_json_lines(json, "differences", out.failed ? "" : (const char *)out.data);
        }
    }
    writer_free(&out);
    free((void *)(uintptr_t)a.text);
    free((void *)(uintptr_t)b.text);
    if (!ok) return command_failed(&error);
    return different == 0 ? EXIT_GOOD : EXIT_BAD;
}

const command_verb verb_merge = {
    {"merge", "join what two people changed",
     "usage: oxcart merge BASE MINE THEIRS [-o OUT] [--as cart|level|keys|table|tiles|lines] [--json]\n"
     "Carts, levels, string tables (KEY = text, or .csv) and tile tables are joined by what they say: "
     "objects, materials "
     "and\n"
     "rows by name, whatever their order, field by field; other texts by lines. What both changed "
     "differently stands "
     "between\n"
     "the marks <<<<<<< and >>>>>>>, is told, and makes exit code 1. --as chooses, else the file's name and "
     "words tell.\n"
     "example: oxcart merge base/town.txt mine/town.txt theirs/town.txt -o town.txt\n"
     "example: git config merge.oxcart.driver 'oxcart merge %O %A %B -o %A'\n"},
    command_merge,
};
