/* Scripts: texts in Goad as one module in a CODE chunk. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/kinds_media.h"
#include "tools/pack_more.h"
#include "tools/record_writer.h"
#include "tools/script/script.h"

const char *const kinds_script_options[] = {"with", "texts", NULL};

enum { FILES = 64 };

typedef struct files {
    script_source sources[FILES];
    char *paths[FILES];
    uint8_t *data[FILES];
    size_t count;
} files;

static void files_free(files *f) {
    for (size_t i = 0; i < f->count; i++) {
        free(f->paths[i]);
        free(f->data[i]);
    }
}

/* The files of with=A.goad,B.goad beside the asset's own, which is number 0. */
static bool read_files(const pack_source *s, files *f) {
    const char *with = pack_option(s->asset, "with");
    f->sources[0] = (script_source){s->path, (const char *)s->data, s->size};
    f->count = 1;
    while (with != NULL && *with != 0) {
        char name[CART_PATH_MAX];
        size_t length = strcspn(with, ","), size;
        if (f->count == FILES) return kinds_option_wrong(s, "with", "names more than %d files; join some", FILES - 1);
        if (length == 0 || length >= sizeof name) return kinds_option_wrong(s, "with", "is a list of files, with commas between");
        memcpy(name, with, length);
        name[length] = 0;
        if (!pack_more_read(s, name, &f->paths[f->count], &f->data[f->count], &size)) return false;
        f->sources[f->count] = (script_source){f->paths[f->count], (const char *)f->data[f->count], size};
        f->count++;
        with += length + (with[length] == ',');
    }
    return true;
}

/* Every mistake is one of the cart's; the last one stays in the source's error. */
static void tell(void *argument, report_severity severity, const tool_error *what) {
    const pack_source *s = argument;
    if (severity != REPORT_ERROR) {
        pack_more_note(s, "%s", what->text);
        return;
    }
    if (s->error->text[0] != 0) pack_more_wrong(s);
    *s->error = *what;
}

bool kinds_script(const pack_source *s, writer *out) {
    const char *texts = pack_option(s->asset, "texts");
    files f = {.count = 0};
    writer module = {0};
    tool_report report = {.tell = tell, .argument = (void *)(uintptr_t)s};
    script_options options = {.rate = (int32_t)s->c->rate, .release = texts != NULL && strcmp(texts, "off") == 0};
    if (texts != NULL && strcmp(texts, "off") != 0 && strcmp(texts, "on") != 0) return kinds_option_wrong(s, "texts", "is on or off");
    s->error->text[0] = 0;
    bool good = read_files(s, &f) && script_compile(f.sources, f.count, &options, &report, &module);
    if (good) {
        size_t at = writer_align(out, 4);
        rom_code_record r = {.checksum = rom_word(module.data + ROM_SCRIPT_MODULE_INTERFACE), .entry = rom_u16(module.data + ROM_SCRIPT_MODULE_START)};
        r.data_bytes = (uint32_t)module.size;
        r.data_at = (uint32_t)at;
        record_put_code(out, 0, &r);
        writer_bytes(out, module.data, module.size);
    }
    report_free(&report);
    writer_free(&module);
    files_free(&f);
    return good;
}
