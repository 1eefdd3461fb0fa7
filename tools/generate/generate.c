/* Wishes for generators, and the files made of them. */
#include "tools/generate/generate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/writer.h"
#include "tools/import/base/file.h"
#include "tools/import/base/words.h"
#include "tools/import/image/pixels.h"
#include "tools/import/image/png_write.h"

enum { REMARK_SIZE = 600 };

const generator *generate_next(const generator *before) {
    if (before == NULL) return generate_models;
    before++;
    if (before->name != NULL) return before;
    static const generator *const lists[] = {generate_models, generate_pictures, generate_sounds};
    return before[-1].kind == GENERATE_SOUND ? NULL : lists[before[-1].kind + 1];
}

const generator *generate_find(const char *name) {
    const generator *g = generate_next(NULL);
    while (g != NULL && strcmp(g->name, name) != 0) g = generate_next(g);
    return g;
}

const char *generate_kind_name(const generator *of) {
    static const char *const names[] = {"model", "picture", "sound"};
    return names[of->kind];
}

const char *generate_ending(const generator *of) {
    static const char *const endings[] = {".obj", ".png", ".wav"};
    return endings[of->kind];
}

void generate_begin(generate_wishes *w, const generator *what) {
    *w = (generate_wishes){.what = what, .seed = 1};
    for (int i = 0; what->parameters[i].name != NULL; i++) w->values[i] = what->parameters[i].start;
}

void generate_value(const generate_parameter *parameter, int32_t value, char text[24]) {
    if (parameter->unit == GENERATE_COUNT) {
        snprintf(text, 24, "%d", (int)value);
    } else if (parameter->unit == GENERATE_COLOUR) {
        import_colour_print((uint32_t)value, text);
    } else {
        int rest = abs((int)value) % 1000;
        int used = snprintf(text, 24, "%s%d.%03d", value < 0 ? "-" : "", abs((int)value) / 1000, rest);
        while (text[used - 1] == '0') text[--used] = '\0';
        if (text[used - 1] == '.') text[used - 1] = '\0';
    }
}

/* ---- wishes ---- */

static bool parse_value(const generate_parameter *p, const char *text, int32_t *value) {
    uint32_t rgb;
    double number;
    if (p->unit == GENERATE_COLOUR) {
        bool good = cart_parse_colour(text, &rgb);
        if (good) *value = (int32_t)rgb;
        return good;
    }
    if (!cart_parse_number(text, &number) || !(number >= -1e6 && number <= 1e6)) return false;
    double scaled = p->unit == GENERATE_DECIMAL ? number * 1000 : number;
    *value = (int32_t)writer_round(scaled);
    return p->unit == GENERATE_DECIMAL || (double)*value == number;
}

static bool wrong_key(const generate_wishes *w, const char *key, tool_error *error) {
    const char *names[GENERATE_PARAMETERS + 1] = {NULL};
    char list[300] = "";
    for (int i = 0; w->what->parameters[i].name != NULL; i++) {
        names[i] = w->what->parameters[i].name;
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i > 0 ? ", " : "", names[i]);
    }
    const char *suggestion = cart_suggest(key, names);
    if (suggestion != NULL)
        return import_error_file(error, NULL, "%s has no `%.40s`; did you mean %s?", w->what->name, key,
                                 suggestion);
    return import_error_file(error, NULL, "%s has no `%.40s`; it has %s", w->what->name, key, list);
}

bool generate_set(generate_wishes *w, const char *word, tool_error *error) {
    char key[48], least[24], most[24];
    size_t length = strcspn(word, "=");
    if (word[length] != '=' || length == 0 || length >= sizeof key)
        return import_error_file(error, NULL, "`%.60s` should be KEY=VALUE; see oxcart gen show %s", word,
                                 w->what->name);
    memcpy(key, word, length);
    key[length] = '\0';
    for (int i = 0; w->what->parameters[i].name != NULL; i++) {
        const generate_parameter *p = &w->what->parameters[i];
        int32_t value;
        if (strcmp(p->name, key) != 0) continue;
        generate_value(p, p->least, least);
        generate_value(p, p->most, most);
        if (!parse_value(p, word + length + 1, &value))
            return import_error_file(error, NULL, "`%.60s`: %s is %s", word, key,
                                     p->unit == GENERATE_COLOUR  ? "a colour, #RRGGBB"
                                     : p->unit == GENERATE_COUNT ? "a whole number"
                                                                 : "a number");
        if (value < p->least || value > p->most)
            return import_error_file(error, NULL, "`%.60s`: %s lies between %s and %s", word, key, least,
                                     most);
        w->values[i] = value;
        return true;
    }
    return wrong_key(w, key, error);
}

