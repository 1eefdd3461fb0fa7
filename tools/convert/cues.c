/* Cues, switches and buses out of a JSON file.
 *
 *     {"cues": [{"name": "explosion", "bus": "world", "falloff": 150, "priority": 10, "sources": ["boom1", "boom2",
 *                {"sound": "boom3", "weight": 2}], "volume": 0.9, "volume-variation": 0.1, "pitch-variation": 1.5,
 *                "most": 3, "interval": 4, "loop": false, "apart": false, "deep": true},
 *               {"name": "step", "switch": "surface", "priority": "low", "falloff": 25,
 *                "values": {"sand": ["sand1", "sand2"], "grass": ["grass1"]}, "sources": ["stone1"]}],
 *      "switches": [{"name": "surface", "values": ["sand", "grass"], "start": "sand"}],
 *      "buses": [{"name": "music", "volume": 0.8, "duck": {"for": "voice", "by": 9, "attack": 6, "release": 30}},
 *                {"name": "world", "compressor": {"threshold": -20, "ratio": 4, "gain": 6, "attack": 0.005, "release": 0.2}}],
 *      "environments": [{"name": "cave", "low-pass": 4000, "echo": {"delay": 0.3, "level": 0.5, "feedback": 0.4, "damping": 0.3},
 *                        "reverb": {"time": 1.8, "level": 0.4, "damping": 0.5}}]}
 *
 * The `sources` of a cue with a switch serve values that have no sources of their own. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/audio/gain.h"
#include "kernel/audio/spatial.h"
#include "rom/rom.h"
#include "tools/convert/converters.h"
#include "tools/import/text/json.h"
#include "tools/record_writer.h"

enum {
    CUES_MOST = 1024,
    LISTS_MOST = 4096,
    SOURCES_MOST = 8192,
    SWITCHES_MOST = 16,
    VALUES_MOST = 1024,
    ENVIRONMENTS_MOST = 64,
    POINTS = 16 /* of a drawn fall-off */
};

typedef struct tables {
    const pack_source *s;
    const import_json_document *document;
    rom_cue_record cues[CUES_MOST];
    rom_cue_list_record lists[LISTS_MOST];
    rom_cue_source_record sources[SOURCES_MOST];
    rom_sound_switch_record switches[SWITCHES_MOST];
    uint32_t values[VALUES_MOST];
    rom_audio_bus_record buses[8];
    rom_environment_record environments[ENVIRONMENTS_MOST];
    rom_falloff_curve_record curves[CUES_MOST];
    uint32_t cue_count, list_count, source_count, switch_count, value_count, bus_count, environment_count,
        curve_count;
} tables;

