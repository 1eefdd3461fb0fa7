/* AUD-010, AUD-037: long tracks through two blocks, loops and followers without a gap, late blocks, and the clock of a movie. */
#include <string.h>

#include "kernel/audio/audio.h"
#include "kernel/audio/track.h"
#include "rom/chunks.h"
#include "tests/test.h"
#include "tests/unit/kernel/file/file_image_builder.h"
#include "tests/unit/kernel/memory/life.h"

enum { HEADER = ROM_SOUND_SIZE, BLOCKS = 256, FRAMES = (OX_AUDIO_STREAM_BLOCK - ROM_ADPCM_HEAD) * 2 + 1 };

static struct {
    _Alignas(16) uint8_t image[4096], memory[65536], buffers[OX_AUDIO_STREAM_SLOTS * OX_AUDIO_STREAM_BLOCK],
        aside[16384];
    ox_arena arena;
    ox_files files;
    ox_images images;
    ox_manager manager;
    image_build build;
    uint32_t head_bytes, first_byte;
    ox_audio audio;
    ox_audio_stream stream;
    ox_file other; /* for what is read beside the track */
} t;

/* A byte of the track: blocks of ADPCM with codes that follow from their place alone. */
static uint8_t byte_of(uint32_t at) {
    const uint32_t block = at / OX_AUDIO_STREAM_BLOCK, in = at % OX_AUDIO_STREAM_BLOCK;
    if (in < 2) return (uint8_t)((block * 97u % 4096u) >> in * 8);
    if (in < ROM_ADPCM_HEAD) return in == 2 ? (uint8_t)(block % 50u) : 0;
    return (uint8_t)((at * 2654435761u) >> 23);
}

static ox_status open_made(void *context, ox_text_view path, ox_file_mode mode, uint32_t *node,
                           uint32_t *size) {
    (void)mode;
    *node = path.at[0] == 'o'; /* "other" */
    *size = *(const uint32_t *)context;
    return OX_OK;
}

static ox_status read_made(void *context, uint32_t node, uint32_t offset, void *to, uint32_t bytes,
                           uint32_t *done) {
    (void)context, (void)node;
    for (uint32_t i = 0; i < bytes; i++)
        ((uint8_t *)to)[i] =
            offset + i < t.head_bytes ? t.image[offset + i] : byte_of(offset + i - t.first_byte);
    *done = bytes;
    return OX_OK;
}

static void put_header(uint8_t *d, uint32_t frames, uint32_t bytes, uint32_t loop_start, uint32_t rate) {
    image_put(d + ROM_SOUND_RATE, rate, 2);
    d[ROM_SOUND_FORMAT] = OX_AUDIO_ADPCM;
    d[ROM_SOUND_CHANNELS] = 1;
    image_put(d + ROM_SOUND_FRAMES, frames, 4);
    image_put(d + ROM_SOUND_LOOP_START, loop_start, 4);
    image_put(d + ROM_SOUND_LOOP_END, frames, 4);
    image_put(d + ROM_SOUND_DATA_BYTES, bytes, 4);
    image_put(d + ROM_SOUND_DATA_AT, HEADER, 4);
    image_put(d + ROM_SOUND_BLOCK_BYTES, OX_AUDIO_STREAM_BLOCK, 2);
}

