/* Memory images: objects of a tool that point to each other, written as the console uses them.
 *
 *     static const graph_field node_fields[] = {
 *         {"weight", GRAPH_I32, 0, 1, offsetof(node, weight), NULL, 0},
 *         {"next", GRAPH_FIXUP, 4, 2, offsetof(node, next), &node_type, 0},       two pointers to nodes
 *         {"mesh", GRAPH_ID, 12, 1, offsetof(node, mesh), NULL, ROM_TAG_MESH},    a name: const char *
 *     };
 *     static const graph_type node_type = {"node", 16, 4, node_fields, 3, ROM_SECTION_MAIN, NULL};
 *
 *     graph_writer g = {0};
 *     ok = graph_add(&g, root, &node_type, &error) && graph_finish(&g, &assembly, "raw/tree", false, &error);
 *     ok = ok && graph_check(&g, &assembly, &error);             when all chunks are in the assembly
 *
 * A TYPE says where each field lies in the record that the console reads, and where in the tool's own
 * structure; the structure itself is never copied, so its padding, pointers and byte order stay in the tool.
 * A description is refused when fields overlap or reach beyond the record, are not aligned to their size,
 * leave a hole that is not named (GRAPH_PAD), or hold an address of the tool (GRAPH_POINTER, which exists to
 * be refused).
 *
 * THE WALK visits each object once, however many point to it, in the order in which objects are met; rings are
 * fine. Each object lands in the section of its type, aligned as the type says. A pointer becomes the object's
 * offset in its section: used as it is (GRAPH_OFFSET), or listed for the loader to turn into an address
 * (GRAPH_FIXUP); NULL becomes 0, and no object lies at 0. Fields that refer stand in main sections only, and no
 * field may refer to a temporary section. Names become ids. An object of a type with `init` is entered into the
 * table of objects to initialise.
 *
 * OUT COME the chunk (of type RAW_; sectioned when there is more than the main section) and its table of
 * references (REFS). Numbers are little-endian; the same graph gives the same bytes on every machine. */
#ifndef OXCART_TOOLS_DATA_GRAPH_WRITER_H
#define OXCART_TOOLS_DATA_GRAPH_WRITER_H

#include "tools/image/assemble.h"

typedef enum graph_kind {
    GRAPH_U8, /* numbers: in the tool's structure integers of the same size */
    GRAPH_U16,
    GRAPH_U32,
    GRAPH_I8,
    GRAPH_I16,
    GRAPH_I32,    /* fx too */
    GRAPH_PAD,    /* `count` zero bytes */
    GRAPH_OFFSET, /* pointers to objects of the type `to` */
    GRAPH_FIXUP,
    GRAPH_ID,      /* names (const char *, NULL or "" for none) of chunks of the type `tag` */
    GRAPH_FAR_ID,  /* names of chunks in another image: graph_external */
    GRAPH_POINTER, /* an address as it is: always refused */
    GRAPH_KINDS
} graph_kind;

struct graph_type;

typedef struct graph_field {
    const char *name;
    graph_kind kind;
    uint32_t at, count; /* in the record; `count` of them side by side */
    size_t host;        /* offset of the first in the tool's structure */
    const struct graph_type *to;
    uint32_t tag;
} graph_field;

typedef struct graph_type {
    const char *name;
    uint32_t bytes, alignment; /* of a record: a multiple of the alignment, a power of two from 4 to 4096 */
    const graph_field *fields; /* by rising place */
    uint32_t field_count;
    uint32_t section; /* ROM_SECTION_... */
    const char *init; /* name of the type for init functions, or NULL */
} graph_type;

typedef struct graph_object {
    const void *host;
    const graph_type *type;
    uint32_t offset; /* in its section */
} graph_object;

typedef struct graph_place {
    uint32_t location;
    uint8_t kind, section;
    uint32_t tag, id;
    const graph_type *type; /* of the object with the field, for sentences */
    const char *field, *name;
} graph_place;

/* A graph_writer that is all zero is empty. */
typedef struct graph_writer {
    writer sections[4];
    uint32_t alignments[4];
    graph_object *objects;
    uint32_t count, room;
    uint32_t *slots; /* 1 + number of an object, by its address */
    uint32_t slot_count;
    graph_place *places;
    uint32_t place_count, place_room;
    struct graph_external {
        uint32_t cart;
        char name[64];
    } externals[16];
    uint32_t external_count;
    const char *chunk; /* the chunk's name, once it is finished */
    bool compress[4];  /* pack this section where that is shorter */
} graph_writer;

/* Writes the object and all objects that it leads to. False after a sentence: a description that is refused, a
 * field that refers to the temporary section or stands outside of the main one, one object under two types,
 * memory. */
bool graph_add(graph_writer *g, const void *object, const graph_type *type, tool_error *error);

/* The place of an added object in its section; 0 for an object that was not added. */
uint32_t graph_offset(const graph_writer *g, const void *object);

/* Adds an image that ids may lie in: its cart id and a name for people (also of a package). At most 16. */
bool graph_external(graph_writer *g, uint32_t cart, const char *name, tool_error *error);

/* Adds the chunk and its table of references to an assembly; the first object that was added lies first. With
 * `release`, debug sections are left out. `name` is kept for graph_check. */
bool graph_finish(graph_writer *g, assembly *a, const char *name, bool release, tool_error *error);

/* Whether every chunk that the graph names is in the assembly with the expected type; the sentence names
 * referrer, field and target. */
bool graph_check(const graph_writer *g, const assembly *a, tool_error *error);

void graph_free(graph_writer *g);

#endif
