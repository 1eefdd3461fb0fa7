/* Scenes with several levels, and with none: names are looked for level by level, what one level does leaves the others alone, and no request
 * for memory that is refused brings anything down. */
#define _XOPEN_SOURCE 700
#include "kernel/behaviour/internal.h"
#include "kernel/level/module.h"
#include "kernel/type/name.h"
#include "tests/host/rom/carts/played_cart.h"

#define HEAD_OF(BUDGET, FRAME)                                                                               \
    "title \"Scenes\"\nsize 64x48\nformat rgb565\nbudget " BUDGET "\nframe " FRAME "\nstart one\n"           \
    "material red colour=#ff2020 shading=unlit\nmesh sign square.obj material=red\n"                         \
    "script game game.goad\ncapacity script-copies 8\n"                                                      \
    "type coin mesh=sign scale=0.5\ntype runner mesh=sign scale=0.25\ntype rules behaviour=Rules\n"
#define HEAD HEAD_OF("256K", "32K")
#define VIEW "scene one\n camera at=0,0,6 target=0,0,0\n object rules\n"
#define BOTH HEAD "level yard yard.txt\nlevel cave cave.txt\n" VIEW " level yard\n level cave\nend\n"
#define HERE HEAD "level yard yard.txt\n" VIEW " level yard\nend\n"

static const char plain_script[] = "behaviour Rules { }\n";
static const char yard[] =
    "level 1\nbounds -8,-1,-8 8,3,8\nlayer night hidden\nlocator gate door at=1,0,0\n"
    "path lane straight 0,0,0 4,0,0\ninstance sign at=0,0,-2\ninstance sign at=1,0,-2\n"
    "spawn coin name=first at=1,0,0\nspawn coin name=owl at=2,0,0 layer=night\n"
    "spawn coin name=more at=2,1,0 later\n"
    "element crate at=1,0,-2 health=10 instance=1\n  version mesh=sign threshold=10\n  version threshold=0\n"
    "element box at=2,0,-2 health=20\n  version mesh=sign threshold=20\n  version mesh=sign threshold=9\n"
    "  version threshold=0\n"
    "volume pond water box at=0,0,0 half=1,1,1\nwaves raid\n  come 5 more\n";
static const char cave[] =
    "level 1\nbounds -8,-1,-8 8,3,8\nlayer night hidden\nlayer late inactive\n"
    "locator gate door at=9,0,0\nlocator end door at=9,3,0 radius=2\npath lane straight 0,0,0 7,0,0\n"
    "path way straight 0,0,0 2,0,0\n"
    "spawn runner name=bat at=3,0,0 layer=night\nspawn coin name=second at=-1,0,0 layer=late\n"
    "spawn coin name=again at=2,2,0 later\n  set spawn_count 1\n"
    "element chest at=5,0,0 health=7\n  version mesh=sign threshold=7\n  version threshold=0\n"
    "element crate at=6,0,0 health=3\n  version mesh=sign threshold=3\n  version threshold=0\n"
    "volume den lair sphere at=-1,0,0 radius=1\nwaves siege\n  come 5 again\n";

/* Plays a cart with the levels yard.txt and cave.txt. */
static void play_both(played *p, const char *text, const char *script) {
    memset(p, 0, sizeof *p);
    write_texts(&p->folder, &(played_texts){text, script, yard});
    folder_write(&p->folder, "cave.txt", cave);
    CHECK(folder_pack(&p->folder, &p->image));
    boot_with(p, NULL, 0);
    if (p->console == NULL) TEST_INFO("%s", p->error.text);
    CHECK(p->console != NULL);
}

static void play(played *p, const char *text, const char *script, const char *level) {
    play_texts(p, &(played_texts){text, script, level});
}

static ox_object *named(const ox_console *c, ox_id name) { return ox_world_find(&c->world, name); }
static uint32_t traps(ox_console *c) { return ox_console_script(c, rom_id("script/game"))->traps; }
static bool is_seen(const ox_console *c, ox_id name) {
    return named(c, name) != NULL && (named(c, name)->flags & OX_OBJECT_VISIBLE) != 0;
}

