/**
 * @file What a value that a field may not have most likely means: what a person has decided about it before, or what is sure enough to
 * be offered. Pure.
 */

import { codeOfName } from '../../src-shared/code-names.ts';
import type { EarlierDecision } from '../../src-shared/correction-shapes.ts';
import { currencyCodes } from '../check/rules/codes.ts';
import type { RuleSet } from '../check/rules/rule-set.ts';
import { type TextKind, textJudges } from '../check/rules/transaction.ts';
import { uuidJson } from '../templates/conversions.ts';
import { countryByName } from '../templates/guessing/country-names.ts';
import { kindOfField, type MappableKind } from '../templates/mappable-fields.ts';
import { hasLostDigits } from '../templates/row-cells.ts';
import { textIn } from './new-values.ts';
import type { Scalar } from './recipe.ts';

/** What a person has put in the place of a value before, and where. */
export type EarlierText = (field: string, value: Scalar) => { text: string; by: EarlierDecision } | undefined;

export interface Proposal {
  text: string;
  /** Only because a person has decided so. */
  earlier?: EarlierDecision;
}

export class Proposals {
  readonly #allowed: RuleSet['allowed'];
  readonly #judges: ReturnType<typeof textJudges>;

  readonly #earlier: EarlierText;

  /** @param now milliseconds since the epoch, to recognise dates in the future */
  constructor({ allowed }: Pick<RuleSet, 'allowed'>, now: number, earlier: EarlierText = () => undefined) {
    this.#allowed = allowed;
    this.#earlier = earlier;
    this.#judges = textJudges({ allowed, now });
  }

  /** What a value of a field stands for; undefined where nothing is sure enough. @param field its dotted path */
  for(field: string, value: Scalar): Proposal | undefined {
    const kind = kindOfField(field);
    if (kind === undefined || kind === 'amount') return undefined;
    const meant = this.#meaningOf(kind, value);
    // What is empty says nothing: the next one may mean something else.
    const earlier = String(value ?? '').trim() === '' ? undefined : this.#earlier(field, value);
    // The rules may have changed since.
    return earlier !== undefined && earlier.text !== meant && this.#isRight(kind, earlier.text)
      ? { text: earlier.text, earlier: earlier.by }
      : meant === undefined
        ? undefined
        : { text: meant };
  }

  #meaningOf(kind: TextKind, value: Scalar): string | undefined {
    if (value === null) return undefined;
    const text = cleaned(String(value));
    if (text === '' || (kind === 'uuid' && hasLostDigits(text))) return undefined;
    const meant = this.#meanings(kind, text).find((meaning) => this.#isRight(kind, meaning));
    return meant === value ? undefined : meant;
  }

  #isRight(kind: TextKind, text: string): boolean {
    return this.#judges[kind](text) === undefined;
  }

  #meanings(kind: Exclude<MappableKind, 'amount'>, text: string): string[] {
    switch (kind) {
      case 'country':
        return [countryOf(text)].filter((code) => code !== undefined);
      case 'currency':
        return [currencyOf(text)].filter((code) => code !== undefined);
      case 'uuid':
        return [textIn(uuidJson(text) ?? '') ?? text];
      case 'payment_method':
      case 'payment_type':
      case 'modification.type':
      case 'risk_assessment': {
        const plain = plainOf(text);
        return [text, ...(this.#allowed[kind] ?? []).filter((value) => plainOf(value) === plain)];
      }
      case 'date-time':
      case 'text':
      case 'identifier':
      case 'entity-type':
        return [text];
    }
  }
}

/** Without what nobody sees, and with plain spaces. */
const UNSEEN = /[\p{Cf}\p{Cc}]/gu;

function cleaned(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(UNSEEN, '').trim();
}

/** Of the code or names of one country, perhaps with both: “Holland / NL”. */
function countryOf(text: string): string | undefined {
  const whole = countryByName(text);
  if (whole !== undefined) return whole;
  const parts = text.split(/[/(),;|]+/).filter((part) => part.trim() !== '');
  const codes = new Set(parts.map(countryByName));
  const [only] = codes;
  return codes.size === 1 ? only : undefined;
}

function currencyOf(text: string): string | undefined {
  const upper = text.toUpperCase();
  return currencyCodes.has(upper) ? upper : codeOfName(text, 'currency');
}

/** Letters and digits, in small letters: “Sepa-CT” is SEPA_CT. */
const plainOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
