/* Files of saved games as lines, and back. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/save/container.h"
#include "rom/codec.h"
#include "rom/rom.h"
#include "tools/base/scan.h"
#include "tools/data/state_text.h"
#include "tools/inspect/layout.h"

#define MAGIC ROM_TAG('O', 'X', 'S', 'V')

enum { TYPED_HEAD = 6, TAG = 6, FIELDS_MOST = 64 };

/* ---- kinds of fields ---- */

static const struct {
    const char *word;
    uint8_t kind;
    layout_kind as; /* of kinds with up to 32 bits */
} kinds[] = {{"u8", OX_U8, LAYOUT_U8},      {"u16", OX_U16, LAYOUT_U16},     {"u32", OX_U32, LAYOUT_U32},
             {"u64", OX_U64, LAYOUT_BYTES}, {"i8", OX_I8, LAYOUT_I8},        {"i16", OX_I16, LAYOUT_I16},
             {"i32", OX_I32, LAYOUT_I32},   {"i64", OX_I64, LAYOUT_BYTES},   {"fx", OX_FX, LAYOUT_FX},
             {"bool", OX_BOOL, LAYOUT_U8},  {"angle", OX_ANGLE, LAYOUT_U16}, {"id", OX_NAME_ID, LAYOUT_ID},
             {"link", OX_LINK, LAYOUT_ID}};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static int kind_index(uint32_t kind) {
    for (int i = 0; i < KINDS; i++)
        if (kinds[i].kind == kind) return i;
    return -1;
}

/* The size of a typed piece that ox_type_save wrote at `at`, 0 when the bytes are no such piece. Types without
 * fields are not told from other bytes. */
static size_t typed_bytes(const uint8_t *at, size_t left) {
    if (left < TYPED_HEAD + TAG || rom_u32(at) == 0) return 0;
    uint32_t count = rom_u16(at + 4);
    size_t used = TYPED_HEAD;
    if (count == 0 || count > FIELDS_MOST) return 0;
    for (; count > 0; count--) {
        if (left - used < TAG || rom_u32(at + used) == 0 || kind_index(at[used + 4]) < 0 || at[used + 5] == 0)
            return 0;
        size_t size = TAG + (size_t)at[used + 5] * OX_FIELD_SIZE(at[used + 4]);
        if (left - used < size) return 0;
        used += size;
    }
    return used;
}

static uint64_t get64(const uint8_t *at) { return rom_u32(at) | (uint64_t)rom_u32(at + 4) << 32; }

static char *print_values(int kind, const uint8_t *at, uint32_t count) {
    layout_line line = {"", kinds[kind].as, 0, count, 0};
    size_t bytes = (size_t)count * OX_FIELD_SIZE(kinds[kind].kind), room = 32 + (size_t)count * 24;
    char *text = malloc(room);
    if (text == NULL) return NULL;
    size_t used = (size_t)snprintf(text, room, "%s ", kinds[kind].word);
    if (kinds[kind].as != LAYOUT_BYTES) {
        layout_print(&line, at, bytes, text + used, room - used);
        return text;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint64_t value = get64(at + (size_t)i * 8);
        const char *gap = i == 0 ? "" : " ";
        used += kinds[kind].kind == OX_U64
                    ? (size_t)snprintf(text + used, room - used, "%s%llu", gap, (unsigned long long)value)
                    : (size_t)snprintf(text + used, room - used, "%s%lld", gap, (long long)value);
    }
    return text;
}

static bool put_fields(field_lines *l, const char *path, const uint8_t *at) {
    uint32_t count = rom_u16(at + 4);
    char name[STATE_PATH + 40];
    for (at += TYPED_HEAD; count > 0; count--) {
        snprintf(name, sizeof name, "%s.%08x", path, rom_u32(at));
        if (!field_lines_take(l, name, print_values(kind_index(at[4]), at + TAG, at[5]))) return false;
        at += TAG + (size_t)at[5] * OX_FIELD_SIZE(at[4]);
    }
    return true;
}

/* ---- copies ---- */

typedef struct save_copy {
    uint32_t cart, sequence;
    uint16_t major, minor;
    bool packed;
    uint8_t *body; /* malloc'd */
    uint32_t size;
    uint32_t whole; /* bytes in the file */
} save_copy;

