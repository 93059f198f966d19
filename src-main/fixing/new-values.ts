/** @file What a step makes of one value: JSON text in, JSON text out. Pure. */

import { assertNever } from '../../src-shared/errors.ts';
import { isAmbiguous, numberWith } from '../../src-shared/written-number.ts';
import { zoneStripper } from '../../src-shared/zone-stripper.ts';
import { uuidJson } from '../templates/conversions.ts';
import { dateReader } from '../templates/date-text.ts';
import type { FieldStep, Scalar } from './recipe.ts';

/** The steps that change a value where it stands. */
export type ValueStep = Exclude<FieldStep, { step: 'drop-field' | 'keep-form' | 'set-missing' }>;

/** The JSON text of the new value; undefined where the value stays as it is. */
export type NewValue = (json: string) => string | undefined;

/** @returns what the step makes of each value, by its JSON text */
export function newValueBy(step: ValueStep): NewValue {
  switch (step.step) {
    case 'replace':
      return replaced(step.from, jsonOf(step.to));
    case 'trim':
      return ofText((text) => text.trim());
    case 'upper-case':
      return ofText((text) => text.toUpperCase());
    case 'number-from-text':
      return (json) => {
        const text = textIn(json);
        if (text === undefined) return undefined;
        return isMeantBy(step, text) ? numberWith(step.decimal, text.trim()) : undefined;
      };
    case 'date-from-text': {
      const dates = { formats: [step.format], zone: step.zone };
      const read = step.offset === 'left' ? dateReader(dates, () => undefined) : dateReader(dates);
      return ofText((text) => read(text.trim()) ?? text);
    }
    case 'uuid-from-text':
      return (json) => {
        const text = textIn(json);
        const uuid = text === undefined ? undefined : uuidJson(text.trim());
        return uuid === json ? undefined : uuid;
      };
    case 'strip-zone': {
      const strip = zoneStripper(step.zone);
      return ofText((text) => strip(text) ?? text);
    }
    default:
      return assertNever(step);
  }
}

function isMeantBy({ ambiguous }: Extract<ValueStep, { step: 'number-from-text' }>, text: string): boolean {
  if (ambiguous === undefined) return true;
  return ambiguous === 'left' ? !isAmbiguous(text) : isAmbiguous(text) && text.includes(ambiguous);
}

export function jsonOf(value: Scalar): string {
  return JSON.stringify(value);
}

function replaced(from: Scalar, to: string): NewValue {
  if (typeof from !== 'string') {
    const wanted = jsonOf(from);
    return (json) => (json === wanted && json !== to ? to : undefined);
  }
  return (json) => (textIn(json) === from && json !== to ? to : undefined);
}

function ofText(change: (text: string) => string): NewValue {
  return (json) => {
    const text = textIn(json);
    if (text === undefined) return undefined;
    const changed = change(text);
    return changed === text ? undefined : jsonOf(changed);
  };
}

/** The text that a JSON text spells; undefined for anything but a string, and for one that is broken. */
export function textIn(json: string): string | undefined {
  if (!json.startsWith('"')) return undefined;
  if (!json.includes('\\')) return json.slice(1, -1);
  try {
    return String(JSON.parse(json));
  } catch {
    return undefined;
  }
}
