/* A sheepfold: objects made of components, a region that notices objects that enter, waves that bring wolves,
 * and a tick that moves everything. */
#include "kernel/level/wave.h"
#include "kernel/scene/region.h"
#include "kernel/world/query.h"
#include "rom/carts/examples/example.h"

/* 1. Memory. A world takes all memory when it starts, out of one arena; when the arena is full, calls say so. */
static uint64_t block[1024];

/* 2. A component is a record and a table that says what its fields are. From the table the engine can reset,
 * save, hash, print and send the record. Every object has this component, its place. By the slot it is found in one
 * step. */
static const ox_field place_fields[] = {OX_FIELD(vec3, x, OX_FX, OX_SIM), OX_FIELD(vec3, y, OX_FX, OX_SIM),
                                        OX_FIELD(vec3, z, OX_FX, OX_SIM)};
static const ox_type place_record = OX_TYPE(vec3, place_fields, 1);
static const ox_component_type place = {
    .name = OX_NAME("place"), .capacity = 32, .record = &place_record, .slot = OX_SLOT_PLACE + 1};

/* 3. Another component: objects with legs walk, in the second of the three updates of a tick. An object that
 * is to walk gets this component; there is no class of walkers to be derived from. */
typedef struct legs {
    fx speed; /* metres a tick, along x */
} legs;
static const ox_field legs_fields[] = {OX_FIELD(legs, speed, OX_FX, OX_SIM, .initial = FX_ONE / 4)};
static const ox_type legs_record = OX_TYPE(legs, legs_fields, 1);
static void walk_sheep(ox_world *world, ox_object *object, void *data) {
    vec3 at = *ox_place_of(world, object);
    at.x += ((const legs *)data)->speed;
    (void)ox_place_set(world, object, at);
}
static const ox_component_ops legs_ops = {.update = {[OX_UPDATE_LATE] = walk_sheep}};
static const ox_component_type legs_component = {
    .name = OX_NAME("legs"), .capacity = 16, .record = &legs_record, .ops = &legs_ops};

/* 4. Types of objects: which components they begin with, how many there may be, which tags queries find them
 * by. */
enum { TAG_SHEEP = 1, TAG_WOLF = 2 };
static const ox_object_type sheep = {.name = OX_NAME("sheep"),
                                     .capacity = 8,
                                     .tags = TAG_SHEEP,
                                     .bucket = OX_BUCKET_CHARACTERS,
                                     .components = {OX_NAME("place"), OX_NAME("legs")}};
static const ox_object_type wolf = {.name = OX_NAME("wolf"),
                                    .capacity = 3,
                                    .tags = TAG_WOLF,
                                    .bucket = OX_BUCKET_CHARACTERS,
                                    .components = {OX_NAME("place"), OX_NAME("legs")}};
static const ox_object_type fence = {
    .name = OX_NAME("fence"), .capacity = 4, .components = {OX_NAME("place")}};
enum { SHEEP, WOLF, FENCE };

typedef struct fold {
    ox_world world;
    ox_places places;
    ox_regions regions;
    ox_waves waves;
    ox_log *out;
} fold;
static fold game;

/* 5. A region tells which objects come and go. It is not an object, is never drawn, and costs little for objects
 * that are far. */
static const ox_region gate = {.name = OX_NAME("gate"),
                               .shape = OX_REGION_BOX,
                               .centre = {10 * FX_ONE, 0, 0},
                               .half = {FX_ONE, FX_ONE, FX_ONE},
                               .rotation = {0, 0, 0, Q30_ONE},
                               .tags = TAG_SHEEP | TAG_WOLF};
static void at_gate(void *context, ox_world *world, const ox_region_event *event) {
    fold *g = context;
    const ox_object *who = ox_world_get(world, event->object);
    if (event->kind == OX_REGION_ENTER)
        ox_log_write(g->out, PLAT_LOG_INFO, "  tick %u: a %s comes to the gate", (unsigned)world->tick,
                     who != NULL && who->type == WOLF ? "wolf" : "sheep");
    if (event->kind == OX_REGION_LEAVE)
        ox_log_write(g->out, PLAT_LOG_INFO, "  tick %u: it goes on after %u ticks", (unsigned)world->tick,
                     (unsigned)event->ticks);
}

