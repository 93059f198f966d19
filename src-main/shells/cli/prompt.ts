/** @file Asks a person at a terminal for something that must not be seen. */

import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** What was typed, unseen; undefined when nothing was, or when nobody sits at the terminal. */
export async function askSecret(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  process.stderr.write(question);
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: unseen, terminal: true });
  try {
    return (await lines.question('')).trim() || undefined;
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
