/* The log: formats a line once, hands it to the port and keeps it in the ring. */
#include "kernel/debug/log.h"

#include <string.h>

#include "kernel/debug/format.h"

bool ox_log_init(ox_log *log, plat *platform, ox_arena *arena, uint32_t lines, uint32_t width) {
    memset(log, 0, sizeof *log);
    log->platform = platform;
    log->level = PLAT_LOG_INFO;
    if (lines == 0 || (lines & (lines - 1u)) != 0 || width - 1u >= OX_LOG_LINE) return false;
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
        uint32_t digit = (uint32_t)(uint8_t)text[i] - '0';
        if (digit > 9) {
            digit = (uint32_t)(uint8_t)text[i] - 'a';
            if (digit > 5) return false;
            digit += 10;
        }
        *id = *id << 4 | digit;
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

#if OX_PROFILED
/* Hands a line to the sinks that want it; one that fails is taken out, and its end told to the others. */
static void hand_to_sinks(ox_log *log, const ox_log_note *note, const char *line) {
    uint32_t failed = 0;
    for (ox_log_sink **at = &log->sinks, *sink; (sink = *at) != NULL;) {
        const bool wants =
            sink->channel == NULL ||
            (note->channel != NULL && ox_text_equal(ox_text_of(sink->channel), ox_text_of(note->channel)));
        if (!wants || sink->write(sink->context, note, line)) {
            at = &sink->next;
        } else {
            *at = sink->next;
            failed++;
        }
    }
    if (failed > 0) ox_log_write(log, PLAT_LOG_WARNING, "a sink of the log failed and gets no more lines");
}
#endif

static inline __attribute__((always_inline)) void write_line(ox_log *log, plat_log_level level,
                                                             const char *line) {
    if ((unsigned)level < 3u) log->counts[level]++;
#if OX_PROFILED
    const plat_log_level plain = level < PLAT_LOG_INFO ? level : PLAT_LOG_INFO;
#else
    const plat_log_level plain = level;
#endif
    if (log->platform != NULL) plat_log(log->platform, plain, line);
    if (log->ring != NULL) {
        const uint32_t place = log->written & (log->lines - 1u);
        ox_text row = ox_text_begin(log->ring + (size_t)place * log->width, log->width);
        ox_text_string(&row, line);
    }
    log->written++;
#if OX_PROFILED
    const ox_log_note note = {log->channel, log->frame, level};
    if (log->notes != NULL) log->notes[(log->written - 1u) & (log->lines - 1u)] = note;
    if (log->sinks != NULL) hand_to_sinks(log, &note, line);
#endif
}

/* ---- levels, channels, repeats ---- */

static const char *const level_names[OX_LOG_LEVELS] = {"error", "warning", "info", "detail", "trace"};

static int level_called(ox_text_view name) {
    for (int i = 0; i < OX_LOG_LEVELS; i++)
        if (ox_text_equal(ox_text_of(level_names[i]), name)) return i;
    return -1;
}

int ox_log_level_of(const char *name) { return level_called(ox_text_of(name)); }

const char *ox_log_level_name(plat_log_level level) {
    return (unsigned)level < OX_LOG_LEVELS ? level_names[level] : "?";
}

#if OX_PROFILED
static ox_log_channel *channel_of(ox_log *log, ox_text_view name) {
    for (uint32_t i = 0; i < OX_LOG_CHANNELS; i++)
        if (ox_text_equal(ox_text_of(log->channels[i].name), name)) return &log->channels[i];
    return NULL;
}

/* Whether lines of a level are wanted of who is at work. */
static bool is_wanted(ox_log *log, plat_log_level level) {
    const ox_log_channel *own = log->channel == NULL ? NULL : channel_of(log, ox_text_of(log->channel));
    const int most = own == NULL || own->level == OX_LOG_AS_ALL ? (int)log->level : own->level;
    return (int)level <= most;
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

/* The channel of a name, which is made if it is new; NULL: no room, or no name of a channel. */
static ox_log_channel *make_channel(ox_log *log, ox_text_view name) {
    if (name.length == 0 || name.length >= OX_LOG_CHANNEL) return NULL;
    ox_log_channel *c = channel_of(log, name);
    if (c == NULL && (c = channel_of(log, ox_text_of(""))) != NULL) {
        memcpy(c->name, name.at, name.length);
        c->name[name.length] = 0;
        c->level = OX_LOG_AS_ALL;
    }
    return c;
}

bool ox_log_set_level(ox_log *log, const char *channel, int level) {
    ox_log_channel *c = make_channel(log, ox_text_of(channel));
    if (c != NULL) c->level = (int8_t)level;
    return c != NULL;
}

void ox_log_add_sink(ox_log *log, ox_log_sink *sink) {
    sink->next = log->sinks;
    log->sinks = sink;
}

void ox_log_remove_sink(ox_log *log, const ox_log_sink *sink) {
    ox_log_sink **at = &log->sinks;
    while (*at != NULL && *at != sink) at = &(*at)->next;
    if (*at != NULL) *at = sink->next;
}

plat_log_level ox_log_enter_line(ox_log *log, const char *line) {
    size_t length = 0;
    while ((line[length] >= 'a' && line[length] <= 'z') || line[length] == '-') length++;
    if (line[length] != ':') return PLAT_LOG_INFO;
    const ox_text_view word = {line, length};
    const int level = level_called(word);
    if (level >= 0) return (plat_log_level)level;
    const ox_log_channel *c = make_channel(log, word);
    if (c != NULL) log->channel = c->name;
    return PLAT_LOG_INFO;
}

const ox_log_note *ox_log_note_of(const ox_log *log, uint32_t age) {
    if (log->notes == NULL || ox_log_recent(log, age) == NULL) return NULL;
    return &log->notes[(log->written - 1u - age) & (log->lines - 1u)];
}
#endif

/* In each of both functions, as most programs call the one alone. */
static inline __attribute__((always_inline)) size_t write_formatted(ox_log *log, plat_log_level level,
                                                                    const char *format, va_list arguments) {
    char line[OX_LOG_LINE];
#if OX_PROFILED
    if (log == NULL || !is_wanted(log, level)) return 0;
#else
    if (log == NULL || level > log->level) return 0;
#endif
    ox_text text = ox_text_begin(line, sizeof line);
    ox_text_add_list(&text, format, arguments);
    ox_log_name_ids(log, line, sizeof line);
#if OX_PROFILED
    if (came_lately(log, level, line)) return 0;
#endif
    write_line(log, level, line);
    return text.length;
}

size_t ox_log_write_list(ox_log *log, plat_log_level level, const char *format, va_list arguments) {
    return write_formatted(log, level, format, arguments);
}

size_t ox_log_write(ox_log *log, plat_log_level level, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const size_t length = write_formatted(log, level, format, arguments);
    va_end(arguments);
    return length;
}

const char *ox_log_recent(const ox_log *log, uint32_t age) {
    if (age >= log->lines || age >= log->written) return NULL; /* without a ring there are 0 lines */
    return log->ring + (size_t)((log->written - 1u - age) & (log->lines - 1u)) * log->width;
}
