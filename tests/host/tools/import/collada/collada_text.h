/* Small COLLADA documents as texts, for tests. */
#ifndef OXCART_TESTS_COLLADA_TEXT_H
#define OXCART_TESTS_COLLADA_TEXT_H

#include <string.h>

#define DAE_HEAD(asset)                                                                                      \
    "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<COLLADA "                                                  \
    "xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">\n"                            \
    "<asset>" asset "</asset>\n"
#define DAE_SOURCE(id, count, params, numbers, floats)                                                       \
    "<source id=\"" id "\"><float_array id=\"" id "-a\" count=\"" #floats "\">" numbers                      \
    "</float_array><technique_common>"                                                                       \
    "<accessor source=\"#" id "-a\" count=\"" #count "\" stride=\"" #params "\">" DAE_PARAMS_##params        \
        "</accessor></technique_common></source>\n"
#define DAE_PARAMS_1 "<param name=\"X\" type=\"float\"/>"
#define DAE_PARAMS_2 "<param name=\"S\" type=\"float\"/><param name=\"T\" type=\"float\"/>"
#define DAE_PARAMS_3                                                                                         \
    "<param name=\"X\" type=\"float\"/><param name=\"Y\" type=\"float\"/><param name=\"Z\" type=\"float\"/>"
#define DAE_PARAMS_16 "<param name=\"TRANSFORM\" type=\"float4x4\"/>"

/* The corners of a cube of side 2 in the order of import_glb.h, and its six sides, counter-clockwise outside. */
#define DAE_CUBE_POINTS "-1 -1 -1 1 -1 -1 1 1 -1 -1 1 -1 -1 -1 1 1 -1 1 1 1 1 -1 1 1"
#define DAE_CUBE_MESH(drawn)                                                                                 \
    "<library_geometries><geometry id=\"box\" name=\"Box\"><mesh>" DAE_SOURCE(                               \
        "p", 8, 3, DAE_CUBE_POINTS,                                                                          \
        24) "<vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices>\n" drawn             \
            "</mesh></geometry></library_geometries>\n"
#define DAE_VERTEX "<input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>"
#define DAE_CUBE_TRIANGLES                                                                                   \
    "<triangles count=\"12\" material=\"red\">" DAE_VERTEX                                                   \
    "<p>0 2 1 0 3 2 4 5 6 4 6 7 0 1 5 0 5 4 3 7 6 3 6 2 0 4 7 0 7 3 1 2 6 1 6 5</p></triangles>\n"
#define DAE_CUBE_SIDES "0 3 2 1 4 5 6 7 0 1 5 4 3 7 6 2 0 4 7 3 1 2 6 5"
#define DAE_CUBE_POLYLIST                                                                                    \
    "<polylist count=\"6\" material=\"red\">" DAE_VERTEX "<vcount>4 4 4 4 4 4</vcount><p>" DAE_CUBE_SIDES    \
    "</p></polylist>\n"
#define DAE_CUBE_POLYGONS                                                                                    \
    "<polygons count=\"6\" material=\"red\">" DAE_VERTEX                                                     \
    "<p>0 3 2 1</p><p>4 5 6 7</p><p>0 1 5 4</p><p>3 7 6 2</p><p>0 4 7 3</p><p>1 2 6 5</p></polygons>\n"
#define DAE_RED                                                                                              \
    "<library_effects><effect id=\"e\"><profile_COMMON><technique sid=\"t\"><phong><diffuse><color>0.8 0.1 " \
    "0.1 1</color></diffuse>"                                                                                \
    "<specular><color>0.5 0.5 0.5 "                                                                          \
    "1</color></specular><shininess><float>20</float></shininess></phong></technique></profile_COMMON>"      \
    "</effect></library_effects>\n<library_materials><material id=\"m\" name=\"Red\"><instance_effect "      \
    "url=\"#e\"/></material></library_materials>\n"
#define DAE_BIND                                                                                             \
    "<bind_material><technique_common><instance_material symbol=\"red\" "                                    \
    "target=\"#m\"/></technique_common></bind_material>"
#define DAE_SCENE(nodes)                                                                                     \
    "<library_visual_scenes><visual_scene id=\"s\">" nodes "</visual_scene></library_visual_scenes>\n"       \
    "<scene><instance_visual_scene url=\"#s\"/></scene></COLLADA>\n"
#define DAE_BOX_NODE(transforms)                                                                             \
    "<node id=\"n\" name=\"Node\">" transforms "<instance_geometry url=\"#box\">" DAE_BIND                   \
    "</instance_geometry></node>\n"
#define DAE_CUBE(drawn)                                                                                      \
    DAE_HEAD("<unit meter=\"1\"/><up_axis>Y_UP</up_axis>")                                                   \
    DAE_RED DAE_CUBE_MESH(drawn) DAE_SCENE(DAE_BOX_NODE(""))

/* A strip of two quads on two joints, with a morph below the skin, moved by an animation: joint B turns 90 degrees about z in a
 * second, the morph goes from 0 to 1. */
#define DAE_IDENTITY "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1"
#define DAE_BAR_GEOMETRY(id, name, points)                                                                   \
    "<geometry id=\"" id "\" name=\"" name "\"><mesh>" DAE_SOURCE(                                           \
        id "p", 6, 3, points,                                                                                \
        18) "<vertices id=\"" id "v\">"                                                                      \
            "<input semantic=\"POSITION\" source=\"#" id                                                     \
            "p\"/></vertices><triangles count=\"4\"><input semantic=\"VERTEX\" source=\"#" id                \
            "v\" offset=\"0\"/>"                                                                             \
            "<p>0 1 2 2 1 3 2 3 4 4 3 5</p></triangles></mesh></geometry>\n"
