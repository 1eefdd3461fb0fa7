/* Screens in the picture. */
#include "fixedmath/scalar.h"
#include "kernel/game/option.h"
#include "kernel/type/name.h"
#include "kernel/ui/internal.h"
#include "raster/font.h"

enum { PLAIN, FOCUSED, PRESSED, DISABLED };
enum { GAP = 8, MARK = 8, KNOB = 12, SIDES = 3, BLINK = 32 };

/* An element that is drawn. */
typedef struct ui_brush {
    ox_ui *ui;
    rs_frame *frame;
    const uint8_t *chunk, *element, *style;
    ui_box box, inside;
    int state;
} ui_brush;

static uint32_t colour(const ui_brush *b, uint32_t at) {
    return rom_word(b->style + at + 4 * (uint32_t)b->state);
}

/* The colour of a style in the element's state as a pixel; false: none. */
static bool take_colour(const ui_brush *b, uint32_t at, uint32_t *native) {
    const uint32_t rgb = colour(b, at);
    if (rgb == ROM_SCREEN_STYLE_NONE) return false;
    *native = ox_words_native(&b->ui->words, rgb);
    return true;
}

/* ---- behind elements ---- */

static void fill(const ui_brush *b, const ui_box *box, uint32_t at) {
    uint32_t native;
    if (take_colour(b, at, &native))
        (void)rs_frame_rectangle(b->frame, box->x, box->y, box->width, box->height, native);
}

static void outline(const ui_brush *b, const ui_box *box, uint32_t at) {
    uint32_t native;
    if (take_colour(b, at, &native))
        (void)rs_frame_outline(b->frame, box->x, box->y, box->width, box->height, native);
}

/* A frame of a sheet with its image; false when it cannot be had. */
static bool find_frame(const ui_brush *b, ox_id id, uint32_t number, ox_sheet_frame *frame,
                       const rs_image **image) {
    ox_resources *resources = b->ui->host->resources;
    const uint8_t *sheet = ox_resource_data(resources, id, ROM_TAG_SHEET, "sheet");
    if (sheet == NULL || !ox_sheet_frame_at(sheet, number, frame)) return false;
    *image = ox_resource_image(resources, ox_sheet_image(sheet, frame->image));
    return *image != NULL;
}

/* Where the three parts of a side begin: corner, middle, corner, end. */
static void cut_side(int from, int length, int corner, int at[SIDES + 1]) {
    const int near = int_min(corner, length / 2), far = int_min(corner, length - near);
    at[0] = from;
    at[1] = from + near;
    at[2] = from + length - far;
    at[3] = from + length;
}

/* A rectangle of an image, and where it comes to. */
typedef struct ui_part {
    const rs_image *image;
    int x, y, width, height;
    int to_x, to_y, wide, high;
} ui_part;

/* The pixel of an image that the surface takes as it is. */
static uint32_t pixel_of(const ui_part *p, int x, int y) {
    const int stride = p->image->stride != 0 ? p->image->stride : p->image->width;
    return p->image->pixels[(p->y + y) * stride + p->x + x];
}

/* Whether all columns (or rows) are like the first one. */
static bool is_even(const ui_part *p, bool along_x, bool along_y) {
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++)
            if (pixel_of(p, x, y) != pixel_of(p, along_x ? 0 : x, along_y ? 0 : y)) return false;
    return true;
}

/* Blits the first `height` rows of a part. */
static void blit_part(const ui_brush *b, const ui_part *p, int height, const rs_turn *turn) {
    const rs_blit blit = {.image = p->image,
                          .part = {(int16_t)p->x, (int16_t)p->y, (int16_t)p->width, (int16_t)height},
                          .x = fx_from_int(p->to_x),
                          .y = fx_from_int(p->to_y),
                          .turn = turn};
    (void)rs_frame_blit(b->frame, &blit);
}

/* Draws rows whose pixels are all alike: a rectangle for each row, or one row for all of the place. */
static void draw_rows(const ui_brush *b, const ui_part *p, int rows) {
    for (int y = 0; y < rows; y++) {
        const uint32_t pixel = pixel_of(p, 0, y);
        if (pixel == 0 && p->image->keyed) continue;
        (void)rs_frame_rectangle(b->frame, p->to_x, p->to_y + y, p->wide, rows == 1 ? p->high : 1, pixel);
    }
}

/* A part whose pixels are alike along the way in which it is stretched is drawn as rectangles, or again and again:
 * scaled blits cost small machines hundreds of cycles a pixel. */
static void draw_part(const ui_brush *b, const ui_part *p) {
    const bool along_x = p->wide != p->width, along_y = p->high != p->height;
    const bool even = p->image->format == RS_PAL8 && b->ui->host->resources->format == RS_PAL8 &&
                      is_even(p, along_x, along_y);
    if (!along_x && !along_y) {
        blit_part(b, p, p->height, NULL);
    } else if (!even) {
        const rs_turn turn = {.scale_x = fx_from_int(p->wide) / p->width,
                              .scale_y = fx_from_int(p->high) / p->height};
        blit_part(b, p, p->height, &turn);
    } else if (along_x) {
        draw_rows(b, p, along_y ? 1 : p->height);
    } else {
        ui_part next = *p;
        for (int left = p->high; left > 0; left -= p->height, next.to_y += p->height)
            blit_part(b, &next, int_min(left, p->height), NULL);
    }
}

