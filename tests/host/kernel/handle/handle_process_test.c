/* Tests of handle tables with a process and with a million operations. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fixedmath/random.h"
#include "kernel/handle/handle.h"
#include "tests/test.h"

typedef struct record {
    uint32_t tag, square;
} record;

enum { SLOTS = 200, OPERATIONS = 1000000 };

static const ox_handles_config config = {
    .capacity = SLOTS, .size = sizeof(record), .options = OX_HANDLES_NAMED | OX_HANDLES_COUNTED};

static void *begin(ox_handles *table, const ox_handles_config *c) {
    void *memory = malloc(ox_handles_bytes(c));
    CHECK_EQ(ox_handles_init(table, c, memory, ox_handles_bytes(c)), OX_OK);
    return memory;
}

/* The child process: uses a table for a while and writes it to the pipe behind all handles that were ever
 * given. */
static void play_and_save(int out) {
    ox_handles table;
    uint32_t given[SLOTS * 2];
    rng32 r = rng32_seed(46, 1);
    void *memory = begin(&table, &config), *object;
    for (uint32_t i = 0; i < SLOTS * 2; i++) {
        given[i] = ox_handles_acquire(&table, &object);
        *(record *)object = (record){i, i * i};
        if (ox_handles_name(&table, given[i], i + 1) != OX_OK) _exit(1);
        while (table.used > SLOTS / 2) {
            uint32_t victim = given[rng_below(&r, i + 1)];
            if (ox_handles_try_get(&table, victim) != NULL) (void)ox_handles_release(&table, victim);
        }
    }
    size_t size = ox_handles_image_bytes(&table, NULL);
    uint8_t *image = malloc(size);
    bool good = image != NULL && ox_handles_save(&table, NULL, image, size) == OX_OK;
    good = good && write(out, given, sizeof given) == (ssize_t)sizeof given;
    good = good && write(out, image, size) == (ssize_t)size;
    free(image);
    free(memory);
    _exit(good ? 0 : 1);
}

TEST(handle_saved_table_lives_on_in_another_process) {
    static uint8_t image[65536];
    uint32_t given[SLOTS * 2], alive = 0;
    int ends[2], status;
    size_t size = 0;
    if (pipe(ends) != 0) {
        test_skip("no pipe here");
        return;
    }
    pid_t child = fork();
    if (child == 0) play_and_save(ends[1]);
    close(ends[1]);
    bool good = child > 0 && read(ends[0], given, sizeof given) == (ssize_t)sizeof given;
    for (ssize_t got; good && (got = read(ends[0], image + size, sizeof image - size)) > 0;)
        size += (size_t)got;
    close(ends[0]);
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    CHECK(good);
    if (!good) return;
    ox_handles table;
    void *memory = begin(&table, &config);
    CHECK_EQ(ox_handles_restore(&table, NULL, image, size), OX_OK);
    for (uint32_t i = 0; i < SLOTS * 2; i++) {
        const record *found = ox_handles_try_get(&table, given[i]);
        CHECK_EQ(ox_handles_find(&table, i + 1), found == NULL ? 0 : given[i]);
        if (found == NULL) continue;
        CHECK(found->tag == i && found->square == i * i);
        alive++;
    }
    CHECK_EQ(alive, SLOTS / 2);
    CHECK_EQ(table.used, alive);
    free(memory);
}

/* ---- a million operations against a model ---- */

typedef struct past {
    uint32_t bits, tag;
    bool lives;
} past;

static void soak(unsigned form, unsigned options, uint32_t capacity) {
    enum { REMEMBERED = 4096 };
    static past log[REMEMBERED];
    ox_handles_config c = {
        .capacity = capacity, .size = sizeof(record), .form = (uint8_t)form, .options = (uint8_t)options};
    ox_handles table;
    rng32 r = rng32_seed(form, options);
    void *memory = begin(&table, &c), *object;
    uint32_t count = 0, living = 0, acquired = 0, wrong = 0;
    for (uint32_t step = 0; step < OPERATIONS; step++) {
        if (rng_below(&r, 3) == 0) {
            uint32_t bits = ox_handles_acquire(&table, &object);
            wrong += (bits == 0) != (living + table.retired == capacity);
            if (bits == 0) continue;
            uint32_t at = count < REMEMBERED ? count++ : rng_below(&r, REMEMBERED);
            /* the capacity is less than REMEMBERED, so one entry is dead */
            while (log[at].lives) at = (at + 1) % REMEMBERED;
            *(record *)object = (record){step, bits};
            log[at] = (past){bits, step, true};
            living++;
            acquired++;
        } else if (count > 0) {
            past *p = &log[rng_below(&r, count)];
            const record *found = ox_handles_try_get(&table, p->bits);
            if (p->lives) {
                wrong += found == NULL || found->tag != p->tag || found->square != p->bits;
                if (rng_below(&r, 3) == 0) continue;
                wrong += ox_handles_release(&table, p->bits) != OX_OK;
                p->lives = false;
                living--;
                /* a released handle is found only when its generation came round */
            } else if (found != NULL) {
                wrong += table.wraps == 0 || found->tag == p->tag;
            }
        }
        wrong += table.used != living;
    }
    CHECK_EQ(wrong, 0);
    CHECK_EQ(test_assertions(), OX_DEBUG ? (int)table.wraps : 0);
    if ((options & OX_HANDLES_RETIRE) != 0) CHECK_EQ(table.wraps, 0);
    TEST_INFO("form %u, options %u: %u objects in %u slots, %u wraps, %u slots retired", form, options,
              (unsigned)acquired, (unsigned)capacity, (unsigned)table.wraps, (unsigned)table.retired);
    memset(log, 0, sizeof log);
    free(memory);
}

TEST(handle_million_operations_equal_the_model) {
    soak(OX_HANDLE_16_16, 0, 1000);
    soak(OX_HANDLE_16_16, OX_HANDLES_RETIRE, 1000);
    soak(OX_HANDLE_10_6, 0, 1000);
    soak(OX_HANDLE_8_8, 0, 250);
    soak(OX_HANDLE_10_6, OX_HANDLES_RETIRE, 1000);
}
