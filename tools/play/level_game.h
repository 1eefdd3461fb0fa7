/* A game that plays one level: its spawners make objects in a world, its geometry and their meshes are drawn from a camera that flies.
 * What plays is the run time's own (kernel/level, kernel/world); types of objects are those of a data table (kernel/level/data_types.h).
 *
 *     level_game g = {.level = chunk, .level_size = size, .types = table, .eye = eye, .target = target};
 *     ox_cart cart = level_game_cart(&g);
 *     ... boot an image that has the meshes with .cart = &cart, play its frames ...
 *     level_game_each(&g, tell, context);                 the objects that there are, before the console is closed
 *     level_game_end(&g);
 *
 * Buttons: arrows turn and walk, with A held up, down and sideways, L and R lower and raise; Start ends the game. */
#ifndef OXCART_TOOLS_PLAY_LEVEL_GAME_H
#define OXCART_TOOLS_PLAY_LEVEL_GAME_H

#include "kernel/console/console.h"
#include "kernel/level/area.h"
#include "kernel/level/data_types.h"
#include "kernel/level/geometry.h"
#include "tools/base/error.h"

enum { LEVEL_GAME_GEOMETRIES = 8 };

typedef struct level_game {
    const uint8_t *level; /* a checked LEVL chunk, aligned to 4, that stays where it is */
    size_t level_size;
    const uint8_t *types; /* a checked DATA chunk, or NULL: there are no types, and nothing is spawned */
    vec3 eye, target;
    bool open;     /* it has begun */
    bool back;     /* Start ended it */
    bool let_go;   /* Start was up since it began */
    char why[200]; /* why it could not begin */

    ox_console *console;
    void *block; /* all that follows lies in it */
    ox_arena arena;
    ox_world world;
    ox_places places;
    ox_spawners spawners;
    ox_data_types kinds;
    ox_area_host host;
    ox_area area;
    ox_geometry geometries[LEVEL_GAME_GEOMETRIES];
    uint32_t geometry_count;
} level_game;

ox_cart level_game_cart(level_game *g);

/* Calls back for each object, by type and age: type, name (0: none), place, and what it looks like (0: nothing). */
typedef void level_game_teller(void *context, ox_id type, ox_id name, vec3 place, ox_id mesh);
void level_game_each(const level_game *g, level_game_teller *tell, void *context);

void level_game_end(level_game *g);

/* ---- cameras of tools ---- */

/* Looks from `eye` to `target` (not the same place) with 60 degrees, and sees what is `least` (farther, when the reach is great) to `reach`
 * away. False, and nothing is recorded, when the two places are the same. */
bool level_game_camera(rs_frame *frame, vec3 eye, vec3 target, fx least, fx reach);

/* One step of a camera that flies by buttons. */
void level_game_fly(vec3 *eye, vec3 *target, uint32_t held);

#endif
