/** @file A program that reads findings slowly slows `check --json` down; it does not make it collect them in memory. */

import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import type { Finding } from '../../../src-main/check/findings/finding.ts';
import { emitFindings } from '../../../src-main/shells/cli/commands/check.ts';
import { Output } from '../../../src-main/shells/cli/output.ts';

const BUFFERED = 16 * 1024;

function* manyFindings(count: number): Generator<Finding> {
  for (let line = 1; line <= count; line++) {
    yield { line, rule: 'modification.duplicate', severity: 'error', path: 'a', message: 'm'.repeat(100) };
  }
}

/** An output for programs to a reader that takes each piece in a later turn. */
function outputTo(take: (text: string) => Error | undefined) {
  const reader = new Writable({
    highWaterMark: BUFFERED,
    write: (chunk, _, done) => setImmediate(() => done(take(String(chunk)))),
  });
  reader.on('error', () => {});
  // The parts of a stream that the output uses.
  const stream = reader as unknown as NodeJS.WriteStream;
  return { reader, output: new Output({ json: true, stdout: stream, stderr: stream }) };
}

it('No more findings are waiting to be written than a reader needs, however slow it is', async () => {
  let lines = 0;
  let mostWaiting = 0;
  const { reader, output } = outputTo((text) => {
    lines += text.split('\n').length - 1;
    mostWaiting = Math.max(mostWaiting, reader.writableLength);
    return undefined;
  });
  await emitFindings({ output, interrupted: new AbortController().signal }, manyFindings(20_000));
  await new Promise((resolve) => reader.end(resolve));
  expect(lines).toBe(20_000);
  expect(mostWaiting).toBeLessThan(2 * BUFFERED);
});

it('Findings that cannot be written do not keep the command waiting', async () => {
  const { output } = outputTo(() => new Error('the reader has gone'));
  await emitFindings({ output, interrupted: new AbortController().signal }, manyFindings(1000));
});

it('Ctrl-C ends the printing of findings', async () => {
  const interrupt = new AbortController();
  const { output } = outputTo(() => {
    interrupt.abort(new Error('interrupted'));
    return undefined;
  });
  const printing = emitFindings({ output, interrupted: interrupt.signal }, manyFindings(20_000));
  await expect(printing).rejects.toThrow('interrupted');
});
