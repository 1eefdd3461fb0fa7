/* OBJ and MTL import: syntax, materials, normals, messages, the public models, damaged and large files. */
#define _POSIX_C_SOURCE 200809L

#include "tests/test.h"
#include "tools/import/base/file.h"
#include "tools/import/base/text.h"
#include "tools/import/image/png_write.h"
#include "tools/import/model/obj.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static bool load(const char *obj, const char *mtl, import_model *model, tool_error *error) {
    return import_obj_from_memory("m/a.obj", obj, strlen(obj), mtl, mtl != NULL ? strlen(mtl) : 0, model,
                                  error);
}

/* Loads a text that must be right. */
static import_model load_good(const char *obj, const char *mtl) {
    import_model model;
    tool_error error = {.text = ""};
    bool ok = load(obj, mtl, &model, &error);

    CHECK(ok);
    if (!ok) {
        TEST_INFO("%s", error.text);
    }
    return model;
}

static bool has_warning(const import_model *model, const char *words) {
    for (uint32_t i = 0; i < model->warning_count; i++) {
        if (strstr(model->warnings[i], words) != NULL) {
            return true;
        }
    }
    return false;
}

static long thousandths(float value) { return lrint((double)value * 1000); }

static const float *position(const import_model *model, uint32_t corner) {
    return model->vertices[model->indices[corner]].position;
}

static double area(const import_model *model) {
    double sum = 0;

    for (uint32_t t = 0; t < model->triangle_count; t++) {
        double e[2][3];
        for (int k = 0; k < 3; k++) {
            e[0][k] = (double)position(model, 3 * t + 1)[k] - (double)position(model, 3 * t)[k];
            e[1][k] = (double)position(model, 3 * t + 2)[k] - (double)position(model, 3 * t)[k];
        }
        double x = e[0][1] * e[1][2] - e[0][2] * e[1][1];
        double y = e[0][2] * e[1][0] - e[0][0] * e[1][2];
        double z = e[0][0] * e[1][1] - e[0][1] * e[1][0];
        sum += sqrt(x * x + y * y + z * z) / 2;
    }
    return sum;
}

#define CUBE "v -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nv -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1\n"
#define CUBE_FACES "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 3 4 8 7\nf 1 5 8 4\nf 2 3 7 6\n"

TEST(obj_cube_smooth_has_diagonal_normals) {
    import_model model = load_good(CUBE CUBE_FACES, NULL);

    CHECK_EQ(model.vertex_count, 8);
    CHECK_EQ(model.triangle_count, 12);
    CHECK(!model.source_has_normals && !model.source_has_uvs && !model.source_has_smoothing);
    for (uint32_t i = 0; i < model.vertex_count; i++) {
        for (int k = 0; k < 3; k++) {
            CHECK_EQ(thousandths(model.vertices[i].normal[k]),
                     model.vertices[i].position[k] > 0 ? 577 : -577);
        }
    }
    CHECK_EQ(lrint(area(&model) * 1000), 24000);
    CHECK_EQ(model.warning_count, 0);
    import_model_free(&model);
}

TEST(obj_cube_without_smoothing_is_hard) {
    import_model model = load_good(CUBE "s off\n" CUBE_FACES, NULL);
    int axes = 0;

    CHECK_EQ(model.vertex_count, 24);
    for (uint32_t i = 0; i < model.vertex_count; i++) {
        const float *n = model.vertices[i].normal;
        axes += fabsf(n[0]) + fabsf(n[1]) + fabsf(n[2]) == 1.0f;
    }
    CHECK_EQ(axes, 24);
    CHECK(model.source_has_smoothing);
    import_model_free(&model);
}

/* Two smoothing groups: the sides of a box are one, top and bottom another. No crease within a group, a
 * crease between them. */
