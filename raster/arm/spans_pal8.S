/* Small untextured triangles of palette pixels for the ARM7TDMI: what plain_constant and plain_linear of spans_pal8.c
 * (from spans.inc, scan.c and internal.h) do, in registers from the vertices to the pixels, and the walk over a band's
 * chain that draw_chain of frame.c does.
 *
 * The C functions define the result, bit for bit: rs_scan_begin and sliver_planes for triangles of at most 32 x 32 pixels
 * that lie inside the picture's width, rs_plane_through, and the rows of spans.inc. Every other triangle, and a surface
 * whose lines are not packed, goes to the C twin, rs_twin_plain_constant or rs_twin_plain_linear.
 * tests/gba/spans_test.c compares both byte for byte.
 *
 * void rs_arm_plain_constant(const rs_draw *draw, const rs_item *item, const rs_band *band), and rs_arm_plain_linear
 * void rs_arm_chain_pal8(const uint8_t *list, const rs_item *first, uint32_t link, const rs_band *band)
 *
 * Cycles: a triangle of one colour 480, 100 more with linear light; where it goes on from the band above 180. A row 26,
 * linear 38. A pixel 10, linear 14; 8 and 10 where the depth test fails; beyond 8 in a row 15 and 19. */
    .syntax unified
    .cpu arm7tdmi
    .arm

/* Offsets in rs_draw, rs_band and rs_vertex; spans_pal8.c asserts them. */
    .equ DRAW_VERTICES, 8
    .equ DRAW_LIGHTS, 12
    .equ DRAW_COLUMN, 32
    .equ BAND_STRIDE, 8
    .equ BAND_WIDTH, 12
    .equ BAND_TOP, 14
    .equ BAND_END, 16
    .equ BAND_RESUME, 20
    .equ BAND_SAVE, 24
    .equ BAND_SAVE_END, 28
    .equ VERTEX_Z, 4

/* A triangle that goes on below the band leaves its state in the band's memory for that, so that the next band need not set
 * it up again. It starts with the item, the rows left of the first run and those of the second. */

