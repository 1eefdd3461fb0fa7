/* Pictures of cameras: parts of the picture, zones, who is seen by whom, and walls that are not looked into. */
#define _XOPEN_SOURCE 700
#include "kernel/camera/module.h"

#include "tests/host/kernel/physics/physics_scene.h"

static ox_cameras *cameras_of(const played *p) { return ox_console_cameras(p->console); }
static ox_id seen(const played *p, uint32_t part) { return cameras_of(p)->seats[part].seen; }

static uint32_t colour_at(const played *p, int x, int y) {
    host_frame shown = {0};
    CHECK(host_last_frame(p->port, &shown));
    const uint8_t *row = (const uint8_t *)shown.pixels + (size_t)y * (size_t)shown.stride;
    return ((const uint32_t *)(const void *)row)[x] & 0xFFFFFFu;
}

/* How many pixels of a rectangle have a colour. */
static uint32_t pixels_of(const played *p, const int box[4], uint32_t colour) {
    uint32_t count = 0;
    for (int y = box[1]; y < box[3]; y++)
        for (int x = box[0]; x < box[2]; x++) count += colour_at(p, x, y) == colour;
    return count;
}

static const char solid_box[] = "v -0.5 -0.5 -0.5\nv 0.5 -0.5 -0.5\nv 0.5 0.5 -0.5\nv -0.5 0.5 -0.5\nv -0.5 "
                                "-0.5 0.5\nv 0.5 -0.5 0.5\nv 0.5 0.5 0.5\nv -0.5 0.5 0.5\n"
                                "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 4 8 7 3\nf 1 5 8 4\nf 2 3 7 6\n";
/* The same box seen from inside. */
static const char hollow_box[] = "v -0.5 -0.5 -0.5\nv 0.5 -0.5 -0.5\nv 0.5 0.5 -0.5\nv -0.5 0.5 -0.5\nv -0.5 "
                                 "-0.5 0.5\nv 0.5 -0.5 0.5\nv 0.5 0.5 0.5\nv -0.5 0.5 0.5\n"
                                 "f 1 2 3 4\nf 5 8 7 6\nf 1 5 6 2\nf 4 3 7 8\nf 1 4 8 5\nf 2 6 7 3\n";

static bool play_scene(played *p, const char *size, const char *head, const char *scene, const char *script) {
    static char text[12000];
    const int length = snprintf(text, sizeof text,
                                "title \"Parts\"\nsize %s\nformat xrgb8888\nbudget 1000K\nframe 96K\nstart "
                                "one\ncapacity cameras 8\ncapacity shapes 40\n"
                                "capacity players 4\nscript game game.goad\nmaterial red colour=#ff2020 "
                                "shading=unlit\nmaterial blue colour=#2040ff shading=unlit\n"
                                "material pink colour=#ff00ff shading=unlit\nmesh box solid.obj "
                                "material=red\nmesh cube solid.obj material=blue\n"
                                "mesh inside hollow.obj material=pink\n%sscene one\n background #204020\n "
                                "light sun direction=-1,-1,-1\n%send\n",
                                size, head, scene);
    CHECK(length > 0 && (size_t)length < sizeof text);
    memset(p, 0, sizeof *p);
    write_texts(&p->folder, &(played_texts){text, script, NULL});
    folder_write(&p->folder, "solid.obj", solid_box);
    folder_write(&p->folder, "hollow.obj", hollow_box);
    folder_write(
        &p->folder, "quad.csv",
        "key,part:i32,camera:id,left:fx,top:fx,wide:fx,tall:fx\na,0,c0,0,0,0.5,0.5\nb,1,c1,0.5,0,0.5,0.5\n"
        "c,2,c2,0,0.5,0.5,0.5\nd,3,c3,0.5,0.5,0.5,0.5\n");
    folder_write(
        &p->folder, "halves.csv",
        "key,part:i32,camera:id,left:fx,top:fx,wide:fx,tall:fx\na,0,c0,0,0,1,0.5\nb,1,c1,0,0.5,1,0.5\n");
    folder_write(&p->folder, "alone.csv", "key,part:i32,camera:id\na,0,c2\n");
    CHECK(folder_pack(&p->folder, &p->image));
    boot_with(p, NULL, 0);
    if (p->console == NULL) test_fail(__FILE__, __LINE__, p->error.text, 0, 1);
    return p->console != NULL;
}

/* ---- parts of the picture ---- */

