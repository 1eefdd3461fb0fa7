/* Inside of the packer: the assets of a cart while they are on their way into chunks.
 *
 * Every asset, mesh and texture is a step (tools/step/step.h). A step may bring further assets along: a model
 * brings materials and textures, a tile set brings pictures. So packing runs assets and meshes, joins what they
 * brought with the names of cart.txt (pack_load.c), chooses the palette, runs the textures, and puts all chunks
 * together. */
#ifndef OXCART_TOOLS_PACK_PACK_JOB_H
#define OXCART_TOOLS_PACK_PACK_JOB_H

#include "tools/convert/pack_kinds.h"
#include "tools/image/assemble.h"
#include "tools/import/base/limit.h"
#include "tools/import/image/quantize.h"
#include "tools/pack/pack.h"
#include "tools/script/script.h"

/* A texture. Its pixels come from source.picture, from `path` or from `blob`. */
typedef struct pack_texture {
    cart_texture source; /* source.picture: the caller's own pixels */
    char *path;          /* a file */
    const writer *blob;  /* a picture of another step, */
    digest blob_digest;  /* and its digest */
    bool present;        /* the pixels are there */
    bool mapped;         /* some material puts the texture on a mesh */
    bool levels;         /* such a material wants smaller sizes */
    bool brought;        /* an asset brought it: its transparency stays as it is */
    bool brought_by_model;
    step_result result; /* outputs[0]: the chunk */
} pack_texture;

typedef struct pack_mesh {
    const cart_mesh *source;
    char *path;         /* path of its file; NULL: the caller's own model */
    bool present, done; /* done: its step ran, or is about to run */
    step_result result; /* outputs[0]: the chunk; [1]: what pack_read_model reads; then pictures */
} pack_mesh;

typedef struct pack_item {
    const cart_asset *asset;
    const pack_kind *kind;
    char *path;
    bool present, done;
    step_result
        result; /* outputs[0]: the chunk; [1]: what pack_next_brought reads; then chunks, then pictures */
} pack_item;

typedef struct pack_job {
    const cart *c;
    const pack_options *options;
    pack_report *report;
    tool_error *error;
    builder *b;
    pack_texture *textures;
    cart_material *materials; /* materials of cart.txt, then those of model files */
    pack_mesh *meshes;
    pack_item *items;
    uint32_t texture_count, material_count, mesh_count, item_count;
    import_palette palette; /* palette of PLAT_PAL8 carts */
    digest palette_digest;
    assembly chunks;
    uint32_t *wanted; /* ids, when only some chunks are asked for */
    uint32_t wanted_count;
    bool alone; /* only the steps of chunks that are asked for, not of those they need */
    bool
        whole; /* all assets are looked at though only some are asked for: the palette is made of all pictures */
    bool compile_only; /* neither packages nor chunks made of all chunks together */
    bool failed;       /* *error is the first mistake */
    bool trial;        /* something failed already: files are only checked for further mistakes */
} pack_job;

/* How a step's note is told: with the line of cart.txt in front, without it, or as a note on a loss. */
enum { PACK_NOTE_LINE = 1, PACK_NOTE_PLAIN = 2, PACK_NOTE_LOSS = 3 };

/* Adds a warning, with the line of cart.txt it is about (0: none). */
void pack_warn(pack_job *job, unsigned long line, const char *format, ...) IMPORT_PRINTF(3, 4);

/* Tells the notes of a step. */
void pack_tell(pack_job *job, unsigned long line, const step_result *result);

/* Report an error, and an error at a line of cart.txt (0: the whole file); return false. An error that may only
 * follow from an earlier failure (job->trial) is not told. */
bool pack_failed(pack_job *job, const tool_error *error);
bool pack_wrong(pack_job *job, unsigned long line, const char *format, ...) IMPORT_PRINTF(3, 4);

/* Puts an error at a line of cart.txt into *error, from inside of a step; returns false. */
bool pack_wrong_in(const pack_job *job, tool_error *error, unsigned long line, const char *format, ...)
    IMPORT_PRINTF(4, 5);

bool pack_no_memory(pack_job *job);

/* ---- pack_audio.c ---- */

/* Makes the banks that sounds name and the chunk `audio`, and checks the names that banks and scenes use. */
bool pack_audio(pack_job *job);

/* Appends a text to `out`, and gives its place for a record. */
rom_text_place pack_add_text(writer *out, const char *text);

