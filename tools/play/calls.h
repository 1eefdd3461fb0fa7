/* Who calls whom, how often and for how long: a build in which each function tells when it begins and ends.
 *
 *     make B=build/calls OPT='-O1 -finstrument-functions -DOX_CALLS=1' build/calls/oxcart
 *     OXCART_CALLS=calls.csv build/calls/oxcart run mygame --headless --frames 60
 *
 * At its end the program writes a line for each pair of caller and function: caller,function,calls,inclusive,exclusive, in nanoseconds, the dearest first. Exclusive times of all lines are the time of the program. Only the thread that began is looked at. It
 * takes many times as long as the program alone, so shares of small functions are too large: where time goes is told by `oxcart profile --functions`, how often something is called by this. How often lines ran is told by `make coverage`. In other
 * builds there is nothing of it. */
#ifndef OXCART_TOOLS_PLAY_CALLS_H
#define OXCART_TOOLS_PLAY_CALLS_H

enum { CALLS_EDGES = 1 << 16, CALLS_DEPTH = 1024 };

#endif
