#define _XOPEN_SOURCE 700 /* mkdtemp */
/* TLS-065, AUD-018: sounds, banks and cues from files through the packer to the mixer of a console that boots their image. */
#include "tests/host/tools/import/sound/sounding_cart.h"

enum { TONES = 10 };

/* The hash of a sound played alone from its begin to its end, through frames of the console. */
static uint32_t hash_of(machine *m, uint32_t id, uint32_t *frames) {
    ox_audio_ask ask = {.id = id, .volume = OX_AUDIO_FULL};
    m->heard = (heard){.hash = 2166136261u};
    ox_audio_handle handle = ox_audio_start(m->audio, &ask);
    for (int i = 0; i < 200 && ox_audio_is_playing(m->audio, handle); i++)
        CHECK(ox_console_frame(m->console));
    CHECK(!ox_audio_is_playing(m->audio, handle));
    CHECK(m->heard.peak > 5000);
    *frames = m->heard.frames;
    return m->heard.hash;
}

static const char scene_text[] = "start main\nscene main\n  camera at=0,0,-3 target=0,0,0\nend\n";

TEST(sound_bank_of_ten_clips_has_the_hashes_of_single_clips) {
    static const char *const forms[] = {"",
                                        "format=s8",
                                        "format=adpcm",
                                        "rate=8000",
                                        "rate=11025 format=adpcm",
                                        "channels=1",
                                        "format=s16 normalise=on",
                                        "trim=on",
                                        "volume=40",
                                        "loop=off"};
    packed_folder f;
    writer image;
    char text[2000] = "title \"Ten\"\nbudget 256K\nframe 16K\naudio rate=18157 channels=1 between=linear\n";
    CHECK(folder_make(&f));
    for (int i = 0; i < TONES; i++) {
        char line[120], name[20];
        snprintf(name, sizeof name, "t%d.wav", i);
        folder_tone(&f, name, i % 2 == 0 ? 22050 : 16000, 3000 + 100 * (uint32_t)i, 0.05 + 0.02 * i,
                    i == 5 ? 2 : 1);
        snprintf(line, sizeof line, "sound t%d t%d.wav bank=ten %s\n", i, i, forms[i]);
        strcat(text, line);
    }
    strcat(text, scene_text);
    folder_write(&f, "cart.txt", text);
    if (folder_pack(&f, &image)) {
        machine m;
        uint32_t hashes[TONES], lengths[TONES], length;
        rom_image opened;
        rom_chunk bank;
        CHECK_EQ(rom_open(image.data, image.size, &opened, NULL), ROM_OK);
        CHECK(rom_find(&opened, rom_id("bank/ten"), ROM_TAG_BANK, &bank));
        CHECK_EQ(rom_u32(bank.data + ROM_BANK_COUNT), TONES);
        if (boot(&m, &image, 0, true)) {
            char name[20];
            for (int i = 0; i < TONES; i++) { /* sounds are played by their names in the bank */
                snprintf(name, sizeof name, "t%d", i);
                hashes[i] = hash_of(&m, rom_id(name), &lengths[i]);
                for (int k = 0; k < i; k++) CHECK(hashes[k] != hashes[i]);
            }
            CHECK_EQ(m.audio->counts.missing, 0);
            /* a bank that was loaded twice goes with its second unload, and with it what of it sounds */
            ox_manager_phase(&ox_console_stock(m.console)->manager, OX_PHASE_LOADING);
            CHECK_EQ(ox_audio_load(m.audio, rom_id("bank/ten"), ROM_TAG_BANK), OX_OK);
            const ox_audio_ask ask = {.id = rom_id("t3"), .volume = OX_AUDIO_FULL};
            const ox_audio_handle sounding = ox_audio_start(m.audio, &ask);
            CHECK(ox_console_frame(m.console));
            CHECK_EQ(ox_audio_unload(m.audio, rom_id("bank/ten"), ROM_TAG_BANK), OX_OK);
            CHECK(ox_audio_is_playing(m.audio, sounding) && m.audio->clip_count == TONES);
            CHECK_EQ(ox_audio_unload(m.audio, rom_id("bank/ten"), ROM_TAG_BANK), OX_OK);
            CHECK(!ox_audio_is_playing(m.audio, sounding) && m.audio->clip_count == 0);
            for (uint32_t i = 0; i < m.audio->mixer.count; i++) CHECK(m.audio->voices[i].clip == NULL);
            for (uint32_t i = 0; i < m.audio->setup.clips; i++)
                CHECK_EQ(m.audio->clips[i].held.handle.bits, 0);
            CHECK(ox_console_frame(m.console));
            CHECK_EQ(m.audio->counts.peak, 0);
            CHECK_EQ(ox_audio_unload(m.audio, rom_id("bank/ten"), ROM_TAG_BANK), OX_NOT_FOUND);
            ox_manager_phase(&ox_console_stock(m.console)->manager, OX_PHASE_LOADING);
            CHECK_EQ(ox_audio_load(m.audio, rom_id("bank/eleven"), ROM_TAG_BANK), OX_NOT_FOUND);
            CHECK_EQ(ox_audio_song_data(m.audio, rom_id("song/eleven"), &(ox_song_data){.chunk = NULL}),
                     OX_NOT_FOUND);
            CHECK_EQ(ox_audio_load(m.audio, rom_id("bank/ten"), ROM_TAG_MESH), OX_BAD_ARGUMENT);
            CHECK_EQ(m.audio->clip_count, 0);
            for (int i = 0; i < TONES; i++) { /* a sound is loaded alone, by the chunk's own id */
                snprintf(name, sizeof name, "sound/t%d", i);
                ox_manager_phase(&ox_console_stock(m.console)->manager, OX_PHASE_LOADING);
                CHECK_EQ(ox_audio_load(m.audio, rom_id(name), ROM_TAG_SOUND), OX_OK);
                CHECK_EQ(hash_of(&m, rom_id(name), &length), hashes[i]);
                CHECK_NEAR(length, lengths[i], 1);
                CHECK_EQ(ox_audio_unload(m.audio, rom_id(name), ROM_TAG_SOUND), OX_OK);
            }
            /* a missing sound is a beep, and one line in the log */
            uint32_t warnings = m.console->log.counts[PLAT_LOG_WARNING];
            for (int i = 0; i < 3; i++) {
                ox_audio_play(m.audio, rom_id("t3"), OX_AUDIO_FULL);
                CHECK(ox_console_frame(m.console));
                CHECK(m.audio->counts.peak > 1000);
            }
            CHECK_EQ(m.audio->counts.missing, 3);
            CHECK_EQ(m.console->log.counts[PLAT_LOG_WARNING], warnings + 1);
            for (int i = 0; i < 30; i++) CHECK(ox_console_frame(m.console)); /* the beep is over */
            /* a release is silent about a missing sound, and logs it as well */
            m.audio->setup.development = false;
            ox_audio_play(m.audio, rom_id("t4"), OX_AUDIO_FULL);
            CHECK(ox_console_frame(m.console));
            CHECK_EQ(m.audio->counts.peak, 0);
            CHECK_EQ(m.console->log.counts[PLAT_LOG_WARNING], warnings + 2);
        }
        leave(&m);
        writer_free(&image);
    }
    folder_remove(&f);
}

