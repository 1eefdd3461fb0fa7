/* Commands of the debugger. */
#include "tools/debug/terminal.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const char debug_terminal_help[] =
    "break FILE:LINE [if CONDITION] [hit N] [every N] [log WORDS]   break FUNCTION   e.g. break Hero on "
    "tick\n"
    "breaks, delete N                 breakpoints\n"
    "continue, step, next, out        go on; to the next statement; over calls; to the caller\n"
    "until FILE:LINE                  go on to a line, once\n"
    "stack, frame N                   who called whom; the frame that the following look at\n"
    "vars, globals                    variables in sight with their values\n"
    "near                             variables of the statement that ran and of the one that comes\n"
    "eval EXPRESSION                  looks; what changes something is refused\n"
    "show EXPRESSION, hide N          an expression that every stop shows, and what it was before\n"
    "set NAME = EXPRESSION            changes a variable\n"
    "watch NAME, unwatch N            stop when a variable changes\n"
    "trace [N]                        the last instructions\n"
    "tasks, states                    what waits for what; the state of each instance\n"
    "faults on|off, changes on|off    stop at faults; at changes of state\n"
    "quit\n";

#define PRINTF_LIKE IMPORT_PRINTF(2, 3)
static void answer_line(debug_terminal *t, const char *format, ...) PRINTF_LIKE;
static void answer_line(debug_terminal *t, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vfprintf(t->out, format, list);
    va_end(list);
    fputc('\n', t->out);
}

static bool refuse(debug_terminal *t, const char *why) {
    answer_line(t, "! %s", why);
    return false;
}

/* ---- breakpoints ---- */

/* Splits "game.goad:12"; false when it is another form. */
static bool split_place(const char *text, char *file, size_t room, uint32_t *line) {
    const char *colon = strrchr(text, ':');
    unsigned long number;
    char rest;
    if (colon == NULL || colon == text || sscanf(colon + 1, "%lu%c", &number, &rest) != 1 || number == 0 ||
        number > 1000000)
        return false;
    snprintf(file, room, "%.*s", (int)(colon - text), text);
    *line = (uint32_t)number;
    return true;
}

/* Cuts the option ` WORD ` with all that follows off a line; NULL when it has none. */
static char *cut_option(char *line, const char *word) {
    char wanted[16];
    snprintf(wanted, sizeof wanted, " %s ", word);
    char *at = strstr(line, wanted);
    if (at == NULL) return NULL;
    *at = 0;
    return at + strlen(wanted);
}

static bool add_break(debug_terminal *t, debug_session *s, char *rest, bool once) {
    debug_break b = {.line = 0};
    char *log = cut_option(rest, "log"), *every = cut_option(rest, "every"), *hit = cut_option(rest, "hit"),
         *condition = cut_option(rest, "if");
    if (log != NULL) snprintf(b.log, sizeof b.log, "%s", log);
    if (condition != NULL) snprintf(b.condition, sizeof b.condition, "%s", condition);
    if (hit != NULL) b.from = (uint32_t)strtoul(hit, NULL, 10);
    if (every != NULL) b.every = (uint32_t)strtoul(every, NULL, 10);
    if (rest[0] == 0) return refuse(t, "which line? break FILE:LINE, or the name of a function");
    if (!split_place(rest, b.file, sizeof b.file, &b.line))
        snprintf(b.function, sizeof b.function, "%s", rest);
    const int number = debug_break_add(s, &b);
    if (number < 0) return refuse(t, "there is no room for another breakpoint");
    if (!s->breaks[number].bound && s->script_count > 0) {
        debug_break_remove(s, (uint32_t)number);
        return refuse(t, "no script has code there");
    }
    if (once) s->until = (uint32_t)number + 1u;
    if (!once)
        answer_line(t, "= %d%s", number + 1,
                    s->breaks[number].line != b.line ? ", at the next line that has code" : "");
    return true;
}

