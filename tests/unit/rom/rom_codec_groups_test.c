/* Packed streams made of groups drawn by chance, with what they unpack to written beside them: unpacked at once, in slices, and damaged in the
 * middle. And the codes of sounds and colours against their definitions. */
#include <string.h>

#include "rom/adpcm.h"
#include "rom/blocks.h"
#include "rom/codec.h"
#include "rom/haar.h"
#include "tests/test.h"

enum { PLAIN = 6000, PACKED = 12000, GUARD = 0x5A };

/* A stream while it is made. */
static struct {
    uint8_t packed[PACKED], plain[PLAIN], out[PLAIN + 2];
    uint32_t stored, size;
    uint32_t state;
} made;

static uint32_t chance(uint32_t below) {
    made.state = made.state * 1664525u + 1013904223u;
    return (made.state >> 16) % below;
}

static void begin(uint32_t seed) {
    memset(&made, 0, sizeof made);
    made.state = seed * 2654435761u + 1;
}

static void put(uint32_t byte) { made.packed[made.stored++] = (uint8_t)byte; }

static void literals(uint32_t count) {
    for (; count > 0; count--) {
        const uint32_t byte = chance(256);
        put(byte);
        made.plain[made.size++] = (uint8_t)byte;
    }
}

/* What a match repeats. */
static void repeat(uint32_t distance, uint32_t count) {
    for (; count > 0; count--, made.size++) made.plain[made.size] = made.plain[made.size - distance];
}

static void runs_group(uint32_t element) {
    const uint32_t count = chance(4) == 0 ? 1 + chance(128) : 1 + chance(6);
    if (chance(2) == 0) {
        put(count - 1);
        literals(count * element);
        return;
    }
    put(0x80 + count - 1);
    const uint32_t first = made.size;
    literals(element);
    if (element == 2 && chance(2) == 0) { /* both bytes alike */
        made.packed[made.stored - 1] = made.packed[made.stored - 2];
        made.plain[first + 1] = made.plain[first];
    }
    repeat(element, (count - 1 + 2) * element);
}

/* Further bytes of a count: 255 as long as it is not over. */
static void put_more(uint32_t more) {
    for (; more >= 255; more -= 255) put(255);
    put(more);
}

/* A group of LZ, whose match is `beyond` bytes farther back than anything if that is above 0. */
static void lz_group(uint32_t beyond) {
    const uint32_t copy = made.size == 0   ? 1
                          : chance(8) == 0 ? 7 + chance(300)
                                           : chance(7),
                   more = chance(8) == 0 ? 15 + chance(300) : chance(15), token = made.stored;
    put(0);
    if (copy >= 7) put_more(copy - 7);
    literals(copy);
    const uint32_t reach = made.size < 3000 ? made.size : 3000,
                   distance =
                       beyond > 0 ? made.size + beyond : 1 + chance(chance(2) == 0 && reach > 5 ? 5 : reach);
    const bool far = distance > 256 || chance(4) == 0;
    made.packed[token] =
        (uint8_t)((far ? 0x80u : 0u) | (copy < 7 ? copy : 7u) << 4 | (more < 15 ? more : 15u));
    if (far) put(distance & 255u), put(distance >> 8);
    if (!far) put(distance - 1);
    if (more >= 15) put_more(more - 15);
    if (beyond == 0) repeat(distance, more + 3);
}

/* Eight flags of LZ_BIOS with what they stand for. */
static void bios_group(uint32_t beyond) {
    const uint32_t flags = made.stored, wrong = beyond > 0 ? chance(8) : 8;
    put(0);
    for (uint32_t i = 0; i < 8; i++) {
        if (i != wrong && (made.size == 0 || chance(2) == 0)) {
            literals(1);
            continue;
        }
        const uint32_t reach = made.size < 4096 ? made.size : 4096, count = 3 + chance(16),
                       distance = i == wrong ? made.size + beyond
                                             : 1 + chance(chance(2) == 0 && reach > 6 ? 6 : reach);
        made.packed[flags] = (uint8_t)(made.packed[flags] | 0x80u >> i);
        put((count - 3) << 4 | (distance - 1) >> 8);
        put((distance - 1) & 255u);
        if (i == wrong) return;
        repeat(distance, count);
    }
}

