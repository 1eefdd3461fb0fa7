/* Tests of the start-up table: order, failures, dependencies, memory, restarts. */
#include <string.h>

#include "kernel/debug/format.h"
#include "kernel/engine/startup.h"
#include "tests/test.h"

/* A program of seven subsystems that record their starts and stops. */
enum { MEMORY, FILES, VIDEO, TEXTURE, RENDER, ANIMATION, PHYSICS, SUBSYSTEMS };

typedef struct {
    char log[256];
    size_t length;
    ox_arena arena;
    int fail;    /* the subsystem that fails to start, -1: none */
    int balance; /* starts minus stops */
    int told, failures;
    size_t bytes[SUBSYSTEMS];
} program;

static _Alignas(16) uint8_t memory[4096];

static void note(program *p, char what, int subsystem) {
    p->log[p->length++] = what;
    p->log[p->length++] = (char)('0' + subsystem);
    p->log[p->length] = 0;
}

static ox_status start(program *p, int subsystem, size_t bytes) {
    /* Memory is taken before the failure, so that the table has to give it back. */
    if (bytes > 0) {
        void *piece = ox_arena_push(&p->arena, subsystem % 2 == 0 ? OX_ARENA_LOW : OX_ARENA_HIGH, bytes, 8);
        CHECK(piece != NULL);
    }
    if (p->fail == subsystem) return OX_IO_ERROR;
    note(p, '+', subsystem);
    p->balance++;
    return OX_OK;
}

static void stop(program *p, int subsystem) {
    note(p, '-', subsystem);
    p->balance--;
}

#define PART(number, bytes)                                                                                  \
    static ox_status start_##number(void *context) { return start(context, number, bytes); }                 \
    static void stop_##number(void *context) { stop(context, number); }
PART(0, 0)
PART(1, 64)
PART(2, 0)
PART(3, 200)
PART(4, 40)
PART(5, 16)
PART(6, 0)

/* The example order of the texts. */
static const ox_startup_subsystem subsystems[SUBSYSTEMS] = {
    {"memory", MEMORY, 0, 0, start_0, stop_0},
    {"file system", FILES, OX_NEEDS(MEMORY), 1, start_1, stop_1},
    {"video", VIDEO, OX_NEEDS(MEMORY), 0, start_2, stop_2},
    {"texture", TEXTURE, OX_NEEDS(FILES) | OX_NEEDS(VIDEO), 1, start_3, stop_3},
    {"render", RENDER, OX_NEEDS(TEXTURE), 1, start_4, stop_4},
    {"animation", ANIMATION, OX_NEEDS(FILES), 1, start_5, stop_5},
    {"physics", PHYSICS, OX_NEEDS(MEMORY), 0, start_6, stop_6},
};

static ox_arena *arena_of(void *context, uint8_t client) {
    program *p = context;
    return client == 1 ? &p->arena : NULL;
}

static void told(void *context, const ox_startup_subsystem *subsystem, bool started, ox_status status,
                 size_t bytes) {
    program *p = context;
    p->told++;
    if (ox_failed(status)) {
        CHECK(started);
        p->failures++;
        return;
    }
    if (started) p->bytes[subsystem->id] = bytes;
    CHECK_EQ(p->bytes[subsystem->id], bytes);
}

static const ox_startup_hooks hooks = {arena_of, told};
static ox_startup_memory kept[SUBSYSTEMS];

static void open_program(program *p, ox_startup *s) {
    memset(p, 0, sizeof *p);
    p->fail = -1;
    ox_arena_init(&p->arena, memory, sizeof memory);
    ox_startup_init(s, subsystems, SUBSYSTEMS, kept, p, &hooks);
}

static bool same(const char *a, const char *b) { return strcmp(a, b) == 0; }

TEST(engine_startup_stops_in_exactly_the_reverse_order) {
    program p;
    ox_startup s;
    open_program(&p, &s);
    CHECK_EQ(ox_startup_run(&s), OX_OK);
    CHECK(same(p.log, "+0+1+2+3+4+5+6"));
    CHECK(ox_startup_runs(&s, TEXTURE) && !ox_startup_runs(&s, 20));
    CHECK_EQ(p.bytes[FILES], 64);
    CHECK_EQ(p.bytes[TEXTURE], 200);
    CHECK_EQ(p.bytes[RENDER], 40);
    CHECK_EQ(ox_arena_used(&p.arena), 64 + 200 + 40 + 16);
    ox_startup_stop(&s);
    CHECK(same(p.log, "+0+1+2+3+4+5+6-6-5-4-3-2-1-0"));
    CHECK_EQ(p.told, 14);
    CHECK_EQ(ox_arena_used(&p.arena), 0);
    ox_startup_stop(&s); /* stopping a program that does not run does nothing */
    CHECK_EQ(p.told, 14);
    CHECK_EQ(s.running, 0);
}

TEST(engine_startup_failure_of_each_part_stops_the_earlier_ones) {
    for (int n = 0; n < SUBSYSTEMS; n++) {
        program p;
        ox_startup s;
        char expected[64] = "";
        size_t at = 0;
        open_program(&p, &s);
        p.fail = n;
        CHECK_EQ(ox_startup_run(&s), OX_IO_ERROR);
        CHECK_EQ(s.failed, n);
        for (int i = 0; i < n; i++) at += ox_format(expected + at, sizeof expected - at, "+%d", i);
        for (int i = n; i-- > 0;) at += ox_format(expected + at, sizeof expected - at, "-%d", i);
        CHECK(same(p.log, expected));
        CHECK(p.balance == 0 && p.failures == 1 && s.running == 0);
        CHECK_EQ(ox_arena_used(&p.arena), 0);
        p.fail = -1; /* without the failure the program starts */
        CHECK_EQ(ox_startup_run(&s), OX_OK);
        ox_startup_stop(&s);
    }
}

