/**
 * @file Sorts the rows of a damaged database by their shape and content alone, and keeps the valid ones: the document
 * fits its schema, the event its hash.
 */

import { z } from 'zod';
import { jsonIn } from '../../../src-shared/json-in.ts';
import { isEndState } from '../../../src-shared/states.ts';
import { type ChainedEntry, hashOfEntry } from '../../audit/chain.ts';
import type { Finding, FindingKind } from '../../check/findings/finding.ts';
import { findingSchema } from '../../check/findings/finding-schema.ts';
import type { Mark } from '../../wire/service/rate-limits.ts';
import { type Batch, batchSchema } from '../batch.ts';
import { type DayOfControl, dayOfControlSchema } from '../storage/stored-control.ts';
import { type Submission, submissionSchema } from '../submission.ts';
import type { StoredRow } from './page-reader.ts';

const integer = z.int();
const text = z.string();
export const rowOf = {
  submissions: z.tuple([z.null(), text]),
  batches: z.tuple([z.null(), integer, text.nullable(), text]),
  events: z.tuple([z.null(), integer, integer, integer.nullable(), text, text, text, text]),
  requests: z.tuple([text, integer]),
  marks: z.tuple([text, integer, integer]),
  finding_lists: z.tuple([z.null(), integer]),
  finding_kinds: z.tuple([
    ...([z.null(), integer, integer, text, text, text, text, text.nullable()] as const),
    ...([integer, text] as const),
  ]),
  finding_blocks: z.tuple([z.null(), integer, integer, integer, integer, text, z.instanceof(Uint8Array)]),
  /** connection, day, its figures */
  control_figures: z.tuple([text, text, text]),
  /** submission, line, SHA-256 of the content, text, reason, the line that is kept in its place; rows of before end earlier */
  line_edits: z.tuple([
    ...([integer, integer, text, text.nullable()] as const),
    ...([text.nullable().default(null), integer.nullable().default(null)] as const),
  ]),
};
/** A finding as earlier versions have stored it. */
const formerFinding = z.tuple([z.null(), integer, integer, text, text, text, text]);
/** An event with who recorded it: user, machine, version, key, seal. Rows of before have none of these columns. */
const recorded = text.nullable().default(null);
const recordedEvent = z.tuple([
  ...rowOf.events.def.items,
  ...([recorded, recorded, recorded, recorded, recorded] as const),
]);

/** The tables whose rows are recovered; the newest version must not have any other. */
export const salvagedTables: readonly string[] = [...Object.keys(rowOf), 'sqlite_sequence'];

/** Everything that the damaged file still holds, except the findings: there may be millions. */
export class Remains {
  readonly submissions = new Map<number, Submission>();
  readonly batches = new Map<number, Batch>();
  readonly lines = new Map<number, ChainedEntry>();
  readonly requests: [key: string, at: number][] = [];
  /** If a key was found twice, the later mark. */
  readonly marks = new Map<string, Mark>();
  /** The submission that a list of findings belongs to, by list. */
  readonly findingLists = new Map<number, number>();
  /** What was corrected by hand; if a line was found twice, either. */
  readonly lineEdits = new Map<string, z.infer<typeof rowOf.line_edits>>();
  /** What the core systems say, by connection and day; if a day was found twice, the later one. */
  readonly control = new Map<string, DayOfControl>();
  /** The highest number ever used in each table. */
  readonly highest = { submissions: 0, batches: 0, events: 0 };

  take({ rowid, values }: StoredRow): void {
    if (values.length === 2) this.#takeOfTwo(rowid, values);
    if (values.length === 3) {
      this.#takeMark(values);
      this.#takeControl(values);
    }
    if (values.length === 4) this.#takeBatch(rowid, values);
    if (values.length >= 4 && values.length <= 6) this.#takeLineEdit(values);
    if (values.length === 8 || values.length === 13) this.#takeLine(rowid, values);
  }

