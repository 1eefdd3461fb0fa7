/* Rules of a game as a chunk: what is read of them, what is refused and how that is told; and what modes, texts and demos do in a cart. */
#define _XOPEN_SOURCE 700
#include "kernel/behaviour/module.h"
#include "kernel/game/internal.h"
#include "rom/types.h"
#include "tests/host/rom/carts/played_cart.h"

#define HEAD                                                                                                 \
    "title \"Rules\"\nsize 64x48\nformat rgb565\nbudget 224K\nframe 16K\nstart title\nmesh sign "            \
    "square.obj\n"                                                                                           \
    "script game game.goad\n"
#define SCENES                                                                                               \
    "scene title\n camera at=0,0,6 target=0,0,0\n object sign name=hero behaviour=Hero\nend\n"               \
    "scene yard\n camera at=0,0,6 target=0,0,0\n object sign name=hero behaviour=Hero\nend\n"

static const char rules_text[] =
    "objective flock text=\"Bring them home\" when=day>=1 needs=home>=3,dogs<=2,night<=0 fails=lost>=2 "
    "back=flock "
    "resets=home,lost lives=2\n"
    "objective gate text=\"Close it\" after=flock chapter=3\n"
    "count Fell falls argument=1 value=bridge by=3\ncount Began seconds to=7\n"
    "trophy diver text=\"Off the bridge\" on=Fell argument=1 value=bridge needs=falls>=2\n"
    "trophy gift text=\"A gift\" needs=home>=9\n"
    "mode pause text=\"PAUSE\"\nmode talk runs\nmode demo scene=yard input=demo.txt seed=5\n"
    "way title press:start yard\nway yard press:start pause\nway pause press:start back\nway any quit "
    "title\n";

static void pack_rules(played *p, const char *rules, const char *script) {
    char text[3000];
    memset(p, 0, sizeof *p);
    snprintf(text, sizeof text, HEAD "%s" SCENES, rules);
    write_texts(&p->folder, &(played_texts){text, script, NULL});
    folder_write(&p->folder, "demo.txt", "0 press RIGHT\n20 hold A 3\n30 release RIGHT\n50 quit\n");
    tool_error error = {.text = ""};
    if (!folder_pack_told(&p->folder, &p->image, &error)) TEST_INFO("%s", error.text);
    CHECK_EQ(error.text[0], 0);
}

static void play_rules(played *p, const char *rules, const char *script) {
    pack_rules(p, rules, script);
    boot_with(p, NULL, 0);
    if (p->console == NULL) TEST_INFO("%s", p->error.text);
    CHECK(p->console != NULL);
}

static void forget(played *p) {
    writer_free(&p->image);
    folder_remove(&p->folder);
}

static void put(uint8_t *chunk, uint32_t list, uint32_t place, uint32_t value) {
    uint8_t *at = chunk + (list == 0 ? 0 : rom_u32(chunk + list)) + place;
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(value >> 8 * i);
}

