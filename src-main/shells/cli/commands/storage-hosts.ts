/** @file `tranship connection hosts`: shows and changes where the files of a connection may go. */

import { destinationOf } from '../../../wire/credentials/connection.ts';
import type { StorageHostList } from '../../../wire/transfer/storage-hosts.ts';
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
  const { allow = [], remove = [], fix, ask, private: toPrivate, public: toPublic } = options;
  return await session.withApp('connection hosts', async (app) => {
    const connection = app.services.connection(name);
    const bound = { connection: connection.name, destination: destinationOf(connection) };
    const rule = {
      ...((fix === true || ask === true) && { fixed: fix === true }),
      ...((toPrivate === true || toPublic === true) && { private: toPrivate === true }),
    };
    // The rule first: it decides which hosts can be allowed.
    if (Object.keys(rule).length > 0) await app.storageHosts.change(bound, rule);
    const missing: string[] = [];
    for (const host of remove) if (!(await app.storageHosts.remove(bound, host))) missing.push(host);
    for (const host of allow) await app.storageHosts.allow(bound, host);
    app.queue.releaseHolds();
    for (const host of missing) output.say(`${host} is not on the list.`);
    const list = await app.storageHosts.list(bound);
    tell(output, bound.connection, list);
    output.emit('summary', { connection: bound.connection, ...(list ?? { hosts: [], fixed: false, private: false }) });
    return missing.length === 0 ? exitCodes.done : exitCodes.refused;
  });
}

function tell(output: Output, name: string, list: StorageHostList | undefined): void {
  const { hosts, fixed, private: isPrivate } = list ?? { hosts: [], fixed: false, private: false };
  if (hosts.length === 0) output.say(`No storage host is kept for “${name}”.`);
  else {
    output.say(`The files of “${name}” may go to:`);
    for (const { origin, isTrusted } of hosts)
      output.say(`  ${origin}${isTrusted ? '' : ' (not confirmed: allow it again, or remove it)'}`);
  }
  if (fixed) output.say('The list is fixed: any other host is refused.');
  else if (list === undefined) output.say('The first host that the service names will be kept; any other one is held.');
  else output.say('Any other host is held until somebody allows it.');
  if (isPrivate) output.say('Hosts in a private network may be used.');
}
