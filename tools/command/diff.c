/* oxcart diff: compares two images, saved games, recordings, pictures, sounds or texts, each kind by its own parts. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/command/command.h"
#include "tools/data/state_text.h"
#include "tools/import/base/file.h"
#include "tools/import/base/folder.h"
#include "tools/import/image/png_write.h"
#include "tools/inspect/chunk_decode.h"
#include "tools/inspect/dump.h"
#include "tools/report/arguments.h"

typedef enum content { CONTENT_TEXT, CONTENT_IMAGE, CONTENT_STATE, CONTENT_PICTURE, CONTENT_SOUND } content;

typedef struct side {
    const char *path;
    uint8_t *data;
    size_t size;
    content kind;
} side;

typedef struct wishes {
    const char *output, *names;
    int32_t most, context, within;
    bool words;
    FILE *out;
} wishes;

static bool begins(const side *s, const char *with, size_t length) {
    return s->size >= length && memcmp(s->data, with, length) == 0;
}

static bool is_tga(const char *path) {
    const char *point = strrchr(path, '.');
    return point != NULL && (strcmp(point, ".tga") == 0 || strcmp(point, ".TGA") == 0);
}

static content kind_of(const side *s) {
    static const struct {
        const char *with;
        size_t length;
        content kind;
    } marks[] = {
        {"\x89PNG", 4, CONTENT_PICTURE}, {"GIF8", 4, CONTENT_PICTURE},  {"\xFF\xD8\xFF", 3, CONTENT_PICTURE},
        {"II*\0", 4, CONTENT_PICTURE},   {"MM\0*", 4, CONTENT_PICTURE}, {"DDS ", 4, CONTENT_PICTURE},
        {"RIFF", 4, CONTENT_SOUND}};
    if (s->size >= 4 && (rom_u32(s->data) == ROM_MAGIC || rom_u32(s->data) == ROM_MAGIC_REVERSED))
        return CONTENT_IMAGE;
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (begins(s, marks[i].with, marks[i].length)) return marks[i].kind;
    if (is_tga(s->path) || (begins(s, "BM", 2) && memchr(s->data, 0, s->size) != NULL))
        return CONTENT_PICTURE;
    return state_file_kind_of(s->data, s->size) != STATE_NONE ? CONTENT_STATE : CONTENT_TEXT;
}

/* ---- comparing each kind; *different is the answer ---- */

static bool diff_images(const side s[2], const wishes *w, bool *different, tool_error *error) {
    uint8_t *data[2] = {NULL, NULL};
    size_t size;
    rom_image images[2];
    bool ok = w->output == NULL || folder_make(w->output, error);
    for (int i = 0; ok && i < 2; i++) ok = command_load_rom(s[i].path, &data[i], &size, &images[i], error);
    const dump_comparison how = {.most = (uint32_t)w->most, .folder = w->output};
    if (ok) *different = dump_difference(&images[0], &images[1], &how, w->out) > 0;
    free(data[0]);
    free(data[1]);
    return ok;
}

static bool diff_states(const side s[2], const wishes *w, bool *different, tool_error *error) {
    field_lines lines[2] = {{0}, {0}};
    ids names = {0};
    field_teller t = {.most = (uint32_t)w->most, .out = w->out};
    bool ok = w->names == NULL || command_load_names(&names, w->names, error);
    for (int i = 0; ok && i < 2; i++) ok = state_lines(s[i].path, s[i].data, s[i].size, &lines[i], error);
    for (int i = 0; ok && i < 2 && w->names != NULL; i++) {
        for (size_t k = 0; k < lines[i].count; k++) {
            char told[STATE_PATH * 3];
            field_line *line = &lines[i].lines[k];
            if (!state_path_named(line->path, &names, told, sizeof told)) continue;
            char *grown = realloc(line->path, strlen(told) + 1);
            if (grown != NULL) line->path = memcpy(grown, told, strlen(told) + 1);
        }
    }
    ok = ok &&
         (field_lines_tell(&lines[0], &lines[1], NULL, true, &t) || import_error_memory(error, s[0].path));
    if (t.told > t.most) fprintf(w->out, "and %u more\n", t.told - t.most);
    *different = t.told > 0;
    if (ok && t.told == 0 && s[0].size != s[1].size) {
        fprintf(w->out, "%zu -> %zu bytes\n", s[0].size, s[1].size);
        *different = true;
    }
    field_lines_free(&lines[0]);
    field_lines_free(&lines[1]);
    ids_free(&names);
    return ok;
}

static bool diff_pictures(const side s[2], const wishes *w, bool *different, tool_error *error) {
    import_image pictures[2] = {{.rgba = NULL}, {.rgba = NULL}}, shown = {.rgba = NULL};
    picture_difference d;
    bool ok = true;
    for (int i = 0; ok && i < 2; i++) {
        ok = is_tga(s[i].path)
                 ? import_tga_decode(s[i].path, s[i].data, s[i].size, &pictures[i], error)
                 : import_image_from_memory(s[i].path, s[i].data, s[i].size, &pictures[i], error);
    }
    if (ok && (pictures[0].width != pictures[1].width || pictures[0].height != pictures[1].height)) {
        fprintf(w->out, "%dx%d -> %dx%d pixels\n", pictures[0].width, pictures[0].height, pictures[1].width,
                pictures[1].height);
        *different = true;
    } else if (ok &&
               picture_compare(&pictures[0], &pictures[1], &d, w->output == NULL ? NULL : &shown, error)) {
        *different = d.largest > w->within;
        if (*different)
            fprintf(w->out, "%u of %u pixels differ by up to %d, PSNR %.1f dB\n", d.different, d.pixels,
                    d.largest, d.psnr);
        const import_png_picture picture = {
            .width = shown.width, .height = shown.height, .format = IMPORT_PNG_RGBA, .pixels = shown.rgba};
        if (*different && w->output != NULL) ok = import_png_write(w->output, &picture, error);
    } else {
        ok = false;
    }
    import_image_free(&pictures[0]);
    import_image_free(&pictures[1]);
    import_image_free(&shown);
    return ok;
}

