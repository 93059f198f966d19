/** @file The texts of the network settings: the proxy and the certificate authorities. */

import type { NetworkState } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';

type ProxyMode = NetworkState['proxy']['mode'];

export const networkTexts = {
  title: message('Network'),
  proxy: message('Proxy'),
  modes: {
    system: {
      label: message('Use the system setting'),
      hint: message('The proxy that is set for this computer, if there is one.'),
    },
    none: { label: message('Use no proxy'), hint: message('Tranship connects directly to the service.') },
    manual: { label: message('Set a proxy by hand'), hint: message('Ask your IT for the values.') },
  } satisfies Record<ProxyMode, { label: string; hint: string }>,
  addressPlaceholder: 'http://proxy.bank.example:8080',
  addressProblem: message(
    'The address must start with http:// or https:// and end with a port, such as http://proxy.bank.example:8080.',
  ),
  bypass: message('Hosts without the proxy'),
  bypassHint: message('One host on each line. A dot in front means all hosts below it: .bank.example'),
  authorities: message('Certificate authorities'),
  authoritiesHint: message(
    'Tranship trusts the authorities that this computer trusts. If a proxy of your bank inspects encrypted traffic, add its authority.',
  ),
};
