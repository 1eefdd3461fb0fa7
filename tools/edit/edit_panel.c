/* The texts of an editor's window: the bar, lists, lines about the selected objects. */
#include <string.h>

#include "kernel/scene/scene.h"
#include "platform/host/host.h"
#include "raster/flat.h"
#include "tools/edit/edit_window.h"

enum { GROUND = 0x181C24, INK = 0xC8D0D8, CHOSEN = 0xFFE040, DIM = 0x8088A0, TROUBLE = 0xFFA070, LETTER = 8 };

const char *const edit_bar[] = {"Look", "Move", "Place", "Set",  "Undo", "Redo",
                                "Copy", "Del",  "Save",  "Play", NULL};

/* Pixels between words: a whole letter would be too wide for small pictures, half a letter is enough. */
enum { GAP = 4 };

int edit_bar_at(int x) {
    int left = 2;
    for (int i = 0; edit_bar[i] != NULL; i++) {
        int width = (int)strlen(edit_bar[i]) * LETTER;
        if (x >= left - GAP / 2 && x < left + width + GAP / 2) return i;
        left += width + GAP;
    }
    return EDIT_NONE;
}

int edit_selected(const edit *e) {
    for (uint32_t i = 0; i < e->object_count; i++) {
        if (e->objects[i].selected) return (int)i;
    }
    return EDIT_NONE;
}

/* ---- rows ---- */

static edit_row *add_row(edit_window *w, const char *key, int part, const char *word, bool own) {
    if (w->row_count == EDIT_ROWS || strlen(word) >= sizeof w->rows[0].word) return NULL;
    edit_row *row = &w->rows[w->row_count++];
    snprintf(row->key, sizeof row->key, "%s", key);
    snprintf(row->word, sizeof row->word, "%s", word);
    row->part = part;
    row->own = own;
    return row;
}

/* Adds rows for a number, a vector, a yes or no; any other value gives no row. */
static void add_value(edit_window *w, const char *key, const char *value, bool own) {
    char part[EDIT_WORD];
    double number[3];
    uint32_t on;
    if (cart_parse_switch(value, &on) || cart_parse_number(value, &number[0])) {
        (void)add_row(w, key, EDIT_NONE, value, own);
    } else if (w->row_count + 3 <= EDIT_ROWS &&
               edit_vector(value, number)) { /* all rows or none: rows of a vector know their neighbours */
        for (int i = 0; i < 3; i++) {
            size_t length = strcspn(value, ",");
            snprintf(part, sizeof part, "%.*s", (int)length, value);
            (void)add_row(w, key, i, part, own);
            value += length + (value[length] == ',');
        }
    }
}

static bool has_row(const edit_window *w, const char *key) {
    for (uint32_t i = 0; i < w->row_count; i++) {
        if (strcmp(w->rows[i].key, key) == 0) return true;
    }
    return false;
}

/* Adds rows for the props that the object has from its type. */
static void add_defaults(edit_window *w, const edit_object *o) {
    const cart_scene *types = &w->e->c.types;
    const cart_object *type = edit_type_of(w->e, o);
    for (uint32_t i = 0; type != NULL && i < types->prop_count; i++) {
        const cart_prop *prop = &types->props[i];
        if (&types->objects[prop->object] == type && !has_row(w, prop->name))
            add_value(w, prop->name, prop->value, false);
    }
}

void edit_rows(edit_window *w) {
    const edit *e = w->e;
    int which = edit_selected(e);
    char value[EDIT_WORD], key[48];
    w->row_count = 0;
    if (which == EDIT_NONE) return;
    const edit_object *o = &e->objects[which];
    const statement *of = &e->s.list[o->statement];
    for (size_t i = of->field; i < of->field + of->field_count; i++) {
        const statement_field *field = &e->s.fields[i];
        if (field->name[0] == '#') continue;
        statements_value(&e->s, field, value, sizeof value);
        add_value(w, field->name, value, true);
    }
    for (size_t i = o->statement + 1;
         i < e->s.count && e->place == EDIT_LEVEL && e->s.list[i].parent == o->statement; i++) {
        const statement *line = &e->s.list[i];
        snprintf(key, sizeof key, "%.*s", (int)(line->name_length < 47 ? line->name_length : 47),
                 e->s.text + line->name_at);
        if (edit_value(&e->s, line, "#1", value)) add_value(w, key, value, true);
    }
    add_defaults(w, o);
    if (w->row >= w->row_count) w->row = 0;
}

