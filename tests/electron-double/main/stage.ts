/**
 * @file Where the double meets its test: what it was started with, the record of what the app did to the system, and
 * the commands by which the test plays the system and the person.
 */

import type { Cdp } from '../cdp.ts';
import type { Act, DoubleOptions } from '../control.ts';

interface Stage {
  options: DoubleOptions;
  cdp: Cdp;
  isReady: boolean;
}

let current: Stage | undefined;

export function openStage(options: DoubleOptions, cdp: Cdp): void {
  current = { options, cdp, isReady: false };
}

export function stage(): Stage {
  if (current === undefined) throw new Error('The double has no stage yet.');
  return current;
}

/** @throws Error as Electron does, for what needs a ready app */
export function requireReady(message: string): void {
  if (!stage().isReady) throw new Error(message);
}

/** Tells the test what the app asked of the system. */
export function record(kind: string, details: Readonly<Record<string, unknown>> = {}): void {
  const act: Act = { kind, ...JSON.parse(JSON.stringify(details)) };
  process.send?.({ type: 'act', act });
}

type Command = (input: Readonly<Record<string, unknown>>) => unknown;
const commands = new Map<string, Command>();

/** Lets the test do something; the names are those of `Commands` in control.ts. */
export function onCommand(name: string, command: Command): void {
  commands.set(name, command);
}

export function followCommands(): void {
  process.on('message', (message: { id: number; name: string; input: Record<string, unknown> }) => {
    const { id, name, input } = message;
    const run = async () => {
      const command = commands.get(name);
      if (command === undefined) throw new Error(`The double knows no command “${name}”.`);
      return await command(input);
    };
    run().then(
      (value) => process.send?.({ type: 'done', id, value: value === undefined ? null : value }),
      (thrown: unknown) => process.send?.({ type: 'failed', id, error: String(thrown) }),
    );
  });
}
