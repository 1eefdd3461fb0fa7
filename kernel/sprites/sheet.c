/* Sprite sheets as they lie in their chunks, and flip-books. */
#include "kernel/sprites/sheet.h"

#include "rom/check.h"

enum { PAGES_MOST = 64 };

uint32_t ox_sheet_frames(const uint8_t *sheet) { return rom_word(sheet + ROM_SHEET_COUNT); }

static bool has_later_fields(const uint8_t *sheet) { return rom_has(sheet, ROM_SHEET_ORDER_AT); }

bool ox_sheet_frame_at(const uint8_t *sheet, uint32_t number, ox_sheet_frame *frame) {
    if (number >= ox_sheet_frames(sheet) || rom_word(sheet + ROM_SHEET_AT) == 0) return false;
    const uint8_t *row = sheet + rom_word(sheet + ROM_SHEET_AT) + (size_t)number * ROM_SHEET_FRAME_SIZE;
    const uint32_t places = has_later_fields(sheet) ? rom_word(sheet + ROM_SHEET_PLACES_AT) : 0;
    *frame = (ox_sheet_frame){
        .x = rom_half(row + ROM_SHEET_FRAME_X),
        .y = rom_half(row + ROM_SHEET_FRAME_Y),
        .width = rom_half(row + ROM_SHEET_FRAME_WIDTH),
        .height = rom_half(row + ROM_SHEET_FRAME_HEIGHT),
        .pivot_x = (int16_t)(rom_i16(row + ROM_SHEET_FRAME_ORIGIN_X) - rom_i16(row + ROM_SHEET_FRAME_TRIM_X)),
        .pivot_y =
            (int16_t)(rom_i16(row + ROM_SHEET_FRAME_ORIGIN_Y) - rom_i16(row + ROM_SHEET_FRAME_TRIM_Y))};
    if (places == 0) return true;
    const uint8_t *place = sheet + places + (size_t)number * ROM_SHEET_PLACE_SIZE;
    frame->image = rom_half(place + ROM_SHEET_PLACE_IMAGE);
    frame->turned = (place[ROM_SHEET_PLACE_FLAGS] & ROM_SHEET_PLACE_TURNED) != 0;
    return true;
}

uint32_t ox_sheet_images(const uint8_t *sheet) {
    return has_later_fields(sheet) && rom_word(sheet + ROM_SHEET_IMAGES_AT) != 0
               ? rom_word(sheet + ROM_SHEET_IMAGE_COUNT)
               : 1;
}

uint32_t ox_sheet_image(const uint8_t *sheet, uint32_t number) {
    const uint32_t at = has_later_fields(sheet) ? rom_word(sheet + ROM_SHEET_IMAGES_AT) : 0;
    return rom_word(at == 0 ? sheet + ROM_SHEET_IMAGE : sheet + at + (size_t)number * 4u);
}

/* ---- flip-books ---- */

static const uint8_t *books_of(const uint8_t *sheet, uint32_t *count) {
    *count = has_later_fields(sheet) && rom_word(sheet + ROM_SHEET_ORDER_AT) != 0 &&
                     rom_word(sheet + ROM_SHEET_ANIMATIONS_AT) != 0
                 ? rom_word(sheet + ROM_SHEET_ANIMATION_COUNT)
                 : 0;
    return sheet + (*count == 0 ? 0 : rom_word(sheet + ROM_SHEET_ANIMATIONS_AT));
}

static void read_book(const uint8_t *row, ox_flip_book *book) {
    *book = (ox_flip_book){rom_word(row + ROM_FLIP_BOOK_FIRST), rom_half(row + ROM_FLIP_BOOK_COUNT),
                           rom_half(row + ROM_FLIP_BOOK_RATE),
                           (row[ROM_FLIP_BOOK_FLAGS] & ROM_FLIP_BOOK_LOOPS) != 0};
}

bool ox_sheet_book(const uint8_t *sheet, uint32_t number, ox_flip_book *book) {
    uint32_t count;
    const uint8_t *rows = books_of(sheet, &count);
    if (number >= count) return false;
    read_book(rows + (size_t)number * ROM_FLIP_BOOK_SIZE, book);
    return true;
}

bool ox_sheet_book_is(const uint8_t *sheet, uint32_t number, uint32_t name, ox_flip_book *book) {
    uint32_t count;
    const uint8_t *rows = books_of(sheet, &count), *row = rows + (size_t)number * ROM_FLIP_BOOK_SIZE;
    if (number >= count || rom_word(row + ROM_FLIP_BOOK_NAME) != name) return false;
    read_book(row, book);
    return true;
}

int ox_sheet_find(const uint8_t *sheet, uint32_t name, ox_flip_book *book) {
    uint32_t low = 0, high;
    const uint8_t *rows = books_of(sheet, &high);
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2u,
                       here = rom_word(rows + (size_t)middle * ROM_FLIP_BOOK_SIZE + ROM_FLIP_BOOK_NAME);
        if (here == name) return ox_sheet_book(sheet, middle, book) ? (int)middle : -1;
        if (here < name)
            low = middle + 1u;
        else
            high = middle;
    }
    return -1;
}

uint32_t ox_flip_book_frame(const uint8_t *sheet, const ox_flip_book *book, uint32_t page) {
    const uint32_t at = book->first + (page < book->count ? page : book->count - 1u);
    return rom_half(sheet + rom_word(sheet + ROM_SHEET_ORDER_AT) + (size_t)at * 2u);
}

/* Pages that are turned in a step: a division only where there are many. */
static uint32_t turn_pages(ox_flip_book_clock *clock, uint64_t gone, uint32_t page) {
    uint32_t pages = 0;
    if (gone > (uint64_t)page * PAGES_MOST) gone = (uint64_t)page * PAGES_MOST;
    uint64_t part = clock->part + gone;
    for (; part >= page && pages < 4; part -= page) pages++;
    if (part >= page) {
        pages += (uint32_t)(part / page);
        part %= page;
    }
    clock->part = (uint32_t)part;
    return pages;
}

/* Moves a clock by `pages`, at most to the end of its flip-book; whether the end was reached. */
static bool go_on(const ox_flip_book *book, ox_flip_book_clock *clock, uint32_t pages, bool back) {
    const uint32_t count = book->count;
    uint32_t at = clock->step < count ? clock->step : count - 1u;
    const uint32_t left = back ? at : count - 1u - at; /* pages before the flip-book ends or begins again */
    if (pages <= left || book->loops) {
        uint32_t more = pages;
        while (more >= count) more -= count; /* 64 at most */
        at = back ? at + count - more : at + more;
        clock->step = (uint16_t)(at >= count ? at - count : at);
        return false;
    }
    clock->step = (uint16_t)(back ? 0 : count - 1u);
    clock->part = 0;
    return true;
}

bool ox_flip_book_step(const ox_flip_book *book, ox_flip_book_clock *clock, const ox_flip_rate *rate) {
    const uint32_t page = rate->ticks << 16;
    const bool back = rate->factor < 0;
    const uint64_t gone =
        (uint64_t)book->rate * (back ? 0u - (uint32_t)rate->factor : (uint32_t)rate->factor);
    if (!back) {
        const uint32_t pages = turn_pages(clock, gone, page);
        return pages > 0 && go_on(book, clock, pages, false);
    }
    /* Backwards the part counts down: what is left of the page counts on. */
    ox_flip_book_clock left = {page - 1u - clock->part, clock->step};
    const uint32_t pages = turn_pages(&left, gone, page);
    clock->part = page - 1u - left.part;
    return pages > 0 && go_on(book, clock, pages, true);
}
