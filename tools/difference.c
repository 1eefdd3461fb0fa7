/* What differs between two images: chunks by name, fields by path, pictures by their pixels. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/chunk.h"
#include "tools/dump.h"
#include "tools/layout.h"

enum { NAME_ROOM = 160 };

/* ---- the lines of one chunk, found by path ---- */

typedef struct entry {
    char *path, *text;
    bool met; /* the other chunk has it too */
} entry;

typedef struct lines {
    const uint8_t *data;
    size_t size;
    entry *entries; /* in the order of the walk */
    size_t count, room;
    uint32_t *slots; /* index + 1, by the path's hash */
    size_t slot_count;
    bool failed;
} lines;

static char *copy_text(const char *text) {
    size_t length = strlen(text) + 1;
    char *copy = malloc(length);
    if (copy != NULL) memcpy(copy, text, length);
    return copy;
}

static bool collect(void *context, const layout_line *line) {
    lines *l = context;
    if (l->count == l->room) {
        size_t room = l->room * 2 + 64;
        entry *grown = realloc(l->entries, room * sizeof *grown);
        l->failed = grown == NULL;
        if (l->failed) return false;
        l->entries = grown;
        l->room = room;
    }
    size_t room = layout_room(line, l->data, l->size);
    entry *e = &l->entries[l->count];
    *e = (entry){copy_text(line->path), malloc(room), false};
    l->count++;
    l->failed = e->path == NULL || e->text == NULL;
    if (!l->failed) layout_print(line, l->data, l->size, e->text, room);
    return !l->failed;
}

static bool index_paths(lines *l) {
    for (l->slot_count = 64; l->slot_count < 2 * l->count; l->slot_count *= 2) continue;
    l->slots = calloc(l->slot_count, sizeof *l->slots);
    if (l->slots == NULL) return false;
    for (size_t i = 0; i < l->count; i++) {
        size_t slot = rom_id(l->entries[i].path) & (l->slot_count - 1);
        while (l->slots[slot] != 0) slot = (slot + 1) & (l->slot_count - 1);
        l->slots[slot] = (uint32_t)i + 1;
    }
    return true;
}

static entry *find_path(const lines *l, const char *path) {
    size_t slot = rom_id(path) & (l->slot_count - 1);
    for (; l->slots[slot] != 0; slot = (slot + 1) & (l->slot_count - 1)) {
        entry *e = &l->entries[l->slots[slot] - 1];
        if (strcmp(e->path, path) == 0) return e;
    }
    return NULL;
}

static lines read_lines(const rom_chunk *chunk) {
    lines l = {.data = chunk->data, .size = chunk->size};
    layout_walk(chunk->type, l.data, l.size, collect, &l);
    if (!index_paths(&l)) l.failed = true;
    return l;
}

static void free_lines(lines *l) {
    for (size_t i = 0; i < l->count; i++) {
        free(l->entries[i].path);
        free(l->entries[i].text);
    }
    free(l->entries);
    free(l->slots);
}

/* ---- fields ---- */

/* Where arrays lie follows from what else changed. */
static bool is_place(const char *path) {
    size_t length = strlen(path);
    return length > 3 && strcmp(path + length - 3, "_at") == 0;
}

typedef struct teller {
    const char *type, *name;
    uint32_t told, most;
    FILE *out;
} teller;

static void tell(teller *t, const char *path, const char *before, const char *after) {
    if (t->told++ >= t->most) return;
    if (before == NULL) {
        fprintf(t->out, "%s %s.%s: added %.60s\n", t->type, t->name, path, after);
    } else if (after == NULL) {
        fprintf(t->out, "%s %s.%s: removed %.60s\n", t->type, t->name, path, before);
    } else {
        fprintf(t->out, "%s %s.%s: %.60s -> %.60s\n", t->type, t->name, path, before, after);
    }
}

static void tell_fields(teller *t, lines *a, lines *b, bool places) {
    for (size_t i = 0; i < b->count; i++) {
        entry *now = &b->entries[i], *before = find_path(a, now->path);
        if (before != NULL) before->met = true;
        if (is_place(now->path) != places) continue;
        if (before == NULL || strcmp(before->text, now->text) != 0) {
            tell(t, now->path, before == NULL ? NULL : before->text, now->text);
        }
    }
    for (size_t i = 0; i < a->count; i++) {
        if (!a->entries[i].met && is_place(a->entries[i].path) == places) {
            tell(t, a->entries[i].path, a->entries[i].text, NULL);
        }
    }
}

/* ---- pictures ---- */

static uint32_t pixel_colour(const rom_image *image, const rom_chunk *picture, uint32_t i) {
    const uint8_t *pixels = picture->data + rom_u32(picture->data + ROM_IMAGE_PIXELS);
    uint32_t value;
    rom_chunk palette;
    switch (picture->data[ROM_IMAGE_FORMAT]) {
    case 0:
        if (!rom_find(image, rom_id("palette"), ROM_TAG_PALETTE, &palette) || palette.codec != 0)
            return pixels[i];
        return rom_u32(palette.data + rom_u32(palette.data + ROM_PALETTE_COLOURS) + pixels[i] * 4u);
    case 1:
        value = rom_u16(pixels + (size_t)i * 2);
        return (value >> 11) * 255 / 31 << 16 | (value >> 5 & 63) * 255 / 63 << 8 | (value & 31) * 255 / 31;
    case 2:
        value = rom_u16(pixels + (size_t)i * 2);
        return (value & 31) * 255 / 31 << 16 | (value >> 5 & 31) * 255 / 31 << 8 |
               (value >> 10 & 31) * 255 / 31;
    default:
        return rom_u32(pixels + (size_t)i * 4);
    }
}