/* ---- panels ---- */

static uint32_t types_of(const edit_window *w) {
    edit_type type;
    uint32_t count = 0;
    while (edit_type_at(w->e, count, &type)) count++;
    return count;
}

static uint32_t lines_of(const edit_window *w) {
    return (uint32_t)((w->view.height - EDIT_BAR - 2 * EDIT_LINE - 4) / EDIT_LINE);
}

uint32_t edit_panel_first(const edit_window *w, uint32_t chosen, uint32_t count) {
    uint32_t room = lines_of(w), first = chosen < room / 2 ? 0 : chosen - room / 2;
    if (first + room > count) first = count < room ? 0 : count - room;
    return first;
}

uint32_t edit_panel_line(const edit_window *w, uint32_t chosen, uint32_t count, int y) {
    return edit_panel_first(w, chosen, count) + (uint32_t)((y - EDIT_BAR - 2) / EDIT_LINE);
}

int edit_panel_height(const edit_window *w) {
    const uint32_t room = lines_of(w);
    uint32_t count = 0;
    if (w->tool == EDIT_PLACE) count = types_of(w);
    if (w->tool == EDIT_SET) count = w->row_count > 0 ? w->row_count : 1;
    if (count == 0) return 0;
    return (int)(count < room ? count : room) * EDIT_LINE + 4;
}

typedef struct pen {
    rs_frame *frame;
    const ox_resources *resources;
} pen;

static void put_text(const pen *p, int x, int y, uint32_t rgb, const char *text) {
    (void)rs_frame_text(p->frame, x, y, text, ox_resource_native(p->resources, rgb));
}

static void put_ground(const pen *p, int x, int y, int width, int height) {
    (void)rs_frame_rectangle(p->frame, x, y, width, height, ox_resource_native(p->resources, GROUND));
}

static void draw_bar(const edit_window *w, const pen *p) {
    int left = 2;
    put_ground(p, 0, 0, w->view.width, EDIT_BAR);
    for (int i = 0; edit_bar[i] != NULL; i++) {
        bool on = i < EDIT_TOOLS ? i == (int)w->tool : false;
        put_text(p, left, 1, on ? CHOSEN : INK, edit_bar[i]);
        left += (int)strlen(edit_bar[i]) * LETTER + GAP;
    }
    if (edit_is_changed(w->e)) put_text(p, left, 1, CHOSEN, "*");
}

static void draw_types(const edit_window *w, const pen *p) {
    edit_type type;
    uint32_t first = edit_panel_first(w, w->type, types_of(w));
    put_ground(p, 0, EDIT_BAR, EDIT_PANEL, edit_panel_height(w));
    for (uint32_t i = 0; i < lines_of(w) && edit_type_at(w->e, first + i, &type); i++) {
        char text[EDIT_PANEL / LETTER];
        snprintf(text, sizeof text, "%.17s", type.name);
        put_text(p, 4, EDIT_BAR + 2 + (int)i * EDIT_LINE, first + i == w->type ? CHOSEN : INK, text);
    }
}

static const char *part_of(const edit_row *row) {
    static const char *const parts[] = {".x", ".y", ".z"};
    return row->part == EDIT_NONE ? "" : parts[row->part];
}

