/** @file Looks through the lines of a batch in its source file for identifiers that a report asks for. */

import { createHash } from 'node:crypto';
import { AppError } from '../../../src-shared/errors.ts';
import { NEWLINE, steps } from '../../check/line-ends.ts';
import { isJsonObject, valueAt } from '../../check/rules/json-object.ts';
import { modificationIdOf } from '../../check/rules/line-judge.ts';
import { SourceFile } from '../../check/source-file.ts';
import type { IdKind } from './reading/entry.ts';
import type { WantedIds } from './wanted-ids.ts';

/** Where a batch stands in its source file, and what its bytes were when they were sent. */
export interface BatchRange {
  path: string;
  start: number;
  end: number;
  sha256: string;
}

export interface Search {
  wanted: WantedIds;
  /** Lines of the batch, from 1, whose modification id is asked for. */
  wantsLine: (line: number) => boolean;
  onFound: (id: string, kind: Exclude<IdKind, 'any'>, line: number) => void;
  onLine: (line: number, modificationId: string) => void;
}

/** `gone`: there is no readable file; `changed`: these are not the bytes that were sent. */
export type SourceState = 'read' | 'gone' | 'changed';

const STEP_BYTES = 1024 * 1024;
/** The check rejects a longer line, so it names no transaction. */
const LONGEST_LINE = 16 * 1024 * 1024;

/** Reads the range once. What it found counts only if the result is `read`. */
export function searchBatch({ path, start, end, sha256 }: BatchRange, search: Search): SourceState {
  let source: SourceFile | undefined;
  try {
    source = new SourceFile(path);
    if (source.bytes < end) return 'changed';
    const digest = createHash('sha256');
    const lines = new Lines(search);
    for (const { bytes } of steps(source, start, end, STEP_BYTES)) {
      digest.update(bytes);
      lines.push(bytes);
    }
    lines.end();
    return digest.digest('hex') === sha256 ? 'read' : 'changed';
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code.startsWith('file.')) {
      return thrown.code === 'file.changed' ? 'changed' : 'gone';
    }
    throw thrown;
  } finally {
    source?.close();
  }
}

class Lines {
  readonly #search: Search;
  #number = 0;
  /** The beginning of a line that continues in the next piece. */
  #parts: Buffer[] = [];
  #length = 0;

  constructor(search: Search) {
    this.#search = search;
  }

  push(bytes: Buffer): void {
    let from = 0;
    for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, from)) {
      this.#end(bytes.subarray(from, at));
      from = at + 1;
    }
    const rest = bytes.subarray(from);
    if (rest.length === 0) return;
    this.#length += rest.length;
    // The next piece overwrites these bytes.
    if (this.#length <= LONGEST_LINE) this.#parts.push(Buffer.from(rest));
  }

  end(): void {
    if (this.#length > 0) this.#end(Buffer.alloc(0));
  }

  #end(rest: Buffer): void {
    this.#number += 1;
    const { wanted, wantsLine } = this.#search;
    const isWanted = wanted.size > 0 || wantsLine(this.#number);
    if (isWanted && this.#length + rest.length <= LONGEST_LINE) {
      this.#look((this.#parts.length === 0 ? rest : Buffer.concat([...this.#parts, rest])).toString('utf8'));
    }
    this.#parts = [];
    this.#length = 0;
  }

  #look(text: string): void {
    const { wanted, wantsLine, onFound, onLine } = this.#search;
    const transaction = transactionIn(text);
    if (transaction === undefined) return;
    const modification = modificationIdOf(transaction);
    const ids = {
      modification,
      transaction: valueAt(transaction, 'transaction_external_id'),
      request: valueAt(transaction, 'request_uuid'),
    };
    for (const kind of ['modification', 'transaction', 'request'] as const) {
      const id = ids[kind];
      if (typeof id !== 'string') continue;
      const same = comparable(id);
      if (wanted.mayHave(same)) onFound(same, kind, this.#number);
    }
    if (modification !== undefined && wantsLine(this.#number)) onLine(this.#number, modification);
  }
}

function transactionIn(text: string) {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Identifiers are compared without case, as the check compares UUIDs. */
export function comparable(id: string): string {
  return id.trim().toLowerCase();
}
