/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <libsoup/soup.h>

GError *trs_soup_error_translate   (const GError         *error,
                                    SoupMessage          *message,
                                    gboolean              left);
GError *trs_soup_error_new_no_tls  (void);
char   *trs_soup_error_describe_tls (GTlsCertificateFlags flags);
