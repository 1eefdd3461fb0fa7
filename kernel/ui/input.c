/* What the player does on the glass. Ways from element to element follow the order of the text, so they are the same in each language. */
#include <string.h>

#include "fixedmath/scalar.h"
#include "fixedmath/utf8.h"
#include "kernel/game/flow.h"
#include "kernel/type/name.h"
#include "kernel/ui/internal.h"

enum { DIRECTIONS = PLAT_UP | PLAT_DOWN | PLAT_LEFT | PLAT_RIGHT, CHOOSES = PLAT_A | PLAT_START };

/* ---- what elements do ---- */

static bool opens_by_itself(const ui_open *open) { return open->by_scene || open->mode != 0; }

static void say_word(const ox_ui *ui, ox_id word) {
    ox_flow *flow = ox_game_flow(ui->host->console);
    if (flow != NULL && word != 0) (void)ox_flow_say(flow, word);
}

/* Button B leaves a screen. A screen that opened by itself stays, but may say a word. */
static void leave(ox_ui *ui, const ui_open *open) {
    const ox_id word = rom_word(open->chunk + ROM_SCREEN_SAYS);
    if ((ui_screen_flags(open->chunk) & ROM_SCREEN_STAYS) != 0) return;
    if (word == 0 && opens_by_itself(open)) return;
    ui_sound(ui, open, ROM_SCREEN_BACK);
    if (!ui_is_guest(open)) say_word(ui, word);
    if (!opens_by_itself(open)) ui_cut(ui, (uint32_t)(open - ui->now.open));
}

void ui_act(ox_ui *ui, const ui_open *open, const uint8_t *e) {
    const ox_id target = rom_word(e + ROM_SCREEN_ELEMENT_TARGET);
    const uint32_t action = e[ROM_SCREEN_ELEMENT_ACTION];
    const bool opens = action == ROM_SCREEN_ELEMENT_OPENS || action == ROM_SCREEN_ELEMENT_REPLACES;
    if (ui_is_guest(open) && (action == ROM_SCREEN_ELEMENT_SAYS || action == ROM_SCREEN_ELEMENT_CLOSES_ALL ||
                              (opens && !ox_add_on_has(ui->host, target, ROM_TAG_SCREEN)))) {
        ui_bar(ui, "`say`, `close-all`, and buttons that open screens of the game");
        return;
    }
    switch (action) {
    case ROM_SCREEN_ELEMENT_OPENS:
        (void)ox_screen_open(ui->host, target);
        break;
    case ROM_SCREEN_ELEMENT_REPLACES:
        (void)ox_screen_replace(ui->host, target);
        break;
    case ROM_SCREEN_ELEMENT_CLOSES:
        ui_cut(ui, (uint32_t)(open - ui->now.open));
        break;
    case ROM_SCREEN_ELEMENT_CLOSES_ALL:
        ui_cut(ui, 0);
        break;
    case ROM_SCREEN_ELEMENT_SAYS:
        say_word(ui, target);
        break;
    case ROM_SCREEN_ELEMENT_RESETS:
        ui_reset_values(ui, open->chunk);
        break;
    default:
        break;
    }
}

static void press_button(ox_ui *ui, const ui_open *open, const uint8_t *e) {
    int32_t value;
    bool is_fx;
    if (ui_value(ui, e, &value, &is_fx)) ui_set_value(ui, e, ui_number(e, ROM_SCREEN_ELEMENT_LEAST, is_fx));
    ui_post(ui, OX_NAME("chosen"), ui_name_of(e));
    ui_act(ui, open, e);
}

/* Shows the next page of the dialogue, or first the rest of this page. */
static void read_on(ox_ui *ui, const ui_open *open, const uint8_t *e) {
    const uint32_t steps = rom_word(e + ROM_SCREEN_ELEMENT_FRAME);
    if (ui->now.says == 0) return;
    if (ui->now.typed < steps) {
        ui->now.typed = (uint16_t)steps;
        return;
    }
    ui->now.page++;
    ui->now.typed = 0;
    if (ui_page(ui) != NULL) return;
    const ox_id said = ui->now.says;
    ui->now.says = 0;
    ui_post(ui, OX_NAME("said"), said);
    ui_act(ui, open, e);
}

