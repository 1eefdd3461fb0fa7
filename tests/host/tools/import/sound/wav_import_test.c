/* The WAV reader on files made by the test, and processing of sounds: rates, channels, silence, level. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "tools/base/writer.h"
#include "tools/import/base/file.h"
#include "tools/import/sound/wav.h"

static tool_error error;
static import_sound sound;

/* Writes the head of a file whose data chunk of `bytes` bytes follows. */
static writer head(unsigned coding, unsigned channels, unsigned rate, unsigned block, unsigned bits,
                   uint32_t bytes) {
    writer w = {0};
    writer_bytes(&w, "RIFF", 4);
    writer_u32(&w, 36 + bytes);
    writer_bytes(&w, "WAVEfmt ", 8);
    writer_u32(&w, 16);
    writer_u16(&w, coding);
    writer_u16(&w, channels);
    writer_u32(&w, rate);
    writer_u32(&w, rate * block);
    writer_u16(&w, block);
    writer_u16(&w, bits);
    writer_bytes(&w, "data", 4);
    writer_u32(&w, bytes);
    return w;
}

static bool decode(writer *w) {
    error.text[0] = 0;
    bool ok = import_wav_decode("t.wav", w->data, w->size, &sound, &error);
    writer_free(w);
    return ok;
}

static bool refused(writer *w, const char *part) {
    if (decode(w)) {
        import_sound_free(&sound);
        return false;
    }
    if (strstr(error.text, part) == NULL) TEST_INFO("%s", error.text);
    return strstr(error.text, part) != NULL && strncmp(error.text, "t.wav: ", 7) == 0 &&
           sound.samples == NULL;
}

TEST(wav_pcm_of_every_width) {
    static const uint8_t eight[] = {0, 128, 255, 127}, sixteen[] = {0, 0x80, 0xFF, 0x7F, 1, 0},
                         more[] = {0, 0, 0x80, 0xFF, 0xFF, 0x7F};
    writer w = head(1, 1, 22050, 1, 8, 4);
    writer_bytes(&w, eight, 4);
    CHECK(decode(&w));
    CHECK_EQ(sound.frames, 4);
    CHECK_EQ(sound.bits, 8);
    CHECK_EQ(sound.samples[0], INT32_MIN);
    CHECK_EQ(sound.samples[1], 0);
    CHECK_EQ(sound.samples[2], 127 << 24);
    CHECK_EQ(sound.samples[3], -(1 << 24));
    import_sound_free(&sound);
    w = head(1, 1, 8000, 2, 16, 6);
    writer_bytes(&w, sixteen, 6);
    CHECK(decode(&w) && sound.samples[0] == INT32_MIN && sound.samples[1] == 0x7FFF0000 &&
          sound.samples[2] == 0x10000);
    import_sound_free(&sound);
    w = head(1, 2, 8000, 6, 24, 6);
    writer_bytes(&w, more, 6);
    CHECK(decode(&w) && sound.frames == 1 && sound.samples[0] == INT32_MIN && sound.samples[1] == 0x7FFFFF00);
    import_sound_free(&sound);
    w = head(1, 1, 44100, 4, 32, 4);
    writer_u32(&w, 0x80000001u);
    CHECK(decode(&w) && sound.samples[0] == -INT32_MAX);
    import_sound_free(&sound);
}

TEST(wav_floats_are_rounded_and_held) {
    static const float values[] = {0.0f, 0.5f, -1.0f, 1.0f, 1.5f, -2.0f};
    static const double wide[] = {-0.25, 1e300};
    writer w = head(3, 1, 48000, 4, 32, 24);
    writer_bytes(&w, values, 24);
    CHECK(decode(&w));
    CHECK_EQ(sound.samples[1], 1 << 30);
    CHECK_EQ(sound.samples[2], INT32_MIN);
    CHECK_EQ(sound.samples[3], INT32_MAX);
    CHECK_EQ(sound.samples[5], INT32_MIN);
    CHECK_EQ(sound.clipped, 3);
    import_sound_free(&sound);
    w = head(3, 1, 48000, 8, 64, 16);
    writer_bytes(&w, wide, 16);
    CHECK(decode(&w) && sound.samples[0] == -(1 << 29) && sound.samples[1] == INT32_MAX &&
          sound.clipped == 1);
    import_sound_free(&sound);
}