static bool cue_fault(const tables *t, const import_json *at, const char *format, ...) IMPORT_PRINTF(3, 4);
static bool cue_fault(const tables *t, const import_json *at, const char *format, ...) {
    char text[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return import_json_fault(t->document, at, t->s->error, "%s", text);
}

static import_json_reader reader(const tables *t, const import_json *object) {
    return (import_json_reader){t->document, object, t->s->error};
}

static bool is_object(const tables *t, const import_json *at) {
    return at->kind == IMPORT_JSON_OBJECT || cue_fault(t, at, "an object { ... } is wanted here");
}

/* ---- sources ---- */

static const cart_asset *sound_asset(const tables *t, const char *name) {
    for (uint32_t i = 0; i < t->s->c->asset_count; i++) {
        const cart_asset *a = &t->s->c->assets[i];
        if (strcmp(a->kind, "sound") == 0 && rom_id(a->name) == rom_id(name)) return a;
    }
    return NULL;
}

static bool add_source(tables *t, const import_json *at, bool loops) {
    const char *name = NULL;
    int64_t weight = 1;
    if (at->kind == IMPORT_JSON_STRING) {
        name = at->is.text;
    } else {
        static const char *const known[] = {"sound", "weight", NULL};
        import_json_reader r = reader(t, at);
        if (!is_object(t, at) || !import_json_only(&r, known) ||
            !import_json_text(&r, "sound", true, &name) ||
            !import_json_whole(&r, "weight", false, 1, 65535, &weight))
            return false;
    }
    const cart_asset *asset = sound_asset(t, name);
    if (asset == NULL)
        return cue_fault(t, at, "`%.60s` is no sound of the cart; add `sound %.60s FILE.wav` to cart.txt",
                         name, name);
    const char *own = pack_option(asset, "loop");
    if (loops && own != NULL && strcmp(own, "off") == 0)
        return cue_fault(t, at, "the cue goes round, but sound `%.60s` has loop=off in cart.txt", name);
    if (t->source_count == SOURCES_MOST) return cue_fault(t, at, "more than %d sources", SOURCES_MOST);
    t->sources[t->source_count++] =
        (rom_cue_source_record){.sound = pack_chunk_id("sound", name), .weight = (uint16_t)weight};
    return true;
}

static bool add_list(tables *t, const import_json *array, uint32_t value, bool loops) {
    if (array->kind != IMPORT_JSON_ARRAY || array->count == 0)
        return cue_fault(t, array, "a list [ ... ] of at least one sound is wanted here");
    if (t->list_count == LISTS_MOST) return cue_fault(t, array, "more than %d lists of sounds", LISTS_MOST);
    t->lists[t->list_count++] =
        (rom_cue_list_record){.value = value, .first = t->source_count, .count = array->count};
    for (uint32_t i = 0; i < array->count; i++) {
        if (!add_source(t, &array->is.items[i], loops)) return false;
    }
    return true;
}

/* ---- switches ---- */

static const rom_sound_switch_record *find_switch(const tables *t, uint32_t id) {
    for (uint32_t i = 0; i < t->switch_count; i++) {
        if (t->switches[i].name == id) return &t->switches[i];
    }
    return NULL;
}

static bool has_value(const tables *t, const rom_sound_switch_record *s, uint32_t id) {
    for (uint32_t i = 0; i < s->count; i++) {
        if (t->values[s->first + i] == id) return true;
    }
    return false;
}

static bool add_switch(tables *t, const import_json *at) {
    static const char *const known[] = {"name", "values", "start", NULL};
    import_json_reader r = reader(t, at);
    const char *name, *start = NULL;
    const import_json *values;
    if (!is_object(t, at) || !import_json_only(&r, known) || !import_json_text(&r, "name", true, &name) ||
        !import_json_array(&r, "values", true, 1, VALUES_MOST, &values) ||
        !import_json_text(&r, "start", false, &start))
        return false;
    if (find_switch(t, rom_id(name)) != NULL)
        return cue_fault(t, at, "switch `%.60s` is there already", name);
    if (t->switch_count == SWITCHES_MOST) return cue_fault(t, at, "more than %d switches", SWITCHES_MOST);
    rom_sound_switch_record s = {.name = rom_id(name), .first = t->value_count};
    for (uint32_t i = 0; i < values->count; i++) {
        const import_json *v = &values->is.items[i];
        if (v->kind != IMPORT_JSON_STRING || rom_id(v->is.text) == 0)
            return cue_fault(t, v, "the name of a value is wanted here");
        if (has_value(t, &s, rom_id(v->is.text)))
            return cue_fault(t, v, "value `%.60s` is there already", v->is.text);
        if (t->value_count == VALUES_MOST) return cue_fault(t, v, "more than %d values", VALUES_MOST);
        t->values[t->value_count++] = rom_id(v->is.text);
        s.count++;
    }
    s.start = start == NULL ? t->values[s.first] : rom_id(start);
    if (!has_value(t, &s, s.start))
        return cue_fault(t, import_json_find(at, "start"), "`%.60s` is no value of the switch", start);
    t->switches[t->switch_count++] = s;
    return true;
}

/* ---- cues ---- */

/* Takes a priority: 0..15, or a word. */
static bool take_priority(tables *t, const import_json *at, uint8_t *priority) {
    static const struct {
        const char *word;
        uint8_t value;
    } words[] = {{"low", 2}, {"normal", 5}, {"high", 8}};
    const import_json *v = import_json_find(at, "priority");
    *priority = 5;
    if (v == NULL) return true;
    for (size_t i = 0; v->kind == IMPORT_JSON_STRING && i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(v->is.text, words[i].word) == 0) {
            *priority = words[i].value;
            return true;
        }
    }
    if (v->kind != IMPORT_JSON_NUMBER || v->is.number < 0 || v->is.number > 15 ||
        v->is.number != (double)(int)v->is.number)
        return cue_fault(t, v, "a priority is a whole number from 0 to 15, or low (2), normal (5), high (8)");
    *priority = (uint8_t)v->is.number;
    return true;
}

