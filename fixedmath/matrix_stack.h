/* Stacks of transforms for nested objects, in three dimensions and in two. */
#ifndef FIXEDMATH_MATRIX_STACK_H
#define FIXEDMATH_MATRIX_STACK_H

#include "fixedmath/assert.h"
#include "fixedmath/matrix.h"
#include "fixedmath/matrix2.h"

/* The entries are an array of the caller's, at least one; a fresh stack holds the identity. Drawing takes the top.
 * A new transform acts on a point before those already in the top: new top = old top times the transform. So the
 * usual order is translate, rotate, scale.
 *
 *     mat34 entries[8];
 *     m34_stack stack;
 *     m34_stack_init(&stack, entries, 8);
 *     if (m34_stack_push(&stack)) { m34_stack_translate(&stack, arm); draw(m34_stack_top(&stack)); }
 *
 * Pushing on a full stack and popping the last entry are mistakes: asserted in debug builds; in release
 * builds the stack stays as it is, the answer is false and `refused` counts. */

/* The mechanism of both kinds of stack: entries of any size. */
typedef struct {
    void *entries;
    size_t size;         /* bytes of an entry */
    int depth, capacity; /* depth entries are in use, the last is the top */
    int refused;
} matrix_stack;
bool matrix_stack_push(matrix_stack *stack); /* doubles the top */
bool matrix_stack_pop(matrix_stack *stack);

typedef struct {
    matrix_stack base;
} m34_stack;
void m34_stack_init(m34_stack *stack, mat34 *entries, int capacity);
static inline bool m34_stack_push(m34_stack *stack) { return matrix_stack_push(&stack->base); }
static inline bool m34_stack_pop(m34_stack *stack) { return matrix_stack_pop(&stack->base); }
static inline int m34_stack_depth(const m34_stack *stack) { return stack->base.depth; }
static inline mat34 *m34_stack_top(const m34_stack *stack) {
    return (mat34 *)stack->base.entries + (stack->base.depth - 1);
}
void m34_stack_load(m34_stack *stack, const mat34 *m);
void m34_stack_mul(m34_stack *stack, const mat34 *m);
void m34_stack_translate(m34_stack *stack, vec3 t);
void m34_stack_rotate(m34_stack *stack, const rot33 *r);
void m34_stack_scale(m34_stack *stack, vec3 s);

typedef struct {
    matrix_stack base;
} m23_stack;
void m23_stack_init(m23_stack *stack, mat23 *entries, int capacity);
static inline bool m23_stack_push(m23_stack *stack) { return matrix_stack_push(&stack->base); }
static inline bool m23_stack_pop(m23_stack *stack) { return matrix_stack_pop(&stack->base); }
static inline int m23_stack_depth(const m23_stack *stack) { return stack->base.depth; }
static inline mat23 *m23_stack_top(const m23_stack *stack) {
    return (mat23 *)stack->base.entries + (stack->base.depth - 1);
}
void m23_stack_load(m23_stack *stack, const mat23 *m);
void m23_stack_mul(m23_stack *stack, const mat23 *m);
void m23_stack_translate(m23_stack *stack, vec2 t);
void m23_stack_rotate(m23_stack *stack, ang16 angle);
void m23_stack_scale(m23_stack *stack, fx x, fx y);

#endif
