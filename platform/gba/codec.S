/* The inner loop of unpacking LZ for the ARM7TDMI, in fast memory: what rom/codec_lz.c says in C, which tests hold it to. A
 * match of an even distance goes two bytes at a time, since external memory takes as long for one. */
    .syntax unified
    .cpu arm7tdmi
    .arm

    .equ IN, 0                      /* of rom_decoder */
    .equ IN_END, 8
    .equ OUT, 12
    .equ DONE, 16
    .equ MOST_IN, 10                /* of a short group */
    .equ MOST_OUT, 23
    .equ LONG, 255

/* ---- void rom_codec_lz_groups(rom_decoder *d, uint32_t left) ---- */

    .section .hot.rom_codec_lz_groups, "ax", %progbits
    .global rom_codec_lz_groups
    .type rom_codec_lz_groups, %function
rom_codec_lz_groups:
    push {r4-r11, lr}
    ldr r2, [r0, #IN]
    ldr r6, [r0, #IN_END]
    ldr r4, [r0, #OUT]
    ldr r5, [r0, #DONE]
    sub r6, r6, #MOST_IN            /* in at most, for another group */
    add r5, r4, r5
    add r7, r5, r1
    sub r7, r7, #MOST_OUT           /* out at most */
1:  cmp r2, r6
    cmpls r5, r7
    bhi 9f
    mov r8, r2
    mov r9, r5
    ldrb r10, [r8], #1              /* token */
    mov r11, r10, lsr #4
    ands r11, r11, #7
    beq 3f
    cmp r11, #7
    beq 6f
2:  ldrb r12, [r8], #1              /* literals */
    subs r11, r11, #1
    strb r12, [r9], #1
    bne 2b
3:  ldrb r12, [r8], #1              /* distance - 1 */
    tst r10, #0x80
    ldrbne lr, [r8], #1
    orrne r12, r12, lr, lsl #8
    subne r12, r12, #1
    and r10, r10, #15
    cmp r10, #15
    beq 7f
4:  sub lr, r9, r4
    cmp r12, lr
    bhs 9f                          /* from before the beginning */
    mov r2, r8
    sub r8, r9, r12
    sub r8, r8, #1
    add r10, r10, #1                /* count - 2 */
    tst r12, #1
    beq 8f
    tst r9, #1
    ldrbne r12, [r8], #1
    strbne r12, [r9], #1
    subne r10, r10, #1
    subs r10, r10, #2               /* count - 4 */
    blo 11f
5:  ldrh r12, [r8], #2
    subs r10, r10, #4
    strh r12, [r9], #2
    ldrh r12, [r8], #2
    strh r12, [r9], #2
    bhs 5b
11: tst r10, #2
    ldrhne r12, [r8], #2
    strhne r12, [r9], #2
    tst r10, #1
    ldrbne r12, [r8], #1
    strbne r12, [r9], #1
    mov r5, r9
    b 1b
8:  ldrb r12, [r8], #1              /* byte after byte */
    subs r10, r10, #2
    strb r12, [r9], #1
    ldrb r12, [r8], #1
    strb r12, [r9], #1
    bhs 8b
    tst r10, #1
    ldrbne r12, [r8], #1
    strbne r12, [r9], #1
    mov r5, r9
    b 1b
6:  ldrb r12, [r8], #1              /* one byte more of the count of literals */
    cmp r12, #255
    beq 9f
    add r11, r11, r12
    add r12, r8, #LONG
    cmp r12, r6
    addls r12, r9, #LONG
    cmpls r12, r7
    bls 2b
    b 9f
7:  ldrb lr, [r8], #1               /* of the count to repeat */
    cmp lr, #255
    beq 9f
    add r10, r10, lr
    add lr, r9, #LONG
    cmp lr, r7
    bls 4b
9:  str r2, [r0, #IN]
    sub r5, r5, r4
    str r5, [r0, #DONE]
    pop {r4-r11, lr}
    bx lr
    .size rom_codec_lz_groups, . - rom_codec_lz_groups
