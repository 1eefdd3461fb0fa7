/* Tests of the codecs on streams written by hand, cut at every byte, unpacked in slices and in common memory. */
#include <string.h>

#include "rom/cart_codec.h"
#include "rom/codec.h"
#include "tests/test.h"

static uint8_t room[2048];

enum { GUARD = 0xA5 };

/* Unpacks `packed` to `size` bytes between guards. */
static rom_status unpack(uint32_t codec, const uint8_t *packed, size_t stored, size_t size,
                         rom_error *error) {
    memset(room, GUARD, sizeof room);
    rom_status status = rom_decode(codec, packed, stored, room + 16, size, error);
    for (size_t i = 0; i < 16; i++) CHECK_EQ(room[i], GUARD);
    for (size_t i = 16 + size; i < sizeof room; i++) CHECK_EQ(room[i], GUARD);
    return status;
}

static bool gives(uint32_t codec, const char *packed, size_t stored, const char *plain, size_t size) {
    rom_error error = {ROM_OK, 0, ""};
    rom_status status = unpack(codec, (const uint8_t *)packed, stored, size, &error);
    if (status != ROM_OK) TEST_INFO("%s", error.text);
    return status == ROM_OK && memcmp(room + 16, plain, size) == 0;
}

#define GIVES(codec, packed, plain) CHECK(gives(codec, packed, sizeof packed - 1, plain, sizeof plain - 1))

TEST(rom_codec_run_length_vectors) {
    static const char zeros[130] = {0};
    rom_error error;
    GIVES(ROM_CODEC_RUNS, "\x00\xFF", "\xFF");
    GIVES(ROM_CODEC_RUNS, "\x02\x41\x42\x43", "ABC");
    GIVES(ROM_CODEC_RUNS, "\x80\x41", "AAA");
    CHECK(gives(ROM_CODEC_RUNS, "\xFF\x00", 2, zeros, 130));
    CHECK(gives(ROM_CODEC_RUNS, "", 0, "", 0));
    CHECK_EQ(unpack(ROM_CODEC_RUNS, (const uint8_t *)"\x80", 1, 3, &error), ROM_BAD_PACKING);
    CHECK_EQ(error.offset, 1);
    GIVES(ROM_CODEC_RUNS_16, "\x81\x12\x34\x00\x56\x78", "\x12\x34\x12\x34\x12\x34\x12\x34\x56\x78");
    CHECK_EQ(unpack(ROM_CODEC_RUNS_16, (const uint8_t *)"\x00\x12\x34", 3, 1, &error), ROM_BAD_PACKING);
}

TEST(rom_codec_lz_and_delta_vectors) {
    GIVES(ROM_CODEC_LZ,
          "\x35"
          "ABC"
          "\x02",
          "ABCABCABCAB");
    GIVES(ROM_CODEC_LZ,
          "\x10"
          "A"
          "\x00"
          "\x20"
          "BC",
          "AAAABC");
    GIVES(ROM_CODEC_LZ,
          "\x90"
          "A"
          "\x01\x00"
          "\x20"
          "BC",
          "AAAABC"); /* the same distance in two bytes */
    GIVES(ROM_CODEC_LZ,
          "\x70\x01"
          "ABCDEFGH"
          "\x07",
          "ABCDEFGHABC");
    GIVES(ROM_CODEC_LZ,
          "\x1F"
          "A"
          "\x00\x02",
          "AAAAAAAAAAAAAAAAAAAAA");
    GIVES(ROM_CODEC_DELTA_LZ,
          "\x01"
          "\x50\x0A\x01\x01\xFF\x02",
          "\x0A\x0B\x0C\x0B\x0D");
    GIVES(ROM_CODEC_DELTA_LZ,
          "\x81"
          "\x70\x00\xFF\x00\x01\x00\x02\x00\x07",
          "\xFF\x00\x00\x01\x02\x01\x07");
    GIVES(ROM_CODEC_STORED, "plain", "plain");
}

