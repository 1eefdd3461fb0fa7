/* Tests of the stack gauge: a known recursion is measured, the guard word notices an overrun, returns are
 * recognised. */
#include <string.h>

#include "kernel/debug/stack.h"
#include "platform/platform.h"
#include "tests/test.h"

enum { REGION = 4096, GAP = 1024 /* for the gauge's own frames */ };

#if defined(__clang__)
#define BARE __attribute__((noinline, no_sanitize("address", "undefined")))
#elif defined(__GNUC__)
#define BARE __attribute__((noinline, no_sanitize_address, no_sanitize_undefined))
#endif

/* Recurses about `bytes` deep, and returns the depth reached. */
static BARE uintptr_t sink(uintptr_t from, uintptr_t bytes) {
    volatile uint8_t ballast[64];
    uintptr_t here = (uintptr_t)(void *)ballast;
    for (unsigned i = 0; i < sizeof ballast; i++) ballast[i] = (uint8_t)i;
    uintptr_t deepest = from - here >= bytes ? here : sink(from, bytes);
    ballast[0] = 1; /* prevents a tail call */
    return deepest;
}

static BARE size_t frame_of_sink(uintptr_t from) {
    return (size_t)(sink(from, 0) - sink(from, from - sink(from, 0) + 1));
}

static BARE void measure(uintptr_t from) {
    uintptr_t top = (from - GAP) & ~(uintptr_t)15;
    void *base = (void *)(top - REGION);
    size_t frame = frame_of_sink(from);
    ox_stack_paint(base, REGION);
    CHECK_EQ(ox_stack_peak(base, REGION), 0);
    CHECK(ox_stack_intact(base, REGION));
    uintptr_t reached = sink(from, GAP + 1024);
    size_t peak = ox_stack_peak(base, REGION), known = (size_t)(top - reached);
    TEST_INFO("sank %u bytes into the region, frames of %u; measured %u", (unsigned)known, (unsigned)frame,
              (unsigned)peak);
    CHECK(known >= 1024 - 32 && known < 1024 + 2 * frame);
    CHECK(peak + frame >= known && peak <= known + frame);
    CHECK(ox_stack_intact(base, REGION));
    sink(from, GAP + REGION);
    CHECK(ox_stack_peak(base, REGION) + frame >= REGION);
    /* overwrites the lowest word, which a frame may have skipped */
    *(volatile uint8_t *)base = 1;
    CHECK(!ox_stack_intact(base, REGION));
    CHECK_EQ(ox_stack_peak(base, REGION), REGION);
}

TEST(debug_stack_measures_a_known_recursion) {
    measure((uintptr_t)__builtin_frame_address(0));
    size_t peak = ox_stack_peak(NULL, 0);
    CHECK(peak == 0 && ox_stack_intact(NULL, 0));
}

static uintptr_t magic;
static bool is_magic(uintptr_t address) { return (address & ~(uintptr_t)15) == magic; }

TEST(debug_stack_scan_finds_returns_nearest_first) {
    uintptr_t words[16] = {0}, found[4];
    magic = 0x1230;
    words[3] = 0x1231;
    words[4] = 0x1241;
    words[9] = 0x1235;
    words[15] = 0x123F;
    CHECK_EQ(ox_stack_scan(words, words + 16, is_magic, found, 4), 3);
    CHECK(found[0] == 0x1231 && found[1] == 0x1235 && found[2] == 0x123F);
    CHECK_EQ(ox_stack_scan(words, words + 16, is_magic, found, 2), 2);
    CHECK_EQ(ox_stack_scan(words, words + 15, is_magic, found, 4), 2);
    CHECK_EQ(ox_stack_scan(words, words, is_magic, found, 4), 0);
    /* the scan's own list is not counted as stack */
    CHECK_EQ(ox_stack_scan(words, words + 16, is_magic, words + 5, 6), 2);
    CHECK(words[5] == 0x1231 && words[6] == 0x123F);
}

TEST(debug_stack_knows_thumb_calls) {
    /* nop; bl; nop; blx r3; nop; push; nop */
    static const uint16_t code[] = {0xBF00, 0xF000, 0xF801, 0xBF00, 0x4798, 0xBF00, 0xB510, 0xBF00};
    uintptr_t at = (uintptr_t)(const void *)code, end = at + sizeof code;
    for (unsigned i = 0; i <= 8; i++) {
        bool call = i == 3 || i == 5;
        CHECK(ox_stack_thumb_return(at + 2 * i + 1, at, end) == call);
        CHECK(!ox_stack_thumb_return(at + 2 * i, at, end));
    }
    CHECK(!ox_stack_thumb_return(at + 6 + 1, at + 4, end));
    CHECK(!ox_stack_thumb_return(at + 6 + 1, at, at + 4));
}
