/** @file What each kind of field makes of a text: JSON, or a fault in words. Pure. */

import { assertNever } from '../../src-shared/errors.ts';
import { isJson } from '../../src-shared/json-in.ts';
import { fact, type Said } from '../../src-shared/languages/fact.ts';
import type { PlainValue, Template } from '../../src-shared/template-shapes.ts';
import { shown } from '../check/findings/finding.ts';
import type { MappingRule } from './cell-fault.ts';
import { dateReader, whyNoDate } from './date-text.ts';
import { jsonString } from './json-string.ts';
import type { MappableKind } from './mappable-fields.ts';
import { isJsonNumber, numberReader, whyNoNumber } from './number-text.ts';
import { hasLostDigits, notAValue } from './row-cells.ts';

/** Kinds of fields, and of additional fields, as far as they make a difference here. */
export type ValueKind = 'text' | 'code' | 'identifier' | 'uuid' | 'number' | 'date-time' | 'boolean' | 'json';

export interface Conversion {
  kind: ValueKind;
  rule: MappingRule;
  /** The JSON of a text; undefined where there is none. Of anything but a text, spaces around do not count and are gone. */
  convert(text: string): string | undefined;
  /** Why there is none: full sentences. */
  problem(text: string): Said;
}

export function valueKindOf(kind: MappableKind): ValueKind {
  switch (kind) {
    case 'uuid':
    case 'date-time':
    case 'text':
    case 'identifier':
      return kind;
    case 'amount':
      return 'number';
    case 'country':
    case 'currency':
    case 'entity-type':
    case 'payment_method':
    case 'payment_type':
    case 'modification.type':
    case 'risk_assessment':
      return 'code';
    default:
      return assertNever(kind);
  }
}

const HYPHENS: ReadonlySet<number> = new Set([8, 13, 18, 23]);
/** What may stand at each place of a UUID: a loop over this is faster than a pattern. */
const HEX = 1;
const HYPHEN = 2;
const kindOfPlace = Uint8Array.from({ length: 36 }, (_, place) => (HYPHENS.has(place) ? HYPHEN : HEX));
const kindOfCode = new Uint8Array(128);
for (const digit of '0123456789abcdefABCDEF') kindOfCode[digit.charCodeAt(0)] = HEX;
kindOfCode['-'.charCodeAt(0)] = HYPHEN;

function isUuid(text: string): boolean {
  if (text.length !== kindOfPlace.length) return false;
  for (let place = 0; place < kindOfPlace.length; place++) {
    if (kindOfCode[text.charCodeAt(place)] !== kindOfPlace[place]) return false;
  }
  return true;
}

/** As databases export it: in braces, or 32 digits without hyphens. */
const UUID_OTHERWISE = /^\{?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})\}?$/i;

/** The JSON of a UUID in any letter case; undefined for another text. */
export function uuidJson(text: string): string | undefined {
  if (isUuid(text)) return `"${text}"`;
  const groups = UUID_OTHERWISE.exec(text);
  return groups === null ? undefined : `"${groups.slice(1).join('-')}"`;
}

const textOfCell = (text: string): string | undefined => (notAValue(text) === undefined ? jsonString(text) : undefined);

export const whyLost = (text: string) =>
  fact('{value} is what Excel shows of a longer number: its last digits are lost already. Export the column as text.', {
    value: shown(text),
  });

/** The JSON of words for yes and no, in small letters. */
export const booleans: ReadonlyMap<string, string> = new Map([
  ...[
    'true',
    '1',
    'yes',
    'y',
    't',
    'wahr',
    'ja',
    'j',
    'vrai',
    'oui',
    'o',
    'verdadero',
    'si',
    'sí',
    's',
    'vero',
    'waar',
    'x',
  ].map((word): [string, string] => [word, 'true']),
  ...['false', '0', 'no', 'n', 'f', 'falsch', 'nein', 'faux', 'non', 'falso', 'onwaar', 'nee'].map(
    (word): [string, string] => [word, 'false'],
  ),
]);

/** JSON on one line: outside its texts, line ends are no more than spaces. Numbers keep their digits. */
function jsonOnOneLine(text: string): string | undefined {
  if (!isJson(text)) return undefined;
  const oneLine = text.replace(/[\r\n]+/g, ' ').trim();
  return oneLine.isWellFormed() ? oneLine : oneLine.replace(LONE_SURROGATE, escaped);
}
const LONE_SURROGATE = /\p{Surrogate}/gu;
const escaped = (half: string) => `\\u${half.charCodeAt(0).toString(16)}`;

/** The conversion of one field, with its own marks and formats or those of the template. */
export function conversionOf(
  kind: ValueKind,
  { numbers, dates }: Pick<PlainValue, 'numbers' | 'dates'>,
  template: Pick<Template, 'numbers' | 'dates'>,
): Conversion {
  switch (kind) {
    case 'text':
    case 'code':
      return { kind, rule: 'map.value', convert: textOfCell, problem: (text) => notAValue(text) ?? '' };
    case 'identifier':
      return {
        kind,
        rule: 'map.identifier',
        problem: (text: string) => notAValue(text) ?? whyLost(text),
        convert: (text) => (hasLostDigits(text) ? undefined : textOfCell(text)),
      };
    case 'uuid':
      return {
        kind,
        rule: 'map.uuid',
        convert: uuidJson,
        problem: (text) =>
          hasLostDigits(text)
            ? whyLost(text)
            : fact('{value} is not a UUID. If the column has ids of another kind, let a UUID be made of them.', {
                value: shown(text),
              }),
      };
    case 'number': {
      const marks = numbers ?? template.numbers;
      return { kind, rule: 'map.number', convert: numberReader(marks), problem: (text) => whyNoNumber(text, marks) };
    }
    case 'date-time': {
      const forms = dates ?? template.dates;
      const read = dateReader(forms);
      return {
        kind,
        rule: 'map.date',
        problem: (text: string) => whyNoDate(text, forms),
        convert: (text) => {
          const date = read(text);
          return date === undefined ? undefined : `"${date}"`;
        },
      };
    }
    case 'boolean':
      return {
        kind,
        rule: 'map.type',
        convert: (text) => booleans.get(text.toLowerCase()),
        problem: (text) => fact('{value} is neither true nor false.', { value: shown(text) }),
      };
    case 'json':
      return {
        kind,
        rule: 'map.type',
        convert: jsonOnOneLine,
        problem: (text) => fact('{value} is not valid JSON.', { value: shown(text) }),
      };
    default:
      return assertNever(kind);
  }
}

/** The JSON of a text that the template itself gives, in the form of the interface; undefined where it does not fit. */
export function ownJson(kind: ValueKind, text: string): string | undefined {
  switch (kind) {
    case 'text':
    case 'code':
    case 'identifier':
      return JSON.stringify(text);
    case 'uuid':
      return isUuid(text) ? `"${text}"` : undefined;
    case 'number':
      return isJsonNumber(text) ? text : undefined;
    case 'date-time': {
      const read = ownDate(text);
      return read === text ? `"${text}"` : undefined;
    }
    case 'boolean':
      return text === 'true' || text === 'false' ? text : undefined;
    case 'json':
      return jsonOnOneLine(text);
    default:
      return assertNever(kind);
  }
}

const ownDate = dateReader({ formats: ['iso'], zone: 'as-written' });
