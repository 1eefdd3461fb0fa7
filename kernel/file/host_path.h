/* Paths of other systems: their meaning, and how they become paths of the console. For tools and importers; nothing
 * at run time reads such a path. */
#ifndef OXCART_KERNEL_FILE_HOST_PATH_H
#define OXCART_KERNEL_FILE_HOST_PATH_H

#include "kernel/text/buffer.h"

#define OX_HOST_PATH_ROOM 260 /* bytes of a buffer for a path of another system */

typedef enum ox_host_system { OX_HOST_UNIX, OX_HOST_WINDOWS, OX_HOST_MAC, OX_HOST_DOS } ox_host_system;

typedef enum ox_host_path_kind {
    OX_HOST_RELATIVE,       /* "bin/grep" */
    OX_HOST_DRIVE_RELATIVE, /* "X:animation\walk.anim": from the current directory of X: */
    OX_HOST_ABSOLUTE,       /* "/usr/bin", "C:\Windows", "Disk:Folder:File" */
    OX_HOST_ROOTED,         /* "\Windows": absolute on the current volume */
    OX_HOST_SHARE           /* "\\server\share\file" */
} ox_host_path_kind;

ox_host_path_kind ox_host_path_kind_of(ox_host_system system, ox_text_view path);

/* True for all kinds but RELATIVE and DRIVE_RELATIVE. */
bool ox_host_path_is_absolute(ox_host_system system, ox_text_view path);

/* What a system knows besides the path: current drive and directories. Directories are absolute on their volume:
 * "\game\assets", "/usr/local", "Disk:Folder". */
typedef struct ox_host_current {
    char drive;                   /* 'A'..'Z', 0 = unknown: then paths on the current volume get no letter */
    ox_text_view directory;       /* directory of the current volume */
    ox_text_view directories[26]; /* directories of the other drives; empty: their roots */
} ox_host_current;

/* The absolute path that `path` means: an absolute path as it is, a rooted path with the current drive. OX_FULL when
 * the buffer is too small; it is then empty. */
FX_MUST_CHECK ox_status ox_host_path_resolve(ox_text *out, ox_host_system system, ox_text_view path,
                                             const ox_host_current *current);

/* Writes a path's segments the other system's way: "gfx\hero.png" to "gfx/hero.png" or ":gfx:hero.png". For relative
 * paths; OX_BAD_ARGUMENT for others, since their roots have no counterpart. */
FX_MUST_CHECK ox_status ox_host_path_convert(ox_text *out, ox_host_system from, ox_host_system to,
                                             ox_text_view path);

/* The first path of a command line: up to the first blank that is neither in double quotes nor behind a backslash (on
 * Windows and DOS only quotes count), without the quotes and backslashes. *rest is the line behind the path.
 * OX_BAD_DATA for a quote that does not end, OX_EMPTY when the line has no path. */
FX_MUST_CHECK ox_status ox_host_path_unquote(ox_text *out, ox_host_system system, ox_text_view line,
                                             ox_text_view *rest);

/* The fault that a system finds in a file's name (one segment); NULL: no fault. "a character it forbids", "a name it
 * reserves", "ends with a dot or a blank", "longer than 8 letters and 3", "too long", "empty". */
const char *ox_host_name_fault(ox_host_system system, ox_text_view name);

/* Whether two of the names differ by nothing but case, and which: systems that fold case would keep only one of them.
 */
FX_MUST_CHECK bool ox_host_names_clash(const ox_text_view *names, uint32_t count, uint32_t *first,
                                       uint32_t *second);

#endif
