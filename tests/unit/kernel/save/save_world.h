/* Worlds of the little game and their images, for the tests of saving anywhere. */
#ifndef OXCART_TESTS_UNIT_SAVE_WORLD_H
#define OXCART_TESTS_UNIT_SAVE_WORLD_H

#include "kernel/debug/format.h"
#include "tests/unit/kernel/save/save_game.h"

static save_game g, h;
static uint8_t image[16384];
static char world_text[60000], changed_text[60100];

static inline size_t save_all(save_game *of, uint8_t *to, size_t size) {
    ox_writer w = ox_writer_bytes(to, size), count = ox_writer_count();
    ox_world_save_image(&of->world, &w);
    CHECK(!w.full);
    ox_world_save_image(&of->world, &count);
    CHECK_EQ(count.used, w.used);
    return w.used;
}

static inline void play(save_game *of, uint32_t ticks) {
    save_game_open(of, false);
    save_game_begin(of);
    for (; ticks > 0; ticks--) save_game_tick(of);
}

/* Puts another text in the place of `length` characters of the world's text and reads it. */
static inline ox_status read_changed(size_t at, size_t length, const char *instead) {
    const size_t all = strlen(world_text), more = strlen(instead);
    memcpy(changed_text, world_text, at);
    memcpy(changed_text + at, instead, more);
    memcpy(changed_text + at + more, world_text + at + length, all - at - length + 1);
    return ox_world_read_text(&h.world, changed_text, all - length + more, NULL);
}

static inline size_t length_of_number(const char *at) {
    size_t length = 0;
    while (at[length] >= '0' && at[length] <= '9') length++;
    return length;
}

/* A game whose objects wait for the sweep, with a component that is shed. */
static inline void play_and_destroy(uint32_t ticks) {
    play(&g, ticks);
    uint32_t found = 0;
    for (uint32_t slot = 0; slot < g.world.objects.fresh && found < 4; slot++) {
        ox_object *object = ox_world_slot(&g.world, slot);
        if (g.world.objects.generations[slot] == 0 || (object->flags & OX_OBJECT_DEAD) != 0) continue;
        found++;
        if (found == 1 || found == 3) CHECK_EQ(ox_world_destroy(&g.world, object->handle), OX_OK);
        if (found == 2 && ox_component_get(&g.world, object, 0) != NULL)
            CHECK_EQ(ox_component_remove(&g.world, object, 0, ox_component_get(&g.world, object, 0)), OX_OK);
    }
    CHECK_EQ(found, 4);
}

static inline void draw_nothing(const ox_world *world, const ox_object *object, const void *data,
                                void *target) {
    (void)world, (void)object, (void)data, (void)target;
}
static inline void count_up(ox_world *world, ox_object *object, void *data) {
    (void)world, (void)object;
    ((game_shell *)data)->age++;
}
static inline void open_lists(ox_world *world, uint8_t *memory, bool flat, uint16_t most) {
    static ox_component_type belongs[3] = {
        {.name = OX_NAME("row"), .storage = OX_TABLE, .record = &save_heat_type},
        {.name = OX_NAME("one"), .record = &save_glow_type},
        {.name = OX_NAME("two"), .record = &save_shell_type}};
    static const ox_object_ops ops = {.draw = draw_nothing, .update = {count_up}};
    static ox_object_type types[2] = {
        {.name = OX_NAME("seen"), .flags = OX_OBJECT_VISIBLE, .record = &save_shell_type, .ops = &ops},
        {.name = OX_NAME("unseen"), .flags = OX_OBJECT_VISIBLE}};
    const ox_world_config config = {.objects = 8, .types = 2, .components = 3, .systems = 1, .flat = flat};
    ox_arena arena;
    ox_arena_init(&arena, memory, 8192);
    CHECK_EQ(ox_world_init(world, &arena, &config), OX_OK);
    for (int i = 0; i < 3; i++) belongs[i].capacity = most;
    for (int i = 0; i < 3; i++) CHECK_EQ(ox_world_add_component(world, &belongs[i]), i);
    for (int i = 0; i < 2; i++) types[i].capacity = most;
    for (int i = 0; i < 2; i++) CHECK_EQ(ox_world_add_type(world, &types[i]), i);
}

#endif
