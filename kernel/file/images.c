/* The list of mounted images: which image may lie over which, look-up through all of them, and merged tables. */
#include "kernel/file/images.h"

#include <string.h>

#include "kernel/bytes/stream.h"

FX_STATIC_ASSERT(OX_IMAGES_MAX <= 255, "the number of an image is a byte");

void ox_images_init(ox_images *images, ox_log *log) {
    memset(images, 0, sizeof *images);
    images->log = log;
}

static bool lies_over(const rom_image *image) {
    return (image->flags & (ROM_FLAG_OVERLAY | ROM_FLAG_ADD_ON)) != 0;
}

static const ox_image *base_of(const ox_images *images) {
    for (uint32_t i = 0; i < images->count; i++) {
        if (!lies_over(&images->list[i].rom)) return &images->list[i];
    }
    return NULL;
}

bool ox_images_may_add(uint32_t type) {
    static const uint32_t types[] = {ROM_TAG_ADD_ON, ROM_TAG_CODE,          ROM_TAG_SCREEN, ROM_TAG_IMAGE,
                                     ROM_TAG_PIXELS, ROM_TAG_BLOCK_TEXTURE, ROM_TAG_HAAR,   ROM_TAG_SHEET,
                                     ROM_TAG_FONT,   ROM_TAG_SOUND,         ROM_TAG_MESH,   ROM_TAG_MATERIAL,
                                     ROM_TAG_TABLE,  ROM_TAG_NAMES};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (types[i] == type) return true;
    return false;
}

/* Whether an add-on brings what add-ons may, and nothing that another image has. */
static bool only_adds(const ox_images *images, const rom_image *image, const char *name) {
    rom_chunk chunk;
    ox_found found;
    for (uint32_t i = 0; rom_entry(image, i, &chunk); i++) {
        const bool may = ox_images_may_add(chunk.type);
        if (may && (chunk.type == ROM_TAG_NAMES || !ox_images_find(images, chunk.id, chunk.type, &found)))
            continue;
        if (may)
            ox_log_write(images->log, PLAT_LOG_ERROR,
                         "add-on %s: it brings #%08x, which %s has; an add-on replaces nothing", name,
                         (unsigned)chunk.id, images->list[found.image].name);
        else
            ox_log_write(images->log, PLAT_LOG_ERROR,
                         "add-on %s: it brings #%08x, of a type that is the game's alone", name,
                         (unsigned)chunk.id);
        return false;
    }
    return true;
}

/* Whether an image may join; the reason of a refusal goes to the log. */
static ox_status judge_image(const ox_images *images, const rom_image *image, const char *name) {
    const ox_image *base = base_of(images);
    if (images->count == OX_IMAGES_MAX) {
        ox_log_write(images->log, PLAT_LOG_ERROR, "image %s: %d images are mounted already", name,
                     OX_IMAGES_MAX);
        return OX_FULL;
    }
    if (!lies_over(image)) {
        if (base == NULL) return OX_OK;
        ox_log_write(images->log, PLAT_LOG_ERROR, "image %s: the cart %s is mounted, and there can be one",
                     name, base->name);
        return OX_ALREADY_THERE;
    }
    uint32_t cart = rom_u32(image->base + ROM_AT_BASE), version = rom_u32(image->base + ROM_AT_BASE_VERSION);
    if (base == NULL || base->rom.cart != cart) {
        ox_log_write(images->log, PLAT_LOG_ERROR, "image %s: it belongs to cart #%08x, which is not mounted",
                     name, (unsigned)cart);
        return OX_NOT_FOUND;
    }
    if (!ROM_SMALL_PLAYER && (image->flags & ROM_FLAG_ADD_ON) != 0)
        return only_adds(images, image, name) ? OX_OK : OX_ALREADY_THERE;
    uint32_t have = base->rom.cart_version;
    if (have >> 16 == version >> 16 && have >= version) return OX_OK;
    ox_log_write(images->log, PLAT_LOG_ERROR, "image %s: it needs version %u.%u of the cart, this is %u.%u",
                 name, (unsigned)(version >> 16), (unsigned)(version & 0xFFFFu), (unsigned)(have >> 16),
                 (unsigned)(have & 0xFFFFu));
    return OX_BAD_VERSION;
}

