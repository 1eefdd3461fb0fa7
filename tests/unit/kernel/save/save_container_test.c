/* The save container: power cuts at every byte, flipped bits, versions, and the packer of record bodies. */
#include <string.h>

#include "fixedmath/random.h"
#include "kernel/debug/format.h"
#include "kernel/save/container.h"
#include "rom/codec.h"
#include "rom/rom.h"
#include "tests/test.h"
#include "tests/unit/kernel/memory/life.h"
#include "tests/unit/kernel/save/save_hero.h"

TEST(save_container_identity) {
    open_saves(save_device_open(&device, 4096, 1), 1);
    CHECK_EQ(ox_saves_read(&saves, 0), OX_NOT_FOUND);
    CHECK(strcmp(saves.why, "slot 0: nothing is saved there") == 0);
    for (uint32_t n = 1; n < 9; n++) {
        CHECK_EQ(save(n, n % 2), OX_OK);
        CHECK_EQ(game_read(n % 2), (int)n);
        if (n > 1) CHECK_EQ(game_read((n - 1) % 2), (int)n - 1);
    }
    CHECK_EQ(device.syncs, 16);
    CHECK_EQ(ox_saves_erase(&saves, 0), OX_OK);
    CHECK_EQ(ox_saves_read(&saves, 0), OX_NOT_FOUND);
    CHECK_EQ(game_read(1), 7);
    CHECK(saves.head.stored >= 8 && saves.head.sequence == 4 && saves.head.minor == 3);
}

/* The container's bytes are the same on every machine. */
TEST(save_container_bytes) {
    open_saves(save_device_open(&device, 4096, 1), 1);
    CHECK_EQ(save(6, 0), OX_OK);
    TEST_INFO("an even game: %u bytes, stored as %u", (unsigned)saves.head.full, (unsigned)saves.head.stored);
    CHECK_EQ(rom_u32(device.bytes), ROM_TAG('O', 'X', 'S', 'V'));
    CHECK_EQ(rom_u32(device.bytes + 4), CART);
    CHECK_EQ(rom_u16(device.bytes + 10), 3);
    CHECK_EQ(rom_crc32(0, device.bytes, 28), rom_u32(device.bytes + 28));
    CHECK_EQ(rom_crc32(0, device.bytes, 4096), 0xCB4EBAD5u);
}

/* The power goes at every byte that is written or erased. */
static void cut_everywhere(uint32_t sector) {
    static save_device before;
    uint32_t cuts = 0;
    for (uint32_t round = 0; round < 3;
         round++) { /* into the empty copy, over the older one, packed and not */
        open_saves(save_device_open(&device, 4096, sector), 1);
        for (uint32_t n = 0; n <= round; n++) CHECK_EQ(save(10 + n, 1), OX_OK);
        before = device;
        for (uint32_t power = 0;; power++, cuts++) {
            device = before;
            device.power = power;
            ox_status status = save(20 + round, 1);
            bool done = device.power > 0;
            CHECK_EQ(status, done ? OX_OK : OX_IO_ERROR);
            device.power = UINT32_MAX; /* the power is back */
            int is = game_read(1);
            CHECK(is == (int)(10 + round) || (is == (int)(20 + round)));
            if (done) {
                CHECK_EQ(is, 20 + round);
                break;
            }
            /* The next game is saved as if there had been no cut. */
            CHECK_EQ(save(30, 1), OX_OK);
            CHECK_EQ(game_read(1), 30);
        }
    }
    TEST_INFO("sectors of %u bytes: the power went %u times", (unsigned)sector, (unsigned)cuts);
}

TEST(save_container_power_cut_at_every_byte) { cut_everywhere(1); }
TEST(save_container_power_cut_on_flash) { cut_everywhere(256); }

/* The power goes twice: in a save, and in the save that follows. */
TEST(save_container_power_cut_twice) {
    static save_device before, torn;
    open_saves(save_device_open(&device, 4096, 1), 1);
    CHECK_EQ(save(2, 0), OX_OK);
    CHECK_EQ(save(4, 0), OX_OK);
    before = device;
    for (uint32_t first = 0; first < 200; first += 7) {
        device = before;
        device.power = first;
        (void)save(6, 0);
        device.power = UINT32_MAX;
        int was = game_read(0);
        CHECK(was == 4 || was == 6);
        torn = device;
        for (uint32_t second = 0; second < 200; second += 5) {
            device = torn;
            device.power = second;
            (void)save(8, 0);
            device.power = UINT32_MAX;
            int is = game_read(0);
            CHECK(is == was || is == 8);
        }
    }
}

