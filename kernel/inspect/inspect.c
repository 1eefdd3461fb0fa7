/* The inside view: buttons, pages, and the game's time. */
#include "kernel/inspect/inspect.h"

#include <string.h>

#include "kernel/debug/format.h"
#include "kernel/inspect/internal.h"
#include "kernel/text/view.h"

static const struct {
    const char *name;
    inspect_write_page *write;
    const char *hint; /* what buttons do besides */
} pages[OX_INSPECT_PAGES] = {[OX_INSPECT_TIME] = {"time", inspect_page_time, "Start stops X steps"},
                             [OX_INSPECT_PROFILE] = {"profile", inspect_page_profile, "A tree/names"},
                             [OX_INSPECT_MEMORY] = {"memory", inspect_page_memory, "used peak of"},
                             [OX_INSPECT_OBJECTS] = {"objects", inspect_page_objects, "A opens B watches"},
                             [OX_INSPECT_WATCHES] = {"watches", inspect_page_watches, "B drops"},
                             [OX_INSPECT_LOG] = {"log", inspect_page_log, "newest first"},
                             [OX_INSPECT_EVENTS] = {"events", inspect_page_events, "newest first"},
                             [OX_INSPECT_PLACES] = {"places", inspect_page_places, "A begins"},
                             [OX_INSPECT_LIFE] = {"history", inspect_page_history, "newest first"},
                             [OX_INSPECT_CAMERA] = {"camera", inspect_page_camera, "< > moves"},
                             [OX_INSPECT_GAME] = {"game", inspect_page_game, "< > A  B back"},
                             [OX_INSPECT_OPTIONS] = {"options", inspect_page_options, "< >  A keep  B usual"},
                             [OX_INSPECT_DRAW] = {"draw", inspect_page_draw, "< > other ways"},
                             [OX_INSPECT_RESOURCES] = {"resources", inspect_page_resources, "A adapts"},
                             [OX_INSPECT_MENU] = {"menu", inspect_page_menu, "< >  A does"},
                             [OX_INSPECT_CONSOLE] = {"console", inspect_page_console, "A does  Esc leaves"}};

const char *ox_inspect_page_name(ox_inspect_page page) {
    return (unsigned)page < OX_INSPECT_PAGES ? pages[page].name : "?";
}

ox_inspect_page ox_inspect_find_page(const char *name, size_t length) {
    for (int i = 0; i < OX_INSPECT_PAGES; i++)
        if (ox_text_equal(ox_text_of(pages[i].name), (ox_text_view){name, length})) return (ox_inspect_page)i;
    return OX_INSPECT_PAGES;
}

/* ---- names ---- */

/* The last word of a name of the game: "mesh/crate" is "crate" here. */
static const char *own_word(const char *name, uint32_t *length) {
    for (uint32_t i = *length; i > 0; i--)
        if (name[i - 1] == '/') {
            *length -= i;
            return name + i;
        }
    return name;
}

const char *inspect_names(const void *inspect, uint32_t id, uint32_t *length) {
    const ox_inspect *s = inspect;
    const ox_log *log = s->host == NULL ? NULL : s->host->log;
    const char *name = log == NULL || log->name_of == NULL ? NULL : log->name_of(log->names, id, length);
    if (name != NULL) return own_word(name, length);
    return s->names == NULL ? NULL : s->names(s->names_context, id, length);
}

const char *inspect_name(const ox_inspect *s, uint32_t id, char text[40]) {
    uint32_t length = 0;
    ox_text out = ox_text_begin_plain(text, 40);
    const char *name = inspect_names(s, id, &length);
    if (name != NULL)
        ox_text_put(&out, name, length);
    else
        ox_text_add(&out, "#%08x", (unsigned)id);
    return text;
}

/* ---- opening ---- */

void ox_inspect_show_page(ox_inspect *s, ox_inspect_page page, bool is_pinned) {
    if ((unsigned)page >= OX_INSPECT_PAGES) return;
    if (s->page != page) ox_sheet_turn(&s->sheet);
    s->page = (uint8_t)page;
    s->is_open = true;
    s->is_pinned = is_pinned;
}

void ox_inspect_close(ox_inspect *s) { s->is_open = s->is_pinned = false; }

static void turn_page(ox_inspect *s, int by) {
    const int page = (s->page + by + OX_INSPECT_PAGES) % OX_INSPECT_PAGES;
    ox_inspect_show_page(s, (ox_inspect_page)page, s->is_pinned);
}

/* ---- a pass of the page ---- */

