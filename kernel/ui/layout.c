/* Where elements lie: measured from the innermost outwards, placed from the outermost inwards. */
#include "fixedmath/scalar.h"
#include "kernel/sprites/sheet.h"
#include "kernel/ui/internal.h"
#include "raster/font.h"

enum { GAP = 8, MARK = 8, TRACK = 48, TRACK_HEIGHT = 6, KNOB = 12, CELL = 4, FRACTION = 14 };

typedef struct ui_size {
    int width, height;
} ui_size;

static uint32_t parent_of(const uint8_t *e) { return rom_half(e + ROM_SCREEN_ELEMENT_PARENT); }

static int pad_x(const uint8_t *chunk, const uint8_t *e) {
    return ui_style(chunk, e)[ROM_SCREEN_STYLE_PAD_X];
}
static int pad_y(const uint8_t *chunk, const uint8_t *e) {
    return ui_style(chunk, e)[ROM_SCREEN_STYLE_PAD_Y];
}

ox_words_run ui_run(const uint8_t *chunk, const uint8_t *e, const char *words) {
    return (ox_words_run){.words = words,
                          .font = rom_word(ui_style(chunk, e) + ROM_SCREEN_STYLE_FONT),
                          .align = e[ROM_SCREEN_ELEMENT_ALIGN],
                          .dots = e[ROM_SCREEN_ELEMENT_FIT] == ROM_SCREEN_ELEMENT_DOTS};
}

/* ---- measuring ---- */

/* How wide an element may be at most: what it says, or what its parent may have inside. */
static int limit_of(const ox_ui *ui, const uint8_t *chunk, const uint8_t *e) {
    int inside = 0;
    for (;;) {
        const uint32_t width = rom_half(e + ROM_SCREEN_ELEMENT_WIDTH),
                       most = rom_half(e + ROM_SCREEN_ELEMENT_MOST), given = width != 0 ? width : most;
        if (given != 0) return int_max((int)given - inside, 1);
        if (parent_of(e) == ROM_SCREEN_ELEMENT_NO_PARENT)
            return int_max(ui->host->options->width - inside, 1);
        e = ui_element(chunk, parent_of(e));
        inside += 2 * pad_x(chunk, e);
    }
}

/* Words of an element, in as many pixels of width. What is to shrink has the small font where the other is too wide. */
static ui_size measure_words(ox_ui *ui, const uint8_t *chunk, const uint8_t *e, const char *words,
                             int limit) {
    ox_words_run run = ui_run(chunk, e, words);
    const uint32_t fit = e[ROM_SCREEN_ELEMENT_FIT];
    ox_words_size size;
    if (fit != ROM_SCREEN_ELEMENT_GROW && fit != ROM_SCREEN_ELEMENT_SHRINK) run.width = limit;
    size = ox_words_measure(&ui->words, &run);
    if (fit == ROM_SCREEN_ELEMENT_SHRINK && size.width > limit) {
        run.font = rom_word(ui_style(chunk, e) + ROM_SCREEN_STYLE_SMALL);
        run.width = limit;
        size = ox_words_measure(&ui->words, &run);
    }
    return (ui_size){size.width, size.height};
}

static int line_height(ox_ui *ui, const uint8_t *chunk, const uint8_t *e) {
    return ox_words_line_height(&ui->words, rom_word(ui_style(chunk, e) + ROM_SCREEN_STYLE_FONT));
}

/* The widest of all that a choice or a list may show. */
static int widest_option(ox_ui *ui, const uint8_t *chunk, const uint8_t *e, int limit) {
    const char *words;
    int widest = 0;
    for (uint32_t i = 0; (words = ui_words_of_option(ui, chunk, e, i)) != NULL; i++)
        widest = int_max(widest, measure_words(ui, chunk, e, words, limit).width);
    return widest > 0 ? widest : measure_words(ui, chunk, e, ui_words_of_value(ui, chunk, e), limit).width;
}

/* A label in front, and something behind it. */
static ui_size beside(ui_size label, int width, int height) {
    return (ui_size){label.width + (label.width > 0 && width > 0 ? GAP : 0) + width,
                     int_max(label.height, height)};
}

static uint32_t count_options(ox_ui *ui, const uint8_t *chunk, const uint8_t *e) {
    uint32_t count = 0;
    while (ui_words_of_option(ui, chunk, e, count) != NULL) count++;
    return count;
}

