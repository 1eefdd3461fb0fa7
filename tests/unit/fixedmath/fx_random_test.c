/* Tests of generators, draws, hashes and noise: published sequences, distributions, continuity. */
#include "fixedmath/noise.h"
#include "fixedmath/random.h"
#include "fixedmath/statistics.h"
#include "tests/test.h"
#include "tests/unit/fixedmath/fx_check.h"

TEST(fx_rng_xorshift_sequences) {
    static const uint32_t small[] = {723471715u, 2497366906u, 2064144800u, 2008045182u, 3532304609u};
    static const uint32_t large[] = {3701687786u, 458299110u, 2500872618u, 3633119408u, 516391518u};
    static const uint32_t seeded[] = {1996608896u, 2316635280u, 3650417887u, 1570065879u};
    rng32 r = rng32_from_state(2463534242u), copy;
    rng128 s = {123456789u, 362436069u, 521288629u, 88675123u};

    for (int i = 0; i < 5; i++) CHECK_EQ(rng32_next(&r), small[i]);
    for (int i = 0; i < 5; i++) CHECK_EQ(rng128_next(&s), large[i]);
    s = rng128_seed(1);
    CHECK(s.x == 2672842292u && s.y == 127880910u && s.z == 260803382u && s.w == 1795018525u);
    for (int i = 0; i < 4; i++) CHECK_EQ(rng128_next(&s), seeded[i]);
    CHECK_EQ(rng32_from_state(0).x, 0x9E3779B9u);
    CHECK_EQ(rng32_seed(5, 7).x, mix32(12));
    CHECK(rng32_fork(1, 2).x != rng32_fork(1, 3).x);
    copy = r; /* a copy of the generator saves and restores its state */
    CHECK_EQ(rng32_next(&copy), rng32_next(&r));
}

TEST(fx_rng_congruential_sequences) {
    static const uint32_t a[] = {1015568748u, 1586005467u, 2165703038u, 3027450565u, 217083232u};
    static const uint32_t b[] = {16838, 5758, 10113, 17515, 31051};
    static const uint32_t c[] = {35, 59, 27, 3, 35, 59};
    static const uint32_t d[] = {50421u, 847459361u, 1137960405u, 211191361u, 1850251445u, 1612846689u};
    static const uint32_t e[] = {3310545735u, 3413404693u, 2320173003u, 3554723913u, 2831032815u};
    static const uint32_t periods[4][3] = {{13, 101, 50}, {5, 256, 128}, {9, 97, 24}, {2, 101, 100}};
    rng_lcg x = rng_lcg_numerical(1), y = rng_lcg_ansi(1);
    rng_additive g = {3, 7, 100};
    int hits = 0;

    for (int i = 0; i < 5; i++) CHECK_EQ(rng_lcg_next(&x), a[i]);
    for (int i = 0; i < 5; i++) CHECK_EQ(rng_lcg_ansi_next(&y), b[i]);
    for (int i = 0; i < 6; i++) CHECK_EQ(rng_additive_next(&g), c[i]);
    g = (rng_additive){1, 16807, 2147483647u};
    for (int i = 0; i < 6; i++) CHECK_EQ(rng_additive_next(&g), d[i]);
    g = (rng_additive){1, 1103515245u, 4294967295u};
    for (int i = 0; i < 5; i++) CHECK_EQ(rng_additive_next(&g), e[i]);
    g = (rng_additive){1, 16807, 2147483647u};
    for (int i = 0; i < 10000; i++) hits += rng_additive_next(&g) % 100 > 70;
    CHECK_EQ(hits, 2886);
    for (int i = 0; i < 4; i++) {
        uint32_t period = 0, first;

        g = (rng_additive){3, periods[i][0], periods[i][1]};
        first = rng_additive_next(&g);
        for (int k = 0; k < 200; k++)
            (void)rng_additive_next(&g); /* leaves any start behind that does not belong to the cycle */
        first = rng_additive_next(&g);
        do {
            period++;
        } while (rng_additive_next(&g) != first && period < 1000);
        CHECK_EQ(period, periods[i][2]);
    }
}

TEST(fx_rng_twister_and_mother) {
    static const uint32_t a[] = {3499211612u, 581869302u, 3890346734u, 3586334585u, 545404204u};
    static const uint32_t b[] = {1067595299u, 955945823u, 477289528u, 4107218783u, 4228976476u};
    static const uint32_t c[] = {4149490296u, 952858006u, 2633934147u, 3422220443u, 1264717493u};
    static const uint32_t key[] = {0x123, 0x234, 0x345, 0x456};
    rng_mt mt;
    rng_mother mother = {{1, 2, 3, 4}, 5};
    uint32_t last = 0;

    rng_mt_seed(&mt, 5489);
    for (int i = 0; i < 5; i++) CHECK_EQ(last = rng_mt_next(&mt), a[i]);
    for (int i = 5; i < 10000; i++) last = rng_mt_next(&mt);
    CHECK_EQ(last, 4123659995u);
    rng_mt_seed_array(&mt, key, 4);
    for (int i = 0; i < 5; i++) CHECK_EQ(rng_mt_next(&mt), b[i]);
    for (int i = 0; i < 5; i++) CHECK_EQ(rng_mother_next(&mother), c[i]);
}

