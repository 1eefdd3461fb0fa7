/* Pictures that the display composes: what lies in video memory, and how it gets there. Words and halves of words alone are written. */
#include "platform/gba/composer.h"

#include "fixedmath/scalar.h"
#include "platform/gba/cells.h"

enum {
    TILE_BYTES = 64,
    MAP_AT = GBA_TILES * TILE_BYTES,
    SPRITES_AT = 0x10000,
    UNIT = 32, /* bytes by which sprites name their tiles */
    UNITS = GBA_SPRITE_BYTES / UNIT,
    SIZE_AT = 10,       /* bit of gba_sprite_image.extent */
    LINE_PIXELS = 1210, /* of sprites, that the display draws in a line */
    HIDDEN = 1 << 9     /* of a sprite's first number */
};

static uint32_t *words_at(const gba_composer *c, uint32_t at) { return (uint32_t *)(void *)(c->video + at); }

static uint16_t *map_of(const gba_composer *c, uint32_t layer) {
    return (uint16_t *)(void *)(c->video + MAP_AT + layer * GBA_MAP_CELLS * GBA_MAP_CELLS * 2u);
}

static uint32_t fold(uint32_t hash, uint32_t word) { return gba_cells_fold(hash, word); }

/* ---- the start ---- */

void gba_composer_forget(gba_composer *c) {
    c->canvas_rows = UINT32_MAX;
    c->canvas_shown = 0;
    c->tile_at = c->tiles_end;
    for (int i = 0; i < GBA_TILES / 32; i++) c->taken[i] = 0;
    for (int row = 0; row < GBA_COMPOSED_ROWS; row++) {
        c->held[row] = RS_COMPOSE_CLEAR;
        c->row_width[row] = 0;
        for (int i = 0; i < GBA_MAP_CELLS; i++) c->canvas[row][i] = 0;
    }
}

static void forget_tiles(gba_composer *c) {
    for (int i = 0; i < GBA_TILE_SETS; i++) c->sets[i].count = 0;
    for (int i = 0; i < RS_COMPOSE_LAYERS; i++) c->layers[i].cells = c->layers[i].shown = 0;
    c->tiles_end = 1;
    c->blank = 1;
    gba_composer_forget(c);
}

void gba_composer_start(gba_composer *c, uint8_t *video, uint16_t *objects) {
    c->video = video;
    c->objects = objects;
    c->picture = 2;
    c->sprite_at = 0;
    c->composition = NULL;
    c->object_count = 0;
    c->canvas_layer = RS_COMPOSE_LAYERS;
    for (int i = 0; i < GBA_SPRITE_IMAGES; i++) c->images[i].used = 0;
    for (int i = 0; i < GBA_SPRITES; i++) c->hints[i] = 0;
    for (int i = 0; i < TILE_BYTES / 4; i++) words_at(c, 0)[i] = 0;
    forget_tiles(c);
}

/* ---- tiles ---- */

/* The four pixels at a multiple of four. */
static inline uint32_t aligned_four(const uint8_t *p) {
    uint32_t word;
    __builtin_memcpy(&word, __builtin_assume_aligned(p, 4), sizeof word);
    return word;
}

/* Eight pixels as two words, from anywhere: whole words are read, since a read of a byte from the cartridge takes as long. */
static inline void copy_eight(uint32_t *to, const uint8_t *from) {
    const uint32_t off = (uint32_t)(uintptr_t)from & 3u, shift = 8u * off;
    const uint8_t *at = from - off;
    const uint32_t first = aligned_four(at), second = aligned_four(at + 4);
    if (off == 0) {
        to[0] = first, to[1] = second;
        return;
    }
    to[0] = first >> shift | second << (32u - shift);
    to[1] = second >> shift | aligned_four(at + 8) << (32u - shift);
}

/* Copies a tile from a sheet, whose lines may begin anywhere. */
static void copy_tile(uint32_t *to, const uint8_t *from, int32_t stride) {
    for (int y = 0; y < 8; y++, from += stride, to += 2) copy_eight(to, from);
}

