/** @file For the window benchmark: `tranship serve` as a process of its own, the page in Chromium, and a second tab without a page. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { WebSocket } from 'ws';
import { z } from 'zod';
import type { CommandName } from '../../src-shared/channels.ts';
import type { CommandInput, CommandOutput } from '../../src-shared/contract.ts';
import { findChromium } from '../e2e/app/chromium.ts';

/** As a person starts it, with what it keeps of the start before. */
const program = fileURLToPath(new URL('../../src-main/shells/cli/launch.cjs', import.meta.url));
const inPage = fileURLToPath(new URL('./window-in-page.js', import.meta.url));
const serving = z.object({ event: z.literal('serving'), address: z.string() });

export interface Served {
  address: string;
  /** From the start of the process until it serves, in milliseconds. */
  startMs: number;
  /** When the process was started, by the wall clock. */
  startedAt: number;
  /** Memory of the process, in bytes; `peak` since its start. Undefined where it cannot be measured. */
  memory(): { now: number; peak: number } | undefined;
  /** Of the processor since its start, all threads; undefined where it cannot be measured. */
  processorMs(): number | undefined;
  stop(): Promise<void>;
}

/** Starts `tranship serve` with this data folder. */
export async function serve(home: string, secret: string): Promise<Served> {
  const startedAt = Date.now();
  const environment = { ...process.env, TRANSHIP_HOME: home, TRANSHIP_CLIENT_SECRET: secret };
  const child = spawn(process.execPath, [program, 'serve', '--json'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    const said = serving.safeParse(JSON.parse(line));
    if (!said.success) continue;
    return {
      address: said.data.address,
      startMs: Date.now() - startedAt,
      startedAt,
      memory: () => memoryOf(child.pid),
      processorMs: () => processorOf(child.pid),
      stop: async () => {
        child.stdout.resume();
        child.kill();
        await ended;
      },
    };
  }
  throw new Error('The app did not start.');
}

/** Linux counts in hundredths of a second; user and system follow eleven fields after the name. */
function processorOf(process: number | undefined): number | undefined {
  const path = `/proc/${process}/stat`;
  if (!existsSync(path)) return undefined;
  const fields = readFileSync(path, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

function memoryOf(process: number | undefined) {
  const path = `/proc/${process}/status`;
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, 'utf8');
  const bytes = (name: string) => 1024 * Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(text)?.[1]);
  return { now: bytes('VmRSS'), peak: bytes('VmHWM') };
}

/** The Chromium of the stories. */
export async function openBrowser(): Promise<Browser> {
  const installed = findChromium();
  return await chromium.launch({
    ...(installed !== undefined && { executablePath: installed }),
    args: ['--no-sandbox', '--enable-precise-memory-info'],
  });
}

const openingTimes = z.object({
  origin: z.number(),
  codeRuns: z.number(),
  asked: z.number(),
  received: z.number(),
  receivedBytes: z.number(),
  shown: z.number(),
  whole: z.number(),
});

/** When a page that was opened got how far, in milliseconds since it was asked for. */
export interface Opening {
  /** The page's own code runs. */
  codeRuns: number;
  /** It asks for the queue. */
  asked: number;
  /** It has all of it. */
  received: number;
  receivedBytes: number;
  /** The first row is painted, and the grid says how many there are. */
  shown: number;
  /** It has all submissions. */
  whole: number;
}

/** Opens the page and watches how far it gets. @param rows that it is to show */
export async function openPage(context: BrowserContext, address: string, rows: number) {
  const page = await context.newPage();
  await page.addInitScript({ path: inPage });
  await page.addInitScript(`bench.watchOpening(${rows})`);
  const openedAt = Date.now();
  await page.goto(address, { waitUntil: 'commit' });
  await page.evaluate('bench.shown');
  await page.evaluate('bench.whole');
  const times = openingTimes.parse(await page.evaluate('({ origin: performance.timeOrigin, ...bench.opening })'));
  const since = (time: number) => times.origin + time - openedAt;
  const opening: Opening = {
    codeRuns: since(times.codeRuns),
    asked: since(times.asked),
    received: since(times.received),
    receivedBytes: times.receivedBytes,
    shown: since(times.shown),
    whole: since(times.whole),
  };
  return { page, openedAt, opening };
}

const answer = z.object({ id: z.number().optional(), result: z.looseObject({ ok: z.boolean() }).optional() });

export type Tab = Awaited<ReturnType<typeof openTab>>;

/** A tab without a page: speaks the contract with the secret of the browser's session. */
export async function openTab(page: Page) {
  const { origin, host } = new URL(page.url());
  const secret = z.string().parse(await page.evaluate("localStorage.getItem('tranship-session')"));
  const headers = { Authorization: `Bearer ${secret}`, Origin: origin };
  const socket = new WebSocket(`ws://${host}/contract`, ['tranship', secret], { headers: { Origin: origin } });
  await once(socket, 'open');
  let last = 0;
  let changes = 0;
  socket.on('message', (data) => {
    if (String(data).startsWith('{"event":"queue.changed"')) changes += 1;
  });
  return {
    /** How many changes of the queue were told so far. */
    changes: () => changes,
    close: () => socket.terminate(),
    /** Calls a command; fails when the app refuses. */
    async call<Name extends CommandName>(name: Name, input: CommandInput<Name>): Promise<CommandOutput<Name>> {
      const id = ++last;
      const { promise, resolve } = Promise.withResolvers<unknown>();
      const listen = (data: unknown) => {
        const said = answer.parse(JSON.parse(String(data)));
        if (said.id === id) resolve(said.result);
      };
      socket.on('message', listen);
      socket.send(JSON.stringify({ id, name, values: input === undefined ? [] : [input] }));
      const result = await promise;
      socket.off('message', listen);
      if (!z.object({ ok: z.literal(true) }).safeParse(result).success)
        throw new Error(`${name}: ${JSON.stringify(result)}`);
      // The app has parsed it on the way out.
      return (result as { value: CommandOutput<Name> }).value;
    },
    /** Sends a file as a browser does. */
    async offer(name: string, body: Uint8Array<ArrayBuffer>): Promise<CommandOutput<'files.choose'>> {
      const address = `${origin}/inbox?name=${encodeURIComponent(name)}`;
      const reply = await fetch(address, { method: 'PUT', headers, body });
      return ((await reply.json()) as { value: CommandOutput<'files.choose'> }).value;
    },
  };
}
