/* Recordings as lines, and back. */
#include <stdlib.h>
#include <string.h>

#include "kernel/replay/record.h"
#include "rom/rom.h"
#include "tools/base/scan.h"
#include "tools/data/state_text.h"
#include "tools/inspect/layout.h"

static const struct {
    const char *word;
    uint32_t at;
    layout_kind kind;
} head_fields[] = {{"cart", 8, LAYOUT_ID},     {"rom", 12, LAYOUT_ID},    {"format", 16, LAYOUT_ID},
                   {"seed", 20, LAYOUT_U32},   {"start", 24, LAYOUT_ID},  {"first_tick", 28, LAYOUT_U32},
                   {"length", 32, LAYOUT_U32}, {"rate", 36, LAYOUT_U32},  {"start_kind", 40, LAYOUT_U8},
                   {"players", 41, LAYOUT_U8}, {"detail", 42, LAYOUT_U8}, {"interval", 44, LAYOUT_U16}};
enum { HEAD_FIELDS = sizeof head_fields / sizeof head_fields[0], DETAIL = 42, SNAPSHOT = 48, BUTTONS = 16 };

static const char *const button_words[BUTTONS] = {"up",    "down",  "left",  "right",  "a",     "b",
                                                  "x",     "y",     "l",     "r",      "start", "select",
                                                  "bit12", "bit13", "bit14", "pointer"};
static const char *const axis_words[OX_REPLAY_AXIS_COUNT] = {
    "stick_x", "stick_y", "pointer_x", "pointer_y", "dx", "dy", "drag_x", "drag_y", "wheel"};

/* ---- to lines ---- */

typedef struct teller {
    const uint8_t *data;
    size_t size, at, since; /* since: begin of the bytes that the next sum is of */
    uint32_t tick, detail;
    uint32_t commands; /* in this tick */
    uint32_t axes_player,
        axes_tick; /* of the record of axes read last; player UINT32_MAX: a record of another kind came since */
    uint32_t axes_mask;
    field_lines *lines;
} teller;

static bool sum_is_good(teller *t, size_t at) {
    if (t->size - at < 4 ||
        rom_u32(t->data + at) != ox_fnv_bytes(OX_FNV_START, t->data + t->since, at - t->since))
        return false;
    t->since = at + 4;
    return true;
}

static bool tell_buttons(teller *t, uint32_t player, uint32_t buttons) {
    char path[STATE_PATH], text[160] = "";
    for (int i = 0; i < BUTTONS; i++) {
        if ((buttons >> i & 1u) == 0) continue;
        if (text[0] != 0) strcat(text, "+");
        strcat(text, button_words[i]);
    }
    snprintf(path, sizeof path, "tick[%u].player[%u].buttons", t->tick, player);
    return field_lines_add(t->lines, path, "%s", text[0] == 0 ? "none" : text);
}

/* Whether two records of axes stay apart in text: records that read as one would not come back as they were. */
static bool axes_are_apart(const teller *t, uint32_t player, uint32_t mask) {
    return t->axes_player != player || t->axes_tick != t->tick || (mask & (0u - mask)) <= t->axes_mask;
}

static bool tell_axes(teller *t, uint32_t player, uint32_t mask, const uint8_t *values) {
    char path[STATE_PATH];
    for (uint32_t i = 0; i < OX_REPLAY_AXIS_COUNT; i++) {
        if ((mask >> i & 1u) == 0) continue;
        snprintf(path, sizeof path, "tick[%u].player[%u].%s", t->tick, player, axis_words[i]);
        if (!field_lines_add(t->lines, path, "%d", (int)rom_i16(values))) return false;
        values += 2;
    }
    t->axes_player = player, t->axes_tick = t->tick, t->axes_mask = mask;
    return true;
}

/* How many bytes the senses of a record are, mask and half words; 0 where they are none. */
static size_t senses_bytes(const uint8_t *bytes, size_t left) {
    const uint32_t mask = left < 4 ? 0 : rom_u32(bytes);
    size_t size = 4;
    for (uint32_t i = 0; i < 32; i++) size += 2u * (mask >> i & 1u);
    return mask == 0 || (uint64_t)mask >> PLAT_SENSES != 0 || size > left ? 0 : size;
}

