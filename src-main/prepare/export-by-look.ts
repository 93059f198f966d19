/**
 * @file Looks at an export, and where a kept template reads it in another way than is detected, also in that way: a bank's next
 * file has the same cover sheet, and the same rows above the names of its columns.
 */

import { isDeepStrictEqual } from 'node:util';
import type { Reading, Template, TemplateDifference } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import type { Examination, ExaminedTable } from '../exports/examine.ts';
import { type KeptFit, keptThatFit } from './first-template.ts';
import type { KeptTemplate } from './kept-templates.ts';

/** Each way is another look at the export, which may have to be unpacked for it. */
const MOST_WAYS = 4;

export interface LookedUp {
  examination: Examination;
  /** The best first; where it is safe, the export was looked at as it reads it. */
  fits: KeptFit[];
}

export interface Looking {
  /** Looks at the export; what the reading does not say is detected. Rejects with AppError `file.*`. */
  examineAs: (reading: Reading | undefined) => Promise<Examination>;
  /** How a person wants it read: then no other way is tried. */
  reading: Reading | undefined;
  kept: readonly KeptTemplate[];
  /** The template that a person has chosen. */
  chosen: string | undefined;
}

/** Rejects as looking at it does. */
export async function lookUp({ examineAs, reading, kept, chosen }: Looking): Promise<LookedUp> {
  if (reading !== undefined || kept.length === 0) {
    const examination = await examineAs(reading);
    return { examination, fits: keptThatFit(examination.tables, kept, chosen) };
  }
  const detected = await unlessUnreadable(() => examineAs(undefined));
  const found = 'error' in detected ? [] : keptThatFit(detected.tables, kept, chosen);
  const others: KeptFit[] = [...found];
  const ways: { reading: Reading; looked: Examination | { error: AppError } }[] = [];
  for (const one of inOrder(found, kept)) {
    const { reading: own } = one.template;
    const known = ways.find((way) => isDeepStrictEqual(way.reading, own))?.looked;
    if (known === undefined && !isReadSo(detected, own) && ways.length === MOST_WAYS) continue;
    const looked = isReadSo(detected, own) ? detected : (known ?? (await unlessUnreadable(() => examineAs(own))));
    ways.push({ reading: own, looked });
    const fitOfDetected = found.find((fit) => fit.kept === one);
    const fit = 'error' in looked ? undefined : fitAsReadBy(one, looked, chosen);
    if (fit?.isSafe === true && !('error' in looked) && !(fitOfDetected?.isSafe && isWorse(looked, detected)))
      return { examination: looked, fits: [fit, ...others.filter((other) => other.kept !== one)] };
    if (fitOfDetected?.isSafe === true && !('error' in detected))
      return {
        examination: detected,
        fits: [readingAs(fitOfDetected, detected.tables), ...others.filter((other) => other.kept !== one)],
      };
    if (fit !== undefined && fitOfDetected === undefined) others.push(fit);
  }
  if ('error' in detected) throw detected.error;
  return { examination: detected, fits: others };
}

async function unlessUnreadable(look: () => Promise<Examination>): Promise<Examination | { error: AppError }> {
  try {
    return await look();
  } catch (thrown) {
    if (thrown instanceof AppError) return { error: thrown };
    throw thrown;
  }
}

/** Those that fit as it was detected, then the others, the latest used first. */
function inOrder(found: readonly KeptFit[], kept: readonly KeptTemplate[]): KeptTemplate[] {
  const near = found.map((fit) => fit.kept);
  const rest = kept.filter((one) => !near.includes(one));
  return [...near, ...rest.toSorted((one, other) => (other.usedAt ?? 0) - (one.usedAt ?? 0))];
}

/** Whether all that the template says of the reading was detected. */
function isReadSo(looked: Examination | { error: AppError }, reading: Reading): boolean {
  if ('error' in looked) return false;
  return looked.tables.every(({ reading: detected }) =>
    Object.entries(reading).every(([name, value]) =>
      isDeepStrictEqual(new Map(Object.entries(detected)).get(name), value),
    ),
  );
}

function fitAsReadBy(one: KeptTemplate, { tables }: Examination, chosen: string | undefined): KeptFit | undefined {
  // Rows that were refused of a workbook are a text, which the template's reading reads, too.
  const asRead = tables.map((table) => ({ ...table, reading: one.template.reading }));
  return keptThatFit(asRead, [one], chosen)[0];
}

function isWorse(looked: Examination, detected: Examination | { error: AppError }): boolean {
  return !('error' in detected) && faultsIn(looked) > faultsIn(detected);
}

const faultsIn = ({ tables }: Examination): number => tables.reduce((all, { faults }) => all + faults.length, 0);

/** The template with the reading that was detected in place of its own, and what of that is another one. */
function readingAs(fit: KeptFit, [table]: readonly ExaminedTable[]): KeptFit {
  if (table === undefined) return fit;
  const { template, differences } = fit;
  return {
    ...fit,
    template: { ...template, reading: inPlaceOf(template.reading, table.reading) },
    differences: [...differences, ...differencesOf(template.reading, table.reading)],
  };
}

function inPlaceOf(own: Reading, detected: Reading): Template['reading'] {
  const sheets = own.format === 'xlsx' ? own.sheets : undefined;
  return detected.format === 'xlsx' && sheets !== undefined ? { ...detected, sheets } : detected;
}

const settings = ['encoding', 'delimiter', 'headerRow'] as const;

function differencesOf(own: Reading, detected: Reading): TemplateDifference[] {
  const [before, after] = [new Map(Object.entries(own)), new Map(Object.entries(detected))];
  return settings.flatMap((setting): TemplateDifference[] => {
    const now = after.get(setting);
    const isOther = before.has(setting) && now !== undefined && before.get(setting) !== now;
    return isOther ? [{ kind: 'reading', setting, now: String(now) }] : [];
  });
}