/* Tells once of a sheet whose frame lies turned, so that its edges would be others. */
static void tell_of_turned(ox_ui *ui, ox_id sheet) {
    if (ui->unknown != sheet)
        ox_log_write(ui->host->log, PLAT_LOG_WARNING, "#%08x: frames behind elements want `turning=off`",
                     (unsigned)sheet);
    ui->unknown = sheet;
}

/* A frame of a damaged sheet may reach beyond its image. */
static bool is_in_image(const ox_sheet_frame *frame, const rs_image *image) {
    return frame->x + frame->width <= image->width && frame->y + frame->height <= image->height;
}

/* Draws a frame in nine parts: corners as they are, edges stretched along, the middle both ways. */
static void draw_frame(const ui_brush *b) {
    const ox_id sheet = rom_word(b->style + ROM_SCREEN_STYLE_SHEET);
    ox_sheet_frame frame;
    const rs_image *image;
    int from_x[SIDES + 1], from_y[SIDES + 1], to_x[SIDES + 1], to_y[SIDES + 1];
    const int corner = b->style[ROM_SCREEN_STYLE_CORNER];
    if (sheet == 0 ||
        !find_frame(b, sheet, rom_half(b->style + ROM_SCREEN_STYLE_FRAME + 2 * (uint32_t)b->state), &frame,
                    &image))
        return;
    if (frame.turned) {
        tell_of_turned(b->ui, sheet);
        return;
    }
    if (!is_in_image(&frame, image)) return;
    cut_side(frame.x, frame.width, corner, from_x);
    cut_side(frame.y, frame.height, corner, from_y);
    cut_side(b->box.x, b->box.width, corner, to_x);
    cut_side(b->box.y, b->box.height, corner, to_y);
    for (int part = 0; part < SIDES * SIDES; part++) {
        const int i = part % SIDES, k = part / SIDES;
        const ui_part p = {image,
                           from_x[i],
                           from_y[k],
                           from_x[i + 1] - from_x[i],
                           from_y[k + 1] - from_y[k],
                           to_x[i],
                           to_y[k],
                           to_x[i + 1] - to_x[i],
                           to_y[k + 1] - to_y[k]};
        if (p.width > 0 && p.height > 0 && p.wide > 0 && p.high > 0) draw_part(b, &p);
    }
}

/* ---- words ---- */

/* Words that are wider than their box move to and fro in it, with a rest at both ends. */
static int shift_of(const ox_ui *ui, int over) {
    const int rest = BLINK, way = 2 * over, at = (int)(ui->steps / 2 % (uint32_t)(2 * rest + way));
    return at < rest ? 0 : at < rest + over ? at - rest : at < 2 * rest + over ? over : 2 * rest + way - at;
}

/* Fits words into a box: as many lines as there is room for, in the font that fits. */
static ox_words_size fit_words(const ui_brush *b, ox_words_run *run, const ui_box *box) {
    ox_words *w = &b->ui->words;
    const uint32_t fit = b->element[ROM_SCREEN_ELEMENT_FIT];
    const int line = ox_words_line_height(w, run->font);
    ox_words_size size = {.height = line};
    if (box->height >= 2 * line || fit >= ROM_SCREEN_ELEMENT_SHRINK) { /* a box one line high has one line */
        if (fit == ROM_SCREEN_ELEMENT_WRAP || fit == ROM_SCREEN_ELEMENT_DOTS) run->width = box->width;
        size = ox_words_measure(w, run);
    }
    if (fit == ROM_SCREEN_ELEMENT_SHRINK && size.width > box->width) {
        run->font = rom_word(b->style + ROM_SCREEN_STYLE_SMALL);
        run->width = box->width;
        size = ox_words_measure(w, run);
    }
    return size;
}

/* A part of an element, on its other side where the screen is mirrored. */
static ui_box mirror(const ui_brush *b, ui_box part) { return ui_mirror(b->ui, b->chunk, &b->box, part); }

/* Words in a box, in the middle of its height. */
static void draw_words(const ui_brush *b, const char *words, const ui_box *place, int align, int letters) {
    ox_words *w = &b->ui->words;
    ox_words_run run = ui_run(b->ui, b->chunk, b->element, words);
    const ui_box mirrored = mirror(b, *place), *box = &mirrored;
    run.align = (uint8_t)align;
    if (align >= OX_WORDS_START)
        align = ox_words_align(&run);
    else if (ui_is_mirrored(b->ui, b->chunk))
        align = OX_WORDS_RIGHT - align;
    if (!take_colour(b, ROM_SCREEN_STYLE_TEXT, &run.native) || *words == 0) return;
    const ox_words_size size = fit_words(b, &run, box);
    const bool moves =
        b->element[ROM_SCREEN_ELEMENT_FIT] == ROM_SCREEN_ELEMENT_MOVES && size.width > box->width;
    run.align = (uint8_t)(moves ? OX_WORDS_LEFT : align);
    run.letters = (uint16_t)letters;
    run.x = moves ? box->x - shift_of(b->ui, size.width - box->width) : box->x + box->width * align / 2;
    run.y = box->y + int_max(box->height - size.height, 0) / 2 +
            (run.font == 0); /* letters of the built-in font stand high */
    const rs_view view = {box->x, box->y, box->width, box->height},
                  all = rs_frame_clip_within(b->frame, &view);
    if (!moves) rs_frame_clip(b->frame, &all);
    if (b->style[ROM_SCREEN_STYLE_SHADOW] != 0) {
        ox_words_run shadow = run;
        shadow.x++;
        shadow.y++;
        shadow.native = ox_words_native(w, 0);
        shadow.one_colour = true;
        ox_words_draw(w, &shadow);
    }
    ox_words_draw(w, &run);
    if (moves) rs_frame_clip(b->frame, &all);
}

