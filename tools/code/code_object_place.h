/* Objects of the C of carts: their names, whether they are as new as their sources, and making them. Shared by the files of this room. */
#ifndef OXCART_TOOLS_CODE_CODE_OBJECT_PLACE_H
#define OXCART_TOOLS_CODE_CODE_OBJECT_PLACE_H

#include "tools/code/code.h"

typedef struct object_place {
    char object[CODE_PATH + 40],
        needs[CODE_PATH + 40]; /* needs: the list of its headers, as compilers write it for make */
} object_place;

/* The names of an object, by the source and all that the compiler is told. */
void object_place_of(const char *folder, const char *file, const char *told, object_place *place);

/* Whether the object is newer than all that it was made of. */
bool object_is_fresh(const object_place *place);

/* Runs the compiler (words ended by NULL), whose object is as old as the moment before: what changes while it reads is newer. Its exit code, as
 * of code_run. */
int object_make(const char *const *words, const object_place *place);

/* Hears of the files of the list one by one; false when there is no list, or when the function says so. */
bool object_each_need(const object_place *place, bool (*hear)(void *context, const char *path),
                      void *context);

#endif