/* Opens an image in a file that has a track of so many blocks, and a console's sound of 16 bits. */
static void open_medium(uint32_t blocks, uint32_t loop_start, uint32_t rate) {
    static const ox_device_calls calls = {.open = open_made, .read = read_made};
    static uint32_t size;
    static ox_device device;
    const ox_files_config file_config = {.handles = 2, .requests = 8};
    const ox_manager_config config = {.records = 4, .types = 1, .miss = OX_MISS_REFUSE};
    const uint32_t bytes = blocks * OX_AUDIO_STREAM_BLOCK;
    rom_error error = {ROM_OK, 0, ""};
    rom_chunk chunk;
    rom_image image;
    ox_file file;
    image_begin(&t.build, t.image, sizeof t.image, 1, 0x10000);
    put_header(image_chunk(&t.build, "track", ROM_TAG_SOUND, 0, HEADER, HEADER), blocks * FRAMES, bytes,
               loop_start, rate);
    size = image_finish(&t.build) + bytes;
    CHECK_EQ(rom_open(t.image, size, &image, &error), ROM_OK);
    CHECK(rom_find(&image, rom_id("track"), ROM_TAG_SOUND, &chunk));
    for (uint32_t i = 0; i < image.count; i++) { /* the last chunk grows, and the image with it */
        uint8_t *entry = t.image + ROM_HEADER_SIZE + i * ROM_ENTRY_SIZE;
        if (rom_u32(entry) != rom_id("track")) continue;
        image_put(entry + ROM_ENTRY_STORED, HEADER + bytes, 4);
        image_put(entry + ROM_ENTRY_FULL, HEADER + bytes, 4);
    }
    image_put(t.image + ROM_AT_SIZE, size, 4);
    image_put(t.image + ROM_AT_HEADER_CRC, rom_crc32(0, t.image, 60), 4);
    t.head_bytes = t.first_byte = chunk.offset + HEADER;
    device = (ox_device){.calls = &calls, .context = &size, .sector = 1, .flags = OX_DEVICE_READ_ONLY};
    ox_arena_init(&t.arena, t.memory, sizeof t.memory);
    CHECK_EQ(ox_files_init(&t.files, &file_config, &t.arena), OX_OK);
    CHECK_EQ(ox_files_mount(&t.files, "disc", &device, 0), OX_OK);
    CHECK_EQ(ox_file_open(&t.files, OX_TEXT("disc:cart"), OX_FILE_READ, &file), OX_OK);
    CHECK_EQ(ox_file_open(&t.files, OX_TEXT("disc:other"), OX_FILE_READ, &t.other), OX_OK);
    ox_images_init(&t.images, NULL);
    CHECK_EQ(ox_images_add_file(&t.images, &t.files, file, &t.arena, "cart", 0, &error), OX_OK);
    CHECK_EQ(ox_manager_init(&t.manager, &config, &t.images, &t.files, &t.arena, NULL), OX_OK);
    const ox_audio_setup setup = {.out = {.rate = rate, .hz = 60, .channels = 1, .bits = 16},
                                  .voices = 2,
                                  .requests = 4,
                                  .clips = 1,
                                  .manager = &t.manager};
    CHECK_EQ(ox_audio_init(&t.audio, &setup, &t.arena), OX_OK);
}

/* The track decoded from its begin on, frame by frame. */
typedef struct reference {
    uint32_t frame, end, loop_start;
    rom_adpcm state;
} reference;

static int16_t next_of(reference *r) {
    if (r->frame == r->end) r->frame = r->loop_start;
    const uint32_t block = r->frame / FRAMES, in = r->frame % FRAMES, at = block * OX_AUDIO_STREAM_BLOCK;
    if (in == 0) {
        const uint8_t head[ROM_ADPCM_HEAD] = {byte_of(at), byte_of(at + 1), byte_of(at + 2), 0};
        r->state = rom_adpcm_begin(head);
    } else {
        const uint32_t code = byte_of(at + ROM_ADPCM_HEAD + (in - 1) / 2);
        (void)rom_adpcm_next(&r->state, (in - 1) % 2 != 0 ? code >> 4 : code & 15u);
    }
    r->frame++;
    return (int16_t)r->state.sample;
}

static uint32_t wrong_samples(reference *r, uint32_t frames) {
    const int16_t *block = t.audio.block;
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < frames; i++) wrong += block[i] != next_of(r);
    return wrong;
}

static ox_audio_handle start_track(ox_audio_track *track, bool loops, uint32_t from) {
    return ox_audio_start(&t.audio, &(ox_audio_ask){.id = rom_id("track"),
                                                    .volume = OX_AUDIO_FULL,
                                                    .bus = OX_BUS_MUSIC,
                                                    .track = track,
                                                    .loops = loops,
                                                    .from = from});
}

/* Plays so many ticks with a medium that gives `quota` bytes in each; a long read of low urgency is always under way. Gives the samples that are not
 * those of the reference. */
static uint32_t play_stream(uint32_t *tick, uint32_t ticks, uint32_t quota, reference *r, uint32_t *aside) {
    static ox_request request;
    const ox_request_options idle = {.urgency = OX_URGENCY_IDLE, .loose = true};
    uint32_t wrong = 0;
    for (const uint32_t end = *tick + ticks; *tick < end; ++*tick) {
        ox_files_pump(&t.files, quota);
        ox_files_tick(&t.files, *tick + 1);
        if (aside != NULL && (*tick == 0 || ox_request_done(&t.files, request))) {
            if (*tick != 0) *aside += ox_request_bytes(&t.files, request);
            if (*tick != 0) (void)!ox_request_drop(&t.files, request);
            wrong += ox_request_read(&t.files, (ox_request_piece){t.other, 4096, sizeof t.aside}, t.aside,
                                     &idle, &request) != OX_OK;
        }
        ox_audio_stream_update(&t.stream);
        wrong += wrong_samples(r, ox_audio_tick(&t.audio));
    }
    return wrong;
}