TEST(fx_rng_draws) {
    static const uint32_t sevens[] = {1, 6, 4, 3, 1, 3, 1, 4, 6, 4, 0, 5};
    static const uint8_t weights[] = {1, 0, 3}, none[] = {0, 0};
    rng32 r = rng32_from_state(2463534242u);
    uint32_t bins[7] = {0};
    int counts[3] = {0}, order[10], seen = 0;
    stat_running normal = stat_begin(), waiting = stat_begin(), events = stat_begin();

    for (int i = 0; i < 12; i++) CHECK_EQ(rng_below(&r, 7), sevens[i]);
    for (int i = 0; i < 200000; i++) bins[rng_below(&r, 7)]++;
    CHECK(stat_chi_square(bins, 7) < FX(16.81));
    CHECK_EQ(rng_below(&r, 0), 0);
    for (int i = 0; i < 1000; i++) {
        CHECK(rng_below(&r, 0xFFFFFFFFu) < 0xFFFFFFFFu);
        CHECK(rng_below(&r, 16) < 16);
    }
    CHECK_EQ(rng_between(&r, 5, 4), 5);
    for (int i = 0; i < 4000; i++) counts[rng_weighted_u8(&r, weights, 3)]++;
    CHECK_EQ(counts[1], 0);
    CHECK_NEAR(counts[0], 1000, 120);
    CHECK_EQ(rng_weighted_u8(&r, none, 2), -1);
    for (int i = 0; i < 100000; i++) stat_add(&normal, rng_normal(&r));
    CHECK_NEAR(stat_mean(&normal), 0, 655);
    CHECK_NEAR(stat_variance(&normal), FX_ONE, 655);
    for (int i = 0; i < 20000; i++) {
        fx x = rng_fx(&r, FX(-2), FX(3));
        vec3 ball = rng_in_ball(&r, FX(5)), on = rng_on_sphere(&r);
        vec2 disc = rng_in_disc(&r, FX(2)), circle = rng_on_circle(&r);
        int32_t between = rng_between(&r, -3, 3);

        CHECK(x >= FX(-2) && x < FX(3));
        CHECK(between >= -3 && between <= 3);
        CHECK(v3_length(ball) <= FX(5) + 3);
        CHECK_NEAR(v3_length(on), FX_ONE, 2);
        CHECK(v2_length(disc) <= FX(2) + 2);
        CHECK_NEAR(v2_length(circle), FX_ONE, 2);
        stat_add(&waiting, rng_exponential(&r, FX(4)));
        stat_add(&events, fx_from_int(rng_poisson(&r, FX(3))));
    }
    CHECK_NEAR(stat_mean(&waiting), FX(4), FX(0.1));
    CHECK_NEAR(stat_mean(&events), FX(3), FX(0.06));
    CHECK_NEAR(stat_variance(&events), FX(3), FX(0.15));
    for (int i = 0; i < 10; i++) order[i] = i;
    rng_shuffle(&r, order, 10, sizeof order[0]);
    for (int i = 0; i < 10; i++) seen |= 1 << order[i];
    CHECK_EQ(seen, 1023);
}

/* Correlation of neighbours over 256 x 256 cells of a hash or an older method. */
static fx neighbour_correlation(int method) {
    rng_additive g = {1, 16807, 2147483647u};
    int64_t n = 0, sx = 0, sy = 0, sxx = 0, syy = 0, sxy = 0;
    uint32_t width = 128;

    for (uint32_t y = 0; y < 128; y++) {
        int64_t last = 0;

        for (uint32_t x = 0; x < width; x++) {
            uint32_t hash = method == 0   ? hash2(7, (int32_t)x, (int32_t)y)
                            : method == 1 ? cell_by_skipping(g, x, y) * 2u
                                          : cell_by_direct_seed(g, x, y, width) * 2u;
            int64_t value = hash >> 20;

            if (x > 0) {
                n++;
                sx += last;
                sy += value;
                sxx += last * last;
                syy += value * value;
                sxy += last * value;
            }
            last = value;
        }
    }
    sxy = sxy - sx * sy / n;
    sxx = sxx - sx * sx / n;
    syy = syy - sy * sy / n;
    return (fx)(sxy * 65536 / ((sxx + syy) / 2));
}

