/* How a picture lies on a larger screen: enlarged by the largest whole factor, in the middle, with borders.
 *
 *     ox_fit fit = ox_fit_screen(1920, 1080, 240, 160);       factor 6, 1440 x 960 at (240, 60)
 *
 * Factor 0: the screen is smaller than the picture. */
#ifndef OXCART_KERNEL_DISPLAY_FIT_H
#define OXCART_KERNEL_DISPLAY_FIT_H

typedef struct ox_fit {
    int factor;        /* screen pixels to a picture's pixel, each way */
    int left, top;     /* of the picture on the screen */
    int width, height; /* of the picture there */
} ox_fit;

static inline ox_fit ox_fit_screen(int screen_width, int screen_height, int width, int height) {
    ox_fit fit = {0, 0, 0, 0, 0};
    if (width <= 0 || height <= 0) return fit;
    int wide = screen_width / width, high = screen_height / height;
    fit.factor = wide < high ? wide : high;
    fit.width = width * fit.factor;
    fit.height = height * fit.factor;
    fit.left = (screen_width - fit.width) / 2;
    fit.top = (screen_height - fit.height) / 2;
    return fit;
}

#endif