/* ---- pack_maps.c: the chunk `maps`, where scenes have maps ---- */

bool pack_maps(pack_job *job);

/* ---- pack_screens.c: the chunk `screens`, where screens open by themselves ---- */

bool pack_screens(pack_job *job);

/* ---- pack_collision.c: a chunk for each `collision`; the chunks of meshes are there ---- */

bool pack_collisions(pack_job *job);

/* ---- pack_scripts.c: the chunk `scripts`, where the cart has scripts ---- */

bool pack_scripts(pack_job *job);

/* ---- pack_game.c: the chunk `game`, where the cart has rules ---- */

bool pack_game(pack_job *job);

/* ---- pack_options.c: the chunk `options`, where the cart has some ---- */

bool pack_options_of_players(pack_job *job);

/* ---- pack_mechanics.c: the sheet of the game, which makes no chunk; all chunks of scripts are there ---- */

bool pack_mechanics(pack_job *job);

/* ---- pack_action.c: the chunk `actions`, where the cart has any ---- */

bool pack_actions(pack_job *job);

/* ---- pack_flat.c ---- */

/* The chunk VIEW of a scene with a flat camera. */
bool pack_view(pack_job *job, const cart_scene *scene);

/* Writes the rows of values of an object's sprite, and warns of layers that sprites name and the scene lacks. */
bool pack_sprite(pack_job *job, const cart_scene *scene, uint32_t object, writer *out, uint32_t *count);
void pack_check_layers(pack_job *job, const cart_scene *scene);

/* Whether some sprite blends or is tinted. */
bool pack_sprites_mix(const pack_job *job);

/* ---- pack_props.c ---- */

/* Appends rows of the props that an object of a scene sets for its behaviour, false when a prop is wrong. The scripts
 * are compiled. */
bool pack_props(pack_job *job, const cart_scene *scene, uint32_t object, writer *out, uint32_t *count);

/* Appends rows of the values that lines with words of modules set for all objects of a scene. */
bool pack_sayings(pack_job *job, const cart_scene *scene, writer *out, uint32_t *count);

/* Warns of values that spawns of levels set and nothing reads. */
void pack_check_levels(pack_job *job);

/* Degrees as an angle (pack_chunks.c). */
uint32_t pack_angle(double degrees);

/* ---- pack_only.c: which part of the cart ---- */

/* Whether a chunk is asked for or needed: every chunk is when there is no list. pack_want asks for a chunk. */
bool pack_is_wanted(const pack_job *job, const char *folder, const char *name);
bool pack_want(pack_job *job, const char *folder, const char *name);

/* Ask for the chunks that the options name, and for the chunks that chunks made so far name. */
bool pack_want_first(pack_job *job);
bool pack_want_needs(pack_job *job);

/* Leaves out again, once all is linked, what was read for the palette alone. */
bool pack_narrow(pack_job *job);

/* The last name that redirects lead to from a name; NULL when redirects form a ring (pack_redirect.c). */
const char *pack_redirect_end(const cart *c, const char *name);

/* ---- pack_load.c: the assets of a cart, and the names that they use ---- */

/* The part of a path behind the cart's folder; a path elsewhere as it is. */
const char *pack_inner(const cart *c, const char *path);

/* Fills meshes and items, with the paths of their files. */
bool pack_list(pack_job *job);

/* Warns of files that are missing. */
void pack_miss(pack_job *job);

/* Fills materials and textures from cart.txt, models and pictures of assets; checks every name. */
bool pack_link(pack_job *job);

/* ---- pack_steps.c, pack_pictures.c: the steps ---- */

/* Runs assets and meshes that are wanted and were not run yet (*ran of them); chooses the palette; runs the textures.
 * False after telling every error (the first in job->error). */
bool pack_run_sources(pack_job *job, uint32_t *ran);
bool pack_run_palette(pack_job *job);
bool pack_run_textures(pack_job *job);
bool pack_run_codecs(pack_job *job);

/* Whether a chunk is compressed: by its settings, else by those of the cart. */
bool pack_is_packed(const pack_job *job, const assemble_chunk *chunk);

/* Runs steps and tells all their errors; results are in the order of the list. */
bool pack_run_all(pack_job *job, const build_step *steps, step_result *results, uint32_t count);

