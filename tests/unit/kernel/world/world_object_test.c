/* Objects of the world: types, names, handles, clones, flyweights, systems, spawning and destroying in the tick. */
#include <string.h>

#include "fixedmath/types.h"
#include "kernel/residency/shared.h"
#include "kernel/world/component.h"
#include "kernel/world/world.h"
#include "tests/test.h"
#include "tests/unit/kernel/world/world_power.h"

static union {
    uint64_t align;
    uint8_t bytes[96 * 1024];
} block;

static ox_arena arena;
static ox_world world;

static void start(uint16_t objects, bool flat) {
    ox_world_config config = {
        .objects = objects, .types = 8, .components = 8, .systems = 4, .dependencies = 4, .flat = flat};
    ox_arena_init(&arena, block.bytes, sizeof block.bytes);
    CHECK_EQ(ox_world_init(&world, &arena, &config), OX_OK);
}

static uint32_t add_type(const ox_object_type *type) {
    int index = ox_world_add_type(&world, type);
    CHECK(index >= 0);
    return index < 0 ? 0 : (uint32_t)index;
}

static ox_handle spawn(uint32_t type) {
    ox_handle handle;
    CHECK(ox_world_spawn(&world, type, &handle) != NULL);
    return handle;
}

/* ---- a maze game ---- */

typedef struct ghost {
    ox_handle fork;
    int16_t health, speed;
    uint16_t steps, draws;
} ghost;
static const ox_field ghost_fields[] = {
    OX_FIELD(ghost, fork, OX_LINK, OX_SIM | OX_CLONE_OWN),
    OX_FIELD(ghost, health, OX_I16, OX_SIM, .initial = 15),
    OX_FIELD(ghost, speed, OX_I16, OX_SIM, .initial = 3),
    OX_FIELD(ghost, steps, OX_U16, OX_SIM),
    OX_FIELD(ghost, draws, OX_U16, 0),
};
static const ox_type ghost_record = OX_TYPE(ghost, ghost_fields, 1);

static void step_ghost(ox_world *w, ox_object *o, void *data) {
    (void)w, (void)o;
    ((ghost *)data)->steps++;
}
static uint32_t drawn;
static void draw_ghost(const ox_world *w, const ox_object *o, const void *data, void *target) {
    (void)w, (void)o, (void)data;
    (*(uint32_t *)target)++;
    drawn++;
}
static const ox_object_ops ghost_ops = {.update = {step_ghost}, .draw = draw_ghost};
static const ox_object_ops picture_ops = {.draw = draw_ghost};
static const ox_object_ops trigger_ops = {.update = {step_ghost}};

static const ox_object_type player_type = {.name = OX_NAME("pac_man"),
                                           .capacity = 1,
                                           .record = &ghost_record,
                                           .ops = &ghost_ops,
                                           .flags = OX_OBJECT_VISIBLE,
                                           .bucket = OX_BUCKET_CHARACTERS};
static const ox_object_type ghosts_type = {.name = OX_NAME("ghost"),
                                           .capacity = 4,
                                           .record = &ghost_record,
                                           .ops = &ghost_ops,
                                           .flags = OX_OBJECT_VISIBLE,
                                           .bucket = OX_BUCKET_CHARACTERS,
                                           .tags = 1};
static const ox_object_type dots_type = {
    .name = OX_NAME("dot"), .capacity = 96, .ops = &picture_ops, .flags = OX_OBJECT_VISIBLE};
static const ox_object_type trigger_type = {.name = OX_NAME("trigger"),
                                            .capacity = 4,
                                            .record = &ghost_record,
                                            .ops = &trigger_ops,
                                            .flags = OX_OBJECT_VISIBLE};

