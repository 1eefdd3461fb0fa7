/* Actions of carts of texts: contexts, offers, masks, owners and chosen buttons, as scripts have them. */
#define _XOPEN_SOURCE 700
#include "kernel/game/counter.h"
#include "kernel/game/module.h"
#include "kernel/input_map/module.h"
#include "kernel/type/name.h"
#include "tests/host/rom/carts/played_cart.h"

#define HEAD                                                                                                 \
    "title \"Hands\"\nsize 64x48\nformat rgb565\nbudget 224K\nframe 16K\nstart yard\n"                       \
    "mesh sign square.obj\nscript game game.goad\ncapacity kept-numbers 16\ncapacity script-copies 8\n"
#define SCENE "scene yard\n camera at=0,0,6 target=0,0,0\n%s behaviour Rules\nend\n"

static void play_hands(played *p, const char *actions, const char *objects, const char *script) {
    char text[2400];
    snprintf(text, sizeof text, HEAD "%s" SCENE, actions, objects);
    play_texts(p, &(played_texts){text, script, NULL});
    if (p->console != NULL) frames(p->console, 2);
}

static int32_t counted(const played *p, const char *name) {
    return ox_counters_get(ox_game_counters(p->console), rom_id(name));
}

/* Some frames with buttons held, then one without. */
static void tap(const played *p, uint32_t buttons, int count) {
    for (int i = 0; i < count; i++) frame(p->console, buttons);
    frame(p->console, 0);
}

/* A menu is opened by START and closed by A, which fires in the game. It owns the hands meanwhile. */
TEST(input_map_carts_menu_owns_the_hands) {
    played p;
    play_hands(
        &p,
        "action fire A group=hands\naction menu START\naction choose A when=menu\n"
        "type menu mesh=sign behaviour=Menu\n",
        " object sign name=hero behaviour=Hero\n",
        "behaviour Hero {\n"
        "    on tick { if began('fire') { count('shots', 1) } if active('fire') { count('held', 1) } }\n"
        "}\n"
        "behaviour Menu {\n"
        "    on start { controls_own('hands', self); context_choose('menu') }\n"
        "    on tick {\n"
        "        if active('fire') { count('seen', 1) }\n"
        "        if began('choose') { controls_own('hands', null); context_choose(''); remove(self) }\n"
        "    }\n"
        "}\n"
        "behaviour Rules { on Began(action, player) { count(action, 1)\n"
        "    if action == 'menu' { create('menu', vec3(0.0, 0.0, 0.0)) } } }\n");
    if (p.console == NULL) return;
    tap(&p, PLAT_A, 3);
    CHECK(counted(&p, "shots") == 1 && counted(&p, "held") == 3 && counted(&p, "fire") == 1);
    tap(&p, PLAT_START, 3);
    frames(p.console, 3);
    tap(&p, PLAT_A, 5); /* the press that closes the menu */
    CHECK(counted(&p, "choose") == 1 && counted(&p, "seen") == 1);
    CHECK(counted(&p, "shots") == 1 && counted(&p, "held") == 3 && counted(&p, "fire") == 1);
    tap(&p, PLAT_A, 2);
    CHECK(counted(&p, "shots") == 2 && counted(&p, "held") == 5 && counted(&p, "fire") == 2);
    /* A menu that is removed while it owns the hands leaves them free. */
    tap(&p, PLAT_START, 3);
    frames(p.console, 3);
    ox_input_map *map = ox_console_input_map(p.console);
    CHECK(ox_input_map_owner(map, 0, rom_id("hands")) != 0);
    const ox_object *menu =
        ox_world_first(&p.console->world, (uint32_t)ox_world_find_type(&p.console->world, OX_NAME("menu")));
    CHECK(menu != NULL && ox_world_destroy(&p.console->world, menu->handle) == OX_OK);
    frames(p.console, 2);
    CHECK_EQ(ox_input_map_owner(map, 0, rom_id("hands")), 0);
    ox_input_map_enter(map, 0, 0);
    frames(p.console, 1);
    tap(&p, PLAT_A, 2);
    CHECK_EQ(counted(&p, "shots"), 3);
    end(&p);
}

