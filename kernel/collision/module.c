/* Shapes of objects: words of cart.txt, places, sensors, state. */
#include "kernel/collision/module.h"
#include "kernel/collision/tiles.h"

#include <string.h>

#include "fixedmath/quaternion.h"
#include "fixedmath/scalar.h"
#include "kernel/collision/show.h"
#include "kernel/collision/surface.h"
#include "kernel/console/console.h"
#include "kernel/engine/limit.h"
#include "kernel/event/events.h"
#include "kernel/sound/event.h"
#include "kernel/tilemap/module.h"
#include "kernel/type/name.h"

#define NAME OX_NAME("collision")
#define SHAPE OX_NAME("shape")

enum { MOST = 4096, BYTES = 288, SENSED_BYTES = 24 };

OX_CAPACITY_HOLDS(BYTES - sizeof(ox_component_head) - 2 * sizeof(ox_box_tree_node) - 2, ox_collider);
OX_CAPACITY_HOLDS(SENSED_BYTES / 2, ox_sensed);

OX_LIMIT(MOST, ox_component_type, capacity, "numbers of shapes are 16 bits");

const ox_capacity ox_collision_capacities[OX_COLLISION_CAPACITIES] = {
    [OX_CAPACITY_SHAPES] = {"shapes", 64, MOST, BYTES},
    [OX_CAPACITY_SENSED] = {"sensed", 32, MOST, SENSED_BYTES}};

/* ---- the component ---- */

#define SIZES .high = 512 * FX_ONE

static const ox_field fields[] = {
    OX_FIELD(ox_collider, kind, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_collider, of, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_collider, through, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_collider, surface, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_collider, sides, OX_FX, OX_SIM, SIZES),
    OX_FIELD(ox_collider, radius, OX_FX, OX_SIM, SIZES),
    OX_FIELD(ox_collider, height, OX_FX, OX_SIM, SIZES),
    OX_FIELD(ox_collider, offset, OX_FX, OX_SIM),
    OX_FIELD(ox_collider, friction, OX_FX, OX_SIM, .initial = OX_SURFACE_FRICTION, .high = 4 * FX_ONE),
    OX_FIELD(ox_collider, bounce, OX_FX, OX_SIM, .high = FX_ONE),
    OX_FIELD(ox_collider, before, OX_FX, OX_SIM),
    OX_FIELD(ox_collider, turn, OX_I32, OX_SIM),
    OX_FIELD(ox_collider, turned, OX_ANGLE, OX_SIM),
    OX_FIELD(ox_collider, ground, OX_U32, OX_SIM),
    OX_FIELD(ox_collider, sensor, OX_BOOL, OX_SIM),
    OX_FIELD(ox_collider, stay, OX_U16, OX_SIM)};
const ox_type ox_collider_type = OX_TYPE(ox_collider, fields, 1);

static const ox_script_field field_rows[OX_COLLISION_FIELDS] = {
    OX_SCRIPT_FIELD(friction, shape, friction, &ox_collider_type, true, "fx",
                    "of its surface: 0.0 ice, 1.0 rubber"),
    OX_SCRIPT_FIELD(bounce, shape, bounce, &ox_collider_type, true, "fx",
                    "how much of the speed of a blow comes back, 0.0 to 1.0"),
    OX_SCRIPT_FIELD(through, shape, through, &ox_collider_type, true, "name",
                    "what its shape lets pass: an object's name, a type or a tag; '': nothing"),
    OX_SCRIPT_FIELD(surface, shape, surface, &ox_collider_type, true, "name",
                    "what it is made of: a row of the data 'surfaces', or ''")};

/* ---- words of cart.txt ---- */

enum {
    CELL_RADIUS = OX_GIVEN_FIRST,
    CELL_HEIGHT,
    CELL_OF,
    CELL_FRICTION,
    CELL_BOUNCE,
    CELL_THROUGH,
    CELL_SENSOR,
    CELL_STAY,
    CELL_SURFACE,
    CELL_SIZE,                  /* three */
    CELL_OFFSET = CELL_SIZE + 3 /* three */
};

static const char *const kinds[] = {"sphere", "capsule",   "box",   "hull", "soup",
                                    "circle", "rectangle", "tiles", NULL};
