/* Images of worlds whose numbers are right each for itself and wrong together, and those that are unusual and right. */
#include "kernel/debug/format.h"
#include "tests/unit/kernel/save/save_game.h"

static _Alignas(8) uint8_t memory[2][16384];
static char text[12000], changed[12100];
static uint8_t image[4096];
static ox_world from, to;
static ox_handle handles[6];

static void count_up(ox_world *world, ox_object *object, void *data) {
    (void)world, (void)object;
    ((game_shell *)data)->age++;
}

/* Worlds of two types, of which one has records, and three components, of which one is a table and one has a slot. */
static void open_world(ox_world *world, uint8_t *bytes, uint16_t most) {
    static const game_shell start = {.age = 40, .owner = 7};
    static ox_component_type belongs[3] = {
        {.name = OX_NAME("row"), .storage = OX_TABLE, .record = &save_heat_type},
        {.name = OX_NAME("one"), .record = &save_glow_type, .slot = 1},
        {.name = OX_NAME("two"), .record = &save_shell_type}};
    static const ox_object_ops ops = {.update = {count_up}};
    static ox_object_type types[2] = {
        {.name = OX_NAME("kept"), .record = &save_shell_type, .ops = &ops, .start = &start, .capacity = 6},
        {.name = OX_NAME("bare")}};
    const ox_world_config config = {.objects = 8, .types = 2, .components = 3, .systems = 1};
    ox_arena arena;
    ox_arena_init(&arena, bytes, sizeof memory[0]);
    CHECK_EQ(ox_world_init(world, &arena, &config), OX_OK);
    for (int i = 0; i < 3; i++) belongs[i].capacity = 6;
    for (int i = 0; i < 3; i++) CHECK_EQ(ox_world_add_component(world, &belongs[i]), i);
    types[1].capacity = most;
    for (int i = 0; i < 2; i++) CHECK_EQ(ox_world_add_type(world, &types[i]), i);
}

/* Three objects of each type; the first and third of all have all components, of which the third sheds one; the fourth dies. */
static void make_world(void) {
    open_world(&from, memory[0], 4);
    open_world(&to, memory[1], 4);
    for (uint32_t i = 0; i < 6; i++) CHECK(ox_world_spawn(&from, i / 3, &handles[i]) != NULL);
    for (uint32_t i = 0; i < 4; i += 2)
        for (uint32_t k = 0; k < 3; k++)
            CHECK(ox_component_add(&from, ox_world_get(&from, handles[i]), k) != NULL);
    CHECK_EQ(ox_object_name(&from, ox_world_get(&from, handles[1]), SID("north/gate")), OX_OK);
    ox_world_tick(&from);
}

static void write_world(void) {
    ox_text out = ox_text_begin(text, sizeof text);
    ox_world_write_text(&from, &out);
    CHECK(out.length > 0 && out.length < sizeof text - 1);
}

/* Reads the text with `is` in the place of `length` characters. */
static ox_status read_with(const char *at, size_t length, const char *is) {
    const size_t before = (size_t)(at - text), all = strlen(text), more = strlen(is);
    memcpy(changed, text, before);
    memcpy(changed + before, is, more);
    memcpy(changed + before + more, at + length, all - before - length + 1);
    return ox_world_read_text(&to, changed, all - length + more, NULL);
}

static size_t digits(const char *at) { return strspn(at, "0123456789"); }

/* Every number behind a word is replaced, one at a time, and each time the world is refused. Returns how many there were. */
static uint32_t refuse_each(const char *word, const char *is) {
    uint32_t count = 0;
    for (const char *at = strstr(text, word); at != NULL; at = strstr(at + 1, word), count++) {
        const char *number = at + strlen(word);
        const ox_status status = read_with(number, digits(number), is);
        CHECK(status == OX_BAD_DATA || status == OX_FULL);
        if (status == OX_OK) TEST_INFO("accepted: %s in %.60s", is, at);
        CHECK(status == OX_OK || to.alive == 0);
    }
    return count;
}

