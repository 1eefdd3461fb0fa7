/* Waters of objects: words of cart.txt, cells, steps, events, state. */
#include "kernel/water/module.h"

#include <string.h>

#include "fixedmath/scalar.h"
#include "fixedmath/vector.h"
#include "kernel/console/console.h"
#include "kernel/engine/limit.h"
#include "kernel/event/events.h"
#include "kernel/loop/rate.h"
#include "kernel/type/name.h"
#include "raster/grid.h"

#define NAME OX_NAME("water")
#define WATER OX_NAME("water")
#define WAVES OX_NAME("waves")
#define COLUMNS OX_NAME("columns")

enum {
    MOST = 16,
    CELLS_MOST = 16384,
    WATER_BYTES = 104,
    CELL_BYTES = 9 + 2 * 3 + 4 + 2 * 2 + 2 * RS_GRID_CELL + 2, /* state, position, normal, texture, indices */
    LAYERS = 4,
    FLOOR = 3,
    SIDE_MOST = 512,
    SHALLOW = 4, /* a beach is so many times as wide as deep */
    REACH = 8,   /* metres above the plane that a floor may be */
    LEVEL = FX_ONE / 256,
    STIRRED = 8,  /* of that: water that comes or goes so far wakes bodies */
    WET = 0x8000, /* of ox_waters.levels */
    LEVELS = 0x7FFF,
    LEAST_PULL = FX_ONE / 16,
    LIGHTER = 4096 * FX_ONE
};

OX_CAPACITY_HOLDS(WATER_BYTES - sizeof(ox_component_head), ox_water);
OX_LIMIT(MOST, ox_component_type, capacity, "numbers of waters are 16 bits");

const ox_capacity ox_water_capacities[OX_WATER_CAPACITIES] = {
    [OX_CAPACITY_WATERS] = {"waters", 2, MOST, WATER_BYTES},
    [OX_CAPACITY_WATER_CELLS] = {"water_cells", 1089, CELLS_MOST, CELL_BYTES}};

/* ---- the component ---- */

static const ox_field fields[] = {
    OX_FIELD(ox_water, kind, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_water, floor, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_water, material, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_water, sides, OX_FX, OX_SIM, .initial = 8 * FX_ONE, .high = SIDE_MOST * FX_ONE),
    OX_FIELD(ox_water, speed, OX_FX, OX_SIM, .initial = 2 * FX_ONE, .high = 256 * FX_ONE),
    OX_FIELD(ox_water, depth, OX_FX, OX_SIM, .initial = 2 * FX_ONE, .high = 7 * FX_ONE),
    OX_FIELD(ox_water, beach, OX_FX, OX_SIM, .high = SIDE_MOST * FX_ONE),
    OX_FIELD(ox_water, calm, OX_FX, OX_SIM, .initial = FX(0.3), .high = 32 * FX_ONE),
    OX_FIELD(ox_water, drag, OX_FX, OX_SIM, .initial = FX_HALF, .high = 32 * FX_ONE),
    OX_FIELD(ox_water, density, OX_FX, OX_SIM, .initial = 1000 * FX_ONE, .high = 16000 * FX_ONE),
    OX_FIELD(ox_water, current, OX_FX, OX_SIM, .low = -64 * FX_ONE, .high = 64 * FX_ONE),
    OX_FIELD(ox_water, wish, OX_U16, OX_SIM, .initial = 17, .low = 2, .high = 256),
    OX_FIELD(ox_water, begun, OX_BOOL, OX_SIM | OX_CLONE_NONE | OX_ENGINE),
    OX_FIELD(ox_water, still, OX_BOOL, OX_SIM | OX_CLONE_NONE | OX_ENGINE),
    OX_FIELD(ox_water, first, OX_U32, OX_SIM | OX_CLONE_NONE | OX_ENGINE),
    OX_FIELD(ox_water, columns, OX_U16, OX_SIM | OX_CLONE_NONE | OX_ENGINE),
    OX_FIELD(ox_water, rows, OX_U16, OX_SIM | OX_CLONE_NONE | OX_ENGINE),
    OX_FIELD(ox_water, per_metre, OX_FX, OX_SIM | OX_CLONE_NONE | OX_ENGINE),
    OX_FIELD(ox_water, step, OX_U32, OX_SIM | OX_CLONE_NONE | OX_ENGINE)};