TEST(sound_of_16_bits_leaves_the_speaker_as_it_was) {
    packed_folder f;
    writer image;
    CHECK(folder_make(&f));
    folder_tone(&f, "tone.wav", 18157, 2000, 0.1, 1);
    char text[400];
    snprintf(text, sizeof text,
             "budget 256K\nframe 16K\naudio rate=18157 channels=1\nsound tone tone.wav bank=b\n%s",
             scene_text);
    folder_write(&f, "cart.txt", text);
    if (folder_pack(&f, &image)) {
        machine m;
        rom_image opened;
        rom_chunk chunk;
        uint32_t frames;
        heard expected = {.hash = 2166136261u};
        CHECK_EQ(rom_open(image.data, image.size, &opened, NULL), ROM_OK);
        CHECK(rom_find(&opened, rom_id("sound/tone"), ROM_TAG_SOUND, &chunk));
        const uint8_t *data = chunk.data + rom_u32(chunk.data + ROM_SOUND_DATA_AT);
        if (boot(&m, &image, 0, true)) {
            uint32_t hash = hash_of(&m, rom_id("tone"), &frames);
            for (uint32_t i = 0; i < 2000; i++) absorb(&expected, rom_i16(data + (size_t)2 * i));
            CHECK(frames >= 2000 && frames < 2400);
            CHECK_EQ(hash, expected.hash);
        }
        leave(&m);
        writer_free(&image);
    }
    folder_remove(&f);
}

