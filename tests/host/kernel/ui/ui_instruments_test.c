/* Instruments on the glass: radars, crosshairs, arrows that show the way. */
#define _XOPEN_SOURCE 700
#include <math.h>

#include "fixedmath/quaternion.h"
#include "fixedmath/random.h"
#include "kernel/behaviour/module.h"
#include "kernel/ui/internal.h"
#include "kernel/world/place.h"
#include "kernel/world/query.h"
#include "tests/host/rom/carts/played_cart.h"

static const char head[] =
    "title \"Instruments\"\nsize 240x160\nformat xrgb8888\nbudget 512K\nframe 128K\nstart one\n"
    "material plain colour=#404040 shading=unlit\nmaterial pointer colour=#00ffff shading=unlit\n"
    "mesh block block.obj material=plain\nmesh needle block.obj material=pointer\n"
    "type enemy mesh=block\ntype friend mesh=block\ntype stone mesh=block\n"
    "script game game.goad\nscreen hud hud.screen\n"
    "scene one\n background #102030\n camera at=0,0,0 target=0,0,-1 fov=60 near=0.5 far=100\n screen hud\n"
    " object block name=hero at=0,0,0 hidden\n behaviour Rules\n";

/* An octahedron, which looks alike from both sides. */
static const char block_obj[] =
    "v 0.5 0 0\nv -0.5 0 0\nv 0 0.5 0\nv 0 -0.5 0\nv 0 0 0.5\nv 0 0 -0.5\nf 1 3 5\nf 3 2 "
    "5\nf 2 4 5\nf 4 1 5\nf 3 1 6\nf 2 3 6\n"
    "f 4 2 6\nf 1 4 6\n";

static void play_hud(played *p, const char *objects, const char *screen, const char *script) {
    char text[2000];
    snprintf(text, sizeof text, "%s%send\n", head, objects);
    memset(p, 0, sizeof *p);
    write_texts(&p->folder, &(played_texts){text, script == NULL ? "behaviour Rules { }\n" : script, NULL});
    folder_write(&p->folder, "hud.screen", screen);
    folder_write(&p->folder, "block.obj", block_obj);
    tool_error error = {.text = ""};
    const bool packed = folder_pack_told(&p->folder, &p->image, &error);
    if (!packed) fprintf(stderr, "%s\n", error.text);
    CHECK(packed);
    boot_with(p, NULL, 0);
    if (p->console == NULL) fprintf(stderr, "%s\n", p->error.text);
    CHECK(p->console != NULL);
    frames(p->console, 2);
}

static ox_ui *ui_in(const played *p) { return ui_of(&p->console->host); }

static ox_object *object_called(const played *p, const char *name) {
    return ox_world_called(p->console->host.world, rom_id(name));
}

static void put_at(const played *p, const char *name, vec3 place) {
    CHECK_EQ(ox_place_set(p->console->host.world, object_called(p, name), place), OX_OK);
}

static uint32_t pixel(const played *p, int x, int y) {
    const uint8_t *row = p->console->bands.pixels + (size_t)y * (size_t)p->console->bands.stride;
    return ((const uint32_t *)(const void *)row)[x] & 0xFFFFFFu;
}

/* Pixels of a colour, and their middle in hundredths of a pixel. */
typedef struct spot {
    int count, x, y;
} spot;

static spot find_spot(const played *p, uint32_t rgb) {
    spot s = {0, 0, 0};
    for (int y = 0; y < 160; y++)
        for (int x = 0; x < 240; x++) {
            if (pixel(p, x, y) != rgb) continue;
            s.count++;
            s.x += x;
            s.y += y;
        }
    if (s.count > 0) s.x = s.x * 100 / s.count, s.y = s.y * 100 / s.count;
    return s;
}

/* ---- radar ---- */

