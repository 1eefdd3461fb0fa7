/* Smaller copies of textures, padding, and clean edges. */
#include "tools/import/image/mipmap.h"

#include <stdlib.h>
#include <string.h>

#include "fixedmath/root.h"
#include "tools/import/base/angle.h"

typedef struct maker {
    const import_mipmap_options *options;
    uint16_t light[256]; /* of a stored value, 0..65535 */
} maker;

static const uint8_t *pixel_at(const import_image *image, int x, int y, import_edge edge) {
    if (x >= image->width) x = edge == IMPORT_EDGE_REPEAT ? x % image->width : image->width - 1;
    if (y >= image->height) y = edge == IMPORT_EDGE_REPEAT ? y % image->height : image->height - 1;
    if (x < 0) x = edge == IMPORT_EDGE_REPEAT ? image->width - 1 : 0;
    if (y < 0) y = edge == IMPORT_EDGE_REPEAT ? image->height - 1 : 0;
    return image->rgba + 4 * ((size_t)y * (size_t)image->width + (size_t)x);
}

/* The stored value of an amount of light: the nearest of the table. */
static uint8_t stored(const maker *m, uint32_t light) {
    uint32_t low = 0, high = 255;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (((uint32_t)m->light[middle] + m->light[middle + 1]) / 2 < light) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return (uint8_t)low;
}

static void mean_of(const maker *m, const uint8_t *const four[4], uint8_t out[4]) {
    uint32_t sum[3] = {0, 0, 0}, plain[3] = {0, 0, 0}, alpha = 0;
    bool gamma = m->options->filter == IMPORT_FILTER_GAMMA && m->options->kind == IMPORT_TEXTURE_COLOUR;
    for (int i = 0; i < 4; i++) {
        alpha += four[i][3];
        for (int k = 0; k < 3; k++) {
            uint32_t value = gamma ? m->light[four[i][k]] : four[i][k];
            sum[k] += value * four[i][3];
            plain[k] += value;
        }
    }
    for (int k = 0; k < 3; k++) {
        uint32_t mean = alpha == 1020 || alpha == 0 ? (plain[k] + 2) / 4 : (sum[k] + alpha / 2) / alpha;
        out[k] = gamma ? stored(m, mean) : (uint8_t)mean;
    }
    out[3] = (uint8_t)((alpha + 2) / 4);
}

/* Makes a direction of unit length again. */
static void straighten(uint8_t p[4]) {
    int32_t d[3];
    uint32_t square = 0;
    for (int k = 0; k < 3; k++) {
        d[k] = 2 * ((int32_t)p[k] - 128);
        square += (uint32_t)(d[k] * d[k]);
    }
    if (square == 0) return;
    uint32_t length = (uint32_t)fx_isqrt64((uint64_t)square << 16); /* with 8 bits of fraction */
    for (int k = 0; k < 3; k++) {
        int32_t scaled = d[k] * 127 * 256, half = (int32_t)length / 2;
        int32_t unit = (scaled + (scaled < 0 ? -half : half)) / (int32_t)length;
        p[k] = (uint8_t)(unit + 128);
    }
}

/* Adds to each value a quarter of its difference from the mean of its four neighbours. */
static bool sharpen(const char *name, import_image *image, import_edge edge, tool_error *error) {
    import_image copy;
    size_t bytes = (size_t)image->width * (size_t)image->height * 4;
    if (!import_image_allocate(name, image->width, image->height, false, &copy, error)) return false;
    memcpy(copy.rgba, image->rgba, bytes);
    for (int y = 0; y < image->height; y++) {
        for (int x = 0; x < image->width; x++) {
            const uint8_t *beside[4] = {pixel_at(&copy, x - 1, y, edge), pixel_at(&copy, x + 1, y, edge),
                                        pixel_at(&copy, x, y - 1, edge), pixel_at(&copy, x, y + 1, edge)};
            uint8_t *p = image->rgba + 4 * ((size_t)y * (size_t)image->width + (size_t)x);
            for (int k = 0; k < 3; k++) {
                int sum = beside[0][k] + beside[1][k] + beside[2][k] + beside[3][k], value = p[k] * 20 - sum;
                value = value < 0 ? 0 : (value + 8) / 16;
                p[k] = (uint8_t)(value > 255 ? 255 : value);
            }
        }
    }
    import_image_free(&copy);
    return true;
}

static bool halve(const char *name, const maker *m, const import_image *from, import_image *to,
                  tool_error *error) {
    int width = from->width > 1 ? from->width / 2 : 1, height = from->height > 1 ? from->height / 2 : 1;
    if (!import_image_allocate(name, width, height, false, to, error)) return false;
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            const uint8_t *four[4];
            uint8_t *p = to->rgba + 4 * ((size_t)y * (size_t)width + (size_t)x);
            for (int i = 0; i < 4; i++)
                four[i] = pixel_at(from, x * 2 + i % 2, y * 2 + i / 2, m->options->edge);
            mean_of(m, four, p);
            if (m->options->kind == IMPORT_TEXTURE_NORMAL) straighten(p);
        }
    }
    import_image_find_alpha(to);
    return true;
}

