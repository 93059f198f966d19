/** @file The template with which a preparation begins: a kept one that is recognised by the columns, or one that is guessed. Pure. */

import type { Guess, Template } from '../../src-shared/contract.ts';
import type { Examined } from '../preparing/examination.ts';
import { recognise } from '../preparing/mapping/recognise.ts';
import type { KeptTemplate } from './kept-templates.ts';

export interface FirstTemplate {
  template: Template;
  /** Why its fields come from where they come from; none where a kept template was recognised. */
  guesses: Guess[];
  recognised?: { id: string; name: string };
}

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
  return { template: emptyTemplate(examined, columns, name), guesses: [] };
}

function emptyTemplate({ tables: [table] }: Examined, columns: readonly string[], name: string): Template {
  return {
    version: 1,
    name,
    reading: table?.reading ?? { format: 'delimited' },
    columns: [...columns],
    numbers: { decimal: '.', thousands: 'none' },
    dates: { formats: ['iso'], zone: 'as-written' },
    fields: {},
    entities: {},
    additionalFields: {},
    otherColumns: 'leave-out',
    leaveOutRows: [],
  };
}
