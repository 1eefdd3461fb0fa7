/* Skinned models on their way into chunks, posed by the console and by double precision, vertex by vertex. */
#include <math.h>
#include <stdlib.h>

#include "fixedmath/matrix.h"
#include "kernel/animation/skin.h"
#include "rom/records.h"
#include "tests/host/kernel/animation/mesh_view.h"
#include "tests/host/tools/convert/converted_asset.h"
#include "tools/convert/converters.h"
#include "tools/encode/mesh.h"
#include "tools/import/load/load.h"

static converted_asset skeleton, clip;

typedef struct skinned {
    import_binding binding;
    import_family family;
    writer mesh, skin;
    mesh_report report;
    rs_mesh view;
    rs_submesh parts[64];
    uint8_t influences[65536]; /* of each vertex */
} skinned;

static bool pack(skinned *s, const char *path, tool_error *error) {
    static const uint32_t materials[64];
    memset(s, 0, sizeof *s);
    s->binding.skeleton = path;
    if (!import_family_load_bound(path, &s->binding, &s->family, error)) return false;
    const mesh_skin skin = {s->binding.rig, rom_id("skeleton/it"), convert_rig_hash(s->binding.rig), false};
    writer_zeros(&s->skin, ROM_SKIN_SIZE);
    writer_put_u16(&s->skin, ROM_CHUNK_VERSION, 0x0100);
    writer_put_u16(&s->skin, ROM_CHUNK_HEADER, ROM_SKIN_SIZE);
    return mesh_pack_skinned(&(mesh_source){path, &s->family.shown, materials, false, &skin, NULL}, &s->mesh,
                             &s->skin, &s->report, error);
}

static void view(skinned *s) {
    mesh_view(s->mesh.data, s->parts, 64, &s->view);
    const uint8_t *run = s->skin.data + rom_u32(s->skin.data + ROM_SKIN_RUNS_AT);
    for (uint32_t i = 0, v = 0; i < rom_u32(s->skin.data + ROM_SKIN_RUNS); i++, run += ROM_SKIN_RUN_SIZE) {
        for (uint32_t k = 0; k < rom_u16(run + ROM_SKIN_RUN_COUNT) && v < 65536; k++)
            s->influences[v++] = run[ROM_SKIN_RUN_INFLUENCES];
    }
}

static void drop(skinned *s) {
    import_binding_free(&s->binding);
    import_family_free(&s->family);
    writer_free(&s->mesh);
    writer_free(&s->skin);
}

/* ---- the reference: the file's own pose, in double precision ---- */

typedef struct reference {
    double (*corners)[3]; /* three a triangle, by material as the packer sorts them */
    uint32_t count;
} reference;

static bool pose_reference(const import_scene *scene, const import_animation *animation, double time,
                           import_model *model) {
    tool_error error;
    return import_scene_bake("reference", scene, animation, time, model, &error);
}

/* The largest distance of a posed corner from the reference's, in metres; a mesh of another size counts as
 * far off. */
static double compare(const skinned *s, const rs_mesh *posed, const import_model *wanted, double *normal) {
    double worst = 0;
    if (wanted->triangle_count != posed->triangle_count) return 1e9;
    for (uint32_t p = 0; p < posed->part_count; p++) {
        const rs_submesh *part = &posed->parts[p];
        for (uint32_t c = part->first_triangle * 3; c < (part->first_triangle + part->triangle_count) * 3;
             c++) {
            uint32_t v = part->first_vertex + posed->indices[c];
            const import_vertex *to = &wanted->vertices[wanted->indices[c]];
            const fx offset[3] = {posed->offset.x, posed->offset.y, posed->offset.z};
            double square = 0, dot = 0, length = 0;
            for (int k = 0; k < 3; k++) {
                double at = (offset[k] +
                             (double)posed->positions[3 * v + (uint32_t)k] * (1 << posed->exponent)) /
                            65536,
                       n = posed->normals[4 * v + (uint32_t)k];
                square += (at - (double)to->position[k]) * (at - (double)to->position[k]);
                dot += n * (double)to->normal[k];
                length += n * n;
            }
            worst = fmax(worst, sqrt(square));
            /* the reference turns normals by the inverse of the blended matrix, the console by the blended matrix */
            double *off = s->influences[v] == 1 ? &normal[0] : &normal[1];
            *off = fmax(*off, 1 - dot / sqrt(length));
        }
    }
    return worst;
}

