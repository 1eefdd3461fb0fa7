/* Mounts, the search order, and the calls that go by path. */
#include "kernel/file/files.h"

#include <string.h>

#include "kernel/file/internal.h"
#include "kernel/file/request_internal.h"
#include "kernel/memory/life.h"
#include "kernel/names/id.h"

ox_status ox_files_init(ox_files *files, const ox_files_config *config, ox_arena *arena) {
    ox_handles_config handles = {.capacity = config->handles, .size = sizeof(ox_open_file)};
    ox_handles_config requests = {.capacity = config->requests == 0 ? 1 : config->requests,
                                  .size = sizeof(ox_request_record)};
    memset(files, 0, sizeof *files);
    if (config->handles < 1 || config->handles > 255 || config->requests > 255) return OX_BAD_ARGUMENT;
    ox_mark mark = ox_arena_mark(arena, OX_ARENA_LOW);
    size_t handle_bytes = ox_handles_bytes(&handles), request_bytes = ox_handles_bytes(&requests);
    void *handle_memory = ox_arena_push_low(arena, handle_bytes, 8);
    void *request_memory = ox_arena_push_low(arena, request_bytes, 8);
    uint8_t *bounce = config->bounce == 0 ? NULL : ox_arena_push_low(arena, config->bounce, 16);
    if (handle_memory == NULL || request_memory == NULL || (bounce == NULL && config->bounce != 0)) {
        ox_arena_rollback(arena, mark);
        return OX_OUT_OF_MEMORY;
    }
    ox_status status = ox_handles_init(&files->handles, &handles, handle_memory, handle_bytes);
    if (!ox_failed(status))
        status = ox_handles_init(&files->requests, &requests, request_memory, request_bytes);
    if (ox_failed(status)) return status;
    files->config = *config;
    if (files->config.block == 0) files->config.block = 512;
    if (files->config.starve == 0) files->config.starve = 8;
    files->bounce = bounce;
    files->bounce_bytes = config->bounce;
    return OX_OK;
}

/* ---- mounts ---- */

static bool is_prefix(ox_text_view prefix) {
    if (prefix.length == 0 || prefix.length > OX_PATH_DEVICE_MAX) return false;
    for (size_t i = 0; i < prefix.length; i++) {
        char c = prefix.at[i];
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))) return false;
    }
    return true;
}

/* Whether mount `a` is asked before mount `b`, which was mounted earlier. */
static bool comes_first(const ox_mount *a, const ox_mount *b) {
    int order = ox_text_compare(ox_text_of(a->prefix), ox_text_of(b->prefix));
    return order != 0 ? order < 0 : a->order >= b->order;
}

ox_status ox_files_mount(ox_files *files, const char *prefix, const ox_device *device, int32_t order) {
    OX_CREATED(files->config.handles);
    ox_text_view name = ox_text_of(prefix);
    uint32_t slot = 0;
    if (device == NULL || device->calls == NULL || !is_prefix(name)) return OX_BAD_ARGUMENT;
    if (device->sector == 0 || (device->sector & (device->sector - 1)) != 0) return OX_BAD_ARGUMENT;
    if ((device->flags & OX_DEVICE_HOST) != 0 && files->config.retail) return OX_UNSUPPORTED;
    for (uint32_t i = 0; i < files->mount_count; i++) {
        const ox_mount *mount = &files->mounts[files->asked[i]];
        if (mount->device == device && ox_text_equal(ox_text_of(mount->prefix), name))
            return OX_ALREADY_THERE;
    }
    if (files->mount_count == OX_FILE_MOUNTS) return OX_FULL;
    while (files->mounts[slot].device != NULL) slot++;
    ox_mount *mount = &files->mounts[slot];
    *mount = (ox_mount){.device = device, .order = order, .last_end = UINT32_MAX};
    memcpy(mount->prefix, name.at, name.length);
    uint32_t at = files->mount_count++;
    while (at > 0 && comes_first(mount, &files->mounts[files->asked[at - 1]])) {
        files->asked[at] = files->asked[at - 1];
        at--;
    }
    files->asked[at] = (uint8_t)slot;
    return OX_OK;
}

ox_status ox_files_unmount(ox_files *files, const ox_device *device) {
    ox_status status = OX_NOT_FOUND;
    for (uint32_t i = 0; i < files->mount_count; i++) {
        if (files->mounts[files->asked[i]].device == device && files->mounts[files->asked[i]].open > 0)
            return OX_BAD_STATE;
    }
    for (uint32_t i = files->mount_count; i-- > 0;) {
        uint32_t slot = files->asked[i];
        if (files->mounts[slot].device != device) continue;
        memset(&files->mounts[slot], 0, sizeof files->mounts[slot]);
        files->mount_count--;
        memmove(&files->asked[i], &files->asked[i + 1], files->mount_count - i);
        status = OX_OK;
    }
    return status;
}

