/* Where elements lie: measured from the innermost outwards, placed from the outermost inwards. */
#include "fixedmath/scalar.h"
#include "fixedmath/utf8.h"
#include "kernel/bytes/fnv.h"
#include "kernel/game/option.h"
#include "kernel/type/name.h"
#include "kernel/ui/internal.h"
#include "raster/font.h"

enum { GAP = 8, MARK = 8, TRACK = 48, TRACK_HEIGHT = 6, INSTRUMENT = 48, KNOB = 12, CELL = 4, FRACTION = 14 };
enum { REPEATS_MOST = 64 };
enum { REFERENCE_WIDTH = 240, REFERENCE_HEIGHT = 160, PERCENT = 100 };

typedef struct ui_size {
    int width, height;
} ui_size;

static uint32_t parent_of(const uint8_t *e) { return rom_half(e + ROM_SCREEN_ELEMENT_PARENT); }

/* A picture of 240 x 160 has pixels as they are written, a larger picture as many times more as fit on both sides,
 * times what the player wishes. */
int ui_pixels(const ox_ui *ui, const uint8_t *chunk, int pixels) {
    const int width = ui->host->options->width, height = ui->host->options->height;
    if ((ui_screen_flags(chunk) & ROM_SCREEN_SCALED) == 0) return pixels;
    const bool by_width = width * REFERENCE_HEIGHT <= height * REFERENCE_WIDTH;
    const int over = (by_width ? width : height) * (int)ox_option_get(ui->host, OX_NAME("scale")),
              under = (by_width ? REFERENCE_WIDTH : REFERENCE_HEIGHT) * PERCENT;
    return (pixels * over + (pixels < 0 ? -under : under) / 2) / under;
}

int ui_pad_x(const ox_ui *ui, const uint8_t *chunk, const uint8_t *e) {
    return ui_pixels(ui, chunk, ui_style(chunk, e)[ROM_SCREEN_STYLE_PAD_X]);
}
int ui_pad_y(const ox_ui *ui, const uint8_t *chunk, const uint8_t *e) {
    return ui_pixels(ui, chunk, ui_style(chunk, e)[ROM_SCREEN_STYLE_PAD_Y]);
}

/* A number of pixels of an element. */
static int pixels_at(const ox_ui *ui, const uint8_t *chunk, const uint8_t *e, uint32_t at) {
    return ui_pixels(ui, chunk, rom_half(e + at));
}

ox_words_run ui_run(const ox_ui *ui, const uint8_t *chunk, const uint8_t *e, const char *words) {
    return (ox_words_run){.words = words,
                          .font = rom_word(ui_style(chunk, e) + ROM_SCREEN_STYLE_FONT),
                          .align = e[ROM_SCREEN_ELEMENT_ALIGN],
                          .dots = e[ROM_SCREEN_ELEMENT_FIT] == ROM_SCREEN_ELEMENT_DOTS,
                          .space = ui_style(chunk, e)[ROM_SCREEN_STYLE_SPACE],
                          .spans = ui->is_marked ? ui->spans : NULL};
}

bool ui_is_mirrored(const ox_ui *ui, const uint8_t *chunk) {
    return (ui_screen_flags(chunk) & ROM_SCREEN_MIRRORED) != 0 && ox_content_from_right(ui->host);
}

ui_box ui_mirror(const ox_ui *ui, const uint8_t *chunk, const ui_box *within, ui_box box) {
    if (ui_is_mirrored(ui, chunk)) box.x = (int16_t)(2 * within->x + within->width - box.x - box.width);
    return box;
}

/* How children lie in an element: left, in the middle, right; where screens are mirrored all of it is, later. */
static int align_of(const uint8_t *e) {
    const int align = e[ROM_SCREEN_ELEMENT_ALIGN];
    return align < OX_WORDS_START ? align : align == OX_WORDS_START ? OX_WORDS_LEFT : OX_WORDS_RIGHT;
}

/* ---- measuring ---- */

