/* How statements of screens take their options: numbers, choices, pairs, resources, sounds, texts. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tools/convert/screen_reading.h"
#include "tools/script/script.h"

bool screen_wrong_word(const screen_reading *t, const char *word, const char *what) {
    convert_line_look(&t->lines, word);
    return convert_line_wrong(&t->lines, "`%.40s`: %s", word, what);
}

/* ---- words of options ---- */

bool screen_whole(const screen_reading *t, const char *text, double least, double most, double *value) {
    if (cart_parse_number(text, value) && *value >= least && *value <= most && *value == floor(*value))
        return true;
    return convert_line_wrong(&t->lines, "`%.40s` is no whole number from %g to %g", text, least, most);
}

bool screen_take_whole(screen_reading *t, const char *key, double least, double most, uint32_t *value) {
    const char *text = convert_line_value(&t->lines, key);
    double number;
    if (text == NULL) return true;
    if (!screen_whole(t, text, least, most, &number)) return false;
    *value = (uint32_t)number;
    return true;
}

bool screen_take_choice(screen_reading *t, const char *key, const char *const *choices, uint8_t *value) {
    const char *text = convert_line_value(&t->lines, key);
    char list[160] = "";
    if (text == NULL) return true;
    const int choice = cart_choice(text, choices);
    for (int i = 0; choices[i] != NULL && choice < 0; i++) {
        const size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i == 0 ? "" : ", ", choices[i]);
    }
    if (choice < 0) return convert_line_wrong(&t->lines, "`%.40s` is unknown; possible are %s", text, list);
    *value = (uint8_t)choice;
    return true;
}

bool screen_take_pair(screen_reading *t, const char *key, const screen_pair_form *form, double pair[2]) {
    const double least = form->least, most = form->most;
    const char *const between = form->between;
    const char *text = convert_line_value(&t->lines, key);
    char first[40];
    if (text == NULL) return true;
    const char *at = strstr(text, between);
    const size_t length = at == NULL ? 0 : (size_t)(at - text);
    snprintf(first, sizeof first, "%.*s", (int)(length < sizeof first ? length : 0), text);
    if (at != NULL && cart_parse_number(first, &pair[0]) &&
        cart_parse_number(at + strlen(between), &pair[1]) && pair[0] >= least && pair[0] <= most &&
        pair[1] >= least && pair[1] <= most)
        return true;
    return convert_line_wrong(&t->lines, "`%s=%.40s`: write %s, each from %g to %g", key, text, form->what,
                              least, most);
}

bool screen_take_resource(screen_reading *t, const char *key, const char *kind, const char *folder,
                          uint32_t *id) {
    char advice[200] = "", full[CART_NAME_MAX + 16];
    const char *name = convert_line_value(&t->lines, key);
    if (name == NULL) return true;
    if (strlen(name) >= CART_NAME_MAX)
        return convert_line_wrong(&t->lines, "the name `%.40s...` is too long", name);
    if (!script_cart_knows(&t->cart, kind, name, advice, sizeof advice))
        return convert_line_wrong(&t->lines, "there is no %s `%s`%s", kind, name, advice);
    snprintf(full, sizeof full, "%s/%s", folder, name);
    *id = rom_id(full);
    return true;
}

writer *screen_mentions(const screen_reading *t) {
    return t->s->companions == NULL ? NULL : &t->s->companions->mentions;
}

void screen_mention(screen_reading *t, script_mention what, const char *name) {
    const script_mention_row row = {.what = what,
                                    .value = rom_id(name),
                                    .line = (uint32_t)t->lines.line,
                                    .column = (uint32_t)(t->lines.words[t->lines.looked] - t->lines.room) + 1,
                                    .name = name};
    script_mention_add(screen_mentions(t), &row);
}

void screen_take_sound(screen_reading *t, const char *key, uint32_t *id) {
    const char *name = convert_line_value(&t->lines, key);
    if (name == NULL) return;
    screen_mention(t, SCRIPT_SOUND, name);
    *id = pack_chunk_id("sound", name);
}

/* ---- texts ---- */

screen_words screen_add_words(screen_reading *t, const char *text) {
    const screen_words at = {t->words.size, strlen(text)};
    writer_bytes(&t->words, text, at.bytes);
    return at;
}

bool screen_take_key(screen_reading *t, const char *key, uint32_t *id) {
    char advice[200] = "";
    if (!script_cart_knows(&t->cart, "text", key, advice, sizeof advice))
        return convert_line_wrong(&t->lines, "the cart has no text `%s`%s", key, advice);
    *id = rom_id(key);
    return true;
}

bool screen_take_text(screen_reading *t, uint32_t *key, screen_words *words) {
    const char *literal = convert_line_value(&t->lines, "text");
    for (int i = 1; i < t->lines.count; i++) {
        if (t->lines.words[i][0] != '@') continue;
        convert_line_look(&t->lines, t->lines.words[i]);
        if (literal != NULL)
            return convert_line_wrong(&t->lines, "a key and `text=`; one of them is possible");
        t->lines.asked.words |= 1u << i;
        return screen_take_key(t, t->lines.words[i] + 1, key);
    }
    if (literal != NULL && literal[0] == '@') return screen_take_key(t, literal + 1, key);
    if (literal != NULL) *words = screen_add_words(t, literal);
    return true;
}
