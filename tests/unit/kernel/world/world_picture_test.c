/* Layers between the world and its viewers: elements with versions, visibility feedback, casts. */
#include <string.h>

#include "kernel/world/cast.h"
#include "kernel/world/component.h"
#include "kernel/world/element.h"
#include "kernel/world/query.h"
#include "kernel/world/seen.h"
#include "tests/test.h"

static union {
    uint64_t align;
    uint8_t bytes[48 * 1024];
} block;
static ox_arena arena;
static ox_world world;

static void start(void) {
    ox_world_config config = {.objects = 64, .types = 4, .components = 4, .systems = 6};
    ox_arena_init(&arena, block.bytes, sizeof block.bytes);
    CHECK_EQ(ox_world_init(&world, &arena, &config), OX_OK);
}

/* ---- elements ---- */

enum { WHOLE = 11, BROKEN, SPLINTERS, BOX = 21, LOW };
static const ox_version crate[] = {
    {.mesh = WHOLE, .collision = BOX, .mass = 40 * FX_ONE},
    {.mesh = BROKEN, .collision = LOW, .mass = 25 * FX_ONE, .threshold = 60 * FX_ONE, .sound = 31},
    {.mesh = SPLINTERS, .mass = 5 * FX_ONE, .threshold = 0, .sound = 32, .effect = 41}};
static const ox_version_set sets[] = {{crate, 3, 100 * FX_ONE}};

typedef struct furniture { /* the cart's data of an element */
    ox_id mesh, collision;
    fx mass;
} furniture;
static const ox_field furniture_fields[] = {OX_FIELD(furniture, mesh, OX_NAME_ID, 0)};
static const ox_type furniture_record = OX_TYPE(furniture, furniture_fields, 1);
static const furniture whole = {WHOLE, BOX, 40 * FX_ONE};

typedef struct log {
    uint32_t changes, stale, shown, sounds;
} log_;
static void change(void *context, ox_world *w, ox_object *o, const ox_version *from, const ox_version *to) {
    log_ *log = (log_ *)context;
    furniture *f = ox_object_data(w, o);
    *f = (furniture){to->mesh, to->collision, to->mass};
    if (from == NULL)
        log->shown++;
    else
        log->changes++, log->sounds += to->sound;
}
static void forget(void *context, ox_world *w, ox_object *o) {
    (void)w, (void)o;
    ((log_ *)context)->stale++;
}

TEST(world_element_versions) {
    log_ log = {0};
    static const ox_object_type type = {.name = 1,
                                        .capacity = 8,
                                        .record = &furniture_record,
                                        .start = &whole,
                                        .flags = OX_OBJECT_STATIC,
                                        .components = {OX_NAME("element")}};
    ox_elements elements = {.sets = sets, .count = 1, .changed = change, .stale = forget, .context = &log};
    ox_handle a, b;
    start();
    CHECK_EQ(ox_elements_init(&elements, &world, 8), 0);
    CHECK_EQ(ox_elements_init(&elements, &world, 8), OX_ALREADY_THERE);
    CHECK_EQ(ox_world_add_type(&world, &type), 0);
    ox_object *o = ox_world_spawn(&world, 0, &a);
    CHECK(o != NULL && ox_world_spawn(&world, 0, &b) != NULL);
    CHECK_EQ(ox_element_begin(&elements, o, 0), OX_OK);
    const furniture *f = ox_object_data(&world, o);
    uint32_t meshes = 0; /* one point of health at a time: each threshold switches once */
    ox_id last = f->mesh;
    for (int damage = 1; damage <= 130; damage++) {
        uint32_t entered = ox_element_hit(&elements, o, FX_ONE);
        CHECK_EQ(entered, damage == 40 || damage == 100 ? 1 : 0);
        if (f->mesh != last) meshes++, last = f->mesh;
        CHECK_EQ(f->mesh, damage < 40 ? WHOLE : damage < 100 ? BROKEN : SPLINTERS);
        CHECK_EQ(f->collision, damage < 40 ? BOX : damage < 100 ? LOW : 0);
    }
    CHECK_EQ(meshes, 2);
    CHECK_EQ(log.changes, 2);
    CHECK_EQ(log.stale, 2);
    CHECK_EQ(log.sounds, 31 + 32);
    CHECK_EQ(f->mass, 5 * FX_ONE);
    /* The other object is unchanged; one great hit enters both versions, in order. */
    o = ox_world_get(&world, b);
    CHECK_EQ(ox_element_begin(&elements, o, 0), OX_OK);
    CHECK_EQ(ox_element_version(&elements, o)->mesh, WHOLE);
    CHECK_EQ(ox_element_hit(&elements, o, FX_MAX), 2);
    CHECK_EQ(ox_element_hit(&elements, o, FX_MAX), 0); /* the damage saturates */
    CHECK_EQ(log.changes, 4);
    CHECK_EQ(log.stale, 3);
}

