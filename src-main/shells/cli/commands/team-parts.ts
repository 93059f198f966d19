/** @file `tranship team parts`: the parts of files that several desks send, and who has each. */

import type { Call } from '../call.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { size } from '../wording.ts';
import { withLedger } from './team.ts';

export async function parts(call: Call): Promise<ExitCode> {
  return await withLedger(call, async (ledger) => {
    const found = await ledger.parts();
    call.output.table(
      ['part', 'file', 'from byte', 'size', 'state', 'desk', 'person', 'batch id'],
      found.map(({ id, name, start, end, state, desk, person, batchId }) => [
        ...[id, name, start, size(end - start), state],
        ...[desk ?? '', person ?? '', batchId ?? ''],
      ]),
    );
    call.output.emit('summary', {
      parts: found.map(({ file, name, ...part }) => ({ ...part, file: name, fileId: file })),
    });
    return exitCodes.done;
  });
}
