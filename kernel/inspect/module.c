/* The inside view among the modules of a console. */
#include "kernel/inspect/module.h"

#include "fixedmath/scalar.h"
#include "kernel/inspect/internal.h"
#include "kernel/recording/module.h"
#include "kernel/type/name.h"

#define NAME OX_NAME("debug")

void ox_inspect_join(const ox_module *const *modules, const ox_module **all) {
    uint32_t count = 0;
    for (; modules != NULL && *modules != NULL && count < OX_MODULES_MOST - 1; modules++)
        all[count++] = *modules;
    all[count++] = &ox_inspect_module;
    all[count] = NULL;
}

const char *ox_inspect_phase_name(ox_phase phase) {
    static const char *const names[OX_PHASES] = {
        "commands", "timers", "events",      "tasks",  "actions", "early",      "poses",
        "late",     "bodies", "phantoms",    "forces", "physics", "write back", "phantom queries",
        "casts",    "joined", "final poses", "final",  "camera",  "sound",      "sweep"};
    return (unsigned)phase < OX_PHASES ? names[phase] : "?";
}

bool inspect_take_over(ox_inspect *s) {
#if OX_PROFILED
    return ox_tape_take_over(s->host);
#else
    return (void)s, false;
#endif
}

#if OX_PROFILED

/* ---- the profile of the world's tick ---- */

static void trace_world(void *inspect, ox_trace_kind kind, ox_phase phase, uint32_t number,
                        ox_handle object) {
    ox_inspect *s = inspect;
    ox_profile *p = s->profile;
    (void)number, (void)object;
    if (kind != OX_TRACE_PHASE || !p->is_on) return;
    if (phase == OX_PHASE_COMMANDS) s->world_depth = p->depth; /* within the piece "world" */
    const uint32_t depth = s->world_depth;
    const char *name = ox_inspect_phase_name(phase);
    const bool goes_on =
        p->depth > depth && p->samples[p->open[depth]].name == name; /* another bucket of the same phase */
    if (!goes_on) ox_profile_switch(p, depth, name);
}

static void begin_trace(ox_inspect *s) {
    if (s->profile == NULL) return;
    s->profile->edge = inspect_edge;
    s->profile->edge_context = s;
    ox_world_trace(s->host->world, trace_world, s);
}

/* ---- shapes over the picture ---- */

/* A category of collision and physics is on: they draw from the next picture on. */
static const char *const shown[] = {"shapes", "boxes", "contacts", "joints", "casts"}; /* as OX_SHOW_... */
static void ask_to_show(void *inspect, const ox_module_host *host, ox_sketch *sketch, uint32_t category) {
    ox_inspect *s = inspect;
    (void)host;
    for (uint32_t i = 0; i < sizeof shown / sizeof shown[0]; i++)
        if (sketch->categories[category].name == shown[i]) s->show.what |= 1u << i;
}

static void begin_sketch(ox_inspect *s) {
    ox_sketch_init(&s->sketch);
    for (uint32_t i = 0; i < sizeof shown / sizeof shown[0]; i++)
        (void)ox_sketch_category(&s->sketch, shown[i], ask_to_show, s);
}

static void draw_sketch(ox_inspect *s, rs_frame *frame) {
    s->show.what = 0;
    ox_sketch_draw(&s->sketch, s->host, frame);
    if (s->show.what == 0 && !s->shows) return;
    s->shows = s->show.what != 0;
    ox_collisions_show(ox_console_collisions(s->host->console), s->shows ? &s->show : NULL);
}

/* ---- lives ---- */

/* ---- boxes of text ---- */

static bool take_log(void *inspect, const ox_log_note *note, const char *line) {
    static const uint32_t inks[OX_LOG_LEVELS] = {0xFF7F50, 0xE69F00, OX_TEXT_BOX_CLEAR, OX_TEXT_BOX_CLEAR,
                                                 OX_TEXT_BOX_CLEAR};
    ox_inspect *s = inspect;
    const uint32_t ink = (unsigned)note->level < OX_LOG_LEVELS ? inks[note->level] : OX_TEXT_BOX_CLEAR;
    ox_text_box_write(&s->logged, line, ink);
    ox_text_box_write(&s->logged, "\n", ink);
    return true;
}

