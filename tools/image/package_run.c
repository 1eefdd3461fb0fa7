/* Runs of packages: which chunks form one, and how they keep to blocks. */
#include "tools/image/package_run.h"

#include <stdlib.h>

#include "rom/check.h"
#include "tools/image/chunk.h"

uint32_t package_chunk(const assembly *a, uint32_t id, uint32_t type) {
    uint32_t low = 0, high = a->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const assemble_chunk *c = &a->chunks[middle];
        if (c->id < id || (c->id == id && c->type < type)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < a->count && a->chunks[low].id == id && a->chunks[low].type == type ? low : UINT32_MAX;
}

/* The rows of a sound package; 0 rows of any other. */
static uint32_t rows_of(const assemble_chunk *pack, const uint8_t **rows) {
    const uint8_t *data = pack->bytes.data;
    *rows = data;
    if (pack->type != ROM_TAG_PACKAGE || pack->deleted || pack->bytes.failed ||
        rom_check_chunk(ROM_TAG_PACKAGE, data, pack->bytes.size, NULL) != ROM_OK)
        return 0;
    *rows = data + rom_u32(data + ROM_PACKAGE_ITEMS_AT);
    return rom_u32(data + ROM_PACKAGE_ITEM_COUNT);
}

static uint32_t chunk_of_row(const assembly *a, const uint8_t *row) {
    return package_chunk(a, rom_u32(row), rom_u32(row + ROM_PACKAGE_ITEM_TYPE));
}

/* Counts how many packages name each chunk. */
static uint32_t *count_users(const assembly *a) {
    uint32_t *users = calloc((size_t)a->count + 1, sizeof *users);
    for (uint32_t p = 0; users != NULL && p < a->count; p++) {
        const uint8_t *rows;
        uint32_t count = rows_of(&a->chunks[p], &rows);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t chunk = chunk_of_row(a, rows + (size_t)i * ROM_PACKAGE_ITEM_SIZE);
            if (chunk != UINT32_MAX) users[chunk]++;
        }
    }
    return users;
}

static bool too_large(const assemble_chunk *pack, const assemble_chunk *c, uint32_t block, const char *file,
                      tool_error *error) {
    char type[10];
    chunk_type_write(c->type, type);
    return import_error_file(
        error, file, "`%s` (%s) has %zu bytes, a block of `%s` has %u; divide it, or make blocks larger",
        c->name, type, c->bytes.size, pack->name, (unsigned)block);
}

bool package_runs(assembly *a, const char *file, tool_error *error) {
    uint32_t *users = count_users(a);
    bool ok = users != NULL || import_error_memory(error, file);
    for (uint32_t i = 0; i < a->count; i++) a->chunks[i].run = 0;
    for (uint32_t p = 0; ok && p < a->count; p++) {
        const uint8_t *rows;
        uint32_t count = rows_of(&a->chunks[p], &rows), first = UINT32_MAX;
        uint32_t block = count == 0 ? 0 : rom_u32(a->chunks[p].bytes.data + ROM_PACKAGE_BLOCK_BYTES);
        for (uint32_t i = 0; ok && block != 0 && i < count; i++) {
            uint32_t chunk = chunk_of_row(a, rows + (size_t)i * ROM_PACKAGE_ITEM_SIZE);
            if (chunk == UINT32_MAX || users[chunk] != 1) continue;
            assemble_chunk *c = &a->chunks[chunk];
            if (c->bytes.size > block) ok = too_large(&a->chunks[p], c, block, file, error);
            if (first == UINT32_MAX) first = c->place;
            c->run = p + 1;
            c->run_place = first;
            c->run_index = i;
            c->block_bytes = block;
        }
    }
    free(users);
    return ok;
}

size_t package_place(size_t start, size_t at, size_t bytes, uint32_t block_bytes) {
    for (;;) {
        at = (at + ASSEMBLE_ALIGNMENT - 1) & ~(size_t)(ASSEMBLE_ALIGNMENT - 1);
        size_t inside = (at - start) % block_bytes;
        if (bytes <= block_bytes - inside) return at;
        at += block_bytes - inside;
    }
}

void package_settle(const assembly *a, assemble_chunk *pack, const uint32_t *offsets,
                    const uint32_t *stored) {
    const uint8_t *rows;
    uint32_t count = rows_of(pack, &rows), all = 0, low = UINT32_MAX, high = 0,
             own = (uint32_t)(pack - a->chunks) + 1;
    uint64_t sum = 0;
    if (count == 0) return;
    bool blocks = rom_u32(pack->bytes.data + ROM_PACKAGE_BLOCK_BYTES) != 0;
    for (uint32_t i = 0; i < count; i++) {
        size_t row = (size_t)(rows - pack->bytes.data) + (size_t)i * ROM_PACKAGE_ITEM_SIZE;
        uint32_t chunk = chunk_of_row(a, pack->bytes.data + row);
        if (chunk == UINT32_MAX) {
            all += rom_u32(pack->bytes.data + row + ROM_PACKAGE_ITEM_STORED);
            continue;
        }
        all += stored[chunk];
        writer_put_u32(&pack->bytes, row + ROM_PACKAGE_ITEM_STORED, stored[chunk]);
        if (blocks && a->chunks[chunk].run != own) continue;
        sum += stored[chunk];
        if (offsets[chunk] < low) low = offsets[chunk];
        if (offsets[chunk] + stored[chunk] > high) high = offsets[chunk] + stored[chunk];
    }
    /* One run: nothing but the items and their alignment, or the ends of blocks, lies in it. */
    bool run = sum > 0 && (blocks || high - low <= sum + (uint64_t)ASSEMBLE_ALIGNMENT * count);
    writer_put_u32(&pack->bytes, ROM_PACKAGE_STORED, all);
    writer_put_u32(&pack->bytes, ROM_PACKAGE_OFFSET, run ? low : 0);
    writer_put_u32(&pack->bytes, ROM_PACKAGE_BYTES, run ? high - low : 0);
}
