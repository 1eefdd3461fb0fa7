/* Lists of carts: choosing, playing, going back; recordings of all that; what is refused while the list goes on; saves. */
#define _XOPEN_SOURCE 700
#include "kernel/behaviour/module.h"
#include "kernel/bytes/fnv.h"
#include "kernel/carts/module.h"
#include "kernel/recording/module.h"
#include "tests/host/rom/carts/played_cart.h"

#define LIST                                                                                                 \
    "title \"List\"\nsize 64x48\nformat rgb565\nbudget 320K\nframe 16K\nstart list\nscript game game.goad\n" \
    "capacity kept-numbers 4\n%s"                                                                            \
    "scene list\n camera at=0,0,6 target=0,0,0\n behaviour List\nend\n"
#define GAME                                                                                                 \
    "title \"%s\"\nsize %s\nformat pal8\nbudget 192K\nframe 16K\nstart one\n%sscript game game.goad\n"       \
    "capacity kept-numbers 4\n"                                                                              \
    "scene one\n background #%s\n camera at=0,0,6 target=0,0,0\n behaviour Game\nend\n"

static const char list_script[] =
    "var began = 0\nvar last: name = ''\nvar refused = false\nvar found = true\n"
    "behaviour List {\n"
    "    on start { began = kept('began') + 1\n keep('began', began)\n last = cart_last()\n refused = "
    "cart_refused() }\n"
    "    on Press(b) {\n"
    "        if b == Button.A { cart_play('one') }\n"
    "        if b == Button.B { cart_play('two') }\n"
    "        if b == Button.X { found = cart_play('three') }\n"
    "    }\n"
    "}\n";
static const char game_script[] = "var steps = 0\nvar best = 0\nvar starts = 0\n"
                                  "behaviour Game {\n"
                                  "    on start { best = kept('best') }\n"
                                  "    on tick { steps += 1\n if steps == 5 { keep('best', best + ADD) } }\n"
                                  "    on Press(b) { if b == Button.START { starts += 1 } }\n"
                                  "}\n";

typedef struct shelf {
    packed_folder list, one, two;
    writer image;
    plat *port;
    ox_console *console;
    ox_error error;
    char keys[96], saves[96];
} shelf;

/* Writes a game whose script adds `add` to its best. */
static void write_game(packed_folder *f, const char *title, const char *size, const char *more,
                       const char *colour, const char *add) {
    char text[600], script[600];
    CHECK(folder_make(f));
    snprintf(text, sizeof text, GAME, title, size, more, colour);
    folder_write(f, "cart.txt", text);
    snprintf(script, sizeof script, "const ADD = %s\n%s", add, game_script);
    folder_write(f, "game.goad", script);
}

/* Writes a list of two games. */
static void write_list(shelf *s) {
    char text[900], lines[300];
    memset(s, 0, sizeof *s);
    write_game(&s->one, "One", "64x48", "", "402010", "10");
    write_game(&s->two, "Two", "48x32", "", "104020", "1");
    CHECK(folder_make(&s->list));
    snprintf(lines, sizeof lines, "cart one %s/cart.txt\ncart two %s/cart.txt\n", s->one.path, s->two.path);
    snprintf(text, sizeof text, LIST, lines);
    folder_write(&s->list, "cart.txt", text);
    folder_write(&s->list, "game.goad", list_script);
}

static void free_list(shelf *s) {
    writer_free(&s->image);
    folder_remove(&s->list);
    folder_remove(&s->one);
    folder_remove(&s->two);
}

/* Boots the list on a port that is fed by an input script. */
static void boot_list_of(shelf *s, const char *keys, const ox_module *const *modules,
                         ox_recording_memory *tape, bool replays) {
    char said[200] = "";
    folder_write(&s->list, "keys", keys);
    snprintf(s->keys, sizeof s->keys, "%s/keys", s->list.path);
    snprintf(s->saves, sizeof s->saves, "%s/saves", s->list.path);
    const host_options options = {.quiet = true,
                                  .memory = 1 << 20,
                                  .threads = 1,
                                  .frame_limit = 1000000,
                                  .input_script = replays ? NULL : s->keys,
                                  .storage = tape == NULL ? s->saves : NULL};
    s->port = test_port_open(&options, said, sizeof said);
    ox_boot_options boot = quiet_options(s->port, &s->image);
    boot.modules = modules;
    if (tape != NULL && !replays) {
        boot.record = ox_recording_to_memory;
        boot.record_context = tape;
    }
    if (replays) {
        boot.replay = tape->bytes;
        boot.replay_size = tape->used;
    }
    s->console = ox_console_boot(&boot, &s->error);
    if (s->console == NULL) TEST_INFO("%s", s->error.text);
    CHECK(s->console != NULL);
}

