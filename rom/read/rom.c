/* Opens an image and finds its chunks: everything about the header and the directory. */
#include <string.h>

#include "rom/check.h"

static const uint8_t *entry_at(const rom_image *image, uint32_t index) {
    return image->base + image->directory + (size_t)index * ROM_ENTRY_SIZE;
}

/* ---- opening, step by step in the order FORMAT.md names ---- */

static rom_status check_start(const uint8_t *base, size_t size, rom_error *error) {
    if (((uintptr_t)base & 3u) != 0) {
        return rom_fail(error, ROM_MISALIGNED, 0, "the image lies at an odd address; align it to 4 bytes", 0,
                        0);
    }
    if (size < ROM_HEADER_SIZE) {
        return rom_fail(error, ROM_TOO_SMALL, (uint32_t)size,
                        "the file ends after %u bytes, a ROM header has 64; copy or pack it again",
                        (uint32_t)size, 0);
    }
    uint32_t magic = rom_word(base);
    if (magic == ROM_MAGIC_REVERSED) {
        return rom_fail(error, ROM_WRONG_BYTE_ORDER, ROM_AT_MAGIC,
                        "bytes of words are turned round; images are little-endian: copy it unchanged", 0, 0);
    }
    if (magic != ROM_MAGIC) {
        return rom_fail(error, ROM_BAD_MAGIC, ROM_AT_MAGIC, "not a ROM image: it does not begin with OXCT", 0,
                        0);
    }
    uint32_t stated = rom_word(base + ROM_AT_HEADER_CRC);
    uint32_t real = rom_crc32(0, base, ROM_AT_HEADER_CRC);
    if (stated != real) {
        return rom_fail(error, ROM_BAD_HEADER_CRC, ROM_AT_HEADER_CRC,
                        "header checksum %x does not fit its bytes (%x); damaged: pack it again", stated,
                        real);
    }
    if (base[ROM_AT_MAJOR] != ROM_VERSION_MAJOR) {
        return rom_fail(error, ROM_UNKNOWN_VERSION, ROM_AT_MAJOR,
                        "format version %u, this reader knows version %u; use the oxcart that packed it",
                        base[ROM_AT_MAJOR], ROM_VERSION_MAJOR);
    }
    return ROM_OK;
}

static rom_status check_header(const uint8_t *base, size_t size, rom_error *error) {
    uint32_t declared = rom_word(base + ROM_AT_SIZE), header = rom_half(base + ROM_AT_HEADER);
    uint32_t flags = rom_word(base + ROM_AT_FLAGS), cart = rom_word(base + ROM_AT_BASE);
    uint32_t alignment = rom_word(base + ROM_AT_ALIGNMENT);
    bool overlay = (flags & ROM_FLAG_OVERLAY) != 0, add_on = (flags & ROM_FLAG_ADD_ON) != 0;

    if (header < ROM_HEADER_SIZE || header % 4 != 0) {
        return rom_fail(error, ROM_BAD_HEADER_SIZE, ROM_AT_HEADER,
                        "header size %u, it must be a multiple of 4 and at least 64", header, 0);
    }
    if (declared > size) {
        return rom_fail(
            error, ROM_TRUNCATED, ROM_AT_SIZE,
            "the header says %u bytes, only %u are there; the file is cut short, copy or pack it again",
            declared, (uint32_t)size);
    }
    if (declared < header || declared % 4 != 0) {
        return rom_fail(error, ROM_BAD_SIZE, ROM_AT_SIZE,
                        "image size %u, it must be a multiple of 4 and not below the header's %u", declared,
                        header);
    }
    if (!add_on && overlay != (cart != 0)) {
        return rom_fail(error, ROM_BAD_BASE, ROM_AT_BASE,
                        overlay ? "an overlay that names no base cart"
                                : "base cart %x named, but this is no overlay",
                        cart, 0);
    }
    if (!overlay && !add_on && rom_word(base + ROM_AT_BASE_VERSION) != 0) {
        return rom_fail(error, ROM_BAD_BASE, ROM_AT_BASE_VERSION,
                        "base version %u named, but this is no overlay", rom_word(base + ROM_AT_BASE_VERSION),
                        0);
    }
    if (alignment < 4 || alignment > 65536 || (alignment & (alignment - 1)) != 0) {
        return rom_fail(error, ROM_BAD_ALIGNMENT, ROM_AT_ALIGNMENT,
                        "chunk alignment %u, it must be a power of two from 4 to 65536", alignment, 0);
    }
    return ROM_OK;
}

