/* Adds up the bytes of an image by its parts. */
#include "tools/inspect/size_report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/image/chunk.h"
#include "tools/import/base/intern.h"
#include "tools/import/base/words.h"

const char *const size_part_names[SIZE_PARTS] = {"type",   "image", "chunk", "package",
                                                 "memory", "saved", "waste", "program"};

static size_row *add_part(size_report *r, size_part part, const char *name, uint64_t bytes) {
    static size_row lost; /* written to when memory ran out, never read */
    void *array = r->rows;
    bool room = import_grow(&array, &r->capacity, r->count + 1, sizeof *r->rows);
    r->rows = array;
    r->failed = r->failed || !room;
    if (!room) return &lost;
    size_row *row = &r->rows[r->count++];
    memset(row, 0, sizeof *row);
    row->part = part;
    row->bytes = bytes;
    snprintf(row->name, sizeof row->name, "%s", name);
    return row;
}

const size_row *size_report_find(const size_report *report, size_part part, const char *name) {
    for (size_t i = 0; i < report->count; i++) {
        if (report->rows[i].part == part && strcmp(report->rows[i].name, name) == 0) return &report->rows[i];
    }
    return NULL;
}

/* ---- chunks and types ---- */

static int by_size(const void *a, const void *b) {
    const size_row *x = a, *y = b;
    if (x->bytes != y->bytes) return x->bytes > y->bytes ? -1 : 1;
    return strcmp(x->name, y->name);
}

static void add_chunks(size_report *r, const image_model *m) {
    uint64_t shared = 0, packed = 0, chunks = 0;
    size_t first = r->count;
    for (uint32_t i = 0; i < m->count; i++) {
        const image_entry *e = &m->entries[i];
        const rom_chunk *c = &e->chunk;
        size_row *row = add_part(r, SIZE_CHUNK, e->name, e->shared ? 0 : c->stored);
        memcpy(row->type, e->type, sizeof row->type);
        row->codec = c->codec;
        row->full = c->size;
        chunks += row->bytes;
        if (e->shared) shared += c->stored;
        if (!e->shared && c->codec != ROM_CODEC_STORED && c->size > c->stored) packed += c->size - c->stored;
    }
    if (r->count > first) qsort(r->rows + first, r->count - first, sizeof *r->rows, by_size);
    size_t end = r->count;
    for (size_t i = first; i < end && !r->failed; i++) {
        if (size_report_find(r, SIZE_TYPE, r->rows[i].type) != NULL) continue;
        uint64_t bytes = 0, full = 0;
        unsigned number = 0;
        char type[5];
        memcpy(type, r->rows[i].type, sizeof type);
        for (size_t k = first; k < end; k++) {
            if (strcmp(r->rows[k].type, type) != 0) continue;
            bytes += r->rows[k].bytes;
            full += r->rows[k].full;
            number++;
        }
        size_row *row = add_part(r, SIZE_TYPE, type, bytes);
        row->full = full;
        snprintf(row->note, sizeof row->note, "%u chunks", number);
    }
    uint64_t structure = m->image->directory + (uint64_t)m->count * (ROM_ENTRY_SIZE + 4);
    add_part(r, SIZE_IMAGE, "header and directory", structure);
    add_part(r, SIZE_IMAGE, "alignment", m->image->size - structure - chunks);
    if (packed > 0) add_part(r, SIZE_SAVED, "packing", packed);
    if (shared > 0) add_part(r, SIZE_SAVED, "equal chunks", shared);
    add_part(r, SIZE_WASTE, "alignment", m->image->size - structure - chunks);
}

/* ---- memory ---- */

static const char *const classes[] = {"fast memory", "main memory", "video memory", "save memory",
                                      "debug memory"};

/* Whether the budget's contents are right. Opening an image only finds the budget in the directory; a wrong budget is
 * told as a fault and not measured. */
static bool budget_is_right(const image_model *m) {
    const uint32_t at = image_model_at(m, m->image->budget);
    return at != UINT32_MAX && m->entries[at].status == ROM_OK;
}

