/* Requests and events of the Debug Adapter Protocol. */
#define _POSIX_C_SOURCE 200809L
#include "tools/debug/adapter.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/import/text/json.h"
#include "tools/report/json_writer.h"

enum { THREAD = 1, HEAD_MOST = 4096 };

struct debug_adapter {
    int in;
    FILE *out;
    writer buffer;
    uint32_t sequence;
    bool configured, resumed, gone; /* gone: the client went, or what it said was no message */
    ox_script_step how;
};

/* ---- messages out ---- */

static void send_message(debug_adapter *a, json_writer *message) {
    json_end_object(message);
    if (!message->text.failed && a->out != NULL) {
        fprintf(a->out, "Content-Length: %lu\r\n\r\n", (unsigned long)message->text.size);
        fwrite(message->text.data, 1, message->text.size, a->out);
        fflush(a->out);
    }
    writer_free(&message->text);
}

static json_writer begin_message(debug_adapter *a, const char *type) {
    json_writer m = {0};
    json_begin_object(&m, NULL);
    json_number(&m, "seq", ++a->sequence);
    json_text(&m, "type", type);
    return m;
}

static json_writer begin_event(debug_adapter *a, const char *event) {
    json_writer m = begin_message(a, "event");
    json_text(&m, "event", event);
    json_begin_object(&m, "body");
    return m;
}

static void end_event(debug_adapter *a, json_writer *m) {
    json_end_object(m);
    send_message(a, m);
}

static void send_output(debug_adapter *a, const char *category, const char *line) {
    char text[3 * DEBUG_WORDS];
    snprintf(text, sizeof text, "%s\n", line);
    json_writer m = begin_event(a, "output");
    json_text(&m, "category", category);
    json_text(&m, "output", text);
    end_event(a, &m);
}

/* A request under way: its answer's body is open. */
typedef struct request {
    debug_adapter *a;
    debug_session *s;
    const import_json *arguments;
    json_writer body;
    char refusal[DEBUG_WORDS]; /* not empty: refused */
} request;

static void refuse(request *r, const char *why) { snprintf(r->refusal, sizeof r->refusal, "%s", why); }

static const char *text_of(const import_json *object, const char *name) {
    const import_json *v = import_json_find(object, name);
    return v != NULL && v->kind == IMPORT_JSON_STRING ? v->is.text : "";
}

/* A whole number from 0 on; `otherwise` when there is none. */
static uint32_t number_of(const import_json *object, const char *name, uint32_t otherwise) {
    const import_json *v = import_json_find(object, name);
    if (v == NULL || v->kind != IMPORT_JSON_NUMBER || !(v->is.number >= 0) || v->is.number > 1e9)
        return otherwise;
    return (uint32_t)v->is.number;
}

/* ---- breakpoints ---- */

static void read_break(const import_json *from, debug_break *b) {
    const char *hits = text_of(from, "hitCondition");
    snprintf(b->condition, sizeof b->condition, "%s", text_of(from, "condition"));
    snprintf(b->log, sizeof b->log, "%s", text_of(from, "logMessage"));
    if (hits[0] == '%') b->every = (uint32_t)strtoul(hits + 1, NULL, 10);
    if (hits[0] >= '0' && hits[0] <= '9') b->from = (uint32_t)strtoul(hits, NULL, 10);
}

static void tell_break(request *r, const debug_break *wanted) {
    const int number = debug_break_add(r->s, wanted);
    const bool bound = number >= 0 && r->s->breaks[number].bound;
    json_begin_object(&r->body, NULL);
    if (number >= 0) json_number(&r->body, "id", (uint64_t)number + 1);
    json_switch(&r->body, "verified", bound);
    if (wanted->line != 0) json_number(&r->body, "line", bound ? r->s->breaks[number].line : wanted->line);
    if (!bound)
        json_text(&r->body, "message",
                  number < 0 ? "there is no room for another breakpoint" : "no script has code there");
    json_end_object(&r->body);
}

/* The file of a path as scripts name it: behind the cart's folder. */
static const char *file_of(const debug_session *s, const char *path) {
    const size_t length = strlen(s->folder);
    if (length > 0 && strncmp(path, s->folder, length) == 0 && path[length] == '/') return path + length + 1;
    return path;
}

