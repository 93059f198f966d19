/** @file What field 86 says about an entry: as German banks structure it (`?20`), with SWIFT's codes (`/REMI/`), or as text. Pure. */

import type { Party } from '../payment-columns.ts';

export interface EntryDetails {
  counterparty: Party;
  endToEnd?: string | undefined;
  mandate?: string | undefined;
  remittance?: string | undefined;
  /** Of the bank: the business code, the text of the posting. */
  code?: string | undefined;
  /** The whole field, as it is written. */
  text: string;
}

/** With which parts of the purpose begin, as SEPA transactions have them. */
const SEPA_CODES = /(?:^|(?<=[\s\S]))(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|IBAN|BIC|COAM|OAMT|PURP)\+/g;
const SWIFT_CODES =
  /\/(EREF|REMI|RREF|BENM|ORDP|NAME|ACCT|IBAN|BIC|TRCD|MARF|CSID|PURP|RTRN|UDTR|UCRD|ISDT|PREF|NRTX|ID|ADDR|SVCL|TYPE)\//g;

export function entryDetails(lines: readonly string[]): EntryDetails {
  const text = lines.join('\n');
  const [, code, separator] = /^(\d{3})([^\sA-Za-z0-9])/.exec(lines[0] ?? '') ?? [];
  if (separator !== undefined) return structured(lines.join(''), code ?? '', separator, text);
  const joined = lines.join('');
  return joined.search(SWIFT_CODES) !== -1
    ? coded(joined, text)
    : { counterparty: {}, remittance: lines.join(' ').trim(), text };
}

/** Subfields of two digits: 00 the posting, 20 to 29 and 60 to 63 the purpose, 30 to 33 the counterparty. */
function structured(joined: string, code: string, separator: string, text: string): EntryDetails {
  const parts = new Map<number, string>();
  for (const part of joined.slice(code.length).split(separator)) {
    const [, number, value] = /^(\d{2})([\s\S]*)$/.exec(part) ?? [];
    if (number !== undefined && value !== undefined)
      parts.set(Number(number), (parts.get(Number(number)) ?? '') + value);
  }
  const of = (from: number, to: number) =>
    [...parts]
      .filter(([number]) => number >= from && number <= to)
      .map(([, value]) => value)
      .join('');
  const purpose = of(20, 29) + of(60, 63);
  const sepa = splitBy(purpose, SEPA_CODES);
  const account = filled(sepa.get('IBAN')) ?? filled(of(31, 31));
  return {
    counterparty: { name: filled(of(32, 33)), account, bic: filled(sepa.get('BIC')) ?? filled(of(30, 30)) },
    endToEnd: filled(sepa.get('EREF')),
    mandate: filled(sepa.get('MREF')),
    remittance: filled(sepa.get('SVWZ')) ?? filled(sepa.get('') ?? ''),
    code: filled([code, of(0, 0)].filter((part) => part !== '').join(' ')),
    text,
  };
}

function coded(joined: string, text: string): EntryDetails {
  const parts = splitBy(joined, SWIFT_CODES);
  const remittance = filled(parts.get('REMI')?.replace(/^\/?(?:USTD|STRD)?\/+/, ''));
  return {
    counterparty: {
      name: filled(parts.get('NAME')),
      account: filled(parts.get('IBAN')) ?? filled(parts.get('ACCT')),
      bic: filled(parts.get('BIC')),
    },
    endToEnd: filled(parts.get('EREF')),
    mandate: filled(parts.get('MARF')),
    remittance,
    code: filled(parts.get('TRCD')),
    text,
  };
}

/** What stands behind each code, the first of each counts; what stands before all of them under ''. */
function splitBy(text: string, codes: RegExp): Map<string, string> {
  const marks = [...text.matchAll(codes)];
  const parts = new Map<string, string>([['', text.slice(0, marks[0]?.index ?? text.length)]]);
  for (const [at, mark] of marks.entries()) {
    const value = text.slice(mark.index + mark[0].length, marks[at + 1]?.index ?? text.length);
    const code = mark[1] ?? '';
    if (!parts.has(code) || parts.get(code) === '') parts.set(code, value);
  }
  return parts;
}

function filled(text: string | undefined): string | undefined {
  const trimmed = text?.replace(/\/+$/, '').trim();
  return trimmed === '' ? undefined : trimmed;
}
