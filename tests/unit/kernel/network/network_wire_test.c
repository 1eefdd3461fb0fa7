/* Tests of the fields of packets: worked examples, errors of quantised numbers, any bytes. */
#include <string.h>

#include "fixedmath/angle.h"
#include "fixedmath/quaternion.h"
#include "fixedmath/random.h"
#include "fixedmath/scalar.h"
#include "fixedmath/vector.h"
#include "kernel/network/wire.h"
#include "tests/test.h"

static uint8_t bytes[512];

static void check_bytes(const ox_wire_writer *w, const uint8_t *expected, size_t size) {
    CHECK_EQ(ox_wire_written(w), size);
    CHECK(memcmp(w->bytes, expected, size) == 0);
}

TEST(network_wire_numbers_worked_examples) {
    static const struct {
        uint32_t value, size;
        uint8_t bytes[5];
    } varints[] = {{0, 1, {0}},
                   {127, 1, {0x7f}},
                   {128, 2, {0x80, 1}},
                   {300, 2, {0xac, 2}},
                   {16383, 2, {0xff, 0x7f}},
                   {16384, 3, {0x80, 0x80, 1}},
                   {4294967295u, 5, {0xff, 0xff, 0xff, 0xff, 0x0f}}};
    for (size_t i = 0; i < sizeof varints / sizeof varints[0]; i++) {
        ox_wire_writer w = ox_wire_writer_over(bytes, sizeof bytes);
        ox_wire_put_varint(&w, varints[i].value);
        check_bytes(&w, varints[i].bytes, varints[i].size);
        ox_wire_reader r = ox_wire_reader_over(bytes, varints[i].size);
        CHECK_EQ(ox_wire_get_varint(&r), varints[i].value);
        CHECK(ox_wire_ended(&r));
    }
    static const int32_t zigzag[] = {0, -1, 1, -2, INT32_MAX, INT32_MIN};
    static const uint32_t codes[] = {0, 1, 2, 3, 4294967294u, 4294967295u};
    for (int i = 0; i < 6; i++) {
        CHECK_EQ(ox_wire_zigzag(zigzag[i]), codes[i]);
        CHECK_EQ(ox_wire_unzigzag(codes[i]), zigzag[i]);
    }
    ox_wire_writer w = ox_wire_writer_over(bytes, sizeof bytes);
    ox_wire_put_bits(&w, 5, 3);
    ox_wire_put_bits(&w, 17, 5);
    ox_wire_put_bits(&w, 0xABC, 12);
    ox_wire_put_bool(&w, true);
    CHECK_EQ(w.bits, 21);
    check_bytes(&w, (const uint8_t[]){0x8d, 0xbc, 0x1a}, 3);
    ox_wire_reader r = ox_wire_reader_over(bytes, 3);
    CHECK_EQ(ox_wire_get_bits(&r, 3), 5);
    CHECK_EQ(ox_wire_get_bits(&r, 5), 17);
    CHECK_EQ(ox_wire_get_bits(&r, 12), 0xABC);
    CHECK(ox_wire_get_bool(&r) && ox_wire_ended(&r));
    w = ox_wire_writer_over(bytes, 9);
    ox_wire_put_bits(&w, 1, 1);
    ox_wire_put_name(&w, 0x87654321u); /* the name takes five bytes */
    ox_wire_put_delta(&w, 7, 7);
    ox_wire_put_delta(&w, INT32_MIN, INT32_MAX);
    ox_wire_put_signed(&w, -3);
    r = ox_wire_reader_over(bytes, ox_wire_written(&w));
    CHECK(ox_wire_get_bool(&r));
    CHECK_EQ(ox_wire_get_name(&r), 0x87654321u);
    CHECK_EQ(ox_wire_get_delta(&r, 7), 7);
    CHECK_EQ(ox_wire_get_delta(&r, INT32_MAX), INT32_MIN);
    CHECK_EQ(ox_wire_get_signed(&r), -3);
    CHECK(!r.bad && ox_wire_ended(&r));
}

