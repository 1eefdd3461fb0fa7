/* What the files of the user interface share. */
#ifndef OXCART_KERNEL_UI_INTERNAL_H
#define OXCART_KERNEL_UI_INTERNAL_H

#include "kernel/behaviour/module.h"
#include "kernel/console/console.h"
#include "kernel/content/module.h"
#include "kernel/draw/box.h"
#include "kernel/draw/words.h"
#include "kernel/game/module.h"
#include "kernel/sprites/sheet.h"
#include "kernel/text/buffer.h"
#include "kernel/ui/module.h"
#include "rom/chunks.h"

enum {
    UI_NONE = 0xFFFF, /* no element */
    UI_LINE = 192,    /* bytes of the words of an element */
    UI_COLUMNS = 255, /* of a table: as many as a screen may have elements */
    UI_NAMES = 16,    /* names of values whose places are remembered */
    UI_KEPT = 6,      /* words that are kept as they were written */
    UI_NOTED = 2,     /* values within them */
    UI_KEPT_LINE = 32,
    UI_TOLD = 8, /* unknown places and looks of words that the log told of */
    UI_ENTERED = OX_SCREEN_LETTERS * 3 + 1,
    UI_FLASH = 6, /* steps that something is shown as pressed which a button chose */
    UI_NEAR = 2   /* pixels that a pointer may tremble */
};

/* Where an element lies in the picture. Half open: right and bottom are outside. */
typedef struct ui_box {
    int16_t x, y, width, height;
} ui_box;

/* A screen of the stack. */
typedef struct ui_open {
    ox_id screen, mode; /* mode: which opened the screen, 0: a scene, a script or a button did */
    ox_id focus;        /* name of the element, 0 for none */
    bool by_scene;
    /* Members that follow from the state above, and are no state: */
    const uint8_t *chunk;
    uint16_t first, count; /* of its boxes */
    uint16_t focused;      /* number of the element */
    bool stale, live;      /* the elements are to be laid out; now, or when `shows` changes */
    bool guest;            /* the screen is an add-on's */
    uint32_t shows;        /* hash of what the elements show */
} ui_open;

typedef struct ui_entry {
    ox_id name;
    char text[UI_ENTERED];
} ui_entry;

/* An element that a script hides or disables. */
enum { UI_HIDDEN = 1, UI_DISABLED = 2 };
typedef struct ui_mark {
    ox_id name;
    uint8_t flags;
} ui_mark;

typedef struct ui_notice {
    ox_id text;
    uint32_t steps; /* that the notice is still seen, 0: until the player has pressed something */
    uint32_t priority;
} ui_notice;

/* A prompt whose event was heard. */
typedef struct ui_prompt {
    ox_id name;     /* of its element, 0: free */
    uint16_t steps; /* that the prompt is still seen, 0: until something ends it */
    uint8_t priority;
} ui_prompt;

/* How far loading has come. */
typedef struct ui_loading {
    ox_id screen;           /* that shows it, 0: nothing is loaded */
    uint32_t done, total;   /* bytes, or whatever is counted */
    uint32_t least, passed; /* steps that the screen stays at least, and has been seen */
    bool cancelled;
} ui_loading;

/* An object that scripts tell radars of. */
typedef struct ui_echo {
    ox_handle object;
    uint16_t steps; /* that the object is still seen */
} ui_echo;

/* What a radar shows: an object, in pixels from the middle. */
typedef struct ui_blip {
    int16_t right, up;
    int8_t above; /* 1: the object is higher than its owner, -1: lower */
    uint8_t kind; /* number of the radar's option */
} ui_blip;

/* What a crosshair was aimed at in a step. */
typedef struct ui_aiming {
    ox_id element;
    uint32_t step, kind;
} ui_aiming;

/* An arrow that turns to another object. */
typedef struct ui_needle {
    ox_id element;
    ox_handle to;
    quat from, shown;
    uint32_t begun; /* step in which the turn began */
} ui_needle;