TEST(world_element_survives_a_save) {
    log_ log = {0};
    static const ox_object_type type = {.name = 1,
                                        .capacity = 8,
                                        .record = &furniture_record,
                                        .start = &whole,
                                        .components = {OX_NAME("element")}};
    ox_elements elements = {.sets = sets, .count = 1, .changed = change, .context = &log};
    uint8_t image[64];
    start();
    CHECK_EQ(ox_elements_init(&elements, &world, 8), 0);
    CHECK_EQ(ox_world_add_type(&world, &type), 0);
    ox_object *o = ox_world_spawn(&world, 0, NULL), *loaded = ox_world_spawn(&world, 0, NULL);
    CHECK_EQ(ox_element_begin(&elements, o, 0), OX_OK);
    uint32_t hash = ox_world_hash(&world, OX_FNV_START);
    CHECK_EQ(ox_element_hit(&elements, o, 45 * FX_ONE), 1);
    CHECK(ox_world_hash(&world, OX_FNV_START) != hash);
    size_t bytes =
        ox_type_save(&ox_element_record, ox_component_get(&world, o, 0), NULL, OX_SAVE, image, sizeof image);
    CHECK(bytes <= sizeof image);
    CHECK_EQ(ox_type_load(&ox_element_record, ox_component_get(&world, loaded, 0), NULL, image, bytes, NULL),
             OX_OK);
    ox_element_show(&elements, loaded);
    CHECK_EQ(log.shown, 1);
    CHECK_EQ(((furniture *)ox_object_data(&world, loaded))->collision, LOW);
    /* the element goes on from its loaded damage */
    CHECK_EQ(ox_element_hit(&elements, loaded, 55 * FX_ONE), 1);
    CHECK_EQ(log.sounds, 31 + 32);
}

TEST(world_element_refusals) {
    static const ox_version rising[] = {{.mesh = 1}, {.threshold = 5}, {.threshold = 6}};
    const ox_version_set bad[] = {
        {rising, 3, 100}, {NULL, 1, 1}, {crate, 9, 1}, {crate, 0, 1}, {crate, 3, 60 * FX_ONE}};
    static const ox_object_type type = {.name = 1, .capacity = 1};
    start();
    for (uint32_t i = 0; i < 5; i++) {
        ox_elements elements = {.sets = &bad[i], .count = 1, .changed = change};
        CHECK_EQ(ox_elements_init(&elements, &world, 8), OX_BAD_DATA);
    }
    ox_elements elements = {.sets = sets, .count = 1};
    CHECK_EQ(ox_elements_init(&elements, &world, 8), OX_BAD_ARGUMENT);
    elements.changed = change;
    CHECK_EQ(ox_elements_init(&elements, &world, 8), 0);
    CHECK_EQ(ox_world_add_type(&world, &type), 0);
    ox_object *o = ox_world_spawn(&world, 0, NULL);
    CHECK_EQ(ox_element_hit(&elements, o, 1), 0);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK_EQ(ox_element_begin(&elements, o, 0), OX_BAD_ARGUMENT);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK(ox_element_version(&elements, o) == NULL);
    ox_element_show(&elements, o);
}

