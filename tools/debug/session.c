/* Attaches debuggers to the machines of a game, and finds what people name. */
#define _XOPEN_SOURCE 700
#include "tools/debug/session.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/behaviour/module.h"
#include "rom/chunks.h"
#include "tools/convert/pack_kinds.h"

/* ---- breakpoints ---- */

/* Statement `number` of a breakpoint in a script. */
static bool place_of(const debug_script *script, debug_break *b, uint32_t number, ox_script_place *place) {
    if (b->function[0] != 0) return debug_place_of_function(&script->symbols, b->function, number, place);
    uint32_t line = b->wanted;
    if (!debug_place_of_line(&script->symbols, b->file, &line, number, place)) return false;
    b->line = line;
    return true;
}

/* Sets all breakpoints of a script anew. */
static void bind_breaks(debug_script *script) {
    debug_session *s = script->of;
    while (script->debugger.break_count > 0) ox_script_unbreak(&script->debugger, 0);
    for (uint32_t i = 0; i < DEBUG_BREAKS; i++) {
        ox_script_place place;
        debug_break *b = &s->breaks[i];
        for (uint32_t k = 0; b->used && place_of(script, b, k, &place); k++)
            b->bound = ox_script_break(&script->debugger, place) >= 0 || b->bound;
    }
}

static void bind_all(debug_session *s) {
    for (uint32_t i = 0; i < DEBUG_BREAKS; i++) s->breaks[i].bound = false;
    for (uint32_t i = 0; i < s->script_count; i++) bind_breaks(&s->scripts[i]);
}

int debug_break_add(debug_session *s, const debug_break *wanted) {
    for (uint32_t i = 0; i < DEBUG_BREAKS; i++) {
        if (s->breaks[i].used) continue;
        s->breaks[i] = *wanted;
        s->breaks[i].used = true;
        s->breaks[i].wanted = s->breaks[i].line;
        s->breaks[i].hits = 0;
        bind_all(s);
        return (int)i;
    }
    return -1;
}

void debug_break_remove(debug_session *s, uint32_t number) {
    if (number >= DEBUG_BREAKS) return;
    s->breaks[number].used = false;
    bind_all(s);
}

void debug_break_clear(debug_session *s, const char *file) {
    for (uint32_t i = 0; i < DEBUG_BREAKS; i++)
        if (file == NULL ? s->breaks[i].function[0] != 0 : strcmp(s->breaks[i].file, file) == 0)
            s->breaks[i].used = false;
    bind_all(s);
}

/* The session's breakpoint at a place, -1 for none. */
static int break_of(const debug_script *script, ox_script_place at) {
    debug_session *s = script->of;
    for (uint32_t i = 0; i < DEBUG_BREAKS; i++) {
        ox_script_place place;
        for (uint32_t k = 0; s->breaks[i].used && place_of(script, &s->breaks[i], k, &place); k++)
            if (place.function == at.function && place.byte == at.byte) return (int)i;
    }
    return -1;
}

/* ---- stopping ---- */

debug_at debug_where(debug_session *s, uint32_t frame) {
    const debug_script *script = s->stop.script;
    debug_at at = {.of = &script->symbols,
                   .texts = script->has_texts ? &script->texts : NULL,
                   .natives = ox_console_script_natives(s->console),
                   .machine = (ox_script *)(uintptr_t)script->symbols.machine,
                   .place = s->stop.what.at,
                   .instance = s->stop.what.instance,
                   .object = s->stop.what.object};
    if (frame < s->stop.frame_count) {
        at.place = s->stop.frames[frame].place;
        at.locals = s->stop.frames[frame].locals;
    }
    return at;
}

/* The instance of an object on a machine; 0: it has none. */
static ox_handle instance_of(const ox_script *machine, ox_handle object) {
    for (uint32_t i = machine->instances.first; object.bits != 0 && i != OX_ROSTER_END;) {
        const ox_script_instance *one = ox_roster_at(&machine->instances, i);
        if (one->slot.owner == object.bits) return ox_roster_handle(&machine->instances, &one->slot);
        i = one->slot.next;
    }
    return (ox_handle){0};
}

