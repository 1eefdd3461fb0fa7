/* Nets by themselves: ropes follow their heads, sheets hang and keep their distances. */
#include <string.h>

#include "kernel/cloth/net.h"
#include "tests/test.h"

enum { LINKS = 8, SIDE = 8 };

static const ox_cloth_air still_air = {.pull = {0, -178, 0}, .keep = FX_ONE - FX_ONE / 200};

/* A rope of eight links whose head goes about in a circle and up and down: each link keeps its length within a twentieth. */
TEST(cloth_ropes_follow_their_heads) {
    vec3 at[LINKS + 1], before[LINKS + 1];
    uint8_t held[LINKS + 1] = {1}, ranks[LINKS + 1];
    ox_cloth_net net = {at, before, held, ranks, 1, LINKS + 1, 0, FX(0.125), 4};
    fx least = FX_MAX, most = 0, lowest = 0;
    for (int i = 0; i <= LINKS; i++) at[i] = before[i] = (vec3){FX_ONE, -i * net.along, 0};
    for (uint32_t step = 0; step < 1200; step++) {
        const ang16 turn = (ang16)(step * 500);
        at[0] = (vec3){fx_cos(turn), fx_sin((ang16)(turn * 2)) / 4, fx_sin(turn)};
        ox_cloth_move(&net, &still_air);
        ox_cloth_hold(&net);
        for (int i = 1; i <= LINKS; i++) {
            const fx length = v3_distance(at[i], at[i - 1]);
            least = fx_min(least, length), most = fx_max(most, length);
            lowest = fx_min(lowest, at[i].y);
        }
    }
    TEST_INFO("links of %d LSB were %d to %d", (int)net.along, (int)least, (int)most);
    CHECK(most < net.along / 20 * 21 && least > net.along / 20 * 19);
    CHECK(lowest < FX(-0.4)); /* it hangs */
}

/* A sheet that hangs from its upper corners comes to rest, none of its threads longer than by a tenth. */
TEST(cloth_sheets_hang_and_rest) {
    vec3 at[SIDE * SIDE], before[SIDE * SIDE];
    uint8_t held[SIDE * SIDE], ranks[SIDE * SIDE];
    ox_cloth_net net = {at, before, held, ranks, SIDE, SIDE, FX(0.1), FX(0.1), 4};
    memset(held, 0, sizeof held);
    for (int i = 0; i < SIDE * SIDE; i++)
        at[i] = before[i] = (vec3){i % SIDE * net.across, 0, i / SIDE * net.along};
    held[0] = held[SIDE - 1] = 1;
    for (uint32_t step = 0; step < 1800; step++) {
        ox_cloth_move(&net, &still_air);
        ox_cloth_hold(&net);
    }
    for (int i = 0; i < SIDE * SIDE; i++) {
        CHECK(v3_distance(at[i], before[i]) < 16);
        if (i % SIDE != 0) CHECK(v3_distance(at[i], at[i - 1]) <= FX(0.11));
        if (i >= SIDE) CHECK(v3_distance(at[i], at[i - SIDE]) <= FX(0.11));
    }
    CHECK(at[SIDE * SIDE - 1].y < FX(-0.6));
    CHECK_EQ(at[0].y, 0);
}

/* The wind bears on what stands across it: a sheet along the wind hangs straight, one across it is blown aside. */
TEST(cloth_wind_bears_on_what_stands_across_it) {
    fx aside[2];
    for (int turned = 0; turned < 2; turned++) {
        vec3 at[16], before[16];
        uint8_t held[16] = {1, 1, 1, 1}, ranks[16];
        ox_cloth_net net = {at, before, held, ranks, 4, 4, FX(0.2), FX(0.2), 4};
        const ox_cloth_air air = {{0, -178, 0}, {0, 0, FX(0.05)}, FX(0.03), FX(0.99)};
        for (int i = 0; i < 16; i++)
            at[i] = before[i] = (vec3){turned ? 0 : i % 4 * net.across, -(i / 4) * net.along,
                                       turned ? i % 4 * net.across : 0};
        for (int step = 0; step < 600; step++) {
            ox_cloth_move(&net, &air);
            ox_cloth_hold(&net);
        }
        aside[turned] = at[13].z - (turned ? net.across : 0);
    }
    CHECK(aside[0] > FX(0.15));
    CHECK(fx_abs(aside[1]) < FX(0.03));
}

/* Whatever its points are, a net goes on without overflow, and pairs of no length stay where they are. */
TEST(cloth_wild_nets_come_back) {
    vec3 at[16], before[16];
    uint8_t held[16] = {1}, ranks[16];
    ox_cloth_net net = {at, before, held, ranks, 4, 4, FX(0.2), FX(0.2), OX_CLOTH_PASSES};
    for (int i = 0; i < 16; i++) {
        at[i] = (vec3){i % 3 == 0 ? 16000 * FX_ONE : 0, i % 5 == 0 ? -16000 * FX_ONE : 0, 0};
        before[i] = (vec3){0, 0, i % 2 == 0 ? 16000 * FX_ONE : 0};
    }
    at[0] = V3_ZERO;
    for (int step = 0; step < 1200; step++) {
        ox_cloth_move(&net, &still_air);
        ox_cloth_hold(&net);
    }
    for (int i = 0; i < 16; i++) CHECK(v3_length(at[i]) < 2 * FX_ONE);
}
