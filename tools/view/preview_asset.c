/* Previews of pictures, sheets, tiles, fonts, texts, tables, sounds. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "raster/flat.h"
#include "rom/table.h"
#include "tools/image/chunk.h"
#include "tools/import/image/pixels.h"
#include "tools/inspect/chunk_decode.h"
#include "tools/inspect/layout.h"
#include "tools/view/preview.h"

enum { TITLE = 16, EDGE = 4, LINE = 10, INK = 0xE0E0E0, DIM = 0x8090A0, MARK = 0xFFC040 };

static void rectangle(const preview_job *job, int x, int y, int width, int height, uint32_t rgb) {
    (void)rs_frame_rectangle(job->c->frame, x, y, width, height, rgb);
}

static void line(const preview_job *job, int x0, int y0, int x1, int y1, uint32_t rgb) {
    (void)rs_frame_line(job->c->frame, x0, y0, x1, y1, rgb, false);
}

static int inner_width(const preview_job *job) { return job->c->width - 2 * EDGE; }
static int inner_height(const preview_job *job) { return job->c->height - TITLE - EDGE; }

/* ---- pictures ---- */

/* Draws the colours that a picture uses, up to 256, as a row of swatches at the bottom; gives their number. */
static int put_palette(const preview_job *job, const import_image *p) {
    uint32_t colours[256];
    int count = 0;
    for (int i = 0; i < p->width * p->height && count < 257; i++) {
        uint32_t rgb =
            (uint32_t)p->rgba[4 * i] << 16 | (uint32_t)p->rgba[4 * i + 1] << 8 | p->rgba[4 * i + 2];
        int k = 0;
        while (k < count && k < 256 && colours[k] != rgb) k++;
        if (k == count && count < 256) colours[count] = rgb;
        if (k == count) count++;
    }
    int across = inner_width(job) / 6, shown = count > 256 ? 0 : count;
    for (int i = 0; i < shown; i++)
        rectangle(job, EDGE + i % across * 6,
                  job->c->height - 14 + i / across * 6 - (shown - 1) / across * 6 + 4, 5, 5, colours[i]);
    return count;
}

bool preview_picture(const preview_job *job) {
    import_image p;
    if (job->chunk->type == ROM_TAG_PALETTE) {
        const uint8_t *colours = job->data + rom_u32(job->data + ROM_PALETTE_COLOURS);
        int side =
            inner_height(job) / 16 < inner_width(job) / 16 ? inner_height(job) / 16 : inner_width(job) / 16;
        for (int i = 0; i < 256; i++)
            rectangle(job, EDGE + i % 16 * side, TITLE + i / 16 * side, side - 1, side - 1,
                      rom_u32(colours + i * 4) & 0xFFFFFFu);
        return true;
    }
    uint32_t levels = chunk_picture_levels(job->chunk), level = job->look->frame % levels;
    if (!chunk_picture(job->image, job->chunk, level, job->file, &p, job->error)) return false;
    canvas_picture(job->c, &p, EDGE, TITLE + LINE, inner_width(job), inner_height(job) - LINE - 32);
    int colours = put_palette(job, &p);
    canvas_text(job->c, EDGE, TITLE, DIM, "%dx%d, %u/%u, %u bytes, %.2f/pixel, %s%d colours", p.width,
                p.height, (unsigned)level + 1, (unsigned)levels, (unsigned)job->chunk->size,
                (double)job->chunk->size / ((double)p.width * p.height), colours > 256 ? ">" : "",
                colours > 256 ? 256 : colours);
    import_image_free(&p);
    return true;
}

/* The picture with an id, of any type of pictures. */
static bool find_picture(const preview_job *job, uint32_t id, import_image *p) {
    static const uint32_t types[] = {ROM_TAG_IMAGE, ROM_TAG_BLOCK_TEXTURE, ROM_TAG_HAAR, ROM_TAG_PIXELS};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        rom_chunk chunk;
        uint8_t *owned;
        if (!preview_other(job, id, types[i], &chunk, &owned)) continue;
        bool ok = chunk_picture(job->image, &chunk, 0, job->file, p, NULL);
        free(owned);
        return ok;
    }
    return false;
}

