/* A world's start: carving it from an arena, its types and systems, and the bytes they take. */
#include "kernel/world/world.h"

#include <string.h>

#include "kernel/memory/life.h"
#include "kernel/world/internal.h"

/* Heads of name chains: the power of two at or above half the objects. */
static uint32_t name_places(uint32_t objects) {
    uint32_t places = 8;
    while (places * 2u < objects) places *= 2u;
    return places;
}

/* The queue's ring is as long as the pool's table of generations, so that one mask serves both. */
static uint32_t queue_places(uint32_t objects) {
    uint32_t places = 2;
    while (places < objects) places *= 2u;
    return places;
}

static bool is_sound(const ox_world_config *config) {
    return config->objects >= 1 && config->objects <= 65534 && config->types >= 1 && config->systems <= 32;
}

typedef struct need {
    size_t bytes, alignment;
    void **at;
} need;

enum { NEEDS = 9 };

static void list_needs(ox_world *world, need *needs) {
    const ox_world_config *c = &world->config;
    uint32_t objects = c->objects;
    const need all[NEEDS] = {
        {sizeof(ox_type_store) * c->types, _Alignof(ox_type_store), (void **)(void *)&world->types},
        {sizeof(ox_component_store) * c->components, _Alignof(ox_component_store),
         (void **)(void *)&world->components},
        {sizeof(ox_system *) * c->systems, _Alignof(ox_system *), (void **)(void *)&world->systems},
        {sizeof(void *) * c->systems, _Alignof(void *), (void **)(void *)&world->contexts},
        {sizeof(ox_dependency) * c->dependencies, 4, (void **)(void *)&world->dependencies},
        {4u * OX_BITS_WORDS(objects), 4, (void **)(void *)&world->drawn.words},
        {2u * name_places(objects), 2, (void **)(void *)&world->names},
        {2u * (size_t)queue_places(objects), 2, (void **)(void *)&world->queue},
        {c->types, 1, (void **)(void *)&world->type_order}};
    memcpy(needs, all, sizeof all);
}

size_t ox_world_bytes(const ox_world_config *config) {
    ox_world measure;
    need needs[NEEDS];
    size_t bytes = 0;
    if (!is_sound(config)) return 0;
    measure.config = *config;
    list_needs(&measure, needs);
    for (uint32_t i = 0; i < NEEDS; i++) bytes += ox_align_up(needs[i].bytes, 4);
    return sizeof(ox_world) + bytes + ox_pool_bytes(sizeof(ox_object), 4, config->objects);
}

ox_status ox_world_init(ox_world *world, ox_arena *arena, const ox_world_config *config) {
    ox_mark mark = ox_arena_mark(arena, OX_ARENA_LOW);
    need needs[NEEDS];
    ox_status status;
    memset(world, 0, sizeof *world);
    if (!is_sound(config)) return OX_BAD_ARGUMENT;
    world->config = *config;
    world->arena = arena;
    list_needs(world, needs);
    status = ox_pool_init(&world->objects, arena, sizeof(ox_object), 4, config->objects);
    for (uint32_t i = 0; i < NEEDS && status == OX_OK; i++) {
        void *at;
        if (needs[i].bytes == 0) continue;
        at = ox_arena_push_zero(arena, OX_ARENA_LOW, needs[i].bytes, needs[i].alignment);
        if (at == NULL) status = OX_OUT_OF_MEMORY;
        memcpy(needs[i].at, &at, sizeof at);
    }
    if (status != OX_OK) {
        ox_arena_rollback(arena, mark);
        return status;
    }
    ox_bits_init(&world->drawn, world->drawn.words, config->objects);
    world->name_mask = name_places(config->objects) - 1u;
    world->phase = OX_PHASES;
    return OX_OK;
}

/* ---- tags ---- */

uint16_t ox_world_tag(const ox_world *world, ox_id name) {
    for (uint32_t i = 0; i < OX_WORLD_TAGS && name != 0; i++)
        if (world->tags[i] == name) return (uint16_t)(1u << i);
    return 0;
}

uint16_t ox_world_tags_of(const ox_world *world, uint16_t tags, const ox_id names[OX_WORLD_TAGS]) {
    uint32_t here = 0;
    for (uint32_t i = 0; i < OX_WORLD_TAGS; i++)
        if ((tags >> i & 1u) != 0) here |= names[i] == 0 ? 1u << i : ox_world_tag(world, names[i]);
    return (uint16_t)here;
}

/* ---- types ---- */

static uint32_t data_size(const ox_object_type *type) {
    return type->record == NULL ? 0 : type->record->size;
}

/* Data that may hold 64-bit numbers lies on multiples of 8. */
static uint32_t data_stride(uint32_t size) { return (uint32_t)ox_align_up(size, size % 8u == 0 ? 8 : 4); }

size_t ox_world_type_bytes(const ox_object_type *type) {
    uint32_t size = data_size(type);
    return size == 0 ? 0 : (size_t)data_stride(size) * (type->capacity + 1u);
}

/* The place in `type_order` of the type with a name, or the place where it would stand. */
static uint32_t place_of(const ox_world *world, ox_id name, bool *there) {
    uint32_t low = 0, high = world->type_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2u;
        if (world->types[world->type_order[middle]].type->name < name)
            low = middle + 1u;
        else
            high = middle;
    }
    *there = low < world->type_count && world->types[world->type_order[low]].type->name == name;
    return low;
}

int ox_world_find_type(const ox_world *world, ox_id name) {
    bool there;
    uint32_t place = place_of(world, name, &there);
    return there ? world->type_order[place] : OX_NOT_FOUND;
}