/* The stack frame. The first five words are read at once. */
    .equ LEFT, 0                    /* the run's edges, Q12.20 */
    .equ RIGHT, 4
    .equ LEFT_STEP, 8
    .equ RIGHT_STEP, 12
    .equ DEPTH_DY, 16
    .equ LOWER_X, 20                /* the short edge below the middle corner */
    .equ LOWER_STEP, 24
    .equ AREA, 28                   /* above 0 when the long edge is the right one */
    .equ LOWER_ROWS, 32             /* of the second run in this band, 0 when it has begun */
    .equ ROWS, 36                   /* of the first run in this band */
    .equ COLOUR, 40
    .equ CORNERS, 44                /* three vertices from top to bottom */
    .equ MIDDLE, 56                 /* the row where the second run begins, in whichever band, or -1 when it has begun */
    .equ LAST, 60                   /* one past the triangle's last row when that lies below the band, else 0 */
    .equ DRAW, 64
    .equ ITEM, 68
    .equ BAND, 72
    .equ KIND, 76                   /* 0 constant, 1 linear */
    .equ VERTICES, 80               /* of the draw */
    .equ KNOWN, 84                  /* the draw's offset in the list, as items have it */
    .equ NEXT, 88                   /* link, 0 = none */
    .equ LIST, 92
    .equ FIRST_ITEM, 96
    .equ TOP_WIDTH, 100             /* top << 16 | width; width 0, which no triangle lies in, when lines are not packed */
    .equ FRAME, 108

    .section .hot.rs_arm_plain, "ax", %progbits
    .global rs_arm_plain_constant, rs_arm_plain_linear, rs_arm_chain_pal8
    .type rs_arm_plain_constant, %function
    .type rs_arm_plain_linear, %function
    .type rs_arm_chain_pal8, %function

    .macro top_and_width band       /* uses r4 to r6 */
    ldr r4, [\band, #BAND_WIDTH]    /* top << 16 | width */
    ldr r5, [\band, #BAND_STRIDE]
    mov r6, r4, lsl #16
    cmp r5, r6, lsr #16
    subne r4, r4, r6, lsr #16
    str r4, [sp, #TOP_WIDTH]
    .endm

/* ---- one triangle: r0 draw, r1 item, r2 band ---- */

rs_arm_plain_linear:
    mov r3, #1
    b 1f
rs_arm_plain_constant:
    mov r3, #0
1:  push {r4-r11, lr}
    sub sp, sp, #FRAME
    mov r12, #0
    str r0, [sp, #DRAW]
    str r2, [sp, #BAND]
    str r3, [sp, #KIND]
    str r12, [sp, #NEXT]
    top_and_width r2
    ldr r3, [r0, #DRAW_VERTICES]
    ldmia r1, {r4-r6}
    b begin

/* ---- a band's chain, draw_chain of frame.c: r0 list, r1 its first item, r2 link, r3 band ---- */

rs_arm_chain_pal8:
    cmp r2, #0
    bxeq lr
    push {r4-r11, lr}
    sub sp, sp, #FRAME
    mvn r12, #0
    str r0, [sp, #LIST]
    str r1, [sp, #FIRST_ITEM]
    str r3, [sp, #BAND]
    str r12, [sp, #KNOWN]
    top_and_width r3
    mov r0, r2
next:
    ldr r2, [sp, #FIRST_ITEM]
    tst r0, #1
    beq 2f
    sub r0, r0, #1
    sub r1, r2, r0, lsl #3
    ldmia r1, {r4-r7}               /* b << 16 | a, draw << 16 | c, colour, next link */
3:  str r7, [sp, #NEXT]
    ldr r8, [sp, #KNOWN]
    ldr r2, [sp, #BAND]
    cmp r8, r5, lsr #16
    bne 4f
    ldr r3, [sp, #VERTICES]
    str r1, [sp, #ITEM]             /* here for the first time, or looked for among those from above */
    b corners

begin:                              /* r1 item, r2 band, r3 vertices, r4-r6 the item's words */
    ldr r12, [r2, #BAND_RESUME]
    str r1, [sp, #ITEM]
    ldr r12, [r12]
    cmp r12, r1
    bne corners
    b resume

2:  ldr r1, [sp, #LIST]             /* the item is here again: its number, next link */
    add r1, r1, r0
    ldmia r1, {r1, r7}
    ldr r8, [sp, #KNOWN]
    sub r1, r2, r1, lsl #4
    ldr r5, [r1, #4]
    ldr r2, [sp, #BAND]
    str r7, [sp, #NEXT]
    ldr r12, [r2, #BAND_RESUME]
    cmp r8, r5, lsr #16
    ldreq r8, [r12]
    cmpeq r8, r1
    streq r1, [sp, #ITEM]
    beq resume_known
    ldmia r1, {r4-r6}
    b 3b

4:  ldr r0, [sp, #LIST]             /* another draw */
    mov r8, r5, lsr #16
    add r0, r0, r8, lsl #6
    ldr r12, [r0]
    ldr r9, =rs_arm_plain_constant
    ldr r10, =rs_arm_plain_linear
    cmp r12, r9
    moveq r11, #0
    cmpne r12, r10
    bne 5f
    cmp r12, r10
    moveq r11, #1
    ldr r3, [r0, #DRAW_VERTICES]
    str r8, [sp, #KNOWN]
    str r0, [sp, #DRAW]
    str r11, [sp, #KIND]
    str r3, [sp, #VERTICES]
    b begin
5:  mov lr, pc
    bx r12
done:
    ldr r0, [sp, #NEXT]
    cmp r0, #0
    bne next
    add sp, sp, #FRAME
    pop {r4-r11, lr}
    bx lr

twin:
    ldr r0, [sp, #DRAW]
    ldr r1, [sp, #ITEM]
    ldr r2, [sp, #BAND]
    ldr r3, [sp, #KIND]
    cmp r3, #0
    ldreq r12, =rs_twin_plain_constant
    ldrne r12, =rs_twin_plain_linear
    mov lr, pc
    bx r12
    b done

/* ---- corners from top to bottom: r7 r9 r11 addresses, r8 r10 r12 positions (y << 16 | x) ---- */

corners:
    mov r7, r4, lsl #16
    add r7, r3, r7, lsr #13
    mov r9, r4, lsr #16
    add r9, r3, r9, lsl #3
    mov r11, r5, lsl #16
    add r11, r3, r11, lsr #13
    ldr r8, [r7]
    ldr r10, [r9]
    ldr r12, [r11]

    .macro sort_two y_a, p_a, y_b, p_b /* swaps when b lies above a: rs_scan_begin's comparisons in its order */
    mov r3, \y_a, lsr #16
    cmp \y_b, r3, lsl #16
    movlt r3, \y_a
    movlt \y_a, \y_b
    movlt \y_b, r3
    movlt r3, \p_a
    movlt \p_a, \p_b
    movlt \p_b, r3
    .endm
    sort_two r8, r7, r10, r9
    sort_two r8, r7, r12, r11
    sort_two r10, r9, r12, r11
    add r3, sp, #COLOUR
    stmia r3, {r6, r7, r9, r11}     /* COLOUR and CORNERS */

/* ---- rows r7 .. r9-1; r8 x0, r1 y0, from the top corner r10 r3 to the middle, r12 r4 to the bottom ---- */

    mov r1, r8, asr #16
    mov r3, r10, asr #16
    mov r4, r12, asr #16
    ldr r5, [sp, #TOP_WIDTH]
    ldrsh r6, [r2, #BAND_END]
    add r7, r1, #7
    mov r7, r7, asr #4
    cmp r7, r5, asr #16
    movlt r7, r5, asr #16
    add r9, r4, #7
    mov r9, r9, asr #4
    cmp r9, r6
    movle r11, #0
    movgt r11, r9
    movgt r9, r6
    str r11, [sp, #LAST]
    cmp r7, r9
    bge done
    mov r8, r8, lsl #16
    mov r10, r10, lsl #16
    mov r12, r12, lsl #16
    mov r5, r5, lsl #16             /* all corners within the width: as unsigned, left of it is beyond it */
    mov r8, r8, asr #16
    mov r10, r10, asr #16
    mov r12, r12, asr #16
    cmp r8, r5, lsr #12
    cmpls r10, r5, lsr #12
    cmpls r12, r5, lsr #12
    bhi twin
    sub r10, r10, r8
    sub r12, r12, r8
    sub r3, r3, r1
    sub r4, r4, r1
    cmp r10, r12                    /* width r5 */
    movlt r5, r10
    movge r5, r12
    movlt r6, r12
    movge r6, r10
    cmp r5, #0
    movgt r5, #0
    cmp r6, #0
    movlt r6, #0
    sub r5, r6, r5
    cmp r5, #512
    cmpls r4, #512
    bhi twin
    mul r6, r12, r3                 /* area r6, its magnitude r11 */
    mul r11, r10, r4
    subs r6, r6, r11
    rsb r11, r6, #0
    movpl r11, r6
    cmp r5, r4
    movlt r5, r4
    add lr, r11, r11, lsl #1        /* a sliver: 16 max(width, height) > 3 area */
    cmp lr, r5, lsl #4
    blt 2f
    cmp r11, #32                    /* the normalization below wants 6 bits */
    blo twin
1:  str r6, [sp, #AREA]

/* ---- edges, small_edge of scan.c: r5 start, r11 step ---- */

    .macro edge dx, temporary /* r2 = 2^30 / dy, r5 = run; leaves the start without its base in r5 */
    mul \temporary, r5, \dx
    smull r5, r11, r2, \dx
    mov r5, r5, lsr #10
    orr r11, r5, r11, lsl #22
    smull r5, \temporary, r2, \temporary
    mov r5, r5, lsr #14
    orr r5, r5, \temporary, lsl #18
    .endm

    ldr r0, =rs_reciprocals
    ldr r2, [r0, r4, lsl #2]
    rsb r5, r1, r7, lsl #4
    add r5, r5, #8
    edge r12, lr
    add r5, r5, r8, lsl #16
    add r5, r5, #0x80000
    sub r5, r5, #36
    cmp r6, #0
    strgt r5, [sp, #RIGHT]
    strgt r11, [sp, #RIGHT_STEP]
    strle r5, [sp, #LEFT]
    strle r11, [sp, #LEFT_STEP]

    add lr, r1, r3                  /* the row where the short edges meet */
    add lr, lr, #7
    mov lr, lr, asr #4
    cmp lr, r7
    movlt lr, r7
    str lr, [sp, #MIDDLE]
    cmp lr, r9
    movle r2, lr
    movgt r2, r9
    sub r9, r9, r2                  /* rows below */
    subs r2, r2, r7                 /* rows above */
    str r9, [sp, #LOWER_ROWS]
    str r2, [sp, #ROWS]
    beq 3f
    ldr r2, [r0, r3, lsl #2]
    rsb r5, r1, r7, lsl #4
    add r5, r5, #8
    edge r10, r9
    add r5, r5, r8, lsl #16
    add r5, r5, #0x80000
    sub r5, r5, #36
    cmp r6, #0
    strgt r5, [sp, #LEFT]
    strgt r11, [sp, #LEFT_STEP]
    strle r5, [sp, #RIGHT]
    strle r11, [sp, #RIGHT_STEP]
    ldr r9, [sp, #LOWER_ROWS]
    cmp r9, #0
    bne 3f
    ldr r9, [sp, #LAST]             /* none below in this band, but in the next? */
    cmp r9, lr
    ble 4f
3:  sub r2, r4, r3                  /* from the middle corner to the bottom */
    ldr r2, [r0, r2, lsl #2]
    add r5, r1, r3
    rsb r5, r5, lr, lsl #4
    add r5, r5, #8
    sub r9, r12, r10
    edge r9, lr
    add r9, r8, r10
    add r5, r5, r9, lsl #16
    add r5, r5, #0x80000
    sub r5, r5, #36
    str r5, [sp, #LOWER_X]
    str r11, [sp, #LOWER_STEP]
    ldr r2, [sp, #ROWS]
    cmp r2, #0
    bne 4f
    ldr r9, [sp, #LOWER_ROWS]       /* nothing above: the first run is the lower one */
    str r9, [sp, #ROWS]
    str r2, [sp, #LOWER_ROWS]
    cmp r6, #0
    strgt r5, [sp, #LEFT]
    strgt r11, [sp, #LEFT_STEP]
    strle r5, [sp, #RIGHT]
    strle r11, [sp, #RIGHT_STEP]
4:

/* ---- small_factors: r2 x1, r9 x2, r11 y1, r3 y2, Q4.28 ---- */

    movs r11, r6
    rsbmi r11, r11, #0
    cmp r11, #1
    bls sliver
    mov r5, r11, lsl #12            /* fx_recip_norm_inline of 6 to 20 bits; lr = 19 - leading zeros */
    mov lr, #7
    cmp r5, #0x01000000
    movlo r5, r5, lsl #8
    sublo lr, lr, #8
    cmp r5, #0x10000000
    movlo r5, r5, lsl #4
    sublo lr, lr, #4
    cmp r5, #0x40000000
    movlo r5, r5, lsl #2
    sublo lr, lr, #2
    cmp r5, #0x80000000
    movlo r5, r5, lsl #1
    sublo lr, lr, #1
    ldr r0, =fx_table_recip - 512
    mov r2, r5, lsr #23
    add r0, r0, r2, lsl #1
    ldrh r2, [r0]
    .macro reciprocal               /* r11 = the mantissa of 1 / r5, r2 being its seed; uses r0 and r9 */
    umull r0, r9, r5, r2
    mov r0, r0, lsr #16
    orr r0, r0, r9, lsl #16
    rsb r0, r0, #0
    umull r9, r11, r0, r2
    mov r2, r9, lsr #15
    orr r2, r2, r11, lsl #17
    umull r0, r9, r5, r2
    rsb r9, r9, #0
    umull r0, r11, r9, r2
    .endm
    reciprocal
    mov r5, r11, lsr #11
    cmp r6, #0
    rsblt r5, r5, #0
    rsb r0, r5, #0
    mul r2, r0, r4
    mul r9, r5, r3
    mul r11, r5, r12
    mul r3, r0, r10
    cmp lr, #0
    movge r2, r2, asr lr
    movge r9, r9, asr lr
    movge r11, r11, asr lr
    movge r3, r3, asr lr
    rsblt lr, lr, #0
    movlt r2, r2, lsl lr
    movlt r9, r9, lsl lr
    movlt r11, r11, lsl lr
    movlt r3, r3, lsl lr

/* ---- rs_plane_through of the depths: r0 d/dx, r10 d/dy, r4 at the first row, x = 0 ---- */

    add lr, sp, #CORNERS
    ldmia lr, {r4-r6}
    ldr r4, [r4, #VERTEX_Z]
    ldr r5, [r5, #VERTEX_Z]
    ldr r6, [r6, #VERTEX_Z]
    sub r5, r5, r4
    sub r6, r6, r4
    smull r0, lr, r2, r5
    smlal r0, lr, r9, r6
    mov r0, r0, lsr #28
    orr r0, r0, lr, lsl #4
    smull r10, r12, r11, r5
    smlal r10, r12, r3, r6
    mov r10, r10, lsr #28
    orr r10, r10, r12, lsl #4

    .macro plane_origin value, dx, dy /* r8 x0, r1 y0, r7 first row; uses r5 and r6 */
    and r5, r8, #15
    rsb r5, r5, #8
    mov r6, \dx, asr #4
    mla \value, r6, r5, \value
    and r5, r1, #15
    rsb r5, r5, #8
    mov r6, \dy, asr #4
    mla \value, r6, r5, \value
    mov r5, r8, asr #4
    rsb r5, r5, #0
    mla \value, \dx, r5, \value
    sub r5, r7, r1, asr #4
    mla \value, \dy, r5, \value
    .endm
    plane_origin r4, r0, r10
    ldr r12, [sp, #KIND]
    cmp r12, #0
    bne linear
constant_rows:

/* ---- rows of one colour: r4 r5 left and right, r6 r7 their steps, r8 depth, r9 r10 its d/dx and d/dy, r11 the line less 8,
 * r12 what turns twice the address of a pixel into that of its depth, lr = stride << 16 | rows << 8 | colour ---- */

    mov r9, r0
    ldr r2, [sp, #BAND]
    ldmia r2, {r3, r5, r6, r8}      /* pixels, depth, stride, top << 16 | width */
    sub r7, r7, r8, asr #16
    sub r12, r5, r3, lsl #1
    sub r3, r3, #8
    mla r11, r6, r7, r3
    mov r8, r4
    ldr r0, [sp, #COLOUR]
    ldr r1, [sp, #ROWS]
    and r0, r0, #255
    orr lr, r0, r1, lsl #8
    orr lr, lr, r6, lsl #16
    ldmia sp, {r4-r7}

constant_row:
    mov r0, r4, lsr #20
    rsbs r1, r0, r5, lsr #20
    ble 6f
    mla r2, r9, r0, r8
    rsbs r1, r1, #8
    add r0, r11, r5, lsr #20        /* the last of 8 pixels is the row's last */
    blt 7f
5:  add r3, r12, r0, lsl #1
    add r1, r1, r1, lsl #1
    add pc, pc, r1, lsl #3
    nop
    .macro constant_pixel at /* r0 pixel, r3 its depth, r2 the new depth: 10 cycles, or 8 */
    ldrh r1, [r3, #2 * \at]
    cmp r1, r2, lsr #13
    movhi r1, r2, lsr #13
    strhhi r1, [r3, #2 * \at]
    strbhi lr, [r0, #\at]
    add r2, r2, r9
    .endm
    .irp at, 0, 1, 2, 3, 4, 5, 6, 7
    constant_pixel \at
    .endr
6:  add r4, r4, r6
    add r5, r5, r7
    add r8, r8, r10
    add r11, r11, lr, lsr #16
    sub lr, lr, #0x100
    tst lr, #0xFF00
    bne constant_row
    ldr r0, [sp, #LOWER_ROWS]
    cmp r0, #0
    beq 9f
    orr lr, lr, r0, lsl #8
    mov r0, #0
    str r0, [sp, #LOWER_ROWS]
    ldr r0, [sp, #AREA]
    cmp r0, #0
    ldrgt r4, [sp, #LOWER_X]
    ldrgt r6, [sp, #LOWER_STEP]
    ldrle r5, [sp, #LOWER_X]
    ldrle r7, [sp, #LOWER_STEP]
    strgt r6, [sp, #LEFT_STEP]
    b constant_row

7:  add r0, r0, r1                  /* more than 8: the others singly */
    add r3, r12, r0, lsl #1
8:  ldrh r6, [r3], #2
    cmp r6, r2, lsr #13
    movhi r6, r2, lsr #13
    strhhi r6, [r3, #-2]
    strbhi lr, [r0]
    add r0, r0, #1
    add r2, r2, r9
    adds r1, r1, #1
    bne 8b
    ldr r6, [sp, #LEFT_STEP]
    b 5b

9:  ldr r0, [sp, #LAST]
    cmp r0, #0
    beq done
    .macro rows_left                /* r1 and r2: of the first run from the next band on, and of the second; r3 the band, */
    ldr r3, [sp, #BAND]             /* r0 the last row; done when there is no room. Flags eq: the second run is to begin */
    ldr r1, [r3, #BAND_SAVE]
    ldr r2, [r3, #BAND_SAVE_END]
    cmp r1, r2
    bhs done
    ldrsh r2, [r3, #BAND_END]
    ldr r1, [sp, #MIDDLE]
    subs r1, r1, r2
    ldrgt r2, [sp, #MIDDLE]
    rsb r2, r2, r0
    suble r1, r2, #0
    .endm
    rows_left
    bgt 8f
    bne 7f
    ldr r0, [sp, #AREA]
    cmp r0, #0
    ldrgt r4, [sp, #LOWER_X]
    ldrgt r6, [sp, #LOWER_STEP]
    ldrle r5, [sp, #LOWER_X]
    ldrle r7, [sp, #LOWER_STEP]
7:  mov r2, #0
8:  ldr r12, [r3, #BAND_SAVE]
    ldr r0, [sp, #ITEM]
    ldr r3, [sp, #COLOUR]
    stmia r12!, {r0-r10}
    add r0, sp, #LOWER_X
    ldmia r0, {r0-r2}
    stmia r12!, {r0-r2}
    ldr r3, [sp, #BAND]
    str r12, [r3, #BAND_SAVE]
    b done

/* ---- on with a triangle from the band above ---- */

    .macro rows_here                /* from r1 and r2 as above, and r0 the band: this band's rows, MIDDLE and LAST */
    ldrsh r3, [r0, #BAND_TOP]
    add lr, r3, r1
    cmp r2, #0
    mvneq r12, #0
    movne r12, lr
    str r12, [sp, #MIDDLE]
    add r12, lr, r2
    ldrsh lr, [r0, #BAND_END]
    cmp r12, lr
    movle r12, #0
    str r12, [sp, #LAST]
    sub r3, lr, r3
    cmp r1, r3
    movgt r1, r3
    str r1, [sp, #ROWS]
    sub r3, r3, r1
    cmp r2, r3
    movgt r2, r3
    str r2, [sp, #LOWER_ROWS]
    .endm

resume:
    ldr r12, [r2, #BAND_RESUME]
resume_known:
    ldr r3, [sp, #KIND]
    cmp r3, #0
    bne resume_linear
    mov r11, r2
    ldmia r12!, {r0-r10}
    str r3, [sp, #COLOUR]
    mov lr, r3
    mov r0, r11
    mov r11, lr
    ldmia r12!, {r3}
    str r3, [sp, #LOWER_X]
    ldmia r12!, {r3, lr}
    str r3, [sp, #LOWER_STEP]
    str lr, [sp, #AREA]
    str r12, [r0, #BAND_RESUME]
    str r6, [sp, #LEFT_STEP]
    rows_here
    and lr, r11, #255
    orr lr, lr, r1, lsl #8
    ldmia r0, {r0-r2}               /* pixels, depth, stride */
    sub r11, r0, #8
    sub r12, r1, r0, lsl #1
    orr lr, lr, r2, lsl #16
    b constant_row

/* ---- light, Q9.20: r10 at the first row, lr d/dx, r12 d/dy ---- */

linear:
    str r10, [sp, #DEPTH_DY]
    ldr lr, [sp, #DRAW]
    ldr r12, [lr, #DRAW_LIGHTS]
    ldr lr, [lr, #DRAW_VERTICES]
    ldr r5, [sp, #CORNERS]
    sub r5, r5, lr
    add r5, r12, r5, lsr #2
    ldrh r10, [r5]
    ldr r5, [sp, #CORNERS + 4]
    sub r5, r5, lr
    add r5, r12, r5, lsr #2
    ldrh r5, [r5]
    ldr r6, [sp, #CORNERS + 8]
    sub r6, r6, lr
    add r6, r12, r6, lsr #2
    ldrh r6, [r6]
    sub r5, r5, r10
    sub r6, r6, r10
    mov r5, r5, lsl #13
    mov r6, r6, lsl #13
    mov r10, r10, lsl #13
    smull r12, lr, r2, r5
    smlal r12, lr, r9, r6
    mov r12, r12, lsr #28
    orr lr, r12, lr, lsl #4
    smull r2, r12, r11, r5
    smlal r2, r12, r3, r6
    mov r2, r2, lsr #28
    orr r12, r2, r12, lsl #4
    plane_origin r10, lr, r12
linear_rows:

/* ---- rows: r5 depth and r6 its d/dx, r7 the line, r8 = stride << 16 | rows << 8, r9 as r12 above, r10 light and r11 r12
 * its d/dx and d/dy, lr the colours by light; the edges stay in the frame ---- */

    mov r11, lr
    mov r6, r0
    mov r5, r4
    ldr r0, [sp, #DRAW]
    ldr lr, [r0, #DRAW_COLUMN]
    ldr r0, [sp, #BAND]
    ldmia r0, {r0-r3}               /* pixels, depth, stride, top << 16 | width */
    sub r7, r7, r3, asr #16
    mla r7, r2, r7, r0
    sub r9, r1, r0, lsl #1
    ldr r1, [sp, #ROWS]
    mov r8, r2, lsl #16
    orr r8, r8, r1, lsl #8

linear_row:
    ldmia sp, {r0-r4}
    add r2, r2, r0
    add r3, r3, r1
    stmia sp, {r2, r3}
    mov r0, r0, lsr #20
    rsbs r1, r0, r1, lsr #20
    ble 10f
    mla r2, r6, r0, r5
    mla r3, r11, r0, r10
    add r5, r5, r4
    add r10, r10, r12
    add r0, r0, r7
    rsbs r1, r1, #8
    blt 7f
5:  sub r0, r0, r1
    add r4, r9, r0, lsl #1
    add pc, pc, r1, lsl #5
    nop
    .macro linear_pixel at /* r0 pixel, r4 its depth, r2 the new depth, r3 light: 14 cycles, or 10 */
    ldrh r1, [r4, #2 * \at]
    cmp r1, r2, lsr #13
    movhi r1, r2, lsr #13
    strhhi r1, [r4, #2 * \at]
    ldrbhi r1, [lr, r3, lsr #23]
    strbhi r1, [r0, #\at]
    add r2, r2, r6
    add r3, r3, r11
    .endm
    .irp at, 0, 1, 2, 3, 4, 5, 6, 7
    linear_pixel \at
    .endr
6:  add r7, r7, r8, lsr #16
    sub r8, r8, #0x100
    tst r8, #0xFF00
    bne linear_row
11: ldr r0, [sp, #LOWER_ROWS]
    cmp r0, #0
    beq 9f
    orr r8, r8, r0, lsl #8
    mov r0, #0
    str r0, [sp, #LOWER_ROWS]
    ldr r0, [sp, #AREA]
    ldr r1, [sp, #LOWER_X]
    ldr r2, [sp, #LOWER_STEP]
    cmp r0, #0
    strgt r1, [sp, #LEFT]
    strgt r2, [sp, #LEFT_STEP]
    strle r1, [sp, #RIGHT]
    strle r2, [sp, #RIGHT_STEP]
    b linear_row

10: add r5, r5, r4                  /* a row without pixels */
    add r10, r10, r12
    add r7, r7, r8, lsr #16
    sub r8, r8, #0x100
    tst r8, #0xFF00
    bne linear_row
    b 11b

7:  add r4, r9, r0, lsl #1          /* more than 8: the others singly */
    str r8, [sp, #ROWS]
8:  ldrh r8, [r4], #2
    cmp r8, r2, lsr #13
    movhi r8, r2, lsr #13
    strhhi r8, [r4, #-2]
    ldrbhi r8, [lr, r3, lsr #23]
    strbhi r8, [r0]
    add r0, r0, #1
    add r2, r2, r6
    add r3, r3, r11
    adds r1, r1, #1
    bne 8b
    ldr r8, [sp, #ROWS]
    b 5b

9:  ldr r0, [sp, #LAST]
    cmp r0, #0
    beq done
    rows_left
    bgt 8f
    bne 7f
    ldr r0, [sp, #AREA]
    ldr r2, [sp, #LOWER_X]
    ldr r4, [sp, #LOWER_STEP]
    cmp r0, #0
    strgt r2, [sp, #LEFT]
    strgt r4, [sp, #LEFT_STEP]
    strle r2, [sp, #RIGHT]
    strle r4, [sp, #RIGHT_STEP]
7:  mov r2, #0
8:  ldr r4, [r3, #BAND_SAVE]
    ldr r0, [sp, #ITEM]
    stmia r4!, {r0-r2, r5, r6, r10-r12}
    ldmia sp, {r5-r12}              /* LEFT to AREA */
    stmia r4!, {r5-r12}
    str r4, [r3, #BAND_SAVE]
    b done

resume_linear:
    mov r0, r2
    mov r3, r12
    ldmia r3!, {r1, r2, r4-r6, r10-r12}
    mov r1, r2
    mov r2, r4
    add lr, r3, #32
    str lr, [r0, #BAND_RESUME]
    ldmia r3, {r3, r4, r7, r8, r9, lr}
    stmia sp, {r3, r4, r7, r8, r9, lr}
    ldr lr, [r0, #BAND_RESUME]
    ldmdb lr, {r3, r4}
    str r3, [sp, #LOWER_STEP]
    str r4, [sp, #AREA]
    mov r4, r12
    rows_here
    mov r12, r4
    ldr lr, [sp, #DRAW]
    ldr lr, [lr, #DRAW_COLUMN]
    ldr r7, [r0]                    /* pixels, depth, stride */
    ldr r9, [r0, #4]
    ldr r8, [r0, #BAND_STRIDE]
    sub r9, r9, r7, lsl #1
    mov r8, r8, lsl #16
    orr r8, r8, r1, lsl #8
    b linear_row

/* ---- sliver_planes: along the longer side, from the lowest corner r2 to the highest r9 in its direction ---- */

2:  cmp r6, #0                      /* only the sign of its area counts */
    movgt r6, #1
    movle r6, #0
    b 1b

    .macro gradient difference, mantissa, out /* out = difference * mantissa >> r3, 26 <= r3 <= 35; uses r5 and lr */
    smull r5, lr, \difference, \mantissa
    cmp r3, #32
    subge \out, r3, #32
    movge \out, lr, asr \out
    movlt r5, r5, lsr r3
    rsblt \out, r3, #32
    orrlt \out, r5, lr, lsl \out
    .endm

sliver:
    mov r2, #0                      /* r5 r11 the extreme corners' x from x0 on */
    mov r5, #0
    mov r9, #0
    mov r11, #0
    cmp r10, #0
    movlt r2, #4
    movlt r5, r10
    movgt r9, #4
    movgt r11, r10
    cmp r12, r5
    movlt r2, #8
    movlt r5, r12
    cmp r12, r11
    movgt r9, #8
    movgt r11, r12
    sub r11, r11, r5
    mov r6, #0
    cmp r4, r11                     /* r6: taller than wide; r11: the longer side */
    movge r2, #0
    movge r5, #0
    movge r9, #8
    movge r11, r4
    movge r6, #1
    cmp r2, #4
    movlt lr, #0
    moveq lr, r3
    movgt lr, r4
    add r8, r8, r5                  /* the lowest corner in place of the top one */
    add r1, r1, lr
    add lr, sp, #CORNERS
    ldr r2, [lr, r2]
    ldr r9, [lr, r9]
    str r2, [lr]
    str r9, [lr, #8]
    ldr r4, [r2, #VERTEX_Z]
    ldr r12, [r9, #VERTEX_Z]
    sub r12, r12, r4
    mov r5, r11, lsl #22            /* fx_recip_norm_inline of 1 to 10 bits; r3 = 57 - leading zeros */
    mov r3, #35
    cmp r5, #0x01000000
    movlo r5, r5, lsl #8
    sublo r3, r3, #8
    cmp r5, #0x10000000
    movlo r5, r5, lsl #4
    sublo r3, r3, #4
    cmp r5, #0x40000000
    movlo r5, r5, lsl #2
    sublo r3, r3, #2
    cmp r5, #0x80000000
    movlo r5, r5, lsl #1
    sublo r3, r3, #1
    ldr r0, =fx_table_recip - 512
    mov r2, r5, lsr #23
    add r0, r0, r2, lsl #1
    ldrh r2, [r0]
    reciprocal
    mov r2, r11, lsr #1
    mov r9, r6
    gradient r12, r2, r0
    cmp r9, #0
    movne r10, r0
    movne r0, #0
    moveq r10, #0
    plane_origin r4, r0, r10
    ldr r12, [sp, #KIND]
    cmp r12, #0
    beq constant_rows
    str r10, [sp, #DEPTH_DY]
    ldr r12, [sp, #DRAW]
    ldr lr, [r12, #DRAW_LIGHTS]
    ldr r12, [r12, #DRAW_VERTICES]
    ldr r5, [sp, #CORNERS]
    sub r5, r5, r12
    add r5, lr, r5, lsr #2
    ldrh r10, [r5]
    ldr r5, [sp, #CORNERS + 8]
    sub r5, r5, r12
    add r5, lr, r5, lsr #2
    ldrh r6, [r5]
    sub r6, r6, r10
    mov r6, r6, lsl #13
    mov r10, r10, lsl #13
    gradient r6, r2, r12
    cmp r9, #0
    moveq lr, r12
    moveq r12, #0
    movne lr, #0
    plane_origin r10, lr, r12
    b linear_rows

    .pool
    .size rs_arm_plain_constant, . - rs_arm_plain_constant
