/* The start of a Game Boy Advance cartridge: its header, the image locator, the way to main, and the
 * interrupt handler. */
#include "platform/gba/sound.h"

    .syntax unified
    .cpu arm7tdmi
    .arm

/* ---- cartridge header, 192 bytes ---- */

    .section .header, "ax", %progbits
    .global gba_header
gba_header:
    b start

/* The bitmap that the hardware compares with its own before it starts a cartridge: 156 bytes fixed by the
 * machine. */
    .byte 0x24, 0xFF, 0xAE, 0x51, 0x69, 0x9A, 0xA2, 0x21, 0x3D, 0x84, 0x82, 0x0A, 0x84, 0xE4, 0x09, 0xAD
    .byte 0x11, 0x24, 0x8B, 0x98, 0xC0, 0x81, 0x7F, 0x21, 0xA3, 0x52, 0xBE, 0x19, 0x93, 0x09, 0xCE, 0x20
    .byte 0x10, 0x46, 0x4A, 0x4A, 0xF8, 0x27, 0x31, 0xEC, 0x58, 0xC7, 0xE8, 0x33, 0x82, 0xE3, 0xCE, 0xBF
    .byte 0x85, 0xF4, 0xDF, 0x94, 0xCE, 0x4B, 0x09, 0xC1, 0x94, 0x56, 0x8A, 0xC0, 0x13, 0x72, 0xA7, 0xFC
    .byte 0x9F, 0x84, 0x4D, 0x73, 0xA3, 0xCA, 0x9A, 0x61, 0x58, 0x97, 0xA3, 0x27, 0xFC, 0x03, 0x98, 0x76
    .byte 0x23, 0x1D, 0xC7, 0x61, 0x03, 0x04, 0xAE, 0x56, 0xBF, 0x38, 0x84, 0x00, 0x40, 0xA7, 0x0E, 0xFD
    .byte 0xFF, 0x52, 0xFE, 0x03, 0x6F, 0x95, 0x30, 0xF1, 0x97, 0xFB, 0xC0, 0x85, 0x60, 0xD6, 0x80, 0x25
    .byte 0xA9, 0x63, 0xBE, 0x03, 0x01, 0x4E, 0x38, 0xE2, 0xF9, 0xA2, 0x34, 0xFF, 0xBB, 0x3E, 0x03, 0x44
    .byte 0x78, 0x00, 0x90, 0xCB, 0x88, 0x11, 0x3A, 0x94, 0x65, 0xC0, 0x7C, 0x63, 0x87, 0xF0, 0x3C, 0xAF
    .byte 0xD6, 0x25, 0xE4, 0x8B, 0x38, 0x0A, 0xAC, 0x72, 0x21, 0xD4, 0xF8, 0x07

/* The assembler sums each header byte from here to the complement, so that the complement is always
 * right. */
    .set header_sum, 0x19
    .macro header_bytes first, rest:vararg
    .byte \first
    .set header_sum, header_sum + \first
    .ifnb \rest
    header_bytes \rest
    .endif
    .endm

    header_bytes 'O', 'X', 'C', 'A', 'R', 'T', 0, 0, 0, 0, 0, 0 /* title */
    header_bytes 'Z', 'O', 'X', 'E'                             /* game code */
    header_bytes 'O', 'X'                                       /* maker */
    header_bytes 0x96, 0, 0, 0, 0, 0, 0, 0, 0, 0                /* fixed value, unit, device, seven zeros */
    header_bytes 0                                              /* version */
    .byte (-header_sum) & 0xFF
    .short 0

/* ---- the image locator of export.h, at byte 256 ---- */

    .org 0x100
    .global gba_locator
gba_locator:
    .ascii "OXGBAIMG"
    .word 1
    .space 52, 0

/* ---- start ---- */

