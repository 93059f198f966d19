/**
 * @file What the fields 86 of an entry say about it: as German banks structure them (`?20`), with SWIFT's codes (`/REMI/`), with the
 * words of Dutch banks (`NAAM:`), or as text. Nothing is read from prose. Pure.
 */

import { accountAsKnown, isIban, onOneLine, type Party } from '../payment-columns.ts';

export interface EntryDetails {
  counterparty?: Party;
  /** For whom the counterparty paid or was paid. */
  ultimate?: string | undefined;
  endToEnd?: string | undefined;
  mandate?: string | undefined;
  remittance?: string | undefined;
  purpose?: string | undefined;
  /** Of the bank: the business code, the text of the posting. */
  code?: string | undefined;
  /** What has no place of its own: further fields, and codes such as that of a return. */
  more?: string | undefined;
}

/** With which a part of the purpose begins, as SEPA transactions have them. */
const SEPA_CODE = /^(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|IBAN|BIC|COAM|OAMT|PURP)\+/;
/** A subfield of a name or a purpose holds so many characters: a shorter one ends with a word. */
const SUBFIELD_CHARACTERS = 27;
/** The mark before each subfield of two digits, behind the business code. */
const STRUCTURED = /^(\d{3})?([?>~<^|@])(?=(?:0\d|1\d|2\d|3[0-9]|6[0-5])(?:\D|\d))/;
/** The slash that closes a code may open the next one. */
const SWIFT_CODES =
  /\/(EREF|REMI|RREF|BENM|ORDP|NAME|ACCT|IBAN|BIC|TRCD|TRTP|MARF|CSID|PURP|RTRN|UDTR|UCRD|ULTD|ULTB|ULTC|ULCR|ISDT|PREF|NRTX|ID|ADDR|SVCL|TYPE|CNTP|OCMT|CHGS|EXCH|CREF|SVWZ|PY)(?=\/)/g;
/** Whose name and account follow. */
const PARTIES: readonly string[] = ['BENM', 'ORDP', 'UDTR', 'UCRD', 'ULTD', 'ULTB', 'ULTC', 'ULCR'];
const OF_PARTY: readonly string[] = ['NAME', 'ACCT', 'IBAN', 'BIC', 'ID', 'ADDR'];
/** What has no column: it is kept as it is written. */
const KEPT: readonly string[] = [
  'RTRN',
  'CSID',
  'PREF',
  'RREF',
  'CREF',
  'OCMT',
  'CHGS',
  'EXCH',
  'NRTX',
  'SVCL',
  'TYPE',
];
const DUTCH_WORDS = /(?:^|\s)(IBAN|BIC|NAAM|OMSCHRIJVING|KENMERK|MACHTIGING|INCASSANT|VOOR):\s*/g;

/**
 * @param fields each field 86 of an entry, as its lines
 * @param isCredit whether the transaction came in at first, before a reversal took it back
 */
export function entryDetails(fields: readonly (readonly string[])[], isCredit: boolean): EntryDetails {
  const texts = fields.map((lines) => lines.join(' ').trim());
  const at = fields.findIndex((lines) => isStructured(lines) || isCoded(lines) || isInDutchWords(lines));
  const chosen = fields[at];
  if (chosen === undefined) return { remittance: filled(texts.join(' ')) };
  // A long field goes on in the next one.
  const goesOn = isStructured(chosen) ? isStructured : isCoded(chosen) ? isCoded : () => false;
  const behind = fields.slice(at + 1);
  const others = behind.findIndex((lines) => !goesOn(lines));
  const until = others === -1 ? fields.length : at + 1 + others;
  const more = filled(texts.filter((_, one) => one < at || one >= until).join(' '));
  const lines = fields.slice(at, until).flat();
  const details = isStructured(chosen)
    ? structured(lines.join(''))
    : isCoded(chosen)
      ? coded(lines.join(''), isCredit)
      : inDutchWords(lines.join(' '));
  return { ...details, more: together([details.more, more]) };
}

function isStructured([first = '']: readonly string[]): boolean {
  return STRUCTURED.test(first);
}

function isCoded(lines: readonly string[]): boolean {
  return lines.join('').search(SWIFT_CODES) !== -1;
}

/** One that tells a party. */
function isInDutchWords(lines: readonly string[]): boolean {
  return /(?:^|\s)(?:NAAM|IBAN):/.test(lines.join(' '));
}

