/* The events of the inside view: what was delivered to whom. */
#include "kernel/debug/format.h"
#include "kernel/inspect/internal.h"
#include "kernel/text/view.h"

void inspect_trace_events(ox_inspect *s) {
    const ox_event_service service = ox_engine_events(s->host->engine);
    ox_events *bus = service.operations->bus(service.state);
    if (bus == s->bus) return;
    s->bus = bus;
    if (bus == NULL || bus->trace != NULL) return; /* a cart in C keeps its own: it is read */
    bus->trace = s->traced;
    bus->traced = 0;
    bus->config.trace = OX_INSPECT_TRACED;
}

/* The name of an object, or its number; nobody is "-". */
static void name_object(const ox_inspect *s, ox_handle handle, char text[40]) {
    const ox_object *object = ox_world_get(s->host->world, handle);
    if (object != NULL && object->name != 0)
        (void)inspect_name(s, object->name, text);
    else if (handle.bits == 0)
        ox_format(text, 40, "-");
    else
        ox_format(text, 40, "@%u", (unsigned)(handle.bits & 0xFFFFu));
}

static bool is_called(const char *name, const char *filter) {
    return ox_text_equal(ox_text_of(name), ox_text_of(filter));
}

static void write_delivery(ox_inspect *s, const ox_event_trace *t) {
    static const char *const answers[] = {"", " done", " stop"};
    char type[64], from[40], to[40], line[200];
    inspect_word(s, s->bus->types[t->type].name, type);
    name_object(s, t->sender, from);
    if (t->receiver.bits == 0)
        ox_format(to, sizeof to, "all");
    else
        name_object(s, t->receiver, to);
    if (s->event_filter[0] != 0 && !is_called(type, s->event_filter) && !is_called(from, s->event_filter) &&
        !is_called(to, s->event_filter))
        return;
    ox_format(line, sizeof line, "%u %s %s>%s%s", (unsigned)t->tick, type, from, to,
              t->answer == OX_TRACE_GONE ? " gone"
              : t->answer < 3            ? answers[t->answer]
                                         : "");
    ox_sheet_row(&s->sheet, t->answer == OX_TRACE_GONE ? OX_SHEET_WARN : OX_SHEET_PLAIN, "%s%s",
                 t->depth > 0 ? "  " : "", line); /* within another one */
}

void inspect_page_events(ox_inspect *s) {
    const ox_events *bus = s->bus;
    if (bus == NULL) {
        ox_sheet_row(&s->sheet, OX_SHEET_DIM, "the game has no events");
        return;
    }
    ox_sheet_row(&s->sheet, bus->counts.loops > 0 ? OX_SHEET_WARN : OX_SHEET_HEAD, "%u delivered, %u loops",
                 (unsigned)bus->traced, (unsigned)bus->counts.loops);
    if (s->event_filter[0] != 0) ox_sheet_row(&s->sheet, OX_SHEET_DIM, "of %s alone", s->event_filter);
    const ox_event_trace *t;
    for (uint32_t age = 0; (t = ox_events_trace(bus, age)) != NULL; age++) write_delivery(s, t);
}
