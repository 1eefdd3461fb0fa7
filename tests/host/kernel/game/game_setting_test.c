/* Options of a running game: those that are made, what follows from a value, users, the state, saved games. */
#define _XOPEN_SOURCE 700
#include "kernel/behaviour/module.h"
#include "kernel/game/internal.h"
#include "kernel/save/part.h"
#include "kernel/saving/module.h"
#include "kernel/sound/event.h"
#include "rom/types.h"
#include "tests/host/rom/carts/played_cart.h"

#define HEAD                                                                                                 \
    "title \"Settings\"\nsize 64x48\nformat rgb565\nbudget 256K\nframe 16K\nstart title\n"                   \
    "mesh sign square.obj\nscript game game.goad\ncapacity options 4\ncapacity saves 2\n"                    \
    "option lives usual=3 least=1 greatest=9 user\noption level words=easy,normal,hard usual=normal\n"       \
    "option waves usual=5 least=0 greatest=50 later\noption best usual=0 least=0 greatest=1000 fixed\n"      \
    "option record usual=0 least=0 greatest=1000 fixed\n"                                                    \
    "option fly usual=no cheat\n"                                                                            \
    "scene title\n camera at=0,0,6 target=0,0,0\n object sign name=hero behaviour=Hero\nend\n"               \
    "scene yard\n camera at=0,0,6 target=0,0,0\n object sign name=hero behaviour=Hero\nend\n"
#define SCRIPT                                                                                               \
    "var heard = 0\nvar last: name\nbehaviour Hero {\n"                                                      \
    " on OptionChanged(what) { heard += 1\n last = what }\n"                                                 \
    " on Press(b) { if b == Button.A { save(1) }\n if b == Button.B { load(1) }\n"                           \
    "  if b == Button.START { scene('yard') } } }\n"

static const ox_module_host *host_of(const played *p) { return ox_console_modules(p->console); }
static int32_t of(const played *p, const char *name) { return ox_option_get(host_of(p), rom_id(name)); }
static ox_status set(const played *p, const char *name, int32_t value) {
    return ox_option_change(host_of(p), rom_id(name), value, OX_OPTION_CONSOLE);
}
static bool give(const played *p, const char *name, int32_t value) {
    return ox_option_set(host_of(p), rom_id(name), value);
}
static int32_t *globals_of(const played *p) {
    return ox_console_script(p->console, rom_id("script/game"))->globals;
}
static ox_sim_part part_of(const played *p) { return game_options_part(game_of(host_of(p))); }

static void play(played *p) { play_texts(p, &(played_texts){HEAD, SCRIPT, NULL}); }

