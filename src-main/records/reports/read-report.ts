/** @file Reads a report into its database: its entries, and the lines of the batch that they are about. */

import { stat } from 'node:fs/promises';
import { assertNever } from '../../../src-shared/errors.ts';
import { type BatchRange, comparable, searchBatch } from './batch-lines.ts';
import { EntryWriter } from './entry-store.ts';
import { type FoundId, linesMeant, type Numberings, noWitnesses, numberingOf, observe, placeOf } from './numbering.ts';
import { Entries, type ReadEntry } from './reading/entries.ts';
import { type IdClaim, idKinds } from './reading/entry.ts';
import { ReportText } from './reading/report-text.ts';
import type { Shape } from './reading/shape.ts';
import { type CountedFrom, READING_VERSION, type ReadingFacts } from './reading-facts.ts';
import { WantedIds } from './wanted-ids.ts';

export interface ReadingTask {
  reportPath: string;
  /** What is said of another one is not about this batch. */
  batchId?: string;
  /** With the findings of our check. */
  databasePath: string;
  mostBytes: number;
  batch: BatchRange & { lines: number };
  /** What is known of the service beforehand. */
  countedFrom?: CountedFrom | undefined;
}

/** A report on the largest batch with the shortest lines has no more; what comes after them is not read. */
export const MOST_ENTRIES = 2_000_000;

/** Entries that prove how the service counts lines; as many more prove nothing new. */
const WITNESSES = 20_000;

/** @throws what node:fs, SQLite and `searchBatch` throw */
export async function readReport(task: ReadingTask, mostEntries = MOST_ENTRIES): Promise<ReadingFacts> {
  const { batch, countedFrom } = task;
  const writer = new EntryWriter(task.databasePath, task.mostBytes);
  try {
    const text = new ReportText(task.reportPath);
    const entries = new Entries(text);
    const shape = await entries.shape();
    const references = new References(batch.lines);
    let [kept, accepted, isTooMany] = [0, 0, false];
    for await (const read of entries.read(shape)) {
      const entry = withoutOthersLines(read, task.batchId);
      if (entry.isAccepted) {
        accepted += 1;
        references.note(entry);
        continue;
      }
      isTooMany = kept === mostEntries;
      if (isTooMany) break;
      writer.addEntry(entry);
      references.add(entry);
      kept += 1;
    }
    for (const line of writer.linesWithErrors()) references.wantLine(line);
    const source = search(writer, batch, references);
    const numbering = learnt(writer, references, batch.lines, countedFrom);
    const { contradictions, unproven } = place(writer, numbering, batch.lines);
    const { broken, tooLarge, endsEarly } = entries.flaws;
    const cutOff = isTooMany ? 'too-many' : (text.cutOff ?? (endsEarly ? 'ends-early' : undefined));
    const { size: bytes, mtimeMs: modifiedAt } = await stat(task.reportPath);
    const { line, index } = references.isNumbered;
    const facts: ReadingFacts = {
      version: READING_VERSION,
      report: { bytes, modifiedAt },
      ...described(shape),
      isPacked: text.isPacked,
      entries: kept,
      accepted,
      broken,
      tooLarge,
      ...(cutOff !== undefined && { cutOff }),
      numbering: { ...(line && { line: numbering.line }), ...(index && { index: numbering.index }) },
      ...(countedFrom !== undefined && { countedFrom }),
      source,
      contradictions,
      unproven,
      rows: writer.arrange(),
    };
    writer.conclude(facts);
    writer.commit();
    return facts;
  } finally {
    writer.close();
  }
}

/** An entry about another batch names no line of ours. */
function withoutOthersLines(entry: ReadEntry, batchId: string | undefined): ReadEntry {
  if (batchId === undefined || entry.batchId === undefined || entry.batchId === batchId.toLowerCase()) return entry;
  return { ...entry, numbers: [], ids: [], isAccepted: false };
}

function described(shape: Shape): Pick<ReadingFacts, 'shape' | 'where' | 'looksLike'> {
  switch (shape.kind) {
    case 'json-lines':
      return { shape: shape.kind, where: '' };
    case 'json':
      return { shape: shape.kind, where: shape.paths.join(' ') };
    case 'csv':
      return { shape: shape.kind, where: shape.separator };
    case 'unknown':
      return { shape: shape.kind, where: '', looksLike: shape.looksLike };
    default:
      return assertNever(shape);
  }
}

