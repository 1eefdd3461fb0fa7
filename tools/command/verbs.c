/* The list of verbs. */
#include "tools/command/command.h"

#define VERB(name) &verb_##name,
const command_verb *const command_verbs[COMMAND_VERBS] = {
#include "tools/command/verbs.inc"
};
