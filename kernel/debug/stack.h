/* How deep the call stack has been: its unused part is filled with a pattern once, and a word that no longer holds
 * the pattern has been used.
 *
 *     plat_block stack;
 *     plat_stack(port, &stack);
 *     log("stack %u of %u", ox_stack_peak(stack.base, stack.size), stack.size);
 *
 * The region is given by its lowest address and its bytes; the stack grows down into it from above. Nothing
 * is done while a program runs, so measuring costs nothing. A frame that skips over words without writing
 * them may hide a few of its bytes. base NULL (no region) answers 0 and true. */
#ifndef OXCART_KERNEL_DEBUG_STACK_H
#define OXCART_KERNEL_DEBUG_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Fills the region, which must not be in use: it lies below the caller's own frame and those of ox_stack_paint. base
 * and size are multiples of 4. */
void ox_stack_paint(void *base, size_t size);

/* Bytes of the region used at the deepest moment since it was painted: from its upper end down to the lowest word
 * that lost the pattern. The search takes 3 instructions a word that was never used. */
size_t ox_stack_peak(const void *base, size_t size);

/* Whether the lowest word is untouched: false when the region was used up, and something below it may be damaged. */
bool ox_stack_intact(const void *base, size_t size);

/* Scans a stack, for ports of machines without unwind tables. Looks through the words from `from` up to `to` (both
 * multiples of 4) for words that is_return takes for return addresses of calls, nearest first. Returns how many it
 * put into callers, at most `most`. Words that were left over by earlier calls may be among them. */
int ox_stack_scan(const void *from, const void *to, bool (*is_return)(uintptr_t address), uintptr_t *callers,
                  int most);

/* Whether the 16-bit (Thumb) instructions before an address are a call: BL, or BLX with a register. code_start and
 * code_end bound the program's code, which the function reads. */
bool ox_stack_thumb_return(uintptr_t address, uintptr_t code_start, uintptr_t code_end);

#endif