/* The size word, then flags: C clear clear clear, a match of 3 from 3 back, clear. */
TEST(rom_codec_bios_vectors) {
    rom_error error;
    GIVES(ROM_CODEC_LZ_BIOS,
          "\x10\x07\x00\x00"
          "\x10"
          "ABC"
          "\x00\x02"
          "D",
          "ABCABCD");
    GIVES(ROM_CODEC_LZ_BIOS,
          "\x10\x15\x00\x00"
          "\x20"
          "AB"
          "\xF0\x01"
          "C",
          "ABABABABABABABABABABC");
    GIVES(ROM_CODEC_LZ_BIOS,
          "\x10\x09\x00\x00"
          "\x00"
          "12345678"
          "\x00"
          "9",
          "123456789");
    CHECK(gives(ROM_CODEC_LZ_BIOS, "\x10\x00\x00\x00", 4, "", 0));
    CHECK_EQ(unpack(ROM_CODEC_LZ_BIOS,
                    (const uint8_t *)"\x10\x08\x00\x00\x00"
                                     "1234567",
                    12, 7, &error),
             ROM_BAD_PACKING);
    CHECK_EQ(error.offset, 0); /* the word in front tells another size */
    CHECK_EQ(unpack(ROM_CODEC_LZ_BIOS,
                    (const uint8_t *)"\x11\x01\x00\x00\x00"
                                     "1",
                    6, 1, &error),
             ROM_BAD_PACKING);
    CHECK_EQ(unpack(ROM_CODEC_LZ_BIOS,
                    (const uint8_t *)"\x10\x04\x00\x00\x40"
                                     "A"
                                     "\x00\x01",
                    8, 4, &error),
             ROM_BAD_PACKING);
    CHECK_EQ(error.offset, 8); /* a match from before the beginning */
    CHECK_EQ(unpack(ROM_CODEC_LZ_BIOS,
                    (const uint8_t *)"\x10\x03\x00\x00\x40"
                                     "A"
                                     "\x00\x00",
                    8, 3, &error),
             ROM_BAD_PACKING);
    CHECK_EQ(unpack(ROM_CODEC_LZ_BIOS,
                    (const uint8_t *)"\x10\x01\x00\x00\x00"
                                     "AB",
                    7, 1, &error),
             ROM_BAD_PACKING);
    uint8_t nothing = 0;
    rom_decoder decoder;
    rom_decoder_begin(&decoder, ROM_CODEC_LZ_BIOS, &nothing, 0, &nothing, 0);
    CHECK(!rom_decoder_done(&decoder)); /* the size word in front is missing */
}

TEST(rom_codec_refusals_name_the_place) {
    rom_error error;
    CHECK_EQ(unpack(ROM_CODEC_LZ,
                    (const uint8_t *)"\x10"
                                     "A"
                                     "\x01",
                    3, 9, &error),
             ROM_BAD_PACKING);
    CHECK_EQ(error.offset, 3);
    CHECK(strstr(error.text, "before the beginning") != NULL);
    CHECK_EQ(unpack(ROM_CODEC_LZ,
                    (const uint8_t *)"\x90"
                                     "A"
                                     "\x00\x00",
                    4, 9, &error),
             ROM_BAD_PACKING);
    CHECK_EQ(unpack(ROM_CODEC_LZ,
                    (const uint8_t *)"\x1F"
                                     "A"
                                     "\x00\x02",
                    4, 20, &error),
             ROM_BAD_PACKING);
    CHECK(strstr(error.text, "go on after 20 bytes") != NULL);
    CHECK_EQ(unpack(ROM_CODEC_LZ,
                    (const uint8_t *)"\x10"
                                     "A"
                                     "\x00",
                    3, 1, &error),
             ROM_BAD_PACKING);
    CHECK(strstr(error.text, "left over after 1 bytes") != NULL);
    CHECK_EQ(unpack(ROM_CODEC_DELTA_LZ,
                    (const uint8_t *)"\x80\x10"
                                     "A",
                    3, 1, &error),
             ROM_BAD_PACKING);
    CHECK_EQ(unpack(ROM_CODEC_STORED, (const uint8_t *)"abc", 3, 2, &error), ROM_BAD_PACKING);
    CHECK_EQ(unpack(ROM_CODEC_STORED, (const uint8_t *)"abc", 3, 4, &error), ROM_BAD_PACKING);
    CHECK_EQ(unpack(3, (const uint8_t *)"abc", 3, 3, &error), ROM_UNKNOWN_CODEC);
    CHECK_EQ(unpack(1000, (const uint8_t *)"abc", 3, 3, &error), ROM_UNKNOWN_CODEC);
    CHECK(!rom_codec_known(3) && !rom_codec_known(258) && rom_codec_known(0));
}

