/**
 * @file The question before one transaction is sent: it has errors, went before, or goes to production. Pure.
 */

import type { ConnectionRow, FindingRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
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
  const { title, confirm, goBack } = sendQuestionTexts;
  const reason = isFaulty ? 'faulty' : wentBefore ? 'again' : 'production';
  return {
    title: title[reason],
    sentences: [
      ...(isFaulty
        ? [
            message('The check found {errors, plural, one {# error} other {# errors}}.', { errors }),
            message(
              'The service will probably reject it and say why. If the service accepts it, it accepts it unchanged.',
            ),
          ]
        : []),
      ...(wentBefore
        ? [message('It went to this service before. With the same ids, this version replaces the earlier one.')]
        : []),
      ...(isProduction ? [message('It will be monitored for real.')] : []),
      ...(isProduction && !wentBefore
        ? [message('If it was sent before with the same ids, this version replaces the earlier one.')]
        : []),
    ],
    confirm: confirm[reason],
    goBack,
    connection: name,
    isGrave: isFaulty,
  };
}
