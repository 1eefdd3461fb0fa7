/* Reads and writes files of the computer with libc. */
#define _POSIX_C_SOURCE 200809L

#include "platform/host/host_files.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_ROOM = HOST_FILES_ROOT + OX_PATH_ROOM + 2 };

static ox_status status_of_errno(void) {
    switch (errno) {
    case ENOENT:
    case ENOTDIR:
        return OX_NOT_FOUND;
    case EEXIST:
        return OX_ALREADY_THERE;
    case ENOTEMPTY:
        return OX_BAD_STATE;
    case ENOSPC:
        return OX_FULL;
    case EACCES:
    case EROFS:
    case EPERM:
        return OX_UNSUPPORTED;
    default:
        return OX_IO_ERROR;
    }
}

/* Finds how the last segment of `path` is spelt in its directory. */
static void respell(char *path) {
    char *slash = strrchr(path, '/'), best[OX_PATH_ROOM] = "";
    struct stat about;
    if (slash == NULL || stat(path, &about) == 0) return;
    *slash = 0;
    DIR *directory = opendir(path);
    *slash = '/';
    if (directory == NULL) return;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        if (strlen(entry->d_name) > OX_PATH_MAX || strcasecmp(entry->d_name, slash + 1) != 0) continue;
        if (best[0] == 0 || strcmp(entry->d_name, best) < 0) strcpy(best, entry->d_name);
    }
    closedir(directory);
    if (best[0] != 0) memcpy(slash + 1, best, strlen(best)); /* both spellings have the same length */
}

/* The computer's path of a console's path. */
static void host_path(const host_files *folder, ox_text_view path, char *out) {
    size_t length = strlen(folder->root);
    ox_text_view rest = path, segment;
    memcpy(out, folder->root, length + 1);
    while (ox_text_split(&rest, '/', &segment)) {
        out[length++] = '/';
        memcpy(out + length, segment.at, segment.length);
        length += segment.length;
        out[length] = 0;
        respell(out);
    }
}

static ox_status open_file(void *context, ox_text_view path, ox_file_mode mode, uint32_t *node,
                           uint32_t *size) {
    host_files *folder = context;
    char line[PATH_ROOM];
    struct stat about;
    uint32_t slot = 0;
    while (slot < HOST_FILES_OPEN && folder->open[slot] != NULL) slot++;
    if (slot == HOST_FILES_OPEN) return OX_FULL;
    if (mode != OX_FILE_READ && folder->read_only) return OX_UNSUPPORTED;
    host_path(folder, path, line);
    bool there = stat(line, &about) == 0;
    if (there && !S_ISREG(about.st_mode)) return OX_NOT_FOUND; /* nobody may ever write to a pipe */
    FILE *file = fopen(line, mode == OX_FILE_READ ? "rb" : mode == OX_FILE_WRITE || !there ? "w+b" : "r+b");
    if (file == NULL) return status_of_errno();
    if (fstat(fileno(file), &about) != 0 || about.st_size > INT32_MAX) {
        fclose(file);
        return OX_IO_ERROR;
    }
    folder->open[slot] = file;
    *node = slot;
    *size = (uint32_t)about.st_size;
    return OX_OK;
}

static void close_file(void *context, uint32_t node) {
    host_files *folder = context;
    fclose(folder->open[node]);
    folder->open[node] = NULL;
}

static ox_status read_file(void *context, uint32_t node, uint32_t offset, void *to, uint32_t bytes,
                           uint32_t *done) {
    FILE *file = ((host_files *)context)->open[node];
    if (fseek(file, (long)offset, SEEK_SET) != 0) return OX_IO_ERROR;
    *done = (uint32_t)fread(to, 1, bytes, file);
    return *done < bytes ? OX_IO_ERROR : OX_OK; /* the file became shorter, or the disk fails */
}

static ox_status write_file(void *context, uint32_t node, uint32_t offset, const void *from, uint32_t bytes,
                            uint32_t *done) {
    FILE *file = ((host_files *)context)->open[node];
    errno = 0;
    if (fseek(file, (long)offset, SEEK_SET) != 0) return OX_IO_ERROR;
    *done = (uint32_t)fwrite(from, 1, bytes, file);
    if (fflush(file) != 0 || *done < bytes) return status_of_errno();
    return OX_OK;
}