/* In the bind pose matrices are the identity within 2 LSB, and every vertex is where it was within a quantum. */
static void check_bind(const ox_skin *skin, ox_frame_memory *frame) {
    static sqt local[256], global[256];
    rs_mesh posed;
    const rs_mesh *mesh = skin->mesh;
    const mat34 one = m34_identity();
    int32_t worst = 0, matrix = 0, quantum;
    ox_frame_memory_begin(frame);
    ox_pose_bind(skin->skeleton, local);
    ox_pose_global(skin->skeleton, local, global);
    for (uint32_t j = 0; j < ox_pose_joints(skin->skeleton); j++) {
        mat34 k = ox_skin_matrix(skin, global, j);
        for (int i = 0; i < 12; i++) matrix = fx_max(matrix, abs(k.m[i / 4][i % 4] - one.m[i / 4][i % 4]));
    }
    CHECK(matrix <= 2);
    CHECK_EQ(ox_skin_pose(skin, global, false, frame, &posed), OX_OK);
    quantum = 1 << (posed.exponent > mesh->exponent ? posed.exponent : mesh->exponent);
    const fx was[3] = {mesh->offset.x, mesh->offset.y, mesh->offset.z},
             is[3] = {posed.offset.x, posed.offset.y, posed.offset.z};
    for (uint32_t i = 0; i < mesh->vertex_count * 3; i++)
        worst = fx_max(worst, abs(was[i % 3] + mesh->positions[i] * (1 << mesh->exponent) - is[i % 3] -
                                  posed.positions[i] * (1 << posed.exponent)));
    TEST_INFO(
        "bound: matrices within %d LSB of the identity, vertices within %d LSB of the mesh (quantum %d)",
        (int)matrix, (int)worst, (int)quantum);
    CHECK(worst <= quantum);
}

/* Largest distance over all frames of an animation, sampled as the console samples the packed clip, in
 * metres. `normal` takes the largest angle of a normal as 1 - cosine. */
static double measure(skinned *s, const import_animation *animation, double *normal, double *size,
                      double *quantum) {
    static _Alignas(16) uint8_t bytes[4 << 20];
    static sqt local[256], global[256];
    ox_arena arena;
    ox_frame_memory frame;
    ox_skin skin;
    rs_mesh posed;
    double worst = 0;
    uint32_t frames = rom_u32(clip.chunk.data + ROM_CLIP_FRAMES);
    CHECK(ox_skin_open(&skin, s->skin.data, skeleton.chunk.data, &s->view));
    CHECK(rom_clip_fits(clip.chunk.data, skeleton.chunk.data));
    ox_arena_init(&arena, bytes, sizeof bytes);
    CHECK(ox_frame_memory_init(&frame, &arena, sizeof bytes - 64, 1));
    normal[0] = normal[1] = *size = *quantum = 0;
    check_bind(&skin, &frame);
    for (uint32_t f = 0; f <= frames; f += frames / 7 + 1) {
        import_model wanted;
        ox_frame_memory_begin(&frame);
        ox_pose_bind(skeleton.chunk.data, local);
        ox_pose_sample(clip.chunk.data, (fx)(f << 16), local, 256);
        ox_pose_global(skeleton.chunk.data, local, global);
        CHECK_EQ(ox_skin_pose(&skin, global, false, &frame, &posed), OX_OK);
        CHECK(rs_mesh_valid(&posed));
        if (!pose_reference(&s->binding.scene, animation, animation->duration * f / frames, &wanted))
            return 1e9;
        worst = fmax(worst, compare(s, &posed, &wanted, normal));
        *size = fmax(*size, posed.radius / 65536.0);
        *quantum = fmax(*quantum, (1 << posed.exponent) / 65536.0);
        import_model_free(&wanted);
    }
    return worst;
}

