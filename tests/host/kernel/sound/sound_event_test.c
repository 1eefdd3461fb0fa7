/* Sounds of what happens to objects, in carts without a script: steps by the ground, blows by what is met, loud and high by their speed. */
#define _XOPEN_SOURCE 700
#include "kernel/sound/module.h"
#include "tests/host/kernel/physics/physics_scene.h"

static const char surfaces[] = "key,friction:fx,bounce:fx,tread:id,ring:id\n"
                               "grass,0.8,0,rustle,\nstone,0.4,0,clack,bong\n";

/* Two squares of ten metres side by side: grass left of x = 0, stone right of it. */
static const char yard[] = "o yard\nv -10 0 -5\nv 0 0 -5\nv 10 0 -5\nv -10 0 5\nv 0 0 5\nv 10 0 5\n"
                           "usemtl grass\nf 1 4 5 2\nusemtl stone\nf 2 5 6 3\n";

static const char head[] = "title \"Sounds\"\nsize 64x48\nformat pal8\nbudget 900K\nframe 96K\nstart one\n"
                           "data surfaces surfaces.csv\nmesh yard yard.obj\ncollision yard from=yard\n"
                           "type yard mesh=yard\n with shape=soup of=yard\n";

/* Plays a cart of this text, without a script. */
static bool play_silent(played *p, const char *text, const char *robot) {
    static char all[4096];
    CHECK((size_t)snprintf(all, sizeof all, "%s%s", head, text) < sizeof all);
    memset(p, 0, sizeof *p);
    CHECK(folder_make(&p->folder));
    folder_write(&p->folder, "cart.txt", all);
    folder_write(&p->folder, "yard.obj", yard);
    folder_write(&p->folder, "surfaces.csv", surfaces);
    if (robot != NULL) folder_write(&p->folder, "robot.oxs", robot);
    folder_write(&p->folder, "hero.motion",
                 "skeleton robot\nstate go walk\nmark walk 0.02 Step right\nmark walk 0.52 Step left\n");
    CHECK(folder_pack(&p->folder, &p->image));
    boot_with(p, NULL, 0);
    if (p->console == NULL) TEST_INFO("%s", p->error.text);
    return p->console != NULL;
}

static char *read_robot(void) {
    char *text = calloc(1, 400000);
    FILE *f = fopen("rom/carts/examples/motion/robot.oxs", "rb");
    CHECK(text != NULL && f != NULL && fread(text, 1, 399999, f) > 0);
    if (f != NULL) fclose(f);
    return text;
}

/* Two hundred marks of a walk are two hundred steps, each by the ground that it falls on. */
TEST(sound_steps_know_their_ground) {
    char *robot = read_robot();
    played p;
    if (!play_silent(&p,
                     "capacity motions 1\ncapacity motion-joints 60\nskeleton robot robot.oxs\n"
                     "mesh robot robot.oxs skeleton=robot\n"
                     "clip walk robot.oxs animation=walk skeleton=robot travel=x,z\nmotion hero hero.motion\n"
                     "scene one\n camera at=0,1,4 target=0,1,0\n object yard\n object robot name=hero\n"
                     "  with motion=free of=hero\n"
                     "  with sound=event on=Step column=tread name=tap volume=0.5\nend\n",
                     robot)) {
        free(robot);
        return;
    }
    const ox_sounds *sounds = ox_console_sounds(p.console);
    uint32_t steps_of[3] = {0}, wrong = 0, all = 0;
    for (uint32_t frame_number = 0; all < 200 && frame_number < 20000; frame_number++) {
        /* grass, stone, and beyond the yard */
        const uint32_t ground = all / 7 % 3;
        const ox_id names[3] = {rom_id("rustle"), rom_id("clack"), rom_id("tap")};
        ox_object_place_of(&p.console->world, object_called(&p, "hero"))->pos.x =
            ((int32_t)ground * 10 - 5) * FX_ONE;
        frames(p.console, 1);
        for (uint32_t i = 0; i < sounds->shot_count; i++) {
            const ox_sound_shot *shot = &sounds->shots[i];
            wrong += shot->name != names[ground] || shot->volume != FX_HALF || shot->ratio != FX_ONE;
            steps_of[ground]++;
            all++;
        }
    }
    CHECK_EQ(all, 200);
    CHECK_EQ(wrong, 0);
    CHECK(steps_of[0] >= 63 && steps_of[1] >= 63 && steps_of[2] >= 63);
    end(&p);
    free(robot);
}

/* The shot of a name in the steps to come; false: there was none. */
static bool wait_for(const played *p, const char *name, ox_sound_shot *shot) {
    const ox_sounds *sounds = ox_console_sounds(p->console);
    for (int i = 0; i < 120; i++) {
        frames(p->console, 1);
        for (uint32_t k = 0; k < sounds->shot_count; k++) {
            if (sounds->shots[k].name != rom_id(name)) continue;
            *shot = sounds->shots[k];
            return true;
        }
    }
    return false;
}

/* A ball rings on stone, thuds on grass, as loud and as high as it is fast; one that falls an inch is not heard. */
TEST(sound_contacts_are_as_loud_as_they_are_hard) {
    static const char balls[] = "type ball\n with shape=sphere radius=0.5\n with body=free\n"
                                " with sound=event on=Contact column=ring name=thud speed=1,9 rise=2\n"
                                "scene one\n camera at=0,1,4 target=0,1,0\n object yard\n"
                                " object ball name=ball at=%s\nend\n";
    static const struct {
        const char *at, *name;
        double speed;
    } falls[] = {{"4,5.6,0", "bong", 10.0}, {"4,1.775,0", "bong", 5.0}, {"-4,1.775,0", "thud", 5.0}};
    char text[1024];
    played p;
    ox_sound_shot shot;
    for (size_t i = 0; i < sizeof falls / sizeof falls[0]; i++) {
        snprintf(text, sizeof text, balls, falls[i].at);
        if (!play_silent(&p, text, NULL)) return;
        CHECK(wait_for(&p, falls[i].name, &shot));
        const double part = falls[i].speed > 9 ? 1 : (falls[i].speed - 1) / 8;
        CHECK_NEAR(shot.volume, (fx)(part * FX_ONE), FX_ONE / 20);
        CHECK_NEAR(shot.ratio, FX_ONE + shot.volume, 4);
        CHECK_NEAR(shot.at.y, 0, FX_ONE / 4);
        end(&p);
    }
    snprintf(text, sizeof text, balls, "4,0.52,0");
    if (!play_silent(&p, text, NULL)) return;
    CHECK(!wait_for(&p, "bong", &shot));
    end(&p);
}

/* A mover that comes down is heard by what it lands on. */
TEST(sound_movers_land_on_their_ground) {
    played p;
    ox_sound_shot shot;
    if (!play_silent(&p,
                     "type hero\n with shape=capsule radius=0.3 height=1\n with mover=walk\n"
                     " with sound=event on=Landed column=tread\n"
                     "scene one\n camera at=0,1,4 target=0,1,0\n object yard\n"
                     " object hero name=hero at=4,3,0\nend\n",
                     NULL))
        return;
    CHECK(wait_for(&p, "clack", &shot));
    CHECK_EQ(shot.volume, FX_ONE);
    end(&p);
}
