/* The tape of a console: its state, and recorder or playback beside its steps. */
#include "kernel/console/tape.h"

#include <string.h>

#include "kernel/console/internal.h"
#include "kernel/console/runtime.h"
#include "kernel/console/scripts.h"

enum { PITCH_MOST = 32768 }; /* a player's is within it, however the picture is turned */

/* ---- the state ---- */

static const ox_field scene_fields[] = {
    OX_FIELD(ox_tape_scene, steps, OX_U32, OX_SIM),  OX_FIELD(ox_tape_scene, table_steps, OX_U32, OX_SIM),
    OX_FIELD(ox_tape_scene, camera, OX_U32, OX_SIM), OX_FIELD(ox_tape_scene, look, OX_U32, OX_SIM),
    OX_FIELD(ox_tape_scene, pitch, OX_I32, OX_SIM),  OX_FIELD(ox_tape_scene, zoom, OX_FX, OX_SIM),
    OX_FIELD(ox_tape_scene, yaw, OX_ANGLE, OX_SIM),  OX_FIELD(ox_tape_scene, textures, OX_U8, OX_SIM),
    OX_FIELD(ox_tape_scene, paused, OX_U8, OX_SIM),  OX_FIELD(ox_tape_scene, by_hand, OX_U8, OX_SIM),
    OX_FIELD(ox_tape_scene, hud, OX_U8, OX_SAVE)};
static const char *const scene_names[] = {"steps", "table_steps", "camera", "look",    "pitch", "zoom",
                                          "yaw",   "textures",    "paused", "by_hand", "hud"};
static const ox_type scene_type = OX_TYPE(ox_tape_scene, scene_fields, 1);

static bool next_scene(void *of, uint32_t *cursor, ox_sim_item *item) {
    ox_console *c = of;
    const ox_player *p = &c->player;
    if (*cursor != 0) return false;
    *cursor = 1;
    c->shown = (ox_tape_scene){p->steps,           p->table_steps,     p->camera,     (uint32_t)p->look,
                               (uint32_t)p->pitch, (uint32_t)p->zoom,  p->yaw,        p->textures ? 1 : 0,
                               p->paused ? 1 : 0,  p->by_hand ? 1 : 0, p->hud ? 1 : 0};
    *item = (ox_sim_item){0, &scene_type, &c->shown, "scene", scene_names};
    return true;
}

static void save_scene(const void *of, ox_writer *to) {
    const ox_player *p = &((const ox_console *)of)->player;
    const uint32_t words[] = {p->steps,           p->table_steps,    p->camera, (uint32_t)p->look,
                              (uint32_t)p->pitch, (uint32_t)p->zoom, p->yaw};
    ox_write_words(to, words, sizeof words / sizeof words[0]);
    ox_write_bool(to, p->textures);
    ox_write_bool(to, p->paused);
    ox_write_bool(to, p->by_hand);
    ox_write_bool(to, p->hud);
}

static ox_status restore_scene(void *of, ox_reader *from) {
    ox_player *p = &((ox_console *)of)->player;
    uint32_t words[7];
    bool flags[4];
    ox_read_words(from, words, 7);
    for (int i = 0; i < 4; i++) flags[i] = ox_read_bool(from);
    if (from->bad || words[2] >= p->camera_count || words[3] >= (uint32_t)OX_LOOKS || words[6] > UINT16_MAX)
        return OX_BAD_DATA;
    int32_t pitch = (int32_t)words[4];
    fx zoom = (fx)words[5];
    if (pitch < -PITCH_MOST || pitch > PITCH_MOST || zoom < FX_ONE / 8 || zoom > FX_ONE * 8)
        return OX_BAD_DATA;
    bool looks = words[3] != (uint32_t)p->look || flags[0] != p->textures;
    p->steps = words[0];
    p->table_steps = words[1];
    p->camera = words[2];
    p->look = (ox_look)words[3];
    p->pitch = pitch;
    p->zoom = zoom;
    p->yaw = (ang16)words[6];
    p->textures = flags[0];
    p->paused = flags[1];
    p->by_hand = flags[2];
    p->hud = flags[3];
    if (looks) ox_player_apply_look(p);
    return OX_OK;
}

static void save_input(const void *of, ox_writer *to) { ox_input_save(&((const ox_console *)of)->input, to); }
static ox_status restore_input(void *of, ox_reader *from) {
    return ox_input_restore(&((ox_console *)of)->input, from);
}

/* ---- starting ---- */

