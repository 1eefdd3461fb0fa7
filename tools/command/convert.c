/* oxcart convert: one file from one form into another. oxcart cache: the store of results and sources. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/writer.h"
#include "tools/build/project.h"
#include "tools/command/command.h"
#include "tools/convert/convert.h"
#include "tools/import/base/file.h"
#include "tools/import/base/folder.h"
#include "tools/report/arguments.h"
#include "tools/step/step.h"
#include "tools/step/store.h"

static void say_note(void *argument, const char *text) {
    report_note(command_report(), argument, 0, "%s", text);
}

static int command_convert(int argc, char **argv) {
    const char *input = NULL, *output = NULL;
    bool quiet = false;
    const argument_option options[] = {{"-o", ARGUMENT_TEXT, &output, 0, 0, NULL},
                                       {"--quiet", ARGUMENT_FLAG, &quiet, 0, 0, NULL},
                                       {NULL, ARGUMENT_END, NULL, 0, 0, NULL}};
    tool_error error;
    if (!arguments_parse(argc, argv, options, &input, 1, "the file to convert")) return EXIT_USAGE;
    if (output == NULL)
        return arguments_wrong("convert", "-o FILE.png|.xpm|.obj|.oxs|.wav|.song|.txt|.json|.ini is missing");
    if (!convert_file(input, output, quiet ? NULL : say_note, (void *)(uintptr_t)input, &error))
        return command_failed(&error);
    return EXIT_GOOD;
}

/* oxcart clean: removes an output, the state of its build and, when no other state is left, the kept results. */
static int command_clean(int argc, char **argv) {
    static const argument_option options[] = {{NULL, ARGUMENT_END, NULL, 0, 0, NULL}};
    const char *output = NULL;
    tool_error error;
    if (!arguments_parse(argc, argv, options, &output, 1, "the image to remove")) return EXIT_USAGE;
    return project_clean(output, &error) ? EXIT_GOOD : command_failed(&error);
}

/* ---- the store ---- */

typedef struct cache_words {
    const char *what, *place, *cache, *output, *list, *keep;
    int32_t days;
    uint32_t most;
    bool copy;
} cache_words;

static void print_sums(const store_sums *s) {
    json_writer *json = command_json();
    if (json != NULL) {
        json_number(json, "objects", s->objects);
        json_number(json, "bytes", s->bytes);
        json_number(json, "records", s->records);
        json_number(json, "damaged", s->damaged);
        json_number(json, "removed", s->removed);
        json_number(json, "removed_bytes", s->removed_bytes);
        return;
    }
    printf("%llu objects of %llu bytes, %llu records; %llu damaged, %llu removed (%llu bytes)\n",
           (unsigned long long)s->objects, (unsigned long long)s->bytes, (unsigned long long)s->records,
           (unsigned long long)s->damaged, (unsigned long long)s->removed,
           (unsigned long long)s->removed_bytes);
}

/* The results that the states in --keep name, one file after another with commas between. */
static bool read_keep(const char *keep, digest **digests, uint32_t *count, tool_error *error) {
    *digests = NULL;
    *count = 0;
    while (keep != NULL && *keep != 0) {
        char path[1024];
        digest *more = NULL;
        uint32_t added = 0;
        size_t length = strcspn(keep, ",");
        snprintf(path, sizeof path, "%.*s", (int)(length < sizeof path - 1 ? length : sizeof path - 1), keep);
        if (!build_state_results(path, &more, &added, error)) return false;
        digest *grown = realloc(*digests, ((size_t)*count + added + 1) * sizeof **digests);
        if (grown != NULL) {
            *digests = grown;
            memcpy(grown + *count, more, added * sizeof *more);
            *count += added;
        }
        free(more);
        if (grown == NULL) return import_error_memory(error, path);
        keep += length + (keep[length] == ',');
    }
    return true;
}

