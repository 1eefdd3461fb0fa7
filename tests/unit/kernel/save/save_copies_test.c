/* The two copies of a slot: heads that cannot be, sequences, copies of other carts and versions, devices that fail, and what is said of
 * them. */
#include <string.h>

#include "kernel/debug/format.h"
#include "tests/unit/kernel/save/save_hero.h"

/* ---- devices that do what they should not ---- */

static uint32_t moved; /* bytes read and written */
static bool tired;     /* syncs fail */
static uint32_t stuck; /* a place that keeps its bits; UINT32_MAX: none */

static bool count_read(void *context, uint32_t at, void *bytes, uint32_t size) {
    moved += size;
    return save_device_read(context, at, bytes, size);
}
static bool count_write(void *context, uint32_t at, const void *bytes, uint32_t size) {
    uint8_t was = stuck < SAVE_DEVICE_MOST ? ((save_device *)context)->bytes[stuck] : 0;
    moved += size;
    const bool done = save_device_write(context, at, bytes, size);
    if (stuck < SAVE_DEVICE_MOST) ((save_device *)context)->bytes[stuck] = was;
    return done;
}
static bool tired_sync(void *context) { return save_device_sync(context) && !tired; }

static void open_odd(void) {
    ox_save_device on = save_device_open(&device, 4096, 1);
    on.read = count_read;
    on.write = count_write;
    on.sync = tired_sync;
    moved = 0, tired = false, stuck = UINT32_MAX;
    open_saves(on, 1);
}

/* A head that is one byte again and again is no save only where that byte is 0 or 255. */
TEST(save_container_blank_heads) {
    static const uint8_t fills[] = {0, 0xFF, 0x55, 1, 0xFE};
    open_odd();
    for (size_t i = 0; i < sizeof fills; i++) {
        memset(device.bytes, fills[i], 4096);
        CHECK_EQ(ox_saves_read(&saves, 1), i < 2 ? OX_NOT_FOUND : OX_BAD_CHECKSUM);
        CHECK(strcmp(saves.why, i < 2 ? "slot 1: nothing is saved there"
                                      : "slot 1: both copies are damaged; begin anew") == 0);
    }
}

/* A head whose numbers cannot be is damaged, though its checksum is right. */
TEST(save_container_heads_that_cannot_be) {
    const uint32_t most = 4096 / (2 * SLOTS) - OX_SAVES_HEAD;
    static const struct {
        uint32_t stored, full; /* most is added to what is above 2000 */
        ox_status status;
    } rows[] = {{2001, 3001, OX_BAD_CHECKSUM},
                {100, 99, OX_BAD_CHECKSUM},
                {UINT32_MAX, UINT32_MAX, OX_BAD_CHECKSUM},
                {2001, 2001, OX_BAD_CHECKSUM}};
    open_odd();
    CHECK_EQ(save(6, 0), OX_OK);
    CHECK_EQ(game_read(0), 6);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const uint32_t values[2] = {rows[i].stored > 2000 ? rows[i].stored - 2000 + most : rows[i].stored,
                                    rows[i].full > 2000 ? rows[i].full - 2000 + most : rows[i].full};
        for (int k = 0; k < 8; k++) device.bytes[16 + k] = (uint8_t)(values[k / 4] >> 8 * (k % 4));
        const uint32_t crc = rom_crc32(0, device.bytes, 28);
        for (int k = 0; k < 4; k++) device.bytes[28 + k] = (uint8_t)(crc >> 8 * k);
        CHECK_EQ(ox_saves_read(&saves, 0), rows[i].status);
    }
}

/* Sequences go round: a game behind the 2 147 483 648th save is newer than the one before, and the first save of a slot
 * is its number 1. */