ox_recording_head ox_tape_head(const ox_console *c) {
    return (ox_recording_head){.cart = c->image.cart,
                               .rom = ox_console_identity(c),
                               .start = c->options.scene,
                               .first_tick = c->options.first_tick,
                               .length = c->loop.length,
                               .rate = c->loop.rate,
                               .detail = c->options.thorough ? OX_CHECK_FIELDS : OX_CHECK_OBJECTS,
                               .players = 1,
                               .interval = c->options.thorough ? 1 : 60};
}

static ox_status open_playback(ox_console *c) {
    ox_tape *t = c->tape;
    ox_status status = ox_playback_open(&t->playback, c->options.replay, c->options.replay_size, &t->fault);
    if (status == OX_OK && t->fault.text[0] != 0)
        ox_log_write(&c->log, PLAT_LOG_WARNING, "%s", t->fault.text);
    if (status == OX_OK)
        status = ox_playback_start(&t->playback, &t->sim, c->image.cart, ox_console_identity(c), &t->fault);
    if (status == OX_OK) return OX_OK;
    return ox_console_refuse(c, status, 0, "%s", t->fault.text);
}

uint32_t ox_tape_list_parts(ox_console *c, ox_sim_part parts[OX_TAPE_PARTS]) {
    const ox_cart *cart = c->options.cart;
    uint32_t count = OX_TAPE_OWN;
    parts[0] = (ox_sim_part){
        .name = "player", .context = c, .next = next_scene, .save = save_scene, .restore = restore_scene};
    parts[1] = (ox_sim_part){.name = "input", .context = c, .save = save_input, .restore = restore_input};
    if (c->scripts != NULL) count += c->options.scripts->list(c, parts + count);
    if (c->runtime != NULL) count += cart->runtime->make->list(c, parts + count);
    for (uint32_t i = 0; cart != NULL && i < cart->part_count && i < OX_CART_PARTS; i++)
        parts[count++] = cart->parts[i];
    return count;
}

ox_status ox_tape_start(ox_console *c) {
    ox_tape *t = OX_PUSH(c->resident, ox_tape, 1);
    if (t == NULL)
        return ox_console_refuse(c, OX_OUT_OF_MEMORY, 0, "no room for the recording: %u bytes",
                                 (unsigned)sizeof *t);
    memset(t, 0, sizeof *t);
    c->tape = t;
    t->console = c;
    t->sim = (ox_sim){t->parts, ox_tape_list_parts(c, t->parts)};
    t->plays = c->options.replay != NULL;
    if (t->plays) return open_playback(c);
    ox_recording_head head = ox_tape_head(c);
    ox_status status =
        ox_recorder_begin(&t->recorder, &head, &t->sim, c->options.record, c->options.record_context);
    return status == OX_OK ? OX_OK : ox_console_refuse(c, status, 0, "the recording cannot be written");
}

void ox_tape_stop(ox_console *c) {
    ox_tape *t = c->tape;
    if (t != NULL && !t->plays && ox_failed(ox_recorder_end(&t->recorder)))
        ox_log_write(&c->log, PLAT_LOG_ERROR, "the recording is not whole: it could not be written");
    c->tape = NULL;
}

/* ---- steps ---- */

bool ox_tape_step(ox_console *c) {
    ox_tape *t = c->tape;
    ox_input_record record;
    if (!t->plays) {
        ox_input_step(&c->input);
        record = ox_input_recorded(&c->input);
        ox_recorder_step(&t->recorder, &record);
        return true;
    }
    t->ended = t->ended || !ox_playback_step(&t->playback);
    if (t->ended) return false;
    ox_input_play(&c->input, &t->playback.records[0]);
    return true;
}

void ox_tape_stepped(ox_console *c) {
    ox_tape *t = c->tape;
    if (!t->plays) {
        ox_recorder_stepped(&t->recorder);
        return;
    }
    if (ox_playback_stepped(&t->playback, &t->fault)) return;
    t->ended = true;
    ox_log_write(&c->log, PLAT_LOG_ERROR, "the replay went another way: %s", t->fault.text);
}

bool ox_console_replay(const ox_console *console, ox_replay_report *report) {
    const ox_tape *t = console->tape;
    memset(report, 0, sizeof *report);
    if (t == NULL || !t->plays) return false;
    report->ticks = t->playback.tick;
    report->end = t->playback.end;
    report->checks = t->playback.checks;
    report->whole = t->playback.whole;
    report->over = t->ended || t->playback.tick >= t->playback.end;
    report->differs = t->playback.differs;
    if (t->playback.differs) memcpy(report->text, t->fault.text, sizeof report->text - 1);
    return true;
}
