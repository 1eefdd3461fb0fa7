/* What things collide with, made of the triangles of a mesh: chunks SHAP (rom/FORMAT.md, kernel/collision/soup.h).
 *
 *     collision_source s;
 *     collision_from_mesh(&s, "ground", mesh);              the chunk of a mesh; or of its col_ nodes
 *     collision_soup(&s, 0.25, out, &report, &error);       or collision_hull(&s, out, &report, &error)
 *     collision_free(&s);
 *
 * A soup keeps the places of the mesh to the bit, so that what is seen is what is met. Its tree halves the triangles at the median of their middles along
 * the longest axis. A hull grows by the point that lies farthest outside (Barber, Dobkin and Huhdanpaa, The Quickhull Algorithm, 1996), so that where there are
 * too many points those that matter least stay out; sides in one plane become one. */
#ifndef OXCART_TOOLS_ENCODE_COLLISION_H
#define OXCART_TOOLS_ENCODE_COLLISION_H

#include "rom/records.h"
#include "tools/base/error.h"
#include "tools/base/writer.h"

enum { COLLISION_MOST = 65535, COLLISION_REACH = 2048, COLLISION_LEAF = 4, COLLISION_SURFACES = 256 };

/* Triangles on their way. Places are in 1/65536 m. */
typedef struct collision_source {
    const char *name;
    int32_t (*places)[3];
    uint32_t *corners;                     /* three for each triangle */
    uint8_t *parts;                        /* of each triangle */
    uint32_t surfaces[COLLISION_SURFACES]; /* ids of names of the parts' materials */
    uint32_t surface_count;
    uint32_t place_count, triangle_count;
    uint32_t exponent; /* places are offset + i16 * 2^exponent */
    int32_t offset[3];
} collision_source;

typedef struct collision_report {
    uint32_t vertices, triangles, nodes, faces;
    uint32_t flat;   /* triangles without area, which were left out */
    bool closed;     /* each edge has two triangles that run along it in opposite ways */
    bool convex;     /* closed, and no corner lies in front of a triangle */
    double left_out; /* of a hull: how far points lie outside of it, in metres */
} collision_report;

/* Take the triangles of a checked MESH or COLL chunk. False without memory. */
bool collision_from_mesh(collision_source *s, const char *name, const uint8_t *mesh);
bool collision_from_nodes(collision_source *s, const char *name, const uint8_t *collision);
void collision_free(collision_source *s);

/* Write a chunk whose head is zeros already. False after a sentence: too large, too many, without a triangle or without volume. */
bool collision_soup(const collision_source *s, double thickness, writer *out, collision_report *report,
                    tool_error *error);
bool collision_hull(const collision_source *s, writer *out, collision_report *report, tool_error *error);

/* ---- for collision_hull.c ---- */

/* Fill what a head has whatever the kind, and write the places of vertices. */
bool collision_head(const collision_source *s, rom_shape_record *r, tool_error *error);
void collision_put_places(const collision_source *s, writer *out);

/* Fills `closed` and `convex`. False without memory. */
bool collision_judge(const collision_source *s, collision_report *report);

/* A plane through a triangle's corners, in double: the normal has length 1 (or is 0), and normal * p + distance = 0. */
typedef struct collision_plane {
    double normal[3], distance;
} collision_plane;
collision_plane collision_plane_of(const int32_t a[3], const int32_t b[3], const int32_t c[3]);
static inline double collision_above(const collision_plane *p, const int32_t at[3]) {
    return p->normal[0] * at[0] + p->normal[1] * at[1] + p->normal[2] * at[2] + p->distance;
}

#endif
