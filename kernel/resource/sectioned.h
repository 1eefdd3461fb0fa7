/* Sectioned resources in memory: each section where its class belongs, addresses fixed up, objects initialised.
 *
 *     ox_sectioned_host host = {.main = &level, .video = &video, .temporary = &scratch,
 *                               .inits = inits, .post_init = upload, .context = game};
 *     ox_sectioned robot;
 *     status = ox_sectioned_load(&robot, &host, &images, OX_NAME("raw/robot"), ROM_TAG_RAW, &error);
 *     const uint8_t *main = robot.section[ROM_SECTION_MAIN].data;
 *
 * SECTIONS (rom/section.h). Main and video sections are unpacked into their arenas and stay. The temporary section lies
 * at the high end of its arena while `post_init` runs, and is gone when loading returns: the packer sees to it that
 * nothing refers to it. A debug section is loaded only where the host has an arena for it; release images carry none. A
 * chunk without sections is loaded as one main section.
 *
 * REFERENCES (rom/reference.h). Fix-ups get the address of their section, once; offsets and ids stay. Then
 * the objects that the table names are initialised in its order. Ids are resolved when all resources are loaded, in
 * whatever order they came: ox_references_resolve replaces each id's word by the value of `resolve` - a handle, a
 * number, a distance.
 *
 * A chunk of an image in a file is one read, into the temporary arena. A failure leaves every arena as it was. A loaded
 * resource does not depend on the image, and goes when its arenas are rolled back. (GEA 6.2.2.7, 6.2.2.9.) */
#ifndef OXCART_KERNEL_RESOURCE_SECTIONED_H
#define OXCART_KERNEL_RESOURCE_SECTIONED_H

#include "kernel/debug/log.h"
#include "kernel/file/images.h"
#include "kernel/memory/arena.h"
#include "kernel/resource/type.h"
#include "rom/reference.h"

struct ox_sectioned;

typedef struct ox_sectioned_host {
    ox_arena *main, *video; /* video NULL: the video section lies in main memory */
    ox_arena *temporary;    /* also for stored bytes that come from a file */
    ox_arena *debug;        /* or NULL */
    const void
        *origin; /* origin of fixed-up addresses (rom_fixed); NULL on 32-bit machines: plain addresses */
    const ox_object_init *inits; /* or NULL: no objects are initialised */
    /* Called once, when all sections are loaded, the temporary one too; anything but OX_OK refuses the load. */
    ox_status (*post_init)(void *context, struct ox_sectioned *resource);
    void *context;
} ox_sectioned_host;

typedef struct ox_sectioned {
    struct ox_sectioned_part {
        uint8_t *data; /* NULL: no such section, or it is gone */
        uint32_t size;
    } section[4]; /* by class: ROM_SECTION_MAIN ... */
    uint32_t id, type;
} ox_sectioned;

/* Loads a resource. OX_NOT_FOUND, OX_BAD_DATA (*error has the place and the reason, also of a fix-up, by its number),
 * OX_BAD_CHECKSUM, OX_OUT_OF_MEMORY, OX_UNSUPPORTED (a machine on which an address does not fit 32 bits from the origin
 * on), or a failure of reading or post_init. */
FX_MUST_CHECK ox_status ox_sectioned_load(ox_sectioned *resource, const ox_sectioned_host *host,
                                          ox_images *images, uint32_t id, uint32_t type, rom_error *error);

/* The value that replaces an id, not 0; 0: no such resource. */
typedef uint32_t ox_resolve(void *context, uint32_t id, uint32_t type);

typedef struct ox_references_config {
    ox_resolve *resolve;
    void *context;     /* handed to resolve */
    uint32_t missing;  /* value for ids that resolve to nothing */
    uint32_t referrer; /* id of the chunk, for the log */
    ox_log *log;       /* may be NULL */
} ox_references_config;

/* Replaces every id of a loaded chunk (`size` bytes of its main section at `copy`) by the value of `resolve`; ids of 0
 * stay. A missing id gets one line in the log that names both chunks. Returns how many are missing. Each copy must be
 * resolved only once. */
uint32_t ox_references_resolve(const rom_references *refs, uint8_t *copy, uint32_t size,
                               const ox_references_config *config);

#endif
