/* The life of modules, for tests: a row for each record, and what every row is put through.
 *
 *     LIFE(ox_timers, init, DONE(ox_timers_init(it, slots, 2, calls, 1, NULL)), OX_CLEAR(it),
 *          (void)!ox_timers_add(it, timer, 1))
 *
 * The columns: the record's type, the verb of its Create, the Create, the Destroy, and a use that must assert as long
 * as nothing was created. PLAIN rows have no such use: their clear image is a legal one (a list without elements, an
 * arena without memory, a clock that stands). `it` is the record. The rows stand in life_kernel.inc, which its test
 * includes twice, or alone beside other tests (LIFE_ROW, PLAIN_ROW); tests/scripts/rules/life.sh looks whether a record of
 * the public headers has none. */
#ifndef OXCART_TESTS_UNIT_LIFE_H
#define OXCART_TESTS_UNIT_LIFE_H

#include <string.h>

#include "kernel/memory/arena.h"
#include "kernel/memory/life.h"
#include "tests/test.h"

#define DONE(statement) ((statement), OX_OK)

typedef struct life {
    const char *name;
    size_t size;
    ox_status (*create)(void *at);
    void (*destroy)(void *at);
    void (*use)(void *at); /* NULL: the record has no assertion */
} life;

#define LIFE_FUNCTIONS(type, create, destroy)                                                                \
    static ox_status type##_is_created(void *at) {                                                           \
        type *it = at;                                                                                       \
        (void)it;                                                                                            \
        return (ox_status)(create);                                                                          \
    }                                                                                                        \
    static void type##_is_destroyed(void *at) {                                                              \
        type *it = at;                                                                                       \
        destroy;                                                                                             \
    }
#define LIFE_USE(type, use)                                                                                  \
    static void type##_is_used(void *at) {                                                                   \
        type *it = at;                                                                                       \
        use;                                                                                                 \
    }

/* The row of one record beside the record's other tests: CHECK(life_is_led(&LIFE_OF(ox_stream), &bench)). */
#define LIFE_ROW(type, verb, create, destroy, use)                                                           \
    LIFE_FUNCTIONS(type, create, destroy)                                                                    \
    LIFE_USE(type, use)                                                                                      \
    static const life type##_life = {#type, sizeof(type), type##_is_created, type##_is_destroyed,            \
                                     type##_is_used};
#define PLAIN_ROW(type, verb, create, destroy)                                                               \
    LIFE_FUNCTIONS(type, create, destroy)                                                                    \
    static const life type##_life = {#type, sizeof(type), type##_is_created, type##_is_destroyed, NULL};
#define LIFE_OF(type) type##_life

/* The surroundings of the modules in a test. */
typedef struct life_bench {
    ox_arena *arena;    /* memory for Create */
    void (*rest)(void); /* lets everything else run for a while; NULL: there is nothing else */
} life_bench;

/* Memory of the records, one after the other. */
enum { LIFE_ROOM = 32768 };
extern uint8_t life_record[LIFE_ROOM];

/* Whether a use asserts; its handler leaves the use at its first failed assertion, before it does harm. */
bool life_asserts(void (*use)(void *at), void *at);

static inline bool life_is_clear(const life *of, const uint8_t *record) {
    size_t zeros = 0;
    while (zeros < of->size && record[zeros] == 0) zeros++;
    if (zeros < of->size)
        TEST_INFO("%s: byte %u of %u is not clear", of->name, (unsigned)zeros, (unsigned)of->size);
    return zeros == of->size;
}

static inline bool life_ends(const life *of, uint8_t *record) {
    of->destroy(record);
    bool first = life_is_clear(of, record);
    of->destroy(record);
    return first && life_is_clear(of, record);
}

/* Create is refused for want of memory at every push that it makes, and succeeds in the end. */
static inline ox_status life_begins(const life *of, const life_bench *bench) {
    size_t before = ox_arena_used(bench->arena);
    ox_status status = OX_OUT_OF_MEMORY;
    for (uint32_t push = 1; push < 32 && ox_failed(status); push++) {
        ox_arena_fail_after(bench->arena, push);
        status = of->create(life_record);
        ox_arena_fail_after(bench->arena, 0);
        if (!ox_failed(status)) break;
        if (ox_arena_used(bench->arena) != before || !life_ends(of, life_record)) {
            TEST_INFO("%s: a Create that is refused leaves something", of->name);
            return OX_BAD_STATE;
        }
    }
    return status;
}

/* Destroy, Destroy, Create, Destroy, Destroy, twice. After each end the record's memory is overwritten, and its
 * surroundings run on. */
static inline bool life_is_led(const life *of, const life_bench *bench) {
    uint8_t *record = life_record;
    bool good = true;
    size_t before = ox_arena_used(bench->arena);
    if (of->size > LIFE_ROOM) {
        TEST_INFO("%s: %u bytes are too many", of->name, (unsigned)of->size);
        return false;
    }
    memset(record, 0, of->size);
    for (int round = 0; round < 2 && good; round++) {
        ox_mark low = ox_arena_mark(bench->arena, OX_ARENA_LOW),
                high = ox_arena_mark(bench->arena, OX_ARENA_HIGH);
        good = life_ends(of, record);
        ox_status status = life_begins(of, bench);
        if (ox_failed(status)) TEST_INFO("%s: Create says %s", of->name, ox_status_name(status));
        good = good && !ox_failed(status) && life_ends(of, record);
        ox_arena_rollback(bench->arena, high);
        ox_arena_rollback(bench->arena, low);
        good = good && ox_arena_used(bench->arena) == before;
        if (ox_arena_free(bench->arena) > 0) {
            size_t bytes = ox_arena_largest(bench->arena, OX_ARENA_LOW, 1);
            void *trodden = ox_arena_push(bench->arena, OX_ARENA_LOW, bytes, 1);
            if (trodden != NULL) memset(trodden, 0xA5, bytes);
            ox_arena_rollback(bench->arena, low);
        }
        if (bench->rest != NULL) bench->rest();
    }
    if (OX_DEBUG && of->use != NULL && !life_asserts(of->use, record)) {
        TEST_INFO("%s: use before Create does not assert", of->name);
        good = false;
    }
    memset(record, 0, of->size);
    if (!good) TEST_INFO("%s", of->name);
    return good;
}

#endif
