/** @file The outcome of an examination: good, doubtful, bad or not tried, with a sentence and advice. */

import type { DiagnosisStep } from '../../../src-shared/contract.ts';
import type { DiagnosisSaid } from '../../../src-shared/diagnosis-step.ts';
import type { AppError } from '../../../src-shared/errors.ts';
import type { Fact } from '../../../src-shared/languages/fact.ts';

export interface Remedy {
  window: DiagnosisSaid;
  /** Other words for the command line. */
  terminal?: DiagnosisSaid;
}

export interface Outcome {
  outcome: DiagnosisStep['outcome'];
  sentence: readonly DiagnosisSaid[];
  remedy?: Remedy;
}

type Sentence = DiagnosisSaid | readonly DiagnosisSaid[];

export function good(sentence: Sentence): Outcome {
  return { outcome: 'good', sentence: sentences(sentence) };
}

export function skipped(sentence: Sentence): Outcome {
  return { outcome: 'skipped', sentence: sentences(sentence) };
}

export function doubtful(sentence: Sentence, remedy: Fact | Remedy): Outcome {
  return { outcome: 'doubtful', sentence: sentences(sentence), remedy: toRemedy(remedy) };
}

export function bad(sentence: Sentence, remedy: Fact | Remedy): Outcome {
  return { outcome: 'bad', sentence: sentences(sentence), remedy: toRemedy(remedy) };
}

/** A failure in the words of the catalogue. */
export function inWordsOf(error: AppError, outcome: 'bad' | 'doubtful' = 'bad'): Outcome {
  const record = error.toRecord();
  const remedy = { error: record, part: 'remedy' as const };
  return {
    outcome,
    sentence: [{ error: record, part: 'what' }],
    // Nothing is tried again once the diagnosis has ended.
    remedy: { window: { ...remedy, audience: 'window' }, terminal: { ...remedy, audience: 'ended-command' } },
  };
}

const gravity = ['skipped', 'good', 'doubtful', 'bad'] as const;

/**
 * Of several hosts, keeps only the worst outcome, with the advice for the first of them; a sentence that they share
 * appears once.
 */
export function together(outcomes: readonly Outcome[]): Outcome {
  const outcome = gravity.findLast((kind) => outcomes.some((one) => one.outcome === kind)) ?? 'skipped';
  const worst = outcomes.filter((one) => one.outcome === outcome);
  const remedy = worst[0]?.remedy;
  const distinct = new Map(worst.map((one) => [JSON.stringify(one.sentence), one.sentence]));
  return { outcome, sentence: [...distinct.values()].flat(), ...(remedy && { remedy }) };
}

const sentences = (sentence: Sentence): readonly DiagnosisSaid[] => ('length' in sentence ? sentence : [sentence]);

const toRemedy = (remedy: Fact | Remedy): Remedy => ('window' in remedy ? remedy : { window: remedy });
