/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trs-error.h"
#include "trs-test-utils.h"
#include "trs-video-ref.h"

#define ID "dQw4w9WgXcQ"

static void
test_parse (void)
{
  const struct
  {
    const char *line;
    TrsVideoRefKind kind;
    const char *id;
  } cases[] = {
    { "https://www.youtube.com/watch?v=" ID, TRS_VIDEO_REF_LINK, ID },
    { "http://www.youtube.com/watch?v=" ID, TRS_VIDEO_REF_LINK, ID },
    { "HTTPS://WWW.YOUTUBE.COM/watch?v=" ID, TRS_VIDEO_REF_LINK, ID },
    { "www.youtube.com/watch?v=" ID, TRS_VIDEO_REF_LINK, ID },
    { "m.youtube.com/watch?v=" ID "&pp=x", TRS_VIDEO_REF_LINK, ID },
    { "https://www.youtube.com/watch?list=PL1&v=" ID "&t=42s#top", TRS_VIDEO_REF_LINK, ID },
    { "https://www.youtube.com/watch?list=PL1&amp;v=" ID, TRS_VIDEO_REF_LINK, ID },
    { "https://example.org:8080/play/?v=" ID, TRS_VIDEO_REF_LINK, ID },
    { "https://user@example.org/?v=" ID, TRS_VIDEO_REF_LINK, ID },
    { "http://[::1]:8080/x?v=" ID, TRS_VIDEO_REF_LINK, ID },
    { "https://example.org?v=" ID, TRS_VIDEO_REF_LINK, ID },
    { "https://example.org/?v=council-12-march", TRS_VIDEO_REF_LINK, "council-12-march" },
    { "https://example.org/?v=%64Qw4w9WgXcQ", TRS_VIDEO_REF_LINK, ID },
    { "https://example.org/?v=&v=" ID, TRS_VIDEO_REF_LINK, ID },
    { "https://example.org/?u=https://other.org/&v=" ID, TRS_VIDEO_REF_LINK, ID },
    { "  https://www.youtube.com/watch?v=" ID "\t\r\n", TRS_VIDEO_REF_LINK, ID },
    { "\xef\xbb\xbfhttps://www.youtube.com/watch?v=" ID "\xe2\x80\x8b", TRS_VIDEO_REF_LINK, ID },
    { "https://www.youtube.com/shorts/" ID, TRS_VIDEO_REF_LINK, ID },
    { "https://www.youtube.com/shorts/" ID "?feature=share", TRS_VIDEO_REF_LINK, ID },
    { "youtube.com/live/" ID "/", TRS_VIDEO_REF_LINK, ID },
    { "https://www.youtube-nocookie.com/embed/" ID "?start=1", TRS_VIDEO_REF_LINK, ID },
    { "https://youtu.be/" ID, TRS_VIDEO_REF_LINK, ID },
    { "https://youtu.be/" ID "?si=abcdef&t=5", TRS_VIDEO_REF_LINK, ID },
    { "youtu.be/" ID "#x", TRS_VIDEO_REF_LINK, ID },
    { ID, TRS_VIDEO_REF_ID, ID },
    { " " ID "\n", TRS_VIDEO_REF_ID, ID },
    { "council-12-march", TRS_VIDEO_REF_ID, "council-12-march" },
    { "-_abc", TRS_VIDEO_REF_ID, "-_abc" },
    { "ab", TRS_VIDEO_REF_ID, "ab" },

    { "", TRS_VIDEO_REF_NONE, NULL },
    { " \n\t", TRS_VIDEO_REF_NONE, NULL },
    { "a", TRS_VIDEO_REF_NONE, NULL },
    { "-----", TRS_VIDEO_REF_NONE, NULL },
    { "recording from Friday", TRS_VIDEO_REF_NONE, NULL },
    { "see https://www.youtube.com/watch?v=" ID, TRS_VIDEO_REF_NONE, NULL },
    { "https://www.youtube.com/", TRS_VIDEO_REF_NONE, NULL },
    { "https://www.youtube.com/@channel", TRS_VIDEO_REF_NONE, NULL },
    { "https://www.youtube.com/playlist?list=PL1", TRS_VIDEO_REF_NONE, NULL },
    { "https://www.youtube.com/watch?V1=" ID, TRS_VIDEO_REF_NONE, NULL },
    { "https://www.youtube.com/watch?v=", TRS_VIDEO_REF_NONE, NULL },
    { "https://www.youtube.com/watch?v=a%20b", TRS_VIDEO_REF_NONE, NULL },
    { "https://www.youtube.com/watch?v=..%2f..%2fapi", TRS_VIDEO_REF_NONE, NULL },
    { "https://www.youtube.com/watch?v=ab%00cd", TRS_VIDEO_REF_NONE, NULL },
    { "https://www.youtube.com/watch?v=%zz", TRS_VIDEO_REF_NONE, NULL },
    { "https://www.youtube.com/watch#v=" ID, TRS_VIDEO_REF_NONE, NULL },
    { "https://example.org/shorts/" ID, TRS_VIDEO_REF_NONE, NULL },
    { "https://notyoutube.com/shorts/" ID, TRS_VIDEO_REF_NONE, NULL },
    { "https://notyoutu.be/" ID, TRS_VIDEO_REF_NONE, NULL },
    { "https://youtu.be/", TRS_VIDEO_REF_NONE, NULL },
    { "ftp://example.org/?v=" ID, TRS_VIDEO_REF_NONE, NULL },
    { "example.org", TRS_VIDEO_REF_NONE, NULL },
    { "naïve", TRS_VIDEO_REF_NONE, NULL },
    { "\xff\xfe", TRS_VIDEO_REF_NONE, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *id = g_strdup ("left over");
      char *found = id;

      g_test_message ("case %u", i);
      g_assert_cmpint (trs_video_ref_parse (cases[i].line, &found), ==, cases[i].kind);
      g_assert_cmpstr (found, ==, cases[i].id);
      g_assert_cmpint (trs_video_ref_parse (cases[i].line, NULL), ==, cases[i].kind);
      g_free (found);
    }
}

static void
test_length (void)
{
  g_autofree char *longest = g_strnfill (64, 'a');
  g_autofree char *longer = g_strnfill (65, 'a');
  g_autofree char *article = g_strnfill (100000, 'a');

  g_assert_true (trs_video_ref_id_is_valid (longest));
  g_assert_false (trs_video_ref_id_is_valid (longer));
  g_assert_false (trs_video_ref_id_is_valid (""));
  g_assert_false (trs_video_ref_id_is_valid (NULL));
  g_assert_cmpint (trs_video_ref_parse (article, NULL), ==, TRS_VIDEO_REF_NONE);
}

/* What is pasted by mistake is a word; a link says what it is. */
static void
test_word (void)
{
  const char * const words[] = { "transcripts", " interviewer\n", "HARBOUR", "dQwXgWcQabC" };
  const char * const others[] = { ID, "https://youtu.be/interviewer", "https://example.org/?v=transcripts",
                                  "v=transcripts", "city-council", "two words", "x", "", "Zürich", "a_b", "council2" };
  g_autofree char *id = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    g_assert_true (trs_video_ref_is_word (words[i]));
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    g_assert_false (trs_video_ref_is_word (others[i]));
  g_assert_cmpint (trs_video_ref_parse ("v=transcripts", &id), ==, TRS_VIDEO_REF_LINK);
  g_assert_cmpstr (id, ==, "transcripts");
}

static void
test_pattern (void)
{
  const char * const good[] = { "https://www.youtube.com/watch?v={id}", "http://localhost/{id}",
                                "https://example.org/v/{id}?t={t}s#{id}" };
  const char * const bad[] = { "", "{id}", "https://example.org/", "ftp://example.org/{id}", "javascript:alert({id})",
                               "https:///{id}", "https://a:b@example.org/{id}", "https://example.org/{id} x" };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_true (trs_video_pattern_is_valid (good[i], &error));
      g_assert_no_error (error);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (trs_video_pattern_is_valid (bad[i], &error));
      g_assert_nonnull (error);
      g_assert_null (trs_video_pattern_expand (bad[i], ID, 0));
    }
}

