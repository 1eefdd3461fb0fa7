/* The most frequent instructions of scripts for the ARM7TDMI: the loop of kernel/script/run.c by hand. plat_memory
 * copies it to fast memory where the picture leaves room, else beside that loop in video memory. It does what
 * run.c does, and leaves to run.c every instruction that it does not have, that traps, or that ends the run:
 * then the registers are as before the instruction, and it is not counted. */
    .syntax unified
    .cpu arm7tdmi
    .arm

    /* offsets in script_loop (kernel/script/loop.h, which run.c holds to them) */
    .equ CODE, 20
    .equ FUNCTIONS, 24
    .equ CODES, 28
    .equ STACK, 32
    .equ END, 36
    .equ FUNCTION, 40
    .equ SPACES, 40                 /* of a space's number: globals, instance, constants */
    .equ GLOBALS, 44
    .equ MINE, 48
    .equ CONSTANTS, 52
    .equ IN_TASK, 56
    .equ BEGUN, 60
    .equ GIVEN, 64
    .equ CALL, 96
    .equ CALL_ARGUMENTS, CALL
    .equ CALL_RESULTS, CALL + 4
    .equ CALL_REFUSED, CALL + 24
    .equ CALL_FRAME, CALL + 32
    .equ CALL_FUNCTION, CALL + 36
    .equ CALL_CONTEXT, CALL + 12
    .equ CALL_OWNER, CALL + 16
    .equ MACHINE, CALL + 8
    .equ BYTES, 0                   /* in ox_script: the module, and where its fields begin */
    .equ AT_FIELDS, 48
    .equ HOST, 128
    .equ IMPORTS, 160
    .equ BINDINGS, 164
    .equ LEFT, 400
    .equ TASK, 412
    .equ ROOT, 416

    .equ ENDED, 4                   /* SCRIPT_QUICK_ENDED */
    .equ HOST_GET, 12               /* in ox_script_host */
    .equ HOST_SET, 16

    /* r4 pc, r5 place of the top, r6 frame, r7 top, r8 instructions left, r9 opcode, r10 the loop, r11 the table of
     * handlers, lr whether a task runs */

/* ---- script_quick(loop): OX_SCRIPT_DONE, the answer of a native, or ENDED ---- */

    .section .script_quick_call, "ax", %progbits
    .word gba_script_loop, gba_script_loop_end, gba_script_places /* gba.ld has their place, as __script_quick */
    .global script_quick
    .type script_quick, %function
