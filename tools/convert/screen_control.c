/* Controls: elements that others are like. What an element says itself takes the place of what it inherits. */
#include <stdio.h>
#include <string.h>

#include "tools/convert/screen_reading.h"

/* Which attribute a word sets: all words of one attribute exclude one another. */
static bool same_attribute(const char *a, const char *b) {
    static const char *const actions[] = {"open=", "replace=", "say=", "close", "close-all", "reset"};
    bool acts[2] = {false, false};
    const char *const words[2] = {a, b};
    const bool told =
        (a[0] == '@' || strncmp(a, "text=", 5) == 0) && (b[0] == '@' || strncmp(b, "text=", 5) == 0);
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++) {
            const size_t length = strlen(actions[i]);
            acts[k] = acts[k] || (actions[i][length - 1] == '=' ? strncmp(words[k], actions[i], length) == 0
                                                                : strcmp(words[k], actions[i]) == 0);
        }
    const size_t length = strcspn(a, "=");
    return told || (acts[0] && acts[1]) || strcmp(a, b) == 0 ||
           (a[length] == '=' && strncmp(a, b, length + 1) == 0);
}

/* The control of a name, of those and of the named elements above the line; its words follow its kind. */
static const screen_control *find_control(const screen_reading *t, const char *name) {
    for (uint32_t i = 0; i < t->control_count; i++)
        if (t->controls[i].name == rom_id(name)) return &t->controls[i];
    return NULL;
}

bool screen_inherit(screen_reading *t, uint32_t kind, int first) {
    convert_lines *lines = &t->lines;
    const char *like = convert_line_value(lines, "like");
    if (like == NULL) return true;
    const screen_control *from = find_control(t, like);
    if (from == NULL)
        return convert_line_wrong(
            lines,
            "there is no control and no element `%.40s` above this line; write `control "
            "%.40s %s ...`",
            like, like, screen_element_word(kind));
    if (from->kind != kind)
        return convert_line_wrong(lines, "`%.40s` is a %s, which a %s cannot be like", like,
                                  screen_element_word(from->kind), screen_element_word(kind));
    int own = lines->count;
    for (int i = first; i < own; i++) {
        if (strncmp(lines->words[i], "like=", 5) != 0) continue;
        memmove(&lines->words[i], &lines->words[i + 1], (size_t)(own - i - 1) * sizeof lines->words[0]);
        own--;
        i--;
    }
    lines->count = lines->own = own;
    lines->asked = (convert_line_asked){0};
    lines->looked = 0;
    char *word = (char *)t->control_words.data + from->words;
    for (uint32_t k = 0; k < from->count; k++, word += strlen(word) + 1) {
        bool replaced = false;
        for (int i = first; i < own; i++) replaced = replaced || same_attribute(word, lines->words[i]);
        if (replaced) continue;
        if (lines->count == (int)(sizeof lines->words / sizeof lines->words[0]))
            return convert_line_wrong(lines, "with what it inherits this has more than 32 words");
        lines->words[lines->count++] = word;
    }
    return true;
}

/* Keeps the words of the line from `first` on, but for the name itself. */
bool screen_keep_control(screen_reading *t, uint32_t name, uint32_t kind, int first) {
    if (t->control_count == SCREEN_CONTROLS)
        return convert_line_wrong(&t->lines, "more than %d controls and named elements; take some out",
                                  SCREEN_CONTROLS);
    screen_control *control = &t->controls[t->control_count++];
    *control = (screen_control){name, kind, (uint32_t)t->control_words.size, 0};
    writer kept = {0}; /* inherited words lie in control_words, which may move while it grows */
    for (int i = first; i < t->lines.count; i++) {
        const char *word = t->lines.words[i];
        if (word[0] != '@' && strchr(word, '=') == NULL && rom_id(word) == name) continue;
        writer_bytes(&kept, word, strlen(word) + 1);
        control->count++;
    }
    writer_bytes(&t->control_words, kept.data, kept.size);
    const bool ok = !kept.failed && !t->control_words.failed;
    writer_free(&kept);
    return ok || import_error_memory(t->s->error, t->s->path);
}

bool screen_read_control(screen_reading *t) {
    uint32_t kind = 0;
    if (t->lines.count < 3)
        return convert_line_wrong(&t->lines,
                                  "a control wants a name and a kind: control wide button size=120x14");
    const char *name = t->lines.words[1], *word = t->lines.words[2];
    while (screen_element_word(kind) != NULL && strcmp(screen_element_word(kind), word) != 0) kind++;
    if (strlen(name) >= CART_NAME_MAX || strchr(name, '=') != NULL)
        return screen_wrong_word(t, name, "a name is a word of at most 95 letters");
    if (screen_element_word(kind) == NULL) return screen_wrong_word(t, word, "there is no such element");
    if (find_control(t, name) != NULL)
        return screen_wrong_word(t, name, "this name is that of a control or an element above");
    return screen_inherit(t, kind, 3) && screen_keep_control(t, rom_id(name), kind, 3);
}
