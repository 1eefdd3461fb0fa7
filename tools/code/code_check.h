/* Whether the objects of a cart keep the console's promises (code.h). */
#ifndef OXCART_TOOLS_CODE_CODE_CHECK_H
#define OXCART_TOOLS_CODE_CODE_CHECK_H

#include "tools/code/code.h"

/* `objects` has the path of one object for each file of the wish. False after a sentence that names the file and what in it is at fault. */
bool code_check(const code_wish *wish, const char *const *objects, tool_error *error);

/* What is wrong with a name that an object needs, as the rest of a sentence; NULL: nothing. *allowance: the bit that would allow it. */
const char *code_judge_name(const char *name, uint32_t *allowance);

#endif
