/** @file Asks a person at a terminal for something that must not be seen. */

import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { visible } from '../../../src-shared/visible-text.ts';
import type { Call } from './call.ts';
import type { CommandLinePorts } from './ports.ts';

/** Of a call: where the person is. */
export type Terminal = Pick<Call, 'interrupt'> & { ports: Pick<CommandLinePorts, 'stdin' | 'stderr'> };

/**
 * What was typed, unseen; undefined when nothing was, or when there is no terminal. Ctrl-C interrupts the call, and then it
 * rejects.
 */
export async function askSecret(question: string, call: Terminal): Promise<string | undefined> {
  const { stdin, stderr } = call.ports;
  if (stdin.isTTY !== true) return undefined;
  stderr.write(visible(question));
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: unseen, terminal: true });
  try {
    return (await lines.question('')).trim() || undefined;
  } catch (thrown) {
    // While a line is read, Ctrl-C is a key and no signal; it means the same as everywhere.
    call.interrupt();
    throw thrown;
  } finally {
    lines.close();
    stderr.write('\n');
  }
}
