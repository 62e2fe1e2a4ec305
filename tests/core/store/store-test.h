/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <sqlite3.h>

#include "trs-project.h"
#include "trs-store-projects.h"
#include "trs-store-removal.h"
#include "trs-store.h"

G_BEGIN_DECLS

#define SERVER "https://transcribe.example.org"

typedef struct
{
  char *folder;
  char *path;
  TrsStore *store;
  guint n_moved_aside;
  char *moved_to;
} StoreTest;

void        store_test_set_up        (StoreTest           *test,
                                      gconstpointer        data);
void        store_test_tear_down     (StoreTest           *test,
                                      gconstpointer        data);
void        store_test_open         (StoreTest           *test);
void        store_test_close (StoreTest *test);
void        store_test_reopen        (StoreTest           *test);
gint64      store_test_open_account  (StoreTest           *test,
                                      const char * const  *ids);
TrsProject *store_test_make_project  (const char          *id,
                                      gint64               created_at);
GPtrArray  *store_test_get_data      (GPtrArray           *projects);
void        store_test_save_projects (StoreTest           *test,
                                      gint64               account,
                                      GPtrArray           *projects);
void        store_test_save_project  (StoreTest           *test,
                                      gint64               account,
                                      TrsProject          *project);
void        store_test_save_text     (StoreTest           *test,
                                      gint64               account,
                                      const char          *id,
                                      const char          *bare,
                                      const char          *full);
GPtrArray  *store_test_load          (StoreTest           *test,
                                      gint64               account);
void        store_test_set_missing   (StoreTest           *test,
                                      gint64               account,
                                      const char          *id,
                                      gint64               since);
void        store_test_set_hidden    (StoreTest           *test,
                                      gint64               account,
                                      const char          *id);
TrsStoreRemoval
            store_test_remove_project
                                     (StoreTest           *test,
                                      gint64               account,
                                      const char          *id);
gboolean    store_test_put_back      (StoreTest           *test);
guint       store_test_count_found   (StoreTest           *test,
                                      gint64               account,
                                      const char          *query,
                                      GError             **error);
void        store_test_exec          (StoreTest           *test,
                                      const char          *sql);
char       *store_test_read_sql      (StoreTest           *test,
                                      const char          *sql);
void        store_test_write_schema  (StoreTest           *test,
                                      const char          *name);
void        store_test_erase         (StoreTest           *test);
void        store_test_write_file    (const char          *path,
                                      const char          *content,
                                      gsize                length);

G_END_DECLS