TEST(sound_variants_follow_the_language) {
    packed_folder f;
    writer image;
    char text[500];
    CHECK(folder_make(&f));
    folder_tone(&f, "en.wav", 8000, 1000, 0.1, 1);
    folder_tone(&f, "de.wav", 8000, 1500, 0.3, 1);
    snprintf(text, sizeof text,
             "budget 256K\nframe 16K\nlanguage en English\nlanguage de Deutsch\naudio rate=8000 channels=1\n"
             "sound hello en.wav bank=speech\nsound hello de.wav language=de bank=speech\n%s",
             scene_text);
    folder_write(&f, "cart.txt", text);
    if (folder_pack(&f, &image)) {
        machine m;
        ox_error error;
        uint32_t frames, english = 0, german = 0;
        if (boot(&m, &image, 1, true)) {
            english = hash_of(&m, rom_id("hello"), &frames);
            CHECK(frames >= 1000 && frames < 1300);
            CHECK_EQ(ox_console_language(m.console, 2, 0, &error), OX_OK);
            german = hash_of(&m, rom_id("hello"), &frames);
            CHECK(frames >= 1500 && frames < 1800 && german != english);
            CHECK_EQ(ox_console_language(m.console, 1, 0, &error), OX_OK);
            CHECK_EQ(hash_of(&m, rom_id("hello"), &frames), english);
        }
        leave(&m);
        if (boot(&m, &image, 2, true)) CHECK_EQ(hash_of(&m, rom_id("hello"), &frames), german);
        leave(&m);
        writer_free(&image);
    }
    folder_remove(&f);
}

TEST(sound_plays_in_scenes_and_waits_while_away) {
    packed_folder f;
    writer image;
    CHECK(folder_make(&f));
    folder_tone(&f, "tune.wav", 8000, 4000, 0.1, 1);
    folder_tone(&f, "hit.wav", 8000, 500, 0.5, 1);
    folder_write(
        &f, "cart.txt",
        "budget 256K\nframe 16K\nsound tune tune.wav loop=0,4000\nsound hit hit.wav bank=all\nstart main\n"
        "scene main\n  camera at=0,0,-3 target=0,0,0\n  music tune volume=0.5\n  sound hit on=a "
        "pan=0.5\nend\n"
        "scene quiet\n  camera at=0,0,-3 target=0,0,0\nend\n");
    if (folder_pack(&f, &image)) {
        machine m;
        ox_error error;
        if (boot(&m, &image, 0, false)) {
            play_frames(&m, 60);
            CHECK(m.heard.peak > 5000);
            CHECK_EQ(m.audio->counts.voices, 1);
            CHECK_EQ(m.audio->counts.underruns, 0);
            CHECK_NEAR(m.heard.frames, 32000, 2200); /* two ticks of sound are ahead */
            uint32_t frames = m.heard.frames;
            host_notify(m.port, PLAT_FOCUS_LOST);
            play_frames(&m, 60);
            CHECK(m.heard.frames - frames <= 600);
            frames = m.heard.frames;
            host_notify(m.port, PLAT_FOCUS_GAINED);
            play_frames(&m, 60);
            CHECK_NEAR(m.heard.frames - frames, 32000, 2200);
            CHECK_EQ(m.audio->counts.underruns, 0);
            host_advance(m.port, 100000); /* the game stands still for a tenth of a second */
            play_frames(&m, 10);
            CHECK(m.audio->counts.underruns > 0);
            frames = m.audio->counts.underruns;
            play_frames(&m, 60);
            CHECK_EQ(m.audio->counts.underruns, frames);
            CHECK_EQ(ox_console_level(m.console, rom_id("scene/quiet"), &error), OX_OK);
            play_frames(&m, 30);
            CHECK_EQ(m.audio->counts.voices, 0);
            m.heard.peak = 0;
            play_frames(&m, 5);
            CHECK_EQ(m.heard.peak, 0);
        }
        leave(&m);
        writer_free(&image);
    }
    folder_remove(&f);
}

/* ---- places ---- */

static const char places_text[] =
    "budget 256K\nframe 16K\nsound hum hum.wav loop=0,4000\nsound hit hit.wav\ncues all all.json\n"
    "script game game.goad\naudio rate=8000 channels=2\nstart main\n"
    "type car behaviour=Car\n  with sound=source name=hum outer=30\n"
    "type ear\n  with sound=ear between=0.5\n"
    "type cave\n  with sound=zone name=cave box=2,2,2\n"
    "scene main\n  camera at=0,1,10 target=0,1,0\n  object car name=car at=-40,1,10\nend\n"
    "scene caves\n  camera at=0,1,10 target=0,1,0\n  object cave at=0,0,0\n  object ear name=ear at=0,2,-10\n"
    "  behaviour Lift\nend\n";
static const char places_script[] =
    "var steps = 0\n"
    "behaviour Car {\n  on tick {\n    steps += 1\n    self.pos = self.pos + vec3(0.4, 0.0, 0.0)\n"
    "    if steps == 230 { sound_at('hit', vec3(-3.0, 1.0, 10.0), 1.0) }\n"
    "    if steps == 240 { sound_stop(self, 0) }\n  }\n}\n"
    "behaviour Lift {\n  on tick {\n    steps += 1\n    let ear = find('ear')\n"
    "    ear.pos = vec3(0.0, steps < 100 ? 2.0 : 4.0, -10.0)\n  }\n}\n";

