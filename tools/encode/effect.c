/* The compiler of effect files. */
#include "tools/encode/effect.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/import/base/limit.h"
#include "tools/import/base/text.h"

enum { PARAMETERS = 32, TECHNIQUES = 16, PASSES = 32, WORD = 64 };

typedef struct technique {
    uint32_t id, needs;
    uint32_t first, count;
    uint8_t profile;
    int line;
} technique;

typedef struct reader {
    const char *at, *file;
    int line;
    char word[WORD];
    bool failed;
    uint8_t parameters[PARAMETERS][RS_TECHNIQUES_PARAMETER], passes[PASSES][RS_TECHNIQUES_PASS];
    technique techniques[TECHNIQUES];
    uint32_t parameter_count, technique_count, pass_count;
    char *error;
    size_t error_size;
} reader;

static void fail_effect(reader *r, const char *format, ...) {
    va_list arguments;
    int n;
    if (r->failed) return;
    r->failed = true;
    n = snprintf(r->error, r->error_size, "%s:%d: ", r->file, r->line);
    if (n < 0 || (size_t)n >= r->error_size) return;
    va_start(arguments, format);
    vsnprintf(r->error + n, r->error_size - (size_t)n, format, arguments);
    va_end(arguments);
}

static void put_half(uint8_t *at, uint32_t v) {
    at[0] = (uint8_t)v;
    at[1] = (uint8_t)(v >> 8);
}

static void put_word(uint8_t *at, uint32_t v) {
    put_half(at, v);
    put_half(at + 2, v >> 16);
}

/* Reads the next word of the line; false at its end. */
static bool next_word(reader *r) {
    size_t n = 0;
    while (*r->at == ' ' || *r->at == '\t' || *r->at == '\r') r->at++;
    while (r->at[n] != '\0' && strchr(" \t\r\n", r->at[n]) == NULL) n++;
    if (n >= WORD) {
        fail_effect(r, "a word has at most %d letters", WORD - 1);
        n = WORD - 1;
    }
    memcpy(r->word, r->at, n);
    r->word[n] = '\0';
    r->at += n;
    return n > 0 && !r->failed;
}

static bool needed_word(reader *r, const char *what) {
    if (next_word(r)) return true;
    fail_effect(r, "%s is missing", what);
    return false;
}

static uint32_t name_id(const char *name) { return rom_id(name); }

static uint8_t one_of(reader *r, const char *what, const char *const *names, int count) {
    if (!needed_word(r, what)) return 0;
    for (int i = 0; i < count; i++) {
        if (strcmp(names[i], r->word) == 0) return (uint8_t)i;
    }
    fail_effect(r, "%s is not a %s", r->word, what);
    return 0;
}

static double read_number(reader *r, const char *what, double low, double high) {
    double v = 0;
    if (!needed_word(r, what)) return 0;
    import_text text = {r->word, r->word + strlen(r->word), 1};
    if (!import_text_number(&text, &v) || text.at < text.end || !(v >= low && v <= high))
        fail_effect(r, "%s is %g to %g, not %s", what, low, high, r->word);
    return r->failed ? 0 : v;
}

static void parameter_line(reader *r) {
    uint8_t *at = r->parameters[r->parameter_count];
    static const char *const kinds[2] = {"number", "colour"};
    uint32_t id;
    if (r->parameter_count == PARAMETERS) {
        fail_effect(r, "more than %d parameters", PARAMETERS);
        return;
    }
    if (!needed_word(r, "the parameter's name")) return;
    id = name_id(r->word);
    for (uint32_t i = 0; i < r->parameter_count; i++) {
        if (memcmp(r->parameters[i],
                   (uint8_t[4]){(uint8_t)id, (uint8_t)(id >> 8), (uint8_t)(id >> 16), (uint8_t)(id >> 24)},
                   4) == 0) {
            fail_effect(r, "there is a parameter %s already", r->word);
        }
    }
    memset(at, 0, RS_TECHNIQUES_PARAMETER);
    put_word(at, id);
    at[4] = one_of(r, "kind of parameter", kinds, 2);
    if (r->failed) return;
    if (at[4] == 0) {
        put_word(at + 8, (uint32_t)(int32_t)(read_number(r, "number", -32768, 32767) * 65536));
    } else if (needed_word(r, "the colour")) {
        char *end;
        unsigned long rgb = strtoul(r->word + (r->word[0] == '#'), &end, 16);
        if (r->word[0] != '#' || strlen(r->word) != 7 || *end != '\0')
            fail_effect(r, "a colour is #RRGGBB, not %s", r->word);
        put_word(at + 8, import_light_colour((uint32_t)rgb));
    }
    r->parameter_count++;
}

