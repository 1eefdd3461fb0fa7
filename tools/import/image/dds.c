/* The DDS reader: one head, then blocks or pixels. */
#include "tools/import/image/dds.h"

#include <string.h>

#include "rom/blocks.h"

enum { HEAD = 128, HEAD_10 = 20, HAS_CODE = 4, HAS_ALPHA = 1 };

typedef enum kind { PLAIN, BC1, BC2, BC3 } kind;

typedef struct dds {
    const char *name;
    const uint8_t *data;
    size_t size, at;
    tool_error *error;
    uint32_t width, height, bits, masks[4];
    kind how;
} dds;

static uint32_t u16(const uint8_t *d) { return (uint32_t)d[0] | (uint32_t)d[1] << 8; }
static uint32_t u32(const uint8_t *d) { return u16(d) | u16(d + 2) << 16; }

static bool wrong(const dds *d, size_t at, const char *sentence) {
    return import_error_offset(d->error, d->name, at, "%s", sentence);
}

static void plain(dds *d, uint32_t red, uint32_t green, uint32_t blue, uint32_t alpha) {
    d->how = PLAIN;
    d->bits = 32;
    d->masks[0] = red, d->masks[1] = green, d->masks[2] = blue, d->masks[3] = alpha;
}

/* The numbers of the DX10 head: those of DXGI. */
static bool read_head_10(dds *d) {
    if (d->size < HEAD + HEAD_10) return wrong(d, d->size, "the head is truncated");
    uint32_t format = u32(d->data + HEAD);
    d->at += HEAD_10;
    switch (format) {
    case 71:
    case 72:
        d->how = BC1;
        return true;
    case 74:
    case 75:
        d->how = BC2;
        return true;
    case 77:
    case 78:
        d->how = BC3;
        return true;
    case 28:
    case 29:
        plain(d, 0xFF, 0xFF00, 0xFF0000, 0xFF000000u);
        return true;
    case 87:
    case 91:
        plain(d, 0xFF0000, 0xFF00, 0xFF, 0xFF000000u);
        return true;
    default:
        return import_error_offset(d->error, d->name, HEAD,
                                   "format %u is not read; save the picture as BC1, BC3 or RGBA8",
                                   (unsigned)format);
    }
}

static bool read_head(dds *d) {
    static const struct {
        const char *code;
        kind how;
    } codes[] = {{"DXT1", BC1}, {"DXT2", BC2}, {"DXT3", BC2}, {"DXT4", BC3}, {"DXT5", BC3}};
    const uint8_t *h = d->data;
    if (d->size < 4 || memcmp(h, "DDS ", 4) != 0) return wrong(d, 0, "this is no DDS file");
    if (d->size < HEAD || u32(h + 4) != 124 || u32(h + 76) != 32)
        return wrong(d, 4, "the head is damaged or truncated");
    d->height = u32(h + 12);
    d->width = u32(h + 16);
    d->at = HEAD;
    if (d->width == 0 || d->height == 0 || d->width > IMPORT_IMAGE_LARGEST_SIDE ||
        d->height > IMPORT_IMAGE_LARGEST_SIDE) {
        return import_error_offset(d->error, d->name, 12,
                                   "the picture is %u x %u pixels, but each side must be 1 to %d; scale it",
                                   (unsigned)d->width, (unsigned)d->height, IMPORT_IMAGE_LARGEST_SIDE);
    }
    if (u32(h + 80) & HAS_CODE) {
        if (memcmp(h + 84, "DX10", 4) == 0) return read_head_10(d);
        for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
            if (memcmp(h + 84, codes[i].code, 4) != 0) continue;
            d->how = codes[i].how;
            return true;
        }
        return wrong(d, 84, "this coding is not read; save the picture as DXT1, DXT5 or plain pixels");
    }
    plain(d, u32(h + 92), u32(h + 96), u32(h + 100), u32(h + 80) & HAS_ALPHA ? u32(h + 104) : 0);
    d->bits = u32(h + 88);
    if (d->bits != 8 && d->bits != 16 && d->bits != 24 && d->bits != 32)
        return wrong(d, 88, "8, 16, 24 or 32 bits a pixel are read");
    return true;
}

/* ---- blocks ---- */

void import_dds_block(const uint8_t block[8], bool four, uint8_t pixels[64]) {
    uint32_t colours[4], numbers = u32(block + 4);
    rom_block_colours(block, four, colours);
    for (int i = 0; i < 16; i++) {
        uint32_t colour = colours[numbers >> (2 * i) & 3];
        uint8_t *p = pixels + 4 * i;
        for (int k = 0; k < 3; k++) p[k] = (uint8_t)(colour >> (16 - 8 * k));
        p[3] = (colour & ROM_BLOCK_CLEAR) != 0 ? 0 : 255;
    }
}

