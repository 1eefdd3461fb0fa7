/* The tick: order of phases, buckets, dependencies, dormant objects, batches, buffered state, the state hash.
 */
#include <string.h>

#include "fixedmath/random.h"
#include "fixedmath/types.h"
#include "kernel/world/buffered.h"
#include "kernel/world/component.h"
#include "tests/test.h"

static union {
    uint64_t align;
    uint8_t bytes[128 * 1024];
} block;
static ox_arena arena;
static ox_world world;

static void start(uint16_t objects, bool flat) {
    ox_world_config config = {
        .objects = objects, .types = 8, .components = 4, .systems = 4, .dependencies = 4, .flat = flat};
    ox_arena_init(&arena, block.bytes, sizeof block.bytes);
    CHECK_EQ(ox_world_init(&world, &arena, &config), OX_OK);
}

typedef struct rider {
    ox_handle vehicle;
    int32_t place, seen;
} rider;
static const ox_field rider_fields[] = {OX_FIELD(rider, vehicle, OX_LINK, OX_SIM),
                                        OX_FIELD(rider, place, OX_I32, OX_SIM),
                                        OX_FIELD(rider, seen, OX_I32, OX_SIM)};
static const ox_type rider_record = OX_TYPE(rider, rider_fields, 1);

static uint32_t log_of[256], logged;
static void tracer(void *context, ox_trace_kind kind, ox_phase phase, uint32_t number, ox_handle object) {
    (void)context;
    if (kind == OX_TRACE_UPDATE) number = object.bits & 0xFFFFu;
    if (logged < 256) log_of[logged++] = (uint32_t)kind << 16 | (uint32_t)phase << 8 | number;
}

static void nothing(ox_world *w, ox_object *o, void *data) { (void)w, (void)o, (void)data; }
static const ox_object_ops busy_ops = {.update = {nothing, nothing, nothing}};
static const ox_object_type busy = {.name = OX_NAME("busy"), .capacity = 100, .ops = &busy_ops};

static uint32_t runs[OX_PHASES];
static void count_run(void *context, ox_world *w, ox_phase phase, uint32_t bucket) {
    (void)context, (void)bucket;
    runs[phase]++;
    CHECK_EQ(w->phase, phase);
}

TEST(world_tick_order) {
    static const uint8_t front[] = {OX_PHASE_COMMANDS, OX_PHASE_TIMERS, OX_PHASE_EVENTS, OX_PHASE_TASKS,
                                    OX_PHASE_ACTIONS};
    static const ox_system all = {.name = 1, .phases = (1u << OX_PHASES) - 1u, .run = count_run};
    uint32_t expected[256], n = 0;
    ox_handle objects[4];
    start(16, false);
    CHECK_EQ(ox_world_add_system(&world, &all, NULL), 0);
    CHECK_EQ(ox_world_add_type(&world, &busy), 0);
    for (uint32_t i = 0; i < 4; i++) { /* slots 0..3 in buckets 3, 2, 1, 0 */
        ox_object *o = ox_world_spawn(&world, 0, &objects[i]);
        ox_object_bucket(&world, o, 3 - i);
    }
    ox_world_tick(&world);
    memset(runs, 0, sizeof runs);
    logged = 0;
    ox_world_trace(&world, tracer, NULL);
    ox_world_tick(&world);
    for (uint32_t i = 0; i < sizeof front; i++) expected[n++] = (uint32_t)front[i] << 8;
    for (uint32_t b = 0; b < 4; b++) {
        expected[n++] = OX_PHASE_EARLY << 8 | b;
        expected[n++] = (uint32_t)OX_TRACE_UPDATE << 16 | OX_PHASE_EARLY << 8 | (3 - b);
        expected[n++] = OX_PHASE_POSES << 8 | b;
        expected[n++] = OX_PHASE_LATE << 8 | b;
        expected[n++] = (uint32_t)OX_TRACE_UPDATE << 16 | OX_PHASE_LATE << 8 | (3 - b);
    }
    for (uint32_t p = OX_PHASE_BODIES; p <= OX_PHASE_CASTS; p++) expected[n++] = p << 8;
    for (uint32_t b = 0; b < 4; b++) {
        expected[n++] = OX_PHASE_ATTACHMENTS << 8 | b;
        expected[n++] = OX_PHASE_FINAL_POSES << 8 | b;
        expected[n++] = OX_PHASE_FINAL << 8 | b;
        expected[n++] = (uint32_t)OX_TRACE_UPDATE << 16 | OX_PHASE_FINAL << 8 | (3 - b);
    }
    for (uint32_t p = OX_PHASE_CAMERA; p < OX_PHASES; p++) expected[n++] = p << 8;
    CHECK_EQ(logged, n);
    CHECK_EQ(memcmp(log_of, expected, n * sizeof *expected), 0);
    for (uint32_t p = 0; p < OX_PHASES; p++)
        CHECK_EQ(runs[p], (p >= OX_PHASE_EARLY && p <= OX_PHASE_LATE) ||
                                  (p >= OX_PHASE_ATTACHMENTS && p <= OX_PHASE_FINAL)
                              ? 4
                              : 1);
}

