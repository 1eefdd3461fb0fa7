/* Lines of text over the picture, and values as people read and write them. */
#include "kernel/inspect/sheet.h"

#include <stdarg.h>
#include <string.h>

#include "fixedmath/scalar.h"
#include "kernel/debug/format.h"
#include "platform/platform.h"
#include "rom/rom.h"

const uint32_t ox_sheet_colours[OX_SHEET_INKS] = {
    [OX_SHEET_PLAIN] = 0xF0F0F0, [OX_SHEET_DIM] = 0xA8B0C0,  [OX_SHEET_HEAD] = 0x56B4E9,
    [OX_SHEET_LIVE] = 0xF0E442,  [OX_SHEET_WARN] = 0xE69F00, [OX_SHEET_BAD] = 0xFF7F50};

/* ---- rows ---- */

void ox_sheet_begin(ox_sheet *s, int columns, int rows, uint32_t pressed, uint32_t held) {
    const int leap = (held & PLAT_A) != 0 ? 10 : 1;
    s->columns = columns < OX_SHEET_COLUMNS ? columns : OX_SHEET_COLUMNS;
    s->rows = rows < OX_SHEET_ROWS ? rows : OX_SHEET_ROWS;
    s->pressed = pressed;
    s->held = held;
    if ((pressed & PLAT_UP) != 0) s->chosen -= leap;
    if ((pressed & PLAT_DOWN) != 0) s->chosen += leap;
    if (s->count > 0 && s->chosen >= s->count) s->chosen = s->count - 1;
    if (s->chosen < 0) s->chosen = 0;
    s->count = s->line_count = 0;
}

void ox_sheet_end(ox_sheet *s) {
    if (s->chosen >= s->count) s->chosen = s->count > 0 ? s->count - 1 : 0;
    if (s->chosen < s->first) s->first = s->chosen;
    if (s->chosen >= s->first + s->rows) s->first = s->chosen - s->rows + 1;
    if (s->first > s->count - s->rows) s->first = s->count > s->rows ? s->count - s->rows : 0;
}

void ox_sheet_turn(ox_sheet *s) { s->first = s->chosen = s->count = 0; }

bool ox_sheet_sees(const ox_sheet *s) { return s->count >= s->first && s->line_count < s->rows; }

bool ox_sheet_row(ox_sheet *s, ox_sheet_ink ink, const char *format, ...) {
    const bool is_chosen = s->count == s->chosen;
    if (ox_sheet_sees(s)) {
        ox_sheet_line *line = &s->lines[s->line_count++];
        va_list arguments;
        va_start(arguments, format);
        ox_text out = ox_text_begin_plain(line->text, (size_t)s->columns + 1);
        if (ink >= OX_SHEET_WARN) ox_text_string(&out, "!");
        ox_text_add_list(&out, format, arguments);
        va_end(arguments);
        line->ink = (uint8_t)ink;
        line->is_chosen = is_chosen;
        line->bar = -1;
    }
    s->count++;
    return is_chosen;
}

void ox_sheet_bar(ox_sheet *s, int64_t value, int64_t most) {
    if (s->line_count == 0 || s->count <= s->first || s->count > s->first + s->line_count) return;
    s->lines[s->line_count - 1].bar = (int16_t)ox_sheet_pixels(value, 0, most, 1000);
}

int ox_sheet_pixels(int64_t value, int64_t least, int64_t most, int width) {
    if (most <= least || value <= least) return 0;
    if (value >= most) return width;
    return (int)(((value - least) * width + (most - least) / 2) / (most - least));
}

int ox_sheet_step(const ox_sheet *s) {
    const int by = (s->held & PLAT_A) != 0 ? 10 : 1;
    return (s->pressed & PLAT_RIGHT) != 0 ? by : (s->pressed & PLAT_LEFT) != 0 ? -by : 0;
}

bool ox_sheet_is_pressed(const ox_sheet *s, uint32_t button) { return (s->pressed & button) != 0; }

/* ---- the picture ---- */

void ox_sheet_draw(const ox_sheet *s, rs_frame *frame, int x, int y, ox_sheet_native *native,
                   const void *context) {
    const int width = s->columns * OX_SHEET_LETTER;
    (void)rs_frame_ink(frame, RS_FLAT_OPAQUE, 255);
    (void)rs_frame_rectangle(frame, x, y, width, s->line_count * OX_SHEET_LETTER,
                             native(context, OX_SHEET_GROUND));
    for (int i = 0; i < s->line_count; i++) {
        const ox_sheet_line *line = &s->lines[i];
        const int top = y + i * OX_SHEET_LETTER;
        if (line->is_chosen)
            (void)rs_frame_rectangle(frame, x, top, width, OX_SHEET_LETTER, native(context, OX_SHEET_CHOSEN));
        if (line->bar >= 0) {
            const uint32_t rgb = line->bar >= OX_SHEET_WARNING ? OX_SHEET_BAR_FULL : OX_SHEET_BAR;
            (void)rs_frame_rectangle(frame, x, top, ox_sheet_pixels(line->bar, 0, 1000, width),
                                     OX_SHEET_LETTER - 1, native(context, rgb));
        }
        (void)rs_frame_text(frame, x, top, line->text, native(context, ox_sheet_colours[line->ink]));
    }
}

