/* Work that wants far more of the call stack than a console does, whose port measures its own: it is done in a thread, and waited for. */
#ifndef OXCART_TOOLS_BASE_APART_H
#define OXCART_TOOLS_BASE_APART_H

/* Without a thread to have, it is done here. */
void apart(void (*work)(void *context), void *context);

#endif
