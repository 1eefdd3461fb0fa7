/* Half blocks: area averaging in exact integers, and the shortest text that updates the terminal. */
#include "platform/host/host_cells.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    COLUMNS = HOST_CELLS_MAX_COLUMNS,
    ROWS = HOST_CELLS_MAX_ROWS,
    CELLS = COLUMNS * ROWS,
    CELL_TEXT = 56, /* the longest text of a cell: place, two colours and the block */
    TEXT_SIZE = CELLS * CELL_TEXT + 32
};

#define UNKNOWN 0xffffffffU /* no colour: what the terminal shows is not known */

/* ---- 256 colours ----
 * The palette has 240 colours that are the same on every terminal: a cube whose darkest step is large, and greys. By
 * distance in red, green and blue the nearest entry to a muted dark colour is mostly a grey, so grass and wood would
 * lose their hue. The distance is that of Oklab (Ottosson, "A perceptual color space for image processing", 2020), with
 * differences of lightness counted less. */

enum { FIRST = 16, KNOWN = 240, BITS = 6 };

typedef struct lab {
    float lightness, a, b;
} lab;

static float linear_of(uint32_t value) {
    float v = (float)value / 255.0f;
    return v <= 0.04045f ? v / 12.92f : powf((v + 0.055f) / 1.055f, 2.4f);
}

static lab lab_of(uint32_t colour) {
    float red = linear_of(colour >> 16 & 255U), green = linear_of(colour >> 8 & 255U),
          blue = linear_of(colour & 255U);
    float l = cbrtf(0.41222147f * red + 0.53633254f * green + 0.05144599f * blue),
          m = cbrtf(0.21190350f * red + 0.68069955f * green + 0.10739696f * blue),
          s = cbrtf(0.08830246f * red + 0.28171884f * green + 0.62997870f * blue);
    return (lab){0.21045426f * l + 0.79361779f * m - 0.00407205f * s,
                 1.97799850f * l - 2.42859221f * m + 0.45059371f * s,
                 0.02590404f * l + 0.78277177f * m - 0.80867577f * s};
}

static uint32_t palette_colour(int number) {
    static const uint8_t levels[6] = {0, 95, 135, 175, 215, 255}; /* of the cube, entries 16 to 231 */
    int at = number - FIRST;
    if (at >= 216) return (uint32_t)(8 + 10 * (at - 216)) * 0x010101u;
    return (uint32_t)levels[at / 36] << 16 | (uint32_t)levels[at / 6 % 6] << 8 | levels[at % 6];
}

static void fill_palette(lab palette[KNOWN]) {
    for (int i = 0; i < KNOWN; i++) palette[i] = lab_of(palette_colour(FIRST + i));
}

static int nearest_in(const lab palette[KNOWN], uint32_t colour) {
    const float lightness = 0.3f; /* found by looking at pictures */
    lab wanted = lab_of(colour);
    float least = 1e9f;
    int best = 0;
    for (int i = 0; i < KNOWN; i++) {
        float l = wanted.lightness - palette[i].lightness, a = wanted.a - palette[i].a,
              b = wanted.b - palette[i].b, distance = lightness * l * l + a * a + b * b;
        if (distance < least) {
            least = distance;
            best = i;
        }
    }
    return FIRST + best;
}

int host_cells_nearest(uint32_t colour) {
    lab palette[KNOWN];
    fill_palette(palette);
    return nearest_in(palette, colour);
}

struct host_cells {
    int width, height;           /* of the picture */
    int columns, rows;           /* of the terminal */
    int left, top, across, down; /* the picture's area, in half cells */
    bool true_colour;
    int line_left, row, row_left; /* running state of the vertical average, see host_cells_line */
    uint32_t across_sum[COLUMNS][3];
    uint64_t down_sum[COLUMNS][3];
    uint32_t wanted[2 * ROWS][COLUMNS]; /* colours of half cells: 0x00RRGGBB, or palette numbers */
    uint32_t drawn[2 * ROWS][COLUMNS];
    lab palette[KNOWN];             /* of terminals without true colour, filled in at the first use */
    uint8_t nearest[1 << 3 * BITS]; /* by the upper bits of red, green and blue; 0: not looked for yet */
    char text[TEXT_SIZE];
};

host_cells *host_cells_open(void) { return calloc(1, sizeof(host_cells)); }

void host_cells_close(host_cells *cells) { free(cells); }