static const char *const data_kinds[] = {"collision", NULL};
static const ox_module_option options[] = {{"size", NULL, OX_OPTION_VECTOR, CELL_SIZE, false},
                                           {"radius", NULL, OX_OPTION_NUMBER, CELL_RADIUS, false},
                                           {"height", NULL, OX_OPTION_NUMBER, CELL_HEIGHT, false},
                                           {"offset", NULL, OX_OPTION_VECTOR, CELL_OFFSET, false},
                                           {"of", data_kinds, OX_OPTION_NAME, CELL_OF, false},
                                           {"surface", NULL, OX_OPTION_NAME, CELL_SURFACE, false},
                                           {"friction", NULL, OX_OPTION_NUMBER, CELL_FRICTION, false},
                                           {"bounce", NULL, OX_OPTION_NUMBER, CELL_BOUNCE, false},
                                           {"through", NULL, OX_OPTION_NAME, CELL_THROUGH, false},
                                           {"sensor", NULL, OX_OPTION_COUNT, CELL_SENSOR, false},
                                           {"stay", NULL, OX_OPTION_COUNT, CELL_STAY, false},
                                           {NULL, NULL, 0, 0, false}};
static const ox_module_word words[] = {
    {"shape", kinds, options,
     "with shape=box|rectangle [size=X,Y[,Z]] [offset=X,Y,Z] "
     "[surface=NAME] [friction=0..4] [bounce=0..1] [through=NAME] [sensor=1] [stay=STEPS]\n"
     "  with shape=sphere|circle [radius=M] ...\n"
     "  with shape=capsule [radius=M] [height=M] ...\n"
     "  with shape=hull|soup of=NAME ...\n"
     "  with shape=tiles ...",
     "what the object above is for others that meet it; without sizes as "
     "large as its mesh. A sensor only tells who "
     "comes in; tiles: what is solid in the maps of the scene"},
    {NULL, NULL, NULL, NULL, NULL}};

static fx number_of(const ox_given *given, uint32_t cell, fx usual, fx low, fx high) {
    return ox_given_says(given, cell) ? fx_clamp(given->cells[cell], low, high) : usual;
}

static void give_shape(ox_world *world, ox_object *object, const ox_given *given) {
    const int type = ox_world_component(world, SHAPE);
    ox_collider *c = type < 0 ? NULL : ox_component_get(world, object, (uint32_t)type);
    if (c == NULL && type >= 0) c = ox_component_add(world, object, (uint32_t)type);
    if (c == NULL) return;
    c->kind = (ox_id)given->cells[OX_GIVEN_FIELD];
    c->of = (ox_id)given->cells[CELL_OF];
    c->through = (ox_id)given->cells[CELL_THROUGH];
    c->surface = (ox_id)given->cells[CELL_SURFACE];
    c->sensor = given->cells[CELL_SENSOR] != 0;
    c->stay = (uint16_t)given->cells[CELL_STAY];
    c->radius = number_of(given, CELL_RADIUS, 0, 0, 512 * FX_ONE);
    c->height = number_of(given, CELL_HEIGHT, 0, 0, 512 * FX_ONE);
    c->friction = number_of(given, CELL_FRICTION, c->friction, 0, 4 * FX_ONE);
    c->bounce = number_of(given, CELL_BOUNCE, c->bounce, 0, FX_ONE);
    for (uint32_t i = 0; i < 3; i++) {
        c->sides[i] = number_of(given, CELL_SIZE + i, 0, 0, 512 * FX_ONE);
        c->offset[i] = number_of(given, CELL_OFFSET + i, 0, -512 * FX_ONE, 512 * FX_ONE);
    }
    if (ox_given_says(given, CELL_SIZE) && c->sides[2] == 0) c->sides[2] = FX_ONE;
}

/* ---- shapes ---- */

/* The box about an object's mesh, in its own frame. */
static box3 box_of_mesh(const ox_collisions *c, const ox_object *object) {
    const ox_model *model = ox_scene_model(c->host->scene, object);
    const box3 usual = {{-FX_HALF, -FX_HALF, -FX_HALF}, {FX_HALF, FX_HALF, FX_HALF}};
    const rs_mesh *mesh = model == NULL ? NULL : &c->host->scene->forms[model->form]->mesh->mesh;
    if (mesh == NULL || mesh->vertex_count == 0) return usual;
    int32_t lo[3] = {INT16_MAX, INT16_MAX, INT16_MAX}, hi[3] = {INT16_MIN, INT16_MIN, INT16_MIN};
    for (uint32_t i = 0; i < mesh->vertex_count * 3; i++) {
        lo[i % 3] = int_min(lo[i % 3], mesh->positions[i]);
        hi[i % 3] = int_max(hi[i % 3], mesh->positions[i]);
    }
    const int32_t unit = 1 << mesh->exponent;
    return (box3){v3_adds(mesh->offset, (vec3){lo[0] * unit, lo[1] * unit, lo[2] * unit}),
                  v3_adds(mesh->offset, (vec3){hi[0] * unit, hi[1] * unit, hi[2] * unit})};
}

