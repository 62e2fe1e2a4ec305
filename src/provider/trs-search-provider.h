/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/**
 * TrsSearchProvider:
 *
 * Answers the search of the desktop (`org.gnome.Shell.SearchProvider2`) from what is kept on this computer: titles,
 * notes and transcripts of all accounts. It starts when the bus asks for it, and ends after ten seconds without a
 * question. While the setting `desktop-search` is off, every answer is empty, and the file is not opened. Nothing is
 * written, and nothing is asked of the service.
 */
#define TRS_TYPE_SEARCH_PROVIDER (trs_search_provider_get_type ())
G_DECLARE_FINAL_TYPE (TrsSearchProvider, trs_search_provider, TRS, SEARCH_PROVIDER, GApplication)

TrsSearchProvider *trs_search_provider_new (const char *path);