/* Each kind that can be made has its range and step; a choice has no words, and is a whole number. */
TEST(game_settings_made_have_kinds) {
    static const struct {
        uint8_t kind, is;
        int32_t least, greatest, step;
    } rows[] = {{ROM_OPTION_WHOLE, ROM_OPTION_WHOLE, INT32_MIN, INT32_MAX, 1},
                {ROM_OPTION_FX, ROM_OPTION_FX, INT32_MIN, INT32_MAX, FX_ONE / 16},
                {ROM_OPTION_SWITCH, ROM_OPTION_SWITCH, 0, 1, 1},
                {ROM_OPTION_CHOICE, ROM_OPTION_WHOLE, INT32_MIN, INT32_MAX, 1}};
    ox_option option;
    int32_t value = 99;
    played p;
    play(&p);
    uint32_t count = 0;
    while (ox_options_at(host_of(&p), count, &option)) count++;
    CHECK_EQ(count, OX_OPTIONS + 8); /* `cheats` and `cheated` come with the first cheat */
    for (uint32_t i = 0; i < 4; i++) {
        const ox_option made = {.name = 500 + i, .kind = rows[i].kind, .usual = 1, .flags = 0xFF};
        CHECK(ox_option_make(host_of(&p), &made, &value) && value == 1);
        CHECK(ox_options_find(host_of(&p), 500 + i, &option) && option.name == 500 + i);
        CHECK(option.kind == rows[i].is && option.least == rows[i].least && option.step == rows[i].step &&
              option.greatest == rows[i].greatest && option.usual == 1);
        CHECK_EQ(option.flags, ROM_OPTION_KEPT | ROM_OPTION_USER | ROM_OPTION_CHEAT | ROM_OPTION_FIXED);
        CHECK(ox_options_at(host_of(&p), count + i, &option) && option.name == 500 + i);
        CHECK(!ox_options_at(host_of(&p), count + i + 1, &option));
    }
    CHECK(ox_option_set(host_of(&p), 502, 7) && ox_option_get(host_of(&p), 502) == 1);
    CHECK(ox_option_set(host_of(&p), 502, -7) && ox_option_get(host_of(&p), 502) == 0);
    ox_option_source source;
    CHECK(ox_option_value(host_of(&p), 502, &source) == 0 && source == OX_OPTION_GAME);
    CHECK(ox_option_set(host_of(&p), 502,
                        1)); /* at its usual value again it is there, and its source forgotten */
    CHECK(ox_option_value(host_of(&p), 502, &source) == 1 && source == OX_OPTION_USUAL);
    CHECK(ox_options_at(host_of(&p), count + 3, &option) && option.name == 503);
    CHECK_EQ(of(&p, "cheated"), 1); /* and has a row, too */
    const ox_option none = {.name = OX_ID_NONE, .usual = 4};
    CHECK(!ox_option_make(host_of(&p), &none, &value) && value == 4);
    for (uint32_t i = 0; i < 50; i++) {
        const ox_option more = {.name = 600 + i, .usual = (int32_t)i};
        CHECK_EQ(ox_option_make(host_of(&p), &more, &value), i < OX_OPTIONS + 7);
        CHECK_EQ(value, i);
    }
    end(&p);
}

static uint32_t wished[OX_SOUND_BUSES];
static void note_loudness(void *state, uint32_t bus, uint32_t percent) {
    (void)state;
    if (bus < OX_SOUND_BUSES) wished[bus] = percent;
}

/* A bus is as loud as its option says, at once and when everything is made to count anew; others stay. */
TEST(game_settings_reach_sound_and_display) {
    static const struct {
        const char *option, *bus;
    } rows[] = {{"volume", "master"}, {"world", "world"}, {"music", "music"}, {"voice", "voice"}};
    played p;
    play(&p);
    ox_sound_operations operations =
        *(const ox_sound_operations *)ox_engine_sound(host_of(&p)->engine).operations;
    operations.loudness = note_loudness;
    CHECK_EQ(
        ox_engine_serve(host_of(&p)->engine, OX_SERVICE_SOUND, (ox_service){.operations = &operations.head}),
        OX_OK);
    for (uint32_t i = 0; i < OX_SOUND_BUSES; i++) wished[i] = 777;
    for (uint32_t i = 0; i < 4; i++) CHECK_EQ(set(&p, rows[i].option, 10 + (int32_t)i), OX_OK);
    CHECK_EQ(p.console->options.gamma, 10); /* no business of loudness */
    for (int round = 0; round < 2; round++) {
        uint32_t told = 0;
        for (uint32_t i = 0; i < 4; i++) CHECK_EQ(wished[ox_sound_bus_of(rom_id(rows[i].bus))], 10 + i);
        for (uint32_t i = 0; i < OX_SOUND_BUSES; i++) told += wished[i] != 777;
        CHECK_EQ(told, 4);
        for (uint32_t i = 0; i < OX_SOUND_BUSES; i++) wished[i] = 777;
        ox_options_apply(host_of(&p));
    }
    CHECK_EQ(set(&p, "gamma", 22), OX_OK);
    CHECK_EQ(p.console->options.gamma, 22);
    p.console->options.gamma = 10;
    ox_options_apply(host_of(&p));
    CHECK_EQ(p.console->options.gamma, 22);
    operations.loudness = NULL; /* whoever has no loudness is not asked for it */
    CHECK_EQ(set(&p, "music", 50), OX_OK);
    end(&p);
}

