/* A cartridge that logs what constructs of scripts cost in cycles; tests/bench/scripts.sh runs it. */
#include "kernel/debug/format.h"
#include "platform/gba/gba.h"
#include "tests/bench/scripts_machine.h"

static plat port;
static ox_script script;

static uint32_t cycles(void) { return plat_cycles(&port); }

int main(void) {
    gba_open(&port, false);
    const char *trouble = bench_open(&script);
    if (trouble != NULL) plat_log(&port, PLAT_LOG_ERROR, trouble);
    for (uint32_t i = 0; trouble == NULL && i < BENCH_ROWS; i++) {
        char line[100];
        (void)ox_format(line, sizeof line, "  %-58s %6u", bench_rows[i].name,
                        (unsigned)bench_round(&script, &bench_rows[i], cycles));
        plat_log(&port, PLAT_LOG_INFO, line);
    }
    plat_log(&port, PLAT_LOG_INFO, trouble == NULL ? "quit" : "quit failed");
    for (;;) gba_wait_blank();
}
