/* Tests of the resource manager: one copy, states, lifetimes, the cache and its order, locks, policies,
 * placeholders. */
#include "tests/ports/instructions.h"
#include "tests/unit/kernel/memory/life.h"
#include "tests/unit/kernel/resource/resource_bench.h"

/* ---- one copy, in place ---- */

TEST(resource_manager_in_place_needs_nothing) {
    begin_image();
    image_add(&b, "gfx/hero", RAW, 0, "pixels");
    open_manager((ox_manager_config){.records = 4}); /* a manager without stack and cache */
    uint32_t size = 0, before = rom_crc32(0, rom_memory, sizeof rom_memory);
    const uint8_t *at = ox_manager_get(&m, rom_id("gfx/hero"), RAW, &size);
    CHECK(size == 10 && memcmp(at + 4, "pixels", 6) == 0 && m.status == OX_OK);
    CHECK(at > rom_memory[0] && at < rom_memory[0] + sizeof rom_memory[0]);
    CHECK(ox_manager_get_named(&m, "GFX\\Hero", RAW, NULL) == at);
    CHECK_EQ(ox_manager_handle(&m, rom_id("gfx/hero"), RAW).bits, 0);
    CHECK(m.status == OX_OK && records_used() == 0 && m.counts.in_place == 2 && m.counts.loads == 0);
    CHECK_EQ(files.costs.bytes_decoded, 0);
    ox_manager_phase(&m, OX_PHASE_PLAY); /* a resource in place never counts as a load */
    for (int i = 0; i < 600; i++) CHECK(ox_manager_get(&m, rom_id("gfx/hero"), RAW, NULL) == at);
    CHECK_EQ(rom_crc32(0, rom_memory, sizeof rom_memory), before);
    CHECK_EQ(ox_manager_shutdown(&m, NULL, NULL), 0);
}

TEST(resource_manager_one_copy_by_any_spelling) {
    begin_image();
    image_add_packed(&b, "gfx/shared", RAW, CACHE, 300, 1);
    open_manager((ox_manager_config){.cache_bytes = 1000});
    ox_resource_handle users[5];
    for (int i = 0; i < 5; i++) { /* five meshes, one texture */
        users[i] = ox_manager_handle(&m, rom_id(i % 2 == 0 ? "gfx/shared" : "GFX\\Shared"), RAW);
        CHECK(users[i].bits != 0 && users[i].bits == users[0].bits);
        CHECK_EQ(ox_manager_retain(&m, users[i]), OX_OK);
    }
    CHECK(m.counts.loads == 1 && m.account.used == 300 && records_used() == 1);
    CHECK(is_packed(ox_manager_get(&m, rom_id("gfx/shared"), RAW, NULL), 300, 1));
    uint64_t decoded = files.costs.bytes_decoded;
    CHECK(ox_manager_get(&m, rom_id("gfx/shared"), RAW, NULL) == ox_manager_payload(&m, users[0]));
    CHECK_EQ(files.costs.bytes_decoded, decoded); /* no byte was decoded */
    for (int i = 0; i < 5; i++) CHECK_EQ(ox_manager_release(&m, users[i]), OX_OK);
    CHECK_EQ(ox_manager_remove(&m, users[0]), OX_OK);
    CHECK(m.account.used == 0 && records_used() == 0 && ox_manager_record_of(&m, users[0]) == NULL);
    CHECK_EQ(ox_manager_retain(&m, users[0]), OX_STALE_HANDLE);
    CHECK(ox_manager_lock(&m, users[0]) == NULL && m.status == OX_STALE_HANDLE);
    CHECK(ox_manager_data(&m, users[0]) == NULL && m.status == OX_STALE_HANDLE);
}

TEST(resource_manager_level_ones_go_with_their_last_user) {
    begin_image();
    image_add_packed(&b, "texture", RAW, LEVEL, 200, 1);
    open_manager((ox_manager_config){.stack_bytes = 1000});
    ox_resource_handle texture = ox_manager_handle(&m, rom_id("texture"), RAW);
    for (int i = 0; i < 5; i++) CHECK_EQ(ox_manager_retain(&m, texture), OX_OK);
    for (int i = 0; i < 4; i++) CHECK_EQ(ox_manager_release(&m, texture), OX_OK);
    CHECK(records_used() == 1 && ox_arena_used(&m.stack) == 200);
    CHECK(ox_manager_lock(&m, texture) != NULL); /* a lock keeps it for a while */
    CHECK_EQ(ox_manager_release(&m, texture), OX_OK);
    CHECK_EQ(records_used(), 1);
    CHECK_EQ(ox_manager_unlock(&m, texture), 0);
    CHECK(records_used() == 0 && ox_arena_used(&m.stack) == 0);
    CHECK_EQ(ox_manager_release(&m, texture), OX_STALE_HANDLE);
    texture = ox_manager_handle(&m, rom_id("texture"), RAW);
    CHECK_EQ(ox_manager_release(&m, texture), OX_BAD_STATE); /* the count of uses is 0 already */
    for (int i = 0; i < 255; i++) CHECK_EQ(ox_manager_retain(&m, texture), OX_OK);
    CHECK_EQ(ox_manager_retain(&m, texture), OX_FULL);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 2 : 0);
}

/* ---- types ---- */

