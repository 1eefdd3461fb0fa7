/* Widgets that came with values of players, keys and events: tables, marks, views, options, typed letters, prompts, notices, subtitles, loading,
 * what is selected and placed. */
#define _XOPEN_SOURCE 700
#include "kernel/game/option.h"
#include "kernel/preset/presets.h"
#include "tests/host/kernel/ui/ui_played.h"

#define KEPT "capacity kept-numbers 16\n"

static void play_kept(played *p, const char *screen) {
    play_screens_with(p, KEPT, (const char *const[]){"first", screen, NULL});
}

/* A frame with keys held. */
static void keys(const played *p, uint32_t key, bool shift, uint16_t typed) {
    plat_input polled = {.buttons = 0};
    if (key != 0) polled.senses.keys[key / 16] |= (uint16_t)(1u << key % 16);
    if (shift) polled.senses.keys[PLAT_KEY_LEFT_SHIFT / 16] |= (uint16_t)(1u << PLAT_KEY_LEFT_SHIFT % 16);
    polled.senses.typed = typed;
    ox_input_feed(p->console->host.input, &polled);
    CHECK(ox_console_update(p->console));
    ox_console_output(p->console);
}

static void type_key(const played *p, uint32_t key, bool shift) {
    keys(p, key, shift, 0);
    keys(p, 0, false, 0);
    keys(p, 0, false, 0);
}

static const char *entered(const played *p) { return ox_screen_entered(host_of(p), rom_id("name")); }

/* UI-024: children of a table stand in columns as wide as their widest, and the focus goes along its rows. */
TEST(ui_tables_have_columns_and_rows) {
    played p;
    PLAY(&p, "first",
         "table columns=3 gap=4 at=top-left,10,10\nlabel a text=A\nlabel b text=BBB\nbutton c text=C\n"
         "label d text=DDDD\nlabel e text=E\nbutton f text=F\nlabel g text=G\nend\n"
         "button low text=Low at=bottom\n");
    const ui_box a = box_of(&p, "a"), b = box_of(&p, "b"), c = box_of(&p, "c"), d = box_of(&p, "d"),
                 e = box_of(&p, "e"), f = box_of(&p, "f"), g = box_of(&p, "g");
    CHECK(a.x == 10 && d.x == 10 && g.x == 10 && b.x == 10 + 32 + 4 && e.x == b.x);
    CHECK(c.x == b.x + 24 + 4 && f.x == c.x && d.y == a.y + a.height + 4 && g.y == d.y + d.height + 4);
    CHECK_EQ(focus_of(&p), rom_id("c"));
    press(&p, PLAT_DOWN);
    CHECK_EQ(focus_of(&p), rom_id("f"));
    press(&p, PLAT_DOWN);
    CHECK_EQ(focus_of(&p), rom_id("low"));
    CHECK(
        ox_screen_show(host_of(&p), rom_id("d"), false)); /* what is not there leaves its cell to the next */
    frames(p.console, 2);
    CHECK(box_of(&p, "e").x == 10 && box_of(&p, "f").x == 10 + 8 + 4);
    end(&p);
}

/* Tables of damaged images have no columns, or far too many: their screens stay closed. */
TEST(ui_tables_of_damaged_images_stay_closed) {
    static const uint32_t bad[] = {0, 256, UINT32_MAX};
    played p;
    PLAY(&p, "first", "button one text=One\n", "second",
         "table columns=2\nlabel a text=A\nlabel b text=B\nend\n");
    const uint8_t *chunk =
        ox_resource_data(host_of(&p)->resources, rom_id("screen/second"), ROM_TAG_SCREEN, "screen");
    CHECK(chunk != NULL && ui_kind(ui_element(chunk, 0)) == ROM_SCREEN_ELEMENT_TABLE);
    if (chunk == NULL) return;
    uint8_t *columns = p.image.data + (ui_element(chunk, 0) - p.image.data) + ROM_SCREEN_ELEMENT_FRAME;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        for (int k = 0; k < 4; k++) columns[k] = (uint8_t)(bad[i] >> 8 * k);
        CHECK_EQ(ox_screen_open(host_of(&p), rom_id("screen/second")), OX_NOT_FOUND);
        frames(p.console, 2);
    }
    CHECK(logged(p.console, "it stays closed"));
    columns[0] = 2, columns[1] = columns[2] = columns[3] = 0;
    CHECK_EQ(ox_screen_open(host_of(&p), rom_id("screen/second")), OX_OK);
    frames(p.console, 2);
    end(&p);
}