TEST(save_container_first_game_torn) {
    for (uint32_t power = 0; power < 30; power++) {
        open_saves(save_device_open(&device, 4096, 1), 1);
        device.power = power * 8;
        ox_status status = save(1, 0);
        device.power = UINT32_MAX;
        ox_status read = ox_saves_read(&saves, 0);
        CHECK(status == OX_OK ? read == OX_OK : read == OX_NOT_FOUND || read == OX_BAD_CHECKSUM);
    }
}

TEST(save_container_flipped_bits) {
    static save_device before;
    open_saves(save_device_open(&device, 4096, 1), 1);
    CHECK_EQ(save(5, 0), OX_OK);
    CHECK_EQ(save(6, 0), OX_OK);
    before = device;
    uint32_t copy = ox_saves_copy_bytes(&saves.config), newest = OX_SAVES_HEAD + saves.head.stored;
    for (uint32_t i = 0; i < newest; i++) {
        for (uint32_t bit = 0; bit < 8; bit++) {
            device = before;
            device.bytes[copy + i] ^= (uint8_t)(1u << bit);
            CHECK_EQ(game_read(0), 5); /* the other copy is read */
        }
    }
    for (uint32_t i = 0; i < newest; i += 3) {
        device = before;
        device.bytes[i] ^= 1;
        device.bytes[copy + newest - 1 - i] ^= 128;
        hero h;
        CHECK_EQ(ox_saves_read(&saves, 0), OX_BAD_CHECKSUM);
        CHECK(strcmp(saves.why, "slot 0: both copies are damaged; begin anew") == 0);
        CHECK_EQ(ox_saves_get(&saves, &hero_type, &h), OX_NOT_FOUND);
        CHECK(h.gold == 50 && h.health == 100); /* the fields have their defaults */
    }
    /* A record that was damaged before it was packed is found by its own checksum, and named. */
    device = before;
    collect(8);
    saves.bytes[saves.ready - 1] ^= 16;
    CHECK_EQ(ox_saves_write(&saves, 1), OX_OK);
    CHECK_EQ(ox_saves_finish(&saves), OX_OK);
    CHECK_EQ(ox_saves_read(&saves, 1), OX_BAD_CHECKSUM);
}

/* Any bytes, with right checksums too, are read without a crash. */
TEST(save_container_hostile_bytes) {
    rng32 r = rng32_seed(86, 0);
    uint32_t read = 0;
    for (int round = 0; round < 3000; round++) {
        uint8_t *head = device.bytes;
        open_saves(save_device_open(&device, 2048, 1), 1);
        (void)save(6, 0);
        uint32_t stored = rom_u32(head + 16), changes = rng_below(&r, 4);
        for (uint32_t i = 0; i < changes; i++)
            device.bytes[rng_below(&r, OX_SAVES_HEAD + stored)] = (uint8_t)rng_below(&r, 256);
        stored = rom_u32(head + 16);
        if (stored > 400) stored = 400;
        uint32_t sums[2] = {rom_crc32(0, head + OX_SAVES_HEAD, stored), 0};
        for (int k = 0; k < 4; k++) head[24 + k] = (uint8_t)(sums[0] >> 8 * k);
        sums[1] = rom_crc32(0, head, 28);
        for (int k = 0; k < 4; k++) head[28 + k] = (uint8_t)(sums[1] >> 8 * k);
        hero h;
        if (ox_saves_read(&saves, 0) != OX_OK) continue;
        read++;
        CHECK(ox_saves_get(&saves, &hero_type, &h) != OX_OK || h.health <= 100);
    }
    CHECK(read > 100);
    CHECK_EQ(ox_saves_read(&saves, 7), OX_BAD_ARGUMENT);
}

/* ---- versions ---- */

/* the record of the game before: another order, another width, a field that is gone */
typedef struct old_hero {
    uint16_t keys;
    int16_t gold;
    uint32_t luck;
} old_hero;
static const ox_field old_fields[] = {
    OX_FIELD(old_hero, keys, OX_U16, OX_SIM),
    OX_FIELD(old_hero, gold, OX_I16, OX_SIM),
    OX_FIELD(old_hero, luck, OX_U32, OX_SIM),
};