const ox_mount *ox_files_mounted(const ox_files *files, uint32_t index) {
    return index < files->mount_count ? &files->mounts[files->asked[index]] : NULL;
}

/* The next mount with a prefix at or after *at in the order of asking; *at goes on behind it. */
static ox_mount *next_mount(ox_files *files, ox_text_view prefix, uint32_t *at) {
    while (*at < files->mount_count) {
        ox_mount *mount = &files->mounts[files->asked[(*at)++]];
        if (ox_text_equal(ox_text_of(mount->prefix), prefix)) return mount;
    }
    return NULL;
}

/* ---- the search order ---- */

/* Cuts the next directory off a search order. */
static bool next_directory(ox_files *files, ox_text_view *rest, ox_text_view *directory) {
    size_t end = 0;
    bool device = false;
    if (rest->length == 0) return false;
    while (end < rest->length && rest->at[end] != ';') {
        uint32_t at = 0;
        if (rest->at[end] == ':') {
            if (device || next_mount(files, ox_text_part(*rest, 0, end), &at) == NULL) break;
            device = true;
        }
        end++;
    }
    *directory = ox_text_part(*rest, 0, end);
    *rest = ox_text_part(*rest, end + 1, rest->length);
    return true;
}

ox_status ox_files_search(ox_files *files, ox_text_view order) {
    ox_text_view rest = order, directory;
    bool first = true;
    if (order.length >= sizeof files->search) return OX_FULL;
    while (next_directory(files, &rest, &directory)) {
        ox_status status = ox_path_check(directory);
        if (ox_failed(status)) return status;
        bool names = ox_text_find_char(directory, ':') != OX_TEXT_NOWHERE;
        if (first && !names) return OX_BAD_DATA;
        first = false;
    }
    if (order.length > 0) memcpy(files->search, order.at, order.length);
    files->search[order.length] = 0;
    return OX_OK;
}

void ox_files_report(const ox_files *files, ox_log *log) {
    for (uint32_t i = 0; i < files->mount_count; i++) {
        const ox_mount *mount = ox_files_mounted(files, i);
        ox_log_write(log, PLAT_LOG_INFO, "mount %s: order %d%s", mount->prefix, (int)mount->order,
                     (mount->device->flags & OX_DEVICE_READ_ONLY) != 0 ? ", read only" : "");
    }
    ox_log_write(log, PLAT_LOG_INFO, "search order: %s", files->search);
}

/* Splits a canonical absolute path: `device` is the device's name, the result the path that the driver gets. */
static ox_text_view inner_path(ox_text_view path, ox_text_view *device) {
    size_t colon = ox_text_find_char(path, ':');
    *device = ox_text_part(path, 0, colon == OX_TEXT_NOWHERE ? 0 : colon);
    return ox_text_part(path, colon == OX_TEXT_NOWHERE ? 0 : colon + 1, path.length);
}

static ox_status note_absence(ox_mount *mount, ox_status status) {
    mount->absent = status == OX_BAD_STATE;
    return status;
}

/* Describes a file as the first mount does that has it. Without such a mount, the first status other than
 * OX_NOT_FOUND. */
static ox_status stat_absolute(ox_files *files, ox_text_view path, ox_file_info *info, ox_mount **found) {
    ox_text_view device, inner = inner_path(path, &device);
    ox_status status = OX_NOT_FOUND;
    uint32_t at = 0;
    for (ox_mount *mount; (mount = next_mount(files, device, &at)) != NULL;) {
        if (mount->device->calls->stat == NULL) continue;
        ox_status said = note_absence(mount, mount->device->calls->stat(mount->device->context, inner, info));
        if (said == OX_OK) {
            *found = mount;
            return OX_OK;
        }
        if (status == OX_NOT_FOUND) status = said;
    }
    return status;
}

