/* RS_HOT marks the functions that decide the frame rate, so that a port can give them its fastest memory.
 *
 *     RS_HOT static void span_flat_z(rs_span *span) { ... }
 *
 * It stands in front of a function's definition, never of a mere declaration. By default it means nothing. A
 * port that compiles with -DRS_HOT_SECTION (the Game Boy Advance) gets every such function as a section of
 * its own named `.hot.<number>`, compiled as 32-bit
 * ARM code; its linker script copies those into fast memory at start, and the linker joins calls across the
 * two memories and instruction sets. Such a call costs some ten cycles more than a near one (none through a
 * function pointer), so mark the loop over pixels, edges or vertices, not the function that it calls per
 * pixel; small helpers stay `static inline` and become part of the marked function.
 *
 * Fast memory is scarce, 32512 bytes on the GBA: 3 KB are the stack, 2 KB copying and division. The rest is for the marked
 * functions of all files together, where those of spans_pal8.c and spans_bgr555.c count but once, for the larger: only one
 * pixel format is in fast memory at a time; and for the bands: 13 KB, 11 KB with light per pixel, and 16 to 20 KB while a
 * cart has no textures, whose hand-written code then is not there. The link fails when less than 6.5 KB would be left for bands.
 *
 * RS_HOT_RARE is for functions that are hot when they run but seldom run, such as per-pixel lighting: on the
 * GBA they become ARM code too, but stay in the cartridge; with -DRS_RARE_IS_HOT it is the same as RS_HOT, and with
 * -DRS_HOT_IS_RARE RS_HOT the same as this, and with -DRS_RARE_IS_SMALL it is 16-bit code. */
#ifndef OXCART_RASTER_HOT_H
#define OXCART_RASTER_HOT_H

/* Which pixel formats a build draws: one bit each, 1 << rs_format. A port for a machine with little code memory compiles
 * with -DRS_FORMATS_LINKED=5 (PAL8 and BGR555), say; rs_frame_begin refuses the others. */
#ifndef RS_FORMATS_LINKED
#define RS_FORMATS_LINKED 31
#endif

/* With -DRS_FRAGMENT_LINKED=0 the fragment pipeline stays out, too (60 KB of Thumb code): pixel states, looks and
 * primitives that are no triangles are then refused with RS_BAD_ARGUMENT, and RS_GREY4, which has no other path, must
 * not be among the formats. */
#ifndef RS_FRAGMENT_LINKED
#define RS_FRAGMENT_LINKED 1
#endif
#if !RS_FRAGMENT_LINKED && (RS_FORMATS_LINKED & 16)
#error "RS_GREY4 is drawn by the fragment pipeline alone"
#endif

/* RS_HOT_IN(section) is for loops that a port keeps in a place of their own for the carts that need them: ".sound" for
 * the loops of the mixer. */
#if defined(RS_HOT_SECTION) && defined(__GNUC__)
#define RS_HOT_IN(name) __attribute__((section(name), target("arm"), noinline))
#define RS_HOT_TEXT_(number) #number
#define RS_HOT_TEXT(number) RS_HOT_TEXT_(number)
#ifdef RS_RARE_IS_HOT
#define RS_HOT_RARE RS_HOT
#elif defined(RS_RARE_IS_SMALL)
#define RS_HOT_RARE __attribute__((noinline))
#else
#define RS_HOT_RARE RS_HOT_IN(".rare." RS_HOT_TEXT(__COUNTER__))
#endif
#ifdef RS_HOT_IS_RARE
#define RS_HOT RS_HOT_RARE
#else
#define RS_HOT RS_HOT_IN(".hot." RS_HOT_TEXT(__COUNTER__))
#endif
#else
#define RS_HOT_IN(name)
#define RS_HOT
#define RS_HOT_RARE
#endif

/* RS_TWIN marks a function that defines what hand-written code of raster/arm does, and takes its place in a build without. */
#ifdef RS_ARM_SPANS
#define RS_TWIN RS_HOT_RARE __attribute__((unused))
#else
#define RS_TWIN RS_HOT
#endif

#endif