TEST(level_scenes_names_are_looked_for_level_by_level) {
    ox_locator place;
    ox_level_path path;
    ox_handle made;
    uint32_t state;
    bool inside;
    played p;
    play_both(&p, BOTH, plain_script);
    ox_console *c = p.console;
    frame(c, 0);
    const ox_area *areas;
    CHECK(ox_levels_areas(c, &areas) == 2 && areas[0].number == 1 && areas[1].number == 2);
    CHECK(ox_levels_area(c, OX_NAME("yard")) == &areas[0] && ox_levels_area(c, OX_NAME("cave")) == &areas[1]);
    CHECK(ox_levels_locator(c, OX_NAME("gate"), &place) == OX_OK && place.place.t.x == FX_ONE);
    CHECK(ox_levels_locator(c, OX_NAME("end"), &place) == OX_OK && place.radius == 2 * FX_ONE);
    /* the nearest of all levels; of equally near ones that of the first level */
    CHECK_EQ(ox_levels_nearest_locator(c, OX_NAME("door"), (vec3){8 * FX_ONE, 0, 0}, &place), OX_OK);
    CHECK(place.name == OX_NAME("gate") && place.place.t.x == 9 * FX_ONE);
    CHECK_EQ(ox_levels_nearest_locator(c, OX_NAME("door"), (vec3){8 * FX_ONE, 2 * FX_ONE, 0}, &place), OX_OK);
    CHECK_EQ(place.name, OX_NAME("end"));
    CHECK_EQ(ox_levels_nearest_locator(c, OX_NAME("door"), (vec3){5 * FX_ONE, 0, 0}, &place), OX_OK);
    CHECK_EQ(place.place.t.x, FX_ONE);
    CHECK(ox_levels_path(c, OX_NAME("lane"), &path) == OX_OK && path.length == 4 * FX_ONE);
    CHECK(ox_levels_path(c, OX_NAME("way"), &path) == OX_OK && path.length == 2 * FX_ONE);
    CHECK(ox_levels_spawner(c, OX_NAME("bat"))->made == 1 &&
          ox_levels_spawner(c, OX_NAME("again"))->made == 0);
    CHECK(ox_levels_summon(c, OX_NAME("again"), &made) == OX_OK && ox_world_get(&c->world, made)->chunk == 2);
    CHECK(ox_levels_summon(c, OX_NAME("again"), &made) == OX_FULL && made.bits == 0);
    CHECK(ox_levels_inside(c, named(c, OX_NAME("first"))->handle, OX_NAME("den"), &inside) == OX_OK &&
          !inside);
    CHECK(ox_levels_inside(c, named(c, OX_NAME("first"))->handle, OX_NAME("pond"), &inside) == OX_OK &&
          inside);
    CHECK(ox_levels_waves(c, OX_NAME("raid")) != NULL && ox_levels_waves(c, OX_NAME("siege")) != NULL);
    CHECK(ox_waves_countdown(ox_levels_waves(c, OX_NAME("siege"))) == UINT32_MAX);
    CHECK(ox_levels_start_waves(c, OX_NAME("siege")) &&
          ox_waves_countdown(ox_levels_waves(c, OX_NAME("siege"))) == 5 &&
          ox_waves_countdown(ox_levels_waves(c, OX_NAME("raid"))) == UINT32_MAX);
    /* layers of one name are one */
    CHECK(ox_levels_layer(c, OX_NAME("night"), &state) && state == OX_LAYER_ACTIVE);
    CHECK(!is_seen(c, OX_NAME("owl")) && !is_seen(c, OX_NAME("bat")));
    CHECK(ox_levels_change_layer(c, OX_NAME("night"), ox_area_layer_show, true));
    CHECK(is_seen(c, OX_NAME("owl")) && is_seen(c, OX_NAME("bat")));
    CHECK(ox_levels_layer(c, OX_NAME("night"), &state) && state == (OX_LAYER_ACTIVE | OX_LAYER_SHOWN));
    CHECK(ox_levels_layer(c, OX_NAME("late"), &state) && state == OX_LAYER_SHOWN);
    CHECK(named(c, OX_NAME("second")) == NULL &&
          ox_levels_change_layer(c, OX_NAME("late"), ox_area_layer_use, true));
    CHECK(named(c, OX_NAME("second")) != NULL && named(c, OX_NAME("second"))->chunk == 2);
    end(&p);
}