/* Rows of the picture that a page has: one is its title, one its hints. */
static void write_page(ox_inspect *s, uint32_t pressed, uint32_t held) {
    const ox_boot_options *o = s->host->options;
    ox_sheet_begin(&s->sheet, o->width / OX_SHEET_LETTER, o->height / OX_SHEET_LETTER - 2, pressed, held);
    pages[s->page].write(s);
    ox_sheet_end(&s->sheet);
}

int inspect_write_rows(ox_inspect *s, ox_inspect_page page, int from) {
    ox_sheet *sheet = &s->sheet;
    const int first = sheet->first, chosen = sheet->chosen, count = sheet->count;
    ox_sheet_turn(sheet);
    ox_sheet_begin(sheet, OX_SHEET_COLUMNS, OX_SHEET_ROWS, 0, 0);
    sheet->first = from;
    pages[page].write(s);
    const int rows = sheet->count;
    sheet->first = first;
    sheet->chosen = chosen;
    sheet->count = count;
    return rows;
}

static void title_text(const ox_inspect *s, ox_text *out) {
    const ox_loop *loop = s->host->loop;
    ox_text_add(out, "<%s %d/%d>", pages[s->page].name, s->page + 1, (int)OX_INSPECT_PAGES);
    if (loop->paused) ox_text_string(out, " PAUSED");
    if (loop->scale != OX_LOOP_UNSCALED) ox_text_add(out, " x%.3q", (int)loop->scale);
    if (s->is_pinned) ox_text_string(out, " PINNED");
    ox_text_add(out, " %u", (unsigned)s->host->world->tick);
}

static void hint_text(const ox_inspect *s, ox_text *out) {
    if (s->is_pinned) {
        ox_text_string(out, "Select: buttons are here again");
        return;
    }
    ox_text_string(out, "L R page  ");
    ox_text_string(out, pages[s->page].hint);
    if (s->sheet.columns >= 60) ox_text_string(out, "  Start pauses  X steps  Y buttons for the game");
}

const char *ox_inspect_line(const ox_inspect *s, uint32_t number, char text[OX_SHEET_COLUMNS + 1]) {
    const uint32_t rows = (uint32_t)s->sheet.line_count;
    if (s->host == NULL || !s->is_open || number > rows + 1) return NULL;
    ox_text out = ox_text_begin_plain(text, OX_SHEET_COLUMNS + 1);
    if (number == 0)
        title_text(s, &out);
    else if (number > rows)
        hint_text(s, &out);
    else
        ox_text_add(&out, "%c%s", s->sheet.lines[number - 1].is_chosen ? '>' : ' ',
                    s->sheet.lines[number - 1].text);
    return text;
}

/* ---- buttons ---- */

/* A acts when it is let go, unless it has made other buttons go further meanwhile. */
static uint32_t let_go(ox_inspect *s, uint32_t leaps) {
    const bool is_held = (s->input.held & PLAT_A) != 0, acts = !is_held && s->waits_for_a;
    s->waits_for_a = is_held && leaps == 0 && (s->waits_for_a || (s->input.pressed & PLAT_A) != 0);
    return acts ? PLAT_A : 0;
}

static void act(ox_inspect *s) {
    const uint32_t repeat = s->input.repeat, pressed = s->input.pressed;
    ox_loop *loop = s->host->loop;
    if ((repeat & PLAT_L) != 0) turn_page(s, -1);
    if ((repeat & PLAT_R) != 0) turn_page(s, 1);
    if ((pressed & PLAT_Y) != 0) s->is_pinned = true;
    if ((pressed & PLAT_START) != 0) ox_loop_pause(loop, !loop->paused);
    if ((repeat & PLAT_X) != 0 && loop->paused) ox_loop_step(loop);
    const uint32_t again = repeat & (PLAT_UP | PLAT_DOWN | PLAT_LEFT | PLAT_RIGHT);
    write_page(s, again | let_go(s, again) | (pressed & PLAT_B), s->input.held);
}

/* Whether Select has just been held long enough. */
static bool is_called(ox_inspect *s, uint32_t buttons) {
    const bool was_long = s->select_held >= OX_INSPECT_HOLD;
    if ((buttons & PLAT_SELECT) == 0)
        s->select_held = 0;
    else if (s->select_held < OX_INSPECT_HOLD)
        s->select_held++;
    return !was_long && s->select_held >= OX_INSPECT_HOLD;
}