static bool add_lists(tables *t, const import_json *at, const char *chosen_by, bool loops,
                      rom_cue_record *cue) {
    const import_json *values = import_json_find(at, "values"), *sources = import_json_find(at, "sources");
    const rom_sound_switch_record *s = chosen_by == NULL ? NULL : find_switch(t, rom_id(chosen_by));
    cue->first_list = t->list_count;
    if (chosen_by != NULL && s == NULL)
        return cue_fault(t, import_json_find(at, "switch"), "there is no switch `%.60s`", chosen_by);
    if (chosen_by == NULL && values != NULL) return cue_fault(t, values, "values without a switch");
    if (chosen_by == NULL && sources == NULL) return cue_fault(t, at, "the cue has no sources");
    if (chosen_by != NULL && values == NULL) return cue_fault(t, at, "a cue with a switch has values");
    if (values != NULL && !is_object(t, values)) return false;
    for (uint32_t i = 0; values != NULL && i < values->count; i++) {
        const import_json *v = &values->is.items[i];
        if (!has_value(t, s, rom_id(v->name)))
            return cue_fault(t, v, "`%.60s` is no value of the switch `%.60s`", v->name, chosen_by);
        for (uint32_t k = cue->first_list; k < t->list_count; k++) {
            if (t->lists[k].value == rom_id(v->name))
                return cue_fault(t, v, "value `%.60s` is there already", v->name);
        }
        if (!add_list(t, v, rom_id(v->name), loops)) return false;
    }
    if (sources != NULL && !add_list(t, sources, 0, loops)) return false;
    cue->lists = t->list_count - cue->first_list;
    cue->chosen_by = chosen_by == NULL ? 0 : rom_id(chosen_by);
    return cue->lists > 0 || cue_fault(t, at, "the cue has no sources");
}

/* Takes the curve of a fall-off: a word, or gains at 16 points. */
static bool take_curve(tables *t, const import_json *at, rom_cue_record *cue) {
    static const char *const words[] = {"decibel", "linear", "inverse", NULL};
    const import_json *v = import_json_find(at, "curve");
    if (v == NULL) return true;
    for (uint8_t i = 0; v->kind == IMPORT_JSON_STRING && words[i] != NULL; i++) {
        if (strcmp(v->is.text, words[i]) != 0) continue;
        cue->curve = i;
        return true;
    }
    if (v->kind != IMPORT_JSON_ARRAY)
        return cue_fault(t, v, "a curve is decibel, linear, inverse, or 16 numbers from 0 to 1");
    double gains[POINTS];
    import_json_reader r = reader(t, at);
    if (!import_json_numbers(&r, "curve", true, POINTS, gains)) return false;
    cue->curve = OX_AUDIO_CURVE_POINTWISE;
    cue->points = (uint16_t)t->curve_count;
    for (uint32_t i = 0; i < POINTS; i++) {
        if (gains[i] < 0 || gains[i] > 1)
            return cue_fault(t, &v->is.items[i], "the points of a curve are gains from 0 to 1");
        t->curves[t->curve_count].gains[i] = (uint16_t)writer_round(gains[i] * 32768);
    }
    t->curve_count++; /* at most one a cue */
    return true;
}