/* ---- entering letters ---- */

/* Takes the letter before the caret away; false when there is none. */
static bool take_letter(const ox_ui *ui, ui_entry *entry) {
    const size_t length = ox_text_of(entry->text).length, at = ui_caret(ui, entry->text),
                 from = fx_utf8_back(entry->text, at);
    memmove(entry->text + from, entry->text + at, length - at + 1);
    return at > 0;
}

/* Puts a letter before the caret; false when the text has its most letters or bytes. */
static bool put_letter(const ox_ui *ui, const uint8_t *e, ui_entry *entry, ox_text_view letter) {
    const uint32_t gap = rom_half(e + ROM_SCREEN_ELEMENT_GAP),
                   most = gap == 0 || gap > OX_SCREEN_LETTERS ? OX_SCREEN_LETTERS : gap;
    const size_t length = ox_text_of(entry->text).length, at = ui_caret(ui, entry->text);
    if (fx_utf8_count(entry->text, length) >= most || length + letter.length >= sizeof entry->text)
        return false;
    memmove(entry->text + at + letter.length, entry->text + at, length - at + 1);
    memcpy(entry->text + at, letter.at, letter.length);
    return true;
}

static void move_line(ox_ui *ui, ui_open *open, int by);

static void finish_entry(ox_ui *ui, ui_open *open, const uint8_t *e) {
    ui_sound(ui, open, ROM_SCREEN_CHOOSE);
    ui_post(ui, OX_NAME("entered"), ui_name_of(e));
    move_line(ui, open, 1);
    ui_act(ui, open, e);
}

/* Shows the next page of the letters. The cell that turns pages keeps the focus. */
static void turn_page(ox_ui *ui, const uint8_t *chunk, const uint8_t *e) {
    const bool turns = ui->now.letter == ui_grid_of(ui, chunk, e).letters;
    ui->now.page_seen = (uint8_t)((ui->now.page_seen + 1u) % ui_grid_of(ui, chunk, e).pages);
    const ui_grid grid = ui_grid_of(ui, chunk, e);
    if (turns || ui->now.letter >= ui_cells(&grid)) ui->now.letter = (uint8_t)grid.letters;
}

/* Enters a letter of the grid, or does what a cell behind the last letter says. */
static void press_cell(ox_ui *ui, ui_open *open, const uint8_t *e, uint32_t cell) {
    const ui_grid grid = ui_grid_of(ui, open->chunk, e);
    ui_entry *entry = ui_entered(ui, ui_name_of(e), true);
    const uint32_t cells = ui_cells(&grid);
    if (entry == NULL || cell >= cells) return;
    open->stale = true;
    if (cell + 1 == cells) {
        finish_entry(ui, open, e);
    } else if (cell + 2 == cells) {
        (void)take_letter(ui, entry);
    } else if (cell == grid.letters) {
        turn_page(ui, open->chunk, e);
    } else if (put_letter(ui, e, entry, ox_text_of(ui_letter(ui, open->chunk, e, cell)))) {
        ui_sound(ui, open, ROM_SCREEN_MOVE);
    }
}

/* Moves through the grid of letters, round at all four sides. The last line may be shorter. */
static void move_letter(ox_ui *ui, const uint8_t *chunk, const uint8_t *e, uint32_t direction) {
    const ui_grid grid = ui_grid_of(ui, chunk, e);
    const uint32_t cells = ui_cells(&grid);
    const uint32_t at = ui->now.letter < cells ? ui->now.letter : 0;
    uint32_t column = at % grid.columns, row = at / grid.columns;
    do {
        if (direction == PLAT_LEFT) column = (column + grid.columns - 1) % grid.columns;
        if (direction == PLAT_RIGHT) column = (column + 1) % grid.columns;
        if (direction == PLAT_UP) row = (row + grid.rows - 1) % grid.rows;
        if (direction == PLAT_DOWN) row = (row + 1) % grid.rows;
    } while (row * grid.columns + column >= cells);
    ui->now.letter = (uint8_t)(row * grid.columns + column);
}

/* ---- keys ---- */

/* The character that a key means: capitals, with shift small letters, or what the texts `keys_plain` and `keys_shift` of the
 * language say for A to Z and then 0 to 9. 0: none. */
