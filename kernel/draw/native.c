/* What scripts draw with. */
#include "kernel/draw/internal.h"
#include "raster/flat.h"

/* ---- only while a picture is drawn ---- */

typedef ox_script_answer draw_function(ox_script_call *call, ox_draw *d);

/* The one place that refuses natives that draw while nothing is drawn. */
static ox_script_answer while_drawing(ox_script_call *call, draw_function *draws) {
    ox_draw *d = draw_of(call);
    return d != NULL ? draws(call, d) : ox_script_refuse_because(call, "draws, and only `on draw` does");
}

/* Stands before the body of a native, which has `call` and the picture `d`. */
#define NATIVE(name)                                                                                         \
    static draw_function draws_##name;                                                                       \
    static ox_script_answer native_##name(ox_script_call *call) {                                            \
        return while_drawing(call, draws_##name);                                                            \
    }                                                                                                        \
    static ox_script_answer draws_##name(ox_script_call *call, ox_draw *d)

/* ---- arguments ---- */

/* A number of the picture's size; places far outside are held far outside. */
static int pixels(int32_t value) { return (int)int_clamp(value, -8192, 8192); }

static int x_at(const ox_script_call *call, uint32_t argument) {
    return pixels(call->arguments[argument]) + (int)draw_of(call)->x;
}
static int y_at(const ox_script_call *call, uint32_t argument) {
    return pixels(call->arguments[argument]) + (int)draw_of(call)->y;
}
static int size_at(const ox_script_call *call, uint32_t argument) {
    return pixels(call->arguments[argument]);
}

static uint32_t colour_at(const ox_script_call *call, uint32_t argument) {
    return draw_native(draw_of(call), call->arguments[argument]);
}

/* ---- shapes ---- */

/* A shape that does not fit the display list is left out and counted there. */
#define DRAW(name, draws)                                                                                    \
    NATIVE(name) {                                                                                           \
        (void)(draws);                                                                                       \
        return OX_SCRIPT_DONE;                                                                               \
    }

DRAW(pixel, rs_frame_pixel(d->frame, x_at(call, 0), y_at(call, 1), colour_at(call, 2)))
DRAW(line, rs_frame_line(d->frame, x_at(call, 0), y_at(call, 1), x_at(call, 2), y_at(call, 3),
                         colour_at(call, 4), false))
DRAW(rectangle, rs_frame_outline(d->frame, x_at(call, 0), y_at(call, 1), size_at(call, 2), size_at(call, 3),
                                 colour_at(call, 4)))
DRAW(rectangle_fill, rs_frame_rectangle(d->frame, x_at(call, 0), y_at(call, 1), size_at(call, 2),
                                        size_at(call, 3), colour_at(call, 4)))
DRAW(circle,
     rs_frame_circle(d->frame, x_at(call, 0), y_at(call, 1), size_at(call, 2), colour_at(call, 3), false))
DRAW(circle_fill,
     rs_frame_circle(d->frame, x_at(call, 0), y_at(call, 1), size_at(call, 2), colour_at(call, 3), true))
DRAW(ellipse, rs_frame_ellipse(d->frame, x_at(call, 0), y_at(call, 1), size_at(call, 2), size_at(call, 3),
                               colour_at(call, 4), false))
DRAW(ellipse_fill, rs_frame_ellipse(d->frame, x_at(call, 0), y_at(call, 1), size_at(call, 2),
                                    size_at(call, 3), colour_at(call, 4), true))

static ox_script_answer draw_triangle(const ox_script_call *call, const ox_draw *d, bool filled) {
    const int corners[6] = {x_at(call, 0), y_at(call, 1), x_at(call, 2),
                            y_at(call, 3), x_at(call, 4), y_at(call, 5)};
    (void)rs_frame_triangle_2d(d->frame, corners, colour_at(call, 6), filled);
    return OX_SCRIPT_DONE;
}
NATIVE(triangle) { return draw_triangle(call, d, false); }
NATIVE(triangle_fill) { return draw_triangle(call, d, true); }

/* ---- how shapes and words are drawn ---- */

NATIVE(draw_at) {
    d->x = pixels(call->arguments[0]);
    d->y = pixels(call->arguments[1]);
    return OX_SCRIPT_DONE;
}

NATIVE(clip) {
    const rs_view view = {(int16_t)x_at(call, 0), (int16_t)y_at(call, 1),
                          (int16_t)int_max(size_at(call, 2), 0), (int16_t)int_max(size_at(call, 3), 0)};
    rs_frame_clip(d->frame, &view);
    return OX_SCRIPT_DONE;
}

NATIVE(clip_none) {
    (void)call;
    rs_frame_clip(d->frame, NULL);
    return OX_SCRIPT_DONE;
}

