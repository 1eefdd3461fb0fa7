/* The XPM decoder: the strings of a C text, of which the first tells the size, the next ones the colours, the others the rows. */
#include "tools/import/image/xpm.h"
#include "tools/import/base/text.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_COLOURS = 65536, KEY = 4 };

typedef struct xpm_colour {
    uint32_t key; /* its characters, the first one at the top */
    uint32_t order;
    uint8_t rgba[4];
} xpm_colour;

typedef struct xpm_reader {
    const char *name;
    const char *at, *end;
    unsigned long line;
    const char *line_start;
    tool_error *error;
    const char *string; /* the string read last, without its quotation marks */
    size_t length;
    const char *string_line;     /* where the line of that string begins */
    unsigned long string_number; /* the number of that line */
    uint32_t width, height, colours, per_pixel;
} xpm_reader;

/* ---- places ---- */

static bool wrong(const xpm_reader *x, const char *what) {
    return import_error_at(x->error, x->name, x->line, (unsigned long)(x->at - x->line_start) + 1, "%s",
                           what);
}

/* Reports a fault at `at`, which lies in the string read last. */
static bool wrong_in(const xpm_reader *x, const char *at, const char *what) {
    return import_error_at(x->error, x->name, x->string_number, (unsigned long)(at - x->string_line) + 1,
                           "%s", what);
}

/* ---- strings of the C text ---- */

static void step(xpm_reader *x) {
    bool ends = *x->at == '\n' || (*x->at == '\r' && (x->at + 1 == x->end || x->at[1] != '\n'));
    x->at++;
    if (!ends) return;
    x->line++;
    x->line_start = x->at;
}

/* Skips blanks, line ends and comments. */
static bool skip(xpm_reader *x) {
    while (x->at < x->end) {
        if (*x->at == ' ' || *x->at == '\t' || *x->at == '\r' || *x->at == '\n') {
            step(x);
        } else if (x->end - x->at >= 2 && x->at[0] == '/' && x->at[1] == '*') {
            const xpm_reader begin = *x;
            step(x);
            step(x);
            while (x->end - x->at >= 2 && (x->at[0] != '*' || x->at[1] != '/')) step(x);
            if (x->end - x->at < 2) return wrong(&begin, "a comment that is not closed; write */ behind it");
            step(x);
            step(x);
        } else {
            return true;
        }
    }
    return true;
}

/* Reads the next string; a comma stands in front of all but the first. */
static bool next_string(xpm_reader *x, bool first) {
    if (!skip(x)) return false;
    if (!first) {
        if (x->at == x->end || *x->at != ',')
            return wrong(x, "a comma and the next string are wanted; the picture has fewer rows than its "
                            "first line says");
        step(x);
        if (!skip(x)) return false;
    }
    if (x->at == x->end || *x->at != '"') return wrong(x, "a string in quotation marks is wanted");
    x->string_line = x->line_start;
    x->string_number = x->line;
    step(x);
    x->string = x->at;
    while (x->at < x->end && *x->at != '"') {
        if ((unsigned char)*x->at < 0x20 || (unsigned char)*x->at > 0x7E || *x->at == '\\')
            return wrong(x, "a string holds plain characters other than \\ and \", and ends on its line");
        step(x);
    }
    if (x->at == x->end) return wrong(x, "a string that is not closed; write \" behind it");
    x->length = (size_t)(x->at - x->string);
    step(x);
    return true;
}

/* Skips `static char *name[] = {`, or whatever stands in its place, up to the brace. */
static bool skip_head(xpm_reader *x) {
    for (;;) {
        if (!skip(x)) return false;
        if (x->at == x->end || *x->at == '"')
            return wrong(x, "`static char *name[] = {` is wanted in front of the strings");
        bool brace = *x->at == '{';
        step(x);
        if (brace) return true;
    }
}

static bool check_end(xpm_reader *x) {
    if (!skip(x)) return false;
    if (x->at < x->end && *x->at == ',') step(x);
    if (!skip(x)) return false;
    return (x->at < x->end && *x->at == '}') ||
           wrong(x, "} is wanted here; the picture has more rows than its first line says");
}

/* ---- words of a string ---- */