static void move_vehicle(ox_world *w, ox_object *o, void *data) {
    (void)w, (void)o;
    ((rider *)data)->place++;
}
static void sit(ox_world *w, ox_object *o, void *data) {
    rider *r = data;
    (void)o;
    r->seen = ((rider *)ox_object_data(w, ox_world_get(w, r->vehicle)))->place;
}
static const ox_object_ops vehicle_ops = {.update = {move_vehicle}}, sit_ops = {.update = {sit}};
static const ox_object_type vehicle_type = {
    .name = 1, .capacity = 4, .record = &rider_record, .ops = &vehicle_ops, .bucket = OX_BUCKET_VEHICLES};
static const ox_object_type rider_type = {
    .name = 2, .capacity = 4, .record = &rider_record, .ops = &sit_ops, .bucket = OX_BUCKET_ATTACHED};

TEST(world_buckets_follow_dependencies) {
    for (int flat = 0; flat < 2; flat++) {
        ox_handle on, under;
        start(8, flat != 0);
        CHECK_EQ(ox_world_add_type(&world, &vehicle_type), 0);
        CHECK_EQ(ox_world_add_type(&world, &rider_type), 1);
        /* the rider is spawned before the vehicle */
        rider *r = ox_object_data(&world, ox_world_spawn(&world, 1, &on));
        rider *v = ox_object_data(&world, ox_world_spawn(&world, 0, &under));
        r->vehicle = under;
        CHECK_EQ(ox_world_depend(&world, on, under), OX_OK);
        ox_world_trace(&world, tracer, NULL);
        for (int32_t t = 1; t <= 5; t++) {
            logged = 0;
            ox_world_tick(&world);
            CHECK_EQ(v->place, t);
            CHECK_EQ(r->seen, flat ? t - 1 : t);
            uint32_t violations = 0;
            for (uint32_t i = 0; i < logged; i++) violations += log_of[i] >> 16 == OX_TRACE_ORDER;
            CHECK_EQ(violations, flat); /* a broken order is traced */
        }
        if (flat) continue;
        /* the bucket changes in the next tick */
        ox_object_bucket(&world, ox_world_get(&world, under), OX_BUCKET_FREE);
        CHECK_EQ(ox_world_get(&world, under)->bucket, OX_BUCKET_VEHICLES);
        ox_world_tick(&world);
        CHECK_EQ(r->seen, 5);
        CHECK_EQ(ox_world_depend(&world, on, OX_HANDLE_NONE), OX_STALE_HANDLE);
    }
}

static uint32_t calls;
static void count_call(ox_world *w, ox_object *o, void *data) { (void)w, (void)o, (void)data, calls++; }
static const ox_object_ops count_ops = {.update = {count_call}};