static const char layouts[] = "data quad quad.csv\ndata halves halves.csv\ndata alone alone.csv\n";
static const char layout_script[] =
    "behaviour Rules {\n"
    "    on Press(b) {\n"
    "        if b == Button.A { camera_layout('quad') }\n"
    "        if b == Button.B { camera_layout('halves') }\n"
    "        if b == Button.START { camera_layout('alone') }\n"
    "    }\n"
    "    on tick { for i in 0..3 { camera_part(i); camera_steer(stick_of(i + 1).x * -2.0, 0.0) };  "
    "camera_part(0) }\n"
    "}\n"
    "behaviour Bot { on tick { let far = now() < 40 ? 1.0 : 0.0; steer(2, 0, vec2(0.5 * far, 0.0)); steer(3, "
    "0, vec2(-far, 0.0)); steer(4, 0, vec2(0.0, 0.0)) } }\n";
static const char four_cameras[] = " camera c0 orbit of=it distance=6 pitch=-20 fov=40%s\n camera c1 orbit "
                                   "of=it distance=9 pitch=-35 yaw=70 fov=60%s\n"
                                   " camera c2 orbit of=other distance=5 pitch=-10 yaw=150\n camera c3 orbit "
                                   "of=other distance=8 pitch=-60 yaw=-40\n"
                                   " object box name=it at=0,0,0\n object cube at=2,0,1\n object cube "
                                   "name=other at=-3,0,2\n object box at=-1,1,-4\n%s";

static void copy_picture(const played *p, int width, int height, uint32_t *to) {
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) to[y * width + x] = colour_at(p, x, y);
}

/* CAM-002: one, two and four parts out of data alone, changed while the game plays; each half is what a picture of half the size is, pixel for pixel; nothing is drawn outside of a part; a point stands in both halves where its camera has
 * it; and four players steer a camera each. */
TEST(camera_parts_are_pictures_of_their_own) {
    static uint32_t whole[96 * 64], half[2][48 * 64];
    static char scene[2000], alone[2000];
    played p, one;
    snprintf(scene, sizeof scene, four_cameras, " part=0 left=0 wide=0.5", " part=1 left=0.5 wide=0.5", "");
    for (int i = 0; i < 2; i++) { /* each camera by itself, in a picture of half the width */
        snprintf(alone, sizeof alone, four_cameras, i == 0 ? " part=0" : "", i == 1 ? " part=0" : "", "");
        if (!play_scene(&one, "48x64", "", alone, "behaviour Nobody { }\n")) return;
        frames(one.console, 4);
        copy_picture(&one, 48, 64, half[i]);
        end(&one);
    }
    if (!play_scene(&p, "96x64", "", scene, "behaviour Nobody { }\n")) return;
    frames(p.console, 4);
    copy_picture(&p, 96, 64, whole);
    for (int i = 0; i < 2; i++)
        for (int y = 0; y < 64; y++)
            CHECK_EQ(memcmp(&whole[y * 96 + i * 48], &half[i][y * 48], 48 * sizeof *whole), 0);
    for (uint32_t i = 0; i < 2; i++) { /* the middle of the red box, which both see */
        ox_camera_view view;
        ox_camera_spot spot;
        CHECK(ox_cameras_view(cameras_of(&p), i, &view));
        ox_camera_project(&view, place_called(&p, "it"), &spot);
        CHECK(spot.x >= (int32_t)i * 48 * 16 && spot.x < (int32_t)(i + 1) * 48 * 16);
        CHECK_EQ(colour_at(&p, spot.x / 16, spot.y / 16), 0xFF2020);
    }
    end(&p);
    snprintf(scene, sizeof scene, four_cameras, "", "", " behaviour Rules\n behaviour Bot\n");
    if (!play_scene(&p, "96x64", layouts, scene, layout_script)) return;
    frames(p.console, 3);
    CHECK(seen(&p, 0) == rom_id("c0") && !cameras_of(&p)->seats[1].is_on);
    frame(p.console, PLAT_A);
    frames(p.console, 2);
    for (uint32_t i = 0; i < 4; i++) {
        const char name[3] = {'c', (char)('0' + i), 0};
        CHECK_EQ(seen(&p, i), rom_id(name));
    }
    ang32 yaw[4];
    for (uint32_t i = 0; i < 4; i++)
        yaw[i] = ox_rig_of(cameras_of(&p), ox_camera_called(cameras_of(&p), seen(&p, i)))->state.yaw;
    for (int i = 0; i < 10; i++) frame(p.console, PLAT_RIGHT);
    static const double turned[4] = {-20, -10, 20, 0}; /* degrees, of each player's stick */
    for (uint32_t i = 0; i < 4; i++) {
        const ox_rig *r = ox_rig_of(cameras_of(&p), ox_camera_called(cameras_of(&p), seen(&p, i)));
        CHECK_NEAR(ang32_diff(yaw[i], r->state.yaw) / 11930465.0, turned[i], 2.1);
        CHECK(turned[i] != 0 || r->state.yaw == yaw[i]);
    }
    /* A part fills its rectangle and no more: another view in one quarter, and the other three stay as they were. */
    frames(p.console, 40);
    copy_picture(&p, 96, 64, whole);
    ox_rig_of(cameras_of(&p), ox_camera_called(cameras_of(&p), rom_id("c3")))->state.reach = FX_HALF;
    frames(p.console, 1);
    uint32_t changed[2] = {0, 0};
    for (int y = 0; y < 64; y++)
        for (int x = 0; x < 96; x++) changed[x >= 48 && y >= 32] += colour_at(&p, x, y) != whole[y * 96 + x];
    CHECK(changed[0] == 0 && changed[1] > 100);
    frame(p.console, PLAT_B);
    frames(p.console, 2);
    CHECK(seen(&p, 0) == rom_id("c0") && seen(&p, 1) == rom_id("c1") && !cameras_of(&p)->seats[2].is_on);
    const ox_view_part *part = &cameras_of(&p)->seats[1].part;
    CHECK(part->top == FX_HALF && part->width == FX_ONE);
    frame(p.console, PLAT_START);
    frames(p.console, 2);
    CHECK(seen(&p, 0) == rom_id("c2") && !cameras_of(&p)->seats[1].is_on);
    end(&p);
}