ox_status ox_files_find(ox_files *files, ox_text_view path, ox_text *out, const ox_mount **mount) {
    char line[OX_PATH_ROOM], base_line[OX_PATH_ROOM], tried[2 * OX_PATH_ROOM];
    ox_text candidate = ox_text_begin_plain(line, sizeof line),
            base = ox_text_begin_plain(base_line, sizeof base_line);
    ox_text places = ox_text_begin(tried, sizeof tried);
    ox_text_view rest = ox_text_of(files->search), directory, device = {NULL, 0};
    ox_file_info info;
    ox_mount *found = NULL;
    bool absolute = ox_path_is_absolute(path);
    ox_status status = ox_path_check(path);
    ox_text_clear(out);
    if (mount != NULL) *mount = NULL;
    if (ox_failed(status)) return status;
    do {
        if (absolute) {
            status = ox_path_canonical(&candidate, path);
        } else {
            if (!next_directory(files, &rest, &directory)) break;
            ox_text_clear(&base);
            if (ox_text_find_char(directory, ':') != OX_TEXT_NOWHERE)
                inner_path(directory, &device);
            else {
                ox_text_append(&base, device);
                ox_text_string(&base, ":");
            }
            ox_text_append(&base, directory);
            status = ox_path_absolute(&candidate, path, ox_text_seen(&base));
        }
        if (!ox_failed(status)) status = stat_absolute(files, ox_text_seen(&candidate), &info, &found);
        if (status == OX_OK) {
            if (mount != NULL) *mount = found;
            return ox_text_append(out, ox_text_seen(&candidate)) ? OX_OK : OX_FULL;
        }
        if (places.length > 0) ox_text_string(&places, "; ");
        ox_text_append(&places, ox_text_seen(&candidate));
    } while (!absolute);
    ox_text_append(out, ox_text_seen(&places));
    return absolute ? status : OX_NOT_FOUND;
}

/* Makes a path canonical and absolute. A path that names no device is found along the search order. */
static ox_status resolve(ox_files *files, ox_text_view path, ox_text *out) {
    if (ox_text_find_char(path, ':') != OX_TEXT_NOWHERE) return ox_path_canonical(out, path);
    ox_status status = ox_files_find(files, path, out, NULL);
    return status;
}

/* ---- by path ---- */

ox_status ox_file_stat(ox_files *files, ox_text_view path, ox_file_info *info) {
    char line[OX_PATH_ROOM];
    ox_text absolute = ox_text_begin_plain(line, sizeof line);
    ox_mount *mount;
    ox_status status = resolve(files, path, &absolute);
    return ox_failed(status) ? status : stat_absolute(files, ox_text_seen(&absolute), info, &mount);
}

bool ox_file_exists(ox_files *files, ox_text_view path) {
    ox_file_info info;
    return ox_file_stat(files, path, &info) == OX_OK;
}

static bool is_writable(const ox_mount *mount) { return (mount->device->flags & OX_DEVICE_READ_ONLY) == 0; }

/* Whether a file is open under a path. */
static bool is_open(const ox_files *files, ox_text_view path) {
    uint32_t key = ox_id_of(path);
    for (uint32_t bits = ox_handles_first(&files->handles); bits != 0;
         bits = ox_handles_next(&files->handles, bits)) {
        if (ox_open_file_of(files, (ox_file){bits})->key == key) return true;
    }
    return false;
}

/* Opens the file on one mount. */
static ox_status open_on(ox_files *files, ox_mount *mount, ox_text_view inner, ox_text_view path,
                         ox_file_mode mode, ox_file *file) {
    const ox_device_calls *calls = mount->device->calls;
    ox_open_file *f;
    uint32_t node = 0, size = 0;
    if (calls->open == NULL || (mode != OX_FILE_READ && !is_writable(mount))) return OX_UNSUPPORTED;
    ox_status status = note_absence(mount, calls->open(mount->device->context, inner, mode, &node, &size));
    files->costs.opens += status == OX_OK;
    if (ox_failed(status)) return status;
    file->bits = ox_handles_acquire(&files->handles, (void **)&f);
    *f = (ox_open_file){.node = node, .size = size, .mode = (uint8_t)mode, .key = ox_id_of(path)};
    f->mount = (uint8_t)(mount - files->mounts);
    f->position = mode == OX_FILE_APPEND ? size : 0;
    memcpy(f->path, path.at, path.length);
    mount->open++;
    return OX_OK;
}