static void add_group(uint32_t codec, uint32_t beyond) {
    if (codec == ROM_CODEC_RUNS || codec == ROM_CODEC_RUNS_16) runs_group(codec == ROM_CODEC_RUNS ? 1 : 2);
    if (codec == ROM_CODEC_LZ) lz_group(beyond);
    if (codec == ROM_CODEC_LZ_BIOS) bios_group(beyond);
}

/* Makes a stream of so many groups; LZ_BIOS has its size in front. */
static void make(uint32_t codec, uint32_t seed, uint32_t groups) {
    begin(seed);
    if (codec == ROM_CODEC_LZ_BIOS) made.stored = 4;
    for (uint32_t i = 0; i < groups && made.size < PLAIN - 700; i++) add_group(codec, 0);
    if (codec == ROM_CODEC_LZ_BIOS) {
        made.packed[0] = 0x10;
        for (uint32_t i = 0; i < 3; i++) made.packed[1 + i] = (uint8_t)(made.size >> 8 * i);
    }
}

/* Unpacks in slices of up to `most` bytes, 0: at once. */
static rom_status unpack(uint32_t codec, uint32_t size, uint32_t most, rom_error *error) {
    rom_decoder decoder;
    rom_status status = ROM_OK;
    memset(made.out, GUARD, sizeof made.out);
    if (most == 0) return rom_decode(codec, made.packed, made.stored, made.out, size, error);
    rom_decoder_begin(&decoder, codec, made.packed, made.stored, made.out, size);
    while (status == ROM_OK && !rom_decoder_done(&decoder))
        status = rom_decoder_step(&decoder, 1 + chance(most), error);
    return status;
}

static const uint32_t codecs[] = {ROM_CODEC_RUNS, ROM_CODEC_RUNS_16, ROM_CODEC_LZ, ROM_CODEC_LZ_BIOS};

TEST(rom_codec_groups_by_chance_unpack_to_what_they_say) {
    static const uint32_t slices[] = {0, 1, 7, 300, 3000};
    rom_error error = {ROM_OK, 0, ""};
    for (uint32_t c = 0; c < 4; c++)
        for (uint32_t seed = 0; seed < 40; seed++) {
            make(codecs[c], seed, seed < 8 ? seed : 10 + seed * 6);
            CHECK_EQ(rom_decode(codecs[c], made.packed, made.stored, NULL, made.size, &error), ROM_OK);
            for (uint32_t i = 0; i < 5; i++) {
                CHECK_EQ(unpack(codecs[c], made.size, slices[i], &error), ROM_OK);
                CHECK(memcmp(made.out, made.plain, made.size) == 0);
                CHECK(made.out[made.size] == GUARD && made.out[made.size + 1] == GUARD);
            }
        }
}

/* A match from before the beginning is told behind its bytes, whoever unpacks that far. */
TEST(rom_codec_groups_that_reach_too_far_are_told_by_place) {
    for (uint32_t c = 2; c < 4; c++)
        for (uint32_t seed = 0; seed < 60; seed++) {
            const uint32_t groups = 1 + seed % 12;
            rom_error whole, sliced;
            make(codecs[c], seed, groups);
            add_group(codecs[c], 1 + seed % 3);
            const uint32_t behind = made.stored;
            for (uint32_t i = 0; i < 400; i++) put(chance(256));
            if (codecs[c] == ROM_CODEC_LZ_BIOS) made.packed[1] = 3000 & 255, made.packed[2] = 3000 >> 8;
            CHECK_EQ(unpack(codecs[c], 3000, 0, &whole), ROM_BAD_PACKING);
            CHECK_EQ(unpack(codecs[c], 3000, 9, &sliced), ROM_BAD_PACKING);
            CHECK(whole.offset == behind && sliced.offset == behind);
            CHECK(strstr(whole.text, "before the beginning") != NULL);
            CHECK(memcmp(made.out, made.plain, made.size) == 0 && made.out[made.size] == GUARD);
        }
}

