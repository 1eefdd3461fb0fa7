/* AUD-034, AUD-008: texts of voices on their way into chunks; loops of WAV files as they are played. */
#include <math.h>

#include "kernel/audio/clip.h"
#include "rom/records.h"
#include "tests/host/tools/convert/converted_asset.h"
#include "tools/import/sound/wav.h"

static converted_asset made;

static bool voice_of(const char *text, const char *options) {
    return convert_asset(&made, "sound", "it.voice", text, strlen(text), options);
}

static ox_audio_clip opened(void) {
    ox_audio_clip clip;
    converted_check(&made);
    CHECK_EQ(ox_audio_clip_open(&clip, made.chunk.data, (uint32_t)made.chunk.size), OX_OK);
    return clip;
}

TEST(convert_voice_of_every_word) {
    static int16_t samples[9601];
    ox_audio_place place;
    CHECK(voice_of(
        "# a coin\nwave pulse 25\npitch 0 800\npitch 0.2 1200 600\nlevel 0 1\nlevel 0.3 0.5\nlevel 0.6 0\n"
        "curve 2\nloop 0.1 0.2\n",
        "volume=50"));
    const ox_audio_clip clip = opened();
    const ox_audio_place begin = ox_audio_clip_begin(&clip);
    CHECK_EQ(clip.rate, 16000);
    CHECK_EQ(clip.frames, 9601);
    CHECK_EQ(clip.loop_start, 1600);
    CHECK_EQ(clip.loop_end, 3200);
    CHECK_EQ(clip.volume, 50);
    CHECK_EQ(clip.bytes, ROM_VOICE_SIZE + 5 * ROM_VOICE_PITCH_SIZE);
    ox_audio_clip_read(&clip, false, &begin, &(ox_audio_reading){9601, 9601, samples}, &place);
    CHECK(place.over);
    uint32_t up = 0, rounds = 0;
    for (uint32_t i = 0; i < 1600; i++) up += samples[i] > 0;
    for (uint32_t i = 1; i < 3200; i++) rounds += samples[i - 1] < 0 && samples[i] > 0;
    CHECK_NEAR(up, 400, 1);
    CHECK_NEAR(rounds, 160, 1);
    CHECK_EQ(samples[0], 127 * 256);
    CHECK(samples[9600] == 0 && samples[9000] != 0);
    CHECK_EQ(converted_u16(&made, ROM_SOUND_PEAK), 127 * 256);
    CHECK(strstr(made.companions.notes->text, "a voice of 9601 frames at 16000, 96 bytes, peak 0.992"));
    int32_t mean = 0; /* a pulse does not push the membrane to one side */
    for (uint32_t i = 0; i < 1600; i++) mean += samples[i];
    CHECK_NEAR(mean / 1600, 0, 700);
    converted_free(&made);
}

TEST(convert_voice_waves) {
    static const struct {
        const char *text;
        int kind, first, middle;
    } waves[] = {{"wave triangle", 0, -127, 127},
                 {"wave saw", 0, -127, 4},
                 {"wave sine", 0, 13, -13},
                 {"wave pulse 87.5", 0, 18, 18},
                 {"wave noise", 1, 127, -127},
                 {"wave noise short", 2, 127, -127},
                 {"wave 0123456789ABCDEFFEDCBA9876543210", 0, -127, 127},
                 {"wave 00000000000000000000000000000000", 0, 0, 0}};
    for (size_t i = 0; i < sizeof waves / sizeof *waves; i++) {
        char text[200];
        snprintf(text, sizeof text, "%s\npitch 0 440\nlevel 0 1\nlevel 0.1 0\n", waves[i].text);
        CHECK(voice_of(text, "rate=8000"));
        const ox_audio_clip clip = opened();
        CHECK_EQ(clip.data[ROM_VOICE_KIND], waves[i].kind);
        CHECK_EQ((int8_t)clip.data[ROM_VOICE_WAVE], waves[i].first);
        CHECK_EQ((int8_t)clip.data[ROM_VOICE_WAVE + 16], waves[i].middle);
        CHECK_EQ(clip.rate, 8000);
        converted_free(&made);
    }
}

