/* Two dimensions of palette pixels for the ARM7TDMI: the loops of raster/flat/quick_pal8.c, which defines them to the bit; tests/gba/spans_test.c
 * compares both. They lie where the code of textured triangles lies otherwise, in carts without meshes (gba.ld).
 *
 * void rs_arm_piece_lines(const rs_pieces *pieces): piece_lines. Cycles: 25 for 8 pixels of which the cartridge takes half, 35 a line.
 * void rs_arm_keyed_words(uint8_t *to, const uint8_t *from, const rs_keyed_words *rows), and rs_arm_keyed_words_back: keyed_words and
 * keyed_words_back. 15 for four pixels, 12 a row. */
    .syntax unified
    .cpu arm7tdmi
    .arm
    .section .flat, "ax", %progbits
    .global rs_arm_piece_lines, rs_arm_keyed_words, rs_arm_keyed_words_back
    .type rs_arm_piece_lines, %function
    .type rs_arm_keyed_words, %function
    .type rs_arm_keyed_words_back, %function

    /* of the stack: rs_pieces */
    .equ PIECES, 12
    .equ WORDS, 24

    /* r0 out, r1 pieces, r2 offset, r3 words left, r5 carry */
    .macro joined out, first, second, bytes
    .if \bytes == 0
    mov \out, \first
    .else
    mov \out, \first, lsr #8 * \bytes
    orr \out, \out, \second, lsl #32 - 8 * \bytes
    .endif
    .endm

    .macro two carry, next, bytes
    ldr r12, [r1], #4
    add r12, r12, r2
    .ifc \next, r6
    ldmia r12, {r4, r6}
    .else
    ldmia r12, {r4, r5}
    .endif
    joined r7, \carry, r4, \bytes
    joined r8, r4, \next, \bytes
    stmia r0!, {r7, r8}
    .endm

    .macro lines bytes
1:  ldr r12, [r1], #4
    ldr r3, [sp, #WORDS]
    add r12, r12, r2
    ldmia r12, {r4, r5}
    cmp r9, #0
    bne 2f
    joined r6, r4, r5, \bytes
    str r6, [r0], #4
    sub r3, r3, #1
2:  subs r3, r3, #4
    blt 4f
3:  two r5, r6, \bytes
    two r6, r5, \bytes
    subs r3, r3, #4
    bge 3b
4:  tst r3, #2
    beq 5f
    two r5, r6, \bytes
    mov r5, r6
5:  tst r3, #1
    beq 6f
    ldr r12, [r1]
    ldr r4, [r12, r2]
    joined r6, r5, r4, \bytes
    str r6, [r0]
6:  add r10, r10, r11
    mov r0, r10
    ldr r1, [sp, #PIECES]
    ldr r3, [sp, #20]               /* down */
    add r2, r2, r3
    subs lr, lr, #1
    bne 1b
    b piece_lines_done
    .endm

rs_arm_piece_lines:
    push {r4-r11, lr}
    sub sp, sp, #36
    ldmia r0!, {r4-r8}
    stmia sp, {r4-r8}
    ldmia r0, {r9-r12}              /* down, words, skip, bytes */
    str r9, [sp, #20]
    str r10, [sp, #24]
    mov r0, r4
    mov r1, r7
    mov r2, r8
    mov lr, r6
    mov r9, r11
    mov r10, r4
    mov r11, r5
    cmp r12, #1
    blo shift_0
    beq shift_1
    cmp r12, #2
    beq shift_2
    lines 3
shift_0:
    lines 0
shift_1:
    lines 1
shift_2:
    lines 2
piece_lines_done:
    add sp, sp, #36
    pop {r4-r11, lr}
    bx lr

    /* r0 to, r1 from, r3 rows, r9 and r10 from the end of a row to the next, r11 words of a row, r12 255 */
    .macro keyed_first word
    tst \word, #255
    strbne \word, [r0]
    ands r8, r12, \word, lsr #8
    strbne r8, [r0, #1]
    ands r8, r12, \word, lsr #16
    strbne r8, [r0, #2]
    movs r8, \word, lsr #24
    strbne r8, [r0, #3]
    add r0, r0, #4
    .endm
    .macro keyed_last word
    movs r8, \word, lsr #24
    strbne r8, [r0]
    ands r8, r12, \word, lsr #16
    strbne r8, [r0, #1]
    ands r8, r12, \word, lsr #8
    strbne r8, [r0, #2]
    tst \word, #255
    strbne \word, [r0, #3]
    add r0, r0, #4
    .endm

rs_arm_keyed_words:
    push {r4-r11, lr}
    ldmia r2, {r3, r9-r11}          /* rows, stride, down, words */
    mov r12, #255
    sub r9, r9, r11, lsl #2
    sub r10, r10, r11, lsl #2
1:  subs lr, r11, #4
    blt 3f
2:  ldmia r1!, {r4-r7}
    keyed_first r4
    keyed_first r5
    keyed_first r6
    keyed_first r7
    subs lr, lr, #4
    bge 2b
3:  adds lr, lr, #4
    beq 5f
4:  ldr r4, [r1], #4
    keyed_first r4
    subs lr, lr, #1
    bne 4b
5:  add r0, r0, r9
    add r1, r1, r10
    subs r3, r3, #1
    bne 1b
    pop {r4-r11, lr}
    bx lr

rs_arm_keyed_words_back:            /* from: behind the first pixel */
    push {r4-r11, lr}
    ldmia r2, {r3, r9-r11}
    mov r12, #255
    sub r9, r9, r11, lsl #2
    add r10, r10, r11, lsl #2
1:  subs lr, r11, #4
    blt 3f
2:  ldmdb r1!, {r4-r7}
    keyed_last r7
    keyed_last r6
    keyed_last r5
    keyed_last r4
    subs lr, lr, #4
    bge 2b
3:  adds lr, lr, #4
    beq 5f
4:  ldr r4, [r1, #-4]!
    keyed_last r4
    subs lr, lr, #1
    bne 4b
5:  add r0, r0, r9
    add r1, r1, r10
    subs r3, r3, #1
    bne 1b
    pop {r4-r11, lr}
    bx lr

    .size rs_arm_keyed_words_back, . - rs_arm_keyed_words_back