TEST(obj_smoothing_groups_make_creases) {
    import_model model =
        load_good(CUBE "s 1\nf 1 4 3 2\nf 5 6 7 8\nf 1 5 8 4\nf 2 3 7 6\ns 2\nf 1 2 6 5\nf 3 4 8 7\n", NULL);
    int round_side = 0;
    int flat_end = 0;

    CHECK_EQ(model.vertex_count, 16);
    for (uint32_t i = 0; i < model.vertex_count; i++) {
        const float *n = model.vertices[i].normal;
        round_side += thousandths(fabsf(n[0])) == 707 && thousandths(fabsf(n[2])) == 707 && n[1] == 0;
        flat_end += fabsf(n[1]) == 1.0f;
    }
    CHECK_EQ(round_side, 8);
    CHECK_EQ(flat_end, 8);
    import_model_free(&model);
}

TEST(obj_positions_at_one_place_share_smooth_normals) {
    import_model model =
        load_good("v 0 0 0\nv 1 0 0\nv 0 0 -1\nv 0 0 0\nv 0 0 -1\nv 0 1 0\nf 1 2 3\nf 4 5 6\n", NULL);

    CHECK_EQ(model.vertex_count, 4);
    CHECK_EQ(thousandths(model.vertices[0].normal[0]), 707);
    CHECK_EQ(thousandths(model.vertices[0].normal[1]), 707);
    import_model_free(&model);
}

TEST(obj_two_sided_sheet_keeps_its_two_normals) {
    import_model model = load_good("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 3 2 1\n", NULL);

    CHECK_EQ(model.vertex_count, 6);
    CHECK_EQ(thousandths(model.vertices[model.indices[0]].normal[2]), 1000);
    CHECK_EQ(thousandths(model.vertices[model.indices[3]].normal[2]), -1000);
    import_model_free(&model);
}

TEST(obj_given_normals_are_kept_and_missing_ones_made) {
    import_model model = load_good("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nvn 0 0 9\nvn 3 0 4\nvn 0 0 0\n"
                                   "f 1//1 2//2 3//3\nf 2 4 3\n",
                                   NULL);

    CHECK(model.source_has_normals);
    CHECK_EQ(thousandths(model.vertices[model.indices[1]].normal[0]), 600);
    CHECK_EQ(thousandths(model.vertices[model.indices[1]].normal[2]), 800);
    /* a normal without length is made anew */
    CHECK_EQ(thousandths(model.vertices[model.indices[2]].normal[2]), 1000);
    CHECK_EQ(thousandths(model.vertices[model.indices[4]].normal[2]), 1000);
    import_model_free(&model);
}

TEST(obj_every_corner_form_and_negative_index) {
    import_model model =
        load_good("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"
                  "vt 0 0\nvt 1 0.25\nvt 1 1\nvt 0.5\nvn 0 0 1\n"
                  "f 1/1/1 2/2/1 3/3/1\nf -4/-4 -2/-2 -1/-1\nf 1//-1 2//1 3//1\nf 1/ 2// 3/2/\n",
                  NULL);

    CHECK_EQ(model.triangle_count, 4);
    CHECK_EQ(position(&model, 4)[0], 1.0f);
    CHECK_EQ(position(&model, 5)[1], 1.0f);
    CHECK_EQ(thousandths(model.vertices[model.indices[1]].uv[1]),
             750); /* v counts from the bottom left in the file and from the top left here */
    CHECK_EQ(thousandths(model.vertices[model.indices[5]].uv[0]), 500);
    /* a vt of one number has v = 0 */
    CHECK_EQ(thousandths(model.vertices[model.indices[5]].uv[1]), 1000);
    /* the corner has no coordinates */
    CHECK_EQ(thousandths(model.vertices[model.indices[6]].uv[1]), 0);
    CHECK(model.source_has_uvs && !model.uvs_complete);
    import_model_free(&model);
}

TEST(obj_loose_syntax_is_understood) {
    import_model a = load_good("# plain\nv 0 0 0\nv 1.5 0 0\nv 0 1e1 0\nf 1 2 3\n", NULL);
    import_model b =
        load_good("\xEF\xBB\xBF# comment \\\r\n\r\n\tv\t0 0 0 1.0 # w\r\n  v +1.50 -0 .0e5 1.0 1 1  \r\n"
                  "v 0 \\\r\n 1E+1 \\\n0\rf 1\\\n 2 3",
                  NULL);

    CHECK_EQ(b.vertex_count, 3);
    CHECK_EQ(a.vertex_count, 3);
    CHECK(memcmp(a.vertices, b.vertices, 3 * sizeof *a.vertices) == 0);
    CHECK_EQ(b.warning_count, 0);
    import_model_free(&a);
    import_model_free(&b);
}

