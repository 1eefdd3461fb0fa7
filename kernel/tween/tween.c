/* Tweens: their component, and what they do in a step. */
#include "kernel/tween/tween.h"

#include "fixedmath/angle.h"
#include "kernel/type/name.h"
#include "kernel/world/query.h"

FX_STATIC_ASSERT(EASE_COUNT <= UINT8_MAX + 1, "the curve of a tween is one byte");

/* ---- the component ---- */

#define OWN (OX_SIM | OX_ENGINE)

static const ox_field fields[] = {
    OX_FIELD(ox_tween, from, OX_I32, OWN),
    OX_FIELD(ox_tween, to, OX_I32, OWN),
    OX_FIELD(ox_tween, component, OX_NAME_ID, OWN),
    OX_FIELD(ox_tween, field, OX_NAME_ID, OWN),
    OX_FIELD(ox_tween, steps, OX_U16, OWN, .initial = 1, .low = 1, .high = UINT16_MAX),
    OX_FIELD(ox_tween, at, OX_U16, OWN),
    OX_FIELD(ox_tween, delay, OX_U16, OWN),
    OX_FIELD(ox_tween, times, OX_U16, OWN),
    OX_FIELD(ox_tween, curve, OX_U8, OWN, .high = EASE_COUNT - 1),
    OX_FIELD(ox_tween, flags, OX_U8, OWN),
    OX_FIELD(ox_tween, values, OX_U8, OWN, .high = OX_TWEEN_VALUES)};
static const ox_type record = OX_TYPE(ox_tween, fields, 1);

/* Starts a tween from the cells of a statement `with tween=...` of cart.txt (module.c). */
static void give_tween(ox_world *world, ox_object *object, const ox_given *given) {
    const int32_t *cells = given->cells;
    ox_tween tween = {.component = (ox_id)cells[OX_GIVEN_COMPONENT],
                      .field = (ox_id)cells[OX_GIVEN_FIELD],
                      .steps = (uint16_t)cells[OX_TWEEN_CELL_STEPS],
                      .delay = (uint16_t)cells[OX_TWEEN_CELL_DELAY],
                      .times = 1,
                      .curve = (uint8_t)cells[OX_TWEEN_CELL_CURVE],
                      .flags = cells[OX_TWEEN_CELL_WAY] != 0 ? OX_TWEEN_BACK : 0};
    if ((given->said >> OX_TWEEN_CELL_TIMES & 1u) != 0) tween.times = (uint16_t)cells[OX_TWEEN_CELL_TIMES];
    if ((given->said >> OX_TWEEN_CELL_FROM & 1u) != 0) tween.flags |= OX_TWEEN_FROM;
    for (uint32_t i = 0; i < OX_TWEEN_VALUES; i++) {
        tween.from[i] = cells[OX_TWEEN_CELL_FROM + i];
        tween.to[i] = cells[OX_TWEEN_CELL_TO + i];
        tween.values = (uint8_t)(tween.values + (given->said >> (OX_TWEEN_CELL_TO + i) & 1u));
    }
    (void)ox_tween_start(world, object, &tween); /* the world counts what had no room */
}

static const ox_component_ops ops = {.give = give_tween};

ox_component_type ox_tween_component(uint16_t capacity) {
    return (ox_component_type){
        .name = OX_NAME("tween"), .capacity = capacity, .record = &record, .ops = &ops};
}

/* ---- curves ---- */

#define FAMILY(X, word) X(word "_in"), X(word "_out"), X(word "_in_out")
#define CURVES(X)                                                                                            \
    X("linear"), X("smoothstep"), X("smootherstep"), FAMILY(X, "quadratic"), FAMILY(X, "cubic"),             \
        FAMILY(X, "quartic"), FAMILY(X, "sine"), FAMILY(X, "exponential"), FAMILY(X, "back"),                \
        FAMILY(X, "elastic"), FAMILY(X, "bounce")
#define CURVE_WORD(word) word

const char *const ox_tween_curves[EASE_COUNT + 1] = {CURVES(CURVE_WORD)};
static const ox_id curve_ids[EASE_COUNT] = {CURVES(OX_NAME)};