/* A film is an object: it masks the hands until it ends, or until it is skipped. A hero who dies takes his masks along. */
TEST(input_map_carts_masks_end_with_their_objects) {
    played p;
    play_hands(
        &p,
        "action walk stick|LEFT-RIGHT group=hands\naction skip START always\naction film X always\naction "
        "die Y always\n"
        "action talk B always\ntype film mesh=sign behaviour=Film\ntype hero mesh=sign behaviour=Hero\n",
        "",
        "behaviour Film {\n"
        "    var left = 20\n"
        "    on start { controls_mask('hands'); controls_mask('hands') }\n"
        "    on tick { left -= 1; if left == 0 or began('skip') { remove(self) } }\n"
        "}\n"
        "behaviour Hero {\n"
        "    on tick {\n"
        "        if active('walk') { count('walked', 1) }\n"
        "        if began('die') and counter('masked') == 0 { controls_mask(); count('masked', 1) }\n"
        "        if counter('masked') == 1 and active_steps('die') == 5 { count('masked', 1); create('hero', "
        "self.pos); remove(self) }\n"
        "    }\n"
        "}\n"
        "behaviour Rules {\n"
        "    on start { create('hero', vec3(0.0, 0.0, 0.0)) }\n"
        "    on Began(action, player) { if action == 'film' { create('film', vec3(1.0, 0.0, 0.0)) } } }\n");
    if (p.console == NULL) return;
    tap(&p, PLAT_RIGHT, 4);
    CHECK_EQ(counted(&p, "walked"), 4);
    tap(&p, PLAT_X, 2);
    for (int i = 0; i < 10; i++) frame(p.console, PLAT_RIGHT);
    CHECK_EQ(counted(&p, "walked"), 4); /* masked twice by the film */
    frames(p.console, 20);
    tap(&p, PLAT_RIGHT, 4);
    CHECK_EQ(counted(&p, "walked"), 8); /* it ended */
    tap(&p, PLAT_X, 2);
    tap(&p, PLAT_RIGHT, 4);
    CHECK_EQ(counted(&p, "walked"), 8);
    tap(&p, PLAT_START, 2); /* skipped: this action is never masked */
    frames(p.console, 2);
    tap(&p, PLAT_RIGHT, 4);
    CHECK_EQ(counted(&p, "walked"), 12);
    tap(&p, PLAT_B, 10); /* a talk that blocks nothing */
    for (int i = 0; i < 4; i++) frame(p.console, PLAT_RIGHT | PLAT_B);
    frame(p.console, 0);
    CHECK_EQ(counted(&p, "walked"), 16);
    tap(&p, PLAT_Y, 3); /* all is masked */
    tap(&p, PLAT_RIGHT, 4);
    CHECK_EQ(counted(&p, "walked"), 16);
    tap(&p, PLAT_Y, 8); /* the hero dies, another one comes */
    frames(p.console, 2);
    tap(&p, PLAT_RIGHT, 4);
    CHECK_EQ(counted(&p, "walked"), 20);
    ox_input_map *map = ox_console_input_map(p.console);
    CHECK(ox_input_map_mask(map, 0, &(const ox_input_mask){.group = rom_id("hands")}));
    frames(p.console, OX_INPUT_MAP_MASK_LONG - 1);
    CHECK(!logged(p.console, "is a controls_unmask missing"));
    frames(p.console, 3);
    CHECK(logged(p.console, "actions of player 1 are masked by object 00000000 for 3600 steps"));
    end(&p);
}

