/* Paths of levels: named curves by metres from their first point. */
#include "kernel/level/path.h"

#include "fixedmath/vector.h"
#include "kernel/type/name.h"
#include "rom/rom.h"
#include "tests/test.h"
#include "tests/unit/kernel/level/level_builder.h"

enum { POINTS = 4, AT = ROM_PATH_SIZE + ROM_SPLINE_SIZE };
static _Alignas(4) uint8_t section[AT + POINTS * ROM_SPLINE_POINT_SIZE];

/* Makes a path along a square of 4 metres, from the origin on. */
static void make_path(uint32_t form, uint32_t closed) {
    static const fx corners[POINTS][2] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}};
    uint8_t *row = section + ROM_PATH_SIZE;
    memset(section, 0, sizeof section);
    level_put(section + ROM_PATH_SPLINE_COUNT, 1);
    level_put(section + ROM_PATH_SPLINES_AT, ROM_PATH_SIZE);
    level_put(section + ROM_PATH_POINT_COUNT, POINTS);
    level_put(section + ROM_PATH_POINTS_AT, AT);
    level_put(row + ROM_SPLINE_NAME, OX_NAME("way"));
    row[ROM_SPLINE_FORM] = (uint8_t)form;
    row[ROM_SPLINE_FLAGS] = (uint8_t)closed;
    level_put_half(row + ROM_SPLINE_POINT_COUNT, POINTS);
    level_put(row + ROM_SPLINE_LENGTH, 12 * FX_ONE);
    for (uint32_t i = 0; i < POINTS; i++) {
        uint8_t *point = section + AT + i * ROM_SPLINE_POINT_SIZE;
        level_put(point + ROM_SPLINE_POINT_POSITION, (uint32_t)(corners[i][0] * FX_ONE));
        level_put(point + ROM_SPLINE_POINT_POSITION + 8, (uint32_t)(corners[i][1] * FX_ONE));
        level_put(point + ROM_SPLINE_POINT_ALONG, i * 4u * FX_ONE);
    }
}

static bool is_at(const ox_level_path *path, fx metres, fx x, fx z) {
    const vec3 at = ox_level_path_point(path, metres);
    return at.x == x && at.y == 0 && at.z == z;
}

TEST(level_path_straight_ones_end_or_go_round) {
    ox_level_path path;
    make_path(0, 0);
    CHECK_EQ(ox_level_path_find(section, OX_NAME("lane"), &path), OX_NOT_FOUND);
    CHECK_EQ(ox_level_path_find(section, OX_NAME("way"), &path), OX_OK);
    CHECK(path.length == 12 * FX_ONE && path.count == POINTS && !path.closed);
    CHECK(is_at(&path, 0, 0, 0) && is_at(&path, FX_ONE, FX_ONE, 0));
    CHECK(is_at(&path, 4 * FX_ONE, 4 * FX_ONE, 0) && is_at(&path, 6 * FX_ONE, 4 * FX_ONE, 2 * FX_ONE));
    CHECK(is_at(&path, -FX_ONE, 0, 0) && is_at(&path, FX_MAX, 0, 4 * FX_ONE));
    make_path(0, 1);
    CHECK_EQ(ox_level_path_find(section, OX_NAME("way"), &path), OX_OK);
    CHECK(path.length == 16 * FX_ONE && path.closed);
    CHECK(is_at(&path, 14 * FX_ONE, 0, 2 * FX_ONE) && is_at(&path, 17 * FX_ONE, FX_ONE, 0));
    CHECK(is_at(&path, -FX_ONE, 0, FX_ONE));
}

TEST(level_path_curves_meet_their_points) {
    ox_level_path path;
    make_path(1, 1); /* a curve through all points */
    CHECK_EQ(ox_level_path_find(section, OX_NAME("way"), &path), OX_OK);
    for (fx i = 0; i < POINTS; i++) {
        const vec3 at = ox_level_path_point(&path, i * 4 * FX_ONE);
        CHECK(at.x == (i == 1 || i == 2 ? 4 * FX_ONE : 0) && at.z == (i >= 2 ? 4 * FX_ONE : 0));
    }
    const vec3 middle = ox_level_path_point(&path, 2 * FX_ONE);
    CHECK(middle.x == 2 * FX_ONE &&
          middle.z == -FX_HALF); /* the Catmull-Rom curve bulges by an eighth of the side */
    make_path(2, 0);             /* a curve pulled by the two points between */
    CHECK_EQ(ox_level_path_find(section, OX_NAME("way"), &path), OX_OK);
    CHECK(is_at(&path, 0, 0, 0) && is_at(&path, 12 * FX_ONE, 0, 4 * FX_ONE));
    CHECK(is_at(&path, 6 * FX_ONE, 3 * FX_ONE, 2 * FX_ONE));
    make_path(3, 1); /* a curve near the points */
    CHECK_EQ(ox_level_path_find(section, OX_NAME("way"), &path), OX_OK);
    const vec3 corner = ox_level_path_point(&path, 0);
    TEST_INFO("the corner is cut at %d, %d", (int)corner.x, (int)corner.z);
    CHECK(corner.x > FX_HALF && corner.x < FX_ONE);
    CHECK(corner.z > FX_HALF && corner.z < FX_ONE);
}

