/* Fuzz target: files that tools find in folders. The first byte says which: the sidecar of an asset beside a cart
 * that searches its folder; the list of chunks of a stage; the record of a step's results; an archive that becomes a
 * tree of files. Refusals name a file; results that a store gives are never wrong; an archive writes nothing outside
 * of its folder. */
#define _XOPEN_SOURCE 700
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/build/archive.h"
#include "tools/build/stage.h"
#include "tools/cart/cart.h"
#include "tools/import/base/file.h"
#include "tools/step/step.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char cart_text[] =
    "search assets\ndefaults assets/* kind=texture\nscene main\n camera at=0,1,4 target=0,0,0\nend\n";

/* The target's folder; it lies in memory where the system has such a folder, since nothing of it is kept. */
static const char *folder(void) {
    static char path[200], assets[220];
    if (path[0] != 0) return path;
    snprintf(path, sizeof path, "%s/oxcart_fuzz_XXXXXX", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    if (mkdtemp(path) == NULL) abort();
    snprintf(assets, sizeof assets, "%s/assets", path);
    if (mkdir(assets, 0755) != 0) abort();
    return path;
}

static const char *put(const char *name, const void *data, size_t size) {
    static char path[400];
    snprintf(path, sizeof path, "%s/%s", folder(), name);
    FILE *out = fopen(path, "wb"); /* not import_file_write, which waits for the disk */
    if (out == NULL || fwrite(data, 1, size, out) != size || fclose(out) != 0) abort();
    return path;
}

static int remove_one(const char *path, const struct stat *status, int flag, struct FTW *walk) {
    (void)status, (void)flag, (void)walk;
    return remove(path);
}

static void remove_folder(void) { (void)nftw(folder(), remove_one, 8, FTW_DEPTH | FTW_PHYS); }

static void must_say(const tool_error *error) {
    if (error->text[0] == 0 || strchr(error->text, '\n') != NULL) abort();
}

static void sidecar(const uint8_t *data, size_t size) {
    static cart c;
    tool_error error = {.text = ""};
    put("assets/a.png.meta", data, size);
    if (cart_load(folder(), &c, &error))
        cart_free(&c);
    else
        must_say(&error);
}

static void stages(const uint8_t *data, size_t size) {
    stage_list list;
    tool_error error = {.text = ""};
    put("chunks.json", data, size);
    if (stage_list_read(folder(), "chunks.json", &list, &error)) {
        if (!stage_list_write(&list, folder(), "again.json", &error)) must_say(&error);
        stage_list_free(&list);
        /* a list that the program wrote itself is read */
        if (!stage_list_read(folder(), "again.json", &list, &error)) abort();
        stage_list_free(&list);
    } else {
        must_say(&error);
    }
}

/* ---- results of steps ---- */

static bool twice(void *argument, step_result *result, tool_error *error) {
    (void)argument, (void)error;
    writer *first = step_output(result);
    if (first == NULL) return false;
    writer_bytes(first, "one", 3);
    writer *second = step_output(result);
    if (second == NULL) return false;
    writer_bytes(second, "two", 3);
    step_say(result, 1, "a note");
    return true;
}

static char record_path[600];

static int find_record(const char *path, const struct stat *status, int flag, struct FTW *walk) {
    (void)status, (void)walk;
    if (flag == FTW_F && strstr(path, "/records/") != NULL)
        snprintf(record_path, sizeof record_path, "%s", path);
    return 0;
}

/* Opening a builder takes the digest of this very program, so one serves for many inputs. */
static void run_step(void) {
    static builder *b;
    static int runs;
    char cache[260];
    tool_error error = {.text = ""};
    snprintf(cache, sizeof cache, "%s/cache", folder());
    const build_options options = {.root = folder(), .cache = cache, .jobs = 1};
    const build_step step = {.name = "a", .rule = "twice", .options = "", .run = twice};
    step_result result = {0};
    if (b == NULL) b = build_open(&options, &error);
    if (b == NULL || !build_run(b, &step, &result, 1, &error)) abort();
    if (result.output_count != 2 || result.note_count != 1 || strcmp(result.notes[0].text, "a note") != 0)
        abort();
    if (result.outputs[1].size != 3 || memcmp(result.outputs[1].data, "two", 3) != 0) abort();
    step_results_free(&result, 1);
    if (++runs % 2000 != 0) return;
    build_close(b);
    b = NULL;
}

/* Changes bytes of the record (place, value) or replaces all of them. */
static void records(const uint8_t *data, size_t size) {
    static char whole[4096];
    static size_t length;
    if (length == 0) {
        run_step();
        (void)nftw(folder(), find_record, 8, FTW_PHYS);
        FILE *in = record_path[0] == 0 ? NULL : fopen(record_path, "rb");
        if (in == NULL) abort();
        length = fread(whole, 1, sizeof whole, in);
        fclose(in);
    }
    FILE *out = fopen(record_path, "wb");
    if (out == NULL) abort();
    if (size > 0 && data[0] % 2 == 0) {
        char copy[sizeof whole];
        memcpy(copy, whole, length);
        for (size_t i = 1; i + 1 < size; i += 2) copy[data[i] * 2u % length] = (char)data[i + 1];
        fwrite(copy, 1, length, out);
    } else {
        fwrite(data, 1, size, out);
    }
    fclose(out);
    run_step();
}

/* ---- archives ---- */

static unsigned entries;

static int count_entry(const char *path, const struct stat *status, int flag, struct FTW *walk) {
    (void)path, (void)status, (void)flag, (void)walk;
    entries++;
    return 0;
}

static void archive(const uint8_t *data, size_t size) {
    static unsigned before;
    char tree[260];
    uint32_t files = 0;
    tool_error error = {.text = ""};
    entries = 0;
    (void)nftw(folder(), count_entry, 8, FTW_PHYS);
    before = entries;
    snprintf(tree, sizeof tree, "%s/tree", folder());
    bool made = archive_to_folder("fuzz.zip", data, size, tree, &files, &error);
    if (!made) must_say(&error);
    (void)nftw(tree, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    entries = 0;
    (void)nftw(folder(), count_entry, 8, FTW_PHYS);
    if (entries != before) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static void (*const kinds[])(const uint8_t *data, size_t size) = {sidecar, stages, records, archive};
    static bool begun;
    if (size == 0) return 0;
    if (!begun) {
        put("cart.txt", cart_text, strlen(cart_text));
        put("assets/a.png", "", 0);
        (void)atexit(remove_folder);
        begun = true;
    }
    kinds[data[0] % 4u](data + 1, size - 1);
    return 0;
}
