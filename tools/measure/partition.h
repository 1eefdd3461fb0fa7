/* Quadtrees over circles, strict and loose, counted: what a view has to look at, and what collision has to compare. (Thatcher Ulrich, "Loose Octrees", Game Programming Gems 1, 4.11.)
 *
 * A world of 1000 by 1000 with circles inside its borders at random, nodes in five sizes; a hundred views, wedges of 45 degrees at random. A strict tree has each circle in the smallest node that holds it; the nodes of a loose tree
 * reach half their width beyond their borders, and a circle lies by its size and middle alone. The engine itself has neither: one tree of boxes (kernel/collision) does what both do, and brute force is what all are held against. */
#ifndef OXCART_TOOLS_MEASURE_PARTITION_H
#define OXCART_TOOLS_MEASURE_PARTITION_H

#include <stdbool.h>
#include <stdint.h>

enum { PARTITION_SETS = 3, PARTITION_OBJECTS_MOST = 2000 };

typedef struct partition_set {
    const char *name;
    uint32_t count;
    double least, most; /* of radii; many are small */
} partition_set;
extern const partition_set partition_sets[PARTITION_SETS];

/* Sums over all views, and over a query of each circle for those that touch it. */
typedef struct partition_counts {
    uint32_t maybe_visible, visible, nodes;
    uint32_t contacts, object_object, object_node;
} partition_counts;

/* Counts of a set: by brute force, which has no nodes, with a strict tree and with a loose one. False without memory. */
bool partition_count(const partition_set *set, uint32_t seed, partition_counts *brute,
                     partition_counts *strict, partition_counts *loose);

#endif