static uint32_t character_of(ox_ui *ui, uint32_t key, bool shift) {
    uint32_t length, number = key - PLAT_KEY_A;
    const char *table =
        ox_content_text(ui->host, shift ? OX_NAME("keys_shift") : OX_NAME("keys_plain"), &length);
    if (key == PLAT_KEY_SPACE) return ' ';
    if (key < PLAT_KEY_A || key >= PLAT_KEY_SPACE) return 0;
    for (size_t at = 0; table != NULL && at < length;) {
        uint32_t character;
        const size_t bytes = fx_utf8_read(table + at, length - at, &character);
        if (bytes == 0) break;
        if (number-- == 0) return character;
        at += bytes;
    }
    if (key >= PLAT_KEY_0) return '0' + (key - PLAT_KEY_0);
    return (shift ? 'a' : 'A') + (key - PLAT_KEY_A);
}

static bool is_held(const ox_input *input, uint32_t key) { return ox_input_key(input->senses.keys, key); }

/* The character that was typed in this step: what the port says, else what a key means; 0: none. */
static uint32_t typed_now(ox_ui *ui, const ox_input *input) {
    const bool shift = is_held(input, PLAT_KEY_LEFT_SHIFT) || is_held(input, PLAT_KEY_RIGHT_SHIFT);
    if (input->senses.typed != 0) return input->senses.typed;
    for (uint32_t key = PLAT_KEY_A; key <= PLAT_KEY_SPACE; key++)
        if (ox_input_key(input->keys_pressed, key)) return character_of(ui, key, shift);
    return 0;
}

/* The same letter in the other case, of ASCII alone. */
static uint32_t other_case(uint32_t letter) {
    const bool is_letter = (letter | 32u) >= 'a' && (letter | 32u) <= 'z';
    return is_letter ? letter ^ 32u : letter;
}

static void type_letter(ox_ui *ui, const ui_open *open, const uint8_t *e, uint32_t letter) {
    ui_entry *entry = ui_entered(ui, ui_name_of(e), true);
    char bytes[4];
    if (!ui_may_enter(ui, open->chunk, e, letter)) letter = other_case(letter);
    if (entry == NULL || !ui_may_enter(ui, open->chunk, e, letter)) return;
    if (put_letter(ui, e, entry, (ox_text_view){bytes, fx_utf8_write(bytes, letter)}))
        ui_sound(ui, open, ROM_SCREEN_MOVE);
}

/* The caret goes by letters; DELETE takes the letter behind it. */
static void move_caret(ox_ui *ui, ui_entry *entry, const ox_input *input) {
    const uint32_t letters =
        entry == NULL ? 0 : (uint32_t)fx_utf8_count(entry->text, ox_text_of(entry->text).length);
    uint32_t caret = ui->now.caret;
    if ((input->repeat & PLAT_L) != 0 && caret < letters) caret++;
    if ((input->repeat & PLAT_R) != 0 && caret > 0) caret--;
    if (ox_input_key(input->keys_pressed, PLAT_KEY_HOME)) caret = letters;
    if (ox_input_key(input->keys_pressed, PLAT_KEY_END)) caret = 0;
    const bool deletes = ox_input_key(input->keys_pressed, PLAT_KEY_DELETE) && caret > 0;
    ui->now.caret = (uint8_t)(deletes ? caret - 1u : caret);
    if (deletes) (void)take_letter(ui, entry);
}

/* Hands the keyboard to an entry. True: a key that writes is down, so the buttons that it may mean are not meant. */
static bool type(ox_ui *ui, ui_open *open, const uint8_t *e, const ox_input *input) {
    ui_entry *entry = ui_entered(ui, ui_name_of(e), true);
    const uint32_t letter = typed_now(ui, input);
    bool writes = letter != 0;
    for (uint32_t key = PLAT_KEY_A; key <= PLAT_KEY_SPACE; key++) writes = writes || is_held(input, key);
    for (uint32_t key = PLAT_KEY_MINUS; key < PLAT_KEY_F1; key++) writes = writes || is_held(input, key);
    if (letter != 0) type_letter(ui, open, e, letter);
    const bool back = ox_input_key(input->keys_pressed, PLAT_KEY_BACKSPACE);
    if (back && entry != NULL) (void)take_letter(ui, entry);
    if (!writes) move_caret(ui, entry, input);
    if (writes || back) open->stale = true;
    return writes || back || is_held(input, PLAT_KEY_BACKSPACE);
}

