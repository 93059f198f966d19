/** @file The schema of the queue's database, as the steps that lead to it. */

import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../src-shared/errors.ts';
import { FindingStore } from '../../check/findings/finding-store.ts';

/**
 * Step n brings a database from `user_version` n to n + 1. Add steps; never edit one that was released. A new table
 * must be added to salvage.ts too, which reads the rows of a damaged database without its schema.
 */
const steps: readonly (string | ((database: DatabaseSync) => void))[] = [
  `CREATE TABLE submissions (id INTEGER PRIMARY KEY AUTOINCREMENT, document TEXT NOT NULL) STRICT;
   CREATE TABLE batches (
     number INTEGER PRIMARY KEY AUTOINCREMENT,
     submission INTEGER NOT NULL REFERENCES submissions (id),
     batch_id TEXT UNIQUE,
     document TEXT NOT NULL
   ) STRICT;
   CREATE INDEX batches_by_submission ON batches (submission);
   CREATE TABLE events (
     position INTEGER PRIMARY KEY AUTOINCREMENT,
     at INTEGER NOT NULL,
     submission INTEGER NOT NULL,
     batch INTEGER,
     kind TEXT NOT NULL,
     detail TEXT NOT NULL,
     previous_hash TEXT NOT NULL,
     hash TEXT NOT NULL
   ) STRICT;
   CREATE INDEX events_by_submission ON events (submission);
   CREATE TRIGGER events_are_never_changed BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'append-only'); END;
   CREATE TRIGGER events_are_never_deleted BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'append-only'); END;
   CREATE TABLE requests (key TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
   CREATE INDEX requests_by_key ON requests (key, at);`,
  // Finds earlier submissions with the same content.
  `CREATE INDEX submissions_by_content ON submissions (json_extract(document, '$.check.sha256'));`,
  // The positions of the lines of a file. Not salvaged: the index is rebuilt when a line is asked for.
  `CREATE TABLE line_indexes (submission INTEGER PRIMARY KEY, document TEXT NOT NULL) STRICT;`,
  // Covered what was added up of batches, until a later step.
  `CREATE INDEX batches_by_range ON batches (
     submission, json_extract(document, '$.start'), number, json_extract(document, '$.end'),
     json_extract(document, '$.state'), json_extract(document, '$.report'), json_extract(document, '$.acceptedAt'),
     json_extract(document, '$.seenAt'), json_extract(document, '$.error')
   );`,
  // Arrival now needs proof. Before, an upload could end without its outcome being stored, and any state that the
  // service named counted as arrival. Batches without proof are checked once more.
  `UPDATE batches SET document = json_set(document, '$.delivery.mayHaveArrived', json('true'))
     WHERE json_extract(document, '$.state') = 'uploading';
   UPDATE batches SET document = json_set(document, '$.acceptedAt', json_extract(document, '$.seenAt'))
     WHERE json_extract(document, '$.acceptedAt') IS NULL AND json_extract(document, '$.seenAt') IS NOT NULL
       AND upper(json_extract(document, '$.remoteState')) IN
         ('VALIDATION_FAILED', 'PENDING_INGESTION', 'INITIALIZED', 'IN_PROGRESS', 'PROCESSED');
   UPDATE batches SET document = json_set(json_remove(document, '$.seenAt'), '$.state', 'verifying')
     WHERE json_extract(document, '$.acceptedAt') IS NULL AND json_extract(document, '$.state') = 'processing';
   CREATE INDEX batches_watching ON batches (number) WHERE json_extract(document, '$.watched[#-1]') IS NOT NULL;`,
  // What a restart must know of an endpoint: a pause that the service asked for, trouble that may pass by itself.
  `CREATE TABLE marks (key TEXT PRIMARY KEY, at INTEGER NOT NULL, number INTEGER NOT NULL) STRICT;`,
  // A submission has a name and a content instead of one path. Rows with a path are read as they are, here and where a
  // damaged database is recovered; an older Tranship could not read the new ones, and would take them for damage.
  '',
  // Who recorded an entry of the history, and the seal that only who has the key of the folder can make. Entries of
  // before stay as they are.
  `ALTER TABLE events ADD COLUMN user TEXT;
   ALTER TABLE events ADD COLUMN machine TEXT;
   ALTER TABLE events ADD COLUMN version TEXT;
   ALTER TABLE events ADD COLUMN key TEXT;
   ALTER TABLE events ADD COLUMN seal TEXT;`,
  // The errors of proxies that ask for a login, of locked key stores and of the machine policy: older versions do not know them.
  '',
  // What a list shows of submissions that have ended; see stored-standings.ts. Whatever changes a submission or one of its
  // batches removes the row in the same transaction. Not salvaged: it is added up again where it is missing.
  `CREATE TABLE standings (submission INTEGER PRIMARY KEY, document TEXT NOT NULL) STRICT;
   CREATE TRIGGER standing_of_changed_submission AFTER UPDATE ON submissions BEGIN
     DELETE FROM standings WHERE submission IN (OLD.id, NEW.id);
   END;
   CREATE TRIGGER standing_of_deleted_submission AFTER DELETE ON submissions BEGIN
     DELETE FROM standings WHERE submission = OLD.id;
   END;
   CREATE TRIGGER standing_of_new_batch AFTER INSERT ON batches BEGIN
     DELETE FROM standings WHERE submission = NEW.submission;
   END;
   CREATE TRIGGER standing_of_changed_batch AFTER UPDATE ON batches BEGIN
     DELETE FROM standings WHERE submission IN (OLD.submission, NEW.submission);
   END;
   CREATE TRIGGER standing_of_deleted_batch AFTER DELETE ON batches BEGIN
     DELETE FROM standings WHERE submission = OLD.submission;
   END;
   CREATE INDEX submissions_in_queue ON submissions (id) WHERE json_extract(document, '$.removedAt') IS NULL;`,
  // What a person corrected by hand in the lines of a file; no text: the line is left out.
  `CREATE TABLE line_edits (
     submission INTEGER NOT NULL, line INTEGER NOT NULL, content TEXT NOT NULL, text TEXT,
     PRIMARY KEY (submission, line)
   ) STRICT;`,
  // A submission can be corrected by another, whose lines lead back to its own. The maps are not salvaged: the change log
  // beside the corrected file tells the same.
  'CREATE TABLE line_maps (submission INTEGER PRIMARY KEY, document TEXT NOT NULL) STRICT;',
  // The errors of files whose modification ids were sent before, or are not kept: older versions do not know them.
  '',
  // Finds entries of the history by what people remember of them (history-search.ts).
  `CREATE INDEX events_by_time ON events (at);
   CREATE INDEX events_by_batch ON events (batch) WHERE batch IS NOT NULL;
   CREATE INDEX events_by_batch_id ON events
     (CASE WHEN json_valid(detail) THEN lower(json_extract(detail, '$.batchId')) END) WHERE batch IS NOT NULL;
   CREATE INDEX events_by_state ON events
     (CASE WHEN json_valid(detail) THEN json_extract(detail, '$.state') END) WHERE batch IS NOT NULL;
   CREATE INDEX events_by_kind ON events (kind);
   CREATE INDEX events_by_user ON events (user);`,
  // Findings that differ only in their line are stored once.
  (database) => new FindingStore(database).carryOver(),
  // The rows of exports that the lines of a prepared file were. Not salvaged: the folder of the preparation tells the same.
  'CREATE TABLE row_maps (submission INTEGER PRIMARY KEY, document TEXT NOT NULL) STRICT;',
  // Submissions that wait to be released: older versions would send them.
  '',
  // The control figures of a preparation with their differences: older versions would drop what the history has recorded.
  '',
  // Submissions that are only checked, without a connection, and those that wait to be confirmed: older versions know neither.
  '',
  // Submissions whose batches other desks of a team may carry: older versions would carry them as well.
  '',
  // Submissions that wait for the team ledger, or that another desk has sent: older versions do not know their errors.
  '',
  // The summary of a submission tells whether the team sends it.
  'DELETE FROM standings;',
  // Which lines the report of a batch names. Not salvaged: the report that is kept tells the same. Reports of before are read now;
  // older versions do not know the states that follow from them.
  `CREATE TABLE named_lines (batch INTEGER PRIMARY KEY, lines BLOB NOT NULL) STRICT;
   UPDATE batches SET document = json_set(document, '$.report', 'wanted')
     WHERE json_extract(document, '$.state') = 'rejected' AND json_extract(document, '$.report') = 'kept';
   UPDATE batches SET document = json_set(document, '$.report', 'wanted', '$.state', 'processing')
     WHERE json_extract(document, '$.state') = 'processed' AND json_extract(document, '$.report') IN ('kept', 'wanted');
   DROP INDEX batches_by_range;
   DELETE FROM standings;`,
  // What the core systems say of their transactions. An older Tranship does not know that it was entered.
  `CREATE TABLE control_figures (
     connection TEXT NOT NULL, day TEXT NOT NULL, document TEXT NOT NULL, PRIMARY KEY (connection, day)
   ) STRICT;`,
  // Submissions that wait for a team ledger that was put back: older versions do not know their error.
  '',
  // Errors and findings hold facts in place of sentences, which an older Tranship would take for damage.
  '',
  // What a person has decided about the faults of a file. Not salvaged: it can be decided again.
  'CREATE TABLE correction_turns (submission INTEGER PRIMARY KEY, content TEXT NOT NULL, turns TEXT NOT NULL) STRICT;',
  // Finds what a checked file is compared with, without reading all that ever went: each of its three conditions has an index.
  `CREATE INDEX submissions_by_totals ON submissions (json_extract(document, '$.check.totals'));
   CREATE INDEX submissions_by_totals_digest ON submissions (json_extract(document, '$.check.totalsSha256'));
   CREATE INDEX submissions_by_destination ON submissions (json_extract(document, '$.destination'))
     WHERE json_extract(document, '$.stage') = 'approved' AND json_extract(document, '$.purgedAt') IS NULL;`,
  // Why a person changed the money of a line.
  'ALTER TABLE line_edits ADD COLUMN reason TEXT;',
  // The summary of a submission has its sums, which the list shows.
  'DELETE FROM standings;',
  // The line that a person has kept in place of one that was left out; of that, reason says why.
  'ALTER TABLE line_edits ADD COLUMN copy_of INTEGER;',
  // Control figures of one file: older versions would take them for those of all, and for changed ones.
  '',
  // What was purged stays known by its ids: those that went to a place are found by an index that has them as well.
  `DROP INDEX submissions_by_destination;
   CREATE INDEX submissions_by_destination ON submissions (json_extract(document, '$.destination'))
     WHERE json_extract(document, '$.stage') = 'approved';`,
];

/** The version that this app writes. */
export const newestVersion = steps.length;

/** The tables that every version has. */
export const tablesOfQueue = ['submissions', 'batches', 'events', 'requests'] as const;

/** The version of a database; 0 for a new one. */
export function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0);
}

/** @throws AppError queue.newer when a newer Tranship has written the database at `path` */
export function refuseNewer(database: DatabaseSync, path: string): void {
  const version = versionOf(database);
  if (version > newestVersion) throw new AppError('queue.newer', { path, version, known: newestVersion });
}

/**
 * Brings a database to version `to`. Each step is one transaction: a process killed in the middle leaves the version
 * before, and the next start continues from there.
 * @throws what SQLite throws
 */
export function migrate(database: DatabaseSync, to = newestVersion): void {
  const version = versionOf(database);
  for (const [step, work] of steps.slice(0, to).entries()) {
    if (step < version) continue;
    database.exec('BEGIN IMMEDIATE');
    try {
      // Another process may have done this step in the meantime.
      if (versionOf(database) === step) {
        if (typeof work === 'string') database.exec(work);
        else work(database);
        database.exec(`PRAGMA user_version = ${step + 1}`);
      }
      database.exec('COMMIT');
    } catch (thrown) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw thrown;
    }
  }
}
