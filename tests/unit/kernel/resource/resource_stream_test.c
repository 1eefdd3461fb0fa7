/* Tests of streams: a megabyte of sound through 8 KB, loops and ends without a gap, segments around a cursor.
 */
#include "kernel/resource/streamed.h"
#include "tests/test.h"
#include "tests/unit/kernel/file/file_image_builder.h"
#include "tests/unit/kernel/memory/life.h"

#define SOUND ROM_TAG('M', 'I', 'N', 'E')

enum { BLOCK = 4096, TRACK = 1024 * 1024 };

static _Alignas(16) uint8_t rom_memory[4096], memory[16384], buffers[3 * BLOCK];
static ox_arena arena;
static ox_files files;
static ox_images images;
static ox_manager m;
static image_build b;

/* ---- a medium with an image of any size: its head as made, behind it each block's number ---- */

static uint32_t head_bytes, first_byte, medium_speed;

static ox_status open_made(void *context, ox_text_view path, ox_file_mode mode, uint32_t *node,
                           uint32_t *size) {
    (void)path, (void)mode;
    *node = 0;
    *size = *(const uint32_t *)context;
    return OX_OK;
}

static ox_status read_made(void *context, uint32_t node, uint32_t offset, void *to, uint32_t bytes,
                           uint32_t *done) {
    (void)context, (void)node;
    uint8_t *at = to;
    if (bytes > medium_speed) bytes = medium_speed;
    *done = bytes;
    while (bytes > 0) {
        uint32_t some = offset < head_bytes ? 1 : BLOCK - (offset - first_byte) % BLOCK;
        if (some > bytes) some = bytes;
        memset(at, offset < head_bytes ? rom_memory[offset] : (uint8_t)(7 + (offset - first_byte) / BLOCK),
               some);
        at += some;
        offset += some;
        bytes -= some;
    }
    return OX_OK;
}

/* Opens an image in a file with one plain chunk of `bytes` behind a header of 4. */
static void open_medium(uint32_t bytes) {
    static const ox_device_calls calls = {.open = open_made, .read = read_made};
    static uint32_t size;
    static ox_device device;
    ox_files_config file_config = {.handles = 2, .requests = 8};
    ox_manager_config config = {.records = 4, .types = 1, .miss = OX_MISS_REFUSE};
    rom_error error = {ROM_OK, 0, ""};
    rom_chunk chunk;
    rom_image image;
    ox_file file;
    image_begin(&b, rom_memory, sizeof rom_memory, 1, 0x10000);
    (void)image_chunk(&b, "track", SOUND, 0, 4, 4);
    size = image_finish(&b) + bytes;
    CHECK_EQ(rom_open(rom_memory, size, &image, &error), ROM_OK);
    CHECK(rom_find(&image, rom_id("track"), SOUND, &chunk));
    for (uint32_t i = 0; i < image.count; i++) { /* the last chunk grows, and the image with it */
        uint8_t *entry = rom_memory + ROM_HEADER_SIZE + i * ROM_ENTRY_SIZE;
        if (rom_u32(entry) != rom_id("track")) continue;
        image_put(entry + ROM_ENTRY_STORED, 4 + bytes, 4);
        image_put(entry + ROM_ENTRY_FULL, 4 + bytes, 4);
    }
    image_put(rom_memory + ROM_AT_SIZE, size, 4);
    image_put(rom_memory + ROM_AT_HEADER_CRC, rom_crc32(0, rom_memory, 60), 4);
    head_bytes = first_byte = chunk.offset + 4;
    medium_speed = UINT32_MAX;
    device = (ox_device){.calls = &calls, .context = &size, .sector = 1, .flags = OX_DEVICE_READ_ONLY};
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_files_init(&files, &file_config, &arena), OX_OK);
    CHECK_EQ(ox_files_mount(&files, "disc", &device, 0), OX_OK);
    CHECK_EQ(ox_file_open(&files, OX_TEXT("disc:cart"), OX_FILE_READ, &file), OX_OK);
    ox_images_init(&images, NULL);
    CHECK_EQ(ox_images_add_file(&images, &files, file, &arena, "cart", 0, &error), OX_OK);
    if (error.text[0] != 0) TEST_INFO("%s", error.text);
    CHECK_EQ(ox_manager_init(&m, &config, &images, &files, &arena, NULL), OX_OK);
}