static bool draw_label(const ui_brush *b, int align) {
    const char *words = ui_words_of(b->ui, b->chunk, b->element);
    draw_words(b, words, &b->inside, align, 0);
    return *words != 0;
}

/* ---- kinds ---- */

/* The label to the left and the value to the right, or the value alone in the middle; a choice that has the focus has
 * arrows. */
static void draw_choice(const ui_brush *b) {
    const bool labelled = draw_label(b, OX_WORDS_LEFT);
    ui_box right = b->inside;
    if (labelled) {
        const ox_words_run run =
            ui_run(b->ui, b->chunk, b->element, ui_words_of(b->ui, b->chunk, b->element));
        const int taken = ox_words_measure(&b->ui->words, &run).width + GAP;
        right.x = (int16_t)(right.x + taken);
        right.width = (int16_t)int_max(right.width - taken, 1);
    }
    const int left = labelled ? 0 : MARK;
    const ui_box middle = {(int16_t)(right.x + left), right.y, (int16_t)int_max(right.width - MARK - left, 1),
                           right.height};
    draw_words(b, ui_words_of_value(b->ui, b->chunk, b->element), &middle,
               labelled ? OX_WORDS_RIGHT : OX_WORDS_CENTRE, 0);
    if (b->state != FOCUSED && b->state != PRESSED) return;
    const bool mirrored = ui_is_mirrored(b->ui, b->chunk);
    if (!labelled) draw_words(b, mirrored ? ">" : "<", &right, OX_WORDS_LEFT, 0);
    draw_words(b, mirrored ? "<" : ">", &right, OX_WORDS_RIGHT, 0);
}

/* How much of a track is full. */
static int part_of(const ui_brush *b, int width) {
    int32_t value;
    bool is_fx;
    if (!ui_value(b->ui, b->element, &value, &is_fx)) return 0;
    const int64_t least = ui_range(b->ui, b->element, ROM_SCREEN_ELEMENT_LEAST, is_fx),
                  range = ui_range(b->ui, b->element, ROM_SCREEN_ELEMENT_GREATEST, is_fx) - least;
    if (range <= 0) return 0;
    const int64_t at = (value - least) * width / range;
    return at < 0 ? 0 : at > width ? width : (int)at;
}

static void draw_slider(const ui_brush *b) {
    uint32_t native;
    (void)draw_label(b, OX_WORDS_LEFT);
    const ui_box track = ui_track(b->ui, b->chunk, b->element, &b->box);
    if (!take_colour(b, ROM_SCREEN_STYLE_TEXT, &native)) return;
    (void)rs_frame_outline(b->frame, track.x, track.y, track.width, track.height, native);
    const int full = part_of(b, track.width - 4);
    const ui_box part =
        ui_mirror(b->ui, b->chunk, &track,
                  (ui_box){(int16_t)(track.x + 2), (int16_t)(track.y + 2), (int16_t)full, track.height});
    (void)rs_frame_rectangle(b->frame, part.x, part.y, full, track.height - 4, native);
}

static void draw_bar(const ui_brush *b) {
    uint32_t native;
    const ui_box track = ui_track(b->ui, b->chunk, b->element, &b->box);
    ui_box full = track;
    full.width = (int16_t)part_of(b, track.width);
    full = ui_mirror(b->ui, b->chunk, &track, full);
    if (take_colour(b, ROM_SCREEN_STYLE_TEXT, &native))
        (void)rs_frame_rectangle(b->frame, full.x, full.y, full.width, full.height, native);
    (void)draw_label(b, OX_WORDS_LEFT);
}

/* A mark before the words: a square that is crossed out with a check, or a ring that is filled by a radio button. */
static void draw_mark(const ui_brush *b) {
    uint32_t native;
    int32_t value;
    bool is_fx;
    ui_brush words = *b;
    const int x = mirror(b, (ui_box){b->inside.x, b->inside.y, MARK, MARK}).x,
              y = b->inside.y + (b->inside.height - MARK) / 2;
    words.inside.x = (int16_t)(words.inside.x + MARK + GAP / 2);
    words.inside.width = (int16_t)int_max(words.inside.width - MARK - GAP / 2, 1);
    (void)draw_label(&words, OX_WORDS_LEFT);
    if (!take_colour(b, ROM_SCREEN_STYLE_TEXT, &native)) return;
    if (ui_kind(b->element) == ROM_SCREEN_ELEMENT_BUTTON) {
        (void)rs_frame_circle(b->frame, x + MARK / 2, y + MARK / 2, MARK / 2 - 1, native, false);
        if (ui_is_chosen(b->ui, b->element))
            (void)rs_frame_circle(b->frame, x + MARK / 2, y + MARK / 2, 1, native, true);
        return;
    }
    (void)rs_frame_outline(b->frame, x, y, MARK, MARK, native);
    if (!ui_value(b->ui, b->element, &value, &is_fx) || value == 0) return;
    (void)rs_frame_line(b->frame, x + 2, y + 3, x + 3, y + 5, native, false);
    (void)rs_frame_line(b->frame, x + 3, y + 5, x + 6, y + 1, native, false);
}