/* Another user is told of the values that change with him, and of no others. */
TEST(game_settings_of_users_are_told) {
    played p;
    play(&p);
    frames(p.console, 2);
    CHECK_EQ(set(&p, "lives", 5), OX_OK);
    frames(p.console, 2);
    CHECK_EQ(globals_of(&p)[0], 1);
    ox_option_user_set(host_of(&p), 0); /* he plays already */
    frames(p.console, 2);
    CHECK_EQ(globals_of(&p)[0], 1);
    ox_option_user_set(host_of(&p), 4);
    frames(p.console, 2);
    CHECK(globals_of(&p)[0] == 2 && globals_of(&p)[1] == (int32_t)OX_NAME("lives") && of(&p, "lives") == 3);
    ox_option_user_set(host_of(&p), 5); /* who has the same */
    frames(p.console, 2);
    CHECK_EQ(globals_of(&p)[0], 2);
    CHECK_EQ(ox_option_user(host_of(&p)), 5);
    ox_option_user_set(host_of(&p), 0);
    frames(p.console, 2);
    CHECK(globals_of(&p)[0] == 3 && of(&p, "lives") == 5);
    end(&p);
}

/* A value for later is shown when the next scene begins; until then it can be taken back. */
TEST(game_settings_for_later_wait) {
    played p;
    play(&p);
    const ox_game *s = game_of(host_of(&p));
    frames(p.console, 2);
    CHECK_EQ(set(&p, "waves", 9), OX_OK);
    CHECK(of(&p, "waves") == 5 && s->setting_count == 1);
    frames(p.console, 2);
    CHECK_EQ(globals_of(&p)[0], 0); /* nobody hears of it before */
    CHECK_EQ(set(&p, "waves", 5), OX_OK);
    CHECK(of(&p, "waves") == 5 && s->setting_count == 0);
    CHECK_EQ(set(&p, "waves", 9), OX_OK);
    CHECK(give(&p, "waves", 8));
    CHECK_EQ(of(&p, "waves"), 5);
    CHECK_EQ(ox_option_change(host_of(&p), rom_id("waves"), 7, OX_OPTION_COMMAND_LINE), OX_OK);
    CHECK_EQ(of(&p, "waves"), 7); /* what the start brings does not wait */
    CHECK_EQ(set(&p, "waves", 9) | set(&p, "lives", 4), OX_OK);
    frame(p.console, PLAT_START);
    frames(p.console, 3);
    CHECK(of(&p, "waves") == 9 && of(&p, "lives") == 4 && s->setting_count == 2);
    end(&p);
}

/* The state shows each option that is set; bytes of it come back as they were, whoever plays, and no more than fit. */
TEST(game_settings_are_state) {
    static uint8_t bytes[1024];
    played p;
    ox_sim_item item;
    uint32_t cursor = 0;
    int32_t made;
    play(&p);
    frames(p.console, 2);
    ox_option_user_set(host_of(&p), 3);
    const ox_option own = {.name = 700, .kind = ROM_OPTION_FX, .usual = -5};
    CHECK(ox_option_make(host_of(&p), &own, &made));
    CHECK_EQ(set(&p, "lives", 4) | set(&p, "waves", 9) | set(&p, "level", 0), OX_OK);
    static const struct {
        const char *name;
        int32_t value, next;
    } rows[] = {{NULL, -5, -5}, {"lives", 4, 4}, {"waves", 5, 9}, {"level", 0, 0}};
    const ox_sim_part part = part_of(&p);
    for (int i = 0; i < 4; i++) {
        CHECK(part.next(part.context, &cursor, &item));
        CHECK_EQ(item.id, rows[i].name == NULL ? 700 : rom_id(rows[i].name));
        CHECK_EQ(ox_field_get(&item.type->fields[0], item.record, 0), rows[i].value);
        CHECK_EQ(ox_field_get(&item.type->fields[1], item.record, 0), rows[i].next);
    }
    CHECK(!part.next(part.context, &cursor, &item));
    ox_writer to = ox_writer_bytes(bytes, sizeof bytes);
    part.save(part.context, &to);
    ox_option_source source;
    CHECK(give(&p, "best", 8) && give(&p, "lives", 1) && ox_option_set(host_of(&p), 700, 100));
    ox_option_user_set(host_of(&p), 0);
    ox_reader from = ox_reader_bytes(bytes, to.used);
    CHECK_EQ(part.restore(part.context, &from), OX_OK);
    CHECK(from.used == to.used && ox_option_user(host_of(&p)) == 3 && of(&p, "best") == 0);
    CHECK(ox_option_value(host_of(&p), rom_id("lives"), &source) == 4 && source == OX_OPTION_CONSOLE);
    ox_option option;
    CHECK(ox_options_find(host_of(&p), 700, &option) && option.kind == ROM_OPTION_FX && option.usual == -5);
    CHECK(ox_option_get(host_of(&p), 700) == -5 && of(&p, "waves") == 5);
    frame(p.console, PLAT_START);
    frames(p.console, 3);
    CHECK(of(&p, "waves") == 9 && of(&p, "level") == 0);
    const uint32_t room = game_of(host_of(&p))->setting_room;
    for (uint32_t more = 0; more < 2; more++) { /* as many as there is room for, and one too many */
        static uint8_t many[2048];
        ox_writer w = ox_writer_bytes(many, sizeof many);
        ox_write_u32(&w, 1);
        ox_write_u16(&w, (uint16_t)(room + more));
        for (uint32_t i = 0; i < room + more; i++) {
            const uint32_t words[4] = {900 + i, 1, 1, 0};
            ox_write_words(&w, words, 4);
            for (int k = 0; k < 3; k++) ox_write_u8(&w, k == 2 ? GAME_SETTING_MADE : 0);
        }
        from = ox_reader_bytes(many, w.used);
        CHECK_EQ(part.restore(part.context, &from), more == 0 ? OX_OK : OX_BAD_DATA);
        CHECK(game_of(host_of(&p))->setting_count == room && ox_option_get(host_of(&p), 900) == 1);
    }
    end(&p);
}

