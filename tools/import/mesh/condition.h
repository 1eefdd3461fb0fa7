/* Mesh conditioning: the steps between a model's importer and its chunk, each alone and with its figures. */
#ifndef OXCART_TOOLS_IMPORT_MESH_CONDITION_H
#define OXCART_TOOLS_IMPORT_MESH_CONDITION_H

#include "tools/import/model/scene.h"

/* ---- validity (mesh_check.c) ---- */

/* Faults and figures of a mesh. Edges and vertices are compared by place: corners at the same position count as
 * one, whatever their normals and texture coordinates. `first_...` is the number of the first triangle
 * concerned, UINT32_MAX when there is none. */
typedef struct import_mesh_check {
    uint32_t degenerate;          /* triangles without area */
    uint32_t duplicate;           /* triangles with the same three places as an earlier one */
    uint32_t unreferenced;        /* vertices of no triangle */
    uint32_t boundary_edges;      /* edges of one triangle only */
    uint32_t crowded_edges;       /* edges of more than two */
    uint32_t inconsistent_edges;  /* two triangles run along them in the same direction */
    uint32_t pieces;              /* connected parts */
    uint32_t inside_out;          /* closed pieces whose volume is negative */
    uint32_t not_orientable;      /* pieces that no winding makes consistent (Moebius) */
    uint32_t positions_out;       /* vertices beyond +-16,384 */
    uint32_t uvs_out;             /* vertices with texture coordinates beyond what q4.12 holds, -8..8 */
    uint32_t undefined_materials; /* that the source names and never defines */
    uint32_t first_degenerate, first_duplicate, first_crowded, first_inconsistent, first_inside_out;
    bool closed;   /* every edge is shared by exactly two opposite half-edges */
    double volume; /* signed, of the whole mesh; meaningful when closed */
} import_mesh_check;

bool import_check_mesh(const import_model *model, import_mesh_check *check, tool_error *error);

/* Adds one warning to the model for each fault found, with the triangle and the way to mend it. */
void import_check_warn(const char *name, import_model *model, const import_mesh_check *check);

/* Drops degenerate triangles, duplicate triangles, or both. Triangles that stay keep their order; *dropped
 * counts. */
bool import_drop_bad_triangles(import_model *model, bool degenerate, bool duplicate, uint32_t *dropped,
                               tool_error *error);

/* Turns triangles so that neighbours agree: in an open piece with the majority of its triangles, in a closed
 * piece so that its volume is positive. Normals of vertices whose triangles all turned are turned too. *turned
 * counts triangles. */
bool import_rewind(import_model *model, uint32_t *turned, tool_error *error);

/* ---- normals (mesh_normals.c) ---- */

typedef enum import_normals {
    IMPORT_NORMALS_KEEP,   /* as imported */
    IMPORT_NORMALS_HARD,   /* of the face; corners are split */
    IMPORT_NORMALS_SMOOTH, /* one for each place */
    IMPORT_NORMALS_CREASE  /* smooth among faces that meet at less than the crease angle */
} import_normals;

typedef enum import_normal_weight {
    IMPORT_BY_ANGLE,
    IMPORT_BY_AREA,
    IMPORT_BY_BOTH,
    IMPORT_EVENLY
} import_normal_weight;

/* Makes the normals anew and splits or joins vertices to fit. `crease` is in degrees. Corners around which all
 * faces lack area get the normal straight up. */
bool import_make_normals(import_model *model, import_normals kind, import_normal_weight weight, double crease,
                         tool_error *error);

/* The largest angle in degrees between a vertex's normal and what the target stores: 8 bits a component, or
 * an octahedron of 16 bits. */
typedef enum import_normal_format { IMPORT_NORMAL_I8, IMPORT_NORMAL_OCTAHEDRON } import_normal_format;
double import_normal_error(const import_model *model, import_normal_format format);

/* Packs and unpacks a unit normal in the octahedral form: two signed bytes (Meyer et al. 2010, rounded to the
 * nearest of four). */
void import_octahedron_pack(const double normal[3], int8_t packed[2]);
void import_octahedron_unpack(const int8_t packed[2], double normal[3]);

/* ---- welding, splitting (mesh_weld.c, mesh_split.c) ---- */

typedef struct import_weld {
    double position, normal, uv; /* values count as equal up to this distance; 0: to the bit */
} import_weld;

