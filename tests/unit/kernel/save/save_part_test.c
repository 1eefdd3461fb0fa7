/* Parts of saved games: versions, parts that a save lacks, bytes that are left over, and what a hash is of. */
#include <string.h>

#include "kernel/save/kernel_parts.h"
#include "tests/test.h"
#include "tests/unit/kernel/save/save_device.h"

typedef struct purse {
    uint32_t coins;
    uint16_t keys, look;
} purse;
static const ox_field purse_fields[] = {OX_FIELD(purse, coins, OX_U32, OX_SIM, .initial = 9),
                                        OX_FIELD(purse, keys, OX_U16, OX_SIM),
                                        OX_FIELD(purse, look, OX_U16, 0)};
static const ox_type purse_type = OX_TYPE(purse, purse_fields, 0x0102),
                     later_type = OX_TYPE(purse, purse_fields, 0x0201);

static purse mine;
static uint32_t numbers[3], missed, taken = 3;
static void save_numbers(const void *of, ox_writer *to) { ox_write_words(to, of, 3); }
static ox_status restore_numbers(void *of, ox_reader *from) {
    for (uint32_t i = 0; i < taken; i++) ((uint32_t *)of)[i] = ox_read_u32(from);
    return OX_OK;
}
static void miss(void *of) { missed += of == numbers; }

static const ox_save_part parts[] = {{.name = OX_NAME("purse"), .type = &purse_type, .context = &mine},
                                     {.name = OX_NAME("numbers"),
                                      .version = 0x0100,
                                      .most = 12,
                                      .context = numbers,
                                      .save = save_numbers,
                                      .restore = restore_numbers,
                                      .missing = miss}};

static save_device device;
static _Alignas(8) uint8_t memory[1024];
static ox_saves saves;

static void open_and_save(const ox_save_part *of, uint32_t count) {
    ox_arena arena;
    const ox_saves_config config = {
        .device = save_device_open(&device, 4096, 1), .cart = 3, .major = 1, .slots = 1, .room = 300};
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_saves_init(&saves, &config, &arena), OX_OK);
    ox_save_parts(&saves, of, count);
    CHECK_EQ(ox_saves_write(&saves, 0), OX_OK);
    CHECK_EQ(ox_saves_finish(&saves), OX_OK);
    CHECK_EQ(ox_saves_read(&saves, 0), OX_OK);
}

static void set(uint32_t to) {
    mine = (purse){to, (uint16_t)(to + 1), 5};
    for (uint32_t i = 0; i < 3; i++) numbers[i] = to + 10 * i;
}

TEST(save_part_comes_back) {
    uint32_t failed = 77;
    set(40);
    const uint32_t hash = ox_hash_parts(parts, 2, OX_FNV_START);
    open_and_save(parts, 2);
    CHECK(saves.ready <= ox_parts_most(parts, 2) && ox_parts_most(parts + 1, 1) == 12 + OX_SAVES_RECORD);
    CHECK_EQ(ox_parts_most(parts, 1), OX_SAVES_RECORD + 6 + (6 + 4) + (6 + 2)); /* `look` is not saved */
    set(90);
    CHECK(ox_hash_parts(parts, 2, OX_FNV_START) != hash);
    CHECK_EQ(ox_load_parts(&saves, parts, 2, &failed), OX_OK);
    CHECK(failed == 77 && ox_hash_parts(parts, 2, OX_FNV_START) == hash);
    CHECK(mine.coins == 40 && mine.keys == 41 && numbers[2] == 60 && missed == 0);
    /* each part counts, and so does what was hashed before */
    CHECK(ox_hash_parts(parts, 2, 1) != hash && ox_hash_parts(parts, 1, OX_FNV_START) != hash);
    CHECK(ox_hash_parts(parts + 1, 1, 1) != ox_hash_parts(parts + 1, 1, 2));
    mine.coins++;
    CHECK(ox_hash_parts(parts, 2, OX_FNV_START) != hash);
    mine.coins--, mine.look++;
    CHECK_EQ(ox_hash_parts(parts, 2, OX_FNV_START), hash);
    static const ox_save_part endless = {.name = 1, .save = save_numbers};
    CHECK_EQ(ox_parts_most(&endless, 1), 0);
}

/* Bytes left over and bytes that are missing are bad data; the number of the part is told, where one asks. */
TEST(save_part_takes_all_its_bytes) {
    uint32_t failed = 77;
    for (uint32_t count = 2; count < 5; count++) {
        set(40);
        open_and_save(parts, 2);
        taken = count < 4 ? count : 3;
        static uint32_t room[4];
        ox_save_part other[2] = {parts[0], parts[1]};
        other[1].context = room;
        if (count == 4) taken = 4;
        CHECK_EQ(ox_load_parts(&saves, other, 2, &failed), count == 3 ? OX_OK : OX_BAD_DATA);
        CHECK_EQ(failed, count == 3 ? 77 : 1);
        CHECK_EQ(ox_load_parts(&saves, other, 2, NULL), count == 3 ? OX_OK : OX_BAD_DATA);
        failed = 77;
        taken = 3;
    }
}