static void technique_line(reader *r) {
    static const char *const formats[4] = {"pal8", "rgb565", "bgr555", "xrgb8888"};
    technique *t = &r->techniques[r->technique_count];
    if (r->technique_count == TECHNIQUES) {
        fail_effect(r, "more than %d techniques", TECHNIQUES);
        return;
    }
    memset(t, 0, sizeof *t);
    t->first = r->pass_count;
    t->line = r->line;
    if (!needed_word(r, "the technique's name")) return;
    t->id = name_id(r->word);
    while (next_word(r)) {
        if (strcmp(r->word, "format") == 0) {
            t->needs |= 1u << one_of(r, "format", formats, 4);
        } else if (strcmp(r->word, "depth") == 0) {
            t->needs |= RS_NEEDS_DEPTH;
        } else if (strcmp(r->word, "stencil") == 0) {
            t->needs |= RS_NEEDS_STENCIL;
        } else if (strcmp(r->word, "second_unit") == 0) {
            t->needs |= RS_NEEDS_SECOND_UNIT;
        } else if (strcmp(r->word, "profile") == 0) {
            t->profile = (uint8_t)read_number(r, "profile", 0, 2);
        } else {
            fail_effect(r, "a technique cannot need %s", r->word);
        }
    }
    r->technique_count++;
}

static const char *const compares[] = {"less",   "lequal",  "equal",  "notequal",
                                       "gequal", "greater", "always", "never"};

/* Reads the words behind `stencil`, to the end of the line or to `second_unit`; true when `second_unit` is the
 * word at hand. */
static bool stencil_words(reader *r, uint8_t *at) {
    static const char *const operations[] = {"keep",      "zero",           "replace",        "increment",
                                             "decrement", "increment_wrap", "decrement_wrap", "invert"};
    at[10] |= 16;
    at[16] = one_of(r, "stencil function", compares, 8);
    at[17] = (uint8_t)read_number(r, "stencil reference", 0, 255);
    at[18] = (uint8_t)read_number(r, "stencil mask", 0, 255);
    at[19] = 255;
    while (!r->failed && next_word(r)) {
        if (strcmp(r->word, "second_unit") == 0) return true;
        if (strcmp(r->word, "fail") == 0) {
            at[20] = one_of(r, "stencil operation", operations, 8);
        } else if (strcmp(r->word, "depth_fail") == 0) {
            at[21] = one_of(r, "stencil operation", operations, 8);
        } else if (strcmp(r->word, "pass") == 0) {
            at[22] = one_of(r, "stencil operation", operations, 8);
        } else if (strcmp(r->word, "write_mask") == 0) {
            at[19] = (uint8_t)read_number(r, "write_mask", 0, 255);
        } else {
            fail_effect(r, "stencil knows no %s", r->word);
        }
    }
    return false;
}

