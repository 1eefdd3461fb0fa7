/* Components: rings and tables behind one interface, the property form of a world, messages between components. */
#include <string.h>

#include "fixedmath/random.h"
#include "fixedmath/types.h"
#include "kernel/world/component.h"
#include "tests/test.h"

static union {
    uint64_t align;
    uint8_t bytes[64 * 1024];
} block;
static ox_arena arena;
static ox_world world;

static void start(uint16_t objects) {
    ox_world_config config = {.objects = objects, .types = 4, .components = 8, .systems = 2};
    ox_arena_init(&arena, block.bytes, sizeof block.bytes);
    CHECK_EQ(ox_world_init(&world, &arena, &config), OX_OK);
}

/* ---- parts of vehicles ---- */

typedef struct value {
    int32_t number;
    uint32_t heard;
} value;
static const ox_field value_fields[] = {OX_FIELD(value, number, OX_I32, OX_SIM),
                                        OX_FIELD(value, heard, OX_U32, OX_SIM)};
static const ox_type value_record = OX_TYPE(value, value_fields, 1);

static uint32_t order[64], orders;
static void note(uint32_t what) {
    if (orders < 64) order[orders++] = what;
}
static bool hear(ox_world *w, ox_object *o, void *data, const void *event) {
    (void)w, (void)o, (void)event;
    ((value *)data)->heard++;
    return true;
}
static void land_update(ox_world *w, ox_object *o, void *data) {
    (void)w, (void)o;
    ((value *)data)->number++;
    note(1);
}
static void water_update(ox_world *w, ox_object *o, void *data) {
    (void)w, (void)o;
    ((value *)data)->number += 10;
    note(2);
}
static void graphics_update(ox_world *w, ox_object *o, void *data) { (void)w, (void)o, (void)data, note(3); }
static uint32_t terms;
static void term(ox_world *w, ox_object *o, void *data) { (void)w, (void)o, (void)data, terms++; }

static const ox_component_ops land_ops = {.update = {land_update}, .event = hear, .term = term};
static const ox_component_ops water_ops = {.update = {NULL, water_update}, .event = hear, .term = term};
static const ox_component_ops graphics_ops = {.update = {NULL, NULL, graphics_update}, .term = term};
static const value shared_look = {77, 0};
static const ox_component_type land = {
    .name = OX_NAME("land"), .capacity = 8, .record = &value_record, .ops = &land_ops};
static const ox_component_type water = {
    .name = OX_NAME("water"), .capacity = 8, .record = &value_record, .ops = &water_ops};
static const ox_component_type graphics = {.name = OX_NAME("graphics"),
                                           .capacity = 8,
                                           .start = &shared_look,
                                           .ops = &graphics_ops,
                                           .slot = OX_SLOT_MESH + 1};
static const ox_component_type body = {
    .name = OX_NAME("body"), .capacity = 8, .record = &value_record, .slot = OX_SLOT_BODY + 1};

static void draw_mesh(const ox_world *w, const ox_object *o, const void *data, void *target) {
    (void)data;
    if (o->slots[OX_SLOT_MESH] != 0 && w != NULL) ++*(uint32_t *)target; /* without a mesh nothing is drawn */
}
static const ox_object_ops thing_ops = {.draw = draw_mesh};
static const ox_object_type thing = {
    .name = OX_NAME("thing"), .capacity = 16, .ops = &thing_ops, .flags = OX_OBJECT_VISIBLE};
static const ox_object_type amphibian = {
    .name = OX_NAME("amphibian"),
    .capacity = 4,
    .components = {OX_NAME("land"), OX_NAME("water"), OX_NAME("graphics")}};

static uint32_t add(const ox_component_type *type) {
    int index = ox_world_add_component(&world, type);
    CHECK(index >= 0);
    return (uint32_t)index;
}

