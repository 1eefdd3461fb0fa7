/* Morph targets and frames of files on their way into chunks, against double precision; and in a console: by cart text, scripts, clips and numbers of a motion. */
#define _XOPEN_SOURCE 700
#include "kernel/animation/morph.h"
#include "kernel/console/console.h"
#include "kernel/morph/module.h"
#include "rom/check.h"
#include "rom/records.h"
#include "tests/host/kernel/animation/mesh_view.h"
#include "tests/host/kernel/physics/physics_scene.h"
#include "tools/encode/mesh.h"
#include "tools/import/load/load.h"
#include "tools/pack/overlay.h"

typedef struct shaped {
    import_family family;
    writer mesh, morph;
    mesh_report report;
    rs_mesh view;
    rs_submesh parts[16];
} shaped;

static bool pack_model(shaped *s, const import_model *model) {
    static const uint32_t materials[16];
    tool_error error = {.text = ""};
    writer_zeros(&s->morph, ROM_MORPH_SIZE);
    writer_put_u16(&s->morph, ROM_CHUNK_VERSION, 0x0100);
    writer_put_u16(&s->morph, ROM_CHUNK_HEADER, ROM_MORPH_SIZE);
    if (!mesh_pack_skinned(&(mesh_source){"it", model, materials, false, NULL, &s->morph}, &s->mesh, NULL,
                           &s->report, &error)) {
        TEST_INFO("%s", error.text);
        return false;
    }
    mesh_view(s->mesh.data, s->parts, 16, &s->view);
    rom_error fault;
    CHECK_EQ(rom_check_chunk(ROM_TAG_MORPH, s->morph.data, (uint32_t)s->morph.size, &fault), ROM_OK);
    return true;
}

static bool pack_file(shaped *s, const char *path, import_shaping_kind kind, double rate) {
    tool_error error = {.text = ""};
    memset(s, 0, sizeof *s);
    const bool ok = import_family_load(path, &(import_shaping){kind, rate}, &s->family, &error);
    if (!ok) TEST_INFO("%s", error.text);
    return ok && pack_model(s, &s->family.shown);
}

static void drop(shaped *s) {
    import_family_free(&s->family);
    writer_free(&s->mesh);
    writer_free(&s->morph);
}

static _Alignas(16) uint8_t room[1 << 20];
static ox_arena arena;
static ox_frame_memory memory;

static rs_mesh posed_by(const shaped *s, const ox_morph_weight *weights, uint32_t count, bool faces) {
    rs_mesh posed;
    fx slack;
    ox_arena_init(&arena, room, sizeof room);
    CHECK(ox_frame_memory_init(&memory, &arena, sizeof room / 2, 1));
    ox_frame_memory_begin(&memory);
    CHECK_EQ(ox_morph_pose(s->morph.data, &s->view, &(ox_morph_wish){weights, count, false, faces}, &memory,
                           &posed, &slack),
             OX_OK);
    return posed;
}

/* How far a corner of a posed mesh is from a shape of the model, in metres at most; and the cosine of the worst normal. */
static double worst_of(const shaped *s, const rs_mesh *posed, const import_places *shape, double *cosine) {
    const import_model *model = &s->family.shown;
    const uint8_t *d = s->mesh.data;
    double worst = 0;
    *cosine = 1;
    for (uint32_t p = 0; p < posed->part_count; p++) {
        const rs_submesh *part = &posed->parts[p];
        for (uint32_t c = part->first_triangle * 3; c < (part->first_triangle + part->triangle_count) * 3;
             c++) {
            const uint32_t v = part->first_vertex + posed->indices[c],
                           origin = model->vertices[model->indices[c]].origin;
            double square = 0, dot = 0, length = 0;
            for (uint32_t k = 0; k < 3; k++) {
                const double at = (rom_i32(d + ROM_MESH_OFFSET + 4 * k) +
                                   (double)posed->positions[3 * v + k] * (1 << posed->exponent)) /
                                  65536,
                             n = posed->normals[4 * v + k];
                square +=
                    (at - (double)shape->positions[origin][k]) * (at - (double)shape->positions[origin][k]);
                dot += n * (double)shape->normals[origin][k];
                length += n * n;
            }
            worst = fmax(worst, sqrt(square));
            *cosine = fmin(*cosine, dot / sqrt(length));
        }
    }
    return worst;
}

