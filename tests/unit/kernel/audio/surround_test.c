/* AUD-006: speakers all around. */
#include "kernel/audio/surround.h"

#include "fixedmath/random.h"
#include "tests/unit/kernel/audio/sound_bench.h"

static const ox_audio_output six = {.rate = RATE, .hz = 60, .channels = 6, .bits = 16, .block = TICK},
                             eight = {.rate = RATE, .hz = 60, .channels = 8, .bits = 16, .block = TICK};

static ang16 degrees(int32_t angle) { return (ang16)(angle * 65536 / 360); }

TEST(audio_speakers_share_with_constant_power) {
    static const struct {
        int32_t angle;
        uint8_t in6, in8; /* the speaker that has it alone, or OX_SPEAKERS */
    } alone[] = {{0, OX_SPEAKER_MIDDLE, OX_SPEAKER_MIDDLE},   {30, OX_SPEAKER_RIGHT, OX_SPEAKER_RIGHT},
                 {-30, OX_SPEAKER_LEFT, OX_SPEAKER_LEFT},     {110, OX_SPEAKER_RIGHT_BEHIND, OX_SPEAKERS},
                 {-110, OX_SPEAKER_LEFT_BEHIND, OX_SPEAKERS}, {90, OX_SPEAKERS, OX_SPEAKER_RIGHT_SIDE},
                 {-150, OX_SPEAKERS, OX_SPEAKER_LEFT_BEHIND}};
    uint16_t shares[OX_SPEAKERS];
    for (size_t i = 0; i < sizeof alone / sizeof alone[0]; i++) {
        ox_speaker_shares(&six, degrees(alone[i].angle), shares);
        if (alone[i].in6 != OX_SPEAKERS) CHECK_NEAR(shares[alone[i].in6], 32768, 4);
        ox_speaker_shares(&eight, degrees(alone[i].angle), shares);
        if (alone[i].in8 != OX_SPEAKERS) CHECK_NEAR(shares[alone[i].in8], 32768, 4);
    }
    ox_speaker_shares(&six, degrees(15), shares);
    CHECK_NEAR(shares[OX_SPEAKER_MIDDLE], 23170, 20);
    CHECK_NEAR(shares[OX_SPEAKER_RIGHT], 23170, 20);
    for (uint32_t angle = 0; angle < 65536; angle += 7) {
        for (int form = 0; form < 2; form++) {
            uint64_t power = 0;
            uint32_t speakers = 0;
            ox_speaker_shares(form == 0 ? &six : &eight, (ang16)angle, shares);
            for (uint32_t k = 0; k < OX_SPEAKERS; k++) {
                power += (uint64_t)shares[k] * shares[k];
                speakers += shares[k] != 0;
            }
            CHECK(speakers <= 2 && shares[OX_SPEAKER_DEEP] == 0);
            CHECK_NEAR((int64_t)(power >> 15), 32768, 32); /* 0.1 % */
        }
    }
}

/* ---- clips of six channels ---- */

static uint8_t field[2 * 6 * FRAMES];

/* Noise on the five main channels of a clip, each with its own; 0 on the deep one. */
static void put_noise(void) {
    rng32 r = rng32_seed(5, 1);
    for (uint32_t i = 0; i < 6 * FRAMES; i++) {
        const int32_t sample = i % 6 == OX_SPEAKER_DEEP ? 0 : (int32_t)(rng32_next(&r) >> 18) - 8192;
        field[2 * i] = (uint8_t)((uint32_t)sample & 255u);
        field[2 * i + 1] = (uint8_t)((uint32_t)sample >> 8 & 255u);
    }
    b.audio.clips[0].clip = (ox_audio_clip){.data = field,
                                            .bytes = sizeof field,
                                            .frames = FRAMES,
                                            .loop_end = FRAMES,
                                            .rate = RATE,
                                            .channels = 6,
                                            .format = OX_AUDIO_S16,
                                            .volume = 64};
}

