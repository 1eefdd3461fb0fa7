/* Movies of carts: what is seen of them, frame by frame, and how they are held, skipped and gone back to. */
#define _XOPEN_SOURCE 700
#include "kernel/audio/module.h"
#include "kernel/movie/module.h"
#include "rom/movie.h"
#include "tests/host/rom/carts/played_cart.h"
#include "tools/import/sound/wav.h"

enum { WIDTH = 64, HEIGHT = 48, PICTURES = 60, STEPS_EACH = 4 };

static const char script[] =
    "var ends = 0\n"
    "behaviour Show {\n"
    "    on Press(button) {\n"
    "        if button == Button.A { let there = movie_play('clip') }\n"
    "        if button == Button.B { movie_stop() }\n"
    "        if button == Button.L { movie_pause(true) }\n"
    "        if button == Button.R { movie_pause(false) }\n"
    "        if button == Button.START { let there = movie_play('clip', loops: true) }\n"
    "        if button == Button.SELECT { if not movie_play('none') { log(\"no movie none\") } }\n"
    "    }\n"
    "    on MovieEnded(which) when which == 'clip' { ends += 1 }\n"
    "}\n";

/* A ball that goes over a ground, which scrolls. */
static void write_pictures(packed_folder *f) {
    static char text[WIDTH * HEIGHT * 12 + 64];
    char list[PICTURES * 12] = "", name[16];
    for (int n = 0; n < PICTURES; n++) {
        int at = sprintf(text, "P3\n%d %d\n255\n", WIDTH, HEIGHT);
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            const int x = i % WIDTH, y = i / WIDTH, dx = x - n, dy = y - 20;
            at += dx * dx + dy * dy < 60 ? sprintf(text + at, "255 %d 40\n", 4 * n)
                                         : sprintf(text + at, "%d %d %d\n", (x + 2 * n) * 3 % 256, y * 5, 60);
        }
        sprintf(name, "p%02d.ppm", n);
        folder_write(f, name, text);
        sprintf(list + strlen(list), "p%02d.ppm\n", n);
    }
    folder_write(f, "clip.txt", list);
}

static void play_movie(played *p, const char *format) {
    char text[512];
    snprintf(
        text, sizeof text,
        "title \"Reel\"\nsize 64x48\nformat %s\nbudget 256K\nframe 16K\nstart one\nscript game game.goad\n"
        "movie clip clip.txt rate=15 key=20\nscene one\n background #80C040\n camera flat at=0,0 pixels=1\n"
        " behaviour Show\nend\n",
        format);
    memset(p, 0, sizeof *p);
    write_texts(&p->folder, &(played_texts){text, script, NULL});
    write_pictures(&p->folder);
    CHECK(folder_pack(&p->folder, &p->image));
    boot_with(p, NULL, 0);
    if (p->console == NULL) TEST_INFO("%s", p->error.text);
    CHECK(p->console != NULL);
}

static uint32_t checksum(const played *p, const rom_movie *movie) {
    host_frame shown = {0};
    CHECK(host_last_frame(p->port, &shown));
    CHECK(shown.stride == WIDTH * 2 || shown.format != PLAT_RGB565);
    return rom_movie_checksum(movie, shown.pixels);
}

static void open_clip(const played *p, rom_movie *movie) {
    rom_image image;
    rom_chunk chunk;
    rom_error error;
    CHECK(rom_open(p->image.data, p->image.size, &image, NULL) == ROM_OK);
    CHECK(rom_find(&image, rom_id("movie/clip"), ROM_TAG_MOVIE, &chunk));
    CHECK(rom_movie_open(chunk.data, movie, &error) == ROM_OK);
    CHECK_EQ(movie->frames, PICTURES);
}

/* Each of sixty frames is seen as the encoder saw it, for as long as it is due. */
TEST(movie_every_frame_is_shown) {
    played p;
    rom_movie movie;
    play_movie(&p, "rgb565");
    open_clip(&p, &movie);
    const ox_module_host *host = &p.console->host;
    frame(p.console, PLAT_A);
    for (uint32_t step = 1; ox_movie_playing(host) != OX_ID_NONE; step++) {
        CHECK_EQ(ox_movie_frame(host), step / STEPS_EACH);
        CHECK_EQ(checksum(&p, &movie), rom_movie_expected(&movie, step / STEPS_EACH));
        CHECK(step < PICTURES * STEPS_EACH);
        frame(p.console, 0);
    }
    end(&p);
}