TEST(resource_manager_types_of_a_cart) {
    static const ox_resource_functions sizes_alone = {.size_needed = toy_size};
    static const ox_resource_type nameless = {.tag = 0}, half = {.tag = 5, .functions = &sizes_alone};
    static const ox_resource_type third = {.tag = 3}, fourth = {.tag = 4}, fifth = {.tag = 6};
    begin_image();
    image_add_packed(&b, "toy", TOY, CACHE, 100, 4);
    image_add(&b, "old", TOY, 0, "x");
    image_put(b.data + b.chunks[b.count - 1].at, 0x0300, 2); /* another major version of the chunk */
    image_add(&b, "new", TOY, 0, "abc");
    image_put(b.data + b.chunks[b.count - 1].at, 0x0107, 2); /* a newer minor version */
    open_manager((ox_manager_config){.cache_bytes = 600, .stack_bytes = 400});
    CHECK_EQ(ox_manager_register(&m, &toy_type), OX_ALREADY_THERE);
    CHECK_EQ(ox_manager_register(&m, &nameless), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_manager_register(&m, &half), OX_BAD_ARGUMENT);
    CHECK(ox_manager_register(&m, &third) == OX_OK && ox_manager_register(&m, &fourth) == OX_OK);
    CHECK_EQ(ox_manager_register(&m, &fifth), OX_FULL);
    uint32_t size, cycles = 0;
    CHECK(ox_manager_measure(&m, rom_id("toy"), TOY, &size) == OX_OK && size == 200);
    CHECK_EQ(ox_manager_measure(&m, rom_id("none"), TOY, &size), OX_NOT_FOUND);
    for (; cycles < 100; cycles++) {
        const uint8_t *at = ox_manager_get(&m, rom_id("toy"), TOY, &size);
        CHECK(size == 200 && is_packed(at, 100, 4) && is_packed(at + 100, 100, 4) && toys.last == at);
        ox_resource_handle toy = ox_manager_at(&m, at);
        CHECK(toys.loads == toys.inits && toys.inits == toys.downs + 1);
        if (cycles % 2 == 0)
            CHECK(ox_manager_dispose(&m, toy) == OX_OK);
        else
            CHECK_EQ(ox_manager_remove(&m, toy), OX_OK);
        CHECK_EQ(toys.inits, toys.downs);
    }
    CHECK_EQ(toys.inits, 100);
    CHECK(ox_manager_get(&m, rom_id("old"), TOY, NULL) == NULL && m.status == OX_BAD_VERSION);
    CHECK(ox_manager_get(&m, rom_id("new"), TOY, &size) != NULL && size == 14);
    CHECK(ox_manager_get(&m, 1, 99, NULL) == NULL && m.status == OX_UNSUPPORTED);
    CHECK_EQ(ox_arena_used(&m.stack), 0); /* the source of the conversion is given back */
}

/* A load that fails leaves no memory in use, and may be tried again. */
TEST(resource_manager_failed_loads_leave_nothing) {
    static const uint8_t lives[] = {CACHE, LEVEL, SHORT, RESIDENT};
    for (int i = 0; i < 4; i++) {
        begin_image();
        image_add_packed(&b, "toy", TOY, lives[i], 100, 4);
        open_manager((ox_manager_config){.cache_bytes = 600, .stack_bytes = 600});
        toys.fail = 1;
        CHECK(ox_manager_get(&m, rom_id("toy"), TOY, NULL) == NULL && m.status == OX_BAD_DATA);
        CHECK(records_used() == 0 && m.account.used == 0 && ox_arena_used(&m.stack) == 0);
        CHECK(images.list[0].users == 0 && m.index.core.count == 0);
        CHECK(is_packed(ox_manager_get(&m, rom_id("toy"), TOY, NULL), 100, 4) && m.status == OX_OK);
        CHECK_EQ(images.list[0].users, 1);
        CHECK_EQ(ox_images_remove(&images, "cart"), OX_BAD_STATE); /* a resource of the image is in memory */
        CHECK_EQ(ox_manager_shutdown(&m, NULL, NULL), 0);
        CHECK(images.list[0].users == 0 && ox_arena_used(&m.stack) == 0 && m.account.used == 0);
    }
}

/* ---- lifetimes and places ---- */

TEST(resource_manager_each_lifetime_has_its_region) {
    begin_image();
    image_add_packed(&b, "hud", RAW, RESIDENT, 96, 1);
    image_add_packed(&b, "wall", RAW, LEVEL, 160, 2);
    image_add_packed(&b, "scene/a", RAW, SHORT, 64, 3);
    image_add_packed(&b, "scene/b", RAW, SHORT, 72, 4);
    image_add_packed(&b, "shot", RAW, CACHE, 120, 5);
    image_add_packed(&b, "tiles", RAW, LEVEL | ROM_CLASS_VIDEO, 80, 6);
    image_add(&b, "plain", RAW, 0, "in fast memory, copied once");
    b.chunks[b.count - 1].flags = LEVEL | ROM_CLASS_FAST;
    open_manager((ox_manager_config){.cache_bytes = 200, .stack_bytes = 1000});
    ox_arena_init(&video, video_memory, sizeof video_memory / 2);
    ox_arena_init(&fast, video_memory + sizeof video_memory / 2, sizeof video_memory / 2);
    CHECK_EQ(ox_manager_offer(&m, OX_CLASS_MAIN, &video), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_manager_offer(&m, OX_CLASS_VIDEO, &video), OX_OK);
    const uint8_t *hud = ox_manager_get(&m, rom_id("hud"), RAW, NULL),
                  *wall = ox_manager_get(&m, rom_id("wall"), RAW, NULL);
    size_t low = ox_arena_used(&m.stack);
    const uint8_t *a = ox_manager_get(&m, rom_id("scene/a"), RAW, NULL),
                  *c = ox_manager_get(&m, rom_id("scene/b"), RAW, NULL);
    const uint8_t *shot = ox_manager_get(&m, rom_id("shot"), RAW, NULL),
                  *tiles = ox_manager_get(&m, rom_id("tiles"), RAW, NULL);
    CHECK(hud == m.stack.base && wall == hud + 96 && a > wall && c < a && c > wall);
    CHECK(!ox_arena_holds(&m.stack, shot) && ox_arena_holds(&arena, shot));
    CHECK(ox_arena_holds(&video, tiles) && is_packed(tiles, 80, 6));
    CHECK_EQ(ox_manager_offer(&m, OX_CLASS_VIDEO, NULL), OX_BAD_STATE);
    const uint8_t *plain = ox_manager_get(&m, rom_id("plain"), RAW, NULL); /* no fast memory here */
    CHECK(!ox_arena_holds(&m.stack, plain) && memcmp(plain + 4, "in fast", 7) == 0);
    CHECK_EQ(ox_manager_at(&m, plain).bits, 0); /* the resource lies in the image */
    CHECK_EQ(ox_manager_offer(&m, OX_CLASS_FAST, &fast), OX_OK);
    plain = ox_manager_get(&m, rom_id("plain"), RAW, NULL);
    CHECK(ox_arena_holds(&fast, plain) && memcmp(plain + 4, "in fast", 7) == 0);

    /* After the cut-scene its bytes are free, in whatever order its resources are released. */
    ox_resource_handle first = ox_manager_at(&m, a), second = ox_manager_at(&m, c);
    CHECK(ox_manager_retain(&m, first) == OX_OK && ox_manager_retain(&m, second) == OX_OK);
    CHECK_EQ(ox_manager_release(&m, first), OX_OK); /* its bytes wait for the upper one */
    CHECK(ox_arena_used(&m.stack) > low && ox_manager_find(&m, rom_id("scene/a"), RAW) == NULL);
    CHECK_EQ(ox_manager_release(&m, second), OX_OK);
    CHECK_EQ(ox_arena_used(&m.stack), low);
    CHECK_EQ(ox_manager_remove(&m, ox_manager_at(&m, tiles)), OX_OK);
    CHECK_EQ(ox_arena_used(&video), 0);
}