ox_status ox_file_open(ox_files *files, ox_text_view path, ox_file_mode mode, ox_file *file) {
    char line[OX_PATH_ROOM];
    ox_text absolute = ox_text_begin_plain(line, sizeof line);
    ox_text_view device;
    uint32_t at = 0;
    *file = (ox_file){0};
    if (files->handles.used == files->handles.config.capacity) return OX_FULL;
    ox_status status = resolve(files, path, &absolute), worst = OX_NOT_FOUND;
    if (ox_failed(status)) return status;
    if (mode != OX_FILE_READ && is_open(files, ox_text_seen(&absolute))) return OX_BAD_STATE;
    ox_text_view inner = inner_path(ox_text_seen(&absolute), &device);
    for (ox_mount *mount; (mount = next_mount(files, device, &at)) != NULL;) {
        status = open_on(files, mount, inner, ox_text_seen(&absolute), mode, file);
        if (status == OX_OK) return OX_OK;
        if (worst == OX_NOT_FOUND) worst = status;
        if (mode != OX_FILE_READ && is_writable(mount)) return status;
    }
    return worst;
}

/* A call of a driver that changes a path. */
typedef enum path_call { CALL_REMOVE, CALL_RENAME, CALL_DIRECTORY } path_call;

static ox_status call_driver(const ox_mount *mount, path_call call, ox_text_view a, ox_text_view b) {
    const ox_device_calls *calls = mount->device->calls;
    void *context = mount->device->context;
    if (!is_writable(mount)) return OX_UNSUPPORTED;
    switch (call) {
    case CALL_REMOVE:
        return calls->remove == NULL ? OX_UNSUPPORTED : calls->remove(context, a);
    case CALL_RENAME:
        return calls->rename == NULL ? OX_UNSUPPORTED : calls->rename(context, a, b);
    default:
        return calls->make_directory == NULL ? OX_UNSUPPORTED : calls->make_directory(context, a);
    }
}

/* Makes a change of a path on the first mount that can be written. */
static ox_status change_path(ox_files *files, path_call call, ox_text_view path, ox_text_view to) {
    char line[OX_PATH_ROOM], to_line[OX_PATH_ROOM];
    ox_text absolute = ox_text_begin_plain(line, sizeof line),
            target = ox_text_begin_plain(to_line, sizeof to_line);
    ox_text_view device, to_device;
    uint32_t at = 0;
    ox_status status = resolve(files, path, &absolute), said = OX_NOT_FOUND;
    if (!ox_failed(status)) status = ox_path_canonical(&target, to);
    if (ox_failed(status)) return status;
    ox_text_view inner = inner_path(ox_text_seen(&absolute), &device);
    ox_text_view inner_to = inner_path(ox_text_seen(&target), &to_device);
    if (call == CALL_RENAME && !ox_text_equal(device, to_device)) return OX_BAD_ARGUMENT;
    if (is_open(files, ox_text_seen(&absolute))) return OX_BAD_STATE;
    for (ox_mount *mount; (mount = next_mount(files, device, &at)) != NULL;) {
        said = note_absence(mount, call_driver(mount, call, inner, inner_to));
        if (is_writable(mount)) return said;
    }
    return said;
}

ox_status ox_file_remove(ox_files *files, ox_text_view path) {
    return change_path(files, CALL_REMOVE, path, path);
}

ox_status ox_file_rename(ox_files *files, ox_text_view from, ox_text_view to) {
    return change_path(files, CALL_RENAME, from, to);
}

ox_status ox_file_make_directory(ox_files *files, ox_text_view path) {
    return change_path(files, CALL_DIRECTORY, path, path);
}

ox_status ox_file_next(ox_files *files, ox_text_view directory, ox_file_info *info) {
    char line[OX_PATH_ROOM], after[OX_PATH_ROOM];
    ox_text absolute = ox_text_begin_plain(line, sizeof line);
    ox_text_view device;
    uint32_t at = 0;
    bool any = false, known = false;
    ox_status status = ox_path_canonical(&absolute, directory), worst = OX_NOT_FOUND;
    if (ox_failed(status)) return status;
    memcpy(after, info->name, sizeof after);
    after[OX_PATH_MAX] = 0;
    ox_text_view inner = inner_path(ox_text_seen(&absolute), &device);
    for (ox_mount *mount; (mount = next_mount(files, device, &at)) != NULL;) {
        ox_file_info one;
        if (mount->device->calls->next == NULL) {
            worst = OX_UNSUPPORTED;
            continue;
        }
        status = note_absence(
            mount, mount->device->calls->next(mount->device->context, inner, ox_text_of(after), &one));
        known = known || status == OX_EMPTY;
        if (status == OX_OK && (!any || ox_text_compare(ox_text_of(one.name), ox_text_of(info->name)) < 0))
            *info = one;
        any = any || status == OX_OK;
        if (ox_failed(status) && status != OX_EMPTY) worst = status;
    }
    return any ? OX_OK : known ? OX_EMPTY : worst;
}
