/* Cells of a grid from far to near. */
#include "raster/grid.h"

/* Number `step` of the order 0, last, 1, last - 1 ... that ends at `eye`: first the numbers below it, then the numbers
 * above. */
static uint32_t towards(uint32_t step, uint32_t count, int32_t eye) {
    uint32_t below = eye <= 0 ? 0 : (uint32_t)eye >= count ? count : (uint32_t)eye;
    return step < below ? step : count - 1u - (step - below);
}

uint32_t rs_grid_order(uint32_t columns, uint32_t rows, int32_t eye_column, int32_t eye_row, bool turned,
                       uint16_t *indices) {
    uint32_t written = 0;
    if (columns == 0 || rows == 0 || columns > 65534 || rows > 65534 || (columns + 1u) * (rows + 1u) > 65535u)
        return 0;
    for (uint32_t j = 0; j < rows; j++) {
        uint32_t row = towards(j, rows, eye_row);
        for (uint32_t i = 0; i < columns; i++) {
            uint32_t column = towards(i, columns, eye_column), a = row * (columns + 1u) + column,
                     b = a + columns + 1u;
            /* The half that the eye is not on comes first. */
            uint32_t half = (int64_t)eye_column - column + eye_row - row < 1 ? 3u : 0u;
            const uint16_t corner[RS_GRID_CELL] = {(uint16_t)a,        (uint16_t)b, (uint16_t)(a + 1u),
                                                   (uint16_t)(a + 1u), (uint16_t)b, (uint16_t)(b + 1u)};
            for (uint32_t k = 0; k < RS_GRID_CELL; k++) {
                uint32_t n = turned && k % 3 != 0 ? 3 * (k / 3) + 3 - k % 3 : k;
                indices[written++] = corner[(n + half) % RS_GRID_CELL];
            }
        }
    }
    return written;
}
