/* The mixer's loops for samples of bytes, for the ARM7TDMI in fast memory. They do what kernel/audio/mix.c does in C,
 * and tests hold them to that. Sums of steady gains go four at a time while the end is far enough: 15 cycles a sum of
 * one channel from the cartridge, 21 of two channels, 19 where both are as loud. Single sums take 24 and 29 cycles,
 * sums whose gains change 28 and 38. Waves that go round as a whole are copied into fast memory first and need no look at
 * their end: 12 and 17 cycles, 19 and 25 while the gains change. */
    .syntax unified
    .cpu arm7tdmi
    .arm

    .equ STEP, 12
    .equ END, 20                    /* offsets in ox_mix_piece, which begins with sum, count, at, step and samples */
    .equ LOOP, 24
    .equ GAIN, 28
    .equ CHANGE, 36
    .equ VOICE_FRAME, 8             /* and in ox_voice, which begins with its clip, as that does with its data */
    .equ VOICE_STEP, 20             /* gains and wanted gains follow */
    .equ VOICE_FRACTION, 36
    .equ VOICE_WAVE, 42
    .equ KEEP_REST, 44
    .equ KEEP_SLOT, 60
    .equ FIRST_COUNT, 4
    .equ WAVE, 64                   /* bytes; a multiple of 16 */

    .section .sound.mix, "ax", %progbits
    .global ox_mix_round
    .type ox_mix_round, %function
/* r2 sum, r3 count, r4 place, r5 step, r6 samples, r7 end, r8 the place before which groups of four may begin, r9 r10
 * gains, r11 r12 their changes */
ox_mix_round:
    push {r0, r4-r11, lr}
    ldmia r0, {r2-r7}
    add r12, r0, #GAIN
    ldmia r12, {r9-r12}
    add r8, r5, r5, lsl #1
    subs r8, r7, r8
    movlo r8, #0
    cmp r3, #0
    beq .Lfinish
    cmp r1, #1
    bne .Ltwo

    cmp r11, #0
    bne 1f
    mov r10, r9, lsr #16
    mov r10, r10, lsl #1
    subs r3, r3, #4
    cmphs r8, r4
    bhi 3f
    add r3, r3, #4
2:  cmp r4, r7                      /* a single sum */
    blhs .Lgo_back
    mov r0, r4, lsr #16
    ldrsb r0, [r6, r0]
    ldr r1, [r2]
    add r4, r4, r5
    mla r1, r10, r0, r1
    str r1, [r2], #4
    subs r3, r3, #1
    beq .Lfinish
    cmp r4, r8
    bhs 2b
    cmp r3, #4
    blo 2b
    sub r3, r3, #4
3:  ldmia r2, {r1, r11, r12, lr}    /* four sums; r3 is the count less 4 */
    .irp sum, r1, r11, r12, lr
    mov r0, r4, lsr #16
    ldrsb r0, [r6, r0]
    add r4, r4, r5
    mla \sum, r10, r0, \sum
    .endr
    stmia r2!, {r1, r11, r12, lr}
    subs r3, r3, #4
    cmphs r8, r4
    bhi 3b
    adds r3, r3, #4
    bne 2b
    b .Lfinish
1:  cmp r4, r7                      /* a sum whose gain changes */
    blhs .Lgo_back
    mov r0, r4, lsr #16
    ldrsb r0, [r6, r0]
    ldr r1, [r2]
    mov lr, r9, lsr #16
    mov r0, r0, lsl #1
    mla r1, lr, r0, r1
    str r1, [r2], #4
    add r4, r4, r5
    add r9, r9, r11
    subs r3, r3, #1
    bne 1b

