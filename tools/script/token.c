#include "tools/script/token.h"

#include <stdio.h>
#include <string.h>

#include "fixedmath/text.h"
#include "kernel/script/words.h"
#include "rom/rom.h"
#include "tools/import/base/text.h"
#include "tools/script/compiler.h"

static const char *const texts[TOKEN_KINDS] = {
    "", "", "", "", "", "", "", "", "", "", "",
#define SCRIPT_WORD(kind, text) text,
#define SCRIPT_SIGN(kind, text) text,
#include "tools/script/tokens.inc"
#undef SCRIPT_WORD
#undef SCRIPT_SIGN
};
enum { FIRST_SIGN = TOKEN_UNSIGNED_SHIFT };

typedef struct scanner {
    script_compiler *c;
    script_tokens *out;
    const char *at, *end;
    script_place place; /* place of `at` */
    uint32_t open;      /* open ( and [ */
    bool checked_line;  /* the rest of this line is text */
} scanner;

const char *script_token_text(uint32_t kind) { return texts[kind]; }

void script_token_show(const script_token *token, char *text, size_t room) {
    if (token->kind == TOKEN_END)
        snprintf(text, room, "end of file");
    else if (token->line_end)
        snprintf(text, room, "line end");
    else
        snprintf(text, room, "'%.*s'", token->length > 40 ? 40 : (int)token->length, token->text);
}

static bool is_digit(char x) { return x >= '0' && x <= '9'; }
static bool begins_word(char x) { return (x >= 'a' && x <= 'z') || (x >= 'A' && x <= 'Z') || x == '_'; }
static bool in_word(char x) { return begins_word(x) || is_digit(x); }
static char peek(const scanner *s, size_t ahead) {
    return (size_t)(s->end - s->at) > ahead ? s->at[ahead] : 0;
}

static void step_letters(scanner *s, size_t count) {
    for (size_t i = 0; i < count && s->at < s->end; i++, s->at++)
        if (((unsigned char)*s->at & 0xC0) != 0x80 && s->place.column < UINT16_MAX) s->place.column++;
}

static script_token *add_token(scanner *s, uint32_t kind, script_place place, const char *text,
                               size_t length) {
    script_grow(s->c, (void **)&s->out->list, &s->out->room, s->out->count + 1, sizeof *s->out->list);
    script_token *t = &s->out->list[s->out->count++];
    *t = (script_token){.kind = (uint8_t)kind, .place = place, .text = text, .length = (uint32_t)length};
    return t;
}

/* ---- line ends ---- */

static bool ends_statement(uint32_t kind) {
    switch (kind) {
    case TOKEN_ID:
    case TOKEN_INT:
    case TOKEN_FX:
    case TOKEN_ANGLE:
    case TOKEN_NAME:
    case TOKEN_TEXT:
    case TOKEN_NOTE:
    case TOKEN_WRONG:
    case TOKEN_TRUE:
    case TOKEN_FALSE:
    case TOKEN_NULL:
    case TOKEN_SELF:
    case TOKEN_RETURN:
    case TOKEN_BREAK:
    case TOKEN_CONTINUE:
    case TOKEN_PASS:
    case TOKEN_YIELD:
    case TOKEN_CLOSE:
    case TOKEN_CLOSE_INDEX:
    case TOKEN_CLOSE_BLOCK:
        return true;
    default:
        return false;
    }
}

static void line_end(scanner *s) {
    if (s->open == 0 && s->out->count > 0 && ends_statement(s->out->list[s->out->count - 1].kind))
        add_token(s, TOKEN_SEMICOLON, s->place, s->at, 1)->line_end = true;
    bool pair = *s->at == '\r' && peek(s, 1) == '\n';
    s->at += pair ? 2 : 1;
    s->place.line++;
    s->place.column = 1;
    s->checked_line = false;
}

/* Reports a line that is no UTF-8 text, once. */
static void check_line(scanner *s) {
    size_t length = 0, left = (size_t)(s->end - s->at);
    while (length < left && s->at[length] != '\n' && s->at[length] != '\r') length++;
    const char *fault = import_text_line_fault(s->at, length);
    if (fault != NULL) script_wrong(s->c, s->place, "%s", fault);
    s->checked_line = true;
}

static bool is_line_end(char x) { return x == '\n' || x == '\r'; }