static const char *next_word(const xpm_reader *x, const char **at, size_t *length) {
    const char *end = x->string + x->length;
    while (*at < end && *(*at) == ' ') ++*at;
    const char *word = *at;
    while (*at < end && *(*at) != ' ') ++*at;
    *length = (size_t)(*at - word);
    return word;
}

static bool read_values(xpm_reader *x) {
    uint32_t values[4];
    const char *at = x->string;
    for (int i = 0; i < 4; i++) {
        size_t length;
        const char *word = next_word(x, &at, &length);
        values[i] = 0;
        for (size_t k = 0; k < length; k++) {
            if (word[k] < '0' || word[k] > '9' || length > 7)
                return wrong_in(x, word,
                                "a whole number is wanted: width, height, colours, characters a pixel");
            values[i] = values[i] * 10 + (uint32_t)(word[k] - '0');
        }
        if (values[i] == 0)
            return wrong_in(x, word,
                            "four numbers above 0 are wanted: width, height, colours, characters a pixel");
    }
    x->width = values[0];
    x->height = values[1];
    x->colours = values[2];
    x->per_pixel = values[3];
    if (x->colours > MOST_COLOURS)
        return wrong_in(x, x->string, "more than 65536 colours; save the picture as PNG");
    if (x->per_pixel > KEY)
        return wrong_in(x, x->string, "more than 4 characters a pixel; save it with fewer");
    size_t left = (size_t)(x->end - x->at); /* each string has its quotation marks and a comma */
    if ((uint64_t)x->colours * (x->per_pixel + 8) +
            (uint64_t)x->height * ((uint64_t)x->width * x->per_pixel + 3) >
        left + 1)
        return wrong_in(x, x->string,
                        "the file is too short for so many colours and pixels; copy or save it again");
    return true;
}

static int digit_of(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* Reads a colour: #RGB, #RRGGBB, #RRGGBBAA, #RRRRGGGGBBBB, None, or one of the names that mean the same
 * everywhere. */
static bool read_colour(const xpm_reader *x, const char *word, size_t length, uint8_t rgba[4]) {
    static const struct {
        const char *name;
        uint8_t rgba[4];
    } names[] = {
        {"None", {0, 0, 0, 0}},          {"none", {0, 0, 0, 0}},       {"black", {0, 0, 0, 255}},
        {"white", {255, 255, 255, 255}}, {"red", {255, 0, 0, 255}},    {"blue", {0, 0, 255, 255}},
        {"yellow", {255, 255, 0, 255}},  {"cyan", {0, 255, 255, 255}}, {"magenta", {255, 0, 255, 255}}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strlen(names[i].name) != length || memcmp(names[i].name, word, length) != 0) continue;
        memcpy(rgba, names[i].rgba, 4);
        return true;
    }
    size_t digits = length == 0 ? 0 : length - 1;
    bool good = length > 0 && word[0] == '#' && (digits == 3 || digits == 6 || digits == 8 || digits == 12);
    for (size_t i = 1; good && i <= digits; i++) good = digit_of(word[i]) >= 0;
    if (!good) return wrong_in(x, word, "a colour is #RRGGBB, with transparency #RRGGBBAA, or None");
    size_t channels = digits == 8 ? 4 : 3, each = digits / channels;
    rgba[3] = 255;
    for (size_t i = 0; i < channels; i++) {
        unsigned value = 0;
        for (size_t k = 0; k < each; k++) value = value << 4 | (unsigned)digit_of(word[1 + i * each + k]);
        rgba[i] = import_sample_to_8(value, (unsigned)each * 4);
    }
    return true;
}

static uint32_t key_of(const xpm_reader *x, const char *at) {
    uint32_t key = 0;
    for (uint32_t i = 0; i < x->per_pixel; i++) key = key << 8 | (uint8_t)at[i];
    return key;
}

/* Reads a colour's characters, then pairs of a kind of display and a colour. The colour for colour displays (c)
 * counts, else that for grey or black and white. */