TEST(wav_companded_codes) {
    /* G.711: the codes of silence, of the largest values, and of a value in between */
    writer w = head(6, 1, 8000, 1, 8, 4);
    writer_bytes(&w, "\xD5\x55\xAA\x2A", 4);
    CHECK(decode(&w));
    CHECK_EQ(sound.samples[0], 8 * 65536);
    CHECK_EQ(sound.samples[1], -8 * 65536);
    CHECK_EQ(sound.samples[2], 32256 * 65536);
    CHECK_EQ(sound.samples[3], -32256 * 65536);
    import_sound_free(&sound);
    w = head(7, 1, 8000, 1, 8, 4);
    writer_bytes(&w, "\xFF\x7F\x80\x00", 4);
    CHECK(decode(&w));
    CHECK_EQ(sound.samples[0], 0);
    CHECK_EQ(sound.samples[1], 0);
    CHECK_EQ(sound.samples[2], 32124 * 65536);
    CHECK_EQ(sound.samples[3], -32124 * 65536);
    import_sound_free(&sound);
}

TEST(wav_ima_adpcm_blocks) {
    /* two blocks of one channel: predictor, step, then nibbles, decoded by hand from the tables */
    writer w = {0};
    writer_bytes(&w, "RIFF", 4);
    writer_u32(&w, 0);
    writer_bytes(&w, "WAVEfmt ", 8);
    writer_u32(&w, 20);
    writer_u16(&w, 17);
    writer_u16(&w, 1);
    writer_u32(&w, 8000);
    writer_u32(&w, 4000);
    writer_u16(&w, 8);
    writer_u16(&w, 4);
    writer_u16(&w, 2);
    writer_u16(&w, 9);
    writer_bytes(&w, "data", 4);
    writer_u32(&w, 16);
    writer_bytes(&w, "\x64\x00\x00\x00\x74\x00\x00\x00", 8);
    writer_bytes(&w, "\x00\x80\x58\x00\xFF\x00\x00\x00", 8);
    size_t at = w.size - 6;
    writer again = {0};
    writer_bytes(&again, w.data, w.size);
    CHECK(decode(&w));
    CHECK_EQ(sound.frames, 18);
    CHECK_EQ(sound.samples[0], 100 * 65536);
    CHECK_EQ(sound.samples[1], 107 * 65536); /* 4: 7/8 + 7 = 7; step 0 -> 2 */
    CHECK_EQ(sound.samples[2], 123 * 65536); /* 7: 9/8 + 9/4 + 9/2 + 9 = 16 */
    CHECK_EQ(sound.samples[9], INT32_MIN);
    CHECK_EQ(sound.samples[10], INT32_MIN); /* the sample is held at full scale */
    import_sound_free(&sound);
    again.data[at] = 89;
    CHECK(refused(&again, "step 89"));
}

TEST(wav_chunks_padding_loops_and_open_ends) {
    writer w = {0};
    writer_bytes(&w, "RIFF\0\0\0\0WAVEodd 5\0\0\0hello\0", 26);
    size_t format = w.size;
    writer_bytes(&w, "fmt \x28\0\0\0\xFE\xFF\1\0\x40\x1F\0\0\x80\x3E\0\0\2\0\x10\0\x16\0\x10\0\4\0\0\0", 32);
    writer_bytes(&w, "\1\0\0\0\0\0\x10\0\x80\0\0\xAA\0\x38\x9B\x71", 16);
    w.data[16] = 5, w.data[17] = 0;
    (void)format;
    writer_bytes(&w, "smpl\x3C\0\0\0", 8);
    for (int i = 0; i < 7; i++) writer_u32(&w, 0);
    writer_u32(&w, 1);
    writer_u32(&w, 0);
    writer_u32(&w, 0);
    writer_u32(&w, 0);
    writer_u32(&w, 1);
    writer_u32(&w, 2);
    writer_u32(&w, 0);
    writer_u32(&w, 0);
    writer_bytes(&w, "data\xFF\xFF\xFF\xFF\1\0\2\0\3\0\4\0", 16);
    CHECK(decode(&w));
    CHECK_EQ(sound.frames, 4);
    CHECK(sound.loops);
    CHECK_EQ(sound.loop_begin, 1);
    CHECK_EQ(sound.loop_end, 3);
    import_sound_free(&sound);
}

