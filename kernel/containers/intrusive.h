/* Intrusive lists: the links are in the element, which therefore needs no node and knows whether it is in the
 * list.
 *
 *     typedef struct foe { ox_link all, awake; int32_t health; } foe;
 *     OX_DEFINE_INTRUSIVE(all_foes, foe, all)            one list type for each link member
 *     OX_DEFINE_INTRUSIVE(awake_foes, foe, awake)
 *
 *     foe grunt = {0};                                   links start as zero: in no list
 *     all_foes_push_back(&list, &grunt);
 *     if (awake_foes_is_linked(&grunt)) awake_foes_remove(&grunt);       needs no list
 *     OX_EACH(all_foes, f, &list) think(f);              positions are elements, NULL at the end
 *
 *     NAME_init(l)
 *     NAME_push_front, NAME_push_back (l, e)             what is linked: asserts, nothing is done  O(1)
 *     NAME_insert_before, _insert_after (e, fresh)       relative to a linked element              O(1)
 *     NAME_remove(e)                                     unlinks; an unlinked one: asserts, false  O(1)
 *     NAME_erase(l, e)                                   removes it and returns the next           O(1)
 *     NAME_pop_front, NAME_pop_back (l)                  NULL when empty, which asserts            O(1)
 *     NAME_front, NAME_back (l)                          NULL when empty                           O(1)
 *     NAME_splice(l, e, from)                            all of from before e (NULL: at the end)   O(1)
 *     NAME_sort(l, compare, context)                     stable merge sort                         O(n log n)
 *     NAME_clear(l)                                      unlinks all                               O(n)
 *     NAME_count(l)                                      walks; NAME_empty(l) is O(1)              O(n)
 *     NAME_reverse, NAME_remove_if, NAME_unique, NAME_find_if ...                                  O(n)
 *
 * A ring closed by a root link in the list object, which is no element: no case for head, tail or sole element, and a
 * linked element never has a NULL link (GEA 5.3.4.3; Game Programming Gems 1.4.4). The list owns nothing: the owner
 * of an element removes it before its memory goes. A position stays valid until its element is removed. A list object
 * must not be copied or moved while it holds elements. Bytes: two pointers an element and list.
 *
 * COST, executed Cortex-M3 instructions, typed form and core: push 14, remove 10, next and a member 6. */
#ifndef OXCART_KERNEL_CONTAINERS_INTRUSIVE_H
#define OXCART_KERNEL_CONTAINERS_INTRUSIVE_H

#include "kernel/containers/algorithm.h"

typedef struct ox_link {
    struct ox_link *next, *prev; /* both NULL when in no list */
} ox_link;

typedef struct ox_intrusive {
    ox_link root;
} ox_intrusive;

static inline void ox_intrusive_init(ox_intrusive *list) { list->root = (ox_link){&list->root, &list->root}; }
static inline bool ox_link_is_linked(const ox_link *link) { return link->next != NULL; }

/* Links `fresh` in front of `link`. */
static inline void ox_link_insert(ox_link *link, ox_link *fresh) {
    FX_CHECK_OR(!ox_link_is_linked(fresh) && ox_link_is_linked(link),
                "intrusive: linked twice, or next to a stranger", return );
    *fresh = (ox_link){link, link->prev};
    link->prev->next = fresh;
    link->prev = fresh;
}

static inline bool ox_link_remove(ox_link *link) {
    FX_CHECK_OR(ox_link_is_linked(link), "intrusive: removed what is in no list", return false);
    link->prev->next = link->next;
    link->next->prev = link->prev;
    *link = (ox_link){NULL, NULL};
    return true;
}

uint32_t ox_intrusive_count(const ox_intrusive *list);
void ox_intrusive_clear(ox_intrusive *list);
void ox_intrusive_splice(ox_link *before, ox_intrusive *from);
void ox_intrusive_reverse(ox_intrusive *list);
/* Sorts a list whose elements begin `offset` bytes before their link. */
void ox_intrusive_sort(ox_intrusive *list, size_t offset, ox_compare *compare, void *context);

