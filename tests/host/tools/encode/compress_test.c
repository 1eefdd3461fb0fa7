/* Tests of the packers against the console's unpacker: ten thousand buffers of many kinds a codec, in common memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/codec.h"
#include "tests/test.h"
#include "tools/encode/compress.h"

static uint32_t seed = 1;

static uint32_t noise(uint32_t below) {
    seed = seed * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)seed * below >> 32);
}

enum { ROOM = 6000, KINDS = 8 };

/* Fills a buffer with nothing, one byte, constant bytes, noise, words, a tile map, 16-bit slopes or
 * instructions. */
static size_t fill(uint8_t *data, uint32_t kind) {
    static const char *const words[] = {"the ", "ox ", "pulls ", "a ", "cart ", "along ", "the road, "};
    size_t size = kind == 0 ? 0 : kind == 1 ? 1 : 1 + noise(noise(8) == 0 ? ROOM - 20 : 300), at = 0;
    if (kind == 2) memset(data, (int)noise(256), size);
    if (kind == 1 || kind == 3)
        for (; at < size; at++) data[at] = (uint8_t)noise(256);
    while (kind == 4 && at < size) {
        const char *word = words[noise(7)];
        /* a word may end up to 10 bytes beyond size, inside of the room */
        memcpy(data + at, word, strlen(word));
        at += strlen(word);
    }
    for (; kind == 5 && at < size; at++) data[at] = (uint8_t)(at > 32 && noise(4) ? data[at - 32] : noise(6));
    for (uint32_t value = 0; kind == 6 && at < size; at++) {
        if (at % 2 == 0) value += noise(9);
        data[at] = (uint8_t)(at % 2 == 0 ? value : value >> 8);
    }
    for (uint32_t word = 0; kind == 7 && at < size;
         at++) { /* few operations, many registers and short jumps */
        static const uint16_t operations[] = {0x6800, 0x6000, 0x1C00, 0x4280, 0xD000, 0x2000, 0xF000, 0xB500};
        if (at % 2 == 0) word = operations[noise(8)] | noise(noise(3) == 0 ? 256 : 64);
        data[at] = (uint8_t)(at % 2 == 0 ? word : word >> 8);
    }
    return size;
}

/* Whether unpacking in slices of 1, 7 and 256 bytes gives the data. */
static bool slices_agree(uint32_t codec, const writer *packed, const uint8_t *data, size_t size) {
    static const uint32_t quotas[] = {1, 7, 256};
    static uint8_t plain[ROOM];
    for (int q = 0; q < 3; q++) {
        rom_decoder decoder;
        memset(plain, 0xA5, sizeof plain);
        rom_decoder_begin(&decoder, codec, packed->data, packed->size, plain, size);
        do {
            if (rom_decoder_step(&decoder, quotas[q], NULL) != ROM_OK) return false;
        } while (!rom_decoder_done(&decoder));
        if ((size > 0 && memcmp(plain, data, size) != 0) || plain[size] != 0xA5) return false;
    }
    return true;
}

static bool survives(uint32_t codec, const writer *packed, const uint8_t *data, size_t size) {
    static uint8_t memory[ROOM + ROOM / 64 + 64], plain[ROOM];
    size_t common = size + rom_decode_gap(packed->size);
    if (rom_decode(codec, packed->data, packed->size, plain, size, NULL) != ROM_OK) return false;
    if (size > 0 && memcmp(plain, data, size) != 0) return false;
    /* this codec may grow data by an eighth; the packer takes a form that fits */
    if (codec == ROM_CODEC_LZ_BIOS) return true;
    if (packed->size > common) return false;
    uint8_t *end = memory + common - packed->size;
    if (packed->size > 0) memmove(end, packed->data, packed->size);
    return rom_decode(codec, end, packed->size, memory, size, NULL) == ROM_OK &&
           (size == 0 || memcmp(memory, data, size) == 0);
}

