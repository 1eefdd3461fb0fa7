/* Images of worlds: where they end early, what they may not hold, and what comes back beside the records. */
#include "tests/unit/kernel/save/save_world.h"

/* An image that ends anywhere is refused, also where the bytes behind its end would go on as they should. */
TEST(save_world_image_ends_early) {
    play_and_destroy(130);
    const size_t size = save_all(&g, image, sizeof image);
    save_game_open(&h, false);
    for (size_t cut = 0; cut < size; cut++) {
        ox_reader from = ox_reader_bytes(image, cut);
        CHECK_EQ(ox_world_restore_image(&h.world, &from, NULL), OX_BAD_DATA);
        CHECK_EQ(h.world.alive, 0);
    }
    /* a writer with too little room is full, wherever it ends, and nothing lies behind its room */
    static uint8_t small[16384];
    for (size_t room = 0; room <= size; room++) {
        small[room] = 0xA5;
        ox_writer to = ox_writer_bytes(small, room);
        ox_world_save_image(&g.world, &to);
        CHECK(to.full == (room < size) && small[room] == 0xA5);
    }
}

/* Objects that wait for the sweep wait in a world out of bytes, too. */
TEST(save_world_image_has_the_queue) {
    static uint8_t second[16384];
    play_and_destroy(130);
    ox_object *moves = NULL;
    for (uint32_t slot = 0; slot < g.world.objects.fresh && moves == NULL; slot++) {
        ox_object *object = ox_world_slot(&g.world, slot);
        if (g.world.objects.generations[slot] == 0 || (object->flags & OX_OBJECT_PENDING) != 0) continue;
        ox_object_bucket(&g.world, object,
                         (object->bucket + 1u) % OX_BUCKETS); /* one that will change its list */
        moves = object;
    }
    CHECK(moves != NULL && moves->bucket != moves->wanted);
    if (moves != NULL) moves->clock = 3;
    const size_t size = save_all(&g, image, sizeof image);
    save_game_open(&h, false);
    ox_reader from = ox_reader_bytes(image, size);
    CHECK(g.world.queue_end - g.world.queue_first >= 2);
    CHECK_EQ(ox_world_restore_image(&h.world, &from, NULL), OX_OK);
    CHECK_EQ(from.used, size);
    CHECK(save_all(&h, second, sizeof second) == size && memcmp(image, second, size) == 0);
    ox_world_sweep(&g.world);
    ox_world_sweep(&h.world);
    CHECK_EQ(ox_world_hash(&h.world, 1), ox_world_hash(&g.world, 1));
    const size_t swept = save_all(&g, image, sizeof image);
    CHECK(save_all(&h, second, sizeof second) == swept && memcmp(image, second, swept) == 0);
}

/* A world that has forgotten its objects is as a new one: nothing is in its lists, nothing is drawn, and a game begins in it as in
 * a new one. */
TEST(save_world_forgets_all) {
    static _Alignas(8) uint8_t memory[2][8192];
    ox_world used, fresh;
    open_lists(&used, memory[0], false, 4);
    open_lists(&fresh, memory[1], false, 4);
    ox_handle handle;
    for (uint32_t i = 0; i < 4; i++) {
        ox_object *object = ox_world_spawn(&used, 0, &handle);
        for (uint32_t k = 0; k < 3; k++) CHECK(ox_component_add(&used, object, k) != NULL);
    }
    CHECK_EQ(ox_object_name(&used, ox_world_get(&used, handle), 4711), OX_OK);
    ox_world_tick(&used);
    CHECK_EQ(ox_bits_get(&used.drawn, 0), true);
    ox_world_forget(&used);
    CHECK(used.alive == 0 && ox_world_get(&used, handle) == NULL && ox_world_find(&used, 4711) == NULL);
    for (uint32_t i = 0; i < OX_BUCKETS; i++) CHECK_EQ(ox_world_list_count(&used, i), 0);
    for (uint32_t i = 0; i < 8; i++) CHECK_EQ(ox_bits_get(&used.drawn, i), false);
    for (uint32_t i = 0; i < 3; i++) CHECK_EQ(ox_component_rows(&used, 0).count, 0);
    ox_world_tick(&used);
    CHECK_EQ(ox_world_leaks(&used), 0);
    for (int tick = 0; tick < 3; tick++) {
        ox_handle a, b;
        CHECK(ox_world_spawn(&used, 0, &a) != NULL && ox_world_spawn(&fresh, 0, &b) != NULL);
        ox_world_tick(&used);
        ox_world_tick(&fresh);
        for (uint32_t i = 0; i < OX_BUCKETS; i++)
            CHECK_EQ(ox_world_list_count(&used, i), ox_world_list_count(&fresh, i));
    }
}

