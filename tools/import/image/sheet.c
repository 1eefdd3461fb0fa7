/* Frames are trimmed and compared, sizes of sheets tried, pixels copied, names sorted into animations. */
#include "tools/import/image/sheet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixedmath/root.h"
#include "rom/rom.h"
#include "tools/import/base/intern.h"
#include "tools/import/image/sheet_pack.h"

typedef struct packer {
    const import_sheet_source *sources;
    import_sheets *out;
    import_sheet_options options;
    uint32_t *unique; /* frames with pixels of their own, then in the order of packing */
    uint32_t unique_count;
    pack_box *boxes, *best;
    tool_error *error;
} packer;

static const uint8_t *source_pixel(const import_sheet_source *s, int32_t x, int32_t y) {
    return s->image->rgba + 4 * ((size_t)(s->y + y) * (size_t)s->image->width + (size_t)(s->x + x));
}

/* ---- frames ---- */

static bool row_is_clear(const import_sheet_source *s, int32_t y, int32_t width) {
    for (int32_t x = 0; x < width; x++) {
        if (source_pixel(s, x, y)[3] != 0) return false;
    }
    return true;
}

static bool column_is_clear(const import_sheet_source *s, int32_t x, int32_t top, int32_t bottom) {
    for (int32_t y = top; y < bottom; y++) {
        if (source_pixel(s, x, y)[3] != 0) return false;
    }
    return true;
}

static void trim(const import_sheet_source *s, import_frame *f, bool keep) {
    int32_t left = 0, top = 0, right = f->full_width, bottom = f->full_height;
    while (!keep && top < bottom && row_is_clear(s, top, right)) top++;
    while (!keep && bottom > top && row_is_clear(s, bottom - 1, right)) bottom--;
    while (!keep && top < bottom && left < right && column_is_clear(s, left, top, bottom)) left++;
    while (!keep && top < bottom && right > left && column_is_clear(s, right - 1, top, bottom)) right--;
    if (top == bottom) left = right = top = bottom = 0;
    f->trim_x = (int16_t)left;
    f->trim_y = (int16_t)top;
    f->width = (uint16_t)(right - left);
    f->height = (uint16_t)(bottom - top);
}

static bool make_frame(packer *p, uint32_t index) {
    import_sheet_source s = p->sources[index];
    import_frame *f = &p->out->frames[index];
    if (s.width == 0) s.x = s.y = 0, s.width = s.image->width, s.height = s.image->height;
    if (s.x < 0 || s.y < 0 || s.width < 1 || s.height < 1 || s.width > s.image->width - s.x ||
        s.height > s.image->height - s.y) {
        return import_error_file(
            p->error, s.name,
            "the frame of %d x %d pixels at %d,%d does not lie inside of its picture of %d x %d",
            (int)s.width, (int)s.height, (int)s.x, (int)s.y, s.image->width, s.image->height);
    }
    f->name = import_arena_text(&p->out->arena, s.name, strlen(s.name));
    f->full_width = (uint16_t)s.width;
    f->full_height = (uint16_t)s.height;
    f->pivot_x = (int16_t)s.pivot_x;
    f->pivot_y = (int16_t)s.pivot_y;
    trim(&s, f, p->options.keep_borders);
    p->out->source_pixels += (uint64_t)s.width * (uint64_t)s.height;
    return f->name != NULL || import_error_memory(p->error, NULL);
}

/* A hash of the pixels of a frame; equal pixels of one size have equal hashes. */
static uint32_t pixels_hash(const packer *p, uint32_t index) {
    const import_frame *f = &p->out->frames[index];
    uint32_t hash = 0;
    for (int32_t y = 0; y < f->height; y++) {
        hash =
            rom_crc32(hash, source_pixel(&p->sources[index], f->trim_x, f->trim_y + y), (size_t)4 * f->width);
    }
    return hash;
}

static bool same_pixels(const packer *p, uint32_t a, uint32_t b) {
    const import_frame *f = &p->out->frames[a], *g = &p->out->frames[b];
    if (f->width != g->width || f->height != g->height) return false;
    for (int32_t y = 0; y < f->height; y++) {
        if (memcmp(source_pixel(&p->sources[a], f->trim_x, f->trim_y + y),
                   source_pixel(&p->sources[b], g->trim_x, g->trim_y + y), (size_t)4 * f->width) != 0) {
            return false;
        }
    }
    return true;
}

