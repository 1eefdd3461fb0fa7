/* Tests of the hash functions against published values, and of the forms of CRC-32. */
#include <string.h>

#include "fixedmath/random.h"
#include "kernel/names/hash.h"
#include "kernel/names/id.h"
#include "kernel/names/md5.h"
#include "tests/test.h"

/* The small forms of rom/read/crc.c under names of their own. */
uint32_t small_crc32(uint32_t crc, const void *data, size_t size);
uint32_t small_id(const char *name);
uint32_t small_id_of(const char *name, size_t length);
#define rom_crc32 small_crc32
#define rom_id small_id
#define rom_id_of small_id_of
#define ROM_CRC_TABLE 64
#include "rom/read/crc.c"
#undef rom_crc32
#undef rom_id
#undef rom_id_of
FX_STATIC_ASSERT(sizeof table == 64, "sixteen entries");

static const struct {
    const char *text;
    uint32_t crc;
} crcs[] = {{"123456789", 0xcbf43926}, {"", 0},
            {"a", 0xe8b7be43},         {"foo", 0x8c736521},
            {"bar", 0x76ff8caa},       {"pac_man", 0x69b38f09},
            {"binky", 0x8e67f667},     {"pinky", 0x94473285},
            {"inky", 0x8af3fa4b},      {"clyde", 0x0e29da90}};

TEST(names_crc_worked_examples) {
    for (size_t i = 0; i < sizeof crcs / sizeof crcs[0]; i++) {
        const char *text = crcs[i].text;
        size_t length = strlen(text);
        CHECK_EQ(rom_crc32(0, text, length), crcs[i].crc);
        CHECK_EQ(small_crc32(0, text, length), crcs[i].crc);
        CHECK_EQ(rom_id(text), crcs[i].crc); /* the text has no letter that folds */
        CHECK_EQ(rom_id_of(text, length), crcs[i].crc);
        CHECK_EQ(small_id(text), crcs[i].crc);
        CHECK_EQ(small_id_of(text, length), crcs[i].crc);
    }
    CHECK_EQ(rom_id("levels/1/map"), 0x3E6F79FE);
}

/* The CRC by its definition, bit by bit. */
static uint32_t plain_crc(const uint8_t *bytes, size_t size) {
    uint32_t crc = 0xFFFFFFFFu;
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
    }
    return ~crc;
}

TEST(names_crc_forms_agree) {
    uint8_t bytes[70];
    rng32 r = rng32_seed(54, 1);
    for (int round = 0; round < 1000; round++) {
        size_t offset = rng_below(&r, 4), size = rng_below(&r, 65), cut = rng_below(&r, (uint32_t)size + 1);
        char *name = (char *)bytes + offset;
        for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)(rng32_next(&r) >> 24);
        uint32_t crc = plain_crc(bytes + offset, size);
        CHECK_EQ(rom_crc32(0, name, size), crc);
        CHECK_EQ(small_crc32(0, name, size), crc);
        CHECK_EQ(rom_crc32(rom_crc32(0, name, cut), name + cut, size - cut), crc);
        CHECK_EQ(small_crc32(small_crc32(0, name, cut), name + cut, size - cut), crc);
        for (size_t i = 0; i < size; i++) { /* names of any bytes but 0, with all letters that fold */
            if (round % 2 == 0) bytes[offset + i] = (uint8_t)(0x3E + rng_below(&r, 0x40));
            if (bytes[offset + i] == 0) bytes[offset + i] = '\\';
        }
        bytes[offset + size] = 0;
        uint32_t id = rom_id_of(name, size);
        CHECK_EQ(rom_id(name), id);
        CHECK_EQ(small_id_of(name, size), id);
        for (size_t i = 0; i < size; i++) {
            uint8_t *c = &bytes[offset + i];
            if (*c >= 'A' && *c <= 'Z') *c = (uint8_t)(*c + 32);
            if (*c == '\\') *c = '/';
        }
        CHECK_EQ(plain_crc(bytes + offset, size), id);
    }
}

