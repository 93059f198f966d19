/** @file `tranship passphrase`: changes the passphrase of the data folder. */

import { newPassphraseFromEnvironment, passphraseFromEnvironment } from '../../../ground/environment.ts';
import { changeWrap } from '../../../wire/credentials/keyring.ts';
import { keptSalt, passphraseWrap } from '../../../wire/credentials/passphrase.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { usageError } from '../output.ts';
import { askSecret } from '../prompt.ts';
import type { Session } from '../session.ts';

/** Wraps the key of the folder with another passphrase; the queue and every sealed value stay as they are. */
export async function changePassphrase(session: Session): Promise<ExitCode> {
  const { environment, output } = session;
  const present = passphraseFromEnvironment(environment) ?? (await askSecret('Present passphrase: ', session.call));
  const next = newPassphraseFromEnvironment(environment) ?? (await askSecret('New passphrase: ', session.call));
  if (!present || !next)
    throw usageError('Set TRANSHIP_PASSPHRASE and TRANSHIP_NEW_PASSPHRASE, or run this command in a terminal.');
  return await session.withApp('passphrase', async (app, settings) => {
    await changeWrap(settings, passphraseWrap(present, { salt: keptSalt(settings) }), passphraseWrap(next));
    app.recordSecurity({ kind: 'passphrase-changed' });
    output.say('The passphrase is changed. Set TRANSHIP_PASSPHRASE to the new one from now on.');
    output.emit('summary', {});
    return exitCodes.done;
  });
}