void ox_inspect_listen(void *inspect, plat_input *polled) {
    ox_inspect *s = inspect;
    if (s->host == NULL) return;
    ox_input_feed(&s->input, polled);
    ox_input_step(&s->input);
    if (is_called(s, polled->buttons)) {
        const bool opens = !s->is_open || s->is_pinned;
        s->is_pinned = false;
        s->is_open = opens;
        s->kept |= polled->buttons;
    }
    const bool has_buttons = s->is_open && !s->is_pinned;
    if (has_buttons && (polled->buttons & PLAT_SELECT) == 0) act(s);
    s->kept = has_buttons ? s->kept | polled->buttons : s->kept & polled->buttons;
    polled->buttons &= ~s->kept;
    if (has_buttons) {
        polled->stick_x = polled->stick_y = polled->wheel = 0;
        polled->pointer_dx = polled->pointer_dy = 0;
        polled->pointer_held = false;
    }
    if (polled->buttons != 0 && (s->input.pressed & polled->buttons) != 0 && !s->press_waits) {
        s->press_waits = true;
        s->press_frame = s->time_count;
    }
}

/* ---- the page of time ---- */

static uint32_t mean_of(const ox_inspect *s, uint32_t frames) {
    uint64_t sum = 0;
    if (frames > s->time_count) frames = s->time_count;
    if (frames > OX_INSPECT_TIMES) frames = OX_INSPECT_TIMES;
    for (uint32_t i = 0; i < frames; i++) sum += s->times[(s->time_count - 1 - i) % OX_INSPECT_TIMES];
    return frames == 0 ? 0 : (uint32_t)(sum / frames);
}

/* Microseconds of a step: what a frame has. */
static uint32_t step_time(const ox_loop *loop) { return loop->length / loop->rate; }

/* The last frames as one row of letters, the newest at its right end: _ below a third of a step, - a step, = and on more. */
static void write_graph(ox_inspect *s) {
    static const char letters[] = "_.:-=+*#@";
    char row[OX_SHEET_COLUMNS + 1];
    const uint32_t step = step_time(s->host->loop), columns = (uint32_t)s->sheet.columns,
                   each = (OX_INSPECT_TIMES + columns - 1) / columns, width = OX_INSPECT_TIMES / each;
    for (uint32_t i = 0; i < width; i++) {
        uint32_t most = 0;
        for (uint32_t k = 0; k < each; k++) {
            const uint32_t age = (width - 1 - i) * each + k;
            if (age >= s->time_count) continue;
            const uint32_t time = s->times[(s->time_count - 1 - age) % OX_INSPECT_TIMES];
            if (time > most) most = time;
        }
        const uint32_t level = step == 0 ? 0 : (uint32_t)((uint64_t)most * 3u / step);
        row[i] = letters[level > 8 ? 8 : level];
    }
    row[width] = 0;
    ox_sheet_row(&s->sheet, OX_SHEET_PLAIN, "%s", row);
}

/* The pieces of a frame that no other one holds but the frame itself, and what is left, as a part of the step's time. They are the frame. */
static void write_phases(ox_inspect *s, uint32_t mean) {
    const ox_profile *p = s->profile;
    if (p == NULL || p->ticks == 0) return;
    const uint32_t step = step_time(s->host->loop);
    uint64_t left = p->ticks;
    ox_sheet_row(&s->sheet, OX_SHEET_HEAD, "piece         us of a step");
    for (uint32_t i = ox_profile_first(p); i != OX_PROFILE_NONE; i = ox_profile_next(p, i)) {
        const ox_profile_sample *sample = &p->samples[i];
        if (sample->depth != 1 || sample->calls == 0) continue;
        left -= sample->inclusive < left ? sample->inclusive : left;
        const uint32_t time = (uint32_t)((uint64_t)mean * sample->inclusive / p->ticks);
        ox_sheet_row(&s->sheet, time > step ? OX_SHEET_WARN : OX_SHEET_PLAIN, "%-10.10s%6u %5.1q%%",
                     sample->name, (unsigned)time,
                     step == 0 ? 0 : (int)(((uint64_t)time * 100u << 16) / step));
        ox_sheet_bar(&s->sheet, time, step);
    }
    ox_sheet_row(&s->sheet, OX_SHEET_DIM, "%-10.10s%6u", "rest, wait",
                 (unsigned)((uint64_t)mean * left / p->ticks));
}

