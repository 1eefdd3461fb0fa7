/* How exact and how stable the integrators of fixedmath/integrate.h are, on problems whose answers are known: what they gain by half the step, where rounding ends that, the largest step that does not run away, what
 * becomes of energy. (GEA 12.4.4.) */
#ifndef OXCART_TOOLS_MEASURE_INTEGRATORS_H
#define OXCART_TOOLS_MEASURE_INTEGRATORS_H

#include <stdint.h>

enum { INTEGRATORS = 6, INTEGRATOR_HALVINGS = 16 };

typedef struct integrator_report {
    const char *name;
    double order; /* of the global error, as it should be */
    double
        measured; /* log2(error(dt) / error(dt / 2)) of the oscillator, where the truncation is far above the rounding */
    double fall,
        decay; /* errors behind a second: of a free fall, of an exponential decay; decay -1: the method is for motion alone */
    double floor;      /* least error of the oscillator of all steps: the rounding */
    double floor_step; /* and the step that has it */
    double energy;     /* of the oscillator behind 100 seconds at 1/60 s, 1.0 at first */
    double
        stable; /* largest step in seconds, of 1/64 each, with which an oscillator of 1 rad/s stays bounded; 4: there was no limit */
} integrator_report;

/* Method 0 to INTEGRATORS - 1; the last one is implicit Euler, the damped spring without damping. */
void integrator_measure(int method, integrator_report *report);

#endif
