/* Pixels and clears. */
#include "raster/surface.h"

#include <string.h>

#include "raster/hot.h"
#include "raster/list/list.h"
#include "raster/texture.h"
#include "raster/wide/wide.h"

uint32_t rs_native_from_rgb(rs_format format, uint32_t rgb) {
    uint32_t r = rgb >> 16 & 255u, g = rgb >> 8 & 255u, b = rgb & 255u;
    switch (format) {
    case RS_RGB565:
        return r >> 3 << 11 | g >> 2 << 5 | b >> 3;
    case RS_BGR555:
        return b >> 3 << 10 | g >> 3 << 5 | r >> 3;
    case RS_GREY4:
        return rs_luma(rgb) >> 4;
    case RS_ARGB1555:
        return 0x8000u | r >> 3 << 10 | g >> 3 << 5 | b >> 3;
    case RS_RGBA5551:
        return r >> 3 << 11 | g >> 3 << 6 | b >> 3 << 1 | 1u;
    case RS_ARGB4444:
        return 0xF000u | r >> 4 << 8 | g >> 4 << 4 | b >> 4;
    case RS_A8:
        return 255u;
    case RS_L8:
        return rs_luma(rgb);
    case RS_ARGB8888:
        return 0xFF000000u | (rgb & 0xFFFFFFu);
    case RS_RGBA8888:
        return rgb << 8 | 255u;
    default:
        return rgb & 0xFFFFFFu;
    }
}

uint32_t rs_rgb_from_native(rs_format format, uint32_t native) {
    uint8_t memory[4];
    if (format == RS_PAL8 || format == RS_PAL4) return native & 0xFFFFFFu;
    if (format == RS_GREY4) return (native & 15u) * 0x111111u;
    switch (rs_format_bytes(format)) {
    case 1:
        memory[0] = (uint8_t)native;
        break;
    case 2: {
        uint16_t half = (uint16_t)native;
        memcpy(memory, &half, sizeof half);
        break;
    }
    default:
        memcpy(memory, &native, sizeof native);
        break;
    }
    return rs_texel_decode((int)format, memory, 0, NULL) & 0xFFFFFFu;
}

int rs_nearest(const uint32_t palette[256], uint32_t rgb) {
    int best = 0;
    int32_t best_distance = INT32_MAX;
    for (int i = 0; i < 256; i++) {
        int32_t r = (int32_t)(palette[i] >> 16 & 255u) - (int32_t)(rgb >> 16 & 255u);
        int32_t g = (int32_t)(palette[i] >> 8 & 255u) - (int32_t)(rgb >> 8 & 255u);
        int32_t b = (int32_t)(palette[i] & 255u) - (int32_t)(rgb & 255u);
        int32_t distance = r * r + g * g + b * b;
        if (distance < best_distance) {
            best_distance = distance;
            best = i;
        }
    }
    return best;
}

/* Whether memset, which a port gives its fastest memory too, clears depth and all pixels that are linked. */
#if defined(RS_HOT_SECTION) && (RS_FORMATS_LINKED & ~17) == 0
#define BYTES_SUFFICE
#endif

#ifndef BYTES_SUFFICE
/* `words` 32-bit stores of one value. */
RS_HOT static void set_words(uint32_t *to, uint32_t value, size_t words) {
#if RS_WIDE
    if (words >= 64 && rs_wide_usable()) {
        rs_wide_set(to, value, words);
        return;
    }
#endif
    const uint32_t *end = to + (words & ~(size_t)7);
    for (; to != end; to += 8) {
        to[0] = value;
        to[1] = value;
        to[2] = value;
        to[3] = value;
        to[4] = value;
        to[5] = value;
        to[6] = value;
        to[7] = value;
    }
    for (end = to + (words & 7u); to != end; to++) *to = value;
}
#endif

static uint32_t spread(rs_format format, uint32_t native) {
    int bytes = rs_format_bytes(format);
    if (format == RS_GREY4) return (native & 15u) * 0x11111111u;
    return bytes == 4 ? native : bytes == 2 ? (native & 0xFFFFu) * 0x10001u : (native & 255u) * 0x1010101u;
}

static void set_pixel(uint8_t *pixel, int bytes, uint32_t native) {
    if (bytes == 1) {
        *pixel = (uint8_t)native;
    } else if (bytes == 2) {
        *(uint16_t *)(void *)pixel = (uint16_t)native;
    } else {
        *(uint32_t *)(void *)pixel = native;
    }
}