TEST(save_container_sequences_go_round) {
    open_odd();
    CHECK_EQ(save(1, 1), OX_OK);
    CHECK_EQ(save(2, 1), OX_OK);
    CHECK_EQ(save(3, 0), OX_OK);
    CHECK_EQ(saves.head.sequence, 1);
    static const uint32_t from[] = {0x7FFFFFFFu, 0x80000005u, 0xFFFFFFFFu};
    for (uint32_t i = 0; i < 3; i++) {
        open_odd();
        CHECK_EQ(save(3, 0), OX_OK);
        for (int k = 0; k < 4; k++) device.bytes[12 + k] = (uint8_t)(from[i] >> 8 * k);
        const uint32_t crc = rom_crc32(0, device.bytes, 28);
        for (int k = 0; k < 4; k++) device.bytes[28 + k] = (uint8_t)(crc >> 8 * k);
        for (uint32_t n = 8; n < 11; n++) {
            CHECK_EQ(save(n, 0), OX_OK);
            CHECK_EQ(saves.head.sequence, from[i] + n - 7u);
            CHECK_EQ(game_read(0), (int)n);
        }
    }
}

/* The copy that is kept is the newest whose body is whole: the next save takes the place of the damaged one. */
TEST(save_container_keeps_the_whole_copy) {
    open_odd();
    CHECK_EQ(save(5, 0), OX_OK);
    CHECK_EQ(save(7, 0), OX_OK);
    device.bytes[1024 + OX_SAVES_HEAD + 9] ^= 1; /* the body of the newer */
    CHECK_EQ(save(9, 0), OX_OK);
    CHECK_EQ(game_read(0), 9);
    device.bytes[1024 + OX_SAVES_HEAD + 9] ^= 1;
    CHECK_EQ(game_read(0), 5);
}

/* No step moves much more than it may: bodies that are looked at are cut, too. */
TEST(save_container_steps_are_small) {
    open_odd();
    CHECK_EQ(save(5, 0), OX_OK);
    CHECK_EQ(save(7, 0), OX_OK);
    collect(9);
    CHECK_EQ(ox_saves_write(&saves, 0), OX_OK);
    for (uint32_t quota = 0; ox_saves_busy(&saves); quota = 100) {
        moved = 0;
        (void)ox_saves_step(&saves, quota);
        CHECK(moved <= 2 * 100 + 2 * OX_SAVES_HEAD);
    }
    CHECK_EQ(game_read(0), 9);
}

/* What the device did not keep is noticed, in body and head, and told with the byte; the game before is there. A sync that fails is
 * a failure, and a save that goes well forgets the sentence. */
TEST(save_container_compares_what_it_wrote) {
    static const uint32_t places[] = {1024 + OX_SAVES_HEAD + 70, 1024 + 13};
    for (size_t i = 0; i < 2; i++) {
        open_odd();
        CHECK_EQ(save(5, 0), OX_OK);
        stuck = places[i];
        device.bytes[stuck] = 0xA5;
        CHECK_EQ(save(7, 0), OX_IO_ERROR);
        if (i == 0)
            CHECK(strcmp(saves.why,
                         "slot 0: the device did not keep byte 64; the game before is still there") == 0);
        CHECK_EQ(game_read(0), 5);
        stuck = UINT32_MAX;
        CHECK_EQ(save(7, 0), OX_OK);
        CHECK(saves.why[0] == 0 && game_read(0) == 7);
    }
    tired = true;
    CHECK_EQ(save(9, 0), OX_IO_ERROR);
    CHECK_EQ(ox_saves_erase(&saves, 0), OX_IO_ERROR);
    tired = false;
    CHECK_EQ(ox_saves_erase(&saves, 0), OX_OK);
    CHECK_EQ(ox_saves_read(&saves, 0), OX_NOT_FOUND);
}

/* Bytes without a match are one group of literals, whose head says no more than their number. */
TEST(save_pack_of_literals) {
    static ox_packer packer;
    uint8_t out[8];
    ox_packer_begin(&packer, "abc", 3, out, sizeof out);
    while (!ox_packer_step(&packer, 1)) continue;
    CHECK(packer.used == 4 && memcmp(out,
                                     "\x30"
                                     "abc",
                                     4) == 0);
}

