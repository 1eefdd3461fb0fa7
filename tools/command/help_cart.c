/* The help on cart.txt, made from the rows of statements (tools/cart/cart_rows.h) and of kinds of assets
 * (tools/convert/pack_kinds.h). */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "kernel/preset/presets.h"
#include "tools/base/writer.h"
#include "tools/cart/cart_rows.h"
#include "tools/cart/pack_kind.h"
#include "tools/command/help.h"

enum { PAGE_WIDTH = 120, ABOUT_COLUMN = 38, OPTION_COLUMN = 32 };

/* ---- text in lines ---- */

static void put_text(writer *out, const char *text) { writer_bytes(out, text, strlen(text)); }

static void put_blanks(writer *out, size_t count) {
    while (count-- > 0) writer_u8(out, ' ');
}

/* The column at the end of the last line. */
static size_t column_of(const writer *out) {
    size_t at = out->size;
    while (at > 0 && out->data[at - 1] != '\n') at--;
    return out->size - at;
}

/* Appends words to the text, with line ends where a line is full; further lines begin at `indent`. */
static void put_words(writer *out, size_t indent, const char *text) {
    while (*text != 0) {
        const size_t length = strcspn(text, " "), column = column_of(out);
        if (column > indent && column + length + 1 > PAGE_WIDTH) {
            writer_u8(out, '\n');
            put_blanks(out, indent);
        } else if (column > 0 && out->data[out->size - 1] != ' ') {
            writer_u8(out, ' ');
        }
        writer_bytes(out, text, length);
        text += length + (text[length] == ' ');
    }
}

/* Writes a sentence at a column, in a new line when the text in front reaches beyond the column. */
static void put_about(writer *out, size_t column, const char *about) {
    const size_t at = column_of(out);
    if (at > 0 && at + 2 > column) {
        writer_u8(out, '\n');
        put_blanks(out, column);
    } else {
        put_blanks(out, column - at);
    }
    put_words(out, column, about);
    writer_u8(out, '\n');
}

/* ---- statements ---- */

/* The parts of a row or of a kind of assets that help prints. */
typedef struct told {
    const char *word, *form, *about, *often, *notes;
    const cart_option_row *options;
    uint32_t brief;
} told;

static told told_of_row(const cart_row *row) {
    static const char *const often[3][3] = {
        {"once", "once for each name", "any number"},
        {"once in a scene", "once for each name in a scene", "any number in a scene"},
        {"once in a level", "once for each name in a level", "any number in a level"}};
    return (told){row->word,  row->form,    row->about, often[row->place][row->often],
                  row->notes, row->options, row->brief};
}

static told told_of_kind(const pack_kind *kind) {
    return (told){kind->word,    kind->form, kind->about, "once for each name, language and region", NULL,
                  kind->options, 0};
}

/* Whether the form names the option already. */
static bool form_has(const char *form, const char *key) {
    const size_t length = strlen(key);
    for (const char *at = strstr(form, key); at != NULL; at = strstr(at + 1, key))
        if ((at == form || at[-1] == ' ') && at[length] == '=') return true;
    return false;
}

/* Writes one statement with its options in brackets. */
static void put_brief(writer *out, size_t indent, const told *t) {
    char word[400];
    uint32_t shown = 0;
    const size_t begin = out->size;
    put_blanks(out, indent);
    put_text(out, t->word);
    put_words(out, indent + 8, t->form);
    const cart_option_row *o = t->options;
    for (; o != NULL && o->key != NULL && (t->brief == 0 || shown < t->brief); o++) {
        if (o->key[0] == 0) continue;
        shown++;
        if (form_has(t->form, o->key)) continue;
        snprintf(word, sizeof word, o->value != NULL ? "[%s=%s]" : "[%s]", o->key, o->value);
        put_words(out, indent + 8, word);
    }
    if (o != NULL && o->key != NULL) {
        snprintf(word, sizeof word, "and more: oxcart help %s", t->word);
        put_words(out, indent + 8, word);
    }
    const bool fits = out->size - begin + 2 <= ABOUT_COLUMN;
    if (!fits) writer_u8(out, '\n');
    put_about(out, fits ? ABOUT_COLUMN : indent + 8, t->about);
}