static void round_trips(uint32_t codec, uint32_t stride, uint32_t times) {
    static uint8_t data[ROOM];
    size_t plain[KINDS] = {0}, small[KINDS] = {0};
    for (uint32_t i = 0; i < times; i++) {
        uint32_t kind = i % KINDS;
        size_t size = fill(data, kind);
        if (codec == ROM_CODEC_RUNS_16) size &= ~(size_t)1;
        writer packed = {0};
        CHECK(compress_bytes(codec, stride, data, size, &packed));
        CHECK(survives(codec, &packed, data, size));
        CHECK(slices_agree(codec, &packed, data, size));
        CHECK(packed.size <= size + size / (codec == ROM_CODEC_LZ_BIOS ? 8 : 128) + 16);
        plain[kind] += size;
        small[kind] += packed.size;
        writer_free(&packed);
    }
    TEST_INFO("codec %u: constant %zu%%, noise %zu%%, words %zu%%, map %zu%%, slopes %zu%%, code %zu%%",
              codec, small[2] * 100 / plain[2], small[3] * 100 / plain[3], small[4] * 100 / plain[4],
              small[5] * 100 / plain[5], small[6] * 100 / plain[6], small[7] * 100 / plain[7]);
}

TEST(compress_runs_round_trip) { round_trips(ROM_CODEC_RUNS, 0, 10000); }
TEST(compress_runs_16_round_trip) { round_trips(ROM_CODEC_RUNS_16, 0, 10000); }
TEST(compress_lz_round_trip) { round_trips(ROM_CODEC_LZ, 0, 10000); }
TEST(compress_delta_round_trip) {
    round_trips(ROM_CODEC_DELTA_LZ, 1, 5000);
    round_trips(ROM_CODEC_DELTA_LZ, 128 + 3, 5000);
}

TEST(compress_bios_round_trip) { round_trips(ROM_CODEC_LZ_BIOS, 0, 10000); }

/* The system's function as its manual describes it: flags of eight, the highest first. For video memory it
 * writes halfwords, so that a byte is not there before its halfword is full: a match from 1 byte back would
 * read an old byte. */
static bool system_unpacks(const uint8_t *packed, size_t stored, uint8_t *out, size_t size, bool halfwords) {
    size_t done = 0, at = 4, held = 0;
    if (rom_u32(packed) != (0x10u | (uint32_t)size << 8)) return false;
    while (done < size) {
        uint32_t flags = packed[at++];
        for (int i = 0; i < 8 && done < size; i++, flags <<= 1) {
            uint32_t count = 1, back = 0;
            if ((flags & 0x80u) != 0) {
                count = (packed[at] >> 4) + 3u;
                back = ((packed[at] & 15u) << 8 | packed[at + 1]) + 1u;
                at += 2;
            }
            for (; count > 0 && done < size; count--, done++) {
                if (back > done) return false;
                uint8_t byte = back == 0 ? packed[at++] : out[done - back];
                if (!halfwords) {
                    out[done] = byte;
                } else if (done % 2 == 0) {
                    held = byte;
                } else {
                    out[done - 1] = (uint8_t)held;
                    out[done] = byte;
                }
            }
        }
    }
    return at == stored;
}

TEST(compress_bios_is_what_the_system_unpacks) {
    static uint8_t data[ROOM], plain[ROOM];
    for (uint32_t i = 0; i < 2000; i++) {
        size_t size = fill(data, i % KINDS) & ~(size_t)1;
        writer packed = {0};
        CHECK(compress_bytes(ROM_CODEC_LZ_BIOS, 0, data, size, &packed));
        for (int halfwords = 0; halfwords < 2; halfwords++) {
            memset(plain, 0x5A, sizeof plain);
            CHECK(system_unpacks(packed.data, packed.size, plain, size, halfwords == 1));
            CHECK(size == 0 || memcmp(plain, data, size) == 0);
        }
        writer_free(&packed);
    }
}

/* A cart that wishes the system's form gets it and no other LZ. */
TEST(compress_best_of_a_wish) {
    static uint8_t data[ROOM];
    writer out;
    for (size_t i = 0; i < 4000; i++) data[i] = (uint8_t)(i % 37 * (i / 400 + 1));
    CHECK_EQ(compress_best(COMPRESS_BIOS, data, 4000, &out), ROM_CODEC_LZ_BIOS);
    writer_free(&out);
    CHECK_EQ(compress_best(COMPRESS_OFF, data, 4000, &out), ROM_CODEC_STORED);
    CHECK_EQ(out.size, 0);
    memset(data, 9, 4000);
    uint32_t codec = compress_best(COMPRESS_BIOS, data, 4000, &out);
    CHECK(codec == ROM_CODEC_RUNS || codec == ROM_CODEC_RUNS_16);
    writer_free(&out);
}

/* Both ways of choosing matches unpack to the same data. The cheapest way is shorter, but for a byte now and
 * then. */