/* The picture of frame `number` of a sheet, turned upright, with its cut borders. */
static bool sheet_frame(const preview_job *job, const uint8_t *sheet, uint32_t number, import_image *frame) {
    const uint8_t *f = sheet + rom_u32(sheet + ROM_SHEET_AT) + (size_t)number * ROM_SHEET_FRAME_SIZE;
    uint32_t images = rom_u32(sheet + ROM_SHEET_IMAGE_COUNT), image = rom_u32(sheet + ROM_SHEET_IMAGE),
             places = rom_u32(sheet + ROM_SHEET_PLACES_AT);
    const uint8_t *place = places == 0 ? NULL : sheet + places + (size_t)number * ROM_SHEET_PLACE_SIZE;
    int w = rom_u16(f + ROM_SHEET_FRAME_WIDTH), h = rom_u16(f + ROM_SHEET_FRAME_HEIGHT),
        x = rom_u16(f + ROM_SHEET_FRAME_X), y = rom_u16(f + ROM_SHEET_FRAME_Y);
    bool turned = place != NULL && (place[ROM_SHEET_PLACE_FLAGS] & ROM_SHEET_PLACE_TURNED) != 0;
    int full_w = place != NULL ? rom_u16(place + ROM_SHEET_PLACE_FULL_WIDTH) : w,
        full_h = place != NULL ? rom_u16(place + ROM_SHEET_PLACE_FULL_HEIGHT) : h;
    int left = rom_i16(f + ROM_SHEET_FRAME_TRIM_X), top = rom_i16(f + ROM_SHEET_FRAME_TRIM_Y);
    import_image from;
    if (place != NULL && images > 0)
        image = rom_u32(sheet + rom_u32(sheet + ROM_SHEET_IMAGES_AT) +
                        (size_t)rom_u16(place + ROM_SHEET_PLACE_IMAGE) * 4);
    if (full_w < 1) full_w = 1;
    if (full_h < 1) full_h = 1;
    if (!import_image_allocate("frame", full_w, full_h, false, frame, NULL)) return false;
    if (!find_picture(job, image, &from)) return true; /* an empty frame */
    int upright_w = turned ? h : w, upright_h = turned ? w : h;
    for (int j = 0; j < upright_h; j++) {
        for (int i = 0; i < upright_w; i++) {
            int from_x = turned ? x + upright_h - 1 - j : x + i, from_y = turned ? y + i : y + j;
            if (from_x >= from.width || from_y >= from.height || left + i < 0 || top + j < 0 ||
                left + i >= full_w || top + j >= full_h)
                continue;
            memcpy(frame->rgba + ((size_t)(top + j) * (size_t)full_w + (size_t)(left + i)) * 4,
                   from.rgba + ((size_t)from_y * (size_t)from.width + (size_t)from_x) * 4, 4);
        }
    }
    import_image_free(&from);
    return true;
}

/* The frame that a flip-book shows in step `step` at 60 a second. */
static uint32_t book_frame(const uint8_t *d, uint32_t number, uint32_t step) {
    const uint8_t *book = d + rom_u32(d + ROM_SHEET_ANIMATIONS_AT) + (size_t)number * ROM_FLIP_BOOK_SIZE;
    uint32_t count = rom_u16(book + ROM_FLIP_BOOK_COUNT),
             at = (uint32_t)((uint64_t)step * rom_u16(book + ROM_FLIP_BOOK_RATE) / 60);
    at = (book[ROM_FLIP_BOOK_FLAGS] & ROM_FLIP_BOOK_LOOPS) != 0 ? at % count : at < count ? at : count - 1;
    return rom_u16(d + rom_u32(d + ROM_SHEET_ORDER_AT) +
                   ((size_t)rom_u32(book + ROM_FLIP_BOOK_FIRST) + at) * 2);
}

bool preview_sheet(const preview_job *job) {
    const uint8_t *d = job->data;
    uint32_t count = rom_u32(d + ROM_SHEET_COUNT), books = rom_u32(d + ROM_SHEET_ANIMATION_COUNT),
             number = count == 0 ? 0 : job->look->frame % count;
    import_image frame;
    if (count == 0) return canvas_text(job->c, EDGE, TITLE, DIM, "no frames"), true;
    if (job->look->book > 0 && books > 0)
        number = book_frame(d, (job->look->book - 1) % books, job->look->frame);
    if (!sheet_frame(job, d, number, &frame)) return import_error_memory(job->error, job->file);
    canvas_text(job->c, EDGE, TITLE, DIM, "frame %u of %u, %dx%d, %u flip-books", (unsigned)number,
                (unsigned)count, frame.width, frame.height, (unsigned)books);
    canvas_picture(job->c, &frame, EDGE, TITLE + LINE, inner_width(job), inner_height(job) - LINE);
    import_image_free(&frame);
    return true;
}