/* The facts that a model's step gives besides its chunk. Texts lie in the blob. pack_next_material is true for each
 * further material. */
typedef struct pack_model {
    uint32_t vertices, source_vertices, triangles, clamped_uvs;
    double position_error;   /* relative to the radius */
    const uint8_t *at, *end; /* range of the materials */
    uint32_t belongs;        /* output that lists the mesh's family */
    uint32_t left;
} pack_model;

typedef struct pack_model_material {
    cart_material material;      /* named MESH.NAME; texture: "" */
    char texture[CART_PATH_MAX]; /* path, or a name for a picture; "" = none */
    bool missing;
    uint32_t picture; /* number + 1 among the outputs behind the first two; 0: a file */
} pack_model_material;

bool pack_read_model(const pack_job *job, const step_result *result, pack_model *model);
bool pack_next_material(const pack_job *job, pack_model *model, pack_model_material *material);

/* A further output of an asset's step besides its chunk: chunks come first, then pictures. */
typedef struct pack_brought {
    char name[CART_NAME_MAX + 24];
    uint32_t tag; /* 0: a picture */
    bool keyed;
    uint32_t output; /* number of the output */
} pack_brought;

bool pack_next_brought(const step_result *result, size_t *at, uint32_t *output, pack_brought *brought);

/* The next name that a script or a screen uses of its cart (pack_mentions.c), from *at on, 0 at first; false behind
 * the last. */
bool pack_next_mention(const pack_item *item, size_t *at, script_mention_row *mention);

/* All colours that scripts write, *count of them, with room for one more; NULL without memory. The list is to be
 * freed. */
uint32_t *pack_script_colours(const pack_job *job, uint32_t *count);

/* Warns of names that are nowhere in the cart, and of colours that its palette lacks. */
void pack_check_mentions(pack_job *job);

/* Lists the further chunks of a mesh's step, as pack_next_brought does for assets. */
bool pack_next_of_mesh(const step_result *result, size_t *at, uint32_t *output, pack_brought *brought);

/* Width and height of a picture that a step brought. */
void pack_picture_size(const writer *blob, uint32_t *width, uint32_t *height);

/* ---- pack_profile.c: for a machine ---- */

/* Turns format and size of the cart into those of the machine (NULL: nothing), and notes the change. pack_limits: the
 * limits of importers for the machine. */
void pack_fit(cart *c, const machine_limits *limits, tool_report *said);
import_limits pack_limits(const cart *c);

/* Check what the machine can hold, once the sources are read, once all chunks are there, and once the image is there.
 * False after a sentence about each asset that does not fit. */
bool pack_check_sources(pack_job *job);
bool pack_check_chunks(pack_job *job);
bool pack_check_image(pack_job *job, const writer *image);

/* Whether the machine can unpack the codec, and a chunk of that size. */
bool pack_codec_serves(const cart *c, uint32_t codec, size_t full);

/* ---- pack_particles.c ---- */

/* The chunk of particles that the item became, NULL for other kinds; and whether any particles mix colours, for which
 * palettes need a table. */
const uint8_t *pack_particles_chunk(const pack_item *item);
bool pack_particles_mix(const pack_job *job);

/* Whether the pictures of particles can be drawn: sides that are powers of two, no more frames than pixels. Textures
 * must be made before. */
bool pack_check_particles(pack_job *job);

/* ---- pack_light.c: carts with linear light; other carts stay as they are ---- */

/* Convert a colour of cart.txt, and all colours of a material, to the image's amounts of light. */
uint32_t pack_light(const cart *c, uint32_t rgb);
void pack_light_material(const cart *c, cart_material *material);

/* Refuses dithering in front of the ramp of the output; false after a sentence about each place. */
bool pack_check_light(pack_job *job);

/* ---- pack_material.c ---- */

/* Writes the chunk of a material. */
bool pack_material(pack_job *job, const cart_material *material);

/* Whether some material blends or has coloured light, so that a palette wants its table of nearest colours. */
bool pack_meshes_mix(const pack_job *job); /* whether meshes with vertex colours want it */
bool pack_materials_mix(const pack_job *job);

/* ---- pack_chunks.c: into the image ---- */

/* Adds the assets under the names that redirects keep for them (pack_redirect.c). */
bool pack_redirects(pack_job *job);

/* Writes all chunks into job->chunks. */
bool pack_chunks(pack_job *job);

#endif
