/* Texts, tables, data and topologies of a cart, as its scripts and modules in C read them. */
#define _XOPEN_SOURCE 700
#include <time.h>

#include "kernel/content/module.h"
#include "rom/text.h"

#include "kernel/behaviour/internal.h"
#include "tests/host/rom/carts/played_cart.h"
#include "tests/host/tools/build/live_game.h"

#define HEAD                                                                                                 \
    "title \"Content\"\nsize 240x48\nformat rgb565\nbudget 320K\nframe 16K\nstart one\n"                     \
    "language en \"English\"\nlanguage de \"Deutsch\"\n"                                                     \
    "material red colour=#ff2020 shading=unlit\nmesh sign square.obj material=red\nscript game game.goad\n"  \
    "text words words.csv language=en\ntext words words.csv language=de\n"                                   \
    "table curve curve.csv low=0 high=4\ntable shade shade.csv kind=i16\n"                                   \
    "data weapons weapons.csv\ndata owners owners.csv\ntopology world world.txt\n"                           \
    "level yard yard.txt\nlevel cave yard.txt\nlevel keep yard.txt\n"                                        \
    "type rules behaviour=Rules\nscene one\n camera at=0,0,6 target=0,0,0\n object rules\nend\n"

static const char weapons_csv[] =
    "key,damage:i32,speed:fx,turn:angle,label:text,colour:colour,heavy:switch,next:ref weapons,mesh:id\n"
    "sword,7,1.5,90,Sword,#102030,no,axe,sign\n"
    "axe,9,-0.75,-45,Axe,#ff0000,yes,,crate\n";
static const char words_csv[] = "key,en,de\ngreeting,Hello,Hallo\n"
                                "purse,You have {coins} coins,Du hast {coins} Taler\n"
                                "wields,{who} wields\\n{what},{who} hat\\n{what}\n";
static const char world_txt[] =
    "form line\nlevel yard low=0,0,0 high=1,1,1\nlevel cave low=2,0,0 high=3,1,1\n"
    "level keep low=4,0,0 high=5,1,1\nlink cave keep door\n";

/* The files of a cart beside its script; a test may give another text for each. */
typedef struct content_files {
    const char *weapons, *owners, *words, *curve, *world;
} content_files;

static const content_files usual = {.weapons = weapons_csv,
                                    .owners = "key,weapon:ref weapons\norc,axe\nelf,sword\n",
                                    .words = words_csv,
                                    .curve = "0\n10\n20\n40\n80\n",
                                    .world = world_txt};

static void write_content(packed_folder *f, const char *script, const content_files *files) {
    write_texts(f, &(played_texts){HEAD, script, "level 1\nbounds -1,-1,-1 1,1,1\n"});
    folder_write(f, "weapons.csv", files->weapons);
    folder_write(f, "owners.csv", files->owners);
    folder_write(f, "words.csv", files->words);
    folder_write(f, "curve.csv", files->curve);
    folder_write(f, "shade.csv", "1,2,3\n-4,5,6\n");
    folder_write(f, "world.txt", files->world);
}

static void play_content(played *p, const char *script) {
    memset(p, 0, sizeof *p);
    write_content(&p->folder, script, &usual);
    CHECK(folder_pack(&p->folder, &p->image));
    boot_with(p, NULL, 0);
    if (p->console == NULL) TEST_INFO("%s", p->error.text);
    CHECK(p->console != NULL);
}

/* Packs a script, or files, that are refused with a sentence in which `says` stands. */
static void refuse_content(const char *script, const content_files *files, const char *says) {
    packed_folder f;
    writer image;
    tool_error error = {.text = ""};
    write_content(&f, script, files);
    CHECK(!folder_pack_told(&f, &image, &error));
    CHECK(strstr(error.text, says) != NULL);
    TEST_INFO("%s", error.text);
    folder_remove(&f);
}

static void refuse_statement(const char *statement, const char *says) {
    char script[400];
    snprintf(script, sizeof script,
             "behaviour Rules {\n on start {\n  let sword = weapons.sword\n  %s\n }\n}\n", statement);
    refuse_content(script, &usual, says);
}

static int32_t global_at(const played *p, uint32_t number) {
    return ox_console_script(p->console, rom_id("script/game"))->globals[number];
}