TEST(world_components_combine) {
    start(16);
    uint32_t l = add(&land), wt = add(&water), g = add(&graphics), b = add(&body);
    CHECK_EQ(ox_world_add_component(&world, &land), OX_ALREADY_THERE);
    int type = ox_world_add_type(&world, &thing), duck_type = ox_world_add_type(&world, &amphibian);
    CHECK(type == 0 && duck_type == 1);
    ox_object *decoration = ox_world_spawn(&world, 0, NULL), *zone = ox_world_spawn(&world, 0, NULL),
              *prop = ox_world_spawn(&world, 0, NULL);
    CHECK(ox_component_add(&world, decoration, g) != NULL);
    CHECK(ox_component_add(&world, zone, b) != NULL);
    CHECK(ox_component_add(&world, prop, g) != NULL);
    CHECK(ox_component_add(&world, prop, b) != NULL);
    CHECK(ox_component_add(&world, prop, b) == NULL); /* one component in a slot */
    uint32_t pictures = 0;
    ox_world_draw(&world, &pictures);
    CHECK_EQ(pictures, 2); /* the zone has no mesh */
    /* Two objects share a stateless component's data. */
    CHECK(ox_component_get(&world, decoration, g) == ox_component_get(&world, prop, g));
    CHECK_EQ(((const value *)ox_component_get(&world, prop, g))->number, 77);
    CHECK(!ox_component_has(&world, zone, g));
    /* An amphibious vehicle is made of Land and Water, which are not changed. */
    ox_handle handle;
    ox_object *duck = ox_world_spawn(&world, 1, &handle);
    orders = 0;
    terms = 0;
    ox_world_tick(&world);
    CHECK_EQ(((value *)ox_component_get(&world, duck, l))->number, 1);
    CHECK_EQ(((value *)ox_component_get(&world, duck, wt))->number, 10);
    static const uint32_t expected[] = {1, 2, 3, 3, 3}; /* input, physics, graphics of all three components */
    CHECK_EQ(orders, 5);
    CHECK_EQ(memcmp(order, expected, sizeof expected), 0);
    CHECK_EQ(ox_world_destroy(&world, handle), OX_OK);
    ox_world_sweep(&world);
    CHECK_EQ(terms, 3);
    ox_world_destroy_all(&world);
    ox_world_sweep(&world);
    CHECK_EQ(ox_world_leaks(&world), 0);
}

TEST(world_components_of_one_type) {
    start(4);
    uint32_t l = add(&land), wt = add(&water);
    CHECK_EQ(ox_world_add_type(&world, &thing), 0);
    ox_object *o = ox_world_spawn(&world, 0, NULL);
    value *first = ox_component_add(&world, o, l), *other = ox_component_add(&world, o, wt),
          *second = ox_component_add(&world, o, l);
    CHECK_EQ(ox_object_tell(&world, o, "hit"), 3);
    CHECK(first->heard == 1 && second->heard == 1 && other->heard == 1);
    ox_component c;
    uint32_t seen = 0, walked = 0;
    for (bool more = ox_component_first(&world, o, &c); more;
         more = ox_component_next(&world, o, &c), walked++)
        seen |= c.data == first ? 1u : c.data == other ? 2u : c.data == second ? 4u : 8u;
    CHECK_EQ(seen, 7);
    CHECK_EQ(walked, 3);
    CHECK_EQ(ox_component_remove(&world, o, l, second), OX_OK);
    CHECK(ox_component_get(&world, o, l) == first);
    ox_world_tick(&world);
    CHECK(first->number == 1 && other->number == 10);
    CHECK_EQ(ox_component_count(&world.components[l]), 1);
    CHECK_EQ(ox_component_remove(&world, o, l, NULL), OX_OK);
    CHECK_EQ(ox_component_remove(&world, o, l, NULL), OX_NOT_FOUND);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    ox_world_tick(&world);
    CHECK_EQ(other->number, 20);
    CHECK_EQ(ox_component_count(&world.components[l]), 0);
    for (int i = 0; i < 8; i++) CHECK(ox_component_add(&world, o, l) != NULL);
    CHECK(ox_component_add(&world, o, l) == NULL); /* the pool is empty */
    CHECK_EQ(world.components[l].refused, 1);
    CHECK(ox_component_add(&world, o, 99) == NULL);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
}