TEST(world_dormant_objects_cost_no_call) {
    static const ox_object_type sleeper = {
        .name = 1, .capacity = 1000, .ops = &count_ops, .flags = OX_TYPE_DORMANT};
    start(1000, false);
    CHECK_EQ(ox_world_add_type(&world, &sleeper), 0);
    ox_handle handle, some = {0};
    for (int i = 0; i < 1000; i++) {
        CHECK(ox_world_spawn(&world, 0, &handle) != NULL);
        if (i == 500) some = handle;
    }
    CHECK(ox_world_spawn(&world, 0, &handle) == NULL);
    CHECK_EQ(world.refused, 1);
    calls = 0;
    for (int t = 0; t < 10; t++) ox_world_tick(&world);
    CHECK_EQ(calls, 0);
    CHECK_EQ(world.update_calls, 0);
    ox_object_wake(&world, ox_world_get(&world, some));
    ox_world_tick(&world);
    ox_world_tick(&world);
    CHECK_EQ(calls, 2);
    CHECK_EQ(ox_world_updated(&world), 1);
    ox_object_sleep(&world, ox_world_get(&world, some));
    ox_world_tick(&world);
    CHECK_EQ(calls, 2);
    CHECK_EQ(ox_world_updated(&world), 0);
    ox_object_flag(&world, ox_world_get(&world, some), OX_OBJECT_STATIC, true);
    ox_object_wake(&world, ox_world_get(&world, some));
    ox_world_tick(&world);
    CHECK_EQ(calls, 2); /* a static object is in no list */
    ox_object_wake(&world, NULL);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
}

TEST(world_teleported_lasts_one_picture) {
    start(4, false);
    CHECK_EQ(ox_world_add_type(&world, &busy), 0);
    ox_object *o = ox_world_spawn(&world, 0, NULL);
    ox_object_flag(&world, o, OX_OBJECT_TELEPORTED, true);
    CHECK(o->flags & OX_OBJECT_TELEPORTED);
    ox_world_sweep(&world);
    CHECK(o->flags & OX_OBJECT_TELEPORTED);
    ox_world_tick(&world);
    CHECK(!(o->flags & OX_OBJECT_TELEPORTED));
}

static void misuse(ox_world *w, ox_object *o, void *data) {
    (void)o, (void)data;
    ox_world_tick(w);
    ox_world_sweep(w);
}
TEST(world_no_tick_in_the_tick) {
    static const ox_object_ops ops = {.update = {misuse}};
    static const ox_object_type type = {.name = 1, .capacity = 1, .ops = &ops};
    start(4, false);
    CHECK_EQ(ox_world_add_type(&world, &type), 0);
    CHECK(ox_world_spawn(&world, 0, NULL) != NULL);
    ox_world_tick(&world);
    CHECK_EQ(world.tick, 1);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 2 : 0);
    ox_world bad;
    CHECK_EQ(ox_world_init(&bad, &arena, &(ox_world_config){.objects = 0, .types = 1}), OX_BAD_ARGUMENT);
    size_t used = ox_arena_used(&arena);
    CHECK_EQ(ox_world_init(&bad, &arena, &(ox_world_config){.objects = 60000, .types = 1}), OX_OUT_OF_MEMORY);
    CHECK_EQ(ox_arena_used(&arena), used);
}

/* ---- batches ---- */

typedef struct mote {
    int32_t place, speed;
} mote;
static const ox_field mote_fields[] = {OX_FIELD(mote, place, OX_I32, OX_SIM),
                                       OX_FIELD(mote, speed, OX_I32, OX_SIM)};
