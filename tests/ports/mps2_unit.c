/* Starts the unit tests on the Cortex-M3: drops the argument that stands for the program's name, then runs main of
 * tests/test_main.c. */
#include "platform/mps2/counter.h"
#include "platform/mps2/mps2.h"
#include "tests/test.h"

int test_main(int argc, char **argv); /* main of tests/test_main.c, renamed when it is compiled */

static __attribute__((noinline)) void known_loop(uint32_t rounds) {
    __asm__ volatile("1: nop\n\tnop\n\tsubs %0, #1\n\tbne 1b" : "+r"(rounds)::"cc");
}

/* Is never inlined: every measurement must execute the same instructions around the loop. */
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

/* Waits, the beam and the watchdog use the board's clock; its timer runs only for waits and the watchdog. */
TEST(mps2_waits_and_counts_blanks) {
    static plat port;
    plat_machine machine;
    plat_describe(&port, &machine);
    CHECK(machine.tick_rate == 1000000 && machine.refresh == 60000 && machine.lines == 228);
    uint64_t begun = plat_ticks(&port);
    plat_wait(&port, 30000);
    CHECK_NEAR(plat_ticks(&port) - begun, 30000, 2000);
    /* A wait may begin anywhere in a millisecond, and ends no sleep late; where the machine below was busy with something else, the next one tells. */
    for (uint32_t phase = 0; phase < 20; phase++) {
        int line = 0;
        for (uint32_t attempt = 0; attempt < 20 && (line < 158 || line > 162); attempt++) {
            plat_wait(&port, 850 * phase);
            (void)plat_wait_blank(&port);
            line = plat_line(&port);
        }
        CHECK_NEAR(line, 160, 2);
    }
    uint32_t blanks = plat_wait_blank(&port);
    begun = plat_ticks(&port);
    for (uint32_t i = 1; i <= 3; i++) CHECK_EQ(plat_wait_blank(&port), blanks + i);
    CHECK_NEAR(plat_ticks(&port) - begun, 50000, 2500);
    begun = plat_ticks(&port);
    plat_halt(&port);
    CHECK(plat_ticks(&port) - begun < 2500); /* a millisecond, and QEMU loads the timer one period later */
}

static void never(void *context, uintptr_t where) {
    (void)where;
    *(int *)context = 1;
}

TEST(mps2_watch_that_is_set_again_stays_quiet) {
    static plat port;
    int bitten = 0;
    for (int i = 0; i < 20; i++) {
        CHECK(plat_watchdog(&port, 50000, never, &bitten));
        uint64_t begun = plat_ticks(&port);
        while (plat_ticks(&port) - begun < 10000) continue;
    }
    CHECK(plat_watchdog(&port, 0, NULL, NULL));
    plat_wait(&port, 100000);
    CHECK_EQ(bitten, 0);
}