TEST(wav_refusals_name_what_is_wrong) {
    writer w = {0};
    writer_bytes(&w, "RIFX....WAVE", 12);
    CHECK(refused(&w, "RIFF....WAVE"));
    w = head(1, 1, 8000, 1, 8, 100);
    CHECK(refused(&w, "truncated"));
    w = head(85, 1, 8000, 1, 4, 0);
    CHECK(refused(&w, "coding 85"));
    w = head(1, 0, 8000, 1, 8, 0);
    CHECK(refused(&w, "0 channels"));
    w = head(1, 9, 8000, 9, 8, 0);
    CHECK(refused(&w, "9 channels"));
    w = head(1, 1, 0, 1, 8, 0);
    CHECK(refused(&w, "frames a second"));
    w = head(1, 1, 8000, 3, 16, 0);
    CHECK(refused(&w, "do not fit"));
    w = head(1, 1, 8000, 0, 0, 0);
    CHECK(refused(&w, "do not fit"));
    w = head(3, 1, 8000, 2, 16, 0);
    CHECK(refused(&w, "do not fit"));
    w = head(17, 1, 8000, 4, 4, 0);
    CHECK(refused(&w, "do not fit"));
    w = head(1, 1, 8000, 1, 8, 0);
    memcpy(w.data + 36, "none", 4);
    CHECK(refused(&w, "without samples"));
    w = head(1, 1, 8000, 1, 8, 0);
    memcpy(w.data + 12, "none", 4);
    CHECK(refused(&w, "without a format"));
}

static void sine(double frequency, uint32_t rate, uint32_t frames) {
    CHECK(import_sound_allocate(NULL, rate, 1, frames, &sound, &error));
    for (uint32_t i = 0; i < frames; i++) {
        sound.samples[i] = (int32_t)lround(2e9 * sin(2 * 3.14159265358979323846 * frequency * i / rate));
    }
}

/* The largest difference to a sine of `level`, in parts of full scale, away from the ends. */
static double resampled_error(double frequency, uint32_t from, uint32_t to, double level) {
    import_sound out;
    double worst = 0;
    sine(frequency, from, from / 4);
    CHECK(import_sound_resample(&sound, to, &out, &error));
    CHECK_EQ(out.frames, ((uint64_t)(from / 4) * to + from - 1) / from);
    for (uint32_t i = to / 40; i + to / 40 < out.frames; i++) {
        double wanted = level * 2e9 * sin(2 * 3.14159265358979323846 * frequency * i / to);
        double off = fabs(out.samples[i] - wanted) / 2147483648.0;
        if (off > worst) worst = off;
    }
    import_sound_free(&sound);
    import_sound_free(&out);
    return worst;
}

TEST(sound_resampling_keeps_level_and_has_no_aliases) {
    double down = resampled_error(1000, 44100, 22050, 1), high = resampled_error(9900, 44100, 22050, 1);
    double up = resampled_error(3000, 11025, 44100, 1), odd = resampled_error(7000, 48000, 18157, 1);
    double alias = resampled_error(11100, 44100, 22050, 0), far = resampled_error(20000, 44100, 11025, 0);
    TEST_INFO("resampling: error %.6f %.6f %.6f %.6f of full scale, aliases %.6f %.6f", down, high, up, odd,
              alias, far);
    CHECK(down < 0.0001 && up < 0.0001 && odd < 0.001 && high < 0.001);
    CHECK(alias < 0.0001 && far < 0.0001);
}