static void begin_boxes(ox_inspect *s, const ox_module_host *host) {
    const int columns = int_clamp(host->options->width / OX_TEXT_BOX_COLUMN, 1, OX_SHEET_COLUMNS),
              rows = int_clamp(host->options->height / OX_TEXT_BOX_ROW / 2, 1, OX_INSPECT_LOGGED);
    s->boxes = NULL;
    ox_text_box_begin(&s->logged, s->log_letters, (uint32_t)columns, (uint32_t)rows);
    s->log_box = (ox_shown_box){
        .box = &s->logged,
        .look = {0, host->options->height - rows * OX_TEXT_BOX_ROW, 0xFFFFFF, OX_SHEET_GROUND}};
    s->log_sink = (ox_log_sink){.write = take_log, .context = s};
    ox_log_add_sink(host->log, &s->log_sink);
}

static void draw_boxes(const ox_inspect *s, rs_frame *frame) {
    rs_frame_clip(frame, NULL);
    for (const ox_shown_box *one = s->boxes; one != NULL; one = one->next)
        ox_text_box_draw(one->box, frame, &one->look);
    if (s->shows_log) ox_text_box_draw(&s->logged, frame, &s->log_box.look);
}

/* ---- breaks ---- */

static void stop_at(void *inspect, const ox_break_site *site) {
    ox_inspect *s = inspect;
    ox_log_write(s->host->log, PLAT_LOG_WARNING, "step %u: break at %s:%d, %s, visit %u",
                 (unsigned)s->breaks.tick, inspect_file(site->file), site->line, site->what,
                 (unsigned)site->visits);
    ox_loop_pause(s->host->loop, true);
}

/* Entries are those of the game that starts now. */
static ox_status start_view(const ox_module_host *host, void **state) {
    ox_inspect *s = host->options->inspect;
    *state = s;
    if (s == NULL) return OX_OK;
    s->entries = NULL;
    s->trail_count = 0;
    s->points.count = 0;
    s->life_count = 0;
    s->thrash = (ox_thrash){.adapts = s->thrash.adapts};
    ox_break_reset(&s->breaks);
    s->begun_count = 0;
    begin_boxes(s, host);
    return OX_OK;
}

static void stop_view(const ox_module_host *host, void **state) {
    ox_inspect *s = *state;
    if (s != NULL) ox_log_remove_sink(host->log, &s->log_sink);
    *state = NULL;
}

static ox_status begin_scene(const ox_module_host *host, void **state) {
    ox_inspect *s = host->options->inspect;
    *state = s;
    if (s == NULL) return OX_OK;
    if (s->host == NULL) ox_input_init(&s->input);
    if (s->sketch.category_count == 0) begin_sketch(s);
    s->host = host;
    s->stale = true;
    s->can_go_back = false;
    s->opened = (ox_handle){0};
    s->points.tell = inspect_tell_point;
    s->points.context = s;
    s->breaks.stop = stop_at;
    s->breaks.context = s;
    s->breaks.traps = s->has_debugger;
    inspect_fly_on(s);
    s->scene_begins = true;
    begin_trace(s);
    inspect_begin_counters(s);
    ox_inspect_draw_in(s, (ox_inspect_way)s->way);
    return OX_OK;
}

static void end_scene(const ox_module_host *host, void **state, ox_module_end how) {
    ox_inspect *s = *state;
    (void)how;
    ox_world_trace(host->world, NULL, NULL);
    inspect_end_counters(s);
    if (s->profile != NULL) s->profile->edge = NULL;
    s->host = NULL;
    s->bus = NULL;
}

static void redo(void *inspect, const uint8_t *bytes, size_t size) {
    ox_inspect *s = inspect;
    if (!ox_inspect_redo(s, bytes, size))
        ox_log_write(s->host->log, PLAT_LOG_WARNING, "the recording changes something that is not there");
}