/* Copies a tile set's tiles, each as tiles of 8x8 in rows. */
static void copy_set(const gba_composer *c, const rs_compose_layer *l, uint32_t first) {
    uint32_t at = first * TILE_BYTES;
    for (uint32_t tile = 0; tile < l->tiles; tile++) {
        const uint8_t *from = l->pixels + (int32_t)(tile / l->across) * l->tile_height * l->stride +
                              (int32_t)(tile % l->across) * l->tile_width;
        for (int32_t y = 0; y < l->tile_height; y += 8) {
            for (int32_t x = 0; x < l->tile_width; x += 8, at += TILE_BYTES)
                copy_tile(words_at(c, at), from + y * l->stride + x, l->stride);
        }
    }
}

static uint32_t form_of_set(const rs_compose_layer *l) {
    return (uint32_t)l->tile_width | (uint32_t)l->tile_height << 8 | (uint32_t)l->stride << 16;
}

static uint32_t tiles_of(const rs_compose_layer *l) {
    return (uint32_t)l->tiles * (l->tile_width / 8u) * (l->tile_height / 8u);
}

/* The set of a layer's tiles; GBA_TILE_SETS: it does not lie in video memory. */
static uint32_t held_set(const gba_composer *c, const rs_compose_layer *l) {
    const uint32_t form = form_of_set(l), count = tiles_of(l);
    for (uint32_t i = 0; i < GBA_TILE_SETS && c->sets[i].count != 0; i++) {
        const gba_tile_set *set = &c->sets[i];
        if (set->pixels == (uintptr_t)l->pixels && set->form == form && set->count == count) return i;
    }
    return GBA_TILE_SETS;
}

/* The same, and copies a set that does not lie there; GBA_TILE_SETS: there is no room. */
static uint32_t find_set(gba_composer *c, const rs_compose_layer *l) {
    const uint32_t held = held_set(c, l), count = tiles_of(l);
    uint32_t i = 0;
    if (held != GBA_TILE_SETS) return held;
    while (i < GBA_TILE_SETS && c->sets[i].count != 0) i++;
    if (i == GBA_TILE_SETS || c->tiles_end + count > GBA_TILES) return GBA_TILE_SETS;
    c->sets[i] =
        (gba_tile_set){(uintptr_t)l->pixels, form_of_set(l), (uint16_t)c->tiles_end, (uint16_t)count};
    gba_composer_forget(c); /* tiles of the canvas lie where the set goes */
    copy_set(c, l, c->tiles_end);
    c->tile_at = c->tiles_end += count;
    return i;
}

bool gba_composer_holds(const gba_composer *c, const rs_composition *picture) {
    for (int i = 0; i < picture->layer_count; i++)
        if (held_set(c, &picture->layers[i]) == GBA_TILE_SETS) return false;
    return true;
}

static bool find_sets(gba_composer *c, const rs_composition *picture) {
    for (int i = 0; i < picture->layer_count; i++) {
        const uint32_t set = find_set(c, &picture->layers[i]);
        if (set == GBA_TILE_SETS) return false;
        c->layers[i].set = (uint16_t)set;
    }
    return true;
}

/* ---- maps ---- */

static gba_cell_row row_of(const gba_composer *c, const rs_compose_layer *l, const gba_shown_layer *shown) {
    return (gba_cell_row){
        .layer = l, .first = c->sets[shown->set].first, .column = shown->column, .count = shown->columns};
}

/* Looks at the cells of a part of the map; false where one cannot be shown. Their values are folded into *hash. */
static bool check_cells(gba_cell_row *row, int32_t first, int32_t rows, uint32_t *hash) {
    for (row->row = first; row->row < first + rows; row->row++) {
        gba_cells_read(row);
        if (!gba_cells_check(row, hash)) return false;
    }
    return true;
}

/* A map that stays as it is has to be looked at once, as a whole, and every tile that stands in for another each time. */
static bool check_whole(const gba_composer *c, const rs_compose_layer *l, gba_shown_layer *shown) {
    const uint32_t checked = fold(fold(c->sets[shown->set].first, (uint32_t)l->columns),
                                  (uint32_t)l->rows << 16 | l->substitute_count);
    gba_cell_row row = row_of(c, l, shown);
    uint32_t hash = 0;
    for (uint32_t i = 0; i < l->substitute_count; i++)
        if (l->substitutes[i] >= l->tiles) return false;
    if (shown->cells == (uintptr_t)l->cells && shown->checked == checked) return true;
    for (int32_t column = 0; column < l->columns; column += GBA_MAP_CELLS) {
        row.column = column;
        row.count = int_min(l->columns - column, GBA_MAP_CELLS);
        if (!check_cells(&row, 0, l->rows, &hash)) return false;
    }
    shown->cells = (uintptr_t)l->cells;
    shown->checked = checked;
    return true;
}

