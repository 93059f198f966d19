/** @file `tranship practice`: serves the practice tenant until it is stopped. */

import { once } from 'node:events';
import { message } from '../../../../src-shared/languages/message.ts';
import { type PracticeOptions, practiceTenant } from '../../../actions/practice.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { toPortError } from '../port-error.ts';
import type { Session } from '../session.ts';

export async function practice(session: Session, options: PracticeOptions): Promise<ExitCode> {
  const { output, interrupted } = session;
  const tenant = await practiceTenant(session, options).catch((thrown: unknown) => {
    throw toPortError(thrown, options.port);
  });
  try {
    const variables = {
      TRANSHIP_BASE_URL: tenant.baseUrl,
      TRANSHIP_TOKEN_URL: tenant.tokenUrl,
      TRANSHIP_CLIENT_ID: tenant.clientId,
      TRANSHIP_CLIENT_SECRET: tenant.clientSecret,
      TRANSHIP_SCOPE: tenant.scope,
    };
    output.say(
      message(
        'The practice service is running; nothing leaves this computer. To use it, set these variables in another terminal:',
      ),
    );
    for (const [name, value] of Object.entries(variables)) output.say(`  export ${name}=${value}`);
    output.say(message('Ctrl-C stops it.'));
    output.emit('practice', variables);
    if (!interrupted.aborted) await once(interrupted, 'abort');
  } finally {
    await tenant.close();
  }
  output.emit('summary', { batches: tenant.batches().length });
  return exitCodes.done;
}