const ox_type ox_water_type = OX_TYPE(ox_water, fields, 1);

#define WATER_FIELD(name, field, type, about)                                                                \
    OX_SCRIPT_FIELD(name, water, field, &ox_water_type, true, type, about)
static const ox_script_field field_rows[OX_WATER_FIELDS] = {
    WATER_FIELD(water_current, current, "vec2", "how fast its water carries what is in it, along x and z"),
    WATER_FIELD(water_speed, speed, "fx", "how fast its waves go, in metres a second"),
    WATER_FIELD(water_calm, calm, "fx", "how much of their speed its waves lose in a second"),
    WATER_FIELD(water_drag, drag, "fx", "how much its water holds what moves in it; 0.5 as of water"),
    WATER_FIELD(water_density, density, "fx", "of its water, in kilograms for each cubic metre")};

/* ---- words of cart.txt ---- */

enum {
    CELL_SIZE = OX_GIVEN_FIRST, /* two */
    CELL_CELLS = CELL_SIZE + 2,
    CELL_SPEED,
    CELL_DEPTH,
    CELL_FLOOR,
    CELL_BEACH,
    CELL_CALM,
    CELL_CURRENT, /* two */
    CELL_DRAG = CELL_CURRENT + 2,
    CELL_MATERIAL
};

static const char *const kinds[] = {"waves", "columns", NULL};
static const char *const materials[] = {"material", NULL};
static const ox_module_option options[] = {{"size", NULL, OX_OPTION_POINT, CELL_SIZE, true},
                                           {"cells", NULL, OX_OPTION_COUNT, CELL_CELLS, false},
                                           {"speed", NULL, OX_OPTION_NUMBER, CELL_SPEED, false},
                                           {"depth", NULL, OX_OPTION_NUMBER, CELL_DEPTH, false},
                                           {"floor", NULL, OX_OPTION_NAME, CELL_FLOOR, false},
                                           {"beach", NULL, OX_OPTION_NUMBER, CELL_BEACH, false},
                                           {"calm", NULL, OX_OPTION_NUMBER, CELL_CALM, false},
                                           {"current", NULL, OX_OPTION_POINT, CELL_CURRENT, false},
                                           {"drag", NULL, OX_OPTION_NUMBER, CELL_DRAG, false},
                                           {"material", materials, OX_OPTION_NAME, CELL_MATERIAL, false},
                                           {NULL, NULL, 0, 0, false}};

static const ox_module_word words[] = {
    {"water", kinds, options,
     "with water=waves|columns size=X,Z [cells=2..256] [speed=M/S] [depth=M] [floor=NAME] [beach=M]\n"
     "        [calm=0..32] [current=X,Z] [drag=0..32] [material=MATERIAL]",
     "about the object above lies water: waves on a plane, or columns that flow over the floor; free bodies "
     "float in it"},
    {NULL, NULL, NULL, NULL, NULL}};

static void give_water(ox_world *world, ox_object *object, const ox_given *given) {
    const int type = ox_world_component(world, WATER);
    ox_water *w = type < 0 ? NULL : ox_component_get(world, object, (uint32_t)type);
    if (w == NULL && type >= 0) w = ox_component_add(world, object, (uint32_t)type);
    if (w == NULL) return;
    w->kind = (ox_id)given->cells[OX_GIVEN_FIELD];
    w->floor = (ox_id)given->cells[CELL_FLOOR];
    w->material = (ox_id)given->cells[CELL_MATERIAL];
    for (uint32_t i = 0; i < 2; i++) {
        ox_given_number(given, CELL_SIZE + i, 0, SIDE_MOST * FX_ONE, &w->sides[i]);
        ox_given_number(given, CELL_CURRENT + i, -64 * FX_ONE, 64 * FX_ONE, &w->current[i]);
    }
    ox_given_number(given, CELL_SPEED, 0, 256 * FX_ONE, &w->speed);
    ox_given_number(given, CELL_DEPTH, 0, 7 * FX_ONE, &w->depth);
    ox_given_number(given, CELL_BEACH, 0, SIDE_MOST * FX_ONE, &w->beach);
    ox_given_number(given, CELL_CALM, 0, 32 * FX_ONE, &w->calm);
    ox_given_number(given, CELL_DRAG, 0, 32 * FX_ONE, &w->drag);
    if (ox_given_says(given, CELL_CELLS)) w->wish = (uint16_t)int_clamp(given->cells[CELL_CELLS], 2, 256);
}