TEST(rom_codec_steps_after_a_failure_fail) {
    rom_decoder decoder;
    rom_error error;
    uint8_t out[4];
    rom_decoder_begin(&decoder, ROM_CODEC_RUNS, "\x82", 1, out, 4);
    CHECK_EQ(rom_decoder_step(&decoder, 4, &error), ROM_BAD_PACKING);
    CHECK_EQ(rom_decoder_step(&decoder, 4, &error), ROM_BAD_PACKING);
    CHECK(!rom_decoder_done(&decoder) && strstr(error.text, "a step after a failure") != NULL);
    rom_decoder_begin(&decoder, 99, "", 0, out, 0);
    CHECK(!rom_decoder_done(&decoder));
    CHECK_EQ(rom_decoder_step(&decoder, 4, &error), ROM_BAD_PACKING);
}

/* ---- sounds ---- */

static int32_t held_within(int32_t value, int32_t low, int32_t high) {
    return value < low ? low : value > high ? high : value;
}

/* The IMA's definition: the change is (2 code + 1) / 8 of the step, bit by bit without rounding; the step at an index is read off a code. */
TEST(rom_adpcm_codes_of_all_steps) {
    static const int32_t moves[] = {-1, -1, -1, -1, 2, 4, 6, 8};
    int32_t step_at[ROM_ADPCM_STEPS];
    for (uint32_t i = 0; i < ROM_ADPCM_STEPS; i++) { /* code 4 changes by the step and an eighth of it */
        rom_adpcm state = {-32768, (int32_t)i};
        const int32_t both = rom_adpcm_next(&state, 4) + 32768;
        step_at[i] = both * 8 / 9;
        while (step_at[i] + (step_at[i] >> 3) < both) step_at[i]++;
    }
    CHECK(step_at[0] == 7 && step_at[40] == 337);
    for (int32_t index = 0; index < ROM_ADPCM_STEPS; index++)
        for (uint32_t code = 0; code < 16; code++)
            for (int32_t sample = -32768; sample <= 32767; sample += 13107) {
                const int32_t step = step_at[index],
                              change = (step >> 3) + ((code & 1) != 0 ? step >> 2 : 0) +
                                       ((code & 2) != 0 ? step >> 1 : 0) + ((code & 4) != 0 ? step : 0);
                rom_adpcm state = {sample, index};
                CHECK_EQ(rom_adpcm_next(&state, code),
                         held_within((code & 8) != 0 ? sample - change : sample + change, -32768, 32767));
                CHECK_EQ(state.index, held_within(index + moves[code & 7], 0, ROM_ADPCM_STEPS - 1));
            }
}

/* Both channels' heads, then eight codes of the left, eight of the right, and so on. */
TEST(rom_adpcm_stereo_blocks_are_laced) {
    uint8_t block[8 + 3 * 8];
    int16_t samples[2 * 25];
    rom_error error;
    for (uint32_t i = 0; i < sizeof block; i++) block[i] = (uint8_t)(i * 37 + 11);
    block[2] = 20, block[6] = 88;
    CHECK_EQ(rom_adpcm_frames(sizeof block, 2), 25);
    CHECK_EQ(rom_adpcm_frames(8, 2), 1);
    CHECK(rom_adpcm_frames(7, 2) == 0 && rom_adpcm_frames(4, 1) == 1 && rom_adpcm_frames(100, 0) == 0);
    CHECK_EQ(rom_adpcm_block(block, sizeof block, 2, samples, 25, &error), ROM_OK);
    for (uint32_t c = 0; c < 2; c++) {
        rom_adpcm state = rom_adpcm_begin(block + 4 * c);
        CHECK_EQ(samples[c], (int16_t)(block[4 * c] | block[4 * c + 1] << 8));
        for (uint32_t i = 0; i < 24; i++) {
            const uint8_t byte = block[8 + i / 8 * 8 + 4 * c + i % 8 / 2];
            CHECK_EQ(samples[2 * (i + 1) + c], rom_adpcm_next(&state, i % 2 == 0 ? byte & 15 : byte >> 4));
        }
    }
    CHECK_EQ(rom_adpcm_block(block, sizeof block, 2, samples, 26, &error), ROM_BAD_PACKING);
    CHECK(error.offset == 0 && strstr(error.text, "26 frames of a block of sound that has 25") != NULL);
    block[6] = 89;
    CHECK_EQ(rom_adpcm_block(block, sizeof block, 2, samples, 25, &error), ROM_BAD_PACKING);
    CHECK(error.offset == 6 && strstr(error.text, "step 89 of a block of sound, the last is 88") != NULL);
}

