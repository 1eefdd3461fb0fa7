/* Opens a game's stock of resources: overlays, the memory that packed chunks need, levels. */
#include "kernel/resource/stock.h"

#include <string.h>

#include "kernel/memory/life.h"
#include "kernel/resource/manager_internal.h"
#include "kernel/resource/stand_in.h"
#include "rom/check.h"
#include "rom/package.h"

FX_STATIC_ASSERT(OX_STOCK_TYPES <= OX_MANAGER_TYPES_MAX, "all types of the console can be registered");

/* ---- overlays ---- */

/* Mounts an overlay; a refusal is logged, and the cart plays without the overlay. Whether it takes add-ons says its chunk
 * `add-ons`. */
static void mount(ox_stock *s, const ox_overlay *overlay, int32_t order, bool closed) {
    rom_image image;
    rom_error error;
    bool good = rom_open(overlay->image, overlay->size, &image, &error) == ROM_OK &&
                rom_check_content(&image, &error) == ROM_OK;
    if (!good) ox_log_write(s->images.log, PLAT_LOG_ERROR, "image %s: %s", overlay->name, error.text);
    if (good && closed && (image.flags & ROM_FLAG_ADD_ON) == 0) {
        ox_log_write(s->images.log, PLAT_LOG_ERROR, "image %s: the cart takes no overlays", overlay->name);
        good = false;
    }
    if (!good || ox_failed(ox_images_add(&s->images, &image, overlay->name, order))) s->refused++;
}

static ox_status mount_all(ox_stock *s, const ox_stock_setup *setup) {
    ox_images_init(&s->images, setup->log);
    ox_status status = ox_images_add(&s->images, setup->image, "cart", 0);
    for (uint32_t i = 0; !ROM_SMALL_PLAYER && i < setup->overlay_count && !ox_failed(status); i++) {
        if ((setup->left_out >> i & 1u) != 0) continue;
        mount(s, &setup->overlays[i], (int32_t)i + 1, (setup->image->flags & ROM_FLAG_CLOSED) != 0);
    }
    if (!ROM_SMALL_PLAYER && s->images.count > 1) (void)ox_images_report(&s->images);
    ox_images_choose(&s->images, setup->language, setup->region);
    return status;
}

/* ---- how much memory ---- */

typedef struct needs {
    uint64_t resident, level,
        largest; /* bytes of the stack; of the package under way, and of the largest one */
    uint32_t records;
    bool packages;
} needs;

static const ox_resource_type *type_of(uint32_t tag) {
    for (uint32_t i = 0; i < ox_stand_in_count; i++) {
        if (ox_stand_in_types[i].tag == tag) return &ox_stand_in_types[i];
    }
    return NULL;
}

/* The bytes that a chunk takes of the stack, 0 when it is used in place. Memory of other classes may turn out to be
 * full, so a packed chunk counts at any rate. */
static uint32_t stack_bytes(const rom_chunk *chunk) {
    uint32_t class = chunk->flags & ROM_ENTRY_CLASS;
    if (type_of(chunk->type) == NULL || chunk->codec == OX_IMAGE_DELETED) return 0;
    if (chunk->codec == ROM_CODEC_STORED && class != ROM_CLASS_MAIN) return 0;
    return (chunk->size + 7u) & ~7u;
}

/* Whether a chunk is resident, as is the palette, which is loaded before any package. */
static bool is_resident(const rom_chunk *chunk) {
    if (chunk->type == ROM_TAG_PALETTE && chunk->id == rom_id("palette")) return true;
    return (chunk->flags & ROM_ENTRY_LIFETIME) >> ROM_ENTRY_LIFETIME_SHIFT == ROM_LIFE_RESIDENT;
}

/* The checked package in a chunk that is used in place, or NULL. */
static const uint8_t *pack_of(const rom_chunk *chunk) {
    if (chunk->type != ROM_TAG_PACKAGE || chunk->codec != ROM_CODEC_STORED) return NULL;
    return rom_check_chunk(ROM_TAG_PACKAGE, chunk->data, chunk->size, NULL) == ROM_OK ? chunk->data : NULL;
}

