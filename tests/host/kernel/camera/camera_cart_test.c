/* Cameras in carts that a test spells out: lists of shots, parts of the picture, and who is under a pixel. */
#define _XOPEN_SOURCE 700
#include "kernel/camera/module.h"

#include "tests/host/kernel/physics/physics_scene.h"

static ox_cameras *cameras_of(const played *p) { return ox_console_cameras(p->console); }

/* ---- shots ---- */

enum { FIRST = 20, SECOND = 7, THIRD = 15, WHOLE = FIRST + SECOND + THIRD };

static const char shots_script[] =
    "behaviour Walker { on tick { self.pos = self.pos + vec3(0.02, 0.0, 0.01); self.angle = self.angle + "
    "1deg } }\n"
    "behaviour Rules {\n"
    "    on Press(b) {\n"
    "        if b == Button.A { camera_play('intro') }\n"
    "        if b == Button.B { camera_part(1); camera_play('other'); camera_part(0) }\n"
    "        if b == Button.START { camera_skip() }\n"
    "    }\n"
    "}\n";

static bool play_shots(played *p) {
    static const char text[] =
        "title \"Shots\"\nsize 64x48\nformat pal8\nbudget 900K\nframe 32K\nstart one\ncapacity cameras "
        "8\nscript game game.goad\n"
        "data intro intro.csv\ndata other other.csv\nmesh box square.obj\ntype walker mesh=box "
        "behaviour=Walker\n"
        "scene one\n camera hero follow distance=6 height=2 stiff=40 part=0 left=0 wide=0.5\n camera second "
        "chase of=hero part=1 left=0.5 wide=0.5\n"
        " camera face orbit of=hero distance=2\n camera high fixed of=hero at=8,7,8\n camera low fixed "
        "of=hero at=-6,0.5,3\n"
        " light sun direction=-1,-1,-1\n behaviour Rules\n object walker name=hero\nend\n";
    memset(p, 0, sizeof *p);
    write_texts(&p->folder, &(played_texts){text, shots_script, NULL});
    folder_write(&p->folder, "intro.csv",
                 "key,order:i32,camera:id,steps:i32,blend:i32,fov:fx\na,0,high,20,0,40\nb,1,low,7,0,0\nc,2,"
                 "face,15,6,35\n");
    folder_write(&p->folder, "other.csv",
                 "key,order:i32,camera:id,steps:i32,blend:i32,fov:fx\na,0,low,11,0,0\nb,1,high,13,0,0\n");
    CHECK(folder_pack(&p->folder, &p->image));
    boot_with(p, NULL, 0);
    if (p->console == NULL) test_fail(__FILE__, __LINE__, p->error.text, 0, 1);
    return p->console != NULL;
}

static ox_id seen(const played *p, uint32_t part) { return cameras_of(p)->seats[part].seen; }
static const ox_rig *rig_called(const played *p, const char *name) {
    return ox_rig_of(cameras_of(p), ox_camera_called(cameras_of(p), rom_id(name)));
}

static bool same_director(const ox_director *a, const ox_director *b) {
    return a->base == b->base && a->count == b->count && a->list == b->list && a->shot == b->shot &&
           a->left == b->left;
}

/* CAM-034: shots in their order, each as many steps as it has; the game's camera comes back with the state in which it was left; wherever the list is left, the end is the same;
 * two parts have a list each; and there is no more to leave than there is. */
TEST(camera_lists_of_shots_come_back) {
    static const struct {
        const char *camera;
        int steps;
    } shots[] = {{"high", FIRST}, {"low", SECOND}, {"face", THIRD}};
    played p;
    if (!play_shots(&p)) return;
    frames(p.console, 30);
    CHECK(seen(&p, 0) == rom_id("hero") && seen(&p, 1) == rom_id("second"));
    const ox_director rest = cameras_of(&p)->seats[0].director;
    frame(p.console, PLAT_A);
    for (int i = 0; i < 3 && seen(&p, 0) == rom_id("hero"); i++) frames(p.console, 1);
    const ox_rig left = *rig_called(&p, "hero");
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < shots[k].steps; i++) {
            if (seen(&p, 0) != rom_id(shots[k].camera)) TEST_INFO("shot %d step %d", k, i);
            CHECK_EQ(seen(&p, 0), rom_id(shots[k].camera));
            CHECK_EQ(seen(&p, 1), rom_id("second"));
            if (k == 2 && i + 1 == shots[k].steps)
                CHECK_EQ(ox_type_compare(&ox_rig_type, rig_called(&p, "hero"), &left, OX_HASH), -1);
            frames(p.console, 1);
        }
    }
    CHECK_EQ(seen(&p, 0), rom_id("hero"));
    CHECK(same_director(&cameras_of(&p)->seats[0].director, &rest));
    end(&p);
    for (int skip = 1; skip < WHOLE; skip += 5) { /* left in each shot */
        if (!play_shots(&p)) return;
        frames(p.console, 30);
        frame(p.console, PLAT_A);
        frames(p.console, skip);
        CHECK(seen(&p, 0) != rom_id("hero"));
        frame(p.console, PLAT_START);
        frames(p.console, 1);
        CHECK_EQ(seen(&p, 0), rom_id("hero"));
        CHECK(same_director(&cameras_of(&p)->seats[0].director, &rest));
        frame(p.console, PLAT_START); /* nothing is left to leave */
        frames(p.console, 1);
        CHECK(seen(&p, 0) == rom_id("hero") && same_director(&cameras_of(&p)->seats[0].director, &rest));
        end(&p);
    }
    if (!play_shots(&p)) return;
    frames(p.console, 10);
    frame(p.console, PLAT_A | PLAT_B);
    frames(p.console, 2);
    CHECK(seen(&p, 0) == rom_id("high") && seen(&p, 1) == rom_id("low"));
    frames(p.console, 12);
    CHECK(seen(&p, 0) == rom_id("high") && seen(&p, 1) == rom_id("high"));
    frames(p.console, 12);
    CHECK(seen(&p, 0) == rom_id("low") && seen(&p, 1) == rom_id("second"));
    end(&p);
}

