/* What comes of bodies that meet, what that costs, and what is shown of it. */
#define _XOPEN_SOURCE 700
#include "kernel/behaviour/internal.h"
#include "kernel/collision/show.h"
#include "kernel/saving/internal.h"
#include "tests/host/kernel/physics/physics_scene.h"

static int32_t global_of(const played *p, uint32_t number) {
    return ox_console_script(p->console, rom_id("script/game"))->globals[number];
}

/* ---- what comes of a contact ---- */

/* What is told of a contact: once at its begin, once at its end, however gently they meet. */
#define COUNTS                                                                                               \
    "var met = 0\nvar parted = 0\nbehaviour Counts {\n on Contact(other, normal, strength) { met += 1 }\n"   \
    " on Parted(other) { parted += 1 } }\n"

TEST(physics_contacts_begin_and_end_once) {
    static const double heights[] = {0.501, 0.515, 0.53, 0.6, 1.5};
    for (int i = 0; i < 5; i++) {
        played p;
        char objects[200];
        snprintf(objects, sizeof objects,
                 " object floor\n object ball name=ball at=0,%g,0 behaviour=Counts\n behaviour Hand\n",
                 heights[i]);
        play_bodies(&p, "", objects,
                    COUNTS "behaviour Hand { on Press(b) { find('ball').velocity.y = 3.0 } }\n");
        steps(&p, 120);
        TEST_INFO("from %g: %d", heights[i], (int)global_of(&p, 0));
        CHECK_EQ(global_of(&p, 0), 1);
        CHECK_EQ(global_of(&p, 1), 0);
        frame(p.console, PLAT_A);
        steps(&p, 20);
        CHECK_EQ(global_of(&p, 1), 1);
        steps(&p, 120);
        CHECK_EQ(global_of(&p, 0), 2);
        end(&p);
    }
}

/* Eight lanes, in each a shot and a target: what becomes of them is said by words of the shape or by the behaviour. */
#define LANE(number, shot, words)                                                                            \
    " object " shot " name=shot" #number " at=-4,0.5," #number                                               \
    "\n with body=free mass=1 gravity=0 velocity=6,0,0\n"                                                    \
    " object target name=target" #number " at=0,0.5," #number "\n" words

TEST(physics_what_comes_of_contacts_is_said) {
    played p;
    play_bodies(
        &p,
        "type target behaviour=Target\n with shape=box size=0.4,0.8,0.8\n"
        "type shot\n with shape=sphere radius=0.2 friction=0\ntype passes shot\n with shape=sphere "
        "radius=0.2 "
        "through=target\ntype goes shot behaviour=Goes\ntype hurts shot behaviour=Hurts\ntype bounces shot\n "
        "with "
        "shape=sphere radius=0.2 bounce=1\ntype sticks shot behaviour=Sticks\ntype custom shot "
        "behaviour=Custom\n",
        LANE(0, "passes", "") LANE(2, "goes", "") LANE(4, "hurts", "") LANE(6, "bounces", "")
            LANE(8, "shot", "") LANE(10, "shot", " with body=free mass=1 gravity=0\n")
                LANE(12, "sticks", " with body=free mass=4 gravity=0\n") LANE(14, "custom", ""),
        "var health = 3\nvar blows = 0\nvar stuck = 0\nvar turns = 0\n"
        "behaviour Target { on Contact(other, normal, strength) { blows += 1 } }\n"
        "behaviour Goes { on Contact(other, normal, strength) { remove(self) } }\n"
        "behaviour Hurts { on Contact(other, normal, strength) { health -= 1 } }\n"
        "behaviour Sticks { on Contact(other, normal, strength) { stuck += 1\n join(self, other, 'weld', "
        "self.pos) } }\n"
        "behaviour Custom { on Contact(other, normal, strength) { turns += 1\n other.angle += 90deg } }\n");
    steps(&p, 90);
    CHECK(place_called(&p, "shot0").x > FX(4.9));                       /* none */
    CHECK(ox_world_called(&p.console->world, rom_id("shot2")) == NULL); /* remove */
    CHECK_EQ(global_of(&p, 0), 2);                                      /* damage: once */
    CHECK_NEAR(body_called(&p, "shot6")->velocity[0], FX(-6), FX(0.1)); /* bounce */
    CHECK_NEAR(place_called(&p, "shot8").x, FX(-0.4), FX(0.02));        /* stop */
    CHECK_NEAR(body_called(&p, "shot8")->velocity[0], 0, FX(0.05));
    CHECK(place_called(&p, "target10").x > FX(2)); /* push */
    CHECK_NEAR(body_called(&p, "shot12")->velocity[0], body_called(&p, "target12")->velocity[0],
               FX(0.02)); /* stick */
    CHECK(body_called(&p, "target12")->velocity[0] > FX(1));
    CHECK_EQ(global_of(&p, 2), 1);
    CHECK_EQ(global_of(&p, 3), 1); /* custom */
    CHECK(global_of(&p, 1) >= 7);  /* none passes unseen but the first */
    end(&p);
}