TEST(game_rules_are_read_as_they_stand) {
    static _Alignas(8) uint8_t memory[8192];
    played p;
    rom_image image;
    rom_view chunk;
    ox_arena arena;
    ox_rules r;
    ox_flow flow;
    uint32_t length = 0, buttons = 0;
    pack_rules(&p, rules_text, "event Fell(where: name)\nevent Began()\nbehaviour Hero { }\n");
    if (rom_open(p.image.data, p.image.size, &image, NULL) != ROM_OK) return;
    CHECK_EQ(rom_view_chunk(&image, rom_id("game"), ROM_TAG_GAME, &chunk, NULL), ROM_OK);
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_rules_read(&r, chunk.data, &(ox_rules_flow){&flow, &(ox_flow_config){.game = NULL}, NULL},
                           &arena, NULL),
             OX_OK);
    CHECK_EQ(r.objective_count, 2);
    const ox_objective *o = r.graph;
    CHECK(o[0].name == OX_NAME("flock") && o[0].lives == 2 && o[0].back == 1 && o[0].after[0] == 0);
    CHECK(o[0].when[0].counter == OX_NAME("day") && o[0].when[0].test == OX_AT_LEAST &&
          o[0].when[1].counter == 0);
    CHECK(o[0].done[0].counter == OX_NAME("home") && o[0].done[0].value == 3 &&
          o[0].done[1].counter == OX_NAME("dogs") && o[0].done[1].value == 2 &&
          o[0].done[1].test == OX_AT_MOST && o[0].done[2].counter == OX_NAME("night"));
    CHECK(o[0].failed[0].counter == OX_NAME("lost") && o[0].failed[1].counter == 0);
    CHECK(o[0].resets[0] == OX_NAME("home") && o[0].resets[1] == OX_NAME("lost") && o[0].resets[2] == 0);
    CHECK(o[1].name == OX_NAME("gate") && o[1].after[0] == 1 && o[1].after[1] == 0 && o[1].after[3] == 0 &&
          o[1].chapter == 3 && o[1].done[0].counter == 0);
    const ox_trophy_rules *t = &r.trophies;
    CHECK(t->count_count == 2 && t->trophy_count == 2);
    CHECK(t->counts[0].event == OX_NAME("fell") && t->counts[0].key == 1 &&
          t->counts[0].value == OX_NAME("bridge") && t->counts[0].counter == OX_NAME("falls") &&
          t->counts[0].amount == 3 && !t->counts[0].sets);
    CHECK(t->counts[1].event == OX_NAME("began") && t->counts[1].key == 0 &&
          t->counts[1].counter == OX_NAME("seconds") && t->counts[1].amount == 7 && t->counts[1].sets);
    CHECK(t->trophies[0].event == OX_NAME("fell") &&
          t->trophies[0].conditions[0].counter == OX_NAME("falls"));
    CHECK(t->trophies[1].name == OX_NAME("gift") && t->trophies[1].event == 0 &&
          t->trophies[1].conditions[0].value == 9);
    CHECK(ox_rules_kept(&r, 0) != ox_rules_kept(&r, 1) && ox_rules_kept(&r, 1) != 0);
    static const struct {
        ox_id name;
        const char *text;
    } texts[] = {{OX_NAME("flock"), "Bring them home"},
                 {OX_NAME("gate"), "Close it"},
                 {OX_NAME("diver"), "Off the bridge"},
                 {OX_NAME("gift"), "A gift"}};
    for (size_t i = 0; i < 4; i++) {
        const char *text = ox_rules_text_of(&r, texts[i].name, &length);
        CHECK(text != NULL && length == strlen(texts[i].text) && memcmp(text, texts[i].text, length) == 0);
    }
    CHECK(ox_rules_text_of(&r, OX_NAME("pause"), &length) == NULL);
    /* a way to a mode without a scene is a push, one back a pop, all others go */
    static const uint8_t changes[] = {OX_GAME_GO, OX_GAME_PUSH, OX_GAME_POP, OX_GAME_GO};
    CHECK_EQ(flow.way_count, 4);
    for (uint32_t i = 0; i < 4; i++) CHECK_EQ(flow.ways[i].change, changes[i]);
    const uint8_t *demo = NULL;
    for (uint32_t i = 0; i < r.mode_count; i++) {
        const ox_id name = r.modes[i].name;
        CHECK_EQ(r.modes[i].flags, name == OX_NAME("talk") ? OX_GAME_RUNS_BELOW : 0);
        if (name == OX_NAME("demo")) demo = ox_rules_mode(&r, i);
    }
    CHECK(demo != NULL);
    for (uint32_t step = 0; demo != NULL && step < 60; step++) {
        const bool plays = ox_rules_demo(&r, demo, step, &buttons);
        CHECK_EQ(plays, step < 50);
        if (plays)
            CHECK_EQ(buttons, (step < 30 ? (uint32_t)PLAT_RIGHT : 0) |
                                  (step >= 20 && step < 23 ? (uint32_t)PLAT_A : 0));
    }
    forget(&p);
}