static uint32_t first_pixel(const played *p) {
    host_frame shown = {0};
    CHECK(host_last_frame(p->port, &shown));
    return *(const uint16_t *)shown.pixels;
}

/* A movie that is skipped is gone in the same step, and one that is held goes on with the frame at which it was. */
TEST(movie_is_held_and_skipped) {
    played p;
    rom_movie movie;
    play_movie(&p, "rgb565");
    open_clip(&p, &movie);
    const ox_module_host *host = &p.console->host;
    frame(p.console, 0);
    const uint32_t scene = first_pixel(&p);
    frame(p.console, PLAT_A);
    frames(p.console, 40);
    CHECK_EQ(ox_movie_frame(host), 10);
    frame(p.console, PLAT_L);
    frames(p.console, 100);
    CHECK_EQ(ox_movie_frame(host), 10);
    CHECK_EQ(checksum(&p, &movie), rom_movie_expected(&movie, 10));
    frame(p.console, PLAT_R);
    frames(p.console, 8);
    CHECK_EQ(ox_movie_frame(host), 12);
    CHECK_EQ(checksum(&p, &movie), rom_movie_expected(&movie, 12));
    frame(p.console, PLAT_B);
    CHECK_EQ(ox_movie_playing(host), OX_ID_NONE);
    CHECK_EQ(first_pixel(&p), scene);
    frame(p.console, PLAT_SELECT);
    CHECK(logged(p.console, "no movie none"));
    end(&p);
}

/* One that loops begins again with its first frame, which needs none before it. */
TEST(movie_goes_round) {
    played p;
    rom_movie movie;
    play_movie(&p, "rgb565");
    open_clip(&p, &movie);
    frame(p.console, PLAT_START);
    frames(p.console, PICTURES * STEPS_EACH + 2 * STEPS_EACH);
    CHECK_EQ(ox_movie_frame(&p.console->host), 2);
    CHECK_EQ(checksum(&p, &movie), rom_movie_expected(&movie, 2));
    end(&p);
}

/* ---- sound ---- */

enum {
    SOUND_RATE = 8000,              /* samples a second */
    SHORTER = 320,                  /* frames of a movie of twenty seconds */
    LONG = OX_DEBUG ? SHORTER : 920 /* and of the long one, a little over a minute */
};

/* A saw tooth, longer than the movie. */
static void write_hum(packed_folder *f) {
    import_sound sound;
    writer wav = {0};
    char path[96];
    snprintf(path, sizeof path, "%s/hum.wav", f->path);
    CHECK(import_sound_allocate("hum", SOUND_RATE, 1, SOUND_RATE * 62, &sound, NULL));
    for (uint32_t i = 0; i < sound.frames; i++) sound.samples[i] = (int32_t)(i % 40 * 800) * 65536 / 2;
    import_wav_write(&sound, &wav);
    FILE *file = fopen(path, "wb");
    CHECK(file != NULL && fwrite(wav.data, 1, wav.size, file) == wav.size);
    if (file != NULL) fclose(file);
    if (f->count < 80) snprintf(f->files[f->count++], sizeof f->files[0], "%s", path);
    import_sound_free(&sound);
    writer_free(&wav);
}

