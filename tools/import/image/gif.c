/* GIF87a and GIF89a: LZW, interlacing, transparency, local palettes; the first frame, or all of them side by side as they are
 * shown. After the GIF89a specification (CompuServe 1990). */
#include "tools/import/image/gif.h"

#include <stdlib.h>
#include <string.h>

#include "tools/import/base/limit.h"
#include "tools/import/image/lzw.h"

enum {
    HEAD = 13,
    IMAGE = 0x2C,
    EXTENSION = 0x21,
    TRAILER = 0x3B,
    GRAPHIC_CONTROL = 0xF9,
    TABLE = 0x80,      /* flag: a colour table follows */
    INTERLACED = 0x40, /* flag of an image */
    TRANSPARENT = 1,   /* flag of a graphic control */
    TO_BACKGROUND = 2, /* disposals */
    TO_PREVIOUS = 3
};

typedef struct reader {
    const char *name;
    const uint8_t *data;
    size_t size, at;
    tool_error *error;
} reader;

typedef struct frame {
    int left, top, width, height;
    bool interlaced;
    const uint8_t *colours; /* 3 bytes each */
    int colour_count;
    int transparent; /* index, or -1 */
    int disposal;
    unsigned delay; /* 1/100 s */
} frame;

typedef struct canvas {
    int width, height;
    uint8_t *rgba;     /* as shown now */
    uint8_t *previous; /* as shown before the frame, for disposal 3 */
    uint8_t *indices;  /* of the frame under way */
    size_t room;       /* of indices */
    bool painted, cut; /* a frame was painted; a frame reached beyond the canvas */
    const uint8_t *global;
    int global_count;
} canvas;

static bool wrong(const reader *r, const char *sentence) {
    return import_error_offset(r->error, r->name, r->at, "%s", sentence);
}

static bool need(const reader *r, size_t bytes) {
    return r->size - r->at >= bytes || wrong(r, "the file ends in the middle of a picture; export it again");
}

static unsigned half_at(const reader *r, size_t at) { return r->data[at] | (unsigned)r->data[at + 1] << 8; }

/* ---- blocks ---- */

/* A colour table of 2 << (flags & 7) entries. */
static bool read_table(reader *r, unsigned flags, const uint8_t **colours, int *count) {
    *count = 2 << (flags & 7u);
    if (!need(r, (size_t)*count * 3)) return false;
    *colours = r->data + r->at;
    r->at += (size_t)*count * 3;
    return true;
}

static bool skip_blocks(reader *r) {
    for (;;) {
        if (!need(r, 1)) return false;
        size_t length = r->data[r->at++];
        if (length == 0) return true;
        if (!need(r, length)) return false;
        r->at += length;
    }
}

static bool read_extension(reader *r, frame *next) {
    if (!need(r, 2)) return false;
    unsigned kind = r->data[r->at++];
    if (kind == GRAPHIC_CONTROL && r->data[r->at] >= 4) {
        if (!need(r, 5)) return false;
        unsigned flags = r->data[r->at + 1];
        next->delay = half_at(r, r->at + 2);
        next->transparent = (flags & TRANSPARENT) != 0 ? r->data[r->at + 4] : -1;
        next->disposal = (int)(flags >> 2 & 7u);
    }
    return skip_blocks(r);
}

static bool check_size(reader *r, size_t at, int width, int height) {
    if (width >= 1 && height >= 1 && width <= IMPORT_IMAGE_LARGEST_SIDE &&
        height <= IMPORT_IMAGE_LARGEST_SIDE && (size_t)width * (size_t)height <= IMPORT_IMAGE_MOST_PIXELS)
        return import_limit_picture(r->name, (uint64_t)width, (uint64_t)height, r->error);
    r->at = at;
    return import_error_offset(r->error, r->name, at, "a picture of %d x %d pixels; scale it", width, height);
}

/* Memory for a canvas of this size, all pixels clear. */
static bool make_canvas(const reader *r, canvas *c, int width, int height) {
    size_t pixels = (size_t)width * (size_t)height;
    free(c->rgba);
    free(c->previous);
    c->width = width;
    c->height = height;
    c->rgba = calloc(pixels, 4);
    c->previous = calloc(pixels, 4);
    return (c->rgba != NULL && c->previous != NULL) || import_error_memory(r->error, r->name);
}

