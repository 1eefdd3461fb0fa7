/* Spawners: sets of spawners, their limits, and the fate of their objects. */
#include "kernel/level/spawner.h"

#include <string.h>

#include "kernel/debug/format.h"
#include "kernel/level/internal.h"
#include "kernel/memory/life.h"
#include "kernel/world/attachment.h"
#include "rom/level.h"
#include "rom/rom.h"

FX_STATIC_ASSERT(ROM_SPAWNER_SIZE % 4 == 0 && ROM_PROPERTY_SIZE % 4 == 0, "rows lie on words");
enum { SETS_MOST = 1024 };

/* ---- the system: who made whom ---- */

static void release_object(void *context, ox_world *world, ox_handle object) {
    ox_spawners *spawners = (ox_spawners *)context;
    ox_spawner_owner *owner = &spawners->owners[object.bits & 0xFFFFu];
    ox_spawner_set *set = owner->set == 0 ? NULL : spawners->sets[owner->set - 1u];
    (void)world;
    if (set != NULL && set->states[owner->spawner].alive > 0) /* prepared ones that wait do not count */
        set->states[owner->spawner].alive--;
    *owner = (ox_spawner_owner){0, 0};
}

/* The number of objects that live, and whether the spawner is stopped, in 16 bits. */
static uint32_t counted(const ox_spawner_state *state) {
    return state->alive | (uint32_t)state->stopped << 15;
}

static uint32_t hash(void *context, uint32_t so_far) {
    const ox_spawners *spawners = (const ox_spawners *)context;
    for (uint32_t s = 0; s < spawners->set_capacity; s++) {
        const ox_spawner_set *set = spawners->sets[s];
        for (uint32_t i = 0; set != NULL && i < set->count; i++) {
            so_far = ox_fnv_u32(so_far, set->states[i].made | counted(&set->states[i]) << 16);
            so_far = ox_fnv_u32(so_far, set->states[i].ready);
        }
    }
    return so_far;
}

static const ox_system spawners_system = {
    .name = OX_NAME("spawners"), .release = release_object, .hash = hash};

ox_status ox_spawners_init(ox_spawners *spawners, ox_world *world, const ox_spawners_config *config) {
    ox_mark mark = ox_arena_mark(world->arena, OX_ARENA_LOW);
    int system;
    if (config->sets - 1u >= SETS_MOST) return OX_BAD_ARGUMENT;
    *spawners = (ox_spawners){.world = world,
                              .kinds = config->kinds,
                              .kind_count = config->kind_count,
                              .set_capacity = config->sets,
                              .most = config->most,
                              .log = config->log,
                              .context = config->context,
                              .told = config->told};
    spawners->sets = (ox_spawner_set **)ox_arena_push_zero(
        world->arena, OX_ARENA_LOW, config->sets * sizeof *spawners->sets, _Alignof(ox_spawner_set *));
    spawners->owners = (ox_spawner_owner *)ox_arena_push_zero(
        world->arena, OX_ARENA_LOW, sizeof(ox_spawner_owner) * world->config.objects,
        _Alignof(ox_spawner_owner));
    system = spawners->sets == NULL || spawners->owners == NULL
                 ? OX_OUT_OF_MEMORY
                 : ox_world_add_system(world, &spawners_system, spawners);
    if (system >= 0) return OX_OK;
    ox_arena_rollback(world->arena, mark);
    OX_CLEAR(spawners);
    return (ox_status)system;
}

void ox_spawners_end(ox_spawners *spawners) {
    for (uint32_t i = 0; i < spawners->set_capacity; i++) {
        if (spawners->sets[i] != NULL) ox_spawner_set_close(spawners->sets[i]);
    }
    if (spawners->world != NULL) ox_world_remove_systems(spawners->world, spawners);
    OX_CLEAR(spawners);
}

void ox_level_warn(ox_spawners *spawners, ox_id what, const char *words) {
    spawners->warnings++;
    for (uint32_t i = 0; i < OX_SPAWNER_WARNED; i++) {
        if (spawners->warned[i] == what) return;
        if (spawners->warned[i] != 0) continue;
        spawners->warned[i] = what;
        if (spawners->log != NULL)
            ox_log_write(spawners->log, PLAT_LOG_WARNING, "level: #%08x %s", (unsigned)what, words);
        return;
    }
}

/* ---- descriptions ---- */

