/* Stacks of transforms. */
#include "fixedmath/matrix_stack.h"

#include <string.h>

static void *entry(const matrix_stack *stack, int index) {
    return (unsigned char *)stack->entries + (size_t)index * stack->size;
}

static matrix_stack begin_stack(void *entries, size_t size, int capacity, const void *identity) {
    FX_ASSERT_MSG(capacity >= 1, "a matrix stack needs room for one entry at least");
    memcpy(entries, identity, size);
    return (matrix_stack){entries, size, 1, capacity, 0};
}

bool matrix_stack_push(matrix_stack *stack) {
    FX_CHECK_OR(stack->depth < stack->capacity,
                "push on a full matrix stack: give it more entries or pop before", stack->refused++;
                return false);
    memcpy(entry(stack, stack->depth), entry(stack, stack->depth - 1), stack->size);
    stack->depth++;
    return true;
}

bool matrix_stack_pop(matrix_stack *stack) {
    FX_CHECK_OR(stack->depth > 1, "pop of the last entry of a matrix stack: a pop without its push",
                stack->refused++;
                return false);
    stack->depth--;
    return true;
}

/* --- three dimensions ------------------------------------------------------------------------- */

void m34_stack_init(m34_stack *stack, mat34 *entries, int capacity) {
    mat34 identity = m34_identity();

    stack->base = begin_stack(entries, sizeof *entries, capacity, &identity);
}

void m34_stack_load(m34_stack *stack, const mat34 *m) { *m34_stack_top(stack) = *m; }

void m34_stack_mul(m34_stack *stack, const mat34 *m) {
    *m34_stack_top(stack) = m34_mul(m34_stack_top(stack), m);
}

void m34_stack_translate(m34_stack *stack, vec3 t) {
    mat34 m = m34_translation(t);

    m34_stack_mul(stack, &m);
}

void m34_stack_rotate(m34_stack *stack, const rot33 *r) {
    mat33 linear = m3_from_rot33(r);
    mat34 m = m34_from(&linear, V3_ZERO);

    m34_stack_mul(stack, &m);
}

void m34_stack_scale(m34_stack *stack, vec3 s) {
    mat34 m = m34_scaling(s);

    m34_stack_mul(stack, &m);
}

/* --- two dimensions --------------------------------------------------------------------------- */

void m23_stack_init(m23_stack *stack, mat23 *entries, int capacity) {
    mat23 identity = m23_identity();

    stack->base = begin_stack(entries, sizeof *entries, capacity, &identity);
}

void m23_stack_load(m23_stack *stack, const mat23 *m) { *m23_stack_top(stack) = *m; }

void m23_stack_mul(m23_stack *stack, const mat23 *m) {
    *m23_stack_top(stack) = m23_mul(m23_stack_top(stack), m);
}

void m23_stack_translate(m23_stack *stack, vec2 t) {
    mat23 m = m23_translation(t);

    m23_stack_mul(stack, &m);
}

void m23_stack_rotate(m23_stack *stack, ang16 angle) {
    mat23 m = m23_rotation(angle);

    m23_stack_mul(stack, &m);
}

void m23_stack_scale(m23_stack *stack, fx x, fx y) {
    mat23 m = m23_scaling(x, y);

    m23_stack_mul(stack, &m);
}
