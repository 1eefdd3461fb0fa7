/* Vertices to the screen for the ARM7TDMI: what transform_inside of transform.c does, which defines every bit of the result.
 *
 * void rs_arm_transform(uint32_t *rows, const int16_t *position, uint32_t count, rs_vertex *out,
 *                       uint32_t *inverse_w)
 *
 * About 175 cycles a vertex, 20 more with inverse_w. `rows` is laid out in the order in which it is read:
 *     0 w: constant (64 bits), x, y, z    20 depth: mantissa, shift, base less DEPTH_LEAST, largest less that
 *    36 x    56 slope shift - 1, twice centre x and 1    64 y    84 twice centre y and 1, room for the end of out
 *    92 inverse w: mantissa, shift    100 room for sp, which the table of reciprocals borrows */
    .syntax unified
    .cpu arm7tdmi
    .arm

    .equ INVERSE_W, 92
    .equ DEPTH_LEAST, 8128          /* RS_DEPTH_LEAST, which the C tests hold it to */
    .equ OUT_END, 88
    .equ STACK, 100
    .equ INVERSE_OUT, 36            /* in the stack frame */

/* Modes of the processor whose r13 and r14 are free: the mantissa of inverse_w and room; where it goes and its shift + 31. */
    .equ VALUE_MODE, 0x1B
    .equ PLACE_MODE, 0x17
    .equ USUAL_MODE, 0x1F

    .section .hot.rs_arm_transform, "ax", %progbits
    .global rs_arm_transform
    .type rs_arm_transform, %function
/* r0 rows, r1 position, r2 out, r8-r10 x y z, r11 mantissa of 1 / w, r12 leading zeros of w as of the vertex before,
 * lr floor(log2 w), then the shift of x and y */
rs_arm_transform:
    cmp r2, #0
    bxeq lr
    push {r4-r11, lr}
    add r2, r3, r2, lsl #3
    str r2, [r0, #OUT_END]
    mov r2, r3
    ldr r3, [sp, #INVERSE_OUT]
    str sp, [r0, #STACK]
    adr r5, with_inverse_w          /* the loop's branch to the value of inverse_w, or none */
    ldmia r5, {r4, r5}
    cmp r3, #0
    moveq r4, r5
    str r4, inverse_w
    ldr sp, =fx_table_recip - 512
    ldr r4, [r0, #INVERSE_W]
    ldr r5, [r0, #INVERSE_W + 4]
    add r5, r5, #31
    msr cpsr_c, #VALUE_MODE
    mov r13, r4
    msr cpsr_c, #PLACE_MODE
    mov r13, r3
    mov r14, r5
    msr cpsr_c, #USUAL_MODE
    mov r12, #2

    .macro row                      /* r3 = (constant + x cx + y cy + z cz) >> 14, uses r4-r7 */
    ldmia r0!, {r3-r7}
    smlal r3, r4, r5, r8
    smlal r3, r4, r6, r9
    smlal r3, r4, r7, r10
    mov r3, r3, lsr #14
    orr r3, r3, r4, lsl #18
    .endm

1:  ldrsh r8, [r1], #2
    ldrsh r9, [r1], #2
    ldrsh r10, [r1], #2
    row
2:  movs r5, r3, lsl r12            /* fx_recip_fast_inline: most often w is as long as the last one */
    bpl 5f
    cmp r3, r5, lsr r12
    bne 5f
    mov r7, r5, lsr #23
    add r6, sp, r7, lsl #1
    ldrh r11, [r6]
    umull r6, r7, r5, r11
    mov r6, r6, lsr #16
    orr r6, r6, r7, lsl #16
    rsb r6, r6, #0
    umull r7, r3, r6, r11
    mov r11, r7, lsr #16
    orr r11, r11, r3, lsl #16
3:  ldmia r0!, {r3-r6}              /* rs_depth_apply */
    rsb lr, r12, #31
inverse_w:
    b 6f
7:  add r4, r4, lr
    umull r7, r3, r11, r3
    mov r7, r7, lsr #30
    orr r7, r7, r3, lsl #2
    sub r5, r5, r7, lsr r4
    cmp r5, r6
    bhi 9f
10: add r5, r5, #DEPTH_LEAST
    str r5, [r2, #4]
    row
    smull r4, r6, r3, r11
    ldmia r0!, {r5, r7}
    add lr, lr, r5
    add r6, r7, r6, asr lr
    mov r6, r6, asr #1
    strh r6, [r2]
    row
    smull r4, r6, r3, r11
    ldmia r0!, {r7, r8}
    add r6, r7, r6, asr lr
    mov r6, r6, asr #1
    strh r6, [r2, #2]
    sub r0, r0, #92
    add r2, r2, #8
    cmp r2, r8
    bne 1b
    ldr sp, [r0, #STACK]
    pop {r4-r11, lr}
    bx lr

9:  cmp r5, #0                      /* beyond the ends */
    movlt r5, #0
    movge r5, r6
    b 10b

5:  cmp r3, #0                      /* another length */
    mvneq r11, #0
    moveq r12, #31
    beq 3b
    mov r12, #0
8:  movs r5, r3, lsl r12
    bmi 2b
    add r12, r12, #1
    b 8b

6:  msr cpsr_c, #VALUE_MODE         /* rs_over_w_apply */
    umull r7, r14, r11, r13
    mov r7, r7, lsr #30
    orr r7, r7, r14, lsl #2
    msr cpsr_c, #PLACE_MODE
    sub r14, r14, r12
    mov r7, r7, lsr r14
    add r14, r14, r12
    str r7, [r13], #4
    msr cpsr_c, #USUAL_MODE
    b 7b
with_inverse_w:                     /* the distance of a branch there */
    .word 0xEA000000 + ((6b - inverse_w - 8) >> 2)
    mov r0, r0
    .pool
    .size rs_arm_transform, . - rs_arm_transform