/* Hands the pad to an entry; true when the entry used it. */
static bool enter(ox_ui *ui, ui_open *open, const uint8_t *e, const ox_input *input) {
    ui_entry *entry = ui_entered(ui, ui_name_of(e), false);
    for (uint32_t direction = PLAT_UP; direction <= PLAT_RIGHT; direction <<= 1)
        if ((input->repeat & direction) != 0) move_letter(ui, open->chunk, e, direction);
    if ((input->pressed & PLAT_START) != 0) {
        finish_entry(ui, open, e);
    } else if ((input->pressed & PLAT_X) != 0) {
        turn_page(ui, open->chunk, e);
        open->stale = true;
    } else if ((input->repeat & PLAT_A) != 0) {
        press_cell(ui, open, e, ui->now.letter);
    } else if ((input->repeat & PLAT_B) != 0) {
        open->stale = true;
        if (entry != NULL && take_letter(ui, entry)) return true;
        return (input->pressed & PLAT_B) == 0;
    }
    return true;
}

/* ---- choosing ---- */

static void choose_element(ox_ui *ui, ui_open *open, uint32_t number) {
    const uint8_t *e = ui_element(open->chunk, number);
    ui->now.held = ui_name_of(e);
    ui->now.flash = UI_FLASH;
    open->stale = true;
    if (ui_kind(e) != ROM_SCREEN_ELEMENT_SLIDER) ui_sound(ui, open, ROM_SCREEN_CHOOSE);
    switch (ui_kind(e)) {
    case ROM_SCREEN_ELEMENT_BUTTON:
        press_button(ui, open, e);
        break;
    case ROM_SCREEN_ELEMENT_LIST:
        ui_post(ui, OX_NAME("chosen"), ui_name_of(e));
        ui_act(ui, open, e);
        break;
    case ROM_SCREEN_ELEMENT_CHOICE:
    case ROM_SCREEN_ELEMENT_SWITCH:
        ui_step_value(ui, open->chunk, e, 1);
        break;
    case ROM_SCREEN_ELEMENT_DIALOGUE:
        read_on(ui, open, e);
        break;
    default:
        break;
    }
}

/* ---- the focus by directions ---- */

static uint32_t line_of(const ui_open *open, uint32_t number) {
    return rom_half(ui_element(open->chunk, number) + ROM_SCREEN_ELEMENT_LINE);
}

/* How many elements of the line stand before element `number`; elements of the whole line with `number` UI_NONE. */
static uint32_t rank_in(ox_ui *ui, const ui_open *open, uint32_t line, uint32_t number) {
    uint32_t rank = 0;
    for (uint32_t i = 0; i < open->count && i < number; i++)
        rank += line_of(open, i) == line && ui_can_have(ui, open, i);
    return rank;
}

static uint32_t of_rank(ox_ui *ui, const ui_open *open, uint32_t line, uint32_t rank) {
    uint32_t last = UI_NONE;
    for (uint32_t i = 0; i < open->count; i++) {
        if (line_of(open, i) != line || !ui_can_have(ui, open, i)) continue;
        last = i;
        if (rank-- == 0) break;
    }
    return last;
}

/* The line after `line`, or the line before; round at the ends. */
static uint32_t next_line(ox_ui *ui, const ui_open *open, uint32_t line, int by) {
    uint32_t best = UI_NONE, end = UI_NONE;
    for (uint32_t i = 0; i < open->count; i++) {
        if (!ui_can_have(ui, open, i)) continue;
        const uint32_t other = line_of(open, i);
        const bool ahead = by > 0 ? other > line : other < line;
        if (ahead && (best == UI_NONE || (by > 0 ? other < best : other > best))) best = other;
        if (end == UI_NONE || (by > 0 ? other < end : other > end)) end = other;
    }
    return best != UI_NONE ? best : end;
}

static void go_to(ox_ui *ui, ui_open *open, uint32_t number) {
    if (number == UI_NONE || number == open->focused) return;
    ui_focus(ui, open, number);
    ui_sound(ui, open, ROM_SCREEN_MOVE);
}