static void close_list(shelf *s) {
    CHECK_EQ(ox_console_close(s->console), 0);
    host_close(s->port);
    remove(s->saves);
}

static uint32_t title_of(const shelf *s) { return ox_console_modules(s->console)->image->cart; }

static int32_t value(const shelf *s, const char *name) {
    uint32_t kind;
    const int32_t *cell = ox_behaviours_variable(ox_console_modules(s->console), rom_id(name), &kind);
    CHECK(cell != NULL);
    return cell == NULL ? 0 : *cell;
}

static void play_until(shelf *s, uint32_t frame, uint32_t *hash) {
    ox_frame_stats stats;
    do {
        CHECK(ox_console_frame(s->console));
        ox_console_stats(s->console, &stats);
        if (hash != NULL) *hash = *hash * 31u + stats.hash + title_of(s);
    } while (stats.frame < frame);
    CHECK_EQ(stats.frame, frame); /* each call shows one picture, also where games change */
}

static const char walk[] =
    "5 hold A 2\n20 hold START 2\n30 hold START 8\n32 hold SELECT 3\n45 hold B 2\n60 hold START+SELECT 2\n"
    "70 hold A 2\n";

TEST(a_list_begins_its_games_and_goes_on_behind_them) {
    shelf s;
    write_list(&s);
    CHECK(folder_pack(&s.list, &s.image));
    boot_list_of(&s, walk, ox_preset_silent, NULL, false);
    play_until(&s, 4, NULL);
    CHECK_EQ(title_of(&s), rom_id("List"));
    CHECK_EQ(value(&s, "began"), 1);
    CHECK_EQ(value(&s, "last"), 0);
    play_until(&s, 26, NULL); /* START alone does not lead back */
    CHECK_EQ(title_of(&s), rom_id("One"));
    CHECK_EQ(value(&s, "starts"), 1);
    CHECK(value(&s, "steps") > 10);
    CHECK_EQ(s.console->options.format, PLAT_PAL8);
    play_until(&s, 42, NULL);
    CHECK_EQ(title_of(&s), rom_id("List"));
    CHECK_EQ(value(&s, "last"), (int32_t)rom_id("one"));
    CHECK_EQ(value(&s, "refused"), 0);
    CHECK_EQ(s.console->options.format, PLAT_RGB565);
    CHECK_EQ(s.console->options.width, 64);
    play_until(&s, 55, NULL);
    CHECK_EQ(title_of(&s), rom_id("Two"));
    CHECK_EQ(s.console->options.width, 48);
    play_until(&s, 68, NULL);
    CHECK_EQ(title_of(&s), rom_id("List"));
    CHECK_EQ(value(&s, "last"), (int32_t)rom_id("two"));
    play_until(&s, 77, NULL); /* the first game begins anew, with what it kept */
    CHECK_EQ(title_of(&s), rom_id("One"));
    CHECK(value(&s, "steps") < 10);
    CHECK_EQ(value(&s, "best"), 10);
    close_list(&s);
    free_list(&s);
}

TEST(saves_of_the_games_of_a_list_do_not_mix) {
    shelf s;
    write_list(&s);
    CHECK(folder_pack(&s.list, &s.image));
    boot_list_of(&s,
                 "2 hold A 2\n20 hold START+SELECT 2\n30 hold B 2\n50 hold START+SELECT 2\n60 hold A 2\n80 "
                 "hold START+SELECT 2\n90 hold B 2\n",
                 ox_preset_silent, NULL, false);
    play_until(&s, 70, NULL);
    CHECK_EQ(title_of(&s), rom_id("One"));
    CHECK_EQ(value(&s, "best"), 10);
    play_until(&s, 86, NULL);
    CHECK_EQ(value(&s, "began"), 4);
    play_until(&s, 99, NULL);
    CHECK_EQ(title_of(&s), rom_id("Two"));
    CHECK_EQ(value(&s, "best"), 1);
    close_list(&s);
    free_list(&s);
}

