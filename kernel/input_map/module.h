/* Actions as a module of the console (input_map.h): games ask what the player means, and cart.txt says which buttons mean it.
 *
 *     action jump A|UP                                                    in cart.txt
 *     action move stick|touch:left
 *     action dash RIGHT,RIGHT within=0.3
 *     action throw A+B
 *     action fire B when=walking repeat
 *
 *     if began('jump') and grounded { speed.y = 0.3 }                     in a script
 *     speed.x = axis('move').x * 0.1
 *     on Ended(action, player, steps) when action == 'throw' { hurl(steps) }
 *     context_push('driving')   controls_mask('hands')   offer('use', door, distance)
 *     button_choose('jump', Button.B)   action_latch('aim', true)   controls_patience(60t)   controls_keep()
 *     cursor_drive(120)   if began('point') { take(pointer()) }
 *
 *     const ox_input_map *map = ox_console_input_map(console);                in C
 *     if (ox_input_action_began(map, 0, OX_NAME("jump"))) ...
 *
 *     quick_time('dodge', 30t, 20t)                                           and  on QuickTime(action, result, player) { ... }
 *
 * WHEN. What is asked stands still in a step: it is made of the step's input before scripts and C have it, behind the screens, which take the input that they
 * hear. Bots, networks and recordings give input as players do (kernel/session/module.h), so actions are theirs, too.
 *
 * MASKS end with the object that made them: a sequence or a question that is an object of its own takes its masks along when it ends or is skipped, and a
 * hero who dies his. A mask that lasts a minute is told in the log. What an object owns is free when the object is gone.
 *
 * EVENTS. `on Began(action, player)` and `on Ended(action, player, steps)` are told in the same step, but not of
 * actions that somebody owns.
 *
 * STATE. What is active, how long, contexts, chosen buttons: saved, rewound and recorded. A state fits a table with other actions: those that both have are
 * taken. Where the table of a running game changes, all actions end, and buttons that players chose are those of the table again.
 *
 * An image asks for the module by its actions. Memory: what input_map.h says, with room for 8 actions and 16 controls that come while the game runs. */
#ifndef OXCART_KERNEL_INPUT_MAP_MODULE_H
#define OXCART_KERNEL_INPUT_MAP_MODULE_H

#include "kernel/input_map/input_map.h"
#include "kernel/module/module.h"

extern const ox_module ox_input_map_module;

enum { OX_INPUT_MAP_NATIVES = 36 };
extern const ox_script_native ox_input_map_native_rows[OX_INPUT_MAP_NATIVES];

/* What scripts call the results of quick time events. */
extern const ox_id ox_quick_time_names[OX_QUICK_TIME_RESULTS];

/* The actions of a console, NULL where its image has none. Buttons are chosen and contexts entered by the functions of input_map.h. */
ox_input_map *ox_console_input_map(struct ox_console *console);

/* Keeps what a player (from 0) chose, beside saved games, one kept number (of `keep`) an action that is not as the table says, and chooses it
 * again, all of it at once; `preset`: one of several such choices, 0 for the usual one. False: no room, or the cart keeps no numbers. */
bool ox_controls_keep(struct ox_console *console, uint32_t player, ox_id preset);
void ox_controls_recall(struct ox_console *console, uint32_t player, ox_id preset);

#endif
