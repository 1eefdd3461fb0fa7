/* Save anywhere: all objects of a world as bytes, and back, so that the game goes on as if it had never stopped.
 *
 *     ox_world_save_image(&world, &writer);                              between two ticks
 *     status = ox_world_restore_image(&world, &reader, &which);          into a world with the same types,
 *         full or empty
 *
 * Each object is written with its type's name, its handle, chunk, flags, tags and name, its place in the
 * lists, and, of its own data and of every component's, the OX_SAVE fields that differ from the values that the type
 * begins with. Restored objects have the same slots and generations, so every handle in the data, in events, timers and
 * tasks means the same as before; objects that will be made get the handles that they would have got. Names, buckets,
 * sleep and the queue of the sweep are restored as well. Fields without OX_SAVE begin with their initial values.
 * Neither init, cloned nor term is called: ox_world_fix, the fix-up pass, calls `fixed` for each object in the order of
 * slots, when all objects are there.
 *
 * Types and components are found by name, so their order may change between builds; their fields are found by
 * name too (ox_type_load), so a save of an older build loads. A type that is gone is refused by name
 * (OX_NOT_FOUND, *which). Systems keep their own state: save it as parts of its own (part.h), behind the
 * world.
 *
 * TEXT. ox_world_write_text and ox_world_read_text have the same contents as words and numbers, for people
 * and for comparing; every type goes there and back. Text is the slow form.
 *
 * Worlds in tracked arenas (kernel/memory/tag.h) have no image. (GEA 14.1, 14.3, 14.4.) */
#ifndef OXCART_KERNEL_SAVE_WORLD_IMAGE_H
#define OXCART_KERNEL_SAVE_WORLD_IMAGE_H

#include "kernel/bytes/stream.h"
#include "kernel/world/component.h"

void ox_world_save_image(const ox_world *world, ox_writer *to);

/* Restores a world. A failure leaves the world empty, but for OX_BAD_VERSION and OX_BAD_STATE (within a tick), which
 * leave it as it was. Other failures: OX_BAD_DATA, OX_FULL (more objects or records than this world has room for),
 * OX_NOT_FOUND (*which, may be NULL, is the name of the missing type or component). */
FX_MUST_CHECK ox_status ox_world_restore_image(ox_world *world, ox_reader *from, ox_id *which);

/* The fix-up pass after a restore: calls `fixed` for every object that is alive. */
void ox_world_fix(ox_world *world, void (*fixed)(void *context, ox_world *world, ox_object *object),
                  void *context);

/* The world's image as text; text->overflow tells when the room did not suffice. ox_world_read_text reads `size`
 * characters, with failures as ox_world_restore_image. */
void ox_world_write_text(const ox_world *world, ox_text *text);
FX_MUST_CHECK ox_status ox_world_read_text(ox_world *world, const char *text, size_t size, ox_id *which);

/* Forgets all objects without calling their term; older handles are stale. */
void ox_world_forget(ox_world *world);

#endif
