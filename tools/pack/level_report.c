/* The packer's report on levels and their packages. */
#include "tools/pack/level_report.h"

#include <stdlib.h>

#include "kernel/level/spawner.h"
#include "kernel/residency/chunk.h"
#include "rom/check.h"
#include "rom/level.h"
#include "rom/package.h"
#include "tools/image/chunk.h"

enum { KINDS_MAX = 64, NAME_ROOM = 160 };

/* A type's name out of the image's debug strings; NULL when it has none. */
static const char *type_name(void *context, ox_id id) {
    static char text[64];
    uint32_t length = 0;
    const char *name = rom_name(context, id, &length);
    if (name == NULL) return NULL;
    snprintf(text, sizeof text, "%.*s", (int)length, name);
    return text;
}

/* The budget's row about a kind, or NULL. */
static const uint8_t *pool_kind(const rom_image *image, uint32_t id) {
    rom_view budget;
    if (rom_view_chunk(image, rom_id("budget"), ROM_TAG_BUDGET, &budget, NULL) != ROM_OK ||
        rom_u16(budget.data + ROM_CHUNK_HEADER) < ROM_BUDGET_SIZE ||
        rom_u32(budget.data + ROM_BUDGET_KINDS_AT) == 0)
        return NULL;
    const uint8_t *row = budget.data + rom_u32(budget.data + ROM_BUDGET_KINDS_AT);
    for (uint32_t i = 0; i < rom_u16(budget.data + ROM_BUDGET_KIND_COUNT); i++, row += ROM_POOL_KIND_SIZE) {
        if (rom_u32(row) == id) return row;
    }
    return NULL;
}

/* Reports kinds with a pool: count, bytes, and whether the pool holds the objects of a prepared level. */
static bool report_kinds(const rom_image *image, const char *level, const uint8_t *spawners, bool prepared,
                         const char *file, FILE *out, tool_error *error) {
    ox_spawn_need needs[KINDS_MAX];
    uint32_t types = ox_spawners_plan(spawners, needs, KINDS_MAX), objects = 0, bytes = 0;
    if (types > KINDS_MAX) types = KINDS_MAX;
    for (uint32_t i = 0; i < types; i++) {
        const uint8_t *row = pool_kind(image, needs[i].type);
        const char *name = type_name((void *)(uintptr_t)image, needs[i].type);
        char id[12];
        snprintf(id, sizeof id, "#%08x", (unsigned)needs[i].type);
        objects += needs[i].count;
        if (row == NULL) continue;
        uint32_t each = rom_u32(row + ROM_POOL_KIND_BYTES), capacity = rom_u32(row + ROM_POOL_KIND_CAPACITY);
        bytes += needs[i].count * each;
        if (out != NULL)
            fprintf(out, "  %s: %u of %u bytes take %u, the pool holds %u\n", name == NULL ? id : name,
                    (unsigned)needs[i].count, (unsigned)each, (unsigned)(needs[i].count * each),
                    (unsigned)capacity);
        if (prepared && needs[i].count > capacity)
            return import_error_file(
                error, file,
                "%s is prepared with %u objects of the kind %s, whose pool holds %u; make the pool "
                "larger or spawn less",
                level, (unsigned)needs[i].count, name == NULL ? id : name, (unsigned)capacity);
    }
    if (prepared && out != NULL)
        fprintf(out, "  prepared: %u objects lie there from the start, %u bytes of kinds with a pool\n",
                (unsigned)objects, (unsigned)bytes);
    return true;
}

static bool report_level(const rom_image *image, rom_chunk chunk, const char *file, FILE *out,
                         tool_error *error) {
    rom_view spawners;
    uint8_t *owned = NULL;
    char name[NAME_ROOM], line[600];
    bool ok = true;
    chunk_name(image, &chunk, name, sizeof name);
    if (chunk_unpack(&chunk, &owned, NULL) == ROM_OK &&
        rom_level_section(chunk.data, ROM_TAG_SPAWNERS, 0, &spawners)) {
        ox_text text = ox_text_begin(line, sizeof line);
        ox_spawners_print_plan(spawners.data, type_name, (void *)(uintptr_t)image, &text);
        if (out != NULL) fprintf(out, "%s: %s\n", name, line);
        ok =
            report_kinds(image, name, spawners.data,
                         (rom_u32(chunk.data + ROM_LEVEL_FLAGS) & ROM_LEVEL_PREPARED) != 0, file, out, error);
    }
    free(owned);
    return ok;
}

/* Sizes of the items that lie in the package's run, in their order. */
static uint32_t run_sizes(const rom_image *image, const uint8_t *pack, uint32_t *sizes) {
    uint32_t count = 0, start = rom_u32(pack + ROM_PACKAGE_OFFSET),
             end = start + rom_u32(pack + ROM_PACKAGE_BYTES);
    for (uint32_t i = 0; i < rom_package_count(pack); i++) {
        rom_package_item item = rom_package_at(pack, i);
        rom_chunk chunk;
        if (rom_find(image, item.id, item.type, &chunk) && chunk.offset >= start && chunk.offset < end)
            sizes[count++] = chunk.stored;
    }
    return count;
}

static void report_blocks(const rom_image *image, const rom_chunk *chunk, FILE *out) {
    static const uint32_t others[] = {1024, 2048, 4096};
    const uint8_t *pack = chunk->data;
    uint32_t block = rom_u32(pack + ROM_PACKAGE_BLOCK_BYTES), bytes = rom_u32(pack + ROM_PACKAGE_BYTES),
             sum = 0;
    uint32_t *sizes = malloc(((size_t)rom_package_count(pack) + 1) * sizeof *sizes);
    char name[NAME_ROOM];
    if (sizes == NULL || block == 0 || bytes == 0) {
        free(sizes);
        return;
    }
    uint32_t count = run_sizes(image, pack, sizes), blocks = (bytes + block - 1) / block;
    for (uint32_t i = 0; i < count; i++) sum += sizes[i];
    chunk_name(image, chunk, name, sizeof name);
    fprintf(out, "%s: %u of %u items in %u blocks of %u bytes, %u unused, %u of them at the end\n", name,
            (unsigned)count, (unsigned)rom_package_count(pack), (unsigned)blocks, (unsigned)block,
            (unsigned)(blocks * block - sum), (unsigned)(blocks * block - bytes));
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        ox_chunk_plan plan;
        if (ox_chunk_plan_of(sizes, count, others[i], &plan) == OX_OK)
            fprintf(out, "  blocks of %u: %u, %u bytes unused\n", (unsigned)others[i], (unsigned)plan.chunks,
                    (unsigned)plan.waste);
        else
            fprintf(out, "  blocks of %u: an item of %u bytes is larger\n", (unsigned)others[i],
                    (unsigned)sizes[plan.too_large]);
    }
    free(sizes);
}

bool level_report(const rom_image *image, const char *file, FILE *out, tool_error *error) {
    rom_chunk chunk;
    for (uint32_t i = 0; rom_entry(image, i, &chunk); i++) {
        if (chunk.codec == ROM_CODEC_DELETED || (chunk.flags & ROM_ENTRY_SECTIONED) != 0) continue;
        if (chunk.type == ROM_TAG_LEVEL && !report_level(image, chunk, file, out, error)) return false;
        if (chunk.type == ROM_TAG_PACKAGE && out != NULL && rom_check_entry(&chunk, true, NULL) == ROM_OK)
            report_blocks(image, &chunk, out);
    }
    return true;
}
