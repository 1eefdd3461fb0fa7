/* oxcart ids: constants for names, and names for ids. */
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/file/path.h"
#include "tools/command/command.h"
#include "tools/data/ids.h"
#include "tools/import/base/file.h"
#include "tools/report/arguments.h"

typedef struct wishes {
    const char *header, *script, *list, *name, *log, *split;
} wishes;

/* The names that were read. Paths of files live as long as the collection. */
typedef struct job {
    ids ids;
    char **paths;
    size_t count, capacity;
    unsigned files;
} job;

static bool ends_with(const char *path, const char *end) {
    size_t length = strlen(path), wanted = strlen(end);
    return length >= wanted && strcmp(path + length - wanted, end) == 0;
}

static bool is_source(const char *path) {
    return ends_with(path, ".c") || ends_with(path, ".h") || ends_with(path, ".inc");
}

/* Keeps a path for the collection, which frees it; `path` is taken over. */
static bool keep_path(job *j, char *path, tool_error *error) {
    void *array = j->paths;
    char **grown;
    if (path == NULL) return import_error_memory(error, NULL);
    if (j->count == j->capacity) {
        size_t capacity = j->capacity == 0 ? 16 : j->capacity * 2;
        grown = realloc(array, capacity * sizeof *grown);
        if (grown == NULL) {
            free(path);
            return import_error_memory(error, NULL);
        }
        j->paths = grown;
        j->capacity = capacity;
    }
    j->paths[j->count++] = path;
    return true;
}

bool command_load_names(ids *names, const char *path, tool_error *error) {
    uint8_t *data;
    size_t size;
    bool good;
    if (!import_file_read(path, &data, &size, error)) return false;
    if (is_source(path))
        good = ids_read_source(names, path, (const char *)data, size, error);
    else if (ends_with(path, ".rom"))
        good = ids_read_image(names, path, data, size, error);
    else if (ids_is_data(path, (const char *)data, size))
        good = ids_read_data(names, path, (const char *)data, size, error);
    else
        good = ids_read_list(names, path, (const char *)data, size, error);
    free(data);
    return good;
}

static bool read_file(job *j, const char *path, tool_error *error) {
    j->files++;
    return command_load_names(&j->ids, path, error);
}

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* Lists the entries of a folder with their paths, sorted, since a folder's own order differs between machines. */
static bool list_folder(job *j, const char *path, size_t *first, tool_error *error) {
    DIR *folder = opendir(path);
    struct dirent *entry;
    bool good = true;
    *first = j->count;
    if (folder == NULL) return import_error_file(error, path, "cannot be opened; check its permissions");
    while (good && (entry = readdir(folder)) != NULL) {
        if (entry->d_name[0] == '.') continue;
        size_t length = strlen(path) + strlen(entry->d_name) + 2;
        char *whole = malloc(length);
        if (whole != NULL) snprintf(whole, length, "%s/%s", path, entry->d_name);
        good = keep_path(j, whole, error);
    }
    closedir(folder);
    if (good && j->count > *first) qsort(j->paths + *first, j->count - *first, sizeof *j->paths, by_text);
    return good;
}

/* Whether a file is a text of a cart. */
static bool is_data(const char *path) {
    uint8_t *data;
    size_t size;
    if (!ends_with(path, ".txt") && !ends_with(path, ".level") && !ends_with(path, ".text")) return false;
    if (command_is_folder(path) || !import_file_read(path, &data, &size, NULL)) return false;
    bool good = memchr(data, 0, size) == NULL && ids_is_data(path, (const char *)data, size);
    free(data);
    return good;
}

/* Reads sources, images and texts of carts below a folder. */
static bool read_folder(job *j, const char *path, int depth, tool_error *error) {
    size_t first, end;
    if (depth > 32) return import_error_file(error, path, "folders are nested too deep; name the inner one");
    if (!list_folder(j, path, &first, error)) return false;
    end = j->count;
    for (size_t i = first; i < end; i++) {
        const char *inner = j->paths[i];
        bool wanted = is_source(inner) || ends_with(inner, ".rom") || is_data(inner);
        if (command_is_folder(inner)) {
            if (!read_folder(j, inner, depth + 1, error)) return false;
        } else if (wanted && !read_file(j, inner, error)) {
            return false;
        }
    }
    return true;
}