static const ox_type mote_record = OX_TYPE(mote, mote_fields, 1);
static void move_mote(mote *m) {
    m->place += m->speed;
    if (m->place > 1000 || m->place < -1000) m->speed = -m->speed;
}
static void move_one(ox_world *w, ox_object *o, void *data) {
    (void)w, (void)o;
    move_mote(data);
}
/* Moves all rows in one call; the context is a number of parts, as jobs would split them. */
static void move_all(void *context, ox_world *w, ox_phase phase, uint32_t bucket) {
    ox_rows rows = ox_component_rows(w, 0);
    uint32_t parts = *(uint32_t *)context;
    (void)phase, (void)bucket;
    for (uint32_t part = parts; part-- > 0;) { /* parts in any order */
        for (uint32_t i = rows.count * part / parts; i < rows.count * (part + 1) / parts; i++)
            move_mote((mote *)(void *)(rows.data + i * rows.stride));
    }
}

static uint32_t run_motes(bool batched, bool flat, uint32_t parts) {
    static const ox_component_ops ops = {.update = {NULL, move_one}};
    static ox_component_type motes;
    static const ox_system system = {
        .name = 1, .phases = 1u << OX_PHASE_LATE | 1u << OX_PHASE_BODIES, .run = NULL};
    static ox_system batch;
    static const ox_object_type carrier = {.name = 1, .capacity = 100};
    rng32 r = rng32_seed(68, 1);
    start(100, flat);
    batch = system;
    batch.phases = 1u << OX_PHASE_BODIES;
    batch.run = move_all;
    motes = (ox_component_type){.name = 1,
                                .capacity = 100,
                                .storage = OX_TABLE,
                                .record = &mote_record,
                                .ops = batched ? NULL : &ops};
    CHECK_EQ(ox_world_add_component(&world, &motes), 0);
    CHECK_EQ(ox_world_add_type(&world, &carrier), 0);
    if (batched) CHECK_EQ(ox_world_add_system(&world, &batch, &parts), 0);
    for (int i = 0; i < 100; i++) {
        ox_object *o = ox_world_spawn(&world, 0, NULL);
        *(mote *)ox_component_add(&world, o, 0) = (mote){0, (int32_t)(rng32_next(&r) % 200) - 100};
        if (i % 7 == 3) (void)ox_world_destroy(&world, o->handle);
    }
    for (int t = 0; t < 50; t++) ox_world_tick(&world);
    return ox_world_hash(&world, OX_FNV_START);
}

TEST(world_batches_equal_single_updates) {
    uint32_t expected = run_motes(false, false, 1);
    CHECK_EQ(run_motes(false, true, 1), expected);
    for (uint32_t parts = 1; parts <= 8; parts++) CHECK_EQ(run_motes(true, parts % 2 == 0, parts), expected);
}

/* ---- buffered state: T14 ---- */

typedef struct actor {
    ox_handle facing;
    ox_buffered stamp;
    uint8_t slapped[2];
    uint8_t slaps, now; /* `now` serves the form without buffers */
} actor;
static const ox_field actor_fields[] = {
    OX_FIELD(actor, facing, OX_LINK, OX_SIM), OX_FIELD(actor, slapped, OX_U8, OX_SIM),
    OX_FIELD(actor, slaps, OX_U8, OX_SIM), OX_FIELD(actor, now, OX_U8, OX_SIM)};
static const ox_type actor_record = OX_TYPE(actor, actor_fields, 1);
static bool buffered;
static void act(ox_world *w, ox_object *o, void *data) {
    actor *a = data;
    actor *to = ox_object_data(w, ox_world_get(w, a->facing));
    uint32_t next;
    (void)o;
    a->slaps = 0;
    if (!buffered) {
        if (a->now) a->slaps = 1, to->now = 1;
        a->now = 0;
        return;
    }
    /* each actor is faced by exactly one other, which writes its state */
    next = ox_buffered_write(w, &to->stamp);
    a->slaps = a->slapped[ox_buffered_read(w, &a->stamp)];
    to->slapped[next] = a->slaps;
}
static const ox_object_ops actor_ops = {.update = {act}};
static const ox_object_type actor_type = {
    .name = 1, .capacity = 3, .record = &actor_record, .ops = &actor_ops};

