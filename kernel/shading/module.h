/* Lights that objects carry and paints that they have, as a module of the console.
 *
 *     type lamp mesh=lamp
 *       with light=lamp colour=#FFC080 range=6 strength=0.8          in cart.txt: shines to all sides from where the object is
 *     object beam at=0,5,0 pitch=-90
 *       with light=spot range=12 cone=40 soft=0.3                    along the object's own -Z; `light=sun`: from far away, the same everywhere
 *     object belt
 *       with paint=own u=0.25 colour=#FF8080 alpha=0.5             what is drawn of the object, made so
 *     object screen
 *       with paint=own frames=4,2 frame=5                          the sixth of eight pictures that lie in one texture
 *
 *     self.light_strength = 0.3   self.paint_alpha = 0.5            in scripts; tweens move the same members
 *     track light.range 0:6 30:9                                      in clips of tracks (tools/CLIPS.md): also light.colour, light.cone, paint.u, paint.frame ...
 *
 *     ox_light *light = ox_component_get(world, object, (uint32_t)ox_world_component(world, OX_NAME("light")));      in C
 *
 * LIGHTS come behind those of the scene, together with those of levels: of RS_LIGHTS in all, suns first, then what is nearest to the eye. One of an object that is not visible is out. Where the object is drawn
 * it shines: carried, drifting, held by a joint.
 *
 * PAINTS change the materials of what is drawn of one object; other objects of the same mesh stay as they are. The texture is moved by `u`, `v` of its own width and height, and by whole pictures of `frames=COLUMNS,ROWS`, so half a picture is
 * never seen. `colour` is multiplied with the material's, `alpha` with its opacity: what is clear is drawn with the translucent things, and what has none not at all. `gloss` and `shine` (how narrow highlights are, 0 to 7) stand in the places of the
 * material's, below 0 the material's own count. A mesh whose texture moves has its coordinates copied, 4 bytes a vertex and picture; an alpha, and a colour over a texture, are drawn by the fragment pipeline; machines without it draw what has at least
 * half its alpha, and textures in their own colours. Without room in the display list the object is drawn as it was made.
 *
 * STATE: both components. Saved, rewound, sent. Capacities: `lights`, `paints`. (GEA 11.4.6.) */
#ifndef OXCART_KERNEL_SHADING_MODULE_H
#define OXCART_KERNEL_SHADING_MODULE_H

#include "kernel/module/module.h"

extern const ox_module ox_shading_module;

enum { OX_CAPACITY_LIGHTS, OX_CAPACITY_PAINTS, OX_SHADING_CAPACITIES };
extern const ox_capacity ox_shading_capacities[OX_SHADING_CAPACITIES];

/* The component "light". */
typedef struct ox_light {
    ox_id kind; /* OX_NAME("sun"), OX_NAME("spot"), else a lamp */
    uint32_t colour;
    fx strength; /* 0 to 1 */
    fx range;    /* metres */
    fx cone;     /* degrees from side to side */
    fx soft;     /* the part of the cone in which it fades, 0 to 1 */
} ox_light;
extern const ox_type ox_light_type;

/* The component "paint". */
typedef struct ox_paint {
    uint32_t colour; /* multiplied with the material's */
    fx alpha;        /* 0 to 1 */
    fx u, v;         /* of the texture, in its own width and height */
    fx gloss;        /* 0 to 1, -1: the material's */
    int8_t shine;    /* 0 to 7, -1: the material's */
    uint8_t columns, rows;
    uint16_t frame;
} ox_paint;
extern const ox_type ox_paint_type;

enum { OX_SHADING_FIELDS = 11 };
extern const ox_script_field ox_shading_field_rows[OX_SHADING_FIELDS];

/* The light of an object as pictures get it, from where the object was drawn last; false: it shines on nothing. */
bool ox_light_shines(const ox_scene *scene, const ox_object *object, const ox_light *light, rs_light *shone);

/* The pass in which a material is drawn with a paint. */
rs_pass ox_paint_pass(const ox_paint *paint, const ox_resources *resources, const rs_material *material);

/* Makes mesh and materials of a form those of a paint, with memory of the display list. False, and *dressed is untouched: nothing changes, or there is no room. */
typedef struct ox_paint_room {
    const ox_resources *resources;
    rs_frame *frame;
    uint32_t materials; /* how many the mesh names */
    rs_mesh *copy;      /* is the mesh then, where it becomes another one */
} ox_paint_room;
bool ox_paint_dress(const ox_paint *paint, const ox_paint_room *room, ox_dressed *dressed);

#endif
