-- SPDX-License-Identifier: GPL-3.0-or-later
-- A file as the thirteenth schema wrote it: two accounts (one with the fingerprint of its key and a draft), four
-- projects (one with two texts and what the user added to it, one in an unsegmented script), and two submissions, one of
-- which is undecided.
PRAGMA auto_vacuum = INCREMENTAL;
CREATE TABLE account (
  account INTEGER PRIMARY KEY,
  address TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL,
  walk INTEGER NOT NULL DEFAULT 0,
  gap_below INTEGER NOT NULL DEFAULT 1,
  cursor INTEGER NOT NULL DEFAULT 0,
  listed_at INTEGER NOT NULL DEFAULT 0,
  delivery INTEGER NOT NULL DEFAULT -1,
  key_salt BLOB,
  key_mark BLOB,
  draft_lines TEXT,
  draft_language TEXT,
  draft_refused TEXT);
CREATE TABLE project (
  row INTEGER PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
  id TEXT NOT NULL,
  title TEXT NOT NULL DEFAULT '',
  video_id TEXT,
  state INTEGER NOT NULL,
  state_word TEXT,
  message TEXT,
  video_length INTEGER NOT NULL DEFAULT -1,
  created_at INTEGER NOT NULL DEFAULT 0,
  language TEXT,
  requested_language TEXT,
  submitted_at INTEGER NOT NULL DEFAULT 0,
  fetched_seen_at INTEGER NOT NULL DEFAULT 0,
  finished_seen_at INTEGER NOT NULL DEFAULT 0,
  failed_in INTEGER NOT NULL DEFAULT 0,
  unread INTEGER NOT NULL DEFAULT 0,
  dismissed INTEGER NOT NULL DEFAULT 0,
  local_title TEXT,
  note TEXT NOT NULL DEFAULT '',
  missing INTEGER NOT NULL DEFAULT 0,
  hidden INTEGER NOT NULL DEFAULT 0,
  sort_at INTEGER NOT NULL DEFAULT 0,
  listed INTEGER NOT NULL DEFAULT 0,
  place INTEGER NOT NULL DEFAULT 0,
  caret INTEGER NOT NULL DEFAULT 0,
  recognizer TEXT);
CREATE UNIQUE INDEX project_id ON project (account, id);
CREATE INDEX project_video ON project (video_id, account);
CREATE INDEX project_list ON project (account, sort_at, row, state);
CREATE TABLE text (
  text INTEGER PRIMARY KEY,
  project INTEGER NOT NULL REFERENCES project ON DELETE CASCADE,
  superseded INTEGER NOT NULL,
  aligned INTEGER NOT NULL,
  split INTEGER NOT NULL DEFAULT 0,
  unspaced INTEGER NOT NULL DEFAULT 0,
  damaged INTEGER NOT NULL DEFAULT 0,
  language TEXT,
  address TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  bare_sha256 BLOB,
  full_sha256 BLOB,
  bare TEXT,
  prefixes BLOB,
  decided INTEGER NOT NULL DEFAULT 0,
  CHECK (superseded = (text <> project)));
CREATE INDEX text_project ON text (project, superseded);
CREATE INDEX text_unspaced ON text (text) WHERE unspaced AND NOT superseded;
CREATE TABLE variant (
  text INTEGER NOT NULL REFERENCES text ON DELETE CASCADE ON UPDATE CASCADE,
  flags INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  sha256 BLOB NOT NULL,
  PRIMARY KEY (text, flags)) WITHOUT ROWID;
