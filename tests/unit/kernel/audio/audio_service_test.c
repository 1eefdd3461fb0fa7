/* AUD-007, AUD-013, AUD-014, AUD-015, AUD-020, AUD-021, AUD-022, AUD-023, AUD-025, AUD-027, AUD-036: requests, voices, buses,
 * places and what is done to buses. */
#include "fixedmath/vector.h"
#include "tests/unit/kernel/audio/sound_bench.h"

/* ---- places ---- */

TEST(audio_falloff_curves) {
    static const fx distances[] = {FX(10), FX(35), FX(60), FX(85), FX(110)};
    static const uint32_t decibel[] = {32768, 5827, 1036, 184, 0}, linear[] = {32768, 24576, 16384, 8192, 0},
                          inverse[] = {32768, 9362, 5461, 3855, 0};
    uint8_t points[32];
    ox_audio_reach reach = {.inner = FX(10), .outer = FX(110)};
    for (uint32_t i = 0; i < 16; i++) { /* 32768 - 2048 i */
        points[2 * i] = 0;
        points[2 * i + 1] = (uint8_t)(128 - 8 * i);
    }
    for (int i = 0; i < 5; i++) {
        reach.curve = OX_AUDIO_CURVE_DECIBEL;
        CHECK_EQ(ox_audio_falloff(&reach, distances[i]), decibel[i]);
        reach.curve = OX_AUDIO_CURVE_LINEAR;
        CHECK_EQ(ox_audio_falloff(&reach, distances[i]), linear[i]);
        reach.curve = OX_AUDIO_CURVE_INVERSE;
        CHECK_EQ(ox_audio_falloff(&reach, distances[i]), inverse[i]);
    }
    reach.curve = OX_AUDIO_CURVE_POINTWISE;
    reach.points = points;
    CHECK_EQ(ox_audio_falloff(&reach, FX(60)), 32768 - 2048 * 15 / 2);
    CHECK_EQ(ox_audio_falloff(&reach, FX(110)), 0);
    CHECK_EQ(ox_audio_falloff(&reach, 0), 32768);
    reach.points = NULL; /* nothing is drawn: the usual curve */
    CHECK_EQ(ox_audio_falloff(&reach, FX(60)), 1036);
    uint32_t before = 32769;
    reach.curve = OX_AUDIO_CURVE_DECIBEL;
    for (fx d = 0; d < FX(120); d += 4000) {
        const uint32_t gain = ox_audio_falloff(&reach, d);
        CHECK(gain <= before);
        before = gain;
    }
    reach.inner = reach.outer = FX(5); /* a wall of sound */
    CHECK_EQ(ox_audio_falloff(&reach, FX(5) - 1), 32768);
    CHECK_EQ(ox_audio_falloff(&reach, FX(5)), 0);
}

/* An ear whose camera looks along -z, and one that has turned to look along +x. */
TEST(audio_sides_of_places) {
    ox_audio_ear ear = {.at = {FX(3), FX(1), 0}};
    ear.to_view.m[0][0] = ear.to_view.m[1][1] = ear.to_view.m[2][2] = FX_ONE;
    vec3 way = ox_audio_way(&ear, (vec3){FX(8), FX(1), 0});
    CHECK(way.x == FX(5) && way.y == 0 && way.z == 0);
    CHECK_EQ(ox_audio_side(way, FX(5), FX_ONE), FX_ONE);
    CHECK_EQ(ox_audio_side(ox_audio_way(&ear, (vec3){FX(-2), FX(1), 0}), FX(5), FX_ONE), -FX_ONE);
    CHECK_EQ(ox_audio_side(ox_audio_way(&ear, (vec3){FX(3), FX(1), FX(-9)}), FX(9), FX_ONE), 0);
    way = (vec3){FX(3), 0, FX(-4)};
    CHECK_NEAR(ox_audio_side(way, v3_length(way), FX_ONE), FX_ONE * 6 / 10, 1);
    CHECK_EQ(ox_audio_side((vec3){FX_HALF, 0, 0}, FX_HALF, FX_ONE),
             FX_HALF); /* through the ear it does not leap */
    CHECK_EQ(ox_audio_side((vec3){0, 0, 0}, 0, FX_ONE), 0);
    memset(&ear.to_view, 0, sizeof ear.to_view);
    ear.to_view.m[0][2] = FX_ONE; /* right is +z */
    ear.to_view.m[1][1] = FX_ONE;
    ear.to_view.m[2][0] = -FX_ONE;
    way = ox_audio_way(&ear, (vec3){FX(3), FX(1), FX(6)});
    CHECK_EQ(ox_audio_side(way, FX(6), FX_ONE), FX_ONE);
    way = ox_audio_way(&ear, (vec3){INT32_MAX, INT32_MIN, INT32_MIN});
    CHECK(v3_length(way) == INT32_MAX && ox_audio_side(way, INT32_MAX, 0) <= 0);
    /* power is the same on the whole way from left to right */
    for (fx pan = -FX_ONE; pan <= FX_ONE; pan += 997) {
        uint32_t gains[2];
        ox_audio_pan(pan, OX_AUDIO_FULL, gains);
        CHECK_NEAR(((uint64_t)gains[0] * gains[0] + (uint64_t)gains[1] * gains[1]) >> 15, 32768, 32);
    }
}

