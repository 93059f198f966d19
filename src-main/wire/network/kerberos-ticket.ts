/**
 * @file A Kerberos ticket for a proxy. Only the system can issue one (SSPI on Windows, GSS-API elsewhere), and Node has no
 * access to either; the curl that every system brings has. It is sent to a listener of ours under the proxy's name, says
 * there what it would say to the proxy, and is ended: it never reaches the network, and no byte of a tunnel passes it.
 */

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import net, { isIP } from 'node:net';
import { win32 } from 'node:path';
import { AppError } from '../../../src-shared/errors.ts';
import { fact, type Said } from '../../../src-shared/languages/fact.ts';
import { SECOND } from '../../ground/clock.ts';
import type { Environment } from '../../ground/environment.ts';
import { codeOf } from '../../ground/files/error-codes.ts';
import { redactAll } from '../../ground/redaction.ts';
import { type ProxyRoute, proxyName } from './proxy.ts';
import type { TicketFor } from './proxy-login.ts';

export interface Curl {
  /** Its absolute path: a curl that only the search path knows could be anybody's. */
  program: string;
  environment: Environment;
}

/** How long the Kerberos servers may take, within the time that a tunnel has. */
const TICKET_MS = 12 * SECOND;
/** A ticket with all groups of a user has up to 64 KiB, and base64 makes a third more of it. */
const LONGEST_HEAD = 128 * 1024;
const LONGEST_LOG = 256 * 1024;

/** The curl of this system; `environment` is that of the process, which names the tickets of the user. */
export function curlOfSystem(platform: NodeJS.Platform, environment: Environment): Curl {
  const program =
    platform === 'win32'
      ? win32.join(environment['SystemRoot'] ?? 'C:\\Windows', 'System32', 'curl.exe')
      : '/usr/bin/curl';
  return { program, environment: neededOf(environment) };
}

/** Neither secrets nor proxies of the environment reach curl. */
function neededOf(environment: Environment): Environment {
  const needed = /^(KRB5.*|GSS.*|HOME|USER|LOGNAME|TMPDIR|TEMP|TMP|SYSTEMROOT|WINDIR|USERPROFILE|(LOCAL)?APPDATA)$/i;
  const kept = Object.entries(environment).filter(([name]) => needed.test(name));
  // Its messages are read.
  return { ...Object.fromEntries(kept), LC_ALL: 'C' };
}

/**
 * Tickets for the user who runs Tranship, for the proxy's name as it is written. Nothing is delegated.
 * @param patienceMs how long a ticket may take
 */
export function ticketsFrom(curl: Curl, patienceMs = TICKET_MS): TicketFor {
  return async (proxy, signal) => {
    if (isIP(proxy.host) !== 0)
      throw noLogin(proxy, fact('it asks for Kerberos, which knows proxies by their names and not by an IP address'));
    // The name becomes a line of curl's configuration.
    if (!/^\w[\w.-]*$/.test(proxy.host))
      throw noLogin(proxy, fact('it asks for Kerberos, and its name is no host name'));
    const late = AbortSignal.timeout(patienceMs);
    try {
      const token = await askCurl(curl, proxy, AbortSignal.any([signal, late]));
      if (isKerberos(token)) return token;
      throw noTicket(proxy, fact('this computer has only NTLM for it, which Tranship does not speak'));
    } catch (thrown) {
      signal.throwIfAborted();
      if (late.aborted) throw noTicket(proxy, fact('the Kerberos server does not answer'));
      throw thrown;
    }
  };
}

/** The object identifier of Kerberos before the mark of a ticket (RFC 4121 §4.1). */
const ticketMark = Buffer.from('06092a864886f7120102020100', 'hex');

/**
 * Whether a SPNEGO token contains a Kerberos ticket. Where there is none, Windows silently hands out NTLM, whose replies
 * can be passed on to other hosts and from which passwords are guessed.
 */
export function isKerberos(token: string): boolean {
  return Buffer.from(token, 'base64').includes(ticketMark);
}

async function askCurl(curl: Curl, proxy: ProxyRoute, signal: AbortSignal): Promise<string> {
  const told = Promise.withResolvers<string>();
  // Another process of this computer may connect to the listener too.
  const nonce = randomUUID();
  const sockets = new Set<net.Socket>();
  const listener = net.createServer((socket) => {
    sockets.add(socket);
    void hear(socket, nonce).then((token) => token !== undefined && told.resolve(token));
  });
  try {
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening', { signal });
    const input = configuration(proxy.host, portOf(listener), nonce);
    const ended = new AbortController();
    try {
      const failed = run(curl, input, AbortSignal.any([signal, ended.signal])).then((log) => {
        throw withoutToken(log, curl, proxy);
      });
      return await Promise.race([told.promise, failed]);
    } catch (thrown) {
      throw isStartFailure(thrown) ? notStarted(thrown, curl, proxy) : thrown;
    } finally {
      ended.abort();
    }
  } finally {
    listener.close();
    for (const socket of sockets) socket.destroy();
  }
}