ox_status ox_images_add(ox_images *images, const rom_image *image, const char *name, int32_t order) {
    ox_status status = judge_image(images, image, name);
    uint32_t at = images->count;
    if (ox_failed(status)) return status;
    while (at > 0 && order >= images->list[at - 1].order) {
        images->list[at] = images->list[at - 1];
        at--;
    }
    ox_image *added = &images->list[at];
    memset(added, 0, sizeof *added);
    images->count++;
    do {
        images->keys = images->keys == UINT8_MAX ? 1 : (uint8_t)(images->keys + 1);
    } while (ox_images_of(images, images->keys) != NULL);
    added->key = images->keys;
    added->rom = *image;
    added->order = order;
    ox_text text = ox_text_begin_plain(added->name, sizeof added->name);
    ox_text_string(&text, name);
    return OX_OK;
}

/* Whether the parts that rom_open reads lie in the head: the directory, and the budget. */
static bool head_suffices(const uint8_t *at, uint32_t head) {
    uint64_t directory = rom_u32(at + ROM_AT_DIRECTORY), count = rom_u32(at + ROM_AT_COUNT);
    uint64_t budget = (uint64_t)rom_u32(at + ROM_AT_BUDGET) + rom_u32(at + ROM_AT_BUDGET_SIZE);
    return directory + count * (ROM_ENTRY_SIZE + 4) <= head && budget <= head;
}

ox_status ox_images_add_file(ox_images *images, ox_files *files, ox_file file, ox_arena *arena,
                             const char *name, int32_t order, rom_error *error) {
    ox_mark mark = ox_arena_mark(arena, OX_ARENA_LOW);
    uint8_t start[ROM_HEADER_SIZE], *head = NULL;
    uint32_t size = 0, bytes = 0, wanted = 0;
    rom_image image;
    ox_status status = ox_file_size(files, file, &size);
    if (!ox_failed(status)) status = ox_file_seek(files, file, 0);
    if (!ox_failed(status)) status = ox_file_read(files, file, start, sizeof start, &bytes);
    if (ox_failed(status)) return status;
    if (bytes < sizeof start) return OX_BAD_IMAGE;
    wanted = rom_u32(start + ROM_AT_DIRECTORY) + rom_u32(start + ROM_AT_COUNT) * (ROM_ENTRY_SIZE + 4u);
    uint32_t budget = rom_u32(start + ROM_AT_BUDGET) + rom_u32(start + ROM_AT_BUDGET_SIZE);
    if (budget > wanted) wanted = budget;
    if (wanted > size || !head_suffices(start, wanted)) return OX_BAD_IMAGE;
    head = ox_arena_push_low(arena, wanted < ROM_HEADER_SIZE ? ROM_HEADER_SIZE : wanted, 16);
    if (head == NULL) return OX_OUT_OF_MEMORY;
    status = ox_file_seek(files, file, 0);
    if (!ox_failed(status)) status = ox_file_read(files, file, head, wanted, &bytes);
    if (!ox_failed(status) && bytes < wanted) status = OX_IO_ERROR;
    if (!ox_failed(status) && rom_open(head, size, &image, error) != ROM_OK) status = OX_BAD_IMAGE;
    if (!ox_failed(status)) status = ox_images_add(images, &image, name, order);
    if (ox_failed(status)) {
        ox_arena_rollback(arena, mark);
        return status;
    }
    for (uint32_t i = 0; i < images->count; i++) {
        if (images->list[i].rom.base != head) continue;
        images->list[i].files = files;
        images->list[i].file = file;
    }
    return OX_OK;
}

ox_status ox_images_remove(ox_images *images, const char *name) {
    uint32_t at = 0;
    while (at < images->count && !ox_text_equal(ox_text_of(images->list[at].name), ox_text_of(name))) at++;
    if (at == images->count) return OX_NOT_FOUND;
    if (images->list[at].users > 0 || (!lies_over(&images->list[at].rom) && images->count > 1))
        return OX_BAD_STATE;
    images->count--;
    memmove(&images->list[at], &images->list[at + 1], (images->count - at) * sizeof images->list[0]);
    return OX_OK;
}

void ox_images_choose(ox_images *images, uint8_t language, uint8_t region) {
    images->language = language;
    images->region = region;
}

/* ---- finding ---- */

enum { FIRST_LANGUAGE = 1 };

/* Finds the entry of one image that fits language and region best. */
static bool find_variant(const ox_images *images, const rom_image *image, uint32_t id, uint32_t type,
                         rom_chunk *chunk) {
    unsigned language = images->language, region = images->region;
    if (language != 0 && region != 0 &&
        rom_find_variant(image, id, type, (uint16_t)(language | region << 8), chunk)) {
        return true;
    }
    if (language != 0 && rom_find_variant(image, id, type, (uint16_t)language, chunk)) return true;
    if (region != 0 && rom_find_variant(image, id, type, (uint16_t)(region << 8), chunk)) return true;
    return rom_find(image, id, type, chunk);
}

