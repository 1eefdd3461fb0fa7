/* Sprite sheets: frames of a SHET chunk, read where it lies, and the flip-books that show one after the other.
 *
 *     ox_sheet_frame frame;
 *     if (ox_sheet_frame_at(chunk, number, &frame)) ...                 where its pixels lie, trimmed and turned as they are
 *     number = ox_sheet_find(chunk, rom_id("walk"), &book);              an animation by the id of its name
 *     played = (ox_flip_book_clock){0, 0};                               from its first frame on
 *     each step:  ends = ox_flip_book_step(&book, &played, &(ox_flip_rate){60, FX_ONE});
 *     frame number = ox_flip_book_frame(chunk, &book, played.step);
 *
 * A FLIP-BOOK shows `count` frames of the sheet in the order of the chunk, `rate` of them a second. Its clock counts on by the rate in each step of the
 * game and turns a page whenever a second's part is full, so the page is floor(t rate) to the unit after any time: no error builds up, pages are skipped
 * where the animation is faster than the game, and the rate may change while it plays. A factor of 0 holds it, one below 0 plays it backwards. One
 * that does not loop stays at its last page (backwards: its first), and says once that it has ended. (Gregory, Game Engine Architecture 11.1; the test
 * is >=, and several pages are passed by division: the page after page 10 of 10 is page 0 and those behind it.) */
#ifndef OXCART_KERNEL_SPRITES_SHEET_H
#define OXCART_KERNEL_SPRITES_SHEET_H

#include <stdbool.h>
#include <stdint.h>

#include "fixedmath/types.h"

/* A frame. Its pixels lie at x, y of the image, width x height as they lie there. */
typedef struct ox_sheet_frame {
    uint16_t image; /* number among the sheet's images */
    uint16_t x, y, width, height;
    int16_t pivot_x, pivot_y; /* of the point that is placed, from the left top pixel that was kept */
    bool turned;              /* lies turned by 90 degrees clockwise */
} ox_sheet_frame;

/* Reads a frame. False: the sheet, a checked SHET chunk, has no such frame. */
bool ox_sheet_frame_at(const uint8_t *sheet, uint32_t number, ox_sheet_frame *frame);
uint32_t ox_sheet_frames(const uint8_t *sheet);

/* How many images there are, and the id of one. */
uint32_t ox_sheet_images(const uint8_t *sheet);
uint32_t ox_sheet_image(const uint8_t *sheet, uint32_t number);

typedef struct ox_flip_book {
    uint32_t first; /* in the sheet's order */
    uint16_t count; /* pages, 1 and more */
    uint16_t rate;  /* of them a second */
    bool loops;
} ox_flip_book;

/* The number of the animation with a name's id, -1 when there is none. And the animation of a number. */
int ox_sheet_find(const uint8_t *sheet, uint32_t name, ox_flip_book *book);
bool ox_sheet_book(const uint8_t *sheet, uint32_t number, ox_flip_book *book);

/* Reads the animation of a number if it has a name's id, else gives false: for whoever remembers the number. */
bool ox_sheet_book_is(const uint8_t *sheet, uint32_t number, uint32_t name, ox_flip_book *book);

/* Where a flip-book stands. */
typedef struct ox_flip_book_clock {
    uint32_t part; /* of the page that is shown, 65536 times steps a second are all of it */
    uint16_t step; /* the page */
} ox_flip_book_clock;

typedef struct ox_flip_rate {
    uint32_t ticks; /* steps of the game a second, up to 1,000 */
    fx factor;      /* 1.0: as it is made */
} ox_flip_rate;

/* Moves a flip-book's clock by one step of the game; true: the flip-book has ended with it. At most 64 pages are turned
 * in a step. */
bool ox_flip_book_step(const ox_flip_book *book, ox_flip_book_clock *clock, const ox_flip_rate *rate);

/* The frame of a page. */
uint32_t ox_flip_book_frame(const uint8_t *sheet, const ox_flip_book *book, uint32_t page);

#endif