/* Writes a stream with every kind of group; sets *size. */
static size_t write_stream(uint8_t *out, uint32_t seed, size_t *size) {
    uint8_t *at = out;
    uint32_t total = 0;
    for (int group = 0; group < 24; group++) {
        seed = seed * 1664525u + 1013904223u;
        uint32_t copy = total == 0 ? 9 : seed >> 28, repeat = seed >> 20 & 31u,
                 distance = total == 0 ? 3 : (seed >> 8 & 255u) % total + 1;
        uint32_t far = seed >> 19 & 1u;
        *at++ = (uint8_t)((copy < 7 ? copy : 7) << 4 | (repeat < 15 ? repeat : 15) | far << 7);
        if (copy >= 7) *at++ = (uint8_t)(copy - 7);
        for (uint32_t i = 0; i < copy; i++) *at++ = (uint8_t)(seed + i * 37u);
        *at++ = (uint8_t)(far ? distance : distance - 1);
        if (far) *at++ = 0;
        if (far && distance == 256) at[-1] = 1;
        if (repeat >= 15) *at++ = (uint8_t)(repeat - 15);
        total += copy + repeat + 3;
    }
    *size = total;
    return (size_t)(at - out);
}

TEST(rom_codec_every_truncation_is_an_error) {
    static uint8_t packed[1200];
    size_t size, stored = write_stream(packed, 5, &size);
    rom_error error;
    CHECK_EQ(unpack(ROM_CODEC_LZ, packed, stored, size, &error), ROM_OK);
    for (size_t cut = 0; cut < stored; cut++) {
        CHECK_EQ(unpack(ROM_CODEC_LZ, packed, cut, size, &error), ROM_BAD_PACKING);
        CHECK(error.offset <= cut && error.text[0] != 0);
    }
    packed[stored] = 0;
    CHECK_EQ(unpack(ROM_CODEC_LZ, packed, stored + 1, size, &error), ROM_BAD_PACKING);
    CHECK_EQ(rom_decode(ROM_CODEC_LZ, packed, stored, NULL, size, &error), ROM_OK);
    CHECK_EQ(rom_decode(ROM_CODEC_LZ, packed, stored - 1, NULL, size, &error), ROM_BAD_PACKING);
}

TEST(rom_codec_slices_equal_the_whole) {
    static uint8_t packed[1201], whole[2048], sliced[2048];
    static const uint32_t quotas[] = {1, 7, 256};
    for (uint32_t seed = 1; seed <= 60; seed++) {
        size_t size, stored = write_stream(packed + 1, seed, &size) + 1;
        uint32_t codec = seed % 3 == 0 ? ROM_CODEC_LZ : ROM_CODEC_DELTA_LZ;
        packed[0] = seed % 3 == 1 ? 2 : 0x83;
        const uint8_t *from = codec == ROM_CODEC_LZ ? packed + 1 : packed;
        if (codec == ROM_CODEC_LZ) stored--;
        CHECK_EQ(rom_decode(codec, from, stored, whole, size, NULL), ROM_OK);
        for (int q = 0; q < 3; q++) {
            rom_decoder decoder;
            rom_error error;
            uint32_t steps = 0;
            memset(sliced, 0, sizeof sliced);
            rom_decoder_begin(&decoder, codec, from, stored, sliced, size);
            while (!rom_decoder_done(&decoder) && rom_decoder_step(&decoder, quotas[q], &error) == ROM_OK)
                steps++;
            CHECK(rom_decoder_done(&decoder));
            CHECK(memcmp(whole, sliced, size) == 0);
            CHECK(steps >= size / quotas[q]);
        }
    }
}