static uint64_t add_budget(size_report *r, const image_model *m) {
    if (m->image->budget == 0 || !budget_is_right(m)) return 0;
    const uint8_t *b = m->image->base + m->image->budget;
    uint64_t fixed = rom_u32(b + ROM_BUDGET_FRAME), memory = rom_u32(b + ROM_BUDGET_MEMORY);
    add_part(r, SIZE_MEMORY, "budget", memory);
    if (!rom_has(b, ROM_BUDGET_SCRATCH_BYTES)) {
        add_part(r, SIZE_MEMORY, "display list", fixed);
        return fixed;
    }
    uint64_t copies = rom_u16(b + ROM_BUDGET_FRAME_COPIES) == 2 ? 2 : 1;
    const struct {
        const char *name;
        uint64_t bytes;
    } parts[] = {
        {"display list", fixed * copies},
        {"cache", rom_u32(b + ROM_BUDGET_CACHE_BYTES)},
        {"blocks", (uint64_t)rom_u32(b + ROM_BUDGET_BLOCK_BYTES) * rom_u32(b + ROM_BUDGET_BLOCK_COUNT)},
        {"stream buffers",
         2ull * rom_u32(b + ROM_BUDGET_STREAM_BYTES) * rom_u16(b + ROM_BUDGET_STREAM_COUNT)},
        {"scratch", rom_u32(b + ROM_BUDGET_SCRATCH_BYTES)}};
    fixed = 0;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        fixed += parts[i].bytes;
        if (parts[i].bytes > 0) add_part(r, SIZE_MEMORY, parts[i].name, parts[i].bytes);
    }
    const uint32_t class_count = rom_has(b, ROM_BUDGET_CLASSES_AT) ? rom_u16(b + ROM_BUDGET_CLASS_COUNT) : 0;
    for (uint32_t i = 0; i < class_count; i++) {
        const uint8_t *row = b + rom_u32(b + ROM_BUDGET_CLASSES_AT) + (size_t)i * ROM_MEMORY_CLASS_SIZE;
        add_part(r, SIZE_MEMORY, classes[row[ROM_MEMORY_CLASS_CLASS] % 5],
                 rom_u32(row + ROM_MEMORY_CLASS_BYTES));
    }
    const uint32_t kind_count = rom_has(b, ROM_BUDGET_KINDS_AT) ? rom_u16(b + ROM_BUDGET_KIND_COUNT) : 0;
    for (uint32_t i = 0; i < kind_count; i++) {
        const uint8_t *row = b + rom_u32(b + ROM_BUDGET_KINDS_AT) + (size_t)i * ROM_POOL_KIND_SIZE;
        char name[IMAGE_NAME_ROOM];
        uint32_t id = rom_u32(row + ROM_POOL_KIND_KIND), length = 0,
                 size = rom_u32(row + ROM_POOL_KIND_BYTES);
        const char *text = rom_name(m->image, id, &length);
        if (text == NULL) {
            snprintf(name, sizeof name, "pool #%08x", id);
        } else {
            snprintf(name, sizeof name, "pool %.*s", (int)(length < 100 ? length : 100), text);
        }
        uint32_t capacity = rom_u32(row + ROM_POOL_KIND_CAPACITY);
        snprintf(add_part(r, SIZE_MEMORY, name, (uint64_t)size * capacity)->note, 100,
                 "%u objects of %u bytes", capacity, size);
    }
    return fixed;
}

/* The bytes that a package's chunks take beside the image: chunks that are packed, or go into a class of memory.
 */
static uint64_t loaded_bytes(const image_model *m, const image_entry *pack) {
    uint64_t sum = 0;
    for (uint32_t k = pack->first_out; k < pack->first_out + pack->out_count; k++) {
        const image_link *l = &m->links[k];
        const rom_chunk *c = &m->entries[l->to].chunk;
        bool again = false; /* the package's own level may be named twice */
        for (uint32_t j = pack->first_out; j < k && !again; j++) again = m->links[j].to == l->to;
        if (again || strncmp(l->field, "item", 4) != 0) continue;
        if (c->codec != ROM_CODEC_STORED || (c->flags & ROM_ENTRY_CLASS) != ROM_CLASS_ANY) sum += c->size;
    }
    return sum;
}

