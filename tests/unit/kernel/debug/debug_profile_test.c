/* Tests of profiles: the tree, shares, history, texts, mistakes. Times are those of a clock that the tests turn. */
#include <string.h>

#include "fixedmath/assert.h"
#include "fixedmath/scalar.h"
#include "kernel/debug/profile.h"
#include "tests/test.h"

static uint32_t turned;
static uint32_t clock_now(void *context) { return *(uint32_t *)context; }

static ox_profile *begin(void) {
    static ox_profile p;
    turned = 0xFFFFFF00u; /* wraps in the first frame */
    ox_profile_init(&p, clock_now, &turned);
    return &p;
}

static void piece(ox_profile *p, const char *name, uint32_t ticks) {
    ox_profile_begin(p, name);
    turned += ticks;
    ox_profile_end(p, name);
}

/* A frame of 1,000 ticks: main 24, object update 22, AI update 76 in 32 calls, collision 11, physics 10, draw 857. */
static void play_frame(ox_profile *p) {
    ox_profile_begin(p, "main");
    turned += 24;
    piece(p, "object update", 22);
    for (int i = 0; i < 32; i++) piece(p, "AI update", i < 12 ? 3 : 2);
    piece(p, "collision", 11);
    piece(p, "physics", 10);
    piece(p, "draw", 857);
    ox_profile_end(p, "main");
    ox_profile_frame(p, 16667);
}

/* ---- lines that are written ---- */

typedef struct lines {
    char text[12][120];
    uint32_t count;
} lines;

static void take(void *context, const char *line) {
    lines *l = context;
    if (l->count < 12) strncpy(l->text[l->count], line, sizeof l->text[0] - 1);
    l->count++;
}

TEST(debug_profile_shares_of_a_frame) {
    static const struct {
        const char *name;
        uint32_t depth, calls, share, inclusive;
    } wanted[] = {{"main", 0, 1, 24, 1000},    {"object update", 1, 1, 22, 22}, {"AI update", 1, 32, 76, 76},
                  {"collision", 1, 1, 11, 11}, {"physics", 1, 1, 10, 10},       {"draw", 1, 1, 857, 857}};
    ox_profile *p = begin();
    play_frame(p);
    uint32_t at = ox_profile_first(p), sum = 0;
    for (int i = 0; i < 6; i++, at = ox_profile_next(p, at)) {
        CHECK(at != OX_PROFILE_NONE);
        const ox_profile_sample *s = &p->samples[at];
        CHECK(strcmp(s->name, wanted[i].name) == 0);
        CHECK_EQ(s->depth, wanted[i].depth);
        CHECK_EQ(s->calls, wanted[i].calls);
        CHECK_EQ(s->share, wanted[i].share);
        CHECK_EQ(s->inclusive, wanted[i].inclusive);
        sum += s->share;
    }
    CHECK_EQ(at, OX_PROFILE_NONE);
    CHECK_EQ(sum, 1000);
    CHECK_EQ(p->ticks, 1000);
}

TEST(debug_profile_report_is_the_golden_text) {
    static const char *const golden[] = {
        "  Ave   Min   Max   # name",       "--------------------------",
        "  2.4   2.4   2.4   1 main",       "  2.2   2.2   2.2   1  object update",
        "  7.6   7.6   7.6  32  AI update", "  1.1   1.1   1.1   1  collision",
        "  1.0   1.0   1.0   1  physics",   " 85.7  85.7  85.7   1  draw"};
    ox_profile *p = begin();
    lines out = {.count = 0};
    for (int i = 0; i < 3; i++) play_frame(p);
    ox_profile_report(p, take, &out);
    CHECK_EQ(out.count, 8);
    for (uint32_t i = 0; i < 8; i++) CHECK(strcmp(out.text[i], golden[i]) == 0);
}

TEST(debug_profile_one_name_in_two_places) {
    ox_profile *p = begin();
    ox_profile_flat rows[OX_PROFILE_SAMPLES];
    ox_profile_begin(p, "draw");
    piece(p, "sort", 30);
    ox_profile_end(p, "draw");
    ox_profile_begin(p, "update");
    piece(p, "sort", 70);
    ox_profile_end(p, "update");
    ox_profile_frame(p, 16667);
    CHECK_EQ(p->count, 4);
    CHECK_EQ(ox_profile_flatten(p, rows), 3);
    CHECK(strcmp(rows[1].name, "sort") == 0);
    CHECK_EQ(rows[1].calls, 2);
    CHECK_EQ(rows[1].share, 1000);
    CHECK_NEAR(ox_profile_of(p, "sort").average, 100 * FX_ONE, 1);
    /* a piece that no frame calls any more is seen with 0 calls */
    ox_profile_begin(p, "draw");
    turned += 10;
    ox_profile_end(p, "draw");
    ox_profile_frame(p, 16667);
    CHECK_EQ(p->samples[1].calls, 0);
    CHECK_EQ(p->samples[1].inclusive, 0);
    CHECK_EQ(p->samples[1].total, 30);
}

