/* Gestures in a console: the library held, the hands of all players, events and state. */
#include "kernel/gesture/module.h"

#include <string.h>

#include "kernel/console/console.h"
#include "kernel/engine/limit.h"
#include "kernel/gesture/internal.h"
#include "kernel/loop/rate.h"
#include "kernel/resource/manager.h"
#include "kernel/type/name.h"

#define NAME OX_NAME("gesture")

OX_LIMIT(OX_STROKE_POINTS, ox_stroke, count, "points of a stroke are counted with 16 bits");

/* ---- lives ---- */

/* The first library of the image; false: it has none. */
static bool find_library(const ox_module_host *host, rom_chunk *chunk) {
    for (uint32_t i = 0; rom_entry(host->image, i, chunk); i++)
        if (chunk->type == ROM_TAG_STROKES) return true;
    return false;
}

/* Takes the library up, where there is one. */
static ox_status hold_library(const ox_module_host *host, gesture_state *s) {
    rom_chunk chunk;
    if (!find_library(host, &chunk)) return OX_OK;
    return ox_manager_hold(host->manager, chunk.id, ROM_TAG_STROKES, &s->held);
}

static void let_go(const ox_module_host *host, gesture_state *s) {
    if (s->held.data != NULL) ox_manager_let_go(host->manager, s->held.handle);
    s->held = (ox_held){0};
}

static ox_status start_gestures(const ox_module_host *host, void **state) {
    rom_chunk chunk;
    if (!ox_module_is_used(host->image, NAME) && !find_library(host, &chunk)) return OX_OK;
    gesture_state *s =
        (gesture_state *)ox_arena_push_zero(host->resident, OX_ARENA_LOW, sizeof *s, _Alignof(gesture_state));
    if (s != NULL) {
        s->count = host->sources->count;
        s->players = (ox_gestures *)ox_arena_push_zero(host->resident, OX_ARENA_LOW,
                                                       s->count * sizeof(ox_gestures), _Alignof(ox_gestures));
    }
    const ox_status status = s == NULL || s->players == NULL ? OX_OUT_OF_MEMORY : hold_library(host, s);
    if (status != OX_OK)
        return ox_module_refuse(host, status, 0, "no room for gestures of %u players: raise `budget`",
                                (unsigned)host->sources->count);
    for (uint32_t i = 0; i < s->count; i++) s->players[i].pinch.factor = FX_ONE;
    host->sources->senses = true;
    *state = s;
    return OX_OK;
}

static void stop_gestures(const ox_module_host *host, void **state) {
    let_go(host, *state);
    *state = NULL;
}

static void leave_gestures(const ox_module_host *host, void *state) { let_go(host, state); }

static ox_status enter_gestures(const ox_module_host *host, void *state, ox_error *error) {
    const ox_status status = hold_library(host, state);
    return status == OX_OK ? OX_OK
                           : ox_module_refuse_to(error, status, "the strokes are missing, or have no room");
}

/* ---- steps ---- */

static void post(const ox_module_host *host, ox_id name, const int32_t *arguments, uint32_t count) {
    const ox_event_service events = ox_engine_events(host->engine);
    events.operations->post(events.state, name, arguments, count);
}

static void post_touches(const ox_module_host *host, const ox_fingers *touches, uint32_t player) {
    for (uint32_t i = 0; i < touches->count; i++) {
        const ox_finger *t = &touches->list[i];
        const int32_t began[] = {t->id, t->x, t->y, (int32_t)player + 1},
                      ended[] = {t->id, t->phase == OX_TOUCH_CANCELLED, (int32_t)player + 1};
        if (t->phase == OX_TOUCH_BEGAN) post(host, OX_NAME("touchbegan"), began, 4);
        if (t->phase == OX_TOUCH_ENDED || t->phase == OX_TOUCH_CANCELLED)
            post(host, OX_NAME("touchended"), ended, 3);
    }
}