/* ---- the cache ---- */

static ox_status make_pattern(void *context, void *to, uint32_t size) {
    memset(to, (int)(uintptr_t)context, size);
    return OX_OK;
}

static ox_status make_nothing(void *context, void *to, uint32_t size) {
    (void)context, (void)to, (void)size;
    return OX_IO_ERROR;
}

/* Inserts a payload filled with `value`. */
static ox_status insert(uint32_t number, uint32_t id, uint32_t size, uintptr_t value, ox_resource_handle *h) {
    return ox_manager_insert(&m,
                             &(ox_manager_item){.number = number,
                                                .id = id,
                                                .type = RAW,
                                                .size = size,
                                                .make = make_pattern,
                                                .context = (void *)value,
                                                .priority = OX_PRIORITY_LOW},
                             h);
}

TEST(resource_manager_cache_numbers_and_detached_payloads) {
    ox_resource_handle h[4], fixed;
    ox_detached payload;
    begin_image();
    open_manager((ox_manager_config){.cache_bytes = 400});
    for (uintptr_t i = 0; i < 3; i++) {
        CHECK_EQ(insert(0, 0, 100, i, &h[i]), OX_OK);
        CHECK_EQ(h[i].bits & 0xFFFFu, 16 - i); /* numbers from the highest down */
    }
    CHECK_EQ(insert(3, 77, 50, 9, &fixed), OX_OK);
    CHECK_EQ(fixed.bits, 3); /* a script knows the resource by its number */
    CHECK_EQ(insert(3, 78, 50, 0, &h[3]), OX_ALREADY_THERE);
    CHECK_EQ(insert(4, 77, 50, 0, &h[3]), OX_ALREADY_THERE);
    CHECK_EQ(insert(4, 79, 401, 0, &h[3]), OX_OVER_BUDGET);
    CHECK_EQ(ox_manager_insert(
                 &m, &(ox_manager_item){.number = 4, .id = 79, .type = RAW, .size = 10, .make = make_nothing},
                 &h[3]),
             OX_IO_ERROR);
    CHECK_EQ(insert(99, 79, 10, 0, &h[3]), OX_BAD_ARGUMENT);
    CHECK(records_used() == 4 && m.account.used == 350 && h[3].bits == 0);
    const uint8_t *at = ox_manager_data(&m, h[1]);
    CHECK(at[0] == 1 && at[99] == 1 && ox_manager_at(&m, at).bits == h[1].bits);
    CHECK_EQ(ox_manager_detach(&m, h[1], &payload), OX_OK);
    CHECK(payload.data == at && payload.size == 100 && records_used() == 3 && m.account.used == 350);
    ox_detached none;
    CHECK_EQ(ox_manager_detach(&m, h[1], &none), OX_STALE_HANDLE);
    CHECK(!ox_manager_reserve(&m, 301) &&
          ox_manager_reserve(&m, 300)); /* detached payloads count; all others were evicted */
    CHECK_EQ(m.counts.evictions, 3);
    CHECK(at[50] == 1);
    CHECK_EQ(ox_manager_detach(&m, h[0], &none), OX_BAD_STATE); /* the payload is disposed of */
    ox_manager_give_back(&m, &payload);
    CHECK_EQ(m.account.used, 0);
}

TEST(resource_manager_disposed_and_made_again) {
    begin_image();
    image_add_packed(&b, "sound", RAW, CACHE, 240, 7);
    open_manager((ox_manager_config){.cache_bytes = 300});
    ox_resource_handle sound = ox_manager_handle(&m, rom_id("sound"), RAW);
    const ox_manager_record *r = ox_manager_record_of(&m, sound);
    uint32_t sum = rom_crc32(0, ox_manager_payload(&m, sound), 240);
    for (uint32_t i = 0; i < 100; i++) {
        CHECK_EQ(ox_manager_dispose(&m, sound), OX_OK);
        CHECK(ox_manager_is_disposed(r) && ox_manager_size(r) == 0 && m.account.used == 0);
        CHECK_EQ(ox_manager_dispose(&m, sound), OX_OK);
        CHECK_EQ(rom_crc32(0, ox_manager_data(&m, sound), 240), sum);
        CHECK(ox_manager_size(r) == 240 && r->reloads == i + 1);
    }
    CHECK(ox_manager_lock(&m, sound) != NULL && ox_manager_is_locked(r));
    CHECK_EQ(ox_manager_dispose(&m, sound), OX_BAD_STATE);
    CHECK_EQ(ox_manager_unlock(&m, sound), 0);
    CHECK_EQ(ox_manager_dispose(&m, sound), OX_OK);
    CHECK(ox_manager_payload(&m, sound) == NULL);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK_EQ(ox_manager_dispose(&m, (ox_resource_handle){0}), OX_STALE_HANDLE);
}

