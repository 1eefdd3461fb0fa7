/* COLLADA documents: geometry of every kind, transforms, materials, controllers, animations, faults. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/host/tools/import/collada/collada_text.h"
#include "tests/host/tools/import/gltf/import_glb.h"
#include "tests/test.h"
#include "tools/import/collada/collada.h"
#include "tools/import/gltf/gltf.h"
#include "tools/import/model/axes.h"
#include "tools/import/model/obj.h"

#define NEAR(actual, expected, tolerance) CHECK(fabs((double)(actual) - (double)(expected)) <= (tolerance))

static import_scene read_dae(const char *text) {
    import_scene scene;
    tool_error error = {.text = ""};
    CHECK(import_collada_from_memory("t.dae", text, strlen(text), &scene, &error));
    if (error.text[0] != 0) TEST_INFO("%s", error.text);
    return scene;
}

static import_model bake(import_scene *scene, const import_animation *animation, double time) {
    import_model model;
    tool_error error = {.text = ""};
    CHECK(import_scene_convert("t", scene, NULL, 1, &error));
    CHECK(import_scene_bake("t", scene, animation, time, &model, &error));
    if (error.text[0] != 0) TEST_INFO("%s", error.text);
    return model;
}

/* A triangle as the places of its corners, the smallest corner first, so that sets of triangles can be
 * compared whatever their order. */
typedef struct placed {
    float corner[3][3];
} placed;

static int by_bytes(const void *a, const void *b) {
    const placed *x = a, *y = b;
    for (int i = 0; i < 9; i++) {
        float l = x->corner[i / 3][i % 3], r = y->corner[i / 3][i % 3];
        if (l < r || l > r) return l < r ? -1 : 1;
    }
    return 0;
}

static void place_triangles(const import_model *model, placed *list) {
    for (uint32_t t = 0; t < model->triangle_count; t++) {
        int first = 0;
        for (int i = 1; i < 3; i++) {
            const float *a = model->vertices[model->indices[t * 3 + (uint32_t)i]].position,
                        *b = model->vertices[model->indices[t * 3 + (uint32_t)first]].position;
            if (a[0] < b[0] || (!(a[0] > b[0]) && (a[1] < b[1] || (!(a[1] > b[1]) && a[2] < b[2]))))
                first = i;
        }
        for (int i = 0; i < 3; i++)
            memcpy(list[t].corner[i],
                   model->vertices[model->indices[t * 3 + (uint32_t)((first + i) % 3)]].position,
                   sizeof list[t].corner[i]);
    }
    qsort(list, model->triangle_count, sizeof *list, by_bytes);
}

static void check_cube(import_model *model, const placed *expected) {
    placed list[12];
    CHECK_EQ(model->triangle_count, 12);
    CHECK_EQ(model->vertex_count, 24); /* each corner with the normals of its three sides */
    if (model->triangle_count == 12) {
        place_triangles(model, list);
        CHECK(memcmp(list, expected, sizeof list) == 0);
    }
    import_model_free(model);
}

/* A cube whose quads are cut alike in all files. The modeller's axes are named so that all three models are
 * the same. */
TEST(collada_cube_equals_those_of_obj_and_gltf) {
    static const char obj[] =
        "v -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nv -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1\ns off\n"
        "f 1 3 2\nf 1 4 3\nf 5 6 7\nf 5 7 8\nf 1 2 6\nf 1 6 5\nf 4 8 7\nf 4 7 3\nf 1 5 8\nf 1 8 4\nf 2 3 "
        "7\nf 2 7 6\n";
    import_model model;
    import_scene scene;
    import_convention half_turn;
    tool_error error = {.text = ""};
    placed expected[12];
    CHECK(import_obj_from_memory("t.obj", obj, strlen(obj), NULL, 0, &model, &error));
    CHECK(import_convention_read("LUF", 1, &half_turn, &error));
    import_model_convert(&model, &half_turn); /* COLLADA and glTF face +Z */
    place_triangles(&model, expected);
    check_cube(&model, expected);
    static glb file;
    int positions, indices;
    char body[200];
    memset(&file, 0, sizeof file);
    glb_cube(&file, &positions, &indices);
    snprintf(body, sizeof body,
             "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":%d},\"indices\":%d}]}],\"nodes\":[{"
             "\"mesh\":0}]",
             positions, indices);
    glb_finish(&file, body);
    CHECK(import_gltf_from_memory("t.glb", file.file, file.size, &scene, &error));
    model = bake(&scene, NULL, 0);
    check_cube(&model, expected);
    import_scene_free(&scene);
    scene = read_dae(DAE_CUBE(DAE_CUBE_TRIANGLES));
    CHECK(strcmp(scene.nodes[0].name, "Node") == 0 && strcmp(scene.meshes[0].name, "Box") == 0);
    CHECK(strcmp(scene.materials[0].name, "Red") == 0 && scene.materials[0].defined);
    NEAR(scene.materials[0].diffuse[0], 0.8f, 1e-6);
    NEAR(scene.materials[0].shininess, 20, 1e-6);
    CHECK_EQ(scene.meshes[0].primitives[0].material, 0);
    model = bake(&scene, NULL, 0);
    check_cube(&model, expected);
    import_scene_free(&scene);
}

