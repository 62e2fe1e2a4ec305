-- SPDX-License-Identifier: GPL-3.0-or-later
-- A file as the seventh schema wrote it, that of 0.1.0: one account, two projects, and two texts of one of them.
CREATE TABLE account (
  account INTEGER PRIMARY KEY,
  address TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL);
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
  hidden INTEGER NOT NULL DEFAULT 0);
CREATE UNIQUE INDEX project_id ON project (account, id);
CREATE INDEX project_newest ON project (account, created_at);
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
CREATE TABLE project_unindexed (row INTEGER PRIMARY KEY);
CREATE TABLE project_unspaced (row INTEGER PRIMARY KEY);
CREATE VIRTUAL TABLE project_index USING fts5 (title, local_title, video_id, note, 
  content = 'project', content_rowid = 'row', 
tokenize = "unicode61 remove_diacritics 2 categories 'L* M* N* Co'");
CREATE VIRTUAL TABLE text_index USING fts5 (bare, 
  content = 'text', content_rowid = 'text', 
tokenize = "unicode61 remove_diacritics 2 categories 'L* M* N* Co'");
CREATE TRIGGER project_changed AFTER UPDATE OF title, local_title, video_id, note ON project  WHEN (OLD.title, OLD.local_title, OLD.video_id, OLD.note) IS NOT       (NEW.title, NEW.local_title, NEW.video_id, NEW.note) BEGIN  INSERT INTO project_index (project_index, rowid, title, local_title, video_id, note)    SELECT 'delete', OLD.row, OLD.title, OLD.local_title, OLD.video_id, OLD.note    WHERE EXISTS (SELECT 1 FROM project_index_docsize WHERE id = OLD.row);  DELETE FROM project_unspaced WHERE row = OLD.row;  INSERT OR IGNORE INTO project_unindexed (row) VALUES (NEW.row);END;
CREATE TRIGGER project_removed AFTER DELETE ON project BEGIN  INSERT INTO project_index (project_index, rowid, title, local_title, video_id, note)    SELECT 'delete', OLD.row, OLD.title, OLD.local_title, OLD.video_id, OLD.note    WHERE EXISTS (SELECT 1 FROM project_index_docsize WHERE id = OLD.row);  DELETE FROM project_unindexed WHERE row = OLD.row;  DELETE FROM project_unspaced WHERE row = OLD.row;END;
CREATE TRIGGER text_added AFTER INSERT ON text WHEN NOT NEW.superseded AND NOT NEW.unspaced BEGIN
  INSERT INTO text_index (rowid, bare) VALUES (NEW.text, NEW.bare);
END;
CREATE TRIGGER text_changed AFTER UPDATE OF text, superseded, unspaced, bare ON text BEGIN
  INSERT INTO text_index (text_index, rowid, bare)    SELECT 'delete', OLD.text, OLD.bare WHERE NOT OLD.superseded AND NOT OLD.unspaced;
  INSERT INTO text_index (rowid, bare)    SELECT NEW.text, NEW.bare WHERE NOT NEW.superseded AND NOT NEW.unspaced;
END;
CREATE TRIGGER text_removed AFTER DELETE ON text WHEN NOT OLD.superseded AND NOT OLD.unspaced BEGIN
  INSERT INTO text_index (text_index, rowid, bare) VALUES ('delete', OLD.text, OLD.bare);
END;
ALTER TABLE text ADD COLUMN decided INTEGER NOT NULL DEFAULT 0;
ALTER TABLE account ADD COLUMN listed_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE account ADD COLUMN listed_to TEXT;
CREATE INDEX project_video ON project (video_id, account);

INSERT INTO account VALUES (1, 'https://transcribe.example.org', 1, 1, 5, 'a');
INSERT INTO project (row, account, id, title, video_id, state, created_at, local_title, note, unread)
  VALUES (100, 1, 'a', 'Title of a', 'video-a', 3, 100000000, 'Mine', 'Ask again', 1);
INSERT INTO project (row, account, id, title, state, created_at, missing) VALUES (200, 1, 'b', 'Title of b', 3, 200000000, 77);
INSERT INTO text (text, project, superseded, aligned, address, received_at, bare_sha256, full_sha256, bare)
  VALUES (100, 100, 0, 0, 'https://transcribe.example.org', 42, x'5d00f7e9e9271bd4473d1cd5a4f95861366b2d3c2d19524f187c710729114ff2', x'5d00f7e9e9271bd4473d1cd5a4f95861366b2d3c2d19524f187c710729114ff2', 'First words');
INSERT INTO variant SELECT 100, value, CAST ('First words' AS BLOB), x'5d00f7e9e9271bd4473d1cd5a4f95861366b2d3c2d19524f187c710729114ff2' FROM (SELECT 1 AS value UNION SELECT 2 UNION SELECT 3);
INSERT INTO text (text, project, superseded, aligned, address, received_at, bare_sha256, full_sha256, bare)
  VALUES (-1, 100, 1, 0, 'https://transcribe.example.org', 99, x'a239a970774bcd3b2d7045c0dc8bb13f7c4cbcec947a64ae71c07ab19bb603a4', x'a239a970774bcd3b2d7045c0dc8bb13f7c4cbcec947a64ae71c07ab19bb603a4', 'Second words');
INSERT INTO variant SELECT -1, value, CAST ('Second words' AS BLOB), x'a239a970774bcd3b2d7045c0dc8bb13f7c4cbcec947a64ae71c07ab19bb603a4' FROM (SELECT 1 AS value UNION SELECT 2 UNION SELECT 3);
INSERT INTO project_index (rowid, title, local_title, video_id, note) SELECT row, title, local_title, video_id, note FROM project WHERE row = 100;
INSERT INTO project_unindexed (row) VALUES (0), (200);
PRAGMA user_version = 7;
