/** @file The texts of the network settings: the proxy and the certificate authorities. */

import type { NetworkState } from '../../src-shared/contract.ts';
import { counted } from '../wording.ts';

type ProxyMode = NetworkState['proxy']['mode'];

export const networkTexts = {
  title: 'Network',
  loading: 'Loading the network settings…',
  proxy: 'Proxy',
  modes: {
    system: { label: 'Use the system setting', hint: 'The proxy that is set for this computer, if there is one.' },
    none: { label: 'Use no proxy', hint: 'Tranship connects directly to the service.' },
    manual: { label: 'Set a proxy by hand', hint: 'Ask your IT for the values.' },
  } satisfies Record<ProxyMode, { label: string; hint: string }>,
  address: 'Address of the proxy',
  addressPlaceholder: 'http://proxy.bank.example:8080',
  addressProblem:
    'The address must start with http:// or https:// and end with a port, such as http://proxy.bank.example:8080.',
  username: 'User name',
  usernameHint: 'Leave this empty if the proxy does not ask for one.',
  password: 'Password',
  passwordStored: 'A password is stored. It is never shown again.',
  passwordReplace: 'Replace it',
  passwordKeep: 'Keep the stored one',
  passwordForget: 'Delete it',
  bypass: 'Hosts without the proxy',
  bypassHint: 'One host on each line. A dot in front means all hosts below it: .bank.example',
  use: 'Use this proxy',
  used: 'This proxy is in use.',
  unsaved: 'Not in use yet.',
  authorities: 'Certificate authorities',
  authoritiesHint:
    'Tranship trusts the authorities that this computer trusts. If a proxy of your bank inspects encrypted traffic, add its authority.',
  noAuthorities: 'No additional authorities.',
  trusted: (count: number) => `${counted(count, 'certificate')} trusted in addition to those of this computer.`,
  limited: (count: number, hosts: readonly string[]) =>
    `${counted(count, 'certificate')} trusted only for ${hosts.join(', ')}.`,
  authorityHosts: 'Trust what is added only for these hosts',
  authorityHostsHint: 'Separate hosts with commas: a.example, *.b.example. Leave this empty for all hosts.',
  choose: 'Add from a file…',
  paste: 'Paste…',
  pasteLabel: 'Certificates as text (PEM)',
  pasteAdd: 'Add',
  pasteCancel: 'Cancel',
  removeAll: 'Remove all',
  notPem: (what: string) => `${what} contains no certificate as text (PEM). Ask IT for the file in that form.`,
  pasted: 'The text',
};
