/* Paths of other systems: what they mean, and how they become paths of the console. For tools and importers;
 * nothing at run time reads such a path.
 *
 *     system                 separator   root                      current directory
 *     OX_HOST_UNIX           /           one: /                    one
 *     OX_HOST_WINDOWS        \ and /     C:\ for each drive,       one for each drive, and a current drive
 *                                        \\server\share
 *     OX_HOST_MAC (classic)  :           the volume's name         one; a path that begins with : is relative
 *     OX_HOST_DOS            \ and /     as Windows                names of 8 letters, a dot and 3 more
 *
 * (GEA 5.4.2, 6.1.1.1-2.) */
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

/* All but RELATIVE and DRIVE_RELATIVE. */
bool ox_host_path_is_absolute(ox_host_system system, ox_text_view path);

/* What a system knows besides the path. Directories are absolute on their volume: "\game\assets",
 * "/usr/local", "Disk:Folder". */
typedef struct ox_host_current {
    char drive;             /* 'A'..'Z', 0 = unknown: what is on the current volume then gets no letter */
    ox_text_view directory; /* of the current volume */
    ox_text_view directories[26]; /* of the other drives; empty: their roots */
} ox_host_current;

/* The absolute path that `path` means: an absolute one as it is, a rooted one with the current drive. OX_FULL
 * when the buffer is too small; it is then empty. */
FX_MUST_CHECK ox_status ox_host_path_resolve(ox_text *out, ox_host_system system, ox_text_view path,
                                             const ox_host_current *current);

/* Segments written the other system's way: "gfx\hero.png" to "gfx/hero.png" or ":gfx:hero.png". For relative
 * paths; OX_BAD_ARGUMENT for others, since their roots have no counterpart. */
FX_MUST_CHECK ox_status ox_host_path_convert(ox_text *out, ox_host_system from, ox_host_system to,
                                             ox_text_view path);

/* The first path of a command line: up to the first blank that is neither in double quotes nor behind a
 * backslash (on Windows and DOS only quotes count), without the quotes and backslashes. *rest is what
 * follows. OX_BAD_DATA for a quote that does not end, OX_EMPTY when there is none. */
FX_MUST_CHECK ox_status ox_host_path_unquote(ox_text *out, ox_host_system system, ox_text_view line,
                                             ox_text_view *rest);

/* What a system has against a file's name (one segment); NULL: nothing. "a character it forbids", "a name it
 * reserves", "ends with a dot or a blank", "longer than 8 letters and 3", "too long", "empty". */
const char *ox_host_name_fault(ox_host_system system, ox_text_view name);

/* Whether two of the names differ by nothing but case, and which: systems that fold case would keep only one.
 */
FX_MUST_CHECK bool ox_host_names_clash(const ox_text_view *names, uint32_t count, uint32_t *first,
                                       uint32_t *second);

#endif