static void
test_expand (void)
{
  const struct
  {
    const char *pattern;
    const char *id;
    gint64 start;
    const char *address;
  } cases[] = {
    { "https://www.youtube.com/watch?v={id}", ID, 61999, "https://www.youtube.com/watch?v=" ID },
    { "https://www.youtube.com/watch?v={id}&t={t}s", ID, 61999, "https://www.youtube.com/watch?v=" ID "&t=61s" },
    { "https://www.youtube.com/watch?v={id}&t={t}s", ID, 0, "https://www.youtube.com/watch?v=" ID "&t=0s" },
    /* without a moment */
    { "https://www.youtube.com/watch?v={id}&t={t}s", ID, -1, "https://www.youtube.com/watch?v=" ID },
    { "https://example.org/?t={t}&v={id}", ID, -1, "https://example.org/?v=" ID },
    { "https://example.org/{id}?t={t}", ID, -1, "https://example.org/" ID },
    { "https://example.org/{id}?t={t}#t={t}", ID, -1, "https://example.org/" ID },
    { "https://example.org/{id}?a=b&t={t}#top", ID, -1, "https://example.org/" ID "?a=b#top" },
    { "https://example.org/{id}?a=b#t={t}&c=d", ID, -1, "https://example.org/" ID "?a=b#c=d" },
    { "https://example.org/{id}/{t}", ID, -1, "https://example.org/" ID "/0" },
    { "https://example.org/?at={id}:{t}", ID, -1, "https://example.org/?at=" ID ":0" },
    { "https://example.org/{id}/{id}", "a/../b?c#d&e", 0,
      "https://example.org/a%2F..%2Fb%3Fc%23d%26e/a%2F..%2Fb%3Fc%23d%26e" },
    { "https://example.org/{id}?t={t}", "{t}", 5000, "https://example.org/%7Bt%7D?t=5" },
    { "https://example.org/{id}", "", 0, NULL },
    { "https://example.org/{id}", NULL, 0, NULL },
    { "https://example.org/{id}", "\xff", 0, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *address = trs_video_pattern_expand (cases[i].pattern, cases[i].id, cases[i].start);

      g_assert_cmpstr (address, ==, cases[i].address);
    }
}

int
main (int   argc,
      char *argv[])
{
  trs_test_init (&argc, &argv);
  g_test_add_func ("/video-ref/parse", test_parse);
  g_test_add_func ("/video-ref/length", test_length);
  g_test_add_func ("/video-ref/word", test_word);
  g_test_add_func ("/video-ref/pattern", test_pattern);
  g_test_add_func ("/video-ref/expand", test_expand);
  return g_test_run ();
}