/* Quads as polylist and as polygons give the same triangles, and the volume of the cube. */
TEST(collada_polylist_and_polygons_give_the_same_triangles) {
    import_scene a = read_dae(DAE_CUBE(DAE_CUBE_POLYLIST)), b = read_dae(DAE_CUBE(DAE_CUBE_POLYGONS));
    import_model first = bake(&a, NULL, 0), second = bake(&b, NULL, 0);
    placed list[2][12];
    CHECK_EQ(first.triangle_count, 12);
    CHECK_EQ(second.triangle_count, 12);
    if (first.triangle_count == 12 && second.triangle_count == 12) {
        double volume = 0;
        place_triangles(&first, list[0]);
        place_triangles(&second, list[1]);
        CHECK(memcmp(list[0], list[1], sizeof list[0]) == 0);
        for (int i = 0; i < 12; i++) {
            double p[3][3];
            for (int k = 0; k < 9; k++) p[k / 3][k % 3] = (double)list[0][i].corner[k / 3][k % 3];
            volume += p[0][0] * (p[1][1] * p[2][2] - p[1][2] * p[2][1]) +
                      p[0][1] * (p[1][2] * p[2][0] - p[1][0] * p[2][2]) +
                      p[0][2] * (p[1][0] * p[2][1] - p[1][1] * p[2][0]);
        }
        NEAR(volume / 6, 8, 1e-6); /* a positive volume: the triangles wind outwards */
    }
    import_model_free(&first);
    import_model_free(&second);
    import_scene_free(&a);
    import_scene_free(&b);
}

