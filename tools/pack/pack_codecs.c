/* The steps of codecs, which compress each chunk. */
#include "tools/pack/pack_steps.h"

#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/encode/compress.h"

static bool run_wish(compress_wish wish, const assemble_chunk *chunk, step_result *r, tool_error *error) {
    writer packed = {0};
    uint32_t codec = compress_best(wish, chunk->bytes.data, chunk->bytes.size, &packed);
    writer *out = step_output(r);
    if (out != NULL) writer_u32(out, codec);
    out = out == NULL ? NULL : step_output(r);
    if (out == NULL || packed.failed) {
        writer_free(&packed);
        return import_error_memory(error, chunk->name);
    }
    *out = packed;
    return true;
}

static bool run_codec(void *argument, step_result *r, tool_error *error) {
    return run_wish(COMPRESS_ON, argument, r, error);
}

static bool run_bios_codec(void *argument, step_result *r, tool_error *error) {
    return run_wish(COMPRESS_BIOS, argument, r, error);
}

bool pack_is_packed(const pack_job *job, const assemble_chunk *chunk) {
    for (uint32_t i = 0; i < job->c->part_count; i++) {
        const struct cart_part *part = &job->c->parts[i];
        if (part->compress != 0 && pack_chunk_id(part->kind, part->name) == chunk->id)
            return part->compress == 1;
    }
    return job->c->compress != COMPRESS_OFF;
}

bool pack_run_codecs(pack_job *job) {
    size_t most = (size_t)job->chunks.count + 1;
    build_step *steps = calloc(most, sizeof *steps);
    step_result *results = calloc(most, sizeof *results);
    digest *digests = calloc(most, sizeof *digests);
    bool ok = steps != NULL && results != NULL && digests != NULL;
    if (!ok) pack_no_memory(job);
    uint32_t count = 0;
    for (uint32_t i = 0; ok && i < job->chunks.count; i++) {
        assemble_chunk *chunk = &job->chunks.chunks[i];
        chunk->settled = true;
        bool bios = job->c->compress == COMPRESS_BIOS;
        if (!pack_is_packed(job, chunk)) continue;
        digests[count] = digest_of(chunk->bytes.data, chunk->bytes.size);
        steps[count] = (build_step){.name = chunk->name,
                                    .rule = bios ? "codec-bios" : "codec",
                                    .options = "",
                                    .needs = &digests[count],
                                    .need_count = 1,
                                    .run = bios ? run_bios_codec : run_codec,
                                    .argument = chunk};
        count++;
    }
    ok = ok && pack_run_all(job, steps, results, count);
    for (uint32_t i = 0; ok && i < count; i++) {
        assemble_chunk *chunk = steps[i].argument;
        if (results[i].output_count != 2 || results[i].outputs[0].size != 4) continue;
        uint32_t codec = rom_u32(results[i].outputs[0].data);
        if (!pack_codec_serves(job->c, codec, chunk->bytes.size)) continue;
        chunk->codec = codec;
        chunk->packed = results[i].outputs[1];
        memset(&results[i].outputs[1], 0, sizeof results[i].outputs[1]);
    }
    if (results != NULL) step_results_free(results, count);
    free(steps);
    free(results);
    free(digests);
    return ok;
}