  #takeOfTwo(rowid: number, values: StoredRow['values']): void {
    const submission = rowOf.submissions.safeParse(values);
    const list = rowOf.finding_lists.safeParse(values);
    const request = rowOf.requests.safeParse(values);
    if (submission.success) this.#takeSubmission(rowid, submission.data[1]);
    if (list.success) this.findingLists.set(rowid, list.data[1]);
    if (!request.success) return;
    // A row of SQLite's own sequence table has the same shape.
    const [name, number] = request.data;
    if (isCounted(name)) this.#raise(name, number);
    else this.requests.push(request.data);
  }

  #takeMark(values: StoredRow['values']): void {
    const row = rowOf.marks.safeParse(values);
    if (!row.success) return;
    const [key, at, number] = row.data;
    if (at >= (this.marks.get(key)?.at ?? 0)) this.marks.set(key, { at, number });
  }

  #takeControl(values: StoredRow['values']): void {
    const row = rowOf.control_figures.safeParse(values);
    const parsed = row.success ? dayOfControlSchema.safeParse(objectIn(row.data[2])) : undefined;
    if (!parsed?.success || parsed.data.connection !== row.data?.[0] || parsed.data.day !== row.data[1]) return;
    const key = `${parsed.data.day} ${parsed.data.connection}`;
    if (parsed.data.at >= (this.control.get(key)?.at ?? 0)) this.control.set(key, parsed.data);
  }

  #takeSubmission(id: number, document: string): void {
    const parsed = submissionSchema.safeParse({ id, ...objectIn(document) });
    if (!parsed.success || parsed.data.id !== id) return;
    const found: Submission = parsed.data;
    const known = this.submissions.get(id);
    // Of two versions, the one that was checked is the later one.
    if (known?.check === undefined || found.check !== undefined) this.submissions.set(id, found);
    this.#raise('submissions', id);
  }

  #takeBatch(number: number, values: StoredRow['values']): void {
    const row = rowOf.batches.safeParse(values);
    const parsed = row.success ? batchSchema.safeParse(objectIn(row.data[3])) : undefined;
    if (!parsed?.success || parsed.data.number !== number || parsed.data.submission !== row.data?.[1]) return;
    const batch = parsed.data;
    const known = this.batches.get(number);
    if (known === undefined || isFurther(batch, known)) this.batches.set(number, batch);
    this.#raise('batches', number);
    this.#raise('submissions', batch.submission);
  }

  #takeLineEdit(values: StoredRow['values']): void {
    const row = rowOf.line_edits.safeParse(values);
    if (row.success) this.lineEdits.set(`${row.data[0]} ${row.data[1]}`, row.data);
  }

  #takeLine(position: number, values: StoredRow['values']): void {
    const row = recordedEvent.safeParse(values);
    if (!row.success) return;
    const [, at, submission, batch, kind, detail, previousHash, hash, user, machine, version, key, seal] = row.data;
    const isRecorded = user !== null && machine !== null && version !== null;
    const line: ChainedEntry = {
      position,
      at,
      submission,
      kind,
      detail,
      previousHash,
      hash,
      batch: batch ?? undefined,
      recorder: isRecorded ? { user, machine, version } : undefined,
      key: key ?? undefined,
      seal: seal ?? undefined,
    };
    if (hash !== hashOfEntry(previousHash, line)) return;
    this.lines.set(position, line);
    this.#raise('events', position);
    this.#raise('submissions', submission);
    this.#raise('batches', batch ?? 0);
  }

  /** The finding in a row of an earlier version, with its list; undefined when the row is something else. */
  formerFindingOf({ values }: StoredRow): { list: number; finding: Finding } | undefined {
    const parsed = values.length === 7 ? formerFinding.safeParse(values) : undefined;
    if (!parsed?.success) return undefined;
    const [, list, line, rule, severity, path, message] = parsed.data;
    const finding = findingSchema.safeParse({ line, rule, severity, path, message });
    return finding.success && this.#isOwned(list) ? { list, finding: finding.data } : undefined;
  }

  /** The kind of findings in a row; undefined when the row is something else. */
  findingKindOf({ values }: StoredRow): FindingKind | undefined {
    const parsed = values.length === 10 ? rowOf.finding_kinds.safeParse(values) : undefined;
    if (!parsed?.success) return undefined;
    const [, list, , rule, severity, path, message, value] = parsed.data;
    const kind = findingSchema.omit({ line: true }).safeParse({ rule, severity, path, message });
    return kind.success && this.#isOwned(list) ? { ...kind.data, ...(value !== null && { value }) } : undefined;
  }

  /** The findings in a row, with their list; undefined when the row is something else. */
  findingBlockOf({ values }: StoredRow): { list: number; content: Uint8Array } | undefined {
    const parsed = values.length === 7 ? rowOf.finding_blocks.safeParse(values) : undefined;
    if (!parsed?.success) return undefined;
    const [, list, , , , , content] = parsed.data;
    return this.#isOwned(list) ? { list, content } : undefined;
  }

  #isOwned(list: number): boolean {
    const owner = this.findingLists.get(list);
    return owner !== undefined && this.submissions.has(owner);
  }

  #raise(table: keyof Remains['highest'], number: number): void {
    this.highest[table] = Math.max(this.highest[table], number);
  }
}

const isCounted = (name: string): name is keyof Remains['highest'] =>
  name === 'submissions' || name === 'batches' || name === 'events';

function objectIn(document: string): object {
  const value = jsonIn(document);
  return typeof value === 'object' && value !== null ? value : {};
}

/** Whether `one` is the later version of a batch: these fields only ever grow. */
function isFurther(one: Batch, other: Batch): boolean {
  const progress = ({ attempts, abandoned, acceptedAt, seenAt, delivery, state }: Batch) => [
    abandoned.length,
    attempts,
    acceptedAt ?? 0,
    seenAt ?? 0,
    delivery === undefined ? 0 : 1,
    isEndState(state) ? 1 : 0,
  ];
  const [ones, others] = [progress(one), progress(other)];
  const different = ones.findIndex((value, index) => value !== others[index]);
  return different >= 0 && (ones[different] ?? 0) > (others[different] ?? 0);
}
