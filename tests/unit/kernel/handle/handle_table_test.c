/* Tests of handle tables: the worked examples, references, names, walks, saving, and a plain model. */
#include <string.h>

#include "fixedmath/random.h"
#include "kernel/handle/handle.h"
#include "kernel/handle/reference.h"
#include "tests/test.h"

typedef struct thing {
    uint32_t tag, other;
} thing;

OX_HANDLE_KIND(thing_handle);
OX_HANDLE_KIND_COMPACT(small_handle);
OX_HANDLE_TABLE(things, thing_handle, thing, OX_HANDLE_CHECKED);
OX_HANDLE_TABLE_NUMBERED(trusted, thing_handle, thing, OX_HANDLE_UNCHECKED, 3);
OX_HANDLE_TABLE(smalls, small_handle, thing, OX_HANDLE_CHECKED);
OX_HANDLE_TABLE(pointers, thing_handle, thing *, OX_HANDLE_CHECKED);

static _Alignas(8) uint8_t memory[8192];
static uint8_t image[4096];

static void begin(ox_handles *table, uint32_t capacity, unsigned form, unsigned options) {
    ox_handles_config config = {
        .capacity = capacity, .size = sizeof(thing), .form = (uint8_t)form, .options = (uint8_t)options};
    CHECK(ox_handles_bytes(&config) > 0 && ox_handles_bytes(&config) <= sizeof memory);
    CHECK_EQ(ox_handles_init(table, &config, memory, sizeof memory), OX_OK);
}

TEST(handle_worked_examples) {
    ox_handles table;
    thing_handle a, b, c;
    begin(&table, 8, OX_HANDLE_16_16, 0);
    thing *first = things_acquire(&table, &a);
    CHECK_EQ(a.bits, 0x00010000);
    CHECK(things_acquire(&table, &b) != NULL);
    CHECK_EQ(b.bits, 0x00020001);
    CHECK_EQ(things_release(&table, a), OX_OK);
    CHECK(things_acquire(&table, &c) == first); /* the slot freed last */
    CHECK_EQ(c.bits, 0x00030000);
    CHECK(things_try_get(&table, a) == NULL);
    CHECK(things_get(&table, a) == NULL);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK(things_get(&table, c) == first);
    CHECK(things_get(&table, (thing_handle){0}) == NULL); /* a handle of none is no mistake */
    CHECK_EQ(things_release(&table, b), OX_OK);
    CHECK(things_try_get(&table, (thing_handle){0x00000001}) ==
          NULL); /* a forged handle: generation 0 on a free slot */
    CHECK(things_try_get(&table, (thing_handle){0x00000000}) == NULL);
    CHECK(things_try_get(&table, (thing_handle){0xFFFFFFFF}) == NULL);
    CHECK(things_try_get(&table, (thing_handle){0x00030008}) ==
          NULL); /* a slot beyond the table, with a living generation */
    CHECK_EQ(things_release(&table, (thing_handle){0x00000001}), OX_STALE_HANDLE);
    CHECK_EQ(things_release(&table, (thing_handle){0}), OX_STALE_HANDLE);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 2 : 0);
    CHECK_EQ(table.used, 1);
    CHECK_EQ(ox_handle_slot(0x00020001), 1);
    CHECK_EQ(ox_handle_generation(0x00020001), 2);
    CHECK_EQ(ox_handle_make(1, 2), 0x00020001);
}

TEST(handle_forged_bits_are_refused) {
    ox_handles table;
    thing_handle kept[5], h;
    begin(&table, 5, OX_HANDLE_16_16, 0);
    for (int i = 0; i < 5; i++) CHECK(things_acquire(&table, &kept[i]) != NULL);
    CHECK_EQ(things_release(&table, kept[1]), OX_OK);
    CHECK_EQ(things_release(&table, kept[3]), OX_OK);
    uint32_t living = 0;
    for (uint32_t slot = 0; slot < 300; slot++) {
        for (uint32_t generation = 0; generation < 300; generation++) {
            h.bits = generation << 16 | slot;
            living += things_try_get(&table, h) != NULL;
        }
    }
    CHECK_EQ(living, 3);
}

