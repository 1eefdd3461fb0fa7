/* Rules that other systems have for paths and names. */
#include "kernel/file/host_path.h"

static bool has_drives(ox_host_system system) { return system == OX_HOST_WINDOWS || system == OX_HOST_DOS; }

static bool is_separator(ox_host_system system, char c) {
    if (system == OX_HOST_MAC) return c == ':';
    return c == '/' || (c == '\\' && has_drives(system));
}

static char separator_of(ox_host_system system) {
    return system == OX_HOST_MAC ? ':' : has_drives(system) ? '\\' : '/';
}

/* The number of a path's drive, or -1 without a drive. */
static int drive_of(ox_text_view path) {
    if (path.length < 2 || path.at[1] != ':') return -1;
    char c = path.at[0];
    if (c >= 'a' && c <= 'z') return c - 'a';
    return c >= 'A' && c <= 'Z' ? c - 'A' : -1;
}

ox_host_path_kind ox_host_path_kind_of(ox_host_system system, ox_text_view path) {
    bool starts = path.length > 0 && is_separator(system, path.at[0]);
    if (system == OX_HOST_MAC) {
        bool any = ox_text_find_char(path, ':') != OX_TEXT_NOWHERE;
        return any && !starts ? OX_HOST_ABSOLUTE : OX_HOST_RELATIVE;
    }
    if (!has_drives(system)) return starts ? OX_HOST_ABSOLUTE : OX_HOST_RELATIVE;
    if (drive_of(path) >= 0) {
        return path.length > 2 && is_separator(system, path.at[2]) ? OX_HOST_ABSOLUTE
                                                                   : OX_HOST_DRIVE_RELATIVE;
    }
    if (starts && path.length > 1 && is_separator(system, path.at[1])) return OX_HOST_SHARE;
    return starts ? OX_HOST_ROOTED : OX_HOST_RELATIVE;
}

bool ox_host_path_is_absolute(ox_host_system system, ox_text_view path) {
    ox_host_path_kind kind = ox_host_path_kind_of(system, path);
    return kind != OX_HOST_RELATIVE && kind != OX_HOST_DRIVE_RELATIVE;
}

static ox_status finish_path(ox_text *out, ox_status status) {
    if (!ox_failed(status) && ox_text_cut(out)) status = OX_FULL;
    if (ox_failed(status)) ox_text_clear(out);
    return status;
}

static void put_drive(ox_text *out, int drive) {
    char name[2] = {(char)('A' + drive), ':'};
    if (drive >= 0) ox_text_put(out, name, 2);
}

/* Appends a directory and one separator. */
static void put_directory(ox_text *out, ox_host_system system, ox_text_view directory) {
    char separator = separator_of(system);
    ox_text_append(out, directory);
    if (directory.length == 0 || !is_separator(system, directory.at[directory.length - 1])) {
        ox_text_put(out, &separator, 1);
    }
}

ox_status ox_host_path_resolve(ox_text *out, ox_host_system system, ox_text_view path,
                               const ox_host_current *current) {
    ox_text_view drive_name = {&current->drive, 1};
    char upper[2] = {drive_name.at[0], ':'};
    int drive = drive_of((ox_text_view){upper, 2});
    ox_host_path_kind kind = ox_host_path_kind_of(system, path);
    ox_text_view directory = current->directory;
    ox_text_clear(out);
    if (kind == OX_HOST_DRIVE_RELATIVE) {
        int named = drive_of(path);
        if (named != drive) directory = current->directories[named];
        drive = named;
        path = ox_text_part(path, 2, path.length);
    }
    if (has_drives(system) &&
        (kind == OX_HOST_RELATIVE || kind == OX_HOST_DRIVE_RELATIVE || kind == OX_HOST_ROOTED)) {
        put_drive(out, drive);
    }
    if (kind == OX_HOST_RELATIVE || kind == OX_HOST_DRIVE_RELATIVE) {
        put_directory(out, system, directory);
        if (system == OX_HOST_MAC && path.length > 0 && path.at[0] == ':')
            path = ox_text_part(path, 1, path.length);
    }
    ox_text_append(out, path);
    return finish_path(out, OX_OK);
}