/* The data that a shape names; NULL: there are none. */
static const ox_collision_data *data_of(const ox_collisions *c, const ox_collider *s) {
    for (uint32_t i = 0; s->of != 0 && i < c->data_count; i++)
        if (c->data[i].id == s->of) return &c->data[i];
    return NULL;
}

/* A shape without sizes becomes as large as the object's mesh. */
static void fit_shape(const ox_collisions *c, const ox_object *object, ox_collider *s) {
    const bool is_round = s->kind == OX_NAME("sphere") || s->kind == OX_NAME("circle"),
               is_capsule = s->kind == OX_NAME("capsule");
    const ox_collision_data *data = data_of(c, s);
    if (data != NULL && data->is_hull && s->offset[0] == 0 && s->offset[1] == 0 && s->offset[2] == 0)
        s->offset[0] = data->middle.x, s->offset[1] = data->middle.y, s->offset[2] = data->middle.z;
    if (data != NULL || s->kind == OX_NAME("tiles") ||
        (is_round || is_capsule ? s->radius > 0 : s->sides[0] > 0))
        return;
    const box3 box = box_of_mesh(c, object);
    const vec3 middle = box_centre(&box), size = v3_subs(box.hi, box.lo);
    const fx across = fx_max(size.x, size.z);
    if (s->offset[0] == 0 && s->offset[1] == 0 && s->offset[2] == 0)
        s->offset[0] = middle.x, s->offset[1] = middle.y, s->offset[2] = middle.z;
    s->sides[0] = fx_max(size.x, 512), s->sides[1] = fx_max(size.y, 512), s->sides[2] = fx_max(size.z, 512);
    s->radius = is_round ? fx_max(across, size.y) / 2 : is_capsule ? across / 2 : s->radius;
    if (is_capsule && s->height == 0) s->height = size.y;
}

static ox_shape tiles_of(const ox_collisions *c) {
    ox_tile_map *maps;
    const uint32_t count = ox_tilemaps(c->host->console, &maps);
    return ox_shape_tiles(maps, count);
}

/* Whoever stands on tiles that have changed since the look before is awake. */
static void note_tiles(ox_collider *s) {
    const uint32_t ground = s->digest ^ ox_tiles_changed(&s->shape);
    if (s->ground != ground) s->is_twisted = s->is_fresh = true;
    s->ground = ground;
}

static ox_shape shape_of(const ox_collisions *c, const ox_collider *s, fx scale) {
    const ox_collision_data *data = data_of(c, s);
    if (data != NULL && data->is_hull) return ox_shape_hull(&data->hull);
    if (data != NULL) return (ox_shape){.kind = OX_SHAPE_SOUP, .data.soup = &data->soup};
    if (s->kind == OX_NAME("tiles")) return tiles_of(c);
    if (s->kind == OX_NAME("sphere") || s->kind == OX_NAME("circle"))
        return ox_shape_sphere(fx_max(fx_muls(s->radius, scale), 256));
    if (s->kind == OX_NAME("capsule"))
        return ox_shape_capsule(fx_max(0, fx_muls(s->height / 2 - s->radius, scale)),
                                fx_max(fx_muls(s->radius, scale), 256));
    const vec3 half = {s->sides[0] / 2, s->sides[1] / 2, s->sides[2] / 2};
    return ox_shape_box(v3_max(v3_scales(half, scale), (vec3){256, 256, 256}));
}

ox_collider *ox_collider_of(const ox_collisions *c, const ox_object *object) {
    return ox_component_get(c->world, object, c->type);
}

static bool is_turned(const ox_collider *s, const ox_object_place *at) {
    return s->turned[0] != at->angle || s->turned[1] != at->pitch || s->turned[2] != at->roll;
}

/* Whether an object stands where it was at the last look. */
static bool stands(const ox_collider *s, const ox_object_place *at) {
    return s->is_placed && v3_equal(s->at, at->pos) && !is_turned(s, at) && s->scale == at->size;
}

