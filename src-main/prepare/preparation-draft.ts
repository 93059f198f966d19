/** @file What a person has decided about a preparation: the first proposal, when two are the same, and what is asked of the run. */

import { availableParallelism } from 'node:os';
import type { PreparationDraft } from '../../src-shared/contract.ts';
import type { RuleSet } from '../check/rules/rule-set.ts';
import { isChosen } from '../exports/file-choice.ts';
import { comparedIds, type Earlier } from './earlier-ids.ts';
import type { Examined } from './examination.ts';
import type { PreparationRequest } from './preparation.ts';
import type { PreparationRecord, PreparationSaving } from './preparation-record.ts';
import { chosenSources, nameOf } from './preparation-sources.ts';
import { safeName } from './split.ts';

const LARGEST = 1_000_000_000;

/** What was decided before, for the export as it is read now; undefined where it has other columns. */
export function withReading(
  draft: PreparationDraft | undefined,
  { tables: [table] }: Examined,
): PreparationDraft | undefined {
  if (draft === undefined || table === undefined) return undefined;
  const { columns } = draft.template;
  const isSame = columns.length === table.columns.length && columns.every((column, at) => column === table.columns[at]);
  return isSame ? { ...draft, template: { ...draft.template, reading: table.reading } } : undefined;
}

export function draftOf(template: PreparationDraft['template']): PreparationDraft {
  return {
    template,
    split: { by: 'size', maxBytes: LARGEST, maxTransactions: 1_000_000, keepPayments: true },
    figures: [],
  };
}

/** Whether the same plan comes of both, also under another name of the template. */
export function isSamePlan(before: PreparationDraft | undefined, now: PreparationDraft): boolean {
  const decisive = ({ template: { name: _, ...template }, split, leaveOutProcessed = false }: PreparationDraft) =>
    JSON.stringify([template, split, leaveOutProcessed]);
  return before !== undefined && decisive(before) === decisive(now);
}

export function isSameOrder(before: PreparationSaving | undefined, now: PreparationSaving): boolean {
  const decisive = ({ draft, ruleSet, version, leftOut = [] }: PreparationSaving) =>
    JSON.stringify([draft, ruleSet, version, leftOut]);
  return before !== undefined && decisive(before) === decisive(now);
}

/** What decides about a run besides the exports. */
export interface Decided {
  draft: PreparationDraft;
  ruleSet: RuleSet;
  /** What went to the service before; without it, nothing is compared. */
  earlier: Earlier | undefined;
  /** The version of Tranship. */
  version: string;
  workFolder: string;
}

/** The request without a place for what is written, as for a plan. */
export function requestOf(
  record: PreparationRecord,
  { draft, ruleSet, earlier: found, version, workFolder }: Decided,
): PreparationRequest {
  const { split, template, figures, leaveOutProcessed = false } = draft;
  const earlier = found && comparedIds(found, leaveOutProcessed);
  return {
    // What is left out as a whole is not even opened.
    sources: chosenSources(record).filter(({ choice }) => isChosen(choice, '')),
    template,
    ...(record.reading !== undefined && { reading: record.reading }),
    name: safeName(nameOf(record.sources)),
    limits: {
      bytes: split.maxBytes,
      lines: split.by === 'count' ? split.maxTransactions : Number.MAX_SAFE_INTEGER,
    },
    grouping: split.by === 'day' ? 'day' : split.by === 'country' ? 'source-country' : 'none',
    keepPayments: split.keepPayments,
    threads: Math.max(1, availableParallelism() - 1),
    ruleSet,
    ...(earlier !== undefined && { earlier }),
    ...(figures.length > 0 && {
      control: figures.map(({ amount, ...figure }) => ({ ...figure, ...(amount !== undefined && { sum: amount }) })),
      isControlPartial: true,
    }),
    toolVersion: version,
    workFolder,
  };
}