static void tell_info(const struct stat *about, ox_text_view name, ox_file_info *info) {
    ox_text text = ox_text_begin_plain(info->name, sizeof info->name);
    ox_text_append(&text, name);
    info->kind = S_ISDIR(about->st_mode) ? OX_FILE_DIRECTORY : OX_FILE_PLAIN;
    info->size = S_ISDIR(about->st_mode) ? 0 : (uint32_t)about->st_size;
}

static ox_status stat_file(void *context, ox_text_view path, ox_file_info *info) {
    char line[PATH_ROOM];
    struct stat about;
    ox_path_parts parts = ox_path_split(path);
    host_path(context, path, line);
    if (stat(line, &about) != 0) return status_of_errno();
    tell_info(&about, ox_text_part(path, parts.directory.length, path.length), info);
    return OX_OK;
}

static ox_status remove_file(void *context, ox_text_view path) {
    char line[PATH_ROOM];
    if (((host_files *)context)->read_only) return OX_UNSUPPORTED;
    host_path(context, path, line);
    return path.length > 0 && remove(line) == 0 ? OX_OK : status_of_errno();
}

static ox_status rename_file(void *context, ox_text_view from, ox_text_view to) {
    char line[PATH_ROOM], target[PATH_ROOM];
    struct stat about;
    host_path(context, from, line);
    host_path(context, to, target);
    if (stat(line, &about) != 0) return status_of_errno();
    if (S_ISDIR(about.st_mode)) return OX_UNSUPPORTED;
    if (stat(target, &about) == 0) return OX_ALREADY_THERE;
    return rename(line, target) == 0 ? OX_OK : status_of_errno();
}

static ox_status make_directory(void *context, ox_text_view path) {
    char line[PATH_ROOM];
    host_path(context, path, line);
    return mkdir(line, 0777) == 0 ? OX_OK : status_of_errno();
}

static ox_status next_file(void *context, ox_text_view folder_path, ox_text_view after, ox_file_info *info) {
    char line[PATH_ROOM], best[OX_PATH_ROOM] = "";
    struct stat about;
    host_path(context, folder_path, line);
    DIR *directory = opendir(line);
    if (directory == NULL) return status_of_errno();
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        ox_text_view name = ox_text_of(entry->d_name);
        bool own = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
        if (own || ox_path_check(name) != OX_OK || ox_path_compare(name, after) <= 0) continue;
        if (best[0] == 0 || ox_path_compare(name, ox_text_of(best)) < 0) strcpy(best, entry->d_name);
    }
    closedir(directory);
    if (best[0] == 0) return OX_EMPTY;
    size_t length = strlen(line);
    line[length] = '/';
    strcpy(line + length + 1, best);
    if (stat(line, &about) != 0) return status_of_errno();
    tell_info(&about, ox_text_of(best), info);
    for (char *c = info->name; *c != 0; c++) *c = *c >= 'A' && *c <= 'Z' ? (char)(*c + 32) : *c;
    return OX_OK;
}

bool host_files_open(host_files *folder, const char *root, bool read_only, ox_device *device) {
    static const ox_device_calls calls = {.open = open_file,
                                          .close = close_file,
                                          .read = read_file,
                                          .write = write_file,
                                          .stat = stat_file,
                                          .remove = remove_file,
                                          .rename = rename_file,
                                          .make_directory = make_directory,
                                          .next = next_file};
    struct stat about;
    memset(folder, 0, sizeof *folder);
    *device = (ox_device){.calls = NULL};
    if (strlen(root) >= HOST_FILES_ROOT || stat(root, &about) != 0 || !S_ISDIR(about.st_mode)) return false;
    strcpy(folder->root, root);
    folder->read_only = read_only;
    uint32_t flags = OX_DEVICE_HOST | (read_only ? OX_DEVICE_READ_ONLY : 0u);
    *device = (ox_device){.calls = &calls, .context = folder, .sector = 1, .flags = flags};
    return true;
}

void host_files_close(host_files *folder) {
    for (int i = 0; i < HOST_FILES_OPEN; i++) {
        if (folder->open[i] != NULL) fclose(folder->open[i]);
        folder->open[i] = NULL;
    }
}
