/* Makes the models and textures of the showcase cart: assetgen FOLDER */
#include "tools/assets/assets.h"

#include <stdio.h>

static const struct {
    const char *name;
    void (*paint)(image *picture);
} pictures[] = {{"stone", paint_stone},    {"cobble", paint_cobble}, {"grass", paint_grass},
                {"wood", paint_wood},      {"crate", paint_crate},   {"globe", paint_globe},
                {"palette", paint_palette}};

static const struct {
    const char *name;
    void (*build)(model *m);
} models[] = {{"field", build_field},
              {"road", build_road},
              {"plaza", build_plaza},
              {"pillar", build_pillar},
              {"plaza_shadows", build_plaza_shadows},
              {"team_shadow", build_team_shadow},
              {"backdrop", build_backdrop},
              {"knot", build_knot},
              {"gem", build_gem},
              {"vase", build_vase},
              {"crate", build_crate},
              {"globe", build_globe},
              {"stand", build_stand},
              {"lantern", build_lantern},
              {"wagon", build_wagon},
              {"wheel", build_wheel},
              {"cargo", build_cargo},
              {"ox", build_ox}};

int main(int count, char **arguments) {
    static image picture;
    static model shape;
    if (count != 4) {
        fprintf(stderr, "usage: assetgen SHOWCASE ROBOT FACES\n");
        return 2;
    }
    for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++) {
        pictures[i].paint(&picture);
        if (!image_write(&picture, arguments[1], pictures[i].name)) return 1;
    }
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        model_begin(&shape);
        models[i].build(&shape);
        if (!model_write(&shape, arguments[1], models[i].name)) return 1;
        printf("%-14s %4d triangles\n", models[i].name, model_triangles(&shape));
    }
    return make_robot(arguments[2]) && make_arm(arguments[2]) && make_faces(arguments[3]) ? 0 : 1;
}
