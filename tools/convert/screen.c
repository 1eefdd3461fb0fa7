/* Screens of menus and displays, one statement a line (tools/SCREENS.md), as a SCRN chunk. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/convert/screen_reading.h"
#include "tools/record_writer.h"
#include "tools/script/script.h"

/* ---- other statements ---- */

/* screen [stops] [hud] [opaque] [stays] [scaled] [mirrored] [say=WORD] [move=SOUND] [choose=SOUND] [back=SOUND] */
static bool read_screen(screen_reading *t) {
    static const struct {
        const char *word;
        uint32_t flag;
    } flags[] = {{"stops", ROM_SCREEN_STOPS},   {"hud", ROM_SCREEN_HUD},
                 {"opaque", ROM_SCREEN_OPAQUE}, {"stays", ROM_SCREEN_STAYS},
                 {"scaled", ROM_SCREEN_SCALED}, {"mirrored", ROM_SCREEN_MIRRORED}};
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
        if (convert_line_flag(&t->lines, flags[i].word)) t->r.flags |= flags[i].flag;
    const char *say = convert_line_value(&t->lines, "say");
    t->screen_line = t->lines.line;
    if (say != NULL) t->r.says = rom_id(say);
    screen_take_sound(t, "move", &t->r.move);
    screen_take_sound(t, "choose", &t->r.choose);
    screen_take_sound(t, "back", &t->r.back);
    return convert_line_all_asked(&t->lines, 1);
}

static bool read_end(screen_reading *t) {
    if (t->lines.count != 1) return convert_line_wrong(&t->lines, "nothing stands behind `end`");
    if (t->depth == 0) return convert_line_wrong(&t->lines, "an `end` without a panel, column or row");
    t->depth--;
    return true;
}

static bool read_lines(screen_reading *t);

/* use FILE: the styles and controls of that file count in this screen, too. */
static bool read_use(screen_reading *t) {
    char *path;
    uint8_t *data;
    size_t size;
    if (t->lines.count != 2)
        return convert_line_wrong(&t->lines, "`use` wants the name of a file of styles and controls");
    if (!pack_companion_read(t->s, t->lines.words[1], &path, &data, &size)) return false;
    const convert_lines outer = t->lines;
    const pack_source *source = t->s;
    pack_source inner = *source;
    inner.path = path;
    inner.data = data;
    inner.size = size;
    t->lines = (convert_lines){.source = &inner};
    t->in_styles = true;
    const bool ok = read_lines(t);
    t->in_styles = false;
    t->lines = outer;
    t->lines.look = &t->lines.looked;
    t->lines.ask = &t->lines.asked;
    free(path);
    free(data);
    return ok;
}

static bool read_line(screen_reading *t) {
    const char *word = t->lines.words[0];
    const char *known[SCREEN_KINDS + 7] = {"style", "control", "screen", "use", "end"};
    if (strcmp(word, "style") == 0) return screen_read_style(t);
    if (strcmp(word, "control") == 0) return screen_read_control(t);
    if (t->in_styles)
        return convert_line_wrong(&t->lines,
                                  "`%.40s`: a file of styles has `style` and `control` lines alone", word);
    if (strcmp(word, "screen") == 0) return read_screen(t);
    if (strcmp(word, "end") == 0) return read_end(t);
    if (strcmp(word, "use") == 0) return read_use(t);
    for (uint32_t i = 0; screen_element_word(i) != NULL; i++) {
        if (strcmp(screen_element_word(i), word) == 0) return screen_read_element(t, i);
        known[5 + i] = screen_element_word(i);
    }
    const char *meant = cart_suggest(word, known);
    return convert_line_wrong(&t->lines, "`%.40s` is unknown%s%s%s", word,
                              meant == NULL ? "" : ", did you mean `", meant == NULL ? "" : meant,
                              meant == NULL ? "; see tools/SCREENS.md" : "`?");
}

static bool read_lines(screen_reading *t) {
    while (convert_line_next(&t->lines)) {
        if (!read_line(t) && !convert_line_go_on(&t->lines)) return false;
    }
    return !t->lines.failed;
}

