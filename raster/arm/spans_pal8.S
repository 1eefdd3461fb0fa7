/* Small untextured triangles of palette pixels for the ARM7TDMI: what plain_constant and plain_gouraud of spans_pal8.c
 * (from spans.inc, scan.c and list.h) do, in registers from the vertices to the pixels, and the walk over a band's
 * chain that draw_chain of frame.c does.
 *
 * The C functions define the result, bit for bit: rs_scan_begin for triangles of at most 32 x 32 pixels here and of most
 * other sizes in plain_large.inc, rs_plane_through, and the rows of spans.inc. Triangles that reach beside the
 * picture's width are set up like others, and then drawn one row at a time, cut to the width (`beside`). Every other
 * triangle, and a surface whose lines are not packed, goes to the C twin in the cartridge, rs_twin_plain_constant or
 * rs_twin_plain_gouraud. tests/gba/spans_test.c compares both byte for byte.
 *
 * Textured triangles share the set-up and the walk; their part is textured.inc.
 *
 * void rs_arm_plain_constant(const rs_draw *draw, const rs_item *item, const rs_band *band), and rs_arm_plain_gouraud
 * void rs_arm_chain_pal8(const uint8_t *list, const rs_item *first, uint32_t link, const rs_band *band)
 *
 * Cycles: a triangle of one colour 360, 90 more with Gouraud light; where it goes on from the band above 160; a large one 900.
 * A row 19, Gouraud 23, without pixels 13 and 18, and 75 more in a triangle that reaches beside the picture. A pixel 10, Gouraud
 * 14; 8 and 10 where the depth test fails; more than 16 in a row cost 2 more. The frame of the stack and what the parts share
 * stand in plain.inc, Gouraud light in plain_gouraud.inc. */
    .syntax unified
    .cpu arm7tdmi
    .arm

#include "raster/arm/plain.inc"

#ifndef WITHOUT_TEXTURES
    .section .hot.rs_arm_plain, "ax", %progbits
    .global rs_arm_plain_constant, rs_arm_plain_gouraud, rs_arm_chain_pal8
#else
    .section .lone, "ax", %progbits
#endif
    .type rs_arm_plain_constant, %function
    .type rs_arm_plain_gouraud, %function
    .type rs_arm_chain_pal8, %function

/* ---- one triangle: r0 draw, r1 item, r2 band ---- */

rs_arm_plain_gouraud:
    mov r3, #1
    b 1f
rs_arm_plain_constant:
    mov r3, #0