/* A saved game brings back what the game alone sets, and leaves what players set. */
TEST(game_settings_of_saved_games) {
    char text[200] = "", path[160];
    played p;
    memset(&p, 0, sizeof p);
    pack_texts(&p, &(played_texts){HEAD, SCRIPT, NULL});
    snprintf(path, sizeof path, "%s/saves", p.folder.path);
    const host_options options = {
        .quiet = true, .memory = 1 << 20, .threads = 1, .frame_limit = 1000000, .storage = path};
    p.port = test_port_open(&options, text, sizeof text);
    ox_boot_options boot = quiet_options(p.port, &p.image);
    boot.modules = ox_preset_silent;
    p.console = ox_console_boot(&boot, &p.error);
    CHECK(p.console != NULL);
    if (p.console == NULL) return;
    frames(p.console, 2);
    CHECK(give(&p, "best", 70) && set(&p, "lives", 2) == OX_OK && set(&p, "level", 2) == OX_OK);
    frame(p.console, PLAT_A);
    const char *why;
    for (int i = 0; i < 4000 && ox_console_saving(p.console); i++) frame(p.console, 0);
    CHECK_EQ(ox_console_saved(p.console, &why), OX_OK);
    CHECK(give(&p, "best", 90) && give(&p, "record", 5) && set(&p, "lives", 8) == OX_OK &&
          set(&p, "level", 0) == OX_OK);
    ox_option_user_set(host_of(&p), 2);
    CHECK_EQ(set(&p, "lives", 7), OX_OK);
    frame(p.console, PLAT_B);
    frames(p.console, 2);
    CHECK(of(&p, "best") == 70 && of(&p, "record") == 0);
    CHECK(of(&p, "lives") == 7 && of(&p, "level") == 0 && ox_option_user(host_of(&p)) == 2);
    CHECK_EQ(ox_console_close(p.console), 0);
    host_close(p.port);
    CHECK_EQ(remove(path), 0);
    writer_free(&p.image);
    folder_remove(&p.folder);
}

