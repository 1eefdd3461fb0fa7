/* The machine's clock against the system's: the machine's clock never goes back and keeps its pace. */
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <time.h>

#include "kernel/time/time.h"
#include "platform/host/host.h"
#include "tests/port.h"
#include "tests/test.h"

static uint64_t nanoseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Every reading lies between two readings of the system's clock, so a machine that is busy elsewhere makes no
 * difference. */
TEST(time_machine_clock_keeps_pace) {
    host_options options = {.pace = HOST_PACE_OFF, .quiet = true};
    char error[200];
    plat *p = test_port_open(&options, error, sizeof error);
    CHECK(p != NULL);
    if (p == NULL) return;
    uint64_t outer = nanoseconds(), first = plat_ticks(p), inner = nanoseconds(), last = first, now;
    uint32_t backward = 0, readings = 0;
    do {
        now = plat_ticks(p);
        backward += now < last;
        last = now;
        readings++;
    } while (ox_time_between(now, first) < 400000);
    uint64_t before = nanoseconds(), end = plat_ticks(p), after = nanoseconds();
    uint64_t passed = (end - first) * 1000;
    CHECK_EQ(backward, 0);
    CHECK(passed + passed / 1000 + 2000 >= before - inner);
    CHECK(passed <= after - outer + (after - outer) / 1000 + 2000);
    TEST_INFO("%u readings in %u us", (unsigned)readings, (unsigned)(last - first));
    CHECK(host_close(p));
}
