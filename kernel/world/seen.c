/* Visibility feedback: stamps of pictures for each object, and phases in which they may be read. */
#include "kernel/world/seen.h"

#include "kernel/memory/life.h"

static uint32_t slot_of(const ox_object *object) { return object->handle.bits & 0xFFFFu; }

static void release_sights(void *context, ox_world *world, ox_handle object) {
    (void)world;
    ((ox_seen *)context)->sights[object.bits & 0xFFFFu] = (ox_sight){0};
}

static const ox_system seen_system = {.name = OX_NAME("seen"), .release = release_sights};

/* Phases that change nothing of the simulation. */
#define COSMETIC (1u << OX_PHASE_POSES | 1u << OX_PHASE_FINAL_POSES | 1u << OX_PHASE_SOUND | 1u << OX_PHASES)
FX_STATIC_ASSERT(OX_PHASES < 32, "phases are bits of a word");

ox_status ox_seen_init(ox_seen *seen, ox_world *world, ox_update *appeared, void *context) {
    ox_mark mark = ox_arena_mark(world->arena, OX_ARENA_LOW);
    int system;
    for (uint32_t i = 0; i < world->system_count; i++) {
        if (world->systems[i] == &seen_system) return OX_ALREADY_THERE;
    }
    *seen = (ox_seen){.world = world, .appeared = appeared, .context = context};
    seen->sights = (ox_sight *)ox_arena_push_zero(world->arena, OX_ARENA_LOW,
                                                  sizeof(ox_sight) * world->config.objects, 4);
    system = seen->sights == NULL ? OX_OUT_OF_MEMORY : ox_world_add_system(world, &seen_system, seen);
    if (system >= 0) return OX_OK;
    ox_arena_rollback(world->arena, mark);
    OX_CLEAR(seen);
    return (ox_status)system;
}

void ox_seen_end(ox_seen *seen) {
    if (seen->world != NULL) ox_world_remove_systems(seen->world, seen);
    OX_CLEAR(seen);
}

void ox_seen_begin(ox_seen *seen) {
    OX_CREATED(seen->world);
    seen->picture++;
}

void ox_seen_mark(ox_seen *seen, ox_object *object) {
    ox_sight *sight = &seen->sights[slot_of(object)];
    uint32_t before = sight->picture;
    FX_CHECK_OR(seen->picture != 0, "seen: an object is marked before a picture began", return );
    sight->picture = seen->picture;
    sight->tick = seen->world->tick;
    if (seen->appeared != NULL && seen->picture - before > 1 && before != seen->picture)
        seen->appeared(seen->world, object, seen->context);
}

static bool may_ask(const ox_seen *seen) { return (COSMETIC >> seen->world->phase & 1u) != 0; }

bool ox_seen_visible(const ox_seen *seen, const ox_object *object) {
    FX_CHECK_OR(may_ask(seen), "seen: the simulation asks what a picture showed", return true);
    return seen->sights[slot_of(object)].picture == seen->picture;
}

uint32_t ox_seen_age(const ox_seen *seen, const ox_object *object) {
    const ox_sight *sight = &seen->sights[slot_of(object)];
    FX_CHECK_OR(may_ask(seen), "seen: the simulation asks what a picture showed", return 0);
    return sight->picture == 0 ? UINT32_MAX : seen->world->tick - sight->tick;
}
