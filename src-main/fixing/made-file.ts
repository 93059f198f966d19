/** @file A file that a rewrite makes, with its change log and which line each of its lines was. What has no place is only counted. */

import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { NewFile } from '../ground/files/new-file.ts';
import { changeEntry, handEntry, runEntries } from './change-log.ts';
import { type LineMap, LineMapBuilder } from './line-map.ts';
import type { EditedLine } from './line-pipeline.ts';
import type { SourceLine } from './line-reader.ts';
import type { RecipeStep } from './recipe.ts';
import type { FileDigest } from './rewrite-messages.ts';

export interface Goal {
  out: NewFile | undefined;
  log: NewFile | undefined;
}

export class MadeFile {
  readonly #goal: Goal;
  readonly #map = new LineMapBuilder();
  readonly #hash = createHash('sha256');
  #bytes = 0;
  #changed = 0;

  constructor(goal: Goal) {
    this.#goal = goal;
  }

  /** Its lines that differ from their original. */
  get changed(): number {
    return this.#changed;
  }

  /** The next line. @param stepAt by its place among the steps */
  add(line: SourceLine, { edited, changes, byHand }: EditedLine, stepAt: (place: number) => RecipeStep): void {
    const newLine = this.#map.add(line.number);
    if (edited !== undefined) this.#changed += 1;
    if (byHand !== undefined) {
      const sent = changes.length > 0 ? edited?.toString() : undefined;
      this.note(handEntry({ line: line.number, newLine }, line.text?.toString() ?? '', byHand, sent));
    }
    for (const change of changes) this.note(changeEntry(line.number, newLine, stepAt(change.step), change));
    for (const piece of piecesOf(line, edited)) this.write(piece);
  }

  write(bytes: Buffer): void {
    this.#bytes += bytes.length;
    this.#hash.update(bytes);
    this.#goal.out?.write(bytes);
  }

  /** In the change log. */
  note(entry: string): void {
    this.#goal.log?.write(Buffer.from(entry));
  }

  /** Ends the log, and says what was made. @param summary its last entry */
  finish(summary: (made: { map: LineMap; result: FileDigest }) => string): { map: LineMap; result: FileDigest } {
    const made = { map: this.#map.finish(), result: { bytes: this.#bytes, sha256: this.#hash.digest('hex') } };
    if (this.#goal.log === undefined) return made;
    for (const entry of runEntries(made.map.runs)) this.note(entry);
    this.note(summary(made));
    return made;
  }
}

/** The bytes of a line with its end, with other ones in the place of its text. */
function* piecesOf({ text, pieces }: SourceLine, edited: Buffer | undefined): Generator<Buffer> {
  if (edited === undefined) {
    yield* pieces;
    return;
  }
  yield edited;
  for (const piece of pieces) yield piece.subarray(text?.length ?? 0);
}