/* Random adding, removing and destroying against a plain model. */
TEST(world_components_like_a_model) {
    enum { OBJECTS = 12, TYPES = 3, MOST = 40 };
    static ox_component_type types[TYPES];
    ox_handle handles[OBJECTS] = {{0}};
    uint32_t counts[OBJECTS][TYPES] = {{0}}, sum[TYPES] = {0};
    rng32 r = rng32_seed(57, 1);
    start(OBJECTS);
    for (uint32_t t = 0; t < TYPES; t++) {
        types[t] = (ox_component_type){.name = t + 1,
                                       .capacity = MOST,
                                       .record = &value_record,
                                       .storage = t == 2 ? OX_TABLE : OX_POOLED};
        CHECK_EQ(add(&types[t]), t);
    }
    CHECK_EQ(ox_world_add_type(&world, &thing), 0);
    for (int round = 0; round < 4000; round++) {
        uint32_t i = rng32_next(&r) % OBJECTS, t = rng32_next(&r) % TYPES, what = rng32_next(&r) % 16;
        ox_object *o = ox_world_get(&world, handles[i]);
        if (o == NULL) {
            CHECK((o = ox_world_spawn(&world, 0, &handles[i])) != NULL);
            if (o == NULL) return;
        } else if (what == 0) {
            (void)ox_world_destroy(&world, handles[i]);
            ox_world_sweep(&world);
            for (uint32_t k = 0; k < TYPES; k++) sum[k] -= counts[i][k], counts[i][k] = 0;
            continue;
        } else if (what < 9) {
            bool room = t == 2 ? counts[i][t] == 0 : sum[t] < MOST;
            value *added = ox_component_add(&world, o, t);
            CHECK_EQ(added != NULL, room);
            if (added != NULL) added->number = (int32_t)i, counts[i][t]++, sum[t]++;
        } else if (counts[i][t] > 0) {
            CHECK_EQ(ox_component_remove(&world, o, t, NULL), OX_OK);
            counts[i][t]--, sum[t]--;
            if (what & 1u) ox_world_sweep(&world);
            if ((what & 1u) == 0 && sum[t] + 1 >= MOST)
                ox_world_sweep(&world); /* the record is free after the sweep */
        }
        if (what == 12 || sum[0] + 4 >= MOST || sum[1] + 4 >= MOST) ox_world_sweep(&world);
        uint32_t found[TYPES] = {0};
        ox_component c;
        for (bool more = ox_component_first(&world, o, &c); more; more = ox_component_next(&world, o, &c)) {
            found[c.type]++;
            CHECK_EQ(((value *)c.data)->number, i);
        }
        CHECK_EQ(memcmp(found, counts[i], sizeof found), 0);
        for (uint32_t k = 0; k < TYPES; k++) CHECK_EQ(ox_component_has(&world, o, k), counts[i][k] != 0);
    }
    ox_rows rows = ox_component_rows(&world, 2);
    CHECK_EQ(rows.count, sum[2]);
    for (uint32_t i = 1; i < rows.count; i++) CHECK(rows.owners[i - 1] < rows.owners[i]);
    uint32_t visited = 0;
    ox_object *owner;
    void *data;
    for (uint32_t at = 0; (at = ox_component_each(&world, 0, at, &owner, &data)) != 0; visited++)
        CHECK(ox_handle_same(handles[((value *)data)->number], owner->handle));
    CHECK_EQ(visited, sum[0]);
}

/* ---- the property form ---- */

static const ox_field vec_fields[] = {OX_FIELD(vec3, x, OX_FX, OX_SIM), OX_FIELD(vec3, y, OX_FX, OX_SIM),
                                      OX_FIELD(vec3, z, OX_FX, OX_SIM)};
static const ox_type vec_record = OX_TYPE(vec3, vec_fields, 1);
static bool take_hit(ox_world *w, ox_object *o, void *data, const void *event) {
    value *health = data;
    health->number -= *(const int *)event;
    if (health->number <= 0) (void)ox_world_destroy(w, o->handle);
    return true;
}
static const ox_component_ops health_ops = {.event = take_hit};
static const value full_health = {15, 0};

static ox_component_type position, orientation, health;
static void start_properties(uint8_t storage) {
    start(8);
    position = (ox_component_type){
        .name = OX_NAME("position"), .capacity = 8, .storage = storage, .record = &vec_record};
    orientation = position;
    orientation.name = OX_NAME("orientation");
    health = (ox_component_type){.name = OX_NAME("health"),
                                 .capacity = 8,
                                 .storage = storage,
                                 .record = &value_record,
                                 .start = &full_health,
                                 .ops = &health_ops};
    CHECK(add(&position) == 0 && add(&orientation) == 1 && add(&health) == 2);
    CHECK_EQ(ox_world_add_type(&world, &thing), 0);
}

/* T11: loads objects from a chunk. The third object's number is an orientation. */
static uint32_t load_chunk(ox_object *objects[4]) {
    for (uint32_t i = 1; i <= 3; i++) objects[i] = ox_world_spawn(&world, 0, NULL);
    *(vec3 *)ox_component_add(&world, objects[1], 0) = (vec3){0, 3 * FX_ONE, 15 * FX_ONE};
    *(vec3 *)ox_component_add(&world, objects[2], 0) = (vec3){-12 * FX_ONE, 0, 8 * FX_ONE};
    *(vec3 *)ox_component_add(&world, objects[3], 1) = (vec3){0, -87 * FX_ONE, 0};
    *(vec3 *)ox_component_add(&world, objects[1], 1) = (vec3){0, 43 * FX_ONE, 0};
    CHECK(ox_component_add(&world, objects[2], 2) != NULL);
    return ox_world_hash(&world, OX_FNV_START);
}