/* Writes one statement with a line for each option. */
static void put_whole(writer *out, const told *t) {
    char word[400];
    put_text(out, "  ");
    put_text(out, t->word);
    put_words(out, 8, t->form);
    put_text(out, "\n      ");
    put_words(out, 6, t->about);
    snprintf(word, sizeof word, "(%s)", t->often);
    put_words(out, 6, word);
    writer_u8(out, '\n');
    for (const cart_option_row *o = t->options; o != NULL && o->key != NULL; o++) {
        if (o->key[0] == 0) {
            snprintf(word, sizeof word, "    %s:\n", o->about);
            put_text(out, word);
            continue;
        }
        put_blanks(out, 6);
        snprintf(word, sizeof word, o->value != NULL ? "%s=%s" : "%s", o->key, o->value);
        put_text(out, word);
        put_about(out, OPTION_COLUMN, o->about);
    }
    if (t->notes != NULL) put_text(out, t->notes);
}

/* Writes the words of modules that `with` has beside its own options (kernel/module/module.h). */
static void put_module_words(writer *out, size_t indent, const char *statement) {
    if (strcmp(statement, "with") != 0) return;
    for (const ox_module *const *m = ox_preset_full; *m != NULL; m++)
        for (const ox_module_word *word = (*m)->words; word != NULL && word->word != NULL; word++) {
            put_blanks(out, indent);
            put_words(out, indent + 8, word->usage);
            writer_u8(out, '\n');
            put_blanks(out, indent + 4);
            put_words(out, indent + 4, word->about);
            writer_u8(out, '\n');
        }
}

/* ---- topics ---- */

/* Writes the rows of one place but for `scene` and `end`, which enclose the rows of scenes. */
static void put_place(writer *out, cart_place place) {
    const cart_row *row;
    for (uint32_t i = 0; (row = cart_row_at(i)) != NULL; i++) {
        const told t = told_of_row(row);
        const bool frames = strcmp(row->word, "scene") == 0 || strcmp(row->word, "end") == 0;
        if (row->place != place || frames) continue;
        const size_t indent = place == CART_IN_SCENE ? 4 : 2;
        put_brief(out, indent, &t);
        put_module_words(out, indent, row->word);
    }
}

static void put_row_at(writer *out, cart_place place, const char *word) {
    const told t = told_of_row(cart_row_find(place, word, NULL));
    put_brief(out, 2, &t);
}

static void put_cart(writer *out) {
    put_text(
        out,
        "A cart is a folder with cart.txt and asset files. One statement a line, words separated by blanks, "
        "# to the end of\n"
        "the line is a comment, \"quoted text\" may hold blanks, key=value options stand in any order.\n\n");
    put_place(out, CART_OUTSIDE);
    put_text(out, "  sheet, tilemap, font, text, sound, script, clip ... NAME FILE    kinds of assets: "
                  "oxcart help assets\n");
    put_row_at(out, CART_OUTSIDE, "scene");
    put_place(out, CART_IN_SCENE);
    put_row_at(out, CART_IN_SCENE, "end");
    writer_u8(out, '\n');
}

static void put_assets(writer *out) {
    const pack_kind *kind;
    put_text(out, "Beside texture, material, mesh and scene (oxcart help cart), cart.txt names these; each "
                  "is a chunk of the image.\n\n");
    for (uint32_t i = 0; (kind = pack_kind_at(i)) != NULL; i++) {
        const told t = told_of_kind(kind);
        put_brief(out, 2, &t);
    }
    const told all = {.word = "all of them",
                      .form = "",
                      .about = "where it lies, how long, and for whom",
                      .options = cart_asset_options};
    writer_u8(out, '\n');
    put_brief(out, 2, &all);
    writer_u8(out, '\n');
}

