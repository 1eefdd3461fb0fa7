/* Runs tasks in their order, each when its wait is over. */
#include "kernel/task/task.h"

#include <string.h>

void ox_tasks_init(ox_tasks *tasks, const ox_tasks_config *config) {
    *tasks = (ox_tasks){.kinds = config->kinds, .kind_count = config->kind_count, .context = config->context};
    FX_CHECK_OR(tasks->kind_count <= 256, "at most 256 kinds of tasks", tasks->kind_count = 256);
    ox_roster_init(&tasks->roster, config->storage, (uint32_t)OX_TASK_STRIDE(config->locals),
                   config->capacity);
}

void *ox_tasks_spawn(ox_tasks *tasks, uint32_t kind, uint32_t owner, ox_handle *handle) {
    if (handle != NULL) *handle = OX_HANDLE_NONE;
    FX_CHECK_OR(kind < tasks->kind_count, "no such kind of task", return NULL);
    ox_task *task = ox_roster_add(&tasks->roster, owner);
    if (task == NULL) return NULL;
    task->kind = (uint8_t)kind;
    if (handle != NULL) *handle = ox_roster_handle(&tasks->roster, &task->slot);
    return task + 1;
}

static ox_task *find(const ox_tasks *tasks, ox_handle handle) {
    ox_task *task = ox_roster_get(&tasks->roster, handle);
    return task != NULL && task == tasks->running && tasks->ending ? NULL : task;
}

bool ox_tasks_kill(ox_tasks *tasks, ox_handle handle) {
    ox_task *task = find(tasks, handle);
    if (task == NULL) return false;
    if (task == tasks->running)
        tasks->ending = true;
    else
        ox_roster_remove(&tasks->roster, &task->slot);
    return true;
}

/* Kills the owner's tasks. A running task only ends after its function returns, so that no other task takes its slot
 * meanwhile. */
uint32_t ox_tasks_kill_owner(ox_tasks *tasks, uint32_t owner) {
    ox_task *running = tasks->running;
    bool itself = running != NULL && running->slot.owner == owner && !tasks->ending;
    tasks->ending |= itself;
    return ox_roster_remove_owner(&tasks->roster, owner, running == NULL ? NULL : &running->slot) +
           (itself ? 1u : 0u);
}

bool ox_tasks_alive(const ox_tasks *tasks, ox_handle handle) { return find(tasks, handle) != NULL; }

void *ox_tasks_locals(const ox_tasks *tasks, ox_handle handle) {
    ox_task *task = find(tasks, handle);
    return task == NULL ? NULL : task + 1;
}

uint32_t ox_tasks_signal(ox_tasks *tasks, uint32_t event, uint32_t value) {
    uint32_t woken = 0;
    for (uint32_t i = tasks->roster.first; i != OX_ROSTER_END;) {
        ox_task *task = ox_roster_at(&tasks->roster, i);
        i = task->slot.next;
        if (task->waits != OX_WAIT_EVENT || task->wake != event || task == tasks->running) continue;
        task->waits = OX_WAIT_NOTHING;
        task->value = value;
        woken++;
    }
    return woken;
}

static void end(ox_tasks *tasks, ox_task *task) {
    ox_roster_remove(&tasks->roster, &task->slot);
    tasks->ending = false;
}

void ox_tasks_run(ox_tasks *tasks, uint32_t now) {
    const ox_task_kind *kinds = tasks->kinds;
    void *context = tasks->context;
    uint32_t limit = tasks->roster.serial;
    FX_CHECK_OR(tasks->running == NULL, "tasks are run from within a task", return );
    for (ox_task *task = ox_roster_begin(&tasks->roster); task != NULL;
         task = ox_roster_next(&tasks->roster)) {
        if ((int32_t)(task->slot.serial - limit) >= 0) break; /* made in this run, like all later tasks */
        if (!ox_roster_wait_is_over(&tasks->roster, task->waits, task->wake, now)) continue;
        task->wake = now;
        tasks->running = task;
        if (kinds[task->kind].run(task, task + 1, context) == OX_TASK_DONE || tasks->ending) end(tasks, task);
    }
    tasks->running = NULL;
    tasks->roster.walk = OX_ROSTER_END;
}

/* ---- images ---- */

static uint32_t local_words(const ox_tasks *tasks) {
    return (tasks->roster.pool.stride - (uint32_t)sizeof(ox_task)) / 4u;
}

static void write_task(const void *of, const void *record, ox_writer *to) {
    const ox_tasks *tasks = of;
    const ox_task *task = record;
    const ox_task_kind *kind = &tasks->kinds[task->kind];
    ox_write_u8(to, task->kind);
    ox_write_u8(to, task->waits);
    ox_write_u16(to, task->resume);
    ox_write_u32(to, task->wake);
    ox_write_u32(to, task->value);
    if (kind->save != NULL)
        kind->save(task + 1, to);
    else
        ox_write_words(to, (const uint32_t *)(const void *)(task + 1), local_words(tasks));
}

static void read_task(void *of, void *record, ox_reader *from) {
    const ox_tasks *tasks = of;
    ox_task *task = record;
    uint32_t kind = ox_read_u8(from), waits = ox_read_u8(from);
    if (kind >= tasks->kind_count || waits >= OX_WAITS) from->bad = true;
    if (from->bad) return;
    task->kind = (uint8_t)kind;
    task->waits = (uint8_t)waits;
    task->resume = (uint16_t)ox_read_u16(from);
    task->wake = ox_read_u32(from);
    task->value = ox_read_u32(from);
    if (tasks->kinds[kind].restore != NULL)
        tasks->kinds[kind].restore(task + 1, from);
    else
        ox_read_words(from, (uint32_t *)(void *)(task + 1), local_words(tasks));
}

void ox_tasks_save(const ox_tasks *tasks, ox_writer *to) {
    ox_roster_save_all(&tasks->roster, to, write_task, tasks);
}

ox_status ox_tasks_restore(ox_tasks *tasks, ox_reader *from) {
    FX_CHECK_OR(tasks->running == NULL, "tasks are restored from within a task", return OX_BAD_STATE);
    return ox_roster_restore_all(&tasks->roster, from, read_task, tasks);
}