TEST(resource_manager_locks) {
    begin_image();
    open_manager((ox_manager_config){.cache_bytes = 1000, .cache_gaps = 600});
    ox_resource_handle kept, other;
    CHECK_EQ(insert(0, 0, 200, 5, &kept), OX_OK);
    const uint8_t *at = ox_manager_lock(&m, kept);
    CHECK(ox_manager_lock(&m, kept) == at && ox_manager_lock(&m, kept) == at);
    for (uint32_t i = 0; i < 1000; i++) {
        ox_manager_tick(&m, i);
        CHECK_EQ(insert(0, i + 1, 100 + i % 300, 0, &other), OX_OK);
        CHECK_EQ(ox_manager_priority(&m, other, OX_PRIORITY_HIGH), OX_OK);
        CHECK(m.account.used <= 1000 && ox_manager_payload(&m, kept) == at && at[199] == 5);
        if (i >= 12)
            CHECK(ox_manager_remove(&m, other) == OX_OK); /* frees the record, since records are few */
        else
            CHECK_EQ(ox_manager_dispose(&m, other), OX_OK);
    }
    CHECK(m.counts.evictions == 0 && !ox_manager_reserve(&m, 900));
    CHECK_EQ(ox_manager_unlock(&m, kept), 2);
    CHECK_EQ(ox_manager_unlock_at(&m, at), 1);
    CHECK(!ox_manager_reserve(&m, 900));
    CHECK_EQ(ox_manager_unlock(&m, kept), 0);
    CHECK(ox_manager_reserve(&m, 900));
    CHECK_EQ(ox_manager_unlock(&m, kept), -1);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    for (int i = 0; i < 255; i++) CHECK(ox_manager_lock(&m, kept) != NULL);
    CHECK(ox_manager_lock(&m, kept) == NULL && m.status == OX_FULL);
    CHECK_EQ(ox_manager_remove(&m, kept), OX_BAD_STATE);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 2 : 0);
    CHECK_EQ(ox_manager_shutdown(&m, NULL, NULL), 1); /* the log names the resource that is in use */
    CHECK(strstr(ox_log_recent(&log_lines, 0), "0 users and 255 locks are left") != NULL);
    CHECK(records_used() == 0 && m.account.used == 0);
}

/* ---- the order of eviction, against a model ---- */

typedef struct model_item {
    uint32_t size, used, priority, locks;
    bool there, resident;
} model_item;

static model_item model[12];
static uint32_t evicted_log[4], evicted_count;

static void note_evicted(void *context, const ox_manager_record *r) {
    (void)context;
    if (evicted_count < 4) evicted_log[evicted_count] = r->id;
    evicted_count++;
}

/* The item that is evicted next by the rule; 0 for none. */
static uint32_t model_worst(bool small_first) {
    uint32_t worst = 0;
    for (uint32_t i = 1; i < 12; i++) {
        const model_item *a = &model[i], *w = &model[worst];
        if (!a->resident || a->locks > 0) continue;
        if (worst != 0 && a->priority != w->priority) {
            if (a->priority > w->priority) continue;
        } else if (worst != 0 && a->used != w->used) {
            if (a->used > w->used) continue;
        } else if (worst != 0 && (a->size == w->size || (a->size < w->size) != small_first)) {
            continue; /* of equal sizes the smaller number, which was found first */
        }
        worst = i;
    }
    return worst;
}

static uint32_t model_used(void) {
    uint32_t used = 0;
    for (uint32_t i = 1; i < 12; i++) used += model[i].resident ? model[i].size : 0;
    return used;
}

/* Makes room in the model and compares the manager's evictions with it. */
static uint32_t model_make_room(uint32_t size, bool small_first) {
    uint32_t wrong = 0, at = 0;
    uint32_t unlocked = 0;
    for (uint32_t i = 1; i < 12; i++)
        unlocked += model[i].resident && model[i].locks == 0 ? model[i].size : 0;
    if (1000 - model_used() + unlocked < size) return evicted_count != 0; /* refused: no eviction */
    while (1000 - model_used() < size) {
        uint32_t worst = model_worst(small_first);
        if (at < 4) wrong += evicted_log[at] != worst;
        model[worst].resident = false;
        at++;
    }
    return wrong + (evicted_count != at);
}

TEST(resource_manager_evicts_by_the_rule) {
    for (int order = 0; order < 2; order++) {
        rng32 random = rng32_seed(42, 1);
        ox_resource_handle h[12] = {{0}};
        uint32_t wrong = 0, refused = 0, reads = 0;
        begin_image();
        open_manager((ox_manager_config){.cache_bytes = 1000, .cache_gaps = 3000, .small_first = order == 1});
        m.evicted = note_evicted;
        memset(model, 0, sizeof model);
        for (uint32_t i = 1; i < 12; i++) { /* a working set of four times the budget */
            uint32_t size = 200 + 40 * (i % 6);
            CHECK_EQ(insert(i, i, size, i, &h[i]), OX_OK);
            model[i] = (model_item){.size = size, .there = true, .resident = true};
            evicted_count = 0;
            CHECK_EQ(ox_manager_dispose(&m, h[i]), OX_OK);
            model[i].resident = false;
        }
        for (uint32_t step = 0; step < 10000; step++) {
            uint32_t i = 1 + rng_below(&random, 11), what = rng_below(&random, 10);
            ox_manager_tick(&m, step / 3);
            evicted_count = 0;
            if (what < 7) {
                const uint8_t *at = ox_manager_data(&m, h[i]);
                reads++;
                if (!model[i].resident) wrong += model_make_room(model[i].size, order == 1);
                refused += at == NULL || m.status != OX_OK;
                if (m.status == OX_OK) {
                    model[i].resident = true;
                    model[i].used = step / 3;
                    wrong += at[0] != i || at[model[i].size - 1] != i;
                }
            } else if (what == 7) {
                model[i].priority = rng_below(&random, 3);
                wrong += ox_manager_priority(&m, h[i], (uint8_t)model[i].priority) != OX_OK;
            } else if (what == 8 && model[i].resident && model[i].locks < 2) {
                wrong += ox_manager_lock(&m, h[i]) == NULL;
                model[i].locks++;
                model[i].used = step / 3;
            } else if (model[i].locks > 0) {
                model[i].locks--;
                wrong += ox_manager_unlock(&m, h[i]) != (int32_t)model[i].locks;
            }
            wrong += m.account.used > 1000 || m.account.used != model_used();
            if (wrong != 0) break;
        }
        CHECK_EQ(wrong, 0);
        TEST_INFO("%s first: %u reads, %u evictions, %u refused", order == 1 ? "small" : "large",
                  (unsigned)reads, (unsigned)m.counts.evictions, (unsigned)refused);
        CHECK(m.counts.evictions > 1000);
    }
    ox_resource_handle none = {0};
    CHECK_EQ(ox_manager_priority(&m, none, 1), OX_STALE_HANDLE);
}

