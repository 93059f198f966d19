/** @file The findings of a preparation as JSON Lines: of the mapping in the order of the rows, then of the check by file. */

import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Said } from '../../src-shared/languages/fact.ts';
import { jsonInEnglish } from '../../src-shared/languages/message.ts';
import type { Finding } from '../check/findings/finding.ts';
import { FINDINGS } from '../exports/output-folder.ts';
import { NewFile } from '../ground/files/new-file.ts';
import type { RowFinding, TableNames } from './row-findings.ts';

export class FindingsFile {
  readonly #path: string;
  readonly #hash = createHash('sha256');
  #file: NewFile | undefined;

  constructor(folder: string) {
    this.#path = join(folder, FINDINGS);
  }

  /** Because of which rows were refused. @throws AppError file.cannot-write, disk.full, as do the other methods */
  addOfRows(names: TableNames, findings: readonly RowFinding[]): void {
    const lines = findings.map(({ row, column, cell, field, rule, severity, message }) =>
      entryLine({ ...names, row, column, cell, field, rule, severity, message }),
    );
    this.#write(lines.join(''));
  }

  /** A finding of the check; its row is absent where it concerns the file as a whole. */
  addOfCheck(
    file: string,
    { line, path, rule, severity, message }: Finding,
    origin: (TableNames & { row: number; column?: string | undefined; cell?: string | undefined }) | undefined,
  ): void {
    const { source, table, row, column, cell } = origin ?? {};
    const field = path === '' ? undefined : path;
    this.#write(entryLine({ source, table, row, column, cell, field, rule, severity, message, file, line }));
  }

  /** All of it is on the disk, still under another name; undefined without findings. */
  finish(): { name: string; sha256: string } | undefined {
    if (this.#file === undefined) return undefined;
    this.#file.finish();
    return { name: FINDINGS, sha256: this.#hash.digest('hex') };
  }

  publish(): void {
    this.#file?.publish();
  }

  /** Leaves nothing of what was not published. Does not throw. */
  discard(): void {
    this.#file?.discard();
  }

  #write(text: string): void {
    if (text === '') return;
    this.#file ??= new NewFile(this.#path);
    const bytes = Buffer.from(text);
    this.#hash.update(bytes);
    this.#file.write(bytes);
  }
}

interface Entry {
  source?: string | undefined;
  table?: string | undefined;
  row?: number | undefined;
  column?: string | undefined;
  cell?: string | undefined;
  field?: string | undefined;
  rule: string;
  severity: string;
  message: Said;
  file?: string;
  line?: number;
}

function entryLine(entry: Entry): string {
  return `${jsonInEnglish(entry)}\n`;
}
