/* Cloth as a module of the console: flags, curtains, capes, ropes, chains of lamps, hair, tails.
 *
 *     type flag
 *       with cloth=sheet size=1.6,1 cells=12 pins=left wind=3,0,1 material=red        in cart.txt
 *     type curtain
 *       with cloth=sheet size=2,2 cells=12 pins=top meets=hero material=blue          the hero goes through it
 *     type rope
 *       with cloth=rope size=0.05,3 cells=9 to=post material=brown                    from the object to another one; without `to` it hangs
 *     type tail
 *       with cloth=rope size=0.1,0.8 cells=6 cone=50 material=fur                     never leaves a cone about the object's own downwards
 *     type chain
 *       with cloth=rope size=0.03,1 cells=5 hangs=lamp material=iron                  an object rides on its last point
 *
 *     self.wind = vec3(sin(1deg * now()) * 4.0, 0.0, 0.0)                             in scripts
 *     lantern.pos = cloth_point(self, 1, 5)
 *     cloth_pin(self, 1, 1, false)  cloth_put(self, 1, 5, hand.pos)  cloth_push(self, at, 0.5, vec3(0.0, 2.0, 0.0))
 *
 *     ox_cloth_net net;                                                               in C
 *     if (ox_cloth_net_of(cloths, object, &net)) net.at[0] = ...
 *
 * THE NET (net.h) belongs to the object. `size` is how wide and how long it is; `cells` points lie along its longer side, and along the other one as many as keep cells square;
 * a rope has one column, and is drawn as wide as `size` says first. It begins flat in the object's own x (columns) and downwards -y (rows), its first row's middle at the
 * object's place; pins=left puts the first column's middle there, pins=around and pins=none its own middle. What is pinned goes with the object, turned as it is, in the step's end: behind bodies, movers, clips and
 * bones, so a cape that is attached to a joint follows the walk.
 *
 *   pins      top (the first row), corners (its ends), left (the first column), around (all four corners), ends (first and last row), none. Ropes: top, ends, none.
 *   passes    how often distances are held in a step, 1 to 8: more stretch less and cost more
 *   wind      how fast the air goes, in metres a second; `air` how much it takes along, 0 to 32 in a second (2). Gusts of a third of it wander over the net.
 *   gravity   a factor, which a script may set, too: self.cloth_gravity
 *   meets     of which name, type or tag things are whose shapes points are pushed out of (nothing said: all shapes but sensors; eight at most, the lowest slots first).
 *             `thick` is how far points stay from them, `friction` how much of the speed along them goes. Cloth pushes nobody, and does not meet itself.
 *
 * THE PICTURE of a sheet is the net as a mesh, seen from both sides, lit at its vertices, its texture once from edge to edge; that of a rope a ribbon that faces the eye. Without a
 * material nothing is drawn. In flat scenes a rope lies in the plane.
 *
 * STATE: the fields of the component and all points, 25 bytes each; saved, hashed, rewound. Capacities: `cloths`, and `cloth_points` for the points of all of them. Cloth that has no
 * room is none, and the log says so. An object that is put elsewhere takes its points along where it goes more than 4 metres in a step. */
#ifndef OXCART_KERNEL_CLOTH_MODULE_H
#define OXCART_KERNEL_CLOTH_MODULE_H

#include "kernel/cloth/net.h"
#include "kernel/collision/module.h"
#include "kernel/module/module.h"

extern const ox_module ox_cloth_module;

/* What holds a point: the object, or the place where a script has put it. */
enum { OX_CLOTH_PINNED = 1, OX_CLOTH_PUT = 2 };

enum { OX_CAPACITY_CLOTHS, OX_CAPACITY_CLOTH_POINTS, OX_CLOTH_CAPACITIES };
extern const ox_capacity ox_cloth_capacities[OX_CLOTH_CAPACITIES];

/* The component "cloth". */
typedef struct ox_cloth {
    ox_id kind; /* OX_NAME("sheet"), OX_NAME("rope") */
    ox_id to, hangs, meets, material;
    fx sides[2]; /* across, along, in metres */
    fx wind[3];  /* m/s */
    fx air, calm, gravity, friction, thick;
    fx cone; /* degrees to each side, 0: none */
    uint16_t wish;
    uint8_t pins, passes;
    bool begun;     /* what follows holds */
    uint32_t first; /* of its points */
    uint16_t columns, rows;
    fx place[3]; /* of the object in the step before */
    uint32_t step;
} ox_cloth;
extern const ox_type ox_cloth_type;

typedef struct ox_cloths {
    const ox_module_host *host;
    ox_world *world;
    uint32_t type;              /* number of the component in the world */
    struct ox_physics *physics; /* whose gravity counts; NULL: there is none */
    ox_collisions *collisions;
    /* state */
    vec3 *at, *before;
    uint8_t *held;  /* 0: moves, OX_CLOTH_PINNED, OX_CLOTH_PUT */
    uint8_t *ranks; /* no state */
    uint32_t used, room;
    bool is_told;
    /* for pictures: two vertices a point of a rope */
    int16_t *positions, *uvs;
    int8_t *normals;
    uint16_t *indices;
} ox_cloths;

/* The console's cloths; NULL: the image asks for none, or the player has no such module. */
ox_cloths *ox_console_cloths(const struct ox_console *console);

ox_cloth *ox_cloth_of(const ox_cloths *s, const ox_object *object);

/* The net of an object. False: it has none, or not yet: nets are made at the end of the object's first step. */
bool ox_cloth_net_of(const ox_cloths *s, const ox_object *object, ox_cloth_net *net);

enum { OX_CLOTH_NATIVES = 4, OX_CLOTH_FIELDS = 2 };
extern const ox_script_native ox_cloth_native_rows[OX_CLOTH_NATIVES];

/* ---- for the files of this folder ---- */

void ox_cloth_draw(ox_cloths *s, ox_module_pass pass, rs_frame *frame);

#endif
