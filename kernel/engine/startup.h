/* Start-up and shut-down in one declared order: a constant table names every subsystem of a program, what it needs
 * and which memory it lives in. The runner runs the table forwards and exactly backwards.
 *
 *     static const ox_startup_subsystem subsystems[] = {
 *         {"memory", MEMORY, 0,                          0, start_memory, stop_memory},
 *         {"log",    LOG,    OX_NEEDS(MEMORY),           1, start_log,    stop_log},
 *         {"video",  VIDEO,  OX_NEEDS(MEMORY) | OX_NEEDS(LOG), 0, start_video, NULL},
 *     };
 *     ox_startup_memory memory[3];
 *     ox_startup_init(&startup, subsystems, 3, memory, context, hooks);
 *     status = ox_startup_run(&startup);        every subsystem in the order of the table
 *     ox_startup_stop(&startup);                every subsystem that runs, last one first
 *
 * Nothing starts by itself, neither before main nor at its first use. When a subsystem fails to start, the subsystems
 * before it stop in reverse order, and its status is returned unchanged. A subsystem may be stopped and started again
 * while the others go on: subsystems that need it, or lie on its memory, stop before it and start after it.
 *
 * Memory. A subsystem's `client` names the arena that it takes its memory from; the context tells which arena that
 * is. The bytes that a subsystem took are noted when it starts, and given back by a rollback of the ends that it
 * took them from when it has stopped, so a subsystem can keep nothing. (Jason Gregory, Game Engine Architecture
 * 5.1; Game Programming Gems 1.3.) */
#ifndef OXCART_KERNEL_ENGINE_STARTUP_H
#define OXCART_KERNEL_ENGINE_STARTUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/memory/arena.h"
#include "kernel/memory/status.h"

#define OX_SUBSYSTEMS_MAX 32 /* a dependency mask has one bit for each */

FX_STATIC_ASSERT(OX_SUBSYSTEMS_MAX <= sizeof(uint32_t) * 8, "ids of subsystems are bits of a uint32_t");

/* The bit of a subsystem's id in a dependency mask. */
#define OX_NEEDS(id) ((uint32_t)1 << (id))

/* One row of the table. */
typedef struct ox_startup_subsystem {
    const char *name;
    uint8_t id;     /* 0..31, the subsystem's bit in masks; any order, each once */
    uint32_t needs; /* mask of subsystems that must run before this one */
    /* number of the arena that the subsystem takes memory from, 1..31: for hooks.arena; 0 = none */
    uint8_t client;
    ox_status (*start)(
        void *context);          /* starts the subsystem; on failure it has undone everything but memory */
    void (*stop)(void *context); /* NULL: nothing to undo but memory */
} ox_startup_subsystem;

/* The functions that the context offers to the runner; every member may be NULL. */
typedef struct ox_startup_hooks {
    /* The arena of a client, or NULL when there is none (yet). */
    ox_arena *(*arena)(void *context, uint8_t client);
    /* Called after every start (bytes taken), every stop (bytes given back) and every failure to start. */
    void (*told)(void *context, const ox_startup_subsystem *subsystem, bool started, ox_status status,
                 size_t bytes);
} ox_startup_hooks;

/* What the runner notes about each row. */
typedef struct ox_startup_memory {
    size_t low, high; /* bytes in use at both ends of the client's arena before the subsystem started */
    size_t taken;     /* bytes that the subsystem took, once it had started */
    size_t taken_low; /* bytes of `taken` at the low end */
} ox_startup_memory;

typedef struct ox_startup {
    const ox_startup_subsystem *subsystems;
    ox_startup_memory *memory;
    const ox_startup_hooks *hooks;
    void *context;
    uint32_t count;
    uint32_t running; /* bit i: row i of the table runs */
    uint32_t failed;  /* row that failed to start last, or OX_SUBSYSTEMS_MAX */
} ox_startup;

/* Checks whether a table can be run: ids are below 32 and each stands once, each row has a start function, and every
 * need is in an earlier row. OX_BAD_ARGUMENT, OX_ALREADY_THERE, OX_NOT_FOUND or OX_CYCLE; `why` (NULL allowed) is
 * then a sentence that names both subsystems. */
FX_MUST_CHECK ox_status ox_startup_check(const ox_startup_subsystem *subsystems, uint32_t count, char *why,
                                         size_t why_size);

/* Makes ready to run; no subsystem is started. The table, `memory` (`count` elements with any contents), the context
 * and the hooks (NULL: none) stay with the caller. */
void ox_startup_init(ox_startup *startup, const ox_startup_subsystem *subsystems, uint32_t count,
                     ox_startup_memory *memory, void *context, const ox_startup_hooks *hooks);

/* Checks the table and starts every row. On failure no subsystem runs any more, and `failed` is the row that failed. */
FX_MUST_CHECK ox_status ox_startup_run(ox_startup *startup);

/* Stops every running subsystem in exactly the reverse order. The call is harmless when no subsystem runs, and when
 * made again. */
void ox_startup_stop(ox_startup *startup);

/* Stops every running subsystem and clears the record: the table is forgotten. */
void ox_startup_end(ox_startup *startup);

/* Stops the subsystem with this id. Subsystems that need it, directly or not, and those that took memory at the same
 * end of the same arena after it, stop first, last one first. Returns the rows that were stopped, as bits for
 * ox_startup_resume. */
uint32_t ox_startup_halt(ox_startup *startup, uint8_t id);

/* Stops those of `rows` that run, last one first, and no others, for a caller who knows that the subsystems that go
 * on do not use the stopped ones meanwhile. Returns the rows that were stopped. */
uint32_t ox_startup_halt_rows(ox_startup *startup, uint32_t rows);

/* Starts `rows` again in the order of the table. When a row fails, it and the rows of `rows` behind it stay stopped,
 * and no other row is touched. */
FX_MUST_CHECK ox_status ox_startup_resume(ox_startup *startup, uint32_t rows);

/* Halts and resumes a subsystem, so that it is as new. OX_NOT_FOUND for an unknown id, OX_BAD_STATE when the
 * subsystem does not run. */
FX_MUST_CHECK ox_status ox_startup_restart(ox_startup *startup, uint8_t id);

/* Whether the subsystem with this id runs. */
bool ox_startup_runs(const ox_startup *startup, uint8_t id);

#endif