/* The ear is half-way between a camera that goes round its hero and the hero: what happens to the right of both is heard on the right, wherever between
 * them it is. An ear at the hero's place that looked the hero's way would turn it about. */
TEST(audio_ear_between_camera_and_hero_keeps_sides) {
    for (uint32_t turn = 0; turn < 65536; turn += 1024) {
        const fx sin = fx_sin((ang16)turn), cos = fx_cos((ang16)turn);
        const vec3 camera = {15 * sin, FX(4), 15 * cos}; /* looks at the origin */
        ox_audio_ear ear = {.at = v3_scales(camera, FX_HALF)};
        ear.to_view.m[0][0] = cos;
        ear.to_view.m[0][2] = -sin;
        ear.to_view.m[1][1] = FX_ONE;
        ear.to_view.m[2][0] = sin;
        ear.to_view.m[2][2] = cos;
        for (fx share = FX_ONE / 10; share < FX_ONE; share += FX_ONE / 10) {
            const vec3 on_the_way = v3_scales(camera, share);
            const vec3 right = v3_adds(on_the_way, (vec3){2 * cos, 0, -2 * sin}),
                       left = v3_subs(on_the_way, (vec3){2 * cos, 0, -2 * sin}),
                       way = ox_audio_way(&ear, right);
            CHECK(ox_audio_side(way, v3_length(way), FX_ONE) > FX_ONE / 5);
            const vec3 other = ox_audio_way(&ear, left);
            CHECK(ox_audio_side(other, v3_length(other), FX_ONE) < -FX_ONE / 5);
        }
    }
}

TEST(audio_doppler_ratios) {
    CHECK_EQ(ox_audio_doppler(0, FX(34)), 72817);
    CHECK_EQ(ox_audio_doppler(0, 0), 65536);
    CHECK_EQ(ox_audio_doppler(0, FX(-34)), 59578);
    CHECK_EQ(ox_audio_doppler(FX(34), 0), 72089);   /* the ear moves: 374 / 340 */
    CHECK_EQ(ox_audio_doppler(0, FX(339)), 131072); /* held at an octave */
    CHECK_EQ(ox_audio_doppler(FX(-340), 0), 32768);
    CHECK_EQ(ox_audio_doppler(INT32_MIN, INT32_MAX), 32768);
    CHECK_EQ(ox_audio_doppler(INT32_MAX, INT32_MAX), 131072);
}

/* A sound at a place begins as loud as it is heard, from its side, as high as it is heard; and follows. */
TEST(audio_service_places) {
    begin(2, 4, 2);
    const ox_audio_heard right = {16384, FX_ONE, 131072, 0, 0}, left = {32768, -FX_ONE, 65536, 0, 0};
    const ox_audio_handle h = ox_audio_start(
        &b.audio, &(ox_audio_ask){.id = LOOP, .volume = 32768, .loops = true, .heard = &right});
    tick();
    for (int i = 1; i < TICK / 2; i++) {
        CHECK_EQ(block()[2 * i], 0);
        CHECK_EQ(block()[2 * i + 1], b.samples[2 * i] * 128); /* half as loud, an octave up */
    }
    ox_audio_hear(&b.audio, h, &left);
    tick();
    tick(); /* gains have arrived */
    CHECK_EQ(block()[1], 0);
    CHECK_EQ(block()[0], b.samples[(2 * TICK + TICK) % FRAMES] * 256);
    CHECK_EQ(b.audio.voices[0].step, 65536);
    /* of two that are asked for in one tick the nearer place counts */
    begin(2, 4, 2);
    (void)ox_audio_start(&b.audio, &(ox_audio_ask){.id = ONCE, .volume = 32768, .heard = &right});
    (void)ox_audio_start(&b.audio, &(ox_audio_ask){.id = ONCE, .volume = 32768, .heard = &left});
    tick();
    CHECK(b.audio.counts.merged == 1 && b.audio.counts.voices == 1);
    CHECK_EQ(block()[1], 0);
}

