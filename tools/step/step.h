/* Steps, of which a build consists. A step turns inputs into outputs, and is not run again while its inputs are
 * the same.
 *
 *     inputs   a main file, options as text, outputs of other steps, this very oxcart, and every file that
 *              run() reads or looks for on the way (a material file beside a model): such files are noticed by
 *              themselves (import_file_watch), also when they are missing
 *     outputs  blobs of bytes, and sentences for the one who builds
 *
 * Files and results are known by their contents, never by times: a file that was only touched changes nothing. Results
 * lie in a store (tools/step/store.h) under a key of what is known before (file, options, needs, tool); the record
 * under the key tells which further files were read, with their digests. A damaged or missing store costs
 * time only.
 *
 *     builder *b = build_open(&options, &error);
 *     build_step steps[2] = {{.name = "mesh/crate", .rule = "mesh", .options = "scale=1", .file = "cart/crate.obj",
 *                             .run = compile_mesh, .argument = &crate}, ...};
 *     step_result results[2] = {0};
 *     if (!build_run(b, steps, results, 2, &error)) ...
 *     results[0].outputs[0] ...
 *     step_results_free(results, 2);
 *     build_close(b);
 *
 * Steps of one call run on several processors; nothing that comes out (outputs, notes, which error is told)
 * depends on how many. run() must be a function of its inputs: no global state, no time, no random numbers.
 */
#ifndef OXCART_TOOLS_STEP_STEP_H
#define OXCART_TOOLS_STEP_STEP_H

#include <stdatomic.h>

#include "tools/base/digest.h"
#include "tools/base/error.h"
#include "tools/base/writer.h"

/* ---- what a step gives ---- */

typedef struct step_note {
    uint32_t kind; /* for the caller */
    char *text;
} step_note;

/* What a step gave. All zero is an empty result. */
typedef struct step_result {
    writer *outputs;
    digest *digests; /* digests of the outputs, once the step is done */
    uint32_t output_count;
    step_note *notes; /* said again whenever the result is taken from the store */
    uint32_t note_count;
    bool ran;    /* the result was not in the store */
    bool failed; /* `error` tells why */
    tool_error error;
    tool_error *errors; /* mistakes in front of `error`, where a step that failed found several */
    uint32_t error_count;
} step_result;

/* Adds a mistake to a step that looks for further mistakes; the step has to fail then. */
void step_wrong(step_result *result, const tool_error *error);

/* Adds an empty output; the pointer holds until the next call. NULL without memory. */
writer *step_output(step_result *result);

/* Adds a note. Paths below the build's root may stand in its sentence. */
void step_say(step_result *result, uint32_t kind, const char *format, ...) IMPORT_PRINTF(3, 4);

void step_results_free(step_result *results, uint32_t count);

/* ---- steps ---- */

typedef struct build_step {
    const char *name;    /* for people and for `why`: unique in a builder */
    const char *rule;    /* what the step does, such as "mesh" */
    const char *options; /* all that the step's outcome depends on besides files and needs */
    const char *file;    /* the main input, or NULL */
    const digest *needs; /* outputs of other steps */
    uint32_t need_count;
    bool cheap; /* not worth keeping: the step is always run */
    bool (*run)(void *argument, step_result *result, tool_error *error);
    void *argument;
} build_step;

typedef struct builder builder;

typedef struct build_options {
    const char
        *root; /* the folder of the sources: paths below it are kept relative, so that copies share results */
    const char *cache; /* folder of the store, or NULL */
    const char
        *state; /* file that tells what the last build of this output did, or NULL; see build_unchanged */
    int jobs;   /* steps at a time; 0: as many as there are processors */
    void (*progress)(void *argument, const char *what, unsigned done, unsigned total);
    void (*why)(void *argument, const char *text); /* a sentence for each step that had to run */
    void *argument;
    const atomic_bool
        *stop; /* may be NULL; once it is true, steps that have not begun fail at once with BUILD_STOPPED */
} build_options;

#define BUILD_STOPPED "stopped, since nobody waits for it any more"

typedef struct build_sums {
    uint32_t steps, ran, kept, cheap; /* kept: taken out of the store */
    uint32_t files, damaged; /* files that were read for their digest; damaged objects of the store */
    uint64_t bytes;          /* bytes of those files */
} build_sums;

/* Opens a build; NULL without memory only. Where the store cannot be opened, the build goes on without one. */
builder *build_open(const build_options *options, tool_error *error);
void build_close(builder *b);

/* Runs the steps, or takes their results from the store. False when a step failed: *error is that of the
 * first in the list; all others that failed have theirs in their results. */
bool build_run(builder *b, const build_step *steps, step_result *results, uint32_t count, tool_error *error);

/* Adds steps to the total that `progress` shows. */
void build_expect(builder *b, uint32_t steps);

/* Add an input of the whole build (cart.txt): a file, or a text under a name that is not a path. */
void build_input_file(builder *b, const char *path);

/* Digest of a file; false when the file is not there. Each file is read once for its digest. */
bool build_file_digest(builder *b, const char *path, digest *contents);

build_sums build_report(const builder *b);

/* Calls each(argument, i) for 0 <= i < count on the build's processors. */
void build_each(const builder *b, uint32_t count, void (*each)(void *argument, uint32_t i), void *argument);

/* ---- the state: what the last build of an output did ---- */

/* Whether nothing changed since the last build: the same options, every file as it was, `output` as it was written.
 * Then *said is what build_keep was given (malloc'd; free it). */
bool build_unchanged(builder *b, const char *options, const char *output, char **said);

/* Writes the state; false when it cannot be written, which is no failure of the build. `said` is the text for
 * build_unchanged. */
bool build_keep(builder *b, const char *options, const digest *output, const char *said);

/* Explains why the step of this name would run, or what its inputs were: for `--why`. Every sentence goes to
 * options.why. */
void build_explain(const builder *b, const char *name_or_file);

/* Lists every file that the build read, in order of the names: `each` gets the path as it can be opened. */
void build_files(const builder *b, void (*each)(void *argument, const char *path), void *argument);

/* Lists every step with files of its own, in the order in which they were asked for: its name, and the files that it
 * read as they can be opened (count of them). */
void build_steps(const builder *b,
                 void (*each)(void *argument, const char *name, const char *const *files, uint32_t count),
                 void *argument);

/* The digests of all results, and the keys of their records, that a state file names, for housekeeping. *digests is malloc'd. */
bool build_state_results(const char *state, digest **digests, uint32_t *count, tool_error *error);

#endif