TEST(debug_profile_history_drifts) {
    const int32_t ten = 10 * FX_ONE;
    CHECK_NEAR(ox_profile_ratio(125000), 6554, 1);
    CHECK_NEAR(ox_profile_ratio(16667), 874, 1);
    CHECK_NEAR(ox_profile_ratio(33333), 1748, 1);
    CHECK_EQ(ox_profile_ratio(1250000), 65536);
    CHECK_EQ(ox_profile_ratio(UINT32_MAX), 65536);
    CHECK_NEAR(ox_profile_drift(ten, 2 * ten, ox_profile_ratio(125000)), 11 * FX_ONE, FX_ONE / 100);
    /* through frames: a first share of 10 %, then 20, then 5 */
    static const uint32_t shares[] = {100, 200, 50};
    static const int32_t after[3][3] = {{1000, 1000, 1000}, {1100, 1100, 2000}, {1040, 500, 1850}};
    ox_profile *p = begin();
    for (int i = 0; i < 3; i++) {
        piece(p, "a", shares[i]);
        turned += 1000 - shares[i];
        ox_profile_frame(p, i == 0 ? 16667 : 125000);
        const ox_profile_history h = ox_profile_of(p, "a");
        CHECK_NEAR((int64_t)h.average * 100 / FX_ONE, after[i][0], 1);
        CHECK_NEAR((int64_t)h.least * 100 / FX_ONE, after[i][1], 1);
        CHECK_NEAR((int64_t)h.most * 100 / FX_ONE, after[i][2], 1);
    }
    const ox_profile_history none = ox_profile_of(p, "unknown");
    CHECK(none.average == 0 && none.least == 0 && none.most == 0);
}

TEST(debug_profile_history_comes_to_what_is_constant) {
    static const int32_t starts[] = {0, 100 * FX_ONE, 37 * FX_ONE + 11, 1};
    for (uint32_t i = 0; i < 4; i++) {
        const int32_t wanted = 42 * FX_ONE + 1234;
        int32_t value = starts[i];
        for (int frame = 0; frame < 2000; frame++) value = ox_profile_drift(value, wanted, 874);
        CHECK_NEAR(value, wanted, FX_ONE / 1000);
    }
}

TEST(debug_profile_mistakes_are_told) {
    ox_profile *p = begin();
    ox_profile_end(p, "never begun");
    CHECK_EQ(p->unmatched, 1);
    ox_profile_begin(p, "open");
    turned += 10;
    ox_profile_frame(p, 16667); /* without an end */
    CHECK_EQ(p->unmatched, 2);
    CHECK_EQ(p->depth, 0);
    ox_profile_begin(p, "a");
    ox_profile_begin(p, "b");
    ox_profile_end(p, "a"); /* not the innermost */
    CHECK_EQ(p->unmatched, 3);
    ox_profile_end_with(p, "a");
    CHECK_EQ(p->depth, 0);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 3 : 0);
}

TEST(debug_profile_room_ends) {
    static char names[OX_PROFILE_SAMPLES + 1][8];
    ox_profile *p = begin();
    for (int i = 0; i <= OX_PROFILE_SAMPLES; i++) {
        names[i][0] = 'n';
        names[i][1] = (char)('0' + i / 10);
        names[i][2] = (char)('0' + i % 10);
        piece(p, names[i], 10);
    }
    CHECK_EQ(p->lost, 1);
    CHECK_EQ(p->count, OX_PROFILE_SAMPLES);
    CHECK_EQ(p->depth, 0);
    ox_profile_frame(p, 16667);
    CHECK_EQ(p->samples[0].share, 10);                                            /* 10 of 970 */
    for (int i = 0; i < OX_PROFILE_DEPTH + 2; i++) ox_profile_begin(p, names[0]); /* within itself */
    for (int i = 0; i < OX_PROFILE_DEPTH + 2; i++) ox_profile_end(p, names[0]);
    CHECK_EQ(p->depth, 0);
    CHECK_EQ(p->unmatched, 0);
    (void)test_assertions();
}

static int leave_early(ox_profile *p, bool early) {
    (void)p; /* unused in builds without profiles */
    OX_PROFILE_SCOPE(p, "scope");
    turned += 5;
    if (early) return 1;
    turned += 5;
    return 2;
}

TEST(debug_profile_scopes_end_by_themselves) {
    ox_profile *p = begin();
    CHECK_EQ(leave_early(p, true), 1);
    CHECK_EQ(p->depth, 0);
    CHECK_EQ(leave_early(p, false), 2);
    CHECK_EQ(leave_early(NULL, false), 2);
    ox_profile_frame(p, 16667);
    CHECK_EQ(p->unmatched, 0);
    CHECK_EQ(p->count, OX_PROFILED ? 1 : 0);
    CHECK_EQ(p->samples[0].calls, OX_PROFILED ? 2 : 0);
    p->is_on = false;
    CHECK_EQ(leave_early(p, true), 1);
    ox_profile_begin(p, "off");
    ox_profile_end(p, "off");
    CHECK_EQ(p->count, OX_PROFILED ? 1 : 0);
    ox_profile_begin(NULL, "none");
    ox_profile_end(NULL, "none");
    ox_profile_frame(NULL, 0);
}

