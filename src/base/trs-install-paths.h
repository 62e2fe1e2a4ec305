/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* A file that exists only inside a Flatpak sandbox. */
#define TRS_SANDBOX_MARK "/.flatpak-info"

char *trs_install_paths_service   (void);
char *trs_install_paths_catalogue (void);
char *trs_install_paths_locale    (void);
char *trs_install_paths_worker    (void);
char *trs_install_paths_player    (void);
char *trs_install_paths_window    (void);
char *trs_install_paths_command   (void);
char *trs_install_paths_shell     (void);
char *trs_install_paths_data      (void);

char *trs_install_paths_find      (const char        *folder,
                                   const char *const  candidates[],
                                   gboolean           executable);