static rom_status check_directory_place(const rom_image *image, rom_error *error) {
    uint32_t header = rom_half(image->base + ROM_AT_HEADER);
    uint64_t bytes = (uint64_t)image->count * (ROM_ENTRY_SIZE + 4);

    if (image->directory % 4 != 0 || image->directory < header || image->directory > image->size) {
        return rom_fail(error, ROM_BAD_DIRECTORY_OFFSET, ROM_AT_DIRECTORY,
                        "directory at %u: not a multiple of 4 between the header and the end at %u",
                        image->directory, image->size);
    }
    if (bytes > image->size - image->directory) {
        return rom_fail(error, ROM_BAD_DIRECTORY_COUNT, ROM_AT_COUNT,
                        "a directory of %u chunks reaches past the end; only %u fit", image->count,
                        (image->size - image->directory) / (ROM_ENTRY_SIZE + 4));
    }
    return ROM_OK;
}

/* Orders entries by id, type, variant: below, equal or above 0. */
static int compare_entry(const uint8_t *entry, uint32_t id, uint32_t type, uint16_t variant) {
    uint32_t entry_id = rom_word(entry + ROM_ENTRY_ID), entry_type = rom_word(entry + ROM_ENTRY_TYPE);
    uint16_t entry_variant = rom_half(entry + ROM_ENTRY_VARIANT);
    if (entry_id != id) return entry_id < id ? -1 : 1;
    if (entry_type != type) return entry_type < type ? -1 : 1;
    return (entry_variant > variant) - (entry_variant < variant);
}

/* The limits that every entry is checked against; worked out once, since a directory may have a thousand entries. */
typedef struct entry_limits {
    uint32_t header, size;
    uint32_t directory, directory_end;
    uint32_t misaligned; /* bits of an offset that must be 0 */
    bool overlay;        /* entries may be deletions */
} entry_limits;

/* Says what is wrong with the place or the sizes of the entry at `at`. */
static rom_status refuse_entry(const rom_image *image, const entry_limits *limits, uint32_t at,
                               rom_error *error) {
    const uint8_t *entry = image->base + at;
    uint32_t offset = rom_word(entry + ROM_ENTRY_OFFSET), stored = rom_word(entry + ROM_ENTRY_STORED);
    if ((offset & limits->misaligned) != 0 || offset < limits->header || offset > limits->size) {
        return rom_fail(error, ROM_BAD_ENTRY, at + ROM_ENTRY_OFFSET,
                        "chunk at %u: outside the image or not a multiple of %u; damaged: pack it again",
                        offset, image->alignment);
    }
    if (stored < 4 || stored > limits->size - offset) {
        return rom_fail(error, ROM_BAD_ENTRY, at + ROM_ENTRY_STORED,
                        "chunk of %u bytes, 4 to %u are possible here; damaged: pack it again", stored,
                        limits->size - offset);
    }
    if (offset < limits->directory_end && offset + stored > limits->directory) {
        return rom_fail(error, ROM_OVERLAP, at + ROM_ENTRY_OFFSET,
                        "the chunk at %u lies over the directory at %u", offset, limits->directory);
    }
    if (entry[ROM_ENTRY_CODEC] == ROM_CODEC_DELETED) {
        return rom_fail(error, ROM_BAD_ENTRY, at + ROM_ENTRY_CODEC,
                        "chunk %x is deleted in an image that is no overlay", rom_word(entry), 0);
    }
    return rom_fail(error, ROM_BAD_ENTRY, at + ROM_ENTRY_FULL,
                    "full size %u of a chunk that is stored plainly in %u bytes",
                    rom_word(entry + ROM_ENTRY_FULL), stored);
}

static bool entry_is_good(const uint8_t *entry, const entry_limits *limits) {
    uint32_t offset = rom_word(entry + ROM_ENTRY_OFFSET), stored = rom_word(entry + ROM_ENTRY_STORED);
    return (offset & limits->misaligned) == 0 && offset >= limits->header && offset <= limits->size &&
           stored >= 4 && stored <= limits->size - offset &&
           (offset >= limits->directory_end || offset + stored <= limits->directory) &&
           (entry[ROM_ENTRY_CODEC] == ROM_CODEC_STORED
                ? rom_word(entry + ROM_ENTRY_FULL) == stored
                : entry[ROM_ENTRY_CODEC] != ROM_CODEC_DELETED || limits->overlay);
}