TEST(handle_generations_come_round) {
    ox_handles table;
    thing_handle h = {0};
    begin(&table, 4, OX_HANDLE_16_16, 0);
    for (uint32_t i = 1; i <= 65535; i++) {
        CHECK(things_acquire(&table, &h) != NULL);
        if (ox_handle_generation(h.bits) != i) CHECK_EQ(ox_handle_generation(h.bits), i);
        CHECK_EQ(things_release(&table, h), OX_OK);
    }
    CHECK_EQ(table.wraps, 0);
    CHECK(things_acquire(&table, &h) != NULL);
    CHECK_EQ(h.bits, 0x00010000);
    CHECK_EQ(table.wraps, 1);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
}

TEST(handle_slots_retire) {
    ox_handles table;
    uint32_t h = 0;
    begin(&table, 1, OX_HANDLE_16_16, OX_HANDLES_RETIRE);
    for (uint32_t i = 1; i <= 65535; i++) {
        h = ox_handles_acquire(&table, NULL);
        if (h != i << 16) CHECK_EQ(h, i << 16);
        CHECK_EQ(ox_handles_release(&table, h), OX_OK);
    }
    CHECK_EQ(table.retired, 1);
    CHECK_EQ(ox_handles_acquire(&table, NULL), 0);
    CHECK_EQ(table.refused, 1);
    begin(&table, 2, OX_HANDLE_10_6, OX_HANDLES_RETIRE);
    for (int i = 0; i < 2 * 63; i++) {
        h = ox_handles_acquire(&table, NULL);
        CHECK(h != 0 && ox_handles_release(&table, h) == OX_OK);
    }
    CHECK_EQ(ox_handles_acquire(&table, NULL), 0);
    CHECK_EQ(table.retired, 2);
    CHECK_EQ(table.wraps, 0);
}

TEST(handle_compact_forms) {
    ox_handles table;
    small_handle h[8], again;
    begin(&table, 6, OX_HANDLE_10_6, 0);
    CHECK_EQ(sizeof(small_handle), 2);
    for (int i = 0; i < 6; i++) CHECK(smalls_acquire(&table, &h[i]) != NULL);
    CHECK_EQ(h[5].bits, 0x0405);
    CHECK_EQ(smalls_release(&table, h[5]), OX_OK);
    CHECK(smalls_acquire(&table, &again) != NULL);
    CHECK_EQ(again.bits, 0x0805);
    CHECK(smalls_try_get(&table, h[5]) == NULL);
    CHECK(smalls_try_get(&table, (small_handle){0x0005}) == NULL);
    for (uint32_t generation = 3; generation <= 63; generation++) {
        CHECK_EQ(smalls_release(&table, again), OX_OK);
        CHECK(smalls_acquire(&table, &again) != NULL);
        CHECK_EQ(again.bits, generation << 10 | 5);
    }
    CHECK_EQ(smalls_release(&table, again), OX_OK);
    CHECK(smalls_acquire(&table, &again) != NULL);
    CHECK_EQ(again.bits, 0x0405);
    CHECK_EQ(table.wraps, 1);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    /* A table that reuses the slot freed first. */
    begin(&table, 4, OX_HANDLE_8_8, 0);
    for (int i = 0; i < 4; i++) CHECK(smalls_acquire(&table, &h[i]) != NULL);
    CHECK_EQ(h[3].bits, 0x0103);
    CHECK_EQ(smalls_release(&table, h[2]), OX_OK);
    CHECK_EQ(smalls_release(&table, h[0]), OX_OK);
    CHECK_EQ(smalls_release(&table, h[3]), OX_OK);
    CHECK(smalls_acquire(&table, &again) != NULL);
    CHECK_EQ(again.bits, 0x0202);
    CHECK(smalls_acquire(&table, &again) != NULL);
    CHECK_EQ(again.bits, 0x0200);
    CHECK_EQ(smalls_release(&table, h[1]), OX_OK);
    CHECK(smalls_acquire(&table, &again) != NULL);
    CHECK_EQ(again.bits, 0x0203);
    CHECK(smalls_acquire(&table, &again) != NULL);
    CHECK_EQ(again.bits, 0x0201);
    CHECK(smalls_acquire(&table, &again) == NULL && again.bits == 0);
}