TEST(world_property_tables) {
    ox_object *objects[4];
    start_properties(OX_POOLED);
    uint32_t hash = load_chunk(objects);
    start_properties(OX_TABLE);
    CHECK_EQ(load_chunk(objects), hash); /* both forms make the same world */
    ox_rows at = ox_component_rows(&world, 0), turned = ox_component_rows(&world, 1),
            hurt = ox_component_rows(&world, 2);
    CHECK(at.count == 2 && turned.count == 2 && hurt.count == 1);
    uint16_t slots[4];
    for (int i = 1; i <= 3; i++) slots[i] = (uint16_t)(objects[i]->handle.bits & 0xFFFFu);
    CHECK(at.owners[0] == slots[1] && at.owners[1] == slots[2]);
    CHECK(turned.owners[0] == slots[1] && turned.owners[1] == slots[3]);
    CHECK_EQ(hurt.owners[0], slots[2]); /* "has health" */
    CHECK_EQ(((const value *)hurt.data)->number, 15);
    CHECK_EQ(((const vec3 *)(const void *)(turned.data + turned.stride))->y, -87 * FX_ONE);
    /* An object is damageable because it has Health. */
    int damage = 15;
    CHECK_EQ(ox_object_tell(&world, objects[1], &damage), 0);
    ox_handle second = objects[2]->handle, first = objects[1]->handle;
    CHECK(ox_component_add(&world, objects[1], 2) != NULL);
    CHECK_EQ(ox_component_remove(&world, objects[2], 2, NULL), OX_OK);
    CHECK_EQ(ox_object_tell(&world, objects[2], &damage), 0);
    CHECK(ox_world_get(&world, second) != NULL);
    CHECK_EQ(ox_object_tell(&world, objects[1], &damage), 1);
    CHECK(ox_world_get(&world, first) == NULL);
    ox_world_sweep(&world);
    CHECK_EQ(ox_component_rows(&world, 0).count, 1);
    CHECK_EQ(ox_component_rows(&world, 1).count, 1);
    CHECK_EQ(ox_component_rows(&world, 2).count, 0);
}

/* ---- talk ---- */

static bool echo(ox_world *w, ox_object *o, void *data, const void *event) {
    ((value *)data)->heard++;
    return ox_object_tell(w, o, event) > 0 || true; /* a component that answers without end */
}
static const ox_component_ops echo_ops = {.event = echo};

/* Communication by shared state, direct reference and message; and the lag when the order is swapped. */
static void physics_late(ox_world *w, ox_object *o, void *data) {
    (void)w, (void)data;
    o->chunk++; /* the shared member */
}
static void graphics_show(ox_world *w, ox_object *o, void *data) {
    value *on_ground = ox_component_get(w, o, 0); /* a sibling asked directly */
    ((value *)data)->number = o->chunk;
    ((value *)data)->heard = on_ground->heard;
}

TEST(world_components_talk) {
    static ox_component_type ear, parrot;
    start(4);
    ear = (ox_component_type){
        .name = OX_NAME("ear"), .capacity = 16, .record = &value_record, .ops = &land_ops};
    uint32_t e = add(&ear);
    CHECK_EQ(ox_world_add_type(&world, &thing), 0);
    ox_object *o = ox_world_spawn(&world, 0, NULL);
    value *ears[11];
    for (int i = 0; i < 10; i++) ears[i] = ox_component_add(&world, o, e);
    CHECK_EQ(ox_object_tell(&world, o, "x"), 10); /* the sender hears the message as well */
    for (int i = 0; i < 10; i++) CHECK_EQ(ears[i]->heard, 1);
    ears[10] = ox_component_add(&world, o, e);
    CHECK_EQ(ox_object_tell(&world, o, "x"), 10);
    CHECK_EQ(ears[10]->heard, 0);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    start(4);
    parrot = (ox_component_type){
        .name = OX_NAME("parrot"), .capacity = 2, .record = &value_record, .ops = &echo_ops};
    e = add(&parrot);
    CHECK_EQ(ox_world_add_type(&world, &thing), 0);
    o = ox_world_spawn(&world, 0, NULL);
    ears[0] = ox_component_add(&world, o, e);
    (void)ox_object_tell(&world, o, "polly");
    CHECK_EQ(ears[0]->heard, OX_TELL_DEPTH);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK_EQ(world.depth, 0);
}