static void add_packages(size_report *r, const image_model *m, uint64_t fixed) {
    for (uint32_t i = 0; i < m->count; i++) {
        const image_entry *e = &m->entries[i];
        if (e->chunk.type != ROM_TAG_PACKAGE || e->status != ROM_OK || e->chunk.codec != ROM_CODEC_STORED)
            continue;
        const uint8_t *p = e->chunk.data;
        char name[IMAGE_NAME_ROOM + 8];
        size_row *row = add_part(r, SIZE_PACKAGE, e->name, rom_u32(p + ROM_PACKAGE_STORED));
        row->full = rom_u32(p + ROM_PACKAGE_FULL);
        snprintf(row->note, sizeof row->note, "%s, %u chunks",
                 rom_u32(p + ROM_PACKAGE_KIND) == ROM_PACKAGE_IS_LEVEL ? "level" : "actor",
                 rom_u32(p + ROM_PACKAGE_ITEM_COUNT));
        uint64_t loaded = loaded_bytes(m, e), temporary = rom_u32(p + ROM_PACKAGE_TEMPORARY);
        snprintf(name, sizeof name, "peak %.150s", e->name);
        row = add_part(r, SIZE_MEMORY, name, fixed + loaded + temporary);
        snprintf(row->note, sizeof row->note, "%llu fixed, %llu loaded, %llu temporary",
                 (unsigned long long)fixed, (unsigned long long)loaded, (unsigned long long)temporary);
        uint32_t block = rom_u32(p + ROM_PACKAGE_BLOCK_BYTES), bytes = rom_u32(p + ROM_PACKAGE_BYTES),
                 own = rom_u32(p + ROM_PACKAGE_STORED);
        if (block == 0) continue;
        snprintf(name, sizeof name, "blocks %.150s", e->name);
        row = add_part(r, SIZE_WASTE, name, bytes > own ? bytes - own : 0);
        snprintf(row->note, sizeof row->note, "%u blocks of %u bytes", (bytes + block - 1) / block, block);
    }
}

/* ---- pictures ---- */

static const uint8_t pixel_bytes[] = {1, 2, 2, 4};

/* The image of a sheet or tile set, NULL when it is missing or packed. */
static const uint8_t *find_picture(const image_model *m, uint32_t id, uint32_t *pixel) {
    rom_chunk chunk;
    *pixel = 1;
    if (!rom_find(m->image, id, ROM_TAG_IMAGE, &chunk)) return NULL;
    uint8_t *owned;
    bool good = chunk_unpack(&chunk, &owned, NULL) == ROM_OK;
    if (good) *pixel = pixel_bytes[chunk.data[ROM_IMAGE_FORMAT] & 3];
    free(owned);
    rom_chunk again;
    return good && rom_find(m->image, id, ROM_TAG_IMAGE, &again) && again.codec == ROM_CODEC_STORED
               ? again.data
               : NULL;
}

/* Adds rows for empty borders that were cut off, and for parts of the sheet that no frame fills. */
static void add_sheet(size_report *r, const image_model *m, const char *name, const uint8_t *s) {
    uint32_t count = rom_u32(s + ROM_SHEET_COUNT), pixel;
    bool places = rom_has(s, ROM_SHEET_PLACES_AT) && rom_u32(s + ROM_SHEET_PLACES_AT) != 0;
    uint64_t full = 0, used = 0, area = 0;
    const uint8_t *picture = find_picture(m, rom_u32(s + ROM_SHEET_IMAGE), &pixel);
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *frame = s + rom_u32(s + ROM_SHEET_AT) + (size_t)i * ROM_SHEET_FRAME_SIZE;
        const uint8_t *place =
            s + (places ? rom_u32(s + ROM_SHEET_PLACES_AT) : 0) + (size_t)i * ROM_SHEET_PLACE_SIZE;
        uint64_t own =
            (uint64_t)rom_u16(frame + ROM_SHEET_FRAME_WIDTH) * rom_u16(frame + ROM_SHEET_FRAME_HEIGHT);
        used += own;
        full += places ? (uint64_t)rom_u16(place + ROM_SHEET_PLACE_FULL_WIDTH) *
                             rom_u16(place + ROM_SHEET_PLACE_FULL_HEIGHT)
                       : own;
    }
    if (full > used) {
        size_row *row = add_part(r, SIZE_SAVED, name, (full - used) * pixel);
        row->full = full * pixel;
        snprintf(row->note, sizeof row->note, "%u frames of %llu bytes without their empty borders (%.1f %%)",
                 count, (unsigned long long)(full * pixel / (count == 0 ? 1 : count)),
                 100.0 * (double)(full - used) / (double)full);
    }
    if (picture != NULL)
        area += (uint64_t)rom_u16(picture + ROM_IMAGE_WIDTH) * rom_u16(picture + ROM_IMAGE_HEIGHT);
    for (uint32_t i = 1; rom_has(s, ROM_SHEET_IMAGES_AT) && i < rom_u32(s + ROM_SHEET_IMAGE_COUNT); i++) {
        picture = find_picture(m, rom_u32(s + rom_u32(s + ROM_SHEET_IMAGES_AT) + (size_t)i * 4), &pixel);
        if (picture != NULL)
            area += (uint64_t)rom_u16(picture + ROM_IMAGE_WIDTH) * rom_u16(picture + ROM_IMAGE_HEIGHT);
    }
    if (area > used) {
        size_row *row = add_part(r, SIZE_WASTE, name, (area - used) * pixel);
        row->full = area * pixel;
        snprintf(row->note, sizeof row->note, "of the sheet no frame fills (%.1f %%)",
                 100.0 * (double)(area - used) / (double)area);
    }
}

