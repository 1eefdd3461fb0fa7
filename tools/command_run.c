/* oxcart run: plays a ROM image, or a cart's folder; what changes meanwhile is put into the running game. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tools/chunk.h"
#include "tools/command.h"
#include "tools/import/file.h"
#include "tools/play.h"

/* ---- a folder that may change ---- */

typedef struct watched {
    char path[CART_PATH_MAX];
    struct timespec changed;
    off_t size;
} watched;

typedef struct watch {
    watched *files;
    uint32_t count, last; /* last: the file that changed most lately */
} watch;

static void look(watched *file, struct timespec *changed, off_t *size) {
    struct stat status;
    memset(changed, 0, sizeof *changed);
    *size = -1;
    if (stat(file->path, &status) != 0) return;
    *changed = status.st_mtim;
    *size = status.st_size;
}

static void watch_file(watch *w, const char *path) {
    watched *grown = realloc(w->files, (w->count + 1) * sizeof *grown);
    if (grown == NULL) return;
    w->files = grown;
    watched *file = &w->files[w->count++];
    snprintf(file->path, sizeof file->path, "%s", path);
    look(file, &file->changed, &file->size);
}

static void watch_beside(watch *w, const char *cart_path, const char *name) {
    char *path = import_file_resolve(cart_path, name);
    if (path != NULL) watch_file(w, path);
    free(path);
}

/* Watches cart.txt and what it names, also what is missing now; and the material files beside models. */
static void watch_cart(watch *w, const char *folder) {
    cart c;
    tool_error error;
    char path[CART_PATH_MAX];
    free(w->files);
    memset(w, 0, sizeof *w);
    if (snprintf(path, sizeof path, "%s/cart.txt", folder) >= (int)sizeof path) return;
    watch_file(w, path);
    if (!cart_load(folder, &c, &error)) return;
    for (uint32_t i = 0; i < c.material_count; i++) {
        if (c.materials[i].program[0] != 0) watch_beside(w, c.path, c.materials[i].program);
    }
    for (uint32_t i = 0; i < c.texture_count; i++) watch_beside(w, c.path, c.textures[i].file);
    for (uint32_t i = 0; i < c.mesh_count; i++) {
        char material[CART_PATH_MAX];
        watch_beside(w, c.path, c.meshes[i].file);
        snprintf(material, sizeof material, "%s", c.meshes[i].file);
        char *point = strrchr(material, '.');
        if (point == NULL || strlen(point) != 4) continue;
        memcpy(point, ".mtl", 4);
        watch_beside(w, c.path, material);
    }
    if (c.palette[0] != 0) watch_beside(w, c.path, c.palette);
    cart_free(&c);
}

/* Whether something changed since the last look. */
static bool has_changed(void *argument) {
    watch *w = argument;
    bool any = false;
    for (uint32_t i = 0; i < w->count; i++) {
        struct timespec changed;
        off_t size;
        look(&w->files[i], &changed, &size);
        bool same = changed.tv_sec == w->files[i].changed.tv_sec &&
                    changed.tv_nsec == w->files[i].changed.tv_nsec && size == w->files[i].size;
        if (same) continue;
        w->files[i].changed = changed;
        w->files[i].size = size;
        w->last = i;
        any = true;
    }
    return any;
}

typedef struct folder_source {
    watch files;
    const char *folder;
    pack_options packing;
    tool_report said; /* of the last build */
} folder_source;

static bool folder_changed(void *context) { return has_changed(&((folder_source *)context)->files); }

static bool build_folder(void *context, writer *image, tool_error *error) {
    folder_source *source = context;
    pack_report report;
    watch_cart(&source->files, source->folder);
    command_begin_again(&source->said);
    source->packing.said = &source->said;
    return pack_folder(source->folder, &source->packing, image, &report, error);
}

/* Plays an image, and the ones that changes make of it, until the user quits. Frees the image. */
static int play_and_follow(const char *name, writer *image, const play_rebuild *rebuild,
                           const play_settings *settings) {
    writer next = {0};
    player *p = play_open(settings);
    if (p == NULL) {
        writer_free(image);
        return EXIT_BAD;
    }
    play_end end = play_image(p, name, image->data, image->size, rebuild, &next);
    while (end == PLAY_INTERRUPTED) {
        writer_free(image);
        *image = next;
        memset(&next, 0, sizeof next);
        end = play_image(p, name, image->data, image->size, rebuild, &next);
    }
    int code = play_close(p, end);
    writer_free(image);
    return code;
}