start:
    mov r0, #0x12                   /* interrupt mode and its stack */
    msr cpsr_c, r0
    ldr sp, =__irq_stack_top
    mov r0, #0x1F                   /* system mode and the stack of main */
    msr cpsr_c, r0
    ldr sp, =__stack_top

    mov r0, #0x04000000
    str r0, [r0, #0x208]            /* interrupts off (bit 0 is clear in this value) */
    ldr r1, =0x4317                 /* cartridge at 3 cycles, then 1 for each next; prefetch */
    add r2, r0, #0x200
    strh r1, [r2, #4]

    ldr r0, =__hot_load             /* marked code and initialized data: from cartridge to fast memory */
    ldr r1, =__hot_start
    ldr r2, =__data_end
1:  cmp r1, r2
    ldrlo r3, [r0], #4
    strlo r3, [r1], #4
    blo 1b

    .macro load_tables name
    ldr r0, =__\name\()_load
    ldr r4, =__\name\()_start
    ldr r2, =__\name\()_end
5:  cmp r4, r2
    ldrlo r3, [r0], #4
    strlo r3, [r4], #4
    blo 5b
    .endm
    load_tables tables              /* tables lie in video memory */
    load_tables roots               /* tables of roots lie in the video memory of sprites */

    ldr r2, =__bss_end              /* zeroed data follows */
    mov r3, #0
2:  cmp r1, r2
    strlo r3, [r1], #4
    blo 2b

    ldr r1, =__stack_bottom         /* a pattern in the stack, so that its depth can be measured */
    ldr r3, =0x57ACC0DE
3:  cmp r1, sp
    strlo r3, [r1], #4
    blo 3b

    ldr r0, =gba_interrupt
    ldr r1, =0x03007FFC             /* where the system looks for the handler */
    str r0, [r1]

    ldr r0, =main
    mov lr, pc
    bx r0
4:  b 4b
    .pool

/* ---- interrupts: count display blanks and timer overflows ---- */

    .section .text.interrupt, "ax", %progbits
    .arm
    .global gba_interrupt
    .type gba_interrupt, %function
gba_interrupt:
    mov r3, #0x04000000
    ldr r2, [r3, #0x200]            /* enabled in the low half, raised in the high half */
    and r1, r2, r2, lsr #16
    bic r1, r1, #0x10               /* timer 1 stays raised: gba_sound_interrupt takes it next */
    add r2, r3, #0x200
    strh r1, [r2, #2]
    ldrh r0, [r3, #-8]              /* the system's own copy of the flags, which its waiting function reads */
    orr r0, r0, r1
    strh r0, [r3, #-8]
    ldr r2, =gba_counters
    tst r1, #1
    beq 6f
    ldr r3, =gba_keys               /* the buttons at the blank, where they have changed: platform/changes.h */
    mov r12, #0x04000000
    add r12, r12, #0x130
    ldrh r12, [r12]
    ldr r0, [r3, #12]
    cmp r0, r12
    beq 8f
    ldr r0, [r3, #0]
    ldr r2, [r3, #4]
    sub r2, r0, r2
    cmp r2, #GBA_KEYS_ROOM
    ldreq r0, [r3, #8]
    addeq r0, r0, #1
    streq r0, [r3, #8]
    beq 7f
    str r12, [r3, #12]
    and r2, r0, #GBA_KEYS_ROOM - 1
    add r2, r3, r2, lsl #1
    strh r12, [r2, #16]
    add r0, r0, #1
    str r0, [r3, #0]
7:  ldr r2, =gba_counters
8:  ldr r0, [r2, #0]
    add r0, r0, #1
    str r0, [r2, #0]
    ldr r0, [r2, #8]                /* blanks left of the watchdog, 0 when it is off */
    cmp r0, #0
    beq 6f
    subs r0, r0, #1
    str r0, [r2, #8]
    beq gba_watch_bites
6:
    tst r1, #0x40
    ldrne r0, [r2, #4]
    addne r0, r0, #1
    strne r0, [r2, #4]
    ldr r3, =gba_sound
    tst r1, #1
    ldrne r0, [r3, #GBA_SOUND_DUE]
    cmpne r0, #0
    ldrne r2, [r3, #GBA_SOUND_BUSY]
    cmpne r2, #1
    bxeq lr

/* Calls `due` of the sound, unless it runs already: in system mode with interrupts enabled, and on a stack of its own,
 * since the program may use the stack pointer for something else. The registers that the system has put on the
 * interrupts' stack stay there, above those of further interrupts. */
    mrs r2, spsr
    stmfd sp!, {r2, lr}
    mov r2, #1
    str r2, [r3, #GBA_SOUND_BUSY]
    msr cpsr_c, #0x1F
    ldr r2, [r3, #GBA_SOUND_STACK_END]
    str sp, [r2, #-4]!
    str lr, [r2, #-4]!
    mov sp, r2
    mov r1, r0
    ldr r0, [r3, #GBA_SOUND_CONTEXT]
    mov lr, pc
    bx r1
    ldr lr, [sp], #4
    ldr sp, [sp]
    msr cpsr_c, #0x92
    ldr r3, =gba_sound
    mov r2, #0
    str r2, [r3, #GBA_SOUND_BUSY]
    ldmfd sp!, {r2, lr}
    msr spsr_cxsf, r2
    bx lr

    .pool

/* The interrupt handler while the speaker is open, in fast memory. It moves a piece of each ring to its channel, puts
 * silence in the piece's place, and goes on to gba_interrupt for other interrupts. It leaves the right ring alone while
 * both ears hear the left one. */
    .if GBA_SOUND_PIECE != 16
    .error "four registers hold a piece"
    .endif
    .section .sound.piece, "ax", %progbits
    .arm
    .global gba_sound_interrupt
    .type gba_sound_interrupt, %function
gba_sound_interrupt:
    mov r3, #0x04000000
    ldr r2, [r3, #0x200]            /* enabled in the low half, raised in the high half */
    and r1, r2, r2, lsr #16
    tst r1, #0x10
    ldreq pc, =gba_interrupt
    mov r2, #0x10
    add r0, r3, #0x200
    strh r2, [r0, #2]
    push {r4-r9}
    ldr r12, =gba_sound
    ldmia r12, {r0, r8, r9}         /* at, form, end */
    mov r2, #GBA_SOUND_RING         /* from the left ring to the right one */
    ldmia r0, {r4-r7}
    str r4, [r3, #0xA0]
    str r5, [r3, #0xA0]
    str r6, [r3, #0xA0]
    str r7, [r3, #0xA0]
    tst r8, #0x20000
    beq 1f
    add r8, r0, r2
    ldmia r8, {r4-r7}
    str r4, [r3, #0xA4]
    str r5, [r3, #0xA4]
    str r6, [r3, #0xA4]
    str r7, [r3, #0xA4]
1:  mov r4, #0
    mov r5, #0
    mov r6, #0
    mov r7, #0
    stmiane r8, {r4-r7}
    stmia r0!, {r4-r7}
    cmp r0, r9
    subhs r0, r0, r2
    str r0, [r12, #GBA_SOUND_AT]
    ldr r0, [r12, #GBA_SOUND_PLAYED]
    add r0, r0, #GBA_SOUND_PIECE
    str r0, [r12, #GBA_SOUND_PLAYED]
    pop {r4-r9}
    bics r1, r1, #0x10
    ldrne pc, =gba_interrupt
    bx lr
    .pool

    .section .text.interrupt, "ax", %progbits

/* The system has put r0-r3, r12 and the return address on its stack. The address is kept in gba_counters.where, and the
 * return leads to gba_watch_leads, as 32-bit code in system mode, which the program runs in. */
gba_watch_bites:
    ldr r0, [sp, #20]
    sub r0, r0, #4
    str r0, [r2, #12]
    ldr r0, =gba_watch_leads + 4
    str r0, [sp, #20]
    mrs r0, spsr
    bic r0, r0, #0x20
    orr r0, r0, #0x1F               /* the rasterizer may be using another mode's registers */
    msr spsr_c, r0
    bx lr
gba_watch_leads:
    ldr r0, =__stack_bottom
    ldr r1, =__stack_top
    cmp sp, r0                      /* sp may hold no stack address but code or a count: begin anew */
    cmphs r1, sp
    movlo sp, r1
    bic sp, sp, #7
    ldr r0, =gba_watch_expired
    mov lr, pc
    bx r0
7:  b 7b
    .pool

/* The library's division refers to this symbol of stack unwinding, which a cartridge does not have. */
    .global __aeabi_unwind_cpp_pr0
    .set __aeabi_unwind_cpp_pr0, 0
