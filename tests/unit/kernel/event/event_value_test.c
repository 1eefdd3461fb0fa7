/* Events as values: arguments, their encoded form, the hash; and bytes that are refused. */
#include <string.h>

#include "fixedmath/random.h"
#include "kernel/bytes/fnv.h"
#include "kernel/event/internal.h"
#include "tests/test.h"

static const ox_handle dragon = {0x10001}, knight = {0x10002};

TEST(event_fnv_vectors) {
    CHECK_EQ(ox_fnv_bytes(OX_FNV_START, "", 0), 0x811C9DC5u);
    CHECK_EQ(ox_fnv_bytes(OX_FNV_START, "a", 1), 0xE40C292Cu);
    CHECK_EQ(ox_fnv_bytes(OX_FNV_START, "foobar", 6), 0xBF9CF968u);
    CHECK_EQ(ox_fnv_u32(OX_FNV_START, 0x04030201u), ox_fnv_bytes(OX_FNV_START, "\1\2\3\4", 4));
}

TEST(event_record_is_36_bytes) {
    uint8_t bytes[OX_EVENT_BYTES_MAX];
    static const uint8_t expected[OX_EVENT_BYTES] = {0x34, 0x12, 128, 0, 0x44, 0x33, 0x22, 0x11, 1, 0,
                                                     1,    0,    2,   0, 1,    0,    0xCD, 0xAB, 1, 16,
                                                     7,    0,    1,   0, 0xF6, 0xFF, 0xFF, 0xFF};
    ox_event e;
    ox_event_begin(&e, 0x1234, dragon, knight);
    e.tick = 0x11223344;
    e.sequence = 0xABCD;
    e.flags = 16;
    CHECK(ox_event_add_int(&e, 7, -10));
    CHECK_EQ(sizeof(ox_event_record), 36);
    CHECK_EQ(ox_event_encode(&e, bytes), OX_EVENT_BYTES);
    CHECK(memcmp(bytes, expected, sizeof expected) == 0);
}

TEST(event_arguments_by_key) {
    ox_event e;
    ox_event_begin(&e, 1, dragon, knight);
    CHECK(ox_event_add_int(&e, OX_KEY("amount"), -10));
    CHECK(ox_event_add_vec3(&e, OX_KEY("place"), (vec3){1, -2, 3}));
    CHECK(ox_event_add_bool(&e, OX_KEY("hot"), true));
    CHECK(ox_event_add_id(&e, OX_KEY("weapon"), SID("fire")));
    CHECK_EQ(e.count, 6);
    CHECK_EQ(ox_event_id(&e, OX_KEY("weapon"), 0), SID("fire"));
    CHECK(ox_event_bool(&e, OX_KEY("hot"), false));
    vec3 place = ox_event_vec3(&e, OX_KEY("place"), (vec3){0, 0, 0});
    CHECK(place.x == 1 && place.y == -2 && place.z == 3);
    CHECK_EQ(ox_event_int(&e, OX_KEY("amount"), 0), -10);
    CHECK(!ox_event_add_int(&e, OX_KEY("one_more"), 1));
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);

    ox_event_begin(&e, 1, dragon, knight);
    CHECK(ox_event_add_fx(&e, 1, -70000));
    CHECK(ox_event_add_handle(&e, 2, knight));
    CHECK(ox_event_add_rom(&e, 3, 0xFFFFFFFFu));
    CHECK(!ox_event_add_int(&e, 2, 5));
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK_EQ(ox_event_fx(&e, 1, 0), -70000);
    CHECK_EQ(ox_event_handle(&e, 2).bits, knight.bits);
    CHECK_EQ(ox_event_rom(&e, 3, 0), 0xFFFFFFFFu);
    CHECK(ox_event_find(&e, 4) == NULL);
    CHECK_EQ(ox_event_fx(&e, 2, 77), 77); /* a handle that is read as a number gives the default */
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK(!ox_event_add_vec3(&e, 2, place) && !ox_event_add_vec3(&e, 1, place));
    CHECK_EQ(test_assertions(), OX_DEBUG ? 2 : 0);
}

TEST(event_missing_argument_is_logged) {
    static _Alignas(8) uint8_t memory[1024];
    ox_arena arena;
    ox_log log;
    ox_event e;
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK(ox_log_init(&log, NULL, &arena, 4, 100));
    ox_event_begin(&e, 9, dragon, knight);
    CHECK_EQ(ox_event_int(&e, 1, 5), 5);
    e.log = &log;
    CHECK_EQ(ox_event_int(&e, 1, 6), 6);
    CHECK_EQ(log.written, 1);
    CHECK(strstr(ox_log_recent(&log, 0), "type 9 has no argument 0001") != NULL);
    CHECK_EQ(ox_event_get(&e, 1, OX_ARGUMENT_HANDLE, 7), 7);
    CHECK_EQ(log.written, 2);
}

static void random_event(rng32 *r, ox_event *e) {
    ox_event_begin(e, (uint16_t)rng32_next(r), (ox_handle){rng32_next(r)}, (ox_handle){rng32_next(r)});
    e->priority = (uint8_t)rng32_next(r);
    e->scope = (uint8_t)rng32_next(r);
    e->tick = rng32_next(r);
    e->sequence = (uint16_t)rng32_next(r);
    e->flags = (uint8_t)rng32_next(r);
    for (uint32_t count = rng_below(r, 5), i = 0; i < count; i++) {
        uint32_t type = 1 + rng_below(r, 7);
        if (type == OX_ARGUMENT_VEC3) {
            if (e->count <= 3) {
                CHECK(ox_event_add_vec3(e, (uint16_t)(10 * i),
                                        (vec3){(fx)rng32_next(r), 5, (fx)rng32_next(r)}));
            }
        } else if (e->count < 6) {
            uint32_t value = type == OX_ARGUMENT_BOOL ? rng_below(r, 2) : rng32_next(r);
            CHECK(ox_event_add(e, (uint16_t)(10 * i), (ox_argument_type)type, value));
        }
    }
}

TEST(event_encode_round_trip) {
    rng32 r = rng32_seed(11, 1);
    uint8_t bytes[OX_EVENT_BYTES_MAX], again[OX_EVENT_BYTES_MAX];
    for (int round = 0; round < 2000; round++) {
        ox_event e, back;
        size_t used = 0;
        random_event(&r, &e);
        size_t size = ox_event_encode(&e, bytes);
        CHECK_EQ(ox_event_decode(&back, bytes, size, &used), OX_OK);
        CHECK_EQ(used, size);
        CHECK_EQ(ox_event_encode(&back, again), size);
        CHECK(memcmp(bytes, again, size) == 0);
        CHECK_EQ(ox_event_decode(&back, bytes, size - 1, &used), OX_BAD_DATA);
        /* Damaged bytes are refused, or are another valid event with exactly those bytes. */
        bytes[rng_below(&r, (uint32_t)size)] ^= (uint8_t)(1u << rng_below(&r, 8));
        if (ox_event_decode(&back, bytes, size, &used) == OX_OK) {
            CHECK_EQ(ox_event_encode(&back, again), used);
            CHECK(memcmp(bytes, again, used) == 0);
        }
    }
}
