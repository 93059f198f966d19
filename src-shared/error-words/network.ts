/** @file Errors of the network: hosts, proxies and certificate authorities. */

import { kind } from './wording.ts';

export const networkErrors = {
  'network.unreachable': kind<{ host: string; reason: string }>(true, ({ host, reason }) => ({
    title: 'The host cannot be reached',
    detail: `No connection to ${host}: ${reason}`,
    remedy: 'Check the network, the VPN and the address. Tranship goes on by itself once there is an answer.',
    remedyOnceEnded: 'Check the network, the VPN and the address, then try again.',
  })),
  'network.no-answer': kind<{ host: string; seconds: number }>(true, ({ host, seconds }) => ({
    title: 'The host does not answer',
    detail: `${host} gave no answer within ${seconds} s. The request may have arrived all the same.`,
    remedy: 'Check the network and the VPN. Tranship goes on by itself once there is an answer.',
    remedyOnceEnded: 'Check the network and the VPN, then try again.',
  })),
  'network.cut': kind<{ host: string; reason: string }>(true, ({ host, reason }) => ({
    title: 'The connection was cut',
    detail: `The connection to ${host} ended early: ${reason}`,
    remedy: 'Tranship tries again by itself.',
    remedyOnceEnded: 'Try again in a few minutes.',
  })),
  'network.untrusted': kind<{ host: string; reason: string }>(false, ({ host, reason }) => ({
    title: 'The host cannot be trusted',
    detail: `The certificate of ${host} was not accepted: ${reason}`,
    remedy:
      'Ask IT whether a proxy inspects the traffic. The certificate of its authority must be installed on this machine, or chosen under Settings as a PEM file.',
    remedyInTerminal:
      'Ask IT whether a proxy inspects the traffic. The certificate of its authority must be installed on this machine, or named as a PEM file: “tranship network authorities FILE”.',
  })),
  'network.identity-wanted': kind<{ host: string }>(false, ({ host }) => ({
    title: 'The host asks for a client certificate',
    detail: `${host} lets nobody in without a client certificate, or does not accept the one of this connection.`,
    remedy:
      'Open Connections, change this connection and choose the certificate that the provider has registered. If there is one, see whether it has expired.',
    remedyInTerminal: 'Store the certificate that the provider has registered with “tranship connection certificate”.',
  })),
  'network.proxy-unreachable': kind<{ proxy: string; reason: string }>(true, ({ proxy, reason }) => ({
    title: 'The proxy cannot be reached',
    detail: `No way leads through the proxy ${proxy}: ${reason}`,
    remedy:
      'Check the network, the VPN and the proxy under Settings. Tranship goes on by itself once the proxy answers.',
    remedyInTerminal: 'Check the network, the VPN, and the proxy that HTTPS_PROXY or the settings name.',
  })),
  'network.proxy-credentials': kind<{ proxy: string }>(false, ({ proxy }) => ({
    title: 'The proxy asks for a password',
    detail: `The proxy ${proxy} wants a user name and a password, or does not accept those it got.`,
    remedy: 'Open Settings, set this proxy by hand and enter the user name and the password for it.',
    remedyInTerminal:
      'Put them into the address, as in HTTPS_PROXY=http://name:password@host:port, or into the settings.',
  })),
  'network.proxy-refused': kind<{ proxy: string; host: string; status: number }>(false, ({ proxy, host, status }) => ({
    title: 'The proxy does not let this through',
    detail: `The proxy ${proxy} answered ${status} instead of opening a way to ${host}.`,
    remedy: `Ask IT to allow ${host} on this proxy. If it is allowed, the proxy could not reach it: check the address.`,
  })),
  'network.proxy-unusable': kind<{ problem: string }>(false, ({ problem }) => ({
    title: 'The proxy cannot be used',
    detail: `No way leads out: ${problem}.`,
    remedy: 'Ask IT for an http or https proxy, and set it by hand under Settings.',
    remedyInTerminal: 'Ask IT for an http or https proxy, and name it in HTTPS_PROXY.',
  })),
  'network.authorities': kind<{ problem: string }>(false, ({ problem }) => ({
    title: 'The additional authorities cannot be used',
    detail: `Of the certificates of authorities in the settings: ${problem}.`,
    remedy: 'Ask IT for the certificate of the authority as a PEM file, and choose that under Settings.',
    remedyInTerminal:
      'Ask IT for the certificate of the authority as a PEM file, and name that: “tranship network authorities FILE”.',
  })),
  'network.invalid': kind<{ field: string; problem: string }>(false, ({ field, problem }) => ({
    title: 'The network settings are not right',
    detail: `${field}: ${problem}`,
    remedy: 'Correct this value and try again.',
  })),
  'network.proxy-password': kind(false, () => ({
    title: 'The password of the proxy cannot be opened',
    detail: 'It was encrypted with another passphrase or on another machine.',
    remedy: 'Open Settings and enter the password of the proxy again.',
    remedyInTerminal:
      'Set the TRANSHIP_PASSPHRASE it was stored with, or enter it again: “tranship network proxy --address URL --user NAME”.',
  })),
};
