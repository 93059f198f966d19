/** @file What a clerk compares of a transaction with the source system: who pays whom, in which countries, how much, and when. Pure. */

import { amountIn } from '../../src-shared/amounts.ts';
import { fieldName, groupName } from '../../src-shared/field-words.ts';
import { writtenMoment } from '../../src-shared/quantities.ts';
import { countryInWords } from '../texts/code-meanings.ts';
import { valueAt } from './value-at.ts';

export interface TransactionFact {
  label: string;
  /** Each of them may be absent. */
  words: readonly string[];
}

/** @param text a transaction as the service would receive it */
export function transactionFacts(text: string): TransactionFact[] {
  const of = (path: string) => valueAt(text, path);
  const side = (role: 'sender' | 'receiver', country: string | undefined): TransactionFact => {
    const party = of(`${role}.unknown.full_name`) ?? of(`${role}.by_external_id`) ?? of(`${role}.unknown.external_id`);
    return { label: groupName(role), words: present(party, country && countryInWords(country)) };
  };
  const amount = of('modification.amount');
  const at = of('modification.created_at');
  return [
    side('sender', of('payment_source_country')),
    side('receiver', of('payment_target_country')),
    {
      label: fieldName('modification.amount'),
      words: present(amount && amountIn(amount, of('modification.currency') ?? '')),
    },
    { label: fieldName('modification.created_at'), words: present(at && writtenMoment(at)) },
  ];
}

const present = (...words: readonly (string | undefined)[]): string[] =>
  words.flatMap((one) => (one === undefined || one === '' ? [] : [one.trim()]));
