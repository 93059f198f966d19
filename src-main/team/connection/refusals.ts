/**
 * @file What the functions of a team ledger refuse, as facts. They raise sentences in English (`src-main/team/migrations/`), which
 * older and newer ledgers may word otherwise: what is not among them stays as it came. Pure.
 */

import { type Fact, fact, type Said } from '../../../src-shared/languages/fact.ts';

type Values = Readonly<Record<string, string>>;

/** Each with a sentence as PostgreSQL's format() fills it. */
const refusals: readonly (readonly [form: RegExp, says: (given: Values) => Fact])[] = [
  [
    /^Offer (?<id>\d+) is your own: another person has to decide it\.$/,
    (given) => fact('Offer {id} is your own: another person has to decide it.', given),
  ],
  [
    /^Offer (?<id>\d+) was released by (?<person>[^\n]+) on (?<moment>[\d -]+[\d:]+) UTC\.$/,
    (given) => fact('Offer {id} was released by {person} on {moment} UTC.', given),
  ],
  [
    /^Offer (?<id>\d+) was refused by (?<person>[^\n]+) on (?<moment>[\d -]+[\d:]+) UTC\.$/,
    (given) => fact('Offer {id} was refused by {person} on {moment} UTC.', given),
  ],
  [
    /^Offer (?<id>\d+) is of other bytes \(another SHA-256\)\.$/,
    (given) => fact('Offer {id} is of other bytes (another SHA-256).', given),
  ],
  [/^There is no offer (?<id>\d+)\.$/, (given) => fact('There is no offer {id}.', given)],
  [
    /^The same bytes were offered for the same destination by (?<person>[^\n]+) on (?<moment>[\d -]+[\d:]+) UTC \(offer (?<id>\d+), not decided yet\)\.$/,
    (given) =>
      fact(
        'The same bytes were offered for the same destination by {person} on {moment} UTC (offer {id}, not decided yet).',
        given,
      ),
  ],
  [
    /^The same bytes were offered for the same destination by (?<person>[^\n]+) on (?<moment>[\d -]+[\d:]+) UTC \(offer (?<id>\d+), released by (?<checker>[^\n]+)\)\.$/,
    (given) =>
      fact(
        'The same bytes were offered for the same destination by {person} on {moment} UTC (offer {id}, released by {checker}).',
        given,
      ),
  ],
  [/^(?<person>[^\n ]+) has no role in this ledger\.$/, (given) => fact('{person} has no role in this ledger.', given)],
  [
    /^(?<person>[^\n ]+) does not have the role “(?<role>\w+)” in this ledger\.$/,
    (given) => fact('{person} does not have the role “{role}” in this ledger.', given),
  ],
];

/** Longer ones are none of ours. */
const LONGEST = 1000;

export function refusalOf(sentence: string): Said {
  if (sentence.length > LONGEST) return sentence;
  for (const [form, says] of refusals) {
    const found = form.exec(sentence);
    if (found !== null) return says({ ...found.groups });
  }
  return sentence;
}
