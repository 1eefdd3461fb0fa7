/* The limits of each port: the records of the table, its text, and the checks. */
#include "tools/cart/limits.h"

#include <string.h>

#include "kernel/memory/sentence.h"

#define OX_PORT_RECORD(port, ...) {#port, __VA_ARGS__},
static const machine_limits ports[] = {OX_PORT_TABLE(OX_PORT_RECORD)};
#undef OX_PORT_RECORD

#define OX_LIMIT_PLACE(port, name, what) {#name, what, offsetof(machine_limits, name)},
static const struct {
    const char *name, *what;
    size_t offset;
} fields[] = {OX_LIMIT_TABLE(OX_LIMIT_PLACE, port)};
#undef OX_LIMIT_PLACE

enum { PORTS = sizeof ports / sizeof ports[0], FIELDS = sizeof fields / sizeof fields[0] };

const machine_limits *limits_at(uint32_t index) { return index < PORTS ? &ports[index] : NULL; }

static bool same_text(const char *a, const char *b) {
    while (*a != 0 && *a == *b) a++, b++;
    return *a == *b;
}

const machine_limits *limits_find(const char *port) {
    for (uint32_t i = 0; i < PORTS; i++) {
        if (same_text(ports[i].port, port)) return &ports[i];
    }
    return NULL;
}

static uint64_t value_of(const machine_limits *limits, uint32_t field) {
    uint64_t value;
    memcpy(&value, (const uint8_t *)limits + fields[field].offset, sizeof value);
    return value;
}

/* Writes a line into the text as far as it fits; gives the length of the whole line. */
static size_t add_line(ox_sentence *all, const machine_limits *limits, uint32_t field) {
    char line[80];
    ox_sentence s = {line, sizeof line, 0};
    ox_sentence_say(&s, limits->port);
    ox_sentence_say(&s, ".");
    ox_sentence_say(&s, fields[field].name);
    ox_sentence_say(&s, " ");
    ox_sentence_count(&s, value_of(limits, field));
    ox_sentence_say(&s, "\n");
    ox_sentence_say(all, line);
    return s.length;
}

size_t limits_text(char *text, size_t size) {
    ox_sentence all = {text, size, 0};
    size_t needed = 0;
    if (size > 0) text[0] = 0;
    for (uint32_t i = 0; i < PORTS; i++) {
        for (uint32_t j = 0; j < FIELDS; j++) needed += add_line(&all, &ports[i], j);
    }
    return needed;
}

/* Whether text begins with word; *rest is the text behind the word then. */
static bool begins(const char *text, const char *word, const char **rest) {
    while (*word != 0 && *text == *word) text++, word++;
    *rest = text;
    return *word == 0;
}

static bool read_number(const char *text, uint64_t *value) {
    if (*text < '0' || *text > '9') return false;
    for (*value = 0; *text >= '0' && *text <= '9'; text++) {
        if (*value > (UINT64_MAX - 9) / 10) return false;
        *value = *value * 10 + (uint64_t)(*text - '0');
    }
    return *text == '\n' || *text == 0;
}

static bool read_field(machine_limits *limits, uint32_t field, const char *text) {
    const char *at;
    uint64_t value;
    while (*text != 0) {
        if (begins(text, limits->port, &at) && begins(at, ".", &at) && begins(at, fields[field].name, &at) &&
            *at == ' ') {
            if (!read_number(at + 1, &value)) return false;
            memcpy((uint8_t *)limits + fields[field].offset, &value, sizeof value);
            return true;
        }
        while (*text != 0 && *text++ != '\n') continue;
    }
    return false;
}

bool limits_read(machine_limits *limits, const char *port, const char *text) {
    memset(limits, 0, sizeof *limits);
    limits->port = port;
    for (uint32_t i = 0; i < FIELDS; i++) {
        if (!read_field(limits, i, text)) return false;
    }
    return true;
}

/* ---- checks ---- */