static int16_t sample_of_field(uint32_t frame, uint32_t channel) {
    const uint8_t *at = field + 2 * (frame % FRAMES * 6 + channel);
    return (int16_t)(uint16_t)(at[0] | at[1] << 8);
}

/* Five independent noises: two speakers have their energy within 1 dB, one speaker within 3; six have them sample for sample. */
TEST(audio_clips_of_all_speakers_fold_with_their_energy) {
    for (uint8_t channels = 1; channels <= 8;
         channels = (uint8_t)(channels == 2 ? 6 : channels + (channels < 2 ? 1 : 2))) {
        uint64_t in = 0, out = 0;
        begin(4, 4, channels);
        put_noise();
        (void)start(LOOP, OX_AUDIO_FULL, 0, 0);
        for (uint32_t t = 0, frame = 0; t < 30; t++) {
            CHECK_EQ(tick(), TICK);
            for (uint32_t i = 0; i < TICK; i++, frame++) {
                for (uint32_t k = 0; k < 6; k++)
                    in += (uint64_t)((int64_t)sample_of_field(frame, k) * sample_of_field(frame, k));
                for (uint32_t k = 0; k < channels; k++) {
                    const int16_t heard = block()[i * channels + k];
                    out += (uint64_t)((int64_t)heard * heard);
                    if (channels >= 6 && k < 6) CHECK_EQ(heard, sample_of_field(frame, k));
                }
            }
        }
        TEST_INFO("%u speakers: %u %% of the energy", (unsigned)channels, (unsigned)(out * 100 / in));
        CHECK(out * 1000 > in * (channels == 1 ? 500u : 795u) &&
              out * 1000 < in * 1258); /* 1 dB; one speaker 3 */
    }
}

/* ---- places ---- */

/* The peak of each speaker of the last block. */
static void peaks_of(uint32_t channels, int32_t *peaks) {
    memset(peaks, 0, OX_SPEAKERS * sizeof *peaks);
    for (uint32_t i = 0; i < TICK * channels; i++) {
        const int32_t s = block()[i] < 0 ? -block()[i] : block()[i];
        if (s > peaks[i % channels]) peaks[i % channels] = s;
    }
}

TEST(audio_places_go_to_the_speakers_beside_them) {
    static const struct {
        ox_audio_heard way;
        uint8_t speaker;
    } places[] = {{{32768, 0, 65536, 0, OX_AUDIO_AHEAD}, OX_SPEAKER_MIDDLE},
                  {{32768, FX_ONE / 2, 65536, 0, 14189}, OX_SPEAKER_RIGHT},
                  {{32768, -FX_ONE / 2, 65536, 0, 14189}, OX_SPEAKER_LEFT},
                  {{32768, 61583, 65536, 0, -5604}, OX_SPEAKER_RIGHT_BEHIND},
                  {{32768, -61583, 65536, 0, -5604}, OX_SPEAKER_LEFT_BEHIND}};
    int32_t peaks[OX_SPEAKERS];
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        begin(4, 4, 6);
        const ox_audio_handle sound = ox_audio_start(
            &b.audio,
            &(ox_audio_ask){.id = WAVE, .volume = OX_AUDIO_FULL, .loops = true, .heard = &places[i].way});
        (void)tick();
        peaks_of(6, peaks);
        for (uint32_t k = 0; k < 6; k++) {
            if (k == places[i].speaker)
                CHECK(peaks[k] > 25000);
            else
                CHECK(peaks[k] < 300);
        }
        /* it goes to the other side along one block, without a click: no sample is louder than the sound itself */
        ox_audio_hear(&b.audio, sound, &places[(i + 2) % 5].way);
        (void)tick();
        peaks_of(6, peaks);
        CHECK(peaks[places[i].speaker] > 15000 && peaks[places[(i + 2) % 5].speaker] > 15000);
        (void)tick();
        peaks_of(6, peaks);
        CHECK(peaks[places[i].speaker] < 300 && peaks[places[(i + 2) % 5].speaker] > 25000);
    }
}

