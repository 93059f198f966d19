/** @file How an export was recognised: for display, and for what may be overridden. */

import type { ErrorRecord } from '../../src-shared/errors.ts';
import type { Packing } from '../../src-shared/formats.ts';
import type { Fact, Said } from '../../src-shared/languages/fact.ts';
import type { Encoding, Format } from '../../src-shared/template-shapes.ts';
import type { Delimiter } from './delimited/record-cells.ts';

/**
 * Asked for by hint or template; by a mark at the start of the text; declared in it, as by the prolog of XML or Excel's line
 * `sep=;`; detected from its content; or only the likeliest, which a person had better look at.
 */
export type How = 'asked-for' | 'by-mark' | 'declared' | 'detected' | 'guessed';

export interface Known<Value> {
  value: Value;
  how: How;
}

/** Of one file, which may have several tables: the sheets of a workbook. */
export interface FileFacts {
  /** Its name within an archive or a folder, with slashes; empty for a file that was chosen itself. */
  name: string;
  /** What errors call it. */
  shownPath: Said;
  /** What it was taken out of, the outermost first. */
  packing: readonly Packing[];
  format: Known<Format>;
  /** Of text. */
  encoding?: Known<Encoding>;
  delimiter?: Known<Delimiter>;
  /** 0: there is none. */
  headerRow?: Known<number>;
  /** Of a workbook: the names of all its sheets, taken or not. */
  sheets?: readonly string[];
  /** Full sentences for a clerk. */
  notes: readonly Said[];
}

/** What was left out of a folder or an archive. */
export interface LeftOut {
  name: string;
  /** A full sentence. */
  reason: Fact;
}

/** A file that can be chosen or left out, among others in an archive, a folder, or what was chosen together. */
export interface ListedFile {
  /** What it was chosen by: the path that was opened. */
  path: string;
  /** Its name within that, with slashes; empty for a file that was chosen itself. */
  name: string;
  /** Unpacked, where that is known before it is read. */
  bytes: number;
  format?: Format | undefined;
  /** A full sentence: why it cannot be read. */
  problem?: ErrorRecord | undefined;
  isChosen: boolean;
}

export interface ExportFacts {
  /** Of all that was chosen, as it lies on the disk. */
  bytes: number;
  files: readonly FileFacts[];
  leftOut: readonly LeftOut[];
  /** How many files were not chosen. */
  notChosen: number;
  /** All that could be chosen, where that was asked for. */
  listed: readonly ListedFile[];
}
