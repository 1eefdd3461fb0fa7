/* Quick time events: the window to the tick, failing once, retrying, and control that always comes back. */
#include <string.h>

#include "fixedmath/random.h"
#include "kernel/game/moment.h"
#include "kernel/type/name.h"
#include "tests/test.h"

enum { OPEN = 20, CLOSE = 35, FALL = 2, LAND = 3 };
static const ox_moment_step leap[] = {
    {.ticks = 10, .shows = OX_NAME("run"), .then = 1},
    {.ticks = 60,
     .shows = OX_NAME("jump"),
     .buttons = PLAT_A,
     .open = OPEN,
     .close = CLOSE,
     .then = LAND,
     .otherwise = FALL,
     .lives = 1},
    {.ticks = 8, .shows = OX_NAME("fall"), .then = 1, .flags = OX_MOMENT_RETRY},
    {.ticks = 5, .shows = OX_NAME("land"), .then = OX_MOMENT_END},
};

typedef struct stage {
    ox_moment moment;
    ox_control control;
    uint32_t news[OX_MOMENT_OVER + 1];
    uint32_t lives;
    ox_id shown;
    bool dies; /* the hero dies of the penalty */
} stage;
static stage s;

static void tell(void *context, ox_moment_news news, const ox_moment_step *step) {
    stage *of = context;
    of->news[news]++;
    if (news == OX_MOMENT_SHOW) of->shown = step->shows;
    if (news == OX_MOMENT_PENALTY) {
        of->lives -= step->lives;
        if (of->dies) ox_moment_stop(&of->moment);
    }
}

static ox_status begin(const ox_moment_step *steps, uint32_t count, uint32_t retries) {
    return ox_moment_start(&s.moment, &(ox_moment_config){.steps = steps,
                                                          .count = count,
                                                          .control = &s.control,
                                                          .retries = retries,
                                                          .tell = tell,
                                                          .context = &s});
}

static void open_stage(uint32_t retries) {
    memset(&s, 0, sizeof s);
    s.lives = 3;
    CHECK_EQ(begin(leap, 4, retries), OX_OK);
    for (int i = 0; i < 10; i++) CHECK(ox_moment_step_on(&s.moment, 0));
    CHECK_EQ(s.shown, SID("jump"));
}

/* Presses buttons in one tick of the jump, then nothing until the outcome. */
static ox_id outcome(uint32_t tick, uint32_t buttons) {
    open_stage(1);
    for (uint32_t i = 0; s.shown == SID("jump"); i++)
        (void)ox_moment_step_on(&s.moment, i == tick ? buttons : 0);
    return s.shown;
}

TEST(game_moment_window) {
    const ox_id fall = SID("fall"), land = SID("land");
    CHECK_EQ(outcome(OPEN - 1, PLAT_A), fall);
    CHECK_EQ(outcome(OPEN, PLAT_A), land);
    CHECK(s.news[OX_MOMENT_PROMPT] == 1 && s.news[OX_MOMENT_SUCCESS] == 1 && s.news[OX_MOMENT_FAILURE] == 0);
    CHECK_EQ(outcome(CLOSE, PLAT_A), land);
    CHECK_EQ(outcome(CLOSE + 1, PLAT_A), fall);
    CHECK_EQ(outcome(OPEN + 5, PLAT_B), fall);
    CHECK_EQ(outcome(OPEN + 5, PLAT_A | PLAT_B), fall);
    CHECK_EQ(outcome(999, 0), fall); /* the buttons are never pressed */
    CHECK_EQ(outcome(3, PLAT_B),
             fall); /* outside of the window other buttons do not matter: the jump fails by lateness */
    CHECK_EQ(s.moment.failures, 1);
    CHECK_EQ(s.lives, 2); /* one life is lost */
    CHECK_EQ(s.news[OX_MOMENT_PENALTY], 1);
}

TEST(game_moment_two_buttons) {
    static const ox_moment_step both = {.ticks = 30,
                                        .buttons = PLAT_A | PLAT_B,
                                        .open = 5,
                                        .close = 10,
                                        .then = OX_MOMENT_END,
                                        .otherwise = OX_MOMENT_END};
    for (uint32_t second = 5; second <= 12; second++) {
        memset(&s, 0, sizeof s);
        CHECK_EQ(begin(&both, 1, 0), OX_OK);
        for (uint32_t i = 0; i < 30; i++)
            (void)ox_moment_step_on(&s.moment, (i == 5 ? PLAT_A : 0u) | (i == second ? PLAT_B : 0u));
        CHECK_EQ(s.moment.failures, second <= 10 ? 0 : 1);
        CHECK_EQ(s.news[OX_MOMENT_OVER], 1);
        CHECK_EQ(s.news[OX_MOMENT_SUCCESS], second <= 10); /* once, and not with the first of the two */
    }
    /* what was got before a failure does not count in the next attempt */
    static const ox_moment_step again[2] = {{.ticks = 30,
                                             .buttons = PLAT_A | PLAT_B,
                                             .open = 5,
                                             .close = 10,
                                             .then = OX_MOMENT_END,
                                             .otherwise = 1},
                                            {.ticks = 2, .then = 0, .flags = OX_MOMENT_RETRY}};
    memset(&s, 0, sizeof s);
    CHECK_EQ(begin(again, 2, 1), OX_OK);
    for (uint32_t i = 0; i < 60; i++)
        (void)ox_moment_step_on(&s.moment, (i == 5 ? PLAT_A : 0u) | (i == 11 + 2 + 7 ? PLAT_B : 0u));
    CHECK(s.moment.failures == 2 && s.news[OX_MOMENT_SUCCESS] == 0 && s.news[OX_MOMENT_OVER] == 1);
}

TEST(game_moment_retry) {
    CHECK_EQ(outcome(0, PLAT_A), SID("fall"));
    for (int i = 0; i < 8; i++) CHECK(ox_moment_step_on(&s.moment, 0));
    CHECK_EQ(s.shown, SID("jump")); /* the jump is offered again */
    for (uint32_t i = 0; s.shown == SID("jump"); i++)
        (void)ox_moment_step_on(&s.moment, i == OPEN ? PLAT_A : 0);
    CHECK_EQ(s.shown, SID("land"));
    while (ox_moment_step_on(&s.moment, 0)) CHECK(ox_control_is_masked(&s.control));
    CHECK(!ox_control_is_masked(&s.control));
    CHECK_EQ(s.lives, 2);
    /* One retry is one: the second fall ends it. */
    CHECK_EQ(outcome(0, PLAT_A), SID("fall"));
    for (int i = 0; i < 8; i++) CHECK(ox_moment_step_on(&s.moment, 0));
    CHECK(s.shown == SID("jump") && s.moment.retries == 0);
    CHECK(ox_moment_step_on(&s.moment, PLAT_A)); /* too early again */
    CHECK_EQ(s.shown, SID("fall"));
    for (int i = 0; i < 8; i++) CHECK_EQ(ox_moment_step_on(&s.moment, 0), i < 7);
    CHECK(!s.moment.running && s.moment.failures == 2);
    /* Without retries the fall is the outcome. */
    CHECK_EQ(outcome(0, PLAT_A), SID("fall"));
    s.moment.retries = 0;
    for (int i = 0; i < 8; i++) (void)ox_moment_step_on(&s.moment, 0);
    CHECK(!s.moment.running && !ox_control_is_masked(&s.control));
}

