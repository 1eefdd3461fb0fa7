/* Save anywhere: a game goes on after a load as if there had been no load; images of other builds, and texts. */
#include "fixedmath/random.h"
#include "tests/unit/kernel/save/save_device.h"
#include "tests/unit/kernel/save/save_world.h"

/* At random ticks the game is saved and goes on, is loaded and goes on with the same inputs. */
TEST(save_anywhere_goes_on_alike) {
    enum { ROOM = 12000, POINTS = 8, TICKS = 60 };
    static save_device device;
    static _Alignas(8) uint8_t memory[2 * ROOM + 64];
    static ox_saves saves;
    ox_arena arena;
    ox_saves_config config = {
        .device = save_device_open(&device, SAVE_DEVICE_MOST, 1), .cart = 1, .slots = 1, .room = ROOM};
    rng32 r = rng32_seed(88, 0);
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_saves_init(&saves, &config, &arena), OX_OK);
    save_game_open(&g, false);
    save_game_begin(&g);
    uint32_t largest = 0;
    for (uint32_t point = 0; point < POINTS; point++) {
        for (uint32_t ticks = 20 + rng_below(&r, 80); ticks > 0; ticks--) save_game_tick(&g);
        uint32_t here = save_game_hash(&g);
        ox_saves_clear(&saves);
        ox_save_parts(&saves, g.parts, GAME_PARTS);
        CHECK_EQ(ox_saves_write(&saves, 0), OX_OK);
        CHECK_EQ(ox_saves_finish(&saves), OX_OK);
        CHECK_EQ(save_game_hash(&g), here);
        if (saves.head.full > largest) largest = saves.head.full;
        for (uint32_t i = 0; i < TICKS; i++) save_game_tick(&g);
        uint32_t later = save_game_hash(&g);
        CHECK(later != here);
        /* The load is into a console that has just been switched on, into one that has played something else, and
         * into the one that saved. */
        for (int into = 0; into < 3; into++) {
            save_game *to = into == 2 ? &g : &h;
            uint32_t failed = 99;
            if (into == 0) save_game_open(&h, false);
            CHECK_EQ(ox_saves_read(&saves, 0), OX_OK);
            CHECK_EQ(ox_load_parts(&saves, to->parts, GAME_PARTS, &failed), OX_OK);
            CHECK_EQ(failed, 99);
            CHECK_EQ(save_game_hash(to), here);
            for (uint32_t i = 0; i < TICKS; i++) save_game_tick(to);
            CHECK_EQ(save_game_hash(to), later);
        }
    }
    CHECK(g.bites > 0 && g.blows > 0 && g.rounds > 0 && g.storms > 0);
    TEST_INFO("%u objects at most, %u bytes unpacked at most, %u bytes stored",
              (unsigned)g.world.objects.fresh, (unsigned)largest, (unsigned)saves.head.stored);
}

TEST(save_world_image_same_handles) {
    play(&g, 150);
    size_t size = save_all(&g, image, sizeof image);
    save_game_open(&h, false);
    ox_reader r = ox_reader_bytes(image, size);
    CHECK_EQ(ox_world_restore_image(&h.world, &r, NULL), OX_OK);
    CHECK_EQ(r.used, size);
    CHECK_EQ(h.world.alive, g.world.alive);
    for (uint32_t slot = 0; slot < GAME_OBJECTS; slot++)
        CHECK_EQ(h.world.objects.generations[slot], g.world.objects.generations[slot]);
    /* Later objects get the same handles in both worlds, and another image has the same bytes. */
    for (int i = 0; i < 5; i++) {
        ox_handle a, b;
        const ox_object *of = ox_world_create(&g.world, OX_NAME("shell"), &a),
                        *to = ox_world_create(&h.world, OX_NAME("shell"), &b);
        CHECK((of == NULL) == (to == NULL));
        CHECK_EQ(a.bits, b.bits);
    }
    static uint8_t second[16384];
    size_t again = save_all(&g, image, sizeof image);
    CHECK_EQ(save_all(&h, second, sizeof second), again);
    CHECK(memcmp(image, second, again) == 0);
}

static void count_fixed(void *context, ox_world *world, ox_object *object) {
    (void)world;
    CHECK((object->flags & OX_OBJECT_DEAD) == 0);
    ++*(uint32_t *)context;
}