/* What is written into an element `box`. */
typedef struct ui_written_box {
    ox_id name;
    ox_text_box box;
} ui_written_box;

typedef struct ui_name {
    ox_id name; /* 0: free */
    int32_t *cell;
    uint32_t kind; /* ROM_SCRIPT_FIELD_... */
} ui_name;

/* Words as they were written last, and the numbers in them: while these are the same, nothing is written anew. */
typedef struct ui_kept_words {
    const char *words; /* as the screen or the text has them; NULL: free */
    uint32_t length;
    const int32_t *cells[UI_NOTED];
    int32_t values[UI_NOTED];
    uint32_t count; /* of cells */
    char line[UI_KEPT_LINE];
} ui_kept_words;

/* The state of screens: recordings, saved games and hashes have it. */
typedef struct ui_state {
    ui_open open[OX_SCREENS_DEPTH];
    uint32_t depth;
    ox_id mode; /* the topmost of which screens were opened */
    ui_entry entries[OX_SCREEN_TEXTS];
    ui_mark marks[OX_SCREEN_MARKS];
    ui_notice notices[OX_SCREEN_NOTICES];
    ox_id says;     /* text of the dialogue, 0 for none */
    uint16_t page;  /* of the dialogue */
    uint16_t typed; /* steps that the page has been seen */
    ox_id held;     /* element that is pressed */
    uint8_t flash;  /* steps until `held` is let go, where a button of the pad chose it */
    uint8_t letter; /* of the entry that has the focus */
    bool points;    /* the pointer counts */
    int16_t moved;  /* how far the pointer has come since a button was pressed */
    ui_echo echoes[OX_SCREEN_ECHOES];
    ui_prompt
        prompts[OX_SCREEN_PROMPTS]; /* those of higher priority first, of equal ones those that came first */
    ox_id seen[OX_SCREEN_SEEN];     /* prompts that do not come again; 0: free */
    ui_loading loading;
    ox_handle selected[OX_SCREEN_SELECTED];
    uint32_t selected_count;
    ox_handle clicked;  /* object of the last click */
    uint8_t click_left; /* steps in which another click makes it a double click */
    bool drags;         /* a rectangle is drawn, from here: */
    int16_t drag_x, drag_y;
    int16_t place_x, place_y; /* where a placement is, in pixels of the picture */
    uint8_t caret,
        page_seen; /* of the entry that has the focus: letters behind the caret, page of its grid */
} ui_state;

/* What reports of two runs that differ can name. */
typedef struct ui_item {
    ox_id top, focus, says;
    uint32_t rest; /* hash of all the bytes */
} ui_item;

typedef struct ox_ui {
    const ox_module_host *host;
    ui_state now;
    ui_box *boxes;
    uint32_t box_room;
    ox_input *given; /* of all players, which the step does not hear while a screen has it */
    bool taken;
    ox_screen_source source;
    ui_name names[UI_NAMES];
    uint32_t language; /* in which elements are laid out */
    ox_words words;
    char line[UI_LINE];
    const uint8_t *chunk; /* of the screen whose words are written, whose styles the spans name */
    ox_words_span spans[OX_WORDS_SPANS]; /* looks within the words that were written last */
    uint32_t span_count;
    bool is_marked;      /* the words that were written last have marks of looks */
    bool may_keep;       /* so far the words have letters and numbers of scripts alone */
    ui_kept_words noted; /* of the words that are written now: cells and values alone */
    ui_kept_words kept[UI_KEPT];
    ox_id unknown;       /* value that the log told of last */
    ox_id told[UI_TOLD]; /* 0: free */
    ox_id wide;          /* element whose words do not fit that the log told of last */
    ox_id over;          /* the element whose tip is due, */
    uint32_t rests;      /* for how many steps the tip has been due */
    uint32_t steps;      /* steps so far, for pictures that move by themselves: no state */
    uint32_t layouts;    /* how often a screen was laid out, for tests */
    bool live;           /* the words that were written last have a value in them */
    ox_id missing;       /* the screen that the log told of last */
    bool guest;          /* what is posted and set now is the doing of an add-on's screen */
    bool barred;         /* an add-on's screen wanted more than it may, and the log says so */
    ui_aiming aim;       /* no state, as is `needle` */
    ui_needle needle;
    ui_item item;                            /* while the state is shown */
    bool goes_on;                            /* the scene is built anew: open screens stay */
    bool prompts;                            /* some screen of the image has a prompt */
    ui_written_box written[OX_SCREEN_BOXES]; /* state */
    uint32_t written_count;
    uint32_t *letters; /* of all of them */
    uint32_t letter_room, letters_used;
    struct ox_events *bus; /* on which prompts listen */
    ox_handle listening;
} ox_ui;

