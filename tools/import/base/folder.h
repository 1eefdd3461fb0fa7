/* What lies in a folder, however the system lists it: sorted names, subfolders included. */
#ifndef OXCART_TOOLS_IMPORT_BASE_FOLDER_H
#define OXCART_TOOLS_IMPORT_BASE_FOLDER_H

#include "tools/base/digest.h"
#include "tools/base/error.h"

/* All zero is empty. */
typedef struct folder_list {
    char **names; /* `a/b.png`, sorted by bytes */
    uint32_t count, room;
} folder_list;

/* Every ordinary file below the folder but those whose names, or whose folders' names, begin with a dot or
 * end with .part or ~. Links to folders are not followed. False after a sentence: it cannot be read, more
 * than 100,000 files, folders deeper than 32. */
bool folder_read(const char *path, folder_list *list, tool_error *error);
void folder_free(folder_list *list);

/* Makes the folder, unless it is there. */
bool folder_make(const char *path, tool_error *error);

/* Makes every folder that the path of a file names; those that are there stay. False after a sentence. */
bool folder_make_above(const char *path, tool_error *error);

/* The digest of these names; that of nothing for a folder that cannot be read. */
digest folder_digest(const char *path);

/* A hash of the names in it, of files and subfolders, but for those that folder_read passes over and `but` (NULL: none); 0 for a folder that
 * cannot be read. */
uint64_t folder_names(const char *path, const char *but);

#endif