uint32_t ui_list_rows(ox_ui *ui, const uint8_t *chunk, const uint8_t *e, uint32_t *first) {
    const uint32_t count = count_options(ui, chunk, e), seen = rom_half(e + ROM_SCREEN_ELEMENT_GAP),
                   rows = seen == 0 || seen > count ? count : seen;
    const int at = ui_choice(ui, chunk, e);
    *first = (uint32_t)int_clamp(at - (int)rows / 2, 0, (int)(count - rows));
    return rows;
}

const char *ui_letter(ox_ui *ui, const uint8_t *chunk, const uint8_t *e, uint32_t cell) {
    const char *at = ui_words(ui, chunk, ui_option(chunk, e, 0), ROM_SCREEN_OPTION_KEY,
                              ROM_SCREEN_OPTION_WORDS),
               *from = at;
    while (*at != 0) {
        from = at;
        (void)rs_font_character(&at);
        if (cell-- == 0) break;
    }
    const uint32_t length = (uint32_t)int_min((int)(at - from), 3);
    for (uint32_t i = 0; i < length; i++) ui->line[i] = from[i];
    ui->line[length] = 0;
    return ui->line;
}

ui_grid ui_grid_of(ox_ui *ui, const uint8_t *chunk, const uint8_t *e) {
    ui_grid grid = {.columns = rom_word(e + ROM_SCREEN_ELEMENT_FRAME)};
    const char *at =
        ui_words(ui, chunk, ui_option(chunk, e, 0), ROM_SCREEN_OPTION_KEY, ROM_SCREEN_OPTION_WORDS);
    for (; *at != 0; grid.letters++) (void)rs_font_character(&at);
    if (grid.columns == 0) grid.columns = 1;
    grid.rows = (grid.letters + 2 + grid.columns - 1) / grid.columns;
    const ui_size letter = measure_words(ui, chunk, e, "W", 0);
    grid.cell_width = letter.width + CELL;
    grid.cell_height = letter.height + CELL / 2;
    grid.top = letter.height * 2;
    return grid;
}

/* A page is as high as the largest of its text would be; all pages have the height that the text gives, or three lines. */
static ui_size measure_picture(const ox_ui *ui, const uint8_t *e) {
    const ox_id id = rom_word(e + ROM_SCREEN_ELEMENT_TARGET);
    if ((ui_flags(e) & ROM_SCREEN_ELEMENT_SHEET) != 0) {
        const uint8_t *sheet = ox_resource_data(ui->host->resources, id, ROM_TAG_SHEET, "sheet");
        ox_sheet_frame frame;
        if (sheet != NULL && ox_sheet_frame_at(sheet, rom_word(e + ROM_SCREEN_ELEMENT_FRAME), &frame))
            return frame.turned ? (ui_size){frame.height, frame.width} : (ui_size){frame.width, frame.height};
        return (ui_size){MARK, MARK};
    }
    const rs_image *image = ox_resource_image(ui->host->resources, id);
    return image == NULL ? (ui_size){MARK, MARK} : (ui_size){image->width, image->height};
}

/* What is in an element that holds no others. */
static ui_size measure_inside(ox_ui *ui, const uint8_t *chunk, const uint8_t *e, int limit) {
    const uint32_t kind = ui_kind(e);
    uint32_t first;
    ui_size size = {0, 0};
    if (kind != ROM_SCREEN_ELEMENT_SPACE && kind != ROM_SCREEN_ELEMENT_PICTURE &&
        kind != ROM_SCREEN_ELEMENT_NOTICES && kind != ROM_SCREEN_ELEMENT_DIALOGUE)
        size = measure_words(ui, chunk, e, ui_words_of(ui, chunk, e), limit);
    switch (kind) {
    case ROM_SCREEN_ELEMENT_PICTURE:
        return measure_picture(ui, e);
    case ROM_SCREEN_ELEMENT_CHOICE:
        return beside(size, widest_option(ui, chunk, e, limit) + (size.width > 0 ? MARK : 2 * MARK + 4),
                      line_height(ui, chunk, e));
    case ROM_SCREEN_ELEMENT_SLIDER:
        return beside(size, TRACK, TRACK_HEIGHT + 2);
    case ROM_SCREEN_ELEMENT_SWITCH:
        return beside(size, KNOB, MARK);
    case ROM_SCREEN_ELEMENT_BAR:
        return beside(size, TRACK, TRACK_HEIGHT);
    case ROM_SCREEN_ELEMENT_LIST: {
        const int rows = (int)ui_list_rows(ui, chunk, e, &first);
        return (ui_size){int_max(size.width, widest_option(ui, chunk, e, limit)),
                         size.height + rows * line_height(ui, chunk, e)};
    }
    case ROM_SCREEN_ELEMENT_ENTRY: {
        const ui_grid grid = ui_grid_of(ui, chunk, e);
        return (ui_size){int_max(size.width, (int)grid.columns * grid.cell_width),
                         size.height + grid.top + (int)grid.rows * grid.cell_height};
    }
    case ROM_SCREEN_ELEMENT_DIALOGUE:
    case ROM_SCREEN_ELEMENT_NOTICES:
        return (ui_size){limit, line_height(ui, chunk, e) * (kind == ROM_SCREEN_ELEMENT_NOTICES ? 1 : 3)};
    default:
        return size;
    }
}