TEST(fx_hash_vectors) {
    static const uint32_t in[] = {0, 1, 2, 0xFFFFFFFFu, 0xDEADBEEFu};
    static const uint32_t out[] = {33350994u, 2672842292u, 127880910u, 2767685996u, 1058990540u};
    uint32_t classes[4] = {0};
    fx good, skipped, direct;

    for (int i = 0; i < 5; i++) CHECK_EQ(mix32(in[i]), out[i]);
    CHECK_EQ(hash2(0, 0, 0), 14768737u);
    CHECK_EQ(hash2(1, 2, 3), 2888466216u);
    CHECK_EQ(hash2(1, 3, 2), 3612422587u);
    CHECK_EQ(hash2(1, -1, 0), 1858035022u);
    CHECK_EQ(hash3(1, 2, 3, 4), 1619284097u);
    for (int y = 0; y < 256; y++) {
        for (int x = 0; x < 256; x++) classes[hash2(7, x, y) >> 30]++;
    }
    CHECK(stat_chi_square(classes, 4) < FX(11.34));
    good = neighbour_correlation(0);
    skipped = neighbour_correlation(1);
    direct = neighbour_correlation(2);
    TEST_INFO("neighbour correlation / 65536: hash %d, skipping %d, direct seeds %d", (int)good, (int)skipped,
              (int)direct);
    CHECK_NEAR(good, 0, 1310);
    CHECK_NEAR(skipped, 0, 1310);
    CHECK(fx_abs(direct) > fx_abs(good));
}

TEST(fx_hash_cells_distinct) {
    static uint32_t seen[10000];
    rng_additive g = {0, 16807, 2147483647u};
    int n = 0, repeats = 0;
    uint32_t first[3];

    /* Hashes are inserted into an open table; equal hashes of different cells would meet there. */
    for (int i = 0; i < 10000; i++) {
        uint32_t hash = hash2(7, i % 100, i / 100), at = hash % 10000u;

        while (seen[at] != 0 && seen[at] != hash) at = at + 1 < 10000 ? at + 1 : 0;
        repeats += seen[at] == hash;
        seen[at] = hash;
        n++;
    }
    CHECK_EQ(n - repeats, 10000);
    /* Skipping to cell x gives value number x + 1 of the row's stream. */
    g.seed = 5;
    for (int i = 0; i < 3; i++) first[i] = rng_additive_next(&g);
    for (uint32_t x = 0; x < 3; x++) CHECK_EQ(cell_by_skipping(g, x, 5), first[x]);
}

TEST(fx_noise_properties) {
    noise_field field = {42, 0, 0, 0}, tiled = {42, 8, 4, 2};
    rng128 r = rng128_seed(9);
    int64_t sum_value = 0, sum_gradient = 0, sum_jitter = 0;
    uint32_t hash = 0;

    for (int i = 0; i < 20000; i++) {
        fx x = fx_check_between(&r, FX(-500), FX(500)), y = fx_check_between(&r, FX(-500), FX(500)),
           z = fx_check_between(&r, FX(-500), FX(500));
        fx v = noise_value2(&field, x, y), g = noise_gradient2(&field, x, y);

        if (i % 4 == 0) x = fx_floor(x) - (i & 8) / 8; /* x at and just before lattice lines */
        v = noise_value2(&field, x, y);
        g = noise_gradient2(&field, x, y);
        CHECK_NEAR(noise_value2(&field, x + 1, y), v, 8);
        CHECK_NEAR(noise_gradient2(&field, x + 1, y), g, 8);
        CHECK_NEAR(noise_gradient2(&field, x, y + 1), g, 8);
        CHECK_NEAR(noise_value1(&field, x + 1), noise_value1(&field, x), 8);
        CHECK_NEAR(noise_gradient1(&field, x + 1), noise_gradient1(&field, x), 8);
        CHECK(v >= -FX_ONE && v <= FX_ONE && g >= -FX_ONE && g <= FX_ONE);
        CHECK_EQ(noise_value2(&tiled, x, y), noise_value2(&tiled, x + FX(8), y - FX(4)));
        CHECK_EQ(noise_gradient2(&tiled, x, y), noise_gradient2(&tiled, x - FX(8), y + FX(4)));
        if (i % 4 == 1) {
            CHECK_EQ(noise_gradient3(&tiled, x, y, z), noise_gradient3(&tiled, x, y, z + FX(2)));
            CHECK_NEAR(noise_gradient3(&field, x, y, z + 1), noise_gradient3(&field, x, y, z), 8);
            CHECK_NEAR(noise_value3(&field, x, y, z + 1), noise_value3(&field, x, y, z), 8);
        }
        sum_value += v;
        sum_gradient += g;
        sum_jitter += noise_jitter(&field, x, 3, 32768);
    }
    CHECK_NEAR(sum_value / 20000, 0, 1310);
    CHECK_NEAR(sum_gradient / 20000, 0, 1310);
    CHECK_NEAR(sum_jitter / 20000, 0, 1310);
    CHECK_EQ(noise_value2(&field, FX(3), FX(-5)), (fx)(hash2(42, 3, -5) >> 15) - FX_ONE);
    CHECK_EQ(noise_gradient3(&field, FX(3), FX(-5), FX(9)), 0);
    CHECK_EQ(noise_gradient2(&field, FX(3), FX(-5)), 0);
    for (int y = 0; y < 64; y++) {
        for (int x = 0; x < 64; x++)
            hash = mix32(hash + (uint32_t)noise_fractal2(&field, x * 6000, y * 6000, 4, 32768));
    }
    CHECK_EQ(hash, 2991338953u);
    CHECK(noise_turbulence2(&field, FX(1.5), FX(2.5), 5, 32768) >= 0);
}