TEST(network_wire_flags_stick) {
    ox_wire_writer w = ox_wire_writer_over(bytes, 2);
    bytes[2] = 0xEE;
    ox_wire_put_bits(&w, 0xFFFF, 15);
    CHECK(w.bad && w.bits == 0); /* more bits than the argument says */
    w = ox_wire_writer_over(bytes, 2);
    ox_wire_put_bits(&w, 0x7FFF, 15);
    CHECK_EQ(ox_wire_written(&w), 2);
    ox_wire_put_bits(&w, 1, 2);
    CHECK(w.bad && ox_wire_written(&w) == 0);
    ox_wire_put_bool(&w, true); /* the bit would fit, but the writer stays bad */
    CHECK(bytes[1] == 0x7F && bytes[2] == 0xEE);
    ox_wire_reader r = ox_wire_reader_over(bytes, 2);
    CHECK_EQ(ox_wire_get_bits(&r, 17), 0);
    CHECK(r.bad && !ox_wire_ended(&r));
    CHECK_EQ(ox_wire_get_bits(&r, 1), 0);
    static const uint8_t overlong[][5] = {
        {0x80, 0}, {0xff, 0x80, 0}, {0xff, 0xff, 0xff, 0xff, 0x10}, {0x80, 0x80, 0x80, 0x80, 0x80}, {0x80}};
    for (int i = 0; i < 5; i++) {
        r = ox_wire_reader_over(overlong[i], i == 4 ? 1 : 5);
        CHECK_EQ(ox_wire_get_varint(&r), 0);
        CHECK(r.bad);
    }
    static const uint8_t trailing[] = {1, 1};
    r = ox_wire_reader_over(trailing, 2);
    CHECK_EQ(ox_wire_get_bits(&r, 8), 1);
    CHECK(!ox_wire_ended(&r));
    (void)ox_wire_get_bits(&r, 1);
    CHECK(ox_wire_ended(&r)); /* zeros fill the byte */
    r = ox_wire_reader_over(trailing, 1);
    CHECK(!ox_wire_ended(&r));
    CHECK_EQ(ox_wire_get_delta(&r, 5), 5); /* the long form of a difference of 0 */
    CHECK(r.bad);
}

TEST(network_wire_ranges_refuse_what_is_outside) {
    static const int32_t ends[][2] = {{0, 100}, {-5, 5},        {7, 7}, {INT32_MIN, INT32_MAX},
                                      {0, 1},   {-1, INT32_MAX}};
    for (int i = 0; i < 6; i++) {
        int32_t low = ends[i][0], high = ends[i][1];
        ox_wire_writer w = ox_wire_writer_over(bytes, sizeof bytes);
        ox_wire_put_ranged(&w, low, low, high);
        ox_wire_put_ranged(&w, high, low, high);
        ox_wire_reader r = ox_wire_reader_over(bytes, ox_wire_written(&w));
        CHECK_EQ(ox_wire_get_ranged(&r, low, high), low);
        CHECK_EQ(ox_wire_get_ranged(&r, low, high), high);
        CHECK(!r.bad && r.bits == w.bits);
        if (high == INT32_MAX) continue;
        ox_wire_put_ranged(&w, high + 1, low, high);
        CHECK(w.bad);
    }
    memset(bytes, 0xFF, 4);
    ox_wire_reader r = ox_wire_reader_over(bytes, 4);
    CHECK_EQ(ox_wire_get_ranged(&r, 0, 100), 0); /* the code 127 */
    CHECK(r.bad && r.bits == 7);
    r = ox_wire_reader_over(bytes, 4);
    CHECK_EQ(ox_wire_get_ranged(&r, 3, 2), 3);
    CHECK(r.bad);
    ox_wire_writer w = ox_wire_writer_over(bytes, 4);
    ox_wire_put_fx(&w, 0, FX_ONE, FX_ONE, 8);
    CHECK(w.bad);
    for (uint32_t bits = 2; bits <= 12; bits += 5) { /* the one code that no writer writes */
        memset(bytes, 0xFF, 8);
        r = ox_wire_reader_over(bytes, 8);
        CHECK_EQ(ox_wire_get_symmetric(&r, FX_ONE, bits), 0);
        CHECK(r.bad);
        r = ox_wire_reader_over(bytes, 8);
        (void)ox_wire_get_unit(&r, bits);
        CHECK(r.bad);
        r = ox_wire_reader_over(bytes, 8);
        (void)ox_wire_get_quat(&r, bits + 1);
        CHECK(r.bad);
    }
}