static void skip_comment(scanner *s) {
    script_place begin = s->place;
    uint32_t depth = 0;
    do {
        if (s->at == s->end) {
            script_wrong(s->c, begin, "comment is not closed");
            s->c->cut[begin.file] = begin.line;
            return;
        }
        if (!s->checked_line) check_line(s);
        if (*s->at == '/' && peek(s, 1) == '*') {
            depth++;
            step_letters(s, 2);
        } else if (*s->at == '*' && peek(s, 1) == '/') {
            depth--;
            step_letters(s, 2);
        } else if (is_line_end(*s->at)) {
            line_end(s);
        } else {
            step_letters(s, 1);
        }
    } while (depth > 0);
}

/* ---- numbers ---- */

typedef struct decimal {
    uint64_t whole, part, scale; /* value: whole + part / scale, scale a power of ten */
    bool point, too_large;
} decimal;

/* Reads digits with underscores between them, then perhaps a point and digits. More than 12 digits behind the point are
 * ignored; an fx literal is read from the text again. */
static size_t read_decimal(const char *at, const char *end, decimal *d) {
    const char *begin = at;
    *d = (decimal){.scale = 1};
    for (; at < end && (is_digit(*at) || (*at == '_' && at + 1 < end && is_digit(at[1]))); at++) {
        if (*at == '_') continue;
        d->whole = d->whole * 10 + (uint64_t)(*at - '0');
        if (d->whole > UINT32_MAX) d->too_large = true, d->whole = UINT32_MAX;
    }
    if (end - at < 2 || *at != '.' || !is_digit(at[1])) return (size_t)(at - begin);
    d->point = true;
    for (at++; at < end && is_digit(*at); at++) {
        if (d->scale >= 1000000000000u) continue;
        d->scale *= 10;
        d->part = d->part * 10 + (uint64_t)(*at - '0');
    }
    return (size_t)(at - begin);
}

/* The nearest whole number to d * number / divisor, halves up; number and divisor are small. */
static uint64_t scaled_decimal(const decimal *d, uint64_t number, uint64_t divisor) {
    uint64_t whole = d->whole * number / divisor, rest = d->whole * number % divisor;
    uint64_t above = rest * d->scale + d->part * number, below = divisor * d->scale;
    return whole + (2 * above + below) / (2 * below);
}

static bool suffix(const scanner *s, size_t at, const char *word) {
    size_t length = strlen(word);
    return (size_t)(s->end - s->at) >= at + length && memcmp(s->at + at, word, length) == 0 &&
           !in_word(peek(s, at + length));
}

static uint32_t fx_literal(scanner *s, size_t length, script_place place, int32_t *value) {
    char digits[64];
    size_t count = 0;
    for (size_t i = 0; i < length && count < sizeof digits; i++)
        if (s->at[i] != '_') digits[count++] = s->at[i];
    if (fx_parse(digits, count, value, NULL) == NUMBER_OK) return TOKEN_FX;
    script_wrong(s->c, place, "fixed-point number out of range");
    return TOKEN_WRONG;
}

static uint32_t out_of_range(scanner *s, script_place place) {
    script_wrong(s->c, place, "number out of range");
    return TOKEN_WRONG;
}

/* Reads a hexadecimal or binary number: a pattern of 32 bits. */
static size_t read_pattern(const scanner *s, uint32_t shift, uint64_t *value) {
    size_t at = 2;
    *value = 0;
    for (;; at++) {
        char x = peek(s, at);
        uint32_t digit = is_digit(x)            ? (uint32_t)(x - '0')
                         : x >= 'a' && x <= 'f' ? (uint32_t)(x - 'a') + 10
                         : x >= 'A' && x <= 'F' ? (uint32_t)(x - 'A') + 10
                                                : 99;
        if (x == '_' && at > 2) continue;
        if (digit >= 1u << shift) break;
        *value = *value > UINT32_MAX ? *value : *value << shift | digit;
    }
    return at;
}