static bool add_cue(tables *t, const import_json *at) {
    static const char *const known[] = {
        "name", "bus",      "falloff", "inner", "priority", "volume", "volume-variation", "pitch-variation",
        "most", "interval", "loop",    "apart", "switch",   "values", "sources",          "curve",
        "deep", NULL};
    import_json_reader r = reader(t, at);
    const char *name, *chosen_by = NULL;
    int bus = 1;
    int64_t most = 0, interval = 0;
    bool loops = false, apart = false, deep = false;
    double falloff = 0, inner = -1, volume = 1, less = 0, pitch = 0;
    rom_cue_record cue = {.flags = 0};
    if (!is_object(t, at) || !import_json_only(&r, known) || !import_json_text(&r, "name", true, &name) ||
        !import_json_choice(&r, "bus", false, cart_bus_words, &bus) ||
        !import_json_number(&r, "falloff", false, 0, 32767, &falloff) ||
        !import_json_number(&r, "inner", false, 0, 32767, &inner) ||
        !import_json_number(&r, "volume", false, 0, 1, &volume) ||
        !import_json_number(&r, "volume-variation", false, 0, 1, &less) ||
        !import_json_number(&r, "pitch-variation", false, 0, 24, &pitch) ||
        !import_json_whole(&r, "most", false, 0, 255, &most) ||
        !import_json_whole(&r, "interval", false, 0, 65535, &interval) ||
        !import_json_boolean(&r, "loop", false, &loops) || !import_json_boolean(&r, "apart", false, &apart) ||
        !import_json_boolean(&r, "deep", false, &deep) ||
        !import_json_text(&r, "switch", false, &chosen_by) || !take_priority(t, at, &cue.priority))
        return false;
    if (rom_id(name) == 0) return cue_fault(t, at, "a cue without a name");
    for (uint32_t i = 0; i < t->cue_count; i++) {
        if (t->cues[i].name == rom_id(name)) return cue_fault(t, at, "cue `%.60s` is there already", name);
    }
    if (t->cue_count == CUES_MOST) return cue_fault(t, at, "more than %d cues; divide the file", CUES_MOST);
    if (!take_curve(t, at, &cue)) return false;
    if (inner > falloff) return cue_fault(t, import_json_find(at, "inner"), "inner lies beyond the fall-off");
    cue.name = rom_id(name);
    cue.bus = (uint8_t)bus;
    cue.outer = (int32_t)writer_fx(falloff);
    cue.inner = (int32_t)writer_fx(inner < 0 ? falloff / 16 : inner);
    cue.volume = (uint16_t)writer_round(volume * 32768);
    cue.volume_less = (uint16_t)writer_round(less * 32768);
    cue.pitch_more = (uint16_t)writer_round(pitch * 64);
    cue.interval = (uint16_t)interval;
    cue.most = (uint8_t)most;
    cue.flags =
        (uint8_t)((loops ? ROM_CUE_LOOPS : 0) | (apart ? ROM_CUE_APART : 0) | (deep ? ROM_CUE_DEEP : 0));
    if (!add_lists(t, at, chosen_by, loops, &cue)) return false;
    t->cues[t->cue_count++] = cue;
    return true;
}

/* ---- buses ---- */

/* The compressor of a bus; without one its ratio is 1. */
static bool take_compressor(tables *t, const import_json *at, rom_audio_bus_record *bus) {
    static const char *const known[] = {"threshold", "ratio", "gain", "attack", "release", NULL};
    const import_json *compressor = NULL;
    import_json_reader r = reader(t, at), c;
    double threshold = -20, ratio = 4, gain = 0, attack = 0.005, release = 0.2;
    bus->ratio = 256;
    if (!import_json_object(&r, "compressor", false, &compressor)) return false;
    if (compressor == NULL) return true;
    c = reader(t, compressor);
    if (!import_json_only(&c, known) || !import_json_number(&c, "threshold", false, -96, 0, &threshold) ||
        !import_json_number(&c, "ratio", false, 0, 255, &ratio) ||
        !import_json_number(&c, "gain", false, -40, 40, &gain) ||
        !import_json_number(&c, "attack", false, 0, 10, &attack) ||
        !import_json_number(&c, "release", false, 0, 10, &release))
        return false;
    if (ratio > 0 && ratio < 1)
        return cue_fault(t, import_json_find(compressor, "ratio"),
                         "a ratio is 1 and more, or 0 for a limiter");
    bus->threshold = (int16_t)writer_round(threshold * 256);
    bus->ratio = (uint16_t)writer_round(ratio * 256);
    bus->make_up = (int16_t)writer_round(gain * 256);
    bus->compress_attack = (uint16_t)writer_round(attack * 1000);
    bus->compress_release = (uint16_t)writer_round(release * 1000);
    return true;
}