/* ---- tiles ---- */

/* The picture of a tile of a set; false when the tile has none. */
static bool tile_picture(const preview_job *job, const uint8_t *set, uint32_t number, import_image *tile) {
    uint32_t image = rom_u32(set + ROM_TILE_SET_IMAGE), columns = rom_u16(set + ROM_TILE_SET_COLUMNS);
    int w = rom_u16(set + ROM_TILE_SET_TILE_WIDTH), h = rom_u16(set + ROM_TILE_SET_TILE_HEIGHT);
    rom_chunk sheet;
    uint8_t *owned;
    import_image whole_image;
    if (number >= rom_u32(set + ROM_TILE_SET_COUNT)) return false;
    uint32_t first =
        rom_u32(set + rom_u32(set + ROM_TILE_SET_AT) + (size_t)number * ROM_TILE_SIZE + ROM_TILE_FIRST);
    if (preview_other(job, rom_u32(set + ROM_TILE_SET_SHEET), ROM_TAG_SHEET, &sheet, &owned)) {
        bool ok = first < rom_u32(sheet.data + ROM_SHEET_COUNT) && sheet_frame(job, sheet.data, first, tile);
        free(owned);
        return ok;
    }
    if (columns == 0 || !find_picture(job, image, &whole_image)) return false;
    int left = (int)(number % columns) * w, top = (int)(number / columns) * h;
    bool ok = left + w <= whole_image.width && top + h <= whole_image.height &&
              import_image_allocate("tile", w, h, false, tile, NULL);
    for (int y = 0; ok && y < h; y++)
        memcpy(tile->rgba + (size_t)y * (size_t)w * 4,
               whole_image.rgba + ((size_t)(top + y) * (size_t)whole_image.width + (size_t)left) * 4,
               (size_t)w * 4);
    import_image_free(&whole_image);
    return ok;
}

bool preview_tiles(const preview_job *job) {
    uint32_t count = rom_u32(job->data + ROM_TILE_SET_COUNT), first = job->look->frame * 48;
    int side = inner_width(job) / 8 < inner_height(job) / 7 ? inner_width(job) / 8 : inner_height(job) / 7;
    canvas_text(job->c, EDGE, TITLE, DIM, "%u tiles of %ux%u", (unsigned)count,
                rom_u16(job->data + ROM_TILE_SET_TILE_WIDTH), rom_u16(job->data + ROM_TILE_SET_TILE_HEIGHT));
    for (uint32_t i = 0; i < 48 && first + i < count; i++) {
        import_image tile;
        int x = EDGE + (int)(i % 8) * side, y = TITLE + LINE + (int)(i / 8) * side;
        if (tile_picture(job, job->data, first + i, &tile)) {
            canvas_picture(job->c, &tile, x, y, side - 2, side - 2);
            import_image_free(&tile);
        } else {
            canvas_text(job->c, x, y, INK, "%u", (unsigned)(first + i));
        }
    }
    return true;
}

/* The colour of a tile in the preview of a map, so that a map of any size fits: its mean colour, without a picture a
 * colour by its number. */
static uint32_t tile_colour(const preview_job *job, const uint8_t *set, uint32_t number) {
    import_image tile;
    uint64_t sum[3] = {0, 0, 0};
    if (set == NULL || !tile_picture(job, set, number, &tile)) return (number * 2654435761u >> 8) | 0x303030u;
    int count = tile.width * tile.height;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) sum[k] += tile.rgba[4 * i + k];
    import_image_free(&tile);
    return (uint32_t)(sum[0] / (uint64_t)count) << 16 | (uint32_t)(sum[1] / (uint64_t)count) << 8 |
           (uint32_t)(sum[2] / (uint64_t)count);
}

