/* Triangles into the display list for the ARM7TDMI: what record_inside of transform.c does, together with rs_item_add and
 * rs_light_quick, where a picture has several bands and a flat part one light; those define the result.
 *
 * uint32_t rs_arm_record(rs_arm_recording *recording): how many triangles are left because the list is full.
 *
 * About 60 cycles for a triangle that is seen from behind; 145 for one that is recorded, 80 more where it is lit, 50 more for
 * every further band. */
    .syntax unified
    .cpu arm7tdmi
    .arm

/* rs_arm_recording, which transform.c fills */
    .equ INDEX, 0
    .equ VERTICES, 4
    .equ COUNT, 8
    .equ FACES_END, 12
    .equ HEIGHT, 16
    .equ PER_BAND, 20
    .equ TWO_SIDED, 24
    .equ LIT, 28
    .equ DIRECTION, 32
    .equ BASE, 44
    .equ HIGHLIGHT, 48
    .equ HALF, 52
    .equ COLOURS, 64
    .equ COLOUR, 68
    .equ DRAW, 72
    .equ ITEM, 76
    .equ ITEM_COUNT, 80
    .equ BINS, 84
    .equ ODD_LINKS, 88
    .equ LIST, 92
    .equ AGAIN, 96
    .equ REJECTED, 100
    .equ BANDS, 104

    .section .hot.rs_arm_record, "ax", %progbits
    .global rs_arm_record
    .type rs_arm_record, %function
