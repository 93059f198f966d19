/** @file The commands about single transactions: checked by the same rules as files, then sent unchanged. */

import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { AppError, saidBy } from '../../src-shared/errors.ts';
import { checkTransaction } from '../check/transaction-check.ts';
import { Posting } from '../posting/posting.ts';
import { keyOfTransaction } from '../posting/source.ts';
import { requireIdUnsent } from '../send/sent-before/one-transaction.ts';
import { destinationOf } from '../wire/credentials/connection.ts';
import type { CommandHandlers, CommandPorts } from './ports.ts';
import { postFile, recordPosting, wayToPost } from './posted-file.ts';

type TransactionCommands = Pick<CommandHandlers, Extract<keyof CommandHandlers, `transaction.${string}`>>;

/** The name of what came from no file. */
const TYPED_IN = 'typed in';

export function transactionCommands(
  ports: Pick<CommandPorts, 'app' | 'carrier' | 'settings' | 'offered' | 'shell' | 'tellCaller' | 'signal' | 'clock'>,
): TransactionCommands {
  const { app, settings, signal, clock } = ports;
  const check = (text: string) => checkTransaction(text, settings.ruleSet, clock.now());
  return {
    'transaction.check': ({ text }) => ({ findings: check(text) }),
    'transaction.send': async ({ text, again = false, ...request }) => {
      const { connection, service } = await wayToPost(app, { ...request, ruleSet: settings.ruleSet });
      const errors = check(text).filter(({ severity }) => severity === 'error').length;
      if (errors > 0 && !request.evenWithErrors) throw new AppError('transaction.has-errors', { errors });
      const bytes = Buffer.from(text);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const source = {
        path: TYPED_IN,
        bytes: bytes.length,
        modifiedAt: 0,
        sha256,
        key: keyOfTransaction(bytes),
        lines: 1,
        isOneTransaction: true,
      };
      const destination = destinationOf(connection);
      const posting = await Posting.open({ source, destination, folder: app.folder, clock });
      const sending = async () => {
        if (!again) {
          await posting.requireUnsent();
          if (app.keepsIds)
            await requireIdUnsent(text, destination, { store: app.store, indexes: app.idIndexes, signal });
        }
        const noteEnd = recordPosting(app, clock, { connection: connection.name, name: TYPED_IN, sha256 }, 1);
        const sent = await posting.sendOnce(service.postTransaction, bytes, signal);
        noteEnd(sent.result === undefined ? [] : [sent.result.outcome]);
        return sent;
      };
      const { result, reply, error } = await sending().finally(() => posting.close());
      if (result === undefined) throw error ?? signal.reason;
      if (reply === undefined)
        throw new AppError(
          'transaction.unanswered',
          { reason: (error && saidBy(error)) ?? result.reason ?? '' },
          { cause: error },
        );
      const outcome = result.outcome === 'accepted' ? 'accepted' : 'refused';
      const { status, correlationId, milliseconds } = reply;
      return { outcome, status, text: reply.text, correlationId, milliseconds };
    },
    'transaction.sendFile': (request) => postFile(ports, request),
  };
}