TEST(save_world_image_fix_up_pass) {
    uint32_t count = 0;
    play(&g, 100);
    ox_world_fix(&g.world, count_fixed, &count);
    CHECK_EQ(count, g.world.alive);
}

/* A type of an older build: fields in another order, one of another width, one that is gone, one that is new. */
typedef struct older_crab {
    int32_t x, y;
    uint32_t target;
    int32_t energy;
    uint32_t legs;
} older_crab;

TEST(save_world_image_of_the_build_before) {
    static const ox_field fields[] = {
        OX_FIELD(older_crab, x, OX_I32, OX_SIM),
        OX_FIELD(older_crab, y, OX_I32, OX_SIM, .initial = -5),
        OX_FIELD(older_crab, target, OX_LINK, OX_SIM),
        OX_FIELD(older_crab, energy, OX_I32, OX_SIM),
        OX_FIELD(older_crab, legs, OX_U32, OX_SIM, .initial = 8),
    };
    static const ox_type record = {
        .name = OX_NAME("game_crab"), .size = sizeof(older_crab), .version = 1, .fields = fields, .count = 5};
    ox_object_type older = {
        .name = OX_NAME("crab"), .capacity = 12, .flags = OX_OBJECT_PERSISTENT, .record = &record};
    ox_world_config config = {.objects = GAME_OBJECTS, .types = 3, .components = 1, .systems = 1};
    static _Alignas(8) uint8_t memory[8192];
    ox_arena arena;
    ox_world world;
    ox_handle a, b;
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_world_init(&world, &arena, &config), OX_OK);
    CHECK_EQ(ox_world_add_type(&world, &older), 0);
    ox_object *one = ox_world_spawn(&world, 0, &a), *two = ox_world_spawn(&world, 0, &b);
    CHECK(one != NULL && two != NULL);
    *(older_crab *)ox_object_data(&world, two) =
        (older_crab){.x = 77, .y = -5, .target = a.bits, .energy = 100000, .legs = 6};
    CHECK_EQ(ox_object_name(&world, two, 4711), OX_OK);
    ox_world_tick(&world);
    ox_writer w = ox_writer_bytes(image, sizeof image);
    ox_world_save_image(&world, &w);
    save_game_open(&h, true); /* this build adds shells before crabs */
    ox_reader r = ox_reader_bytes(image, w.used);
    CHECK_EQ(ox_world_restore_image(&h.world, &r, NULL), OX_OK);
    const ox_object *crab = ox_world_find(&h.world, 4711);
    CHECK(crab != NULL && crab->handle.bits == b.bits && crab->type == 1);
    const game_crab *data = ox_object_data(&h.world, crab);
    CHECK(data->x == 77 && data->y == -5 && data->target == a.bits);
    CHECK_EQ(data->energy, 500); /* the value is clamped */
    CHECK_EQ(data->steps, 0);    /* a new field has its initial value */
    ox_world_tick(&h.world);
    ox_world_tick(&h.world);
    CHECK(data->steps > 0); /* the crab is updated, which the older build did not do */
    /* A type that this build does not have is refused by name. */
    older.name = OX_NAME("lobster");
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_world_init(&world, &arena, &config), OX_OK);
    CHECK_EQ(ox_world_add_type(&world, &older), 0);
    w = ox_writer_bytes(image, sizeof image);
    ox_world_save_image(&world, &w);
    ox_id which = 0;
    r = ox_reader_bytes(image, w.used);
    CHECK_EQ(ox_world_restore_image(&h.world, &r, &which), OX_NOT_FOUND);
    CHECK_EQ(which, OX_NAME("lobster"));
    CHECK_EQ(h.world.alive, 0); /* the world is empty, and can be used */
    CHECK(ox_world_create(&h.world, OX_NAME("crab"), NULL) != NULL);
    image[0] = 3; /* a later version of the image */
    r = ox_reader_bytes(image, w.used);
    CHECK_EQ(ox_world_restore_image(&h.world, &r, NULL), OX_BAD_VERSION);
    CHECK_EQ(h.world.alive, 1); /* the world was not changed */
}

/* Images of version 1 have no names of tags: bits stay as they are. In later images bits follow the names, and tags
 * that have no name in this build are dropped. */