TEST(audio_stream_a_megabyte_through_two_blocks) {
    uint32_t tick = 0, aside = 0;
    reference r = {.end = BLOCKS * FRAMES};
    open_medium(BLOCKS, 0, 18157);
    CHECK_EQ(ox_audio_stream_open(&t.stream, &t.manager, rom_id("track"), t.buffers), OX_OK);
    CHECK(ox_audio_stream_bytes_of(1) == sizeof t.buffers && t.stream.blocks.blocks == BLOCKS);
    ox_files_pump(&t.files, 65536);
    ox_files_tick(&t.files, 0);
    (void)start_track(&t.stream.track, true, 0);
    CHECK_EQ(play_stream(&tick, 7200, 512, &r, &aside), 0); /* two minutes: all of it, and round the loop */
    CHECK(r.frame < 100 * FRAMES && aside >= 1024 * 1024);
    CHECK_EQ(t.stream.track.underruns + t.stream.blocks.failures + t.files.costs.missed, 0);
    CHECK(t.stream.blocks.loads >= BLOCKS + 3 && ox_streamed_resident(&t.stream.blocks) == 2);
    ox_audio_end(&t.audio);
    ox_audio_stream_close(&t.stream);
}

TEST(audio_stream_plays_ten_minutes_beside_a_long_read) {
    uint32_t tick = 0, aside = 0;
    reference r = {.end = 3 * FRAMES, .loop_start = FRAMES};
    open_medium(3, FRAMES, 4000);
    CHECK_EQ(ox_audio_stream_open(&t.stream, &t.manager, rom_id("track"), t.buffers), OX_OK);
    ox_files_pump(&t.files, 65536);
    ox_files_tick(&t.files, 0);
    (void)start_track(&t.stream.track, true, 0);
    CHECK_EQ(play_stream(&tick, 36000, 128, &r, &aside), 0); /* loops from its second block on */
    CHECK(aside >= 1024 * 1024 && t.stream.track.underruns + t.files.costs.missed == 0);
    ox_audio_end(&t.audio);
    ox_audio_stream_close(&t.stream);
}

/* The medium gives nothing for a while: silence that is counted, and then the very next frame. */
TEST(audio_stream_late_blocks_are_silence) {
    uint32_t tick = 0, silent = 0, after = 0;
    reference r = {.end = 8 * FRAMES};
    open_medium(8, 0, 18157);
    CHECK_EQ(ox_audio_stream_open(&t.stream, &t.manager, rom_id("track"), t.buffers), OX_OK);
    ox_files_pump(&t.files, 65536);
    ox_files_tick(&t.files, 0);
    const ox_audio_handle handle = start_track(&t.stream.track, false, 0);
    CHECK_EQ(play_stream(&tick, 54, 0, &r, NULL), 0); /* both blocks that are there */
    const uint32_t at = ox_audio_position(&t.audio, handle);
    CHECK_EQ(at, r.frame);
    for (uint32_t i = 0; i < 30; i++) {
        ox_files_tick(&t.files, ++tick);
        ox_audio_stream_update(&t.stream);
        const uint32_t frames = ox_audio_tick(&t.audio);
        for (uint32_t k = 0; k < frames; k++) silent += ((const int16_t *)t.audio.block)[k] == 0;
    }
    CHECK(ox_audio_position(&t.audio, handle) == 2 * FRAMES && silent >= 29 * 302 &&
          t.stream.track.underruns >= 28);
    after = t.stream.track.underruns;
    r.frame = 2 * FRAMES;
    ox_files_pump(&t.files, 65536);
    ox_files_tick(&t.files, ++tick);
    ox_audio_stream_update(&t.stream);
    CHECK_EQ(play_stream(&tick, 60, 4096, &r, NULL), 0);
    CHECK(t.stream.track.underruns <= after + 1 && ox_audio_position(&t.audio, handle) == r.frame);
    /* begun anew in its sixth block: a seek */
    (void)start_track(&t.stream.track, false, 5 * FRAMES + 77);
    (void)ox_audio_tick(&t.audio);
    for (uint32_t i = 0; i < 3; i++) (void)play_stream(&tick, 1, 65536, &(reference){.end = FRAMES}, NULL);
    const uint32_t from = t.stream.track.frame;
    CHECK(from >= 5 * FRAMES && from < 5 * FRAMES + 1300 && !ox_audio_is_playing(&t.audio, handle));
    ox_audio_end(&t.audio);
    ox_audio_stream_close(&t.stream);
}