bool debug_where_object(ox_console *console, ox_handle object, debug_at *at, debug_symbols *of,
                        uint32_t *id) {
    const uint8_t *chunk;
    ox_handle instance = {0};
    uint32_t number = 0;
    ox_script *machine;
    while (instance.bits == 0 && (machine = ox_console_script_at(console, number, id, &chunk)) != NULL) {
        instance = instance_of(machine, object);
        number++;
    }
    machine = ox_console_script_at(console, instance.bits != 0 ? number - 1 : 0, id, &chunk);
    if (machine == NULL) return false;
    (void)debug_open_symbols(of, chunk, machine);
    *at = (debug_at){.of = of,
                     .natives = ox_console_script_natives(console),
                     .machine = machine,
                     .instance = instance,
                     .object = object.bits};
    return true;
}

/* Writes a log point's line: what stands between braces is looked at. */
static void write_log(const debug_at *at, const char *from, char *to, size_t room) {
    size_t used = 0;
    for (const char *c = from; *c != 0 && used + 1 < room; c++) {
        const char *end = *c == '{' ? strchr(c, '}') : NULL;
        char expression[DEBUG_WORDS / 2], value[DEBUG_WORDS / 2];
        if (end == NULL) {
            to[used++] = *c;
            continue;
        }
        snprintf(expression, sizeof expression, "%.*s", (int)(end - c - 1), c + 1);
        (void)debug_look_at(at, expression, value, sizeof value);
        used += (size_t)snprintf(to + used, room - used, "%s", value);
        if (used >= room) used = room - 1;
        c = end;
    }
    to[used] = 0;
}

/* Whether a breakpoint stops the game now. */
static bool break_counts(debug_session *s, debug_break *b) {
    const debug_at at = debug_where(s, 0);
    char text[DEBUG_WORDS];
    if (b->condition[0] != 0) {
        debug_look look;
        int32_t cells[OX_SCRIPT_RESULTS];
        if (!debug_look_make(&at, b->condition, "bool", &look, text, sizeof text)) {
            char line[2 * DEBUG_WORDS];
            snprintf(line, sizeof line, "the condition `%s` cannot be looked at: %s", b->condition, text);
            s->front.tell(s->front.context, line);
            b->condition[0] = 0;
            return true;
        }
        const bool good = debug_look_run(&at, &look, cells, text, sizeof text);
        debug_look_free(&look);
        if (!good || cells[0] == 0) return false;
    }
    b->hits++;
    if (b->hits < b->from || (b->every > 1 && (b->hits - b->from) % b->every != 0)) return false;
    if (b->log[0] == 0) return true;
    write_log(&at, b->log, text, sizeof text);
    s->front.tell(s->front.context, text);
    return false;
}

static ox_script_step stopped(void *context, ox_script *machine, const ox_script_stopped *what) {
    debug_script *script = context;
    debug_session *s = script->of;
    if (s->done) return OX_SCRIPT_STEP_NONE;
    s->stop = (debug_stop){.script = script, .what = *what, .stopped_break = -1};
    s->stop.frame_count = ox_script_frames(machine, s->stop.frames, OX_SCRIPT_STACK_MOST);
    if (what->why == OX_SCRIPT_STOP_BREAK) {
        s->stop.stopped_break = break_of(script, what->at);
        if (s->stop.stopped_break >= 0 && !break_counts(s, &s->breaks[s->stop.stopped_break]))
            return OX_SCRIPT_STEP_ON;
    }
    s->stands = true;
    for (uint32_t i = 0; i < s->script_count; i++) s->scripts[i].debugger.pause = false;
    const ox_script_step how = s->front.ask(s->front.context, s);
    s->stands = false;
    /* a step may go on in another script */
    for (uint32_t i = 0; i < s->script_count && how == OX_SCRIPT_STEP_INTO; i++)
        if (&s->scripts[i] != script) s->scripts[i].debugger.step = OX_SCRIPT_STEP_INTO;
    return how;
}

