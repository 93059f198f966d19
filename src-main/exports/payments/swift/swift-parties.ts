/** @file The parties of a transfer as SWIFT MT spells them: an account, then a BIC, or lines of name and address. Pure. */

import type { Party } from '../payment-columns.ts';

/** The lines of each field by its tag. */
export type Fields = ReadonlyMap<string, readonly string[]>;

/** The text of a field on one line. */
export function textIn(fields: Fields, tag: string): string | undefined {
  return fields.get(tag)?.join(' ').trim();
}

/** By the first of these tags that there is. Option A and G have a BIC, F has numbered lines. */
export function partyIn(fields: Fields, tags: readonly string[]): Party {
  const tag = tags.find((one) => fields.has(one));
  if (tag === undefined) return {};
  const lines = [...(fields.get(tag) ?? [])];
  const account = lines[0]?.startsWith('/') ? lines.shift()?.slice(1).trim() : undefined;
  if (/[AG]$/.test(tag)) return { account, bic: bicIn(fields, tag) };
  if (!tag.endsWith('F')) return { account, name: lines[0]?.trim() };
  const numbered = (number: string) =>
    lines.filter((line) => line.startsWith(`${number}/`)).map((line) => line.slice(2).trim());
  const country = numbered('3')[0]?.split('/')[0];
  return { account, name: numbered('1').join(' '), ...(country !== undefined && { country }) };
}

export function bicIn(fields: Fields, tag: string): string | undefined {
  return fields
    .get(tag)
    ?.find((line) => !line.startsWith('/'))
    ?.trim();
}

/** Of 70: without the mark in front. */
export function remittanceIn(fields: Fields): string | undefined {
  return fields
    .get('70')
    ?.join('')
    .replace(/^\/(?:RFB|ROC)\//, '')
    .trim();
}

/** Of 70: the reference of whoever gave the order. */
export function endToEndIn(fields: Fields): string | undefined {
  return /^\/ROC\/([^/]+)/.exec(textIn(fields, '70') ?? '')?.[1]?.trim();
}

export function chargesIn(fields: Fields): string | undefined {
  const charges = ['71A', '71F', '71G'].flatMap((tag) => textIn(fields, tag) ?? []);
  return charges.length === 0 ? undefined : charges.join(' ');
}
