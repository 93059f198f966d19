/** @file The commands about single transactions: checked by the same rules as files, then sent unchanged. */

import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { AppError } from '../../src-shared/errors.ts';
import { checkTransaction } from '../check/transaction-check.ts';
import { send } from '../posting/send.ts';
import type { CommandHandlers, CommandPorts } from './ports.ts';
import { postFile, recordSent, wayToPost } from './posted-file.ts';

type TransactionCommands = Pick<CommandHandlers, Extract<keyof CommandHandlers, `transaction.${string}`>>;

export function transactionCommands(
  ports: Pick<CommandPorts, 'app' | 'carrier' | 'settings' | 'offered' | 'shell' | 'tellCaller' | 'signal' | 'clock'>,
): TransactionCommands {
  const { app, settings, signal, clock } = ports;
  const check = (text: string) => checkTransaction(text, settings.ruleSet, clock.now());
  return {
    'transaction.check': ({ text }) => ({ findings: check(text) }),
    'transaction.send': async ({ text, ...request }) => {
      const { connection, service } = await wayToPost(app, { ...request, ruleSet: settings.ruleSet });
      const errors = check(text).filter(({ severity }) => severity === 'error').length;
      if (errors > 0 && !request.evenWithErrors) throw new AppError('transaction.has-errors', { errors });
      const bytes = Buffer.from(text);
      const { result, reply, error } = await send(service.postTransaction, { number: 1, bytes }, clock, signal).ended;
      if (result === undefined) throw error ?? signal.reason;
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      recordSent(app, { connection: connection.name, name: 'typed in', sha256 }, [result.outcome]);
      if (reply === undefined)
        throw new AppError(
          'transaction.unanswered',
          { reason: error?.detail ?? result.reason ?? '' },
          { cause: error },
        );
      const outcome = result.outcome === 'accepted' ? 'accepted' : 'refused';
      const { status, correlationId, milliseconds } = reply;
      return { outcome, status, text: reply.text, correlationId, milliseconds };
    },
    'transaction.sendFile': (request) => postFile(ports, request),
  };
}
