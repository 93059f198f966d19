/** @file The texts of the page of a statement. */

import { message } from '../../src-shared/languages/message.ts';

export const statementTexts = {
  title: message('Statement', {}, { context: 'page' }),
  firstPage: message('The first page has only the summary; the details follow on the next.'),
  loading: message('Adding up…'),
  from: message('First day'),
  to: message('Last day'),
  all: message('All connections'),
  total: message('In total'),
  lines: message('Lines'),
  files: message('Each file'),
  accepted: message('Accepted'),
  control: message('Control figures of the core system'),
  day: message('Day and files'),
  currency: message('Currency'),
  core: message('According to the core system'),
  inFiles: message('In the files (less what was left out)'),
  missing: message('Difference', {}, { context: 'control figures' }),
  compare: message('Compare with the core system…'),
  comparing: message('Compare with the core system'),
  compareFile: (fileName: string) => message('Compare {fileName} with the core system…', { fileName }),
  enter: message('Enter control figures'),
  figures: message('Control figures'),
};
