/* Clears the columns of a band that the band before drew into, for the ARM7TDMI: what rs_clear and rs_clear_depth of surface.c
 * do there. Everything beside those columns is clear already; see clear_band of frame.c.
 *
 * void rs_arm_clear_columns(uint8_t *pixels, uint16_t *depth, uint32_t lines, uint32_t blocks, uint32_t width,
 *                           uint32_t colour)
 *
 * `blocks` are 8 pixels wide, 1 to 30 of them; `colour` is the pixel four times. 15 cycles a line, and 15 for 16 pixels. */
    .syntax unified
    .cpu arm7tdmi
    .arm

    .equ PAIRS, 8                   /* of blocks in the code; 9 to 15 are begun in its midst and end with all of it once more */
    .equ CLEAR_WIDTH, 36            /* arguments on the stack, from where r4 to lr are saved */
    .equ CLEAR_COLOUR, 40

#ifndef WITHOUT_TEXTURES
    .section .hot.rs_arm_clear_columns, "ax", %progbits
    .global rs_arm_clear_columns
#endif
    .type rs_arm_clear_columns, %function
/* r0 pixels, r1 depth, r2 (lines - 1) << 2 | an odd block << 1 | all of the code once more, r3 where to begin in it, r4 pixels to
 * skip, r5-r8 the depth, r9-r12 the colour */
rs_arm_clear_columns:
    push {r4-r11, lr}
    ldr r4, [sp, #CLEAR_WIDTH]
    ldr r9, [sp, #CLEAR_COLOUR]
    sub r4, r4, r3, lsl #3
    sub r2, r2, #1
    movs r3, r3, lsr #1
    adc r2, r2, r2
    cmp r3, #PAIRS + 1
    adc r2, r2, r2
    subhs r3, r3, #PAIRS
    rsb r3, r3, #PAIRS
    add r3, r3, r3, lsl #1          /* 12 bytes of code a pair */
    mov r10, r9
    mov r11, r9
    mov r12, r9
    mvn r5, #0
    mvn r6, #0
    mvn r7, #0
    mvn r8, #0
1:  movs lr, r2, lsl #31            /* mi: once more; cs: odd */
    stmiacs r1!, {r5-r8}
    stmiacs r0!, {r9, r10}
    add pc, pc, r3, lsl #2
    nop
2:  .rept PAIRS
    stmia r1!, {r5-r8}
    stmia r1!, {r5-r8}
    stmia r0!, {r9-r12}
    .endr
    adds lr, lr, lr
    bcs 2b
    add r0, r0, r4
    add r1, r1, r4, lsl #1
    subs r2, r2, #4
    bpl 1b
    pop {r4-r11, lr}
    bx lr
    .size rs_arm_clear_columns, . - rs_arm_clear_columns
