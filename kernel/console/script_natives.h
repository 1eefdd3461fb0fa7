/* What scripts of a cart may call: one row to a native, by rising id of its name. The console's table (scripts_native.c), the declarations that
 * the compiler of Goad knows (tools/script/library.c) and `oxcart help script` are made of it:
 *
 *     #define ROW(name, class, trust, cost, signature, declaration, text for people) ...
 *     OX_CONSOLE_NATIVES(ROW)
 *
 * Classes and signatures are those of kernel/script/native.h; trust: CART alone, or ALL who have scripts. */
#ifndef OXCART_KERNEL_CONSOLE_SCRIPT_NATIVES_H
#define OXCART_KERNEL_CONSOLE_SCRIPT_NATIVES_H

#define OX_CONSOLE_NATIVES(ROW)                                                                              \
    ROW(heading, PURE, ALL, 8, "a(33)", "heading(here: vec3, there: vec3) -> angle",                         \
        "the angle to look from one place to another")                                                       \
    ROW(held, QUERY, ALL, 4, "b(i)", "held(button: Button) -> bool", "whether a button is down")             \
    ROW(print, SHOW, ALL, 4, "v(tiii)", "print(words: note, x: int, y: int, colour: int)",                   \
        "words over the picture in this step: print(\"go\", 8, 8, #FFFFFF)")                                 \
    ROW(random, SIM, ALL, 4, "i(i)", "random(n: int) -> int", "0 to n - 1")                                  \
    ROW(pressed, QUERY, ALL, 4, "b(i)", "pressed(button: Button) -> bool",                                   \
        "whether it went down in this step")                                                                 \
    ROW(tilt, SIM, ALL, 4, "v(oaa)", "tilt(who: obj, pitch: angle, roll: angle)",                            \
        "turns an object about its other axes than .angle")                                                  \
    ROW(distance, PURE, ALL, 8, "f(33)", "distance(a: vec3, b: vec3) -> fx", "metres between two places")    \
    ROW(chance, SIM, ALL, 4, "b(f)", "chance(of: fx) -> bool", "true so often: 0.25 is one in four")         \
    ROW(look, SIM, ALL, 4, "v(33)", "look(at: vec3, target: vec3)",                                          \
        "puts the camera to a place and points it at another")                                               \
    ROW(show, SIM, ALL, 4, "v(ob)", "show(who: obj, shown: bool)",                                           \
        "draws an object or not; hidden ones are still there")                                               \
    ROW(random_angle, SIM, ALL, 4, "a()", "random_angle() -> angle", "any direction")                        \
    ROW(stick, QUERY, ALL, 4, "2()", "stick() -> vec2",                                                      \
        "right and up, each -1.0 to 1.0; the directions count as a stick too")                               \
    ROW(nearest, QUERY, ALL, 32, "o(n3f)", "nearest(name: name, at: vec3, radius: fx) -> obj",               \
        "the nearest object of that name within a distance, or null")                                        \
    ROW(remove, SIM, ALL, 4, "v(o)", "remove(who: obj)",                                                     \
        "takes an object away when the handler or the tasks of this step are done")                          \
    ROW(random_between, SIM, ALL, 4, "f(ff)", "random_between(low: fx, high: fx) -> fx",                     \
        "from low to below high")                                                                            \
    ROW(pace, SIM, ALL, 4, "v(of)", "pace(who: obj, rate: fx)",                                              \
        "how fast its clip goes on, 1.0 as it was made, 0.0 holds")                                          \
    ROW(visible, QUERY, ALL, 4, "b(o)", "visible(who: obj) -> bool", "whether it is drawn")                  \
    ROW(log_number, SHOW, ALL, 4, "v(i)", "log_number(value: int)", "a number in the log")                   \
    ROW(log, SHOW, ALL, 4, "v(t)", "log(words: note)", "a line in the log")                                  \
    ROW(spawn, SIM, ALL, 32, "o(o3)", "spawn(like: obj, at: vec3) -> obj",                                   \
        "a copy of an object with its behaviour, null when there is no room")                                \
    ROW(now, QUERY, ALL, 4, "i()", "now() -> int", "steps since the start, `rate` of them a second")         \
    ROW(print_number, SHOW, ALL, 4, "v(iiii)", "print_number(value: int, x: int, y: int, colour: int)",      \
        "the same of a number")                                                                              \
    ROW(blend, SIM, ALL, 4, "v(of)", "blend(who: obj, second: fx)",                                          \
        "how much of its second clip an object shows, 0.0 to 1.0")                                           \
    ROW(find, QUERY, ALL, 8, "o(n)", "find(name: name) -> obj",                                              \
        "the first object of that name, null when there is none")                                            \
    ROW(keep, SIM, ALL, 4, "v(ni)", "keep(name: name, value: int)",                                          \
        "keeps a number for the next time the game is played, at most 32 of them: keep('best', score)")      \
    ROW(scene, SIM, CART, 4, "v(n)", "scene(name: name)",                                                    \
        "to another scene of the cart at the end of this step: scene('main')")                               \
    ROW(unit, PURE, ALL, 8, "3(3)", "unit(v: vec3) -> vec3", "the same direction with length 1, zero stays") \
    ROW(ahead, PURE, ALL, 4, "3(a)", "ahead(angle: angle) -> vec3",                                          \
        "where somebody looks who has turned by that angle")                                                 \
    ROW(scale, SIM, ALL, 4, "v(of)", "scale(who: obj, size: fx)",                                            \
        "makes an object larger or smaller, 1.0 as its mesh is")                                             \
    ROW(touches, QUERY, ALL, 16, "b(oo)", "touches(a: obj, b: obj) -> bool",                                 \
        "whether the spheres about two objects meet and both are drawn")                                     \
    ROW(size, QUERY, ALL, 4, "f(o)", "size(who: obj) -> fx", "what scale made of it")                        \
    ROW(sound, SHOW, ALL, 4, "v(nf)", "sound(name: name, volume: fx)",                                       \
        "plays a cue or sound, volume 0.0 to 1.0")                                                           \
    ROW(kept, QUERY, ALL, 4, "i(n)", "kept(name: name) -> int", "what was kept under that name, at first 0") \
    ROW(released, QUERY, ALL, 4, "b(i)", "released(button: Button) -> bool",                                 \
        "whether it went up in this step")

#endif