/* BC2: 4 bits of alpha a pixel. BC3: two alphas, then 16 numbers of 3 bits for what lies between them. */
static void block_alpha(const uint8_t *block, kind how, uint8_t pixels[64]) {
    uint64_t bits = u32(block) | (uint64_t)u32(block + 4) << 32;
    uint32_t alphas[8] = {block[0], block[1], 0, 0, 0, 0, 0, 255};
    for (uint32_t i = 2; i < 8; i++) {
        uint32_t parts = alphas[0] > alphas[1] ? 7 : 5;
        if (i - 1 < parts)
            alphas[i] = ((parts - (i - 1)) * alphas[0] + (i - 1) * alphas[1] + parts / 2) / parts;
    }
    if (alphas[0] <= alphas[1]) alphas[6] = 0, alphas[7] = 255;
    for (uint32_t i = 0; i < 16; i++) {
        pixels[4 * i + 3] =
            how == BC2 ? (uint8_t)((bits >> (4 * i) & 15) * 17) : (uint8_t)alphas[bits >> (16 + 3 * i) & 7];
    }
}

static bool read_blocks(const dds *d, import_image *image) {
    uint32_t columns = (d->width + 3) / 4, rows = (d->height + 3) / 4;
    size_t bytes = d->how == BC1 ? 8 : 16;
    if ((size_t)columns * rows * bytes > d->size - d->at)
        return wrong(d, d->size, "the file ends inside of the picture; it is truncated");
    for (uint32_t b = 0; b < columns * rows; b++) {
        const uint8_t *block = d->data + d->at + b * bytes;
        uint8_t pixels[64];
        import_dds_block(block + bytes - 8, d->how != BC1, pixels);
        if (d->how != BC1) block_alpha(block, d->how, pixels);
        for (uint32_t i = 0; i < 16; i++) {
            uint32_t x = b % columns * 4 + i % 4, y = b / columns * 4 + i / 4;
            if (x < d->width && y < d->height)
                memcpy(image->rgba + 4 * ((size_t)y * d->width + x), pixels + 4 * i, 4);
        }
    }
    return true;
}

/* ---- plain pixels ---- */

/* The bits under a mask as 8; a mask must be one run of bits. */
static uint8_t under(uint32_t pixel, uint32_t mask) {
    uint32_t shift = 0, bits = 0;
    while ((mask >> shift & 1) == 0) shift++;
    while (shift + bits < 32 && (mask >> (shift + bits) & 1) != 0) bits++;
    uint32_t value = pixel >> shift & (uint32_t)(((uint64_t)1 << bits) - 1);
    return bits > 16 ? (uint8_t)(value >> (bits - 8)) : import_sample_to_8(value, bits);
}

static bool is_run(uint32_t mask) {
    if (mask == 0) return true;
    uint32_t low = mask & (~mask + 1), above = mask + low;
    return above == 0 || (above & mask) == 0;
}

static bool read_plain(const dds *d, import_image *image) {
    size_t bytes = d->bits / 8, row = (size_t)d->width * bytes;
    if (!is_run(d->masks[0]) || !is_run(d->masks[1]) || !is_run(d->masks[2]) || !is_run(d->masks[3]))
        return wrong(d, 92, "masks that are no runs of bits");
    if (row * d->height > d->size - d->at)
        return wrong(d, d->size, "the file ends inside of the picture; it is truncated");
    bool grey = d->masks[1] == 0 && d->masks[2] == 0;
    for (size_t i = 0; i < (size_t)d->width * d->height; i++) {
        const uint8_t *from = d->data + d->at + i * bytes;
        uint32_t pixel = 0;
        for (size_t b = 0; b < bytes; b++) pixel |= (uint32_t)from[b] << (8 * b);
        uint8_t *out = image->rgba + 4 * i;
        for (int c = 0; c < 4; c++) {
            uint32_t mask = grey && c < 3 ? d->masks[0] : d->masks[c];
            out[c] = mask != 0 ? under(pixel, mask) : c == 3 ? 255 : 0;
        }
    }
    return true;
}

bool import_dds_decode(const char *name, const uint8_t *data, size_t size, import_image *image,
                       tool_error *error) {
    dds d = {.name = name, .data = data, .size = size, .error = error};
    memset(image, 0, sizeof *image);
    if (!read_head(&d)) return false;
    if ((uint64_t)d.width * d.height / 2 > d.size)
        return wrong(&d, d.size, "the file ends inside of the picture; it is truncated");
    if (!import_image_allocate(name, (long)d.width, (long)d.height, false, image, error)) return false;
    if (!(d.how == PLAIN ? read_plain(&d, image) : read_blocks(&d, image))) {
        import_image_free(image);
        return false;
    }
    import_image_find_alpha(image);
    return true;
}