static void unit_words(reader *r, uint8_t *at) {
    static const char *const combines[] = {"modulate", "replace", "modulate_2x", "add",   "subtract", "blend",
                                           "decal",    "dot3",    "keep",        "gloss", "emissive"};
    static const char *const by[] = {"texel", "primary", "constant", "previous"};
    at[10] |= 32;
    at[24] = one_of(r, "combine", combines, RS_COMBINES);
    at[25] = RS_COMBINE_KEEP;
    while (!r->failed && next_word(r)) {
        if (strcmp(r->word, "alpha") == 0) {
            at[25] = one_of(r, "combine", combines, RS_COMBINES);
        } else if (strcmp(r->word, "by") == 0) {
            at[26] = one_of(r, "weight", by, 4);
        } else if (strcmp(r->word, "constant") == 0) {
            at[27] = (uint8_t)read_number(r, "constant", 0, 255);
        } else if (strcmp(r->word, "second_set") == 0) {
            at[10] |= 64;
        } else if (strcmp(r->word, "projective") == 0) {
            at[10] |= 128;
        } else {
            fail_effect(r, "second_unit knows no %s", r->word);
        }
    }
}

static void pass_word(reader *r, uint8_t *at) {
    static const char *const blends[] = {"replace", "alpha",      "add",           "multiply", "subtract",
                                         "screen",  "attenuated", "premultiplied", "average"};
    static const char *const shadings[] = {"unlit", "flat", "gouraud", "phong"}, *const mappings[] = {
                                                                                     "span", "pixel",
                                                                                     "affine"};
    if (strcmp(r->word, "blend") == 0) {
        at[8] = one_of(r, "blend", blends, 9);
    } else if (strcmp(r->word, "depth") == 0) {
        at[9] = one_of(r, "depth function", compares, 8);
    } else if (strcmp(r->word, "no_write") == 0) {
        at[10] |= 1;
    } else if (strcmp(r->word, "alpha_test") == 0) {
        at[10] |= 2;
        at[11] = (uint8_t)read_number(r, "alpha_test", 0, 255);
    } else if (strcmp(r->word, "colour_key") == 0) {
        at[10] |= 4;
    } else if (strcmp(r->word, "two_sided") == 0) {
        at[10] |= 8;
    } else if (strcmp(r->word, "dither") == 0) {
        at[12] = 1;
    } else if (strcmp(r->word, "transparency") == 0) {
        at[13] = (uint8_t)read_number(r, "transparency", 0, 255);
    } else if (strcmp(r->word, "shading") == 0) {
        at[14] = one_of(r, "shading", shadings, 4);
    } else if (strcmp(r->word, "mapping") == 0) {
        at[15] = one_of(r, "mapping", mappings, 3);
    } else if (strcmp(r->word, "vertex") == 0) {
        if (needed_word(r, "the vertex stage")) put_word(at, name_id(r->word));
    } else if (strcmp(r->word, "pixel") == 0) {
        if (needed_word(r, "the pixel stage")) put_word(at + 4, name_id(r->word));
    } else if (strcmp(r->word, "stencil") == 0) {
        if (stencil_words(r, at)) unit_words(r, at);
    } else if (strcmp(r->word, "second_unit") == 0) {
        unit_words(r, at);
    } else {
        fail_effect(r, "a pass knows no %s", r->word);
    }
}

static void pass_line(reader *r) {
    uint8_t *at = r->passes[r->pass_count];
    if (r->technique_count == 0) {
        fail_effect(r, "a pass belongs to a technique");
        return;
    }
    if (r->pass_count == PASSES) {
        fail_effect(r, "more than %d passes", PASSES);
        return;
    }
    memset(at, 0, RS_TECHNIQUES_PASS);
    at[14] = RS_GOURAUD;
    while (next_word(r)) pass_word(r, at);
    if ((at[10] & 16) != 0) r->techniques[r->technique_count - 1].needs |= RS_NEEDS_STENCIL;
    if ((at[10] & 32) != 0) r->techniques[r->technique_count - 1].needs |= RS_NEEDS_SECOND_UNIT;
    r->pass_count++;
    r->techniques[r->technique_count - 1].count++;
}