/* A script changes what its shape lets pass while the game runs. */
TEST(physics_what_passes_may_change) {
    played p;
    play_bodies(&p, "",
                " object floor\n object box name=lid at=0,2,0\n with body=still\n object ball name=ball "
                "at=0,3,0 behaviour=Ball\n",
                "var age = 0\nbehaviour Ball { on tick { age += 1\n if age == 60 { self.through = 'lid'\n "
                "rouse(self) } } }\n");
    steps(&p, 59);
    CHECK(metres(place_called(&p, "ball").y) > 2.9);
    steps(&p, 120);
    CHECK(metres(place_called(&p, "ball").y) < 0.51);
    end(&p);
}

/* Who says which contacts count may turn them down and change them; what is turned down is not told. */
typedef struct judge {
    ox_handle refused;
    int asked;
} judge;

static bool judge_contact(void *context, const ox_object *a, const ox_object *b, ox_manifold *m) {
    judge *j = context;
    j->asked++;
    if (m != NULL)
        for (uint32_t i = 0; i < m->count; i++) m->points[i].depth += FX_ONE / 100;
    return a->handle.bits != j->refused.bits && b->handle.bits != j->refused.bits;
}

TEST(physics_contacts_are_accepted_or_not) {
    played p;
    play_bodies(&p, "",
                " object floor\n object ball name=falls at=0,1,0 behaviour=Counts\n object ball name=lies "
                "at=3,0.5,0\n",
                COUNTS);
    judge j = {object_called(&p, "falls")->handle, 0};
    ox_physics_accept(ox_console_physics(p.console), judge_contact, &j);
    steps(&p, 120);
    CHECK(j.asked > 20);
    CHECK(metres(place_called(&p, "falls").y) < -5);
    CHECK_NEAR(place_called(&p, "lies").y, FX(0.51), FX(0.008)); /* it stands higher by what was added */
    CHECK_EQ(global_of(&p, 0), 0);
    end(&p);
}

/* ---- what it costs ---- */

/* A bullet of 0.2 m that goes fifty times a wall's thickness in a step: counted, stopped where it is guarded, and through where it is not. */
TEST(physics_fast_bodies_are_counted) {
    for (int guarded = 0; guarded < 2; guarded++) {
        played p;
        play_bodies(
            &p, "type wall\n with shape=box size=0.05,9,9\n",
            " object wall at=0,0,0\n object ball name=ball at=-6,0,0\n with shape=sphere radius=0.1\n with "
            "body=free mass=1 gravity=0 velocity=150,0,0\n behaviour Asks\n",
            "var fast = 0\nbehaviour Asks { on tick { fast += bodies_fast() } }\n");
        ox_physics_guard(ox_console_physics(p.console), guarded != 0);
        steps(&p, 1);
        CHECK_EQ(ox_console_physics(p.console)->costs.fast, 1);
        steps(&p, 9);
        CHECK_EQ(metres(place_called(&p, "ball").x) > 0.05, guarded == 0);
        CHECK(global_of(&p, 0) >= 1);
        end(&p);
    }
}