TEST(convert_voice_refusals_name_their_line) {
    static const struct {
        const char *text, *options, *says;
    } faults[] = {
        {"wave pulse 30\n", "", "it.voice:1: a pulse is up"},
        {"wave saw 3\n", "", "it.voice:1: `wave FORM` is wanted"},
        {"\nwave cosine\n", "", "it.voice:2: `cosine` is no wave"},
        {"wave 0123\n", "", "32 digits"},
        {"pitch 0 440\npitch 0 500\n", "", "it.voice:2: 0 seconds"},
        {"pitch 0.1 440\n", "", "the first line of this kind is for 0 seconds"},
        {"pitch 0 0\n", "", "beyond 1 to 20000"},
        {"pitch 0 a\n", "", "not a number"},
        {"pitch 0\n", "", "`pitch SECONDS HZ [HZ]` is wanted"},
        {"level 0 2\n", "", "beyond 0 to 1"},
        {"level 0 1 0\n", "", "`level SECONDS 0..1` is wanted"},
        {"curve 4\n", "", "beyond 1 to 3"},
        {"curve 1.5\n", "", "1, 2 or 3 are curves"},
        {"volume 3\n", "", "it.voice:1: `wave FORM`"},
        {"level 0 1\nlevel 0.1 0\n", "", "it has no pitch"},
        {"pitch 0 440\n", "", "the last of its levels is 0"},
        {"pitch 0 440\nlevel 0 1\nlevel 1 0.5\n", "", "the last of its levels is 0"},
        {"pitch 0 440\npitch 2 50\nlevel 0 1\nlevel 1 0\n", "", "a pitch begins at 2 seconds"},
        {"pitch 0 440\nlevel 0 1\nlevel 1 0\nloop 0.5 3\n", "", "its loop ends at 3 seconds"},
        {"pitch 0 440\nlevel 0 1\nlevel 1 0\nloop 0.5 0.5\n", "", "its loop has no length"},
        {"pitch 0 440\npitch 0.0001 450\nlevel 0 1\nlevel 1 0\n", "rate=1000",
         "are one sample at 1000 a second"},
        {"pitch 0 440\nlevel 0 1\nlevel 1 0\n", "trim=on", "a voice has no samples of its own"},
        {"pitch 0 440\nlevel 0 1\nlevel 1 0\n", "rate=99", "rate"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        CHECK(!voice_of(faults[i].text, faults[i].options));
        if (strstr(made.error.text, faults[i].says) == NULL)
            TEST_INFO("%s: %s", faults[i].says, made.error.text);
        CHECK(strstr(made.error.text, faults[i].says) != NULL);
        converted_free(&made);
    }
    char text[1024] = "";
    for (int i = 0; i < 17; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "pitch %d 440\n", i);
    CHECK(!voice_of(text, "") && strstr(made.error.text, "it.voice:17: more than 16 lines") != NULL);
    converted_free(&made);
}

/* ---- loops of WAV files ---- */

/* A tone of 40 frames a period, whose loop is five of them, 1,000 times round: sample for sample the tone goes on; of ADPCM, whose
 * samples are near those of the tone, no step is larger than in the first round. */
TEST(convert_sound_loop_goes_round_a_thousand_times_without_a_click) {
    enum { FRAMES = 600, FROM = 120, TO = 320, ALL = FROM + 1000 * (TO - FROM) };
    static const char *const formats[3] = {"format=s8", "format=s16", "format=adpcm"};
    static int16_t samples[ALL];
    import_sound sound;
    writer wav = {0};
    CHECK(import_sound_allocate("t", 16000, 1, FRAMES, &sound, NULL));
    for (uint32_t i = 0; i < FRAMES; i++)
        sound.samples[i] = (int32_t)(sin(i % 40 * 2 * 3.14159265358979 / 40) * 20000) * 65536;
    sound.loops = true;
    sound.loop_begin = FROM;
    sound.loop_end = TO;
    import_wav_write(&sound, &wav); /* with a chunk `smpl` */
    for (int format = 0; format < 3; format++) {
        CHECK(convert_asset(&made, "sound", "it.wav", wav.data, wav.size, formats[format]));
        const ox_audio_clip clip = opened();
        CHECK(clip.loop_start == FROM && clip.loop_end == TO);
        ox_audio_place place = ox_audio_clip_begin(&clip);
        for (uint32_t done = 0; done < ALL;) {
            const uint32_t count = ALL - done < 93 ? ALL - done : 93;
            const ox_audio_place at = place;
            ox_audio_clip_read(&clip, true, &at, &(ox_audio_reading){count, count, samples + done}, &place);
            done += count;
        }
        int32_t largest = 0, later = 0;
        for (uint32_t i = 1; i < ALL; i++) {
            const int32_t step =
                samples[i] > samples[i - 1] ? samples[i] - samples[i - 1] : samples[i - 1] - samples[i];
            if (i < TO && step > largest) largest = step;
            if (step > later) later = step;
            if (i >= TO) CHECK_EQ(samples[i], samples[i - (TO - FROM)]); /* each round is the first */
            if (format == 1) CHECK_EQ(samples[i], sound.samples[i % 40] / 65536);
        }
        CHECK(later <= largest + (format == 2 ? largest / 4 : 0));
        converted_free(&made);
    }
    import_sound_free(&sound);
    writer_free(&wav);
}
