/* Memory by class and client: the checks of a plan, the carving, and the figures. */
#include "kernel/memory/class.h"

#include <string.h>

#include "kernel/memory/sentence.h"

const char *ox_class_name(ox_class class) {
    static const char *const names[OX_CLASSES] = {"fast", "main", "video", "save", "debug", "rom"};
    return (unsigned)class < OX_CLASSES ? names[class] : "none";
}

size_t ox_memory_refusal_text(const ox_memory_refusal *refusal, char *text, size_t size) {
    ox_sentence s = {text, size, 0};
    ox_sentence_say(&s, ox_class_name(refusal->class));
    ox_sentence_say(&s, " memory");
    if (refusal->client != NULL) {
        ox_sentence_say(&s, ", client ");
        ox_sentence_say(&s, refusal->client);
    }
    ox_sentence_say(&s, ": ");
    ox_sentence_count(&s, refusal->needed);
    ox_sentence_say(&s, " bytes are needed, ");
    ox_sentence_count(&s, refusal->available);
    ox_sentence_say(&s, " are there");
    return s.length;
}

static ox_status refuse_class(ox_memory_refusal *refusal, ox_class class, const char *client, size_t needed,
                              size_t available) {
    if (refusal != NULL) *refusal = (ox_memory_refusal){class, client, needed, available};
    return OX_OVER_BUDGET;
}

static size_t rounded(size_t bytes) {
    return bytes > SIZE_MAX - OX_ALIGNMENT ? SIZE_MAX : OX_ALIGN_UP(bytes, (size_t)OX_ALIGNMENT);
}

/* The sum of two sizes; a sum that would wrap is SIZE_MAX. */
static size_t sum(size_t a, size_t b) { return a > SIZE_MAX - b ? SIZE_MAX : a + b; }

static bool client_makes_sense(const ox_plan *plan, uint32_t index) {
    const ox_plan_client *client = &plan->clients[index];
    if ((unsigned)client->class >= OX_CLASS_ROM || client->tag >= OX_TAGS || client->bytes == 0) return false;
    for (uint32_t i = 0; i < index; i++) {
        if (plan->clients[i].tag == client->tag && plan->clients[i].class == client->class) return false;
    }
    return true;
}

/* Bytes of a class that its block offers: those lost by aligning its start are not counted. */
static size_t offered(const ox_memory_block *block) {
    if (block->base == NULL) return 0;
    size_t gap = (size_t)(0u - (uintptr_t)block->base) & (OX_ALIGNMENT - 1u);
    return block->size < gap ? 0 : block->size - gap;
}

static ox_status check_class(const ox_plan *plan, ox_class class, const ox_memory_block *block,
                             ox_memory_refusal *refusal) {
    size_t declared = plan->classes[class], clients = 0;
    for (uint32_t i = 0; i < plan->client_count; i++) {
        if (plan->clients[i].class == class) clients = sum(clients, rounded(plan->clients[i].bytes));
    }
    if (declared > offered(block)) return refuse_class(refusal, class, NULL, declared, offered(block));
    return clients > declared ? refuse_class(refusal, class, "all together", clients, declared) : OX_OK;
}

/* Checks that the pools of a client, made in the order of the plan, fit its arena in main memory. */
static ox_status check_kinds(const ox_plan *plan, const ox_plan_client *client, ox_memory_refusal *refusal) {
    size_t bytes = 0;
    if (client->class != OX_CLASS_MAIN) return OX_OK;
    for (uint32_t i = 0; i < plan->kind_count; i++) {
        const ox_plan_kind *kind = &plan->kinds[i];
        size_t alignment = kind->alignment < 4 ? 4 : kind->alignment;
        size_t gap = (size_t)(0u - bytes) & (alignment - 1u);
        if (kind->tag != client->tag) continue;
        bytes = sum(sum(bytes, gap), ox_pool_bytes(kind->size, kind->alignment, kind->capacity));
    }
    return bytes > client->bytes ? refuse_class(refusal, client->class, client->name, bytes, client->bytes)
                                 : OX_OK;
}

static ox_status check(const ox_plan *plan, const ox_memory_block *blocks, ox_memory_refusal *refusal) {
    ox_status status = OX_OK;
    if (plan->client_count > OX_CLIENTS_MAX) return OX_BAD_ARGUMENT;
    for (uint32_t i = 0; i < plan->client_count; i++) {
        if (!client_makes_sense(plan, i)) return OX_BAD_ARGUMENT;
    }
    for (uint32_t i = 0; i < plan->kind_count; i++) {
        const ox_plan_kind *kind = &plan->kinds[i];
        if (ox_pool_bytes(kind->size, kind->alignment, kind->capacity) == 0) return OX_BAD_ARGUMENT;
    }
    for (int class = 0; class < OX_CLASS_ROM && status == OX_OK; class ++) {
        status = check_class(plan, (ox_class) class, &blocks[class], refusal);
    }
    for (uint32_t i = 0; i < plan->client_count && status == OX_OK; i++) {
        status = check_kinds(plan, &plan->clients[i], refusal);
    }
    return status;
}

