/* Cloths of objects: words of cart.txt, points, steps, state. */
#include "kernel/cloth/module.h"

#include <string.h>

#include "fixedmath/angle.h"
#include "fixedmath/scalar.h"
#include "kernel/collision/soup.h"
#include "kernel/console/console.h"
#include "kernel/engine/limit.h"
#include "kernel/loop/rate.h"
#include "kernel/physics/solver.h"
#include "kernel/type/name.h"
#include "kernel/world/query.h"
#include "raster/grid.h"

#define NAME OX_NAME("cloth")
#define ROPE OX_NAME("rope")

enum {
    MOST = 64,
    POINTS_MOST = 8192,
    CLOTH_BYTES = 120,
    POINT_BYTES = 2 * 12 + 2 + 2 * (3 * 2 + 2 * 2 + 4) + 2 * RS_GRID_CELL,
    SIDE_MOST = 64,
    FAR = 4 * FX_ONE,
    SHAPES = 8
};
enum { PINS_TOP, PINS_CORNERS, PINS_LEFT, PINS_AROUND, PINS_ENDS, PINS_NONE };

OX_CAPACITY_HOLDS(CLOTH_BYTES - sizeof(ox_component_head), ox_cloth);
OX_LIMIT(MOST, ox_component_type, capacity, "numbers of cloths are 16 bits");

const ox_capacity ox_cloth_capacities[OX_CLOTH_CAPACITIES] = {
    [OX_CAPACITY_CLOTHS] = {"cloths", 4, MOST, CLOTH_BYTES},
    [OX_CAPACITY_CLOTH_POINTS] = {"cloth_points", 256, POINTS_MOST, POINT_BYTES}};

/* ---- the component ---- */

#define KEPT (OX_SIM | OX_CLONE_NONE | OX_ENGINE)
static const ox_field fields[] = {
    OX_FIELD(ox_cloth, kind, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_cloth, to, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_cloth, hangs, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_cloth, meets, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_cloth, material, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_cloth, sides, OX_FX, OX_SIM, .initial = FX_ONE, .high = SIDE_MOST * FX_ONE),
    OX_FIELD(ox_cloth, wind, OX_FX, OX_SIM, .low = -64 * FX_ONE, .high = 64 * FX_ONE),
    OX_FIELD(ox_cloth, air, OX_FX, OX_SIM, .initial = 2 * FX_ONE, .high = 32 * FX_ONE),
    OX_FIELD(ox_cloth, calm, OX_FX, OX_SIM, .initial = FX(0.3), .high = 32 * FX_ONE),
    OX_FIELD(ox_cloth, gravity, OX_FX, OX_SIM, .initial = FX_ONE, .low = -16 * FX_ONE, .high = 16 * FX_ONE),
    OX_FIELD(ox_cloth, friction, OX_FX, OX_SIM, .initial = FX(0.3), .high = FX_ONE),
    OX_FIELD(ox_cloth, thick, OX_FX, OX_SIM, .initial = FX(0.03), .low = 256, .high = 4 * FX_ONE),
    OX_FIELD(ox_cloth, cone, OX_FX, OX_SIM, .high = 179 * FX_ONE),
    OX_FIELD(ox_cloth, wish, OX_U16, OX_SIM, .initial = 9, .low = 2, .high = OX_CLOTH_SIDE),
    OX_FIELD(ox_cloth, pins, OX_U8, OX_SIM, .high = PINS_NONE),
    OX_FIELD(ox_cloth, passes, OX_U8, OX_SIM, .initial = 4, .low = 1, .high = OX_CLOTH_PASSES),
    OX_FIELD(ox_cloth, begun, OX_BOOL, KEPT),
    OX_FIELD(ox_cloth, first, OX_U32, KEPT),
    OX_FIELD(ox_cloth, columns, OX_U16, KEPT),
    OX_FIELD(ox_cloth, rows, OX_U16, KEPT),
    OX_FIELD(ox_cloth, place, OX_FX, KEPT),
    OX_FIELD(ox_cloth, step, OX_U32, KEPT)};
const ox_type ox_cloth_type = OX_TYPE(ox_cloth, fields, 1);