TEST(save_container_versions) {
    const ox_type old_type = {
        .name = OX_NAME("hero"), .size = sizeof(old_hero), .version = 1, .fields = old_fields, .count = 3};
    ox_type later_type = hero_type;
    hero h;
    open_saves(save_device_open(&device, 4096, 1), 1);
    old_hero old = {.keys = 9, .gold = -300, .luck = 77};
    ox_saves_add(&saves, &old_type, &old);
    CHECK_EQ(ox_saves_write(&saves, 0), OX_OK);
    CHECK_EQ(ox_saves_finish(&saves), OX_OK);
    /* A newer game reads the record by the names of fields; a missing field has its initial value. */
    open_saves(saves.config.device, 2);
    CHECK_EQ(ox_saves_read(&saves, 0), OX_OK);
    CHECK_EQ(ox_saves_get(&saves, &hero_type, &h), OX_OK);
    CHECK(h.keys == 9 && h.gold == -300 && h.health == 100 && h.place[1] == 0);
    /* The newer game's own save is refused by the older one, by name. */
    CHECK_EQ(save(4, 0), OX_OK);
    open_saves(saves.config.device, 1);
    CHECK_EQ(ox_saves_read(&saves, 0), OX_BAD_VERSION);
    CHECK(strcmp(saves.why, "slot 0: saved by version 2 of the game, this is version 1") == 0);
    /* Another cart's save is refused. */
    saves.config.cart = 99;
    CHECK_EQ(ox_saves_read(&saves, 0), OX_BAD_VERSION);
    CHECK(strcmp(saves.why, "slot 0: saved by another cart") == 0);
    /* A record of a later major version is refused, though the file is not. */
    open_saves(saves.config.device, 2);
    later_type.version = 0x0205;
    hero rich = {.gold = 5};
    ox_saves_add(&saves, &later_type, &rich);
    CHECK_EQ(ox_saves_write(&saves, 1), OX_OK);
    CHECK_EQ(ox_saves_finish(&saves), OX_OK);
    CHECK_EQ(ox_saves_read(&saves, 1), OX_OK);
    h.gold = 1;
    CHECK_EQ(ox_saves_get(&saves, &hero_type, &h), OX_BAD_VERSION);
    CHECK(h.gold == 1 && strstr(saves.why, "has version 2, this game reads up to 0.255") != NULL);
    later_type.version = 0x0200; /* a later minor version is read */
    CHECK_EQ(ox_saves_get(&saves, &later_type, &h), OX_OK);
    CHECK_EQ(h.gold, 5);
}

/* ---- slices, refusals ---- */

TEST(save_container_is_sliced) {
    open_saves(save_device_open(&device, 4096, 1), 1);
    CHECK_EQ(save(3, 0), OX_OK);
    collect(5);
    CHECK_EQ(ox_saves_write(&saves, 0), OX_OK);
    CHECK_EQ(ox_saves_write(&saves, 0), OX_BAD_STATE);
    CHECK_EQ(ox_saves_read(&saves, 0), OX_BAD_STATE);
    CHECK_EQ(ox_saves_erase(&saves, 0), OX_BAD_STATE);
    uint32_t steps = 0, most = 0;
    for (bool more = true; more; steps++) {
        uint32_t before = device.written;
        more = ox_saves_step(&saves, 16);
        if (device.written - before > most) most = device.written - before;
    }
    TEST_INFO("%u steps of 16 bytes, at most %u bytes written in one", (unsigned)steps, (unsigned)most);
    CHECK(steps > 20 && most <= OX_SAVES_HEAD);
    CHECK_EQ(saves.result, OX_OK);
    CHECK_EQ(game_read(0), 5);
    CHECK(!ox_saves_step(&saves, 16)); /* no write is under way */
}

