/* Runs one program to its end, without a shell. */
#ifndef OXCART_TOOLS_IMPORT_PROGRAM_RUN_H
#define OXCART_TOOLS_IMPORT_PROGRAM_RUN_H

#include <stdbool.h>
#include <stddef.h>

/* The absolute path of a program: `name` itself when it is absolute, else that of the first absolute folder of
 * PATH that holds it. False when the program is not found. */
bool program_find(const char *name, char *path, size_t room);

typedef struct program_run {
    const char *path;         /* absolute */
    const char *const *words; /* the first is its name; ends with NULL */
    const char *folder;       /* where the program runs; its output goes into `log` there */
    unsigned seconds;
} program_run;

typedef enum program_end { PROGRAM_GOOD, PROGRAM_FAILED, PROGRAM_LATE, PROGRAM_NOT_STARTED } program_end;

/* Runs a program to its end. *code: its exit code, or 128 and the signal that ended it. */
program_end program_wait(const program_run *run, int *code);

/* Removes a folder with the plain files in it. */
void program_remove_folder(const char *folder);

#endif