static void set_breaks(request *r) {
    const char *path = text_of(import_json_find(r->arguments, "source"), "path");
    const import_json *list = import_json_find(r->arguments, "breakpoints");
    if (path[0] == 0) path = text_of(import_json_find(r->arguments, "source"), "name");
    debug_break_clear(r->s, file_of(r->s, path));
    json_begin_array(&r->body, "breakpoints");
    for (uint32_t i = 0; list != NULL && list->kind == IMPORT_JSON_ARRAY && i < list->count; i++) {
        debug_break b = {.line = number_of(&list->is.items[i], "line", 0)};
        snprintf(b.file, sizeof b.file, "%s", file_of(r->s, path));
        read_break(&list->is.items[i], &b);
        tell_break(r, &b);
    }
    json_end_array(&r->body);
}

static void set_function_breaks(request *r) {
    const import_json *list = import_json_find(r->arguments, "breakpoints");
    debug_break_clear(r->s, NULL);
    json_begin_array(&r->body, "breakpoints");
    for (uint32_t i = 0; list != NULL && list->kind == IMPORT_JSON_ARRAY && i < list->count; i++) {
        debug_break b = {.line = 0};
        snprintf(b.function, sizeof b.function, "%s", text_of(&list->is.items[i], "name"));
        read_break(&list->is.items[i], &b);
        tell_break(r, &b);
    }
    json_end_array(&r->body);
}

static void set_faults(request *r) {
    const import_json *list = import_json_find(r->arguments, "filters");
    bool stops = false;
    for (uint32_t i = 0; list != NULL && list->kind == IMPORT_JSON_ARRAY && i < list->count; i++)
        stops = stops || (list->is.items[i].kind == IMPORT_JSON_STRING &&
                          strcmp(list->is.items[i].is.text, "faults") == 0);
    debug_stop_at_faults(r->s, stops);
}

static void data_info(request *r) {
    char said[DEBUG_WORDS] = "the game does not stand";
    const char *name = text_of(r->arguments, "name");
    debug_variable v;
    bool known = false;
    if (r->s->stands) {
        const debug_at at = debug_where(r->s, 0);
        known = debug_variable_called(at.of, at.place, debug_behaviour_of(&at), name, &v) &&
                v.scope != DEBUG_LOCAL;
        snprintf(said, sizeof said, known ? "%s" : "'%s' is no variable of the script or of the behaviour",
                 name);
    }
    if (known)
        json_text(&r->body, "dataId", name);
    else
        json_verbatim(&r->body, "dataId", "null");
    json_text(&r->body, "description", said);
}

static void set_data_breaks(request *r) {
    const import_json *list = import_json_find(r->arguments, "breakpoints");
    for (uint32_t i = 0; i < r->s->script_count; i++)
        while (r->s->scripts[i].debugger.watch_count > 0) ox_script_unwatch(&r->s->scripts[i].debugger, 0);
    json_begin_array(&r->body, "breakpoints");
    for (uint32_t i = 0; list != NULL && list->kind == IMPORT_JSON_ARRAY && i < list->count; i++) {
        char said[DEBUG_WORDS] = "the game does not stand";
        const bool good = r->s->stands &&
                          debug_watch(r->s, 0, text_of(&list->is.items[i], "dataId"), said, sizeof said) >= 0;
        json_begin_object(&r->body, NULL);
        json_switch(&r->body, "verified", good);
        if (!good) json_text(&r->body, "message", said);
        json_end_object(&r->body);
    }
    json_end_array(&r->body);
}

/* ---- looking ---- */

static void threads(request *r) {
    json_begin_array(&r->body, "threads");
    json_begin_object(&r->body, NULL);
    json_number(&r->body, "id", THREAD);
    json_text(&r->body, "name", "scripts");
    json_end_object(&r->body);
    json_end_array(&r->body);
}