static void draw_switch(const ui_brush *b) {
    uint32_t native;
    int32_t value;
    bool is_fx;
    (void)draw_label(b, OX_WORDS_LEFT);
    if (!take_colour(b, ROM_SCREEN_STYLE_TEXT, &native) || !ui_value(b->ui, b->element, &value, &is_fx))
        return;
    const ui_box at = {(int16_t)(b->inside.x + b->inside.width - KNOB), b->inside.y, KNOB, MARK};
    const int x = mirror(b, at).x, y = b->inside.y + (b->inside.height - MARK) / 2;
    (void)rs_frame_outline(b->frame, x, y, KNOB, MARK, native);
    (void)rs_frame_rectangle(b->frame, (value != 0) != ui_is_mirrored(b->ui, b->chunk) ? x + KNOB / 2 : x + 2,
                             y + 2, KNOB / 2 - 2, MARK - 4, native);
}

static void draw_list(const ui_brush *b) {
    ui_brush row = *b;
    uint32_t first;
    const uint32_t rows = ui_list_rows(b->ui, b->chunk, b->element, &first);
    const int chosen = ui_choice(b->ui, b->chunk, b->element),
              high = rows == 0 ? 0 : b->inside.height / (int)rows;
    row.inside.height = (int16_t)high;
    for (uint32_t i = 0; i < rows; i++, row.inside.y = (int16_t)(row.inside.y + high)) {
        const char *words = ui_words_of_option(b->ui, b->chunk, b->element, first + i);
        const bool is_chosen = (int)(first + i) == chosen;
        row.state = is_chosen              ? (b->state == PLAIN ? PRESSED : b->state)
                    : b->state == DISABLED ? DISABLED
                                           : PLAIN;
        if (is_chosen) fill(&row, &row.inside, ROM_SCREEN_STYLE_FILL);
        if (words != NULL) draw_words(&row, words, &row.inside, b->element[ROM_SCREEN_ELEMENT_ALIGN], 0);
    }
}

static void draw_cell(const ui_brush *b, const ui_grid *grid, uint32_t cell) {
    ui_brush one = *b;
    const char *words = cell < grid->letters         ? ui_letter(b->ui, b->chunk, b->element, cell)
                        : cell + 1 == ui_cells(grid) ? ">"
                        : cell + 2 == ui_cells(grid) ? "<"
                                                     : "^";
    one.inside.x = (int16_t)(b->inside.x + (int)(cell % grid->columns) * grid->cell_width);
    one.inside.y = (int16_t)(b->inside.y + grid->top + (int)(cell / grid->columns) * grid->cell_height);
    one.inside.width = (int16_t)grid->cell_width;
    one.inside.height = (int16_t)grid->cell_height;
    one.box = one.inside; /* grids of letters are as they are in the text */
    if (b->state != DISABLED) one.state = b->state != PLAIN && cell == b->ui->now.letter ? FOCUSED : PLAIN;
    if (one.state == FOCUSED) outline(&one, &one.inside, ROM_SCREEN_STYLE_TEXT);
    draw_words(&one, words, &one.inside, OX_WORDS_CENTRE, 0);
}

/* The caret stands before the letters that are behind it, where it is not at the end. */
static void draw_caret(const ui_brush *b, const char *text, const ui_box *line) {
    char before[UI_ENTERED];
    uint32_t native;
    const size_t at = ui_caret(b->ui, text);
    if (b->ui->now.caret == 0 || b->state == PLAIN || !take_colour(b, ROM_SCREEN_STYLE_TEXT, &native)) return;
    ox_text part = ox_text_begin_plain(before, sizeof before);
    (void)ox_text_put(&part, text, at);
    const ox_words_run run = ui_run(b->ui, b->chunk, b->element, before);
    const int wide = ox_words_measure(&b->ui->words, &run).width,
              x = ui_is_mirrored(b->ui, b->chunk) ? line->x + line->width - wide + 1 : line->x + wide;
    (void)rs_frame_rectangle(b->frame, x - 1, line->y, 1, line->height - 1, native);
}

/* The text with a place for each letter that may come, then the letters. */
static void draw_entry(const ui_brush *b) {
    const ui_grid grid = ui_grid_of(b->ui, b->chunk, b->element);
    const ui_entry *entry = ui_entered(b->ui, ui_name_of(b->element), false);
    const int most = int_max(rom_half(b->element + ROM_SCREEN_ELEMENT_GAP), 1);
    ui_box line = b->inside;
    uint32_t native;
    line.height = (int16_t)(grid.cell_height);
    line.width = (int16_t)(most * (grid.cell_width - 4));
    line.x = (int16_t)(b->inside.x + (b->inside.width - line.width) / 2);
    if (entry != NULL) draw_words(b, entry->text, &line, OX_WORDS_LEFT, 0);
    if (entry != NULL) draw_caret(b, entry->text, &line);
    if (take_colour(b, ROM_SCREEN_STYLE_TEXT, &native))
        for (int i = 0; i < most; i++)
            (void)rs_frame_rectangle(b->frame, line.x + i * (grid.cell_width - 4), line.y + line.height,
                                     grid.cell_width - 5, 1, native);
    for (uint32_t cell = 0; cell < ui_cells(&grid); cell++) draw_cell(b, &grid, cell);
}