static void check_file(const char *path, const char *options, double most, bool *there) {
    static skinned s;
    tool_error error = {.text = ""};
    double normal[2] = {0, 0}, size = 0, quantum = 0;
    bool ok = convert_asset_file(&skeleton, "skeleton", path, "", there);
    if (!*there) return;
    CHECK(ok && convert_asset_file(&clip, "clip", path, options, there));
    ok = pack(&s, path, &error);
    if (!ok) TEST_INFO("%s", error.text);
    CHECK(ok);
    if (ok) {
        rom_error fault = {.text = ""};
        CHECK_EQ(rom_check_chunk(ROM_TAG_SKIN, s.skin.data, (uint32_t)s.skin.size, &fault), ROM_OK);
        CHECK_EQ(rom_check_chunk(ROM_TAG_MESH, s.mesh.data, (uint32_t)s.mesh.size, &fault), ROM_OK);
        view(&s);
        double worst = measure(&s, &s.binding.scene.animations[0], normal, &size, &quantum);
        TEST_INFO("%s: %u vertices (%u with 1 joint, %u with 2, %u with more), skin %u bytes; off by at most "
                  "%.6f m in a sphere of %.2f m (quantum %.6f), "
                  "normals by %.2f degrees with one joint, %.2f with more; bound %.6f m apart",
                  path, (unsigned)s.report.vertices, (unsigned)s.report.skinned[0],
                  (unsigned)s.report.skinned[1], (unsigned)s.report.skinned[2], (unsigned)s.skin.size, worst,
                  size, quantum, acos(1 - normal[0]) * 57.29577951,
                  acos(fmax(-1, 1 - normal[1])) * 57.29577951, s.binding.apart);
        CHECK(worst < most);
        CHECK(normal[0] < 0.0004); /* 1.6 degrees: 8 bits a component, rounded twice */
        CHECK(normal[1] < 0.05);
    }
    drop(&s);
    converted_free(&clip);
    converted_free(&skeleton);
}

/* With plain samples the remaining error comes from positions of 16 bits, weights of 8 and matrices of
 * 16.16. */
TEST(animation_skin_agrees_with_double_precision) {
    static const char *const files[] = {"../shared/data/models/robot.glb",
                                        "../shared/data/models/greenman.glb", "../shared/data/models/guy.iqm",
                                        NULL};
    bool there = true, any = false;
    for (size_t i = 0; files[i] != NULL; i++) {
        check_file(files[i], "tolerance=0 loop=off rate=20 skeleton=it", 0.005, &there);
        any = any || there;
    }
    if (!any) test_skip("no ../shared/data");
}

TEST(animation_weights_are_rounded_to_the_sum) {
    static const struct {
        double in[4];
        uint8_t out[4];
    } rows[] = {{{2, 1, 1, 0}, {127, 64, 64, 0}}, {{1, 0, 0, 0}, {255, 0, 0, 0}},
                {{1, 1, 1, 0}, {85, 85, 85, 0}},  {{1, 1, 1, 1}, {64, 64, 64, 63}},
                {{0, 0, 0, 0}, {0, 0, 0, 0}},     {{0.999, 0.001, 0, 0}, {255, 0, 0, 0}}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint8_t bytes[4];
        import_weights_to_bytes(rows[i].in, bytes);
        for (int k = 0; k < 4; k++) CHECK_EQ(bytes[k], rows[i].out[k]);
    }
    uint32_t seed = 3;
    for (int i = 0; i < 20000; i++) {
        double in[4];
        uint8_t bytes[4];
        for (int k = 0; k < 4; k++) {
            seed = seed * 1664525u + 1013904223u;
            in[k] = k > 0 && seed >> 30 == 0 ? 0 : (seed >> 8) / 16777216.0;
        }
        import_weights_to_bytes(in, bytes);
        CHECK_EQ(bytes[0] + bytes[1] + bytes[2] + bytes[3], in[0] + in[1] + in[2] + in[3] > 0 ? 255 : 0);
    }
}
