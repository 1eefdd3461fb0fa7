/* Sounds, banks and music on their way into chunks. */
#include <math.h>

#include "rom/adpcm.h"
#include "rom/records.h"
#include "tests/host/tools/convert/converted_asset.h"
#include "tests/host/tools/import/sound/small_mod.h"
#include "tools/import/sound/adpcm.h"
#include "tools/import/sound/song.h"
#include "tools/import/sound/wav.h"

static converted_asset made;

/* ---- ADPCM ---- */

/* The signal to noise ratio of a sine of 1 kHz. */
static double sine_dB(uint32_t rate, uint32_t width) {
    enum { FRAMES = 20000 };
    static int16_t samples[FRAMES], back[FRAMES];
    import_adpcm_options options = {.width = width, .mark = 9000};
    import_adpcm_report report;
    tool_error error;
    writer out = {0};
    for (int i = 0; i < FRAMES; i++)
        samples[i] = (int16_t)floor(16000 * sin(2 * 3.14159265358979 * 1000 * i / rate) + 0.5);
    CHECK(import_adpcm_encode("t", samples, FRAMES, 1, &options, &out, &report, &error));
    double signal = 0, noise = 0;
    for (uint32_t done = 0, at = 0; done < FRAMES; done += 8185, at += 4096) {
        uint32_t bytes = out.size - at < 4096 ? (uint32_t)(out.size - at) : 4096,
                 frames = FRAMES - done < 8185 ? FRAMES - done : 8185;
        CHECK_EQ(rom_adpcm_block(out.data + at, bytes, 1, back + done, frames, NULL), ROM_OK);
    }
    for (int i = 0; i < FRAMES; i++) {
        signal += (double)samples[i] * samples[i];
        noise += (double)(samples[i] - back[i]) * (samples[i] - back[i]);
    }
    /* the encoder's figure is that of the decoded samples */
    CHECK_NEAR(report.signal_dB, 10 * log10(signal / noise), 1e-6);
    CHECK_EQ(report.mark_sample[0], back[8999]);
    CHECK(out.size * 4 < FRAMES * 2 + 100);
    writer_free(&out);
    return report.signal_dB;
}

TEST(adpcm_encoder_keeps_a_sine) {
    double low = sine_dB(18157, 1), high = sine_dB(32768, 1), searched = sine_dB(18157, 8);
    TEST_INFO("1 kHz: %.1f dB at 18157, %.1f dB at 32768; searched %.1f dB", low, high, searched);
    CHECK(low >= 29 && high >= 35 && searched >= low);
}

/* The same by filters: every block leads to the samples that the report is about. */
static double filtered_dB(uint32_t rate, uint32_t width) {
    enum { FRAMES = 4000 };
    static int16_t samples[FRAMES];
    import_adpcm_options options = {.width = width, .mark = 900};
    import_adpcm_report report;
    tool_error error;
    writer out = {0};
    int32_t last = 0, before = 0;
    double signal = 0, noise = 0;
    for (int i = 0; i < FRAMES; i++)
        samples[i] = (int16_t)floor(16000 * sin(2 * 3.14159265358979 * 1000 * i / rate) + 0.5);
    CHECK(import_filtered_encode("t", samples, FRAMES, &options, &out, &report, &error));
    CHECK_EQ(out.size, (FRAMES + 27) / 28 * 16);
    for (uint32_t i = 0; i < FRAMES; i++) {
        const uint8_t *block = out.data + i / 28 * 16;
        if (i == 900) CHECK(report.mark_sample[0] == last && report.mark_sample[1] == before);
        const int32_t now =
            rom_filtered_next(block[0], (uint32_t)block[2 + i % 28 / 2] >> (i % 28 & 1u) * 4, last, before);
        before = last;
        last = now;
        signal += (double)samples[i] * samples[i];
        noise += (double)(samples[i] - now) * (samples[i] - now);
    }
    CHECK_NEAR(report.signal_dB, 10 * log10(signal / noise), 1e-6);
    writer_free(&out);
    return report.signal_dB;
}

