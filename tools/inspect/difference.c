/* Tells the differences between two images: chunks by name, fields by path, pictures by their pixels. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/image/chunk.h"
#include "tools/import/image/png_write.h"
#include "tools/inspect/chunk_decode.h"
#include "tools/inspect/dump.h"
#include "tools/inspect/field_lines.h"
#include "tools/inspect/layout.h"

enum { NAME_ROOM = 160 };

/* ---- fields ---- */

typedef struct collector {
    const uint8_t *data;
    size_t size;
    field_lines lines;
} collector;

static bool collect_line(void *context, const layout_line *line) {
    collector *c = context;
    size_t room = layout_room(line, c->data, c->size);
    char *text = malloc(room);
    if (text != NULL) layout_print(line, c->data, c->size, text, room);
    return field_lines_take(&c->lines, line->path, text);
}

static field_lines read_lines(const rom_chunk *chunk) {
    collector c = {.data = chunk->data, .size = chunk->size};
    layout_walk(chunk->type, c.data, c.size, collect_line, &c);
    return c.lines;
}

/* Whether a field is the place of an array, which follows from other changes. */
static bool is_place(const char *path) {
    size_t length = strlen(path);
    return length > 3 && strcmp(path + length - 3, "_at") == 0;
}

/* ---- pictures and sounds ---- */

/* Writes the picture of differences to FOLDER/NAME.TYPE.png. */
static void write_shown(const field_teller *t, const char *folder, const import_image *shown) {
    char path[400], name[NAME_ROOM];
    tool_error error = {.text = ""};
    snprintf(name, sizeof name, "%s", t->name);
    for (char *at = name; *at != 0; at++)
        if (*at == '/' || *at == '\\') *at = '.';
    snprintf(path, sizeof path, "%s/%s.%s.png", folder, name, t->type);
    const import_png_picture picture = {
        .width = shown->width, .height = shown->height, .format = IMPORT_PNG_RGBA, .pixels = shown->rgba};
    if (!import_png_write(path, &picture, &error))
        fprintf(t->out, "%s %s: %s\n", t->type, t->name, error.text);
}

/* Compares two pictures, chunks of one type, pixel by pixel. False when they differ in size or cannot be read; then their fields are compared. */
static bool tell_pictures(field_teller *t, const rom_image *a, const rom_chunk *before, const rom_image *b,
                          const rom_chunk *after, const char *folder) {
    import_image x, y, shown = {0};
    picture_difference d;
    if (!chunk_picture(a, before, 0, t->name, &x, NULL)) return false;
    bool read = chunk_picture(b, after, 0, t->name, &y, NULL);
    bool ok = read && x.width == y.width && x.height == y.height &&
              picture_compare(&x, &y, &d, folder == NULL ? NULL : &shown, NULL);
    import_image_free(&x);
    if (read) import_image_free(&y);
    if (!ok) return false;
    t->told++;
    if (d.different == 0) {
        fprintf(t->out, "%s %s: the same colours in another form\n", t->type, t->name);
    } else {
        fprintf(t->out, "%s %s: %u of %u pixels differ by up to %d, PSNR %.1f dB\n", t->type, t->name,
                d.different, d.pixels, d.largest, d.psnr);
        if (folder != NULL) write_shown(t, folder, &shown);
    }
    import_image_free(&shown);
    return true;
}

/* Compares two sounds by their samples; their fields are compared besides, but for the samples. */
static void tell_sounds(field_teller *t, const rom_chunk *before, const rom_chunk *after) {
    import_sound x, y;
    if (!chunk_sound(before, t->name, &x, NULL)) return;
    if (chunk_sound(after, t->name, &y, NULL)) {
        sound_difference d = sound_compare(&x, &y);
        t->told++;
        fprintf(t->out, "%s %s: %u -> %u frames, %u samples differ by up to %u of 32768", t->type, t->name,
                d.frames[0], d.frames[1], d.different, d.peak);
        fprintf(t->out, d.different > 0 ? ", the first in frame %u\n" : "\n", d.first);
        import_sound_free(&y);
    }
    import_sound_free(&x);
}

static bool is_sample(const char *path) { return is_place(path) || strncmp(path, "data[", 5) == 0; }

/* ---- chunks ---- */

/* Names a chunk by `image`, which has it, or by `names`. */
static void name_both(const rom_image *image, const rom_image *names, const rom_chunk *chunk, char type[5],
                      char name[NAME_ROOM]) {
    bool named = names == NULL || rom_name(image, chunk->id, &(uint32_t){0}) != NULL;
    chunk_type_name(chunk->type, type);
    chunk_name(named ? image : names, chunk, name, NAME_ROOM);
}

/* Compares the fields of directory entries that a machine reads. True when the entries differ. */
static bool compare_entries(const rom_chunk *before, const rom_chunk *after, const char *type,
                            const char *name, FILE *out) {
    static const struct {
        const char *what;
        uint32_t mask, shift;
    } parts[] = {{"memory", ROM_ENTRY_CLASS, 0},
                 {"life", ROM_ENTRY_LIFETIME, ROM_ENTRY_LIFETIME_SHIFT},
                 {"sectioned", ROM_ENTRY_SECTIONED, 0}};
    bool differ = false;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        uint32_t x = before->flags & parts[i].mask, y = after->flags & parts[i].mask;
        if (x == y) continue;
        fprintf(out, "%s %s: %s: %u -> %u\n", type, name, parts[i].what, x >> parts[i].shift,
                y >> parts[i].shift);
        differ = true;
    }
    return differ;
}

