/* The registry: types, records with their numbers, the index from ids to records, eviction. */
#include <string.h>

#include "kernel/memory/life.h"
#include "kernel/resource/manager_internal.h"

FX_STATIC_ASSERT(OX_MANAGER_RECORDS_MAX < 0xFFFF, "the number of a record is a halfword");
FX_STATIC_ASSERT(OX_MANAGER_TYPES_MAX <= 255, "the number of a type is a byte");
FX_STATIC_ASSERT(OX_LIFETIMES <= 255 && OX_RESOURCE_STATES <= 255, "lifetimes and states are bytes");

/* The number of places of the table of ids: a prime that is 3 modulo 4, half as much again as there are
 * records. */
static uint32_t places_for(uint32_t records) {
    static const uint16_t primes[] = {7, 19, 31, 59, 127, 251, 503, 1019, 2039, 4091, 8191};
    uint32_t i = 0;
    while (i + 1 < sizeof primes / sizeof primes[0] && primes[i] < records + records / 2 + 1) i++;
    return primes[i];
}

/* Takes memory for all tables; false when a table does not fit. */
static bool take_tables(ox_manager *m, ox_arena *arena, ox_arena *cache) {
    const ox_manager_config *config = &m->config;
    uint32_t places = places_for(config->records);
    size_t index_bytes = ox_resource_index_bytes(places, false);
    m->records = OX_PUSH(arena, ox_manager_record, config->records + 1);
    m->types = OX_PUSH(arena, const ox_resource_type *, config->types);
    void *index = ox_arena_push_low(arena, index_bytes, 4);
    void *stack = config->stack_bytes == 0 ? NULL : ox_arena_push_low(arena, config->stack_bytes, 16);
    m->scratch = config->scratch_bytes == 0 ? NULL : ox_arena_push_low(arena, config->scratch_bytes, 8);
    bool good = m->records != NULL && m->types != NULL && index != NULL &&
                (stack != NULL || config->stack_bytes == 0) &&
                (m->scratch != NULL || config->scratch_bytes == 0);
    if (!good) return false;
    memset(m->records, 0, sizeof *m->records * (config->records + 1));
    ox_arena_init(&m->stack, stack, config->stack_bytes);
    if (ox_failed(ox_resource_index_init(&m->index, index, index_bytes, places, OX_PROBE_QUADRATIC, false)))
        return false;
    if (config->cache_bytes == 0) return true;
    uint32_t bytes = config->cache_bytes + config->cache_gaps + config->records * 16 + 16;
    ox_heap_setup setup = {.bytes = bytes, .blocks = config->records, .step_moves = 8, .step_bytes = bytes};
    return !ox_failed(ox_heap_init(&m->heap, cache, cache, &setup));
}

const ox_resource_functions ox_resource_no_functions = {.check = NULL};

ox_status ox_manager_register(ox_manager *m, const ox_resource_type *type) {
    OX_CREATED(m->records);
    if (type->tag == 0 ||
        (ox_resource_functions_of(type)->size_needed != NULL && ox_resource_functions_of(type)->load == NULL))
        return OX_BAD_ARGUMENT;
    if (ox_manager_type(m, type->tag) != NULL) return OX_ALREADY_THERE;
    if (m->type_count == m->config.types) return OX_FULL;
    m->types[m->type_count++] = type;
    return OX_OK;
}

const ox_resource_type *ox_manager_type(const ox_manager *m, uint32_t tag) {
    for (uint32_t i = 0; i < m->type_count; i++) {
        if (m->types[i]->tag == tag) return m->types[i];
    }
    return NULL;
}

/* ---- records ---- */

record *ox_record_find(const ox_manager *m, uint32_t id, uint32_t type) {
    const uint16_t *first = ox_resource_index_get(&m->index, id);
    if (id == 0) return NULL;
    for (uint32_t slot = first == NULL ? 0 : *first; slot != 0; slot = m->records[slot].same) {
        if (m->records[slot].type == type) return &m->records[slot];
    }
    return NULL;
}

/* Enters a record under its id. */
static bool index_record(ox_manager *m, record *r) {
    uint16_t *first = r->id == 0 ? NULL : ox_resource_index_get_or_insert(&m->index, r->id);
    if (r->id == 0) return true;
    if (first == NULL) return false;
    r->same = *first;
    *first = ox_record_number(m, r);
    return true;
}

static void unindex_record(ox_manager *m, const record *r) {
    uint16_t *at = r->id == 0 ? NULL : ox_resource_index_get(&m->index, r->id),
             number = ox_record_number(m, r);
    uint16_t *first = at;
    while (at != NULL && *at != 0 && *at != number) at = &m->records[*at].same;
    if (at == NULL || *at == 0) return;
    *at = r->same;
    if (*first == 0) {
        ox_status gone = ox_resource_index_remove(&m->index, r->id);
        FX_ASSERT_MSG(gone == OX_OK, "id %x was in the index", (unsigned)r->id);
        (void)gone;
    }
}

void ox_record_leave_image(ox_manager *m, record *r) {
    ox_image *image = r->image == 0 ? NULL : ox_images_of(m->images, r->image);
    if (image != NULL) image->users--;
    r->image = 0;
}