1:  push {r4-r11, lr}
    sub sp, sp, #FRAME
    str sp, constant_frame
    mov r12, #0
    str r0, [sp, #DRAW]
    str r2, [sp, #BAND]
    str r3, [sp, #KIND]
    str r12, [sp, #NEXT]
    mov r3, #NO_COLUMNS
    str r3, [sp, #COLUMNS]
    str r12, [sp, #COLUMNS + 4]
    mov r12, r2
    bl set_band
    ldr r3, [r0, #DRAW_VERTICES]
    plain_draw
    ldmia r1, {r4-r6}
    b begin

/* ---- a band's chain, draw_chain of frame.c: r0 list, r1 its first item, r2 link, r3 band ---- */

rs_arm_chain_pal8:
    cmp r2, #0
    bxeq lr
    push {r4-r11, lr}
    sub sp, sp, #FRAME
    str sp, constant_frame
    mvn r12, #0
    ldr r4, [r3, #BAND_RESUME]      /* in the cartridge: not the band below the last one; nothing is copied yet */
    ldr r5, row_copied
    cmp r4, #0x08000000
    movhs r5, #0
    strhs r5, row_copied
    strhs r5, highlight_copied
    add r1, r1, #8
    str r5, [sp, #T_ROW]
    str r0, [sp, #LIST]
    str r1, [sp, #FIRST_ITEM]
    str r3, [sp, #BAND]
    str r12, [sp, #KNOWN]
    add r4, r3, #BAND_COLUMNS
    ldmia r4, {r4, r5}
    str r4, [sp, #COLUMNS]
    str r5, [sp, #COLUMNS + 4]
    mov r12, r3
    bl set_band
    mov r0, r2
    b next

set_band:
    band_constants
    bx lr

row_copied:
    .word 0                         /* the row of the shade table that is at rs_arm_row, 256 bytes of the port's */
highlight_copied:
    .word 0                         /* the highlight that is where phong.inc reads it */
constant_frame:
    .word 0                         /* sp, which rows of one colour borrow */

begin:                              /* r1 item, r2 band, r3 vertices, r4-r6 the item's words */
    ldr r12, [r2, #BAND_RESUME]
    str r1, [sp, #ITEM]
    ldr r12, [r12]
    cmp r12, r1
    bne corners
    b resume

done:
    ldr r0, [sp, #NEXT]
    cmp r0, #0
    bne next
leave:
    add r4, sp, #COLUMNS
    ldmia r4, {r4, r5}
    ldr r2, [sp, #BAND]
    add r2, r2, #BAND_COLUMNS
    stmia r2, {r4, r5}
    add sp, sp, #FRAME
    pop {r4-r11, lr}
    bx lr

twin:
    ldr r0, [sp, #DRAW]
    ldr r1, [sp, #ITEM]
    ldr r2, [sp, #BAND]
    ldr r3, [sp, #KIND]
    bic r3, r3, #8
    str r3, [sp, #KIND]
    cmp r3, #2
    bhs textured_twin
    cmp r3, #0
    ldreq r12, =rs_twin_plain_constant
    ldrne r12, =rs_twin_plain_gouraud
    mov lr, pc
    bx r12
left_chain:
    str sp, constant_frame
    b done

2:  ldr r1, [sp, #LIST]             /* the item is here again: its number, next link */
    add r1, r1, r0
    ldmia r1, {r1, r7}
    sub r1, r9, r1, lsl #4
    sub r1, r1, #8
    ldr r5, [r1, #4]
    ldr r12, [r2, #BAND_RESUME]
    str r7, [sp, #NEXT]
    cmp r8, r5, lsr #16
    ldreq r10, [r12]
    cmpeq r10, r1
    streq r1, [sp, #ITEM]
    beq resume_known
    ldmia r1, {r4-r6}
    b 3f

4:  ldr r0, [sp, #LIST]             /* another draw */
    mov r8, r5, lsr #16
    add r0, r0, r8, lsl #6
    ldr r12, [r0]
    ldr r9, =rs_arm_plain_constant
    ldr r10, =rs_arm_plain_gouraud
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
    plain_draw
    b begin
5:  ldr r9, =rs_arm_affine_constant
    sub r9, r12, r9
    cmp r9, #40                     /* one of five entries */
    blo textured_draw
    ldr r4, [sp, #LIMITS + 8]       /* may draw everywhere */
    mov r5, #0
    cmp r4, #0
    strne r5, [sp, #COLUMNS]
    strne r4, [sp, #COLUMNS + 4]
    mov lr, pc
    bx r12
    b left_chain

next:                               /* r0 link; r2 band, r3 vertices and r8 number of the draw known, r9 the first item */
    add r2, sp, #BAND
    ldmia r2, {r2, r3, r8, r9}
    tst r0, #1
    beq 2b
    sub r1, r9, r0, lsl #3
    ldmia r1, {r4-r7}               /* b << 16 | a, draw << 16 | c, colour, next link */
    str r7, [sp, #NEXT]
3:  cmp r8, r5, lsr #16
    bne 4b
    str r1, [sp, #ITEM]             /* the item is here for the first time, or looked for among items from above */

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
    bge 9f
    mov r3, \y_a
    mov \y_a, \y_b
    mov \y_b, r3
    mov r3, \p_a
    mov \p_a, \p_b
    mov \p_b, r3
9:
    .endm
    sort_two r8, r7, r10, r9
    sort_two r8, r7, r12, r11
    sort_two r10, r9, r12, r11
    add r3, sp, #COLOUR
    stmia r3, {r6, r7, r9, r11}     /* COLOUR and CORNERS */

/* ---- rows r7 .. r9-1; r8 x0, r1 y0, from the top corner r10 r3 to the middle, r12 r4 to the bottom ---- */

    add r5, sp, #LIMITS
    mov r1, r8, asr #16
    ldmia r5, {r0, r2, r5, r6, lr}
    mov r4, r12, asr #16
    add r7, r1, #7
    cmp r0, r7, asr #4
    movgt r7, r0
    movle r7, r7, asr #4
    add r9, r4, #7
    mov r9, r9, asr #4
    cmp r9, r2
    movle r11, #0
    movgt r11, r9
    movgt r9, r2
    str r11, [sp, #LAST]
    cmp r7, r9
    bge done
    mov r3, r10, asr #16
    mov r8, r8, lsl #16             /* all corners within the columns known: as unsigned, left of them is beyond them */
    sub r0, r8, r6
    cmp lr, r0
    mov r10, r10, lsl #16
    sub r0, r10, r6
    cmphs lr, r0
    mov r12, r12, lsl #16
    sub r0, r12, r6
    cmphs lr, r0
    blo wider
inside:
    sub r10, r10, r8
    sub r12, r12, r8
    mov r10, r10, asr #16
    mov r12, r12, asr #16
    sub r3, r3, r1
    sub r4, r4, r1
    add r5, r10, #256               /* within 16 pixels of the top corner, and not a sliver for sure? */
    cmp r5, #512
    addls r5, r12, #256
    cmpls r5, #512
    cmpls r4, #512
    bhi 5f
    mul r6, r12, r3
    mul r11, r10, r4
    subs r6, r6, r11
    rsb r11, r6, #0
    movpl r11, r6
    cmp r11, #0xB00                 /* 3 area >= 16 * 512 */
    bhs 1f
    .macro extent_x                 /* width r5; uses r2 */
    cmp r10, r12
    movlt r5, r10
    movge r5, r12
    movlt r2, r12
    movge r2, r10
    cmp r5, #0
    movgt r5, #0
    cmp r2, #0
    movlt r2, #0
    sub r5, r2, r5
    .endm
    extent_x
    b 6f
5:  extent_x
    cmp r5, #512
    cmpls r4, #512
    bhi large
    mul r6, r12, r3                 /* area r6, its magnitude r11 */
    mul r11, r10, r4
    subs r6, r6, r11
    rsb r11, r6, #0
    movpl r11, r6
6:  cmp r5, r4
    movlt r5, r4
    add lr, r11, r11, lsl #1        /* a sliver: 16 max(width, height) > 3 area */
    cmp lr, r5, lsl #4
    blt 2f
    cmp r11, #32                    /* the normalization below wants 6 bits */
    blo twin
1:  str r6, [sp, #AREA]

/* ---- edges, small_edge of scan.c: r5 start, r11 step ---- */

    .macro edge dx, lo              /* r2 = 2^30 / dy, r5 = run; r8 the base; leaves the start in r5. Low by less than */
    smull \lo, r11, r2, \dx         /* 49 units, high by at most 16, over 32 rows: with 36 off inside the window of 128 */
    mov \lo, \lo, lsr #10
    orr r11, \lo, r11, lsl #22
    mul \lo, r11, r5
    add r5, r8, \lo, asr #4
    .endm
    .macro put_edge to_right, to_left /* conditions on the sign of the area */
    cmp r6, #0
    str\to_right r5, [sp, #RIGHT]
    str\to_right r11, [sp, #RIGHT_STEP]
    str\to_left r5, [sp, #LEFT]
    str\to_left r11, [sp, #LEFT_STEP]
    .endm

    ldr r0, =rs_reciprocals
    add r8, r8, #0x80000            /* an edge's base at x0 */
    sub r8, r8, #36
    ldr r2, [r0, r4, lsl #2]
    rsb r5, r1, r7, lsl #4
    add r5, r5, #8
    edge r12, lr
    put_edge gt, le

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
    beq 3f
    str r9, [sp, #LOWER_ROWS]
    str r2, [sp, #ROWS]
    ldr r2, [r0, r3, lsl #2]
    rsb r5, r1, r7, lsl #4
    add r5, r5, #8
    edge r10, r9
    put_edge le, gt
    add r9, r1, r4                  /* none below, here or in the next band? */
    add r9, r9, #7
    cmp lr, r9, asr #4
    bge 4f
    .macro lower_edge               /* from the middle corner to the bottom */
    sub r2, r4, r3
    ldr r2, [r0, r2, lsl #2]
    add r5, r1, r3
    rsb r5, r5, lr, lsl #4
    add r5, r5, #8
    sub r9, r12, r10
    edge r9, lr
    add r5, r5, r10, lsl #16
    .endm
    lower_edge
    str r5, [sp, #LOWER_X]
    str r11, [sp, #LOWER_STEP]
    b 4f
3:  str r2, [sp, #LOWER_ROWS]       /* nothing above: the first run is the lower one */
    str r9, [sp, #ROWS]
    lower_edge
    str r5, [sp, #LOWER_X]
    str r11, [sp, #LOWER_STEP]
    put_edge le, gt
4:  mov r8, r8, asr #16             /* x0 again: the rest of the base is 7 and a fraction */
    sub r8, r8, #7

/* ---- small_factors: r2 x1, r9 x2, r11 y1, r3 y2, Q4.28 ---- */

    movs r11, r6
    rsbmi r11, r11, #0
    cmp r11, #1
    bls sliver
    mov r5, r11, lsl #12            /* fx_recip_fast_inline of 6 to 20 bits; lr = 18 - leading zeros */
    mov lr, #18
    normalize lr
    seed
    half_reciprocal
    cmp lr, #12                     /* RS_SMALL_BITS */
    bgt more_bits
    mov r5, r2, lsr lr
    .macro small_products
    cmp r6, #0
    rsblt r5, r5, #0
    rsb r0, r5, #0
    mul r2, r0, r4
    mul r9, r5, r3
    mul r11, r5, r12
    mul r3, r0, r10
    .endm
    small_products
small_factors:

/* ---- rs_plane_through of the depths: r0 d/dx, r10 d/dy, r4 at the first row, x = 0 ---- */

    add lr, sp, #CORNERS
    ldmia lr, {r4-r6}
    ldr r4, [r4, #VERTEX_Z]
    ldr r5, [r5, #VERTEX_Z]
    ldr r6, [r6, #VERTEX_Z]
    sub r5, r5, r4
    sub r6, r6, r4
    smull r0, lr, r2, r5            /* Q4.28: the upper words are what a sixteenth of a pixel makes */
    smlal r0, lr, r9, r6
    smull r0, r10, r11, r5
    smlal r0, r10, r3, r6
    rsb r5, r8, #8                  /* from the top corner to the centre of pixel 0 in the first row */
    rsb r6, r1, r7, lsl #4
    add r6, r6, #8
    mla r4, lr, r5, r4
    mla r4, r10, r6, r4
    mov r0, lr, lsl #4
    mov r10, r10, lsl #4
    ldr r12, [sp, #KIND]
    cmp r12, #0
    bne gouraud
constant_rows:

/* ---- rows of one colour: r4 r5 left and right, r6 r7 their steps, r8 depth, r9 r10 its d/dx and d/dy, r11 the line less 16,
 * r12 what turns twice the address of a pixel into that of its depth, lr = (rows - 1) << 8 | colour ---- */

    add r1, sp, #LINES
    ldmia r1, {r5, r12, lr}
    mov r9, r0
    mov r8, r4
    mla r11, lr, r7, r5
    add r0, sp, #ROWS
    ldmia r0, {r0, r1}              /* ROWS and COLOUR */
    subs r0, r0, #1
    bmi clip
    and r1, r1, #255
    orr lr, r1, r0, lsl #8
    ldmia sp, {r4-r7}

constant_row:                       /* sp lends itself: meanwhile it is what a row's jump counts from */
    adr sp, constant_rest + 4
    mov r0, r4, lsr #20             /* as at constant_next, without the way there */
    rsbs r1, r0, r5, lsr #20
    ble constant_rest
    mla r2, r9, r0, r8
    cmp r1, #16
    add r0, r11, r5, lsr #20
    bgt 7f
    add r3, r12, r0, lsl #1
    add r1, r1, r1, lsl #1
    sub pc, sp, r1, lsl #3
    .macro constant_pixel at, last /* r0 pixel, r3 its depth, r2 the new depth: 10 cycles, or 8 */
    ldrh r1, [r3, #2 * \at]
    cmp r1, r2, lsr #13
    movhi r1, r2, lsr #13
    strhhi r1, [r3, #2 * \at]
    strbhi lr, [r0, #\at]
    .ifb \last
    add r2, r2, r9
    .endif
    .endm
    .irp at, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
    constant_pixel \at
    .endr
    constant_pixel 15, last
constant_rest:                      /* 19 cycles and the pixels, 13 where there are none */
    add r4, r4, r6
    add r5, r5, r7
    add r8, r8, r10
constant_step:
    add r11, r11, #240              /* the stride */
    subs lr, lr, #0x100
    bmi constant_end
constant_next:
    mov r0, r4, lsr #20
    rsbs r1, r0, r5, lsr #20
    ble constant_rest
    mla r2, r9, r0, r8
    cmp r1, #16
    add r0, r11, r5, lsr #20        /* the last of 16 pixels is the row's last */
    bgt 7f
5:  add r3, r12, r0, lsl #1
    add r1, r1, r1, lsl #1          /* 24 bytes a pixel */
    sub pc, sp, r1, lsl #3

7:  rsb r1, r1, #16                 /* more than 16: as many times 4 as leave 13 to 16 */
    add r0, r0, r1
    add r3, r12, r0, lsl #1
    mov sp, r1
8:  .irp at, 0, 1, 2, 3
    constant_pixel \at
    .endr
    add r0, r0, #4
    add r3, r3, #8
    adds sp, sp, #4
    bmi 8b
    rsb r1, sp, #16
    sub r0, r0, sp
    adr sp, constant_rest + 4
    b 5b

constant_end:
    ldr r3, constant_frame
    add r0, r3, #LAST
    ldmia r0, {r0, r1, r2}          /* LAST, NEXT, LOWER_ROWS */
    subs r2, r2, #1
    bmi 9f
    ldr r0, [r3, #AREA]
    mov r1, #0
    str r1, [r3, #LOWER_ROWS]
    and lr, lr, #255
    cmp r0, #0
    orr lr, lr, r2, lsl #8
    ldrgt r4, [r3, #LOWER_X]
    ldrgt r6, [r3, #LOWER_STEP]
    ldrle r5, [r3, #LOWER_X]
    ldrle r7, [r3, #LOWER_STEP]
    b constant_next
    .pool

9:  mov sp, r3
    cmp r0, #0
    bne 9f
    movs r0, r1
    bne next
    b leave
9:  bmi clip_row
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
    .macro pack_rows                /* both into r1, with the top bit where the long edge is the left one; uses r0 */
    ldr r0, [sp, #AREA]
    orr r1, r1, r2, lsl #8
    cmp r0, #0
    orrle r1, r1, #0x80000000
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
8:  pack_rows
    and r2, lr, #255
    orr r1, r1, r2, lsl #16
    ldr r12, [r3, #BAND_SAVE]
    mov lr, r3
    ldr r0, [sp, #ITEM]
    add r2, sp, #LOWER_X
    ldmia r2, {r2, r3}
    stmia r12!, {r0-r10}
    str r12, [lr, #BAND_SAVE]
    b done

more_bits:                          /* of the reciprocal of a larger area */
    mov r5, r2, lsr #12
    sub lr, lr, #12
    small_products
    mov r2, r2, asr lr
    mov r9, r9, asr lr
    mov r11, r11, asr lr
    mov r3, r3, asr lr
    b small_factors

/* ---- on with a triangle from the band above ---- */

    .macro unpack_rows              /* r1 to r1 and r2; AREA keeps its sign */
    str r1, [sp, #AREA]
    mov r2, r1, lsl #16
    and r1, r1, #255
    mov r2, r2, lsr #24
    .endm
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
    bne resume_gouraud
    mov r11, r2
    ldmia r12!, {r0-r10}
    add lr, sp, #LOWER_X
    stmia lr, {r2, r3}
    str r12, [r11, #BAND_RESUME]
    mov r0, r11
    mov r11, r1, lsr #16
    unpack_rows
    rows_here
    and lr, r11, #255
    sub r1, r1, #1
    orr lr, lr, r1, lsl #8
    ldmia r0, {r0, r1}              /* pixels, depth */
    sub r11, r0, #16
    sub r12, r1, r0, lsl #1
    b constant_row

/* ---- a triangle that reaches beside the picture: set up like others, then its rows one at a time, cut to the width ---- */

wider:                              /* r5 the picture's width, r6 and lr the columns that it draws to besides those known */
    cmp r5, r8
    cmphs r5, r10
    cmphs r5, r12
    blo beside
    add r0, r6, lr
    cmp r6, #NO_COLUMNS
    moveq r0, #0
    .irp x, r8, r10, r12
    cmp r6, \x
    movhi r6, \x
    cmp r0, \x
    movlo r0, \x
    .endr
    sub r0, r0, r6
    str r6, [sp, #COLUMNS]
    str r0, [sp, #COLUMNS + 4]
    b inside
beside:
    ldr r0, [sp, #KIND]
    cmp r5, #0
    beq twin
    mov r6, #0
    str r6, [sp, #COLUMNS]
    str r5, [sp, #COLUMNS + 4]
    orr r0, r0, #8
    str r0, [sp, #KIND]
    b inside
begin_beside:                       /* the depth's plane is done; r12 KIND: on as if it were inside, till its rows begin */
    ldr lr, [sp, #ROWS]
    bic r12, r12, #8
    str r12, [sp, #KIND]
    orr lr, lr, #0x80000000
    str lr, [sp, #ROWS]
    mvn lr, #0
    str lr, [sp, #LAST]
    cmp r12, #2
    bhs textured
    cmp r12, #0
    beq constant_rows
    b gouraud_inside
clip:                               /* to the first row; what rows keep in registers stays there, but for r0 to r4 */
    ldmia sp, {r0-r3}
    add r4, sp, #C_LEFT
    stmia r4, {r0-r3}
    ldr r0, [sp, #ROWS]
    ldr r1, [sp, #LOWER_ROWS]
    bic r0, r0, #0x80000000
    add r4, sp, #C_ROWS
    stmia r4, {r0, r1}
    mov r0, #0
    str r0, [sp, #LOWER_ROWS]
    str r0, [sp, #LEFT_STEP]
    str r0, [sp, #RIGHT_STEP]
clip_row:
    add r4, sp, #C_LEFT
    ldr r2, [sp, #C_ROWS]
    subs r2, r2, #1
    bmi clip_lower
clip_this:
    str r2, [sp, #C_ROWS]
    ldmia r4, {r0-r3}
    add r2, r2, r0
    add r3, r3, r1
    stmia r4, {r2, r3}
    ldr r2, [sp, #LIMITS + 8]
    movs r0, r0, asr #20
    movmi r0, #0
    movs r1, r1, asr #20
    movmi r1, #0
    cmp r1, r2, lsr #20
    movgt r1, r2, lsr #20
    ldr r3, [sp, #KIND]
    mov r4, r0, lsl #20
    mov r2, r1, lsl #20
    str r4, [sp, #LEFT]
    str r2, [sp, #RIGHT]
    mov r0, #1
    str r0, [sp, #ROWS]
    cmp r3, #1
    bhi clip_textured
    beq gouraud_cut
    ldrb lr, [sp, #COLOUR]
    mov r5, r2
    mov r6, #0
    mov r7, #0
    b constant_row
clip_lower:                         /* the second run */
    ldr r2, [sp, #C_LOWER_ROWS]
    mov r0, #0
    str r0, [sp, #C_LOWER_ROWS]
    ldr r0, [sp, #AREA]
    ldr r1, [sp, #LOWER_X]
    ldr r3, [sp, #LOWER_STEP]
    cmp r0, #0
    strgt r1, [r4]
    strgt r3, [r4, #8]
    strle r1, [r4, #4]
    strle r3, [r4, #12]
    subs r2, r2, #1
    bpl clip_this
    b done

#include "raster/arm/plain_gouraud.inc"
#include "raster/arm/plain_large.inc"

    .pool
    .size rs_arm_plain_constant, . - rs_arm_plain_constant

#ifdef WITHOUT_TEXTURES
#include "raster/arm/clear.S"       /* lies there in the other file's place, too */
    .section .lone.phong, "ax", %progbits
#endif
#include "raster/arm/textured.inc"