NATIVE(ink) {
    if ((uint32_t)call->arguments[0] >= RS_FLAT_MODES) return ox_script_refuse(call, 0);
    d->ink.mode = (uint8_t)call->arguments[0];
    d->ink.alpha = (uint8_t)fx_to_int_nearest(fx_clamp01(call->arguments[1]) * 255);
    (void)rs_frame_ink(d->frame, (rs_flat_mode)d->ink.mode, d->ink.alpha);
    return OX_SCRIPT_DONE;
}

/* Gives the picture's width or height, which nobody but a picture may know: it differs from screen to screen. */
static ox_script_answer give_side(ox_script_call *call, const ox_draw *d, bool is_width) {
    call->results[0] = is_width ? d->host->options->width : d->host->options->height;
    return OX_SCRIPT_DONE;
}
NATIVE(screen_width) { return give_side(call, d, true); }
NATIVE(screen_height) { return give_side(call, d, false); }

NATIVE(tint) {
    d->ink.tint = (uint32_t)call->arguments[0] & 0xFFFFFFu;
    if (d->ink.tint == 0xFFFFFFu) d->ink.tint = 0;
    return OX_SCRIPT_DONE;
}

NATIVE(silhouette) {
    d->ink.flat = call->arguments[0] >= 0;
    if (d->ink.flat) d->ink.native = colour_at(call, 0);
    return OX_SCRIPT_DONE;
}

/* ---- the palette ---- */

/* Adds a change of entries first .. first + count - 1, whose arguments begin the call's; count at argument 1, or one entry. */
static ox_script_answer change_palette(ox_script_call *call, ox_draw *d, bool has_count,
                                       const rs_palette_change *change) {
    const int32_t first = call->arguments[0], count = has_count ? call->arguments[1] : 1;
    if (first < 0 || first > 255) return ox_script_refuse(call, 0);
    if (count < 1 || count > 256 - first) return ox_script_refuse(call, 1);
    if (d->change_count == DRAW_PALETTE_CHANGES)
        return ox_script_refuse_because(call, "is called too often in one picture: six changes are kept");
    rs_palette_change *kept = &d->changes[d->change_count++];
    *kept = *change;
    kept->first = (uint8_t)first;
    kept->count = (int16_t)count;
    return OX_SCRIPT_DONE;
}

NATIVE(palette_set) {
    const rs_palette_change change = {.kind = RS_PALETTE_SET, .rgb = (uint32_t)call->arguments[1]};
    return change_palette(call, d, false, &change);
}

NATIVE(palette_copy) {
    const rs_palette_change change = {.kind = RS_PALETTE_COPY, .from = (uint8_t)call->arguments[2]};
    if (call->arguments[2] < 0 || call->arguments[2] > 255) return ox_script_refuse(call, 2);
    return change_palette(call, d, true, &change);
}

NATIVE(palette_rotate) {
    const rs_palette_change change = {.kind = RS_PALETTE_ROTATE, .by = call->arguments[2]};
    return change_palette(call, d, true, &change);
}

NATIVE(palette_mix) {
    const rs_palette_change change = {.kind = RS_PALETTE_MIX,
                                      .rgb = (uint32_t)call->arguments[2],
                                      .weight =
                                          (uint8_t)fx_to_int_nearest(fx_clamp01(call->arguments[3]) * 16)};
    return change_palette(call, d, true, &change);
}

/* ---- pictures ---- */

NATIVE(picture) {
    const draw_picture p = {.x = x_at(call, 1),
                            .y = y_at(call, 2),
                            .flip_x = call->arguments[3] != 0,
                            .flip_y = call->arguments[4] != 0,
                            .scale = call->arguments[5],
                            .turn = (ang16)call->arguments[6]};
    draw_picture_part(d, (ox_id)call->arguments[0], &p, NULL);
    return OX_SCRIPT_DONE;
}

NATIVE(picture_part) {
    const draw_picture p = {.x = x_at(call, 1),
                            .y = y_at(call, 2),
                            .flip_x = call->arguments[7] != 0,
                            .flip_y = call->arguments[8] != 0,
                            .scale = FX_ONE};
    draw_picture_part(d, (ox_id)call->arguments[0], &p, call->arguments + 3);
    return OX_SCRIPT_DONE;
}

NATIVE(sprite_frame) {
    const draw_picture p = {.x = x_at(call, 2),
                            .y = y_at(call, 3),
                            .flip_x = call->arguments[4] != 0,
                            .flip_y = call->arguments[5] != 0,
                            .scale = call->arguments[6],
                            .turn = (ang16)call->arguments[7]};
    return draw_sheet_frame(d, (ox_id)call->arguments[0], (uint32_t)call->arguments[1], &p)
               ? OX_SCRIPT_DONE
               : ox_script_refuse(call, 1);
}

/* ---- words ---- */

