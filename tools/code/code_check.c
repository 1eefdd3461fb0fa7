/* Judges the symbols of a cart's objects. */
#define _GNU_SOURCE
#include "tools/code/code_check.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "tools/code/code_object.h"
#include "tools/import/base/file.h"

/* Whether the running command defines a name itself: then so does the library of every port. */
static bool is_of_console(const char *name) {
    Dl_info own, found;
    void *at = dlsym(RTLD_DEFAULT, name);
    return at != NULL && dladdr((void *)(uintptr_t)&code_check, &own) != 0 && dladdr(at, &found) != 0 &&
           own.dli_fbase == found.dli_fbase;
}

static bool is_one_of(const char *name, const char *const *list) {
    for (; *list != NULL; list++)
        if (strcmp(name, *list) == 0) return true;
    return false;
}

const char *code_judge_name(const char *name, uint32_t *allowance) {
    static const char *const always[] = {"memcpy", "memmove", "memset", "memcmp", "_GLOBAL_OFFSET_TABLE_",
                                         NULL};
    static const char *const heap[] = {"malloc", "calloc",         "realloc", "free",         "aligned_alloc",
                                       "strdup", "posix_memalign", "alloca",  "reallocarray", NULL};
    static const char *const stdio[] = {
        "printf",       "puts",          "putchar",        "fprintf", "fopen",    "fclose",    "fputs",
        "fputc",        "fwrite",        "fread",          "sprintf", "snprintf", "vsnprintf", "scanf",
        "sscanf",       "stdout",        "stderr",         "stdin",   "perror",   "getchar",   "fflush",
        "__printf_chk", "__fprintf_chk", "__snprintf_chk", NULL};
    static const char *const floats[] = {
        "sin",   "cos",  "tan",    "asin",  "acos",   "atan",  "atan2", "sqrt",  "pow",    "exp",   "log",
        "floor", "ceil", "round",  "fabs",  "fmod",   "sinf",  "cosf",  "tanf",  "atan2f", "sqrtf", "powf",
        "expf",  "logf", "floorf", "ceilf", "roundf", "fabsf", "fmodf", "hypot", NULL};
    static const char *const soft[] = {"sf", "df", "tf", "xf", NULL};
    *allowance = 0;
    if (is_one_of(name, always)) return NULL;
    if (is_one_of(name, heap)) {
        *allowance = CODE_HEAP;
        return "a console has no heap: take memory from host->resident in `begin`";
    }
    if (is_one_of(name, stdio)) {
        *allowance = CODE_STDIO;
        return "a console has no files and no terminal: ox_log_add writes to its log";
    }
    if (is_one_of(name, floats)) *allowance = CODE_FLOAT;
    for (uint32_t i = 0; soft[i] != NULL && strncmp(name, "__", 2) == 0;
         i++) /* __mulsf3: the compiler's helpers */
        if (strstr(name, soft[i]) != NULL) *allowance = CODE_FLOAT;
    if (*allowance != 0) return "floating point differs from machine to machine: fx numbers do not";
    return is_of_console(name) ? NULL : "no machine's console has it";
}

typedef struct names {
    char **list;
    size_t count;
    bool failed;
} names;

static bool has_name(const names *n, const char *name) {
    for (size_t i = 0; i < n->count; i++)
        if (strcmp(n->list[i], name) == 0) return true;
    return false;
}

static bool keep_defined(void *context, code_symbol_kind kind, const char *name) {
    names *n = context;
    if (kind == CODE_SYMBOL_NEEDED) return true;
    char **grown = realloc(n->list, (n->count + 1) * sizeof *grown), *copy = strdup(name);
    if (grown != NULL) n->list = grown;
    n->failed = n->failed || grown == NULL || copy == NULL;
    if (!n->failed) n->list[n->count++] = copy;
    return !n->failed;
}

typedef struct judgement {
    const code_wish *wish;
    const names *defined;
    const char *file;
    tool_error *error;
    bool good;
} judgement;

static bool judge(void *context, code_symbol_kind kind, const char *name) {
    judgement *j = context;
    uint32_t allowance = CODE_GLOBALS;
    const char *why = NULL;
    if (kind == CODE_SYMBOL_CHANGES)
        why = "a variable that changes outside of the state: saved games, rewind and reload would forget it; "
              "make it a field of "
              "the record";
    if (kind == CODE_SYMBOL_NEEDED && !has_name(j->defined, name)) why = code_judge_name(name, &allowance);
    if (why == NULL || (j->wish->allow & allowance) != 0) return true;
    uint32_t word = 0;
    while (allowance > 1u << word) word++;
    if (allowance == 0)
        j->good = import_error_file(j->error, j->file, "`%s`: %s", name, why);
    else
        j->good = import_error_file(j->error, j->file, "`%s`: %s (`allow=%s` in the line `code` lets it be)",
                                    name, why, code_allowances[word]);
    return false;
}

bool code_check(const code_wish *wish, const char *const *objects, tool_error *error) {
    names defined = {0};
    bool good = true;
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; good && i < wish->count; i++) {
            uint8_t *data;
            size_t size;
            judgement j = {wish, &defined, wish->files[i], error, true};
            if (!import_file_read(objects[i], &data, &size, error)) good = false;
            if (!good) break;
            if (pass == 0) /* bytes that are no object of this form are left to the linker */
                (void)code_object_symbols(data, size, keep_defined, &defined);
            else
                (void)code_object_symbols(data, size, judge, &j);
            good = j.good;
            free(data);
        }
        if (defined.failed) good = import_error_memory(error, wish->files[0]);
    }
    for (size_t i = 0; i < defined.count; i++) free(defined.list[i]);
    free(defined.list);
    return good;
}