/** Resolves with what curl has said when it has ended. @throws what node:child_process throws when it does not start */
async function run({ program, environment }: Curl, input: string, signal: AbortSignal): Promise<string> {
  const stdio: ['pipe', 'ignore', 'pipe'] = ['pipe', 'ignore', 'pipe'];
  const curl = spawn(program, ['--disable', '--config', '-'], { env: environment, signal, windowsHide: true, stdio });
  let log = '';
  curl.stderr.on('data', (bytes: Buffer) => {
    if (log.length < LONGEST_LOG) log += bytes.toString('latin1');
  });
  // It may have ended before it has read everything.
  curl.stdin.on('error', () => {}).end(input);
  await once(curl, 'close');
  return log;
}

function isStartFailure(thrown: unknown): boolean {
  return thrown instanceof Error && 'syscall' in thrown && String(thrown.syscall).startsWith('spawn');
}

function notStarted(thrown: unknown, { program }: Curl, proxy: ProxyRoute): AppError {
  const code = codeOf(thrown);
  return noLogin(
    proxy,
    code === 'ENOENT'
      ? fact('it asks for Kerberos, and {program}, which gets the tickets, is missing', { program })
      : fact('it asks for Kerberos, and {program}, which gets the tickets, cannot be started ({code})', {
          program,
          code: `${code}`,
        }),
  );
}

function withoutToken(log: string, { program }: Curl, proxy: ProxyRoute): AppError {
  if (/does ?n[o']t support this/.test(log))
    return noLogin(proxy, fact('it asks for Kerberos, and {program} of this computer cannot speak it', { program }));
  return noTicket(proxy, reasonIn(log, proxy));
}

/** As curl reads it from its input, so that other users of this computer cannot see it among the processes. */
function configuration(host: string, port: number, nonce: string): string {
  const lines = [
    `proxy = "http://${host}:${port}"`,
    `resolve = "${host}:${port}:127.0.0.1"`,
    'proxy-negotiate',
    // The user who is signed in.
    'proxy-user = ":"',
    'proxytunnel',
    `proxy-header = "Nonce: ${nonce}"`,
    'url = "http://tranship.invalid:443/"',
    'silent',
    'verbose',
  ];
  return `${lines.join('\n')}\n`;
}

/** The token that curl shows; undefined when something else speaks, or when it shows none. */
async function hear(socket: net.Socket, nonce: string): Promise<string | undefined> {
  let head = '';
  try {
    for await (const bytes of socket) {
      head += String(bytes);
      if (head.length > LONGEST_HEAD) return undefined;
      if (!head.endsWith('\r\n\r\n')) continue;
      if (!head.includes(`\r\nNonce: ${nonce}\r\n`)) return undefined;
      const token = /\r\nProxy-Authorization: Negotiate ([\w+/]+=*)\r\n/i.exec(head)?.[1];
      if (token !== undefined) return token;
      // Some versions say nothing before they are asked.
      socket.write('HTTP/1.1 407 Login\r\nProxy-Authenticate: Negotiate\r\nContent-Length: 0\r\n\r\n');
      head = '';
    }
  } catch {
    // curl was ended, or has hung up.
  } finally {
    socket.destroy();
  }
  return undefined;
}

const reasons: readonly [RegExp, (host: Said) => Said][] = [
  [/expired/i, () => fact('the sign-in of this user has expired')],
  [/clock skew|SEC_E_TIME_SKEW/i, () => fact('the clock of this computer differs from that of the Kerberos server')],
  [
    /KDC|SEC_E_NO_AUTHENTICATING_AUTHORITY/i,
    () => fact('the Kerberos server cannot be reached; is this computer in the bank’s network?'),
  ],
  [
    /not found in Kerberos database|server not found|unknown server|SEC_E_TARGET_UNKNOWN|SEC_E_WRONG_PRINCIPAL/i,
    (host) => fact('Kerberos does not know it by the name {host}', { host }),
  ],
  [
    /no credentials|credentials? cache|no Kerberos credentials|SEC_E_NO_CREDENTIALS/i,
    () => fact('this user is not signed in to Kerberos'),
  ],
];

/** In the lines in which curl repeats what the system said; those with what it sent begin otherwise. */
const speaker = /gss_\w{1,40}\(\) failed:|InitializeSecurityContext failed:|(?:SSPI|SPNEGO)[^:]{0,80}:/i;

function saidBySystem(log: string): string {
  for (const line of log.split(/\r?\n/)) {
    const found = line.startsWith('* ') ? speaker.exec(line) : null;
    if (found !== null) return line.slice(found.index + found[0].length).trim();
  }
  return '';
}

/** Why there is no ticket, in words. @param log what curl said; it may contain a token */
export function reasonIn(log: string, { host }: Pick<ProxyRoute, 'host'>): Said {
  const said = saidBySystem(log);
  const known = reasons.find(([sign]) => sign.test(said))?.[1];
  if (known !== undefined) return known(host);
  return said === ''
    ? fact('the system gives none, and does not say why')
    : fact('the system says “{answer}”', { answer: redactAll(said).slice(0, 120) });
}

function portOf(server: net.Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The listener has no port.');
  return address.port;
}

function noTicket(proxy: ProxyRoute, reason: Said): AppError {
  return new AppError('network.proxy-ticket', { proxy: proxyName(proxy), reason });
}

function noLogin(proxy: ProxyRoute, problem: Said): AppError {
  return new AppError('network.proxy-login', { proxy: proxyName(proxy), problem });
}
