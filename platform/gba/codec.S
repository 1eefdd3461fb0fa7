/* The inner loop of unpacking LZ for the ARM7TDMI. plat_memory copies the loop to a place in fast memory, where it
 * runs. It does what rom/codec/codec_lz.c does in C, and tests hold it to that. External memory takes as long for a
 * byte as for two, so matches are copied by halfwords at even addresses of the output: whole halfwords from an even
 * distance, halfwords put together of two from an odd distance. A match of distance 1 has the same bytes as one of
 * distance 2, once one more byte is written. */
    .syntax unified
    .cpu arm7tdmi
    .arm

    .equ IN, 0                      /* offsets in rom_decoder */
    .equ IN_END, 8
    .equ OUT, 12
    .equ DONE, 16
    .equ TOKEN, 41
    .equ MATCH_FOLLOWS, 44
    .equ MOST_IN, 10                /* bytes of a short group; MOST_OUT: bytes that it unpacks to */
    .equ MOST_OUT, 23
    .equ LONG, 255

/* ---- void rom_codec_lz_groups(rom_decoder *d, uint32_t left): the loop in fast memory, else the C function ---- */

    .section .rare.rom_codec_lz_groups, "ax", %progbits
    .global rom_codec_lz_groups
    .type rom_codec_lz_groups, %function
rom_codec_lz_groups:
    ldr r12, =gba_codec_place
    ldr r12, [r12]
    cmp r12, #0
    ldreq r12, =rom_codec_lz_groups_twin
    bx r12
    .pool
    .size rom_codec_lz_groups, . - rom_codec_lz_groups

    .section .rare.gba_codec_loop, "ax", %progbits
    .global gba_codec_loop, gba_codec_loop_end
gba_codec_loop:
    push {r4-r10, lr}
    ldr r2, [r0, #IN]
    ldr r6, [r0, #IN_END]
    ldr r4, [r0, #OUT]
    ldr r5, [r0, #DONE]
    sub r6, r6, #MOST_IN            /* the last address where another group may begin */
    add r5, r4, r5
    add r7, r5, r1
    sub r7, r7, #MOST_OUT           /* the last address where another group may write */
    b 8f
1:  ldrb r10, [r2], #1              /* token */
    ands r9, r10, #0x70
    beq 3f
    cmp r9, #0x70
    beq 11f
2:  ldrb r12, [r2], #1              /* literals; r9 is 16 for each */
    subs r9, r9, #32
    strb r12, [r5], #1
    ldrbpl r12, [r2], #1
    strbpl r12, [r5], #1
    bgt 2b
3:  ldrb r12, [r2], #1              /* distance - 1 */
    tst r10, #0x80
    bne 12f
4:  sub r9, r5, r12
    sub r9, r9, #1                  /* where the match lies */
    cmp r9, r4
    blo 15f                         /* before the beginning of the output */
    and r8, r10, #15
    cmp r8, #15
    beq 13f
5:  tst r12, #1                     /* count - 3 in r8 */
    beq 17f
16: tst r5, #1
    ldrbne r12, [r9], #1
    strbne r12, [r5], #1
    subne r8, r8, #1
    subs r8, r8, #1                 /* count - 4 */
    bmi 7f
6:  ldrh r12, [r9], #2
    subs r8, r8, #4
    strh r12, [r5], #2
    ldrh r12, [r9], #2
    strh r12, [r5], #2
    bpl 6b
7:  tst r8, #2
    ldrhne r12, [r9], #2
    strhne r12, [r5], #2
    tst r8, #1
    ldrbne r12, [r9], #1
    strbne r12, [r5], #1
8:  cmp r2, r6
    cmpls r5, r7
    bls 1b
    cmn r2, #1
    moveq r2, r3                    /* behind a long run of literals: the match of their group */
    beq 3b
9:  str r2, [r0, #IN]
    sub r5, r5, r4
    str r5, [r0, #DONE]
    pop {r4-r10, lr}
    bx lr

11: ldrb r12, [r2], #1              /* one byte more of the count of literals */
    cmp r12, #255
    beq 10f
    add r8, r12, #7
    add r3, r2, r8
    add r12, r2, #LONG
    cmp r12, r6
    addls r12, r5, #LONG
    cmpls r12, r7
    bhi 10f
    sub r8, r8, #3                  /* the literals are copied as a match is, which leads on to 8 */
    mov r9, r2
    sub r12, r5, r2
    sub r12, r12, #1
    mvn r2, #0
    b 5b
10: sub r2, r2, #2                  /* back to the first byte of the group */
    b 9b
12: ldrb lr, [r2], #1               /* a distance of two bytes */
    add r12, r12, lr, lsl #8
    subs r12, r12, #1
    bhs 4b
    b 15f
13: ldrb lr, [r2], #1               /* one byte more of the count to repeat */
    cmp lr, #255
    beq 14f
    add r8, r8, lr
    add lr, r5, #LONG
    cmp lr, r7
    bls 5b
14: sub r2, r2, #1
15: tst r10, #0x80                  /* back to the first byte of the match */
    subne r2, r2, #1
    sub r2, r2, #1
    mov r12, #1
    strb r12, [r0, #MATCH_FOLLOWS]
    strb r10, [r0, #TOKEN]
    b 9b

17: cmp r12, #0                     /* an odd distance */
    beq 20f
    tst r5, #1
    ldrbeq r12, [r9], #1            /* the byte or halfword where the match lies */
    ldrhne r12, [r9], #2
    strbne r12, [r5], #1
    movne r12, r12, lsr #8
    subne r8, r8, #1
    subs r8, r8, #1                 /* count - 4 */
    bmi 19f
18: ldrh lr, [r9], #2
    subs r8, r8, #4
    orr r12, r12, lr, lsl #8
    strh r12, [r5], #2
    mov r12, lr, lsr #8
    ldrh lr, [r9], #2
    orr r12, r12, lr, lsl #8
    strh r12, [r5], #2
    mov r12, lr, lsr #8
    bpl 18b
19: tst r8, #2
    ldrhne lr, [r9], #2
    orrne r12, r12, lr, lsl #8
    strhne r12, [r5], #2
    movne r12, lr, lsr #8
    tst r8, #1
    strbne r12, [r5], #1
    b 8b
20: ldrb r12, [r9]                  /* distance 1: one byte, then as from distance 2 */
    sub r8, r8, #1
    strb r12, [r5], #1
    b 16b
gba_codec_loop_end:
