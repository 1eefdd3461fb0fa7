/* Compiles C of carts for this machine, and loads it. */
#define _GNU_SOURCE
#include "tools/code/code.h"

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "kernel/console/console.h"
#include "kernel/oxcart/oxcart.h"
#include "tools/base/digest.h"
#include "tools/base/known.h"
#include "tools/code/code_check.h"
#include "tools/code/code_object_place.h"
#include "tools/code/code_place.h"
#include "tools/import/base/file.h"

#if defined(__x86_64__) || defined(__aarch64__)
#define INTEGERS_ALONE "-mgeneral-regs-only"
#else
#define INTEGERS_ALONE "-DOXCART_INTEGERS_ALONE"
#endif

const char *const code_allowances[] = {"float", "heap", "stdio", "globals", NULL};

/* ---- what it is made of ---- */

/* What of the wish and of the surroundings the compiler is told, beside the file. */
static void told_by(const code_wish *wish, char told[300]) {
    snprintf(told, 300, "%.200s %s", code_compiler(), (wish->allow & CODE_FLOAT) != 0 ? "float" : "");
}

typedef struct each_input {
    void (*hear)(void *context, const char *path);
    void *context;
} each_input;

static bool hear_input(void *context, const char *path) {
    const each_input *each = context;
    if (strncmp(path, "/usr/include/", 13) != 0 && strncmp(path, "/usr/lib/", 9) != 0)
        each->hear(each->context, path);
    return true;
}

void code_each_input(const code_wish *wish, void (*hear)(void *context, const char *path), void *context) {
    char folder[CODE_PATH];
    each_input each = {hear, context};
    for (uint32_t i = 0; i < wish->count; i++) hear(context, wish->files[i]);
    if (!code_folder(wish->cart, folder, NULL)) return;
    for (uint32_t i = 0; i < wish->count; i++) {
        object_place place;
        char told[300];
        told_by(wish, told);
        object_place_of(folder, wish->files[i], told, &place);
        (void)object_each_need(&place, hear_input, &each);
    }
}

/* ---- compiling ---- */

static bool refuse_run(int code, const char *file, tool_error *error) {
    if (code == -1)
        return import_error_file(
            error, file, "there is no C compiler `%s` here; install one, or name one by CC", code_compiler());
    return import_error_file(
        error, file,
        "the compiler refuses it, and says above what is wrong (registers that are disabled: floating point, "
        "which `allow=float` lets be)");
}

static bool compile_file(const code_wish *wish, const char *include, const char *file,
                         const object_place *place, tool_error *error) {
    char own[CODE_PATH + 8];
    code_words words = {.count = 0};
    snprintf(own, sizeof own, "-I%s", include);
    code_words_split(&words, code_compiler());
    const char *const always[] = {"-std=c11",
                                  "-O2",
                                  "-g1",
                                  "-fPIC",
                                  "-Wall",
                                  "-Wextra",
                                  "-Werror=implicit-function-declaration",
                                  "-fno-stack-protector",
                                  "-DOXCART_SHARED=1",
                                  OX_DEBUG ? "-DOX_DEBUG=1" : "-DOX_DEBUG=0", /* records are laid out alike */
                                  own,
                                  "-MMD",
                                  "-MF",
                                  place->needs,
                                  (wish->allow & CODE_FLOAT) != 0 ? "-DOXCART_FLOAT" : INTEGERS_ALONE,
                                  "-c",
                                  file,
                                  "-o",
                                  place->object,
                                  NULL};
    for (uint32_t i = 0; always[i] != NULL; i++) code_words_add(&words, always[i]);
    const int code = object_make(words.list, place);
    return code == 0 || refuse_run(code, file, error);
}

/* Removes the shared objects of the same line that were made before; who has loaded one keeps it. */
static void remove_others(const char *folder, const char *line, const char *kept) {
    char path[CODE_PATH + 300];
    DIR *listing = opendir(folder);
    for (const struct dirent *entry; listing != NULL && (entry = readdir(listing)) != NULL;) {
        const size_t length = strlen(entry->d_name);
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (length > 3 && strcmp(entry->d_name + length - 3, ".so") == 0 &&
            strncmp(entry->d_name, line, 8) == 0 && strcmp(path, kept) != 0)
            (void)unlink(path);
    }
    if (listing != NULL) closedir(listing);
}