TEST(audio_stream_refuses_what_is_none) {
    open_medium(2, 100, 18157); /* a loop that begins inside of a block */
    CHECK_EQ(ox_audio_stream_open(&t.stream, &t.manager, rom_id("track"), t.buffers), OX_BAD_DATA);
    CHECK_EQ(ox_audio_stream_open(&t.stream, &t.manager, rom_id("none"), t.buffers), OX_NOT_FOUND);
    open_medium(2, 0, 18157);
    CHECK_EQ(ox_audio_stream_open(&t.stream, &t.manager, rom_id("track"), NULL), OX_BAD_ARGUMENT);
    const ox_audio_track_setup good = {
        .format = OX_AUDIO_S16, .frames = 10, .rate = 8000, .channels = 1, .find = t.stream.track.find};
    CHECK_EQ(ox_audio_track_init(&t.stream.track, &good), OX_OK);
    for (uint32_t i = 0; i < 6; i++) {
        ox_audio_track_setup bad = good;
        if (i == 0) bad.format = OX_AUDIO_SYNTH;
        if (i == 1) bad.frames = 0;
        if (i == 2) bad.rate = 70000;
        if (i == 3) bad.channels = 3;
        if (i == 4) bad.find = NULL;
        if (i == 5) bad.loop_start = 5, bad.loop_end = 5;
        CHECK_EQ(ox_audio_track_init(&t.stream.track, &bad), OX_BAD_ARGUMENT);
    }
}

/* ---- a movie: each of its frames has a piece of sound; samples tell which ---- */

enum { MOVIE_RATE = 8000, MOVIE_FPS = 15, MOVIE_FRAMES = 70 * MOVIE_FPS };

static int16_t picture_sound[MOVIE_RATE / MOVIE_FPS + 1];

static uint32_t first_of(uint32_t picture) { return picture * MOVIE_RATE / MOVIE_FPS; }

static uint32_t picture_at(uint32_t frame) {
    uint32_t picture = frame * MOVIE_FPS / MOVIE_RATE;
    while (first_of(picture + 1) <= frame) picture++;
    return picture;
}

static bool find_picture(void *of, uint32_t frame, ox_audio_track_piece *piece) {
    const uint32_t picture = picture_at(frame);
    (void)of;
    piece->first = first_of(picture);
    piece->frames = first_of(picture + 1) - piece->first;
    piece->size = piece->frames * 2;
    piece->bytes = picture_sound;
    for (uint32_t i = 0; i < piece->frames; i++) image_put((uint8_t *)&picture_sound[i], picture + 1, 2);
    return true;
}

/* How many frames the picture of the clock is away from the sound of the tick's last sample. */
static uint32_t apart(ox_audio_handle handle) {
    const uint32_t frames = ox_audio_tick(&t.audio);
    const int32_t heard = ((const int16_t *)t.audio.block)[frames - 1] - 1,
                  shown = (int32_t)((uint64_t)ox_audio_position(&t.audio, handle) * MOVIE_FPS / MOVIE_RATE);
    return (uint32_t)(heard > shown ? heard - shown : shown - heard);
}

TEST(audio_track_is_the_clock_of_a_movie) {
    ox_audio_track movie;
    uint32_t most = 0;
    open_medium(1, 0, 11025);
    const ox_audio_track_setup setup = {.format = OX_AUDIO_S16,
                                        .frames = first_of(MOVIE_FRAMES),
                                        .rate = MOVIE_RATE,
                                        .channels = 1,
                                        .find = find_picture};
    CHECK_EQ(ox_audio_track_init(&movie, &setup), OX_OK);
    const ox_audio_handle handle = start_track(&movie, false, 0);
    for (uint32_t tick = 0; tick < 3600; tick++) {
        const uint32_t now = apart(handle);
        if (now > most) most = now;
    }
    CHECK(most <= 1 &&
          ox_audio_position(&t.audio, handle) / MOVIE_RATE == 59); /* 60 seconds, but for what rounds */
    ox_audio_pause(&t.audio, handle, true);
    const uint32_t before = ox_audio_position(&t.audio, handle);
    for (uint32_t tick = 0; tick < 100; tick++) (void)ox_audio_tick(&t.audio);
    CHECK_EQ(ox_audio_position(&t.audio, handle), before);
    ox_audio_pause(&t.audio, handle, false);
    for (uint32_t tick = 0; tick < 60; tick++) CHECK(apart(handle) <= 1);
    ox_audio_stop(&t.audio, handle, 0);
    (void)ox_audio_tick(&t.audio);
    const ox_audio_handle skipped = start_track(&movie, false, first_of(900)); /* to its sixtieth second */
    (void)ox_audio_tick(&t.audio);
    CHECK(apart(skipped) <= 1 && ox_audio_position(&t.audio, skipped) / MOVIE_RATE == 60);
    for (uint32_t tick = 0; tick < 620; tick++) (void)ox_audio_tick(&t.audio);
    CHECK(!ox_audio_is_playing(&t.audio, skipped) && ox_audio_position(&t.audio, skipped) == UINT32_MAX);
    CHECK_EQ(movie.underruns, 0);
    ox_audio_end(&t.audio);
}