static uint32_t traps_of(const played *p) {
    return ox_console_script(p->console, rom_id("script/game"))->traps;
}

static const ox_module_host *host_of(const played *p) { return ox_console_modules(p->console); }

/* ---- rows ---- */

TEST(content_rows_are_records_of_scripts) {
    static const char script[] =
        "var damage = 0\nvar speed = 0.0\nvar turn = 0deg\nvar heavy = false\nvar colour = 0\n"
        "var mesh = 'none'\nvar all = 0\nvar count = 0\nvar found = 0\nvar other = 0\nvar none = 0\nvar name "
        "= ''\n"
        "behaviour Rules {\n var mine: ref weapons = null\n"
        " on start {\n  if mine == null { none += 1 }\n  mine = weapons.sword\n  damage = mine.damage\n"
        "  speed = mine.speed\n  turn = weapons.axe.turn\n  heavy = mine.next.heavy\n  colour = mine.colour\n"
        "  mesh = mine.mesh\n  for w in weapons { all = all * 10 + w.damage }\n  count = weapons.count\n"
        "  if weapons.find('bow') == null { none += 1 }\n  if weapons.axe.next == null { none += 1 }\n"
        "  found = weapons.find('axe').damage\n  other = owners.orc.weapon.damage\n  name = mine as name\n "
        "}\n}\n";
    played p;
    play_content(&p, script);
    frames(p.console, 2);
    CHECK_EQ(global_at(&p, 0), 7);
    CHECK_EQ(global_at(&p, 1), 3 * FX_HALF);
    CHECK_EQ(global_at(&p, 2), 65536 - 8192);
    CHECK_EQ(global_at(&p, 3), 1);
    CHECK_EQ(global_at(&p, 4), 0x102030);
    CHECK_EQ((uint32_t)global_at(&p, 5), rom_id("sign"));
    CHECK_EQ(global_at(&p, 6), rom_id("axe") < rom_id("sword") ? 97 : 79); /* rows by rising key */
    CHECK_EQ(global_at(&p, 7), 2);
    CHECK_EQ(global_at(&p, 8), 9);
    CHECK_EQ(global_at(&p, 9), 9);
    CHECK_EQ(global_at(&p, 10), 3);
    CHECK_EQ((uint32_t)global_at(&p, 11), rom_id("sword"));
    CHECK_EQ(traps_of(&p), 0);
    end(&p);
}

TEST(content_rows_are_checked_when_packed) {
    refuse_statement("log_number(weapons.swrd.damage)",
                     "the table 'weapons' has no row 'swrd', did you mean 'sword'?");
    refuse_statement("log_number(sword.damge)",
                     "game.goad:4:20: field 'damge' is not known, did you mean 'damage'?");
    refuse_statement("log_number(sword.speed)", "int expected, fx found");
    refuse_statement("sword.damage = 3", "this cannot be changed");
    refuse_statement("let o: ref owners = sword", "ref owners expected, ref weapons found");
    refuse_statement("print_text(@gretting, 1, 1, 0)",
                     "the cart has no text 'gretting', did you mean 'greeting'?");
    refuse_statement("print(3, 1, 1, 0)", "write it as a part of a text");
    refuse_statement("log_number(int(table('curv', 1.0)))",
                     "the cart has no table 'curv', did you mean 'curve'?");
    refuse_statement("let n = 'curve'\n  log_number(int(table(n, 1.0)))",
                     "a table is spelled out where it is named");
    refuse_statement("log_number(ways('world', 'yard', 'caves'))",
                     "the cart has no level 'caves', did you mean 'cave'?");
    refuse_statement("language_choose('fr')", "the cart has no language 'fr'");
    content_files files = usual;
    files.owners = "key,weapon:ref weapons\norc,axes\n";
    refuse_content("behaviour Rules { }\n", &files,
                   "owners.csv:2: `axes` is no row of `weapons`; did you mean `axe`?");
    files.owners = "key,weapon:ref arms\norc,axe\n";
    refuse_content("behaviour Rules { }\n", &files, "the cart has no table `data arms`");
    files.owners = "key,turn:angel\norc,4\n";
    refuse_content("behaviour Rules { }\n", &files,
                   "kinds are i32, fx, id, text, colour, switch, angle, ref TABLE");
}