/* Changes of a recording are done one behind the other; bytes that are none end them. */
TEST(game_settings_are_done_again) {
    uint8_t bytes[2 * OX_OPTION_EDIT_BYTES];
    int32_t made;
    played p;
    play(&p);
    const ox_option own = {.name = 700, .kind = ROM_OPTION_WHOLE, .usual = 1};
    CHECK(ox_option_make(host_of(&p), &own, &made));
    ox_option_edit(700, -123456, bytes);
    ox_option_edit(rom_id("lives"), 6, bytes + OX_OPTION_EDIT_BYTES);
    for (uint32_t i = 0; i < 4; i++) { /* values are numbers of 64 bits there */
        CHECK_EQ(bytes[20 + i], 0xFF);
        CHECK_EQ(bytes[OX_OPTION_EDIT_BYTES + 20 + i], 0);
    }
    CHECK(ox_option_redo(host_of(&p), bytes, sizeof bytes));
    CHECK(ox_option_get(host_of(&p), 700) == -123456 && of(&p, "lives") == 6);
    CHECK(ox_option_redo(host_of(&p), bytes, 0));
    ox_option_edit(700, 0, bytes);
    CHECK_EQ(bytes[20], 0);
    static const uint32_t wrong[] = {0, 1, 4, 8, 12}; /* kind, what, object, member, option */
    for (uint32_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ox_option_edit(700, 5, bytes);
        bytes[wrong[i]] ^= 0x40;
        CHECK(!ox_option_redo(host_of(&p), bytes, OX_OPTION_EDIT_BYTES));
        CHECK_EQ(ox_option_get(host_of(&p), 700), -123456);
    }
    ox_option_edit(700, 5, bytes);
    CHECK(!ox_option_redo(host_of(&p), bytes, OX_OPTION_EDIT_BYTES - 1));
    CHECK_EQ(ox_option_get(host_of(&p), 700), -123456);
    ox_option_edit(700, 9, bytes);
    CHECK(!ox_option_redo(host_of(&p), bytes, OX_OPTION_EDIT_BYTES + 1));
    CHECK_EQ(ox_option_get(host_of(&p), 700), 9);
    end(&p);
}

