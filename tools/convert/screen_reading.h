/* What the files that read screens share: the reading of one text, and how statements take their options. */
#ifndef OXCART_TOOLS_CONVERT_SCREEN_READING_H
#define OXCART_TOOLS_CONVERT_SCREEN_READING_H

#include "rom/rom.h"
#include "tools/convert/converters.h"
#include "tools/convert/script_cart.h"
#include "tools/script/script.h"

enum {
    SCREEN_STYLES = 32,
    SCREEN_ELEMENTS = 255,
    SCREEN_OPTIONS = 512,
    SCREEN_NEST = 8,
    SCREEN_STATES = 4,
    SCREEN_KINDS = 29,
    SCREEN_CONTROLS = 320
};

typedef struct screen_words {
    size_t offset, bytes; /* range in `words` */
} screen_words;

/* What elements may be like: its words are those of an element behind its kind and its name. */
typedef struct screen_control {
    uint32_t name, kind;
    uint32_t words, count; /* place in `control_words`, each word ended by 0 */
} screen_control;

typedef struct screen_reading {
    convert_lines lines;
    const pack_source *s;
    script_cart cart;
    rom_screen_record r;
    rom_screen_style_record styles[SCREEN_STYLES];
    char style_names[SCREEN_STYLES][CART_NAME_MAX];
    rom_screen_element_record elements[SCREEN_ELEMENTS];
    screen_words element_words[SCREEN_ELEMENTS];
    rom_screen_option_record options[SCREEN_OPTIONS];
    screen_words option_words[SCREEN_OPTIONS];
    writer words;
    screen_control controls[SCREEN_CONTROLS];
    uint32_t control_count;
    writer control_words;
    uint32_t open[SCREEN_NEST]; /* open containers */
    unsigned long open_lines[SCREEN_NEST];
    uint32_t depth, line; /* line: next line of the focus */
    unsigned long screen_line;
    bool in_styles; /* in a text that `use` names: only styles and controls may stand there */
} screen_reading;

/* ---- words of options, and texts (screen_words.c) ---- */

/* The form of two numbers with a sign between them: 4,4 or 60x8 or 0..10. */
typedef struct screen_pair_form {
    const char *between;
    double least, most;
    const char *what;
} screen_pair_form;

/* Refuses a word of the line with a sentence about it; returns false. */
bool screen_wrong_word(const screen_reading *t, const char *word, const char *what);

/* A whole number between two ends, and the same as the value of an option, which leaves *value as it is where it is missing. */
bool screen_whole(const screen_reading *t, const char *text, double least, double most, double *value);
bool screen_take_whole(screen_reading *t, const char *key, double least, double most, uint32_t *value);

/* One of several words, as its number. */
bool screen_take_choice(screen_reading *t, const char *key, const char *const *choices, uint8_t *value);

/* Two numbers of a form. */
bool screen_take_pair(screen_reading *t, const char *key, const screen_pair_form *form, double pair[2]);

/* The id of an asset that the cart must have; 0 where the option is missing. */
bool screen_take_resource(screen_reading *t, const char *key, const char *kind, const char *folder,
                          uint32_t *id);

/* Where colours and sounds that the text names are noted for the packer; NULL: nobody asks. */
writer *screen_mentions(const screen_reading *t);

/* Notes a name that the option which was asked for last has: the packer warns of names that the whole cart has not. */
void screen_mention(screen_reading *t, script_mention what, const char *name);

/* Takes the sound of an option. Packing checks mentioned sounds when the whole cart is there. */
void screen_take_sound(screen_reading *t, const char *key, uint32_t *id);

/* Adds words to those of the screen. */
screen_words screen_add_words(screen_reading *t, const char *text);

/* The id of a text's key, @KEY. */
bool screen_take_key(screen_reading *t, const char *key, uint32_t *id);

/* Takes a text: @KEY behind the statement's word, or text="...". */
bool screen_take_text(screen_reading *t, uint32_t *key, screen_words *words);

/* ---- styles (screen_style.c) ---- */

/* The style of elements that name none. */
rom_screen_style_record screen_plain_style(void);

/* The number of a style by its name, -1 for none. */
int screen_find_style(const screen_reading *t, const char *name);

/* style NAME [like=STYLE] ...: a name that is there already changes that style. */
bool screen_read_style(screen_reading *t);

/* The style that an element names, else the style of its kind, else the plain style. */
bool screen_take_style(screen_reading *t, const char *kind, uint16_t *style);

/* ---- controls (screen_control.c) ---- */

/* control NAME KIND OPTIONS: elements of that kind may be like it. */
bool screen_read_control(screen_reading *t);

/* Adds to the line what an element of that kind inherits by `like=NAME`, but for what its words from `first` on say
 * themselves. */
bool screen_inherit(screen_reading *t, uint32_t kind, int first);

/* Keeps the words of the line from `first` on, so that elements below may be like this one. */
bool screen_keep_control(screen_reading *t, uint32_t name, uint32_t kind, int first);

/* ---- elements (screen_element.c) ---- */

/* The statement's word of a kind of elements, by number; NULL behind the last. */
const char *screen_element_word(uint32_t which);

/* Reads an element of that number's kind from the line. */
bool screen_read_element(screen_reading *t, uint32_t which);

/* Whether elements of that kind, ROM_SCREEN_ELEMENT_..., may do something when they are chosen. */
bool screen_element_acts(uint8_t kind);

#endif
