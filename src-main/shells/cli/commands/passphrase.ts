/** @file `tranship passphrase`: changes the passphrase of the data folder. */

import { fact } from '../../../../src-shared/languages/fact.ts';
import { message } from '../../../../src-shared/languages/message.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { usageError } from '../output.ts';
import { askSecret } from '../prompt.ts';
import type { Session } from '../session.ts';

/** Wraps the key of the folder with another passphrase; the queue and every sealed value stay as they are. */
export async function changePassphrase(session: Session): Promise<ExitCode> {
  const { environment, output } = session;
  const present =
    environment['TRANSHIP_PASSPHRASE'] || (await askSecret(message('Present passphrase: '), session.call));
  const next = environment['TRANSHIP_NEW_PASSPHRASE'] || (await askSecret(message('New passphrase: '), session.call));
  if (!present || !next)
    throw usageError(fact('Set TRANSHIP_PASSPHRASE and TRANSHIP_NEW_PASSPHRASE, or run this command in a terminal.'));
  return await session.withActions('passphrase', async ({ call }) => {
    await call('passphrase.change', { present, next });
    output.say(message('The passphrase is changed. Set TRANSHIP_PASSPHRASE to the new one from now on.'));
    output.emit('summary', {});
    return exitCodes.done;
  });
}