/* ---- requests ---- */

TEST(audio_service_merges_and_drops) {
    begin(4, 4, 1);
    (void)start(WAVE, 10000, 0, 0);
    (void)start(WAVE, 30000, 0, 0);
    tick();
    CHECK(b.audio.counts.merged == 1 && b.audio.counts.played == 1 && b.audio.counts.voices == 1);
    CHECK_NEAR(block()[1], b.samples[1] * 256 * 30000 / 32768, 1);
    /* the next tick is another sound */
    (void)start(WAVE, 10000, 0, 0);
    tick();
    CHECK_EQ(b.audio.counts.played, 2);
    /* a full ring gives up its least request for a greater one, and refuses an equal one */
    begin(8, 4, 1);
    ox_audio_handle h[6];
    for (uint32_t i = 0; i < 4; i++) h[i] = start(i % 2 == 0 ? LOOP : WAVE, 20000, 0, (uint8_t)(3 + i));
    h[4] = start(ONCE, 20000, 0, 3);
    CHECK(h[4].bits == 0 && b.audio.counts.dropped == 1);
    h[5] = start(ONCE, 20000, 0, 9);
    CHECK(h[5].bits != 0 && !ox_audio_is_playing(&b.audio, h[0]) && ox_audio_is_playing(&b.audio, h[1]));
    tick();
    CHECK(ox_audio_is_playing(&b.audio, h[5]) && b.audio.counts.voices == 3); /* two of WAVE are one */
    /* round and round the ring */
    begin(8, 4, 1);
    for (uint32_t round = 0; round < 100; round++) {
        for (uint32_t i = 0; i < round % 4; i++) CHECK(start(ONCE, 100 + i, 0, 0).bits != 0);
        tick();
        ox_audio_stop_all(&b.audio);
        tick();
    }
    CHECK_EQ(b.audio.counts.dropped, 0);
    CHECK_EQ(b.audio.counts.played + b.audio.counts.merged, 150);
}

TEST(audio_service_handles_stay_harmless) {
    begin(1, 2, 1);
    const ox_audio_handle first = start(LOOP, 32768, 0, 5);
    tick();
    const ox_audio_handle second = start(ONCE, 32768, 0, 4); /* no voice for it */
    tick();
    CHECK(!ox_audio_is_playing(&b.audio, second) && b.audio.counts.dropped == 1);
    ox_audio_set_volume(&b.audio, second, 0);
    ox_audio_stop(&b.audio, second, 0);
    ox_audio_set_pitch(&b.audio, (ox_audio_handle){0xFFFFFFFFu}, 1);
    ox_audio_hear(&b.audio, (ox_audio_handle){0}, &(ox_audio_heard){0, 0, 0, 0, 0});
    tick();
    CHECK(ox_audio_is_playing(&b.audio, first) && b.audio.counts.peak > 20000);
    ox_audio_stop(&b.audio, first, 0);
    tick();
    ox_audio_handle again = {0};
    for (int i = 0; i < 3; i++) { /* the row comes round, with another generation */
        again = start(LOOP, 32768, 0, 0);
        tick();
        if (i < 2) ox_audio_stop(&b.audio, again, 0);
        tick();
    }
    ox_audio_stop(&b.audio, first, 0);
    ox_audio_set_volume(&b.audio, first, 0);
    tick();
    CHECK(ox_audio_is_playing(&b.audio, again) && b.audio.counts.peak > 20000);
}

/* ---- voices ---- */

