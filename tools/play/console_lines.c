/* Reads files of lines for the console of the inside view. */
#include "tools/play/console_lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/file.h"
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

bool console_lines_other(void *lines, const char *line, char *answer, size_t size) {
    console_lines *c = lines;
    char path[512];
    tool_error error;
    line += strspn(line, " \t");
    if (strncmp(line, "keep", 4) == 0 && strchr(" \t", line[4]) != NULL && c->view->host != NULL) {
        keep_options(c, line + 4, answer, size);
        return true;
    }
    if (strncmp(line, "exec", 4) != 0 || (line[4] != ' ' && line[4] != '\t')) return false;
    line += 4 + strspn(line + 4, " \t\"");
    const size_t length = strcspn(line, "\"\n");
    if (length == 0 || length >= sizeof path) return false;
    memcpy(path, line, length);
    path[length] = '\0';
    while (path[0] != '\0' && path[strlen(path) - 1] == ' ') path[strlen(path) - 1] = '\0';
    if (c->deep >= CONSOLE_LINES_DEEP)
        snprintf(answer, size, "files within files within files: %s", path);
    else if (console_lines_do(c, path, &error))
        snprintf(answer, size, "did %s", path);
    else
        snprintf(answer, size, "%s", error.text);
    return true;
}