/* The cells of a map that may change are looked at where they show; what is beside a map that ends there is clear. */
static bool check_shown(const rs_compose_layer *l, const gba_shown_layer *shown, gba_cell_row *cells,
                        uint32_t *hash) {
    int32_t first = shown->row, end = shown->row + shown->rows, left = shown->column,
            right = shown->column + shown->columns;
    if (l->outside == RS_OUTSIDE_NOTHING) {
        first = int_max(first, 0), end = int_min(end, l->rows);
        left = int_max(left, 0), right = int_min(right, l->columns);
    }
    if (left >= right) return true;
    cells->column = left, cells->count = right - left;
    return check_cells(cells, first, end - first, hash);
}

/* Finds the cells that show, and what the map will be. */
static bool place_layer(gba_composer *c, uint32_t number, const rs_compose_layer *l, gba_shown_layer *shown) {
    const int32_t column = int_floordiv(-l->x, l->tile_width), row = int_floordiv(-l->y, l->tile_height);
    uint32_t hash = fold((uint32_t)(uintptr_t)l->cells, number);
    if (column < INT16_MIN || column > INT16_MAX - GBA_MAP_CELLS || row < INT16_MIN ||
        row > INT16_MAX - GBA_MAP_CELLS)
        return false;
    shown->column = (int16_t)column;
    shown->row = (int16_t)row;
    shown->columns =
        (int16_t)(GBA_COMPOSED_WIDTH / l->tile_width + 1); /* the most that show, wherever the layer lies */
    shown->rows = (int16_t)(GBA_COMPOSED_HEIGHT / l->tile_height + 1);
    gba_cell_row cells = row_of(c, l, shown);
    if (l->is_fixed ? !check_whole(c, l, shown) : !check_shown(l, shown, &cells, &hash)) return false;
    if (l->outside == RS_OUTSIDE_FILL) {
        cells.column = -1, cells.count = 1;
        if (!check_cells(&cells, -1, 1, &hash)) return false;
    }
    for (uint32_t i = 0; i < l->substitute_count; i++) hash = fold(hash, l->substitutes[i]);
    hash = fold(fold(hash, c->sets[shown->set].first), (uint32_t)l->outside << 16 | l->fill);
    hash = fold(hash, (uint32_t)column << 16 | ((uint32_t)row & 0xFFFFu));
    shown->next = hash == 0 ? 1 : hash;
    return true;
}

static void write_map(const gba_composer *c, uint32_t number, const rs_compose_layer *l,
                      const gba_shown_layer *shown) {
    gba_cell_row row = row_of(c, l, shown);
    for (row.row = shown->row; row.row < shown->row + shown->rows; row.row++) {
        gba_cells_read(&row);
        gba_cells_write(&row, map_of(c, number));
    }
}

/* ---- images of sprites ---- */

static uint32_t units_of(const gba_sprite_image *image) { return image->extent & ((1u << SIZE_AT) - 1u); }

/* Whether an image stays: this picture or the one before shows it. */
static bool is_in_use(const gba_composer *c, const gba_sprite_image *image) {
    return image->used != 0 && image->used + 1 >= c->picture;
}

/* The end of what stays of an image that lies in at .. at + units - 1; `at`: nothing stays there. */
static uint32_t end_of_used(const gba_composer *c, uint32_t at, uint32_t units) {
    uint32_t end = at;
    for (uint32_t i = 0; i < GBA_SPRITE_IMAGES; i++) {
        const gba_sprite_image *image = &c->images[i];
        const uint32_t own_end = image->at + units_of(image);
        if (is_in_use(c, image) && image->at < at + units && own_end > at && own_end > end) end = own_end;
    }
    return end;
}

