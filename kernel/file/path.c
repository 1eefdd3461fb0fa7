/* Takes paths apart and brings all spellings of one to a single form. */
#include "kernel/file/path.h"

FX_STATIC_ASSERT(OX_PATH_MAX < 256, "lengths of paths are kept in a byte");

static char folded_letter(char c) {
    if (c >= 'A' && c <= 'Z') return (char)(c + 32);
    return c == '\\' ? '/' : c;
}

static bool is_slash(char c) { return c == '/' || c == '\\'; }

static bool is_letter(char c) {
    unsigned char u = (unsigned char)c;
    return (u >= 'a' && u <= 'z') || (u >= 'A' && u <= 'Z') || (u >= '0' && u <= '9') || u == '_' ||
           u == '-' || u == '.' || u >= 0x80;
}

/* The part of a path behind its device. */
static ox_text_view behind_device(ox_text_view path, ox_text_view *device) {
    size_t colon = ox_text_find_char(path, ':');
    *device = (ox_text_view){NULL, 0};
    if (colon == OX_TEXT_NOWHERE) return path;
    *device = ox_text_part(path, 0, colon);
    return ox_text_part(path, colon + 1, path.length);
}

ox_path_parts ox_path_split(ox_text_view path) {
    ox_path_parts parts = {{NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}};
    ox_text_view rest = behind_device(path, &parts.device);
    size_t name = rest.length;
    while (name > 0 && !is_slash(rest.at[name - 1])) name--;
    if (name > 0) parts.directory = ox_text_part(rest, 0, name);
    rest = ox_text_part(rest, name, rest.length);
    size_t dot = ox_text_find_last_char(rest, '.');
    if (dot == OX_TEXT_NOWHERE || dot == 0 || ox_text_equal(rest, OX_TEXT(".."))) dot = rest.length;
    if (rest.length > 0) parts.name = ox_text_part(rest, 0, dot);
    if (dot < rest.length) parts.extension = ox_text_part(rest, dot + 1, rest.length);
    if (dot + 1 == rest.length) parts.extension = (ox_text_view){rest.at + dot, 0};
    return parts;
}

/* The result of a function that makes a path; a failed function leaves an empty path. */
static ox_status finish_path(ox_text *out, ox_status status) {
    if (!ox_failed(status) && (ox_text_cut(out) || out->length > OX_PATH_MAX)) status = OX_FULL;
    if (ox_failed(status)) ox_text_clear(out);
    return status;
}

ox_status ox_path_join(ox_text *out, const ox_path_parts *parts) {
    ox_text_clear(out);
    if (parts->device.at != NULL) {
        ox_text_append(out, parts->device);
        ox_text_string(out, ":");
    }
    ox_text_append(out, parts->directory);
    ox_text_append(out, parts->name);
    if (parts->extension.at != NULL) {
        ox_text_string(out, ".");
        ox_text_append(out, parts->extension);
    }
    return finish_path(out, OX_OK);
}

ox_status ox_path_check(ox_text_view path) {
    ox_text_view device, rest = behind_device(path, &device);
    if (path.length > OX_PATH_MAX) return OX_FULL;
    if (device.at != NULL && (device.length == 0 || device.length > OX_PATH_DEVICE_MAX)) return OX_BAD_DATA;
    for (size_t i = 0; i < device.length; i++) {
        if (!is_letter(device.at[i]) || device.at[i] == '.') return OX_BAD_DATA;
    }
    for (size_t i = 0; i < rest.length; i++) {
        if (!is_letter(rest.at[i]) && !is_slash(rest.at[i])) return OX_BAD_DATA;
    }
    return OX_OK;
}

static void append_folded(ox_text *out, ox_text_view text) {
    for (size_t i = 0; i < text.length; i++) {
        char c = folded_letter(text.at[i]);
        ox_text_put(out, &c, 1);
    }
}

/* Cuts the next segment off *rest, which becomes the path behind its slash. False at the end. */
static bool next_segment(ox_text_view *rest, ox_text_view *segment) {
    while (rest->length > 0 && is_slash(rest->at[0])) *rest = ox_text_part(*rest, 1, rest->length);
    size_t end = 0;
    while (end < rest->length && !is_slash(rest->at[end])) end++;
    *segment = ox_text_part(*rest, 0, end);
    *rest = ox_text_part(*rest, end, rest->length);
    return segment->length > 0;
}