/* UI-024: a check box turns its value, of a radio group one is on; pointer and pad do the same, and each state is another picture. */
TEST(ui_checks_and_radio_buttons_are_marked) {
    played p;
    PLAY(&p, "first",
         "style check text=#FFFFFF text-focus=#FFFF00 text-disabled=#404040\nstyle radio like=check\n"
         "check one text=One bind=on_ at=top-left,10,10\n"
         "radio low text=Low bind=level value=1 at=top-left,10,40\n"
         "radio high text=High bind=level value=2 at=top-left,10,60\n");
    const ui_box one = box_of(&p, "one"), mark = {one.x, one.y, 8, one.height};
    CHECK(one.width == 8 + 8 + 3 * 8 && one.height == 10);
    const uint32_t on = count_pixels(&p, mark, 0xFFFF00);
    press(&p, PLAT_A);
    frames(p.console, 8);
    CHECK_EQ(variable(&p, "on_"), 0);
    CHECK(count_pixels(&p, mark, 0xFFFF00) < on && count_pixels(&p, mark, 0xFFFF00) == 28);
    point_at(&p, 12, 45, false);
    point_at(&p, 13, 45, true);
    point_at(&p, 13, 45, false);
    frames(p.console, 8);
    CHECK_EQ(variable(&p, "level"), 1);
    const ui_box low = box_of(&p, "low"), high = box_of(&p, "high"), ring = {low.x, low.y, 8, low.height},
                 other = {high.x, high.y, 8, high.height};
    const uint32_t chosen = count_pixels(&p, ring, 0xFFFF00), rest = count_pixels(&p, other, 0xFFFFFF);
    CHECK(chosen > rest && rest > 8);
    press(&p, PLAT_DOWN);
    press(&p, PLAT_A);
    frames(p.console, 8);
    CHECK_EQ(variable(&p, "level"), 2);
    CHECK(count_pixels(&p, other, 0xFFFF00) >= chosen && count_pixels(&p, ring, 0xFFFFFF) <= rest);
    CHECK(ox_screen_enable(host_of(&p), rom_id("one"), false));
    frames(p.console, 1);
    CHECK_EQ(count_pixels(&p, mark, 0x404040), 28);
    end(&p);
}

/* UI-024: a screen with more elements than there is room for is refused by name, and what is open goes on. */
TEST(ui_elements_without_room_are_refused) {
    char many[4000];
    size_t at = 0;
    played p;
    for (int i = 0; i < 30; i++)
        at += (size_t)snprintf(many + at, sizeof many - at, "label l%d text=x at=top,0,%d\n", i, i);
    play_screens_with(&p, "capacity screen-elements 20\n",
                      (const char *const[]){"first", "button one text=One\nbutton two text=Two at=top,0,20\n",
                                            "second", many, NULL});
    CHECK_EQ(ox_screen_open(host_of(&p), rom_id("screen/second")), OX_FULL);
    CHECK(logged(p.console, "finds room for 18"));
    press(&p, PLAT_DOWN);
    CHECK_EQ(focus_of(&p), rom_id("two"));
    press(&p, PLAT_UP);
    press(&p, PLAT_A);
    CHECK_EQ(variable(&p, "chosen"), 1);
    end(&p);
}

/* UI-025: a value of 0 to 1 goes by 0.1, with R by 0.01, is held at its ends and prints as " 0.50". Options bring their range, take effect at once,
 * are kept, and come back by `reset` to what is usual. */