#define OX_DEFINE_INTRUSIVE(name, type, member)                                                              \
    typedef struct name {                                                                                    \
        ox_intrusive core;                                                                                   \
    } name;                                                                                                  \
    typedef type *name##_position;                                                                           \
    OX_TYPED type *name##_of(const name *c, ox_link *link) {                                                 \
        if (link == &c->core.root) return NULL;                                                              \
        return (type *)(void *)((uint8_t *)(void *)link - offsetof(type, member));                           \
    }                                                                                                        \
    OX_TYPED void name##_init(name *c) { ox_intrusive_init(&c->core); }                                      \
    OX_TYPED uint32_t name##_count(const name *c) { return ox_intrusive_count(&c->core); }                   \
    OX_TYPED bool name##_empty(const name *c) { return c->core.root.next == &c->core.root; }                 \
    OX_TYPED name##_position name##_begin(const name *c) { return name##_of(c, c->core.root.next); }         \
    OX_TYPED name##_position name##_last(const name *c) { return name##_of(c, c->core.root.prev); }          \
    OX_TYPED bool name##_valid(const name *c, name##_position e) { return (void)c, e != NULL; }              \
    OX_TYPED name##_position name##_next(const name *c, name##_position e) {                                 \
        return name##_of(c, e->member.next);                                                                 \
    }                                                                                                        \
    OX_TYPED name##_position name##_previous(const name *c, name##_position e) {                             \
        return name##_of(c, e->member.prev);                                                                 \
    }                                                                                                        \
    OX_TYPED type *name##_at(const name *c, name##_position e) { return (void)c, e; }                        \
    OX_TYPED type *name##_front(const name *c) { return name##_begin(c); }                                   \
    OX_TYPED type *name##_back(const name *c) { return name##_last(c); }                                     \
    OX_TYPED bool name##_is_linked(const type *e) { return ox_link_is_linked(&e->member); }                  \
    OX_TYPED void name##_push_back(name *c, type *e) { ox_link_insert(&c->core.root, &e->member); }          \
    OX_TYPED void name##_push_front(name *c, type *e) { ox_link_insert(c->core.root.next, &e->member); }     \
    OX_TYPED void name##_insert_before(type *e, type *fresh) { ox_link_insert(&e->member, &fresh->member); } \
    OX_TYPED void name##_insert_after(type *e, type *fresh) {                                                \
        FX_CHECK_OR(ox_link_is_linked(&e->member), "intrusive: next to a stranger", return );                \
        ox_link_insert(e->member.next, &fresh->member);                                                      \
    }                                                                                                        \
    OX_TYPED bool name##_remove(type *e) { return ox_link_remove(&e->member); }                              \
    OX_TYPED name##_position name##_erase(name *c, name##_position e) {                                      \
        ox_link *next = e->member.next;                                                                      \
        return ox_link_remove(&e->member) ? name##_of(c, next) : NULL;                                       \
    }                                                                                                        \
    OX_TYPED type *name##_pop_front(name *c) {                                                               \
        type *e = name##_begin(c);                                                                           \
        FX_CHECK_OR(e != NULL, "intrusive: nothing to take", return NULL);                                   \
        ox_link_remove(&e->member);                                                                          \
        return e;                                                                                            \
    }                                                                                                        \
    OX_TYPED type *name##_pop_back(name *c) {                                                                \
        type *e = name##_last(c);                                                                            \
        FX_CHECK_OR(e != NULL, "intrusive: nothing to take", return NULL);                                   \
        ox_link_remove(&e->member);                                                                          \
        return e;                                                                                            \
    }                                                                                                        \
    OX_TYPED void name##_clear(name *c) { ox_intrusive_clear(&c->core); }                                    \
    OX_TYPED void name##_splice(name *c, type *e, name *from) {                                              \
        ox_intrusive_splice(e == NULL ? &c->core.root : &e->member, &from->core);                            \
    }                                                                                                        \
    OX_TYPED void name##_reverse(name *c) { ox_intrusive_reverse(&c->core); }                                \
    OX_TYPED void name##_sort(name *c, ox_compare *compare, void *context) {                                 \
        ox_intrusive_sort(&c->core, offsetof(type, member), compare, context);                               \
    }                                                                                                        \
    OX_DEFINE_ALGORITHMS(name, type)                                                                         \
    OX_DEFINE_REMOVE_IF(name, type)                                                                          \
    OX_DEFINE_UNIQUE(name)

#endif