/* Joins vertices that are equal within the tolerances in every attribute, the first one staying; triangles that
 * lose their area by joining are dropped. *joined counts vertices. */
bool import_weld_vertices(import_model *model, const import_weld *tolerance, uint32_t *joined,
                          tool_error *error);

/* Joins parts of one material into one (their objects' names joined to that of the first), so that each material
 * has one draw; parts are sorted as the materials are. */
bool import_merge_parts(import_model *model, tool_error *error);

/* Cuts parts so that each has at most `vertices` (at least 3) and `triangles` (0: any number), along compact
 * cuts: halved across the longest side of their box until they fit. Seams are doubled when the mesh is packed;
 * the drawn picture stays the same. */
bool import_split_parts(import_model *model, uint32_t vertices, uint32_t triangles, tool_error *error);

/* Sorts the triangles of a skinned primitive into batches of at most `joints` joints each (at least 12, the most
 * of one triangle): every triangle goes to the batch that it adds the fewest joints to, in the order of the
 * list. batch[t] is the batch of triangle t, *batches the number of batches. */
bool import_split_joints(const import_primitive *primitive, uint32_t joints, uint32_t *batch,
                         uint32_t *batches, tool_error *error);

/* Vertices that the part uses. 0 without memory. */
uint32_t import_part_vertices(const import_model *model, const import_part *part);

/* ---- quantisation (mesh_quantise.c) ---- */

/* Positions as 16-bit steps: value = offset + step * 2^exponent, in units of 1/65536. */
typedef struct import_grid {
    int64_t offset[3];
    int exponent;
} import_grid;

/* The finest grid that holds the box, with the box's middle as offset. With `shared`, meshes that must meet
 * without cracks get the same grid: the offset is a multiple of 16,384 steps and depends only on where the box
 * lies. False beyond exponent 16. */
bool import_choose_grid(const import_bounds *box, bool shared, int least_exponent, import_grid *grid);
int16_t import_grid_step(const import_grid *grid, float value, int axis);
double import_grid_value(const import_grid *grid, int16_t step, int axis);

/* Largest errors over the model's vertices: distance, degrees, texture coordinate. */
typedef struct import_quantised {
    double position, normal, uv;
} import_quantised;
import_quantised import_quantise_error(const import_model *model, const import_grid *grid,
                                       import_normal_format format);

/* Four weights as bytes that sum to 255 exactly, by largest remainders. Returns the largest error. */
double import_quantise_weights(const float weights[4], uint8_t bytes[4]);

/* Bytes of an index of a list over so many vertices: 1 up to 255, 2 up to 65,535, else 4. */
unsigned import_index_bytes(uint32_t vertices);

/* ---- strips, fans, sizes (mesh_strip.c) ---- */

typedef enum import_encoding {
    IMPORT_LIST, /* three vertices a triangle */
    IMPORT_INDEXED_LIST,
    IMPORT_STRIP,         /* vertices, pieces joined by degenerate triangles */
    IMPORT_FAN,           /* vertices, one fan after another, each with its length before it */
    IMPORT_INDEXED_STRIP, /* indices, pieces parted by the restart index */
    IMPORT_ENCODINGS
} import_encoding;

#define IMPORT_RESTART UINT32_MAX

/* A run of triangles in one of the encodings. For lists, strips and indexed strips `indices` is the sequence
 * of vertices (with IMPORT_RESTART in indexed strips); for fans each fan is a length followed by that many
 * vertices. */
typedef struct import_encoded {
    import_encoding encoding;
    uint32_t *indices;
    uint32_t count;
    uint32_t pieces; /* strips or fans */
    size_t bytes;    /* on the target, with vertices of `vertex_bytes` */
    double average;  /* triangles to a strip or fan */
} import_encoded;

/* Encodes `triangles` triangles over `vertices` vertices. Strips grow greedily from the triangle with the
 * fewest free neighbours, in the best of three directions; winding is kept (a doubled vertex where the parity
 * needs it). Free encoded->indices. */
bool import_encode(const uint32_t *indices, uint32_t triangles, uint32_t vertices, import_encoding encoding,
                   unsigned vertex_bytes, import_encoded *encoded, tool_error *error);

/* The triangles of an encoding as a plain list (malloc'd), degenerate ones left out. */
bool import_decode(const import_encoded *encoded, uint32_t **indices, uint32_t *triangles, tool_error *error);

