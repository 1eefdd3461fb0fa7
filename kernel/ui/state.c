/* The state of screens: which are open, the focus, what is entered and said. */
#include <string.h>

#include "kernel/type/name.h"
#include "kernel/ui/internal.h"

/* ---- items ---- */

static const ox_field fields[] = {
    OX_FIELD(ui_item, top, OX_NAME_ID, OX_SIM), OX_FIELD(ui_item, focus, OX_NAME_ID, OX_SIM),
    OX_FIELD(ui_item, says, OX_NAME_ID, OX_SIM), OX_FIELD(ui_item, rest, OX_U32, OX_SIM)};
static const char *const names[] = {"top", "focus", "says", "rest"};
static const ox_type item_type = OX_TYPE(ui_item, fields, 1);

static void save_screens(const void *of, ox_writer *to);

static bool next(void *of, uint32_t *cursor, ox_sim_item *item) {
    ox_ui *ui = of;
    if ((*cursor)++ != 0) return false;
    ui_item *shown = &ui->item;
    const ui_open *top = ui->now.depth == 0 ? NULL : &ui->now.open[ui->now.depth - 1u];
    ox_writer hash = ox_writer_hash();
    save_screens(ui, &hash);
    *shown = (ui_item){top == NULL ? 0 : top->screen, top == NULL ? 0 : top->focus, ui->now.says, hash.hash};
    *item = (ox_sim_item){0, &item_type, shown, "screens", names};
    return true;
}

/* ---- bytes ---- */

/* Beside the number of echoes: what only some screens have follows, and what is written into boxes. */
enum { MORE = 64, BOXES = 128 };

/* Whether the state has anything that save_more writes. Screens without it have fewer bytes. */
static bool has_more(const ui_state *s) {
    bool more = s->prompts[0].name != 0 || s->seen[0] != 0 || s->loading.total != 0 ||
                s->selected_count != 0 || s->clicked.bits != 0 || s->drags || s->place_x != 0 ||
                s->place_y != 0 || s->caret != 0 || s->page_seen != 0;
    for (uint32_t i = 0; i < OX_SCREEN_NOTICES; i++) more = more || s->notices[i].priority != 0;
    return more;
}

static void save_more(const ui_state *s, ox_writer *to) {
    for (uint32_t i = 0; i < OX_SCREEN_NOTICES; i++) ox_write_u32(to, s->notices[i].priority);
    for (uint32_t i = 0; i < OX_SCREEN_PROMPTS; i++) {
        ox_write_u32(to, s->prompts[i].name);
        ox_write_u16(to, s->prompts[i].steps);
        ox_write_u8(to, s->prompts[i].priority);
    }
    for (uint32_t i = 0; i < OX_SCREEN_SEEN; i++) ox_write_u32(to, s->seen[i]);
    ox_write_u32(to, s->loading.screen);
    ox_write_u32(to, s->loading.done);
    ox_write_u32(to, s->loading.total);
    ox_write_u32(to, s->loading.least);
    ox_write_u32(to, s->loading.passed);
    ox_write_bool(to, s->loading.cancelled);
    ox_write_u8(to, (uint8_t)s->selected_count);
    for (uint32_t i = 0; i < s->selected_count; i++) ox_write_u32(to, s->selected[i].bits);
    ox_write_u32(to, s->clicked.bits);
    ox_write_u8(to, s->click_left);
    ox_write_bool(to, s->drags);
    ox_write_u16(to, (uint16_t)s->drag_x);
    ox_write_u16(to, (uint16_t)s->drag_y);
    ox_write_u16(to, (uint16_t)s->place_x);
    ox_write_u16(to, (uint16_t)s->place_y);
    ox_write_u8(to, s->caret);
    ox_write_u8(to, s->page_seen);
}

static void save_screens(const void *of, ox_writer *to) {
    const ox_ui *ui = of;
    const ui_state *s = &ui->now;
    ox_write_u8(to, (uint8_t)s->depth);
    for (uint32_t i = 0; i < s->depth; i++) {
        ox_write_u32(to, s->open[i].screen);
        ox_write_u32(to, s->open[i].mode);
        ox_write_u32(to, s->open[i].focus);
        ox_write_bool(to, s->open[i].by_scene);
    }
    ox_write_u32(to, s->mode);
    for (uint32_t i = 0; i < OX_SCREEN_TEXTS; i++) {
        ox_write_u32(to, s->entries[i].name);
        ox_write_bytes(to, s->entries[i].text, UI_ENTERED);
    }
    for (uint32_t i = 0; i < OX_SCREEN_MARKS; i++) {
        ox_write_u32(to, s->marks[i].name);
        ox_write_u8(to, s->marks[i].flags);
    }
    for (uint32_t i = 0; i < OX_SCREEN_NOTICES; i++) {
        ox_write_u32(to, s->notices[i].text);
        ox_write_u32(to, s->notices[i].steps);
    }
    ox_write_u32(to, s->says);
    ox_write_u16(to, s->page);
    ox_write_u16(to, s->typed);
    ox_write_u32(to, s->held);
    ox_write_u8(to, s->flash);
    ox_write_u8(to, s->letter);
    uint32_t echoes = OX_SCREEN_ECHOES; /* those behind the last one are not written */
    while (echoes > 0 && s->echoes[echoes - 1u].steps == 0) echoes--;
    const bool more = has_more(s), boxes = ui_boxes_written(ui) > 0;
    ox_write_u8(to, (uint8_t)(s->points | echoes << 1 | (more ? MORE : 0u) | (boxes ? BOXES : 0u)));
    ox_write_u16(to, (uint16_t)s->moved);
    for (uint32_t i = 0; i < echoes; i++) {
        ox_write_u32(to, s->echoes[i].object.bits);
        ox_write_u16(to, s->echoes[i].steps);
    }
    if (more) save_more(s, to);
    if (boxes) ui_save_boxes(ui, to);
}