/* A row that an overlay or a change has taken away is null for a script that keeps its key. */
TEST(content_rows_of_overlays_count) {
    static const char script[] =
        "var damage = 0\nvar count = 0\nbehaviour Rules {\n var mine: ref weapons = weapons.sword\n"
        " on tick { count = weapons.count\n  damage = mine.damage }\n}\n";
    played p, other;
    writer mod = {0};
    rom_image was, is;
    uint32_t changed = 0;
    tool_error error = {.text = ""};
    content_files files = usual;
    files.weapons =
        "key,damage:i32,speed:fx,turn:angle,label:text,colour:colour,heavy:switch,next:ref weapons,mesh:id\n"
        "sword,8,1.5,90,Sword,#102030,no,axe,sign\nbow,3,2,0,Bow,#00ff00,no,,sign\naxe,9,1,0,Axe,#ff0000,yes,"
        ",sign\n";
    memset(&p, 0, sizeof p);
    memset(&other, 0, sizeof other);
    write_content(&p.folder, script, &usual);
    write_content(&other.folder, script, &files);
    CHECK(folder_pack(&p.folder, &p.image) && folder_pack(&other.folder, &other.image));
    CHECK(rom_open(p.image.data, p.image.size, &was, NULL) == ROM_OK &&
          rom_open(other.image.data, other.image.size, &is, NULL) == ROM_OK);
    CHECK(overlay_make(&was, &is, "mod", NULL, &mod, &changed, &error));
    const ox_overlay overlay = {mod.data, mod.size, "mod"};
    boot_with(&p, &overlay, 1);
    CHECK(p.console != NULL);
    frames(p.console, 2);
    CHECK(global_at(&p, 0) == 8 && global_at(&p, 1) == 3);
    end(&p);
    writer_free(&mod);
    writer_free(&other.image);
    folder_remove(&other.folder);
}

/* ---- tables ---- */

TEST(content_tables_are_looked_up) {
    static const char script[] =
        "var at = 0.0\nvar before = 0.0\nvar behind = 0.0\nvar entry = 0.0\nvar wide = 0\nvar high = 0\nvar "
        "two = 0.0\n"
        "behaviour Rules {\n on start {\n  let c: table = 'curve'\n  at = table(c, 2.5)\n  before = table(c, "
        "-3.0)\n"
        "  behind = table('curve', 9.0)\n  entry = table_entry('shade', 0, 1)\n  wide = "
        "table_width('shade')\n"
        "  high = table_height('shade')\n  two = table_between('shade', 1.0, 1.0)\n }\n"
        " on Press(b) { at = table_entry('shade', 3, 0) }\n}\n";
    played p;
    play_content(&p, script);
    frames(p.console, 2);
    CHECK_EQ(global_at(&p, 0), 30 * FX_ONE);
    CHECK_EQ(global_at(&p, 1), 0);
    CHECK_EQ(global_at(&p, 2), 80 * FX_ONE);
    CHECK_EQ(global_at(&p, 3), -4 * FX_ONE);
    CHECK(global_at(&p, 4) == 3 && global_at(&p, 5) == 2);
    CHECK_EQ(traps_of(&p), 0);
    frame(p.console, PLAT_A); /* a look-up beyond the table */
    frame(p.console, 0);
    CHECK_EQ(traps_of(&p), 1);
    CHECK(logged(p.console, "table_entry"));
    rom_table table;
    CHECK(ox_content_table(host_of(&p), rom_id("table/curve"), &table) && table.width == 5);
    CHECK(!ox_content_table(host_of(&p), rom_id("table/none"), &table));
    end(&p);
}

/* ---- texts and languages ---- */

static bool text_is(const played *p, const char *key, const char *words) {
    uint32_t length;
    const char *text = ox_content_text(host_of(p), rom_id(key), &length);
    return text != NULL && length == strlen(words) && memcmp(text, words, length) == 0;
}

static const char speaking[] =
    "var chosen = ''\nvar second = ''\nvar steps = 0\n"
    "behaviour Rules {\n on tick { steps += 1\n  chosen = language_chosen()\n  second = language_at(1)\n"
    "  fill('coins', steps)\n  fill_text('who', @greeting)\n  fill_text('what', weapons.sword.label)\n"
    "  print_text(@purse, 1, 1, #FFFFFF)\n  print_text(@wields, 1, 12, #FFFFFF)\n"
    "  print_text(weapons.axe.label, 120, 12, #FF0000) }\n"
    " on Press(b) { if b == Button.A { language_choose('de') }\n  if b == Button.B { language_choose('en') } "
    "}\n}\n";

