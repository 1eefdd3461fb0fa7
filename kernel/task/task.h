/* Tasks: behaviour that is written as a sequence and takes many steps of the game, without a stack of its
 * own.
 *
 *     typedef struct patrol { int32_t x; } patrol;                      the locals, 32-bit fields
 *     static ox_task_state patrolling(ox_task *task, void *locals, void *context) {
 *         patrol *p = locals;
 *         OX_TASK_BEGIN(task);
 *         for (;;) {
 *             while (p->x < 100) { p->x++; OX_TASK_YIELD(task); }
 *             OX_TASK_WAIT(task, 30);
 *             while (p->x > 0) { p->x--; OX_TASK_YIELD(task); }
 *         }
 *         OX_TASK_END(task);
 *     }
 *     static const ox_task_kind kinds[] = {{.run = patrolling}};
 *     ox_tasks_init(&tasks, &(ox_tasks_config){.storage = storage, .capacity = 64, .locals = sizeof(patrol),
 *                                              .kinds = kinds, .kind_count = 1, .context = world});
 *     patrol *p = ox_tasks_spawn(&tasks, 0, guard, &handle);
 *     ox_tasks_run(&tasks, tick);                                       once a step, in its fixed place
 *
 * A task is a function that is entered again and again, and jumps to where it left: the place is a 16-bit number, a
 * line below OX_TASK_BEGIN. Local variables of the function do not survive a wait; values that must survive stand in the
 * locals, which begin as zeros. A wait may stand in any loop and condition, but not inside a switch, and two waits may
 * not stand in one line. (Stackless coroutines, "protothreads": Tom Duff's device; Adam Dunkels, 2006. GPP, "Update
 * Method".)
 *
 *     OX_TASK_YIELD(task)              goes on in the next run
 *     OX_TASK_WAIT(task, ticks)        goes on in the first run `ticks` or more later, at least one
 *     OX_TASK_WAIT_UNTIL(task, test)   goes on when the test is true, at once if it is; tested once a run
 *     OX_TASK_WAIT_EVENT(task, event)  goes on in the run after ox_tasks_signal; task->value is the value sent
 *     OX_TASK_JOIN(task, handle)       goes on when that task has ended
 *     OX_TASK_EXIT(task)               ends the task
 *
 * Tasks run in the order of their making. A task that is spawned during a run begins in the next run. When an owner is
 * gone, one call ends all of its tasks, at any moment, during a run too.
 *
 * COST. Storage: 28 bytes and the locals, of which 2 are the place. Cortex-M3: a switch (leaving one task and entering
 * the next) 42 instructions, a task that waits for a tick 19. */
#ifndef OXCART_KERNEL_TASK_TASK_H
#define OXCART_KERNEL_TASK_TASK_H

#include "kernel/task/roster.h"

typedef enum ox_task_state { OX_TASK_WAITING, OX_TASK_DONE } ox_task_state;

typedef struct ox_task {
    ox_roster_slot slot;
    uint32_t wake;   /* the tick, event or handle to wait for; while the task runs: the tick now */
    uint32_t value;  /* value of the last event that the task waited for */
    uint16_t resume; /* line below OX_TASK_BEGIN to go on at, 0 = the beginning */
    uint8_t waits;   /* an ox_wait */
    uint8_t kind;
} ox_task;

typedef ox_task_state ox_task_function(ox_task *task, void *locals, void *context);

/* A kind of task, in a constant table. */
typedef struct ox_task_kind {
    ox_task_function *run;
    /* Save and restore the locals; NULL: the locals are saved as 32-bit words. */
    void (*save)(const void *locals, ox_writer *to);
    void (*restore)(void *locals, ox_reader *from);
} ox_task_kind;

typedef struct ox_tasks {
    ox_roster roster;
    const ox_task_kind *kinds;
    uint32_t kind_count;
    void *context;
    ox_task *running; /* or NULL */
    bool ending;      /* the running task was killed: it ends when it comes to its next wait */
} ox_tasks;

/* Bytes of storage for `capacity` tasks with `locals` bytes each; align it to 4. */
#define OX_TASK_STRIDE(locals) (sizeof(ox_task) + (((locals) + 3u) & ~(size_t)3u))
#define OX_TASKS_BYTES(locals, capacity) OX_ROSTER_BYTES(OX_TASK_STRIDE(locals), capacity)

typedef struct ox_tasks_config {
    void *storage; /* OX_TASKS_BYTES(locals, capacity), aligned to 4 */
    uint32_t capacity;
    uint32_t locals; /* bytes of the largest record of locals, rounded up to 4; locals are aligned to 4 */
    const ox_task_kind *kinds;
    uint32_t kind_count; /* at most 256 */
    void *context;       /* handed to the tasks */
} ox_tasks_config;