/* UI-035: places on the radar by their known vectors, and next to a reckoning in doubles. */
TEST(ui_radar_places_are_exact) {
    static const struct {
        fx ahead[2], away[2];
        int right, up;
    } known[] = {{{FX_ONE, 0}, {FX(25), 0}, 0, 100},
                 {{FX_ONE, 0}, {0, FX(25)}, -100, 0},
                 {{-FX_ONE, 0}, {FX(-25), 0}, 0, 100},
                 {{0, FX_ONE}, {0, FX(25)}, 0, 100},
                 {{0, FX_ONE}, {FX(25), 0}, 100, 0}};
    ui_blip blip;
    rng128 r = rng128_seed(35);
    int wrong = 0;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const vec2 away = {known[i].away[0], known[i].away[1]},
                   ahead = {known[i].ahead[0], known[i].ahead[1]};
        CHECK(ui_blip_at(away, ahead, FX(50), 200, &blip));
        CHECK(blip.right == known[i].right && blip.up == known[i].up);
    }
    CHECK(ui_blip_at((vec2){FX(30), FX(40)}, (vec2){0, FX_ONE}, FX(50), 200, &blip));
    CHECK(!ui_blip_at((vec2){FX(30), FX(40) + 1}, (vec2){0, FX_ONE}, FX(50), 200, &blip));
    CHECK(!ui_blip_at((vec2){INT32_MIN, INT32_MAX}, (vec2){0, FX_ONE}, FX(50), 200, &blip));
    for (int i = 0; i < 10000; i++) {
        const ang16 angle = (ang16)rng128_next(&r);
        const fx range = FX(1) + (fx)(rng128_next(&r) >> 8);
        const vec2 away = {(fx)rng128_next(&r) >> 8, (fx)rng128_next(&r) >> 8},
                   ahead = {-fx_sin(angle), fx_cos(angle)};
        const int radius = 1 + (int)(rng128_next(&r) % 200);
        const double turn = angle * 6.283185307179586 / 65536, e = away.x, n = away.y,
                     up = (e * -sin(turn) + n * cos(turn)) * radius / range,
                     right = (e * cos(turn) + n * sin(turn)) * radius / range;
        const bool near = e * e + n * n <= (double)range * range;
        wrong += ui_blip_at(away, ahead, range, radius, &blip) != near;
        if (near) wrong += fabs(blip.right - right) > 1 || fabs(blip.up - up) > 1;
    }
    CHECK_EQ(wrong, 0);
}

#define RADAR                                                                                                \
    "style bad text=#FF0000 pad=0,0\nstyle good text=#00FF00 pad=1,0\nstyle radar text=#0000FF\nscreen "     \
    "hud\n"

/* UI-035: enemies and friends in their colours, with the owner's front at the top; what is far away or no kind of the
 * radar's is not seen. Higher and lower objects have a line. */
TEST(ui_radar_shows_what_is_near) {
    played p;
    play_hud(&p,
             " object enemy name=foe at=0,0,-20\n object friend name=mate at=20,0,0\n object stone name=rock "
             "at=0,0,10\n object enemy name=far at=0,0,60\n",
             RADAR
             "radar r about=hero shows=enemy:bad,friend:good range=40 height=2 size=81x81 at=top-left\n",
             NULL);
    spot foe = find_spot(&p, 0xFF0000), mate = find_spot(&p, 0x00FF00);
    CHECK(foe.count == 9 && foe.x == 4000 && foe.y == 2000);
    CHECK(mate.count == 25 && mate.x == 6000 && mate.y == 4000);
    CHECK(pixel(&p, 40, 0) == 0x0000FF && pixel(&p, 40, 40) == 0x0000FF && pixel(&p, 80, 40) == 0x0000FF);
    ox_object_place_of(p.console->host.world, object_called(&p, "hero"))->angle = 49152; /* to the east */
    put_at(&p, "foe", (vec3){0, FX(3), FX(-20)});
    frames(p.console, 1);
    foe = find_spot(&p, 0xFF0000);
    mate = find_spot(&p, 0x00FF00);
    CHECK(foe.count == 12 && foe.x == 2000 && foe.y < 4000); /* to the left, and a line above it */
    CHECK(mate.x == 4000 && mate.y == 2000);
    put_at(&p, "foe", (vec3){0, FX(-3), FX(-20)});
    frames(p.console, 1);
    CHECK(find_spot(&p, 0xFF0000).y > 4000);
    put_at(&p, "foe", (vec3){0, 0, FX(-41)});
    frames(p.console, 1);
    CHECK_EQ(find_spot(&p, 0xFF0000).count, 0);
    end(&p);
}

/* UI-035: north stays at the top where the radar says so, and a radar of the plane shows x and y. */
TEST(ui_radar_may_have_north_or_the_plane_at_the_top) {
    played p;
    play_hud(&p, " object enemy name=foe at=0,10,-20\n",
             RADAR
             "radar r about=hero shows=enemy:bad range=40 north size=81x81 at=top-left\nradar q about=hero "
             "shows=enemy:good range=40 plane size=81x81 at=top-right\n",
             NULL);
    ox_object_place_of(p.console->host.world, object_called(&p, "hero"))->angle = ANG16_90;
    frames(p.console, 1);
    CHECK(find_spot(&p, 0xFF0000).y == 2000 && find_spot(&p, 0xFF0000).x == 4000);
    CHECK(find_spot(&p, 0x00FF00).y == 3000);
    end(&p);
}