/* The box about a stroke: its middle and its longer side. */
static void measure(const ox_stroke *stroke, int32_t place[3]) {
    int32_t left = stroke->points[0].x, right = left, top = stroke->points[0].y, bottom = top;
    for (uint32_t i = 1; i < stroke->count; i++) {
        const ox_stroke_point *p = &stroke->points[i];
        left = p->x < left ? p->x : left;
        right = p->x > right ? p->x : right;
        top = p->y < top ? p->y : top;
        bottom = p->y > bottom ? p->y : bottom;
    }
    place[0] = (left + right) / 2;
    place[1] = (top + bottom) / 2;
    place[2] = right - left > bottom - top ? right - left : bottom - top;
}

/* A stroke has ended: tells what it is. */
static void tell_stroke(const ox_module_host *host, gesture_state *s, ox_gestures *g, uint32_t player) {
    int32_t features[OX_STROKE_FEATURES], arguments[5], place[3];
    if (s->held.data == NULL || g->stroke.count < OX_STROKE_LEAST) return;
    ox_stroke_features(&g->stroke, features);
    const bool is_known = ox_stroke_match_of(s->held.data, &g->stroke, features, &g->match);
    measure(&g->stroke, place);
    arguments[0] = is_known ? (int32_t)g->match.name : 0;
    memcpy(&arguments[1], place, sizeof place);
    arguments[4] = (int32_t)player + 1;
    post(host, OX_NAME("stroke"), arguments, 5);
}

static void step_stroke(const ox_module_host *host, gesture_state *s, ox_gestures *g, uint32_t player) {
    const ox_finger *drawn = g->finger == 0 ? NULL : ox_finger_of(&g->touches, g->finger);
    uint32_t down = 0;
    for (uint32_t i = 0; i < g->touches.count; i++) down += ox_finger_is_down(&g->touches.list[i]);
    if (g->finger == 0 && g->touches.count > 0 && g->touches.list[0].phase == OX_TOUCH_BEGAN) {
        drawn = &g->touches.list[0];
        g->finger = drawn->id;
        g->spoiled = false;
        ox_stroke_begin(&g->stroke);
    }
    if (g->finger == 0) return;
    g->spoiled = g->spoiled || down > 1;
    if (ox_finger_is_down(drawn)) {
        ox_stroke_add(&g->stroke, drawn->x, drawn->y);
        return;
    }
    if (drawn != NULL && drawn->phase == OX_TOUCH_ENDED && !g->spoiled) tell_stroke(host, s, g, player);
    g->finger = 0;
}

static void step_gestures(const ox_module_host *host, void *state) {
    enum { PACE = 6554 }; /* gravity is 63 % of a change after a sixth of a second */
    gesture_state *s = state;
    for (uint32_t i = 0; i < s->count && i < host->sources->count; i++) {
        ox_gestures *g = &s->players[i];
        const ox_input *input = &host->sources->players[i].input;
        ox_fingers_step(&g->touches, input);
        ox_pinch_step(&g->pinch, &g->touches);
        ox_input_tilt_step(&g->tilt, input->senses.tilt, PACE);
        ox_input_attitude_step(&g->attitude, &input->senses, ox_loop_rate(host->loop));
        post_touches(host, &g->touches, i);
        step_stroke(host, s, g, i);
    }
}

ox_gestures *ox_console_gestures(ox_console *console, uint32_t player) {
    gesture_state *s = ox_module_state(ox_console_modules(console), NAME);
    return s == NULL || player >= s->count ? NULL : &s->players[player];
}

/* ---- state ---- */

static void save_touch(const ox_finger *t, ox_writer *to) {
    const uint16_t halves[] = {(uint16_t)t->id,     (uint16_t)t->x, (uint16_t)t->y, (uint16_t)t->from_x,
                               (uint16_t)t->from_y, t->age,         t->phase};
    for (uint32_t i = 0; i < sizeof halves / sizeof halves[0]; i++) ox_write_u16(to, halves[i]);
}