TEST(resource_manager_reloads_by_budget) {
    static const uint32_t budgets[] = {25, 50, 75, 100};
    for (int k = 0; k < 4; k++) {
        rng32 random = rng32_seed(3, 3);
        begin_image();
        for (uint32_t i = 0; i < 10; i++) {
            char name[] = "set/a";
            name[4] = (char)('a' + i);
            image_add_packed(&b, name, RAW, CACHE, 200, i);
        }
        open_manager((ox_manager_config){.cache_bytes = 2000 * budgets[k] / 100});
        for (uint32_t frame = 0; frame < 1000; frame++) {
            char name[] = "set/a";
            uint32_t i = (frame / 40 + rng_below(&random, 3)) % 10;
            name[4] = (char)('a' + i);
            ox_manager_tick(&m, frame);
            CHECK(is_packed(ox_manager_get_named(&m, name, RAW, NULL), 200, i));
            CHECK(m.account.used <= m.account.max && m.account.peak <= m.account.max);
        }
        TEST_INFO("budget %u %% of the working set: %u reloads in 1000 frames", (unsigned)budgets[k],
                  (unsigned)m.counts.reloads);
        if (budgets[k] == 100) CHECK_EQ(m.counts.reloads, 0);
    }
}

TEST(resource_manager_cache_of_no_bytes) {
    begin_image();
    image_add(&b, "plain", RAW, 0, "used in place");
    image_add_packed(&b, "packed", RAW, CACHE, 100, 1);
    open_manager((ox_manager_config){.cache_bytes = 0});
    CHECK(memcmp((const uint8_t *)ox_manager_get(&m, rom_id("plain"), RAW, NULL) + 4, "used in place", 13) ==
          0);
    CHECK(ox_manager_get(&m, rom_id("packed"), RAW, NULL) == raw_type.placeholder &&
          m.status == OX_OVER_BUDGET);
    CHECK(!ox_manager_reserve(&m, 1) && ox_manager_trim(&m, 1) == 0 && records_used() == 0);
}

/* ---- play: refused or requested ---- */

TEST(resource_manager_play_refuses_a_miss) {
    begin_image();
    image_add_packed(&b, "late", RAW, CACHE, 100, 1);
    open_manager((ox_manager_config){.cache_bytes = 300});
    ox_manager_phase(&m, OX_PHASE_PLAY);
    for (int i = 0; i < 3; i++) {
        CHECK(ox_manager_get(&m, rom_id("late"), RAW, NULL) == raw_type.placeholder);
        CHECK_EQ(m.status, OX_BAD_STATE);
    }
    CHECK(m.counts.refused == 3 && log_lines.written == 1 && m.counts.placeholders == 1); /* one line */
    CHECK_EQ(test_assertions(), OX_DEBUG ? 3 : 0);
    ox_manager_phase(&m, OX_PHASE_LOADING);
    CHECK(is_packed(ox_manager_get(&m, rom_id("late"), RAW, NULL), 100, 1));
}

/* A requested resource is there at the same tick, with a fast and a slow pump. */
TEST(resource_manager_play_requests_a_miss) {
    for (uint32_t quota = 0; quota <= 4096; quota += 4096) {
        begin_image();
        image_add_packed(&b, "toy", TOY, CACHE, 600, 9);
        image_add_packed(&b, "raw", RAW, LEVEL, 300, 2);
        open_manager((ox_manager_config){.cache_bytes = 1500,
                                         .stack_bytes = 400,
                                         .latency = 5,
                                         .scratch_bytes = 600,
                                         .miss = OX_MISS_REQUEST});
        ox_manager_phase(&m, OX_PHASE_PLAY);
        uint32_t first_toy = 0, first_raw = 0;
        for (uint32_t tick = 1; tick <= 12; tick++) {
            ox_manager_tick(&m, tick);
            if (tick == 3) CHECK(ox_manager_get(&m, rom_id("toy"), TOY, NULL) == NULL);
            if (tick == 4) CHECK(ox_manager_get(&m, rom_id("raw"), RAW, NULL) == raw_type.placeholder);
            if (tick == 4) CHECK_EQ(m.status, OX_EMPTY);
            if (tick > 4 && first_toy == 0 && ox_manager_get(&m, rom_id("toy"), TOY, NULL) != NULL)
                first_toy = tick;
            if (tick > 4 && first_raw == 0 &&
                ox_manager_get(&m, rom_id("raw"), RAW, NULL) != raw_type.placeholder)
                first_raw = tick;
            ox_files_pump(&files, quota);
            ox_files_tick(&files, tick);
        }
        CHECK(first_toy == 8 &&
              first_raw == 9); /* issued in ticks 3 and 4 of a clock that stood at 2 and 3 */
        CHECK_EQ(files.costs.stalls, quota == 0 ? 2 : 0);
        CHECK(is_packed(ox_manager_get(&m, rom_id("toy"), TOY, NULL), 600, 9) && toys.inits == 1);
        CHECK(is_packed(ox_manager_get(&m, rom_id("raw"), RAW, NULL), 300, 2));
        CHECK_EQ(ox_files_pending(&files), 0);
    }
}

TEST(resource_manager_touched_ones_are_there_when_drawn) {
    begin_image();
    image_add_packed(&b, "a", RAW, CACHE, 200, 1);
    image_add_packed(&b, "b", RAW, CACHE, 200, 2);
    image_add_packed(&b, "c", RAW, CACHE, 200, 3);
    open_manager((ox_manager_config){.cache_bytes = 400, .latency = 2});
    const ox_resource_name door[] = {{rom_id("a"), RAW}, {rom_id("b"), RAW}, {rom_id("none"), RAW}};
    ox_manager_phase(&m, OX_PHASE_PLAY);
    CHECK_EQ(ox_manager_prefetch(&m, door, 3, OX_PRIORITY_HIGH), 1);
    CHECK_EQ(ox_manager_touch(&m, rom_id("a"), RAW, OX_PRIORITY_HIGH), OX_EMPTY);
    run_ticks(1, 4);
    CHECK_EQ(ox_manager_touch(&m, rom_id("a"), RAW, OX_PRIORITY_HIGH), OX_OK);
    CHECK(is_packed(ox_manager_get(&m, rom_id("a"), RAW, NULL), 200, 1) && m.counts.refused == 0);
    CHECK(is_packed(ox_manager_get(&m, rom_id("b"), RAW, NULL), 200, 2) && files.costs.stalls == 0);
    ox_resource_handle low = ox_manager_handle(&m, rom_id("b"), RAW);
    CHECK_EQ(ox_manager_priority(&m, low, OX_PRIORITY_LOW), OX_OK); /* may be evicted now, first */
    CHECK_EQ(ox_manager_touch(&m, rom_id("c"), RAW, OX_PRIORITY_HIGH), OX_EMPTY);
    CHECK(ox_manager_find(&m, rom_id("b"), RAW)->state == OX_RESOURCE_DISPOSED);
    run_ticks(5, 8);
    CHECK(is_packed(ox_manager_get(&m, rom_id("c"), RAW, NULL), 200, 3));
    CHECK(is_packed(ox_manager_get(&m, rom_id("a"), RAW, NULL), 200, 1));
    ox_manager_phase(&m, OX_PHASE_LOADING);
    CHECK_EQ(ox_manager_touch(&m, rom_id("b"), RAW, OX_PRIORITY_HIGH), OX_OK); /* served at once */
    CHECK_EQ(ox_manager_touch(&m, rom_id("none"), RAW, OX_PRIORITY_HIGH), OX_NOT_FOUND);
}