TEST(handle_configurations_are_judged) {
    ox_handles table;
    ox_handles_config config = {.capacity = 4, .size = 8};
    size_t bytes = ox_handles_bytes(&config);
    CHECK_EQ(ox_handles_init(&table, &config, memory, bytes), OX_OK);
    CHECK_EQ(ox_handles_init(&table, &config, memory, bytes - 1), OX_OUT_OF_MEMORY);
    CHECK_EQ(ox_handles_init(&table, &config, NULL, 4096), OX_OUT_OF_MEMORY);
    CHECK_EQ(ox_handles_init(&table, &config, memory + 4, bytes), OX_BAD_ARGUMENT);
    config.capacity = 0;
    CHECK_EQ(ox_handles_init(&table, &config, memory, sizeof memory), OX_BAD_ARGUMENT);
    config.capacity = 65536;
    CHECK_EQ(ox_handles_bytes(&config), 0);
    config.capacity = 65535;
    CHECK(ox_handles_bytes(&config) >= 65535 * 8 + 65536 * 4);
    config.form = OX_HANDLE_10_6;
    CHECK_EQ(ox_handles_bytes(&config), 0);
    config.capacity = 1024;
    CHECK(ox_handles_bytes(&config) > 0);
    config.form = OX_HANDLE_8_8;
    CHECK_EQ(ox_handles_bytes(&config), 0);
    config.capacity = 256;
    config.size = 0;
    CHECK_EQ(ox_handles_bytes(&config), 0);
}

TEST(handle_pointer_tables) {
    static thing here = {1, 2}, there = {1, 2};
    ox_handles table;
    thing_handle h;
    ox_handles_config config = {.capacity = 3, .size = sizeof(thing *)};
    CHECK_EQ(ox_handles_init(&table, &config, memory, sizeof memory), OX_OK);
    thing **place = pointers_acquire(&table, &h);
    *place = &here;
    CHECK(*pointers_get(&table, h) == &here);
    *pointers_get(&table, h) = &there; /* the object moved */
    CHECK(*pointers_get(&table, h) == &there);
    CHECK_EQ(pointers_release(&table, h), OX_OK);
    CHECK(pointers_try_get(&table, h) == NULL);
}

/* ---- references ---- */

typedef struct grave {
    uint32_t count, last;
    ox_handles *table;
    uint32_t also; /* a handle that the destroyer releases, too */
} grave;

static void bury(void *context, void *object, uint32_t bits) {
    grave *g = context;
    g->count++;
    g->last = bits;
    CHECK(ox_handles_try_get(g->table, bits) == NULL); /* the handle is dead in the destroyer */
    CHECK_EQ(((thing *)object)->other, 7);             /* the object is still readable there */
    if (g->also != 0) {
        uint32_t also = g->also;
        g->also = 0;
        CHECK_EQ(ox_handles_release(g->table, also), OX_OK);
    }
}