/* The same furniture as static and as dynamic objects: other lists, the same picture. */
static void nothing(ox_world *w, ox_object *o, void *data) { (void)w, (void)o, (void)data; }
static void paint(const ox_world *w, const ox_object *o, const void *data, void *target) {
    uint32_t *hash = (uint32_t *)target;
    (void)w, (void)o;
    *hash = ox_fnv_u32(*hash, ((const furniture *)data)->mesh);
}
TEST(world_static_elements_leave_the_lists) {
    static const ox_object_ops ops = {.update = {nothing}, .draw = paint};
    static const ox_object_type type = {.name = 1,
                                        .capacity = 10,
                                        .record = &furniture_record,
                                        .start = &whole,
                                        .ops = &ops,
                                        .flags = OX_OBJECT_VISIBLE};
    uint32_t pictures[2] = {OX_FNV_START, OX_FNV_START};
    start();
    CHECK_EQ(ox_world_add_type(&world, &type), 0);
    for (uint32_t i = 0; i < 10; i++) CHECK(ox_world_spawn(&world, 0, NULL) != NULL);
    ox_world_tick(&world);
    CHECK_EQ(ox_world_updated(&world), 10);
    CHECK_EQ(world.update_calls, 10);
    ox_world_draw(&world, &pictures[0]);
    for (ox_object *o = ox_world_first(&world, 0); o != NULL; o = ox_world_next(&world, o))
        ox_object_flag(&world, o, OX_OBJECT_STATIC, true);
    ox_world_tick(&world);
    CHECK_EQ(ox_world_updated(&world), 0);
    CHECK_EQ(world.update_calls, 0);
    ox_world_draw(&world, &pictures[1]);
    CHECK_EQ(pictures[0], pictures[1]);
}

/* ---- visibility feedback ---- */

typedef struct skinned {
    int32_t step;
    int32_t pose;  /* the step whose pose the bones show; cosmetic */
    int32_t bones; /* updates of bones; cosmetic */
} skinned;
static const ox_field skinned_fields[] = {OX_FIELD(skinned, step, OX_I32, OX_SIM)};
static const ox_type skinned_record = OX_TYPE(skinned, skinned_fields, 1);

static void step(ox_world *w, ox_object *o, void *data) {
    (void)w, (void)o;
    ((skinned *)data)->step++;
}
static void pose(ox_world *w, ox_object *o, void *context) {
    skinned *s = ox_object_data(w, o);
    (void)context;
    s->pose = s->step;
    s->bones += 20;
}
static ox_seen seen;
static uint32_t loudness;
static void animate_or_sound(void *context, ox_world *w, ox_phase phase, uint32_t bucket) {
    (void)context;
    if (bucket != 0) return;
    if (phase == OX_PHASE_SOUND) loudness = 0;
    for (ox_object *o = ox_world_first(w, 0); o != NULL; o = ox_world_next(w, o)) {
        bool visible = ox_seen_visible(&seen, o);
        if (phase == OX_PHASE_SOUND)
            loudness += visible ? 100u : 25u;
        else if (visible)
            pose(w, o, NULL);
    }
}
static const ox_system animation = {
    .name = 1, .phases = 1u << OX_PHASE_FINAL_POSES | 1u << OX_PHASE_SOUND, .run = animate_or_sound};

static uint32_t run_seen(bool culling, skinned *out) {
    static const ox_object_ops ops = {.update = {step}};
    static const ox_object_type type = {.name = 1, .capacity = 2, .record = &skinned_record, .ops = &ops};
    uint32_t hash = OX_FNV_START;
    start();
    CHECK_EQ(ox_seen_init(&seen, &world, pose, NULL), OX_OK);
    CHECK_EQ(ox_seen_init(&seen, &world, pose, NULL), OX_ALREADY_THERE);
    CHECK_EQ(ox_world_add_system(&world, &animation, NULL), 1);
    CHECK_EQ(ox_world_add_type(&world, &type), 0);
    ox_handle first;
    CHECK(ox_world_spawn(&world, 0, &first) != NULL && ox_world_spawn(&world, 0, NULL) != NULL);
    for (int t = 0; t < 40; t++) {
        ox_object *o = ox_world_get(&world, first);
        const skinned *s = ox_object_data(&world, o);
        int32_t bones = s->bones;
        bool hidden = culling && t >= 10 && t < 30;
        ox_world_tick(&world);
        hash = ox_world_hash(&world, hash);
        if (culling && t > 10 && t <= 30) {
            CHECK_EQ(s->bones, bones); /* the object was not in the last picture */
            CHECK_EQ(loudness, 125);
            CHECK_EQ(ox_seen_age(&seen, o), (uint32_t)t - 9u);
        } else {
            CHECK_EQ(loudness, 200);
        }
        ox_seen_begin(&seen);
        if (!hidden) ox_seen_mark(&seen, o);
        ox_seen_mark(&seen, ox_world_next(&world, o));
        /* the pose is current in the picture where the object reappears, too */
        if (!hidden) CHECK_EQ(s->pose, s->step);
    }
    *out = *(const skinned *)ox_object_data(&world, ox_world_get(&world, first));
    CHECK_EQ(ox_world_destroy(&world, first), OX_OK);
    ox_world_sweep(&world);
    ox_object *again = ox_world_spawn(&world, 0, NULL); /* a new object in the slot of one that was seen */
    CHECK_EQ(ox_seen_age(&seen, again), UINT32_MAX);
    return hash;
}

