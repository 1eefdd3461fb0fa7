/* Words over the picture: what scripts print in a step, and how texts of the cart become lines. */
#include "kernel/script/words.h"
#include "kernel/behaviour/internal.h"
#include "kernel/content/module.h"
#include "kernel/debug/format.h"
#include "raster/flat.h"

enum { LINE = 256, LINE_HEIGHT = 10 };

static void warn_crowded(ox_behaviours *s, const char *what) {
    if (!s->crowded) ox_log_write(s->host->log, PLAT_LOG_WARNING, "%s", what);
    s->crowded = true;
}

/* Fills a place of texts. A place that was filled since the last print is overwritten. */
void script_fill_place(ox_behaviours *s, const script_fill *fill) {
    const uint32_t used = s->print_count == 0 ? 0 : s->prints[s->print_count - 1].fills;
    for (uint32_t i = used; i < s->fill_count; i++) {
        if (s->fills[i].name != fill->name) continue;
        s->fills[i] = *fill;
        return;
    }
    if (s->fill_count < SCRIPT_FILLS)
        s->fills[s->fill_count++] = *fill;
    else
        warn_crowded(s, "more places of texts are filled in a step than there can be, the others stay empty");
}

/* ---- texts as lines ---- */

static void add_fill(const ox_behaviours *s, const script_fill *fill, ox_text *out) {
    uint32_t length;
    const char *words = fill->is_text ? ox_content_text(s->host, (ox_id)fill->value, &length) : NULL;
    if (words != NULL)
        (void)ox_text_put(out, words, length);
    else if (!fill->is_text)
        ox_text_add(out, "%d", (int)fill->value);
}

void ox_behaviours_write(const ox_module_host *host, uint32_t kind, int32_t value, ox_text *out) {
    const ox_behaviours *s = ox_module_state(host, OX_NAME("behaviour"));
    for (uint32_t i = 0; s != NULL && i < s->unit_count; i++) {
        if (s->units[i].machine.module.bytes == NULL) continue;
        ox_script_write(&s->units[i].machine, kind, value, out);
        return;
    }
    ox_text_add(out, kind == ROM_SCRIPT_FIELD_FX ? "%.2q" : "%d", (int)value);
}

/* Places that were filled before the print; other names show the variable of that name. */
typedef struct script_places {
    const ox_behaviours *of;
    uint32_t count;
} script_places;

static bool add_place(void *context, const char *spelled, uint32_t length, ox_text *out) {
    const script_places *places = context;
    const ox_id name = rom_id_of(spelled, length);
    for (uint32_t i = places->count; i-- > 0;) {
        if (places->of->fills[i].name != name) continue;
        add_fill(places->of, &places->of->fills[i], out);
        return true;
    }
    uint32_t kind;
    const int32_t *variable = ox_behaviours_variable(places->of->host, name, &kind);
    if (variable != NULL) ox_behaviours_write(places->of->host, kind, *variable, out);
    return variable != NULL;
}

/* The text of a print: places filled, `\n` as a line end. A key without a text is seen itself. */
static void write_text(const ox_behaviours *s, const script_print *p, ox_text *out) {
    uint32_t length;
    const char *words = ox_content_text(s->host, (ox_id)p->value, &length);
    script_places places = {s, p->fills};
    if (words == NULL)
        ox_content_missing(s->host, (ox_id)p->value, out);
    else
        ox_content_write(words, length, add_place, &places, out);
}

static void draw_print(const ox_behaviours *s, const script_print *p, rs_frame *frame) {
    char buffer[LINE];
    ox_text out = ox_text_begin(buffer, sizeof buffer);
    if (p->is_text)
        write_text(s, p, &out);
    else if (p->words == NULL)
        ox_text_add(&out, "%d", (int)p->value);
    const uint32_t colour = ox_resource_native(s->host->resources, p->colour);
    if (p->words != NULL) {
        (void)rs_frame_text(frame, p->x, p->y, p->words, colour);
        return;
    }
    int y = p->y;
    for (size_t at = 0, end; at <= out.length; at = end + 1, y += LINE_HEIGHT) {
        for (end = at; end < out.length && buffer[end] != '\n';) end++;
        buffer[end] = 0;
        (void)rs_frame_text(frame, p->x, y, buffer + at, colour);
    }
}

/* Words that outlast the call, cut where there is no room for all of them. */
static const char *keep_words(ox_behaviours *s, const char *words) {
    if (s->words_used >= s->words_room) return "";
    ox_text kept = ox_text_begin_plain(s->kept_words + s->words_used, s->words_room - s->words_used);
    (void)ox_text_string(&kept, words);
    s->words_used += (uint32_t)kept.length + 1;
    return kept.at;
}

void script_print_words(ox_behaviours *s, const script_print *print) {
    char line[OX_LOG_LINE];
    if (s->frame != NULL) {
        script_print now = *print;
        now.fills = (uint8_t)s->fill_count;
        draw_print(s, &now, s->frame);
        return;
    }
    if (s->print_count < s->print_room) {
        script_print *kept = &s->prints[s->print_count++];
        *kept = *print;
        kept->fills = (uint8_t)s->fill_count;
        if (print->is_made) kept->words = keep_words(s, print->words);
        return;
    }
    ox_format(line, sizeof line,
              "more than %u lines of print in a step, the others are not drawn; raise `capacity "
              "script-prints`",
              (unsigned)s->print_room);
    warn_crowded(s, line);
}

