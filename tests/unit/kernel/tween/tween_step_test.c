/* Tweens: ends, directions, times, replacements, owners that go, and states that come back. */
#include <string.h>

#include "fixedmath/angle.h"
#include "fixedmath/random.h"
#include "kernel/save/world_image.h"
#include "kernel/tween/tween.h"
#include "kernel/world/place.h"
#include "kernel/world/query.h"
#include "tests/ports/instructions.h"
#include "tests/test.h"

enum { OBJECTS = 256, FEW = 8 };

/* A component with a number of each kind that a tween may change, and some numbers that no tween may. */
typedef struct gauge {
    int32_t whole;
    uint32_t weight;
    fx level;
    ox_id title;
    int16_t turn;
    uint16_t wide;
    int8_t small;
    uint8_t byte;
    uint8_t sealed;
} gauge;
static const ox_field gauge_fields[] = {OX_FIELD(gauge, whole, OX_I32, OX_SIM),
                                        OX_FIELD(gauge, weight, OX_U32, OX_SIM, .high = UF16_ONE),
                                        OX_FIELD(gauge, level, OX_FX, OX_SIM, .low = -FX_ONE, .high = FX_ONE),
                                        OX_FIELD(gauge, title, OX_NAME_ID, OX_SIM),
                                        OX_FIELD(gauge, turn, OX_I16, OX_SIM),
                                        OX_FIELD(gauge, wide, OX_U16, OX_SIM),
                                        OX_FIELD(gauge, small, OX_I8, OX_SIM),
                                        OX_FIELD(gauge, byte, OX_U8, OX_SIM),
                                        OX_FIELD(gauge, sealed, OX_U8, OX_SIM | OX_ENGINE)};
static const ox_type gauge_record = OX_TYPE(gauge, gauge_fields, 1);
static const ox_component_type gauge_type = {
    .name = OX_NAME("gauge"), .capacity = OBJECTS, .record = &gauge_record};
static const ox_object_type lamp = {
    .name = OX_NAME("lamp"), .capacity = OBJECTS, .components = {OX_NAME("place"), OX_NAME("gauge")}};

typedef struct bench {
    ox_arena arena;
    ox_world world;
    ox_tweens tweens;
    ox_places places;
    ox_component_type place, tween;
    uint32_t ended, ended_field;
    bool again; /* the end of a tween begins another */
} bench;

static union {
    uint64_t align;
    uint8_t bytes[72 * 1024];
} blocks[2];
static bench benches[2];

static void note_end(void *context, ox_world *world, ox_object *object, const ox_tween *tween) {
    bench *b = context;
    b->ended++;
    b->ended_field = tween->field;
    CHECK(ox_tween_find(world, object, tween->component, tween->field) == NULL);
    if (!b->again) return;
    ox_tween next = *tween;
    next.times = 1;
    next.to[0] = -next.to[0];
    b->again = false;
    CHECK_EQ(ox_tween_start(world, object, &next), OX_OK);
}

static bench *make_bench(uint32_t number, uint16_t objects, uint16_t capacity) {
    bench *b = &benches[number];
    const ox_world_config config = {.objects = objects, .types = 1, .components = 3, .systems = 2};
    memset(b, 0, sizeof *b);
    ox_arena_init(&b->arena, blocks[number].bytes, sizeof blocks[number].bytes);
    CHECK_EQ(ox_world_init(&b->world, &b->arena, &config), OX_OK);
    b->place = ox_place_component(objects);
    b->tween = ox_tween_component(capacity);
    CHECK_EQ(ox_world_add_component(&b->world, &b->place), 0);
    CHECK_EQ(ox_world_add_component(&b->world, &gauge_type), 1);
    CHECK_EQ(ox_world_add_component(&b->world, &b->tween), 2);
    CHECK_EQ(ox_world_add_type(&b->world, &lamp), 0);
    b->tweens = (ox_tweens){.world = &b->world, .type = 2, .ended = note_end, .context = b};
    CHECK(ox_world_add_system(&b->world, &ox_tweens_system, &b->tweens) >= 0);
    return b;
}