/** What the entries refer to, gathered while they are read. */
class References {
  readonly ids = new WantedIds();
  /** What the numbers alone tell. */
  readonly witnesses = { line: noWitnesses(), index: noWitnesses() };
  readonly isNumbered = { line: false, index: false };
  readonly #lines: number;
  /** A bit for each line of the batch whose modification id the table will show. */
  readonly #wanted: Uint8Array;
  hasLines = false;

  constructor(lines: number) {
    this.#lines = lines;
    this.#wanted = new Uint8Array((lines >>> 3) + 1);
  }

  add({ numbers, ids }: ReadEntry): void {
    for (const { id } of ids) this.ids.add(comparable(id));
    for (const { number, basis } of numbers) {
      this.isNumbered[basis] = true;
      // From 0 or from 1: that is not known yet.
      this.wantLine(number);
      this.wantLine(number + 1);
    }
    this.note({ numbers });
  }

  /** Also of an entry about an accepted line: its number tells how lines are counted. */
  note({ numbers }: Pick<ReadEntry, 'numbers'>): void {
    observe(this.witnesses, numbers, [], this.#lines);
  }

  wantLine(line: number): void {
    if (line < 1 || line > this.#lines) return;
    this.hasLines = true;
    this.#wanted[line >>> 3] = (this.#wanted[line >>> 3] ?? 0) | (1 << (line & 7));
  }

  wantsLine(line: number): boolean {
    return ((this.#wanted[line >>> 3] ?? 0) & (1 << (line & 7))) !== 0;
  }
}

/** Looks for what the entries name, and for the modification ids of the lines that the table will show. */
function search(writer: EntryWriter, batch: BatchRange, references: References): ReadingFacts['source'] {
  if (!references.hasLines && references.ids.size === 0) return 'not-needed';
  const state = searchBatch(batch, {
    wanted: references.ids,
    wantsLine: (line) => references.wantsLine(line),
    onFound: (id, kind, line) => {
      writer.addFound(id, kind, line);
      references.wantLine(line);
    },
    onLine: (line, modificationId) => writer.addLine(line, modificationId),
  });
  if (state !== 'read') writer.forgetLines();
  return state;
}

/** From where the service counts its lines. */
function learnt(
  writer: EntryWriter,
  { witnesses, isNumbered }: References,
  lines: number,
  countedFrom: CountedFrom = {},
): Numberings {
  let asked = 0;
  for (const { numbers, ids } of writer.claims()) {
    if (numbers.length === 0 || ids.length === 0) continue;
    const found = foundOf(writer, ids);
    // What several lines share proves nothing.
    if (found.length === 1)
      observe(
        witnesses,
        numbers,
        found.map(({ line }) => line),
        lines,
      );
    asked += 1;
    if (asked === WITNESSES) break;
  }
  // Of two sorts of numbers in one report, a person cannot mean both.
  const set = isNumbered.line && isNumbered.index ? undefined : countedFrom.set;
  return {
    line: numberingOf('line', witnesses.line, set ?? countedFrom.line),
    index: numberingOf('index', witnesses.index, set ?? countedFrom.index),
  };
}

/** Notes where each entry belongs; returns how many contradict themselves, and how many may mean another line. */
function place(
  writer: EntryWriter,
  numberings: Numberings,
  lines: number,
): { contradictions: number; unproven: number } {
  let [contradictions, unproven, byNumber] = [0, 0, 0];
  for (const { entry, numbers, ids } of writer.claims()) {
    const meant = linesMeant(numbers, numberings).map(({ line }) => line);
    const placement = placeOf({ numbers, ids }, foundOf(writer, ids, meant), numberings, lines);
    writer.place(entry, placement);
    if (placement.kind !== 'placed') continue;
    const [first] = placement.places;
    if (first?.contradicts !== undefined) contradictions += 1;
    if (!placement.isProven) unproven += 1;
    else if (first?.by === 'number') byNumber += 1;
  }
  // Numbers that are wrong once prove nothing.
  return { contradictions, unproven: contradictions > 0 ? unproven + byNumber : unproven };
}

/** The lines with the most trusted identifiers that the batch has: the meant ones, or else the first. */
function foundOf(writer: EntryWriter, ids: readonly IdClaim[], meant: readonly number[] = []): FoundId[] {
  for (const kind of idKinds) {
    const among = (lines?: readonly number[]) =>
      ids.flatMap((claim) => (claim.kind === kind ? writer.found(comparable(claim.id), kind, lines) : []));
    const agreeing = meant.length > 0 ? among(meant) : [];
    const found = agreeing.length > 0 ? agreeing : among();
    if (found.length > 0) return found;
  }
  return [];
}