static ox_spawn_place place_of(const uint8_t *row, uint32_t number) {
    ox_spawn_place place = {.type = rom_u32(row + ROM_SPAWNER_TYPE),
                            .name = rom_u32(row + ROM_SPAWNER_NAME),
                            .scale = rom_i32(row + ROM_SPAWNER_SCALE),
                            .number = number};
    place.position = ox_level_vector(row + ROM_SPAWNER_POSITION);
    for (uint32_t i = 0; i < 4; i++) place.rotation[i] = rom_i16(row + ROM_SPAWNER_ROTATION + 2u * i);
    return place;
}

static bool is_dormant(const uint8_t *row) { return (rom_u32(row + ROM_SPAWNER_FLAGS) & 1u) != 0; }

/* A number that the spawner keeps for itself. */
static uint32_t own_number(const uint8_t *chunk, uint32_t spawner, ox_id key, uint32_t otherwise) {
    const uint8_t *property = rom_spawner_property(chunk, spawner, key);
    return property == NULL ? otherwise : rom_u32(property + ROM_PROPERTY_VALUE);
}

int ox_spawner_find(const ox_spawner_set *set, ox_id name) {
    for (uint32_t i = 0; i < set->count; i++) {
        if (rom_u32(rom_spawner_at(set->chunk, i) + ROM_SPAWNER_NAME) == name) return (int)i;
    }
    return OX_NOT_FOUND;
}

/* ---- sets ---- */

ox_status ox_spawner_set_open(ox_spawner_set *set, ox_spawners *spawners, ox_arena *arena,
                              const uint8_t *chunk, uint16_t part, ox_spawn_mode policy) {
    uint32_t count = rom_u32(chunk + ROM_SPAWNERS_SPAWNER_COUNT), at = 0;
    OX_CLEAR(set);
    OX_CREATED(spawners->set_capacity);
    while (at < spawners->set_capacity && spawners->sets[at] != NULL) at++;
    bool full = spawners->most != 0 && count > spawners->most - spawners->count;
    if (at == spawners->set_capacity || count > UINT16_MAX || full) {
        spawners->refused++;
        return OX_FULL;
    }
    ox_spawner_state *states = NULL;
    if (count != 0) {
        states =
            (ox_spawner_state *)ox_arena_push_zero(arena, OX_ARENA_LOW, sizeof(ox_spawner_state) * count, 4);
        if (states == NULL) return OX_OUT_OF_MEMORY;
    }
    *set = (ox_spawner_set){.spawners = spawners,
                            .chunk = chunk,
                            .states = states,
                            .count = count,
                            .set = (uint16_t)at,
                            .part = part,
                            .policy = policy};
    spawners->sets[at] = set;
    spawners->count += count;
    return OX_OK;
}

static const ox_spawn_kind *kind_of(const ox_spawners *spawners, ox_id type) {
    for (uint32_t i = 0; i < spawners->kind_count; i++) {
        if (spawners->kinds[i].data == type) return &spawners->kinds[i];
    }
    return NULL;
}

static ox_object *make_object(ox_spawner_set *set, const ox_spawn_place *place, ox_handle *handle) {
    ox_spawners *spawners = set->spawners;
    const ox_spawn_kind *kind = kind_of(spawners, place->type);
    int type;
    if (kind != NULL && kind->make != NULL)
        return kind->make(spawners->context, spawners->world, place, handle);
    if (kind != NULL && kind->prototype != OX_ID_NONE) {
        const ox_object *from = ox_world_find(spawners->world, kind->prototype);
        if (from == NULL) ox_level_warn(spawners, kind->prototype, "is to be cloned and is not there");
        return from == NULL ? NULL : ox_world_clone(spawners->world, from, handle);
    }
    type = ox_world_find_type(spawners->world, kind != NULL ? kind->type : place->type);
    if (type < 0) {
        ox_level_warn(spawners, place->type, "is a type of objects that this program does not have");
        return NULL;
    }
    return ox_world_spawn(spawners->world, (uint32_t)type, handle);
}

/* Attaches an object to the object of its parent, where the world has attachments and the parent lives; the place is
 * then relative to the parent. */
static void give_parent(const ox_spawner_set *set, uint32_t parent, ox_object *object) {
    if (parent >= set->count || ox_world_component(set->spawners->world, OX_NAME("attachment")) < 0) return;
    ox_world *world = set->spawners->world;
    const ox_id who = object->name != OX_ID_NONE ? object->name : world->types[object->type].type->name;
    if (ox_attach_at(world, object, set->states[parent].last) != OX_OK)
        ox_level_warn(set->spawners, who, "stands alone: its parent is not there, or carries too many");
}

/* ---- layers ---- */

enum { ANY_LAYER = 0x10000 };