/* The frame that is seen now: its own, a later frame by the element's value, or one frame after the other. */
static uint32_t frame_now(const ui_brush *b, int32_t value) {
    const uint32_t frame = rom_word(b->element + ROM_SCREEN_ELEMENT_FRAME),
                   count = rom_half(b->element + ROM_SCREEN_ELEMENT_GAP),
                   steps = rom_word(b->element + ROM_SCREEN_ELEMENT_STEP);
    if ((ui_flags(b->element) & ROM_SCREEN_ELEMENT_REPEATS) == 0 && value > 0) return frame + (uint32_t)value;
    const bool moves = count > 1 && steps > 0 && ox_option_get(b->ui->host, OX_NAME("effects")) != 0;
    return moves ? frame + b->ui->steps / steps % count : frame;
}

static void draw_picture(const ui_brush *b) {
    const ox_id id = rom_word(b->element + ROM_SCREEN_ELEMENT_TARGET);
    const bool repeats = (ui_flags(b->element) & ROM_SCREEN_ELEMENT_REPEATS) != 0;
    ox_sheet_frame frame;
    const rs_image *image;
    int32_t value = 0;
    bool is_fx = false;
    if ((ui_flags(b->element) & ROM_SCREEN_ELEMENT_SHEET) == 0) {
        image = ox_resource_image(b->ui->host->resources, id);
        if (image != NULL) (void)rs_frame_image(b->frame, b->inside.x, b->inside.y, image);
        return;
    }
    if (ui_value(b->ui, b->element, &value, &is_fx) && is_fx) value = fx_to_int_floor(value);
    if (!find_frame(b, id, frame_now(b, value), &frame, &image)) return;
    const int most = ui_number(b->element, ROM_SCREEN_ELEMENT_GREATEST, false),
              times = repeats ? int_clamp(value, 0, most) : 1,
              wide = (frame.turned ? frame.height : frame.width) + 1;
    for (int i = 0; i < times; i++) {
        const rs_blit blit = {
            .image = image,
            .part = {(int16_t)frame.x, (int16_t)frame.y, (int16_t)frame.width, (int16_t)frame.height},
            .x = fx_from_int(b->inside.x + i * wide),
            .y = fx_from_int(b->inside.y),
            .turned = frame.turned};
        (void)rs_frame_blit(b->frame, &blit);
    }
}

/* ---- directions ---- */

enum { DIRECTIONS = 8, HALF_TURN = 32768, DEGREES = 360 };

/* A heading as part of a turn, 65536 all round; numbers that are no angles are degrees. */
static int turn_of(const ui_brush *b) {
    int32_t value;
    bool is_fx;
    if (!ui_value(b->ui, b->element, &value, &is_fx)) return 0;
    if (ui_is_angle(b->ui, b->element)) return (uint16_t)value;
    const int64_t degrees = is_fx ? value : (int64_t)value * FX_ONE;
    return (uint16_t)(degrees / DEGREES);
}

/* Half of all directions lie along the compass, the heading in the middle: a letter at each quarter, a dot between two.
 * The letters are the words of the element: north, east, south, west. */
static void draw_compass(const ui_brush *b) {
    const rs_view view = {b->inside.x, b->inside.y, b->inside.width, b->inside.height},
                  all = rs_frame_clip_within(b->frame, &view);
    const int heading = turn_of(b);
    for (int i = 0; i < DIRECTIONS; i++) {
        const int away = (int16_t)(uint16_t)(i * (HALF_TURN * 2 / DIRECTIONS) - heading),
                  x = b->inside.width / 2 + (away + HALF_TURN) * b->inside.width / HALF_TURN -
                      b->inside.width;
        const char *letters = ui_words_of(b->ui, b->chunk, b->element);
        char letter[2] = {i % 2 != 0 ? '.' : '?', 0};
        if (i % 2 == 0 && ox_text_of(letters).length > (size_t)i / 2) letter[0] = letters[i / 2];
        const ui_box box = {(int16_t)(b->inside.x + x - MARK), b->inside.y, 2 * MARK, b->inside.height};
        draw_words(b, letter, &box, OX_WORDS_CENTRE, 0);
    }
    rs_frame_clip(b->frame, &all);
}

/* ---- instruments ---- */

/* The brush of another style of the screen. */
static ui_brush brush_of(const ui_brush *b, uint32_t option) {
    ui_brush other = *b;
    const uint8_t *style =
        ui_style_called(b->chunk, rom_word(ui_option(b->chunk, b->element, option) + ROM_SCREEN_OPTION_KEY));
    if (style != NULL) other.style = style;
    other.state = PLAIN;
    return other;
}

/* A blip is the frame of its style's sheet, else a square that the style's pad makes larger, with a line above or below
 * it where its object is higher or lower. */
static void draw_blip(const ui_brush *b, int x, int y, const ui_blip *blip) {
    const ui_brush brush = brush_of(b, blip->kind);
    const ox_id sheet = rom_word(brush.style + ROM_SCREEN_STYLE_SHEET);
    const int half = 1 + brush.style[ROM_SCREEN_STYLE_PAD_X];
    ox_sheet_frame frame;
    const rs_image *image;
    uint32_t native;
    x += blip->right;
    y -= blip->up;
    if (sheet != 0 && find_frame(b, sheet, rom_half(brush.style + ROM_SCREEN_STYLE_FRAME), &frame, &image)) {
        const int wide = frame.turned ? frame.height : frame.width,
                  high = frame.turned ? frame.width : frame.height;
        const rs_blit blit = {
            .image = image,
            .part = {(int16_t)frame.x, (int16_t)frame.y, (int16_t)frame.width, (int16_t)frame.height},
            .x = fx_from_int(x - wide / 2),
            .y = fx_from_int(y - high / 2),
            .turned = frame.turned};
        (void)rs_frame_blit(b->frame, &blit);
        return;
    }
    if (!take_colour(&brush, ROM_SCREEN_STYLE_TEXT, &native)) return;
    (void)rs_frame_rectangle(b->frame, x - half, y - half, 2 * half + 1, 2 * half + 1, native);
    if (blip->above != 0)
        (void)rs_frame_rectangle(b->frame, x - half, y - blip->above * (half + 2), 2 * half + 1, 1, native);
}

