/* Wraps the texts of the info chunk into lines, and records them. */
#include "kernel/console/start_screen.h"

#include <string.h>

#include "raster/flat.h"
#include "rom/chunks.h"

enum { CHARACTER = 8, MARGIN = 2 };

typedef struct page {
    ox_start_screen *screen;
    int rows, columns; /* rows and columns that the picture has room for */
} page;

/* Number of characters in front of the next blank. */
static uint32_t word_at(const char *text, uint32_t length) {
    uint32_t end = 0;
    while (end < length && text[end] != ' ' && text[end] != '\n') end++;
    return end;
}

/* Adds a text, broken between words. A word that is longer than a line is broken within. */
static void add_text(page *p, const char *before, const char *text, uint32_t length) {
    int column = 0;
    char *line = NULL;
    if (length == 0) return;
    for (uint32_t prefix = 0; length > 0 || before[prefix] != 0;) {
        const char *from = before[prefix] != 0 ? before + prefix : text;
        uint32_t left = from == text ? length : 0, word;
        while (from != text && from[left] != 0) left++;
        word = word_at(from, left);
        int some = (int)word > p->columns ? p->columns : (int)word;
        if (line == NULL || column + (column > 0) + some > p->columns) {
            if (p->screen->count == p->rows) return;
            line = p->screen->lines[p->screen->count++];
            column = 0;
        }
        if (column > 0 && some > 0) line[column++] = ' ';
        for (int i = 0; i < some; i++) line[column++] = from[i] == 0 ? ' ' : from[i];
        uint32_t used = (uint32_t)some + ((uint32_t)some == word && word < left ? 1u : 0u);
        if (before[prefix] != 0) {
            prefix += used;
        } else {
            text += used;
            length -= used;
        }
    }
}

/* Adds a text of the info chunk behind `before`; fields of newer minor versions may be absent. */
static void add_field(page *p, const uint8_t *info, const char *before, uint32_t field) {
    if (!rom_has(info, field)) return;
    add_text(p, before, (const char *)info + rom_word(info + field), rom_word(info + field + 4));
}

void ox_start_screen_make(ox_start_screen *screen, const rom_image *image, int width, int height) {
    page p = {screen, (height - 2 * MARGIN) / OX_START_SCREEN_LINE_HEIGHT,
              (width - 2 * (OX_START_SCREEN_LEFT + MARGIN)) / CHARACTER};
    memset(screen, 0, sizeof *screen);
    if (p.rows > OX_START_SCREEN_LINES) p.rows = OX_START_SCREEN_LINES;
    if (p.columns > OX_START_SCREEN_COLUMNS) p.columns = OX_START_SCREEN_COLUMNS;
    if (image->info == 0 || p.rows < 1 || p.columns < 1) return;
    const uint8_t *info = image->base + image->info;
    add_field(&p, info, "", ROM_INFO_TITLE);
    add_field(&p, info, "version ", ROM_INFO_VERSION);
    add_field(&p, info, "by ", ROM_INFO_AUTHOR);
    add_field(&p, info, "", ROM_INFO_HOME);
    add_field(&p, info, "", ROM_INFO_LICENCE);
}

int ox_start_screen_top(const ox_start_screen *screen, int height) {
    return height - MARGIN - screen->count * OX_START_SCREEN_LINE_HEIGHT;
}

void ox_start_screen_record(const ox_start_screen *screen, rs_frame *frame, int width, int height,
                            uint32_t light, uint32_t dark) {
    int top = ox_start_screen_top(screen, height);
    if (screen->count == 0) return;
    /* What does not fit the display list is counted by the list as lost, like everything else. */
    (void)rs_frame_rectangle(frame, 0, top - MARGIN, width, height - top + MARGIN, dark);
    for (int i = 0; i < screen->count; i++)
        (void)rs_frame_text(frame, OX_START_SCREEN_LEFT, top + i * OX_START_SCREEN_LINE_HEIGHT,
                            screen->lines[i], light);
}