TEST(ui_options_are_kept_and_take_effect) {
    played p;
    play_kept(
        &p, "slider loud text=Loud bind=loud range=0..1 step=0.1 fine=0.01 at=top\n"
            "slider music text=Music bind=option:music step=10 fine=1 at=top,0,20\n"
            "check subs text=S bind=option:subtitles at=top,0,40\nbutton usual text=U reset at=top,0,60\n"
            "slider g text=G bind=option:gamma at=top,0,80\n"
            "label shown text=\"<{loud:5.2}|{option:music}>\" at=bottom\nlabel dev text=D when=developer\n");
    const ox_module_host *host = host_of(&p);
    CHECK_EQ(ox_option_get(host, rom_id("music")), 100);
    CHECK_EQ(variable(&p, "loud"), FX_ONE / 2);
    CHECK(strcmp(words_shown(&p, "shown"), "< 0.50|100>") == 0);
    for (int i = 0; i < 7; i++) press(&p, PLAT_RIGHT);
    CHECK_EQ(variable(&p, "loud"), FX_ONE);
    frame(p.console, PLAT_R);
    frame(p.console, PLAT_R | PLAT_LEFT);
    frames(p.console, 2);
    CHECK(fx_abs(variable(&p, "loud") - FX_ONE * 99 / 100) <= 2);
    press(&p, PLAT_DOWN);
    for (int i = 0; i < 3; i++) press(&p, PLAT_LEFT);
    ox_option_source source;
    CHECK_EQ(ox_option_value(host, rom_id("music"), &source), 70);
    CHECK_EQ(source, OX_OPTION_SCREEN);
    for (int i = 0; i < 12; i++) press(&p, PLAT_LEFT);
    CHECK_EQ(ox_option_get(host, rom_id("music")), 0);
    CHECK(ox_option_set(host, rom_id("gamma"), 99));
    CHECK_EQ(ox_option_get(host, rom_id("gamma")), 30);
    CHECK_EQ(host->options->gamma, 30);
    CHECK(!ox_option_set(host, rom_id("nothing"), 1));
    press(&p, PLAT_DOWN);
    press(&p, PLAT_A);
    CHECK_EQ(ox_option_get(host, rom_id("subtitles")), 0);
    press(&p, PLAT_DOWN);
    press(&p, PLAT_A);
    CHECK_EQ(ox_option_get(host, rom_id("music")), 100);
    CHECK_EQ(ox_option_get(host, rom_id("subtitles")), 1);
    CHECK_EQ(ox_option_get(host, rom_id("gamma")), 10);
#if defined(OX_DEBUG) && OX_DEBUG
    CHECK(box_of(&p, "dev").width > 0);
#else
    CHECK(box_of(&p, "dev").width < 0);
#endif
    end(&p);
}

/* Boots the image again, with every module and a file for what games keep. */
static void boot_whole(played *p, const char *storage) {
    char text[200] = "";
    const host_options wishes = {
        .quiet = true, .memory = 1 << 20, .threads = 1, .frame_limit = 1000000, .storage = storage};
    p->port = test_port_open(&wishes, text, sizeof text);
    ox_boot_options boot = quiet_options(p->port, &p->image);
    boot.modules = ox_preset_full;
    p->console = ox_console_boot(&boot, &p->error);
    CHECK(p->console != NULL);
    if (p->console != NULL) frames(p->console, 2);
}

/* UI-025: what a player has set is there at the next start. */
TEST(ui_options_outlive_the_console) {
    char storage[128];
    played p;
    memset(&p, 0, sizeof p);
    pack_screens_of(&p, KEPT, (const char *const[]){"first", "slider g text=G bind=option:gamma\n", NULL});
    snprintf(storage, sizeof storage, "%s/kept.sav", p.folder.path);
    boot_whole(&p, storage);
    for (int i = 0; i < 4; i++) press(&p, PLAT_RIGHT);
    CHECK_EQ(ox_option_get(host_of(&p), rom_id("gamma")), 14);
    frames(p.console, 4);
    CHECK_EQ(ox_console_close(p.console), 0);
    host_close(p.port);
    boot_whole(&p, storage);
    CHECK_EQ(ox_option_get(host_of(&p), rom_id("gamma")), 14);
    CHECK_EQ(host_of(&p)->options->gamma, 14);
    CHECK_EQ(remove(storage), 0);
    end(&p);
}