static void list_breaks(debug_terminal *t, const debug_session *s) {
    for (uint32_t i = 0; i < DEBUG_BREAKS; i++) {
        const debug_break *b = &s->breaks[i];
        if (!b->used) continue;
        if (b->function[0] != 0)
            fprintf(t->out, "%lu %s", (unsigned long)i + 1, b->function);
        else
            fprintf(t->out, "%lu %s:%lu", (unsigned long)i + 1, b->file, (unsigned long)b->line);
        if (b->condition[0] != 0) fprintf(t->out, " if %s", b->condition);
        answer_line(t, ", hits %lu", (unsigned long)b->hits);
    }
    answer_line(t, "=");
}

/* ---- looking ---- */

static bool stands(debug_terminal *t, const debug_session *s) {
    return s->stands || refuse(t, "the game does not stand: set a breakpoint, and continue");
}

static void print_stack(debug_terminal *t, const debug_session *s) {
    for (uint32_t i = 0; i < s->stop.frame_count; i++) {
        char place[DEBUG_WORDS];
        debug_place_text(s->stop.script, s->stop.frames[i].place, place, sizeof place);
        answer_line(t, "%s%lu %s", i == t->frame ? ">" : " ", (unsigned long)i, place);
    }
    answer_line(t, "= object %08lx, task %08lx", (unsigned long)s->stop.what.object,
                (unsigned long)s->stop.what.task);
}

static void print_variables(debug_terminal *t, debug_session *s, bool globals) {
    const debug_at at = debug_where(s, t->frame);
    debug_variable v;
    for (uint32_t i = 0; debug_variable_at(at.of, at.place, debug_behaviour_of(&at), i, &v); i++) {
        char text[DEBUG_WORDS] = "gone";
        const int32_t *cells = debug_cells_of(&at, &v);
        if ((v.scope == DEBUG_GLOBAL) != globals) continue;
        if (cells != NULL) debug_write(at.of, &v, cells, text, sizeof text);
        answer_line(t, "%s: %s = %s", v.name, v.type, text);
    }
    answer_line(t, "=");
}

/* The text of a line of a script; NULL when its texts are not there. */
static const char *line_text(const debug_at *at, ox_script_place place, size_t *length) {
    char file[DEBUG_WORDS];
    uint32_t line = debug_line_of(at->of, place);
    if (at->texts == NULL || line == 0) return NULL;
    debug_file_of(at->of, place.function, file, sizeof file);
    for (size_t i = 0; i < at->texts->count; i++) {
        const char *text = at->texts->sources[i].text;
        const char *end = text + at->texts->sources[i].size;
        if (!debug_is_file(at->texts->paths[i], file)) continue;
        while (line > 1 && text < end)
            if (*text++ == '\n') line--;
        *length = 0;
        while (text + *length < end && text[*length] != '\n') ++*length;
        return text;
    }
    return NULL;
}

enum { NEAR_WORDS = 32 };

typedef struct near_words {
    char names[NEAR_WORDS][DEBUG_WORD];
    uint32_t count;
} near_words;

/* Prints the variables whose names stand in a line, but for those that were printed. */
static void print_line_variables(debug_terminal *t, const debug_at *at, ox_script_place place,
                                 near_words *known) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    size_t length = 0;
    const char *text = line_text(at, place, &length);
    for (size_t i = 0, end; text != NULL && i < length; i = end + (end == i)) {
        char name[DEBUG_WORD], value[DEBUG_WORDS] = "gone";
        debug_variable v;
        bool was = false;
        for (end = i; end < length && strchr(letters, text[end]) != NULL; end++) {
        }
        if (end == i || end - i >= sizeof name || known->count == NEAR_WORDS) continue;
        snprintf(name, sizeof name, "%.*s", (int)(end - i), text + i);
        for (uint32_t k = 0; k < known->count; k++) was |= strcmp(known->names[k], name) == 0;
        if (was || !debug_variable_called(at->of, at->place, debug_behaviour_of(at), name, &v)) continue;
        memcpy(known->names[known->count++], name, sizeof name);
        const int32_t *cells = debug_cells_of(at, &v);
        if (cells != NULL) debug_write(at->of, &v, cells, value, sizeof value);
        answer_line(t, "%s: %s = %s", v.name, v.type, value);
    }
}

