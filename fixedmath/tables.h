/* Declarations of the constant tables that tools/tablegen writes when the project is built. */
#ifndef FIXEDMATH_TABLES_H
#define FIXEDMATH_TABLES_H

#include <stdint.h>

/* All tables together stay below 10 KB; the generated file states the formula, the domain, the format, the
 * error and a checksum of each. The tables are for the functions of fixedmath; this header declares them so that
 * inline functions of other headers can reach them. A linker that drops unused sections (-fdata-sections with
 * --gc-sections) leaves out what no linked function uses. */

#define FX_SINE_STEPS 256
#define FX_ATAN_STEPS 512
#define FX_EXP2_STEPS 256
#define FX_LOG2_STEPS 256
#define FX_SIGMOID_STEPS 128

extern const uint16_t fx_table_recip[256];              /* Q0.16 of 1/x, x = 1 + (i + 1/2)/256 */
extern const uint16_t fx_table_rsqrt[384];              /* Q0.16 of 1/sqrt(x), x = 1 + (i + 1/2)/128 */
extern const int32_t fx_table_sine[FX_SINE_STEPS + 2];  /* q30 of the sine, 0..90 degrees and a step */
extern const int32_t fx_table_sine_poly[6];             /* Q2.30 of u, u^3 .. u^11: sin(u * 90 degrees) */
extern const int32_t fx_table_atan[FX_ATAN_STEPS + 1];  /* ang32 of atan(i/512) */
extern const uint32_t fx_table_exp2[FX_EXP2_STEPS + 1]; /* Q2.30 of 2^(i/256) */
extern const int32_t fx_table_log2[FX_LOG2_STEPS + 2];  /* q30 of log2(1 + i/256) */
extern const uint16_t fx_table_logistic[FX_SIGMOID_STEPS + 1]; /* Q0.16 of the logistic function on 0..16 */
extern const uint16_t fx_table_chi_square[64][2];              /* Q9.7: 95 % and 99 % limits, 1..64 degrees */
extern const int32_t fx_table_nlerp[8];                        /* q24 coefficients of the corrected nlerp */

#endif