#define DAE_BAR_SHAPE                                                                                        \
    DAE_HEAD("<unit meter=\"0.5\"/><up_axis>Y_UP</up_axis>")                                                 \
    "<library_geometries>" DAE_BAR_GEOMETRY("bar", "Bar", "0 0 0 1 0 0 0 2 0 1 2 0 0 4 0 1 4 0")             \
        DAE_BAR_GEOMETRY(                                                                                    \
            "fat", "Fat",                                                                                    \
            "0 0 0 3 0 0 0 2 0 3 2 0 0 4 0 3 4 0") "</library_geometries>\n"                                 \
                                                   "<library_controllers><controller id=\"mc\"><morph "      \
                                                   "source=\"#bar\" method=\"NORMALIZED\">"                  \
                                                   "<source id=\"mt\"><IDREF_array id=\"mt-a\" "             \
                                                   "count=\"1\">fat</"                                       \
                                                   "IDREF_array><technique_common><accessor "                \
                                                   "source=\"#mt-a\" "                                       \
                                                   "count=\"1\"/></technique_common></source>" DAE_SOURCE(   \
                                                       "mw", 1, 1, "0",                                      \
                                                       1) "<targets><input semantic=\"MORPH_TARGET\" "       \
                                                          "source=\"#mt\"/><input "                          \
                                                          "semantic=\"MORPH_WEIGHT\" "                       \
                                                          "source=\"#mw\"/></targets></morph></"             \
                                                          "controller>\n"                                    \
                                                          "<controller id=\"sc\" name=\"Skin\"><skin "       \
                                                          "source=\"#mc\"><bind_shape_matrix>" DAE_IDENTITY  \
                                                          "</bind_shape_matrix>"                             \
                                                          "<source id=\"j\"><Name_array id=\"j-a\" "         \
                                                          "count=\"2\">A "                                   \
                                                          "B</Name_array><technique_common><accessor "       \
                                                          "source=\"#j-a\" "                                 \
                                                          "count=\"2\"/></technique_common></"               \
                                                          "source>" DAE_SOURCE(                              \
                                                              "ib", 2, 16,                                   \
                                                              DAE_IDENTITY                                   \
                                                              " 1 0 0 0 0 1 0 -2 0 0 1 0 0 0 0 1",           \
                                                              32)                                            \
                                                              DAE_SOURCE(                                    \
                                                                  "w", 3, 1, "1 0.5 0.25",                   \
                                                                  3) "<joints><input semantic=\"JOINT\" "    \
                                                                     "source=\"#j\"/><input "                \
                                                                     "semantic=\"INV_BIND_MATRIX\" "         \
                                                                     "source=\"#ib\"/></joints>"             \
                                                                     "<vertex_weights count=\"6\"><input "   \
                                                                     "semantic=\"JOINT\" source=\"#j\" "     \
                                                                     "offset=\"0\"/><input "                 \
                                                                     "semantic=\"WEIGHT\" source=\"#w\" "    \
                                                                     "offset=\"1\"/>"                        \
                                                                     "<vcount>1 1 2 2 1 1</vcount><v>0 0 0 " \
                                                                     "0 0 1 1 1 0 1 1 1 1 0 1 "              \
                                                                     "0</v></vertex_weights></skin></"       \
                                                                     "controller></library_controllers>\n"
#define DAE_BAR_MOTION                                                                                       \
    "<library_animations><animation id=\"an\" name=\"Bend\">" DAE_SOURCE("ti", 2, 1, "0 1", 2)               \
        DAE_SOURCE("vo", 2, 1, "0 90", 2) DAE_SOURCE(                                                        \
            "mo", 2, 1, "0 1",                                                                               \
            2) "<source id=\"in\"><Name_array id=\"in-a\" count=\"2\">LINEAR "                               \
               "LINEAR</Name_array><technique_common><accessor source=\"#in-a\" "                            \
               "count=\"2\"/></technique_common></source>"                                                   \
               "<sampler id=\"sa\"><input semantic=\"INPUT\" source=\"#ti\"/><input semantic=\"OUTPUT\" "    \
               "source=\"#vo\"/><input semantic=\"INTERPOLATION\" source=\"#in\"/></sampler>"                \
               "<sampler id=\"sb\"><input semantic=\"INPUT\" source=\"#ti\"/><input semantic=\"OUTPUT\" "    \
               "source=\"#mo\"/></sampler>"                                                                  \
               "<channel source=\"#sa\" target=\"B/turn.ANGLE\"/><channel source=\"#sb\" "                   \
               "target=\"mw(0)\"/></animation></library_animations>\n" DAE_SCENE(                            \
                   "<node id=\"A\" sid=\"A\" name=\"A\" type=\"JOINT\"><node id=\"B\" sid=\"B\" name=\"B\" " \
                   "type=\"JOINT\"><translate>0 2 0</translate>"                                             \
                   "<rotate sid=\"turn\">0 0 1 0</rotate></node></node><node id=\"body\" "                   \
                   "name=\"Body\"><instance_controller url=\"#sc\">"                                         \
                   "<skeleton>#A</skeleton></instance_controller><extra><technique "                         \
                   "profile=\"x\"><health>7</health></technique></extra></node>")

/* Writes the strip and its motion as one document; `text` takes 8,000 bytes. */
static inline const char *dae_bar(char *text) { return strcat(strcpy(text, DAE_BAR_SHAPE), DAE_BAR_MOTION); }

#endif