TEST(audio_service_voices_by_priority) {
    begin(8, 8, 1);
    ox_audio_handle low[8];
    for (uint32_t i = 0; i < 8; i++) {
        low[i] = start(ONCE, 10000 + 1000 * (i == 3 ? 0 : i + 1), 0, 1);
        tick();
    }
    CHECK_EQ(b.audio.counts.voices, 2); /* a clip of 400 frames ends in its third tick */
    begin(8, 8, 1);
    for (uint32_t i = 0; i < 8; i++) {
        low[i] = start(i % 2 == 0 ? LOOP : WAVE, 10000 + 1000 * (i == 3 ? 0 : i + 1), 0, 1);
        tick();
    }
    CHECK_EQ(b.audio.counts.voices, 8);
    const ox_audio_handle loud = start(ONCE, 20000, 0, 10);
    tick();
    CHECK(ox_audio_is_playing(&b.audio, loud) && b.audio.counts.stolen == 1 && b.audio.counts.voices == 8);
    CHECK_EQ(b.audio.counts.virtuals, 1);
    for (uint32_t i = 0; i < 8; i++) /* the quietest has lost its voice, and goes on without */
        CHECK_EQ(b.audio.sounds[low[i].bits & 0xFFFFu].state, i == 3 ? OX_SOUND_VIRTUAL : OX_SOUND_SOUNDS);
    CHECK_EQ(start(ONCE, 32768, 0, 0).bits != 0, true); /* the usual priority, 5, is above 1 */
    tick();
    CHECK_EQ(b.audio.counts.stolen, 2);
    begin(2, 4, 1);
    (void)start(LOOP, 30000, 0, 6);
    (void)start(WAVE, 30000, 0, 6);
    tick();
    const ox_audio_handle refused = start(ONCE, 32768, 0, 5);
    tick();
    CHECK(!ox_audio_is_playing(&b.audio, refused) && b.audio.counts.dropped == 1 &&
          b.audio.counts.stolen == 0);
    const ox_audio_handle equal = start(ONCE, 32768, 0, 6); /* the oldest of the equals goes */
    tick();
    CHECK(ox_audio_is_playing(&b.audio, equal) && b.audio.counts.stolen == 1);
}

/* A sound that goes round, loses its voice for ten ticks and gets it back is where it would be. */
static void lose_and_return(uint32_t id) {
    int16_t wanted[TICK];
    begin(1, 4, 1);
    (void)start(id, 32768, 0, 1);
    for (int i = 0; i < 15; i++) tick();
    memcpy(wanted, block(), sizeof wanted);
    begin(1, 4, 1);
    const ox_audio_handle h = start(id, 32768, 0, 1);
    tick();
    const ox_audio_handle other = start(ONCE, 32768, 0, 9);
    for (int i = 0; i < 10; i++) tick();
    CHECK(!ox_audio_is_playing(&b.audio, other) && ox_audio_is_playing(&b.audio, h));
    CHECK(b.audio.counts.stolen == 1 && b.audio.counts.returned == 1 && b.audio.counts.virtuals == 0);
    for (int i = 0; i < 4; i++) tick();
    CHECK(memcmp(wanted, block(), sizeof wanted) == 0);
    ox_audio_stop(&b.audio, h, 0);
    tick();
    tick();
    CHECK(!ox_audio_is_playing(&b.audio, h) && b.audio.counts.voices == 0);
}

TEST(audio_service_virtual_sounds_return_where_they_would_be) {
    lose_and_return(LOOP);
    lose_and_return(WAVE);
    /* what is too far away has no voice, and what does not go round does not begin */
    begin(2, 4, 1);
    const ox_audio_heard far = {0, 0, 65536, 0, 0}, near = {32768, 0, 65536, 0, 0};
    (void)ox_audio_start(&b.audio, &(ox_audio_ask){.id = ONCE, .volume = 32768, .heard = &far});
    const ox_audio_handle h =
        ox_audio_start(&b.audio, &(ox_audio_ask){.id = LOOP, .volume = 32768, .loops = true, .heard = &far});
    tick();
    CHECK(b.audio.counts.unheard == 2 && b.audio.counts.voices == 0 && b.audio.counts.virtuals == 1);
    ox_audio_hear(&b.audio, h, &near);
    tick();
    tick();
    CHECK(b.audio.counts.voices == 1 && b.audio.counts.virtuals == 0 && b.audio.counts.peak > 10000);
    tick();
    CHECK_EQ(block()[0], b.samples[3 * TICK % FRAMES] * 256);
    ox_audio_hear(&b.audio, h, &far);
    tick();
    tick();
    CHECK(b.audio.counts.voices == 0 && b.audio.counts.virtuals == 1);
    ox_audio_stop(&b.audio, h, 30); /* nobody hears its fade */
    tick();
    CHECK(!ox_audio_is_playing(&b.audio, h));
}

/* ---- cues ---- */