/* Sets half a byte: the even pixel is the low half. */
static void set_nibble(uint8_t *line, int x, uint32_t native) {
    uint8_t *byte = line + (x >> 1);
    *byte = (uint8_t)((x & 1) != 0 ? (*byte & 15u) | (native & 15u) << 4 : (*byte & 0xF0u) | (native & 15u));
}

static void fill_row(uint8_t *to, size_t count, rs_format format, uint32_t native) {
#ifdef BYTES_SUFFICE
    (void)format;
    memset(to, (int)native, count);
#else
    size_t bytes = (size_t)rs_format_bytes(format), words;
    if (format == RS_PAL8) {
        memset(to, (int)native, count);
        return;
    }
    for (; count > 0 && ((uintptr_t)to & 3u) != 0; count--, to += bytes) set_pixel(to, (int)bytes, native);
    words = count * bytes / 4;
    set_words((uint32_t *)(void *)to, spread(format, native), words);
    to += words * 4;
    for (count -= words * 4 / bytes; count > 0; count--, to += bytes) set_pixel(to, (int)bytes, native);
#endif
}

void rs_fill(const rs_surface *surface, int x, int y, int width, int height, uint32_t native) {
    int64_t right = (int64_t)x + width, bottom = (int64_t)y + height;
    int bytes = rs_format_bytes((rs_format)surface->format), end = surface->top + surface->lines;
    if (surface->pixels == NULL) return;
    if (x < 0) x = 0;
    if (y < surface->top) y = surface->top;
    if (right > surface->width) right = surface->width;
    if (bottom > end) bottom = end;
    for (; y < bottom && x < right; y++) {
        uint8_t *line = surface->pixels + (ptrdiff_t)(y - surface->top) * surface->stride;
        if (surface->format == RS_GREY4) {
            int from = x, to = (int)right;
            if ((from & 1) != 0) set_nibble(line, from++, native);
            if ((to & 1) != 0 && to > from) set_nibble(line, --to, native);
            if (to > from)
                fill_row(line + from / 2, (size_t)(to - from) / 2u, RS_PAL8, spread(RS_GREY4, native));
            continue;
        }
        fill_row(line + (ptrdiff_t)x * bytes, (size_t)((int)right - x), (rs_format)surface->format, native);
    }
}

void rs_clear(const rs_surface *surface, uint32_t native) {
    size_t row = rs_row_bytes((rs_format)surface->format, surface->width);
    if (surface->pixels == NULL) return;
    if ((size_t)surface->stride == row && surface->format == RS_PAL8) {
        memset(surface->pixels, (int)native, (uint32_t)row * (uint32_t)surface->lines);
        return;
    }
#ifndef BYTES_SUFFICE
    if ((size_t)surface->stride == row && (row & 3u) == 0) {
        set_words((uint32_t *)(void *)surface->pixels, spread((rs_format)surface->format, native),
                  (uint32_t)row / 4u * (uint32_t)surface->lines);
        return;
    }
#endif
    rs_fill(surface, 0, surface->top, surface->width, surface->lines, native);
}

void rs_clear_depth(uint16_t *depth, size_t count) {
#ifdef RS_HOT_SECTION
    memset(depth, 0xFF, count * sizeof *depth); /* the port's own, in whole registers */
#else
    set_words((uint32_t *)(void *)depth, 0xFFFFFFFFu, count / 2);
    if (count & 1u) depth[count - 1] = 0xFFFFu;
#endif
}

uint32_t rs_pixel(const rs_surface *surface, int x, int y) {
    const uint8_t *pixel;
    int bytes = rs_format_bytes((rs_format)surface->format);
    if (surface->pixels == NULL || x < 0 || x >= surface->width || y < surface->top ||
        y >= surface->top + surface->lines)
        return 0;
    if (surface->format == RS_GREY4) return (uint32_t)rs_row(surface, y)[x >> 1] >> 4 * (x & 1) & 15u;
    pixel = surface->pixels + (ptrdiff_t)(y - surface->top) * surface->stride + (ptrdiff_t)x * bytes;
    return bytes == 1   ? *pixel
           : bytes == 2 ? *(const uint16_t *)(const void *)pixel
                        : *(const uint32_t *)(const void *)pixel;
}

