/* What constructs of scripts cost in instructions, where the machine counts them. With a function's number
 * (scripts_machine.h) and rounds it runs that function alone, for callgrind. See scripts.sh. */
#include <stdio.h>
#include <stdlib.h>

#include "tests/bench/scripts_machine.h"
#include "tests/ports/instructions.h"

static uint32_t instructions(void) { return test_instructions(); }

int main(int argc, char **argv) {
    static ox_script script;
    const char *trouble = bench_open(&script);
    if (trouble != NULL) {
        printf("%s\n", trouble);
        return 1;
    }
    if (argc == 3) return bench_run(&script, (bench_script)atoi(argv[1]), atoi(argv[2])) ? 0 : 1;
    for (uint32_t i = 0; i < BENCH_ROWS; i++)
        printf("  %-58s %6u\n", bench_rows[i].name,
               (unsigned)bench_round(&script, &bench_rows[i], instructions));
    return 0;
}