/* Finds the first image that has the chunk: with `language` 0 in the variant that fits best, else in the variant of
 * that language alone. */
static bool find_in_order(const ox_images *images, uint32_t first, uint32_t id, uint32_t type,
                          uint16_t language, ox_found *found) {
    for (uint32_t i = first; i < images->count; i++) {
        const rom_image *image = &images->list[i].rom;
        if (language == 0 ? !find_variant(images, image, id, type, &found->chunk)
                          : !rom_find_variant(image, id, type, language, &found->chunk))
            continue;
        found->image = (uint8_t)i;
        found->mapped = images->list[i].files == NULL;
        return true;
    }
    return false;
}

/* Looks for a chunk from an image on. Where no image has the chunk for the chosen language, the variant of the first
 * language counts. */
static bool find_from(const ox_images *images, uint32_t first, uint32_t id, uint32_t type, ox_found *found) {
    return (find_in_order(images, first, id, type, 0, found) ||
            find_in_order(images, first, id, type, FIRST_LANGUAGE, found)) &&
           found->chunk.codec != OX_IMAGE_DELETED;
}

bool ox_images_find(const ox_images *images, uint32_t id, uint32_t type, ox_found *found) {
    return find_from(images, 0, id, type, found);
}

bool ox_images_find_below(const ox_images *images, uint32_t id, uint32_t type, ox_found *found) {
    return find_from(images, found->image + 1u, id, type, found);
}

uint8_t ox_images_add_on(const ox_images *images, uint32_t id, uint32_t type) {
    rom_chunk chunk;
    for (uint32_t i = 0; i < images->count; i++)
        if ((images->list[i].rom.flags & ROM_FLAG_ADD_ON) != 0 &&
            rom_find(&images->list[i].rom, id, type, &chunk))
            return images->list[i].key;
    return 0;
}

ox_image *ox_images_of(ox_images *images, uint8_t key) {
    for (uint32_t i = 0; i < images->count; i++) {
        if (images->list[i].key == key) return &images->list[i];
    }
    return NULL;
}

bool ox_images_find_in(const ox_images *images, uint8_t key, uint32_t id, uint32_t type, ox_found *found) {
    uint32_t first = 0;
    while (first < images->count && images->list[first].key != key) first++;
    return find_from(images, first, id, type, found);
}

