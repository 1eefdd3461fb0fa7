/* Tells saved games and recordings apart, and reads and writes rows of bytes for both. */
#include "tools/data/state_text.h"

#include <string.h>

#include "kernel/replay/record.h"
#include "kernel/save/container.h"
#include "rom/rom.h"
#include "tools/base/scan.h"
#include "tools/import/base/text.h"

state_file_kind state_file_kind_of(const uint8_t *data, size_t size) {
    if (size >= 4 && rom_u32(data) == OX_RECORDING_MAGIC) return STATE_RECORDING;
    for (size_t at = 0; size >= OX_SAVES_HEAD && at <= size - OX_SAVES_HEAD; at += 4) {
        if (memcmp(data + at, "OXSV", 4) == 0) return STATE_SAVE;
    }
    return STATE_NONE;
}

state_file_kind state_text_kind_of(const char *text, size_t length) {
    size_t mark = length > 0 ? import_text_mark(text, length) : 0;
    text += mark, length -= mark;
    if (length > 5 && memcmp(text, "save ", 5) == 0) return STATE_SAVE;
    return length > 10 && memcmp(text, "recording ", 10) == 0 ? STATE_RECORDING : STATE_NONE;
}

bool state_lines(const char *name, const uint8_t *data, size_t size, field_lines *lines, tool_error *error) {
    state_file_kind kind = state_file_kind_of(data, size);
    if (kind == STATE_RECORDING) return recording_lines(name, data, size, lines, error);
    if (kind == STATE_NONE)
        return import_error_file(error, name, "neither saved games nor a recording; choose another file");
    return save_lines(data, size, lines) || import_error_memory(error, name);
}

void state_print_head(const uint8_t *data, size_t size, FILE *out) {
    fprintf(out, "%s bytes=%zu\n", state_file_kind_of(data, size) == STATE_SAVE ? "save" : "recording", size);
}

bool state_path_named(const char *path, const ids *names, char *told, size_t room) {
    bool any = false;
    size_t used = 0;
    while (*path != 0 && used + 1 < room) {
        uint32_t id = 0;
        told[used++] = *path;
        if (*path != '/' && *path != '.') {
            path++;
            continue;
        }
        path++;
        const char *behind = path,
                   *name = strspn(path, "0123456789abcdef") == 8 && scan_front(&behind, "%x", &id)
                               ? ids_find(names, id)
                               : NULL;
        if (name == NULL) continue;
        int more = snprintf(told + used, room - used, "%s", name);
        used = more < 0 || (size_t)more >= room - used ? room - 1 : used + (size_t)more;
        path = behind;
        any = true;
    }
    told[used] = 0;
    return any;
}

bool state_rows(field_lines *lines, const char *path, const uint8_t *data, size_t from, size_t to) {
    char name[STATE_PATH + 24];
    for (size_t end; from < to; from = end) {
        end = to - from > STATE_ROW ? from + STATE_ROW : to;
        snprintf(name, sizeof name, "%s@%zu", path, from);
        if (!field_lines_bytes(lines, name, data + from, end - from)) return false;
    }
    return true;
}

bool state_read_row(field_reader *text, writer *out) {
    uint8_t bytes[STATE_ROW * 4];
    size_t count = 0;
    if (!field_read_bytes(text->text, bytes, sizeof bytes, &count))
        return field_reader_wrong(text, "up to 64 bytes in hexadecimal are wanted");
    writer_bytes(out, bytes, count);
    return true;
}

bool state_assemble(const char *name, const char *text, size_t length, writer *out, tool_error *error) {
    field_reader r = {.name = name, .at = text, .end = text + length, .error = error};
    state_file_kind kind = state_text_kind_of(text, length);
    uint32_t bytes = 0;
    bool ok = field_reader_line(&r) && kind != STATE_NONE &&
              scan_text(strchr(r.words, ' '), " bytes=%u", &bytes) && bytes <= STATE_BYTES_MOST;
    memset(out, 0, sizeof *out);
    if (!ok) {
        field_reader_wrong(&r, "`save bytes=N` or `recording bytes=N` is wanted, of at most 256 MB");
    } else {
        ok = kind == STATE_SAVE ? save_assemble(&r, bytes, out) : recording_assemble(&r, out);
        if (ok && r.at < r.end)
            ok = field_reader_line(&r) && field_reader_wrong(&r, "a line `  field: value` is wanted");
        if (ok && out->failed) ok = import_error_memory(error, name);
    }
    field_reader_free(&r);
    if (!ok) writer_free(out);
    if (!ok) memset(out, 0, sizeof *out);
    return ok;
}
