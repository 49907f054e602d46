/*
 * A file of the source tree as a text of the program, by the assembler.
 *
 *     NJ_ASSET("nj_page_styles", NJ_PAGE_DIR "/assets/page.css");
 *     extern const char nj_page_styles[];
 *
 * A NUL stands behind it. The build has to know that this source is compiled
 * again when the file changes (OBJECT_DEPENDS).
 */
#ifndef NJ_BASE_ASSET_H
#define NJ_BASE_ASSET_H

#define NJ_ASSET(label, path)              \
 __asm__(".section .rodata\n"              \
         ".global " label "\n" label ":\n" \
         ".incbin \"" path "\"\n"          \
         ".byte 0\n"                       \
         ".previous\n")

#endif