/* Actors that slap in frames 1..4, as bits H = 1, B = 2, C = 4 (4 bits a frame). */
static uint32_t slapstick(bool with_buffer, bool backward) {
    static const int orders[2][3] = {{0, 1, 2}, {2, 1, 0}};
    ox_handle who[3];
    actor *actors[3];
    uint32_t result = 0;
    start(3, false);
    buffered = with_buffer;
    CHECK_EQ(ox_world_add_type(&world, &actor_type), 0);
    for (int i = 0; i < 3; i++) {
        int index = orders[backward][i];
        actors[index] = ox_object_data(&world, ox_world_spawn(&world, 0, &who[index]));
    }
    for (int i = 0; i < 3; i++) actors[i]->facing = who[(i + 1) % 3];
    if (!with_buffer) actors[0]->now = 1; /* Harry is slapped first */
    for (uint32_t frame = 0; frame < 4; frame++) {
        if (with_buffer && frame == 1)
            actors[0]->slapped[ox_toggle_current(world.state)] = 1; /* during frame 1 */
        ox_world_tick(&world);
        for (uint32_t i = 0; i < 3; i++) result |= (uint32_t)(actors[i]->slaps != 0) << (4 * frame + i);
    }
    return result;
}

TEST(world_buffered_state) {
    CHECK_EQ(slapstick(false, false) & 0xFu, 0x7u); /* all three in frame 1 */
    CHECK_EQ(slapstick(false, true), 0x2521u);      /* H; B; C and, again, H; B */
    CHECK_EQ(slapstick(true, false), 0x4210u);      /* nothing; H; B; C */
    uint32_t hash = ox_world_hash(&world, OX_FNV_START);
    CHECK_EQ(slapstick(true, true), 0x4210u);
    CHECK(hash != 0);
}

static uint32_t late_reads;
TEST(world_buffered_stamps) {
    ox_buffered stamp = {{0, 0}};
    start(2, false);
    CHECK_EQ(ox_world_add_type(&world, &busy), 0);
    late_reads = ox_buffered_read(&world, &stamp); /* a state that was never written is the first buffer */
    uint32_t slot = ox_buffered_write(&world, &stamp);
    CHECK(slot != late_reads);
    CHECK_EQ(ox_buffered_read(&world, &stamp), late_reads);
    ox_world_tick(&world);
    CHECK_EQ(ox_buffered_read(&world, &stamp), slot); /* the written buffer is read */
    CHECK_EQ(test_assertions(), 0);
    ox_world_tick(&world); /* the state is not written in this tick */
    CHECK_EQ(ox_buffered_read(&world, &stamp), late_reads);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
}

/* ---- the state hash ---- */

typedef struct walker {
    vec3 place, velocity;
    uint16_t age;
    uint8_t looks, spare;
} walker;
static const ox_field walker_fields[] = {
    OX_FIELD(walker, place, OX_FX, OX_SIM), OX_FIELD(walker, velocity, OX_FX, OX_SIM),
    OX_FIELD(walker, age, OX_U16, OX_SIM), OX_FIELD(walker, looks, OX_U8, OX_SAVE)};
static const ox_type walker_record = OX_TYPE(walker, walker_fields, 1);
static rng32 stream;
static uint32_t hash_stream(void *context, uint32_t hash) {
    rng32 copy = *(rng32 *)context;
    return ox_fnv_u32(hash, rng32_next(&copy));
}
static void walk(ox_world *w, ox_object *o, void *data) {
    walker *self = data;
    self->place.x += self->velocity.x;
    self->place.z += self->velocity.z;
    self->looks++;
    if (++self->age % 16 == 0) self->velocity.x = (fx)(rng32_next(&stream) & 0xFFFFu) - FX_HALF;
    if (self->age > 200 + (o->handle.bits & 63u)) {
        (void)ox_world_destroy(w, o->handle);
        if (ox_world_spawn(w, o->type, NULL) == NULL) o->chunk = 1;
    }
}
static const ox_object_ops walk_ops = {.update = {walk}};
static const ox_object_type walk_type = {
    .name = 1, .capacity = 24, .record = &walker_record, .ops = &walk_ops};