static void scan_number(scanner *s) {
    script_place place = s->place;
    const char *begin = s->at;
    decimal d;
    uint32_t kind = TOKEN_INT;
    uint64_t value;
    int32_t fraction = 0;
    bool minimum = false;
    size_t length;
    int64_t rate = s->c->options.rate;
    if (*s->at == '0' && (peek(s, 1) == 'x' || peek(s, 1) == 'b')) {
        length = read_pattern(s, peek(s, 1) == 'x' ? 4 : 1, &value);
        if (length == 2 || value > UINT32_MAX) kind = out_of_range(s, place);
    } else {
        length = read_decimal(s->at, s->end, &d);
        if (suffix(s, length, "deg")) {
            value = scaled_decimal(&d, 8192, 45) & 0xFFFF;
            kind = d.too_large ? out_of_range(s, place) : TOKEN_ANGLE;
            length += 3;
        } else if (suffix(s, length, "s") || suffix(s, length, "ms")) {
            bool seconds = peek(s, length) == 's';
            value = scaled_decimal(&d, (uint64_t)rate, seconds ? 1 : 1000);
            if (d.too_large || value > INT32_MAX) kind = out_of_range(s, place);
            length += seconds ? 1 : 2;
        } else if (suffix(s, length, "t") && !d.point) {
            value = d.whole;
            if (d.too_large || value > INT32_MAX) kind = out_of_range(s, place);
            length += 1;
        } else if (d.point) {
            kind = fx_literal(s, length, place, &fraction);
            value = (uint32_t)fraction;
        } else {
            value = d.whole;
            minimum = value == (uint64_t)INT32_MAX + 1;
            if (d.too_large || (value > INT32_MAX && !minimum)) kind = out_of_range(s, place);
        }
    }
    if (in_word(peek(s, length))) {
        if (kind != TOKEN_WRONG) script_wrong(s->c, place, "number ends in a letter");
        kind = TOKEN_WRONG;
        while (in_word(peek(s, length))) length++;
    }
    step_letters(s, length);
    script_token *t = add_token(s, kind, place, begin, length);
    t->value = script_cell((uint32_t)value);
    t->minimum = minimum && kind == TOKEN_INT;
}

static void scan_colour(scanner *s) {
    script_place place = s->place;
    const char *begin = s->at;
    uint64_t value;
    s->at--; /* read_pattern skips two characters */
    size_t length = read_pattern(s, 4, &value) - 1;
    s->at++;
    uint32_t kind = TOKEN_INT;
    if (length != 7 || in_word(peek(s, length))) {
        script_wrong(s->c, place, "colour is not #RRGGBB");
        kind = TOKEN_WRONG;
    }
    if (kind == TOKEN_INT) script_mentions(s->c, SCRIPT_COLOUR, place, (uint32_t)value, "");
    step_letters(s, length);
    add_token(s, kind, place, begin, length)->value = script_cell((uint32_t)value);
}

/* ---- words and quoted texts ---- */

static void scan_word(scanner *s) {
    script_place place = s->place;
    const char *begin = s->at;
    while (s->at < s->end && in_word(*s->at)) step_letters(s, 1);
    size_t length = (size_t)(s->at - begin);
    for (uint32_t kind = TOKEN_AND; kind < FIRST_SIGN; kind++) {
        if (texts[kind][0] != begin[0] || strlen(texts[kind]) != length ||
            memcmp(texts[kind], begin, length) != 0)
            continue;
        add_token(s, kind, place, begin, length);
        return;
    }
    if (length > OX_SCRIPT_NAME_LETTERS)
        script_wrong(s->c, place, "name of %lu characters, at most %d are allowed", (unsigned long)length,
                     OX_SCRIPT_NAME_LETTERS);
    add_token(s, TOKEN_ID, place, begin, length)->word = script_word(s->c, begin, length);
}

static void scan_name(scanner *s) {
    script_place place = s->place;
    const char *begin = s->at;
    step_letters(s, 1);
    while (s->at < s->end && *s->at != '\'' && !is_line_end(*s->at)) step_letters(s, 1);
    size_t length = (size_t)(s->at - begin);
    bool closed = s->at < s->end && *s->at == '\'';
    if (closed) {
        step_letters(s, 1);
    } else {
        script_wrong(s->c, place, "name has no closing quote");
        s->c->cut[place.file] = place.line;
    }
    script_token *t = add_token(s, closed ? TOKEN_NAME : TOKEN_WRONG, place, begin, (size_t)(s->at - begin));
    t->value = script_cell(rom_id_of(begin + 1, length - 1));
}

bool script_is_word(const char *name) {
    size_t length = strlen(name);
    if (!begins_word(name[0]) || length > OX_SCRIPT_NAME_LETTERS) return false;
    for (size_t i = 0; i < length; i++)
        if (!in_word(name[i])) return false;
    for (uint32_t kind = TOKEN_AND; kind < FIRST_SIGN; kind++)
        if (strcmp(texts[kind], name) == 0) return false;
    return true;
}

