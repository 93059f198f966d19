/** @file The browser shell in front of an app double, and a client that can send any request. */

import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, type OutgoingHttpHeaders, request as sendRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Mock, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type BrowserPorts, type BrowserShell, startBrowserShell } from '../../../src-main/shells/browser/shell.ts';
import type { CommandHandlers } from '../../../src-main/shells/commands/ports.ts';
import type { ReceivedFile } from '../../../src-main/shells/offered-files.ts';
import { type CommandName, commandNames } from '../../../src-shared/channels.ts';
import type { PickedFiles } from '../../../src-shared/contract.ts';

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
  /** Lets a browser in; gives its cookie. */
  enter(): Promise<string>;
  request(call: Call): Promise<Reply>;
  /** The headers of a WebSocket that the app's page would open. */
  connect(cookie: string, headers?: Record<string, string>, path?: string): WebSocket;
  /** The content of a folder in the data folder. */
  list(folder: string): Promise<string[]>;
}

export async function serve(
  options: { patience?: { headersMs: number; silenceMs: number }; pathsInUse?: string[] } = {},
): Promise<Served> {
  const folder = await mkdtemp(join(tmpdir(), 'tranship-browser-'));
  const rendererFolder = join(folder, 'renderer');
  await mkdir(join(rendererFolder, 'assets'), { recursive: true });
  const page = '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__">';
  await writeFile(join(rendererFolder, 'index.html'), page);
  await writeFile(join(rendererFolder, 'assets', 'main.js'), 'start()');
  await writeFile(join(folder, 'settings.js'), 'outside');

  // One double for each command of the contract.
  const handlers = Object.fromEntries(commandNames.map((name) => [name, vi.fn()])) as Served['handlers'];
  handlers['queue.snapshot'].mockReturnValue({ sequence: 1, submissions: [], removed: [] });
  const offerReceived: Served['offerReceived'] = vi.fn(async () => ({ offers: [], refused: [] }));
  let ports: BrowserPorts | undefined;
  const shell = await startBrowserShell({
    folder,
    rendererFolder,
    ...(options.patience && { patience: options.patience }),
    createApp: (given) => {
      ports = given;
      // Doubles accept and return anything.
      return {
        handlers: handlers as CommandHandlers,
        offerReceived,
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
  return {
    shell,
    port: Number(port),
    origin,
    folder,
    ports,
    handlers,
    offerReceived,
    request,
    enter: async () => {
      const { pathname, search } = new URL(shell.newAddress());
      const { headers } = await request({ path: pathname + search });
      return headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    },
    connect: (cookie, headers = {}, path = '/contract') =>
      new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers: { cookie, origin, ...headers } }),
    list: (name) => readdir(join(folder, name)).catch(() => []),
    [Symbol.asyncDispose]: async () => {
      await shell.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

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