TEST(world_maze_has_its_objects) {
    start(110, false);
    uint32_t player = add_type(&player_type), ghosts = add_type(&ghosts_type), dots = add_type(&dots_type),
             triggers = add_type(&trigger_type);
    const uint32_t counts[] = {1, 4, 96, 4}, types[] = {player, ghosts, dots, triggers};
    uint32_t pictures = 0;
    for (int t = 0; t < 4; t++) {
        for (uint32_t i = 0; i < counts[t]; i++) (void)spawn(types[t]);
        CHECK_EQ(world.types[types[t]].live, counts[t]);
        CHECK(ox_world_spawn(&world, types[t], NULL) == NULL); /* one object more than the type's capacity */
        uint32_t walked = 0;
        for (ox_object *o = ox_world_first(&world, types[t]); o != NULL; o = ox_world_next(&world, o))
            walked++;
        CHECK_EQ(walked, counts[t]);
    }
    CHECK_EQ(world.refused, 4);
    CHECK_EQ(world.alive, 105);
    ghost *first = ox_object_data(&world, ox_world_first(&world, ghosts));
    first->speed = 9; /* changes one instance, not the others */
    ox_object *second = ox_world_next(&world, ox_world_first(&world, ghosts));
    CHECK_EQ(((ghost *)ox_object_data(&world, second))->speed, 3);
    ox_world_tick(&world);
    CHECK_EQ(first->steps, 1);
    CHECK_EQ(world.update_calls, 9); /* dots have no update */
    ox_world_draw(&world, &pictures);
    CHECK_EQ(pictures, 101); /* triggers have no draw */
    ox_world_destroy_all(&world);
    ox_world_sweep(&world);
    CHECK_EQ(ox_world_leaks(&world), 0);
}

/* Types of objects that are updated and drawn, only drawn, only updated: lists of 2 and 2, then 0 and 0. */
TEST(world_kinds_by_ops) {
    start(8, false);
    ox_handle both = spawn(add_type(&player_type)), shown = spawn(add_type(&dots_type)),
              updated = spawn(add_type(&trigger_type));
    ox_world_sweep(&world);
    CHECK_EQ(ox_world_updated(&world), 2);
    CHECK_EQ(ox_world_drawn(&world), 2);
    CHECK_EQ(ox_world_destroy(&world, both), OX_OK);
    CHECK_EQ(ox_world_destroy(&world, shown), OX_OK);
    CHECK_EQ(ox_world_destroy(&world, updated), OX_OK);
    CHECK_EQ(ox_world_destroy(&world, updated), OX_STALE_HANDLE);
    ox_world_sweep(&world);
    CHECK_EQ(ox_world_updated(&world), 0);
    CHECK_EQ(ox_world_drawn(&world), 0);
}

/* Two types of boats with one struct and ops of their own; the second is made from "data" while the game runs. */
static void boost(ox_world *w, ox_object *o, void *data) {
    (void)w, (void)o;
    ((ghost *)data)->steps = (uint16_t)(((ghost *)data)->steps + 10u);
}

TEST(world_types_by_data) {
    start(8, false);
    static const ox_object_ops slow_ops = {.update = {step_ghost}}, fast_ops = {.update = {NULL, boost}};
    const ox_object_ops *const behaviours[] = {&slow_ops, &fast_ops};
    const ghost starts[] = {{.health = 7}, {.health = 8}};
    const uint32_t file[][4] = {{OX_NAME("sloop"), 2, 0, 0},
                                {OX_NAME("speedboat"), 2, 1, 1}}; /* name, count, ops, start */
    static ox_object_type made[2];
    ox_handle boats[2];
    for (int i = 0; i < 2; i++) {
        made[i] = (ox_object_type){.name = file[i][0],
                                   .capacity = (uint16_t)file[i][1],
                                   .ops = behaviours[file[i][2]],
                                   .record = &ghost_record,
                                   .start = &starts[file[i][3]]};
        CHECK_EQ(add_type(&made[i]), i);
        CHECK(ox_world_create(&world, file[i][0], &boats[i]) != NULL);
    }
    for (int t = 0; t < 3; t++) ox_world_tick(&world);
    const ghost *slow = ox_object_data(&world, ox_world_get(&world, boats[0]));
    const ghost *fast = ox_object_data(&world, ox_world_get(&world, boats[1]));
    CHECK_EQ(slow->steps, 3);
    CHECK_EQ(fast->steps, 30);
    CHECK_EQ(slow->health, 7);
    CHECK_EQ(fast->health, 8);
}

/* ---- factory ---- */

static ox_status refuse(ox_world *w, ox_object *o, void *data) {
    (void)w, (void)o, (void)data;
    return OX_BAD_STATE;
}

