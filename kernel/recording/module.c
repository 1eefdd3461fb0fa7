/* The tape of a console: recorder or playback beside its steps. */
#include "kernel/recording/module.h"

#include <string.h>

#include "kernel/type/name.h"

#define NAME OX_NAME("recording")

FX_STATIC_ASSERT(sizeof(((ox_replay_report *)0)->text) <= sizeof(((ox_playback_fault *)0)->text),
                 "a report is cut out of a fault");

/* ---- starting ---- */

static ox_status open_playback(const ox_module_host *host, ox_tape *t) {
    const ox_boot_options *o = host->options;
    ox_status status = ox_playback_open(&t->playback, o->replay, o->replay_size, &t->fault);
    if (status == OX_OK && t->fault.text[0] != 0)
        ox_log_write(host->log, PLAT_LOG_WARNING, "%s", t->fault.text);
    if (status == OX_OK) {
        uint32_t identity = ox_console_identity(host->console);
#if OX_PROFILED
        if (o->replay_forced && t->playback.head.rom != identity) {
            identity = t->playback.head.rom;
            ox_log_write(host->log, PLAT_LOG_WARNING,
                         "the recording is of another image, and is played all the same");
        }
#endif
        status = ox_playback_start(&t->playback, &t->sim, host->image->cart, identity, &t->fault);
    }
    if (status == OX_OK) return OX_OK;
    return ox_module_refuse(host, status, 0, "%s", t->fault.text);
}

/* Makes the tape, in memory below the scenes where the caller has none for it: scenes come and go while the tape runs. */
static ox_status make_tape(const ox_module_host *host, void **state) {
    const ox_boot_options *o = host->options;
    if (o->record == NULL && o->replay == NULL) return OX_OK;
    ox_tape *t = o->tape != NULL ? o->tape : OX_PUSH(host->resident, ox_tape, 1);
    if (t == NULL)
        return ox_module_refuse(host, OX_OUT_OF_MEMORY, 0, "no room for the recording: %u bytes",
                                (unsigned)sizeof *t);
    memset(t, 0, sizeof *t);
    *state = t;
    return OX_OK;
}

static void forget_tape(const ox_module_host *host, void **state) {
    (void)host;
    *state = NULL;
}

/* Lists the parts of the state anew, since they may lie elsewhere in another scene. */
static void list_parts(const ox_module_host *host, ox_tape *t) {
    t->sim = (ox_sim){t->parts, ox_console_list_state(host->console, t->parts)};
}

static ox_status start_tape(const ox_module_host *host, void **state) {
    const ox_boot_options *o = host->options;
    ox_tape *t = *state;
    if (t == NULL) return OX_OK;
    list_parts(host, t);
    t->plays = o->replay != NULL;
    if (t->plays) return open_playback(host, t);
    ox_recording_head head = ox_console_recording_head(host->console);
    ox_status status = ox_recorder_begin(&t->recorder, &head, &t->sim, o->record, o->record_context);
    return status == OX_OK ? OX_OK : ox_module_refuse(host, status, 0, "the recording cannot be written");
}

static void stop_tape(const ox_module_host *host, void **state) {
    ox_tape *t = *state;
    if (!t->plays && ox_failed(ox_recorder_end(&t->recorder)))
        ox_log_write(host->log, PLAT_LOG_ERROR, "the recording could not be written");
}

/* ---- steps ---- */

static ox_module_input give_input(const ox_module_host *host, void *state) {
    ox_tape *t = state;
    if (!t->plays) {
        ox_input_record records[OX_PLAYERS_MAX];
        ox_input_sources_step(host->sources, host->world->tick);
        ox_input_sources_recorded(host->sources, records);
        ox_recorder_step(&t->recorder, records);
        return OX_INPUT_GIVEN;
    }
#if OX_PROFILED
    const uint32_t until = host->options->replay_until;
    if (until != 0 && t->playback.tick >= until) ox_tape_take_over(host);
    if (t->is_left) return OX_INPUT_OF_PORT;
#endif
    t->ended = t->ended || !ox_playback_step(&t->playback);
    if (t->ended) return OX_INPUT_OVER;
    ox_module_play(host, t->playback.records);
    return OX_INPUT_GIVEN;
}