/* Where a check's items end; 0 when they do not lie in the file. */
static size_t items_end(const teller *t, size_t at) {
    if (t->size - at < 2) return 0;
    uint32_t count = rom_u16(t->data + at);
    for (at += 2; count > 0; count--) {
        size_t least = t->detail == OX_CHECK_OBJECTS ? 6 : 10;
        if (t->size - at < least) return 0;
        if (t->detail == OX_CHECK_FIELDS) least += rom_u16(t->data + at + 8);
        if (t->size - at < least) return 0;
        at += least;
    }
    return at;
}

static bool tell_items(teller *t, size_t at) {
    uint32_t count = rom_u16(t->data + at);
    at += 2;
    for (uint32_t i = 0; i < count; i++) {
        char path[STATE_PATH];
        const uint8_t *item = t->data + at;
        snprintf(path, sizeof path, "tick[%u].check.item[%u]", t->tick, i);
        if (t->detail == OX_CHECK_OBJECTS) {
            if (!field_lines_add(t->lines, path, "%08x %04x", rom_u32(item), rom_u16(item + 4))) return false;
            at += 6;
            continue;
        }
        size_t bytes = rom_u16(item + 8), room = 24 + 2 * bytes;
        char *text = malloc(room);
        size_t used =
            text == NULL ? 0 : (size_t)snprintf(text, room, "%08x %08x ", rom_u32(item), rom_u32(item + 4));
        layout_line values = {"", LAYOUT_BYTES, 10, (uint32_t)bytes, 0};
        if (text != NULL) layout_print(&values, item, bytes + 10, text + used, room - used);
        if (!field_lines_take(t->lines, path, text)) return false;
        at += 10 + bytes;
    }
    return true;
}

/* Writes one record as lines. False without memory, and at a record that is not whole, which is written as bytes
 * then. */
static bool tell_record(teller *t, bool *ends) {
    const uint8_t *data = t->data;
    char path[STATE_PATH];
    size_t at = t->at, left = t->size - at;
    if (left < 2) return false;
    uint32_t kind = (uint32_t)rom_u16(data + at) >> 12, passed = rom_u16(data + at) & 0xFFFu;
    if (passed > UINT32_MAX - t->tick) return false;
    if (passed > 0) t->commands = 0;
    uint32_t before = t->tick;
    t->tick += passed;
    at += 2;
    left -= 2;
    *ends = kind == OX_REPLAY_END;
    snprintf(path, sizeof path, "tick[%u]%s", t->tick,
             kind == OX_REPLAY_WAIT ? ".wait"
             : *ends                ? ".end"
                                    : ".check");
    if (kind < OX_REPLAY_AXES && left >= 2) {
        t->at = at + 2;
        t->axes_player = UINT32_MAX;
        return tell_buttons(t, kind, rom_u16(data + at));
    }
    if (kind >= OX_REPLAY_AXES && kind < OX_REPLAY_COMMANDS && left >= 2) {
        uint32_t mask = rom_u16(data + at), count = 0, player = kind - OX_REPLAY_AXES;
        for (uint32_t i = 0; i < OX_REPLAY_AXIS_COUNT; i++) count += mask >> i & 1u;
        if (mask != 0 && mask < 1u << OX_REPLAY_AXIS_COUNT && left >= 2 + 2 * (size_t)count &&
            axes_are_apart(t, player, mask)) {
            t->at = at + 2 + 2 * (size_t)count;
            return tell_axes(t, player, mask, data + at + 2);
        }
    }
    t->axes_player = UINT32_MAX;
    const size_t senses =
        kind >= OX_REPLAY_SENSES && kind < OX_REPLAY_END ? senses_bytes(data + at, left) : 0;
    if (senses != 0) {
        snprintf(path, sizeof path, "tick[%u].player[%u].senses", t->tick, kind - OX_REPLAY_SENSES);
        t->at = at + senses;
        return field_lines_bytes(t->lines, path, data + at, senses);
    }
    if (kind == OX_REPLAY_COMMANDS && left >= 2 && left - 2 >= rom_u16(data + at)) {
        snprintf(path, sizeof path, "tick[%u].commands[%u]", t->tick, t->commands++);
        t->at = at + 2 + rom_u16(data + at);
        return field_lines_bytes(t->lines, path, data + at + 2, rom_u16(data + at));
    }
    if (kind == OX_REPLAY_CHECK && left >= 4) {
        size_t end = t->detail == OX_CHECK_HASH ? at + 4 : items_end(t, at + 4);
        if (end != 0 && sum_is_good(t, end)) {
            t->at = end + 4;
            return field_lines_add(t->lines, path, "%08x", rom_u32(data + at)) &&
                   (t->detail == OX_CHECK_HASH || tell_items(t, at + 4));
        }
    }
    if (kind == OX_REPLAY_WAIT || (*ends && sum_is_good(t, at))) {
        t->at = *ends ? at + 4 : at;
        return field_lines_add(t->lines, path, "%u", *ends ? 1u : passed);
    }
    t->tick = before;
    return false;
}