TEST(save_world_image_has_tags_by_name) {
    static uint8_t named[16384];
    play(&g, 150);
    uint32_t slot = 0;
    while (g.world.objects.generations[slot] == 0 ||
           ox_world_get(&g.world, ox_world_slot(&g.world, slot)->handle) == NULL)
        slot++;
    ox_object *one = ox_world_slot(&g.world, slot);
    const ox_handle who = one->handle;
    one->tags = 4 + 1;
    ox_writer w = ox_writer_bytes(image, sizeof image), n = ox_writer_bytes(named, sizeof named);
    ox_world_save_image(&g.world, &w);
    g.world.tags[0] = OX_NAME("swift"), g.world.tags[2] = OX_NAME("sweet");
    ox_world_save_image(&g.world, &n);
    size_t at = 0;
    while (image[at] == named[at]) at++; /* the number of names: 0 and 3 */
    CHECK(image[at] == 0 && named[at] == 3 && n.used == w.used + 12);
    memmove(image + at, image + at + 1, w.used - at - 1);
    image[0] = 1;
    ox_reader r = ox_reader_bytes(image, w.used - 1);
    save_game_open(&h, true);
    h.world.tags[0] = OX_NAME("sweet");
    CHECK_EQ(ox_world_restore_image(&h.world, &r, NULL), OX_OK);
    CHECK_EQ(ox_world_get(&h.world, who)->tags, 5);
    r = ox_reader_bytes(named, n.used);
    CHECK_EQ(ox_world_restore_image(&h.world, &r, NULL), OX_OK);
    CHECK_EQ(ox_world_get(&h.world, who)->tags, 1);
}

/* Any bytes are refused or loaded, never with a crash, and the world plays on. */
TEST(save_world_image_damaged) {
    static uint8_t good[16384];
    rng32 r = rng32_seed(880, 0);
    play(&g, 60);
    size_t size = save_all(&g, good, sizeof good);
    uint32_t refused = 0;
    save_game_open(&h, false);
    for (uint32_t round = 0; round < 400; round++) {
        memcpy(image, good, size);
        size_t cut = round % 4 == 0 ? rng_below(&r, (uint32_t)size) : size;
        for (uint32_t i = 0; i < round % 3; i++)
            image[rng_below(&r, (uint32_t)size)] = (uint8_t)rng_below(&r, 256);
        ox_reader from = ox_reader_bytes(image, cut);
        ox_status status = ox_world_restore_image(&h.world, &from, NULL);
        refused += status != OX_OK;
        if (status != OX_OK && status != OX_BAD_VERSION) CHECK_EQ(h.world.alive, 0);
    }
    CHECK(refused > 150);
    ox_world_forget(&h.world);
    for (int i = 0; i < 100; i++) save_game_tick(&h);
    CHECK(h.world.alive > 0);
}

TEST(save_world_text_there_and_back) {
    play(&g, 130);
    ox_text out = ox_text_begin(world_text, sizeof world_text);
    ox_world_write_text(&g.world, &out);
    TEST_INFO("the world as text: %u characters, as bytes: %u", (unsigned)out.length,
              (unsigned)save_all(&g, image, sizeof image));
    save_game_open(&h, false);
    CHECK_EQ(ox_world_read_text(&h.world, world_text, out.length, NULL), OX_OK);
    static uint8_t second[16384];
    size_t size = save_all(&g, image, sizeof image);
    CHECK_EQ(save_all(&h, second, sizeof second), size);
    CHECK(memcmp(image, second, size) == 0);
    for (size_t cut = 0; cut < out.length - 1; cut += 97)
        CHECK_EQ(ox_world_read_text(&h.world, world_text, cut, NULL), OX_BAD_DATA);
}

static bool begins(const char *at, const char *word) {
    return strncmp(at, word, strlen(word)) == 0 && at[strlen(word)] == ' ';
}

/* Reads the world with a number of its text one greater and one smaller; each must be refused. */
static void refuse_neighbours(const char *at) {
    const size_t length = length_of_number(at);
    uint32_t value = 0;
    char number[16];
    for (size_t i = 0; i < length; i++) value = value * 10 + (uint32_t)(at[i] - '0');
    for (int by = -1; by <= 1; by += 2) {
        if (value == 0 && by < 0) continue;
        ox_text text = ox_text_begin(number, sizeof number);
        ox_text_add(&text, "%u", (unsigned)(value + (uint32_t)by));
        const ox_status status = read_changed((size_t)(at - world_text), length, number);
        CHECK(status != OX_OK);
        if (status == OX_OK) TEST_INFO("accepted: %s instead of %.40s", number, at - 12);
        if (status != OX_OK) CHECK_EQ(h.world.alive, 0);
    }
}

