/** @file The template with which a preparation begins: a kept one that is recognised by the columns, or one that is guessed. Pure. */

import type { Guess, Template } from '../../src-shared/contract.ts';
import { type GuessedField, guessTemplate } from '../templates/guess.ts';
import { paymentTemplate } from '../templates/payment-template.ts';
import { recognise } from '../templates/recognise.ts';
import type { Examined } from './examination.ts';
import type { KeptTemplate } from './kept-templates.ts';

export interface FirstTemplate {
  template: Template;
  /** Why its fields come from where they come from; none where a kept template was recognised. */
  guesses: Guess[];
  recognised?: { id: string; name: string };
}

/** As people are told: from here on a guess is sure, or at least likely. */
const SURE = 0.9;
const LIKELY = 0.7;

/** @param name what a guessed template is called */
export function firstTemplate(examined: Examined, kept: readonly KeptTemplate[], name: string): FirstTemplate {
  const [table] = examined.tables;
  const columns = table?.columns ?? [];
  const known = recognise(
    columns,
    kept.map(({ template }) => template),
  );
  // A changed export needs a person's look at what is missing; columns in another order do not.
  const same = known !== undefined && known.fit.fit !== 'partial' ? known.template : undefined;
  const owner = kept.find(({ template }) => template === same);
  if (same !== undefined && owner !== undefined) {
    return { template: same, guesses: [], recognised: { id: owner.id, name: same.name } };
  }
  const reading = table?.reading ?? { format: 'delimited' };
  if (reading.format === 'iso20022' || reading.format === 'swift')
    return { template: paymentTemplate(name, reading, columns), guesses: [] };
  const { template, fields } = guessTemplate({ columns, reading, rows: table?.rows ?? [] }, name);
  // Columns that nothing was asked about are not sent by themselves.
  return { template: { ...template, otherColumns: 'leave-out' }, guesses: fields.map(guessShown) };
}

function guessShown({ field, confidence, reason }: GuessedField): Guess {
  return { field, confidence: confidence >= SURE ? 'sure' : confidence >= LIKELY ? 'likely' : 'look', reason };
}