static bool is_across(const uint8_t *e) { return ui_kind(e) == ROM_SCREEN_ELEMENT_ROW; }

/* Children behind one another, with a gap between those that are there. */
static ui_size measure_children(const ox_ui *ui, const ui_open *open, uint32_t number) {
    const uint8_t *e = ui_element(open->chunk, number);
    const int gap = rom_half(e + ROM_SCREEN_ELEMENT_GAP);
    int along = 0, across = 0;
    for (uint32_t i = number + 1; i < open->count; i++) {
        const uint8_t *child = ui_element(open->chunk, i);
        const ui_box *box = ui_box_of(ui, open, i);
        if (parent_of(child) != number || box->width < 0) continue;
        const int length = is_across(e) ? box->width : box->height,
                  breadth = is_across(e) ? box->height : box->width;
        along += length + (along > 0 ? gap : 0);
        across = int_max(across, breadth);
    }
    return is_across(e) ? (ui_size){along, across} : (ui_size){across, along};
}

static int16_t pixels_of(int value) { return (int16_t)int_clamp(value, -16384, 16383); }

/* Width -1: the element is not there. */
static void measure_element(ox_ui *ui, const ui_open *open, uint32_t number) {
    const uint8_t *e = ui_element(open->chunk, number);
    ui_box *box = ui_box_of(ui, open, number);
    *box = (ui_box){0, 0, -1, 0};
    if (!ui_is_there(ui, open->chunk, number)) return;
    const int dx = 2 * pad_x(open->chunk, e), dy = 2 * pad_y(open->chunk, e),
              limit = int_max(limit_of(ui, open->chunk, e) - dx, 1);
    const ui_size size = ui_is_container(ui_kind(e)) ? measure_children(ui, open, number)
                                                     : measure_inside(ui, open->chunk, e, limit);
    const int width = rom_half(e + ROM_SCREEN_ELEMENT_WIDTH),
              height = rom_half(e + ROM_SCREEN_ELEMENT_HEIGHT);
    box->width = pixels_of(width != 0 ? width : size.width + dx);
    box->height = pixels_of(height != 0 ? height : size.height + dy);
}

/* ---- placing ---- */

static ui_box inside_of(const ox_ui *ui, const ui_open *open, uint32_t number) {
    if (number == ROM_SCREEN_ELEMENT_NO_PARENT)
        return (ui_box){0, 0, pixels_of(ui->host->options->width), pixels_of(ui->host->options->height)};
    const uint8_t *e = ui_element(open->chunk, number);
    ui_box box = *ui_box_of(ui, open, number);
    box.x = pixels_of(box.x + pad_x(open->chunk, e));
    box.y = pixels_of(box.y + pad_y(open->chunk, e));
    box.width = pixels_of(int_max(box.width - 2 * pad_x(open->chunk, e), 0));
    box.height = pixels_of(int_max(box.height - 2 * pad_y(open->chunk, e), 0));
    return box;
}

/* The child of the same parent in front of one, that is there. */
static const ui_box *sibling_before(const ox_ui *ui, const ui_open *open, uint32_t number, uint32_t parent) {
    for (uint32_t i = number; i-- > parent + 1;) {
        const ui_box *box = ui_box_of(ui, open, i);
        if (parent_of(ui_element(open->chunk, i)) == parent && box->width >= 0) return box;
    }
    return NULL;
}

