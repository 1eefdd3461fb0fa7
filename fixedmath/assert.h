/* Assertions for every layer: checks of the program's own promises, which a release build leaves out.
 *
 *     FX_ASSERT(index < count);                                     a precondition
 *     FX_ASSERT_MSG(link->next != NULL, "%s is in no list", name);  with a sentence for whoever reads it
 *     FX_VERIFY(close_door(door));                                  evaluated in release builds too
 *     FX_UNREACHABLE("a shading without span");                     a path that cannot be taken
 *     FX_CHECK_CLAMP(lod, 0, 7, "level of detail");                 debug: asserts; always: clamps it
 *     FX_CHECK_OR(size <= cell, "too large for the grid", level = 0);    debug: asserts; always: the way out
 *     FX_STATIC_ASSERT(ENEMIES_MAX <= 256, "ids are 8 bits");
 *
 * A debug build is one with OX_DEBUG defined as 1, for all of it. A failed assertion then calls the handler that
 * the program installed, with its place, its expression and its sentence. The handler's answer decides: go on, or
 * break. The break instruction stands in the failing line itself. Each place has a flag that silences it; places
 * that have failed are in a list. A failure inside the handler does not call the handler again. In that case, and
 * without a handler, the function of fx_assert_last_words prints the place in one line and the program breaks.
 *
 * In a release build an assertion is still compiled, never evaluated, and costs nothing: not a byte. So a condition
 * must have no effects. The handler and the list are the only changing data of this layer, and they exist in debug
 * builds only; install the handler before a second thread starts. (Steve Rabin, Game Programming Gems 1.12;
 * GEA 3.3.3.) */
#ifndef FIXEDMATH_ASSERT_H
#define FIXEDMATH_ASSERT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef OX_DEBUG
#define OX_DEBUG 0
#endif

/* A result that the caller must look at; the compiler warns when it is dropped. */
#if defined(__GNUC__)
#define FX_MUST_CHECK __attribute__((warn_unused_result))
#define FX_TRAP() __builtin_trap()
#else
#define FX_MUST_CHECK
#define FX_TRAP() ((void)(*(volatile int *)0))
#endif

/* Stops in a debugger, which may go on behind it; without a debugger the program ends here. */
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
#define FX_BREAK() __asm__ volatile("int3")
#elif defined(__GNUC__) && defined(__aarch64__)
#define FX_BREAK() __asm__ volatile("brk #0xF000")
#elif defined(__GNUC__) && defined(__ARM_ARCH) && __ARM_ARCH >= 6
#define FX_BREAK() __asm__ volatile("bkpt #0")
#else
#define FX_BREAK() FX_TRAP()
#endif

#define FX_STATIC_ASSERT(condition, text) _Static_assert(condition, text)

/* One place that asserts. */
typedef struct fx_assert_site {
    const char *file;
    const char *function;
    const char *condition; /* as it was written; "" for FX_UNREACHABLE */
    int line;
    bool ignored;                /* set by the handler or a console: the place stays silent */
    bool listed;                 /* the place has failed before */
    unsigned failures;           /* how often, while not ignored */
    struct fx_assert_site *next; /* in the list of places that have failed */
} fx_assert_site;

/* What the program does about a failure; text is a format of the kernel's formatter (kernel/debug/format.h), or
 * NULL. True: break in the failing line. False: go on. The handler may set site->ignored. */
typedef bool fx_assert_handler(void *context, fx_assert_site *site, const char *text, va_list arguments);

#if OX_DEBUG
/* Installs the handler, NULL for none, and returns the one before (its context in *old_context, may be NULL). A handler
 * that leaves by a long jump instead of returning is installed again before the next failure. */
fx_assert_handler *fx_assert_install(fx_assert_handler *handler, void *context, void **old_context);

/* The handler as it is now, NULL for none, and its context (may be NULL). */
fx_assert_handler *fx_assert_installed(void **context);

/* A function that prints in one line, without the help of anything that may be broken, that a place failed. It is
 * called when there is no handler, or when the handler itself fails; the program breaks afterwards. NULL: nothing is
 * printed. */
typedef void fx_assert_words(const fx_assert_site *site);
void fx_assert_last_words(fx_assert_words *say);

/* The list of places that have failed, the latest first. fx_assert_rearm clears the `ignored` flag of all of them. */
fx_assert_site *fx_assert_sites(void);
void fx_assert_rearm(void);

/* Puts the place into the list and asks the handler; true: break. The macros below call it. */
bool fx_assert_failed(fx_assert_site *site, const char *text, ...);

#define FX_ASSERT_SITE(condition)                                                                            \
    { __FILE__, __func__, condition, __LINE__, false, false, 0u, NULL }
#define FX_ASSERT_AT(condition, expression, ...)                                                             \
    do {                                                                                                     \
        static fx_assert_site fx_site = FX_ASSERT_SITE(expression);                                          \
        if (!fx_site.ignored && !(condition) && fx_assert_failed(&fx_site, __VA_ARGS__)) FX_BREAK();         \
    } while (0)

#define FX_ASSERT(condition) FX_ASSERT_AT(condition, #condition, NULL)
#define FX_ASSERT_MSG(condition, ...) FX_ASSERT_AT(condition, #condition, __VA_ARGS__)
#define FX_UNREACHABLE(text) FX_ASSERT_AT(false, "", text)
#define FX_ASSERT_AT_FALSE(expression, text) FX_ASSERT_AT(false, expression, text)
#else
#define FX_ASSERT(condition) ((void)sizeof((condition) ? 1 : 0))
#define FX_ASSERT_MSG(condition, ...) ((void)sizeof((condition) ? 1 : 0))
#define FX_UNREACHABLE(text) FX_TRAP()
#define FX_ASSERT_AT_FALSE(expression, text) ((void)0)
#endif

/* A statement: the expression is evaluated in every build; a debug build asserts that it is true. */
#if OX_DEBUG
#define FX_VERIFY(expression) FX_ASSERT_AT(expression, #expression, NULL)
#else
#define FX_VERIFY(expression) ((void)(expression))
#endif

/* A statement, for numbers that come from game code: clamps the variable in every build, and asserts before in
 * debug builds. The variable is read more than once. */
#define FX_CHECK_CLAMP(variable, low, high, text)                                                            \
    do {                                                                                                     \
        FX_ASSERT_MSG((variable) >= (low) && (variable) <= (high), text);                                    \
        if ((variable) < (low)) (variable) = (low);                                                          \
        if ((variable) > (high)) (variable) = (high);                                                        \
    } while (0)

/* A statement, for conditions that game code may break: takes `way_out` in every build. The way out is an assignment
 * or a return, not a break or continue, which would only leave the macro. */
#define FX_CHECK_OR(condition, text, way_out)                                                                \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            FX_ASSERT_AT_FALSE(#condition, text);                                                            \
            way_out;                                                                                         \
        }                                                                                                    \
    } while (0)

#endif