TEST(adpcm_encoder_by_filters_keeps_a_sine) {
    const double low = filtered_dB(18157, 1), high = filtered_dB(32768, 1), searched = filtered_dB(18157, 6);
    TEST_INFO("1 kHz by filters: %.1f dB at 18157, %.1f dB at 32768; searched %.1f dB", low, high, searched);
    CHECK(low >= 29 && high >= 35 && searched >= low);
}

TEST(adpcm_encoder_stereo_and_options) {
    static int16_t samples[2 * 3000], back[2 * 3000];
    uint32_t seed = 5;
    import_adpcm_options options = {.block_bytes = 256};
    import_adpcm_report report;
    tool_error error = {.text = ""};
    writer out = {0};
    for (int i = 0; i < 3000; i++) {
        seed = seed * 1664525u + 1013904223u;
        samples[2 * i] = (int16_t)(8000 * sin(i / 9.0));
        samples[2 * i + 1] = (int16_t)((int32_t)(seed >> 20) - 2048);
    }
    CHECK(import_adpcm_encode("t", samples, 3000, 2, &options, &out, &report, &error));
    uint32_t most = rom_adpcm_frames(256, 2), done = 0;
    for (size_t at = 0; at < out.size; at += 256, done += most) {
        uint32_t frames = 3000 - done < most ? 3000 - done : most;
        CHECK_EQ(rom_adpcm_block(out.data + at, out.size - at < 256 ? (uint32_t)(out.size - at) : 256, 2,
                                 back + 2 * done, frames, NULL),
                 ROM_OK);
    }
    int32_t worst = 0;
    for (int i = 0; i < 6000; i++) {
        int32_t d = samples[i] - back[i] < 0 ? back[i] - samples[i] : samples[i] - back[i];
        if (d > worst) worst = d;
    }
    CHECK_EQ(worst, report.worst);
    writer_free(&out);
    options.block_bytes = 250;
    CHECK(!import_adpcm_encode("t", samples, 10, 2, &options, &out, &report, &error));
    CHECK(strstr(error.text, "multiple of 8"));
    options = (import_adpcm_options){.width = 65};
    CHECK(!import_adpcm_encode("t", samples, 10, 1, &options, &out, &report, &error));
    CHECK(!import_adpcm_encode("t", samples, 10, 3, &options, &out, &report, &error));
    writer_free(&out);
}

/* ---- sounds ---- */

/* A WAV file of 16 bits with a loop from 100 to 299. */
static void make_wav(writer *out, uint32_t rate, uint32_t frames) {
    import_sound sound;
    CHECK(import_sound_allocate("t", rate, 1, frames, &sound, NULL));
    for (uint32_t i = 0; i < frames; i++) sound.samples[i] = (int32_t)(sin(i / 10.0) * 20000) * 65536;
    import_wav_write(&sound, out);
    import_sound_free(&sound);
}

TEST(convert_sound_of_16_bits_is_exact) {
    writer wav = {0};
    make_wav(&wav, 22050, 1000);
    CHECK(convert_asset(&made, "sound", "it.wav", wav.data, wav.size, "loop=100,300 volume=40"));
    converted_check(&made);
    CHECK_EQ(converted_u16(&made, ROM_SOUND_RATE), 22050);
    CHECK_EQ(made.chunk.data[ROM_SOUND_FORMAT], 1);
    CHECK_EQ(converted_u32(&made, ROM_SOUND_FRAMES), 1000);
    CHECK_EQ(converted_u32(&made, ROM_SOUND_LOOP_START), 100);
    CHECK_EQ(converted_u32(&made, ROM_SOUND_LOOP_END), 300);
    CHECK_EQ(made.chunk.data[ROM_SOUND_VOLUME], 40);
    CHECK(memcmp(made.chunk.data + converted_u32(&made, ROM_SOUND_DATA_AT), wav.data + 44, 2000) == 0);
    CHECK(made.companions.notes != NULL && strstr(made.companions.notes->text, "nothing lost"));
    converted_free(&made);
    CHECK(convert_asset(&made, "sound", "it.wav", wav.data, wav.size, "format=s8 rate=11025"));
    converted_check(&made);
    CHECK_EQ(converted_u32(&made, ROM_SOUND_FRAMES), 500);
    CHECK_EQ(converted_u32(&made, ROM_SOUND_DATA_BYTES), 500);
    CHECK(strstr(made.companions.notes->text, "resampled") &&
          strstr(made.companions.notes->text, "dB below"));
    converted_free(&made);
    writer_free(&wav);
}

