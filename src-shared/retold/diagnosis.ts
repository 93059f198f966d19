/**
 * @file The steps of a diagnosis in the language that is spoken. They are made in English (`src-main/wire/diagnosis/`), as the help
 * desk reads them in what is copied: their wording there decides what is recognised here.
 */

import { type ErrorCode, type ErrorParams, errorCodes, titleOfError, wordingOf } from '../errors.ts';
import { english } from '../languages/languages.ts';
import { message, speaking, spokenLanguage, type Values } from '../languages/message.ts';
import { retelling, type Telling } from '../languages/retold.ts';
import { reasons } from './reasons.ts';

/** What was not tried, the clock and the limits. */
const aboutTheCourse: readonly Telling[] = [
  () => message('The clock of this computer agrees with the service’s, to the second.'),
  (given) => message('The clock of this computer agrees with that of {host}, to the second.', given),
  (given) => message('The clock of this computer is {time} behind that of {host}.', given),
  (given) => message('The clock of this computer is {time} ahead of that of {host}.', given),
  () => message('No answer has said what time it is at the service.'),
  (given) => message('The clock of this computer is {time} behind the service’s.', given),
  (given) => message('The clock of this computer is {time} ahead of the service’s.', given),
  () => message('That is not a problem.'),
  () =>
    message(
      'Let the system set the time automatically. Uploads still work, but times in receipts are wrong, and certificates may seem expired.',
    ),
  (given) =>
    message(
      'Within the next minute this computer may start {uploads} uploads, ask {questions} times for the state of batches and fetch {reports} reports.',
      given,
    ),
  () => message('Tranship waits by itself until it may send requests again.'),
  () => message('Not tried, because the diagnosis took too long.'),
  () => message('This took too long and was stopped.'),
  () => message('The service may be asking to wait, or the network is slow. Try again in a few minutes.'),
  (given) => message('Not tried, because {name} cannot be reached.', given),
  (given) => message('Not tried, because the connection to {name} could not be secured.', given),
  () => message('Not tried, because there is no token.'),
  () => message('Not tried, because an earlier step failed.'),
  () => message('Not tried: the storage host is known only after the first upload.'),
  () => message('Not tried: the service cannot be asked for an upload address.'),
  (given) => message('Not tried: the storage host {name} must be confirmed first.', given),
  () => message('Not tried, because the service cannot be used now.'),
];

/** Encryption and certificates. */
const aboutEncryption: readonly Telling[] = [
  (given) => message('The connection to {name} is encrypted ({version}).', given),
  (given) =>
    message(
      'The connection to {name} is encrypted ({version}); its certificate is valid for 1 more day and was issued by “{issuer}”.',
      given,
    ),
  (given) =>
    message(
      'The connection to {name} is encrypted ({version}); its certificate is valid for {days} more days and was issued by “{issuer}”.',
      given,
    ),
  () => message('This is not a public authority: a proxy may inspect the traffic.'),
  (given) => message('Tell the provider that the certificate of {name} expires in {time}.', given),
  (given) => message('Tell IT that the certificate of {name} expires in {time}.', given),
  (given) => message('The host {name} accepts the connection, but does not answer the request to encrypt it.', given),
  () => message('Check the port of the address. Ask IT whether a firewall blocks this connection.'),
  (given) => message('What answers at {name} is not encrypted.', given),
  () => message('Check the port of the address, and whether something other than the service answers there.'),
  (given) => message('The host {name} closed the connection while it was being encrypted.', given),
  () => message('Ask IT whether a firewall or a proxy cuts encrypted connections to this host.'),
  (given) => message('The host {name} demands a client certificate, and this connection has none.', given),
  () => message('Ask the provider for a client certificate, change this connection and choose it.'),
  () => message('Ask the provider for another client certificate, change this connection and choose it.'),
  (given) => message('The host {name} does not accept the client certificate “{subject}”: it expired on {day}.', given),
  (given) => message('The host {name} does not accept the client certificate “{subject}”.', given),
  (given) =>
    message(
      'The host {name} closes the connection as soon as it is encrypted. Hosts that demand a client certificate do so, and this connection has none.',
      given,
    ),
  (given) =>
    message(
      'The host {name} closes the connection as soon as it is encrypted. Hosts that demand a client certificate do so, or do not accept its certificate.',
      given,
    ),
  () => message('Ask the provider whether a client certificate is needed; if not, ask IT what closes the connection.'),
  (given) =>
    message('The host {name} and this computer have no kind of encryption in common: TLS 1.2 or 1.3 is needed.', given),
  () => message('Ask IT whether a proxy on the way supports only old encryption; otherwise ask the provider.'),
  (given) =>
    message('The host {name} supports only {version}, which is no longer safe: TLS 1.2 or 1.3 is needed.', given),
  () =>
    message(
      'Ask IT whether an old proxy is on the way; otherwise the provider must update the encryption of this host.',
    ),
  (given) => message('The certificate of {name} expired on {day}.', given),
  (given) => message('A certificate in the chain of {name}, up to “{issuer}”, has expired.', given),
  () =>
    message('Check the date of this computer. If it is right, ask the operator of this host to renew the certificate.'),
  (given) => message('The certificate of {name} is not valid before {day}.', given),
  () => message('Check the date and the time of this computer.'),
  (given) => message('The certificate that {host} presents belongs to another host: {names}.', given),
  () =>
    message(
      'Check the address. If it is right, something else answers instead: ask IT about a proxy or a sign-in page of the network.',
    ),
  (given) => message('The certificate of {name} is self-signed: no authority has issued it.', given),
  () => message('Ask IT for this certificate, if it is the right one, and add it under Settings → Network.'),
  (given) => message('Ask IT for the certificate of “{issuer}”, and add it under Settings → Network.', given),
  (given) =>
    message(
      'The certificate of {name} was issued by “{issuer}”. Whether this computer trusts it is not known: its authorities could not be read ({fault}).',
      given,
    ),
  () => message('Try again in a few minutes. If it stays so, send this sentence to IT.'),
  (given) =>
    message(
      'The certificate of {name} was issued by “{issuer}”, which this computer does not trust: a proxy inspects the traffic.',
      given,
    ),
  (given) => message('The certificate of {name}, issued by “{issuer}”, is not accepted (no reason is given).', given),
  (given) => message('The certificate of {name}, issued by “{issuer}”, is not accepted ({code}).', given),
  () => message('Send this sentence to IT.'),
  (given) => message('No encryption is needed to {name}: it is this computer itself.', given),
  (given) => message('What is sent to {name} could be read on the way.', given),
  () => message('Use an address that starts with https://.'),
];

