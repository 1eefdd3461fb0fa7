/* Reads the budget of an image, and makes a plan of memory out of it that the machine can keep. */
#include "kernel/console/plan.h"

#include <string.h>

#include "kernel/debug/format.h"
#include "rom/check.h"

FX_STATIC_ASSERT((int)ROM_MEMORY_CLASS_FAST == (int)OX_CLASS_FAST &&
                     (int)ROM_MEMORY_CLASS_MAIN == (int)OX_CLASS_MAIN &&
                     (int)ROM_MEMORY_CLASS_VIDEO == (int)OX_CLASS_VIDEO &&
                     (int)ROM_MEMORY_CLASS_SAVE == (int)OX_CLASS_SAVE &&
                     (int)ROM_MEMORY_CLASS_DEBUG == (int)OX_CLASS_DEBUG,
                 "classes have one number in images and in memory");

/* divisor: the display list gets a quarter of the budget when the cart does not say */
enum { FRAME_SHARE = 4 };

/* ---- reading ---- */

static uint32_t field(const uint8_t *data, uint32_t at) { return rom_has(data, at) ? rom_u32(data + at) : 0; }
static uint32_t half_at(const uint8_t *data, uint32_t at) {
    return rom_has(data, at) ? rom_u16(data + at) : 0;
}

ox_status ox_rom_budget_read(const rom_image *image, ox_rom_budget *b) {
    const uint8_t *data = image->base + image->budget;
    rom_error error;
    memset(b, 0, sizeof *b);
    b->data = data;
    b->main = rom_u32(data + ROM_BUDGET_MEMORY);
    b->frame = rom_u32(data + ROM_BUDGET_FRAME);
    b->frame_copies = half_at(data, ROM_BUDGET_FRAME_COPIES) == 2 ? 2 : 1;
    if (b->frame == 0) b->frame = (b->main / FRAME_SHARE) & ~7u;
    if (!rom_has(data, ROM_BUDGET_NEEDS)) return OX_OK;
    if (rom_check_chunk(ROM_TAG_BUDGET, data, rom_u32(image->base + ROM_AT_BUDGET_SIZE), &error) != ROM_OK)
        return OX_BAD_DATA;
    b->needs = field(data, ROM_BUDGET_NEEDS);
    b->cache = field(data, ROM_BUDGET_CACHE_BYTES);
    b->block_bytes = field(data, ROM_BUDGET_BLOCK_BYTES);
    b->block_count = field(data, ROM_BUDGET_BLOCK_COUNT);
    b->stream_bytes = field(data, ROM_BUDGET_STREAM_BYTES);
    b->stream_count = half_at(data, ROM_BUDGET_STREAM_COUNT);
    b->io_quota = field(data, ROM_BUDGET_IO_QUOTA);
    b->decode_quota = field(data, ROM_BUDGET_DECODE_QUOTA);
    b->stack = field(data, ROM_BUDGET_STACK);
    b->debug = field(data, ROM_BUDGET_DEBUG_BYTES);
    b->scratch = field(data, ROM_BUDGET_SCRATCH_BYTES);
    b->classes = half_at(data, ROM_BUDGET_CLASS_COUNT);
    b->clients = half_at(data, ROM_BUDGET_CLIENT_COUNT);
    b->kinds = half_at(data, ROM_BUDGET_KIND_COUNT);
    b->handles = half_at(data, ROM_BUDGET_HANDLE_COUNT);
    return OX_OK;
}

static const uint8_t *budget_row(const ox_rom_budget *b, uint32_t table, uint32_t index, uint32_t size) {
    return b->data + rom_u32(b->data + table) + index * size;
}

uint32_t ox_rom_budget_class(const ox_rom_budget *budget, ox_class class) {
    uint32_t bytes = class == OX_CLASS_MAIN ? budget->main : class == OX_CLASS_DEBUG ? budget->debug : 0;
    for (uint32_t i = 0; i < budget->classes; i++) {
        const uint8_t *at = budget_row(budget, ROM_BUDGET_CLASSES_AT, i, ROM_MEMORY_CLASS_SIZE);
        uint32_t asked = rom_u32(at + ROM_MEMORY_CLASS_BYTES);
        if (at[ROM_MEMORY_CLASS_CLASS] == (uint8_t) class && asked > bytes) bytes = asked;
    }
    return bytes;
}