void debug_pause(debug_session *s) {
    for (uint32_t i = 0; i < s->script_count; i++) s->scripts[i].debugger.pause = true;
}

void debug_stop_at_faults(debug_session *s, bool stops) {
    s->stops_at_faults = stops;
    for (uint32_t i = 0; i < s->script_count; i++) s->scripts[i].debugger.stops_at_traps = stops;
}

void debug_stop_at_states(debug_session *s, bool stops) {
    s->stops_at_states = stops;
    for (uint32_t i = 0; i < s->script_count; i++) s->scripts[i].debugger.stops_at_states = stops;
}

int debug_watch(debug_session *s, uint32_t frame, const char *name, char *said, size_t room) {
    const debug_at at = debug_where(s, frame);
    debug_variable v;
    if (!debug_variable_called(at.of, at.place, debug_behaviour_of(&at), name, &v) ||
        v.scope == DEBUG_LOCAL) {
        snprintf(said, room, "'%s' is no variable of the script or of the behaviour", name);
        return -1;
    }
    const int number = ox_script_watch(&s->stop.script->debugger, debug_cells_of(&at, &v));
    if (number < 0)
        snprintf(said, room, "there are %d watches already, or '%s' is gone", OX_SCRIPT_WATCHES, name);
    if (number >= 0) snprintf(s->watched[number], sizeof s->watched[number], "%s", name);
    return number;
}

/* ---- attaching ---- */

static void detach(debug_script *script) {
    free(script->statements);
    if (script->has_texts) debug_texts_free(&script->texts);
    script->statements = NULL;
    script->has_texts = false;
}

static void attach(debug_session *s, debug_script *script, ox_script *machine, uint32_t id,
                   const uint8_t *chunk) {
    const uint32_t bytes = machine->module.count[OX_SCRIPT_SECTION_CODE];
    detach(script);
    free(script->debugger.counts);
    free(script->trace);
    memset(script, 0, sizeof *script);
    script->of = s;
    script->id = id;
    (void)debug_open_symbols(&script->symbols, chunk, machine);
    const uint32_t rows = s->trace != NULL ? DEBUG_TRACE_OF_FRAME : DEBUG_TRACE;
    script->statements = calloc(bytes / 8 + 1, 1);
    script->trace = calloc(rows, sizeof *script->trace);
    script->debugger = (ox_script_debugger){.statements = script->statements,
                                            .code_bytes = bytes,
                                            .counts = calloc(bytes + 1, sizeof(uint32_t)),
                                            .trace = script->trace,
                                            .trace_room = rows,
                                            .stops_at_traps = s->stops_at_faults,
                                            .stops_at_states = s->stops_at_states,
                                            .stopped = stopped,
                                            .context = script};
    if (script->statements == NULL || script->debugger.counts == NULL) return;
    debug_statements(&script->symbols, script->statements, bytes);
    if (s->texts != NULL) {
        script->has_texts = debug_texts_read(s->texts, id, &script->symbols, &script->texts, script->refusal,
                                             sizeof script->refusal);
        if (!script->has_texts) debug_texts_free(&script->texts);
    }
    ox_script_debug(machine, &script->debugger);
    bind_breaks(script);
}

bool debug_before_frame(void *session, ox_console *console) {
    debug_session *s = session;
    uint32_t id;
    const uint8_t *chunk;
    s->console = console;
    debug_trace_frame(s);
    for (uint32_t i = 0; i < DEBUG_SCRIPTS; i++) {
        ox_script *machine = ox_console_script_at(console, i, &id, &chunk);
        if (id == 0) break;
        if (machine == NULL || machine->debugger == &s->scripts[i].debugger) continue;
        attach(s, &s->scripts[i], machine, id, chunk);
        if (i >= s->script_count) s->script_count = i + 1;
    }
    return s->front.between(s->front.context, s);
}

