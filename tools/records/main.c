/* records [--check] [--unlock] [ROOT]: writes what rom/records.txt generates, or with --check compares it
 * with what stands in the tree and ends with 1 where they differ. A layout that breaks what the lock holds is
 * refused; --unlock is for layouts that no released image has. */
#include <stdlib.h>
#include <string.h>

#include "tools/records/records.h"

static records all;

/* All of a file, or of a stream from its beginning; NULL when it cannot be read. */
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

/* Writes `made` to the path, or compares. */
static bool settle(const char *path, FILE *made, bool check) {
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

int main(int argc, char **argv) {
    static const struct {
        const char *path;
        void (*write)(const records *, FILE *);
    } outputs[] = {
        {"rom/chunks.h", records_write_offsets},         {"rom/records.h", records_write_structs},
        {"rom/record_rules.inc", records_write_rules},   {"tools/record_fields.inc", records_write_fields},
        {"tools/record_writer.h", records_write_writer}, {"rom/records.lock", records_write_lock},
        {"tests/record_samples.inc", records_write_samples}};
    bool check = false, unlock = false, ok = true;
    const char *root = ".";
    char path[1024];
    for (int i = 1; i < argc; i++) {
        check = check || strcmp(argv[i], "--check") == 0;
        unlock = unlock || strcmp(argv[i], "--unlock") == 0;
        if (argv[i][0] != '-') root = argv[i];
    }
    snprintf(path, sizeof path, "%s/rom/records.txt", root);
    if (!records_parse(path, &all)) return 1;
    snprintf(path, sizeof path, "%s/rom/records.lock", root);
    if (!unlock && !records_check_lock(&all, path)) return 1;
    for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; i++) {
        FILE *made = tmpfile();
        if (made == NULL) return 1;
        outputs[i].write(&all, made);
        snprintf(path, sizeof path, "%s/%s", root, outputs[i].path);
        ok = settle(path, made, check) && ok;
    }
    snprintf(path, sizeof path, "%s/rom/FORMAT.md", root);
    char *format = read_file(path);
    FILE *made = tmpfile();
    if (made == NULL) return 1;
    if (format == NULL || !records_write_format(&all, format, made)) {
        fprintf(stderr, "%s has no marks for the tables\n", path);
        return 1;
    }
    free(format);
    ok = settle(path, made, check) && ok;
    return ok ? 0 : 1;
}