/* Finds frames whose pixels an earlier frame has: by hash, size and comparison. */
static bool find_doubles(packer *p) {
    struct key {
        uint32_t hash, width, height;
    } key;
    import_record_set set = {.record_size = sizeof key};
    uint32_t *first = calloc(p->out->frame_count + 1, sizeof *first); /* the frame of each key */
    bool ok = first != NULL;
    for (uint32_t i = 0; i < p->out->frame_count && ok; i++) {
        import_frame *f = &p->out->frames[i];
        f->same_as = i;
        if (f->width == 0) continue;
        key = (struct key){pixels_hash(p, i), f->width, f->height};
        uint32_t before = set.count, number = import_record_set_add(&set, &key);
        ok = number != IMPORT_INTERN_FAILED;
        if (!ok) break;
        if (number == before)
            first[number] = i;
        else if (same_pixels(p, first[number], i))
            f->same_as = first[number];
        if (f->same_as != i) continue;
        p->unique[p->unique_count++] = i;
        p->out->trimmed_pixels += (uint64_t)f->width * f->height;
    }
    free(first);
    import_record_set_free(&set);
    return ok || import_error_memory(p->error, NULL);
}

/* ---- sizes ---- */

typedef struct sort_entry {
    uint64_t key;
    uint32_t index;
} sort_entry;