TEST(world_seen_saves_poses_and_changes_nothing) {
    skinned hidden, shown;
    uint32_t culled = run_seen(true, &hidden), all = run_seen(false, &shown);
    CHECK_EQ(culled, all);
    CHECK_EQ(hidden.step, shown.step);
    CHECK(hidden.bones < shown.bones);
    CHECK_EQ(shown.bones - hidden.bones, 19 * 20); /* 20 ticks without an update, and one at its return */
}

static bool asked;
static void peek(ox_world *w, ox_object *o, void *data) {
    (void)w, (void)data;
    asked = ox_seen_visible(&seen, o) && ox_seen_age(&seen, o) == 0;
}
TEST(world_seen_is_not_for_the_simulation) {
    static const ox_object_ops ops = {.update = {peek}};
    static const ox_object_type type = {.name = 1, .capacity = 2, .ops = &ops};
    start();
    CHECK_EQ(ox_seen_init(&seen, &world, NULL, NULL), OX_OK);
    CHECK_EQ(ox_world_add_type(&world, &type), 0);
    ox_object *o = ox_world_spawn(&world, 0, NULL);
    ox_seen_mark(&seen, o); /* a mark before a picture began */
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    ox_seen_begin(&seen);
    asked = false;
    ox_world_tick(&world);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 2 : 0);
    CHECK(asked); /* the answer is the same whatever was drawn */
    ox_arena_init(&arena, block.bytes, 4096);
    ox_world_config small = {.objects = 32, .types = 1, .systems = 1};
    CHECK_EQ(ox_world_init(&world, &arena, &small), OX_OK);
    while (ox_arena_push_low(&arena, 64, 4) != NULL) {
    }
    CHECK_EQ(ox_seen_init(&seen, &world, NULL, NULL), OX_OUT_OF_MEMORY);
}

/* ---- casts ---- */

static const ox_field place_fields[] = {OX_FIELD(vec3, x, OX_FX, OX_SIM), OX_FIELD(vec3, y, OX_FX, OX_SIM),
                                        OX_FIELD(vec3, z, OX_FX, OX_SIM)};
static const ox_type place_record = OX_TYPE(vec3, place_fields, 1);
static const ox_component_type place_component = {
    .name = OX_NAME("place"), .capacity = 64, .record = &place_record, .slot = OX_SLOT_PLACE + 1};
static const ox_object_type body = {
    .name = OX_NAME("body"), .capacity = 64, .components = {OX_NAME("place")}};

/* Tells the place of the object in slot `from.y`. */
static void where(void *context, const ox_world *w, ox_cast *cast) {
    const ox_object *o = ox_world_slot(w, (uint32_t)cast->from.y);
    ++*(uint32_t *)context;
    cast->hit = o->handle;
    cast->place = *ox_place_of(w, o);
}
static void move_bodies(void *context, ox_world *w, ox_phase phase, uint32_t bucket) {
    (void)context, (void)phase, (void)bucket;
    for (ox_object *o = ox_world_first(w, 0); o != NULL; o = ox_world_next(w, o)) {
        vec3 at = *ox_place_of(w, o);
        at.x += FX_ONE;
        CHECK_EQ(ox_place_set(w, o, at), OX_OK);
    }
}
static const ox_system physics = {
    .name = OX_NAME("physics"), .phases = 1u << OX_PHASE_STEP, .run = move_bodies};

static void spread_out(void *context, ox_casts *casts, ox_cast_when when, uint32_t count) {
    uint32_t pieces = *(const uint32_t *)context; /* pieces in reverse order, as workers may run them */
    for (uint32_t i = pieces; i-- > 0;)
        ox_casts_run(casts, when, count * i / pieces, count * (i + 1) / pieces - count * i / pieces);
}