static ox_object *make_lamp(bench *b) {
    ox_object *object = ox_world_spawn(&b->world, 0, NULL);
    CHECK(object != NULL);
    return object;
}

static ox_object_place *place_of(const bench *b, const ox_object *object) {
    return ox_object_place_of(&b->world, object);
}
static gauge *gauge_of(const bench *b, const ox_object *object) {
    return ox_component_get(&b->world, object, 1);
}
static uint32_t count_tweens(const bench *b) { return ox_component_count(&b->world.components[2]); }

static void tick(bench *b, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) ox_world_tick(&b->world);
}

static ox_tween of_size(fx to, uint16_t steps, ease_curve curve) {
    return (ox_tween){.component = OX_NAME("place"),
                      .field = OX_NAME("size"),
                      .to = {to},
                      .steps = steps,
                      .times = 1,
                      .curve = (uint8_t)curve};
}
static ox_tween of_gauge(ox_id field, int32_t to, uint16_t steps) {
    return (ox_tween){.component = OX_NAME("gauge"), .field = field, .to = {to}, .steps = steps, .times = 1};
}

TEST(tween_component_is_described) {
    CHECK_EQ(ox_type_check(ox_tween_component(1).record, NULL), OX_OK);
    CHECK_EQ(ox_type_check(&gauge_record, NULL), OX_OK);
}

/* Along every curve and for many lengths each value is that of the curve, the last one the goal to the bit. */
TEST(tween_follows_its_curve_and_ends_exactly) {
    static const uint16_t lengths[] = {1, 2, 3, 7, 30, 60, 61};
    bench *b = make_bench(0, FEW, FEW);
    ox_object *object = make_lamp(b);
    for (uint32_t curve = 0; curve < EASE_COUNT; curve++)
        for (uint32_t k = 0; k < sizeof lengths / sizeof lengths[0]; k++) {
            const ox_tween tween = of_size(100 * FX_ONE + 3, lengths[k], (ease_curve)curve);
            place_of(b, object)->size = 50 * FX_ONE;
            CHECK_EQ(ox_tween_start(&b->world, object, &tween), OX_OK);
            b->ended = 0;
            for (uint32_t i = 1; i <= lengths[k]; i++) {
                CHECK_EQ(b->ended, 0);
                tick(b, 1);
                const int64_t part = ease((ease_curve)curve, (i << 16) / lengths[k]);
                CHECK_EQ(place_of(b, object)->size,
                         50 * FX_ONE + (fx)fx_rshr64((50 * FX_ONE + 3) * part, 16));
            }
            CHECK_EQ(place_of(b, object)->size, 100 * FX_ONE + 3);
            CHECK(b->ended == 1 && b->ended_field == OX_NAME("size") && count_tweens(b) == 0);
        }
    place_of(b, object)->size = FX_ONE; /* the tween no longer moves the value */
    tick(b, 3);
    CHECK_EQ(place_of(b, object)->size, FX_ONE);
}

TEST(tween_curves_have_names) {
    for (uint32_t i = 0; i < EASE_COUNT; i++)
        CHECK_EQ(ox_tween_curve(ox_id_of(ox_text_of(ox_tween_curves[i]))), i);
    CHECK_EQ(ox_tween_curve(OX_NAME("linear")), EASE_LINEAR);
    CHECK_EQ(ox_tween_curve(OX_NAME("sine_in_out")), EASE_SINE_IN_OUT);
    CHECK_EQ(ox_tween_curve(OX_NAME("elastic_out")), EASE_ELASTIC_OUT);
    CHECK_EQ(ox_tween_curve(OX_NAME("bounce_in_out")), EASE_BOUNCE_IN_OUT);
    CHECK_EQ(ox_tween_curve(OX_NAME("straight")), EASE_COUNT);
    CHECK(ox_tween_curves[EASE_COUNT] == NULL);
}