static void move_line(ox_ui *ui, ui_open *open, int by) {
    if (open->focused == UI_NONE) return;
    const uint32_t line = line_of(open, open->focused), next = next_line(ui, open, line, by);
    go_to(ui, open, of_rank(ui, open, next, rank_in(ui, open, line, open->focused)));
}

/* Moves the focus along its line; false when the element is alone there. */
static bool move_along(ox_ui *ui, ui_open *open, int by) {
    const uint32_t line = line_of(open, open->focused), count = rank_in(ui, open, line, UI_NONE);
    if (count < 2) return false;
    const uint32_t rank = rank_in(ui, open, line, open->focused);
    go_to(ui, open, of_rank(ui, open, line, (rank + (by > 0 ? 1 : count - 1)) % count));
    return true;
}

/* In a list up and down go from option to option, and out of the list behind the last one. */
static bool move_in_list(ox_ui *ui, ui_open *open, const uint8_t *e, int by) {
    const int at = ui_choice(ui, open->chunk, e), next = at + by;
    if (ui_kind(e) != ROM_SCREEN_ELEMENT_LIST || next < 0) return false;
    if (ui_words_of_option(ui, open->chunk, e, (uint32_t)next) == NULL) return false;
    ui_step_value(ui, open->chunk, e, by);
    ui_sound(ui, open, ROM_SCREEN_MOVE);
    open->stale = true;
    return true;
}

static void move_focus(ox_ui *ui, ui_open *open, uint32_t repeat) {
    const uint8_t *e = ui_element(open->chunk, open->focused);
    const bool turns = (ui_screen_flags(open->chunk) & ROM_SCREEN_MIRRORED) != 0 &&
                       ox_content_wants_right(ui->host); /* the picture's language comes a little later */
    const int down = ((repeat & PLAT_DOWN) != 0) - ((repeat & PLAT_UP) != 0),
              ahead = ((repeat & PLAT_RIGHT) != 0) - ((repeat & PLAT_LEFT) != 0),
              right = turns ? -ahead : ahead;
    const uint32_t kind = ui_kind(e);
    if (down != 0 && !move_in_list(ui, open, e, down)) move_line(ui, open, down);
    if (right == 0 || down != 0 || move_along(ui, open, right)) return;
    if (kind != ROM_SCREEN_ELEMENT_CHOICE && kind != ROM_SCREEN_ELEMENT_SLIDER &&
        kind != ROM_SCREEN_ELEMENT_SWITCH)
        return;
    ui_step_value(ui, open->chunk, e, right);
    ui_sound(ui, open, ROM_SCREEN_MOVE);
    open->stale = true;
}

/* ---- the pointer ---- */

static bool is_in(const ui_box *box, int x, int y) {
    return x >= box->x && x < box->x + box->width && y >= box->y && y < box->y + box->height;
}

/* The element that is drawn last at a point, of those elements that can have the focus. */
static uint32_t find_at(ox_ui *ui, const ui_open *open, int x, int y) {
    for (uint32_t i = open->count; i-- > 0;)
        if (is_in(ui_box_of(ui, open, i), x, y) && ui_can_have(ui, open, i)) return i;
    return UI_NONE;
}

/* The name of the element drawn last at a point, of the elements that have a tip, whether it can be chosen or not; 0:
 * none. */
static ox_id find_tip(const ox_ui *ui, const ui_open *open, int x, int y) {
    for (uint32_t i = open->count; i-- > 0;) {
        const uint8_t *e = ui_element(open->chunk, i);
        if (rom_word(e + ROM_SCREEN_ELEMENT_ABOUT) != 0 && is_in(ui_box_of(ui, open, i), x, y))
            return ui_name_of(e);
    }
    return 0;
}

/* The tip is that of the element which has the focus, or which the pointer is over. Its wait begins anew with each
 * element. */
static void follow_tip(ox_ui *ui, ui_open *top) {
    const ox_input *input = ui->host->input;
    ox_id over = top == NULL ? 0 : top->focus;
    if (top != NULL && ui->now.points) over = find_tip(ui, top, input->pointer_x, input->pointer_y);
    ui->rests = over != ui->over ? 0 : ui->rests + 1;
    ui->over = over;
}

