/* What natives of actions refuse: players that there are not, actions that no table has, and more contexts, offers, masks and owners than there is
 * room for. */
#define _XOPEN_SOURCE 700
#include "tests/host/rom/carts/refusals.h"

static const refusal rows[] = {
    {"let b = began('jump', 0)", "began 2"},
    {"let b = began('jump', 3)", "began 2"},
    {"let b = began(nothing)", "began 1"},
    {"let b = ended('jump', -1)", "ended 2"},
    {"let b = active(nothing, 2)", "active 1"},
    {"let n = active_steps('jump', 3)", "active_steps 2"},
    {"let n = active_steps(nothing)", "active_steps 1"},
    {"let f = charge('jump', 3)", "charge 2"},
    {"let f = charge(nothing)", "charge 1"},
    {"let v = axis('jump', 3)", "axis 2"},
    {"let v = axis(nothing)", "axis 1"},
    {"let f = tap_rate('jump', 3)", "tap_rate 2"},
    {"let f = tap_rate(nothing)", "tap_rate 1"},
    {"context_choose('menu', 3)", "context_choose 2"},
    {"let n = context_chosen(3)", "context_chosen 1"},
    {"context_push('menu', false, 3)", "context_push 3"},
    {"context_push('')", "context_push has four contexts to lie on already, or no name"},
    {"context_push('a'); context_push('b'); context_push('c'); context_push('d'); context_push('e')",
     "context_push has four contexts to lie on already, or no name"},
    {"context_pop(3)", "context_pop 1"},
    {"offer('jump', self, 1.0, 0, 3)", "offer 5"},
    {"offer(nothing, self, 1.0)", "offer 1"},
    {"offer('jump', null, 1.0)", "offer is null, or things are offered for four other actions"},
    {"offer('jump', self, 1.0); offer('fire', self, 1.0); offer('duck', self, 1.0); offer('look', self, "
     "1.0); "
     "offer('dash', self, 1.0)",
     "offer is null, or things are offered for four other actions"},
    {"let o = offered('jump', 3)", "offered 2"},
    {"let o = offered(nothing)", "offered 1"},
    {"quick_time('jump', 1, 10, 1, true, 3)", "quick_time 6"},
    {"quick_time(nothing, 1, 10)", "quick_time 1"},
    {"let n = quick_time_result(3)", "quick_time_result 1"},
    {"controls_mask('', 3)", "controls_mask 2"},
    {"for i in 0..9 { controls_mask(groups[i]) }", "controls_mask comes on top of eight masks by others"},
    {"let b = controls_unmask('', 3)", "controls_unmask 2"},
    {"controls_own('arms', self, 3)", "controls_own 3"},
    {"for i in 0..5 { controls_own(groups[i], self) }", "controls_own is a fifth group with an owner"},
};

/* What players choose, and what follows the pointer. */
static const refusal choices[] = {
    {"face_left(true, 3)", "face_left 2"},
    {"let b = button_choose('jump', Button.B, 3)", "button_choose 3"},
    {"let n = button_chosen('jump', 3)", "button_chosen 2"},
    {"axis_invert('jump', true, 3)", "axis_invert 3"},
    {"axis_invert(nothing, true)", "axis_invert 1"},
    {"action_latch('jump', true, 3)", "action_latch 3"},
    {"action_latch(nothing, true)", "action_latch 1"},
    {"action_repeat('jump', true, 3)", "action_repeat 3"},
    {"action_repeat(nothing, true)", "action_repeat 1"},
    {"controls_patience(10, 3)", "controls_patience 2"},
    {"controls_hand('left', 3)", "controls_hand 2"},
    {"controls_hand('middle')", "controls_hand 1"},
    {"let v = pointer(3)", "pointer 1"},
    {"let v = pointer(0)", "pointer 1"},
    {"let b = pointer_inside(3)", "pointer_inside 1"},
    {"let v = pointer_moved(3)", "pointer_moved 1"},
    {"dead_zone_choose(0.5, 3)", "dead_zone_choose 2"},
    {"let b = controls_keep('', 3)", "controls_keep 2"},
    {"controls_recall('', 3)", "controls_recall 2"},
    {"trackball(null, vec2(0.0, 0.0), vec2(1.0, 1.0), 1.0)", "trackball 1"},
    {"let v = first_person(null, 'jump', 'jump', 1.0)", "first_person 1"},
    {"let v = first_person(self, 'jump', 'jump', 1.0, 80deg, 3)", "first_person 6"},
    {"controls_reset(3)", "controls_reset 1"},
};

static const refused_cart five_actions = {
    REFUSED_HEAD "capacity players 2\naction jump A\naction fire B\naction duck X\naction look Y\n"
                 "action dash L\n",
    REFUSED_VIEW, NULL,
    "var nothing: name = 'nothing'\n"
    "var groups: [9]name = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']\n",
    NULL};

TEST(input_map_refusals_tell_which_argument) {
    check_refusals(&five_actions, rows, sizeof rows / sizeof *rows);
}

TEST(input_map_refusals_of_choices_tell_which_argument) {
    check_refusals(&five_actions, choices, sizeof choices / sizeof *choices);
}