static void print_near_variables(debug_terminal *t, debug_session *s) {
    const debug_at at = debug_where(s, t->frame);
    const ox_script_place last = s->stop.script->debugger.last;
    near_words known = {.count = 0};
    if (t->frame == 0 && last.function == at.place.function) print_line_variables(t, &at, last, &known);
    print_line_variables(t, &at, at.place, &known);
    answer_line(t, "=");
}

/* ---- expressions that every stop shows ---- */

static void print_shown(debug_terminal *t, debug_session *s, uint32_t number) {
    debug_shown *one = &t->shown[number];
    const debug_at at = debug_where(s, t->frame);
    char value[DEBUG_WORDS];
    if (!debug_look_at(&at, one->expression, value, sizeof value)) snprintf(value, sizeof value, "gone");
    const bool changed = one->value[0] != 0 && strcmp(one->value, value) != 0;
    answer_line(t, "~ %lu %s = %s%s%s", (unsigned long)number + 1, one->expression, value,
                changed ? ", was " : "", changed ? one->value : "");
    memcpy(one->value, value, sizeof value);
}

static bool show_expression(debug_terminal *t, debug_session *s, const char *rest) {
    const debug_at at = debug_where(s, t->frame);
    char value[DEBUG_WORDS];
    uint32_t number = 0;
    while (number < DEBUG_SHOWN && t->shown[number].expression[0] != 0) number++;
    if (number == DEBUG_SHOWN) return refuse(t, "there is no room for another expression: `hide` one");
    if (!debug_look_at(&at, rest, value, sizeof value)) return refuse(t, value);
    snprintf(t->shown[number].expression, sizeof t->shown[number].expression, "%s", rest);
    t->shown[number].value[0] = 0;
    print_shown(t, s, number);
    answer_line(t, "= %lu", (unsigned long)number + 1);
    return true;
}

static void hide_expression(debug_terminal *t, const char *rest) {
    const unsigned long number = strtoul(rest, NULL, 10);
    if (number == 0 || number > DEBUG_SHOWN || t->shown[number - 1].expression[0] == 0) {
        (void)refuse(t, "there is no such expression");
        return;
    }
    t->shown[number - 1].expression[0] = 0;
    answer_line(t, "=");
}

static bool set_variable(debug_terminal *t, debug_session *s, char *rest) {
    const debug_at at = debug_where(s, t->frame);
    char text[DEBUG_WORDS], name[DEBUG_WORD];
    char *sign = strchr(rest, '=');
    if (sign == NULL || sscanf(rest, "%63[A-Za-z0-9_]", name) != 1) return refuse(t, "set NAME = EXPRESSION");
    if (!debug_set(&at, name, sign + 1 + strspn(sign + 1, " "), text, sizeof text)) return refuse(t, text);
    answer_line(t, "= %s", text);
    return true;
}

static void print_trace(debug_terminal *t, const debug_session *s, const char *rest) {
    unsigned long count = strtoul(rest, NULL, 10);
    const debug_script *script = s->stop.script;
    if (count == 0) count = 16;
    for (unsigned long i = count < DEBUG_TRACE ? count : DEBUG_TRACE; i-- > 0;) {
        const ox_script_traced *row = ox_script_trace_row(&script->debugger, (uint32_t)i);
        char text[2 * DEBUG_WORDS];
        if (row == NULL) continue;
        debug_trace_text(script, row, text, sizeof text);
        answer_line(t, "%s", text);
    }
    answer_line(t, "=");
}