uint32_t ox_rom_budget_capacity(const ox_rom_budget *budget, uint32_t table, uint32_t otherwise) {
    for (uint32_t i = 0; i < budget->handles; i++) {
        const uint8_t *at = budget_row(budget, ROM_BUDGET_HANDLES_AT, i, ROM_HANDLE_TABLE_SIZE);
        if (rom_u32(at + ROM_HANDLE_TABLE_TABLE) == table) return rom_u32(at + ROM_HANDLE_TABLE_CAPACITY);
    }
    return otherwise;
}

uint32_t ox_rom_budget_capacity_of(const ox_rom_budget *budget, const ox_capacity *capacity,
                                   uint32_t otherwise) {
    return budget->handles == 0 ? otherwise
                                : ox_rom_budget_capacity(budget, rom_id(capacity->name), otherwise);
}

/* ---- tables ---- */

static size_t client_bytes(const ox_rom_budget *b) {
    return OX_ALIGN_UP((size_t)(b->clients + OX_PLAN_OWN) * sizeof(ox_plan_client), (size_t)8);
}

static size_t kind_bytes(const ox_rom_budget *b) {
    return OX_ALIGN_UP((size_t)b->kinds * sizeof(ox_plan_kind), (size_t)8);
}

size_t ox_plan_tables(const ox_rom_budget *budget) {
    return client_bytes(budget) + kind_bytes(budget) + (size_t)budget->clients * OX_PLAN_NAME;
}

/* ---- making ---- */

typedef struct maker {
    const ox_rom_budget *budget;
    ox_plan *plan;
    ox_plan_client *clients;
    ox_plan_kind *kinds;
    char *names;
    ox_plan_refusal *refusal;
    size_t left[OX_CLASSES]; /* bytes that are left of what the budget declares */
} maker;

static ox_status refuse_plan(ox_plan_refusal *refusal, ox_status status, const char *item, uint64_t needed,
                             uint64_t available) {
    *refusal = (ox_plan_refusal){.item = item, .needed = needed, .available = available};
    return status;
}

static void name_refusal(ox_plan_refusal *refusal, const char *name) {
    ox_format(refusal->name, sizeof refusal->name, "%s", name);
}

static ox_status senseless(ox_plan_refusal *refusal, const char *item, const char *why) {
    *refusal = (ox_plan_refusal){.item = item, .why = why};
    return OX_BAD_DATA;
}

/* Takes an item out of the bytes that its class has left. */
static ox_status take_item(maker *m, ox_class class, const char *item, uint64_t bytes) {
    uint64_t rounded = (bytes + OX_ALIGNMENT - 1u) & ~(uint64_t)(OX_ALIGNMENT - 1u);
    if (rounded > m->left[class])
        return refuse_plan(m->refusal, OX_OUT_OF_MEMORY, item, bytes, m->left[class]);
    m->left[class] -= (size_t)rounded;
    return OX_OK;
}

static void add_to_plan(maker *m, const char *name, uint32_t tag, ox_class class, size_t bytes,
                        ox_arena_end end) {
    if (bytes == 0) return;
    m->clients[m->plan->client_count++] = (ox_plan_client){name, tag, class, bytes, end};
}

/* The count that the cart declares for one of the kernel's tables. check_capacities tests that all such tables have
 * room in what is left: they lie in the cart's clients and in resident memory. */
static uint32_t count_declared(const void *budget, const ox_capacity *capacity) {
    return ox_rom_budget_capacity_of(budget, capacity, 0);
}

static ox_status check_capacities(const maker *m) {
    ox_capacity_refusal why;
    if (ox_capacities_fit(m->budget->modules, count_declared, m->budget, m->left[OX_CLASS_MAIN], &why))
        return OX_OK;
    ox_status status = why.too_many
                           ? senseless(m->refusal, "capacity", "is more than can be numbered")
                           : refuse_plan(m->refusal, OX_OUT_OF_MEMORY, "capacity", why.needed, why.available);
    name_refusal(m->refusal, why.item->name);
    return status;
}