/* Whether the object that a place of its text belongs to is in a list; the links of others mean nothing. */
static bool is_linked(const char *at) {
    uint32_t value = 0;
    for (const char *c = strstr(at, " flags ") + 7; *c >= '0' && *c <= '9'; c++)
        value = value * 10 + (uint32_t)(*c - '0');
    return (value & OX_OBJECT_LINKED) != 0;
}

/* All numbers that link objects, records and lists hold one another: none can be changed alone. */
TEST(save_world_image_links_hold_one_another) {
    static const char *const words[] = {"next",   "previous", "next_of_type", "previous_of_type",
                                        "record", "first",    "last",         "live",
                                        "idle",   "slots",    "records"};
    uint32_t numbers = 0;
    play_and_destroy(130);
    ox_text out = ox_text_begin(world_text, sizeof world_text);
    ox_world_write_text(&g.world, &out);
    CHECK(strstr(world_text, "world 2 ") != NULL && strstr(world_text, "\nobject ") != NULL &&
          strstr(world_text, "\npool serial ") != NULL && strstr(world_text, "\nend") != NULL);
    save_game_open(&h, false);
    CHECK_EQ(ox_world_read_text(&h.world, world_text, out.length, NULL), OX_OK);
    for (const char *at = world_text; *at != '\0'; at++) {
        if (at > world_text && (at[-1] == ' ' || at[-1] == '\n')) {
            for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
                if (!begins(at, words[i]) || (i < 2 && !is_linked(at))) continue;
                refuse_neighbours(at + strlen(words[i]) + 1);
                numbers++;
            }
        }
        if (begins(at, "buckets") || begins(at, "queue")) { /* rows of numbers without words */
            const char *next = at + (at[0] == 'b' ? 8 : 6);
            for (; *next >= '0' && *next <= '9'; next += length_of_number(next) + 1) {
                refuse_neighbours(next);
                numbers++;
            }
        }
    }
    CHECK(numbers > 100);
    TEST_INFO("%u numbers, each with its neighbours", (unsigned)numbers);
    /* flags that say what lists an object is in, and whether it waits for the sweep */
    static const uint32_t bits[] = {OX_OBJECT_LINKED, OX_OBJECT_PENDING};
    uint32_t flags = 0;
    for (const char *at = strstr(world_text, " flags "); at != NULL; at = strstr(at + 1, " flags ")) {
        uint32_t value = 0;
        for (const char *c = at + 7; *c >= '0' && *c <= '9'; c++) value = value * 10 + (uint32_t)(*c - '0');
        for (size_t i = 0; i < 2; i++, flags++) {
            char number[16];
            ox_text text = ox_text_begin(number, sizeof number);
            ox_text_add(&text, "%u", (unsigned)(value ^ bits[i]));
            CHECK(read_changed((size_t)(at + 7 - world_text), length_of_number(at + 7), number) != OX_OK);
        }
    }
    CHECK(flags > 10);
    CHECK_EQ(ox_world_read_text(&h.world, world_text, out.length, NULL), OX_OK);
    static uint8_t second[16384];
    const size_t size = save_all(&g, image, sizeof image);
    CHECK(save_all(&h, second, sizeof second) == size && memcmp(image, second, size) == 0);
    const uint32_t waited = g.world.queue_end - g.world.queue_first;
    ox_world_sweep(&g.world); /* what waited is swept in both worlds */
    ox_world_sweep(&h.world);
    CHECK(waited >= 2 && g.world.queue_first == g.world.queue_end);
    CHECK_EQ(ox_world_hash(&h.world, 1), ox_world_hash(&g.world, 1));
    CHECK_EQ(h.world.alive, g.world.alive);
}

/* A text may have remarks in parentheses and names in letters or as numbers; a field that this build does not have is passed
 * over. Words and numbers that do not fit are refused. */
