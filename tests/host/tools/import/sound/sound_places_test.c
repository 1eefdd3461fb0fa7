#define _XOPEN_SOURCE 700 /* mkdtemp */
/* AUD-006, AUD-010, AUD-019, AUD-024, AUD-028: walls between sources and the ear, and one set of clips in five environments; the example that shows them. */
#include "kernel/audio/sources.h"
#include "tests/host/tools/import/sound/sounding_cart.h"

/* A source ten metres ahead of the camera, and a wall of some width and place across the way, which goes away at step 100. */
static bool pack_walls(packed_folder *f, writer *image, const char *size, const char *at) {
    char text[1600];
    CHECK(folder_make(f));
    folder_tone(f, "hum.wav", 8000, 4000, 0.3, 1);
    snprintf(text, sizeof text,
             "budget 512K\nframe 32K\nsize 64x48\nformat pal8\naudio rate=16000 channels=2\nscript game "
             "game.goad\n"
             "capacity sound-rays 2\ncapacity shapes 8\nsound hum hum.wav loop=0,4000\n"
             "type wall\n  with shape=box size=%s\n  with body=led\n"
             "type mill\n  with sound=source name=hum outer=60 inner=30\n"
             "start main\nscene main\n  camera at=0,0,5 target=0,0,0\n  object wall name=wall at=%s\n"
             "  object mill at=0,0,-5\n  object mill at=0.5,0,-5\n  object mill at=-0.5,0,-5\n  behaviour "
             "Rules\nend\n",
             size, at);
    folder_write(f, "cart.txt", text);
    folder_write(f, "game.goad",
                 "behaviour Rules {\n    var steps = 0\n    on tick {\n        steps += 1\n"
                 "        if steps == 100 { find('wall').pos = vec3(0.0, -40.0, 0.0) }\n    }\n}\n");
    return folder_pack(f, image);
}

/* How open the first source is after some steps, and how it is heard; -1: there is none. */
static fx openness(const machine *m, ox_audio_heard *way) {
    const ox_audio_sources *s = ox_console_sound_sources(m->console);
    for (uint32_t i = 0; s != NULL && i < s->room; i++) {
        if (s->rows[i].of == NULL || !ox_audio_is_playing(m->audio, s->rows[i].playing)) continue;
        for (uint32_t k = 0; k < m->audio->sound_count; k++)
            if (m->audio->sounds[k].handle == s->rows[i].playing.bits) *way = m->audio->sounds[k].heard;
        return s->rows[i].open;
    }
    return -1;
}

static void play_walls(const char *size, const char *at, bool is_wide, bool is_half) {
    packed_folder f;
    writer image;
    machine m;
    ox_audio_heard way = {0, 0, 0, 0, 0}, later = {0, 0, 0, 0, 0};
    uint32_t beyond = 0;
    if (pack_walls(&f, &image, size, at) && boot(&m, &image, 0, true)) {
        for (int i = 0; i < 90; i++) {
            CHECK(ox_console_frame(m.console));
            beyond += ox_console_sound_sources(m.console)->cast > 2;
        }
        const fx open = openness(&m, &way);
        if (is_wide) {
            CHECK_EQ(open, 0);
            CHECK_NEAR(way.cutoff, 600, 4);
            CHECK_NEAR(way.gain, 8231, 60); /* 12 dB below all of it */
        } else if (is_half) {
            CHECK(open > FX_ONE / 8 && open < FX_ONE * 7 / 8);
            CHECK(way.cutoff > 700 && way.cutoff < 16000 && way.gain > 9000 && way.gain < 32000);
        } else {
            CHECK_EQ(open, FX_ONE);
            CHECK(way.cutoff == 0 && way.gain == 32768);
        }
        /* three sources, two looks a step: all five points are looked at anew in eight steps, and it opens in eight more */
        for (int i = 0; i < 12 + 16; i++) CHECK(ox_console_frame(m.console));
        CHECK_EQ(openness(&m, &later), FX_ONE);
        CHECK(later.cutoff == 0 && later.gain == 32768);
        CHECK_EQ(beyond, 0);
        leave(&m);
        writer_free(&image);
    }
    folder_remove(&f);
}

TEST(sound_walls_stand_before_all_some_or_none) {
    play_walls("12,6,0.4", "0,0,2", true, false);
    play_walls("6,6,0.4", "3.3,0,2", false, true);
    play_walls("2,2,0.4", "9,0,2", false, false);
}