static void draw_radar(const ui_brush *b) {
    ui_blip blips[UI_BLIPS];
    uint32_t native;
    const int radius = (int_min(b->inside.width, b->inside.height) - 1) / 2, x = b->inside.x + radius,
              y = b->inside.y + radius;
    if (take_colour(b, ROM_SCREEN_STYLE_FILL, &native))
        (void)rs_frame_circle(b->frame, x, y, radius, native, true);
    if (take_colour(b, ROM_SCREEN_STYLE_TEXT, &native)) {
        (void)rs_frame_circle(b->frame, x, y, radius, native, false);
        (void)rs_frame_rectangle(b->frame, x, y, 1, 1, native);
    }
    const uint32_t count = ui_read_radar(b->ui, b->chunk, b->element, radius, blips);
    for (uint32_t i = 0; i < count; i++) draw_blip(b, x, y, &blips[i]);
}

/* The letter of what the crosshair is aimed at, in the style of that: the first letter stands for nothing. */
static void draw_crosshair(const ui_brush *b) {
    const uint32_t kind = ui_aim(b->ui, b->chunk, b->element, &b->inside);
    const ui_brush brush = kind == 0 ? *b : brush_of(b, kind - 1);
    const char *letters = ui_words_of(b->ui, b->chunk, b->element), *end = letters;
    char letter[5];
    for (uint32_t i = 0; i < kind && *letters != 0; i++) (void)rs_font_character(&letters);
    end = letters;
    (void)rs_font_character(&end);
    ox_text one = ox_text_begin_plain(letter, sizeof letter);
    (void)ox_text_put(&one, letters, (size_t)(end - letters));
    draw_words(&brush, letter, &b->inside, OX_WORDS_CENTRE, 0);
}

/* Draws as many letters as the time of the page has brought. */
static void draw_dialogue(const ui_brush *b) {
    const uint32_t steps = rom_word(b->element + ROM_SCREEN_ELEMENT_FRAME), typed = b->ui->now.typed;
    const char *words = ui_page(b->ui);
    int letters = 0;
    if (words == NULL) return;
    ox_words_run run = ui_run(b->ui, b->chunk, b->element, words);
    run.width = b->inside.width;
    run.x = b->inside.x;
    run.y = b->inside.y;
    if (typed < steps && ox_option_get(b->ui->host, OX_NAME("effects")) != 0)
        letters = int_max((int)((uint32_t)ox_words_measure(&b->ui->words, &run).letters * typed / steps), 1);
    run.letters = (uint16_t)letters;
    run.align = OX_WORDS_LEFT;
    if (!take_colour(b, ROM_SCREEN_STYLE_TEXT, &run.native)) return;
    ox_words_draw(&b->ui->words, &run);
    if (typed >= steps && typed % BLINK < BLINK / 2)
        (void)rs_frame_rectangle(b->frame, b->inside.x + b->inside.width - 4,
                                 b->inside.y + b->inside.height - 4, 4, 4, run.native);
}

/* ---- what the pointer does in the world ---- */

/* The rectangle while it is drawn; before that, a frame about each object that is selected, in the style of its kind. */
static void draw_selection(const ui_brush *b) {
    enum { ROUND = 7 };
    uint32_t native;
    for (uint32_t i = 0; i < b->ui->now.selected_count; i++) {
        const ox_object *object = ox_world_get(b->ui->host->world, b->ui->now.selected[i]);
        const int kind = object == NULL ? -1 : ui_kind_of(b->ui, b->chunk, b->element, object);
        int x, y;
        if (kind < 0 || !ui_pixel_of(b->ui, object, &x, &y)) continue;
        const ui_brush brush = brush_of(b, (uint32_t)kind);
        const int half = ROUND + brush.style[ROM_SCREEN_STYLE_PAD_X];
        if (take_colour(&brush, ROM_SCREEN_STYLE_TEXT, &native))
            (void)rs_frame_outline(b->frame, x - half, y - half, 2 * half + 1, 2 * half + 1, native);
    }
    const ui_box box = ui_dragged(b->ui);
    if (ui_is_dragged(b->ui) && take_colour(b, ROM_SCREEN_STYLE_TEXT, &native))
        (void)rs_frame_outline(b->frame, box.x, box.y, box.width, box.height, native);
}

bool ui_placed_frame(const ox_ui *ui, const uint8_t *chunk, const uint8_t *e, ox_sheet_frame *frame) {
    if ((ui_flags(e) & ROM_SCREEN_ELEMENT_SHEET) == 0 || ui_options(e) == 0) return false;
    const ox_id id = rom_word(ui_option(chunk, e, 0) + ROM_SCREEN_OPTION_VALUE);
    const uint8_t *sheet = ox_resource_data(ui->host->resources, id, ROM_TAG_SHEET, "sheet");
    return sheet != NULL && ox_sheet_frame_at(sheet, rom_word(e + ROM_SCREEN_ELEMENT_FRAME), frame);
}