TEST(sound_resampling_moves_loops_and_copies_exactly) {
    import_sound out;
    sine(500, 8000, 800);
    sound.loops = true;
    sound.loop_begin = 160;
    sound.loop_end = 800;
    CHECK(import_sound_resample(&sound, 8000, &out, &error));
    CHECK(memcmp(out.samples, sound.samples, 800 * 4) == 0);
    import_sound_free(&out);
    CHECK(import_sound_resample(&sound, 22050, &out, &error));
    CHECK_EQ(out.loop_begin, 441);
    CHECK_EQ(out.loop_end, 2205);
    import_sound_free(&out);
    CHECK(!import_sound_resample(&sound, 50, &out, &error) && out.samples == NULL);
    import_sound_free(&sound);
}

TEST(sound_mono_trim_normalise_and_rounding) {
    import_sound mono;
    CHECK(import_sound_allocate(NULL, 8000, 2, 6, &sound, &error));
    static const int32_t samples[12] = {0, 0, 4, -5, 1000, 2000, -3000, -3001, 7, 0, 0, 0};
    memcpy(sound.samples, samples, sizeof samples);
    CHECK(import_sound_mono(&sound, &mono, &error));
    CHECK_EQ(mono.samples[1], -1); /* -0.5 rounds away from 0 */
    CHECK_EQ(mono.samples[2], 1500);
    CHECK_EQ(mono.samples[3], -3001);
    import_sound_free(&mono);
    CHECK_EQ(import_sound_peak(&sound), 3001);
    import_sound_trim(&sound, 100);
    CHECK_EQ(sound.frames, 2);
    CHECK_EQ(sound.samples[0], 1000);
    import_sound_normalise(&sound);
    CHECK_EQ(sound.samples[3], -INT32_MAX);
    import_sound_free(&sound);
    CHECK_EQ(import_sound_round(0x7FFFFFFF, 8), 127);
    CHECK_EQ(import_sound_round(INT32_MIN, 8), -128);
    CHECK_EQ(import_sound_round(0x00800000, 8), 1);
    CHECK_EQ(import_sound_round(-0x00800001, 8), -1);
    CHECK_EQ(import_sound_round(0x12345678, 16), 0x1234 + 0);
}

TEST(wav_written_and_read_again) {
    writer out = {0};
    sine(440, 22050, 500);
    sound.loops = true;
    sound.loop_begin = 10;
    sound.loop_end = 500;
    import_sound first = sound;
    import_wav_write(&first, &out);
    CHECK(import_wav_decode("again.wav", out.data, out.size, &sound, &error));
    CHECK_EQ(sound.rate, 22050);
    CHECK_EQ(sound.loop_begin, 10);
    CHECK_EQ(sound.loop_end, 500);
    for (uint32_t i = 0; i < 500; i++)
        CHECK_EQ(sound.samples[i], import_sound_round(first.samples[i], 16) * 65536);
    import_sound_free(&first);
    import_sound_free(&sound);
    writer_free(&out);
}

TEST(wav_real_files) {
    static const struct {
        const char *file;
        uint32_t rate, bits;
    } files[] = {{"coin", 22050, 8}, {"sound", 44100, 32}, {"spring", 22050, 16}, {"weird", 22050, 8}};
    for (size_t i = 0; i < 4; i++) {
        char path[100];
        snprintf(path, sizeof path, "../shared/data/sound/%s.wav", files[i].file);
        if (!import_file_exists(path)) {
            test_skip("no ../shared/data");
            return;
        }
        CHECK(import_sound_load(path, &sound, &error));
        CHECK_EQ(sound.rate, files[i].rate);
        CHECK_EQ(sound.bits, files[i].bits);
        TEST_INFO("%s: %u frames, %u channels, peak %.3f", files[i].file, (unsigned)sound.frames,
                  (unsigned)sound.channels, import_sound_peak(&sound) / 2147483648.0);
        CHECK(import_sound_peak(&sound) > 1u << 28);
        import_sound_free(&sound);
    }
}

