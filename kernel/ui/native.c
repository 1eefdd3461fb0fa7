/* What scripts may ask of screens. */
#include "kernel/script/machine.h"
#include "kernel/ui/internal.h"

/* Whether the caller may do something to a screen: add-ons may to their own ones. */
static bool may(ox_script_call *call, ox_id screen) {
    return ROM_SMALL_PLAYER || !ox_add_on_calls(call) ||
           ox_add_on_has(ox_module_of_call(call), screen, ROM_TAG_SCREEN);
}

static ox_script_answer open_screen(ox_script_call *call,
                                    ox_status (*open)(const ox_module_host *host, ox_id screen)) {
    if (!may(call, (ox_id)call->arguments[0]))
        return ox_script_refuse_because(call, "wants a screen of the add-on");
    const ox_status status = open(ox_module_of_call(call), (ox_id)call->arguments[0]);
    if (status == OX_OK) return OX_SCRIPT_DONE;
    return status == OX_FULL ? ox_script_refuse_because(call, "finds no room: too many screens are open")
                             : ox_script_refuse(call, 0);
}
static ox_script_answer native_screen_open(ox_script_call *call) { return open_screen(call, ox_screen_open); }
static ox_script_answer native_screen_replace(ox_script_call *call) {
    if (!may(call, ox_screen_top(ox_module_of_call(call))))
        return ox_script_refuse_because(call, "would close a screen of the game");
    return open_screen(call, ox_screen_replace);
}