TEST(world_casts_before_and_after_the_step) {
    ox_casts casts;
    uint32_t answered = 0, before, after;
    ox_handle mover;
    start();
    CHECK_EQ(ox_world_add_component(&world, &place_component), 0);
    CHECK_EQ(ox_world_add_type(&world, &body), 0);
    CHECK_EQ(ox_world_add_system(&world, &physics, NULL), 0);
    CHECK_EQ(ox_casts_init(&casts, &world, 0, where, &answered), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_casts_init(&casts, &world, 3, where, &answered), OX_OK);
    CHECK(ox_world_spawn(&world, 0, &mover) != NULL);
    ox_world_tick(&world); /* the object stands at 1 now */
    before = ox_cast_ask(&casts, mover, OX_CAST_BEFORE, (vec3){0}, (vec3){0});
    after = ox_cast_ask(&casts, OX_HANDLE_NONE, OX_CAST_AFTER, (vec3){0}, (vec3){0});
    CHECK(before != 0 && after != 0 && ox_cast_answer(&casts, before) == NULL);
    ox_world_tick(&world);
    CHECK_EQ(ox_cast_answer(&casts, before)->place.x, 1 * FX_ONE);
    CHECK_EQ(ox_cast_answer(&casts, after)->place.x, 2 * FX_ONE);
    CHECK_EQ(ox_cast_answer(&casts, after)->tick, world.tick - 1);
    CHECK(ox_handle_same(ox_cast_answer(&casts, after)->hit, mover));
    ox_world_tick(&world); /* answers live for one tick */
    CHECK(ox_cast_answer(&casts, before) == NULL && ox_cast_answer(&casts, after) == NULL);
    CHECK(ox_cast_answer(&casts, 0) == NULL);
    for (int i = 0; i < 3; i++) CHECK(ox_cast_ask(&casts, mover, OX_CAST_AFTER, (vec3){0}, (vec3){0}) != 0);
    CHECK_EQ(ox_cast_ask(&casts, mover, OX_CAST_AFTER, (vec3){0}, (vec3){0}), 0);
    CHECK_EQ(casts.refused, 1);
    CHECK_EQ(ox_world_destroy(&world, mover), OX_OK);
    CHECK_EQ(ox_world_leaks(&world), 1 + 1 + 3);
    answered = 0;
    ox_world_tick(&world); /* dead objects ask nothing */
    CHECK_EQ(answered, 0);
    CHECK_EQ(ox_world_leaks(&world), 0);
}

/* Casts saved while some wait and some are answered go on with the same answers, slots and tickets. A state cut
 * short or with wild bytes is refused, and nothing changes. */
TEST(world_casts_are_saved) {
    ox_casts casts;
    uint8_t bytes[256], again[256];
    uint32_t answered = 0, before, after;
    ox_handle mover;
    start();
    CHECK_EQ(ox_world_add_component(&world, &place_component), 0);
    CHECK_EQ(ox_world_add_type(&world, &body), 0);
    CHECK_EQ(ox_world_add_system(&world, &physics, NULL), 0);
    CHECK_EQ(ox_casts_init(&casts, &world, 4, where, &answered), OX_OK);
    CHECK(ox_world_spawn(&world, 0, &mover) != NULL);
    before = ox_cast_ask(&casts, mover, OX_CAST_BEFORE, (vec3){0}, (vec3){0});
    ox_world_tick(&world);
    after = ox_cast_ask(&casts, mover, OX_CAST_AFTER, (vec3){0, 0, 7}, (vec3){1, 2, 3});
    ox_writer to = ox_writer_bytes(bytes, sizeof bytes);
    ox_casts_save(&casts, &to);
    CHECK_EQ(to.used, 8 + 2 * 1 + 2 * 52);
    ox_world_tick(&world);
    CHECK_EQ(ox_cast_answer(&casts, after)->from.z, 7);
    CHECK(ox_cast_ask(&casts, mover, OX_CAST_AFTER, (vec3){0}, (vec3){0}) != 0);
    for (size_t cut = 0; cut < to.used; cut++) {
        ox_reader shorter = ox_reader_bytes(bytes, cut);
        CHECK_EQ(ox_casts_restore(&casts, &shorter), OX_BAD_DATA);
    }
    for (int at = 0; at < 10; at++) {
        static const uint8_t places[2] = {8, 9}; /* bytes of the first cast's state and moment */
        memcpy(again, bytes, sizeof again);
        again[places[at & 1]] = (uint8_t)(3 + at);
        ox_reader wild = ox_reader_bytes(again, to.used);
        CHECK_EQ(ox_casts_restore(&casts, &wild), OX_BAD_DATA);
    }
    CHECK(ox_cast_answer(&casts, after) != NULL);
    ox_reader from = ox_reader_bytes(bytes, to.used);
    CHECK_EQ(ox_casts_restore(&casts, &from), OX_OK);
    CHECK_EQ(from.used, to.used);
    CHECK(ox_cast_answer(&casts, before) != NULL && ox_cast_answer(&casts, after) == NULL);
    to = ox_writer_bytes(again, sizeof again);
    ox_casts_save(&casts, &to);
    CHECK(memcmp(again, bytes, to.used) == 0);
    ox_world_tick(&world);
    CHECK(ox_cast_answer(&casts, before) == NULL);
    CHECK_EQ(ox_cast_answer(&casts, after)->to.y, 2);
}