/* What a task waits for. */
static void write_wait(const ox_script *m, const ox_script_task *task, char *text, size_t room) {
    const unsigned long wake = task->wake;
    switch (task->wait) {
    case OX_WAIT_NOTHING:
        snprintf(text, room, "nothing");
        return;
    case OX_WAIT_TICK:
        snprintf(text, room, "tick %lu, now %lu", wake, (unsigned long)m->now);
        return;
    case OX_WAIT_EVENT:
        snprintf(text, room, "event %u", (unsigned)task->event);
        return;
    case OX_WAIT_TASK:
        snprintf(text, room, "task %08lx", wake);
        return;
    default:
        snprintf(text, room, "a native, or whoever resumes it");
    }
}

static void print_tasks(debug_terminal *t, const debug_session *s) {
    for (uint32_t i = 0; i < s->script_count; i++) {
        const ox_script *m = s->scripts[i].symbols.machine;
        for (uint32_t k = m->tasks.first; k != OX_ROSTER_END;) {
            const ox_script_task *task = ox_roster_at(&m->tasks, k);
            /* behind the wait: the wait itself is shown */
            const ox_script_place place = {task->at.function,
                                           (uint16_t)(task->at.byte - (task->at.byte > 0))};
            char where[DEBUG_WORDS], wait[DEBUG_WORD];
            debug_place_text(&s->scripts[i], place, where, sizeof where);
            write_wait(m, task, wait, sizeof wait);
            answer_line(t, "%08lx at %s waits for %s",
                        (unsigned long)ox_roster_handle(&m->tasks, &task->slot).bits, where, wait);
            k = task->slot.next;
        }
    }
    answer_line(t, "=");
}

static void print_states(debug_terminal *t, const debug_session *s) {
    for (uint32_t i = 0; i < s->script_count; i++) {
        const debug_script *script = &s->scripts[i];
        const ox_script *m = script->symbols.machine;
        for (uint32_t k = m->instances.first; k != OX_ROSTER_END;) {
            const ox_script_instance *one = ox_roster_at(&m->instances, k);
            char name[DEBUG_WORD], state[DEBUG_WORD];
            debug_word_of(
                &script->symbols,
                rom_word(ox_script_record(&m->module, OX_SCRIPT_SECTION_BEHAVIOURS, one->behaviour) +
                         ROM_SCRIPT_BEHAVIOUR_NAME),
                name, sizeof name);
            debug_state_word(script, one->state == OX_SCRIPT_NONE ? -1 : (int32_t)one->state, state,
                             sizeof state);
            answer_line(t, "%s of object %08lx: %s%s", name, (unsigned long)one->slot.owner, state,
                        ox_script_is_stopped(one) ? ", stopped by a fault" : "");
            k = one->slot.next;
        }
    }
    answer_line(t, "=");
}

/* ---- commands ---- */

typedef enum verb {
    VERB_BREAK,
    VERB_BREAKS,
    VERB_DELETE,
    VERB_CONTINUE,
    VERB_STEP,
    VERB_NEXT,
    VERB_OUT,
    VERB_UNTIL,
    VERB_STACK,
    VERB_FRAME,
    VERB_VARS,
    VERB_GLOBALS,
    VERB_NEAR,
    VERB_EVAL,
    VERB_SHOW,
    VERB_HIDE,
    VERB_SET,
    VERB_WATCH,
    VERB_UNWATCH,
    VERB_TRACE,
    VERB_FAULTS,
    VERB_CHANGES,
    VERB_TASKS,
    VERB_STATES,
    VERB_QUIT,
    VERB_HELP,
    VERBS
} verb;