/* Which of the two clips the loudest voice has: that of 500 frames, or that of 4,000. */
typedef enum sounding { SOUNDS_NOTHING, SOUNDS_HIT, SOUNDS_HUM } sounding;

static sounding clip_that_sounds(const ox_audio *audio) {
    for (uint32_t i = 0; i < audio->setup.voices; i++) {
        const ox_voice *v = &audio->voices[i];
        if (v->clip != NULL && v->wanted[0] + v->wanted[1] > 0)
            return v->clip->frames == 4000 ? SOUNDS_HUM : SOUNDS_HIT;
    }
    return SOUNDS_NOTHING;
}

static bool pack_places(packed_folder *f, writer *image) {
    CHECK(folder_make(f));
    folder_tone(f, "hum.wav", 8000, 4000, 0.1, 1);
    folder_tone(f, "hit.wav", 8000, 500, 0.5, 1);
    folder_write(f, "cart.txt", places_text);
    folder_write(f, "game.goad", places_script);
    folder_write(f, "all.json",
                 "{\"environments\": [{\"name\": \"cave\", \"low-pass\": 1000, \"echo\": {\"level\": 1}}]}");
    return folder_pack(f, image);
}

/* A car comes from far on the left, passes the camera, and goes away to the right: it has a voice while it can be heard, its gain rises and
 * falls, its side goes from left to right, and it is higher as it comes than as it goes. */
TEST(sound_sources_follow_the_world) {
    packed_folder f;
    writer image;
    machine m;
    if (pack_places(&f, &image) && boot(&m, &image, 0, true)) {
        fx side = -2 * FX_ONE;
        uint32_t most = 0, at_most = 0, coming = 0, going = 0;
        for (uint32_t step = 1; step <= 220; step++) {
            play_frames(&m, 1);
            const ox_audio_sound *s = NULL;
            for (uint32_t i = 0; i < m.audio->sound_count; i++)
                if (m.audio->sounds[i].state >= OX_SOUND_SOUNDS) s = &m.audio->sounds[i];
            if (step < 3) continue; /* nobody knows the camera before the first picture */
            CHECK(s != NULL && s->bus == OX_BUS_WORLD && s->heard.side >= side);
            if (s == NULL) break;
            side = s->heard.side;
            if (s->heard.gain > most) most = s->heard.gain, at_most = step;
            const int32_t x = -400 + 4 * (int32_t)step; /* tenths of a metre */
            if (x < -304 || x > 304) CHECK_EQ(s->heard.gain, 0);
            if (x > -290 && x < 290) CHECK(s->heard.gain > 0);
            if (x == -200) coming = s->heard.ratio;
            if (x == 200) going = s->heard.ratio;
        }
        CHECK_EQ(most, 32768);
        CHECK(at_most >= 95 && at_most <= 101);
        CHECK_EQ(side, FX_ONE);
        CHECK(coming > 68000 && coming < 71500 && going > 59500 && going < 62500); /* 24 metres a second */
        CHECK(m.audio->counts.unheard == 1 && m.audio->counts.returned == 1 && m.audio->counts.virtuals == 1);
        m.heard.peak = 0;
        play_frames(&m, 12); /* a hit beside the camera, from the left */
        CHECK(m.heard.peak > 500);
        play_frames(&m, 20);
        CHECK(m.audio->counts.voices == 0 && m.audio->counts.virtuals == 0);
        leave(&m);
        writer_free(&image);
    }
    folder_remove(&f);
}