static rom_status check_entries(const rom_image *image, rom_error *error) {
    const entry_limits limits = {.header = rom_half(image->base + ROM_AT_HEADER),
                                 .size = image->size,
                                 .directory = image->directory,
                                 .directory_end = image->directory + image->count * (ROM_ENTRY_SIZE + 4),
                                 .misaligned = image->alignment - 1,
                                 .overlay = (image->flags & ROM_FLAG_OVERLAY) != 0};
    const uint8_t *entry = image->base + image->directory;
    uint32_t last_id = 0;
    for (uint32_t i = 0; i < image->count; i++, entry += ROM_ENTRY_SIZE) {
        uint32_t id = rom_word(entry);
        if (i > 0 && id <= last_id &&
            compare_entry(entry - ROM_ENTRY_SIZE, id, rom_word(entry + ROM_ENTRY_TYPE),
                          rom_half(entry + ROM_ENTRY_VARIANT)) >= 0) {
            return rom_fail(error, ROM_BAD_ORDER, image->directory + i * ROM_ENTRY_SIZE,
                            "directory entry %u (id %x) does not rise above the one before; pack it again", i,
                            id);
        }
        if (!entry_is_good(entry, &limits)) {
            return refuse_entry(image, &limits, image->directory + i * ROM_ENTRY_SIZE, error);
        }
        last_id = id;
    }
    return ROM_OK;
}

/* Says what is wrong with entry `index` at place `at` of the layout table, after `last`; ROM_OK when it
 * shares last's bytes. */
static rom_status judge_neighbours(const rom_image *image, uint32_t at, uint32_t index, uint32_t last,
                                   rom_error *error) {
    const uint8_t *entry = entry_at(image, index), *before = entry_at(image, last);
    uint32_t offset = rom_word(entry + ROM_ENTRY_OFFSET), stored = rom_word(entry + ROM_ENTRY_STORED);
    uint32_t last_offset = rom_word(before + ROM_ENTRY_OFFSET),
             last_stored = rom_word(before + ROM_ENTRY_STORED);
    uint32_t place = image->directory + index * ROM_ENTRY_SIZE + ROM_ENTRY_OFFSET;
    bool first = at == image->directory + image->count * ROM_ENTRY_SIZE;
    if (!first && (offset < last_offset || (offset == last_offset && index <= last))) {
        return rom_fail(error, ROM_BAD_LAYOUT, at, "layout table: entry %u does not rise above entry %u",
                        index, last);
    }
    if ((entry[ROM_ENTRY_FLAGS] & ROM_ENTRY_SHARED) == 0) {
        return rom_fail(error, ROM_OVERLAP, place,
                        "the chunk at %u overlaps the one before it, which has %u bytes", offset,
                        last_stored);
    }
    if (!first && offset == last_offset && stored == last_stored) return ROM_OK;
    return rom_fail(error, ROM_OVERLAP, place,
                    "the chunk at %u is marked shared, but no other has the same %u bytes", offset, stored);
}

/* The layout table lists the entries by (offset, index), strictly rising: so it names every entry once, and
 * only neighbours in it can overlap. */
static rom_status check_layout(const rom_image *image, rom_error *error) {
    const uint8_t *table = image->base + image->directory + image->count * ROM_ENTRY_SIZE;
    uint32_t last = 0, end = 0;
    for (uint32_t k = 0; k < image->count; k++) {
        uint32_t index = rom_word(table + (size_t)k * 4), at = (uint32_t)(table - image->base) + k * 4;
        if (index >= image->count) {
            return rom_fail(error, ROM_BAD_LAYOUT, at, "layout table names entry %u of %u; damaged", index,
                            image->count);
        }
        const uint8_t *entry = entry_at(image, index);
        uint32_t offset = rom_word(entry + ROM_ENTRY_OFFSET);
        if (offset < end || (entry[ROM_ENTRY_FLAGS] & ROM_ENTRY_SHARED) != 0) {
            rom_status status = judge_neighbours(image, at, index, last, error);
            if (status != ROM_OK) return status;
        }
        end = offset + rom_word(entry + ROM_ENTRY_STORED);
        last = index;
    }
    return ROM_OK;
}

