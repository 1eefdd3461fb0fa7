/* Words from right to left: levels of letters, and where they are drawn. A letter of Hebrew is a box in the built-in font. */
#include "kernel/draw/direction.h"

#include <string.h>

#include "kernel/draw/words.h"
#include "tests/test.h"

#define ALEF "\xD7\x90"
#define BET "\xD7\x91"
#define MARK "\xE2\x80\x8F"
#define BOX "\x7F"

enum { WIDTH = 160, HEIGHT = 24, LIST = 32768 };

typedef struct glass {
    uint32_t pixels[HEIGHT][WIDTH];
    uint64_t list[LIST / 8], frame[1024];
} glass;

static glass wanted, seen;

static rs_frame *begin(glass *g) {
    static const rs_target target = {
        .width = WIDTH, .height = HEIGHT, .format = RS_XRGB8888, .band_lines = HEIGHT, .background = 0};
    rs_frame *frame = (rs_frame *)(void *)g->frame;
    CHECK(rs_frame_size() <= sizeof g->frame);
    CHECK(rs_frame_begin(frame, &target, (rs_block){g->list, sizeof g->list}, (rs_block){NULL, 0}));
    return frame;
}

static void finish(glass *g) {
    rs_surface surface;
    const rs_surface_shape shape = {.width = WIDTH, .height = HEIGHT, .format = RS_XRGB8888};
    CHECK_EQ(rs_surface_make(&surface, &shape, g->pixels, sizeof g->pixels), RS_SURFACE_OK);
    rs_frame_band((rs_frame *)(void *)g->frame, 0, &surface, NULL);
}

/* Whether words with their start at x = 150 look as these, written from the left, that end there; `\n` parts lines. */
static bool looks_like(const ox_words_run *run, const char *const *lines) {
    ox_resources *const none = NULL;
    rs_frame *frame = begin(&wanted);
    for (int y = 2; *lines != NULL; lines++, y += 10)
        (void)rs_frame_text(frame, 150 - 8 * (int)strlen(*lines), y, *lines, 0xFFFFFF);
    finish(&wanted);
    ox_words words = {.resources = none, .frame = begin(&seen)};
    ox_words_draw(&words, run);
    finish(&seen);
    return memcmp(wanted.pixels, seen.pixels, sizeof seen.pixels) == 0;
}

static bool turns_into(const char *words, const char *line) {
    const ox_words_run run = {.words = words, .x = 150, .y = 2, .align = OX_WORDS_START, .native = 0xFFFFFF};
    const char *const lines[] = {line, NULL};
    return looks_like(&run, lines);
}

/* UI-007: words from right to left begin at the right; letters are turned, Latin words and numbers keep their order, brackets are
 * mirrored. */
TEST(words_go_from_right_to_left) {
    CHECK(turns_into(ALEF "1", "1" BOX));
    CHECK(turns_into(ALEF " " BET BET, BOX BOX " " BOX));
    CHECK(turns_into(ALEF " abc 123 " BET, BOX " abc 123 " BOX));
    CHECK(turns_into(ALEF "(" BET BET, BOX BOX ")" BOX));
    CHECK(turns_into("(" ALEF ") [abc] " BET, BOX " [abc] (" BOX ")"));
    CHECK(turns_into(ALEF ": 12.5% - $7", "$7 - 12.5% :" BOX));
    CHECK(turns_into(MARK "OK!", "!OK"));
    CHECK(turns_into(ALEF "!", "!" BOX));
}

/* UI-007: runs from right to left within words from left to right, with numbers in them; the words themselves go on. */
TEST(words_have_runs_of_the_other_way) {
    const ox_words_run run = {.words = "ab " ALEF "(" BET BET " 12 " ALEF " cd",
                              .x = 150,
                              .y = 2,
                              .align = OX_WORDS_END,
                              .native = 0xFFFFFF};
    const char *const lines[] = {"ab " BOX " 12 " BOX BOX ")" BOX " cd", NULL};
    CHECK(looks_like(&run, lines));
}