size_t limit_refusal_text(const limit_refusal *refusal, char *text, size_t size) {
    ox_sentence s = {text, size, 0};
    ox_sentence_say(&s, refusal->asset);
    ox_sentence_say(&s, ": ");
    ox_sentence_say(&s, refusal->limit);
    ox_sentence_say(&s, " is ");
    ox_sentence_count(&s, refusal->most);
    ox_sentence_say(&s, " on ");
    ox_sentence_say(&s, refusal->port);
    ox_sentence_say(&s, ", this has ");
    ox_sentence_count(&s, refusal->value);
    return s.length;
}

#define LIMIT(name) offsetof(machine_limits, name)

static ox_status hold_limit(const machine_limits *limits, const char *asset, size_t limit, uint64_t value,
                            limit_refusal *refusal) {
    uint32_t field = 0;
    while (fields[field].offset != limit) field++;
    uint64_t most = value_of(limits, field);
    if (value <= most) return OX_OK;
    if (refusal != NULL) *refusal = (limit_refusal){limits->port, asset, fields[field].what, value, most};
    return OX_OVER_BUDGET;
}

ox_status limits_check_texture(const machine_limits *limits, const char *asset, uint32_t width,
                               uint32_t height, limit_refusal *refusal) {
    return hold_limit(limits, asset, LIMIT(texture_side), width > height ? width : height, refusal);
}

ox_status limits_check_mesh(const machine_limits *limits, const char *asset, uint32_t vertices,
                            uint32_t indices, limit_refusal *refusal) {
    ox_status status = hold_limit(limits, asset, LIMIT(mesh_vertices), vertices, refusal);
    return status != OX_OK ? status : hold_limit(limits, asset, LIMIT(mesh_indices), indices, refusal);
}

ox_status limits_check_level(const machine_limits *limits, const char *level, ox_class class, uint64_t bytes,
                             limit_refusal *refusal) {
    switch (class) {
    case OX_CLASS_FAST:
        return hold_limit(limits, level, LIMIT(fast), bytes, refusal);
    case OX_CLASS_MAIN:
        return hold_limit(limits, level, LIMIT(main), bytes, refusal);
    case OX_CLASS_VIDEO:
        return hold_limit(limits, level, LIMIT(video), bytes, refusal);
    case OX_CLASS_SAVE:
        return hold_limit(limits, level, LIMIT(save), bytes, refusal);
    case OX_CLASS_ROM:
        return hold_limit(limits, level, LIMIT(rom), bytes, refusal);
    default:
        return OX_OK; /* debug memory does not count against the machine's limits */
    }
}

ox_status limits_check_sound(const machine_limits *limits, const char *asset, uint32_t rate, uint32_t frames,
                             limit_refusal *refusal) {
    ox_status status = hold_limit(limits, asset, LIMIT(sound_rate), rate, refusal);
    return status != OX_OK ? status : hold_limit(limits, asset, LIMIT(sound_frames), frames, refusal);
}

ox_status limits_check_map(const machine_limits *limits, const char *asset, uint64_t cells,
                           limit_refusal *refusal) {
    return hold_limit(limits, asset, LIMIT(map_cells), cells, refusal);
}

ox_status limits_check_source(const machine_limits *limits, const char *asset, uint32_t width,
                              uint32_t height, limit_refusal *refusal) {
    return hold_limit(limits, asset, LIMIT(source_side), width > height ? width : height, refusal);
}

ox_status limits_check_surface(const machine_limits *limits, const char *asset, uint32_t width,
                               uint32_t height, uint32_t format, limit_refusal *refusal) {
    ox_status status = hold_limit(limits, asset, LIMIT(width), width, refusal);
    if (status == OX_OK) status = hold_limit(limits, asset, LIMIT(height), height, refusal);
    if (status != OX_OK) return status;
    return format < 32 && (limits->pixel_formats >> format & 1u) != 0 ? OX_OK : OX_UNSUPPORTED;
}
