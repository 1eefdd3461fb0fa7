/* A small game for the tests of the save container: a hero and a map, by a number. */
#ifndef OXCART_TESTS_UNIT_SAVE_HERO_H
#define OXCART_TESTS_UNIT_SAVE_HERO_H

#include "fixedmath/random.h"
#include "kernel/save/container.h"
#include "rom/rom.h"
#include "tests/test.h"
#include "tests/unit/kernel/save/save_device.h"

typedef struct hero {
    int32_t gold;
    int32_t place[3];
    uint16_t health, keys;
} hero;
static const ox_field hero_fields[] = {
    OX_FIELD(hero, gold, OX_I32, OX_SIM, .initial = 50),
    OX_FIELD(hero, place, OX_FX, OX_SIM),
    OX_FIELD(hero, health, OX_U16, OX_SIM, .initial = 100, .low = 0, .high = 100),
    OX_FIELD(hero, keys, OX_U16, OX_SIM),
};
static const ox_type hero_type = OX_TYPE(hero, hero_fields, 1);

enum { ROOM = 600, CART = 0x1234, SLOTS = 2 };
static save_device device;
static _Alignas(8) uint8_t memory[4096];
static ox_saves saves;

static void open_saves(ox_save_device on, uint16_t major) {
    ox_arena arena;
    ox_saves_config config = {
        .device = on, .cart = CART, .major = major, .minor = 3, .slots = SLOTS, .room = ROOM};
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_saves_init(&saves, &config, &arena), OX_OK);
}

/* Collects the records of game number n: a hero, and a longer record that packs well or badly. */
static void collect(uint32_t n) {
    hero h = {.gold = (int32_t)n * 1000 - 7,
              .place = {(int32_t)n, -1, 65536},
              .health = (uint16_t)(n % 100),
              .keys = 3};
    rng32 r = rng32_seed(n + 1, 0);
    ox_saves_clear(&saves);
    ox_saves_add(&saves, &hero_type, &h);
    ox_writer *to = ox_saves_open(&saves, SID("map"), 1);
    for (uint32_t i = 0; i < 60; i++) ox_write_u16(to, n % 2 == 0 ? i / 20 : rng_below(&r, 65536));
    ox_saves_close(&saves);
}

/* Number of the game that was read, -1 for none of them. */
static int game_read(uint32_t slot) {
    hero h;
    ox_reader map;
    if (ox_saves_read(&saves, slot) != OX_OK || ox_saves_get(&saves, &hero_type, &h) != OX_OK) return -1;
    uint32_t n = (uint32_t)(h.gold + 7) / 1000u;
    rng32 r = rng32_seed(n + 1, 0);
    if (h.place[0] != (int32_t)n || h.health != n % 100 ||
        ox_saves_find(&saves, SID("map"), 1, &map) != OX_OK)
        return -1;
    for (uint32_t i = 0; i < 60; i++) {
        if (ox_read_u16(&map) != (n % 2 == 0 ? i / 20 : rng_below(&r, 65536))) return -1;
    }
    return map.bad || map.used != map.size ? -1 : (int)n;
}

static ox_status save(uint32_t n, uint32_t slot) {
    collect(n);
    ox_status status = ox_saves_write(&saves, slot);
    return status != OX_OK ? status : ox_saves_finish(&saves);
}

#endif