static void put_word(uint32_t at, uint32_t value) {
    for (uint32_t i = 0; i < 4; i++) b.cues[at + i] = (uint8_t)(value >> 8 * i);
}

/* A group with one cue, 50, of the sound ONCE. */
static uint8_t *put_cue(void) {
    enum { CUE = ROM_CUES_SIZE, LIST = CUE + ROM_CUE_SIZE, SOURCE = LIST + ROM_CUE_LIST_SIZE };
    put_word(ROM_CUES_CUE_COUNT, 1), put_word(ROM_CUES_CUES_AT, CUE);
    put_word(ROM_CUES_LIST_COUNT, 1), put_word(ROM_CUES_LISTS_AT, LIST);
    put_word(ROM_CUES_SOURCE_COUNT, 1), put_word(ROM_CUES_SOURCES_AT, SOURCE);
    put_word(CUE + ROM_CUE_NAME, 50), put_word(CUE + ROM_CUE_LISTS, 1);
    put_word(CUE + ROM_CUE_INNER, FX(10)), put_word(CUE + ROM_CUE_OUTER, FX(110));
    put_word(CUE + ROM_CUE_VOLUME, 32768);
    put_word(LIST + ROM_CUE_LIST_COUNT, 1);
    put_word(SOURCE + ROM_CUE_SOURCE_SOUND, ONCE), put_word(SOURCE + ROM_CUE_SOURCE_WEIGHT, 1);
    b.audio.groups[0] = (ox_audio_group){
        .held = {.data = b.cues, .size = sizeof b.cues}, .id = 1, .type = ROM_TAG_CUES, .uses = 1};
    return b.cues + CUE;
}

TEST(audio_service_cues_have_limits) {
    begin(8, 8, 1);
    uint8_t *cue = put_cue();
    ox_audio_reach reach;
    CHECK(ox_audio_reach_of(&b.audio, 50, &reach) && reach.inner == FX(10) && reach.outer == FX(110));
    CHECK(!ox_audio_reach_of(&b.audio, ONCE, &reach) && !ox_audio_goes_round(&b.audio, 50));
    CHECK(ox_audio_goes_round(&b.audio, LOOP) && !ox_audio_goes_round(&b.audio, 99));
    cue[ROM_CUE_MOST] = 3;
    cue[ROM_CUE_FLAGS] = ROM_CUE_APART;
    for (int i = 0; i < 5; i++) (void)start(50, 32768, 0, 0);
    tick();
    CHECK(b.audio.counts.voices == 3 && b.audio.counts.refused == 2);
    begin(8, 8, 1);
    cue = put_cue();
    cue[ROM_CUE_INTERVAL] = 4;
    for (int i = 0; i < 12; i++) {
        (void)start(50, 32768, 0, 0);
        tick();
    }
    CHECK(b.audio.counts.played == 3 && b.audio.counts.refused == 9);
}

/* ---- buses ---- */

