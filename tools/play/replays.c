/* Opens recordings, hurries through them, and tells how they went. */
#include "tools/play/replays.h"

#include "kernel/world/world.h"
#include "tools/import/base/file.h"
#include "tools/report/run.h"

static bool put_recording(void *file, const void *bytes, size_t size) {
    return fwrite(bytes, 1, size, file) == size;
}

bool replays_open(const play_settings *s, ox_boot_options *boot, FILE **record, uint8_t **replay) {
    tool_error error;
    *record = NULL;
    *replay = NULL;
    if (s->record != NULL) {
        *record = fopen(s->record, "wb");
        if (*record == NULL) {
            import_error_file(&error, s->record, "cannot be written");
            command_failed(&error);
            return false;
        }
        boot->record = put_recording;
        boot->record_context = *record;
        boot->thorough = s->thorough;
    }
    if (s->replay != NULL) {
        if (!import_file_read(s->replay, replay, &boot->replay_size, &error)) {
            command_failed(&error);
            return false;
        }
        boot->replay = *replay;
#if OX_PROFILED
        boot->replay_until = (uint32_t)s->take_over;
        boot->replay_forced = s->force;
#endif
    }
    return true;
}

bool replays_tell(const ox_console *console) {
    ox_replay_report report;
    if (!ox_console_replay(console, &report)) return true;
    printf("replay: %u of %u ticks, %u checks equal\n", (unsigned)report.ticks, (unsigned)report.end,
           (unsigned)report.checks);
    if (report.differs) printf("replay: differs at %s\n", report.text);
    return !report.differs;
}

bool replays_forward(ox_console *console, uint32_t step) {
    ox_loop *loop = ox_console_modules(console)->loop;
    const bool per_frame = loop->per_frame;
    bool goes_on = true;
    loop->per_frame = true;
    while (goes_on && ox_console_world(console)->tick < step && !loop->paused)
        goes_on = ox_console_input(console) && ox_console_update(console);
    loop->per_frame = per_frame;
    return goes_on;
}

bool replays_again(const play_settings *s, const ox_console *console) {
    ox_replay_report report;
    return s->loop && ox_console_replay(console, &report) && report.over && !report.differs;
}

const char *replays_held(const ox_console *console) {
    const ox_tape *tape = ox_module_state(ox_console_modules(console), rom_id("recording"));
    if (tape == NULL || tape->is_left) return NULL;
    return tape->plays ? "a recording plays" : "a recording is written";
}
