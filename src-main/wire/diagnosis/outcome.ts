/** @file The outcome of an examination: good, doubtful, bad or not tried, with a sentence and advice. */

import type { DiagnosisStep } from '../../../src-shared/contract.ts';
import { type AppError, describeError } from '../../../src-shared/errors.ts';

export interface Remedy {
  window: string;
  /** Other words for the command line. */
  terminal?: string;
}

export interface Outcome {
  outcome: DiagnosisStep['outcome'];
  sentence: string;
  remedy?: Remedy;
}

export function good(sentence: string): Outcome {
  return { outcome: 'good', sentence };
}

export function skipped(sentence: string): Outcome {
  return { outcome: 'skipped', sentence };
}

export function doubtful(sentence: string, remedy: string | Remedy): Outcome {
  return { outcome: 'doubtful', sentence, remedy: toRemedy(remedy) };
}

export function bad(sentence: string, remedy: string | Remedy): Outcome {
  return { outcome: 'bad', sentence, remedy: toRemedy(remedy) };
}

/** A failure in the words of the catalogue. */
export function inWordsOf(error: AppError, outcome: 'bad' | 'doubtful' = 'bad'): Outcome {
  const { title, detail, remedy } = describeError(error, 'window');
  const sentence = `${title}. ${detail}`;
  // Nothing is tried again once the diagnosis has ended.
  return { outcome, sentence, remedy: { window: remedy, terminal: describeError(error, 'ended-command').remedy } };
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
  const sentence = [...new Set(worst.map((one) => one.sentence))].join(' ');
  return { outcome, sentence, ...(remedy && { remedy }) };
}

function toRemedy(remedy: string | Remedy): Remedy {
  return typeof remedy === 'string' ? { window: remedy } : remedy;
}
