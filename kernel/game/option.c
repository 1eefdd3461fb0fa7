/* Options of players and developers: the table, and texts of values. */
#include "kernel/game/option.h"

#include <string.h>

#include "fixedmath/scalar.h"
#include "kernel/game/internal.h"
#include "kernel/type/name.h"
#include "rom/check.h"

enum { PATH_MOST = 63 };

/* ---- the table ---- */

#define OPTION(literal, from, to, usually, what)                                                             \
    {                                                                                                        \
        .name = OX_NAME(literal), .kind = (what), .flags = ROM_OPTION_KEPT, .least = (from),                 \
        .greatest = (to), .usual = (usually), .step = 1, .path = {                                           \
            "" literal "",                                                                                   \
            sizeof(literal) - 1                                                                              \
        }                                                                                                    \
    }

static const ox_option own[OX_OPTIONS] = {
    OPTION("volume", 0, 100, 100, ROM_OPTION_WHOLE),    OPTION("world", 0, 100, 100, ROM_OPTION_WHOLE),
    OPTION("music", 0, 100, 100, ROM_OPTION_WHOLE),     OPTION("voice", 0, 100, 100, ROM_OPTION_WHOLE),
    OPTION("interface", 0, 100, 100, ROM_OPTION_WHOLE), OPTION("gamma", 10, 30, 10, ROM_OPTION_WHOLE),
    OPTION("scale", 50, 200, 100, ROM_OPTION_WHOLE),    OPTION("effects", 0, 1, 1, ROM_OPTION_SWITCH),
    OPTION("subtitles", 0, 1, 1, ROM_OPTION_SWITCH),    OPTION("prompts", 0, 1, 1, ROM_OPTION_SWITCH)};

static ox_text_view text_at(const uint8_t *chunk, const uint8_t *place) {
    return (ox_text_view){(const char *)chunk + rom_word(place), rom_word(place + 4)};
}

static void read_row(const uint8_t *chunk, const uint8_t *row, ox_option *option) {
    *option = (ox_option){.name = rom_word(row + ROM_OPTION_NAME),
                          .kind = (uint8_t)rom_half(row + ROM_OPTION_KIND),
                          .flags = (uint8_t)rom_half(row + ROM_OPTION_FLAGS),
                          .least = (int32_t)rom_word(row + ROM_OPTION_LEAST),
                          .greatest = (int32_t)rom_word(row + ROM_OPTION_GREATEST),
                          .usual = (int32_t)rom_word(row + ROM_OPTION_USUAL),
                          .step = (int32_t)rom_word(row + ROM_OPTION_STEP),
                          .path = text_at(chunk, row + ROM_OPTION_PATH),
                          .words = text_at(chunk, row + ROM_OPTION_WORDS),
                          .text = text_at(chunk, row + ROM_OPTION_TEXT)};
    option->greatest = int_max(option->least, option->greatest);
    option->usual = int_clamp(option->usual, option->least, option->greatest);
}

static const uint8_t *row_at(const uint8_t *chunk, uint32_t number) {
    return chunk + rom_word(chunk + ROM_OPTIONS_AT) + (size_t)number * ROM_OPTION_SIZE;
}

static uint32_t rows_of(const uint8_t *chunk) {
    return chunk == NULL ? 0 : rom_word(chunk + ROM_OPTIONS_COUNT);
}

bool ox_option_at(const uint8_t *chunk, uint32_t number, ox_option *option) {
    if (number < OX_OPTIONS) {
        *option = own[number];
        return true;
    }
    if (number - OX_OPTIONS >= rows_of(chunk)) return false;
    read_row(chunk, row_at(chunk, number - OX_OPTIONS), option);
    return true;
}

/* The rows of a chunk rise by name. */
bool ox_option_find(const uint8_t *chunk, ox_id name, ox_option *option) {
    uint32_t first = 0, end = rows_of(chunk);
    for (uint32_t i = 0; i < OX_OPTIONS; i++)
        if (own[i].name == name) return ox_option_at(chunk, i, option);
    while (first < end) {
        const uint32_t middle = first + (end - first) / 2;
        if (rom_word(row_at(chunk, middle) + ROM_OPTION_NAME) < name)
            first = middle + 1;
        else
            end = middle;
    }
    return first < rows_of(chunk) && ox_option_at(chunk, OX_OPTIONS + first, option) && option->name == name;
}