/* Elements of a level keep their own state: those of another level, and those beside them, stay whole. */
TEST(level_scenes_elements_of_two_levels) {
    played p;
    play_both(&p, BOTH, plain_script);
    ox_console *c = p.console;
    frame(c, 0);
    ox_elements *elements = ox_levels_elements(c);
    const uint32_t alive = c->world.alive;
    CHECK_EQ(elements->count, 4);
    ox_object *crate = named(c, OX_NAME("crate"));
    CHECK(crate != NULL && crate->chunk == 1); /* the first of its name has it */
    CHECK(ox_place_of(&c->world, crate)->x == FX_ONE && ox_object_place_of(&c->world, crate)->size == FX_ONE);
    CHECK_EQ(ox_element_hit(elements, named(c, OX_NAME("box")), 12 * FX_ONE), 1);
    CHECK_EQ(ox_element_hit(elements, named(c, OX_NAME("chest")), 2 * FX_ONE), 0);
    CHECK(ox_levels_play(c, OX_NAME("cave"), false));
    frames(c, 2);
    CHECK(named(c, OX_NAME("chest")) == NULL && named(c, OX_NAME("box")) != NULL &&
          named(c, OX_NAME("crate")) == crate);
    CHECK(ox_levels_play(c, OX_NAME("yard"), false) && ox_levels_play(c, OX_NAME("cave"), true));
    frames(c, 2);
    CHECK(named(c, OX_NAME("box")) == NULL &&
          named(c, OX_NAME("crate"))->chunk == 2); /* now the cave's has the name */
    CHECK(ox_levels_play(c, OX_NAME("yard"), true));
    frames(c, 2);
    CHECK_EQ(c->world.alive, alive);
    static const struct {
        ox_id name;
        fx health;
        uint32_t version;
    } rows[] = {{OX_NAME("box"), 8 * FX_ONE, 1},
                {OX_NAME("chest"), 5 * FX_ONE, 0},
                {OX_NAME("crate"), 3 * FX_ONE, 0}};
    for (size_t i = 0; i < 3; i++) {
        const ox_element *e = ox_component_get(&c->world, named(c, rows[i].name), elements->component);
        CHECK(e != NULL && e->health == rows[i].health && e->version == rows[i].version);
    }
    CHECK_EQ(traps(c), 0);
    end(&p);
}

/* `near` and `far` are two distances: between them a level stays as it is. Both count themselves. */
TEST(level_scenes_near_and_far_are_two_distances) {
    static const char script[] = "var x = 0.0\nvar i = 0\nbehaviour Rules { on Press(b) {\n"
                                 " i += 1\n x = 23.0\n if i == 2 { x = 28.0 }\n if i == 3 { x = 28.25 }\n"
                                 " if i == 5 { x = 18.25 }\n if i == 6 { x = 18.0 }\n"
                                 " look(vec3(x, 0.0, 6.0), vec3(x, 0.0, 0.0)) } }\n";
    static const bool rests[7] = {false, false, false, true, true, true, false};
    const ox_area *areas;
    played p;
    play(&p, HEAD "level yard yard.txt\n" VIEW " level yard near=10 far=20\nend\n", script, yard);
    ox_console *c = p.console;
    frames(c, 2);
    for (int i = 0; i < 7; i++) {
        CHECK(ox_levels_areas(c, &areas) == 1 && areas[0].resting == rests[i]);
        frame(c, PLAT_A);
        frames(c, 2);
    }
    CHECK_EQ(traps(c), 0);
    end(&p);
}

