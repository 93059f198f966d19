/** @file The tables of stored findings, and how the findings of earlier versions come into them. */

import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Finding } from './finding.ts';
import { findingSchema } from './finding-schema.ts';

const SQLITE_READONLY = 8;
/** Findings that are carried over at once. */
const CARRIED_AT_ONCE = 5000;

const carriedFinding = findingSchema.extend({ list: z.int() });

/** A list is what one owner has. Of the kinds of a group, which have one digest, mostly the first counts for all. */
const tables = `
  CREATE TABLE IF NOT EXISTS finding_lists (id INTEGER PRIMARY KEY, owner ANY UNIQUE) STRICT;
  CREATE TABLE IF NOT EXISTS finding_kinds (
    id INTEGER PRIMARY KEY,
    list INTEGER NOT NULL,
    digest INTEGER NOT NULL,
    rule TEXT NOT NULL,
    severity TEXT NOT NULL,
    path TEXT NOT NULL,
    message TEXT NOT NULL,
    value TEXT,
    findings INTEGER NOT NULL,
    first_lines TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS kinds_of_list ON finding_kinds (list);
  CREATE TABLE IF NOT EXISTS finding_blocks (
    id INTEGER PRIMARY KEY,
    list INTEGER NOT NULL,
    first_line INTEGER NOT NULL,
    last_line INTEGER NOT NULL,
    findings INTEGER NOT NULL,
    by_rule TEXT NOT NULL,
    content BLOB NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS blocks_of_list ON finding_blocks (list);`;

/** Creates the tables that are missing. */
export function createFindingTables(database: DatabaseSync): void {
  const found = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'blocks_of_list'").get();
  if (found !== undefined) return;
  try {
    database.exec(tables);
  } catch (thrown) {
    // A process that only reads may be the first of this version.
    if (!(thrown instanceof Error && 'errcode' in thrown && thrown.errcode === SQLITE_READONLY)) throw thrown;
  }
}

/**
 * Hands over the findings that an earlier version has stored as a row each, list by list, and drops their table.
 * @param add to a list, in line order
 */
export function carryOver(database: DatabaseSync, add: (list: number, findings: readonly Finding[]) => void): void {
  const found = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'listed_findings'").get();
  if (found === undefined) return;
  let list: number | undefined;
  let findings: Finding[] = [];
  const flush = () => {
    if (list !== undefined && findings.length > 0) add(list, findings);
    findings = [];
  };
  const rows = database
    .prepare(
      `SELECT list, line, rule, severity, path, message FROM listed_findings
       WHERE list IN (SELECT id FROM finding_lists WHERE owner IS NOT NULL) ORDER BY list, line, id`,
    )
    .iterate();
  for (const row of rows) {
    const { list: own, ...finding } = carriedFinding.parse(row);
    if (own !== list || findings.length >= CARRIED_AT_ONCE) flush();
    list = own;
    findings.push(finding);
  }
  flush();
  database.exec('DROP TABLE listed_findings');
}