/* ---- speakers all around ---- */

static const char around_cart[] =
    "budget 512K\nframe 32K\nsize 64x48\nformat pal8\naudio rate=16000 channels=6\nsound hum hum.wav "
    "loop=0,4000\n"
    "sound sea sea.wav channels=6\ncues all all.json\n"
    "type mill\n  with sound=source name=mill outer=60 inner=1\n"
    "start main\nscene main\n  camera at=0,0,0 target=0,0,-5\n  object mill at=%s\n%send\n";

/* What each speaker has in the last block of a cart of 5.1. */
static void hear_around(const char *at, const char *more, uint32_t peaks[6]) {
    packed_folder f;
    writer image;
    machine m;
    char text[900];
    memset(peaks, 0, 6 * sizeof *peaks);
    CHECK(folder_make(&f));
    folder_tone(&f, "hum.wav", 8000, 4000, 0.3, 1);
    folder_tone(&f, "sea.wav", 16000, 8000, 0.3, 6);
    folder_write(&f, "all.json",
                 "{\"cues\": [{\"name\": \"mill\", \"sources\": [\"hum\"], \"falloff\": 60, \"loop\": true, "
                 "\"deep\": true}]}");
    snprintf(text, sizeof text, around_cart, at, more);
    folder_write(&f, "cart.txt", text);
    if (folder_pack(&f, &image) && boot(&m, &image, 0, true)) {
        CHECK_EQ(m.audio->setup.out.channels, 6);
        for (int i = 0; i < 20; i++) CHECK(ox_console_frame(m.console));
        const int16_t *block = m.audio->block;
        for (uint32_t i = 0; i < m.audio->mixer.frames * 6; i++) {
            const uint32_t magnitude = (uint32_t)(block[i] < 0 ? -block[i] : block[i]);
            if (magnitude > peaks[i % 6]) peaks[i % 6] = magnitude;
        }
        leave(&m);
        writer_free(&image);
    }
    folder_remove(&f);
}

/* A cart of 5.1: a mill ahead, behind on the right, and a sea on all sides. */
TEST(sound_of_carts_is_all_around) {
    uint32_t peaks[6];
    hear_around("0,0,-2", "", peaks);
    CHECK(peaks[2] > 3000 && peaks[0] < 200 && peaks[1] < 200 && peaks[4] < 200 && peaks[5] < 200);
    CHECK(peaks[3] > 20); /* its cue says deep */
    hear_around("1.879,0,0.684", "", peaks);
    CHECK(peaks[5] > 3000 && peaks[0] < 200 && peaks[1] < 200 && peaks[2] < 200 && peaks[4] < 200);
    hear_around("0,0,900", "  sound sea\n", peaks);
    for (uint32_t k = 0; k < 6; k++) CHECK(k == 3 || peaks[k] > 3000);
}

/* ---- long sounds ---- */

static const char long_cart[] =
    "budget 128K\nframe 32K\nsize 64x48\nformat pal8\naudio rate=18157 channels=1\nscript game game.goad\n"
    "sound speech speech.wav format=adpcm search=1 loop=8185,%u\n"
    "type mill\n  with sound=source\n"
    "start main\nscene main\n  camera at=0,0,0 target=0,0,-5\n  object mill name=mill at=0,0,0\n  behaviour "
    "Rules\nend\n";

/* Two million frames, 1 MB of ADPCM, in a cart of 128 KB: from 100 seconds on, to the end, and round its loop without a gap, each sample as it was decoded
 * beforehand. */