debug_session *debug_open(const char *path, const debug_front *front) {
    debug_session *s = calloc(1, sizeof *s);
    tool_error error;
    if (s == NULL) return NULL;
    s->front = *front;
    char *whole = realpath(path, NULL); /* editors speak of whole paths */
    snprintf(s->folder, sizeof s->folder, "%s", whole != NULL ? whole : path);
    free(whole);
    s->texts = malloc(sizeof *s->texts);
    if (s->texts != NULL && !cart_load(path, s->texts, &error)) {
        free(s->texts);
        s->texts = NULL;
    }
    return s;
}

void debug_close(debug_session *s) {
    if (s == NULL) return;
    for (uint32_t i = 0; i < s->script_count; i++) {
        detach(&s->scripts[i]);
        free(s->scripts[i].debugger.counts);
        free(s->scripts[i].trace);
    }
    if (s->texts != NULL) cart_free(s->texts);
    free(s->texts);
    free(s);
}

/* ---- words ---- */

void debug_place_text(const debug_script *script, ox_script_place place, char *text, size_t room) {
    char file[DEBUG_WORDS / 2], function[DEBUG_WORD * 2];
    debug_file_of(&script->symbols, place.function, file, sizeof file);
    debug_function_of(&script->symbols, place.function, function, sizeof function);
    snprintf(text, room, "%s:%lu %s", file, (unsigned long)debug_line_of(&script->symbols, place), function);
}

void debug_state_word(const debug_script *script, int32_t state, char *text, size_t room) {
    const ox_script_module *m = &script->symbols.machine->module;
    snprintf(text, room, "none");
    if (state >= 0 && (uint32_t)state < m->count[OX_SCRIPT_SECTION_STATES])
        debug_word_of(
            &script->symbols,
            rom_word(ox_script_record(m, OX_SCRIPT_SECTION_STATES, (uint32_t)state) + ROM_SCRIPT_STATE_NAME),
            text, room);
}

void debug_why(const debug_session *s, char *text, size_t room) {
    char place[DEBUG_WORDS];
    const ox_script_stopped *w = &s->stop.what;
    debug_place_text(s->stop.script, w->at, place, sizeof place);
    switch (w->why) {
    case OX_SCRIPT_STOP_WATCH:
        snprintf(text, room, "%s: %ld became %ld by %s", s->watched[w->number], (long)w->before, (long)w->now,
                 place);
        return;
    case OX_SCRIPT_STOP_TRAP:
        snprintf(text, room, "fault %s, value %ld, at %s", ox_script_trap_name(w->trap), (long)w->now, place);
        return;
    case OX_SCRIPT_STOP_BREAK:
        snprintf(text, room, "breakpoint %d at %s", s->stop.stopped_break + 1, place);
        return;
    case OX_SCRIPT_STOP_STATE: {
        char from[DEBUG_WORD], to[DEBUG_WORD];
        debug_state_word(s->stop.script, w->before, from, sizeof from);
        debug_state_word(s->stop.script, w->now, to, sizeof to);
        snprintf(text, room, "state %s became %s, before %s", from, to, place);
        return;
    }
    default:
        snprintf(text, room, "%s at %s", w->why == OX_SCRIPT_STOP_STEP ? "step" : "pause", place);
    }
}

/* ---- coverage ---- */

/* How often the first instruction of a row of lines ran. */
static uint32_t count_of(const debug_script *script, const ox_script_map_row *row) {
    const ox_script_module *m = &script->symbols.machine->module;
    if (row->function >= m->count[OX_SCRIPT_SECTION_FUNCTIONS]) return 0;
    const uint32_t at =
        rom_word(ox_script_record(m, OX_SCRIPT_SECTION_FUNCTIONS, row->function) + ROM_SCRIPT_FUNCTION_CODE) +
        row->byte;
    return at < script->debugger.code_bytes ? script->debugger.counts[at] : 0;
}

