/* Players, pace and rumble as a module of the console: a longer table of players (kernel/input/record.h), slow motion
 * and pauses, motors of pads.
 *
 *     capacity players 2                                                  in cart.txt: the pad's player, and one more
 *
 *     if pressed_by(2, Button.A) { jump(second) }                         in a script; players count from 1
 *     steer(2, Button.RIGHT, vec2(0.5, 0.0))                              a bot: gives the input from the next step on
 *     time_scale(0.25, 30t)   rumble(1, 0.8, 12t)   pause(Button.START)
 *
 *     ox_input_sources *players = ox_console_players(console);            in C
 *     status = ox_input_source_set(players, 1, (ox_input_source){"bot", bot_plays, &bot});
 *     ox_console_slow(console, FX_ONE / 4, 30);
 *
 * PLAYERS. Port, recording, network, bot and script fill the same record of a player's step, so a game cannot tell who
 * plays. Devices that the port tells apart are shared out among the players (kernel/input/device.h says how, and the log whose each pad is); where it
 * does not, all of them belong to the first player. Players without a device do nothing until code gives their input.
 * Recordings, rewind and the state's hash have the input of all players. A cart without `capacity players` has one
 * player, and scripts cannot give input.
 *
 * A LOST PAD lets everything go. A single player finds the game waiting for START; of several players only that one is
 * told of: `on PadLost(player)` may hide what was theirs, `on PadBack(player)` brings it back, pad_lost(player) asks.
 *
 * TIME. `time_scale` makes steps follow one another faster or slower, 1/256 to 16 times, for so many steps from the
 * present one on. `pause` stops the steps until one of its buttons goes down. A step is the same whatever time it
 * takes, so pace and pause are no part of the state, and recordings do not hold them. A deterministic run ignores the
 * pace and refuses pauses; a pause is also refused while a recording is played. The first steps after a pause see the
 * press that ended it, so a pause that they ask for is refused as well: one button can begin and end a pause.
 *
 * BRIGHTNESS. `display_gamma(2.2)` is ox_console_gamma: only the display shows other colours; hashes of pictures and
 * the state stay the same. To find the right gamma a player compares a pattern of half black and half white pixels,
 * which gamma does not change, with a patch of #808080 beside it, which it does.
 *
 * WHAT PADS GIVE BACK. `rumble blow blow.rumble` in cart.txt is a pattern that shakes, which an event begins (`on Hurt` in it) or a script:
 *
 *     rumble_play('blow', 2)   wheel_spring(0.0, 0.8, 0.1)   wheel_force(-0.3)   pad_lights(0b0101)
 *
 *     pad_keep(0, best, player)                                            a number into the memory of the pad, which goes with it to another machine
 *     on draw { text("{pad_kept(0)}", 8, 8)  rectangle(8, 20, int(pad_heard() * 60.0), 4) }          and out of it; how loud its microphone is
 *
 * Memory and microphone are no part of the game's state, and no recording has them, so they are asked in `on draw` alone.
 *
 * A pattern of a higher priority is not disturbed by others. Patterns end with a pause, with the pad, and while all actions of the player are masked. A wheel is turned
 * by a constant force, and by a spring and oil that are worked out from where it is. Light N of a pad shows that it is player N's, unless a script says otherwise.
 *
 * MOTORS are output (kernel/loop/output.h): the stronger of two shakes counts while it lasts, a pause stops them, a port without motors
 * shakes nothing, and motors that are on or off are on for a part of the steps.
 *
 * Images without scripts and without a cart in C do not use the module. Bytes: 430, and 592 a player. (Madhav 1; GEA
 * 7.5.) */
#ifndef OXCART_KERNEL_SESSION_MODULE_H
#define OXCART_KERNEL_SESSION_MODULE_H

#include "kernel/console/console.h"
#include "kernel/loop/output.h"
#include "kernel/module/module.h"

extern const ox_module ox_session_module;

enum { OX_CAPACITY_PLAYERS, OX_SESSION_CAPACITIES };
extern const ox_capacity ox_session_capacities[OX_SESSION_CAPACITIES];

enum { OX_SESSION_NATIVES = 19 };
extern const ox_script_native ox_session_native_rows[OX_SESSION_NATIVES];

/* The table of players, for code that gives their input. */
ox_input_sources *ox_console_players(ox_console *console);

/* Time goes `factor` times as fast (Q16.16, clamped to 1/256 to 16) for `steps` steps, then at its usual pace; 0 steps:
 * at its usual pace at once. OX_UNSUPPORTED without the module, and nothing happens. */
ox_status ox_console_slow(ox_console *console, fx factor, uint32_t steps);

/* No step is made from the next frame on until one of the buttons (PLAT_...; 0: any) goes down. OX_UNSUPPORTED without
 * the module. OX_BAD_STATE, and nothing happens, in a deterministic run, while a recording is played, and in the steps
 * that see the press that ended the last pause. */
ox_status ox_console_pause(ox_console *console, uint32_t buttons);

/* Shakes motor 0 or 1 of a player's pad (from 0): strength 0 to 1, for `steps` steps. OX_BAD_ARGUMENT for arguments out
 * of range; OX_UNSUPPORTED without the module. */
ox_status ox_console_rumble(ox_console *console, uint32_t player, uint32_t motor, fx strength,
                            uint32_t steps);

/* Shakes it by a pattern, the id of a RUMB chunk. OX_NOT_FOUND; OX_FULL: one of a higher priority plays. ox_console_rumble_stop ends all that shakes it. */
ox_status ox_console_rumble_pattern(ox_console *console, uint32_t player, ox_id pattern, fx strength);
void ox_console_rumble_stop(ox_console *console, uint32_t player);

/* The wheel of a player turns like this from now on; and which lights of the pad are on, a bit for each of four, 255: the one with the player's number. */
ox_status ox_console_wheel(ox_console *console, uint32_t player, const ox_wheel *wheel);
ox_status ox_console_pad_lights(ox_console *console, uint32_t player, uint32_t lights);

/* Numbers in the memory of a player's pad, of 4 bytes, little-endian, from 0 on. False and 0: it has no memory, or less. */
bool ox_console_pad_keep(ox_console *console, uint32_t player, uint32_t number, int32_t value);
int32_t ox_console_pad_kept(const ox_console *console, uint32_t player, uint32_t number);

/* How loud the microphone of a player's pad is, the greatest of its last 64 samples: 0 to 1; 0 without one. */
fx ox_console_pad_heard(const ox_console *console, uint32_t player);

/* The place of the player's pad, for plat_device_write and plat_device_read: speakers, microphones, memories. 0: it has none. */
int ox_console_pad(const ox_console *console, uint32_t player);

#endif