TEST(save_container_refusals) {
    ox_arena arena;
    hero h = {0};
    ox_saves_config config = {
        .device = save_device_open(&device, 384, 1), .cart = CART, .slots = 0, .room = 100};
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_saves_init(&saves, &config, &arena), OX_BAD_ARGUMENT);
    config.slots = OX_SAVES_SLOTS + 1;
    CHECK_EQ(ox_saves_init(&saves, &config, &arena), OX_BAD_ARGUMENT);
    config.slots = OX_SAVES_SLOTS; /* the device has too few bytes for so many slots */
    CHECK_EQ(ox_saves_init(&saves, &config, &arena), OX_UNSUPPORTED);
    config.slots = 1;
    config.room = 5000;
    CHECK_EQ(ox_saves_init(&saves, &config, &arena), OX_OUT_OF_MEMORY);
    config.room = 0;
    CHECK_EQ(ox_saves_init(&saves, &config, &arena), OX_BAD_ARGUMENT);
    config.room = 400;
    CHECK_EQ(ox_saves_init(&saves, &config, &arena), OX_OK);
    CHECK_EQ(ox_saves_copy_bytes(&config), 192);
    CHECK_EQ(ox_saves_write(&saves, 1), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_saves_erase(&saves, 1), OX_BAD_ARGUMENT);
    for (int i = 0; i < 20; i++) ox_saves_add(&saves, &hero_type, &h);
    CHECK_EQ(ox_saves_write(&saves, 0), OX_FULL); /* more bytes than the room for records */
    CHECK_EQ(save(5, 0), OX_FULL);                /* the game packs badly, to more bytes than a copy has */
    CHECK(strstr(saves.why, "a copy has room for 160") != NULL);
    CHECK_EQ(save(6, 0), OX_OK);
    device.dead = true;
    CHECK_EQ(save(8, 0), OX_IO_ERROR);
    CHECK_EQ(ox_saves_erase(&saves, 0), OX_IO_ERROR);
    CHECK_EQ(game_read(0), 6);
    device.dead = false;
    (void)ox_saves_open(&saves, 1, 1);
    CHECK_EQ(ox_saves_write(&saves, 0), OX_BAD_STATE);
    ox_saves_close(&saves);
    ox_saves_close(&saves);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    ox_reader r;
    CHECK_EQ(ox_saves_find(&saves, 12345, 1, &r), OX_NOT_FOUND);
    config.room = 100; /* a game with less room reads a save that it cannot hold */
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_saves_init(&saves, &config, &arena), OX_OK);
    CHECK_EQ(ox_saves_read(&saves, 0), OX_FULL);
}

/* Each copy has an equal part of the device, in whole sectors, or words where there are none. */
TEST(save_container_copies_have_whole_sectors) {
    static const struct {
        uint32_t size, sector, slots, bytes;
    } rows[] = {{4096, 1, 1, 2048},       {4096, 0, 3, 680},  {4096, 2, 3, 680},   {4096, 4, 3, 680},
                {4096, 8, 3, 680},        {4096, 16, 3, 672}, {4096, 512, 3, 512}, {4096, 1024, 3, 0},
                {4098, 1, 1, 2048},       {104, 1, 1, 52},    {96, 1, 1, 0},       {65536, 4096, 16, 0},
                {131072, 4096, 16, 4096}, {4096, 1, 17, 0},   {4096, 1, 0, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const ox_saves_config config = {.device = {.size = rows[i].size, .sector = rows[i].sector},
                                        .slots = rows[i].slots};
        CHECK_EQ(ox_saves_copy_bytes(&config), rows[i].bytes);
        const ox_save_device whole = {.size = rows[i].size, .sector = rows[i].sector, .first = 64};
        CHECK(ox_save_device_part(whole, 0, 0).size == rows[i].size &&
              ox_save_device_part(whole, 3, 0).first == 64);
        const ox_save_device part = ox_save_device_part(whole, 2, 3);
        const uint32_t sector = rows[i].sector < 4 ? 4 : rows[i].sector;
        CHECK(part.size == rows[i].size / 3 / sector * sector && part.first == 64 + 2 * part.size);
    }
}

/* Records that do not fit are noticed by the write, whichever of them was too large; what was read may be written to another
 * slot. */
TEST(save_container_records) {
    hero h = {.gold = 7};
    ox_arena arena;
    ox_saves_config config = {
        .device = save_device_open(&device, 4096, 1), .cart = CART, .major = 1, .slots = 2, .room = 100};
    ox_arena_init(&arena, memory, sizeof memory);
    for (uint32_t fails = 1; fails < 3; fails++) {
        ox_arena_fail_after(&arena, fails);
        CHECK_EQ(ox_saves_init(&saves, &config, &arena), OX_OUT_OF_MEMORY);
        CHECK(ox_arena_used(&arena) == 0 && saves.bytes == NULL && saves.packed == NULL);
    }
    ox_arena_fail_after(&arena, 0);
    CHECK_EQ(ox_saves_init(&saves, &config, &arena), OX_OK);
    ox_saves_add(&saves, &hero_type, &h);
    const uint32_t one = saves.ready;
    CHECK(!saves.writer.full && one > OX_SAVES_RECORD && 2 * one > 100);
    ox_saves_add(&saves, &hero_type, &h); /* its head fits, its body does not */
    CHECK(saves.writer.full && saves.ready == one && saves.writer.used == 2 * one);
    CHECK_EQ(ox_saves_write(&saves, 0), OX_FULL);
    CHECK(strstr(saves.why, "there is room for 100; raise `room`") != NULL);
    open_saves(save_device_open(&device, 4096, 1), 1);
    CHECK_EQ(save(5, 0), OX_OK);
    CHECK_EQ(ox_saves_read(&saves, 0), OX_OK);
    CHECK(saves.why[0] == '\0' && saves.writer.used == saves.head.full);
    CHECK_EQ(ox_saves_write(&saves, 1), OX_OK);
    CHECK_EQ(ox_saves_finish(&saves), OX_OK);
    CHECK_EQ(game_read(1), 5);
    /* a record within a record ends the first; a record while a write is under way is none */
    ox_saves_clear(&saves);
    ox_write_u32(ox_saves_open(&saves, 1, 1), 11);
    ox_write_u32(ox_saves_open(&saves, 2, 1), 22);
    ox_saves_close(&saves);
    CHECK_EQ(ox_saves_write(&saves, 1), OX_OK);
    const size_t used = saves.writer.used;
    (void)ox_saves_open(&saves, 3, 1);
    CHECK(saves.writer.used == used);
    ox_saves_clear(&saves);
    CHECK(ox_saves_busy(&saves) && saves.ready == used);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 3 : 0);
    uint32_t steps = 0;
    while (ox_saves_step(&saves, 0) && steps < 5000) steps++; /* a quota of nothing counts as 1 */
    CHECK(steps > 40 && steps < 5000 && saves.result == OX_OK);
    CHECK_EQ(ox_saves_read(&saves, 1), OX_OK);
    ox_reader r;
    CHECK(ox_saves_find(&saves, 1, 1, &r) == OX_OK && r.size == 4 && ox_read_u32(&r) == 11);
    CHECK(ox_saves_find(&saves, 2, 1, &r) == OX_OK && ox_read_u32(&r) == 22);
    CHECK_EQ(ox_saves_find(&saves, 3, 1, &r), OX_NOT_FOUND);
}

