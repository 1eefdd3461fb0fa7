/* Recording and replaying what is played on a console: its state as parts, and the tape that runs along with
 * its steps.
 *
 * The console makes a tape out of resident memory when the boot options ask for one (console.h); nothing of
 * it exists otherwise. */
#ifndef OXCART_KERNEL_CONSOLE_TAPE_H
#define OXCART_KERNEL_CONSOLE_TAPE_H

#include "kernel/console/console.h"
#include "kernel/replay/playback.h"

/* What of the scene's player is state; the same layout on every machine. */
typedef struct ox_tape_scene {
    uint32_t steps, table_steps, camera, look, pitch, zoom;
    uint16_t yaw;
    uint8_t textures, paused, by_hand, hud;
} ox_tape_scene;

enum {
    OX_TAPE_OWN = 2,
    OX_TAPE_RUNTIME = 8, /* of the console's world, events and so on (runtime.h) */
    OX_TAPE_SCRIPTS = 1, /* scripts.h */
    OX_TAPE_PARTS = OX_TAPE_OWN + OX_TAPE_SCRIPTS + OX_TAPE_RUNTIME + OX_CART_PARTS
};

typedef struct ox_tape {
    ox_console *console;
    ox_sim_part parts[OX_TAPE_PARTS];
    ox_sim sim;
    ox_recorder recorder;
    ox_playback playback;
    ox_playback_fault fault;
    bool plays, ended;
} ox_tape;

/* The console's state as parts; how many. */
uint32_t ox_tape_list_parts(ox_console *console, ox_sim_part parts[OX_TAPE_PARTS]);

/* The head of a recording of what is played. */
ox_recording_head ox_tape_head(const ox_console *console);

/* Makes the tape that the options ask for; fills the console's error. */
FX_MUST_CHECK ox_status ox_tape_start(ox_console *console);
void ox_tape_stop(ox_console *console);

/* Around each step: gives it its input, and compares or notes afterwards. False when a replay is over. */
bool ox_tape_step(ox_console *console);
void ox_tape_stepped(ox_console *console);

#endif
