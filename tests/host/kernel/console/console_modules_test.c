/* The seam between the console and its modules: missing modules are refused by name, and functions of modules
 * are called in order. */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <string.h>

#include "kernel/preset/presets.h"
#include "kernel/runtime/module.h"
#include "kernel/type/name.h"
#include "tests/host/kernel/console/quiet_console.h"
#include "tests/host/tools/pack/packed_cart.h"
#include "tests/test.h"

typedef struct packed {
    packed_folder folder;
    writer image;
    plat *port;
    ox_error error;
} packed;

static const char scene_of_one[] =
    "mesh square square.obj\nscene main\n camera at=0,0,6 target=0,0,0\n object square%s\nend\n";

static void make_cart(packed *p, const char *lines, const char *object) {
    char text[1024], scene[300];
    memset(p, 0, sizeof *p);
    snprintf(scene, sizeof scene, scene_of_one, object);
    snprintf(text, sizeof text, "title \"Modules\"\nsize 64x48\nbudget 192K\n%s%s", lines, scene);
    CHECK(folder_make(&p->folder));
    folder_write(&p->folder, "cart.txt", text);
    folder_write(&p->folder, "square.obj", folder_square);
    folder_write(&p->folder, "game.goad", "behaviour Hero { on tick { self.angle = self.angle + 1deg } }\n");
    folder_write(&p->folder, "smoke.particles", "life 30\nrate 30\n");
    CHECK(folder_pack(&p->folder, &p->image));
    p->port = quiet_port(NULL);
}

static void remove_cart(packed *p) {
    host_close(p->port);
    writer_free(&p->image);
    folder_remove(&p->folder);
}

static ox_console *boot_with(packed *p, const ox_module *const *modules, const ox_cart *game) {
    ox_boot_options boot = quiet_options(p->port, &p->image);
    boot.modules = modules;
    boot.cart = game;
    return ox_console_boot(&boot, &p->error);
}

/* Scripts change the game, so a player without the scripts module refuses the cart. */
TEST(console_modules_needed_ones_are_asked_for_by_name) {
    packed p;
    make_cart(&p, "script game game.goad\n", " behaviour=Hero");
    CHECK(boot_with(&p, ox_preset_plain, NULL) == NULL);
    CHECK_EQ(p.error.status, OX_UNSUPPORTED);
    CHECK(strstr(p.error.text, "`behaviour`") != NULL);
    if (strstr(p.error.text, "`behaviour`") == NULL) TEST_INFO("%s", p.error.text);
    CHECK(boot_with(&p, NULL, NULL) == NULL);
    ox_console *console = boot_with(&p, ox_preset_silent, NULL);
    CHECK(console != NULL);
    CHECK(ox_module_state(ox_console_modules(console), OX_NAME("behaviour")) != NULL);
    CHECK_EQ(ox_console_close(console), 0);
    remove_cart(&p);
}

/* A cart without scripts plays on every player, and costs no module. */
TEST(console_modules_that_nobody_asks_for_have_no_state) {
    packed p;
    make_cart(&p, "", "");
    ox_console *console = boot_with(&p, ox_preset_full, NULL);
    CHECK(console != NULL);
    for (const ox_module *const *m = ox_preset_full; *m != NULL; m++)
        CHECK(ox_module_state(ox_console_modules(console), (*m)->id) == NULL);
    CHECK_EQ(ox_console_close(console), 0);
    console = boot_with(&p, NULL, NULL);
    CHECK(console != NULL);
    CHECK_EQ(ox_console_close(console), 0);
    remove_cart(&p);
}

/* A boot option whose module the list lacks is refused before anything starts. */
TEST(console_modules_recordings_and_plans_want_theirs) {
    packed p;
    static const ox_runtime_plan plan = {.save_slots = 0};
    const ox_cart game = {.name = "planned", .runtime = &plan};
    make_cart(&p, "", "");
    CHECK(boot_with(&p, ox_preset_full, &game) == NULL);
    CHECK(strstr(p.error.text, "`runtime`") != NULL && strstr(p.error.text, "planned") != NULL);
    ox_boot_options boot = quiet_options(p.port, &p.image);
    boot.replay = "none";
    boot.replay_size = 4;
    CHECK(ox_console_boot(&boot, &p.error) == NULL);
    CHECK(strstr(p.error.text, "`recording`") != NULL);
    remove_cart(&p);
}

/* ---- the order of lives ---- */