static const ox_script_field field_rows[OX_CLOTH_FIELDS] = {
    OX_SCRIPT_FIELD(wind, cloth, wind, &ox_cloth_type, true, "vec3",
                    "how fast the air about its cloth goes, in metres a second"),
    OX_SCRIPT_FIELD(cloth_gravity, cloth, gravity, &ox_cloth_type, true, "fx",
                    "how much its cloth weighs: 1.0 as everything")};

/* ---- words of cart.txt ---- */

enum {
    CELL_SIZE = OX_GIVEN_FIRST, /* two */
    CELL_CELLS = CELL_SIZE + 2,
    CELL_PINS,
    CELL_PASSES,
    CELL_WIND, /* three */
    CELL_AIR = CELL_WIND + 3,
    CELL_GRAVITY,
    CELL_FRICTION,
    CELL_THICK,
    CELL_CONE,
    CELL_TO,
    CELL_HANGS,
    CELL_MEETS,
    CELL_MATERIAL
};

static const char *const kinds[] = {"sheet", "rope", NULL};
static const char *const pins[] = {"top", "corners", "left", "around", "ends", "none", NULL};
static const char *const materials[] = {"material", NULL};
static const ox_module_option options[] = {{"size", NULL, OX_OPTION_POINT, CELL_SIZE, true},
                                           {"cells", NULL, OX_OPTION_COUNT, CELL_CELLS, false},
                                           {"pins", pins, OX_OPTION_CHOICE, CELL_PINS, false},
                                           {"passes", NULL, OX_OPTION_COUNT, CELL_PASSES, false},
                                           {"wind", NULL, OX_OPTION_VECTOR, CELL_WIND, false},
                                           {"air", NULL, OX_OPTION_NUMBER, CELL_AIR, false},
                                           {"gravity", NULL, OX_OPTION_NUMBER, CELL_GRAVITY, false},
                                           {"friction", NULL, OX_OPTION_NUMBER, CELL_FRICTION, false},
                                           {"thick", NULL, OX_OPTION_NUMBER, CELL_THICK, false},
                                           {"cone", NULL, OX_OPTION_NUMBER, CELL_CONE, false},
                                           {"to", NULL, OX_OPTION_NAME, CELL_TO, false},
                                           {"hangs", NULL, OX_OPTION_NAME, CELL_HANGS, false},
                                           {"meets", NULL, OX_OPTION_NAME, CELL_MEETS, false},
                                           {"material", materials, OX_OPTION_NAME, CELL_MATERIAL, false},
                                           {NULL, NULL, 0, 0, false}};
_Static_assert(sizeof options / sizeof *options <= OX_WORD_OPTIONS + 1, "a word has so many options at most");

static const ox_module_word words[] = {
    {"cloth", kinds, options,
     "with cloth=sheet|rope size=WIDE,LONG [cells=2..64] [pins=top|corners|left|around|ends|none]\n"
     "        [passes=1..8] [wind=X,Y,Z] [air=0..32] [gravity=FACTOR] [friction=0..1]\n"
     "        [thick=M] [cone=DEGREES] [to=NAME] [hangs=NAME] [meets=NAME] [material=MATERIAL]",
     "on the object above hangs cloth, or a rope, which may lead to another object; it swings, blows in the "
     "wind "
     "and lies on shapes"},
    {NULL, NULL, NULL, NULL, NULL}};