TEST(handle_counted_references) {
    ox_handles table;
    grave g = {0, 0, &table, 0};
    ox_handles_config config = {
        .capacity = 4, .size = sizeof(thing), .options = OX_HANDLES_COUNTED, .destroy = bury, .context = &g};
    CHECK_EQ(ox_handles_init(&table, &config, memory, sizeof memory), OX_OK);
    void *object;
    uint32_t a = ox_handles_acquire(&table, &object);
    ((thing *)object)->other = 7;
    CHECK_EQ(ox_handles_count(&table, a), 1);
    CHECK_EQ(ox_handles_retain(&table, a), OX_OK);
    CHECK_EQ(ox_handles_retain(&table, a), OX_OK);
    CHECK_EQ(ox_handles_count(&table, a), 3);
    CHECK_EQ(ox_handles_release(&table, a), OX_OK);
    CHECK_EQ(ox_handles_release(&table, a), OX_OK);
    CHECK(ox_handles_try_get(&table, a) == object && g.count == 0);
    CHECK_EQ(ox_handles_release(&table, a), OX_OK);
    CHECK(g.count == 1 && g.last == a);
    CHECK(ox_handles_try_get(&table, a) == NULL); /* the weak reference */
    CHECK_EQ(ox_handles_count(&table, a), 0);
    CHECK_EQ(ox_handles_release(&table, a), OX_STALE_HANDLE);
    CHECK_EQ(ox_handles_retain(&table, a), OX_STALE_HANDLE);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 2 : 0);
    CHECK_EQ(g.count, 1);
    /* bytes that a stale raw pointer reads */
    CHECK_EQ(((thing *)object)->other == 0xDDDDDDDDu, OX_DEBUG ? 1 : 0);
    /* The end of one object releases another. */
    for (int i = 0; i < 2; i++) {
        uint32_t h = ox_handles_acquire(&table, &object);
        ((thing *)object)->other = 7;
        if (i == 0)
            a = h;
        else
            g.also = h;
    }
    CHECK_EQ(ox_handles_release(&table, a), OX_OK);
    CHECK(g.count == 3 && table.used == 0);
    /* A count that has reached its limit keeps the object for good. */
    a = ox_handles_acquire(&table, &object);
    for (int i = 0; i < 65534; i++) CHECK_EQ(ox_handles_retain(&table, a), OX_OK);
    CHECK_EQ(ox_handles_count(&table, a), 65535);
    CHECK_EQ(test_assertions(), 0);
    CHECK_EQ(ox_handles_retain(&table, a), OX_OK);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK_EQ(ox_handles_release(&table, a), OX_OK);
    CHECK_EQ(ox_handles_count(&table, a), 65535);
}

TEST(handle_embedded_counts) {
    uint8_t small = 1;
    uint16_t large = 1;
    for (int i = 0; i < 254; i++) ox_count8_retain(&small);
    CHECK_EQ(small, 255);
    ox_count8_retain(&small);
    CHECK(!ox_count8_release(&small) && small == 255); /* the count stays at the end of its range */
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    small = 2;
    CHECK(!ox_count8_release(&small));
    CHECK(ox_count8_release(&small));
    CHECK(!ox_count8_release(&small) && small == 0);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    ox_count16_retain(&large);
    CHECK(!ox_count16_release(&large) && ox_count16_release(&large));
    ox_count16_retain(&large); /* a count of 0 stays 0 */
    CHECK_EQ(large, 0);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
}

typedef struct leaks {
    uint32_t count, counts, bits[4];
} leaks;

static void note(void *context, const ox_handle_leak *leak) {
    leaks *l = context;
    if (l->count < 4) l->bits[l->count] = leak->bits;
    l->count++;
    l->counts += leak->count;
}

TEST(handle_report_shows_a_ring_of_references) {
    ox_handles table;
    uint32_t h[3];
    void *object[3];
    leaks l = {0};
    begin(&table, 8, OX_HANDLE_16_16, OX_HANDLES_COUNTED);
    for (int i = 0; i < 3; i++) h[i] = ox_handles_acquire(&table, &object[i]);
    for (uint32_t i = 0; i < 2; i++) { /* objects 0 and 1 hold each other; object 2 is held by none */
        ((thing *)object[i])->other = h[1 - i];
        CHECK_EQ(ox_handles_retain(&table, h[1 - i]), OX_OK);
    }
    for (int i = 0; i < 3; i++) CHECK_EQ(ox_handles_release(&table, h[i]), OX_OK);
    CHECK_EQ(ox_handles_report(&table, note, &l), 2);
    CHECK(l.count == 2 && l.counts == 2 && l.bits[0] == h[0] && l.bits[1] == h[1]);
    ox_handles_clear(&table);
    CHECK_EQ(ox_handles_report(&table, NULL, NULL), 0);
}

/* ---- walks, names, kinds ---- */

TEST(handle_walks_visit_the_living) {
    ox_handles table;
    thing_handle h[40];
    begin(&table, 40, OX_HANDLE_16_16, 0);
    CHECK_EQ(things_first(&table).bits, 0);
    for (uint32_t i = 0; i < 40; i++) things_acquire(&table, &h[i])->tag = i;
    for (int i = 0; i < 40; i += 3) CHECK_EQ(things_release(&table, h[i]), OX_OK);
    uint32_t visits = 0, before = 0;
    for (thing_handle v = things_first(&table); v.bits != 0; v = things_next(&table, v)) {
        const thing *t = things_get(&table, v);
        CHECK(t != NULL && t->tag % 3 != 0 && (visits == 0 || t->tag > before));
        before = t->tag;
        visits++;
        /* the walk's current object may be released */
        if (t->tag % 2 == 0) CHECK_EQ(things_release(&table, v), OX_OK);
    }
    CHECK_EQ(visits, 26);
    CHECK_EQ(table.used, 13);
}

