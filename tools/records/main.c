/* recordgen [--check] [--unlock] [--into FOLDER] [ROOT]: brings rom/records.lock and rom/FORMAT.md to what rom/records.txt says, or with
 * --check compares these files with it and ends with 1 where they differ. --into writes the sources that a build
 * needs into FOLDER and leaves a source whose text is right untouched. A layout that breaks the lock is refused;
 * --unlock is for layouts that no released image has. */
#include <stdlib.h>
#include <string.h>

#include "tools/records/records.h"

static records all;

/* The whole text of a stream from its beginning; NULL when it cannot be read. */
static char *read_stream(FILE *in) {
    if (in == NULL || fseek(in, 0, SEEK_END) != 0) return NULL;
    long size = ftell(in);
    rewind(in);
    char *text = size < 0 ? NULL : malloc((size_t)size + 1);
    if (text != NULL) text[fread(text, 1, (size_t)size, in)] = 0;
    return text;
}

static char *read_file(const char *path) {
    FILE *in = fopen(path, "rb");
    char *text = read_stream(in);
    if (in != NULL) fclose(in);
    return text;
}

/* Writes `made` to the path, or compares it with the file there. */
static bool settle_file(const char *path, FILE *made, bool check) {
    char *now = read_stream(made), *there = read_file(path);
    bool same = now != NULL && there != NULL && strcmp(now, there) == 0, ok = same;
    if (!same && check) fprintf(stderr, "%s does not fit rom/records.txt; run `make records`\n", path);
    if (!same && !check && now != NULL) {
        FILE *out = fopen(path, "wb");
        ok = out != NULL && fputs(now, out) >= 0;
        if (out != NULL) ok = fclose(out) == 0 && ok;
        if (!ok) fprintf(stderr, "%s cannot be written\n", path);
    }
    free(now);
    free(there);
    fclose(made);
    return ok;
}

typedef struct output {
    const char *path;
    void (*write)(const records *, FILE *);
} output;

/* Makes one output, and writes it below a folder or compares it with the file there. */
static bool settle_output(const char *folder, const output *o, bool check) {
    char path[1024];
    FILE *made = tmpfile();
    if (made == NULL) return false;
    o->write(&all, made);
    snprintf(path, sizeof path, "%s/%s", folder, o->path);
    return settle_file(path, made, check);
}

/* The tables of FORMAT.md stand between marks; the text round them is written by hand. */
static bool settle_format(const char *root, bool check) {
    char path[1024];
    snprintf(path, sizeof path, "%s/rom/FORMAT.md", root);
    char *format = read_file(path);
    FILE *made = tmpfile();
    if (made == NULL) return false;
    if (format == NULL || !records_write_format(&all, format, made)) {
        fprintf(stderr, "%s has no marks for the tables\n", path);
        return false;
    }
    free(format);
    return settle_file(path, made, check);
}

int main(int argc, char **argv) {
    static const output lock = {"rom/records.lock", records_write_lock};
    static const output sources[] = {{"rom/chunks.h", records_write_offsets},
                                     {"rom/records.h", records_write_structs},
                                     {"rom/check/record_rules.inc", records_write_rules},
                                     {"tools/inspect/record_fields.inc", records_write_fields},
                                     {"tools/record_writer.h", records_write_writer},
                                     {"tests/record_samples.inc", records_write_samples}};
    bool check = false, unlock = false;
    const char *root = ".", *into = NULL;
    char path[1024];
    for (int i = 1; i < argc; i++) {
        check = check || strcmp(argv[i], "--check") == 0;
        unlock = unlock || strcmp(argv[i], "--unlock") == 0;
        if (strcmp(argv[i], "--into") == 0 && i + 1 < argc)
            into = argv[++i];
        else if (argv[i][0] != '-')
            root = argv[i];
    }
    snprintf(path, sizeof path, "%s/rom/records.txt", root);
    if (!records_parse(path, &all)) return 1;
    snprintf(path, sizeof path, "%s/rom/records.lock", root);
    if (!unlock && !records_check_lock(&all, path)) return 1;
    bool ok = settle_output(root, &lock, check);
    ok = settle_format(root, check) && ok;
    for (size_t i = 0; into != NULL && i < sizeof sources / sizeof sources[0]; i++)
        ok = settle_output(into, &sources[i], false) && ok;
    return ok ? 0 : 1;
}