static int prune(const store *s, const cache_words *w) {
    store_sums sums;
    tool_error error;
    digest *keep;
    uint32_t count;
    bool ok = read_keep(w->keep, &keep, &count, &error);
    const store_prune_wishes wishes = {(uint64_t)w->days * 86400u, w->most, keep, count};
    ok = ok && store_prune(s, &wishes, &sums, &error);
    free(keep);
    if (!ok) return command_failed(&error);
    print_sums(&sums);
    return EXIT_GOOD;
}

/* Puts all files of a folder into the store, and writes a list of them. */
static int put_folder(const store *s, const cache_words *w) {
    folder_list list;
    tool_error error;
    writer out = {0};
    if (w->output == NULL) return arguments_wrong("cache", "put FOLDER wants -o LIST");
    bool ok = folder_read(w->place, &list, &error);
    for (uint32_t i = 0; ok && i < list.count; i++) {
        char path[3100], hex[DIGEST_TEXT];
        digest name;
        snprintf(path, sizeof path, "%.1000s/%.2047s", w->place, list.names[i]);
        ok = store_put_file(s, path, &name, &error);
        digest_print(&name, hex);
        writer_bytes(&out, hex, strlen(hex));
        writer_u8(&out, ' ');
        writer_bytes(&out, list.names[i], strlen(list.names[i]));
        writer_u8(&out, '\n');
    }
    ok = ok && import_file_write(w->output, out.data == NULL ? (const void *)"" : out.data, out.size, &error);
    if (ok && command_json() != NULL) json_number(command_json(), "files", list.count);
    if (ok && command_json() == NULL) printf("%u files are in %s\n", (unsigned)list.count, s->folder);
    writer_free(&out);
    folder_free(&list);
    return ok ? EXIT_GOOD : command_failed(&error);
}

static bool is_inside(const char *name) {
    return name[0] != '/' && strstr(name, "../") == NULL && strcmp(name, "..") != 0 && name[0] != 0;
}

/* Puts the files of a list into a folder, as links where possible. */
static int get_list(const store *s, const cache_words *w) {
    uint8_t *text;
    size_t size;
    tool_error error;
    unsigned long line = 0;
    unsigned ways[4] = {0, 0, 0, 0};
    if (w->output == NULL) return arguments_wrong("cache", "get LIST wants -o FOLDER");
    if (!import_file_read(w->place, &text, &size, &error)) return command_failed(&error);
    bool ok = true;
    for (char *at = (char *)text, *end; ok && *at != 0; at = end) {
        char path[3100];
        digest name;
        store_way way = STORE_THERE;
        end = at + strcspn(at, "\n");
        if (*end != 0) *end++ = 0;
        line++;
        if (strlen(at) < 66 || at[64] != ' ' || !digest_read(at, &name) || !is_inside(at + 65)) {
            ok = import_error_line(&error, w->place, line, "is no line of a list of oxcart cache put");
            break;
        }
        snprintf(path, sizeof path, "%.1000s/%.2047s", w->output, at + 65);
        ok = store_take_file(s, &name, path, w->copy, &way, &error);
        ways[way]++;
    }
    free(text);
    if (!ok) return command_failed(&error);
    json_writer *json = command_json();
    if (json != NULL) {
        json_number(json, "there", ways[STORE_THERE]);
        json_number(json, "links", ways[STORE_HARD_LINK] + ways[STORE_SYMBOLIC_LINK]);
        json_number(json, "copied", ways[STORE_COPY]);
        return EXIT_GOOD;
    }
    printf("%u files were there, %u are links, %u were copied\n", ways[STORE_THERE],
           ways[STORE_HARD_LINK] + ways[STORE_SYMBOLIC_LINK], ways[STORE_COPY]);
    return EXIT_GOOD;
}