/* One block of MS ADPCM a channel: predictor 0 (256, 0), step 16, samples 100 and then 50 before. */
static writer ms_adpcm(uint32_t channels, uint32_t predictor) {
    writer w = {0};
    uint32_t block = 7 * channels + channels;
    writer_bytes(&w, "RIFF\0\0\0\0WAVEfmt ", 16);
    writer_u32(&w, 26);
    writer_u16(&w, 2);
    writer_u16(&w, channels);
    writer_u32(&w, 8000);
    writer_u32(&w, 8000);
    writer_u16(&w, block);
    writer_u16(&w, 4);
    writer_u16(&w, 8);
    writer_u16(&w, 4); /* frames a block */
    writer_u16(&w, 1);
    writer_u16(&w, 256);
    writer_u16(&w, 0);
    writer_bytes(&w, "data", 4);
    writer_u32(&w, block);
    for (uint32_t c = 0; c < channels; c++) writer_bytes(&w, predictor == 0 ? "\0" : "\1", 1);
    for (uint32_t c = 0; c < channels; c++) writer_u16(&w, 16);
    for (uint32_t c = 0; c < channels; c++) writer_u16(&w, 100);
    for (uint32_t c = 0; c < channels; c++) writer_u16(&w, 50);
    for (uint32_t c = 0; c < channels; c++) writer_bytes(&w, "\x7E", 1); /* 7, then -2 */
    return w;
}

TEST(wav_ms_adpcm_is_decoded_by_its_predictors) {
    for (uint32_t channels = 1; channels <= 2; channels++) {
        writer w = ms_adpcm(channels, 0);
        CHECK(decode(&w));
        CHECK_EQ(sound.frames, 4);
        CHECK_EQ(sound.bits, 16);
        /* mono: 100 + 7 * 16 = 212, step 16 * 614 / 256 = 38, 212 - 2 * 38 = 136; with two channels each byte
         * has one code of each */
        static const int32_t mono[4] = {50, 100, 212, 136};
        for (uint32_t i = 0; channels == 1 && i < 4; i++) CHECK_EQ(sound.samples[i] / 65536, mono[i]);
        if (channels == 2) {
            CHECK_EQ(sound.samples[4] / 65536, 212);
            CHECK_EQ(sound.samples[5] / 65536, 100 - 2 * 16);
            CHECK_EQ(sound.samples[6] / 65536, 212 + 7 * 38);
        }
        import_sound_free(&sound);
    }
    writer w = ms_adpcm(1, 1);
    CHECK(refused(&w, "predictor 1, but there are 1"));
    w = ms_adpcm(1, 0);
    w.data[40] = 2; /* the chunk has no room for its two predictors */
    CHECK(refused(&w, "predictors of MS ADPCM are missing"));
}

TEST(wav_rf64_and_bw64_tell_their_size_apart) {
    static const char *const marks[2] = {"RF64", "BW64"};
    for (int i = 0; i < 3; i++) {
        writer w = {0};
        writer_bytes(&w, marks[i % 2], 4);
        writer_u32(&w, 0xFFFFFFFFu);
        writer_bytes(&w, "WAVEds64", 8);
        writer_u32(&w, 28);
        writer_zeros(&w, 8);
        writer_u32(&w, i == 2 ? 60 : 4); /* bytes of samples */
        writer_zeros(&w, 16);
        writer_bytes(&w, "fmt ", 4);
        writer_u32(&w, 16);
        writer_u16(&w, 1);
        writer_u16(&w, 1);
        writer_u32(&w, 8000);
        writer_u32(&w, 16000);
        writer_u16(&w, 2);
        writer_u16(&w, 16);
        writer_bytes(&w, "data", 4);
        writer_u32(&w, 0xFFFFFFFFu);
        writer_u16(&w, 5);
        writer_u16(&w, 7);
        writer_bytes(&w, "LIST\0\0\0\0", 8); /* a chunk behind the samples is no sample */
        if (i == 2) {
            CHECK(refused(&w, "truncated"));
            continue;
        }
        CHECK(decode(&w));
        CHECK_EQ(sound.frames, 2);
        CHECK_EQ(sound.samples[1] / 65536, 7);
        import_sound_free(&sound);
    }
}