/* ---- cells ---- */

static uint32_t cells_of(const ox_water *w) {
    return (uint32_t)w->columns * w->rows * (w->rows == 1 ? 2u : 1u);
}

ox_water *ox_water_of(const ox_waters *s, const ox_object *object) {
    return ox_component_get(s->world, object, s->type);
}

/* Whether a water has its cells; what a damaged save says of them is not believed. */
static bool has_cells(const ox_waters *s, const ox_water *w) {
    return w->begun && w->columns >= 2 && w->rows >= 1 && w->per_metre > 0 && w->first <= s->used &&
           cells_of(w) <= s->used - w->first;
}

static uint32_t rate_of(const ox_waters *s) { return ox_loop_rate(s->host->loop); }

static fx half_of(const ox_water *w, uint32_t cells) {
    return fx_sat64((int64_t)(cells - 1) * FX_ONE * (FX_ONE / 2) / w->per_metre);
}

static ox_water_grid grid_of(const ox_waters *s, const ox_water *w) {
    const bool flows = w->kind == COLUMNS;
    const uint32_t odd = w->step & 1u, rate = rate_of(s);
    int16_t *const layers[LAYERS] = {s->cells[0] + w->first, s->cells[1] + w->first, s->cells[2] + w->first,
                                     s->cells[FLOOR] + w->first};
    const int64_t lost = (int64_t)w->calm * OX_WATER_KEEPS_ALL / FX_ONE / (int64_t)rate;
    const uint32_t part = ox_water_part(w->speed, w->per_metre, rate);
    return (ox_water_grid){.kind = flows ? OX_WATER_COLUMNS : OX_WATER_WAVES,
                           .map_kind = OX_WATER_SPEEDS,
                           .columns = w->columns,
                           .rows = w->rows,
                           .stride = w->columns,
                           .part = (uint16_t)(part > OX_WATER_MOST_PART ? OX_WATER_MOST_PART : part),
                           .keep = (uint16_t)(lost > OX_WATER_KEEPS_ALL ? 0 : OX_WATER_KEEPS_ALL - lost),
                           .step = w->step,
                           .still = w->still,
                           .heights = flows ? layers[0] : layers[odd],
                           .before = flows ? NULL : layers[1 - odd],
                           .rests = flows ? NULL : layers[2],
                           .along = layers[1],
                           .across = layers[2],
                           .floor = layers[FLOOR],
                           .map = s->map + w->first};
}

bool ox_water_bath_of(const ox_waters *s, const ox_object *object, ox_water_grid *grid, ox_water_bath *bath) {
    const ox_water *w = ox_water_of(s, object);
    const ox_object_place *at = ox_object_place_of(s->world, object);
    if (w == NULL || at == NULL || !has_cells(s, w)) return false;
    *grid = grid_of(s, w);
    *bath = (ox_water_bath){.grid = grid,
                            .corner = {fx_subs(at->pos.x, half_of(w, w->columns)), at->pos.y,
                                       fx_subs(at->pos.z, half_of(w, w->rows))},
                            .per_metre = w->per_metre,
                            .density = w->density,
                            .drag = w->drag,
                            .pull = s->physics == NULL ? 0 : fx_negs(s->physics->gravity.y),
                            .current = {w->current[0], w->current[1]},
                            .rate = rate_of(s)};
    return true;
}

void ox_water_settle(const ox_waters *s, const ox_object *object, const ox_water_grid *grid) {
    ox_water *w = ox_water_of(s, object);
    w->still = grid->still;
    w->step = grid->step;
}

