/* A ruin: guards that are kinds made of data, walls that break in steps, looks that are answered together, pictures
 * that tell which objects they showed, and a tree of nodes that is drawn. */
#include "kernel/bytes/fnv.h"
#include "kernel/scene/node.h"
#include "kernel/type/breed.h"
#include "kernel/world/cast.h"
#include "kernel/world/element.h"
#include "kernel/world/query.h"
#include "kernel/world/seen.h"
#include "rom/carts/examples/example.h"

static uint64_t block[4096];

/* 1. Kinds as data: an archer is a guard, but for the fields of its own. */
typedef struct guard_kind {
    int16_t health, reach;
} guard_kind;
static const ox_field kind_fields[] = {OX_FIELD(guard_kind, health, OX_I16, OX_SIM, .low = 0, .high = 100),
                                       OX_FIELD(guard_kind, reach, OX_I16, OX_SIM, .low = 0, .high = 50)};
static const ox_type kind_type = OX_TYPE(guard_kind, kind_fields, 1);
static const guard_kind guard = {40, 2}, archer = {0, 20};
static const ox_breed table[] = {
    {.name = OX_NAME("guard"), .record = &guard},
    {.name = OX_NAME("archer"), .parent = OX_NAME("guard"), .record = &archer, .inherits = 1u << 0}};

static void show_kinds(ox_log *out) {
    ox_breeds breeds = {&kind_type, table, 2, NULL};
    guard_kind whole[2], now = {90, 30};
    uint16_t mine = 1;
    char line[80];
    ox_text why = ox_text_begin(line, sizeof line);
    if (ox_breeds_check(&breeds, &why) != OX_OK) {
        SAY("%s", line);
        return;
    }
    const int number = ox_breeds_find(&breeds, OX_NAME("archer"));
    const int health = (int)ox_breed_get(&breeds, (uint32_t)number, 0, 0);
    if (ox_breeds_copy_down(&breeds, whole, sizeof whole) != OX_OK) return;
    const guard_kind *record = ox_breed_record(&breeds, (uint32_t)number);
    SAY("an archer has the guard's health, %d, and reaches %d m; copied down: %d", health, record->reach,
        record->health);
    if (ox_breed_turn(&breeds, &mine, 0, &kind_type, &now, NULL) == OX_OK)
        SAY("turned into a guard: kind %u", (unsigned)mine);
    guard_kind copy;
    ox_type_reset(&kind_type, &copy);
    ox_type_clone(&kind_type, &copy, &now, NULL, NULL);
    SAY("a copy is %s, with the hash #%08x",
        ox_type_compare(&kind_type, &copy, &now, OX_SIM) < 0 ? "equal" : "another",
        (unsigned)ox_type_hash(&kind_type, &copy, OX_FNV_START));
}

/* 2. Walls come in versions: whole, cracked, rubble. */
static const ox_version wall_versions[] = {
    {.mesh = OX_NAME("wall"), .mass = 400 * FX_ONE},
    {.mesh = OX_NAME("wall_cracked"),
     .mass = 300 * FX_ONE,
     .threshold = 60 * FX_ONE,
     .sound = OX_NAME("crack")},
    {.mesh = OX_NAME("rubble"), .mass = 90 * FX_ONE, .threshold = 0, .effect = OX_NAME("dust")}};
static const ox_version_set sets[] = {{wall_versions, 3, 100 * FX_ONE}};

static const ox_field place_fields[] = {OX_FIELD(vec3, x, OX_FX, OX_SIM), OX_FIELD(vec3, y, OX_FX, OX_SIM),
                                        OX_FIELD(vec3, z, OX_FX, OX_SIM)};
static const ox_type place_record = OX_TYPE(vec3, place_fields, 1);
static const ox_component_type place = {
    .name = OX_NAME("place"), .capacity = 16, .record = &place_record, .slot = OX_SLOT_PLACE + 1};
static const ox_object_type wall = {
    .name = OX_NAME("wall"), .capacity = 8, .tags = 1, .components = {OX_NAME("place")}};

typedef struct ruin {
    ox_world world;
    ox_places places;
    ox_elements elements;
    ox_casts casts;
    ox_seen seen;
    int element;
    uint32_t changes, appeared;
} ruin;

static void use_version(void *context, ox_world *world, ox_object *object, const ox_version *from,
                        const ox_version *to) {
    (void)world, (void)object, (void)from, (void)to;
    ((ruin *)context)->changes++;
}
static void catch_up(ox_world *world, ox_object *object, void *data) {
    (void)world, (void)object;
    ((ruin *)data)->appeared++;
}

/* 3. The wall that lies in the way: the nearest one within a metre of the end. Physics has a better answer. */
static void look_at(void *context, const ox_world *world, ox_cast *cast) {
    (void)context;
    cast->hit = ox_query_nearest(world, &(ox_query){.tags = 1}, cast->to, FX_ONE);
    cast->place = cast->to;
}

static bool begin_ruin(ruin *r, ox_arena *arena) {
    const ox_world_config config = {.objects = 16, .types = 1, .components = 2, .systems = 4};
    r->elements = (ox_elements){.sets = sets, .count = 1, .changed = use_version, .context = r};
    return ox_world_init(&r->world, arena, &config) == OX_OK &&
           ox_world_add_component(&r->world, &place) >= 0 &&
           (r->element = ox_elements_init(&r->elements, &r->world, 8)) >= 0 &&
           ox_world_add_type(&r->world, &wall) == 0 &&
           ox_places_init(&r->places, &r->world, 3, 16) == OX_OK &&
           ox_casts_init(&r->casts, &r->world, 8, look_at, r) == OX_OK &&
           ox_seen_init(&r->seen, &r->world, catch_up, r) == OX_OK;
}

