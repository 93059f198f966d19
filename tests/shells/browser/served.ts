/** @file The browser shell in front of an app double, and a client that can send any request. */

import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, type OutgoingHttpHeaders, request as sendRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Mock, vi } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import type { ReceivedFile } from '../../../src-main/actions/offered-files.ts';
import type { CommandHandlers } from '../../../src-main/actions/ports.ts';
import type { SecurityEvent } from '../../../src-main/audit/security-events.ts';
import type { Clock } from '../../../src-main/ground/clock.ts';
import type { ShellKeeper } from '../../../src-main/shells/browser/kept-shell.ts';
import { type BrowserPorts, type BrowserShell, startBrowserShell } from '../../../src-main/shells/browser/shell.ts';
import { type CommandName, commandNames } from '../../../src-shared/channels.ts';
import type { PickedFiles } from '../../../src-shared/contract.ts';
import type { LanguageSetting } from '../../../src-shared/languages/languages.ts';

export interface Reply {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface Call {
  method?: string;
  path?: string;
  headers?: OutgoingHttpHeaders;
  body?: string;
}

const savedSchema = z.object({
  result: z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), value: z.object({ address: z.string() }) }),
    z.object({ ok: z.literal(false), error: z.object({ code: z.string() }) }),
  ]),
});

export interface Served extends AsyncDisposable {
  shell: BrowserShell;
  port: number;
  origin: string;
  /** The data folder. */
  folder: string;
  /** What the shell provides to the app. */
  ports: BrowserPorts;
  handlers: Record<CommandName, Mock>;
  offerReceived: Mock<(file: ReceivedFile) => Promise<PickedFiles>>;
  /** What was recorded of sessions. */
  recorded: SecurityEvent[];
  /** Begins a session as the page does with a new address; gives its secret. */
  enter(): Promise<string>;
  /** The exchange of a token for a secret. */
  exchange(token: string, headers?: Call['headers']): Promise<Reply>;
  /** Has a tab of this session save a file; gives the address from which it is fetched, or the code of the error. */
  save(secret: string, name: string, write: (path: string) => Promise<unknown>): Promise<string>;
  request(call: Call): Promise<Reply>;
  /** A WebSocket as the app's page would open it. */
  connect(secret: string, headers?: Record<string, string>, path?: string): WebSocket;
  /** The content of a folder in the data folder. */
  list(folder: string): Promise<string[]>;
}

export async function serve(
  options: {
    patience?: { headersMs: number; silenceMs: number };
    pathsInUse?: string[];
    clock?: Clock;
    language?: LanguageSetting;
    onAddressExpired?: () => void;
    keeper?: ShellKeeper;
    onPortTaken?: (port: number) => void;
    port?: number;
  } = {},
): Promise<Served> {
  const folder = await mkdtemp(join(tmpdir(), 'tranship-browser-'));
  const rendererFolder = join(folder, 'renderer');
  await mkdir(join(rendererFolder, 'assets'), { recursive: true });
  const page =
    '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><meta name="language" content="__LANGUAGE__">';
  await writeFile(join(rendererFolder, 'index.html'), page);
  await writeFile(join(rendererFolder, 'assets', 'main.js'), 'start()');
  await writeFile(join(folder, 'settings.js'), 'outside');

  // One double for each command of the contract.
  const handlers = Object.fromEntries(commandNames.map((name) => [name, vi.fn()])) as Served['handlers'];
  handlers['queue.snapshot'].mockReturnValue({ sequence: 1, submissions: [], removed: [] });
  const offerReceived: Served['offerReceived'] = vi.fn(async () => ({ offers: [], refused: [] }));
  let ports: BrowserPorts | undefined;
  const recorded: SecurityEvent[] = [];
  const shell = await startBrowserShell({
    folder,
    rendererFolder,
    recordSecurity: (event) => recorded.push(event),
    ...(options.clock && { clock: options.clock }),
    ...(options.onAddressExpired && { onAddressExpired: options.onAddressExpired }),
    ...(options.keeper && { keeper: options.keeper }),
    ...(options.onPortTaken && { onPortTaken: options.onPortTaken }),
    ...(options.port !== undefined && { port: options.port }),
    ...(options.patience && { patience: options.patience }),
    createApp: (given) => {
      ports = given;
      // Doubles accept and return anything.
      return {
        handlers: handlers as CommandHandlers,
        offerReceived,
        language: () => options.language ?? 'system',
        pathsInUse: () => options.pathsInUse ?? [],
        start: async () => {},
        close: async () => {},
      };
    },
  });
  if (ports === undefined) throw new Error('The shell did not create its app.');
  const { port, origin } = new URL(shell.address);

  const request = async ({ method = 'GET', path = '/', headers = {}, body }: Call): Promise<Reply> => {
    const outgoing = sendRequest({ host: '127.0.0.1', port, method, path, headers, agent: false }).end(body);
    const [response]: [IncomingMessage] = (await once(outgoing, 'response')) as [IncomingMessage];
    return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
  };
  const connect: Served['connect'] = (secret, headers = {}, path = '/contract') =>
    new WebSocket(`ws://127.0.0.1:${port}${path}`, secret === '' ? [] : ['tranship', secret], {
      headers: { origin, ...headers },
    });
  const exchange: Served['exchange'] = (token, headers = {}) =>
    request({
      method: 'POST',
      path: '/session',
      headers: { origin, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ token }),
    });
  return {
    shell,
    recorded,
    exchange,
    port: Number(port),
    origin,
    folder,
    ports,
    handlers,
    offerReceived,
    request,
    enter: async () => secretIn(await exchange(tokenOf(shell.newAddress()))),
    connect,
    save: async (secret, name, write) => {
      handlers['files.save'].mockImplementationOnce(() => ports?.save(name, write));
      const tab = connect(secret);
      await once(tab, 'open');
      tab.send(JSON.stringify({ id: 1, name: 'files.save', values: [{ kind: 'support' }] }));
      const { result } = savedSchema.parse(await nextMessage(tab));
      tab.close();
      return result.ok ? result.value.address : result.error.code;
    },
    list: (name) => readdir(join(folder, name)).catch(() => []),
    [Symbol.asyncDispose]: async () => {
      await shell.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The token of a printed address. */
export function tokenOf(address: string): string {
  return new URL(address).hash.replace('#token=', '');
}

/** The secret in the reply to a valid token. */
export function secretIn({ body }: Reply): string {
  return z.object({ secret: z.string() }).parse(JSON.parse(body)).secret;
}

/** The header that carries a secret. */
export const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

/** The next message of a tab, parsed as JSON. */
export async function nextMessage(socket: WebSocket): Promise<unknown> {
  const [data] = await once(socket, 'message');
  return JSON.parse(String(data));
}

/** How the connection of a tab ends: the close code, or the HTTP status when it was refused. */
export async function endOf(socket: WebSocket): Promise<{ code?: number; status?: number | undefined }> {
  const { promise, resolve } = Promise.withResolvers<{ code?: number; status?: number | undefined }>();
  socket.on('unexpected-response', (_request, { statusCode }: IncomingMessage) => {
    resolve({ status: statusCode });
    socket.terminate();
  });
  socket.on('close', (code) => resolve({ code }));
  socket.on('error', () => {});
  return await promise;
}