/* What follows a source begins in the tick in which that ends; of one that nobody hears it goes on unheard. A script may name another thing that follows. */
TEST(sound_sources_go_on_without_a_gap) {
    packed_folder f;
    writer image;
    machine m;
    CHECK(folder_make(&f));
    folder_tone(&f, "hum.wav", 8000, 4000, 0.1, 1);
    folder_tone(&f, "hit.wav", 8000, 500, 0.5, 1);
    folder_write(&f, "cart.txt",
                 "budget 256K\nframe 16K\nsound hum hum.wav loop=0,4000\nsound hit hit.wav\n"
                 "script game game.goad\naudio rate=8000 channels=2\nstart main\n"
                 "type mill\n  with sound=source name=hit then=hum inner=2 outer=10\n"
                 "scene main\n  camera at=0,1,10 target=0,1,0\n  object mill name=near at=0,1,9\n"
                 "  object mill name=far at=60,1,0\n  behaviour Rules\nend\n");
    folder_write(
        &f, "game.goad",
        "behaviour Rules {\n  var steps = 0\n  on tick {\n    steps += 1\n"
        "    if steps == 40 { find('near').sound_then = ''; sound_start(find('near'), 'hit') }\n  }\n}\n");
    if (folder_pack(&f, &image) && boot(&m, &image, 0, true)) {
        uint32_t hits = 0, hums = 0, again = 0;
        for (uint32_t step = 1; step <= 60; step++) {
            play_frames(&m, 1);
            if (step < 3) continue; /* nobody knows the camera before the first picture */
            const sounding now = clip_that_sounds(m.audio);
            if (step < 40) CHECK(now != SOUNDS_NOTHING && (now != SOUNDS_HIT || hums == 0));
            if (step == 10) CHECK(m.audio->counts.virtuals == 1);
            if (step < 40) hits += now == SOUNDS_HIT, hums += now == SOUNDS_HUM;
            if (step > 42) again += now == SOUNDS_HUM;
        }
        CHECK(hits >= 2 && hits <= 5 && hums >= 30); /* 500 frames are 3.75 ticks */
        CHECK_EQ(again, 0);
        leave(&m);
        writer_free(&image);
    }
    folder_remove(&f);
}

/* An ear stands half-way between the camera and its object, which is far outside of the box. In the box it hears the environment of the box; above it, as above a tunnel, it does not. It comes and goes by small steps. */
TEST(sound_zones_come_and_go_by_small_steps) {
    packed_folder f;
    writer image;
    machine m;
    ox_error error;
    if (pack_places(&f, &image) && boot(&m, &image, 0, true)) {
        CHECK_EQ(ox_console_level(m.console, rom_id("scene/caves"), &error), OX_OK);
        uint32_t before = 0, came = 0, gone = 0;
        for (uint32_t step = 1; step <= 180; step++) {
            play_frames(&m, 1);
            const uint32_t wet = m.audio->environment.echo_wet;
            CHECK(wet <= before + 1024 && before <= wet + 1024);
            CHECK(step < 100 ? wet >= before : step < 103 || wet <= before);
            CHECK_EQ(m.audio->environment.low_pass != 0, wet != 0);
            if (wet == 32768 && came == 0) came = step;
            if (wet == 0 && came != 0 && gone == 0) gone = step;
            before = wet;
        }
        CHECK(came >= 32 && came <= 38 && gone >= 131 && gone <= 138);
        leave(&m);
        writer_free(&image);
    }
    folder_remove(&f);
}

/* ---- music ---- */

/* Four patterns of four rows, each a note that goes on; a row is 6 ticks of 1/50 s, 7.2 steps. */
static void folder_song(packed_folder *f, const char *name, const char *notes, const char *order) {
    char text[400];
    snprintf(
        text, sizeof text,
        "song A\nchannels 1\ninstrument triangle volume=64\npattern a\n%s-4.1\n.\n.\n.\npattern b\n%s-5.1\n"
        ".\n.\n.\norder %s\n",
        notes, notes, order);
    folder_write(f, name, text);
}

static bool boot_music(machine *m, packed_folder *f, writer *image) {
    CHECK(folder_make(f));
    folder_song(f, "one.song", "C", "calm: a a fight: b b");
    folder_song(f, "two.song", "G", "a b");
    folder_write(f, "cart.txt",
                 "budget 256K\nframe 16K\naudio rate=16000 channels=1\nsong one one.song\nsong two two.song "
                 "labels=high:1\nstart main\nscene main\n  camera at=0,0,-3 target=0,0,0\nend\n");
    return folder_pack(f, image) && boot(m, image, 0, true);
}

TEST(sound_music_goes_to_labels_and_to_the_next_song) {
    packed_folder f;
    writer image;
    machine m;
    if (boot_music(&m, &f, &image)) {
        ox_music *music = ox_console_music(m.console);
        CHECK(music != NULL && !ox_music_label(music, OX_NAME("fight")));
        CHECK(ox_music_play(music, OX_NAME("one"), 0));
        play_frames(&m, 10);
        CHECK(ox_music_place(music) == 0 && ox_music_row(music) == 1);
        CHECK(ox_music_label(music, OX_NAME("fight")) && !ox_music_label(music, OX_NAME("high")));
        int32_t row = 1;
        for (int i = 0; i < 60 && ox_music_place(music) == 0; i++) { /* not before the pattern's end */
            play_frames(&m, 1);
            CHECK(ox_music_row(music) >= row || (row == 3 && ox_music_place(music) == 2));
            row = ox_music_row(music);
        }
        CHECK(ox_music_place(music) == 2 && ox_music_row(music) == 0);
        play_frames(&m, 2);
        const ox_song *song = ox_audio_song(m.audio);
        CHECK(song != NULL && song->flow.order == 2);
        CHECK(!ox_music_next(music, OX_NAME("three"), 0) && ox_music_next(music, OX_NAME("two"), 0));
        for (int i = 0; i < 60 && music->state.song == rom_id("song/one"); i++) {
            CHECK(ox_music_place(music) == 2);
            play_frames(&m, 1);
        }
        CHECK(music->state.song == rom_id("song/two") && ox_music_place(music) == 0);
        CHECK(ox_music_label(music, OX_NAME("high")));
        leave(&m);
        writer_free(&image);
    }
    folder_remove(&f);
}