static void give_cloth(ox_world *world, ox_object *object, const ox_given *given) {
    const int type = ox_world_component(world, NAME);
    ox_cloth *w = type < 0 ? NULL : ox_component_get(world, object, (uint32_t)type);
    if (w == NULL && type >= 0) w = ox_component_add(world, object, (uint32_t)type);
    if (w == NULL) return;
    w->kind = (ox_id)given->cells[OX_GIVEN_FIELD];
    w->to = (ox_id)given->cells[CELL_TO];
    w->hangs = (ox_id)given->cells[CELL_HANGS];
    w->meets = (ox_id)given->cells[CELL_MEETS];
    w->material = (ox_id)given->cells[CELL_MATERIAL];
    for (uint32_t i = 0; i < 2; i++)
        ox_given_number(given, CELL_SIZE + i, FX_ONE / 64, SIDE_MOST * FX_ONE, &w->sides[i]);
    for (uint32_t i = 0; i < 3; i++)
        ox_given_number(given, CELL_WIND + i, -64 * FX_ONE, 64 * FX_ONE, &w->wind[i]);
    ox_given_number(given, CELL_AIR, 0, 32 * FX_ONE, &w->air);
    ox_given_number(given, CELL_GRAVITY, -16 * FX_ONE, 16 * FX_ONE, &w->gravity);
    ox_given_number(given, CELL_FRICTION, 0, FX_ONE, &w->friction);
    ox_given_number(given, CELL_THICK, 256, 4 * FX_ONE, &w->thick);
    ox_given_number(given, CELL_CONE, 0, 179 * FX_ONE, &w->cone);
    if (ox_given_says(given, CELL_CELLS))
        w->wish = (uint16_t)int_clamp(given->cells[CELL_CELLS], 2, OX_CLOTH_SIDE);
    if (ox_given_says(given, CELL_PASSES))
        w->passes = (uint8_t)int_clamp(given->cells[CELL_PASSES], 1, OX_CLOTH_PASSES);
    if (ox_given_says(given, CELL_PINS)) w->pins = (uint8_t)int_clamp(given->cells[CELL_PINS], 0, PINS_NONE);
    if (w->to != OX_ID_NONE && !ox_given_says(given, CELL_PINS)) w->pins = PINS_ENDS;
}

/* ---- points ---- */

ox_cloth *ox_cloth_of(const ox_cloths *s, const ox_object *object) {
    return ox_component_get(s->world, object, s->type);
}

/* Whether a cloth has its points; what a damaged save says of them is not believed. */
static bool has_points(const ox_cloths *s, const ox_cloth *w) {
    return w->begun && w->columns >= 1 && w->rows >= 2 && w->columns <= OX_CLOTH_SIDE &&
           w->rows <= OX_CLOTH_SIDE && w->first <= s->used &&
           (uint32_t)w->columns * w->rows <= s->used - w->first;
}

bool ox_cloth_net_of(const ox_cloths *s, const ox_object *object, ox_cloth_net *net) {
    const ox_cloth *w = ox_cloth_of(s, object);
    if (w == NULL || !has_points(s, w)) return false;
    *net = (ox_cloth_net){.at = s->at + w->first,
                          .before = s->before + w->first,
                          .held = s->held + w->first,
                          .ranks = s->ranks + w->first,
                          .columns = w->columns,
                          .rows = w->rows,
                          .across = w->columns < 2 ? 0 : w->sides[0] / (w->columns - 1),
                          .along = w->sides[1] / (w->rows - 1),
                          .passes = (uint8_t)int_clamp(w->passes, 1, OX_CLOTH_PASSES)};
    return true;
}

/* Points of cloths that are gone are given to those behind them. */
static void close_gaps(ox_cloths *s) {
    uint32_t used = 0;
    for (;;) {
        ox_object *object;
        void *data;
        ox_cloth *next = NULL;
        for (uint32_t at = 0; (at = ox_component_each(s->world, s->type, at, &object, &data)) != 0;) {
            ox_cloth *w = data;
            if (has_points(s, w) && w->first >= used && (next == NULL || w->first < next->first)) next = w;
        }
        if (next == NULL) break;
        const uint32_t count = (uint32_t)next->columns * next->rows;
        memmove(s->at + used, s->at + next->first, count * sizeof *s->at);
        memmove(s->before + used, s->before + next->first, count * sizeof *s->before);
        memmove(s->held + used, s->held + next->first, count);
        next->first = used;
        used += count;
    }
    s->used = used;
}

/* How many points there are along each side. */
static void cut_cells(ox_cloth *w) {
    const bool is_rope = w->kind == ROPE;
    const fx longer = is_rope ? w->sides[1] : fx_max(w->sides[0], w->sides[1]);
    uint16_t counts[2];
    for (uint32_t i = 0; i < 2; i++) {
        const int64_t cells = (int64_t)(w->wish - 1) * w->sides[i];
        counts[i] = (uint16_t)int_clamp((int32_t)((cells + longer / 2) / longer) + 1, 2, OX_CLOTH_SIDE);
    }
    w->columns = is_rope ? 1 : counts[0];
    w->rows = counts[1];
}

