/** @file `tranship connection hosts`: shows and changes where the files of a connection may go. */

import type { StorageHosts } from '../../../../src-shared/contract.ts';
import { message } from '../../../../src-shared/languages/message.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { Output } from '../output.ts';
import type { Session } from '../session.ts';

export interface StorageHostsOptions {
  allow?: string[];
  remove?: string[];
  fix?: boolean;
  ask?: boolean;
  private?: boolean;
  public?: boolean;
}

/** Changes what the options name, then shows the list. What waited for it continues with the next `tranship work`. */
export async function storageHosts(session: Session, name: string, options: StorageHostsOptions): Promise<ExitCode> {
  const { output } = session;
  const { allow, remove, fix, ask, private: toPrivate, public: toPublic } = options;
  const change = {
    name,
    allow,
    remove,
    ...((fix === true || ask === true) && { fixed: fix === true }),
    ...((toPrivate === true || toPublic === true) && { private: toPrivate === true }),
  };
  return await session.withActions('connection hosts', async (actions) => {
    const { missing, isUntouched, ...list } = await actions.call('connections.changeHosts', change);
    for (const host of missing) output.say(message('{host} is not on the list.', { host }));
    tell(output, name, { ...list, isUntouched });
    output.emit('summary', { connection: name, ...list });
    return missing.length === 0 ? exitCodes.done : exitCodes.refused;
  });
}

function tell(output: Output, name: string, { hosts, fixed, private: isPrivate, isUntouched }: StorageHosts): void {
  if (hosts.length === 0) output.say(message('No storage host is kept for “{name}”.', { name }));
  else {
    output.say(message('The files of “{name}” may go to:', { name }));
    for (const { origin, isTrusted } of hosts)
      output.say(
        `  ${origin}${isTrusted ? '' : ` ${message('(kept without the key of this data folder: confirm it with --allow, or remove it)')}`}`,
      );
  }
  if (fixed) output.say(message('The list is fixed: any other host is refused.'));
  else if (isUntouched)
    output.say(message('The first host that the service names will be kept; any other one is held.'));
  else output.say(message('Any other host is held until somebody allows it.'));
  if (isPrivate) output.say(message('Hosts in a private network may be used.'));
}