.Lfinish:
    ldr r0, [sp]
    stmia r0, {r2-r4}
    add r0, r0, #GAIN
    ldr r1, [r0, #CHANGE - GAIN]
    ldr r2, [r0, #CHANGE + 4 - GAIN]
    orrs r1, r1, r2                 /* with steady gains r9 and r10 hold other numbers */
    stmiane r0, {r9, r10}
    pop {r0, r4-r11, lr}
    bx lr

/* The place goes back by the length of the loop; without a loop the mixing ends. Changes r0. */
.Lgo_back:
    ldr r0, [sp]
    ldr r0, [r0, #LOOP]
    cmp r0, #0
    beq .Lfinish
1:  sub r4, r4, r0
    cmp r4, r7
    bhs 1b
    bx lr

.Ltwo:
    orrs r1, r11, r12
    bne 1f
    mov r9, r9, lsr #16
    mov r9, r9, lsl #1
    mov r10, r10, lsr #16
    mov r10, r10, lsl #1
    subs r3, r3, #4
    cmphs r8, r4
    bhi 5f
    add r3, r3, #4
2:  cmp r4, r7
    blhs .Lgo_back
    mov r0, r4, lsr #16
    ldrsb r0, [r6, r0]
    ldmia r2, {r1, r12}
    add r4, r4, r5
    mla r1, r9, r0, r1
    mla r12, r10, r0, r12
    stmia r2!, {r1, r12}
    subs r3, r3, #1
    beq .Lfinish
    cmp r4, r8
    bhs 2b
    cmp r3, #4
    blo 2b
    sub r3, r3, #4
5:  cmp r9, r10
    beq 4f
3:  .rept 2
    ldmia r2, {r1, r7, r11, r12}
    mov r0, r4, lsr #16
    ldrsb r0, [r6, r0]
    add r4, r4, r5
    mov lr, r4, lsr #16
    ldrsb lr, [r6, lr]
    add r4, r4, r5
    mla r1, r9, r0, r1
    mla r7, r10, r0, r7
    mla r11, r9, lr, r11
    mla r12, r10, lr, r12
    stmia r2!, {r1, r7, r11, r12}
    .endr
    subs r3, r3, #4
    cmphs r8, r4
    bhi 3b
    b 6f
4:  .rept 2                         /* the same gain for both ears */
    ldmia r2, {r1, r7, r11, r12}
    mov r0, r4, lsr #16
    ldrsb r0, [r6, r0]
    add r4, r4, r5
    mov lr, r4, lsr #16
    ldrsb lr, [r6, lr]
    add r4, r4, r5
    mul r10, r9, r0
    add r1, r1, r10
    add r7, r7, r10
    mul r10, r9, lr
    add r11, r11, r10
    add r12, r12, r10
    stmia r2!, {r1, r7, r11, r12}
    .endr
    subs r3, r3, #4
    cmphs r8, r4
    bhi 4b
    mov r10, r9
6:  ldr r7, [sp]
    ldr r7, [r7, #END]
    adds r3, r3, #4
    bne 2b
    b .Lfinish
1:  cmp r4, r7                      /* sums whose gains change */
    blhs .Lgo_back
    mov r0, r4, lsr #16
    ldrsb r0, [r6, r0]
    ldr r1, [r2]
    mov lr, r9, lsr #16
    mov r0, r0, lsl #1
    mla r1, lr, r0, r1
    str r1, [r2], #4
    ldr r1, [r2]
    mov lr, r10, lsr #16
    mla r1, lr, r0, r1
    str r1, [r2], #4
    add r4, r4, r5
    add r9, r9, r11
    add r10, r10, r12
    subs r3, r3, #1
    bne 1b
    b .Lfinish

    .size ox_mix_round, . - ox_mix_round

    .global ox_mix_wave
    .type ox_mix_wave, %function
/* The place is kept in 6.26, so that it comes round by itself. Registers are kept in fast memory, since the stack lies in slow
 * memory. r0 voice, r1 span; then r2 sum, r3 count, r4 place, r5 step, r6 wave, r9 r10 gains, r11 r12 their goals or changes */
ox_mix_wave:
    ldr r12, .Lkeep_at
    stmia r12, {r0, r1, r4-r11, lr}
    ldr r1, [r0]
    ldr r1, [r1]
    ldrb r7, [r0, #VOICE_WAVE]
    ldr r6, [r12, #KEEP_SLOT]
    add r8, r1, r7
    mov r9, #WAVE / 16
1:  ldmia r1!, {r2-r5}              /* shorter waves several times */
    stmia r6!, {r2-r5}
    cmp r1, r8
    subeq r1, r1, r7
    subs r9, r9, #1
    bne 1b
    sub r6, r6, #WAVE
    ldr r1, [r12, #4]
    ldmia r1, {r2, r3, r7, r8, lr}  /* sum, count, ramp, its inverse, channels */
    ldr r4, [r0, #VOICE_FRAME]
    ldrh r5, [r0, #VOICE_FRACTION]
    add r1, r0, #VOICE_STEP
    orr r4, r5, r4, lsl #16
    mov r4, r4, lsl #10
    ldmia r1!, {r5, r9, r10, r11}   /* step, gains, both wanted */
    mov r5, r5, lsl #10
    mov r12, r11, lsr #16
    mov r12, r12, lsl #16
    mov r11, r11, lsl #16
    sub r1, r1, #12
    stmia r1, {r11, r12}            /* the gains, from now on */
    cmp lr, #1
    moveq r10, r12                  /* of one channel the first gain counts */
    cmp r9, r11
    cmpeq r10, r12
    bne .Lwave_change

.Lwave_steady:
    cmp lr, #1
    beq .Lwave_one
    mov r9, r11, lsr #15            /* twice the gain */
    mov r10, r12, lsr #15
    orrs r1, r9, r10
    beq .Lwave_silent
    ldr r1, gba_mix_place
    cmp r1, #0
    bxne r1
gba_mix_alone:
    b 2f
1:  mov r0, r4, lsr #26             /* a single sum, until they go by fours */
    ldrsb r0, [r6, r0]
    ldmia r2, {r1, r7}
    add r4, r4, r5
    mla r1, r9, r0, r1
    mla r7, r10, r0, r7
    stmia r2!, {r1, r7}
    sub r3, r3, #1
2:  tst r3, #3
    bne 1b
    cmp r3, #0
    beq .Lwave_end
3:  .rept 2
    mov r0, r4, lsr #26
    ldrsb r0, [r6, r0]
    add r4, r4, r5
    mov lr, r4, lsr #26
    ldrsb lr, [r6, lr]
    add r4, r4, r5
    ldmia r2, {r1, r7, r8, r11}
    mla r1, r9, r0, r1
    mla r7, r10, r0, r7
    mla r8, r9, lr, r8
    mla r11, r10, lr, r11
    stmia r2!, {r1, r7, r8, r11}
    .endr
    subs r3, r3, #4
    bne 3b
.Lwave_silent:
    mla r4, r5, r3, r4
.Lwave_end:
    ldr r12, .Lkeep_at
    ldr r0, [r12], #8
    ldrb r1, [r0, #VOICE_WAVE]
    sub r1, r1, #1
    and r1, r1, r4, lsr #26
    str r1, [r0, #VOICE_FRAME]
    mov r4, r4, lsl #6
    mov r4, r4, lsr #16
    strh r4, [r0, #VOICE_FRACTION]
    ldmia r12, {r4-r11, lr}
    bx lr

    .macro change_of goal, gain     /* (goal - gain) / ramp towards 0 takes the goal's place; r7 ramp, r8 its inverse */
    subs r1, \goal, \gain
    rsblo r1, r1, #0
    umull lr, r0, r1, r8            /* the quotient, or one less */
    mul lr, r0, r7
    sub r1, r1, lr
    cmp r1, r7
    addhs r0, r0, #1
    cmp \goal, \gain
    rsblo r0, r0, #0
    mov \goal, r0
    .endm
    .macro ring_change              /* a sum whose gains change */
    mov r0, r4, lsr #26
    ldrsb r0, [r6, r0]
    ldmia r2, {r1, lr}
    add r4, r4, r5
    mov r0, r0, lsl #1
    mov r7, r9, lsr #16
    mla r1, r7, r0, r1
    mov r7, r10, lsr #16
    mla lr, r7, r0, lr
    stmia r2!, {r1, lr}
    add r9, r9, r11
    add r10, r10, r12
    .endm
.Lwave_change:
    ldr r1, .Lrest_at
    sub r3, r3, r7
    stmia r1, {r3, r11, r12, lr}
    mov r3, r7
    change_of r11, r9
    change_of r12, r10
    ldr r1, .Lrest_at
    ldr r1, [r1, #12]
    cmp r1, #1
    beq 8f
    tst r3, #1
    addne r3, r3, #1
    bne 7f
6:  ring_change
7:  ring_change
    subs r3, r3, #2
    bne 6b
9:  ldr r1, .Lrest_at
    ldmia r1, {r3, r11, r12, lr}
    b .Lwave_steady
8:  mov r0, r4, lsr #26             /* the same of one channel */
    ldrsb r0, [r6, r0]
    ldr r1, [r2]
    mov lr, r9, lsr #16
    mov r0, r0, lsl #1
    mla r1, lr, r0, r1
    str r1, [r2], #4
    add r4, r4, r5
    add r9, r9, r11
    subs r3, r3, #1
    bne 8b
    b 9b

.Lwave_one:                         /* one channel */
    movs r10, r11, lsr #15
    beq .Lwave_silent
    b 2f
1:  mov r0, r4, lsr #26
    ldrsb r0, [r6, r0]
    ldr r1, [r2]
    add r4, r4, r5
    mla r1, r10, r0, r1
    str r1, [r2], #4
    sub r3, r3, #1
2:  tst r3, #3
    bne 1b
    cmp r3, #0
    beq .Lwave_end
3:  ldmia r2, {r1, r7, r8, r12}
    .irp sum, r1, r7, r8, r12
    mov r0, r4, lsr #26
    ldrsb r0, [r6, r0]
    add r4, r4, r5
    mla \sum, r10, r0, \sum
    .endr
    stmia r2!, {r1, r7, r8, r12}
    subs r3, r3, #4
    bne 3b
    b .Lwave_end

    .global ox_mix_wave_end
    .type ox_mix_wave_end, %function
ox_mix_wave_end:
    ldr r12, gba_mix_place
    cmp r12, #0
    addne r12, r12, #4
    bxne r12
    bx lr

    .global gba_mix_place
gba_mix_place:                      /* of gba_mix_pairs, or 0 where it does not lie in fast memory */
    .word 0
.Lkeep_at:
    .word .Lkeep
.Lrest_at:
    .word .Lkeep + KEEP_REST
.Lwave:
    .space WAVE
.Lkeep:
    .space KEEP_SLOT                /* registers, and what is left behind the ramp */
    .global gba_mix_slot
gba_mix_slot:
    .word .Lwave                    /* where the next wave is to lie */
    .size ox_mix_wave, . - ox_mix_wave

/* Rounds the sum, which becomes the sample. */
    .macro round_sum sum
    add \sum, \sum, #0x8000
    mov \sum, \sum, asr #16
    .endm
    .macro widen_range sample
    cmp \sample, r4
    movlt r4, \sample
    cmp \sample, r5
    movgt r5, \sample
    .endm

    .global ox_mix_put_bytes
    .type ox_mix_put_bytes, %function
/* 12 cycles a sample. r0 sum, r1 out, r2 count less 4, r4 least, r5 greatest, r6 samples out of range, r7-r10 sums, r11
 * -128, lr samples to write one by one */
ox_mix_put_bytes:
    push {r4-r11, lr}
    mov r4, #0
    mov r5, #0
    mov r6, #0
    mvn r11, #127
    subs r2, r2, #4
    blo 3f
1:  ldmia r0!, {r7-r10}
    .irp sum, r7, r8, r9, r10
    round_sum \sum
    widen_range \sum
    .endr
    cmp r5, #127
    cmple r11, r4
    bgt 4f
    strb r7, [r1], #1
    strb r8, [r1], #1
    strb r9, [r1], #1
    strb r10, [r1], #1
2:  subs r2, r2, #4
    bhs 1b
3:  adds lr, r2, #4                 /* the last samples, fewer than four */
    bne 5f
    stmia r3, {r4, r5}
    mov r0, r6
    pop {r4-r11, lr}
    bx lr
4:  sub r0, r0, #16                 /* one of the four is out of range */
    mov lr, #4
    cmp r5, #127
    movgt r5, #127
    cmp r4, r11
    movlt r4, r11
5:  ldr r7, [r0], #4
    round_sum r7
    cmp r7, #127
    movgt r7, #127
    addgt r6, r6, #1
    cmp r7, r11
    movlt r7, r11
    addlt r6, r6, #1
    widen_range r7
    strb r7, [r1], #1
    subs lr, lr, #1
    bne 5b
    cmp r2, #0
    bge 2b
    mvn r2, #3                      /* those were the last samples: none is left */
    b 3b
    .size ox_mix_put_bytes, . - ox_mix_put_bytes

    .global gba_sound_is_zero
    .type gba_sound_is_zero, %function
/* r0 words, r1 groups of three of them, at least one. Gives 1 where all are 0. */
gba_sound_is_zero:
1:  ldmia r0!, {r2, r3, r12}
    orr r2, r2, r3
    orrs r2, r2, r12
    movne r0, #0
    bxne lr
    subs r1, r1, #1
    bne 1b
    mov r0, #1
    bx lr
    .size gba_sound_is_zero, . - gba_sound_is_zero

/* Two voices of two channels with steady gains at a time: 14 cycles a sum and voice instead of 17. This lies where point lights have their
 * code, in carts without such (gba.ld). The first voice of a pair waits in .Lfirst, its place already at the span's end; ox_mix_wave_end mixes
 * one that waits in vain. Both voices of a pair end at the same sum. */
    .section .sound_pairs, "ax", %progbits
    .macro next_frame place, step, slot /* into r0 */
    add r0, pc, \place, lsr #26
    ldrsb r0, [r0, #\slot - . - 4]  /* pc was 8 bytes behind the instruction before */
    add \place, \place, \step
    .endm
    .macro add_first left, right
    next_frame r6, r7, .Lslot_first
    mla \left, r11, r0, \left
    mla \right, r12, r0, \right
    .endm
    .macro add_second left, right
    next_frame r4, r5, .Lslot_second
    mla \left, r9, r0, \left
    mla \right, r10, r0, \right
    .endm
    .global gba_mix_pairs
gba_mix_pairs:
    b .Lpair                        /* from ox_mix_wave, with its registers */
    adr r0, .Lfirst                 /* from ox_mix_wave_end */
    ldr r1, [r0, #FIRST_COUNT]
    cmp r1, #0
    bxeq lr
    ldr r12, .Lpair_keep
    stmia r12, {r0, r1, r4-r11, lr}
    ldmia r0, {r2-r5, r9-r11}
    adr r6, .Lslot_first
    str r6, [r12, #KEEP_SLOT]
    str r11, [r12]
    mov r1, #0
    str r1, [r0, #FIRST_COUNT]
    b gba_mix_alone

.Lpair:
    adr r0, .Lfirst
    ldr r8, [r0, #FIRST_COUNT]
    ldr r12, .Lpair_keep
    cmp r8, #0
    bne 1f
    cmp r3, #1000                   /* the loop of pairs counts in ten bits */
    bhs gba_mix_alone
    cmp r3, #0
    beq .Lwave_end
    ldr r11, [r12]
    stmia r0, {r2-r5, r9-r11}
    mla r4, r5, r3, r4
    adr r6, .Lslot_second
    str r6, [r12, #KEEP_SLOT]
    b .Lwave_end

1:  adr r1, .Lslot_first
    str r1, [r12, #KEEP_SLOT]
    mov r1, #0
    str r1, [r0, #FIRST_COUNT]
    ldr r1, [r0], #8
    ldmia r0, {r6, r7, r11, r12}
    subs lr, r8, r3
    movhi r2, r1
    bhi .Lfirst_alone
    blo .Lsecond_alone
.Lpair_both:
    tst r3, #3
    bne .Lboth_alone
    cmp r3, #0
    beq .Lwave_end
    rsb r3, r3, #1024               /* the count goes up to 1024 in the low bits of the place */
    orr r4, r4, r3
    orr r5, r5, #1
3:  ldmia r2, {r1, r3, r8, lr}
    add_first r1, r3
    add_second r1, r3
    add_first r8, lr
    add_second r8, lr
    stmia r2!, {r1, r3, r8, lr}
    ldmia r2, {r1, r3, r8, lr}
    add_first r1, r3
    add_second r1, r3
    add_first r8, lr
    add_second r8, lr
    stmia r2!, {r1, r3, r8, lr}
    tst r4, #0x3FC
    bne 3b
    sub r4, r4, #1024
    b .Lwave_end
    .global gba_mix_first
gba_mix_first:
.Lslot_first:
    .space WAVE
.Lslot_second:
    .space WAVE
.Lfirst_alone:
    ldmia r2, {r1, r8}
    add_first r1, r8
    stmia r2!, {r1, r8}
    subs lr, lr, #1
    bne .Lfirst_alone
    b .Lpair_both
.Lsecond_alone:
    rsb lr, lr, #0
4:  ldmia r2, {r1, r8}
    add_second r1, r8
    stmia r2!, {r1, r8}
    sub r3, r3, #1
    subs lr, lr, #1
    bne 4b
    b .Lpair_both
.Lboth_alone:
    ldmia r2, {r1, r8}
    add_first r1, r8
    add_second r1, r8
    stmia r2!, {r1, r8}
    sub r3, r3, #1
    b .Lpair_both
.Lpair_keep:
    .word .Lkeep
.Lfirst:
    .space 28                       /* sum, count, place, step, gains, voice */