/* A tween from 359 to 1 degree passes 0; no pair of angles turns more than half a turn on its way. */
TEST(tween_angles_go_the_short_way) {
    bench *b = make_bench(0, FEW, FEW);
    ox_object *object = make_lamp(b);
    rng32 r = rng32_seed(6, 1);
    ox_tween tween = {.component = OX_NAME("place"), .field = OX_NAME("angle"), .steps = 2, .times = 1};
    place_of(b, object)->angle = ang16_from_degrees(359);
    tween.to[0] = ang16_from_degrees(1);
    CHECK_EQ(ox_tween_start(&b->world, object, &tween), OX_OK);
    tick(b, 1);
    CHECK_EQ(ang_diff(0, place_of(b, object)->angle) / 2, 0);
    tick(b, 1);
    CHECK_EQ(place_of(b, object)->angle, ang16_from_degrees(1));
    tween.steps = 8;
    for (uint32_t i = 0; i < 4000; i++) {
        ang16 last = place_of(b, object)->angle = (ang16)rng32_next(&r);
        int32_t turned = 0;
        tween.to[0] = (ang16)rng32_next(&r);
        const int32_t way = ang_diff(last, (ang16)tween.to[0]);
        CHECK_EQ(ox_tween_start(&b->world, object, &tween), OX_OK);
        for (uint32_t k = 0; k < 8; k++) {
            tick(b, 1);
            turned += ang_diff(last, place_of(b, object)->angle);
            last = place_of(b, object)->angle;
        }
        if (turned != way || last != tween.to[0]) CHECK_EQ(turned, way);
    }
}

/* A tween goes to its goal and back the same way, also around half a turn. */
TEST(tween_repeats_and_leads_back_the_same_way) {
    bench *b = make_bench(0, FEW, FEW);
    ox_object *object = make_lamp(b);
    ang16 seen[11];
    ox_tween tween = {.component = OX_NAME("place"),
                      .field = OX_NAME("angle"),
                      .to = {32768},
                      .steps = 5,
                      .times = 4,
                      .curve = EASE_CUBIC_IN,
                      .flags = OX_TWEEN_BACK};
    place_of(b, object)->angle = 0;
    CHECK_EQ(ox_tween_start(&b->world, object, &tween), OX_OK);
    for (uint32_t i = 0; i <= 10; i++) {
        seen[i] = place_of(b, object)->angle;
        tick(b, 1);
    }
    for (uint32_t i = 0; i <= 5; i++) CHECK_EQ(seen[i], seen[10 - i]);
    CHECK(seen[5] == 32768 && seen[10] == 0 && b->ended == 0);
    tick(b, 9);
    CHECK(b->ended == 1 && place_of(b, object)->angle == 0);
    tween.flags = 0;
    tween.times = 2; /* a tween without a way back begins anew */
    CHECK_EQ(ox_tween_start(&b->world, object, &tween), OX_OK);
    tick(b, 5);
    CHECK_EQ(place_of(b, object)->angle, 32768);
    tick(b, 1);
    CHECK_EQ(place_of(b, object)->angle, seen[1]);
    tick(b, 4);
    CHECK(b->ended == 2 && place_of(b, object)->angle == 32768);
    tween.times = 0; /* the tween repeats without end */
    CHECK_EQ(ox_tween_start(&b->world, object, &tween), OX_OK);
    tick(b, 1000);
    CHECK(b->ended == 2 && count_tweens(b) == 1);
}

TEST(tween_waits_and_begins_from_where_it_is_then) {
    bench *b = make_bench(0, FEW, FEW);
    ox_object *object = make_lamp(b);
    ox_tween tween = of_gauge(OX_NAME("whole"), 1000, 10);
    tween.delay = 4;
    CHECK_EQ(ox_tween_start(&b->world, object, &tween), OX_OK);
    tick(b, 4);
    CHECK_EQ(gauge_of(b, object)->whole, 0);
    gauge_of(b, object)->whole = 500;
    tick(b, 1);
    CHECK_EQ(gauge_of(b, object)->whole, 550);
    tick(b, 9);
    CHECK(gauge_of(b, object)->whole == 1000 && b->ended == 1);
    tween.delay = 0;
    tween.from[0] = -1000;
    tween.flags = OX_TWEEN_FROM;
    CHECK_EQ(ox_tween_start(&b->world, object, &tween), OX_OK);
    tick(b, 5);
    CHECK_EQ(gauge_of(b, object)->whole, 0);
}