TEST(network_wire_quantised_worked_examples) {
    static const fx values[] = {0, FX_ONE, -8 * FX_ONE, 8 * FX_ONE, FX_ONE * 3 / 2};
    static const uint32_t codes[] = {512, 575, 0, 1023, 607};
    static const fx back[] = {512, 65088, -8 * FX_ONE, 8 * FX_ONE,
                              97888}; /* 0.00783, 0.99316, -8, 8, 1.49365 */
    for (int i = 0; i < 5; i++) {
        ox_wire_writer w = ox_wire_writer_over(bytes, sizeof bytes);
        ox_wire_put_fx(&w, values[i], -8 * FX_ONE, 8 * FX_ONE, 10);
        ox_wire_reader r = ox_wire_reader_over(bytes, 2);
        CHECK_EQ(ox_wire_get_bits(&r, 10), codes[i]);
        r = ox_wire_reader_over(bytes, 2);
        CHECK_NEAR(ox_wire_get_fx(&r, -8 * FX_ONE, 8 * FX_ONE, 10), back[i], 1);
    }
    ox_wire_writer w = ox_wire_writer_over(bytes, sizeof bytes);
    ox_wire_put_symmetric(&w, 0, 8 * FX_ONE, 10);
    ox_wire_reader r = ox_wire_reader_over(bytes, 2);
    CHECK_EQ(ox_wire_get_symmetric(&r, 8 * FX_ONE, 10), 0);
}

/* Checks twice the error in units of the step, for a value that was written and read: at most 1, and the error of
 * rounding to fx. */
static void check_error(fx value, fx back, uint64_t range, uint64_t levels) {
    uint64_t off = fx_magnitude64((int64_t)back - value);
    CHECK((off > 0 ? off - 1 : 0) * levels * 2 <= range);
}

TEST(network_wire_quantised_errors_are_half_a_step) {
    rng32 random = rng32_seed(31, 0);
    for (int round = 0; round < 3000; round++) {
        uint32_t bits = 1 + rng_below(&random, 32), wide = bits < 2 ? 2 : bits;
        fx low = (fx)rng32_next(&random) >> rng_below(&random, 20),
           high = (fx)rng32_next(&random) >> rng_below(&random, 20);
        if (low > high)
            low = fx_wrap_add(low, high), high = fx_wrap_sub(low, high), low = fx_wrap_sub(low, high);
        if (low >= high) continue;
        fx a = rng_between(&random, low, high), b = rng_between(&random, low, high),
           limit = high > 0 ? high : 1;
        fx near_zero = rng_between(&random, -limit, limit);
        ox_wire_writer w = ox_wire_writer_over(bytes, sizeof bytes);
        ox_wire_put_fx(&w, a, low, high, bits);
        ox_wire_put_fx(&w, b, low, high, bits);
        ox_wire_put_symmetric(&w, near_zero, limit, wide);
        ox_wire_put_angle(&w, (ang16)a, bits < 16 ? bits : 16);
        ox_wire_reader r = ox_wire_reader_over(bytes, ox_wire_written(&w));
        fx back_a = ox_wire_get_fx(&r, low, high, bits), back_b = ox_wire_get_fx(&r, low, high, bits);
        uint64_t range = (uint64_t)((int64_t)high - low), levels = ((uint64_t)1 << bits) - 1;
        CHECK(back_a >= low && back_a <= high);
        CHECK(a <= b ? back_a <= back_b : back_a >= back_b);
        check_error(a, back_a, range, levels);
        check_error(b, back_b, range, levels);
        check_error(near_zero, ox_wire_get_symmetric(&r, limit, wide), (uint64_t)limit,
                    ((uint64_t)1 << (wide - 1)) - 1);
        ang16 turned = (ang16)(ox_wire_get_angle(&r, bits < 16 ? bits : 16) - (ang16)a);
        CHECK((turned < 32768 ? turned : 65536 - turned) << (bits < 16 ? bits : 16) <= 32768);
        CHECK(ox_wire_ended(&r));
    }
    for (uint32_t bits = 2; bits <= 32; bits++) { /* 0 stays 0, and signs are symmetric */
        ox_wire_writer w = ox_wire_writer_over(bytes, sizeof bytes);
        ox_wire_put_symmetric(&w, 0, FX_ONE, bits);
        ox_wire_put_symmetric(&w, 40000, FX_ONE, bits);
        ox_wire_put_symmetric(&w, -40000, FX_ONE, bits);
        ox_wire_put_symmetric(&w, -FX_ONE * 9, FX_ONE, bits); /* the end of the range */
        ox_wire_reader r = ox_wire_reader_over(bytes, ox_wire_written(&w));
        CHECK_EQ(ox_wire_get_symmetric(&r, FX_ONE, bits), 0);
        fx up = ox_wire_get_symmetric(&r, FX_ONE, bits);
        CHECK_EQ(ox_wire_get_symmetric(&r, FX_ONE, bits), -up);
        CHECK_EQ(ox_wire_get_symmetric(&r, FX_ONE, bits), -FX_ONE);
    }
}

