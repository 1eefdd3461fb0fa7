/* The viewer of a cart's assets: a game in C that the console plays, so that the picture is the game's own, in a
 * window, in a terminal or nowhere, with buttons pressed by hand or by a script.
 *
 *     viewer v = {.look = look, .image = &image, .file = "game.rom"};
 *     viewer_show(&v, &chunk, status);             unpacked; stays with the caller
 *     ox_cart cart = viewer_cart(&v);
 *     ... play the image that preview_stage made, with boot.cart = &cart, until it ends; v.move tells which asset comes next ...
 *     viewer_end(&v);
 *
 * Played assets (preview.h) are the scene of that image, and the buttons of scenes work (kernel/scene/scene.h): arrows turn, L and R zoom, X textures, Y shading,
 * Start pauses. All others are drawn anew for every picture. The viewer's own buttons:
 *
 *     A               another mode of a played asset (preview_mode); a level from above, or flown over
 *     B               the next asset; with Down held, the asset before
 *     Start           clips, flip-books and flights: pause, and play
 *     Left, Right     not played, or paused: a frame back, a frame on; repeated while held
 *     Up, Down        rate: 25, 50, 100, 200, 400 percent
 *     L, R            weight of the second clip, in sixteenths
 * A mesh that a clip moves stands on its turntable; while it is paused, arrows and L and R work as for clips.
 *
 * Particles play with the pause, frames and rates of clips, arrows turn the camera while they play, and Select restarts them.
 *
 *     Select          meshes: the next level of detail; sheets: the next flip-book; clips: the next second clip; else figures */
#ifndef OXCART_TOOLS_VIEW_VIEWER_H
#define OXCART_TOOLS_VIEW_VIEWER_H

#include "kernel/console/console.h"
#include "kernel/scene/scene.h"
#include "tools/view/preview.h"

typedef struct viewer {
    preview_look look; /* how the asset is shown; buttons change it */
    const rom_image *image;
    const char *file;
    bool keys;    /* a line with the keys below the picture */
    bool buttons; /* the viewer's buttons work; false: the look stays as it is */
    bool alone;   /* there is no other asset */
    int32_t rate; /* percent; 0: 100 */

    /* state of the asset: */
    rom_chunk chunk;
    rom_status status;
    bool playing;
    int32_t position;      /* part of a frame behind look.frame, in 1/65536 */
    ox_scene stood;        /* a moved mesh, particles: the scene at the step before */
    uint32_t effect_steps; /* steps that the particles have made */

    /* state of the run: */
    ox_console *console;
    canvas c;
    uint32_t steps;
    int move;   /* -1, +1: the user wants the asset before, the next one */
    bool again; /* show the asset again in other pixels; the scene goes on as it was */
    ox_scene before;
    bool failed;
    tool_error error;
    void *scratch; /* memory for wireframes */
    size_t scratch_bytes;
} viewer;

/* Shows another asset. Rate, mode and the second clip stay, where the asset has them. */
void viewer_show(viewer *v, const rom_chunk *chunk, rom_status status);

/* Whether the asset is a mesh that a clip moves. */
bool viewer_moves(const viewer *v);

/* The pixel format for the asset in its present mode: `own` for the game's picture, else XRGB8888, since colours
 * carry meaning. */
int viewer_format(const viewer *v, int own);

/* The viewer as a cart in C; the viewer must not move in memory while that plays. */
ox_cart viewer_cart(viewer *v);

void viewer_end(viewer *v);

/* ---- viewer_scene.c ---- */

/* Draws over the scene: edges, needles, collision, as the look's mode says; or a flight over the level. */
bool viewer_record(viewer *v, rs_frame *frame);

#endif