/* Broad is not below mid, and mid not below narrow; who touches whom is what a look at all pairs says; sleepers and pairs of what stands cost nothing. */
TEST(physics_costs_fall_from_phase_to_phase) {
    played p;
    char objects[4096];
    int size = snprintf(objects, sizeof objects, " object floor\n");
    for (int i = 0; i < 24; i++)
        size += snprintf(objects + size, sizeof objects - (size_t)size, " object %s at=%g,%g,%g\n", "box",
                         i % 5 * 1.3, 0.5 + i / 5 * 1.4, i % 3 * 0.9);
    play_bodies(&p, "capacity bodies 32\ncapacity contacts 128\n", objects, physics_no_script);
    const ox_physics *physics = ox_console_physics(p.console);
    ox_collisions *c = ox_console_collisions(p.console);
    uint32_t met = 0;
    for (int step = 0; step < 60; step++) {
        steps(&p, 1);
        CHECK(physics->costs.broad >= physics->costs.mid && physics->costs.mid >= physics->costs.narrow);
        CHECK(physics->costs.mid < 25 * 24 / 2 / 3); /* of all pairs */
        met += physics->costs.narrow;
    }
    TEST_INFO("%d pairs met", (int)met);
    CHECK(met > 300);
    /* Every pair that overlaps by more than the places that the step has changed is among the touches. */
    static ox_collision_pair pairs[128];
    const uint32_t count = ox_collision_pairs(c, pairs, 128);
    CHECK(count > 10);
    for (uint32_t i = 0; i < count; i++) {
        bool known = false;
        for (uint32_t k = 0; k < physics->touch_count; k++)
            known = known || (physics->touches[k].a == pairs[i].a && physics->touches[k].b == pairs[i].b);
        CHECK(known);
    }
    steps(&p, 1200);
    CHECK_EQ(physics->awake, 0);
    CHECK(physics->costs.broad == 0 && physics->costs.mid == 0 && physics->costs.narrow == 0);
    end(&p);
}

/* A range with thirty targets at which eight balls are shot: nine tenths of all pairs end with their boxes, and less than a fifth of those are tested exactly. */
TEST(physics_shots_are_tested_in_grades) {
    played p;
    char objects[8192];
    int size = snprintf(objects, sizeof objects, " object floor\n");
    for (int i = 0; i < 38; i++)
        size += i < 30 ? snprintf(objects + size, sizeof objects - (size_t)size, " object box at=%d,0.5,%d\n",
                                  i % 6 * 4, i / 6 * 4)
                       : snprintf(objects + size, sizeof objects - (size_t)size,
                                  " object ball at=-6,1.5,%d\n with body=free velocity=25,2,%d\n",
                                  (i - 30) * 2, i - 33);
    play_bodies(&p, "capacity shapes 48\ncapacity bodies 48\ncapacity contacts 160\n", objects,
                physics_no_script);
    const ox_physics *physics = ox_console_physics(p.console);
    double all = 0, broad = 0, mid = 0, narrow = 0;
    for (int step = 0; step < 90; step++) {
        steps(&p, 1);
        all += 39 * 38 / 2;
        broad += physics->costs.broad;
        mid += physics->costs.mid;
        narrow += physics->costs.narrow;
    }
    TEST_INFO("of %.0f pairs %.0f have boxes that meet, %.0f were tested exactly, %.0f touch", all, broad,
              mid, narrow);
    CHECK(narrow > 100);
    CHECK(broad < 0.2 * all && mid < 0.2 * all);
    end(&p);
}

/* ---- what is shown ---- */

static uint32_t picture_of(const played *p) {
    ox_frame_stats stats;
    ox_console_stats(p->console, &stats);
    return stats.hash;
}

/* Whatever is shown, the state is the same in every step; and each kind of it changes the picture. */
TEST(physics_what_is_shown_changes_nothing) {
    static uint32_t plain[40];
    static ox_show show;
    const uint32_t kinds[] = {
        0, OX_SHOW_SHAPES, OX_SHOW_BOXES, OX_SHOW_CONTACTS, OX_SHOW_JOINTS, OX_SHOW_CASTS, OX_SHOW_COUNTS};
    uint32_t without = 0;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        played p;
        play_bodies(
            &p, "type zone\n with shape=box size=2,2,2 sensor=1\n",
            " object floor\n object box name=one at=0,1,0\n object ball at=2,1,0\n object pill at=-2,1,0\n "
            "object zone at=0,1,0\n"
            " object box at=0,4,0\n with body=free\n with joint=rope to=one length=4\n behaviour Looks\n",
            "behaviour Looks { on tick { cast(vec3(-5.0, 0.6, 0.0), vec3(5.0, 0.6, 0.0)) } }\n");
        show.what = kinds[k];
        if (kinds[k] != 0) ox_collisions_show(ox_console_collisions(p.console), &show);
        for (int i = 0; i < 40; i++) {
            steps(&p, 1);
            if (k == 0)
                plain[i] = ox_console_state_hash(p.console);
            else
                CHECK_EQ(ox_console_state_hash(p.console), plain[i]);
        }
        if (k == 0)
            without = picture_of(&p);
        else
            CHECK(picture_of(&p) != without);
        end(&p);
    }
}