static inline ox_ui *ui_of(const ox_module_host *host) { return ox_module_state(host, OX_NAME("ui")); }

/* ---- a screen's chunk ---- */

static inline uint32_t ui_elements(const uint8_t *chunk) {
    return rom_word(chunk + ROM_SCREEN_ELEMENT_COUNT);
}
static inline const uint8_t *ui_element(const uint8_t *chunk, uint32_t number) {
    return chunk + rom_word(chunk + ROM_SCREEN_ELEMENTS_AT) + (size_t)number * ROM_SCREEN_ELEMENT_SIZE;
}
static inline const uint8_t *ui_style(const uint8_t *chunk, const uint8_t *element) {
    return chunk + rom_word(chunk + ROM_SCREEN_STYLES_AT) +
           (size_t)rom_half(element + ROM_SCREEN_ELEMENT_STYLE) * ROM_SCREEN_STYLE_SIZE;
}
static inline const uint8_t *ui_option(const uint8_t *chunk, const uint8_t *element, uint32_t number) {
    return chunk + rom_word(chunk + ROM_SCREEN_OPTIONS_AT) +
           (size_t)(rom_word(element + ROM_SCREEN_ELEMENT_FIRST_OPTION) + number) * ROM_SCREEN_OPTION_SIZE;
}
static inline uint32_t ui_options(const uint8_t *element) {
    return rom_word(element + ROM_SCREEN_ELEMENT_OPTION_COUNT);
}
static inline uint32_t ui_kind(const uint8_t *element) { return element[ROM_SCREEN_ELEMENT_KIND]; }
static inline uint32_t ui_flags(const uint8_t *element) {
    return rom_word(element + ROM_SCREEN_ELEMENT_FLAGS);
}
static inline ox_id ui_name_of(const uint8_t *element) { return rom_word(element + ROM_SCREEN_ELEMENT_NAME); }
static inline uint32_t ui_screen_flags(const uint8_t *chunk) { return rom_word(chunk + ROM_SCREEN_FLAGS); }

/* Whether elements of a kind can have the focus; whether they hold others. */
static inline bool ui_is_focusable(uint32_t kind) {
    return (kind >= ROM_SCREEN_ELEMENT_BUTTON && kind <= ROM_SCREEN_ELEMENT_ENTRY) ||
           kind == ROM_SCREEN_ELEMENT_DIALOGUE;
}
static inline bool ui_is_container(uint32_t kind) {
    return (kind >= ROM_SCREEN_ELEMENT_PANEL && kind <= ROM_SCREEN_ELEMENT_ROW) ||
           kind == ROM_SCREEN_ELEMENT_TABLE;
}

/* ---- values and words (value.c) ---- */

/* The value of an element; false when it has none. A whole number, an fx or the id of a name. */
bool ui_value(ox_ui *ui, const uint8_t *element, int32_t *value, bool *is_fx);
bool ui_is_angle(ox_ui *ui, const uint8_t *element); /* whether the value is an angle, 65536 to the turn */
void ui_set_value(ox_ui *ui, const uint8_t *element, int32_t value);

/* One of the numbers of an element in the units of its value. */
int32_t ui_number(const uint8_t *element, uint32_t at, bool is_fx);

