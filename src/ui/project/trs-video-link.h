/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "trs-page.h"

/* The web address of the video of a page. @start: milliseconds from its beginning, or -1 for the video without a
 * time. */

char *trs_video_link_dup  (TrsPage *page,
                           gint64   start);
void  trs_video_link_open (TrsPage *page,
                           gint64   start);
void  trs_video_link_copy (TrsPage *page,
                           gint64   start);