static bool is_nearest(const ox_level_path *path, fx x, fx z, fx metres) {
    const fx found = ox_level_path_nearest(path, (vec3){x, FX_ONE, z});
    return found >= metres - FX_ONE / 128 && found <= metres + FX_ONE / 128;
}

TEST(level_path_nearest_places) {
    ox_level_path path;
    make_path(0, 0);
    CHECK_EQ(ox_level_path_find(section, OX_NAME("way"), &path), OX_OK);
    CHECK(is_nearest(&path, FX_ONE + 777, -FX_ONE, FX_ONE + 777)); /* a point beside the first side */
    CHECK(is_nearest(&path, 9 * FX_ONE, 3 * FX_ONE / 2, 11 * FX_HALF));
    CHECK(is_nearest(&path, 9 * FX_ONE, 9 * FX_ONE, 8 * FX_ONE)); /* a point beyond a corner */
    CHECK(is_nearest(&path, -FX_ONE, -FX_ONE, 0) && is_nearest(&path, -FX_ONE, 5 * FX_ONE, 12 * FX_ONE));
    CHECK(is_nearest(&path, 0, FX_ONE, 0)); /* the open path has no fourth side */
    make_path(0, 1);
    CHECK_EQ(ox_level_path_find(section, OX_NAME("way"), &path), OX_OK);
    CHECK(is_nearest(&path, -FX_ONE, FX_ONE, 15 * FX_ONE)); /* a point beside the way back */
    CHECK(is_nearest(&path, -FX_ONE, FX_ONE / 16, 16 * FX_ONE - FX_ONE / 16));
    for (fx at = 0; at < 16 * FX_ONE; at += FX_HALF + 555) /* all around */
        CHECK_NEAR(ox_level_path_nearest(&path, ox_level_path_point(&path, at)), at, FX_ONE / 128);
    for (uint32_t form = 1; form < 4; form++) { /* a place on a curve is found again */
        make_path(form, form == 1);
        CHECK_EQ(ox_level_path_find(section, OX_NAME("way"), &path), OX_OK);
        for (fx at = FX_HALF; at < 8 * FX_ONE; at += FX_ONE + 1234) {
            const vec3 place = ox_level_path_point(&path, at),
                       found = ox_level_path_point(&path, ox_level_path_nearest(&path, place));
            CHECK(v3_distance(place, found) < FX_ONE / 256);
        }
    }
    const vec3 corner = ox_level_path_corner(&path, 2);
    CHECK(corner.x == 4 * FX_ONE && corner.z == 4 * FX_ONE);
}

