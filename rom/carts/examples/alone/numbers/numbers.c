/* Fixed point alone, as a microcontroller without floating point takes it: how far a ball flies at each angle. Freestanding but for printf. */
#include <stdio.h>

#include "fixedmath/fixedmath.h"
#include "fixedmath/text.h"

#define GRAVITY FX(9.81)
#define DRAG FX(0.02) /* a second, for each metre a second */
#define STEP (FX_ONE / 64)

/* Metres that the ball flies, by Euler's steps: each is a product or two, and gives the same bits on every machine. */
static fx flight(fx speed, ang16 angle) {
    vec2 at = {0, 0}, velocity = {fx_mul(speed, fx_cos(angle)), fx_mul(speed, fx_sin(angle))};
    do {
        const fx slower = fx_mul(fx_mul(DRAG, v2_length(velocity)), STEP);
        velocity.x -= fx_mul(velocity.x, slower);
        velocity.y -= fx_mul(velocity.y, slower) + fx_mul(GRAVITY, STEP);
        at.x += fx_mul(velocity.x, STEP);
        at.y += fx_mul(velocity.y, STEP);
    } while (at.y > 0);
    return at.x;
}

int main(void) {
    fx best = 0;
    int best_degrees = 0;
    for (int degrees = 10; degrees <= 80; degrees += 5) {
        const fx metres = flight(FX(20), (ang16)(degrees * 65536 / 360));
        char text[24];
        fx_format(text, sizeof text, metres, 2, 0, false);
        printf("%d degrees: %s m\n", degrees, text);
        if (metres > best) best = metres, best_degrees = degrees;
    }
    printf("farthest at %d degrees\n", best_degrees);
    return 0;
}