TEST(names_ids_of_literals) {
    CHECK_EQ(SID("pac_man"), 0x69b38f09);
    CHECK_EQ(SID("PAC_Man"), 0x69b38f09);
    CHECK_EQ(SID(""), OX_ID_NONE);
    CHECK_EQ(SID("Levels\\1\\Map"), rom_id("levels/1/map"));
    CHECK_EQ(SID("eight888"), rom_id("eight888"));
    CHECK_EQ(SID("a name of exactly thirty-two chars"), rom_id("a name of exactly thirty-two chars"));
    CHECK_EQ(SID("forty letters: 0123456789012345678901234"),
             rom_id("forty letters: 0123456789012345678901234"));
    CHECK_EQ(SID("forty-one letters: 01234567890123456789AB"),
             rom_id("forty-one letters: 01234567890123456789ab"));
    CHECK_EQ(SID("\xC3\x84"), rom_id("\xC3\x84")); /* letters beyond ASCII do not fold */
    CHECK(SID("\xC3\x84") != rom_id("\xC3\xA4"));
}

TEST(names_lookup3_worked_examples) {
    static const char score[] = "Four score and seven years ago";
    CHECK_EQ(ox_hash_lookup3(score, sizeof score - 1, 0), 0x17770551);
    CHECK_EQ(ox_hash_lookup3(score, sizeof score - 1, 1), 0xcd628161);
    CHECK_EQ(ox_hash_lookup3("", 0, 0), 0xdeadbeef);
    CHECK_EQ(ox_hash_lookup3("pac_man", 7, 0), 0x28e9fec9);
}

TEST(names_hsieh_worked_examples) {
    static const struct {
        const char *text;
        uint32_t hash;
    } cases[] = {{"", 0},
                 {"a", 0x115ea782},
                 {"ab", 0x516b8b44},
                 {"abc", 0xd2be198a},
                 {"abcd", 0xdad8b8db},
                 {"pac_man", 0x80a6f478},
                 {"123456789", 0x7a93bd40}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CHECK_EQ(ox_hash_hsieh(cases[i].text, strlen(cases[i].text)), cases[i].hash);
    }
    /* Bytes from 128 on count as negative numbers at the end of a text, whether char is signed or not. */
    CHECK(ox_hash_hsieh("\xFF", 1) != ox_hash_hsieh("\x7F", 1));
}

static bool digests(const char *data, const char *expected) {
    uint8_t digest[OX_MD5_BYTES];
    ox_md5_of(data, strlen(data), digest);
    for (int i = 0; i < OX_MD5_BYTES; i++) {
        if ("0123456789abcdef"[digest[i] >> 4] != expected[2 * i]) return false;
        if ("0123456789abcdef"[digest[i] & 15] != expected[2 * i + 1]) return false;
    }
    return true;
}

TEST(names_md5_worked_examples) {
    CHECK(digests("", "d41d8cd98f00b204e9800998ecf8427e"));
    CHECK(digests("abc", "900150983cd24fb0d6963f7d28e17f72"));
    CHECK(digests("message digest", "f96b697d7cb7938d525a2f31aaf161d0"));
    CHECK(digests("12345678901234567890123456789012345678901234567890123456789012345678901234567890",
                  "57edf4a22be3c955ac49da2e2107b67a"));
}

TEST(names_md5_pieces_do_not_matter) {
    static uint8_t data[200];
    rng32 r = rng32_seed(9, 9);
    for (size_t i = 0; i < sizeof data; i++) data[i] = (uint8_t)(rng32_next(&r) >> 24);
    for (size_t size = 0; size <= sizeof data; size++) {
        uint8_t whole[OX_MD5_BYTES], pieces[OX_MD5_BYTES];
        ox_md5 md5 = ox_md5_begin();
        for (size_t at = 0; at < size;) {
            size_t part = rng_below(&r, 80);
            if (part > size - at) part = size - at;
            ox_md5_add(&md5, data + at, part);
            at += part;
        }
        ox_md5_end(&md5, pieces);
        ox_md5_of(data, size, whole);
        CHECK(memcmp(whole, pieces, sizeof whole) == 0);
    }
}

TEST(names_key_hashes) {
    CHECK_EQ(ox_key_identity(12345), 12345);
    CHECK_EQ(ox_key_mixed(1, 32), 2654435769u);
    CHECK_EQ(ox_key_mixed(1, 4), 2654435769u >> 28);
    uint32_t seen = 0;
    for (uint32_t k = 0; k < 16; k++) seen |= 1u << ox_key_mixed(k * 4096, 4); /* multiples spread */
    int different = 0;
    for (; seen != 0; seen &= seen - 1) different++;
    CHECK(different >= 10);
    CHECK_EQ(ox_key_ieee32(0x3F800000), 0x3F800000);
    CHECK_EQ(ox_key_ieee32(0x80000000), 0);
    CHECK_EQ(ox_key_ieee32(0), 0);
}