/* One copy that was never written and one that is damaged are a damaged slot, on either side. A copy of a later version
 * counts where it is the newer one. */
TEST(save_container_copies_of_several_kinds) {
    static save_device before;
    ox_save_device on = save_device_open(&device, 4096, 1);
    on.erase = NULL; /* a device without sectors is never erased */
    open_saves(on, 1);
    const uint32_t copy = ox_saves_copy_bytes(&saves.config);
    for (uint32_t which = 0; which < 2; which++) {
        CHECK_EQ(ox_saves_erase(&saves, 0), OX_OK);
        memcpy(device.bytes + which * copy, "damaged", 7);
        CHECK_EQ(ox_saves_read(&saves, 0), OX_BAD_CHECKSUM);
        CHECK(saves.why[0] != '\0');
    }
    CHECK_EQ(ox_saves_erase(&saves, 0), OX_OK);
    CHECK_EQ(save(3, 0), OX_OK);
    CHECK_EQ(game_read(0), 3);
    CHECK_EQ(saves.why[0], '\0');
    before = device;
    open_saves(on, 2); /* the next version of the game saves, then this one is played again */
    CHECK_EQ(save(4, 0), OX_OK);
    open_saves(on, 1);
    CHECK_EQ(ox_saves_read(&saves, 0), OX_BAD_VERSION);
    CHECK_EQ(save(5, 0), OX_OK); /* over the later version's game, since that cannot be kept */
    CHECK_EQ(game_read(0), 5);
    device = before;
    open_saves(on, 2);
    CHECK_EQ(save(4, 0), OX_OK);
    CHECK_EQ(save(6, 0), OX_OK);
    CHECK_EQ(saves.head.sequence, 3);
    open_saves(on, 1); /* both copies are of the later version: a save is newer than these */
    CHECK_EQ(save(7, 0), OX_OK);
    CHECK_EQ(game_read(0), 7);
    CHECK_EQ(saves.head.sequence, 4);
    device.bytes[copy - copy] ^= 1; /* the head of copy 0 */
    const ox_status left = ox_saves_read(&saves, 0);
    CHECK(left == OX_BAD_VERSION || left == OX_OK);
}

