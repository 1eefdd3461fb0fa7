/* Bindings: lines of an INI file that give commands, in their contexts; clicks; several taps between two polls. */
#define _XOPEN_SOURCE 700
#include "kernel/game/counter.h"
#include "kernel/game/module.h"
#include "kernel/input_map/module.h"
#include "kernel/type/name.h"
#include "tests/host/rom/carts/played_cart.h"

#define HEAD                                                                                                 \
    "title \"Bound\"\nsize 64x48\nformat rgb565\nbudget 224K\nframe 16K\nstart yard\n"                       \
    "mesh sign square.obj\nscript game game.goad\n"
#define SCENE "scene yard\n camera at=0,0,6 target=0,0,0\n behaviour Rules\nend\n"

/* Plays a cart with the bindings `all` and `menu`, by an input script. */
static void play_bound(played *p, const char *text, const char *script, const char *all, const char *menu,
                       const char *input) {
    char said[200] = "";
    memset(p, 0, sizeof *p);
    write_texts(&p->folder, &(played_texts){text, script, NULL});
    folder_write(&p->folder, "all.ini", all);
    folder_write(&p->folder, "menu.ini", menu);
    CHECK(folder_pack(&p->folder, &p->image));
    const host_options options = {
        .driver = HOST_DRIVER_HEADLESS, .quiet = true, .memory = 1 << 20, .threads = 1, .input_text = input};
    p->port = host_open(&options, said, sizeof said);
    CHECK(p->port != NULL);
    if (p->port == NULL) return;
    ox_boot_options boot = quiet_options(p->port, &p->image);
    boot.modules = ox_preset_silent;
    boot.deterministic = true;
    p->console = ox_console_boot(&boot, &p->error);
    if (p->console == NULL) TEST_INFO("%s", p->error.text);
    CHECK(p->console != NULL);
}

static int32_t counted(const played *p, const char *name) {
    return ox_counters_get(ox_game_counters(p->console), rom_id(name));
}

static void play(const played *p, int count) {
    for (int i = 0; i < count; i++) CHECK(ox_console_frame(p->console));
}

static const char commands[] =
    "event StartFire(player: int)\nevent StopFire(player: int)\nevent Jump(player: int)\nevent Pick(player: "
    "int)\n"
    "behaviour Rules {\n"
    "    on StartFire(player) { count('starts', player) }\n    on StopFire(player) { count('stops', player) "
    "}\n"
    "    on Jump(player) { count('jumps', 1) }\n    on Pick(player) { count('picks', 1) }\n"
    "    on Press(b) when b == Button.START { context_push('menu', alone: true) }\n"
    "}\n";

/* Press and release, several controls for a command, keys, actions, and a context that hides the others. */
TEST(input_bindings_give_commands_in_their_contexts) {
    played p;
    play_bound(
        &p, HEAD "action leap X\nbindings all all.ini\nbindings menu menu.ini\n" SCENE, commands,
        "; the usual\nLeft = StartFire | onrelease StopFire\nkey SPACE = Jump\n[actions]\nleap = Jump\n",
        "[pad]\nA+B = Pick\n",
        "5 hold LEFT 4\n20 key SPACE 2\n30 hold X 3\n40 hold A 2\n50 hold START 2\n60 hold A 2\n70 hold B 2\n"
        "80 hold LEFT 2\n");
    if (p.console == NULL) return;
    play(&p, 7);
    CHECK(counted(&p, "starts") == 1 && counted(&p, "stops") == 0);
    play(&p, 10);
    CHECK(counted(&p, "starts") == 1 && counted(&p, "stops") == 1);
    play(&p, 30);
    CHECK(counted(&p, "jumps") == 2 && counted(&p, "picks") == 0);
    play(&p, 30);
    CHECK_EQ(counted(&p, "picks"), 2);
    play(&p, 20);
    CHECK_EQ(counted(&p, "starts"), 2); /* `all` counts in every context */
    end(&p);
}

/* A control that is pressed for a thousand steps gives its command once; one that nobody bound gives none. */
TEST(input_bindings_are_edges) {
    played p;
    play_bound(&p, HEAD "bindings all all.ini\n" SCENE, commands, "A = Jump\n", "",
               "5 press A\n10 press Y\n");
    if (p.console == NULL) return;
    play(&p, 1000);
    CHECK(counted(&p, "jumps") == 1 && counted(&p, "picks") == 0);
    end(&p);
}