/* Makes room for a frame. The canvas grows to hold the first frame; later frames are cut to the canvas. */
static bool make_room(reader *r, canvas *c, const frame *f) {
    int right = f->left + f->width, bottom = f->top + f->height;
    size_t pixels = (size_t)f->width * (size_t)f->height;
    if (!check_size(r, r->at + 4, f->width, f->height)) return false;
    if (right > c->width || bottom > c->height) {
        if (right < c->width) right = c->width;
        if (bottom < c->height) bottom = c->height;
        if (c->painted)
            c->cut = true;
        else if (!check_size(r, r->at + 4, right, bottom) || !make_canvas(r, c, right, bottom))
            return false;
    }
    if (pixels <= c->room) return true;
    free(c->indices);
    c->indices = calloc(pixels, 1);
    c->room = c->indices != NULL ? pixels : 0;
    return c->indices != NULL || import_error_memory(r->error, r->name);
}

static bool read_descriptor(reader *r, canvas *c, frame *f) {
    if (!need(r, 9)) return false;
    unsigned flags = r->data[r->at + 8];
    f->left = (int)half_at(r, r->at);
    f->top = (int)half_at(r, r->at + 2);
    f->width = (int)half_at(r, r->at + 4);
    f->height = (int)half_at(r, r->at + 6);
    f->interlaced = (flags & INTERLACED) != 0;
    f->colours = c->global;
    f->colour_count = c->global_count;
    if (f->width == 0 || f->height == 0) return wrong(r, "a frame without pixels; export it again");
    if (!make_room(r, c, f)) return false;
    r->at += 9;
    if ((flags & TABLE) != 0 && !read_table(r, flags, &f->colours, &f->colour_count)) return false;
    return f->colour_count > 0 || wrong(r, "a frame without a palette; export it again");
}

/* ---- LZW: codes with the low bits first, in blocks ---- */

typedef struct lzw {
    reader *r;
    size_t block; /* bytes left in the sub-block */
    uint32_t bits;
    int bit_count;
    import_lzw table;
} lzw;

/* The next code, or -1 at the end of the data (which is no error: some writers leave the end code out), -2 when
 * the file ends inside of the data. */
static int next_code(lzw *z, int width) {
    while (z->bit_count < width) {
        reader *r = z->r;
        if (z->block == 0) {
            if (r->at >= r->size) return -2;
            z->block = r->data[r->at++];
            if (z->block == 0) {
                r->at--; /* the terminator is skipped with the remaining sub-blocks */
                return -1;
            }
        }
        if (r->at >= r->size) return -2;
        z->bits |= (uint32_t)r->data[r->at++] << z->bit_count;
        z->block--;
        z->bit_count += 8;
    }
    int code = (int)(z->bits & ((1u << width) - 1u));
    z->bits >>= width;
    z->bit_count -= width;
    return code;
}

/* Unpacks `pixels` indices. */
static bool unpack(reader *r, uint8_t *out, size_t pixels) {
    if (!need(r, 1)) return false;
    int least = r->data[r->at++];
    if (least < 2 || least > 8) return wrong(r, "an LZW code size that is none; the file is damaged");
    const int clear = 1 << least;
    int width = least + 1;
    size_t done = 0;
    lzw *z = calloc(1, sizeof *z);
    if (z == NULL) return import_error_memory(r->error, r->name);
    z->r = r;
    import_lzw_clear(&z->table, (uint32_t)clear);
    bool ok = true;
    while (ok && done < pixels) {
        int code = next_code(z, width);
        if (code == clear) {
            width = least + 1;
            import_lzw_clear(&z->table, (uint32_t)clear);
            continue;
        }
        if (code < 0 || code == clear + 1) break;
        ok = import_lzw_put(&z->table, (uint32_t)code, out, &done, pixels) ||
             wrong(r, "an LZW code that is not there yet; the file is damaged");
        if (z->table.next == 1u << width && width < 12) width++;
    }
    if (ok && done < pixels) ok = wrong(r, "the pixels of a frame end early; the file is damaged");
    if (ok) {
        r->at += z->block < r->size - r->at ? z->block : r->size - r->at;
        ok = skip_blocks(r);
    }
    free(z);
    return ok;
}

