/* Casts: slots of questions that are answered at their moment of the tick, and free again a tick later. */
#include "kernel/world/cast.h"

#include "kernel/memory/life.h"

enum { FREE, WAITING, ANSWERED };
enum { CASTS_MOST = 1024 };
FX_STATIC_ASSERT(CASTS_MOST < UINT16_MAX, "a ticket has 16 bits for the place");

static uint32_t cast_links(void *context) {
    const ox_casts *casts = (const ox_casts *)context;
    uint32_t count = 0;
    for (uint32_t i = 0; i < casts->capacity; i++) count += casts->casts[i].state == WAITING;
    return count;
}

static void release_object(void *context, ox_world *world, ox_handle object) {
    ox_casts *casts = (ox_casts *)context;
    (void)world;
    for (uint32_t i = 0; i < casts->capacity; i++) {
        if (ox_handle_same(casts->casts[i].requester, object)) casts->casts[i].state = FREE;
    }
}

void ox_casts_run(ox_casts *casts, ox_cast_when when, uint32_t first, uint32_t count) {
    for (uint32_t i = first; i < first + count && i < casts->capacity; i++) {
        ox_cast *cast = &casts->casts[i];
        if (cast->state != WAITING || cast->when != when) continue;
        if (!ox_handle_is_none(cast->requester) && ox_world_get(casts->world, cast->requester) == NULL) {
            cast->state = FREE;
            continue;
        }
        casts->function(casts->context, casts->world, cast);
        cast->tick = casts->world->tick;
        cast->state = ANSWERED;
    }
}

/* Frees the answers of the tick before, then answers the casts of this moment. */
static void run_casts(void *context, ox_world *world, ox_phase phase, uint32_t bucket) {
    ox_casts *casts = (ox_casts *)context;
    ox_cast_when when = phase == OX_PHASE_BODIES ? OX_CAST_BEFORE : OX_CAST_AFTER;
    (void)world, (void)bucket;
    for (uint32_t i = 0; i < casts->capacity; i++) {
        if (casts->casts[i].state == ANSWERED && casts->casts[i].when == when) casts->casts[i].state = FREE;
    }
    if (casts->spread != NULL)
        casts->spread(casts->spread_context, casts, when, casts->capacity);
    else
        ox_casts_run(casts, when, 0, casts->capacity);
}

static const ox_system casts_system = {.name = OX_NAME("casts"),
                                       .phases = 1u << OX_PHASE_BODIES | 1u << OX_PHASE_CASTS,
                                       .run = run_casts,
                                       .release = release_object,
                                       .links = cast_links};

ox_status ox_casts_init(ox_casts *casts, ox_world *world, uint32_t capacity, ox_cast_function *function,
                        void *context) {
    ox_mark mark = ox_arena_mark(world->arena, OX_ARENA_LOW);
    int system;
    if (capacity - 1u >= CASTS_MOST || function == NULL) return OX_BAD_ARGUMENT;
    *casts =
        (ox_casts){.world = world, .capacity = (uint16_t)capacity, .function = function, .context = context};
    casts->casts = (ox_cast *)ox_arena_push_zero(world->arena, OX_ARENA_LOW, sizeof(ox_cast) * capacity, 4);
    system = casts->casts == NULL ? OX_OUT_OF_MEMORY : ox_world_add_system(world, &casts_system, casts);
    if (system >= 0) return OX_OK;
    ox_arena_rollback(world->arena, mark);
    OX_CLEAR(casts);
    return (ox_status)system;
}

void ox_casts_end(ox_casts *casts) {
    if (casts->world != NULL) ox_world_remove_systems(casts->world, casts);
    OX_CLEAR(casts);
}

uint32_t ox_cast_ask(ox_casts *casts, ox_handle requester, ox_cast_when when, vec3 from, vec3 to) {
    OX_CREATED(casts->capacity);
    for (uint32_t i = 0; i < casts->capacity; i++) {
        ox_cast *cast = &casts->casts[i];
        if (cast->state != FREE) continue;
        *cast = (ox_cast){
            .requester = requester, .from = from, .to = to, .state = WAITING, .when = (uint8_t)when};
        cast->serial = ++casts->serial;
        return (i + 1u) | (uint32_t)cast->serial << 16;
    }
    casts->refused++;
    return 0;
}

const ox_cast *ox_cast_answer(const ox_casts *casts, uint32_t ticket) {
    uint32_t at = (ticket & 0xFFFFu) - 1u;
    if (at >= casts->capacity) return NULL;
    const ox_cast *cast = &casts->casts[at];
    return cast->serial == ticket >> 16 && cast->state == ANSWERED ? cast : NULL;
}

/* ---- saving ---- */

static void write_place(ox_writer *to, vec3 place) {
    ox_write_u32(to, (uint32_t)place.x);
    ox_write_u32(to, (uint32_t)place.y);
    ox_write_u32(to, (uint32_t)place.z);
}

static vec3 read_place(ox_reader *from) {
    vec3 place;
    place.x = (fx)ox_read_u32(from);
    place.y = (fx)ox_read_u32(from);
    place.z = (fx)ox_read_u32(from);
    return place;
}

void ox_casts_save(const ox_casts *casts, ox_writer *to) {
    ox_write_u16(to, casts->capacity);
    ox_write_u16(to, casts->serial);
    ox_write_u32(to, casts->refused);
    for (uint32_t i = 0; i < casts->capacity; i++) {
        const ox_cast *cast = &casts->casts[i];
        ox_write_u8(to, cast->state);
        if (cast->state == FREE) continue;
        ox_write_u8(to, cast->when);
        ox_write_u16(to, cast->serial);
        ox_write_u32(to, cast->requester.bits);
        ox_write_u32(to, cast->hit.bits);
        ox_write_u32(to, cast->tick);
        write_place(to, cast->from);
        write_place(to, cast->to);
        write_place(to, cast->place);
    }
}

static ox_cast read_cast(ox_reader *from) {
    ox_cast cast = {.state = (uint8_t)ox_read_u8(from)};
    if (cast.state > ANSWERED) from->bad = true;
    if (cast.state == FREE || from->bad) return cast;
    cast.when = (uint8_t)ox_read_u8(from);
    cast.serial = (uint16_t)ox_read_u16(from);
    cast.requester.bits = ox_read_u32(from);
    cast.hit.bits = ox_read_u32(from);
    cast.tick = ox_read_u32(from);
    cast.from = read_place(from);
    cast.to = read_place(from);
    cast.place = read_place(from);
    if (cast.when > OX_CAST_AFTER) from->bad = true;
    return cast;
}

/* Reads the slots; takes them over when `take` is set, else only checks them. */
static void read_casts(ox_casts *casts, ox_reader *from, bool take) {
    if (ox_read_u16(from) != casts->capacity) from->bad = true;
    uint16_t serial = (uint16_t)ox_read_u16(from);
    uint32_t refused = ox_read_u32(from);
    for (uint32_t i = 0; i < casts->capacity && !from->bad; i++) {
        ox_cast cast = read_cast(from);
        if (take) casts->casts[i] = cast;
    }
    if (!take) return;
    casts->serial = serial;
    casts->refused = refused;
}

ox_status ox_casts_restore(ox_casts *casts, ox_reader *from) {
    ox_reader looked = *from;
    OX_CREATED(casts->capacity);
    read_casts(casts, &looked, false);
    if (looked.bad) return from->bad = true, OX_BAD_DATA;
    read_casts(casts, from, true);
    return OX_OK;
}