static bool diff_sounds(const side s[2], const wishes *w, bool *different, tool_error *error) {
    import_sound sounds[2] = {{.samples = NULL}, {.samples = NULL}};
    bool ok = true;
    for (int i = 0; ok && i < 2; i++)
        ok = import_wav_decode(s[i].path, s[i].data, s[i].size, &sounds[i], error);
    if (ok) {
        const import_sound *a = &sounds[0], *b = &sounds[1];
        sound_difference d = sound_compare(a, b);
        *different =
            a->rate != b->rate || a->channels != b->channels || a->frames != b->frames || d.different > 0;
        if (a->rate != b->rate) fprintf(w->out, "rate: %u -> %u\n", a->rate, b->rate);
        if (a->channels != b->channels) fprintf(w->out, "channels: %u -> %u\n", a->channels, b->channels);
        if (a->frames != b->frames) fprintf(w->out, "frames: %u -> %u\n", a->frames, b->frames);
        if (d.different > 0)
            fprintf(w->out, "%u samples differ by up to %u of 32768, the first in frame %u\n", d.different,
                    d.peak, d.first);
    }
    import_sound_free(&sounds[0]);
    import_sound_free(&sounds[1]);
    return ok;
}

static int command_diff(int argc, char **argv) {
    const char *paths[2] = {NULL, NULL};
    wishes w = {.most = 20, .context = 3};
    const argument_option options[] = {{"--most", ARGUMENT_NUMBER, &w.most, 1, 1000000, NULL},
                                       {"--words", ARGUMENT_FLAG, &w.words, 0, 0, NULL},
                                       {"--context", ARGUMENT_NUMBER, &w.context, 0, 1000, NULL},
                                       {"--names", ARGUMENT_TEXT, &w.names, 0, 0, NULL},
                                       {"--within", ARGUMENT_NUMBER, &w.within, 0, 255, NULL},
                                       {"-o", ARGUMENT_TEXT, &w.output, 0, 0, NULL},
                                       COMMAND_JSON,
                                       {NULL, ARGUMENT_END, NULL, 0, 0, NULL}};
    side s[2] = {{.data = NULL}, {.data = NULL}};
    tool_error error;
    bool different = false, ok = true;
    if (!arguments_parse(argc, argv, options, paths, 2,
                         "the two images, saved games, recordings, pictures, sounds or texts"))
        return EXIT_USAGE;
    for (int i = 0; ok && i < 2; i++) {
        s[i].path = paths[i];
        ok = import_file_read(paths[i], &s[i].data, &s[i].size, &error);
        if (ok) s[i].kind = kind_of(&s[i]);
    }
    bool texts = ok && s[0].kind == CONTENT_TEXT && s[1].kind == CONTENT_TEXT;
    if (ok && !texts && s[0].kind != s[1].kind && s[0].kind != CONTENT_IMAGE && s[1].kind != CONTENT_IMAGE)
        ok = import_error_file(&error, paths[1], "is of another kind than %s; compare two of one kind",
                               paths[0]);
    json_writer *json = command_json();
    char *text = NULL;
    size_t length = 0;
    w.out = json == NULL || texts ? stdout : open_memstream(&text, &length);
    if (w.out == NULL) ok = import_error_memory(&error, NULL);
    content kind = ok && s[1].kind == CONTENT_IMAGE ? CONTENT_IMAGE : s[0].kind;
    if (ok && !texts) {
        ok = kind == CONTENT_IMAGE     ? diff_images(s, &w, &different, &error)
             : kind == CONTENT_STATE   ? diff_states(s, &w, &different, &error)
             : kind == CONTENT_PICTURE ? diff_pictures(s, &w, &different, &error)
                                       : diff_sounds(s, &w, &different, &error);
    }
    free(s[0].data);
    free(s[1].data);
    if (w.out != NULL && w.out != stdout) {
        fclose(w.out);
        if (ok) json_switch(json, "different", different);
        if (ok) command_json_lines(json, "differences", text);
    }
    free(text);
    if (!ok) return command_failed(&error);
    if (texts) return command_diff_texts(paths, w.words, w.context);
    return different ? EXIT_BAD : EXIT_GOOD;
}

const command_verb verb_diff = {
    {"diff", "compare two ROM images, saved games, recordings, pictures, sounds or texts",
     "usage: oxcart diff A.rom B.rom [--most N] [-o FOLDER] [--json]\n"
     "       oxcart diff A B [--most N] [--names FILE]         saved games or recordings\n"
     "       oxcart diff A.png B.png [--within N] [-o OUT.png] pictures; WAV files alike, without -o\n"
     "       oxcart diff A.txt B.txt [--words] [--context N]\n"
     "By chunk, record and field, not by byte: added, removed, changed, at most N lines a chunk or file "
     "(20); pictures by pixels that\n"
     "differ and PSNR, with -o also as a picture of the differences (--within 7: as 5 bits of each colour "
     "are alike); sounds by frames and the largest step "
     "of a sample.\n"
     "Texts by lines as a unified difference, with N lines around each change (3); --words marks [-words-] "
     "and {+words+}.\n"
     "Exit code 1 when they differ.\n"
     "example: oxcart diff old.rom new.rom\n"
     "example: oxcart diff old.txt new.txt --words\n"},
    command_diff,
};