TEST(save_hostile_numbers_out_of_range) {
    static const struct {
        const char *word, *is;
        uint32_t times;
    } rows[] = {{" bucket ", "4", 6},
                {" wanted_bucket ", "4", 6},
                {" clock ", "256", 6},
                {" tags ", "65536", 6},
                {" next ", "60000", 6},
                {" previous ", "60000", 6},
                {" next_of_type ", "60000", 6},
                {" previous_of_type ", "60000", 6},
                {" owner ", "7", 2},
                {"\n  component ", "3", 4},
                {"\n  component ", "0", 4},
                {" dying ", "2", 4}};
    make_world();
    write_world();
    CHECK_EQ(ox_world_read_text(&to, text, strlen(text), NULL), OX_OK);
    CHECK_EQ(OX_BUCKETS, 4);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        CHECK_EQ(refuse_each(rows[i].word, rows[i].is), rows[i].times);
    /* records of components: none, one that is not there, and one that another object has */
    for (const char *at = strstr(text, "\n  component "); at != NULL; at = strstr(at + 1, "\n  component ")) {
        static const char *const wrong[] = {"0", "3", "60000"};
        const char *number = strstr(at, " record ") + 8;
        for (size_t i = 0; i < 3; i++) CHECK_EQ(read_with(number, digits(number), wrong[i]), OX_BAD_DATA);
        CHECK_EQ(read_with(number, digits(number), *number == '1' ? "2" : "1"), OX_BAD_DATA);
    }
    CHECK_EQ(ox_world_read_text(&to, text, strlen(text), NULL), OX_OK);
    CHECK_EQ(ox_world_hash(&to, 1), ox_world_hash(&from, 1));
}

/* Rows of a table belong to live objects, each to one, in their order. */
TEST(save_hostile_rows) {
    make_world();
    write_world();
    const char *first = strstr(text, " owner "), *second = strstr(first + 1, " owner ");
    first += 7, second += 7;
    CHECK(*first == '0' && *second == '2');
    CHECK_EQ(read_with(second, 1, "0"), OX_BAD_DATA); /* the owner of the first */
    CHECK_EQ(read_with(first, 1, "3"), OX_BAD_DATA);  /* out of their order */
    CHECK_EQ(read_with(first, 1, "6"), OX_BAD_DATA);  /* a slot that was never used */
    CHECK_EQ(read_with(second, 1, "4"), OX_OK);
    CHECK(!ox_component_has(&to, ox_world_get(&to, handles[2]), 0) &&
          ox_component_has(&to, ox_world_get(&to, handles[4]), 0));
}

/* Two objects with one type or component in the image are refused, and so is a component that this build does not have: by its name. */
TEST(save_hostile_types_and_components) {
    make_world();
    write_world();
    const char *component = strstr(text, "\ncomponent "), *next = strstr(component + 1, "\ncomponent ");
    const char *type = strstr(text, "\ntype "), *other = strstr(type + 1, "\ntype ");
    char name[16];
    ox_text out = ox_text_begin(name, sizeof name);
    next = strstr(next + 1, "\ncomponent ");
    ox_text_add(&out, "%u", (unsigned)OX_NAME("one"));
    CHECK_EQ(read_with(next + 11, digits(next + 11), name), OX_BAD_DATA);
    out = ox_text_begin(name, sizeof name);
    ox_text_add(&out, "%u", (unsigned)OX_NAME("kept"));
    CHECK_EQ(read_with(other + 6, digits(other + 6), name), OX_BAD_DATA);
    (void)read_with(next + 11, digits(next + 11), "4711");
    ox_id which = 0;
    CHECK_EQ(ox_world_read_text(&to, changed, strlen(changed), &which), OX_NOT_FOUND);
    CHECK_EQ(which, 4711);
    /* more of a type than there is room for, though it has no records */
    static _Alignas(8) uint8_t little[16384];
    ox_world narrow;
    open_world(&narrow, little, 2);
    CHECK_EQ(ox_world_read_text(&narrow, text, strlen(text), NULL), OX_FULL);
    CHECK_EQ(narrow.alive, 0);
}

static uint32_t number_at(const char *at) {
    uint32_t value = 0;
    for (; *at >= '0' && *at <= '9'; at++) value = value * 10 + (uint32_t)(*at - '0');
    return value;
}