/* Texts of rows are texts, too. A text under another language is drawn otherwise, and the game goes on where
 * it is. */
TEST(content_texts_follow_the_language) {
    played p;
    play_content(&p, speaking);
    frames(p.console, 3);
    CHECK(text_is(&p, "greeting", "Hello") && global_at(&p, 0) == 0);
    CHECK_EQ((uint32_t)global_at(&p, 1), rom_id("de"));
    const uint32_t hash = p.console->stats.hash;
    frame(p.console, PLAT_A);
    frame(p.console, 0);
    CHECK(text_is(&p, "greeting", "Hallo") && text_is(&p, "purse", "Du hast {coins} Taler"));
    CHECK_EQ((uint32_t)global_at(&p, 0), rom_id("de"));
    CHECK(p.console->stats.hash != hash);
    CHECK(global_at(&p, 2) >= 5 && traps_of(&p) == 0);
    frame(p.console, PLAT_B);
    frame(p.console, 0);
    CHECK(text_is(&p, "greeting", "Hello"));
    end(&p);
}

/* The text of a key in the table of a language, by the number of the language; "" where there is none. */
static bool text_of(const rom_image *image, uint16_t language, const char *key, const char *wanted) {
    rom_chunk chunk;
    uint32_t length = 0;
    CHECK(rom_find_best(image, rom_id("text/words"), ROM_TAG_TEXT, language, &chunk));
    const char *words = rom_text_find(chunk.data, rom_id(key), &length);
    return length == strlen(wanted) && (length == 0 || memcmp(words, wanted, length) == 0);
}

/* UI-009: where a language lacks a text, that of its base stands in, then that of the first language, also out of
 * other files. */
TEST(content_texts_of_other_languages_stand_in) {
    static const char head[] =
        "title \"Words\"\nsize 64x48\nformat xrgb8888\nbudget 256K\nframe 64K\nstart main\n"
        "language en \"English\"\nlanguage de \"Deutsch\"\nlanguage de-AT \"\xC3\x96sterreich\"\n"
        "text words words.csv language=en column=en\ntext words words.csv language=de column=de\n"
        "text words austria.txt language=de-AT\nscene main\n camera at=0,0 flat\nend\n";
    packed_folder folder;
    writer made = {0};
    rom_image image;
    tool_error error = {.text = ""};
    CHECK(folder_make(&folder));
    folder_write(&folder, "cart.txt", head);
    folder_write(&folder, "words.csv", "key,en,de\nhello,Hello,Hallo\nbag,Bag,Sack\nbye,Bye,\n");
    folder_write(&folder, "austria.txt", "bag = Sackerl\n");
    CHECK(folder_pack_told(&folder, &made, &error));
    CHECK_EQ(rom_open(made.data, made.size, &image, NULL), ROM_OK);
    CHECK(text_of(&image, 1, "hello", "Hello") && text_of(&image, 1, "bag", "Bag"));
    CHECK(text_of(&image, 2, "hello", "Hallo") && text_of(&image, 2, "bye", "Bye"));
    CHECK(text_of(&image, 3, "bag", "Sackerl") && text_of(&image, 3, "hello", "Hallo") &&
          text_of(&image, 3, "bye", "Bye"));
    CHECK(text_of(&image, 3, "nothing", ""));
    writer_free(&made);
    folder_remove(&folder);
}

/* Text that is printed is drawn as the same words printed as notes are. */
TEST(content_texts_are_filled_and_drawn) {
    static const char notes[] =
        "var steps = 0\nbehaviour Rules {\n on tick { steps += 1\n"
        "  print(\"You have 1 coins\", 1, 1, #FFFFFF)\n  print(\"Hello wields\", 1, 12, #FFFFFF)\n"
        "  print(\"Sword\", 1, 22, #FFFFFF)\n  print(\"Axe\", 120, 12, #FF0000) }\n}\n";
    played p, q;
    play_content(&p, speaking);
    play_content(&q, notes);
    frame(p.console, 0);
    frame(q.console, 0);
    CHECK_EQ(p.console->stats.hash, q.console->stats.hash);
    frame(p.console, 0);
    frame(q.console, 0);
    CHECK(p.console->stats.hash != q.console->stats.hash); /* the text counts two coins by now */
    end(&p);
    end(&q);
}

