/* The loops of raster in hand-written code for the ARM7TDMI, where a build has them (RS_ARM_SPANS: the Game Boy Advance). Each does to the
 * bit what the C function named here does; tests/gba/spans_test.c compares them on the machine. */
#ifndef OXCART_RASTER_ARM_ARM_H
#define OXCART_RASTER_ARM_ARM_H

#include "raster/flat/quick.h"
#include "raster/list/list.h"

#ifdef RS_ARM_SPANS

/* Whether textured.inc and phong.inc lie in fast memory. If not, the C functions in the cartridge serve. */
extern const volatile uint32_t rs_arm_textures_in_place, rs_arm_phong_in_place;
/* Whether flat.S lies in fast memory. If not, the C functions in the cartridge serve. */
extern const volatile uint32_t rs_arm_flat_in_place;

/* ---- clear.S: clear_band of raster/list/frame.c, for the columns that the band before drew into ---- */

void rs_arm_clear_columns(uint8_t *pixels, uint16_t *depth, uint32_t lines, uint32_t blocks, uint32_t width,
                          uint32_t colour);

/* ---- transform.S: transform_inside of raster/list/transform.c; it tells what the 26 words are ---- */

void rs_arm_transform(uint32_t *rows, const int16_t *position, uint32_t count, rs_vertex *out,
                      uint32_t *inverse_w);

/* ---- recording, record.S: record_inside of raster/list/transform.c, for several bands and at most one light ---- */

typedef struct rs_arm_recording {
    int32_t direction[3];
    int32_t base;
    const uint8_t *highlight;
    int32_t half[3], dim;
    uint32_t lit;
    const uint8_t *colours;
    int32_t height;
    uint32_t per_band, draw;
    const int8_t *faces_end;
    rs_item *item;  /* the next item */
    uint32_t link;  /* link of the next item */
    uint8_t *again; /* less `nearer` */
    rs_bin *bins;
    const uint16_t *index;
    const rs_vertex *vertices;
    uint32_t count, two_sided, colour;
    uint8_t *odd_links; /* this address less 8 times an odd link is where the item's own link lies */
    uint8_t *list;
    uint32_t rejected, bands;
    uint32_t nearer; /* how much further up items would lie in the list, modulo 2^32 */
} rs_arm_recording;

_Static_assert(sizeof(rs_arm_recording) == 116 && sizeof(rs_item) == 16 && sizeof(rs_again) == 8,
               "as record.S has it");

uint32_t rs_arm_record(rs_arm_recording *recording);
uint16_t *rs_arm_light(const rs_arm_recording *recording, const int8_t *normals, uint16_t *out,
                       uint32_t count);

/* ---- spans_pal8.S: draw_chain of raster/list/frame.c, and the span functions of raster/spans/spans_pal8.c ---- */

void rs_arm_chain_pal8(const uint8_t *list, const rs_item *first, uint32_t link, const rs_band *band);
void rs_arm_plain_constant(const rs_draw *draw, const rs_item *item, const rs_band *band);
void rs_arm_plain_gouraud(const rs_draw *draw, const rs_item *item, const rs_band *band);
void rs_arm_plain_phong(const rs_draw *draw, const rs_item *item, const rs_band *band);
void rs_arm_affine_constant(const rs_draw *draw, const rs_item *item, const rs_band *band);
void rs_arm_affine_gouraud(const rs_draw *draw, const rs_item *item, const rs_band *band);
void rs_arm_perspective_constant(const rs_draw *draw, const rs_item *item, const rs_band *band);
void rs_arm_perspective_gouraud(const rs_draw *draw, const rs_item *item, const rs_band *band);

/* ---- flat.S: the loops of raster/flat/quick_pal8.c ---- */

void rs_arm_keyed_words(uint8_t *to, const uint8_t *from, const rs_keyed_words *rows);
void rs_arm_keyed_words_back(uint8_t *to, const uint8_t *from, const rs_keyed_words *rows);
void rs_arm_piece_lines(const rs_pieces *pieces);
void rs_arm_keyed_block(uint8_t *to, const uint8_t *from, const rs_keyed_words *rows);
void rs_arm_whole_words(uint8_t *to, const uint8_t *from, const rs_keyed_words *rows);
void rs_arm_letter(uint8_t *to, int32_t stride, uint32_t rows, uint32_t pixel);

#endif
#endif