/* A square with a square hole: 8 corners, 8 triangles, area 16 - 4. */
TEST(collada_polygons_with_holes_are_cut) {
    import_scene scene = read_dae(DAE_HEAD("") "<library_geometries><geometry id=\"box\"><mesh>" DAE_SOURCE(
        "p", 8, 3, "0 0 0 4 0 0 4 4 0 0 4 0 1 1 0 3 1 0 3 3 0 1 3 0",
        24) "<vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices>"
            "<polygons count=\"1\">" DAE_VERTEX "<ph><p>0 1 2 3</p><h>4 5 6 "
            "7</h></ph></polygons></mesh></geometry></library_geometries>" DAE_SCENE(DAE_BOX_NODE("")));
    const import_primitive *p = &scene.meshes[0].primitives[0];
    double area = 0;
    CHECK_EQ(p->triangle_count, 8);
    for (uint32_t t = 0; t < p->triangle_count; t++) {
        const float *a = p->positions[p->indices[t * 3]], *b = p->positions[p->indices[t * 3 + 1]],
                    *c = p->positions[p->indices[t * 3 + 2]];
        area += (double)((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
    }
    NEAR(area, 12, 1e-6);
    import_scene_free(&scene);
}

static void check_matrix(const char *transforms, const double expected[12]) {
    char text[6000];
    snprintf(text, sizeof text, "%s%s%s%s", DAE_HEAD(""), DAE_CUBE_MESH(DAE_CUBE_TRIANGLES),
             "<library_visual_scenes><visual_scene id=\"s\"><node id=\"n\">", transforms);
    strcat(text, "<instance_geometry "
                 "url=\"#box\"/></node></visual_scene></library_visual_scenes><scene><instance_visual_scene "
                 "url=\"#s\"/></scene></COLLADA>");
    import_scene scene = read_dae(text);
    import_pose pose;
    CHECK(import_pose_make(&scene, NULL, 0, &pose, NULL));
    for (int i = 0; i < 12; i++) {
        if (fabs(pose.world[0][i] - expected[i]) > 1e-9)
            TEST_INFO("%s: element %d is %g, not %g", transforms, i, pose.world[0][i], expected[i]);
        NEAR(pose.world[0][i], expected[i], 1e-9);
    }
    import_pose_free(&pose);
    import_scene_free(&scene);
}

TEST(collada_transforms_follow_one_another) {
    check_matrix("<matrix>1 0 0 5 0 0 -1 6 0 1 0 7 0 0 0 1</matrix>",
                 (const double[12]){1, 0, 0, 5, 0, 0, -1, 6, 0, 1, 0, 7});
    check_matrix("<translate>1 2 3</translate><rotate>0 0 1 90</rotate><scale>2 3 4</scale>",
                 (const double[12]){0, -3, 0, 1, 2, 0, 0, 2, 0, 0, 4, 3});
    check_matrix("<scale>2 2 2</scale><translate>1 2 3</translate>",
                 (const double[12]){2, 0, 0, 2, 0, 2, 0, 4, 0, 0, 2, 6});
    /* at (10, 0, 0), looking at the origin: -Z of the node is -X of the world */
    check_matrix("<lookat>10 0 0 0 0 0 0 1 0</lookat>",
                 (const double[12]){0, 0, 1, 10, 0, 1, 0, 0, -1, 0, 0, 0});
    check_matrix("<skew>45 0 1 0 1 0 0</skew>", (const double[12]){1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0});
    check_matrix("<rotate>1 0 0 90</rotate><rotate>0 1 0 90</rotate>",
                 (const double[12]){0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0});
}

TEST(collada_nodes_stand_deep_inside_one_another) {
    enum { DEEP = 300 };
    static char text[60 * DEEP + 6000];
    snprintf(text, sizeof text, "%s%s%s", DAE_HEAD(""), DAE_CUBE_MESH(DAE_CUBE_TRIANGLES),
             "<library_visual_scenes><visual_scene id=\"s\">");
    for (int i = 0; i < DEEP; i++) strcat(text, "<node><translate>0 1 0</translate>");
    strcat(text, "<instance_geometry url=\"#box\"/>");
    for (int i = 0; i < DEEP; i++) strcat(text, "</node>");
    strcat(text, "</visual_scene></library_visual_scenes><scene><instance_visual_scene "
                 "url=\"#s\"/></scene></COLLADA>");
    import_scene scene = read_dae(text);
    import_model model;
    tool_error error = {.text = ""};
    CHECK_EQ(scene.node_count, DEEP);
    CHECK(import_scene_convert("t", &scene, "RUB", 1, &error));
    CHECK(import_scene_bake("t", &scene, NULL, 0, &model, &error));
    CHECK_EQ(model.triangle_count, 12);
    NEAR(fabs((double)model.vertices[0].position[1] - DEEP), 1, 1e-3);
    import_model_free(&model);
    import_scene_free(&scene);
}

TEST(collada_skin_morph_and_animation_move_vertices) {
    static char text[8000];
    import_scene scene = read_dae(dae_bar(text));
    CHECK_EQ(scene.node_count, 3);
    CHECK_EQ(scene.skin_count, 1);
    CHECK_EQ(scene.animation_count, 1);
    if (scene.node_count != 3 || scene.skin_count != 1 || scene.animation_count != 1) return;
    CHECK(strcmp(scene.animations[0].name, "Bend") == 0);
    NEAR(scene.animations[0].duration, 1, 1e-6);
    CHECK_EQ(scene.meshes[0].morph_count, 1);
    CHECK(strcmp(scene.meshes[0].morph_names[0], "Fat") == 0);
    CHECK(strcmp(scene.nodes[2].properties, "{\"health\": \"7\"}") == 0);
    CHECK_EQ(scene.nodes[1].parent, 0);
    tool_error error = {.text = ""};
    /* the convention RUB says that the model faces -Z */
    CHECK(import_scene_convert("t", &scene, "RUB", 1, &error));
    import_pose pose;
    double points[6][3];
    CHECK(import_pose_make(&scene, &scene.animations[0], 1, &pose, &error));
    CHECK(import_pose_vertices(&scene, &pose, 2, &scene.meshes[0].primitives[0], points, NULL));
    /* corner 5 at rest is (1, 4), morphed (3, 4); a quarter turn about B at (0, 2) gives (0 - 2, 2 + 3); a
     * unit is half a metre */
    NEAR(points[5][0], -1, 1e-6);
    NEAR(points[5][1], 2.5, 1e-6);
    NEAR(points[1][0], 1.5, 1e-6); /* corner 1 hangs on joint A alone */
    NEAR(points[1][1], 0, 1e-6);
    NEAR(points[3][0], (3 + 0) / 2.0 / 2, 1e-6); /* corner 3 is halfway between (3, 2) and (0, 5) */
    NEAR(points[3][1], (2 + 5) / 2.0 / 2, 1e-6);
    import_pose_free(&pose);
    CHECK(import_pose_make(&scene, &scene.animations[0], 0.5, &pose,
                           &error)); /* the rotation is 45 degrees in the middle, not a chord */
    CHECK(import_pose_vertices(&scene, &pose, 2, &scene.meshes[0].primitives[0], points, NULL));
    double half = sqrt(0.5);
    NEAR(points[5][0], (2 * half - 2 * half) / 2, 1e-5);
    NEAR(points[5][1], (2 + 4 * half) / 2, 1e-5);
    import_pose_free(&pose);
    import_scene_free(&scene);
}

TEST(collada_missing_textures_and_materials_are_told) {
    import_scene scene = read_dae(DAE_HEAD(
        "") "<library_images><image id=\"i\"><init_from>gone%20away.png</init_from></image></library_images>"
            "<library_effects><effect id=\"e\"><profile_COMMON><newparam sid=\"f\"><surface "
            "type=\"2D\"><init_from>i</init_from></surface></newparam>"
            "<newparam "
            "sid=\"s\"><sampler2D><source>f</source><wrap_s>CLAMP</wrap_s></sampler2D></newparam><technique "
            "sid=\"t\"><lambert><diffuse>"
            "<texture texture=\"s\" "
            "texcoord=\"UV\"/></diffuse><transparency><float>0.5</float></transparency></lambert></"
            "technique></profile_COMMON></effect></library_effects>"
            "<library_materials><material id=\"m\"><instance_effect "
            "url=\"#e\"/></material></library_materials>" DAE_CUBE_MESH(
                DAE_CUBE_TRIANGLES "<triangles count=\"1\" material=\"blue\">" DAE_VERTEX
                                   "<p>0 2 1</p></triangles>") DAE_SCENE(DAE_BOX_NODE("")));
    CHECK(strcmp(scene.materials[0].texture, "gone away.png") == 0);
    CHECK(scene.materials[0].texture_missing && scene.materials[0].texture_clamp);
    NEAR(scene.materials[0].opacity, 0.5, 1e-6);
    CHECK_EQ(scene.warning_count, 2);
    if (scene.warning_count == 2) {
        CHECK(strstr(scene.warnings[0], "gone%20away.png") != NULL);
        CHECK(strstr(scene.warnings[1], "'blue' is bound to nothing") != NULL);
    }
    CHECK_EQ(scene.meshes[0].primitives[1].material, 1);
    CHECK(!scene.materials[1].defined);
    import_scene_free(&scene);
}

static void expect(const char *text, const char *place, const char *said) {
    import_scene scene;
    tool_error error = {.text = ""};
    bool taken = import_collada_from_memory("t.dae", text, strlen(text), &scene, &error);
    if (taken) import_scene_free(&scene);
    CHECK(!taken);
    CHECK(scene.nodes == NULL && scene.meshes == NULL && scene.warnings == NULL);
    bool good = strstr(error.text, place) != NULL && strstr(error.text, said) != NULL &&
                strchr(error.text, '\n') == NULL;
    if (!good) TEST_INFO("said: %s", error.text);
    CHECK(good);
}

#define DAE_DRAWN(drawn) DAE_HEAD("") DAE_CUBE_MESH(drawn) DAE_SCENE(DAE_BOX_NODE(""))

TEST(collada_faults_have_their_place) {
    expect("<a/>", "t.dae", "the outermost element is not COLLADA");
    expect(DAE_HEAD("<up_axis>UP</up_axis>") "</COLLADA>", "COLLADA/asset/up_axis",
           "none of X_UP, Y_UP and Z_UP");
    expect(DAE_HEAD("<unit meter=\"0\"/>") "</COLLADA>", "COLLADA/asset/unit", "a number from 0.000001");
    expect(DAE_DRAWN("<triangles count=\"1\">" DAE_VERTEX "<p>0 1 8</p></triangles>"), "mesh/triangles",
           "names position 8, but there are 8");
    expect(DAE_DRAWN("<triangles count=\"1\">" DAE_VERTEX "<p>0 1 -1</p></triangles>"), "mesh/triangles",
           "names position -1");
    expect(DAE_DRAWN("<triangles count=\"1\">" DAE_VERTEX "<p>0 1 2 3</p></triangles>"), "triangles/p",
           "4 corners make no whole triangles");
    expect(DAE_DRAWN("<triangles count=\"1\">" DAE_VERTEX "<p>0 1 x</p></triangles>"), "triangles/p",
           "index 3, `x`, is no whole number");
    expect(DAE_DRAWN(
               "<triangles count=\"1\"><input semantic=\"VERTEX\" source=\"#q\"/><p>0 1 2</p></triangles>"),
           "triangles/input", "#q");
    expect(DAE_DRAWN("<polylist count=\"1\">" DAE_VERTEX "<vcount>5</vcount><p>0 1 2 3</p></polylist>"),
           "polylist/vcount", "5 corners, but 4 are left");
    expect(DAE_HEAD("") DAE_SCENE("<node id=\"n\"><instance_node url=\"#n\"/></node>"), "visual_scene/node",
           "does a node contain itself?");
    expect(DAE_HEAD("") DAE_SCENE("<node id=\"n\"><instance_geometry url=\"#gone\"/></node>"),
           "node/instance_geometry", "#gone");
    expect(DAE_HEAD("") DAE_SCENE("<node id=\"n\"><translate>1 2</translate></node>"), "node/translate",
           "2 numbers where 3 are wanted");
    expect(DAE_HEAD("") DAE_SCENE("<node id=\"n\"><translate>1 2 y</translate></node>"), "node/translate",
           "number 3, `y`, is none");
}

TEST(scene_names_tell_what_a_node_is_for) {
    uint32_t level = 0;
    CHECK(import_role_of("col_wall", NULL) == IMPORT_ROLE_COLLISION);
    CHECK(import_role_of("COL_wall", NULL) == IMPORT_ROLE_COLLISION);
    CHECK(import_role_of("occ_hill", NULL) == IMPORT_ROLE_OCCLUDER);
    CHECK(import_role_of("lod3_hero", &level) == IMPORT_ROLE_DISTANT && level == 3);
    CHECK(import_role_of("lod0_hero", NULL) == IMPORT_ROLE_SHOWN);
    CHECK(import_role_of("column", NULL) == IMPORT_ROLE_SHOWN);
    CHECK(import_role_of("", NULL) == IMPORT_ROLE_SHOWN);
    import_scene scene = read_dae(DAE_HEAD("") DAE_CUBE_MESH(DAE_CUBE_TRIANGLES) DAE_SCENE(
        "<node id=\"a\" name=\"hut\"><instance_geometry url=\"#box\"/></node><node id=\"b\" "
        "name=\"col_hut\"><node id=\"c\" name=\"wall\">"
        "<instance_geometry url=\"#box\"/></node></node><node id=\"d\" name=\"lod2_hut\"><instance_geometry "
        "url=\"#box\"/></node>"));
    CHECK_EQ(scene.node_count, 4);
    CHECK(import_node_role(&scene, 2, NULL) == IMPORT_ROLE_COLLISION);
    CHECK(import_node_role(&scene, 3, &level) == IMPORT_ROLE_DISTANT && level == 2);
    import_model model = bake(&scene, NULL, 0);
    CHECK_EQ(model.triangle_count, 12);
    import_model_free(&model);
    import_scene_free(&scene);
}