/* Sets a slider to the value under the pointer, to the nearest step. */
static void drag(ox_ui *ui, const ui_open *open, uint32_t number, int x) {
    const uint8_t *e = ui_element(open->chunk, number);
    int32_t value;
    bool is_fx;
    if (ui_kind(e) != ROM_SCREEN_ELEMENT_SLIDER || !ui_value(ui, e, &value, &is_fx)) return;
    const ui_box track = ui_track(ui, open->chunk, e, ui_box_of(ui, open, number));
    const int64_t least = ui_range(ui, e, ROM_SCREEN_ELEMENT_LEAST, is_fx),
                  greatest = ui_range(ui, e, ROM_SCREEN_ELEMENT_GREATEST, is_fx),
                  step = ui_range(ui, e, ROM_SCREEN_ELEMENT_STEP, is_fx);
    const int wide = track.width > 1 ? track.width - 1 : 1, from_left = int_clamp(x - track.x, 0, wide),
              at = ui_is_mirrored(ui, open->chunk) ? wide - from_left : from_left;
    int64_t next = least + (greatest - least) * at / wide;
    if (step > 0) next = least + (next - least + step / 2) / step * step;
    if (next > greatest) next = greatest;
    if (next != value) ui_set_value(ui, e, (int32_t)next);
}

/* Chooses by where an element is pressed: a row of a list, a letter, the one side of a choice or the other. */
static void choose_at(ox_ui *ui, ui_open *open, uint32_t number, int x, int y) {
    const uint8_t *e = ui_element(open->chunk, number);
    const ui_box *box = ui_box_of(ui, open, number);
    const uint32_t kind = ui_kind(e);
    if (kind == ROM_SCREEN_ELEMENT_ENTRY) {
        const ui_grid grid = ui_grid_of(ui, open->chunk, e);
        const int column = (x - box->x) / grid.cell_width, row = (y - box->y - grid.top) / grid.cell_height;
        if (y < box->y + grid.top || column >= (int)grid.columns) return;
        ui->now.letter = (uint8_t)int_clamp(row * (int)grid.columns + column, 0, 255);
        press_cell(ui, open, e, ui->now.letter);
        return;
    }
    if (kind == ROM_SCREEN_ELEMENT_CHOICE &&
        (x < box->x + box->width / 2) != ui_is_mirrored(ui, open->chunk)) {
        ui_step_value(ui, open->chunk, e, -1);
        open->stale = true;
        return;
    }
    if (kind == ROM_SCREEN_ELEMENT_LIST) {
        uint32_t first;
        const int rows = (int)ui_list_rows(ui, open->chunk, e, &first), at = ui_choice(ui, open->chunk, e),
                  high = rows > 0 ? box->height / rows : 1;
        const int wanted = (int)first + int_clamp((y - box->y) / int_max(high, 1), 0, rows - 1);
        for (int i = at; i != wanted;) {
            const int by = i < wanted ? 1 : -1;
            ui_step_value(ui, open->chunk, e, by);
            i += by;
        }
    }
    choose_element(ui, open, number);
}

/* Follows the pointer. True: the pointer chose something. */
static bool point(ox_ui *ui, ui_open *open, const ox_input *input) {
    const int moved = fx_abs(input->pointer_dx) + fx_abs(input->pointer_dy);
    const bool tried = ((input->pressed | input->released) & OX_INPUT_POINTER) != 0;
    ui->now.moved = (int16_t)int_min(ui->now.moved + moved, INT16_MAX);
    if (ui->now.moved > UI_NEAR) ui->now.points = true;
    if (!ui->now.points || (moved == 0 && !tried && (input->held & OX_INPUT_POINTER) == 0)) return false;
    ui_lay_out(ui, open);
    const uint32_t number = find_at(ui, open, input->pointer_x, input->pointer_y);
    const ox_id name = number == UI_NONE ? 0 : ui_name_of(ui_element(open->chunk, number));
    if (number != UI_NONE && (input->held & OX_INPUT_POINTER) == 0) go_to(ui, open, number);
    if ((input->pressed & OX_INPUT_POINTER) != 0) {
        if (number != UI_NONE) go_to(ui, open, number);
        ui->now.held = name;
        ui->now.flash = 0;
    }
    if (ui->now.held != 0 && ui->now.flash == 0 && open->focused != UI_NONE && ui->now.held == open->focus)
        drag(ui, open, open->focused, input->pointer_x);
    if ((input->released & OX_INPUT_POINTER) == 0) return false;
    const bool chosen = name != 0 && ui->now.held == name && ui->now.flash == 0;
    ui->now.held = 0;
    if (chosen) choose_at(ui, open, number, input->pointer_x, input->pointer_y);
    return chosen;
}

