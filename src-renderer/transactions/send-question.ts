/** @file What a person is asked before one transaction is sent: that it has errors, and that production is real. Pure. */

import type { ConnectionRow, FindingRow } from '../../src-preload/contract.ts';
import type { Question } from '../steps/question.ts';
import { sendQuestionTexts } from '../texts/transactions.ts';

/** The question; undefined where there is nothing to ask. */
export function questionBeforeSending(
  findings: readonly FindingRow[],
  { name, kind }: Pick<ConnectionRow, 'name' | 'kind'>,
): Question | undefined {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const isFaulty = errors > 0;
  const isProduction = kind === 'production';
  if (!isFaulty && !isProduction) return undefined;
  const { title, faulty, faultyConsequence, production, overwrites, confirm, goBack } = sendQuestionTexts;
  const reason = isFaulty ? 'faulty' : 'production';
  return {
    title: title[reason],
    sentences: [
      ...(isFaulty ? [faulty(errors), faultyConsequence] : []),
      ...(isProduction ? [production, overwrites] : []),
    ],
    confirm: confirm[reason],
    goBack,
    connection: name,
    isGrave: isFaulty,
    needsReason: false,
  };
}