TEST(compress_greedy_is_quick_and_longer) {
    static uint8_t data[ROOM];
    size_t first = 0, best = 0, plain = 0;
    for (uint32_t i = 0; i < 4000; i++) {
        size_t size = fill(data, i % KINDS);
        writer greedy = {0}, optimal = {0};
        CHECK(compress_lz(true, data, size, &greedy) && compress_lz(false, data, size, &optimal));
        CHECK(survives(ROM_CODEC_LZ, &greedy, data, size));
        CHECK(optimal.size <= greedy.size + 2 && greedy.size <= size + size / 128 + 16);
        first += greedy.size;
        best += optimal.size;
        plain += size;
        writer_free(&greedy);
        writer_free(&optimal);
    }
    CHECK(best * 100 < first * 99);
    TEST_INFO("%zu bytes: %zu greedy, %zu by the cheapest way", plain, first, best);
}

TEST(compress_refuses_what_a_codec_cannot_hold) {
    writer out = {0};
    uint8_t data[3] = {1, 2, 3};
    CHECK(!compress_bytes(ROM_CODEC_RUNS_16, 0, data, 3, &out));
    CHECK(!compress_bytes(ROM_CODEC_DELTA_LZ, 0, data, 3, &out));
    CHECK(!compress_bytes(77, 0, data, 3, &out));
    writer_free(&out);
}

TEST(compress_best_picks_the_shortest_or_none) {
    static uint8_t data[ROOM];
    writer out;
    for (size_t i = 0; i < 4000; i++) data[i] = (uint8_t)noise(256);
    CHECK_EQ(compress_best(COMPRESS_ON, data, 4000, &out), ROM_CODEC_STORED);
    CHECK_EQ(out.size, 0);
    for (size_t i = 0; i < 4000; i += 2) {
        uint32_t value = (uint32_t)(i * 7);
        data[i] = (uint8_t)value;
        data[i + 1] = (uint8_t)(value >> 8);
    }
    CHECK_EQ(compress_best(COMPRESS_ON, data, 4000, &out), ROM_CODEC_DELTA_LZ);
    writer_free(&out);
    memset(data, 9, 200);
    CHECK(compress_best(COMPRESS_ON, data, 200, &out) != ROM_CODEC_STORED);
    CHECK(out.size < 12);
    writer_free(&out);
}

/* Blocks of the packer and distances of 64 KB: a megabyte that repeats at many ranges. */
TEST(compress_lz_large_input) {
    size_t size = 1u << 20;
    uint8_t *data = malloc(size), *plain = malloc(size);
    writer packed = {0};
    for (size_t i = 0; i < size; i++) {
        size_t back = (size_t)1 << (8 + noise(9));
        data[i] = i < 70000 ? (uint8_t)noise(256) : data[i - back % 65535 - 1];
        if (noise(40) == 0) data[i] = (uint8_t)noise(256);
        for (uint32_t run = noise(30); i + 1 < size && i > 70000 && run > 0; run--, i++)
            data[i + 1] = data[i - 65534];
    }
    CHECK(compress_bytes(ROM_CODEC_LZ, 0, data, size, &packed));
    CHECK_EQ(rom_decode(ROM_CODEC_LZ, packed.data, packed.size, plain, size, NULL), ROM_OK);
    CHECK(memcmp(plain, data, size) == 0);
    TEST_INFO("1 MB packed to %zu bytes", packed.size);
    CHECK(packed.size < size);
    writer_free(&packed);
    free(data);
    free(plain);
}

/* Two megabytes of one byte, and of a few bytes that return: comparing each repetition from its beginning
 * would take minutes. */
TEST(compress_lz_of_long_runs_is_linear) {
    size_t size = 1u << 21;
    uint8_t *data = malloc(size), *plain = malloc(size);
    for (size_t period = 1; period <= 7; period += 3) {
        writer packed = {0};
        for (size_t i = 0; i < size; i++) data[i] = (uint8_t)(i % period);
        CHECK(compress_bytes(ROM_CODEC_LZ, 0, data, size, &packed));
        CHECK(packed.size < size / 200);
        CHECK_EQ(rom_decode(ROM_CODEC_LZ, packed.data, packed.size, plain, size, NULL), ROM_OK);
        CHECK(memcmp(plain, data, size) == 0);
        writer_free(&packed);
    }
    free(data);
    free(plain);
}