/* A part that the save lacks has its defaults, is told, or stays; a part of a later major version is refused. */
TEST(save_part_versions_and_gaps) {
    uint32_t failed = 77;
    set(40);
    open_and_save(parts, 1);
    set(90);
    missed = 0;
    CHECK_EQ(ox_load_parts(&saves, parts, 2, NULL), OX_OK);
    CHECK(missed == 1 && numbers[0] == 90 && mine.coins == 40);
    ox_save_part silent = parts[1];
    silent.missing = NULL;
    CHECK_EQ(ox_load_parts(&saves, &silent, 1, NULL), OX_OK);
    CHECK(missed == 1 && numbers[0] == 90);
    open_and_save(parts + 1, 1);
    CHECK_EQ(ox_load_parts(&saves, parts, 2, NULL), OX_OK);
    CHECK(mine.coins == 9 && mine.keys == 0 && missed == 1);
    ox_save_part later[2] = {parts[0], parts[1]};
    later[0].type = &later_type;
    later[1].version = 0x0200;
    open_and_save(later, 2);
    CHECK_EQ(ox_load_parts(&saves, parts, 2, &failed), OX_BAD_VERSION);
    CHECK_EQ(failed, 0);
    CHECK_EQ(ox_load_parts(&saves, parts + 1, 1, &failed), OX_BAD_VERSION);
    CHECK_EQ(ox_load_parts(&saves, later, 2, NULL), OX_OK);
    later[1].version = 0x01FF; /* a later minor version is read */
    open_and_save(later + 1, 1);
    CHECK_EQ(ox_load_parts(&saves, parts + 1, 1, NULL), OX_OK);
}

static ox_answer obey(void *actor, const ox_command *command) {
    (void)actor, (void)command;
    return OX_HANDLED;
}
static ox_command_function *const verbs[] = {obey};

/* Parts that do not fit are noticed by the write, a part of commands at its last byte. */
TEST(save_part_that_does_not_fit) {
    ox_command slots[4];
    ox_commands commands;
    uint8_t bytes[200], count[1];
    ox_commands_init(&commands, slots, 4, verbs, 1, (ox_resolver){NULL, NULL});
    const ox_command push = {.actor = {5}};
    for (int i = 0; i < 3; i++) CHECK_EQ(ox_commands_push(&commands, &push), OX_OK);
    ox_writer counted = ox_writer_count(), to;
    ox_save_commands(&commands, &counted);
    for (size_t room = counted.used - 1; room <= counted.used + 1; room++) {
        to = ox_writer_bytes(bytes, room);
        ox_save_commands(&commands, &to);
        CHECK_EQ(to.full, room < counted.used);
        CHECK_EQ(to.used, counted.used);
    }
    ox_reader from = ox_reader_bytes(bytes, counted.used);
    commands.ring.core.count = 1;
    CHECK_EQ(ox_restore_commands(&commands, &from), OX_OK);
    CHECK(commands.ring.core.count == 3 && from.used == from.size);
    from = ox_reader_bytes(count, 1);
    CHECK_EQ(ox_restore_commands(&commands, &from), OX_BAD_DATA);
    ox_arena arena;
    const ox_saves_config config = {
        .device = save_device_open(&device, 4096, 1), .cart = 3, .major = 1, .slots = 1, .room = 40};
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_saves_init(&saves, &config, &arena), OX_OK);
    ox_save_parts(&saves, parts, 2);
    CHECK_EQ(ox_saves_write(&saves, 0), OX_FULL);
}

static ox_status refuse_numbers(void *of, ox_reader *from) {
    (void)of;
    (void)ox_read_u32(from);
    return OX_FULL;
}

/* A part that cannot be restored says why, whether it has read all its bytes or not. */
TEST(save_part_says_why) {
    uint32_t failed = 77;
    ox_save_part other[2] = {parts[0], parts[1]};
    set(40);
    open_and_save(parts, 2);
    other[1].restore = refuse_numbers;
    CHECK_EQ(ox_load_parts(&saves, other, 2, &failed), OX_FULL);
    CHECK_EQ(failed, 1);
}

/* Parts that find too little room make the write fail, and write nothing behind the room; with exactly enough it succeeds. */
TEST(save_part_needs_its_room) {
    set(7);
    open_and_save(parts, 2);
    const uint32_t need = saves.head.full;
    for (uint32_t room = 1; room <= need; room++) {
        ox_arena arena;
        const ox_saves_config config = {
            .device = save_device_open(&device, 4096, 1), .cart = 3, .major = 1, .slots = 1, .room = room};
        ox_arena_init(&arena, memory, sizeof memory);
        CHECK_EQ(ox_saves_init(&saves, &config, &arena), OX_OK);
        memset(saves.bytes + room, 0x3D, 300);
        ox_save_parts(&saves, parts, 2);
        for (uint32_t i = 0; i < 300; i++) CHECK_EQ(saves.bytes[room + i], 0x3D);
        CHECK_EQ(ox_saves_write(&saves, 0), room < need ? OX_FULL : OX_OK);
        if (room < need) CHECK_EQ(saves.writer.used, need);
        if (room == need) CHECK_EQ(ox_saves_finish(&saves), OX_OK);
    }
}
