/** @file What a value that a field may not have most likely means: only what is sure enough to be offered. Pure. */

import { codeOfName } from '../../src-shared/code-names.ts';
import { currencyCodes } from '../check/rules/codes.ts';
import type { RuleSet } from '../check/rules/rule-set.ts';
import { type TextKind, textJudges } from '../check/rules/transaction.ts';
import { uuidJson } from '../templates/conversions.ts';
import { countryByName } from '../templates/guessing/country-names.ts';
import { kindOfField, type MappableKind } from '../templates/mappable-fields.ts';
import { hasLostDigits } from '../templates/row-cells.ts';
import { textIn } from './new-values.ts';
import type { Scalar } from './recipe.ts';

export class Proposals {
  readonly #allowed: RuleSet['allowed'];
  readonly #judges: ReturnType<typeof textJudges>;

  /** @param now milliseconds since the epoch, to recognise dates in the future */
  constructor({ allowed }: Pick<RuleSet, 'allowed'>, now: number) {
    this.#allowed = allowed;
    this.#judges = textJudges({ allowed, now });
  }

  /** The text that a value of a field stands for; undefined where nothing is sure enough. @param field its dotted path */
  for(field: string, value: Scalar): string | undefined {
    const kind = kindOfField(field);
    if (kind === undefined || kind === 'amount' || value === null) return undefined;
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
