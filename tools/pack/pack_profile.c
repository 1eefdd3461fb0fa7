/* Packing for a machine: converts formats and sizes to those of the machine, and refuses what does not fit. The
 * profile is the machine's row of kernel/memory/limits.h. Meshes, sounds, levels of pictures and codecs are fitted
 * where they are made (pack_steps.c, tools/convert/sound.c, tools/convert/pixels.c), by the same row. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/platform.h"
#include "rom/rom.h"
#include "tools/inspect/image_model.h"
#include "tools/inspect/size_report.h"
#include "tools/pack/pack_job.h"

/* ---- fitting format and size ---- */

/* The format of the machine that shows most colours of another format. */
static int fitting_format(const machine_limits *limits, int format) {
    static const uint8_t next[PLAT_FORMATS][PLAT_FORMATS] = {
        {PLAT_PAL8, PLAT_RGB565, PLAT_BGR555, PLAT_XRGB8888},
        {PLAT_RGB565, PLAT_BGR555, PLAT_XRGB8888, PLAT_PAL8},
        {PLAT_BGR555, PLAT_RGB565, PLAT_XRGB8888, PLAT_PAL8},
        {PLAT_XRGB8888, PLAT_RGB565, PLAT_BGR555, PLAT_PAL8}};
    for (int i = 0; i < PLAT_FORMATS; i++) {
        if ((limits->pixel_formats >> next[format][i] & 1u) != 0) return next[format][i];
    }
    return format;
}

void pack_fit(cart *c, const machine_limits *limits, tool_report *said) {
    int format = c->format, width = c->width, height = c->height;
    c->machine = limits;
    if (limits == NULL) return;
    c->format = fitting_format(limits, format);
    if (c->format != format)
        report_note(said, c->path, 0, "format %s becomes %s, since %s has no other that comes nearer",
                    cart_formats[format], cart_formats[c->format], limits->port);
    if ((uint64_t)width > limits->width) c->width = (int)limits->width;
    if ((uint64_t)height > limits->height) c->height = (int)limits->height;
    if (c->width != width || c->height != height)
        report_note(said, c->path, 0, "size %dx%d becomes %dx%d, the display of %s", width, height, c->width,
                    c->height, limits->port);
}

import_limits pack_limits(const cart *c) {
    if (c == NULL || c->machine == NULL) return (import_limits){.linear = c != NULL && c->linear};
    return (import_limits){c->machine->port, c->machine->source_side, c->machine->sound_frames,
                           c->machine->map_cells, c->linear};
}

/* ---- refusing what does not fit ---- */

static bool refuse_limit(pack_job *job, unsigned long line, const limit_refusal *refusal) {
    char text[200];
    limit_refusal_text(refusal, text, sizeof text);
    return pack_wrong(job, line, "%s", text);
}

/* The line of cart.txt that names a chunk; 0: none does. */
static unsigned long line_of(const cart *c, uint32_t id) {
    for (uint32_t i = 0; i < c->texture_count; i++) {
        if (pack_chunk_id("texture", c->textures[i].name) == id) return c->textures[i].line;
    }
    for (uint32_t i = 0; i < c->asset_count; i++) {
        if (pack_chunk_id(c->assets[i].kind, c->assets[i].name) == id) return c->assets[i].line;
    }
    return 0;
}

/* Whether a type is a picture; all types of pictures have their sides at the same offset. */
static bool is_picture(uint32_t type) {
    return type == ROM_TAG_IMAGE || type == ROM_TAG_PIXELS || type == ROM_TAG_BLOCK_TEXTURE ||
           type == ROM_TAG_HAAR || type == ROM_TAG_MOVIE;
}

static bool check_chunk(pack_job *job, const assemble_chunk *chunk) {
    const machine_limits *limits = job->options->limits;
    const uint8_t *data = chunk->bytes.data;
    limit_refusal refusal;
    ox_status status = OX_OK;
    if (chunk->sectioned || chunk->bytes.size < 8) return true;
    if (is_picture(chunk->type))
        status = limits_check_texture(limits, chunk->name, rom_u16(data + ROM_IMAGE_WIDTH),
                                      rom_u16(data + ROM_IMAGE_HEIGHT), &refusal);
    else if (chunk->type == ROM_TAG_SOUND)
        status = limits_check_sound(limits, chunk->name, rom_u16(data + ROM_SOUND_RATE),
                                    rom_u32(data + ROM_SOUND_FRAMES), &refusal);
    else if (chunk->type == ROM_TAG_TILE_MAP)
        status = limits_check_map(
            limits, chunk->name,
            (uint64_t)rom_u16(data + ROM_TILE_MAP_WIDTH) * rom_u16(data + ROM_TILE_MAP_HEIGHT), &refusal);
    return status == OX_OK || refuse_limit(job, line_of(job->c, chunk->id), &refusal);
}