TEST(game_moment_control_is_restored) {
    rng32 r = rng32_seed(84, 0);
    ox_input_record record = {.held = PLAT_RIGHT};
    open_stage(1);
    ox_control_mask(&s.control, &record);
    CHECK_EQ(record.held, 0);
    /* The hero dies of the penalty. */
    s.dies = true;
    for (int i = 0; i < 60; i++) (void)ox_moment_step_on(&s.moment, 0);
    CHECK(!ox_control_is_masked(&s.control) && s.news[OX_MOMENT_OVER] == 1);
    record.held = PLAT_RIGHT;
    ox_control_mask(&s.control, &record);
    CHECK_EQ(record.held, PLAT_RIGHT);
    /* Whatever is pressed, and whenever the moment is stopped, control comes back. */
    for (int round = 0; round < 200; round++) {
        open_stage(rng_below(&r, 3));
        s.control.masks++; /* a cut-scene takes control meanwhile */
        uint32_t stop = rng_below(&r, 400);
        for (uint32_t i = 0; i < 400; i++) {
            if (i == stop) ox_moment_stop(&s.moment);
            (void)ox_moment_step_on(&s.moment, rng_below(&r, 6) == 0   ? PLAT_A
                                               : rng_below(&r, 6) == 0 ? PLAT_B
                                                                       : 0);
        }
        CHECK_EQ(s.control.masks, 1);
        CHECK(!s.moment.running && s.news[OX_MOMENT_OVER] == 1);
        ox_moment_stop(&s.moment);
        CHECK_EQ(s.control.masks, 1);
    }
}

/* A wrong button inside of the window, and the asked one outside of it, fail in that tick. */
TEST(game_moment_failures_come_at_once) {
    static const struct {
        uint32_t tick, buttons;
    } rows[] = {{OPEN + 2, PLAT_B}, {OPEN, PLAT_A | PLAT_B}, {OPEN - 1, PLAT_A}, {0, PLAT_A | PLAT_B}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        open_stage(1);
        for (uint32_t tick = 0; tick <= rows[i].tick; tick++) {
            CHECK_EQ(s.shown, SID("jump"));
            CHECK(ox_moment_step_on(&s.moment, tick == rows[i].tick ? rows[i].buttons : 0));
        }
        CHECK_EQ(s.shown, SID("fall"));
        CHECK_EQ(s.news[OX_MOMENT_FAILURE], 1);
    }
    open_stage(1); /* a press after the success changes nothing, and the step lasts to its end */
    for (uint32_t tick = 0; tick < 60; tick++) {
        CHECK_EQ(s.shown, SID("jump"));
        (void)ox_moment_step_on(&s.moment, tick == OPEN ? PLAT_A : tick > OPEN ? PLAT_B | PLAT_A : 0);
    }
    CHECK(s.shown == SID("land") && s.moment.failures == 0 && s.news[OX_MOMENT_SUCCESS] == 1);
}

/* A listener may stop the sequence at any news, and there may be no listener. */
static void stop_at(void *context, ox_moment_news news, const ox_moment_step *step) {
    (void)step;
    s.news[news]++;
    if (news == *(ox_moment_news *)context) ox_moment_stop(&s.moment);
}
TEST(game_moment_stops_at_any_news) {
    for (int news = OX_MOMENT_SHOW; news < OX_MOMENT_OVER; news++) {
        ox_moment_news at = (ox_moment_news)news;
        memset(&s, 0, sizeof s);
        const bool fails = news == OX_MOMENT_FAILURE || news == OX_MOMENT_PENALTY;
        CHECK_EQ(ox_moment_start(
                     &s.moment,
                     &(ox_moment_config){
                         .steps = leap, .count = 4, .control = &s.control, .tell = stop_at, .context = &at}),
                 OX_OK);
        for (uint32_t i = 0; i < 100; i++)
            (void)ox_moment_step_on(&s.moment, i == 10 + OPEN && !fails ? PLAT_A : 0);
        CHECK(!s.moment.running && s.control.masks == 0 && s.news[OX_MOMENT_OVER] == 1);
        CHECK_EQ(s.news[news], 1);
    }
    memset(&s, 0, sizeof s);
    CHECK_EQ(
        ox_moment_start(&s.moment, &(ox_moment_config){.steps = leap, .count = 4, .control = &s.control}),
        OX_OK);
    uint32_t ticks = 0;
    for (bool more = true; more; ticks++)
        more = ox_moment_step_on(&s.moment, ticks == 10 + OPEN ? PLAT_A : 0);
    CHECK(ticks == 10 + 60 + 5 && s.control.masks == 0);
    CHECK(!ox_moment_step_on(&s.moment, 0));
}

