/* Water as a module of the console: ponds with waves, basins that fill, rivers; bodies float in them.
 *
 *     type pond                                                               in cart.txt
 *       with water=waves size=8,8 cells=33 speed=2 depth=1.5 material=sea
 *     type basin
 *       with water=columns size=6,6 cells=25 depth=0 floor=rocks material=sea flows over what stands below it
 *     type river
 *       with water=waves size=4,30 cells=31 current=0,2                       no material: nothing is drawn
 *     type crate mesh=crate
 *       with body=free mass=300                                               floats, as it is lighter than the water that it pushes away
 *     object pond at=0,0,0                                                    in a scene: the middle of the surface at rest
 *
 *     splash(pond, at, 0.5)  pour(basin, at, 0.02)                            in scripts
 *     let up = water_height(pond, at)   let pond = water_at(self.pos)         also water_depth, water_flow, water_volume
 *     on Splash(other, at, strength) { sound('splash', strength * 0.2) }      told to the water and to the body that comes in
 *
 *     ox_water_grid grid;                                                     in C
 *     ox_water_bath bath;
 *     if (ox_water_bath_of(waters, object, &grid, &bath)) {
 *         ox_water_splash(&grid, 3, 4, 1024, OX_WATER_DROPPED);
 *         ox_water_settle(waters, object, &grid);
 *     }
 *
 * SCENE, as an example: a crate on a pond; in a behaviour of the scene, rain.
 *
 *     scene pond
 *       camera at=0,4,9 target=0,0,0 fov=45 near=0.5 far=40
 *       object pond at=0,0,0
 *       object crate at=0,0.5,0
 *       behaviour Rain
 *     end
 *     behaviour Rain { on tick { splash(find('pond'), vec3(random_between(-4.0, 4.0), 0.0, random_between(-4.0, 4.0)), 0.05) } }
 *
 * THE GRID (grid.h) belongs to the object: `cells` points along the longer of the two sides of `size`, and along the other one as many as keep the cells
 * square, so that side may get a little shorter or longer. A size of W,0 is a line of water, for flat scenes. The sides lie along x and z of the world, whatever way
 * the object is turned; its `size` does not count. The object's place is the middle of the surface at rest; where the object goes, all of the water goes. The cells
 * are taken in the object's first step.
 *
 *   waves     `speed` is that of waves, in metres a second; waves that would cross more than 0.7 cells in a step are slowed down to that, and the log says so.
 *             A height and a half of a cell is about the steepest that looks well. `beach` is the width of a strip along the rim that swallows waves; with a `floor` it is
 *             where the water is less deep than a quarter of it, and the rim a wall. Without it waves are thrown back. `calm` is how much of their speed waves lose in a second.
 *   columns   `depth` of water on `floor` at the beginning, 0: none; `speed` is that of the flow at a depth of a metre. The rim is a wall. pour() adds and takes away,
 *             to the last drop. Water with a current of its own flows as that says besides.
 *
 * FLOOR. `floor=NAME` is an object, a type or a tag with shapes: the floor is what rays from above meet of it, down to `depth` below the object's place (of columns: to the
 * place itself). Where the floor is above the surface at rest there is land: waves end there. What is moved later changes no floor.
 *
 * BODIES (float.h) that are free and have a convex shape float in the first water, by slots, whose area holds their middle. They feel lift, drag and the current and make waves;
 * water makes no contact. Those that sleep wake when the water comes or goes by three
 * centimetres, and cost little until then. Below `depth` under the surface there is no water.
 *
 * THE PICTURE is the grid as a mesh with `material`, lit at its vertices, its texture once for each metre up to 15 of them; a `shading=flat` counts as gouraud. Opaque
 * materials are drawn with the solid things, others between translucent and foreground, the farthest cells first. A line of water is drawn from its surface down to its floor,
 * facing +z.
 *
 * STATE: the fields of the component and all cells, 9 bytes each; saved, hashed, rewound. An image asks by `with water=`. Capacities: `waters`, and
 * `water_cells` for the cells of all of them, 37 bytes each; a line of water counts twice. Water that has no room is none, and the log says so.
 * (Gomez, Game Programming Gems 2.6, 2000.) */
#ifndef OXCART_KERNEL_WATER_MODULE_H
#define OXCART_KERNEL_WATER_MODULE_H

#include "kernel/module/module.h"
#include "kernel/physics/module.h"
#include "kernel/water/float.h"

extern const ox_module ox_water_module;

enum { OX_CAPACITY_WATERS, OX_CAPACITY_WATER_CELLS, OX_WATER_CAPACITIES };
extern const ox_capacity ox_water_capacities[OX_WATER_CAPACITIES];

/* The component "water". */
typedef struct ox_water {
    ox_id kind; /* OX_NAME("waves"), OX_NAME("columns") */
    ox_id floor, material;
    fx sides[2];   /* along x and z; once it has cells what these cover */
    fx speed;      /* m/s */
    fx depth;      /* m */
    fx beach;      /* m */
    fx calm;       /* what is lost of speeds in a second, 0..32 */
    fx drag;       /* m/s */
    fx density;    /* kg/m^3 */
    fx current[2]; /* m/s along x and z */
    uint16_t wish; /* cells along the longer side */
    bool begun;    /* what follows holds */
    bool still;
    uint32_t first; /* of its cells */
    uint16_t columns, rows;
    fx per_metre; /* cells */
    uint32_t step;
} ox_water;
extern const ox_type ox_water_type;

typedef struct ox_waters {
    const ox_module_host *host;
    ox_world *world;
    uint32_t type;       /* number of the component in the world */
    ox_physics *physics; /* NULL: no bodies */
    ox_collisions *collisions;
    /* state: four numbers a cell, and a byte */
    int16_t *cells
        [4]; /* waves: heights of even and odd steps, bits below them, floor; columns: depths, flows along and across, floor */
    uint8_t *map;
    uint32_t used, room;
    uint16_t
        *levels; /* by slots: how high water stands about the object's body, and whether it is wet; 0: none */
    fx *lifted;  /* by slots: how much of its weight a body lacks in this step */
    ox_water_patch patches[OX_WATER_PATCHES]; /* of the body that is looked at */
    bool is_told, is_slowed;
    /* for pictures */
    int16_t *positions, *uvs;
    int8_t *normals;
    uint16_t *indices;
} ox_waters;

/* The console's waters; NULL: the image asks for none, or the player has no such module. */
ox_waters *ox_console_waters(const struct ox_console *console);

ox_water *ox_water_of(const ox_waters *s, const ox_object *object);

/* The water of an object as it is now. False: it has none, or has no cells yet. What is done to the grid itself counts once ox_water_settle has been called. */
bool ox_water_bath_of(const ox_waters *s, const ox_object *object, ox_water_grid *grid, ox_water_bath *bath);
void ox_water_settle(const ox_waters *s, const ox_object *object, const ox_water_grid *grid);

/* Gives an object's water its cells now, if it has none: the floor's shapes are looked at where they stand. False: no room. */
bool ox_water_begin(ox_waters *s, ox_object *object);

/* The first water by slots that is below or at a place: seen from above within its sides, not deeper than its floor; NULL. */
ox_object *ox_water_about(ox_waters *s, vec3 at);

enum { OX_WATER_NATIVES = 7, OX_WATER_FIELDS = 5, OX_WATER_EVENTS = 1 };
extern const ox_script_native ox_water_native_rows[OX_WATER_NATIVES];

/* ---- for the files of this folder ---- */

void ox_water_draw(ox_waters *s, ox_module_pass pass, rs_frame *frame);

#endif
