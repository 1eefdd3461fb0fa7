/* Triangles into the display list for the ARM7TDMI: what record_inside of transform.c does, together with rs_item_add and
 * rs_light_quick, where a picture has several bands and a flat part one light; those C functions define the result.
 *
 * uint32_t rs_arm_record(rs_arm_recording *recording): how many triangles are left because the list is full.
 *
 * About 40 cycles for a triangle that is seen from behind; 130 for one that is recorded, 50 more where it is lit, 35 more for
 * every further band. Two triangles' indices are read at once, since the cartridge gives words in a row faster. */
    .syntax unified
    .cpu arm7tdmi
    .arm

/* rs_arm_recording, which transform.c fills. The first four words are read at once, as are the groups at LIMITS and at
 * ITEM. */
    .equ DIRECTION, 0
    .equ BASE, 12
    .equ HIGHLIGHT, 16
    .equ HALF, 20
    .equ DIM, 32                    /* right behind HALF: up to this the highlight is 0 */
    .equ LIT, 36                    /* whether faces are lit */
    .equ COLOURS, 40
    .equ LIMITS, 44                 /* height, bands a row Q20, the draw's number << 16, the end of the faces' normals, or the colour */
    .equ FACES_END, 56
    .equ ITEM, 60                   /* the next item, its link, the next rs_again, the bands' bins */
    .equ AGAIN, 68
    .equ BINS, 72
    .equ INDEX, 76                  /* and the vertices, the count, whether two-sided */
    .equ TWO_SIDED, 88
    .equ COLOUR, 92
    .equ ODD_LINKS, 96
    .equ LIST, 100
    .equ REJECTED, 104
    .equ BANDS, 108
    .equ NEARER, 112                /* what turns AGAIN into the address of the next rs_again */

/* Whether textured.inc lies in fast memory, or the C functions in the cartridge serve (rs_spans_of of frame.c). The
 * word goes with the code: whoever loads textured.inc writes it. */
    .section .hot.rs_arm_textures_in_place, "ax", %progbits
    .global rs_arm_textures_in_place
    .type rs_arm_textures_in_place, %object
rs_arm_textures_in_place:
    .word 1
    .size rs_arm_textures_in_place, 4
/* Whether phong.inc lies in fast memory, or the C functions serve. */
    .global rs_arm_phong_in_place
    .type rs_arm_phong_in_place, %object
rs_arm_phong_in_place:
    .word 1
    .size rs_arm_phong_in_place, 4
/* Whether flat.S lies in fast memory, in the place of textured.inc and phong.inc, in carts without meshes. */
    .global rs_arm_flat_in_place
    .type rs_arm_flat_in_place, %object
rs_arm_flat_in_place:
    .word 0
    .size rs_arm_flat_in_place, 4
/* Whether rs_light_at_near of light.c lies in fast memory; it does not before somebody has loaded it. */
    .global rs_arm_lights_in_place
    .type rs_arm_lights_in_place, %object
rs_arm_lights_in_place:
    .word 0
    .size rs_arm_lights_in_place, 4

    .section .hot.rs_arm_record, "ax", %progbits
    .global rs_arm_record
    .type rs_arm_record, %function
/* r0 recording, r1 indices, r2 vertices, r3 = (triangles left - 1) << 1 | two-sided, and bit 31 where the other triangle of a
 * pair waits on the stack; r4-r6 six indices of 16 bits. While this runs, a bin's tail is not a link but the address where
 * the next link belongs. */