/* Writes the statements of levels, each below the statement that it belongs to. */
static void put_level(writer *out) {
    const cart_row *row;
    put_text(out, "A level is a text that cart.txt names: level NAME FILE. One thing a line, words as in "
                  "cart.txt (oxcart "
                  "help cart). Angles\n"
                  "are degrees, lengths metres, +Y is up. What stands in a level may stand inside of a scene "
                  "of cart.txt "
                  "as well, but for level,\n"
                  "tag, neighbour, streamed and light: it is the scene's own level then, and is there from "
                  "its start.\n\n");
    for (uint32_t i = 0; (row = cart_row_at(i)) != NULL; i++) {
        const told t = told_of_row(row);
        if (cart_row_stands_in(row, CART_IN_LEVEL)) put_brief(out, row->below == NULL ? 2 : 4, &t);
    }
    writer_u8(out, '\n');
}

/* Writes every statement by groups, then the kinds of assets. */
static void put_statements(writer *out) {
    const cart_group *group;
    const pack_kind *kind;
    for (uint32_t g = 0; (group = cart_group_at(g)) != NULL; g++) {
        put_text(out, group->title);
        writer_u8(out, '\n');
        for (const cart_row *row = group->rows; row->word != NULL; row++) {
            const told t = told_of_row(row);
            put_whole(out, &t);
            put_module_words(out, 2, row->word);
        }
    }
    put_text(out, "Kinds of assets\n");
    for (uint32_t i = 0; (kind = pack_kind_at(i)) != NULL; i++) {
        const told t = told_of_kind(kind);
        put_whole(out, &t);
    }
    const told all = {.word = "all of these",
                      .form = "",
                      .about = "options of every kind of assets",
                      .often = "beside its own",
                      .options = cart_asset_options};
    put_whole(out, &all);
}

static const char *end_page(writer *out, const char *end) {
    put_text(out, end);
    writer_u8(out, 0);
    return out->failed ? NULL : (const char *)out->data;
}

const char *help_cart_text(const help_topic *topic) {
    static const struct {
        const char *name;
        void (*put)(writer *out);
    } pages[] = {
        {"cart", put_cart}, {"assets", put_assets}, {"level", put_level}, {"statements", put_statements}};
    static writer texts[sizeof pages / sizeof pages[0]]; /* made once, and kept until the program ends */
    for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++) {
        if (strcmp(topic->name, pages[i].name) != 0) continue;
        if (texts[i].size > 0) return (const char *)texts[i].data;
        pages[i].put(&texts[i]);
        return end_page(&texts[i], topic->text);
    }
    return NULL;
}

const char *help_statement(const char *word) {
    static writer text; /* kept until the program ends: a run asks for one word */
    const cart_row *row;
    const pack_kind *kind = pack_kind_find(word);
    text.size = 0;
    for (uint32_t i = 0; (row = cart_row_at(i)) != NULL; i++) {
        const told t = told_of_row(row);
        if (strcmp(row->word, word) != 0) continue;
        put_whole(&text, &t);
        put_module_words(&text, 2, word);
    }
    if (kind != NULL) {
        const told t = told_of_kind(kind);
        put_whole(&text, &t);
        put_text(&text, "      and options of every kind: oxcart help assets\n");
    }
    return text.size == 0 ? NULL : end_page(&text, "");
}

void help_each_statement(void (*tell)(const char *word, bool can_be_set)) {
    const cart_row *row, *first;
    const pack_kind *kind;
    for (uint32_t i = 0; (row = cart_row_at(i)) != NULL; i++) {
        uint32_t k = 0;
        while ((first = cart_row_at(k)) != NULL && strcmp(first->word, row->word) != 0) k++;
        if (first == row) tell(row->word, cart_row_can_be_set(row));
    }
    for (uint32_t i = 0; (kind = pack_kind_at(i)) != NULL; i++)
        if (cart_row_find(CART_IN_SCENE, kind->word, NULL) == NULL) tell(kind->word, false);
}
