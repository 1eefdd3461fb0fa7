/* Runs one example program on a port without a window; the program's log goes to standard output. */
#include <stdio.h>

#include "platform/host/host.h"
#include "rom/carts/examples/example.h"
#include "tests/unit/kernel/console/console_game.h"

enum { ROWS = 32 };

uint32_t example_image(void *memory, uint32_t size, uint32_t budget, const example_capacity *rows,
                       uint32_t count) {
    game_capacity capacities[ROWS];
    if (count > ROWS) return 0;
    for (uint32_t i = 0; i < count; i++) capacities[i] = (game_capacity){rows[i].name, rows[i].count};
    return game_image(memory, size, budget, capacities, count);
}

int main(int count, char **arguments) {
    char error[200];
    static char lines[64 * 160];
    host_options options = {.driver = HOST_DRIVER_HEADLESS, .storage = count > 1 ? arguments[1] : NULL};
    plat *platform = host_open(&options, error, sizeof error);
    if (platform == NULL) {
        fprintf(stderr, "%s\n", error);
        return 1;
    }
    ox_log out = {.platform = platform, .ring = lines, .lines = 64, .width = 160, .level = PLAT_LOG_INFO};
    example(platform, &out);
    return host_close(platform) ? 0 : 1;
}
