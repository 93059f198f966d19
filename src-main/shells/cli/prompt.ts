/** @file Asks a person at a terminal for something that must not be seen. */

import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { visible } from './gate.ts';

export interface Terminal {
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  stderr: Pick<NodeJS.WritableStream, 'write'>;
}

/**
 * What was typed, unseen; undefined when nothing was, or when there is no terminal. Ctrl-C interrupts the program, and
 * then it rejects.
 */
export async function askSecret(question: string, { stdin, stderr }: Terminal = process): Promise<string | undefined> {
  if (stdin.isTTY !== true) return undefined;
  stderr.write(visible(question));
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: unseen, terminal: true });
  try {
    return (await lines.question('')).trim() || undefined;
  } catch (thrown) {
    // While a line is read, Ctrl-C is a key and no signal; it means the same as everywhere.
    process.emit('SIGINT');
    throw thrown;
  } finally {
    lines.close();
    stderr.write('\n');
  }
}
