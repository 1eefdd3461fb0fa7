/* Carts that show one model on a turntable, for oxcart view and contact sheets. */
#ifndef OXCART_TOOLS_VIEW_VIEW_H
#define OXCART_TOOLS_VIEW_VIEW_H

#include "tools/base/writer.h"
#include "tools/cart/cart.h"
#include "tools/import/model/scene.h"
#include "tools/pack/pack.h"

/* How a model is to be shown. All zero but the sizes is a sensible choice. */
typedef struct view_look {
    const char *file;    /* the model's file, for titles and errors */
    const char *texture; /* a picture file or "checker"; NULL: the model's own */
    const char *axes;    /* axes of files that do not tell theirs (see axes.h); NULL: the console's */
    int shading;         /* rs_shading */
    int width, height, format;
    uint32_t turntable;                /* frames to a turn */
    double yaw;                        /* degrees that the model is turned at first */
    const pack_options *packing;       /* how view_pack packs */
    const import_placed_light *lights; /* about the unit sphere; without any, a light from the upper right */
    uint32_t light_count;
    bool room; /* memory for lines over the model too: for viewers, not for cartridges */
} view_look;

/* A file that was read for showing. `model` is set for models, else `scene` is. */
typedef struct view_source {
    bool is_scene;
    import_scene scene;
    import_model model;
} view_source;

bool view_load(const view_look *look, view_source *source, tool_error *error);
void view_source_free(view_source *source);

/* The model as it stands at `time` of an animation (NULL: at rest), not yet scaled. A model that is no scene
 * is handed over once. */
bool view_pose(const view_look *look, view_source *source, const import_animation *animation, double time,
               import_model *model, tool_error *error);

/* Moves lights of the model's file with the model, which went into the unit sphere: new = (old - centre) * scale. */
void view_move_lights(import_placed_light *lights, uint32_t count, double scale, const double centre[3]);

/* Packs a cart with this model and nothing else into `image`; *memory is what it needs. The model must lie
 * within the unit sphere; it may be changed. */
bool view_pack(const view_look *look, import_model *model, writer *image, uint32_t *memory,
               tool_error *error);

#endif