/* ---- layout ---- */

static int clamp_int(int value, int low, int high) { return value < low ? low : value > high ? high : value; }

void host_cells_forget(host_cells *cells) {
    for (int y = 0; y < 2 * cells->rows; y++) {
        for (int x = 0; x < cells->columns; x++) cells->drawn[y][x] = UNKNOWN;
    }
}

static uint32_t terminal_colour(host_cells *cells, uint32_t colour) {
    const uint32_t mask = (1u << BITS) - 1u, rest = 8 - BITS;
    uint32_t part[3], key = 0, near = 0;
    if (cells->true_colour) return colour;
    for (int c = 0; c < 3; c++) {
        part[c] = colour >> (16 - 8 * c + (int)rest) & mask;
        key = key << BITS | part[c];
        near = near << 8 | part[c] << rest | part[c] >> (BITS - rest);
    }
    if (cells->nearest[key] == 0) {
        if (cells->palette[KNOWN - 1].lightness <= 0) fill_palette(cells->palette);
        cells->nearest[key] = (uint8_t)nearest_in(cells->palette, near);
    }
    return cells->nearest[key];
}

void host_cells_layout(host_cells *cells, int width, int height, int columns, int rows, bool true_colour) {
    columns = clamp_int(columns, 1, COLUMNS);
    rows = clamp_int(rows, 1, ROWS);
    int across = columns, down = 2 * rows;
    if (width <= across && height <= down) {
        int factor = across / width < down / height ? across / width : down / height;
        across = width * factor;
        down = height * factor;
    } else if (across * height <= down * width) { /* at most 512 * 8192 */
        down = clamp_int((height * across + width / 2) / width, 1, down);
    } else {
        across = clamp_int((width * down + height / 2) / height, 1, across);
    }
    cells->width = width;
    cells->height = height;
    cells->columns = columns;
    cells->rows = rows;
    cells->across = across;
    cells->down = down;
    cells->left = (columns - across) / 2;
    cells->top = (2 * rows - down) / 2 / 2 * 2; /* even, so that pairs of rows fall into cells */
    cells->true_colour = true_colour;
    for (int y = 0; y < 2 * rows; y++) {
        for (int x = 0; x < columns; x++) cells->wanted[y][x] = terminal_colour(cells, 0);
    }
    host_cells_forget(cells);
}

void host_cells_area(const host_cells *cells, int *left, int *top, int *width, int *height) {
    *left = cells->left;
    *top = cells->top;
    *width = cells->across;
    *height = cells->down;
}

void host_cells_pixel(const host_cells *cells, int column, int row, int *x, int *y) {
    int across = clamp_int(column - cells->left, 0, cells->across - 1);
    int down = clamp_int(2 * row + 1 - cells->top, 0, cells->down);
    *x = clamp_int((2 * across + 1) * cells->width / (2 * cells->across), 0, cells->width - 1);
    *y = clamp_int(down * cells->height / cells->down, 0, cells->height - 1);
}

/* ---- averages ----
 * Think of the line as width * across units: a pixel of the picture covers `across` units, a column of the terminal
 * `width` units. Walking both borders gives every overlap exactly. The same holds downwards with height and down. */

static void average_across(host_cells *cells, const uint32_t *pixels) {
    int from = 0, from_left = cells->across;
    for (int to = 0; to < cells->across; to++) {
        uint32_t red = 0, green = 0, blue = 0;
        for (int to_left = cells->width; to_left > 0;) {
            int overlap = from_left < to_left ? from_left : to_left;
            uint32_t colour = pixels[from], weight = (uint32_t)overlap;
            red += (colour >> 16 & 255U) * weight;
            green += (colour >> 8 & 255U) * weight;
            blue += (colour & 255U) * weight;
            to_left -= overlap;
            from_left -= overlap;
            if (from_left == 0) {
                from++;
                from_left = cells->across;
            }
        }
        cells->across_sum[to][0] = red;
        cells->across_sum[to][1] = green;
        cells->across_sum[to][2] = blue;
    }
}

/* Writes a finished row of averages and begins the next. */
static void finish_row(host_cells *cells) {
    uint64_t area = (uint64_t)cells->width * (uint64_t)cells->height;
    uint32_t *out = &cells->wanted[cells->top + cells->row][cells->left];
    for (int x = 0; x < cells->across; x++) {
        uint32_t colour = 0;
        for (int c = 0; c < 3; c++) {
            colour = colour << 8 | (uint32_t)((cells->down_sum[x][c] + area / 2) / area);
            cells->down_sum[x][c] = 0;
        }
        out[x] = terminal_colour(cells, colour);
    }
    cells->row++;
    cells->row_left = cells->height;
}