/** Names, proxies and hosts. */
const aboutHosts: readonly Telling[] = [
  (given) => message('The host {name} can be reached.', given),
  (given) => message('The host is given by its address, {host}: there is no name to resolve.', given),
  (given) => message('The name {host} resolves to {addresses}.', given),
  (given) =>
    message(
      'The name {host} cannot be resolved on this computer, which is usual where the proxy resolves names.',
      given,
    ),
  (given) => message('The name {host} cannot be resolved at the moment: the name server does not answer.', given),
  () =>
    message('Check the network and the VPN. If other websites open, ask IT about the name server of this computer.'),
  (given) => message('The name {host} does not resolve: the name server knows no such name.', given),
  () =>
    message('Check the spelling of the address. If it is right, connect the VPN, or ask IT whether a proxy is needed.'),
  (given) => message('The name {host} could not be resolved ({code}).', given),
  () => message('Ask IT about the name server of this computer.'),
  () => message('Check the proxy under Settings → Network, or ask IT which one is right.'),
  (given) => message('{name} cannot be reached.', given),
  (given) => message('The host {name} can be reached through the proxy {proxy}, which is {origin}.', given),
  (given) => message('The host {name} answers; no proxy is used, because {why}.', given),
  (given) => message('{name} can be reached without a proxy instead.', given),
  (given) => message('{name} can be reached through the proxy {proxy} instead.', given),
  (given) => message('No connection to the proxy {proxy} ({origin}): {reason}.', given),
  (given) => message('No connection to {name}: {reason}.', given),
  () => message('Check the address and the VPN. Ask IT whether this computer may reach the host only through a proxy.'),
  (given) => message('The proxy {proxy} ({origin}) cannot be used: {reason}.', given),
  (given) => message('The proxy {proxy} ({origin}) requires a user name and a password, and none are set.', given),
  () => message('Enter the user name and the password of the proxy under Settings → Network.'),
  (given) => message('The proxy {proxy} ({origin}) does not accept the user name or the password.', given),
  () => message('Enter the password of the proxy again under Settings → Network; it may have been changed.'),
  (given) => message('The proxy {proxy} ({origin}) refuses the connection to {name} (it answered {status}).', given),
  (given) => message('Ask IT to allow {name} on the proxy.', given),
  (given) => message('The proxy {proxy} ({origin}) answers, but cannot reach {name} (it answered {status}).', given),
  () => message('Check the spelling of the address. If it is right, ask IT whether the proxy can reach this host.'),
  (given) => message('What answers at {proxy} ({origin}) is not a proxy: {reason}.', given),
];