static void scan_text(scanner *s) {
    script_place place = s->place;
    const char *begin = s->at;
    step_letters(s, 1);
    while (s->at < s->end && (in_word(*s->at) || (*s->at == '/' && in_word(peek(s, 1)) && s->at > begin + 1)))
        step_letters(s, 1);
    size_t length = (size_t)(s->at - begin);
    if (length == 1) script_wrong(s->c, place, "key expected behind '@'");
    add_token(s, length == 1 ? TOKEN_WRONG : TOKEN_TEXT, place, begin, length)->value =
        script_cell(rom_id_of(begin + 1, length - 1));
}

/* Reads an escape behind a backslash; false when it is none. */
static bool escape(scanner *s, char *out, size_t *length) {
    char x = peek(s, 0);
    uint64_t code = 0;
    if (x == 'u' && peek(s, 1) == '{') {
        size_t digits = read_pattern(s, 4, &code);
        if (digits == 2 || peek(s, digits) != '}' || code == 0 || code > 0x10FFFF ||
            (code >= 0xD800 && code < 0xE000))
            return false;
        step_letters(s, digits + 1);
    } else if (x == 'n' || x == 't' || x == '"' || x == '\\') {
        code = x == 'n' ? '\n' : x == 't' ? '\t' : (uint64_t)x;
        step_letters(s, 1);
    } else {
        return false;
    }
    *length += fx_utf8_write(out + *length, (uint32_t)code);
    return true;
}

static void scan_tokens(scanner *s);

/* Reads the form of a part, [-][0]WIDTH[.DIGITS] behind the colon; false for any other text. */
static bool read_form(const char *at, const char *end, char *out, size_t *length) {
    uint32_t flags = 0, width = 0, digits = OX_SCRIPT_PART_NO_DIGITS;
    if (at < end && *at == '-') flags |= OX_SCRIPT_PART_LEFT, at++;
    if (at < end && *at == '0') flags |= OX_SCRIPT_PART_ZEROS, at++;
    while (at < end && is_digit(*at) && width < 100) width = width * 10 + (uint32_t)(*at++ - '0');
    if (at + 1 < end && *at == '.' && is_digit(at[1])) digits = (uint32_t)(at[1] - '0'), at += 2;
    if (at != end || width > OX_SCRIPT_PART_WIDTH) return false;
    out[(*length)++] = OX_SCRIPT_PART;
    out[(*length)++] = (char)(OX_SCRIPT_PART_BIAS + flags);
    out[(*length)++] = (char)(OX_SCRIPT_PART_BIAS + width);
    out[(*length)++] = (char)(OX_SCRIPT_PART_BIAS + digits);
    return true;
}

/* The end of a part's expression, which begins behind its brace: the colon of its form, or the closing brace; NULL:
 * neither is there. */
static const char *end_of_part(const char *at, const char *end) {
    uint32_t depth = 0, questions = 0;
    bool quoted = false;
    for (; at < end; at++) {
        if (*at == '\'') quoted = !quoted;
        if (quoted) continue;
        if (*at == '(' || *at == '[') depth++;
        if ((*at == ')' || *at == ']') && depth > 0) depth--;
        if (depth == 0 && *at == '?') questions++;
        if (depth == 0 && *at == ':' && questions == 0) return at;
        if (depth == 0 && *at == ':') questions--;
        if (*at == '}') return at;
    }
    return NULL;
}

/* Scans a part {EXPRESSION} or {EXPRESSION:FORM}: its tokens, and the bytes in the note that tell its form. */
static void scan_part(scanner *s, const char *close, char *out, size_t *length) {
    const script_place place = s->place;
    const char *const all = s->end, *const ends = end_of_part(s->at + 1, close), *brace = ends;
    while (brace != NULL && brace < close && *brace != '}') brace++;
    if (brace == NULL || brace == close) {
        script_wrong(
            s->c, place,
            "a '{' in a text begins a part, like {score}: its '}' is missing; write '{{' for a brace");
        step_letters(s, 1);
        return;
    }
    step_letters(s, 1);
    s->open++; /* line ends do not count in a part */
    s->end = ends;
    scan_tokens(s);
    s->open--;
    s->end = all;
    add_token(s, TOKEN_PART, s->place, s->at, 1);
    if (!read_form(ends + (*ends == ':'), brace, out, length))
        script_wrong(s->c, s->place,
                     "a part is shown as WIDTH, 0WIDTH with zeros, -WIDTH to the left, and .DIGITS of fx: "
                     "{time:02}, {x:6.2}");
    step_letters(s, (size_t)(brace - s->at) + 1);
}

