/* Copying, filling and comparing memory for the ARM7TDMI, 32 bytes and more per round where both ends are aligned, and
 * signed division. Copying and filling lie in fast memory, division in the display's memory (gba.ld). */
    .syntax unified
    .cpu arm7tdmi
    .arm

/* ---- void *memcpy(void *target, const void *source, size_t size) ---- */

    .section .hot.memcpy, "ax", %progbits
    .global memcpy, __aeabi_memcpy, __aeabi_memcpy4, __aeabi_memcpy8
    .type memcpy, %function
    .type __aeabi_memcpy, %function
    .type __aeabi_memcpy4, %function
    .type __aeabi_memcpy8, %function
memcpy:
__aeabi_memcpy:
__aeabi_memcpy4:
__aeabi_memcpy8:
    mov r12, r0
    eor r3, r0, r1
    tst r3, #3
    bne 5f
1:  tst r12, #3                     /* both addresses are alike modulo 4: bytes up to a word boundary */
    beq 2f
    subs r2, r2, #1
    bxlo lr
    ldrb r3, [r1], #1
    strb r3, [r12], #1
    b 1b
2:  subs r2, r2, #32
    blo 4f
    push {r4-r10}
3:  ldmia r1!, {r3-r10}
    stmia r12!, {r3-r10}
    subs r2, r2, #32
    bhs 3b
    pop {r4-r10}
4:  adds r2, r2, #28                /* bytes left over, less 4 */
    bmi 6f
7:  ldr r3, [r1], #4
    str r3, [r12], #4
    subs r2, r2, #4
    bhs 7b
6:  add r2, r2, #4
5:  subs r2, r2, #1
    ldrbhs r3, [r1], #1
    strbhs r3, [r12], #1
    bhs 5b
    bx lr
    .size memcpy, . - memcpy

/* ---- void gba_copy_lines(const void *source, uintptr_t target, uint32_t control, int lines): 10 cycles a line and 3
 * a word ---- */

    .section .hot.gba_copy_lines, "ax", %progbits
    .global gba_copy_lines
    .type gba_copy_lines, %function
gba_copy_lines:
    mov r12, #0x04000000
    add r12, r12, #0xD4             /* DMA 3 */
1:  stmia r12, {r0-r2}
    add r0, r0, #240
    add r1, r1, #240
    subs r3, r3, #1
    bne 1b
    bx lr
    .size gba_copy_lines, . - gba_copy_lines

/* ---- void *memmove(void *target, const void *source, size_t size) ---- */

    .section .rare.memmove, "ax", %progbits
    .global memmove, __aeabi_memmove, __aeabi_memmove4, __aeabi_memmove8
    .type memmove, %function
    .type __aeabi_memmove, %function
    .type __aeabi_memmove4, %function
    .type __aeabi_memmove8, %function
memmove:
__aeabi_memmove:
__aeabi_memmove4:
__aeabi_memmove8:
    sub r3, r0, r1                  /* as unsigned: at least `size` when a forward copy does no harm */
    cmp r3, r2
    bhs memcpy
    add r1, r1, r2                  /* backward from the ends */
    add r12, r0, r2
    tst r3, #3
    bne 4f
