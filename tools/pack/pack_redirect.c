/* Redirects: puts an asset under its old name too, so that references by the old name find it. */
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/pack/pack_job.h"

/* Copies one chunk; the image stores equal bytes once. */
static bool copy_chunk(assembly *a, uint32_t index, const char *name) {
    size_t size = a->chunks[index].bytes.size;
    writer *out = assemble_add(a, name, a->chunks[index].type, (uint32_t)size);
    const assemble_chunk *from = &a->chunks[index]; /* the list of chunks may have moved */
    if (out == NULL || out->failed) return false;
    memcpy(out->data, from->bytes.data, size);
    assemble_class(a, from->memory);
    assemble_life(a, from->life);
    assemble_variant(a, from->variant);
    if (from->sectioned) assemble_sectioned(a);
    return true;
}

const char *pack_redirect_end(const cart *c, const char *name) {
    for (uint32_t steps = 0; steps <= c->redirect_count; steps++) {
        const char *next = NULL;
        for (uint32_t i = 0; i < c->redirect_count && next == NULL; i++) {
            if (rom_id(c->redirects[i].from) == rom_id(name)) next = c->redirects[i].to;
        }
        if (next == NULL) return name;
        name = next;
    }
    return NULL;
}

bool pack_redirects(pack_job *job) {
    const cart *c = job->c;
    assembly *a = &job->chunks;
    bool ok = true;
    for (uint32_t i = 0; i < c->redirect_count; i++) {
        const char *to = pack_redirect_end(c, c->redirects[i].to);
        uint32_t count = a->count, copies = 0;
        for (uint32_t k = 0; to != NULL && k < count; k++) {
            if (a->chunks[k].id != rom_id(to)) continue;
            if (!copy_chunk(a, k, c->redirects[i].from)) return pack_no_memory(job);
            copies++;
        }
        if (copies == 0 && job->options->only != NULL) continue; /* the asset is in another part */
        if (copies == 0)
            ok = pack_wrong(job, c->redirects[i].line,
                            "redirect to `%s`, which is not there; correct it or take the line out",
                            c->redirects[i].to);
    }
    if (ok && c->redirect_count > 0)
        pack_warn(job, c->redirects[0].line,
                  "%u redirect%s; `oxcart db DIR fixup` rewrites what says the old names", c->redirect_count,
                  c->redirect_count == 1 ? "" : "s");
    return ok;
}