ox_status ox_host_path_convert(ox_text *out, ox_host_system from, ox_host_system to, ox_text_view path) {
    char separator = separator_of(to);
    ox_text_clear(out);
    if (ox_host_path_is_absolute(from, path) || ox_host_path_kind_of(from, path) == OX_HOST_DRIVE_RELATIVE) {
        return OX_BAD_ARGUMENT;
    }
    bool folders = false;
    for (size_t i = 0; i < path.length; i++) folders = folders || is_separator(from, path.at[i]);
    size_t i = from == OX_HOST_MAC && path.length > 0 && path.at[0] == ':' ? 1 : 0;
    if (to == OX_HOST_MAC && folders) ox_text_put(out, &separator, 1);
    for (; i < path.length; i++)
        ox_text_put(out, is_separator(from, path.at[i]) ? &separator : &path.at[i], 1);
    return finish_path(out, OX_OK);
}

ox_status ox_host_path_unquote(ox_text *out, ox_host_system system, ox_text_view line, ox_text_view *rest) {
    bool escapes = !has_drives(system), quoted = false, any = false;
    size_t i = 0;
    ox_text_clear(out);
    while (i < line.length && line.at[i] == ' ') i++;
    for (; i < line.length && (quoted || line.at[i] != ' '); i++) {
        char c = line.at[i];
        any = true;
        if (c == '"') {
            quoted = !quoted;
        } else {
            if (c == '\\' && escapes && i + 1 < line.length) c = line.at[++i];
            ox_text_put(out, &c, 1);
        }
    }
    *rest = ox_text_part(line, i, line.length);
    if (quoted) return finish_path(out, OX_BAD_DATA);
    return finish_path(out, any ? OX_OK : OX_EMPTY);
}

/* ---- names ---- */

static bool is_reserved(ox_text_view name) {
    static const char *const reserved[] = {"con",  "prn",  "aux",  "nul",  "com1", "com2", "com3", "com4",
                                           "com5", "com6", "com7", "com8", "com9", "lpt1", "lpt2", "lpt3",
                                           "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9"};
    size_t dot = ox_text_find_char(name, '.');
    ox_text_view stem = ox_text_part(name, 0, dot == OX_TEXT_NOWHERE ? name.length : dot);
    for (size_t i = 0; i < sizeof reserved / sizeof reserved[0]; i++) {
        if (ox_text_equal_folded(stem, ox_text_of(reserved[i]))) return true;
    }
    return false;
}

static bool is_forbidden(ox_host_system system, char c) {
    static const char windows[] = "<>:\"/\\|?*", dos[] = "<>:\"/\\|?*+,;=[] ";
    if (c == 0) return true;
    if (system == OX_HOST_UNIX) return c == '/';
    if (system == OX_HOST_MAC) return c == ':';
    if ((unsigned char)c < 32) return true;
    return ox_text_find_char(system == OX_HOST_DOS ? ox_text_of(dos) : ox_text_of(windows), c) !=
           OX_TEXT_NOWHERE;
}

static bool is_eight_three(ox_text_view name) {
    size_t dot = ox_text_find_char(name, '.');
    if (dot == OX_TEXT_NOWHERE) return name.length <= 8;
    return dot > 0 && dot <= 8 && name.length - dot - 1 <= 3 && dot == ox_text_find_last_char(name, '.');
}

const char *ox_host_name_fault(ox_host_system system, ox_text_view name) {
    size_t most = system == OX_HOST_MAC ? 31 : 255;
    if (name.length == 0) return "empty";
    for (size_t i = 0; i < name.length; i++) {
        if (is_forbidden(system, name.at[i])) return "a character it forbids";
    }
    if (has_drives(system) && is_reserved(name)) return "a name it reserves";
    if (has_drives(system) && (name.at[name.length - 1] == '.' || name.at[name.length - 1] == ' ')) {
        return "ends with a dot or a blank";
    }
    if (system == OX_HOST_DOS && !is_eight_three(name)) return "longer than 8 letters and 3";
    return name.length > most ? "too long" : NULL;
}

bool ox_host_names_clash(const ox_text_view *names, uint32_t count, uint32_t *first, uint32_t *second) {
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = i + 1; k < count; k++) {
            if (ox_text_equal(names[i], names[k]) || !ox_text_equal_folded(names[i], names[k])) continue;
            *first = i;
            *second = k;
            return true;
        }
    }
    return false;
}