typedef struct diary {
    char text[400];
    int failing; /* which opening of the second module fails, 0: none */
} diary;

static diary *notes;

static void note(const char *word) {
    size_t used = strlen(notes->text);
    snprintf(notes->text + used, sizeof notes->text - used, "%s%s", used == 0 ? "" : " ", word);
}

static ox_status start_first(const ox_module_host *host, void **state) {
    (void)host;
    note("start1");
    *state = notes;
    return OX_OK;
}
static void stop_first(const ox_module_host *host, void **state) {
    (void)host, (void)state;
    note("stop1");
}
static ox_status begin_first(const ox_module_host *host, void **state) {
    (void)host, (void)state;
    note("begin1");
    return OX_OK;
}
static void end_first(const ox_module_host *host, void **state, ox_module_end how) {
    (void)host, (void)state;
    note(how == OX_END_FOR_GOOD ? "end1" : "rest1");
}
static ox_status begin_second(const ox_module_host *host, void **state) {
    note("begin2");
    *state = notes;
    return notes->failing == 1 ? ox_module_refuse(host, OX_BAD_DATA, 0, "the second module is broken")
                               : OX_OK;
}
static void end_second(const ox_module_host *host, void **state, ox_module_end how) {
    (void)host, (void)how;
    note("end2");
    *state = NULL;
}
static ox_status ready_second(const ox_module_host *host, void **state) {
    (void)host, (void)state;
    note("ready2");
    return OX_OK;
}
static void simulate_second(const ox_module_host *host, void *state) {
    (void)host, (void)state;
    note("step2");
}
static bool stepped_first(const ox_module_host *host, void *state) {
    (void)host, (void)state;
    note("stepped1");
    return true;
}
/* The third module would have a state from `open` on, and only in carts in C: this cart leaves it without
 * one. */
static ox_status open_third(const ox_module_host *host, void **state) {
    (void)state;
    if (host->options->cart != NULL) note("open3");
    return OX_OK;
}
static void frame_third(const ox_module_host *host, void *state) {
    (void)host, (void)state;
    note("frame3");
}

static const uint32_t needs_first[] = {1, 0};
static const ox_module first = {.id = 1,
                                .name = "first",
                                .start = start_first,
                                .stop = stop_first,
                                .begin = begin_first,
                                .end = end_first,
                                .stepped = stepped_first};
static const ox_module second = {.id = 2,
                                 .name = "second",
                                 .needs = needs_first,
                                 .begin = begin_second,
                                 .end = end_second,
                                 .ready = ready_second,
                                 .simulate = simulate_second};
static const ox_module third = {.id = 3, .name = "third", .open = open_third, .frame = frame_third};

TEST(console_modules_live_one_above_the_other) {
    static const ox_module *const modules[] = {&first, &second, &third, NULL};
    diary d = {.text = ""};
    packed p;
    notes = &d;
    make_cart(&p, "", "");
    ox_console *console = boot_with(&p, modules, NULL);
    CHECK(console != NULL);
    CHECK(strcmp(d.text, "start1 begin1 begin2 ready2") == 0);
    d.text[0] = 0;
    CHECK(ox_console_frame(console));
    /* the third module has no state: its frame is not called */
    CHECK(strcmp(d.text, "step2 stepped1") == 0);
    d.text[0] = 0;
    ox_error error;
    CHECK_EQ(ox_console_replace(console, NULL, 0, &error), OX_OK);
    CHECK(strcmp(d.text, "end2 rest1 begin1 begin2") == 0);
    d.text[0] = 0;
    CHECK_EQ(ox_console_close(console), 0);
    CHECK(strcmp(d.text, "end2 end1 stop1") == 0);
    if (strcmp(d.text, "end2 end1 stop1") != 0) TEST_INFO("%s", d.text);
    remove_cart(&p);
}

/* A module that refuses takes the boot with it; modules that had begun end. */
TEST(console_modules_a_refusal_undoes_what_began) {
    static const ox_module *const modules[] = {&first, &second, NULL};
    diary d = {.text = "", .failing = 1};
    packed p;
    notes = &d;
    make_cart(&p, "", "");
    CHECK(boot_with(&p, modules, NULL) == NULL);
    CHECK(strstr(p.error.text, "the second module is broken") != NULL);
    CHECK(strcmp(d.text, "start1 begin1 begin2 end2 end1 stop1") == 0);
    if (strcmp(d.text, "start1 begin1 begin2 end2 end1 stop1") != 0) TEST_INFO("%s", d.text);
    remove_cart(&p);
}