script_quick:
    ldr r12, =gba_script_place
    ldr r12, [r12]
    cmp r12, #0
    bxne r12
    mov r0, #0
    bx lr
    .pool
    .size script_quick, . - script_quick

    .section .rare.gba_script_loop, "ax", %progbits
    .global gba_script_loop, gba_script_loop_end
    .macro NEXT bytes
    ldrb r9, [r4, #\bytes]!
    subs r8, r8, #1
    ldrpl pc, [r11, r9, lsl #2]
    b leave
    .endm
    .macro PUSHED
    str r7, [r5], #4
    .endm
    .macro POPPED
    ldr r7, [r5, #-4]!
    .endm
    .macro HALF to, at, other
    ldrb \to, [r4, #\at]
    ldrb \other, [r4, #\at + 1]
    orr \to, \to, \other, lsl #8
    .endm
    .macro LOCAL to, at
    ldrb \to, [r4, #\at]
    ldr \to, [r6, \to, lsl #2]
    .endm

gba_script_loop:
    push {r3-r11, lr}
    mov r10, r0
    ldr r11, =gba_script_table      /* handlers by opcode, which plat_memory fills in */
    ldr lr, [r10, #IN_TASK]
    ldmia r10, {r4-r8}
    ldrb r9, [r4]
    subs r8, r8, #1
    ldrpl pc, [r11, r9, lsl #2]
leave:
    mov r0, #0
    add r8, r8, #1
leave_with:
    stmia r10, {r4-r8}
    pop {r3-r11, lr}
    bx lr
    .pool

/* ---- literals, the stack, variables ---- */

do_HEAD:
    cmp lr, #0
    bne leave
next1:
    NEXT 1
do_P8:
    PUSHED
    ldrsb r7, [r4, #1]
    NEXT 2
do_P16:
    ldrb r0, [r4, #1]
    ldrsb r1, [r4, #2]
    PUSHED
    orr r7, r0, r1, lsl #8
next3:
    NEXT 3
do_K:
    ldr r2, [r10, #CONSTANTS]
    b 1f
do_LDG:
    ldr r2, [r10, #GLOBALS]
    b 1f
do_LDI:
    ldr r2, [r10, #MINE]
1:  HALF r0, 1, r1
    PUSHED
    ldr r7, [r2, r0, lsl #2]
    NEXT 3
do_STG:
    ldr r2, [r10, #GLOBALS]
    b 1f
do_STI:
    ldr r2, [r10, #MINE]
1:  HALF r0, 1, r1
    str r7, [r2, r0, lsl #2]
    POPPED
    b next3
do_P0:
    PUSHED
    mov r7, #0
    b next1
do_P1:
    PUSHED
    mov r7, #1
    b next1
do_PM1:
    PUSHED
    mvn r7, #0
    b next1
do_DUP:
    PUSHED
    b next1
do_DROP:
    POPPED
    NEXT 1
do_LD:
    add r0, r6, r9, lsl #2
    PUSHED
    ldr r7, [r0, #-0x10 * 4]
    NEXT 1
do_ST:
    add r0, r6, r9, lsl #2
    str r7, [r0, #-0x18 * 4]
    POPPED
    NEXT 1
do_LDL:
    ldrb r0, [r4, #1]
    PUSHED
    ldr r7, [r6, r0, lsl #2]
    b next2
do_STL:
    ldrb r0, [r4, #1]
    str r7, [r6, r0, lsl #2]
    POPPED
next2:
    NEXT 2
do_MOVE:
    LOCAL r1, 2
1:  ldrb r0, [r4, #1]
    str r1, [r6, r0, lsl #2]
    b next3
do_SETL:
    ldrsb r1, [r4, #2]
    b 1b
do_LDTWO:
    LOCAL r0, 1
    PUSHED
    LOCAL r7, 2
    str r0, [r5], #4
    NEXT 3
do_INCL:
    ldrb r0, [r4, #1]
    ldrsb r1, [r4, #2]
    ldr r2, [r6, r0, lsl #2]
    add r2, r2, r1
    str r2, [r6, r0, lsl #2]
    NEXT 3
do_INCI:
    ldr r2, [r10, #MINE]
    b 1f
do_INCG:
    ldr r2, [r10, #GLOBALS]
1:  HALF r0, 1, r1
    ldrsb r1, [r4, #3]
    ldr r3, [r2, r0, lsl #2]
    add r3, r3, r1
    str r3, [r2, r0, lsl #2]
next4:
    NEXT 4

/* ---- arithmetic ---- */

    .macro TWO name, operation:vararg
do_\name:
    ldr r0, [r5, #-4]!
    \operation
    b next1
    .endm
    TWO ADD, add r7, r0, r7
    TWO SUB, sub r7, r0, r7
    TWO MUL, mul r7, r0, r7
    TWO AND, and r7, r0, r7
    TWO OR, orr r7, r0, r7
    TWO XOR, eor r7, r0, r7
do_SHL:
    ldr r0, [r5, #-4]!
    and r7, r7, #31
    mov r7, r0, lsl r7
    b next1
do_SHR:
    ldr r0, [r5, #-4]!
    and r7, r7, #31
    mov r7, r0, asr r7
    b next1
do_NEG:
    rsb r7, r7, #0
    b next1
do_NOT:
    rsbs r7, r7, #1
    movlo r7, #0
    b next1
    .macro COMPARES name, condition
do_\name:
    ldr r0, [r5, #-4]!
    cmp r0, r7
    mov r7, #0
    mov\condition r7, #1
    b next1
    .endm
    COMPARES EQ, eq
    COMPARES NE, ne
    COMPARES LT, lt
    COMPARES LE, le
    COMPARES GT, gt
    COMPARES GE, ge
do_ADDI:
    ldrsb r0, [r4, #1]
    add r7, r7, r0
    NEXT 2
do_MULI:
    ldrsb r0, [r4, #1]
    mul r7, r0, r7
    b next2
do_ANDI:
    ldrsb r0, [r4, #1]
    and r7, r7, r0
    b next2
do_DIVI:                            /* by the reciprocal, which gives the quotient or one less */
do_REMI:
    ldr r12, =script_reciprocals
    ldrsb r2, [r4, #1]
    cmp r2, #0
    rsblt r2, r2, #0
    ldr r12, [r12, r2, lsl #2]
    movs r0, r7
    rsbmi r0, r0, #0
    umull r1, r3, r12, r0
    mul r12, r3, r2
    sub r0, r0, r12
    cmp r0, r2
    subhs r0, r0, r2
    addhs r3, r3, #1
    tst r9, #1                      /* REMI is odd */
    beq 1f
    cmp r7, #0
    mov r7, r0
    rsblt r7, r7, #0
    NEXT 2
1:  ldrsb r1, [r4, #1]
    teq r7, r1
    mov r7, r3
    rsbmi r7, r7, #0
    b next2
    .pool

    .macro SATURATES to             /* the sum or difference of the flags */
    movvs \to, \to, asr #31
    addvs \to, \to, #0x80000000
    .endm
    .macro FMULS to, by, with       /* r0, r1, r3 are lost; \by is not \to's low word */
    smull r0, r1, \by, \with
    adds r0, r0, #0x8000
    adc r1, r1, #0
    mov \to, r0, lsr #16
    orr \to, \to, r1, lsl #16
    mov r3, r1, asr #31
    cmp r3, r1, asr #15
    mvnne \to, #0x80000000
    eorne \to, \to, r3
    .endm
do_FADD:
    ldr r0, [r5, #-4]!
    adds r7, r0, r7
    SATURATES r7
    b next1
do_FSUB:
    ldr r0, [r5, #-4]!
    subs r7, r0, r7
    SATURATES r7
    b next1
do_FMUL:
    ldr r2, [r5, #-4]!
    FMULS r7, r2, r7
    b next1
do_FADDL:
    LOCAL r0, 1
    adds r7, r7, r0
    SATURATES r7
    b next2
do_FSUBL:
    LOCAL r0, 1
    subs r7, r7, r0
    SATURATES r7
    b next2
do_FADDLL:
    LOCAL r0, 1
    LOCAL r1, 2
    PUSHED
    adds r7, r0, r1
    b 1f
do_FSUBLL:
    LOCAL r0, 1
    LOCAL r1, 2
    PUSHED
    subs r7, r0, r1
1:  SATURATES r7
    b next3
do_FMULL:
    LOCAL r2, 1
    FMULS r7, r2, r7
    b next2
do_FMULLL:
    LOCAL r2, 1
    LOCAL r12, 2
    PUSHED
    FMULS r7, r2, r12
    b next3
do_ADDTO:
    ldrb r0, [r4, #1]
    ldr r1, [r6, r0, lsl #2]
    add r1, r1, r7
    str r1, [r6, r0, lsl #2]
    POPPED
    NEXT 2
do_SUBTO:
    ldrb r0, [r4, #1]
    ldr r1, [r6, r0, lsl #2]
    sub r1, r1, r7
1:  str r1, [r6, r0, lsl #2]
    POPPED
    b next2
do_FADDTO:
    ldrb r0, [r4, #1]
    ldr r1, [r6, r0, lsl #2]
    adds r1, r1, r7
    SATURATES r1
    b 1b
do_FSUBTO:
    ldrb r0, [r4, #1]
    ldr r1, [r6, r0, lsl #2]
    subs r1, r1, r7
    SATURATES r1
    b 1b
do_ADDLLL:
    LOCAL r0, 2
    LOCAL r1, 3
    ldrb r2, [r4, #1]
    add r0, r0, r1
    str r0, [r6, r2, lsl #2]
    NEXT 4
do_SUBLLL:
    LOCAL r0, 2
    LOCAL r1, 3
    ldrb r2, [r4, #1]
    sub r0, r0, r1
1:  str r0, [r6, r2, lsl #2]
    b next4
do_ADDLLI:
    LOCAL r0, 2
    ldrsb r1, [r4, #3]
    ldrb r2, [r4, #1]
    add r0, r0, r1
    b 1b
do_ADDLL:
    LOCAL r0, 1
    LOCAL r1, 2
    PUSHED
    add r7, r0, r1
    b next3
do_SUBLL:
    LOCAL r0, 1
    LOCAL r1, 2
    PUSHED
    sub r7, r0, r1
    b next3
do_MULLL:
    LOCAL r0, 1
    LOCAL r1, 2
    PUSHED
    mul r7, r0, r1
    b next3
do_ADDLI:
    LOCAL r0, 1
    ldrsb r1, [r4, #2]
    PUSHED
    add r7, r0, r1
    b next3
do_MULLI:
    LOCAL r0, 1
    ldrsb r1, [r4, #2]
    PUSHED
    mul r7, r0, r1
    NEXT 3
do_ADDL:
    LOCAL r0, 1
    add r7, r7, r0
    b next2
do_SUBL:
    LOCAL r0, 1
    sub r7, r7, r0
    b next2
do_MULL:
    LOCAL r0, 1
    mul r7, r0, r7
    b next2

/* ---- elements of arrays: the index is a local, elements have one cell ---- */

    .macro ELEMENT                  /* r0 the element's number in its space, r2 the space's first cell */
    LOCAL r0, 1
    HALF r1, 5, r2
    cmp r0, r1
    bhs leave
    HALF r1, 3, r2
    ldrb r2, [r4, #2]
    add r0, r0, r1
    cmp r2, #0
    add r2, r10, r2, lsl #2
    ldrne r2, [r2, #SPACES]
    moveq r2, r6
    .endm
do_LDE:
    ELEMENT
    PUSHED
    ldr r7, [r2, r0, lsl #2]
    NEXT 7
do_STE:
    ELEMENT
    str r7, [r2, r0, lsl #2]
    POPPED
    NEXT 7

/* ---- several cells ---- */

    .macro CELLS_OF at              /* r2 the first of r3 cells, r0 cells behind its space's first; flags of r3 */
    ldrb r1, [r4, #1]
    ldrb r3, [r4, #\at]
    add r2, r10, r1, lsl #2
    cmp r1, #0
    ldrne r2, [r2, #SPACES]
    moveq r2, r6
    add r2, r2, r0, lsl #2
    .endm
    .macro INDEXED                  /* r0 the first cell of element r12 in its space; too large an index: run.c */
    HALF r0, 4, r1
    cmp r12, r0
    bhs leave
    ldrb r3, [r4, #6]
    HALF r0, 2, r1
    mul r12, r3, r12
    add r0, r0, r12
    .endm
do_LDN:
    HALF r0, 2, r1
    CELLS_OF 4
1:  PUSHED
    ldr r7, [r2], #4
    subs r3, r3, #1
    bne 1b
    b next5
do_LDX:
    mov r12, r7
    INDEXED
    CELLS_OF 6
    b 2f
1:  PUSHED
2:  ldr r7, [r2], #4
    subs r3, r3, #1
    bne 1b
next7:
    NEXT 7
do_STN:
    HALF r0, 2, r1
    CELLS_OF 4
    add r2, r2, r3, lsl #2
1:  str r7, [r2, #-4]!
    POPPED
    subs r3, r3, #1
    bne 1b
    b next5
do_STX:
    ldrb r3, [r4, #6]
    sub r12, r5, r3, lsl #2
    ldr r12, [r12]
    INDEXED
    CELLS_OF 6
    add r2, r2, r3, lsl #2
1:  str r7, [r2, #-4]!
    POPPED
    subs r3, r3, #1
    bne 1b
    POPPED
    b next7
    .macro VECTORS name, operation
do_\name:
    ldrb r2, [r4, #1]
    mov r12, r5
    sub r5, r5, r2, lsl #2
    mov r3, r5
    ldr r0, [r3]
    \operation r7, r0, r7
    SATURATES r7
1:  subs r2, r2, #1
    beq next2
    ldr r1, [r12, #-4]!
    ldr r0, [r3, #-4]!
    \operation r0, r0, r1
    SATURATES r0
    str r0, [r3]
    b 1b
    .endm
    VECTORS VADD, adds
    VECTORS VSUB, subs
do_VMUL:
    ldrb r2, [r4, #1]
    mov r9, r7
    ldr r3, [r5, #-4]!
    mov r12, r5
    FMULS r7, r3, r9
1:  subs r2, r2, #1
    beq 2f
    ldr r3, [r12, #-4]!
    FMULS lr, r3, r9
    str lr, [r12]
    b 1b
2:  ldr lr, [r10, #IN_TASK]
    b next2

/* ---- jumps: pc stands behind the operand; a jump back counts the HEAD where it lands ---- */

jump4:
    add r4, r4, #1
jump3:
    add r4, r4, #3
jump:
    ldrsb r1, [r4, #-1]
    ldrb r0, [r4, #-2]
    orrs r0, r0, r1, lsl #8
    add r4, r4, r0
    bpl 1f
    subs r8, r8, #1
    bmi leave
    cmp lr, #0
    bne leave
    NEXT 1
1:  NEXT 0
do_JMP:
do_LOOP:
    b jump3
do_JZ:
do_LOOPZ:
    cmp r7, #0
    POPPED
    beq jump3
    b next3
do_JNZ:
do_LOOPNZ:
    cmp r7, #0
    POPPED
    bne jump3
    b next3
do_JZK:
    cmp r7, #0
    beq jump3
    POPPED
    b next3
do_JNZK:
    cmp r7, #0
    bne jump3
    POPPED
    b next3
    .macro JUMPS name, condition
do_\name:
    LOCAL r0, 1
    LOCAL r1, 2
    cmp r0, r1
    add\condition r4, r4, #5
    b\condition jump
    b next5
    .endm
    JUMPS JEQ, eq
    JUMPS JNE, ne
    JUMPS JLT, lt
    JUMPS JLE, le
next5:
    NEXT 5
    .macro JUMPS_LITERAL name, condition
do_\name:
    LOCAL r0, 1
    ldrsb r1, [r4, #2]
    cmp r0, r1
    add\condition r4, r4, #5
    b\condition jump
    b next5
    .endm
    JUMPS_LITERAL JEQI, eq
    JUMPS_LITERAL JNEI, ne
    JUMPS_LITERAL JLTI, lt
    JUMPS_LITERAL JGEI, ge
    .macro JUMPS_TOP name, condition
do_\name:
    ldrsb r1, [r4, #1]
    cmp r7, r1
    POPPED
    b\condition jump4
    b next4
    .endm
    JUMPS_TOP JEQT, eq
    JUMPS_TOP JNET, ne
    JUMPS_TOP JLTT, lt
    JUMPS_TOP JGET, ge
do_LOOPLT:
    ldrb r3, [r4, #1]
    LOCAL r1, 3
    ldrsb r2, [r4, #2]
    ldr r0, [r6, r3, lsl #2]
    add r0, r0, r2
    str r0, [r6, r3, lsl #2]
    cmp r0, r1
    add r4, r4, #6
    blt jump
    NEXT 0
do_FOR:
    ldrb r3, [r4, #1]
    LOCAL r1, 2
    ldrsb r2, [r4, #3]
    ldr r0, [r6, r3, lsl #2]
    add r4, r4, #6
    cmp r2, #0
    rsblt r12, r2, #0
    blt 1f
    cmp r1, r0                      /* the distance to the limit is compared without sign, where the limit is ahead */
    sub r1, r1, r0
    mov r12, r2
    b 2f
1:  cmp r0, r1
    sub r1, r0, r1
2:  ble 3f
    cmp r1, r12
    blo 3f
    add r0, r0, r2
    str r0, [r6, r3, lsl #2]
    b jump
3:  NEXT 0

/* ---- calls ---- */

do_CALL:
    HALF r0, 1, r1
    ldr r1, [r10, #FUNCTIONS]
    add r1, r1, r0, lsl #4
    ldmia r1, {r1-r3}               /* offset of the code; bytes and arguments; locals, operands, flags, limit */
    cmp r3, #0x1000000
    bhs leave                       /* run.c counts how deep it is */
    and r2, r2, #0xFF0000
    sub r2, r5, r2, lsr #14
    add r2, r2, #4                  /* the frame */
    and r12, r3, #0xFF
    mov r3, r3, lsl #16
    add r3, r12, r3, lsr #24
    ldr r9, [r10, #END]
    add r3, r3, #3
    sub r9, r9, r2
    cmp r9, r3, lsl #2
    blo leave
    PUSHED
    add r12, r2, r12, lsl #2        /* the link */
    mov r3, #0
1:  cmp r5, r12
    strlo r3, [r5], #4
    blo 1b
    ldr r9, [r10, #CODE]
    add r3, r4, #3
    sub r3, r3, r9
    ldr r9, [r10, #STACK]
    ldr r7, [r10, #FUNCTION]
    sub r9, r6, r9
    mov r9, r9, asr #2
    stmia r12, {r3, r9}
    orr r7, r7, #0x10000
    add r5, r12, #8
    mov r6, r2
    ldr r3, [r10, #CODES]
    str r0, [r10, #FUNCTION]
    add r4, r3, r1
    str r4, [r10, #CODE]
    NEXT 0

    .macro LINK                     /* r2 the link's first cell, r0 the functions */
    ldr r0, [r10, #FUNCTIONS]
    ldr r1, [r10, #FUNCTION]
    add r2, r0, r1, lsl #4
    ldrb r2, [r2, #8]
    add r2, r6, r2, lsl #2
    .endm
    .macro CALLER in                /* r3; none: run.c ends the run */
    mov r3, \in, lsl #16
    mvn r1, r3, lsr #16
    movs r1, r1, lsl #16
    beq leave
    mov r3, r3, lsr #16
    .endm
do_RETN:
    ldrb r1, [r4, #1]
    cmp r1, #1
    bne leave
    LINK
    ldr r3, [r2, #8]
    CALLER r3
    mov r5, r6
    b back
do_RETL:
    LINK
    CALLER r7
    LOCAL r7, 1
    mov r5, r6
    b back
do_RET:
    LINK
    mov r3, r7, lsl #16
    mvn r1, r3, lsr #16
    movs r1, r1, lsl #16
    beq ended
    mov r3, r3, lsr #16
    sub r5, r6, #4
    ldr r7, [r5]
back:
    ldmia r2, {r1, r2}
    str r3, [r10, #FUNCTION]
    ldr r0, [r0, r3, lsl #4]
    ldr r3, [r10, #CODES]
    ldr r12, [r10, #STACK]
    add r0, r0, r3
    str r0, [r10, #CODE]
    add r4, r0, r1
    add r6, r12, r2, lsl #2
    NEXT 0

/* ---- fields that the host has; where it refuses, run.c asks again ---- */

    .macro FIELD                    /* r2 the binding, r0 cells */
    ldr r12, [r10, #MACHINE]
    HALF r3, 1, r1
    ldr r1, [r12, #BINDINGS]
    ldr r0, [r12, #AT_FIELDS]
    ldr r2, [r1, r3, lsl #2]
    ldr r1, [r12, #BYTES]
    cmp r2, #0
    blt leave                       /* a variable of a behaviour */
    add r3, r3, r3, lsl #1
    add r0, r0, r1
    add r0, r0, r3, lsl #2
    ldrb r0, [r0, #8]
    .endm
    .macro ASK function             /* r1 the object, r3 the cells; r2 becomes their number */
    ldr r12, [r12, #HOST]
    mov r9, r0
    ldr r12, [r12, #\function]
    push {r0, r1}                   /* the number is the fifth argument */
    ldr r0, [r10, #CALL_CONTEXT]
    mov lr, pc
    bx r12
    ldr lr, [r10, #IN_TASK]
    add sp, sp, #8
    cmp r0, #0
    .endm
do_GETS:
    FIELD
    ldr r1, [r10, #CALL_OWNER]
    PUSHED
    mov r3, r5
    ASK HOST_GET
    subne r5, r5, #4
    bne leave
got:
    add r5, r5, r9, lsl #2
    POPPED
    b next3
do_GETF:
    FIELD
    mov r1, r7
    mov r3, r5
    ASK HOST_GET
    beq got
    b leave
do_SETS:
    FIELD
    ldr r1, [r10, #CALL_OWNER]
    PUSHED
    sub r5, r5, r0, lsl #2
    mov r3, r5
    ASK HOST_SET
    bne 1f
    POPPED
    b next3
1:  add r5, r5, r9, lsl #2
    sub r5, r5, #4
    b leave
do_SETF:
    FIELD
    PUSHED
    sub r5, r5, r0, lsl #2
    ldr r1, [r5, #-4]
    mov r3, r5
    ASK HOST_SET
    bne 1b
    sub r5, r5, #4
    POPPED
    b next3

ended:                              /* of a handler, or of a task itself; run.c ends coroutines */
    ldr r1, [r10, #MACHINE]
    ldr r2, [r1, #TASK]
    ldr r3, [r1, #ROOT]
    cmp r2, r3
    bne leave
    str r8, [r1, #LEFT]
    mov r0, #ENDED
    pop {r3-r11, lr}
    bx lr

/* ---- natives that no task waits for; run.c goes on where one does not simply return ---- */

do_CALLN:
    HALF r0, 1, r1
    mov r12, #3
    b 1f
do_N:
    sub r0, r9, #0xC0
    mov r12, #1
1:  ldr r1, [r10, #MACHINE]
    ldr r1, [r1, #IMPORTS]
    add r0, r0, r0, lsl #1
    add r0, r1, r0, lsl #2
    ldrb r1, [r0, #10]              /* latent */
    cmp r1, #0
    bne leave
    ldrb r1, [r0, #8]               /* arguments */
    ldrb r9, [r0, #9]               /* results */
    str r4, [r10, #BEGUN]
    add r4, r4, r12
    str r7, [r5]
    sub r5, r5, r1, lsl #2
    add r5, r5, #4
    mov r3, #0
    add r2, r10, #GIVEN
    mov r1, r9
2:  subs r1, r1, #1
    strpl r3, [r2, r1, lsl #2]
    bgt 2b
    ldr r1, [r0, #4]                /* cost */
    sub r8, r8, r1
    ldr r1, [r10, #MACHINE]
    str r8, [r1, #LEFT]
    str r5, [r10, #CALL_ARGUMENTS]
    str r2, [r10, #CALL_RESULTS]
    str r3, [r10, #CALL_REFUSED]
    str r6, [r10, #CALL_FRAME]
    ldr r1, [r10, #FUNCTION]
    ldr r0, [r0]
    str r1, [r10, #CALL_FUNCTION]
    ldr r1, [r0, #8]
    add r0, r10, #CALL
    mov lr, pc
    bx r1
    ldr r1, [r10, #MACHINE]
    ldr lr, [r10, #IN_TASK]
    ldr r8, [r1, #LEFT]
    bics r1, r0, #2                 /* done, or an answer that only latent natives give */
    bne leave_with
    cmp r9, #1
    ldrlo r7, [r5, #-4]!
    blo 4f
    ldr r7, [r10, #GIVEN]
    beq 4f
    add r2, r10, #GIVEN + 4
3:  PUSHED
    subs r9, r9, #1
    ldr r7, [r2], #4
    cmp r9, #1
    bgt 3b
4:  NEXT 0
    .pool
gba_script_loop_end:

/* ---- places of the handlers behind gba_script_loop, by opcode ---- */

    .section .rodata.gba_script_places, "a", %progbits
    .global gba_script_places
    .macro PLACES names:vararg
    .irp name, \names
    .hword \name - gba_script_loop
    .endr
    .endm
gba_script_places:
    PLACES leave, do_HEAD, do_P8, do_P16, leave, do_K, do_P0, do_P1 /* 00 */
    PLACES do_PM1, do_DUP, leave, do_DROP, leave, leave, leave, leave /* 08 */
    PLACES do_LD, do_LD, do_LD, do_LD, do_LD, do_LD, do_LD, do_LD /* 10 */
    PLACES do_ST, do_ST, do_ST, do_ST, do_ST, do_ST, do_ST, do_ST /* 18 */
    PLACES do_LDL, do_STL, do_LDG, do_STG, do_LDI, do_STI, do_LDN, do_STN /* 20 */
    PLACES do_LDX, do_STX, do_INCL, leave, do_MOVE, do_SETL, do_INCI, do_INCG /* 28 */
    PLACES leave, do_GETF, do_SETF, do_GETS, do_SETS, leave, leave, leave /* 30 */
    PLACES leave, leave, do_ADDI, do_MULI, do_DIVI, do_REMI, do_ANDI, do_LDTWO /* 38 */
    PLACES do_ADD, do_SUB, do_MUL, leave, leave, do_NEG, do_AND, do_OR /* 40 */
    PLACES do_XOR, leave, do_SHL, do_SHR, leave, leave, leave, leave /* 48 */
    PLACES do_FADD, do_FSUB, do_FMUL, leave, leave, leave, leave, leave /* 50 */
    PLACES leave, leave, leave, leave, leave, leave, leave, leave /* 58 */
    PLACES do_VADD, do_VSUB, do_VMUL, leave, leave, leave, leave, leave /* 60 */
    PLACES leave, do_ADDTO, do_SUBTO, do_FADDTO, do_FSUBTO, do_ADDLLL, do_SUBLLL, do_ADDLLI /* 68 */
    PLACES do_EQ, do_NE, do_LT, do_LE, do_GT, do_GE, do_NOT, do_JEQ /* 70 */
    PLACES do_JNE, do_JLT, do_JLE, do_JEQI, do_JNEI, do_JLTI, do_JGEI, do_LOOPLT /* 78 */
    PLACES do_JMP, do_JZ, do_JNZ, do_JZK, do_JNZK, do_LOOP, do_FOR, leave /* 80 */
    PLACES do_CALL, leave, do_RET, do_RETN, do_LOOPZ, do_LOOPNZ, do_RETL, do_LDE /* 88 */
    PLACES leave, leave, leave, leave, leave, leave, leave, leave /* 90 */
    PLACES leave, leave, leave, leave, do_JEQT, do_JNET, do_JLTT, do_JGET /* 98 */
    PLACES leave, leave, leave, leave, leave, leave, leave, leave /* A0 */
    PLACES leave, leave, leave, leave, leave, leave, leave, do_STE /* A8 */
    PLACES leave, do_ADDLL, do_SUBLL, do_MULLL, do_FADDLL, do_FSUBLL, do_FMULLL, do_ADDLI /* B0 */
    PLACES do_MULLI, do_ADDL, do_SUBL, do_MULL, do_FADDL, do_FSUBL, do_FMULL, do_CALLN /* B8 */
    PLACES do_N, do_N, do_N, do_N, do_N, do_N, do_N, do_N /* C0 */
    PLACES do_N, do_N, do_N, do_N, do_N, do_N, do_N, do_N /* C8 */
    PLACES do_N, do_N, do_N, do_N, do_N, do_N, do_N, do_N /* D0 */
    PLACES do_N, do_N, do_N, do_N, do_N, do_N, do_N, do_N /* D8 */
    PLACES do_N, do_N, do_N, do_N, do_N, do_N, do_N, do_N /* E0 */
    PLACES do_N, do_N, do_N, do_N, do_N, do_N, do_N, do_N /* E8 */
    PLACES do_N, do_N, do_N, do_N, do_N, do_N, do_N, do_N /* F0 */
    PLACES do_N, do_N, do_N, do_N, do_N, do_N, do_N, do_N /* F8 */