static vec3 offset_of(const ox_collider *s) {
    const fx scale = s->of == 0 ? s->scale : FX_ONE;
    const vec3 offset = {fx_muls(s->offset[0], scale), fx_muls(s->offset[1], scale),
                         fx_muls(s->offset[2], scale)};
    return rot33_apply(&s->pose.r, offset);
}

static vec3 within_world(vec3 v) {
    const fx most = FX_WORLD_LIMIT;
    return v3_clamp(v, (vec3){-most, -most, -most}, (vec3){most, most, most});
}

static void note_before(ox_collider *s) {
    s->is_twisted = false;
    s->before[0] = s->pose.t.x;
    s->before[1] = s->pose.t.y;
    s->before[2] = s->pose.t.z;
}

static void place_shape(const ox_collisions *c, const ox_object *object, ox_collider *s,
                        const ox_object_place *at) {
    if (!s->is_placed) fit_shape(c, object, s);
    const bool is_new = s->turn.w == 0 && s->turn.x == 0 && s->turn.y == 0 && s->turn.z == 0;
    if (is_new || is_turned(s, at)) {
        s->is_twisted = !is_new;
        s->turn = q4_from_euler((euler16){at->angle, at->pitch, at->roll});
        s->turned[0] = at->angle;
        s->turned[1] = at->pitch;
        s->turned[2] = at->roll;
    }
    s->at = at->pos;
    s->scale = at->size;
    s->shape = shape_of(c, s, at->size);
    s->pose.r = q4_to_rot33(s->turn);
    s->pose.t = within_world(v3_adds(at->pos, offset_of(s)));
    if (is_new) note_before(s);
    if (s->shape.kind == OX_SHAPE_TILES) s->digest = ox_tiles_digest(&s->shape);
    s->is_placed = s->is_fresh = true;
}

/* How many steps of its present way a body's leaf reaches ahead. */
enum { AHEAD = 4 };

/* What has gone far in a step has a leaf that holds its way, for sensors that it has flown through. */
static void put_leaf(ox_collisions *c, const ox_object *object, const ox_collider *s, vec3 ahead) {
    box3 bounds = ox_shape_bounds(&s->shape, &s->pose);
    const vec3 back = v3_subs((vec3){s->before[0], s->before[1], s->before[2]}, s->pose.t);
    if (v3_len2(back) > v3_len2((vec3){ox_shape_least(&s->shape), 0, 0})) {
        const box3 was = box_translate(&bounds, back);
        bounds = box_merge(&bounds, &was);
    }
    (void)ox_box_tree_put(&c->tree, ox_object_slot(object), &bounds, ahead);
}

void ox_collider_stand(ox_collisions *c, ox_object *object, ox_collider *s, vec3 middle, quat turn) {
    const vec3 way = v3_subs(middle, s->pose.t);
    s->is_fresh = s->is_fresh || !v3_is_zero(way) || !q4_equal(turn, s->turn);
    ox_object_place *at = ox_object_place_of(c->world, object);
    if (!q4_equal(turn, s->turn)) {
        const euler16 angles = euler_from_q4(turn);
        s->turn = turn;
        s->turned[0] = at->angle = angles.yaw;
        s->turned[1] = at->pitch = angles.pitch;
        s->turned[2] = at->roll = angles.roll;
        s->pose.r = q4_to_rot33(turn);
    }
    s->pose.t = within_world(middle);
    s->at = v3_subs(s->pose.t, offset_of(s));
    (void)ox_place_set(c->world, object, s->at);
    put_leaf(c, object, s, v3_scales(way, AHEAD * FX_ONE));
}

/* Places a shape where its object stands. */
static void look_at(ox_collisions *c, const ox_object *object, ox_collider *s, const ox_object_place *at) {
    if (!stands(s, at)) place_shape(c, object, s, at);
    put_leaf(c, object, s, V3_ZERO);
}

void ox_collider_look(ox_collisions *c, const ox_object *object) {
    ox_collider *s = ox_collider_of(c, object);
    const ox_object_place *place = ox_object_place_of(c->world, object);
    if (s != NULL && place != NULL && !stands(s, place)) look_at(c, object, s, place);
}

bool ox_collider_is_moved(const ox_collider *s) {
    return s->is_twisted || s->pose.t.x != s->before[0] || s->pose.t.y != s->before[1] ||
           s->pose.t.z != s->before[2];
}

