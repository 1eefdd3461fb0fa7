/* The assets that the generator makes: every function fills in one picture or one model of the showcase cart. */
#ifndef OXCART_TOOLS_ASSETS_ASSETS_H
#define OXCART_TOOLS_ASSETS_ASSETS_H

#include "tools/assets/image.h"
#include "tools/assets/model.h"

/* textures.c: seamless, 64x64 unless said otherwise. */
void paint_stone(image *picture);  /* four square slabs */
void paint_cobble(image *picture); /* rows of rounded stones */
void paint_grass(image *picture);
void paint_wood(image *picture);  /* four planks along u */
void paint_crate(image *picture); /* one face of a crate: frame, boards, brace */
void paint_globe(image *picture); /* 128x64: land, sea and ice, longitude by latitude */

void paint_palette(image *picture); /* palette.c: the colours of all, 16x16 */

/* scenery.c: the place of the showcase. */
void build_field(model *m); /* grass around the road, to the horizon */
void build_road(model *m);  /* a ring */
void build_plaza(model *m); /* a round raised floor */
void build_plaza_shadows(model *m);
void build_team_shadow(model *m); /* lies under ox and cart */
void build_pillar(model *m);      /* stands in the middle */
void build_backdrop(model *m);    /* hills and the evening sky, to be drawn unlit */

/* exhibits.c: one exhibit for each way of shading. */
void build_knot(model *m);
void build_gem(model *m);
void build_vase(model *m);
void build_crate(model *m);
void build_globe(model *m);
void build_stand(model *m);
void build_lantern(model *m);

/* oxcart.c: the team, heading for +Z; its origin lies on the ground between ox and cart. */
void build_wagon(model *m);
void build_wheel(model *m); /* about the origin, the axle along X */
void build_cargo(model *m);
void build_ox(model *m);
/* robot.c: FOLDER/robot.oxs, the robot of the motion examples with skeleton, skin and clips. 0: the file cannot be written. */
int make_robot(const char *folder);
/* arm.c: FOLDER/arm.oxs, an arm that bends, and FOLDER/arm.obj, the same without bones. 0: they cannot be written. */
int make_arm(const char *folder);
/* face.c: FOLDER/face.oxs and FOLDER/fish.oxs of the morph example, likewise. */
int make_faces(const char *folder);

enum { WHEEL_RADIUS_CM = 50, WHEEL_TRACK_CM = 64, WHEEL_BEHIND_CM = 95 }; /* axle half length and place */

#endif