static rom_status check_budget(const rom_image *image, rom_error *error) {
    uint32_t size = rom_word(image->base + ROM_AT_BUDGET_SIZE);
    rom_chunk chunk;
    bool found = rom_find(image, rom_id("budget"), ROM_TAG_BUDGET, &chunk) && chunk.codec == ROM_CODEC_STORED;

    if (image->budget == 0 && !found && (image->flags & (ROM_FLAG_OVERLAY | ROM_FLAG_ADD_ON)) != 0)
        return ROM_OK;
    if (!found || image->budget != chunk.offset) {
        return rom_fail(error, ROM_BAD_BUDGET, ROM_AT_BUDGET,
                        found ? "the header puts the budget at %u, the directory at %u"
                              : "the header puts the budget at %u, the directory has none",
                        image->budget, found ? chunk.offset : 0);
    }
    if (size != chunk.stored) {
        return rom_fail(error, ROM_BAD_BUDGET, ROM_AT_BUDGET_SIZE,
                        "the header gives the budget %u bytes, the directory %u", size, chunk.stored);
    }
    return rom_check_entry(&chunk, true, error);
}

static rom_status check_info(const rom_image *image, rom_error *error) {
    rom_chunk chunk;
    bool found = rom_find(image, rom_id("info"), ROM_TAG_INFO, &chunk);
    if (found && chunk.codec != ROM_CODEC_STORED) {
        return rom_fail(error, ROM_BAD_INFO, ROM_AT_INFO,
                        "the info is packed (codec %u); it must be stored plainly", chunk.codec, 0);
    }
    /* The texts of the info are read in place before anything is loaded: they name the game, and the saved
     * games that are its own. */
    if (image->info == (found ? chunk.offset : 0))
        return found ? rom_check_entry(&chunk, true, error) : ROM_OK;
    return rom_fail(error, ROM_BAD_INFO, ROM_AT_INFO,
                    found ? "the header puts the info at %u, the directory at %u"
                          : "the header puts the info at %u, the directory has none",
                    image->info, found ? chunk.offset : 0);
}

static rom_status open_parts(rom_image *image, rom_error *error) {
    rom_status status = check_directory_place(image, error);
    if (status == ROM_OK) status = check_entries(image, error);
    if (status == ROM_OK) status = check_layout(image, error);
    if (status == ROM_OK) status = check_budget(image, error);
    if (status == ROM_OK) status = check_info(image, error);
    return status;
}

rom_status rom_open(const void *base, size_t size, rom_image *image, rom_error *error) {
    const uint8_t *at = base;
    memset(image, 0, sizeof *image);
    rom_status status = check_start(at, size, error);
    if (status == ROM_OK) status = check_header(at, size, error);
    if (status != ROM_OK) return status;
    rom_image opened = {
        .base = at,
        .size = rom_word(at + ROM_AT_SIZE),
        .flags = rom_word(at + ROM_AT_FLAGS),
        .cart = rom_word(at + ROM_AT_CART),
        .cart_version = rom_word(at + ROM_AT_CART_VERSION),
        .content_crc = rom_word(at + ROM_AT_CONTENT_CRC),
        .directory = rom_word(at + ROM_AT_DIRECTORY),
        .count = rom_word(at + ROM_AT_COUNT),
        .alignment = rom_word(at + ROM_AT_ALIGNMENT),
        .budget = rom_word(at + ROM_AT_BUDGET),
        .info = rom_word(at + ROM_AT_INFO),
    };
    status = open_parts(&opened, error);
    if (status == ROM_OK) *image = opened;
    return status;
}

rom_status rom_check_content(const rom_image *image, rom_error *error) {
    uint32_t real = rom_crc32(0, image->base + ROM_HEADER_SIZE, image->size - ROM_HEADER_SIZE);
    if (real == image->content_crc) return ROM_OK;
    return rom_fail(error, ROM_BAD_CONTENT_CRC, ROM_AT_CONTENT_CRC,
                    "content checksum %x does not fit the bytes (%x); damaged: pack it again",
                    image->content_crc, real);
}

/* ---- finding ---- */

bool rom_entry(const rom_image *image, uint32_t index, rom_chunk *chunk) {
    if (index >= image->count) return false;
    const uint8_t *entry = entry_at(image, index);
    *chunk = (rom_chunk){
        .offset = rom_word(entry + ROM_ENTRY_OFFSET),
        .stored = rom_word(entry + ROM_ENTRY_STORED),
        .size = rom_word(entry + ROM_ENTRY_FULL),
        .id = rom_word(entry + ROM_ENTRY_ID),
        .type = rom_word(entry + ROM_ENTRY_TYPE),
        .crc = rom_word(entry + ROM_ENTRY_CRC),
        .variant = rom_half(entry + ROM_ENTRY_VARIANT),
        .codec = entry[ROM_ENTRY_CODEC],
        .flags = entry[ROM_ENTRY_FLAGS],
    };
    chunk->data = image->base + chunk->offset;
    return true;
}