/* UI-039: what a voice says is seen as long as the voice is heard, and where the player wants it. */
TEST(ui_subtitles_last_as_long_as_their_voice) {
    played p;
    memset(&p, 0, sizeof p);
    pack_screens_of(
        &p, KEPT "sound greet greet.voice\ncues voices voices.json\n",
        (const char *const[]){"first", "screen hud\nsubtitles s at=bottom size=200x20\n", "greet.voice",
                              "wave triangle\npitch 0 220\nlevel 0 0.5\nlevel 0.5 0\n", "voices.json",
                              "{\"cues\": [{\"name\": \"hello\", \"bus\": \"voice\", \"sources\": "
                              "[\"greet\"]}]}",
                              NULL});
    boot_whole(&p, NULL);
    const ox_sound_service sound = ox_engine_sound(p.console->host.engine);
    CHECK(sound.operations->heard != NULL);
    CHECK_EQ(*ui_subtitle(ui_in(&p)), 0);
    const uint32_t voice = sound.operations->play(sound.state, rom_id("hello"), FX_ONE);
    CHECK(voice != 0);
    int seen = 0, heard = 0;
    for (int i = 0; i < 60; i++) {
        frames(p.console, 1);
        heard += sound.operations->playing(sound.state, voice);
        seen += strcmp(ui_subtitle(ui_in(&p)), "One|Two") == 0;
    }
    CHECK(heard >= 29 && heard <= 32);
    CHECK_EQ(seen, heard);
    CHECK(ox_option_set(host_of(&p), rom_id("subtitles"), 0));
    CHECK(sound.operations->play(sound.state, rom_id("hello"), FX_ONE) != 0);
    frames(p.console, 2);
    CHECK_EQ(*ui_subtitle(ui_in(&p)), 0);
    CHECK(ox_option_set(host_of(&p), rom_id("voice"), 0));
    CHECK(ox_option_set(host_of(&p), rom_id("volume"), 50));
    end(&p);
}

/* UI-027: keys write capitals, with Shift small letters, digits and blanks, other keys nothing; what the keyboard types counts before keys; letters
 * that are not among those of the grid are not entered, and neither are too many; the caret moves, and takes. */
TEST(ui_entry_is_typed) {
    played p;
    PLAY(&p, "first",
         "entry name length=6 columns=8 letters=\"ABCDEFGHIJKLMNOPQRSTUVWXYZ "
         "|abcdefghijklmnopqrstuvwxyz0123456789\"\n"
         "button next text=next at=bottom\n");
    type_key(&p, PLAT_KEY_A + 2, false);
    CHECK(strcmp(entered(&p), "C") == 0);
    type_key(&p, PLAT_KEY_SPACE, false);
    CHECK(strcmp(entered(&p), "C ") == 0);
    type_key(&p, PLAT_KEY_F1, false);
    type_key(&p, PLAT_KEY_TAB, false);
    CHECK(strcmp(entered(&p), "C ") == 0);
    type_key(&p, PLAT_KEY_A + 2, true);
    CHECK(strcmp(entered(&p), "C c") == 0);
    type_key(&p, PLAT_KEY_0 + 7, false);
    CHECK(strcmp(entered(&p), "C c7") == 0);
    keys(&p, PLAT_KEY_A + 4, false, 'q');
    keys(&p, 0, false, 0);
    CHECK(strcmp(entered(&p), "C c7q") == 0);
    keys(&p, 0, false, 0xE9); /* not in the grid, in no case */
    keys(&p, 0, false, 0);
    type_key(&p, PLAT_KEY_A + 23, false);
    type_key(&p, PLAT_KEY_A + 24, false);
    CHECK(strcmp(entered(&p), "C c7qX") == 0); /* six letters and no more */
    type_key(&p, PLAT_KEY_BACKSPACE, false);
    type_key(&p, PLAT_KEY_HOME, false);
    type_key(&p, PLAT_KEY_DELETE, false);
    CHECK(strcmp(entered(&p), " c7q") == 0);
    type_key(&p, PLAT_KEY_A, false);
    CHECK(strcmp(entered(&p), "A c7q") == 0);
    press(&p, PLAT_R);
    type_key(&p, PLAT_KEY_A + 1, false);
    CHECK(strcmp(entered(&p), "A Bc7q") == 0);
    type_key(&p, PLAT_KEY_END, false);
    press(&p, PLAT_L);
    type_key(&p, PLAT_KEY_BACKSPACE, false);
    CHECK(strcmp(entered(&p), "A Bcq") == 0);
    press(&p, PLAT_X); /* the other page: its first cell is a small a */
    type_key(&p, PLAT_KEY_END, false);
    press(&p, PLAT_A);
    CHECK(strcmp(entered(&p), "A Bcqa") == 0);
    CHECK_EQ(variable(&p, "pushed"), 0);
    end(&p);
}