static bool is_pinned(const ox_cloth *w, uint32_t column, uint32_t row) {
    const bool is_end = row == 0 || row + 1u == w->rows, is_side = column == 0 || column + 1u == w->columns;
    switch (w->pins) {
    case PINS_TOP:
        return row == 0;
    case PINS_CORNERS:
        return row == 0 && is_side;
    case PINS_LEFT:
        return column == 0;
    case PINS_AROUND:
        return is_end && is_side;
    case PINS_ENDS:
        return is_end;
    default:
        return false;
    }
}

/* Where a point lies in the object's own axes: of what is pinned at one side its middle is there, else the first row's. */
static vec3 place_in(const ox_cloth *w, const ox_cloth_net *net, uint32_t column, uint32_t row) {
    const fx x = net->across * (2 * (int32_t)column - w->columns + 1) / 2, y = -net->along * (int32_t)row;
    if (w->pins == PINS_LEFT) return (vec3){net->across * (int32_t)column, fx_adds(y, w->sides[1] / 2), 0};
    return (vec3){x, w->pins == PINS_AROUND || w->pins == PINS_NONE ? fx_adds(y, w->sides[1] / 2) : y, 0};
}

/* What leads to another object begins straight between the two, a little below: so its slack hangs. */
static void span(const ox_cloths *s, const ox_cloth *w, const ox_cloth_net *net) {
    const ox_object *end = w->to == OX_ID_NONE ? NULL : ox_world_called(s->world, w->to);
    if (end == NULL) return;
    const mat34 other = ox_scene_stand(s->host->scene, end);
    const uint32_t last = net->rows - 1u;
    for (uint32_t i = 0; i < (uint32_t)net->columns * net->rows; i++) {
        const uint32_t column = i % net->columns, row = i / net->columns;
        const vec3 from = net->at[column], to = m34_point(&other, place_in(w, net, column, 0));
        net->at[i] = v3_lerp(from, to, (uf16)(row * UF16_ONE / last));
        if (row != 0 && row != last) net->at[i].y = fx_subs(net->at[i].y, net->along / 4);
    }
}

static bool begin_cloth(ox_cloths *s, ox_object *object, ox_cloth *w) {
    ox_cloth_net net;
    w->begun = false;
    cut_cells(w);
    close_gaps(s);
    const uint32_t count = (uint32_t)w->columns * w->rows;
    if (count > s->room - s->used) {
        if (!s->is_told)
            ox_log_write(s->host->log, PLAT_LOG_WARNING,
                         "more than %u points of cloth at once: raise `capacity cloth_points`",
                         (unsigned)s->room);
        s->is_told = true;
        return false;
    }
    w->first = s->used;
    s->used += count;
    w->begun = true;
    w->step = 0;
    (void)ox_cloth_net_of(s, object, &net);
    const mat34 stand = ox_scene_stand(s->host->scene, object);
    for (uint32_t i = 0; i < count; i++) {
        net.at[i] = m34_point(&stand, place_in(w, &net, i % w->columns, i / w->columns));
        net.held[i] = is_pinned(w, i % w->columns, i / w->columns) ? OX_CLOTH_PINNED : 0;
    }
    span(s, w, &net);
    memcpy(net.before, net.at, count * sizeof *net.at);
    const vec3 place = m34_column(&stand, 3);
    w->place[0] = place.x, w->place[1] = place.y, w->place[2] = place.z;
    return true;
}

/* ---- steps ---- */

/* What was put elsewhere takes all of its points along. */
static void follow_object(ox_cloth *w, const ox_cloth_net *net, vec3 place) {
    const vec3 way = v3_subs(place, (vec3){w->place[0], w->place[1], w->place[2]});
    w->place[0] = place.x, w->place[1] = place.y, w->place[2] = place.z;
    if (v3_length(way) <= FAR) return;
    for (uint32_t i = 0; i < (uint32_t)net->columns * net->rows; i++) {
        net->at[i] = v3_adds(net->at[i], way);
        net->before[i] = v3_adds(net->before[i], way);
    }
}