static void read_line(reader *r, effect_table *table) {
    if (!next_word(r) || r->word[0] == '#') return;
    if (strcmp(r->word, "effect") == 0) {
        if (table->name[0] != '\0') fail_effect(r, "a file holds one effect");
        if (needed_word(r, "the effect's name")) snprintf(table->name, sizeof table->name, "%s", r->word);
    } else if (table->name[0] == '\0') {
        fail_effect(r, "the first line is: effect NAME");
    } else if (strcmp(r->word, "parameter") == 0) {
        parameter_line(r);
    } else if (strcmp(r->word, "technique") == 0) {
        technique_line(r);
    } else if (strcmp(r->word, "pass") == 0) {
        pass_line(r);
    } else {
        fail_effect(r, "%s is not a statement: effect, parameter, technique, pass", r->word);
    }
    if (!r->failed && next_word(r)) fail_effect(r, "%s is too much on this line", r->word);
}

static void write_table(const reader *r, effect_table *table) {
    uint8_t *at = table->bytes;
    put_word(at, name_id(table->name));
    put_half(at + 4, r->parameter_count);
    put_half(at + 6, r->technique_count);
    put_half(at + 8, r->pass_count);
    at += RS_TECHNIQUES_HEADER;
    memcpy(at, r->parameters, r->parameter_count * (size_t)RS_TECHNIQUES_PARAMETER);
    at += r->parameter_count * (size_t)RS_TECHNIQUES_PARAMETER;
    for (uint32_t i = 0; i < r->technique_count; i++, at += RS_TECHNIQUES_TECHNIQUE) {
        const technique *t = &r->techniques[i];
        put_word(at, t->id);
        put_word(at + 4, t->needs);
        put_half(at + 8, t->first);
        put_half(at + 10, t->count);
        at[12] = t->profile;
    }
    memcpy(at, r->passes, r->pass_count * (size_t)RS_TECHNIQUES_PASS);
    table->size = (size_t)(at - table->bytes) + r->pass_count * (size_t)RS_TECHNIQUES_PASS;
}

_Static_assert(RS_TECHNIQUES_HEADER + PARAMETERS * RS_TECHNIQUES_PARAMETER +
                       TECHNIQUES * RS_TECHNIQUES_TECHNIQUE + PASSES * RS_TECHNIQUES_PASS <=
                   EFFECT_MOST,
               "every table fits");

bool effect_compile(const char *text, const char *file, effect_table *table, char *error, size_t error_size) {
    reader *r = calloc(1, sizeof *r);
    bool good;
    memset(table, 0, sizeof *table);
    if (r == NULL) {
        snprintf(error, error_size, "%s: no memory", file);
        return false;
    }
    r->at = text + import_text_mark(text, strlen(text));
    r->file = file;
    r->error = error;
    r->error_size = error_size;
    for (r->line = 1; *r->at != '\0' && !r->failed; r->line++) {
        read_line(r, table);
        if (r->failed) break;
        while (*r->at != '\0' && *r->at != '\n') r->at++;
        if (*r->at == '\n') r->at++;
    }
    if (r->technique_count == 0) fail_effect(r, "there is no technique");
    for (uint32_t i = 0; i < r->technique_count && !r->failed; i++) {
        r->line = r->techniques[i].line;
        if (r->techniques[i].count == 0) fail_effect(r, "this technique has no pass");
    }
    good = !r->failed;
    if (good) write_table(r, table);
    free(r);
    return good;
}

bool effect_serves(const effect_table *table, const rs_capabilities *machines, const char *const *names,
                   int count, char *error, size_t error_size) {
    rs_techniques techniques;
    if (!rs_techniques_open(&techniques, table->bytes, table->size)) {
        snprintf(error, error_size, "effect %s: its table is damaged", table->name);
        return false;
    }
    for (int i = 0; i < count; i++) {
        if (rs_techniques_choose(&techniques, &machines[i]) >= 0) continue;
        snprintf(error, error_size, "effect %s: no technique can be drawn on %s; add a simpler one",
                 table->name, names[i]);
        return false;
    }
    return true;
}