TEST(handle_names_find_their_objects) {
    ox_handles table;
    thing_handle h[32];
    begin(&table, 32, OX_HANDLE_16_16, OX_HANDLES_NAMED);
    rng32 r = rng32_seed(5, 0);
    uint32_t name[32];
    for (uint32_t i = 0; i < 32; i++) {
        CHECK(things_acquire(&table, &h[i]) != NULL);
        name[i] = (rng32_next(&r) & 0xFF000000u) | (i + 1); /* many names share a place in the index */
        CHECK_EQ(ox_handles_name(&table, h[i].bits, name[i]), OX_OK);
    }
    CHECK_EQ(ox_handles_name(&table, h[3].bits, name[4]), OX_ALREADY_THERE);
    CHECK_EQ(ox_handles_name(&table, h[3].bits, name[3]), OX_OK);
    CHECK_EQ(things_find(&table, 77777).bits, 0);
    CHECK_EQ(things_find(&table, 0).bits, 0);
    for (uint32_t round = 0; round < 32; round++) {
        uint32_t gone = round * 7 % 32;
        for (uint32_t i = 0; i < 32; i++) {
            bool alive = things_try_get(&table, h[i]) != NULL;
            CHECK_EQ(things_find(&table, name[i]).bits, alive ? h[i].bits : 0);
        }
        CHECK_EQ(things_release(&table, h[gone]), OX_OK);
    }
    CHECK(things_acquire(&table, &h[0]) != NULL);
    CHECK_EQ(ox_handles_name(&table, h[0].bits, 9), OX_OK);
    CHECK_EQ(ox_handles_name(&table, h[0].bits, 0), OX_OK);
    CHECK_EQ(things_find(&table, 9).bits, 0);
}

TEST(handle_kinds_resolve_through_the_context) {
    ox_handles table;
    ox_handle_kinds kinds = {{NULL}};
    thing_handle h;
    begin(&table, 4, OX_HANDLE_16_16, 0);
    kinds.tables[3] = &table;
    thing *t = trusted_acquire(&table, &h);
    CHECK(trusted_resolve(&kinds, h) == t && trusted_get(&table, h) == t);
    CHECK(trusted_get(&table, (thing_handle){0}) == NULL);
    CHECK(ox_handle_resolve(&kinds, 3, h.bits) == t);
    CHECK_EQ(trusted_release(&table, h), OX_OK);
    CHECK(trusted_resolve(&kinds, h) == NULL); /* a message to an object that is gone */
    CHECK_EQ(test_assertions(), 0);
    CHECK(ox_handle_resolve(&kinds, 4, h.bits) == NULL);
    CHECK(ox_handle_resolve(&kinds, 999, h.bits) == NULL);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 2 : 0);
}

/* ---- saving ---- */

static void write_thing(void *context, const void *object, uint8_t *bytes) {
    const thing *t = object;
    (void)context;
    for (int i = 0; i < 4; i++) bytes[i] = (uint8_t)(t->tag >> 8 * i);
}
static bool read_thing(void *context, void *object, const uint8_t *bytes) {
    thing *t = object;
    (void)context;
    t->other = 1;
    t->tag = bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
    return t->tag != 666;
}
static const ox_handles_codec codec = {4, write_thing, read_thing, NULL};