TEST(game_rules_that_make_no_sense_are_told) {
    enum { NAME = 0 };
    static const struct {
        uint32_t list, place, value;
        const char *says;
    } rows[] = {
        {ROM_GAME_COUNTS_AT, ROM_GAME_COUNT_COUNTER, 0, "count 0 has no counter"},
        {ROM_GAME_COUNTS_AT, ROM_GAME_COUNT_SIZE + ROM_GAME_COUNT_COUNTER, 0, "count 1 has no counter"},
        {ROM_GAME_TROPHIES_AT, ROM_GAME_TROPHY_SIZE, OX_NAME("diver"), "trophy 1 has the name of another"},
        {ROM_GAME_TROPHIES_AT, NAME, 0,
         "trophy 0 has no name, conditions without a counter, or more than three"},
        {ROM_GAME_TROPHIES_AT, ROM_GAME_TROPHY_SIZE + ROM_GAME_TROPHY_KEPT, 0,
         "trophy 1 has no name, conditions without a counter, or more than three"},
        {ROM_GAME_CONDITIONS_AT, 0, 0, "objective 0 has conditions without a counter, or more than three"},
        {ROM_GAME_OBJECTIVES_AT, ROM_GAME_OBJECTIVE_SIZE, OX_NAME("flock"),
         "objective 1 has the name of another"},
        {ROM_GAME_MODES_AT, ROM_GAME_MODE_SIZE, 0, "mode 1 has no name, or that of another"},
        {ROM_GAME_WAYS_AT, ROM_GAME_WAY_SIZE + ROM_GAME_WAY_WORD, 0,
         "way 1 has no word, or one that leads another way already"},
        {ROM_GAME_WAYS_AT, 2 * ROM_GAME_WAY_SIZE + ROM_GAME_WAY_FROM, 12345,
         "way 2 leads from or to a mode that is not there"},
        {ROM_GAME_WAYS_AT, ROM_GAME_WAY_TO, 12345, "way 0 leads from or to a mode that is not there"}};
    static _Alignas(8) uint8_t memory[8192], copy[4096];
    played p;
    rom_image image;
    rom_view chunk;
    ox_arena arena;
    ox_rules r;
    ox_flow flow;
    const ox_flow_config config = {.game = NULL};
    const ox_rules_flow made = {&flow, &config, NULL};
    pack_rules(&p, rules_text, "event Fell(where: name)\nevent Began()\nbehaviour Hero { }\n");
    if (rom_open(p.image.data, p.image.size, &image, NULL) != ROM_OK) return;
    CHECK(rom_view_chunk(&image, rom_id("game"), ROM_TAG_GAME, &chunk, NULL) == ROM_OK &&
          chunk.size <= sizeof copy);
    for (size_t i = 0; i <= sizeof rows / sizeof *rows + 1; i++) {
        const bool in_table = i < sizeof rows / sizeof *rows;
        const char *says = in_table                          ? rows[i].says
                           : i == sizeof rows / sizeof *rows ? "way 0 has no mode"
                                                             : rows[5].says;
        char why[120];
        ox_text told = ox_text_begin(why, sizeof why);
        memcpy(copy, chunk.data, chunk.size);
        if (in_table)
            put(copy, rows[i].list, rows[i].place, rows[i].value);
        else if (i == sizeof rows / sizeof *rows)
            copy[ROM_GAME_MODE_COUNT] = 0;
        else /* the condition of when becomes a fourth of needs */
            put(copy, ROM_GAME_CONDITIONS_AT, ROM_GAME_CONDITION_TEST,
                (uint32_t)ROM_GAME_CONDITION_DONE << 16);
        ox_arena_init(&arena, memory, sizeof memory);
        CHECK_EQ(ox_rules_read(&r, copy, &made, &arena, &told), OX_BAD_DATA);
        CHECK_EQ(strcmp(why, says), 0);
        if (strcmp(why, says) != 0) TEST_INFO("%s, not %s", why, says);
        ox_arena_init(&arena, memory, sizeof memory);
        CHECK_EQ(ox_rules_read(&r, copy, &made, &arena, NULL), OX_BAD_DATA);
    }
    for (size_t room = 0, refused = 0;; room += 16) { /* every lack of memory is told by its name */
        ox_arena_init(&arena, memory, room);
        const ox_status status = ox_rules_read(&r, chunk.data, &made, &arena, NULL);
        if (status != OX_OK) CHECK_EQ(status, OX_OUT_OF_MEMORY), refused++;
        if (status != OX_OK && room < sizeof memory) continue;
        CHECK(status == OX_OK && refused > 20);
        break;
    }
    forget(&p);
}

