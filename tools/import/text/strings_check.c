/* Checks of tables of texts, and the language for tests. */
#include <stdlib.h>
#include <string.h>

#include "fixedmath/utf8.h"
#include "raster/font.h"
#include "tools/import/text/strings.h"

uint32_t import_utf8_length(const char *text) { return (uint32_t)fx_utf8_count(text, strlen(text)); }

void import_strings_mark(const char *text, uint8_t *used) {
    for (uint32_t code = rs_font_character(&text); code != 0; code = rs_font_character(&text)) {
        if (code >= 32 && code < IMPORT_STRINGS_CODES)
            used[code / 8] = (uint8_t)(used[code / 8] | 1u << code % 8);
    }
}

/* ---- placeholders ---- */

/* Length of a placeholder that begins here, 0 when none does: {name}, {0}, the looks [gold] and [/] of screens, %d, %s, %u, %x, %c; %% is none. */
static size_t placeholder_at(const char *at) {
    if (at[0] == '{' || at[0] == '[') {
        size_t length = 1 + strcspn(at + 1, at[0] == '{' ? "}{" : "][ ");
        return length > 1 && at[length] == (at[0] == '{' ? '}' : ']') ? length + 1 : 0;
    }
    if (at[0] != '%') return 0;
    size_t flags = strspn(at + 1, "0123456789.$-+");
    return at[1 + flags] != 0 && strchr("dsuxc", at[1 + flags]) != NULL ? flags + 2 : 0;
}

/* Bytes up to where the next placeholder may begin: `%%`, `{{` and `[[` are signs that are seen. */
static size_t plain_at(const char *at) {
    return at[0] == at[1] && (at[0] == '%' || at[0] == '{' || at[0] == '[') ? 2 : 1;
}

static uint32_t count_of(const char *text, const char *placeholder, size_t length) {
    uint32_t count = 0;
    while (*text != 0) {
        size_t found = placeholder_at(text);
        count += found == length && length > 0 && memcmp(text, placeholder, length) == 0;
        text += found > 0 ? found : plain_at(text);
    }
    return count;
}

/* Whether every placeholder of a stands in b as often. */
static bool covers(const char *a, const char *b) {
    for (const char *at = a; *at != 0;) {
        size_t found = placeholder_at(at);
        if (found > 0 && count_of(a, at, found) != count_of(b, at, found)) return false;
        at += found > 0 ? found : plain_at(at);
    }
    return true;
}

/* ---- all checks ---- */

static uint32_t check_text(const import_strings *strings, const import_string *string, uint32_t language,
                           const char *model, const import_font *font, import_strings_teller *tell,
                           void *argument) {
    const char *text = string->texts[language];
    uint32_t faults = 0;
    (void)strings;
    if (text == NULL) {
        tell(argument, IMPORT_STRINGS_MISSING, string, language, 0);
        return 1;
    }
    if (!covers(model, text) || !covers(text, model)) {
        tell(argument, IMPORT_STRINGS_PLACEHOLDER, string, language, 0);
        faults++;
    }
    if (string->limit > 0 && import_utf8_length(text) > string->limit) {
        tell(argument, IMPORT_STRINGS_LONG, string, language, 0);
        faults++;
    }
    uint32_t wide = font == NULL || string->width == 0 ? 0 : import_font_width(font, text);
    if (wide > string->width) {
        tell(argument, IMPORT_STRINGS_WIDE, string, language, wide);
        faults++;
    }
    const char *at = text;
    for (uint32_t code = font == NULL ? 0 : rs_font_character(&at); code != 0;
         code = rs_font_character(&at)) {
        if (code < 32 || import_font_find(font, code) != NULL) continue;
        tell(argument, IMPORT_STRINGS_GLYPH, string, language, code);
        return faults + 1;
    }
    return faults;
}

uint32_t import_strings_check(const import_strings *strings, const import_font *font,
                              import_strings_teller *tell, void *argument) {
    uint32_t faults = 0;
    for (uint32_t i = 0; i < strings->count; i++) {
        const import_string *string = &strings->strings[i];
        const char *model = "";
        for (uint32_t l = strings->language_count; l-- > 0;) {
            if (string->texts[l] != NULL) model = string->texts[l];
        }
        for (uint32_t l = 0; l < strings->language_count; l++)
            faults += check_text(strings, string, l, model, font, tell, argument);
    }
    return faults;
}

/* ---- a language for tests ---- */

static const char *accented(char letter) {
    static const char *const lower[26] = {"á", "ḃ", "ç", "ď", "é", "ḟ", "ĝ", "ĥ", "í", "ĵ", "ķ", "ļ", "ṁ",
                                          "ñ", "ö", "ṗ", "ʠ", "ŕ", "š", "ť", "ü", "ṽ", "ŵ", "ẋ", "ý", "ž"};
    static const char *const upper[26] = {"Á", "Ḃ", "Ç", "Ď", "É", "Ḟ", "Ĝ", "Ĥ", "Í", "Ĵ", "Ķ", "Ļ", "Ṁ",
                                          "Ñ", "Ö", "Ṗ", "Ɋ", "Ŕ", "Š", "Ť", "Ü", "Ṽ", "Ŵ", "Ẋ", "Ý", "Ž"};
    if (letter >= 'a' && letter <= 'z') return lower[letter - 'a'];
    if (letter >= 'A' && letter <= 'Z') return upper[letter - 'A'];
    return NULL;
}

char *import_strings_pseudo(const char *text) {
    uint32_t length = import_utf8_length(text), wanted = (length * 5 + 3) / 4;
    char *made = malloc(strlen(text) * 3 + wanted + 8), *to = made;
    if (made == NULL) return NULL;
    *to++ = '[';
    for (const char *at = text; *at != 0;) {
        size_t keep = placeholder_at(at);
        const char *letter = keep > 0 ? NULL : accented(*at);
        if (letter != NULL) {
            size_t bytes = strlen(letter);
            memcpy(to, letter, bytes);
            to += bytes;
            at++;
            continue;
        }
        if (keep == 0) keep = 1;
        memcpy(to, at, keep);
        to += keep;
        at += keep;
    }
    for (uint32_t i = length + 2; i < wanted; i++) *to++ = '~';
    *to++ = ']';
    *to = 0;
    return made;
}