/* Finds a record and room for an image, from where the last one went, and drops what lies there; GBA_SPRITE_IMAGES: there is none. */
static uint32_t take_image(gba_composer *c, uint32_t units) {
    uint32_t at = c->sprite_at, free = GBA_SPRITE_IMAGES;
    for (bool is_wrapped = false;;) {
        if (at + units > UNITS) {
            if (is_wrapped) return GBA_SPRITE_IMAGES;
            is_wrapped = true;
            at = 0;
        }
        const uint32_t end = end_of_used(c, at, units);
        if (end == at) break;
        at = end;
    }
    for (uint32_t i = 0; i < GBA_SPRITE_IMAGES; i++) {
        gba_sprite_image *image = &c->images[i];
        if (is_in_use(c, image)) continue;
        if (image->at < at + units && image->at + units_of(image) > at) image->used = 0;
        if (free == GBA_SPRITE_IMAGES || image->used == 0) free = i;
    }
    if (free == GBA_SPRITE_IMAGES) return free;
    c->images[free].at = (uint16_t)at;
    c->images[free].extent = (uint16_t)units;
    c->sprite_at = at + units;
    return free;
}

/* The sizes of sprites by shape (square, wide, tall) and size, in tiles of 8x8. */
static const uint16_t sprite_sizes[12][2] = {{1, 1}, {2, 2}, {4, 4}, {8, 8}, {2, 1}, {4, 1},
                                             {4, 2}, {8, 4}, {1, 2}, {1, 4}, {2, 4}, {4, 8}};

/* The number of the smallest size that holds so many pixels. */
static uint32_t size_for(uint32_t width, uint32_t height) {
    uint32_t best = 3;
    for (uint32_t i = 0; i < 12; i++) {
        if (sprite_sizes[i][0] * 8u < width || sprite_sizes[i][1] * 8u < height) continue;
        if (sprite_sizes[i][0] * sprite_sizes[i][1] < sprite_sizes[best][0] * sprite_sizes[best][1]) best = i;
    }
    return best;
}

/* Up to four pixels as a word; the others are clear. */
static uint32_t some(const uint8_t *p, int32_t step, int32_t count) {
    uint32_t word = 0;
    for (int32_t i = 0; i < count && i < 4; i++, p += step) word |= (uint32_t)*p << (8 * i);
    return word;
}

/* A part, or a piece of it. */
typedef struct sprite_block {
    const uint8_t *pixels;
    int32_t step, down;
    int32_t x, y;
    uint32_t width, height; /* up to 64 */
    uint32_t size;
} sprite_block;

/* Four columns of four pixels each become four lines, from the lowest pixel of the columns up; lines lie two words apart. */
static void turn_four(const uint32_t columns[4], uint32_t *last) {
    const uint32_t a = columns[0], b = columns[1], c = columns[2], d = columns[3];
    last[0] = (a & 0xFFu) | (b & 0xFFu) << 8 | (c & 0xFFu) << 16 | d << 24;
    last[-2] = (a >> 8 & 0xFFu) | (b & 0xFF00u) | (c & 0xFF00u) << 8 | (d & 0xFF00u) << 16;
    last[-4] = (a >> 16 & 0xFFu) | (b >> 8 & 0xFF00u) | (c & 0xFF0000u) | (d & 0xFF0000u) << 8;
    last[-6] = a >> 24 | (b >> 16 & 0xFF00u) | (c >> 8 & 0xFF0000u) | (d & 0xFF000000u);
}

/* A tile of a picture that lies turned: its columns are lines of memory, which are read as words; those from `left` on are clear. */
static void copy_turned(uint32_t *to, const uint8_t *from, int32_t step, int32_t left) {
    for (int32_t half = 0; half < 2; half++, left -= 4) {
        uint32_t upper[4], lower[4];
        for (int32_t i = 0; i < 4; i++, from += step) {
            uint32_t pixels[2] = {0, 0};
            if (i < left) copy_eight(pixels, from - 7);
            lower[i] = pixels[0], upper[i] = pixels[1];
        }
        turn_four(upper, to + 3 * 2 + half);
        turn_four(lower, to + 7 * 2 + half);
    }
}