/* Puts what is pinned where it belongs: the last row to what the cloth leads to, all else to the object. */
static void put_pins(const ox_cloths *s, const ox_cloth *w, const ox_object *object,
                     const ox_cloth_net *net) {
    const ox_object *end = w->to == OX_ID_NONE ? NULL : ox_world_called(s->world, w->to);
    const mat34 own = ox_scene_stand(s->host->scene, object),
                other = end == NULL ? own : ox_scene_stand(s->host->scene, end);
    for (uint32_t i = 0; i < (uint32_t)net->columns * net->rows; i++) {
        const uint32_t column = i % net->columns, row = i / net->columns;
        if (net->held[i] != OX_CLOTH_PINNED) continue;
        vec3 place = place_in(w, net, column, row);
        if (end != NULL && row + 1u == net->rows) place.y = 0;
        net->at[i] = m34_point(end != NULL && row + 1u == net->rows ? &other : &own, place);
    }
}

static ox_cloth_air air_of(const ox_cloths *s, const ox_cloth *w) {
    const fx rate = (fx)ox_loop_rate(s->host->loop);
    const vec3 pull = s->physics == NULL ? V3_ZERO : v3_scales(ox_physics_gravity(s->physics), w->gravity);
    const fx gust = fx_sin((ang16)(w->step * 700u)) / 6 + fx_sin((ang16)(w->step * 1130u)) / 6;
    const vec3 wind = v3_scales((vec3){w->wind[0], w->wind[1], w->wind[2]}, FX_ONE + gust);
    return (ox_cloth_air){.pull = {pull.x / rate / rate, pull.y / rate / rate, pull.z / rate / rate},
                          .wind = {wind.x / rate, wind.y / rate, wind.z / rate},
                          .bears = w->air / rate,
                          .keep = fx_max(0, FX_ONE - w->calm / rate)};
}

/* ---- shapes ---- */

/* The deepest way out of one shape. */
typedef struct way_out {
    fx depth;
    dir30 normal;
} way_out;

static void note_depth(void *context, uint32_t part, const ox_manifold *m) {
    way_out *out = context;
    (void)part;
    for (uint32_t i = 0; i < m->count; i++)
        if (m->points[i].depth > out->depth) *out = (way_out){m->points[i].depth, m->normal};
}

static void push_point(const ox_cloth *w, const ox_cloth_net *net, uint32_t i, const ox_collider *met) {
    const ox_shape ball = ox_shape_sphere(w->thick);
    const rig34 pose = {rot33_identity(), net->at[i]};
    way_out out = {0, {0, 0, 0}};
    ox_manifold m;
    if (met->shape.kind >= OX_SHAPE_CONVEX)
        ox_shape_collide(&met->shape, &met->pose, &ball, &pose, &(ox_soup_listener){0, note_depth, &out},
                         NULL);
    else if (ox_collider_is_flat(met) ? ox_collide_flat(&ball, &pose, &met->shape, &met->pose, 0, &m)
                                      : ox_collide(&ball, &pose, &met->shape, &met->pose, 0, &m))
        note_depth(&out, 0, &m);
    if (out.depth > 0) ox_cloth_push(net, i, v3_scale_dir30(out.normal, out.depth), out.normal, w->friction);
}

/* Whether a cloth leads to an object, or carries it: it lies in that one's shape. */
static bool is_tied(const ox_cloths *s, const ox_cloth *w, const ox_object *object) {
    return (w->to != OX_ID_NONE && ox_world_called(s->world, w->to) == object) ||
           (w->hangs != OX_ID_NONE && ox_world_called(s->world, w->hangs) == object);
}

/* The shapes near a net push its points out. */
static void meet_shapes(const ox_cloths *s, const ox_cloth *w, const ox_object *object,
                        const ox_cloth_net *net) {
    ox_collisions *c = s->collisions;
    if (c == NULL) return;
    box3 bounds = {net->at[0], net->at[0]};
    for (uint32_t i = 1; i < (uint32_t)net->columns * net->rows; i++)
        bounds = (box3){v3_min(bounds.lo, net->at[i]), v3_max(bounds.hi, net->at[i])};
    bounds = box_expand(&bounds, w->thick);
    const box3_centred about = box_to_centred(&bounds);
    const ox_shape asked = ox_shape_box(about.half);
    const rig34 pose = {rot33_identity(), about.centre};
    ox_collision_hit hits[SHAPES];
    ox_collision_answers near = {.hits = hits, .room = SHAPES};
    const ox_collision_filter filter = {.but = object->handle, .name = w->meets};
    (void)ox_collision_region(c, &(ox_collision_asker){&asked, &pose}, &filter, &near);
    for (uint32_t k = 0; k < near.count; k++) {
        const ox_object *other = ox_world_get(s->world, hits[k].object);
        const ox_collider *met = other == NULL ? NULL : ox_collider_of(c, other);
        if (met == NULL || is_tied(s, w, other)) continue;
        const box3 own = ox_shape_bounds(&met->shape, &met->pose), near_by = box_expand(&own, w->thick);
        for (uint32_t i = 0; i < (uint32_t)net->columns * net->rows; i++)
            if (net->held[i] == 0 && box_contains(&near_by, net->at[i])) push_point(w, net, i, met);
    }
}