/* The world has room for what the levels may have alive at once, and no more. */
TEST(level_scenes_room_in_the_world) {
    static const struct {
        const char *capacity, *level;
        uint32_t objects;
        bool attaches;
    } rows[] = {
        {"", "", 0, false},
        {"", "spawn coin at=0,0,0\n", 1, false},
        {"", "spawn coin at=0,0,0\nspawn coin at=1,0,0 later\n  set spawn_alive 4\n", 5, false},
        {"", "spawn coin name=a at=0,0,0 later\nwaves w\n  wave 3\n  come 5 a\n  come 6 a\n", 3, false},
        {"",
         "spawn coin name=a at=0,0,0 later\n  set spawn_alive 2\nwaves w\n  come 5 a\n  come 6 a\n  come 7 "
         "a\n",
         2, false},
        {"", "spawn coin name=a at=0,0,0\nspawn runner at=0,0,0\nspawn coin at=0,0,0\n", 3, false},
        {"", "element e at=0,0,0 health=1\n  version mesh=sign threshold=1\n", 1, false},
        {"", "spawn coin name=a at=0,0,0\nspawn coin at=1,0,0 parent=a\n", 2, true},
        {"capacity level-objects 40\n", "spawn coin name=a at=0,0,0\n", 40, false}};
    uint32_t usual = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[2048], level[512];
        played p;
        snprintf(text, sizeof text, "%s%s", rows[i].capacity, HERE);
        snprintf(level, sizeof level, "level 1\nbounds -8,-1,-8 8,3,8\n%s", rows[i].level);
        play(&p, text, plain_script, level);
        const ox_world *world = &p.console->world;
        if (i == 0) usual = world->config.objects;
        CHECK_EQ(world->config.objects - usual, rows[i].objects);
        CHECK_EQ(ox_world_component(world, OX_NAME("attachment")) >= 0, rows[i].attaches);
        CHECK_EQ(ox_world_component(world, OX_NAME("element")) >= 0, i == 6);
        end(&p);
    }
}

/* A sun comes before point lights, and near ones before far ones, where a picture may have only so many. */
TEST(level_scenes_lights_by_distance) {
    static const char level[] =
        "level 1\nbounds -8,-1,-8 8,3,8\nlayer lamps hidden\n"
        "light far point vector=0,0,-4 range=8\nlight near point vector=0,0,5 range=7\n"
        "light sun sun vector=0,-2,0\nlight middle point vector=0,0,1 range=6\n"
        "light dark point vector=0,0,6 range=5 layer=lamps\n";
    static const fx ranges[4] = {0, 7 * FX_ONE, 6 * FX_ONE, 8 * FX_ONE}; /* the sun, near, middle, far */
    rs_light lights[6];
    played p;
    play(&p, HERE, plain_script, level);
    ox_console *c = p.console;
    const ox_scene *scene = &c->scene;
    frames(c, 2);
    for (uint32_t room = 0; room < 6; room++) {
        memset(lights, 0xEE, sizeof lights);
        const uint32_t count = scene->more_lights(scene->more_lights_context, lights, room);
        CHECK_EQ(count, room < 4 ? room : 4);
        for (uint32_t i = 0; i < count; i++)
            CHECK(i == 0 ? lights[i].kind == RS_LIGHT_DIRECTIONAL && lights[i].vector.y == -FX_ONE
                         : lights[i].kind == RS_LIGHT_POINT && lights[i].range == ranges[i]);
        CHECK_EQ(((const uint8_t *)&lights[room])[0], 0xEE);
    }
    CHECK(ox_levels_change_layer(c, OX_NAME("lamps"), ox_area_layer_show, true));
    CHECK(scene->more_lights(scene->more_lights_context, lights, 6) == 5 && lights[1].range == 5 * FX_ONE);
    CHECK(ox_levels_change_layer(c, OX_NAME("lamps"), ox_area_layer_use, false));
    CHECK_EQ(scene->more_lights(scene->more_lights_context, lights, 6), 4);
    CHECK(ox_levels_play(c, OX_NAME("yard"), false));
    frames(c, 2);
    CHECK_EQ(scene->more_lights(scene->more_lights_context, lights, 6), 0);
    end(&p);
}

