/* Previews of the assets of a packed cart, drawn by the console's own renderer: meshes, materials, textures and
 * scenes are played by the console itself as frame N of a turntable; pictures, sheets, tiles, maps, fonts, texts,
 * tables, sounds, skeletons, clips and levels are drawn with the rasterizer's rectangles, lines, sprites and text; of
 * other chunks the fields are shown.
 *
 *     preview_look look = {.width = 320, .height = 240, .frame = 10};
 *     if (!preview_chunk(&image, "game.rom", &chunk, &look, &picture, &hash, &error)) ...
 */
#ifndef OXCART_TOOLS_VIEW_PREVIEW_H
#define OXCART_TOOLS_VIEW_PREVIEW_H

#include "raster/frame.h"
#include "rom/rom.h"
#include "tools/base/writer.h"
#include "tools/import/image/image.h"
#include "tools/import/sound/wav.h"

enum { PREVIEW_TURN = 120 }; /* frames of a turntable's turn */

/* How a played asset is shown. */
typedef enum preview_mode {
    PREVIEW_SHOWN,     /* as in the game */
    PREVIEW_WIRE,      /* edges of all triangles, hidden ones too */
    PREVIEW_EDGES,     /* the surface and the edges in front, without diagonals of flat faces */
    PREVIEW_NORMALS,   /* the surface, and normals of vertices as needles */
    PREVIEW_COLLISION, /* the surface, and collision shapes as lines */
    PREVIEW_FACING,    /* the side that triangles show, as colours (raster/inspect.h), like all modes below */
    PREVIEW_LEVELS,    /* the level of the texture's mip-map that would fit */
    PREVIEW_DENSITY,   /* texels per pixel */
    PREVIEW_DEPTH,
    PREVIEW_TRIANGLES,
    PREVIEW_MODES
} preview_mode;

extern const char *const preview_modes[PREVIEW_MODES + 1]; /* "shown", "wire", ...; ends with NULL */

typedef struct preview_look {
    int width, height; /* 64..1024 */
    uint32_t
        frame; /* meshes: frame of the turn; sheets: number of the frame; clips: frame of the motion; lists: page; pictures:
                   size; levels flown over: frame of the flight */
    uint32_t book; /* sheets: 1 + number of a flip-book, whose frames at 60 a second are shown; 0: none */
    bool fields;   /* show the fields of any chunk */
    int mode;      /* preview_mode */
    bool fly;      /* levels: as seen from a camera that flies over them, not from above */
    uint32_t
        clip; /* meshes: id of a CLIP chunk that moves the mesh, 0: none; `frame` is the clip's then, and the turntable stands */
    uint32_t blend;  /* clips, and meshes with a clip: id of a second clip, 0: none */
    uint32_t weight; /* weight of the second clip, 65536 = nothing of the first */
    uint32_t
        detail; /* meshes and scenes: 0 as the game chooses, 1 the mesh itself, 2 its first simpler form, ... */
    const import_sound *mixed; /* draw these waves in the place of the chunk's own, or NULL */
} preview_look;

/* Draws an entry of the image; free the picture. *hash is the hash of the frame as the console logs it (a picture
 * that is not played counts as a frame in XRGB8888). False after a sentence. */
bool preview_chunk(const rom_image *image, const char *file, const rom_chunk *chunk, const preview_look *look,
                   import_image *picture, uint32_t *hash, tool_error *error);

/* ---- shared by preview*.c ---- */

/* A frame of the rasterizer that is drawn at once. */
typedef struct canvas {
    rs_frame *frame;
    uint32_t *pixels; /* XRGB8888 */
    uint16_t *depth;
    void *list;
    int width, height;
    void *kept[64]; /* pixels of sprites, kept until the frame is drawn */
    int kept_count;
} canvas;

bool canvas_open(canvas *c, int width, int height);
bool canvas_close(canvas *c, import_image *picture, tool_error *error);

/* Frees the pixels of sprites of a canvas on a frame of another owner, once that frame is drawn. */
void canvas_forget(canvas *c);
void canvas_text(canvas *c, int x, int y, uint32_t rgb, const char *format, ...) IMPORT_PRINTF(5, 6);

/* Draws a picture in a box, as large as whole pixels allow (or smaller), over a checker where it is clear. */
void canvas_picture(canvas *c, const import_image *picture, int x, int y, int box_width, int box_height);

/* The drawing of a chunk on a canvas, below a title line; `data` is the unpacked chunk. */
typedef struct preview_job {
    const rom_image *image;
    const char *file;
    const rom_chunk *chunk;
    const uint8_t *data;
    const preview_look *look;
    canvas *c;
    tool_error *error;
} preview_job;

typedef bool preview_drawer(const preview_job *job);
preview_drawer preview_picture, preview_sheet, preview_tiles, preview_map, preview_font, preview_texts,
    preview_table, preview_sound, preview_skeleton, preview_clip, preview_tracks, preview_level,
    preview_fields;

/* The chunk of a name and type, unpacked; *owned is to be freed. False when there is none. */
bool preview_other(const preview_job *job, uint32_t id, uint32_t type, rom_chunk *chunk, uint8_t **owned);

/* Whether the console plays the asset: a mesh, material, scene, or a level that is flown over. */
bool preview_is_played(const rom_chunk *chunk, const preview_look *look);

/* Whether the asset is shown as in the game, so that its pixels have the image's own format: no page, no mode of
 * inspection. */
bool preview_is_own(const rom_chunk *chunk, const preview_look *look);

/* Draws an asset that is not played. The canvas `c` is begun and empty below the title. */
bool preview_draw(const preview_job *job, rom_status status);

/* An image whose scene *scene shows the chunk on a turntable; for levels and assets that are not played, an empty
 * scene with the meshes and materials of `image`. The made image has XRGB8888 pixels. */
bool preview_stage(const rom_image *image, const char *file, const rom_chunk *chunk, const preview_look *look,
                   writer *stage, uint32_t *scene, tool_error *error);

/* preview_scene.c: frame `look->frame` of the console that plays the asset. */
bool preview_played(const rom_image *image, const char *file, const rom_chunk *chunk,
                    const preview_look *look, import_image *picture, uint32_t *hash, tool_error *error);

#endif