/* The words of an argument; words of a key are put together in the record. */
static const char *words_at(const ox_script_call *call, uint32_t argument, ox_draw *d) {
    const char *words = ox_script_words(call->machine, call->arguments[argument]);
    if (words != NULL) return words;
    d->line[0] = 0;
    if (call->arguments[argument] != 0)
        ox_behaviours_text(d->host, (ox_id)call->arguments[argument], d->line, sizeof d->line);
    return d->line;
}

NATIVE(text) {
    const ox_words_run words = {.words = words_at(call, 0, d),
                                .font = (ox_id)call->arguments[5],
                                .x = x_at(call, 1),
                                .y = y_at(call, 2),
                                .width = size_at(call, 6),
                                .align = (uint8_t)call->arguments[4],
                                .native = colour_at(call, 3)};
    ox_words_draw(&d->words, &words);
    return OX_SCRIPT_DONE;
}

NATIVE(text_width) {
    const ox_words_run words = {.words = words_at(call, 0, d), .font = (ox_id)call->arguments[1]};
    call->results[0] = ox_words_measure(&d->words, &words).width;
    return OX_SCRIPT_DONE;
}

NATIVE(text_height) {
    const ox_words_run words = {
        .words = words_at(call, 0, d), .width = size_at(call, 1), .font = (ox_id)call->arguments[2]};
    call->results[0] = ox_words_measure(&d->words, &words).height;
    return OX_SCRIPT_DONE;
}

/* Latin letters, as keyboards type them: one byte, or two of UTF-8. */
NATIVE(letter) {
    const uint32_t code = (uint32_t)call->arguments[0];
    if (code < 32 || code > 255) return ox_script_refuse(call, 0);
    const char one[2] = {(char)code, 0}, two[3] = {(char)(0xC0 | code >> 6), (char)(0x80 | (code & 63)), 0};
    const ox_words_run words = {.words = code < 128 ? one : two,
                                .font = (ox_id)call->arguments[4],
                                .x = x_at(call, 1),
                                .y = y_at(call, 2),
                                .native = colour_at(call, 3)};
    ox_words_draw(&d->words, &words);
    return OX_SCRIPT_DONE;
}

/* ---- the table ---- */

