/* Whether the words of a cart's screens find room, in every language. */
#ifndef OXCART_TOOLS_PLAY_SCREEN_ROOM_H
#define OXCART_TOOLS_PLAY_SCREEN_ROOM_H

#include "tools/report/report.h"

/* Packs the cart of a folder, plays it in each of its languages and opens each of its screens, which the console lays out
 * with its own fonts. An element whose words have no room, or which leaves the picture, is an error of the report. A
 * cart without screens is not packed. False after a sentence: the cart cannot be read or played. */
bool screen_room_report(const char *folder, tool_report *report, tool_error *error);

#endif