/* What follows begins with the sample behind the last one. */
TEST(audio_track_follows_without_a_gap) {
    ox_audio_track movie;
    uint32_t wrong = 0, heard = 0;
    open_medium(2, 0, 8000);
    CHECK_EQ(ox_audio_stream_open(&t.stream, &t.manager, rom_id("track"), t.buffers), OX_OK);
    ox_files_pump(&t.files, 65536);
    ox_files_tick(&t.files, 0);
    ox_audio_stream_update(&t.stream);
    const ox_audio_track_setup setup = {.format = OX_AUDIO_S16,
                                        .frames = first_of(3),
                                        .rate = MOVIE_RATE,
                                        .channels = 1,
                                        .find = find_picture};
    CHECK_EQ(ox_audio_track_init(&movie, &setup), OX_OK);
    const ox_audio_handle handle = start_track(&movie, false, 0);
    CHECK_EQ(ox_audio_follow(&t.audio, handle, &t.stream.track, 0), OX_BAD_STATE);
    for (uint32_t i = ox_audio_tick(&t.audio); i > 0; i--, heard++)
        wrong += ((const int16_t *)t.audio.block)[heard] != 1;
    CHECK_EQ(ox_audio_follow(&t.audio, handle, NULL, 1), OX_NOT_FOUND);
    CHECK_EQ(ox_audio_follow(&t.audio, handle, &t.stream.track, 0), OX_OK);
    reference r = {.end = 2 * FRAMES};
    for (uint32_t tick = 0; tick < 100; tick++) {
        const uint32_t frames = ox_audio_tick(&t.audio);
        for (uint32_t i = 0; i < frames; i++, heard++) {
            const int16_t wanted = heard < setup.frames ? (int16_t)(picture_at(heard) + 1) : next_of(&r);
            wrong += ((const int16_t *)t.audio.block)[i] != wanted;
        }
    }
    CHECK_EQ(wrong, 0);
    CHECK(ox_audio_position(&t.audio, handle) == r.frame && t.stream.track.underruns == 0);
    ox_audio_end(&t.audio);
    ox_audio_stream_close(&t.stream);
}

static bool find_nothing(void *of, uint32_t frame, ox_audio_track_piece *piece) {
    (void)of, (void)frame, (void)piece;
    return false;
}
static ox_status track_opened(ox_audio_track *it) {
    const ox_audio_track_setup setup = {
        .format = OX_AUDIO_S8, .frames = 100, .rate = 8000, .channels = 1, .find = find_nothing};
    return ox_audio_track_init(it, &setup);
}
PLAIN_ROW(ox_audio_track, init, track_opened(it), OX_CLEAR(it))
LIFE_ROW(ox_audio_stream, open, ox_audio_stream_open(it, &t.manager, rom_id("track"), t.buffers),
         ox_audio_stream_close(it), ox_audio_stream_update(it))

TEST(audio_tracks_and_streams_end_clear) {
    const life_bench bench = {&t.arena, NULL};
    open_medium(4, 0, 16384);
    CHECK(life_is_led(&LIFE_OF(ox_audio_track), &bench));
    CHECK(life_is_led(&LIFE_OF(ox_audio_stream), &bench));
}

TEST(audio_clips_are_described_by_their_headers) {
    uint8_t header[HEADER] = {0};
    ox_audio_clip clip;
    put_header(header, 8 * FRAMES, 8 * OX_AUDIO_STREAM_BLOCK, 0, 16384);
    CHECK_EQ(ox_audio_clip_describe(&clip, header, HEADER - 1), OX_BAD_DATA);
    CHECK_EQ(ox_audio_clip_describe(&clip, header, HEADER + 8 * OX_AUDIO_STREAM_BLOCK), OX_OK);
    CHECK(clip.frames == 8 * FRAMES && clip.rate == 16384 && clip.data == NULL);
    header[ROM_SOUND_CHANNELS] = 3;
    CHECK(ox_failed(ox_audio_clip_describe(&clip, header, HEADER + 8 * OX_AUDIO_STREAM_BLOCK)));
}