static void measure_package(const ox_stock *s, const uint8_t *pack, needs *n) {
    ox_found found;
    n->packages = true;
    n->level = 0;
    for (uint32_t i = 0; i < rom_package_count(pack); i++) {
        rom_package_item item = rom_package_at(pack, i);
        if (ox_images_find(&s->images, item.id, item.type, &found) && !is_resident(&found.chunk))
            n->level += stack_bytes(&found.chunk);
    }
    if (n->level > n->largest) n->largest = n->level;
}

static bool is_packaged(const ox_stock *s, const rom_chunk *chunk) {
    for (uint32_t i = 0; i < s->images.count; i++) {
        rom_chunk other;
        for (uint32_t entry = 0; rom_entry(&s->images.list[i].rom, entry, &other); entry++) {
            const uint8_t *pack = pack_of(&other);
            for (uint32_t k = 0; pack != NULL && k < rom_package_count(pack); k++) {
                const rom_package_item item = rom_package_at(pack, k);
                if (item.id == chunk->id && item.type == chunk->type) return true;
            }
        }
    }
    return false;
}

/* Chunks that no package lists, such as scripts and fonts, lie in the stack beside the largest package. */
static uint64_t measure_loose(const ox_stock *s) {
    uint64_t loose = 0;
    for (uint32_t i = 0; i < s->images.count; i++) {
        rom_chunk chunk;
        for (uint32_t entry = 0; rom_entry(&s->images.list[i].rom, entry, &chunk); entry++) {
            const uint32_t bytes = is_resident(&chunk) ? 0 : stack_bytes(&chunk);
            if (bytes != 0 && !is_packaged(s, &chunk)) loose += bytes;
        }
    }
    return loose;
}

/* Measures the needs in one walk through the directories. Languages may change, so every variant counts as a record. */
static void measure_needs(const ox_stock *s, needs *n) {
    uint64_t all = 0;
    memset(n, 0, sizeof *n);
    for (uint32_t i = 0; i < s->images.count; i++) {
        rom_chunk chunk;
        for (uint32_t entry = 0; rom_entry(&s->images.list[i].rom, entry, &chunk); entry++) {
            const uint8_t *pack = pack_of(&chunk);
            uint32_t bytes = stack_bytes(&chunk);
            if (pack != NULL) measure_package(s, pack, n);
            bool placed = (chunk.flags & ROM_ENTRY_CLASS) != ROM_CLASS_ANY && type_of(chunk.type) != NULL;
            n->records += bytes != 0 || placed;
            if (is_resident(&chunk))
                n->resident += bytes;
            else
                all += bytes;
        }
    }
    n->largest = n->packages ? n->largest + measure_loose(s) : all;
}

/* ---- opening ---- */

/* Bytes for cached payloads in memory that must hold the bookkeeping too. */
static uint32_t net_cache(uint32_t bytes, uint32_t records) {
    const uint32_t own = records * 16u + 16u + OX_ALIGNMENT +
                         (uint32_t)ox_pool_bytes(sizeof(ox_heap_entry), _Alignof(ox_heap_entry), records);
    return bytes <= own ? 0 : (bytes - own) & ~7u;
}

static ox_status make_manager(ox_stock *s, const ox_stock_setup *setup) {
    needs n;
    measure_needs(s, &n);
    uint64_t stack = n.largest + n.resident;
    ox_manager_config config = {.records = n.records + 1u,
                                .types = OX_STOCK_TYPES,
                                .scratch_bytes = setup->scratch_bytes,
                                .miss = setup->miss == OX_MISS_CART ? (uint8_t)OX_MISS_REFUSE : setup->miss,
                                .without_cache = OX_LIFE_LEVEL,
                                .strict = setup->strict,
                                .development = setup->development};
    if (config.records > OX_MANAGER_RECORDS_MAX) config.records = OX_MANAGER_RECORDS_MAX;
    if (stack > UINT32_MAX) return OX_OUT_OF_MEMORY;
    /* A cart without packages may never need all chunks at once. */
    if (!n.packages && stack > ox_arena_free(setup->arena) / 2) stack = ox_arena_free(setup->arena) / 2;
    config.stack_bytes = (uint32_t)stack & ~7u;
    if (setup->cache != NULL) config.cache_bytes = net_cache(setup->cache_bytes, config.records);
    config.cache = setup->cache;
    ox_status status =
        ox_manager_init(&s->manager, &config, &s->images, setup->files, setup->arena, setup->log);
    for (uint32_t i = 0; i < ox_stand_in_count && !ox_failed(status); i++)
        status = ox_manager_register(&s->manager, &ox_stand_in_types[i]);
    return status;
}