/* Builds a copy as the console writes it. */
static bool build_copy(const save_copy *c, writer *out) {
    ox_packer *packer = malloc(sizeof *packer);
    uint8_t *packed = malloc((size_t)c->size + 1);
    const uint8_t *stored = c->body;
    uint32_t size = c->size;
    bool ok = packer != NULL && packed != NULL;
    if (ok && c->packed) {
        ox_packer_begin(packer, c->body, c->size, packed, c->size);
        while (!ox_packer_step(packer, UINT32_MAX)) continue;
        ok = !packer->full && packer->used < c->size;
        stored = packed;
        size = packer->used;
    }
    size_t at = out->size;
    if (ok) {
        writer_u32(out, MAGIC);
        writer_u32(out, c->cart);
        writer_u16(out, c->major);
        writer_u16(out, c->minor);
        writer_u32(out, c->sequence);
        writer_u32(out, size);
        writer_u32(out, c->size);
        writer_u32(out, rom_crc32(0, stored, size));
        if (!out->failed) writer_u32(out, rom_crc32(0, out->data + at, OX_SAVES_HEAD - 4));
        writer_bytes(out, stored, size);
    }
    free(packer);
    free(packed);
    return ok && !out->failed;
}

static uint32_t record_crc(const uint8_t *record, uint32_t length) {
    return rom_crc32(rom_crc32(0, record, 12), record + OX_SAVES_RECORD, length);
}

static bool records_are_whole(const uint8_t *at, uint32_t size) {
    while (size > 0) {
        if (size < OX_SAVES_RECORD || rom_u32(at + 8) > size - OX_SAVES_RECORD || rom_u16(at + 6) != 0)
            return false;
        uint32_t length = rom_u32(at + 8);
        if (record_crc(at, length) != rom_u32(at + 12)) return false;
        at += OX_SAVES_RECORD + length;
        size -= OX_SAVES_RECORD + length;
    }
    return true;
}

static bool head_is_good(const uint8_t *at, size_t left) {
    return left >= OX_SAVES_HEAD && rom_u32(at) == MAGIC &&
           rom_u32(at + OX_SAVES_HEAD - 4) == rom_crc32(0, at, OX_SAVES_HEAD - 4);
}

/* Opens a copy; only a copy whose bytes build_copy gives again is taken. *failed: no memory. */
static bool open_copy(const uint8_t *at, size_t left, save_copy *c, bool *failed) {
    memset(c, 0, sizeof *c);
    if (!head_is_good(at, left)) return false;
    uint32_t stored = rom_u32(at + 16), size = rom_u32(at + 20);
    if (stored > left - OX_SAVES_HEAD || stored > size || size > OX_PACK_MAX ||
        rom_crc32(0, at + OX_SAVES_HEAD, stored) != rom_u32(at + 24))
        return false;
    *c = (save_copy){rom_u32(at + 4),
                     rom_u32(at + 12),
                     rom_u16(at + 8),
                     rom_u16(at + 10),
                     stored != size,
                     malloc((size_t)size + 1),
                     size,
                     OX_SAVES_HEAD + stored};
    writer again = {0};
    bool good = c->body != NULL;
    *failed = *failed || !good;
    if (good && c->packed)
        good = rom_decode(ROM_CODEC_LZ, at + OX_SAVES_HEAD, stored, c->body, size, NULL) == ROM_OK;
    if (good && !c->packed) memcpy(c->body, at + OX_SAVES_HEAD, size);
    good = good && records_are_whole(c->body, size) && build_copy(c, &again) && again.size == c->whole &&
           memcmp(again.data, at, again.size) == 0;
    writer_free(&again);
    if (!good) free(c->body);
    return good;
}

/* ---- to lines ---- */

enum { NAMES = 256 };

/* How often each name was met; names beyond the first NAMES are counted together. */
typedef struct tally {
    uint32_t ids[NAMES], counts[NAMES], used;
} tally;

static uint32_t number_of(tally *t, uint32_t id) {
    uint32_t i = 0;
    while (i < t->used && t->ids[i] != id) i++;
    if (i == NAMES) i--;
    if (i == t->used) t->ids[t->used++] = id;
    return t->counts[i]++;
}

/* Writes bytes as rows, with the typed pieces among them as lines of fields. */
static bool put_mixed(field_lines *l, const char *path, const uint8_t *data, size_t size) {
    tally *types = calloc(1, sizeof *types);
    char name[STATE_PATH + 24], bytes[STATE_PATH + 24];
    size_t from = 0;
    bool ok = types != NULL;
    snprintf(bytes, sizeof bytes, "%s.bytes", path);
    for (size_t at = 0; ok && at <= size;) {
        size_t used = at < size ? typed_bytes(data + at, size - at) : 0;
        if (used == 0 && at < size) {
            at++;
            continue;
        }
        ok = state_rows(l, bytes, data, from, at);
        if (used == 0) break;
        snprintf(name, sizeof name, "%s/%08x[%u]", path, rom_u32(data + at),
                 number_of(types, rom_u32(data + at)));
        ok = ok && field_lines_add(l, name, "%u", rom_u16(data + at + 4)) && put_fields(l, name, data + at);
        at += used;
        from = at;
    }
    free(types);
    return ok;
}

