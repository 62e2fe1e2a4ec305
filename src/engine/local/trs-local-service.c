/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-local-service.h"

struct _TrsLocalService
{
  GObject parent_instance;
};

G_DEFINE_FINAL_TYPE (TrsLocalService, trs_local_service, G_TYPE_OBJECT)

static void
trs_local_service_class_init (TrsLocalServiceClass *klass)
{
}

static void
trs_local_service_init (TrsLocalService *self)
{
}