/* A component with all values of its type takes no bytes for them, and a world with too few objects for an image is full. */
TEST(save_world_image_holds_what_differs) {
    static _Alignas(8) uint8_t memory[2][8192];
    static const ox_object_type type = {.name = OX_NAME("any"), .capacity = 8};
    static const ox_component_type glow = {.name = OX_NAME("glow"), .capacity = 8, .record = &save_glow_type};
    ox_world worlds[2];
    for (uint32_t i = 0; i < 2; i++) {
        ox_arena arena;
        const ox_world_config config = {.objects = (uint16_t)(i == 0 ? 8 : 4), .types = 1, .components = 1};
        ox_object_type one = type;
        static ox_object_type types[2];
        types[i] = one;
        types[i].capacity = config.objects;
        ox_arena_init(&arena, memory[i], sizeof memory[i]);
        CHECK_EQ(ox_world_init(&worlds[i], &arena, &config), OX_OK);
        CHECK_EQ(ox_world_add_component(&worlds[i], &glow), 0);
        CHECK_EQ(ox_world_add_type(&worlds[i], &types[i]), 0);
    }
    ox_handle handle;
    for (uint32_t i = 0; i < 4; i++) CHECK(ox_world_spawn(&worlds[0], 0, &handle) != NULL);
    ox_object *object = ox_world_get(&worlds[0], handle);
    CHECK(ox_component_add(&worlds[0], object, 0) != NULL);
    game_glow *has = ox_component_get(&worlds[0], object, 0);
    CHECK(has->light == 7 && has->phase == 0);
    size_t sizes[3];
    for (uint32_t i = 0; i < 3; i++) {
        ox_writer count = ox_writer_count();
        if (i > 0) has->light = 8;
        if (i > 1) has->phase = 1;
        ox_world_save_image(&worlds[0], &count);
        sizes[i] = count.used;
    }
    CHECK(sizes[1] > sizes[0] && sizes[2] - sizes[1] == sizes[1] - sizes[0]);
    for (uint32_t i = 4; i < 6; i++) { /* four objects find room, a fifth does not */
        ox_writer to = ox_writer_bytes(image, sizeof image);
        ox_world_save_image(&worlds[0], &to);
        ox_reader from = ox_reader_bytes(image, to.used);
        CHECK_EQ(ox_world_restore_image(&worlds[1], &from, NULL), i == 4 ? OX_OK : OX_FULL);
        CHECK_EQ(worlds[1].alive, i == 4 ? 4 : 0);
        CHECK(ox_world_spawn(&worlds[0], 0, &handle) != NULL);
    }
}

/* Numbers of types, components and idle slots that the image itself does not have are refused. */
TEST(save_world_text_names_what_it_has) {
    play_and_destroy(130);
    ox_text out = ox_text_begin(world_text, sizeof world_text);
    ox_world_write_text(&g.world, &out);
    save_game_open(&h, false);
    CHECK_EQ(ox_world_read_text(&h.world, world_text, out.length, NULL), OX_OK);
    static const struct {
        const char *before; /* the number */
        uint32_t is;
    } rows[] = {
        {"\nobject ", 0x1FFFF}, {" type ", GAME_TYPES + 8}, {"\n  component ", 2}, {"\n  component ", 255}};
    uint32_t refused = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char number[16];
        ox_text text = ox_text_begin(number, sizeof number);
        ox_text_add(&text, "%u", (unsigned)rows[i].is);
        const char *at = strstr(world_text, "\nobject ");
        for (at = strstr(at, rows[i].before); at != NULL; at = strstr(at + 1, rows[i].before), refused++) {
            const size_t begin = (size_t)(at - world_text) + strlen(rows[i].before);
            CHECK_EQ(read_changed(begin, length_of_number(world_text + begin), number), OX_BAD_DATA);
            CHECK_EQ(h.world.alive, 0);
        }
    }
    CHECK(refused > 20);
    for (uint32_t past = 0; past < 2;
         past++) { /* each type and component number is the first that the image lacks */
        const uint32_t types = h.world.type_count, components = h.world.component_count;
        char number[16];
        ox_text text = ox_text_begin(number, sizeof number);
        ox_text_add(&text, "%u", (unsigned)(past == 0 ? types : components));
        const char *word = past == 0 ? " type " : "\n  component ",
                   *at = strstr(strstr(world_text, "\nobject "), word);
        CHECK(at != NULL);
        if (at == NULL) continue;
        const size_t begin = (size_t)(at - world_text) + strlen(word);
        CHECK_EQ(read_changed(begin, length_of_number(world_text + begin), number), OX_BAD_DATA);
    }
}

/* Components come back with what the world keeps of them beside their records: that they are updated, and the slot that finds
 * them in one step. */