static bool put_record(field_lines *l, const char *path, const uint8_t *record, uint32_t length) {
    char name[STATE_PATH + 24];
    const uint8_t *bytes = record + OX_SAVES_RECORD;
    snprintf(name, sizeof name, "%s.version", path);
    if (!field_lines_add(l, name, "%u", rom_u16(record + 4))) return false;
    if (length == 0 || typed_bytes(bytes, length) != length || rom_u32(bytes) != rom_u32(record))
        return put_mixed(l, path, bytes, length);
    snprintf(name, sizeof name, "%s.fields", path);
    return field_lines_add(l, name, "%u", rom_u16(bytes + 4)) && put_fields(l, path, bytes);
}

static bool put_copy(field_lines *l, const save_copy *c, size_t offset) {
    tally *names = calloc(1, sizeof *names);
    char path[STATE_PATH], head[32];
    snprintf(head, sizeof head, "copy@%zu", offset);
    const struct {
        const char *word;
        uint32_t value;
    } numbers[] = {
        {"major", c->major}, {"minor", c->minor}, {"sequence", c->sequence}, {"packed", c->packed}};
    snprintf(path, sizeof path, "%s.cart", head);
    bool ok = names != NULL && field_lines_add(l, path, "%08x", c->cart);
    for (size_t i = 0; ok && i < sizeof numbers / sizeof numbers[0]; i++) {
        snprintf(path, sizeof path, "%s.%s", head, numbers[i].word);
        ok = field_lines_add(l, path, "%u", numbers[i].value);
    }
    for (uint32_t at = 0; ok && at < c->size;) {
        const uint8_t *record = c->body + at;
        uint32_t same = number_of(names, rom_u32(record));
        snprintf(path, sizeof path, "%s/%08x", head, rom_u32(record));
        if (same > 0) snprintf(path + strlen(path), sizeof path - strlen(path), "~%u", same + 1);
        ok = put_record(l, path, record, rom_u32(record + 8));
        at += OX_SAVES_RECORD + rom_u32(record + 8);
    }
    free(names);
    return ok;
}

/* Writes runs of bytes other than `fill`. */
static bool put_raw(field_lines *l, const uint8_t *data, size_t from, size_t to, uint8_t fill) {
    while (from < to) {
        size_t end = from;
        while (from < to && data[from] == fill) from++;
        for (end = from; end < to && (data[end] != fill || (end + 1 < to && data[end + 1] != fill));) end++;
        if (!state_rows(l, "raw", data, from, end)) return false;
        from = end;
    }
    return true;
}

bool save_lines(const uint8_t *data, size_t size, field_lines *lines) {
    size_t erased = 0, zero = 0, from = 0;
    bool failed = false;
    for (size_t i = 0; i < size; i++) erased += data[i] == 0xFF, zero += data[i] == 0;
    uint8_t fill = erased > zero ? 0xFF : 0;
    bool ok = field_lines_add(lines, "save.fill", "%u", fill);
    for (size_t at = 0; ok && at < size;) {
        save_copy copy;
        if (!open_copy(data + at, size - at, &copy, &failed)) {
            at += 4;
            continue;
        }
        ok = put_raw(lines, data, from, at, fill) && put_copy(lines, &copy, at);
        free(copy.body);
        from = at + copy.whole;
        at = (from + 3) & ~(size_t)3;
    }
    return ok && !failed && put_raw(lines, data, from, size, fill);
}

/* ---- from lines ---- */

typedef struct saver {
    field_reader *text;
    writer *out; /* the file, whole from the start */
    writer body; /* of the copy that is open: its records */
    save_copy copy;
    size_t place;          /* where the copy begins */
    bool open;             /* a copy is open */
    size_t record;         /* in the body; SIZE_MAX: no record is open */
    uint32_t wanted;       /* fields that are still to come */
    char path[STATE_PATH]; /* of the record's or the typed piece's lines, without the last word */
} saver;

static bool scan_number(const char *text, uint32_t most, uint32_t *value) {
    return scan_text(text, "%u", value) && *value <= most;
}