/* ---- paths ---- */

/* Writes a path with dots and in small letters, as names of options are; its length, 0: too long. */
static size_t plain_path(ox_text_view path, char plain[PATH_MOST]) {
    if (path.length > 0 && (path.at[0] == '/' || path.at[0] == '.'))
        path = (ox_text_view){path.at + 1, path.length - 1};
    if (path.length > PATH_MOST) return 0;
    for (size_t i = 0; i < path.length; i++) {
        const char c = path.at[i];
        plain[i] = c == '/' || c == '\\' ? '.' : c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
    }
    return path.length;
}

ox_id ox_option_id(ox_text_view path) {
    char plain[PATH_MOST];
    return rom_id_of(plain, plain_path(path, plain));
}

bool ox_option_is_below(const ox_option *option, ox_text_view path) {
    char plain[PATH_MOST];
    const size_t length = plain_path(path, plain);
    if (length == 0) return path.length <= 1;
    return option->path.length >= length && memcmp(option->path.at, plain, length) == 0 &&
           (option->path.length == length || option->path.at[length] == '.' || plain[length - 1] == '.');
}

/* ---- texts of values ---- */

static bool read_switch(ox_text_view text, int32_t *value) {
    static const char *const words[] = {"no", "yes", "off", "on", "false", "true", "0", "1"};
    for (uint32_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (ox_text_equal_folded(text, ox_text_of(words[i]))) {
            *value = (int32_t)(i & 1u);
            return true;
        }
    return false;
}

static bool read_choice(ox_text_view words, ox_text_view text, int32_t *value) {
    ox_text_view word;
    for (*value = 0; ox_text_split(&words, ',', &word); ++*value)
        if (ox_text_equal_folded(word, text)) return true;
    return false;
}

bool ox_option_read(const ox_option *option, ox_text_view text, int32_t *value) {
    text = ox_text_trim(text);
    if (option->kind == ROM_OPTION_SWITCH) return read_switch(text, value);
    if (option->kind == ROM_OPTION_CHOICE) return read_choice(option->words, text, value);
    const ox_status status = option->kind == ROM_OPTION_FX ? ox_text_parse_fx(text, value, NULL)
                                                           : ox_text_parse_int(text, value, NULL);
    return status == OX_OK && *value >= option->least && *value <= option->greatest;
}

/* As many digits as give the same number again. */
static void write_fx(int32_t value, ox_text *out) {
    static const char *const forms[] = {"%.1q", "%.2q", "%.3q", "%.4q", "%.5q"};
    char text[16];
    int32_t back = 0;
    for (uint32_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        ox_format(text, sizeof text, forms[i], (int)value);
        if (ox_text_parse_fx(ox_text_of(text), &back, NULL) == OX_OK && back == value) break;
    }
    (void)ox_text_string(out, text);
}

void ox_option_write(const ox_option *option, int32_t value, ox_text *out) {
    ox_text_view words = option->words, word;
    if (option->kind == ROM_OPTION_FX) {
        write_fx(value, out);
    } else if (option->kind == ROM_OPTION_SWITCH) {
        ox_text_add(out, value != 0 ? "yes" : "no");
    } else if (option->kind == ROM_OPTION_CHOICE) {
        for (; ox_text_split(&words, ',', &word); value--)
            if (value == 0) (void)ox_text_append(out, word);
    } else {
        ox_text_add(out, "%d", (int)value);
    }
}

void ox_option_ask(const ox_option *option, ox_text *out) {
    if (option->kind == ROM_OPTION_SWITCH) {
        ox_text_add(out, "yes or no");
    } else if (option->kind == ROM_OPTION_CHOICE) {
        ox_text_add(out, "one of ");
        (void)ox_text_append(out, option->words);
    } else {
        ox_text_add(out, option->kind == ROM_OPTION_FX ? "a number from " : "a whole number from ");
        ox_option_write(option, option->least, out);
        ox_text_add(out, " to ");
        ox_option_write(option, option->greatest, out);
    }
}

const char *ox_option_source_name(ox_option_source source) {
    static const char *const names[OX_OPTION_SOURCES] = {
        "usual", "kept", "file", "user file", "environment", "command line", "console", "screen", "game"};
    return (unsigned)source < OX_OPTION_SOURCES ? names[source] : "?";
}