static void make_guard(const char *path, char guard[64]) {
    const char *name = strrchr(path, '/');
    name = name == NULL ? path : name + 1;
    size_t length = (size_t)snprintf(guard, 64, "OXCART_GENERATED_%.40s", name);
    for (size_t i = 0; i < length; i++) {
        guard[i] = isalnum((unsigned char)guard[i]) ? (char)toupper((unsigned char)guard[i]) : '_';
    }
}

static bool write_out(const char *path, writer *out, tool_error *error) {
    bool good = !out->failed;
    if (!good)
        import_error_memory(error, path);
    else if (path == NULL)
        good = fwrite(out->data, 1, out->size, stdout) == out->size;
    else
        good = import_file_write(path, out->data, out->size, error);
    writer_free(out);
    return good;
}

static bool write_files(const job *j, const wishes *w, tool_error *error) {
    char guard[64];
    writer out = {0};
    if (w->header != NULL) {
        make_guard(w->header, guard);
        ids_write_header(&j->ids, guard, &out);
        if (!write_out(w->header, &out, error)) return false;
    }
    if (w->script != NULL) {
        ids_write_script(&j->ids, &out);
        if (!write_out(w->script, &out, error)) return false;
    }
    if (w->list != NULL) {
        ids_write_list(&j->ids, &out);
        if (!write_out(w->list, &out, error)) return false;
    }
    json_writer *json = command_json();
    if (json != NULL) json_begin_array(json, "names");
    for (size_t i = 0; json != NULL && i < j->ids.count; i++) {
        json_begin_object(json, NULL);
        json_id(json, "id", rom_id(j->ids.names[i].name));
        json_text(json, "name", j->ids.names[i].name);
        json_end_object(json);
    }
    if (json != NULL) json_end_array(json);
    if (json == NULL && w->header == NULL && w->list == NULL && w->script == NULL) {
        ids_write_list(&j->ids, &out);
        return write_out(NULL, &out, error);
    }
    return true;
}

static bool translate(const job *j, const char *path, tool_error *error) {
    uint8_t *data;
    size_t size;
    writer out = {0};
    if (!import_file_read(path, &data, &size, error)) return false;
    ids_translate(&j->ids, (const char *)data, size, &out);
    free(data);
    return write_out(NULL, &out, error);
}

/* Prints the three parts of a dotted name, its path and its id. */
static int tell_parts(const char *name) {
    ox_dotted_name parts;
    char room[OX_PATH_ROOM];
    ox_text path = ox_text_begin_plain(room, sizeof room);
    if (!ox_path_dotted(ox_text_of(name), &parts) || ox_path_of_dotted(&path, ox_text_of(name)) != OX_OK) {
        tool_error error;
        import_error_file(&error, NULL, "`%.200s` is no name in three parts; write package.folder.name",
                          name);
        return command_failed(&error);
    }
    printf("package %.*s\nfolder %.*s\nname %.*s\npath %s\nid %08x\n", (int)parts.package.length,
           parts.package.at, (int)parts.folder.length, parts.folder.length == 0 ? "" : parts.folder.at,
           (int)parts.resource.length, parts.resource.at, room, (unsigned)rom_id(room));
    return EXIT_GOOD;
}

static bool tell_name(const job *j, const char *text, tool_error *error) {
    char *end;
    unsigned long id = strtoul(text[0] == '#' ? text + 1 : text, &end, 16);
    const char *name = *end == 0 && id <= UINT32_MAX ? ids_find(&j->ids, (uint32_t)id) : NULL;
    if (name == NULL)
        return import_error_file(error, NULL, "no name has the id %s; name the list of its build", text);
    printf("%s\n", name);
    return true;
}

