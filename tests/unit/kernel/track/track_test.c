/* Where places are on roads: how far, how far aside, in which sector; and which roads are none. */
#include "kernel/track/track.h"

#include "fixedmath/angle.h"
#include "fixedmath/random.h"
#include "tests/test.h"

enum { LOOP = 20, INNER = 40, OUTER = 50 };

typedef struct road {
    ox_track track;
    ox_track_gate gates[LOOP];
    ox_track_sector sectors[LOOP];
} road;

/* A road of one sector. */
static bool make_one(road *r, const ox_track_gate *lead, const ox_track_gate *trail) {
    r->gates[0] = *lead;
    r->gates[1] = *trail;
    return ox_track_make(&r->track, r->gates, 2, false, r->sectors) == -1;
}

/* A ring of twenty sectors, counter-clockwise: its inner side is at the left. */
static void make_loop(road *r) {
    for (uint32_t i = 0; i < LOOP; i++) {
        fx sine, cosine;
        fx_sincos((ang16)(i * 65536 / LOOP), &sine, &cosine);
        r->gates[i] = (ox_track_gate){{INNER * cosine, INNER * sine}, {OUTER * cosine, OUTER * sine}};
    }
    CHECK_EQ(ox_track_make(&r->track, r->gates, LOOP, true, r->sectors), -1);
}

static vec2 on_loop(ang16 angle, fx radius) {
    fx sine, cosine;
    fx_sincos(angle, &sine, &cosine);
    return (vec2){fx_muls(cosine, radius), fx_muls(sine, radius)};
}

/* PHY-121: a rectangle, and a trapezoid whose far side slants. */
TEST(track_distance_into_a_sector) {
    road r;
    CHECK(make_one(&r, &(ox_track_gate){{0, 0}, {10 * FX_ONE, 0}},
                   &(ox_track_gate){{0, 10 * FX_ONE}, {10 * FX_ONE, 10 * FX_ONE}}));
    CHECK_EQ(ox_track_along(&r.track, 0, (vec2){3 * FX_ONE, FX(2.5)}), FX(0.25));
    CHECK_EQ(ox_track_across(&r.track, 0, (vec2){3 * FX_ONE, FX(2.5)}), FX(0.3));
    CHECK_EQ(r.track.total, 10 * FX_ONE);
    CHECK_EQ(ox_track_progress(&r.track, 0, FX(0.25)), FX(0.25));
    CHECK(make_one(&r, &(ox_track_gate){{0, 0}, {4 * FX_ONE, 0}},
                   &(ox_track_gate){{0, 4 * FX_ONE}, {4 * FX_ONE, 8 * FX_ONE}}));
    CHECK_NEAR(ox_track_along(&r.track, 0, (vec2){2 * FX_ONE, 3 * FX_ONE}), FX(0.585786), 8);
    CHECK_EQ(ox_track_along(&r.track, 0, (vec2){2 * FX_ONE, 0}), 0);
    CHECK_NEAR(ox_track_along(&r.track, 0, (vec2){2 * FX_ONE, 6 * FX_ONE}), FX_ONE, 1);
}

/* What is no convex quad of a size, or goes the other way round, is no road. */
TEST(track_refuses_what_is_no_quad) {
    static const struct {
        ox_track_gate lead, trail;
    } bad[] = {
        {{{0, 0}, {4, 0}}, {{4, 4}, {0, 4}}},           /* crossed */
        {{{4, 0}, {0, 0}}, {{4, 4}, {0, 4}}},           /* left and right are exchanged */
        {{{0, 0}, {4, 0}}, {{0, 4}, {1, 1}}},           /* concave */
        {{{0, 0}, {4, 0}}, {{2, 2}, {2, 2}}},           /* an edge without a length */
        {{{0, 0}, {4, 0}}, {{0, 4}, {4, 0}}},           /* two corners are one */
        {{{0, 0}, {4, 0}}, {{0, 0}, {4, 0}}},           /* no area */
        {{{-20000, 0}, {4, 0}}, {{-20000, 4}, {4, 4}}}, /* outside of the world */
    };
    road r;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ox_track_gate gates[2] = {bad[i].lead, bad[i].trail};
        for (uint32_t g = 0; g < 2; g++) {
            vec2 *ends[] = {&gates[g].left, &gates[g].right};
            for (uint32_t e = 0; e < 2; e++) *ends[e] = (vec2){ends[e]->x * FX_ONE, ends[e]->y * FX_ONE};
        }
        CHECK_EQ(ox_track_make(&r.track, gates, 2, false, r.sectors), 0);
        CHECK_EQ(r.track.count, 0);
    }
    make_loop(&r);
    r.gates[7].left = r.gates[9].left;
    CHECK_EQ(ox_track_make(&r.track, r.gates, LOOP, true, r.sectors), 7);
}

/* The trailing edge of a sector is the leading edge of the next one, seen from the other side. */
TEST(track_neighbours_share_their_edge) {
    road r;
    make_loop(&r);
    fx prior = 0;
    for (uint32_t i = 0; i < LOOP; i++) {
        const ox_track_sector *s = &r.sectors[i], *next = &r.sectors[(i + 1) % LOOP];
        CHECK_EQ(s->along.trail_nx, -next->along.lead_nx);
        CHECK_EQ(s->along.trail_ny, -next->along.lead_ny);
        CHECK_EQ(s->prior, prior);
        prior += s->length;
    }
    CHECK_EQ(r.track.total, prior);
}