static void copy_block(const gba_composer *c, const sprite_block *b, uint32_t at) {
    uint32_t *to = words_at(c, SPRITES_AT + at * UNIT);
    const int32_t across = sprite_sizes[b->size][0], down = sprite_sizes[b->size][1] * 8;
    for (int32_t row = 0; row < down; row += 8) {
        for (int32_t tile = 0; tile < across; tile++) {
            const int32_t wide = (int32_t)b->width - tile * 8;
            if (b->down == -1 && wide > 0 && row + 8 <= (int32_t)b->height) {
                copy_turned(to, b->pixels - row + tile * 8 * b->step, b->step, wide);
                to += 16;
                continue;
            }
            for (int32_t y = row; y < row + 8; y++, to += 2) {
                const uint8_t *from = b->pixels + y * b->down + tile * 8 * b->step;
                const int32_t left = y < (int32_t)b->height ? wide : 0;
                if (left >= 8 && b->step == 1) {
                    copy_eight(to, from);
                    continue;
                }
                to[0] = left > 0 ? some(from, b->step, left) : 0;
                to[1] = left > 4 ? some(from + 4 * b->step, b->step, left - 4) : 0;
            }
        }
    }
}

/* The image of a block, from the place where the sprite before had it, or any other, or copied anew. */
static uint32_t find_image(gba_composer *c, sprite_block *b, uint32_t order) {
    const uintptr_t pixels = (uintptr_t)b->pixels;
    const uint32_t form =
        (b->width - 1) | (b->height - 1) << 6 | ((uint32_t)b->down ^ (uint32_t)b->step << 8) << 12;
    gba_sprite_image *image = &c->images[c->hints[order]];
    uint32_t i;
    if (image->pixels == pixels && image->form == form && image->used != 0) {
        image->used = c->picture;
        return c->hints[order];
    }
    for (i = 0, image = c->images; i < GBA_SPRITE_IMAGES; i++, image++)
        if (image->pixels == pixels && image->form == form && image->used != 0) break;
    if (i == GBA_SPRITE_IMAGES) {
        b->size = size_for(b->width, b->height);
        i = take_image(c, (uint32_t)sprite_sizes[b->size][0] * sprite_sizes[b->size][1] * 2u);
        if (i == GBA_SPRITE_IMAGES) return i;
        image = &c->images[i];
        image->pixels = pixels;
        image->form = form;
        image->extent = (uint16_t)(image->extent | b->size << SIZE_AT);
        copy_block(c, b, image->at);
    }
    c->hints[order] = (uint16_t)i;
    image->used = c->picture;
    return i;
}

/* ---- sprites ---- */

/* A sprite as the display has it. */
typedef struct object {
    int32_t x, y;
    uint32_t size, at, priority, flips;
} object;

static bool add_object(gba_composer *c, const object *o) {
    if (c->object_count == GBA_SPRITES) return false;
    uint16_t *to = c->next_objects[c->object_count++];
    c->sprite_pixels += sprite_sizes[o->size][0] * 8u;
    to[0] = (uint16_t)(((uint32_t)o->y & 255u) | 1u << 13 | (o->size >> 2) << 14);
    to[1] = (uint16_t)(((uint32_t)o->x & 511u) | o->flips << 12 | (o->size & 3u) << 14);
    to[2] = (uint16_t)(o->at | o->priority << 10);
    return true;
}

/* Whether no line has more pixels of sprites than the display draws. Most pictures have fewer in all. */
static bool lines_hold(const gba_composer *c) {
    uint16_t pixels[GBA_COMPOSED_ROWS] = {0};
    if (c->sprite_pixels <= LINE_PIXELS) return true;
    for (uint32_t i = 0; i < c->object_count; i++) {
        const uint16_t *o = c->next_objects[i];
        const uint16_t *size = sprite_sizes[(o[0] >> 14) << 2 | o[1] >> 14];
        const int32_t y = o[0] & 255, top = y < GBA_COMPOSED_HEIGHT ? y : y - 256,
                      end = top + size[1] * 8 - 1,
                      last = end >= GBA_COMPOSED_HEIGHT ? GBA_COMPOSED_ROWS - 1 : end >> 3;
        for (int32_t row = top < 0 ? 0 : top >> 3; row <= last; row++) {
            pixels[row] = (uint16_t)(pixels[row] + size[0] * 8u);
            if (pixels[row] > LINE_PIXELS) return false;
        }
    }
    return true;
}

