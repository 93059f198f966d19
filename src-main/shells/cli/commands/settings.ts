/** @file `tranship settings …`: what this data folder is set to, other than what has a command of its own. */

import { fact } from '../../../../src-shared/languages/fact.ts';
import { message } from '../../../../src-shared/languages/message.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { usageError } from '../output.ts';
import type { Session } from '../session.ts';

export interface SettingsOptions {
  idIndex?: 'on' | 'off';
}

/** Shows the settings; also while another process works on the queue. */
export function showSettings(session: Session): ExitCode {
  tell(session, session.storedSettings().idIndex);
  return exitCodes.done;
}

/** @throws AppError policy.managed */
export async function setSettings(session: Session, { idIndex }: SettingsOptions): Promise<ExitCode> {
  if (idIndex === undefined) throw usageError(fact('Name what to set with --id-index.'));
  return await session.withActions('settings set', async (actions) => {
    tell(session, (await actions.call('settings.change', { idIndex: idIndex === 'on' })).idIndex);
    return exitCodes.done;
  });
}

function tell({ output, policy }: Session, keepsIds: boolean): void {
  output.table(
    [message('setting'), message('value')],
    [
      [
        message('index of modification ids (--id-index)'),
        keepsIds ? message('on', {}, { context: 'setting' }) : message('off'),
      ],
    ],
  );
  const isSet = policy.values.idIndex !== undefined;
  if (isSet) output.say(message('Set by your organisation: the index of modification ids.'));
  output.emit('summary', { idIndex: keepsIds, setByOrganisation: isSet ? ['idIndex'] : [] });
}