/* Two speakers hear ahead and behind alike; left and right apart. */
TEST(audio_two_speakers_hear_behind_as_ahead) {
    uint32_t hashes[3];
    static const ox_audio_heard ways[] = {{20000, 40000, 65536, 0, OX_AUDIO_AHEAD / 2},
                                          {20000, 40000, 65536, 0, -OX_AUDIO_AHEAD / 2},
                                          {20000, -40000, 65536, 0, OX_AUDIO_AHEAD / 2}};
    for (int i = 0; i < 3; i++) {
        begin(4, 4, 2);
        (void)ox_audio_start(
            &b.audio, &(ox_audio_ask){.id = WAVE, .volume = OX_AUDIO_FULL, .loops = true, .heard = &ways[i]});
        (void)tick();
        hashes[i] = hash_block();
    }
    CHECK_EQ(hashes[0], hashes[1]);
    CHECK(hashes[0] != hashes[2]);
}

/* ---- the deep speaker ---- */

/* The energy of the deep speaker of a square wave of so many frames a period, once it has swung in. */
static uint64_t deep_energy(uint32_t period, bool deep) {
    uint64_t energy = 0;
    begin(4, 4, 6);
    for (uint32_t i = 0; i < FRAMES; i++) b.samples[i] = (int8_t)(i % period < period / 2 ? 60 : -60);
    b.audio.clips[2].clip.frames = b.audio.clips[2].clip.loop_end = FRAMES / period * period;
    (void)start(WAVE, OX_AUDIO_FULL, 0, 0);
    (void)tick();
    for (uint32_t i = 0; i < b.audio.sound_count; i++) b.audio.sounds[i].deep = deep; /* as its cue says */
    for (int t = 0; t < 60; t++) {
        (void)tick();
        for (uint32_t i = 0; i < TICK && t >= 30; i++) {
            const int64_t s = block()[i * 6 + OX_SPEAKER_DEEP];
            energy += (uint64_t)(s * s);
        }
    }
    return energy;
}

TEST(audio_deep_speaker_is_deep) {
    const uint64_t low = deep_energy(133, true), high = deep_energy(8, true); /* 60 and 1,000 Hz */
    TEST_INFO("60 Hz has %u times the energy of 1,000 Hz", (unsigned)(low / (high + 1)));
    CHECK(low > 1000000 && low / (high + 1) > 63); /* 18 dB */
    CHECK_EQ(deep_energy(133, false), 0);
}

/* The world's low-pass, echo and reverb reach the corners; without them no bit is another one. */
TEST(audio_places_all_around_have_their_surroundings) {
    static const ox_audio_heard behind = {32768, 61583, 65536, 0, -5604};
    static const ox_audio_environment hall = {.reverb_time = 900, .reverb_wet = 20000, .low_pass = 1000};
    int32_t peaks[OX_SPEAKERS], rest[OX_SPEAKERS];
    with_effects = true;
    begin(4, 4, 6);
    with_effects = false;
    (void)ox_audio_start(&b.audio, &(ox_audio_ask){.id = ONCE, .volume = OX_AUDIO_FULL, .heard = &behind});
    ox_audio_surround(&b.audio, &hall);
    for (int t = 0; t < 8; t++) (void)tick(); /* the clip is over, the hall is not */
    peaks_of(6, peaks);
    CHECK(peaks[OX_SPEAKER_LEFT] > 100 && peaks[OX_SPEAKER_LEFT] == peaks[OX_SPEAKER_RIGHT_BEHIND]);
    CHECK_EQ(peaks[OX_SPEAKER_MIDDLE], 0);
    for (int t = 0; t < 400; t++) (void)tick();
    peaks_of(6, rest);
    for (uint32_t k = 0; k < 6; k++) CHECK_EQ(rest[k], 0);
}
