/* AUD-024, AUD-039: voices behind walls, and what is told to whoever watches. */
#include "tests/unit/kernel/audio/sound_bench.h"

/* How much neighbouring samples of the last tick differ: what a low-pass takes. */
static uint64_t roughness(void) {
    uint64_t sum = 0;
    for (int i = 1; i < TICK; i++) {
        const int64_t way = (int64_t)block()[i] - block()[i - 1];
        sum += (uint64_t)(way * way);
    }
    return sum;
}

/* A wall dulls its voice, no other one, and leaves no trace when it is gone. */
TEST(audio_walls_dull_one_voice_alone) {
    const ox_audio_heard open = {32768, 0, 65536, 0, 0}, behind = {32768, 0, 65536, 600, 0};
    uint32_t without[24];
    uint64_t rough[3];
    with_effects = true;
    for (int pass = 0; pass < 2; pass++) {
        with_walls = pass == 1;
        begin(4, 4, 1);
        const ox_audio_handle loop = ox_audio_start(
            &b.audio, &(ox_audio_ask){.id = LOOP, .volume = 32768, .loops = true, .heard = &open});
        for (int i = 0; i < 24; i++) {
            if (i == 8 && pass == 1) ox_audio_hear(&b.audio, loop, &behind);
            if (i == 16 && pass == 1) ox_audio_hear(&b.audio, loop, &open);
            tick();
            if (pass == 0) without[i] = hash_block();
            if (pass == 1 && i < 3) rough[i] = roughness();
            if (pass == 1 && i >= 10 && i < 13) CHECK(roughness() * 8 < rough[i - 10]);
            if (pass == 1 && (i < 8 || i > 16)) CHECK_EQ(hash_block(), without[i]);
            if (pass == 1 && i >= 8 && i <= 16) CHECK(hash_block() != without[i]);
        }
    }
    /* beside an open voice: the sum is that of both alone, to a step */
    int16_t alone[TICK], both[TICK];
    for (int pass = 0; pass < 3; pass++) {
        begin(4, 4, 1);
        if (pass != 1)
            (void)ox_audio_start(
                &b.audio, &(ox_audio_ask){.id = LOOP, .volume = 9000, .loops = true, .heard = &behind});
        if (pass != 0)
            (void)ox_audio_start(&b.audio, &(ox_audio_ask){.id = WAVE, .volume = 9000, .loops = true});
        for (int i = 0; i < 5; i++) tick();
        if (pass == 0) memcpy(alone, block(), sizeof alone);
        for (int i = 0; i < TICK && pass == 1; i++) both[i] = (int16_t)(alone[i] + block()[i]);
        for (int i = 0; i < TICK && pass == 2; i++) CHECK_NEAR(block()[i], both[i], 1);
    }
    with_effects = with_walls = false;
}

typedef struct watched {
    uint32_t fates[OX_AUDIO_FATES], late;
} watched;

static void take_note(void *context, uint32_t now, uint32_t id, ox_audio_fate fate) {
    watched *w = context;
    CHECK(fate < OX_AUDIO_FATES && ox_audio_fate_name(fate)[0] != '?');
    if (now != b.audio.tick || id == 0) w->late++;
    w->fates[fate]++;
}

/* One minute of sounds: what is told are the counts, the samples are those of nobody watching, and each bus has its own peak. */
TEST(audio_watching_tells_a_minute_and_changes_no_bit) {
    uint32_t hashes[2] = {0, 0};
    watched w = {.late = 0};
    with_effects = true;
    for (int pass = 0; pass < 2; pass++) {
        begin(3, 4, 2);
        if (pass == 1) ox_audio_watch(&b.audio, take_note, &w);
        const ox_audio_handle siren = start(LOOP, 8000, OX_BUS_INTERFACE, 15);
        for (uint32_t i = 0; i < 3600; i++) {
            static const ox_audio_heard far = {0, 0, 65536, 0, 0};
            if (i % 30 == 0) (void)start(ONCE, 9000, OX_BUS_WORLD, 5);
            if (i % 60 == 0) (void)start(ONCE, 5000, OX_BUS_WORLD, 5); /* the same tick: one sound */
            if (i % 90 == 0) (void)start(77, 9000, OX_BUS_WORLD, 5);   /* nothing has this name */
            if (i % 300 >= 10 && i % 300 < 16)
                (void)start(i % 2 == 0 ? WAVE : LOOP, 4000, OX_BUS_VOICE, (uint8_t)(i % 300 - 8));
            if (i % 300 == 17) (void)start(WAVE, 4000, OX_BUS_VOICE, 1);
            if (i % 300 == 20) ox_audio_stop_all(&b.audio);
            if (i % 600 == 305)
                (void)ox_audio_start(&b.audio, &(ox_audio_ask){.id = ONCE, .volume = 9000, .heard = &far});
            tick();
            hashes[pass] = hashes[pass] * 31 + hash_block();
            if (pass == 0 || i < 5) continue;
            CHECK((b.audio.peaks[OX_BUS_INTERFACE] > 0) == ox_audio_is_playing(&b.audio, siren) ||
                  i % 300 == 20);
            CHECK_EQ(b.audio.peaks[OX_BUS_MUSIC], 0);
            CHECK_NEAR(b.audio.peaks[OX_BUS_MASTER], b.audio.counts.peak, 2);
        }
        const ox_audio_counts *c = &b.audio.counts;
        if (pass == 0) continue;
        CHECK(c->played == w.fates[OX_AUDIO_PLAYED] && c->merged == w.fates[OX_AUDIO_MERGED]);
        CHECK(c->dropped == w.fates[OX_AUDIO_DROPPED] && c->stolen == w.fates[OX_AUDIO_STOLEN]);
        CHECK(c->missing == w.fates[OX_AUDIO_MISSING] && c->unheard == w.fates[OX_AUDIO_UNHEARD]);
        CHECK(c->refused == w.fates[OX_AUDIO_REFUSED] && c->returned == w.fates[OX_AUDIO_RETURNED]);
        CHECK_EQ(w.late, 0);
        CHECK_EQ(c->missing, 40);
        CHECK_EQ(c->merged, 60);
        CHECK_EQ(c->unheard, 6);
        CHECK(c->played >= 120 && c->dropped >= 12 && c->stolen >= 12);
        CHECK_EQ(c->ticks, 3600);
    }
    CHECK_EQ(hashes[0], hashes[1]);
    with_effects = false;
}