/* ---- who sees what ---- */

/* CAM-020: eyes see the arms and not the body; the mirror, another part of the picture, sees the body and not the arms. */
TEST(camera_arms_are_seen_by_their_eyes_alone) {
    static const char scene[] =
        " camera eyes first of=hero height=0.4 part=0 left=0 wide=0.5\n  with lens=height hides=1 "
        "arms=sword\n"
        " camera mirror fixed of=nobody at=0,0.4,-6 yaw=180 part=1 left=0.5 wide=0.5\n"
        " object box name=hero\n object cube name=sword at=0,0.2,-2 scale=0.4\n";
    static const int left[4] = {0, 0, 48, 64}, right[4] = {48, 0, 96, 64};
    played p;
    if (!play_scene(&p, "96x64", "", scene, "behaviour Nobody { }\n")) return;
    frames(p.console, 3);
    CHECK(pixels_of(&p, left, 0x2040FF) > 50 && pixels_of(&p, left, 0xFF2020) == 0);
    CHECK(pixels_of(&p, right, 0xFF2020) > 50 && pixels_of(&p, right, 0x2040FF) == 0);
    end(&p);
}

/* CAM-018: whoever cycles the views of a car looks the same way in each, and the car goes on as it did. */
TEST(camera_views_of_a_car_keep_its_heading) {
    static const char scene[] =
        " camera behind follow of=hero distance=5 height=0.5 lift=0.5\n camera cockpit seat of=hero "
        "height=0.5\n"
        " camera bonnet seat of=hero height=0.3 distance=-0.5\n object box name=hero behaviour=Car\n";
    static const char script[] =
        "behaviour Car {\n    var view = 0\n    on tick { self.angle += 1deg; self.pos = self.pos + "
        "ahead(self.angle) * 0.1 }\n"
        "    on Press(b) when b == Button.A { view = (view + 1) % 3; camera_use(view == 0 ? 'behind' : view "
        "== 1 ? 'cockpit' : 'bonnet', 0t) }\n}\n";
    played p, other;
    ox_id views[3] = {0};
    if (!play_scene(&p, "64x48", "", scene, script) || !play_scene(&other, "64x48", "", scene, script))
        return;
    for (int i = 0; i < 60; i++) {
        frame(p.console, i % 10 == 5 ? PLAT_A : 0);
        frame(other.console, 0);
        const ox_object_place *car = ox_object_place_of(&p.console->world, object_called(&p, "hero"));
        const ox_object_place *twin =
            ox_object_place_of(&other.console->world, object_called(&other, "hero"));
        CHECK(car->angle == twin->angle && v3_equal(car->pos, twin->pos));
        const vec3 way = q4_rotate(cameras_of(&p)->seats[0].camera.now.turn, (vec3){0, 0, -FX_ONE});
        const int32_t off = ang32_diff(atan2_32(-way.x, -way.z), (ang32)car->angle << 16) / 65536;
        CHECK(off >= -4 && off <= 4);
        views[i / 10 % 3] = seen(&p, 0);
    }
    CHECK(views[0] != views[1] && views[1] != views[2] && views[0] != views[2]);
    end(&p);
    end(&other);
}