static bool end_record(saver *s) {
    if (s->wanted > 0)
        return field_reader_wrong(
            s->text, "another field of the record before is wanted; mend the number of its fields");
    if (s->record == SIZE_MAX || s->body.failed) return true;
    uint32_t length = (uint32_t)(s->body.size - s->record - OX_SAVES_RECORD);
    writer_put_u32(&s->body, s->record + 8, length);
    writer_put_u32(&s->body, s->record + 12, record_crc(s->body.data + s->record, length));
    s->record = SIZE_MAX;
    return true;
}

static bool end_copy(saver *s) {
    writer made = {0};
    if (!end_record(s)) return false;
    if (!s->open) return true;
    s->open = false;
    s->copy.body = s->body.data;
    s->copy.size = (uint32_t)s->body.size;
    bool ok = !s->body.failed && s->body.size <= OX_PACK_MAX;
    if (!ok) {
        field_reader_wrong(s->text, "a saved game has at most 65534 bytes");
    } else if (!build_copy(&s->copy, &made)) {
        ok =
            field_reader_wrong(s->text, "the game above does not become smaller by packing; write packed: 0");
    } else if (made.size > s->out->size - s->place) {
        ok = field_reader_wrong(s->text, "the game above does not fit into the file; raise bytes=");
    } else {
        memcpy(s->out->data + s->place, made.data, made.size);
    }
    writer_free(&made);
    s->body.size = 0;
    return ok;
}

/* Reads copy@PLACE.word: cart comes first and begins a copy. */
static bool read_copy_field(saver *s, size_t place, const char *word) {
    uint32_t value = 0;
    if (strcmp(word, "cart") == 0) {
        uint32_t cart = 0;
        const bool good = strlen(s->text->text) == 8 && scan_text(s->text->text, "%x", &cart);
        if (!end_copy(s)) return false;
        if (place >= s->out->size)
            return field_reader_wrong(s->text, "the place of the copy lies outside of the file");
        s->copy = (save_copy){.cart = cart};
        s->place = place;
        s->open = true;
        return good || field_reader_wrong(s->text, "an id of 8 hexadecimal digits is wanted");
    }
    bool half = strcmp(word, "major") == 0 || strcmp(word, "minor") == 0;
    if (!s->open || place != s->place || !scan_number(s->text->text, half ? 65535 : UINT32_MAX, &value))
        return field_reader_wrong(
            s->text, "cart, major, minor, sequence or packed of a copy is wanted, each a number, cart first");
    if (strcmp(word, "major") == 0) return s->copy.major = (uint16_t)value, true;
    if (strcmp(word, "minor") == 0) return s->copy.minor = (uint16_t)value, true;
    if (strcmp(word, "sequence") == 0) return s->copy.sequence = value, true;
    if (strcmp(word, "packed") == 0) return s->copy.packed = value != 0, true;
    return field_reader_wrong(s->text, "cart, major, minor, sequence or packed is wanted");
}

static bool begin_typed(saver *s, uint32_t type, const char *path) {
    uint32_t count;
    if (s->wanted > 0 || !scan_number(s->text->text, 65535, &count))
        return field_reader_wrong(s->text,
                                  "the number of fields is wanted, behind all fields of the record before");
    writer_u32(&s->body, type);
    writer_u16(&s->body, count);
    s->wanted = count;
    snprintf(s->path, sizeof s->path, "%s", path);
    return true;
}

/* Reads `KIND values` of a field. */
static bool read_field(saver *s, uint32_t name) {
    static const char form[] = "a field of the record is wanted: its kind (u8 ... i64, fx, bool, angle, id, "
                               "link) and up to 255 values";
    const char *text = s->text->text;
    size_t length = strcspn(text, " ");
    int kind = 0;
    uint32_t count = 0;
    uint8_t values[255 * 8];
    while (kind < KINDS &&
           (strlen(kinds[kind].word) != length || strncmp(kinds[kind].word, text, length) != 0))
        kind++;
    if (kind == KINDS || text[length] == 0 || s->wanted == 0) return field_reader_wrong(s->text, form);
    text += length + 1;
    for (const char *at = text; at != NULL && count < 256; count++) {
        at = strchr(at, ' ');
        if (at != NULL) at++;
    }
    if (count > 255) return field_reader_wrong(s->text, form);
    uint32_t bytes = OX_FIELD_SIZE(kinds[kind].kind);
    layout_line line = {"", kinds[kind].as, 0, count, 0};
    bool good = bytes == 8 || layout_parse(&line, text, values, sizeof values);
    for (uint32_t i = 0; good && bytes == 8 && i < count; i++) {
        char *end;
        errno = 0;
        uint64_t value =
            kinds[kind].kind == OX_U64 ? strtoull(text, &end, 10) : (uint64_t)strtoll(text, &end, 10);
        good = end != text && errno == 0 && (text[0] != '-' || kinds[kind].kind != OX_U64) &&
               *end == (i + 1 < count ? ' ' : 0);
        for (int b = 0; b < 8; b++) values[i * 8 + (uint32_t)b] = (uint8_t)(value >> 8 * b);
        text = end + 1;
    }
    if (!good) return field_reader_wrong(s->text, form);
    s->wanted--;
    writer_u32(&s->body, name);
    writer_u8(&s->body, kinds[kind].kind);
    writer_u8(&s->body, count);
    writer_bytes(&s->body, values, (size_t)count * bytes);
    return true;
}