/* Cells of waters that are gone are given to those behind them. */
static void close_gaps(ox_waters *s) {
    uint32_t used = 0;
    for (;;) {
        ox_object *object;
        void *data;
        ox_water *next = NULL;
        for (uint32_t at = 0; (at = ox_component_each(s->world, s->type, at, &object, &data)) != 0;) {
            ox_water *w = data;
            if (has_cells(s, w) && w->first >= used && (next == NULL || w->first < next->first)) next = w;
        }
        if (next == NULL) break;
        const uint32_t count = cells_of(next);
        for (uint32_t layer = 0; layer < LAYERS; layer++)
            memmove(s->cells[layer] + used, s->cells[layer] + next->first, count * sizeof **s->cells);
        memmove(s->map + used, s->map + next->first, count);
        next->first = used;
        used += count;
    }
    s->used = used;
}

/* How the floor is found. */
typedef struct sounding {
    ox_waters *s;
    const ox_object *object;
    const ox_water *w;
    vec3 corner;
} sounding;

/* The floor at a cell, over the plane of rest. */
static int32_t sound(const sounding *f, uint32_t column, uint32_t row) {
    const fx top = REACH * FX_ONE - 1;
    const int32_t bottom = -(f->w->depth / (FX_ONE / OX_WATER_METRE));
    const bool is_line = f->w->rows == 1;
    const vec3 from = {
        fx_adds(f->corner.x, fx_sat64((int64_t)column * FX_ONE * FX_ONE / f->w->per_metre)),
        fx_adds(f->corner.y, top),
        is_line ? f->corner.z
                : fx_adds(f->corner.z, fx_sat64((int64_t)row * FX_ONE * FX_ONE / f->w->per_metre))};
    const ox_collision_filter filter = {.but = f->object->handle, .name = f->w->floor};
    ox_collision_hit hit;
    if (f->w->floor == 0 || f->s->collisions == NULL ||
        !ox_collision_ray(f->s->collisions, from, (vec3){0, fx_negs(fx_adds(top, f->w->depth)), 0}, &filter,
                          &hit))
        return bottom;
    return int_clamp(fx_sra32(fx_subs(hit.at.y, f->corner.y), 4), bottom, INT16_MAX);
}

/* What a cell lets waves keep: land nothing, beaches less and less. */
static uint8_t map_of(const ox_water *w, uint32_t column, uint32_t row, int32_t floor) {
    const uint32_t side = column < w->columns - 1u - column ? column : w->columns - 1u - column,
                   end = w->rows == 1               ? side
                         : row < w->rows - 1u - row ? row
                                                    : w->rows - 1u - row;
    const fx rim = fx_sat64((int64_t)(side < end ? side : end) * FX_ONE * FX_ONE / w->per_metre),
             deep = fx_sat64((int64_t)floor * -(FX_ONE / OX_WATER_METRE) * SHALLOW),
             from = w->floor == 0 ? rim : deep;
    if (w->kind == COLUMNS) return OX_WATER_FREE;
    if (floor >= 0 && w->floor != 0) return OX_WATER_LAND;
    if (from >= w->beach) return OX_WATER_FREE;
    /* All of the strip together takes as much as 32 cells do that go down to nine tenths. */
    const int64_t cells = (int64_t)w->beach * w->per_metre / FX_ONE; /* fx */
    const int32_t loss =
        int_clamp((int32_t)((int64_t)(255 * 32 / 10) * FX_ONE / (cells < FX_ONE ? FX_ONE : cells)), 26, 204);
    return (uint8_t)(OX_WATER_FREE - (int64_t)loss * (w->beach - from) / w->beach);
}

/* How many cells there are along each side. */
static void cut(ox_water *w) {
    const fx longer = fx_max(fx_max(w->sides[0], w->sides[1]), FX_ONE / 16);
    const uint32_t wish = (uint32_t)int_clamp(w->wish, 2, 256);
    uint16_t counts[2];
    w->per_metre = fx_clamp(fx_div((fx)(wish - 1) * FX_ONE, longer), 64, 64 * FX_ONE);
    for (uint32_t i = 0; i < 2; i++) {
        const int64_t cells = fx_rshr64((int64_t)w->sides[i] * w->per_metre, 32);
        counts[i] = (uint16_t)(w->sides[i] == 0 && i == 1 ? 1 : int_clamp((int32_t)cells + 1, 2, 256));
    }
    w->columns = counts[0];
    w->rows = counts[1];
    w->sides[0] = half_of(w, w->columns) * 2;
    w->sides[1] = half_of(w, w->rows) * 2;
}

