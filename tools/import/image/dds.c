/* The DDS reader: one header, then blocks or pixels. */
#include "tools/import/image/dds.h"

#include <string.h>

#include "rom/blocks.h"
#include "tools/import/image/bc7.h"

enum { HEAD = 128, HEAD_10 = 20, HAS_ALPHA = 1, ALPHA_ALONE = 2, HAS_CODE = 4, LUMINANCE = 0x20000 };

typedef enum kind { PLAIN, BC1, BC2, BC3, BC4, BC4_SIGNED, BC5, BC5_SIGNED, BC7 } kind;

typedef struct dds {
    const char *name;
    const uint8_t *data;
    size_t size, at;
    tool_error *error;
    uint32_t width, height, bits, masks[4];
    bool grey; /* the mask of red holds for all colours */
    kind how;
} dds;

static uint32_t u16(const uint8_t *d) { return (uint32_t)d[0] | (uint32_t)d[1] << 8; }
static uint32_t u32(const uint8_t *d) { return u16(d) | u16(d + 2) << 16; }

static bool wrong(const dds *d, size_t at, const char *sentence) {
    return import_error_offset(d->error, d->name, at, "%s", sentence);
}

static void plain(dds *d, uint32_t bits, const uint32_t masks[4]) {
    d->how = PLAIN;
    d->bits = bits;
    memcpy(d->masks, masks, sizeof d->masks);
    d->grey = masks[1] == 0 && masks[2] == 0;
}

/* Reads the DX10 header, whose format numbers are those of DXGI. */
static bool read_head_10(dds *d) {
    if (d->size < HEAD + HEAD_10) return wrong(d, d->size, "the head is truncated");
    uint32_t format = u32(d->data + HEAD);
    d->at += HEAD_10;
    static const uint8_t kinds[] = {
        [70] = BC1, [71] = BC1, [72] = BC1,        [73] = BC2, [74] = BC2, [75] = BC2,
        [76] = BC3, [77] = BC3, [78] = BC3,        [79] = BC4, [80] = BC4, [81] = BC4_SIGNED,
        [82] = BC5, [83] = BC5, [84] = BC5_SIGNED, [97] = BC7, [98] = BC7, [99] = BC7};
    static const uint32_t rgba[4] = {0xFF, 0xFF00, 0xFF0000, 0xFF000000u},
                          bgra[4] = {0xFF0000, 0xFF00, 0xFF, 0xFF000000u},
                          bgrx[4] = {0xFF0000, 0xFF00, 0xFF, 0}, grey[4] = {0xFF, 0, 0, 0};
    if (format < sizeof kinds && kinds[format] != PLAIN) {
        d->how = (kind)kinds[format];
        return true;
    }
    switch (format) {
    case 28:
    case 29:
        plain(d, 32, rgba);
        return true;
    case 61:
        plain(d, 8, grey);
        return true;
    case 87:
    case 91:
        plain(d, 32, bgra);
        return true;
    case 88:
    case 93:
        plain(d, 32, bgrx);
        return true;
    default:
        return import_error_offset(d->error, d->name, HEAD,
                                   "format %u is not read; save the picture as BC1, BC3, BC7 or RGBA8",
                                   (unsigned)format);
    }
}

/* Some writers of grey pixels give masks that lie beyond the pixel: then the low byte is the grey, and the bits
 * above are the alpha. */
static bool read_masks(dds *d, uint32_t flags, uint32_t bits, uint32_t masks[4]) {
    uint32_t beyond = bits == 32 ? 0 : ~((1u << bits) - 1);
    bool grey = (flags & LUMINANCE) != 0;
    if (grey && ((masks[0] | masks[3]) & beyond) != 0) {
        masks[0] = 0xFF;
        masks[3] = masks[3] != 0 && bits > 8 ? 0xFF00 : 0;
    }
    if (!grey && ((masks[0] | masks[1] | masks[2] | masks[3]) & beyond) != 0)
        return wrong(d, 92, "masks that lie beyond the bits of a pixel");
    plain(d, bits, masks);
    d->grey = d->grey || grey;
    return true;
}

