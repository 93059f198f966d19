/** @file The kinds of stored findings: each with its group, which is what a person looks at first. */

import { z } from 'zod';
import type { FindingKind } from './finding.ts';
import { findingSchema } from './finding-schema.ts';
import { keyOf, type PackedFindings } from './packed-findings.ts';
import type { Statements } from './statements.ts';

/** The first lines that are kept of each group. */
export const FIRST_LINES = 5;
/** Kinds whose numbers are remembered: a file with more has a new one in almost each line. */
const MOST_REMEMBERED = 20_000;

const storedKind = findingSchema.omit({ line: true }).extend({
  id: z.int(),
  head: z.int().nullable(),
  value: z.string().nullable(),
});

/** A kind as it is stored. */
export interface StoredKind extends FindingKind {
  id: number;
  /** The kind that stands for its group, perhaps itself. */
  group: number;
}

/** A number and its group, in the memory of what was written. */
interface Known {
  id: number;
  group: number;
}

/** What some findings add to a kind. */
interface Addition {
  findings: number;
  /** Ascending, the first few. */
  lines: readonly number[];
}

export class FindingKinds {
  readonly #statements: Statements;
  /** What was written last: the numbers of kinds, and of groups, by their keys. */
  #written: { list: number; kinds: Map<string, Known>; groups: Map<string, number> } | undefined;
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
      .get('SELECT id, head, rule, severity, path, message, value FROM finding_kinds WHERE id = ?')
      .get(id);
    if (row === undefined) return undefined;
    const { head, value, ...rest } = storedKind.parse(row);
    const kind = { ...rest, group: head ?? id, ...(value !== null && { value }) };
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
    const { kinds, groups } = this.#memoryOf(list);
    const key = keyOf(kind);
    const known = kinds.get(key);
    if (known !== undefined) {
      this.#count(known.group, addition);
      return known.id;
    }
    const groupKey = groupKeyOf(kind);
    const digest = digestOf(groupKey);
    const group = groups.get(groupKey) ?? this.#groupOf(list, kind, digest);
    const { rule, severity, path, message, value } = kind;
    const head = group ?? null;
    const own = group === undefined ? addition : { findings: 0, lines: [] };
    const id = Number(
      this.#statements
        .get(
          `INSERT INTO finding_kinds (list, head, digest, rule, severity, path, message, value, findings, first_lines)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(list, head, digest, rule, severity, path, message, value ?? null, own.findings, own.lines.join())
        .lastInsertRowid,
    );
    if (group !== undefined) this.#count(group, addition);
    groups.set(groupKey, group ?? id);
    kinds.set(key, { id, group: group ?? id });
    return id;
  }

  #count(group: number, { findings, lines }: Addition): void {
    this.#statements
      .get(
        `UPDATE finding_kinds SET findings = findings + ?,
         first_lines = CASE WHEN findings < ${FIRST_LINES} THEN first_lines || ',' || ? ELSE first_lines END
         WHERE id = ?`,
      )
      .run(findings, lines.join(), group);
  }

  #memoryOf(list: number) {
    const written = this.#written;
    if (written?.list === list && written.kinds.size < MOST_REMEMBERED) return written;
    this.#written = { list, kinds: new Map(), groups: new Map() };
    return this.#written;
  }

  #groupOf(list: number, { rule, severity, path, message, value }: FindingKind, digest: number) {
    const isOwn = value !== undefined || isOneGroup(rule) ? '' : 'AND message = ?';
    const row = this.#statements
      .get(
        `SELECT id FROM finding_kinds WHERE head IS NULL AND list = ? AND digest = ? AND rule = ? AND severity = ?
         AND path = ? AND value IS ? ${isOwn}`,
      )
      .get(list, digest, rule, severity, path, value ?? null, ...(isOwn === '' ? [] : [message]));
    return row === undefined ? undefined : z.object({ id: z.int() }).parse(row).id;
  }
}

/** Of what the message says, nothing but the rule and the field is the same for other lines. */
const isOneGroup = (rule: FindingKind['rule']): boolean => rule === 'modification.duplicate';

/** Equal for kinds that a person regards as one: of one rule, field and value. */
function groupKeyOf({ message, ...kind }: FindingKind): string {
  return keyOf({ ...kind, message: kind.value === undefined && !isOneGroup(kind.rule) ? message : '' });
}

/** FNV-1a, to find a group again among a million. */
function digestOf(text: string): number {
  let digest = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) digest = Math.imul(digest ^ text.charCodeAt(at), 0x01000193);
  return digest >>> 0;
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