static uint32_t layer_of(const ox_spawner_set *set, uint32_t spawner) {
    return rom_u16(rom_spawner_at(set->chunk, spawner) + ROM_SPAWNER_LAYER);
}

static bool is_of_layer(const ox_spawner_set *set, uint32_t spawner, uint32_t layer) {
    return layer == ANY_LAYER || layer_of(set, spawner) == layer;
}

static bool layer_has(const ox_spawner_set *set, uint32_t spawner, uint32_t bit) {
    const uint32_t layer = layer_of(set, spawner);
    return layer >= set->layer_count || (set->layers[layer] & bit) != 0;
}

/* ---- making ---- */

static ox_object *bring(ox_spawner_set *set, uint32_t spawner, ox_handle *handle) {
    const uint8_t *row = rom_spawner_at(set->chunk, spawner);
    ox_spawn_place place = place_of(row, spawner);
    ox_spawner_state *state = &set->states[spawner];
    ox_handle made;
    ox_object *object = make_object(set, &place, &made);
    if (object == NULL) {
        set->refused++;
        return NULL;
    }
    object->chunk = set->part;
    set->spawners->owners[made.bits & 0xFFFFu] =
        (ox_spawner_owner){(uint16_t)(set->set + 1u), (uint16_t)spawner};
    (void)ox_spawner_fill(set, spawner, object);
    if (!layer_has(set, spawner, OX_LAYER_SHOWN))
        ox_object_flag(set->spawners->world, object, OX_OBJECT_VISIBLE, false);
    if (place.name != OX_ID_NONE && ox_world_find(set->spawners->world, place.name) == NULL)
        FX_VERIFY(ox_object_name(set->spawners->world, object, place.name) == OX_OK);
    give_parent(set, rom_u32(row + ROM_SPAWNER_PARENT), object);
    state->last = made;
    state->alive++;
    if (state->made < UINT16_MAX) state->made++;
    state->ready = set->spawners->world->tick + own_number(set->chunk, spawner, OX_NAME("spawn_cooldown"), 0);
    if (handle != NULL) *handle = made;
    return object;
}

/* Makes the object of a spawner when its set begins. Prepared sets make all objects then; an object that is `later`,
 * or whose layer is not active, leaves the world again and waits. */
static bool begin_spawner(ox_spawner_set *set, uint32_t spawner) {
    const bool waits =
        is_dormant(rom_spawner_at(set->chunk, spawner)) || !layer_has(set, spawner, OX_LAYER_ACTIVE);
    ox_object *object = waits && set->policy == OX_SPAWN_POOLED ? NULL : bring(set, spawner, NULL);
    if (object == NULL || !waits) return object != NULL;
    ox_object_leave(set->spawners->world, object);
    set->states[spawner].made = set->states[spawner].alive = 0;
    return true;
}

uint32_t ox_spawner_set_begin(ox_spawner_set *set) {
    uint32_t there = 0;
    for (uint32_t i = 0; i < set->count; i++) there += begin_spawner(set, i);
    return there;
}

static void rest_layer(ox_spawner_set *set, uint32_t layer) {
    ox_world *world = set->spawners->world;
    for (uint32_t slot = 0; slot < ox_pool_peak(&world->objects); slot++) {
        ox_spawner_owner *owner = &set->spawners->owners[slot];
        if (owner->set != set->set + 1u || !is_of_layer(set, owner->spawner, layer)) continue;
        *owner = (ox_spawner_owner){0, 0};
        (void)ox_world_destroy(world,
                               ox_world_slot(world, slot)->handle); /* a slot that is free has a stale one */
    }
    for (uint32_t i = 0; i < set->count; i++)
        if (is_of_layer(set, i, layer))
            set->states[i] = (ox_spawner_state){.stopped = set->states[i].stopped};
}

void ox_spawner_set_rest(ox_spawner_set *set) { rest_layer(set, ANY_LAYER); }

void ox_spawner_set_layer_begin(ox_spawner_set *set, uint32_t layer) {
    for (uint32_t i = 0; i < set->count; i++) {
        if (layer_of(set, i) != layer) continue;
        if (set->policy == OX_SPAWN_POOLED)
            (void)begin_spawner(set, i);
        else if (!is_dormant(rom_spawner_at(set->chunk, i)))
            (void)!ox_spawner_spawn(set, i, NULL);
    }
}