/* ---- zones ---- */

static const char zones[] =
    " path west straight -10,0,-5 0,0,-5 0,0,5 -10,0,5 closed\n path east straight 0,0,-5 10,0,-5 10,0,5 "
    "0,0,5 closed\n"
    /* an L about the corner of both, of three sides and a notch */
    " path north straight -10,0,-5 -10,0,-15 10,0,-15 10,0,-5 5,0,-5 5,0,-10 -5,0,-10 -5,0,-5 closed\n"
    " camera a fixed of=hero at=-9,4,6 zone=west\n camera b fixed of=hero at=9,4,6 zone=east\n camera c "
    "fixed of=hero at=0,6,-18 yaw=180 zone=north smooth=0.2\n"
    " object box name=hero at=-8,0,0\n";

static void walk(played *p, vec3 *at, vec3 way, int steps) {
    for (int i = 0; i < steps; i++) {
        *at = v3_adds(*at, way);
        ox_object_place_of(&p->console->world, object_called(p, "hero"))->pos = *at;
        frame(p->console, 0);
    }
}

/* CAM-022: cuts come at the borders plus the margin, on the way there and on the way back; who stands on a border sees none; a room may have any shape; outside of all the last camera stays. What is no zone is refused. */
TEST(camera_zones_cut_at_their_borders) {
    played p;
    vec3 at = {-2 * FX_ONE, 0, 0};
    if (!play_scene(&p, "64x48", "", zones, "behaviour Nobody { }\n")) return;
    walk(&p, &at, V3_ZERO, 2);
    CHECK_EQ(seen(&p, 0), rom_id("a"));
    for (int i = 0; i < 2; i++) { /* there, and back */
        const fx way = i == 0 ? FX(0.0625) : FX(-0.0625);
        const ox_id from = i == 0 ? rom_id("a") : rom_id("b"), to = i == 0 ? rom_id("b") : rom_id("a");
        int cuts = 0;
        fx border = 0;
        for (int k = 0; k < 64; k++) {
            walk(&p, &at, (vec3){way, 0, 0}, 1);
            if (seen(&p, 0) == to && cuts++ == 0) border = at.x;
            if (cuts == 0) CHECK_EQ(seen(&p, 0), from);
        }
        CHECK_NEAR(border, i == 0 ? FX(0.25) + way : FX(-0.25) + way, 4);
        CHECK_EQ(cuts == 0, 0);
    }
    at = (vec3){FX(0.1), 0, 0};
    int changes = 0;
    ox_id last = seen(&p, 0);
    for (int i = 0; i < 600; i++) { /* a tenth of a metre to either side of the border */
        at.x = i % 2 == 0 ? FX(0.1) : FX(-0.1);
        walk(&p, &at, V3_ZERO, 1);
        changes += seen(&p, 0) != last;
        last = seen(&p, 0);
    }
    CHECK_EQ(changes, 0);
    at = (vec3){FX(7), 0, FX(-4.5)};
    walk(&p, &at, V3_ZERO, 2);
    CHECK_EQ(seen(&p, 0), rom_id("b"));
    walk(&p, &at, (vec3){0, 0, FX(-0.125)}, 10); /* into an arm of the L, with a blend of 12 steps */
    CHECK(seen(&p, 0) == rom_id("c") && ox_blend_is_on(&cameras_of(&p)->seats[0].blend));
    walk(&p, &at, (vec3){0, 0, FX(-0.125)}, 20);
    CHECK(!ox_blend_is_on(&cameras_of(&p)->seats[0].blend));
    at = (vec3){0, 0, FX(-7)}; /* its notch belongs to nobody */
    walk(&p, &at, V3_ZERO, 3);
    CHECK_EQ(seen(&p, 0), rom_id("c"));
    at = (vec3){0, 0, FX(-4)};
    walk(&p, &at, V3_ZERO, 3);
    CHECK(seen(&p, 0) != rom_id("c"));
    end(&p);
    static const char *const wrong[] = {" path west straight -10,0,-5 0,0,-5 0,0,5 -10,0,5\n camera a fixed "
                                        "of=hero zone=west\n object box name=hero\n",
                                        " camera a fixed of=hero zone=nowhere\n object box name=hero\n"};
    static const char *const says[] = {"closed path", "no path of this scene"};
    for (int i = 0; i < 2; i++) {
        static char text[1000];
        snprintf(text, sizeof text,
                 "title \"Zone\"\nsize 64x48\nformat pal8\nbudget 900K\nframe 16K\nstart one\nscript game "
                 "game.goad\n"
                 "mesh box square.obj\nscene one\n light sun direction=-1,-1,-1\n%send\n",
                 wrong[i]);
        memset(&p, 0, sizeof p);
        pack_texts(&p, &(played_texts){text, "behaviour Nobody { }\n", NULL});
        boot_with(&p, NULL, 0);
        CHECK(p.console == NULL && strstr(p.error.text, says[i]) != NULL);
        if (p.console != NULL) {
            end(&p);
            continue;
        }
        host_close(p.port);
        writer_free(&p.image);
        folder_remove(&p.folder);
    }
}

