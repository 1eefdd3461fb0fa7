/* Clips of free tracks from a text with one statement a line (tools/CLIPS.md). */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/known.h"
#include "tools/convert/clip_tracks.h"
#include "tools/import/base/text.h"
#include "tools/record_writer.h"

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

typedef struct clip_text {
    convert_lines lines;
    clip_tracks clip;
    uint32_t object;          /* of the tracks that follow */
    const ox_field *field;    /* of the last track; NULL: a turn */
    uint32_t most;            /* numbers that it may have */
    bool degrees, has_length; /* its numbers are degrees; `frames` was said */
} clip_text;

/* ---- fields ---- */

static const ox_type *record_of(uint32_t component) {
    for (const ox_module *const *at = known_modules(); *at != NULL; at++) {
        const ox_module *m = *at;
        for (uint32_t i = 0; i < m->component_count; i++)
            if (m->components[i]->name == component) return m->components[i]->record;
        for (uint32_t i = 0; i < m->wanted_count; i++)
            if (m->wanted[i].type.name == component) return m->wanted[i].type.record;
        for (uint32_t i = 0; i < m->field_count; i++)
            if (m->fields[i].component == component) return m->fields[i].record;
    }
    return NULL;
}

/* FIELD as tweens name it, or COMPONENT.FIELD. */
static bool find_field(clip_text *t, const char *word, clip_track *track) {
    const char *dot = strchr(word, '.');
    char component[CART_NAME_MAX] = "";
    ox_module_member member;
    t->degrees = false;
    t->field = NULL;
    if (dot == NULL) {
        for (const ox_module *const *m = known_modules(); *m != NULL && t->field == NULL; m++) {
            if (!ox_module_find_member(*m, rom_id(word), &member) || !member.is_writable) continue;
            t->field = member.field;
            t->most = member.values;
            t->degrees = member.field->kind == OX_I16;
        }
    } else if ((size_t)(dot - word) < sizeof component) {
        memcpy(component, word, (size_t)(dot - word));
        track->component = rom_id(component);
        t->field = ox_type_open_field(record_of(track->component), rom_id(dot + 1));
        t->most = t->field == NULL ? 0 : ox_field_count(t->field);
    }
    convert_line_look(&t->lines, word);
    if (t->field == NULL)
        return convert_line_wrong(
            &t->lines, "objects have no `%.40s`; a field as of tweens is wanted, or COMPONENT.FIELD", word);
    const uint32_t kind = t->field->kind;
    if (kind == OX_U64 || kind == OX_I64 || kind == OX_LINK)
        return convert_line_wrong(&t->lines, "`%.40s` is no number", word);
    track->name = rom_id(dot == NULL ? word : dot + 1);
    t->degrees = t->degrees || kind == OX_ANGLE;
    if (t->degrees) track->flags |= ROM_CLIP_ANGLES;
    if (kind == OX_BOOL || kind == OX_NAME_ID) track->form = ROM_CLIP_STEPS;
    if (t->most > ROM_CLIP_VALUES) t->most = ROM_CLIP_VALUES;
    return true;
}

/* ---- values ---- */

static bool read_degrees(const clip_text *t, const char *word, double *degrees) {
    if (cart_parse_number(word, degrees) && fabs(*degrees) <= 36000) return true;
    return convert_line_wrong(&t->lines, "`%.40s` is no number of degrees", word);
}

static int32_t angle_of(double degrees) {
    const double turns = degrees / 360;
    return (int32_t)(int64_t)floor((turns - floor(turns)) * 65536 + 0.5) & 0xFFFF;
}