static bool add_bus(tables *t, const import_json *at) {
    static const char *const known[] = {"name", "volume", "duck", "compressor", NULL}, *const duck_known[] = {
                                                                                           "for", "by",
                                                                                           "attack",
                                                                                           "release", NULL};
    import_json_reader r = reader(t, at);
    int bus = 0, other = -1;
    double volume = 1, by = 6;
    int64_t attack = 1, release = 1;
    const import_json *duck = NULL;
    if (!is_object(t, at) || !import_json_only(&r, known) ||
        !import_json_choice(&r, "name", true, cart_bus_words, &bus) ||
        !import_json_number(&r, "volume", false, 0, 1, &volume) ||
        !import_json_object(&r, "duck", false, &duck))
        return false;
    for (uint32_t i = 0; i < t->bus_count; i++) {
        if (t->buses[i].bus == bus) return cue_fault(t, at, "bus `%s` is there already", cart_bus_words[bus]);
    }
    if (duck != NULL) {
        import_json_reader d = reader(t, duck);
        if (!import_json_only(&d, duck_known) ||
            !import_json_choice(&d, "for", true, cart_bus_words, &other) ||
            !import_json_number(&d, "by", false, 0, 96, &by) ||
            !import_json_whole(&d, "attack", false, 1, 65535, &attack) ||
            !import_json_whole(&d, "release", false, 1, 65535, &release))
            return false;
        if (other == bus) return cue_fault(t, duck, "a bus that is ducked for itself");
    }
    rom_audio_bus_record row = {
        .bus = (uint8_t)bus,
        .duck_for = (uint8_t)(other + 1),
        .volume = (uint16_t)writer_round(volume * 32768),
        .duck_gain = (uint16_t)(duck == NULL ? 32768u : ox_audio_gain((uint32_t)writer_round(by * 65536))),
        .attack = (uint16_t)attack,
        .release = (uint16_t)release};
    if (!take_compressor(t, at, &row)) return false;
    t->buses[t->bus_count++] = row;
    return true;
}

/* ---- environments ---- */

static uint16_t q15(double value, uint32_t most) {
    const double scaled = writer_round(value * 32768);
    return (uint16_t)(scaled > most ? most : scaled);
}

static bool take_echo(tables *t, const import_json *at, rom_environment_record *e) {
    static const char *const known[] = {"delay", "level", "feedback", "damping", NULL};
    import_json_reader r = reader(t, at), in;
    const import_json *echo = NULL;
    double delay = 0.25, level = 0.5, feedback = 0.4, damping = 0.2;
    if (!import_json_object(&r, "echo", false, &echo)) return false;
    if (echo == NULL) return true;
    in = reader(t, echo);
    if (!import_json_only(&in, known) || !import_json_number(&in, "delay", false, 0.001, 2, &delay) ||
        !import_json_number(&in, "level", false, 0, 1, &level) ||
        !import_json_number(&in, "feedback", false, 0, 0.95, &feedback) ||
        !import_json_number(&in, "damping", false, 0, 0.95, &damping))
        return false;
    e->echo_delay = (uint16_t)writer_round(delay * 1000);
    e->echo_wet = q15(level, 32768);
    e->echo_feedback = q15(feedback, 32767);
    e->echo_damping = q15(damping, 32767);
    return true;
}

static bool take_reverb(tables *t, const import_json *at, rom_environment_record *e) {
    static const char *const known[] = {"time", "level", "damping", NULL};
    import_json_reader r = reader(t, at), in;
    const import_json *reverb = NULL;
    double seconds = 1, level = 0.3, damping = 0.3;
    if (!import_json_object(&r, "reverb", false, &reverb)) return false;
    if (reverb == NULL) return true;
    in = reader(t, reverb);
    if (!import_json_only(&in, known) || !import_json_number(&in, "time", false, 0.05, 20, &seconds) ||
        !import_json_number(&in, "level", false, 0, 1, &level) ||
        !import_json_number(&in, "damping", false, 0, 0.95, &damping))
        return false;
    e->reverb_time = (uint16_t)writer_round(seconds * 1000);
    e->reverb_wet = q15(level, 32768);
    e->reverb_damping = q15(damping, 32767);
    return true;
}