/* ---- in a cart ---- */

static ox_game *state_of(const played *p) { return game_of(ox_console_modules(p->console)); }

/* The words of a mode are drawn over the picture, and so are the lines of objectives, also while the game rests. */
TEST(game_rules_texts_are_drawn) {
    static const char
        silent[] =
            "mode pause\nway title press:start pause\nway pause press:start back\n"
            "objective flock text=\"Bring\" needs=home>=3\nobjective gate text=\"Close\" after=flock\n",
        loud[] = "mode pause text=\"PAUSE\"\nway title press:start pause\nway pause press:start back\n"
                 "objective flock text=\"Bring\" needs=home>=3\nobjective gate text=\"Close\" after=flock\n",
        script[] =
            "var which = ''\nbehaviour Hero { on tick {\n"
            "  if which != '' { print_objective(which, 2, 3, #FFFFFF) } }\n"
            " on Press(b) { if b == Button.A { which = 'flock' }\n if b == Button.B { which = 'gate' } } }\n";
    uint32_t hashes[2][5];
    static uint8_t bytes[65536];
    for (int which = 0; which < 2; which++) {
        played p;
        play_rules(&p, which == 0 ? silent : loud, script);
        ox_console *c = p.console;
        static const uint32_t pressed[5] = {0, PLAT_A, PLAT_B, PLAT_START, 0};
        for (int i = 0; i < 5; i++) {
            frame(c, pressed[i]);
            frames(c, 2);
            hashes[which][i] = c->stats.hash;
        }
        CHECK(hashes[which][0] != hashes[which][1] && hashes[which][1] != hashes[which][2]);
        CHECK_EQ(hashes[which][3], hashes[which][4]); /* it rests, and shows its lines */
        CHECK(state_of(&p)->line_count == 1 && state_of(&p)->lines[0].name == OX_NAME("gate") &&
              state_of(&p)->lines[0].x == 2 && state_of(&p)->lines[0].y == 3 &&
              state_of(&p)->lines[0].colour == 0xFFFFFF);
        /* a state that was kept at rest shows them, too */
        const ox_sim_part part = game_state_part(state_of(&p));
        ox_writer to = ox_writer_bytes(bytes, sizeof bytes);
        part.save(part.context, &to);
        state_of(&p)->lines[0].colour = 0x102030;
        state_of(&p)->line_count = 0;
        for (size_t cut = to.used - 12; cut <= to.used; cut++) {
            ox_reader from = ox_reader_bytes(bytes, cut);
            CHECK_EQ(part.restore(part.context, &from), cut == to.used ? OX_OK : OX_BAD_DATA);
            CHECK_EQ(state_of(&p)->line_count, cut == to.used);
        }
        bytes[to.used - 13] = OX_GAME_LINES + 1; /* one line, and its count in front of it */
        ox_reader many = ox_reader_bytes(bytes, sizeof bytes);
        CHECK_EQ(part.restore(part.context, &many), OX_BAD_DATA);
        bytes[to.used - 13] = 1;
        many = ox_reader_bytes(bytes, to.used);
        CHECK_EQ(part.restore(part.context, &many), OX_OK);
        frame(c, 0);
        CHECK_EQ(c->stats.hash, hashes[which][4]);
        frame(c, PLAT_START);
        frames(c, 2);
        CHECK_EQ(c->stats.hash, hashes[which][2]);
        end(&p);
    }
    for (int i = 0; i < 5; i++)
        CHECK_EQ(hashes[0][i] == hashes[1][i], i < 3); /* PAUSE is in the last two pictures alone */
}