/* The next tween of a field takes over from the current value, and the end of the one before is not told. */
TEST(tween_of_the_same_field_takes_over) {
    bench *b = make_bench(0, FEW, FEW);
    ox_object *object = make_lamp(b);
    ox_tween tween = of_gauge(OX_NAME("whole"), 100, 10);
    CHECK_EQ(ox_tween_start(&b->world, object, &tween), OX_OK);
    tick(b, 5);
    CHECK_EQ(gauge_of(b, object)->whole, 50);
    tween = of_gauge(OX_NAME("whole"), 0, 5);
    CHECK_EQ(ox_tween_start(&b->world, object, &tween), OX_OK);
    CHECK_EQ(count_tweens(b), 1);
    tick(b, 1);
    CHECK_EQ(gauge_of(b, object)->whole, 40);
    const ox_tween other = of_gauge(OX_NAME("wide"), 40000, 4); /* another field of the same object */
    CHECK_EQ(ox_tween_start(&b->world, object, &other), OX_OK);
    tick(b, 4);
    CHECK(b->ended == 2 && gauge_of(b, object)->whole == 0 && gauge_of(b, object)->wide == 40000);
    CHECK_EQ(ox_tween_start(&b->world, object, &other), OX_OK);
    CHECK(ox_tween_find(&b->world, object, OX_NAME("gauge"), OX_NAME("wide")) != NULL);
    CHECK(ox_tween_find(&b->world, object, OX_NAME("gauge"), OX_NAME("whole")) == NULL);
    CHECK(ox_tween_stop(&b->world, object, OX_NAME("gauge"), OX_NAME("wide")));
    CHECK(!ox_tween_stop(&b->world, object, OX_NAME("gauge"), OX_NAME("wide")));
    CHECK(ox_tween_find(&b->world, object, OX_NAME("gauge"), OX_NAME("wide")) == NULL);
    tick(b, 2);
    CHECK(b->ended == 2 && count_tweens(b) == 0);
}

/* A listener that is told of an end may begin the next tween at once. */
TEST(tween_ends_may_begin_another) {
    bench *b = make_bench(0, FEW, FEW);
    ox_object *object = make_lamp(b);
    const ox_tween tween = of_gauge(OX_NAME("whole"), 100, 4);
    b->again = true;
    CHECK_EQ(ox_tween_start(&b->world, object, &tween), OX_OK);
    tick(b, 4);
    CHECK(b->ended == 1 && count_tweens(b) > 0);
    tick(b, 4);
    CHECK(b->ended == 2 && gauge_of(b, object)->whole == -100 && count_tweens(b) == 0);
}

TEST(tween_values_of_all_kinds_keep_their_ranges) {
    static const struct {
        ox_id field;
        int32_t from, to;
    } kinds[] = {{OX_NAME("whole"), INT32_MIN, INT32_MAX},
                 {OX_NAME("weight"), 0, 65536},
                 {OX_NAME("level"), -FX_ONE, FX_ONE},
                 {OX_NAME("turn"), -30000, 30000},
                 {OX_NAME("wide"), 0, 65535},
                 {OX_NAME("small"), -128, 127},
                 {OX_NAME("byte"), 0, 255}};
    bench *b = make_bench(0, FEW, FEW);
    ox_object *object = make_lamp(b);
    for (uint32_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const ox_field *field = ox_type_field(&gauge_record, kinds[i].field);
        ox_tween tween = of_gauge(kinds[i].field, kinds[i].to, 10);
        tween.curve = EASE_ELASTIC_OUT; /* the curve leads beyond the goal */
        tween.from[0] = kinds[i].from;
        tween.flags = OX_TWEEN_FROM;
        CHECK_EQ(ox_tween_start(&b->world, object, &tween), OX_OK);
        int64_t most = kinds[i].from;
        for (uint32_t k = 0; k < 10; k++) {
            tick(b, 1);
            const int64_t value = ox_field_get(field, gauge_of(b, object), 0);
            CHECK_EQ(ox_field_clamp(field, value), value);
            most = value > most ? value : most;
        }
        CHECK_EQ(ox_field_get(field, gauge_of(b, object), 0), kinds[i].to);
        CHECK(most >= kinds[i].to);
    }
}