/* ---- the chunk ---- */

static void put_screen(screen_reading *t, writer *out) {
    size_t at = ROM_SCREEN_SIZE;
    t->r.styles_at = (uint32_t)at;
    at += t->r.style_count * (size_t)ROM_SCREEN_STYLE_SIZE;
    t->r.elements_at = t->r.element_count == 0 ? 0 : (uint32_t)at;
    at += t->r.element_count * (size_t)ROM_SCREEN_ELEMENT_SIZE;
    t->r.options_at = t->r.option_count == 0 ? 0 : (uint32_t)at;
    at += t->r.option_count * (size_t)ROM_SCREEN_OPTION_SIZE;
    for (uint32_t i = 0; i < t->r.style_count; i++) record_add_screen_style(out, &t->styles[i]);
    for (uint32_t i = 0; i < t->r.element_count; i++) {
        const screen_words words = t->element_words[i];
        if (words.bytes > 0)
            t->elements[i].words = (rom_text_place){(uint32_t)(at + words.offset), (uint32_t)words.bytes};
        record_add_screen_element(out, &t->elements[i]);
    }
    for (uint32_t i = 0; i < t->r.option_count; i++) {
        const screen_words words = t->option_words[i];
        if (words.bytes > 0)
            t->options[i].words = (rom_text_place){(uint32_t)(at + words.offset), (uint32_t)words.bytes};
        record_add_screen_option(out, &t->options[i]);
    }
    writer_bytes(out, t->words.data, t->words.size);
    record_put_screen(out, 0, &t->r);
}

/* Mentions the colours of styles, which join the palette of a cart as the colours of scripts do. */
static void mention_colours(const screen_reading *t) {
    for (uint32_t i = 0; i < t->r.style_count; i++) {
        const rom_screen_style_record *style = &t->styles[i];
        uint32_t before = ROM_SCREEN_STYLE_NONE; /* states mostly share a colour */
        for (int k = 0; k < 3 * SCREEN_STATES; k++) {
            const uint32_t colour = k < SCREEN_STATES       ? style->text[k]
                                    : k < 2 * SCREEN_STATES ? style->fill[k - SCREEN_STATES]
                                                            : style->border[k - 2 * SCREEN_STATES];
            if (colour == ROM_SCREEN_STYLE_NONE || colour == before) continue;
            before = colour;
            const script_mention_row row = {.what = SCRIPT_COLOUR, .value = colour, .name = ""};
            script_mention_add(screen_mentions(t), &row);
        }
    }
}

/* Whether a screen takes the input but has no element that acts. */
static bool is_dead_end(const screen_reading *t) {
    if ((t->r.flags & ROM_SCREEN_STAYS) == 0 || (t->r.flags & ROM_SCREEN_HUD) != 0) return false;
    for (uint32_t i = 0; i < t->r.element_count; i++)
        if (screen_element_acts(t->elements[i].kind)) return false;
    return true;
}

bool convert_screen(const pack_source *s, writer *out) {
    screen_reading *t = calloc(1, sizeof *t);
    if (t == NULL) return import_error_memory(s->error, s->path);
    t->lines.source = s;
    t->s = s;
    t->cart.source = s;
    t->styles[0] = screen_plain_style();
    t->r.style_count = 1;
    snprintf(t->style_names[0], CART_NAME_MAX, "plain");
    bool ok = read_lines(t);
    if (ok && t->depth > 0)
        ok = import_error_line(s->error, s->path, t->open_lines[t->depth - 1],
                               "this has no end; write `end` behind what is in it");
    if (ok && is_dead_end(t))
        ok = import_error_line(
            s->error, s->path, t->screen_line,
            "nobody could leave this screen: it `stays` and has nothing to choose; give it a "
            "button, or let it be left");
    if (ok) put_screen(t, out);
    if (ok) mention_colours(t);
    if (ok && t->words.failed) ok = import_error_memory(s->error, s->path);
    writer_free(&t->words);
    writer_free(&t->control_words);
    script_cart_free(&t->cart);
    free(t);
    return ok;
}
