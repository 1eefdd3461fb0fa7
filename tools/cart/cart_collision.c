/* The statement `collision`. */
#include <string.h>

#include "rom/chunks.h"
#include "tools/cart/cart_parser.h"

/* collision NAME from=MESH [kind=soup|hull] [thickness=METRES] */
static bool read_collision(cart_parser *p) {
    static const char *const kinds[] = {"soup", "hull", NULL};
    const char *name = cart_word(p, "a name");
    if (name == NULL) return false;
    const cart_collision *earlier = cart_find_collision(p->c, name);
    const unsigned long earlier_line = earlier == NULL ? 0 : earlier->line;
    cart_collision *collision = cart_add_collision(p->c);
    if (collision == NULL) return cart_wrong(p, "out of memory");
    collision->line = p->line;
    collision->thickness = -1;
    if (!cart_take_new_name(p, earlier_line, name, collision->name) ||
        !cart_name_option(p, "from", collision->mesh) ||
        !cart_choice_option(p, "kind", kinds, &collision->kind) ||
        !cart_number_option(p, "thickness", 0, 256, &collision->thickness))
        return false;
    if (collision->mesh[0] == 0)
        return cart_wrong(p, "which mesh is it made of? write `collision %s from=MESH`", collision->name);
    if (collision->thickness > 0 && collision->kind == ROM_SHAPE_HULL)
        return cart_wrong(p, "a hull is solid all through; leave thickness= out, or write kind=soup");
    return cart_end_of_line(p);
}

static const cart_option_row collision_options[] = {
    {"from", "MESH", "a mesh of the cart, which need not be drawn"},
    {"kind", "soup|hull",
     "its triangles, as of a level (soup), or the smallest convex body about it, which may move"},
    {"thickness", "METRES",
     "so far behind its front a triangle still pushes out (0.25; 0: only while the middle of a thing is in "
     "front)"},
    {.key = NULL}};

const cart_row cart_collision_rows[] = {{.word = "collision",
                                         .often = CART_ONCE_A_NAME,
                                         .merge = CART_BY_NAME,
                                         .read = read_collision,
                                         .form = "NAME from=MESH",
                                         .about = "what things collide with, made of a mesh",
                                         .options = collision_options},
                                        {.word = NULL}};