/* Takes off the last segment behind `root`; false when there is none. */
static bool climb(ox_text *out, size_t root) {
    size_t end = out->length;
    if (end == root) return false;
    while (end > root && out->at[end - 1] != '/') end--;
    out->length = end > root ? end - 1 : end;
    out->needed = out->length;
    out->at[out->length] = 0;
    return true;
}

/* Appends the segments of a path behind `root`. No path climbs above its own beginning. */
static ox_status append_segments(ox_text *out, size_t root, ox_text_view path) {
    ox_text_view segment;
    while (next_segment(&path, &segment)) {
        if (ox_text_equal(segment, OX_TEXT("."))) continue;
        if (ox_text_equal(segment, OX_TEXT(".."))) {
            if (!climb(out, root)) return OX_NOT_FOUND;
            continue;
        }
        if (out->length > root) ox_text_string(out, "/");
        append_folded(out, segment);
        if (ox_text_cut(out)) return OX_FULL; /* refused before a `..` takes off a segment that was cut */
    }
    return OX_OK;
}

bool ox_path_is_absolute(ox_text_view path) {
    return (path.length > 0 && is_slash(path.at[0])) || ox_text_find_char(path, ':') != OX_TEXT_NOWHERE;
}

ox_status ox_path_canonical(ox_text *out, ox_text_view path) {
    ox_text_view device, rest;
    ox_text_clear(out);
    ox_status status = ox_path_check(path);
    if (ox_failed(status)) return finish_path(out, status);
    rest = behind_device(path, &device);
    if (device.at != NULL) {
        append_folded(out, device);
        ox_text_string(out, ":");
    } else if (rest.length > 0 && is_slash(rest.at[0])) {
        ox_text_string(out, "/");
    }
    return finish_path(out, append_segments(out, out->length, rest));
}

int ox_path_compare(ox_text_view a, ox_text_view b) {
    for (size_t i = 0; i < a.length && i < b.length; i++) {
        unsigned char x = (unsigned char)folded_letter(a.at[i]), y = (unsigned char)folded_letter(b.at[i]);
        if (x != y) return x < y ? -1 : 1;
    }
    return (a.length > b.length) - (a.length < b.length);
}

ox_status ox_path_replace_extension(ox_text *out, ox_text_view path, ox_text_view extension) {
    ox_path_parts parts = ox_path_split(path);
    parts.extension = extension.length > 0 ? extension : (ox_text_view){NULL, 0};
    return ox_path_join(out, &parts);
}

/* Begins `out` with the device and root of an absolute path; *rest becomes the path behind them. */
static ox_status begin_root(ox_text *out, ox_text_view path, ox_text_view *rest) {
    ox_text_view device;
    ox_status status = ox_path_check(path);
    if (ox_failed(status)) return status;
    if (!ox_path_is_absolute(path)) return OX_BAD_DATA;
    *rest = behind_device(path, &device);
    append_folded(out, device);
    ox_text_string(out, device.at != NULL ? ":" : "/");
    return OX_OK;
}

ox_status ox_path_absolute(ox_text *out, ox_text_view path, ox_text_view base) {
    ox_text_view rest;
    ox_text_clear(out);
    ox_status status = ox_path_check(path);
    if (ox_failed(status)) return finish_path(out, status);
    if (ox_text_find_char(path, ':') != OX_TEXT_NOWHERE) return ox_path_canonical(out, path);
    status = begin_root(out, base, &rest);
    if (ox_failed(status)) return finish_path(out, status);
    size_t root = out->length;
    if (!ox_path_is_absolute(path)) status = append_segments(out, root, rest);
    if (!ox_failed(status)) status = append_segments(out, root, path);
    return finish_path(out, status);
}

/* The length of the whole segments that a and b have in common. */
static size_t common_segments(ox_text_view a, ox_text_view b) {
    size_t common = 0, i = 0;
    while (i < a.length && i < b.length && a.at[i] == b.at[i]) {
        i++;
        bool a_ends = i == a.length || a.at[i] == '/', b_ends = i == b.length || b.at[i] == '/';
        if (a_ends && b_ends) common = i;
    }
    return common;
}