/* ---- frames ---- */

/* The row that an interlaced frame stores as its i-th. */
static int stored_row(int i, int height) {
    static const uint8_t start[] = {0, 4, 2, 1}, step[] = {8, 8, 4, 2};
    for (int pass = 0; pass < 4; pass++) {
        int rows = (height - start[pass] + step[pass] - 1) / step[pass];
        if (rows < 0) rows = 0;
        if (i < rows) return start[pass] + i * step[pass];
        i -= rows;
    }
    return height - 1;
}

/* How many of `count` pixels from `first` on lie on a canvas of `room` pixels. */
static int on_canvas(int first, int count, int room) {
    return first >= room ? 0 : count < room - first ? count : room - first;
}

static bool paint(const reader *r, canvas *c, const frame *f) {
    int across = on_canvas(f->left, f->width, c->width);
    for (int i = 0; i < f->height; i++) {
        int y = f->top + (f->interlaced ? stored_row(i, f->height) : i);
        const uint8_t *from = c->indices + (size_t)i * (size_t)f->width;
        if (y >= c->height) continue;
        for (int x = 0; x < across; x++) {
            uint8_t *to = c->rgba + ((size_t)y * (size_t)c->width + (size_t)(f->left + x)) * 4;
            if (from[x] == f->transparent) continue;
            if (from[x] >= f->colour_count)
                return wrong(r, "a pixel with a colour beyond the palette; export it again");
            memcpy(to, f->colours + (size_t)from[x] * 3, 3);
            to[3] = 255;
        }
    }
    c->painted = true;
    return true;
}

static void dispose(canvas *c, const frame *f) {
    int across = on_canvas(f->left, f->width, c->width), down = on_canvas(f->top, f->height, c->height);
    if (f->disposal == TO_PREVIOUS) {
        memcpy(c->rgba, c->previous, (size_t)c->width * (size_t)c->height * 4);
    } else if (f->disposal == TO_BACKGROUND && across > 0) {
        for (int y = f->top; y < f->top + down; y++) {
            memset(c->rgba + ((size_t)y * (size_t)c->width + (size_t)f->left) * 4, 0, (size_t)across * 4);
        }
    }
}

/* Reads up to the next frame and paints it. *more is false at the end. */
static bool next_frame(reader *r, canvas *c, frame *f, bool *more) {
    *f = (frame){.transparent = -1};
    *more = false;
    for (;;) {
        if (r->at >= r->size) return true; /* the trailer is missing, the frames are whole */
        unsigned kind = r->data[r->at++];
        if (kind == TRAILER) return true;
        if (kind == EXTENSION) {
            if (!read_extension(r, f)) return false;
        } else if (kind == IMAGE) {
            if (!read_descriptor(r, c, f)) return false;
            if (!unpack(r, c->indices, (size_t)f->width * (size_t)f->height)) return false;
            if (f->disposal == TO_PREVIOUS)
                memcpy(c->previous, c->rgba, (size_t)c->width * (size_t)c->height * 4);
            *more = true;
            return paint(r, c, f);
        } else if (kind != 0) {
            r->at--;
            return wrong(r, "neither a frame nor an extension; the file is damaged");
        }
    }
}

static void canvas_free(canvas *c) {
    free(c->rgba);
    free(c->previous);
    free(c->indices);
}

static bool begin(reader *r, canvas *c) {
    memset(c, 0, sizeof *c);
    if (r->size < HEAD || memcmp(r->data, "GIF8", 4) != 0) return wrong(r, "not a GIF; export it again");
    unsigned flags = r->data[10];
    r->at = HEAD;
    if (!check_size(r, 6, (int)half_at(r, 6), (int)half_at(r, 8))) return false;
    if ((flags & TABLE) != 0 && !read_table(r, flags, &c->global, &c->global_count)) return false;
    if (make_canvas(r, c, (int)half_at(r, 6), (int)half_at(r, 8))) return true;
    canvas_free(c);
    return false;
}

