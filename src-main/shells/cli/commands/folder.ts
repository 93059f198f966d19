/** @file `tranship folder confirm`: a person decides about a data folder that may be a copy. */

import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { Session } from '../session.ts';

/** @throws AppError file.cannot-write, disk.full: nothing is confirmed then */
export async function confirm(session: Session, { reason }: { reason: string }): Promise<ExitCode> {
  const { output } = session;
  return await session.withActions('folder confirm', async ({ call }) => {
    const { wasInDoubt } = await call('folder.confirm', { reason });
    output.say(
      wasInDoubt
        ? 'Confirmed; the history keeps the reason. “tranship work” sends what is in the queue. Files that were sent since then are not in it: do not send them again.'
        : 'There is nothing to confirm: nothing says that this data folder is a copy.',
    );
    output.emit('summary', { confirmed: wasInDoubt });
    return exitCodes.done;
  });
}