TEST(audio_buses_are_muted_and_ducked) {
    int16_t world[TICK];
    begin(4, 4, 1);
    (void)start(LOOP, 20000, OX_BUS_WORLD, 0);
    for (int i = 0; i < 3; i++) tick();
    memcpy(world, block(), sizeof world);
    begin(4, 4, 1);
    (void)start(LOOP, 20000, OX_BUS_WORLD, 0);
    (void)start(WAVE, 20000, OX_BUS_INTERFACE, 0);
    ox_audio_bus_mute(&b.audio, OX_BUS_INTERFACE, true);
    for (int i = 0; i < 3; i++) tick();
    CHECK(memcmp(world, block(), sizeof world) == 0 && b.audio.counts.voices == 2);
    /* so does the game, and hearing one alone */
    ox_audio_bus_mute(&b.audio, OX_BUS_INTERFACE, false);
    ox_audio_bus_game(&b.audio, OX_BUS_WORLD, &(ox_audio_bus_state){.volume = 32768, .mute = true});
    tick(), tick();
    CHECK_NEAR(block()[0], b.samples[4 * TICK % 100] * 256 * 20000 / 32768, 1);
    ox_audio_bus_game(&b.audio, OX_BUS_WORLD, &(ox_audio_bus_state){.volume = 16384});
    ox_audio_bus_solo(&b.audio, OX_BUS_WORLD, true);
    tick(), tick();
    CHECK_EQ(block()[0], b.samples[6 * TICK % FRAMES] * 256 * 10000 / 32768);
    /* the order in which buses are asked for changes nothing */
    uint32_t hash[2];
    for (int order = 0; order < 2; order++) {
        begin(4, 4, 1);
        (void)start(order == 0 ? LOOP : WAVE, 20000, order == 0 ? OX_BUS_WORLD : OX_BUS_VOICE, 0);
        (void)start(order == 0 ? WAVE : LOOP, 20000, order == 0 ? OX_BUS_VOICE : OX_BUS_WORLD, 0);
        for (int i = 0; i < 5; i++) tick();
        hash[order] = hash_block();
    }
    CHECK_EQ(hash[0], hash[1]);
    /* ducked in six ticks, back in ten */
    begin(4, 4, 1);
    ox_audio_bus_duck(&b.audio, OX_BUS_MUSIC, OX_BUS_VOICE, 8192, 6, 10);
    (void)start(LOOP, 32768, OX_BUS_MUSIC, 0);
    tick();
    const ox_audio_handle voice = start(WAVE, 100, OX_BUS_VOICE, 0);
    tick();
    for (uint32_t i = 1; i <= 6; i++) {
        CHECK((b.audio.buses[OX_BUS_MUSIC].duck > 8192) == (i <= 6));
        tick();
    }
    CHECK_EQ(b.audio.buses[OX_BUS_MUSIC].duck, 8192);
    ox_audio_stop(&b.audio, voice, 0);
    tick();
    for (uint32_t i = 1; i <= 10; i++) {
        CHECK(b.audio.buses[OX_BUS_MUSIC].duck < 32768);
        tick();
    }
    CHECK_EQ(b.audio.buses[OX_BUS_MUSIC].duck, 32768);
}

/* The world stands still for a hundred ticks, and goes on at its sample; the interface is heard all the time. */
TEST(audio_buses_stand_still_and_go_on) {
    enum { TICKS = 12 };
    static uint32_t whole[TICKS], parts[TICKS];
    begin(4, 4, 1);
    (void)start(LOOP, 20000, OX_BUS_WORLD, 0);
    for (int i = 0; i < TICKS; i++) tick(), whole[i] = hash_block();
    begin(4, 4, 1);
    (void)start(LOOP, 20000, OX_BUS_WORLD, 0);
    for (int i = 0; i < 4; i++) tick(), parts[i] = hash_block();
    ox_audio_bus_game(&b.audio, OX_BUS_WORLD, &(ox_audio_bus_state){.volume = 32768, .paused = true});
    const ox_audio_handle click = start(WAVE, 20000, OX_BUS_INTERFACE, 0);
    for (int i = 0; i < 100; i++) {
        tick();
        CHECK_NEAR(block()[0], b.samples[i * TICK % 100] * 256 * 20000 / 32768, 1);
    }
    ox_audio_stop(&b.audio, click, 0);
    tick();
    ox_audio_bus_game(&b.audio, OX_BUS_WORLD, &(ox_audio_bus_state){.volume = 32768});
    for (int i = 4; i < TICKS; i++) tick(), parts[i] = hash_block();
    CHECK(memcmp(whole, parts, sizeof whole) == 0);
}

/* ---- effects of buses ---- */

static const ox_audio_environment cave = {.low_pass = 1000,
                                          .echo_delay = 100,
                                          .echo_wet = 16384,
                                          .echo_feedback = 16384,
                                          .reverb_time = 200,
                                          .reverb_wet = 16384},
                                  nowhere = {.low_pass = 0};

static uint32_t hash_ticks(uint32_t count) {
    uint32_t hash = OX_FNV_START;
    for (uint32_t i = 0; i < count; i++) {
        tick();
        hash = ox_fnv_u32(hash, hash_block());
    }
    return hash;
}

/* The loudness of so many ticks: the sum of magnitudes. */
static uint32_t loudness_of(uint32_t ticks) {
    int32_t loud = 0;
    for (uint32_t t = 0; t < ticks; t++) {
        tick();
        for (int i = 0; i < TICK; i++) {
            const int32_t sample = block()[i];
            loud += sample < 0 ? -sample : sample;
        }
    }
    return (uint32_t)loud;
}