static void tell_frame(request *r, uint32_t i) {
    char name[2 * DEBUG_WORD], file[DEBUG_WORDS], path[2 * DEBUG_WORDS];
    const debug_stop *stop = &r->s->stop;
    const ox_script_place place = stop->frames[i].place;
    debug_function_of(&stop->script->symbols, place.function, name, sizeof name);
    debug_file_of(&stop->script->symbols, place.function, file, sizeof file);
    snprintf(path, sizeof path, "%s%s%s", file[0] == '/' ? "" : r->s->folder, file[0] == '/' ? "" : "/",
             file);
    json_begin_object(&r->body, NULL);
    json_number(&r->body, "id", i + 1u);
    json_text(&r->body, "name", name);
    json_begin_object(&r->body, "source");
    json_text(&r->body, "name", file);
    json_text(&r->body, "path", path);
    json_end_object(&r->body);
    json_number(&r->body, "line", debug_line_of(&stop->script->symbols, place));
    json_number(&r->body, "column", 1);
    json_end_object(&r->body);
}

static void stack_trace(request *r) {
    const uint32_t count = r->s->stands ? r->s->stop.frame_count : 0,
                   first = number_of(r->arguments, "startFrame", 0);
    uint32_t levels = number_of(r->arguments, "levels", 0);
    if (levels == 0) levels = count;
    json_begin_array(&r->body, "stackFrames");
    for (uint32_t i = first; i < count && i - first < levels; i++) tell_frame(r, i);
    json_end_array(&r->body);
    json_number(&r->body, "totalFrames", count);
}

/* References of variables: 1 + 3 times the frame + the scope. */
static void scopes(request *r) {
    static const char *const names[] = {"Locals", "Behaviour", "Globals"};
    const uint32_t frame = number_of(r->arguments, "frameId", 1) - 1u;
    json_begin_array(&r->body, "scopes");
    for (uint32_t i = 0; i < 3 && r->s->stands && frame < r->s->stop.frame_count; i++) {
        json_begin_object(&r->body, NULL);
        json_text(&r->body, "name", names[i]);
        json_number(&r->body, "variablesReference", 1 + 3 * (uint64_t)frame + i);
        json_switch(&r->body, "expensive", false);
        json_end_object(&r->body);
    }
    json_end_array(&r->body);
}

static void variables(request *r) {
    const uint32_t reference = number_of(r->arguments, "variablesReference", 0);
    debug_variable v;
    json_begin_array(&r->body, "variables");
    if (r->s->stands && reference > 0 && (reference - 1) / 3 < r->s->stop.frame_count) {
        const debug_at at = debug_where(r->s, (reference - 1) / 3);
        for (uint32_t i = 0; debug_variable_at(at.of, at.place, debug_behaviour_of(&at), i, &v); i++) {
            char text[DEBUG_WORDS] = "gone";
            const int32_t *cells = debug_cells_of(&at, &v);
            if (v.scope != (reference - 1) % 3) continue;
            if (cells != NULL) debug_write(at.of, &v, cells, text, sizeof text);
            json_begin_object(&r->body, NULL);
            json_text(&r->body, "name", v.name);
            json_text(&r->body, "value", text);
            json_text(&r->body, "type", v.type);
            json_number(&r->body, "variablesReference", 0);
            json_text(&r->body, "evaluateName", v.name);
            json_end_object(&r->body);
        }
    }
    json_end_array(&r->body);
}

static void set_variable(request *r) {
    char text[DEBUG_WORDS];
    const uint32_t reference = number_of(r->arguments, "variablesReference", 0);
    if (!r->s->stands || reference == 0 || (reference - 1) / 3 >= r->s->stop.frame_count) {
        refuse(r, "the game does not stand");
        return;
    }
    const debug_at at = debug_where(r->s, (reference - 1) / 3);
    if (!debug_set(&at, text_of(r->arguments, "name"), text_of(r->arguments, "value"), text, sizeof text))
        refuse(r, text);
    else
        json_text(&r->body, "value", text);
}

static void evaluate(request *r) {
    char text[DEBUG_WORDS];
    const uint32_t frame = number_of(r->arguments, "frameId", 1) - 1u;
    if (!r->s->stands || frame >= r->s->stop.frame_count) {
        refuse(r, "the game does not stand");
        return;
    }
    const debug_at at = debug_where(r->s, frame);
    if (!debug_look_at(&at, text_of(r->arguments, "expression"), text, sizeof text)) {
        refuse(r, text);
        return;
    }
    json_text(&r->body, "result", text);
    json_number(&r->body, "variablesReference", 0);
}

/* ---- going on ---- */