/** Subfields of two digits: 00 the posting, 20 to 29 and 60 to 63 the purpose, 30 to 33 and 38 the counterparty. */
function structured(joined: string): EntryDetails {
  const [, code = '', separator = '?'] = STRUCTURED.exec(joined) ?? [];
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
  const sepa = new Map<string, string[]>([['', []]]);
  let open = '';
  for (const value of [...of(20, 29), ...of(60, 63)]) {
    const found = SEPA_CODE.exec(value)?.[1];
    const isNew = found !== undefined && !sepa.has(found);
    if (isNew) open = found;
    sepa.set(open, [...(sepa.get(open) ?? []), value]);
  }
  const idOf = (name: string) =>
    filled(
      sepa
        .get(name)
        ?.join('')
        .slice(name.length + 1),
    );
  const textOf = (name: string) => filled(inWords(sepa.get(name) ?? []).slice(name === '' ? 0 : name.length + 1));
  const otherAccount = of(38, 38).join('');
  return {
    counterparty: {
      name: onOneLine(inWords(of(32, 33))),
      account: accountAsKnown(idOf('IBAN') ?? (isIban(otherAccount) ? otherAccount : of(31, 31).join(''))),
      bic: idOf('BIC') ?? filled(of(30, 30).join('')),
    },
    ultimate: textOf('ABWA') ?? textOf('ABWE'),
    endToEnd: idOf('EREF'),
    mandate: idOf('MREF'),
    purpose: idOf('PURP'),
    remittance: textOf('SVWZ') ?? textOf(''),
    code: filled([code, ...of(0, 0)].filter((part) => part !== '').join(' ')),
  };
}

/** Subfields as one text: a full one was cut within a word, or not; a shorter one ends with one. */
function inWords(parts: readonly string[]): string {
  return parts.reduce((text, part, at) => {
    const before = parts[at - 1];
    const isCut = before === undefined || before.length >= SUBFIELD_CHARACTERS || /\s$/.test(text) || /^\s/.test(part);
    return text + (isCut ? '' : ' ') + part;
  }, '');
}

/** The first of each code counts; names and accounts are those of the party before them. */
function coded(joined: string, isCredit: boolean): EntryDetails {
  const marks = [...joined.matchAll(SWIFT_CODES)];
  const parts = new Map<string, string>();
  let party = '';
  for (const [at, mark] of marks.entries()) {
    const code = mark[1] ?? '';
    const value = joined.slice(mark.index + mark[0].length + 1, marks[at + 1]?.index ?? joined.length);
    if (PARTIES.includes(code)) party = `${code} `;
    const key = OF_PARTY.includes(code) ? party + code : code;
    if ((parts.get(key) ?? '') === '') parts.set(key, value);
  }
  const first = (...keys: readonly string[]) =>
    keys.map((key) => filled(parts.get(key))).find((one) => one !== undefined);
  const side = isCredit ? 'ORDP' : 'BENM';
  const ofSide = (...codes: readonly string[]) => first(...codes.flatMap((code) => [`${side} ${code}`, code]));
  const [account, bic, name] = (parts.get('CNTP') ?? '').split('/');
  const ultimate = (isCredit ? ['UDTR', 'ULTD'] : ['UCRD', 'ULTB', 'ULTC', 'ULCR'])
    .map((code) => first(`${code} NAME`, code)?.split('/')[0])
    .find((one) => one !== undefined);
  const counterparty = {
    name: onOneLine(ofSide('NAME') ?? first(side) ?? filled(name)),
    account: accountAsKnown(ofSide('IBAN', 'ACCT') ?? account),
    bic: ofSide('BIC') ?? filled(bic),
  };
  const remittance = filled(parts.get('REMI')?.replace(/^\/?(?:USTD|STRD)?\/+/, '')) ?? first('PY', 'SVWZ');
  const isTold = remittance !== undefined || counterparty.name !== undefined || counterparty.account !== undefined;
  return {
    counterparty,
    ultimate,
    endToEnd: first('EREF'),
    mandate: first('MARF'),
    remittance: remittance ?? (isTold ? undefined : filled(joined)),
    code: first('TRCD', 'TRTP'),
    purpose: first('PURP'),
    more: together([filled(joined.slice(0, marks[0]?.index)), ...KEPT.map((code) => keptPart(code, first(code)))]),
  };
}

function keptPart(code: string, value: string | undefined): string | undefined {
  return value === undefined ? undefined : `/${code}/${value}`;
}

function together(parts: readonly (string | undefined)[]): string | undefined {
  const told = parts.filter((part) => part !== undefined);
  return told.length === 0 ? undefined : told.join(' ');
}

function inDutchWords(text: string): EntryDetails {
  const marks = [...text.matchAll(DUTCH_WORDS)];
  const parts = new Map<string, string>();
  for (const [at, mark] of marks.entries()) {
    const value = onOneLine(text.slice(mark.index + mark[0].length, marks[at + 1]?.index ?? text.length));
    const word = mark[1] ?? '';
    if (value !== undefined && !parts.has(word)) parts.set(word, value);
  }
  return {
    counterparty: { name: parts.get('NAAM'), account: accountAsKnown(parts.get('IBAN')), bic: parts.get('BIC') },
    ultimate: parts.get('VOOR'),
    endToEnd: parts.get('KENMERK'),
    mandate: parts.get('MACHTIGING'),
    remittance: parts.get('OMSCHRIJVING'),
    code: onOneLine(text.slice(0, marks[0]?.index ?? 0)),
  };
}

function filled(text: string | undefined): string | undefined {
  const trimmed = text?.replace(/^\/+|\/+$/g, '').trim();
  return trimmed === '' ? undefined : trimmed;
}
