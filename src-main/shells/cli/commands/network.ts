/** @file `tranship network …`: shows and sets the way out of this network. */

import { X509Certificate } from 'node:crypto';
import { proxyPasswordFromEnvironment } from '../../../credentials/environment.ts';
import { readAuthorities } from '../../../network/authorities.ts';
import { readBypass } from '../../../network/bypass.ts';
import type { NetworkSettings } from '../../../network/network-settings.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { contentOf } from '../identity-files.ts';
import { usageError } from '../output.ts';
import { askSecret } from '../prompt.ts';
import type { Session } from '../session.ts';
import { counted, day } from '../wording.ts';

export interface ProxyOptions {
  system?: boolean;
  none?: boolean;
  address?: string;
  user?: string;
  bypass?: string;
}

/** Shows the settings; also while another process works on the queue. */
export function showNetwork(session: Session): ExitCode {
  const { network } = session.kept();
  tell(session, network.read(), network.password.has());
  return exitCodes.done;
}

/** Sets the proxy; the password of one only where it can be encrypted. */
export async function changeProxy(session: Session, options: ProxyOptions): Promise<ExitCode> {
  const proxy = proxyOf(options);
  const hasUser = proxy.mode === 'manual' && proxy.username !== undefined;
  const password = hasUser ? await newPassword(session) : undefined;
  return await session.withApp('network proxy', async (app) => {
    const { authorities } = app.networkSettings;
    const hasPassword = () => app.keptNetwork.password.has();
    tell(session, await app.changeNetwork({ proxy, authorities }, password), hasPassword());
    if (hasUser && !hasPassword()) {
      const reason = session.canStoreSecrets ? 'none was given' : 'it cannot be encrypted without TRANSHIP_PASSPHRASE';
      session.output.say(`The password is not stored: ${reason}. Set TRANSHIP_PROXY_PASSWORD for each command.`);
    }
    return exitCodes.done;
  });
}

async function newPassword({ environment, canStoreSecrets }: Session): Promise<string | undefined> {
  if (!canStoreSecrets) return undefined;
  return proxyPasswordFromEnvironment(environment) ?? (await askSecret('Password of the proxy: '));
}

function proxyOf({ system, none, address, user, bypass }: ProxyOptions): NetworkSettings['proxy'] {
  if (address === undefined) {
    if (user !== undefined || bypass !== undefined) throw usageError('--user and --bypass need --address.');
    if (system === true) return { mode: 'system' };
    if (none === true) return { mode: 'none' };
    throw usageError('Name the proxy with --system, --none or --address URL.');
  }
  return { mode: 'manual', address, ...(user && { username: user }), bypass: readBypass(bypass ?? '') };
}

/** Sets the additional authorities, takes them away, or shows them. */
export async function changeAuthorities(
  session: Session,
  file: string | undefined,
  { remove }: { remove: boolean },
): Promise<ExitCode> {
  if (file !== undefined && remove) throw usageError('Use either a file or --remove.');
  if (file === undefined && !remove) return showNetwork(session);
  const authorities = file === undefined ? '' : (await contentOf(file)).toString('latin1');
  return await session.withApp('network authorities', async (app) => {
    const { proxy } = app.networkSettings;
    tell(session, await app.changeNetwork({ proxy, authorities }), app.keptNetwork.password.has());
    return exitCodes.done;
  });
}

/** Accepts settings that were changed without the key of the data folder. */
export async function confirmNetwork(session: Session): Promise<ExitCode> {
  return await session.withApp('network confirm', async (app) => {
    await app.confirmNetwork();
    tell(session, app.networkSettings, app.keptNetwork.password.has());
    return exitCodes.done;
  });
}

function tell({ output }: Session, { proxy, authorities }: NetworkSettings, hasProxyPassword: boolean): void {
  const certificates = readAuthorities(authorities).map((text) => new X509Certificate(text));
  output.say(`Proxy: ${proxyInWords(proxy, hasProxyPassword)}.`);
  output.say(
    certificates.length === 0
      ? 'Certificate authorities: those of the system.'
      : `Certificate authorities: those of the system, and ${counted(certificates.length, 'other')}:`,
  );
  const shown = certificates.map(({ subject, validToDate }) => ({
    subject: subject.split('\n').join(', '),
    validUntil: validToDate.toISOString(),
  }));
  for (const { subject, validUntil } of shown) output.say(`  ${subject}, valid until ${day(Date.parse(validUntil))}`);
  output.emit('summary', { proxy, hasProxyPassword, authorities: shown });
}

function proxyInWords(proxy: NetworkSettings['proxy'], hasProxyPassword: boolean): string {
  switch (proxy.mode) {
    case 'system':
      return 'the proxy of the system or of HTTPS_PROXY';
    case 'none':
      return 'none';
    case 'manual': {
      const { address, username, bypass } = proxy;
      const password = hasProxyPassword ? 'its password is stored' : 'no password is stored';
      const user = username === undefined ? '' : `, as ${username} (${password})`;
      return `${address}${user}${bypass.length === 0 ? '' : `, but not for ${bypass.join(', ')}`}`;
    }
  }
}