TEST(engine_startup_check_names_both_parts) {
    char why[100];
    ox_startup_subsystem wrong[3] = {subsystems[0], subsystems[3], subsystems[1]};
    CHECK_EQ(ox_startup_check(subsystems, SUBSYSTEMS, why, sizeof why), OX_OK);
    CHECK_EQ(why[0], 0);
    wrong[1].needs = OX_NEEDS(FILES);
    CHECK_EQ(ox_startup_check(wrong, 3, why, sizeof why), OX_CYCLE);
    CHECK(same(why, "texture needs file system, which starts later: move it before"));
    wrong[1].needs = OX_NEEDS(TEXTURE);
    CHECK_EQ(ox_startup_check(wrong, 3, why, sizeof why), OX_CYCLE);
    wrong[1].needs = OX_NEEDS(PHYSICS);
    CHECK_EQ(ox_startup_check(wrong, 3, why, sizeof why), OX_NOT_FOUND);
    CHECK(same(why, "texture needs subsystem 6, which is not in the table"));
    wrong[1] = subsystems[0];
    wrong[1].name = "twin";
    CHECK_EQ(ox_startup_check(wrong, 3, why, sizeof why), OX_ALREADY_THERE);
    CHECK(same(why, "twin has the id of memory"));
    wrong[1].id = 32;
    CHECK_EQ(ox_startup_check(wrong, 3, why, sizeof why), OX_BAD_ARGUMENT);
    wrong[1].id = 5;
    wrong[1].start = NULL;
    CHECK_EQ(ox_startup_check(wrong, 3, NULL, 0), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_startup_check(wrong, 33, why, sizeof why), OX_BAD_ARGUMENT);
    program p;
    ox_startup s;
    open_program(&p, &s);
    wrong[1] = subsystems[3];
    ox_startup_init(&s, wrong, 3, kept, &p, &hooks);
    CHECK_EQ(ox_startup_run(&s), OX_CYCLE);
    CHECK_EQ(p.told, 0); /* no subsystem was started */
}

TEST(engine_startup_restarts_a_part_with_its_dependents) {
    program p;
    ox_startup s;
    open_program(&p, &s);
    CHECK_EQ(ox_startup_run(&s), OX_OK);
    size_t used = ox_arena_used(&p.arena);
    p.length = 0;
    CHECK_EQ(ox_startup_restart(&s, VIDEO),
             OX_OK); /* texture and render need it; animation's memory lies above theirs */
    CHECK(same(p.log, "-5-4-3-2+2+3+4+5"));
    CHECK_EQ(ox_arena_used(&p.arena), used);
    p.length = 0;
    /* render's memory is at the low end, with nothing above it */
    CHECK_EQ(ox_startup_restart(&s, RENDER), OX_OK);
    CHECK(same(p.log, "-4+4"));
    CHECK_EQ(ox_arena_used(&p.arena), used);
    p.length = 0;
    CHECK_EQ(ox_startup_restart(&s, ANIMATION), OX_OK);
    CHECK(same(p.log, "-5+5"));
    p.length = 0;
    CHECK_EQ(ox_startup_restart(&s, PHYSICS), OX_OK);
    CHECK(same(p.log, "-6+6"));
    CHECK_EQ(ox_startup_restart(&s, 17), OX_NOT_FOUND);
    p.length = 0;
    p.fail = TEXTURE;
    CHECK_EQ(ox_startup_restart(&s, TEXTURE), OX_IO_ERROR);
    CHECK(same(p.log, "-5-4-3"));
    CHECK(!ox_startup_runs(&s, RENDER) && ox_startup_runs(&s, PHYSICS));
    CHECK_EQ(ox_startup_restart(&s, TEXTURE), OX_BAD_STATE);
    p.length = 0;
    ox_startup_stop(&s);
    CHECK(same(p.log, "-6-2-1-0"));
    CHECK(p.balance == 0 && ox_arena_used(&p.arena) == 0);
}

TEST(engine_startup_runs_once_at_a_time) {
    program p;
    ox_startup s;
    open_program(&p, &s);
    CHECK_EQ(ox_startup_run(&s), OX_OK);
    CHECK_EQ(ox_startup_run(&s), OX_BAD_STATE);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK_EQ(p.balance, SUBSYSTEMS);
    ox_startup_stop(&s);
}

TEST(engine_startup_resume_tells_what_failed) {
    program p;
    ox_startup s;
    open_program(&p, &s);
    CHECK_EQ(ox_startup_run(&s), OX_OK);
    uint32_t rows = ox_startup_halt(&s, TEXTURE);
    size_t used = ox_arena_used(&p.arena);
    p.fail = TEXTURE;
    CHECK_EQ(ox_startup_resume(&s, rows), OX_IO_ERROR);
    CHECK(ox_arena_used(&p.arena) == used && s.failed == TEXTURE);
    p.fail = -1;
    CHECK_EQ(ox_startup_resume(&s, rows), OX_OK);
    ox_startup_stop(&s);
    CHECK_EQ(p.balance, 0);
}
