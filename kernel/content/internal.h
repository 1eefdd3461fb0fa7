/* What the files of the content module share. */
#ifndef OXCART_KERNEL_CONTENT_INTERNAL_H
#define OXCART_KERNEL_CONTENT_INTERNAL_H

#include "kernel/content/module.h"

/* A chunk that the module holds. */
typedef struct content_entry {
    ox_id id;
    uint32_t tag;
    ox_held held;          /* data NULL: the chunk is gone, or damaged */
    ox_topology *topology; /* the topology of a topology chunk, or NULL */
} content_entry;

/* A word of the state. */
typedef struct content_word {
    uint32_t word;
} content_word;

typedef struct ox_content {
    const ox_module_host *host;
    content_entry *entries; /* in the order of the image, entries of overlays behind */
    uint32_t count, room;
    ox_topology *topologies;
    uint32_t topology_count, topology_room;
    content_word *locks; /* bits of the links of all topologies, one topology after the other */
    uint32_t lock_words, lock_room;
    uint16_t *distances;
    uint32_t distance_room;
    uint32_t identity;   /* hash of the topologies to whose links the bits belong */
    uint32_t first;      /* language with which the console began */
    content_word chosen; /* language that a script wants, 0: the player's */
    uint32_t asked;      /* language that the console was asked for last */
    ox_id missing;       /* key that the log told of last */
    bool scenery;        /* chunks other than texts have languages, too */
} ox_content;

static inline ox_content *ox_content_of(const ox_module_host *host) {
    return ox_module_state(host, OX_NAME("content"));
}

#endif