/* `use` takes the nearest thing, or opens the door when there is no other; in the car the stick steers. */
TEST(input_map_carts_contexts_and_offers) {
    played p;
    play_hands(&p,
               "action use A\naction walk stick when=street\naction steer stick when=car\naction ride X\n",
               " object sign name=weapon\n object sign name=medkit\n object sign name=door\n",
               "var things = 0\n"
               "behaviour Rules {\n"
               "    on start { context_choose('street') }\n"
               "    on tick {\n"
               "        if began('use') and offered('use') == find('weapon') { count('armed', 1) }\n"
               "        if began('use') and offered('use') == find('door') { count('opened', 1) }\n"
               "        if began('use') and offered('use') == null { count('nothing', 1) }\n"
               "        if held(Button.L) { offer('use', find('medkit'), 2.0); offer('use', find('weapon'), "
               "2.0, 5) }\n"
               "        if held(Button.L) or held(Button.R) { offer('use', find('door'), 3.0, 9) }\n"
               "        if active('walk') { count('walked', 1) }\n"
               "        if active('steer') { count('steered', 1) }\n"
               "    }\n"
               "    on Began(action, player) when action == 'ride' {\n"
               "        if context_chosen() == 'car' { context_pop() } else { context_push('car') }\n"
               "    }\n"
               "}\n");
    if (p.console == NULL) return;
    for (int i = 0; i < 3; i++) frame(p.console, PLAT_L);
    tap(&p, PLAT_A | PLAT_L, 2);
    for (int i = 0; i < 3; i++) frame(p.console, PLAT_R);
    tap(&p, PLAT_A | PLAT_R, 2);
    frames(p.console, 3);
    tap(&p, PLAT_A, 2);
    CHECK(counted(&p, "armed") == 1 && counted(&p, "opened") == 1 && counted(&p, "nothing") == 1);
    tap(&p, PLAT_UP, 4);
    CHECK(counted(&p, "walked") == 4 && counted(&p, "steered") == 0);
    tap(&p, PLAT_X, 2);
    tap(&p, PLAT_UP, 4);
    CHECK(counted(&p, "walked") == 4 && counted(&p, "steered") == 4);
    tap(&p, PLAT_X, 2);
    tap(&p, PLAT_UP, 4);
    CHECK(counted(&p, "walked") == 8 && counted(&p, "steered") == 4);
    end(&p);
}

static void point(const played *p, bool held, int x, int y) {
    plat_input polled = {.pointer_held = held, .pointer_x = (int16_t)x, .pointer_y = (int16_t)y};
    ox_input_feed(p->console->host.input, &polled);
    CHECK(ox_console_update(p->console));
}

/* A press and a release at a place. */
static void click(const played *p, int x, int y) {
    for (int i = 0; i < 4; i++) point(p, i == 1 || i == 2, x, y);
}