/* ---- files ---- */

/* Writes the command that makes the same file again. */
static void put_remark(const generate_wishes *w, char remark[REMARK_SIZE]) {
    int used = snprintf(remark, REMARK_SIZE, "oxcart gen make %s", w->what->name);
    if (w->what->seeded)
        used += snprintf(remark + used, (size_t)(REMARK_SIZE - used), " --seed %u", (unsigned)w->seed);
    for (int i = 0; w->what->parameters[i].name != NULL; i++) {
        const generate_parameter *p = &w->what->parameters[i];
        char value[24];
        if (w->values[i] == p->start) continue;
        generate_value(p, w->values[i], value);
        used += snprintf(remark + used, (size_t)(REMARK_SIZE - used), " %s=%s", p->name, value);
    }
}

/* Fills a palette with equal steps from dark to light, ends included. */
static void make_ramp(const generate_wishes *w, uint8_t palette[1024]) {
    const int32_t count = w->values[GENERATE_COLOURS], from = w->values[GENERATE_DARK],
                  to = w->values[GENERATE_LIGHT];
    for (int32_t i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++) {
            int32_t a = from >> (16 - 8 * k) & 255, b = to >> (16 - 8 * k) & 255;
            palette[4 * i + k] = (uint8_t)((a * (count - 1 - i) + b * i + (count - 1) / 2) / (count - 1));
        }
        palette[4 * i + 3] = 255;
    }
}

static bool make_picture(const generate_wishes *w, writer *out, tool_error *error) {
    const int width = w->values[GENERATE_WIDTH], height = w->values[GENERATE_HEIGHT],
              most = w->values[GENERATE_COLOURS] - 1;
    uint8_t *pixels = malloc((size_t)width * (size_t)height), *file = NULL, palette[1024];
    size_t size = 0;
    if (pixels == NULL) return import_error_memory(error, w->what->name);
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            fx level = w->what->level(w, x, y);
            level = level < 0 ? 0 : level > FX_ONE ? FX_ONE : level;
            pixels[y * width + x] = (uint8_t)((level * most + FX_ONE / 2) >> 16);
        }
    }
    make_ramp(w, palette);
    const import_png_picture picture = {.width = width,
                                        .height = height,
                                        .format = IMPORT_PNG_INDEXED,
                                        .pixels = pixels,
                                        .palette = palette,
                                        .palette_count = most + 1};
    bool ok = import_png_encode(w->what->name, &picture, &file, &size, error);
    if (ok) writer_bytes(out, file, size);
    free(file);
    free(pixels);
    return ok && (!out->failed || import_error_memory(error, w->what->name));
}

/* Makes a sound of 8 bits a sample, as small machines play it; the command that makes the file again stands in
 * its comment. */
