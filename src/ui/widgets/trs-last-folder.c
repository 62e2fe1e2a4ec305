/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-last-folder.h"

#include "config.h"
#include "trs-install-paths.h"

#define KEY "last-folders"

static const struct
{
  const char *name; /* in the setting */
  GUserDirectory directories[3];
} kinds[] = {
  [TRS_FILE_KIND_TRANSCRIPT] = { "transcript", { G_USER_DIRECTORY_DOCUMENTS, G_USER_N_DIRECTORIES } },
  [TRS_FILE_KIND_HIGHLIGHTS] = { "highlights", { G_USER_DIRECTORY_DOCUMENTS, G_USER_N_DIRECTORIES } },
  [TRS_FILE_KIND_MANY_TRANSCRIPTS] = { "many-transcripts", { G_USER_DIRECTORY_DOCUMENTS, G_USER_N_DIRECTORIES } },
  [TRS_FILE_KIND_EVERY_TRANSCRIPT] = { "every-transcript", { G_USER_DIRECTORY_DOCUMENTS, G_USER_N_DIRECTORIES } },
  [TRS_FILE_KIND_SPENDING] = { "spending", { G_USER_DIRECTORY_DOCUMENTS, G_USER_N_DIRECTORIES } },
  [TRS_FILE_KIND_RECORDING] = { "recording",
                                { G_USER_DIRECTORY_MUSIC, G_USER_DIRECTORY_VIDEOS, G_USER_N_DIRECTORIES } },
  [TRS_FILE_KIND_MODEL] = { "model", { G_USER_DIRECTORY_DOWNLOAD, G_USER_N_DIRECTORIES } },
};

/**
 * trs_last_folder_get:
 * @kind: what is to be saved or opened
 *
 * Gets the folder in which a file dialog begins: never the one that the program was started in, which may be that of a
 * build or of the system.
 *
 * Returns: (transfer full): where the last file of this kind was saved or opened; else the folder of the user that is
 *   meant for it, or the home. It may have vanished
 */
GFile *
trs_last_folder_get (TrsFileKind kind)
{
  g_autoptr (GSettings) settings = g_settings_new (TRS_APPLICATION_ID);
  g_autoptr (GVariant) folders = g_settings_get_value (settings, KEY);
  const char *uri;

  if (g_variant_lookup (folders, kinds[kind].name, "&s", &uri))
    return g_file_new_for_uri (uri);

  for (const GUserDirectory *at = kinds[kind].directories; *at != G_USER_N_DIRECTORIES; at++)
    if (g_get_user_special_dir (*at) != NULL)
      return g_file_new_for_path (g_get_user_special_dir (*at));
  return g_file_new_for_path (g_get_home_dir ());
}

/**
 * trs_last_folder_set:
 * @kind: what was saved or opened
 * @folder: where
 *
 * Remembers the folder. In a sandbox the portal does that, and the paths that it hands out hold for one file.
 */
void
trs_last_folder_set (TrsFileKind  kind,
                     GFile       *folder)
{
  g_autoptr (GSettings) settings = g_settings_new (TRS_APPLICATION_ID);
  g_autoptr (GVariant) old = g_settings_get_value (settings, KEY);
  g_autofree char *uri = g_file_get_uri (folder);
  GVariantBuilder builder;
  GVariantIter iter;
  const char *name;
  const char *other;

  if (g_file_test (TRS_SANDBOX_MARK, G_FILE_TEST_EXISTS))
    return;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{ss}"));
  g_variant_iter_init (&iter, old);
  while (g_variant_iter_next (&iter, "{&s&s}", &name, &other))
    if (!g_str_equal (name, kinds[kind].name))
      g_variant_builder_add (&builder, "{ss}", name, other);
  g_variant_builder_add (&builder, "{ss}", kinds[kind].name, uri);
  g_settings_set_value (settings, KEY, g_variant_builder_end (&builder));
}
