/* Changes of state: the way from one state to another, and requested changes one after the other. */
#include "kernel/state/change.h"

/* Lists a state and its parents, innermost first; returns how many. */
static uint32_t path_of(const ox_state_tree *tree, const void *of, uint32_t state,
                        uint16_t path[OX_STATE_LEVELS]) {
    uint32_t levels = 0;
    for (; state != OX_STATE_NONE && levels < OX_STATE_LEVELS; state = tree->parent(of, state))
        path[levels++] = (uint16_t)state;
    return levels;
}

bool ox_state_travel(const ox_state_tree *tree, void *of, uint32_t from, uint32_t to, uint32_t how) {
    uint16_t out[OX_STATE_LEVELS], in[OX_STATE_LEVELS];
    const uint32_t levels = path_of(tree, of, from, out);
    uint32_t up = levels, down = path_of(tree, of, to, in);
    while (up > 0 && down > 0 && out[up - 1] == in[down - 1]) up--, down--;
    const bool stays =
        ((how & OX_STATE_LEAVES) != 0 && up == 0) || ((how & OX_STATE_ENTERS) != 0 && down == 0);
    if ((how & OX_STATE_AGAIN) != 0 && stays && up < levels) up++, down++;
    for (uint32_t i = 0; i < up && (how & OX_STATE_LEAVES) != 0; i++)
        if (!tree->leave(of, out[i])) return false;
    if (!tree->turn(of, to)) return false;
    while (down > 0 && (how & OX_STATE_ENTERS) != 0)
        if (!tree->enter(of, in[--down])) return false;
    return true;
}

void ox_state_settle(const ox_state_wishes *wishes, void *of) {
    for (uint32_t changes = 0; wishes->take(of); changes++) {
        if (changes == OX_STATE_CHANGES) {
            wishes->endless(of);
            return;
        }
        wishes->change(of);
    }
}