static bool begin_record(saver *s, uint32_t name) {
    uint32_t version;
    if (!end_record(s)) return false;
    if (!s->open || !scan_number(s->text->text, 65535, &version))
        return field_reader_wrong(s->text,
                                  "the version of a record in a copy is wanted, a number up to 65535");
    s->record = s->body.size;
    s->path[0] = 0;
    writer_u32(&s->body, name);
    writer_u16(&s->body, version);
    writer_zeros(&s->body, OX_SAVES_RECORD - 6);
    return true;
}

/* Reads a line copy@PLACE/RECORD: version, fields, a field, bytes@N, or /TYPE[n] and its fields. */
static bool read_record_line(saver *s, const char *path, size_t place) {
    uint32_t record, type, field, index, offset;
    const char *at = strchr(path, '/');
    if (!scan_front(&at, "/%x", &record))
        return field_reader_wrong(s->text, "the id of a record is wanted behind the slash");
    if (*at == '~') at += 1 + strspn(at + 1, "0123456789");
    char own[STATE_PATH];
    snprintf(own, sizeof own, "%.*s", (int)(at - path), path);
    if (strcmp(at, ".version") == 0) return begin_record(s, record);
    if (s->record == SIZE_MAX || place != s->place)
        return field_reader_wrong(s->text, "the version of a record comes first");
    if (strcmp(at, ".fields") == 0) return begin_typed(s, record, own);
    if (scan_text(at, ".bytes@%u", &offset)) {
        if (s->wanted > 0 || offset != s->body.size - s->record - OX_SAVES_RECORD)
            return field_reader_wrong(
                s->text, "bytes come behind what stands before them, at their offset in the record");
        return state_read_row(s->text, &s->body);
    }
    if (scan_text(at, "/%x[%u]", &type, &index)) return begin_typed(s, type, path);
    const char *dot = strrchr(path, '.');
    size_t head = dot == NULL ? 0 : (size_t)(dot - path);
    if (dot == NULL || !scan_text(dot, ".%x", &field) || strlen(s->path) != head ||
        strncmp(s->path, path, head) != 0)
        return field_reader_wrong(s->text, "a field of the record under way is wanted");
    return read_field(s, field);
}

static bool read_line(saver *s) {
    const char *path = s->text->path, *word = path;
    uint32_t place;
    if (scan_text(path, "raw@%u", &place)) {
        size_t count = 0;
        if (!end_copy(s)) return false;
        return (place <= s->out->size &&
                field_read_bytes(s->text->text, s->out->data + place, s->out->size - place, &count)) ||
               field_reader_wrong(s->text, "bytes in hexadecimal that lie inside of the file are wanted");
    }
    if (scan_front(&word, "copy@%u.", &place)) return read_copy_field(s, place, word);
    if (scan_front(&word, "copy@%u/", &place)) return read_record_line(s, path, place);
    return field_reader_wrong(s->text, "copy@PLACE or raw@PLACE is wanted");
}

bool save_assemble(field_reader *text, size_t bytes, writer *out) {
    saver s = {.text = text, .out = out, .record = SIZE_MAX};
    uint32_t fill;
    bool wrong;
    if (!field_reader_next(text, &wrong) || strcmp(text->path, "save.fill") != 0 ||
        !scan_number(text->text, 255, &fill))
        return field_reader_wrong(text, "`  save.fill: N` is wanted behind the first line");
    writer_zeros(out, bytes);
    if (out->failed) return field_reader_wrong(text, "there is not enough memory for the file");
    if (bytes > 0) memset(out->data, (int)fill, bytes);
    bool ok = true;
    while (ok && field_reader_next(text, &wrong)) ok = read_line(&s);
    ok = ok && !wrong && end_copy(&s);
    writer_free(&s.body);
    return ok;
}