static double energy_of(machine *m, int frames) {
    m->heard.energy = 0;
    play_frames(m, frames);
    return m->heard.energy / frames;
}

/* While one song comes and the other goes, both together are as loud as each of them. */
TEST(sound_music_cross_fades_with_constant_power) {
    packed_folder f;
    writer image;
    machine m;
    if (boot_music(&m, &f, &image)) {
        ox_music *music = ox_console_music(m.console);
        CHECK(ox_music_play(music, OX_NAME("one"), 0));
        play_frames(&m, 10);
        const double alone = energy_of(&m, 30);
        CHECK(alone > 1e6 && ox_music_play(music, OX_NAME("two"), 120));
        for (int i = 0; i < 6; i++) {
            const double both = energy_of(&m, 30);
            CHECK(both > alone * 0.794 && both < alone * 1.259);
        }
        leave(&m);
        writer_free(&image);
    }
    folder_remove(&f);
}

/* A state that was saved comes back to the row in which it was, and goes on from there in the same way. */
TEST(sound_music_comes_back_to_its_row) {
    packed_folder f;
    writer image;
    machine m;
    static uint8_t bytes[1024];
    if (boot_music(&m, &f, &image)) {
        ox_music *music = ox_console_music(m.console);
        const ox_module_host *host = ox_console_modules(m.console);
        ox_sim_part part;
        CHECK_EQ(ox_music_module.list(host, music, &part), 1);
        CHECK(ox_music_play(music, OX_NAME("one"), 0) && ox_music_next(music, OX_NAME("two"), 30));
        play_frames(&m, 20);
        ox_writer to = {.bytes = bytes, .size = sizeof bytes};
        part.save(part.context, &to);
        const int32_t place = ox_music_place(music), row = ox_music_row(music);
        play_frames(&m, 100);
        CHECK(music->state.song == rom_id("song/two"));
        ox_reader from = {.bytes = bytes, .size = to.used};
        CHECK_EQ(part.restore(part.context, &from), OX_OK);
        CHECK(music->state.song == rom_id("song/one") && ox_music_place(music) == place &&
              ox_music_row(music) == row);
        play_frames(&m, 100);
        CHECK(music->state.song == rom_id("song/two"));
        leave(&m);
        writer_free(&image);
    }
    folder_remove(&f);
}

/* ---- cues ---- */

static const char cues_text[] =
    "{\n"
    "  \"switches\": [{\"name\": \"foot_surface\", \"values\": [\"sand\", \"grass\"]}],\n"
    "  \"cues\": [\n"
    "    {\"name\": \"explosion\", \"falloff\": 150, \"priority\": 10, \"sources\": [\"a\", \"b\", \"c\"]},\n"
    "    {\"name\": \"step\", \"switch\": \"foot_surface\", \"priority\": \"low\", \"falloff\": 25, "
    "\"volume-variation\": 0.5,\n"
    "     \"values\": {\"sand\": [\"a\", \"b\", \"c\"], \"grass\": [\"d\", {\"sound\": \"e\", \"weight\": "
    "3}, \"f\"]}},\n"
    "    {\"name\": \"tap\", \"switch\": \"foot_surface\", \"values\": {\"sand\": [\"a\"]}, \"sources\": "
    "[\"f\"]}\n"
    "  ],\n"
    "  \"buses\": [{\"name\": \"music\", \"volume\": 0.5, \"duck\": {\"for\": \"voice\", \"by\": 6, "
    "\"attack\": 4, \"release\": 8}}]\n"
    "}\n";

static void cue_cart(packed_folder *f, const char *cues) {
    char text[600] = "budget 256K\nframe 16K\naudio rate=8000 channels=1\ncues all all.json\n";
    CHECK(folder_make(f));
    folder_tone(f, "t.wav", 8000, 300, 0.2, 1);
    for (char c = 'a'; c <= 'f'; c++) {
        char line[40];
        snprintf(line, sizeof line, "sound %c t.wav volume=%d\n", c, 20 + 8 * (c - 'a'));
        strcat(text, line);
    }
    strcat(text, scene_text);
    folder_write(f, "cart.txt", text);
    folder_write(f, "all.json", cues);
}