/* A place is moved by three numbers, and the look-up of places knows where it is. */
TEST(tween_places_are_found_where_they_are) {
    bench *b = make_bench(0, FEW, FEW);
    CHECK_EQ(ox_places_init(&b->places, &b->world, 2, 64), OX_OK);
    ox_object *object = make_lamp(b);
    CHECK_EQ(ox_place_set(&b->world, object, V3_ZERO), OX_OK);
    const ox_tween tween = {.component = OX_NAME("place"),
                            .field = OX_NAME("pos"),
                            .to = {60 * FX_ONE, FX_ONE, -30 * FX_ONE},
                            .steps = 4,
                            .times = 1};
    CHECK_EQ(ox_tween_start(&b->world, object, &tween), OX_OK);
    for (int32_t i = 1; i <= 4; i++) {
        ox_handle found = OX_HANDLE_NONE;
        ox_query query = {.out = &found, .capacity = 1};
        tick(b, 1);
        const vec3 at = {15 * i * FX_ONE, i * FX_ONE / 4, -30 * i * FX_ONE / 4};
        CHECK(v3_equal(place_of(b, object)->pos, at));
        CHECK(ox_query_radius(&b->world, &query, at, FX_ONE) == 1 && found.bits == object->handle.bits);
    }
}

TEST(tween_mistakes_are_refused) {
    bench *b = make_bench(0, FEW, 2);
    ox_object *object = make_lamp(b);
    ox_tween tween = of_gauge(OX_NAME("whole"), 1, 0);
    CHECK_EQ(ox_tween_start(&b->world, object, &tween), OX_BAD_ARGUMENT);
    tween.steps = 1;
    tween.curve = EASE_COUNT;
    CHECK_EQ(ox_tween_start(&b->world, object, &tween), OX_BAD_ARGUMENT);
    tween.curve = 0;
    tween.values = 2; /* more values than the field has */
    CHECK_EQ(ox_tween_start(&b->world, object, &tween), OX_BAD_ARGUMENT);
    tween = of_gauge(OX_NAME("title"), 1, 1);
    CHECK_EQ(ox_tween_start(&b->world, object, &tween), OX_BAD_ARGUMENT);
    tween = of_gauge(OX_NAME("sealed"), 1, 1);
    CHECK_EQ(ox_tween_start(&b->world, object, &tween), OX_NOT_FOUND);
    tween = of_gauge(OX_NAME("nothing"), 1, 1);
    CHECK_EQ(ox_tween_start(&b->world, object, &tween), OX_NOT_FOUND);
    tween.component = OX_NAME("nobody");
    CHECK_EQ(ox_tween_start(&b->world, object, &tween), OX_NOT_FOUND);
    CHECK_EQ(count_tweens(b), 0);
    tween = of_gauge(OX_NAME("whole"), 1, 1);
    CHECK_EQ(ox_tween_start(&b->world, object, &tween), OX_OK);
    tween.field = OX_NAME("wide");
    CHECK_EQ(ox_tween_start(&b->world, object, &tween), OX_OK);
    tween.field = OX_NAME("byte");
    CHECK_EQ(ox_tween_start(&b->world, object, &tween), OX_FULL);
    tick(b, 1); /* the first two are done, and there is room */
    CHECK_EQ(ox_tween_start(&b->world, object, &tween), OX_OK);
}