bool recording_lines(const char *name, const uint8_t *data, size_t size, field_lines *lines,
                     tool_error *error) {
    teller t = {
        .data = data, .size = size, .at = OX_RECORDING_HEAD, .axes_player = UINT32_MAX, .lines = lines};
    bool ends = false;
    if (size < OX_RECORDING_HEAD + 4 || rom_u16(data + 4) != OX_RECORDING_VERSION ||
        rom_u16(data + 6) != OX_RECORDING_HEAD)
        return import_error_offset(error, name, 0, "no recording of version %u; record it again",
                                   OX_RECORDING_VERSION);
    uint32_t snapshot = rom_u32(data + SNAPSHOT);
    if (snapshot > size - OX_RECORDING_HEAD - 4 || !sum_is_good(&t, OX_RECORDING_HEAD + (size_t)snapshot) ||
        data[43] != 0 || rom_u16(data + 46) != 0 || rom_u32(data + 52) != 0)
        return import_error_offset(error, name, 0, "the head of the recording is damaged; record it again");
    for (int i = 0; i < HEAD_FIELDS; i++) {
        char path[STATE_PATH], text[40];
        layout_line line = {"", head_fields[i].kind, head_fields[i].at, 1, 0};
        layout_print(&line, data, size, text, sizeof text);
        snprintf(path, sizeof path, "head.%s", head_fields[i].word);
        field_lines_add(lines, path, "%s", text);
    }
    t.at += (size_t)snapshot + 4;
    t.detail = data[DETAIL];
    state_rows(lines, "snapshot", data + OX_RECORDING_HEAD, 0, snapshot);
    while (!ends && t.detail < OX_CHECK_DETAILS && tell_record(&t, &ends)) continue;
    state_rows(lines, "rest", data, t.at, size);
    return !lines->failed || import_error_memory(error, name);
}

/* ---- from lines ---- */

typedef struct recorder {
    field_reader *text;
    writer *out;
    size_t since;
    uint32_t tick, detail;
    uint32_t player, mask, values; /* the open record of axes: mask 0: none; values: how many it has */
    size_t axes;                   /* where the mask of the open record lies */
    size_t check, items;           /* where the count of the open check's items lies, 0: no check is open */
    bool rest;
} recorder;

static void put_sum(recorder *r) {
    if (r->out->failed) return;
    writer_u32(r->out, ox_fnv_bytes(OX_FNV_START, r->out->data + r->since, r->out->size - r->since));
    r->since = r->out->size;
}

/* Closes a record of axes or a check, whose end only the next line shows. */
static void close_open(recorder *r) {
    r->mask = 0;
    if (r->check != 0) {
        if (r->detail != OX_CHECK_HASH) writer_put_u16(r->out, r->check, (uint32_t)r->items);
        put_sum(r);
    }
    r->check = 0;
}

static bool put_head(recorder *r, uint32_t kind, uint32_t tick) {
    close_open(r);
    if (tick < r->tick || tick - r->tick > OX_REPLAY_WAIT_MOST)
        return field_reader_wrong(
            r->text, "ticks do not fall, and at most 4095 pass; put a line `tick[N].wait: 4095` between");
    writer_u16(r->out, kind << 12 | (tick - r->tick));
    r->tick = tick;
    return true;
}

