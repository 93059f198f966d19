/**
 * @file The question before one transaction is sent: it has errors, went before, or goes to production. Pure.
 */

import type { ConnectionRow, FindingRow } from '../../src-shared/contract.ts';
import type { StepQuestion } from '../steps/question.ts';
import { sendQuestionTexts } from '../texts/transactions.ts';

/** The question; undefined when none is needed. */
export function questionBeforeSending(
  findings: readonly FindingRow[],
  { name, kind }: Pick<ConnectionRow, 'name' | 'kind'>,
  wentBefore: boolean,
): StepQuestion | undefined {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const isFaulty = errors > 0;
  const isProduction = kind === 'production';
  if (!isFaulty && !isProduction && !wentBefore) return undefined;
  const { title, faulty, faultyConsequence, again, production, overwrites, confirm, goBack } = sendQuestionTexts;
  const reason = isFaulty ? 'faulty' : wentBefore ? 'again' : 'production';
  return {
    title: title[reason],
    sentences: [
      ...(isFaulty ? [faulty(errors), faultyConsequence] : []),
      ...(wentBefore ? [again] : []),
      ...(isProduction ? [production] : []),
      ...(isProduction && !wentBefore ? [overwrites] : []),
    ],
    confirm: confirm[reason],
    goBack,
    connection: name,
    isGrave: isFaulty,
  };
}