TEST(sound_of_a_megabyte_needs_no_memory) {
    enum { LONG = 2095360, FROM = 115 }; /* 256 blocks, and seconds: 0.4 seconds before the end */
    packed_folder f;
    writer image;
    machine m;
    char text[900];
    CHECK(folder_make(&f));
    folder_tone(&f, "speech.wav", 18157, LONG, 0.2, 1);
    snprintf(text, sizeof text, long_cart, (unsigned)LONG);
    folder_write(&f, "cart.txt", text);
    folder_write(&f, "game.goad",
                 "behaviour Rules { on start { sound_start(find('mill'), 'sound/speech', 115.0) } }\n");
    if (folder_pack(&f, &image) && boot(&m, &image, 0, true)) {
        ox_audio_clip clip;
        rom_image rom;
        rom_error error;
        rom_chunk chunk;
        uint32_t frame = FROM * 18157, wrong = 0, compared = 0;
        ox_audio_place place;
        CHECK(rom_open(image.data, image.size, &rom, &error) == ROM_OK);
        CHECK(rom_find(&rom, rom_id("sound/speech"), ROM_TAG_SOUND, &chunk));
        CHECK_EQ(ox_audio_clip_open(&clip, chunk.data, chunk.size), OX_OK);
        CHECK(chunk.size > 1 << 20);
        ox_audio_clip_seek(&clip, frame, &place);
        for (int i = 0; i < 200; i++) {
            CHECK(ox_console_frame(m.console));
            const int16_t *block = m.audio->block;
            if (m.audio->counts.voices == 0) continue;
            for (uint32_t k = 0; k < m.audio->mixer.frames; k++, compared++) {
                int16_t sample;
                const ox_audio_place at = place;
                ox_audio_clip_read(&clip, true, &at, &(ox_audio_reading){1, 1, &sample}, &place);
                wrong += sample != block[k];
            }
        }
        CHECK_EQ(wrong, 0);
        CHECK(compared > LONG - FROM * 18157 + 18157); /* a second of the loop's begin, too */
        leave(&m);
        writer_free(&image);
    }
    folder_remove(&f);
}

/* ---- environments ---- */

/* The same clip, played once in an environment: a hash of what is heard. */
static uint32_t heard_in(machine *m, const char *environment) {
    const ox_sounds *sounds = ox_console_sounds(m->console);
    ox_sound_environment((ox_sounds *)(uintptr_t)sounds, environment[0] == 0 ? 0 : rom_id(environment), 32768,
                         0);
    for (int i = 0; i < 240; i++) CHECK(ox_console_frame(m->console));
    m->heard = (heard){.hash = 2166136261u};
    ox_audio_play(m->audio, rom_id("clash"), OX_AUDIO_FULL);
    for (int i = 0; i < 60; i++) CHECK(ox_console_frame(m->console));
    CHECK(m->heard.peak > 2000);
    return m->heard.hash;
}

static const char environments[] =
    "{\"cues\": [{\"name\": \"clash\", \"sources\": [\"hit\"], \"bus\": \"world\"}],"
    " \"environments\": [{\"name\": \"a\", \"low-pass\": 900},"
    " {\"name\": \"b\", \"echo\": {\"delay\": 0.1, \"level\": 0.5}},"
    " {\"name\": \"c\", \"reverb\": {\"time\": 1, \"level\": 0.5}},"
    " {\"name\": \"d\", \"low-pass\": 2500, \"echo\": {\"delay\": 0.2, \"level\": 0.6, \"feedback\": 0.3}},"
    " {\"name\": \"e\", \"echo\": {\"delay\": 0.05, \"level\": 0.3}, \"reverb\": {\"time\": 0.5, \"level\": "
    "0.3}}]}";

/* One clip and five settings are five sounds; without any it is, to the bit, what a cart without effects plays. */
TEST(sound_of_five_environments_is_of_one_clip) {
    static const char *const names[] = {"a", "b", "c", "d", "e", ""};
    uint32_t hashes[6], plain = 0;
    for (int pass = 0; pass < 2; pass++) {
        packed_folder f;
        writer image;
        machine m;
        CHECK(folder_make(&f));
        folder_tone(&f, "hit.wav", 16000, 3000, 0.6, 1);
        folder_write(&f, "game.goad", "behaviour Rules { on tick { environment('', 0.0, 1t) } }\n");
        folder_write(&f, "all.json",
                     pass == 0
                         ? environments
                         : "{\"cues\": [{\"name\": \"clash\", \"sources\": [\"hit\"], \"bus\": \"world\"}]}");
        folder_write(
            &f, "cart.txt",
            "budget 512K\nframe 16K\naudio rate=16000 channels=2\nscript game game.goad\nsound hit hit.wav\n"
            "cues all all.json\nstart main\nscene main\n  camera at=0,0,5 target=0,0,0\nend\n");
        if (folder_pack(&f, &image) && boot(&m, &image, 0, true)) {
            if (pass == 0)
                for (int i = 0; i < 6; i++) hashes[i] = heard_in(&m, names[i]);
            else
                plain = heard_in(&m, "");
            leave(&m);
            writer_free(&image);
        }
        folder_remove(&f);
    }
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < i; k++) CHECK(hashes[i] != hashes[k]);
    CHECK_EQ(hashes[5], plain);
}
