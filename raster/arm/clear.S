/* Clears the columns of a band that the band before drew into, for the ARM7TDMI: what rs_clear and rs_clear_depth of surface.c
 * do there. Everything beside those columns is clear already; see clear_band of frame.c.
 *
 * void rs_arm_clear_columns(uint8_t *pixels, uint16_t *depth, uint32_t lines, uint32_t blocks, uint32_t width,
 *                           uint32_t colour)
 *
 * `blocks` are 16 pixels wide, 1 to 15 of them; `colour` is the pixel four times. 20 cycles a line and 19 a block. */
    .syntax unified
    .cpu arm7tdmi
    .arm

    .equ BLOCKS, 15
    .equ BLOCK_BYTES, 12            /* of the code below */
    .equ WIDTH, 36                  /* arguments on the stack, from where r4 to lr are saved */
    .equ COLOUR, 40

    .section .hot.rs_arm_clear_columns, "ax", %progbits
    .global rs_arm_clear_columns
    .type rs_arm_clear_columns, %function
/* r0 pixels, r1 depth, r3-r10 the depth, r11 r12 lr the colour; on the stack: where to begin, lines left less 1 and pixels to skip */
rs_arm_clear_columns:
    push {r4-r11, lr}
    ldr r11, [sp, #WIDTH]
    ldr r12, [sp, #COLOUR]
    sub r11, r11, r3, lsl #4
    rsb r3, r3, #BLOCKS
    add r3, r3, r3, lsl #1
    mov r3, r3, lsl #2
    sub r2, r2, #1
    orr r11, r11, r2, lsl #16
    push {r3, r11}
    mov r11, r12
    mov lr, r12
    mvn r3, #0
    mvn r4, #0
    mvn r5, #0
    mvn r6, #0
    mvn r7, #0
    mvn r8, #0
    mvn r9, #0
    mvn r10, #0
1:  ldr r2, [sp]
    add pc, pc, r2
    nop
    .rept BLOCKS
    stmia r1!, {r3-r10}
    stmia r0!, {r11, r12, lr}
    str r11, [r0], #4
    .endr
    ldr r2, [sp, #4]                /* the lines stand in its top half */
    subs r2, r2, #0x10000
    str r2, [sp, #4]
    bic r2, r2, #0xFF0000
    add r0, r0, r2
    add r1, r1, r2, lsl #1
    bpl 1b
    add sp, sp, #8
    pop {r4-r11, lr}
    bx lr
    .size rs_arm_clear_columns, . - rs_arm_clear_columns