static void run_tick(uint32_t tick, uint32_t quota) {
    ox_files_pump(&files, quota);
    ox_files_tick(&files, tick);
}

TEST(resource_stream_megabyte_through_two_blocks) {
    ox_streamed_config config = {
        .block = BLOCK, .slots = 2, .skip = 4, .ticks = 11, .urgency = OX_URGENCY_AUDIO, .loop = true};
    ox_streamed music;
    uint32_t wrong = 0, played = 0, bytes = 0;
    open_medium(TRACK);
    CHECK_EQ(ox_streamed_open(&music, &m, rom_id("track"), SOUND, &config, buffers), OX_OK);
    CHECK_EQ(music.blocks, 256);
    for (uint32_t tick = 1; tick <= 36000; tick++) { /* ten minutes at 60 Hz */
        run_tick(tick, 512);
        ox_streamed_update(&music);
        if (tick < 12 || tick % 11 != 0) continue; /* 22,050 Hz, 8 bits: a block lasts 11 ticks */
        const uint8_t *at = ox_streamed_block(&music, &bytes);
        wrong +=
            at == NULL || bytes != BLOCK || at[0] != (uint8_t)(7 + played % 256) || at[BLOCK - 1] != at[0];
        wrong += at != NULL && (at < buffers || at >= buffers + 2 * BLOCK);
        wrong += !ox_streamed_advance(&music);
        played++;
    }
    CHECK_EQ(wrong, 0);
    CHECK_EQ(music.underruns + music.failures, 0);
    CHECK_EQ(files.costs.missed, 0);
    CHECK(played > 3200 && music.loads <= played + 2); /* twelve times round, without a gap */
    CHECK_EQ(ox_streamed_resident(&music), 2);
    ox_streamed_close(&music);
    CHECK(ox_files_pending(&files) == 0 && files.requests.used == 0);
}

TEST(resource_stream_ends_and_seeks) {
    ox_streamed_config config = {.block = BLOCK, .slots = 2, .skip = 4};
    ox_streamed music;
    uint32_t bytes = 0, tick = 0;
    open_medium(3 * BLOCK + 100);
    CHECK_EQ(ox_streamed_open(&music, &m, rom_id("track"), SOUND, &config, buffers), OX_OK);
    CHECK(ox_streamed_block(&music, &bytes) == NULL && music.underruns == 1);
    for (uint32_t block = 0; block < 4; block++) {
        run_tick(++tick, 65536);
        const uint8_t *at = ox_streamed_block(&music, &bytes);
        CHECK(at != NULL && at[0] == 7 + block && bytes == (block == 3 ? 100u : (uint32_t)BLOCK));
        CHECK_EQ(ox_streamed_advance(&music), block < 3);
    }
    CHECK(ox_streamed_at_end(&music) && ox_streamed_block(&music, &bytes) == NULL && music.underruns == 1);
    CHECK_EQ(ox_streamed_seek(&music, 4), OX_NOT_FOUND);
    CHECK_EQ(ox_streamed_seek(&music, 1), OX_OK);
    run_tick(++tick, 65536);
    const uint8_t *at = ox_streamed_block(&music, &bytes);
    CHECK(at != NULL && at[0] == 8);
    ox_streamed_close(&music);
    config.slots = 1;
    CHECK_EQ(ox_streamed_open(&music, &m, rom_id("track"), SOUND, &config, buffers), OX_BAD_ARGUMENT);
    config.slots = 2;
    CHECK_EQ(ox_streamed_open(&music, &m, rom_id("track"), SOUND, &config, NULL), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_streamed_open(&music, &m, rom_id("none"), SOUND, &config, buffers), OX_NOT_FOUND);
    config.skip = 1 << 30;
    CHECK_EQ(ox_streamed_open(&music, &m, rom_id("track"), SOUND, &config, buffers), OX_BAD_DATA);
}