static void tell_full(ox_waters *s) {
    if (!s->is_told)
        ox_log_write(s->host->log, PLAT_LOG_WARNING,
                     "more than %u cells of water at once: raise `capacity water_cells`", (unsigned)s->room);
    s->is_told = true;
}

bool ox_water_begin(ox_waters *s, ox_object *object) {
    ox_water *w = ox_water_of(s, object);
    const ox_object_place *at = ox_object_place_of(s->world, object);
    if (w == NULL || at == NULL) return false;
    if (has_cells(s, w)) return true;
    w->begun = false;
    cut(w);
    close_gaps(s);
    if (cells_of(w) > s->room - s->used) {
        tell_full(s);
        return false;
    }
    w->first = s->used;
    s->used += cells_of(w);
    if (w->floor != 0 && s->collisions != NULL) ox_collisions_look(s->collisions);
    const sounding f = {
        s,
        object,
        w,
        {fx_subs(at->pos.x, half_of(w, w->columns)), at->pos.y, fx_subs(at->pos.z, half_of(w, w->rows))}};
    for (uint32_t i = 0; i < cells_of(w); i++) {
        const uint32_t cell = w->first + i, column = i % w->columns, row = i / w->columns;
        const int32_t floor = sound(&f, column, row);
        s->cells[FLOOR][cell] = (int16_t)floor;
        s->cells[0][cell] = (int16_t)(w->kind == COLUMNS && row < w->rows ? int_max(0, -floor) : 0);
        s->cells[1][cell] = s->cells[2][cell] = 0;
        s->map[cell] = row < w->rows ? map_of(w, column, row, floor) : (uint8_t)OX_WATER_FREE;
    }
    w->step = 0;
    w->still = true;
    w->begun = true;
    return true;
}

/* ---- where water is ---- */

ox_object *ox_water_about(ox_waters *s, vec3 at) {
    ox_object *object, *first = NULL;
    void *data;
    for (uint32_t i = 0; (i = ox_component_each(s->world, s->type, i, &object, &data)) != 0;) {
        const ox_water *w = data;
        ox_water_grid grid;
        ox_water_bath bath;
        if ((object->flags & OX_OBJECT_DEAD) != 0 ||
            (first != NULL && ox_object_slot(first) < ox_object_slot(object)) ||
            !ox_water_bath_of(s, object, &grid, &bath) || !ox_water_has(&bath, at))
            continue;
        if (at.y >= fx_subs(bath.corner.y, w->depth)) first = object;
    }
    return first;
}

/* ---- bodies ---- */

static void tell_splash(const ox_waters *s, const ox_object *to, const ox_object *other, vec3 at,
                        fx strength) {
    ox_events *bus = ox_module_bus(s->host);
    const int32_t arguments[5] = {(int32_t)other->handle.bits, at.x, at.y, at.z, strength};
    if (bus != NULL) ox_events_post_to(bus, OX_NAME("splash"), to->handle, arguments, 5);
}

static vec3 vector_of(const fx v[3]) { return (vec3){v[0], v[1], v[2]}; }

/* How high the water stands over the middle of a body, 1..LEVELS. */
static uint16_t level_of(fx level, fx middle) {
    return (uint16_t)int_clamp(fx_subs(level, middle) / LEVEL + LEVELS / 2, 1, LEVELS);
}

static bool is_stirred(uint16_t was, uint16_t is) {
    const int32_t by = (was & LEVELS) - is;
    return by > STIRRED || by < -STIRRED;
}

/* What lifts a body makes its weight less in this step: spread over all of it, as weight is, so that a body that floats has no speed at its end. A weight that
 * is none, or does not pull downwards, cannot be less: there it is a blow. */