/* ---- the pointer on HUDs, beside which the world plays on ---- */

/* The element under the pointer of the topmost HUD that has one there, UI_NONE for none. */
static uint32_t find_on_huds(ox_ui *ui, const ox_input *input, ui_open **of) {
    uint32_t number = UI_NONE;
    for (uint32_t i = ui->now.depth; number == UI_NONE && i-- > 0;) {
        *of = &ui->now.open[i];
        if ((ui_screen_flags((*of)->chunk) & ROM_SCREEN_HUD) == 0) continue;
        ui_lay_out(ui, *of);
        number = find_at(ui, *of, input->pointer_x, input->pointer_y);
    }
    return number;
}

bool ui_point_huds(ox_ui *ui) {
    const ox_input *input = ui->host->input;
    ui_open *open = NULL;
    if (((input->held | input->released) & OX_INPUT_POINTER) == 0) return false;
    const uint32_t number = find_on_huds(ui, input, &open);
    const ox_id name = number == UI_NONE ? 0 : ui_name_of(ui_element(open->chunk, number));
    if ((input->pressed & OX_INPUT_POINTER) != 0) {
        ui->now.held = name;
        ui->now.flash = 0;
    }
    if (ui->now.held == 0 || ui->now.flash > 0) return ui_point_world(ui);
    if ((input->released & OX_INPUT_POINTER) == 0) return true;
    const bool chosen = name == ui->now.held;
    ui->now.held = 0;
    ui->guest = number != UI_NONE && open->guest;
    if (chosen) choose_at(ui, open, number, input->pointer_x, input->pointer_y);
    ui->guest = false;
    return true;
}

/* ---- a step ---- */

static void handle(ox_ui *ui, ui_open *open, const ox_input *input) {
    const uint32_t pad = input->repeat & (DIRECTIONS | CHOOSES | PLAT_B | PLAT_X);
    if (input->pressed != 0 && (input->pressed & OX_INPUT_POINTER) == 0) {
        ui->now.points = false;
        ui->now.moved = 0;
    }
    if (point(ui, open, input)) return;
    const uint8_t *e = open->focused == UI_NONE ? NULL : ui_element(open->chunk, open->focused);
    const bool enters = e != NULL && ui_kind(e) == ROM_SCREEN_ELEMENT_ENTRY;
    if (enters && type(ui, open, e, input)) return;
    if (pad == 0 || (enters && enter(ui, open, e, input))) return;
    if (open->focused != UI_NONE && (pad & DIRECTIONS) != 0) move_focus(ui, open, pad);
    if ((input->pressed & CHOOSES) != 0 && open->focused != UI_NONE)
        choose_element(ui, open, open->focused);
    else if ((input->pressed & PLAT_B) != 0)
        leave(ui, open);
}

static void pass_time(ox_ui *ui) {
    ui_state *s = &ui->now;
    ui->steps++;
    if (s->flash > 0 && --s->flash == 0) s->held = 0;
    ui_pass_echoes(ui);
    if (s->says != 0 && s->typed < UINT16_MAX) s->typed++;
    ui_pass_messages(ui);
    ui_follow_world(ui);
}

/* A press that opened a screen in this step chooses nothing on that screen. */
void ui_step(ox_ui *ui, bool hears) {
    pass_time(ui);
    for (uint32_t i = 0; i < ui->now.depth; i++) ui_keep_focus(ui, &ui->now.open[i]);
    ui_open *top = ui_top(ui);
    ui->guest = top != NULL && top->guest;
    if (top != NULL && hears) handle(ui, top, ui->host->input);
    ui->guest = false;
    follow_tip(ui, ui_top(ui));
}
