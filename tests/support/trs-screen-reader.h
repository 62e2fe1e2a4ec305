/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* A state of AT-SPI. */
#define TRS_SCREEN_READER_VISIBLE 30

/* What trs_screen_reader_get_items() returns of each: its path and that of its parent, its name, its role, and the
 * lower half of its states. */
#define TRS_SCREEN_READER_ITEM "(oosuu)"
#define TRS_SCREEN_READER_ITEMS "a" TRS_SCREEN_READER_ITEM

/* Roles of AT-SPI. */
#define TRS_SCREEN_READER_PASSWORD_TEXT 40
#define TRS_SCREEN_READER_STATUS 54
#define TRS_SCREEN_READER_TEXT 61
#define TRS_SCREEN_READER_LINK 88

#define TRS_SCREEN_READER_ACCESSIBLE "org.a11y.atspi.Accessible"
#define TRS_SCREEN_READER_EDITABLE_TEXT "org.a11y.atspi.EditableText"
#define TRS_SCREEN_READER_TEXT_INTERFACE "org.a11y.atspi.Text"

/**
 * TrsScreenReader:
 *
 * What a screen reader hears and reads of this process: the bus of accessibility
 * with the registry on it, and whoever asks there. GTK answers with its own
 * backend, for which `GTK_A11Y` must be `atspi`.
 */
typedef struct _TrsScreenReader TrsScreenReader;

TrsScreenReader *trs_screen_reader_new      (void);
void             trs_screen_reader_free     (TrsScreenReader *self);

char            *trs_screen_reader_find     (TrsScreenReader *self,
                                             guint            role,
                                             const char      *name);
GVariant        *trs_screen_reader_get_items (TrsScreenReader *self,
                                              gboolean         cached);
GVariant        *trs_screen_reader_ask      (TrsScreenReader *self,
                                             const char      *path,
                                             const char      *interface,
                                             const char      *method,
                                             GVariant        *parameters);
char            *trs_screen_reader_read     (TrsScreenReader *self,
                                             const char      *path);
char            *trs_screen_reader_read_all (TrsScreenReader *self);
char            *trs_screen_reader_listen   (TrsScreenReader *self,
                                             const char      *path);
gboolean         trs_screen_reader_has_heard (TrsScreenReader *self,
                                              const char      *words);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrsScreenReader, trs_screen_reader_free)

G_END_DECLS