TEST(save_world_image_components_go_on) {
    static _Alignas(8) uint8_t memory[2][8192];
    static const ox_component_type glow = {.name = OX_NAME("glow"),
                                           .capacity = 4,
                                           .slot = OX_SLOT_PLACE + 1,
                                           .record = &save_glow_type,
                                           .ops = &save_glow_ops};
    static const ox_object_type bare = {.name = OX_NAME("bare"), .capacity = 4};
    ox_world worlds[2];
    for (uint32_t i = 0; i < 2; i++) {
        ox_arena arena;
        const ox_world_config config = {.objects = 4, .types = 1, .components = 1, .systems = 1};
        ox_arena_init(&arena, memory[i], sizeof memory[i]);
        CHECK_EQ(ox_world_init(&worlds[i], &arena, &config), OX_OK);
        CHECK_EQ(ox_world_add_component(&worlds[i], &glow), 0);
        CHECK_EQ(ox_world_add_type(&worlds[i], &bare), 0);
    }
    ox_handle with, without;
    CHECK(ox_world_spawn(&worlds[0], 0, &with) != NULL && ox_world_spawn(&worlds[0], 0, &without) != NULL);
    CHECK(ox_component_add(&worlds[0], ox_world_get(&worlds[0], with), 0) != NULL);
    for (int i = 0; i < 3; i++) ox_world_tick(&worlds[0]);
    ox_writer to = ox_writer_bytes(image, sizeof image);
    ox_world_save_image(&worlds[0], &to);
    ox_reader from = ox_reader_bytes(image, to.used);
    CHECK_EQ(ox_world_restore_image(&worlds[1], &from, NULL), OX_OK);
    ox_object *object = ox_world_get(&worlds[1], with);
    game_glow *has = ox_component_in(&worlds[1], object, OX_SLOT_PLACE);
    CHECK(has != NULL && has == ox_component_get(&worlds[1], object, 0));
    CHECK(ox_component_in(&worlds[1], ox_world_get(&worlds[1], without), OX_SLOT_PLACE) == NULL);
    CHECK(ox_component_add(&worlds[1], object, 0) == NULL); /* its slot is taken */
    for (int i = 0; i < 3; i++) {
        CHECK_EQ(worlds[1].queue_first,
                 worlds[1].queue_end); /* nobody is woken who was awake, or has no update */
        const uint16_t phase = has->phase;
        ox_world_tick(&worlds[0]);
        ox_world_tick(&worlds[1]);
        CHECK_EQ(has->phase, phase + 1);
    }
    CHECK_EQ(ox_world_hash(&worlds[1], 1), ox_world_hash(&worlds[0], 1));
    CHECK_EQ(ox_component_remove(&worlds[1], object, 0, has), OX_OK);
    ox_world_sweep(&worlds[1]);
    CHECK(ox_component_in(&worlds[1], object, OX_SLOT_PLACE) == NULL);
}

/* Nothing is saved within a tick. */
static uint32_t saved_within;
static void save_within(ox_world *world, ox_object *object, void *data) {
    char text[64];
    ox_writer to = ox_writer_count();
    ox_text words = ox_text_begin(text, sizeof text);
    (void)object, (void)data;
    ox_world_save_image(world, &to);
    ox_world_write_text(world, &words);
    saved_within += (uint32_t)to.used + (uint32_t)words.length;
    ox_reader from = ox_reader_bytes(image, 100);
    CHECK_EQ(ox_world_restore_image(world, &from, NULL), OX_BAD_STATE);
}
TEST(save_world_image_between_ticks) {
    static const ox_object_ops ops = {.update = {save_within}};
    static const ox_object_type type = {
        .name = OX_NAME("any"), .capacity = 2, .record = &save_glow_type, .ops = &ops};
    static const ox_component_type rows[2] = {
        {.name = OX_NAME("heat"), .capacity = 2, .storage = OX_TABLE, .record = &save_heat_type},
        {.name = OX_NAME("cold"), .capacity = 2, .storage = OX_TABLE, .record = &save_heat_type}};
    static _Alignas(8) uint8_t memory[2][4096];
    ox_world worlds[2];
    for (uint32_t i = 0; i < 2; i++) {
        ox_arena arena;
        const ox_world_config config = {.objects = 2, .types = 1, .components = 2, .systems = 1};
        ox_arena_init(&arena, memory[i], sizeof memory[i]);
        CHECK_EQ(ox_world_init(&worlds[i], &arena, &config), OX_OK);
        for (int k = 0; k < 2; k++) CHECK_EQ(ox_world_add_component(&worlds[i], &rows[k]), k);
        CHECK_EQ(ox_world_add_type(&worlds[i], &type), 0);
    }
    ox_handle handle;
    CHECK(ox_world_spawn(&worlds[0], 0, &handle) != NULL);
    saved_within = 0;
    ox_world_tick(&worlds[0]);
    ox_world_tick(&worlds[0]);
    CHECK_EQ(saved_within, 0);
    const int told = test_assertions();
    CHECK(OX_DEBUG ? told >= 3 : told == 0);
    CHECK_EQ(worlds[0].alive, 1);
    /* the second of two tables comes back as the second */
    CHECK(ox_component_add(&worlds[0], ox_world_get(&worlds[0], handle), 1) != NULL);
    ox_writer to = ox_writer_bytes(image, sizeof image);
    ox_world_save_image(&worlds[0], &to);
    ox_reader from = ox_reader_bytes(image, to.used);
    CHECK_EQ(ox_world_restore_image(&worlds[1], &from, NULL), OX_OK);
    ox_object *object = ox_world_get(&worlds[1], handle);
    CHECK(object != NULL && !ox_component_has(&worlds[1], object, 0) &&
          ox_component_has(&worlds[1], object, 1));
    CHECK(ox_component_get(&worlds[1], object, 0) == NULL && ox_component_get(&worlds[1], object, 1) != NULL);
}