/* UI-035: a radar of those who are told of shows them for just so many steps; how long is part of the state. */
TEST(ui_radar_forgets_after_the_steps) {
    static uint8_t bytes[8192];
    played p;
    play_hud(&p, " object enemy name=foe at=0,0,-20\n object enemy name=other at=5,0,-20\n",
             RADAR "radar r about=hero shows=enemy:bad range=40 told size=81x81 at=top-left\n",
             "behaviour Rules { on Press(b) { for who in every('enemy') { if who.pos.x < 1.0 { "
             "radar_show(who, 5) } } "
             "} }\n");
    CHECK_EQ(find_spot(&p, 0xFF0000).count, 0);
    frame(p.console, PLAT_A);
    for (int left = 5; left > 0; left--) {
        CHECK_EQ(find_spot(&p, 0xFF0000).count, 9);
        frame(p.console, 0);
    }
    CHECK_EQ(find_spot(&p, 0xFF0000).count, 0);
    ox_screen_radar(&p.console->host, object_called(&p, "foe")->handle, 3);
    const ox_sim_part part = ui_state_part(ui_in(&p));
    const ox_sim state = {&part, 1};
    ox_writer to = ox_writer_bytes(bytes, sizeof bytes);
    ox_sim_save(&state, &to);
    frames(p.console, 3);
    CHECK_EQ(find_spot(&p, 0xFF0000).count, 0);
    ox_reader from = ox_reader_bytes(bytes, to.used);
    CHECK_EQ(ox_sim_restore(&state, &from), OX_OK);
    frames(p.console, 2);
    CHECK_EQ(find_spot(&p, 0xFF0000).count, 9);
    frames(p.console, 1);
    CHECK_EQ(find_spot(&p, 0xFF0000).count, 0);
    end(&p);
}

/* ---- crosshair ---- */

/* UI-034: an enemy, a friend and nothing have each their colour and letter. The nearest of two counts, and what is
 * beyond the range does not. */
TEST(ui_crosshair_tells_friend_from_foe) {
    played p;
    play_hud(
        &p,
        " object enemy name=foe at=0,0,-20\n object friend name=mate at=0,0,-40\n object stone name=rock "
        "at=50,0,-5\n",
        "style bad text=#FF0000\nstyle good text=#00FF00\nstyle crosshair text=#FFFFFF\nscreen hud\n"
        "crosshair c about=hero shows=enemy:bad,friend:good range=30 size=16x16 at=centre\n",
        NULL);
    const spot foe = find_spot(&p, 0xFF0000);
    CHECK(foe.count > 5 && find_spot(&p, 0xFFFFFF).count == 0 && abs(foe.x - 12000) < 300 &&
          abs(foe.y - 8000) < 300);
    put_at(&p, "foe", (vec3){FX(10), 0, FX(-20)});
    frames(p.console, 1);
    const spot none = find_spot(&p, 0xFFFFFF); /* the friend is too far away */
    CHECK(none.count > 3 && find_spot(&p, 0xFF0000).count == 0);
    put_at(&p, "mate", (vec3){0, 0, FX(-30)});
    frames(p.console, 1);
    const spot mate = find_spot(&p, 0x00FF00);
    CHECK(mate.count > 5 && foe.count != mate.count && mate.count != none.count && foe.count != none.count);
    put_at(&p, "foe", (vec3){0, 0, FX(-25)});
    frames(p.console, 1);
    CHECK(find_spot(&p, 0xFF0000).count == foe.count);
    put_at(&p, "rock", (vec3){0, 0, FX(-5)}); /* a stone in front is nothing */
    frames(p.console, 1);
    CHECK(find_spot(&p, 0xFFFFFF).count == none.count);
    put_at(&p, "rock", (vec3){FX(50), 0, FX(-5)});
    put_at(&p, "foe",
           (vec3){FX(0.49), 0, FX(-25)}); /* the sphere of half a metre is just met, then just not */
    frames(p.console, 1);
    CHECK(find_spot(&p, 0xFF0000).count == foe.count);
    put_at(&p, "foe", (vec3){FX(0.52), 0, FX(-25)});
    frames(p.console, 1);
    CHECK(find_spot(&p, 0x00FF00).count == mate.count);
    end(&p);
}

/* ---- arrow ---- */

/* The angle between the way in which the arrow is seen and the way to a place from another one, in degrees. */
static double off_by(const played *p, vec3 from, vec3 to) {
    const rot33 turn = q4_to_rot33(ui_in(p)->needle.shown);
    const vec3 seen = rot33_apply(&turn, (vec3){0, 0, -FX_ONE}), way = v3_subs(to, from);
    const double dot = (double)seen.x * way.x + (double)seen.y * way.y + (double)seen.z * way.z,
                 lengths = sqrt((double)seen.x * seen.x + (double)seen.y * seen.y + (double)seen.z * seen.z) *
                           sqrt((double)way.x * way.x + (double)way.y * way.y + (double)way.z * way.z);
    return acos(fmin(dot / lengths, 1)) * 57.29577951308232;
}

