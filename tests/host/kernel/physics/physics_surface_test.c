/* Surfaces: rows of a table that shapes and the triangles of soups name, and what two that meet have together. */
#define _XOPEN_SOURCE 700
#include "kernel/behaviour/internal.h"
#include "kernel/collision/surface.h"
#include "kernel/sound/module.h"
#include "tests/host/kernel/physics/physics_scene.h"

static int32_t global_of(const played *p, uint32_t number) {
    return ox_console_script(p->console, rom_id("script/game"))->globals[number];
}

static const char surfaces[] = "key,friction:fx,bounce:fx,sound:id\n"
                               "grass,0.81,0,rustle\nstone,0.36,0.25,clack\nice,0.04,0,slide\n";
static const char pairs[] = "key,a:id,b:id,friction:fx\nslippery,stone,ice,0.5\n";

/* Two squares of ten metres side by side: grass left of x = 0, stone right of it. */
static const char yard[] = "o yard\nv -10 0 -5\nv 0 0 -5\nv 10 0 -5\nv -10 0 5\nv 0 0 5\nv 10 0 5\n"
                           "usemtl grass\nf 1 4 5 2\nusemtl stone\nf 2 5 6 3\n";

static void play_surfaces(played *p, const char *table, const char *script) {
    static char text[4096];
    CHECK((size_t)snprintf(text, sizeof text,
                           "title \"Surfaces\"\nsize 64x48\nformat pal8\nbudget 900K\nframe 16K\nstart one\n"
                           "capacity sound-sources 2\nscript game game.goad\n"
                           "data surfaces surfaces.csv\ndata surface_pairs pairs.csv\n"
                           "mesh yard yard.obj\ncollision yard from=yard\n"
                           "type yard mesh=yard\n with shape=soup of=yard\n"
                           "type box\n with shape=box size=1,1,1 surface=ice\n with body=free\n"
                           "type ball\n with shape=sphere radius=0.5 bounce=0.5\n with body=free\n"
                           "scene one\n camera at=0,2,10 target=0,0,0\n object yard name=yard\n"
                           " object box name=a at=-3,3,0 behaviour=Told\n object ball name=b at=3,3.5,0 "
                           "behaviour=Told\nend\n") < sizeof text);
    memset(p, 0, sizeof *p);
    write_texts(&p->folder, &(played_texts){text, script, NULL});
    folder_write(&p->folder, "yard.obj", yard);
    folder_write(&p->folder, "surfaces.csv", table);
    folder_write(&p->folder, "pairs.csv", pairs);
    CHECK(folder_pack(&p->folder, &p->image));
    boot_with(p, NULL, 0);
    if (p->console == NULL) TEST_INFO("%s", p->error.text);
    CHECK(p->console != NULL);
}

static const char told[] =
    "var heard = ''\n"
    "behaviour Told { on Contact(other, normal, strength) { cast(self.pos, self.pos - vec3(0.0, 1.0, 0.0))\n"
    " heard = surfaces.find(hit_surface()).sound } }\n";

static ox_surface surface_under(const played *p, fx x) {
    ox_collisions *c = ox_console_collisions(p->console);
    ox_collision_hit hit;
    CHECK(ox_collision_ray(c, (vec3){x, FX(1), FX(2)}, (vec3){0, -3 * FX_ONE, 0}, NULL, &hit));
    const ox_collider *shape = ox_collider_of(c, ox_world_get(&p->console->world, hit.object));
    ox_surface s = {0};
    for (uint32_t t = 0; t < ox_soup_triangles(shape->shape.data.soup); t++)
        if (ox_surface_name(shape, t) == hit.surface) s = ox_surface_of(c->host, shape, t);
    CHECK_EQ(s.name, hit.surface);
    return s;
}

/* A foot hears what it steps on: two triangles of one mesh have two sounds. */
TEST(physics_footsteps_know_the_surface) {
    played p;
    play_surfaces(&p, surfaces, told);
    steps(&p, 1);
    CHECK_EQ(surface_under(&p, FX(-4)).name, rom_id("grass"));
    CHECK_EQ(surface_under(&p, FX(-4)).sound, rom_id("rustle"));
    CHECK_EQ(surface_under(&p, FX(4)).sound, rom_id("clack"));
    CHECK_EQ(surface_under(&p, FX(4)).friction, FX(0.36));
    end(&p);
}

TEST(physics_surfaces_make_pairs) {
    played p;
    fx friction, bounce;
    play_surfaces(&p, surfaces, told);
    steps(&p, 1);
    const ox_module_host *host = ox_console_collisions(p.console)->host;
    const ox_surface grass = surface_under(&p, FX(-4)), stone = surface_under(&p, FX(4)),
                     ice = ox_surface_of(
                         host, ox_collider_of(ox_console_collisions(p.console), object_called(&p, "a")), 0),
                     none = {0, OX_SURFACE_FRICTION, FX_HALF, 0};
    ox_surface_pair(host, &grass, &ice, &friction, &bounce);
    CHECK_NEAR(friction, FX(0.18), 64);
    CHECK_EQ(bounce, 0);
    ox_surface_pair(host, &ice, &stone, &friction, &bounce); /* a row of its own */
    CHECK_EQ(friction, FX_HALF);
    CHECK_EQ(bounce, FX(0.25));
    ox_surface_pair(host, &none, &stone, &friction, &bounce);
    CHECK_EQ(bounce, FX_HALF);
    end(&p);
}

/* A blow is heard without a script, by what the soup is made of where it is struck; a script asks by a line. */
TEST(physics_blows_sound_by_surfaces) {
    played p;
    play_surfaces(&p, surfaces, told);
    ox_sounds *sounds = ox_console_sounds(p.console);
    CHECK(sounds != NULL);
    bool rustled = false, clacked = false;
    for (int i = 0; i < 60; i++) {
        steps(&p, 1);
        rustled = rustled || sounds->shots[0].name == rom_id("rustle");
        clacked = clacked || sounds->shots[0].name == rom_id("clack");
    }
    CHECK(rustled && clacked);
    CHECK_EQ(global_of(&p, 0), (int32_t)rom_id("clack"));
    end(&p);
}