TEST(world_factory) {
    start(16, false);
    static const ox_object_ops bad_ops = {.init = refuse};
    static const ox_object_type bad = {
        .name = OX_NAME("bad"), .capacity = 3, .ops = &bad_ops, .record = &ghost_record};
    static const ox_object_type lacking = {
        .name = OX_NAME("lacking"), .capacity = 3, .components = {OX_NAME("wing")}};
    const ox_object_type *all[] = {&player_type, &ghosts_type, &dots_type, &trigger_type};
    ox_handle handle;
    for (int i = 0; i < 4; i++) (void)add_type(all[i]);
    CHECK_EQ(ox_world_add_type(&world, &ghosts_type), OX_ALREADY_THERE);
    CHECK_EQ(ox_world_add_type(&world, &lacking), OX_NOT_FOUND);
    for (int i = 0; i < 4; i++) {
        ox_object *o = ox_world_create(&world, all[i]->name, &handle);
        const ox_type_store *store = &world.types[o->type];
        CHECK(store->type == all[i]);
        CHECK_EQ(store->live, 1);
        const uint8_t *data = ox_object_data(&world, o);
        if (data != NULL) { /* the data lie inside the pool */
            CHECK(data > store->nodes.base &&
                  data < store->nodes.base + (store->nodes.capacity + 1u) * store->nodes.stride);
        }
    }
    CHECK(ox_world_create(&world, OX_NAME("nobody"), &handle) == NULL);
    CHECK(ox_handle_is_none(handle));
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    uint32_t type = add_type(&bad);
    CHECK(ox_world_spawn(&world, type, &handle) == NULL);
    CHECK(ox_handle_is_none(handle));
    CHECK_EQ(world.types[type].live, 0);
    CHECK_EQ(world.alive, 4);
    CHECK(ox_world_spawn(&world, 200, NULL) == NULL);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
}

/* ---- names and handles ---- */

TEST(world_names) {
    start(8, false);
    uint32_t type = add_type(&ghosts_type);
    static const ox_id names[] = {OX_NAME("binky"), OX_NAME("pinky"), OX_NAME("inky"), OX_NAME("clyde")};
    ox_handle ghosts[4];
    for (int i = 0; i < 4; i++) {
        ghosts[i] = spawn(type);
        CHECK_EQ(ox_object_name(&world, ox_world_get(&world, ghosts[i]), names[i]), OX_OK);
    }
    for (int i = 0; i < 4; i++) CHECK(ox_world_find(&world, names[i]) == ox_world_get(&world, ghosts[i]));
    CHECK_EQ(ox_object_name(&world, NULL, names[1]), OX_STALE_HANDLE);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    /* two objects have one name */
    CHECK_EQ(ox_object_name(&world, ox_world_get(&world, ghosts[3]), names[1]), OX_OK);
    CHECK(ox_world_find(&world, names[1]) == ox_world_get(&world, ghosts[1]) &&
          ox_world_find(&world, names[3]) == NULL);
    CHECK_EQ(ox_object_name(&world, ox_world_get(&world, ghosts[0]), names[1]), OX_OK);
    CHECK(ox_world_find(&world, names[1]) ==
          ox_world_get(&world, ghosts[0])); /* the object in the lowest slot is found */
    CHECK_EQ(ox_object_name(&world, ox_world_get(&world, ghosts[0]), names[0]), OX_OK);
    CHECK_EQ(ox_object_name(&world, ox_world_get(&world, ghosts[3]), names[3]), OX_OK);
    CHECK_EQ(ox_world_destroy(&world, ghosts[1]), OX_OK);
    CHECK(ox_world_find(&world, names[1]) == NULL); /* the name is free before the sweep */
    CHECK_EQ(ox_object_name(&world, ox_world_get(&world, ghosts[0]), names[1]), OX_OK);
    CHECK(ox_world_find(&world, names[0]) == NULL);
    CHECK(ox_world_find(&world, 0) == NULL);
}

