/* A picture on a screen of more pixels, for drivers that write the screen's memory themselves: where the picture lies, how its colours become the
 * screen's pixels, and where a pointer on the screen is in the picture. */
#ifndef OXCART_PLATFORM_HOST_HOST_SCREEN_H
#define OXCART_PLATFORM_HOST_HOST_SCREEN_H

#include "platform/host/host_internal.h"

/* Where a colour lies in a pixel. */
typedef struct host_channel {
    uint8_t shift, bits; /* 1 to 16 bits */
} host_channel;

/* A screen's pixels: numbers of 2, 3 or 4 bytes in the order of the processor. */
typedef struct host_form {
    uint8_t bytes;
    host_channel red, green, blue;
    uint32_t always; /* bits that are set in each pixel, as opacity is */
} host_form;

/* The picture's rectangle on the screen. */
typedef struct host_area {
    int left, top, across, down;
    int scale; /* 0: the screen is smaller than the picture, which then shrinks */
} host_area;

typedef struct host_screen {
    host_form form;
    host_area area;
    uint32_t *line;  /* a row of the picture */
    uint8_t *scaled; /* that row in the screen's pixels */
    size_t scaled_size;
} host_screen;

/* A mouse as a driver keeps it. */
typedef struct host_pointer {
    int x, y;             /* on the screen */
    int moved_x, moved_y; /* on the screen, since the last poll and what that poll left over */
    int wheel;
    bool held;
} host_pointer;

/* Whether the form's channels lie in its pixels. */
bool host_form_is_sound(const host_form *form);

/* The pixel of a colour 0x00RRGGBB. */
uint32_t host_form_pixel(const host_form *form, uint32_t colour);

/* In the middle, enlarged by the largest whole factor; on a screen that is too small, as large as fits. */
host_area host_area_place(int screen_width, int screen_height, int width, int height);

/* Room for pictures of `width` pixels on screens whose rows have `row_size` bytes. False: there is no memory, and the screen is as it was. */
bool host_screen_make(host_screen *s, int width, size_t row_size);

void host_screen_free(host_screen *s);

/* Writes `count` colours as `across` pixels: each as wide as the area says, or some left out. */
void host_screen_row(const host_form *form, const uint32_t *colours, int count, int across, uint8_t *out);

/* Draws the frame that is shown into memory of the screen, whose rows are `stride` bytes apart. */
void host_screen_draw(host_screen *s, const plat *p, uint8_t *pixels, ptrdiff_t stride);

/* Tells of the pointer and takes what it moved. */
void host_screen_point(const host_area *area, host_pointer *pointer, const plat *p, plat_input *in);

/* The place of a finger in the picture. */
void host_screen_touch(const host_area *area, const plat *p, int x, int y, plat_touch *touch);

#endif