/* The five filters of 1/64; shifts beyond 12 count as 12, filters beyond the last as the last. */
TEST(rom_filtered_codes_by_their_definition) {
    static const int32_t of_last[] = {0, 60, 115, 98, 122}, of_before[] = {0, 0, -52, -55, -60};
    static const int32_t samples[] = {-32768, -1001, -1, 0, 8, 4711, 32767};
    for (uint32_t head = 0; head < 256; head++)
        for (uint32_t code = 0; code < 32; code++)
            for (uint32_t i = 0; i < 49; i++) {
                const uint32_t shift = (head & 15) > 12 ? 12 : head & 15,
                               filter = head >> 4 > 4 ? 4 : head >> 4;
                const int32_t last = samples[i % 7], before = samples[i / 7], value = (int32_t)(code & 15);
                const int32_t sum = last * of_last[filter] + before * of_before[filter] + 32,
                              floor = sum >= 0 ? sum / 64 : -((63 - sum) / 64);
                CHECK_EQ(rom_filtered_next(head, code, last, before),
                         held_within((value > 7 ? value - 16 : value) * (4096 / (1 << shift)) + floor, -32768,
                                     32767));
            }
}

/* ---- colours ---- */

/* A texture of two blocks beside one another: red, blue, and what lies between; then blue, red, their middle, and nothing. */
TEST(rom_blocks_as_pixels_of_every_format) {
    static const uint32_t colours[] = {0xFF0000, 0x0000FF, 0xAA0055, 0x5500AA,
                                       0x0000FF, 0xFF0000, 0x800080, ROM_BLOCK_CLEAR};
    static const uint16_t rgb565[] = {0xF800, 0x001F, 0xA80A, 0x5015},
                          bgr555[] = {0x001F, 0x7C00, 0x2815, 0x540A};
    uint32_t words[(ROM_BLOCK_TEXTURE_SIZE + 3) / 4 + 4] = {0}, wide[32 + 4];
    uint8_t *texture = (uint8_t *)words, *block = texture + (ROM_BLOCK_TEXTURE_SIZE + 3) / 4 * 4,
            narrow[32 + 8], indices[4096];
    uint16_t halves[32 + 4];
    rom_error error;
    for (uint32_t i = 0; i < 4096; i++) indices[i] = (uint8_t)(i % 251 + 1);
    texture[ROM_BLOCK_TEXTURE_WIDTH] = 8;
    texture[ROM_BLOCK_TEXTURE_HEIGHT] = 4;
    texture[ROM_BLOCK_TEXTURE_BLOCKS_AT] = (uint8_t)(block - texture);
    for (uint32_t b = 0; b < 2; b++, block += 8) {
        block[b == 0 ? 1 : 3] = 0xF8, block[b == 0 ? 2 : 0] = 0x1F;
        for (uint32_t row = 0; row < 4; row++) block[4 + row] = 0xE4;
    }
    memset(wide, GUARD, sizeof wide), memset(halves, GUARD, sizeof halves),
        memset(narrow, GUARD, sizeof narrow);
    for (uint32_t y = 0; y < 4; y++)
        for (uint32_t x = 0; x < 8; x++) CHECK_EQ(rom_block_texel(texture, x, y), colours[x]);
    CHECK(rom_block_texel(texture, 8, 4) == ROM_BLOCK_CLEAR &&
          rom_block_texel(texture, 7, 99) == ROM_BLOCK_CLEAR);
    CHECK_EQ(rom_block_row(texture, 0, ROM_BLOCK_XRGB8888, NULL, wide, 32, &error), ROM_OK);
    CHECK_EQ(rom_block_row(texture, 0, ROM_BLOCK_PAL8, indices, narrow, 8, &error), ROM_OK);
    for (uint32_t i = 0; i < 32; i++) {
        const uint32_t colour = colours[i % 8], clear = i % 8 == 7;
        CHECK_EQ(wide[i], clear ? 0 : colour);
        CHECK_EQ(narrow[i],
                 clear ? 0 : indices[(colour >> 20) << 8 | (colour >> 12 & 15) << 4 | (colour >> 4 & 15)]);
    }
    CHECK_EQ(rom_block_picture(texture, ROM_BLOCK_RGB565, NULL, halves, 16, &error), ROM_OK);
    for (uint32_t x = 0; x < 4; x++) CHECK_EQ(halves[8 + x], rgb565[x]);
    CHECK_EQ(halves[7], 0);
    CHECK_EQ(rom_block_picture(texture, ROM_BLOCK_BGR555, NULL, halves, 16, &error), ROM_OK);
    for (uint32_t x = 0; x < 4; x++) CHECK_EQ(halves[24 + x], bgr555[x]);
    CHECK(halves[32] == (GUARD << 8 | GUARD) && narrow[32] == GUARD && (wide[32] & 255) == GUARD);
    CHECK_EQ(rom_block_row(texture, 1, ROM_BLOCK_RGB565, NULL, halves, 16, &error), ROM_BAD_CHUNK);
    CHECK(error.offset == 0 && strstr(error.text, "row 1 of blocks in format") != NULL);
    CHECK_EQ(rom_block_row(texture, 0, ROM_BLOCK_PAL8, NULL, narrow, 8, &error), ROM_BAD_CHUNK);
    CHECK_EQ(rom_block_row(texture, 0, ROM_BLOCK_XRGB8888 + 1, NULL, wide, 32, &error), ROM_BAD_CHUNK);
}