TEST(obj_indices_may_point_ahead) {
    import_model model = load_good("f 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0\n", NULL);

    CHECK_EQ(model.triangle_count, 1);
    import_model_free(&model);
}

TEST(obj_concave_and_large_polygons_keep_their_area) {
    /* an arrow with 7 corners, once in each of the three planes, and a comb with 202 */
    static char text[20000];
    size_t used = 0;
    import_model model =
        load_good("v 0 0 0\nv 4 0 0\nv 4 4 0\nv 3 1 0\nv 2 4 0\nv 1 1 0\nv 0 4 0\nf 1 2 3 4 5 6 7\n", NULL);

    CHECK_EQ(model.triangle_count, 5);
    CHECK_EQ(lrint(area(&model) * 1000), 10000);
    import_model_free(&model);
    model =
        load_good("v 0 0 0\nv 0 4 0\nv 0 4 4\nv 0 3 1\nv 0 2 4\nv 0 1 1\nv 0 0 4\nf 7 6 5 4 3 2 1\n", NULL);
    CHECK_EQ(model.triangle_count, 5);
    CHECK_EQ(lrint(area(&model) * 1000), 10000);
    CHECK_EQ(thousandths(model.vertices[0].normal[0]), -1000);
    import_model_free(&model);

    for (int i = 0; i < 100; i++) {
        used += (size_t)sprintf(text + used, "v %d 0 %d\nv %d 0 %d\n", i, -5, i, 0);
        used += (size_t)sprintf(text + used, "v %d.5 0 %d\nv %d.5 0 %d\n", i, 0, i, -5);
    }
    used += (size_t)sprintf(text + used, "v 101 0 2\nv -1 0 2\nf");
    for (int i = 402; i >= 1; i--) {
        used += (size_t)sprintf(text + used, " %d", i);
    }
    model = load_good(text, NULL);
    CHECK_EQ(model.triangle_count, 400);
    CHECK_EQ(model.degenerate_triangles, 0);
    CHECK_EQ(lrint(area(&model) * 100), 45525); /* a trapezium of 70525 less 100 gaps of 250 */
    CHECK(!has_warning(&model, "cross"));
    import_model_free(&model);
}

TEST(obj_quads_are_cut_inside) {
    /* a dart: only the diagonal 2-4 lies inside */
    import_model model = load_good("v 0 0 0\nv 2 -1 0\nv 0.5 0 0\nv 2 1 0\nf 1 2 3 4\n", NULL);

    CHECK_EQ(model.triangle_count, 2);
    CHECK_EQ(lrint(area(&model) * 1000), 500);
    import_model_free(&model);
    /* the shorter diagonal of a kite */
    model = load_good("v 0 0 0\nv 5 -1 0\nv 10 0 0\nv 5 1 0\nf 1 2 3 4\n", NULL);
    CHECK_EQ(position(&model, 0)[0], 5.0f);
    CHECK_EQ(position(&model, 1)[0], 10.0f);
    CHECK_EQ(position(&model, 2)[0], 5.0f);
    import_model_free(&model);
}

TEST(obj_bad_faces_are_dropped_with_a_warning) {
    import_model model =
        load_good("v 0 0 0\nv 1 0 0\nv 2 0 0\nv 0 1 0\nv 0 0 0\nv 1 1 3\n"
                  "f 1 2 3\nf 1 2 4\nf 1 5 2\nf 1 2\nf 4 4 4 1\nf 1 1 2 2 4 4\nf 1 2 6 4\nl 1 2\np 1\nl 2 3\n"
                  "f 1 6 2 4\n",
                  NULL);

    CHECK_EQ(model.degenerate_triangles, 4);
    CHECK(has_warning(&model, "m/a.obj:7: 3 triangles without area were dropped"));
    CHECK(has_warning(&model, "m/a.obj:10: 1 faces with fewer than three corners"));
    CHECK(has_warning(&model, "m/a.obj:13: 2 faces are not flat") ||
          has_warning(&model, "m/a.obj:13: 1 faces are not"));
    CHECK(has_warning(&model, "'l' statements"));
    CHECK(has_warning(&model, "'p' statements"));
    import_model_free(&model);
}

