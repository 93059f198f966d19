/** @file `tranship support`: a zip for support, with the logs and nothing secret. */

import { resolve } from 'node:path';
import { message } from '../../../../src-shared/languages/message.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { Session } from '../session.ts';
import { assertWritable } from '../written-file.ts';

export async function support(
  session: Session,
  { out, securityLog, force }: { out?: string; securityLog: boolean; force: boolean },
): Promise<ExitCode> {
  const { output } = session;
  const file = resolve(out ?? `tranship-support-${new Date().toISOString().slice(0, 10)}.zip`);
  await assertWritable(file, { force });
  return await session.withActions('support', async (actions) => {
    await actions.save({ kind: 'support', securityLog }, file);
    output.say(
      message('{file} contains the logs, versions and settings, and no secrets. Check it before you pass it on.', {
        file,
      }),
    );
    output.emit('summary', { file });
    return exitCodes.done;
  });
}