/* In a row or column: behind the one before; across by the parent's way. */
static void place_behind(const ox_ui *ui, const ui_open *open, uint32_t number, const ui_box *inside,
                         ui_box *box) {
    const uint32_t parent = parent_of(ui_element(open->chunk, number));
    const uint8_t *e = ui_element(open->chunk, parent);
    const int gap = rom_half(e + ROM_SCREEN_ELEMENT_GAP), align = e[ROM_SCREEN_ELEMENT_ALIGN];
    const ui_box *before = sibling_before(ui, open, number, parent);
    const ui_size all = measure_children(ui, open, parent);
    if (is_across(e)) {
        box->x = pixels_of(before != NULL ? before->x + before->width + gap
                                          : inside->x + int_max(inside->width - all.width, 0) * align / 2);
        box->y = pixels_of(inside->y + (inside->height - box->height) / 2);
    } else {
        box->y = pixels_of(before != NULL ? before->y + before->height + gap : inside->y);
        box->x = pixels_of(inside->x + (inside->width - box->width) * align / 2);
    }
}

static void place_anchored(const uint8_t *e, const ui_box *inside, ui_box *box) {
    const int anchor = e[ROM_SCREEN_ELEMENT_ANCHOR], x = rom_i16(e + ROM_SCREEN_ELEMENT_X),
              y = rom_i16(e + ROM_SCREEN_ELEMENT_Y);
    if (anchor == ROM_SCREEN_ELEMENT_FRACTIONS) {
        const int half = 1 << (FRACTION - 1);
        box->x = pixels_of(inside->x + ((inside->width * x + half) >> FRACTION));
        box->y = pixels_of(inside->y + ((inside->height * y + half) >> FRACTION));
        return;
    }
    box->x = pixels_of(inside->x + (inside->width - box->width) * (anchor % 3) / 2 + x);
    box->y = pixels_of(inside->y + (inside->height - box->height) * (anchor / 3) / 2 + y);
}

static void place_element(const ox_ui *ui, const ui_open *open, uint32_t number) {
    const uint8_t *e = ui_element(open->chunk, number);
    ui_box *box = ui_box_of(ui, open, number);
    if (box->width < 0) return;
    const ui_box inside = inside_of(ui, open, parent_of(e));
    if ((ui_flags(e) & ROM_SCREEN_ELEMENT_FILL_X) != 0) box->width = inside.width;
    if ((ui_flags(e) & ROM_SCREEN_ELEMENT_FILL_Y) != 0) box->height = inside.height;
    if (e[ROM_SCREEN_ELEMENT_ANCHOR] == ROM_SCREEN_ELEMENT_PLACED)
        place_behind(ui, open, number, &inside, box);
    else
        place_anchored(e, &inside, box);
}

void ui_lay_out(ox_ui *ui, ui_open *open) {
    if (!open->stale && !open->live) return;
    ui->live = false;
    for (uint32_t i = open->count; i-- > 0;) measure_element(ui, open, i);
    for (uint32_t i = 0; i < open->count; i++) place_element(ui, open, i);
    open->stale = false;
    open->live = ui->live;
}

/* ---- inside of boxes ---- */

ui_box ui_track(ox_ui *ui, const uint8_t *chunk, const uint8_t *e, const ui_box *box) {
    const int width = pad_x(chunk, e), height = pad_y(chunk, e);
    const ui_size label = measure_words(ui, chunk, e, ui_words_of(ui, chunk, e), box->width);
    const int taken = label.width > 0 ? label.width + GAP : 0;
    const bool slides = ui_kind(e) == ROM_SCREEN_ELEMENT_SLIDER;
    ui_box track = {pixels_of(box->x + width + taken), pixels_of(box->y + height),
                    pixels_of(int_max(box->width - 2 * width - taken, 1)),
                    pixels_of(int_max(box->height - 2 * height, 1))};
    if (slides && taken > 0) { /* tracks of sliders end at the same place, and are as long */
        track.x = pixels_of(box->x + box->width - width - int_min(TRACK, track.width));
        track.width = pixels_of(int_min(TRACK, track.width));
    }
    if (slides) {
        track.y = pixels_of(box->y + (box->height - TRACK_HEIGHT) / 2);
        track.height = TRACK_HEIGHT;
    }
    return track;
}