TEST(audio_chain_at_rest_changes_no_bit) {
    uint32_t hashes[2];
    for (int i = 0; i < 2; i++) {
        with_effects = i == 1;
        begin(4, 4, 2);
        (void)start(LOOP, 30000, OX_BUS_WORLD, 0);
        (void)start(WAVE, 30000, OX_BUS_INTERFACE, 0);
        ox_audio_surround(&b.audio, &nowhere);
        hashes[i] = hash_ticks(20);
    }
    CHECK_EQ(hashes[0], hashes[1]);
    /* into a cave and out of it again: then all is as it was */
    begin(4, 4, 2);
    (void)start(LOOP, 30000, OX_BUS_WORLD, 0);
    (void)start(WAVE, 30000, OX_BUS_INTERFACE, 0);
    ox_audio_surround(&b.audio, &cave);
    uint32_t hash = hash_ticks(20);
    CHECK(hash != hashes[0]);
    ox_audio_surround(&b.audio, &nowhere);
    (void)hash_ticks(60 - 20 - 20);
    tick();
    hash = hash_block();
    with_effects = false;
    begin(4, 4, 2);
    (void)start(LOOP, 30000, OX_BUS_WORLD, 0);
    (void)start(WAVE, 30000, OX_BUS_INTERFACE, 0);
    (void)hash_ticks(40);
    tick();
    CHECK_EQ(hash, hash_block());
}

/* How much goes through each slot is told: nothing while they rest, a block each while they work. */
TEST(audio_chain_tells_what_its_slots_did) {
    static const ox_compressor_setting setting = {
        .threshold = -20 * 65536, .ratio = 4 * FX_ONE, .attack = 5, .release = 50};
    static const ox_audio_environment wet = {
        .low_pass = 800, .echo_delay = 20, .echo_wet = 9000, .reverb_time = 500, .reverb_wet = 9000};
    with_effects = true;
    begin(4, 4, 2);
    (void)start(LOOP, 30000, OX_BUS_WORLD, 0);
    ox_audio_surround(&b.audio, &nowhere);
    (void)hash_ticks(3);
    const uint32_t *slots = b.audio.counts.slots;
    for (uint32_t i = 0; i < OX_AUDIO_SLOTS; i++) CHECK_EQ(slots[i], 0);
    ox_audio_surround(&b.audio, &wet);
    ox_audio_compress_bus(&b.audio, OX_BUS_MASTER, &setting);
    ox_audio_compress_bus(&b.audio, OX_BUS_WORLD, &setting);
    tick();
    const uint32_t block = b.audio.mixer.frames * b.audio.mixer.out.channels;
    CHECK(block > 0 && slots[OX_AUDIO_SLOT_WALLS] == 0 && slots[OX_AUDIO_SLOT_LOW_PASS] == block);
    CHECK_EQ(slots[OX_AUDIO_SLOT_ECHO], b.audio.chain->echo_line != NULL ? block : 0u);
    CHECK_EQ(slots[OX_AUDIO_SLOT_REVERB], b.audio.chain->reverb_lines != NULL ? block : 0u);
    CHECK(b.audio.chain->echo_line != NULL && b.audio.chain->reverb_lines != NULL);
    CHECK_EQ(slots[OX_AUDIO_SLOT_COMPRESSORS], 2 * block);
    ox_audio_bus_pause(&b.audio, OX_BUS_WORLD, true);
    (void)hash_ticks(2);
    CHECK(slots[OX_AUDIO_SLOT_LOW_PASS] == 0 && slots[OX_AUDIO_SLOT_COMPRESSORS] == block);
}

TEST(audio_chain_is_the_worlds_alone) {
    uint32_t hashes[2];
    with_effects = true;
    for (int i = 0; i < 2; i++) {
        begin(4, 4, 1);
        ox_audio_surround(&b.audio, i == 0 ? &nowhere : &cave);
        (void)start(LOOP, 30000, OX_BUS_INTERFACE, 0);
        hashes[i] = hash_ticks(20);
    }
    CHECK_EQ(hashes[0], hashes[1]);
    /* what ends goes on as an echo, a tenth of a second later, and then is silent to the bit */
    const ox_audio_environment echo = {.echo_delay = 100, .echo_wet = 32768};
    begin(4, 4, 1);
    ox_audio_surround(&b.audio, &echo);
    tick();
    (void)start(ONCE, 30000, OX_BUS_WORLD, 0); /* 50 ms */
    CHECK(loudness_of(3) > 100000);
    CHECK_EQ(loudness_of(2), 0);
    CHECK(loudness_of(5) > 100000);
    CHECK_EQ(loudness_of(10), 0);
    CHECK_EQ(b.audio.counts.peak, 0);
    /* dull: treble goes, and a bus that stands still keeps what is in its lines */
    uint32_t bright[2];
    for (int i = 0; i < 2; i++) {
        begin(4, 4, 1);
        ox_audio_surround(&b.audio, &(ox_audio_environment){.low_pass = i == 0 ? 0 : 200});
        (void)start(LOOP, 30000, OX_BUS_WORLD, 0);
        tick();
        bright[i] = loudness_of(5);
    }
    CHECK(bright[1] * 3 < bright[0]);
    begin(4, 4, 1);
    ox_audio_surround(&b.audio, &echo);
    tick();
    (void)start(ONCE, 30000, OX_BUS_WORLD, 0);
    (void)loudness_of(4);
    ox_audio_bus_pause(&b.audio, OX_BUS_WORLD, true);
    CHECK_EQ(loudness_of(20), 0);
    ox_audio_bus_pause(&b.audio, OX_BUS_WORLD, false);
    CHECK_EQ(loudness_of(1), 0);
    CHECK(loudness_of(5) > 100000);
    with_effects = false;
}

