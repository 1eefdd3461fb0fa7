/* Tests of add-ons of players: what they hear, what they may ask for, and what is kept from them. */
#define _XOPEN_SOURCE 700
#include "kernel/ui/internal.h"
#include "tests/host/kernel/console/scripts_played.h"

static const char game_text[] =
    "title \"Arena\"\nsize 160x120\nformat rgb565\nbudget 256K\nframe 16K\nscript game game.goad\n"
    "add-ons interface=2 acts=potion,map\nmaterial red colour=#FF0000 shading=unlit\nmesh sign square.obj "
    "material=red\n"
    "scene main\n camera flat at=0,0\n object sign name=hero at=0,0,0\n behaviour Rules\nend\n";
static const char game_script[] =
    "event Cast(slot: int, power: int)\nvar gold: int = 5\nvar health: int = 10\n"
    "func cast(slot: int) { health -= slot; emit Cast(slot, health) }\n"
    "behaviour Rules {\n on Act(what) {\n  if what == 'potion' { health += 5 }\n"
    "  if what == 'map' { gold += 1 }\n }\n"
    " on Press(button) when button == Button.B { cast(3) }\n"
    " on Chosen(what) { gold = 99 }\n}\n";

/* The texts of an add-on `bars`: what cart.txt says further, its script and its screen. */
typedef struct add_on_texts {
    const char *more, *script, *screen;
} add_on_texts;

static const char bars_script[] =
    "event Cast(slot: int, power: int)\nvar bars_slot: int = 0\nvar bars_power: int = 0\nvar bars_drunk: int "
    "= 0\n"
    "var bars_wide: int = 1\nbehaviour Bars {\n on start { screen_open('bars') }\n"
    " on Cast(slot, power) { bars_slot = slot; bars_power = power }\n"
    " on Chosen(what) when what == 'drink' {\n  if act('potion') { bars_drunk += 1 }\n"
    "  if act('map') { bars_drunk += 10 }\n }\n}\n";
static const char bars_screen[] = "use look.screen\nscreen\nbutton drink like=wide text=\"Drink\"\nslider "
                                  "bars_wide text=\"wide\" range=1..9 "
                                  "bind=bars_wide at=top\nslider gold like=bars_wide bind=gold at=bottom\n";
static const char look_screen[] = "style bars text=#FFFFFF fill=#400000\ncontrol wide button size=60x12 "
                                  "style=bars at=centre text=\"wide\"\n";

/* Packs an add-on for a base; false, and *error, where it is refused. */
static bool pack_add_on(const played *base, const add_on_texts *texts, writer *out, tool_error *error) {
    char text[1024];
    packed_folder f;
    writer image = {0};
    rom_image was, is;
    uint32_t count = 0;
    snprintf(
        text, sizeof text,
        "title \"Bars\"\nsize 160x120\nformat rgb565\nscript bars bars.goad\nscreen bars bars.screen\n%s",
        texts->more == NULL ? "add-on bars interface=2 behaviour=Bars\n" : texts->more);
    memset(out, 0, sizeof *out);
    error->text[0] = 0;
    CHECK(folder_make(&f));
    folder_write(&f, "cart.txt", text);
    folder_write(&f, "look.screen", look_screen);
    folder_write(&f, "bars.goad", texts->script == NULL ? bars_script : texts->script);
    folder_write(&f, "bars.screen", texts->screen == NULL ? bars_screen : texts->screen);
    const bool ok = folder_pack_told(&f, &image, error) &&
                    rom_open(base->image.data, base->image.size, &was, NULL) == ROM_OK &&
                    rom_open(image.data, image.size, &is, NULL) == ROM_OK &&
                    overlay_make_add_on(&was, &is, "bars", NULL, out, &count, error);
    writer_free(&image);
    folder_remove(&f);
    return ok;
}

static void boot_add_on(played *p, const writer *add_on, bool old) {
    const ox_overlay list[] = {{add_on->data, add_on->size, "bars"}};
    p->port = quiet_port(NULL);
    ox_boot_options boot = quiet_options(p->port, &p->image);
    boot.modules = ox_preset_silent;
    boot.overlays = list;
    boot.overlay_count = 1;
    boot.old_add_ons = old;
    p->console = ox_console_boot(&boot, &p->error);
    if (p->console == NULL) TEST_INFO("%s", p->error.text);
    CHECK(p->console != NULL);
}