static const ox_system stream_system = {.name = 1, .hash = hash_stream};

static uint32_t simulate(uint32_t ticks) {
    uint32_t chain = OX_FNV_START;
    start(32, false);
    stream = rng32_seed(30, 1);
    CHECK_EQ(ox_world_add_type(&world, &walk_type), 0);
    CHECK_EQ(ox_world_add_system(&world, &stream_system, &stream), 0);
    for (int i = 0; i < 12; i++) CHECK(ox_world_spawn(&world, 0, NULL) != NULL);
    for (uint32_t t = 0; t < ticks; t++) {
        ox_world_tick(&world);
        if (t % 10 == 0 || t < 100) chain = ox_fnv_u32(chain, ox_world_hash(&world, OX_FNV_START));
    }
    return chain;
}

/* The hash of a world after ten thousand ticks on every machine: 32 and 64 bits, little and big end first. */
TEST(world_hash_of_ten_thousand_ticks) {
    uint32_t once = simulate(1000);
    CHECK_EQ(simulate(1000), once);
    CHECK_EQ(simulate(10000), 0xE2A2BC0Du);
}

TEST(world_hash_sees_every_change) {
    (void)simulate(50);
    uint32_t before = ox_world_hash(&world, OX_FNV_START);
    ox_object *o = ox_world_first(&world, 0);
    walker *self = ox_object_data(&world, o);
    for (uint32_t f = 0; f < walker_record.count; f++) {
        for (uint32_t i = 0; i < ox_field_count(&walker_fields[f]); i++) {
            int64_t value = ox_field_get(&walker_fields[f], self, i);
            CHECK_EQ(ox_field_set(&walker_fields[f], self, i, value ^ 1), OX_OK);
            CHECK_EQ(ox_world_hash(&world, OX_FNV_START) == before, f == 3); /* looks are cosmetic */
            CHECK_EQ(ox_field_set(&walker_fields[f], self, i, value), OX_OK);
        }
    }
    CHECK_EQ(ox_world_hash(&world, OX_FNV_START), before);
    ox_object_flag(&world, o, OX_OBJECT_DEBUG, true);
    CHECK_EQ(ox_world_hash(&world, OX_FNV_START), before);
    ox_object_flag(&world, o, OX_OBJECT_VISIBLE, true);
    CHECK(ox_world_hash(&world, OX_FNV_START) != before); /* scripts read this member */
    before = ox_world_hash(&world, OX_FNV_START);
    ox_world_draw(&world, NULL);
    CHECK_EQ(ox_world_hash(&world, OX_FNV_START), before);
    ox_object_flag(&world, o, OX_OBJECT_USER, true);
    CHECK(ox_world_hash(&world, OX_FNV_START) != before);
    ox_object_flag(&world, o, OX_OBJECT_USER, false);
    CHECK_EQ(ox_object_name(&world, o, OX_NAME("inky")), OX_OK);
    CHECK(ox_world_hash(&world, OX_FNV_START) != before);
    CHECK_EQ(ox_object_name(&world, o, 0), OX_OK);
    before = ox_world_hash(&world, OX_FNV_START);
#define SEEN(member, change)                                                                                 \
    do {                                                                                                     \
        member ^= (change);                                                                                  \
        CHECK(ox_world_hash(&world, OX_FNV_START) != before);                                                \
        member ^= (change);                                                                                  \
        CHECK_EQ(ox_world_hash(&world, OX_FNV_START), before);                                               \
    } while (0)
    SEEN(o->tags, 1u);
    SEEN(o->chunk, 0x8000u);
    SEEN(o->wanted, 1u);
    SEEN(o->clock, 1u);
    SEEN(o->clock, 0x80u);
    SEEN(o->handle.bits, 1u << 16);
    SEEN(world.tick, 1u);
#undef SEEN
    CHECK_EQ(ox_world_destroy(&world, o->handle), OX_OK); /* a dead object is no part of the state */
    uint32_t dying = ox_world_hash(&world, OX_FNV_START);
    ox_world_sweep(&world);
    CHECK(dying != before);
    CHECK_EQ(ox_world_hash(&world, OX_FNV_START), dying);
    (void)rng32_next(&stream);
    CHECK(ox_world_hash(&world, OX_FNV_START) != before);
}