/* How wide an element may be at most: what it says, or what its parent may have inside. */
static int limit_of(const ox_ui *ui, const uint8_t *chunk, const uint8_t *e) {
    int inside = 0;
    for (;;) {
        const int width = pixels_at(ui, chunk, e, ROM_SCREEN_ELEMENT_WIDTH),
                  most = pixels_at(ui, chunk, e, ROM_SCREEN_ELEMENT_MOST), given = width != 0 ? width : most;
        if (given != 0) return int_max(given - inside, 1);
        if (parent_of(e) == ROM_SCREEN_ELEMENT_NO_PARENT)
            return int_max(ui->host->options->width - inside, 1);
        e = ui_element(chunk, parent_of(e));
        inside += 2 * ui_pad_x(ui, chunk, e);
    }
}

/* Measures words of an element within `limit` pixels of width. Words that are to shrink have the small font where their
 * own is too wide. */
static ui_size measure_words(ox_ui *ui, const uint8_t *chunk, const uint8_t *e, const char *words,
                             int limit) {
    ox_words_run run = ui_run(ui, chunk, e, words);
    const uint32_t fit = e[ROM_SCREEN_ELEMENT_FIT];
    ox_words_size size;
    if (fit == ROM_SCREEN_ELEMENT_WRAP || fit == ROM_SCREEN_ELEMENT_DOTS) run.width = limit;
    size = ox_words_measure(&ui->words, &run);
    if (fit == ROM_SCREEN_ELEMENT_MOVES) size.width = int_min(size.width, limit);
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

/* The width of the widest option that a choice or a list may show. */
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

/* The letters of an entry: pages, parted by a vertical line. */
static const char *letters_of(ox_ui *ui, const uint8_t *chunk, const uint8_t *e) {
    return ui_words(ui, chunk, ui_option(chunk, e, 0), ROM_SCREEN_OPTION_KEY, ROM_SCREEN_OPTION_WORDS);
}

/* Where the page that is seen begins; and how many pages there are. */
static const char *page_of(const ox_ui *ui, const char *letters, uint32_t *pages) {
    const char *page = letters;
    *pages = 1;
    for (const char *at = letters; *at != 0; at++) {
        if (*at != '|') continue;
        if ((*pages)++ == ui->now.page_seen) page = at + 1;
    }
    return page;
}

bool ui_may_enter(ox_ui *ui, const uint8_t *chunk, const uint8_t *e, uint32_t letter) {
    const char *at = letters_of(ui, chunk, e);
    while (*at != 0)
        if (rs_font_character(&at) == letter && letter != '|') return true;
    return false;
}

size_t ui_caret(const ox_ui *ui, const char *text) {
    size_t at = ox_text_of(text).length;
    for (uint32_t i = 0; i < ui->now.caret && at > 0; i++) at = fx_utf8_back(text, at);
    return at;
}

const char *ui_letter(ox_ui *ui, const uint8_t *chunk, const uint8_t *e, uint32_t cell) {
    uint32_t pages;
    const char *at = page_of(ui, letters_of(ui, chunk, e), &pages), *from = at;
    while (*at != 0 && *at != '|') {
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
    const char *at = page_of(ui, letters_of(ui, chunk, e), &grid.pages);
    for (; *at != 0 && *at != '|'; grid.letters++) (void)rs_font_character(&at);
    if (grid.columns == 0) grid.columns = 1;
    grid.rows = (ui_cells(&grid) + grid.columns - 1) / grid.columns;
    const ui_size letter = measure_words(ui, chunk, e, "W", 0);
    grid.cell_width = letter.width + CELL;
    grid.cell_height = letter.height + CELL / 2;
    grid.top = letter.height * 2;
    return grid;
}

/* The size of a frame of a sheet or of an image; MARK on both sides where it cannot be had. */
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

static bool is_marked(const uint8_t *e) { return (ui_flags(e) & ROM_SCREEN_ELEMENT_MARKED) != 0; }

/* A frame of its sheet, else one cell of its grid. */
static ui_size measure_placement(const ox_ui *ui, const uint8_t *chunk, const uint8_t *e) {
    const int grid = int_max(pixels_at(ui, chunk, e, ROM_SCREEN_ELEMENT_GAP), MARK);
    ox_sheet_frame frame;
    if (!ui_placed_frame(ui, chunk, e, &frame)) return (ui_size){grid, grid};
    return frame.turned ? (ui_size){frame.height, frame.width} : (ui_size){frame.width, frame.height};
}

/* Measures what an element that holds no others shows. */
static ui_size measure_inside(ox_ui *ui, const uint8_t *chunk, const uint8_t *e, int limit) {
    const uint32_t kind = ui_kind(e);
    uint32_t first;
    ui_size size = {0, 0};
    if (kind == ROM_SCREEN_ELEMENT_PROMPT ||
        (kind != ROM_SCREEN_ELEMENT_SPACE && kind != ROM_SCREEN_ELEMENT_PICTURE &&
         kind != ROM_SCREEN_ELEMENT_NOTICES && kind != ROM_SCREEN_ELEMENT_DIALOGUE &&
         kind < ROM_SCREEN_ELEMENT_TIP))
        size = measure_words(ui, chunk, e, ui_words_of(ui, chunk, e), limit);
    switch (kind) {
    case ROM_SCREEN_ELEMENT_PICTURE:
        size = measure_picture(ui, e);
        if ((ui_flags(e) & ROM_SCREEN_ELEMENT_REPEATS) != 0)
            size.width = (size.width + 1) *
                         int_clamp(ui_number(e, ROM_SCREEN_ELEMENT_GREATEST, false), 1, REPEATS_MOST);
        return size;
    case ROM_SCREEN_ELEMENT_COMPASS:
        return (ui_size){limit, line_height(ui, chunk, e)};
    case ROM_SCREEN_ELEMENT_CHOICE:
        return beside(size, widest_option(ui, chunk, e, limit) + (size.width > 0 ? MARK : 2 * MARK + 4),
                      line_height(ui, chunk, e));
    case ROM_SCREEN_ELEMENT_SLIDER:
        return beside(size, TRACK, TRACK_HEIGHT + 2);
    case ROM_SCREEN_ELEMENT_BUTTON:
        return is_marked(e) ? beside(size, MARK, MARK) : size;
    case ROM_SCREEN_ELEMENT_SWITCH:
        return beside(size, is_marked(e) ? MARK : KNOB, MARK);
    case ROM_SCREEN_ELEMENT_VIEW:
        return (ui_size){INSTRUMENT, INSTRUMENT};
    case ROM_SCREEN_ELEMENT_SUBTITLES:
        return (ui_size){limit, 2 * line_height(ui, chunk, e)};
    case ROM_SCREEN_ELEMENT_PLACEMENT:
        return measure_placement(ui, chunk, e);
    case ROM_SCREEN_ELEMENT_BOX:
        return (ui_size){(int)(rom_word(e + ROM_SCREEN_ELEMENT_FRAME) % 256u) * OX_TEXT_BOX_COLUMN,
                         rom_half(e + ROM_SCREEN_ELEMENT_GAP) * OX_TEXT_BOX_ROW};
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
    case ROM_SCREEN_ELEMENT_RADAR:
    case ROM_SCREEN_ELEMENT_ARROW:
        return (ui_size){INSTRUMENT, INSTRUMENT};
    case ROM_SCREEN_ELEMENT_CROSSHAIR:
        return (ui_size){line_height(ui, chunk, e), line_height(ui, chunk, e)};
    default:
        return size;
    }
}

static bool is_across(const uint8_t *e) { return ui_kind(e) == ROM_SCREEN_ELEMENT_ROW; }

/* Children behind one another, with a gap between children that are there. */
static ui_size measure_children(const ox_ui *ui, const ui_open *open, uint32_t number) {
    const uint8_t *e = ui_element(open->chunk, number);
    const int gap = pixels_at(ui, open->chunk, e, ROM_SCREEN_ELEMENT_GAP);
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

/* ---- tables: columns as wide as their widest child, rows as high as their highest ---- */

static bool is_table(const uint8_t *e) { return ui_kind(e) == ROM_SCREEN_ELEMENT_TABLE; }

/* The place of a table's child among its children that are there: how many stand before it. */
static uint32_t place_in(const ox_ui *ui, const ui_open *open, uint32_t table, uint32_t number) {
    uint32_t count = 0;
    for (uint32_t i = table + 1; i < number; i++)
        count += parent_of(ui_element(open->chunk, i)) == table && ui_box_of(ui, open, i)->width >= 0;
    return count;
}

/* The widths of the first columns of a table together, or the heights of its first rows, with a gap behind each. */
static int sum_of(const ox_ui *ui, const ui_open *open, uint32_t table, uint32_t lines, bool columns) {
    const uint8_t *e = ui_element(open->chunk, table);
    const uint32_t across = rom_word(e + ROM_SCREEN_ELEMENT_FRAME);
    int sum = 0;
    for (uint32_t line = 0; line < lines; line++) {
        int most = -1;
        uint32_t place = 0;
        for (uint32_t i = table + 1; i < open->count; i++) {
            const ui_box *box = ui_box_of(ui, open, i);
            if (parent_of(ui_element(open->chunk, i)) != table || box->width < 0) continue;
            const uint32_t at = columns ? place % across : place / across;
            if (at == line) most = int_max(most, columns ? box->width : box->height);
            place++;
        }
        if (most >= 0) sum += most + pixels_at(ui, open->chunk, e, ROM_SCREEN_ELEMENT_GAP);
    }
    return sum;
}

static ui_size measure_table(const ox_ui *ui, const ui_open *open, uint32_t number) {
    const uint8_t *e = ui_element(open->chunk, number);
    const int gap = pixels_at(ui, open->chunk, e, ROM_SCREEN_ELEMENT_GAP);
    const uint32_t columns = rom_word(e + ROM_SCREEN_ELEMENT_FRAME),
                   children = place_in(ui, open, number, open->count);
    if (children == 0) return (ui_size){0, 0};
    return (ui_size){sum_of(ui, open, number, columns, true) - gap,
                     sum_of(ui, open, number, (children + columns - 1) / columns, false) - gap};
}

/* Places a child of a table into its cell: to the left, in the middle or to the right, as the table says. */
static void place_in_cell(const ox_ui *ui, const ui_open *open, uint32_t number, const ui_box *inside,
                          ui_box *box) {
    const uint32_t table = parent_of(ui_element(open->chunk, number)),
                   place = place_in(ui, open, table, number);
    const uint8_t *e = ui_element(open->chunk, table);
    const uint32_t columns = rom_word(e + ROM_SCREEN_ELEMENT_FRAME), column = place % columns,
                   row = place / columns;
    const int gap = pixels_at(ui, open->chunk, e, ROM_SCREEN_ELEMENT_GAP),
              x = sum_of(ui, open, table, column, true), y = sum_of(ui, open, table, row, false),
              wide = sum_of(ui, open, table, column + 1, true) - gap - x,
              high = sum_of(ui, open, table, row + 1, false) - gap - y;
    box->x = (int16_t)(inside->x + x + (wide - box->width) * align_of(e) / 2);
    box->y = (int16_t)(inside->y + y + (high - box->height) / 2);
}

static int16_t pixels_of(int value) { return (int16_t)int_clamp(value, -16384, 16383); }

/* Measures an element. Width -1: the element is not there. */
static void measure_element(ox_ui *ui, const ui_open *open, uint32_t number) {
    const uint8_t *e = ui_element(open->chunk, number);
    ui_box *box = ui_box_of(ui, open, number);
    *box = (ui_box){0, 0, -1, 0};
    if (!ui_is_there(ui, open->chunk, number)) return;
    const int dx = 2 * ui_pad_x(ui, open->chunk, e), dy = 2 * ui_pad_y(ui, open->chunk, e),
              limit = int_max(limit_of(ui, open->chunk, e) - dx, 1);
    const ui_size size = is_table(e)                   ? measure_table(ui, open, number)
                         : ui_is_container(ui_kind(e)) ? measure_children(ui, open, number)
                                                       : measure_inside(ui, open->chunk, e, limit);
    const int width = pixels_at(ui, open->chunk, e, ROM_SCREEN_ELEMENT_WIDTH),
              height = pixels_at(ui, open->chunk, e, ROM_SCREEN_ELEMENT_HEIGHT),
              fewest = pixels_at(ui, open->chunk, e, ROM_SCREEN_ELEMENT_FEWEST);
    box->width = pixels_of(width != 0 ? width : int_max(size.width + dx, fewest));
    box->height = pixels_of(height != 0 ? height : size.height + dy);
}

/* ---- placing ---- */

static ui_box inside_of(const ox_ui *ui, const ui_open *open, uint32_t number) {
    if (number == ROM_SCREEN_ELEMENT_NO_PARENT)
        return (ui_box){0, 0, pixels_of(ui->host->options->width), pixels_of(ui->host->options->height)};
    const uint8_t *e = ui_element(open->chunk, number);
    ui_box box = *ui_box_of(ui, open, number);
    box.x = pixels_of(box.x + ui_pad_x(ui, open->chunk, e));
    box.y = pixels_of(box.y + ui_pad_y(ui, open->chunk, e));
    box.width = pixels_of(int_max(box.width - 2 * ui_pad_x(ui, open->chunk, e), 0));
    box.height = pixels_of(int_max(box.height - 2 * ui_pad_y(ui, open->chunk, e), 0));
    return box;
}

/* The child of the same parent in front of an element that is there; NULL: none. */
static const ui_box *sibling_before(const ox_ui *ui, const ui_open *open, uint32_t number, uint32_t parent) {
    for (uint32_t i = number; i-- > parent + 1;) {
        const ui_box *box = ui_box_of(ui, open, i);
        if (parent_of(ui_element(open->chunk, i)) == parent && box->width >= 0) return box;
    }
    return NULL;
}

/* Places a child of a row or column behind the child before it, and across by the parent's way. */
static void place_behind(const ox_ui *ui, const ui_open *open, uint32_t number, const ui_box *inside,
                         ui_box *box) {
    const uint32_t parent = parent_of(ui_element(open->chunk, number));
    const uint8_t *e = ui_element(open->chunk, parent);
    const int gap = pixels_at(ui, open->chunk, e, ROM_SCREEN_ELEMENT_GAP), align = align_of(e);
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

static void place_anchored(const ox_ui *ui, const uint8_t *chunk, const uint8_t *e, const ui_box *inside,
                           ui_box *box) {
    const int anchor = e[ROM_SCREEN_ELEMENT_ANCHOR];
    int x = rom_i16(e + ROM_SCREEN_ELEMENT_X), y = rom_i16(e + ROM_SCREEN_ELEMENT_Y);
    if (anchor == ROM_SCREEN_ELEMENT_FRACTIONS) {
        const int half = 1 << (FRACTION - 1);
        box->x = pixels_of(inside->x + ((inside->width * x + half) >> FRACTION));
        box->y = pixels_of(inside->y + ((inside->height * y + half) >> FRACTION));
        return;
    }
    x = ui_pixels(ui, chunk, x);
    y = ui_pixels(ui, chunk, y);
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
    if (e[ROM_SCREEN_ELEMENT_ANCHOR] == ROM_SCREEN_ELEMENT_PLACED &&
        is_table(ui_element(open->chunk, parent_of(e))))
        place_in_cell(ui, open, number, &inside, box);
    else if (e[ROM_SCREEN_ELEMENT_ANCHOR] == ROM_SCREEN_ELEMENT_PLACED)
        place_behind(ui, open, number, &inside, box);
    else
        place_anchored(ui, open->chunk, e, &inside, box);
}

/* Tells once where words do not fit their box, or a box not the picture. */
static void look_at_room(ox_ui *ui, const ui_open *open, uint32_t number) {
    const uint8_t *e = ui_element(open->chunk, number);
    const ui_box *box = ui_box_of(ui, open, number);
    const uint32_t kind = ui_kind(e);
    if (box->width < 0 || ui->wide == ui_name_of(e)) return;
    const int width = box->width - 2 * ui_pad_x(ui, open->chunk, e),
              height = box->height - 2 * ui_pad_y(ui, open->chunk, e);
    ui_size size = {0, 0};
    if (kind == ROM_SCREEN_ELEMENT_LABEL ||
        (kind >= ROM_SCREEN_ELEMENT_BUTTON && kind <= ROM_SCREEN_ELEMENT_BAR))
        size = measure_inside(ui, open->chunk, e, int_max(width, 1));
    const bool leaves = box->x < 0 || box->y < 0 || box->x + box->width > ui->host->options->width ||
                        box->y + box->height > ui->host->options->height;
    if (!leaves && size.width <= width && size.height <= height) return;
    ox_log_write(ui->host->log, PLAT_LOG_WARNING,
                 "screen #%08x: no room for element %u, %dx%d in %dx%d at %d,%d", (unsigned)open->screen,
                 (unsigned)number + 1u, size.width, size.height, box->width, box->height, box->x, box->y);
    ui->wide = ui_name_of(e);
}

/* A hash of all that changes where elements lie: whether elements are there, and the words with values in them. */
static uint32_t hash_shown(ox_ui *ui, const ui_open *open) {
    uint32_t hash = OX_FNV_START;
    for (uint32_t i = 0; i < open->count; i++) {
        const uint8_t *e = ui_element(open->chunk, i);
        const bool is_there = ui_is_there(ui, open->chunk, i);
        int32_t value;
        bool is_fx;
        hash = ox_fnv_u8(hash, is_there);
        if (is_there && e[ROM_SCREEN_ELEMENT_SOURCE] != 0 && ui_value(ui, e, &value, &is_fx))
            hash = ox_fnv_u32(hash, (uint32_t)value);
        if (!is_there ||
            (rom_word(e + ROM_SCREEN_ELEMENT_KEY) == 0 && rom_word(e + ROM_SCREEN_ELEMENT_WORDS + 4) == 0))
            continue;
        const ox_text_view words = ox_text_of(ui_words_of(ui, open->chunk, e));
        hash = ox_fnv_bytes(hash, words.at, words.length);
    }
    return hash;
}

void ui_lay_out(ox_ui *ui, ui_open *open) {
    ui->chunk = open->chunk;
    if (!open->stale && !open->live) return;
    ui->live = false;
    const uint32_t shows = hash_shown(ui, open);
    if (!open->stale && shows == open->shows) return;
    ui->layouts++;
    for (uint32_t i = open->count; i-- > 0;) measure_element(ui, open, i);
    for (uint32_t i = 0; i < open->count; i++) place_element(ui, open, i);
    const ui_box all = inside_of(ui, open, ROM_SCREEN_ELEMENT_NO_PARENT);
    for (uint32_t i = 0; i < open->count; i++)
        *ui_box_of(ui, open, i) = ui_mirror(ui, open->chunk, &all, *ui_box_of(ui, open, i));
    for (uint32_t i = 0; i < open->count; i++) look_at_room(ui, open, i);
    open->stale = false;
    open->live = ui->live;
    open->shows = shows;
}

/* ---- inside of boxes ---- */

ui_box ui_track(ox_ui *ui, const uint8_t *chunk, const uint8_t *e, const ui_box *box) {
    const int width = ui_pad_x(ui, chunk, e), height = ui_pad_y(ui, chunk, e);
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
    return ui_mirror(ui, chunk, box, track);
}
