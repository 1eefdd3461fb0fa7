/* Inside of builds: which files were seen, which steps are done, what the last build did. */
#ifndef OXCART_TOOLS_STEP_STEP_BUILD_H
#define OXCART_TOOLS_STEP_STEP_BUILD_H

#include <pthread.h>

#include "tools/step/step.h"
#include "tools/step/store.h"

typedef enum file_how {
    FILE_ABSENT = '-',
    FILE_PRESENT = '+', /* only the file's presence matters */
    FILE_CONTENT = 'c',
    FILE_FOLDER = 'l' /* the names in a folder */
} file_how;

typedef struct seen_file {
    char *path; /* below the root, or as the path was given */
    file_how how;
    digest contents; /* digest for FILE_CONTENT and FILE_FOLDER */
} seen_file;

/* The files that a step or a build saw. All zero is an empty list. */
typedef struct file_list {
    seen_file *items;
    uint32_t count, room;
} file_list;

typedef struct done_step {
    char *name;
    digest options, needs, key;
    file_list files;
    digest *outputs;
    uint32_t output_count;
} done_step;

/* What a build did: the contents of a state file. */
typedef struct build_state {
    digest tool, options, output;
    file_list files; /* inputs of the whole build */
    done_step *steps;
    uint32_t step_count, step_room;
    char *said;
} build_state;

struct builder {
    build_options o;
    char root[STORE_PATH_MAX], state_path[STORE_PATH_MAX];
    store store;
    digest tool;
    int jobs;
    pthread_mutex_t lock; /* guards all members below */
    file_list known;      /* every file whose digest is known */
    uint32_t *slots, slot_count;
    build_state now, last;
    bool has_last;
    build_sums sums;
    unsigned shown, expected;
};

/* Adds a file; of two ways in which a file was seen, the stronger one stays. False without memory. */
bool build_add_file(file_list *list, const char *path, file_how how, const digest *contents);
void build_free_files(file_list *list);
void build_free_state(build_state *state);

/* A file's path below the root, and a path by which it can be opened (malloc'd). */
const char *build_inner(const builder *b, const char *path);
char *build_outer(const builder *b, const char *path);

/* Whether the file is now as the build saw it. */
bool build_same_file(builder *b, const seen_file *file);

/* Digest of a file by its inner path; each file is read once. False when the file is not there. */
bool build_digest(builder *b, const char *path, digest *contents);

/* The next line of a text, without its end, cut in place; NULL at the end. */
char *build_line(char **at);

bool build_read_state(const char *path, build_state *state, tool_error *error);

/* Tells why a step had to run, given what the last build saw. */
void build_tell_why(builder *b, const build_step *s, const done_step *now);

#endif