/* ---- picking ---- */

/* CAM-011: each of 64 balls is found under the pixel of its middle, and those behind them never; the middle of the picture leads ahead. */
TEST(camera_picks_who_is_in_front) {
    static char objects[8192];
    size_t length = 0;
    for (int i = 0; i < 64; i++)
        length +=
            (size_t)snprintf(objects + length, sizeof objects - length, " object spot name=n%d at=%g,%g,%g\n",
                             i, (i % 8 - 3.5) * 1.1, 2 + (i / 8 - 3.5) * 0.8, -(double)(i % 3));
    for (int i = 0; i < 8; i++) /* behind a ball, as seen from the camera at 0,2,10 */
        length += (size_t)snprintf(
            objects + length, sizeof objects - length, " object spot name=far%d at=%g,%g,%g\n", i,
            (i - 3.5) * 1.1 * (20 + i % 3) / 10, 2 + (i - 3.5) * 0.8 * (20 + i % 3) / 10, 10.0 - 20 - i % 3);
    static char text[12000];
    played p;
    snprintf(
        text, sizeof text,
        "title \"Balls\"\nsize 240x160\nformat pal8\nbudget 900K\nframe 64K\nstart one\ncapacity shapes "
        "90\ncapacity objects 100\n"
        "capacity cameras 2\nscript game game.goad\ntype spot\n with shape=sphere radius=0.3\nscene one\n"
        " camera front fixed at=0,2,10\n light sun direction=-1,-1,-1\n%send\n",
        objects);
    play_texts(&p,
               &(played_texts){text, "behaviour Nobody { on tick { let who = pick(1.0, 1.0) } }\n", NULL});
    if (p.console == NULL) return;
    frames(p.console, 2);
    ox_cameras *c = cameras_of(&p);
    ox_camera_view view;
    CHECK(c != NULL && ox_cameras_view(c, 0, &view));
    int found = 0;
    for (int i = 0; i < 64; i++) {
        char name[16];
        snprintf(name, sizeof name, "n%d", i);
        ox_camera_spot spot;
        vec3 at = V3_ZERO;
        ox_camera_project(&view, place_called(&p, name), &spot);
        if (spot.where != OX_SEEN || spot.x < 0 || spot.x >= 240 * 16 || spot.y < 0 || spot.y >= 160 * 16)
            continue;
        found++;
        const ox_object *who = ox_cameras_pick(c, spot.x * 4096, spot.y * 4096, &at);
        if (who != object_called(&p, name))
            TEST_INFO("%s at %d,%d is %d", name, (int)spot.x, (int)spot.y,
                      who == NULL ? -1 : (int)who->handle.bits);
        CHECK(who == object_called(&p, name));
        CHECK(v3_distance(at, place_called(&p, name)) < FX(0.32));
    }
    TEST_INFO("%d balls", found);
    CHECK(found == 64);
    for (int i = 0; i < 8; i++) {
        char name[16];
        snprintf(name, sizeof name, "far%d", i);
        ox_camera_spot spot;
        vec3 at;
        ox_camera_project(&view, place_called(&p, name), &spot);
        const ox_object *who = ox_cameras_pick(c, spot.x * 4096, spot.y * 4096, &at);
        CHECK(who != NULL && who != object_called(&p, name));
    }
    vec3 from, to;
    ox_camera_pick(&view, FX(120), FX(80), &from, &to);
    CHECK_NEAR(v3_distance(from, view.stand.t), view.near_plane, 16);
    end(&p);
}
