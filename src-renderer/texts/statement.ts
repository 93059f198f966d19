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
  core: message('The core system says'),
  inFiles: message('In the files, less what was left out'),
  missing: message('Missing, or too much'),
  compare: message('Compare with the core system…'),
  enter: message('Enter control figures'),
  figures: message('Control figures'),
};
