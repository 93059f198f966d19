/** @file What the thread is given that looks at exports, and what it finds in them. */

import type { Reading } from '../../src-shared/template-shapes.ts';
import type { Examination } from '../exports/examine.ts';
import type { FileChoice } from '../exports/file-choice.ts';
import type { KeptTemplate } from './kept-templates.ts';

export interface ExaminationRequest {
  /** Absolute paths, in the order in which they are prepared. */
  paths: readonly string[];
  /** Which of the files in them are taken, by path. */
  choices?: ReadonlyMap<string, FileChoice> | undefined;
  /** Lists the files that can be chosen; one that cannot be read does not keep the others out. */
  lists?: boolean;
  /** How they are read; what is not said is detected. */
  reading?: Reading | undefined;
  /** In which a work area is made, and removed at the end. */
  workFolder: string;
  kept: readonly KeptTemplate[];
  /** The kept template that a person has chosen. */
  chosen?: string | undefined;
  /** What a guessed template is called. */
  name: string;
}

/** With the first lines of the export as they are, where it is text that is not packed. */
export interface Examined extends Examination {
  lines: readonly string[];
}
