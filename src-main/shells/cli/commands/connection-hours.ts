/** @file `--hours` and `--bandwidth` of `tranship connection …`: when uploads over a connection may begin, and how fast they go. */

import { message } from '../../../../src-shared/languages/message.ts';
import { type SendingChange, type SendingRules, unruled } from '../../../../src-shared/sending-hours.ts';
import { bandwidthAsText, bandwidthFromText, hoursAsText, hoursFromText } from '../../../../src-shared/sending-text.ts';
import type { Actions } from '../../../actions/actions.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { aloneUnlessNamed, type Session } from '../session.ts';

export interface SendingOptions {
  hours?: string;
  bandwidth?: string;
}

/** Undefined where neither is given. @throws AppError connection.invalid */
export function sendingChange({ hours, bandwidth }: SendingOptions): SendingChange | undefined {
  if (hours === undefined && bandwidth === undefined) return undefined;
  return {
    ...(hours !== undefined && hoursFromText(hours)),
    ...(bandwidth !== undefined && { bandwidth: bandwidthFromText(bandwidth) ?? 'none' }),
  };
}

/** Changes nothing else of the connection, which may be that of the environment. @throws AppError connection.unknown, policy.managed */
export async function changeOnlySending(session: Session, name: string, change: SendingChange): Promise<ExitCode> {
  const work = async (actions: Actions) => {
    const sending = await changeSending(session, actions, name, change);
    session.output.emit('summary', { connection: name, ...sending });
    return exitCodes.done;
  };
  return await session.withActions('connection change', work, undefined, { alone: aloneUnlessNamed(name) });
}

/** @throws AppError connection.unknown, policy.managed */
export async function changeSending(session: Session, { call }: Actions, name: string, change: SendingChange) {
  const rows = await call('connections.changeSending', { name, ...change });
  const { sending = unruled } = rows.find((one) => one.name === name) ?? {};
  sayHours(session, name, sending);
  return sendingAsText(sending);
}

export function sayHours({ output }: Session, name: string, rules: SendingRules): void {
  output.say(message('Hours of “{name}”: {hours}. Bandwidth: {bandwidth}.', { name, ...sendingAsText(rules) }));
}

/** As the options take it. */
export const sendingAsText = (rules: SendingRules) => ({
  hours: hoursAsText(rules),
  bandwidth: bandwidthAsText(rules.bandwidth),
});
