/* Runs work that needs far more call stack than a console, whose port measures its own stack. A thread does the
 * work. */
#ifndef OXCART_TOOLS_BASE_APART_H
#define OXCART_TOOLS_BASE_APART_H

/* Runs work(context) in a thread of its own and waits for it. Where no thread can be started, the caller's thread
 * runs it. */
void apart(void (*work)(void *context), void *context);

#endif