static void restore_touch(ox_finger *t, ox_reader *from) {
    t->id = (int16_t)(uint16_t)ox_read_u16(from);
    t->x = (int16_t)(uint16_t)ox_read_u16(from);
    t->y = (int16_t)(uint16_t)ox_read_u16(from);
    t->from_x = (int16_t)(uint16_t)ox_read_u16(from);
    t->from_y = (int16_t)(uint16_t)ox_read_u16(from);
    t->age = (uint16_t)ox_read_u16(from);
    const uint32_t phase = ox_read_u16(from);
    if (phase >= OX_TOUCH_PHASES) from->bad = true;
    t->phase = (uint8_t)phase;
}

static void save_stroke(const ox_stroke *stroke, ox_writer *to) {
    ox_write_u16(to, stroke->count);
    ox_write_u16(to, stroke->steps);
    ox_write_u16(to, stroke->apart);
    for (uint32_t i = 0; i < stroke->count; i++) {
        ox_write_u16(to, (uint16_t)stroke->points[i].x);
        ox_write_u16(to, (uint16_t)stroke->points[i].y);
        ox_write_u16(to, stroke->points[i].step);
    }
}

static void restore_stroke(ox_stroke *stroke, ox_reader *from) {
    const uint32_t count = ox_read_u16(from);
    stroke->steps = (uint16_t)ox_read_u16(from);
    stroke->apart = (uint16_t)ox_read_u16(from);
    if (count > OX_STROKE_POINTS) from->bad = true;
    stroke->count = from->bad ? 0 : (uint16_t)count;
    for (uint32_t i = 0; i < stroke->count; i++) {
        stroke->points[i].x = (int16_t)(uint16_t)ox_read_u16(from);
        stroke->points[i].y = (int16_t)(uint16_t)ox_read_u16(from);
        stroke->points[i].step = (uint16_t)ox_read_u16(from);
    }
}

/* Behind what the stroke is: whether it was spoiled, and whether an attitude follows. */
enum { IS_SPOILED = 1, HAS_ATTITUDE = 2 };

static void save_attitude(const ox_input_attitude *a, ox_writer *to) {
    const uint32_t words[] = {(uint32_t)a->turn.x, (uint32_t)a->turn.y, (uint32_t)a->turn.z,
                              (uint32_t)a->turn.w};
    ox_write_words(to, words, 4);
    ox_write_u8(to, (a->is_known ? 1u : 0u) | (a->has_spin ? 2u : 0u));
}

static void restore_attitude(ox_input_attitude *a, ox_reader *from) {
    int32_t *const words[] = {&a->turn.x, &a->turn.y, &a->turn.z, &a->turn.w};
    for (int i = 0; i < 4; i++) {
        *words[i] = ox_read_i32(from);
        if (*words[i] > Q30_ONE || *words[i] < -Q30_ONE) from->bad = true;
    }
    const uint32_t flags = ox_read_u8(from);
    if (flags == 0 || flags > 3 || from->bad || !q4_normalize(a->turn, &a->turn)) {
        from->bad = true;
        return;
    }
    a->is_known = (flags & 1u) != 0;
    a->has_spin = (flags & 2u) != 0;
}

static void save_player(const ox_gestures *g, ox_writer *to) {
    ox_write_u8(to, g->touches.count);
    for (uint32_t i = 0; i < g->touches.count; i++) save_touch(&g->touches.list[i], to);
    const uint32_t pinch[] = {(uint16_t)g->pinch.first,  (uint16_t)g->pinch.second, (uint32_t)g->pinch.start,
                              (uint32_t)g->pinch.factor, (uint16_t)g->pinch.x,      (uint16_t)g->pinch.y};
    ox_write_words(to, pinch, 6);
    for (int i = 0; i < 3; i++) {
        ox_write_i64(to, g->tilt.slow[i].value);
        ox_write_i32(to, g->tilt.gravity[i]);
        ox_write_i32(to, g->tilt.user[i]);
    }
    ox_write_u16(to, (uint16_t)g->finger);
    const bool turns = g->attitude.is_known || g->attitude.has_spin;
    ox_write_u8(to, (g->spoiled ? IS_SPOILED : 0u) | (turns ? HAS_ATTITUDE : 0u));
    if (turns) save_attitude(&g->attitude, to);
    ox_write_u32(to, g->match.name);
    ox_write_i32(to, g->match.lead);
    if (g->finger != 0) save_stroke(&g->stroke, to);
}