/* Tweens go with their object, or with the component that they change, and their end is not told. */
TEST(tween_goes_with_its_owner) {
    bench *b = make_bench(0, FEW, FEW);
    ox_object *objects[FEW];
    const ox_tween tween = of_gauge(OX_NAME("whole"), 100, 10);
    for (uint32_t i = 0; i < FEW; i++) {
        objects[i] = make_lamp(b);
        CHECK_EQ(ox_tween_start(&b->world, objects[i], &tween), OX_OK);
    }
    tick(b, 3);
    for (uint32_t i = 0; i < FEW; i += 2) CHECK_EQ(ox_world_destroy(&b->world, objects[i]->handle), OX_OK);
    ox_tweens_step(&b->tweens); /* dead objects stay until the sweep */
    CHECK_EQ(gauge_of(b, objects[1])->whole, 40);
    tick(b, 1);
    CHECK_EQ(count_tweens(b), FEW / 2);
    CHECK_EQ(ox_component_remove(&b->world, objects[1], 1, NULL), OX_OK);
    tick(b, 1);
    CHECK(count_tweens(b) == FEW / 2 - 1 && b->ended == 0);
    ox_world_destroy_all(&b->world);
    tick(b, 1);
    CHECK(count_tweens(b) == 0 && b->ended == 0);
}

/* Copies of an object go on with its tweens. */
TEST(tween_goes_on_in_copies) {
    bench *b = make_bench(0, FEW, FEW);
    ox_object *object = make_lamp(b);
    const ox_tween tween = of_gauge(OX_NAME("whole"), 100, 10);
    CHECK_EQ(ox_tween_start(&b->world, object, &tween), OX_OK);
    tick(b, 5);
    ox_object *copy = ox_world_clone(&b->world, object, NULL);
    CHECK(copy != NULL && gauge_of(b, copy)->whole == 50);
    tick(b, 5);
    CHECK(gauge_of(b, copy)->whole == 100 && gauge_of(b, object)->whole == 100 && b->ended == 2);
}

static void start_many(bench *b, uint32_t count) {
    rng32 r = rng32_seed(3, 7);
    for (uint32_t i = 0; i < count; i++) {
        ox_object *object = make_lamp(b);
        ox_tween tween = of_size((fx)(rng32_next(&r) % (20 * FX_ONE)), (uint16_t)(1 + rng32_next(&r) % 50),
                                 (ease_curve)(i % EASE_COUNT));
        tween.delay = (uint16_t)(rng32_next(&r) % 20);
        tween.times = (uint16_t)(rng32_next(&r) % 3);
        tween.flags = (rng32_next(&r) & 1) != 0 ? OX_TWEEN_BACK : 0;
        CHECK_EQ(ox_tween_start(&b->world, object, &tween), OX_OK);
        tween.component = OX_NAME("place");
        tween.field = OX_NAME("angle");
        CHECK_EQ(ox_tween_start(&b->world, object, &tween), OX_OK);
    }
}

/* The world is saved at many steps and restored into a world with other tweens: from then on both are equal, step by
 * step. */
TEST(tween_state_comes_back_in_the_middle) {
    static uint8_t image[12 * 1024];
    for (uint32_t at = 0; at < 60; at += 7) {
        bench *b = make_bench(0, 40, 80), *other = make_bench(1, 40, 80);
        ox_writer to = ox_writer_bytes(image, sizeof image);
        start_many(b, 40);
        start_many(other, 11);
        tick(b, at);
        tick(other, at / 2);
        ox_world_save_image(&b->world, &to);
        CHECK(!to.full);
        ox_reader from = ox_reader_bytes(image, to.used);
        CHECK_EQ(ox_world_restore_image(&other->world, &from, NULL), OX_OK);
        b->ended = other->ended = 0;
        for (uint32_t i = 0; i < 70; i++) {
            for (uint32_t slot = 0; slot < 40; slot++) {
                const ox_object_place *one = place_of(b, ox_world_slot(&b->world, slot)),
                                      *two = place_of(other, ox_world_slot(&other->world, slot));
                if (memcmp(one, two, sizeof *one) != 0) CHECK_EQ(i, 1000);
            }
            tick(b, 1);
            tick(other, 1);
        }
        CHECK(b->ended > 0 || at > 50);
        CHECK_EQ(b->ended, other->ended);
        CHECK_EQ(count_tweens(b), count_tweens(other));
    }
}