static bool read_entry(xpm_reader *x, xpm_colour *out) {
    static const char *const uses[] = {"c", "g", "g4", "m"};
    if (!next_string(x, false)) return false;
    if (x->length < x->per_pixel)
        return wrong_in(x, x->string, "a colour is wanted: its characters, c, and #RRGGBB");
    const char *at = x->string + x->per_pixel;
    int best = -1;
    out->key = key_of(x, x->string);
    for (;;) {
        size_t length, colour_length;
        const char *use = next_word(x, &at, &length);
        if (length == 0) break;
        const char *colour = next_word(x, &at, &colour_length);
        if (colour_length == 0) return wrong_in(x, use, "a colour is wanted behind this word");
        int found = -1;
        for (int i = 0; i < 4; i++)
            if (strlen(uses[i]) == length && memcmp(uses[i], use, length) == 0) found = i;
        if (found < 0 && (length != 1 || *use != 's'))
            return wrong_in(x, use, "c, g, g4, m or s is wanted, and a colour behind it");
        if (found < 0 || (best >= 0 && found > best)) continue;
        best = found;
        if (!read_colour(x, colour, colour_length, out->rgba)) return false;
    }
    return best >= 0 || wrong_in(x, x->string, "the colour of these characters is missing; write c #RRGGBB");
}

static int by_key(const void *a, const void *b) {
    uint32_t x = ((const xpm_colour *)a)->key, y = ((const xpm_colour *)b)->key;
    return (x > y) - (x < y);
}

static bool read_row(xpm_reader *x, const xpm_colour *colours, uint32_t y, import_image *image) {
    if (!next_string(x, false)) return false;
    if (x->length != (size_t)x->width * x->per_pixel)
        return wrong_in(x, x->string,
                        "the row has not as many characters as width and characters a pixel say");
    const xpm_colour *last = colours;
    for (uint32_t i = 0; i < x->width; i++) {
        const char *at = x->string + (size_t)i * x->per_pixel;
        const xpm_colour wanted = {.key = key_of(x, at)};
        if (last->key != wanted.key) last = bsearch(&wanted, colours, x->colours, sizeof *colours, by_key);
        if (last == NULL) return wrong_in(x, at, "no colour has these characters");
        size_t pixel = (size_t)y * x->width + i;
        memcpy(image->rgba + pixel * 4, last->rgba, 4);
        if (image->indices != NULL) image->indices[pixel] = (uint8_t)last->order;
    }
    return true;
}

static bool read_colours(xpm_reader *x, xpm_colour *colours) {
    for (uint32_t i = 0; i < x->colours; i++) {
        colours[i].order = i;
        if (!read_entry(x, &colours[i])) return false;
    }
    qsort(colours, x->colours, sizeof *colours, by_key);
    for (uint32_t i = 1; i < x->colours; i++)
        if (colours[i].key == colours[i - 1].key)
            return wrong_in(x, x->string, "two colours up to this one have the same characters");
    return true;
}

bool import_xpm_is(const void *data, size_t size) {
    static const char mark[] = "/* XPM */";
    const char *at = data, *end = at + size;
    at += import_text_mark(at, size);
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n')) at++;
    return (size_t)(end - at) >= sizeof mark - 1 && memcmp(at, mark, sizeof mark - 1) == 0;
}

bool import_xpm_decode(const char *name, const uint8_t *data, size_t size, import_image *image,
                       tool_error *error) {
    xpm_reader x = {.name = name,
                    .at = (const char *)data,
                    .end = (const char *)data + size,
                    .line = 1,
                    .line_start = (const char *)data,
                    .error = error};
    xpm_colour *colours = NULL;
    memset(image, 0, sizeof *image);
    if (!import_xpm_is(data, size))
        return import_error_line(error, name, 1, "/* XPM */ is wanted on the first line");
    x.at = x.line_start = x.at + import_text_mark(x.at, size);
    if (!skip_head(&x) || !next_string(&x, true) || !read_values(&x)) return false;
    if (!import_image_allocate(name, (long)x.width, (long)x.height, x.colours <= 256, image, error))
        return false;
    colours = calloc(x.colours, sizeof *colours);
    bool ok = colours != NULL ? read_colours(&x, colours) : import_error_memory(error, name);
    for (uint32_t y = 0; ok && y < x.height; y++) ok = read_row(&x, colours, y, image);
    ok = ok && check_end(&x);
    if (ok && image->palette != NULL) {
        image->palette_count = (int)x.colours;
        for (uint32_t i = 0; i < x.colours; i++)
            memcpy(image->palette + (size_t)colours[i].order * 4, colours[i].rgba, 4);
    }
    free(colours);
    if (ok) import_image_find_alpha(image);
    if (!ok) import_image_free(image);
    return ok;
}
