/* The debugger for editors: the Debug Adapter Protocol (its specification, version 1.6x) over two streams.
 *
 * A client begins with `initialize` and `launch`, gets the event `initialized`, sets its breakpoints and ends them with
 * `configurationDone`; then the game plays. Threads are one, the game's scripts. Known requests: initialize, launch,
 * attach, setBreakpoints (condition, hitCondition, logMessage), setFunctionBreakpoints, setExceptionBreakpoints (filter
 * `faults`), dataBreakpointInfo, setDataBreakpoints, configurationDone, threads, stackTrace, scopes, variables, setVariable,
 * evaluate, continue, next, stepIn, stepOut, pause, terminate, disconnect. Any other one is answered with `success: false`.
 *
 * Messages have at most DEBUG_MESSAGE bytes. Bytes that are no message end the session, and the game plays on. */
#ifndef OXCART_TOOLS_DEBUG_ADAPTER_H
#define OXCART_TOOLS_DEBUG_ADAPTER_H

#include "tools/debug/session.h"

enum { DEBUG_MESSAGE = 1 << 20 };

typedef struct debug_adapter debug_adapter;

/* `in` NULL: nothing comes but by debug_adapter_take. The streams stay the caller's. NULL without memory. */
debug_adapter *debug_adapter_open(FILE *in, FILE *out);

/* Says that the game is over, and frees. */
void debug_adapter_close(debug_adapter *adapter, int exit_code);

debug_front debug_adapter_front(debug_adapter *adapter);

/* Takes bytes as if they had been read, and answers all messages that are whole. False: these bytes are no message. */
bool debug_adapter_take(debug_adapter *adapter, debug_session *s, const void *bytes, size_t size);

#endif