/* Leaves of objects that are gone, or have no shape any more, are taken out of the tree. */
static void forget_leaves(ox_collisions *c) {
    for (uint32_t slot = 0; slot < c->tree.capacity; slot++) {
        const ox_object *object = ox_world_slot(c->world, slot);
        if (!ox_box_tree_has(&c->tree, slot)) continue;
        if (c->world->objects.generations[slot] == 0 || (object->flags & OX_OBJECT_DEAD) != 0 ||
            ox_collider_of(c, object) == NULL)
            ox_box_tree_take(&c->tree, slot);
    }
}

void ox_collisions_look(ox_collisions *c) {
    ox_object *object;
    void *data;
    uint32_t count = 0;
    for (uint32_t at = 0; (at = ox_component_each(c->world, c->type, at, &object, &data)) != 0;) {
        ox_collider *s = data;
        const ox_object_place *place = ox_object_place_of(c->world, object);
        if ((object->flags & OX_OBJECT_DEAD) != 0 || place == NULL) continue;
        count++;
        if (!c->is_looked && (s->of != 0 || s->kind == OX_NAME("tiles")))
            s->is_placed = false; /* the data may be others */
        if (!stands(s, place) || !ox_box_tree_has(&c->tree, ox_object_slot(object)))
            look_at(c, object, s, place);
        if (s->shape.kind == OX_SHAPE_TILES) note_tiles(s);
    }
    if (c->tree.count != count) forget_leaves(c);
    c->is_looked = true;
}

bool ox_collisions_pair(const ox_collisions *c, const ox_object *a, const ox_collider *ca, const ox_object *b,
                        const ox_collider *cb) {
    return (ca->through == 0 || !ox_object_is(c->world, b, ca->through)) &&
           (cb->through == 0 || !ox_object_is(c->world, a, cb->through));
}

/* ---- sensors ---- */

static uint32_t slot_in(ox_handle handle) { return handle.bits & 0xFFFFu; }

/* What one sensor's look gathers behind the rows of the sensors before it. */
typedef struct sensing {
    ox_collisions *c;
    const ox_object *sensor;
    const ox_collider *shape;
    ox_sensed *rows;
    uint32_t count, room;
    bool is_whole;
} sensing;

static void tell_sensed(const ox_collisions *c, ox_id event, ox_handle sensor, ox_handle who) {
    ox_events *bus = ox_module_bus(c->host);
    const ox_object *object = ox_world_get(c->world, sensor);
    const int32_t arguments[3] = {(int32_t)who.bits, (int32_t)(object == NULL ? 0 : object->name),
                                  (int32_t)OX_NAME("sensor")};
    if (bus != NULL && object != NULL) ox_events_post_to(bus, event, sensor, arguments, 3);
}

/* Who stays is told of each time the sensor's number of steps has gone. */
static void tell_stay(const ox_collisions *c, const ox_sensed *row) {
    const ox_object *object = ox_world_get(c->world, row->sensor);
    const ox_collider *shape = object == NULL ? NULL : ox_collider_of(c, object);
    ox_events *bus = ox_module_bus(c->host);
    const int32_t arguments[2] = {(int32_t)row->object.bits, (int32_t)row->steps};
    if (bus != NULL && shape != NULL && shape->stay > 0 && row->steps % shape->stay == 0)
        ox_events_post_to(bus, OX_NAME("stay"), row->sensor, arguments, 2);
}

/* Whether an object is in a sensor now; or was on its way, which is told at once. */
static bool is_in(const sensing *s, const ox_object *object, const ox_collider *shape) {
    if (s->c->is_sensed && !shape->is_fresh && !s->shape->is_fresh)
        return ox_collision_stayed(s->c, s->sensor->handle, object->handle) > 0;
    s->c->costs.mid++;
    if (shape->shape.kind == OX_SHAPE_TILES)
        return ox_shape_meets(&s->shape->shape, &s->shape->pose, &shape->shape, &shape->pose);
    if (ox_shape_meets(&shape->shape, &shape->pose, &s->shape->shape, &s->shape->pose)) {
        s->c->costs.narrow++;
        return true;
    }
    const vec3 from = {shape->before[0], shape->before[1], shape->before[2]},
               way = v3_subs(shape->pose.t, from);
    if (v3_len2(way) <= v3_len2((vec3){ox_shape_least(&shape->shape), 0, 0})) return false;
    rig34 start = shape->pose;
    ox_shape_hit hit;
    start.t = from;
    if (ox_shape_sweep(&shape->shape, &start, way, &s->shape->shape, &s->shape->pose, &hit) && !hit.inside) {
        tell_sensed(s->c, OX_NAME("enter"), s->sensor->handle, object->handle);
        tell_sensed(s->c, OX_NAME("leave"), s->sensor->handle, object->handle);
    }
    return false;
}