/* ANI-039: each target of a file is met by weight 1 within half a quantum of its differences, and normals with it. */
TEST(morph_targets_of_a_file_are_met) {
    shaped s;
    if (!pack_file(&s, "rom/carts/examples/faces/face.oxs", IMPORT_SHAPES_TARGETS, 10)) {
        CHECK(false);
        return;
    }
    CHECK_EQ(s.family.shown.shape_count, 4);
    for (uint32_t i = 0; i < 4; i++) {
        const import_places *shape = &s.family.shown.shapes[i];
        const uint8_t *row = s.morph.data + ROM_MORPH_SIZE + i * ROM_MORPH_TARGET_SIZE;
        const uint32_t target = ox_morph_find(s.morph.data, rom_id(shape->name));
        CHECK_EQ(target, i);
        const rs_mesh posed = posed_by(&s, &(ox_morph_weight){i, FX_ONE}, 1, false);
        double cosine;
        const double worst = worst_of(&s, &posed, shape, &cosine),
                     quantum = ldexp(1 << posed.exponent, row[ROM_MORPH_TARGET_SHIFT] - 16);
        TEST_INFO("%s: %u of %u vertices, off by %.3f mm (quantum %.3f mm), normals by %.1f degrees",
                  shape->name, (unsigned)rom_u32(row + ROM_MORPH_TARGET_MOVED), (unsigned)posed.vertex_count,
                  worst * 1000, quantum * 1000, acos(cosine > 1 ? 1 : cosine) * 57.3);
        CHECK(worst <= quantum * sqrt(3) / 2 + ldexp(1 << posed.exponent, -16) * 1.75);
        CHECK(cosine > 0.9995);
    }
    drop(&s);
}

/* ANI-037, ANI-038: frames of an animation are met, a loop is found; backs are told alike by faces that are worked out anew and by those of the places in double
 * precision, all along the way. */
TEST(morph_frames_of_a_file_are_met) {
    shaped s;
    if (!pack_file(&s, "rom/carts/examples/faces/fish.oxs", IMPORT_SHAPES_FRAMES, 10)) {
        CHECK(false);
        return;
    }
    const uint32_t run = ox_morph_run(s.morph.data, rom_id("swim"));
    CHECK(run != OX_MORPH_NONE && s.family.shown.run_count == 1);
    const ox_morph_motion motion = ox_morph_motion_of(s.morph.data, run);
    CHECK(motion.frames == 8 && motion.loops && motion.rate == 10 * FX_ONE);
    double worst = 0, least = 1, cosine;
    uint32_t told = 0, other = 0;
    for (fx time = 0; time < 8 * FX_ONE; time += FX_ONE / 4) {
        ox_morph_weight weights[2];
        const uint32_t count = ox_morph_frames(&motion, time, weights);
        const rs_mesh posed = posed_by(&s, weights, count, true);
        if (count == 1) {
            worst = fmax(worst, worst_of(&s, &posed, &s.family.shown.shapes[weights[0].target], &cosine));
            least = fmin(least, cosine);
        }
        for (uint32_t t = 0; t < posed.triangle_count; t++) {
            const uint32_t part = t >= posed.parts[1].first_triangle ? 1 : 0;
            const uint16_t *index = posed.indices + 3 * t;
            double p[3][3], n[3];
            for (uint32_t c = 0; c < 3; c++)
                for (uint32_t k = 0; k < 3; k++)
                    p[c][k] = posed.positions[3 * (posed.parts[part].first_vertex + index[c]) + k];
            for (uint32_t k = 0; k < 3; k++) {
                const uint32_t u = (k + 1) % 3, v = (k + 2) % 3;
                n[k] = (p[1][u] - p[0][u]) * (p[2][v] - p[0][v]) - (p[1][v] - p[0][v]) * (p[2][u] - p[0][u]);
            }
            const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]),
                         wanted = (0.8 * n[0] + 0.3 * n[1] - 0.52 * n[2]) / length,
                         is = (0.8 * posed.faces[4 * t] + 0.3 * posed.faces[4 * t + 1] -
                               0.52 * posed.faces[4 * t + 2]) /
                              127;
            if (!(length > 0) || fabs(wanted) < 0.012) continue; /* edge-on, within half a step of a normal */
            told++;
            other += (wanted > 0) != (is > 0);
        }
    }
    TEST_INFO("frames: off by %.3f mm, normals by %.1f degrees; %u of %u backs told otherwise; %u bytes of "
              "%u vertices "
              "and %u frames",
              worst * 1000, acos(least) * 57.3, (unsigned)other, (unsigned)told, (unsigned)s.morph.size,
              (unsigned)s.view.vertex_count, (unsigned)motion.frames);
    CHECK(worst < 0.002 && least > 0.999 && other == 0 && told > 1000);
    drop(&s);
}

