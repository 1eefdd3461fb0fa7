/* What a game was at when it crashed, as a text: what happened and where, registers, calls, the step, the player, scripts, memory, the log, what was held, what games show of themselves.
 *
 *     static ox_crash crash;                                        filled by who handles the fault: a signal, a vector of the processor
 *     crash = (ox_crash){.what = "touches memory that is not there", .calls = calls, .call_count = count};
 *     ox_crash_write(&crash, console, text, sizeof text);
 *
 * Nothing is trusted: the text is made of sections, and where one of them faults itself the handler calls ox_crash_write again, with the same record, and the text goes on behind that section. So a fault in the report ends it after as many calls as there are
 * sections. Neither heap nor much of the stack is needed. Entries of a game (entry.h) stand in it, with what their own functions write.
 *
 * Functions go by their names where the port has these, else by addresses, which `addr2line` names. */
#ifndef OXCART_KERNEL_INSPECT_CRASH_H
#define OXCART_KERNEL_INSPECT_CRASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ox_console;

enum { OX_CRASH_CALLS = 32, OX_CRASH_REGISTERS = 24, OX_CRASH_SIZE = 8192 };

typedef struct ox_crash {
    const char *what;                /* "touches memory that is not there" */
    const char *build;               /* of the program; or NULL */
    uintptr_t calls[OX_CRASH_CALLS]; /* the place of the fault, and return addresses of who called it */
    uint32_t call_count;
    struct {
        const char *name;
        uintptr_t value;
    } registers[OX_CRASH_REGISTERS];
    uint32_t register_count;
    /* Names a place further, "ball.c:31", behind its function; or NULL. */
    bool (*place)(void *context, uintptr_t address, char *text, size_t size);
    void *context;
    /* The report's own. */
    uint32_t section;
} ox_crash;

/* Writes the sections that are not written yet behind those that are. False: the text was too short for all. */
bool ox_crash_write(ox_crash *crash, const struct ox_console *console, char *text, size_t size);

#endif