/* How many instructions ran for a row: those up to the next row. */
static uint64_t cost_of(const debug_script *script, const ox_script_map_row *row,
                        const ox_script_map_row *next) {
    const ox_script_module *m = &script->symbols.machine->module;
    if (row->function >= m->count[OX_SCRIPT_SECTION_FUNCTIONS]) return 0;
    const uint8_t *f = ox_script_record(m, OX_SCRIPT_SECTION_FUNCTIONS, row->function);
    const uint32_t code = rom_word(f + ROM_SCRIPT_FUNCTION_CODE);
    uint32_t to = rom_half(f + ROM_SCRIPT_FUNCTION_BYTES);
    uint64_t sum = 0;
    if (next != NULL && next->function == row->function) to = next->byte;
    for (uint32_t at = row->byte; at < to; at++) sum += script->debugger.counts[code + at];
    return sum;
}

typedef struct covered_line {
    const char *file;
    uint32_t line, count;
    uint64_t cost;
} covered_line;

static int by_place(const void *a, const void *b) {
    const covered_line *x = a, *y = b;
    if (x->file != y->file) return x->file < y->file ? -1 : 1;
    return (x->line > y->line) - (x->line < y->line);
}

/* All statements of a map, with one row more behind them. */
static ox_script_map_row *list_rows(const ox_script_map *map, uint32_t *count) {
    ox_script_map_row row;
    *count = 0;
    for (ox_script_map_walk walk = ox_script_map_begin(map); ox_script_map_next_row(&walk, &row);) ++*count;
    ox_script_map_row *rows = calloc((size_t)*count + 1, sizeof *rows);
    ox_script_map_walk walk = ox_script_map_begin(map);
    for (uint32_t i = 0; rows != NULL && i < *count; i++) (void)ox_script_map_next_row(&walk, &rows[i]);
    return rows;
}

static void cover(const debug_script *script, FILE *out, uint32_t *covered, uint32_t *all) {
    uint32_t count;
    ox_script_map_row *rows = list_rows(&script->symbols.map, &count);
    covered_line *lines = calloc((size_t)count + 1, sizeof *lines);
    for (uint32_t i = 0; lines != NULL && rows != NULL && i < count; i++)
        lines[i] = (covered_line){ox_script_map_file(&script->symbols.map, rows[i].function), rows[i].line,
                                  count_of(script, &rows[i]),
                                  cost_of(script, &rows[i], i + 1 < count ? &rows[i + 1] : NULL)};
    if (lines == NULL || rows == NULL) count = 0;
    if (count > 0) qsort(lines, count, sizeof *lines, by_place);
    for (uint32_t i = 0; i < count;) {
        covered_line one = lines[i];
        while (++i < count && lines[i].file == one.file && lines[i].line == one.line) {
            one.count = one.count > lines[i].count ? one.count : lines[i].count;
            one.cost += lines[i].cost;
        }
        fprintf(out, "%s:%lu: %lu %llu\n", one.file, (unsigned long)one.line, (unsigned long)one.count,
                (unsigned long long)one.cost);
        *covered += one.count > 0;
        ++*all;
    }
    free(lines);
    free(rows);
}

void debug_coverage(const debug_session *s, FILE *out) {
    uint32_t covered = 0, all = 0;
    for (uint32_t i = 0; i < s->script_count; i++) cover(&s->scripts[i], out, &covered, &all);
    fprintf(out, "covered %lu of %lu lines\n", (unsigned long)covered, (unsigned long)all);
}

void debug_ended(void *session, ox_console *console) {
    debug_session *s = session;
    (void)console;
    debug_trace_frame(s);
    FILE *out = s->coverage == NULL ? NULL : strcmp(s->coverage, "-") == 0 ? stdout : fopen(s->coverage, "w");
    if (out != NULL) debug_coverage(s, out);
    if (s->coverage != NULL) s->failed = out == NULL || ferror(out) != 0;
    if (out != NULL && out != stdout) s->failed = fclose(out) != 0 || s->failed;
}