/* An old handle is stale until the generations have wrapped, which is reported. */
TEST(world_handles_go_stale) {
    start(4, false);
    uint32_t type = add_type(&trigger_type);
    ox_handle old = spawn(type), handle = old;
    uint32_t stale = 0;
    for (uint32_t i = 0; i < 65534; i++) {
        (void)ox_world_destroy(&world, handle);
        ox_world_sweep(&world);
        if (ox_world_spawn(&world, type, &handle) == NULL) break;
        stale += ox_world_get(&world, old) == NULL;
        stale -= ox_world_get(&world, handle) == NULL;
    }
    CHECK_EQ(stale, 65534);
    CHECK_EQ(world.wraps, 0);
    (void)ox_world_destroy(&world, handle);
    ox_world_sweep(&world);
    handle = spawn(type);
    CHECK(ox_handle_same(handle, old));
    CHECK_EQ(world.wraps, 1);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK(ox_world_get(&world, OX_HANDLE_NONE) == NULL);
}

TEST(world_objects_move_under_their_handles) {
    start(8, false);
    static const ox_object_type roomy = {.name = OX_NAME("roomy"), .capacity = 8, .record = &ghost_record};
    uint32_t type = add_type(&roomy);
    ox_handle handles[4];
    for (int i = 0; i < 4; i++) {
        handles[i] = spawn(type);
        ((ghost *)ox_object_data(&world, ox_world_get(&world, handles[i])))->health = (int16_t)(100 + i);
    }
    uint32_t before = ox_world_hash(&world, OX_FNV_START);
    for (int i = 0; i < 4; i++) {
        ox_object *o = ox_world_get(&world, handles[i]);
        void *from = ox_object_data(&world, o);
        CHECK_EQ(ox_object_relocate(&world, o), OX_OK);
        CHECK(ox_object_data(&world, o) != from);
    }
    for (int i = 0; i < 4; i++)
        CHECK_EQ(((ghost *)ox_object_data(&world, ox_world_get(&world, handles[i])))->health, 100 + i);
    CHECK_EQ(ox_world_hash(&world, OX_FNV_START), before);
}

/* Data of a freed object is filled in debug builds of a poisoned pool, so a kept pointer shows. */
TEST(world_stale_pointers_show) {
    start(4, false);
    uint32_t type = add_type(&trigger_type);
    world.objects.poison = true;
    ox_handle handle = spawn(type);
    const ox_object *raw = ox_world_get(&world, handle);
    CHECK_EQ(raw->handle.bits, handle.bits);
    (void)ox_world_destroy(&world, handle);
    ox_world_sweep(&world);
    CHECK(ox_world_get(&world, handle) == NULL);
#if OX_DEBUG
    CHECK_EQ(raw->flags, 0xDDDD);
#else
    CHECK(raw->handle.bits != handle.bits);
#endif
}

/* ---- clones and flyweights ---- */

TEST(world_clones) {
    start(8, false);
    uint32_t type = add_type(&ghosts_type);
    ox_handle proto = spawn(type), fork = spawn(type), handle;
    ghost *p = ox_object_data(&world, ox_world_get(&world, proto));
    CHECK_EQ(p->health, 15);
    CHECK_EQ(p->speed, 3);
    p->fork = fork;
    ox_object *clone = ox_world_clone(&world, ox_world_get(&world, proto), &handle);
    CHECK(clone != NULL);
    ghost *c = ox_object_data(&world, clone);
    CHECK_EQ(c->health, 15);
    CHECK_EQ(c->speed, 3);
    CHECK_EQ(clone->tags, 1);
    CHECK(!ox_handle_same(c->fork, fork)); /* the clone has a copy of its own */
    CHECK(ox_world_get(&world, c->fork) != NULL);
    c->health = 1;
    CHECK_EQ(p->health, 15);
    CHECK_EQ(world.alive, 4);
    CHECK(ox_world_clone(&world, ox_world_get(&world, proto), &handle) == NULL); /* the pool is full */
    CHECK_EQ(world.alive, 4);
}

typedef struct tree_model {
    uint8_t mesh[400], bark[100], leaves[100];
} tree_model;
typedef struct tree {
    vec3 place;
    uint16_t height, thickness;
    uint16_t tint;
    uint16_t model;
} tree;
static const ox_field tree_fields[] = {
    OX_FIELD(tree, place, OX_FX, OX_SIM), OX_FIELD(tree, height, OX_U16, OX_SIM),
    OX_FIELD(tree, thickness, OX_U16, OX_SIM), OX_FIELD(tree, tint, OX_U16, OX_SAVE),
    OX_FIELD(tree, model, OX_U16, OX_SIM)};