static bool add_block(gba_composer *c, sprite_block *b, uint32_t flips, uint32_t priority) {
    if (c->object_count == GBA_SPRITES) return false;
    const uint32_t i = find_image(c, b, c->object_count);
    if (i == GBA_SPRITE_IMAGES) return false;
    const gba_sprite_image *image = &c->images[i];
    object o = {b->x, b->y, (uint32_t)image->extent >> SIZE_AT, image->at, priority, flips};
    if ((flips & 1u) != 0) o.x -= sprite_sizes[o.size][0] * 8 - (int32_t)b->width;
    if ((flips & 2u) != 0) o.y -= sprite_sizes[o.size][1] * 8 - (int32_t)b->height;
    return add_object(c, &o);
}

/* A part as one sprite, or several where it is larger than 64 pixels. */
static bool add_part(gba_composer *c, const rs_compose_part *part, uint32_t priority) {
    const uint32_t flips = (part->flip_x ? 1u : 0) | (part->flip_y ? 2u : 0);
    if (part->width <= 64 && part->height <= 64) {
        sprite_block b = {part->pixels, part->step,  part->down,   part->x,
                          part->y,      part->width, part->height, 0};
        return add_block(c, &b, flips, priority);
    }
    for (uint32_t v = 0; v < part->height; v += 64) {
        for (uint32_t u = 0; u < part->width; u += 64) {
            sprite_block b = {.pixels = part->pixels + (int32_t)v * part->down + (int32_t)u * part->step,
                              .step = part->step,
                              .down = part->down,
                              .width = part->width - u < 64 ? part->width - u : 64,
                              .height = part->height - v < 64 ? part->height - v : 64};
            b.x = part->x + (int32_t)(part->flip_x ? part->width - u - b.width : u);
            b.y = part->y + (int32_t)(part->flip_y ? part->height - v - b.height : v);
            if (!add_block(c, &b, flips, priority)) return false;
        }
    }
    return true;
}

/* ---- the canvas ---- */

static void note_tiles(gba_composer *c, const uint16_t *cells) {
    for (int i = 0; i < GBA_COMPOSED_COLUMNS; i++) c->taken[cells[i] / 32u] |= UINT32_C(1) << cells[i] % 32u;
}

/* Frees the tiles that neither the canvas nor the picture that is shown has. */
static void sweep_tiles(gba_composer *c) {
    const uint16_t *shown = map_of(c, c->canvas_layer);
    for (int i = 0; i < GBA_TILES / 32; i++) c->taken[i] = 0;
    for (int row = 0; row < GBA_COMPOSED_ROWS; row++) {
        note_tiles(c, c->canvas[row]);
        if (c->canvas_shown != 0) note_tiles(c, shown + row * GBA_MAP_CELLS);
    }
}

/* A tile that nothing shows, from where the last one was; 0: there is none. */
static uint32_t find_tile(gba_composer *c) {
    for (uint32_t i = c->tile_at; i < GBA_TILES; i++) {
        if ((c->taken[i / 32] >> i % 32 & 1u) != 0) continue;
        c->taken[i / 32] |= UINT32_C(1) << i % 32;
        c->tile_at = i + 1;
        return i;
    }
    return 0;
}

static uint32_t take_tile(gba_composer *c) {
    const uint32_t tile = find_tile(c);
    if (tile != 0) return tile;
    sweep_tiles(c);
    c->tile_at = c->tiles_end;
    return find_tile(c);
}

static bool draw_tiles(gba_composer *c, int row, const uint8_t *pixels, int stride) {
    uint32_t tile = 0;
    for (int column = 0; column < GBA_COMPOSED_COLUMNS; column++, pixels += 8) {
        const gba_tile_look look = gba_tile_look_at(pixels, stride, column > 0);
        if (look != GBA_TILE_AS_BEFORE) tile = look == GBA_TILE_CLEAR ? 0 : take_tile(c);
        if (look == GBA_TILE_NEW) {
            if (tile == 0) return false;
            gba_tile_copy(words_at(c, tile * TILE_BYTES), pixels, stride);
        }
        c->canvas[row][column] = (uint16_t)tile;
    }
    return true;
}