static bool add_environment(tables *t, const import_json *at) {
    static const char *const known[] = {"name", "low-pass", "echo", "reverb", NULL};
    import_json_reader r = reader(t, at);
    const char *name = NULL;
    int64_t low_pass = 0;
    rom_environment_record e = {0};
    if (!is_object(t, at) || !import_json_only(&r, known) || !import_json_text(&r, "name", true, &name) ||
        !import_json_whole(&r, "low-pass", false, 20, 32000, &low_pass) || !take_echo(t, at, &e) ||
        !take_reverb(t, at, &e))
        return false;
    e.name = rom_id(name);
    e.low_pass = (uint16_t)low_pass;
    if (e.name == 0) return cue_fault(t, at, "an environment without a name");
    for (uint32_t i = 0; i < t->environment_count; i++) {
        if (t->environments[i].name == e.name)
            return cue_fault(t, at, "environment `%.60s` is there already", name);
    }
    if (t->environment_count == ENVIRONMENTS_MOST)
        return cue_fault(t, at, "more than %d environments", ENVIRONMENTS_MOST);
    t->environments[t->environment_count++] = e;
    return true;
}

/* ---- the file ---- */

static int by_cue(const void *a, const void *b) {
    const rom_cue_record *x = a, *y = b;
    return (x->name > y->name) - (x->name < y->name);
}

static int by_switch(const void *a, const void *b) {
    const rom_sound_switch_record *x = a, *y = b;
    return (x->name > y->name) - (x->name < y->name);
}

static int by_environment(const void *a, const void *b) {
    const rom_environment_record *x = a, *y = b;
    return (x->name > y->name) - (x->name < y->name);
}

static bool read_each(tables *t, const char *name, bool (*add)(tables *t, const import_json *at)) {
    import_json_reader r = reader(t, &t->document->root);
    const import_json *list = NULL;
    if (!import_json_array(&r, name, false, 0, 65535, &list)) return false;
    for (uint32_t i = 0; list != NULL && i < list->count; i++) {
        if (!add(t, &list->is.items[i])) return false;
    }
    return true;
}

static void put_id(writer *out, const uint32_t *id) { writer_u32(out, *id); }

static void put_tables(tables *t, writer *out) {
    rom_cues_record r = {.cue_count = t->cue_count,
                         .list_count = t->list_count,
                         .source_count = t->source_count,
                         .switch_count = t->switch_count,
                         .value_count = t->value_count,
                         .bus_count = t->bus_count,
                         .environment_count = t->environment_count,
                         .curve_count = t->curve_count};
    qsort(t->cues, t->cue_count, sizeof t->cues[0], by_cue);
    qsort(t->switches, t->switch_count, sizeof t->switches[0], by_switch);
    qsort(t->environments, t->environment_count, sizeof t->environments[0], by_environment);
#define PUT(at, count, add, rows)                                                                            \
    r.at = t->count == 0 ? 0u : (uint32_t)out->size;                                                         \
    for (uint32_t i = 0; i < t->count; i++) add(out, (rows) + i)
    PUT(cues_at, cue_count, record_add_cue, t->cues);
    PUT(lists_at, list_count, record_add_cue_list, t->lists);
    PUT(sources_at, source_count, record_add_cue_source, t->sources);
    PUT(switches_at, switch_count, record_add_sound_switch, t->switches);
    PUT(values_at, value_count, put_id, t->values);
    PUT(buses_at, bus_count, record_add_audio_bus, t->buses);
    PUT(environments_at, environment_count, record_add_environment, t->environments);
    PUT(curves_at, curve_count, record_add_falloff_curve, t->curves);
#undef PUT
    record_put_cues(out, 0, &r);
}

bool convert_cues(const pack_source *s, writer *out) {
    static const char *const known[] = {"cues", "switches", "buses", "environments", NULL};
    import_json_document document;
    if (!import_json_parse(s->path, (const char *)s->data, s->size, &document, s->error)) return false;
    tables *t = calloc(1, sizeof *t);
    bool ok = t != NULL || import_error_memory(s->error, s->path);
    if (ok) {
        t->s = s;
        t->document = &document;
        import_json_reader r = reader(t, &document.root);
        ok = is_object(t, &document.root) && import_json_only(&r, known) &&
             read_each(t, "switches", add_switch) && read_each(t, "cues", add_cue) &&
             read_each(t, "buses", add_bus) && read_each(t, "environments", add_environment);
    }
    if (ok) put_tables(t, out);
    free(t);
    import_json_free(&document);
    return ok;
}
