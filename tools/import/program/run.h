/* Runs one program to its end, without a shell. */
#ifndef OXCART_TOOLS_IMPORT_PROGRAM_RUN_H
#define OXCART_TOOLS_IMPORT_PROGRAM_RUN_H

#include <stdbool.h>
#include <stddef.h>

/* The absolute path of a program: the name itself when it is one, else of the absolute folders of PATH the first that holds it. False when there is none. */
bool program_find(const char *name, char *path, size_t room);

typedef struct program_run {
    const char *path;         /* absolute */
    const char *const *words; /* the first is its name; ends with NULL */
    const char *folder;       /* where it runs; what it says goes into `log` there */
    unsigned seconds;
} program_run;

typedef enum program_end { PROGRAM_GOOD, PROGRAM_FAILED, PROGRAM_LATE, PROGRAM_NOT_STARTED } program_end;

/* *code: what it returned, or 128 and the signal that ended it. */
program_end program_wait(const program_run *run, int *code);

/* Removes a folder with the plain files in it. */
void program_remove_folder(const char *folder);

#endif