static int command_cache(int argc, char **argv) {
    cache_words w = {.days = 0};
    const argument_option options[] = {{"--cache", ARGUMENT_TEXT, &w.cache, 0, 0, NULL},
                                       {"-o", ARGUMENT_TEXT, &w.output, 0, 0, NULL},
                                       {"--keep", ARGUMENT_TEXT, &w.keep, 0, 0, NULL},
                                       {"--older-than", ARGUMENT_NUMBER, &w.days, 0, 100000, NULL},
                                       {"--most", ARGUMENT_BYTES, &w.most, 0, 0, NULL},
                                       {"--copy", ARGUMENT_FLAG, &w.copy, 0, 0, NULL},
                                       COMMAND_JSON,
                                       {NULL, ARGUMENT_END, NULL, 0, 0, NULL}};
    const char *words[2] = {NULL, NULL};
    static const char *const verbs[] = {"verify", "prune", "put", "get", NULL};
    tool_error error;
    store_sums sums;
    store s;
    bool two = argc > 1 && (strcmp(argv[1], "put") == 0 || strcmp(argv[1], "get") == 0);
    if (!arguments_parse(argc, argv, options, words, two ? 2 : 1, "verify, prune, put FOLDER or get LIST"))
        return EXIT_USAGE;
    w.what = words[0];
    w.place = words[1];
    int verb = cart_choice(w.what, verbs);
    if (verb < 0)
        return arguments_wrong("cache", "%s is unknown; possible are verify, prune, put FOLDER, get LIST",
                               w.what);
    const char *folder = w.cache != NULL ? w.cache : getenv("OXCART_CACHE");
    if (folder == NULL || folder[0] == 0) folder = ".oxcart";
    if (!store_open(&s, folder)) {
        import_error_file(&error, folder, "is no folder that can be written to; name one with --cache");
        return command_failed(&error);
    }
    if (verb == 1) return prune(&s, &w);
    if (verb == 2) return put_folder(&s, &w);
    if (verb == 3) return get_list(&s, &w);
    if (!store_verify(&s, &sums, &error)) return command_failed(&error);
    print_sums(&sums);
    return sums.damaged == 0 ? EXIT_GOOD : EXIT_BAD;
}

const command_verb verb_convert = {
    {"convert", "turn a single file into a plain form",
     "usage: oxcart convert FILE -o OUT.png|.xpm|.obj|.oxs|.wav|.song|.txt|.json|.ini [--quiet]\n"
     "Reads whatever can be imported: pictures become PNG or text (XPM), models OBJ or the intermediate\n"
     "format (.oxs, with names, hierarchy, skins, animations, lights; tools/INTERMEDIATE.md), sounds WAV, "
     "songs and "
     "tile maps text.\n"
     "example: oxcart convert hero.glb -o hero.obj\n"},
    command_convert,
};

const command_verb verb_clean = {
    {"clean", "remove an image and what was kept to make it",
     "usage: oxcart clean FILE.rom\n"
     "Removes the image, the state of its build and, when it was the last one there, the folder .oxcart "
     "beside it.\n"
     "example: oxcart clean mygame.rom\n"},
    command_clean,
};

const command_verb verb_cache = {
    {"cache", "look after the store of results and sources",
     "usage: oxcart cache verify | prune [--older-than DAYS] [--most BYTES] [--keep STATES] [--cache FOLDER] "
     "[--json]\n"
     "       oxcart cache put DIR -o LIST | get LIST -o DIR [--copy] [--cache FOLDER]\n"
     "The store is --cache FOLDER, else $OXCART_CACHE, else .oxcart. verify takes damaged results out; prune "
     "what was not used\n"
     "for so long, and the longest unused until so many bytes are left, but nothing that the last builds in "
     "STATES\n"
     "(.oxcart/NAME.rom.state, commas between) used. put keeps a folder of sources; get makes the same "
     "folder elsewhere out of\n"
     "links.\n"
     "example: oxcart cache prune --older-than 30 --keep .oxcart/mygame.rom.state\n"},
    command_cache,
};
