/* A warehouse robot, without a console: shapes, contacts, distances, rays and sweeps are functions of two shapes and two
 * poses, and ask for no memory. kernel/collision/shape.h, contact.h and cast.h are the manual. */
#include "fixedmath/scalar.h"
#include "kernel/collision/cast.h"
#include "kernel/collision/contact.h"
#include "rom/carts/examples/example.h"

/* 1. A shape is data: any number of things may share one. What is where is a pose: a turn, then a place. */
static rig34 at(fx x, fx y, fx z) { return rig34_translation((vec3){x, y, z}); }

static int cm(fx metres) { return (int)fx_to_int_nearest(fx_mul(metres, FX(100))); }

void example(plat *platform, ox_log *out) {
    const ox_shape robot = ox_shape_capsule(FX(0.5), FX(0.4)),
                   crate = ox_shape_box((vec3){FX(1), FX(1), FX(1)}), ball = ox_shape_sphere(FX(0.3));
    const rot33 eighth = rot33_about_y(ANG32_90 / 2);
    const rig34 crates[3] = {at(FX(4), FX(1), 0), rig34_from(&eighth, (vec3){FX(8), FX(1), 0}),
                             at(FX(4), FX(2.95), FX(0.5))};
    const rig34 here = at(0, FX(0.9), 0);
    (void)platform;

    /* 2. How near is each crate, and where? */
    for (int i = 0; i < 3; i++) {
        vec3 mine, its;
        const fx apart = ox_shape_distance(&robot, &here, &crate, &crates[i], &mine, &its);
        SAY("crate %d is %d cm away, from %d to %d cm along x", i + 1, cm(apart), cm(mine.x), cm(its.x));
    }

    /* 3. Which crates stand in one another? The normal points from B to A: moving A by normal * depth parts them. */
    for (int i = 0; i < 3; i++)
        for (int k = i + 1; k < 3; k++) {
            ox_manifold touch;
            if (!ox_collide(&crate, &crates[i], &crate, &crates[k], 0, &touch)) continue;
            SAY("crate %d lies in crate %d: %d cm deep at %u corners, out by %s", i + 1, k + 1,
                cm(touch.points[0].depth), (unsigned)touch.count,
                touch.normal.y < 0 ? "going down" : "going up");
        }

    /* 4. What does the robot see? A ray is a place and a way; what it meets first has the smallest part. */
    ox_shape_hit seen = {.part = Q30_ONE}, hit;
    int first = 0;
    for (int i = 0; i < 3; i++) {
        if (!ox_shape_ray(&crate, &crates[i], here.t, (vec3){FX(20), 0, 0}, &hit) || hit.part >= seen.part)
            continue;
        seen = hit;
        first = i + 1;
    }
    SAY("straight ahead is crate %d, %d cm from the eye", first, cm(v3_distance(here.t, seen.at)));

    /* 5. How far may it go? A sweep stops a skin before what it would meet, however fast it is. */
    const vec3 way = {FX(64), 0, 0};
    if (ox_shape_sweep(&robot, &here, way, &crate, &crates[0], &hit))
        SAY("it may go %d cm of 6400 before it touches", cm(fx_mul_q30(way.x, hit.part)));

    /* 6. Touching counts; a step farther does not. */
    rig34 rests = at(FX(4), FX(2.3), FX(-0.7));
    SAY("a ball on crate 1 %s it", ox_shape_meets(&ball, &rests, &crate, &crates[0]) ? "touches" : "misses");
    rests.t.y += 2;
    SAY("and 2/65536 m higher it %s",
        ox_shape_meets(&ball, &rests, &crate, &crates[0]) ? "touches" : "misses");
}
