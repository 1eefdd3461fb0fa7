/* Writes pictures as XPM. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/image/xpm.h"

enum { MOST_COLOURS = 65536 };

/* Characters that mean nothing in a C string; the first ones look like the paper they are drawn on. */
static const char alphabet[] =
    " .+@#$%&*=-;>,')!~{]^/(_:<[}|1234567890abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
enum { LETTERS = sizeof alphabet - 1 };

typedef struct palette {
    uint8_t *rgba;
    uint32_t count, per_pixel;
} palette;

static int by_colour(const void *a, const void *b) { return memcmp(a, b, 4); }

/* The colour of a pixel; transparent pixels are all one colour, as the reader gives them. */
static void colour_of(const uint8_t *from, uint8_t to[4]) {
    memcpy(to, from, 4);
    if (to[3] == 0) memset(to, 0, 4);
}

/* All colours of the pixels, rising, each once. */
static bool collect(const import_image *image, palette *p) {
    size_t pixels = (size_t)image->width * (size_t)image->height, kept = 0;
    p->rgba = malloc(pixels * 4);
    if (p->rgba == NULL) return false;
    for (size_t i = 0; i < pixels; i++) colour_of(image->rgba + i * 4, p->rgba + i * 4);
    qsort(p->rgba, pixels, 4, by_colour);
    for (size_t i = 0; i < pixels; i++)
        if (i == 0 || memcmp(p->rgba + i * 4, p->rgba + (kept - 1) * 4, 4) != 0)
            memmove(p->rgba + kept++ * 4, p->rgba + i * 4, 4);
    p->count = (uint32_t)kept;
    return true;
}

static uint32_t index_of(const palette *p, const uint8_t *pixel) {
    uint8_t wanted[4];
    colour_of(pixel, wanted);
    const uint8_t *found = bsearch(wanted, p->rgba, p->count, 4, by_colour);
    return (uint32_t)((size_t)(found - p->rgba) / 4);
}

static void put(writer *out, const char *text) { writer_bytes(out, text, strlen(text)); }

static void put_key(writer *out, const palette *p, uint32_t index) {
    char key[4];
    for (uint32_t i = p->per_pixel; i-- > 0; index /= LETTERS) key[i] = alphabet[index % LETTERS];
    writer_bytes(out, key, p->per_pixel);
}

static void put_colours(writer *out, const palette *p) {
    char line[40];
    for (uint32_t i = 0; i < p->count; i++) {
        const uint8_t *c = p->rgba + (size_t)i * 4;
        put(out, "\"");
        put_key(out, p, i);
        if (c[3] == 0)
            put(out, " c None\",\n");
        else if (c[3] == 255)
            snprintf(line, sizeof line, " c #%02X%02X%02X\",\n", c[0], c[1], c[2]);
        else
            snprintf(line, sizeof line, " c #%02X%02X%02X%02X\",\n", c[0], c[1], c[2], c[3]);
        if (c[3] != 0) put(out, line);
    }
}

bool import_xpm_write(const import_image *image, const char *name, writer *out, tool_error *error) {
    palette p = {.rgba = NULL};
    bool indexed = image->indices != NULL;
    char line[200];
    if (indexed) p = (palette){image->palette, (uint32_t)image->palette_count, 1};
    if (!indexed && !collect(image, &p)) return import_error_memory(error, name);
    if (p.count > MOST_COLOURS) {
        free(p.rgba);
        return import_error_file(error, name, "the picture has %u colours, an XPM at most %d; write a PNG",
                                 (unsigned)p.count, MOST_COLOURS);
    }
    p.per_pixel = p.count <= LETTERS ? 1 : p.count <= LETTERS * LETTERS ? 2 : 3;
    snprintf(line, sizeof line, "/* XPM */\nstatic char *%.100s[] = {\n\"%d %d %u %u\",\n", name,
             image->width, image->height, (unsigned)p.count, (unsigned)p.per_pixel);
    put(out, line);
    put_colours(out, &p);
    for (int y = 0; y < image->height; y++) {
        put(out, "\"");
        for (int i = 0; i < image->width; i++) {
            size_t pixel = (size_t)y * (size_t)image->width + (size_t)i;
            put_key(out, &p, indexed ? image->indices[pixel] : index_of(&p, image->rgba + pixel * 4));
        }
        put(out, y + 1 < image->height ? "\",\n" : "\"\n");
    }
    put(out, "};\n");
    if (!indexed) free(p.rgba);
    return !out->failed || import_error_memory(error, name);
}
