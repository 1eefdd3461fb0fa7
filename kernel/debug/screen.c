/* Draws text into one line of pixels after the other and hands each to the port. */
#include "kernel/debug/screen.h"

#include <string.h>

#include "raster/font.h"
#include "raster/surface.h"

/* Bytes of the longest line of pixels; fewer where the stack is small. */
#if UINTPTR_MAX > 0xFFFFFFFFu
enum { LINE_BYTES = RS_SIZE_MAX * 4 };
#else
enum { LINE_BYTES = 512 };
#endif

int ox_text_screen_columns(const ox_text_screen *screen) {
    int columns = (screen->width - 2 * OX_TEXT_SCREEN_MARGIN) / OX_TEXT_SCREEN_CHARACTER;
    return columns < 1 ? 1 : columns;
}

int ox_text_screen_rows(const ox_text_screen *screen) {
    int rows = (screen->height - 2 * OX_TEXT_SCREEN_MARGIN) / OX_TEXT_SCREEN_ROW;
    return rows < 1 ? 1 : rows;
}

/* Number of characters of the row that begins at `text`. */
static int row_length(const char *text, int columns) {
    int length = 0;
    while (length < columns && text[length] != 0 && text[length] != '\n') length++;
    return length;
}

/* The start of the next row, or the end of the text. */
static const char *next_row(const char *text, int columns) {
    text += row_length(text, columns);
    return *text == '\n' ? text + 1 : text;
}

int ox_text_screen_lines(const ox_text_screen *screen, const char *text) {
    int lines = 0;
    for (; *text != 0; lines++) text = next_row(text, ox_text_screen_columns(screen));
    return lines;
}

static void put_pixel(uint8_t *line, int x, int bytes, uint32_t native) {
    uint16_t half = (uint16_t)native;
    uint8_t *at = line + (size_t)x * (size_t)bytes;
    if (bytes == 1)
        *at = (uint8_t)native;
    else if (bytes == 2)
        memcpy(at, &half, 2);
    else
        memcpy(at, &native, 4);
}

/* Draws line `row` (0..8) of a row of text; text NULL draws an empty row. */
static void draw_line(const ox_text_screen *screen, const char *text, int row, uint8_t *line) {
    int bytes = rs_format_bytes((rs_format)screen->format);
    int length = text == NULL || row >= 8 ? 0 : row_length(text, ox_text_screen_columns(screen));
    for (int x = 0; x < screen->width; x++) put_pixel(line, x, bytes, screen->dark);
    for (int i = 0; i < length; i++) {
        uint8_t bits = rs_font_glyph((uint8_t)text[i])[row];
        for (int x = 0; x < 8; x++) {
            if ((bits & (0x80u >> x)) != 0)
                put_pixel(line, OX_TEXT_SCREEN_MARGIN + i * OX_TEXT_SCREEN_CHARACTER + x, bytes,
                          screen->light);
        }
    }
}

void ox_text_screen_show(const ox_text_screen *screen, const char *text, int first, const char *footer) {
    uint32_t pixels[LINE_BYTES / 4];
    uint8_t *line = (uint8_t *)pixels;
    int columns = ox_text_screen_columns(screen), rows = ox_text_screen_rows(screen);
    int above = rows - ox_text_screen_lines(screen, footer);
    if (screen->width * rs_format_bytes((rs_format)screen->format) > LINE_BYTES) return;
    for (; first > 0 && *text != 0; first--) text = next_row(text, columns);
    for (int y = 0; y < screen->height; y++) {
        int row = y < OX_TEXT_SCREEN_MARGIN ? -1 : (y - OX_TEXT_SCREEN_MARGIN) / OX_TEXT_SCREEN_ROW;
        int line_of_row = (y - OX_TEXT_SCREEN_MARGIN) % OX_TEXT_SCREEN_ROW;
        const char **source = row < above ? &text : &footer;
        draw_line(screen, row < 0 || row >= rows ? NULL : *source, line_of_row, line);
        plat_band(screen->platform, y, 1, line, 0);
        if (row >= 0 && row < rows && line_of_row == OX_TEXT_SCREEN_ROW - 1)
            *source = next_row(*source, columns);
    }
    plat_present(screen->platform);
}
