/* What a public header declares is C, in programs in C++, too: installed headers include this file behind what they include themselves, and c_end.h at
 * their end (public_header.awk). In C++ a member or parameter that C calls `class` is called `class_`. No guard: it is read once for each header. */
#ifdef __cplusplus
extern "C" {
#define class class_
#ifndef _Static_assert
#define _Static_assert static_assert
#endif
#ifndef _Noreturn
#define _Noreturn __attribute__((noreturn))
#endif
#ifndef _Alignas
#define _Alignas alignas
#endif
#ifndef _Alignof
#define _Alignof alignof
#endif
#endif
