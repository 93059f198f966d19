/** @file `tranship policy`: what the organisation has set on this computer, where, and what of it is not used. */

import { message } from '../../../../src-shared/languages/message.ts';
import { policyAsText } from '../../../actions/machine-policy.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { Session } from '../session.ts';

const reasons = {
  unknown: () => message('Tranship does not know this key'),
  empty: () => message('it has no value'),
};

/** A policy that cannot be used ends the command with its error, which says where and why. */
export function showPolicy(session: Session): ExitCode {
  const { output } = session;
  const { values, sources, ignored } = session.policy;
  const lines = policyAsText(values);
  if (sources.length === 0) output.say(message('Your organisation has set nothing on this computer.'));
  else {
    output.say(
      message('Set by your organisation, for all who work on this computer, in {sources}:', {
        sources: sources.join(` ${message('and')} `),
      }),
    );
    for (const [key, text] of Object.entries(lines)) output.sayBeside(`  ${key}: `, text);
    if (Object.keys(lines).length === 0) output.say(`  ${message('nothing')}`);
  }
  if (ignored.length > 0) output.say(message('Not used:'));
  for (const { key, why } of ignored) output.say(`  ${key}: ${reasons[why]()}`);
  output.say(message('A change counts from the next start of Tranship.'));
  output.emit('summary', { sources, set: lines, ignored, updates: values.updates });
  return exitCodes.done;
}