/* A container's room is 1 to 65534 bytes, and its slots 1 to 16. */
TEST(save_container_has_limits) {
    static const struct {
        uint32_t slots, room;
        ox_status status;
    } rows[] = {{1, 65535, OX_BAD_ARGUMENT}, {1, 0, OX_BAD_ARGUMENT},      {0, 100, OX_BAD_ARGUMENT},
                {17, 100, OX_BAD_ARGUMENT},  {1, 65534, OX_OUT_OF_MEMORY}, {16, 100, OX_OK}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ox_arena arena;
        ox_saves made;
        const ox_saves_config config = {.device = save_device_open(&device, SAVE_DEVICE_MOST, 1),
                                        .cart = CART,
                                        .slots = rows[i].slots,
                                        .room = rows[i].room};
        ox_arena_init(&arena, memory, sizeof memory);
        CHECK_EQ(ox_saves_init(&made, &config, &arena), rows[i].status);
        CHECK_EQ(ox_arena_used(&arena) > 0, rows[i].status == OX_OK);
    }
}

/* ---- copies that differ, and what each step moves ---- */

/* Puts a number of two or four bytes into a head, and the head's checksum right. */
static void set_head(uint8_t *head, uint32_t at, uint32_t value, uint32_t bytes) {
    for (uint32_t k = 0; k < bytes; k++) head[at + k] = (uint8_t)(value >> 8 * k);
    const uint32_t crc = rom_crc32(0, head, 28);
    for (uint32_t k = 0; k < 4; k++) head[28 + k] = (uint8_t)(crc >> 8 * k);
}

static uint32_t deaf_at; /* a place that cannot be read; UINT32_MAX: none */
static bool deaf_read(void *context, uint32_t at, void *bytes, uint32_t size) {
    return at != deaf_at && save_device_read(context, at, bytes, size);
}

/* A slot whose copy is damaged is told by what the other copy is: there is none, it is damaged, too, it is of another cart or a later
 * version, or it cannot be read. */
TEST(save_container_tells_what_the_other_copy_is) {
    enum { NONE, DAMAGED, FOREIGN, LATER, UNREADABLE, KINDS };
    static const struct {
        const char *says;
        ox_status status;
    } rows[KINDS] = {
        [NONE] = {"slot 0: its one copy is damaged; begin anew", OX_BAD_CHECKSUM},
        [DAMAGED] = {"slot 0: both copies are damaged; begin anew", OX_BAD_CHECKSUM},
        [FOREIGN] = {"slot 0: copy 0 is damaged, copy 1 is of another cart; begin anew", OX_BAD_CHECKSUM},
        [LATER] = {"slot 0: saved by version 2 of the game, this is version 1", OX_BAD_VERSION},
        [UNREADABLE] = {"slot 0: the device cannot be read", OX_IO_ERROR}};
    for (uint32_t kind = 0; kind < KINDS; kind++) {
        ox_save_device on = save_device_open(&device, 4096, 1);
        on.read = deaf_read;
        deaf_at = UINT32_MAX;
        open_saves(on, 1);
        CHECK_EQ(save(4, 0), OX_OK);
        const uint32_t copy = ox_saves_copy_bytes(&saves.config);
        if (kind != NONE) memcpy(device.bytes + copy, device.bytes, copy);
        if (kind == FOREIGN) set_head(device.bytes + copy, 4, CART + 1, 4);
        if (kind == LATER) set_head(device.bytes + copy, 8, 2, 2);
        if (kind == FOREIGN || kind == LATER) set_head(device.bytes, 12, 9, 4); /* and the older one */
        if (kind != DAMAGED) CHECK_EQ(game_read(0), 4);
        device.bytes[OX_SAVES_HEAD] ^= 1;
        if (kind == DAMAGED) device.bytes[copy + OX_SAVES_HEAD] ^= 1;
        if (kind == UNREADABLE) deaf_at = copy;
        CHECK_EQ(ox_saves_read(&saves, 0), rows[kind].status);
        CHECK_EQ(strcmp(saves.why, rows[kind].says), 0);
        if (strcmp(saves.why, rows[kind].says) != 0) TEST_INFO("%u: %s", (unsigned)kind, saves.why);
    }
    deaf_at = 0; /* nor is the other copy's state known where the first cannot be read */
    open_saves(save_device_open(&device, 4096, 1), 1);
    saves.config.device.read = deaf_read;
    CHECK_EQ(ox_saves_read(&saves, 0), OX_IO_ERROR);
    CHECK_EQ(strcmp(saves.why, "slot 0: the device cannot be read"), 0);
}

