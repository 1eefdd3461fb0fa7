/* Puts texts with parts together. */
#include "kernel/script/words.h"

#include "fixedmath/scalar.h"
#include "kernel/debug/format.h"
#include "kernel/script/machine_internal.h"

const char *ox_script_words(const ox_script *s, int32_t value) {
    const uint32_t from = OX_SCRIPT_NOTE_VALUE | OX_SCRIPT_WORDS_FROM;
    if ((uint32_t)value < from) return ox_script_module_note(&s->module, value);
    const uint32_t at = (uint32_t)value - from;
    return s->words != NULL && at < OX_SCRIPT_WORDS ? s->words->bytes + at : NULL;
}

/* ---- parts ---- */

static uint32_t letters_of(const char *text, uint32_t length) {
    uint32_t letters = 0;
    for (uint32_t i = 0; i < length; i++) letters += ((uint8_t)text[i] & 0xC0u) != 0x80u;
    return letters;
}

/* The letters of a name that stands in the module, by its id. */
static const char *name_in_module(const ox_script_module *m, uint32_t id, uint32_t *length) {
    const char *at = (const char *)m->bytes + m->at[OX_SCRIPT_SECTION_NOTES],
               *end = at + m->count[OX_SCRIPT_SECTION_NOTES];
    for (size_t bytes; at < end; at += bytes + 1) {
        bytes = ox_text_of(at).length;
        if (*at != OX_SCRIPT_PART_NAME || rom_id_of(at + 1, bytes - 1) != id) continue;
        *length = (uint32_t)bytes - 1;
        return at + 1;
    }
    return NULL;
}

/* The words for a name or a text; NULL: unknown. A text in the buffer must lie in front of `before`. */
static const char *known_words(const ox_script *s, uint32_t kind, int32_t value, uint32_t before,
                               uint32_t *length) {
    if ((uint32_t)value >= OX_SCRIPT_NOTE_VALUE && kind == ROM_SCRIPT_FIELD_TEXT) {
        const char *words = ox_script_words(s, value);
        if (words == NULL || (words >= s->words->bytes + before && words < s->words->bytes + OX_SCRIPT_WORDS))
            return NULL;
        *length = (uint32_t)ox_text_of(words).length;
        return words;
    }
    const char *words =
        s->host->words == NULL ? NULL : s->host->words(s->context, kind, (uint32_t)value, length);
    return words == NULL && kind == ROM_SCRIPT_FIELD_NAME
               ? name_in_module(&s->module, (uint32_t)value, length)
               : words;
}

typedef struct part {
    uint32_t flags, width, digits;
} part;

static void add_number(ox_text *out, const part *p, int32_t value, bool is_fx) {
    char form[12];
    size_t n = 0;
    form[n++] = '%';
    if ((p->flags & OX_SCRIPT_PART_LEFT) != 0) form[n++] = '-';
    if ((p->flags & OX_SCRIPT_PART_ZEROS) != 0) form[n++] = '0';
    if (p->width >= 10) form[n++] = (char)('0' + p->width / 10);
    if (p->width > 0) form[n++] = (char)('0' + p->width % 10);
    if (is_fx) form[n++] = '.';
    if (is_fx) form[n++] = (char)('0' + (p->digits == OX_SCRIPT_PART_NO_DIGITS ? 2 : p->digits));
    form[n++] = is_fx ? 'q' : 'd';
    form[n] = 0;
    ox_text_add(out, form, (int)value);
}

static void add_words(ox_text *out, const part *p, const char *words, uint32_t length) {
    const uint32_t letters = letters_of(words, length);
    (void)ox_text_put(out, words, length);
    if (letters < p->width) (void)ox_text_fill(out, ' ', p->width - letters);
}

static void add_part(const ox_script *s, ox_text *out, const part *p, const int32_t *any, uint32_t before) {
    uint32_t length = 0;
    const char *words;
    switch (any[0]) {
    case ROM_SCRIPT_FIELD_BOOL:
        words = any[1] != 0 ? "true" : "false";
        add_words(out, p, words, (uint32_t)ox_text_of(words).length);
        return;
    case ROM_SCRIPT_FIELD_FX:
        add_number(out, p, any[1], true);
        return;
    case ROM_SCRIPT_FIELD_ANGLE: {
        const fx degrees = (fx)((int64_t)(any[1] & 0xFFFF) * 360);
        if (p->digits == OX_SCRIPT_PART_NO_DIGITS)
            add_number(out, p, fx_to_int_nearest(degrees), false);
        else
            add_number(out, p, degrees, true);
        return;
    }
    case ROM_SCRIPT_FIELD_NAME:
    case ROM_SCRIPT_FIELD_TEXT: {
        char id[12];
        words = known_words(s, (uint32_t)any[0], any[1], before, &length);
        if (words == NULL && any[1] != 0) {
            length = (uint32_t)ox_format(id, sizeof id, any[0] == ROM_SCRIPT_FIELD_NAME ? "#%08x" : "@%08x",
                                         (unsigned)any[1]);
            words = id;
        }
        if (words != NULL) add_words(out, p, words, length);
        return;
    }
    default:
        add_number(out, p, any[1], false);
    }
}