static bool sense_item(void *context, uint32_t item) {
    sensing *s = context;
    const ox_object *object = ox_world_slot(s->c->world, item);
    const ox_collider *shape = ox_collider_of(s->c, object);
    s->c->costs.broad++;
    if (shape == NULL || shape->sensor || object == s->sensor || shape->shape.kind == OX_SHAPE_SOUP ||
        (object->flags & OX_OBJECT_DEAD) != 0 ||
        !ox_collisions_pair(s->c, object, shape, s->sensor, s->shape) || !is_in(s, object, shape))
        return true;
    if (s->count == s->room) {
        s->c->refused++;
        s->is_whole = false;
        return false;
    }
    /* Sorted by the object's slot as they come. */
    uint32_t i = s->count++;
    for (; i > 0 && s->rows[i - 1].sensor.bits == s->sensor->handle.bits &&
           slot_in(s->rows[i - 1].object) > item;
         i--)
        s->rows[i] = s->rows[i - 1];
    s->rows[i] = (ox_sensed){s->sensor->handle, object->handle, 1};
    return true;
}

/* Rows come by the slots of sensors, then of objects; handles of one slot are of several lives. */
static int compare_handles(ox_handle a, ox_handle b) {
    const uint32_t ia = slot_in(a), ib = slot_in(b);
    if (ia != ib) return ia < ib ? -1 : 1;
    return a.bits == b.bits ? 0 : a.bits < b.bits ? -1 : 1;
}

static int compare_sensed(const ox_sensed *a, const ox_sensed *b) {
    const int order = compare_handles(a->sensor, b->sensor);
    return order != 0 ? order : compare_handles(a->object, b->object);
}

/* Tells who came and who went; the rows of now lie behind those of the step before. */
static void compare_rows(ox_collisions *c, ox_sensed *now, uint32_t count) {
    uint32_t i = 0, j = 0;
    while (i < c->sensed_count || j < count) {
        const int order = i == c->sensed_count ? 1 : j == count ? -1 : compare_sensed(&c->sensed[i], &now[j]);
        if (order < 0) tell_sensed(c, OX_NAME("leave"), c->sensed[i].sensor, c->sensed[i].object);
        if (order > 0) tell_sensed(c, OX_NAME("enter"), now[j].sensor, now[j].object);
        if (order == 0) {
            now[j].steps = c->sensed[i].steps + 1;
            tell_stay(c, &now[j]);
        }
        i += order <= 0;
        j += order >= 0;
    }
}

static void sense(ox_collisions *c) {
    sensing s = {.c = c, .rows = c->sensed + c->sensed_room, .room = c->sensed_room, .is_whole = true};
    for (uint32_t slot = 0; slot < c->tree.capacity; slot++) {
        if (!ox_box_tree_has(&c->tree, slot)) continue;
        s.sensor = ox_world_slot(c->world, slot);
        s.shape = ox_collider_of(c, s.sensor);
        if (s.shape == NULL || !s.shape->sensor) continue;
        const box3 bounds = ox_shape_bounds(&s.shape->shape, &s.shape->pose);
        ox_box_tree_overlap(&c->tree, &bounds, sense_item, &s);
    }
    compare_rows(c, s.rows, s.count);
    memcpy(c->sensed, s.rows, s.count * sizeof *s.rows);
    c->sensed_count = s.count;
    c->is_sensed = s.is_whole;
    ox_object *object;
    void *data;
    for (uint32_t at = 0; (at = ox_component_each(c->world, c->type, at, &object, &data)) != 0;) {
        ox_collider *shape = data;
        note_before(shape);
        shape->is_fresh = false;
    }
}

const ox_sensed *ox_collision_sensed(const ox_collisions *c, ox_handle sensor, ox_handle after) {
    for (uint32_t i = 0; i < c->sensed_count; i++) {
        const ox_sensed *row = &c->sensed[i];
        if (row->sensor.bits == sensor.bits && (after.bits == 0 || compare_handles(row->object, after) > 0))
            return row;
    }
    return NULL;
}