/* The state shows its step, its mode, its counters and objectives; a state of another scene's mode leads to that scene. */
TEST(game_rules_state_is_shown_and_leads) {
    static const char rules[] =
        "mode pause\nway title press:start yard\nway yard press:start title\n"
        "objective one needs=home>=3\nobjective two after=one\ntrophy first needs=home>=99\n";
    static uint8_t bytes[65536];
    played p;
    play_rules(&p, rules, "behaviour Hero { on Press(b) { if b == Button.A { count('home', 1) } } }\n");
    ox_console *c = p.console;
    frames(c, 3);
    frame(c, PLAT_A);
    frames(c, 2);
    ox_sim_part part = game_state_part(state_of(&p));
    ox_sim_item item;
    uint32_t cursor = 0;
    static const char *const kinds[] = {"game", "counter", "objective", "objective"};
    for (int i = 0; i < 4; i++) {
        CHECK(part.next(part.context, &cursor, &item));
        CHECK_EQ(strcmp(item.name, kinds[i]), 0);
        const int64_t first = ox_field_get(&item.type->fields[0], item.record, 0);
        if (i == 0)
            CHECK(first == 6 && ox_field_get(&item.type->fields[1], item.record, 0) == OX_NAME("title"));
        if (i == 0) CHECK_EQ(ox_field_get(&item.type->fields[2], item.record, 0), 6);
        if (i == 0) CHECK_EQ(ox_field_get(&item.type->fields[3], item.record, 0), 2);
        if (i == 1) CHECK(item.id == OX_NAME("home") && first == 1);
        if (i == 2) CHECK(item.id == OX_NAME("one") && first == OX_OBJECTIVE_ACTIVE);
        if (i == 3) CHECK(item.id == OX_NAME("two") && first == OX_OBJECTIVE_LOCKED);
    }
    CHECK(!part.next(part.context, &cursor, &item));
    for (int i = 0; i < 5; i++) frame(c, PLAT_UP); /* whoever holds a button is not idle */
    cursor = 0;
    CHECK(part.next(part.context, &cursor, &item) &&
          ox_field_get(&item.type->fields[3], item.record, 0) == 0);
    const int64_t lists = ox_field_get(&item.type->fields[5], item.record, 0);
    CHECK_EQ(ox_flow_say(ox_game_flow(c), OX_NAME("nonsense")),
             OX_OK); /* a word that waits is a part of the state */
    cursor = 0;
    CHECK(part.next(part.context, &cursor, &item) &&
          ox_field_get(&item.type->fields[5], item.record, 0) != lists);
    frame(c, 0);
    frame(c, PLAT_START);
    frames(c, 3);
    CHECK_EQ(c->options.scene, rom_id("scene/yard"));
    ox_writer to = ox_writer_bytes(bytes, sizeof bytes);
    part.save(part.context, &to);
    frame(c, PLAT_START);
    frames(c, 3);
    CHECK_EQ(c->options.scene, rom_id("scene/title"));
    ox_reader from = ox_reader_bytes(bytes, to.used);
    CHECK_EQ(part.restore(part.context, &from), OX_OK);
    frames(c, 3);
    CHECK(c->options.scene == rom_id("scene/yard") && ox_flow_top(ox_game_flow(c)) == OX_NAME("yard"));
    end(&p);
}