/* ---- the first frame ---- */

/* Keeps indices and palette where the frame covers the picture. */
static bool keep_indices(const reader *r, const canvas *c, const frame *f, import_image *image) {
    image->palette_count = f->colour_count;
    for (int i = 0; i < f->colour_count; i++) {
        memcpy(image->palette + i * 4, f->colours + i * 3, 3);
        image->palette[i * 4 + 3] = i == f->transparent ? 0 : 255;
    }
    for (int i = 0; i < f->height; i++) {
        int y = f->interlaced ? stored_row(i, f->height) : i;
        memcpy(image->indices + (size_t)y * (size_t)f->width, c->indices + (size_t)i * (size_t)f->width,
               (size_t)f->width);
    }
    /* A transparent index may lie beyond the table. */
    if (f->transparent >= f->colour_count) image->palette_count = f->transparent + 1;
    return import_image_expand(r->name, image, r->error);
}

bool import_gif_decode(const char *name, const uint8_t *data, size_t size, import_image *image,
                       tool_error *error) {
    reader r = {name, data, size, 0, error};
    canvas c;
    frame f;
    bool more = false;
    memset(image, 0, sizeof *image);
    if (!begin(&r, &c)) return false;
    bool ok = next_frame(&r, &c, &f, &more);
    if (ok && !more) ok = wrong(&r, "there is no frame in it; export it again");
    bool whole = ok && f.left == 0 && f.top == 0 && f.width == c.width && f.height == c.height;
    ok = ok && import_image_allocate(name, c.width, c.height, whole, image, error);
    if (ok && whole) ok = keep_indices(&r, &c, &f, image);
    if (ok && !whole) memcpy(image->rgba, c.rgba, (size_t)c.width * (size_t)c.height * 4);
    if (ok) import_image_find_alpha(image);
    if (!ok) import_image_free(image);
    canvas_free(&c);
    return ok;
}

/* ---- all frames ---- */

static void put_in_strip(const canvas *c, uint32_t number, import_image *strip) {
    for (int y = 0; y < c->height; y++) {
        memcpy(strip->rgba + ((size_t)y * (size_t)strip->width + (size_t)number * (size_t)c->width) * 4,
               c->rgba + (size_t)y * (size_t)c->width * 4, (size_t)c->width * 4);
    }
}

/* Plays the file: puts the frames into `strip`, or only counts them when it is NULL. */
static bool play(reader *r, canvas *c, import_image *strip, uint16_t *delays, uint32_t room,
                 uint32_t *count) {
    frame f;
    bool more = true;
    *count = 0;
    while (more && *count < room) {
        if (!next_frame(r, c, &f, &more)) return false;
        if (!more) break;
        if (strip != NULL) put_in_strip(c, *count, strip);
        if (strip != NULL && delays != NULL) delays[*count] = (uint16_t)f.delay;
        ++*count;
        dispose(c, &f);
    }
    return *count > 0 || wrong(r, "there is no frame in it; export it again");
}

bool import_gif_strip(const char *name, const uint8_t *data, size_t size, import_image *strip,
                      uint16_t *delays, uint32_t room, uint32_t *count, tool_error *error) {
    reader r = {name, data, size, 0, error}, again = r;
    canvas c;
    memset(strip, 0, sizeof *strip);
    *count = 0;
    if (!begin(&r, &c)) return false;
    bool ok = play(&r, &c, NULL, NULL, room, count);
    long width = (long)c.width * (long)*count, height = c.height;
    canvas_free(&c);
    if (!ok || !import_image_allocate(name, width, height, false, strip, error)) return false;
    if (!begin(&again, &c)) {
        import_image_free(strip);
        return false;
    }
    ok = play(&again, &c, strip, delays, room, count);
    canvas_free(&c);
    if (ok) import_image_find_alpha(strip);
    if (ok && c.cut) strip->note = "a frame reaches beyond the picture; what lies outside of it is left out";
    if (ok) import_light_pixels(strip->rgba, (size_t)strip->width * (size_t)strip->height);
    if (!ok) import_image_free(strip);
    return ok;
}