/* ---- state ---- */

static uint32_t hash_of(const played *p) { return ox_console_state_hash(p->console); }

TEST(content_state_is_the_language_and_the_locks) {
    static const char script[] =
        "var far = 0\nvar next = ''\nvar shut = false\nvar here = ''\nvar beside = ''\n"
        "behaviour Rules {\n on tick { far = ways('world', 'yard', 'keep')\n  next = toward('world', 'yard', "
        "'keep') as name\n"
        "  shut = locked('world', 'cave', 'keep')\n  here = level_at('world', vec3(2.5, 0.5, 0.5)) as name\n"
        "  beside = neighbour('world', 'cave', 1) as name }\n"
        " on Press(b) { if b == Button.A { lock('world', 'cave', 'keep', false) }\n"
        "  if b == Button.B { language_choose('de') }\n  if b == Button.X { lock('world', 'yard', 'keep', "
        "true) } }\n}\n";
    played p;
    play_content(&p, script);
    frames(p.console, 2);
    CHECK(global_at(&p, 0) == -1 && global_at(&p, 1) == 0 && global_at(&p, 2) == 1 && global_at(&p, 4) == 0);
    CHECK_EQ((uint32_t)global_at(&p, 3), rom_id("level/cave"));
    ox_sim_part parts[OX_STATE_PARTS];
    ox_sim state = {parts, ox_console_list_state(p.console, parts)};
    const uint32_t before = hash_of(&p);
    uint8_t *kept = malloc(ox_sim_bytes(&state));
    ox_writer to = ox_writer_bytes(kept, ox_sim_bytes(&state));
    ox_sim_save(&state, &to);
    frame(p.console, PLAT_A);
    frames(p.console, 2);
    CHECK(global_at(&p, 0) == 2 && global_at(&p, 2) == 0);
    CHECK_EQ((uint32_t)global_at(&p, 1), rom_id("level/cave"));
    CHECK_EQ((uint32_t)global_at(&p, 4), rom_id("level/keep"));
    frame(p.console, PLAT_B);
    frame(p.console, 0);
    CHECK(text_is(&p, "greeting", "Hallo"));
    CHECK(global_at(&p, 2) == 0); /* the doors stay as they are in another language */
    ox_reader from = ox_reader_bytes(kept, to.used);
    state.count = ox_console_list_state(p.console, parts);
    CHECK_EQ(ox_sim_restore(&state, &from), OX_OK);
    CHECK_EQ(hash_of(&p), before);
    frame(p.console, 0);
    /* the state brings the player's language back */
    CHECK(global_at(&p, 2) == 1 && text_is(&p, "greeting", "Hello"));
    CHECK_EQ(traps_of(&p), 0);
    frame(p.console, PLAT_X); /* no way leads between these two levels */
    frame(p.console, 0);
    CHECK_EQ(traps_of(&p), 1);
    free(kept);
    end(&p);
}

/* The contents of an image are no state, and neither is the language that a player comes with. */
TEST(content_of_the_player_is_no_state) {
    played p, q;
    play_content(&p, speaking);
    play_content(&q, speaking);
    CHECK_EQ(ox_console_close(q.console), 0);
    ox_boot_options boot = quiet_options(q.port, &q.image);
    boot.modules = ox_preset_silent;
    boot.language = 2;
    q.console = ox_console_boot(&boot, &q.error);
    CHECK(q.console != NULL);
    for (int i = 0; i < 5; i++) {
        frame(p.console, 0);
        frame(q.console, 0);
        CHECK_EQ(hash_of(&p), hash_of(&q));
    }
    CHECK(text_is(&p, "greeting", "Hello") && text_is(&q, "greeting", "Hallo"));
    CHECK(p.console->stats.hash != q.console->stats.hash);
    end(&p);
    end(&q);
}

/* ---- while the game runs ---- */

static uint64_t milliseconds(void) {
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000u + (uint64_t)t.tv_nsec / 1000000u;
}