/* The same of the range of a value: that of an option of the cart stands in cart.txt. */
int32_t ui_range(const ox_ui *ui, const uint8_t *element, uint32_t at, bool is_fx);

/* Whether the value is what a button sets it to: of several buttons with one value, that button is chosen. */
bool ui_is_chosen(ox_ui *ui, const uint8_t *element);

/* The number of the option that an element's value is, -1 for none; and the step to another option, `by` further. */
int ui_choice(ox_ui *ui, const uint8_t *chunk, const uint8_t *element);
void ui_step_value(ox_ui *ui, const uint8_t *chunk, const uint8_t *element, int by);

/* Sets every value of a screen that has a usual value to that. */
void ui_reset_values(ox_ui *ui, const uint8_t *chunk);

/* The marks of a name: UI_HIDDEN, UI_DISABLED. */
uint8_t ui_marks(const ox_ui *ui, ox_id name);

/* Whether an element is there: not hidden, with the value that it asks for, and with all its parents. And whether it can be chosen. */
bool ui_is_there(ox_ui *ui, const uint8_t *chunk, uint32_t number);
bool ui_is_enabled(const ox_ui *ui, const uint8_t *element);

/* What a text of a key or literal words say now, in ui->line. */
const char *ui_text(ox_ui *ui, ox_id key);
const char *ui_words(ox_ui *ui, const uint8_t *chunk, const uint8_t *record, uint32_t key, uint32_t words);
const char *ui_words_of(ox_ui *ui, const uint8_t *chunk, const uint8_t *element);
const char *ui_words_of_value(ox_ui *ui, const uint8_t *chunk, const uint8_t *element);

/* Words of an option or a language by its number; NULL behind the last. */
const char *ui_words_of_option(ox_ui *ui, const uint8_t *chunk, const uint8_t *element, uint32_t number);

/* Forgets the words that are kept: the language, scripts or texts are others. */
void ui_forget_words(ox_ui *ui);

/* The page of the dialogue's text that is said now; NULL behind the last page. */
const char *ui_page(ox_ui *ui);

/* The entered text of an element's name, where `makes` a free one for a new name; NULL: none. */
ui_entry *ui_entered(ox_ui *ui, ox_id name, bool makes);

/* A style of the screen by its name, NULL for none. */
const uint8_t *ui_style_called(const uint8_t *chunk, ox_id name);

/* ---- instruments (instruments.c) ---- */

enum { UI_BLIPS = 24 };

/* Where an object is seen on a radar, from its distance to the east and north and from the unit vector of what is
 * ahead; false: it is out of range. */
bool ui_blip_at(vec2 away, vec2 ahead, fx range, int radius, ui_blip *blip);

/* The objects that a radar shows, UI_BLIPS at most; returns how many. */
uint32_t ui_read_radar(const ox_ui *ui, const uint8_t *chunk, const uint8_t *element, int radius,
                       ui_blip *blips);

/* A step passes for objects that radars were told of. */
void ui_pass_echoes(ox_ui *ui);

/* The number of the option, from 1, that means the object at which a crosshair in the box is aimed; 0: none. One look
 * a step. */
uint32_t ui_aim(ox_ui *ui, const uint8_t *chunk, const uint8_t *element, const ui_box *box);

void ui_draw_arrow(ox_ui *ui, rs_frame *frame, const uint8_t *element, const ui_box *box);
void ui_draw_view(ox_ui *ui, rs_frame *frame, const uint8_t *element, const ui_box *box);

/* The number of the option of an element that means an object, -1 for none. */
int ui_kind_of(const ox_ui *ui, const uint8_t *chunk, const uint8_t *element, const ox_object *object);

/* Where an object is drawn. False: it has no place. And the camera of a scene that is seen in depth; false: there is
 * none. */
bool ui_find_place(const ox_ui *ui, const ox_object *object, vec3 *place);
bool ui_find_camera(const ox_ui *ui, rs_camera *camera);

/* ---- the pointer in the world (select.c) ---- */