/* A copy that claims more stored bytes than unpacked ones, and more than the room has, writes nothing behind the room. */
TEST(save_container_reads_no_more_than_its_room) {
    open_saves(save_device_open(&device, 4096, 1), 1);
    const uint32_t stored = ox_saves_copy_bytes(&saves.config) - OX_SAVES_HEAD;
    CHECK(stored > ROOM);
    CHECK_EQ(save(6, 0), OX_OK);
    memset(device.bytes + OX_SAVES_HEAD, 0x3C, stored);
    set_head(device.bytes, 16, stored, 4);
    set_head(device.bytes, 20, 100, 4);
    set_head(device.bytes, 24, rom_crc32(0, device.bytes + OX_SAVES_HEAD, stored), 4);
    memset(saves.packed + ROOM, 0x77, 1000);
    CHECK_EQ(ox_saves_read(&saves, 0), OX_BAD_CHECKSUM);
    for (uint32_t i = 0; i < 1000; i++) CHECK_EQ(saves.packed[ROOM + i], 0x77);
}

/* A step reads about as many bytes as it is told, also of copies that are looked at; a large step looks at all of one copy. */
TEST(save_container_looks_in_steps) {
    open_odd();
    CHECK_EQ(save(5, 0), OX_OK); /* packs badly, so there is much to read */
    CHECK_EQ(save(7, 0), OX_OK);
    const uint32_t stored = saves.head.stored;
    CHECK(stored > 128);
    for (uint32_t quota = 64; quota <= 1024; quota *= 2) {
        uint32_t steps = 0, most = 0;
        collect(9);
        CHECK_EQ(ox_saves_write(&saves, 0), OX_OK);
        for (; saves.phase == OX_SAVES_LOOK; steps++) {
            moved = 0;
            (void)ox_saves_step(&saves, quota);
            if (moved > most) most = moved;
        }
        CHECK(most <= quota + OX_SAVES_HEAD);
        CHECK(quota < stored ? steps >= 2 * (stored / quota) : steps == 2);
        CHECK_EQ(ox_saves_finish(&saves), OX_OK);
        CHECK_EQ(game_read(0), 9);
    }
}

/* Erasing a slot of flash memory leaves the other slot's game. */
TEST(save_container_erases_one_slot) {
    open_saves(save_device_open(&device, 8192, 256), 1);
    for (uint32_t n = 1; n < 5; n++) CHECK_EQ(save(n, n % 2), OX_OK);
    CHECK_EQ(ox_saves_erase(&saves, 1), OX_OK);
    CHECK_EQ(ox_saves_read(&saves, 1), OX_NOT_FOUND);
    CHECK_EQ(game_read(0), 4);
    CHECK_EQ(save(3, 1), OX_OK);
    CHECK_EQ(ox_saves_erase(&saves, 0), OX_OK);
    CHECK_EQ(ox_saves_read(&saves, 0), OX_NOT_FOUND);
    CHECK_EQ(game_read(1), 3);
}

/* A newer copy of another cart does not take the slot from this cart's game, a newer one of a later version does; whichever
 * copy is which. */