static bool read_number(const clip_text *t, clip_track *track, const char *word, int32_t *value) {
    double number = 0;
    uint32_t rgb;
    const ox_field *field = t->field;
    if (t->degrees) {
        if (!read_degrees(t, word, &number)) return false;
        *value = angle_of(number);
        if (field->kind == OX_I16) *value = (int16_t)(uint16_t)*value;
        return true;
    }
    if (word[0] == '#' && cart_parse_colour(word, &rgb) && field->kind == OX_U32) {
        track->flags |= ROM_CLIP_COLOURS;
        *value = (int32_t)rgb;
        return true;
    }
    if (field->kind == OX_NAME_ID) {
        *value = (int32_t)rom_id(word);
        return word[0] != 0 || convert_line_wrong(&t->lines, "a name is wanted");
    }
    if (field->kind == OX_FX) {
        if (!convert_line_fx(&t->lines, word, value)) return false;
    } else {
        uint32_t is_on;
        if (field->kind == OX_BOOL && (strcmp(word, "on") == 0 || strcmp(word, "off") == 0))
            number = word[1] == 'n';
        else if (field->kind == OX_BOOL && cart_parse_switch(word, &is_on))
            number = is_on;
        else if (!cart_parse_number(word, &number) || number != floor(number) || fabs(number) > 2147483647.0)
            return convert_line_wrong(&t->lines, "`%.40s` is no whole number%s", word,
                                      field->kind == OX_U32 ? ", and no colour #RRGGBB" : "");
        *value = (int32_t)number;
    }
    if (ox_field_clamp(field, *value) != *value)
        return convert_line_wrong(&t->lines, "`%.40s` is out of the field's range", word);
    return true;
}

static bool read_turn(const clip_text *t, char *const words[], clip_key *key) {
    double degrees[3];
    for (int i = 0; i < 3; i++)
        if (!read_degrees(t, words[i], &degrees[i])) return false;
    const quat q = q4_from_euler(
        (euler16){(ang16)angle_of(degrees[0]), (ang16)angle_of(degrees[1]), (ang16)angle_of(degrees[2])});
    const int32_t values[4] = {q.x, q.y, q.z, q.w};
    memcpy(key->values, values, sizeof values);
    return true;
}

/* FRAME:VALUE, or FRAME!VALUE for a cut; VALUE is numbers with commas between. */
static bool read_key(clip_text *t, clip_track *track, const char *word) {
    char copy[128], *parts[ROM_CLIP_VALUES + 1];
    const size_t digits = strcspn(word, ":!");
    double frame;
    convert_line_look(&t->lines, word);
    snprintf(copy, sizeof copy, "%s", word);
    if (strlen(word) >= sizeof copy || word[digits] == 0)
        return convert_line_wrong(&t->lines, "`%.40s` is no key: FRAME:VALUE, or FRAME!VALUE for a cut",
                                  word);
    copy[digits] = 0;
    if (!cart_parse_number(copy, &frame) || frame != floor(frame) || frame < 0 || frame > CLIP_FRAMES)
        return convert_line_wrong(&t->lines, "`%.40s` is no frame; whole numbers from 0 to %d are possible",
                                  copy, CLIP_FRAMES);
    if (track->count > 0 && (track->keys[track->count - 1].frame & (ROM_CLIP_CUT - 1)) >= frame)
        return convert_line_wrong(&t->lines, "the key at frame %d does not stand behind the one before it",
                                  (int)frame);
    uint32_t count = 0;
    for (char *at = copy + digits + 1; at != NULL && count <= ROM_CLIP_VALUES; count++) {
        parts[count] = at;
        at = strchr(at, ',');
        if (at != NULL) *at++ = 0;
    }
    const uint32_t wanted = t->field == NULL ? 3 : track->count > 0 ? track->width : 0;
    if ((wanted > 0 && count != wanted) || (t->field != NULL && count > t->most))
        return convert_line_wrong(&t->lines, "`%.40s` has %u numbers; %u are wanted", word, (unsigned)count,
                                  (unsigned)(wanted > 0 ? wanted : t->most));
    clip_key *key = clip_track_add(track);
    if (key == NULL) return import_error_memory(t->lines.source->error, t->lines.source->path);
    key->frame = (uint16_t)((uint32_t)frame | (word[digits] == '!' ? (uint32_t)ROM_CLIP_CUT : 0u));
    track->width = (uint8_t)count;
    if (t->field == NULL) return read_turn(t, parts, key);
    for (uint32_t i = 0; i < count; i++)
        if (!read_number(t, track, parts[i], &key->values[i])) return false;
    return true;
}