/* Adds a row for what numbers of tiles save against a picture of the whole map. */
static void add_map(size_report *r, const image_model *m, const char *name, const uint8_t *map) {
    uint32_t columns = rom_u16(map + ROM_TILE_MAP_WIDTH), rows = rom_u16(map + ROM_TILE_MAP_HEIGHT),
             pixel = 1;
    uint32_t width = rom_has(map, ROM_TILE_MAP_TILE_WIDTH) ? rom_u16(map + ROM_TILE_MAP_TILE_WIDTH) : 0;
    uint32_t height = rom_has(map, ROM_TILE_MAP_TILE_HEIGHT) ? rom_u16(map + ROM_TILE_MAP_TILE_HEIGHT) : 0;
    rom_chunk set;
    if (rom_find(m->image, rom_u32(map + ROM_TILE_MAP_TILES), ROM_TAG_TILE_SET, &set) &&
        set.codec == ROM_CODEC_STORED && width == 0) {
        width = rom_u16(set.data + ROM_TILE_SET_TILE_WIDTH);
        height = rom_u16(set.data + ROM_TILE_SET_TILE_HEIGHT);
    }
    if (m->image->budget != 0) pixel = pixel_bytes[m->image->base[m->image->budget + ROM_BUDGET_FORMAT] & 3];
    uint64_t ids = rom_u32(map + ROM_TILE_MAP_CELL_BYTES),
             picture = (uint64_t)columns * width * rows * height * pixel;
    if (picture <= ids) return;
    size_row *row = add_part(r, SIZE_SAVED, name, picture - ids);
    row->full = picture;
    snprintf(row->note, sizeof row->note, "%u tile ids (%llu bytes) instead of one %ux%u picture",
             columns * rows, (unsigned long long)ids, columns * width, rows * height);
}

static void add_pictures(size_report *r, const image_model *m) {
    for (uint32_t i = 0; i < m->count; i++) {
        rom_chunk chunk = m->entries[i].chunk;
        uint8_t *owned;
        bool wanted = chunk.type == ROM_TAG_SHEET || chunk.type == ROM_TAG_TILE_MAP;
        if (!wanted || m->entries[i].status != ROM_OK || chunk.codec == ROM_CODEC_DELETED) continue;
        if (chunk_unpack(&chunk, &owned, NULL) == ROM_OK) {
            if (chunk.type == ROM_TAG_SHEET) {
                add_sheet(r, m, m->entries[i].name, chunk.data);
            } else {
                add_map(r, m, m->entries[i].name, chunk.data);
            }
        }
        free(owned);
    }
}

bool size_report_make(const image_model *m, size_report *report, tool_error *error) {
    *report = (size_report){.image = m->image->size};
    add_chunks(report, m);
    uint64_t fixed = add_budget(report, m);
    add_packages(report, m, fixed);
    add_pictures(report, m);
    if (!report->failed) return true;
    size_report_free(report);
    return import_error_memory(error, NULL);
}

void size_report_free(size_report *report) {
    free(report->rows);
    memset(report, 0, sizeof *report);
}
