/* Sensors: who is in them, who comes, stays and goes, and what that costs. */
#define _XOPEN_SOURCE 700
#include "tests/host/kernel/collision/collision_scene.h"

#include "kernel/behaviour/internal.h"
#include "kernel/saving/internal.h"

static int32_t global_of(const played *p, uint32_t number) {
    return ox_console_script(p->console, rom_id("script/game"))->globals[number];
}

static void steps(const played *p, int count) {
    for (int i = 0; i < count; i++) frame(p->console, 0);
}

/* Counts what it is told; `touch` is how long the last one stayed. */
#define TELLS                                                                                                \
    "var came = 0\nvar went = 0\nvar stays = 0\nvar last = 0\nvar inside_it = 0\nvar age = 0\n"              \
    "behaviour Tells {\n on Enter(who, where, kind) { came += 1 }\n on Leave(who, where, kind) { went += 1 " \
    "}\n"                                                                                                    \
    " on Stay(who, steps) { stays += 1\n last = steps }\n"                                                   \
    " on tick { inside_it = 0\n age = 0\n for who in shapes_in(self) { inside_it += 1\n age = stayed(self, " \
    "who) } "                                                                                                \
    "} }\n"
enum { CAME, WENT, STAYS, LAST, INSIDE, AGE };

/* The list of every sensor is what a look at all shapes says, in each of a hundred steps in which some move; and where nothing has moved, nothing is tested. */
TEST(collision_sensors_list_what_is_in_them) {
    played p;
    rng32 r = rng32_seed(49, 1);
    play_shapes(&p, "capacity sensed 400\ntype zone\n with shape=box size=6,6,6 sensor=1\n",
                " object zone at=0,0,0\n object zone at=4,4,4\n object zone at=-5,0,3\n", TELLS);
    ox_collisions *c = ox_console_collisions(p.console);
    uint32_t sum = 0;
    for (int step = 0; step < 100; step++) {
        if (step % 20 == 0) scatter(&p, &r, 8 * FX_ONE);
        for (uint32_t i = 0; i < 4; i++) { /* some move a little */
            ox_object *object = ox_world_slot(c->world, rng32_next(&r) % SCATTERED);
            if (ox_collider_of(c, object) == NULL) continue;
            const vec3 to = v3_add(*ox_place_of(c->world, object), collision_any_vec3(&r, FX_ONE));
            CHECK_EQ(ox_place_set(c->world, object, to), OX_OK);
        }
        steps(&p, 1);
        uint32_t n = 0;
        const ox_object *zone, *object;
        const ox_collider *sensor, *shape;
        for (uint32_t i = 0; next_shape(c, &i, &zone, &sensor);)
            for (uint32_t j = 0; sensor->sensor && next_shape(c, &j, &object, &shape);) {
                if (shape->sensor || shape->shape.kind >= OX_SHAPE_CONVEX ||
                    !ox_shape_meets(&shape->shape, &shape->pose, &sensor->shape, &sensor->pose))
                    continue;
                CHECK(n < c->sensed_count && c->sensed[n].sensor.bits == zone->handle.bits &&
                      c->sensed[n].object.bits == object->handle.bits);
                CHECK(ox_collision_stayed(c, zone->handle, object->handle) > 0);
                n++;
            }
        CHECK_EQ(n, c->sensed_count);
        sum += n;
    }
    CHECK(sum > 500);
    steps(&p, 1);
    CHECK(c->costs.broad > 0);
    CHECK_EQ(c->costs.mid, 0);
    /* One that moves is tested against the sensors near it alone. */
    ox_object *one = ox_world_called(c->world, rom_id("ball"));
    CHECK_EQ(ox_place_set(c->world, one, (vec3){0, FX(1), 0}), OX_OK);
    steps(&p, 1);
    CHECK(c->costs.mid > 0 && c->costs.mid <= 3 && c->costs.narrow <= c->costs.mid);
    end(&p);
}