ox_status ox_path_relative(ox_text *out, ox_text_view path, ox_text_view base) {
    char path_line[OX_PATH_ROOM], base_line[OX_PATH_ROOM];
    ox_text to = ox_text_begin_plain(path_line, sizeof path_line);
    ox_text from = ox_text_begin_plain(base_line, sizeof base_line);
    ox_text_view to_device, from_device, segment;
    ox_text_clear(out);
    ox_status status = ox_path_canonical(&to, path);
    if (!ox_failed(status)) status = ox_path_canonical(&from, base);
    if (!ox_failed(status) && !(ox_path_is_absolute(path) && ox_path_is_absolute(base))) status = OX_BAD_DATA;
    if (ox_failed(status)) return finish_path(out, status);
    ox_text_view to_rest = behind_device(ox_text_seen(&to), &to_device);
    ox_text_view from_rest = behind_device(ox_text_seen(&from), &from_device);
    if (!ox_text_equal(to_device, from_device)) {
        ox_text_append(out, ox_text_seen(&to));
        return finish_path(out, OX_OK);
    }
    size_t common = common_segments(to_rest, from_rest);
    from_rest = ox_text_part(from_rest, common, from_rest.length);
    to_rest = ox_text_part(to_rest, common, to_rest.length);
    while (next_segment(&from_rest, &segment)) ox_text_string(out, out->length > 0 ? "/.." : "..");
    while (next_segment(&to_rest, &segment)) {
        if (out->length > 0) ox_text_string(out, "/");
        ox_text_append(out, segment);
    }
    if (out->length == 0) ox_text_string(out, ".");
    return finish_path(out, OX_OK);
}

bool ox_path_match(ox_text_view path, ox_text_view pattern) {
    size_t i = 0, k = 0, star = SIZE_MAX, star_at = 0;
    while (i < path.length) {
        char c = folded_letter(path.at[i]), p = k < pattern.length ? folded_letter(pattern.at[k]) : 0;
        if (k < pattern.length && p == '*') {
            star = ++k;
            star_at = i;
        } else if (k < pattern.length && (p == c || (p == '?' && c != '/'))) {
            i++;
            k++;
        } else if (star != SIZE_MAX && folded_letter(path.at[star_at]) != '/') {
            i = ++star_at; /* the last star takes one more character */
            k = star;
        } else {
            return false;
        }
    }
    while (k < pattern.length && pattern.at[k] == '*') k++;
    return k == pattern.length;
}

bool ox_path_dotted(ox_text_view name, ox_dotted_name *parts) {
    size_t first = ox_text_find_char(name, '.'), last = ox_text_find_last_char(name, '.');
    *parts = (ox_dotted_name){{NULL, 0}, {NULL, 0}, {NULL, 0}};
    if (first == OX_TEXT_NOWHERE || first == 0 || last + 1 == name.length) return false;
    parts->package = ox_text_part(name, 0, first);
    parts->folder = first < last ? ox_text_part(name, first + 1, last - first - 1) : (ox_text_view){NULL, 0};
    parts->resource = ox_text_part(name, last + 1, name.length);
    return true;
}

ox_status ox_path_of_dotted(ox_text *out, ox_text_view name) {
    ox_dotted_name parts;
    ox_text_clear(out);
    if (!ox_path_dotted(name, &parts)) return OX_BAD_ARGUMENT;
    ox_text_append(out, parts.package);
    ox_text_string(out, "/");
    char before = '.';
    for (size_t i = 0; i < parts.folder.length; i++) {
        char c = parts.folder.at[i];
        if (c == '.' && before == '.') return finish_path(out, OX_BAD_ARGUMENT);
        ox_text_append(out, c == '.' ? OX_TEXT("/") : ox_text_part(parts.folder, i, 1));
        before = c;
    }
    if (parts.folder.length > 0 && before == '.') return finish_path(out, OX_BAD_ARGUMENT);
    if (parts.folder.length > 0) ox_text_string(out, "/");
    ox_text_append(out, parts.resource);
    return finish_path(out, OX_OK);
}