/* ---- every call in every state ---- */

static ox_resource_handle in_state(ox_resource_state state) {
    begin_image();
    image_add_packed(&b, "x", RAW, CACHE, 100, 1);
    open_manager((ox_manager_config){.cache_bytes = 300, .latency = 3, .miss = OX_MISS_REQUEST});
    ox_resource_handle h = {0};
    if (state == OX_RESOURCE_ABSENT) return h;
    ox_manager_phase(&m, state == OX_RESOURCE_QUEUED || state == OX_RESOURCE_LOADING ? OX_PHASE_PLAY
                                                                                     : OX_PHASE_LOADING);
    h = ox_manager_handle(&m, rom_id("x"), RAW);
    if (state == OX_RESOURCE_LOADING) ox_files_pump(&files, 10);
    if (state == OX_RESOURCE_DISPOSED) CHECK_EQ(ox_manager_dispose(&m, h), OX_OK);
    ox_manager_phase(&m, OX_PHASE_LOADING);
    const ox_manager_record *r = ox_manager_record_of(&m, h);
    CHECK(r != NULL && r->state == state);
    return h;
}

TEST(resource_manager_every_call_in_every_state) {
    static const struct {
        ox_resource_state state;
        bool gets, locks, asserts_unlock;
        ox_status dispose, touch;
    } table[] = {{OX_RESOURCE_QUEUED, false, true, true, OX_BAD_STATE, OX_EMPTY},
                 {OX_RESOURCE_LOADING, false, true, true, OX_BAD_STATE, OX_EMPTY},
                 {OX_RESOURCE_RESIDENT, true, true, true, OX_OK, OX_OK},
                 {OX_RESOURCE_DISPOSED, true, true, true, OX_OK, OX_OK}};
    int asserted = 0;
    for (int i = 0; i < 4; i++) {
        ox_resource_state state = table[i].state;
        ox_resource_handle h = in_state(state);
        const void *at = ox_manager_get(&m, rom_id("x"), RAW, NULL);
        CHECK(table[i].gets ? is_packed(at, 100, 1) : at == raw_type.placeholder && m.status == OX_EMPTY);
        h = in_state(state);
        CHECK_EQ(ox_manager_handle(&m, rom_id("x"), RAW).bits, h.bits);
        CHECK(is_packed(ox_manager_lock(&m, h), 100, 1) && ox_manager_unlock(&m, h) == 0);
        CHECK_EQ(ox_files_pending(&files), 0);
        h = in_state(state);
        CHECK_EQ(ox_manager_unlock(&m, h), -1);
        asserted++;
        CHECK(ox_manager_retain(&m, h) == OX_OK && ox_manager_release(&m, h) == OX_OK);
        CHECK(ox_manager_record_of(&m, h) != NULL);
        CHECK_EQ(ox_manager_dispose(&m, h), table[i].dispose);
        h = in_state(state);
        CHECK_EQ(ox_manager_touch(&m, rom_id("x"), RAW, OX_PRIORITY_HIGH), table[i].touch);
        CHECK_EQ(ox_manager_record_of(&m, h)->priority, OX_PRIORITY_HIGH);
        h = in_state(state);
        CHECK_EQ(ox_manager_remove(&m, h), OX_OK);
        CHECK(records_used() == 0 && m.account.used == 0 && ox_files_pending(&files) == 0 &&
              ox_heap_check(&m.heap) == OX_OK);
        h = in_state(state);
        CHECK_EQ(ox_manager_shutdown(&m, NULL, NULL), 0);
        CHECK(records_used() == 0 && m.account.used == 0 && ox_files_pending(&files) == 0);
    }
    ox_resource_handle none = in_state(OX_RESOURCE_ABSENT);
    CHECK(ox_manager_find(&m, rom_id("x"), RAW) == NULL);
    CHECK(ox_manager_unlock(&m, none) == -1 && ox_manager_remove(&m, none) == OX_STALE_HANDLE);
    CHECK_EQ(ox_manager_release(&m, none), OX_STALE_HANDLE);
    CHECK_EQ(test_assertions(), OX_DEBUG ? asserted + 1 : 0);
}

/* ---- missing and damaged ---- */

TEST(resource_manager_missing_ones_are_told_once) {
    begin_image();
    image_add_packed(&b, "bad", RAW, LEVEL, 100, 1);
    image_add(&b, "sign", RAW, 1, "de");
    image_add(&b, "sign", RAW, 0, "any");
    open_manager((ox_manager_config){.stack_bytes = 300});
    for (int i = 0; i < 5; i++) {
        uint32_t size = 0;
        CHECK(ox_manager_get(&m, rom_id("none"), RAW, &size) == raw_type.placeholder &&
              m.status == OX_NOT_FOUND && size == 8);
    }
    CHECK(log_lines.written == 1 &&
          strstr(ox_log_recent(&log_lines, 0), "not found: something stands in") != NULL);
    rom_chunk chunk;
    CHECK(rom_find(&images.list[0].rom, rom_id("bad"), RAW, &chunk));
    rom_memory[0][chunk.offset + 6] ^= 1; /* the chunk is damaged after the image was opened */
    for (int i = 0; i < 5; i++) CHECK(ox_manager_get(&m, rom_id("bad"), RAW, NULL) == raw_type.placeholder);
    CHECK(log_lines.written == 2 && m.status == OX_BAD_CHECKSUM && m.counts.placeholders == 2);
    CHECK(records_used() == 0 && ox_arena_used(&m.stack) == 0);
    rom_memory[0][chunk.offset + 6] ^= 1; /* the chunk is repaired */
    CHECK(is_packed(ox_manager_get(&m, rom_id("bad"), RAW, NULL), 100, 1) && m.counts.placeholders == 2);
    CHECK_EQ(ox_manager_choose(&m, 1, 0), OX_OK);
    CHECK(memcmp((const uint8_t *)ox_manager_get(&m, rom_id("sign"), RAW, NULL) + 4, "de", 2) == 0);
    /* the language does not exist: the base variant is chosen */
    CHECK_EQ(ox_manager_choose(&m, 2, 0), OX_OK);
    CHECK(memcmp((const uint8_t *)ox_manager_get(&m, rom_id("sign"), RAW, NULL) + 4, "any", 3) == 0);
    m.config.strict = true;
    CHECK(ox_manager_get(&m, rom_id("none"), RAW, NULL) == NULL && m.status == OX_NOT_FOUND);
}