static void lift_body(ox_waters *s, ox_object *object, fx mass, vec3 impulse, vec3 at) {
    const vec3 pull = s->physics->gravity;
    ox_body *body = ox_body_of(s->physics, object);
    ox_body_wake(s->physics, object);
    if (pull.y <= -LEAST_PULL && pull.x == 0 && pull.z == 0) {
        const int64_t speed = (int64_t)impulse.y * FX_ONE / fx_max(mass, 1) * rate_of(s); /* in a second */
        const fx less = fx_clamp(fx_sat64(speed * FX_ONE / -(int64_t)pull.y), -LIGHTER, LIGHTER);
        s->lifted[ox_object_slot(object)] = less;
        body->gravity = fx_subs(body->gravity, less);
        impulse.y = 0;
    }
    ox_body_impulse(s->physics, object, impulse, at);
}

/* Bodies have their weight again. */
static void end_lifts(ox_waters *s) {
    for (uint32_t slot = 0; slot < ox_pool_peak(&s->world->objects); slot++) {
        if (s->lifted[slot] == 0) continue;
        ox_object *object = ox_world_slot(s->world, slot);
        ox_body *body = s->world->objects.generations[slot] == 0 ? NULL : ox_body_of(s->physics, object);
        if (body != NULL) body->gravity = fx_adds(body->gravity, s->lifted[slot]);
        s->lifted[slot] = 0;
    }
}

/* Lift and drag of a body in the water of an object; true: some of it is below the surface. */
static bool soak(ox_waters *s, ox_object *object, const ox_body *body, const ox_collider *shape,
                 ox_object *pool) {
    ox_water_patch *const patches = s->patches;
    ox_water_grid grid;
    ox_water_bath bath;
    if (!ox_water_bath_of(s, pool, &grid, &bath)) return false;
    const vec3 middle = shape->pose.t;
    const uint32_t count = ox_water_patches(&shape->shape, &shape->pose, patches);
    const ox_water_body in = {middle, vector_of(body->velocity), vector_of(body->angular),
                              ox_body_mass(body, shape)};
    const ox_water_lift lift = ox_water_float(&bath, &in, patches, count);
    if (lift.wet == 0) return false;
    const fx down = fx_subs(lift.flow.y, in.velocity.y);
    if ((s->levels[ox_object_slot(object)] & WET) == 0 && down > 0) {
        const vec3 at = {middle.x, ox_water_height_at(&bath, middle), middle.z};
        tell_splash(s, object, pool, at, down);
        tell_splash(s, pool, object, at, down);
    }
    ox_water_wake(&bath, &in, &lift, patches, count);
    ox_water_settle(s, pool, &grid);
    lift_body(s, object, in.mass, lift.impulse, middle);
    ox_body_turn(s->physics, object, lift.turn);
    return true;
}

/* A body that sleeps stays asleep while the water stays as high as it is. */
static void float_body(ox_waters *s, ox_object *object, const ox_body *body, const ox_collider *shape) {
    uint16_t *const level = &s->levels[ox_object_slot(object)];
    ox_water_grid grid;
    ox_water_bath bath;
    const vec3 middle = shape->pose.t;
    ox_object *pool = ox_water_about(s, middle);
    if (pool == NULL || !ox_water_bath_of(s, pool, &grid, &bath)) {
        *level = 0;
        return;
    }
    const fx surface = ox_water_height_at(&bath, middle);
    const uint16_t now = level_of(surface, middle.y);
    if (body->asleep && *level != 0 && !is_stirred(*level, now)) return;
    /* No wave is so steep that it comes up to what is two metres above. */
    const bool is_near = fx_subs(middle.y, ox_shape_reach(&shape->shape)) < fx_adds(surface, 2 * FX_ONE);
    *level = (uint16_t)(now | (is_near && soak(s, object, body, shape, pool) ? WET : 0));
}

static void float_bodies(ox_waters *s) {
    const ox_physics *p = s->physics;
    if (p == NULL) return;
    for (uint32_t slot = 0; slot < ox_pool_peak(&s->world->objects); slot++) {
        ox_object *object = ox_world_slot(s->world, slot);
        if (s->world->objects.generations[slot] == 0 || object->slots[OX_SLOT_BODY] == 0) continue;
        const ox_body *body = ox_body_of(p, object);
        if (body->moves != OX_BODY_FREE || (object->flags & OX_OBJECT_DEAD) != 0) continue;
        const ox_collider *shape = ox_collider_of(p->collisions, object);
        if (shape == NULL || !shape->is_placed || shape->shape.kind >= OX_SHAPE_CONVEX) continue;
        float_body(s, object, body, shape);
    }
}