/* The pixel at which an object is seen; false: it is not. */
bool ui_pixel_of(const ox_ui *ui, const ox_object *object, int *x, int *y);

/* How many objects of a name are selected, 0: of all. */
uint32_t ui_selected(const ox_ui *ui, ox_id name);

/* The rectangle that is drawn, and whether it is more than a click. */
ui_box ui_dragged(const ox_ui *ui);
bool ui_is_dragged(const ox_ui *ui);

/* Whether what a placement would put down may be there. */
bool ui_placement_fits(ox_ui *ui, const uint8_t *element);

/* A step passes. And the pointer beside all elements of HUDs; true: it is theirs. */
void ui_follow_world(ox_ui *ui);
bool ui_point_world(ox_ui *ui);

/* ---- messages (prompt.c) ---- */

void ui_listen(ox_ui *ui);

/* The events of a screen's prompts are heard. */
void ui_attend(ox_ui *ui, const uint8_t *chunk);
void ui_unlisten(ox_ui *ui);
void ui_pass_messages(ox_ui *ui);
ox_status ui_notice_add(ox_ui *ui, ox_id text, uint32_t steps, uint32_t priority);

/* Whether a prompt is seen: those of one place wait for one another. */
bool ui_prompt_is_seen(const ox_ui *ui, const ui_open *open, const uint8_t *element);

/* Whether a message waits for the player, who hears nothing else; a press ends it. */
bool ui_is_asked(ox_ui *ui);

/* What the voice that is heard says, "" for nothing. */
const char *ui_subtitle(ox_ui *ui);

/* How much is loaded, 0..1; and closes the screen that shows it where that is over. */
int32_t ui_loaded(const ox_ui *ui);
void ui_end_loading(ox_ui *ui);

/* ---- text boxes (box.c) ---- */

/* Letters of all boxes of the image's screens. */
uint32_t ui_box_letters(const ox_module_host *host);

/* Makes the box of an element; false: no room, or the name is that of a box of another size. And the box of a name, NULL
 * for none. */
bool ui_box_make(ox_ui *ui, const uint8_t *element);
ox_text_box *ui_written(ox_ui *ui, ox_id name);

/* How many boxes have text, which is state. */
uint32_t ui_boxes_written(const ox_ui *ui);
void ui_save_boxes(const ox_ui *ui, ox_writer *to);
void ui_clear_boxes(ox_ui *ui);
bool ui_restore_boxes(ox_ui *ui, ox_reader *from);

/* ---- layout (layout.c) ---- */

/* Lays out a screen if it has to be. */
void ui_lay_out(ox_ui *ui, ui_open *open);

static inline ui_box *ui_box_of(const ox_ui *ui, const ui_open *open, uint32_t number) {
    return &ui->boxes[open->first + number];
}

/* A run of an element's words in its style, plain, without place. */
ox_words_run ui_run(const ox_ui *ui, const uint8_t *chunk, const uint8_t *element, const char *words);

/* The letters of an entry lie in a grid below its text. */
typedef struct ui_grid {
    uint32_t letters, pages, columns, rows; /* letters of the page that is seen */
    int cell_width, cell_height, top;
} ui_grid;

/* Cells of a grid. Behind the letters: the next page, where there are several; take a letter away; end the entry. */
static inline uint32_t ui_cells(const ui_grid *grid) {
    return grid->letters + (grid->pages > 1 ? 1u : 0u) + 2u;
}

/* The byte of a text before which the caret of the entry that has the focus stands. */
size_t ui_caret(const ox_ui *ui, const char *text);

/* Whether a letter may be entered: it is on one of the pages of the grid. */
bool ui_may_enter(ox_ui *ui, const uint8_t *chunk, const uint8_t *element, uint32_t letter);

ui_grid ui_grid_of(ox_ui *ui, const uint8_t *chunk, const uint8_t *element);

/* The letter of a cell, terminated, up to 3 bytes. */
const char *ui_letter(ox_ui *ui, const uint8_t *chunk, const uint8_t *element, uint32_t cell);