TEST(convert_sound_as_adpcm_holds_the_state_of_its_loop) {
    writer wav = {0};
    make_wav(&wav, 22050, 9000);
    CHECK(convert_asset(&made, "sound", "it.wav", wav.data, wav.size, "format=adpcm loop=8200,9000"));
    converted_check(&made);
    const uint8_t *data = made.chunk.data + converted_u32(&made, ROM_SOUND_DATA_AT);
    static int16_t samples[9000];
    CHECK_EQ(converted_u16(&made, ROM_SOUND_BLOCK_BYTES), 4096);
    CHECK_EQ(rom_adpcm_block(data, 4096, 1, samples, 8185, NULL), ROM_OK);
    CHECK_EQ(rom_adpcm_block(data + 4096, converted_u32(&made, ROM_SOUND_DATA_BYTES) - 4096, 1,
                             samples + 8185, 815, NULL),
             ROM_OK);
    rom_adpcm state = {(int16_t)converted_u16(&made, ROM_SOUND_LOOP_SAMPLE),
                       made.chunk.data[ROM_SOUND_LOOP_INDEX]};
    CHECK_EQ(state.sample, samples[8199]);
    for (uint32_t i = 8200; i < 8300; i++) { /* decoding goes on from the loop's state alone */
        uint32_t code = i - 8185 - 1;
        uint8_t byte = data[4096 + 4 + code / 2];
        CHECK_EQ(rom_adpcm_next(&state, (code & 1) != 0 ? byte >> 4 : byte & 15u), samples[i]);
    }
    converted_free(&made);
    writer_free(&wav);
}

TEST(convert_sound_refusals) {
    writer wav = {0};
    make_wav(&wav, 22050, 1000);
    static const char *const wrong[] = {"rate=999",    "format=mp3", "loop=5",   "loop=300,100",
                                        "loop=0,1001", "channels=2", "search=0", "trim=maybe"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        CHECK(!convert_asset(&made, "sound", "it.wav", wav.data, wav.size, wrong[i]));
        CHECK(strncmp(made.error.text, "cart.txt:7: sound `it`: ", 24) == 0);
        converted_free(&made);
    }
    CHECK(!convert_asset(&made, "sound", "it.wav", wav.data, 30, ""));
    CHECK(strncmp(made.error.text, "it.wav", 6) == 0);
    converted_free(&made);
    writer_free(&wav);
}