/* Packs the game and an add-on, and plays them. */
static void play_add_on(played *p, const add_on_texts *texts, writer *add_on) {
    tool_error error;
    memset(p, 0, sizeof *p);
    pack_played(p, game_text, game_script);
    CHECK(pack_add_on(p, texts, add_on, &error));
    if (error.text[0] != 0) TEST_INFO("%s", error.text);
    boot_add_on(p, add_on, false);
    frames(p->console, 2);
}

static int32_t value(const played *p, const char *name) {
    uint32_t kind;
    const int32_t *cell = ox_behaviours_variable(ox_console_modules(p->console), rom_id(name), &kind);
    CHECK(cell != NULL);
    return cell == NULL ? -1 : *cell;
}

static void press(const played *p, uint32_t button) {
    frame(p->console, button);
    frames(p->console, 3);
}

static void end_add_on(played *p, writer *add_on) {
    end(p);
    writer_free(add_on);
}

TEST(add_ons_inherit_a_button_and_hear_it) {
    played p;
    writer add_on;
    rom_image image;
    rom_chunk chunk;
    play_add_on(&p, &(add_on_texts){0}, &add_on);
    CHECK(rom_open(add_on.data, add_on.size, &image, NULL) == ROM_OK && (image.flags & ROM_FLAG_ADD_ON) != 0);
    CHECK(rom_find(&image, rom_id("screen/bars"), ROM_TAG_SCREEN, &chunk));
    /* the button has size, style and place of its control, and other words; the second slider another value alone */
    const uint8_t *e = ui_element(chunk.data, 0), *one = ui_element(chunk.data, 1),
                  *two = ui_element(chunk.data, 2);
    CHECK_EQ(rom_half(e + ROM_SCREEN_ELEMENT_WIDTH), 60);
    CHECK_EQ(rom_half(e + ROM_SCREEN_ELEMENT_HEIGHT), 12);
    CHECK_EQ(rom_word(e + ROM_SCREEN_ELEMENT_WORDS + 4), 5);
    CHECK(memcmp(chunk.data + rom_word(e + ROM_SCREEN_ELEMENT_WORDS), "Drink", 5) == 0);
    CHECK_EQ(rom_word(one + ROM_SCREEN_ELEMENT_GREATEST), 9);
    CHECK_EQ(rom_word(two + ROM_SCREEN_ELEMENT_GREATEST), 9);
    CHECK_EQ(rom_word(two + ROM_SCREEN_ELEMENT_BIND), rom_id("gold"));
    CHECK(one[ROM_SCREEN_ELEMENT_ANCHOR] != two[ROM_SCREEN_ELEMENT_ANCHOR]);
    /* one press, two wishes: the second is refused, and the next press has one again */
    press(&p, PLAT_A);
    CHECK_EQ(value(&p, "bars_drunk"), 1);
    CHECK_EQ(value(&p, "health"), 15);
    CHECK_EQ(value(&p, "gold"), 5); /* nor does the game take the add-on's button for its own */
    press(&p, PLAT_A);
    CHECK_EQ(value(&p, "bars_drunk"), 2);
    CHECK_EQ(value(&p, "health"), 20);
    end_add_on(&p, &add_on);
}

TEST(add_ons_act_only_when_somebody_presses) {
    static const char eager[] =
        "var bars_wide: int = 1\nvar bars_drunk: int = 0\nbehaviour Bars {\n on tick { if act('potion') "
        "{ bars_drunk += 1 } }\n}\n";
    played p;
    writer add_on;
    play_add_on(&p, &(add_on_texts){.script = eager}, &add_on);
    frames(p.console, 30);
    CHECK_EQ(value(&p, "bars_drunk"), 0);
    for (int i = 0; i < 20; i++) frame(p.console, PLAT_Y); /* one long press */
    CHECK_EQ(value(&p, "bars_drunk"), 1);
    CHECK_EQ(value(&p, "health"), 15);
    end_add_on(&p, &add_on);
}

TEST(add_ons_follow_what_the_game_tells) {
    played p;
    writer add_on;
    const add_on_texts texts = {
        .screen = "screen hud\nlabel text=\"{bars_slot}\"\n"}; /* the game has the buttons */
    play_add_on(&p, &texts, &add_on);
    press(&p, PLAT_B);
    CHECK_EQ(value(&p, "health"), 7);
    CHECK_EQ(value(&p, "bars_slot"), 3); /* the handler has run behind the function, with the arguments */
    CHECK_EQ(value(&p, "bars_power"), 7);
    end_add_on(&p, &add_on);
}

