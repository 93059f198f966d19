/** @file What is said where several columns of an export have the name that a template means one by. */

import { expect, it } from 'vitest';
import { languageFor } from '../../src-shared/languages/languages.ts';
import { inWords, speaking } from '../../src-shared/languages/message.ts';
import { prepareExport } from './exports/prepare-export.ts';
import { csvOf, paymentRow, paymentTemplate } from './exports.ts';

const export_ = csvOf([paymentRow(1)])
  .replace('amount;currency', 'amount;amount')
  .replace(';EUR;', ';99,99;');
const { 'modification.currency': _currency, ...fields } = paymentTemplate.fields;
const template = { ...paymentTemplate, fields };

async function notesWith(columns: readonly string[]) {
  const prepared = await prepareExport({
    files: { 'x.csv': export_ },
    template: { ...template, columns: [...columns] },
  });
  return prepared.kind === 'prepared' ? { notes: prepared.summary.notes, lines: prepared.lines.length } : prepared;
}

it('That the template takes the first of them is said, since it was made for another export', async () => {
  expect(await notesWith(template.columns)).toEqual({
    notes: [
      'x.csv: several columns are called “amount”. The template takes the first of them; the others are “amount (2)” here. Look which one is meant.',
    ],
    lines: 1,
  });
});

it('A German reads it in German', async () => {
  const language = languageFor('de', []);
  const catalogue = await language.load();
  const prepared = await notesWith(template.columns);
  if (!('notes' in prepared)) throw new Error('nothing was prepared');
  expect(speaking(language, catalogue, () => prepared.notes.map(inWords))).toEqual([
    'x.csv: Mehrere Spalten heißen „amount“. Die Vorlage nimmt die erste von ihnen; die anderen heißen hier „amount (2)“. Sehen Sie nach, welche gemeint ist.',
  ]);
});

it('Nothing is said of a template that was made for this export: a person has chosen', async () => {
  const columns = template.columns.map((name) => (name === 'currency' ? 'amount (2)' : name));
  expect(await notesWith(columns)).toEqual({ notes: [], lines: 1 });
});