/* ANI-037, ANI-039: what is packed: 40 targets of a fifth of 200 vertices; 10 frames of all of 300. */
TEST(morph_bytes_of_targets_and_frames) {
    for (uint32_t kind = 0; kind < 2; kind++) {
        const uint32_t vertices = kind == 0 ? 200 : 300, shapes = kind == 0 ? 40 : 10,
                       moved = kind == 0 ? 40 : 300;
        shaped s;
        memset(&s, 0, sizeof s);
        import_material material = {.triangle_count = vertices - 2};
        import_model model = {.vertices = calloc(vertices, sizeof *model.vertices),
                              .vertex_count = vertices,
                              .indices = calloc(3 * (size_t)vertices, sizeof *model.indices),
                              .triangle_count = vertices - 2,
                              .materials = &material,
                              .material_count = 1,
                              .shapes = calloc(shapes, sizeof *model.shapes),
                              .shape_count = shapes,
                              .origin_count = vertices};
        for (uint32_t i = 0; i < vertices; i++) {
            model.vertices[i] =
                (import_vertex){.position = {(float)i * 0.01f, (float)(i % 7) * 0.1f, (float)(i % 3) * 0.1f},
                                .normal = {0, 1, 0},
                                .origin = i};
            if (i + 2 < vertices)
                for (uint32_t k = 0; k < 3; k++) model.indices[3 * i + k] = i + k;
        }
        for (uint32_t n = 0; n < shapes; n++) {
            import_places *shape = &model.shapes[n];
            char name[16] = "";
            if (kind == 0) snprintf(name, sizeof name, "t%u", (unsigned)n);
            shape->name = calloc(1, sizeof name);
            memcpy(shape->name, name, sizeof name);
            shape->positions = calloc(vertices, sizeof *shape->positions);
            shape->normals = calloc(vertices, sizeof *shape->normals);
            for (uint32_t i = 0; i < vertices; i++) {
                memcpy(shape->positions[i], model.vertices[i].position, sizeof shape->positions[i]);
                if ((i + 5 * n) % vertices < moved) shape->positions[i][1] += 0.05f + (float)(i % 5) * 0.01f;
            }
        }
        CHECK(pack_model(&s, &model));
        const uint32_t data = rom_u32(s.morph.data + ROM_MORPH_DATA_BYTES);
        TEST_INFO("%u shapes of %u of %u vertices: %u bytes of data, %u as whole copies of 6 bytes a vertex",
                  (unsigned)shapes, (unsigned)moved, (unsigned)vertices, (unsigned)data,
                  (unsigned)(shapes * vertices * 6));
        CHECK_EQ(data, kind == 0 ? shapes * moved * 4 : shapes * vertices * 3);
        for (uint32_t n = 0; n < shapes; n++) {
            free(model.shapes[n].name);
            free(model.shapes[n].positions);
            free(model.shapes[n].normals);
        }
        free(model.shapes);
        free(model.vertices);
        free(model.indices);
        drop(&s);
    }
}

/* ---- in a console ---- */

static char *text_of(const char *path) {
    char *text = calloc(1, 200000);
    FILE *f = fopen(path, "rb");
    if (f == NULL || fread(text, 1, 199999, f) == 0) test_fail(__FILE__, __LINE__, path, 0, 1);
    if (f != NULL) fclose(f);
    return text;
}

static const char *const script =
    "behaviour Face {\n"
    "    var ended = 0\n"
    "    on MotionEnds(what) { ended += 1 }\n"
    "    on Press(b) {\n"
    "        if b == Button.A { morph_set(self, 'smile', 0.5) }\n"
    "        if b == Button.B { morph_play(find('fish'), 'swim', 1.0) }\n"
    "        if b == Button.UP { motion_set(find('head'), 'jaw', 1.0) }\n"
    "        if b == Button.DOWN { log(\"{morph_get(self, 'smile'):.2} {morph_frame(find('fish')):.2}\") }\n"
    "    }\n"
    "}\n";

static bool play_morphs(played *p, const char *morph) {
    char *face = text_of("rom/carts/examples/faces/face.oxs"),
         *fish = text_of("rom/carts/examples/faces/fish.oxs");
    char text[2048];
    snprintf(
        text, sizeof text,
        "title \"Morphs\"\nsize 64x48\nformat pal8\nbudget 900K\nframe 128K\nstart one\nscript game "
        "game.goad\n"
        "skeleton face face.oxs\nmesh face face.oxs shapes=targets\nmesh fish fish.oxs shapes=frames "
        "rate=10\n"
        "mesh head face.oxs skeleton=face shapes=targets\nclip idle face.oxs animation=idle skeleton=face\n"
        "motion head head.motion\nclip talk talk.clip\n"
        "scene one\n camera at=0,0,-6 target=0,0,0\n object face name=face behaviour=Face\n with morph=free\n"
        " object fish name=fish at=1,0,0\n with morph=%s\n object head name=head at=-2,0,0\n"
        " with motion=free of=head\n with morph=free\n object face name=other at=0,3,0\n with morph=free "
        "first=jaw\n"
        " with sequence=runs of=talk\nend\n",
        morph);
    memset(p, 0, sizeof *p);
    write_texts(&p->folder, &(played_texts){text, script, NULL});
    folder_write(&p->folder, "face.oxs", face);
    folder_write(&p->folder, "fish.oxs", fish);
    folder_write(&p->folder, "head.motion", "skeleton face\nnumber jaw low=0 high=1\nstate idle idle\n");
    folder_write(&p->folder, "talk.clip", "rate 30\nframes 30\ntrack morph.weight1 0:0 30:1\n");
    free(face);
    free(fish);
    if (!folder_pack(&p->folder, &p->image)) return false;
    boot_with(p, NULL, 0);
    if (p->console == NULL) TEST_INFO("%s", p->error.text);
    return p->console != NULL;
}