TEST(game_moment_refusals) {
    ox_moment_step bad = leap[1];
    bad.then = bad.otherwise = OX_MOMENT_END;
    open_stage(0);
    CHECK_EQ(begin(leap, 4, 0), OX_BAD_STATE);
    CHECK_EQ(s.control.masks, 1);
    ox_moment_stop(&s.moment);
    CHECK_EQ(begin(leap, 0, 0), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_moment_start(&s.moment, &(ox_moment_config){.steps = leap, .count = 255}), OX_BAD_ARGUMENT);
    CHECK_EQ(begin(leap, 3, 0), OX_BAD_ARGUMENT); /* the moment leads to state 3 */
    bad.close = bad.ticks;
    CHECK_EQ(begin(&bad, 1, 0), OX_BAD_ARGUMENT);
    bad.close = 3;
    bad.open = 4;
    CHECK_EQ(begin(&bad, 1, 0), OX_BAD_ARGUMENT);
    bad.open = 3;
    CHECK_EQ(begin(&bad, 1, 0), OX_OK);
    ox_moment_stop(&s.moment);
    bad.buttons = 1;
    bad.otherwise = 1; /* there is one step */
    CHECK_EQ(begin(&bad, 1, 0), OX_BAD_ARGUMENT);
    bad.buttons = 0; /* of a step that asks for nothing the window says nothing */
    CHECK_EQ(begin(&bad, 1, 0), OX_OK);
    ox_moment_stop(&s.moment);
    bad.ticks = 0;
    CHECK_EQ(begin(&bad, 1, 0), OX_BAD_ARGUMENT);
    CHECK(!ox_control_is_masked(&s.control));
}

/* Other buttons before the window do not matter, and a failure that costs no lives has no penalty. */
TEST(game_moment_early_and_free) {
    static const ox_moment_step one = {.ticks = 30,
                                       .buttons = PLAT_A,
                                       .open = 5,
                                       .close = 10,
                                       .then = OX_MOMENT_END,
                                       .otherwise = OX_MOMENT_END};
    for (int fails = 0; fails < 2; fails++) {
        memset(&s, 0, sizeof s);
        CHECK_EQ(begin(&one, 1, 0), OX_OK);
        for (uint32_t i = 0; ox_moment_step_on(&s.moment, i == 2                 ? PLAT_B
                                                          : i == 5 && fails == 0 ? PLAT_A
                                                                                 : 0);
             i++)
            continue;
        CHECK(s.news[OX_MOMENT_SUCCESS] == (fails == 0) && s.news[OX_MOMENT_FAILURE] == (fails == 1));
        CHECK(s.news[OX_MOMENT_PENALTY] == 0 && s.news[OX_MOMENT_OVER] == 1 && s.control.masks == 0);
    }
}

/* A window may be open to the last tick of its step; whoever has not pressed by then has failed. */
TEST(game_moment_open_to_the_last_tick) {
    static const ox_moment_step two[2] = {{.ticks = 11,
                                           .shows = OX_NAME("jump"),
                                           .buttons = PLAT_A,
                                           .open = 5,
                                           .close = 10,
                                           .then = OX_MOMENT_END,
                                           .otherwise = 1},
                                          {.ticks = 1, .shows = OX_NAME("fall"), .then = OX_MOMENT_END}};
    for (int fails = 0; fails < 2; fails++) {
        memset(&s, 0, sizeof s);
        CHECK_EQ(begin(two, 2, 0), OX_OK);
        for (uint32_t i = 0; ox_moment_step_on(&s.moment, i == 10 && fails == 0 ? PLAT_A : 0); i++) continue;
        CHECK(s.news[OX_MOMENT_FAILURE] == (uint32_t)fails && s.shown == (fails ? SID("fall") : SID("jump")));
    }
}
