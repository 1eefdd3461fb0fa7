/* Rows of text that scroll, and their letters over the picture. */
#include "kernel/inspect/text_box.h"

#include "kernel/debug/format.h"

enum { PRINTED = 256 /* letters of one print */ };

static uint32_t rows_of(const ox_text_box *box) {
    return box->rows < OX_TEXT_BOX_ROWS ? box->rows : OX_TEXT_BOX_ROWS;
}

static uint32_t columns_of(const ox_text_box *box) {
    return box->columns < OX_TEXT_BOX_COLUMNS ? box->columns : OX_TEXT_BOX_COLUMNS;
}

const char *ox_text_box_row(const ox_text_box *box, uint32_t row) {
    const uint32_t rows = rows_of(box), first = box->begun < rows ? 0 : box->begun + 1 - rows;
    return row < rows && first + row <= box->begun ? box->text[(first + row) % rows] : "";
}

void ox_text_box_clear(ox_text_box *box) {
    box->begun = 0;
    box->column = 0;
    box->text[0][0] = 0;
}

static void begin_row(ox_text_box *box) {
    box->column = 0;
    box->text[++box->begun % rows_of(box)][0] = 0;
}

void ox_text_box_put(ox_text_box *box, const char *text) {
    if (rows_of(box) == 0 || columns_of(box) == 0) return;
    for (; *text != 0; text++) {
        if (*text == '\n' || box->column == columns_of(box)) begin_row(box);
        if (*text == '\n') continue;
        char *row = box->text[box->begun % rows_of(box)];
        row[box->column++] = *text;
        row[box->column] = 0;
    }
}

void ox_text_box_draw(const ox_text_box *box, rs_frame *frame, ox_text_box_native *native,
                      const void *context) {
    (void)rs_frame_ink(frame, RS_FLAT_OPAQUE, 255);
    if (box->is_opaque)
        (void)rs_frame_rectangle(frame, box->x, box->y, (int)columns_of(box) * OX_TEXT_BOX_LETTER,
                                 (int)rows_of(box) * OX_TEXT_BOX_LETTER, native(context, box->ground));
    for (uint32_t i = 0; i < rows_of(box); i++)
        (void)rs_frame_text(frame, box->x, box->y + (int)i * OX_TEXT_BOX_LETTER, ox_text_box_row(box, i),
                            native(context, box->rgb));
}

#if OX_PROFILED
void ox_text_box_print(ox_text_box *box, const char *format, ...) {
    char text[PRINTED];
    va_list arguments;
    va_start(arguments, format);
    ox_format_list(text, sizeof text, format, arguments);
    va_end(arguments);
    ox_text_box_put(box, text);
}
#endif
