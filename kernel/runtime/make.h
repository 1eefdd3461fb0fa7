/* The kernel's tables, each as large as the cart's budget says: the one way from a `capacity` line of
 * cart.txt to a table in memory.
 *
 *     capacity timers 40                                                 cart.txt
 *
 *     static ox_status start(void *state, ox_console *console) {         the cart
 *         game *g = state;
 *         ox_status status = ox_console_make_timers(console, &g->timers, calls, 2, g);
 *         ox_regions_config gates = {.tags = ANY, .listener = heard, .context = g};
 *         if (status == OX_OK) status = ox_console_make_regions(console, &g->regions, world, &gates);
 *         return status;
 *     }
 *
 * Each function takes memory from the client "level" (resident memory), where the table stays until the cart stops, and
 * fills in what the init function of the same name asks for. Without a line in cart.txt the usual number is taken
 * (capacity.h). OX_OUT_OF_MEMORY when there is no room, and nothing is taken; else the status of the init function. A
 * cart may call the functions from its start on. The console makes the tables of a plan (module.h) by the same
 * functions.
 *
 * Where a number stands in a constant table of the cart (types of objects and components), 0 means: as the
 * budget says, by the type's own name or else by "objects" and "components". */
#ifndef OXCART_KERNEL_RUNTIME_MAKE_H
#define OXCART_KERNEL_RUNTIME_MAKE_H

#include "kernel/command/command.h"
#include "kernel/command/history.h"
#include "kernel/console/console.h"
#include "kernel/event/events.h"
#include "kernel/level/spawner.h"
#include "kernel/level/stream.h"
#include "kernel/replay/rewind.h"
#include "kernel/save/container.h"
#include "kernel/scene/region.h"
#include "kernel/task/action.h"
#include "kernel/task/job.h"
#include "kernel/task/request.h"
#include "kernel/task/task.h"
#include "kernel/time/timer.h"

/* Fills in config's objects, types and components where they are 0; components get as many as there are types. */
FX_MUST_CHECK ox_status ox_console_make_world(ox_console *console, ox_world *world,
                                              const ox_world_config *config);

/* Adds a type whose capacity may be 0; returns the type's number, or a failure as ox_world_add_type. */
FX_MUST_CHECK int ox_console_make_object_type(ox_console *console, ox_world *world,
                                              const ox_object_type *type);
FX_MUST_CHECK int ox_console_make_component_type(ox_console *console, ox_world *world,
                                                 const ox_component_type *type);

/* Fills in config's waiting, extensions and listeners where they are 0. */
FX_MUST_CHECK ox_status ox_console_make_events(ox_console *console, ox_events *events,
                                               const ox_events_config *config);
FX_MUST_CHECK ox_status ox_console_make_timers(ox_console *console, ox_timers *timers,
                                               ox_timer_call *const *calls, uint32_t call_count,
                                               void *context);

/* Storage and capacity of the config are filled in, for tasks and for actions. */
FX_MUST_CHECK ox_status ox_console_make_tasks(ox_console *console, ox_tasks *tasks,
                                              const ox_tasks_config *config);
FX_MUST_CHECK ox_status ox_console_make_actions(ox_console *console, ox_actions *actions,
                                                const ox_actions_config *config);

FX_MUST_CHECK ox_status ox_console_make_commands(ox_console *console, ox_commands *commands,
                                                 ox_command_function *const *functions, uint32_t types,
                                                 ox_resolver actors);

/* Jobs run on as many processors as the port has. */
FX_MUST_CHECK ox_status ox_console_make_jobs(ox_console *console, ox_jobs *jobs);

/* Storage and capacity of the config are filled in; the stride must be a multiple of 8. */
FX_MUST_CHECK ox_status ox_console_make_history(ox_console *console, ox_history *history,
                                                const ox_history_config *config);
FX_MUST_CHECK ox_status ox_console_make_requests(ox_console *console, ox_requests *requests,
                                                 const ox_request_kind *kinds, uint32_t kind_count,
                                                 void *context);

/* Capacity (regions) and visits (as many as trigger events) of the config are filled in. */
FX_MUST_CHECK ox_status ox_console_make_regions(ox_console *console, ox_regions *regions, ox_world *world,
                                                const ox_regions_config *config);

/* Spawners of all sets together; `most` and the log are filled in. */
FX_MUST_CHECK ox_status ox_console_make_spawners(ox_console *console, ox_spawners *spawners, ox_world *world,
                                                 const ox_spawners_config *config);

/* Chunk slots; `slots` of the config is filled in. */
FX_MUST_CHECK ox_status ox_console_make_stream(ox_console *console, ox_stream *stream,
                                               const ox_stream_config *config);

/* A ring of "snapshot-blocks" KB. */
FX_MUST_CHECK ox_status ox_console_make_rewind(ox_console *console, ox_rewind *rewind,
                                               const ox_rewind_config *config);

/* A recording in memory of "replay-blocks" KB: a sink for ox_recorder_begin. */
FX_MUST_CHECK ox_status ox_console_make_recording(ox_console *console, ox_recording_memory *recording);

/* The port's storage; of a game in a list of carts its part of that (ox_boot_options.storage_part). */
ox_save_device ox_console_save_device(const ox_console *console);

/* Saves of up to "save-blocks" KB; `room`, cart, device and log of the config are filled in. OX_BAD_STATE where the console has the port's
 * storage itself: it saves games, or keeps numbers (`capacity kept-numbers`). */
FX_MUST_CHECK ox_status ox_console_make_saves(ox_console *console, ox_saves *saves,
                                              const ox_saves_config *config);

/* Makes room for the results of a query: fills in `out` and `capacity`. */
FX_MUST_CHECK ox_status ox_console_make_query(ox_console *console, ox_query *query);

#endif
