/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TrsTextTag:
 *
 * A tag whose colours can be read. GTK 4.8 answers an assistive technology
 * that asks for text attributes by reading the write-only `foreground` and
 * `background` of a tag, and crashes; here both are readable. Colours are set
 * through `foreground-rgba` and `background-rgba` only.
 */
#define TRS_TYPE_TEXT_TAG (trs_text_tag_get_type ())
G_DECLARE_FINAL_TYPE (TrsTextTag, trs_text_tag, TRS, TEXT_TAG, GtkTextTag)

GtkTextTag *trs_text_tag_new (const char *name);

G_END_DECLS