CREATE TABLE submission (
  local_id TEXT PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
  video_id TEXT NOT NULL,
  language TEXT,
  webhook_url TEXT,
  known_ids TEXT NOT NULL,
  sent_at INTEGER NOT NULL,
  outcome INTEGER NOT NULL,
  project_id TEXT,
  decided_at INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
CREATE INDEX submission_outcome ON submission (account, outcome);
CREATE TABLE annotation (
  annotation INTEGER PRIMARY KEY,
  project INTEGER NOT NULL REFERENCES project ON DELETE CASCADE,
  kind INTEGER NOT NULL,
  number INTEGER NOT NULL,
  other INTEGER NOT NULL,
  from_paragraph INTEGER NOT NULL,
  from_byte INTEGER NOT NULL,
  to_paragraph INTEGER NOT NULL,
  to_byte INTEGER NOT NULL,
  words TEXT,
  text TEXT,
  at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 0);
CREATE INDEX annotation_project ON annotation (project, kind);
CREATE TABLE todo (what TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
CREATE VIRTUAL TABLE text_index USING fts5 (bare, content = 'text', content_rowid = 'text', tokenize = "unicode61 remove_diacritics 2 categories 'L* M* N* Co'");
CREATE TRIGGER text_added AFTER INSERT ON text WHEN NOT NEW.superseded AND NOT NEW.unspaced BEGIN  INSERT INTO text_index (rowid, bare) VALUES (NEW.text, NEW.bare);END;
CREATE TRIGGER text_changed AFTER UPDATE OF text, superseded, unspaced, bare ON text BEGIN  INSERT INTO text_index (text_index, rowid, bare)    SELECT 'delete', OLD.text, OLD.bare WHERE NOT OLD.superseded AND NOT OLD.unspaced;  INSERT INTO text_index (rowid, bare)    SELECT NEW.text, NEW.bare WHERE NOT NEW.superseded AND NOT NEW.unspaced;END;
CREATE TRIGGER text_removed AFTER DELETE ON text WHEN NOT OLD.superseded AND NOT OLD.unspaced BEGIN  INSERT INTO text_index (text_index, rowid, bare) VALUES ('delete', OLD.text, OLD.bare);END;
INSERT INTO account (account, address, created_at, used_at, walk, gap_below, cursor, listed_at, delivery) VALUES
  (1, 'https://transcribe.example.org', 1795675682409409, 1795675682413998, 0, 1, 0, 0, -1);
INSERT INTO account (account, address, created_at, used_at, walk, gap_below, cursor, listed_at, delivery, key_salt, key_mark, draft_lines, draft_language, draft_refused) VALUES
  (2, 'https://transcribe.example.org', 1795675682424754, 1795675682424981, 0, 1, 0, 0, 2, x'000102030405060708090a0b0c0d0e0f', x'8f00a1b2', 'Harbour', 'de', 'Harbour');
INSERT INTO project (row, account, id, title, video_id, state, state_word, message, video_length, created_at, language, requested_language, submitted_at, fetched_seen_at, finished_seen_at, failed_in, unread, dismissed, local_title, note, missing, hidden, sort_at, listed, place, caret) VALUES
  (1765000000, 2, 'second-1', 'Title of second-1', 'video-1', 3, 'done', NULL, -1, 1765000000000000, NULL, NULL, 0, 0, 0, 0, 0, 0, NULL, '', 0, 0, 1765000000000000, 0, 0, 0);
INSERT INTO project (row, account, id, title, video_id, state, state_word, message, video_length, created_at, language, requested_language, submitted_at, fetched_seen_at, finished_seen_at, failed_in, unread, dismissed, local_title, note, missing, hidden, sort_at, listed, place, caret) VALUES
  (1766000000, 1, x'0b5c7f9e12ab4cde8f0123456789abcd', 'Title of 0b5c7f9e-12ab-4cde-8f01-23456789abcd', 'video-1', 3, 'done', NULL, -1, 1766000000000000, NULL, NULL, 0, 0, 0, 0, 0, 0, 'Harbour board', 'Ask again about the ferry', 0, 0, 1766000000000000, 0, 14, 18);
INSERT INTO project (row, account, id, title, video_id, state, state_word, message, video_length, created_at, language, requested_language, submitted_at, fetched_seen_at, finished_seen_at, failed_in, unread, dismissed, local_title, note, missing, hidden, sort_at, listed, place, caret) VALUES
  (1766000100, 1, x'0b5c7f9e12ab4cde8f0123456789abce', 'Title of 0b5c7f9e-12ab-4cde-8f01-23456789abce', 'video-1', 3, 'done', NULL, -1, 1766000100000000, NULL, NULL, 0, 0, 0, 0, 0, 0, NULL, '', 0, 0, 1766000100000000, 0, 0, 0);
INSERT INTO project (row, account, id, title, video_id, state, state_word, message, video_length, created_at, language, requested_language, submitted_at, fetched_seen_at, finished_seen_at, failed_in, unread, dismissed, local_title, note, missing, hidden, sort_at, listed, place, caret) VALUES
  (1766000200, 1, 'old-project-3', 'Title of old-project-3', 'video-1', 3, 'done', NULL, -1, 1766000200000000, NULL, NULL, 0, 0, 0, 0, 0, 0, NULL, '', 0, 0, 1766000200000000, 0, 0, 0);
INSERT INTO text (text, project, superseded, aligned, split, unspaced, damaged, language, address, received_at, bare_sha256, full_sha256, bare, prefixes, decided) VALUES
  (-1, 1766000000, 1, 1, 0, 0, 0, 'en', 'https://transcribe.example.org', 42, x'00e202f80efc779a9b8df2bcc333e33690be39b31834baa98de59d2bcee86384', x'2068eacc02d409ebf3ccb34d391b97cc76e5d1b630d970a448d58cad3b3bbd37', 'Good evening.

The ferry is very late.', x'1a5b30303a30303a30322e3334355d20537065616b657220313a201a5b30303a30303a30372e3130305d20537065616b657220323a20', 0);
INSERT INTO text (text, project, superseded, aligned, split, unspaced, damaged, language, address, received_at, bare_sha256, full_sha256, bare, prefixes, decided) VALUES
  (1766000000, 1766000000, 0, 1, 0, 0, 0, 'en', 'https://transcribe.example.org', 42, x'c7d3e31e4507be7479516e74310f20904ee8c06eb446be5b01fec55c200b180d', x'4da10388dd11fb0924a6628d57c1d8b7ef6d04c2a5d1ed8a8fd0dae0a01439ab', 'Good evening.

The ferry is late.', x'1a5b30303a30303a30322e3334355d20537065616b657220313a201a5b30303a30303a30372e3130305d20537065616b657220323a20', 0);
INSERT INTO text (text, project, superseded, aligned, split, unspaced, damaged, language, address, received_at, bare_sha256, full_sha256, bare, prefixes, decided) VALUES
  (1766000100, 1766000100, 0, 1, 0, 1, 0, 'en', 'https://transcribe.example.org', 42, x'3b6642bce4551fb3887db2b759dc0262ebb0f36c032fae3624d661389c7788c8', x'91cb5d557f868519b3f66aacbf8ec412dcd343fd6abb4d37271e4bf8292d548b', '今晚好。', x'0b537065616b657220313a20', 0);
INSERT INTO submission (local_id, account, video_id, language, webhook_url, known_ids, sent_at, outcome, project_id, decided_at) VALUES
  ('pending:618d3e3e-93b3-4db1-8ebe-5eea9f067bea', 1, 'video-9', NULL, 'https://callback.invalid/', 'old-project-3
0b5c7f9e-12ab-4cde-8f01-23456789abce
0b5c7f9e-12ab-4cde-8f01-23456789abcd', 1766000500000001, 2, 'old-project-3', 1766000600000000);
INSERT INTO submission (local_id, account, video_id, language, webhook_url, known_ids, sent_at, outcome, project_id, decided_at) VALUES
  ('pending:94aac280-c411-4d74-a314-7959f8f41560', 1, 'video-8', 'de', 'https://callback.invalid/', 'old-project-3
0b5c7f9e-12ab-4cde-8f01-23456789abce
0b5c7f9e-12ab-4cde-8f01-23456789abcd', 1766000500000000, 1, NULL, 0);
INSERT INTO annotation (annotation, project, kind, number, other, from_paragraph, from_byte, to_paragraph, to_byte, words, text, at, version) VALUES
  (1, 1766000000, 1, 1, 0, 0, 0, 0, 0, NULL, 'Anna Berg', 0, 0);
INSERT INTO annotation (annotation, project, kind, number, other, from_paragraph, from_byte, to_paragraph, to_byte, words, text, at, version) VALUES
  (2, 1766000000, 1, 2, 0, 0, 0, 0, 0, NULL, 'Bo Lind', 0, 0);
INSERT INTO annotation (annotation, project, kind, number, other, from_paragraph, from_byte, to_paragraph, to_byte, words, text, at, version) VALUES
  (3, 1766000000, 5, 1, 0, 1, 4, 1, 9, 'ferry', 'Which one?', 1766000300000000, -1);
INSERT INTO annotation (annotation, project, kind, number, other, from_paragraph, from_byte, to_paragraph, to_byte, words, text, at, version) VALUES
  (4, 1766000000, 4, 0, 0, 0, 0, 0, 0, 'Good evening.', NULL, 1766000400000000, 0);
INSERT INTO todo (what, value) VALUES ('erase', 3);
PRAGMA user_version = 13;