bool import_mipmap_build(const char *name, const import_image *image, const import_mipmap_options *options,
                         import_mipmap *mipmap, tool_error *error) {
    maker m = {.options = options};
    import_image plain; /* the level without sharpening, of which the next level is made */
    memset(mipmap, 0, sizeof *mipmap);
    for (uint32_t light = 0, value = 0; value < 256;
         value++) { /* the amounts whose stored value this is, to 1/65535 */
        while (light < 65535 && import_srgb(light / 65535.0) * 255 < value) light++;
        m.light[value] = (uint16_t)light;
    }
    bool ok = import_image_allocate(name, image->width, image->height, false, &mipmap->levels[0], error);
    if (ok) memcpy(mipmap->levels[0].rgba, image->rgba, (size_t)image->width * (size_t)image->height * 4);
    if (ok) mipmap->levels[0].has_alpha = image->has_alpha;
    mipmap->count = ok;
    plain = mipmap->levels[0];
    while (ok && (plain.width > 1 || plain.height > 1)) {
        import_image *to = &mipmap->levels[mipmap->count], next;
        ok = halve(name, &m, &plain, &next, error);
        if (plain.rgba != mipmap->levels[mipmap->count - 1].rgba) import_image_free(&plain);
        if (!ok) break;
        *to = plain = next;
        mipmap->count++;
        if (options->filter != IMPORT_FILTER_SHARPER || options->kind == IMPORT_TEXTURE_NORMAL) continue;
        ok = import_image_allocate(name, plain.width, plain.height, false, to, error);
        if (ok) memcpy(to->rgba, plain.rgba, (size_t)plain.width * (size_t)plain.height * 4);
        if (ok) to->has_alpha = plain.has_alpha;
        ok = ok && sharpen(name, to, options->edge, error);
    }
    if (mipmap->count > 0 && plain.rgba != mipmap->levels[mipmap->count - 1].rgba) import_image_free(&plain);
    for (uint32_t i = 0; i < mipmap->count; i++)
        mipmap->pixels += (uint64_t)mipmap->levels[i].width * (uint64_t)mipmap->levels[i].height;
    if (!ok) import_mipmap_free(mipmap);
    return ok;
}

void import_mipmap_free(import_mipmap *mipmap) {
    for (uint32_t i = 0; i < mipmap->count; i++) import_image_free(&mipmap->levels[i]);
    memset(mipmap, 0, sizeof *mipmap);
}

/* ---- padding ---- */

static uint32_t power_above(uint32_t n) {
    uint32_t power = 1;
    while (power < n) power *= 2;
    return power;
}

bool import_pad_power_of_two(const char *name, const import_image *from, bool square, uint32_t largest,
                             import_edge edge, import_image *to, uint64_t *wasted, tool_error *error) {
    uint32_t width = power_above((uint32_t)from->width), height = power_above((uint32_t)from->height);
    if (square && width < height) width = height;
    if (square && height < width) height = width;
    if (width > largest || height > largest)
        return import_error_file(
            error, name, "%dx%d pixels become %ux%u; at most %u a side are possible, scale it down",
            from->width, from->height, (unsigned)width, (unsigned)height, (unsigned)largest);
    if (!import_image_allocate(name, (long)width, (long)height, false, to, error)) return false;
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++)
            memcpy(to->rgba + 4 * ((size_t)y * width + x), pixel_at(from, (int)x, (int)y, edge), 4);
    }
    to->has_alpha = from->has_alpha;
    *wasted = (uint64_t)width * height - (uint64_t)from->width * (uint64_t)from->height;
    return true;
}

/* ---- edges of clear pixels ---- */

bool import_bleed_colours(const char *name, import_image *image, uint32_t steps, tool_error *error) {
    size_t count = (size_t)image->width * (size_t)image->height;
    uint8_t *known = malloc(count * 2 + 1), *next = known + count;
    if (known == NULL) return import_error_memory(error, name);
    for (size_t i = 0; i < count; i++) known[i] = image->rgba[4 * i + 3] != 0;
    bool changed = true;
    for (uint32_t step = 0; step < steps && changed; step++) {
        changed = false;
        memcpy(next, known, count);
        for (size_t i = 0; i < count; i++) {
            uint32_t sum[3] = {0, 0, 0}, found = 0;
            int x = (int)(i % (size_t)image->width), y = (int)(i / (size_t)image->width);
            for (int k = 0; k < 9 && !known[i]; k++) {
                int nx = x + k % 3 - 1, ny = y + k / 3 - 1;
                if (nx < 0 || ny < 0 || nx >= image->width || ny >= image->height) continue;
                size_t at = (size_t)ny * (size_t)image->width + (size_t)nx;
                if (!known[at]) continue;
                for (int c = 0; c < 3; c++) sum[c] += image->rgba[4 * at + (size_t)c];
                found++;
            }
            if (found == 0) continue;
            for (int c = 0; c < 3; c++)
                image->rgba[4 * i + (size_t)c] = (uint8_t)((sum[c] + found / 2) / found);
            next[i] = 1;
            changed = true;
        }
        memcpy(known, next, count);
    }
    free(known);
    return true;
}
