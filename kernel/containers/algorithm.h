/* Generic algorithms over anything that walks with the loop of containers.h; each typed container brings them
 * along.
 *
 *     static bool is_dead(const foe *f, void *context) { return f->health <= 0; }
 *     foes_remove_if(&all, is_dead, NULL);
 *
 *     NAME_position NAME_find_if(c, test, context)     the first that passes, or not valid            O(n)
 *     uint32_t NAME_count_if(c, test, context)         how many pass                                  O(n)
 *     void NAME_for_each(c, action, context)           in order                                       O(n)
 *     NAME_position NAME_minimum(c, compare, context)  the first of the smallest, or not valid        O(n)
 *     NAME_position NAME_maximum(c, compare, context)  the first of the largest                       O(n)
 *     uint32_t NAME_remove_if(c, test, context)        removes those that pass, the others keep their order;
 *                                                      how many went                                  O(n)
 *     uint32_t NAME_unique(c, compare, context)        of equal neighbours keeps the first; how many  O(n)
 *     void NAME_reverse(c)                                                                            O(n)
 *
 * All containers but the heap have remove_if; sequences (array, ring, list, chain, intrusive) have unique, reverse
 * and sort as well. A test or action must not add to or remove from the container. The algorithms are loops in line:
 * an algorithm costs its calls of the test and the steps of the container, and no byte where it is not used. */
#ifndef OXCART_KERNEL_CONTAINERS_ALGORITHM_H
#define OXCART_KERNEL_CONTAINERS_ALGORITHM_H

#include "kernel/containers/containers.h"

#define OX_DEFINE_ALGORITHMS(name, type)                                                                     \
    typedef bool name##_test(const type *value, void *context);                                              \
    typedef void name##_action(type *value, void *context);                                                  \
    OX_TYPED name##_position name##_find_if(const name *c, name##_test *test, void *context) {               \
        name##_position i = name##_begin(c);                                                                 \
        while (name##_valid(c, i) && !test(name##_at(c, i), context)) i = name##_next(c, i);                 \
        return i;                                                                                            \
    }                                                                                                        \
    OX_TYPED uint32_t name##_count_if(const name *c, name##_test *test, void *context) {                     \
        uint32_t count = 0;                                                                                  \
        OX_EACH(name, i, c) count += test(name##_at(c, i), context);                                         \
        return count;                                                                                        \
    }                                                                                                        \
    OX_TYPED void name##_for_each(const name *c, name##_action *action, void *context) {                     \
        OX_EACH(name, i, c) action(name##_at(c, i), context);                                                \
    }                                                                                                        \
    OX_TYPED name##_position name##_minimum(const name *c, ox_compare *compare, void *context) {             \
        name##_position best = name##_begin(c);                                                              \
        OX_EACH(name, i, c) {                                                                                \
            if (compare(name##_at(c, i), name##_at(c, best), context) < 0) best = i;                         \
        }                                                                                                    \
        return best;                                                                                         \
    }                                                                                                        \
    OX_TYPED name##_position name##_maximum(const name *c, ox_compare *compare, void *context) {             \
        name##_position best = name##_begin(c);                                                              \
        OX_EACH(name, i, c) {                                                                                \
            if (compare(name##_at(c, i), name##_at(c, best), context) > 0) best = i;                         \
        }                                                                                                    \
        return best;                                                                                         \
    }

/* NAME_remove_if of containers that erase at any position in O(1) or O(log n). */
#define OX_DEFINE_REMOVE_IF(name, type)                                                                      \
    OX_TYPED uint32_t name##_remove_if(name *c, name##_test *test, void *context) {                          \
        uint32_t removed = 0;                                                                                \
        name##_position i = name##_begin(c);                                                                 \
        while (name##_valid(c, i)) {                                                                         \
            bool gone = test(name##_at(c, i), context);                                                      \
            removed += gone;                                                                                 \
            i = gone ? name##_erase(c, i) : name##_next(c, i);                                               \
        }                                                                                                    \
        return removed;                                                                                      \
    }

#define OX_DEFINE_UNIQUE(name)                                                                               \
    OX_TYPED uint32_t name##_unique(name *c, ox_compare *compare, void *context) {                           \
        uint32_t removed = 0;                                                                                \
        name##_position kept = name##_begin(c);                                                              \
        if (!name##_valid(c, kept)) return 0;                                                                \
        name##_position i = name##_next(c, kept);                                                            \
        while (name##_valid(c, i)) {                                                                         \
            if (compare(name##_at(c, kept), name##_at(c, i), context) == 0) {                                \
                i = name##_erase(c, i);                                                                      \
                removed++;                                                                                   \
            } else {                                                                                         \
                kept = i;                                                                                    \
                i = name##_next(c, i);                                                                       \
            }                                                                                                \
        }                                                                                                    \
        return removed;                                                                                      \
    }

/* Algorithms of containers whose positions are 0, 1, 2...: elements that stay move up. */
#define OX_DEFINE_INDEXED_ALGORITHMS(name, type)                                                             \
    OX_TYPED uint32_t name##_remove_if(name *c, name##_test *test, void *context) {                          \
        uint32_t kept = 0, count = name##_count(c);                                                          \
        for (uint32_t i = 0; i < count; i++) {                                                               \
            if (test(name##_at(c, i), context)) continue;                                                    \
            if (kept != i) *name##_at(c, kept) = *name##_at(c, i);                                           \
            kept++;                                                                                          \
        }                                                                                                    \
        name##_truncate(c, kept);                                                                            \
        return count - kept;                                                                                 \
    }                                                                                                        \
    OX_TYPED uint32_t name##_unique(name *c, ox_compare *compare, void *context) {                           \
        uint32_t kept = 0, count = name##_count(c);                                                          \
        for (uint32_t i = 0; i < count; i++) {                                                               \
            if (kept > 0 && compare(name##_at(c, kept - 1u), name##_at(c, i), context) == 0) continue;       \
            if (kept != i) *name##_at(c, kept) = *name##_at(c, i);                                           \
            kept++;                                                                                          \
        }                                                                                                    \
        name##_truncate(c, kept);                                                                            \
        return count - kept;                                                                                 \
    }                                                                                                        \
    OX_TYPED void name##_reverse(name *c) {                                                                  \
        uint32_t count = name##_count(c);                                                                    \
        for (uint32_t i = 0; i < count / 2; i++) {                                                           \
            type value = *name##_at(c, i);                                                                   \
            *name##_at(c, i) = *name##_at(c, count - 1u - i);                                                \
            *name##_at(c, count - 1u - i) = value;                                                           \
        }                                                                                                    \
    }

#endif
