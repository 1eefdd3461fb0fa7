/* Starts the unit tests of scripts with the loop that the Game Boy Advance has by hand (platform/gba/script.S) in place. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int test_main(int argc, char **argv); /* main of tests/test_main.c, renamed when it is compiled */

extern uint8_t gba_script_loop[];
extern const uint16_t gba_script_places[];
extern uint32_t gba_script_table[];
uint32_t gba_script_table[256];
extern uint8_t *gba_script_place;
uint8_t *gba_script_place = gba_script_loop;

int main(void) {
    static char name[] = "unit", *arguments[] = {name, NULL};
    for (int code = 0; code < 256; code++)
        gba_script_table[code] = (uint32_t)(uintptr_t)(gba_script_loop + gba_script_places[code]);
    return test_main(1, arguments);
}