/* ---- steps ---- */

static void tell_slow(ox_waters *s, const ox_water *w) {
    if (s->is_slowed || ox_water_part(w->speed, w->per_metre, rate_of(s)) <= OX_WATER_MOST_PART) return;
    const fx most = fx_div((fx)rate_of(s) * 46341, w->per_metre); /* sqrt(1/2) cells a step */
    s->is_slowed = true;
    ox_log_write(s->host->log, PLAT_LOG_WARNING,
                 "waves too fast for their cells go at %d.%02d m/s: make `speed` or `cells` less",
                 (int)(most / FX_ONE), (int)((int64_t)(most % FX_ONE) * 100 / FX_ONE));
}

static void step_waters(ox_waters *s) {
    ox_object *object;
    void *data;
    for (uint32_t at = 0; (at = ox_component_each(s->world, s->type, at, &object, &data)) != 0;) {
        const ox_water *w = data;
        if ((object->flags & OX_OBJECT_DEAD) != 0 || !has_cells(s, w)) continue;
        ox_water_grid grid = grid_of(s, w);
        tell_slow(s, w);
        ox_water_step(&grid);
        ox_water_settle(s, object, &grid);
    }
}

/* In the order of slots, so that cells lie alike in a game that was loaded. */
static void begin_waters(ox_waters *s) {
    if (ox_component_count(&s->world->components[s->type]) == 0) return;
    for (uint32_t slot = 0; slot < ox_pool_peak(&s->world->objects); slot++) {
        ox_object *object = ox_world_slot(s->world, slot);
        if (s->world->objects.generations[slot] == 0 || (object->flags & OX_OBJECT_DEAD) != 0) continue;
        const ox_water *w = ox_water_of(s, object);
        if (w != NULL && !has_cells(s, w) && !s->is_told) (void)ox_water_begin(s, object);
    }
}

static void run_phase(void *context, ox_world *world, ox_phase phase, uint32_t bucket) {
    ox_waters *s = context;
    (void)world, (void)bucket;
    if (phase == OX_PHASE_WRITE_BACK) {
        end_lifts(s);
        return;
    }
    begin_waters(s);
    float_bodies(s);
    step_waters(s);
}

static void release_object(void *context, ox_world *world, ox_handle object) {
    ox_waters *s = context;
    (void)world;
    s->levels[object.bits & 0xFFFFu] = 0;
}

static const ox_system water_system = {.name = NAME,
                                       .phases = 1u << OX_PHASE_FORCES | 1u << OX_PHASE_WRITE_BACK,
                                       .run = run_phase,
                                       .release = release_object};

/* ---- the state ---- */

static void save_state(const void *of, ox_writer *to) {
    const ox_waters *s = of;
    ox_write_u32(to, s->used);
    for (uint32_t layer = 0; layer < LAYERS; layer++)
        for (uint32_t i = 0; i < s->used; i++) ox_write_u16(to, (uint16_t)s->cells[layer][i]);
    ox_write_bytes(to, s->map, s->used);
    for (uint32_t i = 0; i < s->world->config.objects; i++) ox_write_u16(to, s->levels[i]);
}

static ox_status restore_state(void *of, ox_reader *from) {
    ox_waters *s = of;
    s->used = ox_read_below(from, s->room + 1);
    for (uint32_t layer = 0; layer < LAYERS; layer++)
        for (uint32_t i = 0; i < s->used; i++) s->cells[layer][i] = (int16_t)ox_read_u16(from);
    ox_read_bytes(from, s->map, s->used);
    for (uint32_t i = 0; i < s->world->config.objects; i++) s->levels[i] = (uint16_t)ox_read_u16(from);
    if (!from->bad) return OX_OK;
    s->used = 0;
    return OX_BAD_DATA;
}

