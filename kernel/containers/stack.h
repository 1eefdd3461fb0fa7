/* Stacks and queues as thin coats over another container, so that code says what it means and the backing can
 * change.
 *
 *     OX_DEFINE_ARRAY(states, game_state)
 *     OX_DEFINE_STACK(state_stack, game_state, states, back)         array, ring, list: back; chain: front
 *     OX_DEFINE_CHAIN(orders, order)
 *     OX_DEFINE_QUEUE(order_queue, order, orders)                    ring, list, chain
 *
 *     state_stack menu;
 *     states_init(&menu.on, storage, 8);                             the backing is the member `on`
 *     if (state_stack_push(&menu, PAUSED) == OX_FULL) ...
 *
 *     NAME_push(s, value)        OX_FULL
 *     NAME_pop(s, &value)        OX_EMPTY asserts; value may be NULL
 *     NAME_top(s), NAME_next_out(q)      TYPE *, NULL when empty
 *     NAME_count, NAME_empty, NAME_clear
 *
 * All operations are O(1); cost and bytes are the backing's, and nothing is added. A plain array is no backing for a
 * queue: taking from its front is O(n), and the macro does not accept it. (GEA 5.3; Game Programming Gems 1.4.7.) */
#ifndef OXCART_KERNEL_CONTAINERS_STACK_H
#define OXCART_KERNEL_CONTAINERS_STACK_H

#include "kernel/containers/containers.h"

#define OX_DEFINE_ADAPTER(name, type, backing, in, out, look)                                                \
    typedef struct name {                                                                                    \
        backing on;                                                                                          \
    } name;                                                                                                  \
    FX_MUST_CHECK OX_TYPED ox_status name##_push(name *c, type value) {                                      \
        return backing##_push_##in(&c->on, value);                                                           \
    }                                                                                                        \
    FX_MUST_CHECK OX_TYPED ox_status name##_pop(name *c, type *value) {                                      \
        return backing##_pop_##out(&c->on, value);                                                           \
    }                                                                                                        \
    OX_TYPED type *look(const name *c) { return backing##_##out(&c->on); }                                   \
    OX_TYPED uint32_t name##_count(const name *c) { return backing##_count(&c->on); }                        \
    OX_TYPED bool name##_empty(const name *c) { return backing##_empty(&c->on); }                            \
    OX_TYPED void name##_clear(name *c) { backing##_clear(&c->on); }

#define OX_DEFINE_STACK(name, type, backing, end) OX_DEFINE_ADAPTER(name, type, backing, end, end, name##_top)
#define OX_DEFINE_QUEUE(name, type, backing)                                                                 \
    OX_DEFINE_ADAPTER(name, type, backing, back, front, name##_next_out)

#endif
