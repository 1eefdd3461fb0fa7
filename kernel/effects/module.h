/* Full-screen effects as a module of the console: objects that stand for what is done to the finished picture.
 *
 *     type night                                                              in cart.txt
 *       with effect=tint colour=#8090D0
 *     type corners
 *       with effect=vignette strength=0.5
 *     scene cave
 *       object night
 *       object corners name=corners
 *       object dark name=dark                                               of a type `with effect=fade colour=#000000 strength=1`
 *       with tween=strength to=0 time=0.5                                   the scene comes out of the dark
 *
 *     tween(find('dark'), 'strength', 1.0, 30t, 'linear')                     in scripts: and goes into it
 *     wait 30t
 *     scene('town')
 *
 *     ox_effect *e = ox_component_get(world, object, type);                   in C: type is ox_world_component(world, OX_NAME("effect"))
 *     e->strength = FX_HALF;
 *
 * Effects are applied in the order of `order`, those of one order in the order of their objects, over the scene, its layers and what scripts draw; screens
 * (kernel/ui) stay as they are, but for effects that `cover=screens`. `strength` 0 does nothing to the picture and costs nothing. Objects that are not visible
 * have no effect. The fields are the game's state, so effects are saved, rewound, tuned and tweened; nothing else is kept of them.
 *
 *     effect       strength     the picture
 *     fade         0..1         goes towards `colour`
 *     tint         0..1         is multiplied with `colour`
 *     saturation   -1..1        -1: grey, 1: twice as colourful
 *     brightness   -1..1        -1: black, 1: white
 *     contrast     -1..3        -1: middle grey, 1: twice as far from it
 *     bleach       0..1         hard and pale, as unbleached film
 *     keep_hue     0..1         goes grey, but for the hue of `colour`
 *     grade        0..1         gets the colours of the asset `grade`
 *     vignette     0..1         darkens towards its corners
 *     wipe         -1..1        is covered by `colour` from the left, below 0 from the right
 *     wipe_down    -1..1        likewise from the top, below 0 from the bottom
 *     iris         0..1         is covered but for a circle about `centre`, which closes
 *     scope        above 0      is covered but for a circle of the radius `reach` (of the picture's height)
 *     binoculars   above 0      likewise two circles beside one another
 *     bloom        0..4         what is brighter than `colour` (#C0C0C0 where that is black) shines over its neighbours
 *     focus        above 0      is blurred where its depth is more than `reach` metres from `distance`, wholly 1 / strength metres farther
 *     motion       above 0      is smeared along the way that objects have come since the picture before, at 1 all of that way
 *     mosaic       0..1         falls into blocks, at 1 of an eighth of its height
 *     trail        0..0.99      keeps so much of the picture before
 *     cross_fade   0..1         shows so much of the last picture before this effect, of the scene before where it begins a scene
 *
 * GRADES are assets of cart.txt: `grade dusk dusk.png` is a picture that shows what becomes of every colour, as tools for films and games write it (a strip
 * of 32 squares of 32x32 pixels, 1024x32, or 512x512 of 64 squares of 64x64; any cube whose squares lie row by row; red goes right, green down, blue from
 * square to square); `grade sepia sepia.csv` three rows of four numbers, what red, green and blue are made of: so much red, green, blue, and white.
 * A picture costs 64 KB of the image, and no memory.
 *
 * PALETTE PICTURES (format pal8): what changes colours everywhere is done to the palette, after all else and to screens, too; that costs no pixel. A
 * vignette and covers are drawn as elsewhere. (Gregory, GEA 10.4.6.)
 *
 * TRAILS and cross-fades need memory for a picture, `capacity trails 1`, and pictures of colours: without, they do nothing, and the log says so. What is kept
 * of pictures is no state: after going back in time it is what was seen last.
 *
 * A BLOOM needs `capacity blooms 1`, memory of 6 bytes for every 4 x 4 pixels, a picture of colours, and `budget` for the whole picture, as one band after
 * the other does not know what shines from below. Where one lacks it does nothing, and the log says so; so it is on small machines.
 *
 * A FOCUS (`capacity focuses 1`, 8 bytes for every 4 x 4 pixels) and a MOTION (`capacity motion-blurs 1`: 2 bytes for every 8 x 8 pixels, 17 lines of the
 * picture, 12 bytes an object) want pictures of colours and the whole picture likewise. A focus goes by depth, and by the first camera where there are several: where
 * nothing was drawn with depth, such as sky, pictures of `on draw` and sprites, all is as far away as can be, and a picture without any depth stays as it is.
 * A motion knows objects with a mesh by the spheres about these, and what such a sphere covers moves as its middle does: what turns on the spot does not move, and what is
 * taller than the picture is ground or sky and stays sharp. (Gregory, GEA 10.4.6.)
 *
 * An image asks for the module by such lines or by the capacity `effects`. Memory on 32 bits: 44 bytes an effect, 72 more while the scene lasts, 8 a grade, 1 KB
 * on palette pictures; a trail a whole picture. */
#ifndef OXCART_KERNEL_EFFECTS_MODULE_H
#define OXCART_KERNEL_EFFECTS_MODULE_H

#include "kernel/module/module.h"
#include "raster/post.h"

extern const ox_module ox_effects_module;

enum {
    OX_CAPACITY_EFFECTS,
    OX_CAPACITY_TRAILS,
    OX_CAPACITY_BLOOMS,
    OX_CAPACITY_FOCUSES,
    OX_CAPACITY_MOTION_BLURS,
    OX_EFFECTS_CAPACITIES
};
extern const ox_capacity ox_effects_capacities[OX_EFFECTS_CAPACITIES];

enum { OX_EFFECTS_FIELDS = 7 };
extern const ox_script_field ox_effects_field_rows[OX_EFFECTS_FIELDS];

/* What an effect covers: the scene, or screens, too. */
enum { OX_EFFECT_COVERS_SCENE, OX_EFFECT_COVERS_SCREENS };

/* The component "effect"; any number on one object, of which scripts see the first. */
typedef struct ox_effect {
    ox_id kind; /* of the names above */
    fx strength;
    fx centre[2];    /* parts of the picture's width and height: (0.5, 0.5) is its middle */
    fx reach;        /* of a circle, of the picture's height; of a focus, metres about its distance */
    uint32_t colour; /* 0xRRGGBB */
    ox_id grade;     /* the name of an asset */
    int16_t order;
    uint8_t cover;
    fx distance; /* of a focus, metres */
} ox_effect;

extern const ox_type ox_effect_type;

#endif
