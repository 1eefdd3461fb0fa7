/* The wild cart on the Game Boy Advance, in one cartridge for each WILD_WAY (tests/ports/wild.h). */
#include "platform/gba/gba.h"
#include "tests/ports/wild.h"

int main(void) {
    static plat port;
    gba_open(&port, false);
    port.plain = true;
    plat_log(
        &port, PLAT_LOG_INFO,
        wild_play(&port, (void *)0x02030000u, 0xC000u, WILD_WAY, 300000)); /* behind the budget's 128 KB */
    plat_log(&port, PLAT_LOG_INFO, "quit");
    for (;;) gba_wait_blank();
}
