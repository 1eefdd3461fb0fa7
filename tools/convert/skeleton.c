/* Skeletons out of the rigs of glTF and IQM files: joints with their parents and their rest. */
#include <math.h>
#include <stdlib.h>

#include "rom/records.h"
#include "tools/convert/clip_tracks.h"
#include "tools/import/load/load.h"
#include "tools/import/model/rig.h"
#include "tools/record_writer.h"

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

const cart_option_row convert_skeleton_options[] = {{"skin", "NAME", "of the file, where it has several"},
                                                    {"axes", "LUF", "where the file's x, y and z point"},
                                                    {.key = NULL}};

static uint32_t parent_of(const import_rig_joint *joint) {
    return joint->parent < 0 ? 255u : (uint32_t)joint->parent;
}

uint32_t convert_rig_hash(const import_rig *rig) {
    uint32_t crc = 0;
    for (uint32_t i = 0; i < rig->count; i++) {
        uint32_t id = rom_id(rig->joints[i].name);
        const uint8_t key[8] = {(uint8_t)id,
                                (uint8_t)(id >> 8),
                                (uint8_t)(id >> 16),
                                (uint8_t)(id >> 24),
                                (uint8_t)parent_of(&rig->joints[i]),
                                0,
                                0,
                                0};
        crc = rom_crc32(crc, key, sizeof key);
    }
    return crc;
}

static int16_t to_q14(double value) {
    double scaled = writer_round(value * 16384);
    return (int16_t)(scaled > 16384 ? 16384 : scaled < -16384 ? -16384 : scaled);
}

static int by_id(const void *a, const void *b) {
    const rom_joint_name_record *x = a, *y = b;
    return (x->name > y->name) - (x->name < y->name);
}

static bool put_joints(const pack_source *s, const import_rig *rig, writer *out) {
    rom_skeleton_record r = {
        .joint_count = rig->count, .joints_at = (uint32_t)out->size, .hash = convert_rig_hash(rig)};
    rom_joint_name_record names[IMPORT_RIG_JOINTS];
    for (uint32_t i = 0; i < rig->count; i++) {
        const import_rig_joint *joint = &rig->joints[i];
        rom_joint_record row = {
            .name = rom_id(joint->name), .parent = (uint8_t)parent_of(joint), .flags = ROM_JOINT_LEAF};
        for (uint32_t k = i + 1; k < rig->count; k++) {
            if (rig->joints[k].parent == (int32_t)i) row.flags = 0;
        }
        for (int k = 0; k < 4; k++) row.rotation[k] = to_q14(joint->bind.rotation[k]);
        for (int k = 0; k < 3; k++) row.translation[k] = (int32_t)writer_fx(joint->bind.translation[k]);
        row.scale = 65536;
        for (int k = 0; k < 12; k++) row.inverse[k] = (int32_t)writer_fx(joint->inverse[k]);
        record_add_joint(out, &row);
        names[i] = (rom_joint_name_record){row.name, i};
    }
    qsort(names, rig->count, sizeof *names, by_id);
    for (uint32_t i = 1; i < rig->count; i++) {
        if (names[i].name == names[i - 1].name)
            return import_error_file(s->error, s->path,
                                     "the joints `%.60s` and `%.60s` have the same id; rename one",
                                     rig->joints[names[i - 1].joint].name, rig->joints[names[i].joint].name);
    }
    r.names_at = (uint32_t)out->size;
    for (uint32_t i = 0; i < rig->count; i++) record_add_joint_name(out, &names[i]);
    record_put_skeleton(out, 0, &r);
    pack_companion_note(s, "skeleton %s: %u joints, %u bytes", s->asset->name, (unsigned)rig->count,
                        (unsigned)out->size);
    return true;
}

bool convert_skeleton(const pack_source *s, writer *out) {
    import_scene scene;
    if (!import_scene_load(s->path, pack_option(s->asset, "axes"), 1, &scene, s->error)) return false;
    import_rig *rig = import_rig_make(s->path, &scene, pack_option(s->asset, "skin"), s->error);
    bool ok = rig != NULL && put_joints(s, rig, out);
    free(rig);
    import_scene_free(&scene);
    return ok;
}
