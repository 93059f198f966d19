/** @file The handlers of all commands, for every kind of window: one file for each subject. */

import { appCommands } from './app.ts';
import { auditCommands } from './audit.ts';
import { connectionCommands } from './connections.ts';
import { correctionCommands } from './correction.ts';
import { editCommands } from './edits.ts';
import { fileCommands } from './files.ts';
import { folderCommands } from './folder.ts';
import { keyStoreCommands } from './key-store.ts';
import { networkCommands } from './network.ts';
import { underOwnNames } from './own-names.ts';
import { passphraseCommands } from './passphrase.ts';
import type { CommandHandlers, CommandPorts } from './ports.ts';
import { practiceCommands } from './practice.ts';
import { preparationCommands } from './preparations.ts';
import { queueCommands } from './queue.ts';
import { readingCommands } from './reading.ts';
import { Receipts } from './receipts.ts';
import { reportCommands } from './report.ts';
import { ruleSetCommands } from './rule-set.ts';
import { ruleCommands } from './rules.ts';
import { settingsCommands } from './settings.ts';
import { statementCommands } from './statements.ts';
import { submissionCommands } from './submission.ts';
import { teamCommands } from './team.ts';
import { templateCommands } from './templates.ts';
import { transactionCommands } from './transaction.ts';
import { updateCommands } from './updates.ts';
import { watchingCommands } from './watching.ts';

/** All commands of the contract. */
export function commandHandlers(ports: CommandPorts): CommandHandlers {
  const { app, signal } = ports;
  const receipts = new Receipts({
    store: app.store,
    signal,
    sentBefore: async (...asked) => await app.sentBefore(...asked),
    keepsIds: () => app.keepsIds,
    idIndexes: app.idIndexes,
    receiptContext: () => app.auditing.receiptContext,
  });
  const handlers = {
    ...appCommands(ports),
    ...folderCommands(ports),
    ...auditCommands(ports),
    ...passphraseCommands(ports),
    ...keyStoreCommands(ports),
    ...readingCommands({ ...ports, receipts }),
    ...statementCommands(ports),
    ...queueCommands(ports),
    ...submissionCommands(ports),
    ...correctionCommands(ports),
    ...editCommands(ports),
    ...reportCommands(ports),
    ...fileCommands({ ...ports, receipts }),
    ...preparationCommands(ports),
    ...templateCommands(ports.app.templates),
    ...connectionCommands(ports),
    ...networkCommands(ports),
    ...transactionCommands(ports),
    ...ruleCommands(ports),
    ...practiceCommands(ports),
    ...teamCommands(ports),
    ...settingsCommands(ports),
    ...ruleSetCommands(ports),
    ...updateCommands(ports),
    ...watchingCommands(ports),
  };
  return underOwnNames(handlers, () => ports.app.queue.standings().map(({ submission }) => submission));
}
