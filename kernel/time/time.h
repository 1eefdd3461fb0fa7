/* Units of time and their arithmetic.
 *
 *     unit                  type       wraps after          for
 *     microsecond, cycle    uint64_t   584,000 years        absolute times of the machine
 *     duration              uint32_t   71 minutes of us     differences, taken wide or by wrapping
 *     tick                  uint32_t   828.5 days of 60 Hz  the simulation: the index of a step
 *     1/300 second          uint32_t   165.7 days           delays, refire, patrol waits: 5 to a 60 Hz frame, 6 to
 *                                                           a 50 Hz frame; too coarse for times that are scaled
 *     seconds               fx         32768 s              elapsed values only, never absolute times
 *
 * Two ticks or 32-bit times are never compared with <: the sign of their difference tells which is later, and
 * is right over the wrap as long as they are less than 2^31 apart. A difference of wrapping numbers is right when it is
 * kept unsigned and 32 bits wide; it goes wrong only when the numbers are widened before. There are no floating-point
 * clocks: a 32-bit float that adds 1/60 s is 3 s behind after an hour and stands still after six days. (GEA 7.5.) */
#ifndef OXCART_KERNEL_TIME_TIME_H
#define OXCART_KERNEL_TIME_TIME_H

#include <stdbool.h>
#include <stdint.h>

#include "fixedmath/types.h"

/* ---- differences ---- */

/* Time from `earlier` to `later`, up to 2^32 - 1 units of any 32-bit clock, over its wrap. */
static inline uint32_t ox_time_since(uint32_t later, uint32_t earlier) { return later - earlier; }

/* Time from `earlier` to `later`, two absolute times; a span above 2^32 - 1 gives 2^32 - 1, and a `later` that is not
 * later gives 0. */
static inline uint32_t ox_time_between(uint64_t later, uint64_t earlier) {
    uint64_t span = later - earlier;
    return later < earlier ? 0 : span > UINT32_MAX ? UINT32_MAX : (uint32_t)span;
}

/* Order of 32-bit times that are less than 2^31 apart. */
static inline bool ox_time_before(uint32_t a, uint32_t b) { return (int32_t)(a - b) < 0; }
static inline bool ox_time_reached(uint32_t now, uint32_t due) { return (int32_t)(now - due) >= 0; }

/* ---- units ---- */

#define OX_UNITS_PER_SECOND 300u
#define OX_UNITS_60HZ 5u
#define OX_UNITS_50HZ 6u

/* Convert `ticks` at `rate` a second to units of 1/300 second, rounded down; and units to ticks, rounded up, so that a
 * delay is never short. Rate 0 gives 0. Results are at most 2^32 - 1. */
uint32_t ox_units_of_ticks(uint32_t ticks, uint32_t rate);
uint32_t ox_ticks_of_units(uint32_t units, uint32_t rate);

/* An elapsed span of a clock that counts `frequency` a second, in seconds, to nearest; saturates at FX_MAX.
 */
fx ox_seconds(uint64_t span, uint32_t frequency);

/* ---- hardware counters ---- */

/* A counter of 1..32 bits made 64 bits wide. The interrupt of its overflow calls ox_counter_overflow. Without an
 * interrupt (bits = 32 and a counter that takes a second and more to wrap), reading at least once a wrap does as
 * well. */
typedef struct ox_time_counter {
    volatile uint32_t overflows; /* written by the interrupt */
    uint32_t bits;
    bool interrupt;                 /* an interrupt counts overflows */
    uint64_t last;                  /* the time that was read last */
    uint32_t (*low)(void *machine); /* the hardware's count; bits above `bits` are ignored */
    void *machine;
} ox_time_counter;

void ox_counter_init(ox_time_counter *counter, uint32_t bits, bool interrupt, uint32_t (*low)(void *machine),
                     void *machine);
void ox_counter_overflow(ox_time_counter *counter);

/* The time now, which never goes back. After an overflow between the reads of both halves, both are read again. An
 * overflow whose interrupt has not come yet is noticed by the count having fallen. Only one thread may read a counter.
 * Cost: 20 instructions. */
uint64_t ox_counter_read(ox_time_counter *counter);

#endif