static int run_folder(const char *folder, const play_settings *settings, const char *const *set) {
    folder_source source = {.folder = folder, .packing = command_pack_options(settings->quiet)};
    source.packing.set = set;
    source.packing.limits = ox_limits_find("desktop"); /* what is said for it alone counts here */
    const play_rebuild rebuild = {folder_changed, build_folder, &source};
    writer image;
    pack_report report;
    tool_error error;
    bool live = settings->driver != HOST_DRIVER_HEADLESS || settings->live;
    bool ok = pack_folder(folder, &source.packing, &image, &report, &error);
    if (source.packing.progress != NULL) fprintf(stderr, "\r\033[K");
    if (!ok) return command_failed(&error);
    if (live) watch_cart(&source.files, folder);
    int code = play_and_follow(folder, &image, live ? &rebuild : NULL, settings);
    free(source.files.files);
    report_free(&source.said);
    return code;
}

/* ---- an image, and overlays over it, that another program rewrites ---- */

static bool file_changed(void *context) { return has_changed(context); }

/* Somebody may be writing it still: what is no image is left alone until it changes again. */
static bool build_file(void *context, writer *image, tool_error *error) {
    const watch *w = context;
    uint8_t *data;
    size_t size;
    rom_image opened;
    rom_error fault;
    memset(image, 0, sizeof *image);
    const char *path = w->files[w->last].path;
    bool ok = import_file_read(path, &data, &size, error);
    if (ok && (rom_open(data, size, &opened, &fault) != ROM_OK || rom_check_content(&opened, &fault) != ROM_OK)) {
        free(data);
        ok = chunk_wrong(error, path, NULL, &fault);
    }
    if (!ok) {
        report_print(NULL, REPORT_ERROR, error);
        return false;
    }
    *image = (writer){.data = data, .size = size, .capacity = size};
    return true;
}

static int run_image(const char *path, const play_settings *settings) {
    watch w = {NULL, 0, 0};
    const play_rebuild rebuild = {file_changed, build_file, &w};
    writer image = {0};
    tool_error error;
    if (settings->live) watch_file(&w, path);
    for (const char *at = settings->overlays; settings->live && at != NULL && *at != 0;) {
        char name[CART_PATH_MAX];
        size_t length = strcspn(at, ",");
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        watch_file(&w, name);
        at += length + (at[length] == ',');
    }
    if (!import_file_read(path, &image.data, &image.size, &error)) return command_failed(&error);
    int code = play_and_follow(path, &image, settings->live ? &rebuild : NULL, settings);
    free(w.files);
    return code;
}

int command_run(int argc, char **argv) {
    play_settings settings = {.title = NULL};
    argument_option options[PLAY_OPTIONS + 5];
    argument_list set = {.count = 0};
    const char *path = NULL;
    int count = play_options(&settings, options);
    options[count++] = (argument_option){"--quiet", ARGUMENT_FLAG, &settings.quiet, 0, 0, NULL};
    options[count++] = (argument_option){"--live", ARGUMENT_FLAG, &settings.live, 0, 0, NULL};
    options[count++] = (argument_option){"--set", ARGUMENT_LIST, &set, 0, 0, NULL};
    options[count++] = (argument_option)COMMAND_JSON;
    options[count] = (argument_option){NULL, ARGUMENT_END, NULL, 0, 0, NULL};
    if (!arguments_parse(argc, argv, options, &path, 1, "a ROM image or the folder of a cart"))
        return EXIT_USAGE;
    if (!play_settle(argv[0], &settings)) return EXIT_USAGE;
    settings.title = path;
    settings.card = true;
    if (command_is_folder(path)) return run_folder(path, &settings, set.items);
    if (set.count > 0) return arguments_wrong("run", "--set changes what cart.txt says; name the folder of a cart");
    return run_image(path, &settings);
}