TEST(add_ons_replace_nothing) {
    played p;
    writer add_on, mod;
    tool_error error;
    memset(&p, 0, sizeof p);
    pack_played(&p, game_text, game_script);
    CHECK(!pack_add_on(&p, &(add_on_texts){.more = "add-on bars interface=2\nscript game bars.goad\n"},
                       &add_on, &error));
    CHECK(strstr(error.text, "the game has a `script/game` already") != NULL);
    TEST_INFO("%s", error.text);
    writer_free(&add_on);
    /* an image that says that it only adds, and brings the game's script */
    CHECK_EQ(make_overlay(&p, game_text, "behaviour Rules { on tick { } }\n", &mod), 1);
    writer_put_u32(&mod, ROM_AT_FLAGS, ROM_FLAG_ADD_ON);
    writer_put_u32(&mod, ROM_AT_HEADER_CRC, rom_crc32(0, mod.data, ROM_AT_HEADER_CRC));
    boot_add_on(&p, &mod, false);
    CHECK(
        logged(p.console, "add-on bars: it brings script/game, which cart has; an add-on replaces nothing"));
    frames(p.console, 2);
    press(&p, PLAT_B);
    CHECK_EQ(value(&p, "health"), 7);
    end_add_on(&p, &mod);
}

TEST(add_ons_of_another_interface_rest) {
    played p;
    writer add_on;
    tool_error error;
    memset(&p, 0, sizeof p);
    pack_played(&p, game_text, game_script);
    CHECK(!pack_add_on(&p, &(add_on_texts){.more = "add-on bars interface=1 behaviour=Bars\n"}, &add_on,
                       &error));
    CHECK(strstr(error.text, "made for interface 1 of the game, which has 2") != NULL);
    writer_free(&add_on);
    CHECK(pack_add_on(&p, &(add_on_texts){0}, &add_on, &error));
    /* the game goes on to another interface; the add-on that was made before stays as it is */
    char later[sizeof game_text];
    memcpy(later, game_text, sizeof later);
    memcpy(strstr(later, "interface=2"), "interface=3", 11);
    writer_free(&p.image);
    folder_remove(&p.folder);
    pack_played(&p, later, game_script);
    for (int old = 0; old < 2; old++) {
        boot_add_on(&p, &add_on, old != 0);
        frames(p.console, 2);
        CHECK_EQ(logged(p.console,
                        "add-on bars: it is made for interface 2 of the cart, which has 3, so it rests"),
                 old == 0);
        press(&p, PLAT_A);
        CHECK_EQ(value(&p, "health"), old == 0 ? 10 : 15);
        if (old == 0) {
            CHECK_EQ(ox_console_close(p.console), 0);
            host_close(p.port);
        }
    }
    end_add_on(&p, &add_on);
}

/* Plays an add-on that fails, and looks whether it alone has ended. */
static void check_fall(const add_on_texts *texts, const char *says, uint32_t button) {
    played p;
    writer add_on;
    play_add_on(&p, texts, &add_on);
    press(&p, button);
    frames(p.console, 3);
    CHECK(logged(p.console, says));
    CHECK(logged(p.console, "the add-on rests from now on, the game goes on"));
    CHECK(!ox_screen_is_open(ox_console_modules(p.console), rom_id("screen/bars")));
    press(&p, PLAT_B);
    CHECK_EQ(value(&p, "health"), 7);
    end_add_on(&p, &add_on);
}

TEST(add_ons_that_fail_end_alone) {
    static const char endless[] =
        "var bars_wide: int = 1\nbehaviour Bars {\n on start { screen_open('bars') }\n"
        " on Chosen(what) { var i = 0; while true { i = i ^ 1 } }\n}\n";
    static const char divides[] =
        "var bars_wide: int = 1\nbehaviour Bars {\n on start { screen_open('bars') }\n"
        " on Chosen(what) { bars_wide = 1 / (bars_wide - 1) }\n}\n";
    static const char moves[] =
        "var bars_wide: int = 1\nbehaviour Bars {\n on start { screen_open('bars') }\n"
        " on Chosen(what) { find('hero').pos = vec3(1.0, 2.0, 3.0) }\n}\n";
    static const char closes[] =
        "var bars_wide: int = 1\nbehaviour Bars {\n on start { screen_open('bars') }\n"
        " on Chosen(what) { screen_close(); screen_close() }\n}\n";
    static const char wants[] =
        "var bars_wide: int = 1\nbehaviour Bars {\n on start { screen_open('bars') }\n"
        " on Chosen(what) { if act('gold') { bars_wide = 2 } }\n}\n";
    check_fall(&(add_on_texts){.script = endless},
               "bars.goad:4: Bars on Chosen: more than 4000 instructions: an endless loop?", PLAT_A);
    check_fall(&(add_on_texts){.script = divides}, "bars.goad:4: Bars on Chosen: division by zero", PLAT_A);
    check_fall(&(add_on_texts){.script = moves},
               "bars.goad:4: Bars on Chosen: the object or value is of another type", PLAT_A);
    check_fall(&(add_on_texts){.script = closes},
               "bars.goad:4: Bars on Chosen: screen_close would close a screen of the game", PLAT_A);
    check_fall(&(add_on_texts){.script = wants}, "bars.goad:4: Bars on Chosen: act refuses its argument 1",
               PLAT_A);
}