void ox_spawner_set_layer_rest(ox_spawner_set *set, uint32_t layer) {
    if (set->policy == OX_SPAWN_POOLED) {
        rest_layer(set, layer);
        return;
    }
    for (uint32_t i = 0; i < set->count; i++) {
        if (layer_of(set, i) != layer) continue;
        if (set->states[i].alive != 0) ox_spawner_end(set, set->states[i].last);
        set->states[i].made = 0;
    }
}

void ox_spawner_set_layer_show(ox_spawner_set *set, uint32_t layer) {
    ox_world *world = set->spawners->world;
    for (uint32_t slot = 0; slot < ox_pool_peak(&world->objects); slot++) {
        const ox_spawner_owner *owner = &set->spawners->owners[slot];
        if (owner->set != set->set + 1u || layer_of(set, owner->spawner) != layer ||
            world->objects.generations[slot] == 0)
            continue;
        const bool shown = layer_has(set, owner->spawner, OX_LAYER_SHOWN) &&
                           (set->policy == OX_SPAWN_POOLED || set->states[owner->spawner].alive != 0);
        ox_object_flag(world, ox_world_slot(world, slot), OX_OBJECT_VISIBLE, shown);
    }
}

void ox_spawner_set_close(ox_spawner_set *set) {
    if (set->spawners == NULL) return;
    ox_spawner_set_rest(set);
    set->spawners->sets[set->set] = NULL;
    set->spawners->count -= set->count;
    OX_CLEAR(set);
}

/* ---- asking ---- */

static bool may(const ox_spawner_set *set, uint32_t spawner) {
    const uint8_t *row = rom_spawner_at(set->chunk, spawner);
    const ox_spawner_state *state = &set->states[spawner];
    uint32_t most = own_number(set->chunk, spawner, OX_NAME("spawn_count"), is_dormant(row) ? 0 : 1);
    uint32_t alive = own_number(set->chunk, spawner, OX_NAME("spawn_alive"), 0);
    if (state->stopped || !layer_has(set, spawner, OX_LAYER_ACTIVE)) return false;
    if (most != 0 && state->made >= most) return false;
    if (alive != 0 && state->alive >= alive) return false;
    return state->made == 0 || (int32_t)(set->spawners->world->tick - state->ready) >= 0;
}

ox_object *ox_spawner_spawn(ox_spawner_set *set, uint32_t spawner, ox_handle *handle) {
    if (handle != NULL) *handle = OX_HANDLE_NONE;
    FX_CHECK_OR(spawner < set->count, "level: no such spawner", return NULL);
    if (!may(set, spawner)) return NULL;
    if (set->policy == OX_SPAWN_POOLED) return bring(set, spawner, handle);
    ox_spawner_state *state = &set->states[spawner];
    ox_object *object = ox_world_get(set->spawners->world, state->last);
    if (object == NULL || state->alive != 0) return NULL;
    state->made++;
    state->alive = 1;
    state->ready = set->spawners->world->tick + own_number(set->chunk, spawner, OX_NAME("spawn_cooldown"), 0);
    (void)ox_spawner_fill(set, spawner, object);
    ox_object_enter(set->spawners->world, object);
    if (!layer_has(set, spawner, OX_LAYER_SHOWN))
        ox_object_flag(set->spawners->world, object, OX_OBJECT_VISIBLE, false);
    give_parent(set, rom_u32(rom_spawner_at(set->chunk, spawner) + ROM_SPAWNER_PARENT), object);
    if (handle != NULL) *handle = state->last;
    return object;
}

void ox_spawner_end(ox_spawner_set *set, ox_handle handle) {
    ox_object *object = ox_world_get(set->spawners->world, handle);
    const ox_spawner_owner *owner = &set->spawners->owners[handle.bits & 0xFFFFu];
    if (object == NULL) return;
    if (set->policy == OX_SPAWN_POOLED || owner->set != set->set + 1u) {
        (void)ox_world_destroy(set->spawners->world, handle);
        return;
    }
    ox_object_leave(set->spawners->world, object);
    set->states[owner->spawner].alive = 0;
}

/* ---- state ---- */

void ox_spawners_save(const ox_spawners *spawners, ox_writer *to) {
    const uint32_t slots = ox_pool_peak(&spawners->world->objects);
    for (uint32_t s = 0; s < spawners->set_capacity; s++) {
        const ox_spawner_set *set = spawners->sets[s];
        ox_write_u32(to, set == NULL ? 0 : set->count);
        for (uint32_t i = 0; set != NULL && i < set->count; i++) {
            ox_write_u32(to, set->states[i].last.bits);
            ox_write_u32(to, set->states[i].ready);
            ox_write_u16(to, set->states[i].made);
            ox_write_u16(to, counted(&set->states[i]));
        }
    }
    for (uint32_t slot = 0; slot < slots; slot++) {
        if (spawners->owners[slot].set == 0) continue;
        ox_write_u32(to, slot + 1u);
        ox_write_u16(to, spawners->owners[slot].set);
        ox_write_u16(to, spawners->owners[slot].spawner);
    }
    ox_write_u32(to, 0);
}