/* A button on a HUD takes the pointer that presses it, and nothing else; a box over the game takes every key. */
TEST(input_map_carts_screens_come_before_the_world) {
    played p;
    memset(&p, 0, sizeof p);
    write_texts(
        &p.folder,
        &(played_texts){
            HEAD "screen hud hud.screen\nscreen box box.screen\naction fire touch:all A\naction help B\n"
                 "scene yard\n camera at=0,0,6 target=0,0,0\n screen hud\n behaviour Rules\nend\n",
            "behaviour Rules {\n"
            "    on Chosen(what) { count(what, 1) }\n"
            "    on Began(action, player) { count(action, 1); if action == 'help' { screen_open('box') } }\n"
            "}\n",
            NULL});
    folder_write(&p.folder, "hud.screen", "screen hud\nbutton shop text=S at=top-left,2,2 size=16x12\n");
    folder_write(&p.folder, "box.screen", "label text=any at=centre\nbutton go text=G at=bottom close\n");
    CHECK(folder_pack(&p.folder, &p.image));
    boot_with(&p, NULL, 0);
    CHECK(p.console != NULL);
    if (p.console == NULL) return;
    frames(p.console, 2);
    click(&p, 8, 7);
    CHECK(counted(&p, "shop") == 1 && counted(&p, "fire") == 0);
    click(&p, 40, 30); /* beside it */
    CHECK(counted(&p, "shop") == 1 && counted(&p, "fire") == 1);
    for (int i = 0; i < 6; i++)
        point(&p, i > 0 && i < 5, i < 3 ? 8 : 40, i < 3 ? 7 : 30); /* let go elsewhere */
    CHECK(counted(&p, "shop") == 1 && counted(&p, "fire") == 1);
    for (int i = 0; i < 6; i++)
        point(&p, i > 0 && i < 5, i < 3 ? 40 : 8, i < 3 ? 30 : 7); /* comes from the world */
    CHECK(counted(&p, "shop") == 1 && counted(&p, "fire") == 2);
    tap(&p, PLAT_A, 3); /* buttons are the world's */
    CHECK_EQ(counted(&p, "fire"), 3);
    tap(&p, PLAT_B, 2);
    CHECK_EQ(counted(&p, "help"), 1);
    for (uint32_t button = 1; button <= PLAT_SELECT; button <<= 1)
        if (button != PLAT_A && button != PLAT_START && button != PLAT_B) tap(&p, button, 2);
    click(&p, 40, 2);
    click(&p, 8, 7);
    CHECK(counted(&p, "fire") == 3 && counted(&p, "help") == 1 && counted(&p, "shop") == 1);
    for (int i = 0; i < 5; i++)
        frame(p.console, PLAT_A); /* closes it, and is not the world's until it is let go */
    CHECK(counted(&p, "go") == 1 && counted(&p, "fire") == 3);
    frame(p.console, 0);
    tap(&p, PLAT_A, 2);
    CHECK_EQ(counted(&p, "fire"), 4);
    end(&p);
}

/* Boots the packed cart once more, with the same storage. */
static void boot_again(played *p, const char *storage) {
    char said[200] = "";
    const host_options options = {
        .quiet = true, .memory = 1 << 20, .threads = 1, .frame_limit = 1000000, .storage = storage};
    p->port = test_port_open(&options, said, sizeof said);
    ox_boot_options boot = quiet_options(p->port, &p->image);
    boot.modules = ox_preset_silent;
    p->console = ox_console_boot(&boot, &p->error);
    CHECK(p->console != NULL);
    if (p->console != NULL) frames(p->console, 2);
}

