/* spans_pal8.S once more without textures, for carts that have light per pixel but no pictures: phong.inc then lies
 * where textured triangles are otherwise, and the bands get the room behind it (gba.ld). Labels that other files call
 * are at the same address in both copies, which the linker checks by the names below. */
#define WITHOUT_TEXTURES
#include "raster/arm/spans_pal8.S"

    .global rs_arm_lone_chain, rs_arm_lone_clear, rs_arm_lone_phong
    .set rs_arm_lone_chain, rs_arm_chain_pal8
    .set rs_arm_lone_clear, rs_arm_clear_columns
    .set rs_arm_lone_phong, rs_arm_plain_phong