void rs_plot(const rs_surface *surface, int x, int y, uint32_t native) {
    int bytes = rs_format_bytes((rs_format)surface->format);
    uint8_t *line = rs_row(surface, y);
    if (line == NULL || x < 0 || x >= surface->width) return;
    if (surface->format == RS_GREY4) {
        set_nibble(line, x, native);
        return;
    }
    set_pixel(line + (ptrdiff_t)x * bytes, bytes, native);
}

uint8_t *rs_row(const rs_surface *surface, int y) {
    if (surface->pixels == NULL || y < surface->top || y >= surface->top + surface->lines) return NULL;
    return surface->pixels + (ptrdiff_t)(y - surface->top) * surface->stride;
}

/* ---- surfaces over memory ---- */

/* Gives the bytes of a line and from line to line; returns the fault of a shape. */
static rs_surface_fault measure_shape(const rs_surface_shape *shape, size_t *row, size_t *pitch) {
    if ((unsigned)shape->format >= RS_FORMATS && shape->format != RS_GREY4) return RS_SURFACE_FORMAT;
    if (shape->width < 1 || shape->height < 1 || shape->width > RS_SIZE_MAX || shape->height > RS_SIZE_MAX)
        return RS_SURFACE_SIZE;
    *row = rs_row_bytes(shape->format, shape->width);
    *pitch = shape->stride == 0  ? (*row + 3u) & ~(size_t)3
             : shape->stride < 0 ? 0u - (uint32_t)shape->stride
                                 : (uint32_t)shape->stride;
    return *pitch < *row || (*pitch & 3u) != 0 ? RS_SURFACE_STRIDE : RS_SURFACE_OK;
}

size_t rs_surface_bytes(const rs_surface_shape *shape) {
    size_t row, pitch;
    if (measure_shape(shape, &row, &pitch) != RS_SURFACE_OK) return 0;
    if (pitch > (SIZE_MAX - row) / (size_t)shape->height) return SIZE_MAX;
    return pitch * (size_t)(shape->height - 1) + row;
}

rs_surface_fault rs_surface_make(rs_surface *surface, const rs_surface_shape *shape, void *memory,
                                 size_t bytes) {
    size_t row, pitch;
    const rs_surface_fault fault = measure_shape(shape, &row, &pitch);
    memset(surface, 0, sizeof *surface);
    if (fault != RS_SURFACE_OK) return fault;
    if (memory == NULL || ((uintptr_t)memory & 3u) != 0) return RS_SURFACE_NO_MEMORY;
    if (rs_surface_bytes(shape) > bytes) return RS_SURFACE_SMALL;
    surface->pixels = (uint8_t *)memory + (shape->stride < 0 ? pitch * (size_t)(shape->height - 1) : 0);
    surface->stride = shape->stride < 0 ? shape->stride : (int32_t)pitch;
    surface->width = (int16_t)shape->width;
    surface->height = surface->lines = (int16_t)shape->height;
    surface->format = (uint8_t)shape->format;
    return RS_SURFACE_OK;
}

/* Cuts low .. low + size to from .. to; false when nothing is left. */
static bool cut_range(int *low, int *size, int from, int to) {
    int64_t end = (int64_t)*low + *size;
    if (end > to) end = to;
    if (*low < from) *low = from;
    *size = end > *low ? (int)(end - *low) : 0;
    return *size > 0;
}

bool rs_sub_surface(const rs_surface *surface, int x, int y, int width, int height, rs_surface *out) {
    rs_surface sub = *surface;
    if (surface->pixels == NULL) return false;
    if (!cut_range(&x, &width, 0, surface->width)) return false;
    if (!cut_range(&y, &height, surface->top, surface->top + surface->lines)) return false;
    if (surface->format == RS_GREY4) {
        if ((x & 1) != 0) return false;
        x /= 2;
    }
    sub.pixels = rs_row(surface, y) + (ptrdiff_t)x * rs_format_bytes((rs_format)surface->format);
    sub.width = (int16_t)width;
    sub.height = sub.lines = (int16_t)height;
    sub.top = 0;
    *out = sub;
    return true;
}

/* Copies one line; `back`: from its right end, where the copy overlaps what is still to be read. */
static void copy_line(uint8_t *to, int to_x, const uint8_t *from, int from_x, int width, bool back) {
    for (int k = 0; k < width; k++) {
        const int i = back ? width - 1 - k : k;
        set_nibble(to, to_x + i, (uint32_t)from[(from_x + i) >> 1] >> 4 * ((from_x + i) & 1));
    }
}