static ox_status make_ready(const ox_module_host *host, void **state) {
    ox_inspect *s = *state;
    ox_tape *tape = ox_module_state(host, OX_NAME("recording"));
    if (s != NULL) inspect_listen_to_objects(s);
    if (s == NULL || tape == NULL || !tape->plays) return OX_OK;
    tape->playback.commands = redo;
    tape->playback.commands_context = s;
    return OX_OK;
}

/* ---- steps ---- */

static void before_step(const ox_module_host *host, void *state) {
    ox_inspect *s = state;
    for (uint32_t i = 0; i < host->sources->count; i++) s->before[i] = host->sources->players[i].input;
    s->breaks.tick = host->world->tick;
    inspect_trace_events(s);
    inspect_go_on(s);
}

static void know_input(const ox_module_host *host, void *state) {
    ox_inspect *s = state;
    ox_tape *tape = ox_module_state(host, OX_NAME("recording"));
    if (s->edit_bytes > 0 && tape != NULL && !tape->plays)
        ox_recorder_commands(&tape->recorder, s->edits, s->edit_bytes);
    s->edit_bytes = 0;
    inspect_note_step(s);
}

static bool end_step(const ox_module_host *host, void *state) {
    ox_inspect *s = state;
    inspect_look(s);
    if (s->stop_tick != 0 && host->world->tick >= s->stop_tick) {
        ox_loop_pause(host->loop, true);
        inspect_say(s, "stopped behind step %u", (unsigned)host->world->tick);
        s->stop_tick = 0;
    }
    s->steps++;
    ox_sketch_step(&s->sketch);
    if (s->profile != NULL && s->profile->is_on) {
        inspect_count_scripts(s);
        inspect_count_step(s);
    }
    if (s->press_waits && host->input->pressed != 0) s->heard = true;
    return true;
}

static void end_frame(const ox_module_host *host, void *state) {
    (void)host;
    inspect_note_frame(state);
    inspect_fly_on(state);
}

static uint32_t native_of(const void *host, uint32_t rgb) {
    return ox_resource_native(((const ox_module_host *)host)->resources, rgb);
}

static void draw_view(const ox_module_host *host, void *state, ox_module_pass pass, rs_frame *frame,
                      uf16 fraction) {
    ox_inspect *s = state;
    char line[OX_SHEET_COLUMNS + 2];
    (void)fraction;
    if (pass == OX_PASS_OVER) draw_sketch(s, frame);
    if (pass != OX_PASS_GLASS) return;
    if (s->heard) { /* this picture is the first one after the step that heard the press */
        s->latency = s->time_count - s->press_frame;
        s->press_waits = s->heard = false;
    }
    draw_boxes(s, frame);
    if (!s->is_open) return;
    const int letter = OX_SHEET_LETTER, width = host->options->width;
    const uint32_t ground = native_of(host, OX_SHEET_GROUND);
    rs_frame_clip(frame, NULL);
    ox_sheet_draw(&s->sheet, frame, 0, letter, native_of, host);
    (void)rs_frame_rectangle(frame, 0, 0, width, letter, ground);
    (void)rs_frame_text(frame, 0, 0, ox_inspect_line(s, 0, line),
                        native_of(host, ox_sheet_colours[OX_SHEET_HEAD]));
    const int below = (s->sheet.rows + 1) * letter;
    (void)rs_frame_rectangle(frame, 0, below, width, letter, ground);
    (void)rs_frame_text(frame, 0, below, ox_inspect_line(s, (uint32_t)s->sheet.line_count + 1, line),
                        native_of(host, ox_sheet_colours[OX_SHEET_DIM]));
}
#endif

const ox_module ox_inspect_module = {.id = NAME,
                                     .name = "debug",
                                     .flags = OX_MODULE_OPTIONAL,
#if OX_PROFILED
                                     .start = start_view,
                                     .stop = stop_view,
                                     .begin = begin_scene,
                                     .end = end_scene,
                                     .ready = make_ready,
                                     .before = before_step,
                                     .known = know_input,
                                     .stepped = end_step,
                                     .frame = end_frame,
                                     .draw = draw_view
#endif
};