/* In damaged states the tween is dropped or goes on, and no other data change. */
TEST(tween_damaged_state_is_harmless) {
    rng32 r = rng32_seed(11, 5);
    bench *b = make_bench(0, FEW, FEW);
    ox_object *object = make_lamp(b);
    for (uint32_t i = 0; i < 2000; i++) {
        const ox_tween plain = of_size(2 * FX_ONE, 10, EASE_LINEAR);
        CHECK_EQ(ox_tween_start(&b->world, object, &plain), OX_OK);
        ox_tween *own = ox_tween_find(&b->world, object, OX_NAME("place"), OX_NAME("size"));
        uint32_t words[sizeof(ox_tween) / 4];
        for (uint32_t k = 0; k < sizeof words / 4; k++) words[k] = rng32_next(&r);
        memcpy(own, words, sizeof *own);
        if (i % 2 == 0) own->component = OX_NAME("place");
        if (i % 4 < 2) own->field = i % 3 == 0 ? OX_NAME("pos") : OX_NAME("size");
        own->delay = 0;
        own->type = own->number = 0;
        (void)ox_type_clamp(b->tween.record, own);
        tick(b, 2);
        (void)ox_type_clamp(&ox_object_place_type, place_of(b, object));
        while (ox_component_has(&b->world, object, 2))
            CHECK_EQ(ox_component_remove(&b->world, object, 2, NULL), OX_OK);
        tick(b, 1);
    }
    CHECK_EQ(count_tweens(b), 0);
}

/* Cortex-M3 instructions of a step of 256 tweens; 0 on machines that do not count. */
TEST(tween_costs) {
    static const struct {
        ox_id field;
        ease_curve curve;
        uint32_t most; /* the limit for one tween */
    } costs[] = {{OX_NAME("size"), EASE_LINEAR, 205},
                 {OX_NAME("size"), EASE_SMOOTHSTEP, 210},
                 {OX_NAME("size"), EASE_SINE_IN_OUT, 260},
                 {OX_NAME("pos"), EASE_LINEAR, 365}};
    for (uint32_t k = 0; k < sizeof costs / sizeof costs[0]; k++) {
        bench *b = make_bench(0, OBJECTS, OBJECTS);
        ox_tween tween = of_size(3 * FX_ONE, 1000, costs[k].curve);
        tween.field = costs[k].field;
        for (uint32_t i = 0; i < OBJECTS; i++) {
            ox_object *object = make_lamp(b);
            CHECK_EQ(ox_tween_start(&b->world, object, &tween), OX_OK);
        }
        ox_tweens_step(&b->tweens);
        const uint32_t before = test_instructions();
        ox_tweens_step(&b->tweens);
        const uint32_t one = (test_instructions() - before) / OBJECTS;
        TEST_INFO("a step of one of 256 tweens, %s of %s: %u instructions",
                  costs[k].field == OX_NAME("pos") ? "three numbers" : "one number",
                  ox_tween_curves[costs[k].curve], (unsigned)one);
        CHECK(one <= costs[k].most);
    }
}

/* Neighbours of the value keep their bytes, whatever the width of the field. */
TEST(tween_changes_its_field_alone) {
    bench *b = make_bench(0, 2, 4);
    ox_object *object = make_lamp(b);
    static const ox_id names[] = {OX_NAME("whole"), OX_NAME("weight"), OX_NAME("level"), OX_NAME("turn"),
                                  OX_NAME("wide"),  OX_NAME("small"),  OX_NAME("byte")};
    static const uint8_t widths[] = {4, 4, 4, 2, 2, 1, 1};
    for (uint32_t i = 0; i < 7; i++) {
        gauge *of = gauge_of(b, object), before;
        memset(of, 0x55, sizeof *of);
        of->level = 100;
        before = *of;
        const ox_tween tween = of_gauge(names[i], 10, 3);
        CHECK_EQ(ox_tween_start(&b->world, object, &tween), OX_OK);
        tick(b, 3);
        const ox_field *field = ox_type_field(&gauge_record, tween.field);
        CHECK_EQ(ox_field_get(field, of, 0), 10);
        memcpy((uint8_t *)of + field->offset, (uint8_t *)&before + field->offset, widths[i]);
        CHECK_EQ(memcmp(of, &before, sizeof before), 0);
    }
}

