/* One block for two clients, each with an end of its own: graphics high, sound low. Whatever the order in which the
 * clients take memory, neither leaves a hole when it is released as a whole. (Steven Ranck, Game Programming Gems
 * 1.9.) */
#ifndef OXCART_KERNEL_MEMORY_SPLIT_H
#define OXCART_KERNEL_MEMORY_SPLIT_H

#include "kernel/memory/arena.h"

typedef struct ox_split {
    ox_arena arena;
    uint32_t tags[2]; /* tags of the client at the low end and of the client at the high end */
} ox_split;

static inline void ox_split_init(ox_split *split, void *base, size_t size, uint32_t low_tag,
                                 uint32_t high_tag) {
    ox_arena_init(&split->arena, base, size);
    split->tags[OX_ARENA_LOW] = low_tag;
    split->tags[OX_ARENA_HIGH] = high_tag;
}

/* The end of a client; for any other tag the low end, which asserts. */
static inline ox_arena_end ox_split_end(const ox_split *split, uint32_t tag) {
    FX_ASSERT_MSG(tag == split->tags[0] || tag == split->tags[1], "%s has no end of this block",
                  ox_tag_name(tag));
    return tag == split->tags[OX_ARENA_HIGH] ? OX_ARENA_HIGH : OX_ARENA_LOW;
}

/* ox_split_push pushes for a client as ox_arena_push does; ox_split_release gives all memory of one client back. */
static inline void *ox_split_push(ox_split *split, uint32_t tag, size_t bytes, size_t alignment) {
    split->arena.tag = tag;
    return ox_arena_push(&split->arena, ox_split_end(split, tag), bytes, alignment);
}
static inline void ox_split_release(ox_split *split, uint32_t tag) {
    (void)ox_arena_rollback(&split->arena, (ox_mark){0, ox_split_end(split, tag)});
}

#endif