static bool read_head(dds *d) {
    static const struct {
        const char *code;
        kind how;
    } codes[] = {{"DXT1", BC1}, {"DXT2", BC2},        {"DXT3", BC2},       {"DXT4", BC3},
                 {"DXT5", BC3}, {"ATI1", BC4},        {"BC4U", BC4},       {"ATI2", BC5},
                 {"BC5U", BC5}, {"BC4S", BC4_SIGNED}, {"BC5S", BC5_SIGNED}};
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
    uint32_t flags = u32(h + 80), bits = u32(h + 88), masks[4];
    if (bits != 8 && bits != 16 && bits != 24 && bits != 32)
        return wrong(d, 88, "8, 16, 24 or 32 bits a pixel are read");
    for (size_t i = 0; i < 4; i++)
        masks[i] = i < 3 || (flags & (HAS_ALPHA | ALPHA_ALONE)) ? u32(h + 92 + 4 * i) : 0;
    return read_masks(d, flags, bits, masks);
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

/* Unpacks a block of one channel into every fourth byte of `out`: two values, then 16 indices of 3 bits. Where
 * the first value is the larger one, six values lie between the two; else four do, and the last two are the
 * least and the most. Values between are rounded to nearest; signed values are moved up by 128. */
static void read_ramp(const uint8_t block[8], bool with_sign, uint8_t *out) {
    uint64_t bits = u32(block) | (uint64_t)u32(block + 4) << 32;
    int32_t values[8], parts = 7;
    for (int i = 0; i < 2; i++) values[i] = with_sign ? (block[i] ^ 128) : block[i];
    for (int i = 0; i < 2 && with_sign; i++)
        values[i] = values[i] == 0 ? 1 : values[i]; /* -128 stands for -127 */
    if (values[0] <= values[1]) parts = 5, values[6] = with_sign ? 1 : 0, values[7] = 255;
    for (int32_t i = 2; i <= parts; i++) {
        values[i] = ((parts - (i - 1)) * values[0] + (i - 1) * values[1] + parts / 2) / parts;
    }
    for (uint32_t i = 0; i < 16; i++) out[4 * i] = (uint8_t)values[bits >> (16 + 3 * i) & 7];
}

/* Unpacks a block of any kind, `bytes` long, to RGBA. */
static void read_block(const dds *d, const uint8_t *block, size_t bytes, uint8_t pixels[64]) {
    bool with_sign = d->how == BC4_SIGNED || d->how == BC5_SIGNED;
    if (d->how == BC7) {
        import_bc7_block(block, pixels);
    } else if (d->how <= BC3) {
        import_dds_block(block + bytes - 8, d->how != BC1, pixels);
        if (d->how == BC3) read_ramp(block, false, pixels + 3);
        for (size_t i = 0; i < 16 && d->how == BC2; i++)
            pixels[4 * i + 3] = (uint8_t)((block[i / 2] >> (i % 2 * 4) & 15) * 17);
    } else {
        for (size_t i = 0; i < 16; i++) pixels[4 * i + 2] = with_sign ? 128 : 0, pixels[4 * i + 3] = 255;
        read_ramp(block, with_sign, pixels);
        if (d->how >= BC5) read_ramp(block + 8, with_sign, pixels + 1);
        for (size_t i = 0; i < 16 && d->how < BC5; i++) pixels[4 * i + 1] = pixels[4 * i + 2] = pixels[4 * i];
    }
}

static bool read_blocks(const dds *d, import_image *image) {
    uint32_t columns = (d->width + 3) / 4, rows = (d->height + 3) / 4;
    size_t bytes = d->how == BC1 || d->how == BC4 || d->how == BC4_SIGNED ? 8 : 16;
    if ((size_t)columns * rows * bytes > d->size - d->at)
        return wrong(d, d->size, "the file ends inside of the picture; it is truncated");
    for (uint32_t b = 0; b < columns * rows; b++) {
        const uint8_t *block = d->data + d->at + b * bytes;
        uint8_t pixels[64];
        read_block(d, block, bytes, pixels);
        for (uint32_t i = 0; i < 16; i++) {
            uint32_t x = b % columns * 4 + i % 4, y = b / columns * 4 + i / 4;
            if (x < d->width && y < d->height)
                memcpy(image->rgba + 4 * ((size_t)y * d->width + x), pixels + 4 * i, 4);
        }
    }
    return true;
}

/* ---- plain pixels ---- */

/* The bits under a mask as 8 bits; a mask must be one run of bits. */
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
    for (size_t i = 0; i < (size_t)d->width * d->height; i++) {
        const uint8_t *from = d->data + d->at + i * bytes;
        uint32_t pixel = 0;
        for (size_t b = 0; b < bytes; b++) pixel |= (uint32_t)from[b] << (8 * b);
        uint8_t *out = image->rgba + 4 * i;
        for (int c = 0; c < 4; c++) {
            uint32_t mask = d->grey && c < 3 ? d->masks[0] : d->masks[c];
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
    if (d.how == BC5 || d.how == BC5_SIGNED)
        image->note = "the picture is BC5, which holds red and green alone; blue is 0";
    return true;
}
