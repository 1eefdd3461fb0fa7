/* Fuzz target: saved games whose bytes were changed. A game is played for some steps and saved. The input changes
 * bytes of the saved form: the image of the world, its text, a part, the copy on the device with and without its
 * checksums set right. A game that loads must play on: some steps, then everything is destroyed, and nothing is
 * left. */
#include <stdlib.h>

#include "tests/test.h"

/* The game's own checks call CHECK and CHECK_EQ, which judge nothing in a fuzz target. */
#undef CHECK
#undef CHECK_EQ
#define CHECK(condition) (void)(condition)
#define CHECK_EQ(actual, expected) (void)((actual) == (expected))

/* Overflow in the game's own sums is no finding: the numbers of a damaged game come from anywhere. */
#ifdef __clang__
#pragma clang attribute push(__attribute__((no_sanitize("signed-integer-overflow"))), apply_to = function)
#endif
#include "tests/unit/kernel/save/save_device.h"
#include "tests/unit/kernel/save/save_game.h"
#ifdef __clang__
#pragma clang attribute pop
#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { STEPS = 20, ROOM = 16384, MOMENTS = 8 };

static save_game first, second;
static _Alignas(8) uint8_t bytes[ROOM], container_memory[24576];
static save_device device;

/* Changes bytes by {offset, value} of three bytes each; 0xFFxx as offset cuts the end off. */
static size_t damage(uint8_t *at, size_t used, const uint8_t *data, size_t size) {
    for (; size >= 3 && used > 0; data += 3, size -= 3) {
        size_t offset = (size_t)data[0] | (size_t)data[1] << 8;
        if (offset >= 0xFF00)
            used = used * data[2] / 256u;
        else
            at[offset % used] = data[2];
    }
    return used;
}

/* The loaded game plays on, and ends with nothing left. */
static void play_on(save_game *g) {
    for (int i = 0; i < STEPS; i++) save_game_tick(g);
    (void)save_game_hash(g);
    ox_world_destroy_all(&g->world);
    ox_world_sweep(&g->world);
    if (ox_world_leaks(&g->world) != 0 || ox_world_updated(&g->world) != 0 || g->world.alive != 0) abort();
    for (int i = 0; i < STEPS; i++) save_game_tick(g);
}

static void load_image(const uint8_t *data, size_t size) {
    ox_writer w = ox_writer_bytes(bytes, ROOM);
    ox_world_save_image(&first.world, &w);
    if (w.full) abort();
    ox_reader from = ox_reader_bytes(bytes, damage(bytes, w.used, data, size));
    ox_status status = ox_world_restore_image(&second.world, &from, NULL);
    if (status != OX_OK && status != OX_BAD_VERSION && second.world.alive != 0)
        abort(); /* a refused image leaves the world empty, unless its version is another */
    play_on(&second);
}

static void load_text(const uint8_t *data, size_t size) {
    ox_text text = ox_text_begin((char *)bytes, ROOM);
    ox_world_write_text(&first.world, &text);
    size_t used = damage(bytes, text.length, data, size);
    if (ox_world_read_text(&second.world, (const char *)bytes, used, NULL) == OX_OK) play_on(&second);
}

static void load_part(const uint8_t *data, size_t size) {
    const ox_save_part *from_part = &first.parts[1 + data[0] % (GAME_PARTS - 1)];
    const ox_save_part *to_part = &second.parts[1 + data[0] % (GAME_PARTS - 1)];
    ox_writer w = ox_writer_bytes(bytes, ROOM);
    from_part->save(from_part->context, &w);
    ox_reader from = ox_reader_bytes(bytes, damage(bytes, w.used, data + 1, size - 1));
    (void)to_part->restore(to_part->context, &from);
    play_on(&second); /* the game goes on whether the part was refused or not */
}

static void put_word(uint8_t *at, uint32_t value) {
    for (int i = 0; i < 4; i++, value >>= 8) at[i] = (uint8_t)value;
}

/* Damages and loads the copy on the device; with `whole`, its checksums are set right again. */
static void load_container(const uint8_t *data, size_t size, bool whole) {
    ox_arena arena;
    ox_saves saves;
    uint32_t failed;
    ox_arena_init(&arena, container_memory, sizeof container_memory);
    ox_saves_config config = {.device = save_device_open(&device, SAVE_DEVICE_MOST, 1),
                              .cart = 7,
                              .major = 1,
                              .slots = 1,
                              .room = 8192};
    if (ox_saves_init(&saves, &config, &arena) != OX_OK) abort();
    ox_save_parts(&saves, first.parts, GAME_PARTS);
    if (ox_saves_write(&saves, 0) != OX_OK || ox_saves_finish(&saves) != OX_OK) return;
    (void)damage(device.bytes, SAVE_DEVICE_MOST, data, size);
    uint32_t stored = rom_u32(device.bytes + 16);
    if (whole && stored <= SAVE_DEVICE_MOST - OX_SAVES_HEAD) {
        put_word(device.bytes + 24, rom_crc32(0, device.bytes + OX_SAVES_HEAD, stored));
        put_word(device.bytes + 28, rom_crc32(0, device.bytes, 28));
    }
    if (ox_saves_read(&saves, 0) != OX_OK) {
        if (saves.why[0] == 0) abort();
        return;
    }
    (void)!ox_load_parts(&saves, second.parts, GAME_PARTS, &failed);
    play_on(&second);
}

/* Games at several moments, as they stand in memory. Games point into themselves, so each is put back where it was. */
typedef struct moments {
    save_game at[MOMENTS];
    bool made;
} moments;

static void begin_at(save_game *g, bool other_order, moments *kept, uint32_t moment) {
    static const uint32_t ticks[MOMENTS] = {0, 1, 5, 17, 40, 90, 150, 255};
    if (!kept->made) {
        save_game_open(g, other_order);
        save_game_begin(g);
        for (uint32_t tick = 0, m = 0; m < MOMENTS; tick++) {
            if (tick == ticks[m]) memcpy(&kept->at[m++], g, sizeof *g);
            save_game_tick(g);
        }
        kept->made = true;
    }
    memcpy(g, &kept->at[moment % MOMENTS], sizeof *g);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static moments of_first, of_second[2];
    if (size < 3) return 0;
    begin_at(&first, false, &of_first, data[1]);
    begin_at(&second, (data[0] & 128) != 0, &of_second[data[0] >> 7], data[2]);
    uint32_t mode = data[0] % 5u;
    data += 3;
    size -= 3;
    if (mode == 0) load_image(data, size);
    if (mode == 1) load_text(data, size);
    if (mode == 2 && size > 0) load_part(data, size);
    if (mode >= 3) load_container(data, size, mode == 4);
    return 0;
}