TEST(world_component_order_shows) {
    for (int swapped = 0; swapped < 2; swapped++) {
        static ox_component_ops physics_ops, show_ops;
        static ox_component_type physics, show;
        start(4);
        physics_ops = (ox_component_ops){.update = {NULL, physics_late}};
        show_ops = (ox_component_ops){
            .update = {swapped ? graphics_show : NULL, NULL, swapped ? NULL : graphics_show}};
        physics = (ox_component_type){.name = 1, .capacity = 2, .record = &value_record, .ops = &physics_ops};
        show = (ox_component_type){.name = 2, .capacity = 2, .record = &value_record, .ops = &show_ops};
        CHECK(add(&physics) == 0 && add(&show) == 1);
        CHECK_EQ(ox_world_add_type(&world, &thing), 0);
        ox_object *o = ox_world_spawn(&world, 0, NULL);
        value *p = ox_component_add(&world, o, 0), *s = ox_component_add(&world, o, 1);
        p->heard = 42;
        for (int t = 1; t <= 3; t++) {
            ox_world_tick(&world);
            /* with graphics before physics the picture has the last frame's place */
            CHECK_EQ(s->number, swapped ? t - 1 : t);
            CHECK_EQ(s->heard, 42);
        }
    }
}

/* One type with three input components: player, machine, recording. */
static int32_t pressed;
static void input_player(ox_world *w, ox_object *o, void *data) {
    (void)w, (void)o, ((value *)data)->number += pressed;
}
static void input_machine(ox_world *w, ox_object *o, void *data) {
    (void)w, (void)o, ((value *)data)->number += 2;
}
TEST(world_input_component_is_swapped) {
    static const ox_component_ops player_ops = {.update = {input_player}},
                                  machine_ops = {.update = {input_machine}};
    static const ox_component_type
        player = {.name = 1, .capacity = 2, .record = &value_record, .ops = &player_ops},
        machine = {.name = 2, .capacity = 2, .record = &value_record, .ops = &machine_ops};
    start(4);
    CHECK(add(&player) == 0 && add(&machine) == 1);
    CHECK_EQ(ox_world_add_type(&world, &thing), 0);
    ox_object *a = ox_world_spawn(&world, 0, NULL), *b = ox_world_spawn(&world, 0, NULL);
    value *va = ox_component_add(&world, a, 0), *vb = ox_component_add(&world, b, 1);
    pressed = 5;
    ox_world_tick(&world);
    CHECK(va->number == 5 && vb->number == 2);
    CHECK_EQ(ox_component_remove(&world, a, 0, NULL), OX_OK);
    va = ox_component_add(&world, a, 1);
    ox_world_tick(&world);
    CHECK(va->number == 2 && vb->number == 4);
}