int ox_world_type(const ox_world *world, ox_id name) {
    int type = ox_world_find_type(world, name);
    FX_CHECK_OR(type >= 0, "world: no type of objects has this name", return OX_NOT_FOUND);
    return type;
}

static ox_status resolve_components(const ox_world *world, ox_type_store *store) {
    const ox_object_type *type = store->type;
    for (uint32_t i = 0; i < OX_TYPE_COMPONENTS && type->components[i] != OX_ID_NONE; i++) {
        int component = ox_world_component(world, type->components[i]);
        if (component < 0) return OX_NOT_FOUND;
        store->components[store->component_count++] = (uint8_t)component;
        store->updates |= world->components[component].updates;
    }
    store->plain = (uint8_t)ox_component_plain(world, store->components, store->component_count);
    return OX_OK;
}

int ox_world_add_type(ox_world *world, const ox_object_type *type) {
    OX_CREATED(world->arena);
    ox_type_store store = {.type = type};
    uint32_t size = data_size(type), index = world->type_count, place;
    bool there;
    ox_status status;
    if (type->capacity == 0 || type->bucket >= OX_BUCKETS) return OX_BAD_ARGUMENT;
    if (index >= world->config.types) return OX_FULL;
    place = place_of(world, type->name, &there);
    if (there) return OX_ALREADY_THERE;
    status = resolve_components(world, &store);
    if (status != OX_OK) return status;
    if (size != 0) {
        size_t bytes = ox_world_type_bytes(type);
        void *data = ox_arena_push_low(world->arena, bytes, size % 8u == 0 ? 8 : 4);
        if (data == NULL) return OX_OUT_OF_MEMORY;
        status = ox_nodes_init(&store.nodes, data, type->capacity + 1u, data_stride(size));
        if (status != OX_OK) return status;
    }
    for (uint32_t u = 0; u < OX_UPDATES; u++) {
        if (type->ops != NULL && type->ops->update[u] != NULL) store.updates |= (uint8_t)(1u << u);
    }
    if (type->ops != NULL && type->ops->draw != NULL) store.updates |= OX_HAS_DRAW;
    if (type->ops != NULL && type->ops->term != NULL) store.updates |= OX_HAS_TERM;
    store.flags = (uint16_t)(type->flags & (OX_OBJECT_SIMULATED | OX_OBJECT_DEBUG));
    if ((type->flags & OX_TYPE_DORMANT) == 0) store.flags |= OX_OBJECT_ACTIVE;
    world->types[index] = store;
    memmove(world->type_order + place + 1, world->type_order + place, index - place);
    world->type_order[place] = (uint8_t)index;
    world->type_count++;
    return (int)index;
}

/* ---- systems ---- */

static void run_nothing(void *context, ox_world *world, ox_phase phase, uint32_t bucket) {
    (void)context, (void)world, (void)phase, (void)bucket;
}

/* Stands in the place of a removed system: a phase may be under way that has the place on its list. */
static const ox_system no_system = {.run = run_nothing};

int ox_world_add_system(ox_world *world, const ox_system *system, void *context) {
    uint32_t index = 0;
    OX_CREATED(world->arena);
    while (index < world->system_count && world->systems[index] != &no_system) index++;
    if (index >= world->config.systems) return OX_FULL;
    if (system->phases >> OX_PHASES != 0 || (system->phases != 0 && system->run == NULL))
        return OX_BAD_ARGUMENT;
    for (uint32_t i = 0; i < world->system_count; i++) {
        if (world->systems[i]->name == system->name && world->contexts[i] == context) return OX_ALREADY_THERE;
    }
    world->systems[index] = system;
    world->contexts[index] = context;
    for (uint32_t phase = 0; phase < OX_PHASES; phase++) {
        if ((system->phases >> phase & 1u) != 0) world->phase_systems[phase] |= 1u << index;
    }
    if (index == world->system_count) world->system_count++;
    return (int)index;
}

void ox_world_remove_systems(ox_world *world, const void *context) {
    for (uint32_t i = 0; i < world->system_count; i++) {
        if (world->contexts[i] != context || world->systems[i] == &no_system) continue;
        world->systems[i] = &no_system;
        world->contexts[i] = NULL;
        for (uint32_t phase = 0; phase < OX_PHASES; phase++) world->phase_systems[phase] &= ~(1u << i);
    }
}

uint32_t ox_world_list_count(const ox_world *world, uint32_t bucket) {
    uint32_t count = 0;
    for (uint32_t link = world->buckets[bucket].first; link != 0; count++)
        link = ox_world_slot(world, link - 1u)->next;
    return count;
}

uint32_t ox_world_leaks(const ox_world *world) {
    uint32_t leaks = ox_pool_used(&world->objects);
    for (uint32_t i = 0; i < world->component_count; i++) leaks += ox_component_count(&world->components[i]);
    for (uint32_t i = 0; i < world->system_count; i++) {
        if (world->systems[i]->links != NULL) leaks += world->systems[i]->links(world->contexts[i]);
    }
    return leaks;
}

/* ---- traces ---- */

ox_status ox_world_depend(ox_world *world, ox_handle after, ox_handle before) {
    if (ox_world_get(world, after) == NULL || ox_world_get(world, before) == NULL) return OX_STALE_HANDLE;
    if (world->dependency_count >= world->config.dependencies) return OX_FULL;
    world->dependencies[world->dependency_count++] = (ox_dependency){before, after, 0};
    return OX_OK;
}

void ox_world_trace(ox_world *world, ox_tracer *tracer, void *context) {
    world->tracer = tracer;
    world->trace_context = context;
}