TEST(convert_bank_of_ten_sounds) {
    char text[600] = "";
    for (int i = 0; i < 10; i++) {
        char line[60];
        snprintf(line, sizeof line, "name%d sound%d volume=0.%d pan=-%d pitch=2\n", i, i, i, i % 2);
        strcat(text, line);
    }
    CHECK(convert_asset_text(&made, "bank", text, ""));
    converted_check(&made);
    CHECK_EQ(converted_u32(&made, ROM_BANK_COUNT), 10);
    for (int i = 0; i < 10; i++) { /* names are searched as a console searches: the ids rise */
        char name[20];
        snprintf(name, sizeof name, "name%d", i);
        uint32_t low = 0, high = 10, at = converted_u32(&made, ROM_BANK_AT);
        while (low < high) {
            uint32_t middle = (low + high) / 2;
            if (converted_u32(&made, at + middle * ROM_BANK_ENTRY_SIZE) < rom_id(name)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        CHECK_EQ(converted_u32(&made, at + low * ROM_BANK_ENTRY_SIZE), rom_id(name));
        snprintf(name, sizeof name, "sound/sound%d", i);
        CHECK_EQ(converted_u32(&made, at + low * ROM_BANK_ENTRY_SIZE + ROM_BANK_ENTRY_SOUND), rom_id(name));
        CHECK_EQ(converted_u32(&made, at + low * ROM_BANK_ENTRY_SIZE + ROM_BANK_ENTRY_PITCH), 131072);
    }
    converted_free(&made);
    static const char *const wrong[] = {"a",           "a b volume=2", "a b pan=-1.5",
                                        "a b pitch=0", "a b\nA c",     "a b volume=x"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        CHECK(!convert_asset_text(&made, "bank", wrong[i], ""));
        CHECK(strncmp(made.error.text, "it.txt:", 7) == 0);
        converted_free(&made);
    }
}

TEST(convert_sound_real_files) {
    static const char *const files[] = {"coin", "sound", "spring", "weird"};
    static const char *const forms[] = {"", "format=s8", "format=adpcm",
                                        "rate=16384 channels=1 format=adpcm"};
    bool there = true;
    for (int i = 0; i < 4 && there; i++) {
        for (int k = 0; k < 4 && there; k++) {
            char path[80];
            snprintf(path, sizeof path, "../shared/data/sound/%s.wav", files[i]);
            bool ok = convert_asset_file(&made, "sound", path, forms[k], &there);
            if (!there) break;
            if (!ok) test_fail(__FILE__, __LINE__, made.error.text, 0, 1);
            converted_check(&made);
            if (made.companions.notes != NULL) TEST_INFO("%s", made.companions.notes->text);
            converted_free(&made);
        }
    }
    if (!there) test_skip("no ../shared/data");
}

/* ---- music ---- */

/* Unpacks a pattern of a SONG chunk into notes. */
static bool unpack(const converted_asset *a, uint32_t pattern, uint32_t channels, import_note *notes,
                   uint32_t rows) {
    size_t row_at = converted_u32(a, ROM_SONG_PATTERNS_AT) + (size_t)pattern * ROM_SONG_PATTERN_SIZE;
    const uint8_t *at = a->chunk.data + converted_u32(a, ROM_SONG_DATA_AT) + converted_u32(a, row_at),
                  *end = at + converted_u32(a, row_at + 4);
    if (converted_u32(a, row_at + 8) != rows) return false;
    memset(notes, 0, (size_t)rows * channels * sizeof *notes);
    for (uint32_t i = 0; i < rows * channels;) {
        if (at >= end) return false;
        uint8_t mask = *at++;
        if ((mask & 128) != 0) {
            i += (mask & 127u) + 1;
            continue;
        }
        uint8_t *fields[5] = {&notes[i].note, &notes[i].instrument, &notes[i].volume, &notes[i].effect,
                              &notes[i].parameter};
        for (int k = 0; k < 5; k++) {
            if ((mask >> k & 1) != 0) *fields[k] = *at++;
        }
        i++;
    }
    return at == end;
}

TEST(convert_song_real_modules_keep_every_note) {
    static const char *const files[] = {"arpeggio.xm",         "effect-memory.xm", "finetune.xm",
                                        "global-volume.xm",    "key-off.xm",       "mini1111.xm",
                                        "pattern-delay.xm",    "pitch-slides.xm",  "protracker-quirks.mod",
                                        "retrigger-effect.xm", "sample-offset.xm"};
    static import_note notes[256 * 32];
    bool there = true;
    for (size_t i = 0; i < sizeof files / sizeof files[0] && there; i++) {
        char path[80];
        import_song song;
        tool_error error = {.text = ""};
        snprintf(path, sizeof path, "../shared/data/music/%s", files[i]);
        bool ok = convert_asset_file(&made, "song", path, "", &there);
        if (!there) break;
        if (!ok) test_fail(__FILE__, __LINE__, made.error.text, 0, 1);
        converted_check(&made);
        CHECK(import_song_load(path, &song, &error));
        for (uint32_t p = 0; p < song.pattern_count; p++) {
            CHECK(unpack(&made, p, song.channels, notes, song.patterns[p].rows));
            CHECK(memcmp(notes, song.patterns[p].notes,
                         (size_t)song.patterns[p].rows * song.channels * sizeof *notes) == 0);
        }
        CHECK_EQ(song.unknown, 0);
        const pack_companion_chunk *chunk = made.companions.chunks;
        for (uint32_t k = 0; k < song.instrument_count; k++) {
            for (uint32_t n = 0; n < song.instruments[k].sample_count; n++) {
                const import_song_sample *sample = &song.instruments[k].samples[n];
                if (sample->frames == 0) continue;
                CHECK(chunk != NULL && chunk->tag == ROM_TAG_SOUND);
                if (chunk == NULL) break;
                CHECK_EQ(rom_u32(chunk->bytes.data + ROM_SOUND_FRAMES), sample->frames);
                CHECK_EQ(rom_u32(chunk->bytes.data + ROM_SOUND_LOOP_END), sample->loop_end);
                const uint8_t *data = chunk->bytes.data + rom_u32(chunk->bytes.data + ROM_SOUND_DATA_AT);
                for (uint32_t f = 0; f < sample->frames; f++) {
                    int32_t value =
                        sample->bits == 8 ? (int8_t)data[f] * 256 : (int16_t)rom_u16(data + 2 * (size_t)f);
                    if (value != sample->samples[f])
                        test_fail(__FILE__, __LINE__, files[i], value, sample->samples[f]);
                }
                chunk = chunk->next;
            }
        }
        CHECK(chunk == NULL);
        for (const pack_companion_text *note = made.companions.notes; note != NULL; note = note->next)
            TEST_INFO("%s: %s", files[i], note->text);
        import_song_free(&song);
        converted_free(&made);
    }
    if (!there) test_skip("no ../shared/data");
}

TEST(convert_song_mod_notes_and_samples) {
    static uint8_t d[4096];
    static const struct {
        uint32_t period;
        uint8_t note;
    } periods[] = {{428, 49}, {856, 37}, {214, 61}, {404, 50}, {226, 60}, {1712, 25}, {430, 49}};
    import_song song;
    tool_error error = {.text = ""};
    const size_t size = SMALL_MOD;
    small_mod(d);
    for (size_t i = 0; i < sizeof periods / sizeof periods[0]; i++) {
        d[1084] = (uint8_t)(periods[i].period >> 8);
        d[1085] = (uint8_t)(periods[i].period & 255);
        CHECK(import_song_decode("it.mod", d, size, &song, &error));
        CHECK_EQ(song.patterns[0].notes[0].note, periods[i].note);
        import_song_free(&song);
    }
    CHECK(import_song_decode("it.mod", d, size, &song, &error));
    const import_note *note = &song.patterns[0].notes[0];
    CHECK(note->instrument == 1 && note->effect == 10 && note->parameter == 4 && note->volume == 0);
    CHECK(strcmp(song.title, "title") == 0 && song.channels == 4 && song.instrument_count == 31 &&
          !song.linear);
    const import_song_sample *sample = &song.instruments[0].samples[0];
    CHECK(sample->frames == 8 && sample->loops && sample->loop_start == 2 && sample->loop_end == 6 &&
          sample->volume == 48);
    CHECK_EQ(sample->tuning, -7 * 16);
    CHECK_EQ(sample->samples[7], 112 * 256);
    CHECK_EQ(song.pans[0], 0);
    CHECK_EQ(song.pans[1], 255);
    CHECK_EQ(song.mended, 0);
    import_song_free(&song);
    /* the file ends inside of the sample */
    CHECK(import_song_decode("it.mod", d, size - 5, &song, &error));
    CHECK(song.mended > 0 && song.instruments[0].samples[0].frames == 3);
    import_song_free(&song);
    CHECK(!import_song_decode("it.mod", d, 1500, &song, &error));
    CHECK(strstr(error.text, "it.mod: offset 1500: the file ends inside"));
    d[950] = 0;
    CHECK(!import_song_decode("it.mod", d, size, &song, &error));
    CHECK_EQ(import_mod_channels((const uint8_t *)"8CHN"), 8);
    CHECK_EQ(import_mod_channels((const uint8_t *)"16CH"), 16);
    CHECK_EQ(import_mod_channels((const uint8_t *)"99CH"), 0);
    CHECK_EQ(import_mod_channels((const uint8_t *)"FLT8"), 8);
    CHECK_EQ(import_mod_channels((const uint8_t *)"CD61"), 6);
    CHECK_EQ(import_mod_channels((const uint8_t *)"TDZ3"), 3);
}

TEST(convert_song_mod_of_digital_tracker) {
    static uint8_t d[SMALL_MOD + 4];
    import_song song;
    tool_error error = {.text = ""};
    small_mod(d);
    memcpy(d + 1080, "FA04", 4); /* the file has four bytes of its own behind the mark */
    memmove(d + 1088, d + 1084, SMALL_MOD - 1084);
    memcpy(d + 1084, "\0\x40\0\0", 4);
    CHECK(import_song_decode("it.mod", d, sizeof d, &song, &error));
    CHECK(song.channels == 4 && song.patterns[0].notes[0].note == 49 && song.mended == 0);
    CHECK_EQ(song.instruments[0].samples[0].samples[7], 112 * 256);
    import_song_free(&song);
}

TEST(convert_song_mod_without_a_mark_is_guessed) {
    enum { SIZE = 600 + 1024 + 8 };
    static uint8_t d[65536];
    import_song song;
    tool_error error = {.text = ""};
    d[20 + 23] = 4; /* words */
    d[20 + 25] = 48;
    d[470] = 1;
    d[471] = 120;
    CHECK(import_song_decode("old.mod", d, SIZE, &song, &error));
    CHECK(song.instrument_count == 15 && song.pattern_count == 1);
    import_song_free(&song);
    CHECK(!import_song_decode("ice.mod", d, sizeof d, &song,
                              &error)); /* the file is far longer than its patterns and samples */
    CHECK(strstr(error.text, "this is no module that is read") != NULL);
    CHECK(!import_song_decode("short.mod", d, 12, &song, &error));
    CHECK(strstr(error.text, "save it as XM, S3M") != NULL);
}

TEST(convert_song_unknown_effects_are_listed) {
    static uint8_t d[4096];
    const size_t size = SMALL_MOD;
    small_mod(d);
    CHECK(convert_asset(&made, "song", "it.mod", d, size, "format=adpcm"));
    converted_check(&made);
    CHECK_EQ(made.chunk.data[ROM_SONG_KIND], ROM_SONG_PROTRACKER);
    CHECK_EQ(made.companions.chunks->bytes.data[ROM_SOUND_FORMAT], 2);
    converted_free(&made);
    import_song song;
    memset(&song, 0, sizeof song);
    const import_note strange = {.effect = 35}, known = {.effect = 20}; /* Z, K */
    song.kind = IMPORT_SONG_FASTTRACKER;
    import_song_judge(&song, &strange);
    import_song_judge(&song, &known);
    CHECK(song.unknown == (uint64_t)1 << 35 && song.unknown_count == 1);
    song.kind = IMPORT_SONG_PROTRACKER;
    import_song_judge(&song, &known);
    CHECK_EQ(song.unknown_count, 2);
    CHECK_EQ(import_song_effect_letter(35), 'Z');
    CHECK_EQ(import_song_effect_letter(9), '9');
}

TEST(convert_song_truncation_at_every_byte_is_refused) {
    uint8_t *data;
    size_t size;
    tool_error error = {.text = ""};
    if (!import_file_read("../shared/data/music/effect-memory.xm", &data, &size, &error)) {
        test_skip("no ../shared/data");
        return;
    }
    for (size_t cut = 0; cut < size; cut++) {
        import_song song;
        uint8_t *copy = malloc(cut + 1);
        memcpy(copy, data, cut);
        CHECK(!import_song_decode("cut.xm", copy, cut, &song, &error));
        CHECK(strncmp(error.text, "cut.xm: offset ", 15) == 0 && song.arena.newest == NULL);
        free(copy);
    }
    free(data);
}