TEST(audio_chain_compresses_buses) {
    uint32_t loud[2];
    const ox_compressor_setting limiter = {.threshold = FX(-40), .ratio = 0};
    with_effects = true;
    for (int i = 0; i < 2; i++) {
        begin(4, 4, 1);
        ox_audio_compress_bus(&b.audio, OX_BUS_VOICE, i == 0 ? NULL : &limiter);
        (void)start(LOOP, 32768, OX_BUS_VOICE, 0);
        tick();
        loud[i] = loudness_of(4);
        CHECK_EQ(b.audio.counts.peak > 330, i == 0);
    }
    CHECK(loud[1] * 20 < loud[0]);
    /* of the master all buses together */
    begin(4, 4, 1);
    ox_audio_compress_bus(&b.audio, OX_BUS_MASTER, &limiter);
    (void)start(LOOP, 32768, OX_BUS_VOICE, 0);
    (void)start(WAVE, 32768, OX_BUS_INTERFACE, 0);
    (void)loudness_of(4);
    CHECK(b.audio.counts.peak <= 330);
    with_effects = false;
}

TEST(audio_shock_comes_and_goes) {
    const ox_audio_shock full = ox_audio_shock_of(FX_ONE), none = ox_audio_shock_of(0),
                         third = ox_audio_shock_of(FX_ONE / 3);
    CHECK(full.ratio == 32768 && full.ring == 8192);
    CHECK_NEAR(full.gain, 9830, 2);
    CHECK_NEAR(full.cutoff, 400, 2);
    CHECK(third.ratio == 65536 && third.gain == 32768 && third.ring > 0 && third.cutoff > 3000);
    CHECK(none.ratio == 65536 && none.gain == 32768 && none.ring == 0 && none.cutoff == 0);
    ox_audio_shock before = full;
    for (fx s = FX_ONE; s > 0; s -= 364) { /* a step of the game at 60 a second */
        const ox_audio_shock now = ox_audio_shock_of(s);
        CHECK(now.ratio >= before.ratio && now.gain >= before.gain && now.cutoff >= before.cutoff &&
              now.ring <= before.ring);
        CHECK(now.ratio - before.ratio < 400);
        before = now;
    }
    /* the world slows down by half, the interface does not; a tone of 4,000 Hz rings where all else is silent */
    with_effects = true;
    begin(4, 4, 1);
    const ox_audio_handle world = start(LOOP, 30000, OX_BUS_WORLD, 0),
                          click = start(WAVE, 30000, OX_BUS_INTERFACE, 0);
    ox_audio_deafen(&b.audio, FX_ONE);
    tick();
    tick();
    CHECK(b.audio.voices[0].step == 32768 && b.audio.voices[1].step == 65536);
    ox_audio_stop(&b.audio, world, 0);
    ox_audio_stop(&b.audio, click, 0);
    (void)loudness_of(10);
    CHECK_NEAR(b.audio.counts.peak, 8192, 100);
    /* and then nothing is left */
    ox_audio_deafen(&b.audio, 0);
    (void)loudness_of(3);
    CHECK_EQ(loudness_of(1), 0);
    (void)start(WAVE, 30000, OX_BUS_WORLD, 0);
    const uint32_t after = hash_ticks(4);
    begin(4, 4, 1);
    (void)start(WAVE, 30000, OX_BUS_WORLD, 0);
    CHECK_EQ(after, hash_ticks(4));
    with_effects = false;
}
