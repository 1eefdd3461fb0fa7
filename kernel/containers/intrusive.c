/* Intrusive lists: the operations that take more than a few stores. */
#include "kernel/containers/intrusive.h"

uint32_t ox_intrusive_count(const ox_intrusive *list) {
    uint32_t count = 0;
    for (const ox_link *at = list->root.next; at != &list->root; at = at->next) count++;
    return count;
}

void ox_intrusive_clear(ox_intrusive *list) {
    while (list->root.next != &list->root) ox_link_remove(list->root.next);
}

void ox_intrusive_splice(ox_link *before, ox_intrusive *from) {
    ox_link *first = from->root.next, *last = from->root.prev;
    FX_CHECK_OR(before != &from->root, "intrusive: spliced with itself", return );
    if (first == &from->root) return;
    before->prev->next = first;
    first->prev = before->prev;
    before->prev = last;
    last->next = before;
    ox_intrusive_init(from);
}

void ox_intrusive_reverse(ox_intrusive *list) {
    ox_link *at = &list->root;
    do {
        ox_link *next = at->next;
        at->next = at->prev;
        at->prev = next;
        at = next;
    } while (at != &list->root);
}

/* Merge sort from the bottom up, as in nodes.c. The ring is opened before the sort and closed again behind it. */
void ox_intrusive_sort(ox_intrusive *list, size_t offset, ox_compare *compare, void *context) {
    ox_link *root = &list->root;
    if (root->next == root) return;
    root->prev->next = NULL;
    for (size_t run = 1, merges = 2; merges > 1; run *= 2) {
        ox_link *left = root->next, *tail = root;
        for (merges = 0; left != NULL; merges++) {
            ox_link *right = left;
            size_t lefts = 0;
            for (; lefts < run && right != NULL; lefts++) right = right->next;
            size_t rights = right != NULL ? run : 0;
            while ((lefts | rights) != 0) {
                ox_link *moved = left;
                if (lefts == 0 ||
                    (rights != 0 && compare((const uint8_t *)(const void *)left - offset,
                                            (const uint8_t *)(const void *)right - offset, context) > 0)) {
                    moved = right;
                    right = right->next;
                    rights = right != NULL ? rights - 1u : 0;
                } else {
                    left = left->next;
                    lefts--;
                }
                tail->next = moved;
                moved->prev = tail;
                tail = moved;
            }
            left = right;
        }
        tail->next = NULL;
        root->prev = tail;
    }
    root->prev->next = root;
}