/* Adds the console's own parts, and what the cart asks of the resources. */
static ox_status add_own(maker *m, size_t engine) {
    const ox_rom_budget *b = m->budget;
    size_t frame = (size_t)OX_ALIGN_UP(b->frame, 8u) * b->frame_copies;
    uint64_t blocks = (uint64_t)b->block_bytes * b->block_count,
             streams = 2ull * b->stream_bytes * b->stream_count;
    ox_status status = take_item(m, OX_CLASS_MAIN, "the console itself", engine);
    if (status == OX_OK) status = take_item(m, OX_CLASS_MAIN, "the display list", frame);
    if (status == OX_OK) status = take_item(m, OX_CLASS_MAIN, "the resource cache", b->cache);
    if (status == OX_OK) status = take_item(m, OX_CLASS_MAIN, "streaming blocks", blocks);
    if (status == OX_OK) status = take_item(m, OX_CLASS_MAIN, "stream buffers", streams);
    if (status == OX_OK) status = take_item(m, OX_CLASS_MAIN, "scratch memory", b->scratch);
    if (status == OX_OK && b->handles != 0) status = check_capacities(m);
    if (status != OX_OK) return status;
    size_t resource = (size_t)(OX_ALIGN_UP((uint64_t)b->cache, 8u) + OX_ALIGN_UP(blocks, 8u) +
                               OX_ALIGN_UP(streams, 8u) + OX_ALIGN_UP((uint64_t)b->scratch, 8u));
    add_to_plan(m, "engine", OX_TAG_ENGINE, OX_CLASS_MAIN, engine, OX_ARENA_LOW);
    add_to_plan(m, "frame", OX_TAG_FRAME, OX_CLASS_MAIN, frame, OX_ARENA_LOW);
    add_to_plan(m, "resource", OX_TAG_RESOURCE, OX_CLASS_MAIN, resource, OX_ARENA_LOW);
    return OX_OK;
}

/* A client's name out of the image, cut and terminated; the tag's name when the image has none. */
static const char *name_of(const maker *m, const uint8_t *at, uint32_t tag, char *name) {
    uint32_t offset = rom_u32(at + ROM_CLIENT_NAME), length = rom_u32(at + ROM_CLIENT_NAME + 4);
    if (offset == 0 || length == 0) return ox_tag_name(tag);
    if (length > OX_PLAN_NAME - 1) length = OX_PLAN_NAME - 1;
    memcpy(name, m->budget->data + offset, length);
    name[length] = 0;
    return name;
}

static bool is_own(uint32_t tag, ox_class class) {
    return class == OX_CLASS_MAIN && (tag == OX_TAG_ENGINE || tag == OX_TAG_FRAME || tag == OX_TAG_RESOURCE);
}

/* Adds a client that the cart names. */
static ox_status add_client(maker *m, uint32_t index) {
    const uint8_t *at = budget_row(m->budget, ROM_BUDGET_CLIENTS_AT, index, ROM_CLIENT_SIZE);
    uint32_t tag = rom_u32(at + ROM_CLIENT_CLIENT), bytes = rom_u32(at + ROM_CLIENT_BYTES);
    ox_class class = (ox_class)at[ROM_CLIENT_CLASS];
    const char *name = name_of(m, at, tag, m->names + (size_t)index * OX_PLAN_NAME);
    if (class == OX_CLASS_DEBUG && !OX_DEBUG) return OX_OK;
    ox_status status = OX_OK;
    if ((unsigned)class > OX_CLASS_DEBUG || class == OX_CLASS_SAVE || tag >= OX_TAGS || tag == OX_TAG_NONE ||
        bytes == 0)
        status = senseless(m->refusal, "client", "has no such class or number, or no bytes");
    else if (is_own(tag, class))
        status = senseless(m->refusal, "client", "is the console's own");
    for (uint32_t i = 0; status == OX_OK && i < m->plan->client_count; i++) {
        if (m->clients[i].tag == tag && m->clients[i].class == class)
            status = senseless(m->refusal, "client", "is there twice in one class");
    }
    if (status == OX_OK) status = take_item(m, class, "client", bytes);
    if (status != OX_OK) {
        name_refusal(m->refusal, name);
        return status;
    }
    add_to_plan(m, name, tag, class, bytes, at[ROM_CLIENT_END] != 0 ? OX_ARENA_HIGH : OX_ARENA_LOW);
    return OX_OK;
}

/* Adds resident memory: as many bytes as the cart asked for, or the rest. */
static ox_status add_rest(maker *m) {
    for (uint32_t i = 0; i < m->plan->client_count; i++) {
        if (m->clients[i].tag == OX_TAG_LEVEL && m->clients[i].class == OX_CLASS_MAIN) return OX_OK;
    }
    if (m->left[OX_CLASS_MAIN] == 0)
        return refuse_plan(m->refusal, OX_OUT_OF_MEMORY, "resident memory", 8, 0);
    add_to_plan(m, "level", OX_TAG_LEVEL, OX_CLASS_MAIN, m->left[OX_CLASS_MAIN], OX_ARENA_LOW);
    return OX_OK;
}