ox_status ox_memory_open(ox_memory *memory, const ox_plan *plan, const ox_memory_block blocks[OX_CLASSES],
                         ox_memory_refusal *refusal) {
    ox_status status = check(plan, blocks, refusal);
    if (status != OX_OK) return status;
    memset(memory, 0, sizeof *memory);
    memory->plan = *plan;
    for (int class = 0; class < OX_CLASSES; class ++) {
        memory->blocks[class] = blocks[class];
        memory->declared[class] = class == OX_CLASS_ROM ? blocks[class].size : plan->classes[class];
        if (blocks[class].base == NULL || class == OX_CLASS_ROM) continue;
        size_t gap = (size_t)(0u - (uintptr_t)blocks[class].base) & (OX_ALIGNMENT - 1u);
        ox_arena_init(&memory->classes[class], (uint8_t *)blocks[class].base + gap, plan->classes[class]);
    }
    for (uint32_t i = 0; i < plan->client_count; i++) {
        const ox_plan_client *client = &plan->clients[i];
        /* rounded sizes fit together, so this push cannot fail after the checks */
        void *base = ox_arena_push(&memory->classes[client->class], client->end, client->bytes, OX_ALIGNMENT);
        if (base == NULL) return refuse_class(refusal, client->class, client->name, client->bytes, 0);
        ox_arena_init(&memory->clients[i], base, client->bytes);
        memory->clients[i].tag = client->tag;
    }
    return OX_OK;
}

ox_arena *ox_memory_client(ox_memory *memory, uint32_t tag, ox_class class) {
    for (uint32_t i = 0; i < memory->plan.client_count; i++) {
        const ox_plan_client *client = &memory->plan.clients[i];
        if (client->tag == tag && client->class == class) return &memory->clients[i];
    }
    return NULL;
}

void *ox_memory_alloc(ox_memory *memory, ox_class class, uint32_t tag, size_t bytes, size_t alignment) {
    ox_arena *arena = ox_memory_client(memory, tag, class);
    return arena == NULL ? NULL : ox_arena_push(arena, OX_ARENA_LOW, bytes, alignment);
}

ox_status ox_memory_pool(ox_memory *memory, uint32_t kind, ox_pool *pool) {
    for (uint32_t i = 0; i < memory->plan.kind_count; i++) {
        const ox_plan_kind *found = &memory->plan.kinds[i];
        if (found->kind != kind) continue;
        ox_arena *arena = ox_memory_client(memory, found->tag, OX_CLASS_MAIN);
        return arena == NULL ? OX_NOT_FOUND
                             : ox_pool_init(pool, arena, found->size, found->alignment, found->capacity);
    }
    return OX_NOT_FOUND;
}

ox_class ox_memory_class_of(const ox_memory *memory, const void *address) {
    for (int class = 0; class < OX_CLASSES; class ++) {
        const ox_memory_block *block = &memory->blocks[class];
        if (block->base != NULL && (uintptr_t)address - (uintptr_t)block->base < block->size)
            return (ox_class) class;
    }
    return OX_CLASSES;
}

bool ox_memory_client_figures(const ox_memory *memory, uint32_t index, ox_memory_figures *figures) {
    if (index >= memory->plan.client_count) return false;
    const ox_plan_client *client = &memory->plan.clients[index];
    const ox_arena *arena = &memory->clients[index];
    *figures = (ox_memory_figures){client->name,         client->class,
                                   client->tag,          arena->size,
                                   ox_arena_used(arena), ox_arena_peak(arena),
                                   ox_arena_free(arena), ox_arena_largest(arena, OX_ARENA_LOW, OX_ALIGNMENT),
                                   arena->refused};
    return true;
}

ox_memory_figures ox_memory_class_figures(const ox_memory *memory, ox_class class) {
    ox_memory_figures all = {ox_class_name(class), class, OX_TAG_NONE, 0, 0, 0, 0, 0, 0}, one;
    if ((unsigned)class >= OX_CLASSES) return all;
    all.declared = memory->declared[class];
    for (uint32_t i = 0; ox_memory_client_figures(memory, i, &one); i++) {
        if (one.class != class) continue;
        all.used += one.used;
        all.peak += one.peak;
        all.refused += one.refused;
        if (one.largest > all.largest) all.largest = one.largest;
    }
    all.free = all.declared - all.used;
    return all;
}

ox_account ox_memory_account(const ox_memory *memory, uint32_t tag) {
    ox_account account = {0, 0, 0, 0, 0};
    ox_memory_figures one;
    for (uint32_t i = 0; ox_memory_client_figures(memory, i, &one); i++) {
        if (one.tag != tag || one.class == OX_CLASS_DEBUG) continue;
        account.bytes += one.used;
        account.peak += one.peak;
        account.failures += one.refused;
        account.blocks++;
        account.total++;
    }
    return account;
}
