/* Saved games as text and back, and their differences: every kind of field, a whole world, two copies a slot,
 * damaged games. */
#define _POSIX_C_SOURCE 200809L
#include "tests/host/tools/data/state_text.h"
#include "tests/unit/kernel/save/save_device.h"
#include "tests/unit/kernel/save/save_game.h"

typedef struct every_kind {
    int64_t i64;
    uint64_t u64;
    uint32_t u32, id, link;
    int32_t i32;
    fx fixed[2];
    uint16_t u16, angle;
    int16_t i16;
    uint8_t u8[3];
    int8_t i8;
    bool yes;
} every_kind;
static const ox_field every_fields[] = {
    OX_FIELD(every_kind, i64, OX_I64, OX_SIM),     OX_FIELD(every_kind, u64, OX_U64, OX_SIM),
    OX_FIELD(every_kind, u32, OX_U32, OX_SIM),     OX_FIELD(every_kind, id, OX_NAME_ID, OX_SIM),
    OX_FIELD(every_kind, link, OX_LINK, OX_SIM),   OX_FIELD(every_kind, i32, OX_I32, OX_SIM),
    OX_FIELD(every_kind, fixed, OX_FX, OX_SIM),    OX_FIELD(every_kind, u16, OX_U16, OX_SIM),
    OX_FIELD(every_kind, angle, OX_ANGLE, OX_SIM), OX_FIELD(every_kind, i16, OX_I16, OX_SIM),
    OX_FIELD(every_kind, u8, OX_U8, OX_SIM),       OX_FIELD(every_kind, i8, OX_I8, OX_SIM),
    OX_FIELD(every_kind, yes, OX_BOOL, OX_SIM)};
static const ox_type every_type = OX_TYPE(every_kind, every_fields, 1);

static save_device device;
static save_game game;
static ox_saves saves;
static _Alignas(8) uint8_t arena_bytes[2 * 6000 + 64];

/* Saves `every` and the game into slot 0, and again when `twice`. The device's bytes are the file. */
static void save(const every_kind *every, bool twice) {
    ox_arena arena;
    ox_saves_config config = {.device = save_device_open(&device, SAVE_DEVICE_MOST, 1),
                              .cart = 0xCA47,
                              .major = 1,
                              .minor = 2,
                              .slots = 1,
                              .room = 6000};
    ox_arena_init(&arena, arena_bytes, sizeof arena_bytes);
    CHECK_EQ(ox_saves_init(&saves, &config, &arena), OX_OK);
    for (int time = 0; time <= (int)twice; time++) {
        ox_saves_clear(&saves);
        ox_saves_add(&saves, &every_type, every);
        ox_save_parts(&saves, game.parts, GAME_PARTS);
        CHECK_EQ(ox_saves_write(&saves, 0), OX_OK);
        CHECK_EQ(ox_saves_finish(&saves), OX_OK);
    }
}

static void play(uint32_t ticks) {
    save_game_open(&game, false);
    save_game_begin(&game);
    for (; ticks > 0; ticks--) save_game_tick(&game);
}

static const every_kind sample = {
    INT64_MIN, UINT64_MAX, 4000000000u, OX_NAME("crab"), 0x00010002, -5,  {-98305, 0x7FFFFFFF},
    65535,     32768,      -32768,      {1, 2, 255},     -128,       true};

TEST(state_save_comes_back_byte_for_byte) {
    every_kind every = sample;
    play(60);
    save(&every, true);
    CHECK(state_comes_back(device.bytes, device.size));
    size_t length = 0;
    char *text = state_text(device.bytes, device.size, &length);
    CHECK(text != NULL && strstr(text, "copy@0.cart: 0000ca47\n") != NULL &&
          strstr(text, "copy@4096.sequence: 2\n") != NULL);
    CHECK(text != NULL && strstr(text, ": i64 -9223372036854775808\n") != NULL &&
          strstr(text, ": u64 18446744073709551615\n") != NULL);
    CHECK(text != NULL && strstr(text, ": fx -1.5000152587890625 32767.9999847412109375\n") != NULL &&
          strstr(text, ": u8 1 2 255\n") != NULL);
    CHECK(text != NULL && strstr(text, ": bool 1\n") != NULL);
    free(text);
    /* a damaged copy is told as bytes; the other one stays records */
    for (int at = 0; at < 200; at += 7) {
        device.bytes[at] ^= 0x10;
        CHECK(state_comes_back(device.bytes, device.size));
        device.bytes[at] ^= 0x10;
    }
    memset(device.bytes + 40, 0x5A, 3);
    CHECK(state_comes_back(device.bytes, device.size - 1));
    every = (every_kind){0};
    save(&every, false);
    CHECK(state_comes_back(device.bytes, device.size));
}

