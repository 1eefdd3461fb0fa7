/* The report of a failed assertion as one text of fixed size: the condition, the place, and the callers.
 *
 *     ASSERTION FAILED: index < count
 *     the list has only 3
 *     kernel/world/list.c:77 in ox_list_at
 *     called by ox_world_step
 *               ox_console_frame
 *               main
 *
 * The text is built once; the screen, the log and the exported file show these very bytes. A text that does not fit
 * is cut and ends in "...". Callers have names where the port knows them, else addresses. Assertions fail in debug
 * builds only (fixedmath/assert.h). */
#ifndef OXCART_KERNEL_DEBUG_REPORT_H
#define OXCART_KERNEL_DEBUG_REPORT_H

#include <stdarg.h>
#include <stdint.h>

#include "fixedmath/assert.h"
#include "kernel/debug/log.h"

/* Bytes of a report, the terminating 0 included. Machines with small pointers have little memory, and shorter
 * reports. */
#if UINTPTR_MAX > 0xFFFFFFFFu
#define OX_REPORT_SIZE 1024
#else
#define OX_REPORT_SIZE 256
#endif

enum { OX_REPORT_CALLERS = 16 }; /* callers listed at most */

typedef struct ox_report {
    size_t length;
    char text[OX_REPORT_SIZE]; /* lines separated by \n, none at the end */
} ox_report;

/* Builds the report of a failure. platform is asked for the callers (NULL: no callers). text and arguments are as the
 * handler got them; text may be NULL. */
void ox_report_assertion(ox_report *report, plat *platform, const fx_assert_site *site, const char *text,
                         va_list arguments);

/* Sends the report to the port's log as errors, line by line. */
void ox_report_log(const ox_report *report, plat *platform);

/* Keeps the text of a report through plat_keep_text under the name "assertion". False where the port cannot. */
FX_MUST_CHECK bool ox_report_export(const ox_report *report, plat *platform);

/* Lists the places that were told to stay silent (ignore always): writes one line for each, "file:line in function:
 * what (n failures)", and returns their number. 0 in release builds. log may be NULL: the places are only counted. */
uint32_t ox_report_ignored(ox_log *log);

/* Makes all silent places speak again; returns how many there were. */
uint32_t ox_report_rearm(ox_log *log);

#endif
