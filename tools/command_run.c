/* oxcart run: plays a ROM image, or a cart's folder with live reload. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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
    uint32_t count;
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
        any = true;
    }
    return any;
}

/* Plays until the user quits. A change that does not pack, or whose image is refused, leaves the old game on.
 */
static int run_folder(const char *folder, const play_settings *settings) {
    const pack_options packing = command_pack_options(settings->quiet);
    writer image, next;
    pack_report report;
    tool_error error;
    watch w = {NULL, 0};
    bool live = settings->driver != HOST_DRIVER_HEADLESS;
    if (!command_pack_folder(folder, &packing, &image, &report, &error)) return command_failed(error.text);
    player *p = play_open(settings);
    if (p == NULL) {
        writer_free(&image);
        return EXIT_BAD;
    }
    if (live) watch_cart(&w, folder);
    play_end end = play_image(p, folder, image.data, image.size, live ? has_changed : NULL, &w);
    while (end == PLAY_INTERRUPTED) {
        watch_cart(&w, folder);
        if (command_pack_folder(folder, &packing, &next, &report, &error)) {
            writer_free(&image);
            image = next;
        } else {
            command_failed(error.text);
        }
        end = play_image(p, folder, image.data, image.size, has_changed, &w);
    }
    free(w.files);
    int code = play_close(p, end);
    writer_free(&image);
    return code;
}

static int run_image(const char *path, const play_settings *settings) {
    uint8_t *data;
    size_t size;
    tool_error error;
    if (!import_file_read(path, &data, &size, &error)) return command_failed(error.text);
    player *p = play_open(settings);
    int code = EXIT_BAD;
    if (p != NULL) code = play_close(p, play_image(p, path, data, size, NULL, NULL));
    free(data);
    return code;
}

int command_run(int argc, char **argv) {
    play_settings settings = {.title = NULL};
    argument_option options[PLAY_OPTIONS + 2];
    const char *path = NULL;
    int count = play_options(&settings, options);
    options[count++] = (argument_option){"--quiet", ARGUMENT_FLAG, &settings.quiet, 0, 0, NULL};
    options[count] = (argument_option){NULL, ARGUMENT_END, NULL, 0, 0, NULL};
    if (!arguments_parse(argc, argv, options, &path, 1, "a ROM image or the folder of a cart"))
        return EXIT_USAGE;
    if (!play_settle(argv[0], &settings)) return EXIT_USAGE;
    settings.title = path;
    return command_is_folder(path) ? run_folder(path, &settings) : run_image(path, &settings);
}