bool preview_map(const preview_job *job) {
    const uint8_t *d = job->data, *cells = d + rom_u32(d + ROM_TILE_MAP_CELLS_AT);
    int w = rom_u16(d + ROM_TILE_MAP_WIDTH), h = rom_u16(d + ROM_TILE_MAP_HEIGHT),
        bytes = d[ROM_TILE_MAP_ELEMENT];
    bool turns = (rom_u16(d + ROM_TILE_MAP_FLAGS) & ROM_TILE_MAP_TURNS) != 0;
    rom_chunk set;
    uint8_t *owned;
    bool has = preview_other(job, rom_u32(d + ROM_TILE_MAP_TILES), ROM_TAG_TILE_SET, &set, &owned);
    uint32_t *colours = malloc(65536 * sizeof *colours);
    uint8_t *known = calloc(65536, 1);
    import_image picture;
    bool ok = colours != NULL && known != NULL && import_image_allocate("map", w, h, false, &picture, NULL);
    for (int i = 0; ok && i < w * h; i++) {
        uint32_t cell = bytes == 1 ? cells[i] : rom_u16(cells + (size_t)i * 2);
        if (turns && bytes == 2) cell &= 1023u;
        if (!known[cell]) colours[cell] = tile_colour(job, has ? set.data : NULL, cell);
        known[cell] = 1;
        for (int k = 0; k < 3; k++) picture.rgba[4 * i + k] = (uint8_t)(colours[cell] >> (16 - 8 * k));
        picture.rgba[4 * i + 3] = 255;
    }
    canvas_text(job->c, EDGE, TITLE, DIM, "%dx%d cells, %u layers, %u objects", w, h,
                (unsigned)rom_u32(d + ROM_TILE_MAP_LAYER_COUNT),
                (unsigned)rom_u32(d + ROM_TILE_MAP_OBJECT_COUNT));
    if (ok) canvas_picture(job->c, &picture, EDGE, TITLE + LINE, inner_width(job), inner_height(job) - LINE);
    if (ok) import_image_free(&picture);
    free(colours);
    free(known);
    free(owned);
    return ok || import_error_memory(job->error, job->file);
}

/* ---- fonts and texts ---- */

bool preview_font(const preview_job *job) {
    const uint8_t *d = job->data;
    uint32_t count = rom_u32(d + ROM_FONT_GLYPH_COUNT), depth = d[ROM_FONT_DEPTH],
             height = rom_u16(d + ROM_FONT_HEIGHT), baseline = rom_u16(d + ROM_FONT_BASELINE);
    const uint8_t *coverage = d + rom_u32(d + ROM_FONT_COVERAGE_AT),
                  *places = d + rom_u32(d + ROM_FONT_PLACES_AT);
    import_image sheet;
    canvas_text(job->c, EDGE, TITLE, DIM, "%u glyphs, %u bits, lines of %u, %u kernings", (unsigned)count,
                (unsigned)depth, (unsigned)height, (unsigned)rom_u32(d + ROM_FONT_KERNING_COUNT));
    if (depth == 0 || count == 0) return true;
    int times = inner_width(job) >= 480 ? 2 : 1, width = inner_width(job) / times,
        rows = (inner_height(job) - LINE) / times;
    if (!import_image_allocate("font", width, rows, false, &sheet, NULL))
        return import_error_memory(job->error, job->file);
    int x = 0, y = 0;
    for (int i = 0; i < width * rows; i++) sheet.rgba[4 * i + 3] = 255;
    for (uint32_t i = job->look->frame * 256; i < count; i++) {
        const uint8_t *g = d + rom_u32(d + ROM_FONT_GLYPHS_AT) + (size_t)i * ROM_GLYPH_SIZE;
        int w = rom_u16(g + ROM_GLYPH_WIDTH), h = rom_u16(g + ROM_GLYPH_HEIGHT),
            advance = rom_u16(g + ROM_GLYPH_ADVANCE);
        uint32_t pitch = ((uint32_t)w * depth + 7) / 8, at = rom_u32(places + (size_t)i * 4);
        if (x + (advance > w ? advance : w) > width) x = 0, y += (int)height + 2;
        if (y + (int)height > rows) break;
        for (int p = 0; p < w * h; p++) {
            uint32_t bit = (uint32_t)(p % w) * depth, byte = at + (uint32_t)(p / w) * pitch + bit / 8;
            int to_x = x + rom_i16(g + ROM_GLYPH_LEFT) + p % w,
                to_y = y + (int)baseline - rom_i16(g + ROM_GLYPH_TOP) + p / w;
            if (byte >= rom_u32(d + ROM_FONT_COVERAGE_BYTES) || to_x < 0 || to_y < 0 || to_x >= width ||
                to_y >= rows)
                continue;
            uint32_t value =
                ((uint32_t)coverage[byte] >> bit % 8 & ((1u << depth) - 1)) * 255u / ((1u << depth) - 1);
            memset(sheet.rgba + ((size_t)to_y * (size_t)width + (size_t)to_x) * 4, (int)value, 3);
        }
        x += advance + 1;
    }
    canvas_picture(job->c, &sheet, EDGE, TITLE + LINE, width * times, rows * times);
    import_image_free(&sheet);
    return true;
}

