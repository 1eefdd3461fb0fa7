/* Reads files of lines for the console of the inside view. */
#include "tools/play/console_lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/file.h"
#include "tools/play/console_goad.h"
#include "tools/play/option_sources.h"

bool console_lines_do(console_lines *c, const char *path, tool_error *error) {
    uint8_t *text;
    size_t size;
    if (!import_file_read(path, &text, &size, error)) return false;
    c->deep++;
    const bool ok = memchr(text, 0, size) == NULL && ox_inspect_run(c->view, (const char *)text);
    c->deep--;
    free(text);
    if (!ok) import_error_file(error, path, "a line of the console was refused");
    return ok;
}

/* keep [PATH]: the answer tells how many options stand in the text. */
static void keep_options(const console_lines *c, const char *line, char *answer, size_t size) {
    char path[80], file[512];
    tool_error error;
    uint32_t count;
    line += strspn(line, " \t");
    snprintf(path, sizeof path, "%.*s", (int)strcspn(line, " \t\n"), line);
    const char *comma = c->options == NULL ? NULL : strrchr(c->options, ',');
    snprintf(file, sizeof file, "%s", c->options == NULL ? "" : comma == NULL ? c->options : comma + 1);
    if (c->options == NULL)
        snprintf(answer, size, "there is no text for options: --options FILE.ini");
    else if (option_sources_keep(c->view->host, file, path, &count, &error))
        snprintf(answer, size, "%u in %s", (unsigned)count, file);
    else
        snprintf(answer, size, "%s", error.text);
}

/* ---- values in a file ---- */

typedef struct dumping {
    FILE *file;
    uint32_t lines;
    bool refused;
    char last[OX_INSPECT_SCROLL_LINE];
} dumping;

static void dump_line(void *context, const char *line) {
    dumping *d = context;
    if (strcmp(line, "!") == 0) d->refused = true;
    if (line[1] == 0) return;
    snprintf(d->last, sizeof d->last, "%s", line);
    fprintf(d->file, "%s\n", line);
    d->lines++;
}

static void dump_values(const console_lines *c, const char *rest, char *answer, size_t size) {
    char file[256], name[80], line[100];
    dumping d = {.refused = false};
    if (sscanf(rest, " %255s %79s", file, name) != 2) {
        snprintf(answer, size, "its form is: FILE NAME[.COMPONENT]");
        return;
    }
    d.file = fopen(file, "w");
    if (d.file == NULL) {
        snprintf(answer, size, "%s cannot be written", file);
        return;
    }
    snprintf(line, sizeof line, "values %s", name);
    ox_inspect_ask(c->view, line, dump_line, &d);
    const bool written = fclose(d.file) == 0;
    if (d.refused)
        snprintf(answer, size, "%s", d.last);
    else
        snprintf(answer, size, written ? "%u values in %s" : "%u values do not fit into %s",
                 (unsigned)d.lines, file);
    if (d.refused) remove(file);
}

/* ---- expressions ---- */

/* Each line of a file as an expression. */
static void do_script(const console_lines *c, const char *path, char *answer, size_t size) {
    char line[256], look[260];
    FILE *file = fopen(path, "r");
    snprintf(answer, size, file == NULL ? "%s cannot be read" : "did %s", path);
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\r\n")] = 0;
        snprintf(look, sizeof look, "= %s", line);
        if (line[strspn(line, " \t")] != 0) (void)ox_inspect_run(c->view, look);
    }
    if (file != NULL) fclose(file);
}

/* ---- all ---- */

static void do_file(console_lines *c, const char *path, char *answer, size_t size) {
    tool_error error;
    if (c->deep >= CONSOLE_LINES_DEEP)
        snprintf(answer, size, "files within files within files: %s", path);
    else if (console_lines_do(c, path, &error))
        snprintf(answer, size, "did %s", path);
    else
        snprintf(answer, size, "%s", error.text);
}

bool console_lines_other(void *lines, const char *line, char *answer, size_t size) {
    static const char *const words[] = {"keep", "dump", "=", "script", "exec"};
    enum { KEEP, DUMP, LOOK, SCRIPT, EXEC, WORDS };
    console_lines *c = lines;
    char path[512];
    int word = 0;
    line += strspn(line, " \t");
    const size_t first = strcspn(line, " \t");
    while (word < WORDS && (strlen(words[word]) != first || memcmp(words[word], line, first) != 0)) word++;
    if (word == WORDS || c->view->host == NULL) return false;
    line += first + strspn(line + first, " \t");
    snprintf(path, sizeof path, "%.*s", (int)strcspn(line + (*line == '"'), "\"\n"), line + (*line == '"'));
    while (path[0] != '\0' && path[strlen(path) - 1] == ' ') path[strlen(path) - 1] = '\0';
    if (path[0] == 0 && (word == SCRIPT || word == EXEC || word == LOOK)) return false;
    if (word == KEEP) keep_options(c, line, answer, size);
    if (word == DUMP) dump_values(c, line, answer, size);
    if (word == LOOK) (void)console_goad_look(c->view, c->folder, line, answer, size);
    if (word == SCRIPT) do_script(c, path, answer, size);
    if (word == EXEC) do_file(c, path, answer, size);
    return true;
}