/* A row as sprites: one image from the first tile that shows something to the last one. */
static bool draw_sprite_row(gba_composer *c, int row, const uint8_t *pixels, int stride) {
    int first = 0, end = GBA_COMPOSED_COLUMNS;
    while (first < end && gba_tile_look_at(pixels + first * 8, stride, false) == GBA_TILE_CLEAR) first++;
    while (first < end && gba_tile_look_at(pixels + end * 8 - 8, stride, false) == GBA_TILE_CLEAR) end--;
    c->row_width[row] = (uint16_t)(end - first);
    if (first == end) return true;
    const uint32_t i = take_image(c, 2u * (uint32_t)(end - first));
    if (i == GBA_SPRITE_IMAGES) return false;
    c->images[i].pixels = (uintptr_t)row;
    c->images[i].form = c->composition->rows[row];
    c->images[i].used = c->picture;
    c->row_images[row] = (uint16_t)i;
    c->row_first[row] = (uint16_t)first;
    for (int column = first; column < end; column++)
        gba_tile_copy(words_at(c, SPRITES_AT + (c->images[i].at + 2u * (uint32_t)(column - first)) * UNIT),
                      pixels + column * 8, stride);
    return true;
}

bool gba_compose_row(gba_composer *c, int row, const uint8_t *pixels, int stride) {
    c->held[row] = c->composition->rows[row];
    return c->canvas_layer < RS_COMPOSE_LAYERS ? draw_tiles(c, row, pixels, stride)
                                               : draw_sprite_row(c, row, pixels, stride);
}

static bool add_row_objects(gba_composer *c, uint32_t row, uint32_t priority) {
    static const struct { uint32_t tiles, size; } pieces[] = {{4, 5}, {2, 4}, {1, 0}};
    uint32_t at = c->images[c->row_images[row]].at, column = c->row_first[row], left = c->row_width[row];
    for (int i = 0; left > 0;) {
        if (pieces[i].tiles > left) {
            i++;
            continue;
        }
        const object o = {(int32_t)column * 8, (int32_t)row * 8, pieces[i].size, at, priority, 0};
        if (!add_object(c, &o)) return false;
        at += 2 * pieces[i].tiles, column += pieces[i].tiles, left -= pieces[i].tiles;
    }
    return true;
}

/* ---- a picture ---- */

static uint32_t layers_of(const gba_composer *c) {
    return (uint32_t)c->composition->layer_count + (c->canvas_layer < RS_COMPOSE_LAYERS ? 1u : 0u);
}

/* What lies over `below` layers comes with this priority, the lowest number in front. */
static uint32_t priority_over(const gba_composer *c, uint32_t below) {
    return (layers_of(c) == RS_COMPOSE_LAYERS ? 4u : 3u) - below;
}

/* The rows of the canvas that differ from what is held. A canvas that becomes another kind is drawn anew. */
static uint32_t rows_to_draw(gba_composer *c, uint32_t canvas_layer) {
    uint32_t rows = 0;
    if (c->canvas_layer != canvas_layer) gba_composer_forget(c);
    c->canvas_layer = canvas_layer;
    for (int row = 0; row < GBA_COMPOSED_ROWS; row++) {
        const uint32_t wanted = c->composition->canvas < 0 ? RS_COMPOSE_CLEAR : c->composition->rows[row];
        if (canvas_layer == RS_COMPOSE_LAYERS && c->row_width[row] != 0)
            c->images[c->row_images[row]].used = c->picture; /* as long as it shows */
        if (wanted == c->held[row] && wanted != RS_COMPOSE_UNKNOWN) continue;
        if (wanted != RS_COMPOSE_CLEAR) {
            rows |= UINT32_C(1) << row;
            continue;
        }
        c->held[row] = RS_COMPOSE_CLEAR;
        c->row_width[row] = 0;
        for (int i = 0; i < GBA_COMPOSED_COLUMNS; i++) c->canvas[row][i] = 0;
        c->canvas_rows |= UINT32_C(1) << row;
    }
    c->canvas_rows |= rows;
    return rows;
}