/* For a damaged chunk of an overlay the chunk below stands in, plain or packed. */
TEST(resource_manager_falls_back_to_the_image_below) {
    static image_build over;
    rom_image mod;
    rom_error error;
    begin_image();
    image_add_packed(&b, "p", RAW, LEVEL, 100, 1);
    image_add(&b, "q", RAW, 0, "base");
    open_manager((ox_manager_config){.stack_bytes = 300});
    image_begin(&over, rom_memory[1], sizeof rom_memory[1], 2, 1);
    image_overlay(&over, 1, 0x00010000u);
    image_add_packed(&over, "p", RAW, LEVEL, 100, 2);
    image_add_packed(&over, "q", RAW, LEVEL, 100, 2);
    CHECK_EQ(rom_open(over.image, image_finish(&over), &mod, &error), ROM_OK);
    CHECK_EQ(ox_images_add(&images, &mod, "mod", 1), OX_OK);
    CHECK(is_packed(ox_manager_get(&m, rom_id("p"), RAW, NULL), 100, 2));
    CHECK_EQ(ox_manager_shutdown(&m, NULL, NULL), 0);
    rom_chunk chunk;
    CHECK(rom_find(&mod, rom_id("p"), RAW, &chunk));
    rom_memory[1][chunk.offset + 6] ^= 1;
    CHECK(rom_find(&mod, rom_id("q"), RAW, &chunk));
    rom_memory[1][chunk.offset + 6] ^= 1;
    CHECK(is_packed(ox_manager_get(&m, rom_id("p"), RAW, NULL), 100, 1) && m.status == OX_OK);
    CHECK(memcmp((const uint8_t *)ox_manager_get(&m, rom_id("q"), RAW, NULL) + 4, "base", 4) == 0);
}

/* An overlay comes while a resource is disposed: it is made again of its old chunk, in development of the new one. */
TEST(resource_manager_made_again_from_where_it_came) {
    for (int development = 0; development < 2; development++) {
        static image_build over;
        rom_image mod;
        rom_error error;
        begin_image();
        image_add_packed(&b, "p", RAW, CACHE, 100, 1);
        open_manager((ox_manager_config){.cache_bytes = 300, .development = development == 1});
        ox_resource_handle p = ox_manager_handle(&m, rom_id("p"), RAW);
        CHECK_EQ(ox_manager_dispose(&m, p), OX_OK);
        image_begin(&over, rom_memory[1], sizeof rom_memory[1], 2, 1);
        image_overlay(&over, 1, 0x00010000u);
        image_add_packed(&over, "p", RAW, CACHE, 140, 2);
        CHECK_EQ(rom_open(over.image, image_finish(&over), &mod, &error), ROM_OK);
        CHECK_EQ(ox_images_add(&images, &mod, "mod", 1), OX_OK);
        const void *again = ox_manager_data(&m, p);
        CHECK(development == 1 ? is_packed(again, 140, 2) : is_packed(again, 100, 1));
        CHECK(images.list[0].users == (development == 1 ? 1u : 0u) &&
              images.list[1].users == (development == 1 ? 0u : 1u));
        CHECK_EQ(ox_manager_remove(&m, p), OX_OK);
        CHECK(images.list[0].users == 0 && images.list[1].users == 0);
        CHECK(is_packed(ox_manager_get(&m, rom_id("p"), RAW, NULL), 140, 2));
    }
}

/* A hundred payloads behind handles, half of them removed: the others move together and keep their bytes. */
TEST(resource_manager_moves_a_hundred_behind_their_handles) {
    static ox_resource_handle h[100];
    uint32_t wrong = 0;
    begin_image();
    open_manager((ox_manager_config){.records = 100, .cache_bytes = 8000});
    for (uintptr_t i = 0; i < 100; i++) {
        uint32_t size = 20 + (uint32_t)i % 50;
        CHECK_EQ(insert(0, 0, size, i, &h[i]), OX_OK);
    }
    const uint8_t *locked = ox_manager_lock(&m, h[50]);
    for (int i = 0; i < 100; i += 3) {
        if (i != 50) CHECK_EQ(ox_manager_remove(&m, h[i]), OX_OK);
    }
    uint32_t moves = m.heap.moves;
    for (uint32_t tick = 1; tick < 100; tick++) ox_manager_tick(&m, tick);
    CHECK(m.heap.moves > moves + 20 && ox_manager_payload(&m, h[50]) == locked);
    for (uint32_t i = 0; i < 100; i++) {
        const uint8_t *at = i % 3 == 0 && i != 50 ? NULL : ox_manager_payload(&m, h[i]);
        for (uint32_t k = 0; at != NULL && k < 20 + i % 50; k++) wrong += at[k] != i;
    }
    CHECK(wrong == 0 && ox_heap_check(&m.heap) == OX_OK);
    CHECK_EQ(ox_manager_unlock(&m, h[50]), 0);
}

/* ---- language ---- */

