/* Starts the unit tests on the Cortex-M3: drops the word that stands for the program's name, then runs as
 * anywhere. */
#include "platform/mps2/counter.h"
#include "tests/test.h"

int test_main(int argc, char **argv); /* main of tests/test_main.c, renamed when it is compiled */

static __attribute__((noinline)) void known_loop(uint32_t rounds) {
    __asm__ volatile("1: nop\n\tnop\n\tsubs %0, #1\n\tbne 1b" : "+r"(rounds)::"cc");
}

/* Never inline: every measurement must be the same instructions around the loop. */
static __attribute__((noinline)) uint32_t measure(uint32_t rounds) {
    uint32_t before = mps2_counter();
    known_loop(rounds);
    return mps2_instructions_between(before, mps2_counter());
}

TEST(mps2_counts_a_known_loop) {
    if (!mps2_counts_instructions()) {
        test_skip("this run does not count instructions (OXCART_ICOUNT=1)");
        return;
    }
    static const uint32_t rounds[] = {1, 2, 7, 100, 12345, 1000000};
    uint32_t around = measure(1) - 4;
    for (size_t i = 0; i < sizeof rounds / sizeof rounds[0]; i++) {
        CHECK_EQ(measure(rounds[i]), around + rounds[i] * 4);
    }
    TEST_INFO("reading the counter twice and the call: %u instructions", (unsigned)around);
}

int main(int argc, char **argv) { return argc > 1 ? test_main(argc - 1, argv + 1) : test_main(argc, argv); }
