/** @file Errors of the network: hosts, proxies and certificate authorities. */

import { fact, type Said } from '../languages/fact.ts';
import { message } from '../languages/message.ts';
import { kind } from './wording.ts';
import { clockAdvice, type WrongClock } from './wrong-clock.ts';

export const networkErrors = {
  'network.unreachable': kind<{ host: string; reason: Said }>(
    true,
    () => message('The host cannot be reached'),
    ({ host, reason }) => ({
      detail: fact('No connection to {host}: {reason}', { host, reason }),
      remedy: message(
        'Check the network, the VPN and the address. Tranship continues by itself once the host answers.',
      ),
      remedyOnceEnded: message('Check the network, the VPN and the address, then try again.'),
    }),
  ),
  'network.no-answer': kind<{ host: string; seconds: number }>(
    true,
    () => message('The host does not answer'),
    ({ host, seconds }) => ({
      detail: fact('{host} gave no answer within {seconds} s. The request may still have arrived.', {
        host,
        seconds,
      }),
      remedy: message('Check the network and the VPN. Tranship continues by itself once the host answers.'),
      remedyOnceEnded: message('Check the network and the VPN, then try again.'),
    }),
  ),
  'network.cut': kind<{ host: string; reason: Said }>(
    true,
    () => message('The connection was cut'),
    ({ host, reason }) => ({
      detail: fact('The connection to {host} ended early: {reason}', { host, reason }),
      remedy: message('Tranship tries again by itself.'),
      remedyOnceEnded: message('Try again in a few minutes.'),
    }),
  ),
  'network.private-address': kind<{ host: string; address: string }>(
    true,
    () => message('The storage’s name leads into a private network'),
    ({ host, address }) => ({
      detail: fact(
        'The service named {host}, which this network resolves to {address}. Nothing was sent: files go to private addresses only where a person allows that.',
        { host, address },
      ),
      remedy: message(
        'Ask the provider where this host is. If the storage really is in the bank’s own network, IT can allow that for this connection. Tranship tries again by itself.',
      ),
      remedyInTerminal: message(
        'Ask the provider where this host is. If the storage really is in the bank’s own network, allow that with “tranship connection hosts NAME --private”.',
      ),
      remedyOnceEnded: message(
        'Ask the provider where this host is. If the storage really is in the bank’s own network, allow that with “tranship connection hosts NAME --private”, then try again.',
      ),
    }),
  ),
  'network.untrusted': kind<{ host: string; reason: Said } & WrongClock>(
    false,
    () => message('The host cannot be trusted'),
    ({ host, reason, ...wrongClock }) => ({
      detail: fact('The certificate of {host} was not accepted: {reason}', { host, reason }),
      remedy:
        clockAdvice(wrongClock) ??
        message(
          'Ask IT whether a proxy inspects the traffic. The certificate of its authority must be installed on this machine, or chosen under Settings as a PEM file.',
        ),
      remedyInTerminal:
        clockAdvice(wrongClock) ??
        message(
          'Ask IT whether a proxy inspects the traffic. The certificate of its authority must be installed on this machine, or named as a PEM file: “tranship network authorities FILE”.',
        ),
    }),
  ),
  'network.identity-wanted': kind<{ host: string }>(
    false,
    () => message('The host asks for a client certificate'),
    ({ host }) => ({
      detail: fact('{host} requires a client certificate, or does not accept the one of this connection.', { host }),
      remedy: message(
        'Open Connections, change this connection and choose the certificate that the provider has registered. If the connection has one, check whether it has expired.',
      ),
      remedyInTerminal: message(
        'Store the certificate that the provider has registered with “tranship connection certificate”.',
      ),
    }),
  ),
  'network.proxy-unreachable': kind<{ proxy: string; reason: Said }>(
    true,
    () => message('The proxy cannot be reached'),
    ({ proxy, reason }) => ({
      detail: fact('No connection through the proxy {proxy}: {reason}', { proxy, reason }),
      remedy: message(
        'Check the network, the VPN and the proxy under Settings. Tranship continues by itself once the proxy answers.',
      ),
      remedyInTerminal: message('Check the network, the VPN, and the proxy that HTTPS_PROXY or the settings name.'),
    }),
  ),
  'network.proxy-credentials': kind<{ proxy: string }>(
    false,
    () => message('The proxy asks for a password'),
    ({ proxy }) => ({
      detail: fact('The proxy {proxy} requires a user name and a password, or does not accept those it received.', {
        proxy,
      }),
      remedy: message('Open Settings, set this proxy by hand and enter the user name and the password for it.'),
      remedyInTerminal: message(
        'Put them into the address, as in HTTPS_PROXY=http://name:password@host:port, or into the settings.',
      ),
    }),
  ),
  'network.proxy-login': kind<{ proxy: string; problem: Said }>(
    false,
    () => message('The proxy asks for a login that Tranship does not have'),
    ({ proxy, problem }) => ({
      detail: fact('The proxy {proxy} cannot be used: {problem}.', { proxy, problem }),
      remedy: message(
        'Ask IT for a proxy that accepts Kerberos (Negotiate) or a user name and a password (Basic), or that lets Tranship through without a login; then set it under Settings by its name.',
      ),
      remedyInTerminal: message(
        'Ask IT for a proxy that accepts Kerberos (Negotiate) or a user name and a password (Basic), or that lets Tranship through without a login; then set it by its name: “tranship network proxy --address URL”.',
      ),
    }),
  ),
  'network.proxy-ticket': kind<{ proxy: string; reason: Said }>(
    true,
    () => message('There is no Kerberos ticket for the proxy'),
    ({ proxy, reason }) => ({
      detail: fact('The proxy {proxy} wants a Kerberos ticket of this computer’s user, and there is none: {reason}.', {
        proxy,
        reason,
      }),
      remedy: message(
        'Sign in to the bank’s network again: lock and unlock the screen, or connect the VPN. Tranship continues by itself once there is a ticket. If IT gave you a password for this proxy, enter it under Settings.',
      ),
      remedyInTerminal: message(
        'Get a ticket for the user that runs Tranship (“klist” shows tickets, “kinit” gets one), and check the name of the proxy with IT. If IT gave you a password for it, set that with “tranship network proxy”.',
      ),
    }),
  ),
  'network.proxy-ticket-refused': kind<{ proxy: string }>(
    false,
    () => message('The proxy does not accept the Kerberos ticket'),
    ({ proxy }) => ({
      detail: fact(
        'The proxy {proxy} got a Kerberos ticket of this computer’s user, and does not open a connection with it.',
        { proxy },
      ),
      remedy: message(
        'Ask IT whether this user may use the proxy, and check the clock of this computer. Then let Tranship try again.',
      ),
      remedyInTerminal: message('Ask IT whether this user may use the proxy, and check the clock of this computer.'),
    }),
  ),
  'network.proxy-refused': kind<{ proxy: string; host: string; status: number }>(
    false,
    () => message('The proxy does not allow this connection'),
    ({ proxy, host, status }) => ({
      detail: fact('The proxy {proxy} answered {status} instead of connecting to {host}.', { proxy, status, host }),
      remedy: message(
        'Ask IT to allow {host} on this proxy. If it is allowed, the proxy could not reach it: check the address.',
        { host },
      ),
    }),
  ),
  'network.proxy-unusable': kind<{ problem: Said }>(
    false,
    () => message('The proxy cannot be used'),
    ({ problem }) => ({
      detail: fact('Tranship cannot reach the service: {problem}.', { problem }),
      remedy: message('Ask IT for an http or https proxy, and set it by hand under Settings.'),
      remedyInTerminal: message('Ask IT for an http or https proxy, and name it in HTTPS_PROXY.'),
    }),
  ),
  'network.authorities': kind<{ problem: Said }>(
    false,
    () => message('The additional authorities cannot be used'),
    ({ problem }) => ({
      detail: fact('The additional certificates are not valid: {problem}.', { problem }),
      remedy: message('Ask IT for the certificate of the authority as a PEM file, and choose it under Settings.'),
      remedyInTerminal: message(
        'Ask IT for the certificate of the authority as a PEM file, and name that: “tranship network authorities FILE”.',
      ),
    }),
  ),
  'network.weakened': kind<{ setting: string; effect: Said }>(
    false,
    () => message('A setting of this computer would make encryption worthless'),
    ({ setting, effect }) => ({
      detail: fact('{setting} is set for Tranship. It {effect}. Nothing was sent.', { setting, effect }),
      remedy: message(
        'Ask IT to remove this setting, then start Tranship again. If a host is not trusted, the certificate of its authority must be installed on this computer, or chosen under Settings as a PEM file.',
      ),
      remedyInTerminal: message(
        'Unset it, then try again. If a host is not trusted, name the certificate of its authority: “tranship network authorities FILE”.',
      ),
    }),
  ),
  'network.invalid': kind<{ field: Said; problem: Said }>(
    false,
    () => message('A network setting is not valid'),
    ({ field, problem }) => ({
      detail: fact('{field}: {problem}', { field, problem }),
      remedy: message('Correct this value and try again.'),
    }),
  ),
  'network.proxy-password': kind(
    false,
    () => message('The password of the proxy cannot be decrypted'),
    () => ({
      detail: fact('It was encrypted with another passphrase or on another machine.'),
      remedy: message('Open Settings and enter the password of the proxy again.'),
      remedyInTerminal: message(
        'Set the TRANSHIP_PASSPHRASE it was stored with, or enter it again: “tranship network proxy --address URL --user NAME”.',
      ),
    }),
  ),
};
