/* The limits of the kernel and the rooms below that rely on storage in another header, each tied to that storage. A
 * line belongs to the module in the heading above it; tests/scripts/rules/limits.sh lists them. */
#include "kernel/console/internal.h"
#include "kernel/containers/nodes.h"
#include "kernel/debug/report.h"
#include "kernel/engine/limit.h"
#include "kernel/memory/pool.h"
#include "kernel/names/intern.h"
#include "kernel/text/buffer.h"
#include "rom/check.h"

#define IS_POWER_OF_TWO(n) (((n) & ((n)-1)) == 0)

/* ---- raster ---- */
OX_LIMIT(RS_FORMATS - 1, rs_surface, format, "a surface's format is a byte");
FX_STATIC_ASSERT(RS_SIZE_MAX <= INT16_MAX, "a surface's width and height are int16_t");

/* ---- rom ---- */
FX_STATIC_ASSERT(ROM_SIZE_MAX == RS_SIZE_MAX, "what the image may hold can be drawn");
FX_STATIC_ASSERT(RS_SIZE_MAX <= UINT16_MAX, "the budget's width and height are 16 bits");
FX_STATIC_ASSERT(PLAT_FORMATS - 1 <= UINT8_MAX, "the budget's format is a byte");

/* ---- kernel/memory ---- */
FX_STATIC_ASSERT(OX_POOL_CAPACITY_MAX <= UINT16_MAX, "a handle has 16 bits for the slot");
FX_STATIC_ASSERT(OX_POOL_CAPACITY_MAX < OX_POOL_END, "the end of the idle list is no slot");
FX_STATIC_ASSERT(IS_POWER_OF_TWO(OX_ALIGNMENT), "alignments are powers of two");

/* ---- kernel/containers ---- */
FX_STATIC_ASSERT(OX_NODES_MAX <= UINT16_MAX, "links of nodes are 16 bits");

/* ---- kernel/names ---- */
FX_STATIC_ASSERT(OX_INTERN_HEX == 2 + 2 * sizeof(ox_id), "a # sign, the digits of an id, and the zero");

/* ---- kernel/text ---- */
FX_STATIC_ASSERT(OX_TEXT_NOWHERE > PTRDIFF_MAX, "nowhere is no place in a text");

/* ---- kernel/debug ---- */
FX_STATIC_ASSERT(PLAT_LOG_INFO < sizeof(((ox_log *)0)->counts) / sizeof(uint32_t),
                 "a log counts lines of each level");
FX_STATIC_ASSERT(OX_REPORT_SIZE >= 256, "a report holds condition, text and place");
FX_STATIC_ASSERT(OX_LOG_LINE >= sizeof(((ox_error *)0)->text), "an error's sentence fits a line of the log");

/* ---- kernel/loop ---- */
FX_STATIC_ASSERT((uint64_t)OX_LOOP_GUARD * 1000u + OX_LOOP_SECOND <= UINT32_MAX,
                 "lag at 1000 steps a second is 32 bits");
OX_LIMIT(OX_LOOP_SECOND, ox_loop, lag, "lag is below a step");

/* ---- kernel/input ---- */
FX_STATIC_ASSERT((int)OX_INPUT_QUEUE > (int)PLAT_CHANGES, "all changes of a poll may wait");
FX_STATIC_ASSERT((uint32_t)PLAT_SELECT < 1u << 15, "buttons that change take 15 bits, and the pointer's one");
FX_STATIC_ASSERT((uint32_t)PLAT_SELECT < OX_INPUT_POINTER, "the pointer's button is none of the port's");
FX_STATIC_ASSERT(OX_INPUT_DEAD_ZONE < 32767, "the dead zone leaves some way to the edge");

/* ---- kernel/resource ---- */
FX_STATIC_ASSERT(IS_POWER_OF_TWO(OX_RESOURCE_LISTS), "a list is chosen by the low bits of an id");

/* ---- kernel/scene ---- */
OX_LIMIT(ROM_SHADING_AS_MATERIAL, ox_form, shading, "an object's shading is a byte");
OX_LIMIT(RS_LIGHTS, ox_scene, light_count, "the scene counts its lights");

/* ---- kernel/console ---- */
FX_STATIC_ASSERT(OX_CONSOLE_SUBSYSTEMS <= OX_SUBSYSTEMS_MAX, "a subsystem is a bit of the table's masks");
OX_LIMIT(OX_SUBSYSTEMS_MAX - 1, ox_startup_subsystem, id, "ids of subsystems are bytes");
FX_STATIC_ASSERT(IS_POWER_OF_TWO(OX_FRAME_TIMES), "frame times are kept in turn without a division");