/* What dies waits for the sweep, and has no name any more; what waits not does not die. */
TEST(save_hostile_deaths) {
    make_world();
    ox_object *shedding = ox_world_get(&from, handles[2]);
    CHECK_EQ(ox_component_remove(&from, shedding, 1, ox_component_get(&from, shedding, 1)), OX_OK);
    CHECK_EQ(ox_world_destroy(&from, handles[3]), OX_OK);
    write_world();
    CHECK_EQ(ox_world_read_text(&to, text, strlen(text), NULL), OX_OK);
    CHECK_EQ(to.alive, 5);
    uint32_t dying = 0, dead = 0, alive = 0;
    for (const char *at = strstr(text, "\nobject "); at != NULL; at = strstr(at + 1, "\nobject ")) {
        const char *flags_at = strstr(at, " flags ") + 7, *name = strstr(at, " name ") + 6;
        const uint32_t flags = number_at(flags_at);
        char number[16];
        ox_text out = ox_text_begin(number, sizeof number);
        ox_text_add(&out, "%u", (unsigned)(flags | OX_OBJECT_DEAD));
        if ((flags & OX_OBJECT_PENDING) == 0) {
            CHECK_EQ(read_with(flags_at, digits(flags_at), number), OX_BAD_DATA);
            alive++;
        }
        if ((flags & OX_OBJECT_DEAD) != 0) {
            CHECK_EQ(read_with(name, digits(name), "55"), OX_BAD_DATA);
            dead++;
        }
        const char *end = strstr(at + 1, "\nobject ");
        for (const char *c = strstr(at, " dying "); c != NULL && (end == NULL || c < end);
             c = strstr(c + 1, " dying "))
            if ((flags & OX_OBJECT_PENDING) == 0) {
                CHECK(c[7] == '0' && read_with(c + 7, 1, "1") == OX_BAD_DATA);
                dying++;
            }
    }
    CHECK(dying == 2 && dead == 1 && alive == 4);
    /* a world that is passed on leaves the dead out */
    CHECK_EQ(ox_world_read_text(&to, text, strlen(text), NULL), OX_OK);
    ox_world_sweep(&to);
    ox_world_sweep(&from);
    CHECK(to.objects.generations[3] == 0 && ox_world_hash(&to, 1) == ox_world_hash(&from, 1));
}

static void count_fixed(void *context, ox_world *world, ox_object *object) {
    (void)world;
    CHECK((object->flags & OX_OBJECT_DEAD) == 0);
    ++*(uint32_t *)context;
}

/* The fix-up pass sees what lives, and neither what has died nor what has gone. */
TEST(save_hostile_fix_up_of_the_living) {
    uint32_t count = 0;
    make_world();
    CHECK_EQ(ox_world_destroy(&from, handles[5]), OX_OK);
    ox_world_sweep(&from);
    CHECK_EQ(ox_world_destroy(&from, handles[3]), OX_OK);
    ox_world_fix(&from, count_fixed, &count);
    CHECK_EQ(count, 4);
}

/* Values that are those of the record's type but not those that objects of the type begin with are saved, too, and a name
 * has all its bits. */
TEST(save_hostile_values_and_names) {
    make_world();
    game_shell *shell = ox_object_data(&from, ox_world_get(&from, handles[1]));
    CHECK_EQ(shell->owner, 7);
    *shell = (game_shell){0, 0};
    ((game_heat *)ox_component_get(&from, ox_world_get(&from, handles[0]), 0))->degrees = 0;
    for (int way = 0; way < 2; way++) {
        ox_writer w = ox_writer_bytes(image, sizeof image);
        ox_world_save_image(&from, &w);
        write_world();
        ox_reader r = ox_reader_bytes(image, w.used);
        CHECK_EQ(way == 0 ? ox_world_restore_image(&to, &r, NULL)
                          : ox_world_read_text(&to, text, strlen(text), NULL),
                 OX_OK);
        const ox_object *named = ox_world_find(&to, SID("north/gate"));
        CHECK(named != NULL && named->handle.bits == handles[1].bits);
        if (named == NULL) return;
        const game_shell *is = ox_object_data(&to, named);
        CHECK(is->age == 0 && is->owner == 0);
        is = ox_object_data(&to, ox_world_get(&to, handles[0]));
        CHECK_EQ(is->owner, 7);
        CHECK_EQ(((const game_heat *)ox_component_get(&to, ox_world_get(&to, handles[0]), 0))->degrees, 0);
    }
}

/* A world that was forgotten has nothing of any type, and takes as much as a new one. */
TEST(save_hostile_forgotten_worlds_are_empty) {
    make_world();
    ox_world_forget(&from);
    CHECK_EQ(from.alive, 0);
    for (uint32_t i = 0; i < 2; i++)
        CHECK(from.types[i].live == 0 && from.types[i].first == 0 && from.types[i].last == 0);
    for (uint32_t i = 0; i < 3; i++)
        CHECK(from.components[i].rows_used == 0 && ox_component_rows(&from, 0).count == 0);
    CHECK(ox_world_find(&from, SID("north/gate")) == NULL);
    for (uint32_t i = 0; i < 6; i++) {
        ox_object *made = ox_world_spawn(&from, i / 3, &handles[i]);
        CHECK(made != NULL && ox_component_add(&from, made, 0) != NULL &&
              ox_component_add(&from, made, 1) != NULL);
    }
    CHECK_EQ(from.alive, 6);
}