/* ---- walls ---- */

/* CAM-032: a tour between walls whose insides are pink: no pixel of them is ever seen, through booms of both kinds; where nothing moves the picture stands; a wall between is stayed before, and left softly. */
TEST(camera_never_looks_into_walls) {
    static char scene[6000];
    size_t length =
        (size_t)snprintf(scene, sizeof scene,
                         " camera hero chase of=hero distance=4.5 height=0.6 pitch=-12 lift=0.9 near=0.1\n"
                         "  with boom=sphere gap=0.1 short=1\n object cube name=hero scale=0.5\n");
    static const char *const walls[] = {"-3,1.5,-4", "3,1.5,-4",  "-3,1.5,2",  "3,1.5,2",
                                        "0,1.5,7",   "0,1.5,-10", "-8,1.5,-1", "8,1.5,-1"};
    for (int i = 0; i < 8; i++)
        length += (size_t)snprintf(scene + length, sizeof scene - length,
                                   " object wall at=%s scale=3\n object inside at=%s scale=2.98\n", walls[i],
                                   walls[i]);
    static const int all[4] = {0, 0, 96, 64};
    played p;
    if (!play_scene(&p, "96x64", "type wall mesh=box\n with shape=box\ntype hero\n", scene,
                    "behaviour Nobody { }\n"))
        return;
    uint32_t near_walls = 0;
    int hits = 0, stop = 0;
    for (int i = 0; i < 900; i++) {
        /* Between the blocks, and looks about. */
        static const vec3 stops[8] = {{0, 0, FX(-1)},         {FX(5.4), 0, FX(-1)}, {FX(5.4), 0, FX(-7)},
                                      {0, 0, FX(-7)},         {0, 0, FX(-1)},       {FX(-5.4), 0, FX(-1)},
                                      {FX(-5.4), 0, FX(4.6)}, {0, 0, FX(4.6)}};
        ox_object *hero = object_called(&p, "hero");
        ox_object_place *at = ox_object_place_of(&p.console->world, hero);
        const vec3 to = stops[stop], way = v3_subs(to, at->pos);
        if (v3_length(way) < FX(0.1)) stop = (stop + 1) % 8;
        at->pos = v3_adds(at->pos, v3_scales(v3_normalize_or(way, V3_Z, NULL), FX(0.08)));
        at->angle = ang16_from_ang32(atan2_32(-way.x, -way.z));
        ox_cameras *c = cameras_of(&p);
        c->wishes[0].yaw = (int32_t)((uint32_t)(i % 40 < 20 ? 2 : -1) << 24);
        frame(p.console, 0);
        CHECK_EQ(pixels_of(&p, all, 0xFF00FF), 0);
        const uint32_t red = pixels_of(&p, all, 0xFF2020);
        near_walls += red > 96 * 64 / 3;
        ox_object *object = ox_camera_called(c, rom_id("hero"));
        const int boom = ox_world_component(&p.console->world, rom_id("boom"));
        const ox_boom_component *b = ox_component_get(&p.console->world, object, (uint32_t)boom);
        hits += b->boom.free == 0;
    }
    TEST_INFO("a wall fills a third of %u pictures of 900, the boom is shortened in %d", (unsigned)near_walls,
              hits);
    CHECK(near_walls > 100 && hits > 100);
    ox_camera_view view;
    ox_camera_spot spot, was = {0};
    frames(p.console, 200);
    for (int i = 0; i < 60; i++) { /* nothing moves */
        frame(p.console, 0);
        CHECK(ox_cameras_view(cameras_of(&p), 0, &view));
        ox_camera_project(&view, place_called(&p, "hero"), &spot);
        if (i > 0) CHECK(abs(spot.x - was.x) <= 32 && abs(spot.y - was.y) <= 32);
        was = spot;
    }
    end(&p);
}