bool preview_texts(const preview_job *job) {
    uint32_t count = rom_u32(job->data + ROM_TEXT_COUNT), page = (uint32_t)(inner_height(job) / LINE) - 1,
             first = job->look->frame * page;
    canvas_text(job->c, EDGE, TITLE, DIM, "%u texts", (unsigned)count);
    for (uint32_t i = 0; i < page && first + i < count; i++) {
        const uint8_t *row =
            job->data + rom_u32(job->data + ROM_TEXT_AT) + (size_t)(first + i) * ROM_STRING_SIZE;
        uint32_t length = rom_u32(row + 8), name_length = 0;
        const char *text = (const char *)job->data + rom_u32(row + 4),
                   *name = rom_name(job->image, rom_u32(row), &name_length);
        char key[24];
        snprintf(key, sizeof key, name == NULL ? "%08x" : "%.*s",
                 name == NULL ? (int)rom_u32(row) : (int)name_length, name);
        canvas_text(job->c, EDGE, TITLE + LINE + (int)i * LINE, INK, "%s: %.*s", key,
                    (int)(length < 150 ? length : 150), length == 0 ? "" : text);
    }
    return true;
}

/* ---- numbers ---- */

bool preview_table(const preview_job *job) {
    rom_table table;
    rom_error fault;
    if (rom_table_bind(job->data, &(rom_table_shape){.kind = ROM_TABLE_ANY}, &table, &fault) != ROM_OK)
        return import_error_file(job->error, job->file, "%s", fault.text);
    int64_t low = INT64_MAX, high = INT64_MIN;
    for (uint32_t i = 0; i < table.width * table.height; i++) {
        int32_t value = rom_table_element(&table, i % table.width, i / table.width);
        if (value < low) low = value;
        if (value > high) high = value;
    }
    double unit = table.kind == ROM_TABLE_FX ? 65536.0 : 1.0;
    canvas_text(job->c, EDGE, TITLE, DIM, "%ux%u numbers, %.5g to %.5g", (unsigned)table.width,
                (unsigned)table.height, (double)low / unit, (double)high / unit);
    int width = inner_width(job), height = inner_height(job) - LINE - 2, before = 0;
    int64_t range = high > low ? high - low : 1;
    for (int x = 0; x < width && table.height == 1; x++) {
        uint32_t at = table.width == 1
                          ? 0
                          : (uint32_t)((uint64_t)(uint32_t)x * (table.width - 1) / (uint32_t)(width - 1));
        int y = (int)((high - rom_table_element(&table, at, 0)) * (height - 1) / range);
        line(job, EDGE + (x > 0 ? x - 1 : 0), TITLE + LINE + (x > 0 ? before : y), EDGE + x, TITLE + LINE + y,
             MARK);
        before = y;
    }
    import_image picture;
    if (table.height > 1 && table.width <= 1024 && table.height <= 1024 &&
        import_image_allocate("table", (long)table.width, (long)table.height, false, &picture, NULL)) {
        for (uint32_t i = 0; i < table.width * table.height; i++) {
            memset(picture.rgba + 4 * (size_t)i,
                   (int)((rom_table_element(&table, i % table.width, i / table.width) - low) * 255 / range),
                   3);
            picture.rgba[4 * (size_t)i + 3] = 255;
        }
        canvas_picture(job->c, &picture, EDGE, TITLE + LINE, width, height);
        import_image_free(&picture);
    }
    return true;
}

/* ---- sounds ---- */

