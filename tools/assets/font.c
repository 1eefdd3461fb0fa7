/* Writes raster/surfaces/font8x8.c from the readable glyph sheet: fontgen SHEET.txt OUT.c */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { GLYPHS = 96, SIZE = 8, PER_BLOCK = 8, LINE = 200 };

typedef struct sheet {
    const char *path;
    FILE *file;
    int line;
} sheet;

static bool complain(const sheet *in, const char *what) {
    fprintf(stderr, "%s:%d: %s\n", in->path, in->line, what);
    return false;
}

static bool next_line(sheet *in, char line[LINE]) {
    if (fgets(line, LINE, in->file) == NULL) return false;
    line[strcspn(line, "\r\n")] = '\0';
    in->line++;
    return true;
}

/* Adds row `row` of the block's glyphs from one line of eight cells. */
static bool take_row(const sheet *in, const char *line, uint8_t (*glyphs)[SIZE], int row) {
    if (strlen(line) != PER_BLOCK * (SIZE + 1) - 1)
        return complain(in, "a row is eight cells of eight, one blank between");
    for (int g = 0; g < PER_BLOCK; g++) {
        unsigned bits = 0;
        for (int x = 0; x < SIZE; x++) {
            char c = line[g * (SIZE + 1) + x];
            if (c != '#' && c != '.') return complain(in, "a cell is drawn with '#' and '.' only");
            bits = bits << 1 | (c == '#');
        }
        if (bits & 1) return complain(in, "the right column of a glyph must stay empty");
        if (g > 0 && line[g * (SIZE + 1) - 1] != ' ') return complain(in, "cells are separated by one blank");
        glyphs[g][row] = (uint8_t)bits;
    }
    return true;
}

static bool read_sheet(sheet *in, uint8_t glyphs[GLYPHS][SIZE]) {
    char line[LINE];
    int count = 0;
    while (next_line(in, line)) {
        if (line[0] != '=') continue;
        if (count == GLYPHS) return complain(in, "more than 96 glyphs");
        for (int row = 0; row < SIZE; row++) {
            if (!next_line(in, line)) return complain(in, "the sheet ends within a block");
            if (!take_row(in, line, glyphs + count, row)) return false;
        }
        count += PER_BLOCK;
    }
    return count == GLYPHS || complain(in, "the sheet must hold 96 glyphs");
}

static void write_source(FILE *out, uint8_t glyphs[GLYPHS][SIZE]) {
    fputs("/* The 8x8 font's bits; made from tools/assets/font8x8.txt by `make assets`: change the sheet, "
          "not this file. */\n"
          "#include \"raster/font.h\"\n\n"
          "const uint8_t rs_font8x8[96][8] = {\n",
          out);
    for (int g = 0; g < GLYPHS; g++) {
        fputs("    {", out);
        for (int row = 0; row < SIZE; row++)
            fprintf(out, "0x%02X%s", glyphs[g][row], row < SIZE - 1 ? ", " : "}, ");
        if (g == GLYPHS - 1)
            fputs("/* any other byte */\n", out);
        else
            fprintf(out, "/* %d %c */\n", 32 + g, 32 + g);
    }
    fputs("};\n", out);
}

int main(int count, char **arguments) {
    if (count != 3) {
        fprintf(stderr, "usage: fontgen SHEET.txt OUT.c\n");
        return 2;
    }
    sheet in = {arguments[1], fopen(arguments[1], "r"), 0};
    if (in.file == NULL) {
        fprintf(stderr, "%s: cannot be opened\n", in.path);
        return 1;
    }
    static uint8_t glyphs[GLYPHS][SIZE];
    bool ok = read_sheet(&in, glyphs);
    fclose(in.file);
    if (!ok) return 1;
    FILE *out = fopen(arguments[2], "w");
    if (out == NULL) {
        fprintf(stderr, "%s: cannot be written\n", arguments[2]);
        return 1;
    }
    write_source(out, glyphs);
    bool bad = ferror(out) != 0;
    if (fclose(out) != 0 || bad) {
        fprintf(stderr, "%s: writing failed\n", arguments[2]);
        return 1;
    }
    return 0;
}
