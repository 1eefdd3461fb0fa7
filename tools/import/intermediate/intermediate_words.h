/* The words of the intermediate format, in the order of the enumerations. Private to it. */
#ifndef OXCART_TOOLS_IMPORT_INTERMEDIATE_INTERMEDIATE_WORDS_H
#define OXCART_TOOLS_IMPORT_INTERMEDIATE_INTERMEDIATE_WORDS_H

static const char *const intermediate_paths[] = {"translation", "rotation", "scale", "weights", NULL};
static const char *const intermediate_samplings[] = {"step", "linear", "cubic", NULL};
static const char *const intermediate_lights[] = {"ambient", "sun", "point", "spot", NULL};
static const char *const intermediate_curves[] = {"linear", "catmull-rom", "bezier", "b-spline", NULL};
static const char *const intermediate_shapes[] = {"box", "sphere", "capsule", "hull", "soup", NULL};

#endif