/* The 20 segments of a level, three in memory, while the camera goes there and back; a slow medium gives the same. */
TEST(resource_stream_segments_around_the_camera) {
    ox_streamed_config config = {
        .block = BLOCK, .slots = 3, .skip = 4, .latency = 6, .urgency = OX_URGENCY_NEEDED};
    for (uint32_t quota = 0; quota <= 4096; quota += 4096) {
        ox_streamed level;
        uint32_t missing = 0, peak = 0, bytes = 0;
        open_medium(20 * BLOCK);
        CHECK_EQ(ox_streamed_open(&level, &m, rom_id("track"), SOUND, &config, buffers), OX_OK);
        for (uint32_t tick = 1; tick < 2000; tick++) {
            uint32_t way = tick * 40 / 2000, segment = way < 20 ? way : 39 - way;
            run_tick(tick, quota);
            if (segment != level.cursor && segment < 20) CHECK_EQ(ox_streamed_seek(&level, segment), OX_OK);
            ox_streamed_update(&level);
            if (tick < 8) continue;
            const uint8_t *at = ox_streamed_block(&level, &bytes);
            missing += at == NULL || at[9] != 7 + segment;
            if (ox_streamed_resident(&level) > peak) peak = ox_streamed_resident(&level);
        }
        CHECK_EQ(missing, 0);
        CHECK_EQ(level.underruns, 0);
        CHECK_EQ(peak, 3);
        CHECK((files.costs.stalls == 0) == (quota != 0));
        ox_streamed_close(&level);
    }
}

TEST(resource_stream_in_memory_needs_no_buffer) {
    static _Alignas(4) uint8_t data[6000];
    static image_build whole;
    ox_manager_config manager_config = {.records = 4, .types = 1, .miss = OX_MISS_REFUSE};
    ox_streamed_config config = {.block = 64, .skip = 4};
    ox_streamed stream;
    rom_image image;
    rom_error error;
    uint32_t bytes = 0, count = 0;
    image_begin(&whole, data, sizeof data, 1, 0x10000);
    uint8_t *chunk = image_chunk(&whole, "track", SOUND, 0, 4, 4 + 1000);
    for (uint32_t i = 0; i < 1000; i++) chunk[4 + i] = (uint8_t)(i / 64);
    image_add_packed(&whole, "packed", SOUND, 0, 500, 1);
    CHECK_EQ(rom_open(data, image_finish(&whole), &image, &error), ROM_OK);
    ox_arena_init(&arena, memory, sizeof memory);
    ox_images_init(&images, NULL);
    CHECK_EQ(ox_images_add(&images, &image, "cart", 0), OX_OK);
    CHECK_EQ(ox_manager_init(&m, &manager_config, &images, NULL, &arena, NULL), OX_OK);
    CHECK_EQ(ox_streamed_open(&stream, &m, rom_id("track"), SOUND, &config, NULL), OX_OK);
    do {
        const uint8_t *at = ox_streamed_block(&stream, &bytes);
        CHECK(at > data && at < data + sizeof data && at[0] == count && bytes == (count == 15 ? 40u : 64u));
        count++;
    } while (ox_streamed_advance(&stream));
    CHECK(count == 16 && stream.underruns == 0 && ox_streamed_resident(&stream) == 0);
    CHECK_EQ(ox_streamed_open(&stream, &m, rom_id("packed"), SOUND, &config, NULL), OX_UNSUPPORTED);
}

static ox_status stream_under_way(ox_streamed *it) {
    const ox_streamed_config config = {.block = BLOCK, .slots = 2, .skip = 4, .ticks = 4};
    ox_status status = ox_streamed_open(it, &m, rom_id("track"), SOUND, &config, buffers);
    if (!ox_failed(status)) run_tick(1, BLOCK + 10);
    return status;
}
LIFE_ROW(ox_streamed, open, stream_under_way(it), ox_streamed_close(it), (void)ox_streamed_advance(it))

/* A stream ends in the midst of a block: its request is cancelled. */
TEST(resource_stream_ends_clear) {
    const life_bench bench = {&arena, NULL};
    open_medium(5 * BLOCK);
    CHECK(life_is_led(&LIFE_OF(ox_streamed), &bench));
    CHECK_EQ(ox_files_pending(&files), 0);
}