static const ox_type tree_record = OX_TYPE(tree, tree_fields, 1);
typedef struct terrain {
    uint8_t cost;
    bool is_water;
    uint8_t texture;
} terrain;
static const terrain terrains[] = {{1, false, 4}, {3, false, 5}, {2, true, 6}};
enum { GRASS, HILL, RIVER };

TEST(world_flyweights) {
    start(1000, false);
    static const tree_model oak;
    static const ox_object_type trees = {.name = OX_NAME("tree"), .capacity = 1000, .record = &tree_record};
    size_t free_before = ox_arena_free(&arena);
    uint32_t type = add_type(&trees);
    ox_sharing saved = {0, 0, 0};
    CHECK_EQ(free_before - ox_arena_free(&arena), 1001 * sizeof(tree));
    size_t during = ox_arena_free(&arena);
    for (int i = 0; i < 1000; i++) (void)spawn(type);
    CHECK_EQ(ox_arena_free(&arena), during); /* memory was taken for the instances alone */
    ox_sharing_add(&saved, sizeof oak, sizeof(tree), 1000);
    TEST_INFO("1000 trees: %u bytes shared, %u of instances, %u.%u times smaller than copies",
              (unsigned)saved.shared, (unsigned)saved.instances, (unsigned)ox_sharing_ratio(&saved) / 10,
              (unsigned)ox_sharing_ratio(&saved) % 10);
    CHECK(ox_sharing_ratio(&saved) > 200);
    static const uint8_t map[2][3] = {{GRASS, RIVER, HILL}, {RIVER, GRASS, GRASS}};
    const terrain *tile = &terrains[map[0][1]];
    CHECK_EQ(tile->cost, 2);
    CHECK(tile->is_water);
    CHECK_EQ(terrains[map[0][0]].cost, 1);
    CHECK_EQ(terrains[map[0][2]].cost, 3);
    CHECK(!terrains[map[0][0]].is_water && !terrains[map[0][2]].is_water);
}

/* ---- systems hold links to objects ---- */

typedef struct link_table {
    ox_handle links[1000];
    uint32_t count;
} link_table;
static void release_links(void *context, ox_world *w, ox_handle object) {
    link_table *t = context;
    (void)w;
    for (uint32_t i = 0; i < t->count; i++) {
        if (ox_handle_same(t->links[i], object)) t->links[i--] = t->links[--t->count];
    }
}
static uint32_t count_links(void *context) { return ((link_table *)context)->count; }
static uint32_t hash_links(void *context, uint32_t hash) {
    return ox_fnv_u32(hash, ((link_table *)context)->count);
}

TEST(world_systems_release_what_objects_hold) {
    static const ox_system body_system = {
        .name = OX_NAME("bodies"), .release = release_links, .hash = hash_links, .links = count_links};
    static const ox_system sound_system = {
        .name = OX_NAME("sounds"), .release = release_links, .links = count_links};
    static link_table bodies, sounds, timers;
    static const ox_system timer_system = {
        .name = OX_NAME("timers"), .release = release_links, .links = count_links};
    start(100, false);
    bodies.count = sounds.count = timers.count = 0;
    CHECK_EQ(ox_world_add_system(&world, &body_system, &bodies), 0);
    CHECK_EQ(ox_world_add_system(&world, &sound_system, &sounds), 1);
    CHECK_EQ(ox_world_add_system(&world, &timer_system, &timers), 2);
    CHECK_EQ(ox_world_add_system(&world, &timer_system, &timers), OX_ALREADY_THERE);
    static const ox_object_type linked = {.name = OX_NAME("linked"), .capacity = 100};
    uint32_t type = add_type(&linked), before = ox_world_hash(&world, OX_FNV_START);
    for (uint32_t round = 0; round < 10; round++) { /* 1000 objects, 100 at a time */
        for (uint32_t i = 0; i < 100; i++) {
            ox_handle h = spawn(type);
            bodies.links[bodies.count++] = h; /* a system may have several links to an object */
            bodies.links[bodies.count++] = h;
            sounds.links[sounds.count++] = h;
            timers.links[timers.count++] = h;
        }
        CHECK_EQ(ox_world_leaks(&world), 500);
        CHECK(ox_world_hash(&world, OX_FNV_START) != before);
        ox_world_destroy_all(&world);
        ox_world_sweep(&world);
        CHECK_EQ(ox_world_leaks(&world), 0);
    }
}

