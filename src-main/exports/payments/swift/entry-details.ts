/** @file What field 86 says about an entry: as German banks structure it (`?20`), with SWIFT's codes (`/REMI/`), or as text. Pure. */

import { accountAsKnown, onOneLine, type Party } from '../payment-columns.ts';

export interface EntryDetails {
  counterparty: Party;
  /** For whom the counterparty paid or was paid. */
  ultimate?: string | undefined;
  endToEnd?: string | undefined;
  mandate?: string | undefined;
  remittance?: string | undefined;
  /** Of the bank: the business code, the text of the posting. */
  code?: string | undefined;
  /** The whole field, as it is written. */
  text: string;
}

/** With which a part of the purpose begins, as SEPA transactions have them. */
const SEPA_CODE = /^(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|IBAN|BIC|COAM|OAMT|PURP)\+/;
/** A subfield of a name holds so many characters: a shorter one ends with a word. */
const NAME_CHARACTERS = 27;
const SWIFT_CODES =
  /\/(EREF|REMI|RREF|BENM|ORDP|NAME|ACCT|IBAN|BIC|TRCD|MARF|CSID|PURP|RTRN|UDTR|UCRD|ULTD|ULTB|ULCR|ISDT|PREF|NRTX|ID|ADDR|SVCL|TYPE|CNTP|OCMT|CHGS|EXCH|CREF|SVWZ|PY)\//g;
/** Whose name and account follow. */
const PARTIES: readonly string[] = ['BENM', 'ORDP', 'UDTR', 'UCRD', 'ULTD', 'ULTB', 'ULCR'];
const ULTIMATE: readonly string[] = ['UDTR', 'UCRD', 'ULTD', 'ULTB', 'ULCR'];

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
  const parts: { number: number; value: string }[] = [];
  for (const part of joined.slice(code.length).split(separator)) {
    const [, number, value] = /^(\d{2})([\s\S]*)$/.exec(part) ?? [];
    const last = parts.at(-1);
    if (number !== undefined && value !== undefined) parts.push({ number: Number(number), value });
    // The mark was part of the text.
    else if (last !== undefined) last.value += separator + part;
  }
  const of = (from: number, to: number) =>
    parts.filter(({ number }) => number >= from && number <= to).map(({ value }) => value);
  const sepa = new Map<string, string>([['', '']]);
  let open = '';
  for (const value of [...of(20, 29), ...of(60, 63)]) {
    const found = SEPA_CODE.exec(value)?.[1];
    const isNew = found !== undefined && !sepa.has(found);
    if (isNew) open = found;
    sepa.set(open, (sepa.get(open) ?? '') + (isNew ? value.slice(found.length + 1) : value));
  }
  const [name = '', more] = of(32, 33);
  const divider = name.length < NAME_CHARACTERS ? ' ' : '';
  return {
    counterparty: {
      name: onOneLine(more === undefined ? name : name + divider + more),
      account: accountAsKnown(sepa.get('IBAN') ?? of(31, 31).join('')),
      bic: filled(sepa.get('BIC') ?? of(30, 30).join('')),
    },
    ultimate: filled(sepa.get('ABWA') ?? sepa.get('ABWE')),
    endToEnd: filled(sepa.get('EREF')),
    mandate: filled(sepa.get('MREF')),
    remittance: filled(sepa.get('SVWZ')) ?? filled(sepa.get('')),
    code: filled([code, ...of(0, 0)].filter((part) => part !== '').join(' ')),
    text,
  };
}

/** The first of each code counts; names and accounts are those of the party before them. */
function coded(joined: string, text: string): EntryDetails {
  const marks = [...joined.matchAll(SWIFT_CODES)];
  const parts = new Map<string, string>();
  let party = '';
  for (const [at, mark] of marks.entries()) {
    const code = mark[1] ?? '';
    // The slash that closes a code may open the next one.
    const value = joined.slice(mark.index + mark[0].length, marks[at + 1]?.index ?? joined.length);
    if (PARTIES.includes(code)) party = ULTIMATE.includes(code) ? 'ultimate ' : '';
    const key = ['NAME', 'ACCT', 'IBAN', 'BIC', 'ID', 'ADDR'].includes(code) ? party + code : code;
    if ((parts.get(key) ?? '') === '') parts.set(key, value);
  }
  const [account, bic, name] = (parts.get('CNTP') ?? '').split('/');
  return {
    counterparty: {
      name: filled(parts.get('NAME')) ?? filled(name),
      account: accountAsKnown(filled(parts.get('IBAN')) ?? filled(parts.get('ACCT')) ?? account),
      bic: filled(parts.get('BIC')) ?? filled(bic),
    },
    ultimate: filled(parts.get('ultimate NAME')),
    endToEnd: filled(parts.get('EREF')),
    mandate: filled(parts.get('MARF')),
    remittance: filled(parts.get('REMI')?.replace(/^\/?(?:USTD|STRD)?\/+/, '')),
    code: filled(parts.get('TRCD')),
    text,
  };
}

function filled(text: string | undefined): string | undefined {
  const trimmed = text?.replace(/^\/+|\/+$/g, '').trim();
  return trimmed === '' ? undefined : trimmed;
}