/* UI-039: notices of a higher priority come first, one of 0 steps waits for a press that nobody else hears. */
TEST(ui_notices_have_priorities_and_may_wait) {
    played p;
    PLAY(&p, "first", "screen hud\nnotices n at=top size=fillx10\nbutton b text=B at=bottom\n");
    const ox_module_host *host = host_of(&p);
    const uint32_t nothing = hash_of_picture(&p);
    CHECK_EQ(ox_screen_notice(host, rom_id("easy"), 30, 0), OX_OK);
    frames(p.console, 2);
    const uint32_t easy = hash_of_picture(&p);
    CHECK_EQ(ox_screen_notice(host, rom_id("hard"), 10, 5), OX_OK);
    frames(p.console, 2);
    const uint32_t hard = hash_of_picture(&p);
    CHECK(easy != nothing && hard != easy && hard != nothing);
    frames(p.console, 9);
    CHECK_EQ(hash_of_picture(&p), easy);
    frames(p.console, 40);
    CHECK_EQ(hash_of_picture(&p), nothing);
    CHECK_EQ(ox_screen_notice(host, rom_id("cancel"), 0, 0), OX_OK);
    frames(p.console, 200);
    CHECK(hash_of_picture(&p) != nothing);
    CHECK_EQ(variable(&p, "pushed"), 0);
    press(&p, PLAT_A);
    CHECK_EQ(hash_of_picture(&p), nothing);
    CHECK_EQ(variable(&p, "pushed"), 0); /* the notice alone heard it */
    press(&p, PLAT_A);
    CHECK_EQ(variable(&p, "pushed"), 1);
    for (int i = 0; i < OX_SCREEN_NOTICES; i++)
        CHECK_EQ(ox_screen_notice(host, rom_id("easy"), 30, 1), OX_OK);
    CHECK_EQ(ox_screen_notice(host, rom_id("hard"), 30, 1), OX_FULL);
    end(&p);
}

static void tell(const played *p, const char *event, const char *what) {
    const ox_event_service events = ox_engine_events(p->console->host.engine);
    const int32_t argument = (int32_t)rom_id(what);
    events.operations->post(events.state, rom_id(event), &argument, 1);
    frames(p->console, 2);
}

/* Whether a prompt of the topmost screen is seen. */
static bool is_seen(const played *p, const char *name) {
    const ox_ui *ui = ui_in(p);
    const ui_open *open = &ui->now.open[0];
    for (uint32_t i = 0; i < open->count; i++)
        if (ui_name_of(ui_element(open->chunk, i)) == rom_id(name))
            return ui_prompt_is_seen(ui, open, ui_element(open->chunk, i));
    return false;
}

/* UI-037: a prompt comes with the first event of its kind, once, also when the game is taken back; several of one place wait for one another; without the option
 * none comes. UI-039: one that comes again goes with the event that ends it, and one of another place covers nothing. */
TEST(ui_prompts_come_with_their_events) {
    static uint8_t bytes[8192];
    played p;
    play_kept(&p, "screen hud\nprompt loot text=\"{button:x} loots\" on=Chosen with=wolf time=0.5 at=top\n"
                  "prompt wait text=Wait on=Chosen with=bear waits at=top\n"
                  "prompt low text=Low on=BatteryLow again time=0.5 at=bottom-right\n"
                  "prompt lost text=Lost on=PadLost until=PadBack again priority=3 at=top\n");
    tell(&p, "chosen", "hare");
    CHECK(!is_seen(&p, "loot"));
    tell(&p, "chosen", "wolf");
    CHECK(is_seen(&p, "loot"));
    tell(&p, "batterylow", "x");
    CHECK(is_seen(&p, "loot") && is_seen(&p, "low"));
    tell(&p, "chosen", "bear");
    CHECK(is_seen(&p, "loot") && !is_seen(&p, "wait"));
    frames(p.console, 30);
    CHECK(!is_seen(&p, "loot") && is_seen(&p, "wait") && !is_seen(&p, "low"));
    tell(&p, "padlost", "x");
    CHECK(is_seen(&p, "lost") && !is_seen(&p, "wait"));
    frames(p.console, 100);
    CHECK(is_seen(&p, "lost"));
    tell(&p, "padback", "x");
    CHECK(!is_seen(&p, "lost") && is_seen(&p, "wait"));
    press(&p, PLAT_B);
    CHECK(!is_seen(&p, "wait"));
    CHECK_EQ(variable(&p, "pushed"), 0);
    const ox_sim_part part = ui_state_part(ui_in(&p));
    const ox_sim state = {&part, 1};
    ox_writer to = ox_writer_bytes(bytes, sizeof bytes);
    ox_sim_save(&state, &to);
    memset(ui_in(&p)->now.seen, 0, sizeof ui_in(&p)->now.seen);
    ox_reader from = ox_reader_bytes(bytes, to.used);
    CHECK_EQ(ox_sim_restore(&state, &from), OX_OK);
    tell(&p, "chosen", "wolf");
    CHECK(!is_seen(&p, "loot"));
    tell(&p, "batterylow", "x");
    CHECK(is_seen(&p, "low"));
    memset(ui_in(&p)->now.seen, 0, sizeof ui_in(&p)->now.seen);
    CHECK(ox_option_set(host_of(&p), rom_id("prompts"), 0));
    tell(&p, "chosen", "wolf");
    CHECK(!is_seen(&p, "loot"));
    end(&p);
}

