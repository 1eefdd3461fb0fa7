/* Two dimensions of palette pixels for the ARM7TDMI: the loops of raster/flat/quick_pal8.c, which defines them to the
 * bit; tests/gba/spans_test.c compares both. The loops lie where the code of textured triangles lies otherwise, in
 * carts without meshes (gba.ld).
 *
 * void rs_arm_piece_lines(const rs_pieces *pieces): piece_lines. Cycles: 25 for 8 pixels of which the cartridge takes half, 35 a line.
 * void rs_arm_keyed_words(uint8_t *to, const uint8_t *from, const rs_keyed_words *rows), and rs_arm_keyed_words_back: keyed_words and
 * keyed_words_back. 17 cycles for four pixels of the cartridge, 13 a row of 8 or 16 and 20 of others.
 * void rs_arm_keyed_block(uint8_t *to, const uint8_t *from, const rs_keyed_words *rows): keyed_block for pixels from left to right that begin anywhere.
 * 30 for four pixels, 35 a row. rs_arm_keyed_block reads whole words, up to 7 bytes more than are drawn.
 * void rs_arm_whole_words(uint8_t *to, const uint8_t *from, const rs_keyed_words *rows): whole_words. 20 to 30 for 8 pixels, 8 a row.
 * void rs_arm_letter(uint8_t *to, int32_t stride, uint32_t rows, uint32_t pixel): letter_rows. 63 and one for each pixel that is set. */
    .syntax unified
    .cpu arm7tdmi
    .arm
    .section .flat.pieces, "ax", %progbits
    .global rs_arm_piece_lines, rs_arm_keyed_words, rs_arm_keyed_words_back, rs_arm_keyed_block
    .global rs_arm_whole_words, rs_arm_letter
    .type rs_arm_piece_lines, %function
    .type rs_arm_keyed_words, %function
    .type rs_arm_keyed_words_back, %function
    .type rs_arm_keyed_block, %function
    .type rs_arm_whole_words, %function
    .type rs_arm_letter, %function

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

    /* The end of a row, whose begin may lie in another register than r0: on to the next row, or back to the caller. r0
     * to, r3 rows, r9 from a row to the next */
    .macro next_row again, begin=r0
    add r0, \begin, r9
    subs r3, r3, #1
    bne \again
    pop {r4-r11, lr}
    bx lr
    .endm

    /* r0 to, r1 from, r3 rows, r9 and r10 from a row to the next, where words are counted from the end of a row; r11 words of a row, r12 255 */
    .macro keyed_first word, at
    tst \word, #255
    strbne \word, [r0, #\at]
    ands r8, r12, \word, lsr #8
    strbne r8, [r0, #\at + 1]
    ands r8, r12, \word, lsr #16
    strbne r8, [r0, #\at + 2]
    movs r8, \word, lsr #24
    strbne r8, [r0, #\at + 3]
    .endm
    .macro keyed_last word, at
    movs r8, \word, lsr #24
    strbne r8, [r0, #\at]
    ands r8, r12, \word, lsr #16
    strbne r8, [r0, #\at + 1]
    ands r8, r12, \word, lsr #8
    strbne r8, [r0, #\at + 2]
    tst \word, #255
    strbne \word, [r0, #\at + 3]
    .endm

    .section .flat.keyed, "ax", %progbits
rs_arm_keyed_words:
    push {r4-r11, lr}
    ldmia r2, {r3, r9-r11}          /* rows, stride, down, words */
    mov r12, #255
    cmp r11, #4
    beq 6f
    cmp r11, #2
    beq 7f
    sub r9, r9, r11, lsl #2
    sub r10, r10, r11, lsl #2
1:  mov lr, r11
2:  ldr r4, [r1], #4
    keyed_first r4, 0
    add r0, r0, #4
    subs lr, lr, #1
    bne 2b
    add r1, r1, r10
    next_row 1b
6:  ldmia r1, {r4-r7}
    add r1, r1, r10
    keyed_first r4, 0
    keyed_first r5, 4
    keyed_first r6, 8
    keyed_first r7, 12
    next_row 6b
7:  ldmia r1, {r4, r5}
    add r1, r1, r10
    orrs r8, r4, r5                 /* many rows of tiles are clear */
    beq 8f
    keyed_first r4, 0
    keyed_first r5, 4
8:  next_row 7b

    /* r9 and r10 the shifts that join two words of a row, r11 the bits of its last word that are drawn, r3 to of the
     * row, lr words left */
    .section .flat.keyed_block, "ax", %progbits
rs_arm_keyed_block:
    push {r4-r11, lr}
    ldr r12, [r2]
    ldr r11, [r2, #16]
    sub sp, sp, #4
    str r12, [sp]
    mov r12, #255
1:  and r9, r1, #3
    bic r5, r1, #3
    mov r9, r9, lsl #3
    rsb r10, r9, #32
    ldr lr, [r2, #12]
    mov r3, r0
    ldr r4, [r5], #4
2:  ldr r6, [r5], #4
    mov r7, r4, lsr r9
    orr r7, r7, r6, lsl r10         /* by 32: nothing */
    mov r4, r6
    subs lr, lr, #1
    andeq r7, r7, r11
    keyed_first r7, 0
    add r0, r0, #4
    teq lr, #0
    bne 2b
    ldmib r2, {r4, r5}              /* stride, down */
    ldr r6, [sp]
    add r0, r3, r4
    add r1, r1, r5
    subs r6, r6, #1
    str r6, [sp]
    bne 1b
    add sp, sp, #4
    pop {r4-r11, lr}
    bx lr

    .section .flat.keyed_back, "ax", %progbits
rs_arm_keyed_words_back:            /* from: behind the first pixel */
    push {r4-r11, lr}
    ldmia r2, {r3, r9-r11}
    mov r12, #255
    cmp r11, #4
    beq 6f
    cmp r11, #2
    beq 7f
    sub r9, r9, r11, lsl #2
    add r10, r10, r11, lsl #2
1:  mov lr, r11
2:  ldr r4, [r1, #-4]!
    keyed_last r4, 0
    add r0, r0, #4
    subs lr, lr, #1
    bne 2b
    add r1, r1, r10
    next_row 1b
6:  ldmdb r1, {r4-r7}
    add r1, r1, r10
    keyed_last r7, 0
    keyed_last r6, 4
    keyed_last r5, 8
    keyed_last r4, 12
    next_row 6b
7:  ldmdb r1, {r4, r5}
    add r1, r1, r10
    orrs r8, r4, r5
    beq 8f
    keyed_last r5, 0
    keyed_last r4, 4
8:  next_row 7b

    /* ---- rows of words to any place: r0 to, r1 from, r3 rows, r9 stride, r10 from the end of a row to the next, r11 words ---- */

    .macro store_pair first, second, bytes, at
    .if \bytes == 0
    str \first, [r0, #\at]
    str \second, [r0, #\at + 4]
    .elseif \bytes == 1
    strb \first, [r0, #\at]
    mov r8, \first, lsr #8
    strh r8, [r0, #\at + 1]
    mov r8, \first, lsr #24
    orr r8, r8, \second, lsl #8
    str r8, [r0, #\at + 3]
    mov r8, \second, lsr #24
    strb r8, [r0, #\at + 7]
    .elseif \bytes == 2
    strh \first, [r0, #\at]
    mov r8, \first, lsr #16
    orr r8, r8, \second, lsl #16
    str r8, [r0, #\at + 2]
    mov r8, \second, lsr #16
    strh r8, [r0, #\at + 6]
    .else
    strb \first, [r0, #\at]
    mov r8, \first, lsr #8
    orr r8, r8, \second, lsl #24
    str r8, [r0, #\at + 1]
    mov r8, \second, lsr #8
    strh r8, [r0, #\at + 5]
    mov r8, \second, lsr #24
    strb r8, [r0, #\at + 7]
    .endif
    .endm

    .macro whole_rows bytes
    cmp r11, #4
    bne 1f
6:  ldmia r1!, {r4-r7}              /* tiles of 16 pixels */
    .if \bytes == 0
    stmia r0, {r4-r7}
    .else
    store_pair r4, r5, \bytes, 0
    store_pair r6, r7, \bytes, 8
    .endif
    add r1, r1, r10
    next_row 6b
1:  subs lr, r11, #4
    mov r12, r0
    blt 3f
2:  ldmia r1!, {r4-r7}
    store_pair r4, r5, \bytes, 0
    store_pair r6, r7, \bytes, 8
    add r0, r0, #16
    subs lr, lr, #4
    bge 2b
3:  tst lr, #2
    beq 4f
    ldmia r1!, {r4, r5}
    store_pair r4, r5, \bytes, 0
    add r0, r0, #8
4:  tst lr, #1
    beq 5f
    ldr r4, [r1], #4
    strb r4, [r0]
    mov r4, r4, ror #8
    strb r4, [r0, #1]
    mov r4, r4, ror #8
    strb r4, [r0, #2]
    mov r4, r4, ror #8
    strb r4, [r0, #3]
5:  add r1, r1, r10
    next_row 1b, r12
    .endm

    .section .flat.whole, "ax", %progbits
rs_arm_whole_words:
    push {r4-r11, lr}
    ldmia r2, {r3, r9-r11}
    sub r10, r10, r11, lsl #2
    and r12, r0, #3
    cmp r12, #1
    blo whole_0
    beq whole_1
    cmp r12, #2
    beq whole_2
    whole_rows 3
whole_0:
    whole_rows 0
whole_1:
    whole_rows 1
whole_2:
    whole_rows 2

    /* ---- four rows of a letter: r0 to, r1 stride, r2 a byte a row, the first one and the left pixel lowest, r3 pixel ---- */

    .section .flat.letter, "ax", %progbits
rs_arm_letter:
    add r0, r0, r1
    add r0, r0, r1, lsl #1          /* the last row comes first */
    movs r2, r2, lsl #1             /* carry: the pixel at the right of two; negative: that at its left */
    .irp row, 3, 2, 1, 0
    .irp at, 6, 4, 2, 0
    strbcs r3, [r0, #\at + 1]
    strbmi r3, [r0, #\at]
    .if \row + \at > 0
    movs r2, r2, lsl #2
    .endif
    .endr
    .if \row > 0
    sub r0, r0, r1
    .endif
    .endr
    bx lr

    .size rs_arm_letter, . - rs_arm_letter