/* A game may fill the room to its last byte. An erased slot of flash memory is all ones. A device that keeps no more bytes is
 * told with the place. */
TEST(save_container_to_the_last_byte) {
    ox_arena arena;
    ox_saves_config config = {
        .device = save_device_open(&device, 8192, 256), .cart = CART, .major = 1, .slots = 2, .room = 200};
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_saves_init(&saves, &config, &arena), OX_OK);
    ox_writer *to = ox_saves_open(&saves, 5, 1);
    for (uint32_t i = 0; i < 200 - OX_SAVES_RECORD; i++) ox_write_u8(to, i * i * 7);
    ox_saves_close(&saves);
    CHECK(saves.ready == 200 && !saves.writer.full);
    CHECK_EQ(ox_saves_write(&saves, 1), OX_OK);
    CHECK_EQ(ox_saves_finish(&saves), OX_OK);
    CHECK_EQ(ox_saves_read(&saves, 1), OX_OK);
    CHECK(saves.ready == 200 && saves.head.full == 200);
    CHECK_EQ(ox_saves_erase(&saves, 1), OX_OK);
    for (uint32_t i = 4096; i < 8192; i++) CHECK_EQ(device.bytes[i], 0xFF);
    open_saves(save_device_open(&device, 4096, 1), 1);
    collect(5);
    CHECK_EQ(ox_saves_write(&saves, 1), OX_OK);
    while (saves.phase != OX_SAVES_BODY) (void)ox_saves_step(&saves, 1000);
    device.power = 70; /* one piece of the body is kept, the second is not */
    CHECK_EQ(ox_saves_finish(&saves), OX_IO_ERROR);
    CHECK_EQ(strcmp(saves.why, "slot 1: the device did not keep byte 64; the game before is still there"), 0);
    CHECK(!ox_saves_busy(&saves));
}

/* A record that was damaged before its copy was written is named in the log. */
TEST(save_container_damaged_records_are_named) {
    static ox_log log;
    ox_arena arena;
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK(ox_log_init(&log, NULL, &arena, 8, 120));
    ox_saves_config config = {.device = save_device_open(&device, 4096, 1),
                              .cart = CART,
                              .major = 1,
                              .slots = 2,
                              .room = ROOM,
                              .log = &log};
    CHECK_EQ(ox_saves_init(&saves, &config, &arena), OX_OK);
    static const uint32_t at[] = {0, 4,  6,
                                  8, 12, 16}; /* name, version, nothing, bytes, checksum, the record */
    for (size_t i = 0; i < 6; i++) {
        collect(8);
        const uint32_t second = OX_SAVES_RECORD + rom_u32(saves.bytes + 8);
        CHECK_EQ(rom_u32(saves.bytes + second), SID("map"));
        saves.bytes[second + at[i]] ^= 1;
        const uint32_t named = rom_u32(saves.bytes + second);
        CHECK_EQ(ox_saves_write(&saves, 1), OX_OK);
        CHECK_EQ(ox_saves_finish(&saves), OX_OK);
        CHECK_EQ(ox_saves_read(&saves, 1), OX_BAD_CHECKSUM);
        char says[40];
        ox_text text = ox_text_begin(says, sizeof says);
        ox_text_add(&text, "record #%08x is damaged", (unsigned)named);
        bool told = false;
        for (uint32_t age = 0; age < 4; age++)
            told =
                told || (ox_log_recent(&log, age) != NULL && strstr(ox_log_recent(&log, age), says) != NULL);
        CHECK(told);
        CHECK_EQ(ox_saves_erase(&saves, 1), OX_OK);
    }
    for (uint32_t cut = 1; cut < OX_SAVES_RECORD; cut += 2) { /* less than a head behind the last record */
        collect(8);
        memset(saves.bytes + saves.ready, 0, cut);
        saves.bytes[saves.ready + cut] = 0xAA; /* what lies behind is no part of a name */
        saves.ready += cut;
        CHECK_EQ(ox_saves_write(&saves, 1), OX_OK);
        CHECK_EQ(ox_saves_finish(&saves), OX_OK);
        CHECK_EQ(ox_saves_read(&saves, 1), OX_BAD_CHECKSUM);
        CHECK(strstr(ox_log_recent(&log, 1), "copy 0: record #00000000 is damaged") != NULL ||
              strstr(ox_log_recent(&log, 0), "copy 0: record #00000000 is damaged") != NULL);
        CHECK_EQ(ox_saves_erase(&saves, 1), OX_OK);
    }
}