/* Adds the pools. All pools of a client must fit it together. */
static ox_status add_kinds(maker *m) {
    for (uint32_t i = 0; i < m->budget->kinds; i++) {
        const uint8_t *at = budget_row(m->budget, ROM_BUDGET_KINDS_AT, i, ROM_POOL_KIND_SIZE);
        m->kinds[i] = (ox_plan_kind){rom_u32(at + ROM_POOL_KIND_KIND), rom_u32(at + ROM_POOL_KIND_CLIENT),
                                     rom_u32(at + ROM_POOL_KIND_BYTES), rom_u32(at + ROM_POOL_KIND_ALIGNMENT),
                                     rom_u32(at + ROM_POOL_KIND_CAPACITY)};
        if (ox_pool_bytes(m->kinds[i].size, m->kinds[i].alignment, m->kinds[i].capacity) == 0)
            return senseless(m->refusal, "pool", "cannot be made with that size, alignment and number");
        uint64_t sum = 0, room = 0;
        for (uint32_t k = 0; k <= i; k++) {
            if (m->kinds[k].tag == m->kinds[i].tag)
                sum += ox_pool_bytes(m->kinds[k].size, m->kinds[k].alignment, m->kinds[k].capacity);
        }
        for (uint32_t k = 0; k < m->plan->client_count; k++) {
            if (m->clients[k].tag == m->kinds[i].tag && m->clients[k].class == OX_CLASS_MAIN)
                room = m->clients[k].bytes;
        }
        if (sum > room) {
            ox_status status = refuse_plan(m->refusal, OX_OUT_OF_MEMORY, "pools of", sum, room);
            name_refusal(m->refusal, ox_tag_name(m->kinds[i].tag));
            return status;
        }
    }
    m->plan->kinds = m->kinds;
    m->plan->kind_count = m->budget->kinds;
    return OX_OK;
}

/* ---- the machine ---- */

/* Takes a block for a class out of the main block, behind what has been taken of it. */
static ox_status take_block(plat_block *rest, ox_memory_block *block, const char *item, size_t bytes,
                            ox_plan_refusal *refusal) {
    size_t gap = (size_t)(0u - (uintptr_t)rest->base) & (OX_ALIGNMENT - 1u);
    size_t room = rest->base == NULL || rest->size < gap ? 0 : rest->size - gap;
    if (bytes > room) return refuse_plan(refusal, OX_OVER_BUDGET, item, bytes, room);
    size_t whole = OX_ALIGN_UP(bytes, (size_t)OX_ALIGNMENT);
    if (whole > room) whole = room;
    *block = (ox_memory_block){(uint8_t *)rest->base + gap, bytes};
    rest->base = (uint8_t *)rest->base + gap + whole;
    rest->size = room - whole;
    return OX_OK;
}

static ox_status take_blocks(maker *m, plat *platform, ox_memory_block blocks[OX_CLASSES]) {
    plat_memory_map map;
    size_t *classes = m->plan->classes;
    memset(&map, 0, sizeof map);
    plat_memory(platform, &map);
    plat_block rest = map.main;
    ox_status status =
        take_block(&rest, &blocks[OX_CLASS_MAIN], "main memory", classes[OX_CLASS_MAIN], m->refusal);
    if (status == OX_OK && classes[OX_CLASS_FAST] != 0) {
        plat_block fast = map.fast;
        status = take_block(map.fast.size != 0 ? &fast : &rest, &blocks[OX_CLASS_FAST], "fast memory",
                            classes[OX_CLASS_FAST], m->refusal);
    }
    if (status == OX_OK && classes[OX_CLASS_VIDEO] != 0)
        status =
            take_block(&rest, &blocks[OX_CLASS_VIDEO], "video memory", classes[OX_CLASS_VIDEO], m->refusal);
    if (status == OX_OK && classes[OX_CLASS_DEBUG] != 0)
        status =
            take_block(&rest, &blocks[OX_CLASS_DEBUG], "debug memory", classes[OX_CLASS_DEBUG], m->refusal);
    return status;
}