TEST(add_ons_change_nothing_of_the_game) {
    static const struct {
        const char *script, *says;
    } refused[] = {{"behaviour Bars { on tick { remove(find('hero')) } }\n",
                    "'remove' changes the game, and an add-on does not"},
                   {"behaviour Bars { on tick { keep('best', 9) } }\n", "'keep' changes the game"},
                   {"event Cast(slot: int)\nbehaviour Bars { on tick { emit Cast(1) } }\n",
                    "an add-on sends no events"}};
    played p;
    writer add_on;
    tool_error error;
    memset(&p, 0, sizeof p);
    pack_played(&p, game_text, game_script);
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        CHECK(!pack_add_on(
            &p, &(add_on_texts){.script = refused[i].script, .screen = "screen hud\nlabel text=\"a\"\n"},
            &add_on, &error));
        CHECK(strstr(error.text, refused[i].says) != NULL);
        TEST_INFO("%s", error.text);
        writer_free(&add_on);
    }
    writer_free(&p.image);
    folder_remove(&p.folder);
    /* its slider moves its own variable and not the game's */
    play_add_on(&p, &(add_on_texts){0}, &add_on);
    press(&p, PLAT_DOWN);
    press(&p, PLAT_RIGHT);
    CHECK_EQ(value(&p, "bars_wide"), 2);
    press(&p, PLAT_DOWN);
    press(&p, PLAT_RIGHT);
    CHECK_EQ(value(&p, "gold"), 5);
    CHECK(logged(p.console, "an add-on's screen may not have elements that change variables of the game"));
    end_add_on(&p, &add_on);
}

TEST(add_ons_are_refused_with_their_place) {
    static const char plain[] = "behaviour Bars { on tick { } }\n";
    static const struct {
        const char *more, *screen, *says;
    } refused[] = {
        {"scene main\ncamera flat at=0,0\nend\n", NULL, "cart.txt says nothing of an add-on"},
        {"add-on bars\n", NULL, "the interface is missing"},
        {"add-on bars interface=2 behaviour=Nobody\n", NULL,
         "no script of this cart has the behaviour `Nobody`"},
        {"add-on bars interface=2\nscene main\ncamera flat at=0,0\nend\n", NULL, "an add-on has no scenes"},
        {"add-on bars interface=2\nadd-ons interface=2\n", NULL, "a cart takes add-ons or is one"},
        {"add-on bars interface=2\naction jump A\n", NULL, "an add-on has no `actions`"},
        {NULL, "screen\nbutton a like=b\n", "there is no control and no element `b` above this line"},
        {NULL, "screen\nlabel a text=\"x\"\nbutton b like=a\n",
         "`a` is a label, which a button cannot be like"},
        {NULL, "control a\n", "a control wants a name and a kind"},
        {NULL, "control a button\ncontrol a button\n", "this name is that of a control or an element above"},
        {NULL, "control a knob\n", "there is no such element"}};
    played p;
    memset(&p, 0, sizeof p);
    pack_played(&p, game_text, game_script);
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        writer add_on;
        tool_error error;
        CHECK(!pack_add_on(&p,
                           &(add_on_texts){refused[i].more, plain,
                                           refused[i].screen == NULL ? "screen hud\n" : refused[i].screen},
                           &add_on, &error));
        CHECK(strstr(error.text, refused[i].says) != NULL);
        TEST_INFO("%s", error.text);
        writer_free(&add_on);
    }
    writer_free(&p.image);
    folder_remove(&p.folder);
}