TEST(a_recording_has_the_list_and_its_games) {
    static uint8_t bytes[60000];
    ox_recording_memory tape = {bytes, sizeof bytes, 0};
    ox_replay_report report;
    uint32_t first = 0, second = 0;
    shelf s;
    write_list(&s);
    CHECK(folder_pack(&s.list, &s.image));
    boot_list_of(&s, walk, ox_preset_silent, &tape, false);
    play_until(&s, 100, &first);
    close_list(&s);
    CHECK(tape.used < tape.size);
    boot_list_of(&s, "", ox_preset_silent, &tape, true);
    play_until(&s, 100, &second);
    CHECK_EQ(first, second);
    CHECK(ox_console_replay(s.console, &report));
    CHECK(!report.differs);
    CHECK_EQ(report.ticks, 106); /* one more for each change, whose picture is that of the next game */
    CHECK_EQ(report.end, 106);
    CHECK(!ox_console_frame(s.console)); /* the recording is over */
    close_list(&s);

    tape.used -= 7; /* cut off: nothing but a part of a head is left of the last one */
    boot_list_of(&s, "", ox_preset_silent, &tape, true);
    while (ox_console_frame(s.console)) {
    }
    CHECK(ox_console_replay(s.console, &report) && report.differs &&
          strstr(report.text, "damaged head") != NULL);
    CHECK_EQ(title_of(&s), rom_id("List"));
    close_list(&s);

    bytes[tape.used - 48] ^= 1; /* the last one is of another image */
    const uint32_t at = (uint32_t)tape.used + 7 - 66;
    tape.used += 7;
    const uint32_t sum = ox_fnv_bytes(OX_FNV_START, bytes + at, 56);
    for (uint32_t i = 0; i < 4; i++) bytes[at + 56 + i] = (uint8_t)(sum >> 8 * i);
    boot_list_of(&s, "", ox_preset_silent, &tape, true);
    while (ox_console_frame(s.console)) {
    }
    CHECK(!ox_console_replay(s.console, &report));
    CHECK_EQ(title_of(&s), rom_id("List"));
    close_list(&s);
    free_list(&s);
}

/* Puts the sums of an image right after a change of its bytes. */
static void mend_sums(writer *image) {
    uint8_t *at = image->data;
    uint32_t count = rom_u32(at + ROM_AT_COUNT), directory = rom_u32(at + ROM_AT_DIRECTORY);
    for (uint32_t i = 0; i < count; i++) {
        uint8_t *entry = at + directory + i * ROM_ENTRY_SIZE;
        uint32_t crc =
            rom_crc32(0, at + rom_u32(entry + ROM_ENTRY_OFFSET), rom_u32(entry + ROM_ENTRY_STORED));
        writer_put_u32(image, (size_t)(entry - at) + ROM_ENTRY_CRC, crc);
    }
    writer_put_u32(image, ROM_AT_CONTENT_CRC,
                   rom_crc32(0, at + ROM_HEADER_SIZE, rom_u32(at + ROM_AT_SIZE) - ROM_HEADER_SIZE));
    writer_put_u32(image, ROM_AT_HEADER_CRC, rom_crc32(0, at, ROM_AT_HEADER_CRC));
}

/* Where the image of cart `name` lies in the list's. */
static uint8_t *inner_image(writer *image, const char *name) {
    rom_image rom;
    rom_chunk chunk;
    char path[32];
    snprintf(path, sizeof path, "cart/%s", name);
    CHECK(rom_open(image->data, image->size, &rom, NULL) == ROM_OK);
    const bool found = rom_find(&rom, rom_id(path), ROM_TAG_CART, &chunk);
    CHECK(found);
    return image->data + chunk.offset + rom_u32(chunk.data + ROM_CART_IMAGE_AT);
}

/* Chooses cart `one` at frame 5, which is refused with these words; then two can be played. */
static void refuse_and_go_on(shelf *s, const ox_module *const *modules, const char *says) {
    boot_list_of(s, "5 hold A 2\n20 hold X 2\n30 hold B 2\n", modules, NULL, false);
    play_until(s, 15, NULL);
    CHECK_EQ(title_of(s), rom_id("List"));
    CHECK_EQ(value(s, "refused"), 1);
    CHECK_EQ(value(s, "last"), (int32_t)rom_id("one"));
    const ox_carts *known = ox_carts_known(ox_console_modules(s->console));
    CHECK(known != NULL && strstr(known->refused, says) != NULL);
    if (known != NULL) TEST_INFO("%s", known->refused);
    play_until(s, 25, NULL); /* there is no third one */
    CHECK_EQ(value(s, "found"), 0);
    play_until(s, 40, NULL);
    CHECK_EQ(title_of(s), rom_id("Two"));
    close_list(s);
}

