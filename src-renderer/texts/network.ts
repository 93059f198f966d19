/** @file The texts of the network settings: the proxy and the certificate authorities. */

import type { NetworkState } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';

type ProxyMode = NetworkState['proxy']['mode'];

export const networkTexts = {
  title: message('Network'),
  loading: message('Loading the network settings…'),
  proxy: message('Proxy'),
  modes: {
    system: {
      label: message('Use the system setting'),
      hint: message('The proxy that is set for this computer, if there is one.'),
    },
    none: { label: message('Use no proxy'), hint: message('Tranship connects directly to the service.') },
    manual: { label: message('Set a proxy by hand'), hint: message('Ask your IT for the values.') },
  } satisfies Record<ProxyMode, { label: string; hint: string }>,
  address: message('Address of the proxy'),
  addressPlaceholder: 'http://proxy.bank.example:8080',
  addressProblem: message(
    'The address must start with http:// or https:// and end with a port, such as http://proxy.bank.example:8080.',
  ),
  username: message('User name'),
  usernameHint: message('Leave this empty if the proxy does not ask for one.'),
  password: message('Password'),
  passwordStored: message('A password is stored. It is never shown again.'),
  passwordReplace: message('Replace it'),
  passwordKeep: message('Keep the stored one'),
  passwordForget: message('Delete it'),
  bypass: message('Hosts without the proxy'),
  bypassHint: message('One host on each line. A dot in front means all hosts below it: .bank.example'),
  use: message('Use this proxy'),
  used: message('This proxy is in use.'),
  unsaved: message('Not in use yet.'),
  authorities: message('Certificate authorities'),
  authoritiesHint: message(
    'Tranship trusts the authorities that this computer trusts. If a proxy of your bank inspects encrypted traffic, add its authority.',
  ),
  noAuthorities: message('No additional authorities.'),
  trusted: (count: number) =>
    message(
      '{count, plural, one {# certificate} other {# certificates}} trusted in addition to those of this computer.',
      { count },
    ),
  limited: (count: number, hosts: readonly string[]) =>
    message('{count, plural, one {# certificate} other {# certificates}} trusted only for {hosts}.', {
      count,
      hosts: hosts.join(', '),
    }),
  authorityHosts: message('Trust what is added only for these hosts'),
  authorityHostsHint: message('Separate hosts with commas: a.example, *.b.example. Leave this empty for all hosts.'),
  choose: message('Add from a file…'),
  paste: message('Paste…'),
  pasteLabel: message('Certificates as text (PEM)'),
  pasteAdd: message('Add'),
  pasteCancel: message('Cancel'),
  removeAll: message('Remove all'),
  notPem: (what: string) =>
    message('{what} contains no certificate as text (PEM). Ask IT for the file in that form.', { what }),
  pasted: message('The text'),
};