/* The frame of its sheet at the place, in a border that is the focused one where it fits, else the disabled one. */
static void draw_placement(const ui_brush *b) {
    ui_brush brush = *b;
    ox_sheet_frame frame;
    const rs_image *image;
    uint32_t native;
    const int x = b->box.x, y = b->box.y;
    if (ui_placed_frame(b->ui, b->chunk, b->element, &frame) &&
        find_frame(b, rom_word(ui_option(b->chunk, b->element, 0) + ROM_SCREEN_OPTION_VALUE),
                   rom_word(b->element + ROM_SCREEN_ELEMENT_FRAME), &frame, &image)) {
        const rs_blit blit = {
            .image = image,
            .part = {(int16_t)frame.x, (int16_t)frame.y, (int16_t)frame.width, (int16_t)frame.height},
            .x = fx_from_int(x),
            .y = fx_from_int(y),
            .turned = frame.turned};
        (void)rs_frame_blit(b->frame, &blit);
    }
    brush.state = ui_placement_fits(b->ui, b->element) ? FOCUSED : DISABLED;
    if (take_colour(&brush, ROM_SCREEN_STYLE_TEXT, &native))
        (void)rs_frame_outline(b->frame, x, y, b->box.width, b->box.height, native);
}

/* The style has filled the element behind it, or not. */
static void draw_box(const ui_brush *b) {
    const ox_text_box *box = ui_written(b->ui, ui_name_of(b->element));
    const ox_text_box_look look = {.x = b->inside.x,
                                   .y = b->inside.y,
                                   .text = colour(b, ROM_SCREEN_STYLE_TEXT) & 0xFFFFFFu,
                                   .ground = OX_TEXT_BOX_CLEAR};
    const rs_view view = {b->inside.x, b->inside.y, b->inside.width, b->inside.height},
                  all = rs_frame_clip_within(b->frame, &view);
    if (box != NULL) ox_text_box_draw(box, b->frame, &look);
    rs_frame_clip(b->frame, &all);
}

static void draw_inside(const ui_brush *b) {
    const bool is_marked = (ui_flags(b->element) & ROM_SCREEN_ELEMENT_MARKED) != 0;
    if (is_marked) {
        draw_mark(b);
        return;
    }
    switch (ui_kind(b->element)) {
    case ROM_SCREEN_ELEMENT_LABEL:
    case ROM_SCREEN_ELEMENT_BUTTON:
        (void)draw_label(b, b->element[ROM_SCREEN_ELEMENT_ALIGN]);
        break;
    case ROM_SCREEN_ELEMENT_CHOICE:
        draw_choice(b);
        break;
    case ROM_SCREEN_ELEMENT_SLIDER:
        draw_slider(b);
        break;
    case ROM_SCREEN_ELEMENT_SWITCH:
        draw_switch(b);
        break;
    case ROM_SCREEN_ELEMENT_BAR:
        draw_bar(b);
        break;
    case ROM_SCREEN_ELEMENT_LIST:
        draw_list(b);
        break;
    case ROM_SCREEN_ELEMENT_ENTRY:
        draw_entry(b);
        break;
    case ROM_SCREEN_ELEMENT_PICTURE:
        draw_picture(b);
        break;
    case ROM_SCREEN_ELEMENT_DIALOGUE:
        draw_dialogue(b);
        break;
    case ROM_SCREEN_ELEMENT_NOTICES:
        draw_words(b, ui_text(b->ui, b->ui->now.notices[0].text), &b->inside,
                   b->element[ROM_SCREEN_ELEMENT_ALIGN], 0);
        break;
    case ROM_SCREEN_ELEMENT_COMPASS:
        draw_compass(b);
        break;
    case ROM_SCREEN_ELEMENT_RADAR:
        draw_radar(b);
        break;
    case ROM_SCREEN_ELEMENT_CROSSHAIR:
        draw_crosshair(b);
        break;
    case ROM_SCREEN_ELEMENT_ARROW:
        ui_draw_arrow(b->ui, b->frame, b->element, &b->inside);
        break;
    case ROM_SCREEN_ELEMENT_VIEW:
        ui_draw_view(b->ui, b->frame, b->element, &b->inside);
        break;
    case ROM_SCREEN_ELEMENT_PROMPT:
        (void)draw_label(b, b->element[ROM_SCREEN_ELEMENT_ALIGN]);
        break;
    case ROM_SCREEN_ELEMENT_SUBTITLES:
        draw_words(b, ui_subtitle(b->ui), &b->inside, OX_WORDS_CENTRE, 0);
        break;
    case ROM_SCREEN_ELEMENT_SELECTION:
        draw_selection(b);
        break;
    case ROM_SCREEN_ELEMENT_PLACEMENT:
        draw_placement(b);
        break;
    case ROM_SCREEN_ELEMENT_BOX:
        draw_box(b);
        break;
    case ROM_SCREEN_ELEMENT_TIP:
        draw_words(b, ui_text(b->ui, ui_tip(b->ui, NULL)), &b->inside, b->element[ROM_SCREEN_ELEMENT_ALIGN],
                   0);
        break;
    default:
        break;
    }
}