/* ---- values ---- */

static void add_name(uint32_t id, ox_sheet_names *names, const void *context, ox_text *out) {
    uint32_t length = 0;
    const char *name = names == NULL || id == 0 ? NULL : names(context, id, &length);
    if (name != NULL)
        ox_text_put(out, name, length);
    else if (id == 0)
        ox_text_string(out, "-");
    else
        ox_text_add(out, "#%08x", (unsigned)id);
}

void ox_sheet_value(const ox_field *field, int64_t value, ox_sheet_names *names, const void *context,
                    ox_text *out) {
    switch (field->kind) {
    case OX_FX:
        ox_text_add(out, "%.3q", (int)value);
        return;
    case OX_BOOL:
        ox_text_string(out, value != 0 ? "yes" : "no");
        return;
    case OX_ANGLE:
        ox_text_add(out, "%.1q'", (int)(value * 360));
        return;
    case OX_NAME_ID:
        add_name((uint32_t)value, names, context, out);
        return;
    case OX_LINK:
        ox_text_add(out, value == 0 ? "-" : "@%u", (unsigned)((uint32_t)value & 0xFFFFu));
        return;
    default:
        break;
    }
    if (value < INT32_MIN || value > UINT32_MAX)
        ox_text_add(out, "0x%08x%08x", (unsigned)((uint64_t)value >> 32), (unsigned)(uint32_t)value);
    else if (value < 0)
        ox_text_add(out, "%d", (int)value);
    else
        ox_text_add(out, "%u", (unsigned)value);
}

int64_t ox_sheet_stepped(const ox_field *field, int64_t value, int steps) {
    switch (field->kind) {
    case OX_FX:
        value += (int64_t)steps * (FX_ONE / 16);
        break;
    case OX_BOOL:
        return steps % 2 != 0 || steps != 0 ? value == 0 : value;
    case OX_ANGLE:
        return (int64_t)(uint16_t)(value + (int64_t)steps * 182); /* 65536 / 360 */
    case OX_NAME_ID:
    case OX_LINK:
        return value; /* no number: there is nothing next to it */
    default:
        value += steps;
        break;
    }
    return ox_field_clamp(field, value);
}

/* A decimal in Q16.16 (`is_whole` false) or a whole number; false: it is none. */
static bool read_number(ox_text_view text, bool is_whole, int64_t *value) {
    int64_t whole = 0, part = 0, scale = 1;
    size_t at = 0, digits = 0;
    const bool is_negative = text.length > 0 && text.at[0] == '-';
    at += is_negative ? 1 : 0;
    for (; at < text.length && text.at[at] >= '0' && text.at[at] <= '9'; at++, digits++)
        if (whole < INT64_MAX / 10000000) whole = whole * 10 + (text.at[at] - '0');
    if (at < text.length && text.at[at] == '.' && !is_whole)
        for (at++; at < text.length && text.at[at] >= '0' && text.at[at] <= '9'; at++, digits++)
            if (scale < 1000000) part = part * 10 + (text.at[at] - '0'), scale *= 10;
    if (at != text.length || digits == 0 || digits > 18) return false;
    const int64_t size = is_whole            ? whole
                         : whole > INT32_MAX ? INT64_MAX / 2
                                             : whole * FX_ONE + (part * FX_ONE + scale / 2) / scale;
    *value = is_negative ? -size : size;
    return true;
}

static bool read_id(ox_text_view text, uint32_t *id) {
    if (text.length == 0 || text.length > 64) return false;
    if (text.at[0] != '#') {
        *id = rom_id_of(text.at, text.length);
        return true;
    }
    if (text.length != 9) return false;
    *id = 0;
    for (size_t i = 1; i < 9; i++) {
        const char c = text.at[i];
        const bool is_digit = c >= '0' && c <= '9', is_letter = c >= 'a' && c <= 'f';
        if (!is_digit && !is_letter) return false;
        *id = *id << 4 | (uint32_t)(is_digit ? c - '0' : c - 'a' + 10);
    }
    return true;
}

bool ox_sheet_read(const ox_field *field, ox_text_view text, int64_t *value) {
    uint32_t id;
    switch (field->kind) {
    case OX_BOOL:
        *value = ox_text_equal(text, ox_text_of("yes")) || ox_text_equal(text, ox_text_of("true")) ||
                 ox_text_equal(text, ox_text_of("1"));
        return *value != 0 || ox_text_equal(text, ox_text_of("no")) ||
               ox_text_equal(text, ox_text_of("false")) || ox_text_equal(text, ox_text_of("0"));
    case OX_NAME_ID:
        if (!read_id(text, &id)) return false;
        *value = id;
        return true;
    case OX_LINK:
        return false;
    case OX_ANGLE:
        if (!read_number(text, false, value) || *value < -(int64_t)FX_ONE * 36000 ||
            *value > (int64_t)FX_ONE * 36000)
            return false;
        *value = (int64_t)(uint16_t)((*value * 65536 / 360 + (*value < 0 ? -32768 : 32768)) / 65536);
        return true;
    case OX_FX:
        return read_number(text, false, value) && ox_field_clamp(field, *value) == *value;
    default:
        return read_number(text, true, value) && ox_field_clamp(field, *value) == *value;
    }
}
