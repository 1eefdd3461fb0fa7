/* The statement `style` of screens: fonts, colours, frames and edges of elements. */
#include <stdio.h>
#include <string.h>

#include "tools/convert/screen_reading.h"

enum { PLAIN_TEXT = 0xE8E8E8, FOCUS_TEXT = 0xF8D860, DIM = 0x707880 };

/* ---- styles ---- */

/* Keys of a style in the plain, focused, pressed and disabled state; convert_line_value keeps these pointers. */
static const char *const text_keys[SCREEN_STATES] = {"text", "text-focus", "text-pressed", "text-disabled"},
                         *const fill_keys[SCREEN_STATES] = {"fill", "fill-focus", "fill-pressed",
                                                            "fill-disabled"},
                         *const border_keys[SCREEN_STATES] = {"border", "border-focus", "border-pressed",
                                                              "border-disabled"},
                         *const frame_keys[SCREEN_STATES] = {"frame", "frame-focus", "frame-pressed",
                                                             "frame-disabled"};

int screen_find_style(const screen_reading *t, const char *name) {
    for (uint32_t i = 0; i < t->r.style_count; i++)
        if (strcmp(t->style_names[i], name) == 0) return (int)i;
    return -1;
}

/* KEY=#RRGGBB, KEY-focus= and so on; `none` for no colour. States without a colour of their own have the plain one. */
static bool take_colours(screen_reading *t, const char *const *keys, uint32_t colours[SCREEN_STATES]) {
    for (int i = 0; i < SCREEN_STATES; i++) {
        uint32_t colour;
        const char *text = convert_line_value(&t->lines, keys[i]);
        if (text == NULL) continue;
        if (strcmp(text, "none") == 0)
            colour = ROM_SCREEN_STYLE_NONE;
        else if (!cart_parse_colour(text, &colour))
            return convert_line_wrong(&t->lines, "`%.40s` is no colour; write #RRGGBB or none", text);
        colours[i] = colour;
        for (int k = 1; i == 0 && k < SCREEN_STATES; k++) colours[k] = colour;
    }
    return true;
}

static bool take_frames(screen_reading *t, uint16_t frames[SCREEN_STATES]) {
    for (int i = 0; i < SCREEN_STATES; i++) {
        uint32_t frame = frames[i];
        const bool told = convert_line_value(&t->lines, frame_keys[i]) != NULL;
        if (!screen_take_whole(t, frame_keys[i], 0, 65535, &frame)) return false;
        frames[i] = (uint16_t)frame;
        for (int k = 1; told && i == 0 && k < SCREEN_STATES; k++) frames[k] = (uint16_t)frame;
    }
    return true;
}

rom_screen_style_record screen_plain_style(void) {
    rom_screen_style_record style = {.name = rom_id("plain"),
                                     .text = {PLAIN_TEXT, FOCUS_TEXT, 0xFFFFFF, DIM}};
    for (int i = 0; i < SCREEN_STATES; i++) style.fill[i] = style.border[i] = ROM_SCREEN_STYLE_NONE;
    return style;
}

bool screen_read_style(screen_reading *t) {
    if (t->lines.count < 2 || strchr(t->lines.words[1], '=') != NULL)
        return convert_line_wrong(&t->lines, "a style wants a name: style button text=#FFFFFF");
    const char *name = t->lines.words[1], *like = convert_line_value(&t->lines, "like");
    if (strlen(name) >= CART_NAME_MAX) return screen_wrong_word(t, name, "this name is too long");
    int number = screen_find_style(t, name),
        from = like == NULL ? (number < 0 ? 0 : number) : screen_find_style(t, like);
    if (from < 0) return convert_line_wrong(&t->lines, "there is no style `%.40s` above this line", like);
    if (number < 0 && t->r.style_count == SCREEN_STYLES)
        return convert_line_wrong(&t->lines, "more than %d styles; take some out", SCREEN_STYLES);
    rom_screen_style_record style = t->styles[from];
    uint32_t corner = style.corner;
    uint32_t space = style.space;
    static const screen_pair_form pad_form = {",", 0, 64, "two numbers of pixels, as 4,2"};
    double pad[2] = {style.pad_x, style.pad_y};
    if (!take_colours(t, text_keys, style.text) || !take_colours(t, fill_keys, style.fill) ||
        !take_colours(t, border_keys, style.border) ||
        !screen_take_resource(t, "font", "font", "font", &style.font) ||
        !screen_take_resource(t, "small", "font", "font", &style.small) ||
        !screen_take_resource(t, "sheet", "sheet", "sheet", &style.sheet) || !take_frames(t, style.frame) ||
        !screen_take_whole(t, "corner", 0, 64, &corner) || !screen_take_whole(t, "space", 0, 16, &space) ||
        !screen_take_pair(t, "pad", &pad_form, pad))
        return false;
    style.corner = (uint8_t)corner;
    style.space = (uint8_t)space;
    style.pad_x = (uint8_t)pad[0];
    style.pad_y = (uint8_t)pad[1];
    if (convert_line_flag(&t->lines, "shadow")) style.shadow = 1;
    style.name = rom_id(name);
    if (!convert_line_all_asked(&t->lines, 2)) return false;
    if (number < 0) {
        number = (int)t->r.style_count++;
        snprintf(t->style_names[number], CART_NAME_MAX, "%s", name);
    }
    t->styles[number] = style;
    return true;
}

bool screen_take_style(screen_reading *t, const char *kind, uint16_t *style) {
    const char *name = convert_line_value(&t->lines, "style");
    const int number = screen_find_style(t, name == NULL ? kind : name);
    if (number < 0 && name != NULL)
        return convert_line_wrong(&t->lines,
                                  "there is no style `%.40s` above this line; write `style %.40s text=#...`",
                                  name, name);
    *style = (uint16_t)(number < 0 ? 0 : number);
    return true;
}