/* What is outside of the picture is not sent to it; a picture that is full is told of once. */
TEST(level_scenes_pictures) {
    static const struct {
        const char *instances;
        bool sent;
    } rows[] = {{"instance sign at=0,0,0\n", true},   {"instance sign at=0,0,12\n", false},
                {"instance sign at=0,12,0\n", false}, {"instance sign at=14,0,0\n", false},
                {"instance sign at=0,3.2,0\n", true}, {"instance sign at=4.4,0,0\n", true},
                {"instance sign at=0,-12,0\n", false}};
    char level[40000];
    uint32_t none = 0;
    played p;
    for (size_t i = 0; i <= sizeof rows / sizeof *rows; i++) {
        snprintf(level, sizeof level, "level 1\nbounds -8,-1,-8 8,3,8\n%s",
                 i == 0 ? "" : rows[i - 1].instances);
        play(&p, HERE, plain_script, level);
        frames(p.console, 2);
        if (i == 0) none = p.console->stats.triangles;
        if (i > 0) CHECK_EQ(p.console->stats.triangles > none, rows[i - 1].sent);
        end(&p);
    }
    size_t used = (size_t)snprintf(level, sizeof level, "level 1\nbounds -8,-1,-8 8,3,8\n");
    for (int i = 0; i < 900; i++)
        used += (size_t)snprintf(level + used, sizeof level - used, "instance sign at=%d,0,-%d\n", i % 3 - 1,
                                 i / 300);
    play(&p, HEAD_OF("256K", "16K") "level yard yard.txt\n" VIEW " level yard\nend\n", plain_script, level);
    frames(p.console, 4);
    int told = 0;
    for (uint32_t age = 0; age < 16; age++) {
        const char *line = ox_console_log_line(p.console, age);
        told += line != NULL && strstr(line, "levels: the display list is too short") != NULL;
    }
    CHECK_EQ(told, 1);
    end(&p);
}

/* The state shows each level, each layer and all waves, by name. */
TEST(level_scenes_state_is_shown) {
    static const struct {
        const char *kind;
        ox_id id;
        int64_t first; /* the first of its numbers */
    } rows[] = {{"level", OX_NAME("level/yard"), 0},
                {"level", OX_NAME("level/cave"), 0}, /* nobody rests */
                {"level", OX_NAME("level/yard"), 1},
                {"level", OX_NAME("level/cave"), 1}, /* both are asked for */
                {"layer", 0, 3},
                {"layer", OX_NAME("night"), OX_LAYER_ACTIVE},
                {"layer", 0, 3},
                {"layer", OX_NAME("night"), OX_LAYER_ACTIVE},
                {"layer", OX_NAME("late"), OX_LAYER_SHOWN},
                {"waves", OX_NAME("raid"), 0},
                {"waves", OX_NAME("siege"), 2}};
    enum { ROWS = sizeof rows / sizeof *rows };
    played p;
    play_both(&p, BOTH, plain_script);
    ox_console *c = p.console;
    frame(c, 0);
    CHECK(ox_levels_start_waves(c, OX_NAME("siege")));
    frames(c, 2);
    ox_sim_part parts[OX_STATE_PARTS];
    const uint32_t count = ox_console_list_state(c, parts);
    const ox_sim_part *levels = NULL;
    for (uint32_t i = 0; i < count; i++)
        if (parts[i].name != NULL && strcmp(parts[i].name, "levels") == 0) levels = &parts[i];
    CHECK(levels != NULL);
    if (levels == NULL) return;
    uint32_t cursor = 0, shown = 0;
    ox_sim_item item;
    for (; levels->next(levels->context, &cursor, &item); shown++) {
        if (shown >= ROWS) continue;
        CHECK_EQ(strcmp(item.name, rows[shown].kind), 0);
        if (rows[shown].id != 0) CHECK_EQ(item.id, rows[shown].id);
        CHECK_EQ(ox_field_get(&item.type->fields[0], item.record, 0), rows[shown].first);
    }
    CHECK_EQ(shown, ROWS);
    end(&p);
}

/* Scripts may ask for the first point of a path and strike without damage; waves of a timer whose boss does not end
 * them go on. */
TEST(level_scenes_scripts_may_ask_for_the_least) {
    static const char script[] =
        "var at = 9.0\nvar steps = 9\nvar which = ''\nvar far = ''\nvar health = 0.0\nvar bosses = 0\nvar "
        "on_still = false\n"
        "behaviour Rules { on start { at = path_point('lane', 0).x\n steps = strike(find('crate'), 0.0)\n"
        "  health = element_health(find('crate'))\n"
        "  which = nearest_locator('door', vec3(0.0, 9.0, 0.0))\n far = nearest_locator('door', vec3(9.0, "
        "0.0, 9.0))\n"
        "  waves_start('siege') }\n"
        " on tick { bosses = wave('siege')\n on_still = waves_on('siege') } }\n";
    static const char level[] =
        "level 1\nbounds -8,-1,-8 8,3,8\nlocator a door at=0,8,0\nlocator b door at=8,0,0\n"
        "locator c door at=0,0,8\nlocator d door at=8,0,8\npath lane straight 3,0,0 4,0,0\n"
        "spawn coin name=orc at=0,0,0 later\n  set spawn_alive 30\n"
        "element crate at=0,0,0 health=4\n  version mesh=sign threshold=4\n  version threshold=0\n"
        "waves siege timer orc every=4 boss=orc boss-after=1 low=0,0,0 high=1,0,0\n";
    played p;
    play(&p, HERE, script, level);
    ox_console *c = p.console;
    frames(c, 2);
    const int32_t *globals = ox_console_script(c, rom_id("script/game"))->globals;
    CHECK(globals[0] == 3 * FX_ONE && globals[1] == 0 && globals[4] == 4 * FX_ONE);
    CHECK((ox_id)globals[2] == OX_NAME("a") && (ox_id)globals[3] == OX_NAME("d"));
    frames(c, 32);
    CHECK(globals[5] >= 3 && globals[6] == 1);
    CHECK_EQ(traps(c), 0);
    end(&p);
}

