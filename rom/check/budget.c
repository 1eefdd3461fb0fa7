/* Checks of the budget beyond the rules of rom/records.txt. */
#include "rom/check/checked.h"

static rom_status check_needs(const rom_checked *v) {
    uint32_t needs = rom_get(v, ROM_BUDGET_NEEDS), block = rom_get(v, ROM_BUDGET_BLOCK_BYTES);
    uint64_t parts = (uint64_t)rom_get(v, ROM_BUDGET_FRAME) + rom_get(v, ROM_BUDGET_CACHE_BYTES) +
                     rom_get(v, ROM_BUDGET_SCRATCH_BYTES) +
                     (uint64_t)block * rom_get(v, ROM_BUDGET_BLOCK_COUNT) +
                     2ull * rom_get(v, ROM_BUDGET_STREAM_BYTES) * rom_get_half(v, ROM_BUDGET_STREAM_COUNT);
    if ((needs & ~(uint32_t)ROM_BUDGET_NEEDS_KNOWN) != 0)
        return rom_bad(v, ROM_BUDGET_NEEDS,
                       "the cart needs what this console does not know (%x); use a newer one", needs, 0);
    if (block != 0 && (block < 64 || block % 8 != 0))
        return rom_bad(v, ROM_BUDGET_BLOCK_BYTES,
                       "blocks of %u bytes, 64 to 32768 in steps of 8 are possible", block, 0);
    if (rom_get(v, ROM_BUDGET_STREAM_BYTES) % 4 != 0)
        return rom_bad(v, ROM_BUDGET_STREAM_BYTES, "stream buffers of %u bytes, no multiple of 4",
                       rom_get(v, ROM_BUDGET_STREAM_BYTES), 0);
    if (parts > rom_get(v, ROM_BUDGET_MEMORY)) {
        return rom_bad(v, ROM_BUDGET_MEMORY,
                       "frame, cache, blocks, streams and scratch take %u bytes of the %u of memory",
                       parts > UINT32_MAX ? UINT32_MAX : (uint32_t)parts, rom_get(v, ROM_BUDGET_MEMORY));
    }
    return ROM_OK;
}

/* Bytes declared for a class: MAIN is the budget's memory. */
static uint32_t declared(const rom_checked *v, uint32_t class) {
    const uint8_t *row = v->data + rom_get(v, ROM_BUDGET_CLASSES_AT);
    if (class == ROM_MEMORY_CLASS_MAIN) return rom_get(v, ROM_BUDGET_MEMORY);
    for (uint32_t i = 0; i < rom_get_half(v, ROM_BUDGET_CLASS_COUNT); i++, row += ROM_MEMORY_CLASS_SIZE) {
        if (row[ROM_MEMORY_CLASS_CLASS] == class) return rom_word(row + ROM_MEMORY_CLASS_BYTES);
    }
    return 0;
}

/* Each class is declared once, and the clients of a class fit within it. */
static rom_status check_classes(const rom_checked *v) {
    uint64_t sums[ROM_MEMORY_CLASS_DEBUG + 1] = {0};
    uint32_t seen = 1u << ROM_MEMORY_CLASS_MAIN, at = rom_get(v, ROM_BUDGET_CLASSES_AT);
    for (uint32_t i = 0; i < rom_get_half(v, ROM_BUDGET_CLASS_COUNT); i++, at += ROM_MEMORY_CLASS_SIZE) {
        uint32_t alignment = rom_get(v, at + ROM_MEMORY_CLASS_ALIGNMENT);
        if ((seen >> v->data[at] & 1u) != 0)
            return rom_bad(v, at, "memory class %u is declared twice", v->data[at], 0);
        if ((alignment & (alignment - 1)) != 0)
            return rom_bad(v, at + ROM_MEMORY_CLASS_ALIGNMENT, "alignment %u is no power of two", alignment,
                           0);
        seen |= 1u << v->data[at];
    }
    at = rom_get(v, ROM_BUDGET_CLIENTS_AT);
    for (uint32_t i = 0; i < rom_get_half(v, ROM_BUDGET_CLIENT_COUNT); i++, at += ROM_CLIENT_SIZE) {
        uint32_t class = v->data[at + ROM_CLIENT_CLASS];
        sums[class] += rom_get(v, at + ROM_CLIENT_BYTES);
        if (sums[class] > declared(v, class))
            return rom_bad(v, at + ROM_CLIENT_BYTES, "clients take %u bytes of a class of %u",
                           sums[class] > UINT32_MAX ? UINT32_MAX : (uint32_t)sums[class], declared(v, class));
    }
    return ROM_OK;
}

rom_status rom_check_budget(const rom_checked *v) {
    uint32_t memory = rom_get(v, ROM_BUDGET_MEMORY), frame = rom_get(v, ROM_BUDGET_FRAME),
             band = v->data[ROM_BUDGET_BAND];
    rom_status status = ROM_OK;
    if (frame > memory)
        return rom_bad(v, ROM_BUDGET_FRAME, "frame memory of %u bytes out of %u bytes of memory", frame,
                       memory);
    if (band != 0 && band < 8)
        return rom_bad(v, ROM_BUDGET_BAND, "bands of %u lines, 0 or at least 8 are possible", band, 0);
    bool plan = v->header > ROM_BUDGET_HANDLES_AT; /* false: a budget of the first minor version */
    if (plan) status = check_needs(v);
    return status == ROM_OK && plan ? check_classes(v) : status;
}
