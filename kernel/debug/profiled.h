/* Whether the console is built with places at which a profile (kernel/debug/profile.h) and the inside view (kernel/inspect/module.h) take hold of it.
 *
 * Machines with wide pointers, which are those that games are made on, have them. Small machines have none unless they are built with -DOX_PROFILED=1, and builds with OX_RETAIL have
 * none anywhere: a console without them is the same, byte for byte, as if they had never been written. */
#ifndef OXCART_KERNEL_DEBUG_PROFILED_H
#define OXCART_KERNEL_DEBUG_PROFILED_H

#include <stdint.h>

#ifdef OX_RETAIL
#undef OX_PROFILED
#define OX_PROFILED 0
#elif !defined(OX_PROFILED)
#define OX_PROFILED (UINTPTR_MAX > 0xFFFFFFFFu)
#endif

#endif