rs_arm_record:
    push {r4-r11, lr}
    add r1, r0, #INDEX
    ldmia r1, {r1-r4}
    sub r3, r3, #1
    orr r3, r4, r3, lsl #1
    ldr r5, [r0, #FACES_END]        /* less r3 << 1, it is where a face's normal lies */
    sub r5, r5, #4
    add r5, r5, r4, lsl #1
    str r5, [r0, #FACES_END]

    tst r4, #1                      /* into the code: the ways of triangles seen from behind */
    adr r4, branches
    ldmia r4, {r4-r8}
    moveq r7, r6
    moveq r8, r6
    str r7, way_first
    str r8, way_second              /* and the ways around light and around its turning into a colour, or no ways */
    ldr r7, [r0, #LIT]
    ldr r8, [r0, #COLOURS]
    cmp r7, #0
    movne r4, r6
    ldreq r9, [r0, #COLOUR]
    streq r9, [r0, #FACES_END]
    cmp r8, #0
    movne r5, r6
    str r4, way_unlit
    str r5, way_textured
    ldr r4, [r0, #BINS]
    ldr r5, [r0, #BANDS]
    ldr r7, [r0, #ODD_LINKS]
    ldr r8, [r0, #LIST]
    add r8, r8, #4
1:  ldr r6, [r4, #4]
    tst r6, #1
    subne r6, r7, r6, lsl #3
    bne 2f
    cmp r6, #0
    addne r6, r6, r8
    moveq r6, r4
2:  str r6, [r4, #4]
    add r4, r4, #8
    subs r5, r5, #1
    bne 1b

    tst r1, #2                      /* begins within a word: one triangle alone */
    beq left
    ldrh r5, [r1], #2
    mov r5, r5, lsl #16
    ldr r6, [r1], #4
    b second

left:
    cmp r3, #2
    bge pair
    cmp r3, #0
    bmi finish
    ldr r4, [r1], #4                /* the last triangle alone: nothing is read beyond it */
    ldrh r5, [r1], #2
    b 1f
pair:
    ldmia r1!, {r4-r6}

    .macro facing                   /* corners y << 16 | x in r7 to r9: mi from the front; r10 y0, r11 and r12 y1 and y2 less that */
    mov r10, r7, asr #16
    rsb r11, r10, r8, asr #16
    rsb r12, r10, r9, asr #16
    eor r7, r7, #0x8000             /* with no x below 0, the differences of y << 16 | x are dy 2^16 + dx, and what dy has in both */
    eor r8, r8, #0x8000             /* products is the same */
    eor r9, r9, #0x8000
    sub r8, r8, r7
    sub r9, r9, r7
    mul r7, r9, r11
    mul lr, r8, r12
    cmp lr, r7
    .endm

1:  mov r7, r4, lsl #16
    mov r8, r4, lsr #16
    mov r9, r5, lsl #16
    ldr r7, [r2, r7, lsr #13]
    ldr r8, [r2, r8, lsl #3]
    ldr r9, [r2, r9, lsr #13]
    facing
    bmi first_front
way_first:
    bne 7f
after_first:
    subs r3, r3, #2
    bmi finish
second:
    mov r7, r5, lsr #16
    mov r8, r6, lsl #16
    mov r9, r6, lsr #16
    ldr r7, [r2, r7, lsl #3]
    ldr r8, [r2, r8, lsr #13]
    ldr r9, [r2, r9, lsl #3]
    facing
    bmi second_front
way_second:
    bne 8f
after_second:
    sub r3, r3, #2
    cmp r3, #2
    bge pair
    b left

7:  push {r5, r6}
    orr r3, r3, #0x80000000
    mov r7, r5, lsl #16
    mov r5, r4, lsr #16
    mov r5, r5, lsl #16
    mov r4, r4, lsl #16
    orr r4, r7, r4, lsr #16
    b front
8:  mov r4, r5, lsr #16
    mov r5, r6, lsl #16
    mov r6, r6, lsr #16
    orr r4, r4, r6, lsl #16
    b front

first_front:
    push {r5, r6}
    orr r3, r3, #0x80000000
    mov r5, r5, lsl #16
    b front
second_front:
    mov r4, r5, lsr #16
    orr r4, r4, r6, lsl #16
    mov r5, r6, lsr #16
    mov r5, r5, lsl #16
front:                              /* r4 b << 16 | a, r5 c << 16 */
    cmp r11, r12                    /* rows_of */
    movgt r8, r12
    movle r8, r11
    movgt r7, r11
    movle r7, r12
    cmp r8, #0
    movgt r8, #0
    cmp r7, #0
    movlt r7, #0
    add r10, r10, #7
    add r8, r10, r8
    add r10, r10, r7
    add r6, r0, #LIMITS
    ldmia r6, {r7, r9, r11, r12}
    movs r8, r8, asr #4             /* the first row */
    movmi r8, #0
    cmp r7, r10, asr #4
    movgt r7, r10, asr #4
    cmp r8, r7
    bge rejected
    sub r7, r7, #1                  /* the last row */
    mul r10, r9, r8
    mul r6, r9, r7
    orr r5, r11, r5, lsr #16
    mov r8, r10, lsr #20            /* the first band, and r7 how many more */
    rsb r7, r8, r6, lsr #20
way_unlit:
    b unlit
    ldr r9, [r12, -r3, lsl #1]      /* rs_light_quick: r10 r11 r9 the face's normal, r6 the light */
    ldmia r0, {r6, r12, lr}
    mov r10, r9, lsl #24
    mov r11, r9, lsl #16
    mov r9, r9, lsl #8
    mov r10, r10, asr #24
    mov r11, r11, asr #24
    mov r9, r9, asr #24
    mul r6, r10, r6
    mla r6, r12, r11, r6
    mla r6, lr, r9, r6
    ldr r12, [r0, #BASE]
    cmp r6, #0
    movle r6, r12
    ble 2f
    ldr lr, [r0, #HIGHLIGHT]
    add r6, r12, r6, asr #8
    cmp lr, #0
    beq 2f
    add lr, r0, #HALF               /* rs_highlight_at */
    ldmia lr, {r12, lr}
    mul r10, r12, r10
    mla r10, lr, r11, r10
    add lr, r0, #HALF + 8
    ldmia lr, {r12, lr}             /* and DIM */
    mla r10, r12, r9, r10
    cmp r10, lr
    ble 2f
    ldr r12, [r0, #HIGHLIGHT]
    add r10, r10, r10, lsl #7
    mov r10, r10, asr #20
    cmp r10, #255
    movgt r10, #255
    ldrb r10, [r12, r10]
    add r6, r6, r10, lsl #7
2:
way_textured:                       /* the light itself */
    b textured
    ldr r9, [r0, #COLOURS]
    mov r6, r6, lsr #10             /* beyond the clamp of 65534 lies nothing but level 63; at 0 and 1 level 0 */
    cmp r6, #63
    movhi r6, #63
    ldrb r6, [r9, r6, lsl #8]

3:  add r9, r0, #ITEM               /* room for the item at r9, and r7 links from r11 on? */
    ldmia r9, {r9-r12}
    add lr, r11, r7, lsl #3
    cmp lr, r9
    bhi full
    stmia r9, {r4, r5, r6}          /* the item's link follows when there is one */
    add r12, r12, r8, lsl #3
    ldr r6, [r12, #4]
    add r4, r9, #12
    str r4, [r12, #4]
    str r10, [r6]
    sub r9, r9, #16
    add r4, r10, #2
    str r9, [r0, #ITEM]
    str r4, [r0, #ITEM + 4]
    subs r7, r7, #1
    bpl again
next:
    cmp r3, #0
    bpl after_second
    bic r3, r3, #0x80000000
    pop {r5, r6}
    b after_first

unlit:
    mov r6, r12
    b 3b
textured:
    mov r6, r6, lsr #7
    cmp r6, #512
    movhs r6, #508
    addhs r6, r6, #3
    b 3b
branches:
    .word 0xEA000000 + ((unlit - way_unlit - 8) >> 2), 0xEA000000 + ((textured - way_textured - 8) >> 2)
    mov r0, r0
    .word 0x1A000000 + ((7b - way_first - 8) >> 2), 0x1A000000 + ((8b - way_second - 8) >> 2)

again:                              /* r10 the item's number, r11 the entry, r8 what turns its address into a link */
    mov r10, r10, lsr #1
    ldr r8, [r0, #LIST]
    ldr r9, [r0, #NEARER]
    add r11, r11, r9
1:  ldr r6, [r12, #12]
    add r4, r11, #4
    str r4, [r12, #12]
    add r12, r12, #8
    sub r5, r11, r8
    str r10, [r11], #8
    str r5, [r6]
    subs r7, r7, #1
    bpl 1b
    sub r11, r11, r9
    str r11, [r0, #AGAIN]
    b next

rejected:
    ldr r7, [r0, #REJECTED]
    add r7, r7, #1
    str r7, [r0, #REJECTED]
    b next

full:
    cmp r3, #0
    addmi sp, sp, #8
    bic r3, r3, #0x80000000
finish:                             /* tails become links again, and the last link of a chain says that it is the last: 0 */
    ldr r4, [r0, #BINS]
    ldr r5, [r0, #BANDS]
    ldr r7, [r0, #ODD_LINKS]
    ldr r8, [r0, #LIST]
    ldr r10, [r0, #ITEM]
    add r8, r8, #4
    mov r9, #0
1:  ldr r6, [r4, #4]
    str r9, [r6]
    cmp r6, r4
    moveq r6, #0
    beq 2f
    cmp r6, r10
    subhi r6, r7, r6
    movhi r6, r6, lsr #3
    subls r6, r6, r8
2:  str r6, [r4, #4]
    add r4, r4, #8
    subs r5, r5, #1
    bne 1b
    mov r0, r3, asr #1
    add r0, r0, #1
    pop {r4-r11, lr}
    bx lr
    .size rs_arm_record, . - rs_arm_record

/* uint16_t *rs_arm_light(const rs_arm_recording *recording, const int8_t *normals, uint16_t *out, uint32_t count):
 * rs_light_quick for vertices, four bytes a normal; count > 0. About 60 cycles a vertex, 40 on the far side. */
    .section .hot.rs_arm_light, "ax", %progbits
    .global rs_arm_light
    .type rs_arm_light, %function
rs_arm_light:
    push {r4-r11, lr}
    ldmia r0, {r4-r7}               /* direction, base */
1:  ldr r8, [r1], #4
    mov r9, r8, lsl #24
    mov r9, r9, asr #24
    mul r12, r4, r9
    mov r10, r8, lsl #16
    mov r10, r10, asr #24
    mla r12, r5, r10, r12
    mov r11, r8, lsl #8
    mov r11, r11, asr #24
    mla r12, r6, r11, r12
    mov r8, r7
    cmp r12, #0
    ble 2f
    ldr lr, [r0, #HIGHLIGHT]
    add r8, r8, r12, asr #8
    cmp lr, #0
    beq 2f
    add lr, r0, #HALF
    ldmia lr, {r12, lr}
    mul r9, r12, r9
    mla r9, lr, r10, r9
    add lr, r0, #HALF + 8
    ldmia lr, {r12, lr}             /* and DIM */
    mla r9, r12, r11, r9
    cmp r9, lr
    ble 2f
    ldr lr, [r0, #HIGHLIGHT]
    add r9, r9, r9, lsl #7
    mov r9, r9, asr #20
    cmp r9, #255
    movgt r9, #255
    ldrb r9, [lr, r9]
    add r8, r8, r9, lsl #7
2:  cmp r8, #1
    movlt r8, #1
    cmp r8, #0xFF00
    bgt 3f
4:  strh r8, [r2], #2
    subs r3, r3, #1
    bne 1b
    mov r0, r2
    pop {r4-r11, lr}
    bx lr
3:  ldr r9, =65534
    cmp r8, r9
    movgt r8, r9
    b 4b
    .pool
    .size rs_arm_light, . - rs_arm_light
