/** @file `tranship network …`: shows and sets the way out of this network. */

import tls from 'node:tls';
import type { NetworkState } from '../../../../src-shared/contract.ts';
import { fact } from '../../../../src-shared/languages/fact.ts';
import { message } from '../../../../src-shared/languages/message.ts';
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
        ? message('none was given')
        : message('it cannot be encrypted without TRANSHIP_PASSPHRASE');
      session.output.say(
        message('The password is not stored: {reason}. Set TRANSHIP_PROXY_PASSWORD for each command.', { reason }),
      );
    }
    return exitCodes.done;
  });
}

async function newPassword(session: Session): Promise<string | undefined> {
  const { environment } = session;
  if (!(await session.canStoreSecrets())) return undefined;
  return (
    proxyPasswordFromEnvironment(environment) ?? (await askSecret(message('Password of the proxy: '), session.call))
  );
}

function proxyOf({ system, none, address, user, bypass }: ProxyOptions): NetworkState['proxy'] {
  if (address === undefined) {
    if (user !== undefined || bypass !== undefined) throw usageError(fact('--user and --bypass need --address.'));
    if (system === true) return { mode: 'system' };
    if (none === true) return { mode: 'none' };
    throw usageError(fact('Name the proxy with --system, --none or --address URL.'));
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
  if (file !== undefined && remove) throw usageError(fact('Use either a file or --remove.'));
  if (file === undefined && (add || hosts !== undefined)) throw usageError(fact('--add and --hosts need a file.'));
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
  output.say(message('Proxy: {proxy}.', { proxy: proxyInWords(proxy, hasProxyPassword) }));
  output.say(
    shown.length === 0
      ? message('Certificate authorities: those of the system.')
      : message('Certificate authorities: those of the system, and {others}:', {
          others: counted(shown.length, 'other'),
        }),
  );
  for (const { subject, validUntil, hosts } of shown) {
    const limit = hosts === undefined ? '' : message(', only for {hosts}', { hosts: hosts.join(', ') });
    output.say(
      `  ${message('{subject}, valid until {day}{limit}', { subject, day: day(Date.parse(validUntil)), limit })}`,
    );
  }
  const set = session.managed;
  if (set.includes('proxy')) output.say(message('The proxy is set by your organisation.'));
  if (set.includes('authorities')) output.say(message('The certificate authorities are set by your organisation.'));
  const ofTheRuntime = environment['NODE_EXTRA_CA_CERTS'];
  if (ofTheRuntime && !set.includes('authorities'))
    output.say(
      // The installed app ignores the variable, and every runtime a file that it cannot use.
      tls.getCACertificates('extra').length > 0
        ? message('NODE_EXTRA_CA_CERTS adds the authorities in {ofTheRuntime}, for all hosts.', { ofTheRuntime })
        : message(
            'NODE_EXTRA_CA_CERTS ({ofTheRuntime}) adds no authorities: the installed app ignores it, and a file without certificates counts for nothing. Use “tranship network authorities FILE --add”.',
            { ofTheRuntime },
          ),
    );
  output.emit('summary', { proxy, hasProxyPassword, authorities: shown, setByOrganisation: set });
}

function proxyInWords(proxy: NetworkState['proxy'], hasProxyPassword: boolean): string {
  switch (proxy.mode) {
    case 'system':
      return message('the proxy of the system or of HTTPS_PROXY');
    case 'none':
      return 'none';
    case 'manual': {
      const { address, username, bypass } = proxy;
      const password = hasProxyPassword ? message('its password is stored') : message('no password is stored');
      const user = username === undefined ? '' : message(', as {username} ({password})', { username, password });
      return `${address}${user}${bypass.length === 0 ? '' : message(', but not for {bypass}', { bypass: bypass.join(', ') })}`;
    }
  }
}