bool gba_compose(gba_composer *c, const rs_composition *picture, uint32_t *rows) {
    const bool has_canvas = picture->canvas >= 0;
    c->composition = picture;
    c->picture++;
    c->object_count = 0;
    c->canvas_rows = c->blank != 0 ? UINT32_MAX : 0;
    c->sprite_pixels = 0;
    if (!find_sets(c, picture)) {
        forget_tiles(c);
        if (!find_sets(c, picture)) return false;
    }
    const uint32_t canvas_layer = has_canvas && picture->layer_count < RS_COMPOSE_LAYERS
                                      ? (uint32_t)picture->canvas
                                      : RS_COMPOSE_LAYERS;
    *rows = rows_to_draw(c, canvas_layer);
    for (uint32_t i = 0; i < (uint32_t)picture->layer_count; i++) {
        const uint32_t number = i + (i >= canvas_layer ? 1u : 0u);
        if (!place_layer(c, number, &picture->layers[i], &c->layers[i])) return false;
    }
    return true;
}

static bool add_canvas_objects(gba_composer *c, uint32_t priority) {
    for (uint32_t row = 0; row < GBA_COMPOSED_ROWS; row++)
        if (c->row_width[row] != 0 && !add_row_objects(c, row, priority)) return false;
    return true;
}

bool gba_compose_end(gba_composer *c) {
    const rs_composition *picture = c->composition;
    const int32_t canvas = picture->canvas;
    const bool by_layer = c->canvas_layer < RS_COMPOSE_LAYERS;
    const uint32_t front = priority_over(c, 0);
    bool waits = canvas >= 0 && !by_layer; /* the canvas comes as sprites behind those that lie over it */
    const rs_compose_part *part = picture->parts;
    for (uint32_t left = picture->part_count; left > 0; left--, part++) {
        const bool over = part->over_canvas || part->level > canvas;
        if (waits && !over) {
            if (!add_canvas_objects(c, front - (uint32_t)canvas)) return false;
            waits = false;
        }
        const uint32_t priority = front - part->level - (over && by_layer ? 1u : 0u);
        if (priority > 3 || !add_part(c, part, priority)) return false;
    }
    return (!waits || add_canvas_objects(c, front - (uint32_t)canvas)) && lines_hold(c);
}

static void show_canvas(gba_composer *c) {
    uint16_t *map = map_of(c, c->canvas_layer);
    for (uint32_t row = 0; row < GBA_MAP_CELLS; row++)
        for (uint32_t i = 0; i < GBA_MAP_CELLS; i++)
            map[row * GBA_MAP_CELLS + i] = row < GBA_COMPOSED_ROWS ? c->canvas[row][i] : 0;
}

static void set_layer(const gba_composer *c, gba_composed *r, uint32_t number, uint32_t x, uint32_t y) {
    const uint32_t block = MAP_AT / 0x800 + number;
    r->control[number] = priority_over(c, number + 1) | 1u << 7 | block << 8;
    r->x[number] = x & 511u;
    r->y[number] = y & 511u;
    r->display |= 1u << (8 + number);
}

void gba_compose_show(gba_composer *c, gba_composed *r) {
    const rs_composition *picture = c->composition;
    *r = (gba_composed){.display = 1u << 6 | 1u << 12, .background = picture->background};
    for (uint32_t i = 0; i < (uint32_t)picture->layer_count; i++) {
        const rs_compose_layer *l = &picture->layers[i];
        gba_shown_layer *shown = &c->layers[i];
        const uint32_t number = i + (i >= c->canvas_layer ? 1u : 0u);
        if (shown->shown != shown->next) write_map(c, number, l, shown);
        shown->shown = shown->next;
        set_layer(c, r, number, (uint32_t)-l->x, (uint32_t)-l->y);
    }
    for (uint32_t i = (uint32_t)picture->layer_count; i < RS_COMPOSE_LAYERS; i++)
        c->layers[i].shown = 0; /* the canvas may take its map */
    if (c->canvas_layer < RS_COMPOSE_LAYERS) {
        if (c->canvas_rows != 0) show_canvas(c);
        c->canvas_shown = 1;
        set_layer(c, r, c->canvas_layer, 0, 0);
    }
    for (uint32_t i = 0; i < GBA_SPRITES; i++) {
        uint16_t *to = c->objects + 4 * i;
        if (i >= c->object_count) {
            to[0] = HIDDEN;
            continue;
        }
        to[0] = c->next_objects[i][0];
        to[1] = c->next_objects[i][1];
        to[2] = c->next_objects[i][2];
    }
    c->blank = 0;
}
