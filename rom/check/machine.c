/* Checks of the machines of characters beyond the rules of rom/records.txt: every number leads to something that is there. */
#include "rom/check/checked.h"

typedef struct machine {
    const rom_checked *v;
    uint32_t parameters, states, points, masks;
} machine;

static rom_status check_layers(const machine *m) {
    uint32_t at = rom_get(m->v, ROM_MOTION_MACHINE_LAYERS_AT);
    for (uint32_t i = 0; i < rom_get_half(m->v, ROM_MOTION_MACHINE_LAYER_COUNT);
         i++, at += ROM_MOTION_LAYER_SIZE) {
        const uint32_t weight = m->v->data[at + ROM_MOTION_LAYER_WEIGHT],
                       end = rom_get_half(m->v, at + ROM_MOTION_LAYER_MASK_FIRST) +
                             rom_get_half(m->v, at + ROM_MOTION_LAYER_MASK_COUNT);
        if (weight != 255 && weight >= m->parameters)
            return rom_bad(m->v, at, "layer %u is weighed by parameter %u, which is not there", i, weight);
        if (end > m->masks) return rom_bad(m->v, at, "the mask of layer %u ends at %u", i, end);
    }
    return ROM_OK;
}

static rom_status check_triangles(const machine *m, uint32_t row, uint32_t number) {
    const uint32_t first = rom_get_half(m->v, row + ROM_MOTION_STATE_TRIANGLE_FIRST),
                   count = rom_get_half(m->v, row + ROM_MOTION_STATE_TRIANGLE_COUNT),
                   points = rom_get_half(m->v, row + ROM_MOTION_STATE_POINT_COUNT);
    const bool is_plane = m->v->data[row + ROM_MOTION_STATE_BLEND] == ROM_MOTION_STATE_PLANE;
    if ((count > 0) != is_plane || first + count > rom_get_half(m->v, ROM_MOTION_MACHINE_TRIANGLE_COUNT))
        return rom_bad(m->v, row, "state %u has %u triangles", number, count);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t at =
            rom_get(m->v, ROM_MOTION_MACHINE_TRIANGLES_AT) + (first + i) * ROM_MOTION_TRIANGLE_SIZE;
        for (uint32_t k = 0; k < 3; k++) {
            const uint32_t point = m->v->data[at + ROM_MOTION_TRIANGLE_POINT + k],
                           beside = m->v->data[at + ROM_MOTION_TRIANGLE_BESIDE + k];
            if (point >= points) return rom_bad(m->v, at, "state %u has no clip %u", number, point);
            if (beside != 255 && beside >= count)
                return rom_bad(m->v, at, "state %u has no triangle %u", number, beside);
        }
    }
    return ROM_OK;
}

/* Whether four clips stand at low-low, high-low, low-high and high-high. */
static bool is_square(const machine *m, uint32_t row) {
    const uint32_t at = rom_get(m->v, ROM_MOTION_MACHINE_POINTS_AT) +
                        rom_get_half(m->v, row + ROM_MOTION_STATE_POINT_FIRST) * ROM_MOTION_POINT_SIZE;
    int32_t x[4], y[4];
    for (uint32_t k = 0; k < 4; k++) {
        x[k] = rom_get_signed(m->v, at + k * ROM_MOTION_POINT_SIZE + ROM_MOTION_POINT_X);
        y[k] = rom_get_signed(m->v, at + k * ROM_MOTION_POINT_SIZE + ROM_MOTION_POINT_Y);
    }
    return x[0] == x[2] && x[1] == x[3] && x[0] < x[1] && y[0] == y[1] && y[2] == y[3] && y[0] < y[2];
}

static rom_status check_states(const machine *m) {
    static const uint8_t least[] = {0, 1, 1, 3, 4, 1}, most[] = {0, 1, 16, 16, 4, 1};
    uint32_t at = rom_get(m->v, ROM_MOTION_MACHINE_STATES_AT);
    for (uint32_t i = 0; i < m->states; i++, at += ROM_MOTION_STATE_SIZE) {
        const uint32_t blend = m->v->data[at + ROM_MOTION_STATE_BLEND],
                       points = rom_get_half(m->v, at + ROM_MOTION_STATE_POINT_COUNT),
                       x = m->v->data[at + ROM_MOTION_STATE_X], y = m->v->data[at + ROM_MOTION_STATE_Y];
        if (points < least[blend] || points > most[blend])
            return rom_bad(m->v, at, "state %u has %u clips", i, points);
        if (blend >= ROM_MOTION_STATE_LINE && x >= m->parameters)
            return rom_bad(m->v, at, "state %u blends over parameter %u, which is not there", i, x);
        if ((blend == ROM_MOTION_STATE_PLANE || blend == ROM_MOTION_STATE_SQUARE) && y >= m->parameters)
            return rom_bad(m->v, at, "state %u blends over parameter %u, which is not there", i, y);
        const rom_status status = check_triangles(m, at, i);
        if (status != ROM_OK) return status;
        if (blend == ROM_MOTION_STATE_SQUARE && !is_square(m, at))
            return rom_bad(m->v, at, "the clips of state %u do not stand at the corners of a square", i, 0);
        if (blend != ROM_MOTION_STATE_LINE) continue;
        uint32_t point = rom_get(m->v, ROM_MOTION_MACHINE_POINTS_AT) +
                         rom_get_half(m->v, at + ROM_MOTION_STATE_POINT_FIRST) * ROM_MOTION_POINT_SIZE;
        for (uint32_t k = 1; k < points; k++, point += ROM_MOTION_POINT_SIZE)
            if (rom_get_signed(m->v, point + ROM_MOTION_POINT_X) >=
                rom_get_signed(m->v, point + ROM_MOTION_POINT_SIZE + ROM_MOTION_POINT_X))
                return rom_bad(m->v, point, "clip %u of state %u does not stand behind the one before", k, i);
    }
    return ROM_OK;
}

