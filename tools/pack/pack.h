/* Packs carts: loads their assets, brings them into the console's forms and builds the ROM image. */
#ifndef OXCART_TOOLS_PACK_PACK_H
#define OXCART_TOOLS_PACK_PACK_H

#include "tools/base/writer.h"
#include "tools/cart/cart.h"
#include "tools/cart/limits.h"
#include "tools/report/report.h"
#include "tools/step/step.h"

typedef struct pack_options {
    bool
        names; /* whether the names of chunks are put in as debug strings; false: a release without the parts for developers */
    bool debug; /* with names: places in sources are paths of this machine */
    /* Gets every error, and notes on things that were mended, left out or are worth knowing; may be NULL. */
    tool_report *said;
    /* Called after each asset with its name and how many of how many are done; may be NULL. Serves builds that
     * pack_cart opens itself. */
    void (*progress)(void *argument, const char *what, unsigned done, unsigned total);
    void *argument;
    const char *const *languages; /* only these languages, ends with NULL; NULL: all of the cart */
    const char *region;           /* only this region: variants that it replaces are left out; NULL: all */
    const char *const *set;       /* pack_folder: settings as in cart_reading */
    const machine_limits
        *limits; /* limits of the port to pack for, which must hold; NULL: no particular port */
    const char *const
        *only; /* names of chunks, ends with NULL: only these and what they need; NULL: all. Files of other
                                assets are not touched, unless the palette is made of all pictures */
    bool own_palette; /* with `only`: without a palette file, the palette is made of their pictures alone */
    const char *base; /* image that an add-on is made for, whose palette it has when it names none; or NULL */
    writer
        *places; /* gets where the scripts of a release have their places (tools/script/places.h); or NULL */
    builder *build; /* where results are kept, and how many processors work; NULL: nothing is kept */
} pack_options;

typedef struct pack_report {
    unsigned warnings, missing; /* missing: assets left out since their files are missing */
    uint32_t chunks, meshes, textures, materials, scenes;
    uint32_t vertices, triangles;
    double position_error; /* the largest of all meshes, relative to the radius of its mesh */
} pack_report;

/* Builds the image of a cart. On failure every mistake that was found is reported, and *error is the first. Missing
 * files are left out with a warning; damaged ones, and names that mean nothing, are errors. The same cart gives the
 * same bytes, whatever the cache holds and however many processors work. Free the image with writer_free. */
bool pack_cart(const cart *c, const pack_options *options, writer *image, pack_report *report,
               tool_error *error);

/* Packs a cart to be looked at: without sounds, and only with assets that scenes and meshes show, assets of the kind
 * `also`, and the asset of that name (KIND/NAME). */
bool pack_looks(const cart *c, const char *also, const pack_options *options, writer *image,
                tool_error *error);

/* pack_cart for a folder. When cart.txt has mistakes, its files are still checked for further mistakes. */
bool pack_folder(const char *folder, const pack_options *options, writer *image, pack_report *report,
                 tool_error *error);

/* Runs the step of one asset of a folder alone, so that its result lies in the store of options->build; `name` is the
 * name of its chunk, such as mesh/crate. *made is the digest of the result. */
bool pack_asset(const char *folder, const pack_options *options, const char *name, digest *made,
                tool_error *error);

/* Compiles a cart without linking it: all chunks, of which pack_it marks those to be compressed. No chunk is left
 * out, and there are no packages yet. Free the chunks with assemble_free. */
struct assembly;
bool pack_compile(const cart *c, const pack_options *options, struct assembly *chunks, pack_report *report,
                  tool_error *error);

/* ---- what texts may set of objects ---- */

/* The module in a CODE chunk that the compiler made. */
struct ox_script_module;
bool pack_script_open(const uint8_t *code, struct ox_script_module *module);

/* Whether objects may have a field of that name: a field of a component, as its record or scripts call it, or of
 * their spawner. */
bool pack_is_field(const char *key);

/* The word that a level's `set` needs for a prop with that field of its module (rom/FORMAT.md, CODE); NULL: `value`
 * is such a word. */
const char *pack_set_wanted(const uint8_t *field, const char *value);

#endif