#define MTL                                                                                                  \
    "newmtl red\nKd 1 0 0\nKs 0.5 0.25 0.125\nKe 0 2 0\nNs 32.5\nd 0.5\nTr 0.9\nillum 2\n"                   \
    "newmtl glass\r\nKd 0.2\nTr 0.75\nNs 5000\nKd spectral x.rfl\n"                                          \
    "newmtl wood panel\nmap_Kd -o 0.5 0.25 -s 2 4 1 -clamp on -bm 1.5 -blendu on -mm 0 1 2wood.png\n"        \
    "newmtl unused\nKd 1 1 1\n"

TEST(obj_materials_are_read) {
    import_model model =
        load_good("mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0.5 0.5\nf 1 2 3\n"
                  "usemtl wood panel\nf 1/1 2/1 3/1\nusemtl red\nf 3 2 1\nusemtl glass\nusemtl wood panel\n"
                  "f 1 2 3\nusemtl nothing\nf 1 2 3\nusemtl glass\nf 1 2 3\n",
                  MTL);
    static const char *const names[] = {"", "wood panel", "red", "nothing", "glass"};

    CHECK_EQ(model.material_count, 5);
    uint32_t first = 0;
    for (uint32_t i = 0; i < 5 && i < model.material_count; i++) {
        CHECK(strcmp(model.materials[i].name, names[i]) == 0);
        CHECK_EQ(model.materials[i].first_triangle, first);
        CHECK_EQ(model.materials[i].triangle_count, i == 1 ? 2 : 1);
        first += model.materials[i].triangle_count;
    }
    const import_material *red = &model.materials[2];
    CHECK_EQ(thousandths(red->diffuse[0]), 1000);
    CHECK_EQ(thousandths(red->specular[2]), 125);
    CHECK_EQ(thousandths(red->emissive[1]), 2000);
    CHECK_EQ(thousandths(red->shininess), 32500);
    CHECK_EQ(thousandths(red->opacity), 500); /* d counts more than Tr */
    CHECK(red->defined && red->texture == NULL);
    const import_material *glass = &model.materials[4];
    CHECK_EQ(thousandths(glass->diffuse[2]), 200);
    CHECK_EQ(thousandths(glass->opacity), 250);
    CHECK_EQ(thousandths(glass->shininess), 1000000);
    const import_material *wood = &model.materials[1];
    CHECK(strcmp(wood->texture, "m/2wood.png") == 0);
    CHECK(wood->texture_clamp);
    /* a material with a texture and without a colour is white */
    CHECK_EQ(thousandths(wood->diffuse[0]), 1000);
    const import_vertex *v = &model.vertices[model.indices[3 * wood->first_triangle]];
    CHECK_EQ(thousandths(v->uv[0]), 1500);
    CHECK_EQ(thousandths(v->uv[1]), 1000 - 2250);
    CHECK(!model.materials[3].defined);
    CHECK(has_warning(&model, "the material 'nothing' is not in any material file"));
    CHECK(has_warning(&model, "only red, green and blue"));
    CHECK(!has_warning(&model, "''"));
    import_model_free(&model);
}