/* Runs and literals of every length about the limits of the stream's numbers; a step packs its quota and one match. */
TEST(save_pack_lengths) {
    static uint8_t in[1400], out[1500], back[1400];
    static ox_packer p;
    rng32 r = rng32_seed(861, 0);
    for (uint32_t literals = 0; literals < 270; literals = literals == 20 ? 256 : literals + 1) {
        for (uint32_t run = 0; run < 280; run = run == 24 ? 264 : run + 1) {
            const uint32_t size = literals + run;
            for (uint32_t i = 0; i < size; i++) in[i] = i < literals ? (uint8_t)rng32_next(&r) : 7;
            ox_packer_begin(&p, in, size, out, sizeof out);
            CHECK(ox_packer_step(&p, UINT32_MAX));
            CHECK(!p.full && p.used <= literals + literals / 200 + 12);
            CHECK_EQ(rom_decode(ROM_CODEC_LZ, out, p.used, back, size, NULL), ROM_OK);
            CHECK(memcmp(in, back, size) == 0);
        }
    }
    for (uint32_t i = 0; i < 1000; i++) in[i] = (uint8_t)rng32_next(&r);
    ox_packer_begin(&p, in, 1000, out, sizeof out);
    for (uint32_t steps = 1; !ox_packer_step(&p, 10); steps++)
        CHECK(p.at >= steps * 10 && p.at <= steps * 10 + 12);
    CHECK(!p.full && p.at == 1000);
}

TEST(save_pack_round_trip) {
    static uint8_t in[3000], out[3200], back[3000];
    static ox_packer p;
    rng32 r = rng32_seed(860, 0);
    for (int round = 0; round < 300; round++) {
        uint32_t size = rng_below(&r, round < 100 ? 40 : sizeof in), variety = 1 + rng_below(&r, 256),
                 runs = rng_below(&r, 4);
        for (uint32_t i = 0; i < size; i++)
            in[i] = (uint8_t)(runs > 0 && i > 20 && rng_below(&r, 30) != 0
                                  ? in[i - 1 - rng_below(&r, 20) * (runs == 1)]
                                  : rng_below(&r, variety));
        ox_packer_begin(&p, in, size, out, sizeof out);
        uint32_t quota = 1 + rng_below(&r, 500);
        while (!ox_packer_step(&p, quota)) continue;
        CHECK(!p.full);
        CHECK_EQ(rom_decode(ROM_CODEC_LZ, out, p.used, back, size, NULL), ROM_OK);
        CHECK(memcmp(in, back, size) == 0);
        uint32_t used = p.used;
        if (used == 0) continue;
        ox_packer_begin(&p, in, size, out, rng_below(&r, used)); /* too little room is noticed */
        while (!ox_packer_step(&p, quota)) continue;
        CHECK(p.full);
    }
    memset(in, 7, sizeof in);
    ox_packer_begin(&p, in, sizeof in, out, sizeof out);
    CHECK(ox_packer_step(&p, UINT32_MAX));
    CHECK(p.used < 20);
    ox_packer_begin(&p, NULL, 0, out, sizeof out);
    CHECK(ox_packer_step(&p, UINT32_MAX) && p.used == 0 && !p.full);
    ox_packer_begin(&p, in, OX_PACK_MAX + 1, out, sizeof out);
    CHECK(ox_packer_step(&p, 1) && p.full);
}

/* A console that is closed and booted again finds its saved games. The board and a browser use the port's own
 * storage. */
#if defined(OXCART_MPS2) || defined(OXCART_WEB)
#if defined(OXCART_WEB)
#include "platform/web/web.h"
#else
#include "platform/mps2/mps2.h"
#endif
static ox_save_device kept_device(void) {
    static plat port;
    return ox_save_device_of(&port);
}
#else
static ox_save_device kept_device(void) { return save_device_open(&device, 32768 / 4, 1); }
#endif