/* UI-036: the bar is what is there of all, never less, 100 percent at the end; the screen closes in the step in which all is there, but stays its least time;
 * closing it tells the loader. */
TEST(ui_loading_is_shown_until_all_is_there) {
    played p;
    PLAY(&p, "first", "screen hud\nlabel x text=x\n", "second",
         "screen opaque\nbar b bind=loading range=0..1 size=100x8 at=centre\nlabel n text=\"{loading}%\" "
         "at=top\nbutton stop text=stop close at=bottom\n");
    const ox_module_host *host = host_of(&p);
    CHECK_EQ(ox_screen_loading_begin(host, rom_id("screen/second"), 1000, 0), OX_OK);
    fx before = 0;
    for (uint32_t done = 0; done < 1000; done += 37) {
        CHECK(ox_screen_loading(host, done));
        CHECK_EQ(ox_screen_loaded(host), (fx)(done * 65536u / 1000));
        CHECK(ox_screen_loaded(host) >= before);
        before = ox_screen_loaded(host);
        CHECK(ox_screen_loading(host, done / 2)); /* it does not fall */
        CHECK_EQ(ox_screen_loaded(host), before);
        frames(p.console, 1);
    }
    CHECK(strcmp(words_shown(&p, "n"), "99%") == 0);
    CHECK(ox_screen_is_open(host, rom_id("screen/second")));
    CHECK(ox_screen_loading(host, 1000));
    CHECK_EQ(ox_screen_loaded(host), FX_ONE);
    CHECK(!ox_screen_is_open(host, rom_id("screen/second")));
    CHECK_EQ(ox_screen_loading_begin(host, rom_id("screen/second"), 10, 20), OX_OK);
    CHECK(ox_screen_loading(host, 10));
    frames(p.console, 15);
    CHECK(ox_screen_is_open(host, rom_id("screen/second")));
    frames(p.console, 8);
    CHECK(!ox_screen_is_open(host, rom_id("screen/second")));
    CHECK_EQ(ox_screen_loading_begin(host, rom_id("screen/second"), 10, 0), OX_OK);
    frames(p.console, 2);
    press(&p, PLAT_A);
    frames(p.console, 2);
    CHECK(!ox_screen_loading(host, 5));
    end(&p);
}

static bool with_shift;

/* The pointer goes from one place to another while it is pressed, and is let go there. */
static void drag_from_to(const played *p, int x, int y, int to_x, int to_y) {
    const struct {
        int x, y;
        bool held;
    } ways[] = {{x, y, false}, {x, y, true}, {to_x, to_y, true}, {to_x, to_y, false}};
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        plat_input polled = {.pointer_x = (int16_t)ways[i].x,
                             .pointer_y = (int16_t)ways[i].y,
                             .pointer_dx = 1,
                             .pointer_held = ways[i].held};
        if (with_shift)
            polled.senses.keys[PLAT_KEY_LEFT_SHIFT / 16] = (uint16_t)(1u << PLAT_KEY_LEFT_SHIFT % 16);
        ox_input_feed(p->console->host.input, &polled);
        CHECK(ox_console_update(p->console));
        ox_console_output(p->console);
    }
}