void ox_record_use_image(ox_manager *m, record *r, const ox_found *found) {
    ox_record_leave_image(m, r);
    m->images->list[found->image].users++;
    r->image = m->images->list[found->image].key;
}

/* Frees the record of the disposed chunk that was used longest ago. */
static void forget_disposed(ox_manager *m) {
    record *oldest = NULL;
    for (uint32_t i = 1; i <= m->config.records; i++) {
        record *r = &m->records[i];
        if (r->bits == 0 || r->state != OX_RESOURCE_DISPOSED || r->count > 0 || r->make != NULL) continue;
        if (oldest == NULL || m->tick - r->used > m->tick - oldest->used) oldest = r;
    }
    if (oldest != NULL) ox_record_drop(m, oldest);
}

ox_status ox_record_add(ox_manager *m, uint32_t number, uint32_t id, uint32_t type, record **made) {
    uint32_t slot = number;
    *made = NULL;
    for (int turn = 0; slot == 0 && turn < 2; turn++) {
        for (slot = m->config.records; slot > 0 && m->records[slot].bits != 0;) slot--;
        if (slot == 0 && turn == 0) forget_disposed(m);
    }
    if (slot == 0) return OX_FULL;
    if (m->records[slot].bits != 0) return OX_ALREADY_THERE;
    record *r = &m->records[slot];
    memset(r, 0, sizeof *r);
    r->id = id;
    r->type = type;
    if (!index_record(m, r)) {
        memset(r, 0, sizeof *r);
        return OX_FULL;
    }
    if (number == 0 && ++m->generation > 0xFFFF) m->generation = 1;
    r->bits = number != 0 ? number : m->generation << 16 | slot;
    r->used = m->tick;
    *made = r;
    return OX_OK;
}

void ox_record_drop(ox_manager *m, record *r) {
    ox_record_leave_image(m, r);
    unindex_record(m, r);
    r->id = 0;
    if (r->life == OX_LIFE_SHORT && r->data != NULL) { /* its memory waits for what lies above it */
        r->bits = OX_RECORD_WAITS;
        return;
    }
    memset(r, 0, sizeof *r);
}

/* ---- begin and end ---- */

static size_t evict_one(void *context);

ox_status ox_manager_init(ox_manager *m, const ox_manager_config *config, ox_images *images, ox_files *files,
                          ox_arena *arena, ox_log *log) {
    ox_arena *cache = config->cache == NULL ? arena : config->cache;
    memset(m, 0, sizeof *m);
    bool good = config->records >= 1 && config->records <= OX_MANAGER_RECORDS_MAX && config->types >= 1 &&
                config->types <= OX_MANAGER_TYPES_MAX && config->miss < OX_MISSES &&
                config->without_cache < OX_LIFETIMES;
    if (!good) return OX_BAD_ARGUMENT;
    ox_mark mark = ox_arena_mark(arena, OX_ARENA_LOW), cache_mark = ox_arena_mark(cache, OX_ARENA_LOW);
    m->config = *config;
    if (m->config.evict_most == 0) m->config.evict_most = 4;
    if (!take_tables(m, arena, cache)) {
        ox_arena_rollback(cache, cache_mark);
        ox_arena_rollback(arena, mark);
        memset(m, 0, sizeof *m);
        return OX_OUT_OF_MEMORY;
    }
    m->images = images;
    m->files = files;
    m->log = log;
    m->regions[OX_CLASS_MAIN].arena = &m->stack;
    ox_reserve_init(&m->account, config->cache_bytes, evict_one, m);
    return OX_OK;
}

/* ---- eviction ---- */

static bool is_evictable(const record *r) {
    return r->bits != 0 && r->life == OX_LIFE_CACHE && r->state == OX_RESOURCE_RESIDENT && r->locks == 0;
}

/* Whether record a is evicted before b. */
static bool goes_first(const ox_manager *m, const record *a, const record *b) {
    if (a->priority != b->priority) return a->priority < b->priority;
    uint32_t a_age = m->tick - a->used, b_age = m->tick - b->used;
    if (a_age != b_age) return a_age > b_age;
    if (a->size != b->size) return (a->size > b->size) != m->config.small_first;
    return a < b;
}

static size_t evict_one(void *context) {
    ox_manager *m = context;
    record *worst = NULL;
    for (uint32_t i = 1; i <= m->config.records; i++) {
        record *r = &m->records[i];
        if (is_evictable(r) && (worst == NULL || goes_first(m, r, worst))) worst = r;
    }
    if (worst == NULL) return 0;
    uint32_t size = worst->size;
    if (m->evicted != NULL) m->evicted(m->evicted_context, worst);
    m->counts.evictions++;
    ox_manager_drop_payload(m, worst);
    return size;
}

bool ox_manager_reserve(ox_manager *m, uint32_t bytes) {
    if (!ox_reserve(&m->account, bytes)) return false;
    ox_reserve_cancel(&m->account, bytes);
    return true;
}

uint32_t ox_manager_trim(ox_manager *m, uint32_t bytes) {
    uint32_t count = 0;
    while (count < m->config.evict_most && ox_reserve_free(&m->account) < bytes) {
        size_t size = evict_one(m);
        if (size == 0) break;
        ox_reserve_remove(&m->account, size, false);
        count++;
    }
    return count;
}