/* ---- memory ---- */

TEST(world_memory_of_256_objects) {
    static const ox_object_type type = {.name = 1, .capacity = 256};
    ox_world_config config = {.objects = 256, .types = 8, .components = 8, .systems = 8};
    size_t bytes = ox_world_bytes(&config) + ox_world_type_bytes(&type);
    bytes += ox_world_component_bytes(12, 256, false); /* bytes of a place */
    bytes += ox_world_component_bytes(4, 256, false) +
             ox_world_component_bytes(0, 256, false); /* bytes of a number and of a shared look */
    TEST_INFO("256 objects with a place, a number and a shared look: %u bytes", (unsigned)bytes);
    CHECK(sizeof(void *) > 4 || bytes <= 24 * 1024);
    /* A component takes the bytes that ox_world_component_bytes tells. */
    static const ox_component_type part = {
        .name = 1, .capacity = 256, .record = &mote_record, .storage = OX_POOLED};
    ox_arena_init(&arena, block.bytes, sizeof block.bytes);
    CHECK_EQ(ox_world_init(&world, &arena, &config), OX_OK);
    CHECK_NEAR(ox_arena_used(&arena) + sizeof(ox_world), ox_world_bytes(&config), 32);
    size_t before = ox_arena_used(&arena);
    CHECK_EQ(ox_world_add_component(&world, &part), 0);
    CHECK_NEAR(ox_arena_used(&arena) - before, ox_world_component_bytes(mote_record.size, 256, false), 8);
}

/* With prepared objects play takes no memory. */
TEST(world_offline_objects) {
    static const ox_object_type guard = {
        .name = 1, .capacity = 20, .record = &mote_record, .ops = &count_ops};
    mote records[20];
    ox_handle handle, handles[20];
    uint32_t n = 0;
    start(20, false);
    CHECK_EQ(ox_world_add_type(&world, &guard), 0);
    for (int i = 0; i < 20; i++) records[i] = (mote){i, 100 + i};
    CHECK_EQ(ox_world_load(&world, 0, records, 20, &handle), 20);
    CHECK_EQ(ox_world_load(&world, 0, records, 1, NULL), 0);
    for (ox_object *o = ox_world_first(&world, 0); o != NULL; o = ox_world_next(&world, o)) {
        CHECK_EQ(((mote *)ox_object_data(&world, o))->speed, 100 + (int)n);
        handles[n++] = o->handle;
    }
    uint32_t taken = world.objects.serial, given = world.objects.given, nodes = world.types[0].nodes.used;
    size_t arena_used = ox_arena_used(&arena);
    rng32 r = rng32_seed(71, 1);
    bool awake[20] = {false};
    ox_world_sweep(&world);
    for (int t = 0; t < 500; t++) {
        uint32_t i = rng32_next(&r) % 20, expected = 0;
        ox_object *o = ox_world_get(&world, handles[i]);
        awake[i] = !awake[i];
        if (awake[i])
            ox_object_enter(&world, o);
        else
            ox_object_leave(&world, o);
        for (int k = 0; k < 20; k++) expected += awake[k];
        calls = 0;
        ox_world_tick(&world);
        CHECK_EQ(calls, expected);
    }
    CHECK(world.objects.serial == taken && world.objects.given == given &&
          world.types[0].nodes.used == nodes);
    CHECK_EQ(ox_arena_used(&arena), arena_used);
    TEST_INFO("20 prepared objects: %u bytes of data", (unsigned)ox_world_type_bytes(&guard));
}