/* UI-007: lines are broken before letters change places, each begins at the right; the first letters are those that are read first. */
TEST(words_from_the_right_have_lines) {
    ox_words_run run = {.words = ALEF "1 " BET BET "2 " ALEF "3",
                        .x = 150,
                        .y = 2,
                        .width = 48,
                        .align = OX_WORDS_START,
                        .native = 0xFFFFFF};
    const char *const lines[] = {"2" BOX BOX " 1" BOX, "3" BOX, NULL}, *const first[] = {" 1" BOX, NULL};
    CHECK(looks_like(&run, lines));
    run.letters = 2;
    const char *const two[] = {"1" BOX, NULL};
    CHECK(looks_like(&run, two));
    run.letters = 3;
    CHECK(looks_like(&run, first));
    ox_words words = {.resources = NULL};
    CHECK_EQ(ox_words_measure(&words, &run).width, 48);
    CHECK_EQ(ox_words_align(&run), OX_WORDS_RIGHT);
    run.align = OX_WORDS_END;
    CHECK_EQ(ox_words_align(&run), OX_WORDS_LEFT);
}

/* Levels of UAX #9: any bytes stay inside, and words of one way are one level. */
TEST(words_have_levels) {
    static const char mixed[] = ALEF " a 1.5 " BET;
    static const uint8_t expected[] = {1, 1, 2, 2, 2, 2, 2, 1, 1};
    uint8_t levels[OX_DIRECTION_LETTERS];
    CHECK_EQ(ox_direction_levels(mixed, mixed + sizeof mixed - 1, true, levels), sizeof expected);
    CHECK(memcmp(levels, expected, sizeof expected) == 0);
    static const char long_one[] =
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
        "\xFF\xC3\x01";
    CHECK_EQ(ox_direction_levels(long_one, long_one + sizeof long_one - 1, false, levels),
             OX_DIRECTION_LETTERS);
    for (uint32_t i = 0; i < OX_DIRECTION_LETTERS; i++) CHECK_EQ(levels[i], 0);
    CHECK(ox_direction_of(" 12 " ALEF) && !ox_direction_of("a" ALEF) && !ox_direction_of("12") &&
          !ox_direction_of(""));
    CHECK_EQ(ox_direction_mirror('('), ')');
    CHECK_EQ(ox_direction_mirror(0xBB), 0xAB);
    CHECK_EQ(ox_direction_mirror('a'), 'a');
}

/* The levels of words, where `A` to `Z` stand for letters from the right, as the standard writes them. */
static bool has_levels(const char *words, bool from_right, const char *expected) {
    char line[160];
    size_t used = 0;
    uint8_t levels[OX_DIRECTION_LETTERS];
    for (const char *at = words; *at != 0; at++) {
        const bool turns = *at >= 'A' && *at <= 'Z';
        if (turns) line[used++] = (char)0xD7;
        line[used++] = turns ? (char)(0x90 + (*at - 'A')) : *at;
    }
    const uint32_t count = ox_direction_levels(line, line + used, from_right, levels);
    bool same = count == strlen(expected);
    for (uint32_t i = 0; same && i < count; i++) same = levels[i] == (uint8_t)(expected[i] - '0');
    for (uint32_t i = 0; !same && i < count; i++) TEST_INFO("%u: %u", (unsigned)i, (unsigned)levels[i]);
    return same;
}

/* UI-007: pairs of brackets (rule N0) with the examples of the standard. */
TEST(words_have_pairs_of_brackets) {
    CHECK(has_levels("AB(CD[&ef]!)gh", true,
                     "11111112211122")); /* the inner pair goes with what is before it */
    CHECK(has_levels("smith (fabrikam ARABIC) HEBREW", true, "222221122222222111111111111111"));
    CHECK(has_levels("ARABIC book(s)", true, "11111112222222")); /* else `s)` would come apart */
    CHECK(has_levels("a (B) c", false, "0001000"));
    CHECK(has_levels("A (b) C", true, "1112111"));
    CHECK(has_levels("a(B)", false, "0010"));
    CHECK(has_levels("A(1)B", true, "11211")); /* numbers are as letters from the right */
    CHECK(has_levels("a(A)B", false, "00101"));
    CHECK(has_levels("A(B)c", false, "11110"));  /* the words' way is not in the pair, and is not before it */
    CHECK(has_levels("a(b]c)", true, "222222")); /* `]` closes nothing */
    CHECK(has_levels("A)b(", true, "1121"));     /* nothing is paired */
    CHECK(has_levels("A(b[c)d]", true, "11222121")); /* a pair that is left open within another is none */
}
