/* A console that plays a packed image on a port without output, deterministically. */
#ifndef OXCART_TESTS_HOST_QUIET_CONSOLE_H
#define OXCART_TESTS_HOST_QUIET_CONSOLE_H

#include "kernel/console/console.h"
#include "platform/host/host.h"
#include "tests/port.h"
#include "tools/base/writer.h"

/* `keys` is an input script or NULL. Gives NULL when there is no port. */
static inline plat *quiet_port(const char *keys) {
    char text[200] = "";
    const host_options options = {
        .quiet = true, .memory = 1 << 20, .threads = 1, .frame_limit = 1000000, .input_script = keys};
    return test_port_open(&options, text, sizeof text);
}

static inline ox_boot_options quiet_options(plat *port, const writer *image) {
    ox_boot_options boot = ox_boot_defaults(port, image->data, image->size);
    boot.deterministic = boot.log_hashes = true;
    boot.log_subsystems = false;
    return boot;
}

#endif