uint32_t ox_collision_stayed(const ox_collisions *c, ox_handle sensor, ox_handle object) {
    const ox_sensed wanted = {sensor, object, 0};
    uint32_t low = 0, high = c->sensed_count;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        const int order = compare_sensed(&c->sensed[middle], &wanted);
        if (order == 0) return c->sensed[middle].steps;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return 0;
}

/* ---- steps ---- */

static void run_phase(void *context, ox_world *world, ox_phase phase, uint32_t bucket) {
    (void)world, (void)bucket;
    ox_collisions_look(context);
    if (phase == OX_PHASE_PHANTOM_QUERIES) sense(context);
}

static void release_object(void *context, ox_world *world, ox_handle object) {
    (void)world;
    ox_box_tree_take(&((ox_collisions *)context)->tree, slot_in(object));
}

static const ox_system collision_system = {.name = NAME,
                                           .phases = 1u << OX_PHASE_BODIES | 1u << OX_PHASE_PHANTOM_QUERIES,
                                           .run = run_phase,
                                           .release = release_object};

/* What people are told of a step is counted anew. */
static void clear_costs(const ox_module_host *host, void *state) {
    ox_collisions *c = state;
    (void)host;
    c->costs = (ox_collision_costs){0};
    if (c->show != NULL) c->show->way_count = 0;
}

static bool tell_full(const ox_module_host *host, void *state) {
    ox_collisions *c = state;
    const ox_component_store *store = &c->world->components[c->type];
    if (c->is_told || (store->refused == 0 && c->refused == 0)) return true;
    c->is_told = true;
    if (store->refused > 0)
        ox_log_write(host->log, PLAT_LOG_WARNING, "more than %u shapes at once: raise `capacity shapes`",
                     (unsigned)store->type->capacity);
    else
        ox_log_write(host->log, PLAT_LOG_WARNING, "more than %u objects in sensors: raise `capacity sensed`",
                     (unsigned)c->sensed_room);
    return true;
}

/* ---- the state ---- */

static const ox_field sensed_fields[] = {OX_FIELD(ox_sensed, sensor, OX_LINK, OX_SIM),
                                         OX_FIELD(ox_sensed, object, OX_LINK, OX_SIM),
                                         OX_FIELD(ox_sensed, steps, OX_U32, OX_SIM)};
static const char *const sensed_names[] = {"sensor", "object", "steps"};
static const ox_type sensed_type = OX_TYPE(ox_sensed, sensed_fields, 1);

static const ox_field hit_fields[] = {
    OX_FIELD(ox_collision_hit, object, OX_LINK, OX_SIM), OX_FIELD(ox_collision_hit, part, OX_I32, OX_SIM),
    OX_FIELD(ox_collision_hit, at, OX_FX, OX_SIM), OX_FIELD(ox_collision_hit, normal, OX_I32, OX_SIM),
    OX_FIELD(ox_collision_hit, surface, OX_NAME_ID, OX_SIM)};
static const char *const hit_names[] = {"object", "part", "at", "normal", "surface"};
static const ox_type hit_type = OX_TYPE(ox_collision_hit, hit_fields, 1);

static bool next_item(void *of, uint32_t *cursor, ox_sim_item *item) {
    ox_collisions *c = of;
    const uint32_t at = (*cursor)++;
    if (at == 0)
        *item = (ox_sim_item){0, &hit_type, &c->last, "answer", hit_names};
    else if (at <= c->sensed_count)
        *item = (ox_sim_item){at, &sensed_type, &c->sensed[at - 1], "sensed", sensed_names};
    return at <= c->sensed_count;
}

static void save_state(const void *of, ox_writer *to) {
    const ox_collisions *c = of;
    const int32_t numbers[] = {c->last.part,     c->last.at.x,     c->last.at.y,    c->last.at.z,
                               c->last.normal.x, c->last.normal.y, c->last.normal.z};
    ox_write_u32(to, c->last.object.bits);
    ox_write_u32(to, c->last.surface);
    for (uint32_t i = 0; i < 7; i++) ox_write_i32(to, numbers[i]);
    ox_write_u32(to, c->sensed_count);
    for (uint32_t i = 0; i < c->sensed_count; i++) {
        ox_write_u32(to, c->sensed[i].sensor.bits);
        ox_write_u32(to, c->sensed[i].object.bits);
        ox_write_u32(to, c->sensed[i].steps);
    }
}

