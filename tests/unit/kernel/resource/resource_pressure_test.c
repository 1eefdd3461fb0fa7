/* Tests of the resource manager under pressure: a thousand random loads, locks and evictions against a model.
 */
#include "tests/unit/kernel/resource/resource_bench.h"

enum { THINGS = 14, BUDGET = 700 };

static uint32_t below(rng32 *random, uint32_t limit) { return rng32_next(random) % limit; }

/* The cache's contents by the rule of manager.h. */
typedef struct model {
    struct {
        uint32_t size, used, locks;
        bool known, there;
        uint32_t slot;
        uint8_t priority;
    } thing[THINGS];
    uint32_t bytes, tick;
    uint32_t evicted[64], evictions;
} model;

static model was; /* the manager's actions, to compare */
static char thing_name[] = "thing/a";

static uint32_t thing_id(int i) {
    thing_name[6] = (char)('a' + i);
    return rom_id(thing_name);
}

static void note_eviction(void *context, const ox_manager_record *record) {
    (void)context;
    if (was.evictions < 64) was.evicted[was.evictions] = record->id;
    was.evictions++;
}

/* The resource that is evicted next, or -1. */
static int victim(const model *o) {
    int worst = -1;
    for (int i = 0; i < THINGS; i++) {
        if (!o->thing[i].there || o->thing[i].locks > 0) continue;
        if (worst < 0) {
            worst = i;
            continue;
        }
        uint32_t age = o->tick - o->thing[i].used, old = o->tick - o->thing[worst].used;
        bool goes = o->thing[i].priority != o->thing[worst].priority
                        ? o->thing[i].priority < o->thing[worst].priority
                    : age != old                               ? age > old
                    : o->thing[i].size != o->thing[worst].size ? o->thing[i].size > o->thing[worst].size
                                                               : o->thing[i].slot < o->thing[worst].slot;
        if (goes) worst = i;
    }
    return worst;
}

/* Makes room for `bytes`, or changes nothing. */
static bool make_room(model *o, uint32_t bytes) {
    uint32_t locked = 0;
    for (int i = 0; i < THINGS; i++)
        locked += o->thing[i].there && o->thing[i].locks > 0 ? o->thing[i].size : 0;
    if (bytes > BUDGET - locked) return false;
    while (o->bytes + bytes > BUDGET) {
        int i = victim(o);
        if (i < 0) return false;
        o->thing[i].there = false;
        o->bytes -= o->thing[i].size;
        if (o->evictions < 64) o->evicted[o->evictions] = thing_id(i);
        o->evictions++;
    }
    return true;
}

/* Reads through the model; returns whether the manager must have the resource now. */
static bool model_get(model *o, int i) {
    if (!o->thing[i].there) {
        if (!make_room(o, o->thing[i].size)) return false;
        o->thing[i].there = o->thing[i].known = true;
        o->bytes += o->thing[i].size;
    }
    o->thing[i].used = o->tick;
    return true;
}

static void open_things(rng32 *random, model *o) {
    begin_image();
    memset(o, 0, sizeof *o);
    for (int i = 0; i < THINGS; i++) {
        o->thing[i].size = 40 + 8 * below(random, 20);
        (void)thing_id(i);
        image_add_packed(&b, thing_name, RAW, CACHE, o->thing[i].size, (uint32_t)i);
    }
    open_manager(
        (ox_manager_config){.records = THINGS, .cache_bytes = BUDGET, .cache_gaps = 4096, .stack_bytes = 64});
    m.evicted = note_eviction;
    memset(&was, 0, sizeof was);
}

static void same_state(const model *o) {
    uint32_t bytes = 0;
    for (int i = 0; i < THINGS; i++) {
        const ox_manager_record *r = ox_manager_find(&m, thing_id(i), RAW);
        bool there = r != NULL && r->state == OX_RESOURCE_RESIDENT;
        CHECK(there == o->thing[i].there);
        if (!there) continue;
        bytes += r->size;
        CHECK(r->locks == o->thing[i].locks && r->size == o->thing[i].size);
        CHECK(is_packed(ox_manager_payload(&m, (ox_resource_handle){r->bits}), r->size, (uint32_t)i));
    }
    CHECK(bytes == o->bytes && bytes <= BUDGET && m.account.used == bytes && m.account.reserved == 0);
    uint32_t common = was.evictions < 64 ? was.evictions : 64;
    CHECK_EQ(was.evictions, o->evictions);
    CHECK(memcmp(was.evicted, o->evicted, common * sizeof was.evicted[0]) == 0);
}

/* 1,000 random loads, locks, unlocks, priorities and ticks: after each of them the resources in memory and the order
 * of evictions are those of the model, and the budget is never exceeded. */
TEST(resource_pressure_of_a_thousand_loads_locks_and_evictions) {
    rng32 random = rng32_seed(20261121, 6);
    model o;
    open_things(&random, &o);
    const void *held[THINGS] = {NULL};
    uint32_t refused = 0, evictions = 0;
    for (int step = 0; step < 1000; step++) {
        int i = (int)below(&random, THINGS);
        uint32_t what = below(&random, 12);
        const ox_manager_record *r = ox_manager_find(&m, thing_id(i), RAW);
        ox_resource_handle handle = {r == NULL ? 0 : r->bits};
        was.evictions = o.evictions = 0;
        if (what < 6) {
            const void *at = ox_manager_get(&m, thing_id(i), RAW, NULL);
            bool good = model_get(&o, i);
            CHECK_EQ(m.status, good ? OX_OK : OX_OVER_BUDGET);
            CHECK(good == (at != raw_type.placeholder));
            refused += !good;
        } else if (what < 7 && handle.bits != 0) {
            const void *at = ox_manager_lock(&m, handle);
            bool good = model_get(&o, i);
            CHECK(good == (at != NULL));
            if (good && o.thing[i].locks++ == 0) held[i] = at;
        } else if (what < 11 && o.thing[i].locks > 0) {
            CHECK(ox_manager_payload(&m, handle) == held[i]); /* the payload never moved */
            CHECK_EQ(ox_manager_unlock(&m, handle), --o.thing[i].locks);
        } else if (handle.bits != 0 && what == 11) {
            o.thing[i].priority = (uint8_t)below(&random, 3);
            CHECK_EQ(ox_manager_priority(&m, handle, o.thing[i].priority), OX_OK);
        }
        if (below(&random, 3) == 0) ox_manager_tick(&m, ++o.tick);
        for (int k = 0; k < THINGS; k++) {
            r = ox_manager_find(&m, thing_id(k), RAW);
            o.thing[k].slot = r == NULL ? 0 : (uint32_t)(r - m.records);
        }
        same_state(&o);
        evictions += o.evictions;
    }
    TEST_INFO("%u evictions, %u loads refused, budget %u of %u bytes at most", (unsigned)evictions,
              (unsigned)refused, (unsigned)m.account.peak, (unsigned)BUDGET);
    CHECK(evictions > 100 && m.account.peak <= BUDGET);
}