TEST(resource_manager_language_changes_what_is_in_memory) {
    begin_image();
    image_add_packed(&b, "voice", RAW, CACHE, 100, 1);
    b.chunks[b.count - 1].variant = 1;
    image_add_packed(&b, "voice", RAW, CACHE, 140, 2);
    image_add_packed(&b, "shared", RAW, CACHE, 60, 3);
    open_manager((ox_manager_config){.cache_bytes = 400});
    uint32_t size = 0;
    CHECK(is_packed(ox_manager_get(&m, rom_id("voice"), RAW, &size), 140, 2) && size == 140);
    ox_resource_handle voice = ox_manager_handle(&m, rom_id("voice"), RAW);
    CHECK(is_packed(ox_manager_get(&m, rom_id("shared"), RAW, NULL), 60, 3));
    uint32_t loads = m.counts.loads;
    CHECK(ox_manager_lock(&m, voice) != NULL);
    CHECK_EQ(ox_manager_choose(&m, 1, 0), OX_BAD_STATE);
    CHECK_EQ(ox_manager_unlock(&m, voice), 0);
    CHECK_EQ(ox_manager_choose(&m, 1, 0), OX_OK);
    CHECK(is_packed(ox_manager_get(&m, rom_id("voice"), RAW, &size), 100, 1) && size == 100);
    CHECK(is_packed(ox_manager_get(&m, rom_id("shared"), RAW, NULL), 60, 3)); /* the shared resource stayed */
    CHECK(m.counts.loads == loads + 1 && ox_manager_handle(&m, rom_id("voice"), RAW).bits == voice.bits);
}

/* ---- questions, set-up ---- */

TEST(resource_manager_pictures_measured_without_loading) {
    uint32_t w = 0, h = 0;
    begin_image();
    uint8_t *picture = image_chunk(&b, "gfx", ROM_TAG_IMAGE, 0, ROM_IMAGE_SIZE, ROM_IMAGE_SIZE + 32);
    image_put(picture + ROM_IMAGE_WIDTH, 16, 2);
    image_put(picture + ROM_IMAGE_HEIGHT, 2, 2);
    image_add_packed(&b, "packed", ROM_TAG_IMAGE, 0, 100, 1);
    open_manager((ox_manager_config){.stack_bytes = 100});
    CHECK(ox_manager_picture(&m, rom_id("gfx"), 0, &w, &h) == OX_OK && w == 16 && h == 2);
    CHECK(ox_manager_picture(&m, rom_id("gfx"), 3, &w, &h) == OX_OK && w == 2 && h == 1);
    CHECK(ox_manager_picture(&m, rom_id("gfx"), 5, &w, &h) == OX_OK && w == 1 && h == 1);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK_EQ(ox_manager_picture(&m, rom_id("none"), 0, &w, &h), OX_NOT_FOUND);
    CHECK_EQ(ox_manager_picture(&m, rom_id("packed"), 0, &w, &h), OX_EMPTY);
}

TEST(resource_manager_tables_that_do_not_fit) {
    ox_manager_config config = {
        .records = 16, .types = 2, .miss = OX_MISS_REFUSE, .cache_bytes = 600, .stack_bytes = 600};
    begin_image();
    open_manager(config);
    size_t needed = 0;
    for (size_t room = 0; room < sizeof memory; room += 64) {
        ox_arena_init(&arena, memory, room);
        ox_status status = ox_manager_init(&m, &config, &images, NULL, &arena, NULL);
        needed = room;
        if (status == OX_OK) break;
        CHECK(status == OX_OUT_OF_MEMORY && ox_arena_used(&arena) == 0);
    }
    TEST_INFO("16 records, 600 bytes of stack and cache each: %u bytes; a record %u", (unsigned)needed,
              (unsigned)sizeof(ox_manager_record));
    config.records = 0;
    CHECK_EQ(ox_manager_init(&m, &config, &images, NULL, &arena, NULL), OX_BAD_ARGUMENT);
    config.records = 1;
    config.types = 65;
    CHECK_EQ(ox_manager_init(&m, &config, &images, NULL, &arena, NULL), OX_BAD_ARGUMENT);
}

/* ---- what it costs ---- */

TEST(resource_manager_costs) {
    begin_image();
    image_add(&b, "plain", RAW, 0, "in place");
    for (uint32_t i = 0; i < 12; i++) {
        char name[] = "set/a";
        name[4] = (char)('a' + i);
        image_add_packed(&b, name, RAW, CACHE, 64, i);
    }
    open_manager((ox_manager_config){.cache_bytes = 2000});
    CHECK_EQ(ox_manager_prefetch(
                 &m, (const ox_resource_name[]){{rom_id("set/a"), RAW}, {rom_id("set/l"), RAW}}, 2, 1),
             0);
    ox_resource_handle h = ox_manager_handle(&m, rom_id("set/a"), RAW);
    uint32_t plain = rom_id("plain"), set = rom_id("set/a"), t[7];
    t[0] = test_instructions();
    CHECK(ox_manager_get(&m, set, RAW, NULL) != NULL);
    t[1] = test_instructions();
    CHECK(ox_manager_get(&m, plain, RAW, NULL) != NULL);
    t[2] = test_instructions();
    CHECK(ox_manager_get(&m, plain, RAW, NULL) != NULL); /* the checksum was right the first time */
    t[3] = test_instructions();
    CHECK(ox_manager_data(&m, h) != NULL);
    t[4] = test_instructions();
    CHECK(ox_manager_lock(&m, h) != NULL);
    t[5] = test_instructions();
    CHECK_EQ(ox_manager_unlock(&m, h), 0);
    t[6] = test_instructions();
    TEST_INFO("get of a cached one %u, of one in place %u, data %u, lock %u, unlock %u instructions",
              (unsigned)(t[1] - t[0]), (unsigned)(t[3] - t[2]), (unsigned)(t[4] - t[3]),
              (unsigned)(t[5] - t[4]), (unsigned)(t[6] - t[5]));
    CHECK(t[6] - t[0] < 20000);
}

static ox_status manager_with_a_resource(ox_manager *it) {
    ox_manager_config config = {.records = 4, .types = 4, .stack_bytes = 300};
    ox_status status = ox_manager_init(it, &config, &images, NULL, &arena, &log_lines);
    if (!ox_failed(status)) status = ox_manager_register(it, &raw_type);
    if (!ox_failed(status)) CHECK(ox_manager_get(it, rom_id("p"), RAW, NULL) != NULL);
    return status;
}
LIFE_ROW(ox_manager, init, manager_with_a_resource(it), (void)ox_manager_end(it),
         (void)!ox_manager_register(it, &raw_type))

TEST(resource_manager_ends_clear) {
    const life_bench bench = {&arena, NULL};
    begin_image();
    image_add_packed(&b, "p", RAW, LEVEL, 100, 1);
    open_manager((ox_manager_config){.stack_bytes = 300});
    CHECK(life_is_led(&LIFE_OF(ox_manager), &bench));
}