/** Signing in, the service and the storage. */
const aboutTheService: readonly Telling[] = [
  () => message('The service answers, and these credentials may ask about batches.'),
  (given) => message('The service answers, but it took {seconds} s.', given),
  () =>
    message(
      'Ask IT whether the network or the proxy is overloaded. Tranship waits for the answers, but sends more slowly.',
    ),
  (given) => message('The host {name} redirects to {target} instead of answering.', given),
  () =>
    message(
      'The network may ask you to sign in, or a proxy may redirect the request. Otherwise check the base address.',
    ),
  (given) => message('The base address is wrong: {name} answered 404, and not as the service does ({reason}).', given),
  () => message('Check the base address of this connection, its path included: it ends before /api.'),
  (given) => message('The host {name} answered {status} with a web page ({reason}), as proxies do.', given),
  (given) => message('The host {name} answered {status} with a web page, as proxies do.', given),
  (given) => message('Ask IT whether a proxy or a firewall blocks {name}; otherwise check the base address.', given),
  () => message('The client id, the secret and the scope were accepted.'),
  (given) => message('The token address does not exist: {name} answered {status}.', given),
  () => message('Check the token address of this connection, its path included.'),
  (given) => message('The sign-in at {name} was answered 403 with a web page, as proxies and firewalls do.', given),
  (given) => message('Ask IT whether a proxy or a firewall blocks {name}.', given),
  (given) => message('The host {name} refuses this computer or this client (it answered 403).', given),
  () =>
    message(
      'Ask the provider whether the addresses of your network must be allowed, and whether this client is enabled.',
    ),
  (given) => message('The scope was not accepted: {name} says “{reason}”.', given),
  () => message('Check the scope of this connection; usually it is tenant/<tenant-id>.'),
  (given) => message('The client id or the secret was not accepted: {name} says “{reason}”.', given),
  () => message('Check the client id, and enter the secret again: it may have been changed at the provider.'),
  (given) => message('The client is not allowed to sign in this way: {name} says “{reason}”.', given),
  () => message('Ask the provider to allow client credentials for this client id.'),
  (given) =>
    message(
      'The sign-in at {name} is redirected to {target}. The network may ask you to sign in, a proxy may have answered, or the token address is wrong.',
      given,
    ),
  (given) =>
    message(
      'The sign-in at {name} was answered with a web page (status {status}). The network may ask you to sign in, a proxy may have answered, or the token address is wrong.',
      given,
    ),
  () =>
    message(
      'Open a website in the browser and sign in to the network if it asks you to. Otherwise check the token address.',
    ),
  (given) => message('The storage {name} can be reached, but does not answer.', given),
  (given) => message('Ask IT whether a firewall blocks requests to {name}.', given),
  () => message('The storage answers.'),
  () => message('Ask the provider to enable batch upload for this tenant; it is off by default.'),
  (given) => message('Tranship tries again by itself in {seconds} s.', given),
];

/** What stands for a value, besides the reasons of errors. */
const parts: readonly Telling[] = [
  () => message('set by hand'),
  () => message('set in the system'),
  () => message('set in the environment (HTTPS_PROXY)'),
  () => message('switched off'),
  () => message('the proxy that is set by hand does not apply to it'),
  () => message('the system has none for this host'),
  () => message('the environment has none for this host'),
  () => message('it is switched off'),
  () => message('it is this computer itself'),
  () => message('it was closed immediately'),
  () => message('it does not answer in time'),
  () => message('it failed'),
  (given) => message('it answered {status}', given),
  () => message('it closed the connection without an answer'),
  () => message('its answer is not HTTP'),
  () => message('its answer does not end'),
];

/** The detail and the remedy are made together, but each may have only some of the values. */
const said = (code: ErrorCode, given: Values) =>
  wordingOf(code, new Proxy<ErrorParams>({}, { get: (_, name) => given[String(name)] ?? '' }));
/** What an error says, as far as it has words of its own. */
const aboutErrors = errorCodes.flatMap((code): Telling[] => [
  (given) => said(code, given).detail,
  (given) => said(code, given).remedy,
]);

const retold = retelling(
  [...aboutTheCourse, ...aboutEncryption, ...aboutTheService, ...aboutHosts, ...aboutErrors],
  [...parts, ...reasons],
);

/** The errors by their titles in English, made once. */
let byTitle: ReadonlyMap<string, ErrorCode> | undefined;

/** An error is written as its title, then its detail, which may begin with a value: so the title is taken off first. */
function afterTitle(text: string): string {
  byTitle ??= speaking(english, {}, () => new Map(errorCodes.map((code) => [titleOfError(code), code])));
  const end = text.indexOf('. ');
  const code = end === -1 ? undefined : byTitle.get(text.slice(0, end));
  return code === undefined ? retold(text) : `${titleOfError(code)}. ${retold(text.slice(end + 2))}`;
}

const OF_STORAGE = 'The storage: ';

/** A sentence of a diagnosis, or its advice, which are English, in the language that is spoken. */
export function diagnosisInWords(text: string): string {
  if (spokenLanguage().code === english.code) return text;
  if (!text.startsWith(OF_STORAGE)) return afterTitle(text);
  return message('The storage: {sentence}', { sentence: afterTitle(text.slice(OF_STORAGE.length)) });
}