static void play_long_movie(played *p, int count) {
    static const char text[] =
        "title \"Reel\"\nsize 64x48\nformat rgb565\nbudget 512K\n"
        "frame 16K\nstart one\nscript game "
        "game.goad\n"
        "movie clip long.txt rate=15 key=20 sound=hum.wav\nscene one\n background #80C040\n"
        " camera flat at=0,0 pixels=1\n behaviour Show\nend\n";
    static char list[LONG * 8 + 1];
    list[0] = '\0';
    memset(p, 0, sizeof *p);
    write_texts(&p->folder, &(played_texts){text, script, NULL});
    write_pictures(&p->folder);
    for (int i = 0, at = 0; i < count; i++) at += sprintf(list + at, "p%02d.ppm\n", i % PICTURES);
    folder_write(&p->folder, "long.txt", list);
    write_hum(&p->folder);
    tool_error error = {.text = ""};
    CHECK(folder_pack_told(&p->folder, &p->image, &error));
    if (error.text[0] != 0) TEST_INFO("%s", error.text);
    p->port = quiet_port(NULL);
    ox_boot_options boot = quiet_options(p->port, &p->image);
    boot.modules = ox_preset_full;
    p->console = ox_console_boot(&boot, &p->error);
    if (p->console == NULL) TEST_INFO("%s", p->error.text);
    CHECK(p->console != NULL);
}

/* The sample that the movie's voice mixes next; -1: it is silent. */
static int64_t sample_now(const played *p) {
    const ox_audio *audio = ox_console_audio(p->console);
    for (uint32_t i = 0; i < audio->sound_count; i++) {
        const ox_audio_handle handle = {audio->sounds[i].handle};
        if (audio->sounds[i].id != OX_NAME("clip") || audio->sounds[i].stops ||
            !ox_audio_is_playing(audio, handle))
            continue;
        return ox_audio_position(audio, handle);
    }
    return -1;
}

/* How far the sound is from the picture, in samples: a frame is 533. */
static int32_t offset_now(const played *p, uint32_t steps) {
    const int64_t sample = sample_now(p);
    CHECK(sample >= 0);
    const int32_t off = (int32_t)(sample - (int64_t)steps * SOUND_RATE / 60);
    return off < 0 ? -off : off;
}

/* Sound and pictures stay within a frame of one another for a minute, through a pause, and where a movie is loaded. */
TEST(movie_sound_keeps_with_the_pictures) {
    played p;
    play_long_movie(&p, LONG);
    if (p.console == NULL) return;
    CHECK(ox_console_audio(p.console) != NULL);
    int32_t most = 0;
    uint32_t steps = 1;
    frame(p.console, PLAT_A);
    for (; steps < (LONG - 20) * 4; steps++) {
        frame(p.console, 0);
        const int32_t off = offset_now(&p, steps);
        if (off > most) most = off;
        if (steps != 1000) continue;
        frame(p.console, PLAT_L);
        frames(p.console, 100);
        CHECK(offset_now(&p, steps) < SOUND_RATE / 15);
        frame(p.console, PLAT_R);
        steps++;
    }
    TEST_INFO("at most %d of %d samples of a frame apart", most, SOUND_RATE / 15);
    CHECK(most < SOUND_RATE / 15);
    CHECK_EQ(ox_movie_frame(&p.console->host), steps * 15 / 60);
    frame(p.console, PLAT_B);
    frames(p.console, 3);
    CHECK_EQ(sample_now(&p), -1);
    end(&p);
}

/* A movie that begins again, and one that is loaded, is heard once, from where it is. */
TEST(movie_sound_is_where_a_loaded_movie_is) {
    static uint8_t bytes[65536];
    played p;
    play_long_movie(&p, SHORTER);
    if (p.console == NULL) return;
    ox_sim_part parts[OX_STATE_PARTS];
    const ox_sim state = {parts, ox_console_list_state(p.console, parts)};
    ox_writer to = ox_writer_bytes(bytes, sizeof bytes);
    frame(p.console, PLAT_A);
    frames(p.console, 299);
    ox_sim_save(&state, &to);
    CHECK(to.used <= sizeof bytes);
    frames(p.console, 600);
    frame(p.console, PLAT_A);
    frames(p.console, 59);
    CHECK(offset_now(&p, 60) < SOUND_RATE / 15);
    ox_reader from = ox_reader_bytes(bytes, to.used);
    CHECK_EQ(ox_sim_restore(&state, &from), OX_OK);
    frames(p.console, 100);
    CHECK_EQ(ox_movie_frame(&p.console->host), 400 * 15 / 60);
    const int32_t off = offset_now(&p, 400);
    TEST_INFO("%d samples apart behind a load", (int)off);
    CHECK(off < SOUND_RATE / 15);
    end(&p);
}