/* r0 recording, r1 indices, r2 vertices, r3 = (triangles left - 1) << 1 | two-sided */
rs_arm_record:
    push {r4-r11, lr}
    ldmia r0, {r1-r4}
    ldr r5, [r0, #TWO_SIDED]
    sub r3, r3, #1
    orr r3, r5, r3, lsl #1
    sub r4, r4, #4                  /* less r3 << 1, it is where a face's normal lies */
    add r4, r4, r5, lsl #1
    str r4, [r0, #FACES_END]

triangle:
    ldrh r4, [r1], #2
    ldrh r5, [r1], #2
    ldrh r6, [r1], #2
    ldr r7, [r2, r4, lsl #3]        /* y << 16 | x; differences fit 16 bits */
    ldr r8, [r2, r5, lsl #3]
    ldr r9, [r2, r6, lsl #3]
    mov r10, r7, asr #16
    rsb r11, r10, r8, asr #16
    rsb r12, r10, r9, asr #16
    sub r8, r8, r7
    sub r9, r9, r7
    mov r8, r8, lsl #16
    mov r9, r9, lsl #16
    mov r8, r8, asr #16
    mov r9, r9, asr #16
    mul r7, r9, r11
    mul lr, r8, r12
    cmp r7, lr
    bgt 1f
    tst r3, #1
    bne 7f
next:
    subs r3, r3, #2
    bpl triangle
full:
    ldr r4, [r0, #BINS]             /* the last link of a band's chain says that it is the last: 0 */
    ldr r5, [r0, #BANDS]
    ldr r7, [r0, #ODD_LINKS]
    ldr r8, [r0, #LIST]
    mov r9, #0
8:  ldr r6, [r4, #4]
    add r4, r4, #8
    tst r6, #1
    strne r9, [r7, -r6, lsl #3]
    bne 9f
    cmp r6, #0
    addne r6, r6, r8
    strne r9, [r6, #4]
9:  subs r5, r5, #1
    bne 8b
    mov r0, r3, asr #1
    add r0, r0, #1
    pop {r4-r11, lr}
    bx lr

7:  mul r7, r9, r11                 /* from behind, unless it has no area */
    cmp r7, lr
    beq next
    mov r7, r5
    mov r5, r6
    mov r6, r7

1:  cmp r11, r12                    /* rows_of: r7 first, r8 last, then their bands */
    movlt r7, r11
    movge r7, r12
    movlt r8, r12
    movge r8, r11
    cmp r7, #0
    movgt r7, #0
    cmp r8, #0
    movlt r8, #0
    add r7, r7, r10
    add r8, r8, r10
    add r7, r7, #7
    add r8, r8, #7
    movs r7, r7, asr #4
    movmi r7, #0
    mov r8, r8, asr #4
    ldr r9, [r0, #HEIGHT]
    cmp r8, r9
    movgt r8, r9
    cmp r7, r8
    bge rejected
    sub r8, r8, #1
    ldr r9, [r0, #PER_BAND]
    mul r10, r9, r7
    mul r11, r9, r8
    mov r7, r10, lsr #20
    mov r8, r11, lsr #20
    ldr r9, [r0, #DRAW]
    orr r4, r4, r5, lsl #16
    orr r5, r6, r9

    ldr r6, [r0, #LIT]
    cmp r6, #0
    ldreq r6, [r0, #COLOUR]
    beq 3f
    ldr r9, [r0, #FACES_END]        /* rs_light_quick: r9 the face's normal, r6 the light */
    add r6, r0, #DIRECTION
    ldmia r6, {r10-r12}
    ldr r9, [r9, -r3, lsl #1]
    mov r6, r9, lsl #24
    mov r6, r6, asr #24
    mul lr, r10, r6
    mov r6, r9, lsl #16
    mov r6, r6, asr #24
    mla lr, r11, r6, lr
    mov r6, r9, lsl #8
    mov r6, r6, asr #24
    mla lr, r12, r6, lr
    ldr r6, [r0, #BASE]
    cmp lr, #0
    ble 2f
    add r6, r6, lr, asr #8
    ldr lr, [r0, #HIGHLIGHT]
    cmp lr, #0
    beq 2f
    add r10, r0, #HALF              /* rs_highlight_at */
    ldmia r10, {r10-r12}
    mov lr, r9, lsl #24
    mov lr, lr, asr #24
    mul r10, lr, r10
    mov lr, r9, lsl #16
    mov lr, lr, asr #24
    mla r10, lr, r11, r10
    mov lr, r9, lsl #8
    mov lr, lr, asr #24
    mla r10, lr, r12, r10
    cmp r10, #0
    ble 2f
    add r10, r10, r10, lsl #7
    mov r10, r10, asr #20
    cmp r10, #255
    movgt r10, #255
    ldr lr, [r0, #HIGHLIGHT]
    ldrb r10, [lr, r10]
    add r6, r6, r10, lsl #7
2:  cmp r6, #1
    movlt r6, #1
    ldr r9, =65534
    cmp r6, r9
    movgt r6, r9
    ldr r9, [r0, #COLOURS]
    mov r6, r6, lsr #10
    ldrb r6, [r9, r6, lsl #8]

3:  ldr r9, [r0, #ITEM]             /* room for the item and r11 links from r10 on? */
    ldr r10, [r0, #AGAIN]
    sub r11, r8, r7
    add r12, r10, r11, lsl #3
    cmp r12, r9
    bhi full
    stmia r9, {r4, r5, r6}          /* its link follows when there is one */
    sub r9, r9, #16
    str r9, [r0, #ITEM]
    ldr r4, [r0, #ITEM_COUNT]
    ldr r9, [r0, #BINS]
    add r5, r4, #1
    str r5, [r0, #ITEM_COUNT]
    add r5, r5, r4                  /* its link: 2 index + 1 */
    add r9, r9, r7, lsl #3
4:  ldr r6, [r9, #4]                /* rs_link of r5 to the band at r9 */
    str r5, [r9, #4]
    tst r6, #1
    ldrne r12, [r0, #ODD_LINKS]
    strne r5, [r12, -r6, lsl #3]
    bne 5f
    cmp r6, #0
    streq r5, [r9]
    ldrne r12, [r0, #LIST]
    addne r12, r12, r6
    strne r5, [r12, #4]
5:  subs r11, r11, #1
    bmi next
    str r4, [r10]
    ldr r12, [r0, #LIST]
    sub r5, r10, r12
    add r10, r10, #8
    add r9, r9, #8
    str r10, [r0, #AGAIN]
    b 4b

rejected:
    ldr r7, [r0, #REJECTED]
    add r7, r7, #1
    str r7, [r0, #REJECTED]
    b next
    .pool
    .size rs_arm_record, . - rs_arm_record

/* uint16_t *rs_arm_light(const rs_arm_recording *recording, const int8_t *normals, uint16_t *out, uint32_t count):
 * rs_light_quick for vertices, four bytes a normal; count > 0. About 60 cycles a vertex, 40 on the far side. */
    .section .hot.rs_arm_light, "ax", %progbits
    .global rs_arm_light
    .type rs_arm_light, %function
rs_arm_light:
    push {r4-r11, lr}
    add r4, r0, #DIRECTION
    ldmia r4, {r4-r7}               /* direction, base */
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
    ldr r12, [r0, #HALF]
    mul r9, r12, r9
    ldr r12, [r0, #HALF + 4]
    mla r9, r12, r10, r9
    ldr r12, [r0, #HALF + 8]
    mla r9, r12, r11, r9
    cmp r9, #0
    ble 2f
    add r9, r9, r9, lsl #7
    mov r9, r9, asr #20
    cmp r9, #255
    movgt r9, #255
    ldrb r9, [lr, r9]
    add r8, r8, r9, lsl #7
2:  cmp r8, #1
    movlt r8, #1
    ldr r9, =65534
    cmp r8, r9
    movgt r8, r9
    strh r8, [r2], #2
    subs r3, r3, #1
    bne 1b
    mov r0, r2
    pop {r4-r11, lr}
    bx lr
    .pool
    .size rs_arm_light, . - rs_arm_light
