/** @file Which steps of a recipe would help with findings, so that a person chooses instead of writing. Pure. */

import type { SuggestedStep } from '../../src-shared/contract.ts';
import type { Fact, Said } from '../../src-shared/languages/fact.ts';
import { unquoted } from '../../src-shared/languages/quoted.ts';
import type { Finding } from '../check/findings/finding.ts';

/** More different values than a person goes through. */
const MOST_VALUES = 1000;
const MOST_SUGGESTED = 60;

type Step = Omit<SuggestedStep, 'count'>;

const ZONE_OFFSET = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:?\d\d)$/;

export class Suggestions {
  readonly #found = new Map<string, SuggestedStep>();
  #errors = 0;

  add({ line, rule, severity, path, message }: Finding): void {
    if (severity === 'error' && line > 0) this.#errors += 1;
    const step = stepFor({ rule, path, message });
    if (step === undefined || (severity !== 'error' && step.step !== 'drop-bom')) return;
    const key = JSON.stringify(step);
    const known = this.#found.get(key);
    if (known !== undefined) known.count += 1;
    else if (this.#found.size < MOST_VALUES) this.#found.set(key, { ...step, count: 1 });
  }

  /** The most frequent first; dropping what stays faulty comes last. */
  finish(): SuggestedStep[] {
    const steps = [...this.#found.values()].sort((one, other) => other.count - one.count).slice(0, MOST_SUGGESTED);
    return this.#errors === 0 ? steps : [...steps, { step: 'drop-refused', count: this.#errors }];
  }
}

function stepFor({ rule, path, message }: Pick<Finding, 'rule' | 'path' | 'message'>): Step | undefined {
  switch (rule) {
    case 'file.bom':
      return { step: 'drop-bom' };
    case 'line.blank':
      return { step: 'drop-blank' };
    case 'modification.duplicate':
      return { step: 'keep-one' };
    case 'field.required':
      return { step: 'set-missing', field: path };
    case 'field.type':
    case 'field.format':
      return stepForValue(path, message);
    default:
      return undefined;
  }
}

function stepForValue(field: string, message: Said): Step | undefined {
  // Kept before findings were facts.
  if (typeof message === 'string') return undefined;
  const from = valueIn(message);
  if (typeof from !== 'string') return from === undefined ? undefined : { step: 'replace', field, from };
  const { fact: text } = message;
  if (text.includes('must be a number')) return { step: 'number-from-text', field };
  if (ZONE_OFFSET.test(from)) return { step: 'strip-zone', field };
  if (from.trim() !== from && from.trim() !== '') return { step: 'trim', field };
  const letters = text.includes('two upper-case') ? 2 : text.includes('three upper-case') ? 3 : undefined;
  if (from.length === letters && /^[a-z]+$/i.test(from)) return { step: 'upper-case', field };
  return { step: 'replace', field, from };
}

/** The value that a finding shows; undefined where it shows only a part of it, or a kind of value. */
function valueIn({ values }: Fact): string | number | boolean | null | undefined {
  const shown = values?.['value'];
  if (typeof shown !== 'string') {
    const text = unquoted(shown);
    return text?.endsWith('…') === true ? undefined : text;
  }
  if (shown === 'null') return null;
  if (shown === 'true' || shown === 'false') return shown === 'true';
  return Number.isSafeInteger(Number(shown)) ? Number(shown) : undefined;
}
