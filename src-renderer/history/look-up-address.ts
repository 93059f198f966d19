/** @file What a person looks for in the history as the part of an address after “?”. What asks for nothing is left out. Pure. */

import { isDay } from '../../src-shared/calendar-days.ts';
import { submissionStateNames } from '../../src-shared/states.ts';
import { everything, type LookUp } from './look-up.ts';

type Field = Exclude<keyof LookUp, 'isRemoved'>;

/** The name of each field in the address. */
const names: Readonly<Record<Field, string>> = {
  fileName: 'file',
  batchId: 'batch',
  modificationId: 'modification',
  from: 'from',
  to: 'to',
  state: 'state',
  person: 'person',
};
const fields = Object.keys(names).filter((name): name is Field => name in names);
/** As the fields take it. */
const LONGEST = 500;

/** What stands after “?”; empty where everything is shown. */
export function formatLookUp(lookUp: LookUp): string {
  const said = new URLSearchParams();
  for (const field of fields) if (lookUp[field] !== '') said.append(names[field], lookUp[field]);
  if (lookUp.isRemoved) said.append('only', 'removed');
  return said.toString();
}

/** What such a text asks for; what is not understood asks for nothing. */
export function parseLookUp(text: string): LookUp {
  const said = new URLSearchParams(text);
  const lookUp: LookUp = { ...everything, isRemoved: said.get('only') === 'removed' };
  for (const field of fields) {
    const value = said.get(names[field]) ?? '';
    if (fits(field, value)) lookUp[field] = value;
  }
  return lookUp;
}

function fits(field: Field, value: string): boolean {
  if (field === 'state') return submissionStateNames.some((state) => state === value);
  if (field === 'from' || field === 'to') return isDay(value);
  return value.length <= LONGEST;
}