static bool read_buttons(recorder *r, uint32_t player, uint32_t tick) {
    const char *at = r->text->text;
    uint32_t buttons = 0;
    if (!put_head(r, OX_REPLAY_BUTTONS + player, tick)) return false;
    while (strcmp(at, "none") != 0) {
        size_t length = strcspn(at, "+");
        int i = 0;
        while (i < BUTTONS &&
               (strlen(button_words[i]) != length || strncmp(button_words[i], at, length) != 0))
            i++;
        if (i == BUTTONS)
            return field_reader_wrong(
                r->text,
                "buttons joined by + are wanted, or none: up down left right a b x y l r start select");
        buttons |= 1u << i;
        at += length;
        if (*at == 0) break;
        at++;
    }
    writer_u16(r->out, buttons);
    return true;
}

static bool read_axis(recorder *r, uint32_t player, uint32_t tick, const char *word) {
    uint32_t axis = 0;
    uint8_t value[2];
    const layout_line line = {"", LAYOUT_I16, 0, 1, 0};
    while (axis < OX_REPLAY_AXIS_COUNT && strcmp(axis_words[axis], word) != 0) axis++;
    if (axis == OX_REPLAY_AXIS_COUNT || !layout_parse(&line, r->text->text, value, sizeof value))
        return field_reader_wrong(r->text,
                                  "buttons, senses, stick_x, stick_y, pointer_x, pointer_y, dx, dy, drag_x, "
                                  "drag_y or wheel is wanted, a number of 16 bits");
    uint32_t bit = 1u << axis;
    if (r->mask == 0 || r->player != player || r->tick != tick || bit <= r->mask) {
        if (!put_head(r, OX_REPLAY_AXES + player, tick)) return false;
        r->axes = r->out->size;
        r->player = player;
        writer_u16(r->out, 0);
    }
    r->mask |= bit;
    if (!r->out->failed) writer_put_u16(r->out, r->axes, r->mask);
    writer_bytes(r->out, value, 2);
    return true;
}

/* Senses as bytes: the mask, and the half words of its bits. */
static bool read_senses(recorder *r, uint32_t player, uint32_t tick) {
    uint8_t bytes[4 + 2 * PLAT_SENSES];
    size_t count = 0;
    if (!field_read_bytes(r->text->text, bytes, sizeof bytes, &count) || count == 0 ||
        senses_bytes(bytes, count) != count)
        return field_reader_wrong(
            r->text, "senses are a mask of 4 bytes in hexadecimal, and 2 bytes for each of its bits");
    if (!put_head(r, OX_REPLAY_SENSES + player, tick)) return false;
    writer_bytes(r->out, bytes, count);
    return true;
}

static bool read_check(recorder *r, uint32_t tick) {
    uint8_t hash[4];
    const layout_line line = {"", LAYOUT_ID, 0, 1, 0};
    if (!layout_parse(&line, r->text->text, hash, sizeof hash))
        return field_reader_wrong(r->text, "a hash of 8 hexadecimal digits is wanted");
    if (!put_head(r, OX_REPLAY_CHECK, tick)) return false;
    writer_bytes(r->out, hash, 4);
    r->check = r->out->size;
    r->items = 0;
    if (r->detail != OX_CHECK_HASH) writer_u16(r->out, 0);
    return true;
}

static bool read_item(recorder *r, uint32_t tick, uint32_t index) {
    static const char form[] =
        "an item is wanted as the check before and `detail` say: id and hash, or id, type and values";
    uint32_t id, second;
    const char *at = r->text->text;
    if (r->check == 0 || tick != r->tick || index != r->items || index >= UINT16_MAX ||
        r->detail == OX_CHECK_HASH || !scan_front(&at, "%x %x", &id, &second))
        return field_reader_wrong(r->text, form);
    r->items++;
    writer_u32(r->out, id);
    if (r->detail == OX_CHECK_OBJECTS) {
        writer_u16(r->out, second);
        return (*at == 0 && second <= UINT16_MAX) || field_reader_wrong(r->text, form);
    }
    size_t room = strlen(r->text->text) / 2 + 1, count = 0;
    uint8_t *bytes = malloc(room);
    bool ok =
        bytes != NULL && *at == ' ' && field_read_bytes(at + 1, bytes, room, &count) && count <= UINT16_MAX;
    writer_u32(r->out, second);
    writer_u16(r->out, (uint32_t)count);
    if (ok) writer_bytes(r->out, bytes, count);
    free(bytes);
    return ok || field_reader_wrong(r->text, form);
}