/* Index of the first entry with an id, or the number of entries. */
static uint32_t first_of(const rom_image *image, uint32_t id) {
    uint32_t low = 0, high = image->count;
    rom_chunk chunk;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (rom_entry(image, middle, &chunk) && chunk.id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool ox_images_find_any(const ox_images *images, uint32_t id, ox_found *found) {
    rom_chunk chunk;
    for (uint32_t i = 0; i < images->count; i++) {
        const rom_image *image = &images->list[i].rom;
        uint32_t index = first_of(image, id);
        for (; rom_entry(image, index, &chunk) && chunk.id == id; index++) {
            if (ox_images_find(images, id, chunk.type, found)) return true;
        }
    }
    return false;
}

const char *ox_images_name(const void *images, uint32_t id, uint32_t *length) {
    const ox_images *all = images;
    const char *name = NULL;
    for (uint32_t i = 0; i < all->count && name == NULL; i++)
        if (all->list[i].files == NULL) name = rom_name(&all->list[i].rom, id, length);
    return name;
}

uint32_t ox_images_identity(const ox_images *images) {
    ox_writer hash = ox_writer_hash();
    for (uint32_t i = 0; i < images->count; i++) {
        const rom_image *image = &images->list[i].rom;
        const uint32_t words[3] = {image->cart, image->cart_version, image->content_crc};
        ox_write_words(&hash, words, 3);
    }
    return hash.hash;
}

uint32_t ox_images_report(const ox_images *images) {
    uint32_t replaced = 0;
    for (uint32_t i = 0; i < images->count; i++) {
        const ox_image *image = &images->list[i];
        rom_chunk chunk, under;
        ox_log_write(images->log, PLAT_LOG_INFO, "image %u: %s, cart #%08x version %u.%u", (unsigned)i,
                     image->name, (unsigned)image->rom.cart, (unsigned)(image->rom.cart_version >> 16),
                     (unsigned)(image->rom.cart_version & 0xFFFFu));
        for (uint32_t entry = 0; rom_entry(&image->rom, entry, &chunk); entry++) {
            uint32_t below = i + 1;
            while (below < images->count &&
                   !rom_find_variant(&images->list[below].rom, chunk.id, chunk.type, chunk.variant, &under)) {
                below++;
            }
            if (below == images->count || chunk.type == ROM_TAG_INFO || chunk.type == ROM_TAG_BUDGET)
                continue;
            ox_log_write(images->log, PLAT_LOG_INFO, "%s %s #%08x of %s", image->name,
                         chunk.codec == OX_IMAGE_DELETED ? "deletes" : "replaces", (unsigned)chunk.id,
                         images->list[below].name);
            replaced++;
        }
    }
    return replaced;
}

/* ---- tables ---- */

/* Merges an image's rows into `rows`: a row takes the place of an earlier row with its key, else it is appended. */
static ox_status merge_rows(const rom_chunk *chunk, const ox_row_layout *layout, const uint8_t **rows,
                            uint32_t *count) {
    uint32_t number = rom_u32(chunk->data + layout->count_at), at = rom_u32(chunk->data + layout->rows_at);
    uint32_t before = *count;
    if ((uint64_t)at + (uint64_t)number * layout->bytes > chunk->size) return OX_BAD_DATA;
    for (uint32_t i = 0; i < number; i++) {
        const uint8_t *row = chunk->data + at + (size_t)i * layout->bytes;
        uint32_t key = rom_u32(row + layout->key_at), k = 0;
        while (k < before && rom_u32(rows[k] + layout->key_at) != key) k++;
        rows[k < before ? k : (*count)++] = row;
    }
    return OX_OK;
}

/* Finds the chunk of a table in image `i`; false when the chunk takes no part. */
static bool table_of(const ox_images *images, uint32_t i, uint32_t id, uint32_t type,
                     const ox_row_layout *layout, rom_chunk *chunk) {
    if (!find_variant(images, &images->list[i].rom, id, type, chunk)) return false;
    if (images->list[i].files != NULL || chunk->codec != ROM_CODEC_STORED) return false;
    return chunk->size >= layout->count_at + 4u && chunk->size >= layout->rows_at + 4u &&
           (layout->merges == 0 || chunk->size >= layout->flags_at + 4u);
}

/* How many images from the first on have a part in the table: a table that is not merged, or deleted, hides those
 * below. */
static uint32_t images_of_table(const ox_images *images, uint32_t id, uint32_t type,
                                const ox_row_layout *layout) {
    rom_chunk chunk;
    for (uint32_t i = 0; i < images->count; i++) {
        bool there = find_variant(images, &images->list[i].rom, id, type, &chunk);
        if (there && chunk.codec == OX_IMAGE_DELETED) return i;
        if (layout->merges == 0 || !table_of(images, i, id, type, layout, &chunk)) continue;
        if ((rom_u32(chunk.data + layout->flags_at) & layout->merges) == 0) return i + 1;
    }
    return images->count;
}

ox_status ox_images_rows(const ox_images *images, uint32_t id, uint32_t type, const ox_row_layout *layout,
                         ox_arena *arena, const uint8_t ***rows, uint32_t *count) {
    uint64_t most = 0;
    rom_chunk chunk;
    *rows = NULL;
    *count = 0;
    if (layout->bytes < layout->key_at + 4u) return OX_BAD_ARGUMENT;
    uint32_t end = images_of_table(images, id, type, layout);
    for (uint32_t i = 0; i < end; i++) {
        if (!table_of(images, i, id, type, layout, &chunk)) continue;
        uint32_t number = rom_u32(chunk.data + layout->count_at);
        if (number > chunk.size / layout->bytes) return OX_BAD_DATA;
        most += number;
    }
    if (most == 0) return OX_NOT_FOUND;
    if (most > UINT32_MAX / sizeof(void *)) return OX_OUT_OF_MEMORY;
    ox_mark mark = ox_arena_mark(arena, OX_ARENA_LOW);
    const uint8_t **list = OX_PUSH(arena, const uint8_t *, most);
    if (list == NULL) return OX_OUT_OF_MEMORY;
    for (uint32_t i = end; i-- > 0;) { /* the base cart lies lowest */
        if (!table_of(images, i, id, type, layout, &chunk)) continue;
        ox_status status = merge_rows(&chunk, layout, list, count);
        if (!ox_failed(status)) continue;
        ox_arena_rollback(arena, mark);
        *count = 0;
        return status;
    }
    *rows = list;
    return OX_OK;
}