/* A ball goes through a zone of 2 m by 0.1 m a step: it comes in once, goes once, and stays for as many steps as it is in there. */
TEST(collision_sensors_tell_who_stays) {
    played p;
    play_shapes(&p, "type zone behaviour=Tells\n with shape=box size=2,2,2 sensor=1 stay=5\n",
                " object zone name=zone at=0,0,0\n object ball name=walker at=-4,0,0 scale=0.5\n",
                TELLS "behaviour Walk { on tick { let w = find('walker')\n w.pos.x += 0.1 } }\n");
    const ox_collisions *c = ox_console_collisions(p.console);
    const ox_object *zone = ox_world_called(c->world, rom_id("zone")),
                    *walker = ox_world_called(c->world, rom_id("walker"));
    uint32_t inside = 0;
    for (int i = 0; i < 100; i++) {
        const vec3 to = {FX(-4) + i * (FX_ONE / 10), 0, 0};
        CHECK_EQ(ox_place_set(c->host->world, ox_world_get(c->host->world, walker->handle), to), OX_OK);
        steps(&p, 1);
        const bool in = ox_collision_stayed(c, zone->handle, walker->handle) > 0;
        inside += in;
        if (in) CHECK_EQ(ox_collision_stayed(c, zone->handle, walker->handle), inside);
    }
    steps(&p, 2);
    CHECK_EQ(global_of(&p, CAME), 1);
    CHECK_EQ(global_of(&p, WENT), 1);
    CHECK_NEAR((int)inside, 30, 1); /* 3 m */
    CHECK_EQ(global_of(&p, STAYS), (int32_t)inside / 5);
    CHECK_EQ(global_of(&p, LAST), (int32_t)inside / 5 * 5);
    CHECK_EQ(global_of(&p, INSIDE), 0);
    end(&p);
}

/* What is there when the scene begins comes in; what is removed goes; what passes within a step comes and goes; a sensor that moves meets what stands. */
TEST(collision_sensors_tell_who_comes_and_goes) {
    played p;
    play_shapes(&p, "type zone behaviour=Tells\n with shape=sphere radius=2 sensor=1\n",
                " object zone name=zone at=0,0,0\n object ball name=there at=1,0,0\n object ball name=fast "
                "at=-30,1,0 scale=0.2\n"
                " object box name=far at=0,60,0\n",
                TELLS);
    ox_collisions *c = ox_console_collisions(p.console);
    steps(&p, 2);
    CHECK_EQ(global_of(&p, CAME), 1);
    CHECK_EQ(global_of(&p, INSIDE), 1);
    CHECK_EQ(ox_place_set(c->world, ox_world_called(c->world, rom_id("fast")), (vec3){FX(30), FX(1), 0}),
             OX_OK);
    steps(&p, 2);
    CHECK_EQ(global_of(&p, CAME), 2);
    CHECK_EQ(global_of(&p, WENT), 1);
    CHECK_EQ(ox_world_destroy(c->world, ox_world_called(c->world, rom_id("there"))->handle), OX_OK);
    steps(&p, 3);
    CHECK_EQ(global_of(&p, WENT), 2);
    CHECK_EQ(global_of(&p, INSIDE), 0);
    CHECK_EQ(ox_place_set(c->world, ox_world_called(c->world, rom_id("zone")), (vec3){0, FX(60), 0}), OX_OK);
    steps(&p, 2);
    CHECK_EQ(global_of(&p, CAME), 3);
    end(&p);
}

/* Others go on as if no sensor were there. */
TEST(collision_sensors_move_nobody) {
    static vec3 places[90];
    for (int k = 0; k < 2; k++) {
        played p;
        play_shapes(
            &p, "capacity bodies 8\ntype zone\n with shape=box size=6,6,6 sensor=1\n",
            k == 0
                ? " object ball name=ball at=0,6,0\n with body=free velocity=1,0,0\n object box at=0.5,0,0\n"
                : " object ball name=ball at=0,6,0\n with body=free velocity=1,0,0\n object box at=0.5,0,0\n "
                  "object "
                  "zone at=0,2,0\n object zone at=1,3,0\n",
            TELLS);
        const ox_collisions *c = ox_console_collisions(p.console);
        for (int i = 0; i < 90; i++) {
            steps(&p, 1);
            const vec3 at = *ox_place_of(c->world, ox_world_called(c->world, rom_id("ball")));
            if (k == 0)
                places[i] = at;
            else
                CHECK(v3_equal(places[i], at));
        }
        CHECK(c->sensed_count > 0 || k == 0);
        end(&p);
    }
}

/* A region of seven planes: a prism over a pentagon. */
static const char prism[] =
    "v 2 0 0\nv 0.618 0 1.902\nv -1.618 0 1.176\nv -1.618 0 -1.176\nv 0.618 0 -1.902\n"
    "v 2 3 0\nv 0.618 3 1.902\nv -1.618 3 1.176\nv -1.618 3 -1.176\nv 0.618 3 -1.902\n"
    "f 1 2 3 4 5\nf 10 9 8 7 6\nf 1 6 7 2\nf 2 7 8 3\nf 3 8 9 4\nf 4 9 10 5\nf 5 10 6 1\n";