TEST(state_save_difference_is_the_field) {
    static uint8_t before[SAVE_DEVICE_MOST];
    every_kind every = sample;
    uint32_t told;
    char wanted[200];
    play(60);
    save(&every, false);
    memcpy(before, device.bytes, sizeof before);
    char *text = state_difference(before, sizeof before, device.bytes, sizeof before, &told);
    CHECK(told == 0 && text[0] == 0);
    free(text);
    every.i16 = 12;
    save(&every, false);
    text = state_difference(before, sizeof before, device.bytes, sizeof before, &told);
    snprintf(wanted, sizeof wanted, "copy@0/%08x.%08x: i16 -32768 -> i16 12\n", every_type.name,
             OX_NAME("i16"));
    CHECK_EQ(told, 1);
    CHECK(strcmp(text, wanted) == 0);
    free(text);
    every.i16 = sample.i16; /* a difference in the midst of a world: one crab's field */
    ox_object *crab = NULL;
    for (uint32_t slot = 0; crab == NULL && slot < game.world.objects.fresh; slot++) {
        ox_object *o = ox_world_slot(&game.world, slot);
        if (game.world.objects.generations[slot] != 0 && o->type == 0) crab = o;
    }
    CHECK(crab != NULL);
    if (crab == NULL) return;
    ((game_crab *)ox_object_data(&game.world, crab))->x += 1000;
    save(&every, false);
    text = state_difference(before, sizeof before, device.bytes, sizeof before, &told);
    snprintf(wanted, sizeof wanted, "copy@0/%08x/%08x[", OX_NAME("world"), save_crab_type.name);
    CHECK_EQ(told, 1);
    CHECK(strncmp(text, wanted, strlen(wanted)) == 0 && strstr(text, " -> i32 ") != NULL);
    TEST_INFO("%s", text);
    free(text);
}

TEST(state_save_text_edited_is_read_by_the_game) {
    every_kind every = sample, back;
    tool_error why;
    char old[64], now[64];
    size_t length = 0;
    play(10);
    save(&every, false);
    char *text = state_text(device.bytes, device.size, &length);
    snprintf(old, sizeof old, "%08x: i32 -5", OX_NAME("i32"));
    snprintf(now, sizeof now, "%08x: i32 77", OX_NAME("i32"));
    writer made = state_edited(text, old, now, &why);
    CHECK_EQ(made.size, device.size);
    if (made.size == device.size) memcpy(device.bytes, made.data, made.size);
    writer_free(&made);
    CHECK_EQ(ox_saves_read(&saves, 0), OX_OK);
    CHECK_EQ(ox_saves_get(&saves, &every_type, &back), OX_OK);
    CHECK(back.i32 == 77 && back.u64 == UINT64_MAX && back.yes);
    free(text);
}

TEST(state_save_text_faults_name_their_line) {
    static const char *const faults[][2] = {{"save bytes=8192", "save"},
                                            {"save bytes=8192", "save bytes=100"},
                                            {"save bytes=8192", "save bytes=99999999999"},
                                            {"  save.fill: 255\n", ""},
                                            {"save.fill: 255", "save.fill: 256"},
                                            {".cart: 0000ca47", ".cart: ca47"},
                                            {"copy@0.major: 1", "copy@4.major: 1"},
                                            {"copy@0.major: 1", "copy@0.major: 65536"},
                                            {"copy@0.packed: 1", "copy@0.wrapped: 1"},
                                            {".version: 1\n", ".version: -1\n"},
                                            {".fields: 13", ".fields: 14"},
                                            {".fields: 13", ".fields: 12"},
                                            {": bool 1", ": bull 1"},
                                            {": u8 1 2 255", ": u8 1 2 256"},
                                            {": u8 1 2 255", ": u8"},
                                            {": i64 -9", ": i64 x"},
                                            {".bytes@0: ", ".bytes@1: "},
                                            {".bytes@0: ", ".bytes@0: g"},
                                            {".bytes@0: ", ".bytes@0 "}};
    every_kind every = sample;
    size_t length = 0;
    play(60);
    save(&every, false);
    char *text = state_text(device.bytes, device.size, &length);
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        tool_error why;
        unsigned line = 0;
        writer made = state_edited(text, faults[i][0], faults[i][1], &why);
        bool told = sscanf(why.text, "a.txt:%u: ", &line) == 1 && line > 0 && strchr(why.text, '\n') == NULL;
        CHECK(made.data == NULL && told);
        if (made.data != NULL || !told) TEST_INFO("fault %zu: %s", i, why.text);
        writer_free(&made);
    }
    free(text);
}

TEST(state_save_paths_have_names) {
    ids names = {0};
    tool_error error = {.text = ""};
    char told[STATE_PATH * 3], path[STATE_PATH];
    static const char list[] = "world\ncrab\nenergy\n";
    CHECK(ids_read_list(&names, "list", list, sizeof list - 1, &error));
    snprintf(path, sizeof path, "copy@0/%08x/%08x[3].%08x", OX_NAME("world"), OX_NAME("crab"),
             OX_NAME("energy"));
    CHECK(state_path_named(path, &names, told, sizeof told) &&
          strcmp(told, "copy@0/world/crab[3].energy") == 0);
    CHECK(!state_path_named("copy@0/00112233.version", &names, told, sizeof told) &&
          strcmp(told, "copy@0/00112233.version") == 0);
    ids_free(&names);
}