TEST(network_wire_directions_and_places) {
    rng32 random = rng32_seed(32, 0);
    for (int round = 0; round < 400; round++) {
        uint32_t bits = 3 + rng_below(&random, 10);
        vec3 v = rng_on_sphere(&random);
        dir30 n;
        (void)v3_normalize_dir30(v, &n);
        quat q = q4_from_axis_angle(n, (ang32)rng32_next(&random));
        vec3 corner = {rng_between(&random, -FX_WORLD_LIMIT, 0), rng_between(&random, -FX_WORLD_LIMIT, 0), 0},
             place = corner;
        place.x += rng_between(&random, 0, 64 * FX_ONE), place.y += 64 * FX_ONE;
        ox_wire_writer w = ox_wire_writer_over(bytes, sizeof bytes);
        ox_wire_put_unit(&w, n, bits);
        ox_wire_put_quat(&w, q, bits);
        ox_wire_put_place(&w, place, corner, 64 * FX_ONE, 16);
        CHECK_EQ(w.bits, 2 * bits + 3 * bits + 2 + 48);
        ox_wire_reader r = ox_wire_reader_over(bytes, ox_wire_written(&w));
        dir30 back = ox_wire_get_unit(&r, bits);
        quat turned = ox_wire_get_quat(&r, bits);
        vec3 there = ox_wire_get_place(&r, corner, 64 * FX_ONE, 16);
        /* Both directions are within 256 / 2^bits degrees of each other, which is 2^32 / 360 times that in ang32. */
        int64_t along = ((int64_t)back.x * n.x + (int64_t)back.y * n.y + (int64_t)back.z * n.z) >> 30;
        int64_t across = (int64_t)Q30_ONE -
                         along; /* 1 - cos of an angle of 256 / 2^bits degrees: (4.468 / 2^bits)^2 / 2 */
        CHECK(across <= (((int64_t)9982 << 20) >> 2 * bits) + 64);
        CHECK(q4_angle(q, turned) <= (ang32)(3054198967u >> bits));
        CHECK_NEAR(there.x, place.x, 33);
        CHECK_EQ(there.y, place.y);
        CHECK_EQ(there.z, 0);
        CHECK(ox_wire_ended(&r));
    }
}

/* ---- objects, texts, records ---- */

static uint32_t number_of(void *context, ox_handle handle) {
    return handle.bits > 100 ? 0 : handle.bits + *(uint32_t *)context;
}
static ox_handle handle_of(void *context, uint32_t number) {
    return number > *(uint32_t *)context + 50 ? OX_HANDLE_NONE : (ox_handle){number - *(uint32_t *)context};
}

