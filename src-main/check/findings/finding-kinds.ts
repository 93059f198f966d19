/** @file The kinds of stored findings: each with its group, which is what a person looks at first. */

import { z } from 'zod';
import { packed } from '../../../src-shared/languages/fact.ts';
import type { Statements } from '../../ground/prepared-statements.ts';
import type { FindingKind } from './finding.ts';
import { findingSchema } from './finding-schema.ts';
import { keyOf, type PackedFindings } from './packed-findings.ts';

/** The first lines that are kept of each group. */
export const FIRST_LINES = 5;
/** Kinds whose numbers are remembered: a file with more has a new one in almost each line. */
const MOST_REMEMBERED = 20_000;

const storedKind = findingSchema.omit({ line: true }).extend({
  id: z.int(),
  digest: z.int(),
  value: z.string().nullable(),
});

/** A kind as it is stored. */
export interface StoredKind extends FindingKind {
  id: number;
  /** The number of its group. */
  group: number;
}

/** In the memory of what was written: a kind, and the one that counts for its group. */
interface Known {
  id: number;
  head: number;
}

/** What some findings add to a kind. */
interface Addition {
  findings: number;
  /** Ascending, the first few. */
  lines: readonly number[];
}

export class FindingKinds {
  readonly #statements: Statements;
  /** What was written last: kinds by their keys, and those that count for a group by its digest. */
  #written: { list: number; kinds: Map<string, Known>; heads: Map<number, number> } | undefined;
  readonly #read = new Map<number, StoredKind>();

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** Adds what some findings are; returns the number of each of their kinds. */
  add(list: number, findings: PackedFindings): number[] {
    const additions = additionsOf(findings);
    return findings.kinds.map((kind, index) => this.#add(list, kind, additions[index] ?? { findings: 0, lines: [] }));
  }

  /** A kind by its number; undefined once it was removed. */
  get(id: number): StoredKind | undefined {
    const known = this.#read.get(id);
    if (known !== undefined) return known;
    const row = this.#statements
      .get('SELECT id, digest, rule, severity, path, message, value FROM finding_kinds WHERE id = ?')
      .get(id);
    if (row === undefined) return undefined;
    const { digest, value, ...rest } = storedKind.parse(row);
    const kind = { ...rest, group: digest, ...(value !== null && { value }) };
    if (this.#read.size >= MOST_REMEMBERED) this.#read.clear();
    this.#read.set(id, kind);
    return kind;
  }

  /** Forgets all that it has read or written, some of which may be gone. */
  forget(): void {
    this.#written = undefined;
    this.#read.clear();
  }

  #add(list: number, kind: FindingKind, addition: Addition): number {
    const { kinds, heads } = this.#memoryOf(list);
    const key = keyOf(kind);
    const known = kinds.get(key);
    if (known !== undefined) {
      this.#count(known.head, addition);
      return known.id;
    }
    const digest = digestOf(groupKeyOf(kind));
    const head = heads.get(digest);
    const { rule, severity, path, message, value } = kind;
    // Another kind of the group counts for this one as well, unless that was too long ago to be remembered.
    const own = head === undefined ? addition : { findings: 0, lines: [] };
    const { lastInsertRowid } = this.#statements
      .get(
        `INSERT INTO finding_kinds (list, digest, rule, severity, path, message, value, findings, first_lines)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(list, digest, rule, severity, path, packed(message), value ?? null, own.findings, own.lines.join());
    const id = Number(lastInsertRowid);
    if (head !== undefined) this.#count(head, addition);
    else heads.set(digest, id);
    kinds.set(key, { id, head: head ?? id });
    return id;
  }

  #count(head: number, { findings, lines }: Addition): void {
    this.#statements
      .get(
        `UPDATE finding_kinds SET findings = findings + ?,
         first_lines = CASE WHEN findings < ${FIRST_LINES} THEN first_lines || ',' || ? ELSE first_lines END
         WHERE id = ?`,
      )
      .run(findings, lines.join(), head);
  }

  #memoryOf(list: number) {
    const written = this.#written;
    if (written?.list === list && written.kinds.size < MOST_REMEMBERED) return written;
    this.#written = { list, kinds: new Map(), heads: new Map() };
    return this.#written;
  }
}

/** Equal for kinds that a person regards as one: of one rule, field and value, or of one id, whose message names other lines in each of its own. */
function groupKeyOf({ message, firstSharing, ...kind }: FindingKind): string {
  const same = firstSharing === undefined ? message : String(firstSharing);
  return keyOf({ ...kind, message: kind.value === undefined ? same : '' });
}

/** 52 bits of two FNV-1a digests: among a million groups, two are hardly ever taken for one. */
function digestOf(text: string): number {
  let upper = 0x811c9dc5;
  let lower = 0xcbf29ce4;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    upper = Math.imul(upper ^ code, 0x01000193);
    lower = Math.imul(lower ^ code, 0x85ebca6b);
    lower ^= lower >>> 13;
  }
  return ((upper >>> 0) & 0xfffff) * 2 ** 32 + (lower >>> 0);
}

/** What the findings add to each of their kinds. */
function additionsOf({ kinds, rows, linesBefore }: PackedFindings): Addition[] {
  const times = new Uint32Array(kinds.length);
  const lines: number[][] = kinds.map(() => []);
  const patterns = rows.patterns();
  const counted = rows.rowsByPattern();
  const firsts = rows.firstLines(FIRST_LINES);
  for (const [index, pattern] of patterns.entries()) {
    for (const kind of pattern) {
      times[kind] = (times[kind] ?? 0) + (counted[index] ?? 0);
      lines[kind]?.push(...(firsts[index] ?? []));
    }
  }
  return kinds.map((_, kind) => ({
    findings: times[kind] ?? 0,
    lines: [...new Set((lines[kind] ?? []).map((line) => line + linesBefore).sort((a, b) => a - b))].slice(
      0,
      FIRST_LINES,
    ),
  }));
}
