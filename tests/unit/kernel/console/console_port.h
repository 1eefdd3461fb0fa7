/* A port for consoles in tests of tests/unit: a machine of the host without a window, or the real machine. */
#ifndef OXCART_TESTS_UNIT_CONSOLE_PORT_H
#define OXCART_TESTS_UNIT_CONSOLE_PORT_H

#include "platform/platform.h"

#if defined(__linux__)
#include "tests/port.h"

static inline plat *console_port_open(int threads) {
    char error[200];
    host_options options = {.quiet = true, .memory = 1 << 20, .threads = threads};
    return test_port_open(&options, error, sizeof error);
}
static inline void console_port_close(plat *p) { host_close(p); }
enum { CONSOLE_PORT_THREADS = 2 };
#else
#if defined(OXCART_WEB)
#include "platform/web/web.h"
#else
#include "platform/mps2/mps2.h"
#endif

static inline plat *console_port_open(int threads) {
    static plat port;
    (void)threads;
    return &port;
}
static inline void console_port_close(plat *p) { (void)p; }
enum { CONSOLE_PORT_THREADS = 1 };
#endif

#endif