/* Casts answered as a whole, and cut into pieces in another order, have the same answers. */
TEST(world_casts_in_batches_are_the_same) {
    uint32_t hashes[4] = {0}, pieces[4] = {0, 1, 3, 8};
    for (int how = 0; how < 4; how++) {
        ox_casts casts;
        uint32_t answered = 0, tickets[40], hash = OX_FNV_START;
        start();
        CHECK_EQ(ox_world_add_component(&world, &place_component), 0);
        CHECK_EQ(ox_world_add_type(&world, &body), 0);
        CHECK_EQ(ox_world_add_system(&world, &physics, NULL), 0);
        CHECK_EQ(ox_casts_init(&casts, &world, 80, where, &answered), OX_OK);
        if (how != 0) casts.spread = spread_out, casts.spread_context = &pieces[how];
        for (int i = 0; i < 40; i++) CHECK(ox_world_spawn(&world, 0, NULL) != NULL);
        for (int t = 0; t < 20; t++) {
            for (uint32_t i = 0; i < 40; i++)
                tickets[i] = ox_cast_ask(&casts, OX_HANDLE_NONE, i % 2 ? OX_CAST_BEFORE : OX_CAST_AFTER,
                                         (vec3){0, (fx)((i * 7u) % 40u), 0}, (vec3){0});
            ox_world_tick(&world);
            for (uint32_t i = 0; i < 40; i++) {
                const ox_cast *cast = ox_cast_answer(&casts, tickets[i]);
                CHECK(cast != NULL);
                if (cast != NULL)
                    hash = ox_fnv_u32(ox_fnv_u32(hash, cast->hit.bits), (uint32_t)cast->place.x);
            }
        }
        CHECK_EQ(answered, 800);
        hashes[how] = ox_world_hash(&world, hash);
        CHECK_EQ(hashes[how], hashes[0]);
    }
}

/* Pictures between the ticks, at 30, 60 and a changing number a second, do not change the state. */
TEST(world_casts_whatever_the_rate_of_pictures) {
    static const uint8_t pictures[3][4] = {{0, 1, 0, 1}, {1, 1, 1, 1}, {3, 0, 1, 2}};
    uint32_t hashes[3];
    for (int how = 0; how < 3; how++) {
        ox_casts casts;
        uint32_t answered = 0, drawn = 0;
        start();
        CHECK_EQ(ox_world_add_component(&world, &place_component), 0);
        CHECK_EQ(ox_world_add_type(&world, &body), 0);
        CHECK_EQ(ox_world_add_system(&world, &physics, NULL), 0);
        CHECK_EQ(ox_casts_init(&casts, &world, 8, where, &answered), OX_OK);
        CHECK(ox_world_spawn(&world, 0, NULL) != NULL);
        hashes[how] = OX_FNV_START;
        for (uint32_t t = 0; t < 60; t++) {
            uint32_t ticket = ox_cast_ask(&casts, OX_HANDLE_NONE, OX_CAST_AFTER, (vec3){0}, (vec3){0});
            ox_world_tick(&world);
            for (int p = 0; p < pictures[how][t % 4]; p++) ox_world_draw(&world, &drawn);
            hashes[how] = ox_fnv_u32(hashes[how], (uint32_t)ox_cast_answer(&casts, ticket)->place.x);
            hashes[how] = ox_world_hash(&world, hashes[how]);
        }
        CHECK_EQ(hashes[how], hashes[0]);
    }
}