/* The frame that a placement shows; false: it has none. */
bool ui_placed_frame(const ox_ui *ui, const uint8_t *chunk, const uint8_t *element, ox_sheet_frame *frame);

/* Lines of a list that are seen: the first of them, and how many. */
uint32_t ui_list_rows(ox_ui *ui, const uint8_t *chunk, const uint8_t *element, uint32_t *first);

/* Where the changing part of a slider or a bar lies in its box. */
ui_box ui_track(ox_ui *ui, const uint8_t *chunk, const uint8_t *element, const ui_box *box);

/* Whether left and right change places in a screen: it is `mirrored`, and the language goes from right to left. A box within another one
 * is mirrored there then. */
bool ui_is_mirrored(const ox_ui *ui, const uint8_t *chunk);
ui_box ui_mirror(const ox_ui *ui, const uint8_t *chunk, const ui_box *within, ui_box box);

/* Pixels of a text of a screen as pixels of the picture. */
int ui_pixels(const ox_ui *ui, const uint8_t *chunk, int pixels);

/* Pixels between the edge of an element and what is inside. */
int ui_pad_x(const ox_ui *ui, const uint8_t *chunk, const uint8_t *element);
int ui_pad_y(const ox_ui *ui, const uint8_t *chunk, const uint8_t *element);

/* ---- the stack (stack.c) ---- */

/* The topmost screen that is no HUD; NULL: none. */
ui_open *ui_top(ox_ui *ui);

/* Leaves the screen at a level and all above it. ui_close_fallen leaves those of add-ons that rest. */
void ui_cut(ox_ui *ui, uint32_t level);
void ui_close_fallen(ox_ui *ui);

/* Tells once that a screen of an add-on wants more than it may. */
void ui_bar(ox_ui *ui, const char *what);

/* Whether a screen is an add-on's, and whether what is posted and set now is the doing of one. */
static inline bool ui_is_guest(const ui_open *open) { return !ROM_SMALL_PLAYER && open->guest; }
static inline bool ui_by_guest(const ox_ui *ui) { return !ROM_SMALL_PLAYER && ui->guest; }

/* Opens the screens that belong to the scene. Screens of modes follow the modes. */
void ui_open_scene(ox_ui *ui);
void ui_follow_modes(ox_ui *ui);

/* Finds the chunks of all open screens anew. */
ox_status ui_bind(ox_ui *ui);

/* The focus goes to an element by its number, UI_NONE: to none. */
void ui_focus(ox_ui *ui, ui_open *open, uint32_t number);

/* Whether an element may have the focus: it is of a kind that can, there, and not disabled. */
bool ui_can_have(ox_ui *ui, const ui_open *open, uint32_t number);

/* The focus goes to the first element that may have it when its own element is not there any more. */
void ui_keep_focus(ox_ui *ui, ui_open *open);

/* Gives the focus to the element of a name, whether it is there or not: a restored state's element is there once all values are restored. */
void ui_restore_focus(ui_open *open, ox_id name);

/* The text that tells about the element which has the focus or the pointer, 0 for none; and where that element lies, if `box` is given. */
ox_id ui_tip(ox_ui *ui, ui_box *box);

void ui_post(ox_ui *ui, ox_id event, ox_id what);

/* Does what an element says. The stack may be another one behind this call. */
void ui_act(ox_ui *ui, const ui_open *open, const uint8_t *element);
void ui_sound(const ox_ui *ui, const ui_open *open, uint32_t at);

/* ---- input (input.c) ---- */

/* A step of the screens: what the player does, where the screen `hears` it, and whatever moves by itself. */
void ui_step(ox_ui *ui, bool hears);

/* What the pointer does on HUDs. True: it pressed an element of one, and is not the world's until it is let go. */
bool ui_point_huds(ox_ui *ui);

/* ---- the picture (draw.c) ---- */

void ui_draw(ox_ui *ui, rs_frame *frame);

/* ---- the state (state.c) ---- */

ox_sim_part ui_state_part(ox_ui *ui);

#endif