static void forget_all(ox_spawners *spawners) {
    for (uint32_t s = 0; s < spawners->set_capacity; s++) {
        ox_spawner_set *set = spawners->sets[s];
        for (uint32_t i = 0; set != NULL && i < set->count; i++)
            set->states[i] = (ox_spawner_state){.made = 0};
    }
    for (uint32_t slot = 0; slot < spawners->world->config.objects; slot++)
        spawners->owners[slot] = (ox_spawner_owner){0, 0};
}

static bool restore_sets(ox_spawners *spawners, ox_reader *from) {
    for (uint32_t s = 0; s < spawners->set_capacity; s++) {
        ox_spawner_set *set = spawners->sets[s];
        if (ox_read_u32(from) != (set == NULL ? 0 : set->count)) return false;
        for (uint32_t i = 0; set != NULL && i < set->count && !from->bad; i++) {
            set->states[i].last.bits = ox_read_u32(from);
            set->states[i].ready = ox_read_u32(from);
            set->states[i].made = (uint16_t)ox_read_u16(from);
            const uint32_t counted_now = ox_read_u16(from);
            set->states[i].alive = counted_now & 0x7FFFu;
            set->states[i].stopped = counted_now >> 15 & 1u;
        }
    }
    return !from->bad;
}

static bool restore_owners(ox_spawners *spawners, ox_reader *from) {
    for (uint32_t slot = ox_read_u32(from); slot != 0; slot = ox_read_u32(from)) {
        ox_spawner_owner owner = {(uint16_t)ox_read_u16(from), 0};
        owner.spawner = (uint16_t)ox_read_u16(from);
        if (from->bad || slot > ox_pool_peak(&spawners->world->objects) || owner.set == 0 ||
            owner.set > spawners->set_capacity || spawners->sets[owner.set - 1u] == NULL ||
            owner.spawner >= spawners->sets[owner.set - 1u]->count ||
            spawners->world->objects.generations[slot - 1u] == 0 ||
            ox_world_slot(spawners->world, slot - 1u)->chunk != spawners->sets[owner.set - 1u]->part)
            return false;
        spawners->owners[slot - 1u] = owner;
    }
    return !from->bad;
}

ox_status ox_spawners_restore(ox_spawners *spawners, ox_reader *from) {
    forget_all(spawners);
    if (restore_sets(spawners, from) && restore_owners(spawners, from)) return OX_OK;
    forget_all(spawners);
    return OX_BAD_DATA;
}

/* ---- plans ---- */

uint32_t ox_spawners_plan(const uint8_t *chunk, ox_spawn_need *needs, uint32_t room) {
    uint32_t count = rom_u32(chunk + ROM_SPAWNERS_SPAWNER_COUNT), types = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *row = rom_spawner_at(chunk, i);
        ox_id type = rom_u32(row + ROM_SPAWNER_TYPE);
        uint32_t at = 0, before = 0, alive = own_number(chunk, i, OX_NAME("spawn_alive"), 1);
        while (rom_u32(rom_spawner_at(chunk, before) + ROM_SPAWNER_TYPE) != type) before++;
        if (before == i) {
            if (types < room) needs[types] = (ox_spawn_need){type, 0};
            types++;
        }
        while (at < types && at < room && needs[at].type != type) at++;
        if (at < room) needs[at].count += alive == 0 ? 1 : alive;
    }
    return types;
}

void ox_spawners_print_plan(const uint8_t *chunk, const char *(*name)(void *context, ox_id id), void *context,
                            ox_text *text) {
    ox_spawn_need needs[64];
    uint32_t types = ox_spawners_plan(chunk, needs, 64), shown = types < 64 ? types : 64;
    for (uint32_t i = 0; i < shown; i++) {
        const char *word = name == NULL ? NULL : name(context, needs[i].type);
        ox_text_add(text, i == 0 ? "%u x " : ", %u x ", (unsigned)needs[i].count);
        if (word != NULL)
            ox_text_string(text, word);
        else
            ox_text_add(text, "#%08x", (unsigned)needs[i].type);
    }
    if (types > shown) ox_text_add(text, " and %u more types", (unsigned)(types - shown));
}