/* Whether a message has nothing to say, so that its box is not drawn. */
static bool is_idle(ox_ui *ui, const ui_open *open, const uint8_t *e) {
    if (ui_kind(e) == ROM_SCREEN_ELEMENT_PROMPT) return !ui_prompt_is_seen(ui, open, e);
    if (ui_kind(e) == ROM_SCREEN_ELEMENT_SUBTITLES) return *ui_subtitle(ui) == 0;
    return (ui_kind(e) == ROM_SCREEN_ELEMENT_NOTICES && ui->now.notices[0].text == 0) ||
           (ui_kind(e) == ROM_SCREEN_ELEMENT_DIALOGUE && ui->now.says == 0);
}

/* The box of the tip that is due, below its element or above it, within the picture; false while no tip is due. A tip
 * with a place of its own lies there. */
static bool place_tip(const ui_brush *b, const ui_open *open, ui_box *box) {
    ui_box of;
    const ox_id text = ui_tip(b->ui, &of);
    const uint32_t delay = rom_word(b->element + ROM_SCREEN_ELEMENT_FRAME);
    const int wide = b->ui->host->options->width, high = b->ui->host->options->height,
              dx = 2 * ui_pad_x(b->ui, b->chunk, b->element), dy = 2 * ui_pad_y(b->ui, b->chunk, b->element),
              most = ui_pixels(b->ui, b->chunk, rom_half(b->element + ROM_SCREEN_ELEMENT_MOST));
    if (text == 0 || open != ui_top(b->ui) || b->ui->rests < delay) return false;
    ox_words_run run = ui_run(b->ui, b->chunk, b->element, ui_text(b->ui, text));
    run.width = int_max((most == 0 ? wide : int_min(most, wide)) - dx, 1);
    const ox_words_size size = ox_words_measure(&b->ui->words, &run);
    const int width = size.width + dx, height = size.height + dy, below = of.y + of.height,
              y = below + height <= high ? below : of.y - height;
    const bool follows =
        b->element[ROM_SCREEN_ELEMENT_ANCHOR] == 0 && rom_word(b->element + ROM_SCREEN_ELEMENT_X) == 0;
    const int anchor = b->element[ROM_SCREEN_ELEMENT_ANCHOR],
              x = box->x - (width - box->width) * (anchor % 3) / 2,
              own_y = box->y - (height - box->height) * (anchor / 3) / 2;
    box->width = (int16_t)width;
    box->height = (int16_t)height;
    box->x = (int16_t)int_max(int_min(follows ? of.x : x, wide - width), 0);
    box->y = (int16_t)int_max(int_min(follows ? y : own_y, high - height), 0);
    return true;
}

static void draw_element(ox_ui *ui, rs_frame *frame, const ui_open *open, uint32_t number) {
    const uint8_t *e = ui_element(open->chunk, number);
    ui_brush b = {.ui = ui,
                  .frame = frame,
                  .chunk = open->chunk,
                  .element = e,
                  .style = ui_style(open->chunk, e),
                  .box = *ui_box_of(ui, open, number)};
    if (ui_kind(e) == ROM_SCREEN_ELEMENT_TIP && (b.box.width < 0 || !place_tip(&b, open, &b.box))) return;
    if (ui_kind(e) == ROM_SCREEN_ELEMENT_PLACEMENT && b.box.width >= 0) {
        b.box.x = ui->now.place_x;
        b.box.y = ui->now.place_y;
    }
    const bool has_size = b.box.width > 0 && b.box.height > 0;
    if ((!has_size && (ui_kind(e) != ROM_SCREEN_ELEMENT_SELECTION || b.box.width < 0)) ||
        is_idle(ui, open, e))
        return;
    const int dx = ui_pad_x(ui, open->chunk, e), dy = ui_pad_y(ui, open->chunk, e);
    const bool focused = open == ui_top(ui) && number == open->focused;
    b.inside =
        (ui_box){(int16_t)(b.box.x + dx), (int16_t)(b.box.y + dy), (int16_t)int_max(b.box.width - 2 * dx, 1),
                 (int16_t)int_max(b.box.height - 2 * dy, 1)};
    b.state = !ui_is_enabled(ui, e)                      ? DISABLED
              : focused && ui->now.held == ui_name_of(e) ? PRESSED
              : focused                                  ? FOCUSED
              : ui_is_chosen(ui, e)                      ? PRESSED
                                                         : PLAIN;
    if (ui_kind(e) != ROM_SCREEN_ELEMENT_LIST && ui_kind(e) != ROM_SCREEN_ELEMENT_RADAR)
        fill(&b, &b.box, ROM_SCREEN_STYLE_FILL);
    draw_frame(&b);
    draw_inside(&b);
    outline(&b, &b.box, ROM_SCREEN_STYLE_BORDER);
}

/* Nothing below an opaque screen is seen. */
static uint32_t lowest_seen(const ox_ui *ui) {
    uint32_t level = ui->now.depth;
    while (level > 0 &&
           (level == ui->now.depth || (ui_screen_flags(ui->now.open[level].chunk) & ROM_SCREEN_OPAQUE) == 0))
        level--;
    return level;
}

void ui_draw(ox_ui *ui, rs_frame *frame) {
    ui->words.frame = frame;
    rs_frame_clip(frame, NULL);
    (void)rs_frame_ink(frame, RS_FLAT_OPAQUE, 0);
    for (uint32_t level = lowest_seen(ui); level < ui->now.depth; level++) {
        ui_open *open = &ui->now.open[level];
        ui_lay_out(ui, open);
        for (uint32_t i = 0; i < open->count; i++) {
            draw_element(ui, frame, open, i);
            ox_module_drawn(ui->host);
        }
    }
    ui->words.frame = NULL;
}
