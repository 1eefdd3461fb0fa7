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
        names; /* put the names of chunks in, as debug strings; without: a release, with nothing in it that serves developers */
    bool debug; /* with names: the places of sources as paths of this machine */
    /* Every error, what was mended or left out, and what is worth knowing; may be NULL. */
    tool_report *said;
    /* After each asset: what it is and how many of how many are done; may be NULL. Serves builds that pack_cart
     * opens itself. */
    void (*progress)(void *argument, const char *what, unsigned done, unsigned total);
    void *argument;
    const char *const *languages; /* only these, ends with NULL; NULL: all that the cart has */
    const char *region;           /* for this one only: what it replaces is left out; NULL: for all */
    const char *const *set;       /* pack_folder: as cart_reading says */
    const machine_limits
        *limits; /* of the port that it is for: what breaks one is an error; NULL: of none in particular */
    const char *const
        *only; /* names of chunks, ends with NULL: only these and what they need; NULL: all. Files of other
                                assets are not touched, unless the palette is made of all pictures */
    bool own_palette; /* with `only`: a palette that no file gives is made of their pictures alone */
    builder *build;   /* where results are kept, and how many processors work; NULL: nothing is kept */
} pack_options;

typedef struct pack_report {
    unsigned warnings, missing; /* missing: assets that were left out */
    uint32_t chunks, meshes, textures, materials, scenes;
    uint32_t vertices, triangles;
    double position_error; /* the largest of all meshes, relative to the radius of its mesh */
} pack_report;

/* Builds the image of a cart. On failure every mistake that can be told was reported, and *error is the first. Missing files are left out with a warning; damaged ones, and names that mean
 * nothing, are errors. The same cart gives the same bytes, whatever the cache holds and however many processors
 * work. Free the image with writer_free. */
bool pack_cart(const cart *c, const pack_options *options, writer *image, pack_report *report,
               tool_error *error);

/* The same without what only the cart's own program would want: assets but those that scenes and meshes show, those of the kind `also`, and
 * the one that is called so (KIND/NAME); and sounds. */
bool pack_looks(const cart *c, const char *also, const pack_options *options, writer *image,
                tool_error *error);

/* pack_cart for a folder. A cart whose text has mistakes is looked at further, for those of its files. */
bool pack_folder(const char *folder, const pack_options *options, writer *image, pack_report *report,
                 tool_error *error);

/* Runs the step of one asset of a folder alone, so that its result lies in the store of options->build; `name` is that of its
 * chunk, such as mesh/crate. *made is the digest of what came out. */
bool pack_asset(const char *folder, const pack_options *options, const char *name, digest *made,
                tool_error *error);

/* What is compiled, before it is linked: all chunks; pack_it tells which ones are to be packed. Nothing is left out, and there are no
 * packages yet. Free the chunks with assemble_free. */
struct assembly;
bool pack_compile(const cart *c, const pack_options *options, struct assembly *chunks, pack_report *report,
                  tool_error *error);

/* ---- what texts may set of objects ---- */

/* The module in a CODE chunk that the compiler made. */
struct ox_script_module;
bool pack_script_open(const uint8_t *code, struct ox_script_module *module);

/* Whether objects may have a field of that name: one of their components, as its record or scripts call it, or of their spawner. */
bool pack_is_field(const char *key);

/* What a level's `set` must say to a prop with that field of its module (rom/FORMAT.md, CODE); NULL: `value` is such a word. */
const char *pack_set_wanted(const uint8_t *field, const char *value);

#endif