/* ---- lines ---- */

static bool read_keys(clip_text *t, clip_track *track, int from) {
    for (int i = from; i < t->lines.count; i++)
        if (!read_key(t, track, t->lines.words[i])) return false;
    return true;
}

/* A word of a track that is no key; false: it is one. */
static bool take_word(const clip_text *t, clip_track *track, const char *word, bool *ok) {
    static const struct {
        const char *word;
        uint8_t form, flag;
    } words[] = {{"straight", ROM_CLIP_KEYS, 0},
                 {"curve", ROM_CLIP_CURVE, 0},
                 {"steps", ROM_CLIP_STEPS, 0},
                 {"adds", 0, ROM_CLIP_ADDS},
                 {"weighted", 0, ROM_CLIP_WEIGHTED}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(words[i].word, word) != 0) continue;
        if (words[i].form != 0) track->form = words[i].form;
        track->flags |= words[i].flag;
        return true;
    }
    if (strncmp(word, "tension=", 8) != 0) return false;
    convert_line_look(&t->lines, word + 8);
    *ok = convert_line_fx(&t->lines, word + 8, &track->tension) &&
          ((track->tension >= -FX_ONE && track->tension <= FX_ONE) ||
           convert_line_wrong(&t->lines, "`%.40s`: a tension is -1 to 1", word));
    return true;
}

static bool read_track(clip_text *t) {
    clip_track *track = &t->clip.tracks[t->clip.count];
    bool ok = true;
    int at = 2;
    if (t->lines.count < 3)
        return convert_line_wrong(&t->lines,
                                  "`track FIELD [straight|curve|steps] [tension=T] [adds] [weighted] "
                                  "FRAME:VALUE ...` is wanted");
    if (t->clip.count == CLIP_TRACKS)
        return convert_line_wrong(&t->lines, "more than %d tracks", CLIP_TRACKS);
    *track = (clip_track){.object = t->object, .channel = ROM_CLIP_VALUE, .form = ROM_CLIP_KEYS};
    t->clip.count++;
    if (strcmp(t->lines.words[1], "turn") == 0) {
        t->field = NULL;
        track->channel = ROM_CLIP_TURN;
        track->name = rom_id("turn");
    } else if (!find_field(t, t->lines.words[1], track)) {
        return false;
    }
    const bool only_steps = track->form == ROM_CLIP_STEPS;
    while (ok && at < t->lines.count && take_word(t, track, t->lines.words[at], &ok)) at++;
    if (only_steps) track->form = ROM_CLIP_STEPS;
    if (ok && at == t->lines.count) return convert_line_wrong(&t->lines, "a track without a key");
    return ok && read_keys(t, track, at);
}

static bool read_whole(clip_text *t, double least, double most, double *value) {
    if (t->lines.count != 2)
        return convert_line_wrong(&t->lines, "`%.20s NUMBER` is wanted", t->lines.words[0]);
    convert_line_look(&t->lines, t->lines.words[1]);
    if (cart_parse_number(t->lines.words[1], value) && *value >= least && *value <= most) return true;
    return convert_line_wrong(&t->lines, "`%.40s` is out of range; %g to %g are possible", t->lines.words[1],
                              least, most);
}

static bool read_event(const clip_text *t, const char *event, uint32_t *id) {
    convert_line_look(&t->lines, event);
    if (!isupper((unsigned char)event[0]) || strlen(event) >= CART_NAME_MAX)
        return convert_line_wrong(&t->lines, "`%.40s` is no event; events begin with a capital letter",
                                  event);
    *id = convert_event_id(event);
    return true;
}