static bool make_sound(const generate_wishes *w, const char *remark, writer *out, tool_error *error) {
    const int32_t rate = w->values[GENERATE_RATE],
                  wished = (int32_t)((int64_t)rate * w->values[GENERATE_TIME] / 1000),
                  count = wished < 2 ? 2 : wished;
    const uint32_t text = (uint32_t)strlen(remark) + 1, even = (text + 1u) & ~1u,
                   data = ((uint32_t)count + 1u) & ~1u;
    int16_t *samples = malloc((size_t)count * sizeof *samples);
    if (samples == NULL) return import_error_memory(error, w->what->name);
    w->what->play(w, samples, count);
    writer_bytes(out, "RIFF", 4);
    writer_u32(out, 4 + 24 + 20 + even + 8 + data);
    writer_bytes(out, "WAVEfmt ", 8);
    writer_u32(out, 16);
    writer_u16(out, 1);
    writer_u16(out, 1);
    writer_u32(out, (uint32_t)rate);
    writer_u32(out, (uint32_t)rate);
    writer_u16(out, 1);
    writer_u16(out, 8);
    writer_bytes(out, "LIST", 4);
    writer_u32(out, 12 + even);
    writer_bytes(out, "INFOICMT", 8);
    writer_u32(out, text);
    writer_bytes(out, remark, text);
    if (even != text) writer_u8(out, 0);
    writer_bytes(out, "data", 4);
    writer_u32(out, (uint32_t)count);
    for (int32_t i = 0; i < count; i++) writer_u8(out, (uint32_t)(samples[i] + 32768 + 128) / 256);
    if (data != (uint32_t)count) writer_u8(out, 128);
    free(samples);
    return !out->failed || import_error_memory(error, w->what->name);
}

bool generate_file(const generate_wishes *w, writer *out, tool_error *error) {
    char remark[REMARK_SIZE];
    const char *trouble = w->what->refuse != NULL ? w->what->refuse(w) : NULL;
    if (trouble != NULL) return import_error_file(error, NULL, "%s: %s", w->what->name, trouble);
    put_remark(w, remark);
    switch (w->what->kind) {
    case GENERATE_MODEL:
        return generate_obj(w, remark, out, error);
    case GENERATE_SOUND:
        return make_sound(w, remark, out, error);
    default:
        return make_picture(w, out, error);
    }
}

/* Begins with the generator that a word names. */
static bool begin_named(generate_wishes *w, const char *word, generate_kind kind, tool_error *error) {
    const generator *g = generate_find(word);
    if (g == NULL) return import_error_file(error, NULL, "no generator `%.40s`; see oxcart gen list", word);
    if (g->kind != kind)
        return import_error_file(error, NULL, "%s is a %s, and no %s", g->name, generate_kind_name(g),
                                 kind == GENERATE_SOUND ? "sound" : "picture or model");
    generate_begin(w, g);
    return true;
}

static bool take_word(generate_wishes *w, const char *word, generate_kind kind, tool_error *error) {
    double seed;
    if (w->what == NULL) return begin_named(w, word, kind, error);
    if (strncmp(word, "seed=", 5) != 0) return generate_set(w, word, error);
    if (!cart_parse_number(word + 5, &seed) || seed < 0 || seed > INT32_MAX)
        return import_error_file(error, NULL, "`%.40s`: a seed is a whole number", word);
    w->seed = (uint32_t)seed;
    return true;
}

bool generate_text(const char *path, const char *text, generate_kind kind, writer *out, tool_error *error) {
    generate_wishes w = {.what = NULL};
    unsigned long line = 1;
    for (const char *at = text; *at != 0;) {
        char word[80];
        const size_t length = strcspn(at, " \t\r\n");
        if (*at == '#') {
            at += strcspn(at, "\n");
        } else if (length == 0) {
            line += *at++ == '\n';
        } else {
            tool_error fault = {.text = ""};
            snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1), at);
            if (!take_word(&w, word, kind, &fault))
                return import_error_line(error, path, line, "%s", fault.text + fault.sentence);
            at += length;
        }
    }
    if (w.what == NULL)
        return import_error_line(error, path, line, "it names no generator; write `tone from=440`");
    return generate_file(&w, out, error);
}

bool generate_make(const generate_wishes *w, const char *path, tool_error *error) {
    const char *ending = strrchr(path, '.'), *wanted = generate_ending(w->what);
    writer file = {0};
    if (ending == NULL || strcmp(ending, wanted) != 0)
        return import_error_file(error, path, "%s is a %s; write a name that ends in %s", w->what->name,
                                 generate_kind_name(w->what), wanted);
    bool ok = generate_file(w, &file, error) && import_file_write(path, file.data, file.size, error);
    writer_free(&file);
    return ok;
}
