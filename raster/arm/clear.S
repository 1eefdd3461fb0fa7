/* Clears the columns of a band that the band before drew into, for the ARM7TDMI: what rs_clear and rs_clear_depth of surface.c
 * do there. Everything beside those columns is clear already; see clear_band of frame.c.
 *
 * void rs_arm_clear_columns(uint8_t *pixels, uint16_t *depth, uint32_t lines, uint32_t blocks, uint32_t width,
 *                           uint32_t colour)
 *
 * `blocks` are 8 pixels wide, 1 to 30 of them; `colour` is the pixel four times. 10 cycles a line and 8 a block. */
    .syntax unified
    .cpu arm7tdmi
    .arm

    .equ BLOCKS, 30
    .equ CLEAR_WIDTH, 36            /* arguments on the stack, from where r4 to lr are saved */
    .equ CLEAR_COLOUR, 40

#ifndef WITHOUT_TEXTURES
    .section .hot.rs_arm_clear_columns, "ax", %progbits
    .global rs_arm_clear_columns
#endif
    .type rs_arm_clear_columns, %function
/* r0 pixels, r1 depth, r2 lines, r3 where to begin, r4 pixels to skip, r5-r8 the depth, r9 r10 the colour */
rs_arm_clear_columns:
    push {r4-r11, lr}
    ldr r4, [sp, #CLEAR_WIDTH]
    ldr r9, [sp, #CLEAR_COLOUR]
    sub r4, r4, r3, lsl #3
    rsb r3, r3, #BLOCKS
    mov r10, r9
    mvn r5, #0
    mvn r6, #0
    mvn r7, #0
    mvn r8, #0
1:  add pc, pc, r3, lsl #3          /* 8 bytes of code a block */
    nop
    .rept BLOCKS
    stmia r1!, {r5-r8}
    stmia r0!, {r9, r10}
    .endr
    add r0, r0, r4
    add r1, r1, r4, lsl #1
    subs r2, r2, #1
    bne 1b
    pop {r4-r11, lr}
    bx lr
    .size rs_arm_clear_columns, . - rs_arm_clear_columns
