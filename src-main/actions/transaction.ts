/** @file The commands about single transactions: checked by the same rules as files, then sent unchanged. */

import { AppError, toAppError } from '../../src-shared/errors.ts';
import { checkTransaction } from '../check/transaction-check.ts';
import { requireMayPost, requireServiceMayDecide } from '../policy/rules.ts';
import { judgeFailure } from '../posting/after-failure.ts';
import type { Passage } from '../wire/service/service-client.ts';
import type { CommandHandlers, CommandPorts } from './ports.ts';

type TransactionCommands = Pick<CommandHandlers, Extract<keyof CommandHandlers, `transaction.${string}`>>;

export function transactionCommands({
  app,
  settings,
  signal,
}: Pick<CommandPorts, 'app' | 'settings' | 'signal'>): TransactionCommands {
  const check = (text: string) => checkTransaction(text, settings.ruleSet, Date.now());
  return {
    'transaction.check': ({ text }) => ({ findings: check(text) }),
    'transaction.send': async ({ text, connection, evenWithErrors }) => {
      if (evenWithErrors) requireServiceMayDecide(app.policy.values);
      requireMayPost(app.policy.values);
      app.requireAllowedRules(settings.ruleSet);
      const errors = check(text).filter(({ severity }) => severity === 'error').length;
      if (errors > 0 && !evenWithErrors) throw new AppError('transaction.has-errors', { errors });
      const over = app.services.connection(connection);
      await app.team.requireMayPost({ connection: over.name });
      const service = app.services.client(over);
      // Assumes the worst until the service answers.
      const passage: Passage = { mayHaveArrived: true };
      const {
        status,
        text: reply,
        correlationId,
        milliseconds,
      } = await service.postTransaction(text, signal, passage).catch((thrown: unknown) => {
        throw afterFailure(toAppError(thrown), passage);
      });
      const outcome = status < 300 ? 'accepted' : 'refused';
      return { outcome, status, text: reply, correlationId, milliseconds };
    },
  };
}

/** A transaction that may have arrived must not be reported as one that did not. */
function afterFailure(error: AppError, { mayHaveArrived }: Passage): AppError {
  if (judgeFailure(error.toRecord(), mayHaveArrived).transaction === 'again') return error;
  return new AppError('transaction.unanswered', { reason: error.detail }, { cause: error });
}
