/* A pointer that a pad drives. */
#include "fixedmath/scalar.h"
#include "kernel/input_map/internal.h"

/* How far an axis moves the cursor, in 1/65536 pixel: from its speed to that times its boost, by how long it has been pushed. */
static int32_t way_of(const ox_input_map_player *p, fx axis, uint32_t pushed, uint32_t steps, uint32_t rate) {
    const uint32_t full = rate / 2 == 0 ? 1 : rate / 2, along = pushed < full ? pushed : full;
    const int64_t boost = p->boost < (uint32_t)FX_ONE ? 0 : (int64_t)p->boost - FX_ONE,
                  factor = FX_ONE + boost * along / full; /* at most 16.0 */
    return fx_sat64((int64_t)axis * p->cursor / rate * steps * factor / FX_ONE);
}

/* The cursor's next pixel within a side of the picture; what it moved by. */
static int16_t move_along(int32_t *at, int32_t way, int32_t side, int16_t *pixel) {
    const int16_t before = (int16_t)(*at >> 16);
    *at = int_clamp(fx_adds(*at, way), 0, side * FX_ONE - 1);
    *pixel = (int16_t)(*at >> 16);
    return (int16_t)(*pixel - before);
}

void ox_input_map_drive(ox_input_map *map, uint32_t steps, uint32_t rate, plat_input *polled) {
    const uint32_t directions = PLAT_UP | PLAT_DOWN | PLAT_LEFT | PLAT_RIGHT;
    ox_input_cursor *c = &map->cursor;
    const ox_input_map_player *p = &map->players[0];
    if (map->player_count == 0 || p->cursor == 0 || rate == 0) return;
    if ((polled->pointer_dx | polled->pointer_dy) != 0 || polled->pointer_held || !c->is_placed) {
        const bool leads = (polled->pointer_dx | polled->pointer_dy) != 0 || polled->pointer_held;
        c->at[0] = int_clamp(leads ? polled->pointer_x : map->width / 2, 0, map->width - 1) * FX_ONE;
        c->at[1] = int_clamp(leads ? polled->pointer_y : map->height / 2, 0, map->height - 1) * FX_ONE;
        c->is_placed = true;
        c->pushed = 0;
        if (leads) return;
    }
    fx x, y;
    ox_input_stick(polled->stick_x, polled->stick_y, p->dead > 0 ? (int32_t)p->dead : OX_INPUT_DEAD_ZONE, &x,
                   &y);
    x = ox_input_axis(polled->buttons, PLAT_LEFT, PLAT_RIGHT, x);
    y = ox_input_axis(polled->buttons, PLAT_DOWN, PLAT_UP, y);
    const uint32_t pushed = c->pushed;
    c->pushed = (x | y) == 0 ? 0 : (uint32_t)int_min((int32_t)(c->pushed + steps), INT16_MAX);
    polled->pointer_dx =
        move_along(&c->at[0], way_of(p, x, pushed, steps, rate), map->width, &polled->pointer_x);
    polled->pointer_dy =
        move_along(&c->at[1], way_of(p, -y, pushed, steps, rate), map->height, &polled->pointer_y);
    polled->pointer_held = (polled->buttons & PLAT_A) != 0;
    polled->buttons &= ~(directions | PLAT_A);
    polled->stick_x = polled->stick_y = 0;
}