TEST(save_world_text_is_read_as_people_write) {
    char name[24];
    play(&g, 130);
    ox_text out = ox_text_begin(world_text, sizeof world_text);
    ox_world_write_text(&g.world, &out);
    save_game_open(&h, false);
    const uint32_t hash = ox_world_hash(&g.world, 1);
    const char *object = strstr(world_text, "\nobject ");
    CHECK_EQ(read_changed((size_t)(object - world_text), 0, " (a remark:\n object 7 (of two lines)\n"),
             OX_OK);
    CHECK_EQ(ox_world_hash(&h.world, 1), hash);
    CHECK_EQ(read_changed((size_t)(object - world_text), 0, " (a remark without end"), OX_BAD_DATA);
    ox_text text = ox_text_begin(name, sizeof name);
    ox_text_add(&text, "    #%u ", (unsigned)OX_NAME("energy"));
    const char *field = strstr(world_text, name);
    const bool letters = field == NULL;
    if (letters) field = strstr(world_text, "    energy ");
    const size_t length = letters ? 11 : text.length;
    CHECK(field != NULL);
    if (field == NULL) return;
    const size_t at = (size_t)(field - world_text);
    CHECK_EQ(read_changed(at, length, letters ? name : "    energy "), OX_OK);
    CHECK_EQ(ox_world_hash(&h.world, 1), hash);
    CHECK_EQ(read_changed(at, length, "    nothing "), OX_OK);
    CHECK(ox_world_hash(&h.world, 1) != hash && h.world.alive == g.world.alive);
    CHECK_EQ(read_changed(at, length, "    #12345 "), OX_OK);
    CHECK_EQ(h.world.alive, g.world.alive);
    static const struct {
        const char *was, *is;
    } wrong[] = {{"\nobject ", "\nobjekt "},      {" bucket ", " bucket 25"},       {" next ", " next 70"},
                 {" name ", " name 4294967296 "}, {" name ", " name 99999999999 "}, {" clock ", " clock x"},
                 {"\npool ", "\npond "},          {" serial ", " serial 66"},       {"\nend", "\nen"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *where = strstr(world_text, wrong[i].was);
        CHECK(where != NULL);
        if (where != NULL)
            CHECK_EQ(read_changed((size_t)(where - world_text), strlen(wrong[i].was), wrong[i].is),
                     OX_BAD_DATA);
    }
}

/* Fields of every kind go there and back, as bytes and as text; a field that is not saved begins anew. Types may have no
 * record, and objects no component. */
typedef struct every_kind {
    int8_t small[2];
    uint8_t byte, bool_of;
    int16_t half;
    uint16_t word;
    int32_t whole;
    uint32_t count;
    int64_t large;
    fx metres;
    ang16 turn;
    uint16_t look; /* not saved */
} every_kind;
TEST(save_world_image_of_every_kind) {
    static const ox_field fields[] = {
        OX_FIELD(every_kind, small, OX_I8, OX_SIM),          OX_FIELD(every_kind, byte, OX_U8, OX_SIM),
        OX_FIELD(every_kind, bool_of, OX_BOOL, OX_SIM),      OX_FIELD(every_kind, half, OX_I16, OX_SIM),
        OX_FIELD(every_kind, word, OX_U16, OX_SIM),          OX_FIELD(every_kind, whole, OX_I32, OX_SIM),
        OX_FIELD(every_kind, count, OX_U32, OX_SIM),         OX_FIELD(every_kind, large, OX_I64, OX_SIM),
        OX_FIELD(every_kind, metres, OX_FX, OX_SIM),         OX_FIELD(every_kind, turn, OX_ANGLE, OX_SIM),
        OX_FIELD(every_kind, look, OX_U16, 0, .initial = 31)};
    static const ox_type record = {.name = OX_NAME("every_kind"),
                                   .size = sizeof(every_kind),
                                   .version = 1,
                                   .fields = fields,
                                   .count = 11};
    static const ox_object_type types[2] = {{.name = OX_NAME("thing"), .capacity = 4, .record = &record},
                                            {.name = OX_NAME("mark"), .capacity = 4}};
    static const ox_component_type belongs = {.name = OX_NAME("kinds"), .capacity = 4, .record = &record};
    static const every_kind values[3] = {
        {{-128, 127}, 255, 1, -32768, 65535, INT32_MIN, UINT32_MAX, INT64_MIN, -FX_HALF, 65535, 77},
        {{-1, 1}, 1, 0, -1, 1, -1, 1, -1, -1, 1, 78},
        {{5, -5}, 128, 1, 32767, 32768, INT32_MAX, 0x80000000u, INT64_MAX, FX_MAX, 32768, 79}};
    static _Alignas(8) uint8_t memory[2][8192];
    static char text[6000];
    ox_world worlds[2];
    for (int i = 0; i < 2; i++) {
        ox_arena arena;
        ox_world_config config = {.objects = 8, .types = 2, .components = 1, .systems = 1};
        ox_arena_init(&arena, memory[i], sizeof memory[i]);
        CHECK_EQ(ox_world_init(&worlds[i], &arena, &config), OX_OK);
        CHECK_EQ(ox_world_add_component(&worlds[i], &belongs), 0);
        CHECK(ox_world_add_type(&worlds[i], &types[0]) == 0 && ox_world_add_type(&worlds[i], &types[1]) == 1);
    }
    ox_handle handles[5];
    for (uint32_t i = 0; i < 3; i++) {
        ox_object *thing = ox_world_spawn(&worlds[0], 0, &handles[i]);
        *(every_kind *)ox_object_data(&worlds[0], thing) = values[i];
    }
    for (uint32_t i = 3; i < 5; i++) CHECK(ox_world_spawn(&worlds[0], 1, &handles[i]) != NULL);
    CHECK(ox_component_add(&worlds[0], ox_world_get(&worlds[0], handles[3]), 0) != NULL);
    every_kind *carried = ox_component_get(&worlds[0], ox_world_get(&worlds[0], handles[3]), 0);
    *carried = values[0];
    CHECK_EQ(ox_world_destroy(&worlds[0], handles[4]), OX_OK);
    ox_world_sweep(&worlds[0]);
    for (int way = 0; way < 2; way++) {
        ox_writer w = ox_writer_bytes(image, sizeof image);
        ox_text out = ox_text_begin(text, sizeof text);
        ox_world_save_image(&worlds[0], &w);
        ox_world_write_text(&worlds[0], &out);
        ox_reader r = ox_reader_bytes(image, w.used);
        CHECK_EQ(way == 0 ? ox_world_restore_image(&worlds[1], &r, NULL)
                          : ox_world_read_text(&worlds[1], text, out.length, NULL),
                 OX_OK);
        CHECK_EQ(worlds[1].alive, 4);
        for (uint32_t i = 0; i < 4; i++) {
            const ox_object *object = ox_world_get(&worlds[1], handles[i]);
            CHECK(object != NULL && object->type == i / 3);
            if (object == NULL) continue;
            const every_kind *is =
                i < 3 ? ox_object_data(&worlds[1], object) : ox_component_get(&worlds[1], object, 0);
            CHECK_EQ(ox_type_compare(&record, is, &values[i % 3], OX_SAVE), -1);
            CHECK_EQ(is->look, 31);
        }
        CHECK_EQ(ox_world_hash(&worlds[1], 1) == ox_world_hash(&worlds[0], 1), true);
        ox_world_destroy_all(&worlds[1]);
        ox_world_sweep(&worlds[1]);
        CHECK_EQ(ox_world_leaks(&worlds[1]), 0);
    }
}

/* Worlds of either way to update: several components in one ring, tables, tags, and what is drawn, come back. An image with more than this
 * world holds is refused as full. */
TEST(save_world_image_of_lists) {
    static _Alignas(8) uint8_t memory[2][8192];
    static uint8_t bytes[2][4096];
    for (int flat = 0; flat < 2; flat++) {
        ox_world from, to;
        ox_handle handles[6];
        open_lists(&from, memory[0], flat == 1, 4);
        open_lists(&to, memory[1], flat == 1, 4);
        for (uint32_t i = 0; i < 6; i++) CHECK(ox_world_spawn(&from, i / 4, &handles[i]) != NULL);
        for (uint32_t i = 0; i < 3; i++) {
            ox_object *object = ox_world_get(&from, handles[2 * i]);
            for (uint32_t k = 0; k < 3; k++) CHECK(ox_component_add(&from, object, k) != NULL);
            ((game_heat *)ox_component_get(&from, object, 0))->degrees = 100 + (int32_t)i;
            ((game_glow *)ox_component_get(&from, object, 1))->phase = (uint16_t)(200 + i);
            ((game_shell *)ox_component_get(&from, object, 2))->owner = 300 + i;
        }
        ox_object_flag(&from, ox_world_get(&from, handles[1]), OX_OBJECT_VISIBLE, false);
        from.tags[0] = 0x81000001u, from.tags[3] = 0x82000002u;
        memcpy(to.tags, from.tags, sizeof to.tags);
        ox_world_get(&from, handles[2])->tags = 9;
        for (int i = 0; i < 5; i++) ox_world_tick(&from);
        from.tick += 0x01020304u;
        from.walk = 0x05060708u;
        ox_writer w = ox_writer_bytes(bytes[0], sizeof bytes[0]);
        ox_world_save_image(&from, &w);
        ox_reader r = ox_reader_bytes(bytes[0], w.used);
        CHECK_EQ(ox_world_restore_image(&to, &r, NULL), OX_OK);
        CHECK(to.tick == from.tick && to.walk == from.walk && to.alive == 6);
        for (uint32_t i = 0; i < 6; i++) {
            const ox_object *object = ox_world_get(&to, handles[i]);
            CHECK(object != NULL && object->type == i / 4 && object->tags == (i == 2 ? 9 : 0));
            CHECK_EQ(ox_bits_get(&to.drawn, handles[i].bits & 0xFFFFu), i < 4 && i != 1);
            CHECK_EQ(ox_bits_get(&to.drawn, handles[i].bits & 0xFFFFu),
                     ox_bits_get(&from.drawn, handles[i].bits & 0xFFFFu));
            for (uint32_t k = 0; k < 3; k++) CHECK_EQ(ox_component_get(&to, object, k) != NULL, i % 2 == 0);
            if (i % 2 != 0) continue;
            CHECK_EQ(((const game_heat *)ox_component_get(&to, object, 0))->degrees, 100 + (int32_t)i / 2);
            CHECK_EQ(((const game_glow *)ox_component_get(&to, object, 1))->phase, 200 + i / 2);
            CHECK_EQ(((const game_shell *)ox_component_get(&to, object, 2))->owner, 300 + i / 2);
        }
        CHECK_EQ(ox_world_hash(&to, 1), ox_world_hash(&from, 1));
        for (int i = 0; i < 5; i++) {
            ox_world_tick(&from);
            ox_world_tick(&to);
        }
        CHECK_EQ(ox_world_hash(&to, 1), ox_world_hash(&from, 1));
        CHECK(((const game_shell *)ox_object_data(&to, ox_world_get(&to, handles[0])))->age > 5);
        ox_writer again = ox_writer_bytes(bytes[1], sizeof bytes[1]);
        w = ox_writer_bytes(bytes[0], sizeof bytes[0]);
        ox_world_save_image(&from, &w);
        ox_world_save_image(&to, &again);
        CHECK(again.used == w.used && memcmp(bytes[0], bytes[1], w.used) == 0);
        open_lists(&to, memory[1], flat == 1, 2); /* fewer objects of a type, and fewer rows */
        r = ox_reader_bytes(bytes[0], w.used);
        CHECK_EQ(ox_world_restore_image(&to, &r, NULL), OX_FULL);
        CHECK_EQ(to.alive, 0);
    }
}

TEST(save_machine_state) {
    uint8_t bytes[32];
    play(&g, 10);
    CHECK_EQ(ox_machine_go(&g.weather, &g, 2), OX_OK);
    CHECK_EQ(ox_machine_push(&g.weather, &g, 0), OX_OK);
    ox_writer w = ox_writer_bytes(bytes, sizeof bytes);
    ox_machine_save(&g.weather, &w);
    save_game_open(&h, false);
    for (size_t cut = 0; cut < w.used; cut++) {
        ox_reader r = ox_reader_bytes(bytes, cut);
        CHECK_EQ(ox_machine_restore(&h.weather, &r), OX_BAD_DATA);
        CHECK_EQ(h.weather.state, 0);
    }
    ox_reader r = ox_reader_bytes(bytes, w.used);
    CHECK_EQ(ox_machine_restore(&h.weather, &r), OX_OK);
    CHECK_EQ(ox_machine_hash(&h.weather, 1), ox_machine_hash(&g.weather, 1));
    CHECK_EQ(h.storms, 0); /* no enter function was called */
    CHECK_EQ(ox_machine_pop(&h.weather, &h), OX_OK);
    CHECK_EQ(h.weather.state, 2);
    ox_machine none = {.type = NULL};
    r = ox_reader_bytes(bytes, w.used);
    CHECK_EQ(ox_machine_restore(&none, &r), OX_BAD_STATE);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
}