TEST(a_cart_that_cannot_play_is_refused_and_the_list_goes_on) {
    shelf s;
    write_list(&s);
    CHECK(folder_pack(&s.list, &s.image));
    uint8_t *inner = inner_image(&s.image, "one");
    const uint32_t middle = rom_u32(inner + ROM_AT_SIZE) / 2;
    inner[middle] ^= 0x40;
    mend_sums(&s.image);
    refuse_and_go_on(&s, ox_preset_silent, "checksum");
    inner[middle] ^= 0x40;

    inner[0] ^= 1; /* no image at all */
    mend_sums(&s.image);
    refuse_and_go_on(&s, ox_preset_silent, "refused");
    inner[0] ^= 1;

    /* More memory than the list: the budget in the image is larger than the packer would take. */
    const uint32_t budget = rom_u32(inner + ROM_AT_BUDGET);
    const uint32_t was = rom_u32(inner + budget + ROM_BUDGET_MEMORY);
    writer view = {.data = inner, .size = rom_u32(inner + ROM_AT_SIZE)};
    writer_put_u32(&view, budget + ROM_BUDGET_MEMORY, 900 * 1024);
    mend_sums(&view);
    mend_sums(&s.image);
    refuse_and_go_on(&s, ox_preset_silent, "too small for this cart");
    writer_put_u32(&view, budget + ROM_BUDGET_MEMORY, was);
    mend_sums(&view);
    free_list(&s);
}

TEST(a_cart_whose_module_the_player_lacks_is_refused_and_the_list_goes_on) {
    const ox_module *modules[OX_MODULES_MOST + 1];
    uint32_t count = 0;
    shelf s;
    write_list(&s);
    folder_remove(&s.one);
    write_game(&s.one, "One", "64x48", "screen first first.screen\n", "402010", "10");
    folder_write(&s.one, "first.screen", "label text=first\n");
    char text[900], lines[300];
    snprintf(lines, sizeof lines, "cart one %s/cart.txt\ncart two %s/cart.txt\n", s.one.path, s.two.path);
    snprintf(text, sizeof text, LIST, lines);
    folder_write(&s.list, "cart.txt", text);
    CHECK(folder_pack(&s.list, &s.image));
    for (const ox_module *const *m = ox_preset_silent; *m != NULL; m++)
        if (strcmp((*m)->name, "ui") != 0) modules[count++] = *m;
    modules[count] = NULL;
    refuse_and_go_on(&s, modules, "`ui`");
    free_list(&s);
}

/* Packs the list with other lines and expects a sentence. */
static void refuse_list(shelf *s, const char *lines, const char *says) {
    char text[900];
    tool_error error = {.text = ""};
    snprintf(text, sizeof text, LIST, lines);
    folder_write(&s->list, "cart.txt", text);
    CHECK(!folder_pack_told(&s->list, &s->image, &error));
    CHECK(strstr(error.text, says) != NULL && strstr(error.text, "cart.txt:") != NULL);
    TEST_INFO("%s", error.text);
    writer_free(&s->image);
}

TEST(carts_that_no_list_can_hold_are_refused_by_the_packer) {
    char lines[300];
    shelf s;
    write_list(&s);
    snprintf(lines, sizeof lines, "cart one %s/game.goad\n", s.one.path);
    refuse_list(&s, lines, "neither a cart.txt nor an image");
    folder_write(&s.two, "broken.rom",
                 "OXCT, but nothing behind that: a header has 64 bytes, and sums of them");
    snprintf(lines, sizeof lines, "cart one %s/broken.rom\n", s.two.path);
    refuse_list(&s, lines, "its image is refused");
    packed_folder deep;
    char text[900];
    CHECK(folder_make(&deep));
    snprintf(lines, sizeof lines, "cart one %s/cart.txt\n", s.one.path);
    snprintf(text, sizeof text, LIST, lines);
    folder_write(&deep, "cart.txt", text);
    folder_write(&deep, "game.goad", list_script);
    snprintf(lines, sizeof lines, "cart deep %s/cart.txt\n", deep.path);
    refuse_list(&s, lines, "a list of carts itself");
    folder_remove(&deep);
    char *budget = strstr(strcpy(text, GAME), "192K");
    CHECK(budget != NULL);
    folder_remove(&s.one);
    CHECK(folder_make(&s.one));
    char game[900];
    memcpy(budget, "320K", 4);
    snprintf(game, sizeof game, text, "One", "64x48", "", "402010");
    folder_write(&s.one, "cart.txt", game);
    snprintf(game, sizeof game, "const ADD = 1\n%s", game_script);
    folder_write(&s.one, "game.goad", game);
    snprintf(lines, sizeof lines, "cart one %s/cart.txt\n", s.one.path);
    refuse_list(&s, lines, "write `budget 321K` or more");
    free_list(&s);
}