static void draw_rows(const edit_window *w, const pen *p) {
    uint32_t first = edit_panel_first(w, w->row, w->row_count);
    put_ground(p, 0, EDIT_BAR, EDIT_PANEL, edit_panel_height(w));
    if (w->row_count == 0) put_text(p, 4, EDIT_BAR + 2, DIM, "nothing selected");
    for (uint32_t i = 0; i < lines_of(w) && first + i < w->row_count; i++) {
        const edit_row *row = &w->rows[first + i];
        char text[EDIT_PANEL / LETTER + 1];
        snprintf(text, sizeof text, "%.9s%s %.7s", row->key, part_of(row), row->word);
        put_text(p, 4, EDIT_BAR + 2 + (int)i * EDIT_LINE,
                 first + i == w->row ? CHOSEN
                 : row->own          ? INK
                                     : DIM,
                 text);
    }
}

/* Writes a line about the selected objects, or about all objects. */
static void tell_selected(const edit_window *w, char text[200]) {
    const edit *e = w->e;
    int which = edit_selected(e);
    char at[100];
    if (which == EDIT_NONE) {
        snprintf(text, 200, "%s %.40s: %u objects", e->place == EDIT_LEVEL ? "level" : "scene", e->place_name,
                 (unsigned)e->object_count);
    } else {
        const edit_object *o = &e->objects[which];
        edit_decimals(o->at, at);
        snprintf(text, 200, "%d %.30s %.30s %s", which + 1, o->type, o->name, o->placed ? at : "");
    }
}

static void draw_lines(const edit_window *w, const pen *p) {
    int y = w->view.height - 2 * EDIT_LINE - 2;
    char text[200];
    put_ground(p, 0, y, w->view.width, 2 * EDIT_LINE + 2);
    tell_selected(w, text);
    put_text(p, 2, y + 1, INK, text);
    put_text(p, 2, y + 1 + EDIT_LINE, w->trouble ? TROUBLE : DIM, w->said);
}

/* Writes the caption of terminals in which no letter of the picture can be read. */
static void tell_caption(const edit_window *w) {
    char text[HOST_CAPTION_LINES * HOST_CAPTION_LENGTH], own[100] = "", selected[200];
    int used = 0;
    edit_type type;
    for (int i = 0; i < EDIT_TOOLS; i++)
        used += snprintf(text + used, sizeof text - (size_t)used, i == (int)w->tool ? "[%s] " : "%s ",
                         edit_bar[i]);
    if (w->tool == EDIT_PLACE && edit_type_at(w->e, w->type, &type))
        snprintf(own, sizeof own, "%.60s (%u of %u)", type.name, (unsigned)w->type + 1,
                 (unsigned)types_of(w));
    if (w->tool == EDIT_SET && w->row < w->row_count) {
        const edit_row *row = &w->rows[w->row];
        snprintf(own, sizeof own, "%s%s %s (%u of %u)", row->key, part_of(row), row->word,
                 (unsigned)w->row + 1, (unsigned)w->row_count);
    }
    tell_selected(w, selected);
    snprintf(text + used, sizeof text - (size_t)used, "%s %s\n%s\n%s", edit_is_changed(w->e) ? "*" : "|", own,
             selected, w->said[0] != 0 ? w->said : " ");
    host_caption(ox_console_port(w->view.console), text);
}

/* Draws the cross in the middle of the view, where button A places and selects. */
static void draw_cross(const edit_window *w, const pen *p) {
    int x = w->view.width / 2, y = w->view.height / 2;
    uint32_t ink = ox_resource_native(p->resources, CHOSEN);
    (void)rs_frame_rectangle(p->frame, x - 4, y, 9, 1, ink);
    (void)rs_frame_rectangle(p->frame, x, y - 4, 1, 9, ink);
}

void edit_panel_draw(edit_window *w, rs_frame *frame) {
    const pen p = {frame, ox_console_played_scene(w->view.console)->resources};
    if (w->tool == EDIT_LOOK || w->tool == EDIT_PLACE) draw_cross(w, &p);
    if (w->tool == EDIT_PLACE) draw_types(w, &p);
    edit_rows(w);
    if (w->tool == EDIT_SET) draw_rows(w, &p);
    draw_bar(w, &p);
    draw_lines(w, &p);
    tell_caption(w);
}
