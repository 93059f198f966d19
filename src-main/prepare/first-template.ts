/** @file The template with which a preparation begins: a kept one that is recognised by the look of the export, or one that is guessed. Pure. */

import type { FittingTemplate, Guess, Template } from '../../src-shared/contract.ts';
import { isPaymentReading } from '../../src-shared/formats.ts';
import { type GuessedField, guessTemplate } from '../templates/guess.ts';
import { paymentTemplate } from '../templates/payment-template.ts';
import { type Fit, type LookedAt, recognise } from '../templates/recognise.ts';
import type { KeptTemplate } from './kept-templates.ts';

export interface FirstTemplate {
  template: Template;
  /** Why its fields come from where they come from; none where a kept template was recognised. */
  guesses: Guess[];
  /** Whether nothing is left for a person to decide. */
  isCertain: boolean;
  recognised?: { id: string; name: string };
  /** The kept templates that fit, the best first: the recognised one, and others. */
  fitting: FittingTemplate[];
}

/** As people are told: from here on a guess is sure, or at least likely. */
const SURE = 0.9;
const LIKELY = 0.7;

export interface KeptFit extends Fit<Template> {
  kept: KeptTemplate;
}

/** Those that fit, the best first; of equal ones, the one that was used last. @param chosen one that is compared in any case */
export function keptThatFit(
  tables: readonly LookedAt[],
  kept: readonly KeptTemplate[],
  chosen: string | undefined,
): KeptFit[] {
  const latestFirst = kept.toSorted((one, other) => (other.usedAt ?? 0) - (one.usedAt ?? 0));
  const byTemplate = new Map(latestFirst.map((one) => [one.template, one]));
  const own = latestFirst.find(({ id }) => id === chosen)?.template;
  return recognise(tables, [...byTemplate.keys()], own).flatMap((fit) => {
    const owner = byTemplate.get(fit.template);
    return owner === undefined ? [] : [{ ...fit, kept: owner }];
  });
}

/** One template reads them all, whatever file came first. */
const PAYMENT_MESSAGES = 'Payment messages';

/**
 * @param fits as `keptThatFit` says
 * @param name what a guessed template is called
 */
export function firstTemplate(tables: readonly LookedAt[], fits: readonly KeptFit[], name: string): FirstTemplate {
  const fitting = fits.map(({ kept: { id, template }, differences }) => ({
    id,
    name: template.name,
    columns: template.columns.length,
    differences,
  }));
  const [best] = fits;
  if (best?.isSafe === true) {
    const { template, kept } = best;
    return { template, guesses: [], isCertain: true, fitting, recognised: { id: kept.id, name: template.name } };
  }
  const [table] = tables;
  const { columns = [], reading = { format: 'delimited' }, rows = [] } = table ?? {};
  if (isPaymentReading(reading))
    return { template: paymentTemplate(PAYMENT_MESSAGES, reading, columns), guesses: [], isCertain: true, fitting };
  const { template, fields, direction, isCertain } = guessTemplate({ columns, reading, rows }, name);
  const ofDirection: Guess[] =
    direction === undefined ? [] : [{ field: 'direction', confidence: 'likely', reason: direction.reason }];
  // Columns that nothing was asked about are not sent by themselves.
  const guesses = [...fields.map(guessShown), ...ofDirection];
  return { template: { ...template, otherColumns: 'leave-out' }, guesses, isCertain, fitting };
}

function guessShown({ field, confidence, reason }: GuessedField): Guess {
  return { field, confidence: confidence >= SURE ? 'sure' : confidence >= LIKELY ? 'likely' : 'look', reason };
}