static uint32_t list_state(const ox_module_host *host, void *state, ox_sim_part *parts) {
    (void)host;
    parts[0] = (ox_sim_part){.name = "water", .context = state, .save = save_state, .restore = restore_state};
    return 1;
}

/* ---- the module ---- */

static const ox_component_ops water_ops = {.give = give_water};
static const ox_module_wanted wanted[] = {
    {{.name = WATER, .record = &ox_water_type, .ops = &water_ops}, OX_CAPACITY_WATERS}};

static bool take_room(const ox_module_host *host, ox_waters *s) {
    ox_arena *arena = host->resident;
    s->room = ox_module_capacity(host, &ox_water_capacities[OX_CAPACITY_WATER_CELLS]);
    for (uint32_t layer = 0; layer < LAYERS; layer++)
        if ((s->cells[layer] = OX_PUSH(arena, int16_t, s->room)) == NULL) return false;
    if ((s->map = OX_PUSH(arena, uint8_t, s->room)) == NULL ||
        (s->levels = OX_PUSH(arena, uint16_t, host->world->config.objects)) == NULL ||
        (s->lifted = OX_PUSH(arena, fx, host->world->config.objects)) == NULL ||
        (s->positions = OX_PUSH(arena, int16_t, s->room * 3)) == NULL ||
        (s->uvs = OX_PUSH(arena, int16_t, s->room * 2)) == NULL ||
        (s->normals = OX_PUSH(arena, int8_t, s->room * 4)) == NULL ||
        (s->indices = OX_PUSH(arena, uint16_t, s->room * RS_GRID_CELL)) == NULL)
        return false;
    memset(s->levels, 0, host->world->config.objects * sizeof *s->levels);
    memset(s->lifted, 0, host->world->config.objects * sizeof *s->lifted);
    return true;
}

static ox_status begin_scene(const ox_module_host *host, void **state) {
    const int type = ox_world_component(host->world, WATER);
    *state = NULL;
    if (type < 0) return OX_OK;
    ox_waters *s = OX_PUSH(host->resident, ox_waters, 1);
    if (s != NULL)
        *s = (ox_waters){.host = host,
                         .world = host->world,
                         .type = (uint32_t)type,
                         .physics = ox_module_state(host, OX_NAME("physics")),
                         .collisions = ox_module_state(host, OX_NAME("collision"))};
    if (s == NULL || !take_room(host, s))
        return ox_module_refuse(host, OX_OUT_OF_MEMORY, 0, "no room for water; raise `budget`");
    ox_module_hold_materials(host, &(ox_module_named){s->type, CELL_MATERIAL, offsetof(ox_water, material)});
    const int system = ox_world_add_system(host->world, &water_system, s);
    if (system < 0) return (ox_status)system;
    *state = s;
    return OX_OK;
}

static void draw_waters(const ox_module_host *host, void *state, ox_module_pass pass, rs_frame *frame,
                        uf16 fraction) {
    (void)host, (void)fraction;
    if (pass == OX_PASS_SOLID || pass == OX_PASS_THROUGH) ox_water_draw(state, pass, frame);
}

ox_waters *ox_console_waters(const ox_console *console) {
    return ox_module_state(ox_console_modules(console), NAME);
}

static const ox_module_event events[OX_WATER_EVENTS] = {
    {"Splash(other: obj, at: vec3, strength: fx)",
     "told to a body and to the water that it comes into: strength is how fast it comes down"}};

static const uint32_t needs[] = {OX_NAME("collision"), OX_NAME("physics"), 0};

const ox_module ox_water_module = {.id = NAME,
                                   .name = "water",
                                   .needs = needs,
                                   .capacities = ox_water_capacities,
                                   .capacity_count = OX_WATER_CAPACITIES,
                                   .natives = ox_water_native_rows,
                                   .native_count = OX_WATER_NATIVES,
                                   .fields = field_rows,
                                   .field_count = OX_WATER_FIELDS,
                                   .events = events,
                                   .event_count = OX_WATER_EVENTS,
                                   .words = words,
                                   .begin = begin_scene,
                                   .wanted = wanted,
                                   .wanted_count = 1,
                                   .wanted_systems = 1,
                                   .draw = draw_waters,
                                   .list = list_state};