uint32_t ox_tween_curve(ox_id name) {
    uint32_t curve = 0;
    while (curve < EASE_COUNT && curve_ids[curve] != name) curve++;
    return curve;
}

/* ---- starting and stopping ---- */

static bool is_tweened(const ox_field *field) {
    switch (field->kind) {
    case OX_U8:
    case OX_U16:
    case OX_U32:
    case OX_I8:
    case OX_I16:
    case OX_I32:
    case OX_FX:
    case OX_ANGLE:
        return true;
    default:
        return false;
    }
}

/* Looks up component and field, and the number of values. */
static ox_status bind(const ox_world *world, ox_tween *tween) {
    const int type = ox_world_component(world, tween->component);
    const ox_type *of = type < 0 ? NULL : world->components[type].type->record;
    const ox_field *field = ox_type_open_field(of, tween->field);
    if (field == NULL || type >= 255 || field - of->fields >= 255) return OX_NOT_FOUND;
    const uint32_t count = ox_field_count(field);
    if (tween->values == 0) tween->values = (uint8_t)(count < OX_TWEEN_VALUES ? count : OX_TWEEN_VALUES);
    if (!is_tweened(field) || tween->values > count || tween->values > OX_TWEEN_VALUES)
        return OX_BAD_ARGUMENT;
    tween->type = (uint8_t)(type + 1);
    tween->number = (uint8_t)(field - of->fields + 1);
    return OX_OK;
}

static ox_tween *find_tween(const ox_world *world, uint32_t type, const ox_object *object, ox_id component,
                            ox_id field) {
    ox_component c;
    for (bool more = ox_component_first(world, object, &c); more;
         more = ox_component_next(world, object, &c)) {
        ox_tween *tween = c.data;
        if (c.type == type && tween->component == component && tween->field == field) return tween;
    }
    return NULL;
}

ox_tween *ox_tween_find(const ox_world *world, const ox_object *object, ox_id component, ox_id field) {
    const int type = ox_world_component(world, OX_NAME("tween"));
    return type < 0 ? NULL : find_tween(world, (uint32_t)type, object, component, field);
}

ox_status ox_tween_start(ox_world *world, ox_object *object, const ox_tween *tween) {
    const int type = ox_world_component(world, OX_NAME("tween"));
    ox_tween fresh = *tween;
    if (type < 0) return OX_NOT_FOUND;
    if (fresh.steps == 0 || fresh.curve >= EASE_COUNT) return OX_BAD_ARGUMENT;
    const ox_status status = bind(world, &fresh);
    if (status != OX_OK) return status;
    ox_tween *own = find_tween(world, (uint32_t)type, object, fresh.component, fresh.field);
    if (own == NULL) own = ox_component_add(world, object, (uint32_t)type);
    if (own == NULL) return OX_FULL;
    fresh.at = 0;
    fresh.flags &= OX_TWEEN_FROM | OX_TWEEN_BACK;
    *own = fresh;
    return OX_OK;
}

bool ox_tween_stop(ox_world *world, ox_object *object, ox_id component, ox_id field) {
    const int type = ox_world_component(world, OX_NAME("tween"));
    const ox_tween *own = type < 0 ? NULL : find_tween(world, (uint32_t)type, object, component, field);
    return own != NULL && ox_component_remove(world, object, (uint32_t)type, own) == OX_OK;
}

/* ---- each step ---- */

static void begin_moving(ox_tween *tween, const ox_field *field, const void *data) {
    tween->flags |= OX_TWEEN_MOVES;
    for (uint32_t i = 0; i < tween->values && (tween->flags & OX_TWEEN_FROM) == 0; i++) {
        const int64_t value = ox_field_get(field, data, i);
        tween->from[i] = value > INT32_MAX ? INT32_MAX : (int32_t)value;
    }
}

/* Value number i at `part` of 65,536 of the way, or beyond the ends where the curve is. */
static int64_t value_at(const ox_tween *tween, uint32_t i, bool is_angle, int32_t part) {
    const int32_t from = tween->from[i], to = tween->to[i];
    if (is_angle)
        return (ang16)((uint32_t)from +
                       (uint32_t)fx_rshr64((int64_t)ang_diff((ang16)from, (ang16)to) * part, 16));
    return from + fx_rshr64(((int64_t)to - from) * part, 16);
}