TEST(handle_save_keeps_every_handle) {
    static _Alignas(8) uint8_t other_memory[4096];
    static const unsigned forms[4][2] = {{OX_HANDLE_16_16, OX_HANDLES_COUNTED | OX_HANDLES_NAMED},
                                         {OX_HANDLE_16_16, OX_HANDLES_RETIRE},
                                         {OX_HANDLE_10_6, OX_HANDLES_NAMED},
                                         {OX_HANDLE_8_8, OX_HANDLES_COUNTED | OX_HANDLES_RETIRE}};
    for (int f = 0; f < 4; f++) {
        ox_handles table, other;
        uint32_t h[20], next[20];
        void *object;
        begin(&table, 20, forms[f][0], forms[f][1]);
        for (uint32_t i = 0; i < 20; i++) {
            h[i] = ox_handles_acquire(&table, &object);
            ((thing *)object)->tag = i * 1000;
            if (table.ids != NULL) CHECK_EQ(ox_handles_name(&table, h[i], i + 50), OX_OK);
        }
        for (uint32_t i = 1; i < 20; i += 4) CHECK_EQ(ox_handles_release(&table, h[i]), OX_OK);
        size_t bytes = ox_handles_image_bytes(&table, &codec);
        CHECK(bytes <= sizeof image);
        CHECK_EQ(ox_handles_save(&table, &codec, image, bytes - 1), OX_FULL);
        CHECK_EQ(ox_handles_save(&table, &codec, image, bytes), OX_OK);
        CHECK_EQ(ox_handles_init(&other, &table.config, other_memory, sizeof other_memory), OX_OK);
        CHECK_EQ(ox_handles_restore(&other, &codec, image, bytes), OX_OK);
        for (uint32_t i = 0; i < 20; i++) {
            const thing *t = ox_handles_try_get(&other, h[i]);
            CHECK_EQ(t != NULL, i % 4 != 1);
            if (t != NULL) CHECK_EQ(t->tag, i * 1000);
            if (other.ids != NULL) CHECK_EQ(ox_handles_find(&other, i + 50), i % 4 == 1 ? 0 : h[i]);
        }
        CHECK_EQ(other.used, table.used);
        for (int i = 0; i < 6; i++) { /* the saved and the restored table go on alike */
            next[i] = ox_handles_acquire(&table, NULL);
            CHECK_EQ(ox_handles_acquire(&other, NULL), next[i]);
        }
        CHECK_EQ(next[5], 0);
    }
}

TEST(handle_save_has_one_form) {
    static const uint8_t expected[] =
        {
            'O',  'X',  'H',  'T',  1, 0, 0, 0, 0,    0,    0,    0,   2, 0, 0, 0,    4,
            0,    0,    0,    2,    0, 0, 0, 2, 0,    0,    0,    0,   0, 0, 0, 0xFF, 0xFF,
            0,    0,    1,    0,    0, 0, 0, 0, 0,    0,    0,    0,   0, 0, /* the head; then the free slot
                                                                                and the live one */
            0xFF, 0xFF, 0xFF, 0xFF, 1, 0, 2, 0, 0x78, 0x56, 0x34, 0x12};
    ox_handles table;
    void *object;
    begin(&table, 2, OX_HANDLE_16_16, 0);
    uint32_t first = ox_handles_acquire(&table, NULL);
    CHECK(ox_handles_acquire(&table, &object) != 0);
    ((thing *)object)->tag = 0x12345678;
    CHECK_EQ(ox_handles_release(&table, first), OX_OK);
    CHECK_EQ(ox_handles_image_bytes(&table, &codec), sizeof expected);
    CHECK_EQ(ox_handles_save(&table, &codec, image, sizeof image), OX_OK);
    CHECK(memcmp(image, expected, sizeof expected) == 0);
}

