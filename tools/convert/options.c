/* Options of assets as numbers and words. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tools/convert/converters.h"

bool convert_option_wrong(const pack_source *s, const char *key, const char *format, ...) {
    char text[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return import_error_line(s->error, s->c->path, s->asset->line, "%s `%s`: %s: %s", s->asset->kind,
                             s->asset->name, key, text);
}

bool convert_option_number(const pack_source *s, const char *key, double least, double most, double *value) {
    const char *word = pack_option(s->asset, key);
    if (word == NULL) return true;
    if (cart_parse_number(word, value) && *value >= least && *value <= most) return true;
    return convert_option_wrong(s, key, "`%.40s` is no number from %g to %g", word, least, most);
}

bool convert_option_whole(const pack_source *s, const char *key, uint32_t least, uint32_t most,
                          uint32_t *value) {
    const char *word = pack_option(s->asset, key);
    double number;
    if (word == NULL) return true;
    if (!cart_parse_number(word, &number) || number < least || number > most ||
        number != (double)(uint32_t)number)
        return convert_option_wrong(s, key, "`%.40s` is no whole number from %u to %u", word, (unsigned)least,
                                    (unsigned)most);
    *value = (uint32_t)number;
    return true;
}

bool convert_option_choice(const pack_source *s, const char *key, const char *const *choices, int *value) {
    const char *word = pack_option(s->asset, key);
    char list[200] = "";
    if (word == NULL) return true;
    int choice = cart_choice(word, choices);
    if (choice >= 0) {
        *value = choice;
        return true;
    }
    for (size_t i = 0, at = 0; choices[i] != NULL && at < sizeof list; i++)
        at += (size_t)snprintf(list + at, sizeof list - at, "%s%s", i == 0 ? "" : ", ", choices[i]);
    return convert_option_wrong(s, key, "`%.40s` is unknown; possible are %s", word, list);
}

bool convert_option_switch(const pack_source *s, const char *key, bool *value) {
    static const char *const words[] = {"off", "on", NULL};
    int choice = *value ? 1 : 0;
    if (!convert_option_choice(s, key, words, &choice)) return false;
    *value = choice == 1;
    return true;
}

bool convert_option_pair(const pack_source *s, convert_pair form, uint32_t *first, uint32_t *second,
                         bool *given) {
    const char *word = pack_option(s->asset, form.key);
    const uint32_t most = form.most;
    uint32_t *values[2] = {first, second};
    *given = word != NULL;
    if (word == NULL) return true;
    const char *at = word;
    for (int i = 0; i < 2; i++) {
        uint64_t number = 0;
        size_t digits = strspn(at, "0123456789");
        for (size_t k = 0; k < digits && number <= most; k++) number = number * 10 + (uint64_t)(at[k] - '0');
        at += digits;
        if (digits == 0 || number > most || *at != (i == 0 ? form.between : 0))
            return convert_option_wrong(s, form.key, "`%.40s` is not A%cB with two whole numbers up to %u",
                                        word, form.between, (unsigned)most);
        *values[i] = (uint32_t)number;
        at++;
    }
    return true;
}

bool convert_compound_name(const pack_source *s, const char *word, char name[CART_NAME_MAX]) {
    if (snprintf(name, CART_NAME_MAX, "%s.%s", s->asset->name, word) < CART_NAME_MAX) return true;
    return import_error_line(s->error, s->c->path, s->asset->line,
                             "the name `%.60s.%.30s` is too long; shorten it", s->asset->name, word);
}