/* The encoding of fewest bytes among those whose bit (1 << encoding) is set in `allowed`; `sizes` (may be
 * NULL) gets the bytes of all five. */
bool import_choose_encoding(const uint32_t *indices, uint32_t triangles, uint32_t vertices,
                            unsigned vertex_bytes, unsigned allowed, import_encoding *best,
                            size_t sizes[IMPORT_ENCODINGS], tool_error *error);

/* ---- bounds and mass (mesh_bounds.c) ---- */

typedef struct import_sphere {
    double centre[3], radius;
} import_sphere;

/* A sphere around all points, at most 1.1 times the smallest there is (Ritter 1990, then shrunk by the pull
 * of the farthest point, Badoiu and Clarkson 2003). */
import_sphere import_bounding_sphere(const double (*points)[3], size_t count);

/* A box and a sphere as a ROM image stores them: in 1/65536, rounded outward to whole steps and by `slack` (the
 * distance that quantisation may move a vertex). */
typedef struct import_fixed_bounds {
    int64_t low[3], high[3], centre[3], radius;
} import_fixed_bounds;
void import_fix_bounds(const double (*points)[3], size_t count, double slack, import_fixed_bounds *bounds);

/* Bounds of a part of a model; of everything that the scene shows over all frames of an animation at `rate`
 * frames a second (at least its first and last); and of the vertices that each joint of a node's skin moves, in
 * the space of the joint (`bounds` takes one for each joint; joints that move nothing have all 0). */
bool import_part_bounds(const import_model *model, const import_part *part, double slack,
                        import_fixed_bounds *bounds, tool_error *error);
bool import_animated_bounds(const char *name, const import_scene *scene, const import_animation *animation,
                            double rate, double slack, import_fixed_bounds *bounds, tool_error *error);
bool import_joint_bounds(const import_scene *scene, uint32_t node, double slack, import_fixed_bounds *bounds,
                         tool_error *error);

/* Intervals of the points along k / 2 fixed directions (k 6, 14, 18 or 26: axes, then cube corners, then cube
 * edges; 18 has axes and edges), in 1/65536, rounded outward. */
typedef struct import_kdop {
    int k;
    int64_t low[13], high[13];
} import_kdop;
bool import_make_kdop(const double (*points)[3], size_t count, int k, import_kdop *kdop);

/* The volume of a k-DOP, by clipping the box of its axes with the other planes. */
double import_kdop_volume(const import_kdop *kdop);

/* Volume, centre of mass and inertia about it (density 1; symmetric 3x3) of a closed mesh, by signed
 * tetrahedra from the middle of its box. */
typedef struct import_mass {
    double volume, centre[3], inertia[3][3];
    bool centre_outside; /* the centre lies outside of the solid, as the centre of an L may */
} import_mass;

/* Mass in fixed point: every number is value * 2^exponent / 65536; the inertia as xx, yy, zz, xy, yz, zx.
 */
typedef struct import_fixed_mass {
    int32_t volume, centre[3], inertia[6];
    int volume_exponent, centre_exponent, inertia_exponent;
} import_fixed_mass;
void import_fix_mass(const import_mass *mass, import_fixed_mass *fixed);

/* Computes the mass properties; false, with a sentence, unless the mesh is closed and has a volume. */
bool import_mass_of(const char *name, const import_model *model, import_mass *mass, tool_error *error);

/* ---- texel density (mesh_density.c) ---- */

typedef struct import_density {
    double least, median, most; /* texels to a square metre over the triangles, by area */
    uint32_t measured;          /* triangles with area and texture coordinates */
    uint32_t outliers;          /* outside median / factor .. median * factor, or the target range */
    uint32_t first_outlier;     /* UINT32_MAX: none */
} import_density;

/* Texels to a square metre of one triangle under a texture of width x height; 0 without area. */
double import_texel_density(const import_model *model, uint32_t triangle, int width, int height);

/* Reports on all triangles. `low` and `high` are the target range; high 0: the median times and divided by
 * `factor`. `sizes`: width and height of each material's texture, 0 where it has none. `densities` (may be NULL)
 * gets one for each triangle. */
bool import_density_report(const import_model *model, const int (*sizes)[2], double factor, double low,
                           double high, double *densities, import_density *report, tool_error *error);

/* False colours for a density: green at the median, blue below, red above, by powers of two. */
void import_density_colour(double density, double median, uint8_t rgb[3]);

#endif