static bool read_commands(recorder *r, uint32_t tick) {
    size_t room = strlen(r->text->text) / 2 + 1, count = 0;
    uint8_t *bytes = malloc(room);
    bool ok = bytes != NULL && field_read_bytes(r->text->text, bytes, room, &count) && count <= UINT16_MAX;
    if (!ok) field_reader_wrong(r->text, "up to 65535 bytes in hexadecimal are wanted");
    ok = ok && put_head(r, OX_REPLAY_COMMANDS, tick);
    writer_u16(r->out, (uint32_t)count);
    if (ok) writer_bytes(r->out, bytes, count);
    free(bytes);
    return ok;
}

static bool read_tick(recorder *r, uint32_t tick, const char *word) {
    uint32_t number;
    if (scan_front(&word, "player[%u].", &number) && number < OX_PLAYERS_MAX)
        return strcmp(word, "buttons") == 0  ? read_buttons(r, number, tick)
               : strcmp(word, "senses") == 0 ? read_senses(r, number, tick)
                                             : read_axis(r, number, tick, word);
    if (strcmp(word, "check") == 0) return read_check(r, tick);
    if (scan_text(word, "check.item[%u]", &number)) return read_item(r, tick, number);
    if (scan_text(word, "commands[%u]", &number)) return read_commands(r, tick);
    if (strcmp(word, "wait") == 0) return put_head(r, OX_REPLAY_WAIT, tick);
    if (strcmp(word, "end") != 0)
        return field_reader_wrong(r->text, "player, commands, check, wait or end is wanted behind the tick");
    if (!put_head(r, OX_REPLAY_END, tick)) return false;
    put_sum(r);
    r->rest = true;
    return true;
}

static bool read_line(recorder *r) {
    uint32_t tick, at;
    const char *path = r->text->path;
    if (scan_text(path, "rest@%u", &at)) {
        close_open(r);
        r->rest = true;
        if (at != r->out->size)
            return field_reader_wrong(
                r->text, "the rest lies behind what stands before it, at its offset in the file");
        return state_read_row(r->text, r->out);
    }
    if (!r->rest && scan_front(&path, "tick[%u].", &tick)) return read_tick(r, tick, path);
    return field_reader_wrong(r->text, r->rest ? "nothing but `rest` comes behind the end"
                                               : "tick[N] or rest@PLACE is wanted");
}

static bool read_head(recorder *r) {
    bool wrong;
    writer_u32(r->out, OX_RECORDING_MAGIC);
    writer_u16(r->out, OX_RECORDING_VERSION);
    writer_u16(r->out, OX_RECORDING_HEAD);
    writer_zeros(r->out, OX_RECORDING_HEAD - 8);
    for (int i = 0; i < HEAD_FIELDS; i++) {
        layout_line line = {"", head_fields[i].kind, head_fields[i].at, 1, 0};
        if (r->out->failed || !field_reader_next(r->text, &wrong) ||
            strncmp(r->text->path, "head.", 5) != 0 || strcmp(r->text->path + 5, head_fields[i].word) != 0 ||
            !layout_parse(&line, r->text->text, r->out->data, r->out->size))
            return import_error_line(r->text->error, r->text->name, r->text->line,
                                     "`head.%s` and its number are wanted here", head_fields[i].word);
    }
    r->detail = r->out->data[DETAIL];
    return true;
}

bool recording_assemble(field_reader *text, writer *out) {
    recorder r = {.text = text, .out = out};
    bool wrong = false, snapshot = true;
    if (!read_head(&r)) return false;
    while (field_reader_next(text, &wrong)) {
        uint32_t at;
        snapshot = snapshot && scan_text(text->path, "snapshot@%u", &at);
        if (snapshot && at != out->size - OX_RECORDING_HEAD)
            return field_reader_wrong(text, "rows of the snapshot follow each other");
        if (snapshot && !state_read_row(text, out)) return false;
        if (snapshot) continue;
        if (r.since == 0) {
            writer_put_u32(out, SNAPSHOT, (uint32_t)(out->size - OX_RECORDING_HEAD));
            put_sum(&r);
        }
        if (!read_line(&r)) return false;
    }
    if (wrong) return false;
    if (r.since == 0) {
        writer_put_u32(out, SNAPSHOT, (uint32_t)(out->size - OX_RECORDING_HEAD));
        put_sum(&r);
    }
    close_open(&r);
    return true;
}
