/** @file Statements: read as data, or saved as a page to print or a table. */

import type { CommandInput, CommandOutput, Savable } from '../../src-shared/contract.ts';
import { statementSchema } from '../../src-shared/statement-shapes.ts';
import { sumOfLines } from '../records/account-sums.ts';
import { statementOf } from '../records/statement.ts';
import { statementCsv, statementPage } from '../send/receipts/statement-page.ts';
import type { QueueStore } from '../send/storage/store.ts';

interface StatementPorts {
  app: { store: QueueStore };
  signal: AbortSignal;
}

export async function readStatement(
  { app, signal }: StatementPorts,
  asked: CommandInput<'statement.read'>,
): Promise<CommandOutput<'statement.read'>> {
  return statementSchema.parse(await statementOf(app.store, asked, { signal }));
}

/** @returns the whole content of the file */
export async function statementFile(
  ports: StatementPorts,
  { format, ...asked }: Omit<Extract<Savable, { kind: 'statement' }>, 'kind'>,
): Promise<string> {
  const statement = await readStatement(ports, asked);
  if (format === 'csv') return statementCsv(statement);
  const { sums } = statement.total;
  return statementPage(statement, sums === undefined ? [] : sumOfLines(Object.values(sums)).sums);
}