TEST(sound_cues_compile_to_the_expected_records) {
    packed_folder f;
    writer image;
    cue_cart(&f, cues_text);
    if (folder_pack(&f, &image)) {
        rom_image opened;
        rom_chunk chunk;
        CHECK_EQ(rom_open(image.data, image.size, &opened, NULL), ROM_OK);
        CHECK(rom_find(&opened, rom_id("cues/all"), ROM_TAG_CUES, &chunk));
        const uint8_t *d = chunk.data;
        CHECK_EQ(rom_u32(d + ROM_CUES_CUE_COUNT), 3);
        CHECK_EQ(rom_u32(d + ROM_CUES_LIST_COUNT), 5);
        CHECK_EQ(rom_u32(d + ROM_CUES_SOURCE_COUNT), 11);
        for (uint32_t i = 0; i < 3; i++) {
            const uint8_t *cue = d + rom_u32(d + ROM_CUES_CUES_AT) + (size_t)i * ROM_CUE_SIZE;
            bool step = rom_u32(cue + ROM_CUE_NAME) == rom_id("step");
            if (rom_u32(cue + ROM_CUE_NAME) == rom_id("tap")) continue;
            CHECK(step || rom_u32(cue + ROM_CUE_NAME) == rom_id("explosion"));
            CHECK_EQ(rom_u32(cue + ROM_CUE_OUTER), (step ? 25u : 150u) << 16);
            CHECK_EQ(rom_u32(cue + ROM_CUE_INNER), ((step ? 25u : 150u) << 16) / 16);
            CHECK_EQ(cue[ROM_CUE_PRIORITY], step ? 2 : 10);
            CHECK_EQ(rom_u32(cue + ROM_CUE_LISTS), step ? 2 : 1);
            CHECK_EQ(rom_u32(cue + ROM_CUE_CHOSEN_BY), step ? rom_id("foot_surface") : 0);
            const uint8_t *list = d + rom_u32(d + ROM_CUES_LISTS_AT) +
                                  (size_t)rom_u32(cue + ROM_CUE_FIRST_LIST) * ROM_CUE_LIST_SIZE;
            for (uint32_t k = 0; k < rom_u32(cue + ROM_CUE_LISTS); k++)
                CHECK_EQ(rom_u32(list + k * ROM_CUE_LIST_SIZE + ROM_CUE_LIST_COUNT), 3);
        }
        const uint8_t *bus = d + rom_u32(d + ROM_CUES_BUSES_AT);
        CHECK(bus[ROM_AUDIO_BUS_BUS] == 2 && bus[ROM_AUDIO_BUS_DUCK_FOR] == 4 &&
              rom_u16(bus + ROM_AUDIO_BUS_VOLUME) == 16384);
        CHECK_EQ(rom_u16(bus + ROM_AUDIO_BUS_DUCK_GAIN), 16423);
        writer_free(&image);
    }
    folder_remove(&f);
}