/* Begins without tasks. */
void ox_tasks_init(ox_tasks *tasks, const ox_tasks_config *config);

/* A new task and its locals, all zero; NULL when there is no room (counted) or no such kind (asserts). handle
 * may be NULL. */
FX_MUST_CHECK void *ox_tasks_spawn(ox_tasks *tasks, uint32_t kind, uint32_t owner, ox_handle *handle);

/* Ends a task wherever it waits; false when the task is gone already. ox_tasks_kill_owner ends all tasks of an owner
 * and returns how many. A task may end itself: it still runs to its next wait. */
bool ox_tasks_kill(ox_tasks *tasks, ox_handle handle);
uint32_t ox_tasks_kill_owner(ox_tasks *tasks, uint32_t owner);

bool ox_tasks_alive(const ox_tasks *tasks, ox_handle handle);

/* The locals of a task that is alive, else NULL. */
void *ox_tasks_locals(const ox_tasks *tasks, ox_handle handle);

/* Wakes all tasks that wait for this event; they go on in their next turn. Returns how many were woken. */
uint32_t ox_tasks_signal(ox_tasks *tasks, uint32_t event, uint32_t value);

/* Lets every task that is due run to its next wait. A task must not call ox_tasks_run. */
void ox_tasks_run(ox_tasks *tasks, uint32_t now);

/* Save and restore all tasks, their places, and their handles. A place is told in lines below the task's
 * OX_TASK_BEGIN: an image, and live reload, survive a build in which those lines are as they were, whatever changed around them; a
 * task whose place is gone ends in its next turn. The kinds and sizes must be the same. After OX_BAD_DATA there are no tasks. */
void ox_tasks_save(const ox_tasks *tasks, ox_writer *to);
FX_MUST_CHECK ox_status ox_tasks_restore(ox_tasks *tasks, ox_reader *from);

/* ---- macros that tasks are written with ---- */

#if defined(__GNUC__) && __GNUC__ >= 7
#define OX_TASK_GO_ON __attribute__((fallthrough))
#else
#define OX_TASK_GO_ON ((void)0)
#endif

/* Where a task waits: lines below its OX_TASK_BEGIN, so a change elsewhere in the file leaves it where it is. */
#define OX_TASK_PLACE (uint16_t)(__LINE__ - ox_task_first_line)

#define OX_TASK_BEGIN(task)                                                                                  \
    enum { ox_task_first_line = __LINE__ };                                                                  \
    switch ((task)->resume) {                                                                                \
    case 0:

#define OX_TASK_END(task)                                                                                    \
    }                                                                                                        \
    return (void)(task), OX_TASK_DONE

#define OX_TASK_LEAVE(task, reason)                                                                          \
    do {                                                                                                     \
        (task)->waits = (uint8_t)(reason);                                                                   \
        (task)->resume = OX_TASK_PLACE;                                                                      \
        return OX_TASK_WAITING;                                                                              \
    case OX_TASK_PLACE:;                                                                                     \
    } while (0)

#define OX_TASK_YIELD(task) OX_TASK_LEAVE(task, OX_WAIT_NOTHING)
#define OX_TASK_WAIT(task, ticks)                                                                            \
    do {                                                                                                     \
        (task)->wake += (uint32_t)(ticks);                                                                   \
        OX_TASK_LEAVE(task, OX_WAIT_TICK);                                                                   \
    } while (0)
#define OX_TASK_WAIT_EVENT(task, event)                                                                      \
    do {                                                                                                     \
        (task)->wake = (event);                                                                              \
        OX_TASK_LEAVE(task, OX_WAIT_EVENT);                                                                  \
    } while (0)
#define OX_TASK_JOIN(task, handle)                                                                           \
    do {                                                                                                     \
        (task)->wake = (handle).bits;                                                                        \
        OX_TASK_LEAVE(task, OX_WAIT_TASK);                                                                   \
    } while (0)
#define OX_TASK_WAIT_UNTIL(task, test)                                                                       \
    do {                                                                                                     \
        (task)->waits = (uint8_t)OX_WAIT_NOTHING;                                                            \
        (task)->resume = OX_TASK_PLACE;                                                                      \
        OX_TASK_GO_ON;                                                                                       \
    case OX_TASK_PLACE:                                                                                      \
        if (!(test)) return OX_TASK_WAITING;                                                                 \
    } while (0)
#define OX_TASK_EXIT(task) return (void)(task), OX_TASK_DONE

#endif