/* Checks what a cart needs beside the console's memory: the stack, memory that keeps, devices. */
static ox_status check_machine(const ox_rom_budget *b, plat *platform, ox_plan_refusal *refusal) {
    static const struct {
        uint32_t bit, ability;
        const char *item;
    } needs[] = {{ROM_BUDGET_NEEDS_SOUND, PLAT_CAN_SOUND, "a speaker"},
                 {ROM_BUDGET_NEEDS_POINTER, PLAT_CAN_POINT, "a pointer"},
                 {ROM_BUDGET_NEEDS_KEYBOARD, PLAT_CAN_TYPE, "a keyboard"},
                 {ROM_BUDGET_NEEDS_SAVE, PLAT_CAN_SAVE, "memory that keeps"},
                 {ROM_BUDGET_NEEDS_NETWORK, PLAT_CAN_NETWORK, "a network"},
                 {ROM_BUDGET_NEEDS_RUMBLE, PLAT_CAN_RUMBLE, "a rumble motor"}};
    plat_machine machine;
    plat_block stack = {NULL, 0};
    plat_describe(platform, &machine);
    for (size_t i = 0; i < sizeof needs / sizeof needs[0]; i++) {
        if ((b->needs & needs[i].bit) == 0 || (machine.abilities & needs[i].ability) != 0) continue;
        return refuse_plan(refusal, OX_UNSUPPORTED, needs[i].item, 1, 0);
    }
    plat_stack(platform, &stack);
    if (stack.size != 0 && b->stack > stack.size)
        return refuse_plan(refusal, OX_OVER_BUDGET, "the call stack", b->stack, stack.size);
    uint32_t save = ox_rom_budget_class(b, OX_CLASS_SAVE);
    if (save > machine.save_bytes)
        return refuse_plan(refusal, OX_OVER_BUDGET, "save memory", save, machine.save_bytes);
    return OX_OK;
}

ox_status ox_plan_make(const ox_rom_budget *budget, plat *platform, size_t engine, void *tables,
                       ox_plan *plan, ox_memory_block blocks[OX_CLASSES], ox_plan_refusal *refusal) {
    uint8_t *at = tables;
    maker m = {.budget = budget, .plan = plan, .refusal = refusal};
    memset(plan, 0, sizeof *plan);
    memset(blocks, 0, OX_CLASSES * sizeof *blocks);
    memset(refusal, 0, sizeof *refusal);
    if (budget->clients > OX_PLAN_NAMED)
        return refuse_plan(refusal, OX_UNSUPPORTED, "clients of memory", budget->clients, OX_PLAN_NAMED);
    for (int class = 0; class <= OX_CLASS_DEBUG; class ++) {
        if (class == OX_CLASS_SAVE || (class == OX_CLASS_DEBUG && !OX_DEBUG)) continue;
        plan->classes[class] = m.left[class] = ox_rom_budget_class(budget, (ox_class) class);
    }
    ox_status status = take_blocks(&m, platform, blocks);
    if (status == OX_OK) status = check_machine(budget, platform, refusal);
    if (status != OX_OK) return status;
    if (engine > m.left[OX_CLASS_MAIN])
        return refuse_plan(refusal, OX_OUT_OF_MEMORY, "the console itself", engine, m.left[OX_CLASS_MAIN]);
    m.clients = (ox_plan_client *)(void *)at;
    m.kinds = (ox_plan_kind *)(void *)(at + client_bytes(budget));
    m.names = (char *)at + client_bytes(budget) + kind_bytes(budget);
    plan->clients = m.clients;
    status = add_own(&m, engine);
    for (uint32_t i = 0; status == OX_OK && i < budget->clients; i++) status = add_client(&m, i);
    if (status == OX_OK) status = add_rest(&m);
    return status == OX_OK ? add_kinds(&m) : status;
}

size_t ox_plan_refusal_text(const ox_plan_refusal *r, char *text, size_t size) {
    ox_text out = ox_text_begin(text, size);
    ox_text_add(&out, "%s%s%s", r->item, r->name[0] != 0 ? " " : "", r->name);
    if (r->why != NULL)
        ox_text_add(&out, " %s", r->why);
    else if (r->needed == 1 && r->available == 0)
        ox_text_add(&out, ": this machine has none");
    else
        ox_text_add(&out, ": %u %s needed, %u %s there",
                    (unsigned)(r->needed > UINT32_MAX ? UINT32_MAX : r->needed), "bytes are",
                    (unsigned)(r->available > UINT32_MAX ? UINT32_MAX : r->available), "are");
    return out.length;
}