static ox_morph *morph_called(const played *p, const char *name) {
    return ox_morph_of(ox_console_morphs(p->console), object_called(p, name));
}

static const rs_mesh *drawn_of(const played *p, const char *name, const rs_mesh **own) {
    const ox_object *object = object_called(p, name);
    const ox_form *form = p->console->scene.forms[ox_scene_model(&p->console->scene, object)->form];
    *own = &form->mesh->mesh;
    return ox_scene_mesh(&p->console->scene, object, form);
}

/* A game maker reaches weights by scripts, by clips of free tracks and by numbers of a motion; frames by cart text and scripts. */
TEST(morph_is_led_by_texts_scripts_clips_and_motions) {
    played p;
    const rs_mesh *own;
    if (!play_morphs(&p, "free frames=swim speed=0.5 at=2")) {
        CHECK(false);
        return;
    }
    steps(&p, 2);
    CHECK(morph_called(&p, "face")->target[0] == rom_id("smile") &&
          morph_called(&p, "other")->target[0] == rom_id("jaw"));
    CHECK(drawn_of(&p, "face", &own) == NULL || drawn_of(&p, "face", &own)->positions == own->positions);
    frame(p.console, PLAT_A);
    CHECK_EQ(morph_called(&p, "face")->weight[0], FX_ONE / 2);
    frame(p.console, 0);
    CHECK(drawn_of(&p, "face", &own)->positions != own->positions);
    const fx before = morph_called(&p, "fish")->frame;
    steps(&p, 12); /* a fifth of a second at half of ten frames a second */
    CHECK_EQ(morph_called(&p, "fish")->frame - before, FX_ONE);
    CHECK(drawn_of(&p, "fish", &own)->positions != own->positions);
    frame(p.console, PLAT_B);
    CHECK(morph_called(&p, "fish")->frame <= FX_ONE / 6 + 1 && morph_called(&p, "fish")->speed == FX_ONE);
    const rs_mesh *head = drawn_of(&p, "head", &own);
    const int16_t closed = head->positions[1];
    (void)closed;
    const fx radius = head->radius;
    frame(p.console, PLAT_UP);
    steps(&p, 2);
    CHECK(drawn_of(&p, "head", &own)->radius > radius); /* the skin's sphere holds what the jaw does */
    steps(&p, 60);
    CHECK_EQ(morph_called(&p, "other")->weight[0], FX_ONE);
    end(&p);
}

/* A change of the cart's text while the game plays: what it says of an object anew counts, and the others go on. */
TEST(morph_goes_on_when_texts_change) {
    played p, changed;
    rom_image was, is;
    writer mod = {0};
    tool_error said = {.text = ""};
    ox_error error = {.text = ""};
    uint32_t count = 0;
    if (!play_morphs(&p, "free frames=swim") || !play_morphs(&changed, "plain frames=swim speed=-1")) {
        CHECK(false);
        return;
    }
    frame(p.console, PLAT_A);
    steps(&p, 29);
    const fx weight = morph_called(&p, "other")->weight[0];
    CHECK(rom_open(p.image.data, p.image.size, &was, NULL) == ROM_OK &&
          rom_open(changed.image.data, changed.image.size, &is, NULL) == ROM_OK);
    CHECK(overlay_make(&was, &is, "mod", NULL, &mod, &count, &said) && count > 0);
    CHECK_EQ(ox_console_replace(p.console, mod.data, (uint32_t)mod.size, &error), OX_OK);
    CHECK_EQ(morph_called(&p, "face")->weight[0], FX_ONE / 2);
    CHECK_EQ(morph_called(&p, "other")->weight[0], weight);
    CHECK(weight > FX_ONE / 4 && morph_called(&p, "fish")->speed == -FX_ONE);
    steps(&p, 7);
    CHECK_NEAR(morph_called(&p, "fish")->frame, 8 * FX_ONE - 7 * FX_ONE / 6,
               1); /* backwards, round its end */
    CHECK((morph_called(&p, "fish")->flags & OX_MORPH_PLAIN) != 0);
    end(&p);
    end(&changed);
    writer_free(&mod);
}