uint32_t rs_copy(const rs_surface *to, int x, int y, const rs_surface *from, const rs_view *part) {
    const int bytes = rs_format_bytes((rs_format)from->format);
    int left = part->x, top = part->y, width = part->width, height = part->height;
    const int64_t right = (int64_t)x - left, down = (int64_t)y - top;
    if (to->pixels == NULL || from->pixels == NULL || to->format != from->format) return 0;
    if (!cut_range(&left, &width, 0, from->width) ||
        !cut_range(&top, &height, from->top, from->top + from->lines))
        return 0;
    if (left + right > RS_SIZE_MAX || left + right < -RS_SIZE_MAX || top + down > RS_SIZE_MAX ||
        top + down < -RS_SIZE_MAX)
        return 0;
    x = (int)(left + right), y = (int)(top + down);
    if (!cut_range(&x, &width, 0, to->width) || !cut_range(&y, &height, to->top, to->top + to->lines))
        return 0;
    left = (int)(x - right), top = (int)(y - down);
    const uint8_t *first = rs_row(from, top), *target = rs_row(to, y);
    /* The lower lines are copied first where they would be written over. */
    const bool up = (target > first) == (from->stride > 0);
    for (int k = 0; k < height; k++) {
        const int row = up ? height - 1 - k : k;
        const uint8_t *source = rs_row(from, top + row);
        uint8_t *line = rs_row(to, y + row);
        if (from->format == RS_GREY4)
            copy_line(line, x, source, left, width, line > source || (line == source && x > left));
        else
            memmove(line + (ptrdiff_t)x * bytes, source + (ptrdiff_t)left * bytes,
                    (size_t)width * (size_t)bytes);
    }
    return (uint32_t)width * (uint32_t)height;
}

void rs_planes_clear(const rs_planes *planes, const rs_surface *surface) {
    size_t width = (size_t)surface->width, lines = (size_t)surface->lines;
    if (planes->stencil != NULL) memset(planes->stencil, 0, (width * planes->stencil_bits + 7u) / 8u * lines);
    if (planes->alpha != NULL) memset(planes->alpha, 0, width * lines);
}

/* Cuts a part to its plane and finds its first element; false when nothing is left. */
static bool cut_part(rs_plane_part *part, size_t *first) {
    if (!cut_range(&part->x, &part->width, 0, part->columns) ||
        !cut_range(&part->y, &part->height, 0, part->lines))
        return false;
    *first = (size_t)part->y * (size_t)part->columns + (size_t)part->x;
    return true;
}

void rs_clear_depth_rectangle(uint16_t *depth, const rs_plane_part *wanted) {
    rs_plane_part part = *wanted;
    size_t at;
    if (!cut_part(&part, &at)) return;
    for (; part.height > 0; part.height--, at += (size_t)part.columns) {
        fill_row((uint8_t *)(depth + at), (size_t)part.width, RS_RGB565, 0xFFFFu);
    }
}

static void set_bits(uint8_t *to, size_t count, uint32_t value, uint32_t mask) {
    const uint32_t set = (value & mask) * 0x1010101u, keep = (~mask & 255u) * 0x1010101u;
    uint32_t *words;
    for (; count > 0 && ((uintptr_t)to & 3u) != 0; count--, to++)
        *to = (uint8_t)((*to & keep) | (set & 255u));
    words = (uint32_t *)(void *)to;
    for (to += count & ~(size_t)3; count >= 4; count -= 4, words++) *words = (*words & keep) | set;
    for (; count > 0; count--, to++) *to = (uint8_t)((*to & keep) | (set & 255u));
}

void rs_clear_plane(uint8_t *plane, const rs_plane_part *wanted, int value, int mask) {
    rs_plane_part part = *wanted;
    size_t at;
    if (!cut_part(&part, &at)) return;
    for (; part.height > 0; part.height--, at += (size_t)part.columns) {
        if ((mask & 255) == 255) {
            fill_row(plane + at, (size_t)part.width, RS_PAL8, (uint32_t)value);
        } else {
            set_bits(plane + at, (size_t)part.width, (uint32_t)value & 255u, (uint32_t)mask & 255u);
        }
    }
}

uint32_t rs_colour_product(uint32_t rgb, uint32_t other) {
    return rs_product(rgb >> 16 & 255u, other >> 16 & 255u) << 16 |
           rs_product(rgb >> 8 & 255u, other >> 8 & 255u) << 8 | rs_product(rgb & 255u, other & 255u);
}