/* Keeps a rope in its cone about the object's own downwards. */
static void keep_in_cone(const ox_cloth *w, const ox_cloth_net *net, const mat34 *stand) {
    const ang16 half = (ang16)((int64_t)w->cone * 65536 / 360 / FX_ONE);
    dir30 axis;
    if (w->cone > 0 && w->columns == 1 && v3_normalize_dir30(v3_neg(m34_column(stand, 1)), &axis))
        ox_cloth_keep_in_cone(net, axis, fx_cos(half), fx_sin(half));
}

/* What shapes do to distances is mended in the second half of the passes. */
static void step_cloth(ox_cloths *s, ox_object *object, ox_cloth *w) {
    enum { ROUNDS = 2 };
    ox_cloth_net net;
    if (!has_points(s, w) && !begin_cloth(s, object, w)) return;
    (void)ox_cloth_net_of(s, object, &net);
    const mat34 stand = ox_scene_stand(s->host->scene, object);
    const ox_cloth_air air = air_of(s, w);
    const uint8_t passes = net.passes;
    follow_object(w, &net, m34_column(&stand, 3));
    put_pins(s, w, object, &net);
    ox_cloth_move(&net, &air);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        net.passes = (uint8_t)((passes + 1u - round) / ROUNDS);
        if (net.passes == 0) break;
        ox_cloth_hold(&net);
        keep_in_cone(w, &net, &stand);
        meet_shapes(s, w, object, &net);
    }
    w->step++;
    ox_object *hung = w->hangs == OX_ID_NONE ? NULL : ox_world_called(s->world, w->hangs);
    if (hung != NULL && hung != object && ox_object_place_of(s->world, hung) != NULL)
        (void)ox_place_set(s->world, hung, net.at[(uint32_t)(net.rows - 1) * net.columns + net.columns / 2]);
}

/* In the order of slots, so that points lie alike in a game that was loaded. */
static void run_phase(void *context, ox_world *world, ox_phase phase, uint32_t bucket) {
    ox_cloths *s = context;
    (void)phase, (void)bucket;
    if (ox_component_count(&world->components[s->type]) == 0) return;
    for (uint32_t slot = 0; slot < ox_pool_peak(&world->objects); slot++) {
        ox_object *object = ox_world_slot(world, slot);
        if (world->objects.generations[slot] == 0 || (object->flags & OX_OBJECT_DEAD) != 0) continue;
        ox_cloth *w = ox_cloth_of(s, object);
        if (w != NULL) step_cloth(s, object, w);
    }
}

static const ox_system cloth_system = {.name = NAME, .phases = 1u << OX_PHASE_FINAL, .run = run_phase};

/* ---- the state ---- */

static void save_state(const void *of, ox_writer *to) {
    const ox_cloths *s = of;
    ox_write_u32(to, s->used);
    for (uint32_t i = 0; i < s->used; i++) {
        const vec3 at = s->at[i], before = s->before[i];
        ox_write_u32(to, (uint32_t)at.x), ox_write_u32(to, (uint32_t)at.y), ox_write_u32(to, (uint32_t)at.z);
        ox_write_u32(to, (uint32_t)before.x), ox_write_u32(to, (uint32_t)before.y),
            ox_write_u32(to, (uint32_t)before.z);
    }
    ox_write_bytes(to, s->held, s->used);
}

