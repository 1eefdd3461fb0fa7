/* The words of a line of cart.txt: cutting the line, and taking words as names, numbers, vectors and choices. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/cart/cart_parser.h"
#include "tools/import/base/text.h"

bool cart_wrong(cart_parser *p, const char *format, ...) {
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    import_error_line(&p->now, p->path, p->line, "%s", text);
    if (p->text == NULL || p->paths[p->at] != NULL || p->at >= p->count) return false;
    return import_error_column(&p->now, (unsigned long)(p->words[p->at] - p->text) + 1);
}

bool cart_go_on(cart_parser *p) {
    if (!p->failed && p->error != NULL) *p->error = p->now;
    p->failed = true;
    report_error(p->all, &p->now);
    return p->all != NULL;
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/* A # that begins a word begins a comment, unless six hexadecimal digits make a colour of it. */
static bool is_comment(const char *at) {
    char word[8];
    size_t length = 0;
    while (length < 7 && at[length] != 0 && !is_blank(at[length])) {
        word[length] = at[length];
        length++;
    }
    word[length] = 0;
    uint32_t rgb;
    return at[0] == '#' && (length < 7 || (at[7] != 0 && !is_blank(at[7])) || !cart_parse_colour(word, &rgb));
}

void cart_go_to_word(cart_parser *p, int i) {
    p->at = i;
    if (p->paths[i] == NULL) return;
    p->line = p->lines[i];
    p->path = p->paths[i];
}

bool cart_split(cart_parser *p, char *line) {
    char *from = line;
    p->count = 0;
    p->at = 0;
    p->text = line;
    memset(p->taken, 0, sizeof p->taken);
    for (;;) {
        while (is_blank(*from)) from++;
        if (*from == 0 || is_comment(from)) return true;
        if (p->count == CART_WORDS)
            return cart_wrong(p, "more than %d words on a line; take some out", CART_WORDS);
        char *to = from;
        bool quoted = false;
        p->words[p->count++] = to;
        for (; *from != 0 && (quoted || !is_blank(*from)); from++) {
            if (*from == '"') {
                quoted = !quoted;
            } else {
                *to++ = *from;
            }
        }
        if (quoted) return cart_wrong(p, "a quotation mark that is not closed; add another \"");
        if (*from != 0) from++;
        *to = 0;
    }
}

const char *cart_word(cart_parser *p, const char *what) {
    for (int i = 1; i < p->count; i++) {
        if (p->taken[i] || strchr(p->words[i], '=') != NULL) continue;
        p->taken[i] = true;
        p->at = i;
        return p->words[i];
    }
    p->at = 0;
    cart_wrong(p, "`%s` without %s; write it behind", p->words[0], what);
    return NULL;
}

const char *cart_option(cart_parser *p, const char *key) {
    size_t length = strlen(key);
    for (int i = 1; i < p->count; i++) {
        if (p->taken[i] || strncmp(p->words[i], key, length) != 0 || p->words[i][length] != '=') continue;
        p->taken[i] = true;
        cart_go_to_word(p, i);
        return p->words[i] + length + 1;
    }
    return NULL;
}

bool cart_flag(cart_parser *p, const char *word) {
    for (int i = 1; i < p->count; i++) {
        if (p->taken[i] || strcmp(p->words[i], word) != 0) continue;
        p->taken[i] = true;
        return true;
    }
    return false;
}

bool cart_number_option(cart_parser *p, const char *key, double least, double most, double *value) {
    const char *word = cart_option(p, key);
    double number;
    if (word == NULL) return true;
    if (!cart_parse_number(word, &number)) {
        return cart_wrong(p, "`%s=%s` is not a number; write something like %s=%g", key, word, key, *value);
    }
    if (number < least || number > most) {
        return cart_wrong(p, "`%s=%s` is out of range; %.10g to %.10g are possible", key, word, least, most);
    }
    *value = number;
    return true;
}

bool cart_vector_option(cart_parser *p, const char *key, bool needed, double value[3]) {
    const char *word = cart_option(p, key);
    char copy[128];
    if (word == NULL) return !needed || cart_wrong(p, "`%s` without %s=X,Y,Z; add it", p->words[0], key);
    snprintf(copy, sizeof copy, "%s", word);
    char *at = copy;
    for (int i = 0; i < 3; i++) {
        char *comma = strchr(at, ',');
        bool last = i == 2;
        if ((comma == NULL) != last) break;
        if (comma != NULL) *comma = 0;
        if (!cart_parse_number(at, &value[i])) break;
        if (value[i] < -CART_WORLD || value[i] > CART_WORLD) {
            return cart_wrong(p, "`%s=%s` is out of range; -%d to %d are possible", key, word, CART_WORLD,
                              CART_WORLD);
        }
        if (last) return true;
        at = comma + 1;
    }
    return cart_wrong(p, "`%s=%s` is not three numbers; write %s=X,Y,Z without blanks", key, word, key);
}

bool cart_choice_option(cart_parser *p, const char *key, const char *const *choices, int *value) {
    const char *word = cart_option(p, key);
    if (word == NULL) return true;
    int choice = cart_choice(word, choices);
    if (choice >= 0) {
        *value = choice;
        return true;
    }
    char list[160] = "";
    for (int i = 0; choices[i] != NULL; i++) {
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i == 0 ? "" : ", ", choices[i]);
    }
    return cart_wrong(p, "`%s=%s` is unknown; possible are %s", key, word, list);
}

bool cart_take_name(cart_parser *p, const char *word, char name[CART_NAME_MAX]) {
    size_t length = strlen(word);
    if (length == 0 || length >= CART_NAME_MAX) {
        return cart_wrong(p, "a name has 1 to %d characters; `%.20s...` has %u", CART_NAME_MAX - 1, word,
                          (unsigned)length);
    }
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)word[i] <= 32)
            return cart_wrong(p, "a name with blanks; write `_` or `-` instead");
    }
    memcpy(name, word, length + 1);
    return true;
}

bool cart_take_path(cart_parser *p, const char *word, char path[CART_PATH_MAX]) {
    if (strlen(word) >= CART_PATH_MAX || *word == 0) {
        return cart_wrong(p, "a file name has 1 to %d characters", CART_PATH_MAX - 1);
    }
    memcpy(path, word, strlen(word) + 1);
    return true;
}

bool cart_name_option(cart_parser *p, const char *key, char name[CART_NAME_MAX]) {
    const char *word = cart_option(p, key);
    return word == NULL || cart_take_name(p, word, name);
}

bool cart_end_of_line(cart_parser *p) {
    const char *known[CART_OPTIONS_MOST] = {NULL};
    cart_option_words(p->options, known, cart_option_words(p->further, known, 0, CART_OPTIONS_MOST),
                      CART_OPTIONS_MOST);
    for (int i = 1; i < p->count; i++) {
        if (p->taken[i]) continue;
        cart_go_to_word(p, i);
        char key[64];
        snprintf(key, sizeof key, "%.*s", (int)strcspn(p->words[i], "="), p->words[i]);
        const char *suggestion = cart_suggest(key, known);
        if (suggestion != NULL && strcmp(suggestion, key) == 0) {
            return cart_wrong(p, "`%s` is given twice or not as `%s` wants it; see oxcart help %s", key,
                              p->words[0], p->words[0]);
        }
        if (suggestion != NULL)
            return cart_wrong(p, "`%s` is unknown here; did you mean `%s`?", key, suggestion);
        return cart_wrong(p, "`%s` means nothing to `%s`; take it out, or see oxcart help %s", key,
                          p->words[0], p->words[0]);
    }
    return true;
}