/* Heights count as the other axes do; an open curve repeats its last points at both ends. */
TEST(level_path_heights_and_open_ends) {
    static const fx heights[POINTS] = {0, FX_ONE, 3 * FX_ONE, 3 * FX_ONE};
    ox_level_path path;
    for (uint32_t form = 0; form < 4; form++) {
        make_path(form, 0);
        for (uint32_t i = 0; i < POINTS; i++)
            level_put(section + AT + i * ROM_SPLINE_POINT_SIZE + ROM_SPLINE_POINT_POSITION + 4,
                      (uint32_t)heights[i]);
        CHECK_EQ(ox_level_path_find(section, OX_NAME("way"), &path), OX_OK);
        const vec3 begin = ox_level_path_point(&path, 0), middle = ox_level_path_point(&path, 2 * FX_ONE),
                   late = ox_level_path_point(&path, 10 * FX_ONE), last = ox_level_path_point(&path, FX_MAX);
        switch (form) {
        case 0:
            CHECK(middle.y == FX_HALF && late.y == 3 * FX_ONE && late.x == 2 * FX_ONE);
            break;
        case 1: /* half-way: 9 sixteenths of the points beside, less a sixteenth of those behind */
            CHECK_EQ(middle.y, (9 * heights[1] - heights[2]) / 16);
            CHECK_EQ(middle.x, (9 * 4 * FX_ONE - 4 * FX_ONE) / 16);
            CHECK_EQ(late.y, (9 * 6 * FX_ONE - FX_ONE - 3 * FX_ONE) / 16);
            CHECK_EQ(late.x, (9 * 4 * FX_ONE - 4 * FX_ONE) / 16);
            break;
        case 2: /* an eighth, three eighths, three eighths, an eighth, at half the length of the piece */
            CHECK_EQ(ox_level_path_point(&path, 6 * FX_ONE).y, (3 * heights[1] + 4 * heights[2]) / 8);
            break;
        default: /* a B-spline begins near its first point: five sixths of it and a sixth of the second */
            CHECK_NEAR(begin.y, heights[1] / 6, 2);
            CHECK_NEAR(begin.x, 4 * FX_ONE / 6, 2);
            CHECK_NEAR(last.y, 3 * FX_ONE, 2);
            CHECK_NEAR(last.x, 4 * FX_ONE / 6, 2);
            break;
        }
        if (form < 3) CHECK(begin.y == 0 && last.y == 3 * FX_ONE && last.x == 0);
    }
}

/* Paths of too few points for a piece are their first point; a second path of the section is found behind the first. */
TEST(level_path_short_ones) {
    ox_level_path path;
    make_path(2, 0);
    level_put_half(section + ROM_PATH_SIZE + ROM_SPLINE_POINT_COUNT, 3); /* a Bezier curve wants four */
    CHECK_EQ(ox_level_path_find(section, OX_NAME("way"), &path), OX_OK);
    CHECK(is_at(&path, 0, 0, 0) && is_at(&path, 5 * FX_ONE, 0, 0) && is_at(&path, FX_MAX, 0, 0));
    CHECK_EQ(ox_level_path_nearest(&path, (vec3){9 * FX_ONE, 0, 0}), 0);
    make_path(0, 1);
    level_put_half(section + ROM_PATH_SIZE + ROM_SPLINE_POINT_COUNT, 1);
    level_put(section + ROM_PATH_SIZE + ROM_SPLINE_LENGTH, 0);
    CHECK_EQ(ox_level_path_find(section, OX_NAME("way"), &path), OX_OK);
    CHECK(path.count == 1 && is_at(&path, 0, 0, 0) && is_at(&path, 7 * FX_ONE, 0, 0));
    const vec3 corner = ox_level_path_corner(&path, 4); /* a number that no point has */
    CHECK(corner.x == 0 && corner.z == 0);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    static _Alignas(4) uint8_t two[ROM_PATH_SIZE + 2 * ROM_SPLINE_SIZE + POINTS * ROM_SPLINE_POINT_SIZE];
    const uint32_t points = ROM_PATH_SIZE + 2 * ROM_SPLINE_SIZE;
    make_path(0, 0);
    memcpy(two, section, ROM_PATH_SIZE);
    level_put(two + ROM_PATH_SPLINE_COUNT, 2);
    level_put(two + ROM_PATH_POINTS_AT, points);
    for (uint32_t i = 0; i < 2; i++) {
        uint8_t *row = two + ROM_PATH_SIZE + i * ROM_SPLINE_SIZE;
        memcpy(row, section + ROM_PATH_SIZE, ROM_SPLINE_SIZE);
        level_put(row + ROM_SPLINE_NAME, 70 + i);
        level_put_half(row + ROM_SPLINE_POINT_COUNT, 2);
        level_put(row + ROM_SPLINE_FIRST_POINT, 2 * i);
        level_put(row + ROM_SPLINE_LENGTH, 4 * FX_ONE);
    }
    memcpy(two + points, section + AT, POINTS * ROM_SPLINE_POINT_SIZE);
    for (uint32_t i = 2; i < 4; i++)
        level_put(two + points + i * ROM_SPLINE_POINT_SIZE + ROM_SPLINE_POINT_ALONG, (i - 2) * 4u * FX_ONE);
    CHECK_EQ(ox_level_path_find(two, 71, &path), OX_OK);
    CHECK(path.count == 2 && is_at(&path, 0, 4 * FX_ONE, 4 * FX_ONE) &&
          is_at(&path, FX_ONE, 3 * FX_ONE, 4 * FX_ONE));
}