TEST(save_container_newer_copies_of_others) {
    for (uint32_t way = 0; way < 12; way++) {
        const uint32_t own = way & 1, newer = way >> 1 & 1,
                       kind = way >> 2; /* foreign, later, this version */
        open_saves(save_device_open(&device, 4096, 1), 1);
        CHECK_EQ(save(4, 1), OX_OK);
        const uint32_t copy = ox_saves_copy_bytes(&saves.config);
        uint8_t *first = device.bytes + 2 * copy, *mine = first + own * copy,
                *other = first + (1 - own) * copy;
        memcpy(first + copy, first, copy);
        if (kind == 0) set_head(other, 4, CART + 1, 4);
        if (kind == 1) set_head(other, 8, 2, 2);
        set_head(mine, 12, 5, 4);
        set_head(other, 12, newer ? 6 : 4, 4);
        if (kind == 1 && newer) {
            CHECK_EQ(ox_saves_read(&saves, 1), OX_BAD_VERSION);
            CHECK_EQ(strcmp(saves.why, "slot 1: saved by version 2 of the game, this is version 1"), 0);
        } else {
            CHECK_EQ(game_read(1), 4);
            CHECK_EQ(saves.head.sequence, kind == 2 && newer ? 6 : 5);
        }
        mine[OX_SAVES_HEAD] ^= 1;
        CHECK_EQ(ox_saves_read(&saves, 1), kind == 0 ? OX_BAD_CHECKSUM : kind == 1 ? OX_BAD_VERSION : OX_OK);
        other[OX_SAVES_HEAD] ^= 1;
        if (kind != 2) continue;
        CHECK_EQ(ox_saves_read(&saves, 1), OX_BAD_CHECKSUM);
        CHECK_EQ(strcmp(saves.why, "slot 1: both copies are damaged; begin anew"), 0);
    }
}

/* Sentences name the slot, the copy and the versions. */
TEST(save_container_sentences_name_the_place) {
    static ox_log log;
    ox_arena arena;
    ox_save_device on = save_device_open(&device, 4096, 1);
    on.read = deaf_read;
    deaf_at = UINT32_MAX;
    open_saves(on, 1);
    ox_arena_init(&arena, memory + 2048, 2048);
    CHECK(ox_log_init(&log, NULL, &arena, 4, 120));
    saves.config.log = &log;
    CHECK_EQ(save(6, 1), OX_OK); /* it is packed */
    CHECK(saves.head.stored < saves.head.full);
    const uint32_t copy = ox_saves_copy_bytes(&saves.config);
    uint8_t *head = device.bytes + 2 * copy;
    deaf_at = 2 * copy + OX_SAVES_HEAD;
    CHECK_EQ(ox_saves_read(&saves, 1), OX_IO_ERROR);
    CHECK_EQ(strcmp(saves.why, "slot 1: the device cannot be read"), 0);
    deaf_at = UINT32_MAX;
    memset(head + OX_SAVES_HEAD, 0xFF, 40); /* no stream of the packer begins like that */
    set_head(head, 24, rom_crc32(0, head + OX_SAVES_HEAD, rom_u32(head + 16)), 4);
    CHECK_EQ(ox_saves_read(&saves, 1), OX_BAD_CHECKSUM);
    CHECK_EQ(strcmp(saves.why, "slot 1: its one copy is damaged; begin anew"), 0);
    CHECK(ox_log_recent(&log, 1) != NULL &&
          strstr(ox_log_recent(&log, 1), "slot 1: copy 0 does not unpack") != NULL);
    ox_saves_clear(&saves);
    ox_write_u32(ox_saves_open(&saves, 9, 0x0302), 1);
    ox_saves_close(&saves);
    ox_reader r;
    CHECK_EQ(ox_saves_find(&saves, 9, 0x0103, &r), OX_BAD_VERSION);
    CHECK_EQ(strcmp(saves.why, "record #00000009 has version 3, this game reads up to 1.255"), 0);
}