static void restore_player(ox_gestures *g, ox_reader *from) {
    const int64_t most = (int64_t)4 * FX_ONE * 65536;
    const uint32_t count = ox_read_u8(from);
    if (count > PLAT_TOUCHES) from->bad = true;
    g->touches.count = from->bad ? 0 : count;
    for (uint32_t i = 0; i < g->touches.count; i++) restore_touch(&g->touches.list[i], from);
    g->pinch.first = (int16_t)(uint16_t)ox_read_u32(from);
    g->pinch.second = (int16_t)(uint16_t)ox_read_u32(from);
    g->pinch.start = ox_read_i32(from);
    g->pinch.factor = ox_read_i32(from);
    g->pinch.x = (int16_t)(uint16_t)ox_read_u32(from);
    g->pinch.y = (int16_t)(uint16_t)ox_read_u32(from);
    if (g->pinch.first != 0 && g->pinch.start < OX_PINCH_LEAST * 16) from->bad = true;
    for (int i = 0; i < 3; i++) {
        g->tilt.slow[i].value = ox_read_i64(from);
        if (g->tilt.slow[i].value < -most || g->tilt.slow[i].value > most) from->bad = true;
        g->tilt.gravity[i] = ox_read_i32(from);
        g->tilt.user[i] = ox_read_i32(from);
    }
    g->finger = (int16_t)(uint16_t)ox_read_u16(from);
    const uint32_t flags = ox_read_u8(from);
    if (flags > (IS_SPOILED | HAS_ATTITUDE)) from->bad = true;
    g->spoiled = (flags & IS_SPOILED) != 0;
    g->attitude = (ox_input_attitude){.is_known = false};
    if ((flags & HAS_ATTITUDE) != 0) restore_attitude(&g->attitude, from);
    g->match.name = ox_read_u32(from);
    g->match.lead = ox_read_i32(from);
    if (g->finger != 0 && !from->bad) restore_stroke(&g->stroke, from);
}

static void save_gestures(const void *of, ox_writer *to) {
    const gesture_state *s = of;
    for (uint32_t i = 0; i < s->count; i++) save_player(&s->players[i], to);
}

static ox_status restore_gestures(void *of, ox_reader *from) {
    gesture_state *s = of;
    ox_reader looked = *from;
    for (uint32_t i = 0; i < s->count; i++) {
        ox_gestures g = {0};
        restore_player(&g, &looked);
        if (looked.bad) return OX_BAD_DATA;
    }
    for (uint32_t i = 0; i < s->count; i++) {
        memset(&s->players[i], 0, sizeof s->players[i]);
        restore_player(&s->players[i], from);
    }
    return OX_OK;
}

static uint32_t list_state(const ox_module_host *host, void *state, ox_sim_part *parts) {
    (void)host;
    parts[0] = (ox_sim_part){
        .name = "gestures", .context = state, .save = save_gestures, .restore = restore_gestures};
    return 1;
}

static const ox_module_event events[] = {
    {"TouchBegan(finger: int, x: int, y: int, player: int)",
     "a finger went down, or the pointer's button; its number is the same until it is gone"},
    {"TouchEnded(finger: int, cancelled: bool, player: int)",
     "a finger was lifted, or (cancelled) taken away by the system"},
    {"Stroke(kind: name, x: int, y: int, size: int, player: int)",
     "a stroke was drawn: its kind, '' for none of `strokes`, the middle of the box about it and its longer "
     "side, in pixels"}};

static const uint32_t tags[] = {ROM_TAG_STROKES, 0};

const ox_module ox_gesture_module = {.id = NAME,
                                     .name = "gesture",
                                     .tags = tags,
                                     .natives = ox_gesture_native_rows,
                                     .native_count = OX_GESTURE_NATIVES,
                                     .events = events,
                                     .event_count = sizeof events / sizeof events[0],
                                     .start = start_gestures,
                                     .stop = stop_gestures,
                                     .leave = leave_gestures,
                                     .enter = enter_gestures,
                                     .prepare = step_gestures,
                                     .list = list_state};