static void go(request *r, ox_script_step how) {
    if (!r->s->stands) {
        refuse(r, "the game does not stand");
        return;
    }
    r->a->resumed = true;
    r->a->how = how;
}

static void go_on(request *r) {
    json_switch(&r->body, "allThreadsContinued", true);
    go(r, OX_SCRIPT_STEP_NONE);
}
static void step_in(request *r) { go(r, OX_SCRIPT_STEP_INTO); }
static void step_over(request *r) { go(r, OX_SCRIPT_STEP_OVER); }
static void step_out(request *r) { go(r, OX_SCRIPT_STEP_OUT); }
static void stop_soon(request *r) { debug_pause(r->s); }
static void nothing(request *r) { (void)r; }
static void configured(request *r) { r->a->configured = true; }

static void leave(request *r) {
    r->a->gone = r->a->configured = r->a->resumed = true;
    r->a->how = OX_SCRIPT_STEP_NONE;
    r->s->done = true;
}

static void initialize(request *r) {
    static const char *const can[] = {
        "supportsConfigurationDoneRequest",  "supportsFunctionBreakpoints", "supportsConditionalBreakpoints",
        "supportsHitConditionalBreakpoints", "supportsLogPoints",           "supportsSetVariable",
        "supportsEvaluateForHovers",         "supportsDataBreakpoints",     "supportsTerminateRequest"};
    for (size_t i = 0; i < sizeof can / sizeof can[0]; i++) json_switch(&r->body, can[i], true);
    json_begin_array(&r->body, "exceptionBreakpointFilters");
    json_begin_object(&r->body, NULL);
    json_text(&r->body, "filter", "faults");
    json_text(&r->body, "label", "Faults of scripts");
    json_switch(&r->body, "default", true);
    json_end_object(&r->body);
    json_end_array(&r->body);
}

static const struct {
    const char *command;
    void (*answer)(request *r);
} commands[] = {{"initialize", initialize},
                {"launch", nothing},
                {"attach", nothing},
                {"setBreakpoints", set_breaks},
                {"setFunctionBreakpoints", set_function_breaks},
                {"setExceptionBreakpoints", set_faults},
                {"dataBreakpointInfo", data_info},
                {"setDataBreakpoints", set_data_breaks},
                {"configurationDone", configured},
                {"threads", threads},
                {"stackTrace", stack_trace},
                {"scopes", scopes},
                {"variables", variables},
                {"setVariable", set_variable},
                {"evaluate", evaluate},
                {"continue", go_on},
                {"next", step_over},
                {"stepIn", step_in},
                {"stepOut", step_out},
                {"pause", stop_soon},
                {"terminate", leave},
                {"disconnect", leave}};

static void answer_request(debug_adapter *a, debug_session *s, const import_json *message) {
    const char *command = text_of(message, "command");
    request r = {.a = a, .s = s, .arguments = import_json_find(message, "arguments")};
    size_t which = 0;
    if (strcmp(text_of(message, "type"), "request") != 0) return;
    while (which < sizeof commands / sizeof commands[0] && strcmp(commands[which].command, command) != 0)
        which++;
    r.body = begin_message(a, "response");
    json_number(&r.body, "request_seq", number_of(message, "seq", 0));
    json_text(&r.body, "command", command);
    json_begin_object(&r.body, "body");
    if (which == sizeof commands / sizeof commands[0])
        refuse(&r, "this request is not known here");
    else
        commands[which].answer(&r);
    json_end_object(&r.body);
    json_switch(&r.body, "success", r.refusal[0] == 0);
    if (r.refusal[0] != 0) json_text(&r.body, "message", r.refusal);
    send_message(a, &r.body);
    if (strcmp(command, "launch") == 0 || strcmp(command, "attach") == 0) {
        json_writer m = begin_event(a, "initialized");
        end_event(a, &m);
    }
}

/* ---- messages in ---- */