TEST(network_wire_objects_and_texts) {
    uint32_t first = 1000;
    const ox_wire_objects objects = {number_of, handle_of, &first};
    char room[64];
    ox_text text = ox_text_begin(room, sizeof room);
    ox_wire_writer w = ox_wire_writer_over(bytes, sizeof bytes);
    ox_wire_put_object(&w, &objects, (ox_handle){7});
    ox_wire_put_object(&w, &objects, OX_HANDLE_NONE);
    ox_wire_put_object(&w, &objects, (ox_handle){101}); /* the object has no number */
    ox_wire_put_object(&w, &objects, (ox_handle){60});  /* the other side has no such object */
    ox_wire_put_text(&w, OX_TEXT("Gr\xC3\xBC\xC3\x9F"
                                 "e \xF0\x9F\x90\x82"));
    ox_wire_put_text(&w, (ox_text_view){NULL, 0});
    ox_wire_reader r = ox_wire_reader_over(bytes, ox_wire_written(&w));
    CHECK_EQ(ox_wire_get_object(&r, &objects).bits, 7);
    for (int i = 0; i < 3; i++) CHECK_EQ(ox_wire_get_object(&r, &objects).bits, 0);
    ox_wire_get_text(&r, &text);
    ox_wire_get_text(&r, &text);
    CHECK(!r.bad && ox_text_equal(ox_text_seen(&text), OX_TEXT("Gr\xC3\xBC\xC3\x9F"
                                                               "e \xF0\x9F\x90\x82")));
    static const char *const wrong[] = {"\n",       "a\x7F",        "\xC0\x80",
                                        "\xC2\x85", "\xED\xA0\x80", "\xF4\x90\x80\x80",
                                        "\xE2\x82", "\x80",         "\xFF"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        size_t length = strlen(wrong[i]);
        w = ox_wire_writer_over(bytes, sizeof bytes);
        ox_wire_put_text(&w, ox_text_of(wrong[i]));
        CHECK(w.bad);
        w = ox_wire_writer_over(bytes, sizeof bytes);
        ox_wire_put_bits(&w, (uint32_t)length, 6);
        for (size_t k = 0; k < length; k++) ox_wire_put_bits(&w, (uint8_t)wrong[i][k], 8);
        r = ox_wire_reader_over(bytes, ox_wire_written(&w));
        ox_text_clear(&text);
        ox_wire_get_text(&r, &text);
        CHECK(r.bad && text.length == 0);
    }
    char small[4];
    text = ox_text_begin(small, sizeof small);
    w = ox_wire_writer_over(bytes, sizeof bytes);
    ox_wire_put_text(&w, OX_TEXT("four"));
    r = ox_wire_reader_over(bytes, ox_wire_written(&w));
    ox_wire_get_text(&r, &text);
    CHECK(r.bad && text.length == 0);
    memset(room, 'x', sizeof room);
    w = ox_wire_writer_over(bytes, sizeof bytes);
    ox_wire_put_text(&w, (ox_text_view){room, 64});
    CHECK(w.bad);
}

typedef struct ghost {
    int64_t born;
    fx place[3];
    fx speed;
    ox_handle target;
    ox_id name;
    ang16 heading;
    int16_t health;
    int8_t mood;
    bool hidden;
    uint8_t own;
} ghost;

static const ox_field ghost_fields[] = {
    OX_FIELD(ghost, born, OX_I64, OX_NETWORK),
    OX_FIELD(ghost, place, OX_FX, OX_SIM, .low = -64 * 65536, .high = 64 * 65536),
    OX_FIELD(ghost, speed, OX_FX, OX_SIM),
    OX_FIELD(ghost, target, OX_LINK, OX_SIM),
    OX_FIELD(ghost, name, OX_NAME_ID, OX_SIM),
    OX_FIELD(ghost, heading, OX_ANGLE, OX_SIM),
    OX_FIELD(ghost, health, OX_I16, OX_SIM, .low = -1, .high = 100),
    OX_FIELD(ghost, mood, OX_I8, OX_SIM),
    OX_FIELD(ghost, hidden, OX_BOOL, OX_SIM),
    OX_FIELD(ghost, own, OX_U8, OX_SAVE),
};
static const ox_type ghost_type = OX_TYPE(ghost, ghost_fields, 1);
static const uint8_t ghost_bits[] = {0, 12, 20, 0, 0,
                                     9, 0,  0,  0, 0}; /* speed has no range: all of its bits are sent */