1:  tst r12, #3
    beq 2f
    subs r2, r2, #1
    bxlo lr
    ldrb r3, [r1, #-1]!
    strb r3, [r12, #-1]!
    b 1b
2:  subs r2, r2, #4
    ldrhs r3, [r1, #-4]!
    strhs r3, [r12, #-4]!
    bhs 2b
    add r2, r2, #4
4:  subs r2, r2, #1
    ldrbhs r3, [r1, #-1]!
    strbhs r3, [r12, #-1]!
    bhs 4b
    bx lr
    .size memmove, . - memmove

/* ---- void *memset(void *target, int value, size_t size); the __aeabi forms swap the last two parameters ---- */

    .section .hot.memset, "ax", %progbits
    .global memset, __aeabi_memset, __aeabi_memset4, __aeabi_memset8
    .global __aeabi_memclr, __aeabi_memclr4, __aeabi_memclr8
    .type memset, %function
    .type __aeabi_memset, %function
    .type __aeabi_memset4, %function
    .type __aeabi_memset8, %function
    .type __aeabi_memclr, %function
    .type __aeabi_memclr4, %function
    .type __aeabi_memclr8, %function
__aeabi_memclr:
__aeabi_memclr4:
__aeabi_memclr8:
    mov r2, #0
__aeabi_memset:
__aeabi_memset4:
__aeabi_memset8:
    mov r3, r1
    mov r1, r2
    mov r2, r3
memset:
    mov r12, r0
1:  tst r12, #3
    beq 2f
    subs r2, r2, #1
    bxlo lr
    strb r1, [r12], #1
    b 1b
2:  and r1, r1, #0xFF
    orr r1, r1, r1, lsl #8
    orr r1, r1, r1, lsl #16
    subs r2, r2, #48
    blo 4f
    push {r0, r4-r11, lr}
    mov r0, r1
    mov r3, r1
    mov r4, r1
    mov r5, r1
    mov r6, r1
    mov r7, r1
    mov r8, r1
    mov r9, r1
    mov r10, r1
    mov r11, r1
    mov lr, r1
    subs r2, r2, #96                /* 144 bytes in 44 cycles */
    blo 8f
9:  .rept 3
    stmia r12!, {r0, r1, r3-r11, lr}
    .endr
    subs r2, r2, #144
    bhs 9b
8:  adds r2, r2, #96
    bmi 10f
3:  stmia r12!, {r0, r1, r3-r11, lr}
    subs r2, r2, #48
    bhs 3b
10: pop {r0, r4-r11, lr}
4:  adds r2, r2, #44
    bmi 6f
5:  str r1, [r12], #4
    subs r2, r2, #4
    bhs 5b
6:  add r2, r2, #4
7:  subs r2, r2, #1
    strbhs r1, [r12], #1
    bhs 7b
    bx lr
    .size memset, . - memset

/* ---- int __aeabi_idiv(int n, int d), and __aeabi_idivmod with the remainder in r1: by libgcc's unsigned division, 250
 * bytes less than libgcc's signed one ---- */

    .section .hot.idiv, "ax", %progbits
    .global __aeabi_idiv, __aeabi_idivmod
    .type __aeabi_idiv, %function
    .type __aeabi_idivmod, %function
__aeabi_idiv:
    eor r12, r0, r1
    push {r12, lr}
    cmp r0, #0
    rsbmi r0, r0, #0
    cmp r1, #0
    rsbmi r1, r1, #0
    bl __aeabi_uidiv
    pop {r12, lr}
    cmp r12, #0
    rsbmi r0, r0, #0
    bx lr
    .size __aeabi_idiv, . - __aeabi_idiv
__aeabi_idivmod:
    push {r0, r1, r4, lr}
    bl __aeabi_idiv
    pop {r2, r3, r4, lr}
    mul r12, r0, r3
    sub r1, r2, r12
    bx lr
    .size __aeabi_idivmod, . - __aeabi_idivmod

/* ---- int memcmp(const void *a, const void *b, size_t size) ---- */

    .section .rare.memcmp, "ax", %progbits
    .global memcmp
    .type memcmp, %function
memcmp:
    eor r3, r0, r1
    tst r3, #3
    bne 3f                          /* words of one do not lie as words of the other */
0:  tst r0, #3
    beq 1f
    subs r2, r2, #1                 /* bytes up to the first whole word */
    movlo r0, #0
    bxlo lr
    ldrb r3, [r0], #1
    ldrb r12, [r1], #1
    subs r3, r3, r12
    beq 0b
    mov r0, r3
    bx lr
1:  subs r2, r2, #4                 /* words while they are equal */
    blo 2f
    ldr r3, [r0], #4
    ldr r12, [r1], #4
    cmp r3, r12
    beq 1b
    sub r0, r0, #4                  /* these four bytes differ: find which */
    sub r1, r1, #4
2:  add r2, r2, #4
3:  subs r2, r2, #1
    movlo r0, #0
    bxlo lr
    ldrb r3, [r0], #1
    ldrb r12, [r1], #1
    subs r3, r3, r12
    beq 3b
    mov r0, r3
    bx lr
    .size memcmp, . - memcmp
