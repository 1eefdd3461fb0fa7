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
    ox_write_u8(to, (uint8_t)(s->points | echoes << 1));
    ox_write_u16(to, (uint16_t)s->moved);
    for (uint32_t i = 0; i < echoes; i++) {
        ox_write_u32(to, s->echoes[i].object.bits);
        ox_write_u16(to, s->echoes[i].steps);
    }
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

static ox_status restore_screens(void *of, ox_reader *from) {
    ox_ui *ui = of;
    ui_state *s = &ui->now;
    memset(s, 0, sizeof *s);
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
    if (points >> 1 > OX_SCREEN_ECHOES) return OX_BAD_DATA;
    for (uint32_t i = 0; i < points >> 1; i++) {
        s->echoes[i].object.bits = ox_read_u32(from);
        s->echoes[i].steps = (uint16_t)ox_read_u16(from);
    }
    if (from->bad) return OX_BAD_DATA;
    s->depth = depth;
    const bool bound = ui_bind(ui) == OX_OK;
    s->letter = letter; /* the focus has found its element anew */
    if (!bound) s->depth = 0;
    return bound ? OX_OK : OX_BAD_DATA;
}

ox_sim_part ui_state_part(ox_ui *ui) {
    return (ox_sim_part){
        .name = "screens", .context = ui, .next = next, .save = save_screens, .restore = restore_screens};
}