/* ---- spawning and destroying in the tick ---- */

static ox_handle a_handle, b_handle, c_handle, d_handle;
static uint32_t updates_of[4], mob_type, terms;
static void mob_update(ox_world *w, ox_object *o, void *data) {
    (void)data;
    if (ox_handle_same(o->handle, a_handle)) {
        updates_of[0]++;
        CHECK_EQ(ox_world_destroy(w, a_handle), OX_OK);
        CHECK_EQ(ox_world_destroy(w, b_handle), OX_OK);
        CHECK(ox_world_get(w, b_handle) == NULL);
        CHECK_EQ(terms, 0); /* the object still exists while its own code runs */
        o->chunk = 7;
    } else if (ox_handle_same(o->handle, b_handle)) {
        updates_of[1]++;
    } else if (ox_handle_same(o->handle, c_handle)) {
        if (updates_of[2]++ == 0) {
            CHECK(ox_world_spawn(w, mob_type, &d_handle) != NULL);
            CHECK(ox_world_get(w, d_handle) != NULL);
        }
    } else {
        updates_of[3]++;
    }
}
static void mob_term(ox_world *w, ox_object *o, void *data) { (void)w, (void)o, (void)data, terms++; }
static bool mob_event(ox_world *w, ox_object *o, void *data, const void *event) {
    (void)data;
    CHECK_EQ(ox_world_destroy(w, o->handle), OX_OK);
    *(int *)(uintptr_t)event = 5; /* the handler runs to its end */
    return true;
}
static const ox_object_ops mob_ops = {
    .update = {mob_update}, .term = mob_term, .draw = draw_ghost, .event = mob_event};
static const ox_object_type mob = {
    .name = OX_NAME("mob"), .capacity = 8, .ops = &mob_ops, .flags = OX_OBJECT_VISIBLE};

TEST(world_changes_during_the_tick) {
    for (int flat = 0; flat < 2; flat++) {
        uint32_t pictures = 0;
        start(8, flat != 0);
        memset(updates_of, 0, sizeof updates_of);
        terms = 0;
        mob_type = add_type(&mob);
        a_handle = spawn(mob_type);
        b_handle = spawn(mob_type);
        c_handle = spawn(mob_type);
        d_handle = OX_HANDLE_NONE;
        ox_world_tick(&world);
        CHECK_EQ(updates_of[0], 1);
        CHECK_EQ(updates_of[1], 0);
        CHECK_EQ(updates_of[2], 1);
        CHECK_EQ(updates_of[3], 0);
        CHECK_EQ(terms, 2);
        ox_world_draw(&world, &pictures);
        CHECK_EQ(pictures, 2); /* C and D are drawn */
        ox_world_tick(&world);
        CHECK_EQ(updates_of[2], 2);
        CHECK_EQ(updates_of[3], 1);
        CHECK_EQ(updates_of[0] + updates_of[1], 1);
        int answered = 0;
        CHECK_EQ(ox_object_tell(&world, ox_world_get(&world, c_handle), &answered), 1);
        CHECK_EQ(answered, 5);
        CHECK(ox_world_get(&world, c_handle) == NULL);
        ox_world_tick(&world);
        CHECK_EQ(updates_of[2], 2);
        CHECK_EQ(world.alive, 1);
        CHECK_EQ(terms, 3);
    }
}