const ox_script_native ox_draw_native_rows[OX_DRAW_NATIVES] = {
    OX_SCRIPT_NATIVE(pixel, DRAW, ALL, 4, "v(iii)", "pixel(x: int, y: int, colour: int = #FFFFFF)",
                     "one pixel, in `on draw` as all that draws; (0, 0) is the picture's left top corner"),
    OX_SCRIPT_NATIVE(line, DRAW, ALL, 8, "v(iiiii)",
                     "line(x0: int, y0: int, x1: int, y1: int, colour: int = #FFFFFF)",
                     "a line between two pixels, both drawn"),
    OX_SCRIPT_NATIVE(rectangle, DRAW, ALL, 8, "v(iiiii)",
                     "rectangle(x: int, y: int, width: int, height: int, colour: int = #FFFFFF)",
                     "the border of a rectangle"),
    OX_SCRIPT_NATIVE(rectangle_fill, DRAW, ALL, 8, "v(iiiii)",
                     "rectangle_fill(x: int, y: int, width: int, height: int, colour: int = #FFFFFF)",
                     "a filled rectangle"),
    OX_SCRIPT_NATIVE(circle, DRAW, ALL, 16, "v(iiii)",
                     "circle(x: int, y: int, radius: int, colour: int = #FFFFFF)",
                     "a circle about a pixel, 2 radius + 1 pixels wide"),
    OX_SCRIPT_NATIVE(circle_fill, DRAW, ALL, 16, "v(iiii)",
                     "circle_fill(x: int, y: int, radius: int, colour: int = #FFFFFF)", "a filled circle"),
    OX_SCRIPT_NATIVE(ellipse, DRAW, ALL, 16, "v(iiiii)",
                     "ellipse(x: int, y: int, width: int, height: int, colour: int = #FFFFFF)",
                     "the border of the ellipse that fills a rectangle"),
    OX_SCRIPT_NATIVE(ellipse_fill, DRAW, ALL, 16, "v(iiiii)",
                     "ellipse_fill(x: int, y: int, width: int, height: int, colour: int = #FFFFFF)",
                     "a filled ellipse"),
    OX_SCRIPT_NATIVE(triangle, DRAW, ALL, 16, "v(iiiiiii)",
                     "triangle(x0: int, y0: int, x1: int, y1: int, x2: int, y2: int, colour: int = #FFFFFF)",
                     "the three lines between three pixels"),
    OX_SCRIPT_NATIVE(
        triangle_fill, DRAW, ALL, 16, "v(iiiiiii)",
        "triangle_fill(x0: int, y0: int, x1: int, y1: int, x2: int, y2: int, colour: int = #FFFFFF)",
        "a filled triangle"),
    OX_SCRIPT_NATIVE(picture, DRAW, ALL, 16, "v(niibbfa)",
                     "picture(name: picture, x: int, y: int, flip_x: bool = false, flip_y: bool = false, "
                     "scale: fx = 1.0, turn: angle = 0deg)",
                     "a texture of the cart, its left top corner at that pixel: picture('crate', 8, 8)"),
    OX_SCRIPT_NATIVE(picture_part, DRAW, ALL, 16, "v(niiiiiibb)",
                     "picture_part(name: picture, x: int, y: int, part_x: int, part_y: int, width: int, "
                     "height: int, flip_x: bool = false, flip_y: bool = false)",
                     "a rectangle out of it"),
    OX_SCRIPT_NATIVE(sprite_frame, DRAW, ALL, 16, "v(niiibbfa)",
                     "sprite_frame(sheet: sheet, frame: int, x: int, y: int, flip_x: bool = false, flip_y: "
                     "bool = false, scale: fx = 1.0, turn: angle = 0deg)",
                     "a frame of a sheet by its number from 0 on, its pivot at that pixel"),
    OX_SCRIPT_NATIVE(
        tint, DRAW, ALL, 4, "v(i)", "tint(colour: int = #FFFFFF)",
        "pictures from now on are multiplied with a colour; in a palette, where that can be mixed"),
    OX_SCRIPT_NATIVE(silhouette, DRAW, ALL, 4, "v(i)", "silhouette(colour: int = -1)",
                     "pictures from now on are all of one colour: a hit, a shadow; -1 ends it"),
    OX_SCRIPT_NATIVE(
        text, DRAW, ALL, 16, "v(tiiiini)",
        "text(words: words, x: int, y: int, colour: int = #FFFFFF, align: Align = Align.LEFT, "
        "font: font = '', width: int = 0)",
        "words, or a text of the cart, at, about or before x, and in lines no wider than `width`: "
        "text(\"score {score}\", 120, 4, align: CENTRE, font: 'small')"),
    OX_SCRIPT_NATIVE(text_width, DRAW, ALL, 16, "i(tn)", "text_width(words: words, font: font = '') -> int",
                     "how many pixels wide their widest line is drawn"),
    OX_SCRIPT_NATIVE(
        text_height, DRAW, ALL, 16, "i(tin)",
        "text_height(words: words, width: int = 0, font: font = '') -> int",
        "how many pixels high they are drawn in lines no wider than `width`: for texts that scroll"),
    OX_SCRIPT_NATIVE(letter, DRAW, ALL, 8, "v(iiiin)",
                     "letter(code: int, x: int, y: int, colour: int = #FFFFFF, font: font = '')",
                     "one letter by its code, 32 to 255, as typed() gives it"),
    OX_SCRIPT_NATIVE(screen_width, DRAW, ALL, 4, "i()", "screen_width() -> int",
                     "how many pixels wide the picture is"),
    OX_SCRIPT_NATIVE(screen_height, DRAW, ALL, 4, "i()", "screen_height() -> int", "and how high"),
    OX_SCRIPT_NATIVE(draw_at, DRAW, ALL, 4, "v(ii)", "draw_at(x: int, y: int)",
                     "where (0, 0) of what this `on draw` draws from now on lies in the picture"),
    OX_SCRIPT_NATIVE(clip, DRAW, ALL, 4, "v(iiii)", "clip(x: int, y: int, width: int, height: int)",
                     "cuts what this `on draw` draws from now on to a rectangle"),
    OX_SCRIPT_NATIVE(clip_none, DRAW, ALL, 4, "v()", "clip_none()", "cuts nothing any more"),
    OX_SCRIPT_NATIVE(ink, DRAW, ALL, 4, "v(if)", "ink(mode: Ink, alpha: fx = 1.0)",
                     "how what this `on draw` draws from now on meets the picture: ink(ALPHA, 0.5)"),
    OX_SCRIPT_NATIVE(palette_set, DRAW, ALL, 4, "v(ii)", "palette_set(index: int, colour: int)",
                     "a colour of the palette is another one in this picture, in carts of 256 colours"),
    OX_SCRIPT_NATIVE(palette_copy, DRAW, ALL, 4, "v(iii)",
                     "palette_copy(first: int, count: int, source: int)",
                     "and so many from `first` on are what those from `source` on are"),
    OX_SCRIPT_NATIVE(palette_rotate, DRAW, ALL, 4, "v(iii)",
                     "palette_rotate(first: int, count: int, by: int)",
                     "and so many move up, the last ones to the first place: flowing water"),
    OX_SCRIPT_NATIVE(palette_mix, DRAW, ALL, 4, "v(iiif)",
                     "palette_mix(first: int, count: int, colour: int, part: fx)",
                     "and so many are mixed with a colour, in sixteenths: 0.0 not at all, 1.0 wholly"),
};
