/* Sequences of any controls, against a matcher that looks at the whole history. */
#include "fixedmath/random.h"
#include "tests/unit/kernel/input_map/hands.h"

enum {
    TRACES = TEST_ROUNDS(10000),
    EVENTS = 14,
    NUMBER_A = 4,
    NUMBER_B = 5,
    QUARTER = 14,
    TAP = 18,
    WITHIN = 40,
    GAP = 9
};

/* What happens: the number of a part, and the step in which it does. */
typedef struct happening {
    uint32_t number, step;
} happening;

/* How often a pattern is done in a history: an attempt begins with its first part, and ends with what comes too late or is another one; that may begin the next. */
static uint32_t count_matches(const happening *h, uint32_t count, const uint8_t *parts, uint32_t length) {
    uint32_t matches = 0, done = 0, from = 0, last = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (done > 0 && (h[i].step - from > WITHIN || h[i].step - last > GAP || h[i].number != parts[done]))
            done = 0;
        if (h[i].number != parts[done]) continue;
        if (done == 0) from = h[i].step;
        last = h[i].step;
        if (++done < length) continue;
        matches++;
        done = 0;
    }
    return matches;
}

/* The input of a step in which something happens. */
static plat_input input_of(uint32_t number, int16_t *stick, int16_t *finger) {
    static const int16_t sides[4][2] = {{-30000, 20000}, {30000, 20000}, {30000, -20000}, {-30000, -20000}};
    plat_input in;
    memset(&in, 0, sizeof in);
    if (number < QUARTER) in.buttons = 1u << number;
    if (number >= QUARTER && number < TAP) memcpy(stick, sides[number - QUARTER], sizeof sides[0]);
    in.stick_x = stick[0];
    in.stick_y = stick[1];
    if (number >= TAP)
        in.senses.touches[0] = (plat_touch){(*finger)++, (int16_t)(number == TAP ? 40 : 200), 80};
    return in;
}

/* The pattern A, bottom right, tap on the left, B. */
static const uint8_t pattern[4] = {NUMBER_A, QUARTER + 2, TAP, NUMBER_B};

static void set_pattern(hands *h) {
    memset(h, 0, sizeof *h);
    (void)add_action(h, 0);
    uint8_t *control = add_control(h, ROM_ACTION_CONTROL_SEQUENCE, WITHIN);
    memcpy(control + ROM_ACTION_CONTROL_PARTS, pattern, sizeof pattern);
    control[ROM_ACTION_CONTROL_LENGTH] = sizeof pattern;
    put_half(control + ROM_ACTION_CONTROL_STEP, GAP);
    begin(h);
}

TEST(input_map_gestures_agree_with_their_history) {
    static hands h;
    rng32 random = rng32_seed(34, 0);
    uint32_t wrong = 0, all = 0;
    CHECK((set_pattern(&h), ox_input_map_senses(h.chunk)));
    for (uint32_t trace = 0; trace < TRACES; trace++) {
        happening list[EVENTS];
        int16_t stick[2] = {0, 0}, finger = 1;
        uint32_t step_number = 0, begins = 0, follows = 0, quarter = 99;
        set_pattern(&h);
        for (uint32_t i = 0; i < EVENTS; i++) {
            /* mostly what the pattern wants next, soon enough; sometimes another thing, or late */
            uint32_t number = pattern[follows % 4];
            if (rng_below(&random, 6) == 0) {
                static const uint8_t others[] = {NUMBER_A,    NUMBER_B,    6,   QUARTER, QUARTER + 1,
                                                 QUARTER + 2, QUARTER + 3, TAP, TAP + 1};
                number = others[rng_below(&random, sizeof others)];
            }
            if (number == quarter) number = NUMBER_A; /* the stick is there already */
            follows++;
            step_number += 2 + rng_below(&random, rng_below(&random, 12) == 0 ? 20 : 7);
            list[i] = (happening){number, step_number};
            if (number >= QUARTER && number < TAP) quarter = number;
        }
        for (uint32_t at = 1, i = 0; at <= step_number; at++) {
            const bool happens = i < EVENTS && list[i].step == at;
            const plat_input in = input_of(happens ? list[i].number : QUARTER - 1, stick, &finger);
            plat_input given = in;
            if (!happens) given.buttons = 0;
            i += happens;
            ox_input_feed(&h.input, &given);
            ox_input_step(&h.input);
            ox_input_map_step(&h.map, 0, &h.input);
            begins += began(&h, 1);
        }
        const uint32_t matches = count_matches(list, EVENTS, pattern, sizeof pattern);
        wrong += begins != matches;
        all += matches;
    }
    TEST_INFO("%u gestures in %u traces", (unsigned)all, (unsigned)TRACES);
    CHECK_EQ(wrong, 0);
    CHECK(all > TRACES / 4);
}
