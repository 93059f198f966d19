/** @file Whether what a person makes of a line, or of many at once, changes its money: then they say why. Pure. */

import { codeOfName } from './code-names.ts';
import { fieldsOf } from './json-fields.ts';
import type { RecipeStep } from './recipe-shapes.ts';
import { numbersIn } from './written-number.ts';

const amounts = ['amount', 'monitoring_amount', 'original_amount'].map((key) => `modification.${key}`);
const currencies = ['currency', 'monitoring_currency', 'original_currency'].map((key) => `modification.${key}`);

/** Whether a field says how much is paid, or in what. */
export const isMoney = (field: string): boolean => isAmount(field) || currencies.includes(field);

/** Whether a field says how much is paid. */
export const isAmount = (field: string): boolean => amounts.includes(field);

/** “12,50” and 12.5 are the same money, and so are “eur ”, “Euro” and “EUR”; what was not there before is other money. */
export function changesMoney(before: string, after: string): boolean {
  const [old, now] = [moneyIn(before), moneyIn(after)];
  return (
    amounts.some((field) => !isSame(amountsSaid(old.get(field)), amountsSaid(now.get(field)))) ||
    currencies.some((field) => !isSame(currencySaid(old.get(field)), currencySaid(now.get(field))))
  );
}

/**
 * The other amounts of a line, as JSON by field, that say something else in the same currency, once a person has changed the amount
 * of this field: what was paid and what is watched would contradict each other. None of an amount that is as before.
 */
export function amountsThatDiffer(field: string, before: string, after: string): ReadonlyMap<string, string> {
  const [old, now] = [moneyIn(before), moneyIn(after)];
  const own = amountsSaid(now.get(field));
  if (!isAmount(field) || own.length === 0 || isSame(amountsSaid(old.get(field)), own)) return new Map();
  const currencyOf = (amount: string) => currencySaid(now.get(currencies[amounts.indexOf(amount)] ?? ''));
  const others = amounts.filter((other) => other !== field && isSame(currencyOf(field), currencyOf(other)));
  return new Map(
    others.flatMap((other) => {
      const json = now.get(other);
      return json === undefined || isSame(own, amountsSaid(json)) ? [] : [[other, json]];
    }),
  );
}

/** Whether a step says other money in each line that it is about, and not yet why. */
export function needsReason(step: RecipeStep): boolean {
  if (!('field' in step) || !isMoney(step.field) || ('reason' in step && step.reason !== undefined)) return false;
  if (step.step === 'set-missing' || step.step === 'drop-field') return true;
  if (step.step !== 'replace') return false;
  const said = isAmount(step.field) ? amountsSaid : currencySaid;
  return !isSame(said(JSON.stringify(step.from)), said(JSON.stringify(step.to)));
}

/** An amount or a currency behind its name, in a text that is no JSON. */
const named = /"((?:monitoring_|original_)?(?:amount|currency))"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*)/g;

/** Its JSON by field. In a text that is no JSON object, what stands behind the name of the field. */
function moneyIn(line: string): ReadonlyMap<string, string> {
  const fields = fieldsOf(line);
  if (fields !== undefined) return fields;
  const found = line.matchAll(named);
  // The first of a name counts.
  return new Map([...found].reverse().map(([, name, value = '']) => [`modification.${name}`, value]));
}

const isSame = (before: readonly string[], after: readonly string[]): boolean =>
  before.length === 0 && after.length === 0 ? true : before.some((one) => after.includes(one));

/** Its code, also where the name of the currency stands there. */
function currencySaid(json: string | undefined): string[] {
  if (json === undefined) return [];
  const text = textIn(json);
  return [codeOfName(text, 'currency') ?? text.toUpperCase()];
}

/** Each amount that it may be: “1.234” is one or the other, depending on who wrote it. */
function amountsSaid(json: string | undefined): string[] {
  if (json === undefined) return [];
  const text = textIn(json);
  const readings = json.startsWith('"') ? numbersIn(text) : [text];
  const known = readings.flatMap((reading) => inDigits(reading) ?? []);
  return known.length > 0 ? known : [text];
}

function textIn(json: string): string {
  if (!json.startsWith('"')) return json;
  try {
    return String(JSON.parse(json)).trim();
  } catch {
    return json;
  }
}

/** Where its noughts at the end begin. A pattern would try each nought in turn. */
function endOfDigits(digits: string): number {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return end;
}

/** The digits of a number in JSON, and the power of ten, however many it has: a number would round them. */
function inDigits(number: string): string | undefined {
  const [, sign = '', whole, fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/.exec(number) ?? [];
  if (whole === undefined) return undefined;
  const digits = (whole + fraction).replace(/^0+/, '');
  const kept = digits.slice(0, endOfDigits(digits));
  if (kept === '') return '0';
  return `${sign === '-' ? '-' : ''}${kept}e${Number(power) - fraction.length + digits.length - kept.length}`;
}