static void refuse_bindings(const char *text, const char *says) {
    packed_folder f;
    writer image;
    tool_error error = {.text = ""};
    write_texts(&f, &(played_texts){HEAD "bindings all all.ini\n" SCENE, commands, NULL});
    folder_write(&f, "all.ini", text);
    CHECK(!folder_pack_told(&f, &image, &error));
    CHECK(strstr(error.text, says) != NULL);
    TEST_INFO("%s", error.text);
    folder_remove(&f);
}

TEST(input_bindings_with_mistakes_tell_their_line) {
    refuse_bindings("A = Jump\nA Jump\n", "all.ini:2");
    refuse_bindings("\nelbow = Jump\n", "all.ini:2");
    refuse_bindings("A = jump\n", "no command");
    refuse_bindings("A = Jump |\nB = Jump\nA = Pick\n", "all.ini:3");
    refuse_bindings("A = Jump Pick\n", "where `|`");
    refuse_bindings("A = onrelease\n", "onrelease what");
    refuse_bindings("mouse A = Jump\n", "no device");
    refuse_bindings("[wheel]\nA = Jump\n", "no section");
}

static const char clicks[] = "behaviour Rules {\n    on Clicked(x, y, player) { count('clicks', 1); if x == "
                             "10 and y == 20 { count('there', 1) } }\n"
                             "    on tick { if not pointer_inside() { count('outside', 1) } }\n"
                             "    on Press(b) when b == Button.A { count('presses', 1) }\n"
                             "    on Release(b) when b == Button.A { count('releases', 1) }\n}\n";

typedef struct listener {
    uint32_t calls, at[2];
    ox_events *bus;
    ox_handle own, other; /* `other` is taken off the bus in the call, where it is one */
} listener;

static ox_answer hear_click(void *context, const ox_event *event) {
    listener *l = context;
    l->calls++;
    l->at[0] = event->arguments[0].value;
    l->at[1] = event->arguments[1].value;
    if (l->other.bits != 0) CHECK(ox_events_unlisten(l->bus, l->other) == OX_OK);
    l->other.bits = 0;
    return OX_PASSED;
}

/* One click is told to all that listen, once, with its pixel; who is taken off the list in the call hears no more, and the others do. */
TEST(input_clicks_are_told_to_all_that_listen) {
    played p;
    play_bound(&p, HEAD "action point touch:0,0,1,1\n" SCENE, clicks, "", "",
               "5 pointer 10 20\n6 hold POINTER 5\n20 hold POINTER 5\n40 pointer 400 20\n");
    if (p.console == NULL) return;
    const ox_event_service events = ox_engine_events(ox_console_engine(p.console));
    listener list[3];
    uint16_t type;
    memset(list, 0, sizeof list);
    play(&p, 2);
    ox_events *bus = events.operations->bus(events.state);
    CHECK(bus != NULL);
    type = ox_events_type(bus, rom_id("clicked"));
    for (int i = 0; i < 3; i++) {
        list[i].bus = bus;
        list[i].own = ox_events_listen(bus, (ox_interest){.type = type}, hear_click, &list[i]);
    }
    list[0].other = list[1].own;
    play(&p, 13);
    CHECK(counted(&p, "clicks") == 1 && counted(&p, "there") == 1);
    CHECK(list[0].calls == 1 && list[2].calls == 1 && list[2].at[0] == 10 && list[2].at[1] == 20);
    CHECK(list[1].calls <= 1);
    const uint32_t before = list[1].calls;
    play(&p, 20);
    CHECK(counted(&p, "clicks") == 2 && list[0].calls == 2 && list[2].calls == 2 && list[1].calls == before);
    CHECK_EQ(counted(&p, "outside"), 0);
    play(&p, 10);
    CHECK(counted(&p, "outside") >= 4);
    end(&p);
}

/* Three presses between two polls are heard in order, each with its release. */
TEST(input_three_taps_in_a_frame_are_three_presses) {
    played p;
    play_bound(&p, HEAD SCENE, clicks, "", "",
               "5 press A\n5 release A\n5 press A\n5 release A\n5 press A\n5 release A\n");
    if (p.console == NULL) return;
    play(&p, 6);
    CHECK_EQ(counted(&p, "presses"), 1);
    play(&p, 10);
    CHECK(counted(&p, "presses") == 3 && counted(&p, "releases") == 3);
    end(&p);
}