/* Fields of one name in two components, in a world whose first component is that of the tweens; ends are not told. */
TEST(tween_of_one_name_in_two_components) {
    static const ox_field size_fields[] = {OX_FIELD(gauge, level, OX_FX, OX_SIM)};
    static const ox_type other_record = {
        .name = OX_NAME("other"), .size = sizeof(gauge), .version = 1, .fields = size_fields, .count = 1};
    static const ox_component_type other_type = {
        .name = OX_NAME("other"), .capacity = 4, .record = &other_record};
    static const ox_object_type both = {
        .name = OX_NAME("both"), .capacity = 4, .components = {OX_NAME("gauge"), OX_NAME("other")}};
    const ox_world_config config = {.objects = 4, .types = 1, .components = 3, .systems = 1};
    bench *b = &benches[0];
    memset(b, 0, sizeof *b);
    ox_arena_init(&b->arena, blocks[0].bytes, sizeof blocks[0].bytes);
    CHECK_EQ(ox_world_init(&b->world, &b->arena, &config), OX_OK);
    b->tween = ox_tween_component(4);
    CHECK_EQ(ox_world_add_component(&b->world, &b->tween), 0);
    CHECK_EQ(ox_world_add_component(&b->world, &gauge_type), 1);
    CHECK_EQ(ox_world_add_component(&b->world, &other_type), 2);
    CHECK_EQ(ox_world_add_type(&b->world, &both), 0);
    b->tweens = (ox_tweens){.world = &b->world, .type = 0};
    CHECK(ox_world_add_system(&b->world, &ox_tweens_system, &b->tweens) >= 0);
    ox_object *object = ox_world_spawn(&b->world, 0, NULL);
    ox_tween one = of_gauge(OX_NAME("level"), FX_HALF, 4), two = one;
    two.component = OX_NAME("other");
    two.to[0] = 5 * FX_ONE;
    two.at = 3; /* a member that the tween sets by itself */
    two.flags = OX_TWEEN_RETURNS | OX_TWEEN_MOVES;
    CHECK_EQ(ox_tween_start(&b->world, object, &one), OX_OK);
    CHECK_EQ(ox_tween_start(&b->world, object, &two), OX_OK);
    CHECK_EQ(ox_component_count(&b->world.components[0]), 2);
    CHECK_EQ(ox_tween_find(&b->world, object, OX_NAME("gauge"), OX_NAME("level"))->to[0], FX_HALF);
    CHECK_EQ(ox_tween_find(&b->world, object, OX_NAME("other"), OX_NAME("level"))->to[0], 5 * FX_ONE);
    CHECK_EQ(ox_tween_find(&b->world, object, OX_NAME("other"), OX_NAME("level"))->at, 0);
    tick(b, 2);
    CHECK_EQ(gauge_of(b, object)->level, FX_HALF / 2);
    const gauge *other = ox_component_get(&b->world, object, 2);
    CHECK_EQ(other->level, 5 * FX_ONE / 2);
    CHECK(ox_tween_stop(&b->world, object, OX_NAME("other"), OX_NAME("level")));
    CHECK(!ox_tween_stop(&b->world, object, OX_NAME("other"), OX_NAME("level")));
    tick(b, 2);
    CHECK_EQ(gauge_of(b, object)->level, FX_HALF);
    CHECK_EQ(other->level, 5 * FX_ONE / 2);
    CHECK_EQ(ox_component_count(&b->world.components[0]), 0);
}

/* A tween whose component has gone is dropped, which is no end. */
TEST(tween_without_its_component_has_no_end) {
    bench *b = make_bench(0, 2, 4);
    ox_object *object = make_lamp(b);
    const ox_tween tween = of_gauge(OX_NAME("level"), FX_HALF, 4);
    CHECK_EQ(ox_tween_start(&b->world, object, &tween), OX_OK);
    tick(b, 2);
    CHECK_EQ(ox_component_remove(&b->world, object, 1, NULL), OX_OK);
    tick(b, 4);
    CHECK_EQ(count_tweens(b), 0);
    CHECK_EQ(b->ended, 0);
}
