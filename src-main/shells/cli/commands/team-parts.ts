/** @file `tranship team parts`: the parts of files that several desks send, and who has each. */

import { message } from '../../../../src-shared/languages/message.ts';
import { submissionStateNames } from '../../../../src-shared/states.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { Session } from '../session.ts';
import { size, stateInWords } from '../wording.ts';
import { withLedger } from './team.ts';

export async function parts(session: Session): Promise<ExitCode> {
  const { output } = session;
  const found = await withLedger(session, 'parts', ({ call }, ledger) => call('team.parts', { ledger }));
  output.table(
    [
      message('part'),
      message('file'),
      message('from byte'),
      message('size'),
      message('state'),
      message('desk'),
      message('person'),
      message('batch id'),
    ],
    found.map(({ id, name, start, end, state, desk, person, batchId }) => [
      ...[id, name, start, size(end - start), partInWords(state)],
      ...[desk ?? '', person ?? '', batchId ?? ''],
    ]),
  );
  output.emit('summary', {
    parts: found.map(({ file, name, taken, ...part }) => ({ ...part, token: taken, file: name, fileId: file })),
  });
  return exitCodes.done;
}

/** A state that a newer Tranship has is shown as it is spelled. */
function partInWords(state: string): string {
  const known = submissionStateNames.find((name) => name === state);
  return known === undefined ? state : stateInWords(known);
}