void host_cells_line(host_cells *cells, int y, const uint32_t *pixels) {
    if (y == 0) {
        memset(cells->down_sum, 0, sizeof cells->down_sum);
        cells->row = 0;
        cells->row_left = cells->height;
    }
    average_across(cells, pixels);
    for (cells->line_left = cells->down; cells->line_left > 0 && cells->row < cells->down;) {
        int overlap = cells->line_left < cells->row_left ? cells->line_left : cells->row_left;
        for (int x = 0; x < cells->across; x++) {
            for (int c = 0; c < 3; c++)
                cells->down_sum[x][c] += (uint64_t)cells->across_sum[x][c] * (uint64_t)overlap;
        }
        cells->line_left -= overlap;
        cells->row_left -= overlap;
        if (cells->row_left == 0) finish_row(cells);
    }
}

/* ---- text ---- */

static char *put_text(char *out, const char *text) {
    size_t length = strlen(text);
    memcpy(out, text, length);
    return out + length;
}

static char *put_number(char *out, uint32_t value) {
    char digits[10];
    int count = 0;
    do {
        digits[count++] = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    while (count > 0) *out++ = digits[--count];
    return out;
}

/* The parameters that select a colour: 38 (ink) or 48 (paper). */
static char *put_colour(const host_cells *cells, char *out, uint32_t layer, uint32_t colour) {
    out = put_number(out, layer);
    if (!cells->true_colour) return put_number(put_text(out, ";5;"), colour);
    out = put_number(put_text(out, ";2;"), colour >> 16 & 255U);
    *out++ = ';';
    out = put_number(out, colour >> 8 & 255U);
    *out++ = ';';
    return put_number(out, colour & 255U);
}

/* The pen of the terminal: where it writes next, in which colours. */
typedef struct pen {
    int column, row;
    uint32_t ink, paper;
} pen;

static char *put_place(char *out, pen *at, int column, int row) {
    if (at->row == row && at->column == column) return out;
    out = put_text(out, "\x1b[");
    if (at->row == row && at->column < column) {
        out = put_number(out, (uint32_t)(column - at->column));
        *out++ = 'C';
    } else {
        out = put_number(out, (uint32_t)row + 1);
        *out++ = ';';
        out = put_number(out, (uint32_t)column + 1);
        *out++ = 'H';
    }
    at->row = row;
    at->column = column;
    return out;
}

/* Writes one cell: a space where both halves are alike, since a space needs the paper only. */
static char *put_cell(const host_cells *cells, char *out, pen *at, uint32_t upper, uint32_t lower) {
    bool ink = upper != lower && upper != at->ink, paper = lower != at->paper;
    if (ink || paper) {
        out = put_text(out, "\x1b[");
        if (ink) out = put_colour(cells, out, 38, upper);
        if (ink && paper) *out++ = ';';
        if (paper) out = put_colour(cells, out, 48, lower);
        *out++ = 'm';
        if (ink) at->ink = upper;
        at->paper = lower;
    }
    at->column++;
    return put_text(out, upper == lower ? " " : "\xe2\x96\x80");
}

const char *host_cells_finish(host_cells *cells, size_t *size) {
    char *first = put_text(cells->text, HOST_CELLS_BEGIN), *out = first;
    pen at = {-1, -1, UNKNOWN, UNKNOWN};
    for (int row = 0; row < cells->rows; row++) {
        const uint32_t *upper = cells->wanted[2 * row], *lower = cells->wanted[2 * row + 1];
        uint32_t *drawn_upper = cells->drawn[2 * row], *drawn_lower = cells->drawn[2 * row + 1];
        for (int x = 0; x < cells->columns; x++) {
            if (upper[x] == drawn_upper[x] && lower[x] == drawn_lower[x]) continue;
            out = put_place(out, &at, x, row);
            out = put_cell(cells, out, &at, upper[x], lower[x]);
            drawn_upper[x] = upper[x];
            drawn_lower[x] = lower[x];
        }
    }
    if (out != first) out = put_text(out, HOST_CELLS_END);
    *size = out != first ? (size_t)(out - cells->text) : 0;
    return cells->text;
}