static ox_handle handle_of(const played *p, const char *name) {
    const ox_object *object = ox_world_find(host_of(p)->world, rom_id(name));
    CHECK(object != NULL);
    return object == NULL ? (ox_handle){0} : object->handle;
}

#define FIELD                                                                                                \
    " object unit name=ann at=-60,20,0\n object unit name=ben at=-20,20,0\n object tower name=keep "         \
    "at=0,-30,0\n"                                                                                           \
    " object rock name=rock at=-40,20,0\n"

/* UI-038: a rectangle selects those whose places are in it, half open; a click the nearest, a double click all of its kind, Shift adds; a press on the toolbar
 * changes nothing that is selected; nothing is put where it does not fit. */
TEST(ui_rectangles_select_and_placements_fit) {
    played p;
    more_of_camera = " pixels=1";
    objects_of_scene = FIELD;
    play_screens_with(
        &p, "type unit\ntype tower\ntype rock\n",
        (const char *const[]){"first",
                              "screen hud\nstyle u text=#FFFF00\nselection s shows=unit:u,tower:u\n"
                              "button go text=Go at=bottom-right when=selected\nlabel n "
                              "text=\"{selected}/{selected:unit}\" at=bottom\n"
                              "placement hut bind=level grid=16 size=16x16 when=points=9\n",
                              NULL});
    objects_of_scene = more_of_camera = "";
    const ox_module_host *host = host_of(&p);
    const ox_handle ann = handle_of(&p, "ann"), ben = handle_of(&p, "ben"), keep = handle_of(&p, "keep");
    int x, y, other_x, other_y;
    CHECK(ui_pixel_of(ui_in(&p), ox_world_get(host->world, ann), &x, &y));
    CHECK(x == 60 && y == 60);
    CHECK(ui_pixel_of(ui_in(&p), ox_world_get(host->world, ben), &other_x, &other_y));
    CHECK(other_x == 100 && other_y == 60);
    drag_from_to(&p, 50, 50, 100, 61); /* ben stands on the right edge, which is outside */
    const ox_handle *selected;
    CHECK_EQ(ox_screen_selected(host, &selected), 1);
    CHECK(ox_screen_is_selected(host, ann));
    drag_from_to(&p, 50, 50, 101, 61);
    CHECK_EQ(ox_screen_selected(host, &selected), 2);
    drag_from_to(&p, 50, 50, 101, 60);
    CHECK_EQ(ox_screen_selected(host, &selected), 0);
    drag_from_to(&p, 61, 63, 62, 64); /* a click */
    CHECK(ox_screen_selected(host, &selected) == 1 && ox_screen_is_selected(host, ann));
    const ui_box go = box_of(&p, "go");
    drag_from_to(&p, go.x + 3, go.y + 3, go.x + 3, go.y + 3);
    frames(p.console, 2);
    CHECK_EQ(variable(&p, "chosen"), 1);
    CHECK(ox_screen_selected(host, &selected) == 1 && ox_screen_is_selected(host, ann));
    frames(p.console, 30);
    drag_from_to(&p, 100, 60, 100, 60);
    drag_from_to(&p, 100, 60, 100, 60); /* twice: all units that are seen */
    CHECK(ox_screen_selected(host, &selected) == 2 && !ox_screen_is_selected(host, keep));
    CHECK(strcmp(words_shown(&p, "n"), "2/2") == 0);
    frames(p.console, 30);
    with_shift = true;
    drag_from_to(&p, 120, 110, 120, 110);
    with_shift = false;
    CHECK(ox_screen_selected(host, &selected) == 3 && ox_screen_is_selected(host, keep));
    CHECK_EQ(ox_world_destroy(host->world, ben), OX_OK);
    frames(p.console, 2);
    CHECK_EQ(ox_screen_selected(host, &selected), 2);
    set(&p, "points", 9);
    set(&p, "level", 0);
    drag_from_to(&p, 37, 53, 37, 53);
    CHECK_EQ(variable(&p, "entered"), 0);
    set(&p, "level", 1);
    drag_from_to(&p, 37, 53, 37, 53);
    frames(p.console, 2);
    CHECK_EQ(variable(&p, "entered"), 32 * 1000 + 48);
    CHECK_EQ(ox_screen_selected(host, &selected), 2); /* the placement had the pointer */
    end(&p);
}