static bool has_parts(const char *at, const char *end) {
    for (; at < end; at++) {
        if (*at == '\\' && at + 2 < end && at[1] == 'u' && at[2] == '{') {
            while (at < end && *at != '}') at++;
        } else if (*at == '{' && at + 1 < end && at[1] == '{')
            at++;
        else if (*at == '{')
            return true;
    }
    return false;
}

static void scan_note(scanner *s) {
    script_place place = s->place;
    const char *begin = s->at, *close = s->at + 1;
    while (close < s->end && *close != '"' && !is_line_end(*close))
        close += *close == '\\' && close + 1 < s->end && !is_line_end(close[1]) ? 2 : 1;
    char *out = script_take(s->c, (size_t)(close - begin) * 3 + 1); /* {n} becomes four bytes */
    size_t length = 0;
    step_letters(s, 1);
    if (has_parts(s->at, close)) add_token(s, TOKEN_WORDS, place, begin, 1);
    while (s->at < close) {
        script_place here = s->place;
        const bool doubled = s->at + 1 < close && s->at[1] == *s->at;
        if (*s->at == '{' && !doubled) {
            scan_part(s, close, out, &length);
            continue;
        }
        if ((*s->at == '{' || *s->at == '}') && doubled) step_letters(s, 1);
        if (*s->at != '\\') {
            out[length++] = *s->at;
            step_letters(s, 1);
            continue;
        }
        step_letters(s, 1);
        if (!escape(s, out, &length))
            script_wrong(s->c, here, "unknown escape in a text: \\n \\t \\\" \\\\ \\u{hex} are known");
    }
    uint32_t kind = TOKEN_NOTE;
    if (s->at < s->end && *s->at == '"') {
        step_letters(s, 1);
    } else {
        script_wrong(s->c, place, "text has no closing quote");
        s->c->cut[place.file] = place.line;
        kind = TOKEN_WRONG;
    }
    add_token(s, kind, place, out, length);
}

/* ---- the whole text ---- */

static void scan_sign(scanner *s) {
    size_t left = (size_t)(s->end - s->at);
    for (uint32_t kind = FIRST_SIGN; kind < TOKEN_KINDS; kind++) {
        size_t length = strlen(texts[kind]);
        if (length > left || memcmp(texts[kind], s->at, length) != 0) continue;
        add_token(s, kind, s->place, s->at, length);
        step_letters(s, length);
        if (kind == TOKEN_OPEN || kind == TOKEN_OPEN_INDEX) s->open++;
        if ((kind == TOKEN_CLOSE || kind == TOKEN_CLOSE_INDEX) && s->open > 0) s->open--;
        if (kind == TOKEN_OPEN_BLOCK || kind == TOKEN_CLOSE_BLOCK)
            s->open = 0; /* this word never stands in brackets: one is not closed */
        return;
    }
    script_place place = s->place;
    const char *begin = s->at;
    do step_letters(s, 1);
    while (s->at < s->end && ((unsigned char)*s->at & 0xC0) == 0x80);
    script_wrong(s->c, place, *begin == '!' ? "unknown character, did you mean 'not'?" : "unknown character");
    add_token(s, TOKEN_WRONG, place, begin, (size_t)(s->at - begin));
}

static void scan_tokens(scanner *s) {
    while (s->at < s->end && s->c->file_errors[s->place.file] < SCRIPT_ERRORS_MOST) {
        if (!s->checked_line) check_line(s);
        char x = *s->at;
        if (is_line_end(x)) {
            line_end(s);
        } else if (x == ' ' || x == '\t') {
            step_letters(s, 1);
        } else if (x == '/' && peek(s, 1) == '/') {
            while (s->at < s->end && !is_line_end(*s->at)) step_letters(s, 1);
        } else if (x == '/' && peek(s, 1) == '*') {
            skip_comment(s);
        } else if (is_digit(x)) {
            scan_number(s);
        } else if (begins_word(x)) {
            scan_word(s);
        } else if (x == '#') {
            scan_colour(s);
        } else if (x == '\'') {
            scan_name(s);
        } else if (x == '@') {
            scan_text(s);
        } else if (x == '"') {
            scan_note(s);
        } else {
            scan_sign(s);
        }
    }
}

void script_tokenize(script_compiler *c, uint32_t file, script_tokens *out) {
    const script_source *source = &c->sources[file];
    scanner s = {.c = c, .out = out, .at = source->text, .end = source->text + source->size};
    s.place = (script_place){.line = 1, .file = (uint16_t)file, .column = 1};
    s.at += import_text_mark(source->text, source->size);
    scan_tokens(&s);
    add_token(&s, TOKEN_END, s.place, s.at, 0);
}