/* The number of the layer that has a state. */
static uint32_t layer_of(const machine *m, uint32_t state) {
    uint32_t at = rom_get(m->v, ROM_MOTION_MACHINE_LAYERS_AT), layer = 0;
    while (state >= rom_get_half(m->v, at + ROM_MOTION_LAYER_STATE_FIRST) +
                        rom_get_half(m->v, at + ROM_MOTION_LAYER_STATE_COUNT)) {
        layer++;
        at += ROM_MOTION_LAYER_SIZE;
    }
    return layer;
}

/* Ways stand in the order of their first states. */
static rom_status check_ways(const machine *m) {
    uint32_t at = rom_get(m->v, ROM_MOTION_MACHINE_WAYS_AT), last = 0;
    const uint32_t curves = m->v->header > ROM_MOTION_MACHINE_CURVE_COUNT
                                ? rom_get_half(m->v, ROM_MOTION_MACHINE_CURVE_COUNT)
                                : 0;
    for (uint32_t i = 0; i < rom_get_half(m->v, ROM_MOTION_MACHINE_WAY_COUNT);
         i++, at += ROM_MOTION_WAY_SIZE) {
        const uint32_t from = rom_get_half(m->v, at + ROM_MOTION_WAY_FROM),
                       to = rom_get_half(m->v, at + ROM_MOTION_WAY_TO);
        if (from >= m->states || to >= m->states)
            return rom_bad(m->v, at, "way %u leads to or from a state that is not there", i, 0);
        if (from < last) return rom_bad(m->v, at, "way %u does not stand behind those of state %u", i, last);
        if (m->v->data[at + ROM_MOTION_WAY_CURVE] >= 4 + curves)
            return rom_bad(m->v, at, "way %u goes by curve %u, which is not there", i,
                           m->v->data[at + ROM_MOTION_WAY_CURVE]);
        if (layer_of(m, from) != layer_of(m, to))
            return rom_bad(m->v, at, "way %u leads to another layer", i, 0);
        last = from;
    }
    at = rom_get(m->v, ROM_MOTION_MACHINE_CONDITIONS_AT);
    for (uint32_t i = 0; i < rom_get_half(m->v, ROM_MOTION_MACHINE_CONDITION_COUNT);
         i++, at += ROM_MOTION_CONDITION_SIZE) {
        const uint32_t parameter = m->v->data[at + ROM_MOTION_CONDITION_PARAMETER];
        if (m->v->data[at + ROM_MOTION_CONDITION_TEST] < ROM_MOTION_CONDITION_END &&
            parameter >= m->parameters)
            return rom_bad(m->v, at, "condition %u looks at parameter %u, which is not there", i, parameter);
    }
    return ROM_OK;
}

static rom_status check_parameters(const machine *m) {
    uint32_t at = rom_get(m->v, ROM_MOTION_MACHINE_PARAMETERS_AT);
    for (uint32_t i = 0; i < m->parameters; i++, at += ROM_MOTION_PARAMETER_SIZE) {
        const int32_t start = rom_get_signed(m->v, at + ROM_MOTION_PARAMETER_START);
        if (start < rom_get_signed(m->v, at + ROM_MOTION_PARAMETER_LOW) ||
            start > rom_get_signed(m->v, at + ROM_MOTION_PARAMETER_HIGH))
            return rom_bad(m->v, at, "parameter %u starts out of its range", i, 0);
    }
    return ROM_OK;
}

static rom_status check_looks(const machine *m) {
    uint32_t at = rom_get(m->v, ROM_MOTION_MACHINE_LOOKS_AT);
    for (uint32_t i = 0; i < rom_get_half(m->v, ROM_MOTION_MACHINE_LOOK_COUNT);
         i++, at += ROM_MOTION_LOOK_SIZE) {
        const int32_t share = rom_get_signed(m->v, at + ROM_MOTION_LOOK_SHARE);
        if (share < 0 || share > 65536)
            return rom_bad(m->v, at, "joint %u of the look has a share of %x", i, (uint32_t)share);
    }
    return ROM_OK;
}

rom_status rom_check_motion_machine(const rom_checked *v) {
    const machine m = {v, rom_get_half(v, ROM_MOTION_MACHINE_PARAMETER_COUNT),
                       rom_get_half(v, ROM_MOTION_MACHINE_STATE_COUNT),
                       rom_get_half(v, ROM_MOTION_MACHINE_POINT_COUNT),
                       rom_get_half(v, ROM_MOTION_MACHINE_MASK_COUNT)};
    rom_status status = check_parameters(&m);
    if (status == ROM_OK) status = check_layers(&m);
    if (status == ROM_OK) status = check_states(&m);
    if (status == ROM_OK) status = check_looks(&m);
    return status == ROM_OK ? check_ways(&m) : status;
}