static bool compare_step(const ox_module_host *host, void *state) {
    ox_tape *t = state;
    list_parts(host, t);
    if (!t->plays) {
        ox_recorder_stepped(&t->recorder);
        return true;
    }
#if OX_PROFILED
    if (t->is_left) return true;
#endif
    if (ox_playback_stepped(&t->playback, &t->fault)) return !t->ended;
    t->ended = true;
    ox_log_write(host->log, PLAT_LOG_ERROR, "the replay went another way: %s", t->fault.text);
    return false;
}

static bool may_change(const ox_module_host *host, void *state, const char **why) {
    (void)state;
    if (ox_module_state(host, OX_NAME("behaviour")) == NULL) return true;
    *why = "scripts stay as they are while a recording runs";
    return false;
}

const ox_module ox_recording_module = {.id = NAME,
                                       .name = "recording",
                                       .flags = OX_MODULE_OPTIONAL,
                                       .start = make_tape,
                                       .stop = forget_tape,
                                       .ready = start_tape,
                                       .done = stop_tape,
                                       .input = give_input,
                                       .stepped = compare_step,
                                       .may_change = may_change};

/* ---- answers ---- */

#if OX_PROFILED
bool ox_tape_take_over(const ox_module_host *host) {
    ox_tape *t = ox_module_state(host, NAME);
    if (t == NULL || !t->plays || t->ended || t->is_left) return false;
    t->is_left = true;
    ox_log_write(host->log, PLAT_LOG_INFO, "the players take over behind tick %u of the recording",
                 (unsigned)t->playback.tick);
    return true;
}
#endif

bool ox_console_replay(const ox_console *console, ox_replay_report *report) {
    const ox_tape *t = ox_module_state(ox_console_modules(console), NAME);
    memset(report, 0, sizeof *report);
    if (t == NULL || !t->plays) return false;
    report->ticks = t->playback.tick;
    report->end = t->playback.end;
    report->checks = t->playback.checks;
    report->whole = t->playback.whole;
    report->over = t->ended || t->playback.tick >= t->playback.end;
#if OX_PROFILED
    report->over = report->over || t->is_left;
#endif
    report->differs = t->playback.differs;
    if (t->playback.differs) memcpy(report->text, t->fault.text, sizeof report->text - 1);
#if !ROM_SMALL_PLAYER
    const ox_boot_options *o = ox_console_modules(console)->options;
    report->ticks += o->replayed;
    report->end += o->replayed;
    report->checks += o->replay_checks;
    if (report->over && !(OX_PROFILED && t->is_left) && !report->differs &&
        t->playback.bytes < o->replay_size) {
        static const char text[] = "the recording goes on with another game, which was not begun";
        report->differs = true;
        memcpy(report->text, text, sizeof text);
    }
#endif
    return true;
}

#if !ROM_SMALL_PLAYER
bool ox_tape_turn(const ox_module_host *host, ox_boot_options *options) {
    ox_replay_report report;
    ox_playback next;
    ox_tape *t = ox_module_state(host, NAME);
    if (t == NULL || !t->plays) return true;
    if (t->playback.differs || t->playback.bytes >= options->replay_size) return false;
    (void)ox_console_replay(host->console, &report);
    const uint8_t *bytes = (const uint8_t *)options->replay + t->playback.bytes;
    const size_t size = options->replay_size - t->playback.bytes;
    t->playback.differs = ox_failed(ox_playback_open(&next, bytes, size, &t->fault));
    options->replay = bytes;
    options->replay_size = size;
    options->replayed = report.ticks;
    options->replay_checks = report.checks;
    return !t->playback.differs;
}
#endif