/* 6. Waves say what comes when; a function of the game makes it. Here: an object of the type, twice as fast if the
 * table says so. A handle outlives its object, and names nobody then. */
static bool bring(void *context, ox_id type, vec3 at, uint32_t parameters, uint32_t number) {
    fold *g = context;
    ox_handle handle;
    ox_object *object = ox_world_create(&g->world, type, &handle);
    (void)number;
    if (object == NULL) return false; /* as many as there may be: a normal outcome */
    (void)ox_place_set(&g->world, object, at);
    if (parameters != 0) {
        int index = ox_world_component(&g->world, OX_NAME("legs"));
        legs *l = index < 0 ? NULL : ox_component_get(&g->world, object, (uint32_t)index);
        if (l != NULL) l->speed = FX_HALF;
    }
    return true;
}
static const ox_wave_entry table[] = {{1, OX_NAME("sheep"), {0, 0, 0}, 0},
                                      {4, OX_NAME("sheep"), {0, 0, 0}, 0},
                                      {12, OX_NAME("wolf"), {0, 0, 0}, 1}};

static bool begin_fold(fold *g) {
    static const ox_world_config config = {.objects = 24, .types = 3, .components = 2, .systems = 4};
    static ox_arena arena;
    ox_arena_init(&arena, block, sizeof block);
    return ox_world_init(&g->world, &arena, &config) == OX_OK &&
           ox_world_add_component(&g->world, &place) >= 0 &&
           ox_world_add_component(&g->world, &legs_component) >= 0 &&
           ox_world_add_type(&g->world, &sheep) == SHEEP && ox_world_add_type(&g->world, &wolf) == WOLF &&
           ox_world_add_type(&g->world, &fence) == FENCE &&
           ox_places_init(&g->places, &g->world, 3, 16) == OX_OK &&
           ox_regions_init(&g->regions, &g->world,
                           &(ox_regions_config){.capacity = 2,
                                                .visits = 4,
                                                .tags = TAG_SHEEP | TAG_WOLF,
                                                .listener = at_gate,
                                                .context = g}) == OX_OK &&
           ox_regions_add(&g->regions, &gate, 1) == 0 &&
           ox_waves_begin_list(&g->waves, table, 3, bring, g) == OX_OK;
}

void example(plat *platform, ox_log *out) {
    fold *g = &game;
    ox_handle post, near_by[4];
    ox_object *object;
    (void)platform;
    g->out = out;
    if (!begin_fold(g)) return;
    object = ox_world_spawn(&g->world, FENCE, &post);
    if (object == NULL) return;
    (void)ox_place_set(&g->world, object, (vec3){12 * FX_ONE, 0, 0});

    /* 7. The tick is all there is to do. Objects asked for during a tick are there at once and move from the
     * next on; objects that were destroyed are gone at once and swept at its end. */
    SAY("the first wave comes in %u ticks", (unsigned)ox_waves_countdown(&g->waves));
    for (int tick = 0; tick < 40; tick++) {
        ox_waves_tick(&g->waves);
        ox_world_tick(&g->world);
    }

    /* 8. Queries: objects within four metres of the fence, the nearest object, all of a type; always in the same
     * order. */
    ox_query query = {.out = near_by, .capacity = 4, .tags = TAG_SHEEP};
    uint32_t count = ox_query_radius(&g->world, &query, (vec3){12 * FX_ONE, 0, 0}, 4 * FX_ONE);
    SAY("sheep within 4 m of the fence: %u", (unsigned)count);
    ox_handle hunter =
        ox_query_nearest(&g->world, &(ox_query){.tags = TAG_WOLF}, (vec3){12 * FX_ONE, 0, 0}, 99 * FX_ONE);
    const ox_object *found = ox_world_get(&g->world, hunter);
    if (found != NULL) SAY("the wolf is at %.2q m", (int)ox_place_of(&g->world, found)->x);

    /* 9. The end of an object. */
    (void)ox_world_destroy(&g->world, hunter);
    SAY("and now: %s", ox_world_get(&g->world, hunter) == NULL ? "no wolf" : "a wolf");
    SAY("the state of the world, for replays and networks: #%08x",
        (unsigned)ox_world_hash(&g->world, OX_FNV_START));
    ox_world_destroy_all(&g->world);
    ox_world_sweep(&g->world);
    SAY("left over: %u", (unsigned)ox_world_leaks(&g->world));
}