/* Clears the fields of a package's copy that tell of places in its image, which are no difference of their own. */
static void forget_places(uint8_t *pack) {
    static const uint8_t fields[] = {ROM_PACKAGE_STORED, ROM_PACKAGE_OFFSET, ROM_PACKAGE_BYTES};
    for (size_t i = 0; i < sizeof fields; i++) memset(pack + fields[i], 0, 4);
    for (uint32_t i = 0; i < rom_u32(pack + ROM_PACKAGE_ITEM_COUNT); i++) {
        memset(pack + rom_u32(pack + ROM_PACKAGE_ITEMS_AT) + (size_t)i * ROM_PACKAGE_ITEM_SIZE +
                   ROM_PACKAGE_ITEM_STORED,
               0, 4);
    }
}

/* Prepares the chunk's bytes for the comparison; the caller frees *owned. */
static void prepare_chunk(rom_chunk *chunk, rom_status status, uint8_t **owned) {
    if (chunk->type != ROM_TAG_PACKAGE || status != ROM_OK) return;
    if (*owned == NULL) {
        *owned = malloc((size_t)chunk->stored + 1);
        if (*owned == NULL) return;
        memcpy(*owned, chunk->data, chunk->stored);
        chunk->data = *owned;
    }
    forget_places(*owned);
}

/* Compares two chunks. True when they differ. */
static bool compare_chunks(const rom_image *a, rom_chunk before, const rom_image *b, rom_chunk after,
                           const dump_comparison *how, FILE *out) {
    rom_error fault;
    uint8_t *owned_before, *owned_after;
    char type[5], name[NAME_ROOM];
    name_both(rom_name(b, after.id, &(uint32_t){0}) != NULL ? b : a, how->names, &after, type, name);
    bool entries = compare_entries(&before, &after, type, name, out);
    rom_status first = chunk_unpack(&before, &owned_before, &fault),
               second = chunk_unpack(&after, &owned_after, &fault);
    field_teller t = {type, name, 0, how->most, out};
    prepare_chunk(&before, first, &owned_before);
    prepare_chunk(&after, second, &owned_after);
    bool known = first == ROM_OK && second == ROM_OK;
    bool same =
        before.size == after.size &&
        memcmp(before.data, after.data, before.stored < after.stored ? before.stored : after.stored) == 0;
    if (!same && !known) {
        fprintf(out, "%s %s: %u bytes -> %u bytes\n", type, name, before.size, after.size);
    } else if (!same &&
               !(chunk_is_picture(after.type) && tell_pictures(&t, a, &before, b, &after, how->folder))) {
        field_lines x = read_lines(&before), y = read_lines(&after);
        bool sound = after.type == ROM_TAG_SOUND;
        if (sound) tell_sounds(&t, &before, &after);
        bool compared = field_lines_tell(&x, &y, sound ? is_sample : is_place, false, &t);
        if (compared && t.told == 0) (void)field_lines_tell(&x, &y, is_place, true, &t);
        if (t.told == 0) fprintf(out, "%s %s: differs in bytes that no field names\n", type, name);
        if (t.told > how->most) fprintf(out, "%s %s: and %u more\n", type, name, t.told - how->most);
        field_lines_free(&x);
        field_lines_free(&y);
    }
    free(owned_before);
    free(owned_after);
    return !same || entries;
}

static int by_key(const rom_chunk *a, const rom_chunk *b) {
    if (a->id != b->id) return a->id < b->id ? -1 : 1;
    if (a->type != b->type) return a->type < b->type ? -1 : 1;
    return (a->variant > b->variant) - (a->variant < b->variant);
}

uint32_t dump_difference(const rom_image *a, const rom_image *b, const dump_comparison *how, FILE *out) {
    rom_chunk x, y;
    uint32_t i = 0, k = 0, different = 0;
    char type[5], name[NAME_ROOM];
    for (;;) {
        bool has_x = rom_entry(a, i, &x), has_y = rom_entry(b, k, &y);
        if (!has_x && !has_y) return different;
        int order = !has_x ? 1 : !has_y ? -1 : by_key(&x, &y);
        bool left_out = how->content && (order < 0 ? x.type : y.type) == ROM_TAG_NAMES;
        if (order < 0 && !left_out) {
            name_both(a, how->names, &x, type, name);
            fprintf(out, "%s %s: removed\n", type, name);
        } else if (order > 0 && !left_out) {
            name_both(b, how->names, &y, type, name);
            fprintf(out, "%s %s: added, %u bytes\n", type, name, y.size);
        }
        if (!left_out) different += order != 0 ? 1u : compare_chunks(a, x, b, y, how, out);
        i += order <= 0;
        k += order >= 0;
    }
}
