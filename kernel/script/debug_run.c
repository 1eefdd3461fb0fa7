/* The second instance of the loop of run.c, for machines that have a debugger. */
#define SCRIPT_HOOKED 1
#include "kernel/script/run.c"