static const char *const words[VERBS][2] = {
    [VERB_BREAK] = {"break", "b"},       [VERB_BREAKS] = {"breaks", "bs"}, [VERB_DELETE] = {"delete", "d"},
    [VERB_CONTINUE] = {"continue", "c"}, [VERB_STEP] = {"step", "s"},      [VERB_NEXT] = {"next", "n"},
    [VERB_OUT] = {"out", "o"},           [VERB_UNTIL] = {"until", "u"},    [VERB_STACK] = {"stack", "bt"},
    [VERB_FRAME] = {"frame", "f"},       [VERB_VARS] = {"vars", "l"},      [VERB_GLOBALS] = {"globals", "g"},
    [VERB_NEAR] = {"near", "nr"},        [VERB_SHOW] = {"show", "sh"},     [VERB_HIDE] = {"hide", "hd"},
    [VERB_EVAL] = {"eval", "p"},         [VERB_SET] = {"set", "="},        [VERB_WATCH] = {"watch", "w"},
    [VERB_UNWATCH] = {"unwatch", "uw"},  [VERB_TRACE] = {"trace", "t"},    [VERB_FAULTS] = {"faults", "ft"},
    [VERB_CHANGES] = {"changes", "ch"},  [VERB_TASKS] = {"tasks", "ts"},   [VERB_STATES] = {"states", "st"},
    [VERB_QUIT] = {"quit", "q"},         [VERB_HELP] = {"help", "h"}};

static int verb_of(const char *word) {
    for (int i = 0; i < VERBS; i++)
        if (strcmp(word, words[i][0]) == 0 || strcmp(word, words[i][1]) == 0) return i;
    return VERBS;
}

/* A command that looks at a game that stands. */
static void look_command(debug_terminal *t, debug_session *s, int which, char *rest) {
    char text[DEBUG_WORDS];
    const debug_at at = debug_where(s, t->frame);
    int number;
    switch (which) {
    case VERB_STACK:
        print_stack(t, s);
        return;
    case VERB_FRAME:
        number = atoi(rest);
        if (number < 0 || (uint32_t)number >= s->stop.frame_count) {
            (void)refuse(t, "there is no such frame");
            return;
        }
        t->frame = (uint32_t)number;
        print_stack(t, s);
        return;
    case VERB_VARS:
    case VERB_GLOBALS:
        print_variables(t, s, which == VERB_GLOBALS);
        return;
    case VERB_NEAR:
        print_near_variables(t, s);
        return;
    case VERB_SHOW:
        (void)show_expression(t, s, rest);
        return;
    case VERB_EVAL:
        if (debug_look_at(&at, rest, text, sizeof text))
            answer_line(t, "= %s", text);
        else
            (void)refuse(t, text);
        return;
    case VERB_SET:
        (void)set_variable(t, s, rest);
        return;
    case VERB_WATCH:
        number = debug_watch(s, t->frame, rest, text, sizeof text);
        if (number >= 0)
            answer_line(t, "= %d", number + 1);
        else
            (void)refuse(t, text);
        return;
    default:
        print_trace(t, s, rest);
    }
}

static bool go_command(debug_terminal *t, debug_session *s, int which, char *rest, ox_script_step *how) {
    *how = which == VERB_STEP   ? OX_SCRIPT_STEP_INTO
           : which == VERB_NEXT ? OX_SCRIPT_STEP_OVER
           : which == VERB_OUT  ? OX_SCRIPT_STEP_OUT
                                : OX_SCRIPT_STEP_NONE;
    if (which == VERB_UNTIL && !add_break(t, s, rest, true)) return false;
    if (which != VERB_CONTINUE && which != VERB_UNTIL && !s->stands) {
        debug_pause(s); /* the first statement of all */
        *how = OX_SCRIPT_STEP_NONE;
    }
    return true;
}

