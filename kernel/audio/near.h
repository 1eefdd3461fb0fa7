/* Where a machine with a little fast memory has the loops of sound there, as 32-bit code (platform/gba/gba.ld): they are marked so. */
#ifndef OXCART_KERNEL_AUDIO_NEAR_H
#define OXCART_KERNEL_AUDIO_NEAR_H

#if defined(RS_HOT_SECTION)
#define OX_AUDIO_NEAR __attribute__((section(".sound"), target("arm"), noinline))
#else
#define OX_AUDIO_NEAR
#endif

#endif