/* A value held in the range of its field. The two kinds of fields that nearly all tweens are about have a short way. */
static int32_t in_range(const ox_field *field, int64_t value) {
    const bool any = (field->low | field->high) == 0;
    if (field->kind == OX_ANGLE && any) return (int32_t)value;
    if (field->kind != OX_FX) return (int32_t)ox_field_clamp(field, value);
    const int32_t low = any ? INT32_MIN : field->low, high = any ? INT32_MAX : field->high;
    return value < low ? low : value > high ? high : (int32_t)value;
}

static void write_value(const ox_field *field, void *data, uint32_t i, int32_t value) {
    void *at = (uint8_t *)data + field->offset;
    if (field->kind == OX_FX)
        ((fx *)at)[i] = value;
    else if (field->kind == OX_ANGLE)
        ((ang16 *)at)[i] = (ang16)value;
    else
        FX_VERIFY(ox_field_set(field, data, i, value) == OX_OK);
}

static void write_values(ox_world *world, ox_object *object, const ox_tween *tween, const ox_field *field,
                         void *data, int32_t part) {
    const bool is_angle = field->kind == OX_ANGLE;
    if (tween->values == 3 && tween->component == OX_NAME("place") && tween->field == OX_NAME("pos")) {
        int32_t at[3];
        for (uint32_t i = 0; i < 3; i++) at[i] = in_range(field, value_at(tween, i, false, part));
        (void)ox_place_set(world, object, (vec3){at[0], at[1], at[2]});
        return;
    }
    for (uint32_t i = 0; i < tween->values; i++)
        write_value(field, data, i, in_range(field, value_at(tween, i, is_angle, part)));
}

/* One step of a tween that waits no more; false when that was its last, or its object has no such component any more (*lost). */
static bool advance_tween(ox_world *world, ox_object *object, ox_tween *tween, bool *lost) {
    *lost = tween->type == 0 && bind(world, tween) != OX_OK; /* after a state was restored */
    void *data = *lost ? NULL : ox_component_get(world, object, tween->type - 1u);
    *lost = data == NULL;
    if (*lost) return false;
    const ox_field *field = &world->components[tween->type - 1u].type->record->fields[tween->number - 1u];
    if ((tween->flags & OX_TWEEN_MOVES) == 0) begin_moving(tween, field, data);
    tween->at++;
    const uint32_t done =
        (tween->flags & OX_TWEEN_RETURNS) != 0 ? (uint32_t)tween->steps - tween->at : tween->at;
    const uf16 time = (done << 16) / tween->steps;
    write_values(world, object, tween, field, data, ease((ease_curve)tween->curve, time));
    if (tween->at < tween->steps) return true;
    tween->at = 0;
    if ((tween->flags & OX_TWEEN_BACK) != 0) tween->flags ^= OX_TWEEN_RETURNS;
    return tween->times == 0 || --tween->times != 0;
}

void ox_tweens_step(const ox_tweens *s) {
    ox_world *world = s->world;
    ox_object *object;
    void *data;
    for (uint32_t at = 0; (at = ox_component_each(world, s->type, at, &object, &data)) != 0;) {
        ox_tween *tween = data;
        bool lost;
        if (tween->delay > 0) {
            tween->delay--;
            continue;
        }
        if (advance_tween(world, object, tween, &lost)) continue;
        const ox_tween done = *tween;
        FX_VERIFY(ox_component_remove(world, object, s->type, tween) == OX_OK);
        if (!lost && s->ended != NULL) s->ended(s->context, world, object, &done);
    }
}

static void run_phase(void *context, ox_world *world, ox_phase phase, uint32_t bucket) {
    (void)world, (void)phase;
    if (bucket == 0) ox_tweens_step(context);
}

const ox_system ox_tweens_system = {
    .name = OX_NAME("tweens"), .phases = 1u << OX_PHASE_POSES, .run = run_phase};
