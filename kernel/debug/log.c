/* The log: formats a line once, hands it to the port and keeps it in the ring. */
#include "kernel/debug/log.h"

#include <string.h>

#include "kernel/debug/format.h"

bool ox_log_init(ox_log *log, plat *platform, ox_arena *arena, uint32_t lines, uint32_t width) {
    memset(log, 0, sizeof *log);
    log->platform = platform;
    log->level = PLAT_LOG_INFO;
    if (lines == 0 || (lines & (lines - 1u)) != 0 || width == 0 || width > OX_LOG_LINE) return false;
    log->ring = ox_arena_push_zero(arena, OX_ARENA_LOW, (size_t)lines * width, 1);
    if (log->ring == NULL) return false;
    log->lines = lines;
    log->width = width;
#if OX_PROFILED
    log->notes = ox_arena_push_zero(arena, OX_ARENA_LOW, lines * sizeof *log->notes, _Alignof(ox_log_note));
#endif
    return true;
}

/* ---- names in the place of ids ---- */

enum { ID_LENGTH = 9 };

/* Reads the id at a `#`; false when the `#` begins something else, a colour or a longer word. */
static bool read_id(const char *text, uint32_t *id) {
    *id = 0;
    for (uint32_t i = 1; i < ID_LENGTH; i++) {
        const char c = text[i];
        if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'))) return false;
        *id = *id << 4 | (uint32_t)(c <= '9' ? c - '0' : c - 'a' + 10);
    }
    const char next = text[ID_LENGTH];
    return !((next >= '0' && next <= '9') || (next >= 'a' && next <= 'z'));
}

/* The next `#`, or NULL. */
static const char *next_mark(const char *at) {
    while (*at != 0 && *at != '#') at++;
    return *at == 0 ? NULL : at;
}

/* How many bytes of a name stand in the text before it already: of "mesh/crate" behind "mesh " the first five bytes. */
static uint32_t said_before(const char *line, const char *at, const char *name, uint32_t length) {
    uint32_t word = 0;
    while (word < length && name[word] != '/') word++;
    const char *before = at - 1 - word;
    if (word == length || (size_t)(at - line) < word + 1u || at[-1] != ' ') return 0;
    if (before != line && before[-1] != ' ') return 0;
    return memcmp(before, name, word) == 0 ? word + 1 : 0;
}

void ox_log_name_ids(const ox_log *log, char *text, size_t size) {
    char line[OX_LOG_LINE];
    uint32_t id, length;
    if (log == NULL || log->name_of == NULL || size > sizeof line || next_mark(text) == NULL) return;
    const char *from = memcpy(line, text, size);
    ox_text out = ox_text_begin(text, size);
    for (const char *at = line; (at = next_mark(at)) != NULL; at++) {
        const char *name = read_id(at, &id) ? log->name_of(log->names, id, &length) : NULL;
        if (name == NULL) continue;
        const uint32_t known = said_before(line, at, name, length);
        ox_text_put(&out, from, (size_t)(at - from));
        ox_text_put(&out, name + known, length - known);
        from = at + ID_LENGTH;
    }
    ox_text_string(&out, from);
}

/* ---- lines ---- */

static void write_line(ox_log *log, plat_log_level level, const char *line) {
    if ((unsigned)level < 3u) log->counts[level]++;
    if (log->platform != NULL) plat_log(log->platform, level, line);
    const uint32_t place = log->lines == 0 ? 0 : log->written & (log->lines - 1u);
    if (log->ring != NULL) {
        ox_text row = ox_text_begin(log->ring + (size_t)place * log->width, log->width);
        ox_text_string(&row, line);
    }
#if OX_PROFILED
    if (log->notes != NULL) log->notes[place] = (ox_log_note){log->channel, log->frame, level};
#endif
    log->written++;
}

/* ---- channels and repeats ---- */

#if OX_PROFILED
static bool is_silent(const ox_log *log) {
    if (log->channel == NULL) return false;
    for (uint32_t i = 0; i < OX_LOG_SILENT; i++)
        if (ox_text_equal(ox_text_of(log->silent[i]), ox_text_of(log->channel))) return true;
    return false;
}

/* Tells how often a line came again, if it did, and forgets the line. */
static void end_repeat(ox_log *log, ox_log_repeat *r) {
    char line[OX_LOG_LINE];
    r->until = 0;
    if (r->more == 0) return;
    ox_format(line, sizeof line, "%s (%u times more)", r->text, (unsigned)r->more);
    write_line(log, r->level, line);
}

/* Whether a line came lately; then it is counted. */
static bool came_lately(ox_log *log, plat_log_level level, const char *line) {
    ox_log_repeat *oldest = &log->repeats[0];
    uint32_t hash = 2166136261u; /* FNV-1a */
    if (log->frame == 0 || level > PLAT_LOG_WARNING) return false;
    for (const char *at = line; *at != 0; at++) hash = (hash ^ (uint8_t)*at) * 16777619u;
    for (uint32_t i = 0; i < OX_LOG_REPEATS; i++) {
        ox_log_repeat *r = &log->repeats[i];
        if (r->until != 0 && r->hash == hash) {
            r->more++;
            return true;
        }
        if (r->until < oldest->until) oldest = r;
    }
    if (oldest->until != 0) end_repeat(log, oldest);
    *oldest = (ox_log_repeat){.hash = hash, .until = log->frame + OX_LOG_AGAIN, .level = level};
    ox_text text = ox_text_begin(oldest->text, sizeof oldest->text);
    ox_text_string(&text, line);
    return false;
}

void ox_log_frame(ox_log *log) {
    log->frame++;
    for (uint32_t i = 0; i < OX_LOG_REPEATS; i++)
        if (log->repeats[i].until != 0 && log->repeats[i].until <= log->frame)
            end_repeat(log, &log->repeats[i]);
}

bool ox_log_silence(ox_log *log, const char *channel, bool silent) {
    const ox_text_view name = ox_text_of(channel);
    char *place = NULL;
    for (uint32_t i = 0; i < OX_LOG_SILENT; i++) {
        char *const row = log->silent[i];
        if (row[0] != 0 && ox_text_equal(ox_text_of(row), name)) {
            if (!silent) row[0] = 0;
            return true;
        }
        if (row[0] == 0 && place == NULL) place = row;
    }
    if (!silent) return true;
    if (place == NULL || name.length == 0 || name.length >= OX_LOG_CHANNEL) return false;
    memcpy(place, channel, name.length + 1);
    return true;
}

const ox_log_note *ox_log_note_of(const ox_log *log, uint32_t age) {
    if (log->notes == NULL || ox_log_recent(log, age) == NULL) return NULL;
    return &log->notes[(log->written - 1u - age) & (log->lines - 1u)];
}
#endif

void ox_log_write(ox_log *log, plat_log_level level, const char *format, ...) {
    char line[OX_LOG_LINE];
    va_list arguments;
    if (log == NULL || level > log->level) return;
#if OX_PROFILED
    if (is_silent(log)) return;
#endif
    va_start(arguments, format);
    ox_text text = ox_text_begin(line, sizeof line);
    ox_text_add_list(&text, format, arguments);
    va_end(arguments);
    ox_log_name_ids(log, line, sizeof line);
#if OX_PROFILED
    if (came_lately(log, level, line)) return;
#endif
    write_line(log, level, line);
}

const char *ox_log_recent(const ox_log *log, uint32_t age) {
    if (log->ring == NULL || age >= log->lines || age >= log->written) return NULL;
    return log->ring + (size_t)((log->written - 1u - age) & (log->lines - 1u)) * log->width;
}