bool rom_find_variant(const rom_image *image, uint32_t id, uint32_t type, uint16_t variant,
                      rom_chunk *chunk) {
    const uint8_t *entries = image->base + image->directory, *at = entries;
    for (uint32_t left = image->count; left != 0;) { /* count of entries from `at` on that may match */
        uint32_t half = left >> 1;
        const uint8_t *entry = at + (size_t)half * ROM_ENTRY_SIZE;
        uint32_t own = rom_word(entry + ROM_ENTRY_ID);
        int order = -1;
        if (own == id) { /* nearly always the entry */
            order = compare_entry(entry, id, type, variant);
            if (order == 0)
                return rom_entry(image, (uint32_t)((size_t)(entry - entries) / ROM_ENTRY_SIZE), chunk);
        }
        if (own > id || order > 0) {
            left = half;
        } else {
            at = entry + ROM_ENTRY_SIZE;
            left -= half + 1;
        }
    }
    return false;
}

bool rom_find_best(const rom_image *image, uint32_t id, uint32_t type, uint16_t variant, rom_chunk *chunk) {
    uint32_t low = 0, high = image->count, best = image->count;
    int rank = 0;
    while (low < high) { /* the first entry of this id and type */
        uint32_t middle = low + (high - low) / 2;
        if (compare_entry(entry_at(image, middle), id, type, 0) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    for (; low < image->count && rom_word(entry_at(image, low)) == id &&
           rom_word(entry_at(image, low) + ROM_ENTRY_TYPE) == type;
         low++) {
        uint32_t own = rom_half(entry_at(image, low) + ROM_ENTRY_VARIANT);
        int worth = own == variant               ? 4
                    : own == (variant & 0x00FFu) ? 3
                    : own == (variant & 0xFF00u) ? 2
                    : own == 0                   ? 1
                                                 : 0;
        if (worth <= rank) continue;
        rank = worth;
        best = low;
    }
    return rank > 0 && rom_entry(image, best, chunk);
}

bool rom_find(const rom_image *image, uint32_t id, uint32_t type, rom_chunk *chunk) {
    return rom_find_variant(image, id, type, 0, chunk);
}

uint32_t rom_next(const rom_image *image, uint32_t type, uint32_t index) {
    while (index < image->count && rom_word(entry_at(image, index) + ROM_ENTRY_TYPE) != type) index++;
    return index < image->count ? index : image->count;
}

/* The text of an id in a list of rows, each an id and the place of a text, by rising id; `list` is the place in
 * the chunk of the count of rows, behind which stands the place of the rows. */
static const char *name_of_list(const rom_image *image, uint32_t holder, uint32_t type, uint32_t list,
                                uint32_t id, uint32_t *length) {
    rom_chunk chunk;
    if (!rom_find(image, holder, type, &chunk)) return NULL;
    if (chunk.codec != ROM_CODEC_STORED || chunk.stored < list + 8 || !rom_has(chunk.data, list + 4))
        return NULL;
    uint32_t low = 0, high = rom_word(chunk.data + list), at = rom_word(chunk.data + list + 4);
    if (at % 4 != 0 || at > chunk.stored || high > (chunk.stored - at) / ROM_NAME_SIZE) return NULL;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const uint8_t *record = chunk.data + at + (size_t)middle * ROM_NAME_SIZE;
        uint32_t found = rom_word(record + ROM_NAME_ID), text = rom_word(record + ROM_NAME_TEXT);
        if (found == id) {
            uint32_t bytes = rom_word(record + ROM_NAME_TEXT + 4);
            if (text > chunk.stored || bytes > chunk.stored - text) return NULL;
            *length = bytes;
            return (const char *)(chunk.data + text);
        }
        if (found < id) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return NULL;
}

const char *rom_name(const rom_image *image, uint32_t id, uint32_t *length) {
    _Static_assert((int)ROM_SCRIPT_NAME_SIZE == (int)ROM_NAME_SIZE &&
                       (int)ROM_SCRIPT_NAME_ID == (int)ROM_NAME_ID &&
                       (int)ROM_SCRIPT_NAME_NAME == (int)ROM_NAME_TEXT,
                   "both lists have rows of one form");
    *length = 0;
    const char *name = name_of_list(image, rom_id("names"), ROM_TAG_NAMES, ROM_NAMES_COUNT, id, length);
    return name != NULL
               ? name
               : name_of_list(image, rom_id("scripts"), ROM_TAG_SCRIPTS, ROM_SCRIPTS_NAME_COUNT, id, length);
}
