/* Flip-books: pages by whole steps, without drift; ends, directions, changes of pace. */
#include "fixedmath/random.h"
#include "fixedmath/scalar.h"
#include "kernel/sprites/sheet.h"
#include "kernel/sprites/sprite.h"
#include "kernel/type/name.h"
#include "tests/test.h"

static void check_pages(const ox_flip_book *book, uint32_t ticks, const uint16_t *pages, uint32_t count) {
    ox_flip_book_clock clock = {0, 0};
    const ox_flip_rate rate = {ticks, FX_ONE};
    for (uint32_t i = 0; i < count; i++) {
        CHECK(!ox_flip_book_step(book, &clock, &rate));
        CHECK_EQ(clock.step, pages[i]);
    }
}

/* R2D-021, V6: the pages of a rate. */
TEST(flip_book_shows_the_pages_of_its_rate) {
    check_pages(&(ox_flip_book){0, 10, 48, true}, 30, (const uint16_t[]){1, 3, 4, 6, 8, 9, 1, 2, 4, 6}, 10);
    check_pages(&(ox_flip_book){0, 10, 24, true}, 60, (const uint16_t[]){0, 0, 1, 1, 2, 2, 2, 3, 3, 4}, 10);
}

/* R2D-021: an hour without drift, and floor(t rate) mod n at any time. */
TEST(flip_book_does_not_drift) {
    static const uint16_t rates[] = {1, 7, 24, 25, 59, 60, 61, 144, 1000};
    for (uint32_t r = 0; r < 9; r++) {
        const ox_flip_book book = {0, 10, rates[r], true};
        const ox_flip_rate rate = {60, FX_ONE};
        ox_flip_book_clock clock = {0, 0};
        for (uint64_t tick = 1; tick <= 216000; tick++) {
            CHECK(!ox_flip_book_step(&book, &clock, &rate));
            if (tick % 211 == 0) CHECK_EQ(clock.step, tick * rates[r] / 60 % 10);
        }
        CHECK_EQ(clock.step, (uint64_t)3600 * rates[r] % 10);
        CHECK_EQ(clock.part, 0);
    }
}

TEST(flip_book_ends_once_and_stays) {
    const ox_flip_book book = {0, 4, 30, false};
    const ox_flip_rate forth = {60, FX_ONE}, back = {60, -FX_ONE}, held = {60, 0};
    ox_flip_book_clock clock = {0, 0};
    uint32_t ends = 0;
    for (uint32_t i = 1; i <= 8; i++) {
        const bool end = ox_flip_book_step(&book, &clock, &forth);
        ends += end;
        CHECK_EQ(end, i == 8);
        CHECK_EQ(clock.step, i >= 6 ? 3 : i / 2);
    }
    CHECK_EQ(ends, 1);
    clock = (ox_flip_book_clock){0, 3};
    for (uint32_t i = 0; i < 5; i++) CHECK(!ox_flip_book_step(&book, &clock, &held));
    CHECK_EQ(clock.step, 3);
    for (uint32_t i = 1; i <= 7; i++) CHECK_EQ(ox_flip_book_step(&book, &clock, &back), i == 7);
    CHECK_EQ(clock.step, 0);
}

/* A flip-book runs backwards and forwards, with any factor and any number of pages. */
TEST(flip_book_goes_both_ways) {
    const ox_flip_book book = {0, 7, 24, true};
    rng32 random = rng32_seed(21, 6);
    ox_flip_book_clock clock = {0, 0};
    fx factors[300];
    for (uint32_t i = 0; i < 300; i++) {
        factors[i] = rng_between(&random, -40 * FX_ONE, 40 * FX_ONE);
        (void)ox_flip_book_step(&book, &clock, &(ox_flip_rate){60, factors[i]});
        CHECK(clock.step < book.count && clock.part < 60u << 16);
    }
    for (uint32_t i = 300; i-- > 0;) (void)ox_flip_book_step(&book, &clock, &(ox_flip_rate){60, -factors[i]});
    CHECK_EQ(clock.step, 0);
    CHECK_EQ(clock.part, 0);
}

TEST(flip_book_of_one_page_and_beyond_the_most) {
    ox_flip_book_clock clock = {0, 0};
    CHECK(!ox_flip_book_step(&(ox_flip_book){0, 1, 24, true}, &clock, &(ox_flip_rate){60, 20 * FX_ONE}));
    CHECK_EQ(clock.step, 0);
    CHECK(!ox_flip_book_step(&(ox_flip_book){0, 100, 65535, true}, &clock, &(ox_flip_rate){1, 64 * FX_ONE}));
    CHECK_EQ(clock.step, 64);
    clock.step = 60000; /* the step of another sheet */
    (void)ox_flip_book_step(&(ox_flip_book){0, 5, 60, true}, &clock, &(ox_flip_rate){60, FX_ONE});
    CHECK_EQ(clock.step, 0);
}

TEST(sprite_plays_on_and_anew) {
    ox_sprite sprite;
    CHECK_EQ(ox_type_check(&ox_sprite_type, NULL), OX_OK);
    ox_type_reset(&ox_sprite_type, &sprite);
    CHECK_EQ(sprite.rate, FX_ONE);
    CHECK_EQ(sprite.alpha, 255);
    ox_sprite_play(&sprite, OX_NAME("walk"));
    sprite.page = 3;
    ox_sprite_play(&sprite, OX_NAME("walk"));
    CHECK_EQ(sprite.page, 3);
    ox_sprite_play_from(&sprite, OX_NAME("walk"), 1);
    CHECK_EQ(sprite.page, 1);
    ox_sprite_show(&sprite, 9);
    CHECK_EQ(sprite.frame, 9);
    CHECK_EQ(sprite.animation, 0);
}