TEST(obj_names_in_latin_1) {
    import_model model =
        load_good("mtllib a.mtl\no Stra\xDF"
                  "e\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl gr\xFCn\nf 1 2 3\n"
                  "usemtl gr\xC3\xBC n\nf 1 2 3\n",
                  "newmtl gr\xFCn\nKd 0 1 0\nmap_Kd b\xE4um.png\nnewmtl gr\xC3\xBC n\nKd 0 0 1\n");
    CHECK_EQ(model.material_count, 2);
    CHECK(strcmp(model.materials[0].name, "gr\xC3\xBCn") == 0 && model.materials[0].defined);
    CHECK(strcmp(model.materials[0].texture, "m/b\xC3\xA4um.png") == 0);
    CHECK(strcmp(model.materials[1].name, "gr\xC3\xBC n") == 0 && model.materials[1].defined);
    CHECK(strcmp(model.parts[0].object, "Stra\xC3\x9F"
                                        "e") == 0);
    import_model_free(&model);
}

TEST(obj_opacity_as_meshlab_writes_it) {
    static const char faces[] =
        "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl a\nf 1 2 3\nusemtl b\nf 1 2 3\n";
    import_model model = load_good(
        faces, "#\n# Wavefront material file\n# Converted by Meshlab Group\n#\n\nnewmtl a\nTr 1.000000\n"
               "newmtl b\nTr 0.25\nd 0.5\n");
    CHECK_EQ(thousandths(model.materials[0].opacity), 1000);
    CHECK_EQ(thousandths(model.materials[1].opacity), 500);
    import_model_free(&model);
    model = load_good(faces, "# Blender\nnewmtl a\nTr 1.000000\nnewmtl b\nTr 0.25\n");
    CHECK_EQ(thousandths(model.materials[0].opacity), 0);
    CHECK_EQ(thousandths(model.materials[1].opacity), 750);
    import_model_free(&model);
}

TEST(obj_objects_and_groups_become_parts) {
    import_model model =
        load_good("v 0 0 0\nv 1 0 0\nv 0 1 0\no body\nusemtl a\nf 1 2 3\nusemtl b\nf 1 2 3\n"
                  "g col_box second\nusemtl a\nf 1 2 3\nf 1 2 3\no body\ng \nf 3 2 1\no empty\n",
                  NULL);

    CHECK_EQ(model.material_count, 2);
    CHECK_EQ(model.part_count, 3);
    CHECK(strcmp(model.parts[0].object, "body") == 0 && strcmp(model.parts[0].group, "") == 0);
    CHECK_EQ(model.parts[0].triangle_count, 2); /* the later faces of the same names join them */
    CHECK(strcmp(model.parts[1].object, "body") == 0 && strcmp(model.parts[1].group, "col_box second") == 0);
    CHECK_EQ(model.parts[1].first_triangle, 2);
    CHECK_EQ(model.parts[2].material, 1);
    CHECK_EQ(model.materials[0].triangle_count, 4);
    import_model_free(&model);
}

TEST(obj_five_parts_and_two_materials_are_two_runs) {
    import_model model =
        load_good("v 0 0 0\nv 1 0 0\nv 0 1 0\ng 1\nusemtl a\nf 1 2 3\ng 2\nusemtl b\nf 1 2 3\ng 3\nf 1 2 3\n"
                  "g 4\nusemtl a\nf 1 2 3\ng 5\nf 1 2 3\n",
                  NULL);

    CHECK_EQ(model.part_count, 5);
    CHECK_EQ(model.material_count, 2);
    CHECK_EQ(model.materials[0].triangle_count, 3);
    CHECK_EQ(model.materials[1].first_triangle, 3);
    import_model_free(&model);
}