static ox_status restore_state(void *of, ox_reader *from) {
    ox_cloths *s = of;
    s->used = ox_read_below(from, s->room + 1);
    for (uint32_t i = 0; i < s->used; i++) {
        fx v[6];
        for (uint32_t k = 0; k < 6; k++) v[k] = (fx)ox_read_u32(from);
        s->at[i] = (vec3){v[0], v[1], v[2]};
        s->before[i] = (vec3){v[3], v[4], v[5]};
    }
    ox_read_bytes(from, s->held, s->used);
    if (!from->bad) return OX_OK;
    s->used = 0;
    return OX_BAD_DATA;
}

static uint32_t list_state(const ox_module_host *host, void *state, ox_sim_part *parts) {
    (void)host;
    parts[0] = (ox_sim_part){.name = "cloth", .context = state, .save = save_state, .restore = restore_state};
    return 1;
}

/* ---- the module ---- */

static const ox_component_ops cloth_ops = {.give = give_cloth};
static const ox_module_wanted wanted[] = {
    {{.name = NAME, .record = &ox_cloth_type, .ops = &cloth_ops}, OX_CAPACITY_CLOTHS}};

static bool take_room(const ox_module_host *host, ox_cloths *s) {
    ox_arena *arena = host->resident;
    s->room = ox_module_capacity(host, &ox_cloth_capacities[OX_CAPACITY_CLOTH_POINTS]);
    return (s->at = OX_PUSH(arena, vec3, s->room)) != NULL &&
           (s->before = OX_PUSH(arena, vec3, s->room)) != NULL &&
           (s->held = OX_PUSH(arena, uint8_t, s->room)) != NULL &&
           (s->ranks = OX_PUSH(arena, uint8_t, s->room)) != NULL &&
           (s->positions = OX_PUSH(arena, int16_t, s->room * 6)) != NULL &&
           (s->uvs = OX_PUSH(arena, int16_t, s->room * 4)) != NULL &&
           (s->normals = OX_PUSH(arena, int8_t, s->room * 8)) != NULL &&
           (s->indices = OX_PUSH(arena, uint16_t, s->room * RS_GRID_CELL)) != NULL;
}

static ox_status begin_scene(const ox_module_host *host, void **state) {
    const int type = ox_world_component(host->world, NAME);
    *state = NULL;
    if (type < 0) return OX_OK;
    ox_cloths *s = OX_PUSH(host->resident, ox_cloths, 1);
    if (s != NULL)
        *s = (ox_cloths){.host = host,
                         .world = host->world,
                         .type = (uint32_t)type,
                         .physics = ox_module_state(host, OX_NAME("physics")),
                         .collisions = ox_module_state(host, OX_NAME("collision"))};
    if (s == NULL || !take_room(host, s))
        return ox_module_refuse(host, OX_OUT_OF_MEMORY, 0, "no room for cloth; raise `budget`");
    ox_module_hold_materials(host, &(ox_module_named){s->type, CELL_MATERIAL, offsetof(ox_cloth, material)});
    const int system = ox_world_add_system(host->world, &cloth_system, s);
    if (system < 0) return (ox_status)system;
    *state = s;
    return OX_OK;
}

static void draw_cloths(const ox_module_host *host, void *state, ox_module_pass pass, rs_frame *frame,
                        uf16 fraction) {
    (void)host, (void)fraction;
    if (pass == OX_PASS_SOLID || pass == OX_PASS_THROUGH) ox_cloth_draw(state, pass, frame);
}

ox_cloths *ox_console_cloths(const ox_console *console) {
    return ox_module_state(ox_console_modules(console), NAME);
}

static const uint32_t needs[] = {OX_NAME("collision"), OX_NAME("physics"), 0};

const ox_module ox_cloth_module = {.id = NAME,
                                   .name = "cloth",
                                   .needs = needs,
                                   .capacities = ox_cloth_capacities,
                                   .capacity_count = OX_CLOTH_CAPACITIES,
                                   .natives = ox_cloth_native_rows,
                                   .native_count = OX_CLOTH_NATIVES,
                                   .fields = field_rows,
                                   .field_count = OX_CLOTH_FIELDS,
                                   .words = words,
                                   .begin = begin_scene,
                                   .wanted = wanted,
                                   .wanted_count = 1,
                                   .wanted_systems = 1,
                                   .draw = draw_cloths,
                                   .list = list_state};