/* A copy has the values of every component of the original, in rings and in tables, which are its own from then on. */
TEST(world_clones_carry_the_values_of_components) {
    static const ox_component_type table = {
        .name = OX_NAME("table"), .capacity = 8, .record = &value_record, .storage = OX_TABLE};
    start(4);
    uint32_t l = add(&land), wt = add(&water), b = add(&body), t = add(&table);
    const uint32_t types[] = {l, wt, l, b, t};
    CHECK_EQ(ox_world_add_type(&world, &thing), 0);
    ox_object *from = ox_world_spawn(&world, 0, NULL);
    for (int i = 0; i < 5; i++) {
        value *of = ox_component_add(&world, from, types[i]);
        CHECK(of != NULL);
        if (of != NULL) *of = (value){100 + i, 7u * (uint32_t)i + 1u};
    }
    from->chunk = 3;
    from->clock = 2;
    from->tags = 5;
    CHECK_EQ(ox_object_name(&world, from, OX_NAME("first")), OX_OK);
    ox_object_flag(&world, from, OX_OBJECT_USER, true);
    ox_handle handle;
    ox_object *copy = ox_world_clone(&world, from, &handle);
    CHECK(copy != NULL && ox_handle_same(copy->handle, handle) && !ox_handle_same(from->handle, handle));
    CHECK(copy->chunk == 3 && copy->clock == 2 && copy->tags == 5 && copy->type == from->type);
    CHECK((copy->flags & OX_OBJECT_USER) != 0 && copy->bucket == from->bucket &&
          copy->wanted == from->wanted);
    CHECK(copy->name == OX_ID_NONE && ox_world_find(&world, OX_NAME("first")) == from);
    ox_component a, c;
    bool more = ox_component_first(&world, from, &a), also = ox_component_first(&world, copy, &c);
    uint32_t count = 0;
    for (; more && also; count++) {
        CHECK_EQ(a.type, c.type);
        CHECK(a.data != c.data);
        CHECK_EQ(memcmp(a.data, c.data, sizeof(value)), 0);
        CHECK(((const value *)c.data)->number >= 100);
        ((value *)c.data)->number = 0; /* its own */
        CHECK(((const value *)a.data)->number >= 100);
        more = ox_component_next(&world, from, &a);
        also = ox_component_next(&world, copy, &c);
    }
    CHECK(count == 5 && !more && !also);
    /* Any number of copies one after the other: copying leaves no nesting behind. */
    for (int i = 0; i < 40; i++) {
        ox_object *next = ox_world_clone(&world, from, &handle);
        CHECK(next != NULL);
        CHECK_EQ(ox_world_destroy(&world, handle), OX_OK);
        ox_world_sweep(&world);
    }
    /* Without room for a component there is no copy at all. */
    while (ox_component_add(&world, from, l) != NULL) continue;
    const uint16_t alive = (uint16_t)world.alive;
    CHECK(ox_world_clone(&world, from, &handle) == NULL && handle.bits == 0);
    ox_world_sweep(&world);
    CHECK_EQ(world.alive, alive);
}

TEST(world_components_that_cannot_be) {
    static const ox_component_type
        none = {.name = OX_NAME("none"), .record = &value_record},
        slot = {.name = OX_NAME("slot"), .capacity = 2, .slot = OX_OBJECT_SLOTS + 1},
        bare = {.name = OX_NAME("bare"), .capacity = 2, .storage = OX_TABLE},
        both = {.name = OX_NAME("both"),
                .capacity = 2,
                .record = &value_record,
                .storage = OX_TABLE,
                .slot = 1},
        taken = {.name = OX_NAME("taken"), .capacity = 2, .record = &value_record, .slot = OX_SLOT_BODY + 1},
        large = {.name = OX_NAME("large"), .capacity = 60000, .record = &value_record};
    start(4);
    CHECK_EQ(ox_world_add_component(&world, &body), 0);
    const size_t used = ox_arena_used(&arena);
    CHECK_EQ(ox_world_add_component(&world, &none), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_world_add_component(&world, &slot), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_world_add_component(&world, &bare), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_world_add_component(&world, &both), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_world_add_component(&world, &taken), OX_ALREADY_THERE);
    CHECK_EQ(ox_world_add_component(&world, &large), OX_OUT_OF_MEMORY);
    CHECK_EQ(ox_arena_used(&arena), used);
    CHECK_EQ(ox_world_component(&world, OX_NAME("body")), 0);
    CHECK_EQ(ox_world_component(&world, OX_NAME("large")), OX_NOT_FOUND);
}

static bool die_of_it(ox_world *w, ox_object *o, void *data, const void *event) {
    (void)event;
    ((value *)data)->heard++;
    (void)ox_world_destroy(w, o->handle);
    return true;
}

/* An object that dies of a message hears no more of it, nor of later messages. */
TEST(world_components_of_the_dead_hear_nothing) {
    static const ox_component_ops ops = {.event = die_of_it};
    static const ox_component_type fragile = {
        .name = OX_NAME("fragile"), .capacity = 4, .record = &value_record, .ops = &ops};
    start(4);
    uint32_t l = add(&land), f = add(&fragile);
    CHECK_EQ(ox_world_add_type(&world, &thing), 0);
    ox_object *o = ox_world_spawn(&world, 0, NULL);
    const value *before = ox_component_add(&world, o, l), *dies = ox_component_add(&world, o, f),
                *after = ox_component_add(&world, o, l);
    CHECK_EQ(ox_object_tell(&world, o, "hit"), 2);
    CHECK(before->heard == 1 && dies->heard == 1 && after->heard == 0);
    CHECK_EQ(ox_object_tell(&world, o, "hit"), 0);
    CHECK_EQ(ox_object_tell(&world, NULL, "hit"), 0);
    CHECK(before->heard == 1 && dies->heard == 1 && after->heard == 0);
}