TEST(obj_faults_are_named_with_their_line) {
    static const struct {
        const char *text;
        const char *message;
    } cases[] = {
        {"", "m/a.obj:1: no faces found"},
        {"v 0 0 0\nf 1 2 3\n", "m/a.obj:2: corner 2 names position 2, but there are 1;"},
        {"v 0 0 0\n\n\nf 1/2 1/1 1/1\n", "m/a.obj:4: corner 1 names texture coordinate 2, but there are 0;"},
        {"v 0 0 0\nf 1//1 1//1 1//1\n", "m/a.obj:2: corner 1 names normal 1, but there are 0;"},
        {"v 0 0 0\nf 0 1 1\n", "m/a.obj:2: an index is 0"},
        {"v 0 0 0\nf -2 1 1\n", "m/a.obj:2: a negative index"},
        {"v 0 0 0\nf 9999999999 1 1\n", "m/a.obj:2: an index is 0 or far too large"},
        {"v 0 0 0\nf 99999999999999999999 1 1\n", "m/a.obj:2: a corner must look like"},
        {"v 0 0 0\nf 1/1/1/1 1 1\n", "m/a.obj:2: a corner must look like"},
        {"v 0 0 0\nf a b c\n", "m/a.obj:2: a corner must look like"},
        {"v 0 0\n", "m/a.obj:1: 3 numbers are needed, but there are 2;"},
        {"v 0 0 zero\n", "m/a.obj:1: this is no number"},
        {"v 0 0 1,5\n", "m/a.obj:1: this is no number"},
        {"v 0 0 nan\n", "m/a.obj:1: this is no number"},
        {"v 0 0 1e400\n", "m/a.obj:1: this is no number"},
        {"v 0 0 -1e16\n", "m/a.obj:1: a number is beyond 1e15"},
        {"vn 0 0 1 1\n", "m/a.obj:1: there are more numbers"},
        {"v 0 \\\n 0 \\\n x\n", "m/a.obj:3: this is no number"},
        {"s -1\n", "m/a.obj:1: a smoothing group"},
        {"\x7F"
         "ELF\n",
         "m/a.obj:1: no OBJ statement"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        import_model model;
        tool_error error = {.text = ""};
        CHECK(!load(cases[i].text, NULL, &model, &error));
        CHECK(strncmp(error.text, cases[i].message, strlen(cases[i].message)) == 0);
        CHECK(model.vertices == NULL && model.warnings == NULL);
        if (strncmp(error.text, cases[i].message, strlen(cases[i].message)) != 0) {
            TEST_INFO("wanted \"%s\", got \"%s\"", cases[i].message, error.text);
        }
    }
    import_model model;
    tool_error error = {.text = ""};
    CHECK(!load("mtllib x\n", "\nnewmtl a\nKd 1 2\n", &model, &error));
    CHECK(strncmp(error.text, "m/a.obj:3: a number is missing", 30) == 0);
    CHECK(!import_obj_from_memory("z.obj", "v 0\0 0", 6, NULL, 0, &model, &error));
    CHECK(strstr(error.text, "zero bytes") != NULL);
    static const char *const others[][2] = {{"RIFF", "is a sound"},
                                            {"\x89PNG", "is a picture"},
                                            {"II*", "is a picture"},
                                            {"OXCT", "oxcart run plays it"},
                                            {"PK\3\4", "an archive"}};
    for (size_t i = 0; i < sizeof others / sizeof others[0];
         i++) { /* files that people name in the place of a model, with a zero byte */
        CHECK(!import_obj_from_memory("z.obj", others[i][0], strlen(others[i][0]) + 1, NULL, 0, &model,
                                      &error));
        CHECK(strncmp(error.text, "z.obj:1: ", 9) == 0 && strstr(error.text, others[i][1]) != NULL);
    }
}

static void write_text(const char *folder, const char *name, const char *text) {
    char path[128];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    CHECK(import_file_write(path, text, strlen(text), NULL));
}

TEST(obj_files_beside_each_other_are_found) {
    char folder[] = "/tmp/oxcart_obj_XXXXXX";
    static const char *const names[] = {"a.obj", "two words.mtl", "b.mtl", "tex.png"};
    const uint8_t pixel[1] = {9};
    import_png_picture picture = {1, 1, IMPORT_PNG_GREY, pixel, 0, NULL, 0};
    char path[128];
    import_model model;
    tool_error error = {.text = ""};

    CHECK(mkdtemp(folder) != NULL);
    write_text(folder, "a.obj",
               "mtllib two words.mtl\nmtllib none.mtl b.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl a\nf 1 2 3\n"
               "usemtl b\nf 1 2 3\nusemtl c\nf 1 2 3\n");
    write_text(folder, "two words.mtl", "newmtl a\nmap_Kd tex.png\nnewmtl c\nmap_Kd lost.png\n");
    write_text(folder, "b.mtl", "newmtl b\nmap_Kd C:\\art\\tex.png\n");
    snprintf(path, sizeof path, "%s/tex.png", folder);
    CHECK(import_png_write(path, &picture, &error));
    snprintf(path, sizeof path, "%s/a.obj", folder);
    bool ok = import_obj_load(path, &model, &error);
    CHECK(ok);
    if (ok) {
        CHECK_EQ(model.material_count, 3);
        snprintf(path, sizeof path, "%s/tex.png", folder);
        CHECK(strcmp(model.materials[0].texture, path) == 0 && !model.materials[0].texture_missing);
        CHECK(strcmp(model.materials[1].texture, path) == 0 && !model.materials[1].texture_missing);
        CHECK(model.materials[2].texture_missing);
        CHECK(has_warning(&model, "two words.mtl:4: the texture 'lost.png' cannot be read"));
        CHECK(has_warning(&model, "a.obj:2: the material file 'none.mtl' cannot be read"));
        CHECK_EQ(model.warning_count, 2);
        import_model_free(&model);
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        remove(path);
    }
    CHECK_EQ(rmdir(folder), 0);
    CHECK(!import_obj_load(path, &model, &error));
    CHECK(strstr(error.text, "cannot open") != NULL);
}

TEST(obj_public_models_have_the_right_counts) {
    static const struct {
        const char *name;
        uint32_t positions, faces, triangles, vertices;
    } models[] = {{"castle", 4553, 7168, 7168, 12121}, {"cow", 2903, 5804, 5804, 2903},
                  {"house", 1383, 1829, 1829, 3151},   {"spot", 2930, 5856, 5856, 3225},
                  {"suzanne", 507, 500, 968, 507},     {"teapot", 3644, 6320, 6320, 3241},
                  {"turret", 518, 782, 782, 1358}};

    if (!import_file_exists("../shared/data/models/cow.obj")) {
        test_skip("../shared/data is not here");
        return;
    }
    for (size_t i = 0; i < sizeof models / sizeof models[0]; i++) {
        char path[128];
        import_model model;
        tool_error error = {.text = ""};
        snprintf(path, sizeof path, "../shared/data/models/%s.obj", models[i].name);
        bool ok = import_obj_load(path, &model, &error);
        CHECK(ok);
        if (ok) {
            CHECK_EQ(model.source_positions, models[i].positions);
            CHECK_EQ(model.source_faces, models[i].faces);
            CHECK_EQ(model.triangle_count, models[i].triangles);
            CHECK_EQ(model.vertex_count, models[i].vertices);
            import_model_free(&model);
        }
    }
}

TEST(obj_truncated_anywhere_never_breaks) {
    static const char text[] =
        "mtllib a\no x\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 1\nvn 0 0 1\ns 1\nusemtl red\nf 1/1/1 2//1 -1\n"
        "f 1 2 \\\n3 1";
    int refused = 0;

    for (size_t size = 0; size < sizeof text; size++) {
        char *exact = malloc(size + 1);
        import_model model;
        tool_error error = {.text = ""};
        memcpy(exact, text, size);
        if (import_obj_from_memory("t.obj", exact, size, MTL, size < sizeof MTL ? size : sizeof MTL - 1,
                                   &model, &error)) {
            import_model_free(&model);
        } else {
            CHECK(error.text[0] != '\0');
            refused++;
        }
        free(exact);
    }
    CHECK(refused > 80);
}

TEST(obj_public_models_cut_at_powers_of_two) {
    static const char *const names[] = {"castle", "cow", "house", "spot", "suzanne", "teapot", "turret"};

    if (!import_file_exists("../shared/data/models/cow.obj")) {
        test_skip("../shared/data is not here");
        return;
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char path[128];
        uint8_t *data = NULL;
        size_t whole = 0;
        snprintf(path, sizeof path, "../shared/data/models/%s.obj", names[i]);
        CHECK(import_file_read(path, &data, &whole, NULL));
        for (size_t size = 1; size < whole; size *= 2) {
            import_model model;
            tool_error error = {.text = ""};
            bool ok = import_obj_from_memory(path, data, size, NULL, 0, &model, &error);
            CHECK(ok ? model.triangle_count > 0 : strncmp(error.text, path, strlen(path)) == 0);
            import_model_free(&model);
        }
        free(data);
    }
}

/* Corners in random order: the triangles make no sense, but they come soon. */
TEST(obj_huge_tangled_polygon_is_bounded) {
    const int corners = 20000;
    char *text = malloc(1200000);
    size_t used = 0;
    uint32_t state = 5;
    import_model model;

    for (int i = 0; i < corners; i++) {
        state = state * 1664525u + 1013904223u;
        used += (size_t)sprintf(text + used, "v %u %u 0\n", state >> 20, state >> 8 & 4095);
    }
    used += (size_t)sprintf(text + used, "f");
    for (int i = 1; i <= corners; i++) {
        used += (size_t)sprintf(text + used, " %d", i);
    }
    clock_t start = clock();
    CHECK(import_obj_from_memory("tangle.obj", text, used, NULL, 0, &model, NULL));
    TEST_INFO("%d corners in %.2f s", corners, (double)(clock() - start) / CLOCKS_PER_SEC);
    CHECK(has_warning(&model, "cross themselves"));
    import_model_free(&model);
    free(text);
}

TEST(obj_numbers_are_read_exactly) {
    static const struct {
        const char *text;
        double value;
    } cases[] = {{"0", 0},       {"-1", -1},
                 {"+.5", 0.5},   {"5.", 5},
                 {"1e3", 1000},  {"1.25E-2", 0.0125},
                 {"0.1", 0.1},   {"123456.789", 123456.789},
                 {"1e22", 1e22}, {"3.14159265358979", 3.14159265358979},
                 {"1e-400", 0},  {"0.000000000000000000000000000001", 1e-30},
                 {"00012", 12},  {"1000000000000000000000000", 1e24}};
    static const char *const bad[] = {"",      ".",    "-",  "e5",  "1e",    "1e+",
                                      "1.2.3", "0x10", "1f", "--1", "1e301", "inf"};

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        import_text text = import_text_open(cases[i].text, strlen(cases[i].text));
        double value = -99;
        CHECK(import_text_number(&text, &value));
        CHECK(fabs(value - cases[i].value) <= 1e-15 * fabs(cases[i].value));
        CHECK(text.at == text.end);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        import_text text = import_text_open(bad[i], strlen(bad[i]));
        double value;
        CHECK(!import_text_number(&text, &value));
    }
}

