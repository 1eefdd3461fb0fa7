/* Helpers for the cores of the containers alone. They are called, not copied, because the code must stay small. */
#ifndef OXCART_KERNEL_CONTAINERS_INTERNAL_H
#define OXCART_KERNEL_CONTAINERS_INTERNAL_H

#if defined(__GNUC__)
#define OX_NOT_COPIED __attribute__((noinline))
#else
#define OX_NOT_COPIED
#endif
#define OX_CALLED static OX_NOT_COPIED

#endif