/* What a mark tells, or an event is about: a whole number, or a name. */
static bool read_argument(const clip_text *t, const char *argument, int32_t *value) {
    double number;
    const bool is_number = cart_parse_number(argument, &number);
    convert_line_look(&t->lines, argument);
    if (is_number && (number != floor(number) || fabs(number) > 2147483647.0))
        return convert_line_wrong(&t->lines, "`%.40s` is no whole number and no name", argument);
    *value = is_number ? (int32_t)number : (int32_t)rom_id(argument);
    return true;
}

static bool read_time(const clip_text *t, const char *word, int32_t *time) {
    double frame;
    convert_line_look(&t->lines, word);
    if (!cart_parse_number(word, &frame) || frame < 0 || frame > CLIP_FRAMES)
        return convert_line_wrong(&t->lines, "`%.40s` is no frame", word);
    *time = (int32_t)writer_fx(frame);
    return true;
}

static bool read_mark(clip_text *t) {
    const bool must = convert_line_flag(&t->lines, "must");
    const int words = t->lines.count - (must ? 1 : 0);
    if (words < 3 || words > 4)
        return convert_line_wrong(&t->lines, "`mark FRAME Event [ARGUMENT] [must]` is wanted");
    if (t->clip.mark_count == CLIP_MARKS)
        return convert_line_wrong(&t->lines, "more than %d marks", CLIP_MARKS);
    rom_trigger_record mark = {.flags = must ? ROM_TRIGGER_MUST : 0};
    if (!read_time(t, t->lines.words[1], &mark.time) || !read_event(t, t->lines.words[2], &mark.event) ||
        (words == 4 && !read_argument(t, t->lines.words[3], &mark.argument)))
        return false;
    t->clip.marks[t->clip.mark_count++] = mark;
    return true;
}

static bool read_wait(clip_text *t) {
    const char *to = convert_line_value(&t->lines, "to"), *most = convert_line_value(&t->lines, "for");
    rom_clip_wait_record wait = {.to = -65536, .flags = ROM_CLIP_WAIT_LONG};
    int words = 0;
    double seconds;
    while (words < t->lines.count && strchr(t->lines.words[words], '=') == NULL) words++;
    if (words < 2 || words > 4)
        return convert_line_wrong(&t->lines,
                                  "`wait FRAME [Event [ARGUMENT]] [to=FRAME] [for=SECONDS]` is wanted");
    if (t->clip.wait_count == CLIP_WAITS)
        return convert_line_wrong(&t->lines, "more than %d waits", CLIP_WAITS);
    if (!read_time(t, t->lines.words[1], &wait.time) || (to != NULL && !read_time(t, to, &wait.to)) ||
        (words > 2 && !read_event(t, t->lines.words[2], &wait.event)) ||
        (words > 3 && !read_argument(t, t->lines.words[3], &wait.argument)))
        return false;
    if (words > 3) wait.flags |= ROM_CLIP_WAIT_ABOUT;
    if (most != NULL) {
        convert_line_look(&t->lines, most);
        if (!cart_parse_number(most, &seconds) || seconds < 0 || seconds > 1000)
            return convert_line_wrong(&t->lines, "`%.40s` is no number of seconds up to 1000", most);
        wait.steps = (uint16_t)(seconds * 60 + 0.5);
        wait.flags &= (uint16_t)~ROM_CLIP_WAIT_LONG;
    }
    t->clip.waits[t->clip.wait_count++] = wait;
    return true;
}

