/** @file The findings of a check as the spreadsheet of a person opens them. */

import { fieldWithPath } from '../../src-shared/field-words.ts';
import { findingSentence } from '../../src-shared/finding-sentence.ts';
import { inEnglish, message } from '../../src-shared/languages/message.ts';
import { severityInWords } from '../../src-shared/severity-words.ts';
import type { Finding } from '../check/findings/finding.ts';
import { type Column, SavedTable, type Speaker } from '../ground/saved-table.ts';

const columns: readonly Column<Finding>[] = [
  { title: () => message('Line'), cell: ({ line }) => line },
  {
    title: () => message('Severity'),
    cell: ({ severity }) => severity,
    told: ({ severity }) => severityInWords(severity),
  },
  { title: () => message('Field'), cell: ({ path }) => path, told: ({ path }) => fieldWithPath(path) },
  {
    title: () => message('Message'),
    cell: (finding) => inEnglish(finding.message),
    told: (finding) => findingSentence(finding.message),
  },
  { title: () => message('Rule'), cell: ({ rule }) => rule },
];

/** In pieces. */
export function findingsTable(findings: Iterable<Finding>, say: Speaker): Generator<string> {
  return new SavedTable(columns, say).pieces(findings);
}
