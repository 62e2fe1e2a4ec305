/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-body-reader.h"

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "trs-error.h"
#include "trs-test-utils.h"

#define SIZE 200000
#define LONG_SIZE (16 * 1024 * 1024)

/* Notes how much was wanted of it at once, and in all. */
typedef struct
{
  GMemoryInputStream parent_instance;
  gsize most;
  gsize all;
} NotingStream;

typedef GMemoryInputStreamClass NotingStreamClass;

GType noting_stream_get_type (void);
G_DEFINE_TYPE (NotingStream, noting_stream, G_TYPE_MEMORY_INPUT_STREAM)

static gssize
noting_stream_read (GInputStream  *stream,
                    void          *buffer,
                    gsize          count,
                    GCancellable  *cancellable,
                    GError       **error)
{
  NotingStream *self = (NotingStream *) stream;

  self->most = MAX (self->most, count);
  self->all += count;
  return G_INPUT_STREAM_CLASS (noting_stream_parent_class)->read_fn (stream, buffer, count, cancellable, error);
}

static void
noting_stream_class_init (NotingStreamClass *klass)
{
  G_INPUT_STREAM_CLASS (klass)->read_fn = noting_stream_read;
}

static void
noting_stream_init (NotingStream *self)
{
}

static GBytes *
make_data (void)
{
  guint8 *data = g_malloc (SIZE);

  for (guint i = 0; i < SIZE; i++)
    data[i] = (guint8) (i * 7 + i / 251);
  return g_bytes_new_take (data, SIZE);
}

static GBytes *
read_all (GBytes       *data,
          GCancellable *cancellable,
          GError      **error)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_bytes (data);
  g_autoptr (GAsyncResult) result = NULL;
  GBytes *body;

  trs_body_read_async (stream, cancellable, trs_test_store_result, &result);
  g_assert_null (result);
  trs_test_wait_result (result);
  body = trs_body_read_finish (stream, result, error);
  trs_test_wait_until (g_input_stream_is_closed (stream));
  return body;
}

static void
test_whole (void)
{
  g_autoptr (GBytes) data = make_data ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) body = read_all (data, NULL, &error);

  g_assert_no_error (error);
  g_assert_true (g_bytes_equal (body, data));
}

/* A stream that decompresses fills whatever room it is given before the window gets a turn. */
static void
test_in_small_steps (void)
{
  g_autoptr (GBytes) data = g_bytes_new_take (g_malloc0 (LONG_SIZE), LONG_SIZE);
  g_autoptr (GInputStream) stream = g_object_new (noting_stream_get_type (), NULL);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GBytes) body = NULL;
  g_autoptr (GError) error = NULL;

  g_memory_input_stream_add_bytes (G_MEMORY_INPUT_STREAM (stream), data);
  trs_body_read_async (stream, NULL, trs_test_store_result, &result);
  while (result == NULL)
    {
      gsize before = ((NotingStream *) stream)->all;

      g_main_context_iteration (NULL, TRUE);
      g_assert_cmpuint (((NotingStream *) stream)->all - before, <=, 1024 * 1024);
    }
  body = trs_body_read_finish (stream, result, &error);
  g_assert_no_error (error);
  g_assert_true (g_bytes_equal (body, data));
  g_assert_cmpuint (((NotingStream *) stream)->most, >, 0);
  g_assert_cmpuint (((NotingStream *) stream)->most, <=, 1024 * 1024);
}

/* What has come is taken at once, and what comes later is waited for. */
static void
test_in_pieces (void)
{
  static const char *const pieces[] = { "one ", "two ", "three" };
  g_autoptr (GSocket) socket = NULL;
  g_autoptr (GSocketConnection) connection = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GBytes) body = NULL;
  g_autoptr (GError) error = NULL;
  GInputStream *stream;
  int ends[2];

  g_assert_cmpint (socketpair (AF_UNIX, SOCK_STREAM, 0, ends), ==, 0);
  socket = g_socket_new_from_fd (ends[0], &error);
  g_assert_no_error (error);
  connection = g_socket_connection_factory_create_connection (socket);
  stream = g_io_stream_get_input_stream (G_IO_STREAM (connection));
  trs_body_read_async (stream, NULL, trs_test_store_result, &result);
  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      gsize length = strlen (pieces[i]);

      g_assert_cmpint (write (ends[1], pieces[i], length), ==, (gssize) length);
      while (g_main_context_iteration (NULL, FALSE))
        continue;
      g_assert_null (result);
    }
  g_assert_cmpint (close (ends[1]), ==, 0);
  trs_test_wait_result (result);

  body = trs_body_read_finish (stream, result, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (g_bytes_get_data (body, NULL), g_bytes_get_size (body), "one two three", 13);
}

static void
test_empty (void)
{
  g_autoptr (GBytes) data = g_bytes_new (NULL, 0);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) body = read_all (data, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (g_bytes_get_size (body), ==, 0);
}

static void
test_limit (void)
{
  g_autoptr (GBytes) more = g_bytes_new_take (g_malloc0 (TRS_BODY_LIMIT + 1), TRS_BODY_LIMIT + 1);
  g_autoptr (GBytes) most = g_bytes_new_from_bytes (more, 0, TRS_BODY_LIMIT);
  g_autoptr (GBytes) body = NULL;
  g_autoptr (GError) error = NULL;

  body = read_all (most, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_bytes_get_size (body), ==, TRS_BODY_LIMIT);
  g_assert_null (read_all (more, NULL, &error));
  g_assert_error (error, TRS_ERROR, TRS_ERROR_TOO_LARGE);
}

static void
test_cancelled (void)
{
  g_autoptr (GBytes) data = make_data ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (read_all (data, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/body-reader/whole", test_whole);
  g_test_add_func ("/body-reader/in-small-steps", test_in_small_steps);
  g_test_add_func ("/body-reader/in-pieces", test_in_pieces);
  g_test_add_func ("/body-reader/empty", test_empty);
  g_test_add_func ("/body-reader/limit", test_limit);
  g_test_add_func ("/body-reader/cancelled", test_cancelled);
  return g_test_run ();
}