/* T13: three ways to walk a list from which the hero removes the beast, and a way that goes wrong. */
enum { BEAST, HERO, PEASANT };
static uint32_t walk_array(int method) {
    int list[3] = {BEAST, HERO, PEASANT}, count = 3;
    uint32_t updated = 0;
    bool backward = method == 1;
    for (int i = backward ? count - 1 : 0; backward ? i >= 0 : i < count; i += backward ? -1 : 1) {
        updated |= 1u << list[i];
        if (list[i] != HERO) continue;
        for (int k = 0; k < count; k++) {
            if (list[k] != BEAST) continue;
            memmove(list + k, list + k + 1, (size_t)(--count - k) * sizeof *list);
            if (method == 2 && k <= i) i--; /* the index is corrected */
        }
    }
    return updated;
}
static ox_handle trio[3];
static uint32_t trio_updates;
static void trio_update(ox_world *w, ox_object *o, void *data) {
    (void)data;
    for (uint32_t i = 0; i < 3; i++) {
        if (!ox_handle_same(trio[i], o->handle)) continue;
        trio_updates |= 1u << i;
        if (i == HERO) (void)ox_world_destroy(w, trio[BEAST]);
    }
}
TEST(world_removal_during_the_walk) {
    CHECK_EQ(walk_array(0) & 1u << PEASANT, 0);
    CHECK(walk_array(1) & 1u << PEASANT);
    CHECK(walk_array(2) & 1u << PEASANT);
    static const ox_object_ops ops = {.update = {trio_update}};
    static const ox_object_type type = {.name = OX_NAME("trio"), .capacity = 3, .ops = &ops};
    start(3, false);
    uint32_t index = add_type(&type);
    for (int i = 0; i < 3; i++) trio[i] = spawn(index);
    trio_updates = 0;
    ox_world_tick(&world);
    CHECK_EQ(trio_updates, 7);
    CHECK(ox_world_get(&world, trio[BEAST]) == NULL);
}

/* ---- sandbox ---- */

typedef struct stage {
    vec3 place;
    uint32_t played, particles, count;
    fx volume;
} stage;
static vec3 stage_place(void *context, ox_handle self) { return (void)self, ((stage *)context)->place; }
static void stage_move(void *context, ox_handle self, vec3 by) {
    (void)self;
    ((stage *)context)->place.z += by.z;
}
static void stage_particles(void *context, ox_handle self, ox_id kind, uint32_t count) {
    (void)self;
    ((stage *)context)->particles = kind;
    ((stage *)context)->count = count;
}
static void stage_play(void *context, ox_handle self, ox_id sound, fx volume) {
    (void)self;
    ((stage *)context)->played = sound;
    ((stage *)context)->volume = volume;
}

TEST(world_sandbox_power) {
    static const ox_sandbox_ops ops = {stage_place, stage_move, stage_particles, {stage_play, NULL, NULL}};
    static const struct {
        fx z;
        uint32_t sound;
        fx volume;
        uint32_t particles, count;
        fx to;
    } cases[] = {{0, SOUND_SPROING, FX_ONE, PARTICLE_DUST, 10, 20 * FX_ONE},
                 {5 * FX_ONE, SOUND_SWOOP, FX_ONE, 0, 0, 30 * FX_ONE},
                 {10 * FX_ONE, SOUND_DIVE, 45875, PARTICLE_SPARKLES, 1, 0}};
    for (int i = 0; i < 3; i++) {
        stage on = {.place = {0, 0, cases[i].z}};
        ox_sandbox s = {&ops, &on, OX_HANDLE_NONE};
        sky_launch(&s);
        CHECK_EQ(on.played, cases[i].sound);
        CHECK_EQ(on.volume, cases[i].volume);
        CHECK_EQ(on.particles, cases[i].particles);
        CHECK_EQ(on.count, cases[i].count);
        CHECK_EQ(on.place.z, cases[i].to);
        ox_sounds_stop(ox_sandbox_sound(&s), 1); /* a sound that is not offered: no call */
    }
    ox_sandbox early = {NULL, NULL, OX_HANDLE_NONE};
    ox_sandbox_play(&early, 1, FX_ONE);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
}

