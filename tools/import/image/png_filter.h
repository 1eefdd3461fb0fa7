/* The five predictors of PNG's row filters, for reading and writing (PNG specification, section 9). */
#ifndef OXCART_TOOLS_IMPORT_IMAGE_PNG_FILTER_H
#define OXCART_TOOLS_IMPORT_IMAGE_PNG_FILTER_H

enum { IMPORT_PNG_FILTERS = 5 };

/* The one of the three neighbours that is nearest to left + up - corner. */
static inline int import_png_paeth(int left, int up, int corner) {
    int by_left = up - corner, by_up = left - corner, by_corner = by_left + by_up;
    if (by_left < 0) by_left = -by_left;
    if (by_up < 0) by_up = -by_up;
    if (by_corner < 0) by_corner = -by_corner;
    return by_left <= by_up && by_left <= by_corner ? left : by_up <= by_corner ? up : corner;
}

/* The prediction of filter 0..4 for a byte with these neighbours (0 outside the picture). */
static inline int import_png_guess(int filter, int left, int up, int corner) {
    switch (filter) {
    case 1:
        return left;
    case 2:
        return up;
    case 3:
        return (left + up) / 2;
    case 4:
        return import_png_paeth(left, up, corner);
    default:
        return 0;
    }
}

#endif
