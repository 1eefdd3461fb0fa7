/* What scripts draw with. */
#include "kernel/draw/internal.h"

#include "raster/flat.h"

/* A coordinate of the picture; far outside is far outside. */
static int at(const ox_script_call *call, uint32_t argument, int32_t origin) {
    return (int)int_clamp(call->arguments[argument], -8192, 8192) + (int)origin;
}

static uint32_t colour_at(const ox_script_call *call, uint32_t argument) {
    return draw_native(draw_of(call), call->arguments[argument]);
}

/* Between the brackets what is drawn, with `d` to draw into. */
#define DRAW(name, call_of)                                                                                  \
    static ox_script_answer native_##name(ox_script_call *call) {                                            \
        ox_draw *d = draw_of(call);                                                                          \
        if (d == NULL) return ox_script_refuse_because(call, "draws, and only `on draw` does");              \
        (void)(call_of);                                                                                     \
        return OX_SCRIPT_DONE;                                                                               \
    }
#define X(argument) at(call, argument, d->x)
#define Y(argument) at(call, argument, d->y)
#define SIZE(argument) at(call, argument, 0)

DRAW(line, rs_frame_line(d->frame, X(0), Y(1), X(2), Y(3), colour_at(call, 4), false))
DRAW(rectangle_fill, rs_frame_rectangle(d->frame, X(0), Y(1), SIZE(2), SIZE(3), colour_at(call, 4)))

static ox_script_answer native_draw_at(ox_script_call *call) {
    ox_draw *d = draw_of(call);
    if (d == NULL) return ox_script_refuse_because(call, "draws, and only `on draw` does");
    d->x = at(call, 0, 0);
    d->y = at(call, 1, 0);
    return OX_SCRIPT_DONE;
}

enum { ALL = OX_SCRIPT_TRUST_CART | OX_SCRIPT_TRUST_ADD_ON };

const ox_script_native ox_draw_native_rows[OX_DRAW_NATIVES] = {
    OX_SCRIPT_NATIVE(line, DRAW, ALL, 8, "v(iiiii)", "line(x0: int, y0: int, x1: int, y1: int, colour: int)",
                     "a line between two pixels, both drawn"),
    OX_SCRIPT_NATIVE(rectangle_fill, DRAW, ALL, 8, "v(iiiii)",
                     "rectangle_fill(x: int, y: int, width: int, height: int, colour: int)",
                     "a filled rectangle"),
    OX_SCRIPT_NATIVE(draw_at, DRAW, ALL, 4, "v(ii)", "draw_at(x: int, y: int)",
                     "what this `on draw` draws from now on has its origin there"),
};