/* UI-033: wherever the camera stands and wherever the goal is, the arrow points to it and stays at its pixel, in front
 * of the scene; also to what is right behind. */
TEST(ui_arrow_points_and_stays_at_its_pixel) {
    static const vec3 goals[] = {{FX(10), 0, 0},          {0, 0, FX(30)},         {0, 0, FX(-30)},
                                 {FX(-3), FX(20), FX(4)}, {FX(1), FX(-9), FX(9)}, {1, 0, FX(30)},
                                 {0, FX(12), 0}};
    played p;
    play_hud(&p, " object stone name=goal at=10,0,0\n object block name=wall scale=14 at=0,0,-6\n",
             "screen hud\narrow a about=hero mesh=needle to=goal size=24x24 at=centre,60,-40\n", NULL);
    for (size_t i = 0; i < sizeof goals / sizeof goals[0]; i++) {
        put_at(&p, "goal", goals[i]);
        for (int turn = 0; turn < 4; turn++) {
            ox_scene_camera *camera = &p.console->host.scene->cameras[0];
            camera->position = (vec3){FX(5) * turn, FX(2) * turn, FX(3)};
            camera->target =
                (vec3){turn == 1 ? FX(40) : 0, turn == 2 ? FX(10) : 0, turn == 3 ? FX(50) : FX(-20)};
            frames(p.console, 1);
            const spot arrow = find_spot(&p, 0x00FFFF);
            if (turn == 0)
                CHECK(pixel(&p, 160, 40) == 0x404040); /* the wall is nearer than the arrow's mesh */
            CHECK(arrow.count > 100 && abs(arrow.x - 18000) <= 150 && abs(arrow.y - 4000) <= 150);
            CHECK(off_by(&p, (vec3){0, 0, 0}, goals[i]) < 0.5);
        }
    }
    end(&p);
}

/* UI-033: from one goal to another the arrow turns evenly in its time, and near the goal it is not there. */
TEST(ui_arrow_turns_without_a_jump) {
    played p;
    play_hud(&p, " object stone name=goal at=10,0,0\n object stone name=next at=0,0,-10\n",
             "screen hud\narrow a about=hero mesh=needle to=stone near=2 time=0.5 size=24x24 at=top\n", NULL);
    const vec3 here = {0, 0, 0}, first = {FX(10), 0, 0}, second = {0, 0, FX(-10)};
    CHECK(off_by(&p, here, first) < 0.5);
    ox_object *goal = object_called(&p, "goal");
    ox_world_destroy(p.console->host.world, goal->handle);
    double before = 90;
    for (int step = 0; step < 40; step++) {
        frames(p.console, 1);
        const double off = off_by(&p, here, second);
        CHECK(off <= before + 0.1 && before - off < 6);
        before = off;
    }
    CHECK(before < 0.5);
    CHECK(find_spot(&p, 0x00FFFF).count > 100);
    put_at(&p, "next", (vec3){0, 0, FX(-2)});
    frames(p.console, 1);
    CHECK_EQ(find_spot(&p, 0x00FFFF).count, 0);
    end(&p);
}

/* Instruments that lack what they need are told with their line. */
TEST(ui_instruments_refuse_what_they_cannot_show) {
    static const struct {
        const char *text, *wanted;
    } wrong[] = {{"radar r shows=enemy:plain\n", "about=NAME"},
                 {"radar r about=hero\n", "shows=NAME:STYLE"},
                 {"radar r about=hero shows=enemy\n", "NAME:STYLE for each kind"},
                 {"crosshair c shows=enemy:none\n", "no style `none`"},
                 {"crosshair c shows=enemy:plain range=-1\n", "range=-1"},
                 {"arrow a mesh=needle\n", "mesh=MESH to=NAME"},
                 {"arrow a to=hero\n", "mesh=MESH to=NAME"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char text[2000], screen[200];
        played p;
        tool_error error = {.text = ""};
        memset(&p, 0, sizeof p);
        snprintf(text, sizeof text, "%send\n", head);
        snprintf(screen, sizeof screen, "style plain text=#FFFFFF\nscreen hud\n%s", wrong[i].text);
        write_texts(&p.folder, &(played_texts){text, "behaviour Rules { }\n", NULL});
        folder_write(&p.folder, "hud.screen", screen);
        folder_write(&p.folder, "block.obj", block_obj);
        CHECK(!folder_pack_told(&p.folder, &p.image, &error));
        if (strstr(error.text, wrong[i].wanted) == NULL) TEST_INFO("%s: %s", wrong[i].text, error.text);
        CHECK(strstr(error.text, wrong[i].wanted) != NULL && strstr(error.text, "hud.screen:3") != NULL);
        writer_free(&p.image);
        folder_remove(&p.folder);
    }
}