TEST(handle_restore_refuses_damage) {
    static uint8_t good[1024];
    ox_handles table;
    uint32_t h[10];
    void *object;
    begin(&table, 10, OX_HANDLE_16_16, OX_HANDLES_NAMED | OX_HANDLES_COUNTED);
    for (uint32_t i = 0; i < 10; i++) {
        h[i] = ox_handles_acquire(&table, &object);
        ((thing *)object)->tag = i;
        CHECK_EQ(ox_handles_name(&table, h[i], i + 1), OX_OK);
    }
    for (int i = 0; i < 10; i += 2) CHECK_EQ(ox_handles_release(&table, h[i]), OX_OK);
    size_t bytes = ox_handles_image_bytes(&table, &codec);
    CHECK(bytes <= sizeof good && ox_handles_save(&table, &codec, good, sizeof good) == OX_OK);
    for (size_t cut = 0; cut < bytes; cut++) CHECK(ox_failed(ox_handles_restore(&table, &codec, good, cut)));
    rng32 r = rng32_seed(11, 3);
    int refused = 0;
    for (int round = 0; round < 3000; round++) {
        memcpy(image, good, bytes);
        for (uint32_t k = rng_below(&r, 3) + 1; k > 0; k--) {
            image[rng_below(&r, (uint32_t)bytes)] = (uint8_t)(rng32_next(&r) >> 24);
        }
        ox_status status = ox_handles_restore(&table, &codec, image, bytes);
        refused += ox_failed(status);
        /* A table that was restored works: all slots can be taken and given back. */
        ox_handles_clear(&table);
        uint32_t taken = 0;
        while (taken < 11 && ox_handles_acquire(&table, NULL) != 0) taken++;
        if (taken > 10 || table.used != taken) CHECK_EQ(taken, 10);
        (void)test_assertions(); /* generations of a damaged counter may wrap */
    }
    CHECK(refused > 1000);
    ((void)memcpy(image, good, bytes));
    image[4] = 2;
    CHECK_EQ(ox_handles_restore(&table, &codec, image, bytes), OX_BAD_VERSION);
    begin(&table, 11, OX_HANDLE_16_16, OX_HANDLES_NAMED | OX_HANDLES_COUNTED);
    CHECK_EQ(ox_handles_restore(&table, &codec, good, bytes), OX_BAD_ARGUMENT);
}

/* ---- a plain model ---- */

typedef struct life {
    uint32_t bits, tag;
    bool lives;
} life;

/* Random operations on a table and on a list of all handles ever given. */
static void run_model(rng32 *r, unsigned form, unsigned options, uint32_t capacity, int steps) {
    enum { EVER = 512 };
    static life ever[EVER];
    ox_handles table;
    uint32_t count = 0, living = 0;
    begin(&table, capacity, form, options);
    for (int step = 0; step < steps; step++) {
        uint32_t what = rng_below(r, 100);
        if (what < 45 && count < EVER) {
            void *object;
            uint32_t bits = ox_handles_acquire(&table, &object), tag = rng32_next(r);
            CHECK_EQ(bits == 0,
                     table.used == living && (living == capacity || table.retired + living == capacity));
            if (bits == 0) continue;
            for (uint32_t i = 0; i < count; i++) {
                if (ever[i].bits == bits && ever[i].lives)
                    test_fail(__FILE__, __LINE__, "a living handle given again", bits, 0);
                if (ever[i].bits == bits) ever[i] = ever[--count]; /* the handle's generation has wrapped */
            }
            ((thing *)object)->tag = tag;
            ever[count++] = (life){bits, tag, true};
            living++;
        } else if (count > 0) {
            life *l = &ever[rng_below(r, count)];
            const thing *t = ox_handles_try_get(&table, l->bits);
            if ((t != NULL) != l->lives || (t != NULL && t->tag != l->tag))
                test_fail(__FILE__, __LINE__, "a handle lies", l->bits, 0);
            if (what >= 60 || !l->lives) continue;
            CHECK_EQ(ox_handles_release(&table, l->bits), OX_OK);
            l->lives = false;
            living--;
        }
        if (table.used != living) CHECK_EQ(table.used, living);
    }
    uint32_t walked = 0;
    for (uint32_t h = ox_handles_first(&table); h != 0; h = ox_handles_next(&table, h)) walked++;
    CHECK_EQ(walked, living);
}

TEST(handle_behaves_as_its_model) {
    rng32 r = rng32_seed(2026, 1);
    for (int i = 0; i < 10000; i++) {
        unsigned form = rng_below(&r, 3);
        run_model(&r, form, rng_below(&r, 8), rng_between(&r, 1, 20) > 17 ? 64 : 1 + rng_below(&r, 9), 12);
        (void)test_assertions();
    }
    for (unsigned form = 0; form < 3; form++) {
        run_model(&r, form, 0, 33, 3000);
        run_model(&r, form, OX_HANDLES_RETIRE, 33, 3000);
        (void)test_assertions();
    }
}