/* The numbers behind the n-th comma of a line. */
static uint32_t number_behind(const char *line, int commas) {
    uint32_t value = 0;
    for (; commas > 0; line++) commas -= *line == ',';
    for (; *line >= '0' && *line <= '9'; line++) value = value * 10 + (uint32_t)(*line - '0');
    return value;
}

TEST(debug_profile_csv_has_what_memory_has) {
    ox_profile *p = begin();
    for (uint32_t frame = 0; frame < 3; frame++) {
        lines out = {.count = 0};
        ox_profile_count(p, "triangles", 100 + frame);
        ox_profile_count(p, "triangles", 1);
        play_frame(p);
        ox_profile_csv(p, frame, take, &out);
        CHECK_EQ(out.count, 7);
        uint32_t sum = 0, row = 0;
        for (uint32_t i = ox_profile_first(p); i != OX_PROFILE_NONE; i = ox_profile_next(p, i), row++) {
            CHECK_EQ(number_behind(out.text[row], 0), frame);
            CHECK_EQ(number_behind(out.text[row], 2), p->samples[i].calls);
            CHECK_EQ(number_behind(out.text[row], 3), p->samples[i].inclusive);
            CHECK_EQ(number_behind(out.text[row], 4), p->samples[i].exclusive);
            sum += number_behind(out.text[row], 4);
        }
        CHECK_EQ(sum, p->ticks);
        CHECK(strstr(out.text[2], ",main/AI update,") != NULL);
        CHECK(strstr(out.text[6], ",#triangles,") != NULL);
        CHECK_EQ(number_behind(out.text[6], 2), 101 + frame);
    }
    const ox_profile_counter *c = ox_profile_counter_of(p, "triangles");
    CHECK(c != NULL && c->last == 103 && c->most == 103 && c->total == 306 && c->now == 0);
    CHECK(ox_profile_counter_of(p, "pixels") == NULL);
}

/* Numbers that the program keeps are looked at behind each frame: as they are, or by what they grew; one that goes back begins anew. */
TEST(debug_profile_watches_numbers_that_are_kept) {
    static const uint32_t kept[] = {7, 9, 9, 4, 5}, grown[] = {7, 2, 0, 0, 1};
    ox_profile *p = begin();
    uint32_t now = 0, sent = 0;
    ox_profile_watch(p, "alive", &now, false);
    ox_profile_watch(p, "sent", &sent, true);
    const ox_profile_counter *a = ox_profile_counter_of(p, "alive"), *b = ox_profile_counter_of(p, "sent");
    for (uint32_t i = 0; i < 5; i++) {
        now = sent = kept[i];
        play_frame(p);
        CHECK_EQ(a->last, kept[i]);
        CHECK_EQ(b->last, grown[i]);
    }
    CHECK_EQ(a->most, 9);
    CHECK_EQ(a->total / p->frames, 6);
    CHECK_EQ(b->total, 10);
    ox_profile_watch(p, "alive", &sent, false); /* another number of that name */
    ox_profile_count(p, "alive", 100);          /* and what code adds */
    play_frame(p);
    CHECK_EQ(a->last, 105);
    ox_profile_forget(p);
    sent = 50;
    play_frame(p);
    CHECK_EQ(a->last, 0);
    CHECK_EQ(b->last, 0);
    ox_profile_watch(NULL, "alive", &now, false);
    ox_profile_forget(NULL);
    static char names[OX_PROFILE_COUNTERS][4];
    for (uint32_t i = 0; i < OX_PROFILE_COUNTERS; i++) {
        names[i][0] = (char)('a' + i / 26);
        names[i][1] = (char)('a' + i % 26);
        ox_profile_watch(p, names[i], &now, false);
    }
    CHECK_EQ(p->counter_count, OX_PROFILE_COUNTERS);
    CHECK_EQ(p->lost, 2);
}

TEST(debug_profile_folds_stacks) {
    ox_profile *p = begin();
    lines out = {.count = 0};
    for (int i = 0; i < 4; i++) play_frame(p);
    ox_profile_fold(p, take, &out);
    CHECK_EQ(out.count, 6);
    CHECK(strcmp(out.text[0], "main 96") == 0);
    CHECK(strcmp(out.text[2], "main;AI update 304") == 0);
    CHECK(strcmp(out.text[5], "main;draw 3428") == 0);
}

TEST(debug_profile_counts_its_own_price) {
    ox_profile *p = begin();
    CHECK_EQ(ox_profile_cost(p), 0); /* the tests' clock stands still */
    CHECK_EQ(p->count, 0);
}
