/** @file `tranship network …`: shows and sets the way out of this network. */

import tls from 'node:tls';
import type { NetworkState } from '../../../../src-shared/contract.ts';
import { networkState, trustedCertificates } from '../../../actions/network.ts';
import { proxyPasswordFromEnvironment } from '../../../ground/environment.ts';
import { certificateFile } from '../../../ground/files/certificate-file.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
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
export async function showNetwork(session: Session): Promise<ExitCode> {
  tell(session, networkState((await session.kept()).network));
  return exitCodes.done;
}

/** Sets the proxy; the password of one only where it can be encrypted. */
export async function changeProxy(session: Session, options: ProxyOptions): Promise<ExitCode> {
  const proxy = proxyOf(options);
  const hasUser = proxy.mode === 'manual' && proxy.username !== undefined;
  const proxyPassword = hasUser ? await newPassword(session) : undefined;
  return await session.withActions('network proxy', async (actions) => {
    const changed = await actions.call('network.change', { proxy, proxyPassword });
    tell(session, changed);
    if (hasUser && !changed.hasProxyPassword) {
      const reason = (await session.canStoreSecrets())
        ? 'none was given'
        : 'it cannot be encrypted without TRANSHIP_PASSPHRASE';
      session.output.say(`The password is not stored: ${reason}. Set TRANSHIP_PROXY_PASSWORD for each command.`);
    }
    return exitCodes.done;
  });
}

async function newPassword(session: Session): Promise<string | undefined> {
  const { environment } = session;
  if (!(await session.canStoreSecrets())) return undefined;
  return proxyPasswordFromEnvironment(environment) ?? (await askSecret('Password of the proxy: ', session.call));
}

function proxyOf({ system, none, address, user, bypass }: ProxyOptions): NetworkState['proxy'] {
  if (address === undefined) {
    if (user !== undefined || bypass !== undefined) throw usageError('--user and --bypass need --address.');
    if (system === true) return { mode: 'system' };
    if (none === true) return { mode: 'none' };
    throw usageError('Name the proxy with --system, --none or --address URL.');
  }
  return { mode: 'manual', address, ...(user && { username: user }), bypass: bypass?.split(/[\s,;]+/) ?? [] };
}

export interface AuthoritiesOptions {
  remove: boolean;
  /** Keeps those that are there. */
  add: boolean;
  /** Separated by commas. */
  hosts?: string;
}

/** Sets the additional authorities, takes them away, or shows them. */
export async function changeAuthorities(
  session: Session,
  file: string | undefined,
  { remove, add, hosts }: AuthoritiesOptions,
): Promise<ExitCode> {
  if (file !== undefined && remove) throw usageError('Use either a file or --remove.');
  if (file === undefined && (add || hosts !== undefined)) throw usageError('--add and --hosts need a file.');
  if (file === undefined && !remove) return showNetwork(session);
  const limit = hosts === undefined ? {} : { hosts: hosts.split(',') };
  const named =
    file === undefined
      ? []
      : [{ pem: (await certificateFile(file, session.interrupted)).toString('latin1'), ...limit }];
  return await session.withActions('network authorities', async (actions) => {
    const present = add ? (await actions.call('network.get', undefined)).authorities : [];
    tell(session, await actions.call('network.change', { authorities: [...present, ...named] }));
    return exitCodes.done;
  });
}

/** Accepts settings that were changed without the key of the data folder. */
export async function confirmNetwork(session: Session): Promise<ExitCode> {
  return await session.withActions('network confirm', async (actions) => {
    tell(session, await actions.call('network.confirm', undefined));
    return exitCodes.done;
  });
}

function tell(session: Session, { proxy, authorities, hasProxyPassword }: NetworkState): void {
  const { output, environment } = session;
  const shown = trustedCertificates(authorities).map(({ validUntil, ...certificate }) => ({
    ...certificate,
    validUntil: new Date(validUntil).toISOString(),
  }));
  output.say(`Proxy: ${proxyInWords(proxy, hasProxyPassword)}.`);
  output.say(
    shown.length === 0
      ? 'Certificate authorities: those of the system.'
      : `Certificate authorities: those of the system, and ${counted(shown.length, 'other')}:`,
  );
  for (const { subject, validUntil, hosts } of shown) {
    const limit = hosts === undefined ? '' : `, only for ${hosts.join(', ')}`;
    output.say(`  ${subject}, valid until ${day(Date.parse(validUntil))}${limit}`);
  }
  const set = session.managed;
  if (set.includes('proxy')) output.say('The proxy is set by your organisation.');
  if (set.includes('authorities')) output.say('The certificate authorities are set by your organisation.');
  const ofTheRuntime = environment['NODE_EXTRA_CA_CERTS'];
  if (ofTheRuntime && !set.includes('authorities'))
    output.say(
      // The installed app ignores the variable, and every runtime a file that it cannot use.
      tls.getCACertificates('extra').length > 0
        ? `NODE_EXTRA_CA_CERTS adds the authorities in ${ofTheRuntime}, for all hosts.`
        : `NODE_EXTRA_CA_CERTS (${ofTheRuntime}) adds no authorities: the installed app ignores it, and a file without certificates counts for nothing. Use “tranship network authorities FILE --add”.`,
    );
  output.emit('summary', { proxy, hasProxyPassword, authorities: shown, setByOrganisation: set });
}

function proxyInWords(proxy: NetworkState['proxy'], hasProxyPassword: boolean): string {
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