static bool tell_pictures(teller *t, const rom_image *a, const rom_chunk *before, const rom_image *b,
                          const rom_chunk *after) {
    uint32_t size = rom_u32(before->data + ROM_IMAGE_WIDTH); /* width and height together */
    if (size != rom_u32(after->data + ROM_IMAGE_WIDTH)) return false;
    uint32_t pixels = (size & 0xFFFFu) * (size >> 16), different = 0;
    double error = 0;
    for (uint32_t i = 0; i < pixels; i++) {
        uint32_t x = pixel_colour(a, before, i), y = pixel_colour(b, after, i);
        different += x != y;
        for (int shift = 0; shift < 24; shift += 8) {
            double step = (double)(x >> shift & 255u) - (double)(y >> shift & 255u);
            error += step * step;
        }
    }
    t->told++;
    if (different == 0) {
        fprintf(t->out, "%s %s: the same colours in another form\n", t->type, t->name);
    } else {
        fprintf(t->out, "%s %s: %u of %u pixels differ, PSNR %.1f dB\n", t->type, t->name, different, pixels,
                10 * log10(255.0 * 255.0 * 3 * pixels / error));
    }
    return true;
}

/* ---- chunks ---- */

static void name_both(const rom_image *image, const rom_chunk *chunk, char type[5], char name[NAME_ROOM]) {
    chunk_type_name(chunk->type, type);
    chunk_name(image, chunk, name, NAME_ROOM);
}

/* What a package tells of the image that it lies in, which is no difference of its own: taken out of the
 * copy. */
static void forget_places(uint8_t *pack) {
    static const uint8_t fields[] = {ROM_PACKAGE_STORED, ROM_PACKAGE_OFFSET, ROM_PACKAGE_BYTES};
    for (size_t i = 0; i < sizeof fields; i++) memset(pack + fields[i], 0, 4);
    for (uint32_t i = 0; i < rom_u32(pack + ROM_PACKAGE_ITEM_COUNT); i++) {
        memset(pack + rom_u32(pack + ROM_PACKAGE_ITEMS_AT) + (size_t)i * ROM_PACKAGE_ITEM_SIZE +
                   ROM_PACKAGE_ITEM_STORED,
               0, 4);
    }
}

/* The chunk's bytes as they are compared; *owned is what the caller frees. */
static void prepare(rom_chunk *chunk, rom_status status, uint8_t **owned) {
    if (chunk->type != ROM_TAG_PACKAGE || status != ROM_OK) return;
    if (*owned == NULL) {
        *owned = malloc((size_t)chunk->stored + 1);
        if (*owned == NULL) return;
        memcpy(*owned, chunk->data, chunk->stored);
        chunk->data = *owned;
    }
    forget_places(*owned);
}

/* True when they differ. */
static bool compare(const rom_image *a, rom_chunk before, const rom_image *b, rom_chunk after, uint32_t most,
                    FILE *out) {
    rom_error fault;
    uint8_t *owned_before, *owned_after;
    char type[5], name[NAME_ROOM];
    name_both(rom_name(b, after.id, &(uint32_t){0}) != NULL ? b : a, &after, type, name);
    rom_status first = chunk_unpack(&before, &owned_before, &fault),
               second = chunk_unpack(&after, &owned_after, &fault);
    teller t = {type, name, 0, most, out};
    prepare(&before, first, &owned_before);
    prepare(&after, second, &owned_after);
    bool known = first == ROM_OK && second == ROM_OK;
    bool same =
        before.size == after.size &&
        memcmp(before.data, after.data, before.stored < after.stored ? before.stored : after.stored) == 0;
    if (!same && !known) {
        fprintf(out, "%s %s: %u bytes -> %u bytes\n", type, name, before.size, after.size);
    } else if (!same && !(after.type == ROM_TAG_IMAGE && tell_pictures(&t, a, &before, b, &after))) {
        lines x = read_lines(&before), y = read_lines(&after);
        if (!x.failed && !y.failed) tell_fields(&t, &x, &y, false);
        if (!x.failed && !y.failed && t.told == 0) tell_fields(&t, &x, &y, true);
        if (t.told == 0) fprintf(out, "%s %s: differs in bytes that no field names\n", type, name);
        if (t.told > most) fprintf(out, "%s %s: and %u more\n", type, name, t.told - most);
        free_lines(&x);
        free_lines(&y);
    }
    free(owned_before);
    free(owned_after);
    return !same;
}

static int by_key(const rom_chunk *a, const rom_chunk *b) {
    if (a->id != b->id) return a->id < b->id ? -1 : 1;
    if (a->type != b->type) return a->type < b->type ? -1 : 1;
    return (a->variant > b->variant) - (a->variant < b->variant);
}

uint32_t dump_difference(const rom_image *a, const rom_image *b, uint32_t most, FILE *out) {
    rom_chunk x, y;
    uint32_t i = 0, k = 0, different = 0;
    char type[5], name[NAME_ROOM];
    for (;;) {
        bool has_x = rom_entry(a, i, &x), has_y = rom_entry(b, k, &y);
        if (!has_x && !has_y) return different;
        int order = !has_x ? 1 : !has_y ? -1 : by_key(&x, &y);
        if (order < 0) {
            name_both(a, &x, type, name);
            fprintf(out, "%s %s: removed\n", type, name);
        } else if (order > 0) {
            name_both(b, &y, type, name);
            fprintf(out, "%s %s: added, %u bytes\n", type, name, y.size);
        }
        different += order != 0 ? 1u : compare(a, x, b, y, most, out);
        i += order <= 0;
        k += order >= 0;
    }
}
