/** @file Reads a report into its database: its entries, and the lines of the batch that they are about. */

import { stat } from 'node:fs/promises';
import { type BatchRange, comparable, type SourceState, searchBatch } from './batch-lines.ts';
import { EntryWriter } from './entry-store.ts';
import { noWitnesses, numberingOf, observe, placeOf } from './numbering.ts';
import { Entries } from './reading/entries.ts';
import { ReportText } from './reading/report-text.ts';
import type { Shape } from './reading/shape.ts';
import { READING_VERSION, type ReadingFacts } from './reading-facts.ts';
import { WantedIds } from './wanted-ids.ts';

export interface ReadingTask {
  reportPath: string;
  /** With the findings of our check. */
  databasePath: string;
  mostBytes: number;
  batch: BatchRange & { lines: number };
}

/** A report on the largest batch with the shortest lines has no more; what comes after them is not read. */
export const MOST_ENTRIES = 2_000_000;

/** @throws what node:fs, SQLite and `searchBatch` throw */
export async function readReport(task: ReadingTask, mostEntries = MOST_ENTRIES): Promise<ReadingFacts> {
  const writer = new EntryWriter(task.databasePath, task.mostBytes);
  try {
    const text = new ReportText(task.reportPath);
    const entries = new Entries(text);
    const shape = await entries.shape();
    let [kept, accepted, isTooMany] = [0, 0, false];
    for await (const entry of entries.read(shape)) {
      if (entry.isAccepted) {
        accepted += 1;
        continue;
      }
      isTooMany = kept === mostEntries;
      if (isTooMany) break;
      writer.addEntry(entry);
      kept += 1;
    }
    const { broken, tooLarge, endsEarly } = entries.flaws;
    const cutOff = isTooMany ? 'too-many' : (text.cutOff ?? (endsEarly ? 'ends-early' : undefined));
    const placed = placeEntries(writer, task.batch);
    const { size: bytes, mtimeMs: modifiedAt } = await stat(task.reportPath);
    const facts: ReadingFacts = {
      ...{ version: READING_VERSION, report: { bytes, modifiedAt } },
      ...described(shape),
      ...{ isPacked: text.isPacked, entries: kept, accepted, broken, tooLarge },
      ...(cutOff !== undefined && { cutOff }),
      ...placed,
      rows: writer.arrange(),
    };
    writer.conclude(facts);
    writer.commit();
    return facts;
  } finally {
    writer.close();
  }
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
  }
}

function placeEntries(
  writer: EntryWriter,
  batch: ReadingTask['batch'],
): Pick<ReadingFacts, 'numbering' | 'source' | 'contradictions'> {
  const source = search(writer, batch);
  const witnesses = { line: noWitnesses(), index: noWitnesses() };
  const seen = { line: false, index: false };
  for (const { numbers, ids } of writer.claims()) {
    for (const { basis } of numbers) seen[basis] = true;
    const found = ids.flatMap(({ id, kind }) => writer.found(comparable(id), kind));
    // What several lines share proves nothing.
    observe(witnesses, numbers, found.length === 1 ? found.map(({ line }) => line) : [], batch.lines);
  }
  const numbering = { line: numberingOf('line', witnesses.line), index: numberingOf('index', witnesses.index) };
  let contradictions = 0;
  for (const { entry, numbers, ids } of writer.claims()) {
    const found = ids.flatMap(({ id, kind }) => writer.found(comparable(id), kind));
    const placement = placeOf({ numbers, ids }, found, numbering, batch.lines);
    writer.place(entry, placement);
    if (placement.kind === 'placed' && placement.places[0]?.contradicts !== undefined) contradictions += 1;
  }
  return {
    numbering: { ...(seen.line && { line: numbering.line }), ...(seen.index && { index: numbering.index }) },
    ...{ source, contradictions },
  };
}

/** Looks for what the entries name, and for the modification ids of the lines that the table will show. */
function search(writer: EntryWriter, batch: ReadingTask['batch']): SourceState | 'not-needed' {
  const wanted = new WantedIds();
  const lines = new Uint8Array(Math.ceil((batch.lines + 2) / 8));
  let isNeeded = false;
  const want = (line: number) => {
    if (line < 1 || line > batch.lines) return;
    const at = line >>> 3;
    lines[at] = (lines[at] ?? 0) | (1 << (line & 7));
    isNeeded = true;
  };
  for (const { numbers, ids } of writer.claims()) {
    for (const { id } of ids) wanted.add(comparable(id));
    // From 0 or from 1: that is not known yet.
    for (const { number } of numbers) {
      want(number);
      want(number + 1);
    }
  }
  for (const line of writer.linesWithErrors()) want(line);
  if (!isNeeded && wanted.size === 0) return 'not-needed';
  const state = searchBatch(batch, {
    wanted,
    wantsLine: (line) => ((lines[line >>> 3] ?? 0) & (1 << (line & 7))) !== 0,
    onFound: (id, kind, line) => {
      writer.addFound(id, kind, line);
      want(line);
    },
    onLine: (line, modificationId) => writer.addLine(line, modificationId),
  });
  if (state !== 'read') writer.forgetLines();
  return state;
}