/* Links the objects into a file that is named by what is in them. */
static bool link_objects(const code_wish *wish, const char *folder, const object_place *places,
                         code_built *built, tool_error *error) {
    digest_state inside, line;
    char text[DIGEST_TEXT], name[DIGEST_TEXT], part[CODE_PATH + 8];
    code_words words = {.count = 0};
    digest_begin(&inside);
    digest_begin(&line);
    for (uint32_t i = 0; i < wish->count; i++) {
        uint8_t *data;
        size_t size;
        if (!import_file_read(places[i].object, &data, &size, error)) return false;
        digest_add(&inside, data, size);
        digest_add_text(&line, wish->files[i]);
        free(data);
    }
    const digest inside_sum = digest_end(&inside), line_sum = digest_end(&line);
    digest_print(&inside_sum, text);
    digest_print(&line_sum, name);
    snprintf(built->path, sizeof built->path, "%.1100s/%.8s-%.16s.so", folder, name, text);
    if (import_file_exists(built->path)) return true;
    snprintf(part, sizeof part, "%s.part", built->path);
    code_words_split(&words, code_compiler());
    code_words_add(&words, "-shared");
    for (uint32_t i = 0; i < wish->count; i++) code_words_add(&words, places[i].object);
    code_words_add(&words, "-o");
    code_words_add(&words, part);
    const int code = code_run(words.list);
    if (code != 0 || rename(part, built->path) != 0) return refuse_run(code, wish->files[0], error);
    remove_others(folder, name, built->path);
    return true;
}

/* ---- loading ---- */

static bool check_module(const code_wish *wish, const ox_module *module, tool_error *error) {
    const ox_script_natives natives = {module->natives, module->native_count, NULL};
    if (known_is_own(module->id))
        return import_error_file(error, wish->files[0],
                                 "the console has a module `%s` itself; give yours another name",
                                 module->name);
    const uint32_t bad = ox_script_natives_check(&natives);
    if (bad < module->native_count)
        return import_error_file(
            error, wish->files[0],
            "the native `%s`: its signature must be NAME:RESULT(ARGUMENTS), and its name stand once",
            module->natives[bad].declaration);
    for (uint32_t i = 0; i < module->component_count; i++) {
        char sentence[120];
        ox_text why = ox_text_begin(sentence, sizeof sentence);
        if (module->components[i]->record != NULL &&
            ox_type_check(module->components[i]->record, &why) != OX_OK)
            return import_error_file(error, wish->files[0], "a component of `%s`: %s", module->name,
                                     sentence);
    }
    return true;
}

static bool load_object(const code_wish *wish, code_built *built, tool_error *error) {
    void *object = dlopen(built->path, RTLD_NOW | RTLD_LOCAL);
    if (object == NULL) return import_error_file(error, wish->files[0], "does not load: %s", dlerror());
    const ox_module *const *module = dlsym(object, "oxcart_module");
    const ox_cart *const *game = dlsym(object, "oxcart_game");
    const uint32_t *seam = dlsym(object, "oxcart_seam");
    if ((module == NULL) == (game == NULL))
        return import_error_file(error, wish->files[0],
                                 "one OX_MODULE or one OX_CART is wanted in the files of a line");
    if (seam == NULL || seam[0] != OXCART_SEAM ||
        seam[1] != (uint32_t)(sizeof(ox_module) + 65536u * sizeof(ox_module_host)))
        return import_error_file(error, wish->files[0],
                                 "was compiled with headers of another version than this command's");
    built->module = module == NULL ? NULL : *module;
    built->game = game == NULL ? NULL : *game;
    built->name = module == NULL ? built->game->name : built->module->name;
    return module == NULL || check_module(wish, built->module, error);
}

/* Two commands may build one cart at a time: the second one waits, and finds it done. */
static int lock_folder(const char *folder) {
    char path[CODE_PATH + 8];
    snprintf(path, sizeof path, "%s/lock", folder);
    const int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file >= 0) (void)flock(file, LOCK_EX);
    return file;
}

bool code_build(const code_wish *wish, code_built *built, tool_error *error) {
    char folder[CODE_PATH], include[CODE_PATH], told[300];
    told_by(wish, told);
    memset(built, 0, sizeof *built);
    for (uint32_t i = 0; i < wish->count; i++)
        if (!import_file_exists(wish->files[i]))
            return import_error_file(error, wish->files[i], "there is no such file");
    if (!code_include_folder(include))
        return import_error_file(
            error, wish->files[0],
            "there are no headers of oxcart beside this command; `make` or `make install` puts them there");
    if (!code_folder(wish->cart, folder, error)) return false;
    const int lock = lock_folder(folder);
    object_place *places = calloc(wish->count + 1u, sizeof *places);
    bool ok = places != NULL || import_error_memory(error, wish->files[0]);
    for (uint32_t i = 0; ok && i < wish->count; i++) {
        object_place_of(folder, wish->files[i], told, &places[i]);
        ok = object_is_fresh(&places[i]) || compile_file(wish, include, wish->files[i], &places[i], error);
    }
    const char *objects[CODE_FILES];
    for (uint32_t i = 0; ok && i < wish->count; i++) objects[i] = places[i].object;
    ok = ok && code_check(wish, objects, error) && link_objects(wish, folder, places, built, error) &&
         load_object(wish, built, error);
    if (lock >= 0) close(lock);
    free(places);
    return ok;
}