/* Grey is itself; Y Cb Cr by the weights of JFIF in 1/65536, to the nearest and within a byte. */
TEST(rom_haar_colours_by_their_space) {
    uint32_t words[(ROM_HAAR_SIZE + 3) / 4] = {0};
    uint8_t *chunk = (uint8_t *)words;
    chunk[ROM_HAAR_COMPONENTS] = 1;
    CHECK_EQ(rom_haar_colour(chunk, 0x5A, 1, 2), 0x5A5A5A);
    chunk[ROM_HAAR_COMPONENTS] = 3;
    chunk[ROM_HAAR_SPACE] = ROM_HAAR_LUMA + 1;
    CHECK_EQ(rom_haar_colour(chunk, 0x12, 0x34, 0x57), 0x123457);
    chunk[ROM_HAAR_SPACE] = ROM_HAAR_LUMA;
    for (int32_t y = 0; y < 256; y += 15)
        for (int32_t cb = -128; cb < 128; cb += 5)
            for (int32_t cr = -128; cr < 128; cr++) {
                const int64_t parts[] = {91881 * (int64_t)cr, -(22554 * (int64_t)cb + 46802 * (int64_t)cr),
                                         116130 * (int64_t)cb};
                uint32_t rgb = 0;
                for (uint32_t i = 0; i < 3; i++) {
                    /* green is taken away, so that its halves go the other way */
                    const int64_t part = i == 1 ? -parts[1] : parts[i], up = part + 32768;
                    const int64_t whole = up >= 0 ? up / 65536 : -((65535 - up) / 65536);
                    const int64_t level = i == 1 ? y - whole : y + whole;
                    rgb = rgb << 8 | (uint32_t)(level < 0 ? 0 : level > 255 ? 255 : level);
                }
                CHECK_EQ(rom_haar_colour(chunk, (uint32_t)y, (uint32_t)(cb + 128), (uint32_t)(cr + 128)),
                         rgb);
            }
    CHECK_EQ(rom_haar_colour(chunk, 76, 85, 255), 0xFE0000); /* red, nearly */
    CHECK_EQ(rom_haar_colour(chunk, 255, 128, 128), 0xFFFFFF);
}