static uint32_t copies;
static void note_copy(ox_world *w, ox_object *o, void *data, const ox_object *from) {
    CHECK(ox_world_get(w, o->handle) == o && data == ox_object_data(w, o));
    CHECK_EQ(((ghost *)data)->health, ((const ghost *)ox_object_data(w, from))->health);
    ((ghost *)data)->health++;
    copies++;
}
static const ox_object_ops copied_ops = {.update = {step_ghost}, .cloned = note_copy};
static const ox_object_type copied_type = {.name = OX_NAME("copied"),
                                           .capacity = 3,
                                           .record = &ghost_record,
                                           .ops = &copied_ops,
                                           .flags = OX_OBJECT_VISIBLE};

/* A copy is announced last, when it has all its values; it is marked as the original is, and is updated from the
 * next tick on. */
TEST(world_copies_are_told) {
    start(8, false);
    ox_object *from = ox_world_get(&world, spawn(add_type(&copied_type)));
    ((ghost *)ox_object_data(&world, from))->health = 40;
    ox_object_flag(&world, from, OX_OBJECT_DEBUG | OX_OBJECT_USER, true);
    copies = 0;
    ox_handle handle;
    ox_object *copy = ox_world_clone(&world, from, &handle);
    CHECK_EQ(copies, 1);
    CHECK_EQ(((ghost *)ox_object_data(&world, copy))->health, 41);
    CHECK_EQ(((ghost *)ox_object_data(&world, from))->health, 40);
    CHECK((copy->flags & (OX_OBJECT_DEBUG | OX_OBJECT_USER)) == (OX_OBJECT_DEBUG | OX_OBJECT_USER));
    const uint16_t steps = ((ghost *)ox_object_data(&world, from))->steps;
    ox_world_tick(&world);
    ox_world_tick(&world);
    CHECK_EQ(((ghost *)ox_object_data(&world, from))->steps, steps + 2);
    CHECK_EQ(((ghost *)ox_object_data(&world, ox_world_get(&world, handle)))->steps, steps + 2);
}

/* Loading many objects: the first handle is returned, each object has its record, and as many are made as there is
 * room for. */
TEST(world_loads_rows_of_objects) {
    const ghost rows[5] = {{.health = 1}, {.health = 2}, {.health = 3}, {.health = 4}, {.health = 5}};
    start(8, false);
    uint32_t type = add_type(&ghosts_type); /* the type has room for four */
    ox_handle first = {99};
    CHECK_EQ(ox_world_load(&world, type, rows, 0, &first), 0);
    CHECK_EQ(first.bits, 0);
    CHECK_EQ(ox_world_load(&world, type, rows, 2, &first), 2);
    CHECK_EQ(((ghost *)ox_object_data(&world, ox_world_get(&world, first)))->health, 1);
    CHECK_EQ(ox_world_load(&world, type, rows + 2, 3, NULL), 2);
    int16_t health = 1;
    for (ox_object *o = ox_world_first(&world, type); o != NULL; o = ox_world_next(&world, o), health++)
        CHECK_EQ(((ghost *)ox_object_data(&world, o))->health, health);
    CHECK_EQ(health, 5);
    CHECK_EQ(world.alive, 4);
}

/* Names share chains: each of many names is found, before and after others have gone. */
TEST(world_names_in_one_chain) {
    start(64, false);
    static const ox_object_type many = {.name = OX_NAME("many"), .capacity = 64, .record = &ghost_record};
    uint32_t type = add_type(&many);
    ox_handle all[64];
    for (uint32_t i = 0; i < 64; i++) {
        all[i] = spawn(type);
        CHECK_EQ(ox_object_name(&world, ox_world_get(&world, all[i]), (i + 1u) * 0x10000u | 7u),
                 OX_OK); /* all names are in one chain */
    }
    for (uint32_t step = 0; step < 3; step++) {
        for (uint32_t i = step; i < 64; i += 3) {
            CHECK_EQ(ox_world_destroy(&world, all[i]), OX_OK);
            all[i].bits = 0;
        }
        if (step == 1) ox_world_sweep(&world);
        for (uint32_t i = 0; i < 64; i++) {
            const ox_object *found = ox_world_find(&world, (i + 1u) * 0x10000u | 7u);
            CHECK(all[i].bits == 0 ? found == NULL : found != NULL && ox_handle_same(found->handle, all[i]));
        }
    }
    ox_world_sweep(&world);
    CHECK_EQ(ox_world_leaks(&world), 0);
}
