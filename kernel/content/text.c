/* Texts by key, and columns of rows as scripts read them. */
#include "rom/text.h"
#include "kernel/content/internal.h"
#include "kernel/debug/format.h"
#include "rom/data.h"

/* The mask of a column, by which the key of a text is made from the key of its row. Another xor with the mask gives
 * the row's key back. */
static uint32_t column_mask(ox_id table, ox_id column) {
    return (table * 0x9E3779B1u) ^ (column << 16 | column >> 16);
}

/* ---- texts ---- */

const char *ox_content_text(const ox_module_host *host, ox_id key, uint32_t *length) {
    const ox_content *s = ox_content_of(host);
    *length = 0;
    for (uint32_t i = 0; s != NULL && i < s->count; i++) {
        const content_entry *e = &s->entries[i];
        const char *words =
            e->tag == ROM_TAG_TEXT && e->held.data != NULL ? rom_text_find(e->held.data, key, length) : NULL;
        if (words != NULL) return words;
    }
    for (uint32_t i = 0; s != NULL && i < s->count; i++) {
        const content_entry *e = &s->entries[i];
        const uint8_t *chunk = e->tag == ROM_TAG_DATA ? e->held.data : NULL;
        for (uint32_t k = 0; chunk != NULL && k < rom_data_columns(chunk); k++) {
            const uint32_t name = rom_word(rom_data_column_at(chunk, k) + ROM_FIELD_NAME);
            const uint8_t *row = rom_data_kind(chunk, k) == ROM_FIELD_TEXT
                                     ? rom_data_find(chunk, key ^ column_mask(e->id, name))
                                     : NULL;
            if (row != NULL) return rom_data_text(chunk, row, k, length);
        }
    }
    return NULL;
}

void ox_content_missing(const ox_module_host *host, ox_id key, ox_text *out) {
    ox_content *s = ox_content_of(host);
    uint32_t length;
    const char *name = rom_name(host->image, key, &length);
    (void)ox_text_put(out, "@", 1);
    if (name != NULL)
        (void)ox_text_put(out, name, length);
    else
        ox_text_add(out, "%08x", (unsigned)key);
    if (s == NULL || s->missing == key) return;
    s->missing = key;
    ox_log_write(host->log, PLAT_LOG_WARNING, "no table has the text #%08x", (unsigned)key);
}

/* Writes the place that begins at a `{`, if it can be filled. Returns its length in bytes, 0 when the place stays. */
static uint32_t write_place(const char *words, uint32_t length, ox_content_place *place, void *context,
                            ox_text *out) {
    uint32_t end = 1;
    while (end < length && words[end] != '}') end++;
    return end < length && place(context, words + 1, end - 1, out) ? end + 1 : 0;
}

void ox_content_write(const char *words, uint32_t length, ox_content_place *place, void *context,
                      ox_text *out) {
    for (uint32_t at = 0, plain; at < length;) {
        for (plain = at; plain < length && words[plain] != '{' && words[plain] != '\\';) plain++;
        if (plain > at) (void)ox_text_put(out, words + at, plain - at);
        at = plain;
        if (at == length) return;
        const char next = (char)(at + 1 < length ? words[at + 1] : 0);
        const bool ends = words[at] == '\\' && next == 'n', brace = words[at] == '{' && next == '{';
        const uint32_t filled =
            words[at] == '{' && !brace ? write_place(words + at, length - at, place, context, out) : 0;
        if (filled == 0) (void)ox_text_put(out, ends ? "\n" : words + at, 1);
        at += filled != 0 ? filled : ends || brace ? 2 : 1;
    }
}

/* ---- columns ---- */

/* The kinds in which scripts see columns, by the kinds of columns. */
static const uint8_t script_kinds[] = {
    [ROM_FIELD_I32] = ROM_SCRIPT_FIELD_INT,    [ROM_FIELD_FX] = ROM_SCRIPT_FIELD_FX,
    [ROM_FIELD_ID] = ROM_SCRIPT_FIELD_NAME,    [ROM_FIELD_TEXT] = ROM_SCRIPT_FIELD_TEXT,
    [ROM_FIELD_COLOUR] = ROM_SCRIPT_FIELD_INT, [ROM_FIELD_SWITCH] = ROM_SCRIPT_FIELD_BOOL,
    [ROM_FIELD_ANGLE] = ROM_SCRIPT_FIELD_ANGLE};

enum { COLUMN_BITS = 8, COLUMNS_MOST = 1 << COLUMN_BITS, ENTRIES_MOST = 1 << 16 };

FX_STATIC_ASSERT((int64_t)ENTRIES_MOST *COLUMNS_MOST <= 1 << 24, "bindings of columns are below 2^24");

bool ox_content_bind(const ox_module_host *host, ox_id table, ox_id column, uint32_t kind, uint32_t *number) {
    const ox_content *s = ox_content_of(host);
    for (uint32_t i = 0; s != NULL && i < s->count && i < ENTRIES_MOST; i++) {
        const content_entry *e = &s->entries[i];
        if (e->id != table || e->tag != ROM_TAG_DATA || e->held.data == NULL) continue;
        const int at = rom_data_column(e->held.data, column);
        if (at < 0 || at >= COLUMNS_MOST || script_kinds[rom_data_kind(e->held.data, (uint32_t)at)] != kind)
            return false;
        *number = i << COLUMN_BITS | (uint32_t)at;
        return true;
    }
    return false;
}

bool ox_content_value(const ox_module_host *host, uint32_t number, ox_id row, int32_t *value) {
    const ox_content *s = ox_content_of(host);
    const content_entry *e =
        s == NULL || number >> COLUMN_BITS >= s->count ? NULL : &s->entries[number >> COLUMN_BITS];
    const uint32_t column = number & (COLUMNS_MOST - 1u);
    const uint8_t *at = e == NULL || e->held.data == NULL ? NULL : rom_data_find(e->held.data, row);
    if (at == NULL) return false;
    if (rom_data_kind(e->held.data, column) == ROM_FIELD_TEXT)
        *value = (int32_t)(row ^ column_mask(e->id, rom_word(rom_data_column_at(e->held.data, column) +
                                                             ROM_FIELD_NAME)));
    else
        *value = rom_data_value(e->held.data, at, column);
    return true;
}