TEST(sound_cues_choose_by_chance_and_by_switch) {
    packed_folder f;
    writer image;
    cue_cart(&f, cues_text);
    if (folder_pack(&f, &image)) {
        machine m;
        uint32_t first = 0;
        for (int run = 0; run < 2; run++) {
            uint32_t counts[6] = {0}, hash = 0, before = 6;
            if (!boot(&m, &image, 0, true)) break;
            for (int i = 0; i < 2000; i++) { /* 1,000 explosions, 400 steps on sand, 600 on grass */
                bool grass = i >= 1400;
                if (i == 1400)
                    CHECK_EQ(ox_audio_switch(m.audio, rom_id("foot_surface"), rom_id("grass")), OX_OK);
                ox_audio_stop_all(m.audio);
                (void)ox_audio_tick(m.audio);
                ox_audio_play(m.audio, i < 1000 ? rom_id("explosion") : rom_id("step"), OX_AUDIO_FULL);
                (void)ox_audio_tick(m.audio);
                uint32_t which = 6;
                for (uint32_t v = 0; v < m.audio->setup.voices; v++) {
                    if (m.audio->voices[v].clip != NULL) which = (m.audio->voices[v].clip->volume - 20u) / 8u;
                }
                CHECK(which < 6 && (which >= 3) == grass);
                if (which >= 6) break;
                /* of three sounds none is played twice in a row */
                if (i != 1000 && i != 1400) CHECK(which != before);
                before = which;
                if (i < 1000 || i >= 1400) counts[which]++;
                hash = hash * 31 + which;
            }
            for (int i = 0; i < 3; i++) CHECK(counts[i] >= 250 && counts[i] <= 420);
            /* sound 4 weighs three times as much */
            CHECK(counts[4] > counts[3] && counts[4] > counts[5]);
            /* a sound that plays already does not change */
            const ox_audio_clip *playing = NULL;
            for (uint32_t v = 0; v < m.audio->setup.voices; v++)
                playing = m.audio->voices[v].clip != NULL ? m.audio->voices[v].clip : playing;
            CHECK_EQ(ox_audio_switch(m.audio, rom_id("foot_surface"), rom_id("mud")), OX_OK);
            CHECK_EQ(ox_audio_switch_value(m.audio, rom_id("foot_surface")), rom_id("mud"));
            (void)ox_audio_tick(m.audio);
            bool goes_on = false;
            for (uint32_t v = 0; v < m.audio->setup.voices; v++)
                goes_on = goes_on || (playing != NULL && m.audio->voices[v].clip == playing);
            CHECK(goes_on);
            ox_audio_stop_all(m.audio);
            (void)ox_audio_tick(m.audio);
            /* a switch value without a list plays the default list */
            ox_audio_play(m.audio, rom_id("tap"), OX_AUDIO_FULL);
            (void)ox_audio_tick(m.audio);
            bool usual = false;
            for (uint32_t v = 0; v < m.audio->setup.voices; v++)
                usual = usual || (m.audio->voices[v].clip != NULL && m.audio->voices[v].clip->volume == 60);
            CHECK(usual);
            uint32_t warnings = m.console->log.counts[PLAT_LOG_WARNING], played = m.audio->counts.played;
            for (int i = 0; i < 3; i++)
                ox_audio_play(m.audio, rom_id("step"), OX_AUDIO_FULL), (void)ox_audio_tick(m.audio);
            CHECK_EQ(m.audio->counts.played, played); /* a missing list is silent and is told once */
            CHECK_EQ(m.console->log.counts[PLAT_LOG_WARNING], warnings + 1);
            CHECK_EQ(ox_audio_switch(m.audio, rom_id("weather"), 1), OX_NOT_FOUND);
            if (run == 0) first = hash;
            CHECK_EQ(hash, first);
            leave(&m);
        }
        writer_free(&image);
    }
    folder_remove(&f);
}

TEST(sound_cue_files_with_mistakes_tell_line_and_column) {
    static const struct {
        const char *text, *why;
    } wrong[] = {
        {"{\"cues\": [{\"name\": \"x\"", "all.json:1:23: "},
        {"{\n \"cues\": [{\"name\": \"x\", \"sources\": [\"zzz\"]}]}",
         "all.json:2:37: `zzz` is no sound of the cart"},
        {"{\"cues\": [\n {\"name\": \"x\", \"sources\": [\"a\"], \"priority\": 16}]}",
         "all.json:2:46: a priority is"},
        {"{\"cues\": [{\"name\": \"x\", \"sources\": [\"a\"]},\n{\"name\": \"X\", \"sources\": [\"a\"]}]}",
         "all.json:2:1: cue `X` is there already"},
        {"{\"cues\": [{\"name\": \"x\", \"sources\": [\"a\"], \"falof\": 3}]}", "falof"},
        {"{\"cues\": [{\"name\": \"x\", \"switch\": \"s\", \"values\": {}}]}", "there is no switch `s`"},
        {"{\"cues\": [{\"name\": \"x\", \"sources\": []}]}", "at least one sound"},
        {"{\"cues\": [{\"name\": \"x\", \"sources\": [\"a\"], \"volume\": 1.5}]}", "volume"},
        {"{\"buses\": [{\"name\": \"music\", \"duck\": {\"for\": \"music\"}}]}", "ducked for itself"},
        {"{\"switches\": [{\"name\": \"s\", \"values\": [\"a\", \"a\"]}]}", "value `a` is there already"},
        {"[]", "an object"},
    };
    static const pack_options options = {.names = true};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        packed_folder f;
        writer image = {0};
        pack_report report;
        tool_error error = {.text = ""};
        cart c;
        cue_cart(&f, wrong[i].text);
        CHECK(cart_load(f.path, &c, &error));
        CHECK(!pack_cart(&c, &options, &image, &report, &error));
        if (strstr(error.text, wrong[i].why) == NULL) test_fail(__FILE__, __LINE__, error.text, (int)i, 0);
        cart_free(&c);
        writer_free(&image);
        folder_remove(&f);
    }
}
