/* Tests of breaks in C: by a condition, by the number of a visit, in a step. */
#include "kernel/debug/break.h"
#include "tests/test.h"

typedef struct stops {
    uint32_t count, visit, tick;
    int line;
    const ox_break_table *of;
} stops;

static void note_stop(void *context, const ox_break_site *site) {
    stops *s = context;
    s->count++;
    s->visit = site->visits;
    s->tick = s->of->tick;
    s->line = site->line;
}

static const ox_break_here if_zero = {.file = "here", .what = "x == 0", .line = 1},
                           fifth = {.file = "here", .what = "hit 5", .line = 2, .hit = 5},
                           step_1000 = {.file = "here", .what = "step 1000", .line = 3, .tick = 1000};

TEST(debug_breaks_stop_where_a_condition_holds) {
    static ox_break_table breaks;
    stops s = {.of = &breaks};
    breaks = (ox_break_table){.stop = note_stop, .context = &s};
    for (int x = 5; x >= -5; x--) CHECK(!ox_break(&breaks, &if_zero, x == 0)); /* no debugger is attached */
    CHECK_EQ(s.count, 1);
    CHECK_EQ(s.visit, 6);
    CHECK_EQ(breaks.sites[0].visits, 11);
    breaks.traps = true;
    CHECK(ox_break(&breaks, &if_zero, true));
    CHECK(!ox_break(&breaks, &if_zero, false));
}

TEST(debug_breaks_stop_at_the_fifth_visit_alone) {
    static ox_break_table breaks;
    stops s = {.of = &breaks};
    breaks = (ox_break_table){.stop = note_stop, .context = &s};
    for (int i = 0; i < 12; i++) (void)ox_break(&breaks, &fifth, true);
    CHECK_EQ(s.count, 1);
    CHECK_EQ(s.visit, 5);
    ox_break_reset(&breaks);
    for (int i = 0; i < 5; i++) (void)ox_break(&breaks, &fifth, true);
    CHECK_EQ(s.count, 2);
    CHECK_EQ(s.visit, 5);
}

TEST(debug_breaks_stop_once_in_a_step) {
    static ox_break_table breaks;
    stops s = {.of = &breaks};
    breaks = (ox_break_table){.stop = note_stop, .context = &s};
    for (breaks.tick = 0; breaks.tick < 2000; breaks.tick++)
        for (int again = 0; again < 3; again++) (void)ox_break(&breaks, &step_1000, true);
    CHECK_EQ(s.count, 1);
    CHECK_EQ(s.tick, 1000);
    CHECK_EQ(s.line, 3);
    for (int line = 10; line < 10 + 2 * OX_BREAK_SITES;
         line++) /* lines beyond the room are counted, and stop nothing */
        (void)ox_break(&breaks, &(ox_break_here){.file = "far", .what = "", .line = line}, true);
    CHECK_EQ(breaks.count, OX_BREAK_SITES);
    CHECK_EQ(breaks.lost, OX_BREAK_SITES + 1);
    CHECK_EQ(s.count, OX_BREAK_SITES);
}

TEST(debug_breaks_are_lines_of_their_own) {
#if OX_PROFILED
    static ox_break_table breaks;
    stops s = {.of = &breaks};
    breaks = (ox_break_table){.stop = note_stop, .context = &s, .tick = 7};
    for (int i = 0; i < 3; i++) {
        OX_BREAK_IF(&breaks, i == 1);
        OX_BREAK_ON_HIT(&breaks, 3);
        OX_BREAK_AT(&breaks, 7);
        OX_BREAK_IF((ox_break_table *)NULL, i == 1);
    }
    CHECK_EQ(s.count, 3);
    CHECK_EQ(breaks.count, 3);
#else
    test_skip("builds that are not looked into have no breaks");
#endif
}
