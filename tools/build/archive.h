/* Carts and images as one archive (ZIP), and archives as a tree of files again.
 *
 * The archive of a cart holds its files as they lie. The archive of an image holds `image.txt`, its text
 * (tools/inspect/dump.h), of which `oxcart assemble` makes the same image, and its chunks as files
 * (`chunks/mesh.hero.MESH`), as `oxcart extract` writes them, for other programs.
 * The same input gives the same archive. */
#ifndef OXCART_TOOLS_BUILD_ARCHIVE_H
#define OXCART_TOOLS_BUILD_ARCHIVE_H

#include "rom/rom.h"
#include "tools/base/error.h"
#include "tools/base/writer.h"

/* Appends the archive; *files: the number of its files. False after a sentence. `file` stands in the sentence. */
bool archive_of_folder(const char *folder, writer *out, uint32_t *files, tool_error *error);
bool archive_of_image(const rom_image *image, const char *file, writer *out, uint32_t *files,
                      tool_error *error);

/* Unpacks into a folder that does not exist, or is empty. All files are unpacked before any is written; when a
 * file cannot be written, the files already written are removed again. At most ARCHIVE_MOST bytes are unpacked. */
#define ARCHIVE_MOST ((size_t)1 << 30)
bool archive_to_folder(const char *file, const void *data, size_t size, const char *folder, uint32_t *files,
                       tool_error *error);

/* A chunk's name as a file name: `mesh/hero` becomes mesh.hero.MESH. malloc'd; NULL without memory. */
char *archive_chunk_name(const rom_image *image, const rom_chunk *chunk);

#endif