/* The place of the body and its length; 0: more bytes are wanted, -1: this is no message. */
static int split_message(const writer *buffer, size_t *body, size_t *length) {
    const char *text = (const char *)buffer->data;
    size_t head = 0;
    unsigned long bytes = 0;
    bool found = false;
    for (;;) {
        size_t end = head;
        while (end + 1 < buffer->size && (text[end] != '\r' || text[end + 1] != '\n')) end++;
        if (end + 1 >= buffer->size) return buffer->size > HEAD_MOST ? -1 : 0;
        if (end == head) break;
        char line[64];
        snprintf(line, sizeof line, "%.*s", (int)(end - head < 63 ? end - head : 63), text + head);
        if (sscanf(line, "Content-Length: %lu", &bytes) == 1) found = true;
        head = end + 2;
        if (head > HEAD_MOST) return -1;
    }
    if (!found || bytes > DEBUG_MESSAGE) return -1;
    *body = head + 2;
    *length = bytes;
    return buffer->size - *body >= bytes ? 1 : 0;
}

bool debug_adapter_take(debug_adapter *a, debug_session *s, const void *bytes, size_t size) {
    size_t body, length;
    int whole;
    writer_bytes(&a->buffer, bytes, size);
    if (a->buffer.failed) return false;
    while ((whole = a->buffer.size == 0 ? 0 : split_message(&a->buffer, &body, &length)) > 0) {
        import_json_document document;
        tool_error error;
        if (import_json_parse("message", (const char *)a->buffer.data + body, length, &document, &error)) {
            answer_request(a, s, &document.root);
            import_json_free(&document);
        } else {
            send_output(a, "important", error.text);
        }
        memmove(a->buffer.data, a->buffer.data + body + length, a->buffer.size - body - length);
        a->buffer.size -= body + length;
    }
    return whole == 0;
}

/* Reads what is there; with `waits` until something comes. */
static void read_some(debug_adapter *a, debug_session *s, bool waits) {
    char bytes[4096];
    struct pollfd ready = {.fd = a->in, .events = POLLIN};
    if (a->gone || a->in < 0 || poll(&ready, 1, waits ? -1 : 0) <= 0) return;
    const ssize_t got = read(a->in, bytes, sizeof bytes);
    if (got < 0 && errno == EINTR) return;
    if (got > 0 && debug_adapter_take(a, s, bytes, (size_t)got)) return;
    a->gone = true; /* the client went, or what it said was no message */
    s->done = true;
}

/* ---- the front end ---- */

static ox_script_step ask_client(void *context, debug_session *s) {
    static const char *const reasons[] = {
        [OX_SCRIPT_STOP_BREAK] = "breakpoint",      [OX_SCRIPT_STOP_STEP] = "step",
        [OX_SCRIPT_STOP_PAUSE] = "pause",           [OX_SCRIPT_STOP_WATCH] = "data breakpoint",
        [OX_SCRIPT_STOP_STATE] = "data breakpoint", [OX_SCRIPT_STOP_TRAP] = "exception"};
    debug_adapter *a = context;
    char why[2 * DEBUG_WORDS];
    debug_why(s, why, sizeof why);
    json_writer m = begin_event(a, "stopped");
    json_text(&m, "reason", reasons[s->stop.what.why]);
    json_text(&m, "text", why);
    json_number(&m, "threadId", THREAD);
    json_switch(&m, "allThreadsStopped", true);
    end_event(a, &m);
    a->resumed = false;
    a->how = OX_SCRIPT_STEP_NONE;
    while (!a->resumed && !a->gone && a->in >= 0) read_some(a, s, true);
    return a->how;
}

static void tell_line(void *context, const char *line) { send_output(context, "console", line); }

static bool before_frame(void *context, debug_session *s) {
    debug_adapter *a = context;
    while (!a->configured && !a->gone) read_some(a, s, true);
    read_some(a, s, false);
    return !a->gone;
}

debug_front debug_adapter_front(debug_adapter *a) {
    return (debug_front){.ask = ask_client, .tell = tell_line, .between = before_frame, .context = a};
}

debug_adapter *debug_adapter_open(FILE *in, FILE *out) {
    debug_adapter *a = calloc(1, sizeof *a);
    if (a == NULL) return NULL;
    a->in = in == NULL ? -1 : fileno(in);
    a->out = out;
    return a;
}

void debug_adapter_close(debug_adapter *a, int exit_code) {
    json_writer m = begin_event(a, "exited");
    json_number(&m, "exitCode", exit_code < 0 ? 1u : (uint32_t)exit_code);
    end_event(a, &m);
    m = begin_event(a, "terminated");
    end_event(a, &m);
    writer_free(&a->buffer);
    free(a);
}