/* Draws one channel: from the lowest to the highest sample of each column; the loop's ends are marked. */
static void put_wave(const preview_job *job, const import_sound *s, uint32_t channel, int top, int height) {
    int width = inner_width(job), middle = top + height / 2;
    line(job, EDGE, middle, EDGE + width - 1, middle, 0x405060);
    for (int x = 0; x < width; x++) {
        uint32_t from = (uint32_t)((uint64_t)(uint32_t)x * s->frames / (uint32_t)width),
                 to = (uint32_t)((uint64_t)(uint32_t)(x + 1) * s->frames / (uint32_t)width);
        int64_t low = INT64_MAX, high = INT64_MIN;
        for (uint32_t f = from; (f < to || f == from) && f < s->frames; f++) {
            int64_t v = s->samples[(size_t)f * s->channels + channel];
            if (v < low) low = v;
            if (v > high) high = v;
        }
        if (low > high) continue;
        line(job, EDGE + x, middle - (int)(high * (height / 2 - 1) >> 31), EDGE + x,
             middle - (int)(low * (height / 2 - 1) >> 31), 0x60C080);
    }
    for (int end = 0; s->loops && end < 2 && s->frames > 0; end++) {
        int x = EDGE +
                (int)((uint64_t)(end == 0 ? s->loop_begin : s->loop_end) * (uint32_t)(width - 1) / s->frames);
        line(job, x, top, x, top + height - 1, MARK);
    }
}

/* Draws the waves that the mixer made. */
static bool draw_mixed(const preview_job *job, const import_sound *s) {
    canvas_text(job->c, EDGE, TITLE, DIM, "mixed: %s, %u Hz, %.3f s, peak %.1f %%",
                s->channels == 1 ? "mono" : "stereo", (unsigned)s->rate, (double)s->frames / s->rate,
                (double)import_sound_peak(s) / 21474836.48);
    int height = (inner_height(job) - LINE) / (int)s->channels;
    for (uint32_t c = 0; c < s->channels; c++)
        put_wave(job, s, c, TITLE + LINE + (int)c * height, height - 2);
    return true;
}

bool preview_sound(const preview_job *job) {
    static const char *const formats[] = {"8 bits", "16 bits", "ADPCM", "a voice"};
    import_sound s;
    if (job->look->mixed != NULL) return draw_mixed(job, job->look->mixed);
    if (!chunk_sound(job->chunk, job->file, &s, job->error)) return false;
    canvas_text(job->c, EDGE, TITLE, DIM, "%s, %s, %u Hz, %.2f s, peak %.0f%%, %u bytes",
                s.channels == 1 ? "mono" : "stereo", formats[job->data[ROM_SOUND_FORMAT] & 3],
                (unsigned)s.rate, s.rate == 0 ? 0.0 : (double)s.frames / s.rate,
                (double)import_sound_peak(&s) / 21474836.48, (unsigned)job->chunk->size);
    int height = (inner_height(job) - LINE) / (int)s.channels;
    for (uint32_t c = 0; c < s.channels; c++)
        put_wave(job, &s, c, TITLE + LINE + (int)c * height, height - 2);
    import_sound_free(&s);
    return true;
}

/* ---- other chunks: their fields ---- */

typedef struct field_page {
    const preview_job *job;
    uint32_t skip;
    int at, lines;
} field_page;

static bool put_field(void *context, const layout_line *field) {
    field_page *page = context;
    char text[160] = "";
    if (page->skip > 0) return page->skip--, true;
    if (page->at == page->lines) return false;
    if (layout_room(field, page->job->data, page->job->chunk->size) < 4000) {
        size_t room = layout_room(field, page->job->data, page->job->chunk->size);
        char *whole_text = malloc(room);
        if (whole_text != NULL)
            layout_print(field, page->job->data, page->job->chunk->size, whole_text, room);
        snprintf(text, sizeof text, "%.120s", whole_text == NULL ? "" : whole_text);
        free(whole_text);
    }
    canvas_text(page->job->c, EDGE, TITLE + page->at++ * LINE, INK, "%.60s: %.120s", field->path, text);
    return true;
}

bool preview_fields(const preview_job *job) {
    field_page page = {job, 0, 0, inner_height(job) / LINE};
    page.skip = job->look->frame * (uint32_t)page.lines;
    layout_walk((job->chunk->flags & ROM_ENTRY_SECTIONED) != 0 ? ROM_TAG_SECTIONS : job->chunk->type,
                job->data, job->chunk->size, put_field, &page);
    if (page.at == 0)
        canvas_text(job->c, EDGE, TITLE, DIM,
                    job->look->frame > 0 ? "%u bytes; nothing on this page" : "%u bytes",
                    (unsigned)job->chunk->size);
    return true;
}