void script_draw_words(const ox_behaviours *s, rs_frame *frame) {
    for (uint32_t i = 0; i < s->print_count; i++) draw_print(s, &s->prints[i], frame);
}

void script_write_text(const ox_behaviours *s, ox_id key, ox_text *out) {
    const script_print p = {.value = (int32_t)key, .fills = (uint8_t)s->fill_count};
    write_text(s, &p, out);
}

/* ---- the lines of a step in the state ---- */

enum { IS_TEXT = 1, HAS_WORDS = 2, IS_MADE = 4 };

void script_save_prints(const ox_behaviours *s, ox_writer *to) {
    ox_write_u16(to, s->print_count);
    for (uint32_t i = 0; i < s->print_count; i++) {
        const script_print *p = &s->prints[i];
        ox_write_i32(to, p->value);
        ox_write_u32(to, p->colour);
        ox_write_u16(to, (uint16_t)p->x);
        ox_write_u16(to, (uint16_t)p->y);
        ox_write_u8(to, (uint8_t)((p->is_text ? IS_TEXT : 0) | (p->words != NULL ? HAS_WORDS : 0) |
                                  (p->is_made ? IS_MADE : 0)));
        ox_write_u8(to, p->unit);
        ox_write_u8(to, p->fills);
        if (!p->is_made) continue;
        const ox_text_view words = ox_text_of(p->words);
        ox_write_u16(to, (uint16_t)words.length);
        ox_write_bytes(to, words.at, words.length);
    }
    ox_write_u8(to, (uint8_t)s->fill_count);
    for (uint32_t i = 0; i < s->fill_count; i++) {
        ox_write_u32(to, s->fills[i].name);
        ox_write_i32(to, s->fills[i].value);
        ox_write_bool(to, s->fills[i].is_text);
    }
}

/* Words that were put together, cut where there is no room for all of them. */
static const char *read_made_words(ox_behaviours *s, ox_reader *from) {
    char word[2] = {0, 0};
    const uint32_t length = ox_read_u16(from), begin = s->words_used;
    for (uint32_t i = 0; i < length && !from->bad; i++) {
        ox_read_bytes(from, word, 1);
        if (s->words_used + 1 < s->words_room) s->kept_words[s->words_used++] = word[0];
    }
    if (s->words_used >= s->words_room) return "";
    s->kept_words[s->words_used++] = 0;
    return s->kept_words + begin;
}

bool script_restore_prints(ox_behaviours *s, ox_reader *from) {
    const uint32_t count = ox_read_u16(from);
    for (uint32_t i = 0; i < count && !from->bad; i++) {
        script_print p = {.value = ox_read_i32(from)};
        p.colour = ox_read_u32(from) & 0xFFFFFFu;
        p.x = (int16_t)ox_read_u16(from);
        p.y = (int16_t)ox_read_u16(from);
        const uint32_t flags = ox_read_u8(from);
        p.unit = (uint8_t)ox_read_u8(from);
        p.fills = (uint8_t)ox_read_u8(from);
        p.is_text = (flags & IS_TEXT) != 0;
        p.is_made = (flags & IS_MADE) != 0;
        if (p.unit >= s->unit_count && (flags & HAS_WORDS) != 0) return false;
        if (p.is_made)
            p.words = read_made_words(s, from);
        else if ((flags & HAS_WORDS) != 0)
            p.words = ox_script_words(&s->units[p.unit].machine, p.value);
        if (s->print_count < s->print_room && p.fills <= SCRIPT_FILLS) s->prints[s->print_count++] = p;
    }
    const uint32_t fills = ox_read_u8(from);
    if (fills > SCRIPT_FILLS) return false;
    for (uint32_t i = 0; i < fills; i++) {
        s->fills[i].name = ox_read_u32(from);
        s->fills[i].value = ox_read_i32(from);
        s->fills[i].is_text = ox_read_bool(from);
    }
    s->fill_count = fills;
    return !from->bad;
}

/* The words of a name as the scripts' texts packed them, in games that are still being made. */
static const char *packed_name(const ox_behaviours *s, uint32_t id, uint32_t *length) {
    const uint32_t count =
        rom_has(s->chunk, ROM_SCRIPTS_NAMES_AT) ? rom_word(s->chunk + ROM_SCRIPTS_NAME_COUNT) : 0;
    const uint8_t *row = s->chunk + rom_word(s->chunk + ROM_SCRIPTS_NAMES_AT);
    for (uint32_t i = 0; i < count; i++, row += ROM_SCRIPT_NAME_SIZE) {
        if (rom_word(row + ROM_SCRIPT_NAME_ID) != id) continue;
        *length = rom_word(row + ROM_SCRIPT_NAME_NAME + 4);
        return (const char *)s->chunk + rom_word(row + ROM_SCRIPT_NAME_NAME);
    }
    return NULL;
}

const char *script_words_of(void *context, uint32_t kind, uint32_t value, uint32_t *length) {
    const script_unit *unit = context;
    const char *words = ox_content_text(unit->host, value, length);
    return words == NULL && kind == ROM_SCRIPT_FIELD_NAME ? packed_name(unit->of, value, length) : words;
}