/* The player swaps buttons and turns the camera's axis about; the next game has them again, until they are reset. */
TEST(input_map_carts_keep_what_players_choose) {
    played p;
    char storage[] = "/tmp/oxcart_hands_XXXXXX";
    const int file = mkstemp(storage);
    CHECK(file >= 0 && close(file) == 0);
    memset(&p, 0, sizeof p);
    pack_texts(&p,
               &(played_texts){
                   HEAD "capacity saves 1\naction jump A\naction fire B\naction look UP-DOWN|stick\n"
                        "scene yard\n camera at=0,0,6 target=0,0,0\n behaviour Rules\nend\n",
                   "behaviour Rules {\n"
                   "    on start { controls_recall() }\n"
                   "    on Press(b) {\n"
                   "        if b == Button.X { count('swapped', button_choose('jump', Button.B) ? 1 : 0) }\n"
                   "        if b == Button.Y { count('refused', button_choose('jump', Button.B, conflict: "
                   "Conflict.REFUSE) ? 0 : 1) }\n"
                   "        if b == Button.L { count('axis', button_choose('look', Button.B) ? 1 : 0); "
                   "axis_invert('look', true); dead_zone_choose(0.5); action_latch('fire', true); "
                   "controls_patience(40) }\n"
                   "        if b == Button.R { count('kept', controls_keep() ? 1 : 0) }\n"
                   "        if b == Button.SELECT { controls_reset() }\n"
                   "        if b == Button.UP { button_choose('jump', Button.L); controls_keep('lefty') }\n"
                   "        if b == Button.DOWN and held(Button.START) { controls_recall('lefty') }\n"
                   "    }\n"
                   "    on Began(action, player) { count(action, 1) }\n"
                   "}\n",
                   NULL});
    boot_again(&p, storage);
    tap(&p, PLAT_Y, 2);
    CHECK(counted(&p, "refused") == 1);
    tap(&p, PLAT_A, 2);
    CHECK(counted(&p, "jump") == 1 && counted(&p, "fire") == 0);
    tap(&p, PLAT_X, 2);
    tap(&p, PLAT_B, 2); /* at once; what had the button gets the old one */
    CHECK(counted(&p, "swapped") == 1 && counted(&p, "jump") == 2 && counted(&p, "fire") == 0);
    tap(&p, PLAT_A, 2);
    CHECK(counted(&p, "jump") == 2 && counted(&p, "fire") == 1);
    tap(&p, PLAT_L, 2);
    CHECK_EQ(counted(&p, "axis"), 0); /* an axis takes no button */
    CHECK_EQ(ox_console_input_map(p.console)->players[0].dead, 16383);
    tap(&p, PLAT_R, 2);
    CHECK_EQ(counted(&p, "kept"), 1);
    frames(p.console, 200); /* written now and then */
    CHECK_EQ(ox_console_close(p.console), 0);
    host_close(p.port);
    for (int again = 0; again < 2; again++) {
        fx x, y;
        boot_again(&p, storage);
        if (p.console == NULL) return;
        const ox_input_map *map = ox_console_input_map(p.console);
        CHECK_EQ(ox_input_action_button(map, 0, rom_id("jump")), again == 0 ? PLAT_B : PLAT_A);
        CHECK_EQ(ox_input_action_button(map, 0, rom_id("fire")), again == 0 ? PLAT_A : PLAT_B);
        CHECK_EQ(map->players[0].dead, again == 0 ? 16383 : 0);
        CHECK_EQ(map->players[0].patience, again == 0 ? 40 : 0);
        CHECK_EQ(ox_input_action_is(map, 0, rom_id("fire"), OX_INPUT_LATCH), again == 0);
        frame(p.console, PLAT_RIGHT | PLAT_DOWN);
        ox_input_action_value(map, 0, rom_id("look"), &x, &y);
        CHECK_EQ(counted(&p, "look"), 1);
        tap(&p, PLAT_UP, 2); /* a whole table under a name, in the place of another one */
        tap(&p, PLAT_SELECT, 2);
        CHECK_EQ(ox_input_action_button(map, 0, rom_id("jump")), PLAT_A);
        tap(&p, PLAT_DOWN | PLAT_START, 2);
        CHECK_EQ(ox_input_action_button(map, 0, rom_id("jump")), PLAT_L);
        CHECK_EQ(ox_input_action_button(map, 0, rom_id("fire")), again == 0 ? PLAT_A : PLAT_B);
        tap(&p, PLAT_SELECT, 2);
        tap(&p, PLAT_R, 2);
        CHECK_EQ(ox_input_action_button(map, 0, rom_id("jump")), PLAT_A);
        frames(p.console, 200);
        CHECK_EQ(ox_console_close(p.console), 0);
        host_close(p.port);
    }
    writer_free(&p.image);
    folder_remove(&p.folder);
    remove(storage);
}

