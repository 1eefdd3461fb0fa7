/* The files of a folder and of its subfolders, sorted by name in whatever order the system lists them. */
#ifndef OXCART_TOOLS_IMPORT_BASE_FOLDER_H
#define OXCART_TOOLS_IMPORT_BASE_FOLDER_H

#include "tools/base/digest.h"
#include "tools/base/error.h"

/* A list that is all zero is empty. */
typedef struct folder_list {
    char **names; /* `a/b.png`, sorted by bytes */
    uint32_t count, room;
} folder_list;

/* Lists every ordinary file below the folder but files whose names, or whose folders' names, begin with a dot or
 * end with .part or ~. Links to folders are not followed. False after a sentence when the folder cannot be read,
 * holds more than 100,000 files, or has folders deeper than 32. */
bool folder_read(const char *path, folder_list *list, tool_error *error);
void folder_free(folder_list *list);

/* Makes the folder, unless it exists. */
bool folder_make(const char *path, tool_error *error);

/* Makes every folder that the path of a file names; folders that exist stay. False after a sentence. */
bool folder_make_above(const char *path, tool_error *error);

/* The digest of the names that folder_read lists; the digest of no names for a folder that cannot be read. */
digest folder_digest(const char *path);

/* A hash of the names of the files and subfolders right in a folder, but for names that folder_read passes over
 * and `but` (NULL: none); 0 for a folder that cannot be read. */
uint64_t folder_names(const char *path, const char *but);

#endif