/* Forward on a ring, progress rises from 0 to 1 and never falls by more than a bit; values of gates go over into one another. */
TEST(track_progress_rises_round_a_loop) {
    road r;
    fx last = 0, value = 0;
    uint32_t sector = 0, tests;
    bool is_off;
    make_loop(&r);
    for (uint32_t i = 0; i < 2000; i++) {
        const vec2 p = on_loop((ang16)(i * 65536 / 2000), 44 * FX_ONE);
        sector = ox_track_follow(&r.track, sector, p, &tests, &is_off);
        const fx along = ox_track_along(&r.track, sector, p),
                 progress = ox_track_progress(&r.track, sector, along);
        CHECK(!is_off && progress >= last - 1 && progress <= FX_ONE);
        const fx from = sector % 2 == 0 ? 0 : 10 * FX_ONE, to = 10 * FX_ONE - from;
        const fx now = ox_track_value(from, to, along);
        CHECK(i == 0 || fx_abs(now - value) < FX(0.2)); /* 10 in a hundred steps, and no jump at gates */
        value = now;
        last = progress;
    }
    CHECK(last > FX(0.999));
    for (uint32_t i = 0; i < LOOP; i++) /* on both sides of a gate it is the same */
        CHECK_NEAR(ox_track_value(3 * FX_ONE, 7 * FX_ONE, FX_ONE), ox_track_value(7 * FX_ONE, FX_ONE, 0),
                   FX_ONE / 255);
}

/* A drive with turns back and jumps of five sectors: the same as a look at all, and hardly more than one question each. */
TEST(track_following_equals_a_full_scan) {
    road r;
    rng32 random = rng32_seed(7, 1);
    uint32_t sector = 0, tests, sum = 0, count = 0;
    bool is_off;
    int32_t at = 100, speed = 60;
    make_loop(&r);
    for (uint32_t i = 0; i < 1500; i++) {
        if (i % 97 == 96) speed = -speed / 2;
        if (i % 97 == 30) speed = 60;
        if (i % 500 == 499) at += 5 * 65536 / LOOP;
        at += speed;
        const fx radius = 42 * FX_ONE + (fx)(rng32_next(&random) % (6 * FX_ONE));
        const vec2 p = on_loop((ang16)(uint32_t)at, radius);
        sector = ox_track_follow(&r.track, sector, p, &tests, &is_off);
        CHECK(!is_off);
        CHECK_EQ(sector, ox_track_scan(&r.track, p));
        sum += tests;
        count++;
    }
    TEST_INFO("%u questions for %u places", (unsigned)sum, (unsigned)count);
    CHECK(sum * 10 < count * 13);
}

/* Beside the road one goes on from sector to sector; walls bring back. */
TEST(track_beside_and_walls) {
    road r;
    uint32_t sector = 0, tests;
    bool is_off;
    make_loop(&r);
    for (uint32_t i = 0; i < 400; i++) {
        const vec2 p = on_loop((ang16)(i * 65536 / 400), 60 * FX_ONE);
        sector = ox_track_follow(&r.track, sector, p, &tests, &is_off);
        CHECK(is_off);
        CHECK_EQ(sector, i / LOOP);
    }
    CHECK_EQ(ox_track_scan(&r.track, (vec2){0, 0}), OX_TRACK_NOWHERE);
    CHECK_EQ(ox_track_nearest(&r.track, on_loop(0x4000 + 900, 90 * FX_ONE)), LOOP / 4);
    vec2 p = on_loop(1600, 60 * FX_ONE), normal;
    CHECK(ox_track_wall(&r.track, 0, FX_HALF, &p, &normal));
    CHECK(ox_track_holds(&r.track, 0, p) && normal.x < FX(-0.9));
    CHECK(!ox_track_wall(&r.track, 0, FX(0.49), &p, &normal));
    p = on_loop(1600, 30 * FX_ONE);
    CHECK(ox_track_wall(&r.track, 0, FX_HALF, &p, &normal) && normal.x > FX(0.9));
}

/* Metres lead to places and back, round and round on a closed road, and no farther than the ends of an open one. */
TEST(track_metres_lead_to_places) {
    road r;
    fx along;
    make_loop(&r);
    for (fx metres = 0; metres < r.track.total; metres += 7 * FX_ONE) {
        const uint32_t sector = ox_track_at(&r.track, metres, &along);
        CHECK_NEAR(ox_track_metres(&r.track, sector, along), metres, 16);
        const vec2 p = ox_track_point(&r.track, sector, along, FX(0.25));
        CHECK(ox_track_holds(&r.track, sector, p));
        fx again;
        CHECK_EQ(ox_track_at(&r.track, metres + r.track.total, &again), sector);
        CHECK_EQ(again, along);
    }
    CHECK_EQ(ox_track_at(&r.track, -FX_ONE, &along), LOOP - 1);
    CHECK_EQ(ox_track_make(&r.track, r.gates, 5, false, r.sectors), -1);
    CHECK_EQ(ox_track_at(&r.track, 1000 * FX_ONE, &along), 3);
    CHECK_EQ(along, FX_ONE);
    CHECK_EQ(ox_track_at(&r.track, -FX_ONE, &along), 0);
    CHECK_EQ(along, 0);
}
