/* Opens the desktop's port for a test, with the driver that the tests are run with: none is shown (headless), or what
 * the environment variable OXCART_TEST_DRIVER names, so that the same program passes the same tests behind a window:
 *
 *     OXCART_TEST_DRIVER=sdl build/unit_tests        tests/scripts/ports/sdl_suite.sh does it on a virtual display
 *
 * Tests about one driver in particular call host_open() themselves. */
#ifndef OXCART_TESTS_PORT_H
#define OXCART_TESTS_PORT_H

#include <stdio.h>
#include <stdlib.h>

#include "platform/host/host.h"

/* HOST_DRIVER_HEADLESS, or the driver of the variable; HOST_DRIVERS, which no port opens, when it names none. */
static inline host_driver test_driver(void) {
    const char *name = getenv("OXCART_TEST_DRIVER");
    host_driver driver = HOST_DRIVER_HEADLESS;
    if (name != NULL && name[0] != 0 && !host_driver_parse(name, &driver)) driver = HOST_DRIVERS;
    return driver;
}

/* As host_open; the wishes leave the driver out. A window is as small as its picture, and no driver makes a test wait for
 * the display that does not ask for it. */
static inline plat *test_port_open(const host_options *wishes, char *error, size_t error_size) {
    host_options options = *wishes;
    options.driver = test_driver();
    if (options.pace == HOST_PACE_AUTO) options.pace = HOST_PACE_OFF;
    if (options.scale == 0) options.scale = 1;
    plat *p = host_open(&options, error, error_size);
    if (p == NULL) printf("# %s\n", error);
    return p;
}

#endif
