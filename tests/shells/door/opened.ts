/** @file A window with its door open, commands that visit it, and somebody who says any line there. */

import { readdirSync, readFileSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import type { CommandHandlers } from '../../../src-main/actions/ports.ts';
import { knock, type Visit, type Visitor } from '../../../src-main/shells/door/client.ts';
import { readDoorFile } from '../../../src-main/shells/door/place.ts';
import { Door } from '../../../src-main/shells/door/server.ts';
import { terminalShell } from '../../../src-main/shells/terminal-shell.ts';
import { openWindow, type TestWindow } from '../../actions/window.ts';

interface Opening {
  window?: TestWindow;
  /** What some actions do here. */
  played?: (signal: AbortSignal) => Partial<CommandHandlers>;
  patienceMs?: number;
}

export interface Opened {
  window: TestWindow;
  door: Door;
  /** A command that was let in. */
  enter(visitor?: Partial<Visitor>): Promise<Visit>;
}

/** Opens the door of a window; both close with the test. */
export async function openDoor({ window: given, played = () => ({}), patienceMs }: Opening = {}): Promise<Opened> {
  const window = given ?? (await openWindow());
  const { app, backend, folder } = window;
  const door = new Door({
    app,
    handlersFor: (own) => ({
      ...backend.handlersFor('command-line', { shell: terminalShell, ...own }),
      ...played(own.signal),
    }),
    offer: (paths) => backend.offer(paths),
    ...(patienceMs !== undefined && { patienceMs }),
  });
  onTestFinished(async () => {
    await door.close();
    if (given === undefined) await window.close();
  });
  await door.open();
  const enter: Opened['enter'] = async (visitor) => {
    const command = await visitorAt(folder, visitor);
    if (command === undefined) throw new Error('Nobody has opened.');
    onTestFinished(() => command.leave());
    return command;
  };
  return { window, door, enter };
}

/** A command that knocks at the door of this folder. */
export function visitorAt(folder: string, visitor: Partial<Visitor> = {}): Promise<Visit | undefined> {
  const { signal } = new AbortController();
  return knock({ folder, session: 'tranship test (process 7)', workingFolder: folder, signal, ...visitor });
}

/** Somebody who says what they like at the door of this folder. */
export class Stranger {
  readonly socket: Socket;
  /** Everything that was said to them. */
  readonly heard: string[] = [];
  readonly #lines: AsyncIterator<string>;

  constructor(folder: string) {
    const address = readDoorFile(folder)?.address;
    if (address === undefined) throw new Error('There is no door.');
    this.socket = createConnection(address);
    this.socket.on('error', () => {});
    this.#lines = createInterface({ input: this.socket })[Symbol.asyncIterator]();
    onTestFinished(() => void this.socket.destroy());
  }

  say(message: object | string): void {
    this.socket.write(typeof message === 'string' ? message : `${JSON.stringify(message)}\n`);
  }

  /** The next line that is said to them. */
  async hear(): Promise<Record<string, unknown>> {
    const { value = '{}' } = await this.#lines.next();
    this.heard.push(value);
    return JSON.parse(value);
  }

  /** Resolves when the other side has hung up. */
  async hungUp(): Promise<void> {
    // With an error or without.
    if (!this.socket.closed) await new Promise((resolve) => this.socket.once('close', resolve));
  }
}

/** The sessions in the security log of a folder, in order. */
export function sessionsIn(folder: string): { event: string; session?: string; why?: string }[] {
  const logs = join(folder, 'logs');
  return readdirSync(logs)
    .filter((name) => name.startsWith('security-'))
    .flatMap((name) => readFileSync(join(logs, name), 'utf8').trimEnd().split('\n'))
    .map((line) => JSON.parse(line))
    .filter(({ event }) => event.startsWith('session-'))
    .map(({ event, session, why }) => ({ event, ...(session && { session }), ...(why && { why }) }));
}
