/* What the files of the content module share. */
#ifndef OXCART_KERNEL_CONTENT_INTERNAL_H
#define OXCART_KERNEL_CONTENT_INTERNAL_H

#include "kernel/content/module.h"

/* A chunk that is held. */
typedef struct content_entry {
    ox_id id;
    uint32_t tag;
    ox_held held;          /* data NULL: not there any more, or damaged */
    ox_topology *topology; /* of one, or NULL */
} content_entry;

/* A word of the state. */
typedef struct content_word {
    uint32_t word;
} content_word;

typedef struct ox_content {
    const ox_module_host *host;
    content_entry *entries; /* in the order of the image; those of overlays behind */
    uint32_t count, room;
    ox_topology *topologies;
    uint32_t topology_count, topology_room;
    content_word *locks; /* bits of all their links, one topology after the other */
    uint32_t lock_words, lock_room;
    uint16_t *distances;
    uint32_t distance_room;
    uint32_t identity;   /* of the topologies whose doors the bits are about */
    uint32_t first;      /* language with which the console began */
    content_word chosen; /* language that a script wants, 0: the player's */
    uint32_t asked;      /* of the console last */
    bool scenery;        /* pictures, sounds or the like have languages, too */
} ox_content;

static inline ox_content *ox_content_of(const ox_module_host *host) {
    return ox_module_state(host, OX_NAME("content"));
}

#endif
