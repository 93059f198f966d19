/**
 * @file Ctrl-C and the end of the launcher on Windows, where a program with windows has no console: the launcher sends
 * a byte for each Ctrl-C through the standard input, whose end is the launcher's own.
 */

import type { Readable } from 'node:stream';

/** What a terminal sends for Ctrl-C. */
const INTERRUPT = 0x03;

/** Calls `interrupt` for each Ctrl-C, and once when the launcher has ended. */
export function followLauncher(input: Readable, interrupt: () => void): void {
  let hasEnded = false;
  const end = () => {
    if (!hasEnded) interrupt();
    hasEnded = true;
  };
  input.on('data', (bytes: Buffer) => {
    for (const byte of bytes) if (byte === INTERRUPT) interrupt();
  });
  // A pipe that breaks is an end, too.
  input.on('error', end).on('close', end).on('end', end);
}