static bool is_flag(const argument_option *table, const char *word) {
    for (; table->name != NULL; table++)
        if (strcmp(table->name, word) == 0) return table->kind == ARGUMENT_FLAG;
    return false;
}

int command_sort_words(int argc, char **argv, const argument_option *table, char **options) {
    int files = 0, others = 0;
    options[others++] = argv[0];
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] != '-') {
            argv[1 + files++] = argv[i];
            continue;
        }
        options[others++] = argv[i];
        bool whole = strchr(argv[i], '=') != NULL || is_flag(table, argv[i]);
        if (!whole && i + 1 < argc) options[others++] = argv[++i];
    }
    options[others] = NULL;
    return files;
}

static int command_ids(int argc, char **argv) {
    wishes w = {NULL, NULL, NULL, NULL, NULL, NULL};
    const argument_option options[] = {{"-o", ARGUMENT_TEXT, &w.header, 0, 0, NULL},
                                       {"--script", ARGUMENT_TEXT, &w.script, 0, 0, NULL},
                                       {"--list", ARGUMENT_TEXT, &w.list, 0, 0, NULL},
                                       {"--split", ARGUMENT_TEXT, &w.split, 0, 0, NULL},
                                       {"--name", ARGUMENT_TEXT, &w.name, 0, 0, NULL},
                                       {"--log", ARGUMENT_TEXT, &w.log, 0, 0, NULL},
                                       COMMAND_JSON,
                                       {NULL, ARGUMENT_END, NULL, 0, 0, NULL}};
    job j = {.ids = {.said = command_report()}};
    tool_error error;
    bool good = true;
    char **words = malloc((size_t)(argc + 1) * sizeof *words);
    if (words == NULL) return command_no_memory();
    int files = command_sort_words(argc, argv, options, words), count = 0;
    while (words[count] != NULL) count++;
    bool understood = arguments_parse(count, words, options, NULL, 0, "");
    free(words);
    if (!understood) return EXIT_USAGE;
    if (w.split != NULL && files == 0) return tell_parts(w.split);
    if (files == 0) return arguments_wrong("ids", "sources, images or lists are missing");
    for (int i = 1; i <= files && good; i++) {
        good =
            command_is_folder(argv[i]) ? read_folder(&j, argv[i], 0, &error) : read_file(&j, argv[i], &error);
    }
    good = good && ids_check(&j.ids, &error);
    if (good && w.name != NULL)
        good = tell_name(&j, w.name, &error);
    else if (good && w.log != NULL)
        good = translate(&j, w.log, &error);
    else if (good)
        good = write_files(&j, &w, &error);
    if (good && command_json() == NULL && (w.header != NULL || w.list != NULL || w.script != NULL))
        printf("%zu names in %u files\n", j.ids.count, j.files);
    ids_free(&j.ids);
    for (size_t i = 0; i < j.count; i++) free(j.paths[i]);
    free(j.paths);
    return good ? EXIT_GOOD : command_failed(&error);
}

const command_verb verb_ids = {
    {"ids", "constants for names, and names for ids",
     "usage: oxcart ids FILE|DIR... [-o IDS.h] [--script IDS.ox] [--list NAMES.txt] [--json]\n"
     "       oxcart ids NAMES.txt --name ID\n"
     "       oxcart ids NAMES.txt --log FILE\n"
     "       oxcart ids --split PACKAGE.FOLDER.NAME\n"
     "Collects every SID(\"name\") of C sources and the names in carts, levels, string tables, ROM images "
     "and lists (one a "
     "line;\n"
     "none may stand twice). Refuses two names with one id, and two objects of a level with one name. -o "
     "writes a header of\n"
     "constants SID_NAME for switch labels, --script constants for scripts, --list the list of names that "
     "maps ids back; "
     "without\n"
     "any of them the list is printed. --name prints the name of an id, --log prints a log with names where "
     "it has ids such "
     "as\n"
     "#69b38f09. --split takes a name in three parts to pieces.\n"
     "example: oxcart ids mygame mygame.rom -o mygame/ids.h --list mygame.names\n"},
    command_ids,
};