/* Plays until a number of the script has the value; false after twenty seconds. */
static bool play_until(playing *g, uint32_t number, int32_t value) {
    const struct timespec pace = {0, 4000000};
    for (const uint64_t from = milliseconds(); milliseconds() - from < 20000;) {
        (void)nanosleep(&pace, NULL);
        g->now = milliseconds() * 1000;
        (void)play_frames(g, 1);
        if (ox_console_script(g->console, rom_id("script/game"))->globals[number] == value) return true;
    }
    return false;
}

/* Rows, numbers and texts change with their files while the game goes on: steps are counted on, and the doors
 * and the kept row stay. */
TEST(content_changes_while_the_game_runs) {
    static const char script[] =
        "var damage = 0\nvar count = 0\nvar at = 0\nvar steps = 0\nvar far = 0\n"
        "behaviour Rules {\n var mine: ref weapons = weapons.sword\n"
        " on start { lock('world', 'cave', 'keep', false) }\n"
        " on tick { steps += 1\n  damage = mine.damage\n  count = weapons.count\n  at = int(table('curve', "
        "1.0))\n"
        "  far = ways('world', 'yard', 'keep')\n  print_text(@greeting, 1, 1, #FFFFFF) }\n}\n";
    static playing g;
    uint32_t length;
    memset(&g, 0, sizeof g);
    write_content(&g.folder, script, &usual);
    CHECK(start_game(&g, NULL, "# no keys\n"));
    if (g.console == NULL) return;
    const ox_module_host *host = ox_console_modules(g.console);
    CHECK(play_until(&g, 0, 7) && play_until(&g, 4, 2));
    const int32_t steps = ox_console_script(g.console, rom_id("script/game"))->globals[3];
    folder_write(
        &g.folder, "weapons.csv",
        "key,damage:i32,speed:fx,turn:angle,label:text,colour:colour,heavy:switch,next:ref weapons,mesh:id\n"
        "bow,3,2,0,Bow,#00ff00,no,,sign\nsword,12,1.5,90,Sword,#102030,no,axe,sign\n"
        "axe,9,-0.75,-45,Axe,#ff0000,yes,,crate\n");
    CHECK(play_until(&g, 0, 12) && play_until(&g, 1, 3));
    folder_write(&g.folder, "curve.csv", "0\n11\n20\n40\n80\n");
    CHECK(play_until(&g, 2, 11));
    folder_write(&g.folder, "words.csv", "key,en,de\ngreeting,Good day,Guten Tag\npurse,a,b\nwields,c,d\n");
    const char *words = NULL;
    for (const uint64_t from = milliseconds(); milliseconds() - from < 20000; (void)play_until(&g, 0, 12)) {
        words = ox_content_text(host, rom_id("greeting"), &length);
        if (words != NULL && length == 8) break;
    }
    CHECK(words != NULL && length == 8 && memcmp(words, "Good day", 8) == 0);
    const ox_script *machine = ox_console_script(g.console, rom_id("script/game"));
    CHECK(machine->globals[3] > steps && machine->globals[4] == 2 && machine->traps == 0);
    end_game(&g);
    folder_remove(&g.folder);
}

/* With a sound or picture in two languages the scene is built anew; its state stays. */
TEST(content_scenery_follows_the_language) {
    static const char script[] =
        "var steps = 0\nvar far = 0\nbehaviour Rules {\n on start { lock('world', 'cave', 'keep', false) }\n"
        " on tick { steps += 1\n  far = ways('world', 'yard', 'keep')\n  if steps == 3 { "
        "language_choose('de') } }\n}\n";
    played p;
    memset(&p, 0, sizeof p);
    write_content(&p.folder, script, &usual);
    folder_write(&p.folder, "cart.txt",
                 HEAD "raw voice voice.en language=en\nraw voice voice.de language=de\n");
    folder_write(&p.folder, "voice.en", "Hello");
    folder_write(&p.folder, "voice.de", "Hallo");
    CHECK(folder_pack(&p.folder, &p.image));
    boot_with(&p, NULL, 0);
    CHECK(p.console != NULL);
    frames(p.console, 2);
    CHECK(text_is(&p, "greeting", "Hello") && global_at(&p, 1) == 2);
    frames(p.console, 3);
    CHECK(text_is(&p, "greeting", "Hallo"));
    CHECK(global_at(&p, 0) == 5 && global_at(&p, 1) == 2 && traps_of(&p) == 0);
    CHECK_EQ(p.console->stock.images.language, 2);
    end(&p);
}