static int by_key(const void *a, const void *b) {
    const sort_entry *x = a, *y = b;
    if (x->key != y->key) return x->key > y->key ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

/* Sorts boxes, large ones first, by longer side, area, or height. */
static bool sort_boxes(const pack_box *boxes, uint32_t *order, uint32_t count, int by) {
    sort_entry *entries = malloc((count + 1) * sizeof *entries);
    if (entries == NULL) return false;
    for (uint32_t i = 0; i < count; i++) {
        const pack_box *b = &boxes[order[i]];
        uint32_t longer = b->width > b->height ? b->width : b->height,
                 shorter = b->width + b->height - longer;
        uint64_t area = (uint64_t)b->width * b->height;
        entries[i].key = by == 0   ? (uint64_t)longer << 32 | shorter
                         : by == 1 ? area
                                   : (uint64_t)b->height << 32 | b->width;
        entries[i].index = order[i];
    }
    qsort(entries, count, sizeof *entries, by_key);
    for (uint32_t i = 0; i < count; i++) order[i] = entries[i].index;
    free(entries);
    return true;
}

static uint32_t power_above(uint32_t n) {
    uint32_t power = 1;
    while (power < n) power *= 2;
    return power;
}

/* The extent of the boxes that were placed. */
static void extent(const pack_box *boxes, const uint32_t *order, uint32_t count, uint32_t *width,
                   uint32_t *height) {
    *width = *height = 1;
    for (uint32_t i = 0; i < count; i++) {
        const pack_box *b = &boxes[order[i]];
        uint32_t right = b->x + (b->turned ? b->height : b->width),
                 bottom = b->y + (b->turned ? b->width : b->height);
        if (!b->placed) continue;
        if (right > *width) *width = right;
        if (bottom > *height) *height = bottom;
    }
}

typedef struct attempt {
    uint32_t *order, count;
    uint32_t width, height; /* of the best packing */
    long placed;
    uint64_t area;
} attempt;

/* Packs once; keeps the result when it places more boxes, or as many on less area. False without memory. */
static bool try_size(packer *p, attempt *a, uint32_t width, uint32_t height, pack_rule rule) {
    uint32_t used_width, used_height;
    long placed = pack_boxes(p->boxes, a->order, a->count, width, height, rule, !p->options.no_turning);
    if (placed < 0) return false;
    extent(p->boxes, a->order, a->count, &used_width, &used_height);
    if (p->options.powers_of_two)
        used_width = power_above(used_width), used_height = power_above(used_height);
    uint64_t area = (uint64_t)used_width * used_height;
    if (placed < a->placed || (placed == a->placed && area >= a->area)) return true;
    a->placed = placed;
    a->area = area;
    a->width = used_width;
    a->height = used_height;
    for (uint32_t i = 0; i < a->count; i++) p->best[a->order[i]] = p->boxes[a->order[i]];
    return true;
}

static uint64_t total_area(const packer *p, const attempt *a) {
    uint64_t area = 0;
    for (uint32_t i = 0; i < a->count; i++)
        area += (uint64_t)p->boxes[a->order[i]].width * p->boxes[a->order[i]].height;
    return area;
}

/* Tries widths from a third to three times the square, in steps. Many frames get fewer tries, since the time of
 * a try grows with the square of their number. */
static bool try_all(packer *p, attempt *a) {
    uint32_t most = p->options.largest_side, square = fx_isqrt64(total_area(p, a)) + 1,
             tries = a->count > 2000  ? 2
                     : a->count > 300 ? 6
                                      : 16;
    for (int by = 0; by < 3; by++) {
        if (!sort_boxes(p->boxes, a->order, a->count, by)) return false;
        for (int rule = 0; rule < PACK_RULES; rule++) {
            for (uint32_t t = 0; t <= tries; t++) {
                uint64_t width = (uint64_t)square * (8 + 12 * t / (tries == 0 ? 1 : tries)) / 10;
                if (p->options.powers_of_two) width = power_above(square) >> 1 << (t % 3);
                if (width > most) width = most;
                if (p->options.powers_of_two && t > 2) break;
                if (!try_size(p, a, (uint32_t)width, most, (pack_rule)rule)) return false;
            }
        }
        if (!try_size(p, a, most, most, PACK_SHORT_SIDE)) return false;
    }
    return true;
}

/* ---- pixels ---- */

static int32_t clamp(int32_t value, int32_t most) { return value < 0 ? 0 : value > most ? most : value; }

/* Copies a frame with its repeated edges to the place of its box. */
static void draw_frame(const packer *p, uint32_t index, const pack_box *box, import_image *sheet) {
    const import_frame *f = &p->out->frames[index];
    int32_t edge = (int32_t)p->options.extrude, width = f->turned ? f->height : f->width,
            height = f->turned ? f->width : f->height;
    for (int32_t y = -edge; y < height + edge; y++) {
        for (int32_t x = -edge; x < width + edge; x++) {
            int32_t i = clamp(x, width - 1), j = clamp(y, height - 1), u = f->turned ? j : i,
                    v = f->turned ? f->height - 1 - i : j;
            uint8_t *to = sheet->rgba + 4 * ((size_t)((int32_t)box->y + edge + y) * (size_t)sheet->width +
                                             (size_t)((int32_t)box->x + edge + x));
            memcpy(to, source_pixel(&p->sources[index], f->trim_x + u, f->trim_y + v), 4);
        }
    }
}

static bool add_sheet(packer *p, attempt *a) {
    import_sheets *out = p->out;
    import_image *sheets = realloc(out->sheets, ((size_t)out->sheet_count + 1) * sizeof *sheets);
    if (sheets == NULL) return import_error_memory(p->error, NULL);
    out->sheets = sheets;
    import_image *sheet = &sheets[out->sheet_count];
    if (!import_image_allocate(NULL, (long)a->width, (long)a->height, false, sheet, p->error)) return false;
    out->sheet_count++;
    uint32_t left = 0;
    for (uint32_t i = 0; i < a->count; i++) {
        uint32_t index = a->order[i];
        const pack_box *box = &p->best[index];
        import_frame *f = &out->frames[index];
        if (!box->placed) {
            a->order[left++] = index;
            continue;
        }
        f->sheet = (uint16_t)(out->sheet_count - 1);
        f->turned = box->turned;
        f->x = (uint16_t)(box->x + p->options.extrude);
        f->y = (uint16_t)(box->y + p->options.extrude);
        draw_frame(p, index, box, sheet);
    }
    a->count = left;
    import_image_find_alpha(sheet);
    out->sheet_pixels += (uint64_t)a->width * a->height;
    return true;
}

static bool check_sizes(packer *p) {
    uint32_t edge = 2 * p->options.extrude, most = p->options.largest_side;
    for (uint32_t i = 0; i < p->unique_count; i++) {
        uint32_t index = p->unique[i];
        const import_frame *f = &p->out->frames[index];
        p->boxes[index] = (pack_box){.width = f->width + edge, .height = f->height + edge};
        if (p->boxes[index].width > most || p->boxes[index].height > most) {
            return import_error_file(
                p->error, f->name, "the frame of %u x %u pixels does not fit a sheet of %u; make it smaller",
                f->width, f->height, (unsigned)most);
        }
    }
    return true;
}

static bool pack_all(packer *p) {
    attempt a = {.order = p->unique, .count = p->unique_count};
    if (!check_sizes(p)) return false;
    while (a.count > 0) {
        if (p->options.one_sheet && p->out->sheet_count == 1) {
            return import_error_file(p->error, p->out->frames[a.order[0]].name,
                                     "%u frames do not fit one sheet of %u x %u", (unsigned)a.count,
                                     (unsigned)p->options.largest_side, (unsigned)p->options.largest_side);
        }
        a.placed = 0;
        a.area = UINT64_MAX;
        if (!try_all(p, &a)) return import_error_memory(p->error, NULL);
        if (!add_sheet(p, &a)) return false;
    }
    for (uint32_t i = 0; i < p->out->frame_count; i++) { /* frames of equal pixels share a place */
        import_frame *f = &p->out->frames[i];
        const import_frame *same = &p->out->frames[f->same_as];
        f->sheet = same->sheet;
        f->x = same->x;
        f->y = same->y;
        f->turned = same->turned;
    }
    for (uint32_t i = 0; i < p->out->frame_count; i++) {
        import_frame *f = &p->out->frames[i];
        uint16_t width = f->width;
        if (f->turned) f->width = f->height, f->height = width;
    }
    return true;
}

/* ---- animations ---- */

/* NAME_07: the length of NAME and the number; 0 for other names. */
static size_t animation_name(const char *name, uint32_t *number) {
    size_t length = strlen(name), digits = length;
    uint64_t value = 0;
    while (digits > 0 && name[digits - 1] >= '0' && name[digits - 1] <= '9') digits--;
    if (digits == length || length - digits > 9 || digits < 2 || name[digits - 1] != '_') return 0;
    for (size_t i = digits; i < length; i++) value = value * 10 + (uint64_t)(name[i] - '0');
    *number = (uint32_t)value;
    return digits - 1;
}

typedef struct numbered {
    const char *name;
    size_t length;
    uint32_t number, frame;
} numbered;

static int same_animation(const numbered *x, const numbered *y) {
    size_t shorter = x->length < y->length ? x->length : y->length;
    int order = memcmp(x->name, y->name, shorter);
    return order != 0 ? order : x->length < y->length ? -1 : x->length > y->length;
}

static int by_name(const void *a, const void *b) {
    const numbered *x = a, *y = b;
    int order = same_animation(x, y);
    if (order != 0) return order;
    if (x->number != y->number) return x->number < y->number ? -1 : 1;
    return x->frame < y->frame ? -1 : x->frame > y->frame;
}

static bool find_animations(packer *p) {
    import_sheets *out = p->out;
    numbered *list = malloc((out->frame_count + 1) * sizeof *list);
    uint32_t count = 0;
    out->order = import_arena_take(&out->arena, (out->frame_count + 1) * sizeof *out->order);
    out->animations = import_arena_take(&out->arena, (out->frame_count + 1) * sizeof *out->animations);
    bool ok = list != NULL && out->order != NULL && out->animations != NULL;
    for (uint32_t i = 0; ok && i < out->frame_count; i++) {
        numbered n = {.name = out->frames[i].name, .frame = i};
        n.length = animation_name(n.name, &n.number);
        if (n.length > 0) list[count++] = n;
    }
    if (ok) qsort(list, count, sizeof *list, by_name);
    for (uint32_t i = 0; ok && i < count; i++) {
        if (i == 0 || same_animation(&list[i], &list[i - 1]) != 0) {
            char *name = import_arena_text(&out->arena, list[i].name, list[i].length);
            ok = name != NULL;
            out->animations[out->animation_count++] = (import_animation){name, i, 0, 24, true};
        }
        out->order[i] = list[i].frame;
        out->animations[out->animation_count - 1].count++;
    }
    free(list);
    return ok || import_error_memory(p->error, NULL);
}

/* ---- all of it ---- */

static bool pack(packer *p, uint32_t count) {
    import_sheets *out = p->out;
    out->frames = import_arena_take(&out->arena, (count + 1) * sizeof *out->frames);
    p->unique = calloc(count + 1, sizeof *p->unique);
    p->boxes = calloc(count + 1, sizeof *p->boxes);
    p->best = calloc(count + 1, sizeof *p->best);
    if (out->frames == NULL || p->unique == NULL || p->boxes == NULL || p->best == NULL)
        return import_error_memory(p->error, NULL);
    for (uint32_t i = 0; i < count; i++) {
        if (!make_frame(p, i)) return false;
        out->frame_count++;
    }
    return find_doubles(p) && pack_all(p) && find_animations(p);
}

bool import_sheet_pack(const import_sheet_source *sources, uint32_t count,
                       const import_sheet_options *options, import_sheets *sheets, tool_error *error) {
    packer p = {.sources = sources, .out = sheets, .options = *options, .error = error};
    memset(sheets, 0, sizeof *sheets);
    if (p.options.largest_side == 0) p.options.largest_side = 2048;
    if (p.options.extrude > IMPORT_SHEET_EXTRUDE) p.options.extrude = IMPORT_SHEET_EXTRUDE;
    if (p.options.largest_side > IMPORT_IMAGE_LARGEST_SIDE / 2)
        p.options.largest_side = IMPORT_IMAGE_LARGEST_SIDE / 2;
    if (count > IMPORT_SHEET_FRAMES)
        return import_error_file(error, NULL, "%u frames; at most %d are packed", (unsigned)count,
                                 IMPORT_SHEET_FRAMES);
    bool ok = pack(&p, count);
    free(p.unique);
    free(p.boxes);
    free(p.best);
    if (!ok) import_sheets_free(sheets);
    return ok;
}

void import_sheets_free(import_sheets *sheets) {
    for (uint32_t i = 0; i < sheets->sheet_count; i++) import_image_free(&sheets->sheets[i]);
    free(sheets->sheets);
    import_arena_free(&sheets->arena);
    memset(sheets, 0, sizeof *sheets);
}

bool import_sheet_grid(const char *name, const import_image *image, uint32_t width, uint32_t height,
                       import_arena *arena, import_sheet_source **sources, uint32_t *count,
                       tool_error *error) {
    *sources = NULL;
    *count = 0;
    if (width == 0 || height == 0 || (uint32_t)image->width % width != 0 ||
        (uint32_t)image->height % height != 0) {
        return import_error_file(error, name,
                                 "the picture of %d x %d pixels is no whole number of frames of %u x %u",
                                 image->width, image->height, (unsigned)width, (unsigned)height);
    }
    uint32_t columns = (uint32_t)image->width / width, all = columns * ((uint32_t)image->height / height);
    import_sheet_source *list = calloc(all, sizeof *list);
    if (list == NULL) return import_error_memory(error, name);
    size_t room = strlen(name) + 12;
    for (uint32_t i = 0; i < all; i++) {
        char *own = import_arena_take(arena, room);
        if (own == NULL) {
            free(list);
            return import_error_memory(error, name);
        }
        snprintf(own, room, "%s_%02u", name, (unsigned)i);
        list[i] = (import_sheet_source){own,
                                        image,
                                        (int32_t)(i % columns * width),
                                        (int32_t)(i / columns * height),
                                        (int32_t)width,
                                        (int32_t)height,
                                        0,
                                        0};
    }
    *sources = list;
    *count = all;
    return true;
}

bool import_sheet_draw(const import_sheets *sheets, uint32_t frame, import_image *picture,
                       tool_error *error) {
    const import_frame *f = &sheets->frames[frame];
    uint32_t width = f->turned ? f->height : f->width, height = f->turned ? f->width : f->height;
    if (!import_image_allocate(f->name, f->full_width, f->full_height, false, picture, error)) return false;
    for (uint32_t j = 0; j < height; j++) {
        for (uint32_t i = 0; i < width; i++) {
            uint32_t x = f->x + (f->turned ? height - 1 - j : i), y = f->y + (f->turned ? i : j);
            const import_image *sheet = &sheets->sheets[f->sheet];
            uint8_t *to = picture->rgba + 4 * ((size_t)((uint32_t)f->trim_y + j) * f->full_width +
                                               (size_t)((uint32_t)f->trim_x + i));
            memcpy(to, sheet->rgba + 4 * ((size_t)y * (size_t)sheet->width + x), 4);
        }
    }
    import_image_find_alpha(picture);
    return true;
}