TEST(save_container_over_a_restart) {
    ox_save_device on = kept_device();
    CHECK(on.size >= 8192);
    open_saves(on, 1);
    CHECK_EQ(ox_saves_erase(&saves, 0), OX_OK);
    CHECK_EQ(save(41, 0), OX_OK);
    ox_saves_end(&saves);
    memset(&saves, 0xA5, sizeof saves);
    memset(memory, 0xA5, sizeof memory);
    open_saves(on, 1);
    CHECK_EQ(game_read(0), 41);
    uint8_t byte = 0x5A, back = 0;
    CHECK(on.write(on.context, on.size - 1, &byte, 1) && on.read(on.context, on.size - 1, &back, 1));
    CHECK_EQ(back, 0x5A);
    CHECK(!on.write(on.context, on.size - 1, &byte, 2) && !on.read(on.context, on.size, &back, 1));
    CHECK(on.sync(on.context));
}

static ox_arena lived_arena;
static ox_save_device lived_device;
static uint32_t claims;
static bool claim(void *context, bool wanted) {
    (void)context;
    if (wanted && claims > 0) return false;
    claims = wanted;
    return true;
}
/* A save that ends in the midst of a write. */
static ox_status save_half(ox_saves *it) {
    ox_saves_config config = {.device = lived_device, .cart = CART, .major = 1, .slots = SLOTS, .room = ROOM};
    ox_status status = ox_saves_init(it, &config, &lived_arena);
    if (ox_failed(status)) return status;
    hero h = {.gold = 1};
    ox_saves_add(it, &hero_type, &h);
    status = ox_saves_write(it, 0);
    (void)ox_saves_step(it, 8);
    return status;
}
LIFE_ROW(ox_saves, init, save_half(it), ox_saves_end(it), ox_saves_clear(it))
LIFE_ROW(ox_packer, begin, DONE(ox_packer_begin(it, memory, 64, memory + 64, 64)), OX_CLEAR(it),
         (void)ox_packer_step(it, 1))

TEST(save_container_ends_clear) {
    const life_bench bench = {&lived_arena, NULL};
    lived_device = save_device_open(&device, 4096, 1);
    lived_device.claim = claim;
    ox_arena_init(&lived_arena, memory, sizeof memory);
    CHECK(life_is_led(&LIFE_OF(ox_saves), &bench));
    CHECK(life_is_led(&LIFE_OF(ox_packer), &bench));
}

TEST(save_container_is_alone_on_its_device) {
    ox_saves other;
    ox_save_device on = save_device_open(&device, 4096, 1);
    on.claim = claim;
    open_saves(on, 1);
    ox_arena_init(&lived_arena, memory + 2048, 2048);
    ox_saves_config config = {.device = on, .cart = CART, .major = 1, .slots = SLOTS, .room = ROOM};
    OX_CLEAR(&other);
    CHECK_EQ(ox_saves_init(&other, &config, &lived_arena), OX_BAD_STATE);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK_EQ(ox_arena_used(&lived_arena), 0);
    ox_saves_end(&other); /* `other` never had the device */
    CHECK_EQ(claims, 1);
    ox_saves_end(&saves);
    CHECK_EQ(ox_saves_init(&other, &config, &lived_arena), OX_OK);
    ox_saves_end(&other);
    CHECK_EQ(claims, 0);
}

/* What is packed does not depend on the steps. */
TEST(save_pack_steps_give_the_same_bytes) {
    static uint8_t in[900], whole[1000], parts[1000];
    static ox_packer p;
    for (uint32_t i = 0; i < sizeof in; i++) in[i] = (uint8_t)(i % 37 * (i / 300 + 1));
    ox_packer_begin(&p, in, sizeof in, whole, sizeof whole);
    CHECK(ox_packer_step(&p, UINT32_MAX));
    const uint32_t used = p.used;
    CHECK(used < sizeof in / 2);
    static const uint32_t quotas[] = {1, 7, 64, 899};
    for (size_t i = 0; i < 4; i++) {
        ox_packer_begin(&p, in, sizeof in, parts, sizeof parts);
        CHECK(!ox_packer_step(&p, 1));
        uint32_t steps = 1;
        while (!ox_packer_step(&p, quotas[i])) steps++;
        CHECK(p.used == used && memcmp(whole, parts, used) == 0 && steps < 900);
    }
    ox_packer_begin(&p, in, sizeof in, parts, sizeof parts);
    CHECK(!ox_packer_step(&p, 10));
    CHECK(ox_packer_step(&p, UINT32_MAX)); /* all that is left */
    CHECK(p.used == used && memcmp(whole, parts, used) == 0);
}