bool debug_command(debug_terminal *t, debug_session *s, const char *line, ox_script_step *how) {
    char copy[DEBUG_LINE + 1], word[16] = "";
    if (strlen(line) > DEBUG_LINE) return refuse(t, "the line is too long");
    snprintf(copy, sizeof copy, "%s", line);
    size_t end = strlen(copy);
    while (end > 0 && (copy[end - 1] == '\n' || copy[end - 1] == '\r' || copy[end - 1] == ' '))
        copy[--end] = 0;
    char *rest = copy + strspn(copy, " ");
    const size_t length = strcspn(rest, " ");
    if (length < sizeof word) snprintf(word, sizeof word, "%.*s", (int)length, rest);
    rest += length;
    rest += strspn(rest, " ");
    const int which = verb_of(word);
    *how = OX_SCRIPT_STEP_NONE;
    switch (which) {
    case VERB_BREAK:
        (void)add_break(t, s, rest, false);
        return false;
    case VERB_BREAKS:
        list_breaks(t, s);
        return false;
    case VERB_DELETE:
        debug_break_remove(s, (uint32_t)strtoul(rest, NULL, 10) - 1u);
        answer_line(t, "=");
        return false;
    case VERB_HIDE:
        hide_expression(t, rest);
        return false;
    case VERB_UNWATCH:
        for (uint32_t i = 0; i < s->script_count; i++)
            ox_script_unwatch(&s->scripts[i].debugger, (uint32_t)strtoul(rest, NULL, 10) - 1u);
        answer_line(t, "=");
        return false;
    case VERB_FAULTS:
        debug_stop_at_faults(s, strcmp(rest, "off") != 0);
        answer_line(t, "=");
        return false;
    case VERB_CHANGES:
        debug_stop_at_states(s, strcmp(rest, "off") != 0);
        answer_line(t, "=");
        return false;
    case VERB_TASKS:
        print_tasks(t, s);
        return false;
    case VERB_STATES:
        print_states(t, s);
        return false;
    case VERB_HELP:
        fputs(debug_terminal_help, t->out);
        answer_line(t, "=");
        return false;
    case VERB_QUIT:
        s->done = t->quits = true;
        return true;
    case VERB_CONTINUE:
    case VERB_STEP:
    case VERB_NEXT:
    case VERB_OUT:
    case VERB_UNTIL:
        return go_command(t, s, which, rest, how);
    case VERBS:
        return word[0] == 0 && length == 0 ? false : refuse(t, "what? `help` lists the commands");
    default:
        if (stands(t, s)) look_command(t, s, which, rest);
        return false;
    }
}

/* Reads commands until one lets the game go on. At the end of the commands the game plays on without stops. */
static ox_script_step read_commands(debug_terminal *t, debug_session *s) {
    char line[2 * DEBUG_LINE];
    ox_script_step how = OX_SCRIPT_STEP_NONE;
    for (;;) {
        if (t->prompts) fputs("goad> ", t->out);
        fflush(t->out);
        if (fgets(line, sizeof line, t->in) == NULL) {
            s->done = true;
            return OX_SCRIPT_STEP_NONE;
        }
        if (strchr(line, '\n') == NULL) /* the rest of a line that is too long */
            for (int c; (c = fgetc(t->in)) != EOF && c != '\n';) {
            }
        if (debug_command(t, s, line, &how)) return how;
    }
}

static ox_script_step ask_person(void *context, debug_session *s) {
    debug_terminal *t = context;
    char why[2 * DEBUG_WORDS];
    t->frame = 0;
    debug_why(s, why, sizeof why);
    answer_line(t, "* %s", why);
    for (uint32_t i = 0; i < DEBUG_SHOWN; i++)
        if (t->shown[i].expression[0] != 0) print_shown(t, s, i);
    if (s->until != 0) debug_break_remove(s, s->until - 1);
    s->until = 0;
    return read_commands(t, s);
}

static void tell_line(void *context, const char *line) {
    debug_terminal *t = context;
    answer_line(t, "- %s", line);
}

static bool before_frame(void *context, debug_session *s) {
    debug_terminal *t = context;
    if (!t->begun) {
        t->begun = true;
        (void)read_commands(t, s);
    }
    return !t->quits;
}

debug_front debug_terminal_front(debug_terminal *t) {
    return (debug_front){.ask = ask_person, .tell = tell_line, .between = before_frame, .context = t};
}