ox_status ox_stock_open(ox_stock *s, const ox_stock_setup *setup) {
    memset(s, 0, sizeof *s);
    ox_status status = mount_all(s, setup);
    if (!ox_failed(status)) status = make_manager(s, setup);
    if (ox_failed(status))
        memset(s, 0, sizeof *s);
    else
        ox_packages_init(&s->packages, &s->manager);
    return status;
}

void ox_stock_leave(ox_stock *s) {
    if (s->level == 0) return;
    ox_status status = ox_package_unload(&s->packages, s->level, NULL);
    if (ox_failed(status))
        ox_log_write(s->manager.log, PLAT_LOG_WARNING, "level #%08x stays: %s", (unsigned)s->level,
                     ox_status_name(status));
    else
        s->level = 0;
}

uint32_t ox_stock_close(ox_stock *s) {
    if (s->manager.records != NULL) ox_stock_leave(s);
    uint32_t left = ox_manager_end(&s->manager);
    OX_CLEAR(s);
    return left;
}

/* ---- levels ---- */

uint32_t ox_stock_package_of(const ox_stock *s, uint32_t root, uint32_t type) {
    for (uint32_t i = 0; i < s->images.count; i++) {
        const rom_image *image = &s->images.list[i].rom;
        rom_chunk chunk;
        uint32_t entry = rom_next(image, ROM_TAG_PACKAGE, 0);
        if (s->images.list[i].files != NULL) continue; /* only its head is in memory */
        for (; entry < image->count; entry = rom_next(image, ROM_TAG_PACKAGE, entry + 1)) {
            const uint8_t *pack = rom_entry(image, entry, &chunk) ? pack_of(&chunk) : NULL;
            if (pack == NULL || rom_package_count(pack) == 0) continue;
            rom_package_item last = rom_package_at(pack, rom_package_count(pack) - 1);
            if (last.id == root && last.type == type) return chunk.id;
        }
    }
    return 0;
}

ox_status ox_stock_level(ox_stock *s, uint32_t root, uint32_t type, ox_package_report *report) {
    ox_package_report own;
    if (report == NULL) report = &own;
    memset(report, 0, sizeof *report);
    uint32_t package = ox_stock_package_of(s, root, type), before = s->level;
    if (package == before) return OX_OK;
    ox_manager_time phase = s->manager.phase;
    ox_manager_phase(&s->manager, OX_PHASE_LOADING);
    if (package == 0)
        report->status = ox_package_unload(&s->packages, before, report);
    else
        report->status = ox_package_change(&s->packages, before, package, report);
    ox_manager_phase(&s->manager, phase);
    if (!ox_failed(report->status))
        s->level = package;
    else if (!ox_package_is_loaded(&s->packages, before))
        s->level = 0;
    return report->status;
}

uint32_t ox_stock_list(const ox_stock *s, uint32_t type, uint32_t *ids, uint32_t room) {
    uint32_t count = 0;
    for (uint32_t i = s->images.count; i-- > 0;) {
        rom_chunk chunk;
        for (uint32_t entry = 0; rom_entry(&s->images.list[i].rom, entry, &chunk); entry++) {
            uint32_t k = 0;
            if (chunk.type != type) continue;
            while (k < count && k < room && ids[k] != chunk.id) k++;
            if (room != 0 && k < count) continue;
            if (count < room) ids[count] = chunk.id;
            count++;
        }
    }
    return count < room || room == 0 ? count : room;
}