static bool read_line(clip_text *t) {
    static const char *const known[] = {"rate",  "frames", "loop", "within", "object",
                                        "track", "keys",   "mark", "wait",   NULL};
    const char *word = t->lines.words[0];
    double number;
    if (strcmp(word, "track") == 0) return read_track(t);
    if (strcmp(word, "mark") == 0) return read_mark(t);
    if (strcmp(word, "wait") == 0) return read_wait(t);
    if (strcmp(word, "keys") == 0) {
        if (t->clip.count == 0) return convert_line_wrong(&t->lines, "`keys` stands below a track");
        return read_keys(t, &t->clip.tracks[t->clip.count - 1], 1);
    }
    if (strcmp(word, "object") == 0) {
        if (t->lines.count != 2)
            return convert_line_wrong(&t->lines, "`object NAME` is wanted, or `object self`");
        t->object = strcmp(t->lines.words[1], "self") == 0 ? 0 : rom_id(t->lines.words[1]);
        return true;
    }
    if (strcmp(word, "rate") == 0) {
        if (!read_whole(t, 1, 120, &number)) return false;
        t->clip.rate = (uint16_t)(number * 256 + 0.5);
        return true;
    }
    if (strcmp(word, "frames") == 0) {
        if (!read_whole(t, 1, CLIP_FRAMES, &number)) return false;
        t->clip.frames = (uint32_t)number;
        t->has_length = true;
        return true;
    }
    if (strcmp(word, "within") == 0) return read_whole(t, 0, 180, &t->clip.within);
    if (strcmp(word, "loop") == 0) {
        t->clip.loops = true;
        return t->lines.count == 1 || convert_line_wrong(&t->lines, "`loop` stands alone");
    }
    const char *meant = cart_suggest(word, known);
    convert_line_look(&t->lines, word);
    return convert_line_wrong(&t->lines, "`%.40s` is unknown%s%s%s", word,
                              meant == NULL ? "" : "; did you mean `", meant == NULL ? "" : meant,
                              meant == NULL ? "" : "`?");
}

/* The length is that of the last key and mark, where the text does not say it. */
static bool find_length(clip_text *t) {
    const pack_source *s = t->lines.source;
    uint32_t last = 1;
    for (uint32_t i = 0; i < t->clip.count; i++) {
        const clip_track *track = &t->clip.tracks[i];
        const uint32_t frame = track->keys[track->count - 1].frame & (ROM_CLIP_CUT - 1u);
        last = frame > last ? frame : last;
    }
    for (uint32_t i = 0; i < t->clip.mark_count; i++) {
        const uint32_t frame = ((uint32_t)t->clip.marks[i].time + 0xFFFF) >> 16;
        last = frame > last ? frame : last;
    }
    for (uint32_t i = 0; i < t->clip.wait_count; i++) {
        const rom_clip_wait_record *wait = &t->clip.waits[i];
        const uint32_t frame = ((uint32_t)(wait->time > wait->to ? wait->time : wait->to) + 0xFFFF) >> 16;
        last = frame > last ? frame : last;
    }
    if (t->clip.count + t->clip.mark_count == 0)
        return import_error_file(s->error, s->path,
                                 "no track and no mark is in it; write `track FIELD FRAME:VALUE ...`");
    if (t->has_length && last > t->clip.frames)
        return import_error_file(s->error, s->path,
                                 "a key, mark or wait is at frame %u, and the clip has %u frames",
                                 (unsigned)last, (unsigned)t->clip.frames);
    if (!t->has_length) t->clip.frames = last;
    return true;
}

bool convert_clip_text(const pack_source *s, writer *out) {
    clip_text *t = calloc(1, sizeof *t);
    if (t == NULL) return import_error_memory(s->error, s->path);
    t->lines.source = s;
    t->clip.rate = 30 * 256;
    t->clip.within = 0.1;
    bool ok = true;
    while (ok && convert_line_next(&t->lines)) ok = read_line(t) || convert_line_go_on(&t->lines);
    ok = ok && !t->lines.failed && find_length(t) && clip_tracks_put(&t->clip, s, out);
    clip_tracks_free(&t->clip);
    free(t);
    return ok;
}