/* While a demo plays, what the player holds waits, and is there again for everybody else behind the step. */
TEST(game_rules_demos_give_the_input_back) {
    static const char rules[] =
        "mode demo scene=yard input=demo.txt seed=5\nway title press:b demo\nway demo end title\n";
    played p;
    play_rules(
        &p, rules,
        "var right = 0\nvar left = 0\nbehaviour Hero { on tick {\n if held(Button.RIGHT) { right += 1 }\n"
        " if held(Button.LEFT) { left += 1 } } }\n");
    ox_console *c = p.console;
    const int32_t *globals = ox_console_script(c, rom_id("script/game"))->globals;
    frames(c, 2);
    frame(c, PLAT_B);
    for (int i = 0; i < 80; i++) {
        const uint32_t buttons = i % 7 < 5 ? PLAT_LEFT : PLAT_UP;
        frame(c, buttons);
        CHECK_EQ(c->host.input->held, buttons);
        if (i == 45) CHECK(globals[0] == 30 && globals[1] <= 3); /* the demo is heard, and not the player */
    }
    CHECK(c->options.scene == rom_id("scene/title") && globals[0] == 30 && globals[1] > 10);
    end(&p);
}

/* Rules without modes have no flow; trophies that are won are a part of the state. */
TEST(game_rules_without_modes) {
    played p;
    play_rules(&p, "objective one needs=home>=3\ntrophy first needs=home>=99\n",
               "var which = 'none'\nbehaviour Hero { on tick { which = mode() } }\n");
    ox_console *c = p.console;
    frames(c, 2);
    CHECK(ox_game_flow(c) == NULL && ox_game_objectives(c) != NULL && ox_game_trophies(c) != NULL);
    CHECK_EQ(ox_console_script(c, rom_id("script/game"))->globals[0], 0);
    const ox_sim_part part = game_state_part(state_of(&p));
    ox_sim_item item;
    uint32_t cursor = 0;
    CHECK(part.next(part.context, &cursor, &item));
    const int64_t won = ox_field_get(&item.type->fields[6], item.record, 0);
    CHECK_EQ(ox_trophies_give(ox_game_trophies(c), OX_NAME("first")), OX_OK);
    cursor = 0;
    CHECK(part.next(part.context, &cursor, &item) &&
          ox_field_get(&item.type->fields[6], item.record, 0) != won);
    end(&p);
}

/* A demo's random numbers are those of its seed, or of its name where it has none, each time it plays. */
TEST(game_rules_demos_have_their_random_numbers) {
    static const char *const carts[3] = {
        "mode demo scene=yard input=demo.txt seed=5\nway title press:b demo\nway demo end title\n",
        "mode demo scene=yard input=demo.txt seed=6\nway title press:b demo\nway demo end title\n",
        "mode demo scene=yard input=demo.txt\nway title press:b demo\nway demo end title\n"};
    uint32_t begun[3][2];
    for (int which = 0; which < 3; which++) {
        played p;
        play_rules(&p, carts[which], "behaviour Hero { on tick { let n = random(99) } }\n");
        ox_console *c = p.console;
        frames(c, 5);
        for (int round = 0; round < 2; round++) {
            frames(c, 7 * round);
            frame(c, PLAT_B);
            while (c->options.scene != rom_id("scene/yard")) frame(c, 0);
            ox_writer hash = ox_writer_hash();
            ox_random_save(state_of(&p)->host->random, &hash);
            begun[which][round] = hash.hash;
            for (int i = 0; i < 90 && c->options.scene != rom_id("scene/title"); i++) frame(c, 0);
            CHECK_EQ(c->options.scene, rom_id("scene/title"));
        }
        CHECK_EQ(begun[which][0], begun[which][1]);
        end(&p);
    }
    CHECK(begun[0][0] != begun[1][0] && begun[1][0] != begun[2][0] && begun[0][0] != begun[2][0]);
}