static void read_lists(ui_state *s, ox_reader *from) {
    for (uint32_t i = 0; i < OX_SCREEN_TEXTS; i++) {
        s->entries[i].name = ox_read_u32(from);
        ox_read_bytes(from, s->entries[i].text, UI_ENTERED);
        s->entries[i].text[UI_ENTERED - 1] = 0;
    }
    for (uint32_t i = 0; i < OX_SCREEN_MARKS; i++) {
        s->marks[i].name = ox_read_u32(from);
        s->marks[i].flags = (uint8_t)ox_read_u8(from);
    }
    for (uint32_t i = 0; i < OX_SCREEN_NOTICES; i++) {
        s->notices[i].text = ox_read_u32(from);
        s->notices[i].steps = ox_read_u32(from);
    }
}

static bool restore_more(ui_state *s, ox_reader *from) {
    for (uint32_t i = 0; i < OX_SCREEN_NOTICES; i++) s->notices[i].priority = ox_read_u32(from);
    for (uint32_t i = 0; i < OX_SCREEN_PROMPTS; i++) {
        s->prompts[i].name = ox_read_u32(from);
        s->prompts[i].steps = (uint16_t)ox_read_u16(from);
        s->prompts[i].priority = (uint8_t)ox_read_u8(from);
    }
    for (uint32_t i = 0; i < OX_SCREEN_SEEN; i++) s->seen[i] = ox_read_u32(from);
    s->loading.screen = ox_read_u32(from);
    s->loading.done = ox_read_u32(from);
    s->loading.total = ox_read_u32(from);
    s->loading.least = ox_read_u32(from);
    s->loading.passed = ox_read_u32(from);
    s->loading.cancelled = ox_read_bool(from);
    s->selected_count = ox_read_u8(from);
    if (s->selected_count > OX_SCREEN_SELECTED || s->loading.done > s->loading.total) return false;
    for (uint32_t i = 0; i < s->selected_count; i++) s->selected[i].bits = ox_read_u32(from);
    s->clicked.bits = ox_read_u32(from);
    s->click_left = (uint8_t)ox_read_u8(from);
    s->drags = ox_read_bool(from);
    s->drag_x = (int16_t)ox_read_u16(from);
    s->drag_y = (int16_t)ox_read_u16(from);
    s->place_x = (int16_t)ox_read_u16(from);
    s->place_y = (int16_t)ox_read_u16(from);
    s->caret = (uint8_t)ox_read_u8(from);
    s->page_seen = (uint8_t)ox_read_u8(from);
    return true;
}

static ox_status restore_screens(void *of, ox_reader *from) {
    ox_ui *ui = of;
    ui_state *s = &ui->now;
    memset(s, 0, sizeof *s);
    ui_clear_boxes(ui);
    ui_forget_words(ui);
    const uint32_t depth = ox_read_u8(from);
    if (depth > OX_SCREENS_DEPTH) return OX_BAD_DATA;
    for (uint32_t i = 0; i < depth; i++) {
        s->open[i].screen = ox_read_u32(from);
        s->open[i].mode = ox_read_u32(from);
        s->open[i].focus = ox_read_u32(from);
        s->open[i].by_scene = ox_read_bool(from);
        s->open[i].focused = UI_NONE;
    }
    s->mode = ox_read_u32(from);
    read_lists(s, from);
    s->says = ox_read_u32(from);
    s->page = (uint16_t)ox_read_u16(from);
    s->typed = (uint16_t)ox_read_u16(from);
    s->held = ox_read_u32(from);
    s->flash = (uint8_t)ox_read_u8(from);
    const uint8_t letter = (uint8_t)ox_read_u8(from);
    const uint32_t points = ox_read_u8(from);
    s->points = (points & 1u) != 0;
    s->moved = (int16_t)ox_read_u16(from);
    const uint32_t echoes = (points & (MORE - 1u)) >> 1;
    if (echoes > OX_SCREEN_ECHOES) return OX_BAD_DATA;
    for (uint32_t i = 0; i < echoes; i++) {
        s->echoes[i].object.bits = ox_read_u32(from);
        s->echoes[i].steps = (uint16_t)ox_read_u16(from);
    }
    if (from->bad || ((points & MORE) != 0 && !restore_more(s, from)) || from->bad ||
        ((points & BOXES) != 0 && !ui_restore_boxes(ui, from))) {
        s->selected_count = 0;
        return OX_BAD_DATA;
    }
    s->depth = depth;
    ox_id focus[OX_SCREENS_DEPTH];
    for (uint32_t i = 0; i < depth; i++) focus[i] = s->open[i].focus;
    const uint8_t caret = s->caret, page = s->page_seen;
    const bool bound = ui_bind(ui) == OX_OK;
    for (uint32_t i = 0; bound && i < depth; i++) ui_restore_focus(&s->open[i], focus[i]);
    s->letter = letter; /* the focus has found its element anew */
    s->caret = caret;
    s->page_seen = page;
    if (!bound) s->depth = 0;
    return bound ? OX_OK : OX_BAD_DATA;
}

ox_sim_part ui_state_part(ox_ui *ui) {
    return (ox_sim_part){
        .name = "screens", .context = ui, .next = next, .save = save_screens, .restore = restore_screens};
}