/* A file of 8 MB: time and memory grow in proportion to the size (100 MB were measured to take 1.5 s). */
TEST(obj_large_file_in_good_time) {
    size_t room = 9000000;
    char *text = malloc(room);
    size_t used = 0;
    const int side = 260;

    for (int i = 0; i < side * side; i++) {
        used += (size_t)sprintf(text + used, "v %d.%06d %d.5 %d.25\nvt 0.%06d 0.%06d\n", i % side, i, i % 7,
                                i / side, i, i * 7 % 1000000);
    }
    for (int i = 0; i + side + 1 < side * side; i++) {
        int a = i + 1;
        if (i % side != side - 1) {
            used += (size_t)sprintf(text + used, "f %d/%d %d/%d %d/%d %d/%d\n", a, a, a + side, a + side,
                                    a + side + 1, a + side + 1, a + 1, a + 1);
        }
    }
    import_model model;
    tool_error error = {.text = ""};
    clock_t start = clock();
    bool ok = import_obj_from_memory("large.obj", text, used, NULL, 0, &model, &error);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    CHECK(ok);
    TEST_INFO("%zu bytes, %u triangles in %.2f s", used, ok ? model.triangle_count : 0, seconds);
    CHECK_EQ(model.triangle_count, 2 * (side - 1) * (side - 1));
    /* 10 s for 100 MB is a factor of 1; a factor of 4 leaves room for sanitizers */
    CHECK(seconds < (double)used / 1e7 * 4);
    import_model_free(&model);
    free(text);
}