TEST(network_wire_records_by_their_descriptor) {
    uint32_t first = 1000;
    const ox_wire_objects objects = {number_of, handle_of, &first};
    const ox_wire_form form = {&ghost_type, ghost_bits, &objects};
    const ghost one = {.born = -5000000000,
                       .place = {FX_ONE, -64 * FX_ONE, 64 * FX_ONE},
                       .speed = -70000,
                       .target = {7},
                       .name = 0xCAFEF00Du,
                       .heading = 0x4000,
                       .health = -1,
                       .mood = -7,
                       .hidden = true,
                       .own = 9};
    ghost two = {.own = 1}, three;
    ox_wire_writer w = ox_wire_writer_over(bytes, sizeof bytes);
    ox_wire_put_record(&w, &form, &one, NULL);
    CHECK_EQ(w.bits, 64 + 3 * 12 + 32 + 16 + 32 + 9 + 7 + 8 + 1);
    ox_wire_reader r = ox_wire_reader_over(bytes, ox_wire_written(&w));
    ox_wire_get_record(&r, &form, &two, NULL);
    CHECK(ox_wire_ended(&r));
    CHECK_NEAR(two.place[0], FX_ONE, 1025); /* half a step of 128 / 4095 */
    CHECK(two.place[1] == -64 * FX_ONE && two.place[2] == 64 * FX_ONE && two.speed == one.speed &&
          two.born == one.born);
    CHECK(two.target.bits == 7 && two.name == one.name && two.heading == 0x4000 && two.health == -1 &&
          two.mood == -7);
    CHECK(two.hidden && two.own == 1); /* these fields are not sent */
    three = two;
    three.mood = 3;
    three.heading = 0x8000;
    w = ox_wire_writer_over(bytes, sizeof bytes);
    ox_wire_put_record(&w, &form, &three, &two);
    CHECK_EQ(w.bits, 9 + 9 + 8);
    ghost four = two;
    r = ox_wire_reader_over(bytes, ox_wire_written(&w));
    ox_wire_get_record(&r, &form, &four, &two);
    CHECK(ox_wire_ended(&r) && ox_type_compare(&ghost_type, &three, &four, 0) == -1);
    three.health = 101; /* the value is out of the field's range */
    w = ox_wire_writer_over(bytes, sizeof bytes);
    ox_wire_put_record(&w, &form, &three, NULL);
    CHECK(w.bad);
    w = ox_wire_writer_over(bytes, 20); /* the buffer has too little room */
    ox_wire_put_record(&w, &form, &one, NULL);
    CHECK(w.bad && ox_wire_written(&w) == 0);
}

TEST(network_wire_any_bytes_are_in_range) {
    uint32_t first = 0, taken = 0;
    const ox_wire_objects objects = {number_of, handle_of, &first};
    const ox_wire_form form = {&ghost_type, ghost_bits, &objects};
    rng32 random = rng32_seed(33, 0);
    for (int round = 0; round < 3000; round++) {
        uint8_t noise[48];
        size_t size = rng_below(&random, sizeof noise + 1);
        for (size_t i = 0; i < size; i++) noise[i] = (uint8_t)rng32_next(&random);
        ox_wire_reader r = ox_wire_reader_over(noise, size);
        ghost g = {0};
        ox_wire_get_record(&r, &form, &g, NULL);
        CHECK(g.health >= -1 && g.health <= 100 && g.place[2] >= -64 * FX_ONE && g.place[2] <= 64 * FX_ONE);
        CHECK(r.bits <= size * 8);
        uint32_t bits = rng_below(&random, 40);
        fx value = ox_wire_get_fx(&r, -FX_ONE, FX_ONE, bits), other = ox_wire_get_symmetric(&r, FX_ONE, bits);
        CHECK(value >= -FX_ONE && value <= FX_ONE && other >= -FX_ONE && other <= FX_ONE);
        dir30 n = ox_wire_get_unit(&r, bits);
        quat q = ox_wire_get_quat(&r, bits);
        int64_t length = ((int64_t)n.x * n.x >> 30) + ((int64_t)n.y * n.y >> 30) + ((int64_t)n.z * n.z >> 30);
        int64_t norm = ((int64_t)q.x * q.x >> 30) + ((int64_t)q.y * q.y >> 30) + ((int64_t)q.z * q.z >> 30) +
                       ((int64_t)q.w * q.w >> 30);
        CHECK_NEAR(length, Q30_ONE, 8);
        CHECK_NEAR(norm, Q30_ONE, 8);
        (void)ox_wire_get_varint(&r);
        (void)ox_wire_get_ranged(&r, -7, (int32_t)bits - 3);
        CHECK(r.bits <= size * 8);
        taken += !r.bad;
    }
    TEST_INFO("%u of 3,000 random messages are read to the end", (unsigned)taken);
}