void ox_script_write(const ox_script *s, uint32_t kind, int32_t value, ox_text *out) {
    const part plain = {.digits = OX_SCRIPT_PART_NO_DIGITS};
    const int32_t any[] = {(int32_t)kind, value};
    add_part(s, out, &plain, any, 0);
}

static uint32_t letter(const char *at, uint32_t most) {
    const uint32_t value = (uint8_t)*at - (uint32_t)OX_SCRIPT_PART_BIAS;
    return value < most ? value : most;
}

/* Writes the note with its parts, of which there are `count`. */
static void write_words(const ox_script *s, ox_text *out, const char *note, const int32_t *parts,
                        uint32_t count, uint32_t before) {
    while (*note != 0) {
        size_t run = 0;
        while (note[run] != 0 && note[run] != OX_SCRIPT_PART) run++;
        (void)ox_text_put(out, note, run);
        note += run;
        if (*note == 0 || note[1] == 0 || note[2] == 0 || note[3] == 0) return;
        const part p = {letter(note + 1, 3), letter(note + 2, OX_SCRIPT_PART_WIDTH),
                        letter(note + 3, OX_SCRIPT_PART_NO_DIGITS)};
        if (count > 0) add_part(s, out, &p, parts, before);
        if (count > 0) count--, parts += 2;
        note += 4;
    }
}

/* ---- the natives ---- */

/* Puts a text together. Arguments: whether the text is the first of its statement, the note, then kinds and values. */
static ox_script_answer compose(ox_script_call *call, uint32_t parts) {
    ox_script *s = call->machine;
    script_words *w = s->words;
    const char *note = ox_script_module_note(&s->module, call->arguments[1]);
    const uint16_t frame = (uint16_t)(call->frame - s->stack);
    while (w->count > 0 &&
           (w->frame[w->count - 1] > frame || (call->arguments[0] != 0 && w->frame[w->count - 1] == frame)))
        w->count--;
    if (w->count == OX_SCRIPT_WORDS_LIVE) w->count--;
    const uint32_t at = w->count == 0 ? 0 : w->end[w->count - 1];
    ox_text out = ox_text_begin_plain(w->bytes + at, OX_SCRIPT_WORDS - at);
    if (note != NULL) write_words(s, &out, note, call->arguments + 2, parts, at);
    w->frame[w->count] = frame;
    w->end[w->count] = (uint16_t)int_min((int32_t)(at + out.length + 1), OX_SCRIPT_WORDS - 1);
    w->count++;
    call->results[0] = (int32_t)(OX_SCRIPT_NOTE_VALUE | OX_SCRIPT_WORDS_FROM | at);
    return OX_SCRIPT_DONE;
}

static ox_script_answer words_1(ox_script_call *call) { return compose(call, 1); }
static ox_script_answer words_2(ox_script_call *call) { return compose(call, 2); }
static ox_script_answer words_3(ox_script_call *call) { return compose(call, 3); }
static ox_script_answer words_4(ox_script_call *call) { return compose(call, 4); }
static ox_script_answer words_5(ox_script_call *call) { return compose(call, 5); }
static ox_script_answer words_6(ox_script_call *call) { return compose(call, 6); }
static ox_script_answer words_7(ox_script_call *call) { return compose(call, 7); }

#define WORDS(count, parts)                                                                                  \
    {                                                                                                        \
        OX_NAME("words" #count), "words" #count ":t(it" parts ")", words_##count, OX_SCRIPT_QUERY,           \
            OX_SCRIPT_TRUST_CART | OX_SCRIPT_TRUST_ADD_ON, 8 + 8 * count, NULL, NULL                         \
    }

const ox_script_native script_words_rows[OX_SCRIPT_PARTS] = {
    WORDS(1, "y"),     WORDS(2, "yy"),     WORDS(3, "yyy"),    WORDS(4, "yyyy"),
    WORDS(5, "yyyyy"), WORDS(6, "yyyyyy"), WORDS(7, "yyyyyyy")};

bool script_has_words(const ox_script_module *m) {
    for (uint32_t i = 0; i < m->count[OX_SCRIPT_SECTION_NATIVES]; i++) {
        const uint32_t name =
            rom_word(ox_script_record(m, OX_SCRIPT_SECTION_NATIVES, i) + ROM_SCRIPT_NATIVE_NAME);
        for (uint32_t k = 0; k < OX_SCRIPT_PARTS; k++)
            if (script_words_rows[k].name == name) return true;
    }
    return false;
}
