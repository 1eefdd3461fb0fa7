/* What two versions of a cart's C have to have in common for the state to go from one to the other. */
#include <stdio.h>
#include <string.h>

#include "kernel/console/console.h"
#include "kernel/oxcart/oxcart.h"
#include "kernel/world/component.h"
#include "tools/code/code.h"

static void put_line(writer *out, const char *line) {
    writer_bytes(out, line, strlen(line));
    writer_u8(out, '\n');
}

/* The letters behind an id are not kept: fields are told by their number and their kind, and by the id. */
static void describe_record(writer *out, const char *what, const char *of, const ox_type *type) {
    char line[240];
    if (type == NULL) return;
    snprintf(line, sizeof line, "%s of %s: %u bytes", what, of, (unsigned)type->size);
    put_line(out, line);
    for (uint32_t i = 0; i < type->count; i++) {
        const ox_field *f = &type->fields[i];
        snprintf(line, sizeof line,
                 "field %u of the %s of %s: #%08x, kind %u, %u bytes at %u, flags %u, from %d to %d",
                 (unsigned)i + 1, what, of, (unsigned)f->name, (unsigned)f->kind, (unsigned)f->bytes,
                 (unsigned)f->offset, (unsigned)f->flags, (int)f->low, (int)f->high);
        put_line(out, line);
    }
}

static void describe_module(writer *out, const ox_module *m) {
    char line[400], of[80];
    snprintf(line, sizeof line, "module %.80s, flags %u", m->name, (unsigned)m->flags);
    put_line(out, line);
    describe_record(out, "record", m->name, m->record);
    for (uint32_t i = 0; i < m->component_count; i++) {
        snprintf(of, sizeof of, "component %u of %.40s", (unsigned)i + 1, m->name);
        snprintf(line, sizeof line, "%s: #%08x, %u of them", of, (unsigned)m->components[i]->name,
                 (unsigned)m->components[i]->capacity);
        put_line(out, line);
        describe_record(out, "record", of, m->components[i]->record);
    }
    for (uint32_t i = 0; i < m->native_count; i++) {
        snprintf(line, sizeof line, "native %.120s as %.120s", m->natives[i].declaration,
                 m->natives[i].signature);
        put_line(out, line);
    }
    for (uint32_t i = 0; i < m->event_count; i++) {
        snprintf(line, sizeof line, "event %.120s", m->events[i].declaration);
        put_line(out, line);
    }
    for (uint32_t i = 0; i < m->field_count; i++) {
        snprintf(line, sizeof line, "shown field %.120s", m->fields[i].declaration);
        put_line(out, line);
    }
    for (uint32_t i = 0; i < m->capacity_count; i++) {
        snprintf(line, sizeof line, "capacity %.80s: %u, at most %u, of %u bytes", m->capacities[i].name,
                 (unsigned)m->capacities[i].usual, (unsigned)m->capacities[i].most,
                 (unsigned)m->capacities[i].bytes);
        put_line(out, line);
    }
    for (const ox_module_word *w = m->words; w != NULL && w->word != NULL; w++) {
        snprintf(line, sizeof line, "word %.240s", w->usage);
        put_line(out, line);
    }
}

static void describe_game(writer *out, const ox_cart *game) {
    const ox_runtime_plan *plan = game->runtime;
    char line[240], of[80];
    snprintf(line, sizeof line, "game %.80s with %u parts of the state", game->name,
             (unsigned)game->part_count);
    put_line(out, line);
    for (uint32_t i = 0; i < game->part_count; i++) put_line(out, game->parts[i].name);
    if (plan == NULL) return;
    snprintf(
        line, sizeof line,
        "plan: %u types, %u events, %u commands, %u timers, %u kinds of tasks of %u, %u actions, %u streams",
        (unsigned)plan->object_count, (unsigned)plan->event_count, (unsigned)plan->command_count,
        (unsigned)plan->timer_count, (unsigned)plan->task_count, (unsigned)plan->task_locals,
        (unsigned)plan->action_count, (unsigned)plan->random_count);
    put_line(out, line);
    for (uint32_t i = 0; i < plan->component_count; i++) {
        snprintf(of, sizeof of, "component %u", (unsigned)i + 1);
        describe_record(out, "record", of, plan->components[i]->record);
    }
}

void code_describe(const ox_module *module, const ox_cart *game, writer *out) {
    if (module != NULL) describe_module(out, module);
    if (game != NULL) describe_game(out, game);
}