static ox_status restore_state(void *of, ox_reader *from) {
    ox_collisions *c = of;
    int32_t numbers[7];
    c->is_looked = c->is_sensed = false;
    c->last.object.bits = ox_read_u32(from);
    c->last.surface = ox_read_u32(from);
    for (uint32_t i = 0; i < 7; i++) numbers[i] = ox_read_i32(from);
    c->last.part = numbers[0];
    c->last.at = (vec3){numbers[1], numbers[2], numbers[3]};
    c->last.normal = (dir30){numbers[4], numbers[5], numbers[6]};
    c->sensed_count = ox_read_below(from, c->sensed_room + 1);
    for (uint32_t i = 0; i < c->sensed_count; i++) {
        c->sensed[i].sensor.bits = ox_read_u32(from);
        c->sensed[i].object.bits = ox_read_u32(from);
        c->sensed[i].steps = ox_read_u32(from);
    }
    if (!from->bad) return OX_OK;
    c->sensed_count = 0;
    c->last = (ox_collision_hit){.part = 0};
    return OX_BAD_DATA;
}

static uint32_t list_state(const ox_module_host *host, void *state, ox_sim_part *parts) {
    (void)host;
    parts[0] = (ox_sim_part){.name = "collision",
                             .context = state,
                             .next = next_item,
                             .save = save_state,
                             .restore = restore_state};
    return 1;
}

/* ---- the module ---- */

static const ox_module_event events[OX_COLLISION_EVENTS] = {
    {"Stay(who: obj, steps: int)",
     "told to a sensor with `stay=`: an object has been in it for so many steps"}};

static const ox_component_ops shape_ops = {.give = give_shape};
static const ox_module_wanted wanted[] = {
    {{.name = SHAPE, .record = &ox_collider_type, .ops = &shape_ops}, OX_CAPACITY_SHAPES}};

static ox_status begin_scene(const ox_module_host *host, void **state) {
    const int type = ox_world_component(host->world, SHAPE);
    *state = NULL;
    if (type < 0) return OX_OK;
    const uint32_t objects = host->world->config.objects,
                   sensed = ox_module_capacity(host, &ox_collision_capacities[OX_CAPACITY_SENSED]);
    ox_collisions *c = OX_PUSH(host->resident, ox_collisions, 1);
    void *tree =
        c == NULL ? NULL : ox_arena_push(host->resident, OX_ARENA_LOW, ox_box_tree_bytes(objects), 8);
    ox_sensed *rows = tree == NULL ? NULL : OX_PUSH(host->resident, ox_sensed, 2 * sensed);
    if (rows == NULL)
        return ox_module_refuse(host, OX_OUT_OF_MEMORY, 0, "no room for shapes; raise `budget`");
    *c = (ox_collisions){
        .host = host, .world = host->world, .type = (uint32_t)type, .sensed = rows, .sensed_room = sensed};
    ox_box_tree_init(&c->tree, tree, objects);
    if (ox_collision_load(host, &c->data, &c->data_count) != OX_OK)
        return ox_module_refuse(host, OX_OUT_OF_MEMORY, 0, "no room for hulls and soups; raise `budget`");
    const int system = ox_world_add_system(host->world, &collision_system, c);
    if (system < 0) return (ox_status)system;
    ox_sound_know_surfaces(host, &ox_surface_sounds);
    *state = c;
    return OX_OK;
}

static void end_scene(const ox_module_host *host, void **state, ox_module_end how) {
    const ox_collisions *c = *state;
    (void)how;
    ox_collision_unload(host, c->data, c->data_count);
}

ox_collisions *ox_console_collisions(const ox_console *console) {
    return ox_module_state(ox_console_modules(console), NAME);
}

const ox_module ox_collision_module = {.id = NAME,
                                       .name = "collision",
                                       .capacities = ox_collision_capacities,
                                       .capacity_count = OX_COLLISION_CAPACITIES,
                                       .natives = ox_collision_native_rows,
                                       .native_count = OX_COLLISION_NATIVES,
                                       .fields = field_rows,
                                       .field_count = OX_COLLISION_FIELDS,
                                       .events = events,
                                       .event_count = OX_COLLISION_EVENTS,
                                       .words = words,
                                       .begin = begin_scene,
                                       .end = end_scene,
                                       .before = clear_costs,
                                       .stepped = tell_full,
                                       .draw = OX_SHOW_DRAW(ox_collisions_draw),
                                       .wanted = wanted,
                                       .wanted_count = 1,
                                       .wanted_systems = 1,
                                       .wanted_for = OX_NAME("physics"),
                                       .list = list_state};