TEST(console_modules_stand_behind_those_that_they_need) {
    static const ox_module *const wrong[] = {&second, &first, NULL};
    diary d = {.text = ""};
    packed p;
    notes = &d;
    make_cart(&p, "", "");
    CHECK(boot_with(&p, wrong, NULL) == NULL);
    CHECK(strstr(p.error.text, "`second`") != NULL && d.text[0] == 0);
    remove_cart(&p);
}

/* ---- around a picture ---- */

static ox_status start_heard(const ox_module_host *host, void **state) {
    (void)host;
    *state = notes;
    return OX_OK;
}
#define HEARD(number)                                                                                        \
    static void before_##number(const ox_module_host *host, void *state) {                                   \
        (void)host, (void)state;                                                                             \
        note("before" #number);                                                                              \
    }                                                                                                        \
    static void frame_##number(const ox_module_host *host, void *state) {                                    \
        (void)host, (void)state;                                                                             \
        note("frame" #number);                                                                               \
    }                                                                                                        \
    static void draw_##number(const ox_module_host *host, void *state, ox_module_pass pass, rs_frame *frame, \
                              uf16 fraction) {                                                               \
        (void)host, (void)state, (void)frame, (void)fraction;                                                \
        if (pass == OX_PASS_OVER) note("draw" #number);                                                      \
    }                                                                                                        \
    static const ox_module heard_##number = {.id = 10 + number,                                              \
                                             .name = "heard" #number,                                        \
                                             .start = start_heard,                                           \
                                             .before = before_##number,                                      \
                                             .frame = frame_##number,                                        \
                                             .draw = draw_##number};
HEARD(1)
HEARD(2)

/* Listeners of a frame: in front of the step, behind the steps, with the picture, each in the order of the list. */
TEST(console_modules_are_called_around_the_picture) {
    static const ox_module *const modules[] = {&heard_1, &heard_2, NULL};
    diary d = {.text = ""};
    packed p;
    notes = &d;
    make_cart(&p, "", "");
    ox_console *console = boot_with(&p, modules, NULL);
    CHECK(console != NULL);
    d.text[0] = 0;
    CHECK(ox_console_frame(console));
    CHECK(strcmp(d.text, "before1 before2 frame1 frame2 draw1 draw2") == 0);
    TEST_INFO("%s", d.text);
    CHECK_EQ(ox_console_close(console), 0);
    remove_cart(&p);
}

/* ---- a record that the console makes ---- */

typedef struct tally {
    int32_t steps, scenes;
} tally;

static const ox_field tally_fields[] = {OX_FIELD(tally, steps, OX_I32, OX_SIM, .initial = 7),
                                        OX_FIELD(tally, scenes, OX_I32, OX_SIM)};
static const ox_type tally_type = OX_TYPE(tally, tally_fields, 1);

static ox_status count_scene(const ox_module_host *host, void **state) {
    (void)host;
    ((tally *)*state)->scenes++;
    return OX_OK;
}
static void count_step(const ox_module_host *host, void *state) {
    (void)host;
    ((tally *)state)->steps++;
}
static const ox_module tally_module = {.id = OX_NAME("tally"),
                                       .name = "tally",
                                       .record = &tally_type,
                                       .begin = count_scene,
                                       .simulate = count_step};

/* The record begins with its fields' initial values, outlives scenes, and is in the hash of the state. */
TEST(console_modules_a_record_is_made_kept_through_scenes_and_hashed) {
    const ox_module *const list[] = {&tally_module, NULL};
    packed p;
    make_cart(&p, "", "");
    ox_console *console = boot_with(&p, list, NULL);
    CHECK(console != NULL);
    if (console != NULL) {
        tally *t = ox_module_state(ox_console_modules(console), OX_NAME("tally"));
        ox_error error;
        CHECK(t != NULL && t->steps == 7 && t->scenes == 1);
        CHECK(ox_console_frame(console));
        CHECK_EQ(t->steps, 8);
        const uint32_t hash = ox_console_state_hash(console);
        t->steps = 9;
        CHECK(ox_console_state_hash(console) != hash);
        CHECK_EQ(ox_console_level(console, ox_console_scene(console), &error), OX_OK);
        CHECK(ox_module_state(ox_console_modules(console), OX_NAME("tally")) == t);
        CHECK(t->steps == 9 && t->scenes == 2);
        CHECK_EQ(ox_console_close(console), 0);
    }
    remove_cart(&p);
}