/* Without levels there is nothing to be found. */
TEST(level_scenes_without_levels_have_nothing) {
    const ox_area *areas;
    ox_locator place;
    ox_level_path path;
    ox_handle made;
    uint32_t state;
    bool inside;
    played p;
    play(&p, HEAD VIEW "end\n", plain_script, NULL);
    ox_console *c = p.console;
    frames(c, 2);
    const ox_handle rules = object_at(c, 0)->handle;
    CHECK(ox_levels_areas(c, &areas) == 0 && areas == NULL && ox_levels_area(c, 5) == NULL);
    CHECK(ox_levels_locator(c, 5, &place) == OX_NOT_FOUND && ox_levels_path(c, 5, &path) == OX_NOT_FOUND);
    CHECK(ox_levels_nearest_locator(c, 5, (vec3){0, 0, 0}, &place) == OX_NOT_FOUND);
    CHECK(ox_levels_summon(c, 5, &made) == OX_NOT_FOUND && made.bits == 0);
    CHECK(ox_levels_inside(c, rules, 5, &inside) == OX_NOT_FOUND &&
          ox_levels_watch(c, 5, true) == OX_NOT_FOUND);
    CHECK(!ox_levels_layer(c, 5, &state) && !ox_levels_change_layer(c, 5, ox_area_layer_use, true));
    CHECK(ox_levels_spawner(c, 5) == NULL && ox_levels_waves(c, 5) == NULL && ox_levels_elements(c) == NULL);
    CHECK(!ox_levels_start_waves(c, 5) && !ox_levels_play(c, 5, true) && !ox_levels_go(c, 5));
    end(&p);
}

/* Each request for memory of a boot is refused in turn: the console refuses to boot with a sentence, or plays. */
TEST(level_scenes_every_request_for_memory_may_be_refused) {
    int refused = 0, of_levels = 0, played_on = 0;
    bool struck = true;
    played p;
    play_both(&p, BOTH, plain_script);
    CHECK_EQ(ox_console_close(p.console), 0);
    host_close(p.port);
    for (uint32_t k = 1; struck && k < 500; k++) {
        ox_fault fault = ox_fault_at(k, OX_TAGS);
        p.port = quiet_port(NULL);
        ox_boot_options boot = quiet_options(p.port, &p.image);
        boot.modules = ox_preset_silent;
        boot.faults = &fault;
        p.error.text[0] = '\0';
        p.console = ox_console_boot(&boot, &p.error);
        struck = fault.struck > 0;
        if (p.console == NULL) {
            CHECK(p.error.status < 0 && p.error.text[0] != '\0');
            refused++;
            of_levels += strstr(p.error.text, "levels") != NULL;
        } else {
            const uint32_t alive = p.console->world.alive;
            frames(p.console, 3);
            CHECK_EQ(p.console->world.alive, alive);
            /* the rules, two coins and the bat, four elements: nothing is missing; or it is told that the types are */
            CHECK(alive == 1 + 3 + 4 || logged(p.console, "level: coin is a type of objects"));
            played_on++;
        }
        CHECK_EQ(ox_console_close(p.console), 0);
        host_close(p.port);
    }
    TEST_INFO("%d boots refused, %d of them for levels, %d played", refused, of_levels, played_on);
    CHECK(!struck && of_levels > 10 && played_on > 0);
    writer_free(&p.image);
    folder_remove(&p.folder);
}