static ox_script_answer native_screen_close(ox_script_call *call) {
    if (!may(call, ox_screen_top(ox_module_of_call(call))))
        return ox_script_refuse_because(call, "would close a screen of the game");
    ox_screen_close(ox_module_of_call(call));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_screen_top(ox_script_call *call) {
    call->results[0] = (int32_t)ox_screen_top(ox_module_of_call(call));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_screen_is_open(ox_script_call *call) {
    call->results[0] = ox_screen_is_open(ox_module_of_call(call), (ox_id)call->arguments[0]);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_screen_focus(ox_script_call *call) {
    call->results[0] = ox_screen_focus(ox_module_of_call(call), (ox_id)call->arguments[0]);
    return OX_SCRIPT_DONE;
}

static ox_script_answer mark_element(ox_script_call *call,
                                     bool (*mark)(const ox_module_host *host, ox_id element, bool on)) {
    if (mark(ox_module_of_call(call), (ox_id)call->arguments[0], call->arguments[1] != 0))
        return OX_SCRIPT_DONE;
    return ox_script_refuse_because(call, "finds no room: too many elements are hidden or disabled");
}
static ox_script_answer native_element_show(ox_script_call *call) {
    return mark_element(call, ox_screen_show);
}
static ox_script_answer native_element_enable(ox_script_call *call) {
    return mark_element(call, ox_screen_enable);
}

static ox_script_answer native_notice(ox_script_call *call) {
    const ox_status status =
        ox_screen_notice(ox_module_of_call(call), (ox_id)call->arguments[0],
                         (uint32_t)int_max(call->arguments[1], 0), (uint32_t)int_max(call->arguments[2], 0));
    call->results[0] = status == OX_OK;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_dialogue(ox_script_call *call) {
    ox_screen_say(ox_module_of_call(call), (ox_id)call->arguments[0]);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_dialogue_says(ox_script_call *call) {
    call->results[0] = ox_screen_says(ox_module_of_call(call));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_radar_show(ox_script_call *call) {
    const ox_handle object = {(uint32_t)call->arguments[0]};
    ox_screen_radar(ox_module_of_call(call), object, (uint32_t)int_max(call->arguments[1], 0));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_loading_begin(ox_script_call *call) {
    const ox_status status = ox_screen_loading_begin(ox_module_of_call(call), (ox_id)call->arguments[0],
                                                     (uint32_t)int_max(call->arguments[1], 0),
                                                     (uint32_t)int_max(call->arguments[2], 0));
    if (status == OX_OK) return OX_SCRIPT_DONE;
    return status == OX_FULL ? ox_script_refuse_because(call, "finds no room: too many screens are open")
                             : ox_script_refuse(call, 0);
}

static ox_script_answer native_loading(ox_script_call *call) {
    call->results[0] = ox_screen_loading(ox_module_of_call(call), (uint32_t)int_max(call->arguments[0], 0));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_selected(ox_script_call *call) {
    const ox_handle object = {(uint32_t)call->arguments[0]};
    call->results[0] = ox_screen_is_selected(ox_module_of_call(call), object);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_selected_count(ox_script_call *call) {
    const ox_handle *objects;
    call->results[0] = (int32_t)ox_screen_selected(ox_module_of_call(call), &objects);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_select(ox_script_call *call) {
    const ox_handle object = {(uint32_t)call->arguments[0]};
    call->results[0] = ox_screen_select(ox_module_of_call(call), object, call->arguments[1] != 0);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_select_none(ox_script_call *call) {
    ox_screen_select_none(ox_module_of_call(call));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_placement_x(ox_script_call *call) {
    int x, y;
    ox_screen_placement(ox_module_of_call(call), &x, &y);
    call->results[0] = x;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_placement_y(ox_script_call *call) {
    int x, y;
    ox_screen_placement(ox_module_of_call(call), &x, &y);
    call->results[0] = y;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_box_write(ox_script_call *call) {
    const ox_module_host *host = ox_module_of_call(call);
    ox_text_box *box = ui_of(host) == NULL ? NULL : ui_written(ui_of(host), (ox_id)call->arguments[0]);
    const char *words = ox_script_words(call->machine, call->arguments[1]);
    const int32_t colour = call->arguments[2];
    char line[OX_TEXT_BOX_PIECE] = "";
    if (box == NULL) return ox_script_refuse(call, 0);
    if (words == NULL && call->arguments[1] != 0)
        ox_behaviours_text(host, (ox_id)call->arguments[1], line, sizeof line);
    ox_text_box_write(box, words != NULL ? words : line,
                      colour < 0 ? OX_TEXT_BOX_CLEAR : (uint32_t)colour & 0xFFFFFFu);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_box_clear(ox_script_call *call) {
    ox_ui *ui = ui_of(ox_module_of_call(call));
    ox_text_box *box = ui == NULL ? NULL : ui_written(ui, (ox_id)call->arguments[0]);
    if (box == NULL) return ox_script_refuse(call, 0);
    ox_text_box_clear(box);
    return OX_SCRIPT_DONE;
}

const ox_script_native ox_ui_native_rows[OX_UI_NATIVES] = {
    OX_SCRIPT_NATIVE(screen_open, SIM, EVERY, 32, "v(n)", "screen_open(which: screen)",
                     "opens a screen of the cart over those that are open: screen_open('shop')"),
    OX_SCRIPT_NATIVE(screen_close, SIM, EVERY, 16, "v()", "screen_close()",
                     "closes the topmost screen that is no HUD"),
    OX_SCRIPT_NATIVE(screen_replace, SIM, EVERY, 32, "v(n)", "screen_replace(which: screen)",
                     "another screen in its place"),
    OX_SCRIPT_NATIVE(screen_top, QUERY, ALL, 8, "n()", "screen_top() -> screen",
                     "the topmost screen that is no HUD, '' for none"),
    OX_SCRIPT_NATIVE(screen_is_open, QUERY, ALL, 8, "b(n)", "screen_is_open(which: screen) -> bool",
                     "whether a screen is open, also below others"),
    OX_SCRIPT_NATIVE(screen_focus, SIM, ALL, 16, "b(n)", "screen_focus(element: name) -> bool",
                     "gives an element of the topmost screen the focus"),
    OX_SCRIPT_NATIVE(element_show, SIM, ALL, 16, "v(nb)", "element_show(element: name, shown: bool)",
                     "hides an element of screens by its name, or with '*' all of them, or shows it again"),
    OX_SCRIPT_NATIVE(element_enable, SIM, ALL, 16, "v(nb)", "element_enable(element: name, enabled: bool)",
                     "an element can be chosen, or cannot"),
    OX_SCRIPT_NATIVE(notice, SIM, EVERY, 16, "b(tii)",
                     "notice(words: text, steps: int, priority: int = 0) -> bool",
                     "a text appears for so many steps where a screen has `notices`, 0: until something is "
                     "pressed; behind those of its "
                     "priority and above"),
    OX_SCRIPT_NATIVE(dialogue, SIM, ALL, 16, "v(t)", "dialogue(words: text)",
                     "a text is said where a screen has a `dialogue`, page by page, parted by |"),
    OX_SCRIPT_NATIVE(dialogue_says, QUERY, ALL, 8, "b()", "dialogue_says() -> bool",
                     "whether there is something that is not said yet"),
    OX_SCRIPT_NATIVE(radar_show, SIM, ALL, 16, "v(oi)", "radar_show(who: obj, steps: int)",
                     "an object is seen for so many steps on radars that say `told`: one that fired"),
    OX_SCRIPT_NATIVE(loading_begin, SIM, ALL, 32, "v(nii)",
                     "loading_begin(which: screen, total: int, least: int = 0)",
                     "opens a screen that shows how far loading has come, for `least` steps at least"),
    OX_SCRIPT_NATIVE(
        loading, SIM, ALL, 16, "b(i)", "loading(done: int) -> bool",
        "so much of the total is there; the screen closes when all is; false: the player has closed it"),
    OX_SCRIPT_NATIVE(selected, QUERY, ALL, 16, "b(o)", "selected(who: obj) -> bool",
                     "whether an object is selected, as by an element `selection`"),
    OX_SCRIPT_NATIVE(selected_count, QUERY, ALL, 8, "i()", "selected_count() -> int",
                     "how many objects are selected"),
    OX_SCRIPT_NATIVE(select, SIM, ALL, 16, "b(ob)", "select(who: obj, chosen: bool) -> bool",
                     "selects an object, or not any more; false: there is no room"),
    OX_SCRIPT_NATIVE(select_none, SIM, ALL, 16, "v()", "select_none()", "nothing is selected"),
    OX_SCRIPT_NATIVE(placement_x, QUERY, ALL, 8, "i()", "placement_x() -> int",
                     "the column of the picture where an element `placement` is, on its grid"),
    OX_SCRIPT_NATIVE(placement_y, QUERY, ALL, 8, "i()", "placement_y() -> int", "and its row"),
    OX_SCRIPT_NATIVE(
        box_write, SIM, ALL, 32, "v(nti)", "box_write(box: name, words: words, colour: int = -1)",
        "writes into an element `box` of screens, as on a terminal, in the colour of its style or "
        "in another: box_write('log', \"{steps:4} speed {speed:5.2}\\n\")"),
    OX_SCRIPT_NATIVE(box_clear, SIM, EVERY, 16, "v(n)", "box_clear(box: name)", "and empties it"),
};
