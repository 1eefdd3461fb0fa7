/* Models read from files: one list of unified vertices, triangles sorted by material, and operations on them. */
#ifndef OXCART_TOOLS_IMPORT_MODEL_MODEL_H
#define OXCART_TOOLS_IMPORT_MODEL_MODEL_H

#include "tools/import/image/image.h"

#include <stdarg.h>

/* A corner as it is drawn. No two vertices of a fresh model are equal in all members. */
typedef struct import_vertex {
    float position[3]; /* in the source's own axes and units */
    float normal[3];   /* unit length */
    float uv[2];       /* texture coordinates from the top left, v down; (0, 0) where the source has none */
    uint8_t colour
        [4]; /* red, green, blue, alpha, that the surface's are multiplied with; 255 where the source has none */
    uint8_t joints[4];  /* of a skeleton, largest weight first; used where `skinned` */
    uint8_t weights[4]; /* sum 255; all 0 without a skeleton */
    uint32_t origin;    /* number in the shapes of the model; 0 without them */
} import_vertex;

/* Other places of all vertices, by their origins. A normal of length 0 says that the vertex keeps its own. */
typedef struct import_places {
    char *name; /* of a target; "" of a frame */
    float (*positions)[3], (*normals)[3];
} import_places;

/* Shapes that are frames of a motion. */
typedef struct import_frames {
    char *name;
    uint32_t first, frames;
    double rate; /* frames a second */
    bool loops;
} import_frames;

typedef struct import_material {
    char *name;       /* "" for faces that name no material */
    float diffuse[3]; /* red, green, blue, 0..1 (sources may exceed 1) */
    float specular[3];
    float emissive[3];
    float ambient[3];     /* 0, 0, 0: as diffuse */
    float bump_scale;     /* of a normal or height map, 0: the source has none */
    float shininess;      /* exponent of the specular highlight, 0..1000 */
    float opacity;        /* 1 opaque, 0 invisible */
    char *texture;        /* path of the diffuse texture, from where the material file lies; NULL: none */
    bool texture_clamp;   /* the texture shall not repeat */
    bool texture_missing; /* the texture's file cannot be read: show the placeholder */
    uint32_t picture; /* number + 1 of the texture's pixels in the model's pictures; 0: they lie in the file
                             `texture`. With one, `texture` is a name that tells pictures apart, not a path */
    bool two_sided;   /* to be seen from both sides */
    bool masked;      /* pixels of the texture with alpha below a half are holes */
    bool defined;     /* false: the source uses the name but never defines it; the values are plain grey */
    uint32_t first_triangle, triangle_count; /* its triangles stand together */
} import_material;

/* The triangles of one object and group that share a material, in one run. Parts are sorted by material. */
typedef struct import_part {
    char *object; /* "" when the source names none */
    char *group;
    uint32_t material;
    uint32_t first_triangle, triangle_count;
} import_part;

typedef struct import_model {
    import_vertex *vertices;
    uint32_t vertex_count;
    uint32_t *indices; /* three to a triangle, counter-clockwise as in the source */
    uint32_t triangle_count;
    import_material *materials; /* the materials that faces use, in the order of their first use */
    uint32_t material_count;
    import_part *parts;
    uint32_t part_count;
    import_places *shapes; /* morph targets and frames, where they were asked for (import_shaping) */
    import_frames *runs;
    uint32_t shape_count, run_count, origin_count;
    import_image *pictures; /* textures that lie in the model's own file */
    uint32_t picture_count;
    char **warnings; /* one sentence each, with file and line: things missing, dropped or guessed */
    uint32_t warning_count;
    bool coloured;             /* some vertex has another colour than white */
    bool skinned;              /* vertices name joints; positions are those of the bind pose */
    bool keep_parts;           /* parts are to be drawn apart, even of one material (see condition.h) */
    bool source_has_uvs;       /* some corner had texture coordinates; see uvs_complete */
    bool source_has_normals;   /* some corner had a normal; all other normals were computed */
    bool source_has_smoothing; /* the source has smoothing groups */
    bool uvs_complete;         /* every corner had texture coordinates */
    uint32_t source_positions; /* positions and faces that the source listed */
    uint32_t source_faces;
    uint32_t degenerate_triangles; /* dropped, since they have no area */
} import_model;

typedef struct import_bounds {
    float minimum[3], maximum[3];
} import_bounds;

/* Frees everything and empties the struct. Safe on an empty (all zero) model. */
void import_model_free(import_model *model);

/* The box around all vertices; all zero for a model without vertices. */
import_bounds import_model_bounds(const import_model *model);

/* Gives a vertex a colour of `count` channels, 3 or 4, of 0..1; a missing alpha is 1; NULL: white. */
void import_vertex_colour(import_model *model, import_vertex *vertex, const float *colour, int count);

/* Adds one line to the warnings (after 100 of them, only a last line that says so). Without memory the line is
 * dropped. */
void import_model_warn(import_model *model, const char *format, ...) IMPORT_PRINTF(2, 3);

/* Adds one line to any list of warnings. */
void import_warn(char ***warnings, uint32_t *count, const char *format, va_list arguments)
    IMPORT_PRINTF(3, 0);

/*
 * Gives every vertex texture coordinates as on a globe about the centre of the bounding box: u by longitude, v by
 * latitude (0 at the top, +Y). u = 0.5 looks along -Z, the front of a model, and grows to the right of a viewer in
 * front of it, so that a texture is not mirrored; the seam is at the back, +Z. Triangles that cross the seam get
 * vertices of their own with u beyond 1, and triangles that touch a pole get a pole vertex of their own with u
 * between those of the other two, so that nothing is smeared. Fails only without memory.
 */
bool import_model_spherical_uvs(import_model *model, tool_error *error);

/*
 * Moves the centre of the bounding box to the origin and scales all axes alike so that the farthest vertex from
 * the origin has the distance 1. A model without extent is only moved. Gives back the factor and the old centre if
 * asked (may be NULL): new = (old - centre) * scale.
 */
void import_model_normalise_to_unit_sphere(import_model *model, double *scale, double centre[3]);

/*
 * Reorders triangles within each part so that a small vertex cache hits often, then the vertices by first use.
 * Greedy fan growing after Sander, Nehab and Barczak, "Fast Triangle Reordering for Vertex Locality and Reduced
 * Overdraw" (2007), linear in the size of the model. The set of triangles, their winding and the parts stay; a
 * part that would not gain keeps its order. Vertices that no triangle uses are dropped. The same model gives the
 * same result on every machine. cache_size: 3..64 vertices, 16 is a good choice for unknown targets. Fails only
 * without memory.
 */
bool import_model_optimise_order(import_model *model, unsigned cache_size, tool_error *error);

/* Vertices that a first-in-first-out cache of this size (3..64) has to fetch to draw the model once. Divided by
 * triangle_count, the number is the average cache miss ratio: 0.5 is ideal, 3 is no reuse at all. */
uint64_t import_model_cache_misses(const import_model *model, unsigned cache_size);

/* Vertices that a cache has to fetch which evicts the least recently used vertex (LRU). */
uint64_t import_model_cache_misses_lru(const import_model *model, unsigned cache_size);

#endif