/* Each codec's own stream, cut at every byte, unpacked at once and in slices. */
TEST(rom_codec_every_truncation_of_every_codec) {
    static const struct {
        uint32_t codec;
        const char *packed;
        uint32_t stored, size;
    } cases[] = {{ROM_CODEC_STORED, "plain", 5, 5},
                 {ROM_CODEC_RUNS,
                  "\x02"
                  "ABC"
                  "\x85"
                  "D"
                  "\x00"
                  "E"
                  "\xFF"
                  "F",
                  10, 142},
                 {ROM_CODEC_RUNS_16, "\x81\x12\x34\x01\x56\x78\x9A\xBC\xFF\x00\x01", 11, 272},
                 {ROM_CODEC_LZ_BIOS,
                  "\x10\x15\x00\x00\x20"
                  "AB"
                  "\xF0\x01"
                  "C",
                  10, 21},
                 {ROM_CODEC_DELTA_LZ,
                  "\x02\x35"
                  "ABC"
                  "\x02\x20"
                  "DE",
                  9, 13},
                 {ROM_CODEC_DELTA_LZ,
                  "\x81\x35"
                  "ABC"
                  "\x02\x20"
                  "DE",
                  9, 13}};
    for (uint32_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const uint8_t *packed = (const uint8_t *)cases[i].packed;
        rom_error error;
        CHECK_EQ(unpack(cases[i].codec, packed, cases[i].stored, cases[i].size, &error), ROM_OK);
        for (uint32_t cut = 0; cut < cases[i].stored; cut++) {
            rom_decoder decoder;
            rom_status status = ROM_OK;
            CHECK_EQ(unpack(cases[i].codec, packed, cut, cases[i].size, &error), ROM_BAD_PACKING);
            CHECK(error.offset <= cut && error.text[0] != 0);
            rom_decoder_begin(&decoder, cases[i].codec, packed, cut, room + 16, cases[i].size);
            for (uint32_t step = 0; status == ROM_OK && step <= 2 * cases[i].size + 2; step++) {
                status = rom_decoder_step(&decoder, 1, NULL);
            }
            CHECK(status == ROM_BAD_PACKING && !rom_decoder_done(&decoder));
        }
    }
}

/* ---- a cart's own codec ---- */

/* A cart's own codec: turns the bytes around by way of the scratch. */
static rom_status turn(const uint8_t *packed, size_t stored, uint8_t *data, size_t size, void *scratch,
                       rom_error *error) {
    uint8_t *line = scratch;
    if (stored != size || size > 8)
        return rom_fail(error, ROM_BAD_PACKING, (uint32_t)stored, "too long", 0, 0);
    for (size_t i = 0; i < size; i++) line[i] = packed[size - 1 - i];
    if (size > 0) memcpy(data, line, size);
    return ROM_OK;
}

TEST(rom_codec_of_a_cart_beside_the_consoles) {
    static const rom_cart_codec own[] = {{ROM_CODEC_LZ, 8, turn}, {ROM_CODEC_CART, 8, turn}, {254, 0, turn}};
    static uint8_t scratch[8], out[8];
    static const char zeros[8] = {0};
    rom_error error;
    CHECK_EQ(rom_codec_scratch(own, 3, ROM_CODEC_CART), 8);
    for (uint32_t codec = 0; codec < ROM_CODEC_CART; codec++) CHECK_EQ(rom_codec_scratch(own, 3, codec), 0);
    CHECK(rom_codec_scratch(own, 3, 254) == 0 && rom_codec_scratch(own, 3, 9) == 0);
    rom_decoding d = {.own = own,
                      .own_count = 3,
                      .codec = ROM_CODEC_CART,
                      .packed = "olleh",
                      .stored = 5,
                      .data = out,
                      .size = 4,
                      .scratch = scratch,
                      .scratch_size = 8};
    CHECK_EQ(rom_decode_with(&d, &error), ROM_BAD_PACKING);
    CHECK_EQ(error.offset, 5);
    d.size = 5;
    d.scratch_size = 7;
    CHECK_EQ(rom_decode_with(&d, &error), ROM_UNKNOWN_CODEC);
    CHECK(strstr(error.text, "8 bytes of scratch") != NULL);
    d.scratch_size = 8;
    d.scratch = NULL;
    CHECK_EQ(rom_decode_with(&d, NULL), ROM_UNKNOWN_CODEC);
    d.scratch = scratch;
    d.data = NULL;
    CHECK_EQ(rom_decode_with(&d, NULL), ROM_UNKNOWN_CODEC);
    d.data = out;
    d.codec = 9;
    CHECK_EQ(rom_decode_with(&d, NULL), ROM_UNKNOWN_CODEC);
    CHECK(memcmp(out, zeros, 8) == 0); /* a refusal writes nothing */
    d.codec = ROM_CODEC_CART;
    CHECK_EQ(rom_decode_with(&d, &error), ROM_OK);
    CHECK(memcmp(out, "hello", 5) == 0);
    /* A cart cannot replace the console's codecs, which need no scratch. */
    d = (rom_decoding){own, 3, ROM_CODEC_LZ, "\x10\x41\x00\x20\x42\x43", 6, out, 6, NULL, 0};
    CHECK_EQ(rom_decode_with(&d, &error), ROM_OK);
    CHECK(memcmp(out, "AAAABC", 6) == 0);
}