/* 128 x 128 tiles of two bytes: a map of rooms and corridors out of ../shared/data, or one made by the
 * test. */
static bool make_tiles(const char *path, uint8_t tiles[32768]) {
    FILE *file = path == NULL ? NULL : fopen(path, "rb");
    char line[1024];
    uint32_t rows = 0;
    if (path != NULL && file == NULL) return false;
    while (file != NULL && rows < 128 && fgets(line, sizeof line, file) != NULL) {
        size_t length = strcspn(line, "\r\n");
        if (length < 48 || strchr(line, ' ') != NULL) continue; /* lines of the map file's head */
        for (size_t x = 0; x < 128; x++) { /* walls, floors and objects, repeated to the side */
            char c = line[x % length];
            uint32_t tile = c == '.'   ? 1 + (uint32_t)(x + rows) % 4
                            : c == '@' ? 40
                            : c == 'T' ? 60 + (uint32_t)(x * 7 + rows * 3) % 3
                                       : 90;
            tiles[(rows * 128 + x) * 2] = (uint8_t)tile;
            tiles[(rows * 128 + x) * 2 + 1] = 0;
        }
        rows++;
    }
    if (file != NULL) fclose(file);
    for (uint32_t y = rows; y < 128; y++) {
        for (uint32_t x = 0; x < 128; x++) {
            uint32_t room = (x / 16 + y / 12 * 3) % 5, edge = x % 16 == 0 || y % 12 == 0;
            uint32_t tile = edge ? 200 + room : 1 + room * 4 + (x + y) % 2 + (noise(16) == 0 ? 7 : 0);
            tiles[(y * 128 + x) * 2] = (uint8_t)tile;
            tiles[(y * 128 + x) * 2 + 1] = (uint8_t)(tile >> 8);
        }
    }
    return true;
}

TEST(compress_tile_maps_to_forty_percent) {
    static const char *const maps[] = {NULL, "../shared/data/maps/arena.map",
                                       "../shared/data/maps/AR0011SR.map",
                                       "../shared/data/maps/maze512-8-0.map"};
    static uint8_t tiles[32768], plain[32768];
    for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++) {
        writer packed = {0};
        if (!make_tiles(maps[i], tiles)) {
            TEST_INFO("%s is not there", maps[i]);
            continue;
        }
        uint32_t codec = compress_best(COMPRESS_ON, tiles, sizeof tiles, &packed);
        TEST_INFO("%s: 32768 bytes of tiles are %u with codec %u", maps[i] == NULL ? "rooms" : maps[i],
                  (unsigned)packed.size, (unsigned)codec);
        CHECK(codec != 0 && packed.size * 100 <= sizeof tiles * 40);
        CHECK_EQ(rom_decode(codec, packed.data, packed.size, plain, sizeof plain, NULL), ROM_OK);
        CHECK_EQ(memcmp(plain, tiles, sizeof tiles), 0);
        writer_free(&packed);
    }
}

/* The time of a load: bytes through the medium, then unpacking at 12 cycles a byte on a machine of 16.78 MHz.
 * The cartridge gives a halfword every 3 cycles. */
TEST(compress_loads_faster_from_slow_media) {
    static uint8_t tiles[32768];
    writer packed = {0};
    CHECK(make_tiles(NULL, tiles));
    CHECK(compress_best(COMPRESS_ON, tiles, sizeof tiles, &packed) != 0);
    uint64_t unpacking = (uint64_t)sizeof tiles * 12 * 1000000 / 16777216;
    uint64_t disc_plain = (uint64_t)sizeof tiles * 1000000 / 153600,
             disc_packed = (uint64_t)packed.size * 1000000 / 153600 + unpacking;
    uint64_t bus_plain = (uint64_t)sizeof tiles / 2 * 3 * 1000000 / 16777216,
             bus_packed = (uint64_t)packed.size / 2 * 3 * 1000000 / 16777216 + unpacking;
    TEST_INFO("32 KB from a drive of 150 KB/s: %u us plain, %u us packed to %u bytes and unpacked",
              (unsigned)disc_plain, (unsigned)disc_packed, (unsigned)packed.size);
    TEST_INFO("32 KB over the cartridge bus: %u us plain, %u us packed", (unsigned)bus_plain,
              (unsigned)bus_packed);
    CHECK(disc_packed < disc_plain);
    writer_free(&packed);
}