static void show_world(ox_arena *arena, ox_log *out) {
    static ruin r;
    ox_handle handles[3];
    ox_object *walls[3];
    uint8_t saved[512];
    if (!begin_ruin(&r, arena)) return;
    for (int i = 0; i < 3; i++) {
        walls[i] = ox_world_spawn(&r.world, 0, &handles[i]);
        if (walls[i] == NULL) return;
        (void)ox_place_set(&r.world, walls[i], (vec3){i * 4 * FX_ONE, 0, 0});
        if (ox_component_add(&r.world, walls[i], (uint32_t)r.element) == NULL ||
            ox_element_begin(&r.elements, walls[i], 0) != OX_OK)
            return;
    }
    ox_world_tick(&r.world);
    const uint32_t first = ox_element_hit(&r.elements, walls[1], 45 * FX_ONE);
    const uint32_t second = ox_element_hit(&r.elements, walls[1], 70 * FX_ONE);
    SAY("a blow of 45 breaks %u version, one of 70 the next: %u; %u changes", (unsigned)first,
        (unsigned)second, (unsigned)r.changes);
    ox_element_show(&r.elements, walls[1]);
    SAY("what is left weighs %d kg", (int)(ox_element_version(&r.elements, walls[1])->mass / FX_ONE));

    /* 4. A look is asked for now and answered with all others of the tick. */
    uint32_t ticket = ox_cast_ask(&r.casts, handles[0], OX_CAST_AFTER, V3_ZERO, (vec3){8 * FX_ONE, 0, 0});
    ox_writer to = ox_writer_bytes(saved, sizeof saved);
    ox_casts_save(&r.casts, &to);
    ox_reader from = ox_reader_bytes(saved, to.used);
    if (ox_casts_restore(&r.casts, &from) != OX_OK) return;
    const ox_cast *early = ox_cast_answer(&r.casts, ticket);
    ox_world_tick(&r.world);
    const ox_cast *cast = ox_cast_answer(&r.casts, ticket);
    SAY("the look is answered %s: it meets %s", early == NULL ? "a step later" : "at once",
        cast != NULL && cast->hit.bits == handles[2].bits ? "the third wall" : "nothing");

    /* 5. Pictures tell which objects they showed; an object that comes into sight is brought up to date. */
    for (int picture = 0; picture < 3; picture++) {
        ox_seen_begin(&r.seen);
        ox_seen_mark(&r.seen, walls[0]);
        if (picture == 2) ox_seen_mark(&r.seen, walls[1]);
        ox_world_tick(&r.world);
    }
    SAY("the second wall is %s, the third %s; %u came into sight",
        ox_seen_visible(&r.seen, walls[1]) ? "seen" : "not seen",
        ox_seen_visible(&r.seen, walls[2]) ? "seen" : "not seen", (unsigned)r.appeared);
    ox_seen_end(&r.seen);
    ox_casts_end(&r.casts);
}

/* 6. A tree of nodes, drawn in layers: the children of a node move with it. */
typedef struct drawing {
    ox_log *log;
    uint32_t count;
} drawing;

static void draw_node(void *context, const ox_node *node) {
    drawing *d = context;
    ox_log *out = d->log;
    SAY("  %u: sprite %u at %d, %d", (unsigned)++d->count, (unsigned)node->payload,
        (int)(node->world.t.x / FX_ONE), (int)(node->world.t.y / FX_ONE));
}

static void show_nodes(ox_arena *arena, ox_log *out) {
    ox_node_tree tree;
    drawing d = {out, 0};
    if (ox_node_tree_init(&tree, arena, 16) != OX_OK) return;
    uint32_t scene = ox_node_scene_open(&tree), back = ox_node_layer(&tree, scene, -10);
    uint32_t banner = ox_node_add(&tree, back), tower = ox_node_add(&tree, ox_node_first_layer(&tree, scene));
    uint32_t flag = ox_node_add(&tree, tower), moon = ox_node_add(&tree, back);
    ox_node_place_2d(&tree, tower, (vec2){30 * FX_ONE, 20 * FX_ONE}, 0, 2 * FX_ONE);
    ox_node_place_2d(&tree, flag, (vec2){0, 10 * FX_ONE}, 0, FX_ONE);
    ox_node_carry(&tree, tower, OX_NODE_SPRITE, 1);
    ox_node_carry(&tree, flag, OX_NODE_SPRITE, 2);
    ox_node_carry(&tree, banner, OX_NODE_SPRITE, 3);
    ox_node_carry(&tree, moon, OX_NODE_SPRITE, 4);
    ox_node_order(&tree, moon, -5);
    ox_node_show(&tree, banner, false);
    ox_node_scene_update(&tree, scene);
    ox_node_scene_draw(&tree, scene, draw_node, &d);
    ox_node_move(&tree, tower, (vec3){40 * FX_ONE, 20 * FX_ONE, 0});
    ox_node_scene_update(&tree, scene);
    SAY("the tower moved: %u transforms made anew, the flag is at %d", (unsigned)tree.made,
        (int)(ox_node_world(&tree, flag)->t.x / FX_ONE));
    if (ox_node_attach(&tree, flag, banner, true) == OX_OK &&
        ox_node_attach(&tree, banner, flag, false) == OX_CYCLE)
        SAY("the flag hangs on the banner now, and not the other way round");
    ox_node_free(&tree, tower);
    ox_node_scene_switch(&tree, &scene, 0);
}

void example(plat *platform, ox_log *out) {
    ox_arena arena;
    (void)platform;
    ox_arena_init(&arena, block, sizeof block);
    show_kinds(out);
    show_world(&arena, out);
    show_nodes(&arena, out);
}
