/* Text boxes: letters in cells, rows that move up, and their picture. */
#include "kernel/draw/box.h"

#include "kernel/debug/format.h"
#include "kernel/memory/life.h"
#include "raster/font.h"

enum { TAB = 4, SHIFT = 24, RUN = 64 };
#define OWN_COLOUR 0x80000000u

/* ---- writing ---- */

void ox_text_box_begin(ox_text_box *box, uint32_t *letters, uint32_t columns, uint32_t rows) {
    FX_ASSERT_MSG(columns >= 1 && columns <= OX_TEXT_BOX_MOST && rows >= 1 && rows <= OX_TEXT_BOX_MOST,
                  "a text box has 1 to OX_TEXT_BOX_MOST columns and rows");
    *box = (ox_text_box){.letters = letters, .columns = (uint8_t)columns, .rows = (uint8_t)rows};
    ox_text_box_clear(box);
}

void ox_text_box_clear(ox_text_box *box) {
    for (uint32_t i = 0; i < (uint32_t)box->columns * box->rows; i++) box->letters[i] = 0;
    box->row = box->column = 0;
    box->ends = false;
}

static void begin_row(ox_text_box *box) {
    box->column = 0;
    if (box->row + 1u < box->rows) {
        box->row++;
        return;
    }
    const uint32_t columns = box->columns, moved = columns * (box->rows - 1u);
    for (uint32_t i = 0; i < moved; i++) box->letters[i] = box->letters[i + columns];
    for (uint32_t i = moved; i < moved + columns; i++) box->letters[i] = 0;
}

static void put_letter(ox_text_box *box, uint32_t letter) {
    if (box->ends || box->column == box->columns) begin_row(box);
    box->ends = false;
    box->letters[(uint32_t)box->row * box->columns + box->column++] = letter;
}

void ox_text_box_write(ox_text_box *box, const char *text, uint32_t rgb) {
    OX_CREATED(box->columns);
    const uint32_t colour = (rgb & OX_TEXT_BOX_CLEAR) != 0 ? 0 : OWN_COLOUR | (rgb & 0xFFFFFFu);
    for (uint8_t letter; (letter = rs_font_letter(&text)) != 0;) {
        if (letter == '\f') {
            ox_text_box_clear(box);
        } else if (letter == '\n') {
            if (box->ends) begin_row(box);
            box->ends = true;
        } else if (letter == '\t') {
            do put_letter(box, (uint32_t)' ' << SHIFT | colour);
            while (box->column % TAB != 0 && box->column != box->columns);
        } else {
            put_letter(box, (uint32_t)letter << SHIFT | colour);
        }
    }
}

void ox_text_box_print_list(ox_text_box *box, uint32_t rgb, const char *format, va_list arguments) {
    char piece[OX_TEXT_BOX_PIECE];
    (void)ox_format_list(piece, sizeof piece, format, arguments);
    ox_text_box_write(box, piece, rgb);
}

void ox_text_box_print(ox_text_box *box, uint32_t rgb, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    ox_text_box_print_list(box, rgb, format, arguments);
    va_end(arguments);
}

/* ---- the picture ---- */

/* Draws the letters of a row from a column on that have one colour; returns the column behind them. */
static uint32_t draw_run(const ox_text_box *box, rs_frame *frame, const ox_text_box_look *look, uint32_t row,
                         uint32_t column) {
    const uint32_t *letters = box->letters + row * box->columns, first = letters[column],
                   kind = first & ~(0x7Fu << SHIFT);
    char text[RUN];
    uint32_t count = 0;
    while (count < RUN && column + count < box->columns && letters[column + count] != 0 &&
           (letters[column + count] & ~(0x7Fu << SHIFT)) == kind) {
        text[count] = (char)(letters[column + count] >> SHIFT & 0x7Fu);
        count++;
    }
    const rs_text_run run = {
        .at = text,
        .end = text + count,
        .x = look->x + (int)column * OX_TEXT_BOX_COLUMN,
        .y = look->y + (int)row * OX_TEXT_BOX_ROW,
        .native = rs_frame_native(frame, (kind & OWN_COLOUR) != 0 ? kind & 0xFFFFFFu : look->text)};
    if (count > 0) (void)rs_frame_text_run(frame, &run);
    return column + (count > 0 ? count : 1u);
}

void ox_text_box_draw(const ox_text_box *box, rs_frame *frame, const ox_text_box_look *look) {
    const rs_view view = {(int16_t)look->x, (int16_t)look->y, (int16_t)(box->columns * OX_TEXT_BOX_COLUMN),
                          (int16_t)(box->rows * OX_TEXT_BOX_ROW)};
    rs_state before;
    rs_frame_save(frame, &before);
    const rs_view clip = rs_frame_clip_within(frame, &view);
    (void)rs_frame_ink(frame, RS_FLAT_OPAQUE, 0);
    if ((look->ground & OX_TEXT_BOX_CLEAR) == 0)
        (void)rs_frame_rectangle(frame, view.x, view.y, view.width, view.height,
                                 rs_frame_native(frame, look->ground));
    for (uint32_t row = 0; row < box->rows; row++)
        for (uint32_t column = 0; column < box->columns;) column = draw_run(box, frame, look, row, column);
    rs_frame_clip(frame, &clip);
    (void)rs_frame_ink(frame, (rs_flat_mode)before.ink_mode, before.ink_alpha);
}