/* The mouse at an edge moves eye and target of the camera alike, in corners both ways, and its wheel brings the eye nearer within limits; a mask ends all that. */
TEST(input_map_carts_pan_and_zoom) {
    played p;
    rs_camera camera;
    fx before[3];
    play_hands(&p, "action pan edge:8 group=view\naction zoom wheel group=view\n", "",
               "behaviour Rules {\n"
               "    var at = vec3(0.0, 0.0, 0.0)\n    var far = 6.0\n"
               "    on tick {\n"
               "        at = at + vec3(axis('pan').x, axis('pan').y, 0.0) * 0.25\n"
               "        far = clamp(far - axis('zoom').y * 4.0, 4.0, 8.0)\n"
               "        look(at + vec3(0.0, 0.0, far), at)\n"
               "        if pressed(Button.X) { controls_mask('view') }\n"
               "    }\n}\n");
    if (p.console == NULL) return;
    static const struct {
        int16_t x, y, wheel;
        double eye[3];
    } ways[] = {{30, 20, 0, {0, 0, 6}},        {2, 20, 0, {-0.25, 0, 6}}, {62, 20, 0, {0, 0, 6}},
                {1, 46, 0, {-0.25, -0.25, 6}}, {63, 0, 0, {0, 0, 6}},     {30, 20, 1, {0, 0, 5}},
                {30, 20, 3, {0, 0, 4}},        {30, 20, -2, {0, 0, 6}},   {30, 20, -4, {0, 0, 8}},
                {30, 20, -1, {0, 0, 8}},       {30, 20, 2, {0, 0, 6}}};
    int16_t x = 32, y = 24;
    for (size_t i = 0; i <= sizeof ways / sizeof ways[0]; i++) {
        const bool masked = i == sizeof ways / sizeof ways[0];
        plat_input in = {.pointer_x = masked ? 1 : ways[i].x, .pointer_y = masked ? 1 : ways[i].y};
        const plat_input mask = {.pointer_x = 30, .pointer_y = 20, .buttons = PLAT_X};
        if (masked) ox_input_feed(p.console->host.input, &mask);
        if (masked) CHECK(ox_console_update(p.console));
        in.wheel = masked ? 3 : ways[i].wheel;
        in.pointer_dx = (int16_t)(in.pointer_x - x);
        in.pointer_dy = (int16_t)(in.pointer_y - y);
        x = in.pointer_x;
        y = in.pointer_y;
        ox_input_feed(p.console->host.input, &in);
        CHECK(ox_console_update(p.console));
        ox_console_output(p.console);
        CHECK(ox_scene_camera_of(&p.console->scene, &camera));
        const mat34 *m = &camera.world_to_view;
        for (int k = 0; k < 3; k++) {
            CHECK_NEAR(-m->m[k][3], masked ? before[k] : (fx)(ways[i].eye[k] * FX_ONE), 64);
            CHECK_NEAR(m->m[k][k], FX_ONE, 64); /* it looks straight ahead: the target moved as the eye did */
            before[k] = -m->m[k][3];
        }
        in.pointer_dx = in.pointer_dy = in.wheel = 0;
    }
    end(&p);
}

/* Mistakes of the statement are told with what is wrong. */
TEST(input_map_carts_mistakes_are_told) {
    static const struct {
        const char *line, *says;
    } mistakes[] = {{"action a A auto\n", "`auto` needs `charge=SECONDS`"},
                    {"action a A shape=round\n", "`shape` is of the stick"},
                    {"action a stick shape=square\n", "shape=square"},
                    {"action a A+B chord=never\n", "chord=never"},
                    {"action a stick shape=round dead=0.5 full=0.4\n", "`dead` has to be less than `full`"},
                    {"action a A,B:down\n", "is no control"},
                    {"action a L-FORWARD\n", "is no control"},
                    {"action a A+B:held\n", "is no control"},
                    {"action a edge:0\n", "write edge, or edge:PIXELS"},
                    {"action a edge:101\n", "write edge, or edge:PIXELS"},
                    {"action a edge:8x\n", "write edge, or edge:PIXELS"},
                    {"action a A charge=61\n", "charge"}};
    char text[600];
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        snprintf(text, sizeof text, HEAD "%sscene yard\n camera at=0,0,6 target=0,0,0\nend\n",
                 mistakes[i].line);
        refuse_texts(&(played_texts){text, "", NULL}, mistakes[i].says);
    }
}