static void write_frames(ox_inspect *s) {
    ox_sheet *sheet = &s->sheet;
    ox_frame_stats stats;
    uint32_t most = 0;
    ox_console_stats(s->host->console, &stats);
    for (uint32_t i = 0; i < OX_INSPECT_TIMES && i < s->time_count; i++)
        if (s->times[i] > most) most = s->times[i];
    const uint32_t mean = mean_of(s, 60);
    ox_sheet_row(sheet, OX_SHEET_HEAD, "frames");
    ox_sheet_row(sheet, OX_SHEET_PLAIN, "frame %u us = %u/s", (unsigned)mean,
                 mean == 0 ? 0u : (unsigned)(1000000u / mean));
    ox_sheet_bar(sheet, mean, 2 * 16667);
    ox_sheet_row(sheet, most > 33333 ? OX_SHEET_WARN : OX_SHEET_PLAIN, "longest of %d: %u us",
                 (int)OX_INSPECT_TIMES, (unsigned)most);
    ox_sheet_bar(sheet, most, 2 * 16667);
    ox_sheet_row(sheet, OX_SHEET_PLAIN, "drawing %u us", (unsigned)stats.draw_microseconds);
    ox_sheet_bar(sheet, stats.draw_microseconds, 16667);
    if (stats.draw_cycles != 0)
        ox_sheet_row(sheet, OX_SHEET_PLAIN, "drawing %u cycles", (unsigned)stats.draw_cycles);
    ox_sheet_row(sheet, OX_SHEET_PLAIN, "triangles %u of %u", (unsigned)stats.triangles_drawn,
                 (unsigned)stats.triangles);
    ox_sheet_row(sheet, s->host->loop->dropped > 0 ? OX_SHEET_WARN : OX_SHEET_PLAIN,
                 "steps left out %u, slept %u", (unsigned)s->host->loop->dropped,
                 (unsigned)s->host->loop->guarded);
    ox_sheet_row(sheet, s->missed > 0 ? OX_SHEET_WARN : OX_SHEET_PLAIN, "missed %u, steps unshown %u",
                 (unsigned)s->missed, (unsigned)s->unshown);
    write_graph(s);
    write_phases(s, mean);
    ox_sheet_row(sheet, OX_SHEET_PLAIN, "press to picture %u frames", (unsigned)s->latency);
}

void inspect_page_time(ox_inspect *s) {
    ox_sheet *sheet = &s->sheet;
    ox_loop *loop = s->host->loop;
    if (ox_sheet_row(sheet, OX_SHEET_LIVE, "%s", loop->paused ? "go on" : "pause") &&
        ox_sheet_is_pressed(sheet, PLAT_A))
        ox_loop_pause(loop, !loop->paused);
    if (ox_sheet_row(sheet, loop->paused ? OX_SHEET_LIVE : OX_SHEET_DIM, "one step") &&
        ox_sheet_is_pressed(sheet, PLAT_A) && loop->paused)
        ox_loop_step(loop);
    if (ox_sheet_row(sheet, OX_SHEET_LIVE, "speed x%.3q", (int)loop->scale)) {
        const int by = ox_sheet_step(sheet) > 0 ? 1 : ox_sheet_step(sheet) < 0 ? -1 : 0;
        if (by != 0 && s->speed + by >= -4 && s->speed + by <= 2) {
            s->speed += by;
            ox_loop_set_scale(loop,
                              s->speed < 0 ? OX_LOOP_UNSCALED >> -s->speed : OX_LOOP_UNSCALED << s->speed);
        }
    }
    const uint32_t behind = s->can_go_back && !s->stale ? ox_rewind_behind(&s->rewind) : 0,
                   ahead = s->can_go_back && !s->stale ? ox_rewind_ahead(&s->rewind) : 0;
    if (ox_sheet_row(sheet, behind + ahead > 0 ? OX_SHEET_LIVE : OX_SHEET_DIM, "back %u steps, ahead %u",
                     (unsigned)behind, (unsigned)ahead) &&
        ox_sheet_step(sheet) != 0) {
        ox_loop_pause(loop, true);
        (void)!ox_inspect_go(s, ox_sheet_step(sheet));
    }
    ox_sheet_bar(sheet, behind, behind + ahead);
    ox_sheet_row(sheet, s->edited ? OX_SHEET_WARN : OX_SHEET_DIM, "%s",
                 s->edited ? "the game was changed by hand" : "the game is as it plays itself");
    write_frames(s);
}

/* ---- what the module calls ---- */

void inspect_note_frame(ox_inspect *s) {
    const uint32_t elapsed = ox_console_elapsed(s->host->console);
    s->times[s->time_count++ % OX_INSPECT_TIMES] = elapsed;
    const uint32_t step = step_time(s->host->loop);
    if (step > 0 && elapsed > step + step / 2) s->missed += (elapsed + step / 2) / step - 1;
    s->steps_of_frame = s->steps;
    if (s->steps > 1) s->unshown += s->steps - 1;
    s->steps = 0;
#if OX_PROFILED
    if (s->profile != NULL && s->profile->is_on) inspect_count_frame(s);
#endif
    inspect_note_place(s, elapsed);
    inspect_note_resources(s);
    if (s->scene_begins) inspect_begin_memory(s);
    s->scene_begins = false;
    if (s->is_open) write_page(s, 0, 0);
}
