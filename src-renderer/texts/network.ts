/** @file The texts of the network settings: the proxy and the certificate authorities. */

import type { NetworkState } from '../../src-shared/contract.ts';
import { counted } from '../wording.ts';

type ProxyMode = NetworkState['proxy']['mode'];

export const networkTexts = {
  title: 'Network',
  loading: 'Looking the network settings up…',
  proxy: 'How Tranship gets out',
  modes: {
    system: { label: 'As the system says', hint: 'The proxy that is set for this computer, if there is one.' },
    none: { label: 'Without a proxy', hint: 'Straight to the service.' },
    manual: { label: 'By a proxy of your own', hint: 'As your IT tells you.' },
  } satisfies Record<ProxyMode, { label: string; hint: string }>,
  address: 'Address of the proxy',
  addressPlaceholder: 'http://proxy.bank.example:8080',
  addressProblem: 'It starts with http:// or https:// and ends with a port, such as http://proxy.bank.example:8080.',
  username: 'User name',
  usernameHint: 'Leave it empty if the proxy does not ask.',
  password: 'Password',
  passwordStored: 'A password is stored. It is never shown again.',
  passwordReplace: 'Replace it',
  passwordKeep: 'Keep the stored one',
  passwordForget: 'Forget it',
  bypass: 'Reached without the proxy',
  bypassHint: 'One host on each line. A dot in front means all hosts below it: .bank.example',
  use: 'Use this proxy',
  used: 'This proxy is in use.',
  unsaved: 'Not in use yet.',
  authorities: 'Certificate authorities',
  authoritiesHint:
    'Tranship trusts those that this computer trusts. Add the one of your bank if its network looks into encrypted connections.',
  noAuthorities: 'None besides those of this computer.',
  trusted: (count: number) => `${counted(count, 'certificate')} trusted besides those of this computer.`,
  choose: 'Add from a file…',
  paste: 'Paste…',
  pasteLabel: 'Certificates as text (PEM)',
  pasteAdd: 'Add',
  pasteCancel: 'Cancel',
  removeAll: 'Remove them',
  notPem: (what: string) => `${what} holds no certificate as text (PEM). Ask IT for the file in that form.`,
  pasted: 'The text',
};