/* Texts of options: paths have at most 63 letters, and each source has its word. */
TEST(game_settings_have_texts) {
    char text[80];
    memset(text, 'A', sizeof text);
    text[63] = 0;
    CHECK_EQ(ox_option_id(ox_text_of(text)),
             rom_id("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"));
    text[63] = 'A', text[64] = 0;
    CHECK_EQ(ox_option_id(ox_text_of(text)), rom_id_of(text, 0));
    CHECK_EQ(ox_option_id(ox_text_of(".Z\\y/x")), rom_id("z.y.x"));
    CHECK(strcmp(ox_option_source_name(OX_OPTION_GAME), "game") == 0 &&
          strcmp(ox_option_source_name(OX_OPTION_USUAL), "usual") == 0 &&
          strcmp(ox_option_source_name(OX_OPTION_SOURCES), "?") == 0);
    const ox_option speed = {.path = ox_text_of("hero.speed"), .kind = ROM_OPTION_FX};
    static const struct {
        const char *path;
        bool is_below;
    } rows[] = {{"hero", true},         {"hero.", true}, {"her", false}, {"hero.speed", true},
                {"hero.speedy", false}, {"", true},      {"/", true},    {"hera", false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        CHECK_EQ(ox_option_is_below(&speed, ox_text_of(rows[i].path)), rows[i].is_below);
    static const struct {
        const char *text;
        bool is_read;
    } reads[] = {{" 2.5 ", true}, {"1.0", true},       {"0.99998", false},
                 {"12.0", true},  {"12.00002", false}, {"x", false}};
    for (size_t i = 0; i < sizeof reads / sizeof *reads; i++) {
        int32_t value;
        const ox_option between = {.kind = ROM_OPTION_FX, .least = FX_ONE, .greatest = 12 * FX_ONE};
        CHECK_EQ(ox_option_read(&between, ox_text_of(reads[i].text), &value), reads[i].is_read);
    }
    int32_t off = 5;
    const ox_option lamp = {.kind = ROM_OPTION_SWITCH};
    CHECK(ox_option_read(&lamp, ox_text_of(" OFF "), &off) && off == 0);
    static const char *const numbers[] = {"0.0", "-32768.0", "32767.99998", "0.00002", "-0.5", "3.14159"};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        char out[40];
        int32_t value;
        const ox_option any = {.kind = ROM_OPTION_FX, .least = INT32_MIN, .greatest = INT32_MAX};
        ox_text to = ox_text_begin(out, sizeof out);
        CHECK(ox_option_read(&any, ox_text_of(numbers[i]), &value));
        ox_option_write(&any, value, &to);
        CHECK(strcmp(out, numbers[i]) == 0);
        TEST_INFO("%s", out);
    }
}

/* A value that is usual again is not kept, nor is one of an option that is not to be kept, nor what only the start brings. */
TEST(game_settings_keep_what_players_set) {
    char text[200] = "", path[160];
    played p;
    memset(&p, 0, sizeof p);
    pack_texts(&p, &(played_texts){HEAD "option tip usual=yes passing\n", SCRIPT, NULL});
    snprintf(path, sizeof path, "%s/saves", p.folder.path);
    const host_options options = {
        .quiet = true, .memory = 1 << 20, .threads = 1, .frame_limit = 1000000, .storage = path};
    const ox_option_given given = {rom_id("lives"), 7, OX_OPTION_COMMAND_LINE};
    for (int start = 0; start < 3; start++) {
        p.port = test_port_open(&options, text, sizeof text);
        ox_boot_options boot = quiet_options(p.port, &p.image);
        boot.modules = ox_preset_silent;
        boot.given = &given;
        boot.given_count = start == 1;
        p.console = ox_console_boot(&boot, &p.error);
        CHECK(p.console != NULL);
        if (p.console == NULL) return;
        frames(p.console, 2);
        const ox_game *s = game_of(host_of(&p));
        if (start == 0) {
            CHECK_EQ(set(&p, "level", 2), OX_OK);
            CHECK_EQ(s->kept.count, 1);
            CHECK_EQ(set(&p, "tip", 0), OX_OK);
            CHECK_EQ(s->kept.count, 1);
            CHECK_EQ(set(&p, "level", 1), OX_OK);
            CHECK_EQ(ox_counters_get(&s->kept, s->kept.items[0].name), 0);
            CHECK_EQ(set(&p, "gamma", 22), OX_OK);
        } else {
            CHECK_EQ(of(&p, "lives"), start == 1 ? 7 : 3);
            CHECK(of(&p, "level") == 1 && of(&p, "tip") == 1);
            CHECK(of(&p, "gamma") == 22 && p.console->options.gamma == 22); /* it counts from the start */
        }
        CHECK_EQ(ox_console_close(p.console), 0);
        host_close(p.port);
    }
    CHECK_EQ(remove(path), 0);
    writer_free(&p.image);
    folder_remove(&p.folder);
}

/* A chunk whose numbers are the wrong way round is read so that every value has a place. */
TEST(game_settings_of_odd_chunks) {
    static _Alignas(8) uint8_t chunk[4096];
    played p;
    rom_image image;
    rom_view view;
    ox_option option;
    memset(&p, 0, sizeof p);
    pack_texts(&p, &(played_texts){HEAD, SCRIPT, NULL});
    CHECK(rom_open(p.image.data, p.image.size, &image, NULL) == ROM_OK &&
          rom_view_chunk(&image, rom_id("options"), ROM_TAG_OPTIONS, &view, NULL) == ROM_OK &&
          view.size <= sizeof chunk);
    memcpy(chunk, view.data, view.size);
    for (uint32_t i = 0; ox_option_at(chunk, i, &option); i++) {
        if (option.name != OX_NAME("lives")) continue;
        uint8_t *row = chunk + rom_u32(chunk + ROM_OPTIONS_AT) + (size_t)(i - OX_OPTIONS) * ROM_OPTION_SIZE;
        row[ROM_OPTION_USUAL] = 200;
        CHECK(ox_option_find(chunk, OX_NAME("lives"), &option) && option.usual == 9 && option.least == 1);
        row[ROM_OPTION_USUAL] = 0;
        CHECK(ox_option_find(chunk, OX_NAME("lives"), &option) && option.usual == 1);
        row[ROM_OPTION_LEAST] = 20;
        CHECK(ox_option_find(chunk, OX_NAME("lives"), &option) && option.least == 20 &&
              option.greatest == 20 && option.usual == 20);
    }
    writer_free(&p.image);
    folder_remove(&p.folder);
}