/* Checks a mesh against the machine's limits; each part of it is drawn at once. */
static bool check_mesh(pack_job *job, const pack_mesh *mesh) {
    limit_refusal refusal;
    bool ok = true;
    if (mesh->result.output_count == 0) return true;
    const uint8_t *chunk = mesh->result.outputs[0].data, *part = chunk + rom_u32(chunk + ROM_MESH_PART_AT);
    for (uint32_t i = 0; ok && i < rom_u32(chunk + ROM_MESH_PARTS); i++, part += ROM_PART_SIZE) {
        ok = limits_check_mesh(job->options->limits, mesh->source->name, rom_u32(part + ROM_PART_VERTICES),
                               rom_u32(part + ROM_PART_TRIANGLES) * 3u, &refusal) == OX_OK ||
             refuse_limit(job, mesh->source->line, &refusal);
    }
    return ok;
}

/* Checks the memory of each class, and the abilities that the cart needs of the machine. */
static bool check_machine(pack_job *job) {
    static const struct {
        uint32_t need, ability;
        const char *what;
    } needs[] = {{ROM_BUDGET_NEEDS_SOUND, PLAT_CAN_SOUND, "sound"},
                 {ROM_BUDGET_NEEDS_POINTER, PLAT_CAN_POINT, "a pointer"},
                 {ROM_BUDGET_NEEDS_KEYBOARD, PLAT_CAN_TYPE, "a keyboard"},
                 {ROM_BUDGET_NEEDS_SAVE, PLAT_CAN_SAVE, "memory that keeps"},
                 {ROM_BUDGET_NEEDS_NETWORK, PLAT_CAN_NETWORK, "a network"},
                 {ROM_BUDGET_NEEDS_RUMBLE, PLAT_CAN_RUMBLE, "a rumble motor"}};
    static const struct {
        uint32_t from;
        ox_class class;
    } classes[] = {{ROM_MEMORY_CLASS_FAST, OX_CLASS_FAST},
                   {ROM_MEMORY_CLASS_VIDEO, OX_CLASS_VIDEO},
                   {ROM_MEMORY_CLASS_SAVE, OX_CLASS_SAVE}};
    const cart *c = job->c;
    const machine_limits *limits = job->options->limits;
    limit_refusal refusal;
    bool ok = limits_check_level(limits, "the cart's budget", OX_CLASS_MAIN, c->budget, &refusal) == OX_OK ||
              refuse_limit(job, 0, &refusal);
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++) {
        if (limits_check_level(limits, "what the cart asks for", classes[i].class,
                               c->plan.classes[classes[i].from].bytes, &refusal) != OX_OK)
            ok = refuse_limit(job, 0, &refusal);
    }
    for (size_t i = 0; i < sizeof needs / sizeof needs[0]; i++) {
        if ((c->plan.needs & needs[i].need) != 0 && (limits->features & needs[i].ability) == 0)
            ok = pack_wrong(job, 0, "the cart needs %s, and %s has none; take it out of `needs`",
                            needs[i].what, limits->port);
    }
    return ok;
}

bool pack_check_sources(pack_job *job) {
    if (job->options->limits == NULL) return true;
    bool ok = check_machine(job);
    for (uint32_t i = 0; i < job->mesh_count; i++) ok = check_mesh(job, &job->meshes[i]) && ok;
    return ok;
}

bool pack_check_chunks(pack_job *job) {
    bool ok = true;
    for (uint32_t i = 0; job->options->limits != NULL && i < job->chunks.count; i++)
        ok = check_chunk(job, &job->chunks.chunks[i]) && ok;
    return ok;
}

/* Checks that the peak memory of every package, with the memory for loading it, fits the cart's budget. */
static bool check_peaks(pack_job *job, const rom_image *image) {
    image_model m;
    size_report sizes;
    tool_error error = {.text = ""};
    if (!image_model_make(image, job->c->path, &m, &error)) return pack_failed(job, &error);
    bool ok = size_report_make(&m, &sizes, &error);
    if (ok) {
        ok = size_report_budget(&sizes, job->c->path, &error);
        size_report_free(&sizes);
    }
    image_model_free(&m);
    return ok || pack_failed(job, &error);
}

bool pack_check_image(pack_job *job, const writer *image) {
    const machine_limits *limits = job->options->limits;
    limit_refusal refusal;
    rom_image opened;
    if (limits == NULL) return true;
    if (limits_check_level(limits, "the image", OX_CLASS_ROM, image->size, &refusal) != OX_OK)
        return refuse_limit(job, 0, &refusal);
    return rom_open(image->data, image->size, &opened, NULL) != ROM_OK || check_peaks(job, &opened);
}

/* ---- codecs ---- */

bool pack_codec_serves(const cart *c, uint32_t codec, size_t full) {
    return c->machine == NULL || codec == ROM_CODEC_STORED ||
           ((c->machine->codecs >> codec & 1u) != 0 && full <= c->machine->chunk_bytes);
}