TEST(collision_sensors_are_regions_of_planes) {
    static const char cart_text[] =
        "title \"Prism\"\nsize 64x48\nformat pal8\nbudget 900K\nframe 16K\nstart one\nmesh prism prism.obj\n"
        "collision region from=prism kind=hull\nscript game game.goad\ntype zone behaviour=Tells\n"
        " with shape=hull of=region sensor=1\ntype dot\n with shape=sphere radius=0.01\n"
        "scene one\n camera at=0,2,10 target=0,0,0\n object zone name=zone\n object dot name=dot "
        "at=-4,1,0\nend\n";
    played p;
    memset(&p, 0, sizeof p);
    write_texts(&p.folder, &(played_texts){cart_text, TELLS, NULL});
    folder_write(&p.folder, "prism.obj", prism);
    CHECK(folder_pack(&p.folder, &p.image));
    boot_with(&p, NULL, 0);
    CHECK(p.console != NULL);
    steps(&p, 1);
    const ox_collisions *c = ox_console_collisions(p.console);
    ox_object *dot = ox_world_called(c->world, rom_id("dot"));
    const ox_collider *zone = ox_collider_of(c, ox_world_called(c->world, rom_id("zone")));
    CHECK_EQ(zone->shape.kind, OX_SHAPE_HULL);
    CHECK_EQ(zone->shape.data.hull->face_count, 7);
    uint32_t inside = 0;
    for (int i = 0; i < 80; i++) {
        const vec3 to = {FX(-4) + i * (FX_ONE / 10), FX(1), 0};
        CHECK_EQ(ox_place_set(c->world, dot, to), OX_OK);
        steps(&p, 1);
        inside += c->sensed_count;
    }
    steps(&p, 2);
    CHECK_EQ(global_of(&p, CAME), 1);
    CHECK_EQ(global_of(&p, WENT), 1);
    CHECK_NEAR((int)inside, 36, 1); /* from -1.618 to 2 */
    end(&p);
}

/* Cells of a floor and the edge between two of them are sensors, whose names tell which it is. */
TEST(collision_sensors_are_cells_and_edges) {
    static const char script[] =
        "var seven = 0\nvar doors = 0\nvar all = 0\n"
        "behaviour Cell { on Enter(who, where, kind) { all += 1\n if where == 'seven' { seven += 1 } } }\n"
        "behaviour Edge { on Enter(who, where, kind) { doors += 1 } }\n";
    static char objects[1024];
    int size = 0;
    for (int i = 0; i < 10; i++)
        size += snprintf(objects + size, sizeof objects - (size_t)size, " object cell name=%s at=%d,0,0\n",
                         i == 7 ? "seven" : "cell", i * 2);
    snprintf(objects + size, sizeof objects - (size_t)size,
             " object edge at=13,0,0\n object ball name=dot at=-6,0,0 scale=0.1\n");
    played p;
    play_shapes(
        &p,
        "type cell behaviour=Cell\n with shape=box size=1.98,2,2 sensor=1\ntype edge behaviour=Edge\n with "
        "shape=box size=0.02,2,2 sensor=1\n",
        objects, script);
    const ox_collisions *c = ox_console_collisions(p.console);
    ox_object *dot = ox_world_called(c->world, rom_id("dot"));
    for (int i = 0; i < 100; i++) {
        CHECK_EQ(ox_place_set(c->world, dot, (vec3){FX(-6) + i * (FX_ONE / 4), 0, 0}), OX_OK);
        steps(&p, 1);
    }
    steps(&p, 1);
    CHECK_EQ(global_of(&p, 0), 1);
    CHECK_EQ(global_of(&p, 1), 1);
    CHECK_EQ(global_of(&p, 2), 10);
    end(&p);
}

/* A game that goes back in time goes on the same: steps are kept, and nobody comes in again. */
TEST(collision_sensors_are_state) {
    static uint32_t hashes[60];
    played p;
    play_shapes(&p,
                "capacity rewind 100\ncapacity snapshot-blocks 100\ncapacity save-blocks 16\ntype zone "
                "behaviour=Tells\n with shape=box size=4,4,4 sensor=1 stay=7\n",
                " object zone name=zone at=0,0,0\n object ball name=there at=1,0,0\n", TELLS);
    for (int i = 0; i < 60; i++) {
        steps(&p, 1);
        hashes[i] = ox_console_state_hash(p.console);
    }
    CHECK(ox_console_behind(p.console) >= 30);
    CHECK_EQ(ox_console_rewind(p.console, 25), OX_OK);
    for (int i = 35; i < 60; i++) {
        steps(&p, 1);
        CHECK_EQ(ox_console_state_hash(p.console), hashes[i]);
    }
    CHECK_EQ(global_of(&p, CAME), 1);
    CHECK_EQ(global_of(&p, STAYS), 8);
    end(&p);
}
